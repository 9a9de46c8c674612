"""A panel on one page, to print or to send: the situation, the answer, its reasons, and by whose rules."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence
from typing import Any

from ...engine.files.folders import static_text
from ...engine.formats.html_table import html_table
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.flow import CheckFlow
from ...workbook.mechanics.links import Params, command
from ...workbook.rulebook.book import Ruleset
from .. import charts
from ..charts.sheet import STYLE
from .answer import AnswerView, Estimate
from .die import die_of
from .flow_links import FlowSet, flow_python
from .studies import Figures


def printed(
    check: Check, answer: AnswerView | Estimate, params: Params, chart: charts.Chart[Any], figures: Figures
) -> str:
    """One page of HTML, complete in itself.

    params : what is said;
    chart, figures : the picture of the answer.
    """
    result = answer.reasons
    settings = [
        (result.check.spelling.words(name), result.check.spelling.value(value))
        for name, value in result.params.items()
        if name in params and value != check.parameters[name].default
    ]
    book = answer.book if isinstance(answer, AnswerView) else None
    body = (
        f'<div class="words">{answer.words()}</div>{picture_in(chart, figures)}{situation(settings)}'
        f"{house_rules(result.rules)}<h2>The "
        f"chances</h2>{answer.table()}<h2>Why</h2>{die_of(answer.result, book)}{answer.why()}"
    )
    again = command(check, params, result.rules.lines)
    return page_of(check.title, f"{check.book.title}: {check.source}", body, again)


def printed_flow(
    flow: CheckFlow,
    now: FlowSet,
    rules: Ruleset,
    way_so_far: str,
    ends: str,
    chart: charts.Chart[Any],
    figures: Figures,
) -> str:
    """A flow on one page.

    now : what is set;
    way_so_far, ends : the way so far, and how it can end, as they are shown;
    chart, figures : the picture of all ways.
    """
    set_ = [(step, name, value) for step, values in now.settings.items() for name, value in values.items()]
    read = rules.spelling
    settings = [
        (read.words(f"{step} {n}".strip()), read.value(v))
        for step, n, v in set_
        if v != flow.parameter(step, n).default
    ]
    body = (
        f'<div class="words">{way_so_far}</div><h2>How it can end</h2>{ends}{situation(settings)}{house_rules(rules)}'
        f"<h2>All outcomes</h2>{picture_in(chart, figures)}"
    )
    return page_of(flow.title, f"{rules.title}: {flow.source}", body, flow_python(flow, now))


def page_of(title: str, source: str, body: str, again: str) -> str:
    """The page around it.

    again : how to ask the same once more.
    """
    title = html.escape(title)
    style = f"{STYLE}{static_text('fronts/panels', 'printed.css')}{static_text('workbook/analysis', 'die.css')}"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{style}</style></head><body><h1>{title}</h1>"
        f'<p class="by">{html.escape(source)}</p>{body}'
        f'<p class="foot">Exact, and rounded only in print. To ask again: '
        f"<code>{html.escape(again)}</code></p></body></html>"
    )


def picture_in(chart: charts.Chart[Any], figures: Figures) -> str:
    """A picture within the page."""
    source = base64.b64encode(chart.save(figures, "png")).decode()
    return f'<img alt="{html.escape(chart.alt(figures), quote=True)}" src="data:image/png;base64,{source}">'


def situation(settings: Sequence[tuple[str, str]]) -> str:
    """What is not as usual, in words."""
    table = f"{html_table((), settings, 'said')}<p>All other settings are at their defaults.</p>"
    return f"<h2>The situation</h2>{table if settings else '<p>All settings are at their defaults.</p>'}"


def house_rules(rules: Ruleset) -> str:
    """The figures that are not those of the book; nothing where there are none."""
    rows = [(rule.description, rule.value_text, rule.before) for rule in rules.house_rules]
    return f"<h2>House rules</h2>{html_table(('figure', 'now', 'book'), rows)}" if rows else ""
