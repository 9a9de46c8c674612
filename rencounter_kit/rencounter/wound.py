"""The severity roll: how bad is a wound?"""

from __future__ import annotations

from typing import Any

from ..check import Check, ruling
from ..dist import d
from ..modifiers import refuse, total, value
from ..parameter import choice, whole, yes_no
from ..rules import Rule, Ruleset
from ..space import NUMBERS, By
from ..throw import Throw
from ..wording import adjusted
from .acting import STEM

D12 = d(12)
WOUNDS = ("none", "minor", "serious", "crippling", "dead")
DOWN = ("serious", "crippling", "dead")


def throw_severity(throw: Throw, r: Ruleset, modifier: int) -> Any:
    """A d12 read off the severity table."""
    return throw("severity", D12, lambda face: r.look_up("severity", face + modifier))


def heavy(r: Ruleset, chapter: str, armor: int) -> Rule | None:
    """What heavy armor does to the severity roll; ``chapter`` is "fire" or "melee"."""
    return r.rule(f"{chapter}.damage.armor") if armor >= r["melee.damage.heavy"] else None


def points_after(r: Ruleset, before: int, severity: str, death_at: int) -> int:
    """Wound points in all; ``death_at`` is dead."""
    if severity == "dead":
        return death_at
    return before if severity == "none" else min(death_at, before + int(r[f"wounds.{severity}"]))


def armor(r: Ruleset, melee: bool, target_armor: int, armor_lessens_fire_damage: bool) -> Rule | None:
    """Heavy armor, by fire only where the ruling lets it."""
    return heavy(r, "melee" if melee else "fire", target_armor) if melee or armor_lessens_fire_damage else None


def margin_rule(r: Ruleset, margin: bool, melee: bool) -> Rule | None:
    """What a hit far below the needed number does."""
    return r.rule("melee.margin.damage" if melee else "fire.margin.damage") if margin else None


def refuse_dead(r: Ruleset, previous_wounds: int, death_at: int) -> None:
    """A dead man is wounded no more."""
    refuse(
        previous_wounds >= death_at,
        f"previous_wounds must be below death_at {death_at}; got {previous_wounds}; he is dead already",
    )


def dice(t: Any, throw: Throw, r: Ruleset) -> Any:
    """Severity, then the points that were there already."""

    def suffered(severity: str) -> Any:
        points = points_after(r, t.previous_wounds, severity, t.death_at)
        if t.result == "points":
            return points
        return "dead" if points >= t.death_at else severity

    return throw.after(throw_severity(throw, r, t.modifier), suffered)


wound = Check(
    "rencounter.wound",
    "How bad is the wound?",
    "Fire Combat: Damage; Melee: Damage",
    (
        whole("damage_modifier", -8, 8, 0, "The weapon's figure on the severity die: lower is worse.", group="weapon"),
        yes_no("margin", False, "The hit was three or more below the needed number.", group="situation"),
        yes_no("melee", False, "A stroke, not a shot."),
        whole(
            "target_armor", 0, 4, 0, "0 none, 1 light, 2 half, 3 nearly full, 4 full.", group="target", unit="points"
        ),
        whole("previous_wounds", 0, 5, 0, "Wound points that he has already.", group="target", unit="points"),
        choice("result", ("wound", "points"), "wound", "The wound, or all wound points after it."),
        ruling(STEM, "armor_lessens_fire_damage"),
        ruling(STEM, "death_at"),
    ),
    {
        "modifier": total("on the severity die (d12)", value("damage_modifier"), margin_rule, armor),
        "previous_wounds": lambda r, previous_wounds: previous_wounds,
        "death_at": lambda r, death_at: death_at,
        "result": lambda r, result: result,
    },
    dice,
    By("result", {"wound": WOUNDS, "points": NUMBERS}),
    {"puts down": DOWN, "kills": ("dead",)},
    says=lambda t, r: [f"A {adjusted('d12', t.modifier)} on the severity table; low is bad."],
    refusals=(refuse_dead,),
)

__all__ = ["D12", "DOWN", "WOUNDS", "heavy", "points_after", "throw_severity", "wound"]
