"""Dice of a check that a game's file writes in one line, and what comes of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..dice.dist import Dist, Outcome
from ..dice.throw import Lead, Targets, Throw
from ..errors import RuleError
from ..mechanics.ready_dice import ReadyDice, or_less, or_more
from ..notation.reading import Reading
from ..notation.tree import Constant, is_test
from ..rulebook.book import Ruleset, spans
from ..wording import adjusted, first_up, outcome_text, shown, words
from .line import Simple, Template, asked_in, followed, path_of, said, simple, throw_line
from .outcomes import Further, Outcomes, Row

_FINEST = 72  # a line is followed until less than 1 in 10^72 of its ways still go on, if that may help
_LISTED = 6  # rows that are told in a sentence


@dataclass(frozen=True)
class LineDice:
    """The dice of one check.

    name : of the throw. line : with names in braces. means : what may come of it. does : what a yes does. further : the checks
    that go on from some outcomes.
    """

    name: str
    line: Template
    means: Outcomes
    does: str
    further: Further

    def throw_dice(self, t: Targets, throw: Throw, r: Ruleset) -> Lead:
        """Face by face, with the way in which it is quickly known."""
        reading = self._reading(t, r)

        def lead(number: Outcome) -> Lead:
            outcome = self._outcome(number, reading.line, t, r)
            goes_on = self.further.get(outcome)
            return outcome if goes_on is None else throw.asked(goes_on[0], getattr(t, goes_on[1]), r)

        if isinstance(reading.tree, Constant):
            return lead(reading.tree.value)
        return throw.shortcut(
            lambda: throw_line(throw, self.name, reading.line, reading.tree, lead),
            lambda: self._known(reading, t, r, lead),
        )

    def _known(self, reading: Reading, t: Targets, r: Ruleset, lead: Callable[[Outcome], Lead]) -> Lead:
        """All that comes of it, from the numbers to which the line may come."""
        fine, ways = 9, followed((reading.line, reading.tree))
        rows = () if ways.sure is None else self._rows(t, r)
        while ways.sure is not None:
            left = {number: weight - ways.sure.get(number, 0) for number, weight in ways.every.items()}
            if not any(weight and not _is_settled(number, ways.onward, rows) for number, weight in left.items()):
                break
            if not rows or not ways.onward or fine >= _FINEST:
                raise RuleError(
                    f"dice must come to an end; got {shown(reading.line)}, which may go on for ever; "
                    "try explode at most 5 times"
                )
            fine *= 2
            ways = followed((reading.line, reading.tree), fine)
        return Dist(ways.every).map(lead)

    def _reading(self, t: Targets, r: Ruleset) -> Reading:
        reading = self.line.reading(t._asdict(), r)
        if is_test(reading.tree) and not self.means.yes:
            raise RuleError(
                f"dice must come to a number here; got {shown(reading.line)}, a yes or no; leave the comparison out"
            )
        if self.means.yes and not is_test(reading.tree):
            raise RuleError(
                f"dice must come to a yes or no here; got {shown(reading.line)}; try one such as 2d6 + 1 >= 8"
            )
        return reading

    def _rows(self, t: Targets, r: Ruleset) -> tuple[Row, ...]:
        """What the numbers mean by these rules; nothing where they mean themselves."""
        if self.means.yes:
            return tuple((number, number, outcome) for number, outcome in self.means.yes.items())
        if not self.means.table:
            return self.means.rows
        group = r.group(self.table_path(t))
        return tuple((low, high, name) for name, rule in group.items() for low, high in spans(rule))

    def table_path(self, t: Targets) -> str:
        """The table on which it is read."""
        return path_of(self.means.table, t._asdict())

    def _outcome(self, number: int, line: str, t: Targets, r: Ruleset) -> Outcome:
        """What a number means: itself, where nothing is said."""
        if self.means.table:
            try:
                return r.look_up(self.table_path(t), number)
            except RuleError:
                raise self._no_row(self.table_path(t), number, line) from None
        if self.means.yes:
            return self.means.yes[number]
        if not self.means.rows:
            return number
        for low, high, outcome in self.means.rows:
            if low <= number <= high:
                return outcome
        raise self._no_row("outcomes", number, line)

    def _no_row(self, where: str, number: int, line: str) -> RuleError:
        return RuleError(
            f"every number that the dice come to must have a row in {where}; {number} of {shown(line)} has none; "
            'open its first and its last row, as "..2" and "12.."'
        )

    # In words ------------------------------------------------------------------------------------------------------------

    def says(self, t: Targets, r: Ruleset) -> list[str]:
        """The line as it was filled in, then what goes on from there."""
        reading = self._reading(t, r)
        first = (
            []
            if isinstance(reading.tree, Constant) and not (self.means.rows or self.means.table or self.means.yes)
            else [f"{self._sentence(reading, t, r)}."]
        )
        for outcome, (check, target) in self.further.items():
            own, *others = check.says(getattr(t, target), r) or [check.title]
            first += [f"{first_up(outcome_text(outcome))}: {own[0].lower()}{own[1:]}", *others]
        return first

    def _sentence(self, reading: Reading, t: Targets, r: Ruleset) -> str:
        plain = simple(reading.tree)
        if self.means.yes:
            return first_up(_when(self.does, plain, reading))
        dice = f"A {adjusted(plain.thrown.written, plain.added)}" if plain else _thrown(said(reading.tree))
        if self.means.table:
            return f"{dice} on the {_table_words(self.table_path(t))}"
        if not self.means.rows or len(self.means.rows) > _LISTED:
            return dice
        told = [f"{outcome_text(outcome)} on {_numbers(low, high)}" for low, high, outcome in self.means.rows]
        if not plain:
            return f"{dice}: {', '.join(told)}"
        told[0] = told[0].replace(" on ", f" on a {dice[2:]} of ", 1)
        return first_up(", ".join(told))


def ready(dice: LineDice, outcomes: Sequence[str]) -> ReadyDice:
    """The same as any other dice of a check."""
    further = (target for _, target in dice.further.values())
    sees = (*dice.line.names, *dice.line.figures, *asked_in(dice.means.table), *further)
    return ReadyDice(dice.throw_dice, lambda book: tuple(outcomes), dice.says, tuple(dict.fromkeys(sees)))


def _is_settled(number: int, onward: int, rows: Sequence[Row]) -> bool:
    """Does a number that may still grow, or shrink, stay in its row?"""
    open_end = float("inf") if onward > 0 else float("-inf")
    return bool(onward) and any(low <= number <= high and open_end in (low, high) for low, high, _ in rows)


def _when(does: str, plain: Simple | None, reading: Reading) -> str:
    """When it is a yes."""
    if plain:
        return (or_more if plain.op == ">=" else or_less)(does, plain.thrown, plain.number, plain.added)
    return f"{does} if {said(reading.tree)}"


def _thrown(line: str) -> str:
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
