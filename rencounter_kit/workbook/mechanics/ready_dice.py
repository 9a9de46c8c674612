"""Ready dice: the usual ways to settle a check. They bring their outcomes and their sentences along.

What they are set against is the name of a target number, or the path of a figure: ``"needed"``, ``"to_hit.needed"``.
Dice are figures, such as ``"dice.task"``, or a target number; "d{sides}" takes one into its notation.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...engine.dice.dist import Dice
from ...engine.dice.notation import dice_of, notation
from ...engine.dice.throw import Consequence, Targets, Throw
from ...engine.words.wording import adjusted, figures_in, filled, first_up
from ..rulebook.book import Ruleset, Value
from .space import Space, graded

# They ask for throw and rules, sentences for rules alone; then by name for what they look at (see ``by_name``).
DiceFunction = Callable[..., Consequence]
Sentences = str | Sequence[str] | Callable[..., Sequence[str]]


@dataclass(frozen=True)
class ReadyDice:
    """Dice that know what can come of them, and say it.

    throw_dice : the dice themselves.
    outcomes : by the book, in order.
    says : sentences.
    sees : target numbers and figures.
    graded : is each outcome more than the one before?
    """

    throw_dice: Callable[[Throw, Ruleset, Targets], Consequence]
    outcomes: Callable[[Ruleset], Sequence[str]]
    says: Callable[[Ruleset, Targets], Sequence[str]]
    sees: tuple[str, ...]
    graded: bool = False

    def space(self, book: Ruleset) -> Space | Sequence[str]:
        """What can come of them by the book."""
        names = self.outcomes(book)
        return graded(names) if self.graded else names

    def __call__(self, throw: Throw, r: Ruleset, targets: Targets) -> Consequence:
        return self.throw_dice(throw, r, targets)


To = str | ReadyDice  # an outcome, or a further throw


def roll_under(
    name: str, dice: str, needed: str, *, success: To, failure: To, less_than: str = "", does: str = "succeeds"
) -> ReadyDice:
    """Dice that must show ``needed`` or less.

    name : of the throw.
    success, failure : what that leads to, an outcome or further dice.
    less_than : a target number that is true where they must show less than that.
    does : what success does, in words.
    """

    def highest(r: Ruleset, targets: Targets) -> int:
        """The highest throw that succeeds."""
        return int(_number(needed, r, targets) - bool(less_than and getattr(targets, less_than)))

    def throw_dice(throw: Throw, r: Ruleset, targets: Targets) -> Consequence:
        return _in_two(throw, name, _dice(dice, r, targets), highest(r, targets), success, failure, r, targets)

    def says(r: Ruleset, targets: Targets) -> list[str]:
        pool = _dice(dice, r, targets)
        hundred = " (00 is 100)" if pool.written == "d100" else ""
        first = f"{_sentence(or_less(does, pool, highest(r, targets)))}{hundred}."
        return [first, *_further(pool, highest(r, targets), ("Then", success), ("Otherwise", failure), r, targets)]

    sees = (*_names(dice, needed, less_than), *_names_of_leads(success, failure))
    return ReadyDice(throw_dice, lambda book: _outcomes(book, success, failure), says, sees)


def reach(
    name: str, dice: str, needed: str, *, failure: To, success: To, plus: str = "", does: str = "succeeds"
) -> ReadyDice:
    """Dice that must come to ``needed`` or more.

    name : of the throw.
    success, failure : what that leads to, an outcome or further dice.
    plus : a target number that is added to them.
    does : what success does, in words.
    """

    def below(r: Ruleset, targets: Targets) -> int:
        """The highest throw that fails."""
        return int(_number(needed, r, targets) - (_number(plus, r, targets) if plus else 0) - 1)

    def throw_dice(throw: Throw, r: Ruleset, targets: Targets) -> Consequence:
        return _in_two(throw, name, _dice(dice, r, targets), below(r, targets), failure, success, r, targets)

    def says(r: Ruleset, targets: Targets) -> list[str]:
        pool = _dice(dice, r, targets)
        phrase = or_more(does, pool, _number(needed, r, targets), _number(plus, r, targets) if plus else 0)
        further = _further(pool, below(r, targets), ("Otherwise", failure), ("Then", success), r, targets)
        return [f"{_sentence(phrase)}.", *further]

    sees = (*_names(dice, needed, plus), *_names_of_leads(failure, success))
    return ReadyDice(throw_dice, lambda book: _outcomes(book, failure, success), says, sees)


def read_off(
    name: str,
    dice: str,
    table: str,
    *,
    on: str,
    plus: str = "",
    ends: tuple[str, str] | None = None,
    natural: tuple[str, ...] = (),
) -> ReadyDice:
    """Dice on a table of ranges; its rows are the outcomes.

    name : of the throw.
    on : the table in words, with a remark.
    plus : a target number that is added to them.
    ends : figures of the least and the greatest sum; what lies beyond counts as these (a table of which the first row
        is open, "..2", and the last, "5..", needs none).
    natural : figures of throws to which nothing is added.
    """

    def throw_dice(throw: Throw, r: Ruleset, targets: Targets) -> Consequence:
        added = _number(plus, r, targets) if plus else 0
        lowest, highest = (r[path] for path in ends) if ends else (None, None)
        untouched = [r[path] for path in natural]

        def row(face: int) -> str:
            if face in untouched:
                return r.look_up(table, face)
            reached = face + added
            return r.look_up(table, reached if lowest is None else min(max(reached, lowest), highest))

        return throw(name, _dice(dice, r, targets), row)

    def says(r: Ruleset, targets: Targets) -> list[str]:
        pool, added = _dice(dice, r, targets), _number(plus, r, targets) if plus else 0
        untouched = [r[path] for path in natural]
        lines = [f"{first_up(a_throw(adjusted(pool.written, added)))} on {on}."]
        if untouched:
            lines.append(f"A natural {' or '.join(map(str, untouched))} takes no modifier.")
        if ends:
            sums = [face + added for face in pool if face not in untouched]
            lowest, highest = (r[path] for path in ends)
            lines += [f"Less than {lowest} counts as {lowest}."] if any(one < lowest for one in sums) else []
            lines += [f"More than {highest} counts as {highest}."] if any(one > highest for one in sums) else []
        return lines

    sees = _names(dice, plus, *natural, *(ends or ()))
    return ReadyDice(throw_dice, lambda book: tuple(book.group(table)), says, sees, graded=bool(plus))


def no_dice(answer: str) -> ReadyDice:
    """No dice: the answer is a target number."""
    return ReadyDice(
        lambda throw, r, targets: getattr(targets, answer), lambda book: (), lambda r, targets: [], (answer,)
    )  # fmt: skip


def only_if(name: str, dice: ReadyDice, *, otherwise: str, says: str) -> ReadyDice:
    """Dice that are thrown only where a target number is true.

    name : of the target number.
    otherwise : what comes about without them.
    says : why, a sentence with figures.
    """

    def throw_dice(throw: Throw, r: Ruleset, targets: Targets) -> Consequence:
        return dice(throw, r, targets) if getattr(targets, name) else otherwise

    def outcomes(book: Ruleset) -> Sequence[str]:
        face_outcomes = dice.outcomes(book)
        return face_outcomes if otherwise in face_outcomes else (otherwise, *face_outcomes)

    def why(r: Ruleset, targets: Targets) -> Sequence[str]:
        return dice.says(r, targets) if getattr(targets, name) else [_filled(says, r, targets)]

    return ReadyDice(throw_dice, outcomes, why, (name, *dice.sees, *figures_in(says)))


def _in_two(
    throw: Throw, name: str, dice: Dice, highest: int, low: To, high: To, r: Ruleset, targets: Targets
) -> Consequence:
    """What the throws up to ``highest`` lead to, and what the others."""
    if isinstance(low, str) and isinstance(high, str):
        return throw.split(name, dice, ((highest, low),), high)

    def consequence_of(face: int) -> Consequence:
        to = low if face <= highest else high
        return to(throw, r, targets) if isinstance(to, ReadyDice) else to

    return throw(name, dice, consequence_of)


def _further(
    dice: Dice, highest: int, low: tuple[str, To], high: tuple[str, To], r: Ruleset, targets: Targets
) -> list[str]:
    """What further dice say, as far as the first let it come to that; with the word that leads to them."""
    lines = list[str]()
    for (word, to), comes in ((low, highest >= dice.faces[0]), (high, highest < dice.faces[-1])):
        if isinstance(to, ReadyDice) and comes:
            first, *others = to.says(r, targets)
            lines += [f"{word} {first[0].lower()}{first[1:]}", *others]
    return lines


def _outcomes(book: Ruleset, *leads: To) -> tuple[str, ...]:
    """All that they come to, in order."""
    each = [to.outcomes(book) if isinstance(to, ReadyDice) else (to,) for to in leads]
    return tuple(dict.fromkeys(outcome for some in each for outcome in some))


def _names_of_leads(*leads: To) -> tuple[str, ...]:
    return tuple(name for to in leads if isinstance(to, ReadyDice) for name in to.sees)


def _number(name: str, r: Ruleset, targets: Targets) -> Value:
    """A target number, or a figure of the rules."""
    return r[name] if "." in name else getattr(targets, name)


def _dice(dice: str, r: Ruleset, targets: Targets) -> Dice:
    """Dice of the rules, those that a target number is, or what their notation says."""
    if "." in dice:
        return dice_of(r[dice])
    return getattr(targets, dice) if hasattr(targets, dice) else dice_of(dice.format_map(targets._asdict()))


def _names(dice: str, *names: str) -> tuple[str, ...]:
    names_in_dice = figures_in(dice) if "{" in dice else [] if notation(dice) else [dice]
    return (*names_in_dice, *filter(None, names))


# Sentences ------------------------------------------------------------------------------------------------------------


def or_more(does: str, dice: str | Dice, needed: int, added: int = 0) -> str:
    """From which throw on one does something; ``does`` such as "hits".

    >>> or_more("hits", "2d6", 8, -1)
    'hits on 2d6 -1 of 8 or more'
    >>> or_more("hits", "2d6", 8, -14)
    'never hits: no 2d6 -14 is 8 or more'
    """
    dice, least, most = _reach(dice, added)
    return _in_words(does, dice, needed, "more", least >= needed, most - needed)


def or_less(does: str, dice: str | Dice, needed: int, added: int = 0) -> str:
    """Up to which throw one does something.

    >>> or_less("acts", "d6", 4, 1)
    'acts on a d6 +1 of 4 or less'
    >>> or_less("acts", "d6", 4, -2)
    'always acts: any d6 -2 is 4 or less'
    >>> or_less("acts", "d6", 4, 3)
    'acts on a d6 +3 of 4'
    """
    dice, least, most = _reach(dice, added)
    return _in_words(does, dice, needed, "less", most <= needed, needed - least)


def _reach(dice: str | Dice, added: int) -> tuple[str, int, int]:
    """Dice with what is added in words, and the least and the most that they come to."""
    pool = dice_of(dice) if isinstance(dice, str) else dice
    return adjusted(pool.written, added), pool.faces[0] + added, pool.faces[-1] + added


def a_throw(dice: str) -> str:
    """Dice with their article, which several have not.

    >>> a_throw("d12"), a_throw("2d6 +3")
    ('a d12', '2d6 +3')
    """
    return dice if dice[:1].isdigit() else f"a {dice}"


def _in_words(does: str, dice: str, needed: int, further: str, always: bool, room: int) -> str:
    """room : how far the dice go beyond the number, below 0 where they do not come to it."""
    if always:
        return f"always {does}: any {dice} is {needed} or {further}"
    if room < 0:
        return f"never {does}: no {dice} is {needed} or {further}"
    return f"{does} on {a_throw(dice)} of {needed}{f' or {further}' if room else ''}"


def _sentence(phrase: str) -> str:
    """With a capital at its beginning."""
    return phrase[0].upper() + phrase[1:]


def _filled(sentence: str, r: Ruleset, targets: Targets) -> str:
    """With its target numbers and figures."""
    return filled(sentence, ChainMap(targets._asdict(), r))  # type: ignore[arg-type]


def sentences(
    says: Sentences | Callable[[Ruleset, Targets], Sequence[str]], dice: object
) -> Callable[[Ruleset, Targets], list[str]]:
    """What ready dice say, then what a check adds: a function, or sentences with target numbers and figures to be
    filled in.
    """
    by_dice = dice.says if isinstance(dice, ReadyDice) else lambda r, targets: []
    if callable(says):
        added = says
    else:
        texts = written_sentences(says)

        def added(r: Ruleset, targets: Targets) -> Sequence[str]:
            return [_filled(one, r, targets) for one in texts]

    return lambda r, targets: [*by_dice(r, targets), *added(r, targets)]


def written_sentences(says: Sentences) -> tuple[str, ...]:
    """The sentences that a check writes out."""
    if callable(says):
        return ()
    return (says,) if isinstance(says, str) else tuple(says)
