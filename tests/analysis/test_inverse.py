"""Asking backwards is nothing but trying every value: the best one, its neighbours, and what is said when there is none
or more.
"""

import itertools
import pickle
import random
from concurrent.futures import Executor, Future
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import rencounter_kit as rk
from rencounter_kit.engine.work.progress import telling
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.workbook.analysis.measure import number
from rencounter_kit.workbook.mechanics.parameter import SeveralChoices
from tests.situations import KINDS, PLAIN_KINDS, PROCESSES, few, parameters, situation, situations_of, tries

BOOK = rk.rules("rencounter")
HALF = Fraction(1, 2)


# The same, by trying every value --------------------------------------------------------------------------------------


def figure(answer, outcome):
    """A chance, or the mean where no outcome is asked."""
    if outcome is None:
        return sum(o * p for o, p in answer.items())
    named = isinstance(outcome, str) and outcome in answer.check.events
    return answer.event(outcome if named else [outcome])  # refused where there can be none


def tried(check_id, unknown, values, outcome, like=None, rules=None, params=None):
    """Each value with what it gives, as far as it can be asked; without values what is now."""
    results = []
    book = rules or rk.checks[check_id].book
    for value in values:
        try:
            if "." in unknown:
                ruled = book if book.holds(unknown, value) else book.changed({unknown: value})
                answer = rk.check(check_id, rules=ruled, **(params or {}))
            else:
                answer = rk.check(check_id, rules=book, **(params or {}), **{unknown: value})
            results.append((value, figure(answer, outcome) - (0 if like is None else figure(answer, like))))
        except rk.RuleError:
            continue
    return results


def laid_out(points):
    """Numbers from the lowest, no before yes; words, which have no order of their own, from the least likely."""
    if any(isinstance(v, str) for v, _ in points):
        return sorted(points, key=lambda point: point[1])
    return sorted(points) if all(isinstance(v, (bool, int, float)) for v, _ in points) else points


def assert_the_best(solution, points, goal, side, now):
    """The answer against all that was tried, one by one."""
    points, in_words = laid_out(points), any(isinstance(v, str) for v, _ in points)
    fits = [(v, p) for v, p in points if side == "nearest" or (p >= goal if side == "at_least" else p <= goal)]
    least = min((abs(p - goal) for _, p in fits), default=None)
    best = [v for v, p in fits if abs(p - goal) == least]
    assert list(solution.best) == best
    assert solution.goal == goal and solution.side == side and solution.now.value == now
    chances = [p for _, p in points]
    assert solution.reached == (min(chances) <= goal <= max(chances))
    passed = [(a, b) for a, b in itertools.pairwise(points) if (a[1] - goal) * (b[1] - goal) < 0 and not in_words]
    assert [(tuple(a), tuple(b)) for a, b in solution.crossings] == passed
    assert solution.unique == (len(best) == 1 and len(passed) + (least == 0) < 2)
    rises, falls = (any((b - a) * sign > 0 for a, b in itertools.pairwise(chances)) for sign in (1, -1))
    course = {(1, 0): "rises", (0, 1): "falls", (1, 1): "turns", (0, 0): "stays"}[rises, falls]
    assert (
        solution.direction == ("none" if in_words and course != "stays" else course)
        and solution.ordered is not in_words
    )
    if not best:
        assert solution.value is solution.chance is solution.answer is solution.below is solution.above is None
        return
    numbers = all(isinstance(v, (int, float)) for v in (*best, now))
    nearest = min(best, key=lambda v: (v != now, abs(v - now) if numbers else 0))
    place = [v for v, _ in points].index(nearest)
    assert (type(solution.value), solution.value, solution.chance) == (type(nearest), *points[place])
    if in_words:
        lower, higher = ([p for p in points if (p[1] - solution.chance) * sign > 0] for sign in (-1, 1))
        assert (solution.below or (None, None))[1] == max((p for _, p in lower), default=None)
        assert (solution.above or (None, None))[1] == min((p for _, p in higher), default=None)
        assert {tuple(p) for p in (solution.below, solution.above) if p} <= set(points)
    else:
        assert solution.below == (points[place - 1] if place else None)
        assert solution.above == (points[place + 1] if place + 1 < len(points) else None)
    assert solution.rows == [tuple(p) for p in (solution.below, solution.answer, solution.above) if p is not None]


def assert_complete(solution, points, values):
    """Where no monotony is proven, each value was tried, and each that cannot be is told."""
    if not solution.proven:
        assert [tuple(p) for p in solution.curve] == laid_out(points)
        assert len(solution.left_out) == len(values) - len(points)


# Seeded questions about every check -----------------------------------------------------------------------------------


def what(answer, rng):
    """Something to ask of an answer, and something else that it can be set against; nothing for the mean."""
    whole = all(type(outcome) is int for outcome in answer)
    known = [*answer.events, *answer]
    outcome = rng.choice([*known, *[None] * whole])
    return outcome, rng.choice(known)


