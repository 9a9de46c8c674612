"""What people type and paste, where they do it, and what it must mean, or which sentence it must get."""

import html
import re
from fractions import Fraction
from functools import cache

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.notation.answer import DiceAnswer
from rencounter_kit.fronts.cli.arguments import parameters, ranges, tried
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.workbook.analysis.throwing import seed_of
from rencounter_kit.workbook.mechanics.links import SentSituation, taken_in
from rencounter_kit.workbook.rulebook.writing import by_line

pytestmark = pytest.mark.usefixtures("undrawn", "patient", "no_page_stays", "empty_page")

FIRE, DUEL = "rencounter.fire", "rencounter.duel"
LONG, MEDIUM = "fire.range.long", "fire.range.medium"
PAGE = "http://localhost:8866/voila/render/rencounter_fire.ipynb"
ASK = f"{PAGE}?check=rencounter.fire&skill=9"
SHOT, LONG_SHOT = {"skill": 9}, {"skill": 9, "range_band": "long"}


class Says(str):
    """A part of the sentence that must come."""


# Where one types: each takes a text as it is typed there, and returns as what it was understood -----------------------


def changed(rules):
    return {rule.path: rule.value for rule in rules.house_rules}


def rules_box(text):
    if wrong := [line.message for line in by_line(rk.rules("rencounter"), text) if line.wrong]:
        return wrong[0]
    return changed(rk.rules("rencounter").with_house_rules(text))


def rules_option(text):
    """``--rules``, and ``Layers.load``."""
    return changed(rk.Layers.load(text, game="rencounter").rules)


def rules_file(content):
    """What a file holds, in bytes; ``conftest`` has each test in a folder of its own."""

    def typed(folder):
        file = folder / "ours.toml"
        file.write_bytes(content)
        return changed(rk.Layers.load(file, game="rencounter").rules)

    return typed


@cache
def kept(check_id):
    """The panel of a check for all that is typed there."""
    return rk.panel(check_id)


@pytest.fixture(scope="module", autouse=True)
def one_panel_for_all():
    """Made before the tests, which close what they make."""
    for check_id in (FIRE, "odd_encounters.melee_attack", "realms_of_myth.task_chance"):
        kept(check_id)


def number_box(check_id, name):
    """The box beside a slider: the value that the answer is for, or what is said below it."""

    def typed(text):
        (panel := kept(check_id)).reset()
        number, below = panel.controls[name]._number, panel.controls[name]._below
        number.box.value = text
        below_text = (below or panel.controls[name]._below).value if (below or panel.controls[name]._below) else ""
        return html.unescape(below_text) if "rk-wrong" in below_text else (panel[name], number.box.value)

    return typed


def table_box(text):
    """The field for a table of rows."""
    panel = rk.panel("realms_of_myth.task_chance", resolution_model="table", resolution_table=[[0, 45]])
    panel.controls["resolution_table"].source.value = text
    return html.unescape(panel.trouble.value) or panel.result.params["resolution_table"]


def dice_line(text):
    """``rk.dice``, and the command of that name."""
    return rk.dice(text).written


def evening_list(text):
    """``rk.evening``, its command, file and field: what happened, of how many, at what chance or on which mean."""
    return [(one.happened, one.tries, str(one.one.mean)) for one in rk.evening(text).throws]


def value_in_braces(text):
    """What stands in braces in a line, in ``rk.dice`` and behind the command of that name."""
    answer_read = rk.dice("2d6 + {n}", n=text)
    return answer_read.written if isinstance(answer_read, DiceAnswer) else [*answer_read.cells]


def dice_box(text):
    """A line of dice on the page ``your_dice``."""
    panel = rk.your_dice(text)
    return str(panel.lines[0].wrong) if panel.lines[0].wrong else panel.view.lines[0].answer.written


def dice_number(field):
    """The box of a number that a line leaves open, or of an end of its range."""

    def typed(text):
        (number,) = rk.your_dice("{n}d6").numbers.values()
        getattr(number, field).value = text
        return html.unescape(number.below.value) or tuple(number.now)

    return typed


def dice_question(text):
    """The number asked about there."""
    panel = rk.your_dice("3d6")
    panel.tabs.turn_to("Ask backwards")
    panel.about.number.value = text
    try:
        return panel.about.question.number
    except rk.RuleError as error:
        return str(error)


