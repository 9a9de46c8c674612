"""What each number of a question is of: what stands beside it, so that all of them together fit best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import NamedTuple

from ..mechanics.parameter import Parameter, SeveralChoices
from ..rulebook.text import Value
from .english import fillers, meanings, roots, roots_of, side_of
from .lexicon import Lexicon, SidedParameter, fits
from .sentence import Sentence, is_man

FAR = 4  # words between a number and what it is of
_MOST = 6  # numbers, and slots of each


class Quantity(NamedTuple):
    """A number that a slot may have: how likely that is, and the places of the words that say so."""

    score: float
    slot: SidedParameter
    value: Value | None
    places: tuple[int, ...]


class Quantities:
    """The numbers of a question.

    places : of those that nothing else has used.
    owners : the slot of each word that says a value.
    """

    def __init__(
        self, lexicon: Lexicon, sentence: Sentence, places: Sequence[int], owners: Mapping[int, SidedParameter]
    ) -> None:
        self.lexicon, self.sentence, self.tokens, self.owners = lexicon, sentence, sentence.tokens, owners
        self.places = places[:_MOST]
        self.refused: dict[int, Parameter] = {}  # of numbers that no slot may have, the one that they are of

    def likeliest(self) -> list[Quantity]:
        """What the numbers are, all together."""
        candidates = {place: self._candidates(place) for place in self.places}
        for place, following in pairwise(self.places):
            if self._alike(place, following) and bool(candidates[place]) != bool(candidates[following]):
                known, other = (place, following) if candidates[place] else (following, place)
                candidates[other] = [
                    Quantity(one.score * 0.8, one.slot, value, (other,))
                    for one in candidates[known]
                    if (value := value_of(one.slot, self.tokens[other].number)) is not None
                ]
        return self._best(self.places, candidates, {})[1]

    def _alike(self, place: int, following: int) -> bool:
        """Is nothing but "against" and the like between two numbers, which are of one kind then?"""
        between = self.sentence.words[place + 1 : following]
        content = [word for word in between if word not in fillers()]
        sides = self.sentence.sides
        parted = sides[place] != sides[following] or "and" in between
        return len(content) <= 2 and parted and "one" not in (self.tokens[place].word, self.tokens[following].word)

    def _best(
        self, places: Sequence[int], candidates: Mapping[int, list[Quantity]], taken: Mapping[tuple[int, int], int]
    ) -> tuple[float, list[Quantity]]:
        if not places:
            return 0.0, []
        place, *rest = places
        best = self._best(rest, candidates, taken)
        for one in candidates[place]:
            side = self.sentence.sides[place] if len(one.slot.names) > 1 and not one.slot.of_kinds else None
            key = one.slot.order, -1 if side is None else side
            if (many := taken.get(key, 0)) < (len(one.slot.names) if side is None else 1):
                score, further = self._best(rest, candidates, {**taken, key: many + 1})
                best = max(best, (one.score + score, [one, *further]), key=lambda pair: pair[0])
        return best

    def _candidates(self, place: int) -> list[Quantity]:
        """What a number may be of, the likeliest first."""
        if place and self.sentence.words[place - 1 : place + 1] == ("in", "one"):
            return []  # "in one turn"
        before, after = list(self._beside(place, -1)), list(self._beside(place, 1))
        is_none = self.tokens[place].word == "one" or self._has_unit(after)
        group, counted = (None, place) if is_none else self._group_counted(place)
        quantities = list[Quantity]()
        for slot in self.lexicon.slots:
            ordered = not roots_of("counted.ordered").isdisjoint(slot.words)
            is_group = counted < place and self.sentence.words[counted] in roots(slot.parameter.unit)  # "unit of 10"
            if not slot.takes_numbers or (self.tokens[place].ordinal and not ordered) or is_group:
                continue
            score, used, number = self._score(slot, place, before, after)
            if slot.counts and score < 1 and group is not None and not (group == "" and slot.counts_deeds):
                score = 1.5 if group == slot.parameter.group else 1.0
                used.add(counted)
            if self.tokens[place].signed and slot.is_modifier:
                score += 1
            if slot.counts and len(slot.names) > 1 and self._is_against(place):
                score += 1
            side, of = side_of(slot.words[0]), self.sentence.sides[place]
            is_told = len(slot.names) == 1 and side is not None and of is not None
            rank = score + is_told * (0.3 if side == of else -0.3) - slot.order / 1000 - slot.parameter.rare * 0.2
            if score >= 1:
                quantities.append(Quantity(rank, slot, value_of(slot, number), tuple(sorted(used))))
        quantities.sort(key=lambda one: -one.score)
        named = quantities and any(
            self.lexicon.telling(quantities[0].slot, self.tokens[near].word) > 0.5 for near in quantities[0].places
        )
        if named and quantities[0].value is None:
            self.refused[place] = quantities[0].slot.parameter
        return [one for one in quantities if one.value is not None][:_MOST]

    def _is_against(self, place: int) -> bool:
        """Does a number stand beside "against", with another number behind that: "2 vs 3"?"""
        near = [at for at in (place - 2, place + 2) if 0 <= at < len(self.tokens)]
        between = (self.sentence.words[(place + at) // 2] for at in near if self.tokens[at].number is not None)
        return not roots_of("sides.even").isdisjoint(between)

    def _score(
        self, slot: SidedParameter, place: int, before: Sequence[tuple[int, float]], after: Sequence[tuple[int, float]]
    ) -> tuple[float, set[int], int | Fraction | None]:
        """How well what stands beside a number says that it is of a slot; where; and the number in its unit."""
        score, used, number = 0.0, {place}, self.tokens[place].number
        units, in_full = self._units(slot, after), {self.tokens[near].word for near, _ in (*before, *after)}
        share = 0.9 / len(slot.long_forms) if slot.long_forms and in_full.issuperset(slot.long_forms) else 0.0
        for is_before, beside in ((True, before), (False, after)):
            for near, weight in beside:
                word = self.tokens[near].word
                measure = None if is_before else self.lexicon.measures.get(word)
                if telling := max(self.lexicon.telling(slot, word), share * (word in slot.long_forms)):
                    telling *= 1 if is_before or telling == 1 else 0.7  # what is named stands before its number
                    score += (weight + 0.3 * is_before) * telling
                    used.add(near)
                elif not is_before and (word in units or (measure and measure.unit in units)):
                    score += weight
                    used.add(near)
                    if word not in units and measure and number is not None:
                        number = Fraction(number) * measure.of_it
        return score, used, number

    def _units(self, slot: SidedParameter, after: Sequence[tuple[int, float]]) -> set[str]:
        """The words of the unit of a slot, where the first of them follows: "15 inches a turn"."""
        units = [meanings("units").get(word, word) for word in roots(slot.parameter.unit)]
        words = [self.tokens[near].word for near, _ in after]
        measured = (self.lexicon.measures[word].unit for word in words if word in self.lexicon.measures)
        return set(units) if units and units[0] in {*words, *measured} else set()

    def _has_unit(self, after: Sequence[tuple[int, float]]) -> bool:
        """Does a unit follow a number?"""
        word = self.tokens[after[0][0]].word if after else ""
        return word in self.lexicon.measures or word in meanings("units").values()

    def _group_counted(self, place: int) -> tuple[str | None, int]:
        """Where a number stands before what is counted: the group of the value named there, empty for a word for
        people, ``None`` for none; and the place of that.
        """
        words = self.sentence.words
        if place > 1 and words[place - 1] == "of" and words[place - 2] in roots_of("counted.people"):
            return "", place - 2
        for following in range(place + 1, min(place + 4, len(self.tokens))):
            token = self.tokens[following]
            if token.number is not None or token.clause != self.tokens[place].clause:
                break
            of_them = words[following - 1] == "of" and words[following] in ("us", "them")
            if of_them or is_man(token.written.lower()) or token.word in roots_of("counted.people"):
                return "", following
            if owner := self.owners.get(following):
                return owner.parameter.group, following
            if token.word not in fillers():
                break
        return None, place

    def _beside(self, place: int, step: int) -> Iterator[tuple[int, float]]:
        """The words before or behind a number, up to the next one, the nearest first, with how much each tells."""
        clause, near, far = self.tokens[place].clause, place + step, 0
        while 0 <= near < len(self.tokens) and far < FAR:
            token = self.tokens[near]
            ends = token.clause != clause or token.word in roots_of("sides.even") or token.word == "at"
            if ends or token.number is not None:
                return
            if (
                token.word not in fillers()
                or token.word in meanings("units").values()
                or token.word in meanings("alike")
            ):
                if not self._is_of_another(near, step, far):
                    yield near, 3.0 - 0.6 * far
                far += 1
            near += step

    def _is_of_another(self, near: int, step: int, far: int) -> bool:
        """Does another number stand beside a word: "one man of skill 9", "7th level mage on 6", "2 of mine 3"?"""
        beside = near + step
        if step < 0 and beside > 0 and self.tokens[beside].word == "of":
            beside, far = beside + step, int(self.sentence.words[near + 2 : near + 3] == ("of",))
        is_there = (
            bool(far) and 0 <= beside < len(self.tokens) and self.tokens[beside].clause == self.tokens[near].clause
        )
        return is_there and self.tokens[beside].number is not None


def value_of(slot: SidedParameter, number: int | Fraction | None) -> Value | None:
    """A number as a slot has it, rounded to whole ones where it counts those, a half up; nothing where it cannot be."""
    if number is None:
        return None
    if slot.numbers:
        value = next((one for one in slot.numbers if Fraction(str(one)) == number), None)
        return (value,) if isinstance(slot.parameter, SeveralChoices) and value is not None else value
    whole = floor(number + Fraction(1, 2))
    return whole if fits(slot.parameter, whole) else None
