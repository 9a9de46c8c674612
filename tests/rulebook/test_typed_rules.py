"""House rules as people type, paste and send them: what each text is taken for, in the boxes, in files and on the
command line.
"""

import json
import re
import textwrap
from fractions import Fraction

import pytest
from sympy import Rational

import rencounter_kit as rk
from rencounter_kit.fronts.panels.house_rules.rules_box import RulesBox
from rencounter_kit.workbook.mechanics.links import taken_in
from rencounter_kit.workbook.rulebook.book import systems
from rencounter_kit.workbook.rulebook.layers import Layer, Layers, ready_rules
from rencounter_kit.workbook.rulebook.writing import by_line

BOOK = rk.rules("rencounter")
LONG = Layer("rencounter", {"fire.range.long": -3}, "Better eyes", note="See rk1: nothing.")
OURS = Layers("rencounter", LONG, *ready_rules("rencounter").values())
CODE = OURS.code
LESS = ready_rules("rencounter")["less_than"]


def quoted(text, mark="> "):
    return "\n".join(mark + line for line in text.split("\n"))


def wrapped(code, width=72, end="\n"):
    return end.join(textwrap.wrap(code, width, break_on_hyphens=False))


# A code, whatever a chat or a mail program did to it.
CODES = {
    "alone": CODE,
    "a blank and an end of line": f"  {CODE}\r\n",
    "words before it": f"Here are our rules: {CODE}",
    "words before it on their own line": f"Here are our rules:\n\n{CODE}\n",
    "words behind it": f"{CODE} see you on Friday!",
    "words behind it on their own line": f"{CODE}\nBest wishes,\nAnna",
    "a full stop": f"{CODE}.",
    "in brackets": f"(rules: {CODE})",
    "in angle brackets": f"<{CODE}>",
    "in quotes": f'our rules: "{CODE}"',
    "in curly quotes": f"“{CODE}”",
    "in backquotes": f"```\n{CODE}\n```",
    "broken over lines": wrapped(CODE),
    "broken over lines of Windows": wrapped(CODE, 60, "\r\n"),
    "broken over lines of an old Mac": wrapped(CODE, 60, "\r"),
    "broken and indented": wrapped(CODE, 40, "\n    "),
    "quoted": quoted(CODE),
    "quoted and broken": quoted(f"Hi,\nour rules: {wrapped(CODE)}\nBest, Bob"),
    "quoted twice and broken": quoted(quoted(wrapped(CODE, 50)), ">"),
    "quoted by a stroke": quoted(wrapped(CODE), "| "),
    "broken as mail is packed": wrapped(CODE, 75, "=\n"),
    "no-break spaces around it": f"rules:\u00a0{CODE}\u00a0ok",
    "a mark of byte order": f"\ufeff{CODE}",
    "marks without width within it": CODE[:30] + "\u200b" + CODE[30:60] + "\u00ad" + CODE[60:],
    "hyphens that do not break": CODE.replace("-", "\u2011"),
    "two hyphens made one dash": CODE.replace("--", "\u2014"),
    "a question behind it": f"{CODE}? I hope it fits",
    "as --rules has it": f"--rules {CODE}",
    "as --rules= has it": f"--rules={CODE}",
}


@pytest.mark.parametrize("text", CODES.values(), ids=CODES)
def test_a_code_is_understood_whatever_stands_around_it(text):
    assert Layers.read(text).text == OURS.text == Layers.load(text).text


def test_the_hostile_ones_among_these_codes_have_what_they_are_about():
    assert "-" in CODE and len(CODE) > 150


def test_several_codes_in_one_text_are_laid_in_order_and_numbered():
    one, two = (
        Layers("rencounter", Layer("rencounter", {path: -3}, "Your rules")).code
        for path in ("fire.range.long", "fire.shield.large")
    )
    layers = Layers.read(f"Anna: {one}\nBob: {two}, both please")
    assert [layer.name for layer in layers.layers] == ["Your rules", "Your rules 2"]
    assert layers.rules["fire.range.long"] == layers.rules["fire.shield.large"] == -3


def test_a_code_beside_lines_leaves_neither_out_in_silence():
    with pytest.raises(
        rk.RuleError, match=r"a code must be by itself or among words; got fire\.range\.medium = -1 beside it"
    ):
        Layers.read(f"fire.range.medium = -1\n{CODE}")


