"""Pictures whose words are put where there is room: on their pages, over no bar and no line, and none over another."""

import itertools
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

import rencounter_kit as rk
from rencounter_kit.fronts import charts
from rencounter_kit.fronts.charts.slope import _apart
from rencounter_kit.fronts.panels.studies import values_of
from tests.pictures import within

NEAR = 1e-9  # dots and shares are floats here
BARS = (charts.OutcomeBars, charts.SmallBars, charts.NarrowBars)
LONG = "one of the two is struck down by a blow of the other before he can draw his own sword at all"


def extent(chart, text):
    """Where a text is drawn, with the box around it."""
    return (text.get_bbox_patch() or text).get_window_extent(chart.renderer)


def covers(one, other):
    return one.x0 < other.x1 and other.x0 < one.x1 and one.y0 < other.y1 and other.y0 < one.y1


# Names beside a slope -------------------------------------------------------------------------------------------------


def pushed_up(values, gap, top):
    """Places that also keep the gap: from below each as low as it can be, all of it lower where it would stand out."""
    places = []
    for i, value in enumerate(values):
        below = places[-1] + gap if places else 0
        places.append(min(max(value, below), top - gap * (len(values) - 1 - i)))
    return places


SHARES = st.integers(0, 1000).map(lambda n: n / 1000) | st.floats(0, 1)


@given(st.lists(SHARES, min_size=1, max_size=14), st.sampled_from([0.02, 0.056, 0.075]), st.sampled_from([1.0, 1.02]))
def test_names_beside_a_slope_keep_apart_and_move_little(values, gap, top):
    labels = _apart([(y, f"{y:.1%}  {i}") for i, y in enumerate(values)], gap, top)
    heights, places = [y for y, _, _ in labels], [place for _, place, _ in labels]
    assert heights == sorted(set(values))
    assert all(above - below >= gap - NEAR for below, above in itertools.pairwise(places))
    assert places[0] >= -NEAR and places[-1] <= top + NEAR
    other = pushed_up(heights, gap, top)
    moved = [sum((a - b) ** 2 for a, b in zip(heights, those, strict=True)) for those in (places, other)]
    assert moved[0] <= moved[1] + NEAR


@given(st.sets(st.integers(0, 100), min_size=1, max_size=14), st.integers(1, 20))
def test_names_that_are_far_enough_apart_stay_where_they_are(values, gap):
    assume(all(above - below >= gap for below, above in itertools.pairwise(sorted(values))))
    labels = _apart([(y, "") for y in values], gap, 100)
    assert [place for _, place, _ in labels] == pytest.approx(sorted(values), abs=NEAR)


@given(st.lists(st.sampled_from([0.1, 0.11, 0.5, 0.9]), min_size=1, max_size=8))
def test_names_of_one_value_stand_on_one_line_after_the_figure(values):
    labels = _apart([(y, f"{y:.0%}  name {i}") for i, y in enumerate(values)], 0.05, 1)
    expected = {y: ", ".join(f"name {i}" for i, v in enumerate(values) if v == y) for y in sorted(set(values))}
    assert [(y, text) for y, _, text in labels] == [(y, f"{y:.0%}  {names}") for y, names in expected.items()]


def test_nothing_stands_beside_a_slope_without_values():
    assert _apart([], 0.05, 1) == []


@pytest.mark.parametrize(
    "values",
    [
        [(0.5 + i / 1000, 0.5 - i / 1000) for i in range(12)],
        [(i / 1000, i / 2000) for i in range(12)],
        [(1 - i / 1000, 1 - i / 500) for i in range(12)],
    ],
)
def test_no_name_beside_a_slope_covers_another(values):
    data = charts.Pairs("A chance", ("the book", "your rule"), [f"skill {i}" for i in range(12)], values)
    chart = charts.Slope()
    assert within(chart, data)
    beside = [extent(chart, text) for text in chart.ax.texts]
    assert len(beside) == 24 and not any(covers(a, b) for a, b in itertools.combinations(beside, 2))


# Names below and beside bars ------------------------------------------------------------------------------------------


def bars(names, highest=0.9, numbers=False):
    """High bars of both series at both ends, where names could stand in their way."""
    values = [highest / (1 + min(i, len(names) - 1 - i)) for i in range(len(names))]
    series = [charts.Series("book", values), charts.Series("your rule", values[::-1], charts.HOUSE)]
    return charts.Bars("A chance", names, series, numbers=numbers)


def ticks(chart, axis):
    return [extent(chart, label) for label in axis.get_ticklabels() if label.get_text()]


