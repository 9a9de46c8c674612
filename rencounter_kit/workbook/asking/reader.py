"""What each word of a question sets in one check."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import NamedTuple

from ...engine.words.typed import whole
from ..analysis.search import in_a_few_throws
from ..mechanics.check import Check
from ..mechanics.parameter import SeveralChoices, YesNo
from ..rulebook.book import rules
from ..rulebook.text import Value, figure_text
from ..rulebook.told import in_full
from ..rulebook.wishes import wished
from ..rulebook.words import root
from .english import Roots, english, roots
from .lexicon import ARTICLES, Lexicon, PhraseMeaning, SidedParameter, fits
from .tokens import LONGEST, Token

_FAR = 4  # words between a number and what it is of
_MOST_NUMBERS = 6
_SHORT = 5  # letters
_EXACT = re.compile(r"\b([a-z][a-z0-9_.]*)=([^\s,;]+)")
SETTING, EVENT, RULE = "setting", "event", "rule"
_BOTH = 2  # in place of a side


class Chip(NamedTuple):
    """Something that was understood.

    text : as it was asked.
    spans : where it stands in the question.
    kind : a setting, an event or a house rule.
    name : of the parameter; the event as it is asked of an answer; the path of a figure.
    value : of these.
    label : in words.
    others : what the same words may mean besides: name, value and label.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    kind: str
    name: str
    value: Value
    label: str
    others: tuple[tuple[str, Value, str], ...] = ()


class UnknownWord(NamedTuple):
    """A word that was not understood.

    root : of it.
    number : what number it is, if one.
    """

    text: str
    root: str
    span: tuple[int, int]
    number: int | Fraction | None = None


class _Set(NamedTuple):
    """A value with the words that say it: the places of these."""

    slot: SidedParameter
    value: Value
    places: tuple[int, ...]
    others: tuple[PhraseMeaning, ...] = ()
    name: str = ""  # of the parameter, where that is said exactly


