"""The wind."""

from __future__ import annotations

from ...mechanics.check import Check
from ...mechanics.parameter import ruling
from ...mechanics.resolution import read_off
from ...rulebook.book import Ruleset


def sides(r: Ruleset, wind_die: str) -> int:
    """How many sides the die of the wind has."""
    return int(wind_die.removeprefix("d"))


wind_direction = Check(
    "salamis.wind_direction",
    "Where does the wind come from?",
    source="The Wind: Wind Direction",
    parameters=[ruling("wind_die")],
    targets={"sides": sides},
    dice=read_off("wind", "d{sides}", "wind", on="the wind table; north is a long edge that the players name"),
    events={"blows along the table": ("west", "east"), "comes from a northern corner": ("northwest", "northeast")},
)
