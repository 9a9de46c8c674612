"""What a picture is drawn with: words stay words, stand where they were measured, and look as they should."""

import re
from base64 import b64decode
from xml.etree import ElementTree

import pytest
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties

from rencounter_kit.fronts.charts.svg_text import Renderer

WIDE, HIGH = 200, 100


def svg_of(draw):
    """A figure drawn as SVG."""
    figure = Figure(figsize=(WIDE / 72, HIGH / 72), dpi=72)
    draw(figure)
    return "".join(Renderer(WIDE, HIGH).draw([figure]))


def word(words="Hit & run < 5 %", **style):
    """A word in the middle of a figure, as it stands in the SVG."""
    svg = svg_of(lambda figure: figure.text(0.5, 0.25, words, va="baseline", **style))
    (one,) = ElementTree.fromstring(svg).findall(".//{*}text")
    return one


def test_a_word_stays_a_word_where_it_was_measured():
    one = word(fontsize=10)
    assert one.text == "Hit & run < 5 %"
    assert (float(one.get("x")), float(one.get("y"))) == (WIDE / 2, HIGH * 3 / 4)
    wide = Renderer(WIDE, HIGH).wide(one.text, FontProperties(size=10))
    assert float(one.get("textLength")) == pytest.approx(wide, abs=0.01) and 70 < wide < 90


def test_a_word_looks_as_it_should():
    plain, loud = word(), word(fontsize=14, color="#D55E00", weight="bold", style="italic", rotation=30)
    style = ("font-size", "fill", "font-weight", "font-style", "transform")
    assert [plain.get(look) for look in style] == ["10", "#000000", None, None, None]
    assert [loud.get(look) for look in style[:4]] == ["14", "#d55e00", "bold", "italic"]
    assert loud.get("transform") == f"rotate(-30 {loud.get('x')} {loud.get('y')})"


def test_the_same_picture_is_the_same_text():
    def draw(figure):
        figure.add_subplot().imshow([[0, 1], [1, 0]], clip_on=True)

    assert svg_of(draw) == svg_of(draw) and not re.search("<metadata|date>", svg_of(draw))


def test_cells_are_painted_as_sharp_as_a_good_screen():
    side = 50  # points
    svg = svg_of(lambda figure: figure.add_axes((0, 0, side / WIDE, side / HIGH)).imshow([[0, 1], [1, 0]]))
    picture = b64decode(re.search(r"base64,([^\"]*)", svg).group(1))
    assert int.from_bytes(picture[16:20]) == 2 * side
