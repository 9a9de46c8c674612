"""Playing areas that are thrown: every feature by the rules, the same seed the same table, and as often as the chances
say.
"""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import ipywidgets as w
import numpy as np
import pytest
from scipy.stats import chisquare

import rencounter_kit as rk
from rencounter_kit.fronts.seas import seas
from rencounter_kit.fronts.seas.playing_area import playing_area
from rencounter_kit.fronts.seas.sea_map import SeaMap, shape_of
from rencounter_kit.fronts.seas.square_chances import area_chances, squares_of, throw_areas, thrown_again
from rencounter_kit.workbook.rulebook.book import MARKS
from tests.widgets import all_widgets

pytestmark = pytest.mark.usefixtures("patient", "no_page_stays")
SIZES = [(1, 1), (3, 1), (1, 3), (3, 2), (4, 3), (6, 5)]
BOOK = rk.rules("salamis")
ISLANDS = {"single_island": 1, "two_small_islands": 2}
PLACES = {"middle": "1..6", **{f"corner_{n}": f"{6 + n}" for n in range(1, 5)}}
ONE_PLACE = "\n".join(f'square_position.{place} = "{scores}"' for place, scores in PLACES.items())


@cache
def thrown_tables():
    """Tables of every size."""
    return [playing_area(*size, seed=seed) for size in SIZES for seed in range(40)]


# What is thrown -------------------------------------------------------------------------------------------------------


def test_the_same_seed_throws_the_same_table_and_another_seed_another():
    for size in SIZES:
        assert playing_area(*size, seed=7) == playing_area(*size, seed=7)
    assert len({playing_area(seed=seed).text for seed in range(20)}) == 20
    assert len({playing_area().seed for _ in range(5)}) > 1


def test_every_terrain_comes_and_only_where_it_may():
    seen = Counter()
    for area in thrown_tables():
        corners = squares_of(area.columns, area.rows)
        for square in area.squares:
            seen[square.terrain] += 1
            answer = rk.check("salamis.terrain_square", corner=corners[square.name])
            assert square.terrain in answer
    assert set(seen) == set(rk.checks["salamis.terrain_square"].scale)


def test_a_table_has_land():
    for area in thrown_tables():
        assert any(square.terrain != "open_water" for square in area.squares)
        assert area.steps.count("Open water everywhere: all squares again") == area.passes - 1
    assert any(area.passes > 1 for area in thrown_tables())


