"""A parameter that counts only with some values of another: refused elsewhere, left out of grids, at rest on a page."""

import pytest

import rencounter_kit as rk
from rencounter_kit.mechanics.check import Check
from rencounter_kit.mechanics.modifiers import part
from rencounter_kit.mechanics.parameter import Several
from rencounter_kit.panels.fights import FightPanel
from rencounter_kit.panels.tools.scene import Scene
from tests.situations import counting, every_nth, tries

USES = rk.checks["realms_of_myth.pot"].parameters["use"].choices
IN_HAND = ("one_handed", "hand_and_a_half", "two_handed", "brawling")
TABLE = [[0, 45], [20, 70]]
MAIL = ["singlemail"]
MAGAZINES = ("magazine_rifle", "magazine_carbine")
BREEZE = {"faces_breeze": 6}
ROUGH = {"choppy_up_to": 3, "rough_up_to": 6}
GUNS = ("3lb", "6lb", "9lb", "12lb")


def weapons(*those):
    """Each of these weapons."""
    return [{"weapon": weapon} for weapon in those]


def kinds(*those):
    """Each of these kinds of encounter."""
    return [{"kind": kind} for kind in those]


def uses(*those):
    """Each of these uses of a weapon."""
    return [{"use": use} for use in those]


def but(*those):
    """Each use of a weapon but these."""
    return uses(*(use for use in USES if use not in those))


def surprise(check_id):
    """Which of the two sides of a surprise has a say, and when."""
    sources = {name: {"source": name} for name in ("ambush", "mechanical_trap", "glamour", "chance_meeting")}
    trap, meeting = sources["mechanical_trap"], sources["chance_meeting"]
    return {
        (check_id, "trap_identified"): (True, [{}, sources["ambush"], sources["glamour"], meeting], [trap]),
        (check_id, "aggressor_chance"): (70, [trap, meeting], [{}, sources["glamour"]]),
    }


def table(check_id):
    """A table of the player's own, and the formulas that have no use for it."""
    formulas = [{"resolution_model": model} for model in ("linear_1", "linear_5", "ratio")]
    return {(check_id, "resolution_table"): (TABLE, [{}, *formulas], [{"resolution_model": "table"}])}


def of_a_value(check_id, other, values, names):
    """What counts with some values of another parameter: for each name a value of it, and those."""
    return {
        (check_id, name): (
            value, [{other: one} for one in values if one not in those], [{other: one} for one in those],
        )
        for name, (value, those) in names.items()
    }  # fmt: skip


HURLED = {"weapon": "hurled_hilted", "distance": 20, "hurled_resolution": "contested"}


def thrown(*checks):
    """What is said of a thrown object."""
    weapons = [{}, {"weapon": "short_bow"}, {"weapon": "hurled_hafted"}, {"weapon": "heavy_crossbow"}]
    return {
        (f"realms_of_myth.{check}", "object_range_factor"): ("1/2", weapons, [{"weapon": "object"}]) for check in checks
    }


def at_target(check_id):
    """What is said of a target that knows of the shot, or moves."""
    aware, moving, standing = (
        {"target_state": f"{state}"} for state in ("aware", "unaware_moving", "unaware_stationary")
    )
    return {
        (check_id, "dodge_dv"): (12, [moving, standing], [{}, aware]),
        (check_id, "agl_mod"): (2, [{}, aware, standing], [moving]),
        (check_id, "shield_modifier"): (5, [standing], [{}, aware, moving]),
        (check_id, "target_speed"): (5, [standing], [{}, aware, moving]),
    }


