"""The panel for lines of dice: what it shows is what ``rk.dice`` says, and what is wrong stands below its line."""

import csv
import html
import io
import math
import re
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import product

import ipywidgets as w
import pytest
from hypothesis import given, settings, strategies as st

import rencounter_kit as rk
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.engine.words.wording import AT_LEAST, AT_MOST, EXACTLY, READINGS, percent_text
from rencounter_kit.fronts import charts
from rencounter_kit.fronts.panels import page_state
from rencounter_kit.fronts.panels.dice import links
from rencounter_kit.fronts.panels.dice.links import DiceSet
from rencounter_kit.fronts.panels.dice.numbers import SliderValue
from rencounter_kit.fronts.panels.dice.usual import USUAL
from rencounter_kit.fronts.panels.dice.view import AnsweredLine, DiceView
from rencounter_kit.workbook.analysis.throwing import Tally
from tests.situations import tries
from tests.widgets import all_widgets, plain

pytestmark = pytest.mark.usefixtures("undrawn", "patient", "no_page_stays")
LINES = ("3d6", "4d6 drop lowest", "12d8!", "d1000", "3d6 <= 11", "2d6 * 10", "5d10 count 8 or more", "7", "2d6 - 2d6")


@pytest.fixture
def panel(monkeypatch):
    """A panel in which each move is one of its own, however quick."""
    monkeypatch.setattr(page_state, "_MOMENT", 0)
    return rk.your_dice("4d6 drop lowest", "3d6")


def typed(panel, text, place=0):
    panel.lines[place].text.value = text
    panel.wait()


def button(panel, name):
    (pressed,) = [one for one in all_widgets(panel) if isinstance(one, w.Button) and one.description == name]
    return pressed


def rows(table):
    """The cells of a table, row by row."""
    cells = [re.findall(r"<t[dh].*?>(.*?)</t[dh]>", row) for row in table.split("<tr>")[1:]]
    return [[plain(re.sub("<[^>]*>", "", cell)) for cell in row] for row in cells]


def text_of(panel, place=0):
    return html.unescape(panel.lines[place].below.value)


def test_words_and_table_are_those_of_the_answers(panel):
    words = plain(panel.words.value)
    assert f"4d6 drop lowest</b>: {rk.dice('4d6 drop lowest').headline}" in words
    assert "mean 12.24, spread 2.85, from 3 to 18, middle half 10 to 14 (59.3 %)" in words
    assert "The highest 3 of 4d6, added up" in text_of(panel)
    head, first, *_, last = rows(panel.table.value)
    assert head == ["outcome", "\u25cf 1  4d6 drop lowest", "\u25a0 2  3d6"]
    assert first == ["3", percent_text(Fraction(1, 1296)), percent_text(Fraction(1, 216))]
    assert last == ["18", percent_text(Fraction(21, 1296)), percent_text(Fraction(1, 216))]
    panel.reading.value = AT_LEAST
    panel.wait()
    assert rows(panel.table.value)[1] == ["3", "100 %", "100 %"]


def test_a_line_that_cannot_be_read_is_marked_and_the_last_answer_stays(panel):
    before = panel.words.value, panel.view_note.value, panel.table.value
    typed(panel, "4d6 drp lowest")
    assert "4d6 drp lowest\n    ^^^</pre>" in text_of(panel)
    assert "did you mean drop?; the answer is still for 4d6 drop lowest" in text_of(panel)
    assert (panel.words.value, panel.view_note.value, panel.table.value) == before
    typed(panel, "4d6 drop highest")
    assert "rk-error" not in text_of(panel) and "lowest 3 of 4d6" in text_of(panel)


def test_a_line_that_is_being_written_is_not_wrong_yet(panel):
    typed(panel, "4d6 +")
    assert 'role="alert"' not in text_of(panel) and "must go on with" in text_of(panel)


def test_of_a_long_line_the_place_of_what_is_wrong_is_in_sight(panel):
    typed(panel, "2d6 + " * 30 + "wrong" + " + 2d6" * 30)
    line, below = re.search(r"<pre[^>]*>(.*)\n(.*)</pre>", text_of(panel)).groups()
    assert len(line) <= 42 and line[below.index("^") : len(below)] == "wrong"


