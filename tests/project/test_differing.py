"""What make test-long tries is what tries more there than in make test."""

import pytest

from tests.differing import differs, draws


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("tests.games.test_witness", "test_every_way_the_dice_can_fall"),  # by a number of its file
        ("tests.games.test_changed_dice", "test_other_dice_give_what_the_witness_throws_or_are_refused_in_a_sentence"),
        ("tests.dice.test_dist", "test_any_two_sets_of_weights"),  # by hypothesis
        ("tests.mechanics.test_checks", "test_a_switch_tells_somewhere"),  # by its parameters
        ("tests.analysis.test_die_squares", "test_what_one_counts_is_the_answer"),  # by what another file has
    ],
)
def test_what_tries_more_is_found(module, name):
    assert draws(module, name)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("tests.games.test_witness_turns", "test_every_check_has_a_witness"),
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