class WordReader:
    """A question while it is read. ``used`` : the places of the words that were understood."""

    def __init__(self, words: Lexicon, text: str, said: Sequence[Token]) -> None:
        self.lexicon, self.check, self.text, self.said = words, words.check, text, said
        self.sides = list(_sides(said))
        self.how = {
            at + 1 for at, one in enumerate(said[:-1]) if one.word == "how" and said[at + 1].word in english().how
        }
        self.used, self.implied = set(self.how), 0
        self.even = not english().even.isdisjoint(one.word for one in said) or _BOTH in self.sides
        self.set: list[_Set] = []
        self.wishes = list(_wishes(said, words))
        self.wished = set[int]()
        self.event = self._count()
        self.rules = list[Chip]()
        self._exactly()
        self._ticks()
        self._phrases()
        self._numbers()
        self.event = self.event or self._event()

    # Words ------------------------------------------------------------------------------------------------------------

    def _free(self, *places: int) -> bool:
        return self.used.isdisjoint(places)

    def _take(
        self, slot: SidedParameter, value: Value, places: Sequence[int], others: Sequence[PhraseMeaning] = ()
    ) -> None:
        """Set a value; where it is said twice, that which is not as usual anyway: "how far does he move, running"."""
        before = next((one for one in self.set if one.slot == slot and len(slot.names) == 1), None)
        if before is not None and before.value == slot.p.default != value:
            self.set.remove(before)
            places = sorted({*before.places, *places})
        self.set.append(_Set(slot, value, tuple(places), tuple(others)))
        self.used.update(places)

    def _exactly(self) -> None:
        """What is said as one gives it to a check, ``skill=8``."""
        book = rules(self.check.stem)
        for found in _EXACT.finditer(self.text[:LONGEST]):
            name, said = found[1], found[2].replace("_", " ")
            places = [at for at, one in enumerate(self.said) if found.start() <= one.start < found.end()]
            slot = next((slot for slot in self.lexicon.slots if name in slot.names), None)
            value = self.check.parameters[name].read(said) if slot else None
            if slot and places and fits(slot.p, value):
                self.set.append(_Set(slot, slot.p.check(value), tuple(places), (), name))
                self.used.update(places)
            elif name in book and (figure := whole(said)) is not None and not book.rule(name).says(figure):
                self.rules.append(self._chip(places, RULE, name, figure, f"{in_full(book.rule(name))} {figure}"))
                self.used.update(places)

    def _phrases(self) -> None:
        """Values by their words, the longest first from each place on; "draw a missile" says "draw missile"."""
        row = [at for at, one in enumerate(self.said) if one.word not in ARTICLES]
        for start in range(len(row)):
            for length in range(min(self.lexicon.longest, len(row) - start), 0, -1):
                places = row[start : start + length]
                found = self.lexicon.phrases.get(tuple(self.said[at].word for at in places))
                if not found and length == 1:
                    found = self.lexicon.phrases.get((_armed_with(self.said[places[0]].word),))
                together = self.said[places[0]].clause == self.said[places[-1]].clause
                if found and together and self._free(*places) and (best := self._likeliest(found, places)):
                    value = self._denied(best, places[0])
                    value = (value,) if isinstance(best.slot.p, SeveralChoices) else value
                    self._take(best.slot, value, places, [one for one in found if one is not best])
                    break

    def _likeliest(self, found: Sequence[PhraseMeaning], places: Sequence[int]) -> PhraseMeaning | None:
        """What a phrase means: where it may be of several slots, of the one whose name stands next to it."""
        near = {self.said[at].word for at in (places[0] - 1, places[-1] + 1) if 0 <= at < len(self.said)}
        named = [one for one in found if not near.isdisjoint(one.slot.words)]
        best = (named or found)[0]
        if not named and not best.whole and not best.named and len({one.slot.order for one in found}) > 1:
            same = [one for one in found if one.slot.order == best.slot.order]
            return best if len(same) > 1 or best.slot.order < found[-1].slot.order else None
        return best

    def _denied(self, meaning: PhraseMeaning, start: int) -> Value:
        """A tick that is said not to be: "not braced", "without a leader"."""
        before = [one.word for one in self.said[max(0, start - 2) : start]]
        denied = isinstance(meaning.slot.p, YesNo) and not english().denies.isdisjoint(before)
        return False if denied else True if isinstance(meaning.slot.p, YesNo) else meaning.value

    def _ticks(self) -> None:
        """Ticks all of whose words stand near each other; and words of which there is none of something."""
        for slot in self.lexicon.slots:
            numbered = any(word in english().numbers for word in slot.words)
            if isinstance(slot.p, YesNo) and len(slot.words) > 1 and not numbered and not self._is_set(slot):
                wanted = [word for word in slot.words if word not in _PALE]
                known = sorted(place for word in wanted if (place := self._place(word)) is not None)
                near = 1 < len(known) == len(wanted) and known[-1] - known[0] <= _FAR
                if near and self.said[known[0]].clause == self.said[known[-1]].clause:
                    self._take(slot, self._denied(PhraseMeaning(slot, True), known[0]), known)
        for place, one in enumerate(self.said):
            if (what := english().none.get(one.word)) and self._free(place):
                for slot in [slot for slot in self.lexicon.slots if what in slot.words and fits(slot.p, 0)][:1]:
                    self._take(slot, 0, [place])

    def _is_set(self, slot: SidedParameter) -> bool:
        return any(one.slot == slot for one in self.set)

    def _place(self, word: str) -> int | None:
        return next((at for at, one in enumerate(self.said) if one.word == word and self._free(at)), None)

    # Numbers ----------------------------------------------------------------------------------------------------------

    def _numbers(self) -> None:
        """Each number for what stands beside it, so that all of them together fit best."""
        places = [at for at, one in enumerate(self.said) if one.number is not None and self._free(at)][:_MOST_NUMBERS]
        found = {at: self._candidates(at) for at in places}
        for at, following in pairwise(places):
            alike = "one" not in (self.said[at].word, self.said[following].word) and self._shares(at, following)
            if alike and bool(found[at]) != bool(found[following]):
                alone, other = (following, at) if found[at] else (at, following)
                found[alone] = [
                    (score * 0.8, slot, value, (alone,))
                    for score, slot, _, _ in found[other]
                    if (value := value_of(slot, self.said[alone].number)) is not None
                ]
        _, chosen = self._best(places, found, {})
        for slot, value, taken in chosen:
            self._take(slot, value, taken)

    def _shares(self, at: int, following: int) -> bool:
        """Is nothing but "against" and the like between two numbers, which are of one kind then?"""
        between = [one.word for one in self.said[at + 1 : following]]
        says = [word for word in between if word not in english().passed]
        return len(says) <= 2 and any(word in english().even or word == "and" for word in between)

    def _best(
        self, places: Sequence[int], found: Mapping[int, list[_Candidate]], taken: Mapping[tuple[int, int], int]
    ) -> tuple[float, list[tuple[SidedParameter, Value, tuple[int, ...]]]]:
        if not places:
            return 0.0, []
        at, *rest = places
        best = self._best(rest, found, taken)
        for score, slot, value, used in found[at]:
            of = self.sides[at] if len(slot.names) > 1 else None
            side = -1 if of is None else of
            room = 1 if side >= 0 else len(slot.names)
            many = taken.get((slot.order, side), 0)
            if many < room:
                further, chosen = self._best(rest, found, {**taken, (slot.order, side): many + 1})
                if score + further > best[0]:
                    best = score + further, [(slot, value, used), *chosen]
        return best

    def _candidates(self, at: int) -> list[_Candidate]:
        """What a number may be of, the likeliest first: score, slot, value, and the places that say so."""
        number, found = self.said[at].number, list[_Candidate]()
        if at and self.said[at].word == "one" and self.said[at - 1].word == "in":
            return []  # "in one turn"
        before, after = list(self._beside(at, -1)), list(self._beside(at, 1))
        counted = self._counted_as(at)
        for slot in self.lexicon.slots:
            if not slot.takes_numbers:
                continue
            score, used, so_many = 0.0, {at}, number
            units = {english().units.get(word, word) for word in roots(slot.p.unit)}
            for further, (place, weight) in [*((0.3, one) for one in before), *((0.0, one) for one in after)]:
                word = self.said[place].word
                measure = self.lexicon.measures.get(word) if not further else None
                if telling := self._telling(slot, word):
                    telling *= 1 if further or telling == 1 else 0.7  # what is named stands before its number
                    score += (weight + further) * telling
                    used.add(place)
                elif not further and (word in units or (measure and measure.unit in units)):
                    score += weight
                    used.add(place)
                    if word not in units and measure and number is not None:
                        so_many = Fraction(number) * measure.of_it
            if (
                slot.counts
                and score < 1
                and counted is not None
                and self.said[at].word != "one"
                and not any(map(self._is_unit, after[:1]))
            ):
                near = self.lexicon.slots[counted].p.group == slot.p.group if counted >= 0 else False
                score = 1.5 if near else 1.0
            value = value_of(slot, so_many)
            if score >= 1 and value is not None:
                found.append((score - slot.order / 1000 - slot.p.rare * 0.2, slot, value, tuple(sorted(used))))
        return sorted(found, key=lambda one: -one[0])[:6]

    def _is_unit(self, beside: tuple[int, float]) -> bool:
        word = self.said[beside[0]].word
        return word in self.lexicon.measures or word in english().units.values()

    @staticmethod
    def _telling(slot: SidedParameter, word: str) -> float:
        """How much a word tells of which slot a number is."""
        if word == slot.words[-1]:
            return 1.0
        return 0.6 if word in slot.words else 0.3 if word in slot.told else 0.2 if word in slot.sides else 0.0

    def _counted_as(self, at: int) -> int | None:
        """Where a number stands before what is counted: the slot of the value named there, by its place; -1 for a
        word for people; ``None`` for none.
        """
        if at > 1 and self.said[at - 1].word == "of" and self.said[at - 2].word in english().people:
            return -1
        for place in range(at + 1, min(at + 4, len(self.said))):
            one = self.said[place]
            if one.number is not None or one.clause != self.said[at].clause:
                return None
            if owner := next((each for each in self.set if place in each.places), None):
                return next(n for n, slot in enumerate(self.lexicon.slots) if slot == owner.slot)
            if one.word in english().people:
                return -1
            if one.word not in english().passed:
                return None
        return None

    def _beside(self, at: int, step: int) -> Iterator[tuple[int, float]]:
        """The words before or behind a number, up to the next one, the nearest first, with how much each tells."""
        place, far = at + step, 0
        while 0 <= place < len(self.said) and far < _FAR:
            one = self.said[place]
            if (
                one.number is not None
                or one.clause != self.said[at].clause
                or one.word in english().even
                or one.word == "at"
            ):
                return
            if one.word not in english().passed or one.word in english().units.values():
                of_next = step > 0 and far and place + 1 < len(self.said) and self.said[place + 1].number is not None
                if not of_next:  # "one swordsman of skill 9"
                    yield place, 3.0 - 0.6 * far
                far += 1
            place += step

    # Ends and rules ---------------------------------------------------------------------------------------------------

    def _count(self) -> Chip | None:
        """ "At least two hits", "3 or more": of what is counted."""
        if not any(space.numbers for space in self.check.spaces.values()):
            return None
        words = [one.word for one in self.said]
        for at, one in enumerate(self.said):
            if one.number is None or one.number != int(one.number):
                continue
            before, after = tuple(words[max(0, at - 2) : at]), tuple(words[at + 1 : at + 4])
            end = _ENDS.get(before) or ("at least" if after[:2] == ("or", "mor") else "")
            if end:
                asked = f"{end} {one.number}"
                places = [at - 2, at - 1, at] if before in _ENDS else [at, at + 1, at + 2]
                following = places[-1] + 1
                counted = roots(" ".join([self.check.unit, self.check.title, *self.check.events]))
                if following < len(self.said) and words[following] in counted:
                    places.append(following)
                self.used.update(places)
                return self._chip(places, EVENT, "", asked, asked)
        return None

    def _event(self) -> Chip | None:
        """The event or outcome most of whose words are there."""
        best: tuple[float, str, list[int]] | None = None
        for order, name in enumerate([*self.check.events, *(self.check.scale or ())]):
            words = [word for word in roots(bare(self.check.words(name))) if word not in _PALE]
            content = [word for word in words if word not in english().sides and word not in _SIDE] or words
            places = [self._place_of(word) for word in content]
            if not content or any(place is None for place in places):
                continue
            places += [self._place_of(word) for word in words if word not in content]
            known = sorted({place for place in places if place is not None})
            free = [place for place in known if place not in self.used]
            if not free:
                continue
            of_b = name[:2] == "B " and any(self.said[place - 1].written == "B" for place in free if place)
            score = len(free) + of_b - order / 100
            if best is None or score > best[0]:
                best = score, name, free
        if best is None:
            return None
        self.used.update(best[2])
        others = [(EVENT, name, self.check.words(name)) for name in self.check.events if name != best[1]]
        return self._chip(best[2], EVENT, "", best[1], self.check.words(best[1]), others)

    def _place_of(self, word: str) -> int | None:
        """Where a word of an event is said, itself or as players say it."""
        for at in sorted(range(len(self.said)), key=lambda at: at in self.used):
            one = self.said[at]
            pair: Roots = (one.word, self.said[at + 1].word) if at + 1 < len(self.said) else ()
            if one.word == word or word in english().ends.get((one.word,), ()) or word in english().ends.get(pair, ()):
                return at
        return None

    def _house_rules(self, params: Mapping[str, Value]) -> Iterator[Chip]:
        """Parts of the question that are a wish for other figures, such as "with plate counting double": those that the
        check reads in the situation; where several may be meant, the first with the others beside it.
        """
        book = rules(self.check.stem)
        for part in self.wishes:
            for end in range(len(part), max(1, len(part) - _FAR), -1):  # "... counting double in the rain"
                places = part[:end]
                if self.said[places[-1]].word in english().passed:
                    continue
                written = self.text[self.said[places[0]].start : self.said[places[-1]].end]
                figures = [(path, value) for path, value in wished(book, "", written).figures if value is not None]
                read = in_a_few_throws(self.check, params) if figures else set[str]()
                told = [
                    (path, value, f"{in_full(book.rule(path))} {figure_text(value)}")
                    for path, value in figures
                    if path in read
                ]
                if told:
                    self.wished.update(places)
                    yield self._chip(places, RULE, *told[0], told[1:])
                    break

    # What it comes to -------------------------------------------------------------------------------------------------

    def chips(self) -> tuple[Chip, ...]:
        """What was understood, in the order of the question."""
        found, taken = list[Chip](), set[str]()
        for one in sorted(self.set, key=lambda one: one.places):
            for name in self._names(one, taken):
                taken.add(name)
                p = self.check.parameters[name]
                others = [
                    (name if other.slot == one.slot else other.slot.names[0], other.value,
                     label(self.check, name if other.slot == one.slot else other.slot.names[0], other.value))
                    for other in one.others
                ]  # fmt: skip
                found.append(
                    self._chip(one.places, SETTING, name, one.value, label(self.check, name, one.value), others)
                )
                if p.only_with[0] and not {p.only_with[0]} & ({*taken} | {n for s in self.set for n in s.slot.names}):
                    other, (value, *_) = p.only_with
                    taken.add(other)
                    self.implied += 1
                    found.append(self._chip(one.places, SETTING, other, value, label(self.check, other, value)))
        found += [*self.rules, *self._house_rules({chip.name: chip.value for chip in found})]
        found += [self.event] if self.event else []
        return tuple(sorted(found, key=lambda chip: chip.spans))

    def _names(self, one: _Set, taken: set[str]) -> list[str]:
        """The parameters that are set: of one side, or of both."""
        if one.name:
            return [one.name] if one.name not in taken else []
        names, side = one.slot.names, self.sides[one.places[0]]
        if len(names) == 1:
            return [name for name in names if name not in taken]
        if side == _BOTH:
            return [name for name in names if name not in taken]
        suffers = not english().suffers.isdisjoint(one.slot.words) and one.slot.sides[:2] != ("a", "b")
        wanted = names[min(side if side is not None else int(suffers), len(names) - 1)]
        free = [name for name in names if name not in taken]
        return [wanted] if wanted in free else free[:1] if side is None else []

    def _chip(
        self,
        places: Sequence[int],
        kind: str,
        name: str,
        value: Value,
        label: str,
        others: Iterable[tuple[str, Value, str]] = (),
    ) -> Chip:
        spans = tuple(_joined([(self.said[at].start, self.said[at].end) for at in sorted(places)], self.text))
        text = " ".join(self.text[start:end] for start, end in spans)
        return Chip(text, spans, kind, name, value, label, tuple(others))

    def unknown(self, known: set[int]) -> tuple[UnknownWord, ...]:
        """The words that say something and were not understood."""
        found, counts = list[UnknownWord](), any(one.word in ("how", "what") for one in self.said)
        for at, one in enumerate(self.said):
            says_nothing = (
                one.written.lower() in english().between | english().before_word
                or one.word in english().passed | english().even | english().both
                or (one.word in english().sides and one.number is None)
            )
            if (
                at in self.used | self.wished
                or at in known
                or says_nothing
                or (counts and one.word in self.lexicon.results)
                or len(one.word) < 2 - (one.number is not None)
            ):
                continue
            found.append(UnknownWord(one.written, one.word, (one.start, one.end), one.number))
        return tuple(found)


