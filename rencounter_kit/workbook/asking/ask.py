"""A question in words about any of the games: the checks that answer it, the likeliest first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from heapq import nlargest
from itertools import chain
from math import fsum, log2
from shlex import quote

from ...engine.notation.answer import DiceAnswer
from ...engine.notation.line import dice
from ...engine.words.errors import RuleError
from ...engine.words.wording import chance_words
from ..analysis.answer_text import BOOK, OURS
from ..analysis.search import DICE_LINE, Find, SearchResults, find
from ..mechanics.check import Check, Result
from ..mechanics.links import command
from ..mechanics.processes.process import Process
from ..mechanics.registry import checks
from ..rulebook.book import rules, systems
from ..rulebook.library import kept
from .chips import EVENT, MAN, SETTING
from .english import Roots, one_form, roots, side_of, vocabulary
from .lexicon import lexicon, name_words, synonyms_of
from .reading import QuestionReading
from .sentence import LONGEST, Sentence

_CANDIDATES = 24  # checks that have most of the words
_OFFERS = 3
_LEAST = 0.5  # below which a reading has understood nothing
_REFUSED = 2  # points less where what is set contradicts itself, which is hardly meant
_TRY = "name a check and its settings, such as: long bow at full plate, skill 8"
_YES_OR_NO = re.compile(
    r"(?:^|[,;] *)(?:do|does|is|are|can|will)\b|\b(?:how likely|how hard is it|odds|chances?)\b", re.IGNORECASE
)
_LENGTHS = re.compile(r"\bhow many (?:feet|yards|inches|metres|meters)\b", re.IGNORECASE)
_KINDS = re.compile(r"\bhow (?:many|much|long|far|often|badly)|\b(?:who|where|which|when)\b", re.IGNORECASE)


@dataclass(frozen=True)
class QuestionInWords:
    """What a question means.

    text : as it was asked.
    readings : of it, three at most, the likeliest first; none where nothing was understood. Each has its ``check``, the
        ``chips`` that were understood, the words that are ``unknown``, and the ``answer``.
    dice : the answer, where the question is a line of dice, such as "4d6 drop lowest".
    """

    text: str
    readings: tuple[QuestionReading, ...]
    dice: DiceAnswer | None = None

    @property
    def reading(self) -> QuestionReading:
        """The likeliest; ``RuleError`` where nothing was understood."""
        if not self.readings:
            hint = f"it is a line of dice: rk.dice({self.text!r})" if self.dice else _TRY
            raise RuleError(f"no check was found for {self.text!r}; {hint}")
        return self.readings[0]

    @property
    def answer(self) -> Result:
        """That of the check that the chips name, with what they set; ``RuleError`` where it has none."""
        return self.reading.answer

    @cached_property
    def lines(self) -> list[str]:
        """The question as it was understood, the answer, and what else may be meant."""
        if self.dice is not None:
            return [*dice_lines(self.dice), f"the same: rencounter dice {quote(self.text)}"]
        if not self.readings:
            return [f"No word of this was understood; {_TRY}."]
        first, *others = self.readings
        understood = "; ".join(f"{chip.name} {chip.label}" if chip.kind == MAN else chip.label for chip in first.chips)
        lines = [f"{first.check.title} ({first.check.id})", f"understood: {understood or 'the check alone'}"]
        lines += [
            f'  "{chip.text}" may also be: {"; ".join(option.label for option in chip.others[:_OFFERS])}'
            for chip in first.chips
            if chip.others and chip.kind != EVENT
        ]
        for chip in first.chips:
            if first.is_slip(chip):
                lines.append(f'  "{chip.text}" was read as {chip.label}')
        for unknown in first.unknown:
            why = unknown.why or "; ".join(first.near(unknown))
            lines.append(f'not understood: "{unknown.text}"' + (f" ({why})" if why else ""))
        lines += answer_lines(first)
        lines.append(f"the same: {command(first.check, first.params, first.lines)}")
        if others:
            lines.append("or did you mean: " + "; ".join(f"{one.check.title} ({one.check.id})" for one in others))
        return lines

    def __str__(self) -> str:
        return "\n".join(self.lines)

    __repr__ = __str__


def dice_lines(answer: DiceAnswer) -> list[str]:
    """What dice in one line are, and what they bring."""
    first, second, *_ = str(answer).splitlines()
    return [f"dice in one line: {first}", second]


def answer_lines(reading: QuestionReading, in_force: str = "") -> list[str]:
    """The answer in words: first what was asked of it.

    in_force : house rules by which it is answered too, where they fit those of the question.
    """
    check, event, answers, lines = reading.check, reading.event, dict[str, Result](), list[str]()
    try:
        answers[""] = result = reading.answer
        if in_force and (ours := check(rules=reading.rules.with_house_rules(in_force), **reading.params)) != result:
            answers = {f"{BOOK}: ": result, f"{OURS}: ": ours}
    except RuleError as error:
        if not answers:
            return [f"no answer: {check.spelling.in_sentence(str(error))}"]
    for whose, answer in answers.items():
        if event is not None and not answer.headline.startswith(check.event_words(event)):
            with suppress(RuleError):  # answers of another kind
                lines.append(f"{whose}{check.event_words(event)}: {chance_words(answer.event(event))}")
        lines.append(f"{whose}{answer.headline}")
    if len(result) == 1:
        lines += result.explain().steps[-1:]  # why it is certain
    if reading.lines and not isinstance(check, Process) and result == check(**reading.params):
        lines.append("These rules change nothing here.")
    return [*lines, *(f"{one.label} has {one.why}" for one in reading.without_effect)]


def ask(text: str, check: str = "") -> QuestionInWords:
    """A question in words, as one types it: half a sentence is enough.

    text : such as "skill 8, long bow at full plate, long range". It may name a game, a side ("A", "defender"), numbers
        with units, what may come ("how likely is he dead"), and a house rule ("with plate counting double"). Of a long
        text the first 300 letters are read.

    check : the id of the one that is meant, where that is known; else the likeliest stands first. Raises ``RuleError``
        for one that is not here.

    The words are those of the checks and, below ``[words]`` of each game, those that players use for them. What was not
    understood is told, and changes nothing.

    >>> import rencounter_kit as rk
    >>> print(rk.ask("4d6 drop lowest"))
    dice in one line: the highest 3 of 4d6, added up
    mean 12.24, spread 2.85, from 3 to 18, middle half 10 to 14 (59.3 %)
    the same: rencounter dice '4d6 drop lowest'
    >>> question = rk.ask("skill 8, long bow at full plate, long range")
    >>> [chip.label for chip in question.reading.chips]
    ['skill 8', 'weapon long bow', 'target armour full (4)', 'range band long']
    >>> question.answer == rk.check("rencounter.fire", skill=8, weapon="long_bow", target_armor=4, range_band="long")
    True
    """
    return _latest(text, check)


def _ask(text: str, check: str) -> QuestionInWords:
    if not check and DICE_LINE.search(text[:LONGEST]):
        with suppress(RuleError):
            return QuestionInWords(text, (), dice(text))
    sentence = Sentence(text, _all(tuple(map(_words, systems()))))
    games = _games(sentence)
    of_games = {place for places in games.values() for place in places}
    said = {stem: _said(sentence, stem) for stem in games or systems()}
    readings = {one: QuestionReading(one, sentence, _names(one, said[one.stem])) for one in _candidates(said)}
    points = {reading: _score(reading, of_games, said[reading.check.stem]) for reading in readings.values()}
    likely = [one for one in nlargest(2 * _OFFERS, points, key=points.__getitem__) if points[one] > _LEAST or one.chips]
    likely = nlargest(_OFFERS, likely, key=lambda one: points[one] - _REFUSED * bool(one.refusal))
    if check:
        meant = checks[check]
        names = _names(meant, _said(sentence, meant.stem))
        first = readings.get(meant) or QuestionReading(meant, sentence, names)
        likely = [first, *(one for one in likely if one is not first)][:_OFFERS]
    return QuestionInWords(text, tuple(one.finished(of_games) for one in likely[:1]) + tuple(likely[1:]))


_latest = kept(_ask, most=8)  # each front asks for the chips, for the answer and for what is found


def search_results(text: str, limit: int = 5) -> SearchResults:
    """What a search finds; of the checks, those that answer the text as a question stand first.

    >>> [one.check.id for one in search_results("musket half armour fence").finds["check"]][:1]
    ['rencounter.fire']
    """
    results = find(text, limit)
    first = [one.check for one in ask(text).readings]
    known = {one.check: one for one in results.finds["check"]}
    answering = [known.get(check) or Find(check.title, check.stem, check.source, check) for check in first]
    rest = [one for check, one in known.items() if check not in first]
    of = max(results.of["check"], len(answering) + len(rest))
    return results._replace(
        finds={**results.finds, "check": [*answering, *rest][:limit]}, of={**results.of, "check": of}
    )


# Which check ----------------------------------------------------------------------------------------------------------


def _said(sentence: Sentence, stem: str) -> list[tuple[range, Roots]]:
    """The words of a question, two that are one ("knock back"), and what a game calls what players say; each with its
    places.
    """
    words, synonyms = sentence.words, synonyms_of(stem)
    said = [(range(at, at + 1), (word,)) for at, word in enumerate(words) if side_of(word) is None]
    said += [(range(at, at + 2), (one_form("".join(words[at : at + 2])),)) for at in range(len(words) - 1)]
    parts = [range(at, at + length) for length in (1, 2, 3) for at in range(len(words) - length + 1)]
    return said + [(part, means) for part in parts for means in synonyms.get(words[part.start : part.stop], ())]


def _candidates(said: Mapping[str, list[tuple[range, Roots]]]) -> list[Check]:
    """The checks of some games that have most of the words, those by which few checks are known first."""
    having = dict[Check, float]()
    for stem, parts in said.items():
        meant, telling = {word for _, means in parts for word in means}, _telling(stem)
        for check, known in _vocabularies(stem).items():
            shared = meant & known
            having[check] = fsum(1 + telling.get(word, 0) * (word in name_words(check)) for word in shared)
    return nlargest(_CANDIDATES, having, key=having.__getitem__)


@lru_cache(maxsize=4)
def _all(words: tuple[frozenset[str], ...]) -> frozenset[str]:
    return vocabulary().union(*words)


@kept
def _words(stem: str) -> frozenset[str]:
    """All words that say something of a game."""
    return frozenset(chain(*synonyms_of(stem), *_vocabularies(stem).values()))


@kept
def _vocabularies(stem: str) -> Mapping[Check, frozenset[str]]:
    """All words that say something of each check of a game."""
    return {
        check: name_words(check).union(lexicon(check).words, *(one.words for one in lexicon(check).sources))
        for check in checks.of(stem)
    }


@kept
def _telling(stem: str) -> Mapping[str, float]:
    """How much each word by which a check is known tells: nothing where all have it, 1 where few have."""
    names = [name_words(check) for check in checks.of(stem)]
    having = Counter(word for words in names for word in words)
    return {word: 1 - log2(many) / log2(len(names) + 1) for word, many in having.items()}


def _games(sentence: Sentence) -> dict[str, set[int]]:
    """The games that a question names, with the places of their titles."""
    titles = {stem: roots(rules(stem).title) for stem in systems()}
    named = {stem: sentence.places(title) for stem, title in titles.items() if title}
    return {
        stem: {at + more for at in starts for more in range(len(titles[stem]))}
        for stem, starts in named.items()
        if starts
    }


def _names(check: Check, said: Iterable[tuple[range, Roots]]) -> dict[int, float]:
    """The places of words by which a check is known, its own or those that players have for them, with how much they
    tell.
    """
    known, telling, names = name_words(check), _telling(check.stem), dict[int, float]()
    every = known | lexicon(check).words
    for places, means in said:
        tells = [telling[word] for word in known.intersection(means) if every.issuperset(means)]
        names |= {place: max(names.get(place, 0), *tells) for place in places if tells}
    return names


# How well it reads ----------------------------------------------------------------------------------------------------


def _score(reading: QuestionReading, of_games: set[int], said: Iterable[tuple[range, Roots]]) -> float:
    """Points for each word that is understood, most for those that name few checks; less for each that is not, little
    where the check asks for something called so; less for a check far on in its game, for each word of its name that is
    not said, for sides that count men where no number of them is said, and for a fight of two of whom one is not said.
    """
    sentence = reading.sentence
    names = {**reading.names, **dict.fromkeys(of_games, 0.0)}
    of_it, of_events, of_numbers = (
        sentence.places_in([span for chip in reading.chips if counts(chip) for span in chip.spans])
        for counts in (bool, lambda chip: chip.kind == EVENT, lambda chip: type(chip.value) in (int, float))
    )
    points = 0.0
    for place in range(len(sentence.words)):
        if not sentence.is_little(place):
            named = 0.4 + 1.5 * names[place] if place in names and place not in of_numbers else 0.0
            points += max((place in of_it) + 0.4 * (place in of_events) + 0.2 * names.get(place, 0), named)
    starts, words = {sentence.tokens[place].start for place in names}, lexicon(reading.check).words
    points -= sum(
        2 if one.number is not None else 0.4 if one.root in words else 1.2
        for one in reading.unknown
        if one.span[0] not in starts
    )
    traits = [(f"{chip.name}_"[:2].lower(), chip.name[2:]) for chip in reading.chips]  # a man has any: ""
    first, second = ({trait for side, trait in traits if side == each} for each in ("a_", "b_"))
    alike = first & second or (first and second and "" in first | second)
    if first or second:
        points += 1.5 if alike and sentence.is_even else -1
    points -= 0.1 * len({*roots(reading.check.name.replace("_", " "))}.difference(*(means for _, means in said)))
    counted = {name for slot in lexicon(reading.check).slots if slot.sides and slot.counts for name in slot.names}
    points -= 0.6 * (bool(counted) and counted.isdisjoint(chip.name for chip in reading.chips))
    points += 0.5 * (_kind(reading.check.title) == _kind(sentence.text) != "")
    return (
        points
        - _orders(reading.check.stem)[reading.check]
        - 0.2 * sum(chip.kind == SETTING and reading.check.parameters[chip.name].rare for chip in reading.chips)
        - 0.6 * isinstance(reading.check, Process)
    )


@kept
def _orders(stem: str) -> Mapping[Check, float]:
    """Where each check stands in its game, which begins with what others are made of: from 0 to less than 1."""
    every = checks.of(stem)
    return {check: number / len(every) for number, check in enumerate(every)}


def _kind(text: str) -> str:
    """How it is asked: "who", "how many"."""
    kind = _KINDS.search(_LENGTHS.sub("how far", text))
    return kind[0].lower() if kind else "does" if _YES_OR_NO.search(text) else ""
