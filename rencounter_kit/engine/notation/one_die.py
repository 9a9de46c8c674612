"""One die of a pool: rolled again, and going on as it explodes."""

from __future__ import annotations

from collections.abc import Callable

from ..dice.convolve import Weights, convolve
from ..words.errors import RuleError
from .limits import Spending
from .tree import Explode, Pool, Reroll
from .ways import WeightedNumbers

DEEPEST_FOLLOWED = 200  # times that one die goes on


def one_die(spending: Spending, pool: Pool, precision: int) -> WeightedNumbers:
    """What one die of a pool brings: the number that it shows, or how many times it counts.

    precision : a die that may go on for ever is followed until less than 1 in 10^precision of its ways still go on.
    """
    faces, counted = shown(pool), pool.counted
    if pool.explode is None:
        return WeightedNumbers(faces)
    if counted and not pool.explode.compound and pool.kept == pool.count:
        return exploded(spending, faces, pool.explode, lambda face: int(face in counted), precision)
    return exploded(spending, faces, pool.explode, lambda face: face, precision)


def shown(pool: Pool) -> Weights:
    """The faces that one die of a pool shows in the end, before any explosion."""
    faces: Weights = {}
    for face in pool.die.faces:
        faces[face] = faces.get(face, 0) + 1
    return rolled_again(faces, pool.reroll) if pool.reroll else faces


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
    spending: Spending, faces: Weights, explode: Explode, value: Callable[[int], int], precision: int
) -> WeightedNumbers:
    """The sum of ``value`` over the faces of a die that goes on while it shows some of them."""
    again: Weights = {}
    end: Weights = {}
    for face, weight in faces.items():
        into = again if face in explode.which else end
        into[value(face)] = into.get(value(face), 0) + weight
    whole = {shown: again.get(shown, 0) + end.get(shown, 0) for shown in again | end}
    if not again:
        return WeightedNumbers(whole)
    total, goes_on = sum(whole.values()), sum(again.values())
    if explode.most is None and not end:
        raise RuleError("some face must end the explosions; got a die whose faces all explode; try at most 3 times")
    times = explode.most if explode.most is not None else _depth(goes_on, total, precision)
    every, sure = whole, end
    for _ in range(times):
        spending.table(len(every) * len(again), total * sum(every.values()))
        spending.spend(len(every) * len(again))
        ended = sum(every.values())
        every = _joined(convolve(again, every), end, ended)
        sure = _joined(convolve(again, sure), end, ended)
    if explode.most is not None:
        return WeightedNumbers(every)
    return WeightedNumbers(every, sure, 1 if min(whole) >= 0 else 0)


def _depth(goes_on: int, total: int, precision: int) -> int:
    """After how many explosions a die is left."""
    depth, still = 0, goes_on
    while still * 10**precision >= total ** (depth + 1) and depth < DEEPEST_FOLLOWED:
        depth, still = depth + 1, still * goes_on
    return depth


def _joined(a: Weights, b: Weights, times: int) -> Weights:
    """The weights of both, those of ``b`` so many times."""
    out = dict(a)
    for number, weight in b.items():
        out[number] = out.get(number, 0) + weight * times
    return out