# A parameter, a value that is not its default, situations where it does not count, and some where it does.
CASES = {
    **surprise("realms_of_myth.surprise"),
    **surprise("realms_of_myth.surprise_duration"),
    **surprise("realms_of_myth.surprise_penalty"),
    **surprise("realms_of_myth.surprise_spell"),
    **surprise("realms_of_myth.surprise_free_blows"),
    **{
        key: case
        for check in rk.checks.of("realms_of_myth") if "resolution_table" in check.parameters
        for key, case in table(check.id).items()
    },
    ("realms_of_myth.heroic_pot", "mga"): (12, [{}], [{"kind": "magick"}]),
    ("realms_of_myth.action_time", "doff"): (
        True, [{}, {"action": "retrieve_item"}], [{"action": "robe"}, {"action": "plate_limb"}],
    ),
    ("realms_of_myth.action_time", "objects"): (3, [{}, {"action": "robe"}], [{"action": "retrieve_item"}]),
    ("realms_of_myth.catch_falling", "caught_intact_chance"): (60, [{}], [{"fragile": True}]),
    ("realms_of_myth.awareness", "stealth_chance"): (60, [{"contested": False}], [{}]),
    **of_a_value("realms_of_myth.surprise_dv", "source", ("ambush", "concealed_trap"), {
        **{name: (value, ["ambush"]) for name, value in (
            ("stealth_dv", 50), ("best_chm_mod", 2), ("best_hrt_mod", 2), ("ambushers", 3), ("largest_sta", 30),
            ("smallest_sta", 10),
        )},
        "craft_av": (60, ["concealed_trap"]),
    }),
    ("realms_of_myth.surprise_av", "trade_sl"): (5, [{}], [{"wary": True}]),
    ("realms_of_myth.rear_threat", "penalty"): (10, [{}, {"warned": True}], [{"overwhelmed": True, "warned": True}]),
    **of_a_value("realms_of_myth.ruse", "kind", ("player", "hidden_foes", "glamour", "pit_trap"), {
        "deceiver_chance": (60, ["player", "hidden_foes", "glamour"]),
    }),
    **of_a_value(
        "realms_of_myth.archers_before_contact", "target_state", ("aware", "unaware_moving", "unaware_stationary"), {
            "dodge_dv": (40, ["aware"]),
            "agl_mod": (2, ["unaware_moving"]),
            "shield_modifier": (5, ["aware", "unaware_moving"]),
            "target_speed": (5, ["aware", "unaware_moving"]),
        },
    ),
    **thrown("range_limit", "range_band", "range_dv", "ranged_attack_dv", "ranged_attack"),
    **at_target("realms_of_myth.ranged_attack_dv"),
    **at_target("realms_of_myth.ranged_attack"),
    ("realms_of_myth.ranged_attack", "defence_chance"): (
        40, [{"weapon": "hurled_hilted", "distance": 20}, HURLED | {"hurled_resolution": "simple"}], [HURLED],
    ),
    # Realms of Myth: close combat
    **of_a_value("realms_of_myth.combination_attack", "mode", ("in_concert", "separate"), {
        "off_hand_dv": (40, ["separate"]),
        "off_hand_chance": (40, ["separate"]),
    }),
    **of_a_value("realms_of_myth.defence_value", "defence", ("dodge", "weapon_or_shield"), {
        "trade_sl": (20, ["dodge"]),
        "reprisal_same_weapon": (True, ["weapon_or_shield"]),
    }),
    **of_a_value("realms_of_myth.melee_attack", "melee_resolution", ("single_roll", "contested"), {
        "defence_chance": (40, ["contested"]),
    }),
    **of_a_value("realms_of_myth.exchange", "melee_resolution", ("single_roll", "contested"), {
        "defence_chance": (40, ["contested"]),
    }),
    **of_a_value("realms_of_myth.exchange", "reply", ("strike", "break_off", "none"), {
        "reprisal_av": (40, ["strike"]),
        "attacker_dv": (40, ["strike"]),
        "attacker_defends_with": ("other", ["strike"]),
        "reprisal_chance": (40, ["strike"]),
    }),
    **of_a_value("realms_of_myth.body_check", "response", ("stand", "dodge"), {
        "target_agl_mod": (2, ["stand"]),
        "target_str_mod": (2, ["stand"]),
        "target_dodge": (40, ["dodge"]),
        "attacker_agl": (15, ["dodge"]),
        "footing_chance": (40, ["dodge"]),
    }),
    **of_a_value("realms_of_myth.body_check_footing", "footing_rule", ("lesser", "target"), {
        "attacker_agl": (15, ["lesser"]),
        "attacker_acrobat_sl": (5, ["lesser"]),
        "attacker_chance": (40, ["lesser"]),
    }),
    ("realms_of_myth.step_inside", "attack_av"): (60, [{"with_attack": False}], [{}]),
    ("realms_of_myth.step_inside", "foe_defence_dv"): (40, [{"with_attack": False}], [{}]),
    ("realms_of_myth.step_inside", "attack_chance"): (40, [{"with_attack": False}], [{}]),
    ("realms_of_myth.intimidation", "hrt"): (9, [{}], [{"fears_for_life": True}]),
    ("realms_of_myth.intimidation", "tears_chance"): (40, [{}], [{"fears_for_life": True}]),
    ("realms_of_myth.crossbow_ready", "tool_position"): (
        "elsewhere", [{"tool": "hand"}], [{"tool": "goatsfoot"}, {"crossbow": "heavy", "tool": "windlass"}],
    ),
    **{
        case: told
        for check in (
            "strike", "attacks_to_first_wound", "knockback", "pain", "stun_duration", "grievous_effort", "duel", "duel_length",
        )
        for case, told in table(f"realms_of_myth.{check}").items()
    },
    ("realms_of_myth.combination_strike", "off_hand_chance"): (70, [{}, {"armor_dr": 0}], [{"mode": "separate"}]),
    ("realms_of_myth.effective_strength", "hrt_effort"): (
        True, [{"wounds": wounds} for wounds in (0, 3, 7, 10)], [{}, {"wounds": 6}],
    ),
    **{
        (f"realms_of_myth.{check}", name): (value, [{"reprisals": False}], [{}, {"reprisals": True}])
        for check in ("duel", "duel_length")
        for name, value in (("a_reprisal_chance", 60), ("b_reprisal_chance", 60), ("attacker_defends_with", "other"))
    },
    ("realms_of_myth.pot", "slash"): (True, uses("crossbow"), but("crossbow")),
    ("realms_of_myth.pot", "crd"): (18, [{}, {"use": "bow"}, {"use": "crossbow"}], [{"slash": True}]),
    ("realms_of_myth.pot", "head_db"): (2, [{}, *but("bow")], uses("bow")),
    ("realms_of_myth.pot", "crossbow_pot"): (40, [{}, *but("crossbow")], uses("crossbow")),
    ("realms_of_myth.pot", "days_cocked"): (3, [{}, *but("crossbow")], uses("crossbow")),
    ("realms_of_myth.pot", "charge_speed"): (8, but(*IN_HAND), uses(*IN_HAND)),
    ("realms_of_myth.pot", "jump_down_feet"): (9, but(*IN_HAND), uses(*IN_HAND)),
    **{
        (f"realms_of_myth.{check}", name): (
            value, [{}, {"attack_form": "thrust"}, {"attack_form": "slash"}], [{"attack_form": "bodkin"}],
        )
        for check in ("armor_through", "armor_after_blows", "blows_to_wear_through", "attacks_to_first_wound")
        for name, value in (("within_short_range", False), ("proof", True))
    },
    ("realms_of_myth.armor_through", "clothing_layers"): (2, [{}, {"layers": MAIL}], [{"layers": []}]),
    **{
        ("realms_of_myth.armor_through", name): (
            False, [{}, {"layers": MAIL}, {"layers": []}], [{"layers": [], "clothing_layers": n} for n in (1, 6)],
        )
        for name in ("edged", "first_blow")
    },
    **{
        (f"odd_encounters.{check}", "two_weapons"): (True, [{}, {"missile": "sling"}], [{"missile": "thrown"}])
        for check in ("missile_attack", "missile_damage")
    },
    **{
        (f"odd_encounters.{check}", "magic_user_level"): (
            2, [{}, {"char_class": "magic_user"}, {"char_class": "monster"}], [{"char_class": "fighter_magic_user"}],
        )
        for check in ("hit_points", "to_hit_bonus")
    },
    ("odd_encounters.model_cost", "magic_user_level"): (
        2, [{}, {"char_class": "magic_user"}], [{"race": "elf", "char_class": "fighter_magic_user"}],
    ),
    ("odd_encounters.model_cost", "special_abilities"): (90, [{}, {"race": "dwarf"}], [{"race": "monster"}]),
    **{
        ("odd_encounters.model_cost", f"spells_{level}"): (
            2, [{}, {"char_class": "cleric"}],
            [{"char_class": "magic_user"}, {"race": "elf", "char_class": "fighter_magic_user", "magic_user_level": 1}],
        )
        for level in range(1, 6)
    },
    ("traveller.to_hit", "range"): ("long", [{}], [{"evading": True}]),
    **{
        (f"traveller.{check}", name): (value, [{}, *kinds("patron", "rumor", other)], kinds(kind))
        for check in ("encounter_count", "first_encounter")
        for name, value, kind, other in (("law_level", 9, "legal", "animal"), ("animal_dm", 1, "animal", "legal"))
    },
    **of_a_value("salamis.wind_strength", "wind_setup", ("random", "normal"), {"region": ("northern_waters", ["random"])}),
    ("salamis.wind_strength", "wind_table"): (
        "user", [{"wind_setup": "normal"}, {"wind_setup": "normal", "sheltered": True}], [BREEZE],
    ),
    **{
        ("salamis.wind_strength", f"faces_{wind}"): (faces, [{}, {"sheltered": True}], [{"wind_table": "user", **more}])
        for wind, faces, more in (
            ("still", 6, {}), ("light_airs", 6, {}), ("breeze", 5, {"faces_gale": 1}), ("strong_breeze", 6, {}),
            ("storm", 6, {}), ("gale", 1, {"faces_breeze": 5}),
        )
    },
    ("salamis.sea_state", "region"): ("northern_waters", [{}, {"wind": "gale"}], [{"wind": "random"}]),
    ("salamis.sea_state", "cut_source"): ("user", [{"wind": "random"}], [ROUGH, {**ROUGH, "wind": "storm"}]),
    **{
        ("salamis.sea_state", f"{sea}_up_to"): (6, [{}, {"wind": "gale"}], [{"cut_source": "user", "wind": "storm", **more}])
        for sea, more in (
            ("flat", {"choppy_up_to": 6, "rough_up_to": 6}), ("choppy", {"rough_up_to": 6}), ("rough", {"choppy_up_to": 2}),
        )
    },
    **{
        (f"salamis.{check}", name): (value, idle, [{**more, **kind} for kind in kinds])
        for check, more in (("quality", {}), ("initiative_counters", {"command_quality": "roll"}), ("fleet_quality", {}))
        for name, value, idle, kinds in (
            ("training", "good", [{**more, "row_source": "user", "faces_worst": 10}], [{}]),
            *((f"faces_{one}", 10, [more], [{"row_source": "user"}]) for one in ("worst", "low", "average", "good", "best")),
        )
    },
    ("salamis.initiative_counters", "row_source"): (
        "user", [{}, {"command_quality": "poor"}], [{"command_quality": "roll", "faces_good": 10}],
    ),
    ("rencounter.group_order", "toward_enemy"): (
        False, [{}, {"order": "formed_charge"}, {"order": "volley"}], [{"order": "follow_him"}],
    ),
    ("rencounter.canister", "figures"): (
        3, [{}, {"result": "wound"}], [{"result": counted} for counted in ("hits", "down", "kills")],
    ),
    ("rencounter.grenade", "reaction"): ("dive", [{}, {"fuse": "immediate"}], [{"fuse": "delayed"}]),
    ("rencounter.grenade", "thrower_experience"): (
        5, [{}, {"fuse": "delayed"}, {"fuse": "delayed", "reaction": "friend_dives"}],
        [{"fuse": "delayed", "reaction": reaction} for reaction in ("dive", "throw_back", "kick_away")],
    ),
    ("rencounter.weapon_breakage", "defender_shield_make"): (
        "hide", [{}, {"defender_second_weapon": True}], [{"defender_shield": size} for size in ("small", "medium", "large")],
    ),
    ("rencounter.reload", "unfix_first"): (True, [{}, {"plug_bayonet": True}], [{"socket_bayonet": True}]),
    ("rencounter.reload", "single_round"): (True, [{}, *weapons("breechloader", "6lb")], weapons(*MAGAZINES)),
    **{
        ("rencounter.reload", name): (value, [{}, *weapons(*MAGAZINES)], weapons(*GUNS))
        for name, value in (("men_missing", 1), ("loading", "quick"), ("lay", "canister"), ("fire_gun", True))
    },
    **of_a_value("rencounter.horsemanship", "task", ("plain", "jump", "woods"), {
        "fence_inches": (48, ["jump"]),
        "inches_over": (4, ["woods"]),
        "woods_step": (6, ["woods"]),
        "over_12_inches": (True, ["plain"]),
    }),
    ("rencounter.horsemanship", "over_3_inches"): (
        True, [{"task": "jump", "rider_wounds": 1}, {"task": "woods", "rider_wounds": 1}], [{"rider_wounds": 1}],
    ),
    **of_a_value("rencounter.fall", "kind", ("moving", "height", "crippled_horse", "pinned"), {
        "speed": (20, ["moving", "crippled_horse"]),
        "experience": (5, ["crippled_horse", "pinned"]),
        "rating": (5, ["crippled_horse"]),
        "horse_wounds": (4, ["crippled_horse"]),
        "morale": (1, ["crippled_horse"]),
        "helpers": (1, ["pinned"]),
    }),
    **of_a_value("rencounter.collision", "kind", ("foot", "horse"), {
        "struck_engaged": (True, ["foot"]),
        "struck_dodges": (False, ["foot"]),
        "other_speed": (6, ["horse"]),
        "approach": ("across", ["horse"]),
    }),
    **of_a_value("rencounter.attack_horse", "parry_by", ("horse", "rider"), {
        "rider_skill": (8, ["rider"]),
        "rider_weapon": ("axe", ["rider"]),
        "rider_wounds": (1, ["rider"]),
        "rider_shield": ("large", ["rider"]),
        "rider_second_weapon": (True, ["rider"]),
        "rider_extra_modifier": (1, ["rider"]),
    }),
    **of_a_value("rencounter.squad", "which", ("group_size", "leader", "man", "leader_skill", "man_skill"), {
        "variety": (True, ["leader_skill", "man_skill"]),
    }),
}  # fmt: skip
EACH = [pytest.param(*key, *case, id=" ".join(key)) for key, case in CASES.items()]


