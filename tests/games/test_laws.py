"""What the rules make possible, what two checks say of the same thing, and an event whatever result is asked."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import assume, given, strategies as st

import rencounter_kit as rk
from tests.drawn import FEW, MANY, SOME, answer
from tests.situations import base, situations_of

# What two checks say of the same thing --------------------------------------------------------------------------------


@MANY
@given(situations_of("traveller.surprise"))
def test_the_dm_of_a_group_is_the_same_alone(params):
    result = answer("traveller.surprise", params)
    for side, dm in (("party_", result.targets.party_dm), ("other_", result.targets.other_dm)):
        alone = {
            name.removeprefix(side): v
            for name, v in params.items()
            if name.startswith(side) or name == "group_size_dms"
        }
        assert dict(rk.check("traveller.surprise_dm", **alone).items()) == {dm: 1}


@MANY
@given(situations_of("salamis.entry"))
def test_the_modifier_of_an_entry_is_the_same_alone(params):
    assert dict(rk.check("salamis.entry_modifier", **params).items()) == {
        rk.check("salamis.entry", **params).targets.modifier: 1
    }


@MANY
@given(situations_of("realms_of_myth.task_chance"))
def test_a_task_succeeds_as_often_as_its_chance_says(params):
    (percent,) = answer("realms_of_myth.task_chance", params)
    assert rk.check("realms_of_myth.task", **params).event("succeeds") == Fraction(percent, 100)
    assert dict(rk.check("realms_of_myth.task", chance=percent).items()) == dict(
        rk.check("realms_of_myth.task", **params).items()
    )


@MANY
@given(situations_of("realms_of_myth.death_check"))
def test_the_tenth_wound_is_two_rolls(params):
    result = answer("realms_of_myth.death_check", params)
    p = Fraction(result.targets.percent, 100)
    two = {"dies": 1 - p, "lives_unconscious": p * (1 - p), "lives_conscious": p * p}
    assert dict(result.items()) == {outcome: chance for outcome, chance in two.items() if chance}


@MANY
@given(situations_of("realms_of_myth.surprise"))
def test_who_is_surprised_loses_time(params):
    surprised = answer("realms_of_myth.surprise", params)
    lost = rk.check("realms_of_myth.surprise_duration", **params)
    assert lost.event("loses time") == surprised.event("is surprised")


@SOME
@given(situations_of("realms_of_myth.initiative_position", {"focus", "final_tie"}))
def test_the_place_of_each_is_that_in_the_order(params):
    order = answer("realms_of_myth.initiative_order", params)
    for focus in "ABCDEF"[: len(order.params["awa_mods"])]:
        places = Counter()
        for turns, chance in order.items():
            places[1 + [turn[-1] for turn in turns].index(focus)] += chance
        assert dict(rk.check("realms_of_myth.initiative_position", **params, focus=focus).items()) == places


def test_who_acts_together_with_another_is_not_before_him():
    three = rk.check("realms_of_myth.initiative_order", awa_mods=[0, 0, 0], final_tie="simultaneous")
    alone = Fraction(sum(lower**2 for lower in range(10)), 1000)
    assert three.event("A acts before anybody else") == three.event("B acts before anybody else") == alone


def test_a_coin_decides_between_any_of_those_who_throw_the_same():
    """Each order comes up: no face of the coin is without a man."""
    three = rk.check("realms_of_myth.initiative_order", awa_mods=[0, 0, 0])
    assert three.simulate(6_000, seed=1).counts.keys() == three.keys() and len(three) == 6


@pytest.mark.parametrize("kind", ["melee", "missile"])
def test_damage_kills_when_it_reaches_the_hit_points(kind):
    attack, damage = f"odd_encounters.{kind}_attack", f"odd_encounters.{kind}_damage"

    @MANY
    @given(situations_of(attack, {"target_helpless", "target_hp"}), st.integers(1, 30))
    def law(params, hp):
        struck, points = answer(attack, {**params, "target_hp": hp}), answer(damage, params)
        assert struck.event("kills") == points.dist.at_least(hp)
        assert struck.event("hits") == points.dist.at_least(1)

    law()


@MANY
@given(situations_of("rencounter.action", {"extra_modifier"}), st.integers(-20, 18))
def test_ducking_back_is_an_action_with_two_on_the_die(params, extra):
    acts = answer("rencounter.action", {**params, "extra_modifier": extra + 2})
    stays = rk.check("rencounter.duck_back", **params, extra_modifier=extra)
    assert stays.event("ducks") == 1 - acts.event("acts")


@MANY
@given(situations_of("rencounter.action", {"morale_check"}))
def test_losses_count_only_for_a_morale_check(params):
    morale = (
        "men_lost",
        "leader_lost",
        "units_lost_24",
        "units_lost_12",
        "small_group_losses",
        "leader_inspires",
        "leader_panics",
    )
    without = {name: v for name, v in params.items() if name not in morale}
    assert dict(answer("rencounter.action", params).items()) == dict(answer("rencounter.action", without).items())


TWO_MEN = tuple(
    f"{man}_{name}"
    for man in ("attacker", "defender")
    for name in ("skill", "weapon", "experience", "wounds", "armor", "shield", "second_weapon", "extra_modifier")
)
NOT_BOTH = (
    set(rk.checks["rencounter.melee"].parameters)
    - set(TWO_MEN)
    - {"skill_roll", "shield_helps", "wounded_modifies_parry"}
)


@MANY
@given(situations_of("rencounter.melee", NOT_BOTH))
def test_a_gang_of_one_is_a_man_who_acts_and_strikes(params):
    acts = rk.check(
        "rencounter.action", experience=params.get("attacker_experience", 4), wounds=params.get("attacker_wounds", 0)
    )
    stroke = answer("rencounter.melee", {**params, "result": "summary"})
    alone = rk.check("rencounter.gang_up", **params, strikers=1)
    assert alone.dist.at_least(1) == acts.event("acts") * stroke.event("hits")


# What the parameters make possible ------------------------------------------------------------------------------------


@MANY
@given(situations_of("rencounter.melee", {"result"}, {"from_behind": True}))
def test_nobody_ripostes_backwards(params):
    assert all(attacker == "none" for _, attacker in answer("rencounter.melee", params))
    assert answer("rencounter.melee", {**params, "result": "summary"}).event("is struck by a riposte") == 0


@MANY
@given(situations_of("rencounter.melee", {"result"}))
def test_a_stroke_hurts_one_man_at_most(params):
    wounds, summary = (answer("rencounter.melee", {**params, "result": result}) for result in ("wounds", "summary"))
    assert all("none" in pair for pair in wounds)
    assert wounds.event("wounds the defender") <= summary.event("hits")
    assert wounds.event("is wounded by a riposte") <= summary.event("is struck by a riposte")


@MANY
@given(situations_of("rencounter.melee", {"active_attackers"}, {"defender_experience": 6}), st.integers(1, 8))
def test_a_master_is_not_hampered_by_numbers(master, attackers):
    one, many = (answer("rencounter.melee", {**master, "active_attackers": number}) for number in (1, attackers))
    assert dict(one.items()) == dict(many.items())


def parts(outcome):
    """What befell each target."""
    return outcome if isinstance(outcome, tuple) else (outcome,)


@MANY
@given(situations_of("rencounter.fire"))
def test_a_shot_strikes_only_what_is_there(params):
    result = answer("rencounter.fire", params)
    befell = {part for outcome in result for part in parts(outcome)}
    settings = result.params
    assert "hit_horse" not in befell or settings["mounted"]
    assert "hit_friend" not in befell or settings["friend"] != "none"
    assert "stopped_by_cover" not in befell or settings["cover"] not in ("none", "partly_obscured", "leafy")
    assert "stuck_in_shield" not in befell or (settings["weapon"] == "javelin" and settings["shield"] != "none")
    assert {len(parts(outcome)) for outcome in result} == {settings["targets"]}


@MANY
@given(situations_of("rencounter.fire", {"aim_at"}, {"mounted": True}), st.sampled_from(["either", "man", "horse"]))
def test_a_hit_on_a_rider_is_shared_out(params, aim_at):
    shares = {"either": Fraction(2, 3), "man": Fraction(1, 6), "horse": Fraction(5, 6)}
    result = answer("rencounter.fire", {**params, "aim_at": aim_at})
    assume(result.params["targets"] == 1)
    assert result.event(["hit_horse"]) == shares[aim_at] * result.event("hits")


PATTERN = {"weapon": "blunderbuss", "range_band": "long"}


@FEW
@given(situations_of("rencounter.fire", {"targets", "distance"}, PATTERN), st.integers(2, 3))
def test_each_target_of_a_pattern_fares_as_if_it_were_alone(params, targets):
    alone = answer("rencounter.fire", params)
    together = answer("rencounter.fire", {**params, "targets": targets})
    for place in range(targets):
        assert dict(together.dist.map(lambda got, place=place: got[place]).items()) == dict(alone.items())
    if not together.params["shotgun_one_roll"]:
        for got, p in together.items():
            each = Fraction(1)
            for one in got:
                each *= alone[one]
            assert p == each


@MANY
@given(situations_of("traveller.encounter_range", {"range_rows_1_2"}))
def test_swapped_rows_only_exchange_close_and_short(params):
    printed, swapped = (
        answer("traveller.encounter_range", {**params, "range_rows_1_2": rows}) for rows in ("as_printed", "swapped")
    )
    assert printed.event("is short or closer") == swapped.event("is short or closer")
    far = ["medium", "long", "very_long"]
    assert [printed.event(one) for one in far] == [swapped.event(one) for one in far]


@MANY
@given(situations_of("traveller.reaction"))
def test_extreme_throws_take_no_dm(params):
    result = answer("traveller.reaction", params)
    assert result["violent"] == Fraction(1, 36)
    assert result["genuinely_friendly"] >= Fraction(1, 36)


# An event means the same whatever result is asked ---------------------------------------------------------------------

TWO_MEN = dict.fromkeys(("A wins", "B wins", "nobody wins", "A dies", "B dies"), "end")
TELLS = {
    "rencounter.wound": {"puts down": "wound", "kills": "wound"},
    "rencounter.melee": {
        "wounds the defender": "wounds",
        "puts down the defender": "wounds",
        "kills": "wounds",
        "is wounded by a riposte": "wounds",
        "hits": "summary",
        "is struck by a riposte": "summary",
    },
    "rencounter.gang_up": {"puts him down": "fate", "kills": "fate"},
    "rencounter.fire_turn": {"puts him down": "worst", "kills": "worst"},
    "rencounter.volley": {},
    "rencounter.duel": TWO_MEN,
    "rencounter.gunfight": TWO_MEN,
    "rencounter.skirmish": dict.fromkeys(("A wins", "B wins", "nobody wins"), "end"),
    "rencounter.unit_under_fire": {"breaks": "end", "holds": "end"},
    "rencounter.charge": {"arrives": "end", "is shot down": "end", "somebody arrives": "arriving"},
    "rencounter.heroism": {"comes to six": "ever_six"},
    "rencounter.scatter": {},
    "rencounter.canister": {"hits": "wound", "puts down": "wound", "kills": "wound"},
    "rencounter.bayonet_shot": {"puts down": "wound", "kills": "wound"},
    "rencounter.wound_location": {"in an arm": "location", "in a leg": "location", "lets go of what he holds": "drops"},
    "rencounter.improvement": {"improves": "change"},
    "rencounter.activation_cards": {"acts": "acts"},
    "rencounter.activation_dice": {"side A is first": "first", "side B is first": "first"},
    "rencounter.activation_counters": {"unit 1 acts twice first": "twice"},
}
# Two situations in which each of the events may come and may fail.
EVENTS_IN = {
    "rencounter.wound": [{"previous_wounds": wounds} for wounds in (0, 1)],
    **{
        check_id: [{"defender_wounds": wounds} for wounds in (0, 1)]
        for check_id in ("rencounter.melee", "rencounter.gang_up")
    },
    "rencounter.fire_turn": [{"skill": skill} for skill in (6, 9)],
    **{check_id: [{"b_skill": skill} for skill in (6, 9)] for check_id in ("rencounter.duel", "rencounter.gunfight")},
    "rencounter.skirmish": [{"b_men": 2, "b_skill": skill, "turn_limit": 3} for skill in (6, 9)],
    "rencounter.unit_under_fire": [{"skill": skill} for skill in (6, 9)],
    "rencounter.charge": [{"skill": skill} for skill in (6, 9)],
    "rencounter.heroism": [{"experience": experience} for experience in (4, 5)],
    "rencounter.canister": [{}, {"skill": 10}],
    "rencounter.bayonet_shot": [{"previous_wounds": wounds} for wounds in (2, 3)],
    "rencounter.wound_location": [{}, {"wounds": 2}],
    "rencounter.improvement": [{}, {"value": 5}],
    "rencounter.activation_cards": [{}, {"cards_each": 2}],
    "rencounter.activation_dice": [{}, {"side_b": 3}],
    "rencounter.activation_counters": [{}, {"units": 3}],
}


def test_every_check_that_is_asked_in_several_ways_is_covered():
    with_result = {check_id for check_id, check in rk.checks.items() if "result" in check.parameters}
    assert set(TELLS) == with_result
    assert all(set(TELLS[check_id]) == set(rk.checks[check_id].events) for check_id in TELLS)


@pytest.mark.parametrize(("check_id", "event"), [(check_id, event) for check_id in TELLS for event in TELLS[check_id]])
def test_an_event_is_told_rightly_or_not_at_all(check_id, event):
    """Where the result that is asked cannot tell, ``RuleError`` says so; no wrong chance is given."""
    for result, settings in product(rk.checks[check_id].parameters["result"].choices, EVENTS_IN[check_id]):
        params = base(check_id) | settings
        right = rk.check(check_id, **params, result=TELLS[check_id][event]).event(event)
        assert 0 < right < 1
        try:
            chance = rk.check(check_id, **params, result=result).event(event)
        except rk.RuleError:
            continue
        assert chance == right, f"result {result} with {settings}"


def test_wounds_stand_in_their_order():
    scale = rk.checks["rencounter.wound"].scale
    assert list(scale) == ["none", "minor", "serious", "crippling", "dead"]
    wound = rk.check("rencounter.wound", damage_modifier=2)
    for bad, worse in pairwise(scale):
        assert wound.dist.at_least(bad) > wound.dist.at_least(worse)


BARE = {"a_weapon": "unarmed", "b_weapon": "unarmed"}


@pytest.mark.parametrize(
    ("check_id", "params", "switches", "lines"),
    [
        ("rencounter.duel", BARE, ("duel_weapons_break", "duel_weapons_stick"), ""),
        ("rencounter.duel", {}, ("duel_weapons_break",), "weapon_breakage.breaks = -20"),
        ("rencounter.duel", {"turn_limit": 4}, ("duel_weapons_stick",), "weapon_stuck.points = 7"),
        ("rencounter.duel", {"turn_limit": 4}, ("variable_knockdown",), "knockdown.roll.man = 1"),
        ("rencounter.gunfight", {"turn_limit": 4}, ("variable_knockdown",), "knockdown.roll.man = 1"),
    ],
)
def test_an_optional_rule_that_can_change_nothing_changes_nothing(check_id, params, switches, lines):
    book = rk.rules("rencounter")
    rules = book.with_house_rules(lines) if lines else book
    with_it = rk.check(check_id, rules=rules, **params, **dict.fromkeys(switches, True))
    assert with_it.dist == rk.check(check_id, **params).dist


def test_a_roll_that_keeps_nobody_up_leaves_a_skirmish_as_it_is_with_knockdown():
    params = {"a_men": 2, "b_men": 2, "a_skill": 9, "turn_limit": 4}
    rules = rk.rules("rencounter").with_house_rules("knockdown.roll.man = 1")
    always = rk.check("rencounter.skirmish", **params, skirmish_knockdown=True)
    assert rk.check("rencounter.skirmish", rules=rules, **params, variable_knockdown=True).dist == always.dist
    assert always.dist != rk.check("rencounter.skirmish", **params).dist
    assert always.dist != rk.check("rencounter.skirmish", **params, variable_knockdown=True).dist
