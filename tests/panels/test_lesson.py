"""The lesson on modifiers in plain Python: the answer is hidden, then right; what is said of it is so."""

import html
import itertools
import json
import re
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.engine.words.wording import first_up, percent_text, points_figure
from rencounter_kit.engine.work.progress import tell
from rencounter_kit.fronts import charts
from rencounter_kit.fronts.charts import GuessBars
from rencounter_kit.fronts.panels import explore, job, kept, lesson, what_matters
from rencounter_kit.fronts.panels.lessons import explore as exploring
from rencounter_kit.fronts.panels.lessons.guess_card import GuessCard, is_good, verdict
from rencounter_kit.fronts.panels.lessons.progress import LessonProgress
from rencounter_kit.fronts.panels.page import TURN, layout
from rencounter_kit.fronts.teaching.deck import QuestionDeck
from rencounter_kit.fronts.teaching.interaction_kind import KIND_WORDS
from rencounter_kit.fronts.teaching.lesson import lesson_of, read_lesson
from rencounter_kit.fronts.teaching.rule_of_thumb import rule_of_thumb, why_not_as_one_stroke
from rencounter_kit.workbook.analysis.change_words import in_player_words
from rencounter_kit.workbook.analysis.worked_solution import worked_solution
from rencounter_kit.workbook.mechanics.processes.process import Process
from tests.pictures import within
from tests.situations import every_nth, tries
from tests.widgets import ENOUGH, all_widgets, do_meanwhile

pytestmark = pytest.mark.usefixtures("undrawn", "patient")
LESSON = lesson_of("modifiers")
FIGHT = next(card for card in LESSON.cards if card.stroke)
DRAWN = [QuestionDeck(text, seed=4).deal() for text in LESSON.questions if "duel" not in text.check]


def everything(panel):
    """All that a person, or a screen reader, can find on the page."""
    names = ("value", "description", "tooltip", "options", "placeholder")
    texts = [str(getattr(one, name, "")) for one in all_widgets(panel) for name in names]
    return html.unescape(re.sub(r'src="[^"]*"', "", " ".join(texts)))


def alt(card):
    return html.unescape(re.search(r'alt="([^"]*)"', card.view.value)[1])


def alert(card):
    match = re.search(r'role="alert">(.*?)<', card.answer_note.value)
    return html.unescape(match[1]) if match else ""


def plain(card):
    """The answer as it is read."""
    return html.unescape(re.sub(r"<[^>]+>", " ", card.answer_note.value))


def see(page, guess=50, worked_out=""):
    """Guess, work it out or not, and see."""
    page.card.row.box.value, page.card.row.sum.value = str(guess), str(worked_out)
    page.card.row.see.click()


def press(panel, name):
    (pressed,) = [one for one in all_widgets(panel) if isinstance(one, w.Button) and one.description == name]
    if not pressed.disabled:
        pressed.click()


@pytest.fixture
def drawn(monkeypatch):
    """Pictures are not really drawn."""
    monkeypatch.setattr(charts.Chart, "draw", lambda self, data: b"<svg/>")


# The questions, worked out by hand ------------------------------------------------------------------------------------


def hit(needed):
    """A d12 of ``needed`` or less, a 12 never; with less than 1 a natural 1 that a second die confirms."""
    hits = sum(face <= needed and face != 12 for face in range(1, 13))
    return Fraction(hits, 12) if needed >= 1 else Fraction(1, 12) * Fraction(max(0, 7 + 2 * needed + 2), 12)


def wound(attack, parry):
    """An attack that succeeds and a parry that fails."""
    return Fraction(sum(a <= attack and b > parry for a, b in product(range(1, 13), repeat=2)), 144)


def contest(first, second):
    """The first of two d100 wins: he alone succeeds, or both do and he stays further below his chance."""
    faces = product(range(1, 101), repeat=2)
    return Fraction(sum(a <= first and (b > second or first - a > second - b) for a, b in faces), 10_000)


def worked_out(text):
    """The sum as it is written."""
    return eval(re.sub(r"\d+", lambda number: f"Fraction({number[0]})", text.replace("\N{MULTIPLICATION SIGN}", "*")))


@pytest.mark.parametrize("one", DRAWN, ids=lambda one: f"line {one.text.line}")
def test_the_way_comes_to_the_exact_answer(one):
    assert one.way[-1].figure == one.answer.figures[-1]
    sums = [step for step in one.way if step.sum]
    assert len(sums) >= 3
    for step in sums:
        assert worked_out(step.sum) == step.figure and f": {step.sum}" in str(step)
    assert one.names[0].lower() in " ".join(map(str, one.way)).lower()


def test_the_steps_of_the_lesson_are_what_the_dice_say():
    """Each counted anew, without the library."""
    of = {
        one.text.check: one for one in DRAWN if one.text.check in ("rencounter.melee", "realms_of_myth.contested_roll")
    }
    melee, vie = of["rencounter.melee"], of["realms_of_myth.contested_roll"]
    a, b = melee.settings["attacker_skill"], melee.settings["defender_skill"]
    one, other = melee.one.value, melee.other.value
    skills = [(a, b), (one, b), (a, b - other), (one, b - other)]
    assert list(melee.answer.figures) == [wound(attack + 1, parry + 1) for attack, parry in skills]
    first, second = vie.settings["first_chance"], vie.settings["second_chance"]
    chances = [(first, second), (vie.one.value, second), (first, vie.other.value), (vie.one.value, vie.other.value)]
    assert list(vie.answer.figures) == [contest(*pair) for pair in chances]
    aimed = DRAWN[0]
    skill, aim = aimed.settings["skill"], {1: 2, 2: 3}[aimed.other.value]
    assert list(aimed.answer.figures) == [hit(skill), hit(skill - 2), hit(skill + aim), hit(skill - 2 + aim)]


def test_a_mean_has_no_way_by_hand_and_a_sure_thing_a_short_one():
    assert worked_solution(rk.interaction("odd_encounters.melee_damage", ("attacker_th", 3), ("target_ac", 5))) == ()
    sure = worked_solution(
        rk.interaction("realms_of_myth.task", ("chance", 100), ("double_time", True), outcome="succeeds")
    )
    assert str(sure[-1]).endswith("100 %")


