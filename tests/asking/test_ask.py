"""A question in words: which check it means, what it sets, what is told of what was not understood."""

import subprocess
import sys
import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.workbook.asking.ask import QuestionInWords
from rencounter_kit.workbook.asking.chips import Option, label
from rencounter_kit.workbook.asking.reading import QuestionReading
from rencounter_kit.workbook.asking.sentence import Sentence
from rencounter_kit.workbook.mechanics.parameter import as_typed
from rencounter_kit.workbook.mechanics.processes.process import Process
from rencounter_kit.workbook.rulebook import library
from tests.situations import every_nth, tries

TABLE = tomllib.loads((Path(__file__).parent / "questions.toml").read_text(encoding="utf-8"))
BESIDE = ("event", "rules", "later")  # what is asked besides settings
readings_of = cache(lambda text: rk.ask(text).readings)
SHOT = "skill 8, long bow at full plate, long range"


class Asked(NamedTuple):
    """A question of the table: what it means, and at which place that comes."""

    kind: str
    checks: frozenset[str]
    text: str
    params: dict
    event: str | None = None
    rules: bool = False
    later: int = 1


QUESTIONS = [
    Asked(
        kind,
        frozenset(checks.split(", ")),
        text,
        {name: value for name, value in means.items() if name not in BESIDE},
        **{name: value for name, value in means.items() if name in BESIDE},
    )
    for kind, by_check in TABLE.items()
    for checks, questions in by_check.items()
    for text, means in questions.items()
]


def unusual(check, params):
    """What is set to something else than its default."""
    settings = {name: tuple(value) if isinstance(value, list) else value for name, value in params.items()}
    return {name: value for name, value in settings.items() if check.parameters[name].default != value}


def is_right(reading, question):
    check, event = reading.check, question.event
    if check.id not in question.checks or bool(reading.lines) != question.rules:
        return False
    if not set(question.params) <= set(check.parameters):
        return False
    if unusual(check, reading.params) != unusual(check, question.params):
        return False
    return event in (None, reading.event) or (
        reading.event is not None and reading.answer.event(reading.event) == reading.answer.event(event)
    )


def place(question):
    """At which place the right reading comes; 0 where it is not among the three."""
    return next((number for number, one in enumerate(readings_of(question.text), 1) if is_right(one, question)), 0)


def test_the_questions_of_the_table_are_understood():
    """As the first; where that is not reached yet, at the place that is written down."""
    assert {one.text: place(one) for one in QUESTIONS} == {one.text: one.later for one in QUESTIONS}


def test_most_of_the_table_comes_first():
    places = [one.later for one in QUESTIONS]
    assert len(places) >= 260 and places.count(1) >= 230 and sum(map(bool, places)) >= 237
    for kind, least in (("seen", 49), ("aside", 138), ("beginner", 43)):
        assert [one.later for one in QUESTIONS if one.kind == kind].count(1) >= least


def test_the_check_that_is_asked_comes_first_for_nine_of_ten():
    first = [any(read.check.id in one.checks for read in readings_of(one.text)[:1]) for one in QUESTIONS]
    assert sum(first) >= 0.9 * len(first)


def chips(text, check=""):
    return {chip.name: chip.value for chip in rk.ask(text, check).reading.chips if chip.kind == "setting"}


