"""Games of one's own for the tests of this room."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.rulebook import library
from rencounter_kit.workbook.rulebook.book import Ruleset

HEAD = """\
[book]
title = "The Ford"

[dice]
source = "Shooting"
shoot = "2d6"
wound = "d6"
talk = "2d6"

[dice.weapon]
source = "Weapons"
bow = "d6"
sling = "d4"

[shooting]
source = "Shooting"
needed = { value = 8, threshold = true }
skill = { value = 1, label = "point of skill" }
cover = { value = -2, ask = "The target is in cover." }
crowd = { value = 1, label = "crowd" }
crowd_from = { value = 6, threshold = true, label = "fewest men that are a crowd" }
range = { close = 1, long = -2 }

[reaction]
source = "Talking"
covers = "dice.talk"
hostile = "2..5"
wary = "6..9"
friendly = "10..12"

[rulings.sixes]
value = false
label = "a six always hits"
source = "Shooting"
note = "Nobody knows."

[asks]
skill = { help = "How well he shoots.", from = 0, to = 4, group = "figure" }
men = { help = "How many they are.", from = 1, to = 12 }
range = { help = "How far away it is.", choices = "shooting.range" }
weapon = { help = "With what.", choices = "dice.weapon", group = "weapon" }
aims = { help = "He aims." }

"""
Makes = Callable[..., Ruleset]


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Makes]:
    """Loads a game of these checks, below the figures of ``HEAD``."""

    def make(text: str, head: str = HEAD, stem: str = "ford") -> Ruleset:
        file = tmp_path / f"{stem}.toml"
        file.write_text(head + text, encoding="utf-8")
        return rk.load_game(file)

    before = dict(library._own)
    yield make
    for stem in set(library._own) - set(before):
        library.put(None, stem)
