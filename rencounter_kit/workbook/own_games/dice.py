"""Dice of a check that a game's file writes in one line, and what comes of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...engine.dice.amendment import INSTEAD, AmendedDice, AmendedText, AmendmentError
from ...engine.dice.convolve import Weights
from ...engine.dice.dist import Dice, Dist, Outcome
from ...engine.dice.throw import Consequence, Targets, Throw
from ...engine.notation.evaluation import FINE
from ...engine.words.errors import NoRowError, RuleError
from ...engine.words.wording import adjusted, as_text, first_up, outcome_text, words
from ..mechanics.ready_dice import ReadyDice, a_throw, or_less, or_more
from ..rulebook.book import Ruleset, spans
from .filled_line import FilledLine
from .outcomes import FurtherOutcomes, Outcomes, Row
from .template import Template, inputs_in, path_of

_FINEST = 72  # a line is followed until less than 1 in 10^72 of its ways still go on, if that may help
_LISTED = 6  # rows that are told in a sentence


@dataclass(frozen=True)
class CheckDice:
    """The dice of one check.

    name : of the throw.
    line : with names in braces.
    means : what may come of it.
    does : what a yes does.
    further : the checks that go on from some outcomes.
    """

    name: str
    line: Template
    means: Outcomes
    does: str
    further: FurtherOutcomes

    def throw_dice(self, throw: Throw, r: Ruleset, targets: Targets) -> Consequence:
        """Face by face, with the way in which it is quickly known."""
        line = self._filled(targets, r)

        def consequence_of(number: Outcome) -> Consequence:
            outcome = self._outcome(number, line, targets, r)
            goes_on = self.further.get(outcome)
            return outcome if goes_on is None else throw.dice_of(goes_on[0], getattr(targets, goes_on[1]), r)

        if line.number is not None:
            return consequence_of(line.number)
        if (amended := self._amended(line, targets, r)) is not None:
            return throw(self.name, amended, consequence_of)
        return throw.shortcut(
            lambda: line.thrown(throw, self.name, consequence_of),
            lambda: Dist(self._ways(line, targets, r)).map(consequence_of),
        )

    def _amended(self, line: FilledLine, targets: Targets, r: Ruleset) -> AmendedDice | None:
        """The line as dice on which rides what house rules put in at any of its dice; ``None`` by other rules."""
        texts = (r[path] for path in self.line.figures)
        rides = [one for text in texts if isinstance(text, AmendedText) for one in text.amendments]
        rides = [one for one in rides if one.kind != INSTEAD]
        if not rides:
            return None
        if by_face := next((one for one in rides if one.names_a_face), None):
            raise AmendmentError(
                f"{by_face.path} must name outcomes, since a line of dice is rolled as a whole here; got a face; "
                f"take one of the outcomes of {self.name}"
            )
        return AmendedDice(Dice(dict(self._ways(line, targets, r)), line.line), tuple(rides), line.thrown)

    def _ways(self, line: FilledLine, targets: Targets, r: Ruleset) -> Weights:
        """The numbers to which the line may come; refused where some of them may still change what they mean."""
        fine, ways = FINE, line.ways
        rows = () if ways.sure is None else self._rows(targets, r)
        while ways.sure is not None:
            left = (number for number, weight in ways.every.items() if weight > ways.sure.get(number, 0))
            if all(_is_settled(number, ways.onward, rows) for number in left):
                break
            if not rows or not ways.onward or fine >= _FINEST:
                raise RuleError(
                    f"dice must end; got {as_text(self.line.text)}, which may go on for ever; "
                    "try explode at most 5 times"
                )
            fine *= 2
            ways = line.followed(fine)
        return ways.every

    def _filled(self, targets: Targets, r: Ruleset) -> FilledLine:
        line = self.line.filled(targets._asdict(), r)
        if line.is_test and not self.means.yes:
            raise RuleError(
                f"a yes or no must have outcomes for both; got none for {as_text(line.line)}; add outcomes = "
                '{ no = "miss", yes = "hit" }'
            )
        if self.means.yes and not line.is_test:
            raise RuleError(f"dice must give a yes or no here; got {as_text(line.line)}; try 2d6 + 1 >= 8")
        return line

    def _rows(self, targets: Targets, r: Ruleset) -> tuple[Row, ...]:
        """What the numbers mean by these rules; nothing where they mean themselves."""
        if self.means.yes:
            return tuple((number, number, outcome) for number, outcome in self.means.yes.items())
        if not self.means.table:
            return self.means.rows
        group = r.group(self.table_path(targets))
        return tuple((low, high, name) for name, rule in group.items() for low, high in spans(rule))

    def table_path(self, targets: Targets) -> str:
        """The table on which it is read."""
        return path_of(self.means.table, targets._asdict())

    def _outcome(self, number: int, line: FilledLine, targets: Targets, r: Ruleset) -> Outcome:
        """What a number means: itself, where nothing is said."""
        if self.means.table:
            try:
                return r.look_up(self.table_path(targets), number)
            except RuleError:
                raise self._no_row(self.table_path(targets), number, line) from None
        if self.means.yes:
            return self.means.yes[number]
        if not self.means.rows:
            return number
        for low, high, outcome in self.means.rows:
            if low <= number <= high:
                return outcome
        raise self._no_row("outcomes", number, line)

    def _no_row(self, where: str, number: int, line: FilledLine) -> NoRowError:
        return NoRowError(
            f"every total of the dice must have a row in {where}; {number} of {as_text(line.line)} has none; "
            'leave its first and its last row open, as in "..2" and "12.."'
        )

    # In words ---------------------------------------------------------------------------------------------------------

    def sentences(self, r: Ruleset, targets: Targets) -> list[str]:
        """The line as it was filled in, then what goes on from there."""
        line = self._filled(targets, r)
        first = (
            []
            if line.number is not None and not (self.means.rows or self.means.table or self.means.yes)
            else [f"{self._sentence(line, targets, r)}."]
        )
        for outcome, (check, target) in self.further.items():
            own, *others = check.says(r, getattr(targets, target)) or [check.title]
            first += [f"{first_up(outcome_text(outcome))}: {own[0].lower()}{own[1:]}", *others]
        return first

    def _sentence(self, line: FilledLine, targets: Targets, r: Ruleset) -> str:
        plain = line.simple
        if self.means.yes:
            return first_up(_when(self.does, line))
        dice = (
            f"{first_up(a_throw(adjusted(plain.thrown.written, plain.added)))}" if plain else _sentence_start(line.text)
        )
        if self.means.table:
            return f"{dice} on the {_table_words(self.table_path(targets))}"
        if not self.means.rows or len(self.means.rows) > _LISTED:
            return dice
        rows = [f"{outcome_text(outcome)} on {_numbers(low, high)}" for low, high, outcome in self.means.rows]
        if not plain:
            return f"{dice}: {', '.join(rows)}"
        rows[0] = rows[0].replace(" on ", f" on {a_throw(dice[2:])} of ", 1)
        return first_up(", ".join(rows))


def ready(dice: CheckDice, outcomes: Sequence[str]) -> ReadyDice:
    """The same as any other dice of a check."""
    further = (target for _, target in dice.further.values())
    sees = (*dice.line.names, *dice.line.figures, *inputs_in(dice.means.table), *further)
    return ReadyDice(dice.throw_dice, lambda book: tuple(outcomes), dice.sentences, tuple(dict.fromkeys(sees)))


def _is_settled(number: int, onward: int, rows: Sequence[Row]) -> bool:
    """Does a number that may still grow, or shrink, stay in its row?"""
    open_end = float("inf") if onward > 0 else float("-inf")
    return bool(onward) and any(low <= number <= high and open_end in (low, high) for low, high, _ in rows)


def _when(does: str, line: FilledLine) -> str:
    """When it is a yes."""
    if plain := line.simple:
        return (or_more if plain.op == ">=" else or_less)(does, plain.thrown, plain.number, plain.added)
    return f"{does} if {line.text}"


def _sentence_start(line: str) -> str:
    """A line in words as the beginning of a sentence."""
    return f"Throw {line}" if re.match(r"\d*d\d", line) else first_up(line)


def _table_words(path: str) -> str:
    """ "reaction.table" as "reaction table", "wind" as "wind table"."""
    name = words(path.removesuffix(".table").rpartition(".")[2])
    return name if name.endswith("table") else f"{name} table"


def _numbers(low: float, high: float) -> str:
    if low == high:
        return str(low)
    if low == float("-inf"):
        return f"{high} or less"
    return f"{low} or more" if high == float("inf") else f"{low} to {high}"
