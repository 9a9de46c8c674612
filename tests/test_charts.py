"""Pictures whose words are put where there is room: on their pages, over no bar and no line, and none over another."""

import itertools

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rencounter_kit import charts
from rencounter_kit.charts.slope import _apart
from tests.pictures import within

NEAR = 1e-9  # dots and shares are floats here
BARS = (charts.OutcomeBars, charts.SmallBars, charts.NarrowBars)
LONG = "one of the two is struck down by a blow of the other before he can draw his own sword at all"


def extent(chart, text):
    """Where a text is drawn, with the box around it."""
    renderer = chart.canvas.get_renderer()
    return (text.get_bbox_patch() or text).get_window_extent(renderer)


def covers(one, other):
    return one.x0 < other.x1 and other.x0 < one.x1 and one.y0 < other.y1 and other.y0 < one.y1


# Names beside a slope ----------------------------------------------------------------------------------------------------


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
    found = _apart([(y, f"{y:.1%}  {i}") for i, y in enumerate(values)], gap, top)
    heights, places = [y for y, _, _ in found], [place for _, place, _ in found]
    assert heights == sorted(set(values))
    assert all(above - below >= gap - NEAR for below, above in itertools.pairwise(places))
    assert places[0] >= -NEAR and places[-1] <= top + NEAR
    other = pushed_up(heights, gap, top)
    moved = [sum((a - b) ** 2 for a, b in zip(heights, those, strict=True)) for those in (places, other)]
    assert moved[0] <= moved[1] + NEAR


@given(st.sets(st.integers(0, 100), min_size=1, max_size=14), st.integers(1, 20))
def test_names_that_are_far_enough_apart_stay_where_they_are(values, gap):
    assume(all(above - below >= gap for below, above in itertools.pairwise(sorted(values))))
    found = _apart([(y, "") for y in values], gap, 100)
    assert [place for _, place, _ in found] == pytest.approx(sorted(values), abs=NEAR)


@given(st.lists(st.sampled_from([0.1, 0.11, 0.5, 0.9]), min_size=1, max_size=8))
def test_names_of_one_value_stand_on_one_line_after_the_figure(values):
    found = _apart([(y, f"{y:.0%}  name {i}") for i, y in enumerate(values)], 0.05, 1)
    expected = {y: ", ".join(f"name {i}" for i, v in enumerate(values) if v == y) for y in sorted(set(values))}
    assert [(y, text) for y, _, text in found] == [(y, f"{y:.0%}  {names}") for y, names in expected.items()]


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


# Names below and beside bars ---------------------------------------------------------------------------------------------


def bars(names, highest=0.9, numbers=False):
    """High bars of both series at both ends, where names could stand in their way."""
    values = [highest / (1 + min(i, len(names) - 1 - i)) for i in range(len(names))]
    series = [charts.Series("book", values), charts.Series("your rule", values[::-1], charts.HOUSE)]
    return charts.Bars("A chance", names, series, numbers=numbers)


def ticks(chart, axis):
    return [extent(chart, label) for label in axis.get_ticklabels() if label.get_text()]


@pytest.mark.parametrize("highest", [0.07, 0.2, 0.45, 0.97])
@pytest.mark.parametrize("names", [["miss", "hits"], ["miss", "hits", "both fall at once"], [*map(str, range(12))]])
@pytest.mark.parametrize("kind", BARS)
def test_the_names_of_the_series_lie_over_no_bar_and_no_other_word(kind, names, highest):
    chart, data = kind(), bars(names, highest, names[0].isdigit())
    chart._set_frame(data)
    chart.marks(data)
    chart.canvas.draw()
    called = [text for text in chart.ax.texts if text.get_text() in ("book", "your rule")]
    boxes = [extent(chart, text) for text in called]
    assert sorted(text.get_text() for text in called) == ["book", "your rule"]
    page = chart.figure.bbox
    assert all(box.y1 < chart.ax.bbox.y0 and box.y0 >= 0 and 0 <= box.x0 < box.x1 <= page.x1 for box in boxes)
    others = [*ticks(chart, chart.ax.xaxis), extent(chart, chart.ax.xaxis.label)]
    assert not any(covers(box, other) for box in boxes for other in others) and not covers(*boxes)


@pytest.mark.parametrize("highest", [0.07, 0.2, 0.45, 0.97])
@pytest.mark.parametrize("name", [LONG, LONG[:45].strip(), "both succeed second wider"])
@pytest.mark.parametrize("kind", BARS)
def test_a_long_name_of_an_outcome_leaves_the_bars_their_room(kind, name, highest):
    chart = kind()
    assert within(chart, bars(["miss", name, "hits"], highest))
    assert chart.ax.bbox.width >= chart.figure.bbox.width / 2
    written = chart.ax.get_yticklabels()[1].get_text()
    assert written.split() == name.split() and ("\n" in written or len(name) < 40)
    for axis in (chart.ax.xaxis, chart.ax.yaxis):
        assert not any(covers(a, b) for a, b in itertools.combinations(ticks(chart, axis), 2))


# What the dashed lines are ------------------------------------------------------------------------------------------------


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
    (said,) = (extent(chart, text) for text in chart.ax.texts if text.get_text() == "dashed: the book")
    drawn = [line.get_path().transformed(line.get_transform()) for line in chart.ax.lines]
    assert len(drawn) == 2 * len(lines) and not any(path.intersects_bbox(said, filled=False) for path in drawn)


@pytest.mark.parametrize("chart", [charts.OutcomeBars, charts.SmallBars])
@pytest.mark.parametrize("many", [1, 2])
def test_figures_above_upright_bars_do_not_touch(chart, many):
    shown = []
    for count in (1, 2, 4, 5, 6, 7, 8, 12, 16, 17, 18, 24):
        alike = [charts.Series(name, [0.127] * count) for name in ("book", "your rule")[:many]]
        drawn, data = chart(), charts.Bars("Hits", list(range(count)), alike, (), True, "hits")
        assert within(drawn, data)
        figures = [extent(drawn, text) for text in drawn.ax.texts if text.get_text() == "12.7"]
        assert len(figures) in (0, count * many)
        assert not any(covers(one, other) for one, other in itertools.combinations(figures, 2))
        shown += [count] if figures else []
    assert shown and shown[-1] >= 12 // many


def test_an_axis_to_a_hundred_percent_has_room():
    assert within(charts.SmallBars(), charts.Bars("Turns", [1, 2, 3], [charts.Series("", [0.6, 0.3, 0.1])], (), True))
