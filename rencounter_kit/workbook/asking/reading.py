"""A question as one check reads it: what it sets there, what it asks, what is not understood; and the answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cached_property
from types import MappingProxyType

from ...engine.words.errors import RuleError
from ..analysis.roster import A, B, matched, ready
from ..mechanics.check import Check, Result
from ..mechanics.no_effect import NoEffect
from ..mechanics.parameter import as_typed
from ..rulebook.book import Ruleset, rules
from ..rulebook.text import Value, figure_text
from .chips import EVENT, MAN, RULE, SETTING, Chip, Option, UnknownWord, bare, label
from .lexicon import lexicon
from .quantities import value_of
from .reader import WordReader
from .sentence import Sentence

_NEAR = 0.72  # how much alike a word and one that is near are
_OFFERS = 3  # of what is near
_MANY, _AROUND = 40, 10  # values that are all offered; of more, so many on each side


class QuestionReading:
    """A question as one check reads it.

    check : that is asked.
    chips : what was understood, in the order of the question.
    unknown : what was not.
    params, lines : what is set, and the house rules, as ``rk.check`` takes them.
    event : what is asked of the answer; nothing where that is not said.
    names : the places of words by which the check is known, with how much they tell.
    """

    def __init__(self, check: Check, sentence: Sentence, names: Mapping[int, float] = MappingProxyType({})) -> None:
        self.check, self.sentence, self.names = check, sentence, names
        reader = WordReader(lexicon(check), sentence)
        self.chips = reader.chips()
        self.unknown = reader.unknown(set(names))
        self.params: dict[str, Value] = {chip.name: chip.value for chip in self.chips if chip.kind == SETTING}
        self.lines = "\n".join(f"{chip.name} = {figure_text(chip.value)}" for chip in self.chips if chip.kind == RULE)
        self.fault: RuleError | None = None  # why a man cannot stand here
        men = reader.figures
        try:
            self.params = matched(check, self.rules, men.get(A), men.get(B), self.params) if men else self.params
        except RuleError as error:
            self.fault = error
        self.event = next((chip.value for chip in self.chips if chip.kind == EVENT), None)

    @cached_property
    def rules(self) -> Ruleset:
        """The rules that are asked by: the book, with the house rules of the question."""
        book = rules(self.check.stem)
        return book.with_house_rules(self.lines) if self.lines else book

    @cached_property
    def answer(self) -> Result:
        """What the check answers with these settings by these rules; ``RuleError`` where they cannot be."""
        if self.fault:
            raise self.fault
        return self.check(rules=self.rules, **self.params)

    def finished(self, of_game: Collection[int]) -> QuestionReading:
        """The same, with the ticks that what is set needs to count, such as that of a morale check for losses.

        of_game : the places of words that are known to name the game.
        """
        starts = {self.sentence.tokens[place].start for place in of_game}
        self.unknown = tuple(one for one in self.unknown if one.span[0] not in starts)
        with suppress(RuleError):  # what contradicts itself
            for one in self.check.no_effects_by_numbers(self.rules, self.params):
                name, value = one.needs
                spans = [chip.spans for chip in self.chips if chip.name == one.parameter.name]
                if value is True and spans and name not in self.params:
                    self.params[name] = value
                    words = label(self.check, name, value)
                    self.chips = (
                        *self.chips,
                        Chip(self.sentence.said(spans[0]), spans[0], SETTING, name, value, words),
                    )
        return self

    def is_slip(self, chip: Chip) -> bool:
        """Was one of its words read as another that is nearly the same?"""
        return any(start <= slip < end for slip in self.sentence.slips for start, end in chip.spans)

    def about(self, chip: Chip) -> str:
        """What a chip is, in a word or two; of a word that was read as another, how it stands there."""
        if chip.kind == SETTING:
            words = self.check.parameters[chip.name].words
            return f'"{chip.text}" as {words}' if self.is_slip(chip) else words
        return "what is asked" if chip.kind == EVENT else "house rule" if chip.kind == RULE else f"man {chip.name}"

    def worded(self, chip: Chip, option: Option) -> str:
        """An option in words beside ``about``, which need not be said again."""
        is_of_it = chip.kind == SETTING and option.name == chip.name
        return self.check.parameters[chip.name].text(option.value) if is_of_it else option.label

    def place_among(self, chip: Chip, options: Sequence[Option]) -> int:
        """Which of its options a chip is."""
        return next((at for at, one in enumerate(options) if (one.name, one.value) == (chip.name, chip.value)), 0)

    def options(self, chip: Chip) -> list[Option]:
        """What may stand in place of a chip, in order: all that its parameter may be, of many numbers those near it;
        and what else its words may mean.
        """
        itself = Option(chip.name, chip.value, chip.label)
        if chip.kind == EVENT:
            events = [Option("", name, self.check.words(name)) for name in self.check.events]
            return events if chip.value in self.check.events else [itself, *events]
        if chip.kind == MAN:
            men = dict.fromkeys([*ready(self.check.stem), str(chip.value)])
            return [Option(chip.name, name, name) for name in men]
        if chip.kind == RULE:
            return [itself, *chip.others]
        values = list(self.check.parameters[chip.name].values())
        at = values.index(chip.value) if chip.value in values else -1
        near = values if len(values) <= _MANY else values[max(0, at - _AROUND) : at + _AROUND + 1]
        options = [Option(chip.name, value, label(self.check, chip.name, value)) for value in near]
        return [*(options if at >= 0 else [itself]), *(one for one in chip.others if one.name != chip.name)]

    def with_option(self, chip: Chip, option: Option) -> str:
        """The question with an option in place of a chip: in words where they mean it, else as ``name=value``."""
        name, value, words = option
        exact = f"{name}={figure_text(value) if chip.kind == RULE else as_typed(value)}".replace(" ", "")
        for text in (self._instead(chip.spans, bare(words)), self._instead(chip.spans, exact)):
            if any(
                (one.name, one.value) == (name, value)
                for one in QuestionReading(self.check, Sentence(text, self.sentence.vocabulary)).chips
            ):
                return text
        return self.without_chip(chip)

    def without_chip(self, chip: Chip) -> str:
        """The question without the words of a chip."""
        return self._instead(chip.spans, "")

    def with_near(self, unknown: UnknownWord, near: str) -> str:
        """The question with what is near in place of a word that was not understood."""
        return self._instead((unknown.span,), near)

    def _instead(self, spans: Sequence[tuple[int, int]], words: str) -> str:
        text = self.sentence.text
        for place, (start, end) in reversed(list(enumerate(spans))):
            text = text[:start] + (words if place == 0 else "") + text[end:]
        return re.sub(r"\s*,(?=\s*(?:,|$))|^\s*,", "", re.sub(r" {2,}", " ", text)).strip()

    def near(self, unknown: UnknownWord) -> list[str]:
        """What could be typed instead of a word that was not understood, three at most."""
        if unknown.near:
            return [label(self.check, name, value) for name, value in unknown.near]
        slots, phrases = lexicon(self.check).slots, lexicon(self.check).phrases
        if unknown.number is not None:
            values = [(slot, value_of(slot, unknown.number)) for slot in slots if slot.takes_numbers]
            return [label(self.check, slot.names[0], value) for slot, value in values if value is not None][:_OFFERS]
        named = [(slot, slot.parameter.default) for slot in slots if unknown.root in (*slot.words, *slot.long_forms)]
        vocabulary = {word: meanings[0] for phrase, meanings in phrases.items() for word in phrase}
        close = [vocabulary[word] for word in get_close_matches(unknown.root, vocabulary, n=2, cutoff=_NEAR)]
        options = [*named[:2], *((meaning.slot, meaning.value) for meaning in close)]
        return [label(self.check, slot.names[0], value) for slot, value in options][:_OFFERS]

    @cached_property
    def without_effect(self) -> list[NoEffect]:
        """What is set and changes nothing."""
        every = self.check.no_effects_by_numbers(self.rules, self.params)
        return [one for one in every if any(one.parameter.name == chip.name for chip in self.chips)]

    @cached_property
    def refusal(self) -> str:
        """Why what is set contradicts itself; empty where it does not."""
        try:
            if self.fault:
                raise self.fault
            self.check.numbers(self.rules, self.check.values(self.rules, self.params))
        except RuleError as error:
            return self.check.spelling.in_sentence(str(error))
        return ""
