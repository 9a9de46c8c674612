"""Noticing: those who keep quiet, those who only pretend, and whoever comes from behind."""

from collections.abc import Callable, Sequence

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, called, inputs, is_, value
from ...rulebook.book import Ruleset
from .contests import clash, says_clash
from .surprise_margins import SOURCE
from .tasks import ATTEMPT, against, on_task, roll

# Who watches against who hides or pretends ----------------------------------------------------------------------------


def watch(sees: str, misses: str, who: tuple[str, str]) -> Callable[..., Consequence]:
    """The dice of one who watches, and of the other where he rolls; ``who`` names both."""

    def dice(
        throw: Throw, r: Ruleset, contested: bool, watcher: int, other: int, ties_to_watcher: bool, both_fail: str
    ) -> Consequence:
        if not contested:
            return roll(throw, r, who[0], watcher, sees, misses)
        return clash(throw, r, watcher, other, sees, misses, sees if ties_to_watcher else misses, both_fail, who)

    return dice


def says_watch(does: str, who: tuple[str, str], ends: dict[str, str]) -> Callable[..., Sequence[str]]:
    """The same in words.

    does : what the one who watches does.
    ends : what comes of two failures, in words.
    """

    def says(
        r: Ruleset, contested: bool, watcher: int, other: int, ties_to_watcher: bool, both_fail: str
    ) -> Sequence[str]:
        if not contested:
            return [f"The {who[0]} {on_task(r, does, watcher)}."]
        tie = who[0] if ties_to_watcher else who[1]
        last = f"Equal margins go to the {tie}; if both fail, {ends[both_fail]}."
        return [*says_clash(r, watcher, other, who), last]

    return says


KEEPING_QUIET = ("watcher", "sneaker")
awareness = Check(
    "realms_of_myth.awareness",
    "Are those who keep quiet noticed?",
    source="Tactical Time & Tactical Situations; Surprise!!",
    parameters="perception_chance contested stealth_chance noticing.margin_tie both_fail",
    targets={
        **inputs(watcher="perception_chance", other="stealth_chance"),
        "ties_to_watcher": is_("margin_tie", "watcher"),
    },
    dice=watch("aware", "unaware", KEEPING_QUIET),
    outcomes=("aware", "unaware"),
    events={"are noticed": "aware"},
    says=says_watch("notices them", KEEPING_QUIET, {"aware": "they are noticed", "unaware": "nobody is noticed"}),
)

# A ruse ---------------------------------------------------------------------------------------------------------------

RUSE = ("target", "deceiver")


def comes_of_both_failing(r: Ruleset, kind: str, both_fail: str) -> str:
    """Said for some kinds of ruse; a ruling for the others."""
    both = r.group("ruse.both_fail").get(kind)
    return str(both.value) if both else both_fail


ruse = Check(
    "realms_of_myth.ruse",
    "Is the target taken in by a ruse?",
    source=SOURCE,
    parameters="noticing.kind deceiver_chance noticing.target_chance ruse.margin_tie noticing.both_fail",
    targets={
        "contested": lambda r, kind: r[f"ruse.contested.{kind}"],
        **inputs(watcher="target_chance", other="deceiver_chance"),
        "ties_to_watcher": is_("margin_tie", "target"),
        "both_fail": comes_of_both_failing,
    },
    dice=watch("sees_through", "taken_in", RUSE),
    outcomes=("sees_through", "taken_in"),
    events={"is taken in": "taken_in"},
    says=says_watch(
        "sees through it", RUSE, {"sees_through": "the target sees through it", "taken_in": "the target is taken in"}
    ),
)

# From behind ----------------------------------------------------------------------------------------------------------


def distracted(r: Ruleset, so_far: int, overwhelmed: bool, penalty: int) -> int | None:
    """What a Surprise takes off; an AV is never below 0."""
    return -min(penalty, max(0, so_far)) if overwhelmed else None


def says_rear(r: Ruleset, sure: str, percent: int) -> list[str]:
    """The same in words."""
    if sure:
        return [
            "The warning is enough: no roll is needed."
            if sure == "noticed"
            else "Overwhelmed and without a warning he notices nobody behind him."
        ]
    return [f"He {on_task(r, 'notices the threat', percent)}."]


rear_threat = Check(
    "realms_of_myth.rear_threat",
    "Does he notice somebody behind him?",
    source="Fields of Approach; Surprise!!; Preparing for Battle",
    parameters=("noticing.perception_av noticing.dv warned overwhelmed noticing.penalty", ATTEMPT),
    # a warning is enough for anybody who has his wits about him; without one the overwhelmed see nothing
    derived=called(rolls=lambda r, warned, overwhelmed: warned == overwhelmed),
    targets={
        "sure": lambda r, rolls, warned: "" if rolls else "noticed" if warned else "unnoticed",
        **against(
            [
                value("perception_av", "Perception or AWA"),
                Node(distracted, ("so_far", "overwhelmed", "penalty"), "penalty of the Surprise"),
            ],
            [value("dv", "DV of the one behind")],
            when="rolls",
        ),
    },
    dice=lambda throw, r, sure, percent: sure or roll(throw, r, "noticing", percent, "noticed", "unnoticed"),
    outcomes=("noticed", "unnoticed"),
    events={"notices the threat": "noticed"},
    says=says_rear,
)
