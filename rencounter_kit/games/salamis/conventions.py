"""What the rules mean by their dice, and what several chapters say alike."""

from __future__ import annotations

from collections.abc import Sequence

from ...dice.dist import d
from ...dice.throw import Lead, Targets, Throw
from ...mechanics.check import Check
from ...rulebook.book import Ruleset
from ...wording import words


def half_of_six(t: Targets, throw: Throw, r: Ruleset) -> Lead:
    """A d6, halved, rounded up."""
    return throw("halved and rounded up", d(6), lambda face: (face + 1) // 2)


def calmer(name: str, names: Sequence[str], levels: int) -> str:
    """So many levels down a scale, and not below its end."""
    return names[max(0, names.index(name) - levels)]


def share_out(faces: Sequence[int], names: Sequence[str]) -> str:
    """Which scores give what, from the lowest, in words: "1 still, 2 or 3 light airs"."""
    said, top = [], 0
    for number, name in zip(faces, names, strict=True):
        first, top = top + 1, top + number
        scores = {1: f"{first}", 2: f"{first} or {top}"}.get(number, f"{first} to {top}")
        said += [f"{scores} {words(name)}"] if number else []
    return ", ".join(said)


d3 = Check(
    "salamis.d3",
    "What does the three-sided die show?",
    source="Die Rolling Conventions",
    dice=half_of_six,
    says="A d6: 1 and 2 are 1, 3 and 4 are 2, 5 and 6 are 3.",
)
