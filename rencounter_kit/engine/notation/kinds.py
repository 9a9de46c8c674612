"""What is read off a roll beside sums and counts: how each is written and said, and what it is of some faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple


class RollKind(NamedTuple):
    """written : in a line, behind the roll; says : in words. {these} are the dice, {least} those of a set.

    shown : the number, from how many dice show each face and the least that make a set.
    """

    written: str
    says: str
    shown: Callable[[Counter[int], int], int]


def _run(faces: Counter[int], face: int) -> int:
    """How many faces in a row there are from one on."""
    end = face
    while end in faces:
        end += 1
    return end - face


KINDS = {
    "pairs": RollKind(
        "pairs", "the number of pairs in {these}", lambda faces, _: sum(times // 2 for times in faces.values())
    ),
    "sets": RollKind(
        "sets of {least} or more",
        "how many faces {least} or more dice of {these} show",
        lambda faces, least: sum(times >= least for times in faces.values()),
    ),
    "largest set": RollKind(
        "largest set", "the size of the largest set in {these}", lambda faces, _: max(faces.values(), default=0)
    ),
    "face": RollKind(
        "largest set face",
        "the face of the largest set in {these}",
        lambda faces, _: max(((times, face) for face, times in faces.items()), default=(0, 0))[1],
    ),
    "different": RollKind("different faces", "the number of different faces in {these}", lambda faces, _: len(faces)),
    "run": RollKind(
        "longest run",
        "the length of the longest run in {these}",
        lambda faces, _: max((_run(faces, face) for face in faces), default=0),
    ),
    "matches": RollKind("matches {other}", "how many of {these} match {other}", lambda faces, _: faces.total()),
}
