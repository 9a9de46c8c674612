"""Lanternfall, a whole game in one file: it holds together, its duel is as played die by die, and links open its
panels.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.panels.page_state import PAGE_ADDRESS, page_link
from rencounter_kit.workbook.mechanics.links import query, taken_in
from rencounter_kit.workbook.rulebook import library
from rencounter_kit.workbook.rulebook.presets import presets
from rencounter_kit.workbook.verification.verify import examples_of, of_examples, verify

FOLDER = Path(__file__).parent / "lanternfall"


@pytest.fixture(scope="module", autouse=True)
def lanternfall():
    yield rk.load_game(FOLDER)
    library.put(None, "lanternfall")


def test_it_has_twelve_checks_and_two_fights():
    names = [check.name for check in rk.checks.of("lanternfall")]
    assert len(names) == 15 and names[-2:] == ["duel", "brawl"]


def test_its_worked_examples_hold():
    examples = examples_of("lanternfall")
    assert len(examples) >= 12
    assert list(of_examples("lanternfall", examples)) == []


@pytest.mark.long
def test_it_is_verified(lanternfall):
    assert verify("lanternfall").faults == ()


def test_a_link_opens_its_duel_as_it_was_sent(monkeypatch):
    monkeypatch.setenv(PAGE_ADDRESS, "http://127.0.0.1:8866/voila/render/lanternfall.ipynb")
    duel = rk.checks["lanternfall.duel"]
    sent = page_link(query(duel, {"a_strength": 9, "b_weapon": "claws", "dark": True}, ""))
    assert taken_in(duel, sent).choices == {"a_strength": 9, "b_weapon": "claws", "dark": True}
    panel = rk.panel("lanternfall.duel", a_strength=9)
    assert panel["a_strength"] == 9 and panel.result.title.startswith("Who wins the duel")


def exchange(hits: dict[str, Fraction]) -> dict[str, Fraction]:
    """One round in which one wound is enough, from the chances that each hits."""
    ahead = {who: Fraction(sum(a > b for a in range(1, 7) for b in range(1, 7)), 36) for who in "ab"}
    ends = dict.fromkeys(("a_wins", "b_wins", "both_down", "undecided"), Fraction(0))
    misses = {who: 1 - hits[who] for who in "ab"}
    for first, other in ("ab", "ba"):
        ends[f"{first}_wins"] += ahead[first] * hits[first]
        ends[f"{other}_wins"] += ahead[first] * misses[first] * hits[other]
    same = 1 - sum(ahead.values())
    ends["a_wins"] += same * hits["a"] * misses["b"]
    ends["b_wins"] += same * hits["b"] * misses["a"]
    ends["both_down"] += same * hits["a"] * hits["b"]
    ends["undecided"] = misses["a"] * misses["b"]
    return ends


@pytest.mark.parametrize("skill", range(4))
def test_its_duel_is_as_played_by_hand(skill: int):
    landing = sum(a + b + skill >= 8 for a in range(1, 7) for b in range(1, 7))
    duel = rk.check(
        "lanternfall.duel", a_skill=skill, b_skill=0, a_strength=1, b_strength=1, rounds=1, a_weapon="knife", b_armor=2
    )
    hits = {"a": Fraction(landing, 36) * Fraction(1, 2), "b": Fraction(15, 36)}  # a knife does more than 2 on 3 and 4
    assert dict(duel.items()) == exchange(hits)


@pytest.mark.parametrize("fight", ["duel", "brawl"])
def test_each_situation_is_answered_and_they_differ(fight: str):
    answers = [
        rk.check(f"lanternfall.{fight}", **params) for params in presets("lanternfall")[f"lanternfall.{fight}"].values()
    ]
    assert len({tuple(answer.items()) for answer in answers}) == len(answers) >= 2


def test_a_house_rule_reaches_its_duel():
    quick = rk.rules("lanternfall").with_house_rules("blow.needed = 5")
    assert rk.check("lanternfall.duel", rules=quick).expected_turns < rk.check("lanternfall.duel").expected_turns
