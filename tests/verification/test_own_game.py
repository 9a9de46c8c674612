"""A game of one's own is verified, remembers it, and is found out where it is broken."""

from types import SimpleNamespace

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.workbook.rulebook import library
from rencounter_kit.workbook.rulebook.stamp import unverified, verified
from rencounter_kit.workbook.verification import trial, verify

FORD = """\
[book]
title = "The Ford"

[dice]
source = "Dice"
shoot = "2d6"
wound = "d6"
wade = "d20"

[shooting]
source = "Shooting"
needed = { value = 8, threshold = true }
skill = 1
cover = { value = -2, ask = "The target is in cover." }

[shooting.range]
source = "Ranges"
close = 1
long = -2

[wound]
source = "Wounds"
fever = { value = 3, looked_up = true }

[wound.table]
source = "Table of Wounds"
covers = "dice.wound"
scratch = "1..2"
wounded = "3..5"
dead = "6"

[river]
source = "The River"
needed = 12
flood = -2
highest = { value = 4, threshold = true }

[asks]
skill = { help = "How well he shoots.", from = 0, to = 4 }
range = { help = "How far away.", choices = "shooting.range" }
flood = { help = "How high the river is.", from = 0, to = "river.highest" }
rounds = { help = "Rounds at most, 0 for to the end.", from = 0, to = 9 }

[asks.fighter]
sides = { a = "figure", b = "target" }
skill = { help = "How well {side} shoots.", from = 0, to = 4 }

[check.shoot]
title = "Does it hit?"
source = "Shooting"
asks = "skill range shooting.cover"
sums.dm = { to = "to hit ({dice.shoot})", add = ["each shooting.skill skill", "pick shooting.range range", "flag shooting.cover"] }
dice = "{dice.shoot} + {dm} >= {shooting.needed}"
outcomes = { no = "miss", yes = "hit" }

[check.wound]
title = "What does a hit do?"
source = "Wounds"
dice = "{dice.wound}"
table = "wound.table"

[check.wade]
title = "Does he get across?"
source = "The River"
asks = "flood"
sums.highest = { to = "to get across ({dice.wade})", add = ["always river.needed", "each river.flood flood"] }
dice = "{dice.wade} <= {highest}"
outcomes = { no = "swept away", yes = "across" }

[fight.duel]
title = "Who is hit first?"
source = "Shooting"
asks = "fighter.* rounds"
lasts = 1
at_most = "rounds"
acts = [{ by = "together", check = "shoot", takes = { hit = 1 } }]

[situations.shoot]
"A good archer" = { skill = 3 }
"A boy, close by" = { range = "close", cover = true }

[[layer]]
name = "Thick trees"
shooting.cover = -3

[[example]]
check = "shoot"
name = "an arrow from close by"
expect = { hit = "7/12", miss = "5/12" }
"""  # noqa: E501


PYTHON = """\
from rencounter_kit.workbook.mechanics.check import Check
from rencounter_kit.workbook.mechanics.ready_dice import read_off

late = Check("ford.late", "What does it do?", source="Wounds", targets={"dm": lambda r: 4},
             dice=read_off("late", "dice.wound", "wound.table", on="the table", plus="dm"))
CHECKS = (late,)
"""


@pytest.fixture(autouse=True)
def forget(monkeypatch):
    """Few throws, time enough for every fight on any machine, and afterwards no game that is not of this package."""
    monkeypatch.setattr(verify, "_THROWS", 50)
    monkeypatch.setattr(trial, "time", SimpleNamespace(process_time=lambda: 0.0))
    yield
    for stem in list(library._own):
        library.put(None, stem)


@pytest.fixture
def ford(tmp_path):
    """Write the game, with what is changed in it."""

    def written(*changes):
        text = FORD
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        file = tmp_path / "ford" / "ford.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        return file.parent

    return written


