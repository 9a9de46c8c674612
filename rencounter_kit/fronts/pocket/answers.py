"""What the page shows of an answer: words, bars, table and reasons."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ...engine.words.errors import RuleError
from ...engine.words.wording import EXACTLY, percent_text
from ...workbook.analysis.answer_text import OURS, AnswerText
from ...workbook.analysis.situations import in_words
from ...workbook.analysis.throwing import Tally
from ...workbook.mechanics.links import Params, others, query
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.presets import presets
from ...workbook.rulebook.text import Value
from .setting import PageData, Setting, controls, setting

_LONGEST = 100_000  # denominators beside a bar are below it


def answer_text(at: Setting) -> AnswerText:
    """The answer by the rules in force, and beside it the book's where they differ."""
    return AnswerText.of(at.check, at.rules, at.choices)


def answer(id: str, params: Params, lines: str = "", reading: str = EXACTLY, page_lines: str | None = None) -> PageData:
    """All that follows from what is set.

    page_lines : the house rules by which the page has made its controls.
    """
    at = setting(id, params, lines)
    view: PageData = {"said": {name: plain(value) for name, value in at.settings.items()}, **at.page_data}
    if page_lines != lines:
        view["groups"] = controls(at.check, at.rules)
    view["link"] = query(at.check, at.choices, at.rules.lines)
    view["situation"] = in_words(at.check, others(at.check, at.choices))
    try:
        view |= answer_data(answer_text(at), reading)
    except RuleError as error:
        view["error"] = at.check.spelling.in_sentence(str(error))
    return view


def answer_data(view: AnswerText, reading: str = EXACTLY) -> PageData:
    """An answer: sentences, bars, table, reasons."""
    read = reading if view.in_order else EXACTLY
    return {
        "words": view.headlines(),
        "further": view.further(),
        "says": view.plain(),
        "read": read if view.in_order else "",
        "bars": bars(view, read),
        "table": view.table(read),
        "why": view.why(),
        "dice": len(view.result.dist) > 1,
    }


def bars(view: AnswerText, reading: str, tally: Tally | None = None) -> PageData:
    """The figures of a picture, and what stands beside each bar."""
    drawn = view.drawn(reading, tally)
    return {
        "names": [view.result.check.words(outcome) for outcome in drawn.outcomes],
        "series": [
            {
                "whose": who if view.ours and not view.alike else "",
                "ours": who == OURS,
                "shares": [float(p) for p in chances],
                "texts": [percent_text(p) for p in chances],
                "exact": [str(p) if 0 < p < 1 and p.denominator < _LONGEST else "" for p in chances],
            }
            for (who, _), chances in list(zip(view.each, drawn.chances, strict=True))[: 1 if view.alike else None]
        ],
        "came": [count / tally.many for count in drawn.came] if tally is not None and tally.many else [],
        "upright": drawn.upright,
        "along": drawn.along,
    }


def table_file(id: str, params: Params, lines: str = "") -> str:
    """The table as CSV, with every fraction whole."""
    return answer_text(setting(id, params, lines)).csv()


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value


def opening(id: str) -> PageData:
    """What the page shows of a check before Python is there."""
    check, first = checks[id], dict[str, Value]()
    with suppress(RuleError):
        first = answer(id, {})
    return {
        "title": check.spelling.spelt_out(check.title),
        "source": f"{check.book.title}: {check.source}",
        "game": check.stem,
        "presets": [[name, params] for name, params in presets(check.stem).get(id, {}).items()],
        "example": check.book.example,
        "first": first,
    }