def test_a_square_has_the_land_of_its_terrain_with_all_that_is_thrown_for_it():
    for area in thrown_tables():
        for square in area.squares:
            assert len(square.land) == ISLANDS.get(square.terrain, int(square.terrain != "open_water"))
            assert len({form.place for form in square.land}) == len(square.land)
            for form in square.land:
                assert form.shore in rk.check("salamis.shore_detail")
                assert (form.shallows > 0) == (form.depth > 0) == (form.shore == "sandy")
                assert not form.shallows or form.shallows in rk.check("salamis.shallows_extent")
                assert len(form.stretches) == -(-form.length // BOOK["detail.stretch"])
                assert set(form.stretches) <= set(rk.check("salamis.land_detail"))
                assert bool(form.lies) == (square.terrain in ISLANDS) != bool(form.edge)


def test_a_shore_lies_on_an_edge_of_the_table_where_its_square_touches_one():
    for area in thrown_tables():
        for square in area.squares:
            touched = {
                "north": square.row == 0,
                "south": square.row == area.rows - 1,
                "west": square.column == 0,
                "east": square.column == area.columns - 1,
            }
            for form in square.land:
                if form.kind == "corner_headland":
                    assert all(touched[side] for side in re.findall("north|south|east|west", form.edge))
                elif form.edge:
                    assert touched[form.edge] or not any(touched.values())


def test_wind_and_sea_go_together():
    for area in thrown_tables():
        assert area.wind in rk.check("salamis.wind_direction")
        assert area.strength in rk.check("salamis.wind_strength")
        assert area.sea in rk.check("salamis.sea_state", wind=area.strength)
    assert {area.strength for area in thrown_tables()} == {"still", "light_airs", "breeze"}
    assert {playing_area(seed=seed, wind_setup="normal").strength for seed in range(9)} == {"breeze"}
    north = {playing_area(seed=seed, region="northern_waters").strength for seed in range(40)}
    assert "strong_breeze" in north


def test_a_port_brings_people():
    """Two tables with the same squares: the one where a port lies in each square in turn has more inhabited
    stretches.
    """

    def people(**port):
        stretches = [
            one
            for seed in range(150)
            for one in playing_area(1, 1, seed, **port).squares[0].land
            for one in one.stretches
        ]
        return Fraction(sum(one != "open" for one in stretches), len(stretches))

    assert abs(people() - Fraction(1, 2)) < Fraction(1, 10) < abs(people(port="A1") - Fraction(1, 2))


def test_house_rules_reach_the_table():
    ours = BOOK.with_house_rules("satisfactory.features = 5\ndetail.sandy_up_to = 6")
    for seed in range(10):
        area = playing_area(3, 2, seed, rules=ours)
        assert sum(bool(square.land) for square in area.squares) >= 5
        assert {form.shore for square in area.squares for form in square.land} == {"sandy"}
    first = BOOK.with_house_rules("rulings.reroll_open_table = false")
    assert {playing_area(1, 1, seed, rules=first).passes for seed in range(20)} == {1}
    assert any(not playing_area(1, 1, seed, rules=first).squares[0].land for seed in range(20))


def test_what_counts_as_a_feature_is_what_the_rules_call_one():
    ours = BOOK.with_house_rules('terrain_kind.single_island = "open"')
    counted = {"open_water", "single_island"}
    areas = [playing_area(2, 1, seed, rules=ours) for seed in range(60)]
    assert not any(counted >= {square.terrain for square in area.squares} for area in areas)
    chances = area_chances(2, 1, ours)["A1"]
    features = rk.check("salamis.table_features", squares=2, rules=ours)
    assert sum(p for terrain, p in chances.items() if terrain not in counted) == features.dist.mean / 2


def test_too_little_land_is_told_otherwise_than_none():
    ours = BOOK.with_house_rules("satisfactory.features = 2")
    steps = {step for seed in range(20) for step in playing_area(2, 1, seed, rules=ours).steps if "all squares" in step}
    assert steps == {"Open water everywhere: all squares again", "Too little land: all squares again"}


def test_small_islands_of_a_square_keep_clear_of_each_other():
    side, clear = BOOK["terrain_size.square"], BOOK["terrain_size.clear"]
    pairs = [square.land for area in thrown_tables() for square in area.squares if len(square.land) == 2]
    assert len(pairs) > 20
    for pair in pairs:
        one, other = (shape_of(form, side, clear / 2)[0] for form in pair)
        assert np.hypot(*(one[:, None] - other[None]).T).min() >= clear - 1e-9
    assert any("too near each other" in step for area in thrown_tables() for step in area.steps)


def test_islands_that_have_one_place_only_are_thrown_once():
    ours = BOOK.with_house_rules(ONE_PLACE)
    land = [square.land for seed in range(30) for square in playing_area(seed=seed, rules=ours).squares]
    assert {form.place for pair in land if len(pair) == 2 for form in pair} == {"middle"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"columns": 0}, "columns must be a whole number from 1 to 6; got 0"),
        ({"rows": 6}, "rows must be a whole number from 1 to 5; got 6"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"seed": True}, "seed must be a whole number"),
        ({"port": "D1"}, "port must be one of the squares A1 to C2; got D1; try A1"),
        ({"region": "baltic"}, "region must be one of"),
        ({"rules": rk.rules("rencounter")}, "rules must be a ruleset of salamis"),
        ({"columns": 1, "rows": 1, "rules": BOOK.with_house_rules("satisfactory.features = 2")}, "must be at most 1"),
        (
            {"rules": BOOK.with_house_rules("satisfactory.features = 6")},
            "one pass in 100 reaches; got 6 of 6 squares; try",
        ),
    ],
)
def test_what_cannot_be_thrown_is_refused(arguments, message):
    with pytest.raises(rk.RuleError, match=message):
        playing_area(**arguments)


def test_what_it_rests_on_is_told():
    """Every figure that is a placeholder or reconstructed, and none when the table does without."""
    for area in thrown_tables():
        assert {"placeholder", "reconstructed"} >= {rule.mark for rule in area.marked} > set()
        assert area.title.endswith(" figures]") and all(
            f"{MARKS[rule.mark]}: {rule.label}" in area.text for rule in area.marked
        )
        islands = any(square.land for square in area.squares)
        assert islands == ("detail.sandy_up_to" in {rule.path for rule in area.marked})
    page = seas(1)
    assert "rk-mark" in page.words.value and "Not printed in the rules as such" in page.text.value


