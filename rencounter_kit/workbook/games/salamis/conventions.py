"""What the rules mean by their dice, and what several chapters say alike."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

from ....engine.dice.dist import Dice
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import words
from ...mechanics.check import Check
from ...rulebook.book import Ruleset


def throw_half(throw: Throw, r: Ruleset) -> Consequence:
    """A die, halved, rounded up."""
    return throw("halved and rounded up", r.dice("halved"), half)


def half(face: int) -> int:
    """Rounded up."""
    return (face + 1) // 2


def says_half(r: Ruleset) -> list[str]:
    """Which faces are which: "A d6: 1 and 2 are 1, 3 and 4 are 2"."""
    halves: dict[int, list[int]] = {}
    for face in r.dice("halved").faces:
        halves.setdefault(half(face), []).append(face)
    pairs = (
        f"{' and '.join(map(str, faces))} {'are' if len(faces) > 1 else 'is'} {to}" for to, faces in halves.items()
    )
    return [f"A {r['dice.halved']}: {', '.join(pairs)}."]


def calmer(name: str, names: Sequence[str], levels: int) -> str:
    """So many levels down a scale, and not below its end."""
    return names[max(0, names.index(name) - levels)]


def share_out(dice: Dice, faces: Sequence[int], names: Sequence[str]) -> str:
    """Which scores give what, from the lowest, in words: "A d6: 1 still, 2 or 3 light airs."."""
    parts, top = [], dice.faces[0] - 1
    for number, name in zip(faces, names, strict=True):
        first, top = top + 1, top + number
        scores = {1: f"{first}", 2: f"{first} or {top}"}.get(number, f"{first} to {top}")
        parts += [f"{scores} {words(name)}"] if number else []
    return f"A {dice.written}: {', '.join(parts)}."


def shared_out(dice: Dice, row: Sequence[int]) -> str:
    """The faces of dice, shared out as a row does those of others.

    >>> from rencounter_kit import d
    >>> shared_out(d(20), (1, 2, 4, 2, 1)), shared_out(d(8), (1, 2, 4, 2, 1))
    ('2, 4, 8, 4, 2', '1, 1, 4, 1, 1')
    """
    ends = [round(len(dice.faces) * top / sum(row)) for top in accumulate(row)]
    return ", ".join(str(high - low) for low, high in pairwise([0, *ends]))


def highest_faces(dice: Dice, faces: Sequence[int]) -> list[int]:
    """The highest face that each gives who share out the faces of dice, from the lowest on."""
    return [dice.faces[0] - 1 + top for top in accumulate(faces)]


d3 = Check(
    "salamis.d3",
    "What does the three-sided die show?",
    source="Die Rolling Conventions",
    dice=throw_half,
    says=says_half,
)
