"""What is set and changes nothing is said, with the setting that rules it out; nothing that counts is ever
said not to.
"""

from itertools import combinations

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics.check import Check
from rencounter_kit.workbook.mechanics.parameter import QUESTION, whole
from rencounter_kit.workbook.mechanics.processes.cache import CachedChain
from rencounter_kit.workbook.mechanics.space import Space
from rencounter_kit.workbook.rulebook.presets import presets
from tests.steps import Steps

from ..situations import PROCESSES, drawn, few, forget, is_taken, tries

NAMED = [
    ("rencounter.fire", {"shield": "large"}, "shield large: no effect with weapon flintlock musket"),
    ("rencounter.fire", {"target_armor": 2}, "target armour half (2): no effect with weapon flintlock musket"),
    ("rencounter.fire", {"weapon": "blunderbuss", "target_armor": 2}, "no effect with weapon blunderbuss"),
    ("rencounter.fire", {"braced": True, "aim_turns": 0.5}, ("braced: no effect with aim turns 0.5 (bracing, Fire "
        "Combat")),
    ("rencounter.fire", {"aim_at": "man"}, "aim at man: no effect unless mounted"),
    ("rencounter.fire", {"friend_cover": "half_solid"}, "friend cover half solid: no effect with friend none"),
    ("rencounter.fire", {"shotgun_one_roll": True}, "shotgun one roll: no effect here"),
    ("rencounter.fire", {"weapon": "long_bow", "shield": "large", "target_armor": 2}, None),
    ("rencounter.fire", {"weapon": "blunderbuss", "target_armor": 4}, None),  # heavy armour stops a slow ball
    ("rencounter.fire", {"distance": 5}, None),  # it says the range, which is that of the usual band
    ("rencounter.fire", {"skill": 8, "extra_modifier": 1}, None),
    ("rencounter.wound", {"result": "points"}, None),  # another question
]  # fmt: skip


@pytest.mark.parametrize(("check", "params", "lines"), NAMED)
def test_what_has_no_effect_is_named_with_the_setting_that_rules_it_out(check, params, lines):
    reasons = list(map(str, rk.check(check, **params).no_effects))
    assert len(reasons) == (lines is not None)
    assert lines is None or lines in reasons[0]


def of_game(stem):
    """Situations of a game: those with names, and some drawn."""
    for check_id in (one for one in rk.checks if one.startswith(f"{stem}.")):
        named = list(presets(stem).get(check_id, {}).values())[: few(check_id, tries(2, None), 1)]
        for params in [*named, *drawn(check_id, few(check_id, tries(2, 10), tries(1, 2)), "no effect")]:
            yield check_id, params


def without(params, *names):
    return {name: value for name, value in params.items() if name not in names}


def answered(check_id, params):
    """What tells whether anything has changed, worked out from the start; nothing where it is refused."""
    if not is_taken(check_id, params):
        return None
    answer = rk.check(check_id, **params)
    return answer.dist, answer.modifiers


@pytest.mark.parametrize("stem", ["odd_encounters", "realms_of_myth", "rencounter", "salamis", "traveller"])
def test_what_counts_is_never_said_to_have_no_effect_and_what_never_does_is_always_named(stem):
    claims = 0
    for check_id, params in of_game(stem):
        answer = rk.check(check_id, **params)
        now, named = (answer.dist, answer.modifiers), [one.parameter.name for one in answer.no_effects]
        claims += len(named)
        for many in range(1, min(len(named), 2) + 1):
            for some in combinations(named, many):
                assert answered(check_id, without(params, *some)) == now, (check_id, params, some)
        assert answered(check_id, without(params, *named)) == now, (check_id, params)
        if check_id in PROCESSES:  # whose turns are not followed again for it
            continue
        usual = rk.check(check_id).params
        for name in without(params, QUESTION, *named):
            values = answer.check.parameters[name].values()
            if answer.params[name] in (usual[name], None) or not 0 < len(values) <= 40:
                continue
            others = [{}, *({one} for one in params if one != name)]
            idle = all(answered(check_id, {**params, name: value}) == now for value in (usual[name], *values))
            replaced = any(
                answered(check_id, without(params, *others_, name)) != answered(check_id, without(params, *others_))
                for others_ in others
            )
            assert not idle or replaced, (check_id, params, name)
    assert claims


