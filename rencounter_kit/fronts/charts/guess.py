"""Two changes, each alone and both together, beside what somebody guessed and what they would make if they added up."""

from __future__ import annotations

import textwrap
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...engine.formats.drawing import BOOK, INK, LINES
from ...engine.words.wording import decimal_text, number_text, one_line, percent_text
from .base import Chart, Look, boxes, framed, room_for

if TYPE_CHECKING:
    from ...workbook.analysis.interactions import Interaction

NEITHER, ALONE = "#BDBDBD", LINES[5]
_ROWS = ("your guess", "both together", "if they simply added up")
_LINE, _LONGEST_NAME, _LONGEST_DENOMINATOR = 24, 48, 5  # letters of a line and of the two of a name, digits
_ROOM = "100.0 %  (1234/12345)"  # the longest text of a chance


@dataclass(frozen=True)
class GuessBars:
    """Figures for ``Guess``: without either, with the one, with the other, each with its name and text; and a guess.

    known : ``None`` for what is hidden.
    guess : ``None`` before there is one.
    both : the chance with both, ``None`` while it is hidden.
    added : what they would make if they simply added up, which may be less than 0 or more than 1; hidden with it.
    """

    title: str
    names: Sequence[str]
    known: Sequence[float | None]
    texts: Sequence[str]
    guess: float | None
    both: float | None = None
    both_text: str = ""
    added: float = 0.0

    @classmethod
    def of(
        cls, interaction: Interaction, names: Sequence[str], guess: Fraction | None, is_open: bool, alone: bool = True
    ) -> GuessBars:
        """From ``rk.interaction``: names for the two changes, a guess as a chance, whether the answer is shown, and
        before it what each change does alone.
        """
        *all_chances, both = interaction.figures
        neither, one, other = all_chances
        all_names = ("without either", *(one_line(name, _LONGEST_NAME) for name in names))
        visible = [p if i == 0 or alone or is_open else None for i, p in enumerate(all_chances)]
        chances, texts = (
            [None if p is None else float(p) for p in visible],
            ["?" if p is None else _text(p) for p in visible],
        )
        hidden = cls(interaction.measure.title, all_names, chances, texts, None if guess is None else float(guess))
        if not is_open:
            return hidden
        return replace(hidden, both=float(both), both_text=_text(both), added=float(one + other - neither))

    @property
    def guess_text(self) -> str:
        """The guess; "" before there is one."""
        return "" if self.guess is None else f"{number_text(100 * self.guess, 6)} %"

    @property
    def added_text(self) -> str:
        """What they would make if they simply added up; of what cannot be a chance, why not."""
        beyond = ": less than never" if self.added < 0 else ": more than certain" if self.added > 1 else ""
        return f"{decimal_text(100 * self.added, 1)} %{beyond}"


class Guess(Chart[GuessBars]):
    """Bars for what is known, an outline for the guess; once it is seen, a bar for both and a hatched one for the sum.

    What is known belongs to the frame, so that only the guess is drawn while somebody moves it.
    """

    width, height = 540, 236

    def key(self, data: GuessBars) -> Hashable:
        return data.title, tuple(data.names), tuple(data.known), tuple(data.texts), self._ends(data)

    def _left(self, data: GuessBars) -> float:
        lines = [line for row in self._rows(data) for line in row.split("\n")]
        return (16 + 6.6 * max(map(len, lines))) / self.width

    def _rows(self, data: GuessBars) -> list[str]:
        """The names beside the bars, in two lines where they are long."""
        return [textwrap.fill(name, _LINE) for name in (*data.names, *_ROWS)]

    def _ends(self, data: GuessBars) -> tuple[float, float]:
        """The ends of the axis: all chances, what lies beyond them, and room for the longest text."""
        low, high = min(0.0, data.added), max(1.0, data.added)
        texts = [_ROOM, *data.texts] + ([data.added_text] if data.added > 1 else [])
        room = room_for(texts, self.width * (0.93 - self._left(data)))
        return low, low + (high - low) / (1 - room)

    def frame(self, data: GuessBars) -> None:
        ax, rows = self.ax, self._rows(data)
        self.figure.subplots_adjust(self._left(data), 0.11, 0.98, 0.88)
        self.rows(rows)
        self.percents(1, 4)
        ax.set_xlim(self._ends(data))
        ax.spines["left"].set_visible(False)  # chances begin at 0, wherever the axis does
        ax.tick_params(axis="y", length=0)
        ax.axvline(0, color=INK, linewidth=1)
        for y, (chance, text, colour) in enumerate(zip(data.known, data.texts, (NEITHER, ALONE, ALONE), strict=True)):
            boxes(ax, 0, y - 0.36, chance or 0.0, 0.72, colour)
            self._say(y, chance or 0.0, text)

    def marks(self, data: GuessBars) -> None:
        ax, guess_at, both_at, added_at = self.ax, 3, 4, 5
        if data.guess is not None:
            ax.barh(guess_at, data.guess, 0.68, facecolor="none", edgecolor=INK, linewidth=1.4)
        self._say(guess_at, data.guess or 0, data.guess_text or "?")
        if data.both is None:
            self._say(both_at, 0, "?")
            self._say(added_at, 0, "?")
            return
        boxes(ax, 0, both_at - 0.36, data.both, 0.72, BOOK)
        self._say(both_at, data.both, data.both_text, weight="bold")
        ax.barh(added_at, data.added, 0.7, facecolor="white", edgecolor="#8A8A8A", hatch="////", linewidth=0.8)
        self._say(added_at, data.added, data.added_text)
        ax.plot([data.both] * 2, [guess_at - 0.45, added_at + 0.45], color=INK, linewidth=0.9, linestyle=(0, (3, 2)))

    def _say(self, y: int, x: float, text: str, **style: Any) -> None:
        look: Look = {"va": "center", "fontsize": 9, "color": INK, **framed(), **style}  # clear of the dashed line
        self.ax.annotate(text, (max(0.0, x), y), (5, 0), textcoords="offset points", **look)

    def alt(self, data: GuessBars) -> str:
        rows = zip(data.names, data.known, data.texts, strict=True)
        bars = [f"{name} {'hidden' if chance is None else text}" for name, chance, text in rows]
        bars.append(f"your guess {data.guess_text}" if data.guess_text else "no guess yet")
        if data.both is None:
            bars.append("both together is hidden until you see it")
        else:
            bars += [f"both together {data.both_text}", f"if they simply added up {data.added_text}"]
        return f"Bar chart, {data.title}: {'; '.join(bars)}."


def _text(p: Fraction) -> str:
    """A chance at the head of a bar, with the exact fraction where it is short."""
    short = 1 < p.denominator < 10**_LONGEST_DENOMINATOR
    return f"{percent_text(p)}  ({p})" if short else percent_text(p)
