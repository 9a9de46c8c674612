"""How fast a line of dice is read and followed, against the best programs of two other libraries on the same sixteen
pools, and on six rolls of which several things are read.

Run ``python tests/benchmarks/lines.py``; ``run.py`` ends with it. "Anew": whatever icepool remembers of dice was
forgotten before each call, and ours was read anew; dyce remembers nothing. "Again": what is remembered counts. Reading
a line, which the others need not do, is told for itself; "again" it is in ours. Times are the least of several, in ms
of the processor. The same fractions are asked of all; where dyce is left out it takes a minute. The exit status is 1
where one differs, or where ours is not at least twice as quick as the best of the others, anew and again.
"""

from __future__ import annotations

import gc
import sys
import warnings
from fractions import Fraction
from functools import _lru_cache_wrapper
from time import process_time

import icepool
from dyce import H, P, expand, explode_n
from frame import table, yes
from icepool import MultisetEvaluator, Order
from icepool.evaluator.multiset_evaluator_base import MultisetEvaluatorBase

from rencounter_kit.engine.notation.answer import DiceAnswer, JointAnswer
from rencounter_kit.engine.notation.line import dice
from rencounter_kit.engine.notation.reading import read
from rencounter_kit.engine.notation.tree import answers_in

warnings.filterwarnings("ignore", message=".*experimental")
AT_LEAST = 2  # times as quick as the best of the others
SECONDS, ROUNDS = 1, 9
d = icepool.d  # made in each call: a die remembers its sums
UNLIKE = (4, 6, 6, 8, 8, 10, 10, 12, 12, 20)
h6, h8, h10, h20 = (H(sides) for sides in (6, 8, 10, 20))


def hit(face):
    return int(face >= 8)


def hits(times):
    """A d10 that counts from 8 on, and goes on with a 10, in icepool."""
    whole = d(10).map(hit)
    for _ in range(times):
        whole = d(10).map({**{face: hit(face) for face in range(1, 10)}, 10: whole + 1})
    return whole


def hits_of_dyce(times):
    """The same in dyce."""
    whole = h10.apply(hit)
    for _ in range(times):
        whole = expand(lambda face, more=whole: more + 1 if face.outcome == 10 else hit(face.outcome), h10)
    return whole


def is_yes(die):
    return {"yes": die.probability(True), "no": die.probability(False)}


def five_up(face, left, done):
    return face.h if face.outcome >= 5 else face.outcome


class Readings(MultisetEvaluator):
    """Several things read off dice that are met face by face: where they begin, how they go on, and how they end."""

    def __init__(self, begin, step, end=lambda state: state):
        self.begin, self.step, self.end = begin, step, end

    def next_state(self, state, order, outcome, count):
        return self.step(self.begin if state is None else state, outcome, count)

    def final_outcome(self, final_state, *_):
        return self.end(final_state)


class FromTheHighest(Readings):
    def next_state(self, state, order, outcome, count):
        if order != Order.Descending:
            raise icepool.UnsupportedOrder
        return super().next_state(state, order, outcome, count)


def of_twelve(state, face, count):
    successes, ones, sixes = state
    return successes + count * (face >= 4), ones + count * (face == 1), sixes + count * (face == 6)


def largest_and_sets(state, face, count):
    return max(state[0], count), state[1] + (count >= 2)


def pairs_and_faces(state, face, count):
    return state[0] + count // 2, state[1] + (count > 0)


def botched(state, face, count):
    return state[0] + count * (face >= 7), state[1] or face == 1 and count > 0


def highest_and_ones(state, face, count):
    kept, total, ones = state
    more = min(count, 3 - kept)
    return kept + more, total + more * face, ones + count * (face == 1)


def losses(one, other):
    """What the defender loses; dyce sorts from the lowest."""
    return sum(a > b for a, b in zip(one.roll[-2:], other.roll, strict=True))


