"""Shapley shares against their definition: the worth of each modifier, on average over all orders of adding them."""

import itertools
import random
from fractions import Fraction
from functools import cache
from math import factorial

import pytest
from hypothesis import given, strategies as st

import rencounter_kit as rk
from rencounter_kit.fronts import charts
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.workbook.analysis.attribution import shares_of_sets, shares_of_sums
from rencounter_kit.workbook.mechanics.modifiers import Total
from tests.pictures import within
from tests.situations import CHECKS, PROCESSES, drawn, tries
from tests.steps import Steps


def by_definition(players, value):
    """The share of each player by going through every order; ``value`` of a set of players."""
    value = cache(value)
    results = [Fraction(0)] * players
    for order in itertools.permutations(range(players)):
        for place, player in enumerate(order):
            before = frozenset(order[:place])
            results[player] += value(before | {player}) - value(before)
    return [share / factorial(players) for share in results]


# The working-out alone ------------------------------------------------------------------------------------------------


def scattered(sums):
    """A figure for any sums, with no order in it."""
    return Fraction(random.Random(repr(sums)).randint(0, 144), 144)


steps = st.lists(st.tuples(st.integers(-3, 3), st.integers(-2, 2)), max_size=6)


@given(steps, st.tuples(st.integers(-5, 5), st.integers(-5, 5)))
def test_sets_that_are_counted_give_what_orders_gone_through_give(steps, start):
    def value(chosen):
        return scattered(tuple(start[i] + sum(steps[player][i] for player in chosen) for i in (0, 1)))

    shares = shares_of_sums(steps, start, scattered)
    assert shares == by_definition(len(steps), value)
    assert sum(shares) == value(frozenset(range(len(steps)))) - value(frozenset())
    assert all(share == 0 for share, step in zip(shares, steps, strict=True) if step == (0, 0))


@given(
    st.integers(0, 5).flatmap(lambda n: st.lists(st.fractions(0, 1, max_denominator=12), min_size=2**n, max_size=2**n))
)
def test_figures_of_all_sets_give_what_orders_gone_through_give(figures):
    players = len(figures).bit_length() - 1
    shares = shares_of_sets(players, figures)
    assert shares == by_definition(players, lambda chosen: figures[sum(1 << player for player in chosen)])


# Modifiers of a check -------------------------------------------------------------------------------------------------


def counted(result, sums):
    """The modifiers with a rule, and the chance of an event when only some of them count: for a check whose dice see
    the sums themselves. ``sums`` : target number to the name of its roll.
    """
    players = [entry for entry in result.modifiers if entry.rule]

    def chance(chosen, event):
        numbers = {
            name: sum(e.value for e in result.modifiers if e.roll == roll and not e.rule)
            + sum(players[i].value for i in chosen if players[i].roll == roll)
            for name, roll in sums.items()
        }
        return result.check.dist_of(result.rules, result.targets._replace(**numbers)).probability(result.test(event))

    return players, chance


SUMS = {
    "rencounter.fire": {"needed": "to hit (d12)", "damage": "severity (d12)"},
    "rencounter.wound": {"modifier": "on the severity die (d12)"},
    "rencounter.action": {"modifier": "on the action die (d6)"},
    "salamis.entry": {"modifier": "on the entry die (d10)"},
    "traveller.reaction": {"dm": "on the reaction dice (2d6)"},
    "traveller.surprise": {"party_dm": "the party's die (d6)", "other_dm": "the other side's die (d6)"},
}


@pytest.mark.parametrize("check_id", SUMS)
def test_the_shares_of_modifiers_by_definition(check_id):
    rng, seen = random.Random(check_id), 0
    for params in drawn(check_id, 60):
        result = rk.check(check_id, **params)
        players, chance = counted(result, SUMS[check_id])
        if not 2 <= len(players) <= 6 or not result.events:
            continue
        event = rng.choice(list(result.events))
        shares = rk.shapley(check_id, outcome=event, **params)
        wanted = by_definition(len(players), lambda chosen, chance=chance, event=event: chance(chosen, event))
        rows = sorted((e.label, e.roll, e.value, share) for e, share in zip(players, wanted, strict=True))
        assert sorted(tuple(row) for row in shares.rows) == rows
        assert (shares.base, shares.final) == (chance((), event), result.event(event))
        seen += any(row.share for row in shares.rows)
    assert seen > 1


def test_in_every_check_the_shares_add_up_and_like_modifiers_get_the_like():
    seen = 0
    for check_id in CHECKS:
        check, rules = rk.checks[check_id], rk.rules(check_id.partition(".")[0])
        for params in [] if check_id in PROCESSES else drawn(check_id, tries(3, 12), "shares", {"result"}, most=12):
            try:
                shares = rk.shapley(check_id, **params)
            except rk.RuleError:  # it differs in more than twelve, or has no event
                continue
            assert shares.base + sum(row.share for row in shares.rows) == shares.final
            assert shares.final == shares.measure.of(check(**params))
            worked_on = {part.title(rules) for part in check.nodes.values() if isinstance(part, Total) and part.then}
            for one, other in itertools.combinations(shares.rows, 2):
                if one.roll and one.roll not in worked_on and (one.roll, one.value) == (other.roll, other.value):
                    assert one.share == other.share
            assert all(row.share == 0 for row in shares.rows if row.roll and not row.value)
            sizes = [abs(row.share) for row in shares.rows]
            assert sizes == sorted(sizes, reverse=True)
            seen += bool(shares.rows)
    assert seen > len(CHECKS) / 3


