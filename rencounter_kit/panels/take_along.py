"""A panel to take along: this check, as it is set and by these rules, as a file that opens without Python."""

from __future__ import annotations

import html
import shlex
from collections.abc import Callable, Sequence

import ipywidgets as w

from ..errors import RuleError
from ..mechanics.check import Check
from ..mechanics.links import Params, command
from ..rulebook.library import games
from .job import Step, or_error
from .lock import in_turn
from .looks import layout
from .page import COPY, button, link, note

_TIP = "This check with its controls, as it is set and by your rules, as one file for any browser"
WhatIsSet = tuple[Check, Params, str]  # what is set: a check, values, lines of house rules
_BY_NPM = "into one file of 9 MB (Python for the browser comes by npm, once)"


class TakeAlong(w.VBox):  # type: ignore[misc]
    """A button, and below it what it made. now : what is set. also : works a step out behind the panel. tip : on the button. about : what
    is to be said first, of what such a file cannot hold.
    """

    def __init__(
        self, now: Callable[[], WhatIsSet], also: Callable[[Step], None], tip: str = _TIP, about: str = ""
    ) -> None:
        self._now, self._also, self._about = now, also, about
        self.button = button("Take along", "download", tip, self._make)
        self.place = note()
        super().__init__([w.HBox([self.button], layout=layout()), self.place], layout=layout())

    def clear(self) -> None:
        """What was made is of an earlier situation."""
        self.place.value = ""

    @in_turn
    def _make(self) -> None:
        check, params, lines = self._now()
        self.clear()

        def show(made: str | RuleError) -> None:
            said = _whole(check, params, lines, made) if isinstance(made, RuleError) else _file(check, made)
            self.place.value = f"{self._about}{said}"

        self._also((or_error(lambda: _made(check, params, lines)), show))


def dice_along(lines: Sequence[str]) -> str:
    """How lines of dice, without names in braces, are taken along; nothing for none."""
    if not lines:
        return ""
    line = " ".join(["rencounter pocket", *(f"--dice {shlex.quote(one)}" for one in lines)])
    return _to_copy(
        f"To take these dice along: this line writes the pocket edition, opened at them, {_BY_NPM}, which opens by a double click:",
        line,
    )


def _made(check: Check, params: Params, lines: str) -> str:
    """The file; ``RuleError`` where it would be too large."""
    from ..pocket.check_file import check_file

    return check_file(check.id, params, lines)


def _file(check: Check, made: str) -> str:
    """The link that saves it."""
    content = made.encode()
    name = f"{check.id}.pocket.html"  # the page to print has the plain name
    return (
        f"<p>{link(content, name, 'text/html', f'{name}, {len(content) / 1000:.0f} kB')} has all answers of this check. It opens in any "
        "browser, on a phone too, without Python and without a network.</p>"
    )


def _whole(check: Check, params: Params, lines: str, why: RuleError) -> str:
    """How to take it along with all the rest, where it is too large for a page of its own."""
    own = next((one for one in games().values() if one.stem == check.stem and not one.shared), None)
    line = command(check, params, lines).replace("rencounter check", "rencounter pocket --whole", 1)
    line += f" --game {own.called}" if own else ""
    said = html.escape(str(why).partition("; try")[0])
    return _to_copy(
        f"{said[:1].upper()}{said[1:]}. The pocket edition has it; this line writes that, opened at what is set, {_BY_NPM}:",
        line,
    )


def _to_copy(said: str, line: str) -> str:
    return f'<p>{said}</p><div class="rk-lines"><pre>{html.escape(line)}</pre>{COPY}</div>'
