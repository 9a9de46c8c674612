"""Search: any check, figure or situation is found, however its words are spelt; and what rests on which figure."""

import tomllib
from pathlib import Path

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.analysis import search
from rencounter_kit.workbook.analysis.search import KINDS, checks_with, figures_of, find
from rencounter_kit.workbook.rulebook.book import systems
from rencounter_kit.workbook.rulebook.presets import presets
from rencounter_kit.workbook.rulebook.rule_words import in_full
from tests.situations import every_nth, tries

ALL = 10**6
PLACES = {"first": 1, "second": 2, "third": 3}
QUESTIONS = [
    (text, of, PLACES[place])
    for by_place in tomllib.loads((Path(__file__).parent / "questions.toml").read_text(encoding="utf-8")).values()
    for place, questions in by_place.items()
    for text, of in questions.items()
]


def names(text, kind, most=5):
    return [one.name for one in find(text, most).finds.get(kind, [])]


def ids(text, most=5):
    return [one.check.id for one in find(text, most).finds["check"]]


@pytest.mark.parametrize(("text", "of", "place"), QUESTIONS, ids=[text for text, _, _ in QUESTIONS])
def test_a_question_as_players_ask_it_brings_its_check(text, of, place):
    """As the first; where that is not reached yet, as the second or third."""
    assert next(place for place, check_id in enumerate(ids(text, 3), 1) if check_id in of) == place


def test_the_questions_are_many_and_nearly_all_are_answered_by_what_comes_first():
    assert len(QUESTIONS) >= 60 and {of[0].partition(".")[0] for _, of, _ in QUESTIONS} == set(systems())
    assert sum(place == 1 for _, _, place in QUESTIONS) >= 55


@pytest.mark.parametrize(
    ("joined", "apart"), [("longbow", "long bow"), ("cross bow", "crossbow"), ("duckback", "duck back")]
)
def test_a_word_is_found_written_as_one_or_as_two(joined, apart):
    assert {one.stem for one in find(joined, ALL).finds["check"]} == {
        one.stem for one in find(apart, ALL).finds["check"]
    }


def test_a_longbow_is_found_in_all_games_that_have_one():
    assert {one.stem for one in find("longbow", ALL).finds["check"]} == {
        "rencounter",
        "odd_encounters",
        "realms_of_myth",
    }


def test_an_abbreviation_is_no_beginning_of_other_words():
    assert {one.stem for one in find("AC", ALL).finds["check"]} == {"odd_encounters"}


def test_a_word_within_another_is_found():
    assert "realms_of_myth.crossbow_cock" in ids("bow", ALL)


def test_every_check_is_found_by_its_title_and_its_id():
    for check_id, check in every_nth(rk.checks.items(), tries(5, 1)):
        assert check_id in ids(check.title, ALL), check_id
        assert check_id in ids(check_id, ALL), check_id


def test_every_figure_is_found_by_its_path_and_its_name():
    for stem in systems():
        book = rk.rules(stem)
        for path in every_nth(book, tries(45, 9)):
            for text in (path, f"{book.title} {book.rule(path).label}"):
                result = find(text, ALL)
                assert result.every and path in [one.rule.path for one in result.finds["figure"]], text


def test_every_situation_is_found_by_its_name():
    for stem in systems():
        for check_id, ready in every_nth(presets(stem).items(), tries(5, 1)):
            for name, params in ready.items():
                result = find(name, ALL).finds["situation"]
                assert (check_id, name, params) in [(one.check.id, one.situation, one.params) for one in result]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("armour", "armor"),
        ("armou", "armor"),
        ("ARMOUR", "armor"),
        ("shields", "shield"),
        ("wounds,  melee!", "melee wound"),
        ("what does a sabre do", "sabre"),
        ("saber", "sabre"),
        ("defense", "defence"),
    ],
)
def test_what_means_the_same_finds_the_same(one, other):
    result = find(one)
    assert set(result.of.values()) != {0} and result.of == find(other).of


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("long bow at plate", "situation"),  # which is the answer, with all of that set
        ("knight against pikeman", "situation"),
        ("duel", "check"),
        ("morale", "check"),
        ("large shield", "check"),
        ("fire.shield.large", "check"),
    ],
)
def test_a_situation_that_says_it_better_than_any_check_stands_first(text, first):
    finds = find(text).finds
    assert sorted(finds) == sorted(KINDS)
    assert next(kind for kind, matches in finds.items() if matches) == first


def test_beginnings_are_enough_and_names_come_first():
    assert "rencounter.melee" not in ids("surpr") and ids("surpr")[0] == "traveller.surprise"
    assert ids("what happens when he ducks back")[0] == "rencounter.duck_back"
    assert all("large shield" in name for name in names("large shie", "figure", 2))


@pytest.mark.parametrize(
    ("wrong", "right"), [("sheild", "shield"), ("large sheild", "large shield"), ("morrale", "morale")]
)
def test_a_slip_of_the_pen_is_put_right(wrong, right):
    assert find(wrong).instead == right
    assert find(right).instead == "" and any(find(right).of.values())


def test_what_has_most_of_the_words_is_found_where_nothing_has_all():
    result = find("sabre reaction")
    assert not result.every and not result.instead and any(result.of.values())


@pytest.mark.parametrize(
    "text", ["", "   ", "?!", "zzzzzz", "a" * 100_000, "shield " * 10_000, "\x00\ud800", "(" * 500]
)
def test_anything_may_be_typed(text):
    result = find(text)
    assert set(result.finds) == set(KINDS) and all(len(result.finds[kind]) <= 5 for kind in KINDS)


def test_the_figures_of_a_check_are_those_that_it_reads():
    """Those of its named situations, and of values that none of these has."""
    fire = rk.checks["rencounter.fire"]
    paths = {rule.path for rule in figures_of(fire)}
    assert {"fire.shield.large", "fire.range.long", "fire.range.extreme"} & set(fire.book) <= paths
    assert set(fire().reads) <= paths and "melee.shield.large" not in paths
    assert [rule.path for rule in figures_of(fire)] == [path for path in fire.book if path in paths]


@pytest.mark.parametrize(
    "check_id", ["rencounter.heroism", "traveller.duel", "salamis.reserve_turns", "salamis.table_attempts"]
)
def test_the_figures_of_a_fight_are_those_of_its_turns_too(check_id):
    check = rk.checks[check_id]
    assert set(check().reads) <= {rule.path for rule in figures_of(check)}


def test_a_figure_is_said_with_the_words_of_its_groups():
    words_of = {
        path: in_full(rk.rules(stem).rule(path))
        for stem, path in (
            ("odd_encounters", "spell_time.shield.level"),
            ("odd_encounters", "shield.ac"),
            ("rencounter", "melee.shield.large"),
            ("rencounter", "rulings.skill_roll"),
        )
    }
    assert list(words_of.values())[:3] == ["spell time, shield: level", "shield", "melee: large shield"]
    assert words_of["rulings.skill_roll"] == rk.rules("rencounter").rule("rulings.skill_roll").label
    assert "fire: large shield = -2" in names("large shield", "figure") and "spell time, shield: level = 1" in names(
        "shield level", "figure"
    )


def test_the_checks_with_a_figure_are_found():
    assert "rencounter.fire" in [check.id for check in checks_with("rencounter", "fire.range.long")]
    assert [check.id for check in checks_with("rencounter", "knockdown.horse")] == ["rencounter.knockdown"]
    assert search.checks_with("salamis", "no.such") == []