def test_the_answer_is_that_of_the_check_that_the_chips_name():
    for question in every_nth(QUESTIONS, tries(2, 1)):
        for one in readings_of(question.text):
            if not isinstance(one.check, Process) and not one.refusal:
                rules = rk.rules(one.check.stem)
                rules = rules.with_house_rules(one.lines) if one.lines else rules
                assert one.answer == rk.check(one.check.id, rules=rules, **one.params), question.text


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("musket at 10 yards", "distance", 3),
        ("musket at 30 yards", "distance", 8),
        ('musket at 20"', "distance", 20),
        ("musket, skill eight", "skill", 8),
        ("wounded man (2 points) with a rifle", "wounds", 2),
        ("rifle, 0.5 turns of aim", "aim_turns", 0.5),
        ("longbow", "weapon", "long_bow"),
        ("unhurt archer with a longbow", "wounds", 0),
        ("third shot this turn, breechloader", "shot_number", 3),
        ("2 crossbowmen at 2nd shot", "shot_number", 2),
        ("musket shot, target_armor=4", "target_armor", 4),
    ],
)
def test_a_number_is_read_with_its_unit_and_a_word_however_it_is_spelt(text, name, value):
    assert chips(text, "rencounter.fire")[name] == value


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("A skill 7, B skill 9", {"a_skill": 7, "b_skill": 9}),
        ("veteran, a recruit comes at him", {"b_experience": 5, "a_experience": 2}),
        ("two swordsmen, one has plate armour", {"a_weapon": "sword", "b_weapon": "sword", "a_armor": 4}),
        ("I have an axe and he has a pike", {"a_weapon": "axe", "b_weapon": "pike"}),
        ("halberd against sword, how many turns", {"a_weapon": "halberd", "b_weapon": "sword", "result": "turns"}),
    ],
)
def test_two_men_may_be_told_apart_as_one_talks_of_them(text, settings):
    assert chips(text, "rencounter.duel") == settings


@pytest.mark.parametrize(
    ("text", "check", "told"),
    [
        ("musket volley of 50 men", "rencounter.volley", "men must be a whole number from 1 to 40"),
        ("rifle at 300 yards", "rencounter.fire", "beyond extreme range"),
        ("long bow, braced", "rencounter.fire", "braced has no effect with aim turns 0.5"),
        ("javalin at a large shield", "rencounter.fire", '"javalin" was read as weapon javelin'),
    ],
)
def test_the_answer_says_what_is_not_possible_what_changes_nothing_and_what_was_spelt_otherwise(text, check, told):
    assert told in str(rk.ask(text, check))


def test_men_of_the_roster_meet_by_their_names():
    reading = rk.ask("knight against pikeman").reading
    men = rk.roster("rencounter").sides("rencounter.duel", "Knight", "Pikeman")
    assert reading.check.id == "rencounter.duel" and reading.params == men
    chip = reading.chips[1]
    other = next(one for one in reading.options(chip) if one.value == "Highlander")
    assert rk.ask(reading.with_option(chip, other), "rencounter.duel").reading.chips[1].value == "Highlander"
    changed = rk.ask("knight with skill 5 against pikeman", "rencounter.duel").reading
    assert changed.params == {**men, "a_skill": 5}


def test_a_man_is_described_by_what_his_numbers_come_of():
    reading = rk.ask("level 5 fighter in plate vs 3 goblins").reading
    assert reading.check.id == "odd_encounters.skirmish"
    assert unusual(reading.check, reading.params) == {"a_th": 5, "a_hp": 20, "a_ac": 3, "b_count": 3}
    wizard = rk.ask("level 3 cleric vs level 5 wizard").reading
    assert wizard.check.id == "odd_encounters.duel" and [chip.name for chip in wizard.chips] == ["A", "B"]
    assert wizard.params["b_hp"] == 10 and not wizard.unknown


def test_a_house_rule_is_found_by_its_words_with_what_else_they_may_mean():
    shot = "rencounter.fire"
    reading = rk.ask("long bow at plate with plate counting double", shot).reading
    (rule,) = [chip for chip in reading.chips if chip.kind == "rule"]
    assert reading.lines == "fire.armor.point = -2" and [path for path, _, _ in rule.others] == ["fire.damage.armor"]
    assert reading.answer["miss"] > rk.ask("long bow at plate", shot).answer["miss"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("musket, misses are rerolled", 'again = { again = "dice.fire", of = "miss" }'),
        (
            "long bow, skill 3, extreme range, no confirmation roll",
            'no_confirmation = { without = "dice.confirmation", as = "hit" }',
        ),
        (
            "musket at mail, mail saves on 2+",
            (
                'mail_save = { before = "dice.severity", roll = "d6 >= 2", then = "none", foe = true, '
                "when = { armor = 2 } }"
            ),
        ),
    ],
)
def test_a_roll_put_in_is_wished_for_in_words(text, line):
    reading = rk.ask(text, "rencounter.fire").reading
    assert reading.lines == line and reading.event is None and not reading.unknown
    assert reading.answer["dead"] != rk.check("rencounter.fire")["dead"]


