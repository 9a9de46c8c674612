"""Knockdown: a serious wound throws a man down, a crippling one a horse; by an optional rule only if an action roll fails."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..check import Check, ruling
from ..modifiers import Node, refuse, total
from ..parameter import choice, whole, yes_no
from ..rules import Rule, Ruleset
from ..throw import Throw
from .acting import MODIFIER, STEM, TARGETS, check_lucky, says_acts, throw_action
from .wound import WOUNDS


def points(r: Ruleset, wound: str) -> int:
    """Points of this one wound. What was there before does not count: two minor wounds knock nobody down."""
    return int(r[f"wounds.{wound}"])


def falls_from(r: Ruleset, struck: str) -> Rule:
    """The least wound that knocks down."""
    return r.rule(f"knockdown.{struck}")


def helped_to(r: Ruleset, struck: str, variable_knockdown: bool) -> Rule | None:
    """The worst wound after which an action roll can help, by the optional rule."""
    return r.rule(f"knockdown.roll.{struck}") if variable_knockdown else None


def rolls(r: Ruleset, points: int, falls_from: int, helped_to: int) -> bool:
    """Does an action roll decide?"""
    return falls_from <= points <= helped_to


def hurt(r: Ruleset, wounds: int, fanatic: bool, rolls: bool) -> list[Rule]:
    """Each wound point makes it harder; a fanatic does not feel the first."""
    if not rolls:
        return []
    point = r.rule("wounds.point.action")
    if not fanatic:
        return [point.times(wounds)]
    unfelt = r.rule("fanatics.wounds_ignored")
    return [point.times(wounds), replace(unfelt, value=-point.value * min(unfelt.value, wounds))]


def refuse_points(r: Ruleset, wound: str, wounds: int) -> None:
    """Fewer points in all than the wound itself has."""
    least = r[f"wounds.{wound}"]
    refuse(wounds < least, f"wounds must be at least {least} with a {wound} wound; got {wounds}; this wound counts too")


def refuse_fanatic(r: Ruleset, struck: str, fanatic: bool) -> None:
    """A horse has no convictions."""
    refuse(fanatic and struck != "man", f"fanatic must be false with struck {struck}; got true; only a man can be one")


def dice(t: Any, throw: Throw, r: Ruleset) -> Any:
    """The action roll where one is allowed; however badly it fails, he falls and no more."""
    if not t.rolls:
        return "down" if t.points >= t.falls_from else "standing"
    return throw_action(t, throw, r, lambda outcome: "standing" if outcome == "act" else "down")


def says(t: Any, r: Ruleset) -> list[str]:
    """What decides, in words."""
    if t.rolls:
        return says_acts(t, r, "Stays up")
    return [f"Such a wound {'always' if t.points >= t.falls_from else 'never'} knocks down."]


knockdown = Check(
    "rencounter.knockdown",
    "Does the wound knock him down?",
    "Wounds; Variable knockdown (optional); Wounded horses",
    (
        whole(
            "experience", 1, 6, 4,
            "1 scum, 2 raw, 3 green, 4 average, 5 veteran, 6 master; for a horse the text names none: its rider's, say.",
            group="figure",
        ),
        whole("wounds", 1, 5, 2, "Wound points that he has now, this wound counted.", group="figure", unit="points"),
        choice("struck", ("man", "horse"), "man", "Who was hit.", group="figure"),
        yes_no("fanatic", False, "A fanatic, who does not feel the first wound point (experimental).", group="figure"),
        choice("wound", WOUNDS[1:-1], "serious", "How bad the wound is that he has just suffered."),
        whole("damage_modifier", -8, 8, 0, "The weapon's figure on the severity die: lower is worse.", group="weapon"),
        *(
            ruling(STEM, name)
            for name in ("variable_knockdown", "master_acts", "natural_one_acts_max_wounds", "natural_one_in_checks")
        ),
    ),
    {
        "points": points,
        "falls_from": total("knocked down (points of one wound)", falls_from),
        "helped_to": total("an action roll helps (points of one wound)", helped_to),
        "rolls": rolls,
        "modifier": total(
            MODIFIER.roll, hurt,
            Node(lambda r, damage, rolls: -damage if rolls else 0, ("damage_modifier", "rolls"), "damage of the weapon, turned round"),
        ),
        **TARGETS,
        "overcome_at": lambda r: None,
        "lucky": check_lucky,
    },
    dice,
    ("standing", "down"),
    {"is knocked down": ("down",)},
    refusals=(refuse_points, refuse_fanatic),
    says=says,
)  # fmt: skip