@settings(max_examples=tries(15, 50))
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
    assert panel.now.lines == USUAL[name] and panel.usual.value == name
    assert [one.wrong for one in panel.lines] == [None] * len(panel.lines)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("line", LINES)
def test_every_number_of_the_picture_is_the_exact_chance(line, reading):
    answer = rk.dice(line)
    chart, figures = DiceView([AnsweredLine(2, line, answer)], reading).picture(
        charts.OutcomeBars(), charts.DistributionChart()
    )
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
    line_thrown = AnsweredLine(0, line, answer, Tally(len(counts), Counter(counts)))
    cells = [pair for _, pair in DiceView([line_thrown]).rows()]
    assert sum(p for p, _ in cells if p) == sum(came for _, came in cells if came) == 1


def test_the_table_puts_the_rarest_together_as_every_table_of_dice_does():
    answer = rk.dice("100d6")
    names = [name for name, _ in DiceView([AnsweredLine(0, "100d6", answer)]).rows()]
    assert [line.split("|")[1].strip() for line in rk.written(answer, "markdown").splitlines()[2:]] == names
    assert "or less" in names[0] and "or more" in names[-1]


@pytest.mark.parametrize("count", range(1, 7))
def test_the_picture_names_every_line_with_its_own_mark(count, tmp_path):
    view = DiceView([AnsweredLine(place, "", rk.dice(f"{place + 2}d6")) for place in range(count)], AT_LEAST)
    chart, figures = view.picture(charts.OutcomeBars(), charts.DistributionChart())
    alt = chart.alt(figures)
    assert all(f"{place + 1}  {place + 2}d6" in alt or count == 1 for place in range(count))
    assert len({(curve.colour, charts.MARKS[curve.place]) for curve in getattr(figures, "curves", ())}) in (0, count)


# Numbers that lines leave open ---------------------------------------------------------------------------------------


def open_tab(panel, name):
    panel.tabs.turn_to(name)
    panel.wait()
    return panel.tools.get(name)


def words_of(tool):
    return plain(tool.words.value)


def test_a_name_in_braces_becomes_a_slider(panel):
    typed(panel, "{n}d6 keep highest 3")
    number = panel.numbers["n"]
    assert (number.now, panel.view.lines[0].answer) == ((4, 1, 10), rk.dice("4d6 keep highest 3"))
    number.slider.value = 6
    panel.wait()
    assert panel.view.lines[0].answer == rk.dice("6d6 keep highest 3")
    number.low.value = "5"
    number.high.value = "20"
    number.box.value = "12"
    panel.wait()
    assert number.slider.max == 20 and panel.view.lines[0].answer == rk.dice("12d6 keep highest 3")
    typed(panel, "3d6")
    assert not panel.numbers
    typed(panel, "{n}d6")
    assert panel.numbers["n"].now == (12, 5, 20)


@pytest.mark.parametrize(
    ("field", "text", "must"),
    [
        ("box", "4.5", "n must be a whole number; got 4.5"),
        ("box", "11", "n must be from 1 to 10; got 11; change the range first"),
        ("low", "20", "must run from low to high"),
        ("high", "1000", "at most 100 numbers"),
        ("high", "9" * 30, "n must be a whole number"),
    ],
)
def test_a_number_that_cannot_be_is_told_below_its_slider(panel, field, text, must):
    typed(panel, "{n}d6")
    number = panel.numbers["n"]
    getattr(number, field).value = text
    panel.wait()
    assert must in html.unescape(number.below.value)
    assert number.now == (4, 1, 10) and panel.view.lines[0].answer == rk.dice("4d6")


def test_what_a_comparison_means_does_not_change_while_a_slider_moves():
    panel = rk.your_dice("5d10 >= {t}", t=range(8, 13))
    panel.wait()
    before = panel.view.lines[0].answer.says
    panel.numbers["t"].slider.value = 12
    panel.wait()
    after = panel.view.lines[0].answer
    assert after.says == before.replace("8", "12") and after.is_test


