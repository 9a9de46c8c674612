"""What a check asks, and how its answers are told: sample spaces, events, words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence, Set as AbstractSet
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex, TypeAlias

from ...engine.dice.dist import Dist, Outcome
from ...engine.dice.scale import Scale
from ...engine.dice.throw import Consequence, Random, Targets
from ...engine.dice.throw_tree import Branching
from ...engine.words.errors import RuleError
from ...engine.words.typed import ends, meant, span_hint, whole
from ...engine.words.wording import Spelling, as_text, plain
from ..rulebook.book import Ruleset, rules as book_of
from ..rulebook.library import game, has
from ..rulebook.text import Value
from .catalogue import by_id, checks_of
from .events import EventForm, event_of, tells
from .parameter import Parameter
from .space import MEAN, Among, By, CannotTellError, Event, EventLike, NoOutcomeError, Space, Span, several, space_of

if TYPE_CHECKING:
    from numpy.random import SeedSequence

    from .no_effect import NoEffect, Numbers

_MOST_PARTS = 20  # of what is asked at once
Block: TypeAlias = tuple[Counter[Outcome], Counter[int]]  # how often each outcome came, and each number of turns


class Words(NamedTuple):
    """In which words a check tells its answers.

    words : outcomes and events, where their names do not tell.
    named : a composite outcome as a whole.
    joined : how it prints, where the game writes it as one text.
    unit : one of what its whole numbers count, as "spell".
    measure : what these numbers are, where neither the title nor ``result`` says it.
    """

    words: Mapping[str, str] = MappingProxyType({})
    named: Callable[[Outcome], str] | None = None
    joined: str = "|"
    unit: str = ""
    measure: str = ""


class Question(ABC):
    """What answers of a check know of it: what can be asked of them, in which words they are told, how its dice are
    thrown.

    The arguments are those of ``Check``, which says how an answer comes about. It travels to other processes as its id.
    """

    parameters: Mapping[str, Parameter]
    targets: tuple[str, ...]  # names of the target numbers
    sums: AbstractSet[str]  # those that are sums of modifiers
    turn = "turn"  # what a turn of it is called, where it goes on over turns
    part = ""  # which part of it a tree of its dice tells, where that is not all

    def __init__(
        self,
        id: str,
        title: str,
        source: str,
        outcomes: Space | By | Sequence[str] = (),
        events: Mapping[str, EventForm] | None = None,
        says: Callable[[Ruleset, Targets], Sequence[str]] | None = None,
        words: Words | Mapping[str, str] | None = None,
    ) -> None:
        words = words if isinstance(words, Words) else Words(words or {})
        self.id, self.title, self.source, self.joined = id, title, source, words.joined
        self.unit, self.measure = words.unit, words.measure
        self.stem, self.name = id.split(".")
        self._named, self._wording = words.named, dict(words.words)
        self.spaces = _spaces(outcomes)
        self._decides = outcomes.target if isinstance(outcomes, By) else ""
        names = dict.fromkeys(name for space in self.spaces.values() for name in (*space.names, *space.alone))
        self.scale = Scale(names) if names else None
        self.events = {name: self._event(name, form) for name, form in (events or {}).items()}
        self.says = says or (lambda r, targets: [])
        self._events_by_space = lru_cache(maxsize=None)(self._telling)

    def _event(self, name: str, form: EventForm) -> Event:
        """An event as the check writes it, which must be one of outcomes that there are."""
        try:
            return event_of(form, self.spaces.values())
        except RuleError as error:
            raise ValueError(f"{self.id}: {name}: {error}") from None

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[object, ...]:
        of_a_game = has(self.stem) and checks_of(self.stem).get(self.id) is self
        return (by_id, (self.id, game(self.stem).place)) if of_a_game else super().__reduce_ex__(protocol)

    @abstractmethod
    def throw_once(self, book: Ruleset, targets: Targets, throw: Random) -> Outcome:
        """One outcome thrown at random."""

    @abstractmethod
    def throw_many(self, book: Ruleset, targets: Targets, count: int, seed: SeedSequence) -> Block:
        """So many throws: how often each outcome came, and of a process each number of turns."""

    @abstractmethod
    def tree(self, book: Ruleset, targets: Targets, throw: Branching | None = None) -> Consequence:
        """Every way the dice can fall: a ``ThrowTree``, or the outcome where no dice decide.

        throw : with which it is thrown, one of its own when left out.
        """

    @abstractmethod
    def no_effects(
        self, book: Ruleset, values: Mapping[str, Value], now: Numbers, dist: Dist | None = None
    ) -> list[NoEffect]:
        """What is set and changes nothing; see ``no_effect``."""

    @abstractmethod
    def unmade(self, book: Ruleset, values: Mapping[str, Value]) -> AbstractSet[str]:
        """The sums of rolls that are not made with these values."""

    # What can be asked of an answer -----------------------------------------------------------------------------------

    def space(self, targets: Targets) -> Space:
        """The sample space of the answer for target numbers."""
        return self.spaces[getattr(targets, self._decides) if self._decides else None]

    def events_of(self, space: Space) -> tuple[str, ...]:
        """The names of the events that answers of a sample space can tell."""
        return self._events_by_space(space)

    def _telling(self, space: Space) -> tuple[str, ...]:
        return tuple(name for name, event in self.events.items() if tells(space, event))

    def test(self, what: EventLike, space: Space | None = None) -> Event:
        """What an event, an outcome, a range such as "at least 20" or "20..60", or several in a list mean, as a test of
        one.

        space : of the answers that are asked. Raises ``RuleError`` for what the check does not have at all (that alone,
        where no space is given), and ``CannotTellError`` for what answers of another kind can tell.
        """
        outcomes, events = [], []
        for one in self._each(what):
            kinds = [kind for kind in self.spaces.values() if self._has(one, kind)]
            if not kinds:
                raise self._no_outcome(one)
            kind = space or kinds[0]
            if kind not in kinds:
                raise self._cannot_tell(one, kind)
            if isinstance(one, Span):
                events.append(one.within(kind))
            elif isinstance(one, str) and one in self.events_of(kind):
                events.append(self.events[one])
            else:
                outcomes.append(self._outcome(one, kind))
        if not outcomes and not events:
            raise self._no_outcome(what)
        if not events:
            return Among(outcomes)
        return lambda outcome: outcome in outcomes or any(event(outcome) for event in events)

    def named_event(self, what: EventLike) -> EventLike:
        """What is asked, by the names of events and outcomes, where it may be by their words on a page."""
        return self._each(what) if isinstance(what, list) else self._named_one(what)

    def _each(self, what: EventLike) -> list[Outcome]:
        """What is asked, one by one, each by its name."""
        return [one for part in several(what) for one in several(self._named_one(part))]

    def _named_one(self, one: Outcome) -> Outcome:
        if not isinstance(one, str) or self._is_known(one):
            return one
        if ".." in one and (span := self._span(one)):  # which is near to each of its ends alone
            return span
        by_words = {self.words(name): name for name in (*(self.scale or ()), *self.events)}
        name = (
            meant(one, self.events, spelling=self.spelling)
            or meant(one, self.scale or (), spelling=self.spelling)
            or by_words.get(meant(one, by_words) or "")
        )
        return name or self._span(one) or self._one_of(one) or one

    def _is_known(self, one: Outcome) -> bool:
        """Is it an event, or may it come, in any sample space?"""
        return any(self._has(one, kind) for kind in self.spaces.values())

    def _span(self, text: str) -> Span | None:
        """What a text such as "at least 20" or "20..60" asks for; ``None`` where it is no such text."""
        if (bounds := ends(text)) is None:
            return None
        low, high = (None if end is None else self._end(end) for end in bounds)
        if any(
            isinstance(end, list | Span) or (isinstance(end, str) and not self._is_known(end)) for end in (low, high)
        ):
            return None
        if type(low) is int and type(high) is int and low > high:
            raise RuleError(f"a range must run from low to high; got {as_text(text)}; try {high}..{low}")
        return Span(low, high)

    def _end(self, text: str) -> Outcome:
        """The outcome at the end of a range."""
        number = whole(text)
        return self._named_one(text) if number is None else number

    def _one_of(self, text: str) -> list[Outcome] | None:
        """Several outcomes or events with "or" between them; ``None`` where it is no such text."""
        parts = [part.strip() for part in text.split(" or ")]
        outcomes = [self._named_one(part) for part in parts] if 1 < len(parts) <= _MOST_PARTS else []
        return outcomes if outcomes and all(map(self._is_known, outcomes)) else None

    def outcome_of(self, question: Outcome, space: Space, outcomes: Collection[Outcome]) -> Outcome:
        """An outcome, also from its text, of those that are known; ``NoOutcomeError``, which is a ``KeyError``, without
        it.
        """
        outcome = self._outcome(question, space)
        if outcome in space:
            if outcome in outcomes:
                return outcome
            why = "which does not come up here; .event(...) gives 0"
        elif isinstance(question, str) and question in self.events:
            why = "which is an event; ask .event(...)"
        else:
            texts = list(map(self.text, outcomes))
            near = get_close_matches(as_text(question), [*texts, *space.names], n=1)
            why = f"did you mean {near[0]}?" if near else f"it has {', '.join(texts[:8])}"
        raise NoOutcomeError(f"an outcome must be one that this answer has; got {as_text(question)}, {why}")

    def _outcome(self, one: Outcome, space: Space) -> Outcome:
        return space.read(one, self.joined) if isinstance(one, str) else plain(one)

    def _has(self, one: Outcome, space: Space) -> bool:
        """Is it an event or an outcome that a sample space has?"""
        if isinstance(one, Span):
            return space.spans(one)
        return (isinstance(one, str) and one in self.events_of(space)) or self._outcome(one, space) in space

    def _no_outcome(self, one: Outcome) -> RuleError:
        if isinstance(one, Span) and not any(space.in_order for space in self.spaces.values()):
            names = ", ".join([*self.events, *(self.scale or ())])
            return RuleError(f"outcomes of {self.id} must be in order for {one}; they are not; try one of {names}")
        all_names = list(dict.fromkeys([*self.events, *(self.scale or ())]))
        numbers = any(space.numbers for space in self.spaces.values())
        if isinstance(one, str) and self._decides and one in self.spaces:
            return RuleError(f"{one} must be asked with {self._decides}={one}; got it as an outcome of {self.id}")
        near = get_close_matches(as_text(one), all_names, n=1)
        dashed = span_hint(one) if numbers and isinstance(one, str) else ""
        every = ", ".join([*all_names, *(["whole numbers"] if numbers else [])])
        hint = f"; did you mean {near[0]}?" if near else dashed or f"; it has {every}"
        return RuleError(f"{self.id} has no outcome {as_text(str(one) if isinstance(one, Span) else one)}{hint}")

    def _cannot_tell(self, one: Outcome, space: Space) -> CannotTellError:
        by = self._decides
        others = [str(value) for value, kind in self.spaces.items() if self._has(one, kind)]
        return CannotTellError(f"{as_text(one)} must be asked with {by} {' or '.join(others)}; got {by} {space.way}")

    def figure(self, what: EventLike | None, dist: Dist, space: Space) -> Fraction:
        """The chance of an event, an outcome, or any of several; the mean for ``None``. Errors as in ``test``."""
        test = self.test_of(what, space)
        return dist.mean if test is None else dist.probability(test)

    def is_mean(self, what: EventLike) -> bool:
        """Is it the mean that is asked?"""
        return isinstance(what, str) and what == MEAN and not self._is_known(what)

    def test_of(self, what: EventLike | None, space: Space) -> Event | None:
        """As ``test``; ``None`` for the mean, which "mean" asks for too."""
        if what is not None and not self.is_mean(what):
            return self.test(what, space)
        if not space.has_mean:
            got = self.words(space.names[0]) if space.names else "several at once"
            raise CannotTellError(f"outcomes of {self.id} must be numbers to have a mean; got {got}")
        return None

    @property
    def spelling(self) -> Spelling:
        """How the names of its game are read."""
        return book_of(self.stem).spelling

    # Words -----------------------------------------------------------------------------------------------------------

    def text(self, outcome: Outcome) -> str:
        """An outcome as data writes it: ``minor``, ``none|minor``, ``2-1``, ``7``."""
        if isinstance(outcome, tuple):
            return self.joined.join(map(self.text, outcome))
        return as_text(outcome) if type(outcome) is int else str(outcome)  # a number may be too long to print

    def words(self, outcome: Outcome) -> str:
        """An outcome, or an event by its name, as a person reads it."""
        if self._named and isinstance(outcome, tuple):
            return self._named(outcome)
        if outcome in self._wording:
            return self._wording[str(outcome)]
        if self._wording and self.joined == "|" and isinstance(outcome, tuple):
            return " | ".join(map(self.words, outcome))
        return self.text(outcome) if self.joined != "|" else self.spelling.outcome(outcome)

    def event_text(self, what: EventLike) -> str:
        """What is asked, as data writes it: an event, an outcome, or several of them."""
        return " or ".join(self.text(one) for one in several(what))

    def event_words(self, what: EventLike | None) -> str:
        """What is asked, as a person reads it: an event, an outcome, several of them, or the mean for ``None``."""
        return (
            "the mean" if what is None or self.is_mean(what) else " or ".join(self.words(one) for one in several(what))
        )


def _spaces(outcomes: Space | By | Sequence[str]) -> dict[Value, Space]:
    """The sample spaces of a check, by what decides between them."""
    if isinstance(outcomes, By):
        return {value: replace(space_of(one), way=value) for value, one in outcomes.spaces.items()}
    return {None: space_of(outcomes)}
