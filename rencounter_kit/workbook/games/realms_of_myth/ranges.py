"""Ranges: how far a weapon carries, in which band a distance lies, and what range adds to the DV."""

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from ....engine.words.wording import words
from ...mechanics.check import Check
from ...mechanics.modifiers import amount, inputs, refuse, total
from ...mechanics.parameter import choice
from ...mechanics.space import graded
from ...rulebook.book import Rule, Ruleset
from .tasks import BOOK, half_up, worth

WEAPONS = BOOK.names("range.kind")
KINDS = {weapon: BOOK[f"range.kind.{weapon}"] for weapon in WEAPONS}
HURLED = tuple(weapon for weapon in WEAPONS if KINDS[weapon] == "hurled")
BANDS = ("point_blank", *BOOK.names("range.dv"))
YARD = 3  # feet

OBJECT_RANGE = choice(
    "object_range_factor",
    tuple(rule.value for rule in BOOK.below("thrown_object.range")),
    "1",
    "Share of the range at which the object can be thrown.",
    hint="share of the full range of a thrown object",
    group="weapon",
    only_with=("weapon", ("object",)),
)
CARRIES = ("weapon strength target_elevation", OBJECT_RANGE)
AT_RANGE = (CARRIES, "distance crossbow_bands ranges.hurled_range_unit range_rounding")


def unit(weapon: str) -> str:
    """In what the weapon's range is told."""
    return "feet" if weapon in HURLED else "yards"


# How far a band reaches -----------------------------------------------------------------------------------------------


def reach(r: Ruleset, band: str, weapon: str, strength: int, crossbow_bands: str) -> list[Rule]:
    """How far the weapon carries in this arm, in yards or feet."""
    kind, column = r[f"range.kind.{weapon}"], r[f"range.column.{weapon}"]
    of = "short" if band == "point_blank" else band
    if kind == "crossbow" and crossbow_bands == "proportional":
        share, most = r.rule(f"range.percent.{of}"), r[f"range.maximum.{weapon}"]
        bands = [worth(share, half_up(share.value * most, 100), f"{of} range, {share.value} % of {most}")]
    else:
        bands = [r.rule(f"range.limit.{column}.{of}")]
    if kind != "crossbow" and (over := strength - r["range.average"]):
        step = r.rule(f"range.strength.{column}")
        bands.append(worth(step, step.value * over, f"STR {strength}"))
    return bands


def bulk(r: Ruleset, so_far: int, weapon: str, object_range_factor: str) -> Rule | None:
    """What the bulk of an object takes off a limit."""
    if weapon != "object" or object_range_factor == "1":
        return None
    rows = r.below("thrown_object.range")
    share = Fraction(object_range_factor) * so_far
    row = next((rule for rule in rows if rule.value == object_range_factor), rows[0])
    return worth(row, half_up(*share.as_integer_ratio()) - so_far, f"{object_range_factor} of the range")


def shortened(r: Ruleset, so_far: int, weapon: str, target_elevation: int) -> Rule | None:
    """What a target above the shooter takes off a limit, which never falls below 0."""
    if target_elevation <= 0:
        return None
    rule = r.rule("range.elevation")
    lost = rule.value * target_elevation
    return worth(rule, max(lost, -so_far), f"target {target_elevation} {unit(weapon)} higher")


def point_blank(r: Ruleset, so_far: int, band: str) -> Rule | None:
    """Point blank is a part of short range."""
    rule = r.rule("range.point_blank")
    return (
        worth(rule, half_up(so_far, rule.value) - so_far, f"{rule.label} {rule.value}")
        if band == "point_blank"
        else None
    )


FAR_LIMIT = total("far limit", reach, bulk, shortened, point_blank)


class Limits(NamedTuple):
    """The far limits of a weapon's range bands, and beyond which it cannot hit at all."""

    point_blank: int
    short: int
    medium: int
    long: int
    greatest: int | None

    @property
    def bands(self) -> tuple[int, ...]:
        """The far limits in order."""
        return self[:4]


