"""One question has one answer: checks in a row, by what their panels hand on or in a flow, say what the one check says
that does it all.
"""

import random
from fractions import Fraction
from functools import wraps

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics.flow import flow_of
from rencounter_kit.workbook.rulebook.presets import presets
from tests.situations import situation, tries
from tests.widgets import all_widgets

MANY = tries(20, 300)  # situations of each
SOME = tries(10, 100)  # of each link
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


def drawn(many):
    """A test of so many situations, each drawn by dice of its own; a failure says which it was."""

    def of_situations(test):
        @wraps(test)
        def whole():
            for seed in range(many):
                try:
                    test(random.Random(seed))
                except AssertionError as error:
                    error.add_note(f"situation {seed}")
                    raise

        del whole.__wrapped__  # else pytest would ask for the dice
        return whole

    return of_situations


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


def fill_in(panel, to):
    """Press the button that hands the answer on to a parameter of another check."""
    place = panel.transfer
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
    for _ in range(tries(10, 300)):  # each is drawn on two panels
        worn, man, pot = armoured(chance), struck(chance), chance.randint(1, 90)
        armour.set(**{"within_short_range": True, "proof": False, **worn, "pot": pot})
        wounds.set(**{**man, "through_unbreached_armor": chance.random() < 0.5})
        (left,) = armour.result
        if by == "the figure":
            fill_in(armour, wounds)
        else:  # which leaves all else as it is at the start
            armour.transfer.steps.bar.value = "realms_of_myth.wounds"
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


@drawn(MANY)
def test_blow_after_blow_the_worn_armour_and_the_strike_say_when_he_is_wounded(chance):
    """As the check says that follows attack after attack; the DR that is left brings along whether the armour held."""
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
    assert armour.transfer._button.description.startswith(f"Use {taken} as")
    fill_in(armour, strike)
    assert (strike["armor_dr"], strike["through_unbreached_armor"]) == (taken, held)
    assert armour.result == {20: 1}  # of which it still has this much


def test_a_sword_on_mail_does_not_cut_in_any_named_situation():
    """POT 22, of which 2 get through: no page, flow or situation calls that a wound."""
    sword = {"pot": 22, "armor_dr": 20, "attack_chance": 100}
    assert myth("strike", **sword, through_unbreached_armor=True) == {0: 1}
    ends = (
        flow_of("realms_of_myth.from_blow_to_healing")
        .begun(settings={"blow": {"strength": 15, "modified_sta": 21}})
        .ends()
    )
    assert all(end.startswith("no wound") for end in ends)
    for name in ("strike", "combination_strike"):
        for settings in presets("realms_of_myth")[f"realms_of_myth.{name}"].values():
            check = rk.checks[f"realms_of_myth.{name}"]
            params = {one: p.default for one, p in check.parameters.items()} | dict(settings)
            if params["armor_dr"] and params["blow"] != "blunt":
                assert params["through_unbreached_armor"], settings


# An attack: percentage, roll, wounds ----------------------------------------------------------------------------------


@drawn(MANY)
def test_a_strike_is_its_steps(chance):
    """The percentage, the roll, the POT, what gets through, the wounds."""
    by, man, av, dv = resolution(chance), struck(chance), chance.randint(0, 120), chance.randint(0, 120)
    pot, dr, heroic = chance.randint(0, 90), chance.randint(0, 60), chance.random() < 0.5
    held = dr > 0 and chance.random() < 0.5
    percent = figure("task_chance", av=av, dv=dv, **by)
    hits = myth("melee_attack", attack_av=av, defence_dv=dv, **by).event("hits")
    assert hits == Fraction(percent, 100) == myth("simple_roll", chance=percent).event("success")

    def wounds(force):
        return figure("wounds", pot_through=max(0, force - dr), through_unbreached_armor=held, **man)

    grand = myth("graded_roll", chance=percent).event("heroic") if heroic else 0
    chances = {}
    for number, p in (
        (wounds(figure("heroic_pot", pot=pot)), grand),
        (wounds(pot), hits - grand),
        (0, 1 - hits),
    ):
        chances[number] = chances.get(number, 0) + p
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
    assert composed == {number: p for number, p in chances.items() if p}


@drawn(MANY)
def test_two_weapons_are_two_strikes(chance):
    man, dr = struck(chance), chance.randint(0, 50)
    held = dr > 0 and chance.random() < 0.5
    first, second = ((chance.randint(0, 100), chance.randint(0, 60)) for _ in range(2))
    params = {"armor_dr": dr, "through_unbreached_armor": held, **man}
    chances = {}
    for one, p in myth("strike", attack_chance=first[0], pot=first[1], **params).items():
        for other, q in myth("strike", attack_chance=second[0], pot=second[1], **params).items():
            chances[one + other] = chances.get(one + other, 0) + p * q
    two = {"primary_chance": first[0], "primary_pot": first[1]}
    off = {"off_hand_chance": second[0], "off_hand_pot": second[1]}
    assert myth("combination_strike", mode="separate", **two, **off, **params) == chances
    together = myth("combination_strike", mode="in_concert", **two, off_hand_pot=second[1], **params)
    assert together == myth("strike", attack_chance=first[0], pot=first[1] + second[1], **params)


