"""The picture of squares: areas are chances, all is on the page, no square lies on another."""

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.analysis.die_picture import _alone, _grid, bands_of, colour, squares_svg
from rencounter_kit.workbook.analysis.die_squares import die_squares

PICTURES = {
    "rencounter.fire": {},
    "rencounter.wound": {},
    "rencounter.melee": {},
    "realms_of_myth.task": {},
    "realms_of_myth.surprise": {},
    "traveller.wound": {},
    "traveller.attack": {},
    "traveller.reaction": {},
    "odd_encounters.saving_throw": {},
    "odd_encounters.spell_duration": {},
    "traveller.closing": {},
    "realms_of_myth.contested_roll": {},
}


@pytest.fixture(params=PICTURES)
def squares(request):
    return die_squares(rk.check(request.param, **PICTURES[request.param]))


def layout(squares):
    return _grid(squares) if squares.high > 1 else _alone(squares)


def test_the_area_of_a_colour_is_its_chance(squares):
    boxes = layout(squares).boxes
    every = sum(box.wide * box.high for box in boxes)
    for number, count in enumerate(squares.counts):
        mine = sum(box.wide * box.high for box in boxes if box.kind == number)
        assert mine / every == pytest.approx(float(Fraction(count, squares.total)))


def test_all_is_on_the_page_and_no_square_lies_on_another(squares):
    drawn = layout(squares)
    for box in drawn.boxes:
        assert (
            box.x > -0.01
            and box.y > 0
            and box.x + box.wide < drawn.wide + 0.01
            and box.y + box.high < drawn.high + 0.01
        )
    corners = [(round(box.x, 3), round(box.y, 3)) for box in drawn.boxes]
    assert len(set(corners)) == len(corners)
    assert drawn.wide <= 340 and drawn.high <= 340  # beside a list, and on a telephone
    for label in drawn.labels:
        assert -0.01 <= label.x <= drawn.wide and 0 <= label.y <= drawn.high + 3  # of the 4 around it
        if label.where == "middle" and not label.turned:
            assert label.x + 3 * len(label.text) <= drawn.wide + 0.01, (
                "a digit is six wide: the last figure of an axis is whole"
            )


def test_each_thing_has_a_colour_and_a_letter_of_its_own(squares):
    colours = [colour(kind, squares) for kind in squares.kinds]
    assert len(set(colours)) == len(colours)
    svg, wide, high = squares_svg(squares)
    page = ElementTree.fromstring(svg)
    *_, across, down = map(float, page.get("viewBox").split())
    assert (across, down) == pytest.approx((wide, high), rel=1e-3)
    filled = {path.get("fill") for path in page.iterfind(".//{*}g/{*}path")}
    assert filled == set(colours)
    written = {text.text for text in page.iterfind(".//{*}text")}
    missing = [kind.mark for kind in squares.kinds if kind.mark not in written]
    assert len(missing) < len(squares.kinds) / 2  # slivers have none


def test_what_changed_is_ringed():
    before, now = (die_squares(rk.check("rencounter.fire", skill=skill)) for skill in (6, 7))
    changed = now.changed(before)
    page = ElementTree.fromstring(squares_svg(now, changed)[0])
    rings = [path.get("d") for path in page.iterfind(".//{*}g/{*}path") if path.get("class") == "rk-ring"]
    assert [ring.count("M") for ring in rings] == [len(changed)] * 2 and len(changed) >= 12


def test_many_small_squares_have_one_ring_around_them():
    before, now = (die_squares(rk.check("realms_of_myth.contested_roll", first_chance=chance)) for chance in (50, 60))
    page = ElementTree.fromstring(squares_svg(now, now.changed(before))[0])
    (ring, _) = [path.get("d") for path in page.iterfind(".//{*}g/{*}path") if path.get("class") == "rk-ring"]
    assert 10 < len(re.findall("M", ring)) < 1000


def test_a_margin_is_a_darker_band():
    first, other = bands_of(die_squares(rk.check("rencounter.fire", skill=7)))
    assert first == (0, 4, 1) and other == (4, 7, 0)  # hit by four and more, or by less
