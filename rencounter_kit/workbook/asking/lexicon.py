"""What may be said of a check, in words: each of its parameters, with what these may be; made once for each check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from ...engine.words.errors import RuleError
from ..analysis.roster import B, ready, side_parameters
from ..mechanics.check import Check
from ..mechanics.parameter import QUESTION, Choice, Parameter, SeveralChoices, Whole, YesNo
from ..mechanics.registry import checks
from ..rulebook.library import Game, kept, once
from ..rulebook.text import Value
from ..rulebook.words import players_words
from .english import Roots, alike, fillers, meanings, numbers, one_form, roots, roots_of, weapon_of

_NOTHING = ("none", "no", "normal", "usual")  # values that say so little that they need the name of what they are of
_LONGEST = 6  # words of a phrase
_KEPT = 1024
_DIGITS = 10  # of a number are never so many
_PRONOUNS = ("its", "my", "their", "our", "your", "it", "him", "them", "this", "that")  # "throws it back"
ARTICLES = frozenset(("a", "an", "the", "his", "her", *_PRONOUNS))


class SidedParameter(NamedTuple):
    """What is asked of each side alike, or once.

    names : of the parameters, one for each side.
    sides : the words by which their names tell the sides apart; none where it is asked once.
    parameter : the first of them.
    words : of its name, by their roots; the last says most.
    long_forms : those of what its abbreviations stand for.
    order : of it among those of the check.
    """

    names: tuple[str, ...]
    sides: Roots
    parameter: Parameter
    words: Roots
    long_forms: Roots
    order: int

    @property
    def counts(self) -> bool:
        """Does it count figures?"""
        return isinstance(self.parameter, Whole) and not roots_of("counted.units").isdisjoint(
            {*roots(self.parameter.unit), self.words[-1]}
        )

    @property
    def counts_deeds(self) -> bool:
        """Does it count shots, blows and the like, which nobody counts by men?"""
        return not roots_of("counted.deeds").isdisjoint({*roots(self.parameter.unit), self.words[-1]})

    @property
    def of_kinds(self) -> bool:
        """Is it asked of three kinds of figures, rather than of sides?"""
        return self.sides == ("a", "b", "c")

    @property
    def is_modifier(self) -> bool:
        """Is it added to a roll, so that its number is said with a sign?"""
        return not roots_of("counted.modifiers").isdisjoint({*self.words, *self.long_forms})

    @property
    def takes_numbers(self) -> bool:
        return isinstance(self.parameter, Whole) or bool(self.numbers)

    @property
    def numbers(self) -> tuple[Value, ...]:
        """Of a choice among numbers, all of them; and those of which a list is made."""
        if not isinstance(self.parameter, (Choice, SeveralChoices)):
            return ()
        return tuple(choice for choice in self.parameter.choices if type(choice) in (int, float))


class PhraseMeaning(NamedTuple):
    """What a phrase may mean: a value of a slot.

    whole : is all of the value said, not a part of its name?
    named : is the name of the slot said too, or a word of it?
    own : is it said by its own words, not by those of players?
    """

    slot: SidedParameter
    value: Value
    whole: bool = True
    named: int = 0
    own: bool = True


class UnitScale(NamedTuple):
    """So much of another unit is one of this."""

    unit: str
    of_it: Fraction


class Lexicon:
    """The phrases of a check.

    phrases : what each may mean, the likeliest first.
    men : the ready men who can meet in it, by the words of their names.
    """

    def __init__(self, check: Check) -> None:
        self.check = check
        self.slots = list(_slots(check))
        own = names_of(check.stem) | {word for slot in self.slots for word in slot.words}
        self.phrases: dict[Roots, list[PhraseMeaning]] = {}
        for slot in self.slots:
            for phrase, meaning in _phrases_of(slot, own):
                self._add(phrase, meaning)
        for phrase, means in synonyms_of(check.stem).items():
            for meaning in [meaning for words in means for meaning in self._meant(words)]:
                self._add(phrase, meaning)
        for word, what in meanings("absences").items():
            for slot in [one for one in self.slots if word != what in one.words and fits(one.parameter, 0)][:1]:
                self._add((word,), PhraseMeaning(slot, 0))
        for every in self.phrases.values():
            every.sort(key=lambda one: (not one.whole, -one.named, one.value != one.slot.parameter.default))
        self._of_men = [slot.parameter for slot in self.slots if slot.sides[:2] == ("a", "b")]
        men = ready(check.stem) if self._of_men else ()
        self.men = {roots(name): name for name in sorted(men, key=len, reverse=True)}
        self.longest = max(map(len, self.phrases), default=1)
        units = {word for slot in self.slots for word in roots(slot.parameter.unit)}
        self.units = units - roots_of("counted.units") - roots_of("counted.people") - fillers()

    def _add(self, phrase: Roots, meaning: PhraseMeaning) -> None:
        phrase = tuple(word for word in phrase if word not in ARTICLES)
        if phrase and len(phrase) <= _LONGEST:
            for key in (phrase, (one_form("".join(phrase)),)):
                meanings = self.phrases.setdefault(key, [])
                if not any(one.slot.names == meaning.slot.names and one.value == meaning.value for one in meanings):
                    meanings.append(meaning)

    def _meant(self, phrase: Roots) -> list[PhraseMeaning]:
        """What words of the book mean here: a phrase of it, or the name of a parameter and a number."""
        if phrase[-1].isdecimal():
            values = [(slot, int(phrase[-1])) for slot in self.slots if slot.words == phrase[:-1]]
            return [PhraseMeaning(slot, value) for slot, value in values if fits(slot.parameter, value)]
        return [
            one._replace(whole=True, own=False)
            for one in self.phrases.get(phrase, ())
            if one.whole or one.named or len(phrase) > 1 or roots(str(one.value).replace("_", " "))[-1:] == phrase
        ]

    @cached_property
    def sources(self) -> list[Lexicon]:
        """Those of the checks that work out what is asked of men who meet, of one man each."""
        takes = dict.fromkeys(parameter.takes for parameter in self._of_men if parameter.takes)
        return [lexicon(checks[one]) for one in takes if not side_parameters(checks[one], B)]

    def telling(self, slot: SidedParameter, word: str) -> float:
        """How much a word tells of a number beside it: that it is of a slot."""
        if word in (slot.words[-1], "".join(slot.words)):
            return 1.0
        if (
            word in slot.words
            or alike(word) in map(alike, slot.words)
            or any(
                len(means) == 1 and means[0] in slot.words for means in synonyms_of(self.check.stem).get((word,), ())
            )
        ):
            return 0.6
        return 0.3 if word in slot.long_forms else 0.2 if word in slot.sides else 0.0

    @cached_property
    def results(self) -> frozenset[str]:
        """The words of what may be shown of its answers."""
        result = self.check.parameters.get(QUESTION)
        return frozenset(roots(" ".join(map(str, result.choices)).replace("_", " "))) if result else frozenset()

    @cached_property
    def begun(self) -> frozenset[Roots]:
        """The first two words of each phrase."""
        return frozenset(phrase[:2] for phrase in self.phrases if len(phrase) > 1)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words that say something here."""
        named = {word for slot in self.slots for word in (*slot.words, *slot.long_forms)}
        men = {word for name in self.men for word in name if not weapon_of(word)}
        return frozenset(named.union(*self.phrases, men))

    @cached_property
    def measures(self) -> Mapping[str, UnitScale]:
        return scales_of(self.check.stem)