@pytest.mark.parametrize("side", ["nearest", "at_least", "at_most"])
@pytest.mark.parametrize("check_id", KINDS)
def test_a_parameter_is_found_as_by_trying_every_value(check_id, side):
    check, rng = rk.checks[check_id], random.Random(f"{check_id} {side}")
    if check_id in PROCESSES and side != "nearest":
        return
    small = {name: p for name, p in parameters(check_id).items() if p.values() and name != "result"}
    for unknown in rng.sample(list(small), min(len(small), few(check_id, tries(2, 8), 1))):
        values = list(small[unknown].values())[: few(check_id, 200, 4)]
        params = situation(check_id, rng, [unknown])
        now = check(**params)
        outcome, like = what(now, rng)
        present = now.params[unknown]
        if outcome is None:
            goal, how = figure(now, None) + rng.randint(-2, 2), "to"
        else:
            goal, how = Fraction(rng.randint(0, 12), 12), rng.choice(["to", "times", "like"])
        if how == "like":
            goal = Fraction(0)
        goal_setting = {"to": {"to": goal}, "times": {"times": goal}, "like": {"like": like}}[how]
        if how == "times":
            goal *= figure(now, outcome)
        if outcome is None and now.events:
            continue  # what is meant then is the first event
        points = tried(check_id, unknown, values, outcome, like if how == "like" else None, params=params)
        more = {} if tuple(values) == check.parameters[unknown].values() else {"values": values}
        arguments = {**goal_setting, "outcome": outcome, "side": side, **more, **params}
        if not points:
            with pytest.raises(rk.RuleError, match="must have a value that is possible here; got none"):
                rk.solve_for(check_id, unknown, **arguments)
            continue
        solution = rk.solve_for(check_id, unknown, **arguments)
        assert_the_best(solution, points, goal, side, present)
        assert_complete(solution, points, values)


def figures(check, params):
    """Whole figures and switches that count here."""
    paths = [e.rule.path for e in check(**params).modifiers if e.rule and type(check.book[e.rule.path]) is int]
    paths += [rule.path for _, rules in check(**params).tables for rule in rules if type(rule.value) is int]
    paths += [p.path for p in check.parameters.values() if p.path and p.name not in params]
    fine = [path for path in dict.fromkeys(paths) if type(check.book[path]) is int or check.book.rule(path).options]
    return [path for path in fine if not path.startswith("activation_")]  # they count cards and faces: none below 1


@pytest.mark.parametrize("check_id", PLAIN_KINDS)
def test_a_figure_of_the_rules_is_found_as_by_trying_those_around(check_id):
    check, rng = rk.checks[check_id], random.Random(check_id)
    params = situation(check_id, rng)
    for path in rng.sample(known := figures(check, params), min(tries(1, 4), len(known))):
        rule, now = check.book.rule(path), check(**params)
        outcome = next(iter(now.events), None)
        if outcome is None and not all(type(o) is int for o in now):
            outcome = next(iter(now))
        around = max(20, abs(rule.value)) if type(rule.value) is int else 0
        values = list(rule.options or range(rule.value - around, rule.value + around + 1))
        present = figure(now, outcome)
        points = tried(check_id, path, values, outcome, params=params)
        for side, times in (("nearest", 1), ("at_least", Fraction(1, 2)), ("at_most", Fraction(1, 2))):
            solution = rk.solve_for(check_id, path, times=times, outcome=outcome, side=side, **params)
            assert_the_best(solution, points, times * present, side, rule.value)
            assert_complete(solution, points, values)
            assert solution.now == (rule.value, present)


def test_the_path_of_a_figure_is_no_other_spelling_of_a_parameter():
    """damage.dice reads like damage_dice."""
    assert rk.solve_for("odd_encounters.melee_damage", "damage.dice", to=3).unknown == "damage.dice"
    assert rk.solve_for("odd_encounters.melee_damage", "Damage dice", to=3).unknown == "damage_dice"


@pytest.mark.parametrize(
    ("check_id", "unknown", "values", "outcome", "goal"),
    [
        ("odd_encounters.duel_length", "a_th", range(6), "ends in the first round", Fraction(1, 10)),
        ("odd_encounters.duel", "weapon.two_handed.damage", range(5), "A wins", Fraction(3, 4)),
        ("odd_encounters.duel", "rulings.natural_rolls", ("none", "both"), "B wins", Fraction(1, 2)),
    ],
)
def test_fights_are_asked_backwards_too(check_id, unknown, values, outcome, goal):
    params = {"a_weapon": "two_handed", "b_hp": 6}
    solution = rk.solve_for(check_id, unknown, goal, outcome=outcome, values=values, **params)
    now = rk.checks[check_id].parameters[unknown].default if "." not in unknown else rk.checks[check_id].book[unknown]
    assert_the_best(solution, tried(check_id, unknown, values, outcome, params=params), goal, "nearest", now)
    assert not solution.proven


# Where it is proven that a chance only rises or falls -----------------------------------------------------------------


PROVEN = [
    (check.id, event, name) for check in rk.checks.values() for event, known in check.monotone.items() for name in known
]
HOUSE = {
    "odd_encounters": (
        "damage.dice = 2",
        "weapon.hand.damage = -3",
        "weapon.two_handed.to_hit = -4",
        "attack.target = 14",
    )
}


