"""A card of modifiers: what each is worth, in one small table."""

from __future__ import annotations

import html

from ...teaching.card import CardText
from ...wording import first_up

_TIMES, _TOGETHER = " \N{MULTIPLICATION SIGN} ", "\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}\N{NO-BREAK SPACE}"


def card_table(card: CardText) -> str:
    """The table of a card, as HTML."""
    rows = "".join(
        f"<tr><th scope=row>{html.escape(first_up(words))}</th><td>{html.escape(worth.replace(_TIMES, _TOGETHER))}</td><td>{html.escape(remark)}</td></tr>"
        for words, worth, remark in card.lines
    )
    title = f"<caption>{html.escape(card.title)}</caption>" if card.title else ""
    head = "<thead><tr><th>if</th><th>it is worth</th><th></th></tr></thead>"
    note = f'<div class="rk-hint">{html.escape(card.note)}</div>' if card.note else ""
    return f'<table class="rk-card-of">{title}{head}<tbody>{rows}</tbody></table>{note}'