@pytest.mark.parametrize("highest", [0.07, 0.97])
@pytest.mark.parametrize("names", [["miss", "hits"], ["miss", "hits", "both fall at once"], [*map(str, range(12))]])
@pytest.mark.parametrize("kind", BARS)
def test_the_names_of_the_series_lie_over_no_bar_and_no_other_word(kind, names, highest):
    chart, data = kind(), bars(names, highest, names[0].isdigit())
    chart._set_frame(data)
    chart.marks(data)
    chart.figure.draw_without_rendering()
    called = [text for text in chart.ax.texts if text.get_text() in ("book", "your rule")]
    boxes = [extent(chart, text) for text in called]
    assert sorted(text.get_text() for text in called) == ["book", "your rule"]
    page = chart.figure.bbox
    assert all(box.y1 < chart.ax.bbox.y0 and box.y0 >= 0 and 0 <= box.x0 < box.x1 <= page.x1 for box in boxes)
    others = [*ticks(chart, chart.ax.xaxis), extent(chart, chart.ax.xaxis.label)]
    assert not any(covers(box, other) for box in boxes for other in others) and not covers(*boxes)


@pytest.mark.parametrize(
    ("name", "highest"), [(LONG, 0.97), (LONG, 0.07), (LONG[:45].strip(), 0.07), ("both succeed second wider", 0.97)]
)
@pytest.mark.parametrize("kind", BARS)
def test_a_long_name_of_an_outcome_leaves_the_bars_their_room(kind, name, highest):
    chart = kind()
    assert within(chart, bars(["miss", name, "hits"], highest))
    assert chart.ax.bbox.width >= chart.figure.bbox.width / 2
    written = chart.ax.get_yticklabels()[1].get_text()
    assert written.split() == name.split() and ("\n" in written or len(name) < 40)
    for axis in (chart.ax.xaxis, chart.ax.yaxis):
        assert not any(covers(a, b) for a, b in itertools.combinations(ticks(chart, axis), 2))


# What the dashed lines are --------------------------------------------------------------------------------------------


FALLS = [0.98, 0.8, 0.5, 0.2, 0.1]


@pytest.mark.parametrize(
    "lines", [[FALLS], [FALLS[::-1]], [[0.2] * 5], [FALLS, [v / 2 for v in FALLS]], [FALLS[::-1], [0.1] * 5]]
)
def test_no_line_goes_through_the_words_that_tell_what_is_dashed(lines):
    """Lines that fall begin where the words else stand, lines that rise end where they stand then."""
    series = [charts.Series(f"skill {i}", values, charts.LINES[i]) for i, values in enumerate(lines)]
    dashed = [charts.Series(one.name, [0.97 * v for v in one.values], one.colour) for one in series]
    chart = charts.Curves()
    assert within(chart, charts.Lines("A chance", "range", "chance", "abcde", series, dashed))
    (box,) = (extent(chart, text) for text in chart.ax.texts if text.get_text() == "dashed: the book")
    drawn = [line.get_path().transformed(line.get_transform()) for line in chart.ax.lines]
    assert len(drawn) == 2 * len(lines) and not any(path.intersects_bbox(box, filled=False) for path in drawn)


@pytest.mark.parametrize("chart", [charts.OutcomeBars, charts.SmallBars])
@pytest.mark.parametrize("many", [1, 2])
def test_figures_above_upright_bars_do_not_touch(chart, many):
    texts = []
    for count in (1, 6, 8, 12, 24):
        alike = [charts.Series(name, [0.127] * count) for name in ("book", "your rule")[:many]]
        drawn, data = chart(), charts.Bars("Hits", list(range(count)), alike, (), True, "hits")
        assert within(drawn, data)
        figures = [extent(drawn, text) for text in drawn.ax.texts if text.get_text() == "12.7"]
        assert len(figures) in (0, count * many)
        assert not any(covers(one, other) for one, other in itertools.combinations(figures, 2))
        texts += [count] if figures else []
    assert texts and texts[-1] >= 12 // many


def test_an_axis_to_a_hundred_percent_has_room():
    assert within(charts.SmallBars(), charts.Bars("Turns", [1, 2, 3], [charts.Series("", [0.6, 0.3, 0.1])], (), True))


# Names and figures beside and below -----------------------------------------------------------------------------------


def words_of(chart):
    """Every word that is drawn, with its place."""
    chart.figure.draw_without_rendering()
    ticks = [label for axis in (chart.ax.xaxis, chart.ax.yaxis) for label in (*axis.get_ticklabels(), axis.label)]
    return [(one.get_text(), extent(chart, one)) for one in (*ticks, *chart.ax.texts, chart._head) if one.get_text()]


