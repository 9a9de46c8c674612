"""What house rules add to the action die counts in every rule and fight in which a man rolls it, and with the wounds
that he has by then.
"""

import pytest

import rencounter_kit as rk
from tests.situations import drawn

BOOK = rk.rules("rencounter")
SUM = 'to = "on the action die"'
FRIGHT = f'action.fright = {{ {SUM}, value = 2, ask = "He is frightened." }}'
OURS = BOOK.with_house_rules(FRIGHT, name="Our table")
# totals that matter, all 2 lower: as if 2 were added to the die; for men of experience 2, as if it were 4
LOWER = "\n".join(
    [
        f"action.highest_act = {BOOK['action.highest_act'] - 2}",
        f"action.overcome = {BOOK['action.overcome'] - 2}",
        f"action.rout.2 = {BOOK['action.rout.4'] - 2}",
    ]
)
SMOKE = 'fire.smoke = { to = "to hit", value = -2, ask = "Smoke." }'
WEAK = {"turn_limit": 3}
CHECKS = {  # what to ask, and who rolls
    "rencounter.duel": ({**WEAK, "a_wounds": 1}, "a_ b_"),
    "rencounter.gunfight": ({**WEAK, "b_wounds": 1}, "a_ b_"),
    "rencounter.skirmish": ({**WEAK, "a_men": 2, "b_men": 2, "a_leader": True}, "a_ a_leader_ b_ b_leader_"),
    "rencounter.unit_under_fire": ({**WEAK, "men": 3, "shooters": 2, "leader": True, "skill": 9}, " leader_"),
    "rencounter.charge": ({"turn_limit": 4, "men": 3, "shooters": 2, "result": "end"}, ""),
    "rencounter.horsemanship": ({"over_12_inches": True, "rider_wounds": 1, "rating": 3}, ""),
    "rencounter.gang_up": ({"strikers": 1, "bystanders": 1}, "attacker_ other_"),
    "rencounter.melee": ({"defender_skill": 9, "attacker_skill": 3, "result": "wounds"}, "defender_"),
    "rencounter.grenade": ({"reaction": "dive", "fuse": "delayed", "distance": 1}, ""),
    "rencounter.collision": ({"kind": "foot", "speed": 14, "struck_dodges": True, "rating": 3}, "struck_"),
    "rencounter.trip": ({"speed": 5}, ""),
    "rencounter.wound_location": ({"result": "drops", "wounds": 1}, ""),
}


def house_rule(check_id):
    """What to ask of a check, the boxes that it has by our rules, and the names of the ratings of those who roll."""
    params, sides = CHECKS[check_id]
    check = rk.checks[check_id]
    boxes = [name for name in check.under(OURS).parameters if name not in check.parameters]
    return params, boxes, [f"{side}experience" for side in (sides.split(" "))]


@pytest.mark.parametrize("check_id", CHECKS)
def test_2_more_on_the_die_are_all_totals_2_lower(check_id):
    """With all boxes ticked, and for everybody a rating whose own line among the rules is as much lower."""
    params, boxes, ratings = house_rule(check_id)
    ticked = dict.fromkeys(boxes, True)
    frightened = rk.check(check_id, rules=OURS, **params, **ticked, **dict.fromkeys(ratings, 4))
    assert dict(frightened) == dict(
        rk.check(check_id, rules=BOOK.with_house_rules(LOWER), **params, **dict.fromkeys(ratings, 2))
    )
    calm = rk.check(check_id, **params, **dict.fromkeys(ratings, 4))
    assert dict(rk.check(check_id, rules=OURS, **params, **dict.fromkeys(ratings, 4))) == dict(calm) != dict(frightened)
    lines = str(frightened.explain()).split("\n")
    assert any("+2 He is frightened  Our table (not in the book)" in line for line in lines)


@pytest.mark.parametrize("check_id", [one for one in CHECKS if one != "rencounter.charge"])
def test_a_point_for_each_wound_is_a_wound_that_counts_2(check_id):
    """Also for those that he suffers in the fight: the figure of the book says it for all rolls."""
    settings, _, _ = house_rule(check_id)
    more = BOOK.with_house_rules(f'action.pain = {{ {SUM}, value = 1, each = "wounds" }}')
    figure = BOOK.with_house_rules(f"wounds.point.action = {BOOK['wounds.point.action'] + 1}")
    tried = 0
    for params in [settings, *drawn(check_id, 2, "pain")]:
        if check_id.endswith(("skirmish", "unit_under_fire")) and params is not settings:
            continue  # which take long
        try:
            twice = rk.check(check_id, rules=figure, **params)
        except rk.RuleError:
            continue
        assert dict(rk.check(check_id, rules=more, **params)) == dict(twice), params
        tried += 1
    assert tried


