"""One die of a pool: rolled again, and going on as it explodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from ..dice.convolve import Weights, convolve
from ..words.errors import RuleError
from .limits import Spending
from .tree import Explode, Pool, Reroll
from .ways import WeightedNumbers, turned

DEEPEST_FOLLOWED = 200  # times that one die goes on


def one_die(spending: Spending, pool: Pool, precision: int) -> WeightedNumbers:
    """What one die of a pool brings before some are left out: its number, or how many times it counts.

    precision : a die that may go on for ever is followed until less than 1 in 10^precision of its ways still go on.
    """
    if pool.explode is None:
        faces = shown(pool)
        as_shown = pool.floor is None and pool.ceiling is None
        return WeightedNumbers(faces if as_shown else _by_value(faces, pool.face_value))
    return exploded(
        spending, pool, pool.explode, shown(pool), _each_worth(pool) if pool.kept == pool.count else int, precision
    )


def kept_die(spending: Spending, pool: Pool, face: int, precision: int) -> WeightedNumbers:
    """What a die that is kept comes to where these alone are rolled again, or explode: its number, or how many times it
    counts.
    """
    faces, reroll, counted = {face: 1}, pool.reroll, pool.counted
    if reroll and reroll.late and reroll.most != 0 and face in reroll.which:
        most = None if reroll.most is None else reroll.most - 1
        faces = rolled_again(_faces(pool), replace(reroll, most=most))
    if pool.explode is None:
        return WeightedNumbers(_by_value(faces, lambda number: _worth(pool)(pool.face_value(number))))
    ways = exploded(spending, pool, pool.explode, faces, _each_worth(pool), precision)
    return turned(ways, counted.worth, counted.slope) if counted and pool.explode.compound else ways


def _worth(pool: Pool) -> Callable[[int], int]:
    """What a number is worth: itself, or how often it counts."""
    return pool.counted.worth if pool.counted else int


def _each_worth(pool: Pool) -> Callable[[int], int]:
    """What each die of an explosion is worth; where all are one number, that is worth something as a whole."""
    return int if pool.explode and pool.explode.compound else _worth(pool)


def _faces(pool: Pool) -> Weights:
    return dict(Counter(pool.die.own)) or dict.fromkeys(pool.die.faces, 1)


def _by_value(faces: Weights, value: Callable[[int], int]) -> Weights:
    found: Weights = {}
    for face, weight in faces.items():
        found[value(face)] = found.get(value(face), 0) + weight
    return found


def shown(pool: Pool, further: bool = False) -> Weights:
    """The faces that one die of a pool shows in the end, before any explosion.

    further : a die that an explosion brings?
    """
    reroll, faces = pool.reroll, _faces(pool)
    again = reroll and (not reroll.first if further else not reroll.late)
    return rolled_again(faces, reroll) if reroll and again else faces


def rolled_again(faces: Weights, reroll: Reroll) -> Weights:
    """The faces when some of them are rolled again."""
    others = {face: weight for face, weight in faces.items() if face not in reroll.which}
    if reroll.most is None:
        if not others:
            raise RuleError("some face must end the rerolls; got a die whose faces are all rolled again; try once")
        return others
    again, now = sum(faces.values()) - sum(others.values()), faces
    for _ in range(reroll.most):
        now = {face: others.get(face, 0) * sum(now.values()) + again * now[face] for face in now}
    return now


def exploded(
    spending: Spending, pool: Pool, explode: Explode, first: Weights, value: Callable[[int], int], precision: int
) -> WeightedNumbers:
    """The sum of ``value`` over what the faces of a die count as that goes on while it shows some of them.

    first : the faces of the die thrown first; those that it brings show what the pool's do.
    """
    further = shown(pool, further=True)
    again, end = _split(first, explode, lambda face: value(pool.face_value(face)))
    if not again:
        return WeightedNumbers(end)
    more, last = _split(further, explode, lambda face: value(pool.face_value(face) - explode.less))
    chances = (Fraction(sum(some.values()), sum(of.values())) for some, of in ((again, first), (more, further)))
    goes_on = max(
        chance for chance in chances if chance < 1 or not last
    )  # a kept die that explodes does so for certain
    if explode.most is None and not last:
        raise RuleError("some face must end the explosions; got a die whose faces all explode; try at most 3 times")
    times = explode.most if explode.most is not None else _depth(goes_on, precision)
    if not times:
        return WeightedNumbers(_joined(again, end, 1))
    every, sure = _joined(more, last, 1), last
    for on, off, total in [(more, last, sum(further.values()))] * (times - 1) + [(again, end, sum(first.values()))]:
        ended = sum(every.values())
        spending.table(len(every) * len(on), total * ended)
        spending.spend(len(every) * len(on))
        every, sure = (_joined(convolve(on, ways), off, ended) for ways in (every, sure))
    if explode.most is not None or every == sure:
        return WeightedNumbers(every)
    return WeightedNumbers(every, sure, 1 if min(last | more) >= 0 else 0)


def _split(faces: Weights, explode: Explode, value: Callable[[int], int]) -> tuple[Weights, Weights]:
    """What the faces are worth that go on, and the others."""
    again, end = (
        {face: weight for face, weight in faces.items() if (face in explode.which) is on} for on in (True, False)
    )
    return _by_value(again, value), _by_value(end, value)


def _depth(goes_on: Fraction, precision: int) -> int:
    """After how many explosions a die is left."""
    some, of, depth = *goes_on.as_integer_ratio(), 0
    still = some
    while still * 10**precision >= of ** (depth + 1) and depth < DEEPEST_FOLLOWED:
        depth, still = depth + 1, still * some
    return depth


def _joined(a: Weights, b: Weights, times: int) -> Weights:
    """The weights of both, those of ``b`` so many times."""
    out = dict(a)
    for number, weight in b.items():
        out[number] = out.get(number, 0) + weight * times
    return out