@pytest.mark.parametrize(
    "names", [["a", "b"], ["musket", "breechloader", "crossbow"], [f"a weapon of kind {i}" for i in "abcdefghijklmnop"]]
)
@pytest.mark.parametrize("rows", [3, 24])
def test_no_name_below_a_map_is_left_out_or_runs_into_another(names, rows):
    values = np.linspace(0, 1, rows * len(names)).reshape(rows, len(names))
    chart, data = charts.Heat(), charts.Field("Hits, in percent", "weapon", "skill", names, range(rows), values)
    assert within(chart, data)
    below = [label for label in chart.ax.get_xticklabels() if label.get_text()]
    assert [label.get_text() for label in below] == names
    if below[0].get_rotation():  # they hang aslant, a line's height apart
        ends = [extent(chart, label).x1 for label in below]
        apart = min(b - a for a, b in itertools.pairwise(ends)) * np.sin(np.radians(below[0].get_rotation()))
        assert apart >= 0.9 * below[0].get_fontsize() * chart.figure.dpi / 72
    else:
        assert not any(covers(extent(chart, a), extent(chart, b)) for a, b in itertools.pairwise(below))
    written = [text for text, _ in words_of(chart)]
    assert ("100 %" in written) is (values.size > 200), "without figures in the cells the colours are explained"


@pytest.mark.parametrize(
    "names",
    [["skill"], [f"parameter {i}" for i in range(12)], ["a name of so many words that it needs more than one line"]],
)
@pytest.mark.parametrize("now", [0.02, 1.0])
def test_what_is_said_of_the_present_covers_nothing_and_no_axis_of_chances_runs_past_them(names, now):
    many = len(names)
    data = charts.Spans("A chance", names, [0.0] * many, [1.0] * many, ["1"] * many, ["12"] * many, now, "so much")
    chart = charts.TornadoChart()
    assert within(chart, data)
    words = words_of(chart)
    (present,) = (box for text, box in words if text == "now so much")
    assert not any(covers(present, box) for text, box in words if text != "now so much")
    assert chart.ax.spines["bottom"].get_bounds() == (0, 1)
    assert all(-NEAR <= tick <= 1 + NEAR for tick in chart.ax.get_xticks()) and chart.ax.get_xlabel() == "chance"


def test_a_fraction_that_is_too_long_is_left_out_of_the_picture_of_shares():
    shares = rk.shapley("rencounter.fire", skill=7, range_band="long")
    odd = replace(shares, final=shares.final + Fraction(1, 10**9 + 7))
    data = charts.WaterfallFigures.of(odd)
    assert "," in charts.WaterfallFigures.of(shares).final_text and "," not in data.final_text
    assert within(charts.Waterfall(), data)


def test_the_dashed_line_of_what_was_expected_runs_behind_the_figures():
    chart = charts.TailChart()
    data = charts.Counts.of(rk.luck("1/2", 3, 6))
    assert within(chart, data)
    (line,) = (one for one in chart.ax.lines if list(one.get_xdata()) == [3.0, 3.0] and one.get_linestyle() == "--")
    figures = [text for text in chart.ax.texts if text.get_text().endswith("%")]
    assert len(figures) == 7
    assert all(text.get_zorder() > line.get_zorder() and text.get_bbox_patch() for text in figures)
    chart.figure.draw_without_rendering()
    for text, chance in zip(figures, data.chances, strict=True):  # nothing of a bar is covered by its figure
        ground = text.get_bbox_patch().get_window_extent(chart.renderer)
        assert ground.y0 >= chart.ax.transData.transform((0, chance))[1]


def test_percent_is_written_alike_beside_every_axis():
    line = charts.Series("book", [0.0, 1.0])
    for chart, data in (
        (charts.OutcomeBars(), bars(["miss", "hits"], 0.97)),
        (charts.OutcomeBars(), bars(["0", "1"], 0.97, True)),
        (charts.Curves(), charts.Lines("Hits", "skill", "chance", [1, 2], [line])),
        (charts.StackedBars(), charts.Stack("How bad", "band", ["short"], [charts.Series("dead", [1.0])], "no hit")),
    ):
        chart._set_frame(data)
        chart.figure.draw_without_rendering()
        labels = [*chart.ax.get_xticklabels(), *chart.ax.get_yticklabels()]
        assert {"0 %", "100 %"} <= {label.get_text() for label in labels}


@pytest.mark.parametrize(("at", "places"), [((), [0, 1, 2]), ((0, 6, 60), [0, 6, 60])])
def test_names_of_lines_begin_where_the_axis_has_ended(at, places):
    lines = [charts.Series(f"skill {i}", [0.5, 0.2, 0.0], charts.LINES[i]) for i in range(2)]
    chart, data = charts.Curves(), charts.Lines("Hits", "distance", "chance", [0, 6, 60], lines, at=at)
    assert within(chart, data) and data.places.tolist() == places
    assert all(text.get_position()[0] > chart.ax.get_xlim()[1] for text in chart.ax.texts)


def test_values_of_a_study_are_round_and_stand_where_they_are():
    parameter = rk.checks["realms_of_myth.death_check"].parameters["p_res"]
    drawn = values_of(parameter, 30)
    assert 30 in drawn and all(value % 5 == 0 for value in drawn) and len(drawn) <= 27