def test_the_curve_is_the_exact_chance_for_each_value(panel):
    panel.put(panel.now._replace(lines=("{n}d6 keep highest 3", "{n}d8", "3d6")))
    tool = open_tab(panel, "Over a range")
    panel.about.number.value = "15"
    panel.wait()
    _, figures = tool.drawn
    assert list(figures.x) == list(range(1, 11))
    drawn = figures.series[0].values
    assert drawn[3:] == [float(rk.dice(f"{n}d6 keep highest 3").dist.at_least(15)) for n in range(4, 11)]
    assert figures.series[1].values == [float(rk.dice(f"{n}d8").dist.at_least(15)) for n in range(1, 11)]
    panel.about.kind.value = "mean"
    panel.wait()
    assert tool.drawn[1].series[1].values == [float(rk.dice(f"{n}d8").mean) for n in range(1, 11)]
    assert "with n = 4" in words_of(tool)
    assert "1  {n}d6 keep highest 3 from 10.5 to 16.09; " in charts.Curves().alt(tool.drawn[1])


def test_two_numbers_are_a_map(panel):
    typed(panel, "{n}d6 keep highest {k}")
    tool = open_tab(panel, "Over a range")
    assert tool.kind.layout.display == ""
    tool.kind.value = "map"
    panel.wait()
    _, figures = tool.drawn
    assert figures.values[2, 5] == float(rk.dice("6d6 keep highest 3").dist.at_least(12))
    assert figures.present == (3, 3) and figures.values[9, 0] != figures.values[9, 0]


def test_without_a_number_left_open_the_range_says_how_to_get_one(panel):
    assert "{n}d6 keep highest 3" in words_of(open_tab(panel, "Over a range"))


# What is asked --------------------------------------------------------------------------------------------------------


def test_one_against_another_is_what_two_dice_do(panel):
    panel.put(panel.now._replace(lines=("d4", "d6", "3d6 <= 11")))
    tool = open_tab(panel, "Against")
    more, alike = (
        Fraction(sum(test(a, b) for a in range(1, 5) for b in range(1, 7)), 24)
        for test in (lambda a, b: a > b, lambda a, b: a == b)
    )
    assert f"d4 is higher than d6 {'1 time in 4'}</b> (25 %, {more})" in words_of(tool)
    assert f"16.7 %, {alike}" in words_of(tool) and "1 lower" in words_of(tool)
    _, figures = tool.drawn
    assert figures.names == ["-5", "-4", "-3", "-2", "-1", "0", "+1", "+2", "+3"]
    assert figures.series[0].values[5] == float(alike)
    assert len(tool.one.options) == 2
    tool.one.value, tool.other.value = 1, 0
    panel.wait()
    assert "d6 is higher than d4" in words_of(tool)


def test_yes_and_no_have_no_margin(panel):
    panel.put(panel.now._replace(lines=("3d6 <= 11",)))
    assert "only numbers can be rolled" in words_of(open_tab(panel, "Against"))


@pytest.mark.parametrize("line", ["3d6", "4d6 drop lowest", "d20 advantage"])
def test_backwards_finds_the_nearest_of_all(panel, line):
    typed(panel, line)
    tool = open_tab(panel, "Ask backwards")
    dist = rk.dice(line).dist
    away = {number: abs(dist.at_least(number) - Fraction(1, 2)) for number in dist}
    nearest = [number for number in dist if away[number] == min(away.values())]
    assert all(f"<b>{number} or more</b>" in words_of(tool) for number in nearest)
    assert words_of(tool).count("<b>") == len(nearest)


def test_backwards_finds_a_number_that_the_line_leaves_open(panel):
    typed(panel, "{n}d6 keep highest 3")
    tool = open_tab(panel, "Ask backwards")
    tool.unknown.value = "n"
    panel.about.number.value, tool.goal.value = "15", "1/2"
    panel.wait()
    away = {n: abs(rk.dice(f"{n}d6 keep highest 3").dist.at_least(15) - Fraction(1, 2)) for n in range(4, 11)}
    assert f"<b>n = {min(away, key=away.get)}</b>" in words_of(tool)
    tool.goal.value = "often"
    panel.wait()
    assert "rk-error" in tool.words.value