def test_something_is_proven():
    assert {check_id for check_id, _, _ in PROVEN} == {"odd_encounters.duel"}
    assert {check_id.partition(".")[0] for check_id, _, _ in PROVEN} <= set(HOUSE)


@st.composite
def steps(draw, check_id, name):
    """A situation by some rules, and one step of a parameter."""
    check, free = rk.checks[check_id], parameters(check_id)
    line = draw(st.sampled_from(("", *HOUSE[check.stem])))
    rules = check.book.with_house_rules(line) if line else check.book
    rulings = [other for other, p in free.items() if p.path]
    params = draw(situations_of(check_id, [name, *rulings], most=len(free)))
    value = draw(st.integers(free[name].low, free[name].high - 1))
    return rules, params, value


@pytest.mark.parametrize(("check_id", "event", "name"), PROVEN)
@settings(max_examples=tries(6, 60))
@given(data=st.data())
def test_what_is_proven_is_true(check_id, event, name, data):
    rules, text, value = data.draw(steps(check_id, name))
    before, after = (rk.check(check_id, rules=rules, **text, **{name: v}).event(event) for v in (value, value + 1))
    assert (after - before) * rk.checks[check_id].monotone[event][name] >= 0


def test_no_other_direction_would_be_true():
    """The law above can fail: the opposite of what is proven is wrong somewhere."""
    for check_id, event, name in PROVEN:
        low, high = parameters(check_id)[name].low, parameters(check_id)[name].high
        ends = [rk.check(check_id, **{name: value}).event(event) for value in (low, high)]
        assert (ends[1] - ends[0]) * rk.checks[check_id].monotone[event][name] > 0


@settings(max_examples=tries(20, 200))
@given(
    st.sampled_from(["a_hp", "b_hp", "a_th", "b_ac", "a_ac", "b_th"]),
    st.sampled_from(["A wins", "B wins"]),
    st.sampled_from(["nearest", "at_least", "at_most"]),
    st.fractions(0, 1, max_denominator=12) | st.integers(0, 9),
    st.fixed_dictionaries(
        {
            "a_hp": st.integers(1, 5),
            "b_hp": st.integers(1, 5),
            "a_th": st.integers(0, 20),
            "b_th": st.integers(0, 20),
            "a_ac": st.integers(-10, 9),
            "first": st.sampled_from(["a", "b", "random"]),
            "rounds": st.sampled_from([0, 0, 2]),
            "natural_rolls": st.sampled_from(["none", "both"]),
        }
    ),
    st.booleans(),
)
def test_the_search_by_halves_finds_what_trying_all_finds(unknown, outcome, side, goal, params, against):
    """A goal that is a whole number is a value of the curve itself, so that it is met exactly, perhaps by
    many values.
    """
    params = {name: value for name, value in params.items() if name != unknown}
    values = range(1, 8) if unknown.endswith("hp") else rk.checks["odd_encounters.duel"].parameters[unknown].values()
    like = {"A wins": "B wins", "B wins": "A wins"}[outcome] if against else None
    points = tried("odd_encounters.duel", unknown, values, outcome, like, params=params)
    if like is not None:
        goal, question = Fraction(0), {"like": like}
    else:
        goal = points[goal % len(points)][1] if isinstance(goal, int) else goal
        question = {"to": goal}
    solution = rk.solve_for(
        "odd_encounters.duel", unknown, **question, outcome=outcome, side=side, values=values, **params
    )
    now = rk.checks["odd_encounters.duel"].parameters[unknown].default
    assert solution.proven and set(map(tuple, solution.curve)) <= set(points)
    assert_the_best(solution, points, goal, side, now)


def test_the_search_by_halves_asks_only_a_few():
    duel = rk.checks["odd_encounters.duel"]
    calls = []
    with telling(lambda done, of: calls.append(done)):
        before = duel._distributions.cache_info().misses
        solution = rk.solve_for("odd_encounters.duel", "b_hp", "1/2", a_hp=8, a_ac=7)
    assert solution.proven and calls
    assert (
        1
        < duel._distributions.cache_info().misses - before
        <= solution.tries + 1
        < 20
        < len(duel.parameters["b_hp"].values())
    )
    assert f"; {solution.tries} tries were enough" in str(solution)


# The goal -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1/2", HALF),
        (" 1/2 ", HALF),
        ("50 %", HALF),
        ("50%", HALF),
        ("50.0 %", HALF),
        (0.5, HALF),
        ("0.5", HALF),
        (".5", HALF),
        (HALF, HALF),
        (np.float64(0.5), HALF),
        ("5e-1", HALF),
        (0.05, Fraction(1, 20)),
        ("5 %", Fraction(1, 20)),
        (0.1, Fraction(1, 10)),
        ("1/3 %", Fraction(1, 300)),
        (1, 1),
        (0, 0),
        ("0", 0),
        (np.int64(1), 1),
        (1e-5, Fraction(1, 10**5)),
    ],
)
def test_a_goal_is_written_in_many_ways(written, meant):
    assert number(written, "to") == meant and type(number(written, "to")) is Fraction
    solution = rk.solve_for("rencounter.fire", "skill", written)
    assert solution.goal == meant


