"""Wound locations: where a wound sits, and what that changes."""

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.space import NUMBERS, By
from ...rulebook.book import Ruleset
from .acting import Nerve, action_die, acts_on, acts_or
from .ratings import BOOK

PLACES = BOOK.names("wound_location.table")


def leg(place: str) -> bool:
    """Is it one of the legs?"""
    return place.endswith("leg")


def arm(place: str) -> bool:
    """Is it one of the arms?"""
    return place.endswith("arm")


def move(r: Ruleset, place: str, points: int) -> int:
    """Inches a turn that he can still walk."""
    if leg(place):
        return max(r["move.foot.walk"] + points * r["wound_location.leg_move"], r["wound_location.leg_least"])
    each = r["wound_location.arm_move" if arm(place) else "wounds.point.move"]
    return max(r["move.foot.walk"] + points * each, 0)


def skill(r: Ruleset, place: str, points: int, kind: str) -> int:
    """What the wound does to his fire or melee skill."""
    change = points * r[f"wounds.point.{kind}"]
    if leg(place) and kind == "fire":
        return min(0, change + r["wound_location.leg_fire"])
    return change + r["wound_location.arm_combat"] if arm(place) else change


def dice(throw: Throw, r: Ruleset, wounds: int, result: str, check: Nerve) -> Consequence:
    """Where it sits; for an arm perhaps the action check."""

    def struck(face: int) -> Consequence:
        place = r.look_up("wound_location.table", face)
        if result == "location":
            return place
        if result == "move":
            return move(r, place, wounds)
        if result in ("fire", "melee"):
            return skill(r, place, wounds, result)
        if not arm(place):
            return "holds"
        return acts_or(throw, r, check, "holds", "drops")

    return throw("location", r.dice("wound_location"), struck)


def says(r: Ruleset, result: str, check: Nerve) -> list[str]:
    """What is asked, in words."""
    further = {
        "location": [],
        "move": [f"Inches a turn on foot, of {r['move.foot.walk']}; with leg wounds he can always crawl a little."],
        "fire": ["Points off his fire skill; a leg counts one point less, an arm one more."],
        "melee": ["Points off his melee skill; an arm counts one point more."],
        "drops": [f"Only an arm lets go: with the wound, he {acts_on(r, check, 'holds on')}."],
    }[result]
    return [f"A {r['dice.wound_location']} on the table of locations.", *further]


wound_location = Check(
    "rencounter.wound_location",
    "Where is he hit?",
    source="Wound Locations",
    parameters=(
        "locations.wounds locations.experience locations.result master_acts natural_one_acts_max_wounds",
        "natural_one_in_checks",
    ),
    targets={"check": action_die()},
    dice=dice,
    outcomes=By(
        "result",
        {"location": PLACES, "move": NUMBERS, "fire": NUMBERS, "melee": NUMBERS, "drops": ("holds", "drops")},
    ),
    events={
        "in an arm": tuple(filter(arm, PLACES)),
        "in a leg": tuple(filter(leg, PLACES)),
        "lets go of what he holds": "drops",
    },
    says=says,
)