lexicon = lru_cache(maxsize=_KEPT)(Lexicon)  # of a check, made once


def _slots(check: Check) -> Iterator[SidedParameter]:
    """The parameters, those of two sides together; rulings are house rules."""
    every = [one for one in check.parameters.values() if one.group != "ruling" and not one.free]
    order = {parameter.name: number for number, parameter in enumerate(every)}
    by_base: dict[tuple[str, ...], dict[str, Parameter]] = {}
    for parameter in every:
        side, base = _apart(parameter.name)
        by_side = by_base.setdefault(base, {})
        by_side[side if side and side not in by_side else parameter.name] = parameter
    for base, by_side in by_base.items():
        several = len(by_side) > 1 and not any(parameter.name in by_side for parameter in by_side.values())
        for group in [by_side] if several else [{"": parameter} for parameter in by_side.values()]:
            names, first = tuple(one.name for one in group.values()), next(iter(group.values()))
            words = base if several else tuple(first.name.split("_"))
            yield SidedParameter(
                names, tuple(group) if several else (), first, *_words(check, words), order[first.name]
            )


def _apart(name: str) -> tuple[str, tuple[str, ...]]:
    """The side that a name tells, at its beginning or end, and the rest of it."""
    *rest, last = first, *_ = name.replace("off_hand", "off").split("_")
    if rest and first in meanings("side"):
        return first, tuple(name.replace("off_hand", "off").split("_")[1:])
    return (last, tuple(rest)) if rest and (last in meanings("side") or last == "c") else ("", tuple(name.split("_")))


