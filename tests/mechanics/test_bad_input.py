"""Wrong input is refused in one sentence that says what must be how, and leaves everything as it was."""

from fractions import Fraction

import numpy as np
import pytest

import rencounter_kit as rk
from rencounter_kit.mechanics.parameter import Choice, Whole, YesNo
from rencounter_kit.verification.wrong_values import nearly_right, wrong_values
from tests.situations import CHECKS, PROCESSES, base, counting, each, numbers, parameters

LONGEST = 400  # characters of a sentence that can still be read
HUGE = 10**5000  # Python does not even print it
STEMS = tuple(dict.fromkeys(check_id.partition(".")[0] for check_id in rk.checks))
PARAMETERS = [(check_id, name) for check_id in CHECKS for name in rk.checks[check_id].parameters]
WHOLE = [(check_id, name) for check_id, name in PARAMETERS if isinstance(rk.checks[check_id].parameters[name], Whole)]
YES_NO = [(check_id, name) for check_id, name in PARAMETERS if isinstance(rk.checks[check_id].parameters[name], YesNo)]


def refusal(ask):
    """What the refusal says, in how many characters so ever; a text that begins with "!" when there is no proper one."""
    try:
        answer = ask()
    except rk.RuleError as error:
        return str(error)
    except Exception as error:
        return f"! {type(error).__name__}"
    return f"! answered {answer!r:.200}"


def faults(said, *must_hold):
    """What is wrong with a sentence of refusal, ``must_hold`` being what it must contain."""
    if said.startswith("!"):
        return [said]
    usual = () if "has no parameter" in said else (" must ", "got ")
    found = [f"does not say {text!r}" for text in (*must_hold, *usual) if text not in said]
    found += ["more than one line"] if len(said.splitlines()) != 1 else []
    found += [f"{len(said)} characters"] if len(said) > LONGEST else []
    return found


def told(found):
    """Faults by the value that met them, for a failing test; empty when there are none."""
    return "\n".join(f"{value}: {'; '.join(what)}" for value, what in found.items() if what)


def as_before(check_id, before):
    """Does the check still give the answer that it gave before?"""
    now = rk.check(check_id)
    return dict(now.items()) == dict(before.items()) and now.params == before.params and now.targets == before.targets


# Wrong values ------------------------------------------------------------------------------------------------------------


def shown(value):
    """A value for a message, however large."""
    return "a number of 5001 digits" if isinstance(value, int) and abs(value) >= HUGE else f"{value!r:.60}"


def wanted(p):
    """What a refusal must say of a parameter."""
    if isinstance(p, Whole):
        return ("whole number", str(p.low), str(p.high))
    return ("true or false",) if isinstance(p, YesNo) else ()


def test_a_refusal_is_a_value_error():
    assert issubclass(rk.RuleError, ValueError)


@each(PARAMETERS)
def test_a_wrong_value_is_refused(check_id, name):
    p = rk.checks[check_id].parameters[name]
    before = rk.check(check_id)
    found = {}
    for value in wrong_values(p):
        said = refusal(lambda value=value: rk.check(check_id, **{name: value}))
        found[shown(value)] = faults(said, name, *wanted(p))
    assert len(found) > 20
    assert not any(found.values()), told(found)
    assert as_before(check_id, before)


@pytest.mark.parametrize("check_id", CHECKS)
def test_a_value_of_several_lines_is_refused_in_one(check_id):
    found = {}
    for name in rk.checks[check_id].parameters:
        for value in ("two\nlines", "cr\rlf\r\n", "line\u2028separator", ["two\nlines"], np.arange(4).reshape(2, 2)):
            said = refusal(lambda name=name, value=value: rk.check(check_id, **{name: value}))
            found[f"{name} {shown(value)}"] = faults(said, name)
    assert not any(found.values()), told(found)


@pytest.mark.parametrize("check_id", CHECKS)
def test_a_number_that_python_does_not_print_is_refused(check_id):
    found = {}
    for name in rk.checks[check_id].parameters:
        for value in (HUGE, -HUGE, [HUGE], [[0, HUGE]], [[HUGE, 0]], Fraction(HUGE)):
            said = refusal(lambda name=name, value=value: rk.check(check_id, **{name: value}))
            found[f"{name} {type(value).__name__}"] = faults(said, name)
    assert not any(found.values()), told(found)


@pytest.mark.parametrize("check_id", CHECKS)
def test_a_choice_is_told_with_what_it_may_be(check_id):
    """All choices as long as they can be read; else the nearest one, or some."""
    for name, p in rk.checks[check_id].parameters.items():
        if not isinstance(p, Choice):
            continue
        said = refusal(lambda name=name: rk.check(check_id, **{name: "no such thing"}))
        few = len(", ".join(map(str, p.choices))) < LONGEST / 2
        named = [choice for choice in p.choices if str(choice) in said]
        assert named == list(p.choices) if few else len(named) >= 3, said
        for choice in p.choices:
            if isinstance(choice, str) and len(choice) > 4:
                slip = choice + "x"
                assert f"did you mean {choice}?" in refusal(
                    lambda name=name, slip=slip: rk.check(check_id, **{name: slip})
                )


@each(WHOLE)
def test_a_number_beside_its_range_is_told_the_nearest(check_id, name):
    p = rk.checks[check_id].parameters[name]
    for value, near in ((p.low - 1, p.low), (p.high + 1, p.high)):
        said = refusal(lambda value=value: rk.check(check_id, **{name: value}))
        assert said.startswith(f"{name} must be a whole number from {p.low} to {p.high}")
        assert f"got {value}; the nearest is {near}" in said


