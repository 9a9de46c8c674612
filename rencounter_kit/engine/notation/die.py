"""A die of a line, which of its faces are meant, and how it goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Which:
    """Some faces: ``op`` is ">=", "<=" or "!=" with one number, or "in" with several.

    words : how they are called, where they are faces in words.
    """

    op: str
    numbers: tuple[int, ...]
    words: tuple[str, ...] = ()

    def __contains__(self, face: object) -> bool:
        if not isinstance(face, int):
            return False
        if self.op == "in":
            return face in self.numbers
        bound = self.numbers[0]
        return face >= bound if self.op == ">=" else face <= bound if self.op == "<=" else face != bound


@dataclass(frozen=True)
class Counted:
    """Faces that count once, and others that count more often, or are taken off.

    others : how often they count instead, -1 where they are taken off.
    """

    which: Which
    others: tuple[tuple[int, Which], ...] = ()

    def worth(self, face: int) -> int:
        """How often a die with this face counts."""
        return next((often for often, which in self.others if face in which), int(face in self.which))

    @property
    def slope(self) -> int:
        """1 where a higher face never counts less, -1 where it never counts more, else 0."""
        return 0 if self.others else {">=": 1, "<=": -1}.get(self.which.op, 0)

    @property
    def every(self) -> Which:
        """All faces in words that count."""
        numbers = (number for which in (self.which, *(one for _, one in self.others)) for number in which.numbers)
        return replace(self.which, numbers=tuple(numbers))


@dataclass(frozen=True)
class Die:
    """A die with sides from 1 on, or with faces of its own.

    words : of faces in words, what is on each; ``ordered`` where one is more than another.
    """

    sides: int
    own: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    ordered: bool = False

    @property
    def faces(self) -> tuple[int, ...] | range:
        return self.own or range(1, self.sides + 1)


FUDGE = Die(0, (-1, 0, 1))
TENS_AND_UNITS = Die(0, tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7)))  # a d66


@dataclass(frozen=True)
class Reroll:
    """These faces are rolled again: at most so many times, or for ever.

    first : only of the dice thrown first, not of those that an explosion brings?
    """

    which: Which
    most: int | None = None
    first: bool = False


@dataclass(frozen=True)
class Explode:
    """These faces bring another die: at most so many times, or for ever.

    compound : is all that one die brings one number, also where dice are counted?
    less : each further die counts so much less.
    """

    which: Which
    compound: bool = False
    most: int | None = None
    less: int = 0
