"""A sweep is nothing but many single checks: the same answers, exactly, for every combination that does not contradict
itself.
"""

import itertools
import math
import random
import re
import tracemalloc
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.analysis import sweeps
from rencounter_kit.workbook.mechanics.parameter import YesNo
from tests.situations import CHECKS, KINDS, few, grid, tries
from tests.steps import Steps

GRIDS, OF_A_PROCESS = tries(2, 10), tries(1, 2)  # of each check
MOST, MAX_OF_A_PROCESS = 60, 8  # cells of a grid


# The same, one by one -------------------------------------------------------------------------------------------------


def one_by_one(check_id, axes, fixed, rules=None):
    """For each combination in order its answer, or the error where it contradicts itself."""
    results = []
    for values in itertools.product(*axes.values()):
        try:
            results.append((values, rk.check(check_id, rules=rules, **fixed, **dict(zip(axes, values, strict=True)))))
        except rk.RuleError as error:
            results.append((values, error))
    return results


def rows_of(table, axes):
    """The rows of a table as tuples, lists of an axis as tuples."""
    return list(table[[*axes, "outcome", "probability"]].itertuples(index=False, name=None))


def frozen(values):
    """A combination as a table has it."""
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


def assert_the_same(check_id, axes, fixed, rules=None):
    """Both forms of the sweep against single checks; gives the number of combinations left out."""
    single = one_by_one(check_id, axes, fixed, rules)
    kept = [(frozen(values), result) for values, result in single if not isinstance(result, rk.RuleError)]
    left_out = [str(error) for _, error in single if isinstance(error, rk.RuleError)]
    if not kept:
        with pytest.raises(rk.RuleError):
            rk.sweep(check_id, rules=rules, **fixed, **axes)
        return len(single)
    long = rk.sweep(check_id, rules=rules, **fixed, **axes)
    assert rows_of(long, axes) == [(*values, outcome, p) for values, result in kept for outcome, p in result.items()]
    assert long.attrs == {"check": check_id, "left_out": left_out, "rounded": []}
    for event in [name for name in rk.checks[check_id].events if all(name in result.events for _, result in kept)]:
        wide = rk.sweep(check_id, outcome=event, rules=rules, **fixed, **axes)
        assert rows_of(wide, axes) == [(*values, event, result.event(event)) for values, result in kept]
        assert wide.attrs == long.attrs
        assert list(wide["percent"]) == pytest.approx([100 * float(p) for p in wide["probability"]], rel=1e-12)
    for table in (long,):
        assert list(table.columns) == [*axes, "outcome", "probability", "percent"]
        assert all(type(p) is Fraction and 0 < p <= 1 for p in table["probability"])
        assert list(table["percent"]) == pytest.approx([100 * float(p) for p in table["probability"]], rel=1e-12)
        assert table["percent"].dtype == float
        assert list(table.index) == list(range(len(table)))
    return len(left_out)


# Seeded grids of every check ------------------------------------------------------------------------------------------


def house_rules(check, rng):
    """The book with one figure that counts here changed, where there is one."""
    paths = sorted(
        {
            e.rule.path
            for e in check().modifiers
            if e.rule and type(check.book[e.rule.path]) is int and not e.rule.choices
        }
    )
    paths += sorted({p.path for p in check.parameters.values() if p.path and isinstance(p, YesNo)})
    if not paths:
        return None
    path = rng.choice(paths)
    value = check.book[path]
    return check.book.with_house_rules(f"{path} = {str(not value).lower() if isinstance(value, bool) else value + 1}")


@pytest.mark.parametrize("check_id", KINDS)
def test_a_sweep_is_many_single_checks(check_id):
    rng = random.Random(check_id)
    for _ in range(few(check_id, GRIDS, OF_A_PROCESS)):
        axes, fixed = grid(check_id, rng, few(check_id, MOST, MAX_OF_A_PROCESS))
        assert_the_same(check_id, axes, fixed)


@pytest.mark.parametrize("check_id", KINDS)
def test_a_sweep_under_house_rules_is_many_single_checks(check_id):
    check, rng = rk.checks[check_id], random.Random(f"{check_id} house")
    rules = house_rules(check, rng)
    for _ in range(few(check_id, tries(1, 5), 1)):
        axes, fixed = grid(check_id, rng, few(check_id, MOST, MAX_OF_A_PROCESS))
        assert_the_same(check_id, axes, fixed, rules)


