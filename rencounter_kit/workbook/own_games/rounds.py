"""What goes on in a fight that a game's file tells: act after act, turn after turn, until a side is down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple, TypeAlias

from ...engine.dice.dist import Dist, Outcome
from ...engine.dice.throw import Lead, Targets, Throw
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
        """What is left after two things at once, of each of which alone so much would be left. Both fall on the men as they
        stood before: a man takes what both do to him, and what is too much for him is lost.
        """
        if self.standing(one) != self.standing(other):
            return min(one, other)
        behind = self.points * (self.standing(one) - 1)  # what those behind him who is hurt can take
        return max(behind, one + other - min(left, behind + self.points))


class Harm(NamedTuple):
    """What outcomes cost a side. counts : does a number cost what it says?"""

    costs: tuple[tuple[Outcome, int], ...] = ()
    counts: bool = False

    def of(self, outcome: Outcome) -> int:
        """What one costs; nothing where nothing is said of it."""
        return int(outcome) if self.counts and type(outcome) is int else dict(self.costs).get(outcome, 0)


class Deed(NamedTuple):
    """An act as it is with what was said.

    numbers : the target numbers of its check, by what the side itself has lost, and by what the foe has; ``None`` where
    nothing is done. takes, loses : what it costs the foe, and the side itself. times : how often it is done.
    """

    numbers: tuple[tuple[Targets | None, ...], ...]
    takes: Harm
    loses: Harm
    times: int


class Act(NamedTuple):
    """What a side does in each turn.

    label : in words. asked, deed : the names of its target numbers: those of its check as the fight begins, and the
    ``Deed``. own, foe : does it count what the side itself, or the foe, has lost? hurts : may it cost the side itself
    anything? once : does the side do it as one, and not each of its men? by_then : sentences on what of its check goes by how the
    fight stands.
    """

    side: str
    label: str
    check: Check[Any]
    asked: str
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
    """A check that says who is first. gives : by its outcomes. once : for the whole fight, not each turn."""

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


def play(fight: Fight, t: Targets, throw: Throw, r: Ruleset) -> TurnModel:
    """Turn after turn: who is first, and then each step of it."""
    sides = dict(zip(OTHER, t.fight_sides, strict=True))
    opening = fight.opening
    each_turn = opening if opening and not opening.once else None

    def checked(act: Act, own: Points, foe: Points) -> Lead:
        """What its check comes to; ``None`` where nothing is done."""
        mine, his = sides[act.side], sides[OTHER[act.side]]
        rows = getattr(t, act.deed).numbers
        numbers = rows[mine.whole - own if act.own else 0][his.whole - foe if act.foe else 0]
        if numbers is None:
            return None
        return throw.asked(act.check, numbers, r)

    @throw.cached
    def blow(act: Act, own: Points, foe: Points) -> Lead:
        """What both have left after one man's act."""
        if not own or not foe:
            return own, foe
        deed = getattr(t, act.deed)

        def on(outcome: Outcome) -> tuple[Points, Points]:
            left = sides[act.side].after(own, deed.loses.of(outcome))
            return left, sides[OTHER[act.side]].after(foe, deed.takes.of(outcome))

        came = throw.by(act.side.upper(), lambda: checked(act, own, foe))
        return (own, foe) if came is None else throw.after(came, on)

    @throw.cached
    def blows(act: Act, own: Points, foe: Points) -> Lead:
        """What both have left after the acts of all men of a side."""
        lead: Lead = (own, foe)
        men = 1 if act.once else sides[act.side].standing(own)
        for _ in range(getattr(t, act.deed).times * men):
            lead = throw.after(lead, lambda pair: blow(act, *pair))
        return lead

    def acted(act: Act, own: Points, foe: Points) -> Lead:
        """The same; sides that differ in what does not count are worked out once."""
        if act.own or act.hurts:
            return blows(act, own, foe)
        mine = sides[act.side]
        return throw.after(blows(act, mine.points * mine.standing(own), foe), lambda pair: (own, pair[1]))

    def moved(acts: Sequence[Act], first: str, state: State) -> Lead:
        """The state after one act, or after those of both sides at once; with who is first from then on."""
        a, b, _ = state
        if not a or not b:
            return a, b, first
        if acts[1:]:
            lead = throw.each([partial(acted, act, *((a, b) if act.side == "a" else (b, a))) for act in acts])
            return throw.after(lead, lambda pairs: (*_together(sides, a, b, pairs), first))
        if acts[0].side == "a":
            return throw.after(acted(acts[0], a, b), lambda pair: (*pair, first))
        return throw.after(acted(acts[0], b, a), lambda pair: (*pair[::-1], first))

    @cache
    def moves(first: str) -> list[list[Act]]:
        """Who does what in a turn, in this order."""
        found = list[list[Act]]()
        for step in fight.steps:
            acts = [step.acts[side] for side in OTHER if side in step.acts]
            found += (
                [acts] if step.together or first == TOGETHER else [[act] for act in acts][:: -1 if first == "b" else 1]
            )
        return found

    def done(state: State, every: Sequence[Sequence[Act]], first: str) -> Lead:
        lead: Lead = state
        for acts in every:
            lead = throw.after(lead, partial(moved, acts, first))
        return lead

    def half(every: Sequence[Sequence[Act]]) -> int:
        return -(-len(every) // 2)

    def begin(state: State, whole: bool = False) -> Lead:
        """Who is first, and the first half of what is done, or all of it."""

        def on(first: str) -> Lead:
            every = moves(first)
            return done(state, every if whole else every[: half(every)], "" if whole and each_turn else first)

        if not each_turn:
            return on(state[2])
        gives = each_turn.gives
        return throw.after(checked(each_turn.act, *state[:2]), lambda outcome: on(gives[outcome]))

    def turn(state: State) -> Lead:
        return begin(state, whole=True)

    def second_half(state: State) -> Lead:
        every = moves(state[2])
        return done(state, every[half(every) :], "" if each_turn else state[2])

    # In parts, a turn in which nobody is hit leads in a circle, which takes equations; as a whole, to far more states.
    a, b = sides["a"], sides["b"]
    phases = (turn,) if a.whole * b.whole <= SMALL and a.men == b.men == 1 else (begin, second_half)
    return TurnModel(
        _starts(opening, t, r),
        phases,
        end,
        lambda: t.fight_limit,
        UNDECIDED,
        begins=_begins,
        stands=lambda state: [_stands(*one) for one in zip("AB", t.fight_sides, state, strict=False)],
    )


def _together(
    sides: Mapping[str, Side], a: Points, b: Points, pairs: Sequence[tuple[Points, Points]]
) -> tuple[int, int]:
    """What both have left after what each side has done to itself and to its foe at the same time."""
    (by_a, of_b), (by_b, of_a) = pairs
    return sides["a"].after_both(a, by_a, of_a), sides["b"].after_both(b, by_b, of_b)


def _starts(opening: Opening | None, t: Targets, r: Ruleset) -> State | Dist:
    """How it begins."""
    whole = tuple(side.whole for side in t.fight_sides)
    if opening is None:
        firsts = tuple(OTHER) if t.fight_first == RANDOM else (t.fight_first,)
        return Dist([(*whole, first) for first in firsts]) if len(firsts) > 1 else (*whole, *firsts)
    if not opening.once:
        return (*whole, "")
    came = opening.act.check.dist_of(r, getattr(t, opening.act.deed).numbers[0][0])
    return came.map(lambda outcome: (*whole, opening.gives[outcome]))


def _stands(name: str, side: Side, left: Points) -> str:
    if not left:
        return f"{name} is down"
    men = f"has {so_many(side.standing(left), 'man')} and " if side.men > 1 else ""
    return f"{name} {men}can take {left:,} more"


def _begins(state: State) -> str:
    return "both act at once" if state[2] == TOGETHER else f"{state[2].upper()} is first"
