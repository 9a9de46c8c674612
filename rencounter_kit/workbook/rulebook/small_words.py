"""Words of English by which what somebody writes is read: data, in ``data/words/english.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from ...engine.files.folders import project_folder


@cache
def english() -> Mapping[str, Mapping[str, str]]:
    """The tables of the data: lines of words."""
    return tomllib.loads((project_folder("data") / "words" / "english.toml").read_text(encoding="utf-8"))


@cache
def listed(line: str) -> frozenset[str]:
    """The words of a line; of those that say nothing, such as "says_nothing.search", with what does so everywhere.

    >>> "the" in listed("says_nothing.search"), "make" in listed("says_nothing.dice")
    (True, True)
    """
    table, name = line.split(".")
    return frozenset(f"{english()[table][name]} {english()[table].get('everywhere', '')}".split())
