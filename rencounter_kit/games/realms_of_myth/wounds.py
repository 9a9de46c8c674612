"""Wounds: how many a blow inflicts, once something of it got through the armour."""

from __future__ import annotations

from fractions import Fraction

from ...mechanics.check import Check
from ...mechanics.modifiers import Total, node, total
from ...mechanics.parameter import Asked, choice, ruling, whole, yes_no
from ...mechanics.ready_dice import no_dice
from ...rulebook.book import Rule, Ruleset
from ...wording import so_many
from .armor import armor_through
from .parameters import blow
from .tasks import BOOK, half_up, worth

# What they ask --------------------------------------------------------------------------------------------------------

TARGET_STA = whole(
    "modified_sta",
    1,
    500,
    20,
    "The target's modified STA.",
    group="target",
    unit="points",
    hint="of the one who is struck",
)
BODY = (
    TARGET_STA,
    whole("cnd", 1, 200, 13, "The target's CND.", group="target", unit="points"),
)
KIND = choice("blow", BOOK.names("wounds.needs_threshold"), "edge", "What kind of weapon strikes.", group="weapon")
READINGS = (ruling("edge_wounds"), ruling("threshold_rounding"))


def struck(takes: str) -> tuple[Asked, ...]:
    """What is asked of him who is struck, and of the blow. takes : the check that knows whether his armour held."""
    unbreached = yes_no(
        "through_unbreached_armor",
        False,
        "The blow got through armour without breaching it, so the Threshold applies.",
        hint="it got through without breaching the armour",
        takes=takes,
    )
    return (*BODY, KIND, unbreached, *READINGS)


# Target numbers -------------------------------------------------------------------------------------------------------


def threshold(r: Ruleset, modified_sta: int, cnd: int, threshold_rounding: str) -> Fraction:
    """The POT that must be exceeded for a wound."""
    points, by = modified_sta + cnd, r["wounds.divisor"]
    if threshold_rounding == "exact":
        return Fraction(points, by)
    return Fraction(half_up(points, by) if threshold_rounding == "half_up" else points // by)


def waived(r: Ruleset, blow: str) -> bool:
    """Some blows need no Threshold."""
    return not r[f"wounds.needs_threshold.{blow}"]


def cuts(r: Ruleset, blow: str, through_unbreached_armor: bool) -> bool:
    """They need none unless the armour held."""
    return waived(r, blow) and not through_unbreached_armor


def multiples(pot_through: int, threshold: Fraction) -> int:
    """How many whole Thresholds the POT exceeds; a Threshold of 0 counts once."""
    if not pot_through:
        return 0
    return -(-pot_through // threshold) - 1 if threshold else 1


def inflicted(pot_through: int, threshold: Fraction, cuts: bool, edge_wounds: str) -> int:
    """The wounds of a blow."""
    number = multiples(pot_through, threshold)
    if not pot_through or not cuts:
        return number
    return {"minimum_one": max(1, number), "single": 1, "shifted": number + 1}[edge_wounds]


def by_threshold(r: Ruleset, pot_through: int, threshold: Fraction) -> Rule | None:
    """A wound for each whole Threshold that the POT exceeds."""
    number = multiples(pot_through, threshold)
    label = f"POT {pot_through} exceeds {so_many(number, 'whole Threshold')} of {threshold}"
    return worth(r.rule("wounds.divisor"), number, label) if number else None


def whatever_the_threshold(
    r: Ruleset, pot_through: int, threshold: Fraction, cuts: bool, edge_wounds: str
) -> Rule | None:
    """What point and edge do more, or less, than by the Threshold."""
    more = inflicted(pot_through, threshold, cuts, edge_wounds) - multiples(pot_through, threshold)
    rule = r.rule("rulings.edge_wounds")
    return worth(rule, more, f"{rule.label}: {edge_wounds.replace('_', ' ')}") if more else None


def wounds_of(roll: str, pot_through: str, when: str = "") -> Total:
    """The wounds of a blow; ``pot_through`` names what got through the armour, ``when`` whether there is such a blow.

    The check asks for ``struck``, and works out ``threshold`` and ``cuts`` before.
    """
    parts = (node(one, pot_through=pot_through) for one in (by_threshold, whatever_the_threshold))
    return total(roll, *parts, when=when)


TOUGHNESS = {"threshold": node(threshold), "cuts": node(cuts)}

wounds = Check(
    "realms_of_myth.wounds",
    "How many wounds does the blow inflict?",
    source="Wound Thresholds",
    parameters=(
        blow(
            "pot_through",
            10,
            "POT left after armour and clothing.",
            high=1000,
            hint="what is left after armour and clothing",
            takes=armor_through.id,
        ),
        *struck(armor_through.id),
    ),
    targets={**TOUGHNESS, "wounds": wounds_of("wounds", "pot_through")},
    dice=no_dice("wounds"),
    says=lambda r, threshold, cuts: [
        f"The Wound Threshold is {threshold}: modified STA and CND together, divided by {r['wounds.divisor']}.",
        *(["Such a blow wounds whatever the Threshold."] if cuts else []),
    ],
)