CONTRADICTORY = [
    ("rencounter.fire", {"snap": ["none", "walking", "fast"], "aim_turns": [0, 0.5, 1, 2], "skill": [3, 9]}, {}, 8),
    (
        "rencounter.fire",
        {"weapon": ["flintlock_musket", "magazine_rifle", "submachinegun"], "shot_number": range(1, 13)},
        {},
        21,
    ),
    (
        "rencounter.fire",
        {"weapon": ["javelin", "blunderbuss"], "targets": range(1, 5), "range_band": ["short", "long"]},
        {},
        8,
    ),
    ("rencounter.fire", {"distance": [None, 5, 12, 40, 100], "range_band": ["medium", "long"]}, {"skill": 8}, 7),
    (
        "rencounter.melee",
        {"attacker_weapon": ["sword", "pike"], "attacker_shield": ["none", "large"], "rank": range(1, 5)},
        {},
        10,
    ),
    ("rencounter.melee", {"aggressive": range(7), "attacker_skill": [4, 8, 12]}, {"result": "summary"}, 10),
    (
        "odd_encounters.hit_points",
        {
            "char_class": ["fighter", "monster", "fighter_magic_user"],
            "level": [1, 4, 10, 20],
            "magic_user_level": [0, 2],
        },
        {},
        15,
    ),
    (
        "odd_encounters.armor_class",
        {"shield": [False, True], "in_hand": ["hand_weapon", "two_handed", "sling"]},
        {"armor": "plate"},
        1,
    ),
    ("realms_of_myth.task", {"min_chance": [0, 50, 100], "max_chance": [0, 50, 100], "av": [10, 90]}, {}, 6),
    (
        "realms_of_myth.task",
        {"resolution_model": ["linear_1", "ratio", "table"], "av": [40, 60]},
        {"resolution_table": [[-5, 10], [5, 80]]},
        4,
    ),
    (
        "realms_of_myth.surprise",
        {
            "source": ["ambush", "mechanical_trap", "chance_meeting"],
            "trap_identified": [False, True],
            "aggressor_chance": [50, 70],
        },
        {},
        7,
    ),
    (
        "realms_of_myth.pot",
        {"use": ["two_handed", "hurled", "crossbow"], "charge_speed": [0, 8], "slash": [False, True]},
        {"strength": 9},
        5,
    ),
    (
        "realms_of_myth.armor_through",
        {"layers": [[], ["singlemail"]], "clothing_layers": range(4), "edged": [True, False]},
        {},
        8,
    ),
    ("traveller.to_hit", {"evading": [False, True], "range": ["close", "short", "long"]}, {}, 2),
    ("traveller.surprise_dm", {"people": [0, 1, 8], "animals": [0, 1, 10], "pouncers": [True, False]}, {}, 8),
    ("salamis.action_phases", {"own_counters": range(4), "enemy_counters": [0, 2]}, {"own_initiative": 1}, 1),
]


@pytest.mark.parametrize(("check_id", "axes", "fixed", "left_out"), CONTRADICTORY)
def test_combinations_that_contradict_themselves_are_left_out_and_counted(check_id, axes, fixed, left_out):
    assert assert_the_same(check_id, axes, fixed) == left_out


NOTHING_LEFT = [
    ("rencounter.fire", {"snap": "walking", "aim_turns": 1}, {}, "hits"),
    ("rencounter.fire", {"snap": "walking"}, {"aim_turns": [1]}, "hits"),
    ("rencounter.fire", {"snap": "walking"}, {"aim_turns": [1, 2]}, "hits"),
    ("rencounter.melee", {"rank": 2}, {"attacker_skill": range(1, 13)}, "kills"),
    ("odd_encounters.to_hit_bonus", {"level": 11}, {"char_class": ["fighter", "cleric"]}, 5),
    ("realms_of_myth.task", {"max_chance": 50}, {"min_chance": [60, 70]}, "succeeds"),
    ("realms_of_myth.task_chance", {"resolution_model": "table"}, {"av": [10, 20, 30]}, 50),
    ("traveller.surprise", {"party_people": 0}, {"party_leader": [True, False]}, "party has surprise"),
    ("salamis.action_phases", {"own_counters": 0}, {"enemy_counters": [0]}, "2-1"),
]


