"""What several questions share of a process: they answer as each by itself, and nothing is kept where what is read
differs.
"""

import gc
import random
from contextlib import suppress
from itertools import product
from typing import NamedTuple

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.chains.exploration import Exploration
from rencounter_kit.engine.dice.dist import Dist, d
from rencounter_kit.workbook.analysis.grid import Grid
from rencounter_kit.workbook.mechanics import dice_memory
from rencounter_kit.workbook.mechanics.modifiers import inputs
from rencounter_kit.workbook.mechanics.parameter import whole
from rencounter_kit.workbook.mechanics.processes.cache import CachedChain
from rencounter_kit.workbook.mechanics.processes.process import Process
from rencounter_kit.workbook.mechanics.processes.turn_model import TurnModel
from rencounter_kit.workbook.rulebook.watching import agree
from tests.situations import PROCESSES, base, drawn, forget as forget_answers, grid, numbers, tries

CELLS = tries(6, 12)


def forget():
    """As if nothing had been asked yet."""
    forget_answers(rk.checks.values())
    dice_memory.forget()


def alone(check_id, params, rules=None):
    """The answer and the rules that it reads, or the error, as the first question of all."""
    forget()
    return answer_parts(check_id, params, rules)


def answer_parts(check_id, params, rules=None):
    try:
        answer = rk.check(check_id, rules=rules, **params)
        return answer.dist, answer.reads, answer.turns if answer.limit else None
    except rk.RuleError as error:
        return str(error)


@pytest.mark.parametrize("check_id", PROCESSES)
def test_cells_of_a_grid_answer_as_single_questions(check_id):
    for number in range(tries(1, 2)):
        axes, text = grid(check_id, random.Random(f"cells {check_id} {number}"), CELLS)
        cells = [{**text, **dict(zip(axes, values, strict=True))} for values in product(*axes.values())]
        forget()
        together = [answer_parts(check_id, cell) for cell in cells]
        assert together == [alone(check_id, cell) for cell in cells]
        forget()
        if all(isinstance(answer, str) for answer in together):
            continue
        of_grid = Grid(rk.checks[check_id], rk.checks[check_id].book, axes, text)
        for answer, which in zip(together, of_grid.which.ravel().tolist(), strict=True):
            assert (which < 0) == isinstance(answer, str)
            assert which < 0 or answer[0] == of_grid.dists[which]


@pytest.mark.parametrize("check_id", ["rencounter.duel", "rencounter.gunfight", "rencounter.charge"])
def test_turns_more_and_fewer_answer_as_single_questions(check_id):
    limits = list(range(1, 7))
    random.Random(check_id).shuffle(limits)
    for params in drawn(check_id, tries(1, 5), "limits", without=("turn_limit", "result")):
        for more in ({}, {"result": rk.checks[check_id].parameters["result"].choices[1]}):
            cells = [{**params, **more, "turn_limit": limit} for limit in limits]
            forget()
            assert [answer_parts(check_id, cell) for cell in cells] == [alone(check_id, cell) for cell in cells]


@pytest.mark.parametrize("check_id", ["rencounter.duel", "rencounter.charge", "traveller.duel"])
def test_other_rules_answer_as_by_themselves(check_id):
    book, (params, *_) = rk.checks[check_id].book, drawn(check_id, 1)
    forget()
    read = sorted(rk.check(check_id, **params).reads & set(book))
    rng = random.Random(check_id)
    touched = [path for path in read if type(book[path]) is int]
    others = [path for path in book if type(book[path]) is int and path not in read]
    changed = []
    for path in (*rng.sample(touched, min(4, len(touched))), *rng.sample(others, 2)):
        with suppress(rk.RuleError):
            changed.append(book.changed({path: book[path] + 1}))
    forget()
    together = [answer_parts(check_id, params, rules) for rules in (book, *changed)]
    assert together == [alone(check_id, params, rules) for rules in (book, *changed)]


LIMITED = [
    check_id
    for check_id in PROCESSES
    if check_id.startswith("rencounter.") and {"turn_limit", "limit"} & rk.checks[check_id].parameters.keys()
]


@pytest.mark.parametrize("check_id", LIMITED)
def test_one_chain_serves_every_limit_of_turns(check_id):
    check = rk.checks[check_id]
    name = "limit" if "limit" in check.parameters else "turn_limit"
    forget()
    questions = [(numbers(check_id, **{**base(check_id), name: limit}), limit) for limit in (3, 2, 4)]
    assert len({check.cached_chain(check.book, targets, limit) for targets, limit in questions}) == 1


