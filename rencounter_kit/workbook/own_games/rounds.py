"""What goes on in a fight that a game's file tells: act after act, turn after turn, until a side is down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple, TypeAlias

from ...engine.dice.dist import Dist, Outcome
from ...engine.dice.throw import Consequence, Targets, Throw
from ...engine.words.wording import so_many
from ..mechanics.check import Check
from ..mechanics.processes.turn_model import TurnModel
from ..rulebook.book import Ruleset

OTHER = {"a": "b", "b": "a"}
TOGETHER, RANDOM = "together", "random"
A_WINS, B_WINS, BOTH_DOWN, UNDECIDED = "a_wins", "b_wins", "both_down", "undecided"
MAN, ALL = 10**6, 10**9  # more than a man, and than a side, can take
SMALL = 2_000  # points of A times those of B, up to which a turn is one phase

Points: TypeAlias = int  # what a side can still take
State = tuple[Points, Points, str]  # of A, of B; who is first, "" where that is asked each turn


class Side(NamedTuple):
    """A side: its men, and what each can take."""

    points: int
    men: int

    @property
    def whole(self) -> int:
        """What it can take in all."""
        return self.points * self.men

    def standing(self, left: Points) -> int:
        """How many men still stand: the one who is hurt is struck again before another is."""
        return -(-left // self.points)

    def after(self, left: Points, harm: int) -> Points:
        """What is left after one blow; what is more than a man can take is lost."""
        return 0 if harm >= ALL else left - min(max(harm, 0), (left - 1) % self.points + 1)

    def after_both(self, left: Points, one: Points, other: Points) -> Points:
        """What is left after two things at once, of each of which alone so much would be left. Both fall on the men as
        they stood before: a man takes what both do to him, and what is too much for him is lost.
        """
        if self.standing(one) != self.standing(other):
            return min(one, other)
        behind = self.points * (self.standing(one) - 1)  # what those behind him who is hurt can take
        return max(behind, one + other - min(left, behind + self.points))


class Harm(NamedTuple):
    """What outcomes cost a side.

    counts : does a number cost what it says?
    """

    costs: tuple[tuple[Outcome, int], ...] = ()
    counts: bool = False

    def of(self, outcome: Outcome) -> int:
        """What one costs; nothing where nothing is said of it."""
        return int(outcome) if self.counts and type(outcome) is int else dict(self.costs).get(outcome, 0)


class BoundAct(NamedTuple):
    """An act as it is with what was said.

    numbers : the target numbers of its check, by what the side itself has lost, and by what the foe has; ``None`` where
        nothing is done.
    takes, loses : what it costs the foe, and the side itself.
    times : how often it is done.
    """

    numbers: tuple[tuple[Targets | None, ...], ...]
    takes: Harm
    loses: Harm
    times: int


class Act(NamedTuple):
    """What a side does in each turn.

    label : in words.
    numbers, deed : the names of its target numbers: those of its check as the fight begins, and the ``BoundAct``.
    own, foe : does it count what the side itself, or the foe, has lost?
    hurts : may it cost the side itself anything?
    once : does the side do it as one, and not each of its men?
    by_then : sentences on what of its check goes by how the fight stands.
    """

    side: str
    label: str
    check: Check
    numbers: str
    deed: str
    own: bool
    foe: bool
    hurts: bool
    once: bool
    by_then: tuple[str, ...] = ()


class TurnStep(NamedTuple):
    """One act of a turn, by the sides that do it; one after the other, or both at once."""

    acts: Mapping[str, Act]
    together: bool


class Opening(NamedTuple):
    """A check that says who is first.

    gives : by its outcomes.
    once : for the whole fight, not each turn.
    """

    act: Act
    gives: Mapping[Outcome, str]
    once: bool


class Fight(NamedTuple):
    """What the file tells of a fight."""

    steps: Sequence[TurnStep]
    opening: Opening | None


def end(state: State) -> str | None:
    """How it has ended."""
    a, b, _ = state
    return None if a and b else A_WINS if a else B_WINS if b else BOTH_DOWN


class Turns:
    """The turns of a fight, with the target numbers, the dice and the rules by which it is fought."""

    def __init__(self, fight: Fight, throw: Throw, r: Ruleset, targets: Targets) -> None:
        self._fight, self._targets, self._throw, self._rules = fight, targets, throw, r
        self._sides = dict(zip(OTHER, targets.fight_sides, strict=True))
        opening = fight.opening
        self._each_turn = opening if opening and not opening.once else None
        self._blow, self._blows = throw.cached(self._struck), throw.cached(self._all_struck)
        self._moves = cache(self._ordered)

    def model(self) -> TurnModel:
        """Turn after turn: who is first, and then each step of it."""
        # In parts, a turn in which nobody is hit leads in a circle, which takes equations; as a whole, to far more
        # states.
        a, b = self._sides.values()
        small = a.whole * b.whole <= SMALL and a.men == b.men == 1
        return TurnModel(
            _starts(self._fight.opening, self._targets, self._rules),
            (self._whole_turn,) if small else (self._first_half, self._second_half),
            end,
            lambda: self._targets.turn_limit,
            UNDECIDED,
            begins=_begins,
            state_words=lambda state: [_side_words(*one) for one in zip("AB", (a, b), state, strict=False)],
        )

    # The parts of a turn ---------------------------------------------------------------------------------------------

    def _whole_turn(self, state: State) -> Consequence:
        """Who is first, and all that is done."""
        has_end = self._each_turn is not None
        return self._start(state, lambda first: self._after_moves(state, self._moves(first), "" if has_end else first))

    def _first_half(self, state: State) -> Consequence:
        """Who is first, and the first half of what is done."""

        def on(first: str) -> Consequence:
            moves = self._moves(first)
            return self._after_moves(state, moves[: _half(moves)], first)

        return self._start(state, on)

    def _second_half(self, state: State) -> Consequence:
        """The rest of it."""
        moves = self._moves(state[2])
        return self._after_moves(state, moves[_half(moves) :], "" if self._each_turn else state[2])

    def _start(self, state: State, on: Callable[[str], Consequence]) -> Consequence:
        """Who is first, and what comes ``on`` it."""
        if not self._each_turn:
            return on(state[2])
        gives = self._each_turn.gives
        return self._throw.after(self._checked(self._each_turn.act, *state[:2]), lambda outcome: on(gives[outcome]))

    def _ordered(self, first: str) -> list[list[Act]]:
        """Who does what in a turn, in this order."""
        groups = list[list[Act]]()
        for step in self._fight.steps:
            acts = [step.acts[side] for side in OTHER if side in step.acts]
            at_once = step.together or first == TOGETHER
            groups += [acts] if at_once else [[act] for act in acts][:: -1 if first == "b" else 1]
        return groups

    def _after_moves(self, state: State, moves: Sequence[Sequence[Act]], first: str) -> Consequence:
        """The state after some moves."""
        consequence: Consequence = state
        for acts in moves:
            consequence = self._throw.after(consequence, partial(self._moved, acts, first))
        return consequence

    # What is done ----------------------------------------------------------------------------------------------------

    def _moved(self, acts: Sequence[Act], first: str, state: State) -> Consequence:
        """The state after one act, or after those of both sides at once; with who is first from then on."""
        a, b, _ = state
        if not a or not b:
            return a, b, first
        after, acted = self._throw.after, self._acted
        if acts[1:]:
            consequence = self._throw.each(
                [partial(acted, act, *((a, b) if act.side == "a" else (b, a))) for act in acts]
            )
            return after(consequence, lambda pairs: (*_together(self._sides, a, b, pairs), first))
        if acts[0].side == "a":
            return after(acted(acts[0], a, b), lambda pair: (*pair, first))
        return after(acted(acts[0], b, a), lambda pair: (*pair[::-1], first))

    def _acted(self, act: Act, own: Points, foe: Points) -> Consequence:
        """What both have left after an act of a side; sides that differ in what does not count are worked out once."""
        if act.own or act.hurts:
            return self._blows(act, own, foe)
        mine = self._sides[act.side]
        blows = self._blows(act, mine.points * mine.standing(own), foe)
        return self._throw.after(blows, lambda pair: (own, pair[1]))

    def _all_struck(self, act: Act, own: Points, foe: Points) -> Consequence:
        """What both have left after the acts of all men of a side."""
        consequence: Consequence = (own, foe)
        men = 1 if act.once else self._sides[act.side].standing(own)
        for _ in range(self._deed(act).times * men):
            consequence = self._throw.after(consequence, lambda pair: self._blow(act, *pair))
        return consequence

    def _struck(self, act: Act, own: Points, foe: Points) -> Consequence:
        """What both have left after one man's act."""
        if not own or not foe:
            return own, foe
        deed = self._deed(act)

        def on(outcome: Outcome) -> tuple[Points, Points]:
            left = self._sides[act.side].after(own, deed.loses.of(outcome))
            return left, self._sides[OTHER[act.side]].after(foe, deed.takes.of(outcome))

        came = self._throw.by(act.side.upper(), lambda: self._checked(act, own, foe))
        return (own, foe) if came is None else self._throw.after(came, on)

    def _checked(self, act: Act, own: Points, foe: Points) -> Consequence:
        """What its check comes to; ``None`` where nothing is done."""
        mine, his = self._sides[act.side], self._sides[OTHER[act.side]]
        row = self._deed(act).numbers[mine.whole - own if act.own else 0]
        numbers = row[his.whole - foe if act.foe else 0]
        return None if numbers is None else self._throw.dice_of(act.check, numbers, self._rules)

    def _deed(self, act: Act) -> BoundAct:
        bound: BoundAct = getattr(self._targets, act.deed)
        return bound


