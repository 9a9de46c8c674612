"""The playing area, square by square."""

from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import as_one
from ...mechanics.check import Check
from ...rulebook.book import Ruleset, rules

FEATURES = (*rules("salamis").names("terrain"), "corner_headland")


class Square(NamedTuple):
    """A square of the table."""

    corner: bool


def throw_terrain(throw: Throw, r: Ruleset, square: Square) -> Consequence:
    """Two dice on the terrain table; large pieces of land in a corner are headlands."""

    @throw.cached
    def feature(score: int) -> str:
        row = r.look_up("terrain", score)
        large = r.group("corner_headland").get(row)
        return "corner_headland" if square.corner and large and large.value else row

    die = r.dice("terrain")
    return throw("first die", die, lambda one: throw("second die", die, lambda other: feature(one + other)))


terrain_square = Check(
    "salamis.terrain_square",
    "What is in one square of the table?",
    source="How to generate a playing area: Method",
    parameters="corner",
    record=Square,
    dice=throw_terrain,
    outcomes=FEATURES,
    events={
        "has a feature": [feature for feature in FEATURES if feature != "open_water"],
        "has an island": ("two_small_islands", "single_island"),
    },
    says=lambda r, corner: [
        f"The sum of two {as_one(r['dice.terrain'])} on the terrain table.",
        *(["In a corner large land features become a headland."] if corner else []),
    ],
)
