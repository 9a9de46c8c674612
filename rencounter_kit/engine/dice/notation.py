"""Dice as players write them: "d12", "2d6", "d10 + 1", and some of several, "2d12 lowest", "3d6 drop lowest".

>>> dice_of("2d6").mean, dice_of("2d12 lowest").at_most(4), dice_of("3d6 middle").mean
(Fraction(7, 1), Fraction(5, 9), Fraction(7, 2))
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from operator import add

from .dist import Dice, d
from .pools import kept

MOST_DICE, MOST_SIDES, MOST_ADDED = 10, 100, 100  # more is no throw of a tabletop game, but a slip or an attack
EXAMPLES = f'dice such as "d12", "2d6", "d10 + 1" or "2d12 lowest", at most {MOST_DICE} of {MOST_SIDES} sides'
_LONGEST = 40  # letters of what is looked through
_NOTATION = re.compile(
    r"(?:(?P<first>lowest|highest)\s*of\s*)?(?P<count>\d{1,3})?\s*d\s*(?P<sides>\d{1,4}|%)"
    r"(?:\s*(?P<then>lowest|highest|middle|drop\s+lowest|drop\s+highest))?(?:\s*(?P<sign>[+-])\s*(?P<added>\d{1,4}))?",
    re.IGNORECASE,
)

_SYMBOL = r"(?:\d{1,2}\s+)?[a-z]\w*"
_FACE = re.compile(rf"({_SYMBOL}(?:\s*\+\s*{_SYMBOL})*)(?:\s+x\s*(\d{{1,3}}))?", re.ASCII)
_LONGEST_FACES = 200  # letters of a die with words


def notation(text: object) -> str | None:
    """Dice in the one way in which they are kept; ``None`` for what is none, or too many or too large.

    >>> notation("2D6"), notation("d10+1"), notation("lowest of 2d12"), notation("2d12 drop lowest"), notation("d0")
    ('2d6', 'd10 + 1', '2d12 lowest', '2d12 highest', None)
    """
    match = _NOTATION.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None or (match["first"] and match["then"]):
        return None
    count, added = int(match["count"] or 1), int(match["added"] or 0)
    sides = 100 if match["sides"] == "%" else int(match["sides"])
    keep = " ".join((match["first"] or match["then"] or "").lower().split())
    if keep == "middle" and not count % 2 or keep.startswith("drop") and count == 1:
        return None
    if count == 2:
        keep = {"drop lowest": "highest", "drop highest": "lowest"}.get(keep, keep)
    if not (1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES and added <= MOST_ADDED):
        return None
    dice = f"{count}d{sides}" if count > 1 else f"d{sides}"
    return dice + (f" {keep}" if keep and count > 1 else "") + (f" {match['sign']} {added}" if added else "")


def worded(text: object) -> str | None:
    """A die with words in the one way in which it is kept; ``None`` for what is none, or has too many faces.

    >>> worded("D{Miss x3,hit x 2, hit+crit}"), worded("1d{skull, lion}"), worded("d6")
    ('d{miss x3, hit x2, hit+crit}', 'd{skull, lion}', None)
    """
    if not (faces := _faces(text)):
        return None
    written = (f"{face} x{times}" if times > 1 else face for face, times in faces)
    return f"d{{{(' < ' if '<' in str(text) else ', ').join(written)}}}"


def _faces(text: object) -> list[tuple[str, int]]:
    """The faces of a die with words, and each with how often it is there; nothing for what is none."""
    match = re.fullmatch(r"\s*1?\s*d\s*\{([^{}]*)\}\s*", text.lower()) if isinstance(text, str) else None
    if match is None or len(match[1]) > _LONGEST_FACES or "<" in match[1] and "," in match[1]:
        return []
    parts = [_FACE.fullmatch(part.strip()) for part in re.split("[,<]", match[1])]
    faces = [(re.sub(r"\s*\+\s*", "+", " ".join(part[1].split())), int(part[2] or 1)) for part in parts if part]
    fits = len(faces) == len(parts) and all(times for _, times in faces)
    return faces if fits and sum(times for _, times in faces) <= MOST_SIDES else []


def nearest_dice(text: object) -> str:
    """What to write for dice that are none, and what of them stands too much: the end of a sentence; "" where nothing
    is known.

    >>> nearest_dice("d8 + 1 5+"), nearest_dice("D6"), nearest_dice("w20"), nearest_dice("d1000 5+")
    ('; write d8 + 1, leave out 5+', '; write d6', '; write d20', '')
    """
    plain = text.strip() if isinstance(text, str) else ""
    if dice := notation(plain) or notation(re.sub("[wW](?=[0-9])", "d", plain)):
        return f"; write {dice}"
    for end in range(min(len(plain), _LONGEST) - 1, 1, -1):
        if (dice := notation(plain[:end])) and not plain[end].isdigit():
            return f"; write {dice}, leave out {plain[end:].strip()[:_LONGEST]}"
    return ""


class DiceText(str):
    """Dice as they are written, of which more is known than that; equal where the same rides on them."""

    __slots__ = ()
    amendments: tuple[object, ...] = ()

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other) is True and self.amendments == getattr(other, "amendments", ())

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def dice(self) -> Dice:
        """The dice, with all that is known of them."""
        return _dice_of(str(self))


def dice_of(spelling: str) -> Dice:
    """Dice by their notation; ``ValueError`` for what is none.

    >>> dice_of("2d6") == 2 @ d(6), dice_of("d12") == d(12), dice_of("d10 + 1").faces
    (True, True, range(2, 12))
    """
    return spelling.dice() if isinstance(spelling, DiceText) else _dice_of(spelling)


@cache
def _dice_of(spelling: str) -> Dice:
    if faces := _faces(spelling):  # the first is 1
        return Dice({face: times for face, (_, times) in enumerate(faces, 1)}, spelling)
    match = _NOTATION.fullmatch(notation(spelling) or "")
    if match is None:
        raise ValueError(f"{EXAMPLES} must be given; got {spelling!r}")
    count, added = int(match["count"] or 1), int(f"{match['sign'] or ''}{match['added'] or 0}")
    die, most, half = d(int(match["sides"])), count - 1, count // 2
    left_out = {"lowest": (0, most), "highest": (most, 0), "middle": (half, half)}
    left_out |= {"drop lowest": (1, 0), "drop highest": (0, 1)}
    weights = kept(die.weights, count, *left_out[match["then"]]) if match["then"] else (count @ die).weights
    return Dice({face + added: weight for face, weight in weights.items()}, match[0])


def of_two(spelling: str) -> tuple[int, Callable[[int, int], int]] | None:
    """The sides of two dice that are thrown at once, and what they come to together; ``None`` for any other dice.

    >>> sides, comes_to = of_two("2d12 lowest")
    >>> sides, comes_to(3, 9), of_two("d12"), of_two("3d6")
    (12, 3, None, None)
    """
    match = _NOTATION.fullmatch(notation(spelling) or "")
    if match is None or match["count"] != "2":
        return None
    joins: dict[str | None, Callable[[int, int], int]] = {"lowest": min, "highest": max, None: add}
    join = joins[match["then"] and match["then"].lower()]
    added = int(f"{match['sign'] or ''}{match['added'] or 0}")
    return int(match["sides"]), lambda one, other: join(one, other) + added
