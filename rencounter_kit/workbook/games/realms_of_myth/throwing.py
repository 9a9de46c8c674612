"""Throwing: when what is shot or hurled arrives, how far an object flies, and throwing it to a comrade."""

from dataclasses import replace
from functools import partial

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import called, node, value
from ...mechanics.space import graded
from ...rulebook.book import Ruleset
from .ranges import OBJECT_RANGE, by_range, limits, yard
from .tasks import BOOK, RESOLUTION, against, on_task, roll

# When it arrives ------------------------------------------------------------------------------------------------------

flight_delay = Check(
    "realms_of_myth.flight_delay",
    "Does the missile arrive in the same segment?",
    source="Firing/Hurling Ranged Attacks",
    parameters="missile throwing.distance",
    targets={
        "arrives": lambda r, missile, distance: (
            "same_cs" if distance <= r[f"flight.speed.{missile}"] * r["flight.seconds"] else "next_cs"
        )
    },
    outcomes=graded(("same_cs", "next_cs")),
    wording={"same_cs": "in the same segment", "next_cs": "at the start of the next segment"},
    says="An arrow flies {flight.speed.bow} feet a second, a hurled weapon {flight.speed.hurled}; a segment (CS) lasts "
    "{flight.seconds} seconds.",
)

# How far an object flies ----------------------------------------------------------------------------------------------

OUNCES = 16  # of a pound
ROWS = BOOK.names("thrown_object.range")


def factor(r: Ruleset, object_ounces: int, object_inches: int, height_inches: int, light_enc: int) -> str:
    """The share of the range, by the first row that allows both for the size and for the weight of the object."""
    sizes = r.group("thrown_object.size")

    def fits(row: str) -> bool:
        small = row not in sizes or object_inches * 100 <= sizes[row].value * height_inches
        return small and object_ounces * 1000 <= r[f"thrown_object.weight.{row}"] * light_enc * OUNCES

    return next((r[f"thrown_object.range.{row}"] for row in ROWS if fits(row)), "too_heavy")


thrown_object_factor = Check(
    "realms_of_myth.thrown_object_factor",
    "Over what share of the full range can this object be thrown?",
    source="Base Range Limits (Size/weight table)",
    parameters="object_ounces object_inches height_inches light_enc",
    targets={"factor": factor},
    outcomes=(*OBJECT_RANGE.choices, "too_heavy"),
    wording={"1": "the full range", "too_heavy": "too heavy to be thrown"},
    says="Its range is that share of the range of a hurled hafted weapon.",
)

# To a comrade ---------------------------------------------------------------------------------------------------------


def throw_toss(throw: Throw, r: Ruleset, throw_percent: int, catch_percent: int) -> Consequence:
    """The throw, and if it comes near, the catch."""
    catch = partial(roll, throw, r, "catch", catch_percent, "caught", "fumbled")
    return roll(throw, r, "throw", throw_percent, catch, "off_target")


DV = (node(by_range), value("weather_dv", "wind and rain"))

throw_and_catch = Check(
    "realms_of_myth.throw_and_catch",
    "Does his comrade catch what he throws?",
    source="Movement: Some Special Considerations; Base Range Limits for Ranged Weapons",
    parameters=(
        "throwing.agl throwing.crd throwing.strength throw_and_catch.distance",
        replace(OBJECT_RANGE, only_with=("", ())),
        "weather_dv hurled_range_unit range_rounding throw_chance throwing.catch_chance",
        RESOLUTION,
    ),
    derived=called(
        weapon=lambda r: "object",
        limits=lambda r, strength, object_range_factor: limits(
            r, "object", strength, 0, object_range_factor, "proportional"
        ),
        yard=yard,
    ),
    targets={**against([value("agl", "AGL")], DV, "throw_"), **against(["crd"], DV, "catch_")},
    dice=throw_toss,
    outcomes=("off_target", "fumbled", "caught"),
    events={"is caught": "caught", "comes near": ("fumbled", "caught")},
    says=lambda r, throw_percent, catch_percent: [
        f"The thrower {on_task(r, 'throws well', throw_percent)}.",
        f"Then the catcher {on_task(r, 'holds it', catch_percent)}.",
    ],
)
