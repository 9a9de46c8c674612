"""What is said of a guess."""

from fractions import Fraction

import pytest

from rencounter_kit.workbook.analysis.guess import verdict


@pytest.mark.parametrize(
    ("guess", "chance", "sentence"),
    [
        ("1/40", "1/40", "you guessed 2.5 %, exactly right."),
        ("1", "35/36", "It is 97.2 %; you guessed 100 %, 2.8 points too high, and it is not certain."),
        ("0", "0", "It is never; you guessed 0 %, exactly right."),
        ("1/2", "5/12", "It is 41.7 %; you guessed 50 %, 8.3 points too high."),
    ],
)
def test_a_verdict(guess, chance, sentence):
    assert verdict(Fraction(guess), Fraction(chance)).endswith(sentence.replace("never", "0 %"))
