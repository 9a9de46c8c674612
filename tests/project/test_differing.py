"""What make test-long tries is what tries more there than in make test."""

import pytest

from tests.differing import differs, draws


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("tests.panels.test_links", "test_a_line_says_the_same_wherever_it_is_read"),  # by a number in it
        ("tests.notation.test_notation", "test_laws_of_pools"),  # by hypothesis
        ("tests.panels.test_random_acts", "test_a_panel_stays_true_whatever_is_done"),  # by its parameters
        ("tests.checks.test_contract", "test_check"),  # by the parts that it names
        ("tests.analysis.test_die_squares", "test_what_one_counts_is_the_answer"),  # by what another file has
    ],
)
def test_what_tries_more_is_found(module, name):
    assert draws(module, name)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("tests.mechanics.test_checks", "test_checks_are_a_mapping"),
        ("tests.dice.test_dist", "test_three_hundred_throws_of_two_dice_are_multiplied_as_decimals"),
        ("tests.project.test_pages", "test_two_sentences_say_what_stands_in_for_other_chapters"),
    ],
)
def test_what_tries_the_same_is_not(module, name):
    assert not draws(module, name)


def test_what_is_marked_as_long_is_tried_and_what_is_not_is_left_out(request):
    assert not differs(request.node)
    request.node.add_marker("long")
    assert differs(request.node)
