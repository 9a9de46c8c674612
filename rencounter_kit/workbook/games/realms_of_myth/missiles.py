"""Missiles: the DV of a shot, and whether it hits."""

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, node, refuse, total, value
from ...rulebook.book import Rule, Ruleset
from .contests import pass_of_arms, says_arms, throw_arms
from .ranges import AT_RANGE, HURLED, KINDS, beyond, by_range, limits, refuse_beyond, unit, yard
from .tasks import RESOLUTION, never_negative

# The DV of a shot -----------------------------------------------------------------------------------------------------

STATES = ("aware", "unaware_moving", "unaware_stationary")
AT_TARGET = "target_state dodge_dv missiles.agl_mod missiles.target_speed shield_modifier other_dv unaware_dv"


def reckoned(r: Ruleset, target_state: str, unaware_dv: str) -> str:
    """What counts beside the range: the state of the target, or nothing."""
    return "nothing" if target_state != "aware" and unaware_dv == "range_only" else target_state


def dodge(r: Ruleset, reckoned: str, dodge_dv: int) -> int:
    """An aware target dodges."""
    return dodge_dv if reckoned == "aware" else 0


def unaware(r: Ruleset, reckoned: str, agl_mod: int) -> Rule | int | None:
    """The base of an unaware target: its AGL modifier, or a point where it stands still."""
    if reckoned == "unaware_stationary":
        return r.rule("shot.unaware")
    return agl_mod if reckoned == "unaware_moving" else None


def moves(r: Ruleset, reckoned: str, target_speed: int) -> Rule | None:
    """The speed of a target that moves."""
    counts = target_speed and reckoned in STATES[:2]
    return r.rule("shot.speed").times(target_speed) if counts else None


def shield(r: Ruleset, reckoned: str, shield_modifier: int) -> int:
    """A shield between."""
    return shield_modifier if reckoned in STATES[:2] else 0


BESIDE_RANGE = (  # what makes the DV of a shot beside its range
    Node(dodge, ("reckoned", "dodge_dv"), "Dodge DV"),
    Node(unaware, ("reckoned", "agl_mod"), "AGL modifier"),
    node(moves),
    Node(shield, ("reckoned", "shield_modifier"), "shield"),
    value("other_dv", "wind, rain and the like"),
)
DV = never_negative(node(by_range), *BESIDE_RANGE)


def refuse_near(r: Ruleset, weapon: str, distance: int) -> None:
    """Nobody shoots at what stands before him."""
    least = r[f"shot.least.{KINDS[weapon]}"]
    refuse(
        distance < least, f"distance must be at least {least} {unit(weapon)} with {weapon}; got {distance}; try {least}"
    )


ranged_attack_dv = Check(
    "realms_of_myth.ranged_attack_dv",
    "How hard is the shot?",
    source="Resolving Ranged Attacks; Base Range Limits for Ranged Weapons",
    parameters=(AT_RANGE, AT_TARGET),
    derived=(limits, yard, reckoned),
    targets={"dv": total("DV of the shot", *DV)},
    refusals=(refuse_beyond, refuse_near),
    says="The shot has a DV of {dv}.",
)

# The shot -------------------------------------------------------------------------------------------------------------


def both_roll(r: Ruleset, weapon: str, target_state: str, hurled_resolution: str) -> bool:
    """Is it a Contested Roll? Only where an aware target sees something hurled."""
    return hurled_resolution == "contested" and target_state == "aware" and weapon in HURLED


def refuse_defence(r: Ruleset, both_roll: bool, defence_chance: int | None) -> None:
    """Who does not know of the shot has no roll."""
    refuse(
        defence_chance is not None and not both_roll,
        f"defence_chance must be none where the target does not roll; got {defence_chance}; try target_state aware",
    )


def throw_shot(
    throw: Throw,
    r: Ruleset,
    in_range: bool,
    percent: int,
    both_roll: bool,
    defence_percent: int,
    ties_to_attacker: bool,
) -> Consequence:
    """The shot, unless it falls short."""
    if not in_range:
        return "miss"
    return throw_arms(throw, r, percent, defence_percent, both_roll, ties_to_attacker)


def says_shot(
    r: Ruleset, in_range: bool, percent: int, both_roll: bool, defence_percent: int, ties_to_attacker: bool
) -> list[str]:
    """The rolls in words."""
    if not in_range:
        return ["The target is out of range: nothing can hit it."]
    return says_arms(r, percent, defence_percent, both_roll, ties_to_attacker)


ranged_attack = Check(
    "realms_of_myth.ranged_attack",
    "Does the shot hit?",
    source="Ranged Combat; Resolving Ranged Attacks",
    parameters=(
        "av",
        AT_RANGE,
        AT_TARGET,
        "missiles.chance missiles.defence_chance hurled_resolution missiles.margin_tie",
        RESOLUTION,
    ),
    derived=(limits, yard, reckoned),
    targets={
        "in_range": lambda r, limits, distance: not beyond(limits, distance),
        **pass_of_arms(["av"], DV, "", both_roll, "in_range"),
    },
    dice=throw_shot,
    outcomes=("miss", "hit"),
    events={"hits": "hit"},
    refusals=(refuse_near, refuse_defence),
    says=says_shot,
)
