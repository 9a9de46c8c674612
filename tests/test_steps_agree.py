"""One question has one answer: checks in a row, by what their panels hand on or in a flow, say what the one check says that does it all."""

import random
from fractions import Fraction

import pytest

import rencounter_kit as rk
from rencounter_kit.mechanics.flow import asked_flow
from rencounter_kit.rulebook.presets import presets
from tests.situations import tries
from tests.widgets import all_widgets

MANY = tries(20, 300)  # situations of each
ARMOUR = ("padded", "trellised_padding", "singlemail", "doublemail", "jazeraint", "field_plate", "wood_shield")
FORMS = ("common", "thrust", "slash", "bodkin")
RESOLUTION = {
    "resolution_model": ("linear_1", "linear_5", "ratio"),
    "min_chance": (0, 1, 5),
    "max_chance": (95, 99, 100),
}


def myth(name, **params):
    return rk.check(f"realms_of_myth.{name}", **params)


def figure(name, **params):
    """The only answer of a check that throws nothing."""
    (outcome,) = myth(name, **params)
    return outcome


def resolution(chance):
    return {name: chance.choice(values) for name, values in RESOLUTION.items()}


def struck(chance):
    return {
        "blow": chance.choice(("edge", "blunt", "point")),
        "modified_sta": chance.randint(8, 40),
        "cnd": chance.randint(5, 30),
        "edge_wounds": chance.choice(("minimum_one", "single", "shifted")),
        "threshold_rounding": chance.choice(("exact", "half_up", "down")),
    }


def armoured(chance):
    form = chance.choice(FORMS)
    bodkin = {"within_short_range": chance.random() < 0.5, "proof": chance.random() < 0.5} if form == "bodkin" else {}
    return {"layers": chance.choices(ARMOUR, k=chance.randint(0, 3)), "attack_form": form, **bodkin}


# A blow, from panel to panel ------------------------------------------------------------------------------------------


def hand(panel, to):
    """Press the button that hands the answer on to a parameter of another check."""
    place = panel.handing_on
    menus = [one for one in all_widgets(place) if one is place._menu]
    for menu in menus:
        menu.value = next(value for _, value in menu.options if value[0] == to.check.id)
    place._button.click()


@pytest.mark.usefixtures("empty_page", "patient", "undrawn")
@pytest.mark.parametrize("by", ["the figure", "the step"])
def test_what_panels_hand_on_wounds_as_the_strike_does(by):
    """The armour's panel hands on with the POT whether it held; so does the way to the step of the wounds."""
    chance = random.Random(by)
    armour, wounds = rk.panel("realms_of_myth.armor_through"), rk.panel("realms_of_myth.wounds")
    seen = set()
    for _ in range(MANY):
        worn, man, pot = armoured(chance), struck(chance), chance.randint(1, 90)
        armour.set(**{"within_short_range": True, "proof": False, **worn, "pot": pot})
        wounds.set(**{**man, "through_unbreached_armor": chance.random() < 0.5})
        (left,) = armour.result
        if by == "the figure":
            hand(armour, wounds)
        else:  # which leaves all else as it is at the start
            armour.handing_on.steps.bar.value = "realms_of_myth.wounds"
            man = {name: wounds[name] for name in man}
        assert wounds["pot_through"] == left
        (number,) = wounds.result
        held = wounds["through_unbreached_armor"]
        strike = myth(
            "strike", attack_chance=100, pot=pot, armor_dr=min(300, pot - left), through_unbreached_armor=held, **man
        )
        first = myth("attacks_to_first_wound", attack_chance=100, pot=pot, max_attacks=1, **worn, **man)
        assert strike == {number: 1}
        assert first.event("wounds with the first attack") == (number > 0), (worn, man, pot)
        seen.add((held, number > 0))
    assert {(True, False), (True, True), (False, True)} <= seen


@pytest.mark.parametrize("seed", range(MANY))
def test_blow_after_blow_the_worn_armour_and_the_strike_say_when_he_is_wounded(seed):
    """As the check says that follows attack after attack; the DR that is left brings along whether the armour held."""
    chance = random.Random(seed)
    worn = {**armoured(chance), "wear_per_blow": chance.randint(1, 20)}
    man, pot = struck(chance), chance.randint(1, 60)
    first = myth("attacks_to_first_wound", attack_chance=100, pot=pot, max_attacks=12, **worn, **man)
    (attacks,) = first
    for blows in range(min(attacks, 12)):
        after = myth("armor_after_blows", pot=pot, blows=blows, **worn).targets
        handed = {"armor_dr": after.armor_dr, "through_unbreached_armor": after.through_unbreached_armor}
        assert worn["attack_form"] != "common" or handed == {
            "armor_dr": after.dr,
            "through_unbreached_armor": after.dr > 0,
        }
        strike = myth("strike", attack_chance=100, pot=pot, **handed, **man)
        assert strike.event("wounds him") == (blows + 1 == attacks)


