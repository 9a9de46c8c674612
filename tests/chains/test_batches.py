"""Fights that are followed at once answer as each by itself; what cannot be followed so is followed alone."""

import operator
import random
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest

import rencounter_kit as rk
from rencounter_kit import RuleError
from rencounter_kit.engine.chains import batch, transitions
from rencounter_kit.engine.chains.batch import (
    BatchDist,
    BatchExact,
    BatchValue,
    NotTogetherError,
    batch_walk,
    batched,
    unbatched,
)
from rencounter_kit.engine.chains.chain import Chain
from rencounter_kit.engine.chains.outcome_amounts import to_dists
from rencounter_kit.engine.dice.dist import Dist, d
from rencounter_kit.engine.dice.throw import Exact
from rencounter_kit.engine.work.progress import telling
from rencounter_kit.workbook.mechanics.modifiers import inputs
from rencounter_kit.workbook.mechanics.parameter import whole
from rencounter_kit.workbook.mechanics.processes import batches
from rencounter_kit.workbook.mechanics.processes.cache import CachedChain
from rencounter_kit.workbook.mechanics.processes.process import Process
from rencounter_kit.workbook.mechanics.processes.turn_model import TurnModel
from rencounter_kit.workbook.mechanics.space import NUMBERS
from tests.mechanics.test_cache import forget
from tests.situations import PROCESSES, base, drawn, parameters, tries

DUEL, GUNFIGHT = "rencounter.duel", "rencounter.gunfight"
TOGETHER = {
    DUEL: ("a_skill", "b_weapon", "a_experience", "b_wounds", "a_armor", "b_extra_modifier"),
    GUNFIGHT: ("a_skill", "b_experience", "a_wounds"),
    "rencounter.skirmish": ("a_skill", "b_cover"),
    "rencounter.unit_under_fire": ("skill", "range_band"),
    "rencounter.charge": ("experience",),
    "odd_encounters.duel_length": ("a_th", "b_ac"),
    "odd_encounters.cost_effectiveness": ("a_cost", "b_cost"),
}


