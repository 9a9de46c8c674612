"""Surprise: is somebody caught unawares, and for how long can he not act?"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import compress
from typing import NamedTuple

from ...dice.dist import Dist
from ...dice.throw import Lead, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, given, is_
from ...mechanics.parameter import choice, ruling, yes_no
from ...mechanics.ready_dice import or_less
from ...mechanics.space import graded
from ...rulebook.book import Ruleset
from .parameters import percent
from .tasks import BOOK, D100, half_up

OUTCOMES = ("normal_encounter", "not_surprised", "briefly_surprised", "overwhelmed")
SOURCES = BOOK.names("surprise.automatic")
ROLLS = tuple(source for source in SOURCES if not BOOK[f"surprise.automatic.{source}"])  # the aggressor rolls
MARGINS = range(2 * len(D100) + 1)  # of both sides together
PARAMETERS = (
    choice("source", SOURCES, "ambush", "What causes the Surprise.", hint="what causes the Surprise"),
    percent(
        "aggressor_chance",
        "The aggressor's Stealth or Glamour chance; traps and chance meetings have none.",
        "figure",
        hint="of Stealth or Glamour",
        only_with=("source", ROLLS),
    ),
    percent("target_chance", "The target's Perception or AWA chance.", "target", hint="of Perception or AWA"),
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


def spring(
    t: SurpriseRolls, throw: Throw, normal: Lead, free: Lead, brief: Lead, overwhelmed: Callable[[int], Lead]
) -> Lead:
    """Both rolls, or the target's alone.

    normal, free, brief : what comes of a normal encounter, of no surprise, of a brief one. overwhelmed : what comes of
    both margins together, one of ``MARGINS``, where nothing better is left to the target.
    """

    def target(success: Callable[[int], Lead], margin: int = 0) -> Lead:
        """The target's die. success : what comes of its margin. margin : that of the aggressor."""

        def face(face: int) -> Lead:
            own = t.target - face
            return success(own) if own >= 0 else overwhelmed(margin - own)

        return throw("target", D100, face)

    def seen(margin: int) -> Lead:
        narrow = brief if t.kind == "ambush" else overwhelmed(margin)
        return target(lambda own: free if own + t.ties_to_target > margin else narrow, margin)

    @throw.cached
    def unseen() -> Lead:
        return normal if t.kind == "ambush" else target(lambda own: normal)

    def once() -> Lead:
        if t.kind == "automatic":
            return target(lambda own: overwhelmed(0))
        if t.kind == "trap":
            return unseen()
        return throw("aggressor", D100, lambda face: seen(t.aggressor - face) if face <= t.aggressor else unseen())

    def known() -> Dist:
        unharmed, sums = tally(t)
        ways: dict[Lead, int] = {}
        for lead, many in zip((normal, free, brief), unharmed, strict=True):
            ways[lead] = ways.get(lead, 0) + many
        leads, falls = list(map(overwhelmed, compress(MARGINS, sums))), list(filter(None, sums))
        harmed = dict(zip(leads, falls, strict=True))
        if len(harmed) == len(leads) and harmed.keys().isdisjoint(ways):
            return Dist(ways | harmed)
        for lead, many in zip(leads, falls, strict=True):
            ways[lead] = ways.get(lead, 0) + many
        return Dist(ways)

    return throw.shortcut(once, known)


def tally(t: SurpriseRolls) -> tuple[tuple[int, int, int], list[int]]:
    """The same, counted: of all falls of both dice those that come to a normal encounter, to no surprise, to a brief
    one; and to each sum of margins that overwhelms. Where the target alone rolls, any other die is a failure.
    """
    unseen, fails = D100.total - t.aggressor, D100.total - t.target
    below = range(not t.ties_to_target, min(t.target, t.aggressor + (not t.ties_to_target)))
    narrow = [
        *below,
        *[t.target] * (t.aggressor - len(below)),
    ]  # falls of the target's die that no margin settles for it
    free = t.aggressor * t.target - sum(narrow)
    sums = [0, *sums_of(t.aggressor, fails)]
    if t.kind == "ambush":
        return (unseen * D100.total, free, sum(narrow)), sums
    sums += [0] * (t.aggressor + fails + 1 - len(sums))
    for margin in range(1, fails + 1):
        sums[margin] += unseen
    for margin, many in enumerate(narrow):
        sums[margin] += many
    certain = t.kind == "automatic"
    sums[0] += unseen * t.target * certain
    return (unseen * t.target * (not certain), free, 0), sums


def sums_of(first: int, second: int) -> list[int]:
    """In how many ways a number from 0 to below ``first`` and one from 1 to ``second`` come to each sum from 1 on.

    >>> sums_of(2, 4), sums_of(0, 3)
    ([1, 2, 2, 2, 1], [])
    """
    few, many = sorted((first, second))
    return [*range(1, few), *[few] * (many - few + 1), *range(few - 1, 0, -1)] if few else []


def throw_surprise(t: SurpriseRolls, throw: Throw, r: Ruleset) -> Lead:
    """Who is surprised; where it is automatic no dice are needed for that."""
    normal, free, brief, overwhelmed = OUTCOMES
    return overwhelmed if t.kind == "automatic" else spring(t, throw, normal, free, brief, lambda margins: overwhelmed)


def throw_duration(t: SurpriseRolls, throw: Throw, r: Ruleset) -> Lead:
    """How many segments are lost: by both margins together, where the target is overwhelmed."""
    return spring(t, throw, 0, 0, r["surprise.brief"], segments(r).__getitem__)


def throw_penalty(t: SurpriseRolls, throw: Throw, r: Ruleset) -> Lead:
    """Both margins together, undivided, where the target is overwhelmed."""
    return spring(t, throw, 0, 0, 0, lambda margins: margins)


def segments(r: Ruleset) -> tuple[int, ...]:
    """The segments that are lost, for each of ``MARGINS``."""
    return _segments(r["surprise.divisor"], r["surprise.least"])


@cache
def _segments(by: int, least: int) -> tuple[int, ...]:
    return tuple(max(least, half_up(margins, by)) for margins in MARGINS)


# In words -------------------------------------------------------------------------------------------------------------


def says_surprise(t: SurpriseRolls, r: Ruleset) -> list[str]:
    """What is rolled for it, in words."""
    return ["Nothing can prevent the Surprise: no roll is needed."] if t.kind == "automatic" else says(t, r)


def says(t: SurpriseRolls, r: Ruleset) -> list[str]:
    """What is rolled for how bad it is, in words."""
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
    says=says_surprise,
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
    measure="segments lost",
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
    measure="penalty",
)