def test_a_game_that_holds_together_is_remembered_until_it_changes(ford, run):
    folder = ford()
    rk.load_game(folder)
    assert unverified("ford") == f"Not verified yet: run rencounter verify {folder}"
    assert unverified("ford") in rk.check("ford.shoot").explain().marks
    status, output, _ = run("verify", str(folder))
    assert status == 0
    assert output.startswith("The Ford: 4 checks, ") and output.endswith(
        "1 worked example.\n\nNo faults.\n\nNo remarks.\n"
    ), output
    assert verified("ford") and unverified("ford") == "" and rk.check("ford.shoot").explain().marks == []
    rk.load_game(ford(("needed = 12", "needed = 13")))
    assert not verified("ford")


def test_what_was_verified_and_no_longer_holds_is_forgotten(ford):
    folder = ford(('hit = "7/12", miss = "5/12"', 'hit = "1/12", miss = "11/12"'))
    (folder / "ford.verified").write_text("old")
    assert rk.verify(folder).faults
    assert not (folder / "ford.verified").exists()


def test_the_games_of_this_package_need_no_stamp():
    assert all(verified(stem) and not unverified(stem) for stem in ("rencounter", "salamis"))


BROKEN = {
    "example: chance": (
        ('hit = "7/12", miss = "5/12"', ('hit = "1/2", miss = "1/2"')),
        True,
        "hit has the chance 7/12, not 1/2",
    ),
    "example: sum": (('hit = "7/12"', 'hit = "1/2"'), True, "must add up to 1; they add up to 11/12"),
    "example: outcome": (('hit = "7/12"', 'hits = "7/12"'), True, "has the chance "),
    "example: check": (('check = "shoot"\nname', 'check = "shot"\nname'), True, "did you mean ford.shoot?"),
    "example: parameter": (
        ("expect = { hit", "params = { skil = 1 }\nexpect = { hit"),
        True,
        ("got skil; did you mean skill?"),
    ),
    "example: value": (
        ("expect = { hit", "params = { skill = 9 }\nexpect = { hit"),
        True,
        "it is refused: skill must be",
    ),
    "example: key": (("expect = { hit", "expects = { hit"), True, "did you mean expect?"),
    "example: none": (
        (
            (
                '[[example]]\ncheck = "shoot"\nname = "an arrow from close by"\nexpect = { hit = "7/12", '
                'miss = "5/12" }\n'
            ),
            "",
        ),
        False,
        "it has no worked examples",
    ),
    "figure changed": (
        ("needed = { value = 8,", "needed = { value = 9,"),
        True,
        ('worked example "an arrow from close by": hit has the chance 5/12'),
    ),
    "parameter: not used": (('asks = "flood"', 'asks = "flood skill"'), False, "ford.wade: skill changed no answer"),
    "parameter: counts 0": (("skill = 1\n", "skill = 0\n"), False, "ford.shoot: skill changed no answer"),
    "modifier: counts 0": (
        ("cover = { value = -2,", "cover = { value = 0,"),
        False,
        ("ford.shoot: cover changed no answer"),
    ),
    "choices alike": (("long = -2", "long = 1"), False, "ford.shoot: range changed no answer"),
    "figure: not read": (("flood = -2\n", "flood = -2\ndepth = 3\n"), False, "river.depth: not used by any check"),
    "figure: not looked up": (
        ("needed = 12\n", "needed = { value = 12, looked_up = true }\n"),
        False,
        ("river.needed: it is marked as looked up by players, but ford.wade uses it"),
    ),
    "house rule: changes nothing": (
        ("shooting.cover = -3", "river.highest = 5"),
        False,
        ("Thick trees: it changed no answer"),
    ),
    "situation: refused": (
        ("{ skill = 3 }", "{ skill = 7 }"),
        True,
        ('its situation "A good archer" is refused: skill must be'),
    ),
    "situation: twice": (
        ("{ skill = 3 }", '{ range = "close", cover = true }'),
        False,
        ('its situations "A good archer" and "A boy, close by" are the same'),
    ),
    "situation: check": (
        ("[situations.shoot]", "[situations.shooot]"),
        True,
        ("its situations belong to no check of the game; did you mean ford.shoot?"),
    ),
    "table: a row is missing": (
        ('dice = "{dice.wound}"\ntable', ('asks = "skill"\ndice = "{dice.wound} + max(0, {skill} - 2)"\ntable')),
        True,
        (
            "ford.wound: it has no answer in skill 3 (and in 1 more): every total of "
            "the dice must have a row in wound.table; 7 of"
        ),
    ),
    "outcomes: a row is missing": (
        (
            '<= {highest}"\noutcomes = { no = "swept away", yes = "across" }',
            ('+ {highest}"\noutcomes = { "10..22" = "wet", "23..32" = "dry" }'),
        ),
        True,
        (
            "ford.wade: it has no answer in flood 2 (and in 2 more): every total of the dice must "
            "have a row in outcomes; 9 of d20 + 8 has none"
        ),
    ),
    "fight: never ends": (
        ("needed = { value = 8,", "needed = { value = 14,"),
        False,
        ("ford.duel: it never ends in the usual case\n"),
    ),
    "fight: never ends twice": (
        ("needed = { value = 8,", "needed = { value = 15,"),
        False,
        ("ford.duel: it never ends in the usual case (and need not in 1 more)"),
    ),
    "fight: never ends in a corner": (
        ("{ value = 8, threshold = true }\nskill = 1", "{ value = 12, threshold = true }\nskill = -1"),
        False,
        "ford.duel: it never ends in A skill 4, B skill 4",
    ),
    "outcome: never": (("needed = { value = 8,", "needed = { value = -9,"), False, "ford.shoot: miss never came"),
    "river: never": (("needed = 12", "needed = 30"), False, "ford.wade: swept away never came"),
}