@pytest.mark.parametrize(("check_id", "fixed", "axes", "outcome"), NOTHING_LEFT)
def test_where_all_contradict_themselves_the_sweep_says_why(check_id, fixed, axes, outcome):
    first = {name: values[0] for name, values in axes.items()}
    for what in (None, outcome):
        with pytest.raises(rk.RuleError) as swept:
            rk.sweep(check_id, outcome=what, **fixed, **axes)
        with pytest.raises(rk.RuleError) as refusal_info:
            rk.check(check_id, **fixed, **first)
        assert str(swept.value) == str(refusal_info.value)


# What may stand in a call ---------------------------------------------------------------------------------------------


def test_without_axes_it_is_one_check():
    for check_id in CHECKS:
        table = rk.sweep(check_id)
        assert dict(zip(table["outcome"], table["probability"], strict=True)) == dict(rk.check(check_id).items())
        assert bool(table.attrs.pop("rounded")) == bool(rk.check(check_id).within)
        assert table.attrs == {"check": check_id, "left_out": []}


def test_an_axis_may_be_any_kind_of_list():
    plain = rk.sweep("rencounter.fire", skill=[4, 5, 6], outcome="hits")
    for axis in (
        (4, 5, 6),
        range(4, 7),
        np.arange(4, 7),
        np.array([4, 5, 6], dtype=np.int8),
        pd.Series([4, 5, 6]),
        pd.Index([4, 5, 6]),
    ):
        pd.testing.assert_frame_equal(rk.sweep("rencounter.fire", skill=axis, outcome="hits"), plain)


def test_one_value_is_no_axis():
    for skill in (5, np.int64(5), np.array(5)):
        table = rk.sweep("rencounter.fire", skill=skill, weapon="long_bow", outcome="hits")
        assert list(table.columns) == ["outcome", "probability", "percent"]
        assert table["probability"][0] == rk.check("rencounter.fire", skill=5, weapon="long_bow").event("hits")


def test_the_order_and_repetitions_of_an_axis_are_kept():
    table = rk.sweep("rencounter.fire", mounted=[True, False], skill=[7, 3, 7], outcome="hits")
    assert list(table["skill"]) == [7, 3, 7, 7, 3, 7]
    assert list(table["mounted"]) == [True, True, True, False, False, False]
    assert table["probability"][0] == table["probability"][2] != table["probability"][1]


def test_a_list_of_lists_is_an_axis_where_one_list_is_a_value():
    axis = [[], ["padded"], ["field_plate", "padded"]]
    table = rk.sweep("realms_of_myth.armor_through", layers=axis, pot=[10, 60])
    assert list(table["layers"]) == [
        (),
        (),
        ("padded",),
        ("padded",),
        ("field_plate", "padded"),
        ("field_plate", "padded"),
    ]
    one = rk.sweep("realms_of_myth.armor_through", layers=["field_plate", "padded"], pot=[10, 60])
    assert list(one.columns) == ["pot", "outcome", "probability", "percent"]
    assert list(one["outcome"]) == list(table["outcome"])[4:]


OUTCOMES = [
    ("rencounter.fire", "hits", {"weapon": ["long_bow", "javelin"]}),
    ("rencounter.fire", "dead", {"skill": [1, 7]}),
    ("rencounter.fire", ["dead", "crippling"], {"skill": [1, 7]}),
    ("rencounter.melee", ("minor", "none"), {"attacker_skill": [3, 8]}),
    ("rencounter.melee", [("minor", "none"), ("none", "minor")], {"attacker_skill": [3, 8]}),
    ("rencounter.melee", "minor|none", {"attacker_skill": [3, 8]}),
    ("salamis.action_phases", "2-1", {"own_counters": [1, 3]}),
    ("salamis.action_phases", (2, 1), {"own_counters": [1, 3]}),
    ("salamis.action_phases", "nobody acts", {"own_counters": [1, 3]}),
    ("odd_encounters.melee_damage", 3, {"attacker_th": [0, 10]}),
    ("odd_encounters.melee_damage", [0, 1], {"attacker_th": [0, 10]}),
    ("realms_of_myth.wound_level", "serious", {"wounds": range(6)}),
]


