"""The severity roll: how bad is a wound?"""

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import adjusted
from ...mechanics.check import Check
from ...mechanics.dice_memory import DiceMemory
from ...mechanics.modifiers import Node, node, refuse, since, total, value
from ...mechanics.space import NUMBERS, By, graded
from ...rulebook.book import Rule, Ruleset
from .ratings import BOOK

WOUNDS = BOOK.names("severity")[::-1]
DOWN = WOUNDS[WOUNDS.index("serious") :]
WOUND_WORDS = {
    "none": "no wound",
    "puts down": "puts out of action (serious or worse)",
    "puts down the defender": "puts the defender out of action (serious or worse)",
    "puts him down": "puts him out of action (serious or worse)",
}  # outcomes and events that are not read as they are written


def severity(throw: Throw, r: Ruleset, modifier: int) -> Consequence:
    """The severity dice read off their table."""
    return throw("severity", r.dice("severity"), lambda face: r.look_up("severity", face + modifier))


SEVERITY = DiceMemory(severity)


def throw_severity(throw: Throw, r: Ruleset, modifier: int) -> Consequence:
    """The severity dice read off their table, once for each modifier."""
    return throw.dice_of(SEVERITY, modifier, r)


def throw_wound(throw: Throw, r: Ruleset, modifier: int, before: int, death_at: int) -> Consequence:
    """The severity roll of one with wound points before it: dead where it is one too many."""

    def after(wound: str) -> str:
        return "dead" if points_after(r, before, wound, death_at) >= death_at else wound

    return throw.after(throw_severity(throw, r, modifier), after)


def on_severity(r: Ruleset, modifier: int) -> str:
    """The severity roll in words, as "d12 -1 on the severity table"."""
    return f"{adjusted(r['dice.severity'], modifier)} on the severity table"


def heavy(chapter: str, armor: str, *when: str) -> Node:
    """What heavy armour does to the severity roll; ``chapter`` is "fire" or "melee"."""
    return since(f"{chapter}.damage.armor", armor, "melee.damage.heavy", *when)


def points_after(r: Ruleset, before: int, severity: str, death_at: int) -> int:
    """Wound points in all; ``death_at`` is dead."""
    if severity == "dead":
        return death_at
    return before if severity == "none" else min(death_at, before + int(r[f"wounds.{severity}"]))


def armor(r: Ruleset, melee: bool, target_armor: int, armor_lessens_fire_damage: bool) -> Rule | None:
    """Heavy armour, by fire only where the ruling lets it."""
    counts = (melee or armor_lessens_fire_damage) and target_armor >= r["melee.damage.heavy"]
    return r.rule("melee.damage.armor" if melee else "fire.damage.armor") if counts else None


def margin(r: Ruleset, margin: bool, melee: bool) -> Rule | None:
    """What a hit far below the needed number does."""
    return r.rule("melee.margin.damage" if melee else "fire.margin.damage") if margin else None


def refuse_dead(name: str) -> Node:
    """A dead man is wounded no more."""

    def dead(r: Ruleset, wounds: int, death_at: int) -> None:
        refuse(wounds >= death_at, f"{name} must be below death_at {death_at}; got {wounds}; he is dead already")

    return node(dead, wounds=name)


def dice(throw: Throw, r: Ruleset, modifier: int, previous_wounds: int, death_at: int, result: str) -> Consequence:
    """Severity, then the points that were there already."""

    wound = throw_wound(throw, r, modifier, previous_wounds, death_at)
    if result == "wound":
        return wound
    return throw.after(wound, lambda wound: points_after(r, previous_wounds, wound, death_at))


wound = Check(
    "rencounter.wound",
    "How bad is the wound?",
    source="Fire Combat: Damage; Melee: Damage",
    parameters="damage_modifier margin melee target_armor previous_wounds result armor_lessens_fire_damage death_at",
    targets={
        "modifier": total("on the severity die ({dice.severity})", value("damage_modifier"), margin, armor),
    },
    dice=dice,
    outcomes=By("result", {"wound": graded(WOUNDS), "points": NUMBERS}),
    events={"puts down": DOWN, "kills": "dead"},
    wording=WOUND_WORDS,
    says=lambda r, modifier: [f"{on_severity(r, modifier)}; low is worse for the target."],
    refusals=(refuse_dead("previous_wounds"),),
)