def limits(
    r: Ruleset, weapon: str, strength: int, target_elevation: int, object_range_factor: str, crossbow_bands: str
) -> Limits:
    """How far each band of a weapon reaches here."""
    values = {
        "weapon": weapon,
        "strength": strength,
        "target_elevation": target_elevation,
        "object_range_factor": object_range_factor,
        "crossbow_bands": crossbow_bands,
    }
    reached = (sum(row.value for row in FAR_LIMIT.reasons(r, {**values, "band": band})) for band in BANDS[:-1])
    greatest = None
    if r[f"range.kind.{weapon}"] == "crossbow":
        most = r[f"range.maximum.{weapon}"]
        greatest = most + amount(shortened(r, most, weapon, target_elevation))
    return Limits._make((*reached, greatest))


def beyond(limits: Limits, distance: int) -> bool:
    """Is the target beyond the greatest range of a crossbow?"""
    return limits.greatest is not None and distance > limits.greatest


def band_of(r: Ruleset, limits: Limits, distance: int) -> str:
    """The band in which a distance lies."""
    if beyond(limits, distance):
        return "out_of_range"
    return next((band for band, limit in zip(BANDS, limits.bands, strict=False) if distance <= limit), BANDS[-1])


def says_band(r: Ruleset, weapon: str, limits: Limits) -> list[str]:
    """All limits in words."""
    reached = ", ".join(f"{words(band)} to {limit}" for band, limit in zip(BANDS, limits.bands, strict=False))
    most = "" if limits.greatest is None else f", nothing beyond {limits.greatest}"
    return [f"Ranges in {unit(weapon)}: {reached}{most}."]


range_limit = Check(
    "realms_of_myth.range_limit",
    "How far does this range band reach?",
    source="Base Range Limits for Ranged Weapons",
    parameters=(CARRIES, "band crossbow_bands"),
    targets={**inputs("weapon"), "limit": FAR_LIMIT},
    says=lambda r, limit, weapon: [f"The band ends at {limit} {unit(weapon)}."],
)

range_band = Check(
    "realms_of_myth.range_band",
    "At what range is the target?",
    source="Base Range Limits for Ranged Weapons",
    parameters=(CARRIES, "distance crossbow_bands"),
    targets={"limits": limits, "band": band_of},
    outcomes=graded((*BANDS, "out_of_range")),
    says=says_band,
)

# What range adds to the DV --------------------------------------------------------------------------------------------


def yard(r: Ruleset, weapon: str, hurled_range_unit: str) -> int:
    """How many of the units in which the weapon's range is told make one for which the DV grows."""
    return YARD if weapon in HURLED and hurled_range_unit == "yards" else 1


def rounded(share: Fraction, range_rounding: str) -> int:
    """A share as whole points."""
    if range_rounding == "nearest":
        return half_up(*share.as_integer_ratio())
    return ceil(share) if range_rounding == "up" else floor(share)


def by_range(r: Ruleset, limits: Limits, weapon: str, distance: int, yard: int, range_rounding: str) -> list[Rule]:
    """What each band adds to the DV, counted out to the target and rounded by itself."""
    bands, begins = [], limits.point_blank
    for band, limit in zip(BANDS[1:], (*limits.bands[1:], distance), strict=True):
        ends = min(distance, limit)
        if ends > begins:
            rule, stretch = r.rule(f"range.dv.{band}.points"), yard * r[f"range.dv.{band}.yards"]
            points = rounded(Fraction(rule.value * (ends - begins), stretch), range_rounding)
            bands.append(worth(rule, points, f"{band} range, {begins} to {ends} {unit(weapon)}"))
            begins = ends
    return bands


def refuse_beyond(r: Ruleset, limits: Limits, weapon: str, distance: int) -> None:
    """There is no shot beyond the greatest range of a crossbow."""
    refuse(
        beyond(limits, distance),
        f"distance must be at most {limits.greatest} with {weapon}; got {distance}; nothing is hit farther off, "
        f"try {limits.greatest}",
    )


range_dv = Check(
    "realms_of_myth.range_dv",
    "What does the range add to the DV?",
    source="Base Range Limits for Ranged Weapons",
    parameters=AT_RANGE,
    derived=(limits, yard),
    targets={"dv": total("DV for range", by_range)},
    refusals=(refuse_beyond,),
    says="The range adds {dv} to the DV.",
)
