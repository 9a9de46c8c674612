"""What was guessed on any page, kept by the browser for itself: Python hands each guess to the page, and is handed all of them back.

A panel shows a ``GuessKeeper`` and calls ``keep``; ``KeptGuesses`` has what was kept, on whatever page. The script of the page keeps the newest
thousand in the browser's own storage, and no server does.
"""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from fractions import Fraction

import ipywidgets as w

from ..analysis.calibration import MOST, Guesses, GuessRecord

_HANDED = 50  # guesses that one panel hands over, again and again, so that none is lost while a page is busy


class GuessKeeper(w.HTML):  # type: ignore[misc]
    """Hands guesses to the page; it must stand in the panel, and shows nothing. ``made`` : the last guesses there."""

    def __init__(self) -> None:
        self.made = list[GuessRecord]()
        super().__init__(layout=w.Layout(display="none"), _dom_classes=("rk-kept",))

    def keep(self, check: str, situation: str, event: str, guess: Fraction, chance: Fraction) -> GuessRecord:
        """Keep a guess. check : the id of a check, or what else was asked about. situation, event : in words. guess, chance :
        from 0 to 1, the chance exact.
        """
        made = GuessRecord(check, situation, event, guess, chance, _now())
        self.made = [*self.made, made][-_HANDED:]
        self._tell({"guesses": [one.kept() for one in self.made], "most": MOST})
        return made

    def forget(self) -> None:
        """Forget all that was guessed until now, on all pages."""
        self.made = []
        self._tell({"forgotten": _now()})

    def _tell(self, said: object) -> None:
        self.value = f'<i data-guesses="{html.escape(json.dumps(said), quote=True)}"></i>'


class KeptGuesses(w.Textarea):  # type: ignore[misc]
    """What the browser has kept, which the page writes in here. changed : is called with it, each time it is other guesses."""

    def __init__(self, changed: Callable[[Guesses], None]) -> None:
        super().__init__(layout=w.Layout(display="none"), _dom_classes=("rk-all-guesses",))
        self.observe(lambda change: changed(read_guesses(change["new"])), "value")


def read_guesses(text: str) -> Guesses:
    """Guesses from what the browser has kept, which anybody may have changed there.

    >>> read_guesses("[1, {}]").guesses, read_guesses("no list").guesses
    ((), ())
    """
    kept: object = None
    with suppress(ValueError, RecursionError):
        kept = json.loads(text)
    return Guesses.read(kept)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
