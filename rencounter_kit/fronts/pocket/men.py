"""Men with names in the page: who stands on a side, and who beats whom, worked out man by man."""

from __future__ import annotations

from ...workbook.analysis.roster import (
    SIDES,
    figure_of,
    keeping_text,
    replaced,
    roster,
    side_parameters,
    sides_of,
    two_sided,
)
from ...workbook.analysis.who_beats_whom import WhoBeatsWhom, merged, who_beats_whom
from ...workbook.mechanics.links import Params
from ...workbook.mechanics.registry import checks
from .answers import plain
from .setting import PageData, setting


def men(id: str, text: str) -> PageData:
    """The men of a check's game: their text, code and names, and the sides on which one can stand.

    text : of a roster, or a code; "" for the ready ones.
    """
    check, every = checks[id], roster(text or checks[id].stem, files=False)
    meet = check in two_sided(check.stem, every) and len(every) > 1
    return {"text": every.text, "code": every.code, "names": list(every), "sides": sides_of(check), "meet": meet}


def man(id: str, params: Params, lines: str, text: str, side: str, name: str) -> PageData:
    """What is set with that man on a side."""
    at = setting(id, params, lines)
    figure = roster(text or at.check.stem, files=False)[name]
    return {one: plain(value) for one, value in replaced(at.check, at.rules, figure, side, at.choices).items()}


def keep_man(id: str, params: Params, lines: str, text: str, side: str, name: str) -> PageData:
    """The men with one more: him who stands on a side, under a name."""
    at = setting(id, params, lines)
    figure = figure_of(at.check, at.choices, side, name)
    men = roster(text or at.check.stem, files=False).keep(figure)
    return {"text": men.text, "said": keeping_text(at.check, at.choices, side, figure)}


class MeetingSeries:
    """All men against each other, as far as they have met."""

    def __init__(self, id: str, params: Params, lines: str, text: str) -> None:
        self._at, self._men = setting(id, params, lines), roster(text or checks[id].stem, files=False)
        sides = {p.name for side in SIDES for p in side_parameters(self._at.check, side).values()}
        self._settings = {name: value for name, value in self._at.choices.items() if name not in sides}
        self._results: list[WhoBeatsWhom] = []

    def more(self) -> PageData:
        """One more man has met all others as A."""
        name = list(self._men)[len(self._results)]
        check, rules = self._at.check, self._at.rules
        self._results.append(
            who_beats_whom(check, self._men, rules=rules, only=[name], progress=False, **self._settings)
        )
        at, of = len(self._results), len(self._men)
        return {"table": merged(self._results)._repr_html_(), "at": at, "of": of, "done": at == of}