def test_all_that_are_declared_are_tried():
    """But for what follows a rule, which is below."""
    declared = [
        (check_id, p.name)
        for check_id, c in rk.checks.items()
        for p in c.parameters.values()
        if p.only_with[0] and not p.path
    ]
    assert set(declared) == set(CASES)


RULED = [
    (check_id, p.name) for check_id, c in rk.checks.items() for p in c.parameters.values() if p.only_with[0] and p.path
]


@pytest.mark.parametrize(("check_id", "name"), RULED)
def test_what_follows_a_rule_tells_only_where_it_counts(check_id, name):
    """Said or set by a house rule, it changes nothing elsewhere, and no answer there rests on it."""
    check = rk.checks[check_id]
    p = check.parameters[name]
    other, values = p.only_with
    for kind in check.parameters[other].values():
        where = {**counting(check_id, other), other: kind}
        for value in set(p.values()) - {check.book[p.path]}:
            said = rk.check(check_id, **where, **{name: value})
            changed = check.book.changed({p.path: value})
            assert dict(said.items()) == dict(rk.check(check_id, rules=changed, **where).items())
            assert kind in values or said == rk.check(check_id, **where)
        assert (p.path in rk.check(check_id, **where).reads) == (kind in values)


@pytest.mark.parametrize(("check_id", "name"), CASES)
def test_it_goes_with_values_that_there_are_and_not_with_all(check_id, name):
    known = rk.checks[check_id].parameters
    other, values = known[name].only_with
    assert values and [known[other].check(value) for value in values] == list(values)
    assert isinstance(known[other], Several) or set(values) < set(known[other].values())


