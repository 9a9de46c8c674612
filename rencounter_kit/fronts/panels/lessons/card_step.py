"""A card of modifiers: what each is worth, in one small table."""

from __future__ import annotations

import html
import re

from ....engine.words.wording import first_up
from ...teaching.card import CardText

_TOGETHER = re.compile(r" (?=of \d|[-+=%\d\N{MULTIPLICATION SIGN}])")  # a figure stays with what it is of


def card_table(card: CardText) -> str:
    """The table of a card, as HTML."""
    title = f"<p class=rk-card-title>{html.escape(card.title)}</p>" if card.title else ""
    parts = "".join(
        f"<tbody><tr class=rk-card-says><th scope=col>if</th><th "
        f"scope=col>{html.escape(heading)}</th></tr>{''.join(map(_row, rows))}</tbody>"
        for heading, rows in card.parts
    )
    lines = "".join(f"<p>{html.escape(line)}</p>" for line in card.note)
    note = f"<div class=rk-card-note>{lines}</div>" if lines else ""
    return f'{title}{note}<table class="rk-card-of">{parts}</table>'


def _row(row: tuple[str, str, str]) -> str:
    words, worth, remark = row
    unbroken = _TOGETHER.sub("\N{NO-BREAK SPACE}", worth)
    aside = f" <small>({html.escape(remark)})</small>" if remark else ""
    return f"<tr><th scope=row>{html.escape(first_up(words))}{aside}</th><td>{html.escape(unbroken)}</td></tr>"
