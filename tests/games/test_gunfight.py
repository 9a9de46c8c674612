"""What shock does to a man in a gunfight."""

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.games.rencounter.gunfight import Ready
from rencounter_kit.workbook.games.rencounter.two_men import Man


@pytest.mark.parametrize(("posture", "aimed"), [("up", {1, 2}), ("prone", {0}), ("shock", {0})])
def test_shock_takes_the_aim(posture, aimed):
    """Seen at his next activation, since nobody asks for it before; up, he keeps it where he hesitates."""
    play = rk.check("rencounter.gunfight", a_policy="aim_2", turn_limit=1)._play
    state = (Man(1, posture), Man(0), *play.start[2:4], Ready(1, aimed=1), play.start[5])
    assert {after[4].aimed for after in play.phases[0](state).outcomes if after[4]} == aimed
