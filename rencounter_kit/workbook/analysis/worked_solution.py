"""Two changes together, worked out by hand: from what each does alone to the exact answer, in steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from ...engine.dice.dist import Outcome
from ...engine.dice.throw import DICE
from ...engine.dice.throw_tree import Branching, ThrowTree, Way, next_decision
from ...engine.words.wording import decimal_text, faces_text, fraction_text, percent_text, plural, signed
from ..mechanics.check import Result
from ..mechanics.processes.process import ProcessResult
from .interactions import Interaction, Reasons

_MAX_WAYS, _MAX_OUTCOMES, _MAX_FACES = 4, 4, 12  # that are told one by one
_BLOCKS = 4  # stretches of turns that are told one by one
_READABLE = 10**6  # denominators below it are shown
_TIMES = " \N{MULTIPLICATION SIGN} "
_FARTHEST = 200  # steps along a target number in search of its limit
_Summand = tuple[str, int]  # words for what is added, and how much it is


class WayStep(NamedTuple):
    """A step: what is done, the sum as it is written, and what that comes to; a step may have words alone.

    single : is it the chance with one of the changes, or with neither?
    """

    words: str
    sum: str = ""
    figure: Fraction | int | None = None
    single: bool = False

    def __str__(self) -> str:
        if self.figure is None:
            return self.words
        parts = [self.sum, str(self.figure) if Fraction(self.figure).denominator < _READABLE else ""]
        if isinstance(self.figure, Fraction):
            parts = [*parts, percent_text(self.figure)] if 0 < self.figure < 1 else [percent_text(self.figure)]
        return f"{self.words}: {' = '.join(dict.fromkeys(filter(None, parts)))}"


def worked_solution(interaction: Interaction, names: Sequence[str] = ()) -> tuple[WayStep, ...]:
    """The steps to the chance with both changes; the last one comes to it exactly.

    names : words for the two changes; their own when left out. Empty where a mean is asked.

    >>> from rencounter_kit import interaction
    >>> steps = worked_solution(interaction("traveller.to_hit", ("weapon_skill", 3), ("range_dm", 1)))
    >>> print(steps[0])
    "to hit (2d6)" starts at 0; weapon skill: 3 (+3); range DM: 1 (+1): 0 + 3 + 1 = 4
    >>> print(steps[-1])
    Both: to hit 4 to 12: (3 + 4 + 5 + 6 + 5 + 4 + 3 + 2 + 1)/36 = 11/12 = 91.7 %
    """
    if interaction.measure.outcome is None:
        return ()
    way = _Way(interaction, tuple(names) or (interaction.one.words, interaction.other.words))
    return tuple(way.turns() if isinstance(interaction.results[0], ProcessResult) else way.dice())


def further_throws(interaction: Interaction) -> set[str]:
    """The throws that decide only with one of the changes, or with both."""
    before, *after = (_Ways(result, interaction.measure.outcome).throws for result in interaction.results)
    return set[str]().union(*after).difference(before)


def opposed_throws(interaction: Interaction) -> bool:
    """Are two rolls held against each other, so that what the one must show depends on the other?"""
    return _Ways(interaction.results[-1], interaction.measure.outcome).are_opposed


class _TooManyError(Exception):
    """More ways than anybody follows by hand."""


class _Way:
    """The steps, in the words of ``names``."""

    def __init__(self, interaction: Interaction, names: Sequence[str]) -> None:
        self.interaction, self.figures = interaction, interaction.figures
        self.reasons = Reasons(interaction)
        self.names = names
        self.cases = ("At first", *(name[:1].upper() + name[1:] for name in names), "Both")

    def dice(self) -> Iterator[WayStep]:
        """Of dice thrown once: target numbers, what the dice make of them, and what may be done with the chances."""
        for name in self.reasons.relevant:
            if all(type(value) is int for value in self.reasons.values(name)):
                yield from self._number(name)
        four = [_Ways(result, self.interaction.measure.outcome) for result in self.interaction.results]
        if sentences := self._on_the_dice(four[-1]):
            yield WayStep(f"On the dice, with both: {sentences}")
        yield from four[-1].remarks({name for ways in four[:-1] for name in ways.throws})
        for i, (case, ways) in enumerate(zip(self.cases, four, strict=True)):
            yield ways.step(case, fully=i == 3)._replace(single=i < 3)
        yield from self._in_short()

    def _on_the_dice(self, ways: _Ways) -> str:
        """What is needed with both, in the sentences of the check: of a contest by both sides, and of further rolls
        that decide.
        """
        sentences = self.interaction.sentences["both"]
        if ways.are_opposed:
            return " ".join(sentences[:2])
        further = [name for name in ways.throws if sentences and name not in sentences[0]]
        return " ".join(
            [*sentences[:1], *(one for one in sentences[1:] if any(name in one.lower() for name in further))]
        )

    def _number(self, name: str) -> Iterator[WayStep]:
        """A target number with both, from what each change does to it alone."""
        four, limits = [int(value) for value in self.reasons.values(name)], self.reasons.limits(name)
        both = four[-1]
        start, one, other, free = (  # where nothing is held
            value - sum(counts[case] for _, counts in limits) for case, value in enumerate(four)
        )
        number = self.reasons.name(name).strip('"')
        beginning = f'"{number}" {"starts" if start == four[0] else "would start"} at {start}'
        alone, apart = (one - start, other - start), free - one - other + start
        changes = (
            self._summands(alone, self.reasons.counted_otherwise(name)) if apart and not limits else self._each(alone)
        )
        words = "; ".join([beginning, *(words for words, _ in changes)])
        if limits:
            limit_names = ", ".join(label for label, _ in limits)
            yield WayStep(f"{words}; with both {free}, but there is the {limit_names}", "", both)
        elif start + sum(by for _, by in changes) == both:
            sum_text = "".join(f" {'-' if by < 0 else '+'} {abs(by)}" for _, by in changes if by)
            yield WayStep(words, f"{start}{sum_text}", both)
        else:
            yield WayStep(f"{words}; with both it is {both}")
        limit = self._limit(name, four[0], both)
        if limit != both:
            yield WayStep(f"{both} does no more than {limit}: that is the limit")

    def _each(self, alone: Sequence[int]) -> list[_Summand]:
        """What each change adds by itself, where it adds anything."""
        return [(_adds(what, by), by) for what, by in zip(self.names, alone, strict=True) if by]

    def _summands(self, alone: Sequence[int], turned: Sequence[tuple[str, list[int]]]) -> list[_Summand]:
        """The same with both, where a modifier counts otherwise than each change makes it: left out, or brought in.

        turned : what counts otherwise, and how much in the four cases.
        """
        each = self._each(alone)
        if len(turned) != 1:
            return each
        ((label, (neither, *by_one, both)),) = turned
        for place, by in enumerate(by_one):
            (what, other), beside = (self.names[place], self.names[1 - place]), alone[1 - place]
            if by and beside and (neither, by_one[1 - place], both) == (0, 0, 0) and by == alone[place]:
                return [
                    (_adds(other, beside), beside),
                    (f"beside it {what} does not count ({signed(by)} by itself)", 0),
                ]
            if not (neither or any(by_one) or alone[place]) and beside:
                return [*each, (f"with it {what} counts, too ({signed(both)})", both)]
        change = both - sum(by_one) + neither
        return [*each, (f"with both, {label} {_does(both, both - change)}", change)]

    def _limit(self, name: str, start: int, both: int) -> int:
        """The number nearest to where it began that does as much as the one with both."""
        back = 1 if start > both else -1
        for value in range(both, start, back)[:_FARTHEST]:
            if self.reasons.figure(3, **{name: value + back}) != self.figures[3]:
                return value
        return both

    def _in_short(self) -> Iterator[WayStep]:
        """Where the chances with one change and the other lead straight to both."""
        start, one, other, both = self.figures
        if start == one == other == both:
            return
        if not self.interaction.apart:
            steps = "".join(
                f" {'-' if now < start else '+'} {abs(now - start)}" for now in (one, other) if now != start
            )
            yield WayStep("In short, simply add", f"{start}{steps}", both)
        elif start and both and one * other == both * start:
            parts = [now / start for now in (one, other)]
            each = ", ".join(f"times {part} for {name}" for name, part in zip(self.names, parts, strict=True))
            yield WayStep(f"In short, the chances multiply: {each}", _TIMES.join(map(str, (start, *parts))), both)

    # Turn after turn

    def turns(self) -> Iterator[WayStep]:
        """Of what goes on for turns: what each throws, how long it goes on, and the chance by turns."""
        results: list[ProcessResult] = [
            result for result in self.interaction.results if isinstance(result, ProcessResult)
        ]
        last, measure = results[-1], self.interaction.measure
        turn = last.check.turn
        yield WayStep(" ".join(["What is rolled:", *last.check.says(last.rules, last.targets)]))
        reached, long = last.reached(measure.outcome), 1
        if not any(result.endless for result in results):
            means = [result.expected_turns for result in results]
            lasts = [f"{case}: {decimal_text(mean, 1)}" for case, mean in zip(self.cases, means, strict=True)]
            yield WayStep(f"How many {plural(turn)} it lasts on average. {'; '.join(lasts)}")
            long = max(1, round(means[-1] / 2))
        ends = [min(i * long, len(reached) - 1) for i in range(_BLOCKS + 1)]
        gains = [("at once", reached[0])]
        for before, after in pairwise(ends):
            when = f"{plural(turn)} {before + 1} to {after}" if after - before > 1 else f"{turn} {after}"
            gains.append((when, reached[after] - reached[before]))
        gains.append(("later", self.figures[3] - reached[ends[-1]]))
        parts = "; ".join(f"{when}: {percent_text(p)}" for when, p in gains if p) or f"no {turn}"
        yield WayStep(f'With both, "{measure.words}" happens in {parts}. Added up', "", self.figures[3])


def _adds(what: str, by: int) -> str:
    """A change and what it adds, where its words do not end with that.

    >>> _adds("skill 2", 2), _adds("range +2", 2)
    ('skill 2 (+2)', 'range +2')
    """
    return what if what.endswith(f" {signed(by)}") else f"{what} ({signed(by)})"


def _does(count: int, usual: int) -> str:
    """What a modifier does to a sum, and what it does otherwise.

    >>> _does(1, 0), _does(-3, -1), _does(0, -2), _does(1, -2)
    ('adds 1', 'takes off 3, not 1', 'no longer takes off 2', 'adds 1, where it took off 2')
    """
    verbs = [("takes off", "took off") if number < 0 else ("adds", "added") for number in (count, usual)]
    (now, _), (once, before) = verbs
    if not count:
        return f"no longer {once} {abs(usual)}"
    text = f"{now} {abs(count)}"
    if not usual:
        return text
    return f"{text}, not {abs(usual)}" if now == once else f"{text}, where it {before} {abs(usual)}"


class _Ways:
    """The ways in which the dice bring about an event, in one case."""

    def __init__(self, result: Result, event: Outcome) -> None:
        self.result, self.test = result, result.test(event)
        self.figure = result.event(event)
        self.tree = self._only(lambda outcome: bool(self.test(outcome)))
        self.ways: list[_Path] | None
        try:
            self.ways = _ways(self.tree)
        except _TooManyError:
            self.ways = None

    def _only(self, counts: Callable[[Outcome], bool]) -> object:
        """The dice, told by whether an outcome counts."""
        tree = self.result.check.tree(self.result.rules, self.result.targets)
        return next_decision(Branching().after(tree, counts))

    @property
    def throws(self) -> dict[str, None]:
        """The throws that decide, as far as they are told."""
        return {throw.name: None for path in self.ways or () for throw, _ in path}

    def remarks(self, before: set[str]) -> Iterator[WayStep]:
        """What is to be known of the throws: that one is new, that one depends on another.

        before : throws known.
        """
        if self.ways is None:
            first, second = self._pair
            if first is not None and second is not None and not _goes_on(self.tree):
                yield WayStep(
                    f'The rolls "{first.name}" and "{second.name}" are compared, so there is no simple '
                    "product: count pairs of faces"
                )
            return
        yield from (
            WayStep(f'A further roll decides now: "{name}"') for name in self.throws if before and name not in before
        )

    @property
    def are_opposed(self) -> bool:
        """Does what the second die must show depend on the first, in more ways than can be told one by one?"""
        return self.ways is None and None not in self._pair

    @cached_property
    def _pair(self) -> tuple[ThrowTree | None, ThrowTree | None]:
        """The two dice that decide, where the second is always the same."""
        if not isinstance(self.tree, ThrowTree):
            return None, None
        after = [way.to for way in self.tree.each if isinstance(way.to, ThrowTree)]
        alike = len({(to.name, to.faces) for to in after}) == 1
        return self.tree, after[0] if alike else None

    def step(self, case: str, fully: bool) -> WayStep:
        """The chance, with the faces that bring it about.

        fully : by outcome, where there are too many ways.
        """
        if self.figure in (0, 1):
            return WayStep(f"{case}: {'always' if self.figure else 'never'}", "", self.figure)
        if self.ways is not None:
            return WayStep(f"{case}: {_faces(self.ways)}", _sum(self.ways), self.figure)
        outcomes = [outcome for outcome in self.result.dist if fully and self.test(outcome)]
        parts = [self._part(outcome) for outcome in outcomes] if len(outcomes) <= _MAX_OUTCOMES else []
        if not parts or not all(parts):
            return WayStep(f"{case}{': all ways of the dice together' if fully else ''}", "", self.figure)
        way_words = "; or ".join(
            f"{self.result.check.words(o)} ({part[0]})" for o, part in zip(outcomes, parts, strict=True) if part
        )
        return WayStep(f"{case}: {way_words}", " + ".join(part[1] for part in parts if part), self.figure)

    def _part(self, outcome: Outcome) -> tuple[str, str] | None:
        """How one of several outcomes comes about, in words and as a sum; ``None`` where that would be too long."""
        consequence = self._only(lambda other: bool(other == outcome))
        try:
            ways = _ways(consequence)
            return _faces(ways), _sum(ways)
        except _TooManyError:
            p, (first, second) = self.result.dist[outcome], self._pair
            pairs = first.faces * second.faces if first is not None and second is not None else 1
            if pairs % p.denominator or _goes_on(consequence):
                return None
            return f"{p * pairs} of {pairs:,} pairs{_by_face(consequence, second)}", f"{p * pairs}/{pairs}"


_Path = list[tuple[ThrowTree, Way]]


def _ways(consequence: object) -> list[_Path]:
    """Every way to what counts, throw by throw."""
    consequence = next_decision(consequence)
    if not isinstance(consequence, ThrowTree):
        return [[]] if consequence else []
    paths: list[_Path] = []
    for way in consequence.branches:
        paths += [[(consequence, way), *rest] for rest in _ways(way.to)]
        if len(paths) > _MAX_WAYS:
            raise _TooManyError
    return paths


def _goes_on(consequence: object) -> bool:
    """Does a throw after the second one decide, as where a tie is thrown again? Then pairs of faces are not
    the answer.
    """
    after = [next_decision(way.to) for way in consequence.each] if isinstance(consequence, ThrowTree) else []
    return any(
        isinstance(next_decision(way.to), ThrowTree) for to in after if isinstance(to, ThrowTree) for way in to.each
    )


def _by_face(consequence: object, second: ThrowTree | None) -> str:
    """How many faces of the second die count with each face of the first, as a sum; "" where that would be too long."""
    if (
        second is None
        or not isinstance(consequence, ThrowTree)
        or any(way.weight > 1 for way in (*consequence.each, *second.each))
    ):
        return ""
    counts = sorted((n for way in consequence.each if (n := _counting(way.to, second.faces))), reverse=True)
    parts = []
    while counts:
        alike = counts.count(counts[0])
        down = next((n for n, count in enumerate(counts) if count != counts[0] - n), len(counts))
        if alike == 1 and down > 3:
            parts.append(f"{counts[0]} + {counts[1]} + \N{HORIZONTAL ELLIPSIS} + {counts[down - 1]}")
        else:
            parts.append(f"{alike}{_TIMES}{counts[0]}" if alike > 1 else str(counts[0]))
        counts = counts[max(alike, down if alike == 1 and down > 3 else 1) :]
    if len(parts) > _MAX_WAYS:
        return ""
    return f': {" + ".join(parts)}, the faces of "{second.name}" that count with each face of "{consequence.name}"'


def _counting(consequence: object, faces: int) -> int:
    """How many faces of a die that comes next count."""
    consequence = next_decision(consequence)
    if not isinstance(consequence, ThrowTree):
        return faces if consequence else 0
    return sum(way.weight for way in consequence.each if next_decision(way.to))


def _faces(ways: Sequence[_Path]) -> str:
    return "; or ".join(
        ", ".join(f"{throw.name} {(throw.says or faces_text)(way.faces)}" for throw, way in path) for path in ways
    )


def _sum(ways: Sequence[_Path]) -> str:
    return " + ".join(_TIMES.join(_share(throw, way) for throw, way in path) for path in ways)


def _share(throw: ThrowTree, way: Way) -> str:
    """How many of the faces; of several dice added up, in how many ways each total comes about."""
    weights = {face: one.weight for one in throw.each for face in one.faces}
    each, total = [weights[face] for face in way.faces], sum(weights.values())
    if throw.die == DICE:
        return fraction_text(Fraction(way.weight, total))
    if len(set(weights.values())) > 1 and 1 < len(each) <= _MAX_FACES:
        return f"({' + '.join(map(str, each))})/{total}"
    return f"{sum(each)}/{total}"
