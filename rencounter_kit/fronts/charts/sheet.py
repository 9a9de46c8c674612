"""House rules on one page, to print or to send: the changed figures, why, and what they do."""

from __future__ import annotations

import base64
import html
from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

from ...engine.dice.dist import Outcome
from ...engine.dice.scale import in_order
from ...engine.files.folders import static_text
from ...engine.formats.html_table import Across, Cell, Html, StyledCell, html_table
from ...workbook.analysis.effects import Effect, change_words, effects as effects_of, foremost
from ...workbook.analysis.effects_table import FIGURE, by_size, effects_html, figure_or_words
from ...workbook.analysis.situations import situation_text
from ...workbook.rulebook.layers import Layers
from .. import charts
from . import BOOK, HOUSE, Bars, Series

_MAX_BARS, _CHARTS = 6, 3  # more bars, and their figures would run into one another
_LINES = 46  # rows of a table that fit on a page of A4 below the charts
_ROWS = range(5, 15)  # of effects, as many as there is room for
_ONE_ROW = 40  # letters of a check, its situation and what changes
_SMALLEST = 0.6  # of the usual size; still more goes on to a second page
STYLE = static_text("fronts/charts", "sheet.css")


def bars_of(effect: Effect, ours: str = "your rule") -> Bars:
    """Both answers of an effect as figures for a chart; of many outcomes those that change most."""
    results = [
        (result, who, colour)
        for result, who, colour in ((effect.before, "book", BOOK), (effect.after, ours, HOUSE))
        if result is not None
    ]
    check = effect.situation.check
    outcomes = in_order((outcome for result, _, _ in results for outcome in result.dist), results[0][0].space.scale)
    if len(outcomes) > _MAX_BARS:
        largest = sorted(outcomes, key=lambda o: -_shift(effect, o))[:_MAX_BARS]
        outcomes = [o for o in outcomes if o in largest]
    series = [Series(who, [float(result.dist[o]) for o in outcomes], colour) for result, who, colour in results]
    title, names = situation_text(effect.situation), [check.words(o) for o in outcomes]
    what = results[0][0].counted if all(type(o) is int for o in outcomes) else ""
    return Bars(title, names, series, xlabel=f"chance of each number of {what}" if what else "chance")


def _shift(effect: Effect, outcome: Outcome) -> Fraction:
    before, after = (
        result.dist[outcome] if result is not None else Fraction(0) for result in (effect.before, effect.after)
    )
    return abs(after - before)


def changes_html(layers: Layers) -> str:
    """The changed figures as a table, layer by layer: label, by the book, now, and where in the rules."""
    rows: list[Sequence[Cell] | Across] = []
    for layer in layers.layers:
        by = f", by {layer.author}" if layer.author else ""
        rows.append(Across(Html(f"<b>{html.escape(layer.name + by)}</b> {html.escape(layer.note)}"), "layer"))
        for change in (one for one in layers.changes if one.layer == layer.name):
            before, after = change.rule.before, change.rule.value_text
            rows.append(
                (
                    change.rule.description + (f" (hidden by {change.hidden_by})" if change.hidden_by else ""),
                    StyledCell(before, figure_or_words(before)),
                    StyledCell(after, f"{figure_or_words(after)} ours"),
                    StyledCell(Html(f"<code>{change.rule.path}</code> {html.escape(change.book.citation)}"), "from"),
                )
            )
    return html_table(("figure", "book", "now", "where in the rules"), rows)


def sheet(layers: Layers, effects: Sequence[Effect] | None = None) -> str:
    """One page of HTML, complete in itself, that prints on one sheet of A4: changed figures, reasons, effects.

    layers : the house rules; some thirty figures of ten layers fit, more go on to a second page.
    effects : what they do, the greatest first; worked out when left out.
    """
    effects = effects_of(layers.rules) if effects is None else effects
    names = [layer.name for layer in layers.layers]
    title = " + ".join(names) if 1 <= len(names) <= _CHARTS else f"{len(names) or 'No'} house rules"
    chart = charts.NarrowBars()
    pictures = [_figure(chart, effect) for effect in by_size(best(effects))]
    greatest = foremost(effects)
    in_order = [*greatest, *(effect for effect in effects if effect not in greatest)]
    heights = list(accumulate(map(_height, in_order)))
    fitting = bisect(heights, _LINES - _lines(layers))
    rows = min(max(fitting, _ROWS.start), _ROWS.stop)
    size = max(_SMALLEST, min(1.0, _LINES / (_lines(layers) + sum(map(_height, in_order[:rows])))))
    does = (
        f'<div class="charts">{"".join(pictures)}</div>{effects_html(in_order, rows, in_full=False)}' if effects else ""
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{STYLE}</style></head>"
        f'<body class="scaled" style="--size: {size:.2f}"><h1>{html.escape(title)}</h1><p class="by">House '
        f"rules for {html.escape(layers.book.title)}</p>"
        f"<h2>What changes</h2>{changes_html(layers)}"
        f"<h2>What it does</h2>{does or '<p>None of the situations that we checked changes.</p>'}"
        f'<p class="foot">Exact chances, rounded only in print. To use these rules, copy this code and paste it '
        f"into the box <i>House rules</i> of any page: <code>{html.escape(layers.code)}</code> "
        f"<button>Copy</button></p>"
        f"<script>{static_text('fronts/charts', 'sheet.js')}</script></body></html>"
    )


def _figure(chart: charts.NarrowBars, effect: Effect) -> str:
    """A picture below its title, which takes as many lines as it needs."""
    data = bars_of(effect)
    source = base64.b64encode(chart.save(replace(data, title=""), "png")).decode()
    title, situation = html.escape(effect.situation.check.title), html.escape(effect.situation.name)
    return (
        f"<figure><figcaption>{title}<br><span>{situation}</span></figcaption>"
        f'<img alt="{html.escape(chart.alt(data), quote=True)}" src="data:image/png;base64,{source}"></figure>'
    )


def _lines(layers: Layers) -> float:
    """How many rows of the page the head, the changed figures and the foot take, about; long ones take two."""
    reasons = sum(1.3 + len(layer.title) // 110 for layer in layers.layers)
    figures = sum(
        (1.5 if len(change.rule.description) > 36 or len(change.rule.path + change.book.citation) > 48 else 1)
        + len(change.rule.value_text) // FIGURE
        for change in layers.changes
    )
    return 8 + reasons + figures + len(layers.code) / 260


def _height(effect: Effect) -> float:
    """How many rows of the page an effect takes, about."""
    what, was, now = change_words(effect)
    words = len(effect.situation.check.title + effect.situation.name + what) > _ONE_ROW
    return 1 + words + max(len(was), len(now)) // FIGURE


def best(several: Sequence[Effect]) -> list[Effect]:
    """Those to be drawn, no more than three."""
    return foremost([one for one in several if one.before is not None and one.after is not None], _CHARTS)