def values_of(check_id, name, most=12):
    """So many values of a parameter, from all over its range."""
    values = parameters(check_id)[name].values()
    return values[:: max(1, len(values) // most)][:most]


def cells_of(check_id, *axes, most=12, **params):
    """A cell for so many values of each of some parameters, where they go together with what is said."""
    check, cells = rk.checks[check_id], []
    for values in product(*(values_of(check_id, name, most) for name in axes)):
        try:
            cells.append((check.book, check.targets_of(check.book, {**params, **dict(zip(axes, values, strict=True))})))
        except rk.RuleError:
            continue
    return cells


def alone(check_id, cells):
    """Each as if nothing else had been asked."""
    forget()
    return [rk.checks[check_id].dist_of(*cell) for cell in cells]


def test_where_there_are_no_arrays_each_is_followed_alone(monkeypatch):
    cells = cells_of(GUNFIGHT, "a_skill")
    assert None not in rk.checks[GUNFIGHT]._batches.dists(cells)
    forget()
    monkeypatch.setattr(batches, "has_arrays", lambda: False)
    assert rk.checks[GUNFIGHT]._batches.dists(cells) == [None] * len(cells)
    forget()


@pytest.mark.parametrize("check_id", PROCESSES)
def test_any_parameter_may_be_what_differs(check_id):
    for params in drawn(check_id, tries(1, 2), "batches"):
        for name in parameters(check_id).keys() - params.keys():
            cells = cells_of(check_id, name, most=tries(3, 5), **params)
            forget()
            dists = rk.checks[check_id].dists_of(cells)
            for dist, cell in zip(dists, cells, strict=True):
                assert dist is None or dist == rk.checks[check_id].dist_of(*cell), (name, params)


@pytest.mark.parametrize(
    ("check_id", "name"), [(check_id, name) for check_id, names in TOGETHER.items() for name in names]
)
def test_these_are_followed_together(check_id, name):
    cells = cells_of(check_id, name, **base(check_id, [name]))
    forget()
    dists = rk.checks[check_id].dists_of(cells)
    assert len(cells) > 3 and dists == alone(check_id, cells)


def test_what_goes_another_way_is_followed_in_parts():
    """Weapons are loaded in different times; those that are alike go together, with every skill."""
    cells = cells_of(GUNFIGHT, "a_weapon", "a_skill", most=8, turn_limit=2)
    forget()
    dists = rk.checks[GUNFIGHT].dists_of(cells)
    assert None not in dists and dists == alone(GUNFIGHT, cells)


def test_what_differs_at_the_end_alone_is_told_of_one_fight():
    """Its turns are the same for every price; those of other numbers of models are not."""
    check_id = "odd_encounters.cost_effectiveness"
    cells, check = cells_of(check_id, "b_cost", "a_count"), rk.checks[check_id]
    each = alone(check_id, cells)
    forget()
    assert check.dists_of(cells[::2]) == each[::2] and check.dists_of(cells[1::2]) == each[1::2]
    assert len(check._cache._chains) == 2 and len(set(each)) == len(cells)


def test_what_turns_see_late_is_seen():
    """Cells whose first turn is the same, and the third one is not."""

    class Late(NamedTuple):
        step: int

    def play(throw, r, late):
        return TurnModel(0, [lambda n: n + (late.step if n == 2 else 1)], lambda n: n if n > 4 else None)

    def followed(rules, targets):
        chain = CachedChain(play, 100, rules, targets)
        chain.follow(0)
        return chain

    cells = [(rk.rules("rencounter"), Late(step)) for step in range(3, 9)]
    assert batches.Batches(play, followed).dists(cells) == [None] * len(cells)


def test_a_step_of_the_limit_does_not_part_the_others():
    cells = [*cells_of(DUEL, "a_skill", turn_limit=2), *cells_of(DUEL, turn_limit=3)]
    forget()
    *dists, other = rk.checks[DUEL].dists_of(cells)
    assert other is None and dists == alone(DUEL, cells[:-1])


def test_fights_with_many_limits_share_a_batch():
    assert set(rk.checks[DUEL].dists_of(cells_of(DUEL, "a_skill", "turn_limit", most=5))) == {None}


def test_cells_are_kept(monkeypatch):
    cells, check = cells_of(DUEL, "a_skill"), rk.checks[DUEL]
    forget()
    dists = check.dists_of(cells)
    monkeypatch.setattr(check._batches, "_play", None)
    assert check.dists_of(cells[::-1]) == dists[::-1]
    forget()
    with pytest.raises(TypeError):
        check.dists_of(cells)


@pytest.mark.parametrize("check_id", tries([GUNFIGHT], [DUEL, GUNFIGHT]))
@pytest.mark.parametrize("limits", [(1, 2, 9, 12), (3, 30), (9, 4, 6)], ids=str)
def test_more_turns_go_on_from_where_they_stood(check_id, limits):
    """Some of the fights, in whatever order, with a limit of their own and whatever is asked; fewer turns are followed
    anew.
    """
    check = rk.checks[check_id]
    for result in ("end", "turns"):
        forget()
        for limit in limits:
            cells = cells_of(check_id, "a_skill", "b_wounds", most=5, turn_limit=limit, result=result)
            cells = cells[: -1 - tries(4, 8) : -1]
            assert check.dists_of(cells) == [check._distribution(Exact(), book, targets) for book, targets in cells]


def begun(monkeypatch, check):
    """How many fights are followed together from their start, each time."""
    many, together_from = [], batch.batch_walk
    forget()
    monkeypatch.setattr(
        batch, "batch_walk", lambda starts, *more: many.append(len(starts)) or together_from(starts, *more)
    )
    return many


def test_what_was_followed_is_followed_once(monkeypatch):
    check = rk.checks[DUEL]
    many = begun(monkeypatch, check)
    for limit in (5, 6, 20):
        check.dists_of(cells_of(DUEL, "a_skill", turn_limit=limit)[: 13 - limit // 2])
    assert many == [11]
    for limit, changed in ((21, {"a_armor": 1}), (19, {}), (22, {"b_skill": 9})):
        check.dists_of(cells_of(DUEL, "a_skill", turn_limit=limit, **changed))
    assert many == [11, 12, 12, 12], "other numbers, fewer turns, or fights that were not among them"
    other = rk.rules("rencounter").changed({"wounds.minor": 2})
    check.dists_of([(other, targets) for _, targets in cells_of(DUEL, "a_skill", turn_limit=23)])
    assert many == [11, 12, 12, 12, 12], "other rules"


def test_little_is_kept_of_fights_that_are_large(monkeypatch):
    check = rk.checks[DUEL]
    monkeypatch.setattr(batches, "_MAX_WAYS", 1000)
    many = begun(monkeypatch, check)
    for limit in (5, 6):
        check.dists_of(cells_of(DUEL, "a_skill", turn_limit=limit))
    assert many == [12, 12] and not check._batches._batches


def test_what_was_stopped_is_followed_anew(monkeypatch):
    check, cells = rk.checks[DUEL], cells_of(DUEL, "a_skill", turn_limit=9)
    expected = alone(DUEL, cells)
    forget()
    check.dists_of(cells_of(DUEL, "a_skill", turn_limit=4))

    def stopped(done, of):
        if done == 7:
            raise KeyboardInterrupt

    with telling(stopped), pytest.raises(KeyboardInterrupt):
        check.dists_of(cells)
    assert check.dists_of(cells) == expected


class Patience(NamedTuple):
    """Target numbers of which some are read late."""

    coin: int
    last: int
    turn_limit: int


def late(throw, r, patience):
    """A coin in each turn; from the fourth on it is over after the last, which nobody looks at before."""

    def toss(turn):
        return throw.after(throw.dice_of(Coin, patience.coin, None), lambda by: -turn if by < 0 else turn + 1)

    return TurnModel(
        1,
        [toss],
        lambda turn: turn if turn < 0 or (turn > 4 and turn > patience.last) else None,
        lambda: patience.turn_limit,
    )


def test_what_is_read_late_tells_cells_apart():
    """Those who agree in all that was read by a turn go on together no further than that."""
    process = Process(
        "realms_of_myth.patience",
        "?",
        record=Patience,
        play=late,
        outcomes=NUMBERS,
        source="-",
        parameters=[whole(name, 1, 60, 5, "-") for name in Patience._fields],
        targets=inputs(*Patience._fields),
    )
    for limit, last in ((2, 9), (3, 5), (8, 6), (9, 9)):
        cells = [
            (process.book, process.targets_of(process.book, {"coin": coin, "last": last, "turn_limit": limit}))
            for coin in (20, 30, 40, 50)
        ]
        assert process.dists_of(cells) == [process.dist_of(*cell) for cell in cells], (limit, last)


def test_an_error_of_those_followed_before_is_not_told_to_others():
    """They had gone together as far as both agreed; from there on the first ones divide by nothing."""

    def divided(throw, r, patience):
        return late(throw, r, patience)._replace(
            end=lambda turn: turn if turn < 0 or (turn > 4 and turn > 60 // patience.last) else None
        )

    process = Process(
        "realms_of_myth.patience",
        "?",
        record=Patience,
        play=divided,
        outcomes=NUMBERS,
        source="-",
        parameters=[whole(name, 0, 60, 5, "-") for name in Patience._fields],
        targets=inputs(*Patience._fields),
    )

    def cells(limit, last):
        return [
            (process.book, process.targets_of(process.book, {"coin": coin, "last": last, "turn_limit": limit}))
            for coin in (20, 30, 40, 50)
        ]

    assert None not in process.dists_of(cells(2, 0))
    assert process.dists_of(cells(9, 10)) == [process.dist_of(*cell) for cell in cells(9, 10)]
    process.dists_of(cells(2, 0))
    with pytest.raises(ZeroDivisionError):
        process.dists_of(cells(9, 0))


def test_what_another_thread_lets_go_is_not_lost(monkeypatch):
    """While some cells are followed, others push out what was kept."""
    cells, check = cells_of(DUEL, "a_skill"), rk.checks[DUEL]
    expected, others = alone(DUEL, cells), cells_of(DUEL, "b_skill", a_armor=1)
    check.dists_of(cells[:6])
    monkeypatch.setattr(batches, "_KEPT", 8)
    follow, calls = check._batches._followed, []

    def meanwhile(new):
        if not calls:
            calls.append(new)
            check.dists_of(others)
        return follow(new)

    monkeypatch.setattr(check._batches, "_followed", meanwhile)
    assert check.dists_of(cells) == expected and len(check._batches._memory) == 8


def test_rules_that_are_read_must_agree():
    check, book = rk.checks[DUEL], rk.rules("rencounter")
    other = book.changed({"wounds.minor": 2})
    shield = book.changed({"melee.shield.large": -5})  # which no dice read
    cells = [(rules, targets) for rules in (book, shield, other) for _, targets in cells_of(DUEL, "a_skill")]
    forget()
    dists, each = check.dists_of(cells), alone(DUEL, cells)
    assert dists == [*each[:24], *[None] * 12] and each[24:] != each[:12]


def test_what_is_refused_together_is_asked_alone(monkeypatch):
    """So that each is refused, or answered, by itself."""
    cells, check = cells_of(DUEL, "a_skill"), rk.checks[DUEL]

    def refused(*_):
        raise rk.RuleError("it must go on; got stuck; try another one")

    forget()
    monkeypatch.setattr(check._batches, "_play", refused)
    assert check.dists_of(cells) == [None] * len(cells)


def test_what_is_found_backwards_is_each_answer():
    rules = rk.rules("rencounter")
    forget()
    solution = rk.solve_for(DUEL, "melee.shield.large", "1/2", b_shield="large", turn_limit=3)
    for value, chance in solution.curve[::4]:
        forget()
        changed = rules if rules.holds("melee.shield.large", value) else rules.changed({"melee.shield.large": value})
        assert rk.check(DUEL, rules=changed, b_shield="large", turn_limit=3).event("A wins") == chance
    assert len(solution.curve) == 41


# What differs ---------------------------------------------------------------------------------------------------------


READINGS = {
    **{f.__name__: f for f in (bool, hash, len, iter, str, int, float, round, abs, sorted)},
    "as an index": lambda value: [0, 1, 2][value],
    "in a text": lambda value: f"{value}",
    "an item": lambda value: value[0],
    "a part": lambda value: value.skill,
    "as many": lambda value: [0] * value,
    "a key": lambda value: {value: 0},
    "among": lambda value: value in {1: 0},
    "the less": lambda value: min(value, 1),
    **{
        name: lambda value, name=name: getattr(operator, name)(value, 1)
        for name in ("eq", "ne", "lt", "le", "gt", "ge")
    },
    **{name: lambda value, name=name: getattr(operator, name)(value, 2) for name in ("floordiv", "mod", "truediv")},
    **{
        name: lambda value, name=name: getattr(operator, name)(value, 2)
        for name in ("pow", "lshift", "rshift", "and_", "or_")
    },
}


@pytest.mark.parametrize("look", READINGS.values(), ids=READINGS)
def test_nobody_looks_at_what_differs(look):
    with pytest.raises(NotTogetherError) as apart:
        look(BatchValue([1, 2, 1]))
    assert apart.value.parts == [[0, 2], [1]]


ADDED = {
    "as often as": lambda throw, consequence: throw.times(2, lambda: consequence),
    "the sum": lambda throw, consequence: consequence + 1,
    "a sum of several": lambda throw, consequence: 2 @ consequence,
    "less": lambda throw, consequence: 3 - consequence,
}


@pytest.mark.parametrize("added", ADDED.values(), ids=ADDED)
def test_distributions_that_differ_are_not_added(added):
    throw = BatchExact()
    consequence = throw.dice_of(Coin, batched([10, 20]), None)
    assert isinstance(consequence, BatchDist)
    with pytest.raises(NotTogetherError):
        added(throw, consequence)


def test_it_is_reckoned_with():
    value = BatchValue([1, 2])
    for made, each in (
        (value + 1, [2, 3]),
        (1 + value, [2, 3]),
        (5 - value, [4, 3]),
        (value * 2 - value, [1, 2]),
        (-value, [-1, -2]),
        (3 * value, [3, 6]),
    ):
        assert made.cells.tolist() == each
    assert value - value == 0  # the same in all cells


def test_what_is_the_same_in_all_cells_parts_none():
    assert NotTogetherError(BatchValue([2, 2])).parts == NotTogetherError().parts == []


def test_what_is_none_somewhere_is_looked_at_before():
    with pytest.raises(NotTogetherError) as apart:
        batched([(1, None), (1, 2), (1, None)])
    assert apart.value.parts == [[0, 2], [1]]


def test_yes_is_not_one():
    """Equal values of two kinds differ."""
    assert batched([1, True]).cells.tolist() == [1, True]


def test_batched_and_back():
    each = [((1, "a"), True), ((2, "a"), True), ((2, "b"), False)]
    assert unbatched(batched(each), 3) == each
    assert unbatched("the same", 2) == ["the same"] * 2


# Chains ---------------------------------------------------------------------------------------------------------------


class Coin:
    """A die that shows 1 in so many of 60 cases."""

    @staticmethod
    def dist_of(rules, weight):
        return Dist({1: weight, -1: 60 - weight}) if weight < 60 else 1


def outcomes(walk, turns, read):
    """What comes of each cell in so many turns: read from the turn of the end, none where it goes on, and the last
    state.
    """
    walk.go_on(turns)
    ended = walk.ended(range(walk.turn + 1), lambda turn, states: [read(turn, state) for state in states])
    return to_dists([*ended, walk.standing(lambda states: [read(None, state) for state in states])])


def both(turn, state):
    return turn, state


@pytest.mark.parametrize("seed", range(tries(20, 200)))
def test_chains_of_a_batch_are_single_chains(seed):
    """Random walks, with a start and a coin of their own in each cell, by the plain chain and together."""
    rng = random.Random(seed)
    throw, turns = BatchExact(), rng.randint(0, 9)
    weights = [rng.randint(1, 60) for _ in range(rng.randint(2, 6))]
    starts = [rng.choice([3, 5, Dist({2: 1, 4: 3}), 0]) for _ in weights]
    many = rng.choice([1, 2])

    def steps(throw, weight):
        def step(n):
            return throw.after(
                throw.dice_of(Coin, weight, None), lambda by: throw("stay", d(3), lambda face: n + by * (face > 1))
            )

        return [step, *[lambda n: n + 2 if n == 1 else n] * (many - 1)]

    got = outcomes(batch_walk(starts, steps(throw, batched(weights)), lambda n: n <= 0 or n >= 7), turns, both)
    for weight, start, dist in zip(weights, starts, got, strict=True):
        single = Chain(start, *steps(BatchExact(), weight), ended=lambda n: n <= 0 or n >= 7)
        assert dist == single.run(turns).ends


@pytest.mark.parametrize("seed", range(tries(40, 400)))
def test_chains_whose_amounts_are_divided_are_single_chains(seed):
    """Cells that begin in any of the states, also where it is over, followed to one limit and then to a later one."""
    rng = random.Random(seed)
    out_of = rng.choice([12**6, 10**7, 2**20])  # so that much of it is taken out again

    def row():
        low, high = sorted(rng.sample(range(1, out_of), 2))
        return Dist(dict(zip(rng.sample(range(6), 3), (low, high - low, out_of - high), strict=True)))

    rows = {n: rng.choice([row(), Dist(rng.sample(range(6), 2))]) for n in range(6)}
    starts = [rng.randrange(6) for _ in range(4)]
    over = set(rng.sample(range(6), 2)).__contains__
    walk = batch_walk(starts, [rows.__getitem__], over)
    for turns in (3, rng.randint(4, 30)):
        for start, dist in zip(starts, outcomes(walk, turns, both), strict=True):
            assert dist == Chain(start, rows.__getitem__, ended=over).run(turns).ends


def test_what_has_ended_is_not_counted_as_going_on():
    """One cell begins where it is over; then the amounts of the others are divided."""
    rows = {1: Dist({0: 1, 1: 1}), 9: Dist({1: 1, 2: 10**7 - 1}), 2: Dist({1: 1, 2: 1})}
    walk = batch_walk([0, 1, 9], [rows.__getitem__], lambda n: n == 0)
    at_once, seven_eighths, last = outcomes(walk, 3, lambda turn, n: n == 0)
    assert (at_once[True], seven_eighths[True]) == (1, Fraction(7, 8))
    assert last[True] == Fraction(5_000_001, 20_000_000)


def test_all_may_end_in_the_middle_of_a_turn():
    walk = batch_walk([0, 0], [lambda n: d(6) + 6 if n else 1, lambda n: n + 1], lambda n: n > 6)
    assert outcomes(walk, 9, lambda turn, state: (turn, state - 6)) == [d(6).map(lambda face: (2, face))] * 2


def test_weights_that_are_too_large_are_followed_alone():
    large = BatchDist({0: 1, 1: 2**61 - 1}, 2**61)
    with pytest.raises(NotTogetherError):
        BatchExact().after(large, lambda outcome: d(12))


def test_states_whose_weights_are_large_together_are_followed_together():
    totals = (2**40, 2**40 + 1)
    walk = batch_walk([0, 1], [lambda n: Dist({2: 1, 3: totals[n] - 1})], lambda n: n > 1)
    assert [dist[1, 2] for dist in outcomes(walk, 1, both)] == [Fraction(1, total) for total in totals]


def test_too_many_ways_are_followed_alone(monkeypatch):
    """From one state of one of two cells to six others."""
    die = [lambda n: d(6)]
    monkeypatch.setattr(transitions, "MAX_WAYS", 12)
    assert outcomes(batch_walk([0, 0], die, bool), 1, lambda turn, state: state) == [d(6)] * 2
    monkeypatch.setattr(transitions, "MAX_WAYS", 11)
    with pytest.raises(RuleError):
        batch_walk([0, 0], die, bool).go_on(1)