_ENDS: Mapping[Roots, str] = {("at", "least"): "at least", ("at", "most"): "at most", ("mor", "than"): "more than"}
_Candidate = tuple[float, SidedParameter, Value, tuple[int, ...]]
_SIDE = frozenset(roots("side team"))
_PALE = frozenset(roots("is a the of an his her it to in on at by be or worse better more"))


def bare(words: str) -> str:
    """Words without what stands in brackets.

    >>> bare("target armour full (4)")
    'target armour full'
    """
    return re.sub(r" \([^()]*\)", "", words)


def _armed_with(word: str) -> str:
    """What a man is called after, as a swordsman after his sword; empty where he is not."""
    return root(word[:-3].removesuffix("s")) if word.endswith(("man", "men")) and len(word) > _SHORT else ""


def value_of(slot: SidedParameter, number: int | Fraction | None) -> Value | None:
    """A number as a slot has it, rounded to whole ones where it counts those, a half up; nothing where it cannot be."""
    if number is None:
        return None
    if slot.numbers:
        value = next((one for one in slot.numbers if Fraction(str(one)) == number), None)
        return (value,) if isinstance(slot.p, SeveralChoices) and value is not None else value
    whole = floor(number + Fraction(1, 2))
    return whole if fits(slot.p, whole) else None


