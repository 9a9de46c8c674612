"""What each word of a question sets in one check."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from math import floor
from typing import NamedTuple

from ...engine.words.errors import RuleError
from ...engine.words.typed import whole
from ..analysis.roster import SIDES, NamedFigure, filled, ready
from ..analysis.search import in_a_few_throws
from ..mechanics.parameter import QUESTION, SeveralChoices, Whole, YesNo
from ..rulebook.book import rules
from ..rulebook.procedures import Procedure
from ..rulebook.rule_words import in_full
from ..rulebook.text import Value, figure_text, plain_words
from ..rulebook.wishes import wished
from ..rulebook.words import root
from .chips import EVENT, MAN, RULE, SETTING, Chip, Option, UnknownWord, label
from .english import english, roots
from .events import PALE, counted, event
from .lexicon import ARTICLES, Lexicon, PhraseMeaning, SidedParameter, fits
from .quantities import FAR, Quantities
from .sentence import BOTH, LONGEST, Sentence, Token

_SHORT = 5  # letters
_REROLLED = re.compile(r"(.*\w) (?:(?:is|are|get|may be) )?re-?rolled")
_THRESHOLD = re.compile(r"\d\+")  # 5 or more
_EXACT = re.compile(r"\b([a-z][a-z0-9_.]*)=([^\s,;]+)")


class _Setting(NamedTuple):
    """A value with the places of the words that say it."""

    slot: SidedParameter
    value: Value
    places: tuple[int, ...]
    others: tuple[PhraseMeaning, ...] = ()
    name: str = ""  # of the parameter, where that is said exactly


class WordReader:
    """A question while it is read. ``used`` : the places of the words that were understood.

    figures : the men who are named or described, by their side.
    """

    def __init__(self, lexicon: Lexicon, sentence: Sentence, used: Collection[int] = ()) -> None:
        self.lexicon, self.check, self.sentence, self.tokens = lexicon, lexicon.check, sentence, sentence.tokens
        words = sentence.words
        degrees = (at for at in range(1, len(words)) if words[at - 1] == "how" and words[at] in english().degrees)
        self.used, self.implied, self.figures = {*degrees, *used}, 0, dict[str, NamedFigure]()
        self.settings, self.rules, self.wished = list[_Setting](), list[Chip](), set[int]()
        self._read: set[str] | None = None
        self.reserved = set[int]()  # places of words that only a wish may use
        self.event = counted(self.check, sentence)
        self.used.update(self.event.places if self.event else ())
        self.wishes = list(self._wishes())
        self._exactly()
        self.men = list(self._men())
        self._ticks()
        self._phrases()
        self.men += self._described()
        self._numbers()
        self._result()
        if self.event is None and (match := event(self.check, sentence, self.used | self.reserved)):
            self.event = match
            self.used.update(match.places)

    # Settings ---------------------------------------------------------------------------------------------------------

    def _set(
        self, slot: SidedParameter, value: Value, places: Sequence[int], others: Sequence[PhraseMeaning] = ()
    ) -> None:
        """Set a value; where it is said twice, that which is not as usual anyway: "how far does he move, running"."""
        before = next((one for one in self.settings if one.slot == slot and len(slot.names) == 1), None)
        if before is not None and before.value == slot.parameter.default != value:
            self.settings.remove(before)
            places = sorted({*before.places, *places})
        self.settings.append(_Setting(slot, value, tuple(places), tuple(others)))
        self.used.update(places)

    def _exactly(self) -> None:
        """What is said as one gives it to a check, ``skill=8``."""
        book = rules(self.check.stem)
        for match in _EXACT.finditer(self.sentence.text[:LONGEST]):
            name, words = match[1], match[2].replace("_", " ")
            places = [place for place, one in enumerate(self.tokens) if match.start() <= one.start < match.end()]
            slot = next((slot for slot in self.lexicon.slots if name in slot.names), None)
            value = self.check.parameters[name].read(words) if slot else None
            if slot and places and fits(slot.parameter, value):
                self.settings.append(_Setting(slot, slot.parameter.check(value), tuple(places), (), name))
                self.used.update(places)
            elif name in book and (figure := whole(words)) is not None and not book.rule(name).holds(figure):
                self.rules.append(self._chip(places, RULE, name, figure, f"{in_full(book.rule(name))} {figure}"))
                self.used.update(places)

    def _men(self) -> Iterator[Chip]:
        """Men of the roster by their names, in a fight: "knight against pikeman"."""
        words, sides = self.sentence.words, self.sentence.sides
        for name_words, name in self.lexicon.men.items() if self.sentence.is_even else ():
            for start in range(len(words) - len(name_words) + 1):
                places = range(start, start + len(name_words))
                if words[start : places.stop] == name_words and sides[start] in (0, 1) and self.used.isdisjoint(places):
                    self.used.update(places)
                    side = SIDES[sides[start] or 0]
                    self.figures[side] = ready(self.check.stem)[name]
                    yield self._chip(places, MAN, side, name, name)

    def _described(self) -> Iterator[Chip]:
        """Men by what their numbers come of, where other checks work them out: "level 5 fighter against ogre"."""
        sides, words = self.sentence.sides, self.sentence.words
        for number, side in enumerate(SIDES if self.sentence.is_even and self.lexicon.sources else ()):
            others = self.used | {place for place, one in enumerate(sides) if one != number}
            traits, places = dict[str, Value](), set[int]()
            for source in self.lexicon.sources if side not in self.figures else ():
                if source.words.isdisjoint(words[place] for place in range(len(words)) if place not in others):
                    continue
                for one in WordReader(source, self.sentence, others).settings:
                    traits[one.slot.parameter.trait or one.slot.parameter.name] = one.value
                    places.update(one.places)
            text = self._chip(sorted(places), MAN, side, "", "").text if places else ""
            figure = NamedFigure(text, traits)
            with suppress(RuleError):  # no such man can stand here
                if traits and filled(self.check, rules(self.check.stem), figure, side):
                    self.used.update(places)
                    self.figures[side] = figure
                    yield self._chip(sorted(places), MAN, side, text, text)

    def _phrases(self) -> None:
        """Values by their words, the longest first from each place on; "draw a missile" says "draw missile"."""
        row = [place for place, word in enumerate(self.sentence.words) if word not in ARTICLES]
        for start in range(len(row)):
            for length in range(min(self.lexicon.longest, len(row) - start), 0, -1):
                places = row[start : start + length]
                meanings = self.lexicon.phrases.get(tuple(self.tokens[place].word for place in places))
                if not meanings and length == 1:
                    meanings = self.lexicon.phrases.get((_weapon_of(self.tokens[places[0]].word),))
                together = self.tokens[places[0]].clause == self.tokens[places[-1]].clause
                is_free = together and self.used.isdisjoint(places) and self.reserved.isdisjoint(places)
                is_free &= length > 1 or not self.lexicon.units.issuperset(
                    self.sentence.words[places[0] + 1 : places[0] + 2] or "-"
                )  # "full turn"
                if meanings and is_free and (best := self._likeliest(meanings, places)):
                    value = self._denied(best, places[0])
                    value = (value,) if isinstance(best.slot.parameter, SeveralChoices) else value
                    self._set(best.slot, value, places, [one for one in meanings if one is not best])
                    break

    def _likeliest(self, meanings: Sequence[PhraseMeaning], places: Sequence[int]) -> PhraseMeaning | None:
        """What a phrase means: where it may be of several slots, of the one whose name stands next to it."""
        near = {self.tokens[at].word for at in (places[0] - 1, places[-1] + 1) if 0 <= at < len(self.tokens)}
        named = [one for one in meanings if not near.isdisjoint(one.slot.words)]
        best = (named or meanings)[0]
        if not named and not best.whole and not best.named and len({one.slot.order for one in meanings}) > 1:
            same = [one for one in meanings if one.slot.order == best.slot.order]
            return best if len(same) > 1 or best.slot.order < meanings[-1].slot.order else None
        return best

    def _denied(self, meaning: PhraseMeaning, start: int) -> Value:
        """A tick that is said not to be: "not braced", "without a leader"."""
        if not isinstance(meaning.slot.parameter, YesNo):
            return meaning.value
        return english().negations.isdisjoint(self.sentence.words[max(0, start - 2) : start])

    def _ticks(self) -> None:
        """Ticks all of whose words stand near each other; and words of which there is none of something."""
        for slot in self.lexicon.slots:
            numbered = any(word in english().numbers for word in slot.words)
            is_set = any(one.slot == slot for one in self.settings)
            if isinstance(slot.parameter, YesNo) and len(slot.words) > 1 and not numbered and not is_set:
                content = [word for word in slot.words if word not in PALE]
                places = sorted(place for word in content if (place := self._place(word)) is not None)
                is_near = 1 < len(places) == len(content) and places[-1] - places[0] <= FAR
                if is_near and self.tokens[places[0]].clause == self.tokens[places[-1]].clause:
                    self._set(slot, self._denied(PhraseMeaning(slot, True), places[0]), places)
        for place, word in enumerate(self.sentence.words):
            if (what := english().absences.get(word)) and place not in self.used:
                for slot in [one for one in self.lexicon.slots if what in one.words and fits(one.parameter, 0)][:1]:
                    self._set(slot, 0, [place])

    def _place(self, word: str) -> int | None:
        return next((at for at, one in enumerate(self.sentence.words) if one == word and at not in self.used), None)

    def _numbers(self) -> None:
        used = self.used | self.reserved
        places = [at for at, one in enumerate(self.tokens) if one.number is not None and at not in used]
        owners = {place: one.slot for one in self.settings for place in one.places}
        quantities = Quantities(self.lexicon, self.sentence, places, owners)
        for one in quantities.likeliest():
            self._set(one.slot, one.value, one.places)
        self.refused = quantities.refused

    def _result(self) -> None:
        """Of what may be shown of the answers that which is asked for: "how many turns"."""
        words = self.sentence.words
        for slot in (one for one in self.lexicon.slots if one.parameter.name == QUESTION):
            for place in (at for at in range(2, len(words)) if words[at - 2] == "how" and at not in self.used):
                means = [one for one in slot.parameter.choices if words[place] in roots(str(one).replace("_", " "))]
                if means:
                    self._set(slot, means[0], [place])

    # House rules ------------------------------------------------------------------------------------------------------

    def _wishes(self) -> Iterator[range]:
        """The parts of a question that may be a wish for other figures: from "with" or "if" on, or between commas,
        where something counts so much, or double.
        """
        tokens, start = self.tokens, 0
        for end in range(1, len(tokens) + 1):
            goes_on = end < len(tokens) and tokens[end].clause == tokens[end - 1].clause
            if goes_on and tokens[end].word not in english().opening:
                continue
            words = self.sentence.words[start:end]
            counts = not english().counts.isdisjoint(words)
            scaled = words[0] in english().opening and any(
                words[at] in english().scales and words[at : at + 2] not in self.lexicon.begun
                for at in range(len(words))
            )
            rolls = not english().rolls.isdisjoint(words) or _THRESHOLD.search(self._text(range(start, end)))
            part, changes = range(start, end), english().scales | english().counts
            if len(words) > 1 and (counts or scaled or (rolls and self._new_rolls(part))):
                number = (at for at in part if self.tokens[at].number is not None or self.tokens[at].word in changes)
                self.reserved.update(part if rolls else number)
                yield part
            start = end

    def _house_rules(self, params: Mapping[str, Value]) -> Iterator[Chip]:
        """Wishes for other figures, such as "with plate counting double": those that the check reads in the situation;
        where several may be meant, the first with the others beside it.
        """
        book = rules(self.check.stem)
        for part in self.wishes:
            for end in range(len(part), max(1, len(part) - FAR), -1):  # "... counting double in the rain"
                places = part[:end]
                if self.tokens[places[-1]].word in english().fillers:
                    continue
                rolls = [(path, roll) for path, roll in self._new_rolls(places) if self._reads(params, roll.rides)]
                if rolls:
                    self.wished.update(places)
                    yield self._chip(places, RULE, *rolls[0], f"{plain_words(rolls[0][0])}: {self._text(places)}")
                    break
                figures = wished(book, "", self._text(places)).figures
                options = [
                    Option(path, value, f"{in_full(book.rule(path))} {figure_text(value)}")
                    for path, value in figures
                    if value is not None and self._reads(params, path)
                ]
                if options:
                    self.wished.update(places)
                    yield self._chip(places, RULE, *options[0], options[1:])
                    break

    def _text(self, places: range) -> str:
        """A part of the question as it is written; with the + behind its last number."""
        end = self.tokens[places[-1]].end
        end += self.sentence.text[end : end + 1] == "+"
        return self.sentence.text[self.tokens[places[0]].start : end]

    def _new_rolls(self, places: range) -> list[tuple[str, Procedure]]:
        """The rolls put in that a part of the question may ask for."""
        text, book = self._text(places), rules(self.check.stem)
        new = wished(book, "", _REROLLED.sub(r"reroll \1", text)).new  # "misses rerolled"
        return [(path, roll) for path, roll in new if isinstance(roll, Procedure)]

    def _reads(self, params: Mapping[str, Value], path: str) -> bool:
        """Does the check read a figure in the situation?"""
        if self._read is None:
            self._read = in_a_few_throws(self.check, params)
        return path in self._read

    # What it comes to -------------------------------------------------------------------------------------------------

    def chips(self) -> tuple[Chip, ...]:
        """What was understood, in the order of the question."""
        chips, taken = list(self.men), set[str]()
        every = {name for one in self.settings for name in one.slot.names}
        for one in sorted(self.settings, key=lambda one: one.places):
            names = self._names(one, taken)
            if not names and all(self._of_side(one) != self._of_side(other) for other in self.settings if other != one):
                self.used.difference_update(one.places)  # another value for what is set already
            for name in names:
                taken.add(name)
                chips.append(self._setting(one.places, name, one.value, one.others))
                partner, values = self.check.parameters[name].only_with
                if partner and partner not in taken | every:
                    taken.add(partner)
                    self.implied += 1
                    chips.append(self._setting(one.places, partner, values[0]))
        chips += [*self.rules, *self._house_rules({chip.name: chip.value for chip in chips if chip.kind == SETTING})]
        if known_event := self.event:
            chips.append(
                self._chip(known_event.places, EVENT, "", known_event.event, known_event.label, known_event.others)
            )
        return tuple(sorted(chips, key=lambda chip: chip.spans))

    def _of_side(self, one: _Setting) -> tuple[SidedParameter, Value, int | None]:
        return one.slot, one.value, self.sentence.sides[one.places[0]]

    def _names(self, one: _Setting, taken: set[str]) -> list[str]:
        """The parameters that are set: of one side, or of both."""
        names, side = one.slot.names, self.sentence.sides[one.places[0]]
        free = [name for name in names if name not in taken]
        if one.name:
            return [name for name in free if name == one.name]
        if len(names) == 1 or side == BOTH:
            return free
        protects = not english().protection.isdisjoint(one.slot.words) and one.slot.sides[:2] != ("a", "b")
        likeliest = names[min(side if side is not None else int(protects), len(names) - 1)]
        return [likeliest] if likeliest in free else free[:1] if side is None else []

    def _setting(self, places: Sequence[int], name: str, value: Value, others: Sequence[PhraseMeaning] = ()) -> Chip:
        options = list[Option]()
        for other in others:
            of_it = name if name in other.slot.names else other.slot.names[0]
            options.append(Option(of_it, other.value, label(self.check, of_it, other.value)))
        return self._chip(places, SETTING, name, value, label(self.check, name, value), options)

    def _chip(
        self, places: Sequence[int], kind: str, name: str, value: Value, words: str, others: Sequence[Option] = ()
    ) -> Chip:
        spans = self.sentence.spans(places)
        text = " ".join(self.sentence.text[start:end] for start, end in spans)
        return Chip(text, spans, kind, name, value, words, tuple(others))

    def unknown(self, known: set[int]) -> tuple[UnknownWord, ...]:
        """The words that say something and were not understood."""
        counts = not {"how", "what"}.isdisjoint(self.sentence.words)
        fillers = english().fillers | english().versus | english().both | (self.lexicon.results if counts else set())
        understood = self.used | self.wished | known
        return tuple(
            self._unknown(place, one)
            for place, one in enumerate(self.tokens)
            if place not in understood
            and one.word not in fillers
            and not (one.word in english().people and place - 1 in self.refused)
            and one.written.lower() not in english().between | english().before_word
            and not (one.word in english().sides and one.number is None)
            and len(one.word) >= 2 - (one.number is not None)
        )

    def _unknown(self, place: int, token: Token) -> UnknownWord:
        word = UnknownWord(token.written, token.word, (token.start, token.end), token.number)
        if token.number is None or not isinstance(parameter := self.refused.get(place), Whole):
            return word
        try:
            parameter.check(floor(token.number))
        except RuleError as error:
            limit = parameter.low if token.number < parameter.low else parameter.high
            return word._replace(near=((parameter.name, limit),), why=self.check.spelling.in_sentence(str(error)))
        return word


def _weapon_of(word: str) -> str:
    """What a man is called after, as a swordsman after his sword; empty where he is not."""
    return root(word[:-3].removesuffix("s")) if word.endswith(("man", "men")) and len(word) > _SHORT else ""