def test_a_goal_may_be_an_exact_chance_of_many_digits():
    exact = rk.check("odd_encounters.duel", a_hp=9, b_hp=9).event("A wins")
    assert exact.denominator > 10**30
    assert rk.solve_for("odd_encounters.duel", "a_hp", exact, b_hp=9, values=range(5, 15)).value == 9


@pytest.mark.parametrize(
    "goal",
    [
        "",
        "half",
        "1/0",
        "1/2/3",
        "50 % %",
        "%",
        "nan",
        "inf",
        "1e999",
        "1e-999999999",
        "9" * 70,
        "0x1",
        "1,5",
        None,
        True,
        float("nan"),
        float("inf"),
        [1],
        b"1/2",
        object(),
        10**5000,
        Fraction(10**5000),
        -1,
        "-1/2",
        1.5,
        "3/2",
        "101 %",
        2,
    ],
    ids=lambda goal: type(goal).__name__,
)
def test_a_goal_that_is_no_chance_is_refused(goal):
    with pytest.raises(rk.RuleError) as error:
        rk.solve_for("rencounter.fire", "skill", goal)
    assert is_one_sentence(error)


def is_one_sentence(error):
    message = str(error.value)
    return 10 < len(message) <= 400 and len(message.splitlines()) == 1


def test_a_goal_may_be_so_many_times_what_is_now():
    now = rk.check("rencounter.fire", skill=5, range_band="long").event("hits")
    solution = rk.solve_for("rencounter.fire", "fire.range.long", times="2", skill=5, range_band="long")
    assert solution.goal == 2 * now == solution.chance and solution.value == -3
    with pytest.raises(rk.RuleError, match=r"from 0 % to 100 %; got 20 times 8.33 %, 1/12"):
        rk.solve_for("rencounter.fire", "fire.range.long", times=20, skill=5, range_band="long")


def test_a_goal_may_be_another_outcome():
    solution = rk.solve_for("rencounter.fire", "skill", like="miss", outcome="hits", range_band="long")
    assert solution.value == 10 and solution.chance == 0
    assert solution.head() == "skill 10 is closest to even: both are equally likely"
    with pytest.raises(rk.RuleError, match="outcome must be named"):
        rk.solve_for("odd_encounters.hit_points", "level", like="4")


def test_a_goal_may_be_a_mean():
    points = tried("odd_encounters.hit_points", "level", range(1, 11), None)
    solution = rk.solve_for("odd_encounters.hit_points", "level", 21.5)
    assert_the_best(solution, points, Fraction(43, 2), "nearest", 1)
    assert "level for the mean nearest to 21.5" in str(solution) and "the mean rises with level" in str(solution)


# What may be tried ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("values", [[3, 9, 5], (9, 5, 3, 3), np.array([5, 3, 9]), {9: 1, 3: 1, 5: 1}, iter([9, 3, 5])])
def test_values_to_try_are_taken_in_order(values):
    solution = rk.solve_for("rencounter.fire", "skill", "1/2", values=values)
    assert [p.value for p in solution.curve] == [3, 5, 9] and all(type(p.value) is int for p in solution.curve)
    assert (solution.value, solution.below.value, solution.above.value) == (5, 3, 9)


def test_words_have_no_order_but_that_of_their_chance():
    """Far, near, far, near: a chance neither rises nor falls with words, and is passed nowhere between two of them."""
    bands = ["long", "short", "extreme", "medium"]
    solution = rk.solve_for("rencounter.fire", "range_band", "1/4", values=bands)
    hits = {band: rk.check("rencounter.fire", range_band=band).event("hits") for band in bands}
    assert [p.value for p in solution.curve] == sorted(bands, key=hits.get) == ["extreme", "long", "medium", "short"]
    assert solution.direction == "none" and not solution.crossings and not solution.ordered
    assert (solution.below.value, solution.value, solution.above.value) == ("extreme", "long", "medium")
    enough = sum(chance >= Fraction(1, 4) for chance in hits.values())
    assert str(solution).endswith(f"{enough} of 4 choices of range band give 25 % or more; all of them were tried")
    assert "rises" not in str(solution) and "falls" not in str(solution)


def test_neighbours_of_a_word_are_less_and_more_likely():
    """Fourteen weapons are as deadly as the best: the neighbours are none of them."""
    arguments = {"outcome": "kills", "side": "at_least", "target_armor": 2}
    solution = rk.solve_for("rencounter.fire", "weapon", "1/10", **arguments)
    kills = {
        weapon: rk.check("rencounter.fire", weapon=weapon, target_armor=2).event("kills")
        for weapon in rk.checks["rencounter.fire"].parameters["weapon"].choices
    }
    best = min(chance for chance in kills.values() if chance >= Fraction(1, 10))
    assert solution.chance == best and set(solution.best) == {weapon for weapon in kills if kills[weapon] == best}
    assert len(solution.best) > 2
    assert solution.below.chance == max(chance for chance in kills.values() if chance < best)
    assert solution.above.chance == min(chance for chance in kills.values() if chance > best)