# A thousand tables ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (2, 1)])
def test_exact_chances_of_a_square_are_those_of_every_table_counted(size):
    """Every way that two squares may come, and those with land among them; larger tables by what is certain."""
    chances = area_chances(*size)
    assert all(sum(square.values()) == 1 for square in chances.values())
    if size == (2, 1):
        each = [rk.check("salamis.terrain_square", corner=True).dist] * 2
        both = {(a, b): p * q for (a, p), (b, q) in product(*(one.items() for one in each))}
        accepted = {pair: p for pair, p in both.items() if set(pair) != {"open_water"}}
        for terrain, p in chances["A1"].items():
            assert p == sum(q for pair, q in accepted.items() if pair[0] == terrain) / sum(accepted.values())
    free = area_chances(*size, rules=BOOK.with_house_rules("rulings.reroll_open_table = false"))
    squares = squares_of(*size)
    assert free == {
        name: dict(rk.check("salamis.terrain_square", corner=corner).items()) for name, corner in squares.items()
    }


def test_a_thousand_tables_come_as_often_as_the_exact_chances_say():
    """A test of chi-square for each square; the seed is fixed, so that it comes out the same each time."""
    tally, chances = throw_areas(3, 2, 1_000, seed=4), area_chances(3, 2)
    assert tally == throw_areas(3, 2, 1_000, seed=4) != throw_areas(3, 2, 1_000, seed=5)
    for name, each in chances.items():
        came = [tally.counts[name][terrain] for terrain in each]
        assert sum(came) == tally.many
        assert chisquare(came, [float(p) * tally.many for p in each.values()]).pvalue > 0.001
    bad = rk.check("salamis.table_attempt", squares=6).event("all_open")
    assert abs((tally.passes - tally.many) / tally.passes - bad) < Fraction(25, 1000)


def test_whole_tables_come_as_often_as_they_should():
    """Thrown one by one, with everything that is on them: squares with land, winds, passes."""
    areas = [playing_area(2, 1, seed) for seed in range(1_000)]
    for shares, exact in (
        (
            Counter(sum(bool(square.land) for square in area.squares) for area in areas),
            rk.check("salamis.table_features", squares=2),
        ),
        (Counter(area.wind for area in areas), rk.check("salamis.wind_direction")),
        (Counter(area.sea for area in areas), rk.check("salamis.sea_state", wind="random")),
        (Counter(min(area.passes, 6) for area in areas), [*rk.check("salamis.table_attempts").values()]),
    ):
        chances = dict(exact.items()) if not isinstance(exact, list) else dict(enumerate(exact, 1))
        came = [shares[outcome] for outcome in chances]
        assert sum(came) == len(areas)
        assert chisquare(came, [float(p) * len(areas) for p in chances.values()]).pvalue > 0.001


def test_how_likely_a_pass_is_thrown_again_is_said():
    assert thrown_again(3, 2) == "5.21 % of all tables have no land at all, and are rolled again."
    ours = BOOK.with_house_rules("rulings.reroll_open_table = false")
    assert thrown_again(3, 2, ours) == "The first roll counts, whatever it is."


# The map and the words ------------------------------------------------------------------------------------------------


def test_the_words_tell_everything():
    for area in thrown_tables():
        lines = area.text.split("\n")
        assert str(area.seed) in lines[0] and area.weather in area.text
        for square in area.squares:
            (line,) = [one for one in lines if one.startswith(f"{square.name}: ")]
            assert ("open water" in line) == (not square.land)
            for form in square.land:
                assert form.shore in line and line.count("village") >= form.stretches.count("village") > -1
                assert not form.shallows or f"shallows {form.shallows} cm out, depth {form.depth}" in line


def test_land_lies_within_its_square():
    side, room = BOOK["terrain_size.square"], BOOK["terrain_size.clear"] / 2
    for area in thrown_tables():
        for square in area.squares:
            for form in square.land:
                outline, middles = shape_of(form, side, room)
                assert len(middles) == len(form.stretches)
                assert outline.min() >= -1e-9 and outline.max() <= side + 1e-9
                assert np.all(middles >= 0) and np.all(middles <= side)
                if form.lies:  # clear of the squares beside it
                    assert room - 1e-9 <= outline.min() and outline.max() <= side - room + 1e-9
                wider, _ = shape_of(form, side, room, 5)
                assert np.ptp(wider, axis=0).min() > np.ptp(outline, axis=0).min()


