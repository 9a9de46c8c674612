"""What is said of a line of dice that cannot be read, and where in it."""

from __future__ import annotations

from ..words.errors import RuleError


class NotationError(RuleError):
    """One sentence about a line, with the place from ``start`` to ``end`` that it speaks of.

    >>> print(NotationError("dice must have sides; got d; try d6", "2d6 + d", 6, 7).marked)
    2d6 + d
          ^
    """

    def __init__(self, sentence: str, line: str, start: int, end: int) -> None:
        super().__init__(sentence)
        self.line, self.start, self.end = line, start, end

    @property
    def marked(self) -> str:
        """The line, with its place marked under it."""
        return f"{self.line}\n{' ' * self.start}{'^' * max(1, self.end - self.start)}"
