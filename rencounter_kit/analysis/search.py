"""Any check, figure or situation of the five games, found by words; and the panels for dice of any game."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from ..dice.throw import Random
from ..errors import RuleError
from ..mechanics.check import Check
from ..mechanics.parameter import Whole
from ..mechanics.processes.process import Process
from ..mechanics.registry import checks
from ..rulebook.book import Rule, figure_text, rules, systems
from ..rulebook.library import kept
from ..rulebook.presets import presets
from ..rulebook.text import Value
from ..rulebook.told import in_full
from ..rulebook.watching import WatchedRuleset
from ..typed import one_spelling
from .situations import situations

_EMPTY = """ a an and are at be by can do does for from get has have he his how i if in is it many much my of on or the their
 they to what when which who will with """.replace("\n", "")
_LONGEST, _MAX_TERMS = 200, 8
_FEW = 4  # throws of a fight that read nearly all that it can read
_LINE = re.compile(r"(?<![^\W\d])\d*d(?:\d|%|\{)", re.IGNORECASE)  # dice in one line
PANELS = {
    "your_dice": (
        "Any dice in one line",
        "dice die roll notation pool explode advantage reroll drop keep d4 d6 d8 d10 d12 d20 d100 4d6 3d6 2d6",
    ),
    "your_evening": (
        "The luck of a whole evening",
        "lucky unlucky cheat cheating cheater loaded fair chance session streak dice night rolls",
    ),
}  # of any game: by the function that makes it, what it is called, and other words for it
HEADINGS = {"panel": "Dice of any game", "check": "Checks", "figure": "Figures", "situation": "Situations to try"}
KINDS = tuple(HEADINGS)
HINT = "A check, a figure or a word of the rules, such as <i>large shield</i>, <i>morale</i> or <i>sabre</i>; or dice, such as <i>4d6</i>."


class Find(NamedTuple):
    """What was found: a check, by itself or in a named situation, or a figure of the rules.

    name : what to call it. stem : of its game. about : where it comes from. check : ``None`` for a figure. rule :
    ``None`` for a check. params : of the situation. panel : the function that makes one, for dice of any game.
    """

    name: str
    stem: str
    about: str
    check: Check | None = None
    rule: Rule | None = None
    situation: str = ""
    params: Mapping[str, Value] = {}
    panel: str = ""

    @property
    def kind(self) -> str:
        """Check, situation, figure or panel."""
        return "panel" if self.panel else "figure" if self.rule else "situation" if self.situation else "check"


class Found(NamedTuple):
    """What a search brings.

    finds : of each kind, the likeliest first. of : how many there are of each. instead : other words, where nothing has
    one of these. every : does each have all of the words?
    """

    finds: Mapping[str, list[Find]]
    of: Mapping[str, int]
    instead: str = ""
    every: bool = True


class _Index(NamedTuple):
    """All there is to find, and where each word in one spelling stands: in a name (True) or elsewhere."""

    finds: list[Find]
    places: dict[str, dict[int, bool]]
    words: list[str]  # in order
    written: dict[str, str]  # each word as it is written somewhere


def find(text: str, limit: int = 5) -> Found:
    """What has all of these words, or the beginnings of them, wherever it has them; where nothing has all, what has
    most of them. British and American spelling are the same.

    >>> [one.name for one in find("large shield").finds["figure"]][:1]
    ['fire: large shield = -2']
    >>> find("sheild").instead
    'shield'
    """
    terms = _terms(text)
    each = [_having(term) for term in terms]
    many: dict[int, list[int]] = {}
    for having in each:
        for number, worth in having.items():
            many.setdefault(number, []).append(worth)
    best = max(map(len, many.values()), default=0)
    every, finds, of = _index().finds, dict[str, list[Find]](), dict[str, int]()
    for kind in KINDS:
        likely = [number for number, worth in many.items() if len(worth) == best and every[number].kind == kind]
        likely.sort(key=lambda number: (-sum(many[number]), len(every[number].name)))
        finds[kind], of[kind] = [every[number] for number in likely[:limit]], len(likely)
    if _LINE.search(text):  # whatever else it names, it is a line of dice too
        dice = next(one for one in every if one.panel == "your_dice")
        finds["panel"] = [dice, *(one for one in finds["panel"] if one is not dice)][:limit]
        of["panel"] = max(of["panel"], len(finds["panel"]))
        return Found(finds, of)
    return Found(finds, of, _instead(terms, each), best == len(terms))


def said_of(found: Found, text: str) -> str:
    """What to say above what was found for a text. HTML; what to try instead follows it."""
    if not text.strip():
        return HINT
    if found.instead:
        return "Nothing has all of these words. Did you mean"
    if not any(found.of.values()):
        return "Nothing has that word. Try a shorter one, or one that the rules use."
    return "" if found.every else "Nothing has all of these words. This has most of them:"


def _terms(text: str) -> list[str]:
    """The words to look for, in one spelling, without those that say nothing."""
    terms = list(dict.fromkeys(_plain(text[:_LONGEST])))[:_MAX_TERMS]
    terms = [term for term in terms if f" {term} " not in _EMPTY] or terms
    return [term.rstrip("s") if len(term) > 3 else term for term in terms]


def _having(term: str) -> dict[int, int]:
    """What has a word that begins so, and how well: 4 and 3 for a word and a beginning in its name, 1 elsewhere."""
    index, found = _index(), dict[int, int]()
    for place in range(bisect_left(index.words, term), len(index.words)):
        if not (word := index.words[place]).startswith(term):
            break
        exact = word.removesuffix("s") == term
        for number, in_name in index.places[word].items():
            found[number] = max(found.get(number, 0), (3 + exact) if in_name else 1)
    return found


def _instead(terms: list[str], each: list[dict[int, int]]) -> str:
    """The same words, with others for those that nothing has; empty where there are none."""
    index, other, changed = _index(), list[str](), False
    for term, having in zip(terms, each, strict=True):
        near = [] if having else get_close_matches(term, index.words, n=1, cutoff=0.7)
        if not having and not near:
            return ""
        other.append(index.written[near[0]] if near else term)
        changed |= bool(near)
    return " ".join(other) if changed else ""


@kept
def _index() -> _Index:
    finds, places, written = list[Find](), dict[str, dict[int, bool]](), dict[str, str]()
    for number, (one, name, rest) in enumerate(_everything()):
        finds.append(one)
        for text, in_name in ((rest, False), (name, True)):
            for word in _words(text):
                plain = one_spelling(word)
                places.setdefault(plain, {})[number] = in_name
                written.setdefault(plain, word)
    return _Index(finds, places, sorted(places), written)


def _everything() -> Iterator[tuple[Find, str, str]]:
    """All there is to find, each with the words of its name and its other words."""
    for panel, (name, rest) in PANELS.items():
        yield Find(name, "", f"rk.{panel}()", panel=panel), name, f"{panel} {rest}"
    for stem in systems():
        book = rules(stem)
        for check in checks.of(stem):
            ready, about = presets(stem).get(check.id, {}), check.source
            asks = " ".join(f"{p.name} {p.help} {' '.join(map(str, p.choices))}" for p in check.parameters.values())
            answers = " ".join([*check.events, *(check.scale or ())])
            rest = f"{check.id} {book.title} {about} {asks} {answers}"
            yield Find(check.title, stem, about, check), f"{check.title} {check.name}", f"{rest} {' '.join(ready)}"
            for name, params in ready.items():
                found = Find(name, stem, check.title, check, None, name, params)
                yield (
                    found,
                    name,
                    f"{check.id} {book.title} {about} {check.title} {' '.join(map(str, params.values()))}",
                )
        for path in book:
            rule = book.rule(path)
            yield (
                Find(f"{in_full(rule)} = {figure_text(rule.value)}", stem, rule.source, None, rule),
                f"{rule.label} {rule.ask}",
                f"{stem} {path} {book.title} {rule.source} {rule.note} {rule.mark}",
            )


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


def _plain(text: str) -> list[str]:
    """The words of a text in one spelling."""
    return list(map(one_spelling, _words(text)))


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
            paths |= _in_a_few_throws(check, {**partner, p.name: value}, limit=1)
    return tuple(check.book.rule(path) for path in check.book if path in paths)


@cache
def _usual(check: Check) -> frozenset[str]:
    """What is read in the named situations, of a fight in a few throws."""
    fight = isinstance(check, Process)
    own = (situation for situation in situations(check.stem) if situation.check is check)
    return frozenset().union(*(_in_a_few_throws(check, one.params) if fight else one.paths for one in own))


def _in_a_few_throws(check: Check, params: Mapping[str, Value], limit: int = _FEW) -> set[str]:
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
