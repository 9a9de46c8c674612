"""The lesson on modifiers in plain Python: the answer is hidden, then right; what is said of it is so."""

import html
import re
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit import charts
from rencounter_kit.analysis.by_hand import by_hand
from rencounter_kit.charts import GuessBars
from rencounter_kit.folders import project_folder
from rencounter_kit.mechanics.processes.process import Process
from rencounter_kit.panels import explore, job, lesson, what_matters
from rencounter_kit.panels.lessons import explore as exploring
from rencounter_kit.panels.lessons.guess import is_good
from rencounter_kit.panels.lessons.lesson import questions
from rencounter_kit.panels.lock import TURN
from rencounter_kit.progress import tell
from rencounter_kit.wording import percent_text
from tests.pictures import within
from tests.situations import every_nth, tries
from tests.widgets import ENOUGH, all_widgets, do_meanwhile

pytestmark = pytest.mark.usefixtures("undrawn", "patient")
QUESTIONS = {one.title: one for one in questions("how_modifiers_interact")}


def everything(panel):
    """All that a person, or a screen reader, can find on the page."""
    shown = ("value", "description", "tooltip", "options", "placeholder")
    found = [str(getattr(one, name, "")) for one in all_widgets(panel) for name in shown]
    return html.unescape(re.sub(r'src="[^"]*"', "", " ".join(found)))


def alt(card):
    return html.unescape(re.search(r'alt="([^"]*)"', card.view.value)[1])


def alert(card):
    found = re.search(r'role="alert">(.*?)<', card.answer_note.value)
    return html.unescape(found[1]) if found else ""


def plain(card):
    """The answer as it is read."""
    return html.unescape(re.sub(r"<[^>]+>", " ", card.answer_note.value))


def see(page, guess=50):
    """Guess, and see."""
    page.card.guess = guess
    press(page, "See")


def press(panel, name):
    (found,) = [one for one in all_widgets(panel) if isinstance(one, w.Button) and one.description == name]
    if not found.disabled:
        found.click()


# What the lesson says is so ----------------------------------------------------------------------------------------------


def hit(needed, confirmed_by=0):
    """A d12 of ``needed`` or less, a 12 never; with less than 1 a natural 1 that a second die confirms."""
    hits = sum(face <= needed and face != 12 for face in range(1, 13))
    return Fraction(hits, 12) if needed >= 1 else Fraction(1, 12) * Fraction(confirmed_by, 12)


def total_of(at_least):
    """Two dice that come to so much."""
    return Fraction(sum(a + b >= at_least for a, b in product(range(1, 7), repeat=2)), 36)


def wound(attack, parry):
    """An attack that succeeds and a parry that fails."""
    return Fraction(sum(a <= attack and b > parry for a, b in product(range(1, 13), repeat=2)), 144)


def deadly(needed, dead):
    """A hit, and a severity die of ``dead`` or less, one more when the hit was 3 below what was needed."""
    return Fraction(sum(dead + (face <= needed - 3) for face in range(1, needed + 1)), 144)


def duel(a_hp, b_hp, a_hits=Fraction(13, 20), b_hits=Fraction(11, 20)):
    """A wins: blow after blow, a d6 of damage each; a coin says who begins."""

    @cache
    def a_wins(a, b, turn):
        def after_hit(who):
            rest = [(a, b - face) if who == "a" else (a - face, b) for face in range(1, 7)]
            return sum((Fraction(1) if y <= 0 else Fraction(0) if x <= 0 else a_wins(x, y, "b" if who == "a" else "a")
                        for x, y in rest), Fraction(0)) / 6  # fmt: skip

        first, second = (a_hits, b_hits) if turn == "a" else (b_hits, a_hits)
        other = "b" if turn == "a" else "a"
        both_miss = (1 - first) * (1 - second)
        return (first * after_hit(turn) + (1 - first) * second * after_hit(other)) / (1 - both_miss)

    return (a_wins(a_hp, b_hp, "a") + a_wins(a_hp, b_hp, "b")) / 2


def contest(first, second):
    """The first of two d100 wins: he alone succeeds, or both do and he stays further below his chance."""
    faces = product(range(1, 101), repeat=2)
    return Fraction(sum(a <= first and (b > second or first - a > second - b) for a, b in faces), 10_000)


