"""The driver for processes over turns: exactly, turn by turn and state by state, or with dice thrown at random.

A `Process` has five functions, each of which is handed all parameters as `p`:

* `start(p)`: the state before the first turn, never None (ValueError when the values contradict each other);
* `turn(roll, state, p)`: the state after one whole turn, played with the dice of `explore`;
* `outcome(state, turns_done, p)`: what the process has come to, or None while it goes on;
* `limit(p)`: the most turns that are played, or None;
* `unfinished(state, p)`: what a state counts as which is still going on at the limit, or can never end.

A process without a limit is asked for its outcome with None in place of the turns done: there it has to do without
them.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from sympy import QQ
from sympy.polys.matrices import DomainMatrix

from .explore import enumerate_all, throw_once
from .notation import in_force


@dataclass(frozen=True, eq=False)
class Process:
    """A process over turns."""

    start: Callable
    turn: Callable
    outcome: Callable
    limit: Callable
    unfinished: Callable


def one_pass(play):
    """A plain play as a process of a single turn."""
    return Process(
        start=lambda p: "before",
        turn=lambda roll, state, p: ("done", play(roll, p)),
        outcome=lambda state, turns_done, p: None if state == "before" else state[1],
        limit=lambda p: 1,
        unfinished=lambda state, p: None,
    )


class Walk:
    """A process with one set of parameters, and the turns from its states as far as they have been worked out."""

    def __init__(self, process, p):
        self.process = process
        self.p = p
        self.start = process.start(p)
        self.limit = process.limit(p)
        self.turns = {}  # state: {state after the turn: chance}
        self.can_end = {}  # state: whether any way leads to an end

    def after(self, state):
        """The states after one turn, with their chances."""
        if state not in self.turns:
            self.turns[state] = enumerate_all(self.process.turn, state=state, p=self.p)
        return self.turns[state]

    def thrown(self, state, rng):
        """The state after one turn with dice thrown at random."""
        return throw_once(self.process.turn, rng, state=state, p=self.p)

    def outcome(self, state, turns_done=None):
        """What the process has come to in this state, or None."""
        return self.process.outcome(state, turns_done, self.p)

    def unfinished(self, state):
        """What this state counts as although nothing is settled in it."""
        return self.process.unfinished(state, self.p)

    def hopeless(self, state):
        """Whether nothing can ever end from this state on."""
        if state not in self.can_end:
            before = {state: None}  # how each state was reached
            waiting = [state]
            end = None
            while waiting and end is None:
                now = waiting.pop()
                if self.can_end.get(now) or self.outcome(now) is not None:
                    end = now
                else:
                    for later in self.after(now):
                        if later not in before and self.can_end.get(later) is not False:
                            before[later] = now
                            waiting.append(later)
            if end is None:
                self.can_end.update(dict.fromkeys(before, False))
            while end is not None:
                self.can_end[end] = True
                end = before[end]
        return not self.can_end[state]


def exact(process, p):
    """The chances of the outcomes, and with them the chances of the numbers of turns.

    Without a limit the numbers of turns have no end: then the second answer is their mean, where a state from which
    nothing can ever end takes no more turns.
    """
    walk = Walk(process, p)
    return _without_limit(walk) if walk.limit is None else _turn_by_turn(walk)


def mean_turns(turns):
    """The mean number of turns, from the second answer of `exact`."""
    if isinstance(turns, Fraction):
        return turns
    return sum((number * chance for number, chance in turns.items()), Fraction(0))


def _turn_by_turn(walk):
    """Forward from the start to the limit."""
    outcomes = defaultdict(Fraction)
    turns = defaultdict(Fraction)
    now = {walk.start: Fraction(1)}
    for done in range(walk.limit + 1):
        later = defaultdict(Fraction)
        for state, chance in now.items():
            result = walk.outcome(state, done)
            if result is None and done == walk.limit:
                result = walk.unfinished(state)
            if result is not None:
                outcomes[result] += chance
                turns[done] += chance
                continue
            for after, part in walk.after(state).items():
                later[after] += chance * part
        now = later
    if sum(outcomes.values()) != 1:
        raise AssertionError("the chances do not add up to one")
    return dict(outcomes), dict(turns)


def _circles(walk):
    """The states in groups: those of a group lead to each other, and on only to groups that come earlier."""
    number = {}
    lowest = {}
    stack = []
    on_stack = set()
    groups = []

    def enter(state):
        number[state] = lowest[state] = len(number)
        stack.append(state)
        on_stack.add(state)
        over = walk.outcome(state) is not None
        path.append((state, iter(() if over else walk.after(state))))

    path = []
    enter(walk.start)
    while path:
        state, onward = path[-1]
        for later in onward:
            if later not in number:
                enter(later)
                break
            if later in on_stack:
                lowest[state] = min(lowest[state], number[later])
        else:
            path.pop()
            if path:
                before = path[-1][0]
                lowest[before] = min(lowest[before], lowest[state])
            if lowest[state] == number[state]:
                group = []
                while not group or group[-1] != state:
                    group.append(stack.pop())
                on_stack.difference_update(group)
                groups.append(group)
    return groups


def _without_limit(walk):
    """Back from the ends to the start; what leads to itself or in circles is solved as linear equations."""
    answer = {}  # state: (chances of the outcomes, mean turns, whether it can end)
    for group in _circles(walk):
        ended = walk.outcome(group[0])
        if ended is not None:
            answer[group[0]] = ({ended: Fraction(1)}, Fraction(0), True)
            continue
        outward = [{later: chance for later, chance in walk.after(state).items() if later in answer} for state in group]
        if not any(answer[later][2] for ways in outward for later in ways):
            for state in group:
                answer[state] = ({walk.unfinished(state): Fraction(1)}, Fraction(0), False)
            continue
        right = []
        for ways in outward:
            row = defaultdict(Fraction)
            row["turns"] = Fraction(1)
            for later, chance in ways.items():
                outcomes, turns, _ = answer[later]
                row["turns"] += chance * turns
                for outcome, part in outcomes.items():
                    row["outcome", outcome] += chance * part
            right.append(row)
        for state, row in zip(group, _solve(walk, group, right), strict=True):
            turns = row.pop("turns")
            answer[state] = ({outcome: chance for (_, outcome), chance in row.items() if chance}, turns, True)
    outcomes, turns, _ = answer[walk.start]
    if sum(outcomes.values()) != 1:
        raise AssertionError("the chances do not add up to one")
    return outcomes, turns


def _solve(walk, group, right):
    """The rows x with x = right + (chances within the group) x."""
    if len(group) == 1:
        staying = walk.after(group[0]).get(group[0], Fraction(0))
        return [{name: value / (1 - staying) for name, value in right[0].items()}]
    names = list(dict.fromkeys(name for row in right for name in row))
    left = [[(row == column) - walk.after(row).get(column, Fraction(0)) for column in group] for row in group]
    solved = _rational(left).lu_solve(_rational([[row.get(name, Fraction(0)) for name in names] for row in right]))
    return [
        {name: Fraction(int(value.numerator), int(value.denominator)) for name, value in zip(names, row, strict=True)}
        for row in solved.to_dense().to_list()
    ]


def _rational(rows):
    """The rows as an exact matrix of sympy."""
    entries = [[QQ(value.numerator, value.denominator) for value in row] for row in rows]
    return DomainMatrix(entries, (len(rows), len(rows[0])), QQ)


_walks = {}


def _walk(process, p):
    """A walk that is kept for the next play with the same parameters."""
    key = (process, in_force(), p)
    if key not in _walks:
        if len(_walks) == 64:
            _walks.clear()
        _walks[key] = Walk(process, p)
    return _walks[key]


def play(process, p, rng):
    """One random play: the outcome and the number of turns."""
    walk = _walk(process, p)
    state = walk.start
    done = 0
    while True:
        result = walk.outcome(state, None if walk.limit is None else done)
        if result is None and (walk.hopeless(state) if walk.limit is None else done == walk.limit):
            result = walk.unfinished(state)
        if result is not None:
            return result, done
        state = walk.thrown(state, rng)
        done += 1
