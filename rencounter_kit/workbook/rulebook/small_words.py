"""Words that say nothing of the rules where somebody asks in his own words: data, in ``data/words/english.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import NamedTuple

from ...engine.files.folders import project_folder


class SmallWords(NamedTuple):
    """What is passed over in each use, and what tells how a new rule is meant.

    figures : in a house rule that is asked for in words.
    new_rules, dice, search, questions : in one that the book does not have, in a wish for other dice, in a search, in a
        question besides.
    opening : with which a condition begins.
    of_one_man : by which it is of one side.
    usual_sum : to which a new rule is likeliest to add.
    harm : outcomes against which somebody saves.
    """

    figures: frozenset[str]
    new_rules: frozenset[str]
    dice: frozenset[str]
    search: frozenset[str]
    questions: frozenset[str]
    opening: frozenset[str]
    of_one_man: frozenset[str]
    usual_sum: str
    harm: frozenset[str]


@cache
def small_words() -> SmallWords:
    """The words of the data.

    >>> "the" in small_words().search, "make" in small_words().dice, "make" in small_words().search
    (True, True, False)
    """
    tables = tomllib.loads((project_folder("data") / "words" / "english.toml").read_text(encoding="utf-8"))
    nothing = {use: frozenset(words.split()) for use, words in tables["says_nothing"].items()}
    everywhere, rule = nothing.pop("everywhere"), tables["new_rule"]
    opening, of_one_man = (frozenset(rule[name].split()) for name in ("opening", "of_one_man"))
    return SmallWords(
        **{use: words | everywhere for use, words in nothing.items()},
        opening=opening,
        of_one_man=of_one_man,
        usual_sum=rule["sum"],
        harm=frozenset(rule["harm"].split()),
    )
