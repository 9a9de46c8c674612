"""Where a chance is guessed: a slider, a box that takes decimals, one more for what is worked out, and *See*."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

from ...engine.words.errors import RuleError
from ...engine.words.typed import percent
from ...workbook.analysis.guess import guess_text
from .late import w
from .page import Change, Silence, button, field, layout, note

_TIP, _WORKED_TIP = "Your guess", "Your own working, if you like"


class GuessRow(w.HBox):  # type: ignore[misc]
    """A slider and a box that are one, and a button.

    see : what it does.
    moved : is called when another guess stands there.
    works_out : is there a second box, for what is worked out after the guess?
    """

    def __init__(
        self, see: Callable[[], object], moved: Callable[[], object] = lambda: None, works_out: bool = False
    ) -> None:
        self._moved, self._silent = moved, Silence()
        self.slider = w.IntSlider(
            description="your guess",
            readout=False,
            tooltip=_TIP,
            layout=w.Layout(width="310px"),
            style={"description_width": "initial"},
        )
        self.box = w.Text(
            continuous_update=False, tooltip=_TIP, layout=layout(width="76px")
        )  # one message, before that of See
        self.unit = note("%", layout=w.Layout())
        self.see = button("See", "eye", "Show the answer", see)
        self.see.button_style = "primary"
        whole = {"description_width": "initial"}
        self.sum = field(w.Text, "then worked out", _WORKED_TIP, "174px", continuous_update=False, style=whole)
        second = [self.sum, note("%", layout=w.Layout())] if works_out else []
        parts = [self.slider, self.box, self.unit, *second, self.see]
        super().__init__(parts, layout=w.Layout(), _dom_classes=("rk-guess",))
        self.slider.observe(self._slid, "value")
        self.box.observe(self._typed, "value")

    @property
    def chance(self) -> Fraction:
        """The guess; ``RuleError`` where there is none, or something else stands there."""
        return percent(self.box.value, "your guess")

    @property
    def guess(self) -> Fraction | None:
        """The guess, ``None`` while there is none."""
        with suppress(RuleError):
            return self.chance
        return None

    @property
    def worked_out(self) -> Fraction | None:
        """What was worked out, ``None`` for nothing; ``RuleError`` where something else stands there."""
        return percent(self.sum.value, "what you work out") if self.sum.value.strip() else None

    def put(self, guess: Fraction | None, worked_out: Fraction | None = None) -> None:
        """Show a guess made before, and what was worked out, or nothing; nobody is told."""
        with self._silent:
            self.box.value, self.sum.value = map(_typed_text, (guess, worked_out))
            self.slider.value = 0 if guess is None else round(100 * guess)

    def allow(self, to_guess: bool) -> None:
        """Can a guess be made?"""
        for part in (self.slider, self.box, self.sum, self.see):
            part.disabled = not to_guess

    def _slid(self, change: Change) -> None:
        if self._silent:
            return
        with self._silent:
            self.box.value = str(change["new"])
        self._moved()

    def _typed(self, change: Change) -> None:
        if self._silent:
            return
        with self._silent, suppress(RuleError):
            self.slider.value = round(100 * percent(change["new"], "your guess"))
        self._moved()


def _typed_text(chance: Fraction | None) -> str:
    return "" if chance is None else guess_text(chance).removesuffix(" %")