@pytest.mark.parametrize(
    ("id", "one", "other", "outcome"),
    [
        ("salamis.setup_roll", ("own_command", "skilled"), ("enemy_command", "skilled"), "your side chooses"),
        ("realms_of_myth.intimidation", ("target_presence_sl", 4), ("fellows_standing", 2), "breaks his spirit"),
    ],
)
def test_where_a_third_throw_decides_no_pairs_are_counted(id, one, other, outcome):
    """As where a tie is thrown again: 18 of 36 pairs would be no pairs that anybody could count."""
    pair = rk.interaction(id, one, other, outcome=outcome)
    way = worked_solution(pair)
    assert way[-1].figure == pair.figures[-1]
    assert "pairs" not in " ".join(map(str, way))


def test_nothing_is_added_where_neither_change_does_anything():
    way = worked_solution(rk.interaction("rencounter.fire", ("braced", True), ("target_armor", 1), outcome="hits"))
    assert str(way[-1]) == "Both: to hit 1 to 6: 6/12 = 1/2 = 50 %"


def test_a_cap_is_told_as_a_limit_and_not_as_a_penalty():
    text = " ".join([*map(str, worked_solution(FULL)), *FULL.reasons])
    assert "with both 110, but there is the cap of 99 %: 99" in text and "anything beyond 99 is lost" in text
    assert "-11" not in text and "- 11" not in text


def test_a_limit_that_holds_one_change_already_is_left_out_of_the_sum():
    pair = rk.interaction("realms_of_myth.intimidation", ("defence_dv", 78), ("attack_av", 243), outcome="shakes him")
    assert "with both 215, but there is the cap of 99 %" in " ".join(map(str, worked_solution(pair)))


def test_what_comes_to_its_own_figure_by_chance_is_no_limit():
    pair = rk.interaction("realms_of_myth.hand_off", ("receiver_speed", 26), ("giver_speed", 50), outcome="takes it")
    text = " ".join(pair.reasons)
    assert "floor of 1 % (chance of success (percent)): with both it would be -13, but it is never less than 1." in text
    assert "AV 13 against DV 76 (chance of success (percent)) counts -13 with" in text
    both = rk.interaction(
        "realms_of_myth.melee_attack", ("melee_resolution", "contested"), ("attack_av", 467), outcome="hits"
    )
    assert "AV 50 against DV 467 (defence chance of success (percent)) counts" in " ".join(both.reasons)


def test_the_turns_of_a_fight_come_to_its_answer():
    pair = rk.interaction("rencounter.duel", ("a_skill", 8), ("b_wounds", 1), outcome="A wins", order="random")
    percents = re.findall(r"([\d.]+) %", worked_solution(pair)[-1].words)
    assert abs(sum(map(float, percents)) - 100 * float(pair.figures[-1])) < 0.2 and len(percents) == 5


# How near a guess comes -----------------------------------------------------------------------------------------------

FULL = rk.interaction(
    "realms_of_myth.task", ("av_modifier", 30), ("dv_modifier", -30), outcome="succeeds", av=50, dv=50
)
PARRIED = rk.interaction("rencounter.fire", ("range_band", "long"), ("target_armor", 4), outcome="kills", skill=7)
PLAIN = rk.interaction("rencounter.fire", ("cover", "half_solid"), ("aim_turns", 1), outcome="hits", skill=6)
FLOOR = rk.interaction("rencounter.fire", ("cover", "half_solid"), ("range_band", "long"), outcome="hits", skill=5)
NEAR = [
    (FULL, "96", True, "close, only 3.0 percentage points too low."),
    (FULL, "95.9", False, "3.1 percentage points too low."),
    (FULL, "100", False, "1.0 percentage points too high, and it is not certain."),
    (FLOOR, "0", False, "4.9 percentage points too low, and it is not impossible."),
    (FLOOR, "4.86", True, "spot on."),
    (PLAIN, "50.5", True, "close, only 0.5 percentage points too high."),
    (PLAIN, "53.5", False, "3.5 percentage points too high."),
]


@pytest.mark.parametrize(("pair", "typed", "good", "message"), NEAR)
def test_a_guess_is_good_within_three_points(pair, typed, good, message):
    guess = Fraction(typed) / 100
    assert is_good(guess, pair) == good
    assert verdict(guess, pair) == f"You guessed {typed} %: {message}"


def test_a_near_guess_counts_and_plain_adding_is_never_near_where_it_is_wrong():
    assert is_good(PARRIED.figures[-1] + Fraction(1, 200), PARRIED)
    for one in DRAWN:
        neither, first, second, _ = one.answer.figures
        assert not one.answer.apart or not is_good(first + second - neither, one.answer)
    (text,) = read_lesson(NEAR_TO_ADDING).questions
    with pytest.raises(rk.RuleError, match="line 1 must have figures with which plain adding is no good guess"):
        QuestionDeck(text).deal()


NEAR_TO_ADDING = """[[question]]
kind = "two rolls"
check = "rencounter.melee"
event = "wounds the defender"
given = { attacker_skill = 6, defender_skill = 6 }
one = { parameter = "attacker_skill", value = 7, words = "7" }
other = { parameter = "defender_skill", value = 7, words = "7" }
situation = "A stroke."
question = "How likely?"
"""

# How far one has come -------------------------------------------------------------------------------------------------


@pytest.fixture
def progress():
    return LessonProgress(LESSON, seed=5)


def answer(progress, off=0, kind=None):
    """Guess here, so far off."""
    question = progress.now
    question.guess, question.kind = question.question.answer.figures[-1] + Fraction(off), kind


def test_places_go_from_question_to_question(progress):
    steps = [place.step for place in progress.places]
    assert steps == sorted(steps) and [len(progress.of_step(number)) for number in range(6)] == [3, 1, 1, 2, 1, 4]
    assert progress.places[-1].text is None and all(place.mixed for place in progress.of_step(5))
    progress.go(99)
    assert progress.now is None
    progress.to_step(2)
    assert progress.at == 4
    progress.go(-3)
    assert progress.at == 0


def test_another_like_it_has_figures_that_were_not_seen(progress):
    seen = [progress.now.question.figures]
    for _ in range(4):
        progress.another()
        seen.append(progress.now.question.figures)
    assert len(set(seen)) == 5 and progress.now is progress.now
    progress.go(1)
    progress.go(0)
    assert progress.now.question.figures == seen[-1]
    progress.start_again()
    assert progress.now.question.figures not in seen


