"""Wounds: how many a blow inflicts, how bad they are together, and the tenth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..check import Check, ruling
from ..modifiers import total, value
from ..parameter import choice, whole, yes_no
from ..rules import Rule, Ruleset
from ..throw import Throw
from .tasks import CHANCE, PERCENT, RESOLUTION, STEM, divisor, half_up, resolution

# Wounds of one blow --------------------------------------------------------------------------------------------------------


def threshold(r: Ruleset, modified_sta: int, cnd: int, threshold_rounding: str) -> Fraction:
    """The POT that must be exceeded for a wound."""
    points, by = modified_sta + cnd, divisor(r, "wounds.divisor")
    if threshold_rounding == "exact":
        return Fraction(points, by)
    return Fraction(half_up(points, by) if threshold_rounding == "half_up" else points // by)


def by_threshold(r: Ruleset, pot_through: int, threshold: Fraction) -> int:
    """How many whole Thresholds the POT exceeds; a Threshold of 0 counts once."""
    if not pot_through:
        return 0
    return -(-pot_through // threshold) - 1 if threshold else 1


def cuts(r: Ruleset, blow: str, through_unbreached_armor: bool) -> bool:
    """Point and edge need no Threshold, unless the armor held."""
    return blow != "blunt" and not through_unbreached_armor


def inflicted(r: Ruleset, pot_through: int, by_threshold: int, cuts: bool, edge_wounds: str) -> int:
    """The wounds of the blow."""
    if not pot_through or not cuts:
        return by_threshold
    return {"minimum_one": max(1, by_threshold), "single": 1, "shifted": by_threshold + 1}[edge_wounds]


def says(t: Any, r: Ruleset) -> list[str]:
    """The Threshold in words."""
    told = [
        f"The Wound Threshold is {t.threshold}: modified STA and CND together, divided by {r['wounds.divisor']}.",
        f"Whole Thresholds that the POT exceeds: {t.by_threshold}.",
    ]
    return [*told, "Point and edge wound without a Threshold."] if t.cuts else told


wounds = Check(
    "realms_of_myth.wounds",
    "How many wounds does the blow inflict?",
    "Wound Thresholds",
    (
        whole("pot_through", 0, 1000, 10, "POT left after armor and clothing.", group="weapon", unit="POT"),
        whole("modified_sta", 1, 500, 20, "Modified STA of the one struck.", group="target", unit="points"),
        whole("cnd", 1, 200, 13, "CND of the one struck.", group="target", unit="points"),
        choice("blow", ("blunt", "edge", "point"), "edge", "What strikes.", group="weapon"),
        yes_no("through_unbreached_armor", False, "It got through armor without breaching it: the Threshold applies."),
        ruling(STEM, "edge_wounds"),
        ruling(STEM, "threshold_rounding"),
    ),
    {"threshold": threshold, "by_threshold": by_threshold, "cuts": cuts, "wounds": inflicted},
    lambda t, throw, r: t.wounds,
    says=says,
)

wound_level = Check(
    "realms_of_myth.wound_level",
    "How badly wounded is he?",
    "Levels of Wounding",
    (whole("wounds", 0, 50, 1, "Wounds taken.", group="figure", unit="wounds"),),
    {"level": lambda r, wounds: r.look_up("wound_level", wounds)},
    lambda t, throw, r: t.level,
    ("unhurt", "light", "serious", "grievous", "mortal", "beyond_mortal"),
)

# The tenth wound -----------------------------------------------------------------------------------------------------------


def tenth_wound(r: Ruleset) -> Rule:
    """The DV of surviving the tenth wound."""
    return r.rule("death.dv")


def throw_death(t: Any, throw: Throw, r: Ruleset) -> Any:
    """Does he live, and if so, is he awake?"""

    def awake(lives: bool) -> Any:
        parts = ((t.percent, "lives_conscious"), (100, "lives_unconscious"))
        return throw.split("staying awake", 100, parts) if lives else "dies"

    return throw.after(throw.split("staying alive", 100, ((t.percent, True), (100, False))), awake)


death_check = Check(
    "realms_of_myth.death_check",
    "Does he survive the tenth wound?",
    "Levels of Wounding",
    (whole("p_res", 0, 500, 15, "P-RES, which serves as AV.", group="figure", unit="points"), CHANCE, *RESOLUTION),
    {
        "attack": total("AV", value("p_res", "P-RES")),
        "difficulty": total("DV", tenth_wound),
        "percent": PERCENT,
    },
    throw_death,
    ("dies", "lives_unconscious", "lives_conscious"),
    {"dies": ("dies",), "stays awake": ("lives_conscious",)},
    derived=(resolution,),
    says=lambda t, r: [
        f"Lives on a d100 of {t.percent} or less; a second d100 of {t.percent} or less keeps him awake.",
        "Whoever lives does so for CND minutes.",
    ],
)
