"""Encounter range: how far apart two groups meet."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..check import Check, ruling
from ..dist import Dist
from ..modifiers import pick, refuse, total
from ..parameter import choice
from ..rules import Ruleset
from ..throw import Throw
from .basics import BOOK, STEM, TWO_DICE, modified


@cache
def dice_within(low: int, high: int) -> Dist:
    """Two dice, thrown again until their sum lies from ``low`` to ``high``."""
    return TWO_DICE.given(lambda face: low <= face <= high)


def rerolls(r: Ruleset, range_out_of_table: str) -> bool:
    """Are results that the table does not have thrown again?"""
    return range_out_of_table == "reroll"


def swapped(r: Ruleset, range_rows_1_2: str) -> bool:
    """Are the two doubtful rows exchanged?"""
    return range_rows_1_2 == "swapped"


def refuse_endless(r: Ruleset, dm: int, rerolls: bool) -> None:
    """Throwing again ends only where some throw is on the table."""
    low, high = r["encounter_range.lowest"], r["encounter_range.highest"]
    refuse(
        rerolls and not any(low <= face + dm <= high for face in TWO_DICE),
        f"with range_out_of_table reroll some throw must come to {low} to {high}; got a DM of {dm}; try clamp",
    )


def throw_range(t: Any, throw: Throw, r: Ruleset) -> Any:
    """Two dice read off the table of ranges."""
    low, high = r["encounter_range.lowest"], r["encounter_range.highest"]
    first, second = r["encounter_range.swapped_rows"]
    exchanged = {first: second, second: first} if t.swapped else {}

    def read(face: int) -> str:
        row = min(max(face + t.dm, low), high)
        return r.look_up("encounter_range.table", exchanged.get(row, row))

    return throw("encounter range", dice_within(low - t.dm, high - t.dm) if t.rerolls else TWO_DICE, read)


encounter_range = Check(
    "traveller.encounter_range",
    "How far apart do they meet?",
    "Encounter Range; Terrain DMs; Encounter Ranges",
    (
        choice("terrain", BOOK.names("encounter_range.terrain"), "clear", "Terrain of the encounter."),
        ruling(STEM, "range_out_of_table"),
        ruling(STEM, "range_rows_1_2"),
    ),
    {
        "dm": total("on the range dice (2d6)", pick("encounter_range.terrain", "terrain")),
        "rerolls": rerolls,
        "swapped": swapped,
    },
    throw_range,
    BOOK.names("encounter_range.table"),
    {
        "is short or closer": ("close", "short"),
        "is medium or closer": ("close", "short", "medium"),
        "is long or farther": ("long", "very_long"),
    },
    refusals=(refuse_endless,),
    says=lambda t, r: [
        f"A {modified('2d6', t.dm)} on the table of ranges.",
        f"A result off the table ({r['encounter_range.lowest']} to {r['encounter_range.highest']}) "
        + ("is thrown again." if t.rerolls else "counts as the nearest row."),
    ],
)
