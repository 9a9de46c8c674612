"""Ranges, bands and speeds: how far apart two groups are, and when they meet."""

from functools import lru_cache

from ....engine.dice.dist import d
from ....engine.dice.throw import Consequence, Targets, Throw
from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import inputs, part, pick, total
from ...mechanics.question import Words
from ...mechanics.ready_dice import no_dice
from ...mechanics.space import graded
from ...rulebook.book import Rule, Ruleset, rules
from .ranges import encounter_range

NEVER = "never"
AT_CONTACT = {"close": "close_or_short", "short": "close_or_short"}  # which bands cannot tell apart

range_by_distance = Check(
    "traveller.range_by_distance",
    "What range is this distance?",
    source="Ranges",
    parameters="metres",
    targets={"range": lambda r, metres: r.look_up("ranges.metres", metres)},
    outcomes=graded(rules("traveller").names("ranges.metres")),
)

range_by_bands = Check(
    "traveller.range_by_bands",
    "What range is this number of bands?",
    source="Ranges",
    parameters="bands",
    targets={"range": lambda r, bands: r.look_up("ranges.bands", bands)},
    outcomes=graded(rules("traveller").names("ranges.bands")),
)

# Coming closer --------------------------------------------------------------------------------------------------------

SPEED = "speed other_speed"


def both_speeds(r: Ruleset, unit: str, speed: str, other_speed: str) -> list[Rule]:
    """What each of them covers in a round."""
    return [r.rule(f"speed.{unit}.{one}") for one in (speed, other_speed)]


def rounds_until(distance: int, closing: int) -> int | str:
    """Rounds until they meet, the last one counted whole."""
    if not distance:
        return 0
    return -(-distance // closing) if closing > 0 else NEVER


def says_rounds(closing: int, unit: str) -> str:
    """How they close, in words."""
    if closing <= 0:
        return "Both stand still, so they never meet from a distance."
    return f"They close by {so_many(closing, unit.removesuffix('s'))} a round."


rounds_to_close = Check(
    "traveller.rounds_to_close",
    "How many rounds until they meet?",
    source="Ranges; Speeds",
    parameters=("distance unit", SPEED),
    targets={
        "closing": total("covered in a round", both_speeds),
        "rounds": lambda r, distance, closing: rounds_until(distance, closing),
        **inputs("unit"),
    },
    dice=no_dice("rounds"),
    wording=Words(unit="round"),
    outcomes=graded((NEVER,), numbers=True),
    events={"meet": "0.."},
    says=lambda r, closing, unit: [says_rounds(closing, unit)],
)

# From a random encounter ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def bands_of(far: str, r: Ruleset) -> tuple[int, ...]:
    """The bands of a range, from near to far."""
    bands = range_by_bands.parameters["bands"]
    return tuple(band for band in bands.values() if r.look_up("ranges.bands", band) == AT_CONTACT.get(far, far))


def throw_closing(throw: Throw, r: Ruleset, first_range: Targets, start_band: str, closing: int) -> Consequence:
    """The range, where in it the other stands, and how long it takes to come there."""

    @throw.cached
    def walk(far: str) -> Consequence:
        bands = bands_of(far, r)
        if start_band != "uniform" or len(bands) == 1:
            return rounds_until(bands[0 if start_band == "near" else -1], closing)
        return throw("bands apart", d(len(bands)), lambda place: rounds_until(bands[place - 1], closing))

    return throw.after(throw.dice_of(encounter_range, first_range, r), walk)


WHERE = {
    "near": "Within its range the other group stands as near as it can.",
    "far": "Within its range the other group stands as far away as it can.",
    "uniform": "Within its range the other group is as likely to stand in one band as in another.",
}
PARAMETERS = ("terrain range_out_of_table range_rows_1_2", SPEED, "start_band")

closing = Check(
    "traveller.closing",
    "How many rounds from the encounter to contact?",
    source="Encounter Range; Ranges; Speeds",
    parameters=PARAMETERS,
    targets={
        "first_range": part("range", encounter_range, PARAMETERS),
        "closing": total("bands covered in a round", pick("speed.bands", "speed"), pick("speed.bands", "other_speed")),
    },
    dice=throw_closing,
    outcomes=graded((NEVER,), numbers=True),
    events={
        "are in contact at once": "0",
        "meet within a round": "..1",
        "meet": "0..",
    },
    says=lambda r, start_band, closing, first_range: [
        *encounter_range.says(r, first_range),
        WHERE[start_band],
        says_rounds(closing, "bands"),
    ],
)
