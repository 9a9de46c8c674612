"""Figures of the rules in words: each with its label, the rows of a table in one line, ranges as one says them."""

import html
import re

import pytest

import rencounter_kit as rk
from rencounter_kit.rulebook.book import rules, systems
from rencounter_kit.rulebook.told import rules_told
from tests.situations import PROCESSES, drawn, tries

BOOK = rules("rencounter")
PLAIN = [check_id for check_id in rk.checks if check_id not in PROCESSES]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("fire.lucky", "natural roll that may be a lucky hit: 1"),
        ("dice.fire", "dice to hit with a shot: d12"),
        ("fire.weapon.long_bow.short", "long bow: short 12"),
        ("squad.experience.novice", "experience: novice 3"),
        ("victory.share.usual", "share of the men whose loss is enough: usual (part, whole): 1, 2"),
        (
            "collision.speed",
            (
                "inches a turn, so few that the horse only stops: 0 to 5, slow in a collision: 6 to 12, "
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
def test_a_figure_and_the_rows_of_a_table_are_said_in_words(path, said):
    assert rules_told(BOOK.below(path)) == said


def test_rows_of_several_ranges_are_said_with_or():
    terrain = rules_told(rules("salamis").below("terrain"))
    assert "shoreline: 3 or 11, open water: 4 or 6 to 8 or 10, two small islands: 5" in terrain
    ours = BOOK.with_house_rules('severity.dead = "..1"\nseverity.crippling = "2..4"')
    assert rules_told(ours.below("severity")).startswith("severity roll that is dead: 1 or less, crippling: 2 to 4, ")


@pytest.mark.parametrize("stem", systems())
def test_whatever_a_game_says_is_said_in_words_of_its_own(stem):
    """Every figure of the book, and every row of its tables."""
    book = rules(stem)
    groups = {path.rpartition(".")[0] for path in book}
    for path in [*book, *(group for group in groups if book.is_table(group))]:
        rows = book.below(path)
        said = rules_told(rows)
        assert said.startswith(rows[0].label) and not re.search(r"[a-z]_[a-z]|\.\.|\w\.[a-z]|inf\b", said), said
        if book.is_table(path):
            assert said.count(": ") >= len(rows), said


@pytest.mark.parametrize("check_id", PLAIN[:: tries(6, 1)])
def test_why_names_no_path_but_in_a_tip(check_id):
    """What counts besides stands in words, with its source; by its path one finds the same figures."""
    for said in drawn(check_id, 3, "also counts"):
        answer = rk.check(check_id, **said)
        told = answer.explain()
        lines = re.findall(r'<p class="rk-table">also counts: (.*?)</p>', told.sums_html())
        assert len(lines) == len(told.also)
        pieces = [piece for line in lines for piece in re.findall(r'<span title="([^"]*)">(.*?)</span>', line)]
        assert sorted(pieces) == sorted(
            (path, html.escape(rules_told(answer.rules.below(path)))) for path, _ in answer.tables
        )
        for path, _ in answer.tables:
            assert not re.search(rf"(?<![\w.]){re.escape(path)}(?![\w.])", str(told)) or "." not in path, path