@pytest.mark.parametrize("message", ["wounds = [0, 2]", "experience = [3, 4]"])
@pytest.mark.parametrize("check_id", ["rencounter.duel", "rencounter.skirmish"])
def test_a_box_with_a_case_counts_in_that_case(check_id, message):
    """Of wounds that change in the fight; of a rating that men and leader have each for themselves."""
    ours = BOOK.with_house_rules(FRIGHT.replace(" }", f", when = {{ {message} }} }}"))
    check = rk.checks[check_id].under(ours)
    name, values = message.split(" = ")
    counts = list(map(int, values.strip("[]").split(", ")))
    rolls = {
        "rencounter.duel": lambda t: [(t.a_acts, 3)],
        "rencounter.skirmish": lambda t: [(t.a_strength.rolls, 3), (t.a_strength.leads_rolls, 5)],
    }[check_id]
    params = {"turn_limit": 1, "a_experience": 3, "a_leader": True, "a_leader_experience": 5, "a_fright": True}
    params = {one: value for one, value in params.items() if one in check.parameters}
    before, after = (rolls(check.targets_of(rules, params)) for rules in (BOOK, ours))
    for (was, rating), (now, _) in zip(before, after, strict=True):
        more = [b.modifier - a.modifier for a, b in zip(was, now, strict=True)]
        points_at = [2 * ((points if name == "wounds" else rating) in counts) for points in range(len(was))]
        assert more == points_at


def test_sides_are_alike():
    """What befalls A with the box of A, befalls B with that of B."""
    for check_id in ("rencounter.duel", "rencounter.gunfight"):
        a, b = (
            rk.check(check_id, rules=OURS, order="random", turn_limit=2, **{box: True})
            for box in ("a_fright", "b_fright")
        )
        assert (a.event("A wins"), a.event("B dies")) == (b.event("B wins"), b.event("A dies"))
        assert a.event("A wins") < a.event("B wins")


def test_a_reason_is_told_once_where_two_rolls_share_their_sum():
    text = str(rk.check("rencounter.duel", rules=OURS, turn_limit=1, a_fright=True).explain())
    (text,) = (block for block in text.split("\n\n") if block.startswith("A: on the action die"))
    assert text.endswith("+2 He is frightened  Our table (not in the book)\n  = 2")


def test_a_volley_of_a_charge_counts_what_is_added_to_hit():
    smoke = BOOK.with_house_rules(SMOKE)
    params = {"men": 3, "shooters": 2, "turn_limit": 4, "result": "end"}
    assert dict(rk.check("rencounter.charge", rules=smoke, smoke=True, skill=9, **params)) == dict(
        rk.check("rencounter.charge", skill=7, **params)
    )


WOUNDED = 'fire.pain = { to = "to hit", value = -2, each = "wounds" }'


@pytest.mark.parametrize(
    ("check_id", "line", "params"),
    [
        ("rencounter.gunfight", WOUNDED, {}),
        ("rencounter.skirmish", WOUNDED, {}),
        ("rencounter.duel", 'melee.pain = { to = "attack", value = -2, when = { attacker_wounds = 1 } }', {}),
        (
            "rencounter.gang_up",
            'melee.pain = { to = "parry against one man", value = 2, each = "defender_wounds" }',
            {},
        ),
        ("rencounter.duel", f'action.pain = {{ {SUM}, value = 1, each = "wounds" }}', {"variable_knockdown": True}),
    ],
)
def test_a_fight_says_what_it_cannot_follow(check_id, line, params):
    """Of its other sums it knows what the wounds are before it begins; a box is refused only where it is ticked."""
    ours, check = BOOK.with_house_rules(line), rk.checks[check_id]
    with pytest.raises(
        rk.RuleError, match=r"^\w+\.pain must go by what stays as it is in .*; got .*wounds, which the fight"
    ):
        rk.check(check_id, rules=ours, **params)
    assert check.under(ours).targets_of(BOOK, params) == check.targets_of(BOOK, params)
    boxed = BOOK.with_house_rules(line[:-1] + ', ask = "It hurts." }')
    assert check.under(boxed).targets_of(boxed, params) == check.targets_of(BOOK, params)


def test_a_box_stands_only_where_it_may_count():
    """A gunfight has no cover; at a man who is down one shoots as at one who lies."""
    cover, lying = (
        BOOK.with_house_rules(SMOKE.replace(" }", f", when = {{ {case} }} }}"))
        for case in ('cover = "half_solid"', 'posture = "prone"')
    )
    gunfight = rk.checks["rencounter.gunfight"]
    assert gunfight.under(cover) is gunfight and rk.checks["rencounter.fire"].under(cover).parameters["smoke"]
    before, after = gunfight.targets_of(BOOK, {}), gunfight.under(lying).targets_of(lying, {"a_smoke": True})
    assert (after.a_shoots, after.a_shoots_low.needed) == (before.a_shoots, before.a_shoots_low.needed - 2)