def test_words_are_set_against_another_outcome_too():
    solution = rk.solve_for("rencounter.fire", "cover", outcome="hits", like="miss", range_band="medium", skill=8)
    covers = rk.checks["rencounter.fire"].parameters["cover"].choices
    each = [rk.check("rencounter.fire", cover=one, range_band="medium", skill=8) for one in covers]
    enough = sum(shot.event("hits") >= shot["miss"] for shot in each)
    assert 0 < enough < len(covers)
    assert f"{enough} of {len(covers)} choices of cover give hits at least as likely" in str(solution)


def test_numbers_and_switches_go_from_the_lowest():
    """However the data list them: yes before no, 1 before -1."""
    switch = rk.solve_for("rencounter.fire", "rulings.armor_lessens_fire_damage", "0", target_armor=4, outcome="kills")
    assert [p.value for p in switch.curve] == [False, True] and switch.direction == "falls"
    listed = rk.checks["traveller.meeting"].parameters["close_short_escape_dm"].values()
    solution = rk.solve_for("traveller.meeting", "close_short_escape_dm", "1/2", party_plan="leave")
    assert list(listed) == [1, 0, -1] and [p.value for p in solution.curve] == [-1, 0, 1]


def test_no_value_may_be_a_value():
    """What is optional may be left open among others."""
    solution = rk.solve_for("rencounter.fire", "distance", "1/2", values=[None, 10, 60], weapon="long_bow")
    assert [p.value for p in solution.curve] == [None, 10, 60]
    expected = [rk.check("rencounter.fire", distance=d, weapon="long_bow").event("hits") for d in (None, 10, 60)]
    assert [p.chance for p in solution.curve] == expected


def test_figures_that_are_no_whole_numbers_are_tried_when_they_are_given():
    with pytest.raises(rk.RuleError, match="name the values"):
        rk.solve_for("rencounter.wound", "severity.dead", "1/2", outcome="dead")
    solution = rk.solve_for("rencounter.wound", "severity.dead", "1/2", outcome="dead", values=["..2", "..1"])
    assert [p.value for p in solution.curve] == ["..2"] and len(solution.left_out) == 1  # the other leaves a gap


def test_a_switch_is_tried_through():
    solution = rk.solve_for("rencounter.fire", "rulings.skill_roll", "5/12")
    assert solution.value == "less_than" and solution.now == ("at_most", HALF)
    assert {p.value for p in solution.curve} == set(BOOK.rule("rulings.skill_roll").choices)
    solution = rk.solve_for(
        "rencounter.fire", "rulings.armor_lessens_fire_damage", "0", target_armor=4, outcome="kills"
    )
    assert {p.value for p in solution.curve} == {True, False}


def test_house_rules_are_what_is_begun_with():
    ours = BOOK.with_house_rules('fire.range.long = -1\nrulings.skill_roll = "less_than"', name="Ours")
    points = tried("rencounter.fire", "skill", range(1, 13), "hits", rules=ours, params={"range_band": "long"})
    solution = rk.solve_for("rencounter.fire", "skill", "1/3", rules=ours, range_band="long")
    assert_the_best(solution, points, Fraction(1, 3), "nearest", 6)
    solution = rk.solve_for("rencounter.fire", "fire.range.long", times=1, rules=ours, range_band="long")
    assert solution.value == solution.now.value == -1


def test_values_that_contradict_the_rest_are_left_out_and_counted():
    solution = rk.solve_for("rencounter.fire", "aim_turns", "1/2", snap="walking")
    every = rk.checks["rencounter.fire"].parameters["aim_turns"].values()
    assert [p.value for p in solution.curve] == [v for v in every if v < 1]
    assert len(solution.left_out) == len(every) - len(solution.curve) > 0
    assert all("snap must be none with more than 0.5 aim_turns" in why for why in solution.left_out)
    *_, course, left_out = str(solution).splitlines()
    assert course.endswith("with each of 2 values")
    reason = BOOK.spelling.in_sentence(solution.left_out[0])
    assert left_out == f"Left out: {len(solution.left_out)}, such as {reason}."
    solution = rk.solve_for("rencounter.melee", "aggressive", "1/2", attacker_skill=7, outcome="kills")
    reason = BOOK.spelling.in_sentence(solution.left_out[0])
    assert str(solution).endswith(f"Left out: {len(solution.left_out)}, such as {reason}.")
    with pytest.raises(rk.RuleError, match="must have a value that is possible here; got none"):
        rk.solve_for("rencounter.fire", "aim_turns", "1/2", snap="walking", values=[1, 2])


class Pickling(Executor):
    """Works as another process would: what goes in and out is pickled."""

    def __init__(self):
        self.done = 0

    def submit(self, function, /, *args, **named):
        future = Future()
        function, args = pickle.loads(pickle.dumps((function, args)))
        future.set_result(pickle.loads(pickle.dumps(function(*args, **named))))
        self.done += 1
        return future


@pytest.mark.parametrize(
    ("check_id", "unknown", "more"),
    [
        ("rencounter.fire", "skill", {"outcome": "miss", "range_band": "long"}),
        (
            "rencounter.fire",
            "fire.range.long",
            {
                "outcome": ["miss", "stopped_by_cover"],
                "range_band": "long",
                "cover": "half_solid",
                "values": range(-6, 0),
            },
        ),
        ("odd_encounters.duel_length", "a_th", {"values": range(4), "a_hp": 2}),
    ],
)
def test_the_work_can_be_shared_out(check_id, unknown, more):
    reports, pool = [], Pickling()
    shared = rk.solve_for(
        check_id, unknown, "1/4", executor=pool, progress=lambda done, of: reports.append((done, of)), **more
    )
    alone = rk.solve_for(check_id, unknown, "1/4", **more)
    assert shared.curve == alone.curve and str(shared) == str(alone)
    assert pool.done == len(alone.curve) and reports == [(i + 1, pool.done) for i in range(pool.done)]


