"""What falls, whoever catches it, and how far one gets in a few Pulses."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import counted_if, each, node, part, total, value
from ...rulebook.book import Rule, Ruleset
from .in_passing import PASSING
from .tasks import RESOLUTION, against, half_up, never_negative, on_task, progressive_for, roll, worth
from .wounds import wounds

# The impact -----------------------------------------------------------------------------------------------------------


def counted_feet(r: Ruleset, feet: int, fall_rounding: str) -> int:
    """The feet that count: all of them, or full stretches only."""
    stretch = r["pot.jump.feet"]
    return feet // stretch * stretch if fall_rounding == "whole_3_feet" else feet


def by_fall(r: Ruleset, feet: int, fall_rounding: str) -> Rule:
    """POT for each stretch fallen, and for a part of one too where that counts."""
    points, stretch = r.rule("pot.jump.points"), r["pot.jump.feet"]
    fallen = half_up(points.value * counted_feet(r, feet, fall_rounding), stretch)
    return worth(points, fallen, f"{points.value} POT for each {stretch} feet of {feet}")


def by_weight(r: Ruleset, weight: int, feet: int, fall_rounding: str) -> Rule:
    """POT for the weight; rounded together with that of the fall."""
    rule, points, stretch = r.rule("falling.weight"), r["pot.jump.points"], r["pot.jump.feet"]
    by_feet = points * counted_feet(r, feet, fall_rounding)
    both = half_up(by_feet * rule.value + weight * stretch, stretch * rule.value)
    label = f"{weight} lb divided by {rule.value}, both rounded together"
    return worth(rule, both - half_up(by_feet, stretch), label)


IMPACT = total("POT of the impact", by_fall, by_weight)

falling_pot = Check(
    "realms_of_myth.falling_pot",
    "With what POT does it hit the ground?",
    source=PASSING,
    parameters="weight feet fall_rounding",
    targets={"impact": IMPACT},
    says="It lands with a POT of {impact}.",
)


def pulses(r: Ruleset, feet: int) -> int:
    """Pulses in the air."""
    return int(r.look_up("falling.pulses", feet))


fall_pulses = Check(
    "realms_of_myth.fall_pulses",
    "How many Pulses are left to get under it?",
    source=PASSING,
    parameters="falling.feet",
    targets={"pulses": pulses},
    says="Anyone who gets there within {pulses} Pulses is under it.",
)

# Catching it ----------------------------------------------------------------------------------------------------------


def snatched(r: Ruleset, feet: int, catch_dv: str, catch_chance: int | None) -> bool:
    """Is it snatched as it drops? By height what falls too short a way to leave a Pulse is. With the chance given it
    does not matter.
    """
    if catch_chance is not None:
        return False
    return catch_dv == "snatch" or (catch_dv == "by_height" and not pulses(r, feet))


def whole_impact(r: Ruleset, snatched: bool, impact: int) -> int | None:
    """The POT of a long fall."""
    return None if snatched else impact


class Catch(NamedTuple):
    """The impact, and the chances of the catch and of the object, caught or dropped."""

    impact: int
    snatched: bool
    fragile: bool
    catch_value: int
    catch_difficulty: int
    catch_percent: int
    caught_intact_value: int
    caught_intact_difficulty: int
    caught_intact_percent: int
    dropped_intact_value: int
    dropped_intact_difficulty: int
    dropped_intact_percent: int


def throw_catch(throw: Throw, r: Ruleset, catch: Catch) -> Consequence:
    """The catch, then whether the object bears it; caught it does, unless it is fragile."""

    def bears(name: str, percent: int) -> Callable[[], Consequence]:
        return partial(roll, throw, r, "breaking", percent, f"{name}_intact", f"{name}_broken")

    caught = bears("caught", catch.caught_intact_percent) if catch.fragile else "caught_intact"
    return roll(throw, r, "catch", catch.catch_percent, caught, bears("dropped", catch.dropped_intact_percent))


def says_catch(r: Ruleset, catch: Catch) -> list[str]:
    """The rolls in words."""
    fragile = f"Caught, it {on_task(r, 'stays whole', catch.caught_intact_percent)}."
    return [
        f"He {on_task(r, 'catches it', catch.catch_percent)}.",
        fragile if catch.fragile else "Caught, it stays whole.",
        f"Dropped, it {on_task(r, 'stays whole', catch.dropped_intact_percent)}.",
    ]


catch_falling = Check(
    "realms_of_myth.catch_falling",
    "Does he catch it, and does it stay whole?",
    source=PASSING,
    parameters=(
        "falling.crd object_size falling.weight catch_falling.feet catch_dv fall_rounding fragile stp",
        "catch_chance caught_intact_chance dropped_intact_chance progressive",
        RESOLUTION,
    ),
    targets={
        "impact": IMPACT,
        "snatched": snatched,
        "fragile": value("fragile"),
        **against(
            [value("crd", "CRD as AV")],
            [
                each("in_passing.size", "object_size", "snatched"),
                *counted_if("snatched", progressive_for("feet", "feet fallen:")),
                node(whole_impact),
            ],
            "catch_",
        ),
        **against(
            [value("crd", "CRD as AV"), value("stp", "STP of the object")],
            [value("impact", "POT of the impact")],
            "caught_intact_",
            when="fragile",
        ),
        **against([value("stp", "STP as AV")], [value("impact", "POT of the impact")], "dropped_intact_"),
    },
    record=Catch,
    dice=throw_catch,
    outcomes=("caught_intact", "caught_broken", "dropped_intact", "dropped_broken"),
    events={
        "catches it": ("caught_intact", "caught_broken"),
        "stays whole": ("caught_intact", "dropped_intact"),
        "breaks": ("caught_broken", "dropped_broken"),
    },
    says=says_catch,
)

CATCHER = (
    "catch_wounds.weight catch_wounds.feet falling.modified_sta falling.str_mod falling.crd_mod armor_dr",
    "falling.cnd fall_rounding threshold_rounding",
)

catch_wounds = Check(
    "realms_of_myth.catch_wounds",
    "How many wounds does it cost to catch a heavy body?",
    source="Movement: Some Special Considerations; Wound Thresholds",
    parameters=CATCHER,
    targets={
        "impact": IMPACT,
        "absorbed": total(
            "POT absorbed",
            *never_negative(
                value("modified_sta", "modified STA"),
                value("str_mod", "STR modifier"),
                value("crd_mod", "CRD modifier"),
            ),
            value("armor_dr", "DR of his armour"),
        ),
        "left": lambda r, impact, absorbed: max(0, impact - absorbed),
        "blow": part("the catch", wounds, CATCHER, {"pot_through": "left"}, blow="blunt"),
        "wounds": lambda r, blow: blow.wounds,
    },
    says="He absorbs {absorbed} of a POT of {impact}; {left} gets through.",
)

# Pulses ---------------------------------------------------------------------------------------------------------------


def each_pulse(r: Ruleset, speed: int) -> int:
    """Feet in a Pulse at full rate, rounded as the table is: to a part of a foot first."""
    parts = r["pulse_move.parts"]
    return half_up(half_up(speed * r["pulse_move.feet"] * parts, r["pulse_move.mph"]), parts)


def covered(r: Ruleset, each_pulse: int, first_pulse: int, pulses: int, action_quarters: int) -> int:
    """Feet in all, less the share of the time that another action takes."""
    whole = r["action_time.whole"]
    return half_up((first_pulse + (pulses - 1) * each_pulse) * max(0, whole - action_quarters), whole)


pulse_move = Check(
    "realms_of_myth.pulse_move",
    "How many feet does he cover in a number of Pulses?",
    source="Optional Rule: Pulse Movement; Table 7-2; Declarations",
    parameters="falling.speed pulses standing_start action_quarters",
    targets={
        "each_pulse": each_pulse,
        "first_pulse": lambda r, each_pulse, standing_start: (
            half_up(each_pulse, r["pulse_move.standing_start"]) if standing_start else each_pulse
        ),
        "feet": covered,
    },
    says="He covers {first_pulse} feet in the first Pulse and {each_pulse} in each of the others, "
    "less what his other action takes.",
)
