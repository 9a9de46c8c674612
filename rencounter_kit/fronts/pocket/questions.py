"""A question in words, as the page shows it: chips that can be changed or taken off, and the answer."""

from __future__ import annotations

from collections.abc import Mapping

from ...workbook.asking.ask import answer_lines, ask, dice_lines
from ...workbook.asking.reading import QuestionReading
from .answers import plain
from .setting import PageData


def question(text: str, check: str) -> PageData:
    """What was understood; nothing where nothing was.

    check : the id of the one that the question is put to; "" for the likeliest.
    """
    in_words = ask(text, check)
    readings = in_words.readings
    if not readings:
        return {"checks": [], "chips": [], "unknown": []} if in_words.dice else {}
    first = readings[0]
    return {
        "checks": [[one.check.id, f"{one.check.title} ({one.check.book.title})"] for one in readings],
        "chips": [_chip(first, place) for place in range(len(first.chips))],
        "unknown": [[one.text, first.near(one), one.why] for one in first.unknown],
        "said": {name: plain(value) for name, value in first.params.items()},
        "lines": first.lines,
    }


def _chip(reading: QuestionReading, place: int) -> PageData:
    chip = reading.chips[place]
    options = reading.options(chip)
    texts, at = [reading.worded(chip, one) for one in options], reading.place_among(chip, options)
    return {"about": reading.about(chip), "label": chip.label, "options": texts, "at": at}


def answer_sentences(text: str, check: str, in_force: Mapping[str, str]) -> list[str]:
    """The answer in words.

    in_force : house rules, by game.
    """
    in_words = ask(text, check)
    if in_words.dice:
        return dice_lines(in_words.dice)
    return answer_lines(in_words.reading, in_force.get(in_words.reading.check.stem, ""))


def replace_chip(text: str, check: str, chip: int, option: int) -> str:
    """The question with an option in place of a chip; without its words for -1."""
    reading = ask(text, check).reading
    one = reading.chips[chip]
    return reading.without_chip(one) if option < 0 else reading.with_option(one, reading.options(one)[option])


def replace_word(text: str, check: str, word: int, near: int) -> str:
    """The question with what is near in place of a word that was not understood; without it for -1."""
    reading = ask(text, check).reading
    one = reading.unknown[word]
    return reading.with_near(one, reading.near(one)[near] if near >= 0 else "")