@pytest.mark.parametrize(("check_id", "name", "value", "idle", "counts"), EACH)
def test_where_it_does_not_count_only_its_default_is_taken(check_id, name, value, idle, counts):
    p = rk.checks[check_id].parameters[name]
    for said in idle:
        with pytest.raises(rk.RuleError) as refused:
            rk.check(check_id, **said, **{name: value})
        sentence = str(refused.value)
        assert sentence.startswith(f"{name} must be ") and "; got " in sentence, sentence
        assert f"it counts with {p.only_with[0]} " in sentence and "\n" not in sentence, sentence
        assert rk.check(check_id, **said, **{name: p.default}) == rk.check(check_id, **said)


@pytest.mark.parametrize(("check_id", "name", "value", "idle", "counts"), EACH)
def test_where_it_counts_it_is_taken(check_id, name, value, idle, counts):
    for said in counts:
        assert rk.check(check_id, **said, **{name: value}).params[name] == rk.checks[check_id].parameters[name].check(
            value
        )


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            {"use": "hurled", "charge_speed": 8},
            "charge_speed must be 0 with use hurled; got 8; it counts with use "
            + ", ".join(IN_HAND[:-1])
            + " or brawling only",
        ),
        ({"crd": 18}, "crd must be 13 with slash false; got 18; it counts with slash true only"),
        ({"head_db": 2}, "head_db must be 0 with use one_handed; got 2; it counts with use bow only"),
    ],
)
def test_the_sentence(said, sentence):
    with pytest.raises(rk.RuleError) as refused:
        rk.check("realms_of_myth.pot", **said)
    assert str(refused.value) == sentence


