"""What a man has left when he wakes."""

from dataclasses import replace

from ...mechanics.check import Check
from ...mechanics.modifiers import refuse, total, value
from ...mechanics.question import Words
from ...rulebook.book import Rule, Ruleset


def regained(r: Ruleset, so_far: int, full: int, condition: str) -> Rule | None:
    """The points that come back: half of those lost, or up to a least value."""
    if condition == "minor":
        return None
    rule = r.rule(f"wounds.waking.{condition}")
    points = (full - so_far) // rule.value if condition == "unconscious" else max(rule.value - so_far, 0)
    return replace(rule, value=points, label="regained upon waking")


def refuse_more_than_full(r: Ruleset, full: int, wounded: int) -> None:
    """A wound takes points away."""
    refuse(wounded > full, f"wounded must be at most full {full}; got {wounded}; try wounded = {full}")


def refuse_up_at_zero(r: Ruleset, wounded: int, condition: str) -> None:
    """Who has a value of 0 is down."""
    refuse(
        condition == "minor" and not wounded,
        "wounded must be 1 or more with condition minor; got 0; try condition = unconscious",
    )


waking_value = Check(
    "traveller.waking_value",
    "What is a characteristic upon waking?",
    source="Wounding and Death: Minor Wounds, Unconsciousness, Serious Wound",
    parameters="full wounded condition",
    targets={"points": total("upon waking", value("wounded", "what was left"), regained)},
    wording=Words(unit="point"),
    refusals=[refuse_more_than_full, refuse_up_at_zero],
    says="He wakes with {points}.",
)
