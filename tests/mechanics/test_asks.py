"""What the checks ask stands in the data: each kind of line, the names by which a check asks, and what is refused."""

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics import asks
from rencounter_kit.workbook.mechanics.catalogue import flows_of
from rencounter_kit.workbook.mechanics.check import Check
from rencounter_kit.workbook.mechanics.modifiers import inputs
from rencounter_kit.workbook.mechanics.parameter import (
    Choice,
    Rows,
    SeveralChoices,
    Whole,
    YesNo,
    choice,
    whole,
    yes_no,
)
from rencounter_kit.workbook.mechanics.ready_dice import no_dice
from rencounter_kit.workbook.rulebook.book import load, rules, systems

FIGURES = """
[book]
title = "Toy"
[hall]
source = "Halls"
label = "{}"
width = { value = 8, low = 1, high = 12, note = "Feet across." }
dark = { value = -2, ask = "The hall is dark." }
usual = [4, 9]
[hall.floor]
stone = 1
sand = 5
straw = { value = 3, mark = "assumed", note = "The text has none." }
[rulings.echo]
value = true
label = "halls echo"
source = "Halls"
note = "The text is silent."
[rulings.reach]
value = "arm"
choices = ["arm", "spear"]
label = "how far one reaches"
source = "Halls"
note = "The text is silent."
"""


@pytest.fixture
def made(tmp_path):
    """What is asked by a book with these lines below [asks]."""

    def made(lines, names):
        file = tmp_path / "toy.toml"
        file.write_text(f"{FIGURES}[asks]\n{lines}\n")
        return list(asks.parameters(load(file), names, "toy.check").values())

    return made


# Kinds ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "parameter"),
    [
        ('{ help = "Is it?" }', yes_no("it", False, "Is it?")),
        ('{ help = "Is it?", default = true, rare = true }', yes_no("it", True, "Is it?", rare=True)),
        ('{ help = "How many?", from = 2, to = 9 }', whole("it", 2, 9, 2, "How many?")),
        ('{ help = "How many?", from = -2, to = 9, unit = "men" }', whole("it", -2, 9, 0, "How many?", unit="men")),
        ('{ help = "How many?", from = -9, to = -2, free = true }', whole("it", -9, -2, -2, "How many?", free=True)),
        ('{ help = "How many?", from = 0, to = 9, default = "hall.width" }', whole("it", 0, 9, 8, "How many?")),
        ('{ help = "How many?", from = 0, to = 9, optional = true }', whole("it", 0, 9, None, "How many?")),
        ('{ help = "How many?", from = 0, to = "hall.floor" }', whole("it", 0, 5, 0, "How many?")),
        ('{ help = "How many?", from = "hall.floor", below = "hall.width" }', whole("it", 1, 7, 1, "How many?")),
        (
            '{ help = "One of {grades}.", grades = ["hall.width", "hall.floor"], from = 1, to = 8 }',
            whole("it", 1, 8, 1, "One of 8 width, 1 stone, 5 sand.", grades=((8, "width"), (1, "stone"), (5, "sand"))),
        ),
        (
            '{ help = "Which?", grades = ["hall.floor"] }',
            whole("it", 1, 5, 1, "Which?", grades=((1, "stone"), (5, "sand"))),
        ),
        ('{ help = "Which?", choices = ["a", "b"] }', choice("it", ("a", "b"), "a", "Which?")),
        ('{ help = "Which?", choices = [0, 0.5], default = 0.5 }', choice("it", (0, 0.5), 0.5, "Which?")),
        (
            '{ help = "Which?", choices = "hall.floor", default = "sand" }',
            choice("it", ("stone", "sand", "straw"), "sand", "Which?"),
        ),
        (
            '{ help = "Which?", choices = ["none", "hall.floor.*"] }',
            choice("it", ("none", "stone", "sand", "straw"), "none", "Which?"),
        ),
        (
            '{ help = "Each?", many = [1, 3], from = 0, to = 2, default = [1] }',
            SeveralChoices("it", (1,), "Each?", low=1, high=3, choices=(0, 1, 2)),
        ),
        (
            '{ help = "Each?", many = [0, "hall.width"], choices = ["a"], optional = true }',
            SeveralChoices("it", None, "Each?", low=0, high=8, choices=("a",), optional=True),
        ),
        ('{ help = "Rows?", rows = true }', Rows("it", None, "Rows?", optional=True)),
        ('{ of = "rulings.echo" }', YesNo("it", True, "The text is silent.", "ruling", path="rulings.echo")),
        (
            '{ of = "rulings.reach", help = "How far?" }',
            Choice("it", "arm", "How far?", "ruling", path="rulings.reach", choices=("arm", "spear")),
        ),
        (
            '{ of = "hall.width", group = "target" }',
            Whole("it", 8, "Feet across.", "target", path="hall.width", low=1, high=12),
        ),
        ('{ of = "hall.dark", default = true }', yes_no("it", True, "The hall is dark.")),
        ('{ help = "Is it?", takes = "other" }', yes_no("it", False, "Is it?", takes="toy.other")),
        (
            '{ help = "Is it?", only_with = { way = ["a", "hall.floor.*"] } }',
            yes_no("it", False, "Is it?", only_with=("way", ("a", "stone", "sand", "straw"))),
        ),
        (
            '{ help = "Is it?", only_with = { lists = [[]] } }',
            yes_no("it", False, "Is it?", only_with=("lists", ((),))),
        ),
        ('{ help = "Usually {hall.usual:to}." }', yes_no("it", False, "Usually 4 to 9.")),
        (
            '{ help = "{hall.width} feet.", hint = "in feet" }',
            yes_no("it", False, "8 feet.", hint="in feet", written="{hall.width} feet."),
        ),
    ],
)
def test_a_line_says_what_kind_it_is(made, line, parameter):
    assert made(f"it = {line}", "it") == [parameter]