def test_two_shores_of_a_corner_lie_on_different_edges_of_the_map():
    form = next(
        one for area in thrown_tables() for square in area.squares for one in square.land if one.kind == "shoreline"
    )
    side = BOOK["terrain_size.square"]
    flat = {"north": (1, side), "south": (1, 0), "east": (0, side), "west": (0, 0)}
    for edge, (axis, at) in flat.items():
        outline, _ = shape_of(form._replace(edge=edge), side, 5)
        assert sum(abs(point[axis] - at) < 1e-9 for point in outline) == 2


def test_the_map_can_be_drawn_and_saved_and_is_told_in_words():
    chart = SeaMap()
    for area in thrown_tables()[::17]:
        assert chart.draw(area).startswith(b"<?xml")
        words = chart.alt(area)
        assert area.title in words and area.weather in words
        assert all(str(square) in words for square in area.squares if square.land)
    svg = chart.save(thrown_tables()[-1], "svg").decode()
    assert "<svg" in svg and all(square.name in svg for square in thrown_tables()[-1].squares)
    assert chart.save(thrown_tables()[-1], "png").startswith(b"\x89PNG")


# The page -------------------------------------------------------------------------------------------------------------


def press(page, name):
    """Press the button that says ``name``."""
    (button,) = [one for one in all_widgets(page) if isinstance(one, w.Button) and one.description == name]
    button.click()
    page.wait()


def test_the_page_throws_and_the_same_seed_throws_the_same():
    page = seas()
    began = page.view.value
    seeds = set()
    for _ in range(4):
        press(page, "Roll a table")
        seeds.add(page.area.seed)
    assert len(seeds) > 1
    page.seed.value = "5"
    press(page, "Roll a table")
    assert page.view.value == began and page.area == playing_area(seed=5)
    assert page.area.weather in page.words.value and page.area.squares[0].name in page.text.value


def test_other_squares_are_thrown_with_the_same_seed():
    page = seas(9)
    page.controls["columns"].value = 5
    assert page.area == playing_area(5, 2, 9) and "E2" in page.port.options
    page.port.value = "E2"
    assert page.area == playing_area(5, 2, 9, port="E2")
    page.controls["columns"].value = 2
    assert page.port.value == "none" and page.area == playing_area(2, 2, 9)
    page.controls["wind_setup"].value = "normal"
    assert page.area.strength == "breeze"


def test_a_thousand_tables_stand_beside_the_exact_chances():
    page = seas()
    page.seed.value = "4"
    press(page, "Roll 1,000")
    assert page.tally == throw_areas(3, 2, 1_000, 4)
    assert page.many.value.count("<img") == 2 and "1,000 tables, seed 4" in page.many.value
    page.controls["rows"].value = 1
    assert page.tally is None and not page.many.value


def test_a_table_can_be_saved_as_pictures_and_in_words():
    page = seas(3)
    press(page, "Save")
    assert re.findall(r'download="([^"]+)"', page.links.value) == [
        f"playing_area_3.{kind}" for kind in ("png", "svg", "txt")
    ]
    press(page, "Roll a table")
    assert not page.links.value


def test_a_wrong_seed_is_said_and_the_table_stays():
    page = seas(3)
    page.seed.value = "x"
    press(page, "Roll a table")
    assert "a seed must be a whole number" in page.trouble.value and page.area.seed == 3
    press(page, "Roll 1,000")
    assert page.tally is None
    page.seed.value = ""
    press(page, "Roll a table")
    assert not page.trouble.value


def test_house_rules_of_the_box_reach_the_table():
    page = seas(3)
    press(page, "Roll 1,000")
    page.box.text.value = "detail.sandy_up_to = 6"
    ours = BOOK.with_house_rules(page.box.text.value)
    assert page.area.squares == playing_area(seed=3, rules=ours).squares != playing_area(seed=3).squares
    assert "rocky" not in page.text.value and page.tally is None
    page.box.text.value = "satisfactory.features = 6"
    assert "try a lower figure" in page.trouble.value
    page.box.text.value = ""
    assert page.area == playing_area(seed=3) and not page.trouble.value


def test_what_is_set_can_be_kept():
    page, other = seas(3), seas(8)
    page.box.text.value = "satisfactory.features = 2"
    page.controls["columns"].value = 4
    page.port.value, page.seed.value = "D2", "12"
    other.settle(page.settings)
    assert other.settings == page.settings and other.area == page.area