@drawn(MANY)
def test_an_exchange_is_an_attack_and_a_reprisal(chance):
    """Both by one roll or contested."""
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
    chances = {"attack_hits": attack.get("hit", 0), "reprisal_hits": miss * hit, "both_miss": miss * (1 - hit)}
    assert whole == {name: p for name, p in chances.items() if p}


@drawn(MANY)
def test_a_shot_is_its_dv_its_percentage_and_its_roll(chance):
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


@drawn(MANY)
def test_an_ambush_is_the_check_of_free_blows(chance):
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
        flow_of("realms_of_myth.ambush").begun(settings={"ambushers": them, "target": wary, "free_blows": blows}).ends()
    )
    chances = {
        "no blow lands": whole.probability(lambda n: n == 0),
        "1 blow lands": whole.probability(lambda n: n == 1),
        "2 or 3 blows land": whole.probability(lambda n: 1 < n < 4),
        "more than 3 blows land": whole.probability(lambda n: n > 3),
    }
    assert ends == {end: p for end, p in chances.items() if p}


@drawn(tries(6, 60))
def test_a_meeting_step_by_step_is_the_meeting(chance):
    terrain = chance.choice(rk.checks["traveller.meeting"].parameters["terrain"].choices)
    plans = {
        "party_plan": chance.choice(("meet", "leave")),
        "npc_plan": chance.choice(("meet", "leave")),
        "npc_outnumbered": chance.random() < 0.5,
    }
    begun = flow_of("traveller.to_blows").begun(settings={"range": {"terrain": terrain}}, plans=plans)
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


# Every link -----------------------------------------------------------------------------------------------------------

LINKS = {f"{check.id}.{p.name}": p for check in rk.checks.values() for p in check.parameters.values() if p.takes}
STEPS = {f"{check.id} by {one.partition('.')[2]}" for check in rk.checks.values() for one in check.steps}
FOLLOWED = set[str]()

APART = {  # no check asks for both, so that there is nothing that it could be compared with
    "what he wears, and the blow that it stops": ["armor_through.clothing_layers"],
    "a weapon's multiplier, and the Body Points that its blow takes": ["bp_damage.dm", "wound_level_bp.damage"],
    "how long something falls or takes, and how far one runs "
        "meanwhile": ["pulse_move.pulses", "pulse_move.action_quarters"],
    "the blow, and what becomes of the wounded man in the days that follow": [
        "wound_level.wounds", "effective_strength.wounds", "healing_days.wounds", "end_recovery_factor.wounds",
        "strike by wound_level", "combination_strike by wound_level",
    ],
    "how many wounds a blow inflicts, and whether the pain stuns him": [
        "strike by pain", "strike by stun_penalty", "strike by stun_duration",
        "combination_strike by pain", "combination_strike by stun_penalty", "combination_strike by stun_duration",
    ],
    "the POT of the blow through the armour, and whether it breaks his spirit": ["intimidation.pot_through"],
}  # fmt: skip


def follows(game, *names):
    """The links that a test follows."""
    FOLLOWED.update(f"{game}.{name}" for name in names)
    return lambda test: test


def handed(chance, link):
    """A figure that the check of a link works out and the other one can ask for, and what was said for it."""
    p = LINKS[link]
    while True:
        params = situation(p.takes, chance)
        (number,) = rk.check(p.takes, **params)
        if type(number) is int and p.low <= number <= p.high:
            return number, params


def wins(roll):
    """How likely the first side of a contested roll has the better of it, where equal margins are not its own."""
    return roll.event("first_succeeds_alone") + roll.event("both_succeed_first_wider")


def test_every_link_is_followed_or_has_nothing_beside_it():
    apart = [f"realms_of_myth.{name}" for names in APART.values() for name in names]
    assert len(apart) == len(set(apart)) and not FOLLOWED & set(apart)
    assert FOLLOWED | set(apart) == LINKS.keys() | STEPS


PERCENTS = [
    (check.id, name.removesuffix("percent"))
    for check in rk.checks.values()
    for name in check.nodes
    if name.endswith("percent") and name.removesuffix("percent") + "value" in check.nodes
]


