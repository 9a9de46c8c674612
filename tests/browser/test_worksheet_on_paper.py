"""A worksheet, as a browser prints it: two pages and one of cards, with answers too, whatever the seed and
the paper.
"""

import pytest

import rencounter_kit as rk

from .lab import sheets

pytestmark = pytest.mark.long


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_it_takes_two_pages_and_one_of_cards(page, paper):
    for seed in (7, 8):
        for answers in (False, True):
            page.set_content(rk.worksheet(seed=seed, answers=answers, paper=paper).html())
            assert sheets(page) == 3, (seed, answers)
