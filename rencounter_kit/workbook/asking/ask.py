"""A question in words about any of the games: the checks that answer it, the likeliest first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from itertools import pairwise
from math import log2

from ...engine.words.errors import RuleError
from ...engine.words.wording import chance_told
from ..analysis.search import Find, SearchResults, find, scores_of
from ..mechanics.check import Check, Result
from ..mechanics.links import command
from ..mechanics.processes.process import Process
from ..mechanics.registry import checks
from ..rulebook.book import rules, systems
from ..rulebook.library import kept
from .english import english, one_form, roots
from .lexicon import Lexicon, lexicon, name_words, synonyms_of
from .reader import EVENT
from .reading import QuestionReading
from .tokens import Token, tokens

_CANDIDATES = 14  # checks that have most of the words, and as many that a search finds
_OFFERS = 3
_LEAST = 0.5  # below which a reading has understood nothing
_TRY = "try a check and what is set, such as: long bow at full plate, skill 8"
_YES_OR_NO = re.compile(r"(?:^|[,;] *)(?:do|does|is|are|can|will)\b", re.IGNORECASE)
_LENGTHS = re.compile(r"\bhow many (?:feet|yards|inches|metres|meters)\b", re.IGNORECASE)
_KINDS = re.compile(r"\bhow (?:many|much|long|far|often|badly)|\b(?:who|where|which|when)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Asked:
    """What a question means.

    text : as it was asked.
    readings : of it, three at most, the likeliest first; none where nothing was understood. Each has its ``check``, the
        ``chips`` that were understood, the words that are ``unknown``, and the ``answer``.
    """

    text: str
    readings: tuple[QuestionReading, ...]

    @property
    def reading(self) -> QuestionReading:
        """The likeliest; ``RuleError`` where nothing was understood."""
        if not self.readings:
            raise RuleError(f"no check was found for {self.text!r}; {_TRY}")
        return self.readings[0]

    @property
    def answer(self) -> Result:
        """That of the check that the chips name, with what they set; ``RuleError`` where it has none."""
        return self.reading.answer

    @cached_property
    def lines(self) -> list[str]:
        """The question as it was understood, the answer, and what else may be meant."""
        if not self.readings:
            return [f"Nothing was understood; {_TRY}."]
        first, *others = self.readings
        understood = "; ".join(chip.label for chip in first.chips)
        told = [f"{first.check.title} ({first.check.id})", f"understood: {understood or 'the check alone'}"]
        told += [
            f'  "{chip.text}" may also be: {"; ".join(label for _, _, label in chip.others[:_OFFERS])}'
            for chip in first.chips
            if chip.others and chip.kind != EVENT
        ]
        for one in first.unknown:
            near = "; ".join(first.near(one))
            told.append(f'not understood: "{one.text}"' + (f" (near: {near})" if near else ""))
        told += answer_lines(first)
        told.append(f"the same: {command(first.check, first.params, first.lines)}")
        if others:
            told.append("or was it: " + "; ".join(f"{one.check.title} ({one.check.id})" for one in others))
        return told

    def __str__(self) -> str:
        return "\n".join(self.lines)

    __repr__ = __str__


def answer_lines(reading: QuestionReading) -> list[str]:
    """The answer in words: first what was asked of it."""
    try:
        result, event = reading.answer, reading.event
    except RuleError as error:
        return [f"no answer: {reading.check.spelling.in_sentence(str(error))}"]
    told = list[str]()
    if event is not None:
        with suppress(RuleError):  # answers of another kind
            told = [f"{reading.check.asked_words(event)}: {chance_told(result.event(event))}"]
    return told if told and result.headline.startswith(told[0].partition(":")[0]) else [*told, result.headline]


def ask(text: str, check: str = "") -> Asked:
    """A question in words, as one types it: half a sentence is enough.

    text : such as "skill 8, long bow at full plate, long range". It may name a game, a side ("A", "defender"), numbers
        with units, what may come ("how likely is he dead"), and a house rule ("with plate counting double"). Of a long
        text the first 300 letters are read.

    check : the id of the one that is meant, where that is known; else the likeliest stands first. Raises ``RuleError``
        for one that is not here.

    The words are those of the checks and, below ``[words]`` of each game, those that players use for them. What was not
    understood is told, and changes nothing.

    >>> import rencounter_kit as rk
    >>> asked = rk.ask("skill 8, long bow at full plate, long range")
    >>> [chip.label for chip in asked.reading.chips]
    ['skill 8', 'weapon long bow', 'target armour full (4)', 'range band long']
    >>> asked.answer == rk.check("rencounter.fire", skill=8, weapon="long_bow", target_armor=4, range_band="long")
    True
    """
    said = tokens(text)
    found = _scores(text)
    best = max(found.values(), default=0) or 1
    named = _games(said)
    read = [
        (QuestionReading(check, text, said, names := _names(check, said)), names, found.get(check, 0) / best)
        for check in _candidates(found, said, set(named) or set(systems()))
    ]
    of_games = {at for places in named.values() for at in places}
    rest = 1 - max((_understood(one, said) for one, _, _ in read), default=0)
    scored = [(_score(one, {**names, **dict.fromkeys(of_games, 0.0)}, said) + (0.5 + 4 * rest) * score, one)
              for one, names, score in read]  # fmt: skip
    best_first = nlargest(2 * _OFFERS, scored, key=lambda pair: pair[0])
    likely = [one for score, one in best_first if score > _LEAST]
    likely = sorted(likely, key=lambda one: bool(one.refusal))[:_OFFERS]  # what contradicts itself is hardly meant
    if check:
        meant = checks[check]
        first = next((one for one, _, _ in read if one.check is meant), None) or QuestionReading(
            meant, text, said, _names(meant, said)
        )
        likely = [first, *(one for one in likely if one is not first)][:_OFFERS]
    return Asked(text, tuple(one.without(of_games) for one in likely))


def found(text: str, limit: int = 5) -> SearchResults:
    """What a search finds; of the checks, those that answer the text as a question stand first.

    >>> [one.check.id for one in found("musket half armour fence").finds["check"]][:1]
    ['rencounter.fire']
    """
    results = find(text, limit)
    first = [one.check for one in ask(text).readings]
    known = {one.check: one for one in results.finds["check"]}
    asked = [known.get(check) or Find(check.title, check.stem, check.source, check) for check in first]
    rest = [one for check, one in known.items() if check not in first]
    of = max(results.of["check"], len(asked) + len(rest))
    return results._replace(finds={**results.finds, "check": [*asked, *rest][:limit]}, of={**results.of, "check": of})


# Which check ----------------------------------------------------------------------------------------------------------


def _scores(text: str) -> Mapping[Check, float]:
    """How well a search finds each check, or a ready situation of it."""
    found = dict[Check, float]()
    for one, score in scores_of(text):
        if one.check is not None:
            found[one.check] = max(found.get(one.check, 0), score)
    return found


def _candidates(found: Mapping[Check, float], said: Sequence[Token], stems: set[str]) -> list[Check]:
    """The checks of some games that have most of the words, and those that a search finds first."""
    words = {one.word for one in said} - english().passed
    having = dict[Check, float]()
    for stem in stems:
        synonyms, telling = synonyms_of(stem), _telling(stem)
        meant = words.union(*(means for word in words for means in synonyms.get((word,), ())))
        for check, vocabulary in _vocabularies(stem).items():
            here = meant & vocabulary
            having[check] = sum(1 + telling.get(word, 0) * (word in name_words(check)) for word in here)
    by_search = [check for check in nlargest(3 * _CANDIDATES, found, key=found.__getitem__) if check.stem in stems]
    return list(dict.fromkeys([*by_search[:_CANDIDATES], *nlargest(_CANDIDATES, having, key=having.__getitem__)]))


@kept
def _vocabularies(stem: str) -> Mapping[Check, frozenset[str]]:
    """All words that say something of each check of a game."""
    return {check: lexicon(check).words | name_words(check) for check in checks.of(stem)}


@kept
def _telling(stem: str) -> Mapping[str, float]:
    """How much each word by which a check is known tells: nothing where all have it, 1 where few have."""
    every = [name_words(check) for check in checks.of(stem)]
    having = Counter(word for words in every for word in words)
    return {word: 1 - log2(many) / log2(len(every) + 1) for word, many in having.items()}


def _games(said: Sequence[Token]) -> dict[str, set[int]]:
    """The games that a question names, with the places of their titles."""
    words, found = [one.word for one in said], dict[str, set[int]]()
    for stem in systems():
        title = list(roots(rules(stem).title))
        for at in range(len(words) - len(title) + 1):
            if title and words[at : at + len(title)] == title:
                found.setdefault(stem, set()).update(range(at, at + len(title)))
    return found


def _names(check: Check, said: Sequence[Token]) -> dict[int, float]:
    """The places of words by which a check is known, its own or those that players have for them, with how much they
    tell.
    """
    known, synonyms, telling = name_words(check), synonyms_of(check.stem), _telling(check.stem)
    words = known | lexicon(check).words
    found = {at: telling[one.word] for at, one in enumerate(said) if one.word in known}
    for at, (one, then) in enumerate(pairwise(said)):
        if (pair := one_form(one.word + then.word)) in known:  # "knock back"
            found |= {at: telling[pair], at + 1: telling[pair]}
    for length in (3, 2, 1):
        for start in range(len(said) - length + 1):
            means = synonyms.get(tuple(one.word for one in said[start : start + length]), ())
            tells = [telling[word] for one in means if words.issuperset(one) for word in known.intersection(one)]
            if tells:
                found |= {at: max(found.get(at, 0), *tells) for at in range(start, start + length)}
    return found


# How well it reads ----------------------------------------------------------------------------------------------------


def _spans(reading: QuestionReading, kind: str = "", numbers: bool = False) -> list[tuple[int, int]]:
    chips = (chip for chip in reading.chips if kind in ("", chip.kind))
    return [span for chip in chips if not numbers or type(chip.value) in (int, float) for span in chip.spans]


def _within(one: Token, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= one.start < end for start, end in spans)


def _understood(reading: QuestionReading, said: Sequence[Token]) -> float:
    """Which share of the words that say something is set or asked."""
    says, spans = [one for one in said if one.word not in english().passed], _spans(reading)
    return sum(_within(one, spans) for one in says) / max(1, len(says))


def _score(reading: QuestionReading, names: Mapping[int, float], said: Sequence[Token]) -> float:
    """Points for each word that is understood, most for those that name few checks; less for each that is not, for a
    check far on in its game, and for a fight of two of whom one is not said.
    """
    order = _place(reading.check)
    of_it, of_events, of_numbers = _spans(reading), _spans(reading, EVENT), _spans(reading, numbers=True)
    points = 0.0
    for at, one in enumerate(said):
        if one.word not in english().passed:
            understood = _within(one, of_it) + 0.4 * _within(one, of_events)
            named = 0.4 + 1.5 * names[at] if at in names and not _within(one, of_numbers) else 0.0
            points += max(understood, named)
    points -= sum(_weight(reading, one.root) for one in reading.unknown if (one.span[0] not in _starts(names, said)))
    a, b = ({chip.name[2:] for chip in reading.chips if chip.name.startswith(side)} for side in ("a_", "b_"))
    if a | b:
        points += 1 if a & b and reading.even else -1
    points += 0.5 * (_kind(reading.check.title) == _kind(reading.text) != "")
    return points - order - 0.5 * reading.implied - 0.6 * isinstance(reading.check, Process)


def _starts(names: Mapping[int, float], said: Sequence[Token]) -> set[int]:
    return {said[at].start for at in names}


def _weight(reading: QuestionReading, word: str) -> float:
    """How much is lost with a word that is not understood: little where the check asks for something called so, much
    where other checks of the game are known by it.
    """
    words: Lexicon = lexicon(reading.check)
    if word in words.words:
        return 0.4
    stem = reading.check.stem
    return 1.5 if word.isdigit() or word in _telling(stem) or (word,) in synonyms_of(stem) else 1.0


def _place(check: Check) -> float:
    """Where a check stands in its game, which begins with what others are made of: 0 for the first, less than 1."""
    return _places(check.stem)[check]


@kept
def _places(stem: str) -> Mapping[Check, float]:
    every = checks.of(stem)
    return {check: number / len(every) for number, check in enumerate(every)}


def _kind(text: str) -> str:
    """How it is asked: "who", "how many"."""
    found = _KINDS.search(text)
    told = found[0].lower() if found else "does" if _YES_OR_NO.search(text) else ""
    return "how far" if _LENGTHS.search(text) else told
