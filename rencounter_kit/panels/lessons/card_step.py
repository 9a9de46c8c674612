"""A card of modifiers: what each is worth, in one small table."""

from __future__ import annotations

import html

from ...mechanics.registry import checks
from ...teaching.lesson import CardRow, CardText
from ...wording import first_up, signed


def card_table(card: CardText) -> str:
    """The table of a card, as HTML."""
    rows = "".join(
        f"<tr><th scope=row>{html.escape(first_up(row.words))}</th><td>{worth(card, row)}</td><td>{html.escape(row.remark)}</td></tr>"
        for row in card.rows
    )
    return f'<table class="rk-card-of"><thead><tr><th>modifier</th><th>worth</th><th></th></tr></thead><tbody>{rows}</tbody></table>'


def worth(card: CardText, row: CardRow) -> str:
    """What a modifier adds to the first roll that it moves, such as "-2".

    >>> from rencounter_kit.teaching.lesson import lesson_of
    >>> card = next(step.card for step in lesson_of("modifiers").steps if step.card)
    >>> [worth(card, row) for row in card.rows][:3]
    ['+2', '+3', '+1']
    """
    without = checks[card.check](**row.beside).explain().sums
    with_it = checks[card.check](**{**row.beside, row.parameter: row.value}).explain().sums
    moved = [count - without.get(roll, 0) for roll, count in with_it.items() if count != without.get(roll, 0)]
    return signed(moved[0]) if moved else "0"