# What is read, and what is not ----------------------------------------------------------------------------------------


class Climb(NamedTuple):
    """Steps up; the second half is climbed with another die."""

    low: int
    high: int
    limit: int
    unread: int


def read_from_the_last_states(answer):
    play = answer._play
    return answer._ended.map(lambda last: play.outcome(last[1], play.limit if last[0] is None else last[0]))


@pytest.mark.parametrize("check_id", PROCESSES)
def test_what_comes_of_it_is_read_from_the_last_states(check_id):
    for params in drawn(check_id, tries(1, 6)):
        with suppress(rk.RuleError):
            answer = rk.check(check_id, **params)
            if answer.limit:
                assert answer.dist == read_from_the_last_states(answer)


@pytest.mark.parametrize("check_id", ["rencounter.duel", "rencounter.gunfight", "rencounter.skirmish"])
def test_a_fight_that_is_cut_off_lasts_as_long_as_its_limit(check_id):
    answer = rk.check(check_id, result="turns", turn_limit=2)
    assert set(answer) == {1, 2} and answer[2] >= answer.survival[2] > 0


def process(turns):
    """A climb that counts how often a turn is worked out."""

    def play(throw, r, climb: Climb):
        def turn(height):
            turns.append(height)
            return throw("a step", d(climb.low if height < 3 else climb.high), lambda face: height + 1 + (face == 1))

        return TurnModel(0, [turn], lambda height: "up" if height >= 6 else None, lambda: climb.limit, "below")

    numbers = [whole(name, 1, 12, 4, "A number.") for name in Climb._fields]
    return Process(
        "rencounter.climb",
        "How high does he come?",
        source="Heights",
        parameters=numbers,
        targets=inputs(*Climb._fields),
        record=Climb,
        play=play,
        outcomes=("below", "up"),
    )


def test_what_is_not_read_is_shared():
    turns = []
    climb = process(turns)
    first, many = climb(limit=2), len(turns)
    assert many == len(set(turns)) == 3
    again = climb(limit=2, unread=5, high=7)  # so far up nobody comes in two turns
    assert again.dist == first.dist and len(turns) == many
    assert climb(limit=5).dist != first.dist and many < len(turns) == len(set(turns))


def test_no_turn_is_followed_twice_for_one_answer(monkeypatch):
    followed_turns, take_turn = [], Exploration._take_turn
    monkeypatch.setattr(
        Exploration, "_take_turn", lambda result: (followed_turns.append(result.turn), take_turn(result))
    )
    climb = process([])
    for limit in (4, 2, 3):
        followed_turns.clear()
        climb(limit=limit)
        assert followed_turns == list(range(limit)), "of fewer turns it is followed once from the start"
    followed_turns.clear()
    climb(limit=5)
    assert followed_turns == [4], "of more it goes on"


def test_what_is_read_is_not_shared():
    for low, high, limit in product((2, 6), (2, 6), (1, 2, 3, 6)):
        turns = []
        climb = process(turns)
        for before in product((2, 6), (2, 6), (1, 3, 6)):
            climb(**dict(zip(("low", "high", "limit"), before, strict=True)))
        assert climb(low=low, high=high, limit=limit).dist == process([])(low=low, high=high, limit=limit).dist


def test_one_that_goes_on_to_what_differs_is_followed_anew():
    turns = []
    climb = process(turns)
    climb(limit=2, high=4)
    turns.clear()
    assert climb(limit=6, high=2).dist == process([])(limit=6, high=2).dist
    assert len(turns) > len(set(turns))  # first with those of the other, until they differ


class Fall(NamedTuple):
    """Steps down; what comes of it is read from the rules where it takes long."""

    limit: int
    unread: int


def long_fall(outcome):
    """A fall of two steps that takes as many turns as the die says; what comes of more than two turns is
    ``outcome``.
    """

    def play(throw, r, fall: Fall):
        def read(state, end, turns):
            return outcome(r) if turns > 2 else 0

        step = [lambda height: throw("a step", d(2), lambda face: height - (face == 1))]
        return TurnModel(2, step, lambda height: None if height else "down", lambda: fall.limit, "falls", read)

    numbers = [whole(name, 1, 12, 4, "A number.") for name in Fall._fields]
    targets = inputs(*Fall._fields)
    return Process(
        "rencounter.fall", "Is it down?", source="Heights", parameters=numbers, targets=targets, record=Fall, play=play
    )