def test_a_step_is_done_when_all_of_it_is_understood(progress):
    for at in range(len(progress.of_step(0))):
        progress.go(at)
        answer(progress, Fraction(1, 5))
        assert not progress.place.is_understood and progress.place.is_seen
        progress.another()
        assert not progress.is_done(0)
        answer(progress)
    assert progress.is_done(0) and not progress.is_done(1)


def test_mixed_questions_are_of_different_kinds():
    for seed in range(8):
        kinds = [place.text.kind for place in LessonProgress(LESSON, seed).of_step(5)]
        assert len(set(kinds)) == len(kinds) == 4


def test_what_went_wrong_is_told_until_another_like_it_goes_well(progress):
    quick = [i for i, place in enumerate(progress.places) if place.mixed and "duel" not in place.text.check]
    wrong = progress.places[quick[0]].text.kind
    for at in quick:
        progress.go(at)
        kind = progress.place.text.kind
        answer(progress, kind="turn after turn" if kind == wrong else kind)
    assert progress.wrong_kinds(5) == [wrong]
    progress.go(quick[0])
    progress.another()
    answer(progress, kind=wrong)
    assert progress.wrong_kinds(5) == []
    progress.go(99)
    assert progress.now is None


FAR, NEAR_BY = Fraction(1, 5), Fraction(1, 50)


@pytest.mark.parametrize(("off", "sum_off", "good"), [(FAR, FAR, False), (FAR, NEAR_BY, True), (NEAR_BY, FAR, True)])
def test_the_guess_or_what_is_worked_out_after_it_must_be_near(progress, off, sum_off, good):
    answer(progress, off)
    question = progress.now
    question.worked_out = question.question.answer.figures[-1] + sum_off
    assert progress.place.is_understood == good


# The page -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made():
    return lesson(seed=5)


@pytest.fixture
def page(made):
    made.start_again()
    return made


def test_the_answer_is_hidden_before_and_right_after(page, drawn):
    card, one = page.card, page.progress.now.question
    _, first, second, both = one.answer.figures
    texts = everything(page)
    assert one.situation in texts and one.question in texts and one.lesson not in texts
    assert not any(str(step) in texts for step in one.way) and "How to work it out" not in texts
    assert "hidden" in alt(card) and alt(card).count("hidden") == 3
    see(page, "2.5")
    assert percent_text(first) in alt(card) and percent_text(second) in alt(card)
    assert "your guess 2.5 %" in alt(card) and f"both together {percent_text(both)}" in alt(card)
    card_text = plain(card)
    assert card_text.index(percent_text(both)) < card_text.index(one.lesson) < card_text.index("How to work it out")
    assert all(str(step) in card_text.replace("  ", " ") or step.words in card_text for step in one.way)


def test_a_guess_comes_first_and_then_what_is_worked_out(page, drawn):
    both = page.progress.now.question.answer.figures[-1]
    page.card.row.sum.value = "50"
    page.card.row.see.click()
    assert "your guess must be" in page.card.verdict_note.value and not page.card.is_seen
    see(page, "99,5", "much")
    assert "what you work out must be" in page.card.verdict_note.value and not page.card.is_seen
    see(page, "99,5", f"{float(100 * both):.1f}".replace(".", ","))
    card_text = plain(page.card)
    assert "You guessed 99.5 %: " in card_text and "You worked out " in card_text and card_text.count("spot on") == 1
    assert page.progress.place.is_understood
    press(page, "Next")
    assert page.card.row.sum.value == "" and not page.card.row.sum.disabled
    press(page, "Back")
    assert page.card.row.sum.value and page.card.row.sum.disabled and "You worked out" in plain(page.card)


def test_what_each_change_does_by_itself_is_folded(page, drawn):
    see(page)
    one, note = page.progress.now.question, page.card.answer_note.value
    way, _, folded = note.partition("<details>")
    single = [step for step in one.way if step.single]
    assert len(single) == 3 and all(
        html.escape(step.words) in folded and html.escape(step.words) not in way for step in single
    )
    assert html.escape(one.way[-1].words) in way


def test_another_like_it_hides_the_single_chances_too(page, drawn):
    see(page, 1)
    assert (
        page.another.button_style == "primary"
        and "Not this one yet, your number is more than 3 points off" in page.score.value
    )
    press(page, "Another like it")
    assert alt(page.card).count("hidden") == 3 and page.card.row.box.value == ""
    see(page, float(100 * page.progress.now.question.answer.figures[-1]))
    assert page.progress.place.is_understood and page.another.button_style == ""
    assert "Understood: 1 of 12." in page.score.value


def test_buttons_never_change_what_they_do(page, drawn):
    names = [one.description for one in (page.back, page.another, page.next)]
    see(page)
    press(page, "Next")
    assert page.progress.at == 1 and not page.card.is_seen
    press(page, "Back")
    assert page.card.is_seen and page.card.row.box.value == "50" and page.card.row.see.disabled
    assert [one.description for one in (page.back, page.another, page.next)] == names and page.back.disabled


@pytest.mark.parametrize("typed", ["101", "-1", "some", ""])
def test_a_guess_that_is_refused_is_not_answered(page, typed, drawn):
    see(page, typed)
    assert 'role="alert"' in page.card.verdict_note.value and "your guess" in page.card.verdict_note.value
    assert not page.card.is_seen and page.progress.now.guess is None and not page.card.row.see.disabled
    assert page.card.row.box.value == typed
    see(page, "50.25")
    assert page.card.is_seen and not page.card.verdict_note.value


