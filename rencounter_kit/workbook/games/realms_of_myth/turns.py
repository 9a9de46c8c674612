"""The order of turns of a whole segment, extra actions included."""

from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from itertools import accumulate, chain
from math import factorial
from operator import mul

from ....engine.dice.dist import Dist, d
from ....engine.dice.notation import dice_of
from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import is_
from ...mechanics.question import Words
from ...mechanics.space import ANY, Event, Space
from ...rulebook.book import Ruleset
from .initiative import COMBATANTS, LETTERS, Listed, Ranks, number, one_for_each, ranks, says_ranks

PARTS = tuple(before + letter for before in ("", ">", "=", " / ") for letter in LETTERS)
BEGINS = {f">{letter}": f" / {letter}" for letter in LETTERS}  # the first of a round
Turns = tuple[tuple[int, ...], ...]  # combatants by their places, those of one turn together


def actions_of(r: Ruleset, awa_mods: tuple[int, ...], actions: Listed) -> tuple[int, ...]:
    """The actions of each."""
    one_for_each(awa_mods, actions=actions)
    return actions or (1,) * len(awa_mods)


def in_parts(actions: tuple[int, ...], extra_first: bool) -> Callable[[Turns], tuple[str, ...]]:
    """How the turns of a segment are written, round by round, each letter with what stands before it.

    >>> in_parts((2, 1, 1), True)(((1,), (0, 2)))
    ('A', ' / B', '>A', '=C')
    """
    rounds = range(1, max(actions) + 1)

    @cache
    def acting(turn: tuple[int, ...]) -> list[list[str]]:
        """Those of one turn who act in each round."""
        there = [[LETTERS[place] for place in turn if actions[place] >= least] for least in rounds]
        if extra_first:
            there.reverse()
        return [[f"{'=' if before else '>'}{letter}" for before, letter in enumerate(those)] for those in there]

    def written(turns: Turns) -> tuple[str, ...]:
        parts: list[str] = []
        for turns_of_one in zip(*map(acting, turns), strict=True):
            begins = len(parts)
            parts += chain.from_iterable(turns_of_one)
            parts[begins] = BEGINS[parts[begins]]
        parts[0] = parts[0][-1]
        return tuple(parts)

    return written


@cache
def orders(notation: str, ranks: Ranks, together: bool) -> Dist:
    """Every order of turns by these dice.

    together : those who stand equal act at once; else each order of them is as likely.

    Counted by the number of whoever comes last so far, face by face, without going through all dice: whoever is added
    has a lower number than the last, or the same. A flip among so many divides by how many they are by then; all ways
    count n! times, so that this leaves whole numbers.
    """
    dice, people = dice_of(notation), range(len(ranks))
    weights, none = [*dice.weights.values(), 0], len(dice.faces)
    every = [[number(rank, face) for face in dice.faces] for rank in ranks]
    above = [[[*(bisect_right(every[a], own) for own in every[b]), none] for b in people] for a in people]
    level = [
        [[*(every[a].index(own) if own in every[a] else none for own in every[b]), none] for b in people]
        for a in people
    ]
    flips = 1 if together else factorial(len(ranks))
    orders_of: dict[Turns, int] = {}

    def follow(turns: Turns, left: tuple[int, ...], runs: list[list[int]]) -> None:
        """Add one more.

        runs : ways by the last one's face, for each number of those who stand equal with him.
        """
        if not left:
            orders_of[turns] = sum(map(sum, runs))
            return
        last = turns[-1][-1]
        ways = list(map(sum, zip(*runs, strict=True))) if runs[1:] else runs[0]
        below = list(accumulate(ways[::-1]))[::-1]  # of all faces from each on
        for place in left:
            others = tuple(other for other in left if other != place)
            after = [list(map(mul, weights, map(below.__getitem__, above[last][place])))]
            if not together:
                for many, run in enumerate(runs, 2):
                    equal = list(map(mul, weights, map(run.__getitem__, level[last][place])))
                    after += [[ways // many for ways in equal]] if any(equal) else []
            elif place > last:
                equal = list(map(mul, weights, map(ways.__getitem__, level[last][place])))
                if any(equal):
                    follow((*turns[:-1], (*turns[-1], place)), others, [equal])
            if any(after[0]) or after[1:]:
                follow((*turns, (place,)), others, after)

    for place in people:
        others = tuple(other for other in people if other != place)
        follow(((place,),), others, [[flips * many for many in weights]])
    return Dist(orders_of)


def throw_order(
    throw: Throw, r: Ruleset, ranks: Ranks, final_tie: str, actions: tuple[int, ...], extra_first: bool
) -> Consequence:
    """Dice for each, and a flip of a coin for those who still stand equal."""
    dice = r.dice("initiative")
    together, written = final_tie == "simultaneous", in_parts(actions, extra_first)
    parts_of: dict[str, tuple[str, ...]] = {}

    def as_one(turns: Turns) -> str:
        parts = written(turns)
        whole = "".join(parts)
        parts_of[whole] = parts
        return whole

    def roll(faces: tuple[int, ...]) -> Consequence:
        if len(faces) < len(ranks):
            return throw(f"{LETTERS[len(faces)]}'s Initiative", dice, lambda face: roll((*faces, face)))
        equal: dict[tuple[int, int], tuple[int, ...]] = {}
        for place, face in enumerate(faces):
            own = number(ranks[place], face)
            equal[own] = (*equal.get(own, ()), place)
        return flip((), tuple(equal[number] for number in sorted(equal, reverse=True)))

    def flip(turns: Turns, left: Turns) -> Consequence:
        if not left:
            return as_one(turns)
        (*those,), *rest = left
        if together or len(those) == 1:
            return flip((*turns, tuple(those)), tuple(rest))

        def goes(face: int) -> Consequence:
            others = tuple(place for place in those if place != those[face - 1])
            return flip((*turns, (those[face - 1],)), (others, *rest))

        return throw("coin flip", d(len(those)), goes)

    order = throw.unending(
        "order of turns", lambda: roll(()), lambda: orders(dice.written, ranks, together).map(as_one)
    )
    return throw.after(order, parts_of.__getitem__)


def says_order(r: Ruleset, ranks: Ranks, final_tie: str, actions: tuple[int, ...], extra_first: bool) -> list[str]:
    """The same in words."""
    lines = says_ranks(r, ranks, final_tie)
    if max(actions) > 1:
        when = "before everybody's last one" if extra_first else "after everybody's first one"
        lines.append(f"Extra actions come {when}.")
    return lines


def goes_first(letter: str) -> Event:
    """Does he act before all others, and alone?"""
    return lambda turns: turns[0] == letter and not "".join(turns[1:2]).startswith("=")


initiative_order = Check(
    "realms_of_myth.initiative_order",
    "In what order do all of them act?",
    source="Initiative; Phases of Play",
    parameters=(COMBATANTS, "actions extra_actions"),
    targets={"ranks": ranks, "actions": actions_of, "extra_first": is_("extra_actions", "first")},
    dice=throw_order,
    outcomes=Space(PARTS, parts=ANY),
    events={f"{letter} acts before anybody else": goes_first(letter) for letter in LETTERS[:2]},
    says=says_order,
    wording=Words(joined=""),
)