def better_of(*sides):
    """A check that says the better of two."""

    def best(r, left, right):
        return max(left, right)

    return Check(
        "rencounter.better",
        "Which is better?",
        source="Nowhere",
        parameters=sides,
        targets={"best": best},
        dice=lambda throw, r, best: best,
        outcomes=Space(numbers=True),
    )


def test_of_two_that_stand_in_for_each_other_neither_is_said_to_have_no_effect():
    """Without either nothing changes, without both it does."""
    better = better_of(*[whole(name, 0, 3, 0, "How good.") for name in ("left", "right")])
    assert [better(left=2, right=right).dist[2] for right in (0, 1, 2)] == [1, 1, 1]
    assert [one.label for one in better(left=2, right=1).no_effects] == ["right 1"]
    assert better(left=2, right=2).no_effects == []


@pytest.mark.parametrize(("highest", "params"), [(3, ["left 1"]), (5, [])])
def test_what_would_count_if_it_were_more_has_an_effect(highest, params):
    """One is as good as 3: the other tells nothing only where it can be no better."""
    better = better_of(whole("left", 0, highest, 2, "How good."), whole("right", 0, 3, 2, "How good."))
    assert [one.label for one in better(left=1, right=3).no_effects] == params


def test_a_fight_says_it_without_being_followed_again(monkeypatch):
    fight = rk.check("rencounter.duel", a_armor=4, b_weapon="unarmed", turn_limit=3)
    monkeypatch.setattr(CachedChain, "_walked", lambda self, turns: pytest.fail("followed again"))
    assert isinstance(fight.no_effects, list)


@pytest.mark.parametrize("before", [{}, {"die": 2, "result": "share"}, {"units": 4, "die": 6, "result": "share"}])
def test_what_changes_nothing_does_not_depend_on_what_was_asked_before(before):
    """Neither on chains that are known already, nor on those that have been forgotten since."""
    check = rk.checks["rencounter.activation_counters"]
    answer = check(die=2, result="share", units=4)
    forget([check])
    check(**before)
    assert [str(one) for one in answer.no_effects] == ["die 2: no effect with units 4"]


def test_of_a_hundred_thousand_values_some_are_looked_through():
    """What keeps a parameter from counting is sought among those of the others, of which ounces have 100,001."""
    thrown = rk.check("realms_of_myth.thrown_object_factor", object_ounces=66775, height_inches=165)
    with Steps() as steps:
        assert [one.label for one in thrown.no_effects] == ["height inches 165"]
    assert steps.number < 400_000


def test_why_tells_it_in_every_form():
    shot = rk.check("rencounter.fire", shield="large")
    why, why_text = shot.explain(), "no effect with weapon flintlock musket"
    assert f"     0 shield large: {why_text} (large shield, Fire Combat: Armor and Shields)" in str(why).splitlines()
    assert f"<td>0</td><td>shield large</td><td></td><td>{why_text}; large shield, Fire" in why.sums_html()
    assert why.as_table().lines[-1][:3] == ("changes nothing", f"shield large ({why_text})", "0")
    assert "changes nothing" not in str(rk.check("rencounter.fire", weapon="long_bow", shield="large").explain())


@pytest.mark.parametrize(
    ("check_id", "params"),
    [
        ("realms_of_myth.initiative_position", {"focus": "B"}),
        ("rencounter.charge", {"men": 2, "shooters": 2, "distance": 1, "turn_limit": 5, "aim_turns": 2}),
    ],
)
def test_what_is_worked_out_under_the_name_of_a_parameter_is_not_taken_for_it(check_id, params):
    assert str(rk.check(check_id, **params).explain())