def test_a_step_shows_dice_that_can_be_pushed(page, drawn):
    die, two = page.shows.children
    assert [one.description for step in (die, two) for one in step.sliders.values()] == [
        "modifier",
        "added to two dice",
    ]
    assert "15 of 36" in two.heads[0].value and not two.key.value
    two.sliders["other_dm"].value = 1
    assert "21 of 36" in two.heads[0].value and "Ringed" in two.key.value and not die.key.value
    assert "6 of 12 = 50 %" in re.sub("<.*?>", "", die.heads[0].value)
    die.sliders["extra_modifier"].value = 2
    assert "8 of 12" in die.heads[0].value and "2 are ringed" in die.pictures[0].value
    die.sliders["extra_modifier"].value = 7
    assert "11 of 12" in die.heads[0].value
    ladder = []
    for modifier in (-6, -7, -8, -9):
        die.sliders["extra_modifier"].value = modifier
        ladder.append(re.search(r"(\d+) of 144", die.heads[0].value)[1])
    assert ladder == ["9", "7", "5", "3"]
    page.strip.index = 2
    (two,) = page.shows.children
    assert not two.odds.value
    for name, value in (("target_armor", 4), ("range_band", "long")):
        before = [head.value for head in two.heads]
        two.sliders[name].value = value
        assert len(before) == 2 and all(head.value != was for head, was in zip(two.heads, before, strict=True))


def test_a_contest_of_two_d100_is_drawn_in_a_step_of_its_own(page, drawn):
    page.strip.index = 4
    (die,) = page.shows.children
    assert "5,170 of 10,000 = 51.7 %" in re.sub("<.*?>", "", die.heads[0].value) and die.pictures[0].value
    die.sliders["second_chance"].value = 80
    assert f"= {percent_text(contest(70, 80))}" in re.sub("<.*?>", "", die.heads[0].value)
    assert "Two sides roll" in page.card.answer_note.value and "A duel with" not in page.card.answer_note.value


def test_the_card_is_beside_the_question_from_the_first_step_on(page, drawn):
    for step in (0, 1):
        page.strip.index = step
        assert "A whole turn to aim</th><td>to hit\N{NO-BREAK SPACE}+2" in page.card.answer_note.value
    see(page)
    assert "whole turn to aim</th>" not in page.card.answer_note.value
    assert "whole turn to aim</th>" in page.card.at_hand.value and "whole turn to aim</th>" in page.modifiers.value
    page.go_on()
    assert not page.card.at_hand.value
    page.strip.index = 2
    assert "Armour 3 or 4, rifle" in page.card.answer_note.value and "braced" not in page.card.answer_note.value
    page.strip.index = 3
    assert "A stroke" in page.card.answer_note.value and "A duel with" not in page.card.answer_note.value
    page.go_on()
    assert "A duel with" in page.card.answer_note.value and "A stroke" not in page.card.answer_note.value
    page.strip.index = 5
    assert "<table" not in page.card.answer_note.value and page.modifiers.value.startswith("<details")


def test_all_that_a_shot_asks_for_stands_on_a_card():
    rows = {(row.parameter, row.value) for card in LESSON.cards for row in card.rows}
    for text in LESSON.questions:
        if text.check == "rencounter.fire":
            for (parameter, _), name in ((text.one, "one"), (text.other, "other")):
                assert {(parameter, value) for value in text.choices[name]} <= rows, parameter


def test_a_fight_is_told_of_the_men_that_are_set_and_another(page, drawn):
    page.strip.index = 3
    dice, course = page.shows.children
    before = course.report.value
    assert "A wounds B with 35 of 144 squares, B wounds A with 35: even odds" in dice.odds.value
    assert "<li>Turn 1" in before and "goes first: " in before and "(A's skill 6, B's skill 6)" in html.unescape(before)
    press(page, "Another fight")
    assert course.report.value != before
    dice.sliders["attacker_skill"].value = 9
    assert "50 of 144 squares, B wounds A with 14: about 3.6 to 1" in dice.odds.value
    assert "(A's skill 9, B's skill 6)" in html.unescape(course.report.value)
    assert "his attack then succeeds on 1 to 10 (d12)" in course.report.value
    dice.sliders["attacker_skill"].value = 6


def test_reasons_are_told_in_the_words_of_the_question():
    for one in DRAWN:
        text = " ".join(one.why)
        assert "posture:" not in text and "aim turns:" not in text and "AV modifier" not in text
        if one.text.kind == "two rolls":
            assert all(name.lower() in text.lower() for name in one.names)


def test_the_end_leads_to_the_questions_that_are_left(page, drawn):
    page.progress.go(99)
    page._show()
    at = page.progress.at
    press(page, "Question 3")
    assert page.progress.at == at - 2 and page.card.layout.display == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [(("a_skill", 8), ("b_wounds", 1)), (("a_experience", 5), ("b_wounds", 2)), (("a_skill", 9), ("b_skill", 9))],
)
def test_the_rule_of_thumb_of_a_duel_is_a_good_guess(one, other):
    """Worked anew from what the card says, it is what the steps say, and within what counts as understood."""
    answer = rk.interaction("rencounter.duel", one, other, outcome="A wins", order="random")
    card = FIGHT
    factors = {row.words: float(card.worth(row).split()[-1]) for row in card.rows if not row.event}
    skill = {"a_skill": 6, "b_skill": 6, **dict([one, other])}
    stroke = Fraction(
        wound(skill["a_skill"] + 1, skill["b_skill"] + 1), wound(skill["b_skill"] + 1, skill["a_skill"] + 1)
    )
    odds = float(stroke)
    for words, change in (
        ("B starts with one wound", ("b_wounds", 1)),
        ("B starts with two wounds", ("b_wounds", 2)),
        ("A has level 5, B level 4", ("a_experience", 5)),
    ):
        odds *= factors[words] if change in (one, other) else 1
    nobody = (
        rk.check("rencounter.duel", a_skill=9, b_skill=9, order="random").event("nobody wins")
        if other[0] == "b_skill"
        else 0
    )
    chance = odds / (1 + odds) * float(1 - nobody)
    thumb = rule_of_thumb(card, answer, ("one", "other"))
    assert abs(float(thumb.chance) - chance) < 0.005 and is_good(thumb.chance, answer)
    off = thumb.chance - answer.figures[-1]
    assert (
        (f"{points_figure(abs(off)).removeprefix('+')} percentage points too" in str(thumb.steps[-1]))
        if abs(off) * 1000 >= 1
        else "is right" in str(thumb.steps[-1])
    )


def test_a_card_that_does_not_know_all_gives_no_rule_of_thumb():
    answer = rk.interaction("rencounter.duel", ("a_skill", 8), ("b_shield", "large"), outcome="A wins", order="random")
    assert rule_of_thumb(FIGHT, answer, ("one", "other")) is None
    clad = rk.interaction("rencounter.duel", ("a_skill", 8), ("a_armor", 3), outcome="A wins", order="random")
    assert rule_of_thumb(FIGHT, clad, ("one", "other")) is None