@pytest.mark.parametrize(("check_id", "outcome", "axes"), OUTCOMES)
def test_one_outcome_is_its_chance_in_each_combination(check_id, outcome, axes):
    table = rk.sweep(check_id, outcome=outcome, **axes)
    single = [result.event(outcome) for _, result in one_by_one(check_id, axes, {})]
    assert list(table["probability"]) == single
    assert any(0 < p < 1 for p in single) or check_id == "realms_of_myth.wound_level"
    assert table["outcome"].nunique() == 1 and isinstance(table["outcome"][0], str)


def test_a_house_rule_holds_for_the_whole_table():
    ours = rk.rules("rencounter").with_house_rules("fire.range.long = -2")
    book = rk.sweep("rencounter.fire", skill=range(1, 13), range_band=["short", "long"], outcome="hits")
    table = rk.sweep("rencounter.fire", skill=range(1, 13), range_band=["short", "long"], outcome="hits", rules=ours)
    changed = book["probability"] != table["probability"]
    assert list(changed) == [
        band == "long" and skill >= 1 for skill, band in zip(table["skill"], table["range_band"], strict=True)
    ]


# Wrong sweeps ---------------------------------------------------------------------------------------------------------


def refusal(check_id, **call):
    """The sentence that refuses a sweep."""
    with pytest.raises(rk.RuleError) as caught:
        rk.sweep(check_id, **call)
    return str(caught.value)


WRONG = [
    ("rencounter.fir", {"skill": [1, 2]}, "did you mean rencounter.fire?"),
    (None, {}, "a check must be one of rk.checks"),
    ("rencounter.fire", {"skil": [1, 2]}, "did you mean skill?"),
    ("rencounter.fire", {"skil": 5}, "did you mean skill?"),
    ("rencounter.fire", {"outcomes": "hits"}, "has no parameter outcomes"),
    ("rencounter.fire", {"skill": []}, "skill must have at least one value"),
    ("rencounter.fire", {"skill": ()}, "skill must have at least one value"),
    ("rencounter.fire", {"skill": range(5, 5)}, "skill must have at least one value"),
    ("rencounter.fire", {"skill": np.array([])}, "skill must have at least one value"),
    ("rencounter.fire", {"skill": pd.Series([], dtype=int)}, "skill must have at least one value"),
    ("rencounter.fire", {"wounds": [0, 1], "skill": []}, "skill must have at least one value"),
    ("rencounter.fire", {"skill": [1, 2, 13]}, "skill must be a whole number from 1 to 12; got 13"),
    ("rencounter.fire", {"skill": range(14)}, "skill must be a whole number from 1 to 12; got 0"),
    ("rencounter.fire", {"skill": [1, True]}, "got True"),
    ("rencounter.fire", {"skill": [1, 1.0]}, "got 1.0"),
    ("rencounter.fire", {"skill": [1, None]}, "got None"),
    ("rencounter.fire", {"skill": [1, "2"]}, "got 2"),
    ("rencounter.fire", {"skill": np.array([1.0, 2.0])}, "skill must be a whole number"),
    ("rencounter.fire", {"skill": [[1, 2], [3, 4]]}, "skill must be a whole number"),
    ("rencounter.fire", {"skill": np.arange(4).reshape(2, 2)}, "skill must be a whole number"),
    ("rencounter.fire", {"skill": (n for n in (1, 2))}, "skill must be a whole number"),
    ("rencounter.fire", {"mounted": [True, 1]}, "mounted must be true or false; got 1"),
    ("rencounter.fire", {"weapon": ["long_bow", "long_bo"]}, "did you mean long_bow?"),
    ("rencounter.fire", {"weapon": "long_bo", "skill": [1, 2]}, "did you mean long_bow?"),
    ("rencounter.fire", {"aim_turns": [0, 0.25]}, "got 0.25"),
    ("rencounter.fire", {"skill": [1, 2], "outcome": "hist"}, "did you mean hits?"),
    ("rencounter.fire", {"skill": [1, 2], "outcome": ["dead", "ded"]}, "did you mean dead?"),
    ("rencounter.fire", {"skill": [1, 2], "outcome": []}, "rencounter.fire has no outcome"),
    (
        "odd_encounters.melee_damage",
        {"attacker_th": [1, 2], "outcome": "hits"},
        ("odd_encounters.melee_damage has no outcome"),
    ),
    ("salamis.action_phases", {"own_counters": [1, 2], "outcome": "nobody act"}, "did you mean nobody acts?"),
    ("realms_of_myth.armor_through", {"layers": [["padded"], ["paded"]]}, "layers must be a list"),
    ("realms_of_myth.armor_through", {"layers": ["padded", ["padded"]]}, "layers must be a list"),
    (
        "realms_of_myth.task",
        {"resolution_table": [[5, 1], [0, 2]], "resolution_model": "table"},
        "resolution_table must be",
    ),
]