@pytest.mark.parametrize("check_id", [check_id for check_id in CHECKS if rk.checks[check_id].parameters])
def test_the_ends_of_a_range_are_inside(check_id):
    """A refusal at the ends comes from a contradiction, never from the parameter."""
    ask = numbers if check_id in PROCESSES else rk.check  # at its ends a process is too large to be played
    seen = 0
    for name, p in rk.checks[check_id].parameters.items():
        for value in [*p.values()[:1], *p.values()[-1:]]:
            said = refusal(lambda name=name, value=value: ask(check_id, **{name: value}))
            assert p.wanted not in said
            seen += said.startswith("! answered")
    assert seen


# What equals a right value but is none -----------------------------------------------------------------------------------


def alone(check_id, name, value):
    """The answer with one parameter not at its default, of a process a small one; what none counts with is said too."""
    besides = counting(check_id, name) if rk.checks[check_id].parameters[name].optional else {}
    return rk.check(check_id, **base(check_id) | besides | {name: value})


def first_valid(check_id, name, values):
    """The first of some values that the check takes as its only one not at its default."""
    for value in values:
        try:
            alone(check_id, name, value)
        except rk.RuleError:
            continue
        return value
    raise AssertionError(f"{check_id} takes no {name} of {list(values)}")


def twins(value):
    """What equals a value, and has its hash, but is of another kind."""
    found = [float(value), np.float64(value), Fraction(value), complex(value)]
    if value in (0, 1):
        found += [bool(value), np.bool_(value)]
    return [twin for twin in found if type(twin) is not type(value)]


@each(WHOLE)
def test_a_number_asked_before_does_not_let_its_twin_through(check_id, name):
    p = parameters(check_id)[name]
    value = first_valid(check_id, name, [v for v in (1, 0, *p.values()) if p.low <= v <= p.high])
    alone(check_id, name, value)
    found = {shown(twin): faults(refusal(lambda twin=twin: alone(check_id, name, twin)), name) for twin in twins(value)}
    assert not any(found.values()), told(found)
    assert type(alone(check_id, name, value).params[name]) is int


@each(YES_NO)
def test_yes_asked_before_does_not_let_one_through(check_id, name):
    value = first_valid(check_id, name, (True, False))
    alone(check_id, name, value)
    for twin in (int(value), float(value), np.int64(value)):
        assert not faults(refusal(lambda twin=twin: alone(check_id, name, twin)), name)
    assert alone(check_id, name, value).params[name] is value


def test_a_number_that_is_a_choice_does_not_let_its_twin_through():
    rk.check("rencounter.fire", aim_turns=1)
    assert not faults(refusal(lambda: rk.check("rencounter.fire", aim_turns=True)), "aim_turns")
    rk.check("rencounter.fire", aim_turns=0)
    assert not faults(refusal(lambda: rk.check("rencounter.fire", aim_turns=False)), "aim_turns")


@pytest.mark.parametrize("check_id", [c for c in CHECKS if "resolution_table" in rk.checks[c].parameters])
def test_rows_asked_before_do_not_let_their_twins_through(check_id):
    def ask(*rows):
        return rk.check(check_id, resolution_model="table", resolution_table=rows)

    right = ask((0, 1), (5, 20))
    for rows in (((0, True), (5, 20)), ((False, 1), (5, 20)), ((0, 1.0), (5, 20)), ((0.0, 1), (5, 20))):
        assert not faults(refusal(lambda rows=rows: ask(*rows)), "resolution_table"), rows
    assert ask([0, 1], [5, 20]) == right


# Numbers of NumPy ---------------------------------------------------------------------------------------------------------


@each(WHOLE)
def test_a_whole_number_of_numpy_is_taken_as_one(check_id, name):
    p = parameters(check_id)[name]
    value = first_valid(check_id, name, [*range(max(p.low, 2), min(p.high, 9) + 1), *p.values()])
    plain = alone(check_id, name, value)
    for kind in (np.int64, np.int32, np.int8 if -128 <= value < 128 else np.int16, np.array):
        got = alone(check_id, name, kind(value))
        assert dict(got.items()) == dict(plain.items())
        assert got.params == plain.params and type(got.params[name]) is int


@each(YES_NO)
def test_a_truth_value_of_numpy_is_taken_as_one(check_id, name):
    value = first_valid(check_id, name, (True, False))
    got = alone(check_id, name, np.bool_(value))
    assert dict(got.items()) == dict(alone(check_id, name, value).items())
    assert got.params[name] is value


# Wrong names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check_id", CHECKS)
def test_a_misspelt_parameter_is_told_the_right_one(check_id):
    known = list(rk.checks[check_id].parameters)
    found = {}
    for name in known:
        for slip in (name[:-1], name[0] + name[2:], name + "s"):
            if len(slip) > 3 and slip not in known:
                said = refusal(lambda slip=slip: rk.check(check_id, **{slip: 1}))
                found[slip] = faults(said, check_id, f"no parameter {slip};", f"did you mean {name}?")
    assert not any(found.values()), told(found)


@pytest.mark.parametrize(
    "name", ["", "zzzzzz", "x" * 500, "two\nlines", "id", "self", "book", "given", "check", "outcome"]
)
def test_an_unknown_parameter_is_refused(name):
    found = {}
    for check_id in CHECKS:
        before = rk.check(check_id)
        found[check_id] = faults(refusal(lambda check_id=check_id: rk.check(check_id, **{name: 1})), check_id)
        assert as_before(check_id, before)
    assert not any(found.values()), told(found)


@pytest.mark.parametrize("check_id", CHECKS)
def test_a_misspelt_check_is_told_the_right_one(check_id):
    for slip in (check_id[:-1], check_id.replace(".", "_"), check_id.capitalize(), check_id + "x"):
        if slip in rk.checks or sum(one.startswith(slip) and len(one) == len(slip) + 1 for one in rk.checks) > 1:
            continue  # one letter short of several
        for ask in (rk.check, rk.checks.__getitem__):
            said = refusal(lambda ask=ask, slip=slip: ask(slip))
            assert not faults(said, "a check must be", f"got {slip}", f"did you mean {check_id}?"), said


