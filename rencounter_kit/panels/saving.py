"""What can be saved of a panel: links to a page to print, the table, and each picture; and the situation as lines to send."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import ipywidgets as w

from .. import charts
from ..errors import RuleError
from .job import Step, or_error
from .page import link
from .studies import Figures

Picture = tuple[charts.Chart[Any], Figures]
_FORMS = (("png", "image/png"), ("svg", "image/svg+xml"))


def saving(
    name: str,
    said: Iterable[str],
    page: Callable[[], str],
    table: Callable[[], str],
    pictures: Mapping[str, Callable[[], Picture]],
    place: w.HTML,
) -> list[Step]:
    """The work for what can be saved, shown at last.

    name : of the files. said : the situation in lines. page : the one to print; table : as csv. pictures : by the
    names of their files. place : where the links stand.
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

    steps: list[Step] = [
        (or_error(lambda: page().encode()), offer(f"{name}.html", "text/html")),
        (or_error(lambda: table().encode()), offer(f"{name}.csv", "text/csv")),
    ]
    for title, drawn in pictures.items():
        for form, kind in _FORMS:
            steps.append((or_error(partial(_saved, drawn, form)), offer(f"{title}.{form}", kind)))
    return [*steps, (lambda: None, show)]


def _saved(drawn: Callable[[], Picture], form: str) -> bytes:
    """A picture as a file."""
    chart, figures = drawn()
    return chart.save(figures, form)
