"""A fight thrown once: who throws what, and which faces would have done the same."""

import re
from collections import Counter
from itertools import pairwise

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.games.rencounter.two_men import Man, state_words


def thrown(result, seed):
    return result.course(seed)


@pytest.mark.parametrize(("check_id", "many"), [("odd_encounters.duel", 300), ("rencounter.reload", 2000)])
def test_courses_come_as_often_as_the_exact_chances_say(check_id, many):
    result = rk.check(check_id)
    came = Counter(thrown(result, seed).outcome for seed in range(many))
    for outcome, p in result.items():
        assert abs(came[outcome] / many - p) < 4 * (float(p * (1 - p)) / many) ** 0.5 + 0.001


@pytest.mark.parametrize("order", ["alternate", "random", "counters"])
def test_a_duel_says_who_acts(order):
    """By turns, by a coin, by counters: an action roll is of the one whose part it is, or of whom the coin names."""
    went = thrown(rk.check("rencounter.duel", order=order), 4)
    acting = [part for part in went.parts if any(step.name == "action" for step in part.steps)]
    whose = [part.name.partition(", ")[2] or part.steps[0].face.upper() for part in acting]
    assert set(whose) == {"A", "B"}
    if order == "alternate":
        assert whose == ["A", "B"] * (len(whose) // 2) + ["A"] * (len(whose) % 2)


def test_whom_the_coin_does_not_name_acts_second():
    went = thrown(rk.check("rencounter.duel", order="random", turn_limit=3), 1)
    turns = {}
    for part in went.parts:
        turns.setdefault(part.name.partition(",")[0], []).append(part)
    pairs = [(first.steps[0].face, second.name[-1]) for first, second in (turn for turn in turns.values() if turn[1:])]
    assert len(pairs) == 3 and all({coin, second} == {"A", "B"} for coin, second in pairs)


@pytest.mark.parametrize("first", ["a", "b"])
def test_in_a_skirmish_the_side_that_is_first_rolls_first(first):
    went = thrown(rk.check("rencounter.skirmish", first=first), 1)
    assert went.parts[0].name == f"turn 1, {first.upper()}" and "action" in went.parts[0].steps[0].name


def test_whoever_fires_and_whoever_is_fired_at_throw_dice_of_their_own():
    for part in thrown(rk.check("rencounter.unit_under_fire"), 1).parts:
        about = {step.name for step in part.steps}
        assert about <= {"to hit", "severity", "who is hit"} or (part.name.endswith("the unit") and about == {"action"})
        assert part.name.endswith("the shooters") == ("to hit" in about)


def test_how_a_man_stands_is_said_as_players_say_it():
    men = [Man(0), Man(1), Man(2, "shock"), Man(3, "prone"), Man(0, "run"), Man(6, "dead"), Man(0, "overcome")]
    assert [state_words((man, man))[1] for man in men] == [
        "B is unhurt",
        "B has 1 wound point",
        "B has 2 wound points and is in shock",
        "B has 3 wound points and lies prone",
        "B runs",
        "B is dead",
        "B is overcome by his wounds",
    ]


def test_whoever_is_first_is_told_first():
    went = thrown(rk.check("rencounter.charge", first="attackers"), 1)
    assert [part.name for part in went.parts][:2] == ["turn 1, the attackers", "turn 1, the shooters"]


def test_what_is_thrown_before_the_first_turn_is_told_first():
    went = thrown(rk.check("rencounter.activation_counters", result="wait"), 1)
    assert went.parts[0].name == "at first" and went.parts[0].steps and went.parts[1].name == "contest 1"


def test_a_turn_in_which_nobody_throws_is_told():
    went = thrown(rk.check("odd_encounters.sleep_and_slay"), 3)
    assert "no dice" in str(went.parts[0])


@pytest.mark.parametrize("check_id", ["rencounter.duel", "rencounter.gunfight"])
def test_how_both_stand_is_told_as_it_changes(check_id):
    """Whoever is lost is told so last; wounds only grow, and nothing is told that was so before."""
    for seed in range(12):
        went = thrown(rk.check(check_id), seed)
        lines = [one for part in went.parts for one in part.came]
        for side in "AB":
            mine = [one for one in lines if one.startswith(side)]
            assert all(now != was for was, now in pairwise(mine))
            points = [int(match[1]) for one in mine if (match := re.search(r"has (\d) wound", one))]
            assert points == sorted(points)
        loser, _, how = str(went.outcome).partition("_")
        ends = {"dead": "is dead", "run": "runs", "overcome": "is overcome by his wounds"}
        assert how not in ends or f"{loser.upper()} {ends[how]}" in went.parts[-1].came


def test_a_fight_that_ends_in_its_last_turn_ends_in_that_turn():
    fight = rk.check("odd_encounters.duel_length", a_hp=1, b_hp=1, max_rounds=1)
    assert len(fight.dist) > 1 and {fight.roll(seed).outcome for seed in range(40)} == set(fight.dist)


def test_without_a_limit_as_much_has_ended_by_a_turn_as_with_one():
    endless, broken_off = (rk.check("odd_encounters.duel", a_hp=3, b_hp=4, rounds=rounds) for rounds in (0, 3))
    assert endless.reached("A wins")[:4] == broken_off.reached("A wins")
