"""Surprise: is somebody caught unawares, and for how long can he not act?"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from ...dice.throw import Lead, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, given, is_
from ...mechanics.parameter import choice, ruling, whole, yes_no
from ...mechanics.resolution import or_less
from ...mechanics.space import graded
from ...rulebook.book import Ruleset
from .plain_tasks import task_chance
from .tasks import BOOK, D100, half_up

OUTCOMES = ("normal_encounter", "not_surprised", "briefly_surprised", "overwhelmed")
SOURCES = BOOK.names("surprise.automatic")
ROLLS = tuple(source for source in SOURCES if not BOOK[f"surprise.automatic.{source}"])  # the aggressor rolls
MARGINS = range(2 * len(D100) + 1)  # of both sides together
PARAMETERS = (
    choice("source", SOURCES, "ambush", "What causes the Surprise.", hint="what causes the Surprise"),
    whole(
        "aggressor_chance",
        0,
        100,
        50,
        "The aggressor's Stealth or Glamour chance; traps and chance meetings have none.",
        hint="of Stealth or Glamour",
        group="figure",
        unit="percent",
        only_with=("source", ROLLS),
        takes=task_chance.id,
    ),
    whole(
        "target_chance",
        0,
        100,
        50,
        "The target's Perception or AWA chance.",
        hint="of Perception or AWA",
        group="target",
        unit="percent",
        takes=task_chance.id,
    ),
    yes_no(
        "trap_identified",
        False,
        "The mechanical trap has been found and understood beforehand.",
        group="target",
        only_with=("source", ("mechanical_trap",)),
    ),
    ruling("margin_tie"),
)


class SurpriseRolls(NamedTuple):
    """Chances of both sides, and how the rolls settle it."""

    kind: str
    aggressor: int
    target: int
    ties_to_target: bool


def kind(r: Ruleset, source: str, trap_identified: bool) -> str:
    """How it is settled: "automatic" where nothing can prevent it, "trap" where the target alone rolls, or by the
    source.
    """
    if r[f"surprise.automatic.{source}"] and not trap_identified:
        return "automatic"
    return source if source in ROLLS else "trap"


def aggressor(r: Ruleset, kind: str, aggressor_chance: int) -> int:
    """The aggressor's chance, where he rolls."""
    return aggressor_chance if kind in ROLLS else 0


TARGETS: dict[str, Callable[..., object] | Node] = {
    "kind": kind,
    "aggressor": aggressor,
    **given(target="target_chance"),
    "ties_to_target": is_("margin_tie", "target"),
}

Parts = Sequence[tuple[int, Lead]]  # of the target's die, as ``Throw.split`` takes them


def spring(
    t: SurpriseRolls,
    throw: Throw,
    results: tuple[Lead, Lead, Lead],
    beaten: Callable[[int], Lead],
    failed: Callable[[int], Parts],
) -> Lead:
    """Both rolls, or the target's alone.

    results : what comes of a normal encounter, of no surprise, of a brief one. beaten, failed : what overwhelms a
    target whose roll succeeds by less than the aggressor's margin, or fails; the latter as parts of the target's die.
    """
    normal, free, brief = results

    def alone(success: Lead) -> Lead:
        return throw.split("target", 100, ((t.target, success), *failed(0)))

    @throw.cached
    def unseen() -> Lead:
        return normal if t.kind == "ambush" else alone(normal)

    def against(margin: int) -> Lead:
        wider = t.target - margin - (not t.ties_to_target)
        narrow = brief if t.kind == "ambush" else beaten(margin)
        return throw.split("target", 100, ((wider, free), (t.target, narrow), *failed(margin)))

    if t.kind == "automatic":
        return alone(beaten(0))
    if t.kind == "trap":
        return alone(normal)
    return throw("aggressor", D100, lambda face: against(t.aggressor - face) if face <= t.aggressor else unseen())


def throw_surprise(t: SurpriseRolls, throw: Throw, r: Ruleset) -> Lead:
    """Who is surprised; where it is automatic no dice are needed for that."""
    normal, free, brief, overwhelmed = OUTCOMES
    if t.kind == "automatic":
        return overwhelmed
    return spring(t, throw, (normal, free, brief), lambda margin: overwhelmed, lambda margin: ((100, overwhelmed),))