def test_what_counts_goes_by_the_house_rules():
    rules = rk.rules("realms_of_myth").with_house_rules('rulings.resolution_model = "table"')
    ours = rk.check("realms_of_myth.task", rules=rules, resolution_table=TABLE)
    assert ours == rk.check("realms_of_myth.task", resolution_model="table", resolution_table=TABLE)
    with pytest.raises(rk.RuleError, match="resolution_table must be none with resolution_model ratio; got"):
        rk.check("realms_of_myth.task", rules=rules, resolution_model="ratio", resolution_table=TABLE)


def test_it_is_refused_of_a_part_too():
    pot = rk.checks["realms_of_myth.pot"]
    asked = [pot.parameters[name] for name in ("use", "strength", "charge_speed")]
    blow = Check(
        "realms_of_myth.blow",
        "How hard?",
        source="-",
        parameters=asked,
        targets={"blow": part("blow", pot, asked)},
        dice=lambda t, throw, r: t.blow.pot,
    )
    assert blow(use="two_handed", charge_speed=8).dist == pot(use="two_handed", charge_speed=8).dist
    with pytest.raises(rk.RuleError, match="charge_speed must be 0 with use hurled; got 8"):
        blow(use="hurled", charge_speed=8)


# Over many values ----------------------------------------------------------------------------------------------------------


