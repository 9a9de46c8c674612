"""Wounds: how many a blow inflicts, once something of it got through the armour."""

from fractions import Fraction

from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, Total, node, total
from ...rulebook.book import Rule, Ruleset
from .tasks import half_up, never_negative, worth

# What they ask --------------------------------------------------------------------------------------------------------

BODY = "modified_sta cnd"
READINGS = "edge_wounds threshold_rounding"


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
    return by_edge(number, edge_wounds)


def by_edge(number: int, edge_wounds: str) -> int:
    """The wounds of an edge or a point that would inflict so many by the Threshold."""
    return {"minimum_one": max(1, number), "single": 1, "shifted": number + 1}[edge_wounds]


def by_threshold(r: Ruleset, pot_through: int, threshold: Fraction) -> Rule | None:
    """A wound for each whole Threshold that the POT exceeds."""
    number = multiples(pot_through, threshold)
    label = f"POT {pot_through} exceeds {so_many(number, 'whole Threshold')} of {threshold}"
    return worth(r.rule("wounds.divisor"), number, label) if number else None


def whatever_the_threshold(r: Ruleset, so_far: int, pot_through: int, cuts: bool, edge_wounds: str) -> Rule | None:
    """What point and edge do more, or less, than by the Threshold."""
    more = by_edge(so_far, edge_wounds) - so_far if pot_through and cuts else 0
    rule = r.rule("rulings.edge_wounds")
    return worth(rule, more, f"{rule.label}: {edge_wounds.replace('_', ' ')}") if more else None


def wounds_of(roll: str, pot_through: str, when: str = "") -> Total:
    """The wounds of a blow; ``pot_through`` names what got through the armour, ``when`` whether there is such a blow.

    The check asks for ``struck``, and works out ``threshold`` and ``cuts`` before.
    """
    threshold, edge = (node(one, pot_through=pot_through) for one in (by_threshold, whatever_the_threshold))
    return total(roll, *never_negative(threshold), edge, when=when)


TOUGHNESS: dict[str, Node] = {
    "threshold": node(threshold),
    "cuts": node(lambda r, blow, through_unbreached_armor: waived(r, blow) and not through_unbreached_armor),
}

wounds = Check(
    "realms_of_myth.wounds",
    "How many wounds does the blow inflict?",
    source="Wound Thresholds",
    parameters=(
        "wounding.pot_through modified_sta cnd blow wounding.through_unbreached_armor edge_wounds",
        "threshold_rounding",
    ),
    targets={**TOUGHNESS, "wounds": wounds_of("wounds", "pot_through")},
    says=lambda r, threshold, cuts: [
        f"The Wound Threshold is {threshold}: modified STA and CND together, divided by {r['wounds.divisor']}.",
        *(["Such a blow wounds whatever the Threshold."] if cuts else []),
    ],
)
