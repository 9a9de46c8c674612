"""What works on a sum, as halving it or keeping it above a floor, comes after all that is added, by the book or by
house rules.
"""

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics.modifiers import Total
from rencounter_kit.workbook.mechanics.parameter import Whole
from rencounter_kit.workbook.mechanics.sums import sum_of
from tests.situations import PROCESSES, drawn

SUMS = [
    (check_id, name)
    for check_id, check in rk.checks.items()
    for name, one in check.nodes.items()
    if isinstance(one, Total)
]


def plain(check, target):
    """The parameters that are added to a sum as they are, and count for nothing else."""
    one = check.nodes[target]
    elsewhere = [name for other, node in check.nodes.items() if other != target for name in node.names]
    elsewhere += [name for node in (*check.refusals, *one.then) for name in node.names]
    for name, p in check.parameters.items():
        parts = [part for part in one.parts if name in part.names]
        if isinstance(p, Whole) and name not in elsewhere and len(parts) == 1 and parts[0].names[-1] == name:
            known = [None] * (len(parts[0].names) - 1)
            if all(parts[0].function(check.book, *known, number) == number for number in (3, 7)):
                yield p


def adding(check, target, value):
    """The rules with that much more in a sum."""
    to = sum_of(target, check.nodes[target]).name
    return check.book.with_house_rules(f'ours.more = {{ to = "{to}", value = {value} }}')


FREE = [
    (check_id, target, p)
    for check_id, target in SUMS
    if rk.checks[check_id].nodes[target].then and check_id not in PROCESSES
    for p in plain(rk.checks[check_id], target)
]


@pytest.mark.parametrize(("check_id", "target", "p"), FREE, ids=lambda one: getattr(one, "name", one))
def test_what_house_rules_add_counts_like_a_modifier_of_the_book(check_id, target, p):
    check = rk.checks[check_id]
    alone = [name for name in check.nodes if sum_of_is(check, name, target)]
    tried = 0
    for params in drawn(check_id, 40, "order of sums"):
        before = params.get(p.name, p.default)
        value = next((v for v in (-20, -7, 9, 2, -1) if p.low <= before + v <= p.high), 0)
        if not value or len(alone) > 1:
            continue
        try:
            more = rk.check(check_id, **{**params, p.name: before + value})
        except rk.RuleError:
            continue
        assert dict(rk.check(check_id, rules=adding(check, target, value), **params)) == dict(more), (params, value)
        tried += 1
    assert tried or len(alone) > 1


def sum_of_is(check, name, target):
    """Has a target number a sum of that name?"""
    one = check.nodes[name]
    return isinstance(one, Total) and sum_of(name, one).name == sum_of(target, check.nodes[target]).name