def test_a_sweep_leaves_out_where_it_does_not_count():
    swept = rk.sweep("realms_of_myth.pot", use=["two_handed", "hurled", "brawling"], charge_speed=[0, 8])
    assert list(zip(swept["use"], swept["charge_speed"], strict=True)) == [
        ("two_handed", 0), ("two_handed", 8), ("hurled", 0), ("brawling", 0), ("brawling", 8),
    ]  # fmt: skip
    assert len(swept.attrs["left_out"]) == 1
    with pytest.raises(rk.RuleError, match="days_cocked must be 0 with use bow; got 1"):
        rk.sweep("realms_of_myth.pot", use="bow", days_cocked=[1, 2])


def test_asked_backwards_it_is_left_out_where_it_does_not_count():
    found = rk.solve_for("realms_of_myth.pot", "charge_speed", 30, use="hurled")
    assert [point.value for point in found.curve] == [0] and len(found.left_out) == 149
    found = rk.solve_for("realms_of_myth.pot", "use", 30, charge_speed=8)
    assert {point.value for point in found.curve} == set(IN_HAND)


def test_what_does_not_count_is_worth_nothing():
    found = rk.worth("realms_of_myth.pot", use="bow")
    assert found.left_out == [] and rk.tornado("realms_of_myth.pot").left_out == []
    steps = {step.parameter for step in found.rows}
    assert {"strength", "slash", "head_db"} <= steps
    assert not steps & {"crd", "crossbow_pot", "days_cocked", "charge_speed", "jump_down_feet"}
    swings = {swing.parameter: swing for swing in rk.tornado("realms_of_myth.pot", charge_speed=8).rows}
    assert {swings["use"].lowest_at, swings["use"].highest_at} == {"brawling", "two_handed"}
    assert "head_db" not in swings, "no other value of it can be taken"