# What it says ---------------------------------------------------------------------------------------------------------


def lines(*arguments, **more):
    return str(rk.solve_for(*arguments, **more)).splitlines()


def test_it_says_that_nothing_will_do():
    sentences = lines("rencounter.fire", "skill", "9/10", side="at_least", range_band="long")
    assert sentences[0] == "skill for hits at least 90 %: no value will do; it goes from 2.08 % (1/48) to 66.7 % (2/3)"
    assert sentences[-1] == "the chance rises with skill; all 12 values were tried"


def test_it_says_that_the_goal_is_out_of_reach():
    sentences = lines("rencounter.fire", "skill", "9/10", range_band="long")
    assert (
        sentences[0].startswith("skill for hits nearest to 90 %: 12") and "the goal cannot be reached" in sentences[-2]
    )
    sentences = lines("rencounter.fire", "skill", "9/10", side="at_most", range_band="long")
    assert sentences[0].startswith("skill for hits at most 90 %: 12") and "every value will do" in sentences[-2]


def test_it_says_that_it_changes_nothing():
    sentences = lines("rencounter.fire", "fire.range.long", "1/3", range_band="short")
    assert sentences[-1] == "fire.range.long changes nothing here: it is 50 % (1/2) with each of 41 values"
    assert rk.solve_for("rencounter.fire", "fire.range.long", "1/3", range_band="short").value == -4  # it may stay


def test_it_says_that_several_are_as_good():
    solution = rk.solve_for("rencounter.fire", "skill", "11/24")
    assert solution.best == (5, 6) and solution.value == 6 and not solution.unique  # the default is 6
    assert "not the only one; 5, 6 are as good" in str(solution)


def test_it_says_that_the_goal_is_passed_several_times():
    """A long bow too near and too far: its chance rises and falls with the distance."""
    distances = range(1, 60)
    solution = rk.solve_for("rencounter.fire", "distance", "2/5", values=distances, weapon="long_bow")
    hits = [rk.check("rencounter.fire", distance=d, weapon="long_bow").event("hits") for d in distances]
    passed = [
        d for d, (a, b) in zip(distances, itertools.pairwise(hits), strict=False) if (5 * a - 2) * (5 * b - 2) < 0
    ]
    assert [a.value for a, _ in solution.crossings] == passed and len(passed) == 2
    assert solution.direction == "turns" and not solution.unique
    between = "; ".join(f"{d} and {d + 1}" for d in passed)
    assert f"the goal is passed 2 times, between {between}" in str(solution)
    assert "the chance rises and falls with distance" in str(solution)


def test_one_that_meets_the_goal_is_not_the_only_place_where_it_is_passed():
    """Met where it is too close for the bow, passed again between near and far."""
    third = rk.check("rencounter.fire", distance=2, weapon="long_bow").event("hits")
    solution = rk.solve_for("rencounter.fire", "distance", third, values=[2, 5, 30], weapon="long_bow")
    assert solution.best == (2,) and len(solution.crossings) == 1 and not solution.unique


def test_it_is_shown_in_a_notebook_and_given_to_pandas():
    solution = rk.solve_for("rencounter.fire", "skill", "1/2", range_band="long")
    assert "<table>" in solution._repr_html_() and "10" in solution._repr_html_()
    table = solution.table()
    assert list(table.columns) == ["value", "chance"] and list(table["chance"]) == [p.chance for p in solution.rows]


# Many values ----------------------------------------------------------------------------------------------------------

LARGE = [
    (check.id, p.name) for check in rk.checks.values() for p in check.parameters.values() if len(p.values()) > 5000
]
LISTS = [
    (check.id, p.name)
    for check in rk.checks.values()
    for p in check.parameters.values()
    if isinstance(p, SeveralChoices)
]
NAMED = {  # outcomes, where there is no event and no mean
    "realms_of_myth.flight_delay": "same_cs",
    "realms_of_myth.thrown_object_factor": "3/4",
    "traveller.range_by_distance": "medium",
}


@pytest.mark.parametrize(("check_id", "unknown"), LARGE)
def test_a_large_range_is_searched_from_coarse_to_fine(check_id, unknown):
    check = rk.checks[check_id]
    outcome, values = NAMED.get(check_id), check.parameters[unknown].values()
    params = {"race": "monster"} if unknown == "special_abilities" else {}
    now = rk.check(check_id, **params)
    goal = now.event(outcome) if outcome else next(iter(now.events.values()), None) or now.dist.mean
    solution = rk.solve_for(check, unknown, goal, outcome=outcome, **params)
    assert solution.chance == goal and solution.value == solution.now.value, "as it is now"
    assert solution.step in (10, 20, 200) and solution.tries < 2000
    assert f"every {solution.step}th value" in str(solution)
    assert f"of {len(values):,} in all; there may be another in between" in str(solution)


