"""How unusual it was, against every way the dice can fall, counted one by one."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

import rencounter_kit as rk
from rencounter_kit.engine.dice.dist import Dist
from rencounter_kit.fronts import charts
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.workbook.analysis.tail_probability import Luck
from tests.pictures import within
from tests.steps import Steps


def share(tries, faces, good, test):
    """The chance that the number of throws with a face of ``good`` or less passes a test: every throw gone through."""
    every = list(itertools.product(range(1, faces + 1), repeat=tries))
    return Fraction(sum(1 for thrown in every if test(sum(face <= good for face in thrown))), len(every))


# Counting -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "good", "tries"),
    [(2, 1, 5), (6, 1, 4), (6, 5, 5), (12, 5, 3), (12, 7, 4), (4, 0, 3), (4, 4, 3), (10, 3, 1)],
)
def test_tails_are_those_of_all_throws(faces, good, tries):
    for happened in range(tries + 1):
        luck = rk.luck((good, faces), happened, tries)
        assert luck.or_more == share(tries, faces, good, lambda n, k=happened: n >= k)
        assert luck.or_less == share(tries, faces, good, lambda n, k=happened: n <= k)
        assert luck.exactly == share(tries, faces, good, lambda n, k=happened: n == k)
        assert luck.upper == (happened * faces >= tries * good)
        assert luck.chance == (luck.or_more if luck.upper else luck.or_less)


chances = st.fractions(0, 1, max_denominator=1000)


@given(chances, st.integers(1, 60), st.data())
def test_tails_fit_together(p, tries, data):
    happened = data.draw(st.integers(0, tries))
    luck = rk.luck(p, happened, tries)
    assert luck.or_more + luck.or_less - luck.exactly == 1
    assert luck.expected == luck.dist.mean == tries * p
    assert luck.dist.variance == tries * p * (1 - p)
    turned = rk.luck(1 - p, tries - happened, tries)
    assert (turned.or_more, turned.or_less, turned.exactly) == (luck.or_less, luck.or_more, luck.exactly)
    if happened:
        assert luck.or_more == 1 - rk.luck(p, happened - 1, tries).or_less


def test_five_misses_in_six_shots():
    luck = rk.luck("5/12", 5, 6)
    assert luck.chance == Fraction(6 * 5**5 * 7 + 5**6, 12**6)
    assert luck.head() == "Five or more of six, when the chance is 5 in 12: 1 in 20 (4.92 %, 146875/2985984)."
    shots = rk.luck("rencounter.fire", 5, 6, outcome="miss", skill=7)
    assert shots.chance == luck.chance
    assert shots.question == '"miss" in five or more of six, when the chance is 5 in 12'


@pytest.mark.parametrize(
    ("what", "happened", "tries", "question"),
    [
        ("1/2", 0, 6, "None of six, when the chance is 1 in 2"),
        ("1/2", 6, 6, "All of six, when the chance is 1 in 2"),
        ("1/2", 1, 6, "One or fewer of six, when the chance is 1 in 2"),
        ("1/2", 14, 20, "14 or more of 20, when the chance is 1 in 2"),
        ("1/2", 3, 6, "Three or more of six, when the chance is 1 in 2"),
        ("25/144", 3, 6, "Three or more of six, when the chance is about 1 in 6 (17.4 %)"),
        ("1/6", 1, 1, "Once in one try, when the chance is 1 in 6"),
        ("1/6", 0, 1, "Not once in one try, when the chance is 1 in 6"),
    ],
)
def test_the_question_in_words(what, happened, tries, question):
    assert rk.luck(what, happened, tries).question == question


@pytest.mark.parametrize(
    ("what", "happened", "tries", "message"),
    [
        (0, 0, 3, "None of three, when it never happens: that is certain."),
        (0, 1, 3, "One of three, when it never happens: that is impossible."),
        (0, 3, 3, "All of three, when it never happens: that is impossible."),
        (0, 0, 1, "Not once in one try, when it never happens: that is certain."),
        (0, 1, 1, "Once in one try, when it never happens: that is impossible."),
        (1, 3, 3, "All of three, when it always happens: that is certain."),
        (1, 2, 3, "Two of three, when it always happens: that is impossible."),
        (1, 0, 3, "None of three, when it always happens: that is impossible."),
        (1, 1, 1, "Once in one try, when it always happens: that is certain."),
        (1, 0, 1, "Not once in one try, when it always happens: that is impossible."),
    ],
)
def test_what_must_be_and_what_cannot_be_in_words(what, happened, tries, message):
    luck = rk.luck(what, happened, tries, series=20)
    assert luck.head() == message
    assert luck.notes()[0].rsplit(": ", 1)[1] == message.rsplit(": ", 1)[1]


@pytest.mark.parametrize("series", [1, 20])
@pytest.mark.parametrize("tries", [1, 2, 3, 4])
@pytest.mark.parametrize("what", ["0", "1/6", "1/2", "5/6", "1"])
def test_no_more_than_all_and_no_fewer_than_none_is_said(what, tries, series):
    for happened in range(tries + 1):
        luck = rk.luck(what, happened, tries, series=series)
        text, sides = " ".join([luck.head(), *luck.notes()]), ("or more", "or fewer")
        side = "" if luck.chance == luck.exactly else sides[not luck.upper]
        assert [text.count(one) for one in sides] == [(1 + (series > 1)) * (side == one) for one in sides]
        assert luck.tail == f"{happened} {side}".strip() and charts.Counts.of(luck).title.startswith(luck.tail)
        assert not any(
            slip in text for slip in ("None or", "All or", "comes never", "comes always", ": never", ": always")
        )
        assert not (happened in (0, tries) and side)


@pytest.mark.parametrize(
    "what", [Fraction(1, 4), (1, 4), [2, 8], "1/4", "0.25", "25/100", "25 %", "25%", " .25", 0.25, np.float64(0.25)]
)
def test_a_chance_is_taken_as_people_write_it(what):
    assert rk.luck(what, 2, 3).chance == Fraction(3 * 3 + 1, 64)


def test_a_float_is_the_number_that_is_written():
    """0.35 is seven twentieths, not the binary fraction beside it."""
    assert rk.luck(0.35, 1, 1).chance == Fraction(7, 20) != Fraction(0.35)


@given(st.fractions(0, 1, max_denominator=50))
def test_luck_and_asking_backwards_read_a_chance_alike(p):
    percent = f"{100 * p.numerator}/{p.denominator} %"
    for written in (p, str(p), percent, (p.numerator, p.denominator)):
        assert rk.luck(written, 1, 1).each == rk.solve_for("rencounter.fire", "braced", written).goal == p


def test_a_check_is_asked_for_its_first_event():
    luck = rk.luck("rencounter.fire", 5, 6, skill=7)
    assert luck.each == Fraction(7, 12) and luck.question.startswith('"hits" in five or more of six')
    ours = rk.rules("rencounter").with_house_rules("fire.range.long = -3")
    assert rk.luck("rencounter.fire", 1, 2, rules=ours, skill=7, range_band="long").each == Fraction(4, 12)
    assert rk.luck(rk.checks["rencounter.fire"], 5, 6, skill=7).chance == luck.chance
    several = rk.luck("rencounter.fire", 1, 2, outcome=["minor", "dead"], skill=7)
    assert several.each == rk.check("rencounter.fire", skill=7).event(["minor", "dead"])


# Adding up ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("params", [{}, {"weapon": "two_handed", "attacker_th": 3}, {"striking": True}])
@pytest.mark.parametrize("tries", [1, 2, 3])
def test_totals_are_those_of_all_throws(params, tries):
    one = rk.check("odd_encounters.melee_damage", **params)
    totals = {}
    for thrown in itertools.product(one, repeat=tries):
        chance = Fraction(1)
        for points in thrown:
            chance *= one[points]
        totals[sum(thrown)] = totals.get(sum(thrown), 0) + chance
    for happened in range(tries * min(one), tries * max(one) + 1):
        luck = rk.luck("odd_encounters.melee_damage", happened=happened, tries=tries, **params)
        assert luck.summed and luck.expected == tries * one.dist.mean
        assert luck.or_more == sum(p for total, p in totals.items() if total >= happened)
        assert luck.or_less == sum(p for total, p in totals.items() if total <= happened)
        assert luck.exactly == totals.get(happened, 0)


def test_a_total_in_words():
    luck = rk.luck("odd_encounters.melee_damage", happened=23, tries=4)
    assert luck.question == "A total of 23 or more in four rolls, when each is 1.925 on average"


@pytest.mark.parametrize(
    ("happened", "tries", "sentence"),
    [
        (3, 4, "A total of 3 or less in four rolls, when each is"),
        (24, 4, "A total of 24, the most possible, in four rolls, when each is"),
        (0, 4, "A total of 0, the least possible, in four rolls, when each is"),
        (3, 1, "3 or more in one roll, when it is"),
        (1, 1, "1 or less in one roll, when it is"),
        (6, 1, "6, the most possible, in one roll, when it is"),
        (0, 1, "0, the least possible, in one roll, when it is"),
    ],
)
def test_totals_at_the_ends_in_words(happened, tries, sentence):
    luck = rk.luck("odd_encounters.melee_damage", happened=happened, tries=tries)
    assert luck.question == f"{sentence} 1.925 on average"


@pytest.mark.parametrize(
    ("line", "tries", "dist"),
    [
        ("p = 4d6: (p count 1s) > (p count 6s)", 2, None),
        ("p = 3d6: p count 6s given p any pair", 2, {0: 65, 1: 15, 2: 15, 3: 1}),
        ("2d{skull x3, shield x2, lion} count skulls", 3, {0: 1, 1: 2, 2: 1}),
    ],
)
def test_dice_in_one_line_are_each_try(line, tries, dist):
    """A yes or no is a chance; numbers are added up."""
    luck = rk.luck(line, 2, tries)
    assert luck == rk.luck(rk.dice(line), 2, tries) and luck.summed == bool(dist)
    assert luck.dist == (tries @ Dist(dist) if dist else rk.luck(rk.dice(line)["yes"], 2, tries).dist)


def test_several_answers_of_a_line_are_no_try():
    for what in ("p = 4d6: p pairs, p count 1s", rk.dice("p = 4d6: p pairs, p count 1s")):
        with pytest.raises(rk.RuleError, match="one answer"):
            rk.luck(what, 1, 2)


def test_a_total_that_cannot_be_another_in_words():
    measure = rk.luck("salamis.d3", 2, 1).measure
    for tries, sentence in ((1, "3 in one roll, when it is"), (2, "A total of 6 in two rolls, when each is")):
        result = Luck(measure, Fraction(3), 3 * tries, tries, 20, Dist({3 * tries: 1}), summed=True)
        assert result.head() == f"{sentence} always 3: that is certain."


# Many series ----------------------------------------------------------------------------------------------------------


def test_in_many_series_something_unusual_comes():
    luck = rk.luck("1/2", 3, 3, series=2)
    every = list(itertools.product((0, 1), repeat=6))  # both series together
    once = [thrown for thrown in every if sum(thrown[:3]) == 3 or sum(thrown[3:]) == 3]
    assert luck.any == Fraction(len(once), len(every))
    assert rk.luck("5/12", 5, 6, series=20).any == 1 - (1 - Fraction(146875, 2985984)) ** 20
    text = str(rk.luck("5/12", 5, 6, series=20))
    assert "At least one of 20 such series with as many or more: 63.5 %." in text
    assert "Say what counts before the dice fall" in text
    assert "series" not in str(rk.luck("5/12", 5, 6))


DAMAGE = "odd_encounters.melee_damage"


@pytest.mark.parametrize(
    ("what", "happened", "side"),
    [
        ("1/2", 3, "as many or more"),
        ("1/2", 4, "as many"),
        ("1/2", 1, "as few or fewer"),
        ("1/2", 0, "none"),
        (DAMAGE, 23, "as much or more"),
        (DAMAGE, 24, "as much"),
        (DAMAGE, 3, "as little or less"),
        (DAMAGE, 0, "as little"),
    ],
)
def test_it_is_said_which_side_is_counted_in_many_series(what, happened, side):
    luck = rk.luck(what, happened, 4, series=20)
    assert luck.any == 1 - (1 - (luck.or_more if luck.upper else luck.or_less)) ** 20
    assert luck.notes()[0].startswith(f"At least one of 20 such series with {side}: ")


# Bad input, and bounds ------------------------------------------------------------------------------------------------

WRONG = [
    ((1.5, 1, 2), {}, "from 0 % to 100 %; got 1.5; type a chance such as 50 %, 1/2 or 1 in 2"),
    (("150 %", 1, 2), {}, "the chance of each try must be from 0 % to 100 %; got 150 %"),
    ((-0.5, 1, 2), {}, "the chance of each try must be"),
    (("50 % %", 1, 2), {}, "from 0 % to 100 %; got 50 % %"),
    ((True, 1, 2), {}, "the chance of each try must be a number"),
    (((1, True), 1, 2), {}, "the chance of each try must be a number"),
    ((float("nan"), 1, 2), {}, "the chance of each try must be"),
    (("7/5", 1, 2), {}, "the chance of each try must be"),
    (("1/0", 1, 2), {}, "the chance of each try must be"),
    (("1e5", 1, 2), {}, "the chance of each try must be"),
    (("5/12/3", 1, 2), {}, "the chance of each try must be"),
    (((1, 0), 1, 2), {}, "the chance of each try must be"),
    (((1, 2, 3), 1, 2), {}, "the chance of each try must be"),
    ((Fraction(-1, 2), 1, 2), {}, "the chance of each try must be"),
    ((None, 1, 2), {}, "the chance of each try must be"),
    (("", 1, 2), {}, "a check must be"),
    (("rencounter.fir", 1, 2), {}, "did you mean rencounter.fire?"),
    (("5/12", 7, 6), {}, "happened must be a whole number from 0 to 6; got 7"),
    (("5/12", -1, 6), {}, "happened must be"),
    (("5/12", True, 6), {}, "happened must be"),
    (("5/12", 1.0, 6), {}, "happened must be"),
    (("5/12", 0, 0), {}, "tries must be a whole number from 1 to 10,000; got 0"),
    (("5/12", 0, 10_001), {}, "tries must be"),
    (("5/12", 0, "6"), {}, "tries must be"),
    (("5/12", 5, 6), {"series": 0}, "series must be a whole number from 1 to 1,000,000; got 0"),
    (("5/12", 500, 1000), {"series": 10**6}, "series must be at most"),
    (("5/12", 5, 6), {"skill": 5}, "skill must go with a check"),
    (("5/12", 5, 6), {"outcome": "hits"}, "outcome must go with a check"),
    (("rencounter.fire", 5, 6), {"outcome": "hit"}, "did you mean hits?"),
    (("rencounter.fire", 5, 6), {"skil": 5}, "did you mean skill?"),
    (("odd_encounters.melee_damage", 60, 4), {}, "happened must be a whole number from 0 to"),
    (("odd_encounters.melee_damage", 60, 10_000), {}, "tries must be at most"),
    ((Fraction(10**300 + 1, 10**301), 60, 10_000), {}, "tries must be at most"),
    (("realms_of_myth.wound_level", 1, 2), {}, "outcome must be named"),
    (("9" * 10**6, 1, 2), {}, "the chance of each try must be"),
]


@pytest.mark.parametrize(("question", "params", "message"), WRONG, ids=range(len(WRONG)))
def test_wrong_questions_are_refused_in_one_short_sentence(question, params, message):
    list(rk.checks)  # what is loaded at the first use
    with Steps() as steps, pytest.raises(rk.RuleError) as refused:
        rk.luck(*question, **params)
    assert message in str(refused.value) and "\n" not in str(refused.value) and len(str(refused.value)) < 400
    assert steps.number < 120_000


def test_ten_thousand_tries_take_a_few_steps_each():
    with Steps() as steps:
        luck = rk.luck("5/12", 4000, 10_000)
        assert str(luck) and not luck.upper
    assert steps.number < 60 * 10_000
    assert luck.or_more + luck.or_less - luck.exactly == 1


def test_the_longest_total_takes_a_few_steps_a_throw_and_no_longer_numbers():
    """The work is in the digits of the weights: the count of them all tells how much it is."""
    with pytest.raises(rk.RuleError) as refused:
        rk.luck("odd_encounters.melee_damage", 60, 5000)
    most = int(str(refused.value).split("at most ")[1].split(" ")[0])
    with Steps() as steps:
        luck = rk.luck("odd_encounters.melee_damage", 2 * most, most)
        assert luck.chance
    assert steps.number < 80 * most
    assert sum(weight.bit_length() for weight in luck.dist.weights.values()) < 5_000_000
    with pytest.raises(rk.RuleError):
        rk.luck("odd_encounters.melee_damage", 60, most + 1)


# How it is told -------------------------------------------------------------------------------------------------------


def test_luck_as_text_and_frame():
    luck = rk.luck("5/12", 5, 6)
    frame = luck.table()
    assert list(frame["chance"]) == [luck.or_more, luck.or_less, luck.exactly]
    assert list(frame["question"]) == ["5 or more", "5 or fewer", "exactly 5"]
    assert all(f"<td>{cell}</td>" in luck._repr_html_() for row in luck.cells()[1:] for cell in row)


PICTURES = [
    (("5/12", 5, 6), {}),
    (("1/2", 10, 20), {}),
    (("7/12", 0, 6), {}),
    (("7/12", 6, 6), {}),
    (("1/144", 80, 7000), {}),
    (("1/36", 1, 6), {}),
    (("0/1", 0, 3), {}),
    (("rencounter.fire", 5, 6), {"outcome": "miss"}),
    (("odd_encounters.melee_damage", 23, 4), {}),
    (("odd_encounters.melee_damage", 300, 200), {}),
]


@pytest.mark.parametrize(("arguments", "params"), PICTURES)
def test_the_picture_shows_what_happened_among_what_could_have(arguments, params):
    luck = rk.luck(*arguments, **params)
    data = charts.Counts.of(luck)
    assert luck.happened in data.numbers and list(data.numbers) == sorted(data.numbers)
    assert all(p == float(luck.dist[n]) for n, p in zip(data.numbers, data.chances, strict=True))
    most = max((weights := luck.dist.weights).values())
    assert all(100 * weights[n] < most for n in weights if n not in data.numbers)
    chart = charts.TailChart()
    assert within(chart, data)
    assert data.title in chart.alt(data) and f"happened {luck.happened}" in chart.alt(data)


@pytest.mark.parametrize(
    ("typed", "arguments", "params"),
    [
        (("5/12", "5", "6"), ("5/12", 5, 6), {}),
        (("5/12", "5", "6", "--series", "20"), ("5/12", 5, 6), {"series": 20}),
        (("35 %", "5", "6"), ("7/20", 5, 6), {}),
        ((".35", "5", "6"), ("7/20", 5, 6), {}),
        (
            ("rencounter.fire", "5", "6", "skill=7", "--outcome", "miss"),
            ("rencounter.fire", 5, 6),
            {"skill": 7, "outcome": "miss"},
        ),
        (("odd_encounters.melee_damage", "23", "4"), ("odd_encounters.melee_damage", 23, 4), {}),
    ],
)
def test_luck_on_the_command_line(capsys, typed, arguments, params):
    assert main(["luck", *typed]) == 0
    assert capsys.readouterr().out == f"{rk.luck(*arguments, **params)}\n"


def test_luck_with_an_answer_even_where_a_parameter_is_called_tries(capsys):
    answer = rk.check("salamis.reserve_arrival", tries=8)
    event = next(iter(answer.events))
    assert rk.luck(answer, 1, 2, outcome=event).each == answer.event(event)
    assert main(["luck", "salamis.reserve_arrival", "1", "2", "tries=8"]) == 0
    assert capsys.readouterr().out == f"{rk.luck(answer, 1, 2)}\n"
    panel = rk.panel("salamis.reserve_arrival", tries=8)
    panel.tabs.turn_to("Luck")
    panel.wait()
    assert rk.luck(answer, 1, 6, outcome=panel.about.value)._repr_html_() in panel.tools["Luck"].words.value


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (("5/12", "5"), "tries"),
        (("5/12", "x", "6"), "happened"),
        (("5/12", "7", "6"), "happened must be a whole number from 0 to 6; got 7"),
        (("5/12", "5", "6", "skill=5"), "skill=5 must go with a check"),
        (("5/12", "5", "6", "--rules", "ours.toml"), "ours.toml must go with a check"),
        (("rencounter.fir", "5", "6"), "did you mean rencounter.fire?"),
        (("rencounter.fire", "5", "6", "skil=5"), "did you mean skill?"),
    ],
)
def test_luck_on_the_command_line_refuses_in_one_line(capsys, typed, message):
    assert main(["luck", *typed]) == 2
    output = capsys.readouterr()
    assert output.out == "" and message in output.err and len(output.err.splitlines()) == 1