def dice_goal(text):
    """The goal there: the number that comes closest."""
    panel = rk.your_dice("2d6")
    panel.tabs.turn_to("Ask backwards")
    tool = panel.tools["Ask backwards"]
    tool.goal.value = text
    return html.unescape(tool.words.value).replace("\N{NO-BREAK SPACE}", " ")


def dice_pasted(text):
    """A line that is pasted there: the lines of dice, and the numbers."""
    panel = rk.your_dice("d20")
    panel.saved.paste.line.value = text
    now = panel.now
    return html.unescape(panel.saved.paste.trouble.value) or (now.lines, [tuple(one) for _, one in now.numbers])


def guessed(text):
    """A guess, in percent, at an answer that is hidden until then."""
    panel = rk.panel(FIRE)
    panel.first.switch.value = True
    panel["skill"] = 7
    panel.first.box.value = text
    panel.first.see()
    verdict = html.unescape(panel.first.question_note.value)
    match = re.search(r"you guessed ([\d.]+) %", verdict)
    return Fraction(match[1]) / 100 if match else verdict


def argument(check_id):
    """``NAME=VALUE`` of a command that takes one value: what is not at its default."""

    def typed(text):
        check = rk.checks[check_id]
        params = check(**parameters(check, check.book, [text])).params
        return {name: value for name, value in params.items() if value != check.parameters[name].default}

    return typed


def swept(text):
    """``NAME=VALUES`` of the command ``sweep``."""
    check = rk.checks[FIRE]
    table = rk.sweep(check, outcome="hits", **ranges(check, [check.book], [text]))
    return [*table.iloc[:, 0].unique()]


def values(text):
    """``--values`` of ``solve``."""
    check = rk.checks[FIRE]
    return list(tried(check, check.book, "Extra modifier", text))


def called(check_id, value):
    """A parameter as it is called, in ``rk.check``: the one that has the value."""

    def typed(text):
        params = rk.check(check_id, **{text: value}).params
        (call,) = [name for name, now in params.items() if now == value != rk.checks[check_id].parameters[name].default]
        return call

    return typed


def of(check_id, name):
    """A value as it is called, in ``rk.check``."""
    return lambda text: rk.check(check_id, **{name: text}).params[name]


def goal(text):
    """The goal of *Ask backwards* and ``--to``."""
    return rk.solve_for(FIRE, "skill", text).goal


def mean(text):
    """A goal where outcomes are numbers."""
    return rk.solve_for("odd_encounters.melee_damage", "target_ac", text).goal


def times(text):
    """So many times what it is now."""
    solution = rk.solve_for(FIRE, "skill", times=text, range_band="long")
    return solution.goal / rk.check(FIRE, range_band="long").event("hits")


def tool(name, panel):
    panel.tabs.turn_to(name)
    panel.wait()
    return panel.tools[name]


def unknown_of(text):
    """What *Ask backwards* is to find."""
    panel = rk.panel(FIRE, range_band="long")
    ask = tool("Ask backwards", panel)
    ask.unknown.value = text
    ask._press()
    panel.wait()
    return ask.solution.unknown if ask.solution else html.unescape(ask.words.value)


def chance(text):
    """The chance in *Luck*."""
    (panel := kept(FIRE)).reset()
    luck = tool("Luck", panel)
    luck.chance.value = text
    panel.wait()
    return html.unescape(luck.words.value) if "rk-error" in luck.words.value else rk.luck(text, 1, 6).each


def tries(text):
    """A number in *Luck*: out of how many."""
    (panel := kept(FIRE)).reset()
    luck = tool("Luck", panel)
    luck.tries.value = text
    panel.wait()
    sentence = html.unescape(luck.words.value)
    return (
        sentence
        if "rk-error" in sentence
        else next(n for n in range(1, 100) if f'<th scope="col">of {n}</th>' in sentence)
    )


def pasted(text):
    """The field for a line that somebody has sent: what is set, and what is said."""
    panel = rk.panel(FIRE, skill=3)
    panel.saved.paste.line.value = text
    return html.unescape(panel.saved.paste.trouble.value) or set_in(panel)


def set_in(panel):
    defaults = {name: p.default for name, p in panel.check.parameters.items()}
    return {name: panel[name] for name in panel.controls if panel[name] != defaults[name]}


def link(text):
    """A link, wherever it comes from: what it asks for."""
    return taken_in(rk.checks[FIRE], text)


