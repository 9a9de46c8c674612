"""The panel for lines of dice: what it shows is what ``rk.dice`` says, and what is wrong stands below its line."""

import html
import re
from collections import Counter
from fractions import Fraction

import ipywidgets as w
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rencounter_kit as rk
from rencounter_kit import charts
from rencounter_kit.errors import RuleError
from rencounter_kit.panels import undo
from rencounter_kit.panels.answer import AT_LEAST, AT_MOST, EXACTLY, READINGS
from rencounter_kit.panels.dice.usual import USUAL
from rencounter_kit.panels.dice.view import DiceView, ToldLine
from rencounter_kit.panels.throws import Tally
from rencounter_kit.wording import percent_text
from tests.widgets import all_widgets, plain

pytestmark = pytest.mark.usefixtures("undrawn", "patient", "no_page_stays")
LINES = ("3d6", "4d6 drop lowest", "12d8!", "d1000", "3d6 <= 11", "2d6 * 10", "5d10 count 8 or more", "7", "2d6 - 2d6")


@pytest.fixture
def panel(monkeypatch):
    """A panel in which each move is one of its own, however quick."""
    monkeypatch.setattr(undo, "_MOMENT", 0)
    return rk.your_dice("4d6 drop lowest", "3d6")


def typed(panel, text, place=0):
    panel.lines[place].text.value = text
    panel.wait()


def button(panel, name):
    (found,) = [one for one in all_widgets(panel) if isinstance(one, w.Button) and one.description == name]
    return found


def rows(table):
    """The cells of a table, row by row."""
    cells = [re.findall(r"<t[dh]>(.*?)</t[dh]>", row) for row in table.split("<tr>")[1:]]
    return [[plain(re.sub("<[^>]*>", "", cell)) for cell in row] for row in cells]


def said(panel, place=0):
    return html.unescape(panel.lines[place].below.value)


def test_words_and_table_are_those_of_the_answers(panel):
    words = plain(panel.words.value)
    assert "4d6 drop lowest</b>: mean 12.24, spread 2.85; the middle half is 10 to 14 (59.3 % of rolls)" in words
    assert "The highest 3 of 4d6, added up" in said(panel)
    head, first, *_, last = rows(panel.table.value)
    assert head == ["outcome", "\u25cf 1  4d6 drop lowest", "\u25a0 2  3d6"]
    assert first == ["3", percent_text(Fraction(1, 1296)), percent_text(Fraction(1, 216))]
    assert last == ["18", percent_text(Fraction(21, 1296)), percent_text(Fraction(1, 216))]
    panel.reading.value = AT_LEAST
    panel.wait()
    assert rows(panel.table.value)[1] == ["3", "100 %", "100 %"]


def test_a_line_that_cannot_be_read_is_marked_and_the_last_answer_stays(panel):
    before = panel.words.value, panel.shown.value, panel.table.value
    typed(panel, "4d6 drp lowest")
    assert "4d6 drp lowest\n    ^^^</pre>" in said(panel)
    assert "did you mean drop?; the answer is still for 4d6 drop lowest" in said(panel)
    assert (panel.words.value, panel.shown.value, panel.table.value) == before
    typed(panel, "4d6 drop highest")
    assert "rk-error" not in said(panel) and "lowest 3 of 4d6" in said(panel)


def test_a_line_that_is_being_written_is_not_wrong_yet(panel):
    typed(panel, "4d6 +")
    assert 'role="alert"' not in said(panel) and "must go on with" in said(panel)


def test_of_a_long_line_the_place_of_what_is_wrong_is_in_sight(panel):
    typed(panel, "2d6 + " * 30 + "wrong" + " + 2d6" * 30)
    line, below = re.search(r"<pre[^>]*>(.*)\n(.*)</pre>", said(panel)).groups()
    assert len(line) <= 42 and line[below.index("^") : len(below)] == "wrong"


@given(st.text(max_size=500))
def test_whatever_is_typed_gets_an_answer_or_one_sentence(text):
    one = rk.your_dice(text, "3d6")
    one.wait()
    assert one.lines[0].wrong is None or isinstance(one.lines[0].wrong, RuleError)
    assert "<script" not in one.lines[0].below.value + one.words.value + one.table.value