ROWS = [(row.parameter, row.value) for row in FIGHT.rows if not row.event]


@pytest.mark.parametrize(("parameter", "value"), every_nth(ROWS, tries(2, 1)))
def test_the_rule_of_thumb_is_as_near_as_the_card_says(parameter, value):
    bounds = [int(bound) for bound in re.findall(r"within (\d+)", FIGHT.note[-1])]
    near = bounds[-1] if parameter == "b_armor" else bounds[0]
    assert "skills from 5 to 8, A no worse than B and one line" in FIGHT.note[-1] and len(bounds) == 2
    skills = tries((5, 8), range(5, 9))  # at their ends it is farthest off
    for skill, better in itertools.combinations_with_replacement(skills, 2):
        params = {"order": "random", "a_skill": better - 1, "b_skill": skill}
        answer = rk.interaction("rencounter.duel", ("a_skill", better), (parameter, value), outcome="A wins", **params)
        assert abs(rule_of_thumb(FIGHT, answer, ("one", "other")).chance - answer.figures[-1]) * 100 <= near


FIGHTS = [text for text in LESSON.questions if text.card]


@pytest.mark.parametrize("text", FIGHTS, ids=lambda text: f"line {text.line}")
def test_what_is_multiplied_comes_to_what_is_shown(text):
    """Every product and quotient of the rule of thumb, reckoned anew from the figures on the page."""
    deck, count = QuestionDeck(text, seed=2), 0
    for _ in range(3):
        for step in map(str, deck.deal().thumb.steps):
            products = re.findall(
                r"([\d.]+) x ([\d.]+) = (about )?([\d.]+)", step.replace("\N{MULTIPLICATION SIGN}", "x")
            )
            for one, other, about, comes_to in products:
                exact, whole_product = Fraction(one) * Fraction(other), Fraction(comes_to)
                assert abs(exact - whole_product) * 200 < whole_product if about else exact == whole_product
            parts = re.findall(r"([\d.]+) to 1 is ([\d.]+) of ([\d.]+), or ([\d.]+) %", step)
            for odds, part, whole, percent in parts:
                assert odds == part and Fraction(part) + 1 == Fraction(whole)
                assert abs(Fraction(part) / Fraction(whole) - Fraction(percent) / 100) <= Fraction(1, 2000)
            count += len(products) + len(parts)
    assert count or text.other[0] == "b_skill"


@pytest.mark.parametrize("text", FIGHTS, ids=lambda text: f"line {text.line}")
def test_reasons_for_a_fight_agree_with_each_other(text):
    """What is about the same, or more, is so of the figures beside it, and each reason comes once; both together need
    none.
    """
    deck = QuestionDeck(text, seed=3)
    for _ in range(3):
        why_sentences = deck.deal().why
        assert any(one.startswith("Both together: ") and one.endswith("in the whole fight.") for one in why_sentences)
        reasons = []
        for match in (
            re.search(r": (.*) in one stroke, (.*) in the whole fight\.(?: (.*): (.*))?$", one)
            for one in why_sentences[:2]
        ):
            stroke, fight = (
                max(map(Fraction, odds.split(" to "))) if " to " in odds else 1 for odds in match.groups()[:2]
            )
            more = "About the same" if fight < stroke * Fraction(117, 100) else "More"
            assert match[3] is None or match[3] == (more if stroke > 1 else "One stroke does not show it")
            reasons += [match[4]] if match[4] else []
        assert reasons and len(set(reasons)) == len(reasons)


def test_plain_adding_is_told_once_and_what_cannot_be_is_said():
    for one in DRAWN:
        card = GuessCard()
        card.ask(one.answer, one.way, "", one.names, guess=Fraction(1, 2), why=one.why)
        card_text = plain(card)
        added = one.answer.figures[1] + one.answer.figures[2] - one.answer.figures[0]
        assert ("Simply added, that would make" in card_text) == bool(one.answer.apart)
        assert ("In short, simply add" in card_text) == (not one.answer.apart)
        assert ("which is impossible" in card_text) == (bool(one.answer.apart) and not 0 <= added <= 1)
        assert "simply add up" not in card_text


def test_what_is_switched_off_is_left_out_of_the_sum():
    aim, prone = (one for one in DRAWN if one.text.kind == "is switched off")
    brought = aim.settings["skill"] - (2 if aim.settings["cover"] == "half_solid" else 0)
    assert str(aim.way[0]).endswith(
        f"a turn to aim (+2); with it a braced barrel counts, too (+1): {brought} + 2 + 1 = {brought + 3}"
    )
    left = prone.settings["skill"] - prone.settings["wounds"]
    assert str(prone.way[0]).endswith(
        f"too close (-2); beside it a prone target does not count (-2 by itself): {left} - 2 = {left - 2}"
    )


def test_what_makes_a_wound_worse_is_told_where_wounds_are_asked():
    for one in DRAWN:
        text = " ".join(map(str, one.way))
        has_wound = one.text.event in ("kills", "puts down")
        assert ("makes the wound worse" in text) == ("on the severity table" in text) == has_wound
        assert "strikes back" not in text and "ducks back" not in text


def test_a_contest_says_what_both_sides_need():
    vie = next(one for one in DRAWN if one.text.kind == "rolls are compared")
    text = " ".join(map(str, vie.way))
    assert f"first side succeeds on a d100 of {vie.one.value} or less" in text
    assert f"second side succeeds on a d100 of {vie.other.value} or less" in text
    assert "both succeed, the first by more (" in text and "first wider" not in text


def test_why_a_fight_is_not_as_one_stroke_is_said_from_its_figures():
    card = FIGHT
    answer = rk.interaction("rencounter.duel", ("a_skill", 10), ("b_skill", 10), outcome="A wins", order="random")
    *_, last = why_not_as_one_stroke(card, answer, ("A has skill 10", "B has skill 10"))
    left = 1 - 2 * answer.figures[-1]
    assert percent_text(wound(11, 11)) in last and percent_text(wound(7, 7)) in last and percent_text(left) in last