@pytest.mark.parametrize(("check_id", "call", "message"), WRONG)
def test_a_wrong_sweep_is_refused(check_id, call, message):
    sentence = refusal(check_id, **call)
    assert (
        message in sentence
        and re.search(" must | has no (parameter|outcome) ", sentence)
        and len(sentence.splitlines()) == 1
    )


@pytest.mark.parametrize("rules", [{}, "rencounter", 5, rk.rules("salamis"), rk.rules("odd_encounters")], ids=repr)
@pytest.mark.parametrize(
    ("check_id", "axes"),
    [
        ("rencounter.fire", {"skill": [1, 2]}),
        ("traveller.reaction", {"other_dm": [1, 2]}),
        ("realms_of_myth.wound_level", {}),
    ],
)
def test_wrong_rules_are_refused(check_id, axes, rules):
    assert "rules must be a ruleset" in refusal(check_id, rules=rules, **axes)


TOO_MANY = [
    {"skill": range(10**12)},
    {"skill": range(10**30)},
    {
        "distance": range(201),
        "skill": range(1, 13),
        "target_speed": range(19),
        "wounds": range(6),
        "target_armor": range(5),
        "men": 1,
    },
    {
        "distance": range(201),
        "skill": range(1, 13),
        "target_speed": range(19),
        "wounds": range(6),
        "target_armor": range(5),
        "extra_modifier": range(-20, 21),
    },
    {"skill": [6] * 3_000, "wounds": [1] * 3_000},
    {"skill": [6] * 6_000_000},
]


@pytest.mark.parametrize("axes", TOO_MANY, ids=lambda axes: " ".join(axes))
def test_too_many_combinations_are_refused_at_once(axes):
    with Steps() as steps:
        sentence = refusal("rencounter.fire", **axes)
    assert steps.number < 10_000  # none for a value or a combination
    assert ("men" in axes) == ("no parameter men" in sentence)
    assert "men" in axes or "at most 5,000,000 combinations" in sentence


# A large one ----------------------------------------------------------------------------------------------------------

LARGE = {
    "skill": range(1, 13),
    "wounds": range(6),
    "cover": rk.checks["rencounter.fire"].parameters["cover"].choices,
    "target_armor": range(5),
    "posture": ["standing", "kneeling", "prone"],
    "range_band": rk.checks["rencounter.fire"].parameters["range_band"].choices,
    "appearing": ["no", "last_activation", "this_activation"],
}


def test_a_hundred_thousand_combinations():
    """Each row stands for its combination, and rows taken at random have the chance of the single check."""
    table = rk.sweep("rencounter.fire", weapon="long_bow", outcome="hits", **LARGE)
    assert len(table) == int(np.prod([len(axis) for axis in LARGE.values()])) > 100_000
    assert table.attrs["left_out"] == []
    assert not table.duplicated(subset=list(LARGE)).any()
    for place in random.Random(12).sample(range(len(table)), 400):
        row = table.iloc[place]
        params = {name: int(row[name]) if isinstance(axis[0], int) else row[name] for name, axis in LARGE.items()}
        p = rk.check("rencounter.fire", weapon="long_bow", **params).event("hits")
        assert row["probability"] == p
        assert row["percent"] == pytest.approx(100 * float(p), rel=1e-12)


