"""Two men against each other: who acts when, what an activation does, how it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..check import ruling
from ..dist import Dist, d
from ..modifiers import Node, node, refuse
from ..parameter import choice, whole
from ..process import Phase
from ..rules import Ruleset
from ..space import NUMBERS, By, Space
from ..throw import Throw
from .acting import STEM, Nerve, activation, throw_action
from .wound import DOWN, points_after

LOST = ("dead", "overcome", "run")
ENDS = tuple(f"{side}_{way}" for side in ("a", "b") for way in LOST)
WINNERS = ("a_wins", "b_wins")
NO_WINNER = "undecided"
OUTCOMES = By(
    "result",
    {
        "end": (*ENDS, NO_WINNER),
        "winner": (*WINNERS, NO_WINNER),
        "turns": NUMBERS,
        "winners_wounds": Space((NO_WINNER,), numbers=True),
    },
)
OTHER = {"a": "b", "b": "a"}
COIN = Dist(list(OTHER))


class Man(NamedTuple):
    """How a man is in the middle of a fight: wound points; up, prone, in shock, or how he was lost."""

    points: int
    posture: str = "up"


ORDER = (
    choice("order", ("alternate", "random", "counters"), "alternate",
           "Every turn the same man first; or a coin each turn; or two contests of dice and counters a turn."),
    choice("first", ("a", "b"), "a", "Who acts first, where they alternate."),
)  # fmt: skip
TURN_LIMIT = whole("turn_limit", 1, 60, 10, "Turns after which the fight is broken off.", unit="turns")
ACTING = tuple(
    ruling(STEM, name)
    for name in ("master_acts", "overcome_shifts_with_quality", "natural_one_acts_max_wounds", "death_at")
)


# Who acts when ----------------------------------------------------------------------------------------------------------


def in_order(order: str, first: str, throw: Throw, r: Ruleset, acts: Callable[[str, Any, Any], Any]) -> list[Phase]:
    """The two activations of a turn, for a state (a, b, who is next or the tallies).

    acts : (side, a, b) to where the activation of that side leads, a pair.
    """

    def fixed(side: str) -> Phase:
        return Phase(lambda a, b: acts(side, a, b), 0, 1)

    if order == "alternate":
        return [fixed(first), fixed(OTHER[first])]

    def then(side: str, a: Any, b: Any, after: Any) -> Any:
        return throw.after(acts(side, a, b), lambda pair: (*pair, after))

    if order == "random":

        def drawn(a: Any, b: Any, _: Any) -> Any:
            return throw("who is first", COIN, lambda side: then(side, a, b, OTHER[side]))

        return [Phase(drawn, 0, 1, 2), Phase(lambda a, b, who: then(who, a, b, None), 0, 1, 2)]
    die = d(r[f"activation_counters.die.{r.look_up('activation_counters.units', 2)}"])
    waits, wins = r["activation_counters.waits"], r["activation_counters.wins"]

    def contest(a: Any, b: Any, tallies: Any) -> Any:
        mine, theirs = tallies or (wins, wins)

        def won(side: str) -> Any:
            return then(side, a, b, (wins, theirs + waits) if side == "a" else (mine + waits, wins))

        def compare(one: int, two: int) -> Any:
            if one + mine == two + theirs:
                return throw("tie", COIN, won)
            return won("a" if one + mine > two + theirs else "b")

        return throw("A's counter die", die, lambda one: throw("B's counter die", die, lambda two: compare(one, two)))

    return [Phase(contest, 0, 1, 2)] * 2


def winner(end: str) -> str:
    """Who has won, from how it ended."""
    return f"{OTHER[end[0]]}_wins" if end in ENDS else end


# The two men ------------------------------------------------------------------------------------------------------------


def for_each_wound(roll: Callable[..., Nerve], side: str) -> Node:
    """The action rolls of a man, for each number of wound points that he may have."""

    def rolls(r: Ruleset, death_at: int, experience: int, *rulings: Any) -> tuple[Nerve, ...]:
        return tuple(roll(r, experience, points, *rulings) for points in range(death_at))

    rulings = node(roll).names[2:]
    return Node(rolls, ("death_at", f"{side}_experience", *rulings), f"{side} {roll.__name__}")


def refuse_dead(r: Ruleset, a_wounds: int, b_wounds: int, death_at: int) -> None:
    """A dead man fights no more."""
    most = max(a_wounds, b_wounds)
    refuse(most >= death_at, f"wounds must be below death_at {death_at}; got {most}; a dead man fights no more")


def hit(r: Ruleset, man: Any, wound: str, death_at: int) -> Any:
    """The man after a wound: it adds up, and a serious or crippling one puts him in shock."""
    points = points_after(r, man.points, wound, death_at)
    if points >= death_at:
        return man._replace(points=death_at, posture="dead")
    return man._replace(points=points, posture="shock" if wound in DOWN else man.posture)


def acted(throw: Throw, r: Ruleset, roll: Any, me: Any, him: Any, then: Callable[[], Any]) -> Any:
    """(me, him) after my activation: what the action die lets me do. ``then`` is what I do when I am up and act."""

    def got(action: str) -> Any:
        if action != "act":
            lost = {"hesitate": me.posture, "overcome": "overcome"}.get(action, "run")
            return me._replace(posture=lost), him
        if me.posture == "up":
            return then()
        return me._replace(posture="up" if me.posture == "prone" else "prone"), him

    return throw.after(throw_action(roll, throw, r), got)  # so that what follows is worked out once, not for each face


def turned(throw: Throw, activation: Callable[..., Any]) -> Callable[[str, Any, Any], Any]:
    """From an activation of (side, foe, me, him) to one of (side, a, b)."""

    def acts(side: str, a: Any, b: Any) -> Any:
        if side == "a":
            return activation("a", "b", a, b)
        return throw.after(activation("b", "a", b, a), lambda pair: (pair[1], pair[0]))

    return acts


def end(state: Any) -> str | None:
    """How it has ended; ``None`` while both are in the fight."""
    return next((f"{side}_{man.posture}" for side, man in zip("ab", state, strict=False) if man.posture in LOST), None)


def read(result: str) -> Callable[[Any, Any, int | None], Any] | None:
    """The outcome asked for, from the last state, how it ended and the number of turns."""

    def points(state: Any, end: str, turns: int | None) -> Any:
        return state["ab".index(winner(end)[0])].points if end != NO_WINNER else end

    return {
        "end": None,
        "winner": lambda state, end, turns: winner(end),
        "turns": lambda state, end, turns: turns,
        "winners_wounds": points,
    }[result]


EVENTS = {
    **{
        f"{side.upper()} wins": tuple(name for name in (*ENDS, *WINNERS) if winner(name) == f"{side}_wins")
        for side in "ab"
    },
    "nobody wins": (NO_WINNER,),
    "A dies": ("a_dead",),
    "B dies": ("b_dead",),
}
RESULT = choice("result", ("end", "winner", "turns", "winners_wounds"), "end",
                "How it ends; who wins; how many turns it takes; the winner's wound points.")  # fmt: skip
ACTS: dict[str, Any] = {
    "a_acts": for_each_wound(activation, "a"),
    "b_acts": for_each_wound(activation, "b"),
    "wounds": lambda r, a_wounds, b_wounds: (a_wounds, b_wounds),
    "order": node(lambda r, order: order),
    "first": node(lambda r, first: first),
    "turn_limit": node(lambda r, turn_limit: turn_limit),
    "death_at": lambda r, death_at: death_at,
    "result": lambda r, result: result,
}


def says_order(t: Any) -> str:
    """Who acts when, in words."""
    order = {
        "alternate": f"{t.first.upper()} acts first in every turn",
        "random": "A coin each turn says who is first",
        "counters": "Two contests of dice and counters a turn say who acts",
    }[t.order]
    return f"{order}; after {t.turn_limit} turns it is broken off."