@pytest.mark.parametrize(
    "check_id",
    ["", ".", "rencounter", "rencounter.", "rencounter.fire.", "zzz.fire", "two\nlines", "x" * 5000, None, 5, True, 1.5, HUGE, (),
     ["rencounter.fire"], b"rencounter.fire"],
    ids=shown,
)  # fmt: skip
def test_what_is_no_check_is_refused(check_id):
    assert not faults(refusal(lambda: rk.check(check_id)), "a check must be")


# Wrong rules -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check_id", CHECKS)
def test_wrong_rules_are_refused(check_id):
    before = rk.check(check_id)
    stem = check_id.partition(".")[0]
    others = [rk.rules(other) for other in STEMS if other != stem]
    assert others
    found = {}
    for rules in (
        *others,
        {},
        {"fire.range.long": -3},
        dict.fromkeys(range(1000)),
        stem,
        "two\nlines",
        0,
        False,
        (),
        object(),
    ):
        said = refusal(lambda rules=rules: rk.check(check_id, rules=rules))
        found[f"{rules!r:.60}"] = faults(said, "rules must be a ruleset", stem)
    assert not any(found.values()), told(found)
    assert as_before(check_id, before)


def test_an_unknown_game_is_told_the_right_one():
    assert not faults(refusal(lambda: rk.rules("rencountr")), "got rencountr", "did you mean rencounter?")
    found = {}
    for stem in ("", None, 5, "two\nlines", "x" * 5000, ["rencounter"], {}):
        found[shown(stem)] = faults(refusal(lambda stem=stem: rk.rules(stem)), "a game must be one of")
    assert not any(found.values()), told(found)


# A parameter and the house rule for the same switch agree on what is wrong ----------------------------------------------------