def test_a_line_of_dice_is_answered_as_such():
    asked = rk.ask("4d6 drop lowest")
    assert asked.dice is not None and asked.dice.mean == rk.dice("4d6 drop lowest").mean and not asked.readings
    assert rk.ask("d12 musket").dice is None
    with pytest.raises(rk.RuleError, match="it is a line of dice"):
        _ = asked.answer


def test_what_is_not_understood_is_told_and_changes_nothing():
    with_fog, without = rk.ask(f"{SHOT} in thick fog").reading, rk.ask(SHOT).reading
    assert [one.text for one in with_fog.unknown] == ["thick", "fog"] and with_fog.params == without.params
    misspelt = rk.ask("musket, target knealing").reading
    assert [misspelt.near(one)[0] for one in misspelt.unknown] == ["posture kneeling"]
    assert not without.unknown and rk.ask("qwertz").readings == () and rk.ask("").readings == ()
    with pytest.raises(rk.RuleError, match="no check was found"):
        _ = rk.ask("qwertz").answer


def test_no_word_is_passed_over_in_silence():
    """What says something is in a chip, or told; people who are counted are in the chip of their number."""
    reading = rk.ask("level 5 fighter and 3 goblins", "odd_encounters.sleep").reading
    assert [one.text for one in reading.unknown] == ["fighter"]
    assert [one.text for one in rk.ask("musket volley of 50 men", "rencounter.volley").reading.unknown] == ["50"]
    for text, check, unknown in (
        ("long bow, musket, skill 8", "rencounter.fire", ["musket"]),
        ("half armour, full armour, musket", "rencounter.fire", ["full", "armour"]),
        ("both in plate, A in light armour", "rencounter.duel", ["light", "armour"]),
        ("sword against axe, the swordsman has a shield", "rencounter.duel", ["swordsman"]),
        ("mine is skill 8 and yours is skill 9", "rencounter.duel", ["mine", "skill", "9"]),
        ("sword, sword, skill 8", "rencounter.melee", []),
    ):
        assert [one.text for one in rk.ask(text, check).reading.unknown] == unknown, text


def test_a_number_that_no_parameter_can_have_is_not_set():
    assert chips("musket, skill 40", "rencounter.fire") == {"weapon": "flintlock_musket"}


def test_a_word_that_may_mean_several_things_says_so():
    (weapon,) = [chip for chip in rk.ask("musket at a man").reading.chips if chip.name == "weapon"]
    assert weapon.value == "flintlock_musket" and "matchlock_musket" in [value for _, value, _ in weapon.others]


@pytest.mark.parametrize(
    ("said", "end"),
    [
        ("at least 2 hits", "at least 2"),
        ("2 or more hits", "at least 2"),
        ("2 hits or more", "at least 2"),
        ("at most 2 hits", "at most 2"),
        ("more than 2 hits", "more than 2"),
        ("fewer than 2 hits", "less than 2"),
        ("no more than 2 hits", "at most 2"),
        ("exactly two hits", "2"),
    ],
)
def test_the_end_of_what_is_counted_is_the_one_that_is_said(said, end):
    reading = rk.ask(f"forty bows, {said}", "rencounter.volley").reading
    assert reading.event == end and not reading.unknown and reading.answer.event(end)


def test_an_end_in_order_may_be_the_least_that_is_asked():
    assert rk.ask("long bow, serious or worse", "rencounter.fire").reading.event == "at least serious"


