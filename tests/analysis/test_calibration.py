"""How good a feeling for chances is: what is said of guesses, counted again here, and that few of them are not overrated."""

import itertools
from fractions import Fraction
from math import comb
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rencounter_kit as rk
from rencounter_kit import charts
from rencounter_kit.analysis.calibration import MOST, Guesses, GuessRecord, Third, situation_words, verdict
from tests.pictures import within

SHARES = st.fractions(0, 1, max_denominator=144)
LISTS = st.lists(st.tuples(SHARES, SHARES), min_size=1, max_size=40)


def made(pairs):
    """Guesses and true chances, one a second."""
    dates = (f"2030-01-01T{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}" for n in itertools.count())
    rows = zip(pairs, dates, strict=False)
    return Guesses(
        tuple(GuessRecord("rencounter.fire", "as usual", "hits", guess, chance, date) for (guess, chance), date in rows)
    )


@given(LISTS)
def test_means_are_those_of_the_newest(pairs):
    found = made(pairs)
    offs = [abs(guess - chance) for guess, chance in pairs]
    last = offs[-20:]
    assert found.off() == sum(last) / len(last)
    along = [sum(offs[max(0, end - 20) : end]) / min(end, 20) for end in range(1, len(offs) + 1)]
    assert found.along() == pytest.approx(list(map(float, along)))
    assert sum(row.guesses for row in found.rows) == len(pairs)
    assert all(row.too_high + row.too_low <= row.guesses and abs(row.bias) <= row.off for row in found.rows)


def test_a_habit_is_told_only_where_chance_alone_would_seldom_look_so():
    told = 0
    for high, low in itertools.product(range(14), repeat=2):
        row = Third("low chances", high + low, high, low, Fraction(1, 10), Fraction(0))
        many = high + low
        tail = Fraction(sum(comb(many, n) for n in range(max(high, low), many + 1)), 2**many)
        seldom = high != low and 2 * tail <= Fraction(5, 300)
        assert row.habit == (("too high" if high > low else "too low") if seldom else ""), (high, low)
        told += seldom
    assert told > 20


def test_what_is_said_of_none_of_one_of_few_and_of_many():
    assert made([]).head() == "There is no guess yet." and made([]).notes() == []
    assert made([(Fraction(1, 2), Fraction(7, 12))]).head() == "Your one guess was 8.3 points off."
    low = [(Fraction(1, 5), Fraction(1, 10))]
    few = made(low * 6)
    assert few.head() == "Over your 6 guesses you were 10.0 points off on average."
    assert "may well be chance" in few.notes()[0]
    assert made(low * 7).head().endswith("; you guess low chances too high (7 of 7).")
    high = [(Fraction(4, 5), Fraction(17, 20))]
    both = made(low * 30 + high * 20)
    assert both.head() == (
        "Over your last 20 guesses you were 5.0 points off on average; you guess low chances too high (30 of 30) "
        "and high chances too low (20 of 20)."
    )
    assert both.notes() == ["Over your first 20 guesses it was 10.0 points."]
    assert made(low * (MOST - 1)).notes()[0].startswith("Over your first 20 guesses")
    assert made(low * MOST).notes()[0] == "Over the oldest 20 guesses that are kept it was 10.0 points."
    assert made(low * 101).notes()[-1] == "The table counts your newest 100."
    assert sum(row.guesses for row in made(low * 101).rows) == 100


def test_what_never_or_always_happens_tells_no_habit():
    """A guess at it is too high, or too low, whatever one's habit."""
    found = made(
        [(Fraction(1, 20), Fraction(0)), (Fraction(19, 20), Fraction(1))] * 20 + [(Fraction(1, 5), Fraction(1, 4))]
    )
    assert [(row.chances, row.guesses, row.too_high, row.too_low, row.habit) for row in found.rows] == [
        ("low chances", 1, 0, 1, ""),
        ("0 % or 100 %", 40, 20, 20, ""),
    ]
    assert "that tells no habit" in found.notes()[-2]
    never = made([(Fraction(1, 20), Fraction(0))] * 30)
    assert "you guess" not in never.head() and "may well be chance" in never.notes()[-1]


@pytest.mark.parametrize(
    ("guess", "chance", "said"),
    [
        ("1/40", "1/40", "you guessed 2.5 %, exactly right."),
        ("1", "35/36", "It is 97.2 %; you guessed 100 %, 2.8 points too high, and it is not certain."),
        ("0", "0", "It is never; you guessed 0 %, exactly right."),
        ("1/2", "5/12", "It is 41.7 %; you guessed 50 %, 8.3 points too high."),
    ],
)
def test_a_verdict(guess, chance, said):
    assert verdict(Fraction(guess), Fraction(chance)).endswith(said.replace("never", "0 %"))


def test_what_was_kept_is_read_again_and_what_is_none_is_left_out():
    long = Fraction(3, 7) ** 400
    one = GuessRecord("rencounter.duel", "skill " * 99, "A wins", Fraction(1, 3), long, "2030-01-02")
    kept = one.kept()
    assert len(kept["situation"]) == 300 and all(isinstance(text, str) for text in kept.values())
    (again,) = Guesses.read([{}, 3, {**kept, "chance": "2"}, {**kept, "guess": None}, kept, "x"]).guesses
    assert again.guess == one.guess and abs(again.chance - long) < Fraction(1, 10**11)
    assert Guesses.read(None).guesses == Guesses.read({"guesses": [kept]}).guesses == ()
    many = [{**kept, "date": f"{n:05}"} for n in range(MOST + 5)]
    assert [row.date for row in Guesses.read(many[::-1]).guesses] == [f"{n:05}" for n in range(5, MOST + 5)]


def test_guesses_are_a_table_in_every_format():
    found = made([(Fraction(1, 2), Fraction(7, 12)), (Fraction(1, 4), Fraction(1, 4))])
    assert rk.written(found, "csv").splitlines()[1].startswith("2030-01-01T00:00:00,rencounter.fire,as usual,hits,0.5,")
    rows = [row for row in rk.written(found, "markdown").splitlines() if row.startswith("|")]
    assert rows[-2] == "| 2030-01-01 00:00 | rencounter.fire | as usual | hits | 50 % | 58.3 % | 8.3 points too low |"
    assert rows[-1].endswith("| 25 % | 25.0 % | right |")


def test_a_situation_in_words():
    fire = rk.checks["rencounter.fire"]
    assert situation_words(fire, {}) == "as usual"
    assert (
        situation_words(fire, {"range_band": "too_close"}, "a.b = 1\nc.d = 2")
        == "range band too close; by a.b = 1, c.d = 2"
    )


@pytest.mark.parametrize("many", [1, 2, 30])
def test_the_pictures_show_every_guess_and_say_so(many):
    found = made([(Fraction(n % 7, 6), Fraction(n % 5, 4)) for n in range(many)])
    calibration, along = charts.Calibration.of(found), charts.RunningMean.of(found)
    assert list(zip(calibration.guesses, calibration.chances, strict=True)) == [
        (float(one.guess), float(one.chance)) for one in found.guesses
    ]
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in calibration.means) and bool(calibration.means) == (many > 2)
    assert f"{many} guesses" in charts.CalibrationChart().alt(calibration)
    said = charts.RunningMeanChart().alt(along)
    assert said.endswith(f"to {100 * float(found.off()):.3g} points.")
    for chart, data in ((charts.CalibrationChart(), calibration), (charts.RunningMeanChart(), along)):
        assert within(chart, data)
        assert ElementTree.fromstring(chart.draw(data)) is not None