@pytest.mark.parametrize(("check_id", "roll"), PERCENTS)
def test_an_av_and_a_dv_give_one_percentage_everywhere(check_id, roll):
    """Of whatever check the AV and the DV are: the check of the percentage has it, and so has what rolls against it."""
    chance = random.Random(f"{check_id} {roll}")
    for _ in range(SOME):
        check = rk.checks[check_id]
        params = situation(check_id, chance, without=[name for name in check.parameters if name.endswith("chance")])
        known, _ = check.worked_out(check.book, check.values(check.book, params))
        av, dv = known[f"{roll}value"], known[f"{roll}difficulty"]
        if not check.unmade(check.book, check.values(check.book, params)) and min(av, dv) >= 0 and max(av, dv) <= 500:
            by = {name: value for name, value in params.items() if name in (*RESOLUTION, "resolution_table")}
            percent = figure("task_chance", av=av, dv=dv, **by)
            assert known[f"{roll}percent"] == percent
            assert myth("task", av=av, dv=dv, **by).event("succeeds") == Fraction(percent, 100)


@follows(
    "realms_of_myth",
    *("simple_roll.chance", "roll_margin.chance", "graded_roll.chance", "melee_attack by task_chance"),
    *("contested_roll.first_chance", "contested_roll.second_chance"),
    *("awareness.perception_chance", "awareness.stealth_chance", "ruse.deceiver_chance", "ruse.target_chance"),
    *(f"{name}.{side}_chance" for name in ("surprise", "surprise_penalty", "surprise_duration", "surprise_spell")
      for side in ("aggressor", "target")),
)  # fmt: skip
@drawn(SOME)
def test_whatever_is_rolled_against_a_percentage_is_the_task_or_the_pass_of_arms(chance):
    av, dv, by = chance.randint(0, 160), chance.randint(0, 160), resolution(chance)
    first, second = figure("task_chance", av=av, dv=dv, **by), figure("task_chance", av=dv, dv=av, **by)
    task = myth("task", av=av, dv=dv, **by).event("succeeds")
    for name in ("simple_roll", "roll_margin", "graded_roll"):
        assert myth(name, chance=first).event("succeeds") == task
    assert myth("awareness", perception_chance=first, contested=False).event("are noticed") == task
    assert myth("rear_threat", perception_av=av, dv=dv, **by).event("notices the threat") == task

    for tie in ("attacker", "defender"):
        arms = {"melee_resolution": "contested", "margin_tie": tie, **by}
        better = myth("melee_attack", attack_av=av, defence_dv=dv, **arms).event("hits")
        roll = myth("contested_roll", first_chance=first, second_chance=second)
        assert better == wins(roll) + (roll.event("both_succeed_equal") if tie == "attacker" else 0)
        sneaker, deceiver, aggressor = (
            ("sneaker", "deceiver", "aggressor") if tie == "attacker" else ("watcher", "target", "target")
        )
        unseen = myth("awareness", perception_chance=second, stealth_chance=first, margin_tie=sneaker)
        assert unseen.event("unaware") == better
        assert (
            myth("ruse", deceiver_chance=first, target_chance=second, margin_tie=deceiver).event("is taken in")
            == better
        )
        rolls = {"aggressor_chance": first, "target_chance": second, "margin_tie": aggressor}
        surprise, penalty = myth("surprise", **rolls), myth("surprise_penalty", **rolls)
        assert surprise.event("is surprised") == better
        overwhelmed = roll.event("first_succeeds_alone")
        assert penalty.event("suffers a penalty") == surprise.event("is overwhelmed") == overwhelmed
        lost = {0: surprise.get("normal_encounter", 0) + surprise.get("not_surprised", 0)}
        for margins, p in [*penalty.items(), ("", surprise.get("briefly_surprised", 0))]:
            segments = (
                rk.rules("realms_of_myth")["surprise.brief"]
                if margins == ""
                else figure("surprise_degree", aggressor_margin=min(99, margins), target_shortfall=max(0, margins - 99))
            )
            lost[segments] = lost.get(segments, 0) + (p if margins != 0 else 0)
        duration = myth("surprise_duration", **rolls)
        assert duration == {segments: p for segments, p in lost.items() if p}
        assert myth("surprise_spell", recovery_chance=100, **rolls) == duration


@follows(
    "realms_of_myth", "surprise_recovery.surprise_dv", "hampered_penalty.surprise_dv", "surprise_spell.surprise_dv",
    *(f"surprise_free_blows.{name}" for name in ("aggressor_chance", "target_chance", "defence_dv")),
)  # fmt: skip
@drawn(SOME)
def test_how_a_surprise_wears_off_is_its_recovery_and_its_penalty(chance):
    dv, _ = handed(chance, "realms_of_myth.surprise_spell.surprise_dv")
    hrt, by = chance.randint(0, 40), resolution(chance)
    spell = myth("surprise_spell", surprise_dv=dv, hrt=hrt, **by).targets
    recovers = myth("surprise_recovery", surprise_dv=dv, hrt=hrt, **by).event("recovers")
    assert Fraction(spell.recovery.percent, 100) == recovers
    left = [figure("hampered_penalty", penalty=200, surprise_dv=dv, cs_index=at) for at in range(1, 101)]
    assert [bool(points) for points in left] == [at <= spell.hampered for at in range(1, 101)]


