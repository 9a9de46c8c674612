"""Lessons as texts: what they say is so, their questions are drawn without one coming twice, and wrong texts are
refused with the line.
"""

import re
from collections import Counter
from fractions import Fraction
from itertools import islice

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.fronts.teaching.deck import QuestionDeck
from rencounter_kit.fronts.teaching.interaction_kind import KIND_WORDS, KINDS, MEANING, kinds_of
from rencounter_kit.fronts.teaching.lesson import lesson_of, read_lesson
from rencounter_kit.fronts.teaching.question import CLOSE
from rencounter_kit.workbook.analysis.worked_solution import worked_solution
from rencounter_kit.workbook.mechanics.processes.process import Process
from rencounter_kit.workbook.mechanics.registry import checks

pytestmark = pytest.mark.usefixtures("patient")
LESSON = lesson_of("modifiers")
TEXT = """title = "Mine"

[[question]]
kind = "adds"
check = "rencounter.fire"
event = "hits"
given = { skill = "5..7" }
one = { parameter = "cover", value = "half_solid", words = "a wall" }
other = { parameter = "aim_turns", value = [1, 2], words = "aim {other}" }
situation = "Skill {skill}."
question = "How likely?"
"""


@pytest.mark.parametrize("text", LESSON.questions, ids=lambda text: f"line {text.line}")
def test_a_question_shows_its_kind_with_many_figures(text):
    every = list(text.every())
    slow = isinstance(checks[text.check], Process) or text.check == "realms_of_myth.contested_roll"
    tried = [text.drawn(figures) for figures in (every[:: len(every) // 3] if slow else every)]
    telling = [one for one in tried if one.shows]
    assert len(telling) * 2 >= len(tried) and len(telling) >= 3
    for one in telling[: 1 if slow else 4]:
        assert not re.search(r"[{}]", one.situation + one.question + one.lesson + "".join(one.names))
        assert one.way[-1].figure == one.answer.figures[-1]
    assert len({one.answer.figures for one in telling}) >= 3


def test_whoever_goes_by_the_rule_of_thumb_is_near_enough():
    fights = [text for text in LESSON.questions if text.check == "rencounter.duel"]
    drawn = [one for text in fights for figures in text.every() if (one := text.drawn(figures)).shows]
    assert len(drawn) >= 20
    assert all(abs(one.thumb.chance - one.answer.figures[-1]) <= CLOSE for one in drawn)


DUEL = next(card for card in LESSON.cards if card.stroke)
EVEN = {"order": "random", "a_skill": 6, "b_skill": 6}
BETTER = {**EVEN, "a_skill": 8}


def in_the_note(pattern, card=DUEL):
    """The figures of a line of a card's note."""
    (match,) = [one for line in card.note if (one := re.search(pattern, line))]
    return [Fraction(figure) for figure in match.groups()]


def factor(situation, **change):
    """What a change makes of the odds of a duel."""
    return DUEL.odds({**situation, **change}) / DUEL.odds(situation)


def test_the_better_mans_wound_costs_what_the_card_says():
    one, two = in_the_note(r"two points better, divide by ([\d.]+) for one wound, by (\d+) for two")
    assert round(1 / factor(BETTER, a_wounds=1), 1) == one and round(1 / factor(BETTER, a_wounds=2)) == two
    assert one > 1 / factor(EVEN, a_wounds=1)


def test_each_worked_line_of_the_duel_is_reckoned_right_and_near_the_duel():
    mine, theirs, first, second, start = in_the_note(
        r"8 against 6: A wounds with (\d+) squares, B with (\d+)\. That is (\d+) / (\d+) = ([\d.]+) to 1"
    )
    assert (mine, theirs) == (first, second) == tuple(144 * chance for chance in DUEL.stroke.chances(BETTER))
    wounded, times, more = in_the_note(r"B has one wound: ([\d.]+) \W ([\d.]+) = ([\d.]+) to 1")
    clad, by, less = in_the_note(r"A wears armour 3: ([\d.]+) / ([\d.]+) = ([\d.]+) to 1")
    (both,) = in_the_note(r"both wear the same armour, leave it out: ([\d.]+) to 1")
    assert start == wounded == clad == both
    factors = {row.words: DUEL.factor(row) for row in DUEL.rows if not row.event}
    assert (times, by) == (factors["B starts with one wound"], factors["B wears armour 3"])
    for odds_words, exact in ((start, first / second), (more, start * times), (less, start / by)):
        assert odds_words == round(exact, 2)
    for odds, change in (
        (start, {}),
        (more, {"b_wounds": 1}),
        (less, {"a_armor": 3}),
        *((both, {"a_armor": n, "b_armor": n}) for n in (1, 2, 3)),
    ):
        exact = rk.check("rencounter.duel", **BETTER, **change).event("A wins")
        assert abs(odds / (1 + odds) - exact) * 100 < 2, change
    skill, left, half = in_the_note(r"Both with skill (\d+): half of ([\d.]+) % is ([\d.]+) %")
    equal = rk.check("rencounter.duel", order="random", a_skill=int(skill), b_skill=int(skill))
    assert left == round(100 * (1 - equal.event("nobody wins")), 2) and half == round(100 * equal.event("A wins"), 1)


def test_the_note_on_a_contest_reckons_what_comes_out():
    """Figures in its words are checked, as those in rows are worked out."""
    card = next(card for card in LESSON.cards if card.check == "realms_of_myth.contested_roll")
    note = " ".join(card.note)
    alone, wider, tie, narrower, *_ = rk.check(card.check, first_chance=70, second_chance=60).values()
    assert "70 against 60" in note and "28 + 23.7 = 51.7 %" in note and "42 - 17.7 - 0.6 = 23.7 %" in note
    for sentence, chance in (
        ("28", alone),
        ("42", wider + tie + narrower),
        ("17.7", narrower),
        ("0.6", tie),
        ("23.7", wider),
        ("51.7", alone + wider),
    ):
        assert f"{sentence} %" in note and Fraction(sentence) == 100 * chance


def test_a_hit_by_three_makes_the_wound_as_much_worse_as_the_card_says():
    card = next(card for card in LESSON.cards if card.check == "rencounter.wound")
    by, under, off = in_the_note(
        r"A hit by (\d) or more \(you roll at least (\d) under the number\) takes (\d) off", card
    )
    assert rk.check(card.check, margin=True).dist == rk.check(card.check, damage_modifier=-int(off)).dist
    shot = rk.check("rencounter.fire", skill=9).explain()
    assert by == under and f"Rolling {9 - under} or less, a hit by {by} or more" in str(shot)


@pytest.mark.parametrize("weapon", ["short_bow", "light_crossbow", "heavy_crossbow", "javelin"])
def test_what_the_cards_say_of_bows_holds_for_all_that_they_name(weapon):
    rows = [(card, row) for card in LESSON.cards for row in card.rows if row.beside.get("weapon") == "long_bow"]
    assert {row.parameter for _, row in rows} == {"shield", "target_armor"}
    for card, row in rows:
        assert card.worth(row) == card.worth(row._replace(beside={"weapon": weapon})), row.words
    names = next(row.words for card in LESSON.cards for row in card.rows if row.value == "javelin")
    card = next(card for card in LESSON.cards if any(row.value == "javelin" for row in card.rows))
    row = next(row for row in card.rows if row.value == "javelin")
    for one in ("short_bow", "light_crossbow"):
        assert one.replace("_", " ") in names and card.worth(row._replace(value=one)) == card.worth(row)


@pytest.mark.parametrize("posture", ["kneeling", "prone"])
def test_a_posture_counts_nothing_where_the_card_says_so(posture):
    card = LESSON.cards[0]
    (row,) = [row for row in card.rows if row.value == posture]
    assert row.remark == "not when too close" and card.worth(row._replace(beside={"range_band": "too_close"})) == "0"


def test_some_hits_on_armour_do_not_wound_as_the_card_says():
    card = next(card for card in LESSON.cards if card.check == "rencounter.melee")
    (row,) = [row for row in card.rows if row.parameter == "defender_armor"]
    clad, bare = ({"defender_armor": armor} for armor in (row.value, 0))
    hits = [rk.check(card.check, result="summary", **worn).event("hits") for worn in (clad, bare)]
    wounds = [rk.check(card.check, **worn).event("wounds the defender") for worn in (clad, bare)]
    assert "some hits do not wound" in row.remark and hits[0] > wounds[0] and hits[1] == wounds[1]


LOWEST = [row for card in LESSON.cards for row in card.rows if row.words.endswith(" or less") and row.event]


@pytest.mark.parametrize("row", LOWEST, ids=lambda row: row.words)
def test_what_a_card_says_of_a_number_or_less_holds_farther_on(row):
    card = next(card for card in LESSON.cards if row in card.rows)
    assert len({card.chance(row._replace(value=row.value - step)) for step in range(4)}) == 1


def test_a_lesson_has_six_steps_twelve_questions_and_all_kinds():
    assert [len(step.questions) for step in LESSON.steps] == [3, 1, 1, 2, 1, 4]
    assert sum(step.mixed or len(step.questions) for step in LESSON.steps) == 12
    assert {text.kind for text in LESSON.questions} == set(KINDS) == set(MEANING)
    assert len({text.check.partition(".")[0] for text in LESSON.questions}) >= 3


def test_two_rolls_are_not_said_to_multiply_where_they_do_not():
    for text in LESSON.questions:
        if text.kind == "two rolls":
            drawn = [one for figures in text.every() if (one := text.drawn(figures)).shows]
            products = {
                one.answer.figures[0] * one.answer.figures[3] == one.answer.figures[1] * one.answer.figures[2]
                for one in drawn
            }
            assert products == {"multiply exactly" in text.lesson}, text.situation
    assert not any("multipl" in sentence for sentence in (*MEANING.values(), *KIND_WORDS.values()))


def test_no_figures_come_twice_before_all_have_come():
    (text,) = read_lesson(TEXT).questions
    deck = QuestionDeck(text, seed=3)
    dealt = [deck.deal() for _ in range(6)]
    assert len({one.figures for one in dealt}) == 6 and not deck.again
    after = deck.deal()
    assert deck.again == 1 and after.figures != dealt[-1].figures
    assert [QuestionDeck(text, seed=3).deal().figures, dealt[0].figures] == [dealt[0].figures] * 2
    assert Counter(dict(one.figures)["skill"] for one in dealt) == {5: 2, 6: 2, 7: 2}


def test_figures_that_show_another_kind_are_not_dealt():
    text = next(text for text in LESSON.questions if text.check == "traveller.to_hit")
    others = [one for figures in text.every() if not (one := text.drawn(figures)).shows]
    deck = QuestionDeck(text, seed=1)
    dealt = list(islice(iter(deck.deal, None), sum(1 for _ in text.every()) - len(others)))
    assert others and not deck.again and not {one.figures for one in dealt} & {one.figures for one in others}


def test_a_figure_may_be_the_same_as_another():
    text = read_lesson(
        TEXT.replace('value = "half_solid"', 'value = ["half_solid"]')
        .replace("[1, 2]", "[1, 2]")
        .replace('{ skill = "5..7" }', "{ skill = [5, 6], wounds = 0 }")
    ).questions[0]
    assert [dict(figures)["wounds"] for figures in text.every()] == [0] * 4
    duel = next(text for text in LESSON.questions if text.choices.get("other") == ("{one}",))
    assert all(dict(figures)["one"] == dict(figures)["other"] for figures in duel.every())


def test_values_have_words_of_their_own():
    changed_text = TEXT.replace(
        "question =", 'say = { other = ["one turn", "two turns"], skill = ["poor", "fair", "good"] }\nquestion ='
    )
    (text,) = read_lesson(changed_text).questions
    drawn = [text.drawn(figures) for figures in text.every()]
    assert {one.other.words for one in drawn} == {"aim one turn", "aim two turns"}
    assert {one.situation for one in drawn} == {"Skill poor.", "Skill fair.", "Skill good."}


WRONG = [
    ('kind = "adds"', 'kind = "add"', "line 4: kind must be one of adds, .*; did you mean adds\\?"),
    ("rencounter.fire", "rencounter.fir", "line 5: a check must be .*did you mean rencounter.fire"),
    ('"hits"', '"hit it"', "line 6: "),
    ("skill =", "skil =", "line 7: .*did you mean skill"),
    ('"5..7"', '"5..70"', "line 7: skill must be"),
    ('"5..7"', "[]", "line 7: skill must have something to choose from"),
    ("half_solid", "half_sold", "line 8: cover must be one of"),
    (
        'words = "a wall"',
        'word = "a wall"',
        "line 8: the one must have only the keys of a one; got word; did you mean words",
    ),
    ("{skill}", "{skin}", "line 10: words in braces must be one of skill, one, other; got skin; did you mean skill"),
    (
        "question =",
        "questions =",
        "line 11: the question must have only the keys of a question; got questions; did you mean question",
    ),
    ('"How likely?"', "3", "line 11: question must be words in quotes; got 3"),
    ('"How likely?"', '"How likely?', "line 11: words must be between two quotes"),
    ('"5..7"', '"{nobody}"', "line 7: a figure in braces must be another one"),
    (
        "question =",
        'say = { two = ["a"] }\nquestion =',
        "line 11: a name in say must be one of skill, one, other; got two",
    ),
    ("question =", 'say = { other = ["a"] }\nquestion =', "line 11: other must have as many words in say .*, 2; got"),
]


@pytest.mark.parametrize(("right", "wrong", "sentence"), WRONG)
def test_a_wrong_text_is_refused_with_its_line(right, wrong, sentence):
    with pytest.raises(RuleError, match=sentence):
        read_lesson(TEXT.replace(right, wrong, 1))


def test_what_cannot_be_dealt_says_what_it_shows():
    with pytest.raises(
        RuleError, match='line 3 must have figures that show "two rolls" and nothing else; got "adds" with skill 5'
    ):
        QuestionDeck(read_lesson(TEXT.replace('"adds"', '"two rolls"')).questions[0]).deal()
    own = (
        TEXT.replace('"rencounter.fire"', '"rencounter.duel"')
        .replace("{ skill", "{ a_skill")
        .replace("{skill}", "")
        .replace('"cover", value = "half_solid"', '"b_skill", value = 9')
        .replace('"aim_turns"', '"b_wounds"')
    )
    with pytest.raises(RuleError, match="line 3 must be one that the rules allow; got: "):
        QuestionDeck(read_lesson(own).questions[0]).deal()


def test_a_lesson_is_found_by_name_or_path(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(TEXT, encoding="utf-8")
    assert lesson_of(file).title == "Mine" and lesson_of(str(file)).questions[0].line == 3
    with pytest.raises(RuleError, match=r"a lesson must be a file that can be read, or one of .*modifiers"):
        lesson_of("none_such")
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(RuleError, match="UTF-8"):
        lesson_of(file)
    with pytest.raises(RuleError, match="a lesson must have a question; got none"):
        read_lesson("")


@pytest.mark.parametrize(
    ("check", "one", "other", "kinds"),
    [
        ("rencounter.buttkick", ("leader_panics", True), ("morale_check", True), ("is switched off",)),
        ("realms_of_myth.attack_barrage", ("trade_sl", 33), ("dodge_av", 14), ()),
        ("realms_of_myth.task", ("av_modifier", 70), ("dv_modifier", -70), ("is capped",)),
    ],
    ids=["each alone does nothing", "both always count, and no roll says how", "a limit"],
)
def test_a_kind_is_told_only_where_it_is_so(check, one, other, kinds):
    assert kinds_of(rk.interaction(check, one, other)) == kinds


CARD = """[[step]]
title = "Mine"

[step.card]
check = "rencounter.fire"
rows = [{ parameter = "skill", value = 7, words = "good", with = 5 }]
"""


@pytest.mark.parametrize(
    ("beside", "sentence"), [("5", "with must be parameters in braces"), ("{ skil = 6 }", "did you mean skill")]
)
def test_what_stands_beside_a_modifier_of_a_card_is_checked(beside, sentence):
    with pytest.raises(RuleError, match=f"line [456]: .*{sentence}"):
        read_lesson(CARD.replace("5 }", f"{beside} }}"))
    with pytest.raises(RuleError, match=r"line [46]: .*did you mean a_skill"):
        read_lesson('[[step]]\n\n\n[step.course]\ncheck = "rencounter.duel"\ngiven = { a_skil = 3 }')


def test_a_card_whose_odds_cannot_be_told_is_refused_with_its_line():
    fight = '[[step]]\n\n[step.card]\ncheck = "rencounter.fire"\nevent = "hits"\nagainst = "kills"\n'
    never = 'rows = [{ parameter = "extra_modifier", value = -12, words = "dark" }]\ngiven = { skill = 1 }\n'
    with pytest.raises(RuleError, match=r"line 7: hits and kills must both be possible .*; got dark"):
        read_lesson(fight + never)
    stroke = (
        'stroke = { who = ["A", "B"], check = "rencounter.fire", event = "hits", mine = { skill = "skill" '
        "}, theirs = {} }"
    )
    with pytest.raises(RuleError, match="line 8: mine and theirs must name the same parameters; got skill"):
        read_lesson(fight + "rows = []\n" + stroke)
    with pytest.raises(RuleError, match=r"line 8: skill must be words in quotes; got \[1\]"):
        read_lesson(fight + "rows = []\n" + stroke.replace('= "skill"', "= [1]"))


def test_a_heading_that_stands_once_is_named_without_numbers():
    with pytest.raises(RuleError, match=r"line 2: step.course must be there once.*; write \[step.course\]"):
        read_lesson('[[step]]\n[[step.course]]\ncheck = "rencounter.duel"')


def test_a_slider_is_named_as_the_text_says_and_only_one_that_moves():
    die = LESSON.steps[3].dice[0]
    assert (
        die.say == {"attacker_skill": "A's skill", "defender_skill": "B's skill"} and die.move.keys() == die.say.keys()
    )
    wrong = (
        '[[step]]\n\n[[step.die]]\ncheck = "rencounter.fire"\nevent = "hits"\nmove = { skill = "3..5" '
        '}\nsay = { skil = "S" }'
    )
    with pytest.raises(RuleError, match="line 7: a name in say must be one of skill; got skil; did you mean skill"):
        read_lesson(wrong)


TERM = re.compile(r"(?:(\d+) \N{MULTIPLICATION SIGN} )?(\d+)(?: \+ (\d+) \+ … \+ (\d+))?")


@pytest.mark.parametrize(("first", "second"), [(60, 70), (70, 60), (95, 99), (20, 80), (99, 12)])
def test_pairs_of_faces_are_a_sum_that_one_can_follow(first, second):
    changes = ("first_chance", first), ("second_chance", second)
    answer = rk.interaction(
        "realms_of_myth.contested_roll", *changes, outcome="first side wins", first_chance=41, second_chance=50
    )
    way = str(worked_solution(answer, ("one", "other"))[-1])
    pairs, sums = re.search(r"by more \((\d+) of 10,000 pairs: (.+), the faces of", way).groups()
    terms = [[int(one) if one else 0 for one in match.groups()] for match in TERM.finditer(sums)]
    added = [times * at if times else sum(range(last, at + 1)) if after else at for times, at, after, last in terms]
    assert (
        sum(added)
        == int(pairs)
        == sum(x <= first and y <= second and first - x > second - y for x in range(1, 101) for y in range(1, 101))
    )
