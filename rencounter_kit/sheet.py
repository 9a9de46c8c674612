"""House rules on one page, to print or to send: the changed figures, why, and what they do."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence
from typing import Any

from . import charts
from .charts import BOOK, HOUSE, Bars, Series
from .effects import Effect, change_words, effects
from .layers import Layers
from .rules import figure_text

_MOST_BARS, _MOST_ROWS, _CHARTS = 8, 14, 3
STYLE = """
@page { size: A4; margin: 14mm; }
body { font: 13px/1.4 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; color: #222; background: #fff; max-width: 182mm;
  margin: 8mm auto; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
h1 { font-size: 22px; margin: 0; } h2 { font-size: 15px; margin: 14px 0 4px; color: #0072B2; }
.by { color: #555; margin: 2px 0 6px; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; border-bottom: 1.5px solid #0072B2; }
td, th { padding: 2px 10px 2px 0; vertical-align: top; } td.n { white-space: nowrap; font-variant-numeric: tabular-nums; }
td.ours { color: #8A5A00; font-weight: 600; } code { font-size: 11px; color: #555; overflow-wrap: anywhere; }
.charts { display: flex; gap: 6px; } .charts img { width: 33%; height: auto; } .foot { color: #555; font-size: 11.5px; }
tr, img { break-inside: avoid; } @media print { body { margin: 0; max-width: none; } }
"""


def bars_of(effect: Effect, ours: str = "your rule") -> Bars:
    """Both answers of an effect as figures for a chart; of many outcomes those that change most."""
    results = [(result, who, colour) for result, who, colour in
               ((effect.before, "book", BOOK), (effect.after, ours, HOUSE)) if result is not None]  # fmt: skip
    check = effect.situation.check
    merged: dict[Any, int] = {outcome: 1 for result, _, _ in results for outcome in result.dist}
    outcomes = list(type(results[0][0].dist)(merged, check.scale))
    if len(outcomes) > _MOST_BARS:
        moved = sorted(outcomes, key=lambda o: -_moved(effect, o))[:_MOST_BARS]
        outcomes = [o for o in outcomes if o in moved]
    series = [Series(who, [float(result.dist[o]) for o in outcomes], colour) for result, who, colour in results]
    return Bars(title_of(effect), [check.words(o) for o in outcomes], series)


def _moved(effect: Effect, outcome: Any) -> Any:
    before, after = (result.dist[outcome] if result is not None else 0 for result in (effect.before, effect.after))
    return abs(after - before)


def title_of(effect: Effect) -> str:
    """The check and its situation, short enough for the head of a chart."""
    title = f"{effect.situation.check.title}: {effect.situation.name}"
    return title if len(title) <= 58 else title[:57] + "…"


def effects_html(found: Sequence[Effect], most: int = 40) -> str:
    """Effects as a table: the situation, what changes most, before, after and by how much."""
    rows = []
    for effect in found[:most]:
        what, was, now = change_words(effect)
        _, before, after = effect.most if was.endswith("%") else ("", 0, 0)
        points = f"{float(100 * (after - before)):+.1f}" if after != before else ""
        rows.append(
            f"<tr><td>{html.escape(effect.situation.check.title)}</td><td>{html.escape(effect.situation.name)}</td>"
            f'<td>{html.escape(what)}</td><td class="n">{html.escape(was)}</td><td class="n ours">{html.escape(now)}</td>'
            f'<td class="n">{points}</td></tr>'
        )
    head = "<tr><th>check</th><th>situation</th><th>what</th><th>book</th><th>your rule</th><th>points</th></tr>"
    more = f"<p>and {len(found) - most} situations more</p>" if len(found) > most else ""
    return f'<table class="rk-effects">{head}{"".join(rows)}</table>{more}'


def changes_html(layers: Layers) -> str:
    """The changed figures as a table: what it is, by the book, now, by which layer, and where it stands in the rules."""
    rows = []
    for change in layers.changes:
        hidden = f" (hidden by {change.hidden_by})" if change.hidden_by else ""
        rows.append(
            f"<tr><td>{html.escape(change.rule.label)}<br><code>{html.escape(change.rule.path)}</code></td>"
            f'<td class="n">{html.escape(figure_text(change.book.value))}</td>'
            f'<td class="n ours">{html.escape(figure_text(change.rule.value))}</td>'
            f"<td>{html.escape(change.layer + hidden)}</td><td>{html.escape(change.book.citation)}</td></tr>"
        )
    head = "<tr><th>figure</th><th>book</th><th>now</th><th>by</th><th>section of the rules</th></tr>"
    return f"<table>{head}{''.join(rows)}</table>"


def sheet(layers: Layers, found: Sequence[Effect] | None = None) -> str:
    """One page of HTML, complete in itself, that prints on one sheet of A4: changed figures, reasons, effects.

    layers : the house rules. found : their effects, the greatest first; worked out when left out.
    """
    found = effects(layers.rules) if found is None else found
    title = " + ".join(layer.name for layer in layers.layers) or "No house rules"
    about = []
    for layer in layers.layers:
        by = f", by {layer.author}" if layer.author else ""
        about.append(f'<p class="by"><b>{html.escape(layer.name + by)}</b> {html.escape(layer.note)}</p>')
    chart = charts.NarrowBars()
    pictures = []
    for effect in best(found):
        data = bars_of(effect)
        source = base64.b64encode(chart.save(data, "png")).decode()
        pictures.append(f'<img alt="{html.escape(chart.alt(data), quote=True)}" src="data:image/png;base64,{source}">')
    nothing = "<p>No situation that was asked changes.</p>"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{STYLE}</style></head><body><h1>{html.escape(title)}</h1>"
        f'<p class="by">House rules for {html.escape(layers.book.title)}</p>{"".join(about)}'
        f"<h2>What is changed</h2>{changes_html(layers)}"
        f"<h2>What it does</h2>"
        + (f'<div class="charts">{"".join(pictures)}</div>{effects_html(found, _MOST_ROWS)}' if found else nothing)
        + f'<p class="foot">Every chance is exact, rounded only here. To use these rules, load this text: '
        f"<code>{html.escape(layers.code)}</code></p></body></html>"
    )


def best(found: Sequence[Effect]) -> list[Effect]:
    """Those to be drawn: of each check the greatest effect, and no more than three."""
    first: dict[str, Effect] = {}
    for effect in found:
        if effect.before is not None and effect.after is not None:
            first.setdefault(effect.situation.check.id, effect)
    return list(first.values())[:_CHARTS]