# Each question: its four cases worked out by hand, and what the lesson claims of them (neither, one, other, both).
BY_HAND = {
    "A wall, and time to aim": ([hit(7), hit(5), hit(9), hit(7)], lambda n, a, b, both: both == a + b - n == n),
    "A good shot, and a large target": ([hit(9), hit(12), hit(10), hit(13)], lambda n, a, b, both: both == a < a + b - n),
    "A strong arm, and an easy task": (
        [Fraction(p, 100) for p in (50, 80, 80, 99)], lambda n, a, b, both: both == Fraction(99, 100) and a + b - n > 1,
    ),
    "A rest for the musket": (
        [hit(6), hit(6), hit(8), hit(9)], lambda n, a, b, both: a == n and both - b == Fraction(1, 12),
    ),
    "Lying at his feet": ([hit(5), hit(3), hit(3), hit(3)], lambda n, a, b, both: both == a == b < n),
    "+3 and +3": (
        [total_of(12), total_of(9), total_of(9), total_of(6)],
        lambda n, a, b, both: both - a > a - n and max(range(2, 13), key=lambda t: total_of(t) - total_of(t + 1)) == 7,
    ),
    "Far away, and in full armour": (
        [deadly(7, 2), deadly(3, 2), deadly(7, 1), deadly(3, 1)],
        lambda n, a, b, both: a + b - n < 0 < both and b - both < n - a and a - both < n - b,
    ),
    "Two masters": (
        [wound(7, 7), wound(10, 7), wound(7, 10), wound(10, 10)],
        lambda n, a, b, both: both / b == a / n > 1 and both - b < a - n,
    ),
    "Far away, and behind a wall": (
        [hit(5), hit(3), hit(1), hit(-1, 7)], lambda n, a, b, both: 0 < b - both < n - a and a + b - n < 0,
    ),
    "Two who vie": (
        [contest(50, 50), contest(80, 50), contest(50, 80), contest(80, 80)],
        lambda n, a, b, both: abs(both - Fraction(80 * 20 + 80 * 80 // 2, 10_000)) < Fraction(1, 200),
    ),
    "A longer fight": (
        [duel(4, 4), duel(16, 4), duel(4, 16), duel(16, 16)],
        lambda n, a, b, both: Fraction(1, 2) < n and both > a + b - n and abs((2 * both - 1) / (2 * n - 1) - 2) < Fraction(1, 8),
    ),
}  # fmt: skip

# One more of each kind: as above; the claim of the lesson holds there too.
ONCE_MORE = {
    "A wall, and time to aim": [hit(4), hit(2), hit(6), hit(4)],
    "A good shot, and a large target": [hit(8), hit(11), hit(9), hit(12)],
    "A strong arm, and an easy task": [Fraction(p, 100) for p in (60, 90, 90, 99)],
    "A rest for the musket": [hit(4), hit(4), hit(6), hit(7)],
    "Lying at his feet": [hit(8), hit(6), hit(6), hit(6)],
    "+3 and +3": [total_of(13), total_of(10), total_of(10), total_of(7)],
    "Far away, and in full armour": [deadly(6, 2), deadly(2, 2), deadly(6, 1), deadly(2, 1)],
    "Two masters": [wound(4, 4), wound(9, 4), wound(4, 9), wound(9, 9)],
    "Far away, and behind a wall": [hit(4), hit(2), hit(0, 9), hit(-2, 5)],
    "Two who vie": [contest(20, 20), contest(60, 20), contest(20, 60), contest(60, 60)],
    "A longer fight": [duel(6, 6), duel(24, 6), duel(6, 24), duel(24, 24)],
}


def test_every_question_is_worked_out_by_hand():
    assert list(QUESTIONS) == list(BY_HAND) == list(ONCE_MORE) and 8 <= len(BY_HAND) <= 12
    assert len({one.check.partition(".")[0] for one in QUESTIONS.values()}) >= 3


@pytest.mark.parametrize("title", BY_HAND)
def test_the_lesson_is_what_the_figures_say(title):
    one, (figures, claim) = QUESTIONS[title], BY_HAND[title]
    assert list(one.answer.figures) == figures
    assert claim(*figures), one.lesson
    said = one.lesson + one.situation + one.question + one.one.words + one.other.words
    for percent in re.findall(r"(\d[\d.]*) %", said):  # a chance that is named is one of these
        assert f"{percent} %" in [percent_text(p).replace(".0 %", " %") for p in figures] + [
            f"{v} %" for v in values(one)
        ]


def values(one):
    """What the parameters are set to."""
    return [*one.given.values(), one.one.value, one.other.value]


@pytest.mark.parametrize("title", BY_HAND)
def test_one_more_of_a_kind_has_other_figures_and_the_same_lesson(title):
    one, more = QUESTIONS[title], QUESTIONS[title].again
    assert list(more.answer.figures) == ONCE_MORE[title] != list(one.answer.figures)
    if title != "Two who vie":  # its claim is of 80 %
        assert BY_HAND[title][1](*more.answer.figures), more.situation
    assert bool(more.answer.apart) == bool(one.answer.apart)
    same = ("title", "kind", "check", "event", "lesson")
    assert [getattr(more, name) for name in same] == [getattr(one, name) for name in same] and more.again is None
    assert [more.one.parameter, more.other.parameter] == [one.one.parameter, one.other.parameter]
    assert more.situation != one.situation
    if one.answer.apart:  # whoever only adds up is told so
        neither, a, b, both = more.answer.figures
        added = round(100 * (a + b - neither))
        assert not 0 <= added <= 100 or not is_good(added, more.answer)
        assert is_good(min(99, max(1, round(100 * both))), more.answer)


# The way by hand ---------------------------------------------------------------------------------------------------------


def worked_out(text):
    """The sum as it is written."""
    return eval(re.sub(r"\d+", lambda number: f"Fraction({number[0]})", text.replace("\N{MULTIPLICATION SIGN}", "*")))


ASKED = [(title, again) for title in BY_HAND for again in (False, True)]


@pytest.mark.parametrize(("title", "again"), ASKED)
def test_the_way_comes_to_the_exact_answer(title, again):
    one = QUESTIONS[title].again if again else QUESTIONS[title]
    assert one.way[-1].figure == one.answer.figures[-1]
    sums = [step for step in one.way if step.sum]
    for step in sums:
        assert worked_out(step.sum) == step.figure and f": {step.sum}" in str(step)
    if title != "A longer fight":  # nobody adds up a fight by hand
        assert sums[-1] is one.way[-1] and len(sums) >= 3
    assert one.one.words.lower() in " ".join(map(str, one.way)).lower()


POINTS = {
    "A wall, and time to aim": "here you may simply add",
    "A good shot, and a large target": "13 does no more than 11 would: that is the limit",
    "A strong arm, and an easy task": "with both, cap of 99 % takes off 11: 50 + 30 + 30 - 11 = 99",
    "A rest for the musket": "with both, bracing adds 1: 6 + 2 + 1 = 9",
    "Lying at his feet": "with both, prone target no longer takes off 2: 5 - 2 - 2 + 2 = 3",
    "+3 and +3": "to hit 6 to 12: (5 + 6 + 5 + 4 + 3 + 2 + 1)/36 = 13/18 = 72.2 %",
    "Far away, and in full armour": "Both: to hit 1 to 3, severity 1: 3/12 \N{MULTIPLICATION SIGN} 1/12 = 1/48 = 2.08 %",
    "Two masters": "the chances multiply; a better attacker makes it 10/7 of what it was",
    "Far away, and behind a wall": 'A further roll decides now: "confirmation"',
    "Two who vie": 'The rolls "first side" and "second side" are held against each other',
    "A longer fight": "How many rounds it lasts on average. At first: 1.8;",
}


@pytest.mark.parametrize("title", BY_HAND)
def test_the_way_says_what_the_question_is_about(title):
    assert POINTS[title] in " ".join(map(str, QUESTIONS[title].way))


def test_the_turns_of_a_fight_come_to_its_answer():
    one = QUESTIONS["A longer fight"]
    told = re.findall(r"([\d.]+) %", one.way[-1].words)
    assert abs(sum(map(float, told)) - 100 * float(one.answer.figures[-1])) < 0.2 and len(told) == 5
    means = [f"{float(result.expected_turns):.1f}" for result in one.answer.results]
    assert re.findall(r": ([\d.]+)", one.way[-2].words) == means


def test_a_mean_has_no_way_by_hand_and_a_sure_thing_a_short_one():
    assert by_hand(rk.interaction("odd_encounters.melee_damage", ("attacker_th", 3), ("target_ac", 5))) == ()
    sure = by_hand(rk.interaction("realms_of_myth.task", ("chance", 100), ("double_time", True), outcome="succeeds"))
    assert str(sure[-1]).endswith("100 %")


GOOD = [
    ("Two masters", 14, True),  # 13.9 %; by adding up 20.1 %
    ("Two masters", 18, False),
    ("Two masters", 9, True),
    ("Two masters", 8, False),
    ("A strong arm, and an easy task", 99, True),
    ("A strong arm, and an easy task", 100, False),  # it can fail
    ("Far away, and behind a wall", 1, True),
    ("Far away, and behind a wall", 0, False),  # it can happen
    ("A wall, and time to aim", 54, True),
]


@pytest.mark.parametrize(("title", "guess", "good"), GOOD)
def test_a_good_guess_is_close_and_nearer_than_by_adding_up(title, guess, good):
    assert is_good(guess, QUESTIONS[title].answer) == good


@pytest.mark.parametrize("title", BY_HAND)
def test_the_two_changes_are_the_ones_that_the_words_name(title):
    """The words for a change name its value, where that is a figure."""
    one = QUESTIONS[title]
    for changed in (one.one, one.other):
        assert one.answer.results[0].params[changed.parameter] != changed.value
        for number in re.findall(r"[+-]?\d+", changed.words):
            assert int(number) == changed.value
    for name, value in one.given.items():
        if name == "skill":
            assert f"skill {value}" in one.situation


# Guess first, then see ---------------------------------------------------------------------------------------------------


@pytest.fixture
def drawn(monkeypatch):
    """Pictures are not really drawn."""
    monkeypatch.setattr(charts.Chart, "draw", lambda self, data: b"<svg/>")


@pytest.fixture(scope="module")
def made():
    return lesson()


@pytest.fixture
def page(made):
    made.start_again()
    return made


@pytest.mark.parametrize("number", range(len(BY_HAND)))
def test_the_answer_is_hidden_before_and_right_after(page, number, drawn):
    page.go(number)
    one, card = page.question, page.card
    neither, *alone, both = one.answer.figures
    shown = everything(page)
    assert one.situation in shown and one.question in shown and one.lesson not in shown
    assert card.interaction is one.answer and not card.is_seen
    for figure in (neither, *alone):
        assert percent_text(figure) in alt(card)
    if percent_text(both) not in [percent_text(p) for p in (neither, *alone)]:
        assert percent_text(both) not in shown
    assert f"({both})" not in shown or both in (neither, *alone)
    assert not any(reason in shown for reason in one.answer.reasons)
    assert not any(str(step) in shown for step in one.way) and "How to work it out" not in shown
    assert "hidden" in alt(card) and "simply added" not in alt(card) and not re.search(r"both together \d", alt(card))

    card.guess = 33
    assert "your guess 33 %" in alt(card) and "hidden" in alt(card)
    press(page, "See")
    off = Fraction(33, 100) - both
    assert f"both together {percent_text(both)}" in alt(card) and "your guess 33 %" in alt(card)
    assert f"if they simply added up {100 * float(alone[0] + alone[1] - neither):.1f} %" in alt(card)
    said = plain(card)
    assert said.index(percent_text(both)) < said.index(one.lesson) < said.index("How to work it out")
    assert 'role="status"' in card.answer_note.value and f"<b>{html.escape(one.lesson)}</b>" in card.answer_note.value
    read = html.unescape(re.sub(r"</?b>", "", card.answer_note.value))
    for step in one.way:
        assert f"<li>{step}</li>" in read
    for reason in one.answer.reasons:
        assert said.index(reason) > said.index(one.lesson)
    assert ("They simply add" in said or "they simply add up." in said) == (one.answer.apart == 0)
    assert f"{abs(100 * float(off)):.1f} points too {'high' if off > 0 else 'low'}" in said
    if both.denominator < 10**9:
        assert f"({both})" in said


@pytest.mark.parametrize("number", range(len(BY_HAND)))
def test_one_more_hides_the_single_chances_until_it_is_seen(page, number, drawn):
    page.go(number)
    see(page)
    press(page, "One more like it")
    one, card = page.questions[number].again, page.card
    neither, *alone, both = one.answer.figures
    shown = everything(page)
    assert page.question is one and card.interaction is one.answer and not card.is_seen and card.guess is None
    assert one.situation in shown and one.question in shown and one.lesson not in shown
    assert f"without either {percent_text(neither)}" in alt(card)
    for words in (one.one.words, one.other.words):
        assert f"{words} hidden" in alt(card)
    for figure in {*alone, both} - {neither}:
        assert percent_text(figure) not in shown and (figure.denominator > 10**6 or f"({figure})" not in shown)
    assert "How to work it out" not in shown and "simply added" not in alt(card)

    see(page)
    for words, figure in zip((one.one.words, one.other.words), alone, strict=True):
        assert f"{words} {percent_text(figure)}" in alt(card)
    assert f"both together {percent_text(both)}" in alt(card)
    assert str(one.way[-1]) in html.unescape(re.sub(r"</?b>", "", card.answer_note.value))


def test_a_guess_that_is_seen_stands(page, drawn):
    see(page, 10)
    answer = page.card.answer_note.value
    assert page.guesses == {(0, False): 10}
    assert all(part.disabled for part in (*page.card.control.parts, page.card.button))
    page.card.guess = 90
    page.card.see()
    assert page.guesses == {(0, False): 10} and page.card.answer_note.value == answer


@pytest.mark.parametrize("typed", ["2.5", "101", "-1", "some", ""])
def test_a_number_that_is_refused_as_a_guess_is_not_answered(page, typed, drawn):
    """As with Enter, which tells what is in the box and presses See."""
    card = page.card
    _, box = card.control.parts[:2]
    box.value = typed
    card.button.click()
    assert not card.is_seen and page.guesses == {} and "hidden" in alt(card)
    (told,) = re.findall(r'class="rk-wrong" role="alert">(.*?)<', card.control.widget.children[-1].value)
    assert told.startswith("must be ") and "the answer" not in told
    box.value = "25"
    card.button.click()
    assert card.is_seen and page.guesses == {(0, False): 25}


def test_who_has_not_guessed_is_asked_for_a_guess(page, drawn):
    """No number stands there that somebody could take for an answer, or send by mistake."""
    card = page.card
    slider, box = card.control.parts[:2]
    assert box.value == "" and "no guess yet" in alt(card) and 'role="alert"' not in everything(page)
    card.button.click()
    assert not card.is_seen and page.guesses == {} and "hidden" in alt(card)
    assert 'role="alert">must be a number<' in card.control.widget.children[-1].value
    box.value = "0"  # where the slider stands already
    assert "your guess 0 %" in alt(card) and 'role="alert"' not in everything(page)
    box.value = "2.5"
    assert "no guess yet" in alt(card)
    slider.value = 30
    card.button.click()
    assert card.is_seen and page.guesses == {(0, False): 30}
    press(page, "One more like it")
    assert box.value == "" and "no guess yet" in alt(card)


VERDICTS = [
    ("A strong arm, and an easy task", 94, "close, only 5.0 points too low."),
    ("A strong arm, and an easy task", 93, "that is 6.0 points too low."),
    ("A strong arm, and an easy task", 100, "close, only 1.0 points too high. But it is not certain."),
    ("Far away, and behind a wall", 0, "close, only 4.9 points too low. But it is not impossible."),
    ("Lying at his feet", 30, "close, only 5.0 points too high."),
    ("Lying at his feet", 31, "that is 6.0 points too high."),
    ("Lying at his feet", 20, "close, only 5.0 points too low."),
    ("Lying at his feet", 25, "spot on."),
    ("Two masters", 18, "close, only 4.1 points too high. But simply adding them up comes just as close."),
]


@pytest.mark.parametrize(("title", "guess", "said"), VERDICTS)
def test_a_guess_is_told_how_near_it_comes(page, title, guess, said, drawn):
    page.go(list(QUESTIONS).index(title))
    see(page, guess)
    assert f"You guessed {guess} %: {said} " in plain(page.card)


def guess_once_more(page, number, percent):
    """Guess at one more of a kind."""
    page.go(number, True)
    see(page, percent)


def test_the_score_says_which_kinds_are_understood(page, drawn):
    assert "8 kinds of question" in page.score.value and 'role="status"' in page.score.value
    see(page, 58)
    assert "8 kinds of question" in page.score.value, "a first guess tells nothing yet"
    guess_once_more(page, 0, 33)
    assert ">Understood, 1 of 8: adds up.<" in page.score.value
    guess_once_more(page, 1, 100)
    assert ">Understood, 1 of 8: adds up. Not yet: stops at a limit.<" in page.score.value
    guess_once_more(page, 6, 9)
    assert "Not yet: stops at a limit, rolls multiply.<" in page.score.value
    guess_once_more(page, 7, 19)  # another of the same kind
    assert ">Understood, 2 of 8: adds up, rolls multiply. Not yet: stops at a limit.<" in page.score.value
    guess_once_more(page, 3, 58)
    guess_once_more(page, 4, 90)  # what is understood stays so
    assert "3 of 8: adds up, one hangs on the other, rolls multiply." in page.score.value
    assert [option.partition("(")[2].rstrip(")") for option in page.list.options[:2]] == [
        "\N{CHECK MARK} understood", "seen, not yet understood",
    ]  # fmt: skip
    press(page, "Start again")
    assert "8 kinds of question" in page.score.value and page.guesses == {}


def test_whoever_goes_the_way_understands_all(page, drawn):
    """See, one more like it, see, next, to the end; each guess is the way's last step."""
    for number, one in enumerate(page.questions):
        for asked, further in ((one, "One more like it"), (one.again, "Next")):
            assert page.at == number and page.question is asked and not page.card.is_seen
            see(page, min(99, max(1, round(100 * asked.way[-1].figure))))
            assert page.next.description == further
            press(page, further)
    assert page.next.disabled and page.at == len(page.questions) - 1
    kinds = list(dict.fromkeys(one.kind for one in page.questions))
    assert f">Understood, 8 of 8: {', '.join(kinds)}.<" in page.score.value
    assert all("understood" in option and "not yet" not in option for option in page.list.options)


def test_going_back_and_forth_forgets_nothing(page, drawn):
    assert page.back.disabled and not page.next.disabled and page.next.description == "Next"
    press(page, "Next")
    assert (page.at, page.again) == (1, False), "what has not been seen has nothing more"
    press(page, "Back")
    see(page, 12)
    answer, picture = page.card.answer_note.value, page.card.view.value
    press(page, "One more like it")
    assert (page.at, page.again) == (0, True) and page.list.index == 0 and not page.back.disabled
    press(page, "Next")
    assert page.at == 1 == page.list.index and not page.card.is_seen and page.card.guess is None
    assert not page.card.button.disabled and not page.back.disabled
    press(page, "Back")
    assert page.at == 0 and page.card.guess == 12 and page.card.is_seen
    assert (page.card.answer_note.value, page.card.view.value) == (answer, picture)
    page.list.index = len(page.questions) - 1
    assert page.at == len(page.questions) - 1 and page.next.disabled
    assert [("seen" in option) for option in page.list.options] == [True] + [False] * (len(page.questions) - 1)
    press(page, "Next")
    assert page.at == len(page.questions) - 1
    press(page, "Start again")
    assert page.at == 0 and page.guesses == {} and not page.card.is_seen and page.card.guess is None
    assert not any("seen" in option for option in page.list.options)


LATER = [
    (lambda page: page.go(4), 4, False),
    (lambda page: page.list.set_trait("index", 6), 6, False),
    (lambda page: press(page, "Start again"), 0, False),
    (see, 1, True),
]


@pytest.mark.parametrize(("act", "at", "seen"), LATER)
def test_a_person_who_acts_while_a_question_comes_acts_after_it(page, act, at, seen, monkeypatch, drawn):
    """A page may handle what a person does in several threads."""
    do_meanwhile(monkeypatch, page.card, "ask", lambda: press(page, "Next"), lambda: act(page))
    assert page.at == page.list.index == at
    assert page.question.situation in page.card.question_note.value and page.card.interaction is page.question.answer
    assert page.card.is_seen == page.card.button.disabled == seen and set(page.guesses) == (
        {(at, False)} if seen else set()
    )
    assert [("seen" in option) for option in page.list.options] == [
        seen and i == at for i in range(len(page.questions))
    ]


def test_a_guess_that_is_moved_while_a_question_is_drawn_is_drawn_after_it(page, monkeypatch, drawn):
    guess = page.card.control.source
    do_meanwhile(monkeypatch, page.card._chart, "draw", lambda: page.go(2), lambda: guess.set_trait("value", 20))
    assert page.card.guess == 20 and "your guess 20 %" in alt(page.card)


def test_it_is_made_of_plain_widgets(page):
    for one in all_widgets(page):
        assert type(one).__module__.startswith(("ipywidgets.", "rencounter_kit.panels."))
        assert not isinstance(one, (w.Output, w.Image))


@pytest.mark.parametrize("name", ["how_modifier_interact", "", "../house/wind_of_six", None, 3])
def test_an_unknown_lesson_is_refused(name):
    with pytest.raises(rk.RuleError, match="a lesson must be a file that is there, or one of how_modifiers_interact"):
        lesson(name)


def test_a_lesson_of_ones_own_is_drawn_and_one_more_of_its_kind_has_other_figures(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text((project_folder("data") / "starter" / "lesson.toml").read_text(encoding="utf-8"), encoding="utf-8")
    page = lesson(str(file))
    assert "A lesson of our own" in page.children[0].value
    assert [one.kind for one in page.questions] == ["adds", "is capped", "uneven steps"]
    for one in page.questions:
        assert one.again and one.again.kind == one.kind
        assert (one.again.given, one.again.one, one.again.other) != (one.given, one.one, one.other)
    page.card.guess = 50
    page.card.see()
    assert "with both" in page.card.answer_note.value
    file.write_text(file.read_text(encoding="utf-8").replace('"hits"', '"hitz"'), encoding="utf-8")
    with pytest.raises(rk.RuleError, match=r"line \d+: .*did you mean hits"):
        lesson(str(file))


def test_a_question_that_cannot_be_asked_says_why(monkeypatch, tmp_path):
    row = """[[question]]
title = "T"
kind = "K"
check = "rencounter.fire"
given = { skil = 7 }
event = "hits"
one = { parameter = "cover", value = "half_solid", words = "a wall" }
other = { parameter = "aim_turns", value = 1, words = "aim" }
situation = "A <b> shot."
question = "Q?"
lesson = "L."
"""
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "how_modifiers_interact.toml").write_text(row + row.replace("skil ", "skill "))
    monkeypatch.setitem(questions.__globals__, "project_folder", lambda name: tmp_path)
    page = lesson()
    assert "did you mean skill?" in alert(page.card) and page.card.button.disabled
    assert "A &lt;b&gt; shot." in page.card.question_note.value
    press(page, "Next")
    assert not alert(page.card) and page.card.interaction is not None
    see(page)
    assert "7/12" in plain(page.card)


# The picture -------------------------------------------------------------------------------------------------------------

LONG = ("confirmed hit margin: confirmation die", "parry uses weapon to hit: no")


@pytest.mark.parametrize("title", every_nth(BY_HAND, tries(3, 1)))
def test_the_picture_keeps_on_its_page(title):
    one, chart = QUESTIONS[title], charts.Guess()
    for names, guess, seen in (((one.one.words, one.other.words), None, False), (LONG, 0, False), (LONG, 100, True)):
        assert within(chart, GuessBars.of(one.answer, names, guess, seen))
    assert within(chart, GuessBars.of(one.again.answer, LONG, 7, False, alone=False))


def test_a_hidden_answer_is_not_in_the_figures_of_the_picture():
    found = QUESTIONS["+3 and +3"].answer
    hidden = GuessBars.of(found, ("a", "b"), 50, False)
    assert hidden.both is None and hidden.both_text == "" and hidden.added == 0
    assert GuessBars.of(found, ("a", "b"), 50, False, alone=False).known == [1 / 36, None, None]
    assert None not in GuessBars.of(found, ("a", "b"), 50, True, alone=False).known
    seen = GuessBars.of(found, ("a", "b"), 50, True)
    assert Fraction(seen.both).limit_denominator(100) == Fraction(13, 18)


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("A strong arm, and an easy task", "110.0 %: more than certain"),
        ("Far away, and behind a wall", "-8.3 %: less than never"),
        ("+3 and +3", "52.8 %."),
    ],
)
def test_a_sum_that_is_no_chance_says_so(title, said):
    chart = charts.Guess()
    assert said in chart.alt(GuessBars.of(QUESTIONS[title].answer, ("a", "b"), 50, True))


