"""The turn: counters are drawn from a bag until the Intermediate Phase comes."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.events import every
from ...mechanics.modifiers import inputs, refuse
from ...mechanics.question import Words
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
        "own_counters and enemy_counters must not both be 0; got 0 and 0; try own_counters 3",
    )


def draws(throw: Throw, r: Ruleset, bag: Bag, start: Outcome, seen: Callable[[Any, str], Consequence]) -> Consequence:
    """One counter after another, none put back, until the Intermediate counter comes.

    start : what is known before the first.
    seen : what it becomes with an Action Phase of a side, "own" or "enemy".
    """
    stop = r["turn.intermediate.counters"]

    @throw.cached
    def after(own: int, enemy: int, known: Outcome) -> Consequence:
        left = {"own": bag.own - own, "enemy": bag.enemy - enemy, "intermediate": stop}

        def drawn(counter: str) -> Consequence:
            if counter == "intermediate":
                return known
            drawn_so_far = (own + 1, enemy) if counter == "own" else (own, enemy + 1)
            return throw.after(seen(known, counter), lambda now: after(*drawn_so_far, now))

        return throw("draw", Dist(left), drawn)

    return after(0, 0, start)


def draw(throw: Throw, r: Ruleset, bag: Bag) -> Consequence:
    """The Action Phases of both sides."""

    def seen(phases: tuple[int, int], side: str) -> tuple[int, int]:
        own, enemy = phases
        return (own + 1, enemy) if side == "own" else (own, enemy + 1)

    return draws(throw, r, bag, (bag.own_initiative, bag.enemy_initiative), seen)


def says(r: Ruleset, bag: Bag) -> list[str]:
    """The draw in words."""
    lines = [
        f"{bag.own} own, {bag.enemy} enemy and {r['turn.intermediate.counters']} Intermediate counters are in the bag."
    ]
    if bag.own_initiative or bag.enemy_initiative:
        lines.append(
            f"Tactical Initiative adds {bag.own_initiative} own and {bag.enemy_initiative} enemy Action Phases."
        )
    return lines


COUNTERS = "own_counters enemy_counters"

TURN = (COUNTERS, "own_initiative enemy_initiative")
BAG = inputs("own_initiative", "enemy_initiative", own="own_counters", enemy="enemy_counters")
SOURCE = "The Turn Concept; Game Equipment; Crew and Command Quality"

action_phases = Check(
    "salamis.action_phases",
    "How often does each side act before the Intermediate Phase?",
    source=SOURCE,
    parameters=TURN,
    targets=BAG,
    record=Bag,
    dice=draw,
    outcomes=NUMBERS.times(2),
    events={
        "own side acts more often": lambda phases: phases[0] > phases[1],
        "both act equally often": lambda phases: phases[0] == phases[1],
        "nobody acts": every("0"),
    },
    refusals=[refuse_empty_bag],
    says=says,
    wording=Words({"own side acts more often": "your side acts more often"}, joined="-"),
)

# The first phase ------------------------------------------------------------------------------------------------------


def throw_first(throw: Throw, r: Ruleset, own_counters: int, enemy_counters: int) -> Consequence:
    """The first counter."""
    bag = {"intermediate": r["turn.intermediate.counters"], "own": own_counters, "enemy": enemy_counters}
    return throw("draw", Dist(bag), lambda counter: counter)


first_phase = Check(
    "salamis.first_phase",
    "Who acts first?",
    source="The Turn Concept; Game Equipment",
    parameters=COUNTERS,
    dice=throw_first,
    outcomes=("enemy", "intermediate", "own"),
    events={"own side acts first": "own", "enemy acts first": "enemy", "the turn ends at once": "intermediate"},
    refusals=[refuse_empty_bag],
    says=lambda r, own_counters, enemy_counters: says(r, Bag(own_counters, enemy_counters, 0, 0)),
    wording={
        "own": "your side",
        "own side acts first": "your side acts first",
        "enemy": "the enemy",
        "intermediate": "nobody: the Intermediate Phase comes at once",
    },
)

# How many -------------------------------------------------------------------------------------------------------------


def bag_of(r: Ruleset, own_counters: int, enemy_counters: int, own_initiative: int, enemy_initiative: int) -> Bag:
    """What is drawn from in a turn."""
    return Bag(own_counters, enemy_counters, own_initiative, enemy_initiative)


def plain_bag(r: Ruleset, own_counters: int, enemy_counters: int) -> Bag:
    """What is drawn from where nobody plays Tactical Initiative."""
    return Bag(own_counters, enemy_counters, 0, 0)


def throw_count(throw: Throw, r: Ruleset, bag: Bag, whose: str) -> Consequence:
    """The phases of one side, or of both."""
    count = {"own": lambda own, enemy: own, "enemy": lambda own, enemy: enemy, "both": lambda own, enemy: own + enemy}
    return throw.after(throw.dice_of(action_phases, bag, r), lambda phases: count[whose](*phases))


phase_count = Check(
    "salamis.phase_count",
    "How many Action Phases does a turn have?",
    source=SOURCE,
    parameters=(TURN, "whose"),
    targets={"bag": bag_of},
    dice=throw_count,
    events={"acts at all": "1..", "acts at least twice": "2.."},
    refusals=[refuse_empty_bag],
    says=says,
)
