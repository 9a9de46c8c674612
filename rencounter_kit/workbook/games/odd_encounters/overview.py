"""Overview: whose turn it is."""

from __future__ import annotations

from ....engine.dice.dist import d
from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.question import Words
from ...rulebook.book import Ruleset


def throw_place(throw: Throw, r: Ruleset, players: int) -> Consequence:
    """All orders are as likely, and so are all places in them."""
    return throw("place", d(players), lambda place: place)


turn_order = Check(
    "odd_encounters.turn_order",
    "Which place in the turn order does a player get?",
    source="Overview",
    parameters="players",
    dice=throw_place,
    events={"goes first": "1"},
    says="The players' order is drawn once, at the start; 1 goes first.",
    wording=Words(measure="place in the order"),
)
