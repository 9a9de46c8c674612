"""Last states that are met in many turns: each is read once, unless what comes of it depends on the turn."""

from fractions import Fraction
from math import trunc

import pytest

from rencounter_kit.dice.closed import Closed, LookedIntoError
from rencounter_kit.mechanics.play import Play
from rencounter_kit.mechanics.reading import Reading

STATES = [("won", 3), ("lost", 1), ("won", 2)]


def reading(read, asked=None):
    def noted(state, end, turns):
        if asked is not None:
            asked.append(state)
        return read(state, end, turns)

    return Reading(Play(None, [], lambda state: state[0], read=noted))


def test_a_state_is_read_once_where_the_turn_does_not_count():
    asked = []
    kept = reading(lambda state, end, turns: (end, state[1] > 1), asked)
    for turn in range(1, 9):
        assert kept.of(STATES, turn) == [("won", True), ("lost", False), ("won", True)]
    assert asked == STATES
    assert kept.of([*STATES, ("lost", 2)], 9)[3] == ("lost", True) and len(asked) == 4


@pytest.mark.parametrize(
    "read",
    [
        lambda state, end, turns: turns,
        lambda state, end, turns: turns if end == "won" else end,
        lambda state, end, turns: (end, turns),
        lambda state, end, turns: {"won": [turns, 1][0] + 1}.get(end),
        lambda state, end, turns: min(turns, state[1]),
        lambda state, end, turns: state[1] * turns - 1,
        lambda state, end, turns: 2 - turns,
        lambda state, end, turns: f"{end} in {turns}",
        lambda state, end, turns: f"{end} in {turns!r}",
        lambda state, end, turns: str(turns),
        lambda state, end, turns: "late" if turns > 2 else "soon",
        lambda state, end, turns: "late" if turns != 1 else "soon",
        lambda state, end, turns: "never" if turns is None else turns,
        lambda state, end, turns: turns and end,
        lambda state, end, turns: {1: "soon"}.get(turns, end),
        lambda state, end, turns: "abcdefgh"[turns],
        lambda state, end, turns: sum(range(turns)),
        lambda state, end, turns: turns in (1, 3),
        lambda state, end, turns: divmod(turns, 2),
        lambda state, end, turns: turns / 2,
        lambda state, end, turns: 7 // turns,
        lambda state, end, turns: 2**turns,
        lambda state, end, turns: turns.bit_length(),
        lambda state, end, turns: int(turns) + float(turns),
        lambda state, end, turns: Fraction(turns, 2),
        lambda state, end, turns: pow(2, turns, 7),
        lambda state, end, turns: trunc(turns),
    ],
)  # fmt: skip
def test_what_depends_on_the_turn_is_read_in_each(read):
    kept = reading(read)
    for turn in (1, 2, 3, 1):
        assert kept.of(STATES, turn) == [read(state, state[0], turn) for state in STATES]


def test_states_that_are_made_anew_are_not_taken_for_others():
    """Every second one is as those before, at another place in memory, which the next may take."""
    kept = reading(lambda state, end, turns: state[1])
    for number in range(3000):
        one = 0 if number % 2 else number
        assert kept.of([("won", one)], 1) == [one]


def test_what_depends_on_the_turn_is_known_later_too():
    kept = reading(lambda state, end, turns: turns if end == "won" else end)
    assert kept.of(STATES, 1) == [1, "lost", 1]
    assert kept.of([("lost", 9)], 2) == ["lost"]
    assert kept.of(STATES, 3) == [3, "lost", 3]


def test_what_else_is_closed_stays_so():
    kept = reading(lambda state, end, turns: other + 1)
    other = Closed()
    with pytest.raises(LookedIntoError) as looked:
        kept.of(STATES, 1)
    assert looked.value.value is other


def test_an_error_of_some_turns_is_told_in_these():
    kept = reading(lambda state, end, turns: 6 // (turns - 2))
    assert kept.of(STATES, 3) == [6] * 3
    with pytest.raises(ZeroDivisionError):
        kept.of(STATES, 2)


def test_an_error_of_the_reader_is_his_own():
    with pytest.raises(ZeroDivisionError):
        reading(lambda state, end, turns: 1 // 0).of(STATES, 1)
