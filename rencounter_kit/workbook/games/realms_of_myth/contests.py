"""Contests: figure against figure, where both sides roll; a pass of arms; and what is halved again and again."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import accumulate
from typing import Any

from ....engine.dice.dist import Dist
from ....engine.dice.notation import dice_of
from ....engine.dice.throw import Consequence, Throw
from ...mechanics.modifiers import Node, Total, is_, node, total
from ...rulebook.book import Ruleset
from .tasks import BOOK, TASK, To, against, comes, half_up, on_task, percentage, roll

# What they ask --------------------------------------------------------------------------------------------------------

ARMS = "defence_chance melee_resolution melee.margin_tie"

# Target numbers -------------------------------------------------------------------------------------------------------

Numbers = dict[str, Node | Total]
BOTH_ROLL = is_("melee_resolution", "contested")
TIES_TO_ATTACKER = is_("margin_tie", "attacker")


def both_sides(
    attack: Iterable[Node | str], defence: Iterable[Node | str], first: str = "attacker_", second: str = "target_"
) -> Numbers:
    """Target numbers of two sides that both roll, each with its own AV against that of the other.

    first, second : prefixes of the two chances that may be given, and of the target numbers.

    >>> list(both_sides(["attacker_value"], ["target_value"]))
    ['attacker_av', 'target_av', 'attacker_percent', 'target_percent']
    """
    ours, theirs = f"{first}av", f"{second}av"
    return {
        ours: total(f"{BOOK.spelling.words(first)}AV", *attack),
        theirs: total(f"{BOOK.spelling.words(second)}AV", *defence),
        f"{first}percent": percentage(ours, theirs, first),
        f"{second}percent": percentage(theirs, ours, second),
    }


def pass_of_arms(
    attack: Iterable[Node | str],
    defence: Iterable[Node | str],
    prefix: str = "attack_",
    both_roll: Node | Callable[..., Any] = BOTH_ROLL,
    when: str = "",
) -> Numbers:
    """Target numbers of an attack on a defence: the attacker rolls alone, or both sides do.

    The check asks for the chance of that prefix, ``ARMS`` and ``RESOLUTION``.

    both_roll : a function that says whether both sides roll, where that hangs on more than ``melee_resolution``.
    when : a value that must be true for the attack to be rolled at all.

    >>> list(pass_of_arms(["attack_av"], ["defence_dv"]))[2:]
    ['attack_percent', 'both_roll', 'defence_percent', 'ties_to_attacker']
    """
    return {
        **against(attack, defence, prefix, when, shared=True),
        "both_roll": node(both_roll),
        "defence_percent": percentage(f"{prefix}difficulty", f"{prefix}value", "defence_", "both_roll"),
        "ties_to_attacker": TIES_TO_ATTACKER,
    }


# Dice -----------------------------------------------------------------------------------------------------------------

SIDES = ("attacker", "defender")
RESULTS = (
    "first_succeeds_alone",
    "both_succeed_first_wider",
    "both_succeed_equal",
    "both_succeed_second_wider",
    "second_succeeds_alone",
    "both_fail",
)


def contest(throw: Throw, r: Ruleset, first: int, second: int, sides: tuple[str, str] = SIDES) -> Consequence:
    """A Contested Roll of two chances, one roll each, as one of ``RESULTS``; ``sides`` names both throws."""
    alone, wider, equal, narrower, other_alone, neither = RESULTS
    his = r.of_side("b")
    dice, other_dice = r.dice("task"), his.dice("task")
    out_of_reach = second - other_dice.faces[0] + 1  # margins that the second side cannot have are all alike

    @throw.cached
    def reply(margin: int | None) -> Consequence:
        """The second roll, when the first side succeeded by ``margin``, or failed."""
        if margin is None:
            return roll(throw, his, sides[1], second, other_alone, neither)
        level = second - margin
        return throw.split(sides[1], other_dice, ((level - 1, narrower), (level, equal), (second, wider)), alone)

    def both() -> Consequence:
        return throw(sides[0], dice, lambda face: reply(min(first - face, out_of_reach) if face <= first else None))

    if r[TASK] != his[TASK]:
        return both()
    return throw.shortcut(both, lambda: tally(r[TASK], first, second))


def tally(notation: str, first: int, second: int) -> Dist:
    """The same, counted: of all falls of both dice those that come to each result."""
    dice = dice_of(notation)
    succeeds, other_succeeds = dice.up_to(first), dice.up_to(second)
    fails, other_fails = dice.total - succeeds, dice.total - other_succeeds
    wins, loses = wider(notation, first, second), wider(notation, second, first)
    both = (wins, succeeds * other_succeeds - wins - loses, loses)
    ways = (succeeds * other_fails, *both, fails * other_succeeds, fails * other_fails)
    return Dist(dict(zip(RESULTS, ways, strict=True)))


def wider(notation: str, first: int, second: int) -> int:
    """The falls of two such dice in which both chances succeed, the first of them by the wider margin.

    >>> wider("d100", 2, 2), wider("d100", 3, 1), wider("d100", 1, 3)
    (1, 2, 0)
    """
    faces = dice_of(notation).faces
    return _wider(notation, first - second)[max(0, min(second - faces[0] + 1, len(faces)))]


@cache
def _wider(notation: str, ahead: int) -> tuple[int, ...]:
    """The same for a first chance that is so far ahead, by how many faces of the other's dice succeed."""
    dice = dice_of(notation)
    return tuple(accumulate((many * dice.up_to(face + ahead - 1) for face, many in dice.weights.items()), initial=0))


