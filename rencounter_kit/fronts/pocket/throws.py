"""Dice thrown in the page: once with every step, or many times in pieces, so that it can be stopped between two."""

from __future__ import annotations

import random
from collections import Counter

from ...engine.dice.throw import Random
from ...workbook.analysis.throwing import Tally, seed_of, tally_words, thrown_once
from ...workbook.mechanics.links import Params
from ...workbook.mechanics.processes.course import BRACKETS
from .answers import answer_text, bars
from .setting import PageData, setting


def throw(id: str, params: Params, lines: str, seed: str) -> PageData:
    """One throw with every step."""
    number = seed_of(seed)
    _, steps, words = thrown_once(answer_text(setting(id, params, lines)).result, number)
    return {"steps": steps or ["no dice are rolled"], "words": words, "seed": number, "brackets": BRACKETS}


class ThrowSeries:
    """Many throws of one situation."""

    def __init__(self, id: str, params: Params, lines: str, seed: str, reading: str) -> None:
        self._view = answer_text(setting(id, params, lines))
        self._seed, self._reading = seed_of(seed), reading if self._view.in_order else "exactly"
        self._rng, self._tally = random.Random(self._seed), Tally()

    def more(self, count: int) -> PageData:
        """So many more."""
        result, counts, throw = self._view.result, Counter(self._tally.counts), Random(self._rng)
        for _ in range(count):
            throw.steps.clear()
            counts[result.check.throw_once(result.rules, result.targets, throw)] += 1
        self._tally = Tally(self._tally.many + count, counts)
        return {
            "words": tally_words(result, self._tally),
            "bars": bars(self._view, self._reading, self._tally),
            "many": self._tally.many,
            "seed": self._seed,
        }
