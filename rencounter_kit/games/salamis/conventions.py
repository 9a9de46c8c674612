"""What the rules mean by their dice."""

from __future__ import annotations

from ...dice.dist import d
from ...dice.throw import Lead, Targets, Throw
from ...mechanics.check import Check
from ...rulebook.book import Ruleset


def half_of_six(t: Targets, throw: Throw, r: Ruleset) -> Lead:
    """A d6, halved, rounded up."""
    return throw("halved and rounded up", d(6), lambda face: (face + 1) // 2)


d3 = Check(
    "salamis.d3",
    "The three-sided die",
    source="Die Rolling Conventions",
    dice=half_of_six,
    says="A d6: 1 and 2 are 1, 3 and 4 are 2, 5 and 6 are 3.",
)