@pytest.mark.parametrize(("change", "is_fault", "message"), BROKEN.values(), ids=BROKEN)
def test_what_is_broken_in_a_game_is_found(ford, change, is_fault, message):
    verification = rk.verify(ford(change))
    findings = [str(one) for one in (verification.faults if is_fault else verification.remarks)]
    assert any(message in one for one in findings), str(verification)


MANY = """
[asks.many]
one = { help = "One.", from = 0, to = 6 }
two = { help = "Two.", from = 0, to = 6 }
three = { help = "Three.", from = 0, to = 6 }
four = { help = "Four.", from = 0, to = 6 }
five = { help = "Five.", from = 0, to = 6 }

[check.much]
title = "How much is it?"
source = "Wounds"
asks = "many.*"
sums.dm = { to = "much", add = ["value one", "value two", "value three", "value four", "value five"] }
dice = "d6 + {dm}"
outcomes = { "1..20" = "little", "21..35" = "much" }
"""


def test_a_row_that_is_missing_only_where_all_comes_together_is_found(ford):
    """7 ** 5 situations are not tried one and all."""
    (fault,) = rk.verify(ford(("[fight.duel]", MANY + "[fight.duel]"))).faults
    assert fault.about == "ford.much" and "one 6, two 6, three 6, four 6, five 6" in fault.sentence
    assert fault.see.startswith("rencounter check ford.much one=6 two=6 three=6 four=6 five=6 --game")


def test_a_fault_of_pythons_own_checks_is_found_where_its_owner_names_it(ford, run):
    folder = ford()
    (folder / "more.py").write_text(PYTHON)
    assert run("verify", str(folder))[0] == 0
    status, out, _ = run("verify", str(folder), "--python", str(folder / "more.py"))
    assert status == 1 and "5 checks" in out and "ford.late: it has no answer in the usual case" in out


def test_a_ready_house_rule_may_add_a_modifier(ford, run):
    smoke = 'shooting.cover = -3\nshooting.smoke = { to = "to hit", value = -2, ask = "There is smoke between them." }'
    status, out, err = run("verify", str(ford(("shooting.cover = -3", smoke))))
    assert (status, err) == (0, "") and out.endswith("No faults.\n\nNo remarks.\n"), out + err