@pytest.mark.usefixtures("empty_page", "patient", "undrawn")
@pytest.mark.parametrize(("form", "taken", "held"), [("common", 20, True), ("thrust", 2, False), ("slash", 45, True)])
def test_worn_armour_hands_on_what_it_takes_off_one_more_such_blow(form, taken, held):
    """A Thrust pierces mail over padding, and loses 1 to each; a Slash is spent on them."""
    armour, strike = rk.panel("realms_of_myth.armor_after_blows"), rk.panel("realms_of_myth.strike")
    armour.set(pot=45, blows=0, attack_form=form)
    assert armour.handing_on._button.description.startswith(f"Use {taken} as")
    hand(armour, strike)
    assert (strike["armor_dr"], strike["through_unbreached_armor"]) == (taken, held)
    assert armour.result == {20: 1}  # of which it still has this much


def test_a_sword_on_mail_does_not_cut_in_any_named_situation():
    """POT 22, of which 2 get through: no page, flow or situation calls that a wound."""
    sword = {"pot": 22, "armor_dr": 20, "attack_chance": 100}
    assert myth("strike", **sword, through_unbreached_armor=True) == {0: 1}
    ends = (
        asked_flow("realms_of_myth.from_blow_to_healing")
        .begun(said={"blow": {"strength": 15, "modified_sta": 21}})
        .ends()
    )
    assert all(end.startswith("no wound") for end in ends)
    for name in ("strike", "combination_strike"):
        for said in presets("realms_of_myth")[f"realms_of_myth.{name}"].values():
            check = rk.checks[f"realms_of_myth.{name}"]
            params = {one: p.default for one, p in check.parameters.items()} | dict(said)
            if params["armor_dr"] and params["blow"] != "blunt":
                assert params["through_unbreached_armor"], said


# An attack: percentage, roll, wounds ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(MANY))
def test_a_strike_is_its_steps(seed):
    """The percentage, the roll, the POT, what gets through, the wounds."""
    chance = random.Random(seed)
    by, man, av, dv = resolution(chance), struck(chance), chance.randint(0, 120), chance.randint(0, 120)
    pot, dr, held, heroic = chance.randint(0, 90), chance.randint(0, 60), chance.random() < 0.5, chance.random() < 0.5
    percent = figure("task_chance", av=av, dv=dv, **by)
    hits = myth("melee_attack", attack_av=av, defence_dv=dv, **by).event("hits")
    assert hits == Fraction(percent, 100) == myth("simple_roll", chance=percent).event("success")

    def wounds(force):
        return figure("wounds", pot_through=max(0, force - dr), through_unbreached_armor=held, **man)

    grand = myth("graded_roll", chance=percent).event("heroic") if heroic else 0
    found = {}
    for number, p in (
        (wounds(figure("heroic_pot", pot=pot)), grand),
        (wounds(pot), hits - grand),
        (0, 1 - hits),
    ):
        found[number] = found.get(number, 0) + p
    composed = myth(
        "strike",
        attack_av=av,
        defence_dv=dv,
        pot=pot,
        armor_dr=dr,
        through_unbreached_armor=held,
        heroic_rule=heroic,
        **man,
        **by,
    )
    assert composed == {number: p for number, p in found.items() if p}


@pytest.mark.parametrize("seed", range(MANY))
def test_two_weapons_are_two_strikes(seed):
    chance = random.Random(seed)
    man, held, dr = struck(chance), chance.random() < 0.5, chance.randint(0, 50)
    first, second = ((chance.randint(0, 100), chance.randint(0, 60)) for _ in range(2))
    said = {"armor_dr": dr, "through_unbreached_armor": held, **man}
    found = {}
    for one, p in myth("strike", attack_chance=first[0], pot=first[1], **said).items():
        for other, q in myth("strike", attack_chance=second[0], pot=second[1], **said).items():
            found[one + other] = found.get(one + other, 0) + p * q
    two = {"primary_chance": first[0], "primary_pot": first[1]}
    off = {"off_hand_chance": second[0], "off_hand_pot": second[1]}
    assert myth("combination_strike", mode="separate", **two, **off, **said) == found
    together = myth("combination_strike", mode="in_concert", **two, off_hand_pot=second[1], **said)
    assert together == myth("strike", attack_chance=first[0], pot=first[1] + second[1], **said)


