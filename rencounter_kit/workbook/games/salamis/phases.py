"""Who acts when: runs of Action Phases, and what they come to over several turns."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ....engine.dice.throw import Consequence, Targets, Throw
from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import part, value
from ...mechanics.processes.process import Process
from ...mechanics.processes.tries import turn_unless
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.question import Words
from ...mechanics.space import graded
from ...rulebook.book import Ruleset
from .turn import (
    COUNTERS,
    SOURCE,
    TURN,
    Bag,
    action_phases,
    bag_of,
    draws,
    plain_bag,
    refuse_empty_bag,
    says as says_bag,
)

MORE = "more"

# In one turn ----------------------------------------------------------------------------------------------------------


def throw_run(throw: Throw, r: Ruleset, bag: Bag, whose: str) -> Consequence:
    """The longest run; Tactical Initiative makes a run of its side longer, or is one."""
    extra = {"own": bag.own_initiative, "enemy": bag.enemy_initiative}
    sides = [side for side in extra if whose in (side, "either")]

    def update(state: tuple[str, int, int], side: str) -> tuple[str, int, int]:
        last, run, best = state
        if side not in sides:
            return "", 0, best
        run = run + 1 if side == last else 1
        return side, run, max(best, run + extra[side])

    begins = ("", 0, max(extra[side] for side in sides))
    return throw.after(draws(throw, r, bag, begins, update), lambda state: state[2])


longest_run = Check(
    "salamis.longest_run",
    "How often does one side act in a row?",
    source=SOURCE,
    parameters=(TURN, "phases.whose"),
    targets={"bag": bag_of},
    dice=throw_run,
    events={
        "there is a double move": "2..",
        "there is a triple move": "3..",
        "does not act": "0",
    },
    refusals=[refuse_empty_bag],
    says=says_bag,
    wording=Words(measure="phases in a row"),
)

# Over several turns ---------------------------------------------------------------------------------------------------


def play_until(throw: Throw, r: Ruleset, phases_needed: int, turns: int, bag: Bag, initiative: int) -> TurnModel:
    """Turn after turn; the state is the phases so far, and the counters still to be played."""

    def turn(state: tuple[int, int]) -> Consequence:
        so_far, extra = state
        return throw.after(throw.dice_of(action_phases, bag, r), lambda phases: (so_far + phases[0] + extra, 0))

    def end(state: tuple[int, int]) -> str | None:
        return "enough" if state[0] >= phases_needed else None

    return TurnModel((0, initiative), [turn], end, turns, MORE, turn_unless(MORE))


phases_until = Process(
    "salamis.phases_until",
    "How many turns until a side has acted often enough?",
    source=SOURCE,
    parameters=("phases_needed phases.turns", COUNTERS, "phases.own_initiative"),
    targets={"bag": plain_bag, "initiative": value("own_initiative")},
    play=play_until,
    outcomes=graded((MORE,), numbers=True),
    events={"is done in time": "1..", "is done in the first turn": "1"},
    refusals=[refuse_empty_bag],
    says=lambda r, bag, phases_needed: [
        *says_bag(r, bag),
        f"Your side needs {so_many(phases_needed, 'Action Phase')}.",
    ],
    wording={MORE: "more turns"},
)


def over_turns(
    start: Any, turn: Callable[[Any], Consequence], turns: int, read: Callable[[Any], int] = int
) -> TurnModel:
    """So many turns, of which nothing ends the last before its time."""
    return TurnModel(start, [turn], lambda state: None, turns, "over", lambda state, end, number: read(state))


def play_lead(throw: Throw, r: Ruleset, turns: int, bag: Bag, own_initiative: int, enemy_initiative: int) -> TurnModel:
    """Turn after turn; the state is the lead so far."""

    def turn(lead: int) -> Consequence:
        return throw.after(throw.dice_of(action_phases, bag, r), lambda phases: lead + phases[0] - phases[1])

    return over_turns(own_initiative - enemy_initiative, turn, turns)


phase_lead = Process(
    "salamis.phase_lead",
    "Which side has acted more often after some turns?",
    source=SOURCE,
    parameters=("turns", COUNTERS, "phase_lead.own_initiative phases.enemy_initiative"),
    targets={"bag": plain_bag},
    play=play_lead,
    events={
        "own side has acted more often": "1..",
        "both have acted equally often": "0",
        "enemy has acted more often": "..-1",
    },
    refusals=[refuse_empty_bag],
    says=says_bag,
    wording=Words({"own side has acted more often": "your side has acted more often"}, measure="lead in phases"),
)


def play_doubles(throw: Throw, r: Ruleset, turns: int, run: int, one_turn: Targets) -> TurnModel:
    """Turn after turn; the state is how many had such a run."""

    def turn(number: int) -> Consequence:
        return throw.after(throw.dice_of(longest_run, one_turn, r), lambda best: number + (best >= run))

    return over_turns(0, turn, turns)


double_moves = Process(
    "salamis.double_moves",
    "In how many turns is there a double move?",
    source=SOURCE,
    parameters=("double_moves.turns run double_moves.whose", COUNTERS),
    targets={"bag": plain_bag, "one_turn": part("a turn", longest_run, ("double_moves.whose", COUNTERS))},
    play=play_doubles,
    events={"there is such a turn": "1..", "there is no such turn": "0"},
    refusals=[refuse_empty_bag],
    says=lambda r, bag, run: [*says_bag(r, bag), f"A turn counts with {run} or more Action Phases in a row."],
    wording=Words(measure="turns with a double move"),
)


class TurnRuns(NamedTuple):
    """The runs of a turn: the one with which it begins, the longest, the last; has the other side acted?"""

    first: int = 0
    longest: int = 0
    last: int = 0
    parted: bool = False


def play_game(throw: Throw, r: Ruleset, turns: int, whose: str, bag: Bag, intermediate_breaks: bool) -> TurnModel:
    """Turn after turn; the state is the run that goes on, and the longest so far."""

    def seen(state: TurnRuns, side: str) -> TurnRuns:
        if side != whose:
            return state._replace(last=0, parted=True)
        last = state.last + 1
        return TurnRuns(state.first if state.parted else last, max(state.longest, last), last, state.parted)

    @throw.cached
    def series() -> Consequence:
        return draws(throw, r, bag, TurnRuns(), seen)

    def turn(state: tuple[int, int]) -> Consequence:
        run, best = state

        def joined(new: TurnRuns) -> tuple[int, int]:
            goes_on = 0 if intermediate_breaks else new.last if new.parted else run + new.last
            return goes_on, max(best, run + new.first, new.longest)

        return throw.after(series(), joined)

    return over_turns((0, 0), turn, turns, read=lambda state: state[1])


game_longest_run = Process(
    "salamis.game_longest_run",
    "How often does a side act in a row over several turns?",
    source=SOURCE,
    parameters=("turns game_longest_run.whose", COUNTERS, "intermediate_breaks"),
    targets={"bag": plain_bag},
    play=play_game,
    events={
        "there is a double move": "2..",
        "there is a triple move": "3..",
        "there are four or more in a row": "4..",
    },
    refusals=[refuse_empty_bag],
    says=lambda r, bag, intermediate_breaks: [
        *says_bag(r, bag),
        "An Intermediate Phase ends a run."
        if intermediate_breaks
        else "A run carries on through an Intermediate Phase.",
    ],
    wording=Words(measure="phases in a row"),
)
