"""The turn: counters are drawn from a bag until the Intermediate Phase comes."""

from __future__ import annotations

from typing import NamedTuple

from ...dice.dist import Dist
from ...dice.throw import Lead, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import given, refuse
from ...mechanics.parameter import figure, whole
from ...mechanics.space import NUMBERS
from ...rulebook.book import Ruleset


class Bag(NamedTuple):
    """Counters of both sides in the bag, and those that they play beside."""

    own: int
    enemy: int
    own_initiative: int
    enemy_initiative: int


def refuse_empty_bag(r: Ruleset, own_counters: int, enemy_counters: int) -> None:
    """A turn needs somebody who can act."""
    refuse(
        own_counters == enemy_counters == 0,
        "own_counters and enemy_counters must not both be 0; got 0 and 0; put at least one counter in the bag",
    )


def draw(t: Bag, throw: Throw, r: Ruleset) -> Lead:
    """One counter after another, none put back, until the Intermediate counter comes."""
    stop = r["turn.intermediate.counters"]

    @throw.cached
    def after(own: int, enemy: int) -> Lead:
        bag = {"own": t.own - own, "enemy": t.enemy - enemy, "intermediate": stop}

        def drawn(counter: str) -> Lead:
            if counter == "intermediate":
                return own + t.own_initiative, enemy + t.enemy_initiative
            return after(own + 1, enemy) if counter == "own" else after(own, enemy + 1)

        return throw("draw", Dist(bag), drawn)

    return after(0, 0)


def says(t: Bag, r: Ruleset) -> list[str]:
    """The draw in words."""
    lines = [
        f"{t.own} own, {t.enemy} enemy and {r['turn.intermediate.counters']} Intermediate counters are in the bag."
    ]
    if t.own_initiative or t.enemy_initiative:
        lines.append(f"Tactical Initiative adds {t.own_initiative} own and {t.enemy_initiative} enemy Action Phases.")
    return lines


action_phases = Check(
    "salamis.action_phases",
    "How often does each side act before the Intermediate Phase?",
    source="The Turn Concept; Game Equipment; Crew and Command Quality",
    parameters=[
        figure("turn.counters.own", "own_counters", "Counters of the own side in the bag.", unit="counters"),
        figure("turn.counters.enemy", "enemy_counters", "Counters of the other side in the bag.", unit="counters"),
        whole(
            "own_initiative",
            0,
            5,
            0,
            "Tactical Initiative counters that the own side plays this turn.",
            hint="Tactical Initiative counters played this turn",
            unit="counters",
        ),
        whole(
            "enemy_initiative",
            0,
            5,
            0,
            "Tactical Initiative counters that the enemy plays this turn.",
            hint="Tactical Initiative counters played this turn",
            unit="counters",
        ),
    ],
    targets=given("own_initiative", "enemy_initiative", own="own_counters", enemy="enemy_counters"),
    dice=draw,
    outcomes=NUMBERS.times(2),
    events={
        "own side acts more often": lambda phases: phases[0] > phases[1],
        "both act equally often": lambda phases: phases[0] == phases[1],
        "nobody acts": lambda phases: phases == (0, 0),
    },
    refusals=[refuse_empty_bag],
    says=says,
    joined="-",
)