def test_luck_is_that_of_the_chance_asked_about(panel):
    tool = open_tab(panel, "Luck")
    panel.about.number.value, tool.happened.value, tool.tries.value = "15", "5", "6"
    panel.wait()
    luck = rk.luck(rk.dice("4d6 drop lowest").dist.at_least(15), 5, 6)
    assert luck._repr_html_() in tool.words.value
    panel.about.kind.value, tool.happened.value = "mean", "80"
    panel.wait()
    assert rk.luck("4d6 drop lowest", 80, 6)._repr_html_() in tool.words.value


def test_what_is_asked_stays_from_tool_to_tool(panel):
    tool = open_tab(panel, "Ask backwards")
    panel.about.line.value, panel.about.number.value = 1, "15"
    panel.wait()
    assert tool.drawn[1].series[0].name == "2  3d6"
    luck = rk.luck(rk.dice("3d6").at_least(15), 1, 6)
    assert luck._repr_html_() in open_tab(panel, "Luck").words.value


@pytest.mark.parametrize("tab", ["Against", "Over a range", "Ask backwards", "Luck"])
def test_what_a_tool_hides_it_hides_alone(panel, tab):
    open_tab(panel, "Over a range")
    open_tab(panel, tab)
    layouts = [one.layout for one in all_widgets(panel) if isinstance(one, w.DOMWidget)]
    assert {layouts.count(one) for one in layouts if one.display == "none"} <= {1}
    assert (panel.about.layout.display == "none") is (tab == "Over a range")


@pytest.mark.parametrize("tab", ["Over a range", "Ask backwards", "Luck", "Against", "Send"])
def test_every_tab_has_a_sentence_where_no_line_has_an_answer(tab):
    panel = rk.your_dice("nothing")
    panel.wait()
    open_tab(panel, tab)
    assert "cannot be shown" not in "".join(
        getattr(one, "value", "") for one in all_widgets(panel) if isinstance(one, w.HTML)
    )


# Rolled at random -----------------------------------------------------------------------------------------------------


def test_a_roll_shows_every_die_and_which_were_dropped(panel):
    panel.throws.seed.value = "3"
    button(panel, "Roll").click()
    first = panel.throws.words.value
    dice = [list(map(int, re.findall(r'rk-die">(\d)', part))) for part in first.split("<div>")[1:]]
    results = list(map(int, re.findall(r"<b>(\d+)</b>", first)))
    assert [sum(sorted(dice[0])[1:]), sum(dice[1])] == results and list(map(len, dice)) == [4, 3]
    dropped = re.findall(r'<s class="rk-die">(\d)<span class="rk-unseen"> dropped', first)
    assert dropped == [str(min(dice[0]))]
    button(panel, "Roll").click()
    assert panel.throws.words.value == first


def test_many_rolls_stand_beside_the_exact_chances_until_a_line_changes(panel):
    button(panel, "Roll 10,000").click()
    panel.wait()
    assert [one.tally.many for one in panel.view.lines] == [10_000, 10_000]
    assert rows(panel.table.value)[0][2] == "in 10,000 rolls"
    for one in panel.view.lines:
        for number, chance in one.answer.dist.items():
            assert abs(one.tally.counts[number] - 10_000 * chance) < 6 * (10_000 * chance * (1 - chance)) ** 0.5 + 1
    button(panel, "Roll 10,000").click()
    panel.wait()
    assert panel.view.lines[0].tally.many == 20_000 and "20,000 rolls" in panel.throws.words.value
    panel.reading.value = AT_LEAST
    panel.wait()
    assert rows(panel.table.value)[1][2] == "100 %"
    typed(panel, "2d6", 1)
    assert not panel.throws.words.value and "rolls</th>" not in panel.table.value


def test_a_seed_that_is_none_is_told(panel):
    panel.throws.seed.value = "x"
    for name in ("Roll", "Roll 10,000"):
        button(panel, name).click()
        assert "a seed must be a whole number" in panel.throws.words.value and not panel.throws.tallies


@pytest.mark.parametrize("name", USUAL)
def test_usual_dice_are_rolled(name):
    panel = rk.your_dice(*USUAL[name])
    panel.wait()
    panel.throws.once()
    panel.throws.often(1_000)
    panel.wait()
    answers = sum(1 + line.count(", p ") for line in USUAL[name])  # one line may have several
    assert [one.tally.many for one in panel.view.lines] == [1_000] * answers
    assert not panel.trouble.value


