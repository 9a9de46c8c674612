"""A guess beside the chance that it is of: how far off it is."""

from __future__ import annotations

from fractions import Fraction

from ...engine.words.wording import number_text, percent_text, points_text


def verdict(guess: Fraction, chance: Fraction, about: bool = False) -> str:
    """What it is, and how far off a guess was, in a sentence.

    about : is the chance itself an estimate?

    >>> verdict(Fraction(3, 10), Fraction(5, 12)), verdict(Fraction(1, 40), Fraction(1, 40))
    ('It is 41.7 %; you guessed 30 %, 11.7 points too low.', 'It is 2.5 %; you guessed 2.5 %, exactly right.')
    >>> verdict(Fraction(0), Fraction(1, 36))
    'It is 2.78 %; you guessed 0 %, 2.8 points too low, and it is not impossible.'
    """
    off = guess - chance
    points = points_text(abs(off)).removeprefix("+")
    miss = f"{points} too {'high' if off > 0 else 'low'}" if off else "exactly right"
    too_sure = off and guess in (0, 1)
    surprise = f", and it is not {'certain' if guess else 'impossible'}" if too_sure else ""
    return (
        f"It is {'about ' if about else ''}{percent_text(chance)}; you guessed {guess_text(guess)}, {miss}{surprise}."
    )


def guess_text(guess: Fraction) -> str:
    """A guess as it was typed.

    >>> guess_text(Fraction(1, 40)), guess_text(Fraction(1, 3))
    ('2.5 %', '33.3333 %')
    """
    return f"{number_text(100 * guess, 6)} %"
