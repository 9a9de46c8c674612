"""Who acts when: runs of Action Phases, and what they come to over several turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...dice.throw import Lead, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import given
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.space import graded
from ...rulebook.book import Ruleset
from ...wording import so_many
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
)
from .turn import says as says_bag

MORE = "more"

# In one turn ----------------------------------------------------------------------------------------------------------


class Runs(NamedTuple):
    """A bag, and whose runs count."""

    bag: Bag
    whose: str


def throw_run(t: Runs, throw: Throw, r: Ruleset) -> Lead:
    """The longest run; Tactical Initiative makes a run of its side longer, or is one."""
    extra = {"own": t.bag.own_initiative, "enemy": t.bag.enemy_initiative}
    counted = [side for side in extra if t.whose in (side, "either")]

    def seen(known: tuple[str, int, int], side: str) -> tuple[str, int, int]:
        last, run, best = known
        if side not in counted:
            return "", 0, best
        run = run + 1 if side == last else 1
        return side, run, max(best, run + extra[side])

    begins = ("", 0, max(extra[side] for side in counted))
    return throw.after(draws(t.bag, throw, r, begins, seen), lambda known: known[2])


longest_run = Check(
    "salamis.longest_run",
    "How often does one side act in a row?",
    source=SOURCE,
    parameters=(TURN, "phases.whose"),
    targets={"bag": bag_of, **given("whose")},
    dice=throw_run,
    events={
        "there is a double move": lambda run: run >= 2,
        "there is a triple move": lambda run: run >= 3,
        "does not act": lambda run: run == 0,
    },
    refusals=[refuse_empty_bag],
    says=lambda r, bag: says_bag(bag, r),
    measure="phases in a row",
)

# Over several turns ---------------------------------------------------------------------------------------------------


class Until(NamedTuple):
    """The phases that are needed, the turns in which they may come, the bag, and what is played in the first turn."""

    phases_needed: int
    turns: int
    bag: Bag
    initiative: int


def play_until(t: Until, throw: Throw, r: Ruleset) -> TurnModel:
    """Turn after turn; the state is the phases so far, and the counters still to be played."""

    def turn(state: tuple[int, int]) -> Lead:
        so_far, extra = state
        return throw.after(throw.asked(action_phases, t.bag, r), lambda phases: (so_far + phases[0] + extra, 0))

    def end(state: tuple[int, int]) -> str | None:
        return "enough" if state[0] >= t.phases_needed else None

    return TurnModel(
        (0, t.initiative), [turn], end, t.turns, MORE, lambda state, how, number: MORE if how == MORE else number
    )


phases_until = Process(
    "salamis.phases_until",
    "How many turns until a side has acted often enough?",
    source=SOURCE,
    parameters=("phases_needed phases.turns", COUNTERS, "phases.own_initiative"),
    targets={**given("phases_needed", "turns"), "bag": plain_bag, **given(initiative="own_initiative")},
    play=play_until,
    outcomes=graded((MORE,), numbers=True),
    events={"is done in time": lambda got: got != MORE, "is done in the first turn": lambda got: got == 1},
    refusals=[refuse_empty_bag],
    says=lambda t, r: [*says_bag(t.bag, r), f"Your side needs {so_many(t.phases_needed, 'Action Phase')}."],
    said={MORE: "more turns"},
)


class Ahead(NamedTuple):
    """Turns, the bag of each, and what both sides play beside."""

    turns: int
    bag: Bag
    own_initiative: int
    enemy_initiative: int


def over_turns(start: Any, turn: Callable[[Any], Lead], turns: int, read: Callable[[Any], int] = int) -> TurnModel:
    """So many turns, of which nothing ends the last before its time."""
    return TurnModel(start, [turn], lambda state: None, turns, "over", lambda state, end, number: read(state))


def play_lead(t: Ahead, throw: Throw, r: Ruleset) -> TurnModel:
    """Turn after turn; the state is the lead so far."""

    def turn(lead: int) -> Lead:
        return throw.after(throw.asked(action_phases, t.bag, r), lambda phases: lead + phases[0] - phases[1])

    return over_turns(t.own_initiative - t.enemy_initiative, turn, t.turns)


phase_lead = Process(
    "salamis.phase_lead",
    "Which side has acted more often after some turns?",
    source=SOURCE,
    parameters=("turns", COUNTERS, "phase_lead.own_initiative phases.enemy_initiative"),
    targets={**given("turns"), "bag": plain_bag, **given("own_initiative", "enemy_initiative")},
    play=play_lead,
    events={
        "own side has acted more often": lambda lead: lead > 0,
        "both have acted equally often": lambda lead: lead == 0,
        "enemy has acted more often": lambda lead: lead < 0,
    },
    refusals=[refuse_empty_bag],
    says=lambda t, r: says_bag(t.bag, r),
    measure="lead in phases",
    said={"own side has acted more often": "your side has acted more often"},
)


class DoubleMoves(NamedTuple):
    """Turns, the run that counts, whose, and the bag of each turn."""

    turns: int
    run: int
    whose: str
    bag: Bag


def play_doubles(t: DoubleMoves, throw: Throw, r: Ruleset) -> TurnModel:
    """Turn after turn; the state is how many had such a run."""
    runs = Runs(t.bag, t.whose)

    def turn(number: int) -> Lead:
        return throw.after(throw.asked(longest_run, runs, r), lambda best: number + (best >= t.run))

    return over_turns(0, turn, t.turns)


double_moves = Process(
    "salamis.double_moves",
    "In how many turns is there a double move?",
    source=SOURCE,
    parameters=("double_moves.turns run double_moves.whose", COUNTERS),
    targets={**given("turns", "run", "whose"), "bag": plain_bag},
    play=play_doubles,
    events={"there is such a turn": lambda number: number > 0, "there is no such turn": lambda number: number == 0},
    refusals=[refuse_empty_bag],
    says=lambda t, r: [*says_bag(t.bag, r), f"A turn counts with {t.run} or more Action Phases in a row."],
    measure="turns with a double move",
)


class LongGame(NamedTuple):
    """Turns, whose run counts, the bag of each turn, and whether the Intermediate Phase ends a run."""

    turns: int
    whose: str
    bag: Bag
    breaks: bool


class TurnRuns(NamedTuple):
    """The runs of a turn: the one with which it begins, the longest, the last; has the other side acted?"""

    first: int = 0
    longest: int = 0
    last: int = 0
    parted: bool = False


def throw_series(t: LongGame, throw: Throw, r: Ruleset) -> Lead:
    """The runs of one turn."""

    def seen(known: TurnRuns, side: str) -> TurnRuns:
        if side != t.whose:
            return known._replace(last=0, parted=True)
        last = known.last + 1
        return TurnRuns(known.first if known.parted else last, max(known.longest, last), last, known.parted)

    return draws(t.bag, throw, r, TurnRuns(), seen)


def play_game(t: LongGame, throw: Throw, r: Ruleset) -> TurnModel:
    """Turn after turn; the state is the run that goes on, and the longest so far."""

    @throw.cached
    def series() -> Lead:
        return throw_series(t, throw, r)

    def turn(state: tuple[int, int]) -> Lead:
        run, best = state

        def joined(new: TurnRuns) -> tuple[int, int]:
            goes_on = 0 if t.breaks else new.last if new.parted else run + new.last
            return goes_on, max(best, run + new.first, new.longest)

        return throw.after(series(), joined)

    return over_turns((0, 0), turn, t.turns, read=lambda state: state[1])


game_longest_run = Process(
    "salamis.game_longest_run",
    "How often does a side act in a row over several turns?",
    source=SOURCE,
    parameters=("turns game_longest_run.whose", COUNTERS, "intermediate_breaks"),
    targets={**given("turns", "whose"), "bag": plain_bag, **given(breaks="intermediate_breaks")},
    play=play_game,
    events={
        "there is a double move": lambda run: run >= 2,
        "there is a triple move": lambda run: run >= 3,
        "there are four or more in a row": lambda run: run >= 4,
    },
    refusals=[refuse_empty_bag],
    says=lambda t, r: [
        *says_bag(t.bag, r),
        "An Intermediate Phase ends a run." if t.breaks else "A run carries on through an Intermediate Phase.",
    ],
    measure="phases in a row",
)