def overwhelmed_by(t: SurpriseRolls, ends: Sequence[int], of: Callable[[int], Lead]) -> Callable[[int], Parts]:
    """The parts of a target's die that fail, for each margin of the aggressor.

    ends : sums of both margins, rising; up to each of them all lead to the same. of : where that sum leads.
    """

    leads = [of(end) for end in ends]

    def failed(margin: int) -> Parts:
        least, most = bisect_right(ends, margin), bisect_left(ends, margin + len(D100) - t.target) + 1
        return [(t.target - margin + end, to) for end, to in zip(ends[least:most], leads[least:most], strict=True)]

    return failed


def throw_duration(t: SurpriseRolls, throw: Throw, r: Ruleset) -> Lead:
    """How many segments are lost: by both margins together, where the target is overwhelmed."""

    def lost(margins: int) -> int:
        return segments(margins, r["surprise.divisor"], r["surprise.least"])

    return spring(t, throw, (0, 0, r["surprise.brief"]), lost, overwhelmed_by(t, steps(r), lost))


def throw_penalty(t: SurpriseRolls, throw: Throw, r: Ruleset) -> Lead:
    """Both margins together, undivided, where the target is overwhelmed."""

    def points(margins: int) -> int:
        return margins

    return spring(t, throw, (0, 0, 0), points, overwhelmed_by(t, MARGINS, points))


def segments(margins: int, by: int, least: int) -> int:
    """Segments lost for a sum of margins."""
    return max(least, half_up(margins, by))


def steps(r: Ruleset) -> tuple[int, ...]:
    """The highest sums of margins for which just so many segments are lost, rising."""
    return _steps(r["surprise.divisor"], r["surprise.least"])


@cache
def _steps(by: int, least: int) -> tuple[int, ...]:
    return tuple({segments(margins, by, least): margins for margins in MARGINS}.values())


# In words -------------------------------------------------------------------------------------------------------------


def says(t: SurpriseRolls, r: Ruleset) -> list[str]:
    """What is rolled, in words."""
    if t.kind == "automatic":
        return [f"Nothing can prevent the Surprise; the target's d100 against {t.target} only decides how bad it is."]
    if t.kind == "trap":
        return [f"The target {or_less('avoids the Surprise', 'd100', t.target)}."]
    tie = "target" if t.ties_to_target else "aggressor"
    return [
        f"The aggressor {or_less('succeeds', 'd100', t.aggressor)}.",
        f"The target {or_less('succeeds', 'd100', t.target)}.",
        f"If both succeed, the wider margin (chance minus roll) wins; equal margins go to the {tie}.",
    ]


def says_duration(t: SurpriseRolls, r: Ruleset) -> list[str]:
    """The same, and how time is counted."""
    by, least = r["surprise.divisor"], r["surprise.least"]
    lost = f"a segment (CS) for every {by} points of both margins together, rounded half up, and at least {least}"
    return [*says(t, r), f"If overwhelmed, the target loses {lost}."]


def says_penalty(t: SurpriseRolls, r: Ruleset) -> list[str]:
    """The same, and what the penalty is."""
    return [*says(t, r), "If overwhelmed, the target's defences and Perception lose the sum of both margins."]


surprise = Check(
    "realms_of_myth.surprise",
    "Is the target surprised?",
    source="Surprise!!",
    parameters=PARAMETERS,
    targets=TARGETS,
    dice=throw_surprise,
    outcomes=graded(OUTCOMES),
    events={"is surprised": ("briefly_surprised", "overwhelmed"), "is overwhelmed": "overwhelmed"},
    says=says,
)

surprise_duration = Check(
    "realms_of_myth.surprise_duration",
    "How long does the surprise last?",
    source="Surprise!!",
    parameters=PARAMETERS,
    targets=TARGETS,
    dice=throw_duration,
    events={"loses time": lambda lost: lost > 0},
    says=says_duration,
)

surprise_penalty = Check(
    "realms_of_myth.surprise_penalty",
    "What does a surprise take off the target's defences?",
    source="Surprise!!",
    parameters=PARAMETERS,
    targets=TARGETS,
    dice=throw_penalty,
    events={"suffers a penalty": lambda points: points > 0},
    says=says_penalty,
)
