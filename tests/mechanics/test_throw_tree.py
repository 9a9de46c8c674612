"""What is told beside the chances: steps of a throw, ranges from distances, controls that follow rules, words of
warning.
"""

from fractions import Fraction
from itertools import product

import pytest

import rencounter_kit as rk


def test_a_riposte_throws_severity_only_when_the_man_acts():
    stroke = rk.check("rencounter.melee", attacker_skill=1, defender_skill=10, defender_experience=1)
    checked = 0
    for seed in range(300):
        roll = stroke.roll(seed)
        names = [step.name for step in roll.steps]
        if "action" in names:
            checked += 1
            assert ("severity" in names) == (roll.steps[names.index("action")].face == 1), roll
            assert "severity" not in names[: names.index("action")]
    assert checked > 50


def test_a_shot_that_strikes_the_horse_throws_no_severity():
    shot = rk.check("rencounter.fire", skill=12, mounted=True)
    struck = [roll for roll in map(shot.roll, range(100)) if roll.outcome == "hit_horse"]
    assert len(struck) > 20
    assert all("severity" not in [step.name for step in roll.steps] for roll in struck)


def test_a_distance_stands_in_for_the_range_band():
    table = rk.sweep("rencounter.fire", distance=[10, 20, 30, 51], outcome="hits")
    bands = rk.sweep("rencounter.fire", range_band=["short", "medium", "long"], outcome="hits")
    assert list(table["probability"]) == [*bands["probability"], Fraction(0)]
    with pytest.raises(rk.RuleError, match="distance and range_band must agree; got 30 inches, which is long"):
        rk.check("rencounter.fire", distance=30, range_band="short")
    with pytest.raises(rk.RuleError, match="range_band must be one of"):
        rk.check("rencounter.fire", range_band=None)


def test_the_range_menu_rests_while_a_distance_is_given():
    panel = rk.panel("rencounter.fire")
    menu = panel.controls["range_band"].source
    panel["distance"] = 30
    assert menu.disabled and panel["range_band"] is None
    assert dict(panel.result.items()) == dict(rk.check("rencounter.fire", distance=30).items())
    panel["distance"] = None
    assert not menu.disabled and panel["range_band"] == "short"


def test_the_control_of_a_ruling_follows_the_house_rule_and_back():
    panel = rk.panel("rencounter.fire")
    panel.house.value = 'rulings.skill_roll = "less_than"'
    assert panel["skill_roll"] == "less_than"
    panel["skill_roll"] = "at_most"
    assert dict(panel.result.items()) == dict(rk.check("rencounter.fire").items())
    panel.reset()
    assert panel["skill_roll"] == "at_most" and not panel.rules.house_rules


@pytest.mark.parametrize(
    ("check_id", "params", "warns"),
    [
        ("realms_of_myth.task", {}, "[assumed figures]"),
        ("realms_of_myth.task", {"chance": 40}, ""),
        ("salamis.wind_direction", {}, "[reconstructed figures]"),
        ("rencounter.fire", {}, ""),
    ],
)
def test_a_picture_says_when_it_rests_on_figures_that_are_not_printed(check_id, params, warns):
    alt = rk.panel(check_id, **params).view.value
    assert (warns in alt) if warns else ("figures]" not in alt)


def test_a_natural_one_acts_in_a_crowd_whatever_holds_for_other_checks():
    weak = rk.rules("rencounter").with_house_rules("rulings.natural_one_in_checks = false")
    params = {"strikers": 1, "attacker_experience": 1, "attacker_wounds": 2}  # only a natural 1 lets him act
    assert rk.check("rencounter.gang_up", **params).dist.at_least(1) > 0
    assert dict(rk.check("rencounter.gang_up", rules=weak, **params).items()) == dict(
        rk.check("rencounter.gang_up", **params).items()
    )


@pytest.mark.parametrize(
    ("check_id", "name"), [("rencounter.wound", "previous_wounds"), ("rencounter.gang_up", "defender_wounds")]
)
def test_a_man_who_is_dead_by_the_ruling_is_refused(check_id, name):
    with pytest.raises(rk.RuleError, match="must be below death_at 4; got 5"):
        rk.check(check_id, **{name: 5, "death_at": 4})


def dice_texts(check_id, **params):
    """The target numbers, and what is said of the dice, which need not be thrown."""
    check = rk.checks[check_id]
    targets, _ = check.numbers(check.book, check.values(check.book, params))
    return targets, check.says(check.book, targets)