# Any two changes ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def free():
    made = explore("rencounter.fire", ("cover", "half_solid"), ("range_band", "long"), skill=6)
    yield made
    made.wait()


def asks(page, id, one, other, outcome=None, **given):
    """The page asks this, hides it, and answers it."""
    page.wait()
    found = rk.interaction(id, one, other, outcome=outcome, **given)
    assert not alert(page.card) and page.card.interaction.figures == found.figures
    assert "hidden" in alt(page.card) and not page.card.is_seen
    for words in (found.one.words, found.other.words, found.measure.words):
        assert html.escape(words) in page.card.question_note.value
    see(page)
    assert f"both together {percent_text(found.figures[-1])}" in alt(page.card)
    for reason in found.reasons:
        assert reason in plain(page.card)
    way = by_hand(found)
    assert way[-1].figure == found.figures[-1]
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
    assert free.card.button.disabled and "rk-stale" in free.card.view._dom_classes
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


@pytest.mark.parametrize("id", [*every_nth(QUICK, 3), "odd_encounters.duel"])
def test_every_check_asks_or_says_why_not(wandering, id, drawn):
    free = wandering
    stem = id.partition(".")[0]
    if free.game.value != stem:
        free.game.value = stem
    free.scene.go(id, {})
    free.wait()
    if alert(free.card):
        asked = [p for p in rk.checks[id].parameters.values() if len(p.values()) > 1 and p.group != "ruling"]
        assert free.scene.event is None or len(asked) < 2
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
        assert "ZeroDivisionError" in free.message.value and free.card.button.disabled
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
    assert not free.card.is_seen and not free.card.button.disabled and "hidden" in alt(free.card)