def test_of_a_coarse_search_it_is_not_said_how_many_values_are_as_good():
    solution = rk.solve_for("realms_of_myth.fall_pulses", "feet", 3)
    assert len(solution.best) < sum(mean == 3 for mean in means_of_falls())
    assert f"151, and at least {len(solution.best) - 8} more are as good" in str(solution)


@cache
def means_of_falls():
    """The mean of the pulses for each number of feet."""
    return list(rk.sweep("realms_of_myth.fall_pulses", feet=range(5001))["outcome"])


@pytest.mark.parametrize("goal", [0, "1/2", 3, 7, 100, 10**6])
@pytest.mark.parametrize("side", ["nearest", "at_least", "at_most"])
def test_from_coarse_to_fine_the_answer_is_that_of_all_values(goal, side):
    """The pulses of a fall only rise with the feet."""
    check, feet = rk.checks["realms_of_myth.fall_pulses"], range(5001)
    means = means_of_falls()
    solution = rk.solve_for(check, "feet", goal, side=side)
    off = [abs(mean - Fraction(goal)) for mean in means]
    fits = [i for i in feet if side == "nearest" or (means[i] >= Fraction(goal)) == (side == "at_least") or not off[i]]
    if not fits:
        assert solution.value is None
        return
    assert means[solution.value] == solution.chance and off[solution.value] == min(off[i] for i in fits)
    for near in (solution.below, solution.above):
        assert near is None or abs(near.value - solution.value) == 1
    assert all(b.value - a.value == 1 for a, b in solution.crossings)


@pytest.mark.parametrize(("check_id", "unknown"), LISTS)
def test_a_list_may_be_asked_for(check_id, unknown):
    """Every list it may be, or those with one value throughout, as long as the present one."""
    check = rk.checks[check_id]
    outcome = next(iter(check().events), None)
    solution = rk.solve_for(check, unknown, "1/2", outcome=outcome)
    assert not solution.ordered and all(isinstance(point.value, tuple) for point in solution.curve)
    for point in solution.rows:
        result = check(**{unknown: point.value})
        assert (result.event(outcome) if outcome else result.dist.mean) == point.chance
    if len({len(set(point.value)) for point in solution.curve}) == 1 and solution.direction != "stays":
        assert "only lists that repeat one value were tried" in str(solution)
    now = solution.now.value
    assert not now or all(len(point.value) == len(now) for point in solution.curve)


# Bad input ------------------------------------------------------------------------------------------------------------


WRONG = [
    (("rencounter.fir", "skill", "1/2"), {}, "did you mean rencounter.fire?"),
    (
        ("rencounter.volley", "result", 2),
        {},
        ("what is to be found must be a parameter of the situation; got result, which says what is asked"),
    ),
    ((5, "skill", "1/2"), {}, "a check must be one of rk.checks"),
    (("rencounter.fire", "skil", "1/2"), {}, "did you mean skill?"),
    (("rencounter.fire", "", "1/2"), {}, "rencounter.fire has no parameter"),
    (("rencounter.fire", 5, "1/2"), {}, "rencounter.fire has no parameter"),
    (("rencounter.fire", None, "1/2"), {}, "rencounter.fire has no parameter"),
    (("rencounter.fire", ["skill"], "1/2"), {}, "rencounter.fire has no parameter"),
    (("rencounter.fire", "fire.rnge.long", "1/2"), {}, "did you mean fire.range.long?"),
    (("rencounter.fire", "__class__.x", "1/2"), {}, "must be named by its path"),
    (("rencounter.fire", "skill", "1/2"), {"skill": 5}, "skill must be left open; got 5"),
    (("rencounter.fire", "skill", "1/2"), {"skil": 5}, "did you mean skill?"),
    (("rencounter.fire", "skill", "1/2"), {"wounds": 99}, "wounds must be"),
    (("rencounter.fire", "skill"), {}, "the goal must be one of to, times and like"),
    (("rencounter.fire", "skill", "1/2"), {"times": 2}, "the goal must be one of to, times and like"),
    (("rencounter.fire", "skill", "1/2"), {"like": "miss"}, "the goal must be one of to, times and like"),
    (("rencounter.fire", "skill", "1/2"), {"side": "over"}, "side must be one of nearest, at_least, at_most; got over"),
    (("rencounter.fire", "skill", "1/2"), {"outcome": "hit"}, "did you mean hits?"),
    (("rencounter.fire", "skill"), {"like": "mss"}, "did you mean miss?"),
    (("rencounter.fire", "skill", "1/2"), {"rules": rk.rules("salamis")}, "rules must be a ruleset of rencounter"),
    (("rencounter.fire", "skill", "1/2"), {"rules": "fire.range.long = -3"}, "rules must be a ruleset of rencounter"),
    (("rencounter.fire", "skill", "1/2"), {"values": []}, "values must hold at least one"),
    (("rencounter.fire", "skill", "1/2"), {"values": "5"}, "values must be a list or range"),
    (("rencounter.fire", "skill", "1/2"), {"values": 5}, "values must be a list or range"),
    (("rencounter.fire", "skill", "1/2"), {"values": [5, 13]}, "the nearest is 12"),
    (("rencounter.fire", "skill", "1/2"), {"values": ["five"]}, "skill must be a whole number"),
    (("rencounter.fire", "extra_modifier", "1/2"), {"values": itertools.count(100)}, "extra_modifier must be"),
    (
        ("rencounter.fire", "fire.range.long", "1/2"),
        {"values": itertools.repeat(-4)},
        "there must be at most 200,000 values to try",
    ),
    (("rencounter.fire", "fire.range.long", "1/2"), {"values": range(10**15)}, "from -10000 to 10000"),
    (("rencounter.fire", "fire.range.long", "1/2"), {"values": [10_001]}, "from -10000 to 10000"),
    (("rencounter.fire", "fire.range.long", "1/2"), {"values": [True]}, "a whole number"),
    (("rencounter.wound", "severity.dead", "1/2"), {}, "name the values to try"),
    (("realms_of_myth.strike", "resolution_table", "1/2"), {}, "must be a number, a choice or a list of them"),
]


