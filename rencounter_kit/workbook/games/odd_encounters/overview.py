"""Overview: whose turn it is."""

from ....engine.dice.dist import d
from ...mechanics.check import Check
from ...mechanics.question import Words

turn_order = Check(
    "odd_encounters.turn_order",
    "Which place in the turn order does a player get?",
    source="Overview",
    parameters="players",
    dice=lambda throw, r, players: throw("place", d(players), lambda place: place),
    events={"goes first": "1"},
    says="The players' order is drawn once, at the start; 1 goes first.",
    wording=Words(measure="place in the order"),
)