PROBLEMS = {
    "4d6 drop lowest": (lambda: d(6).highest(4, 3), lambda: (4 @ P(6)).at(slice(1, None))),
    "20d6 keep highest 10": (lambda: d(6).highest(20, 10), lambda: (20 @ P(6)).at(slice(10, None))),
    "100d6 keep highest 50": (lambda: d(6).highest(100, 50), None),
    "20d20 lowest": (lambda: d(20).lowest(20, 1), lambda: (20 @ P(20)).at(0)),
    "30d10 drop lowest 5 drop highest 5": (
        lambda: d(10).keep([0] * 5 + [1] * 20 + [0] * 5),
        lambda: (30 @ P(10)).at(slice(5, 25)),
    ),
    "100d20": (lambda: 100 @ d(20), lambda: 100 @ h20),
    "40d10 count 8 or more": (lambda: 40 @ (d(10) >= 8), lambda: 40 @ h10.ge(8)),
    "100d10 count 8 or more": (lambda: 100 @ (d(10) >= 8), lambda: 100 @ h10.ge(8)),
    "12d8 explode at most 3 times": (lambda: 12 @ d(8).explode(depth=3), lambda: 12 @ explode_n(h8, n=3)),
    "20d6 explode on 5 or more at most 2 times": (
        lambda: 20 @ d(6).explode([5, 6], depth=2),
        lambda: 20 @ explode_n(h6, n=2, resolver=five_up),
    ),
    "20d10! at most 3 times count 8 or more": (lambda: 20 @ hits(3), lambda: 20 @ hits_of_dyce(3)),
    "10d10! at most 2 times keep highest 5": (
        lambda: d(10).explode(depth=2).highest(10, 5),
        lambda: (10 @ P(explode_n(h10, n=2))).at(slice(5, None)),
    ),
    "{d4 + 2d6 + 2d8 + 2d10 + 2d12 + d20} keep highest 3": (
        lambda: icepool.Pool([d(sides) for sides in UNLIKE]).highest(3).sum(),
        lambda: P(*UNLIKE).at(slice(7, None)),
    ),
    "20d6 reroll 1s and 2s once": (
        lambda: 20 @ d(6).reroll([1, 2], depth=1),
        lambda: 20 @ expand(lambda face: h6 if face.outcome < 3 else face.outcome, h6),
    ),
    "(30d6) >= 30d6": (lambda: is_yes(30 @ d(6) >= 30 @ d(6)), lambda: (30 @ h6).ge(30 @ h6)),
    "(30d6 count 5 or more) > (25d6 count 5 or more)": (
        lambda: is_yes(30 @ (d(6) >= 5) > 25 @ (d(6) >= 5)),
        lambda: (30 @ h6.ge(5)).gt(25 @ h6.ge(5)),
    ),
    "p = 12d6: p count 4+, p count 1s, p count 6s": (
        lambda: Readings((0, 0, 0), of_twelve).evaluate(d(6).pool(12)),
        None,
    ),
    "p = 10d10: p largest set, p sets of 2": (
        lambda: Readings((0, 0), largest_and_sets).evaluate(d(10).pool(10)),
        None,
    ),
    "p = 20d10: p pairs, p different faces": (
        lambda: Readings((0, 0), pairs_and_faces).evaluate(d(10).pool(20)),
        None,
    ),
    "p = 12d10: if p count 7+ = 0 and p count 1s > 0 then -1 else p count 7+": (
        lambda: Readings((0, False), botched, lambda state: state[0] or -state[1]).evaluate(d(10).pool(12)),
        None,
    ),
    "p = 20d6: p keep highest 3, p count 1s": (
        lambda: FromTheHighest((0, 0, 0), highest_and_ones, lambda state: state[1:]).evaluate(d(6).pool(20)),
        None,
    ),
    "a = 3d6: b = 2d6: (highest of a > highest of b) + (2nd highest of a > 2nd highest of b)": (
        lambda: d(6).pool(3).highest(2).sort_pair(">", d(6).pool(2)).size(),
        lambda: expand(losses, 3 @ P(6), 2 @ P(6)),
    ),
}


def chances(answer):
    """An answer of any library as plain chances; yes and no as such."""
    if isinstance(answer, dict):
        return {outcome: chance for outcome, chance in answer.items() if chance}
    if isinstance(answer, DiceAnswer):
        return dict(answer.dist.items())
    if isinstance(answer, H):
        return {outcome: Fraction(count, answer.total) for outcome, count in answer.items() if count}
    return {
        outcome if isinstance(outcome, tuple) else int(outcome): Fraction(count, answer.denominator())
        for outcome, count in answer.items()
        if count
    }


def same(pairs, expected):
    if set(expected) <= {"yes", "no"}:
        pairs = {outcome if isinstance(outcome, str) else ("no", "yes")[outcome]: p for outcome, p in pairs.items()}
    return pairs == expected


def answered(reading):
    """Ours, of a line that was read."""
    return (DiceAnswer if len(answers_in(reading.tree)) == 1 else JointAnswer)(reading)


def timed(program, *arguments):
    start = process_time()
    answer = program(*arguments)
    return answer, process_time() - start


def kept():
    """What remembers something, in icepool and in ours."""
    for one in gc.get_objects():
        if isinstance(one, MultisetEvaluatorBase):
            yield lambda one=one: vars(one).pop("_cache", None)
        elif isinstance(one, _lru_cache_wrapper) and one.__module__.startswith("icepool"):
            yield one.cache_clear


def forget():
    for clear in list(kept()):
        clear()
    gc.collect()


def measured(program, again=None, remembers=False):
    """The answer as plain chances, and the times of a call anew and of one again, in seconds."""
    anew = []
    while len(anew) < ROUNDS and (not anew or anew[0] < SECONDS):
        if remembers:
            forget()
        answer, seconds = timed(program)
        anew.append(seconds)
    (again or program)()
    more = [timed(again or program)[1] for _ in range(ROUNDS if anew[0] < SECONDS else 1)]
    return chances(answer), min(anew), min(more)


def main() -> int:
    rows, met = [], []
    for text, others in PROBLEMS.items():
        reading = read(text, several=True)  # loads the parts of the grammar
        words = min(timed(read, text, None, True)[1] for _ in range(ROUNDS))
        expected, *mine = measured(lambda reading=reading: answered(reading), lambda text=text: dice(text))
        peers = [
            measured(program, remembers=library == "icepool")
            for library, program in zip(("icepool", "dyce"), others, strict=True)
            if program
        ]
        good = all(same(result, expected) for result, *_ in peers)
        figures = [f"`{text}`", f"{1000 * words:.3f}"]
        for turn, seconds in enumerate(mine, 1):
            ratio = min(peer[turn] for peer in peers) / max(seconds, 1e-6)
            times = [f"{1000 * each:.3f}" for each in (seconds, *(peer[turn] for peer in peers))]
            figures += [*times, *[""] * (3 - len(times)), f"{ratio:.1f}"]
            good = good and ratio >= AT_LEAST
        met.append(good)
        rows.append([*figures, yes(good)])
    each = ["ours ms", "icepool ms", "dyce ms", "best peer / ours"]
    head = ["a line of dice", "read ms", *(f"anew: {one}" for one in each), *(f"again: {one}" for one in each)]
    print(table([*head, "agrees exactly, twice as quick"], rows))
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
