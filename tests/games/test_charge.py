"""The volleys of a charge: worked out at once or in parts, remembered, and told shot by shot."""

import sys
from fractions import Fraction
from itertools import product

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.dice.dist import Dist
from rencounter_kit.engine.dice.throw import Exact, Random
from rencounter_kit.engine.dice.throw_tree import Branching
from rencounter_kit.workbook.games.rencounter.charge import SHOTS, Attackers, Shots
from rencounter_kit.workbook.mechanics import dice_memory
from tests.mechanics.test_cache import forget

CHARGE = "rencounter.charge"
BOOK = rk.rules("rencounter")
MINOR, SERIOUS = BOOK["wounds.minor"], BOOK["wounds.serious"]


def volley(many, fit, hurt=0, felled=0, **message):
    """So many shots at men of whom some have fallen by this very volley."""
    check = rk.checks[CHARGE]
    targets = check.targets_of(BOOK, message)
    return Shots(targets.shot, many, Attackers(fit, hurt), fit + hurt + felled, SERIOUS, targets.death_at)


def man_by_man(t):
    """The same chances, from who each wound falls on: the men have names, and those who have fallen are hit again."""
    wounds = rk.checks["rencounter.fire"].dist_of(BOOK, t.shot)
    points = wounds.map(lambda wound: MINOR if wound == "minor" else 0 if wound in ("none", "miss") else SERIOUS)
    men = (*[0] * t.up.fit, *[MINOR] * t.up.hurt, *[SERIOUS] * (t.there - sum(t.up)))
    ends = {}
    for shots in product(points.outcomes, repeat=t.many):
        for who in product(range(t.there), repeat=t.many):
            now, chance = list(men), Fraction(1, t.there**t.many)
            for hit, man in zip(shots, who, strict=True):
                now[man] += hit
                chance *= points.probability(hit)
            up = Attackers(now.count(0), sum(0 < one < SERIOUS for one in now))
            ends[up] = ends.get(up, 0) + chance
    return ends


@pytest.mark.parametrize(
    ("many", "fit", "hurt", "felled"),
    [(1, 2, 0, 0), (2, 1, 1, 0), (3, 2, 1, 0), (3, 1, 0, 2), (2, 0, 2, 1), (4, 2, 0, 0)],
)
def test_each_wound_of_a_volley_falls_on_one_of_those_who_were_there(many, fit, hurt, felled):
    t = volley(many, fit, hurt, felled, skill=9, distance=4)
    ends = man_by_man(t)
    dist = SHOTS.dist_of(BOOK, t)
    assert {up: dist.probability(up) for up in dist} == {up: p for up, p in ends.items() if p}


@pytest.mark.parametrize(
    "message", [{"shooters": 5}, {"shooters": 4, "weapon": "magazine_rifle", "first": "attackers"}]
)
def test_a_volley_is_the_same_in_parts(message, monkeypatch):
    message = {"men": 3, "skill": 8, "turn_limit": 6, "distance": 12, **message}

    def ask():
        forget()
        answer = rk.check(CHARGE, **message)
        return len(answer._play.phases), (answer.dist, answer.survival, answer.ways, answer.reads)

    phases, at_once = ask()
    monkeypatch.setattr(sys.modules[Shots.__module__], "_SMALL", 0)
    more, in_parts = ask()
    assert more > phases and in_parts == at_once
    forget()


def test_charges_over_other_distances_share_their_volleys():
    dice_memory.forget()
    rk.check(CHARGE, men=3, distance=20)
    known = SHOTS.cache_info().misses
    rk.check(CHARGE, men=3, distance=16)
    assert 0 < known == SHOTS.cache_info().misses


def test_more_shots_go_on_from_fewer():
    dice_memory.forget()
    SHOTS.dist_of(BOOK, volley(5, 4))
    known = SHOTS.cache_info().misses
    SHOTS.dist_of(BOOK, volley(6, 4))
    assert SHOTS.cache_info().misses <= known + 3  # itself, and a last shot at those whom one more may have felled


def test_a_volley_thrown_at_random_tells_each_shot():
    for seed in range(20):
        throw = Random(seed)
        throw.dice_of(SHOTS, volley(4, 3, skill=9, distance=4), BOOK)
        names = [step.name for step in throw.steps]
        assert names.count("to hit") == 4 and names[0] == "to hit"
        assert set(names) <= {"to hit", "severity", "who is hit"}


def test_a_volley_as_a_tree_tells_each_shot():
    t = volley(2, 2, skill=9, distance=4)
    tree = Branching().dice_of(SHOTS, t, BOOK)
    assert isinstance(tree, Dist) and tree.name == "to hit" and tree == Exact().dice_of(SHOTS, t, BOOK)
    (missed,) = [way for way in tree.branches if BOOK["fire.never"] in way.faces]
    assert missed.to.name == "to hit" and missed.to == SHOTS.dist_of(BOOK, t._replace(many=1))
