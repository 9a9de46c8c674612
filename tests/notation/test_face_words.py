"""Dice with words: what comes of a line is what all faces say, and what cannot be meant is refused in a sentence."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.errors import RuleError
from tests.notation.test_roll import UNLIKELY, probability

LION = ["skull"] * 3 + ["shield"] * 2 + ["lion"]
HIT = ["miss"] * 3 + ["graze"] * 2 + ["hit"]
ABILITY = ["", "s", "s", "ss", "a", "a", "sa", "aa"]  # Genesys: ability (d8)
DIFFICULTY = ["", "f", "ff", "t", "t", "t", "tt", "ft"]  # and difficulty (d8)
S, A, F, T = "success", "advantage", "failure", "threat"
ABLE = f"d{{blank, {S} x2, 2 {S}, {A} x2, {S}+{A}, 2 {A}}}"
HARD = f"d{{blank, {F}, 2 {F}, {T} x3, 2 {T}, {F}+{T}}}"
GENESYS = f"a = 2{ABLE}: b = 2{HARD}: a count successes - b count {F}, a count {A} - b count threats"


def genesys(faces):
    able, hard = "".join(faces[:2]), "".join(faces[2:])
    return able.count("s") - hard.count("f"), able.count("a") - hard.count("t")


def either_of_two(faces):
    return sum(face in "sf" for face in "".join(faces))


def left(dice, others):
    return list((Counter(dice) - Counter(others)).elements())


LINES = [  # a line, the faces of its dice, and what it comes to
    ("3d{skull x3, shield x2, lion} count skulls", [LION] * 3, lambda dice: dice.count("skull")),
    ("count shields or lions in 2d{skull x3, shield x2, lion}", [LION] * 2, lambda dice: 2 - dice.count("skull")),
    (
        "p = 3d{skull x3, shield x2, lion}: p count skull, p count lions, p any pair, p different",
        [LION] * 3,
        lambda dice: (
            dice.count("skull"), dice.count("lion"), "yes" if len(set(dice)) < 3 else "no", len(set(dice))
        ),
    ),
    ("p = 2d{skull x3, shield x2, lion}: p count skulls given p doubles", [LION] * 2, None),
    ("highest of 3d{miss x3 < graze x2 < hit} is hit", [HIT] * 3, lambda dice: "yes" if "hit" in dice else "no"),
    ("lowest of 2d{miss x3 < graze x2 < hit} >= graze", [HIT] * 2, lambda dice: "no" if "miss" in dice else "yes"),
    ("3d{miss x3 < graze x2 < hit} count graze or more", [HIT] * 3, lambda dice: 3 - dice.count("miss")),
    (
        "3d{miss x3 < graze x2 < hit} drop lowest count hits",
        [HIT] * 3,
        lambda dice: min(2, dice.count("hit")),
    ),
    (GENESYS, [ABILITY] * 2 + [DIFFICULTY] * 2, genesys),
    (f"p = {ABLE} + {HARD}: p count {S} or {F}", [ABILITY, DIFFICULTY], either_of_two),
    (
        "a = 2d{skull x3, shield x2, lion}: b = 2d{shield, lion}: a matches b, a without b count lions",
        [LION] * 2 + [["shield", "lion"]] * 2,
        lambda dice: (2 - len(left(dice[:2], dice[2:])), left(dice[:2], dice[2:]).count("lion")),
    ),
    (
        "a = d{skull x3, shield x2, lion}: if a is skull then 0 else d{1..4}",
        [LION, range(1, 5)],
        lambda dice: 0 if dice[0] == "skull" else dice[1],
    ),
    ("2d{skull x3, shield x2, lion} reroll lion once count skulls", [LION] * 4, lambda dice: (
        sum((again if face == "lion" else face) == "skull" for face, again in (dice[:2], dice[2:]))
    )),
]  # fmt: skip


@pytest.mark.parametrize(("line", "dice", "come"), LINES, ids=[line for line, _, _ in LINES])
def test_a_line_comes_to_what_all_faces_say(line, dice, come):
    ways = [(faces, come(faces)) for faces in product(*dice)] if come else [
        (faces, 2 * (faces[0] == "skull")) for faces in product(*dice) if faces[0] == faces[1]
    ]  # fmt: skip
    counts = Counter(result for _, result in ways)
    answer = rk.dice(line)
    assert {faces: answer[faces] for faces in answer.dist} == {
        faces: Fraction(count, len(ways)) for faces, count in counts.items()
    }
    assert rk.dice(answer.written) == answer and rk.dice(answer.written).written == answer.written
    assert probability(answer.throw_many(2_000, seed=3), answer.dist) > UNLIKELY


def test_a_throw_shows_the_words():
    roll = rk.dice("p = 3d{miss x3 < graze x2 < hit}: p highest is hit, p count misses").throw(seed=3)
    faces = [str(die) for die in roll.dice]
    assert set(faces) <= {"miss", "graze", "hit"} and roll.result[1] == faces.count("miss")
    assert any(step.startswith("the highest of p: ") and step[18:] in faces for step in roll.steps)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("3d{skull x3, lion} count skulls", "how many of 3d{skull x3, lion} show skull"),
        (GENESYS.replace(", a count", "; a count").split(";")[0], f"how often {S} shows on a"),
        ("d{miss < graze < hit} >= graze", "whether d{miss < graze < hit} is graze or more"),
    ],
)
def test_a_line_is_told_in_words(line, says):
    assert says in rk.dice(line).says


@pytest.mark.parametrize(
    ("line", "must"),
    [
        ("3d{skull, lion}", "counted or compared; got them as a number; try count"),
        ("d{skull, lion} + 1", "counted or compared"),
        ("p = 3d{skull, lion}: p is skull", "counted or compared"),
        ("d{skull, lion} = 1", "counted or compared"),
        ("p = 3d{skull, lion}: p count 2", "must name the faces that are meant; got none, or a number; try lion"),
        ("3d{skull, lion} >= 2", "must name the faces"),
        ("3d{skull, lion}! count lions", "must name the faces"),
        ("3d{skull, lion} highest is lion", "faces must have an order for highest, lowest or a run"),
        ("d{skull, lion} >= lion", "faces must have an order to be compared; got lion"),
        ("3d{skull, lion} count lion or more", "faces must have an order for more or less; got lion"),
        ("d{skull > lion} is lion", "must all have < between them"),
        ("d{miss < hit} + d{hit < miss} count hit", "faces must have one order in a line; got two"),
        ("3d{skull, lion} count tiger", "must be a face of the dice; got tiger; try lion"),
        ("3d{skull x0, lion} count lion", "a face must be there at least once"),
        ("3d{skull x101, lion} count lion", "must be at most 100"),
        ("3d{skull, lion} min 2 count lion", "must count one by one"),
        ("{2d{skull, lion}, d6} count lion", "must be single beside others"),
        ("3d{skull, lion} count 1 or lion", "got lion; put brackets round a count"),
        ("p = 4d6: p count 6 or p count 1", "got p; put brackets round a count before and, or"),
        ("5d10 count fish or more", "got fish; try count 8"),
        ("5d10 count fish", "must be a face of the dice; got fish; try count 8 or more"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(line, must):
    with pytest.raises(RuleError, match=must):
        rk.dice(line)