def test_what_depends_on_a_sum_is_worked_out_anew():
    """The needed throw and the percentage are made of sums: the shares are those of the modifiers below them."""
    blow = rk.shapley("odd_encounters.melee_attack", attacker_th=3, blessed=True)
    without = rk.check("odd_encounters.melee_attack", attacker_th=2, blessed=True).event("hits")
    shares = {(row.name, row.roll): row.share for row in blow.rows}
    assert shares["Bless", "to hit (d20)"] == blow.final - without == Fraction(1, 20)
    task = rk.shapley("realms_of_myth.task", av=60, dv=60, double_time=True)
    assert [(row.roll, row.share) for row in task.rows] == [
        ("DV", rk.check("realms_of_myth.task", av=60, dv=30).event("succeeds") - Fraction(1, 2))
    ]


def test_the_like_cause_in_two_sums_is_two_modifiers():
    rows = rk.shapley("rencounter.fire", outcome="kills", weapon="long_bow", target_armor=4).rows
    assert {row.roll for row in rows if "armour" in row.name} == {"to hit (d12)", "severity (d12)"}


MANY = {
    "skill": 9,
    "range_band": "long",
    "cover": "half_solid",
    "aim_turns": 2,
    "braced": True,
    "weapon": "long_bow",
    "target_armor": 2,
    "shield": "small",
    "posture": "kneeling",
    "target_speed": 8,
    "appearing": "last_activation",
    "wounds": 1,
    "unfamiliar": True,
}


def test_ten_modifiers_take_fewer_steps_than_their_sets_gone_through():
    rk.shapley("rencounter.fire", **MANY)
    rk.checks["rencounter.fire"]._distributions.cache_clear()
    with Steps() as steps:
        shares = rk.shapley("rencounter.fire", outcome="kills", **MANY)
    assert steps.number < 120_000
    assert sum(1 for row in shares.rows if row.share) >= 10


def test_a_mean_and_a_house_rule_are_shared_out_too():
    ours = rk.rules("odd_encounters").with_house_rules("bless.damage = 3")
    shares = rk.shapley("odd_encounters.melee_damage", rules=ours, blessed=True, weapon="two_handed")
    assert (
        shares.final == rk.check("odd_encounters.melee_damage", rules=ours, blessed=True, weapon="two_handed").dist.mean
    )
    assert shares.base + sum(row.share for row in shares.rows) == shares.final


# Parameters -----------------------------------------------------------------------------------------------------------


def through(check_id, current, there, outcome):
    """By definition, asking the check for each set of parameters that are as they are here."""
    names = sorted({*current, *there})

    def value(chosen):
        text = {name: (current if place in chosen else there).get(name) for place, name in enumerate(names)}
        return rk.check(check_id, **{name: v for name, v in text.items() if v is not None}).event(outcome)

    return names, by_definition(len(names), value)


AGAINST = [
    ("rencounter.fire", {"skill": 9, "range_band": "long", "weapon": "long_bow"}, {}, "kills"),
    ("rencounter.fire", {"skill": 4, "cover": "half_solid"}, {"skill": 8, "aim_turns": 2, "mounted": True}, "hits"),
    (
        "rencounter.melee",
        {"attacker_skill": 9, "defender_shield": "large", "defender_armor": 3},
        {"attacker_weapon": "halberd"},
        "wounds the defender",
    ),
    ("traveller.to_hit", {"weapon_skill": 3, "parry_skill": 2, "other_dm": -1}, {}, "hits"),
    ("odd_encounters.duel", {"a_hp": 6, "b_th": 3}, {"a_hp": 2, "b_hp": 5}, "A wins"),
]


@pytest.mark.parametrize(("check_id", "current", "there", "outcome"), AGAINST)
def test_the_shares_of_parameters_by_definition(check_id, current, there, outcome):
    result = rk.shapley(check_id, outcome=outcome, against=there, **current)
    names, shares = through(check_id, current, there, outcome)
    assert {row.name: row.share for row in result.rows} == {
        rk.checks[check_id].parameters[name].words: share for name, share in zip(names, shares, strict=True)
    }
    assert (result.base, result.final) == tuple(
        rk.check(check_id, **params).event(outcome) for params in (there, current)
    )


def test_a_fight_is_set_against_the_defaults_by_itself():
    params = {"a_hp": 6, "b_hp": 5}
    rows = rk.shapley("odd_encounters.duel", **params).rows
    assert rows == rk.shapley("odd_encounters.duel", against={}, **params).rows and len(rows) == 2
    assert {row.value for row in rows} == {
        f"{rk.checks['odd_encounters.duel'].parameters[n].default} to {v}" for n, v in params.items()
    }