def test_lines_are_added_and_taken_out_up_to_six(panel):
    for _ in range(4):
        panel.more.click()
    panel.wait()
    assert len(panel.view.lines) == 6 and panel.more.disabled
    panel.lines[1].out.click()
    panel.wait()
    assert panel.now.lines == ("4d6 drop lowest", *["2d6"] * 4)
    for _ in range(4):
        panel.lines[1].out.click()
    assert panel.lines[0].out.disabled


def test_back_and_reset_bring_lines_and_reading_again(panel):
    states = [panel.now]
    for act in (
        lambda: typed(panel, "2d6"),
        panel.more.click,
        lambda: setattr(panel.reading, "value", AT_MOST),
        lambda: setattr(panel.usual, "value", "Fudge dice"),
    ):
        act()
        states.append(panel.now)
    for state in states[-2::-1]:
        button(panel, "Back").click()
        assert panel.now == state
    for state in states[1:]:
        button(panel, "Forward").click()
        assert panel.now == state
    button(panel, "Reset").click()
    panel.wait()
    assert panel.now == states[0] and len(panel.view.lines) == 2


def test_settings_are_those_of_another_panel(panel):
    other = rk.your_dice("d20")
    panel.reading.value = AT_LEAST
    other.settle(panel.settings)
    other.wait()
    assert other.settings == panel.settings and other.words.value == panel.words.value


@pytest.mark.parametrize("name", USUAL)
def test_usual_dice_are_read_without_a_doubt(name):
    panel = rk.your_dice()
    panel.usual.value = name
    panel.wait()
    assert panel.now.lines == USUAL[name] and panel.usual.value != name
    assert [one.wrong for one in panel.lines] == [None] * len(panel.lines)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("line", LINES)
def test_every_number_of_the_picture_is_the_exact_chance(line, reading):
    answer = rk.dice(line)
    chart, figures = DiceView([ToldLine(2, answer)], reading).picture(charts.OutcomeBars(), charts.DistributionChart())
    if answer.is_test:
        assert figures.series[0].values == [float(answer["yes"])]
        return
    exact = {EXACTLY: answer.dist.probability, AT_LEAST: answer.dist.at_least, AT_MOST: answer.dist.at_most}[reading]
    if isinstance(figures, charts.Bars):
        drawn = dict(zip(map(int, figures.names), figures.series[0].values, strict=True))
    else:
        (curve,) = figures.curves
        drawn = dict(zip(curve.x, curve.y, strict=True))
    assert drawn == {number: float(exact(number)) for number in drawn}
    missing = [number for number in answer.dist if number not in drawn]
    assert answer.dist.probability(missing) < Fraction(1, 2_000)
    assert answer.line in chart.alt(figures)


@pytest.mark.parametrize("line", LINES)
def test_the_table_leaves_nothing_out_and_has_the_rolls_beside(line):
    answer = rk.dice(line)
    counts = dict.fromkeys(answer.dist, 1)
    told = ToldLine(0, answer, Tally(len(counts), Counter(counts)))
    cells = [pair for _, (pair,) in DiceView([told])._rows()]
    assert sum(p for p, _ in cells if p) == sum(came for _, came in cells if came) == 1


@pytest.mark.parametrize("count", range(1, 7))
def test_the_picture_names_every_line_with_its_own_mark(count, tmp_path):
    view = DiceView([ToldLine(place, rk.dice(f"{place + 2}d6")) for place in range(count)], AT_LEAST)
    chart, figures = view.picture(charts.OutcomeBars(), charts.DistributionChart())
    alt = chart.alt(figures)
    assert all(f"{place + 1}  {place + 2}d6" in alt or count == 1 for place in range(count))
    assert len({(curve.colour, charts.MARKS[curve.place]) for curve in getattr(figures, "curves", ())}) in (0, count)


@pytest.mark.parametrize(("lines", "must"), [(["d6"] * 7, "at most 6 lines"), ([6], "must be a line of text")])
def test_what_is_no_line_is_refused(lines, must):
    with pytest.raises(RuleError, match=must):
        rk.your_dice(*lines)