@follows(
    "realms_of_myth",
    *(f"{name}.attack_av" for name in ("melee_attack", "exchange")), "duel.a_av", "duel.b_av", "duel_length.a_av",
    "duel_length.b_av",
)  # fmt: skip
@drawn(SOME)
def test_a_combination_is_an_attack_with_its_av(chance):
    other, lead = sorted((chance.randint(0, 150), chance.randint(0, 150)))  # the greater one leads
    params = {"lead_av": lead, "other_av": other, "combination_sl": chance.randint(0, 100)}
    av = figure("combination_av", **params)
    dv, by = chance.randint(0, 120), resolution(chance)
    both = myth(
        "combination_attack",
        primary_av=lead,
        off_hand_av=other,
        combination_sl=params["combination_sl"],
        primary_dv=dv,
        **by,
    )
    hits = both.event("both hit")
    assert myth("melee_attack", attack_av=av, defence_dv=dv, **by).event("hits") == hits
    assert myth("exchange", attack_av=av, defence_dv=dv, **by).event("attack_hits") == hits
    for name in ("duel", "duel_length"):
        duel = myth(name, a_av=av, b_dv=dv, b_av=av, a_dv=dv, **by).targets
        assert Fraction(duel.a_attacks.attack_percent, 100) == Fraction(duel.b_attacks.attack_percent, 100) == hits


@follows(
    "realms_of_myth",
    *("melee_attack.defence_dv", "exchange.defence_dv", "opportunity_attack.dv", "step_inside.foe_defence_dv"),
    *("intimidation.defence_dv", "combination_attack.primary_dv", "combination_attack.off_hand_dv"),
    *("duel.a_dv", "duel.b_dv", "duel_length.a_dv", "duel_length.b_dv"),
)  # fmt: skip
@drawn(SOME)
def test_attacks_that_are_dodged_one_after_another_are_attacks_against_what_the_dodge_is_still_worth(chance):
    """Whatever attack it is: all of them meet the defence that is handed on."""
    by, av, dodge = resolution(chance), chance.randint(0, 120), chance.randint(0, 120)
    worth = {
        "trade_sl": chance.randint(0, 40),
        "dodge_allowance": chance.choice(("instead", "extra")),
        "halving": chance.choice(("exact", "round_down")),
    }
    several, chances = chance.randint(1, 5), {0: Fraction(1)}
    for use in range(1, several + 1):
        dv = figure("defence_value", defence="dodge", av=dodge, use=use, **worth)
        hits = myth("melee_attack", attack_av=av, defence_dv=dv, **by).event("hits")
        assert hits == myth("opportunity_attack", av=av, dv=dv, **by).event("hits")
        assert hits == myth("exchange", attack_av=av, defence_dv=dv, **by).event("attack_hits")
        assert hits == 1 - myth("intimidation", attack_av=av, defence_dv=dv, **by).event("is missed")
        assert hits == myth("step_inside", maneuver_chance=100, attack_av=av, foe_defence_dv=dv, **by).event("hits")
        assert hits == myth(
            "surprise_free_blows", aggressor_chance=100, target_chance=100, attack_av=av, defence_dv=dv, **by
        ).targets.percent / Fraction(100)
        two = {"primary_av": av, "off_hand_av": av, "primary_dv": dv, "off_hand_dv": dv, "combination_sl": 0}
        assert (
            myth("combination_attack", mode="separate", **two, **by).event("at least one hits") == 1 - (1 - hits) ** 2
        )
        first = {"a_initiative": 40, "a_av": av, "b_dv": dv, "a_limit": 1, "b_limit": 1, "reprisals": False}
        back = myth("melee_attack", attack_av=dodge, defence_dv=dv, **by).event("hits")
        duel = myth("duel", **first, b_av=dodge, a_dv=dv, **by) if hits or back else None
        assert duel is None or duel.event("A wins") == hits / (1 - (1 - hits) * (1 - back))
        ends = myth("duel_length", **first, b_av=dodge, a_dv=dv, **by).get(1, 0)
        assert ends == 1 - (1 - hits) * (1 - back)
        chances = {
            n: chances.get(n, Fraction(0)) * (1 - hits) + chances.get(n - 1, Fraction(0)) * hits for n in range(use + 1)
        }
    barrage = myth("attack_barrage", attacks=several, attack_av=av, dodge_av=dodge, **worth, **by)
    assert barrage == {n: p for n, p in chances.items() if p}


