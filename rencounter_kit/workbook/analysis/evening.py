"""How lucky was a whole evening, with all that was thrown in it?"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, chain, count, pairwise
from math import ceil, floor, lcm, prod
from typing import NamedTuple

from ...engine.dice.dist import Dist
from ...engine.words.errors import RuleError
from ...engine.words.wording import (
    chance_words,
    fraction_text,
    is_simple,
    number_text,
    odds_text,
    percent_text,
    share_text,
    times_text,
)
from .evening_list import EveningThrows, read
from .measure import Report
from .tail_probability import LOOKING_BACK, any_of, binomial, likely, must_fit_series

_MAX_BITS = 60_000_000  # of the weights of all successes, or of all points, together: multiplied in a second or two
_ROUND = (1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60)  # points to a success: few denominators, so that unlike dice add up
NO_SIGN = "Chance alone brings such evenings: one by itself is no sign of cheating."
_USUAL = Fraction(1, 5)  # what comes more often is nothing unusual


class EveningLine(NamedTuple):
    """A line of the evening.

    throws : as they were written.
    expected : successes, or the total, on average.
    score : how many successes that is beyond it, points of dice on the same scale; below 0 for bad luck.
    as_lucky, as_unlucky : chance that this line alone goes as well or better, as badly or worse.
    """

    throws: str
    expected: Fraction
    score: Fraction
    as_lucky: Fraction
    as_unlucky: Fraction

    @property
    def chance(self) -> Fraction:
        """Chance of this or anything more unusual on its side."""
        return self.as_lucky if self.score >= 0 else self.as_unlucky


class Scores(NamedTuple):
    """Scores from ``first`` to ``last``, and the exact chance that an evening comes to one of them."""

    first: Fraction
    last: Fraction
    chance: Fraction


@dataclass(frozen=True, repr=False)
class Evening(Report):
    """How lucky an evening was.

    ``score`` : how many successes it brought beyond what was to be expected; on dice, so many points count as one
    success. ``as_lucky``, ``as_unlucky``, ``exactly`` : exact chances of a score as high or higher, as low or lower,
    and just the same. ``chance`` : the one of the first two that is on its side. ``spread`` : standard deviation of the
    score. ``any`` : chance that at least one of ``series`` such evenings is as unusual on the same side. ``rows`` : a
    ``EveningLine`` each; ``luckiest`` and ``unluckiest`` are those that are the most unusual by themselves.
    """

    throws: tuple[EveningThrows, ...]
    series: int
    kind = EveningLine

    @cached_property
    def _total(self) -> _Total:
        return _Total(self.throws)

    @cached_property
    def score(self) -> Fraction:
        """How many successes beyond what was to be expected."""
        return sum((row.score for row in self.rows), Fraction(0))

    def at_least(self, score: Fraction) -> Fraction:
        """Chance of so high a score or a higher one, exact."""
        return self._total.at_least(score + self._total.mean)

    @cached_property
    def as_lucky(self) -> Fraction:
        """Chance of an evening as lucky or luckier."""
        return self.at_least(self.score)

    @cached_property
    def as_unlucky(self) -> Fraction:
        """Chance of an evening as unlucky or more so."""
        return 1 - self.at_least(self.score + self.step)

    @property
    def exactly(self) -> Fraction:
        """Chance of just this score."""
        return self.as_lucky + self.as_unlucky - 1

    @property
    def lucky(self) -> bool:
        """Did it go as well as was to be expected, or better?"""
        return self.score >= 0

    @property
    def chance(self) -> Fraction:
        """Chance of an evening as unusual or more so, on its side."""
        return self.as_lucky if self.lucky else self.as_unlucky

    @property
    def any(self) -> Fraction:
        """Chance that at least one of so many evenings is as unusual on the same side."""
        return any_of(self.series, self.chance)

    @property
    def step(self) -> Fraction:
        """The scores that can come lie so far apart, or a multiple of it."""
        return Fraction(1, self._total.parts)

    @cached_property
    def spread(self) -> float:
        """Standard deviation of the score."""
        return float(sum(one.tries * one.one.variance / points(one.one) ** 2 for one in self.throws)) ** 0.5

    def stretches(self, most: int = 41) -> list[Scores]:
        """All that could have happened, but for what hardly ever does, in about so many stretches of scores that are
        equally wide. What happened is the end of one, so that all as unusual or more so are whole stretches.
        """
        far = Fraction(4 * self.spread).limit_denominator(1000)
        low, high = min(-far, self.score), max(far, self.score)
        wide = self.step * max(1, ceil((high - low) / self.step / most))
        edge = self.score if self.lucky else self.score + self.step
        places = range(floor((low - edge) / wide), floor((high - edge) / wide) + 2)
        edges = [edge + place * wide for place in places]
        tails = list(map(self.at_least, edges))
        pairs = zip(pairwise(edges), pairwise(tails), strict=True)
        every = [Scores(first, beyond - self.step, more - less) for (first, beyond), (more, less) in pairs]
        inside = [place for place, one in enumerate(every) if one.chance or one.first <= self.score <= one.last]
        return every[inside[0] : inside[-1] + 1]

    @cached_property
    def rows(self) -> tuple[EveningLine, ...]:  # type: ignore[override]
        """A line for each kind of throw."""
        return tuple(map(_line, self.throws))

    @property
    def luckiest(self) -> EveningLine | None:
        """The line that was the most unusual in a good way."""
        return min((row for row in self.rows if row.score > 0), key=lambda row: row.as_lucky, default=None)

    @property
    def unluckiest(self) -> EveningLine | None:
        """The line that was the most unusual in a bad way."""
        return min((row for row in self.rows if row.score < 0), key=lambda row: row.as_unlucky, default=None)

    @property
    def tail(self) -> str:
        """What is asked: how often such an evening comes."""
        return _as(self.lucky)

    def head(self) -> str:
        if not self.score:
            return f"Neither lucky nor unlucky: just the average, as {_evenings(self.exactly, '')}."
        luck = "lucky" if self.lucky else "unlucky"
        text = f"{'A' if self.lucky else 'An'} {luck} evening"
        if self.chance > _USUAL:
            text = f"An ordinary evening{f', a little {luck}' if self.chance <= 2 * _USUAL else ''}"
        return f"{text}: {_evenings(self.chance, f' {self.tail}')}."

    def cells(self) -> list[Sequence[str]]:
        rows = [
            (
                row.throws,
                number_text(row.expected),
                signed_score(row.score),
                f"{chance_words(row.chance, exact=False)} {_as(row.score >= 0)}",
            )
            for row in self.rows
        ]
        together = f"{chance_words(self.chance, exact=False)} {self.tail}"
        last = [("all together", "", signed_score(self.score), together)] if len(rows) > 1 else []
        return [("what was thrown", "expected", "luck, in successes", "how often by itself"), *rows, *last]

    def highlights(self) -> list[str]:
        """What is said first below the answer: the luckiest line and the unluckiest, and that there were
        many evenings.
        """
        ends = (("Luckiest", self.luckiest), ("Unluckiest", self.unluckiest)) if len(self.rows) > 1 else ()
        text = [f"{name}: {row.throws}." for name, row in ends if row]
        if self.series > 1:
            text.append(f"At least one of {self.series:,} evenings {self.tail}: {likely(self.any)}.")
        return [*text, NO_SIGN]

    def notes(self) -> list[str]:
        scales = {one.at: points(one.one) for one in self.throws if not one.counted}
        scale = ", ".join(f"{many} {'point' if many == 1 else 'points'} on {at}" for at, many in scales.items())
        about = dict.fromkeys(one.about for one in self.throws if one.about)
        notes = [f"As much as one success: {scale}."] if scales else []
        return [*self.highlights(), *notes, *about, LOOKING_BACK]


def signed_score(score: Fraction) -> str:
    """A score as it is read: "+1.42", "-0.333", "0"."""
    return number_text(score, 3, sign=True)


def _as(lucky: bool) -> str:
    return "as lucky or luckier" if lucky else "as unlucky or more so"


def _evenings(chance: Fraction, what: str) -> str:
    """How often an evening is such, as a sentence goes on."""
    if chance == 1:
        return f"every evening is{what} ({share_text(chance)})"
    if not is_simple(chance):
        near = f", {odds}," if (odds := odds_text(chance)) else ""
        return f"{percent_text(chance)} of evenings{near} are{what} ({fraction_text(chance)})"
    evenings = times_text(chance).replace("the time", "of all evenings").replace("time", "evening", 1)
    return f"{evenings} {'is' if ' evening in' in evenings else 'are'}{what} ({share_text(chance)})"


def _line(one: EveningThrows) -> EveningLine:
    sign, expected = -1 if one.low else 1, one.tries * one.one.mean
    score = sign * (one.happened - expected) / points(one.one)
    total = _times(one.one, one.tries)
    more, less = total.at_least(one.happened), total.at_most(one.happened)
    return EveningLine(one.text, expected, score, *((less, more) if one.low else (more, less)))


# One scale for all throws ---------------------------------------------------------------------------------------------


def points(one: Dist) -> int:
    """How many points of a throw count as one success: the round number next to 1.73 spreads (the root of 3), which is
    half the faces of one die.

    >>> from rencounter_kit import d
    >>> points(d(6)), points(d(20)), points(2 @ d(6)), points(Dist({0: 7, 1: 5}))
    (3, 10, 4, 1)
    """
    steps = chain(_ROUND, (_ROUND[-1] * 2**more for more in count(1)))
    return next(few for few, many in pairwise(steps) if 12 * one.variance <= (few + many) ** 2)


class _Total:
    """All that an evening may bring: successes, and points in parts of a success, so many ``parts`` to one.

    They are kept apart, since together they would be as many as their product. ``RuleError`` where they are too many.
    """

    def __init__(self, throws: Sequence[EveningThrows]) -> None:
        kinds = Counter[tuple[Dist, bool]]()
        for one in throws:
            kinds[one.one, one.low] += one.tries
        self.parts = lcm(*(points(one) for one, _ in kinds))
        successes = {kind: many for kind, many in kinds.items() if points(kind[0]) == 1}
        others = {kind: many for kind, many in kinds.items() if points(kind[0]) > 1}
        _must_fit(successes, 1)
        _must_fit(others, self.parts)
        self.successes, self._points = _added_up(successes, 1), _added_up(others, self.parts)
        self.mean = sum(
            ((-1 if low else 1) * many * one.mean / points(one) for (one, low), many in kinds.items()), Fraction(0)
        )
        self._low = min(self.successes)
        numbers = range(max(self.successes), self._low - 1, -1)
        self._or_more = [*accumulate(self.successes._weights.get(one, 0) for one in numbers)][::-1]

    def at_least(self, total: Fraction) -> Fraction:
        """Chance of as much or more, in successes."""
        bound, chances = ceil(total * self.parts), 0
        for number, weight in self._points.weights.items():
            place = -((number - bound) // self.parts) - self._low
            if place < len(self._or_more):
                chances += weight * self._or_more[max(0, place)]
        return Fraction(chances, self.successes.total * self._points.total)


def _must_fit(kinds: Mapping[tuple[Dist, bool], int], parts: int) -> None:
    """Refuse throws whose sums would have too many or too long weights, before they are added up."""
    spans = [many * (max(one) - min(one)) for (one, _), many in kinds.items()]
    wide = sum(span * parts // points(one) for span, (one, _) in zip(spans, kinds, strict=True))
    each = [len(one) if many == 1 else span + 1 for span, ((one, _), many) in zip(spans, kinds.items(), strict=True)]
    places = min(wide + 1, prod(each))
    bits = places * sum(many * one.total.bit_length() for (one, _), many in kinds.items())
    if bits > _MAX_BITS:
        raise RuleError(
            f"the chances of an evening must fit into {_MAX_BITS // 10**6} million bits; got throws that would take"
            f" {bits // 10**6:,} million; try a part of the evening, or fewer different dice"
        )


def _added_up(kinds: Mapping[tuple[Dist, bool], int], parts: int) -> Dist:
    """The sum of so many throws of each kind, the small ones first."""
    sums = [_times(one, many) * (parts // points(one) * (-1 if low else 1)) for (one, low), many in kinds.items()]
    waiting = [(len(one), place, one) for place, one in enumerate(sums)]
    heapq.heapify(waiting)
    for place in count(len(sums)):
        if len(waiting) < 2:
            return waiting[0][-1] if waiting else Dist({0: 1})
        both = heapq.heappop(waiting)[-1] + heapq.heappop(waiting)[-1]
        heapq.heappush(waiting, (len(both), place, both))
    raise AssertionError  # it never stops counting


@lru_cache(maxsize=256)
def _times(one: Dist, many: int) -> Dist:
    return binomial(many, one[1]) if {0, 1}.issuperset(one) else many @ one


def evening(text: str, *, series: int = 1) -> Evening:
    """How lucky a whole evening was, unlike throws together, exactly.

    text : a list of what was thrown, a line each, or with commas between: so many successes of so many tries at a
        chance ("3 of 8 at 5/12", "2/5 35 %"), on dice or of a check ("2 of 5 at 2d6 >= 9", "2 of 5 at rencounter.fire
        skill=7", with what is counted behind it if that is not the first event); one or more totals ("9 on 2d6", "9 7
        11 on 2d6"); "no on 3d6 <= 11". "low" or "bad" behind a line: less is better there. A name may stand before it,
        a remark behind #.
    series : how many such evenings one has seen, 1 to a million.

    Each throw counts by how much it was above what was to be expected, a success as 1, and points on dice so many to a
    success that a throw weighs as it does on one die. Raises ``RuleError`` for what cannot be read, with its line, and
    for more than can be worked out.

    >>> from rencounter_kit import evening
    >>> found = evening("3 of 8 at 5/12, 1 of 4 at 1/6, 9 on 2d6")
    >>> str(found.score), round(float(found.as_lucky), 4)
    ('1/2', 0.4021)
    """
    throws, wrong = read(text)
    if wrong:
        raise wrong[0]
    answer = Evening(tuple(throws), series)
    must_fit_series(series, answer.chance)
    return answer