def fights(text):
    """An option that is a number."""
    return main(["simulate", FIRE, "--fights", text])


def handout_down(text):
    """What stands down in a table of a handout."""
    table = f'[[table]]\ncheck = "{FIRE}"\nevent = "hits"\ndown = "{text}"\n'
    (table_made,) = rk.handout(f'title = "Ours"\ngame = "rencounter"\n{table}').tables
    return [name for name, _ in table_made.grids[0].rows]


def question_of(text):
    """``--outcome``."""
    return rk.worth(DUEL, outcome=text, turn_limit=1).measure.outcome


MINUSES = [*"-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"]
SPACES = [*" \t\u00a0\u2007\u2009\u202f\u3000"]
A_CHANCE = Says("type a chance such as 50 %, 1/2 or 1 in 2")
SKILL = Says("must be a whole number from 1 to 12; the answer is still for 6")
UTF8 = Says("save it as UTF-8")
MODIFIER = number_box(FIRE, "extra_modifier")
THE_SKILL = number_box(FIRE, "skill")

TABLE = [
    (dice_box, "4d6 drop lowest", "4d6 keep highest 3"),
    (dice_box, "2d6 \u2212 1", "2d6 - 1"),
    (dice_box, "4d6 drp lowest", Says("did you mean drop?")),
    (dice_number("box"), " 6\u00a0", (6, 1, 10)),
    (dice_number("box"), "2,5", Says("n must be a whole number; got 2,5")),
    (dice_number("low"), "\u22123", (4, -3, 10)),
    (dice_number("high"), "1.000", Says("n must be a whole number")),
    (dice_question, "\u22122", -2),
    (dice_question, "many", Says("must be a whole number; got many")),
    (dice_goal, "58,3 %", Says("write 58.3 %")),
    (dice_goal, "58.3 %", Says("<b>7 or more</b>: 58.3 %, 7/12")),
    (dice_pasted, "\u201crencounter dice 2d6\u201d", Says("must be")),
    (dice_pasted, "$ rencounter dice \u201c{n}d6 keep highest 3\u201d n=5", (("{n}d6 keep highest 3",), [(5, 1, 10)])),
    (dice_pasted, '>>> rk.your_dice("{n}d6", n="3 of 2..5")', (("{n}d6",), [(3, 2, 5)])),
    (dice_pasted, "see http://localhost:8866/voila/render/your_dice.ipynb?dice=3d6&amp;set.n=4).", (("3d6",), [])),
    (handout_down, "Skill = 4 .. 6", ["4", "5", "6"]),
    (handout_down, "skill\u00a0=\u00a04\u2026 6", ["4", "5", "6"]),
    (handout_down, "Weapon = Long bow, short Bow", ["long bow", "short bow"]),
    (handout_down, "skill=4-6", Says("must be written with two dots; got 4-6; try 4..6")),
    # what looks like a minus, and like a space
    *((rules_box, f"{LONG} = {minus}3", {LONG: -3}) for minus in MINUSES),
    *((rules_option, f"{LONG} = {minus}3", {LONG: -3}) for minus in MINUSES[4:8:3]),
    *((MODIFIER, f"{minus}3", (-3, "-3")) for minus in MINUSES),
    *((argument(FIRE), f"extra_modifier={minus}3", {"extra_modifier": -3}) for minus in MINUSES),
    *((number_box("odd_encounters.melee_attack", "target_ac"), f"{minus}3", (-3, "-3")) for minus in "\u2212\u2013"),
    *((rules_box, f"{LONG}{space}={space}-3{space}", {LONG: -3}) for space in SPACES),
    *((MODIFIER, f"{space}4{space}", (4, "4")) for space in SPACES),
    (rules_box, f"{LONG} = - 3", {LONG: -3}),
    (rules_box, f"{LONG} = \u2212\u00a03", {LONG: -3}),
    (rules_box, f"{LONG} = + 1", {LONG: 1}),
    (rules_box, f"{LONG}\u200b = -3", {LONG: -3}),
    (rules_box, f"\ufeff{LONG} = -3", {LONG: -3}),
    (rules_box, f"{LONG} = -3\r{MEDIUM} = -1", {LONG: -3, MEDIUM: -1}),
    (rules_box, f"{LONG} = -3\r\n{MEDIUM} = -1\r\n", {LONG: -3, MEDIUM: -1}),
    (rules_box, f"{LONG} = -3\u2028{MEDIUM} = -1", {LONG: -3, MEDIUM: -1}),
    (rules_box, "rulings.skill_roll = \u201cless_than\u201d", {"rulings.skill_roll": "less_than"}),
    (rules_box, "rulings.skill_roll = \u201eless_than\u201c", {"rulings.skill_roll": "less_than"}),
    (rules_box, f"{LONG} = 1.5", Says("must be a whole number")),
    (
        rules_box,
        "fire.smoke = { to = \u201cto hit\u201d, value = \u2212 2, ask = \u201cThere is smoke.\u201d }",
        {"fire.smoke": -2},
    ),
    (
        rules_box,
        'fire.smoke = { to = "To  Hit", value = -2, when = { "Range band" = "Long range" } }',
        {"fire.smoke": -2},
    ),
    (rules_box, 'fire.smoke = { to = "to hti", value = -2 }', Says('the nearest: "to hit"')),
    (rules_box, 'severity.dead = "1-2"', Says("try 1..2")),
    (rules_box, 'severity.dead = "1\u20132"', Says("try 1..2")),
    (rules_box, "severity.dead = 1\u20132", Says('write "1..2"')),
    (rules_box, "severity.dead = ..2", Says('write "..2"')),
    (rules_box, f"{LONG} = -03", Says("must begin without a 0; got -03; write -3")),
    (rules_box, f"{LONG} = 007", Says("write 7")),
    (rules_box, f"{LONG} = 3-", Says("one number, true, false or words in quotes must come after =; got 3-")),
    (MODIFIER, "- 3", (-3, "-3")),
    (MODIFIER, "\u2212 3", (-3, "-3")),
    (MODIFIER, "+3", (3, "3")),
    # numbers in a box
    (THE_SKILL, "8", (8, "8")),
    (THE_SKILL, "08", (8, "8")),
    (THE_SKILL, "8,5", SKILL),
    (THE_SKILL, "8.5", SKILL),
    (THE_SKILL, "eight", SKILL),
    (THE_SKILL, "1e1", SKILL),
    (THE_SKILL, "5-7", SKILL),
    (THE_SKILL, "0x8", SKILL),
    (THE_SKILL, "", Says("must be a number; the answer is still for 6")),
    (THE_SKILL, "30", Says("must be from 1 to 12; the answer is still for 6")),
    (THE_SKILL, "\u22123", Says("must be from 1 to 12; the answer is still for 6")),
    (number_box("realms_of_myth.task_chance", "max_chance"), "95 %", (95, "95")),
    (number_box("realms_of_myth.task_chance", "max_chance"), "95%", (95, "95")),
    (number_box(FIRE, "target_speed"), "6 inches a turn", (6, "6")),
    (tries, "7", 7),
    (tries, "\u00a07", 7),
    (tries, "2,5", Says("tries must be a whole number from 1 to 10,000; got 2,5")),
    (tries, "2.5", Says("tries must be a whole number from 1 to 10,000; got 2.5")),
    (tries, "\u22127", Says("tries must be a whole number from 1 to 10,000; got -7")),
    (table_box, "[[\u221240, 5], [0, 45]]", ((-40, 5), (0, 45))),
    (table_box, "[[- 40, 5],\u00a0[0, 45]]", ((-40, 5), (0, 45))),
    (seed_of, "7", 7),
    (seed_of, "\u00a07 ", 7),
    (seed_of, "1,000", Says("write 1000")),
    (seed_of, "\u22127", Says("a seed must be a whole number")),
    (fights, "1,000", Says("must be a whole number; got 1,000; write 1000")),
    (fights, "many", Says("must be a whole number; got many")),
    # dice in one line
    (dice_line, "2d6 \u2212 1", "2d6 - 1"),
    (dice_line, "4D6\u00a0drop\u00a0lowest", "4d6 keep highest 3"),
    (dice_line, "3d6\u00d710", "3d6 * 10"),
    (dice_line, "3d6 \u2264 11", "(3d6) <= 11"),
    (dice_line, "d{1\u20263}", "d{1,2,3}"),
    (dice_line, "2d6,5", Says("several answers must be read off a roll that has a name")),
    (dice_line, "d6.5", Says("numbers must be whole")),
    # throws of an evening
    (evening_list, "3\u00a0of 8 at 35\u00a0%", [(3, 8, "7/20")]),
    (evening_list, "3;8;0,35\r\n9\t2d6\u2028\u2212 1 on d4 \u2212 2", [(3, 8, "7/20"), (9, 1, "7"), (-1, 1, "1/2")]),
    (evening_list, "\u22121 on d4 \u2212 2", [(-1, 1, "1/2")]),
    (evening_list, "\ufeffTom: 1/2 1 in 2 # \u2014 once", [(1, 2, "1/2")]),
    (evening_list, "2,5 of 8 at 35 %", Says("what happened must be written like")),
    (evening_list, "3 of 8 at 35 % %", Says("from 0 % to 100 %; got 35 % %")),
    (value_in_braces, "\u2212\u00a02", "2d6 - 2"),
    (value_in_braces, " +3 ", "2d6 + 3"),
    (value_in_braces, "D4", "2d6 + d4"),
    (value_in_braces, "\u22121\u20261", [(-1,), (0,), (1,)]),
    (value_in_braces, "1, 3", [(1,), (3,)]),
    (value_in_braces, "2\u20138", Says("got 2-8; try 2..8")),
    (value_in_braces, "2 to 8", Says("try 2..8")),
    (value_in_braces, "2,5 m", Says("n must be a whole number or dice; got 2,5 m")),
    (value_in_braces, "2.5", Says("n must be a whole number or dice; got 2.5")),
    # parameters as they are called
    (called(DUEL, 7), "B skill", "b_skill"),
    (called(DUEL, 7), "b skill", "b_skill"),
    (called(DUEL, 7), "b_skill", "b_skill"),
    (called(DUEL, 7), "B_SKILL", "b_skill"),
    (called(DUEL, 7), " B\u00a0skill ", "b_skill"),
    (called(DUEL, 7), "b-skill", "b_skill"),
    (called(DUEL, 4), "B armour", "b_armor"),
    (called(DUEL, 4), "B armor", "b_armor"),
    (called(DUEL, 7), "skill", Says("rencounter.duel has no parameter skill; did you mean")),
    (called(FIRE, 3), "target armour", "target_armor"),
    (called(FIRE, 3), "Target Armor", "target_armor"),
    (called("odd_encounters.melee_attack", 3), "target AC", "target_ac"),
    (called("odd_encounters.melee_attack", 3), "target ac", "target_ac"),
    (called(FIRE, 3), "colour", Says("has no parameter colour")),
    (argument(DUEL), "B skill=7", {"b_skill": 7}),
    (argument(DUEL), "B\u00a0skill = 7", {"b_skill": 7}),
    (argument(DUEL), "b armour=4", {"b_armor": 4}),
    (argument(DUEL), "b armour=full", {"b_armor": 4}),
    (argument(DUEL), "b armour=full (4)", {"b_armor": 4}),
    (argument(DUEL), "b skil=4", Says("did you mean")),
    (unknown_of, "Skill", "skill"),
    (unknown_of, "target armour", "target_armor"),
    (unknown_of, " fire.range.long ", "fire.range.long"),
    (unknown_of, "luck", Says("what to find must be one of the list; got luck")),
    # values as they are called
    (of(FIRE, "range_band"), "extreme", "extreme"),
    (of(FIRE, "range_band"), "Extreme", "extreme"),
    (of(FIRE, "range_band"), "Extreme range", "extreme"),
    (of(FIRE, "range_band"), "extreme_range", "extreme"),
    (of(FIRE, "range_band"), "too close", "too_close"),
    (of(FIRE, "range_band"), "far", Says("range_band must be one of")),
    (of(FIRE, "range_band"), "range", Says("range_band must be one of")),
    (of(FIRE, "weapon"), "Long bow", "long_bow"),
    (of(FIRE, "weapon"), "LONG-BOW", "long_bow"),
    (of(FIRE, "weapon"), "bow", Says("weapon must be one of")),
    (of(FIRE, "cover"), "half solid", "half_solid"),
    (of(FIRE, "cover"), "half solid cover", "half_solid"),
    (of(FIRE, "target_armor"), "Full", 4),
    (of(FIRE, "target_armor"), "full (4)", 4),
    (of(FIRE, "target_armor"), "4", Says("must be a whole number from 0 to 4")),
    (argument(FIRE), "Range band=Long range", {"range_band": "long"}),
    (argument(FIRE), "weapon=long bow", {"weapon": "long_bow"}),
    (argument(FIRE), "mounted=Yes", {"mounted": True}),
    (argument(FIRE), "mounted=maybe", Says("mounted must be true or false; got maybe")),
    (argument(FIRE), "distance=Not given", {}),
    (argument(FIRE), "aim turns=1", {"aim_turns": 1}),
    (argument(FIRE), "aim turns=0,5", Says("write 0.5")),
    (argument(FIRE), "target speed=6 inches a turn", {"target_speed": 6}),
    (
        of("realms_of_myth.range_limit", "object_range_factor"),
        "3/4 %",
        Says("object_range_factor must be one of 1, 3/4"),
    ),
    (of("realms_of_myth.range_limit", "object_range_factor"), "1%", Says("object_range_factor must be one of 1, 3/4")),
    (argument(FIRE), "skill=8,5", Says("skill must be a whole number from 1 to 12; got 8,5")),
    (argument(FIRE), "skill=5-7", Says("skill must be one number here; got 5-7; try rencounter sweep with skill=5..7")),
    (
        argument(FIRE),
        "skill=5..7",
        Says("skill must be one number here; got 5..7; try rencounter sweep with skill=5..7"),
    ),
    (question_of, "A wins", "A wins"),
    (question_of, "a wins", "A wins"),
    (question_of, "A_WINS", "A wins"),
    (question_of, "A loses", Says("A loses")),
    # ranges
    (swept, "skill=5..7", [5, 6, 7]),
    (swept, "skill=5 .. 7", [5, 6, 7]),
    (swept, "skill=5\u20267", [5, 6, 7]),
    (swept, "Skill=5, 7", [5, 7]),
    (swept, "skill=5-7", Says("got 5-7; try 5..7")),
    (swept, "skill=5\u20137", Says("try 5..7")),
    (swept, "skill=5 \u2212 7", Says("try 5..7")),
    (swept, "skill=5 to 7", Says("try 5..7")),
    (swept, "skill=7-5", Says("try 5..7")),
    (swept, "skill=7..5", Says("try 5..7")),
    (swept, "Range band=Long,short range", ["long", "short"]),
    (swept, "extra modifier=\u22122..1", [-2, -1, 0, 1]),
    (values, "\u22122..1", [-2, -1, 0, 1]),
    (values, "0-3", Says("try 0..3")),
    # chances as they are written here and elsewhere
    *((ask, text, Fraction(1, 2)) for ask in (goal, chance) for text in ("1 in 2", "50", "50%", "0.5")),
    *(
        (goal, text, Fraction(5, 12))
        for text in ("5 in 12", "5 / 12", "5/12", "5 times in 12", "5 out of 12", "5 of 12")
    ),
    *((guessed, text, Fraction(1, 40)) for text in ("2.5", "2.5 %", "\u00a02.5%", "1/40", "1 in 40")),
    (guessed, "0.5", Fraction(1, 200)),
    *((guessed, text, Fraction(539, 1000)) for text in ("53.9", "53,9", " 53,9 %")),
    (goal, "41.7%", Fraction(417, 1000)),
    (goal, "41.7 percent", Fraction(417, 1000)),
    (goal, "41.7", Fraction(417, 1000)),
    (goal, "50\u00a0%", Fraction(1, 2)),
    (goal, "1 time in 4", Fraction(1, 4)),
    (goal, "About 1 in 4", Fraction(1, 4)),
    (goal, "all but 1 in 19", Fraction(18, 19)),
    (goal, "all but 1 time in 19", Fraction(18, 19)),
    (goal, "1 in 1,000", Fraction(1, 1000)),
    (goal, "7/144 = 4.86 % = 1 in 21", Fraction(7, 144)),
    (goal, "58.3 %, 7/12", Fraction(7, 12)),
    (goal, "58.3 %, 1/2", A_CHANCE),
    (goal, "7/12 = 99 %", A_CHANCE),
    (goal, "1/2 = even", A_CHANCE),
    (goal, "under 0.01 %, 1/20000", Fraction(1, 20000)),
    (goal, "7/12 = 58.3%", Fraction(7, 12)),
    (goal, "50/50", A_CHANCE),
    (chance, "50 / 50", A_CHANCE),
    (goal, "6/6", Fraction(1)),
    (goal, "always", Fraction(1)),
    (goal, "never", Fraction(0)),
    (goal, "1", Fraction(1)),
    (goal, "41,7 %", Says("write 41.7 %")),
    (goal, "0,5", Says("write 0.5")),
    (chance, "41,7", Says("write 41.7")),
    *((goal, text, A_CHANCE) for text in ("half", "", "1:2", "50 % %", "150 %", "150", "\u22121/2", "1 in 0", "fifty")),
    *((chance, text, A_CHANCE) for text in ("rather likely", "7/5", "3 in 2", FIRE)),
    (mean, "2.5", Fraction(5, 2)),
    (mean, "50", Fraction(50)),
    (mean, "always", Says("the goal must be a number; got always")),
    (mean, "2,5", Says("the goal must be a number; got 2,5; write 2.5")),
    (times, "1/2", Fraction(1, 2)),
    (times, "50 %", Fraction(1, 2)),
    (times, "1,5", Says("write 1.5")),
    # links that went through other sites
    (link, ASK, SentSituation(SHOT)),
    *(
        (link, ASK + behind, SentSituation(SHOT))
        for behind in (")", ".", ">", ").", ",", "!", "*", "?", ")]", "%3E", "%29", "~", "`", "|", "\u2026")
    ),
    (link, f"<{ASK}>", SentSituation(SHOT)),
    (link, f"({ASK})", SentSituation(SHOT)),
    (link, f"Look here: {ASK} (the long one)", SentSituation(SHOT)),
    (link, f"[a shot]({ASK}).", SentSituation(SHOT)),
    (link, f"{ASK}&amp;range_band=long", SentSituation(LONG_SHOT)),
    (link, f"{ASK}&amp;amp;range_band=long", SentSituation(LONG_SHOT)),
    (link, f"{ASK}&#38;range_band=long", SentSituation(LONG_SHOT)),
    (link, f"{ASK}&range_band=Long+range", SentSituation(LONG_SHOT)),
    (link, f"{ASK}&Range%20band=long.", SentSituation(LONG_SHOT)),
    (link, f"{ASK}&token=abc", SentSituation(SHOT)),
    (link, f"{ASK}&extra_modifier=%E2%88%923", SentSituation({**SHOT, "extra_modifier": -3})),
    (
        link,
        f"{PAGE}?utm_source=chat&fbclid=IwAR0_x&check=rencounter.fire&skill=9",
        SentSituation(SHOT, "", "Left out of the link, as this panel does not use it: utm_source, fbclid."),
    ),
    (
        link,
        f"{ASK}&gclid=1&ref=share",
        SentSituation(SHOT, "", "Left out of the link, as this panel does not use it: gclid, ref."),
    ),
    (
        link,
        f"{ASK}&utm_term=a&utm_term=b",
        SentSituation(SHOT, "", "Left out of the link, as this panel does not use it: utm_term."),
    ),
    (link, f"{ASK}&skil=9", Says("did you mean skill?")),
    (link, f"{ASK}&skill=9", SentSituation(SHOT)),
    (link, f"{ASK}&skill=7", Says("skill must be a whole number from 1 to 12; got ['9', '7']")),
    (link, f"{ASK}&Skill=7", Says("each parameter must be given once; got skill twice")),
    (link, f"{ASK}&check={DUEL}", Says("a line to paste must be a link, a command or Python")),
    (link, f"{ASK}&rule=less_than", Says("has no parameter rule")),
    (
        link,
        f"{ASK}&rules=fire.range.short+%3D+1&rules=fire.range.long+%3D+-3",
        SentSituation(SHOT, "fire.range.short = 1\nfire.range.long = -3"),
    ),
    (link, f"{ASK}&rules=fire.range.long+%3D+%E2%88%923", SentSituation(SHOT, "fire.range.long = -3")),
    (pasted, f"{ASK}&range_band=long).", LONG_SHOT),
    (pasted, f"{ASK}&utm_source=chat", Says("Left out of the link, as this panel does not use it: utm_source.")),
    (pasted, "rencounter check rencounter.fire skill=9 'Range band=Long range'", LONG_SHOT),
    (
        pasted,
        ("rencounter check rencounter.fire skill=9 skill=7"),
        Says("each parameter must be given once; got skill twice"),
    ),
    (
        pasted,
        ("rk.check('rencounter.fire', skill=9, skill=7)"),
        Says("each parameter must be given once; got skill twice"),
    ),
    (
        pasted,
        "rk.check('rencounter.fire', **{'Skill': 9})",
        Says("a line to paste must be a link, a command or Python"),
    ),
    (pasted, "$ rencounter check rencounter.fire skill=9 range_band=long", LONG_SHOT),
    (pasted, "rencounter check rencounter.fire skill=9 \u201crange band=long\u201d", LONG_SHOT),
    (pasted, ">>> rk.check(\u201crencounter.fire\u201d, skill=9, range_band=\u201clong\u201d)", LONG_SHOT),
    (pasted, "rk.check('rencounter.fire', skill=9, range_band='Long range')", LONG_SHOT),
    # files in other letters
    (rules_file(f"{LONG} = -3\n".encode()), "", {LONG: -3}),
    (rules_file(f"\ufeff{LONG} = -3\r\n".encode()), "", {LONG: -3}),
    (rules_file(f"{LONG} = \u22123\r{MEDIUM} = -1".encode()), "", {LONG: -3, MEDIUM: -1}),
    (rules_file(f"{LONG} = -3\n".encode("utf-16")), "", UTF8),
    (rules_file(f"{LONG} = -3\n".encode("utf-16-le")), "", UTF8),
    (rules_file(f"{LONG} = -3\n".encode("utf-16-be")), "", UTF8),
    (rules_file(f"# Bogensch\u00fctzen\n{LONG} = -3\n".encode("cp1252")), "", UTF8),
    (rules_file(f"{LONG} = \u20133\n".encode("cp1252")), "", UTF8),
]


