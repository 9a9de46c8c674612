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
from ..analysis.search import figures_of, in_a_few_throws
from ..mechanics.parameter import QUESTION, SeveralChoices, Whole, YesNo
from ..rulebook.book import rules
from ..rulebook.procedures import Procedure
from ..rulebook.rule_words import in_full
from ..rulebook.small_words import listed
from ..rulebook.text import Value, figure_text, plain_words
from ..rulebook.wishes import wished
from .chips import EVENT, MAN, RULE, SETTING, Chip, Option, UnknownWord, label
from .english import alike, fillers, meanings, numbers, roots, roots_of
from .events import PALE, counted, event, results_of
from .lexicon import ARTICLES, Lexicon, PhraseMeaning, SidedParameter, fits
from .quantities import FAR, Quantities
from .sentence import BOTH, LONGEST, Sentence, Token

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
    own: bool = False  # said by its own words


class WordReader:
    """A question while it is read. ``used`` : the places of the words that were understood.

    figures : the men who are named or described, by their side.
    """

    def __init__(self, lexicon: Lexicon, sentence: Sentence, used: Collection[int] = ()) -> None:
        self.lexicon, self.check, self.sentence, self.tokens = lexicon, lexicon.check, sentence, sentence.tokens
        words = sentence.words
        degrees = (at for at in range(1, len(words)) if words[at - 1] == "how" and words[at] in roots_of("how.far"))
        self.used, self.figures = {*degrees, *used}, dict[str, NamedFigure]()
        self.settings, self.rules, self.wished = list[_Setting](), list[Chip](), set[int]()
        self.reserved = set[int]()  # places of words that only a wish may use
        self.event = counted(self.check, sentence)
        self.used.update(self.event.places if self.event else ())
        self.wishes = list(self._wishes())
        self._exactly()
        self.men = list(self._men())
        self._ticks()
        self._phrases()
        self.men = self._described()
        self._numbers()
        how_many = {at for at in range(2, len(words)) if words[at - 2 : at] == ("how", "many")}
        self.event = self.event or event(self.check, sentence, self.used | self.reserved | how_many)
        self.used.update(self.event.places if self.event else ())
        self._result()

    # Settings ---------------------------------------------------------------------------------------------------------

    def _set(
        self,
        slot: SidedParameter,
        value: Value,
        places: Sequence[int],
        others: Sequence[PhraseMeaning] = (),
        own: bool = False,
    ) -> None:
        """Set a value; where it is said twice, that which is not as usual anyway ("how far does he move, running") or
        is said by its own words.
        """
        before = next((one for one in self.settings if one.slot == slot and len(slot.names) == 1), None)
        if before is not None and before.value == slot.parameter.default != value:
            self.settings.remove(before)
            places = sorted({*before.places, *places})
        elif before is not None and own and not before.own:
            self.settings.remove(before)
            self.used.difference_update(before.places)
        self.settings.append(_Setting(slot, value, tuple(places), tuple(others), own=own))
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
        for name_words, name in self.lexicon.men.items() if self.sentence.is_even else ():
            for start in self.sentence.places(name_words):
                places, side = range(start, start + len(name_words)), self.sentence.sides[start]
                if side in (0, 1) and self.used.isdisjoint(places):
                    figure, letter = ready(self.check.stem)[name], SIDES[side]
                    if self._stands(figure, letter):
                        self.used.update(places)
                        self.figures[letter] = figure
                        yield self._chip(places, MAN, letter, name, name)

    def _described(self) -> list[Chip]:
        """The men: also those who are described by what their numbers come of, where other checks work them out, as in
        "level 5 fighter against ogre"; a wizard of the roster of whom more is said is described too.
        """
        men = {chip.name: chip for chip in self.men}
        for number, side in enumerate(SIDES if self.sentence.is_even else ()):
            named = self.sentence.places_in(men[side].spans) if side in men else set()
            others = {place for place, one in enumerate(self.sentence.sides) if one != number} | self.used - named
            traits, places = dict[str, Value](), set[int]()
            for source in self.lexicon.sources:
                for one in WordReader(source, self.sentence, others).settings:
                    traits[one.slot.parameter.trait or one.slot.parameter.name] = one.value
                    places.update(one.places)
            if len(places) > len(named):
                chip = self._chip(sorted(places), MAN, side, "", "")
                figure = NamedFigure(chip.text, traits)
                if self._stands(figure, side):
                    self.used = self.used - named | places
                    self.figures[side] = figure
                    men[side] = chip._replace(value=chip.text, label=chip.text)
        return list(men.values())

    def _stands(self, figure: NamedFigure, side: str) -> bool:
        """Can such a man stand here, so that something is set by him?"""
        with suppress(RuleError):
            return bool(filled(self.check, rules(self.check.stem), figure, side))
        return False

    def _phrases(self) -> None:
        """Values by their words, the longest first from each place on; "draw a missile" says "draw missile"."""
        row = [place for place, word in enumerate(self.sentence.words) if word not in ARTICLES]
        for start in range(len(row)):
            for length in range(min(self.lexicon.longest, len(row) - start), 0, -1):
                places = row[start : start + length]
                meanings = self.lexicon.phrases.get(tuple(self.tokens[place].word for place in places))
                together = self.tokens[places[0]].clause == self.tokens[places[-1]].clause
                is_free = together and self.used.isdisjoint(places) and self.reserved.isdisjoint(places)
                is_free &= length > 1 or not self._qualifies(places[0])
                if meanings and is_free:
                    best = meanings[0]
                    value = self._denied(best, places[0])
                    value = (value,) if isinstance(best.slot.parameter, SeveralChoices) else value
                    self._set(best.slot, value, places, meanings[1:], best.own)
                    break

    def _qualifies(self, place: int) -> bool:
        """Does a word say how another is that says nothing here, or a unit: "full retreat", "full turn"?"""
        words, following = self.sentence.words, place + 1
        if words[place] not in roots_of("how.qualities") or following == len(words):
            return False
        is_near = self.tokens[following].clause == self.tokens[place].clause and not self.sentence.is_little(following)
        return words[following] in self.lexicon.units or (is_near and words[following] not in self.lexicon.words)

    def _denied(self, meaning: PhraseMeaning, start: int) -> Value:
        """A tick that is said not to be: "not braced", "without a leader"."""
        if not isinstance(meaning.slot.parameter, YesNo):
            return meaning.value
        return roots_of("negation.words").isdisjoint(self.sentence.words[max(0, start - 2) : start])

    def _ticks(self) -> None:
        """Ticks all of whose words stand near each other; and words of which there is none of something."""
        for slot in self.lexicon.slots:
            numbered = any(word in numbers() for word in slot.words)
            is_set = any(one.slot == slot for one in self.settings)
            if isinstance(slot.parameter, YesNo) and len(slot.words) > 1 and not numbered and not is_set:
                content = [word for word in slot.words if word not in PALE]
                at = self._place(content[0], 0) if content else None
                places = sorted({place for word in content if (place := self._place(word, at or 0)) is not None})
                is_near = 1 < len(places) == len(content) and places[-1] - places[0] <= FAR
                if is_near and self.tokens[places[0]].clause == self.tokens[places[-1]].clause:
                    self._set(slot, self._denied(PhraseMeaning(slot, True), places[0]), places)

    def _place(self, word: str, near: int) -> int | None:
        """Where a word stands, or one like it, the nearest to a place."""
        free = {*range(len(self.tokens))} - self.used
        same = [at for at in free if alike(self.sentence.words[at]) == alike(word)]
        clause = [token.clause for token in self.tokens]
        return min(same, key=lambda at: (clause[at] != clause[near], abs(at - near)), default=None)

    def _numbers(self) -> None:
        used = self.used | self.reserved
        places = [at for at, one in enumerate(self.tokens) if one.number is not None and at not in used]
        owners = {place: one.slot for one in self.settings for place in one.places}
        quantities = Quantities(self.lexicon, self.sentence, places, owners)
        for one in quantities.likeliest():
            self._set(one.slot, one.value, one.places)
        self.refused = quantities.refused

    def _result(self) -> None:
        """Of what may be shown of the answer that which is asked for, "how many turns", or which tells the event."""
        slot = next((one for one in self.lexicon.slots if one.parameter.name == QUESTION), None)
        if slot is None or any(one.slot == slot for one in self.settings):
            return
        words, places = self.sentence.words, self.event.places if self.event else []
        near = [at for at in range(2, len(words)) if "how" in words[max(0, at - FAR) : at - 1] and at not in self.used]
        named = [
            (choice, [place])
            for place in [*places, *near]
            for choice in slot.parameter.choices
            if words[place] in roots(str(choice).replace("_", " "))
        ]
        telling = results_of(self.check, str(self.event.event)) if self.event else []
        implied = [(choice, places) for choice in telling if slot.parameter.default not in telling]
        for choice, at in [*named, *implied][:1]:
            self._set(slot, choice, at)

    # House rules ------------------------------------------------------------------------------------------------------

    def _wishes(self) -> Iterator[range]:
        """The parts of a question that may be a wish for other figures: from "with" or "but" on, or between commas,
        where something counts so much, or double.
        """
        opening, counts, scales = (roots_of(f"changes.{name}") for name in ("opening", "counts", "scales"))
        tokens, start = self.tokens, 0
        for end in range(1, len(tokens) + 1):
            goes_on = end < len(tokens) and tokens[end].clause == tokens[end - 1].clause
            if goes_on and tokens[end].word not in opening:
                continue
            part, words = range(start, end), self.sentence.words[start:end]
            opened, start = words[0] in opening, end
            begun = {at for at in part if self.sentence.words[at : at + 2] in self.lexicon.begun}  # "half armour"
            changes = {at for at in part if tokens[at].word in counts or (opened and tokens[at].word in scales)} - begun
            figures = {at for at in part if tokens[at].number is not None}
            if opened and not {"is", "are"}.isdisjoint(words):
                changes |= {at for at in figures if tokens[at].signed}  # "but large shields are -4"
            rolls = not roots_of("changes.rolls").isdisjoint(words) or _THRESHOLD.search(self._text(part))
            if len(words) > 1 and (changes or (rolls and self._new_rolls(part))):
                self.reserved.update(part if rolls else figures | changes)
                yield part if words[0] in listed("new_rule.opening") else part[opened:]

    def _house_rules(self, params: Mapping[str, Value]) -> Iterator[Chip]:
        """Wishes for other figures, such as "with plate counting double": those that the check reads in the situation;
        where several may be meant, the first with the others beside it.
        """
        book, read = rules(self.check.stem), in_a_few_throws(self.check, params) if self.wishes else set[str]()
        for part in self.wishes:
            for end in range(len(part), max(1, len(part) - FAR), -1):  # "... counting double in the rain"
                places, text = part[:end], self._text(part[:end])
                if self.tokens[places[-1]].word in fillers():
                    continue
                rolls = [one for one in self._new_rolls(places) if not one[1].ask]
                rolls = [one for one in rolls if one[1].rides in read] or [
                    one for one in rolls if one[1].rides in {rule.path for rule in figures_of(self.check)}
                ]
                options = [Option(path, roll, f"{plain_words(path)}: {text}") for path, roll in rolls[:1]] or [
                    Option(path, value, f"{in_full(book.rule(path))} {figure_text(value)}")
                    for path, value in wished(book, "", text).figures
                    if value is not None and path in read
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
                    chips.append(self._setting(one.places, partner, values[0]))
        chips += [*self.rules, *self._house_rules({chip.name: chip.value for chip in chips if chip.kind == SETTING})]
        if asked := self.event:
            chips.append(self._chip(asked.places, EVENT, "", asked.event, asked.label, asked.others))
        return tuple(sorted(chips, key=lambda chip: chip.spans))

    def _of_side(self, one: _Setting) -> tuple[SidedParameter, Value, int | None]:
        return one.slot, one.value, self._side(one)

    def _side(self, one: _Setting) -> int | None:
        """That of its number, or of its first word; of three kinds each is the next."""
        number = next((at for at in one.places if self.tokens[at].number == one.value), one.places[0])
        return None if one.slot.of_kinds else self.sentence.sides[number]

    def _names(self, one: _Setting, taken: set[str]) -> list[str]:
        """The parameters that are set: of one side, or of both."""
        names, side = one.slot.names, self._side(one)
        free = [name for name in names if name not in taken]
        if one.name:
            return [name for name in free if name == one.name]
        if len(names) == 1 or side == BOTH:
            return free
        protects = not roots_of("sides.suffers").isdisjoint(one.slot.words) and one.slot.sides[:2] != ("a", "b")
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
        return Chip(self.sentence.said(spans), spans, kind, name, value, words, tuple(others))

    def unknown(self, known: set[int]) -> tuple[UnknownWord, ...]:
        """The words that say something and were not understood."""
        counts = not {"how", "what"}.isdisjoint(self.sentence.words)
        little = (
            fillers() | roots_of("sides.even") | roots_of("sides.both") | (self.lexicon.results if counts else set())
        )
        understood = self.used | self.wished | known
        return tuple(
            self._unknown(place, one)
            for place, one in enumerate(self.tokens)
            if place not in understood
            and one.word not in little
            and not self.sentence.is_little(place)
            and not (one.word in roots_of("counted.people") and place - 1 in self.refused)
            and one.written.lower() not in listed("sides.between") | listed("sides.before_word")
            and not (one.word in meanings("side") and one.number is None)
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
