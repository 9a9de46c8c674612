"""A card of modifiers: what each is worth, in one small table."""

from __future__ import annotations

import html
import re

from ...teaching.card import CardText
from ...wording import first_up

_TOGETHER = re.compile(r" (?=[-+=%\d\N{MULTIPLICATION SIGN}])")  # a figure stays with what it is of


def card_table(card: CardText) -> str:
    """The table of a card, as HTML."""
    title = f"<caption>{html.escape(card.title)}</caption>" if card.title else ""
    parts = "".join(
        f"<tbody><tr class=rk-card-says><th scope=col>if</th><th scope=col>{html.escape(said)}</th><td></td></tr>{''.join(map(_row, rows))}</tbody>"
        for said, rows in card.parts
    )
    note = f'<div class="rk-hint">{html.escape(card.note)}</div>' if card.note else ""
    return f'<table class="rk-card-of">{title}{parts}</table>{note}'


def _row(row: tuple[str, str, str]) -> str:
    words, worth, remark = row
    unbroken = _TOGETHER.sub("\N{NO-BREAK SPACE}", worth)
    return f"<tr><th scope=row>{html.escape(first_up(words))}</th><td>{html.escape(unbroken)}</td><td>{html.escape(remark)}</td></tr>"
