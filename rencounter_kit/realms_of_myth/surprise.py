"""Surprise: is somebody caught unawares, and for how long can he not act?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ..check import Check, ruling
from ..parameter import choice, whole, yes_no
from ..rules import Ruleset
from ..throw import Throw
from .tasks import D100, STEM, divisor, half_up

OUTCOMES = ("normal_encounter", "not_surprised", "briefly_surprised", "overwhelmed")
ROLLS = ("ambush", "glamour")  # sources for which the aggressor rolls
MARGINS = range(201)  # two margins of a d100 together
PARAMETERS = (
    choice("source", ("ambush", "mechanical_trap", "glamour", "chance_meeting"), "ambush", "What causes the Surprise."),
    whole("aggressor_chance", 0, 100, 50, "Stealth or Glamour chance; traps and chance meetings have none.",
          group="figure", unit="percent", only_with=("source", ROLLS)),
    whole("target_chance", 0, 100, 50, "Chance of the target's Perception or AWA roll.", group="target", unit="percent"),
    yes_no("trap_identified", False, "The mechanical trap had been found and understood.", group="target",
           only_with=("source", ("mechanical_trap",))),
    ruling(STEM, "margin_tie"),
)  # fmt: skip


def kind(r: Ruleset, source: str, trap_identified: bool) -> str:
    """How it is settled: by the source, or "trap" for one that is known, "automatic" where nothing can prevent it."""
    if source == "mechanical_trap":
        return "trap" if trap_identified else "automatic"
    return "automatic" if source == "chance_meeting" else source


TARGETS: dict[str, Callable[..., Any]] = {
    "kind": kind,
    "aggressor": lambda r, kind, aggressor_chance: aggressor_chance if kind in ROLLS else 0,
    "target": lambda r, target_chance: target_chance,
    "ties_to_target": lambda r, margin_tie: margin_tie == "target",
}

Failed = Callable[[int], Sequence[tuple[int, Any]]]


def spring(t: Any, throw: Throw, results: Sequence[Any], beaten: Callable[[int], Any], failed: Failed) -> Any:
    """Both rolls, or the target's alone.

    results : what comes of a normal encounter, of no surprise, of a brief one. beaten, failed : what overwhelms a target
    whose roll succeeds by less than the aggressor's margin, or fails; the latter as parts of the target's die.
    """
    normal, free, brief = results

    def alone(success: Any) -> Any:
        return throw.split("target", 100, ((t.target, success), *failed(0)))

    @throw.cached
    def unseen() -> Any:
        return normal if t.kind == "ambush" else alone(normal)

    def against(margin: int) -> Any:
        wider = t.target - margin - (not t.ties_to_target)
        narrow = brief if t.kind == "ambush" else beaten(margin)
        return throw.split("target", 100, ((wider, free), (t.target, narrow), *failed(margin)))

    if t.kind == "automatic":
        return alone(beaten(0))
    if t.kind == "trap":
        return alone(normal)
    return throw("aggressor", D100, lambda face: against(t.aggressor - face) if face <= t.aggressor else unseen())


def throw_surprise(t: Any, throw: Throw, r: Ruleset) -> Any:
    """Who is surprised; where it is automatic no dice are needed for that."""
    if t.kind == "automatic":
        return "overwhelmed"
    overwhelmed = ((100, "overwhelmed"),)
    return spring(t, throw, OUTCOMES[:-1], lambda margin: "overwhelmed", lambda margin: overwhelmed)


def throw_duration(t: Any, throw: Throw, r: Ruleset) -> Any:
    """How many segments are lost: by both margins together, where the target is overwhelmed."""
    reach = reaches(divisor(r, "surprise.divisor"), r["surprise.least"])

    def failed(margin: int) -> Sequence[tuple[int, Any]]:
        return [(t.target + highest - margin, lost) for highest, lost in reach if highest > margin]

    return spring(t, throw, (0, 0, r["surprise.brief"]), lambda margin: segments(margin, reach), failed)


@cache
def reaches(by: int, least: int) -> tuple[tuple[int, int], ...]:
    """Pairs (highest sum of margins, segments lost), rising."""
    highest = {max(least, half_up(margins, by)): margins for margins in MARGINS}
    return tuple((margins, lost) for lost, margins in highest.items())


def segments(margins: int, reach: tuple[tuple[int, int], ...]) -> int:
    """Segments lost for a sum of margins."""
    return next(lost for highest, lost in reach if margins <= highest)


def says(t: Any, r: Ruleset) -> list[str]:
    """What is rolled, in words."""
    if t.kind == "automatic":
        return [f"Nothing can prevent it; the target's d100 against {t.target} only tells how bad it is."]
    if t.kind == "trap":
        return [f"The trap is known: a d100 of {t.target} or less avoids the Surprise."]
    tie = "target" if t.ties_to_target else "aggressor"
    return [
        f"The aggressor succeeds on a d100 of {t.aggressor} or less, the target on one of {t.target} or less.",
        f"Where both succeed the wider margin (chance less roll) counts; equal margins go to the {tie}.",
    ]


def says_duration(t: Any, r: Ruleset) -> list[str]:
    """The same, and how time is counted."""
    least, by = r["surprise.least"], r["surprise.divisor"]
    return [*says(t, r), f"Overwhelmed: both margins together, divided by {by}, at least {least} CS of 10 seconds."]


surprise = Check(
    "realms_of_myth.surprise",
    "Is the target surprised?",
    "Surprise!!",
    PARAMETERS,
    TARGETS,
    throw_surprise,
    OUTCOMES,
    {"is surprised": ("briefly_surprised", "overwhelmed"), "is overwhelmed": ("overwhelmed",)},
    says=says,
)

surprise_duration = Check(
    "realms_of_myth.surprise_duration",
    "How long does a surprise last?",
    "Surprise!!",
    PARAMETERS,
    TARGETS,
    throw_duration,
    events={"loses time": lambda lost: lost > 0},
    says=says_duration,
)