def toml(value):
    """A value as a line of house rules writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else repr(value)


@each([(c, n) for c, n in PARAMETERS if rk.checks[c].parameters[n].path])
def test_what_a_parameter_refuses_a_house_rule_does_not_bring_in(check_id, name):
    """Whether the line itself is refused or the check under it: a wrong switch never gives an answer."""
    p = rk.checks[check_id].parameters[name]
    book = rk.checks[check_id].book
    tried = [v for v in nearly_right(p) if type(v) in (int, bool, float, str)]
    assert len(tried) > 3
    for value in tried:
        said = refusal(lambda value=value: rk.check(check_id, rules=book.with_house_rules(f"{p.path} = {toml(value)}")))
        assert not faults(said), f"{value!r}: {said}"
        assert not faults(refusal(lambda value=value: rk.check(check_id, **{name: value})), name), value


# What contradicts itself ------------------------------------------------------------------------------------------------------

TWO_HANDS = ("two_hand_weapons", "pole_arm", "two_handed", "short_bow", "long_bow", "crossbow")
ODD_LEVELS = [
    *({"char_class": name, "level": 11} for name in ("fighter", "cleric", "magic_user")),
    {"char_class": "fighter_magic_user", "level": 5, "magic_user_level": 1},
    {"char_class": "fighter_magic_user", "magic_user_level": 0},
    *({"char_class": name, "magic_user_level": 1} for name in ("fighter", "cleric", "magic_user", "monster")),
]
RESOLUTION = [
    *({"resolution_table": [[0, 45]], "resolution_model": model} for model in ("linear_1", "linear_5", "ratio")),
    {"resolution_table": [[0, 45]]},
    {"resolution_model": "table"},
    {"min_chance": 60, "max_chance": 59},
    {"max_chance": 0},
    {"min_chance": 100},
]


def party(prefix=""):
    """Groups that cannot be."""
    groups = [
        {"people": 0, "animals": 0},
        *({"people": 0, "animals": 3, skill: True} for skill in ("battle_dress", "leader", "tactical", "military", "vehicle")),
        {"people": 1, "animals": 3, "pouncers": True},
        {"people": 4, "animals": 0, "pouncers": True},
        {"people": 0, "animals": 0, "pouncers": True},
    ]  # fmt: skip
    return [{prefix + name: value for name, value in group.items()} for group in groups]


CONTRADICTIONS = {
    "rencounter.fire": [
        {"snap": "walking", "aim_turns": 1},
        {"snap": "walking", "aim_turns": 2},
        {"snap": "fast", "aim_turns": 1},
        {"snap": "fast", "aim_turns": 2, "weapon": "javelin"},
        {"shot_number": 2},
        {"weapon": "long_bow", "shot_number": 2},
        {"weapon": "magazine_rifle", "shot_number": 3},
        {"weapon": "large_double_action_revolver", "shot_number": 5},
        {"weapon": "machine_pistol", "shot_number": 9},
        {"friend": "in_line"},
        {"targets": 2},
        {"targets": 2, "weapon": "submachinegun"},
        {"targets": 3, "weapon": "blunderbuss"},
        {"targets": 3, "weapon": "double_barrel_shotgun", "range_band": "medium"},
        {"distance": 12, "range_band": "long"},
    ],
    "rencounter.melee": [
        *({f"{man}_weapon": weapon, **held} for man in ("attacker", "defender") for weapon in ("pike", "halberd")
          for held in ({f"{man}_shield": "small"}, {f"{man}_shield": "large"}, {f"{man}_second_weapon": True})),
        {"rank": 2},
        {"rank": 3, "attacker_weapon": "spear"},
        {"rank": 3, "attacker_weapon": "halberd"},
        {"rank": 2, "attacker_weapon": "knife", "defender_weapon": "pike"},
        {"aggressive": 1},
        {"aggressive": 1, "attacker_skill": 3},
        {"aggressive": 3, "attacker_skill": 8},
    ],
    "rencounter.gang_up": [
        {f"{man}_weapon": weapon, **held} for man in ("attacker", "defender") for weapon in ("pike", "halberd")
        for held in ({f"{man}_shield": "medium"}, {f"{man}_second_weapon": True})
    ],
    "rencounter.fire_turn": [
        {"shots": 2},
        {"weapon": "large_double_action_revolver", "shots": 7},
        {"weapon": "submachinegun", "burst_mode": "burst", "shots": 7},
        {"rounds": 2},
        {"weapon": "large_double_action_revolver", "rounds": 2, "shots": 3},
        {"selective": False},
        {"distance": 12, "range_band": "long"},
    ],
    "rencounter.volley": [
        {"order": "volley", "aim_turns": 1},
        {"order": "volley", "aim_turns": 2, "leader_experience": 6},
        {"targets": 2},
        {"snap": "fast", "aim_turns": 1},
    ],
    "rencounter.group_order": [{"toward_enemy": False}, {"order": "volley", "toward_enemy": False}],
    "rencounter.opportunity_fire": [{"targets": 2}, {"friend": "in_line"}, {"distance": 12, "range_band": "long"}],
    "rencounter.spot": [
        {"only_observing": True, "moving_fast": True},
        {"notable_scouts": True, "unobservant": True},
    ],
    "rencounter.grenade": [
        {"reaction": "dive"},
        {"fuse": "delayed", "thrower_experience": 5},
        {"fuse": "delayed", "reaction": "friend_dives", "thrower_experience": 5},
        {"wounds": 5, "death_at": 5},
    ],
    "rencounter.canister": [{"figures": 2}],
    "rencounter.weapon_breakage": [
        {"defender_shield_make": "hide"},
        {"attacker_weapon": "pike", "attacker_shield": "small"},
        {"rank": 2},
        {"aggressive": 1},
    ],
    "rencounter.bayonet_shot": [{"previous_wounds": 5, "death_at": 5}, {"previous_wounds": 1}],
    "rencounter.last_shot": [{"off_hand": True}, {"off_hand": True, "weapon": "submachinegun"}],
    "rencounter.improvement": [{"trait": "experience", "value": value} for value in (7, 12)],
    "rencounter.fall": [{"kind": "crippled_horse", "horse_wounds": points} for points in (0, 2)],
    **{
        f"realms_of_myth.{check}": [{"armor_dr": 0, "through_unbreached_armor": True}]
        for check in ("strike", "combination_strike")
    },
    "rencounter.duel": [
        *({f"{man}_wounds": wounds, "death_at": wounds} for man in "ab" for wounds in (4, 5)),
        *({f"{man}_weapon": "pike", **held} for man in "ab" for held in ({f"{man}_shield": "small"}, {f"{man}_second_weapon": True})),
    ],
    "rencounter.gunfight": [{f"{man}_wounds": wounds, "death_at": 4} for man in "ab" for wounds in (4, 5)],
    "rencounter.unit_under_fire": [{"distance": 12, "range_band": "long"}],
    "rencounter.skirmish": [{"distance": 12, "range_band": "long"}],
    "rencounter.reload": [
        {"socket_bayonet": True, "plug_bayonet": True},
        {"unfix_first": True},
        {"unfix_first": True, "plug_bayonet": True},
        *({"weapon": weapon, bayonet: True} for weapon in ("long_bow", "6lb") for bayonet in ("socket_bayonet", "plug_bayonet")),
        {"single_round": True},
        *({name: value} for name, value in (("men_missing", 1), ("loading", "quick"), ("lay", "canister"), ("fire_gun", True))),
        {"weapon": "3lb", "men_missing": 6},
    ],
    "rencounter.activation_cards": [
        {"side_units": 7},
        {"units": 1, "side_units": 2},
        {"cards_each": 3, "deck": "ordinary"},
        {"units": 20, "side_units": 10, "cards_each": 6},
    ],
    "rencounter.activation_dice": [{"side_a": 0, "side_b": 0}],
    "rencounter.activation_counters": [
        {"units": 2, "tallies": [1, 1, 1]},
        {"units": 20, "result": "first_wait"},
        {"units": 8, "die": 20, "result": "twice"},
    ],
    "odd_encounters.hit_points": ODD_LEVELS,
    "odd_encounters.to_hit_bonus": ODD_LEVELS,
    "odd_encounters.armor_class": [{"shield": True, "in_hand": weapon} for weapon in TWO_HANDS],
    "odd_encounters.movement_allowance": [{"action": "run", "in_melee": True}],
    "odd_encounters.model_cost": [
        {"race": "dwarf", "char_class": "magic_user"},
        {"race": "elf", "char_class": "cleric"},
        {"race": "halfling", "level": 7},
        {"char_class": "fighter_magic_user", "magic_user_level": 1},
        {"race": "elf", "char_class": "fighter_magic_user"},
        {"race": "elf", "char_class": "fighter_magic_user", "level": 5, "magic_user_level": 1},
        {"magic_user_level": 1},
        {"race": "monster", "char_class": "cleric"},
        *({"race": race, "pole_arm": True} for race in ("dwarf", "halfling")),
        *({"char_class": "cleric", weapon: True} for weapon in ("pole_arm", "two_handed_weapon", "short_bow", "long_bow", "crossbow")),
        {"char_class": "cleric", "thrown_weapons": 2},
        {"char_class": "magic_user", "armor": "leather"},
        *({"char_class": "magic_user", item: True} for item in ("shield", "sling", "crossbow")),
        {"char_class": "magic_user", "pole_arm": True, "short_race_pole_arm": "no_reach"},
        {"spells_1": 1},
        {"char_class": "cleric", "spells_5": 1},
        {"special_abilities": 10},
    ],
    "odd_encounters.spell_duration": [
        *({"spell": spell, "caster_level": 4} for spell in ("fly", "haste", "confusion")),
        {"spell": "levitate", "caster_level": 2},
        {"spell": "protection"},
        {"spell": "bless", "caster_level": 3},
        {"spell": "protection_10_radius", "caster_level": 5},
    ],
    "odd_encounters.hold_portal": [{"knock": True}],
    "odd_encounters.missile_attack": [{"two_weapons": True, "missile": m} for m in ("sling", "short_bow", "long_bow", "crossbow")],
    "odd_encounters.missile_damage": [{"two_weapons": True}, {"two_weapons": True, "missile": "sling"}],
    "odd_encounters.wall_of_fire": [{"target_level": 3}, {"target_level": 1, "save_allowed": False}],
    "odd_encounters.spell_kill": [
        {"caster_level": 4},
        {"spell": "lightning_bolt", "caster_level": 1},
        *({"spell": "wall_of_fire", "target_level": level} for level in (1, 3)),
    ],
    "realms_of_myth.surprise": [
        {"source": "ambush", "trap_identified": True},
        *({"source": source, "aggressor_chance": 70} for source in ("mechanical_trap", "chance_meeting")),
    ],
    "realms_of_myth.surprise_duration": [{"trap_identified": True}, {"source": "chance_meeting", "aggressor_chance": 0}],
    "realms_of_myth.heroic_pot": [{"mga": 12}, {"kind": "blow", "mga": 0}],
    "realms_of_myth.action_time": [
        {"doff": True}, {"objects": 3}, {"action": "retrieve_item", "doff": True}, {"action": "robe", "objects": 0},
    ],
    **{
        f"realms_of_myth.{check}": [*RESOLUTION, {**without, "min_chance": 60, "max_chance": 40}, {**without, "resolution_model": "table"}]
        for check, without in (  # without a roll too
            ("string_bow", {"bow_str": 3}),
            ("string_bow_attempts", {"bow_str": 3}),
            ("grab_in_passing", {"speed": 0}),
            ("leap_snatch", {}),
            ("draw_from_container", {"other_items": 0}),
            ("hand_off", {}),
        )
    },
    "realms_of_myth.object_struggle": [{"str_mods": [1, 2, 3]}, {"chances": [50, 50, 50], "str_mods": [1, 2]}],
    "realms_of_myth.catch_falling": [*RESOLUTION, {"caught_intact_chance": 60}],
    "realms_of_myth.initiative_order": [
        {"hrt_mods": [1, 2, 3]},
        {"awa_mods": [0, 1, 2], "agl": [13, 13]},
        {"hrt": [13, 13, 13]},
        {"awa_mods": [0, 1, 2, 3], "stun_penalties": [0, 0, 5]},
        {"awa_mods": [0, 1, 2], "actions": [1, 2]},
    ],
    "realms_of_myth.initiative_position": [{"focus": "C"}, {"awa_mods": [0, 1, 2], "hrt_mods": [1, 2]}],
    "realms_of_myth.awareness": [{"contested": False, "stealth_chance": 60}],
    "realms_of_myth.surprise_dv": [
        {"craft_av": 60},
        {"source": "concealed_trap", "ambushers": 3},
        {"largest_sta": 18},
        {"ambushers": 5, "largest_sta": 30, "smallest_sta": 31},
        {"largest_sta": 26, "smallest_sta": 17},
    ],
    "realms_of_myth.surprise_av": [{"trade_sl": 5}],
    "realms_of_myth.rear_threat": [{"penalty": 10}, {"warned": True, "penalty": 10}, *RESOLUTION],
    "realms_of_myth.ruse": [{"kind": "pit_trap", "deceiver_chance": 60}],
    "realms_of_myth.surprise_penalty": [{"trap_identified": True}, {"source": "mechanical_trap", "aggressor_chance": 70}],
    "realms_of_myth.surprise_spell": [{"trap_identified": True}, *RESOLUTION],
    "realms_of_myth.surprise_free_blows": [{"source": "chance_meeting", "aggressor_chance": 70}, *RESOLUTION],
    **dict.fromkeys(("realms_of_myth.surprise_recovery", "realms_of_myth.locate_sniper"), RESOLUTION),
    "realms_of_myth.archers_before_contact": [
        {"start_distance": 500, "advance": 1, "archers": 10, "shots_per_cs": 3},
        {"agl_mod": 2},
        {"target_state": "unaware_moving", "dodge_dv": 40},
        {"target_state": "unaware_stationary", "shield_modifier": 5},
        {"target_state": "unaware_stationary", "target_speed": 5},
        *RESOLUTION,
    ],
    "realms_of_myth.pot": [
        {"use": "hurled", "charge_speed": 8},
        {"use": "sling", "jump_down_feet": 9},
        {"use": "crossbow", "slash": True},
        {"crd": 18},
        {"head_db": 2},
        {"use": "bow", "crossbow_pot": 40},
        {"use": "sling", "days_cocked": 1},
    ],
    "realms_of_myth.armor_through": [
        {"layers": ["singlemail"], "clothing_layers": 2},
        {"layers": ["singlemail"], "edged": False},
        {"layers": [], "first_blow": False},
        {"attack_form": "thrust", "proof": True},
        {"within_short_range": False},
    ],
    "realms_of_myth.range_limit": [{"weapon": "hurled_hafted", "object_range_factor": "1/2"}],
    "realms_of_myth.range_dv": [{"weapon": "heavy_crossbow", "distance": 226}],
    "realms_of_myth.ranged_attack_dv": [
        {"distance": 1},
        {"weapon": "object", "distance": 4},
        {"weapon": "light_crossbow", "distance": 201},
        {"weapon": "light_crossbow", "distance": 191, "target_elevation": 10},
        {"target_state": "unaware_stationary", "target_speed": 5},
    ],
    "realms_of_myth.ranged_attack": [
        {"target_state": "unaware_stationary", "target_speed": 5},
        {"distance": 1},
        {"weapon": "hurled_hilted", "distance": 0},
        {"weapon": "bow", "hurled_resolution": "contested", "defence_chance": 40},
        {"weapon": "object", "hurled_resolution": "contested", "target_state": "unaware_moving", "defence_chance": 40},
    ],
    "realms_of_myth.stray_fire": [
        {"bystander_dv": []},
        {"bystander_sta": [20, 20]},
        {"bystander_dv": [50, 50], "bystander_sta": [20, 20]},
        *({"bystander_dv": [50, 50], "bystander_sta": [20, 20], "bystander_distance": far} for far in ([90, 80], [80, 80])),
    ],
    "realms_of_myth.improvised_weapon": [
        *({"length_inches": length, "height_inches": 72} for length in (54, 55)),
        *({"length_inches": length, "height_inches": 72, "hands": 2} for length in (53, 54)),
    ],
    "realms_of_myth.step_inside": [{"with_attack": False, "attack_av": 60}],
    "realms_of_myth.intimidation": [{"hrt": 10}, {"tears_chance": 50}],
    "realms_of_myth.crossbow_cock": [
        {"tool": "windlass"},
        *({"crossbow": "heavy", "tool": tool} for tool in ("belt_hook", "goatsfoot")),
    ],
    "realms_of_myth.crossbow_ready": [
        {"tool": "windlass"},
        {"crossbow": "heavy"},
        {"tool_position": "built_in"},
        {"tool": "hand", "tool_position": "elsewhere"},
    ],
    **{
        f"realms_of_myth.{check}": [{"attack_form": "thrust", "proof": True}, {"within_short_range": False}]
        for check in ("armor_after_blows", "blows_to_wear_through")
    },
    "realms_of_myth.bp_damage": [{"use": "crossbow"}, {"use": "crossbow", "dm": 0}],
    "realms_of_myth.strike": RESOLUTION,
    "realms_of_myth.combination_strike": [{"off_hand_chance": 70}, {"mode": "in_concert", "off_hand_chance": 0}],
    "realms_of_myth.attacks_to_first_wound": [*RESOLUTION, {"attack_form": "slash", "proof": True}],
    "realms_of_myth.knockback": RESOLUTION,
    "realms_of_myth.pain": RESOLUTION,
    "realms_of_myth.stun_duration": RESOLUTION,
    "realms_of_myth.grievous_effort": RESOLUTION,
    "realms_of_myth.effective_strength": [{"wounds": wounds, "hrt_effort": True} for wounds in (0, 3, 7)],
    "realms_of_myth.healing_days": [{"wounds": wounds} for wounds in (7, 10)],
    **{
        f"realms_of_myth.{check}": [
            *RESOLUTION,
            {"reprisals": False, "a_reprisal_chance": 60},
            {"reprisals": False, "b_reprisal_chance": 0},
            {"reprisals": False, "attacker_defends_with": "other"},
        ]
        for check in ("duel", "duel_length")
    },
    "realms_of_myth.task_chance": RESOLUTION,
    "realms_of_myth.task": [*RESOLUTION, {"chance": 50, "resolution_model": "table"}, {"chance": 50, "max_chance": 0}],
    "realms_of_myth.death_check": RESOLUTION,
    "traveller.to_hit": [{"range": "long"}],
    "traveller.surprise_dm": party(),
    "traveller.surprise": [*party("party_"), *party("other_")],
    "traveller.wound": [
        *({name: 0} for name in ("strength", "dexterity", "endurance")),
        {"strength": 0, "dexterity": 0, "endurance": 0, "first_wound": False},
    ],
    "traveller.morale": [{"casualties": 8}, {"party_size": 2}, {"casualties": 0, "leader_down": True}],
    "traveller.morale_break": [
        {"casualties": 8},
        {"leader_down_round": 7},
        {"rounds": 3, "leader_down_round": 4},
        {"casualties_per_round": 0, "leader_down_round": 1},
    ],
    **{
        f"salamis.{check}": [{"own_counters": 0, "enemy_counters": 0}]
        for check in (
            "action_phases", "first_phase", "phase_count", "longest_run", "reserve_turns", "phases_until", "phase_lead",
            "double_moves", "game_longest_run",
        )
    },
    **{
        f"salamis.{check}": [
            {"row_source": "user", "faces_worst": 9},
            {"row_source": "user", "faces_worst": 10, "faces_best": 1},
            {"row_source": "user", "training": "good", "faces_low": 10},
            {"faces_low": 10},
        ]
        for check in ("quality", "fleet_quality")
    },
    "salamis.initiative_counters": [
        {"command_quality": "roll", "row_source": "user", "faces_worst": 9},
        {"row_source": "user", "faces_worst": 10},
        {"training": "good"},
    ],
    "salamis.wind_strength": [
        {"wind_table": "user", "faces_still": 5},
        {"faces_gale": 6},
        {"wind_setup": "normal", "wind_table": "user", "faces_still": 6},
        {"wind_setup": "normal", "region": "northern_waters"},
        {"wind_table": "user", "faces_still": 6, "region": "northern_waters"},
    ],
    "salamis.sea_state": [
        {"cut_source": "user", "flat_up_to": 4, "choppy_up_to": 3, "rough_up_to": 6},
        {"cut_source": "user", "flat_up_to": 2, "choppy_up_to": 4, "rough_up_to": 5},
        {"cut_source": "user", "wind": "gale", "flat_up_to": 1, "choppy_up_to": 4, "rough_up_to": 5},
        {"cut_source": "user", "wind": "random", "flat_up_to": 2, "choppy_up_to": 4, "rough_up_to": 6},
        {"flat_up_to": 2},
        {"region": "northern_waters"},
    ],
}  # fmt: skip

# Next to a contradiction, but none.
ALLOWED = {
    "rencounter.fire": [
        {"snap": "walking", "aim_turns": 0.5},
        {"snap": "fast", "aim_turns": 0},
        {"weapon": "magazine_rifle", "shot_number": 2},
        {"weapon": "double_barrel_shotgun", "shot_number": 2},
        {"weapon": "large_double_action_revolver", "shot_number": 4},
        {"weapon": "machine_pistol", "shot_number": 8},
        {"weapon": "submachinegun", "shot_number": 12},
        {"friend": "in_line", "friend_cover": "half_solid"},
        {"friend": "in_melee"},
        {"friend": "in_melee", "friend_cover": "loophole"},
        {"friend_cover": "half_solid"},
        {"targets": 2, "weapon": "blunderbuss"},
        {"targets": 4, "weapon": "blunderbuss", "range_band": "long"},
        {"targets": 4, "weapon": "double_barrel_shotgun", "range_band": "extreme"},
        {"distance": 12, "range_band": "medium"},
        {"distance": 12},
        {"aim_at": "man"},
    ],
    "rencounter.melee": [
        {"attacker_weapon": "pike", "rank": 4},
        {"attacker_weapon": "spear", "rank": 2, "attacker_shield": "large"},
        {"defender_weapon": "halberd"},
        {"attacker_weapon": "pike", "defender_shield": "large", "defender_second_weapon": True},
        {"aggressive": 2, "attacker_skill": 8},
        {"aggressive": 6, "attacker_skill": 12},
    ],
    "rencounter.gang_up": [{"attacker_weapon": "pike", "defender_shield": "large"}, {"defender_weapon": "halberd"}],
    "rencounter.fire_turn": [
        *({"weapon": "large_double_action_revolver", "rounds": rounds, "shots": 2} for rounds in (2, 6)),
        {"rounds": 1},
        {"weapon": "submachinegun", "selective": False},
        {"weapon": "long_bow"},
    ],
    "rencounter.volley": [
        {"order": "volley", "aim_turns": 1, "experience": 5},
        {"aim_turns": 1},
        {"targets": 2, "weapon": "blunderbuss"},
    ],
    "rencounter.group_order": [{"order": "follow_him", "toward_enemy": False}, {"man_wounds": 5}],
    "rencounter.opportunity_fire": [{"targets": 2, "weapon": "blunderbuss"}, {"braced": True}],
    "rencounter.last_shot": [{"already_aiming": True, "off_hand": True, "weapon": "machine_pistol"}],
    "rencounter.spot": [{"only_observing": True, "unobservant": True}, {"moving_fast": True, "notable_scouts": True}],
    "rencounter.grenade": [
        {"fuse": "delayed", "reaction": "kick_away", "thrower_experience": 6},
        {"distance": 0.5},
        {"wounds": 5, "death_at": 9},
    ],
    "rencounter.canister": [{"distance": 97}, {"figures": 2, "result": "down"}],
    "rencounter.weapon_breakage": [{"defender_shield": "small", "defender_shield_make": "hide", "from_behind": True}],
    "rencounter.weapon_stuck": [{"blunt": True, "riding_on": True}],
    "rencounter.duel": [{"a_wounds": 4, "death_at": 5}, {"a_weapon": "pike", "b_shield": "large"}],
    "rencounter.reload": [
        {"socket_bayonet": True, "unfix_first": True},
        {"weapon": "breechloader", "plug_bayonet": True},
        {"weapon": "magazine_rifle", "single_round": True},
        {"weapon": "6lb", "men_missing": 1, "loading": "quick", "lay": "canister", "fire_gun": True},
    ],
    "rencounter.activation_cards": [{"units": 3, "side_units": 3}, {"cards_each": 3, "side_units": 2}],
    "rencounter.activation_dice": [{"side_a": 0}, {"side_a": 4, "side_b": 4, "result": "first"}],
    "rencounter.activation_counters": [{"units": 2, "tallies": [1, 1]}, {"units": 20}],
    "odd_encounters.hit_points": [
        {"char_class": "cleric", "level": 10},
        {"char_class": "monster", "level": 20},
        {"char_class": "fighter_magic_user", "level": 4, "magic_user_level": 8},
    ],
    "odd_encounters.armor_class": [{"shield": True, "in_hand": weapon} for weapon in ("hand_weapon", "thrown", "sling")],
    "odd_encounters.movement_allowance": [{"action": "run"}, {"action": "cast_spell", "in_melee": True}],
    "odd_encounters.model_cost": [
        {"race": "elf", "char_class": "fighter_magic_user", "level": 4, "magic_user_level": 8, "armor": "plate", "spells_4": 1},
        {"race": "monster", "level": 10, "special_abilities": 10_000},
        {"race": "dwarf", "pole_arm": True, "short_race_pole_arm": "no_reach"},
        {"char_class": "cleric", "sling": True, "extra_hand_weapons": 4},
        {"char_class": "cleric", "thrown_weapons": 1, "cleric_thrown_weapons": True},
        {"char_class": "magic_user", "thrown_weapons": 12, "shield": True, "magic_user_shield": True},
    ],
    "odd_encounters.spell_duration": [{"spell": "fly", "caster_level": 5}, {"spell": "bless", "caster_level": 4}],
    "odd_encounters.hold_portal": [{"knock": True, "opening_turn": 1}, {"opener_level": 20}],
    "odd_encounters.missile_attack": [{"two_weapons": True, "missile": "thrown"}, {"distance": 60, "woods": "over_2"}],
    "odd_encounters.wall_of_fire": [{"target_level": 4}],
    "odd_encounters.spell_kill": [
        {"spell": "magic_missile", "caster_level": 1},
        {"spell": "web_fire", "caster_level": 4, "target_level": 3},
        {"spell": "wall_of_fire", "caster_level": 1, "target_level": 4},
        {"spell": "lightning_bolt", "caster_level": 5},
    ],
    "realms_of_myth.ranged_attack": [
        {"distance": 2},
        {"weapon": "object", "distance": 5},
        {"weapon": "heavy_crossbow", "distance": 226},
        {"weapon": "object", "hurled_resolution": "contested", "defence_chance": 40},
    ],
    "realms_of_myth.stray_fire": [{"bystander_dv": [], "bystander_sta": [], "bystander_distance": []}],
    "realms_of_myth.crossbow_ready": [{"tool": "goatsfoot", "tool_position": "built_in"}],
    "realms_of_myth.initiative_order": [
        {"awa_mods": [0] * 6, "agl": [1, 2, 3, 4, 5, 6], "actions": [5, 4, 3, 2, 1, 1]},
        {"awa_mods": [20, -20], "stun_penalties": [200, 0]},
    ],
    "realms_of_myth.initiative_position": [{"awa_mods": [0, 0, 0], "focus": "C"}],
    "realms_of_myth.surprise_dv": [
        {"smallest_sta": 2, "largest_sta": 18},
        {"ambushers": 2, "smallest_sta": 17, "largest_sta": 26},
        {"largest_sta": 26},
        {"smallest_sta": 17},
    ],
    "realms_of_myth.rear_threat": [{"warned": True, "chance": 5}, {"overwhelmed": True, "penalty": 200}],
    "realms_of_myth.archers_before_contact": [
        {"start_distance": 2, "advance": 300},
        {"weapon": "heavy_crossbow", "start_distance": 500},
        {"start_distance": 500, "advance": 25, "archers": 10, "shots_per_cs": 3},
    ],
    "realms_of_myth.heroic_pot": [{"kind": "magick", "mga": 12}, {"mga": 15}],
    "realms_of_myth.action_time": [{"action": "retrieve_item", "objects": 0}, {"action": "plate_limb", "doff": True}],
    "realms_of_myth.grab_in_passing": [{"speed": 0, "chance": 3}],
    "realms_of_myth.string_bow": [{"own_str": 15, "bow_str": 15, "chance": 0}],
    "realms_of_myth.object_struggle": [{"str_mods": None}, {"chances": [50, 50, 50], "str_mods": [1, 2, 3]}],
    "realms_of_myth.catch_falling": [{"fragile": True, "caught_intact_chance": 60}],
    "realms_of_myth.task": [
        {"resolution_model": "table", "resolution_table": [[0, 45]]},
        {"min_chance": 60, "max_chance": 60},
        {"min_chance": 0, "max_chance": 100},
        {"chance": 0, "av": 500},
    ],
    "realms_of_myth.pain": [{"pot_through": 15, "resolution_model": "table", "resolution_table": [[0, 45]]}],
    "realms_of_myth.effective_strength": [{"hrt_effort": True, "phase": "after_battle"}],
    "realms_of_myth.healing_days": [{"wounds": 7, "healer_sl": 1}, {"wounds": 6}],
    "realms_of_myth.duel": [
        {"reprisals": False, "a_dv": 70, "b_av": 0},
        {"a_chance": 0, "b_chance": 0, "a_reprisal_chance": 0, "b_reprisal_chance": 0},
        {"a_wounds_per_hit": 10, "b_limit": 1},
    ],
    "traveller.surprise_dm": [
        {"people": 0, "animals": 1, "pouncers": True},
        {"people": 1, "animals": 0, "leader": True},
        {"people": 0, "animals": 1000},
    ],
    "traveller.wound": [{"strength": 0, "first_wound": False}, {"strength": 1}],
    "traveller.morale": [{"casualties": 7}, {"casualties": 1, "leader_down": True}],
    "traveller.morale_break": [{"leader_down_round": 6}, {"casualties": 1, "casualties_per_round": 0, "leader_down_round": 1}],
    **{
        f"salamis.{check}": [{"own_counters": 0}, {"enemy_counters": 0, "own_counters": 1}]
        for check in (
            "action_phases", "first_phase", "phase_count", "longest_run", "reserve_turns", "phases_until", "phase_lead",
            "double_moves", "game_longest_run",
        )
    },
    **{
        f"salamis.{check}": [{"row_source": "user", "faces_worst": 5, "faces_best": 5}, {"training": "poor"}]
        for check in ("quality", "fleet_quality")
    },
    "salamis.initiative_counters": [{"command_quality": "roll", "row_source": "user", "faces_worst": 10}],
    "salamis.wind_strength": [{"wind_table": "user", "faces_storm": 6}, {"wind_setup": "normal", "sheltered": True}],
    "salamis.sea_state": [
        {"cut_source": "user", "flat_up_to": 3, "choppy_up_to": 3, "rough_up_to": 6},
        {"cut_source": "user", "wind": "still", "flat_up_to": 6, "choppy_up_to": 6, "rough_up_to": 6},
        {"cut_source": "user", "flat_up_to": 3, "choppy_up_to": 5, "rough_up_to": 12, "perilous_routes": 6},
        {"wind": "random", "region": "northern_waters"},
    ],
}  # fmt: skip


def cases(table):
    """The entries of a table, each with its check."""
    return [(check_id, params) for check_id in table for params in table[check_id]]


@each(cases(CONTRADICTIONS))
def test_a_contradiction_is_refused(check_id, params):
    """One at least of the two things that do not go together is named; each alone may be right."""
    before = rk.check(check_id)
    said = refusal(lambda: rk.check(check_id, **params))
    assert not faults(said), said
    assert any(name in said or name.replace("_", " ") in said for name in params), said
    assert refusal(lambda: rk.check(check_id, **params)) == said
    assert as_before(check_id, before)


@each(cases(ALLOWED))
def test_what_only_resembles_a_contradiction_is_answered(check_id, params):
    assert sum(rk.check(check_id, **params).values()) == 1, params


@each(cases(CONTRADICTIONS))
def test_a_contradiction_is_refused_under_house_rules_too(check_id, params):
    """A house rule that has nothing to do with it does not open a way round."""
    book = rk.checks[check_id].book
    switches = {p.path for p in rk.checks[check_id].parameters.values()}
    path = next(
        path
        for path, rule in book.items()
        if path.startswith("rulings.") and path not in switches and isinstance(rule, str)
    )
    other = next(choice for choice in book.rule(path).choices if choice != book[path])
    rules = book.with_house_rules(f"{path} = {toml(other)}")
    assert refusal(lambda: rk.check(check_id, rules=rules, **params)) == refusal(lambda: rk.check(check_id, **params))
