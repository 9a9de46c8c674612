"""Encounter range: how far apart two groups meet."""

from functools import cache

from ....engine.dice.dist import Dice, Dist
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import adjusted, first_up
from ...mechanics.check import Check
from ...mechanics.modifiers import is_, pick, refuse, total
from ...mechanics.ready_dice import a_throw
from ...mechanics.space import graded
from ...rulebook.book import Ruleset, rules


@cache
def dice_within(dice: Dice, low: int, high: int) -> Dist:
    """Dice, thrown again until they show from ``low`` to ``high``."""
    return dice.given(lambda face: low <= face <= high)


def refuse_endless(r: Ruleset, dm: int, rerolls: bool) -> None:
    """Throwing again ends only where some throw is on the table."""
    dice, low, high = r.dice("range"), r["encounter_range.lowest"], r["encounter_range.highest"]
    refuse(
        rerolls and not any(low <= face + dm <= high for face in dice),
        f"with range_out_of_table reroll some {dice.written} must come to {low} to {high}; got a DM of {dm}; try clamp",
    )


def throw_range(throw: Throw, r: Ruleset, dm: int, rerolls: bool, swapped: bool) -> Consequence:
    """Dice read off the table of ranges."""
    dice, low, high = r.dice("range"), r["encounter_range.lowest"], r["encounter_range.highest"]
    first, second = r["encounter_range.swapped_rows"]
    exchanged = {first: second, second: first} if swapped else {}

    def read(face: int) -> str:
        row = min(max(face + dm, low), high)
        return r.look_up("encounter_range.table", exchanged.get(row, row))

    return throw("encounter range", dice_within(dice, low - dm, high - dm) if rerolls else dice, read)


encounter_range = Check(
    "traveller.encounter_range",
    "How far apart do they meet?",
    source="Encounter Range; Terrain DMs; Encounter Ranges",
    parameters="terrain range_out_of_table range_rows_1_2",
    targets={
        "dm": total("on the range dice ({dice.range})", pick("encounter_range.terrain", "terrain")),
        "rerolls": is_("range_out_of_table", "reroll"),
        "swapped": is_("range_rows_1_2", "swapped"),
    },
    dice=throw_range,
    outcomes=graded(rules("traveller").names("encounter_range.table")),
    events={
        "is short or closer": ("close", "short"),
        "is medium or closer": ("close", "short", "medium"),
        "is long or farther": ("long", "very_long"),
    },
    refusals=[refuse_endless],
    says=lambda r, rerolls, dm: [
        f"{first_up(a_throw(adjusted(r['dice.range'], dm)))} on the table of ranges.",
        f"A result off the table ({r['encounter_range.lowest']} to {r['encounter_range.highest']}) "
        + ("is rolled again." if rerolls else "counts as the nearest row."),
    ],
)
