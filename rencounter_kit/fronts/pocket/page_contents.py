"""What somebody gives with the page: his rules, men, handouts and games, and where it opens; and the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ...engine.words.errors import RuleError
from ...engine.words.wording import first_up
from ...workbook.analysis.answer_text import AnswerText
from ...workbook.analysis.mine import GAMES, HANDOUTS, MEN, RULES, SETS, Mine
from ...workbook.analysis.situations import in_words
from ...workbook.mechanics.address import CHECK, id_in, written
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.links import Params, command, others, python
from ...workbook.rulebook.layers import Layers
from ...workbook.rulebook.library import game, games
from .answers import answer_text, opening
from .setting import PageData, setting

_ALONG = (RULES, SETS, MEN, HANDOUTS, GAMES)  # what goes along; where somebody was, and his lessons, stay with him


def page_contents(mine: Mine, start: str = "", whose: str = "", pages: Sequence[tuple[str, str]] = ()) -> PageData:
    """What the page takes with it, ready to be JSON.

    mine : what is given; the games of one's own that are loaded go along.
    start : the situation it opens at, as in an address.
    whose : a name.
    pages : to print, each by the name of its file.

    Raises ``RuleError`` for a game that brings Python of its own.
    """
    own = [one for one in games().values() if not one.shared]
    if with_python := next((one.stem for one in own if one.python is not None), ""):
        raise RuleError(
            f"a game in the pocket edition must be its text alone; got {with_python} with a file of Python; leave "
            f"that out"
        )
    games_along = {one.stem: one.text for one in own}
    opens = id_in(f"#{start}")
    is_own = opens and not game(opens.partition(".")[0]).shared
    return {
        "start": start,
        "whose": whose,
        "things": [list(one) for one in replace(mine, games=games_along).things if one.kind in _ALONG],
        "pages": [list(one) for one in pages],
        "checks": {opens: opening(opens)} if is_own else {},
    }


def texts_to_send(id: str, params: Params, lines: str, code: str = "", whose: str = "") -> PageData:
    """The situation as a text to send, and for the full workbook as a command and as Python.

    code : the house rules with their names.
    """
    at = setting(id, params, lines)
    layers = Layers.read(code or lines, game=at.check.stem) if lines else Layers(at.check.stem)
    answer = None
    with suppress(RuleError):
        answer = answer_text(at)
    return {
        "text": message(at.check, at.choices, layers, answer, whose),
        "lines": [
            ["as a command", command(at.check, at.choices, at.rules.lines)],
            ["in a notebook", python(at.check, at.choices, at.rules.lines)],
        ],
    }


def message(check: Check, params: Params, layers: Layers, answer: AnswerText | None = None, whose: str = "") -> str:
    """A short text to send: the answer in words, the rules as lines, and a line that opens it all.

    >>> from rencounter_kit import checks
    >>> print(message(checks["rencounter.fire"], {"skill": 7}, Layers("rencounter")))
    What does one shot do? skill 7.
    Open it in Rencounter: #check=rencounter.fire&skill=7
    """
    question = f"{check.spelling.spelt_out(check.title)} {in_words(check, others(check, params))}"
    first_line = f"{question}: {answer.plain()}" if answer else f"{question}."
    return "\n".join(
        [first_line, *rules_lines(layers, whose), f"Open it in Rencounter: #{address(check, params, layers)}"]
    )


def address(check: Check, params: Params, layers: Layers) -> str:
    """The situation with the rules as a code, by which their names go along."""
    code = layers.code if layers.layers else ""
    return written(CHECK, check.id, others(check, params), code).replace("rk1%3A", "rk1:")


def rules_lines(layers: Layers, whose: str = "") -> list[str]:
    """House rules as lines below a heading; none for none."""
    if not layers.layers:
        return []
    names = " and ".join(
        layer.name + (f", by {layer.author}" if layer.author not in ("", whose) else "") for layer in layers.layers
    )
    return [first_up(f"{f'rules of {whose}' if whose else 'house rules'}: {names}"), layers.rules.lines]