def test_mixed_questions_ask_the_kind_first_and_tell_at_the_end(page, drawn):
    page.strip.index = 5
    assert page.kind.layout.display == "" and page.kind.value is None
    see(page)
    assert "First say how the two work together" in page.card.verdict_note.value and not page.card.is_seen
    kind = page.progress.place.text.kind
    wrong = next(one for one in page.progress.kinds if one != kind)
    page.kind.value = wrong
    page.card.row.see.click()
    sentence = f"you said \N{LEFT DOUBLE QUOTATION MARK}{KIND_WORDS[wrong]}"
    assert sentence in plain(page.card) and first_up(KIND_WORDS[kind]) in plain(page.card) and page.kind.disabled
    lesson = html.escape(page.progress.now.question.lesson)
    assert f"</b> {lesson}</div>" in page.card.answer_note.value, "the kind alone is in bold"
    page.progress.go(99)
    page._show()
    assert "0 of 4 right" in page.end.report.value and f"Look again at: {KIND_WORDS[kind]}" in page.end.report.value
    assert page.end.report.value.count("<tr>") == 2
    press(page, "Question 1")
    assert page.card.is_seen and page.another.button_style == "primary" and page.another.layout.display == ""
    press(page, "Another like it")
    assert page.progress.place.text.kind == kind and page.kind.value is None and not page.kind.disabled
    page.kind.value = kind
    see(page, float(100 * page.progress.now.question.answer.figures[-1] + 10) % 100)
    assert "the kind is right, your number is more than 3 points off" in page.score.value
    press(page, "Another like it")
    page.kind.value = kind
    see(page, float(100 * page.progress.now.question.answer.figures[-1]))
    assert page.progress.place.is_understood
    page.progress.go(99)
    page._show()
    assert "1 of 4 right" in page.end.report.value and "Look again" not in page.end.report.value
    assert page.end.report.value.count("<tr>") == 4
    press(page, "Start again")
    assert page.progress.at == 0 and not page.progress.place.is_seen


def test_it_is_made_of_plain_widgets(page):
    for one in all_widgets(page):
        assert type(one).__module__.startswith(("ipywidgets.", "rencounter_kit.fronts.panels."))
        assert not isinstance(one, (w.Output, w.Image))


@pytest.mark.parametrize("name", ["modifier", "", "../house/wind_of_six", None, 3])
def test_an_unknown_lesson_is_refused(name):
    with pytest.raises(rk.RuleError, match="a lesson must be"):
        lesson(name)


OWN = """[[question]]
kind = "adds"
check = "rencounter.fire"
event = "hits"
given = { skill = [6, 7] }
one = { parameter = "cover", value = "half_solid", words = "a wall" }
other = { parameter = "aim_turns", value = 1, words = "aim" }
situation = "A <b> shot of skill {skill}."
question = "Q?"
"""


def test_a_lesson_of_ones_own_has_one_step_and_says_what_cannot_be_asked(tmp_path, drawn):
    file = tmp_path / "mine.toml"
    file.write_text(OWN + OWN.replace('"adds"', '"two rolls"'), encoding="utf-8")
    page = lesson(file)
    assert page.strip.layout.display == "none" and "A &lt;b&gt; shot" in page.card.question_note.value
    assert not layout().display  # which all panels share
    see(page)
    assert page.card.is_seen
    press(page, "Next")
    assert "must have figures that show" in alert(page.card) and page.card.row.see.disabled
    press(page, "Back")
    assert page.card.is_seen and not alert(page.card)
    file.write_text(OWN.replace('"hits"', '"hitz"'), encoding="utf-8")
    with pytest.raises(rk.RuleError, match=r"line \d+: .*did you mean hits"):
        lesson(file)


def test_a_wrong_line_is_told_on_the_page_and_an_error_elsewhere(tmp_path, undrawn, monkeypatch):
    mine, right = tmp_path / "mine.toml", (project_folder("data") / "starter" / "lesson.toml").read_text()
    mine.write_text(right.replace('kind = "is capped"', 'kind = "<b>capped"'))
    with pytest.raises(rk.RuleError, match="line 28: kind must be one of adds, "):
        lesson(mine)
    monkeypatch.setattr("rencounter_kit.fronts.panels.placeholder.is_on_page", lambda: True)
    html_text = lesson(mine).value
    assert 'role="alert">line 28: kind must be one of adds, ' in html_text and "got &lt;b&gt;capped" in html_text
    mine.write_text(right)
    assert lesson(str(mine)).progress
    mine.unlink()
    assert "must be a file that can be read" in lesson(mine).value


# The picture ----------------------------------------------------------------------------------------------------------

LONG = ("confirmed hit margin: confirmation die", "parry uses weapon to hit: no")


def test_the_picture_keeps_on_its_page():
    for pair, guess, seen in ((FULL, None, False), (FLOOR, Fraction(0), False), (FULL, Fraction(1), True)):
        assert within(charts.Guess(), GuessBars.of(pair, LONG, guess, seen, alone=False))


def test_a_hidden_answer_is_not_in_the_figures_of_the_picture():
    half = Fraction(1, 2)
    hidden = GuessBars.of(FLOOR, ("a", "b"), half, False)
    assert hidden.both is None and hidden.both_text == "" and hidden.added == 0
    assert GuessBars.of(FLOOR, ("a", "b"), half, False, alone=False).known == [5 / 12, None, None]
    assert None not in GuessBars.of(FLOOR, ("a", "b"), half, True, alone=False).known
    seen = GuessBars.of(FLOOR, ("a", "b"), half, True)
    assert Fraction(seen.both).limit_denominator(200) == Fraction(7, 144)


@pytest.mark.parametrize(
    ("pair", "message"), [(FULL, "110.0 %: more than certain"), (FLOOR, "-8.3 %: less than never")]
)
def test_a_sum_that_is_no_chance_says_so(pair, message):
    assert message in charts.Guess().alt(GuessBars.of(pair, ("a", "b"), Fraction(1, 2), True))


# Any two changes ------------------------------------------------------------------------------------------------------


@pytest.fixture
def free():
    made = explore("rencounter.fire", ("cover", "half_solid"), ("range_band", "long"), skill=6)
    yield made
    made.wait()