ONE_OR_MANY = [
    ("rencounter.gunfight", {"a_weapon": "flintlock_pistol"}, "after 1 round he reloads for"),
    ("rencounter.gunfight", {"a_weapon": "cap_and_ball_revolver"}, "after 6 rounds he reloads for"),
    ("rencounter.activation_cards", {"cards_each": 1}, "The deck holds 1 card for each of 6 units"),
    ("rencounter.activation_cards", {"cards_each": 2}, "The deck holds 2 cards for each of 6 units"),
    ("rencounter.activation_cards", {"cards_each": 3}, "The deck holds 3 cards for each of 6 units"),
    ("traveller.rounds_to", {"blow_limit": 1}, "An attack after the first is weakened, and hits"),
    ("traveller.rounds_to", {"blow_limit": 2}, "An attack after the first 2 is weakened, and hits"),
    ("rencounter.duel", {"turn_limit": 1}, "the fight is broken off after 1 turn."),
    ("odd_encounters.duel", {"rounds": 1}, "The fight is broken off after 1 round."),
    ("odd_encounters.volley", {"shots": 1, "targets": 1}, "1 shot at the target; a target has 4 Hit Points."),
    (
        "odd_encounters.volley",
        {"target_hp": 1},
        "6 shots at the first of 4 targets still alive; a target has 1 Hit Point.",
    ),
]
AT_THE_EDGE = [
    ("traveller.to_hit", {"other_dm": -12, "cover_dm": -2}, "Never hits: no 2d6 -14 is 8 or more."),
    ("traveller.to_hit", {"other_dm": -4}, "Hits on 2d6 -4 of 8."),
    ("traveller.duel", {"a_dm": 9}, "A always hits: any 2d6 +9 is 8 or more."),
    ("traveller.rounds_to", {"dm": -5}, "An attack never hits: no 2d6 -5 is 8 or more."),
    ("traveller.morale", {"casualties": 1}, "No throw before 25 percent of the party are down."),
    (
        "traveller.morale_break",
        {},
        "From round 1 on, there is no throw. From round 2 on, it stands on 2d6 of 7 or more.",
    ),
    ("odd_encounters.saving_throw", {"level": 16}, "Always saves: any d20 is 1 or more."),
    ("odd_encounters.duel", {"a_th": 0, "b_ac": -10}, "A's attack never hits: no d20 is 21 or more."),
    ("realms_of_myth.task", {"chance": 0}, "Never succeeds: no d100 is 0 or less (00 is 100)."),
    (
        "realms_of_myth.contested_roll",
        {"second_chance": 100},
        "The second side always succeeds: any d100 is 100 or less.",
    ),
    ("realms_of_myth.death_check", {"chance": 0}, "He never lives: no d100 is 0 or less."),
    ("realms_of_myth.surprise", {"target_chance": 0}, "The target never succeeds: no d100 is 0 or less."),
    ("rencounter.gang_up", {"attacker_wounds": 4}, "Each of the 2 attackers never acts: no d6 +4 is 4 or less"),
    ("rencounter.gang_up", {"defender_experience": 6}, "further men do not hamper a master."),
    ("rencounter.gunfight", {"distance": 200}, "he cannot reach the other"),
    ("rencounter.gunfight", {"a_skill": 1, "distance": 20}, "he needs -1 (a natural 1, then 7 or less) to hit"),
    ("rencounter.volley", {"extra_modifier": -16}, "Each shot needs -10 (no roll is low enough) to hit."),
    ("rencounter.knockdown", {"variable_knockdown": True, "damage_modifier": -8}, "He stays up on a natural 1 only."),
    ("rencounter.action", {"extra_modifier": 9}, "He acts on a natural 1 only. He runs on"),
    ("rencounter.action", {"extra_modifier": 1}, "He acts on a d6 +1 of 4 or less. A natural 1 always succeeds."),
    ("rencounter.charge", {"speed": 1}, "One roll moves the attackers 1 inch; it succeeds on a d6 of 4 or less."),
]


@pytest.mark.parametrize(("check_id", "params", "words"), ONE_OR_MANY)
def test_one_is_said_as_one_and_several_as_several(check_id, params, words):
    assert words in " ".join(dice_texts(check_id, **params)[1])


@pytest.mark.parametrize(("check_id", "params", "words"), AT_THE_EDGE)
def test_what_dice_can_never_or_always_do_is_said_so(check_id, params, words):
    assert words in " ".join(dice_texts(check_id, **params)[1])


@pytest.mark.parametrize("master_acts", rk.checks["rencounter.action"].parameters["master_acts"].choices)
def test_what_is_said_of_an_action_roll_is_what_its_die_does(master_acts):
    for experience, wounds, extra in product((1, 4, 6), (0, 2, 3), range(-7, 8)):
        params = {"experience": experience, "wounds": wounds, "extra_modifier": extra, "master_acts": master_acts}
        (line, *_), acts = (
            dice_texts("rencounter.action", **params)[1],
            rk.check("rencounter.action", **params).event("acts"),
        )
        assert line.startswith("He always acts") == (acts == 1)
        assert line.startswith("He never acts") == (acts == 0)
        assert acts == Fraction(1, 6) or line != "He acts on a natural 1 only."


def test_each_man_of_a_gunfight_is_told_what_his_own_gun_holds():
    for weapon in rk.checks["rencounter.gunfight"].parameters["a_weapon"].choices:
        targets, lines = dice_texts("rencounter.gunfight", a_weapon=weapon, b_weapon="magazine_rifle")
        for gun, line in zip((targets.a_gun, targets.b_gun), lines, strict=False):
            rounds = f"{gun.shots} rounds" if gun.shots > 1 else "1 round"
            assert f"after {rounds} he reloads for {gun.reload} activation{'s' * (gun.reload > 1)}." in line


def test_the_length_of_a_fight_has_quantiles_with_a_limit_and_without():
    broken_off = rk.check("rencounter.duel")
    assert [broken_off.turns.quantile(p) for p in (0, Fraction(1, 2), 1)] == [1, 3, 10]
    to_the_death = rk.check("odd_encounters.duel")
    assert to_the_death.turns.quantile(Fraction(1, 2)) == 2
    assert to_the_death.turns.quantile(1) == "later"
    assert to_the_death.turns["later"] < Fraction(1, 10_000)
    assert to_the_death.by(100) > 1 - Fraction(1, 10**10)
    with pytest.raises(rk.RuleError, match="turns must be a whole number from 0"):
        to_the_death.by(-1)