def test_a_house_rule_that_says_what_the_book_says_is_refused_with_its_line(ford, run):
    status, out, err = run("verify", str(ford(("shooting.cover = -3", "shooting.cover = -2"))))
    assert (status, out) == (2, "")
    assert "ford.toml, line " in err and "a house rule must change something" in err


def test_a_finding_comes_with_a_command_that_shows_it(ford, run):
    folder = ford(('hit = "7/12", miss = "5/12"', 'hit = "1/2", miss = "1/2"'))
    status, out, _ = run("verify", str(folder))
    assert status == 1
    (see,) = [line.strip() for line in out.splitlines() if line.strip().startswith("rencounter check")]
    assert see == f"rencounter check ford.shoot --game {folder}"


POOL = """[book]
title = "The Pool"
[nerve]
source = "Nerve"
needed = 5
[asks]
dice = { help = "Dice.", from = -1, to = 3, default = 2 }
[asks.side]
sides = { a = "figure", b = "target" }
wounds = { help = "Wounds.", from = 1, to = 3 }
[check.hold]
title = "How many hold?"
source = "Nerve"
asks = "dice"
dice = "{dice}d6 count {nerve.needed} or more"
[check.strike]
title = "Does it hit?"
source = "Nerve"
dice = "d6 >= {nerve.needed}"
outcomes = { no = "miss", yes = "hit" }
[fight.duel]
title = "Who wins?"
source = "Nerve"
asks = "side.*"
lasts = "wounds"
acts = [{ by = "each", check = "strike", takes = { hit = 1 } }]
"""


def test_a_setting_that_cannot_be_answered_is_a_fault(tmp_path):
    file = tmp_path / "pool.toml"
    file.write_text(POOL)
    (fault,) = rk.verify(file).faults
    assert fault.about == "pool.hold" and fault.sentence.startswith("dice -1 has no answer: ")
    assert fault.see.startswith("rencounter check pool.hold dice=-1 --game ")
    file.write_text(POOL.replace("from = -1", "from = 0"))
    assert rk.verify(file).faults == ()


SHIELD = """
from typing import NamedTuple

from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.workbook.mechanics.check import Check
from rencounter_kit.workbook.mechanics.modifiers import inputs


class Wall(NamedTuple):
    dice: int
    shield: bool


def throw_wall(throw, r, wall: Wall):
    held = lambda face: face + wall.dice + wall.shield > r["nerve.needed"]
    return throw("hold", r.dice("hold"), lambda face: "yes" if held(face) else "no")


def no_hand_is_free(r, dice, shield):
    if shield and dice == 2:
        raise RuleError("a shield must be borne with other than 2 dice; got 2; try 3")


CHECKS = [Check("pool.wall", "Does it hold?", source="Nerve", parameters="dice shield",
                targets=inputs("dice", "shield"),
                record=Wall, dice=throw_wall, outcomes=("no", "yes"),
                refusals=[no_hand_is_free])]
"""


def test_what_a_check_says_does_not_go_together_is_no_fault(tmp_path):
    game, python = tmp_path / "pool.toml", tmp_path / "pool_rules.py"
    shield = 'shield = { help = "He bears a shield." }\n[asks.side]'
    text = POOL.replace("from = -1", "from = 0").replace("[asks.side]", shield)
    game.write_text(text.replace("[asks]", '[dice]\nsource = "Nerve"\nhold = "d6"\n[asks]', 1))
    python.write_text(SHIELD)
    assert rk.verify(game, python=python).faults == ()
    with pytest.raises(RuleError, match="must be borne"):
        rk.check("pool.wall", shield=True)


def test_a_fight_to_the_end_need_not_end_undecided(tmp_path):
    file = tmp_path / "pool.toml"
    file.write_text(POOL)
    assert not [one for one in rk.verify(file).remarks if "undecided" in one.sentence]
    file.write_text(POOL.replace('lasts = "wounds"', 'lasts = "wounds"\nat_most = 200'))
    remarks = rk.verify(file).remarks
    assert not [one for one in remarks if "never came" in one.sentence]
