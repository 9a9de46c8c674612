"""What is unclear in the rules that a check goes by: what is taken to hold and why, and what the other
reading gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ...engine.words.errors import RuleError
from ...engine.words.wording import first_up
from ...workbook.analysis.effects import Effect, change_words, distance
from ...workbook.analysis.situations import NamedSituation, named
from ...workbook.mechanics.mentions import mentions
from ...workbook.rulebook.book import Rule, Ruleset, Value
from .about import About, near
from .clock import Clock

_RULINGS = "rulings."


class OtherReading(NamedTuple):
    """Another reading: what it says, and what it gives.

    where : the situation in which it changes something, empty where none was found;
    is_asked : was there the time to look?
    """

    sentence: str
    is_asked: bool = True
    where: str = ""
    what: str = ""
    before: str = ""
    after: str = ""


class OpenPoint(NamedTuple):
    """Something that the rules leave open: what is taken to hold here, where it stands, why, and other readings."""

    path: str
    label: str
    holds: str
    citation: str
    mark: str
    note: str
    readings: Sequence[OtherReading]


def unclear(about: About, clock: Clock) -> list[OpenPoint]:
    """The rulings that the check asks for, then figures that are not simply printed."""
    rules = about.counts_by
    paths = {p.path for p in about.check.parameters.values()}
    read = _read(about)
    rulings = [one for one in rules.rulings if one.path in paths | read and mentions(about.check, one.path)]
    marked = [one for one in rules.marked if one.path in read and not one.path.startswith(_RULINGS)]
    return [*(_ruling(about, one, clock) for one in rulings), *map(_point, marked)]


def _point(rule: Rule, readings: Sequence[OtherReading] = ()) -> OpenPoint:
    value_text = rule.value_text
    note = rule.spelling.in_sentence(rule.note)
    return OpenPoint(rule.path, first_up(rule.label), value_text, rule.citation, rule.mark, note, readings)


def _read(about: About) -> frozenset[str]:
    """What the answers rest on, in named situations too where those are quickly asked."""
    if about.is_process:
        return frozenset().union(*(result.reads for result in about.results))
    return about.result.reads.union(*(situation.paths for situation in named(about.check)))


def _ruling(about: About, rule: Rule, clock: Clock) -> OpenPoint:
    others = [value for value in rule.options if value != rule.value]
    readings = [_reading(about, rule.path, value, clock) for value in others]
    telling = [one for one in readings if one.where]
    rest = [[one for one in readings if not one.where and one.is_asked is flag] for flag in (True, False)]
    return _point(rule, [*telling, *(_together(each) for each in rest if each)])


def _together(several: Sequence[OtherReading]) -> OtherReading:
    """Readings of which nothing more is to be said, in one."""
    return several[0]._replace(sentence=", ".join(one.sentence for one in several))


def _reading(about: About, path: str, value: Value, clock: Clock) -> OtherReading:
    """What another reading gives in the first situation in which it changes anything."""
    says = about.check.spelling.value(value)
    try:
        other = about.counts_by.changed({path: value})
    except RuleError:
        return OtherReading(says, is_asked=False)
    effects = clock.within("what other readings give", 0.3, partial(_effects, about, other, path))
    if effects is None:
        return OtherReading(says, is_asked=False)
    return (
        OtherReading(says, True, effects[0].situation.name, *change_words(effects[0]))
        if effects
        else OtherReading(says)
    )


def _effects(about: About, other: Ruleset, path: str) -> list[Effect]:
    """The effect in the first situation that has one; none where no situation has."""
    for situation in _situations(about, path):
        before, after = situation.ask(about.counts_by), situation.ask(other)
        if before is not None and after is not None and (size := distance(before, after)):
            return [Effect(situation, before, after, size)]
    return []


def _situations(about: About, path: str) -> Iterator[NamedSituation]:
    """The one that the section is about, the named ones, then others in which the ruling is read."""
    check = about.check
    if about.is_process:
        yield about.situation
        yield from named(check) if about.quick else ()
        return
    yield from (one for one in (about.situation, *named(check)) if path in one.paths)
    yield from near(check, path)
