"""Figures of the rules in words: each with its label, the rows of a table in one line, ranges as one says them."""

import html
import re

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.rulebook.book import Rule, rules, systems
from rencounter_kit.workbook.rulebook.rule_words import citation_of, rules_text
from tests.situations import PROCESSES, drawn, tries

BOOK = rules("rencounter")
PLAIN = [check_id for check_id in rk.checks if check_id not in PROCESSES]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("fire.lucky", "natural roll that may be a lucky hit: 1"),
        ("dice.fire", "d12 to hit with a shot"),
        ("fire.weapon.long_bow.short", "long bow: short 12"),
        ("squad.experience.novice", "experience: novice 3"),
        ("victory.share.usual", "share of the men whose loss is enough: usual (part, whole): 1, 2"),
        (
            "collision.speed",
            (
                "inches a turn, at which the horse just stops: 0 to 5, slow in a collision: 6 to 12, "
                "fast in a collision: 13 to 18, headlong in a collision: 19 or more"
            ),
        ),
        ("spot.range.moving_fast", "times the range of sight: moving fast 0.5"),
        ("victory.unit", "share of its men that a unit must have fit and more (part, whole): 1, 2"),
        ("grenade.fuse", "die with which a grenade with a fuse is a bang: 1 to 11, dud: 12"),
        (
            "fall.horse_speed",
            "inches a turn, slow for a horse that goes down: 0 to 6, middling: 7 to 12, fast: 13 or more",
        ),
    ],
)
def test_a_figure_and_the_rows_of_a_table_are_said_in_words(path, text):
    assert rules_text(BOOK.below(path)) == text


def test_rows_of_several_ranges_are_said_with_or():
    terrain = rules_text(rules("salamis").below("terrain"))
    assert "shoreline: 3 or 11, open water: 4, 6 to 8, or 10, two small islands: 5" in terrain
    ranges = rules_text(rules("traveller").below("encounter_range.table"))
    assert "short: 1, 3 or 5, medium: 4, 6, 7 or 9, long: 8 or 11, very long: 10, 12 or 13" in ranges
    ours = BOOK.with_house_rules('severity.dead = "..1"\nseverity.crippling = "2..4"')
    assert rules_text(ours.below("severity")).startswith("severity roll that is dead: 1 or less, crippling: 2 to 4, ")


def test_a_table_whose_rows_are_called_by_their_numbers_says_nothing_until_a_house_rule_changes_it():
    book, path = rules("realms_of_myth"), "damage_multiplier.size"
    answer = rk.check("realms_of_myth.weapon_dm")
    assert rules_text(book.below(path)) == "" and path in dict(answer.tables)
    assert path not in [one for figures in answer.explain().also.values() for one, _ in figures]
    ours = book.with_house_rules(f'{path}.0-1 = "0..2"\n{path}.2-3 = "3"')
    assert rules_text(ours.below(path)).startswith("Sizes of the row 0-1: 0 to 2, 2-3: 3, 4-5: 4 or 5, ")


@pytest.mark.parametrize(("label", "value", "text"), [("words", "1 2", "words: 1 2"), ("", 1, "very odd: 1")])
def test_whatever_stands_in_a_rule_is_said(label, value, text):
    assert rules_text([Rule("a.very_odd", value, "", label)]) == text
    assert rules_text([Rule("a.very_odd", value, "", label), Rule("a.other", 2, "", "other")]).endswith(", other: 2")


def test_the_source_of_a_table_says_which_rows_are_of_the_house():
    ours = BOOK.with_house_rules('severity.dead = "..1"\nseverity.crippling = "2..4"', name="Our table")
    source = "Fire Combat: Damage; Melee: Damage"
    assert citation_of(BOOK.below("severity")) == source
    text = f'{source} / dead: Our table (was "..2") / crippling: Our table (was "3..4")'
    assert citation_of(ours.below("severity")) == text
    assert text in rk.check("rencounter.wound", rules=ours).explain().also
    assert citation_of(BOOK.with_house_rules("fire.never = 11").below("fire.never")).startswith("House rule (was 12, ")


@pytest.mark.parametrize("stem", systems())
def test_whatever_a_game_says_is_said_in_words_of_its_own(stem):
    """Every figure of the book, and every row of its tables."""
    book = rules(stem)
    groups = {path.rpartition(".")[0] for path in book}
    for path in [*book, *(group for group in groups if book.is_table(group))]:
        rows = book.below(path)
        text = rules_text(rows)
        if not text:  # its rows are called by their numbers
            assert all(re.fullmatch(r"[\d-]+", row.path.rpartition(".")[2]) for row in rows)
            continue
        label = rows[0].label
        assert text.startswith(label) or text == f"{rows[0].value} {label.removeprefix('dice ')}", text  # "d12 to hit"
        assert not re.search(r"[a-z]_[a-z]|\.\.|\w\.[a-z]|inf\b", text), text
        if book.is_table(path):
            assert text.count(": ") >= len(rows), text


@pytest.mark.parametrize("check_id", PLAIN[:: tries(6, 1)])
def test_why_names_no_path_but_in_a_tip(check_id):
    """What counts besides stands in words, with its source; by its path one finds the same figures."""
    for params in drawn(check_id, 3, "also used"):
        answer = rk.check(check_id, **params)
        explanation = answer.explain()
        lines = re.findall(r'<p class="rk-table">also used: (.*?)</p>', explanation.sums_html())
        assert len(lines) == len(explanation.also)
        pieces = [piece for line in lines for piece in re.findall(r'<span title="([^"]*)">(.*?)</span>', line)]
        figures = {path: html.escape(rules_text(answer.rules.below(path))) for path, _ in answer.tables}
        assert sorted(pieces) == sorted((path, params) for path, params in figures.items() if params)
        for path, _ in answer.tables:
            assert not re.search(rf"(?<![\w.]){re.escape(path)}(?![\w.])", str(explanation)) or "." not in path, path
