"""A rule of thumb for a fight, worked from a card: the odds of one stroke, times what each other change makes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from ..analysis.by_hand import WayStep
from ..analysis.die_squares import die_squares
from ..analysis.interactions import Interaction
from ..mechanics.links import Params
from ..wording import first_up, number_text, percent_text, points_figure
from .card import CardRow, CardText, StrokeText, as_told, odds_text

_TIMES = " \N{MULTIPLICATION SIGN} "
_RIGHT = Fraction(1, 1000)  # a rule of thumb that is no farther off than a tenth of a point
_ALIKE = Fraction(3, 20)  # of the odds: a difference below it is none that one would feel
_DIGITS, _ALL_DIGITS = 3, 12  # of odds that were multiplied, and of what is one more than these


class Thumb(NamedTuple):
    """The steps from the card to a chance, and that chance."""

    steps: tuple[WayStep, ...]
    chance: Fraction


def rule_of_thumb(card: CardText, answer: Interaction, names: Sequence[str]) -> Thumb | None:
    """The chance with both changes by the card; ``None`` where the card does not know all that counts.

    >>> from rencounter_kit import interaction
    >>> from rencounter_kit.teaching.lesson import lesson_of
    >>> fight = lesson_of("modifiers").cards[-2]
    >>> changes = ("a_skill", 8), ("b_wounds", 1)
    >>> both = interaction("rencounter.duel", *changes, outcome="A wins", order="random", a_skill=5, b_skill=5)
    >>> steps = rule_of_thumb(fight, both, ("A has skill 8", "B has a wound")).steps
    >>> print(steps[0])
    One stroke, before the lines of the card: A wounds B with 54 of 144 squares, B wounds A with 18: odds of 3 to 1
    >>> print(str(steps[1]).replace("\N{MULTIPLICATION SIGN}", "x"), steps[2], sep="; ")
    B has a wound: by the card 3.7 times the odds, so 3 x 3.7 = 11.1 to 1; 11.1 to 1 is 11.1 of 12.1, or 91.7 %
    """
    stroke = card.stroke
    if stroke is None or answer.measure.words != card.event:
        return None
    last = answer.results[-1]
    said = {name: value for name, value in last.params.items() if value != last.check.parameters[name].default}
    factors = [(row, _name(row, answer, names)) for row in card.rows if not row.event and _holds(row, last.params)]
    by_card = {row.parameter for row in card.rows if not row.event}
    alike = zip(stroke.mine.values(), stroke.theirs.values(), strict=True)
    by_stroke = {
        one for one, other in alike if not by_card & {one, other}
    }  # what the card has of the one, it has not of the other
    known = by_stroke | (card.given.keys() - by_card) | {row.parameter for row, _ in factors}
    if not known.issuperset(said):
        return None
    struck = {name: value for name, value in last.params.items() if name not in by_card}
    mine, theirs = stroke.chances(struck)
    if not theirs:
        return None
    odds = as_told(mine / theirs)
    as_one = f", or {odds_text(odds)} to 1" if odds < 1 and factors else ""
    steps = [WayStep(f"One stroke, before the lines of the card: {stroke_words(stroke, struck)}{as_one}")]
    for row, name in factors:
        factor, before = card.factor(row), odds
        odds = Fraction(number_text(before * factor, _DIGITS).replace(",", ""))
        written = (
            "" if before == 1 else f"{_figure(before)}{_TIMES}{odds_text(factor)} = {_about(odds, before * factor)}"
        )
        steps.append(
            WayStep(
                f"{first_up(name)}: by the card {odds_text(factor)} times the odds, so {written}{_figure(odds)} to 1"
            )
        )
    chance = odds / (1 + odds)
    steps.append(
        WayStep(
            f"{'Even' if odds == 1 else f'{_figure(odds)} to 1'} is {_figure(odds)} of {_figure(odds + 1)}, or {percent_text(chance)}"
        )
    )
    # what the card tells of fights between men who are alike holds for them alone: one who is wounded is soon down
    alone = (row for row in card.rows if row.event and _holds(row, last.params) and not factors)
    nobody = next(alone, None)
    if nobody is not None:
        left, of_rest = card.chance(nobody), percent_text(chance)
        chance *= 1 - left
        steps.append(
            WayStep(
                f"But nobody wins {percent_text(left)} of the fights (the card); {of_rest} of the rest is about {percent_text(chance)}"
            )
        )
    exact = answer.figures[-1]
    off = points_figure(abs(chance - exact)).removeprefix("+")
    near = (
        "it is right"
        if abs(chance - exact) < _RIGHT
        else f"it is {off} percentage points too {'high' if chance > exact else 'low'}"
    )
    steps.append(WayStep(f"That is the rule of thumb; {near}. The exact way goes turn by turn"))
    return Thumb(tuple(steps), chance)


def stroke_words(stroke: StrokeText, params: Params) -> str:
    """How often each of two men wounds with one stroke, in squares, and the odds.

    >>> from rencounter_kit.teaching.lesson import lesson_of
    >>> stroke = lesson_of("modifiers").cards[-2].stroke
    >>> stroke_words(stroke, {"a_skill": 9, "b_skill": 6})
    'A wounds B with 50 of 144 squares, B wounds A with 14: odds of about 3.6 to 1'
    """
    mine, theirs = stroke.chances(params)
    squares = die_squares(stroke.results(params)[0])
    total = squares.total if squares is not None else lcm(mine.denominator, theirs.denominator)
    me, him = stroke.who
    told = f"{me} wounds {him} with {mine * total} of {total:,} squares, {him} wounds {me} with {theirs * total}"
    odds = _odds((mine, theirs))
    if odds is None:
        return told
    rounded = as_told(odds) if odds > 1 else 1 / as_told(1 / odds)
    return f"{told}: {'even odds' if odds == 1 else f'odds of {_about(rounded, odds)}{_ratio(rounded)}'}"


def _about(told: Fraction, exact: Fraction) -> str:
    """A word before what is rounded."""
    return "" if told == exact else "about "


def _figure(odds: Fraction) -> str:
    """Odds that are told already, with all their digits."""
    return number_text(odds, _ALL_DIGITS)


def why_not_as_one_stroke(card: CardText, answer: Interaction, names: Sequence[str]) -> list[str]:
    """What each change alone makes of the odds of one stroke, and of those of the fight; in sentences.

    Empty where the card knows no stroke, or tells of another fight.
    """
    if card.stroke is None or answer.measure.words != card.event:
        return []
    said, known = [], set[str]()
    for name, result in zip((*names, "Both together"), answer.results[1:], strict=True):
        one = _odds(card.stroke.chances(result.params))
        whole = _odds((result.event(card.event), result.event(card.against)))
        if one is None or whole is None:
            continue
        told = f"{first_up(name)}: {_ratio(one)} in one stroke, {_ratio(whole)} in the whole fight"
        if result is answer.results[-1]:  # which is what the two come to
            said.append(f"{told}.")
            continue
        how, because = _compared(one, whole)
        said.append(f"{told}; {how}{'' if because in known else f', {because}'}.")
        known.add(because)
    first, last = answer.results[0], answer.results[-1]
    strokes = [card.stroke.chances(result.params)[0] for result in (first, last)]
    left = [1 - result.event(card.event) - result.event(card.against) for result in (first, last)]
    if whole == 1 and strokes[1] < strokes[0]:
        said.append(
            f"What both gain cancels, but a stroke now wounds {percent_text(strokes[1])} of the time, where it was {percent_text(strokes[0])}; "
            f"so more often nobody is down when the turns are over: {percent_text(left[1])}, where it was {percent_text(left[0])}."
        )
    return said


def _compared(one: Fraction, whole: Fraction) -> tuple[str, str]:
    """Is the fight more one-sided than a stroke, and why?"""
    a, b = (max(odds, 1 / odds) for odds in (one, whole))
    if abs(a - b) <= a * _ALIKE and one != 1:
        return "that is about the same", "as every turn repeats the stroke for both"
    if one == 1:
        return "a single stroke does not show it", "as it bears on how often he strikes"
    if b > a:
        return (
            "that is more",
            "as in a fight it also counts how bad the wounds are, and whoever is hurt does worse in every turn",
        )
    return "that is less", "as a fight has other ways to be won than this stroke"


def _odds(pair: tuple[Fraction, Fraction]) -> Fraction | None:
    return pair[0] / pair[1] if all(pair) else None


def _ratio(odds: Fraction) -> str:
    """Odds for the one or for the other.

    >>> _ratio(Fraction(3)), _ratio(Fraction(1, 4)), _ratio(Fraction(1))
    ('3 to 1', '1 to 4', 'even')
    """
    if odds == 1:
        return "even"
    return f"{odds_text(odds)} to 1" if odds > 1 else f"1 to {odds_text(1 / odds)}"


def _holds(row: CardRow, params: Params) -> bool:
    """Is it so, in a fight?"""
    return all(params.get(name) == value for name, value in {**row.beside, row.parameter: row.value}.items())


def _name(row: CardRow, answer: Interaction, names: Sequence[str]) -> str:
    """The words of the change that brings a row in; those of the card where it was so before."""
    changed: Mapping[str, str] = dict(zip((answer.one.parameter, answer.other.parameter), names, strict=True))
    return changed.get(row.parameter, row.words)