# By hand: a check and its sum, what is asked, what is added to the sum, and what it comes to. A line for each way in
# which a sum is worked on.
EXPECTED = [
    ("odd_encounters.movement_allowance", "rate", {"armor": "chain", "hasted": True}, 1, 2 * (3 + 1)),
    ("realms_of_myth.task", "difficulty", {"dv": 60, "double_time": True}, -20, (60 - 20) // 2),
    ("realms_of_myth.task", "difficulty", {"dv": 30, "dv_modifier": -20, "double_time": True}, -20, 0),
    ("realms_of_myth.combination_av", "av", {"lead_av": 40, "other_av": 10, "combination_sl": 8}, 5, 40 + 10),
    (
        "realms_of_myth.rear_threat",
        "value",
        {"perception_av": 20, "overwhelmed": True, "penalty": 25, "warned": True},
        10,
        5,
    ),
    ("realms_of_myth.surprise_recovery", "difficulty", {"surprise_dv": 30}, 10, (30 + 10) // 2),
    ("realms_of_myth.surprise_dv", "dv", {"stealth_dv": 0, "best_chm_mod": -4, "ambushers": 2}, 3, 1),
    ("realms_of_myth.defence_value", "dv", {"av": 60, "use": 3, "defence": "weapon_or_shield"}, 20, (60 + 20) // 4),
    ("realms_of_myth.catch_wounds", "absorbed", {"modified_sta": 4, "armor_dr": 3}, -9, 0 + 3),
    ("realms_of_myth.heroic_pot", "points", {"pot": 10}, 5, 2 * (10 + 5)),
    ("realms_of_myth.armor_through", "left", {"pot": 30, "layers": ["padded"], "attack_form": "slash"}, 5, 0),
    ("realms_of_myth.armor_through", "left", {"pot": 30, "layers": ["padded"]}, 5, 30 + 5 - 10),
    ("realms_of_myth.strike", "heroic_pot", {"pot": 10, "heroic_rule": True}, 5, 2 * (10 + 5)),
    ("realms_of_myth.strike", "pot_through", {"pot": 10, "armor_dr": 4}, -12, 0),
    ("realms_of_myth.strike", "pot_through", {"pot": 10, "armor_dr": 14}, 6, 10 + 6 - 14),
    ("realms_of_myth.effective_strength", "left", {"strength": 16, "wounds": 6}, 4, (16 + 4) // 2),
    ("realms_of_myth.effective_strength", "left", {"strength": 16, "wounds": 10}, 4, 0),
    ("realms_of_myth.stun_penalty", "penalty", {"points_over": 4, "cs_index": 3}, 6, (1 + 2 + 3 + 4 + 6) // 4),
    ("realms_of_myth.task", "percent", {"av": 90, "dv": 50}, 20, 99),
    ("realms_of_myth.task", "percent", {"av": 50, "dv": 90}, -20, 1),
    ("realms_of_myth.task", "percent", {"chance": 70}, 20, 70 + 20),
    ("realms_of_myth.range_limit", "limit", {"weapon": "object", "object_range_factor": "1/2"}, 6, (50 + 6) // 2),
    ("realms_of_myth.range_limit", "limit", {"target_elevation": 8, "band": "point_blank"}, 4, (60 + 4 - 8) // 4),
    ("realms_of_myth.knockback_feet", "feet", {"pot": 30, "modified_sta": 20, "barrier_feet": 6}, 5, 6),
    ("realms_of_myth.hampered_penalty", "points", {"penalty": 12, "surprise_dv": 60, "cs_index": 30}, 5, 0),
    ("realms_of_myth.hampered_penalty", "points", {"penalty": 1, "surprise_dv": 60, "cs_index": 3}, 1, 0),
    ("realms_of_myth.wounds", "wounds", {"pot_through": 40, "edge_wounds": "single"}, 2, 1),
    ("realms_of_myth.wounds", "wounds", {"pot_through": 1}, 1, 1),
    ("realms_of_myth.wounds", "wounds", {"pot_through": 1, "blow": "blunt"}, -1, 0),
    ("realms_of_myth.action_time", "time", {"action": "robe", "doff": True}, 2, (8 + 2) // 2),
    ("realms_of_myth.action_time", "time", {"action": "robe", "doff": True}, -8, 1),
    (
        "traveller.waking_value",
        "points",
        {"full": 9, "wounded": 3, "condition": "unconscious"},
        2,
        3 + 2 + (9 - 5) // 2,
    ),
]


@pytest.mark.parametrize(("check_id", "target", "params", "value", "number"), EXPECTED)
def test_by_hand(check_id, target, params, value, number):
    check = rk.checks[check_id]
    rules = adding(check, target, value)
    question = check.under(rules)
    sum_of_all, _ = question.worked_out(rules, question.values(rules, params))
    assert sum_of_all[target] == number


def test_each_way_in_which_a_sum_is_worked_on_is_tried():
    ways = {(id_.split(".")[0], one.label) for id_, name in SUMS for one in rk.checks[id_].nodes[name].then}
    tried = {(id_.split(".")[0], one.label) for id_, name, *_ in EXPECTED for one in rk.checks[id_].nodes[name].then}
    assert ways <= tried