def test_so_is_a_check_that_asks_another_one():
    assert [row.name for row in rk.shapley("rencounter.fire_turn", skill=8).rows] == ["skill"]


def test_a_parameter_that_takes_the_place_of_another():
    shares = rk.shapley("rencounter.fire", against={"skill": 4}, distance=40)
    assert {row.name for row in shares.rows} == {"skill", "distance"}
    assert (
        shares.base + sum(row.share for row in shares.rows)
        == shares.final
        == rk.check("rencounter.fire", distance=40).event("hits")
    )


def test_what_does_not_differ_has_no_share():
    assert not rk.shapley("rencounter.fire", against={"skill": 7}, skill=7).rows
    assert "no modifier counts here" in str(rk.shapley("traveller.to_hit", weapon_skill=3))


WRONG = [
    ({"against": {"skil": 3}}, "did you mean skill"),
    ({"against": {"skill": 30}}, "skill must be a whole number from 1 to 12"),
    ({"against": [("skill", 3)]}, "against must be parameters with their values; got list"),
    (
        {"against": {"snap": "walking"}, "aim_turns": 2},
        ("every combination of what differs must be possible; got aim_turns = 2 without the rest"),
    ),
    ({"against": {}, "mounted": True, **MANY}, "at most 12 parameters must differ"),
    ({"outcome": "hit"}, "did you mean hits"),
    ({"skil": 3}, "did you mean skill"),
]


@pytest.mark.parametrize(("params", "message"), WRONG)
def test_wrong_questions_are_refused_in_one_sentence(params, message):
    with pytest.raises(rk.RuleError) as refused:
        rk.shapley("rencounter.fire", **params)
    assert message in str(refused.value) and "\n" not in str(refused.value)


# How it is told -------------------------------------------------------------------------------------------------------


def test_shares_as_text_and_frame():
    shares = rk.shapley("rencounter.fire", skill=9, range_band="long", cover="half_solid", aim_turns=1)
    lines = str(shares).splitlines()
    assert lines[0] == "What does one shot do: hits; without these 75 %, 3/4, with all 41.7 %, 5/12"
    assert lines[2].split() == ["long", "range", "to", "hit", "(d12)", "-4", "-33.3", "points", "-1/3"]
    assert lines[-1] == "Together: -33.3 points (-1/3)."
    assert list(shares.table()["share"]) == [row.share for row in shares.rows]


PICTURES = [
    ("rencounter.fire", MANY | {"mounted": True}),
    ("rencounter.fire", {"skill": 12, "range_band": "medium", "cover": "half_solid", "wounds": 2}),
    ("rencounter.fire", {"outcome": "kills", "weapon": "long_bow", "target_armor": 4}),
    ("odd_encounters.melee_damage", {"blessed": True, "weapon": "two_handed", "attacker_th": 3}),
    ("odd_encounters.duel", {"a_hp": 6, "b_hp": 5}),
    ("traveller.to_hit", {}),
    ("realms_of_myth.pot", {}),
]


@pytest.mark.parametrize(("check_id", "params"), PICTURES)
def test_the_waterfall_goes_from_the_base_to_the_final_figure(check_id, params):
    shares = rk.shapley(check_id, **params)
    data = charts.WaterfallFigures.of(shares)
    assert data.base + sum(data.shares) == pytest.approx(data.final) == pytest.approx(float(shares.final))
    assert len(data.names) == len(data.shares) == len(data.texts) == sum(1 for row in shares.rows if row.share)
    if data.chances:
        assert all(-1e-9 <= reached <= 1 + 1e-9 for reached in itertools.accumulate([data.base, *data.shares]))
    chart = charts.Waterfall()
    assert within(chart, data)
    assert all(text in chart.alt(data) for text in (*data.names, *data.texts, data.final_text))


def test_a_waterfall_joins_what_is_small():
    shares = rk.shapley("rencounter.fire", **MANY)
    data = charts.WaterfallFigures.of(shares, limit=4)
    assert len(data.names) == 4 and "others" in " ".join(data.names)
    assert data.base + sum(data.shares) == pytest.approx(data.final)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (("skill=9", "range_band=long", "--outcome", "kills"), {"skill": 9, "range_band": "long", "outcome": "kills"}),
        (("skill=9", "--against", "skill=4", "mounted=yes"), {"skill": 9, "against": {"skill": 4, "mounted": True}}),
        (("skill=9", "--against"), {"skill": 9, "against": {}}),
    ],
)
def test_shapley_on_the_command_line(capsys, typed, message):
    assert main(["shapley", "rencounter.fire", *typed]) == 0
    assert capsys.readouterr().out == f"{rk.shapley('rencounter.fire', **message)}\n"


def test_shapley_on_the_command_line_refuses_in_one_line(capsys):
    assert main(["shapley", "rencounter.fire", "--against", "skil=4"]) == 2
    assert "did you mean skill?" in capsys.readouterr().err