def _words(check: Check, base: tuple[str, ...]) -> tuple[Roots, Roots]:
    """The words of a parameter's name, and those of what its abbreviations stand for."""
    name = "_".join(base)
    long_forms = check.spelling.abbreviations_in(check.spelling.words(name)).values()
    return roots(name.replace("_", " ")), tuple(dict.fromkeys(word for text in long_forms for word in roots(text)))


def _phrases_of(slot: SidedParameter, own: frozenset[str]) -> Iterator[tuple[Roots, PhraseMeaning]]:
    """How each value may be said; what is shown of an answer is asked otherwise."""
    if slot.parameter.name == QUESTION:
        return
    if isinstance(slot.parameter, YesNo):
        of_side = slot.parameter.group == "target" and slot.words[0] in meanings("side")
        for words in {slot.words, slot.words[of_side:]}:  # "helpless" of the target
            yield words, PhraseMeaning(slot, True, True, 2)
        return
    for value, text in _values(slot.parameter):
        words = roots(text)
        if not any(word.isalpha() for word in words) or words == ("a",) or words == ("b",):
            continue
        little = text in _NOTHING or value is None or fillers().issuperset(words)
        if not little:
            yield words, PhraseMeaning(slot, value)
        for name in _names(slot):
            named = 2 if name == slot.words else 1
            yield words + name, PhraseMeaning(slot, value, True, named)
            yield name + words, PhraseMeaning(slot, value, True, named)
        if not little and isinstance(slot.parameter, (Choice, SeveralChoices)):
            for part in _parts(words, own):
                yield part, PhraseMeaning(slot, value, False)
                for name in _names(slot):
                    yield part + name, PhraseMeaning(slot, value, False, 1)


def _values(parameter: Parameter) -> Iterable[tuple[Value, str]]:
    if isinstance(parameter, Whole):
        return parameter.grades
    choices = parameter.choices if isinstance(parameter, (Choice, SeveralChoices)) else ()
    return [(value, value.replace("_", " ")) for value in choices if isinstance(value, str)]


def _names(slot: SidedParameter) -> list[Roots]:
    """How a slot is called beside a value: by all its words, and by each of them but for that of a side."""
    single = [(word,) for word in slot.words if len(word) > 1 and word not in {*meanings("side"), *fillers()}]
    return list(dict.fromkeys([slot.words, *single]))


def _parts(words: Roots, own: frozenset[str]) -> Iterator[Roots]:
    """Parts of a phrase that may stand for it: its last words, or the first ones, that say something; a first word
    alone is no word of the check itself.
    """
    little = fillers() | numbers().keys()
    for length in range(len(words) - 1, 0, -1):
        for part in (words[-length:], words[:length]):
            says = any(len(word) > 2 and word.isalpha() and word not in little for word in part)
            if says and not (length == 1 and part[0] in own):
                yield part


@lru_cache(maxsize=_KEPT)
def name_words(check: Check) -> frozenset[str]:
    """The words by which a check is known: those of its title, its name and its game."""
    return frozenset(roots(f"{check.title} {check.name} {check.book.title}".replace("_", " "))) - fillers()


@kept
def names_of(stem: str) -> frozenset[str]:
    """The words by which the checks of a game are known."""
    return frozenset().union(*map(name_words, checks.of(stem)))


@once
def synonyms_of(of: Game) -> Mapping[Roots, tuple[Roots, ...]]:
    """What players say, and the words of the book for it."""
    return {phrase: means for phrase, means in _lines(of) if not any(map(_scale, means))}


@once
def scales_of(of: Game) -> Mapping[str, UnitScale]:
    """Units that the table does not count in, such as yards, with how much of one of its own each is."""
    return {phrase[0]: scale for phrase, (means, *_) in _lines(of) if len(phrase) == 1 and (scale := _scale(means))}


def _scale(means: Roots) -> UnitScale | None:
    """What "1/4 inch" says; ``None`` for other words."""
    if len(means) != 3 or not all(one.isascii() and one.isdecimal() and len(one) < _DIGITS for one in means[:2]):
        return None
    number, of = map(int, means[:2])
    return UnitScale(means[2], Fraction(number, of)) if of else None


def _lines(of: Game) -> Iterable[tuple[Roots, tuple[Roots, ...]]]:
    """What stands below ``[words]``."""
    return [(roots(name), tuple(map(roots, means))) for name, means in players_words(of)]


def fits(parameter: Parameter, value: Value) -> bool:
    """May a parameter have this value?"""
    try:
        parameter.check(value)
    except RuleError:
        return False
    return True