def asks(page, id, one, other, outcome=None, **params):
    """The page asks this, hides it, and answers it."""
    page.wait()
    pair = in_player_words(rk.interaction(id, one, other, outcome=outcome, **params))
    assert not alert(page.card) and page.card.interaction.figures == pair.figures
    assert "hidden" in alt(page.card) and not page.card.is_seen
    for words in (pair.one.words, pair.other.words, pair.measure.words):
        assert html.escape(words) in page.card.question_note.value
    see(page)
    assert f"both together {percent_text(pair.figures[-1])}" in alt(page.card)
    for reason in pair.reasons:
        assert reason in plain(page.card)
    way = worked_solution(pair)
    assert way[-1].figure == pair.figures[-1]
    assert html.escape(str(way[-1].words)) in page.card.answer_note.value


def test_any_two_changes_in_any_situation(free, drawn):
    asks(free, "rencounter.fire", ("cover", "half_solid"), ("range_band", "long"), skill=6)
    free.first.parameter.value = "posture"
    free.first.value.value = "prone"
    asks(free, "rencounter.fire", ("posture", "prone"), ("range_band", "long"), skill=6)
    free.second.value.value = "too_close"
    asks(free, "rencounter.fire", ("posture", "prone"), ("range_band", "too_close"), skill=6)
    free.scene.controls["skill"].value = 9
    asks(free, "rencounter.fire", ("posture", "prone"), ("range_band", "too_close"), skill=9)
    free.scene._event.value = "kills"
    asks(free, "rencounter.fire", ("posture", "prone"), ("range_band", "too_close"), "kills", skill=9)


def test_ones_own_changes_are_in_a_players_words(drawn):
    page = explore("rencounter.fire", ("posture", "prone"), ("range_band", "too_close"))
    page.wait()
    assert "with prone target and too close range together" in page.card.question_note.value
    see(page)
    card_text = plain(page.card)
    assert "too close range (-2); beside it prone target does not count (-2 by itself)" in card_text
    assert "Prone target (to hit (d12)) counts -2 by itself, but not with too close range." in card_text
    assert "posture: prone" not in card_text and "otherwise not at all" not in card_text


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        (("braced", True), ("aim_turns", 1), ("bracing", "one turn of aim")),
        (("weapon", "long_bow"), ("cover", "half_solid"), ("weapon: long bow", "cover: half solid")),
        (("mounted", True), ("skill", 12), ("mounted target", "skill 12")),
    ],
)
def test_a_change_is_said_by_the_modifier_that_it_brings(one, other, sentence):
    pair = in_player_words(rk.interaction("rencounter.fire", one, other))
    assert (pair.one.words, pair.other.words) == sentence


def test_what_is_so_already_is_not_offered(free, drawn):
    free.scene.controls["range_band"].value = "long"
    assert "long" not in [value for _, value in free.second.value.options]
    assert free.second.change[1] != "long" and not alert(free.card)
    free.scene.controls["skill"].value = 12
    free.second.parameter.value = "skill"
    assert free.second.change == ("skill", 11)


def test_another_check_gets_two_changes_of_two_things(free, drawn):
    """Also where what was chosen first would be the second by itself."""
    free.game.value = "odd_encounters"
    free.scene.go("odd_encounters.melee_attack", {})
    free.first.parameter.value = "target_ac"
    free.second.parameter.value = "target_helpless"
    free.scene.go("odd_encounters.missile_attack", {})  # it does not ask that
    free.wait()
    assert free.first.change[0] == "target_ac" != free.second.change[0] and not alert(free.card)
    free.game.value = "rencounter"
    free.scene.go("rencounter.scatter", {})
    free.scene.go("rencounter.grenade", {})  # here the second of before comes first by itself
    free.wait()
    assert free.first.change[0] == "distance" != free.second.change[0] and not alert(free.card)


def test_what_is_wrong_is_said_and_the_next_change_mends_it(free, drawn):
    free.second.parameter.value = "cover"
    assert "two changes must be to two parameters; got cover twice" in alert(free.card)
    assert free.card.row.see.disabled and "rk-stale" in free.card.view._dom_classes
    free.second.parameter.value = "skill"
    free.second.value.value = 8
    asks(free, "rencounter.fire", ("cover", "half_solid"), ("skill", 8), skill=6)
    free.scene.controls["snap"].value = "walking"
    free.first.parameter.value = "aim_turns"
    free.first.value.value = 2
    assert "snap must be none with more than 0.5 aim turns" in alert(free.card)
    free.scene.controls["snap"].value = "none"
    asks(free, "rencounter.fire", ("aim_turns", 2), ("skill", 8), skill=6)
    free.scene.controls["aim_turns"].value = 1
    free.scene.controls["snap"].value = "walking"  # the situation itself contradicts itself
    assert "snap must be none with more than 0.5 aim turns" in alert(free.card)


@pytest.mark.parametrize("stem", ["odd_encounters", "realms_of_myth", "rencounter", "salamis", "traveller"])
def test_each_game_begins_with_a_chance(free, stem, drawn):
    free.game.value = "salamis" if stem != "salamis" else "rencounter"
    free.game.value = stem
    free.wait()
    assert free.scene.check.stem == stem and not alert(free.card)
    asks(free, free.scene.check.id, free.first.change, free.second.change, free.scene.event, **free.scene.params)


@pytest.fixture(scope="module")
def wandering():
    """One page for all checks; building takes its time."""
    return explore()


QUICK = [check.id for check in rk.checks.values() if not isinstance(check, Process)]


@pytest.mark.parametrize("id", [*every_nth(QUICK, tries(6, 1)), "odd_encounters.duel"])
def test_every_check_asks_or_says_why_not(wandering, id, drawn):
    free = wandering
    stem = id.partition(".")[0]
    if free.game.value != stem:
        free.game.value = stem
    free.scene.go(id, {})
    free.wait()
    if alert(free.card):
        parameters = [p for p in rk.checks[id].parameters.values() if len(p.values()) > 1 and p.group != "ruling"]
        assert free.scene.event is None or len(parameters) < 2
        assert "choose another check" in alert(free.card)
    else:
        asks(free, id, free.first.change, free.second.change, free.scene.event, **free.scene.params)