def test_what_only_longer_ones_read_is_not_told_of_shorter_ones():
    def fall():
        return long_fall(lambda r: r["wounds.serious"])

    one = fall()
    longer, shorter = one(limit=3).reads, one(limit=2, unread=5).reads
    assert longer - shorter == {"wounds.serious"} and shorter == fall()(limit=2, unread=5).reads


def test_what_only_later_turns_read_is_not_told_of_earlier_ones():
    def climb():
        def play(throw, r, fall: Fall):
            step = [lambda height: height + (r["wounds.serious"] > 0 if height == 2 else 1)]
            return TurnModel(0, step, lambda height: None, lambda: fall.limit, "climbs")

        numbers = [whole(name, 1, 12, 4, "A number.") for name in Fall._fields]
        targets = inputs(*Fall._fields)
        return Process(
            "rencounter.climb",
            "How high?",
            source="Heights",
            parameters=numbers,
            targets=targets,
            record=Fall,
            play=play,
        )

    one = climb()
    longer, shorter = one(limit=3).reads, one(limit=2, unread=5).reads
    assert longer - shorter == {"wounds.serious"} and shorter == climb()(limit=2, unread=5).reads


def test_what_cannot_be_told_by_other_rules_is_told_by_its_own():
    def fall():
        return long_fall(lambda r: 6 // (r["wounds.minor"] - 1))  # nothing by the book

    one, other = fall(), rk.rules("rencounter").changed({"wounds.minor": 2})
    assert one(limit=2).dist == Dist([0])
    assert one(limit=3, rules=other).dist == fall()(limit=3, rules=other).dist
    with pytest.raises(ZeroDivisionError):
        one(limit=3)


def test_few_ways_to_read_the_ends_are_kept():
    fall, book = long_fall(lambda r: r["wounds.serious"]), rk.rules("rencounter")
    for serious in range(3, 12):
        last = fall(limit=3, rules=book.changed({"wounds.serious": serious}))
    track = fall.cached_chain(book, last.targets, 3)
    assert len(track._outcomes) == 6


def test_rules_agree_where_nothing_that_was_read_differs():
    book = rk.rules("rencounter")
    other = book.changed({"fire.range.long": -5})
    assert agree(book, other, frozenset({"fire.range.short"})) and agree(book, book, frozenset(book))
    assert not agree(book, other, frozenset({"fire.range.long"}))
    assert not agree(other, book, frozenset({"fire.range"}))  # the table in which it stands
    assert agree(other, other.changed({"fire.range.long": -3, "fire.range.short": 2}), frozenset({"fire.range.medium"}))


@pytest.mark.parametrize("on", [True, False])
def test_while_a_fight_is_followed_nobody_looks_for_garbage_and_then_as_before(monkeypatch, on):
    looked = []

    def stopped(track, turns):
        looked.append(gc.isenabled())
        raise KeyboardInterrupt

    monkeypatch.setattr(CachedChain, "follow", stopped)
    duel = rk.checks["rencounter.duel"]
    targets, _ = duel.numbers(duel.book, duel.values(duel.book, {}))
    forget()
    (gc.enable if on else gc.disable)()
    try:
        with pytest.raises(KeyboardInterrupt):
            duel.cached_chain(duel.book, targets, 10)
        assert looked == [False] and gc.isenabled() == on
    finally:
        gc.enable()


# Reading last states --------------------------------------------------------------------------------------------------


def walked(question, timed):
    """Two steps down, read by the state and the turns that are told."""

    def play(throw, r, fall: Fall):
        def read(state, end, turns):
            question.append(state)
            return end, turns

        step = [lambda height: throw("a step", d(2), lambda face: height - (face == 1))]
        return TurnModel(2, step, lambda height: None if height else "down", 9, "falls", read, timed=timed)

    targets = inputs(*Fall._fields)
    numbers = [whole(name, 1, 12, 4, "A number.") for name in Fall._fields]
    return Process(
        "rencounter.fall", "Is it down?", source="Heights", parameters=numbers, targets=targets, record=Fall, play=play
    )()


@pytest.mark.parametrize("timed", [False, lambda: False])
def test_a_last_state_is_read_once_where_the_turns_do_not_count(timed):
    calls = []
    assert set(walked(calls, timed)) == {("down", None), ("falls", None)}
    assert calls.count(0) == 1


def test_a_last_state_is_read_in_each_turn_where_the_turns_count():
    calls = []
    answer = walked(calls, True)
    assert set(answer) == {*(("down", turn) for turn in range(2, 10)), ("falls", 9)}
    assert calls.count(0) == 8