def _sides(said: Sequence[Token]) -> Iterator[int | None]:
    """Of which side each word is: 0 or 1, both, or none where nothing says so."""
    now: int | None = None
    split = next((at for at, one in enumerate(said) if at and one.word in english().even - english().both), None)
    if split is None:
        split = next((at for at in range(1, len(said)) if _parts(said, at)), None)
    words = tuple(one.word for one in said)
    each = any(words[at : at + len(phrase)] == phrase for phrase in english().each for at in range(len(words)))
    if split is not None:
        now = 0
    letters = {one.written for one in said} >= {"A", "B"}
    for at, one in enumerate(said):
        if one.word in english().both:
            now = _BOTH
        elif at == split or (now == _BOTH and one.word in english().even):
            now = 1
        elif one.word in english().sides and (len(one.word) > 1 or (letters and one.written in "AB")):
            now = english().sides[one.word]
        yield _BOTH if each else now


def _parts(said: Sequence[Token], at: int) -> bool:
    """Does a word part those who act from those who suffer? "At 40 inches" does not."""
    word, then = said[at].written.lower(), said[at + 1] if at + 1 < len(said) else None
    counts = then is not None and then.number is not None
    return word in english().between | (english().before_number if counts else english().before_word)


def _joined(spans: Sequence[tuple[int, int]], text: str) -> Iterator[tuple[int, int]]:
    """Stretches of a text, those next to each other as one."""
    start, end = spans[0]
    for first, last in spans[1:]:
        if text[end:first].strip(" =_-/."):
            yield start, end
            start = first
        end = last
    yield start, end