# The same picture, drawn again ----------------------------------------------------------------------------------------


SPANS = charts.Spans("", ["skill"], [0.2], [0.9], ["1"], ["12"], 0.5, "so much")


def test_what_changes_stands_in_its_frame_whatever_was_drawn_before():
    short, long = bars(["miss", "hits"]), bars(["misses by far", "hits"])
    chart = charts.OutcomeBars()
    first = chart.draw(short)
    assert chart.draw(long) != first == chart.draw(short) == charts.OutcomeBars().draw(short)


@pytest.mark.parametrize("numbers", [False, True])
def test_an_axis_ends_where_its_own_picture_does_whatever_was_drawn_before(numbers):
    """Bars for names end at a hundred percent, upright ones behind the last."""
    bars_of = [charts.Bars("", ["1", "2", "3", "4"], [charts.Series("", [0.25] * 4)], (), one) for one in (False, True)]
    chart = charts.SmallBars()
    chart.draw(bars_of[not numbers])
    assert chart.draw(bars_of[numbers]) == charts.SmallBars().draw(bars_of[numbers])


@pytest.mark.parametrize("chances", [False, True])
def test_an_axis_of_averages_ends_where_its_own_picture_does_after_one_of_chances(chances):
    by = [replace(SPANS, chances=one, low=[0.2], high=[4.0 if not one else 0.9]) for one in (False, True)]
    chart = charts.TornadoChart()
    chart.draw(by[not chances])
    assert chart.draw(by[chances]) == charts.TornadoChart().draw(by[chances])


@pytest.mark.parametrize("font", ["DejaVu Sans", "DejaVu Serif"])
def test_words_are_as_wide_as_they_were_measured_whatever_letters_a_page_has(font):
    with mpl.rc_context({"font.family": font}):
        chart, data = charts.OutcomeBars(), bars(["miss & <miss>", "hits  twice"])
        words = ElementTree.fromstring(chart.draw(data)).findall(".//{*}text")
        widths = {one.text: float(one.get("textLength")) for one in words}
        assert {"miss & <miss>", "hits  twice", "A chance", "book"} <= set(widths)
        chart._set_frame(data)
        assert widths["A chance"] == pytest.approx(chart.dots_of(chart._head) * 0.75, abs=0.01)


def test_a_picture_as_high_as_its_names_want_has_none_over_another():
    names = [f"too soon, high, {n} of the crew struck by it" for n in range(15)]
    data = charts.Bars(
        "Accidents", names, [charts.Series("book", [1 / 15] * 15), charts.Series("house rule", [1 / 15] * 15)]
    )
    chart = charts.SmallBars()
    chart.height = charts.SmallBars.height_for(data)
    chart.draw(data)
    boxes = [label.get_window_extent(chart.renderer) for label in chart.ax.get_yticklabels()]
    assert all(above.y0 >= below.y1 for above, below in itertools.pairwise(boxes))


def test_the_steps_of_a_sum_are_written_without_exponents():
    sums = charts.RunningSum()
    data = charts.Parts("The cost", ["gold", "silver"], [1_234_567.0, -0.5], 1_234_566.5)
    assert "gold +1,234,567, silver -0.5" in sums.alt(data)
    assert within(sums, data)
    assert [text.get_text() for text in sums.ax.texts] == [" +1,234,567", " -0.5", " 1,234,567"]


@pytest.mark.parametrize("words", ["$^$", "costs $5 or $10", r"$\frac$"])
@pytest.mark.parametrize("form", ["", "png", "svg"])
def test_words_with_dollars_are_no_formula(words, form):
    bars, data = charts.OutcomeBars(), charts.Bars(words, [words, "no"], [charts.Series(words, [0.5, 0.5])])
    made = bars.save(data, form) if form else bars.draw(data)
    assert form == "png" or made.decode().count(words) >= 2


# As they are imported -------------------------------------------------------------------------------------------------

IMPORTED = """
import os, sys
goes = []
sys.addaudithook(lambda event, _: goes.append(event) if event == "os.chdir" else None)
exists = os.path.exists
{before}
import rencounter_kit.fronts.charts, matplotlib
print(goes, matplotlib.rcParams["figure.facecolor"], os.path.exists is exists)
"""


@pytest.mark.parametrize("before", ["", "import shutil; shutil.rmtree(os.getcwd())"])
def test_pictures_take_no_settings_from_where_python_stands_which_stays_there_and_may_be_gone(tmp_path, before):
    (folder := tmp_path / "stands").mkdir()
    (folder / "matplotlibrc").write_text("figure.facecolor: red\n")
    command = [sys.executable, "-P", "-c", IMPORTED.format(before=before)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.split()) == ("", ["[]", "white", "True"])
