"""Knockdown: a serious wound throws a man down, a crippling one a horse; by an optional rule only if an action roll
fails.
"""

from dataclasses import replace
from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, pick, refuse, total
from ...rulebook.book import Rule, Ruleset
from .acting import MODIFIER, TARGETS, Nerve, acts_or, check_lucky, says_acts


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


def weapon(r: Ruleset, damage_modifier: int, rolls: bool) -> int:
    """What makes a wound worse makes it harder to stay up."""
    return -damage_modifier if rolls else 0


def refuse_points(r: Ruleset, wound: str, wounds: int) -> None:
    """Fewer points in all than the wound itself has."""
    least = r[f"wounds.{wound}"]
    refuse(
        wounds < least,
        f"wounds must be at least {least} with a {wound} wound; got {wounds}; wounds includes this wound",
    )


def refuse_fanatic(r: Ruleset, struck: str, fanatic: bool) -> None:
    """A horse has no convictions."""
    refuse(fanatic and struck != "man", f"fanatic must be false with struck {struck}; got true; only a man can be one")


class Knockdown(NamedTuple):
    """The points of a wound, those from which it knocks down and up to which a roll decides, and does one?"""

    points: int
    falls_from: int
    helped_to: int
    rolls: bool


def throw_knockdown(throw: Throw, r: Ruleset, knockdown: Knockdown, nerve: Nerve) -> Consequence:
    """The action roll where one is allowed; however badly it fails, he falls and no more."""
    if not knockdown.rolls:
        return "down" if knockdown.points >= knockdown.falls_from else "standing"
    return acts_or(throw, r, nerve, "standing", "down")


def says(r: Ruleset, knockdown: Knockdown, nerve: Nerve) -> list[str]:
    """What decides, in words."""
    if knockdown.rolls:
        return says_acts(r, nerve, "He", "stays up")
    return [f"Such a wound {'always' if knockdown.points >= knockdown.falls_from else 'never'} knocks him down."]


knockdown = Check(
    "rencounter.knockdown",
    "Does the wound knock him down?",
    source="Wounds; Variable knockdown (optional); Wounded horses",
    parameters=(
        "knockdown.experience knockdown.wounds struck fanatic wound damage_modifier variable_knockdown",
        "master_acts natural_one_acts_max_wounds natural_one_in_checks",
    ),
    targets={
        "points": lambda r, wound: int(r[f"wounds.{wound}"]),  # of this one wound: two minor wounds knock nobody down
        "falls_from": total("is knocked down (points of this wound)", pick("knockdown.{}", "struck")),
        "helped_to": total(
            "may roll to stay up (points of this wound)", pick("knockdown.roll.{}", "struck", "variable_knockdown")
        ),
        "rolls": rolls,
        "modifier": total(
            MODIFIER.roll,
            hurt,
            Node(weapon, ("damage_modifier", "rolls"), "the weapon's damage modifier, sign reversed"),
        ),
        **TARGETS,
        "overcome_at": lambda r: None,
        "lucky": check_lucky,
    },
    record={"knockdown": Knockdown, "nerve": Nerve},
    dice=throw_knockdown,
    outcomes=("standing", "down"),
    events={"is knocked down": "down"},
    refusals=(refuse_points, refuse_fanatic),
    says=says,
)
