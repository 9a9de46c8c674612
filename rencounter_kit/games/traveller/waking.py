"""What a man has left when he wakes."""

from __future__ import annotations

from dataclasses import replace

from ...mechanics.check import Check
from ...mechanics.modifiers import refuse, total, value
from ...mechanics.parameter import choice, whole
from ...mechanics.ready_dice import no_dice
from ...rulebook.book import Rule, Ruleset
from .basics import BOOK


def regained(r: Ruleset, full: int, wounded: int, condition: str) -> Rule | None:
    """The points that come back: half of those lost, or up to a least value."""
    if condition == "minor":
        return None
    rule = r.rule(f"wounds.waking.{condition}")
    points = (full - wounded) // rule.value if condition == "unconscious" else max(rule.value - wounded, 0)
    return replace(rule, value=points, label="regained upon waking")


def refuse_more_than_full(r: Ruleset, full: int, wounded: int) -> None:
    """A wound takes points away."""
    refuse(wounded > full, f"wounded must be at most full {full}; got {wounded}; try wounded = {full}")


def refuse_up_with_0(r: Ruleset, wounded: int, condition: str) -> None:
    """Who has a value of 0 is down."""
    refuse(
        condition == "minor" and not wounded,
        "wounded must be 1 or more with condition minor; got 0; try condition = unconscious",
    )


waking_value = Check(
    "traveller.waking_value",
    "What is a characteristic upon waking?",
    source="Wounding and Death: Minor Wounds, Unconsciousness, Serious Wound",
    parameters=[
        whole("full", 1, 15, 7, "The characteristic when he is unwounded.", group="target", unit="points"),
        whole("wounded", 0, 15, 0, "What was left of it when he fell.", group="target", unit="points"),
        choice(
            "condition",
            ("minor", *BOOK.names("wounds.waking")),
            "unconscious",
            "How bad it was: nothing at 0, one characteristic, or two.",
            hint="nothing at 0, one characteristic, or two",
            group="target",
        ),
    ],
    targets={"points": total("upon waking", value("wounded", "what was left"), regained)},
    dice=no_dice("points"),
    unit="point",
    refusals=[refuse_more_than_full, refuse_up_with_0],
    says="He wakes with {points}.",
)