@pytest.mark.parametrize("seed", range(MANY))
def test_an_exchange_is_an_attack_and_a_reprisal(seed):
    """Both by one roll or contested."""
    chance = random.Random(seed)
    arms = {"melee_resolution": chance.choice(("single_roll", "contested"))}
    av, dv, back, guard = (chance.randint(0, 120) for _ in range(4))
    by = resolution(chance)
    attack = myth("melee_attack", attack_av=av, defence_dv=dv, **arms, **by)
    percent = figure("task_chance", av=av, dv=dv, **by)
    against = figure("task_chance", av=dv, dv=av, **by)
    both = myth("contested_roll", first_chance=percent, second_chance=against)
    wins = both.get("first_succeeds_alone", 0) + both.get("both_succeed_first_wider", 0)
    assert attack.get("hit", 0) == (wins if arms["melee_resolution"] == "contested" else Fraction(percent, 100))
    reply = figure("task_chance", av=back, dv=guard, **by)
    whole = myth(
        "exchange",
        attack_av=av,
        defence_dv=dv,
        reprisal_av=back,
        attacker_dv=guard,
        attacker_defends_with="other",
        **arms,
        **by,
    )
    miss, hit = attack.get("miss", 0), Fraction(reply, 100)
    found = {"attack_hits": attack.get("hit", 0), "reprisal_hits": miss * hit, "both_miss": miss * (1 - hit)}
    assert whole == {name: p for name, p in found.items() if p}


@pytest.mark.parametrize("seed", range(MANY))
def test_a_shot_is_its_dv_its_percentage_and_its_roll(seed):
    chance = random.Random(seed)
    state = chance.choice(("aware", "unaware_moving", "unaware_stationary"))
    target = {"target_state": state, "other_dv": chance.randint(-20, 40), "distance": chance.randint(5, 100)}
    if state != "unaware_stationary":
        target |= {"target_speed": chance.randint(0, 30), "shield_modifier": chance.randint(0, 20)}
    target |= {"dodge_dv": chance.randint(0, 60)} if state == "aware" else {}
    target |= {"agl_mod": chance.randint(-3, 5)} if state == "unaware_moving" else {}
    weapon, by, av = (
        chance.choice(("bow", "short_bow", "sling", "hurled_hafted")),
        resolution(chance),
        chance.randint(0, 150),
    )
    dv = figure("ranged_attack_dv", weapon=weapon, **target)
    percent = figure("task_chance", av=av, dv=dv, **by)
    shot = myth("ranged_attack", av=av, weapon=weapon, **target, **by)
    assert shot.event("hits") == Fraction(percent, 100), (weapon, target)
    assert shot == myth("ranged_attack", av=av, weapon=weapon, chance=percent, **target)


# Flows ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(MANY))
def test_an_ambush_is_the_check_of_free_blows(seed):
    chance = random.Random(seed)
    them = {"stealth_dv": chance.randint(10, 60), "ambushers": chance.randint(1, 15)}
    wary = {"wary": True, "trade_sl": chance.randint(0, 40)} if chance.random() < 0.5 else {}
    blows = {
        "aggressor_chance": chance.randint(10, 90),
        "attack_av": chance.randint(10, 80),
        "blows_per_cs": chance.randint(1, 3),
    }
    percent = figure("task_chance", av=figure("surprise_av", **wary), dv=figure("surprise_dv", **them))
    whole = myth("surprise_free_blows", target_chance=percent, **blows).dist
    ends = (
        asked_flow("realms_of_myth.ambush").begun(said={"ambushers": them, "target": wary, "free_blows": blows}).ends()
    )
    found = {
        "no blow lands": whole.probability(lambda n: n == 0),
        "1 blow lands": whole.probability(lambda n: n == 1),
        "2 or 3 blows land": whole.probability(lambda n: 1 < n < 4),
        "more than 3 blows land": whole.probability(lambda n: n > 3),
    }
    assert ends == {end: p for end, p in found.items() if p}


@pytest.mark.parametrize("seed", range(tries(6, 60)))
def test_a_meeting_step_by_step_is_the_meeting(seed):
    chance = random.Random(seed)
    terrain = chance.choice(rk.checks["traveller.meeting"].parameters["terrain"].choices)
    plans = {
        "party_plan": chance.choice(("meet", "leave")),
        "npc_plan": chance.choice(("meet", "leave")),
        "npc_outnumbered": chance.random() < 0.5,
    }
    begun = asked_flow("traveller.to_blows").begun(said={"range": {"terrain": terrain}}, plans=plans)
    met, whole = (
        rk.check("traveller.random_encounter")["encounter"],
        rk.check("traveller.meeting", terrain=terrain, **plans),
    )
    ends = begun.ends()
    for outcome, end in {
        "party_avoids": "the party slips away unseen",
        "npc_avoids": "the others slip away unseen",
        "party_escapes": "the party escapes",
        "npc_escapes": "the others escape",
    }.items():
        assert ends.get(end, 0) == met * whole.event(outcome)