def test_an_unexpected_error_is_said(free, monkeypatch, drawn):
    def fails(*_, **__):
        raise ZeroDivisionError("oops")

    with monkeypatch.context() as patched:
        patched.setitem(type(free).steps.__globals__, "interaction", fails)
        free.second.value.value = "medium"
        free.wait()
        assert "ZeroDivisionError" in free.message.value and free.card.row.see.disabled
    free.second.value.value = "long"
    asks(free, "rencounter.fire", ("cover", "half_solid"), ("range_band", "long"), skill=6)
    assert free.message.value == ""


MEANWHILE = [
    lambda page: page.first.parameter.set_trait("value", "posture"),
    lambda page: page.second.value.set_trait("value", "medium"),
    lambda page: page.scene.controls["skill"].source.set_trait("value", 8),
    lambda page: page.game.set_trait("value", "traveller"),
]


@pytest.mark.parametrize(
    ("one", "other"), [pair for pair in permutations(MEANWHILE, 2) if pair[0] is not MEANWHILE[-1]]
)
def test_of_two_things_done_at_once_the_later_is_asked(free, one, other, monkeypatch, drawn):
    do_meanwhile(monkeypatch, free.job, "run", lambda: one(free), lambda: other(free))
    free.wait()
    assert not free.message.value
    asks(free, free.scene.check.id, free.first.change, free.second.change, free.scene.event, **free.scene.params)


def test_two_games_chosen_at_once(free, monkeypatch, drawn):
    games = [lambda name=name: free.game.set_trait("value", name) for name in ("traveller", "salamis")]
    do_meanwhile(monkeypatch, free.scene, "go", *games)
    free.wait()
    assert free.game.value == free.scene.check.stem == "salamis"
    asks(free, free.scene.check.id, free.first.change, free.second.change, free.scene.event, **free.scene.params)


def test_nobody_sees_what_is_still_being_drawn(free, monkeypatch, drawn):
    free.wait()
    draw = free.card._draw
    monkeypatch.setattr(job, "PATIENCE", 0.01)
    monkeypatch.setattr(free.card, "_draw", lambda: free.card.see() or draw())
    free.second.value.value = "medium"
    free.wait()
    assert not free.card.is_seen and not free.card.row.see.disabled and "hidden" in alt(free.card)


def test_what_a_job_asks_need_not_wait_for_its_turn(free, monkeypatch, drawn):
    """Who has it may be waiting for the job: what is asked, and why it cannot be, is shown all the same."""
    monkeypatch.setattr(job, "PATIENCE", 0.01)
    with TURN:
        for name in ("skill", "cover", "wounds"):
            free.card.row.box.value = "20"  # the job sets it back
            free.second.parameter.value = name
            free.job.wait(ENOUGH)
            assert not free.job._thread.is_alive()
            assert bool(alert(free.card)) == (name == "cover")  # which is the first change too


def test_without_changes_the_page_chooses_two():
    page = explore("traveller.to_hit")
    assert page.first.change[0] != page.second.change[0]
    asks(page, "traveller.to_hit", page.first.change, page.second.change)


LONG_RANGE = ("range_band", "long")
WRONG = [
    (("rencounter.fir",), {}, "did you mean rencounter.fire?"),
    (("rencounter.fire", ("skil", 8), LONG_RANGE), {}, "did you mean skill?"),
    (("rencounter.fire",), {"skill": 13}, "got 13"),
    (("rencounter.fire", ("cover", "none"), LONG_RANGE), {}, "a change must change something"),
    (("rencounter.fire", LONG_RANGE), {}, "a change must be a parameter"),
]


@pytest.mark.parametrize(("arguments", "params", "message"), WRONG)
def test_a_wrong_start_is_refused(arguments, params, message):
    with pytest.raises(rk.RuleError, match=re.escape(message)):
        explore(*arguments, **params)


# What each modifier is worth ------------------------------------------------------------------------------------------


def test_what_matters_shows_what_the_library_says():
    params = {"skill": 9, "range_band": "long", "cover": "half_solid", "aim_turns": 1}
    page = what_matters("rencounter.fire", **params)
    page.wait()
    texts = everything(page)
    for kind, pair in (
        (charts.Spans, rk.tornado("rencounter.fire", **params)),
        (charts.WaterfallFigures, rk.shapley("rencounter.fire", **params)),
    ):
        chart = charts.TornadoChart() if kind is charts.Spans else charts.Waterfall()
        assert chart.alt(kind.of(pair)) in texts
    page.scene.controls["skill"].value = 6
    page.wait()
    assert charts.TornadoChart().alt(
        charts.Spans.of(rk.tornado("rencounter.fire", **{**params, "skill": 6}))
    ) in everything(page)
    with pytest.raises(rk.RuleError, match="did you mean skill"):
        what_matters("rencounter.fire", skil=3)


def test_no_older_question_is_under_way_when_the_card_is_taken_away(monkeypatch):
    """It would put the card back, with an answer to what is not asked any more."""
    page = explore("rencounter.fire", ("cover", "half_solid"), ("range_band", "long"))
    page.wait()

    def for_ever(*arguments, **keywords):
        while True:
            tell(0, None)

    monkeypatch.setattr(exploring, "interaction", for_ever)
    monkeypatch.setattr(job, "PATIENCE", 0.01)
    page.second.value.value = "medium"
    rest, at_work = page.card.rest, []
    monkeypatch.setattr(page.card, "rest", lambda: (at_work.append(page.job._thread.is_alive()), rest()))
    page.scene.controls["skill"].value = 9
    page.job.stop()
    assert at_work == [False]


def test_a_lesson_goes_on_where_it_was_left_and_starting_again_forgets_that(monkeypatch):
    progress = LessonProgress(LESSON, seed=1)
    first = next(number for number, place in enumerate(progress.places) if place.text)
    monkeypatch.setattr(kept, "_page", cache(kept._Page))
    page = lesson("modifiers", seed=1)
    assert page.progress.at == 0 and not page.progress.understood
    kept._page().hear(json.dumps({"kept": {"lessons": {"modifiers": {"text": f"{first} 999", "words": ""}}}}))
    assert (
        page.progress.understood == str(first) and page.progress.at > first and "Understood: 1 of" in page.score.value
    )
    page.start_again()
    assert not page.progress.understood and not kept.kept("lessons", "modifiers")
