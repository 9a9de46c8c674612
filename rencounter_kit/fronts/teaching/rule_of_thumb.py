"""A rule of thumb for a fight, worked from a card: the odds of one stroke, times what each other change
makes of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from ...engine.words.wording import first_up, number_text, percent_text, points_figure
from ...workbook.analysis.die_squares import die_squares
from ...workbook.analysis.interactions import Interaction
from ...workbook.analysis.worked_solution import WayStep
from ...workbook.mechanics.links import Params
from .card import CardRow, CardText, StrokeText, odds_text, rounded_odds

_TIMES = " \N{MULTIPLICATION SIGN} "
_RIGHT = Fraction(1, 1000)  # a rule of thumb that is no farther off than a tenth of a point
_ALIKE = Fraction(3, 20)  # of the odds: a difference below it is none that one would feel
_DIGITS, _ALL_DIGITS = 3, 12  # of odds that were multiplied, and of what is one more than these


class RuleOfThumb(NamedTuple):
    """The steps from the card to a chance, and that chance."""

    steps: tuple[WayStep, ...]
    chance: Fraction


def rule_of_thumb(card: CardText, answer: Interaction, names: Sequence[str]) -> RuleOfThumb | None:
    """The chance with both changes by the card; ``None`` where the card does not know all that counts.

    >>> from rencounter_kit import interaction
    >>> from rencounter_kit.fronts.teaching.lesson import lesson_of
    >>> fight = lesson_of("modifiers").cards[-2]
    >>> changes = ("a_skill", 8), ("b_wounds", 1)
    >>> both = interaction("rencounter.duel", *changes, outcome="A wins", order="random", a_skill=5, b_skill=5)
    >>> steps = rule_of_thumb(fight, both, ("A has skill 8", "B has a wound")).steps
    >>> print(steps[0])
    One stroke each, for the skills alone: A wounds B with 54 of 144 squares, B wounds A with 18: 3 to 1
    >>> print(str(steps[1]).replace("\N{MULTIPLICATION SIGN}", "x"), steps[2], sep="; ")
    B has a wound (on the card): 3 x 3.7 = 11.1 to 1; 11.1 to 1 is 11.1 of 12.1, or 91.7 %
    """
    stroke = card.stroke
    if stroke is None or answer.measure.words != card.event:
        return None
    last = answer.results[-1]
    changes = {name: value for name, value in last.params.items() if value != last.check.parameters[name].default}
    factors = [(row, _name(row, answer, names)) for row in card.rows if not row.event and _holds(row, last.params)]
    by_card = {row.parameter for row in card.rows if not row.event}
    alike = zip(stroke.mine.values(), stroke.theirs.values(), strict=True)
    by_stroke = {
        one for one, other in alike if not by_card & {one, other}
    }  # what the card has of the one, it has not of the other
    comparable = by_stroke | (card.given.keys() - by_card) | {row.parameter for row, _ in factors}
    if not comparable.issuperset(changes):
        return None
    struck = {name: value for name, value in last.params.items() if name not in by_card}
    mine, theirs = stroke.chances(struck)
    if not theirs:
        return None
    odds = rounded_odds(mine / theirs)
    steps = [WayStep(_start(stroke, struck))]
    for row, name in factors:
        factor, before = card.factor(row), odds
        odds = Fraction(number_text(before * factor, _DIGITS).replace(",", ""))
        product = f"{_figure(before)}{_TIMES}{odds_text(factor)} = {_about(odds, before * factor)}{_figure(odds)} to 1"
        steps.append(WayStep(f"{first_up(name)} (on the card): {product}"))
    chance = odds / (1 + odds)
    if odds != 1:
        steps.append(
            WayStep(f"{_figure(odds)} to 1 is {_figure(odds)} of {_figure(odds + 1)}, or {percent_text(chance)}")
        )
    # what the card tells of fights between men who are alike holds for them alone: one who is wounded is soon down
    alone = (row for row in card.rows if row.event and _holds(row, last.params) and not factors)
    nobody = next(alone, None)
    if nobody is not None:
        left = card.chance(nobody)
        ended, of_rest = percent_text(1 - left), "half" if odds == 1 else percent_text(chance)
        chance *= 1 - left
        steps.append(
            WayStep(
                f"Nobody wins {percent_text(left)} (on the card), and {of_rest} of the other {ended} is "
                f"{percent_text(chance)}"
            )
        )
    exact = answer.figures[-1]
    off = points_figure(abs(chance - exact)).removeprefix("+")
    near = (
        "right"
        if abs(chance - exact) < _RIGHT
        else f"{off} percentage points too {'high' if chance > exact else 'low'}"
    )
    steps.append(WayStep(f"That rule of thumb is {near}; the exact way goes turn by turn"))
    return RuleOfThumb(tuple(steps), chance)


def _start(stroke: StrokeText, params: Params) -> str:
    """What a fight starts from: the odds of one stroke each."""
    mine, theirs = stroke.chances(params)
    if mine == theirs:
        return "Equal skills, so half of the fights that someone wins"
    text, odds = f"One stroke each, for the skills alone: {stroke_words(stroke, params)}", rounded_odds(mine / theirs)
    return text if odds > 1 else f"{text}, or {_figure(odds)} to 1"


def stroke_words(stroke: StrokeText, params: Params) -> str:
    """How often each of two men wounds with one stroke, in squares, and the odds.

    >>> from rencounter_kit.fronts.teaching.lesson import lesson_of
    >>> stroke = lesson_of("modifiers").cards[-2].stroke
    >>> stroke_words(stroke, {"a_skill": 9, "b_skill": 6})
    'A wounds B with 50 of 144 squares, B wounds A with 14: about 3.6 to 1'
    """
    mine, theirs = stroke.chances(params)
    squares = die_squares(stroke.results(params)[0])
    total = squares.total if squares is not None else lcm(mine.denominator, theirs.denominator)
    me, him = stroke.who
    text = f"{me} wounds {him} with {mine * total} of {total:,} squares, {him} wounds {me} with {theirs * total}"
    odds = _odds((mine, theirs))
    if odds is None:
        return text
    rounded = rounded_odds(odds) if odds > 1 else 1 / rounded_odds(1 / odds)
    return f"{text}: {'even odds' if odds == 1 else _about(rounded, odds) + _ratio(rounded)}"


def _about(estimate: Fraction, exact: Fraction) -> str:
    """A word before what is rounded."""
    return "" if estimate == exact else "about "


def _figure(odds: Fraction) -> str:
    """Odds that are told already, with all their digits."""
    return number_text(odds, _ALL_DIGITS)


def why_not_as_one_stroke(card: CardText, answer: Interaction, names: Sequence[str]) -> list[str]:
    """What each change alone makes of the odds of one stroke, and of those of the fight; in sentences.

    Empty where the card knows no stroke, or tells of another fight.
    """
    if card.stroke is None or answer.measure.words != card.event:
        return []
    reasons, causes = [], set[str]()
    for name, result in zip((*names, "Both together"), answer.results[1:], strict=True):
        one = _odds(card.stroke.chances(result.params))
        whole = _odds((result.event(card.event), result.event(card.against)))
        if one is None or whole is None:
            continue
        line = f"{first_up(name)}: {_ratio(one)} in one stroke, {_ratio(whole)} in the whole fight."
        because = _compared(one, whole) if result is not answer.results[-1] else ""
        reasons.append(f"{line} {because}".strip() if because not in causes else line)
        causes.add(because)
    first, last = answer.results[0], answer.results[-1]
    strokes = [percent_text(card.stroke.chances(result.params)[0]) for result in (last, first)]
    left = [percent_text(1 - result.event(card.event) - result.event(card.against)) for result in (last, first)]
    if whole == 1 and one == 1:
        reasons.append(
            f"A stroke now wounds {strokes[0]} of the time (before: {strokes[1]}), so {left[0]} of the fights "
            f"end with nobody down ({left[1]})."
        )
    return reasons


def _compared(one: Fraction, whole: Fraction) -> str:
    """Is the fight more one-sided than a stroke, and why?"""
    a, b = (max(odds, 1 / odds) for odds in (one, whole))
    if one == 1:
        return "One stroke does not show it: it changes how often he strikes."
    if abs(a - b) <= a * _ALIKE:
        return "About the same: every turn repeats the stroke for both."
    if b > a:
        return "More: in a fight, bad wounds count too, and a wounded man does worse every turn."
    return "Less: a fight can be won in other ways than by this stroke."


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
