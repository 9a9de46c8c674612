"""Surprise: is somebody caught unawares, and for how long can he not act?"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from ....engine.dice.convolve import convolve
from ....engine.dice.dist import Dist
from ....engine.dice.notation import dice_of
from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, inputs, is_
from ...mechanics.question import Words
from ...mechanics.space import graded
from ...rulebook.book import Ruleset
from .contests import wider
from .tasks import BOOK, TASK, half_up, on_task

OUTCOMES = ("normal_encounter", "not_surprised", "briefly_surprised", "overwhelmed")
SOURCES = BOOK.names("surprise.automatic")
ROLLS = tuple(source for source in SOURCES if not BOOK[f"surprise.automatic.{source}"])  # the aggressor rolls
PARAMETERS = "source aggressor_chance target_chance trap_identified margin_tie"


class Rolls(NamedTuple):
    """How it is settled, and the chances of both."""

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


TARGETS: dict[str, Callable[..., object] | Node] = {
    "kind": kind,
    "aggressor": lambda r, kind, aggressor_chance: aggressor_chance if kind in ROLLS else 0,
    **inputs(target="target_chance"),
    "ties_to_target": is_("margin_tie", "target"),
}


def spring(
    throw: Throw,
    r: Ruleset,
    rolls: Rolls,
    normal: Consequence,
    free: Consequence,
    brief: Consequence,
    overwhelmed: Callable[[int], Consequence],
) -> Consequence:
    """Both rolls, or the target's alone.

    normal, free, brief : what comes of a normal encounter, of no surprise, of a brief one.
    overwhelmed : what comes of both margins together, where nothing better is left to the target.
    """
    dice = r.dice("task")

    def target(success: Callable[[int], Consequence], margin: int = 0) -> Consequence:
        """The target's roll.

        success : what comes of its margin.
        margin : that of the aggressor.
        """

        def face(face: int) -> Consequence:
            own = rolls.target - face
            return success(own) if own >= 0 else overwhelmed(margin - own)

        return throw("target", dice, face)

    def sighting(margin: int) -> Consequence:
        narrow = brief if rolls.kind == "ambush" else overwhelmed(margin)
        return target(lambda own: free if own + rolls.ties_to_target > margin else narrow, margin)

    @throw.cached
    def unseen() -> Consequence:
        return normal if rolls.kind == "ambush" else target(lambda own: normal)

    def once() -> Consequence:
        if rolls.kind == "automatic":
            return target(lambda own: overwhelmed(0))
        if rolls.kind == "trap":
            return unseen()
        return throw(
            "aggressor", dice, lambda face: sighting(rolls.aggressor - face) if face <= rolls.aggressor else unseen()
        )

    def exact_length() -> Dist:
        unharmed, sums = tally(rolls, dice.written)
        ways: dict[Consequence, int] = {}
        for consequence, many in zip((normal, free, brief), unharmed, strict=True):
            ways[consequence] = ways.get(consequence, 0) + many
        leads = list(map(overwhelmed, sums))
        harmed = dict(zip(leads, sums.values(), strict=True))
        if len(harmed) == len(leads) and harmed.keys().isdisjoint(ways):
            return Dist(ways | harmed)
        for consequence, many in zip(leads, sums.values(), strict=True):
            ways[consequence] = ways.get(consequence, 0) + many
        return Dist(ways)

    return throw.shortcut(once, exact_length)


def tally(rolls: Rolls, notation: str) -> tuple[tuple[int, int, int], dict[int, int]]:
    """The same, counted: of all falls of both dice those that come to a normal encounter, to no surprise, to a brief
    one; and to each sum of margins that overwhelms. Where the target alone rolls, any other die is a failure.
    """
    dice, closer = dice_of(notation), not rolls.ties_to_target
    margins = _apart(notation, rolls.aggressor)[0] if rolls.kind in ROLLS else {}
    shortfalls = _apart(notation, rolls.target)[1]
    in_sight, succeeds = sum(margins.values()), dice.up_to(rolls.target)
    unseen = dice.total - in_sight
    sums = convolve(margins, shortfalls)
    if rolls.kind == "ambush":
        both, free = in_sight * succeeds, wider(notation, rolls.target, rolls.aggressor)
        free = free if closer else both - wider(notation, rolls.aggressor, rolls.target)
        return (unseen * dice.total, free, both - free), sums
    narrow = {
        margin: many * (succeeds - dice.up_to(rolls.target - margin - closer)) for margin, many in margins.items()
    }
    alone = {shortfall: unseen * many for shortfall, many in shortfalls.items()}
    certain = {0: unseen * succeeds} if rolls.kind == "automatic" else {}
    for ways in (narrow, alone, certain):
        for margin, many in ways.items():
            sums[margin] = sums.get(margin, 0) + many
    return (0 if certain else unseen * succeeds, in_sight * succeeds - sum(narrow.values()), 0), sums


@cache
def _apart(notation: str, chance: int) -> tuple[dict[int, int], dict[int, int]]:
    """By how much a roll succeeds, and by how much it fails, each with its ways."""
    faces = dice_of(notation).weights.items()
    margins = {chance - face: many for face, many in faces if face <= chance}
    return margins, {face - chance: many for face, many in faces if face > chance}


def throw_surprise(throw: Throw, r: Ruleset, rolls: Rolls) -> Consequence:
    """Who is surprised; where it is automatic no dice are needed for that."""
    normal, free, brief, overwhelmed = OUTCOMES
    return (
        overwhelmed
        if rolls.kind == "automatic"
        else spring(throw, r, rolls, normal, free, brief, lambda margins: overwhelmed)
    )


def segments(r: Ruleset) -> Callable[[int], int]:
    """The segments that are lost, for both margins together."""
    return _segments(r["surprise.divisor"], r["surprise.least"])


@cache
def _segments(by: int, least: int) -> Callable[[int], int]:
    return cache(lambda margins: max(least, half_up(margins, by)))


# In words -------------------------------------------------------------------------------------------------------------


def says(r: Ruleset, rolls: Rolls) -> list[str]:
    """What is rolled for how bad it is, in words."""
    if rolls.kind == "automatic":
        return [
            (
                f"Nothing can prevent the Surprise; the target's {r[TASK]} against {rolls.target} only decides how bad "
                "it is."
            ),
        ]
    if rolls.kind == "trap":
        return [f"The target {on_task(r, 'avoids the Surprise', rolls.target)}."]
    tie = "target" if rolls.ties_to_target else "aggressor"
    return [
        f"The aggressor {on_task(r, 'succeeds', rolls.aggressor)}.",
        f"The target {on_task(r, 'succeeds', rolls.target)}.",
        f"If both succeed, the wider margin (chance minus roll) wins; equal margins go to the {tie}.",
    ]


def says_duration(r: Ruleset, rolls: Rolls) -> list[str]:
    """The same, and how time is counted."""
    by, least = r["surprise.divisor"], r["surprise.least"]
    lost = f"a segment (CS) for every {by} points of both margins together, rounded half up, and at least {least}"
    return [*says(r, rolls), f"If overwhelmed, the target loses {lost}."]


surprise = Check(
    "realms_of_myth.surprise",
    "Is the target surprised?",
    source="Surprise!!",
    parameters=PARAMETERS,
    targets=TARGETS,
    record=Rolls,
    dice=throw_surprise,
    outcomes=graded(OUTCOMES),
    events={"is surprised": ("briefly_surprised", "overwhelmed"), "is overwhelmed": "overwhelmed"},
    says=lambda r, rolls: (
        ["Nothing can prevent the Surprise: no roll is needed."] if rolls.kind == "automatic" else says(r, rolls)
    ),
)

surprise_duration = Check(
    "realms_of_myth.surprise_duration",
    "How long does the surprise last?",
    source="Surprise!!",
    parameters=PARAMETERS,
    targets=TARGETS,
    record=Rolls,
    dice=lambda throw, r, rolls: spring(throw, r, rolls, 0, 0, r["surprise.brief"], segments(r)),
    events={"loses time": "1.."},
    says=says_duration,
    wording=Words(measure="segments lost"),
)

surprise_penalty = Check(
    "realms_of_myth.surprise_penalty",
    "What does a surprise take off the target's defences?",
    source="Surprise!!",
    parameters=PARAMETERS,
    targets=TARGETS,
    record=Rolls,
    dice=lambda throw, r, rolls: spring(throw, r, rolls, 0, 0, 0, lambda margins: margins),
    events={"suffers a penalty": "1.."},
    says=lambda r, rolls: [
        *says(r, rolls),
        "If overwhelmed, the target's defences and Perception lose the sum of both margins.",
    ],
    wording=Words(measure="penalty"),
)
