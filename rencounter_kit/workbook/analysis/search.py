"""Any check, figure or situation of the five games, found by words; and the panels of any game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from math import sqrt
from typing import NamedTuple

from ...engine.dice.throw import Random
from ...engine.words.errors import RuleError
from ..mechanics.check import Check
from ..mechanics.parameter import Parameter, Whole
from ..mechanics.processes.process import Process
from ..mechanics.registry import checks
from ..rulebook.book import Rule, figure_text, rules, systems
from ..rulebook.library import kept
from ..rulebook.presets import presets
from ..rulebook.rule_words import in_full
from ..rulebook.small_words import listed
from ..rulebook.text import Value
from ..rulebook.watching import WatchedRuleset
from ..rulebook.words import KnownWord, Words, parts, plain
from .situations import situations
from .word_index import BESIDE, NAME, QUESTION_PART, Texts, WordIndex

_HOW = re.compile(r"\bhow (?:long|far|often|likely|hard|good|bad|big)\b", re.IGNORECASE)  # it says no more than how
_LONGEST, _MAX_TERMS = 200, 12
_OTHER_WORDS = 0.75  # of the player's own, that words count which a game has for them
_CALLED = 8  # times that a word counts by which a check is called; several of them share that
_SHARE = 0.5  # of the best, that what is listed beside it counts
_FEW = 4  # throws of a fight that read nearly all that it can read
DICE_LINE = re.compile(r"(?<![^\W\d])\d*d(?:\d|%|\{)", re.IGNORECASE)  # it may be dice in one line
PANELS = {
    "your_dice": (
        "Any dice in one line",
        "dice die roll notation pool explode advantage reroll drop keep d4 d6 d8 d10 d12 d20 d100 4d6 3d6 2d6",
    ),
    "your_evening": (
        "The luck of a whole evening",
        "lucky unlucky cheat cheating cheater loaded fair chance session streak dice night rolls",
    ),
    "your_men": (
        "Who beats whom: all men against each other",
        "man roster figure names versus strongest best tournament heat map price gold worth",
    ),
}  # of any game: by the function that makes it, what it is called, and other words for it
HEADINGS = {"panel": "Of any game", "check": "Checks", "figure": "Figures", "situation": "Situations to try"}
KINDS = tuple(HEADINGS)


class Find(NamedTuple):
    """What was found: a check, by itself or in a named situation, or a figure of the rules.

    name : what to call it.
    stem : of its game.
    about : where it comes from.
    check : ``None`` for a figure.
    rule : ``None`` for a check.
    params : of the situation.
    panel : the function that makes one, of any game.
    order : of a check among those of its game, which begins with what others are made of.
    """

    name: str
    stem: str
    about: str
    check: Check | None = None
    rule: Rule | None = None
    situation: str = ""
    params: Mapping[str, Value] = {}
    panel: str = ""
    order: int = 0

    @property
    def kind(self) -> str:
        """Check, situation, figure or panel."""
        return "panel" if self.panel else "figure" if self.rule else "situation" if self.situation else "check"


class SearchResults(NamedTuple):
    """What a search brings.

    finds : of each kind, the likeliest first; the situations first of all where one of them says it best.
    of : how many there are of each.
    instead : other words, where nothing has one of these.
    every : does each have all of the words?
    """

    finds: Mapping[str, list[Find]]
    of: Mapping[str, int]
    instead: str = ""
    every: bool = True


class _Index(NamedTuple):
    """All there is to find, the game of each, and the words of all."""

    finds: list[Find]
    of_game: Mapping[str, frozenset[int]]
    words: WordIndex


def find(text: str, limit: int = 5) -> SearchResults:
    """What has most of these words, or what the book says for them, the likeliest first.

    A word counts by how few things have it, and by where it stands: four times in a name, twice in what a check asks,
    once elsewhere. What counts less than half as much as the best of its kind is left out.

    >>> [one.name for one in find("large shield").finds["figure"]][:1]
    ['fire: large shield = -2']
    >>> find("sheild").instead
    'shield'
    """
    query, every = _Query(text), _index().finds
    finds, of, best = dict[str, list[Find]](), dict[str, int](), dict[str, float]()
    for kind in KINDS:
        these = {number: score for number, score in query.scores.items() if every[number].kind == kind}
        best[kind] = max(these.values(), default=0)
        likely = [number for number, score in these.items() if score >= best[kind] * _SHARE]
        likely.sort(key=lambda number: (-round(these[number], 1), every[number].order, len(every[number].name)))
        finds[kind], of[kind] = [every[number] for number in likely[:limit]], len(likely)
    if best["situation"] > max(best[kind] for kind in KINDS if kind != "situation"):
        finds = {"situation": finds["situation"], **finds}
    if DICE_LINE.search(text):  # whatever else it names, it is a line of dice too
        dice = next(one for one in every if one.panel == "your_dice")
        finds["panel"] = [dice, *(one for one in finds["panel"] if one is not dice)][:limit]
        of["panel"] = max(of["panel"], len(finds["panel"]))
        return SearchResults(finds, of)
    return SearchResults(finds, of, query.instead(), query.every)


class _Query:
    """A text that is looked for.

    scores : how well each thing has it.
    every : has one of them all of its words?
    """

    every = False

    def __init__(self, text: str) -> None:
        self.index, self._having = _index(), dict[str, dict[int, float]]()
        text = text[:_LONGEST]
        if self._telling(parts("", _HOW.sub(" ", text))):
            text = _HOW.sub(" ", text)
        self.text = text
        self.found_places = dict[
            Words, dict[int, float]
        ]()  # at which place each thing has a word, or several that are one to its game
        share = dict[int, float]()
        for stem, numbers in self.index.of_game.items():
            terms = self._telling(parts(stem, text))
            of = sum(len(one.words) for one in terms)
            has = [self._scores(one, numbers) for one in terms]
            self.every |= bool(has) and bool(set(has[0]).intersection(*has[1:]))
            for one, matches in zip(terms, has, strict=True):
                self.found_places.setdefault(one.words, {}).update(matches)
                for number in matches:
                    share[number] = share.get(number, 0) + len(one.words) / of
        self.scores = dict[int, float]()
        for term, matches in self.found_places.items():
            tells = self.index.words.telling(matches) * len(term)
            for number, place in matches.items():
                self.scores[number] = self.scores.get(number, 0) + place * tells * sqrt(share[number])

    def _scores(self, one: KnownWord, numbers: frozenset[int]) -> dict[int, float]:
        """Where the things of a game have all that is said, in these or, which tells less, in their own words."""
        scores = dict[int, float]()
        for means in (one.words, *one.means):
            share = 1.0 if means is one.words else _OTHER_WORDS
            each = [self._places(word) for word in means]
            for number in numbers.intersection(*each):
                scores[number] = max(scores.get(number, 0), share * sum(has[number] for has in each) / len(each))
        return scores

    def _places(self, word: str) -> dict[int, float]:
        if word not in self._having:
            self._having[word] = self.index.words.having(word)
        return self._having[word]

    def _telling(self, terms: list[KnownWord]) -> list[KnownWord]:
        """What is said, once each, without the words that say nothing."""
        once = list({one.words: one for one in terms}.values())[:_MAX_TERMS]
        return [one for one in once if one.means or one.words[0] not in listed("says_nothing.search")] or once

    def instead(self) -> str:
        """The same words, with others for those that nothing has; empty where there are none."""
        words = {word for term, matches in self.found_places.items() if matches for word in term}
        other = [(word, word if word in words else self.index.words.near(word)) for word in self._words()]
        changed = any(word != near for word, near in other)
        return " ".join(near for _, near in other) if changed and all(near for _, near in other) else ""

    def _words(self) -> list[str]:
        return [word for one in self._telling(parts("", self.text)) for word in one.words]


def search_summary(results: SearchResults, text: str) -> str:
    """What to say above what was found for a text. HTML; what to try instead follows it."""
    if not text.strip():
        return ""
    if results.instead:
        return "Nothing has all of these words. Did you mean"
    if not any(results.of.values()):
        return "Nothing has that word. Try a shorter one, or one that the rules use."
    return "" if results.every else "Nothing has all of these words. This has most of them:"


@kept
def _index() -> _Index:
    finds, of_game, texts = list[Find](), dict[str, set[int]](), list[Texts]()
    for number, (one, at) in enumerate(_everything()):
        finds.append(one)
        texts.append(at)
        of_game.setdefault(one.stem, set()).add(number)
    return _Index(finds, {stem: frozenset(numbers) for stem, numbers in of_game.items()}, WordIndex(texts))


def _everything() -> Iterator[tuple[Find, Texts]]:
    """All there is to find, each with the words of its name, of what it asks, and others."""
    for panel, (name, rest) in PANELS.items():
        yield Find(name, "", f"rk.{panel}()", panel=panel), {NAME: name, BESIDE: f"{panel} {rest}"}
    for stem in systems():
        book = rules(stem)
        for order, check in enumerate(checks.of(stem)):
            ready, about = presets(stem).get(check.id, {}), check.source
            asks = ("; ".join([p.name, *map(str, p.choices), *_grades(p)]) for p in check.parameters.values())
            names = "; ".join([book.title, check.id, *asks, *check.events, *(check.scale or ())])
            helps = " ".join(p.help for p in check.parameters.values())
            yield (
                Find(check.title, stem, about, check, order=order),
                {
                    max(NAME, _CALLED // len(plain(check.name))): check.name,
                    NAME: f"{check.title}; {check.name}",
                    QUESTION_PART: names,
                    BESIDE: f"{about} {helps} {' '.join(ready)}",
                },
            )
            for name, params in ready.items():
                values = "; ".join(map(str, params.values()))
                yield (
                    Find(name, stem, check.title, check, None, name, params, order=order),
                    {NAME: name, QUESTION_PART: f"{book.title}; {values}", BESIDE: f"{check.id} {about} {check.title}"},
                )
        for path in book:
            rule = book.rule(path)
            yield (
                Find(f"{in_full(rule)} = {figure_text(rule.value)}", stem, rule.source, None, rule),
                {
                    NAME: f"{rule.label} {rule.ask}",
                    QUESTION_PART: f"{book.title}; {path}",
                    BESIDE: f"{stem} {rule.source} {rule.note} {rule.mark}",
                },
            )


def _grades(parameter: Parameter) -> list[str]:
    """The words that the rules give to its numbers."""
    return [label for _, label in parameter.grades] if isinstance(parameter, Whole) else []


# What rests on what ---------------------------------------------------------------------------------------------------


@cache
def figures_of(check: Check) -> tuple[Rule, ...]:
    """The figures that a check reads in its named situations, and with any one parameter otherwise in a single throw,
    in the order of the book.
    """
    paths = set(_usual(check))
    for p in check.parameters.values():
        partner = {p.only_with[0]: p.only_with[1][0]} if p.only_with[0] else {}
        for value in (p.low, p.high) if isinstance(p, Whole) else p.values():
            paths |= in_a_few_throws(check, {**partner, p.name: value}, limit=1)
    return tuple(check.book.rule(path) for path in check.book if path in paths)


@cache
def _usual(check: Check) -> frozenset[str]:
    """What is read in the named situations, of a fight in a few throws."""
    fight = isinstance(check, Process)
    own = (situation for situation in situations(check.stem) if situation.check is check)
    return frozenset().union(*(in_a_few_throws(check, one.params) if fight else one.paths for one in own))


def in_a_few_throws(check: Check, params: Mapping[str, Value], limit: int = _FEW) -> set[str]:
    """What is read before the dice, and then by throws at random; no more of them once one has read nothing new."""
    watched = WatchedRuleset(check.book)
    with suppress(RuleError):
        targets = check.numbers(watched, check.values(watched, params))[0]
        for seed in range(limit):
            before = len(watched.paths_read)
            check.throw_once(watched, targets, Random(seed))
            if len(watched.paths_read) == before:
                break
    return {rule.path for path in watched.paths_read for rule in check.book.below(path)}


@kept
def checks_with(stem: str, path: str) -> list[Check]:
    """The checks of a game that read a figure; looked for first where others of its group are usually read."""
    group, every = path.rpartition(".")[0], checks.of(stem)
    near = [check for check in every if any(other.rpartition(".")[0] == group for other in _usual(check))]
    return _reading(near, path) or _reading(every, path)


def _reading(among: Iterable[Check], path: str) -> list[Check]:
    return [check for check in among if any(rule.path == path for rule in figures_of(check))]