# To copy, to save, to send --------------------------------------------------------------------------------------------


def test_the_table_is_copied_as_text_markdown_and_csv(panel):
    panel.formats.button.value = True
    text = html.unescape(panel.formats.list.value)
    assert "outcome  4d6 drop lowest     3d6" in text
    assert "| outcome | 4d6 drop lowest | 3d6 |\n|---|---|---|\n| 3 | 0.08 % | 0.46 % |" in text
    assert (
        "outcome,4d6 drop lowest,4d6 drop lowest (exact),3d6,3d6 (exact)\n3,0.0007716049382716049,exactly 1/1296,"
        in text
    )


@pytest.mark.parametrize("reading", READINGS)
def test_a_csv_is_exact(reading):
    view = DiceView(
        [AnsweredLine(place, line, rk.dice(line)) for place, line in enumerate(("2d6", "3d6 <= 11"))], reading
    )
    each = {
        row["outcome" if reading == EXACTLY else reading]: row
        for row in csv.DictReader(io.StringIO(rk.written(view, "csv")))
    }
    exact = {EXACTLY: Fraction(6, 36), AT_LEAST: Fraction(21, 36), AT_MOST: Fraction(21, 36)}[reading]
    assert each["7"]["2d6 (exact)"] == f"exactly {exact}" and each["7"]["3d6 <= 11 (exact)"] == ""
    assert each["yes"]["3d6 <= 11 (exact)"] == "exactly 5/8"


@pytest.mark.usefixtures("unsaved")
def test_everything_can_be_saved(panel):
    open_tab(panel, "Against")
    open_tab(panel, "Ask backwards")
    open_tab(panel, "Send")
    drawn = ("your_dice.against.png", "your_dice.ask_backwards.png")
    for name in ("your_dice.html", "your_dice.csv", "your_dice.png", "your_dice.svg", *drawn):
        assert f'download="{name}"' in panel.saved.links.value


PAGE = "http://localhost:8866/voila/render/your_dice.ipynb"
NOW = DiceSet(
    ("{n}d6 keep highest 3 & more", "3d6 <= 11"),
    AT_LEAST,
    (("n", SliderValue(5, 3, 9)), ("dice.fire", SliderValue(-2, -3, 1))),
)


def test_a_link_brings_all_of_it_back(monkeypatch):
    monkeypatch.setenv("VOILA_REQUEST_URL", PAGE)
    link = links.address(NOW)
    assert links.taken_in(link) == (NOW, "")
    monkeypatch.setenv("VOILA_REQUEST_URL", f"{link}&utm_source=chat")
    panel = rk.your_dice("d20")
    assert panel.now.lines == NOW.lines and panel.reading.value == AT_LEAST and panel.numbers["n"].now == (5, 3, 9)
    assert (
        links.taken_in(f"{link}&utm_source=chat")[1]
        == "Left out of the link, as this panel does not use it: utm_source."
    )


def test_python_and_the_command_are_taken_in_again():
    exact = NOW._replace(reading=EXACTLY)
    assert links.taken_in(links.python(exact)) == (exact, "")
    line_read, _ = links.taken_in(links.command(exact))
    assert line_read.lines == exact.lines and {name: one.value for name, one in line_read.numbers} == {
        "n": 5,
        "dice.fire": -2,
    }


@pytest.mark.parametrize(
    "line",
    [
        "",
        "3d6",
        "rencounter check rencounter.fire",
        "rk.your_dice(open('x'))",
        "rk.dice(*x)",
        "http://[",
        "rencounter dice",
        "x" * 30_000,
    ],
)
def test_what_is_no_such_line_is_refused_and_changes_nothing(panel, line):
    before = panel.now
    panel.saved.paste.line.value = line
    panel.wait()
    assert panel.now == before
    assert "rk-error" in panel.saved.paste.trouble.value or not line


@given(st.text(max_size=200))
def test_whatever_is_pasted_is_taken_in_or_refused_in_a_sentence(line):
    with suppress(RuleError):
        links.taken_in(line)


@pytest.mark.parametrize("wrong", ["x", "9..2", "1..1000", 2.5, True, range(0), range(1, 9, 2), "9999999999"])
def test_a_number_that_cannot_be_is_refused(wrong):
    with pytest.raises(RuleError):
        rk.your_dice("{n}d6", n=wrong)