@pytest.mark.parametrize(
    ("typed", "text", "means"), TABLE, ids=[f"{n}: {ascii(row[1])[:50]}" for n, row in enumerate(TABLE)]
)
def test_what_is_typed_means_the_same_everywhere(typed, text, means, tmp_path, capsys):
    try:
        value = typed(text or tmp_path) if not text and typed.__qualname__.startswith("rules_file") else typed(text)
    except rk.RuleError as error:
        value = str(error)
    if isinstance(means, Says):
        printed_text = value if isinstance(value, str) else capsys.readouterr().err
        assert means in printed_text and "\n" not in printed_text.strip()
    else:
        assert value == means


def test_a_link_from_a_chat_opens_the_app_with_its_situation_and_a_word(monkeypatch):
    monkeypatch.setenv("VOILA_REQUEST_URL", f"{ASK}&range_band=long&utm_source=chat)")
    panel = rk.panel(FIRE)
    assert set_in(panel) == LONG_SHOT
    assert (
        "Left out of the link, as this panel does not use it: utm_source." in panel.trouble.value
        and "rk-error" not in panel.trouble.value
    )


def test_a_link_from_a_chat_opens_a_flow_too(monkeypatch):
    monkeypatch.setenv("VOILA_REQUEST_URL", f"{PAGE}?flow=traveller.to_blows&amp;fbclid=x.")
    flow = rk.flow("traveller.to_blows")
    assert (
        "Left out of the link, as this panel does not use it: fbclid." in flow.report.value
        and "rk-error" not in flow.report.value
    )