def _wishes(said: Sequence[Token], words: Lexicon) -> Iterator[range]:
    """The parts of a question that may be a wish for other figures: from "with" or "if" on, or between commas, where
    something counts so much, or double.
    """
    start = 0
    for end in range(1, len(said) + 1):
        ends = end == len(said) or said[end].clause != said[end - 1].clause or said[end].word in english().opening
        if not ends:
            continue
        part = range(start, end)
        counts = any(said[at].word in english().counts for at in part)
        opened = said[start].word in english().opening
        double = [at for at in part if said[at].word in english().scales and opened]
        named = [at for at in double if at + 1 < len(said) and (said[at].word, said[at + 1].word) in words.begun]
        if len(part) > 1 and (counts or (double and not named)):
            yield part
        start = end


def label(check: Check, name: str, value: Value) -> str:
    """A setting in words, as its control has it.

    >>> from rencounter_kit import checks
    >>> label(checks["rencounter.fire"], "target_armor", 4), label(checks["rencounter.fire"], "weapon", "long_bow")
    ('target armour full (4)', 'weapon long bow')
    """
    p = check.parameters[name]
    said = p.said(value)
    if isinstance(p, YesNo):
        return p.words if value else f"not {p.words}"
    unit = f" {p.unit}" if p.unit and type(value) is int and "(" not in said else ""
    return f"{p.words} {said}{unit}"
