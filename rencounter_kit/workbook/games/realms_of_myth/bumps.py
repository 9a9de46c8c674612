"""After a Body Check: who keeps his feet, how far the target bounces, and how hard the bump is."""

from functools import partial

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, Total, node, total, value
from ...rulebook.book import Rule, Ruleset
from .tasks import RESOLUTION, against, growth_rule, on_task, roll

BODIES = "bumps.strength body_checks.modified_sta target_strength target_modified_sta bumps.speed"

# Keeping one's feet ---------------------------------------------------------------------------------------------------


def surplus(r: Ruleset, strength: int, modified_sta: int, target_strength: int, target_modified_sta: int) -> int:
    """STR and modified STA of the attacker, over those of the target."""
    return strength + modified_sta - target_strength - target_modified_sta


def outweighed(r: Ruleset, surplus: int, footing_rule: str, progressive: str) -> Rule | None:
    """What the difference of both bodies adds to the DV."""
    points = surplus if footing_rule == "target" else abs(surplus)
    return growth_rule(r, points, progressive, "points of STR and modified STA between them")


def throw_footing(
    throw: Throw, r: Ruleset, attacker_checks: bool, target_checks: bool, attacker_percent: int, target_percent: int
) -> Consequence:
    """Who stays on his feet."""

    def target(stays: str, falls: str) -> Consequence:
        return roll(throw, r, "target", target_percent, stays, falls) if target_checks else stays

    stands, lies = partial(target, "both_stand", "target_falls"), partial(target, "attacker_falls", "both_fall")
    return roll(throw, r, "attacker", attacker_percent, stands, lies) if attacker_checks else stands()


def says_footing(
    r: Ruleset, attacker_checks: bool, target_checks: bool, attacker_percent: int, target_percent: int
) -> list[str]:
    """The rolls in words."""
    sides = {"attacker": (attacker_checks, attacker_percent), "target": (target_checks, target_percent)}
    return [
        f"The {side} {on_task(r, 'keeps his feet', percent)}." if checks else f"The {side} need not check."
        for side, (checks, percent) in sides.items()
    ]


def footing(side: str) -> dict[str, Total]:
    """One side's check of AGL."""
    return against(
        [value(f"{side}_agl", "AGL"), value(f"{side}_acrobat_sl", "Acrobat or Dancer SL")],
        [value("speed", "speed"), node(outweighed)],
        f"{side}_",
        f"{side}_checks",
    )


body_check_footing = Check(
    "realms_of_myth.body_check_footing",
    "Who keeps his feet after a Body Check?",
    source="Opportunity Actions",
    parameters=(
        BODIES,
        "bumps.attacker_agl target_agl attacker_acrobat_sl target_acrobat_sl bumps.attacker_chance",
        "body_checks.target_chance footing_rule progressive",
        RESOLUTION,
    ),
    derived=[surplus],
    targets={
        "attacker_checks": lambda r, surplus, footing_rule: (
            footing_rule == "lesser" and surplus <= r["body_check.near"]
        ),
        "target_checks": lambda r, surplus, footing_rule: footing_rule == "target" or surplus >= -r["body_check.near"],
        **footing("attacker"),
        **footing("target"),
    },
    dice=throw_footing,
    outcomes=("both_stand", "attacker_falls", "target_falls", "both_fall"),
    events={"the target falls": ("target_falls", "both_fall"), "the attacker falls": ("attacker_falls", "both_fall")},
    says=says_footing,
)

# How far, and how hard ------------------------------------------------------------------------------------------------


def closing(r: Ruleset, attacker_speed: int, target_speed: int) -> int:
    """The target's speed, if both move."""
    return target_speed if attacker_speed else 0


def more(of: str, attacker: str, target: str) -> Node:
    """What the attacker has more of it, or nothing."""
    return Node(lambda r, mine, other: max(0, mine - other), (attacker, target), f"{of} above the target's")


bounce_distance = Check(
    "realms_of_myth.bounce_distance",
    "How far is the target bounced?",
    source="Opportunity Actions",
    parameters="attacker_speed target_speed attacker_sta target_sta",
    targets={
        "feet": total(
            "feet",
            value("attacker_speed", "attacker's speed"),
            Node(closing, ("attacker_speed", "target_speed"), "target's speed, as both move"),
            more("modified STA", "attacker_sta", "target_sta"),
        )
    },
    says="The target is bounced {feet} feet.",
)

body_check_pot = Check(
    "realms_of_myth.body_check_pot",
    "How hard is the bump of a Body Check?",
    source="Opportunity Actions",
    parameters=BODIES,
    targets={
        "pot": total(
            "POT",
            value("speed", "speed"),
            more("STR", "strength", "target_strength"),
            more("modified STA", "modified_sta", "target_modified_sta"),
        )
    },
    says="The bump has a POT of {pot}, before shield and armour.",
)
