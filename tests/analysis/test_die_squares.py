"""The faces of the dice as squares: what one counts there is the answer, and what is said to have changed
has changed.
"""

from fractions import Fraction
from math import gcd

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.analysis.die_squares import die_squares
from tests.situations import CHECKS, PROCESSES, drawn, tries

PLAIN = [check_id for check_id in CHECKS if check_id not in PROCESSES]
DRAWN = (
    "rencounter.fire",
    "rencounter.melee",
    "traveller.attack",
    "realms_of_myth.surprise",
    "odd_encounters.magic_missile",
)


def answers(check_id, many):
    """Answers of a check in several situations."""
    for params in drawn(check_id, many, "squares"):
        try:
            yield rk.check(check_id, **params)
        except rk.RuleError:
            continue


def ways(squares):
    """Each way of the first throw with each of the second, counted one by one: what it leads to."""
    for column in squares.columns:
        down = [squares.kinds[square.kind] for square in column.squares for _ in range(square.ways)]
        for _ in range(column.ways):
            yield down


@pytest.mark.parametrize("check_id", PLAIN)
def test_what_one_counts_is_the_answer(check_id):
    for result in answers(check_id, tries(2, 30)):
        if (squares := die_squares(result)) is None:
            continue
        assert sum(squares.counts) == squares.total
        assert {sum(square.ways for square in column.squares) for column in squares.columns} == {squares.high}
        chances = dict.fromkeys(result.dist, Fraction(0))
        for kind, count in zip(squares.kinds, squares.counts, strict=True):
            assert count
            share = Fraction(count, squares.total)
            if kind.then is not None:
                for outcome, p in kind.then.items():
                    chances[outcome] += share * p
            elif len(kind.outcomes) == 1:
                chances[kind.outcomes[0]] += share
            else:  # a range of numbers is counted as a whole
                assert share == result.dist.probability(list(kind.outcomes))
                chances |= {outcome: result.dist[outcome] for outcome in kind.outcomes}
        assert chances == dict(result.dist.items())
        assert all(squares.chance(outcome) == p for outcome, p in chances.items()) or any(
            len(kind.outcomes) > 1 and kind.then is None for kind in squares.kinds
        )


@pytest.mark.parametrize("check_id", PLAIN)
def test_of_one_event_alone_one_counts_its_chance(check_id):
    for result in answers(check_id, 1):
        for name, p in list(result.events.items())[:1]:
            squares = die_squares(result, result.test(name), name)
            if squares is not None:
                assert squares.chance(True) == p
                assert {kind.words for kind in squares.kinds if kind.then is None} <= {name, "not"}


def test_letters_tell_what_squares_lead_to():
    for check_id in PLAIN:
        if (squares := die_squares(rk.check(check_id))) is not None:
            marks = [kind.mark for kind in squares.kinds]
            assert len(set(marks)) == len(marks) and all(marks)


def test_a_shot_is_twelve_by_twelve_squares():
    squares = die_squares(rk.check("rencounter.fire", skill=7))
    assert (squares.first, squares.die, squares.seconds, squares.total) == (
        "to hit", "d12", (("severity", "d12"),), 144,
    )  # fmt: skip
    assert [kind.words for kind in squares.kinds] == ["miss", "minor", "serious", "crippling", "dead"]
    assert squares.counts[0] == 60  # faces 8 to 12, each in one piece
    assert [len(column.squares) for column in squares.columns] == [12] * 7 + [1] * 5


def test_a_lucky_hit_has_the_second_die_below_its_one_and_says_what_is_thrown_then():
    squares = die_squares(rk.check("rencounter.fire", skill=1, wounds=1))
    assert squares.seconds == (("confirmation", "d12"),)
    assert [len(column.squares) for column in squares.columns] == [12] + [1] * 11
    assert squares.kinds[-1].words.startswith("severity (d12) decides") and squares.kinds[-1].then is not None


def test_what_always_comes_is_on_all_faces():
    squares = die_squares(rk.check("rencounter.action", experience=6))
    assert [kind.words for kind in squares.kinds] == ["act"] and squares.counts == [6]


def test_two_throws_alike_that_are_added_up_stand_below_each_other():
    squares = die_squares(rk.check("traveller.hits", attacks=2))
    assert (squares.first, squares.seconds, squares.total) == ("to hit", (("again: to hit", "2d6"),), 36 * 36)
    assert [(kind.words, squares.counts[place]) for place, kind in enumerate(squares.kinds)] == [
        ("0", 21**2),
        ("1", 2 * 21 * 15),
        ("2", 15**2),
    ]
    assert die_squares(rk.check("traveller.hits", attacks=3)) is None


@pytest.mark.parametrize(
    "check_id", ["rencounter.duel", "rencounter.victory", "odd_encounters.fireball", "salamis.first_phase"]
)
def test_fights_arithmetic_and_more_dice_than_one_can_draw_have_none(check_id):
    assert die_squares(rk.check(check_id)) is None


@pytest.mark.parametrize("check_id", DRAWN)
def test_what_changed_leads_elsewhere_and_nothing_else(check_id):
    each = [squares for result in answers(check_id, 6) if (squares := die_squares(result)) is not None]
    for before in each:
        for now in each:
            changed = now.changed(before)
            alike = (now.first, now.die, now.across) == (before.first, before.die, before.across)
            if changed is None:
                assert not alike or not set(now.seconds) & set(before.seconds)
                continue
            assert bool(changed) == any(
                old != new for old, new in zip(keys(before, now), keys(now, before), strict=True)
            )
            places = {(i, j) for i, j in changed}
            for i, (column, old) in enumerate(zip(now.columns, before.columns, strict=True)):
                was, start = spread(old, before, now), 0
                for j, square in enumerate(column.squares):
                    end = start + square.ways * (len(was) // now.high)
                    assert ((i, j) in places) == any(key != now.kinds[square.kind].key for key in was[start:end])
                    start = end


def spread(column, of, other):
    """What each part of a column leads to, in as many parts as both pictures have."""
    part = other.high // gcd(of.high, other.high)
    return [of.kinds[square.kind].key for square in column.squares for _ in range(square.ways * part)]


def keys(of, other):
    return [key for column in of.columns for key in spread(column, of, other)]