def clash(
    throw: Throw,
    r: Ruleset,
    first: int,
    second: int,
    wins: To,
    loses: To,
    equal: To,
    neither: To,
    sides: tuple[str, str] = SIDES,
) -> Consequence:
    """A Contested Roll of which it only matters who wins, who succeeds alone or by the wider margin.

    wins, loses : what comes of it when the first side wins, or the second.
    equal : both succeed by the same margin.
    neither : both fail.
    sides : names of the two throws.
    """
    leads = dict(zip(RESULTS, (wins, wins, equal, loses, loses, neither), strict=True))
    return throw.after(contest(throw, r, first, second, sides), lambda result: comes(leads[result]))


def throw_arms(
    throw: Throw,
    r: Ruleset,
    attack: int,
    defence: int,
    both_roll: bool,
    ties_to_attacker: bool,
    names: tuple[str, str, str] = ("attack", *SIDES),
) -> Consequence:
    """A pass of arms: the attacker's chance alone, or against the defender's.

    names : of his throw where he rolls alone, and of both throws.
    """
    if not both_roll:
        return roll(throw, r, names[0], attack, "hit", "miss")
    return clash(throw, r, attack, defence, "hit", "miss", "hit" if ties_to_attacker else "miss", "miss", names[1:])


def says_clash(r: Ruleset, first: int, second: int, names: tuple[str, str] = SIDES) -> list[str]:
    """A Contested Roll in words, but for what equal margins do."""
    rolls = [f"The {name} {on_task(r, 'succeeds', n)}." for name, n in zip(names, (first, second), strict=True)]
    return [*rolls, "If both succeed, the wider margin (chance minus roll) wins."]


def says_arms(
    r: Ruleset, attack_percent: int, defence_percent: int, both_roll: bool, ties_to_attacker: bool
) -> list[str]:
    """A pass of arms in words."""
    if not both_roll:
        return [f"The attacker {on_task(r, 'hits', attack_percent)}."]
    tie = "attacker" if ties_to_attacker else "defender"
    return [
        *says_clash(r, attack_percent, defence_percent),
        f"Equal margins go to the {tie}; if both fail, the blow misses.",
    ]


# Halved again and again -----------------------------------------------------------------------------------------------


def halve(points: int, by: int, times: int, halving: str) -> int:
    """Points divided ``times`` times over, each step rounded down, or rounded half up at the end only.

    >>> halve(25, 2, 1, "exact"), halve(25, 2, 1, "round_down"), halve(5, 2, 3, "exact"), halve(5, 2, 3, "round_down")
    (13, 12, 1, 0)
    """
    return points // by**times if halving == "round_down" else half_up(points, by**times)