def test_two_changes_may_need_one_another():
    """Alone the one that needs the other changes nothing."""
    found = rk.interaction("realms_of_myth.pot", ("slash", True), ("crd", 20))
    by_itself = [
        rk.check("realms_of_myth.pot", **said).dist.mean
        for said in ({}, {"slash": True}, {}, {"slash": True, "crd": 20})
    ]
    assert list(found.figures) == by_itself
    shared = rk.shapley("realms_of_myth.pot", against={"slash": True, "crd": 20})
    assert shared.base == by_itself[3] and shared.final == by_itself[0] and len(shared.rows) == 2
    with pytest.raises(rk.RuleError, match="crd must be 13 with slash false"):
        rk.interaction("realms_of_myth.pot", ("crd", 20), ("foe_speed", 1))


# On a page -------------------------------------------------------------------------------------------------------------------


def resting(controls):
    """The names of the controls that rest."""
    return {name for name, control in controls.items() if getattr(control.source, "disabled", False)}


@pytest.mark.usefixtures("no_page_stays", "undrawn")
@pytest.mark.parametrize(("check_id", "name", "value", "idle", "counts"), every_nth(EACH, tries(8, 2)))
def test_its_control_rests_where_it_does_not_count_and_comes_back(check_id, name, value, idle, counts):
    p = rk.checks[check_id].parameters[name]
    panel = rk.panel(check_id, **counts[0], **{name: value})
    control, said = panel.controls[name], panel[name]
    names = {one: rk.checks[check_id].parameters[one].default for situation in (*idle, *counts) for one in situation}

    def move(situation):
        for one in names:
            panel[one] = situation.get(one, names[one])
        if isinstance(panel, FightPanel):
            panel.wait()

    for situation in idle:
        move(situation)
        assert all(part.disabled for part in control.parts) and panel[name] == p.default, situation
        assert panel.result.params == rk.check(check_id, **situation).params
        assert dict(panel.result.items()) == dict(rk.check(check_id, **situation).items())
    for situation in counts:
        move(situation)
        assert not any(part.disabled for part in control.parts) and panel[name] == said, situation
        assert panel.result.params == rk.check(check_id, **situation, **{name: value}).params


def test_what_rests_lets_others_rest():
    panel = rk.panel("realms_of_myth.pot", slash=True, crd=18)
    panel["use"] = "crossbow"
    assert {"slash", "crd"} <= resting(panel.controls) and (panel["slash"], panel["crd"]) == (False, 13)
    panel["use"] = "bow"
    assert not {"slash", "crd"} & resting(panel.controls) and (panel["slash"], panel["crd"]) == (True, 18)
    panel["slash"] = False
    assert "crd" in resting(panel.controls)


def test_what_is_set_while_it_rests_waits():
    panel = rk.panel("realms_of_myth.pot", use="hurled")
    panel["charge_speed"] = 8
    assert panel["charge_speed"] == 0 and panel.result == rk.check("realms_of_myth.pot", use="hurled")
    panel["use"] = "two_handed"
    assert panel.result == rk.check("realms_of_myth.pot", use="two_handed", charge_speed=8)
    panel.set(use="hurled", charge_speed=8)
    assert panel.result == rk.check("realms_of_myth.pot", use="hurled")
    with pytest.raises(rk.RuleError, match="charge_speed must be a whole number from 0 to 149"):
        panel["charge_speed"] = 150
    panel.reset()
    assert panel["charge_speed"] == 0 and panel.result == rk.check("realms_of_myth.pot", use="hurled")
    with pytest.raises(rk.RuleError, match="charge_speed must be 0 with use hurled"):
        rk.panel("realms_of_myth.pot", use="hurled", charge_speed=8)


def test_in_a_scene_it_rests_too():
    scene = Scene(lambda: None)
    scene.of("realms_of_myth")
    scene.go("realms_of_myth.pot", {"use": "two_handed", "charge_speed": 8})
    assert scene.params == {"use": "two_handed", "charge_speed": 8}
    scene.controls["use"].source.value = "hurled"
    assert "charge_speed" in resting(scene.controls) and scene.params == {"use": "hurled"}
    scene.controls["use"].source.value = "brawling"
    assert scene.params == {"use": "brawling", "charge_speed": 8}
