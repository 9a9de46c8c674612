"""Dice that remember: followed once where nothing that they read differs, and who watches is told what they read."""

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.dice.dist import d
from rencounter_kit.engine.dice.throw import Exact, Random
from rencounter_kit.workbook.games.rencounter.wound import SEVERITY
from rencounter_kit.workbook.mechanics import dice_memory
from rencounter_kit.workbook.mechanics.dice_memory import DiceMemory
from rencounter_kit.workbook.rulebook.watching import WatchedRuleset

BOOK = rk.rules("rencounter")
READ, UNREAD = "fire.range.long", "fire.range.medium"


@pytest.fixture
def memory():
    """Dice that read one rule, and how often they were followed."""
    followed = []

    def dice(throw, r, needed):
        followed.append(needed)
        return throw("to hit", d(12), lambda face: face <= needed + r[READ])

    return DiceMemory(dice), followed


def test_dice_are_followed_once_for_all_rules_that_agree_in_what_they_read(memory):
    memory, followed = memory
    other = BOOK.with_house_rules(f"{UNREAD} = {BOOK[UNREAD] - 1}")
    changed = BOOK.with_house_rules(f"{READ} = {BOOK[READ] - 1}")
    chances = [Exact().dice_of(memory, 9, rules).probability(True) * 12 for rules in (BOOK, BOOK, other, changed)]
    assert chances == [9 + BOOK[READ]] * 3 + [8 + BOOK[READ]]
    assert followed == [9, 9]
    dice_memory.forget()
    memory.dist_of(BOOK, 9)
    assert followed == [9, 9, 9]


def test_who_watches_is_told_what_was_read_also_where_it_was_followed_before(memory):
    memory, _ = memory
    for _ in range(2):
        watched = WatchedRuleset(BOOK)
        Exact().dice_of(memory, 9, watched)
        assert watched.paths_read == {READ}


def test_a_throw_at_random_is_told_step_by_step(memory):
    memory, followed = memory
    throw = Random(1)
    assert throw.dice_of(memory, 9, BOOK) is (throw.steps[0].face <= 9 + BOOK[READ])
    assert [step.name for step in throw.steps] == ["to hit"]
    throw.dice_of(memory, 9, BOOK)
    assert len(throw.steps) == len(followed) == 2


def test_parts_of_a_stroke_are_shared_by_all_strokes():
    dice_memory.forget()
    one, other = (rk.check("rencounter.melee", attacker_skill=skill) for skill in (7, 6))
    known = SEVERITY.cache_info().misses
    third = rk.check("rencounter.melee", attacker_skill=5)
    assert SEVERITY.cache_info().misses == known == SEVERITY.cache_info().currsize > 0
    assert one.reads == other.reads == third.reads