@follows("realms_of_myth", *(f"{name}.{side}_wounds_per_hit" for name in ("duel", "duel_length") for side in "ab"))
@drawn(SOME)
def test_a_duel_of_blows_that_wound_alike_is_one_of_so_many_hits(chance):
    """As many as it takes to reach the limit with the wounds of each, which the check of a wound works out."""
    (a, _), (b, _) = (handed(chance, f"realms_of_myth.duel.{side}_wounds_per_hit") for side in "ab")
    params = {"a_av": chance.randint(30, 90), "b_av": chance.randint(30, 90), "a_initiative": chance.randint(-5, 5)}
    limits = chance.randint(1, 6), chance.randint(1, 6)
    if not (a or b):
        return
    wounds = {"a_wounds_per_hit": a, "b_wounds_per_hit": b, "a_limit": limits[0], "b_limit": limits[1]}
    hits = {
        "a_limit": -(-limits[0] // b) if b else limits[0],
        "b_limit": -(-limits[1] // a) if a else limits[1],
        "a_wounds_per_hit": int(a > 0),
        "b_wounds_per_hit": int(b > 0),
    }
    for name in ("duel", "duel_length"):
        assert myth(name, **params, **wounds) == myth(name, **params, **hits), (wounds, hits)


@follows(
    "realms_of_myth",
    *("heroic_pot.pot", "armor_through.pot", "armor_after_blows.pot", "blows_to_wear_through.pot", "strike.pot"),
    *("combination_strike.primary_pot", "combination_strike.off_hand_pot", "attacks_to_first_wound.pot"),
    *("knockback_feet.pot", "barrier_pot.pot", "knockback.pot"),
    *("wounds.pot_through", "wounds.through_unbreached_armor", "pain.pot_through", "stun_duration.pot_through"),
    *("strike.armor_dr", "strike.through_unbreached_armor", "melee_attack by strike"),
    *("combination_strike.armor_dr", "combination_strike.through_unbreached_armor"),
    *(f"strike by {name}" for name in ("task_chance", "pot", "armor_through", "wounds")),
    *(f"combination_strike by {name}" for name in ("pot", "armor_through", "wounds")),
    *(f"{name}.wear_per_blow" for name in ("armor_after_blows", "blows_to_wear_through", "attacks_to_first_wound")),
)  # fmt: skip
@drawn(SOME)
def test_a_blow_that_is_worked_out_goes_through_all_that_follows_it(chance):
    """The POT and the wear of a weapon, the armour after some blows, what gets through, the wounds, the
    pain, the fall.
    """
    pot, params = handed(chance, "realms_of_myth.strike.pot")
    weapon = {name: params[name] for name in ("size", "weight_class", "weight_columns") if name in params}
    wear = figure("weapon_db", **weapon)
    if params.get("use", "one_handed") not in ("bow", "sling", "crossbow", "brawling"):
        made = [one.value for one in myth("pot", **params).modifiers if "Weapon DB" in one.citation]
        assert sum(made) == wear, params
    worn = {"layers": chance.choices(ARMOUR, k=chance.randint(0, 2)), "wear_per_blow": wear}
    man = struck(chance)

    through = [myth("armor_after_blows", pot=pot, blows=n, **worn) for n in range(30)]
    (whole,) = through[0]
    naked = myth("blows_to_wear_through", pot=pot, max_blows=29, **worn)
    through_at = [n for n, one in enumerate(through) if 0 in one]
    assert naked == {through_at[0] if through_at else 30: 1} or not worn["layers"]
    alone = myth("armor_through", pot=pot, layers=worn["layers"])
    (left,) = alone
    assert left == max(0, pot - whole) and alone.targets.through_unbreached_armor == bool(worn["layers"])

    chance_of = chance.randint(1, 100)
    held = through[0].targets.through_unbreached_armor
    armour = {"armor_dr": whole, "through_unbreached_armor": held}
    strike = myth("strike", attack_chance=chance_of, pot=pot, heroic_rule=True, **armour, **man)
    t = strike.targets
    assert (t.pot_through, t.heroic_pot) == (left, figure("heroic_pot", pot=pot))
    assert t.wounds == figure("wounds", pot_through=left, through_unbreached_armor=held, **man)
    hits = myth("melee_attack", attack_chance=chance_of).event("hits")
    assert strike.event("wounds him") == hits * (t.wounds > 0) or t.heroic_wounds > t.wounds
    plain = myth("strike", attack_chance=chance_of, pot=pot, **armour, **man)
    two = myth("combination_strike", primary_chance=chance_of, primary_pot=pot, off_hand_pot=0, **armour, **man)
    assert two == plain
    apart = {"primary_chance": 0, "off_hand_chance": chance_of, "off_hand_pot": pot, "primary_pot": 0}
    assert myth("combination_strike", mode="separate", **apart, **armour, **man) == plain
    first = myth("attacks_to_first_wound", attack_chance=chance_of, pot=pot, max_attacks=1, **worn, **man)
    assert first.event("wounds with the first attack") == plain.event("wounds him")

    p_res = chance.randint(0, 40)
    pain, stun = (myth(name, pot_through=left, p_res=p_res) for name in ("pain", "stun_duration"))
    assert pain.targets.over == stun.targets.over == max(0, left - p_res)
    force = {"pot": pot, "modified_sta": man["modified_sta"]}
    assert myth("knockback", **force).targets.feet == figure("knockback_feet", **force)
    wall = {**force, "barrier_feet": chance.randint(0, 10)}
    spared = figure("knockback_feet", **force) - figure("knockback_feet", **wall)
    assert figure("barrier_pot", **wall) == pot + rk.rules("realms_of_myth")["knockback.barrier"] * spared


@follows("realms_of_myth", "initiative.stun_penalty")
@drawn(SOME)
def test_who_is_stunned_acts_in_the_order_of_the_initiatives(chance):
    penalty, _ = handed(chance, "realms_of_myth.initiative.stun_penalty")
    awa = chance.randint(-5, 5), chance.randint(-5, 5)
    a, b = myth("initiative", awa_mod=awa[0], stun_penalty=penalty), myth("initiative", awa_mod=awa[1])
    order = myth("initiative_order", awa_mods=list(awa), stun_penalties=[penalty, 0], final_tie="simultaneous")
    results = dict.fromkeys(("A > B", "A = B", "B > A"), Fraction(0))
    for (one, p), (other, q) in ((x, y) for x in a.items() for y in b.items()):
        results["A > B" if one > other else "B > A" if one < other else "A = B"] += p * q
    assert sorted(order.values()) == sorted(p for p in results.values() if p), dict(order)


@follows(
    "realms_of_myth", "ranged_attack.dodge_dv", "ranged_attack_dv.dodge_dv", "archers_before_contact.dodge_dv",
    "stray_fire.target_dv", "stray_fire.band_limit",
)  # fmt: skip
@drawn(SOME)
def test_a_stray_shot_and_a_volley_are_shots_at_what_the_dodge_and_the_range_make(chance):
    dodge, _ = handed(chance, "realms_of_myth.ranged_attack.dodge_dv")
    by, weapon, av = resolution(chance), chance.choice(("bow", "short_bow", "sling")), chance.randint(0, 150)
    shot = {"weapon": weapon, "dodge_dv": dodge, "target_speed": chance.randint(0, 10)}
    volleys = myth("archers_before_contact", av=av, **shot, **by).targets.volleys
    for far, percent in volleys:
        dv = figure("ranged_attack_dv", distance=far, **shot)
        hits = myth("ranged_attack", av=av, distance=far, **shot, **by).event("hits")
        assert hits == Fraction(percent, 100) == myth("task", av=av, dv=dv, **by).event("succeeds")
        if hits == 0 or dv > 500:
            continue
        band = next(iter(myth("range_band", weapon=weapon, distance=far)))
        if band in rk.checks["realms_of_myth.range_limit"].parameters["band"].choices:
            limit = figure("range_limit", weapon=weapon, band=band)
            assert far <= limit
            for beyond in (limit, limit + 1):
                same = next(iter(myth("range_band", weapon=weapon, distance=beyond))) == band
                behind = {"bystander_distance": [beyond], "bystander_dv": [0], "bystander_sta": [40]}
                stray = myth("stray_fire", av=av, target_dv=dv, band_limit=limit, **behind, **by)
                assert stray.event("target") == hits
                assert (stray.get("bystander_1", 0) > 0) == (same and hits < 1)


@follows("salamis", "reserve_arrival.modifier", "reserve_turns.modifier")
@drawn(SOME)
def test_reserves_come_on_at_the_first_try_as_they_enter(chance):
    modifier, params = handed(chance, "salamis.reserve_arrival.modifier")
    enters = rk.check("salamis.entry", **params).event("enters")
    assert rk.check("salamis.reserve_arrival", modifier=modifier).get(1, 0) == enters
    one = {"own_counters": 1, "enemy_counters": 0, "turns": 1}
    acts = rk.check("salamis.action_phases", own_counters=1, enemy_counters=0)["1-0"]
    assert rk.check("salamis.reserve_turns", modifier=modifier, **one).get(1, 0) == acts * enters


@follows(
    "traveller",
    *("hits.dm", "attack.dm", "rounds_to.dm", "duel.a_dm", "duel.b_dm"),
    *(f"{name}.{one}" for name in ("attack", "wound", "wounded_values", "minutes_out")
      for one in ("strength", "dexterity", "endurance")),
)  # fmt: skip
@drawn(SOME)
def test_an_attack_on_one_who_evades_is_a_throw_to_hit_and_a_wound(chance):
    dm, params = handed(chance, "traveller.hits.dm")
    hits = rk.check("traveller.to_hit", evading=True, **params).event("hit")
    assert rk.check("traveller.hits", attacks=1, dm=dm).get(1, 0) == hits
    body = {name: handed(chance, f"traveller.attack.{name}")[0] or 1 for name in ("strength", "dexterity", "endurance")}
    dice = chance.randint(1, 2)
    wound = rk.check("traveller.wound", **body, wound_dice=dice)
    attack = rk.check("traveller.attack", dm=dm, **body, wound_dice=dice)
    assert attack == {"miss": 1 - hits, **{outcome: hits * p for outcome, p in wound.items()}}
    values, ends = (
        rk.check("traveller.wounded_values", **body, wound_dice=dice),
        ("minor", "unconscious", "serious", "dead"),
    )
    for down, outcome in enumerate(ends):
        assert values.dist.probability(lambda left, down=down: left.count(0) == down) == wound.get(outcome, 0)
    minutes = rk.check("traveller.minutes_out", **body, wound_dice=dice)
    assert minutes.get(0, 0) == wound.get("minor", 0) and minutes.get(10, 0) == wound.get("unconscious", 0)
    down = hits * (1 - wound.get("minor", 0))
    foe = rk.check("traveller.rounds_to", dm=dm, rounds=1, **body, wound_dice=dice)
    assert foe.get(1, 0) == down
    both = {f"{side}_{name}": value for side in "ab" for name, value in {**body, "wound_dice": dice, "dm": dm}.items()}
    duel = rk.check("traveller.duel", rounds=1, **both)
    alone = down * (1 - down)
    results = {"a_wins": alone, "both_down": down * down, "b_wins": alone, "undecided": (1 - down) ** 2}
    assert duel == {outcome: p for outcome, p in results.items() if p}


@follows(
    "traveller",
    *(f"{name}.{side}_surprise_dm" for name in ("meeting", "first_blow_range") for side in ("party", "npc")),
)
@drawn(SOME)
def test_who_sees_the_others_first_slips_away_as_often_as_he_has_surprise(chance):
    (_, us), (_, them) = (handed(chance, f"traveller.meeting.{side}_surprise_dm") for side in ("party", "npc"))
    ruled = {name: us.pop(name) for name in ("group_size_dms",) if name in us}
    them.pop("group_size_dms", None)
    (party,) = rk.check("traveller.surprise_dm", **us, **ruled)
    (npc,) = rk.check("traveller.surprise_dm", **them, **ruled)
    sides = {f"party_{n}": v for n, v in us.items()} | {f"other_{n}": v for n, v in them.items()}
    surprise = rk.check("traveller.surprise", **sides, **ruled)
    dms = {"party_surprise_dm": party, "npc_surprise_dm": npc}
    away = rk.check("traveller.meeting", **dms, party_plan="leave", npc_plan="leave", npc_outnumbered=True)
    assert away.get("party_avoids", 0) == surprise.get("party_surprises", 0)
    slips = rk.check("traveller.avoid", outnumbered=True, has_surprise=True)
    assert away.get("npc_avoids", 0) == surprise.get("other_surprises", 0) * slips.event("avoids")
    for plans in ({}, {"party_plan": "leave"}, {"npc_plan": "leave"}):
        meeting = rk.check("traveller.meeting", **dms, **plans, may_attack="never")
        first = rk.check("traveller.first_blow_range", **dms, **plans, may_attack="never")
        assert 1 - first.get("no_blow", 0) == meeting.event("attack")


ODD = "odd_encounters"


def at_least(damage, hp):
    """How likely damage kills."""
    return damage.dist.probability(lambda points: points >= hp)


@follows(
    ODD,
    *(f"{name}.{one}" for name in ("melee_attack", "missile_attack", "volley")
      for one in ("attacker_th", "target_ac", "target_hp")),
    *(f"{name}_damage.{one}" for name in ("melee", "missile") for one in ("attacker_th", "target_ac")),
    *(f"shot_into_melee.{one}" for one in ("attacker_th", "friend_ac", "friend_hp", "enemy_ac", "enemy_hp")),
    *("elemental_attack.target_ac", "elemental_attack.target_hp"),
    *("spell_kill.target_hp", "blast_group.model_hp", "cloudkill.target_hp"),
    *("approach_under_fire.attacker_th", "approach_under_fire.target_hp"),
)  # fmt: skip
@drawn(SOME)
def test_attacks_with_the_figures_of_a_class_kill_as_their_damage_does(chance):
    """An attack is its damage against the Hit Points; one shot of many, and one at many, is that shot."""
    th, ac, hp = (handed(chance, f"{ODD}.volley.{name}")[0] for name in ("attacker_th", "target_ac", "target_hp"))
    rolls = {"natural_rolls": chance.choice(("none", "one_misses", "twenty_hits", "both"))}

    def kills(name, **params):
        return rk.check(f"{ODD}.{name}", **params, **rolls)

    at, tired = {"attacker_th": th, "target_ac": ac}, {"target_fatigued": chance.random() < 0.5}
    shot = {"missile": chance.choice(("sling", "short_bow", "long_bow", "crossbow")), "distance": chance.randint(2, 8)}
    for name, how in (("melee", {}), ("missile", shot)):
        damage = kills(f"{name}_damage", **at, **tired, **how)
        killed = kills(f"{name}_attack", target_hp=hp, **at, **tired, **how).get("killed", 0)
        assert killed == at_least(damage, hp)
    volley = kills("volley", shots=1, targets=1, target_hp=hp, **at, **tired, **shot)
    assert volley.get(1, 0) == killed
    t = kills("elemental_attack", target_ac=ac, target_hp=hp)
    strong = {"attacker_th": t.targets.to_hit - 9, "target_ac": 9, "damage_dice": t.targets.damage_dice}
    if ac == 9:
        assert t.get("killed", 0) == kills("melee_attack", target_hp=hp, **strong).get("killed", 0)
    other = handed(chance, f"{ODD}.shot_into_melee.friend_ac")[0], handed(chance, f"{ODD}.shot_into_melee.friend_hp")[0]
    mixed = kills(
        "shot_into_melee", attacker_th=th, friend_ac=other[0], friend_hp=other[1], enemy_ac=ac, enemy_hp=hp, **shot
    )
    both = {
        "enemy": kills("missile_attack", attacker_th=th, target_ac=ac, target_hp=hp, **shot),
        "friend": kills("missile_attack", attacker_th=th, target_ac=other[0], target_hp=other[1], **shot),
    }
    for side, one in both.items():
        assert mixed.get(f"{side}_killed", 0) == one.get("killed", 0) / 2
    level, caster = chance.randint(1, 10), chance.randint(5, 10)
    for spell in ("fireball", "lightning_bolt"):
        killed = at_least(kills(spell, caster_level=caster, target_level=level), hp)
        arguments = {"spell": spell, "caster_level": caster}
        assert kills("spell_kill", **arguments, target_level=level, target_hp=hp).get("killed", 0) == killed
        for roll in ("shared", "per_model"):
            group = kills("blast_group", **arguments, models=1, model_level=level, model_hp=hp, area_damage_roll=roll)
            assert group.get(1, 0) == killed
    fails, turns = kills("saving_throw", level=level)["fails"], chance.randint(1, 3)
    cloud = kills("cloudkill", target_level=level, target_hp=hp, turns_in_cloud=turns)
    assert cloud.get("killed", 0) == (1 - (1 - fails) ** turns if cloud.targets.kills else turns >= hp)

    armour, near = chance.choice(("none", "leather", "chain", "plate")), chance.randint(1, 20)
    approach = {"missile": "long_bow", "distance": near, "target_armor": armour}
    under_fire = kills("approach_under_fire", attacker_th=th, target_hp=1, **approach)
    (target_ac,) = rk.check(f"{ODD}.armor_class", armor=armour, attack_kind="missile")
    missed = Fraction(1)
    for far, _ in under_fire.targets.track[: len(under_fire.targets.shots)]:
        one = kills("missile_attack", attacker_th=th, target_ac=target_ac, target_hp=1, distance=far)
        missed *= 1 - one.get("killed", 0)
    assert under_fire.get(0, 0) == 1 - missed


@follows(
    ODD,
    *(f"{name}.{side}_{one}" for name in ("duel", "duel_length", "skirmish", "cost_effectiveness")
      for side in "ab" for one in ("th", "ac", "hp")),
    *("cost_effectiveness.a_cost", "cost_effectiveness.b_cost"),
)  # fmt: skip
@drawn(SOME)
def test_a_fight_with_the_figures_of_a_class_is_its_attacks_in_turn(chance):
    """One against one is the duel; its first blow is the attack; the gold destroyed is what the fallen cost."""
    sides = {}
    for side in "ab":
        sides |= {f"{side}_{name}": handed(chance, f"{ODD}.skirmish.{side}_{name}")[0] for name in ("th", "ac")}
        sides[f"{side}_hp"] = chance.randint(1, 6)
    costs = {f"{side}_cost": handed(chance, f"{ODD}.cost_effectiveness.{side}_cost")[0] for side in "ab"}
    rolls = {"natural_rolls": chance.choice(("none", "one_misses", "twenty_hits", "both"))}
    first = {"first": chance.choice(("a", "b", "random"))}
    duel = rk.check(f"{ODD}.duel", **sides, **first, **rolls)
    one = {"a_count": 1, "b_count": 1}
    skirmish = rk.check(f"{ODD}.skirmish", **one, **sides, **first, **rolls)
    assert skirmish.get(1, 0) == duel.get("a_wins", 0) and skirmish.get(-1, 0) == duel.get("b_wins", 0)
    gold = rk.check(f"{ODD}.cost_effectiveness", **one, **sides, **first, **rolls, **costs)
    assert gold.event([costs["b_cost"]]) == duel.get("a_wins", 0)
    length = rk.check(f"{ODD}.duel_length", **sides, first="a", **rolls)
    a_kills, b_kills = (
        rk.check(
            f"{ODD}.melee_attack",
            attacker_th=sides[f"{x}_th"],
            target_ac=sides[f"{y}_ac"],
            target_hp=sides[f"{y}_hp"],
            **rolls,
        ).get("killed", 0)
        for x, y in ("ab", "ba")
    )
    assert length.get(1, 0) == a_kills + (1 - a_kills) * b_kills
    assert rk.check(f"{ODD}.duel", **sides, first="a", rounds=1, **rolls).event("a_wins") == a_kills
