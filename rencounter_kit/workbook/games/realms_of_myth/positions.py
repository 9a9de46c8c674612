"""Positions in close combat: kept off by a long weapon, slipping past it, and what comes to hand as a weapon."""

from functools import partial

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, node, refuse, total
from ...rulebook.book import Rule, Ruleset
from .tasks import RESOLUTION, against, growth_rule, half_up, never_negative, on_task, roll, worth

INCHES, TENTHS = 12, 10  # of a foot


# Kept off -------------------------------------------------------------------------------------------------------------


def weapon_reach(r: Ruleset, weapon_size: int) -> int:
    """A weapon's Size in tenths of a foot."""
    return TENTHS * weapon_size


def part_of_the_height(r: Ruleset, height_inches: int) -> Rule:
    """The part of his height within which the bearer must strike."""
    rule = r.rule("gap.height")
    return worth(rule, half_up(-TENTHS * height_inches, INCHES * rule.value), f"{rule.label} {rule.value}")


GAP = never_negative(Node(weapon_reach, ("weapon_size",), "Size of the weapon"), node(part_of_the_height))

engagement_gap = Check(
    "realms_of_myth.engagement_gap",
    "How far off does a long weapon keep the foe?",
    source="Melee Combat",
    parameters="weapon_size positions.height_inches",
    targets={"gap": total("gap (tenths of a foot)", *GAP)},
    says=lambda r, gap: [
        f"It keeps {gap} tenths of a foot between them." if gap else "They can fight at close quarters."
    ],
)

# Slipping past --------------------------------------------------------------------------------------------------------


def throw_inside(
    throw: Throw, r: Ruleset, maneuver_percent: int, with_attack: bool, attack_percent: int
) -> Consequence:
    """Past the weapon, and then the attack."""
    attack = partial(roll, throw, r, "attack", attack_percent, "inside_and_hit", "inside_and_missed")
    return roll(throw, r, "maneuver", maneuver_percent, attack if with_attack else "inside", "kept_out")


step_inside = Check(
    "realms_of_myth.step_inside",
    "Does he slip past the longer weapon?",
    source="Melee Combat",
    parameters=(
        "maneuver_av foe_weapon_av with_attack positions.attack_av foe_defence_dv maneuver_chance",
        "positions.attack_chance",
        RESOLUTION,
    ),
    targets={
        **against(["maneuver_av"], ["foe_weapon_av"], "maneuver_"),
        **against(["attack_av"], ["foe_defence_dv"], "attack_", "with_attack"),
    },
    dice=throw_inside,
    outcomes=("kept_out", "inside", "inside_and_missed", "inside_and_hit"),
    events={"gets inside": ("inside", "inside_and_missed", "inside_and_hit"), "hits": "inside_and_hit"},
    says=lambda r, with_attack, maneuver_percent, attack_percent: [
        f"He {on_task(r, 'slips past', maneuver_percent)}.",
        *([f"Then he {on_task(r, 'hits', attack_percent)}."] if with_attack else []),
    ],
)

# What comes to hand ---------------------------------------------------------------------------------------------------


def too_heavy(r: Ruleset, hands: int, weight: int, strength: int, progressive: str) -> Rule | None:
    """Pounds over what he can wield."""
    by = r[f"improvised.strength.{hands}"]
    return growth_rule(r, half_up(by * weight - strength, by), progressive, "pounds too heavy:")


def refuse_length(r: Ruleset, hands: int, length_inches: int, height_inches: int) -> None:
    """Too long for one hand, or too short for both."""
    length, limit = 100 * length_inches, r["improvised.length"] * height_inches
    fits, least = (length < limit, "less") if hands == 1 else (length > limit, "more")
    refuse(
        not fits,
        f"length_inches must be {least} than {r['improvised.length']} % of the height in "
        f"{'one hand' if hands == 1 else 'both hands'}; got {length_inches} of {height_inches}; try "
        f"{'hands=2' if hands == 1 and length > limit else 'another length'}",
    )


improvised_weapon = Check(
    "realms_of_myth.improvised_weapon",
    "How awkward is a makeshift weapon?",
    source="Improvising a Weapon",
    parameters="hands positions.weight length_inches positions.strength improvised_weapon.height_inches progressive",
    targets={"penalty": total("penalty to the AV", too_heavy)},
    refusals=(refuse_length,),
    says="The wielder's AV is {penalty} lower.",
)