@pytest.mark.parametrize(("lines", "must"), [(["d6"] * 7, "1 to 6 lines"), ([6], "must be a line of text")])
def test_what_is_no_line_is_refused(lines, must):
    with pytest.raises(RuleError, match=must):
        rk.your_dice(*lines)


# Several answers of one roll -----------------------------------------------------------------------------------------


def test_answers_of_one_line_stand_each_alone_beside_other_lines(panel):
    typed(panel, "p = 3d6: p count 5+, p count 1s, p all different")
    assert [one.name for one in panel.view.lines] == [
        *("1a  p count 5 or more", "1b  p count 1", "1c  p all different", "2  3d6"),
    ]
    assert "p count 5 or more</b>: mean 1, spread 0.816" in plain(panel.words.value)
    head, *body = rows(panel.table.value)
    assert [cell[2:] for cell in head[1:]] == [one.name for one in panel.view.lines]
    assert ["yes", "", "", "55.6 %", ""] in body and ["1", "44.4 %", "34.7 %", "", ""] in body
    assert [len(re.findall("rk-dice-mark", one.sign.value)) for one in panel.lines] == [3, 1]
    typed(panel, "p = 3d6: p, p, p, p, p count 1, p count 2, p count 3, p count 4", place=1)
    assert "must have at most 6 answers; got 11" in text_of(panel, 1) and len(panel.view.lines) == 4


def test_each_answer_reads_the_one_roll(panel):
    typed(panel, "p = 20d6: p count 5+, p count 1 to 4")
    button(panel, "Roll").click()
    panel.wait()
    roll = panel.throws.words.value
    high, low = (int(value) for value in re.findall(r"p count [^:]*: <b>(\d+)</b>", roll))
    faces = [int(face) for face in re.findall(r'<span class="rk-die">(\d)</span>', roll.split("&nbsp;")[1])]
    assert high + low == len(faces) == 20 and high == sum(face > 4 for face in faces)
    button(panel, "Roll 10,000").click()
    panel.wait()
    above, below = (one.tally.counts for one in panel.view.lines[:2])
    assert {20 - number: times for number, times in above.items()} == below and above.total() == 10_000


def test_two_answers_of_one_roll_are_a_map_and_one_is_seen_where_the_other_is_known(panel):
    typed(panel, "p = 2d6: p count 6s, p count 1s, p pairs")
    panel.tabs.bar.value = "Together"
    panel.wait()
    both = panel.tools["Together"]
    _, figures = both.drawn
    exact = Counter((dice.count(6), dice.count(1)) for dice in product(range(1, 7), repeat=2))
    drawn = {(one, other): figures.values[one, other] for one, other in product(range(3), repeat=2)}
    assert drawn == pytest.approx({pair: exact[pair] / 36 or math.nan for pair in drawn}, nan_ok=True)
    assert rows(both.table.value)[2] == ["1", "22.2", "5.56", ""]
    assert [name for name, _ in both.other.options] == ["1b  p count 1", "1c  p pairs"]
    both.known.value = 1
    panel.wait()
    assert "p count 6, where p count 1 is 1: <b>mean 0.2</b>; in all rolls 0.3333" in plain(both.words.value)
    assert both.drawn[1].series[0].values == pytest.approx([0.8, 0.2, 0])
    panel.tabs.bar.value = "Against"
    panel.wait()
    assert "equal 50 %" in plain(panel.tools["Against"].words.value)
    typed(panel, "3d6")
    panel.tabs.bar.value = "Together"
    panel.wait()
    assert "Ask two things of one roll" in both.words.value and both.one.layout.display == "none"


def test_answers_of_one_line_follow_a_slider(panel):
    typed(panel, "p = {n}d6: p count 6s, p count 1s or 2s")
    panel.tabs.bar.value = "Over a range"
    panel.about.kind.value = "mean"
    panel.wait()
    six, low = panel.tools["Over a range"].drawn[1].series
    assert low.values == pytest.approx([n / 3 for n in range(1, 11)])
    assert six.values == pytest.approx([n / 6 for n in range(1, 11)])