@pytest.mark.parametrize(("question", "more", "message"), WRONG, ids=range(len(WRONG)))
def test_what_cannot_be_asked_is_refused(question, more, message):
    with pytest.raises(rk.RuleError) as error:
        rk.solve_for(*question, **more)
    assert is_one_sentence(error) and message in str(error.value)


# On the command line --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "arguments", "more"),
    [
        (
            ("rencounter.fire", "skill", "--to", "1/2", "range_band=long"),
            ("rencounter.fire", "skill", "1/2"),
            {"range_band": "long"},
        ),
        (
            ("rencounter.fire", "skill", "range_band=long", "--to", "50 %"),
            ("rencounter.fire", "skill", "1/2"),
            {"range_band": "long"},
        ),
        (
            ("rencounter.fire", "fire.range.long", "range_band=long", "--times", "1/2"),
            ("rencounter.fire", "fire.range.long"),
            {"times": "1/2", "range_band": "long"},
        ),
        (
            ("rencounter.fire", "skill", "--like", "miss", "--outcome", "hits"),
            ("rencounter.fire", "skill"),
            {"like": "miss", "outcome": "hits"},
        ),
        (
            ("rencounter.fire", "skill", "--to", "1/3", "--side", "at_least"),
            ("rencounter.fire", "skill", "1/3"),
            {"side": "at_least"},
        ),
        (("odd_encounters.hit_points", "level", "--to", "20"), ("odd_encounters.hit_points", "level", 20), {}),
        (
            ("odd_encounters.duel", "b_hp", "a_hp=5", "--like", "B wins"),
            ("odd_encounters.duel", "b_hp"),
            {"a_hp": 5, "like": "B wins"},
        ),
    ],
)
def test_solve_on_the_command_line(capsys, typed, arguments, more):
    assert main(["solve", *typed]) == 0
    output = capsys.readouterr()
    assert (output.out, output.err) == (f"{rk.solve_for(*arguments, **more)}\n", "")


def test_solve_on_the_command_line_begins_with_house_rules_in_order(capsys, tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text("fire.range.long = -1")
    typed = ("rencounter.fire", "skill", "range_band=long", "--to", "1/2", "--rules", "less_than", "--rules", str(file))
    assert main(["solve", *typed]) == 0
    rules = BOOK.with_house_rules('rulings.skill_roll = "less_than"\nfire.range.long = -1')
    assert (
        capsys.readouterr().out
        == f"{rk.solve_for('rencounter.fire', 'skill', '1/2', rules=rules, range_band='long')}\n"
    )


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ((), "id"),
        (("rencounter.fire",), "UNKNOWN"),
        (("rencounter.fir", "skill", "--to", "1/2"), "did you mean rencounter.fire?"),
        (("rencounter.fire", "skil", "--to", "1/2"), "did you mean skill?"),
        (("rencounter.fire", "fire.rnge.long", "--to", "1/2"), "did you mean fire.range.long?"),
        (("rencounter.fire", "skill"), "the goal must be one of to, times and like"),
        (("rencounter.fire", "skill", "--to", "half"), "the goal must be from 0 % to 100 %"),
        (("rencounter.fire", "skill", "--to", "-1"), "from 0 % to 100 %; got -1"),
        (("rencounter.fire", "skill", "--to", "1e999999999"), "the goal must be from 0 % to 100 %"),
        (("rencounter.fire", "skill", "--to", "1/2", "--side", "over"), "side must be one of"),
        (("rencounter.fire", "skill", "--to", "1/2", "skill=5"), "skill must be left open; got 5"),
        (("rencounter.fire", "skill", "--to", "1/2", "skil=5"), "did you mean skill?"),
        (("rencounter.fire", "skill", "--to", "1/2", "more"), "more"),
        (("rencounter.fire", "skill", "--to", "1/2", "--rules", "less_then"), "did you mean less_than?"),
    ],
)
def test_solve_on_the_command_line_refuses_in_one_line(capsys, typed, message):
    assert main(["solve", *typed]) == 2
    output = capsys.readouterr()
    assert output.out == "" and message in output.err and len(output.err.splitlines()) == 1
