"""Wounds: how many a blow inflicts, how bad they are together, and the tenth."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ...dice.throw import Lead, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import always, value
from ...mechanics.parameter import choice, ruling, whole, yes_no
from ...mechanics.resolution import no_dice, or_less
from ...mechanics.space import graded
from ...rulebook.book import Ruleset
from ...wording import so_many
from .blows import armor_through
from .tasks import BOOK, RESOLUTION, Attempt, against, chance, half_up

# Wounds of one blow ---------------------------------------------------------------------------------------------------


class Blow(NamedTuple):
    """What a blow does, by and without the Threshold."""

    threshold: Fraction
    by_threshold: int
    cuts: bool
    wounds: int


def threshold(r: Ruleset, modified_sta: int, cnd: int, threshold_rounding: str) -> Fraction:
    """The POT that must be exceeded for a wound."""
    points, by = modified_sta + cnd, r["wounds.divisor"]
    if threshold_rounding == "exact":
        return Fraction(points, by)
    return Fraction(half_up(points, by) if threshold_rounding == "half_up" else points // by)


def by_threshold(r: Ruleset, pot_through: int, threshold: Fraction) -> int:
    """How many whole Thresholds the POT exceeds; a Threshold of 0 counts once."""
    if not pot_through:
        return 0
    return -(-pot_through // threshold) - 1 if threshold else 1


def cuts(r: Ruleset, blow: str, through_unbreached_armor: bool) -> bool:
    """Some blows need no Threshold, unless the armour held."""
    return not (r[f"wounds.needs_threshold.{blow}"] or through_unbreached_armor)


def wounds_of(r: Ruleset, pot_through: int, by_threshold: int, cuts: bool, edge_wounds: str) -> int:
    """The wounds of the blow."""
    if not pot_through or not cuts:
        return by_threshold
    return {"minimum_one": max(1, by_threshold), "single": 1, "shifted": by_threshold + 1}[edge_wounds]


def says(t: Blow, r: Ruleset) -> list[str]:
    """The Threshold in words."""
    return [
        f"The Wound Threshold is {t.threshold}: modified STA and CND together, divided by {r['wounds.divisor']}.",
        f"The POT exceeds {so_many(t.by_threshold, 'whole Threshold')}.",
        *(["Such a blow wounds whatever the Threshold."] if t.cuts else []),
    ]


wounds = Check(
    "realms_of_myth.wounds",
    "How many wounds does the blow inflict?",
    source="Wound Thresholds",
    parameters=(
        whole(
            "pot_through",
            0,
            1000,
            10,
            "POT left after armour and clothing.",
            hint="what is left after armour and clothing",
            group="weapon",
            unit="POT",
            takes=armor_through.id,
        ),
        whole("modified_sta", 1, 500, 20, "The target's modified STA.", group="target", unit="points"),
        whole("cnd", 1, 200, 13, "The target's CND.", group="target", unit="points"),
        choice("blow", BOOK.names("wounds.needs_threshold"), "edge", "What kind of weapon strikes.", group="weapon"),
        yes_no(
            "through_unbreached_armor",
            False,
            "The blow got through armour without breaching it, so the Threshold applies.",
            hint="it got through without breaching the armour",
        ),
        ruling("edge_wounds"),
        ruling("threshold_rounding"),
    ),
    targets={"threshold": threshold, "by_threshold": by_threshold, "cuts": cuts, "wounds": wounds_of},
    dice=no_dice("wounds"),
    says=says,
)


def level(r: Ruleset, wounds: int) -> str:
    """The Level of Wounding."""
    return r.look_up("wound_level", wounds)


wound_level = Check(
    "realms_of_myth.wound_level",
    "How badly wounded is he?",
    source="Levels of Wounding",
    parameters=[whole("wounds", 0, 50, 1, "Number of wounds taken.", group="figure", unit="wounds", takes=wounds.id)],
    targets={"level": level},
    dice=no_dice("level"),
    outcomes=graded(BOOK.names("wound_level")),
)

# The tenth wound ------------------------------------------------------------------------------------------------------


def throw_death(t: Attempt, throw: Throw, r: Ruleset) -> Lead:
    """Does he live, and if so, is he awake?"""

    def awake(lives: bool) -> Lead:
        parts = ((t.percent, "lives_conscious"), (100, "lives_unconscious"))
        return throw.split("staying awake", 100, parts) if lives else "dies"

    return throw.after(throw.split("staying alive", 100, ((t.percent, True), (100, False))), awake)


death_check = Check(
    "realms_of_myth.death_check",
    "Does he survive the tenth wound?",
    source="Levels of Wounding",
    parameters=(
        whole("p_res", 0, 500, 15, "P-RES, used as the AV.", group="figure", unit="points"),
        chance(),
        *RESOLUTION,
    ),
    targets=against([value("p_res", "P-RES")], [always("death.dv")]),
    dice=throw_death,
    outcomes=graded(("dies", "lives_unconscious", "lives_conscious")),
    events={"dies": "dies", "stays awake": "lives_conscious"},
    says=lambda t, r: [
        f"He {or_less('lives', 'd100', t.percent)}.",
        "If he lives, a second d100 against the same number says whether he stays awake.",
        "A survivor lives for CND minutes.",
    ],
)