def test_a_parameter_that_says_what_is_answered_tells_so(made):
    line = '{ help = "Which?", choices = ["a", "b"] }'
    assert made(f"result = {line}", "result") == [choice("result", ("a", "b"), "a", "Which?", hint="what to show")]


# Names ----------------------------------------------------------------------------------------------------------------

LINES = """
skill = { help = "Skill {what}, if any.", from = 1, to = 12, unit = "points" }
[asks.man]
sides = { a = "figure", defender = "target" }
skill = { like = "skill", what = "of {side}", default = 6 }
hurt = { help = "{side} is hurt.", default = true }
[asks.horse]
hurt = { help = "It is hurt." }
"""


def test_a_line_may_be_like_another_and_a_group_may_have_sides(made):
    assert made(LINES, "skill man.* horse.hurt") == [
        whole("skill", 1, 12, 1, "Skill, if any.", unit="points"),
        whole("a_skill", 1, 12, 6, "Skill of A, if any.", group="figure", unit="points"),
        yes_no("a_hurt", True, "A is hurt.", group="figure"),
        whole("defender_skill", 1, 12, 6, "Skill of the defender, if any.", group="target", unit="points"),
        yes_no("defender_hurt", True, "the defender is hurt.", group="target"),
        yes_no("hurt", False, "It is hurt."),
    ]


def test_names_stand_in_one_text_or_in_several_beside_what_is_no_data(made):
    own = yes_no("own", False, "-")
    one = ("skill", ("man.defender_*", own), "echo hall.dark hall.width")
    assert made(LINES, ("echo", "hall.dark echo")) == made(LINES, "echo hall.dark")
    assert [p.name for p in made(LINES, one)] == [
        "skill", "defender_skill", "defender_hurt", "own", "echo", "dark", "width",
    ]  # fmt: skip


def test_a_part_takes_what_both_ask_for():
    fire, check = rk.checks["rencounter.fire"], rk.checks["rencounter.gunfight"]
    assert asks.names(fire.book, "skill gunman.a_*") >= {"skill", "a_skill", "a_weapon"}
    assert "skill" not in asks.names(fire.book, "gunman.a_*")
    assert set(check.parameters) >= asks.names(fire.book, "gunman.*")


