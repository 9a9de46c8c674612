"""What somebody asks for in words, such as "double the armor" or "+1 for large shields": the figures, and the ready
rules, that it may mean.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from .book import Rule, Ruleset, Value, about_checks
from .dice_wishes import dice_wish, dice_wished
from .faces import never
from .layers import Layer, ready_rule, ready_rules
from .small_words import listed
from .text import plain_words
from .words import KnownWord, parts, plain, single

_LEAST = 4  # letters of a word that says by itself what is looked for
_FEW = 3  # words by which a new rule is called
_NEAR = 0.82  # how much alike a word and a misspelt one are
_TIMES = {
    **dict.fromkeys(("double", "doubled", "doubles", "twice"), Fraction(2)),
    **dict.fromkeys(("triple", "tripled", "treble", "thrice"), Fraction(3)),
    **dict.fromkeys(("halve", "halved", "halves", "half"), Fraction(1, 2)),
    **dict.fromkeys(("no", "without", "ignore", "ignored", "remove", "drop"), Fraction(0)),
}
_LESS = {"lower", "reduce", "reduced", "decrease", "decreased", "less", "fewer", "worse"}
_CHANGES = {*_LESS, "raise", "raised", "increase", "increased", "improve", "more", "better", "by", "add"}
_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4"}
_ASSIGNMENT = re.compile(r"\s*[=:]\s*([+-]?\d{1,6})$")
_BY = re.compile(r"(?:^|\s)by ([+-]?\d{1,6})(?=\s|$)")
_FURTHER = re.compile(r"(?:^|\s)(\d{1,6}|one|two|three|four) (more|better|less|worse|fewer)(?=\s|$)")
_SIGNED = re.compile(r"(?:^|\s)([+-])\s?(\d{1,6})(?=\s|$)")
_LAST = re.compile(r"\s+(\d{1,6})$")
_WITHIN = re.compile(r"(?:^|\s)(\d{1,6})(?=\s)")
_OR_MORE = re.compile(r"\d\s?\+(?!\s?\d)|\d or (?:more|less|better)")  # as 5+, which no figure says
_POINTS = ".,;:!?'\"()"
_NONE, _ONCE = Fraction(0), Fraction(1)
_Match = tuple[tuple[int, bool, bool, int, str, int], Value]


class _Change(NamedTuple):
    """What becomes of a figure: so many times as much, and so much more; counted away from 0 where -2 and one more are
    -3.
    """

    times: Fraction
    plus: int = 0
    away: bool = False

    def of(self, figure: int) -> int:
        plus = -self.plus if self.away and figure < 0 else self.plus
        changed = int(figure * self.times) + plus
        return changed or (figure if self.times and not plus else 0)


class _Wish(NamedTuple):
    """The words that say what is meant; what is to become of a figure, the likeliest first, nothing where that is not
    said; whether that is some times as much; whether it can be said of no figure; and whether of a modifier that the
    book does not have.
    """

    words: list[KnownWord]
    changes: list[_Change]
    scales: bool = False
    impossible: bool = False
    of_modifiers: bool = True


class WishMeaning(NamedTuple):
    """What a wish means.

    figures : the paths from a heading on, each with what it becomes; ``None`` where that is not said.
    new : modifiers that the book does not have.
    unknown : the first word that no figure has, where none was found by it.
    instead : one that looks like it, by which figures are found.
    """

    figures: Sequence[tuple[str, Value]]
    new: Sequence[tuple[str, Value]] = ()
    unknown: str = ""
    instead: str = ""


@lru_cache(maxsize=64)  # asked for what is offered, and for what is said beside the line
def wished(book: Ruleset, prefix: str, line: str) -> WishMeaning:
    """The rules that have the words of a wish, each with the figure that it asks for: "double the armor", "shield 3".

    A figure that no roll reads is never meant, nor what changes nothing. Where a number is said, or that something is
    to go, all words must be those of a figure; else the figures that have most of them, half at least. Where the wish
    names other dice, they alone are meant. What it scales is no threshold: twice the armour from which on it is heavy
    is no heavier armour. Where nothing else is meant, thresholds are there as they are; otherwise they come last, and
    before others those of a group that is called so.
    """
    if not prefix and (rolls := about_checks().new_rolls(book, line)):
        return WishMeaning([], rolls)
    if dice := dice_wish(line):
        return WishMeaning(list[tuple[str, Value]](dice_wished(book, prefix, dice)))
    wish = _wish(book.stem, line)
    if not wish.words:
        return WishMeaning([])
    figures = _figures(book, prefix, wish)
    may_be_new = wish.of_modifiers and not (prefix or wish.scales or wish.impossible)
    new, names_a_sum = about_checks().new_rules(book, line) if may_be_new else ([], False)
    if names_a_sum:
        return WishMeaning([one for one in figures if _has_name(book.rule(one[0]), line)], new)
    if figures:
        return WishMeaning(figures)
    vocabulary = _vocabulary(book, prefix)
    strange = [one.words[0] for one in wish.words if not one.means and not any(map(known_as(one.words[0]), vocabulary))]
    unknown = next(iter(strange), "")
    near = (
        next(iter(get_close_matches(single(unknown), vocabulary, n=1, cutoff=_NEAR)), "")
        if len(unknown) >= _LEAST
        else ""
    )
    corrected = [KnownWord((near,)) if one.words == (unknown,) else one for one in wish.words]
    unknown = next((word for word in re.findall(r"[^\W_]+", line) if plain(word) == [unknown]), unknown)
    if near and (figures := _figures(book, prefix, wish._replace(words=corrected))):
        return WishMeaning(figures, (), unknown, near)
    return WishMeaning([], new if wish.changes or len(strange) == len(wish.words) <= _FEW else (), unknown)


def known_as(word_typed: str) -> Callable[[str], bool]:
    """Does a word begin like one that somebody says?"""
    return lambda word: word.startswith(single(word_typed))


def _has_name(rule: Rule, line: str) -> bool:
    """Does a line have all words of the name of a figure?"""
    return set(plain(rule.label)) <= set(plain(line))


def _figures(book: Ruleset, prefix: str, wish: _Wish) -> list[tuple[str, Value]]:
    """The figures that have most words of a wish, in order."""
    figures = sorted(_matches(book, prefix, wish), key=lambda one: one[0])
    if not figures and wish.scales:
        unchanged = wish._replace(changes=[], scales=False)
        figures = sorted(_matches(book, prefix, unchanged, len(wish.words)), key=lambda one: one[0])
    return [(order[-2], figure) for order, figure in figures if order[0] == figures[0][0][0]]


def _matches(book: Ruleset, prefix: str, wish: _Wish, least: int = 0) -> Iterator[_Match]:
    """Each figure that has the words of a wish: what puts it in order, its path from the heading on, and what it
    becomes.
    """
    if wish.impossible:
        return
    needles = [_needles(word) for word in wish.words]
    is_to_go = wish.changes == [_Change(_NONE)] and wish.scales
    loosely = not wish.changes or (wish.scales and not is_to_go)
    least = least or ((len(needles) + 1) // 2 if loosely else len(needles))
    below = rules_below(book, prefix)
    having = Counter(place for needle in needles for place in _having(book, prefix, needle))
    for place, many in sorted(having.items()):
        path, rule, _ = below[place]
        may_be = not (wish.scales and rule.threshold) or (is_to_go and rule.face_of)
        if many < least or not may_be or not book.is_read(rule.path):
            continue
        groups = plain_words(f" {rule.path.rpartition('.')[0]} ")
        of_group = any(f"{one[0]} " in groups or f"{one[0]}s " in groups for needle in needles for one in needle)
        removal = never(rule, book) if is_to_go else None
        for number, figure in enumerate(_becomes(rule, wish) if removal is None else [removal]):
            yield (-many, rule.threshold, not of_group, len(path), path, number), figure


def _needles(word: KnownWord) -> list[list[str]]:
    """How a figure may have a word: as it is said, or as the book says it; of several words there the first says what
    it is.
    """
    each = [word.words, *word.means, *(means[:1] for means in word.means)]
    return [[f" {single(part)}" for part in one] for one in each]


def _having(book: Ruleset, prefix: str, needle: Sequence[Sequence[str]]) -> set[int]:
    """The places of the rules below a heading that have a word in one of its forms."""
    return set[int]().union(
        *(set.intersection(*(rules_having(book, prefix, part) for part in one)) for one in needle if one)
    )


def _becomes(rule: Rule, wish: _Wish) -> list[Value]:
    """What a wish makes of a figure, the likeliest first; ``None`` where the wish says nothing of it."""
    if not wish.changes:
        return [None]
    if rule.value is True and wish.changes == [_Change(_NONE)]:
        return [False]
    if type(rule.value) is not int:
        return []
    now: int = rule.value
    return [figure for figure in dict.fromkeys(change.of(now) for change in wish.changes) if _fits(rule, figure)]


def _wish(stem: str, line: str) -> _Wish:
    """A line as a wish; without words where something else than a number stands behind =."""
    changes, of_modifiers = list[_Change](), True
    impossible = bool(_OR_MORE.search(line)) or len(_SIGNED.findall(line)) > 1  # which of two counts is not said
    line = _OR_MORE.sub(" ", line)
    if match := _ASSIGNMENT.search(line):
        changes, line = [_Change(_NONE, int(match[1]))], line[: match.start()]
    elif by := _BY.search(line):
        lower = not _LESS.isdisjoint(plain_words(line).split())
        changes, line = [_Change(_ONCE, -int(by[1]) if lower else int(by[1]))], line[: by.start()] + line[by.end() :]
    elif further := _FURTHER.search(line):
        number = int(_NUMBERS.get(further[1], further[1])) * (-1 if further[2] in _LESS else 1)
        of_modifiers = False
        changes, line = [_Change(_ONCE, number, away=True)], line[: further.start()] + line[further.end() :]
    elif sign := _SIGNED.search(line):
        number, at_end = int(sign[1] + sign[2]), sign.end() == len(line)
        line = line[: sign.start()] + line[sign.end() :]
        changes = [_Change(_ONCE, number), *([_Change(_NONE, number)] if at_end else [])]
        if number < 0:  # modifiers are written so
            changes.reverse()
    elif number_in_it := (_LAST.search(line) or _WITHIN.search(line)):
        changes, of_modifiers = [_Change(_NONE, int(number_in_it[1]))], False
        line = line[: number_in_it.start()] + line[number_in_it.end() :]
    text, _, rest = line.partition("=")
    words = parts(stem, text) if not rest.strip(' -"') else []
    every = {_TIMES[word.words[0]] for word in words if word.words[0] in _TIMES and not word.means}
    scales = bool(every) and not changes
    if scales and len(every) == 1:  # two cannot both be meant for each figure
        changes = [_Change(every.pop())]
    says_nothing = {(word,) for word in (*_TIMES, *_CHANGES, *listed("says_nothing.figures"))}
    content = [word for word in words if word.words not in says_nothing and len(word.words[0]) > 1]
    return _Wish(content, changes, scales, impossible, of_modifiers)


def _fits(rule: Rule, figure: Value) -> bool:
    """Is it another whole number for a rule that is one?"""
    return type(rule.value) is int and not rule.choices and figure != rule.value and rule.low <= figure <= rule.high


@lru_cache(maxsize=64)
def _vocabulary(book: Ruleset, prefix: str) -> list[str]:
    """All words of the figures below a heading that a roll may read."""
    texts = (begins for _, rule, begins in rules_below(book, prefix) if book.is_read(rule.path))
    return sorted({word for begins in texts for word in begins.split()})


def ready_for(book: Ruleset, line: str) -> list[Layer]:
    """The ready rules that a wish in words may mean, and that change something: all words of their name stand in it, or
    all its words in their name; or two and more of them in their name and reason.

    >>> from rencounter_kit import rules
    >>> [layer.name for layer in ready_for(rules("rencounter"), "plate armour counts double")]
    ['Doubled armour']
    """
    typed, ready = _tokens(line), ready_rule(line, book.stem)
    in_book = typed | {means[0] for word in parts(book.stem, line) for means in word.means}
    if not ready and (not any(len(word) >= _LEAST for word in typed) or re.search(r"[=\d]|\w\.\w", line)):
        return []
    means = list[tuple[int, Layer]]()
    for stem, layer in ready_rules(book.stem).items():
        name, names = _tokens(layer.name), _tokens(f"{stem} {layer.name}")
        kinds = (
            layer is ready,
            name <= in_book,
            _begin(typed, names),
            len(typed) > 1 and _begin(typed, names | _tokens(layer.note)),
        )
        if any(kinds) and not all(book.holds(path, value) for path, value in layer.changes.items()):
            means.append((kinds.index(True), layer))
    return [layer for _, layer in sorted(means, key=lambda one: one[0])]


def _tokens(text: str) -> set[str]:
    """The words of a text that tell, in one form: "doubled" and "twice" are alike, "shields" is "shield"."""
    words = (word.strip(_POINTS) for word in plain_words(text).split())
    return {
        f"times {_TIMES[word]}" if word in _TIMES else single(word)
        for word in words
        if word in _TIMES or (len(word) >= _LEAST - 1 and word not in _CHANGES | listed("says_nothing.figures"))
    }


def _begin(typed: set[str], words: set[str]) -> bool:
    """Does each word asked for begin one of these?"""
    return all(any(word.startswith(one) for word in words) for one in typed)


@lru_cache(maxsize=8)
def rules_below(book: Ruleset, prefix: str) -> list[tuple[str, Rule, str]]:
    """The rules below a heading: path from there on, rule, and the words to search for, a space before each."""
    below = [(path.removeprefix(prefix), book.rule(path)) for path in book if path.startswith(prefix)]
    return [(path, rule, f" {' '.join(plain(f'{path} {rule.label} {rule.ask}'))}") for path, rule in below]


@lru_cache(maxsize=256)
def rules_having(book: Ruleset, prefix: str, part: str) -> set[int]:
    """The places of the rules below a heading, in the order of ``rules_below``, whose words to search for
    have a part.
    """
    return {place for place, (_, _, begins) in enumerate(rules_below(book, prefix)) if part in begins}