def test_every_outcome_of_many_combinations_adds_up():
    table = rk.sweep(
        "rencounter.fire",
        weapon="javelin",
        shield="large",
        **{name: LARGE[name] for name in ("skill", "cover", "range_band", "wounds")},
    )
    sums = table.groupby(["skill", "cover", "range_band", "wounds"], sort=False)["probability"].sum()
    assert len(sums) == 12 * 7 * 5 * 6
    assert set(sums) == {Fraction(1)}
    assert {"stopped_by_cover", "stuck_in_shield", "miss", "dead"} <= set(table["outcome"])


@pytest.mark.parametrize("kinds", [["glamour", "player", "hidden_foes"], ["player", "hidden_foes", "glamour"]])
def test_a_switch_that_counts_at_some_values_of_an_axis_counts_at_those(kinds):
    rules = rk.rules("realms_of_myth").with_house_rules('rulings.ruse_both_fail = "taken_in"')
    for how in ({"rules": rules}, {"both_fail": "taken_in"}):
        swept = rk.sweep("realms_of_myth.ruse", kind=kinds, outcome="is taken in", **how)
        alone = [rk.check("realms_of_myth.ruse", kind=kind, **how).event("is taken in") for kind in kinds]
        assert list(swept["probability"]) == alone


# Large tables ---------------------------------------------------------------------------------------------------------


HUGE = {
    "skill": range(1, 13),
    "range_band": ["short", "long"],
    "extra_modifier": range(-20, 21),
    "target_armor": range(5),
    "wounds": range(6),
    "shield": ["none", "small", "medium", "large"],
    "target_speed": range(19),
    "aim_turns": [0, 1],
}


def test_a_table_that_would_not_fit_in_memory_is_refused_before_it_is_made(monkeypatch):
    """In terms of memory, with how many would fit; which then do."""
    monkeypatch.setattr(pd, "DataFrame", lambda *arguments, **more: pytest.fail("made"))
    with pytest.raises(rk.RuleError) as refused:
        rk.sweep("rencounter.fire", **HUGE)
    sentence = str(refused.value)
    match = re.fullmatch(
        r"a table must take at most 1 GB of memory; got ([\d,]+) combinations, whose ([\d,]+) rows would take about "
        r"([\d.]+) GB; try fewer values, so that there are ([\d,]+) combinations, or name one outcome",
        sentence,
    )
    cells, rows, needed, fit = (float(text.replace(",", "")) for text in match.groups())
    assert cells == math.prod(map(len, HUGE.values())) > fit and rows > cells
    assert needed == round(rows * 8 * (len(HUGE) + 3) / 1e9, 1) and fit == pytest.approx(
        cells / (rows * 88 / 1e9), rel=1e-4
    )


def test_a_table_takes_the_memory_that_is_reckoned_with():
    """Written in blocks: nothing is there twice."""
    swept = {**HUGE, "target_speed": range(1), "aim_turns": [0]}
    rk.sweep("rencounter.fire", **{**swept, "skill": [5]})
    tracemalloc.start()
    table = rk.sweep("rencounter.fire", **swept)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    cells = math.prod(map(len, swept.values()))
    assert most < 1.25 * (len(table) * 8 * (len(HUGE) + 3) + 100 * cells)


@pytest.mark.parametrize("outcome", [None, "hits"])
def test_blocks_change_nothing(monkeypatch, outcome):
    """And each is told."""
    choices = {name: p.choices for name, p in rk.checks["rencounter.fire"].parameters.items()}
    swept = {"skill": range(1, 13), "snap": choices["snap"], "aim_turns": [0, 1, 2], "weapon": choices["weapon"][:5]}
    whole = rk.sweep("rencounter.fire", outcome=outcome, **swept)
    reports = []
    monkeypatch.setattr(sweeps, "_BLOCK", 7)
    parts = rk.sweep("rencounter.fire", outcome=outcome, progress=lambda *pair: reports.append(pair), **swept)
    assert parts.equals(whole) and parts.attrs == whole.attrs
    cells = math.prod(map(len, swept.values()))
    assert reports[-2:] == [(cells - cells % 7 if cells % 7 else cells - 7, cells), (cells, cells)]


def test_a_table_of_a_sweep_is_spelt_as_in_its_game():
    swept = rk.sweep("rencounter.fire", target_armor=[0, 4], outcome="hits")
    assert rk.table("Armour", swept).headings[0] == "Target armour"
    assert "target_armor" in swept.columns  # as programs name it
