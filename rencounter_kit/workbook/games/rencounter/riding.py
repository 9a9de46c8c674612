"""Riding: does a man keep his horse in hand, and himself in the saddle?"""

from collections.abc import Callable
from typing import NamedTuple

from ....engine.dice.notation import dice_of
from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, Total, each, is_, refuse, total, value
from ...mechanics.parameter import choice_by
from ...mechanics.ready_dice import or_less
from ...rulebook.book import Rule, Ruleset
from .acting import Nerve, action_die, activation, acts_on, throw_action
from .ratings import BOOK

RIDER = "riding.experience rating rider_wounds horse_wounds morale"


RIDES = total(
    "horsemanship (highest die)",
    Node(lambda r, answer, rating: answer if rating is None else 0, ("experience", "rating"), "experience"),
    # trained cavalry rides better than it acts
    lambda r, rating: r.rule("horsemanship.experience") if rating is None else None,
    Node(lambda r, rating: rating or 0, ("rating",), "his own rating"),
)


def riding(*more: Callable[..., object] | Node) -> Total:
    """What is added to a horsemanship roll: wounds of man and horse, morale, and what the task itself adds."""
    return total(
        "on the horsemanship die",
        each("horsemanship.wound.rider", "rider_wounds"),
        each("horsemanship.wound.horse", "horse_wounds"),
        value("morale"),
        *more,
    )


class Seat(NamedTuple):
    """The horsemanship roll: what it needs, what is added, and its die."""

    rides: int
    riding: int
    die: str


SEAT: dict[str, Total | Node] = {"rides": RIDES, "riding": riding(), "die": value("horsemanship_die")}


def throw_seat(
    throw: Throw, seat: Seat, then: Callable[[int], Consequence], name: str = "horsemanship", more: int = 0
) -> Consequence:
    """The horsemanship die; ``then`` is told by how much it failed, 0 or less when it did not."""
    return throw(name, dice_of(seat.die), lambda face: then(face + seat.riding + more - seat.rides))


def keeps_seat(throw: Throw, seat: Seat, name: str, more: int = 0) -> Consequence:
    """The same, when only success counts."""
    return throw_seat(throw, seat, lambda failed_by: failed_by <= 0, name, more)


def says_seat(seat: Seat, does: str) -> str:
    """When the roll succeeds, in words."""
    phrase = or_less(does, seat.die, seat.rides, seat.riding)
    return f"He {phrase}."


# One roll -------------------------------------------------------------------------------------------------------------


def jump(r: Ruleset, task: str, fence_inches: int) -> Rule | None:
    """Each full step of a fence above the one that takes a plain roll."""
    steps = max(0, fence_inches - r["horsemanship.jump.fence"]) // r["horsemanship.jump.step"] if task == "jump" else 0
    return r.rule("horsemanship.jump.higher").times(steps) if steps else None


def woods(r: Ruleset, task: str, inches_over: int, woods_step: int) -> Rule | None:
    """Each full step over the safe speed."""
    if task != "woods":
        return None
    choices = r["horsemanship.woods.steps"]
    refuse(woods_step not in choices, f"woods_step must be one of {', '.join(map(str, choices))}; got {woods_step}")
    steps = inches_over // woods_step
    return r.rule("horsemanship.woods.faster").times(steps) if steps else None


def saved_by(r: Ruleset, over_12_inches: bool, over_3_inches: bool) -> str:
    """Which action rolls save him the horsemanship roll."""
    return "act" if over_12_inches else "nerve" if over_3_inches else "none"


def acts(
    r: Ruleset, experience: int, wounds: int, morale: int, master_acts: str, natural_one_acts_max_wounds: int
) -> Nerve:
    """His action roll of the turn."""
    return activation(r, experience, wounds, master_acts, natural_one_acts_max_wounds, False).plus(morale)


def refuse_unhurt(r: Ruleset, over_3_inches: bool, rider_wounds: int, horse_wounds: int) -> None:
    """At that speed it is the wounds that tell."""
    refuse(
        over_3_inches and not rider_wounds and not horse_wounds,
        "over_3_inches must be false without wounds of man or horse; got true; set rider_wounds or horse_wounds",
    )


def ride(throw: Throw, r: Ruleset, seat: Seat, balks: bool, saved_by: str, acts: Nerve) -> Consequence:
    """The action roll where it may save him; then horsemanship, and how it failed."""

    def result(failed_by: int) -> str:
        if failed_by <= 0:
            return "ok"
        return "balk" if balks and failed_by % 2 else "fall"

    def horsemanship() -> Consequence:
        return throw_seat(throw, seat, result)

    def after_action(action: str) -> Consequence:
        saved = action in {"act": ("act",), "nerve": ("act", "hesitate")}[saved_by]
        return "ok" if saved else horsemanship()

    return horsemanship() if saved_by == "none" else throw_action(throw, r, acts, after_action)


def says(r: Ruleset, seat: Seat, balks: bool, saved_by: str, acts: Nerve) -> list[str]:
    """The roll in words."""
    lines = [says_seat(seat, "succeeds" if saved_by == "none" else "keeps his seat")]
    if balks:
        lines.append("Missed by an odd number the horse refuses; missed by an even one it jumps, and he comes off.")
    if saved_by == "act":
        lines.append(f"He rolls only when he fails to act: he {acts_on(r, acts)}.")
    if saved_by == "nerve":
        lines.append(f"He rolls only when his action total is over {r['action.highest_act']}.")
    return lines


DENSE, OPEN = BOOK["horsemanship.woods.steps"]

horsemanship = Check(
    "rencounter.horsemanship",
    "Does he stay in the saddle?",
    source="The Figure: Riding; Movement: Horse; Obstacles",
    parameters=(
        RIDER,
        "task fence_inches inches_over",
        choice_by(
            "woods_step",
            lambda r: r["horsemanship.woods.steps"],
            BOOK,
            DENSE,
            "Inches over the safe speed that are {horsemanship.woods.faster:+} on the die: "
            "fewer in dense woods than in open ones.",
            hint=f"{DENSE}: dense woods; {OPEN}: open ones",
            only_with=("task", ("woods",)),
        ),
        "over_12_inches over_3_inches horsemanship_die master_acts natural_one_acts_max_wounds",
    ),
    targets={
        "rides": RIDES,
        "riding": riding(jump, woods),
        "die": SEAT["die"],
        "balks": is_("task", "jump"),
        "saved_by": saved_by,
        "acts": action_die(acts, wounds="rider_wounds"),
    },
    record=Seat,
    dice=ride,
    outcomes=("ok", "balk", "fall"),
    events={"succeeds": "ok", "falls": "fall"},
    refusals=(refuse_unhurt,),
    says=says,
    wording={"ok": "all goes well", "balk": "the horse balks", "fall": "the rider falls"},
)