@pytest.mark.parametrize("params", [{"b_skill": 7, "B skill": 7}, {"B skill": 7, "B Skill": 8}])
def test_a_parameter_by_two_names_is_given_twice(params):
    with pytest.raises(rk.RuleError, match="each parameter must be given once; got b_skill twice"):
        rk.check(DUEL, **params)


def test_names_on_a_page_reach_every_question():
    params = {"Range band": "Long range"}
    plain = rk.check(FIRE, range_band="long")
    assert rk.check(FIRE, **params) == plain and rk.worth(FIRE, **params).rows == rk.worth(FIRE, range_band="long").rows
    assert rk.simulate(FIRE, 100, **params).counts == rk.simulate(FIRE, 100, range_band="long").counts
    assert str(rk.formula(FIRE, "Skill", **params)) == str(rk.formula(FIRE, "skill", range_band="long"))
    assert str(rk.tornado(FIRE, **params)) == str(rk.tornado(FIRE, range_band="long"))
    assert str(rk.shapley(FIRE, **params)) == str(rk.shapley(FIRE, range_band="long"))
    assert str(rk.interaction(FIRE, "Skill", ("Cover", "half solid"), **params)) == str(
        rk.interaction(FIRE, "skill", ("cover", "half_solid"), range_band="long")
    )
    assert rk.panel(FIRE, **params).result == plain