def test_a_mark_of_codes_in_a_note_is_a_word():
    assert Layers.read(OURS.text).layers[0].note == "See rk1: nothing."


# A line in the box, as PDFs, phones and word processors have it -------------------------------------------------------

LINES = {
    "a minus of a PDF": "fire.range.long = \u22123",
    "a dash": "fire.range.long = \u20133",
    "a long dash": "fire.range.long = \u20143",
    "a hyphen that does not break": "fire.range.long = \u20113",
    "a wide minus": "fire.range.long = \uff0d3",
    "a blank behind the minus": "fire.range.long = - 3",
    "a no-break blank behind the minus": "fire.range.long =\u00a0\u2212\u00a03",
    "a thin blank": "fire.range.long\u2009=\u2009-3",
    "a tab": "fire.range.long\t=\t-3",
    "nothing that can be seen": "\u200bfire.range.long = -3\u200b",
    "a remark": "fire.range.long = -3  # as we agreed \u2013 all of us",
    "the end of an old Mac": "fire.range.long = -3\r",
    "the end of Windows": "fire.range.long = -3\r\n",
    "a table in braces": "fire.range = { long = \u2212 3 }",
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_line_is_understood_as_other_programs_write_it(line):
    line_there = by_line(BOOK, line)
    assert [one.message for one in line_there if one.path] == ["long range: -4 becomes -3"] and not any(
        one.wrong for one in line_there
    )
    assert (
        BOOK.with_house_rules(line)["fire.range.long"]
        == -3
        == Layers.load(line, game="rencounter").rules["fire.range.long"]
    )


@pytest.mark.parametrize(
    "text",
    ["fire.range.long = \u22123\rfire.range.medium = \u20131", "fire.range.long = - 3\r\nfire.range.medium = - 1"],
)
def test_a_box_takes_such_lines(text):
    box = RulesBox(lambda: None)
    box.set_base(BOOK)
    box.text.value = text
    assert box.layer and dict(box.layer.changes) == {"fire.range.long": -3, "fire.range.medium": -1}
    box.put("fire.range.long", "fire.range.long = -2")
    assert dict(box.layer.changes) == {"fire.range.long": -2, "fire.range.medium": -1}


# As the command line prints it ----------------------------------------------------------------------------------------


def test_each_line_that_house_prints_is_understood_where_it_is_pasted(run):
    out = run("house", "rencounter", CODE)[1]
    lines = [line for line in out.splitlines() if re.match(r" +\w+\.", line)]
    assert len(lines) >= 12
    for line in lines:
        (line_there,) = by_line(BOOK, line)
        assert line_there.path and not line_there.wrong
        if line_there.path.startswith("severity."):  # a row of a table alone would leave a gap
            continue
        assert Layers.load(line, game="rencounter").rules[line_there.path] == OURS.rules[line_there.path]
        assert run("check", "rencounter.fire", "--rules", line)[0] == 0


def test_all_that_house_prints_is_house_rules_again(run, tmp_path):
    file = tmp_path / "lower.toml"
    file.write_text("fire.armor.point = -3\nfire.range.long = -3\nfire.range.medium = -1", encoding="utf-8")
    words = ("house", "rencounter", file, "doubled_armour", "fire.range.long = -3")
    out = run(*words)[1]
    assert "hidden by" in out and "as the layer below has it" in out and "Conflicts" in out
    made = BOOK.with_house_rules(out)
    assert dict(made) == dict(Layers.load(file, "doubled_armour", game="rencounter").rules)


@pytest.mark.parametrize("stem", systems())
def test_each_ruling_that_house_lists_says_that_it_is_so(run, stem):
    lines = [line for line in run("house", stem)[1].splitlines() if line.startswith("  rulings.")]
    assert len(lines) == len(rk.rules(stem).rulings)
    assert all(by_line(rk.rules(stem), line)[0].message.endswith("already; write another figure") for line in lines)


# What --rules takes ---------------------------------------------------------------------------------------------------

NAMED = [
    "less_than",
    "less than",
    "LESS_THAN",
    "Less than the skill",
    "less than the skill",
    " less_than ",
    f"less_than  {LESS.title}",
    f"  less_than           {LESS.title}",
]


@pytest.mark.parametrize("name", NAMED)
def test_a_ready_rule_is_known_by_its_file_its_name_and_the_line_that_lists_it(name):
    assert Layers.load(name, game="rencounter").layers == (LESS,)


@pytest.mark.parametrize("name", ["Doubled armour", "doubled armor", "Doubled_Armor"])
def test_a_ready_rule_is_known_in_both_spellings(name):
    assert Layers.load(name, game="rencounter").layers == (ready_rules("rencounter")["doubled_armour"],)


RULES = {
    "a ready rule": ["--rules", "less_than"],
    "a ready rule by its name": ["--rules", "Less than the skill"],
    "behind =": ["--rules=less_than"],
    "a file": ["--rules", "ours.toml"],
    "a line": ["--rules", "fire.range.short = -1"],
    "a line behind =": ["--rules=fire.range.short = -1"],
    "a line from a PDF": ["--rules", "fire.range.short\u00a0= \u2212 1"],
    "a code": ["--rules", Layers.read("fire.range.short = -1", "rencounter").code],
    "a code with words": ["--rules", f"Here they are: {Layers.read('fire.range.short = -1', 'rencounter').code}."],
}
ONCE = {
    "check": ["rencounter.fire"],
    "explain": ["rencounter.fire"],
    "sweep": ["rencounter.fire", "skill=5,6"],
    "simulate": ["rencounter.fire", "--fights", "200"],
    "formula": ["rencounter.fire", "skill"],
    "worth": ["rencounter.fire"],
    "tornado": ["rencounter.wound"],
    "shapley": ["rencounter.fire"],
    "interaction": ["rencounter.fire", "--change", "skill", "shield=large"],
    "compare": ["rencounter.fire"],
    "solve": ["rencounter.fire", "skill", "--to", "1/2"],
    "effects": ["salamis"],
    "luck": ["rencounter.fire", "3", "6"],
}


@pytest.mark.parametrize("words", RULES.values(), ids=RULES)
def test_rules_are_given_in_any_of_these_ways(run, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ours.toml").write_text("fire.range.short = -1", encoding="utf-8")
    status, out, err = run("check", "rencounter.fire", *words)
    assert (status, err) == (0, "") and out.startswith("hits 5 times in 12")


OTHER_RULES = {
    "tornado": ('severity.dead = "..1"\nseverity.crippling = "2..4"', "wounds.minor = 2"),
    "effects": ("entry.enemy_near = -2", "entry.edge.side = -2"),
}


@pytest.mark.parametrize("command", ONCE)
def test_two_rules_without_a_name_work_in_every_command(run, command):
    where = OTHER_RULES.get(command, ("fire.range.short = -1", "fire.shield.large = -3"))
    words = [word for line in where for word in ("--rules", line)]
    status, out, err = run(command, *ONCE[command], *words)
    assert (status, err) == (0, "") and out


SHORT = "fire.range.short = -1"
PASTED = {
    "a ready rule": ("--rules less_than", {"rulings.skill_roll": "less_than"}),
    "a ready rule by its name": ("--rules 'Less than the skill'", {"rulings.skill_roll": "less_than"}),
    "behind =": ("--rules=less_than", {"rulings.skill_roll": "less_than"}),
    "a line": (f"--rules '{SHORT}'", {"fire.range.short": -1}),
    "a line behind =": (f"--rules='{SHORT}'", {"fire.range.short": -1}),
    "a code": (f"--rules {Layers.read(SHORT, 'rencounter').code}", {"fire.range.short": -1}),
    "several": (
        f"--rules less_than range_band=long --rules='{SHORT}' --rules 'fire.range.long = -3'",
        {"rulings.skill_roll": "less_than", "fire.range.short": -1, "fire.range.long": -3},
    ),
}


@pytest.mark.parametrize(("words", "changed"), PASTED.values(), ids=PASTED)
def test_a_command_that_is_pasted_brings_its_rules(words, changed):
    sent = taken_in(rk.checks["rencounter.fire"], f"rencounter check rencounter.fire {words} skill=7")
    assert sent.choices["skill"] == 7
    assert {rule.path: rule.value for rule in BOOK.with_house_rules(sent.lines).house_rules} == changed


def test_a_command_that_is_pasted_cannot_bring_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ours.toml").write_text(SHORT, encoding="utf-8")
    with pytest.raises(rk.RuleError, match=r"house rules must be a line, a code or a ready one; got ours\.toml"):
        taken_in(rk.checks["rencounter.fire"], "rencounter check rencounter.fire --rules ours.toml")


def test_rules_without_a_name_are_numbered(run):
    out = run("house", "rencounter", "fire.range.short = -1", "fire.shield.large = -3")[1]
    assert "# House rule\n" in out and "# House rule 2\n" in out
    one, two = (
        Layers("rencounter", Layer("rencounter", {path: -3}, "Your rules")).code
        for path in ("fire.range.long", "fire.shield.large")
    )
    assert "# Your rules 2\n" in run("house", "rencounter", one, two)[1]


# Outcomes on the command line -----------------------------------------------------------------------------------------

TWICE = {
    "formula": ["rencounter.fire", "skill"],
    "worth": ["rencounter.fire"],
    "tornado": ["rencounter.fire"],
    "shapley": ["rencounter.fire"],
    "interaction": ["rencounter.fire", "--change", "skill", "shield=large"],
    "luck": ["rencounter.fire", "3", "6"],
    "solve": ["rencounter.fire", "skill", "--to", "1/10"],
}


@pytest.mark.parametrize("command", TWICE)
def test_two_outcomes_are_both_answered(run, command):
    words = [command, *TWICE[command]]
    status, out, err = run(*words, "--outcome", "hits", "--outcome", "dead")
    assert (status, err) == (0, "")
    assert out == "\n".join(run(*words, "--outcome", outcome)[1] for outcome in ("hits", "dead"))


@pytest.mark.parametrize(
    "words", [["sweep"], ["compare", "--rules", "fire.range.short = -1"]], ids=["sweep", "compare"]
)
def test_two_outcomes_stand_in_one_table(run, words):
    command, *rest = words
    words = [command, "rencounter.fire", "skill=5,6", *rest, "--csv"]
    both = run(*words, "--outcome", "hits", "--outcome", "dead")[1]
    for outcome in ("hits", "dead"):
        alone = run(*words, "--outcome", outcome)[1].splitlines()
        rows = [row for row in alone if outcome in row]
        assert len(rows) >= 2 and all(row in both.splitlines() for row in rows)
    assert both.count("skill") == 1
    assert {"hits", "dead"} <= set(run(*words[:-1], "--outcome", "hits", "--outcome", "dead")[1].split())


# Rounded chances say so -----------------------------------------------------------------------------------------------

ROUNDED = "each is rounded, and right to 1 in 10,000,000,000,000,000,000."


def test_chances_that_are_rounded_are_not_called_exact(run):
    output = json.loads(run("check", "rencounter.recovery", "--json")[1])
    assert output["exact"] is False
    true, within = rk.check("rencounter.recovery").algebraic, Fraction(output["within"])
    for outcome, chance in output["outcomes"].items():
        exact = true[int(outcome) if outcome.isdigit() else outcome]
        assert abs((exact - Rational(chance)).evalf(60)) <= float(within)
    out = run("check", "rencounter.recovery")[1]
    assert out.splitlines()[-1].endswith(ROUNDED) and out.count("rounded") == 1


def test_chances_that_are_fractions_are_called_exact(run):
    exact = ("rencounter.recovery", "--rules", 'recovery.table.sepsis = "..-9"\nrecovery.table.permanent = "-8..2"')
    output = json.loads(run("check", *exact, "--json")[1])
    assert output["exact"] is True and "within" not in output
    assert "rounded" not in run("check", *exact)[1]


def test_a_sweep_says_what_is_rounded(run):
    out = run("sweep", "rencounter.recovery", "wound_points=1,2")[1]
    assert out.splitlines()[-1].endswith(ROUNDED) and out.splitlines()[-1].startswith("These chances")
    _, csv, err = run("sweep", "rencounter.recovery", "wound_points=1,2", "--csv")
    assert "rounded" not in csv and err.endswith(f"{ROUNDED}\n")
    assert "rounded" not in run("sweep", "rencounter.fire", "skill=5,6")[1]