def test_what_stands_by_its_own_name_says_more_than_what_players_say_for_something_else():
    reading = rk.ask("breechloader behind a wall, in a loophole", "rencounter.fire").reading
    assert reading.params["cover"] == "loophole" and [one.text for one in reading.unknown] == ["wall"]


def test_the_men_of_a_unit_are_no_units():
    reading = rk.ask("unit of 10 men lost 3", "rencounter.action").reading
    assert reading.params == {"men_lost": 3, "morale_check": True} and "10" in [one.text for one in reading.unknown]


def test_the_same_is_understood_in_whatever_order_words_are_kept():
    """Python keeps the words of a set in another order each time."""
    asked = "import rencounter_kit as rk; print(rk.ask('spearman stabbing a swordsman from behind'))"
    said = {
        subprocess.run(
            [sys.executable, "-c", asked], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1


def test_a_game_that_is_named_is_the_one_that_answers():
    assert {one.check.stem for one in rk.ask("duel in Odd Encounters").readings} == {"odd_encounters"}
    assert not rk.ask("duel in Odd Encounters").reading.unknown


def read(check, text):
    return QuestionReading(check, Sentence(text))


def test_each_value_can_be_put_in_place_of_a_chip_and_each_chip_taken_off():
    """Whatever a list of values offers is understood when it is chosen."""
    for check in every_nth(rk.checks.values(), tries(9, 1)):
        for name, p in check.parameters.items():
            if p.group == "ruling" or p.free or name == "result":
                continue
            values = [one for one in p.values() if one != p.default]
            for value, other in pairwise(every_nth(values, max(1, len(values) // 4))):
                reading = read(check, f"{name}={as_typed(value)}".replace(" ", ""))
                (chip,) = [one for one in reading.chips if one.name == name]
                assert chip.value == value, (check.id, name)
                assert (
                    read(check, reading.with_option(chip, Option(name, other, label(check, name, other)))).params[name]
                    == other
                ), (check.id, name, other)
                assert reading.without_chip(chip) == ""


def test_an_end_and_a_house_rule_can_be_changed_too():
    reading = rk.ask("long bow at plate with plate counting double, is he dead", "rencounter.fire").reading
    rule, event = (next(one for one in reading.chips if one.kind == kind) for kind in ("rule", "event"))
    assert [one.value for one in reading.options(event)] == ["hits", "puts down", "kills"]
    assert rk.ask(reading.with_option(event, reading.options(event)[1]), "rencounter.fire").reading.event == "puts down"
    damage = reading.options(rule)[1]
    changed = rk.ask(reading.with_option(rule, damage), "rencounter.fire").reading
    assert changed.lines == "fire.damage.armor = 2" and changed.params == reading.params


@pytest.mark.parametrize(
    "text", ["   ", "?!", "a" * 100_000, "skill " * 9_000, "\x00\ud800", "8 " * 500, "=" * 50, "x=__import__('os')"]
)
def test_anything_may_be_typed(text):
    question = rk.ask(text)
    assert isinstance(question, QuestionInWords) and len(question.readings) <= 3 and str(question)


def test_the_words_of_a_game_of_ones_own_are_known(tmp_path):
    text = (project_folder("data") / "starter" / "ford.toml").read_text(encoding="utf-8")
    file = tmp_path / "ford.toml"
    file.write_text(
        text
        + '\n[words]\nfar = "long range"\npace = ["stride", "1/2 feet"]\nodd = "\u00b2/0 feet"\nell = "1/0 feet"\n',
        encoding="utf-8",
    )
    rk.load_game(file)
    try:
        question = rk.ask("shoot from far away with skill 3 at The Ford")
        assert question.reading.check.stem == "ford" and question.reading.params == {"skill": 3, "range": "long"}
        assert question.answer == rk.check(question.reading.check.id, skill=3, range="long")
        assert rk.ask("far away, skill 3, 2 ell off at The Ford").reading.params == question.reading.params
    finally:
        library.put(None, "ford")
    assert all(one.check.stem != "ford" for one in rk.ask("shoot from far away with skill 3").readings)
