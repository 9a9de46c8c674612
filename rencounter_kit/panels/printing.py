"""A panel on one page, to print or to send: the situation, the answer, its reasons, and by whose rules."""

from __future__ import annotations

import base64
import html
from typing import Any

from .. import charts
from ..charts.sheet import STYLE
from ..mechanics.check import Check
from ..rulebook.book import figure_text
from ..wording import value_text, words
from .answer import AnswerView, Estimate
from .sending import command
from .studies import Figures, Params

_MORE = """h1 + .by { margin-bottom: 6px; } .words { font-size: 14px; } .words b { font-size: 17px; } .rk-strip { display: none; }
img { max-width: 60%; height: auto; } td + td, th + th { padding-left: 8px; } h2 { break-after: avoid; } table.said { width: auto; }"""


def printed(
    check: Check, answer: AnswerView | Estimate, params: Params, chart: charts.Chart[Any], figures: Figures
) -> str:
    """One page of HTML, complete in itself. params : what is said; chart, figures : the picture of the answer."""
    result = answer.reasons
    source = base64.b64encode(chart.save(figures, "png")).decode()
    image = f'<img alt="{html.escape(chart.alt(figures), quote=True)}" src="data:image/png;base64,{source}">'
    rules = "".join(
        f"<tr><td>{html.escape(rule.label)}</td><td>{html.escape(figure_text(rule.value))}</td>"
        f"<td>{html.escape(figure_text(rule.was.value)) if rule.was else ''}</td></tr>"
        for rule in result.rules.house_rules
    )
    head = "<tr><th>figure</th><th>now</th><th>book</th></tr>"
    house = f"<h2>House rules</h2><table>{head}{rules}</table>" if rules else ""
    said = "".join(
        f"<tr><td>{html.escape(words(name))}</td><td>{html.escape(value_text(value))}</td></tr>"
        for name, value in result.params.items()
        if name in params and value != check.parameters[name].default
    )
    situation = (
        f'<table class="said">{said}</table><p>Everything else is as usual.</p>'
        if said
        else "<p>Everything is as usual.</p>"
    )
    title = html.escape(check.title)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}{_MORE}</style></head><body><h1>{title}</h1>"
        f'<p class="by">{html.escape(f"{check.book.title}: {check.source}")}</p>'
        f'<div class="words">{answer.words()}</div>{image}'
        f"<h2>The situation</h2>{situation}{house}<h2>The chances</h2>{answer.table()}<h2>Why</h2>{answer.why()}"
        f'<p class="foot">Rounded only here. To ask again: <code>{html.escape(command(check, params, result.rules.lines))}</code></p>'
        f"</body></html>"
    )
