"""How unusual was what happened at the table? Exact tails, and the right question in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from ...engine.dice.dist import Dist, Outcome
from ...engine.notation.answer import DiceAnswer, answered
from ...engine.words.errors import RuleError
from ...engine.words.typed import begins_as_number, no_chance
from ...engine.words.wording import as_text, chance_text, chance_words, is_simple, number_text, odds_text, plain
from ..mechanics.check import Check, Result
from ..mechanics.registry import check_of
from ..rulebook.book import Ruleset, Value
from .evening_list import is_dice
from .measure import Measure, Report, measure, number

_MAX_TRIES, _MAX_SERIES = 10_000, 1_000_000
_MAX_BITS = 500_000_000  # of all weights of a count together: what fits comfortably in memory
_MAX_BITS_OF_SUMS = 5_000_000  # of all weights of a sum of throws: multiplied in less than a second
_MAX_BITS_OF_SERIES = 3_000_000
_FEW = 20  # chances of a larger denominator are said roughly, so that the percentage stands beside them
_READABLE = 10**6  # denominators below it are shown
_SPELLING = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
LOOKING_BACK = "Looking back, you always find something unusual. Say what counts before the dice fall."
MORE, FEWER, LESS = "or more", "or fewer", "or less"


class Tail(NamedTuple):
    """One way to ask about what happened, such as "5 or more", and its exact chance."""

    question: str
    chance: Fraction


@dataclass(frozen=True, repr=False)
class Luck(Report):
    """How unusual it was.

    ``question`` : the right one, in words. ``chance`` : its exact answer. ``or_more``, ``or_less``, ``exactly`` : the
    chances of all three questions. ``expected`` : what was to be expected. ``any`` : chance that at least one of
    ``series`` such series is as unusual on the same side. ``dist`` : all that could have happened. ``each`` : chance of
    each try, or mean of each throw. ``measure`` : what was asked of a check; ``None`` for a plain chance, or dice.
    ``summed`` : are throws added up, not successes counted? ``about`` : what dice that may go on for ever leave out.
    """

    measure: Measure | None
    each: Fraction
    happened: int
    tries: int
    series: int
    dist: Dist
    summed: bool = False
    about: str = ""
    kind = Tail

    @property
    def or_more(self) -> Fraction:
        """Chance of as much as happened, or more."""
        return self.dist.at_least(self.happened)

    @property
    def or_less(self) -> Fraction:
        """Chance of as much as happened, or less."""
        return self.dist.at_most(self.happened)

    @property
    def exactly(self) -> Fraction:
        """Chance of just what happened."""
        return self.dist[self.happened]

    @property
    def expected(self) -> Fraction:
        """What was to be expected: the mean of all that could have happened."""
        return self.tries * self.each

    @property
    def upper(self) -> bool:
        """Is it the tail of as much or more? So it is where no less happened than was to be expected."""
        return self.happened >= self.expected

    @property
    def chance(self) -> Fraction:
        """Chance of what happened or anything more unusual on its side."""
        return self.or_more if self.upper else self.or_less

    @property
    def any(self) -> Fraction:
        """Chance that at least one of so many series is as unusual on the same side."""
        return any_of(self.series, self.chance)

    @property
    def question(self) -> str:
        """The right question: how likely was this or anything more unusual, not how likely was just this?"""
        return self._total() if self.summed else self._count()

    @property
    def tail(self) -> str:
        """What is asked, in figures: "5 or more"; a number alone where nothing beyond it can happen."""
        return f"{self.happened}{self._side}"

    @property
    def _side(self) -> str:
        """What follows the number."""
        if self.upper:
            return f" {MORE}" if max(self.dist) > self.happened else ""
        return f" {LESS if self.summed else FEWER}" if min(self.dist) < self.happened else ""

    def _total(self) -> str:
        fixed, each = len(self.dist) == 1, number_text(self.each)
        last = "" if self._side or fixed else f", the {'most' if self.upper else 'least'} possible,"
        is_ = f"always {each}" if fixed else f"{each} on average"
        if self.tries == 1:
            return f"{self.tail}{last} in one roll, when it is {is_}"
        return f"A total of {self.tail}{last} in {_spell(self.tries)} rolls, when each is {is_}"

    def _count(self) -> str:
        many = "all" if self.happened == self.tries else _spell(self.happened)
        often = f"{many}{self._side} of {_spell(self.tries)}"
        if self.tries == 1:
            often = "once in one try" if self.happened else "not once in one try"
        text = f'"{self.measure.words}" {"in " * (self.tries > 1)}{often}' if self.measure else often.capitalize()
        if self.each in (0, 1):
            return f"{text}, when it {odds_text(self.each)} happens"
        plain_odds = self.each.denominator <= _FEW and is_simple(self.each)
        chance = odds_text(self.each) if plain_odds else chance_words(self.each, exact=False)
        return f"{text}, when the chance is {chance}"

    @property
    def rows(self) -> tuple[Tail, ...]:  # type: ignore[override]
        """The three questions with their chances."""
        less = LESS if self.summed else FEWER
        return (
            Tail(f"{self.happened} {MORE}", self.or_more),
            Tail(f"{self.happened} {less}", self.or_less),
            Tail(f"exactly {self.happened}", self.exactly),
        )

    def head(self) -> str:
        return f"{self.question}: {likely(self.chance)}."

    def cells(self) -> list[Sequence[str]]:
        rows = [(row.question, chance_text(row.chance)) for row in self.rows]
        exact = f" = {self.expected}" if 1 < self.expected.denominator < _READABLE else ""
        return [(f"of {self.tries:,}", "chance"), *rows, ("expected", f"{number_text(self.expected)}{exact}")]

    def notes(self) -> list[str]:
        about = [self.about] if self.about else []
        if self.series == 1:
            return about
        as_ = ("as much" if self.upper else "as little") if self.summed else "as many" if self.upper else "as few"
        as_ = "none" if not self.summed and not self.happened else f"{as_}{self._side}"
        return [
            f"At least one of {self.series:,} such series with {as_}: {likely(self.any)}.",
            LOOKING_BACK,
            *about,
        ]


def any_of(series: int, chance: Fraction) -> Fraction:
    """Chance that at least one of so many series has something of that chance."""
    return 1 - (1 - chance) ** series


def likely(chance: Fraction) -> str:
    """A chance as the answer; what must be or cannot be needs no figures."""
    if chance in (0, 1):
        return "that is certain" if chance else "that is impossible"
    return chance_words(chance)


def _spell(number: int) -> str:
    return _SPELLING[number] if 0 <= number < len(_SPELLING) else f"{number:,}"


def luck(
    what: object,
    happened: int,
    tries: int,
    *,
    outcome: Outcome = None,
    rules: Ruleset | None = None,
    series: int = 1,
    **settings: Value,
) -> Luck:
    """How unusual it was that something came ``happened`` times in ``tries``.

    what : the chance of each try: ``"5/12"``, ``"35 %"``, 0.35 (as it is written: 7/20), a pair ``(5, 12)`` or a
        ``Fraction``; dice in one line, ``"2d6 >= 9"``; a check of ``rk.checks``, with its parameters as ``settings``;
        or an answer. Of dice that are no yes or no ``happened`` is the total of all throws.
    outcome : the event or outcome of the check that was counted; when left out its first event; where outcomes are
        numbers without events, ``happened`` is the total here too.
    tries : 1 to 10,000.
    series : how many such series one has seen (an evening of 20), 1 to a million.

    The right question is not how likely just this was, but this or anything more unusual: as many or more, where no
    fewer came than was to be expected, else as few or fewer. Of several series that side alone is counted too.
    Raises ``RuleError`` for wrong values, and where the exact answer would be too long to work out.

    >>> from rencounter_kit import luck
    >>> print(luck("5/12", 5, 6))
    Five or more of six, when the chance is 5 in 12: 1 in 20 (4.92 %, 146875/2985984).
    of 6            chance
    5 or more       146875/2985984 = 4.92 % = 1 in 20
    5 or fewer      2970359/2985984 = 99.48 % = 190 in 191
    exactly 5       21875/497664 = 4.40 % = 1 in 23
    expected        2.5 = 5/2
    >>> luck("odd_encounters.melee_damage", happened=23, tries=4, weapon="two_handed").upper
    True
    >>> luck("p = 4d6: p any pair", 5, 6).chance == luck("13/18", 5, 6).chance, luck("4d6 drop lowest", 40, 3).or_more
    (True, Fraction(647035687, 2176782336))
    """
    tries = _whole("tries", tries, 1, _MAX_TRIES)
    question, one, about = None, None, ""
    if isinstance(what, str) and is_dice(what):
        what = answered(what)
    if isinstance(what, Check) or (isinstance(what, str) and not begins_as_number(what)):
        what, rules, settings = check_of(what)(rules=rules, **settings), None, {}
    if isinstance(what, Result) and rules is None and not settings:
        result = what
        question = measure(result, outcome)
        each, one = question.of(result), result.dist if question.outcome is None else None
    elif outcome is not None or rules is not None or settings:
        extra = next(iter(settings), "outcome" if outcome is not None else "rules")
        raise RuleError(f"{as_text(extra)} must go with a check; got it without one; leave it out, or name a check")
    elif isinstance(what, DiceAnswer):
        about = what.left_out_text
        each, one = (what["yes"], None) if what.is_test else (what.mean, what.dist)
    else:
        each = number(what, "the chance of each try", chance=True)
        if not 0 <= each <= 1:
            raise no_chance("the chance of each try", as_text(what))
    if one is not None:
        low, high = one.outcomes[0], one.outcomes[-1]
        _must_fit(tries, (high - low) * one.total.bit_length(), _MAX_BITS_OF_SUMS)
        happened = _whole("happened", happened, tries * low, tries * high)
        dist = tries @ one
    else:
        happened = _whole("happened", happened, 0, tries)
        _must_fit(tries, each.denominator.bit_length(), _MAX_BITS)
        dist = binomial(tries, each)
    answer = Luck(question, each, happened, tries, series, dist, one is not None, about)
    must_fit_series(series, answer.chance)
    return answer


def luck_at(typed: str, happened: int, tries: int, series: int) -> Luck:
    """The same with what is typed for each try: a chance, or dice; the id of a check is neither."""
    if not (begins_as_number(typed) or is_dice(typed)):
        number(typed, "the chance of each try", chance=True)
    return luck(typed, happened, tries, series=series)


def must_fit_series(series: int, chance: Fraction) -> None:
    """Refuse a number of series that is none, or for which the exact chance of any would be too long."""
    most = max(1, _MAX_BITS_OF_SERIES // chance.denominator.bit_length())
    if _whole("series", series, 1, _MAX_SERIES) > most:
        raise RuleError(f"series must be at most {most:,} here, for an exact answer; got {series:,}; try fewer")


def _whole(name: str, value: object, low: int, high: int) -> int:
    value = plain(value)
    if type(value) is not int or not low <= value <= high:
        raise RuleError(f"{name} must be a whole number from {low:,} to {high:,}; got {as_text(value)}")
    return value


def _must_fit(tries: int, bits: int, limit: int) -> None:
    """``tries`` squared times ``bits`` is about the length of all weights together."""
    if tries * tries * bits > limit:
        raise RuleError(
            f"tries must be at most {isqrt(limit // bits):,} here, for an exact answer; got {tries:,}; try fewer"
        )


def binomial(tries: int, p: Fraction) -> Dist:
    """How often something of chance ``p`` comes in so many tries, exact.

    >>> binomial(2, Fraction(1, 3)).at_least(1)
    Fraction(5, 9)
    """
    yes, no = p.numerator, p.denominator - p.numerator
    weight = no**tries
    weights = {
        0: weight,
        tries: yes**tries,
    }  # these two have no common divisor, so that none is looked for in the others
    if yes and no:
        for count in range(1, tries):
            weight = weight * ((tries - count + 1) * yes) // (count * no)
            weights[count] = weight
    return Dist(weights)
