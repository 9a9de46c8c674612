"""Fights told in sentences: each figure is what the rules say it must be, and each word is explained where it first
comes.
"""

import re

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.teaching.fight_story import ended, in_sentences

SKILL, SWORD, LEVEL, NEVER, LUCKY_TO = 6, 1, 4, 12, 2  # of the duels below, and of the book
EVEN = rk.check("rencounter.duel", order="random", a_skill=SKILL, b_skill=SKILL)
COURSES = [EVEN.course(seed=seed) for seed in range(60)]
SENTENCES = [[*in_sentences(course)] for course in COURSES]
NEEDED = re.compile(r"\(rolled (\d+), needed (?:(\d+) or less|a (\d+))\)")


class Man:
    """How one of them is, from what has been told."""

    wounds, down = 0, False

    def needs(self, what, foe):
        if what == "act":
            return max(LEVEL - self.wounds, 1 if self.wounds <= LUCKY_TO else 0)
        return max(1, min(NEVER - 1, SKILL + SWORD - self.wounds + (foe.down if what == "strike" else 0)))


def clauses(sentence):
    """Who does what in a part of a turn, with what was rolled and needed."""
    me = re.match(r"Turn \d+, (\w+)", sentence)[1]
    him = "B" if me == "A" else "A"
    for clause in re.sub(r"^[^:]*: ", "", sentence).split("; "):
        if match := NEEDED.search(clause):
            if clause.startswith((f"{him} parries", f"{him} cannot parry", f"{him} does not parry")):
                what, who, foe = "parry", him, me
            elif clause.startswith("his stroke"):
                what, who, foe = "strike", me, him
            else:
                what, (who, foe) = "act", ((him, me) if clause.startswith(("he ", "but he ")) else (me, him))
            done = not re.search(r"does not|cannot|fails", clause)
            yield who, foe, what, int(match[1]), int(match[2] or match[3]), done


def test_what_is_needed_follows_from_what_was_told():
    many = 0
    for sentences in SENTENCES:
        men = {"A": Man(), "B": Man()}
        for sentence in sentences:
            for who, foe, what, rolled, needed, done in clauses(sentence):
                assert needed == men[who].needs(what, men[foe]), sentence
                assert (rolled <= needed) == done, sentence
                many += 1
            for who, points in re.findall(r"([AB]) has (\d+) wound point", sentence):
                now = re.search(rf"{who} has \d+ wound points?[^;]*", sentence)[0]
                men[who].wounds = int(points)
                men[who].down = "in shock" in now or "prone" in now
    assert many > 500


def test_a_blow_that_counts_more_had_three_to_spare():
    """The rules make a wound worse where the roll is three or more below what was needed."""
    worse = 0
    for sentence in (one for sentences in SENTENCES for one in sentences if "for the wound" in one):
        blow = [
            match for match in clauses(sentence) if match[2] == ("parry" if "strikes back" in sentence else "strike")
        ]
        *_, rolled, needed, _ = blow[0]
        assert (rolled <= needed - 3) == ("made worse by a blow with 3 or more to spare" in sentence), sentence
        worse += rolled <= needed - 3
    assert worse > 10


@pytest.mark.parametrize(
    ("word", "means"),
    [
        ("wound point", "he needs lower rolls"),
        ("is in shock", "must act once to recover and once to get up"),
        ("lies prone", "must act once more to get up"),
        ("his stroke fails", "may strike back at once if he parries well enough and then acts"),
        ("strikes back (", "hits without a further roll"),
        ("for the wound", "the lower, the worse"),
    ],
)
def test_each_word_is_explained_once_where_it_first_comes(word, means):
    met = 0
    for sentences in SENTENCES:
        if first := next((one for one in sentences if word in one), ""):
            explained = [one for one in sentences if means in one]
            if word == "his stroke fails" and "parr" not in first.partition(word)[2]:  # at one who cannot strike back
                continue
            assert explained == [first] and first.count(means) == 1, sentences
            met += 1
    assert met


def test_a_man_who_rolls_too_high_does_not_act_to_recover():
    for sentences in SENTENCES:
        for before, sentence in zip(["", *sentences], sentences, strict=False):
            if "and recovers" in sentence:
                assert "and lies prone" in sentence
            if "and gets up" in sentence:
                assert "prone" not in sentence
            if "loses his nerve" in sentence or "can fight no more" in sentence:
                assert "hurt as he is" in sentence and sentence.endswith(("runs.", "(he gives up).")), before


def test_the_end_names_the_winner():
    ends = {ended(course) for course in COURSES}
    assert {"A is dead: B wins", "B runs away: A wins", "A gives up: B wins"} <= ends


@pytest.mark.parametrize(
    ("params", "rolls"),
    [
        ({"order": "random", "variable_knockdown": True}, "severity (d12)"),
        ({"order": "counters"}, "A's counter die (d2)"),
    ],
)
def test_a_fight_with_other_rolls_is_told_as_the_dice_fell(params, rolls):
    fight = rk.check("rencounter.duel", **params)
    fights = [list(in_sentences(fight.course(seed=seed))) for seed in range(10)]
    assert any(rolls in " ".join(sentences) for sentences in fights)
    for sentences in fights:
        assert not any("is wounded" in one and one.count("for the wound") > 1 for one in sentences)


def test_another_process_is_told_as_the_dice_fell():
    course = rk.check("rencounter.gunfight").course(seed=1)
    assert list(in_sentences(course)) == [str(part) for part in course.parts]


@pytest.mark.parametrize(
    "params", [{"a_skill": 1, "b_skill": 1}, {"a_skill": 12, "b_skill": 2}, {"a_armor": 4, "b_armor": 3}]
)
def test_men_of_any_skill_and_armour_are_told(params):
    """Where no roll is much too good, no blow has anything to spare; a man may be struck and not hurt."""
    fight = rk.check("rencounter.duel", order="random", **params)
    text = " ".join(" ".join(in_sentences(fight.course(seed=seed))) for seed in range(30))
    assert "needed" in text and "attack (d12)" not in text
    assert ("to spare" in text) == (params != {"a_skill": 1, "b_skill": 1})
    assert ("with much to spare" in text) == (params.get("a_skill") == 12)
    assert ("is struck, but not hurt" in text) == ("a_armor" in params)
