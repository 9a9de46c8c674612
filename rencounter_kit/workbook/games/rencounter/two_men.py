"""Two men against each other: who acts when, what an activation does, how it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import NamedTuple, Protocol, TypeVar

from ....engine.dice.dist import Dist, Outcome, d
from ....engine.dice.throw import Consequence, Targets, Throw
from ....engine.words.wording import so_many
from ...mechanics.asks import ParameterNames
from ...mechanics.modifiers import InnerSum, Part, inputs, node, refuse
from ...mechanics.processes.process import Phase
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.sides import COIN, OTHER, of_both
from ...mechanics.space import NUMBERS, By, Space
from ...rulebook.book import Ruleset
from .acting import ACTION_ROLLS, Nerve, action_rolls_of, activation, nerve
from .shock import falls, knocked_down
from .wound import points_after

LOST = ("dead", "overcome", "run")
ENDS = tuple(f"{side}_{way}" for side in ("a", "b") for way in LOST)
WINNERS = ("a_wins", "b_wins")
NO_WINNER = "undecided"
OUT = {"a": "a_out", "b": "b_out"}  # of the fight: dead, overcome or run
EVENT_WORDS = {
    "a_run": "A runs",
    "b_run": "B runs",
    NO_WINNER: "nobody wins",
    **{out: f"{side.upper()} is out of the fight" for side, out in OUT.items()},
}
OUTCOMES = By(
    "result",
    {
        "end": (*ENDS, NO_WINNER),
        "winner": (*WINNERS, NO_WINNER),
        "turns": NUMBERS,
        "winners_wounds": Space((NO_WINNER,), numbers=True),
        **{f"{side}_wounds": Space((out,), numbers=True) for side, out in OUT.items()},
    },
)
NOBODY_YET = (None, None)  # before a turn: whose activation it is, and the tallies of counters
OWN = 4, 5  # where in the state stands what only A's activations see, and only B's


class Man(NamedTuple):
    """How a man is in the middle of a fight: wound points; up, prone, in shock, or how he was lost."""

    points: int
    posture: str = "up"


class Fighter(Protocol):
    """A man in any fight of two."""

    @property
    def points(self) -> int: ...
    @property
    def posture(self) -> str: ...

    def _replace(self: F, *, points: int = ..., posture: str = ...) -> F: ...


F = TypeVar("F", bound=Fighter)
Pair = tuple[Fighter, Fighter]
After = tuple[Fighter, Fighter, *tuple[Outcome, ...]]  # (me, him) or (me, him, my own) after my activation
Activation = Callable[..., Dist | After]  # from (side, foe, me, him) or (side, foe, me, him, my own) to that

ORDER = "order first"
CHANGING = ("a_wounds", "b_wounds", "rolled_points")  # what is so only before the fight
ACTING = "master_acts overcome_shifts_with_quality natural_one_acts_max_wounds death_at"


# Who acts when --------------------------------------------------------------------------------------------------------


@cache
def lost(how: str, points: int) -> tuple[Man, Man]:
    """(me, him) once I am lost: of a fight that is over it is asked alone how, and what wounds the other has."""
    return Man(0, how), Man(points)


def struck(me: F, him: F) -> Pair:
    """(me, him) after my stroke or shot at him, who may be dead of it."""
    return lost(him.posture, me.points)[::-1] if him.posture in LOST else (me, him)


class Activations:
    """The two activations of a turn, for a state (a, b, who is next, the tallies).

    owns : ``OWN`` for a state (a, b, who is next, the tallies, a's own, b's own), where each activation sees and
    changes what is his own who acts.
    """

    def __init__(self, throw: Throw, r: Ruleset, activation: Activation, owns: tuple[int, ...] = ()) -> None:
        self.throw, self.r, self.activation = throw, r, activation
        self.own, self.seen = {"a": owns[:1], "b": owns[1:]}, (0, 1, 2, *owns)

    def phases(self, order: str, first: str) -> list[Phase]:
        """The parts of a turn."""
        if order == "alternate":
            return [self.fixed(first), self.fixed(OTHER[first])]
        act = Phase(self.act, *self.seen, owner=whose)
        if order == "random":
            return [Phase(self.drawn, *self.seen), act]
        return [Phase(contest(self.throw, self.r), 2, 3), act] * 2

    def fixed(self, side: str) -> Phase:
        """The activation of a side."""
        foe = OTHER[side]
        places = "ab".index(side), "ab".index(foe), *self.own[side]
        return Phase(partial(self.activation, side, foe), *places, owner=side.upper())

    def act(self, a: Fighter, b: Fighter, who: str, *has: Outcome, then: str | None = None) -> Consequence:
        """These after an activation of him who is next; ``then`` is next after it.

        has : a's own and b's, if any.
        """
        if who == "a":
            after = self.activation("a", "b", a, b, *has[:1])
            return self.throw.after(after, lambda pair: (*pair[:2], then, *pair[2:], *has[1:]))
        after = self.activation("b", "a", b, a, *has[1:])
        return self.throw.after(after, lambda pair: (pair[1], pair[0], then, *has[:1], *pair[2:]))

    def drawn(self, a: Fighter, b: Fighter, _: None, *has: Outcome) -> Consequence:
        """These after the activation of him whom a coin names."""
        return self.throw("who is first", COIN, lambda who: self.act(a, b, who, *has, then=OTHER[who]))


def contest(throw: Throw, r: Ruleset) -> Callable[[None, tuple[int, int] | None], Consequence]:
    """Who wins a contest of dice and counters, and the tallies of both after it, from those before it."""
    die = d(r[f"activation_counters.die.{r.look_up('activation_counters.units', 2)}"])
    waits, wins = r["activation_counters.waits"], r["activation_counters.wins"]

    def won(_: None, tallies: tuple[int, int] | None) -> Consequence:
        mine, theirs = tallies or (wins, wins)

        def wins_it(side: str) -> Outcome:
            return side, ((wins, theirs + waits) if side == "a" else (mine + waits, wins))

        def compare(one: int, two: int) -> Consequence:
            if one + mine == two + theirs:
                return throw("tie", COIN, wins_it)
            return wins_it("a" if one + mine > two + theirs else "b")

        return throw("A's counter die", die, lambda one: throw("B's counter die", die, lambda two: compare(one, two)))

    return won


def state_words(state: tuple[Fighter, Fighter, *tuple[Outcome, ...]]) -> list[str]:
    """How each of them is, in words."""
    return [f"{side} {_how(man)}" for side, man in zip("AB", state, strict=False)]


def _how(man: Fighter) -> str:
    if man.posture in LOST:
        return {"dead": "is dead", "overcome": "is overcome by his wounds", "run": "runs"}[man.posture]
    hurt = f"has {so_many(man.points, 'wound point')}" if man.points else "is unhurt"
    return {"up": hurt, "prone": f"{hurt} and lies prone", "shock": f"{hurt} and is in shock"}[man.posture]


def whose(a: Fighter, b: Fighter, who: str, *has: Outcome) -> str:
    """He who is next."""
    return who.upper()


def winner(end: str) -> str:
    """Who has won, from how it ended."""
    return f"{OTHER[end[0]]}_wins" if end in (*ENDS, *OUT.values()) else end


# The two men ----------------------------------------------------------------------------------------------------------


def for_each_wound(roll: Callable[..., Nerve], side: str) -> InnerSum:
    """The action rolls of a man, for each number of wound points that he may have."""
    return action_rolls_of(roll, f"{side}_", side.upper(), f"{side} {roll.__name__}", f"{side}_wounds")


def struck_by(parameters: ParameterNames, damage: str = "") -> Callable[[str, str], Part]:
    """Is a man knocked down whom the other strikes? By the ``damage`` of his weapon, or of what that names."""
    return lambda side, foe: falls(
        f"{side.upper()}, struck by {foe.upper()}", f"{side}_experience", parameters, damage or f"{foe}_damage"
    )


def refuse_dead(r: Ruleset, a_wounds: int, b_wounds: int, death_at: int) -> None:
    """A dead man fights no more."""
    most = max(a_wounds, b_wounds)
    refuse(most >= death_at, f"wounds must be below death_at {death_at}; got {most}; a dead man cannot fight")


def hit(
    throw: Throw,
    r: Ruleset,
    man: F,
    wound: str,
    death_at: int,
    falls: Targets | None,
    checks: Sequence[Nerve],
) -> Dist | F:
    """The man after a wound: it adds up, and a serious or crippling one puts him in shock; by ``falls`` perhaps only
    where a roll fails.

    checks : his action checks by wound points, which know whether a natural 1 keeps him up.
    """
    points = points_after(r, man.points, wound, death_at)
    if points >= death_at:
        return man._replace(points=death_at, posture="dead")
    hurt = man._replace(points=points)
    down = hurt._replace(posture="shock")
    how = knocked_down(throw, r, wound, points, falls, checks[points].lucky)
    return throw.after(how, lambda how: down if how == "down" else hurt)


def says_shock(falls: Targets | None) -> str:
    """Who goes into shock, in words."""
    if falls is None:
        return "A man with a serious or crippling wound goes into shock"
    return "A man whom a wound knocks down goes into shock"


def acted(
    throw: Throw, roll: Consequence, me: F, him: F, then: Callable[[], Dist | After], *own: Outcome
) -> Dist | After:
    """(me, him), with my ``own`` if there is any, after my activation: what my action ``roll`` lets me do. ``then`` is
    what I do when I am up and act.
    """

    def on(action: str) -> Dist | After:
        if action == "hesitate":
            return me, him, *own
        if action != "act":
            fallen, other = lost("overcome" if action == "overcome" else "run", him.points)
            return fallen, other, *[None] * len(own)  # it is of no account now
        if me.posture == "up":
            return then()
        return me._replace(posture="up" if me.posture == "prone" else "prone"), him, *own

    return throw.after(roll, on)  # so that what follows is worked out once, not for each face


def action_rolls(throw: Throw, r: Ruleset, **rolls: Sequence[Nerve]) -> Callable[[str, int], Consequence]:
    """The action roll of a side with so many wound points."""
    own = {side: r.of_side(side) for side in rolls}

    @throw.cached
    def roll(side: str, points: int) -> Consequence:
        return throw.dice_of(ACTION_ROLLS, rolls[side][points], own[side])

    return roll


def end(state: tuple[Fighter, Fighter, *tuple[Outcome, ...]]) -> str | None:
    """How it has ended; ``None`` while both are in the fight."""
    a, b = state[0].posture, state[1].posture
    return f"a_{a}" if a in LOST else f"b_{b}" if b in LOST else None


def wounds_left(state: tuple[Fighter, ...], end: str, side: str) -> int | str:
    """Wound points of a man who comes through."""
    return OUT[side] if end.startswith(f"{side}_") else state["ab".index(side)].points


class TwoMen(NamedTuple):
    """What is known of any fight of two men; its limit of turns and what is asked are looked at in the end alone.

    wounds : those of A and of B before it.
    """

    wounds: tuple[int, int]
    order: str
    first: str
    turn_limit: int
    death_at: int
    result: str


def winners_wounds(state: tuple[Fighter, ...], end: str) -> int | str:
    """Wound points of him who has won."""
    return state["ab".index(winner(end)[0])].points if end != NO_WINNER else end


def until_one_is_out(
    throw: Throw, r: Ruleset, two_men: TwoMen, activation: Activation, men: Iterable[Fighter], *own: Outcome
) -> TurnModel:
    """The fight of two men from the start, up to its limit of turns; ``own`` is what each begins with besides."""
    start = (*men, *NOBODY_YET, *own)
    phases = Activations(throw, r, activation, OWN if own else ()).phases(two_men.order, two_men.first)
    results: dict[str, Callable[[tuple[Fighter, ...], str, int | None], Outcome]] = {
        "end": lambda state, end, turns: end,
        "winner": lambda state, end, turns: winner(end),
        "turns": lambda state, end, turns: turns,
        "winners_wounds": lambda state, end, turns: winners_wounds(state, end),
        "a_wounds": lambda state, end, turns: wounds_left(state, end, "a"),
        "b_wounds": lambda state, end, turns: wounds_left(state, end, "b"),
    }

    def read(state: tuple[Fighter, ...], end: str, turns: int | None) -> Outcome:
        return results[two_men.result](state, end, turns)

    limit, timed = (lambda: two_men.turn_limit), (lambda: two_men.result == "turns")
    return TurnModel(start, phases, end, limit, NO_WINNER, read, timed=timed, state_words=state_words)


EVENTS = {
    **{
        f"{side.upper()} wins": tuple(
            name for name in (*ENDS, *WINNERS, *OUT.values()) if winner(name) == f"{side}_wins"
        )
        for side in "ab"
    },
    "nobody wins": (NO_WINNER,),
    "A dies": ("a_dead",),
    "B dies": ("b_dead",),
}
ACTS = {
    **of_both(
        checks=lambda side, foe: for_each_wound(nerve, side).without_reasons(),
        acts=lambda side, foe: for_each_wound(activation, side),
    ),
    "wounds": node(lambda r, a_wounds, b_wounds: (a_wounds, b_wounds)),
    **inputs("order", "first", "turn_limit", "death_at", "result"),
}


def says_order(two_men: TwoMen) -> str:
    """Who acts when, in words."""
    order = {
        "alternate": f"{two_men.first.upper()} acts first in every turn",
        "random": "A coin each turn decides who goes first",
        "counters": "Two contests of dice and counters each turn decide who acts",
    }[two_men.order]
    return f"{order}; the fight is broken off after {so_many(two_men.turn_limit, 'turn')}."