def play(fight: Fight, throw: Throw, r: Ruleset, targets: Targets) -> TurnModel:
    """Turn after turn: who is first, and then each step of it."""
    return Turns(fight, throw, r, targets).model()


def _half(moves: Sequence[Sequence[Act]]) -> int:
    return -(-len(moves) // 2)


def _together(
    sides: Mapping[str, Side], a: Points, b: Points, pairs: Sequence[tuple[Points, Points]]
) -> tuple[int, int]:
    """What both have left after what each side has done to itself and to its foe at the same time."""
    (by_a, of_b), (by_b, of_a) = pairs
    return sides["a"].after_both(a, by_a, of_a), sides["b"].after_both(b, by_b, of_b)


def _starts(opening: Opening | None, targets: Targets, r: Ruleset) -> State | Dist:
    """How it begins."""
    whole = tuple(side.whole for side in targets.fight_sides)
    if opening is None:
        firsts = tuple(OTHER) if targets.fight_first == RANDOM else (targets.fight_first,)
        return Dist([(*whole, first) for first in firsts]) if len(firsts) > 1 else (*whole, *firsts)
    if not opening.once:
        return (*whole, "")
    came = opening.act.check.dist_of(r, getattr(targets, opening.act.deed).numbers[0][0])
    return came.map(lambda outcome: (*whole, opening.gives[outcome]))


def _side_words(name: str, side: Side, left: Points) -> str:
    if not left:
        return f"{name} is down"
    men = f"has {so_many(side.standing(left), 'man')} and " if side.men > 1 else ""
    return f"{name} {men}can take {left:,} more"


def _begins(state: State) -> str:
    return "both act at once" if state[2] == TOGETHER else f"{state[2].upper()} is first"