# What is refused ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "names", "message"),
    [
        (LINES, "skil", "nothing is called skil; did you mean skill?"),
        (LINES, "man.b_skill", "nothing is called man.b_skill; did you mean man.a_skill?"),
        (LINES, "mann.*", "nothing is called mann.*"),
        (LINES, "ecko", "nothing is called ecko; did you mean echo?"),
        (LINES, "hall.drak", "nothing is called hall.drak; did you mean hall.dark?"),
        (
            'it = { help = "-", form = 1 }',
            "it",
            "asks.it has form, which says nothing of a parameter; did you mean from?",
        ),
        ('it = { help = "-", zzz = 1 }', "it", "asks.it has zzz, which says nothing of a parameter"),
        (
            'it = { like = "skil" }\nskill = { help = "-" }',
            "it",
            "asks.it is like skil, which is not there; did you mean",
        ),
        ("it = { from = 0, to = 3 }", "it", "asks.it must have help; it has none"),
        ('it = { help = "-", to = 3 }', "it", "asks.it must have from; it has none"),
        (
            'it = { help = "-", from = 0, to = "hall.widht" }',
            "it",
            "asks.it: a rule of Toy must be named by its path; got hall.widht; did you mean hall.width?",
        ),
        (
            'it = { help = "-", choices = "hall.flor" }',
            "it",
            "asks.it: a rule of Toy must be named by its path; got hall.flor",
        ),
        (
            'it = { help = "-", grades = ["hall.flor"] }',
            "it",
            "asks.it: a rule of Toy must be named by its path; got hall.flor",
        ),
        ('it = { of = "rulings.ecko" }', "it", "got rulings.ecko; did you mean rulings.echo?"),
        (LINES, "man.a_hurt horse.hurt hurt", "nothing is called hurt"),
        (
            f"{LINES}skill = {{ help = 'Its own.' }}",
            "skill horse.skill",
            "skill must be asked in one way; got two: Skill",
        ),
        ('it = { of = "hall.floor" }', "it", "asks.it: a rule of Toy must be named by its path; got hall.floor"),
    ],
)
def test_a_wrong_name_or_key_is_refused_with_file_and_name(made, lines, names, message):
    with pytest.raises(ValueError, match=r"^toy\.check, by data/toy\.toml: ") as refused:
        made(lines, names)
    assert message in str(refused.value)


def test_a_check_that_asks_for_what_is_not_there_is_refused_when_it_is_made():
    with pytest.raises(ValueError, match=r"^traveller\.toy, by data/traveller\.toml: nothing is called peple"):
        Check("traveller.toy", "?", source="-", parameters="peple", targets=inputs("peple"), dice=no_dice("peple"))


def test_house_rules_do_not_change_what_is_asked():
    book = rules("rencounter")
    assert not any(path.startswith("asks.") for path in book)
    for line in ("asks.skill.to = 20", "asks.skill = { to = 20 }", "asks.skill.default = 1"):
        with pytest.raises(rk.RuleError, match=r"must be|is not"):
            book.with_house_rules(line)
    assert book.with_house_rules("fire.range.long = -3").asks is book.asks


def test_a_book_with_other_lines_is_another_book(tmp_path):
    files = [tmp_path / str(number) / "toy.toml" for number in (1, 2)]
    for number, file in enumerate(files):
        file.parent.mkdir()
        file.write_text(f'{FIGURES}[asks]\nit = {{ help = "{number}" }}\n')
    first, other = map(load, files)
    assert first != other
    assert [asks.parameters(one, "it", "-")["it"].help for one in (first, other)] == ["0", "1"]


# The books ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stem", systems())
def test_each_line_is_asked_by_a_check_or_is_what_others_are_like(stem):
    book, lines = rules(stem), asks._lines(rules(stem))
    parameters = [check.parameters for check in rk.checks.of(stem)] + [flow.plans for flow in flows_of(stem).values()]
    like = {line["like"] for line in lines.values() if "like" in line}
    idle = []
    for name in lines.keys() - like:
        (parameter,) = asks.parameters(book, name, stem).values()
        if not any(some.get(parameter.name) == parameter for some in parameters):
            idle.append(name)
    assert idle == []


@pytest.mark.parametrize("stem", systems())
def test_no_line_says_again_what_the_one_that_it_is_like_says(stem):
    lines = asks._lines(rules(stem))
    for name, line in lines.items():
        base = asks._line(rules(stem), line["like"]) if "like" in line else {}
        own = set(line) - {"group" if base.get("group") == line.get("group") and "side" in line else "", "side"}
        assert [key for key in own if key in base and base[key] == line[key]] == [], name


@pytest.mark.parametrize("stem", systems())
def test_each_default_is_one_that_may_be_said(stem):
    for check in rk.checks.of(stem):
        for p in check.parameters.values():
            assert p.check(p.default) == p.default, (check.id, p.name)