def test_what_a_job_asks_need_not_wait_for_its_turn(free, monkeypatch, drawn):
    """Who has it may be waiting for the job: what is asked, and why it cannot be, is shown all the same."""
    monkeypatch.setattr(job, "PATIENCE", 0.01)
    with TURN:
        for name in ("skill", "cover", "wounds"):
            free.card.guess = 20  # the job sets it back
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


@pytest.mark.parametrize(("asked", "given", "said"), WRONG)
def test_a_wrong_start_is_refused(asked, given, said):
    with pytest.raises(rk.RuleError, match=re.escape(said)):
        explore(*asked, **given)


# What each modifier is worth -----------------------------------------------------------------------------------------------


def test_what_matters_shows_what_the_library_says():
    said = {"skill": 9, "range_band": "long", "cover": "half_solid", "aim_turns": 1}
    page = what_matters("rencounter.fire", **said)
    page.wait()
    shown = everything(page)
    for kind, found in (
        (charts.Spans, rk.tornado("rencounter.fire", **said)),
        (charts.Sharing, rk.shapley("rencounter.fire", **said)),
    ):
        chart = charts.TornadoChart() if kind is charts.Spans else charts.Waterfall()
        assert chart.alt(kind.of(found)) in shown
    page.scene.controls["skill"].value = 6
    page.wait()
    assert charts.TornadoChart().alt(
        charts.Spans.of(rk.tornado("rencounter.fire", **{**said, "skill": 6}))
    ) in everything(page)
    with pytest.raises(rk.RuleError, match="did you mean skill"):
        what_matters("rencounter.fire", skil=3)


def test_no_older_question_is_under_way_when_the_card_is_taken_away(monkeypatch):
    """It would put the card back, with an answer to what is not asked any more."""
    page = explore("rencounter.fire", ("cover", "half_solid"), ("range_band", "long"))
    page.wait()

    def for_ever(*asked, **given):
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
