"""Checks whose dice are counted instead of followed: following every face comes to the same."""

from contextlib import suppress

import pytest

import rencounter_kit as rk
from rencounter_kit.dice.dist import Dist
from rencounter_kit.dice.throw import Exact
from tests.games.test_changed_dice import changes
from tests.situations import PROCESSES, drawn, tries


class FaceByFace(Exact):
    """Every way the dice can fall, without shortcuts, which it counts."""

    shortcuts = 0

    def shortcut(self, once, known):
        self.shortcuts += 1
        return once()


def followed(check_id, said, rules=None):
    """What comes of the dice face by face, and how many shortcuts were not taken."""
    answer, throw = rk.check(check_id, rules=rules, **said), FaceByFace()
    lead = answer.check._dice(answer.targets, throw, answer.rules)
    return Dist([0]).map(lambda _: lead), throw.shortcuts


COUNTED = [
    check_id
    for check_id in rk.checks
    if check_id not in PROCESSES and any(followed(check_id, said)[1] for said in drawn(check_id, 4, "shortcuts"))
]


def test_there_are_some():
    assert {"realms_of_myth.contested_roll", "realms_of_myth.surprise_penalty"} <= set(COUNTED)


@pytest.mark.parametrize("check_id", COUNTED)
def test_following_every_face_comes_to_the_same(check_id):
    for said in drawn(check_id, tries(12, 100), "counted"):
        assert rk.check(check_id, **said).dist == followed(check_id, said)[0], said


@pytest.mark.parametrize("check_id", COUNTED)
def test_so_it_does_by_other_dice(check_id):
    for said, name, written in changes(check_id):
        with suppress(rk.RuleError):
            rules = rk.checks[check_id].book.with_house_rules(f'dice.{name} = "{written}"')
            assert rk.check(check_id, rules=rules, **said).dist == followed(check_id, said, rules)[0], (
                said,
                name,
                written,
            )
