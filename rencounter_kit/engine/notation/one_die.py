"""One die of a pool: rolled again, and going on as it explodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from ..dice.convolve import Weights, convolve
from ..words.errors import RuleError
from .die import Counted, Explode, Reroll
from .limits import Spending
from .tree import Pool
from .ways import WeightedNumbers, by_value, turned

DEEPEST_FOLLOWED = 200  # times that one die goes on


def one_die(spending: Spending, pool: Pool, precision: int, worth: Callable[[int], int] = int) -> WeightedNumbers:
    """What one die of a pool brings before some are left out: the sum of what its faces are worth.

    precision : a die that may go on for ever is followed until less than 1 in 10^precision of its ways still go on.
    """
    faces = first_faces(pool)
    if pool.explode:
        return exploded(spending, pool, pool.explode, faces, worth, precision)
    as_thrown = worth is int and pool.floor is None and pool.ceiling is None
    return WeightedNumbers(faces if as_thrown else by_value(faces, lambda face: worth(pool.face_value(face))))


def kept_die(spending: Spending, pool: Pool, face: int, counted: Counted | None, precision: int) -> WeightedNumbers:
    """What a die that is kept comes to where these alone are rolled again, or explode: its number, or how many times it
    counts.

    pool : how the dice that are kept go on.
    """
    faces, reroll, worth = {face: 1}, pool.reroll, counted.worth if counted else int
    if reroll and reroll.most != 0 and face in reroll.which:
        most = None if reroll.most is None else reroll.most - 1
        faces = rolled_again(_faces(pool), replace(reroll, most=most))
    if pool.explode is None:
        return WeightedNumbers(by_value(faces, lambda number: worth(pool.face_value(number))))
    ways = exploded(spending, pool, pool.explode, faces, worth if pool.brings_dice else int, precision)
    return ways if pool.brings_dice or not counted else turned(ways, counted.worth, counted.slope)


def _faces(pool: Pool) -> Weights:
    return dict(Counter(pool.die.own)) or dict.fromkeys(pool.die.faces, 1)


def first_faces(pool: Pool, further: bool = False) -> Weights:
    """The faces that one die of a pool shows in the end, before any explosion.

    further : a die that an explosion brings?
    """
    faces = _faces(pool)
    return rolled_again(faces, pool.reroll) if pool.reroll and not (further and pool.reroll.first) else faces


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
    further = first_faces(pool, further=True)
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
    return by_value(again, value), by_value(end, value)


def _depth(goes_on: Fraction, precision: int) -> int:
    """After how many explosions a die is left."""
    some, of, depth = *goes_on.as_integer_ratio(), 0
    still = some
    while still * 10**precision >= of ** (depth + 1) and depth < DEEPEST_FOLLOWED:
        depth, still = depth + 1, still * some
    return depth


def _joined(ways: Weights, others: Weights, times: int) -> Weights:
    """The weights of both, those of the others so many times."""
    joined = dict(ways)
    for number, weight in others.items():
        joined[number] = joined.get(number, 0) + weight * times
    return joined
