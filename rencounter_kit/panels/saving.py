"""What can be saved of a panel: links to a page to print, the table, and each picture; and the situation as lines to send."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import ipywidgets as w

from .. import charts
from ..errors import RuleError
from .answer import AnswerView, Estimate
from .job import Step, or_error
from .page import link
from .studies import Figures

Picture = tuple[charts.Chart[Any], Figures]
_FORMS = (("png", "image/png"), ("svg", "image/svg+xml"))


def saving(
    name: str,
    said: Iterable[str],
    now: Callable[[], AnswerView | Estimate],
    page: Callable[[], bytes],
    pictures: Sequence[Callable[[], Picture]],
    tree: bool,
    place: w.HTML,
) -> list[Step]:
    """The work for what can be saved, shown at last.

    name : of the files. said : the situation in lines. now : the answer when the work is done. page : the one to print.
    pictures : that of the answer, and those of studies. tree : every way of the dice too? place : where the links stand.
    """
    links, lines = list[str](), "".join(f"<pre>{html.escape(line)}</pre>" for line in said if line)

    def offer(file: str, kind: str) -> Callable[[bytes | RuleError], None]:
        def take(content: bytes | RuleError) -> None:
            if isinstance(content, bytes):
                links.append(link(content, file, kind))

        return take

    def show(_: None) -> None:
        """All at once, so that no link moves away from the hand."""
        place.value = (
            f"<p>The situation, to send or to keep:</p>{lines}"
            "<p>The answer as it is now; click to save: a page to print (html), the table (csv), the pictures.</p>"
            f"{' '.join(links)}"
        )

    titles = [name, *(f"{name}.{number}" for number in range(1, len(pictures)))]
    every = dict(zip(titles, pictures, strict=True))
    if tree:
        every[f"{name}.ways"] = lambda: _ways(now())
    steps: list[Step] = [
        (or_error(page), offer(f"{name}.html", "text/html")),
        (or_error(lambda: now().csv().encode()), offer(f"{name}.csv", "text/csv")),
    ]
    for title, drawn in every.items():
        for form, kind in _FORMS:
            steps.append((or_error(partial(_saved, drawn, form)), offer(f"{title}.{form}", kind)))
    return [*steps, (lambda: None, show)]


def _ways(answer: AnswerView | Estimate) -> Picture:
    if (result := answer.result) is None:
        raise RuleError("the ways of the dice must be few enough to be saved; got too many; try fewer men")
    return charts.TreeChart(), charts.ways(result.branches())


def _saved(drawn: Callable[[], Picture], form: str) -> bytes:
    """A picture as a file."""
    chart, figures = drawn()
    return chart.save(figures, form)
