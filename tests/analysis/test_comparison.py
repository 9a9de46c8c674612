"""A comparison is nothing but single checks by each ruleset: the same chances, exactly, their differences, and what is
counted.
"""

import csv
import io
import itertools
import math
import random
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import rencounter_kit as rk
from rencounter_kit.fronts import charts
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.workbook.analysis.sides import Sides
from tests.pictures import within
from tests.situations import KINDS, PLAIN_KINDS, PROCESSES, base, few, grid, tries

BOOK = rk.rules("rencounter")
FAR = BOOK.with_house_rules("fire.range.long = -3", name="Better eyes")
MANY = 12  # outcomes that are asked one by one
SOLID = BOOK.with_house_rules("fire.cover.half_solid = -3\nfire.range.medium = -1", name="Solid cover")


# The same, one by one -------------------------------------------------------------------------------------------------


def rounded_to(figure):
    """To two places, but what is not nothing is none."""
    return round(figure, 2) or float(f"{figure:.1g}")


def one_by_one(rulesets, check_id, axes, fixed):
    """For each cell in order its values, and the answer by each ruleset, ``None`` where there is none."""
    cells = []
    for values in itertools.product(*axes.values()):
        answers = []
        for rules in rulesets:
            try:
                answers.append(rk.check(check_id, rules=rules, **fixed, **dict(zip(axes, values, strict=True))))
            except rk.RuleError:
                answers.append(None)
        cells.append((values, answers))
    return cells


def why_not(comparison, values):
    """Why the first ruleset without an answer for a cell has none."""
    for rules in comparison.rulesets:
        try:
            comparison.check(rules=rules, **{**comparison.fixed, **dict(zip(comparison.axes, values, strict=True))})
        except rk.RuleError as error:
            return str(error)
    raise AssertionError("all rulesets answer")


def reason(comparison, values, answers, question):
    """Why a cell has no rows, or none for something that is asked; "" where it has all of them."""
    if None in answers:
        return why_not(comparison, values)
    for outcome, answer in itertools.product(question or (), answers):
        try:
            answer.event(outcome)
        except rk.RuleError as error:
            return str(error)
    return ""


def changes(before, after, outcome):
    """The exact change of one chance, ``None`` where one has no answer."""
    if before is None or after is None or None in (chance(before, outcome), chance(after, outcome)):
        return None
    return chance(after, outcome) - chance(before, outcome)


def chance(answer, outcome):
    """Events are asked by name; ``None`` where an answer of another kind cannot tell."""
    try:
        return answer.event(outcome)
    except rk.RuleError:
        return None


def outcomes_and_events(check, cells):
    """All outcomes of all answers, and the events that each of them tells."""
    every = [answer for _, answers in cells for answer in answers if answer is not None]
    return {outcome for one in every for outcome in one}, [e for e in check.events if all(e in a.events for a in every)]


def frozen(value):
    """A value as a table has it."""
    return tuple(value) if isinstance(value, list) else value


def rows_of(table):
    """The rows of a table as plain tuples."""
    return list(table.itertuples(index=False, name=None))


def assert_the_same(rulesets, check_id, axes, fixed):
    """Everything that a comparison says, against single checks."""
    check, cells = rk.checks[check_id], one_by_one(rulesets, check_id, axes, fixed)
    refused = any(all(answers[i] is None for _, answers in cells) for i in range(len(rulesets)))
    if refused:
        with pytest.raises(rk.RuleError):
            rk.compare(*rulesets, check_id, axes, **fixed)
        return
    comparison = rk.compare(*rulesets, check_id, axes, **fixed)
    outcomes, events = outcomes_and_events(check, cells)
    assert (
        set(comparison.outcomes) == outcomes
        and len(comparison.outcomes) == len(outcomes)
        and comparison.events == events
    )
    assert comparison.shape == tuple(len(axis) for axis in axes.values())
    assert comparison.both.ravel().tolist() == [None not in answers for _, answers in cells]
    for outcome in [*comparison.outcomes[:MANY], *events]:
        for i, chances in enumerate(comparison.chances(outcome)):
            expected = [None if a[i] is None else chance(a[i], outcome) for _, a in cells]
            assert chances.shape == comparison.shape and chances.ravel().tolist() == expected
        for i in range(1, len(rulesets)):
            exact = [changes(a[0], a[i], outcome) for _, a in cells]
            assert comparison.difference(outcome, i).ravel().tolist() == exact
            points = [math.nan if change is None else float(100 * change) for change in exact]
            np.testing.assert_array_equal(comparison.points(outcome, i).ravel(), points)
    assert_tables(comparison, cells, axes, rulesets)


def assert_tables(comparison, cells, axes, rulesets):
    """The rows of each table, worked out cell by cell."""
    kept = [(tuple(map(frozen, values)), answers) for values, answers in cells if None not in answers]
    alone = len(rulesets) == 2 and "points" not in axes
    columns = ["points"] if alone else [f"points ({name})" for name in comparison.names[1:]]
    for selection in (
        None if len(comparison.outcomes) <= MANY else comparison.outcomes[-MANY:],
        comparison.events or None,
    ):
        outcomes = selection or comparison.outcomes
        rows, sizes = [], []
        for outcome in outcomes:
            for values, answers in kept:
                if None in (chances := [chance(answer, outcome) for answer in answers]):
                    continue  # an answer of another kind
                moved = [changes(answers[0], answer, outcome) for answer in answers[1:]]
                rounded = [rounded_to(float(100 * change)) for change in moved]
                rows.append((*values, comparison.check.text(outcome), *chances, *rounded))
                sizes.append(max(map(abs, moved)))
        table = comparison.table(events=selection)
        assert list(table.columns) == [*axes, "outcome", *comparison.names, *columns]
        assert table.attrs == {
            "check": comparison.check.id,
            "left_out": [why for values, answers in cells if (why := reason(comparison, values, answers, selection))],
        }
        assert rows_of(table) == rows
        least = sorted(sizes)[len(sizes) // 2] if sizes else 0  # one that is met exactly
        for points in (0, 100 * least):
            moved = [i for i, size in enumerate(sizes) if 100 * size > points]
            order = sorted(moved, key=lambda i: -sizes[i])
            assert rows_of(comparison.changed(points=points, events=selection)) == [rows[i] for i in order]
        assert_totals(comparison, selection, outcomes, kept)


def assert_totals(comparison, question, outcomes, kept):
    """Means, and how many cells change how far."""
    totals = comparison.totals(events=question)
    assert list(totals["outcome"]) == [comparison.check.text(outcome) for outcome in outcomes]
    for outcome, (_, row) in zip(outcomes, totals.iterrows(), strict=True):
        rows = [(values, answers) for values, answers in kept if chance(answers[0], outcome) is not None]
        assert row["cells"] == len(rows)
        for i, name in enumerate(comparison.names):
            mean = sum(100 * chance(a[i], outcome) for _, a in rows) / max(1, len(rows))
            assert row[f"{name}, mean %"] == rounded_to(float(mean))
        moved = [[changes(a[0], after, outcome) for after in a[1:]] for _, a in rows]
        assert row["changed"] == sum(any(each) for each in moved)
        flat = [float(100 * change) for each in moved for change in each]
        assert (row["fall"], row["rise"]) == (rounded_to(min([0, *flat])), rounded_to(max([0, *flat])))


# Seeded grids of every check ------------------------------------------------------------------------------------------


def small_grid(check_id, rng):
    """Of a process still smaller."""
    return grid(check_id, rng, few(check_id, 6, tries(2, 4)), axes=2, most=2)


def some_rules(check, rng, name):
    """The book with a few figures changed, most of them such as count here."""
    book = check.book
    read = [e.rule.path for e in check(**base(check.id)).modifiers if e.rule]
    read += [rule.path for _, rules in check(**base(check.id)).tables for rule in rules]
    read += [p.path for p in check.parameters.values() if p.path]
    changes = {}
    for path in [*rng.sample(read, min(2, len(read))), rng.choice(list(book))]:
        rule = book.rule(path)
        choices = [one for one in rule.options if one not in (rule.value, "table")]  # a table wants rows
        if choices or (type(rule.value) is int and not rule.options):
            near = [] if choices else [x for x in (rule.value - 1, rule.value + 1) if rule.low <= x <= rule.high]
            changes[path] = rng.choice(choices or near)
    return book.changed(changes, name) if changes else book


@pytest.mark.parametrize("check_id", KINDS)
def test_a_comparison_is_many_single_checks(check_id):
    check, rng = rk.checks[check_id], random.Random(check_id)
    for many in (3,) if check_id in PROCESSES else (2, 3) * tries(1, 4):
        rulesets = [check.book, *(some_rules(check, rng, f"Table {i}") for i in range(1, many))]
        assert_the_same(rulesets, check_id, *small_grid(check_id, rng))


def test_something_changes_in_many_checks():
    """The comparisons above cannot all be of rules that change nothing."""
    changing, kinds = set(), PLAIN_KINDS
    for check_id in kinds:
        rng, check = random.Random(check_id), rk.checks[check_id]
        for _ in range(3):
            rules, (axes, fixed) = some_rules(check, rng, "ours"), small_grid(check_id, rng)
            try:
                if len(rk.compare(check.book, rules, check, axes, **fixed).changed()):
                    changing.add(check_id)
            except rk.RuleError:
                continue
    assert len(changing) > len(kinds) / 3


# What only some rulesets refuse ---------------------------------------------------------------------------------------


def test_cells_that_one_ruleset_refuses_are_left_out_and_counted():
    """More dice than can be worked out are refused, but only where they are thrown."""
    book = rk.rules("odd_encounters")
    many = book.with_house_rules("striking.dice = 21", name="Many dice")
    two = book.with_house_rules("striking.dice = 2", name="Two dice")
    axes = {"striking": [True, False], "target_hp": [1, 9]}
    assert_the_same([book, many, two], "odd_encounters.melee_attack", axes, {})
    comparison = rk.compare(book, many, two, "odd_encounters.melee_attack", axes)
    assert comparison.both.tolist() == [[False, False], [True, True]]
    assert comparison.difference("kills", 1)[0, 1] is None and comparison.difference("kills", 2)[0, 1] > 0
    assert math.isnan(comparison.points("kills", 1)[0, 1]) and comparison.points("kills", 2)[0, 1] > 0
    assert (
        comparison.table("kills").attrs["left_out"]
        == ["striking.dice must be from 0 to 20; got 21; it is a number of rolls"] * 2
    )
    assert len(comparison.changed("kills")) == 0
    assert comparison.changed("kills").attrs == comparison.table("kills").attrs
    assert list(comparison.totals("kills")["cells"]) == [2]


def test_where_one_ruleset_refuses_every_cell_it_says_why():
    book = rk.rules("odd_encounters")
    many = book.with_house_rules("striking.dice = 21")
    with pytest.raises(rk.RuleError, match=r"striking.dice must be from 0 to 20; got 21"):
        rk.compare(book, many, "odd_encounters.melee_attack", {"target_hp": [1, 2]}, striking=True)


def test_where_no_cell_is_answered_by_all_the_tables_are_empty():
    """Each ruleset refuses what the other answers."""
    near = BOOK.with_house_rules("fire.shot.targets.short = 3\nfire.shot.targets.long = 2", name="Near")
    far = BOOK.with_house_rules("fire.shot.targets.long = 3", name="Far")
    axes, fixed = {"range_band": ["short", "long"]}, {"weapon": "blunderbuss", "targets": 3}
    assert_the_same([near, far], "rencounter.fire", axes, fixed)
    comparison = rk.compare(near, far, "rencounter.fire", axes, **fixed)
    assert not comparison.both.any()
    assert len(comparison.table()) == len(comparison.changed()) == 0 and set(comparison.totals()["cells"]) == {0}
    assert "<table" in comparison._repr_html_() and "Near against Far" in str(comparison)


# What counts as changed -----------------------------------------------------------------------------------------------


def test_more_than_so_many_points_is_exact():
    """One of twelve faces is 25/3 points: more than 8.33, not more than itself."""
    comparison = rk.compare(BOOK, FAR, "rencounter.fire", {"skill": range(5, 13)}, range_band="long")
    one_face = Fraction(100, 12)
    for points in (0, 8.33, "8.33", one_face - Fraction(1, 10**40)):
        assert len(comparison.changed("hits", points)) == 8
    for points in (one_face, "25/3", 8.34):
        assert len(comparison.changed("hits", points)) == 0


def test_the_biggest_change_comes_first_and_of_equal_ones_the_order_of_the_grid_stays():
    comparison = rk.compare(
        BOOK, SOLID, "rencounter.fire", {"cover": ["none", "half_solid"], "skill": range(1, 13)}, range_band="medium"
    )
    table = comparison.changed()
    sizes = [abs(b - a) for a, b in zip(table["the book"], table["Solid cover"], strict=True)]
    assert sizes == sorted(sizes, reverse=True) and len(set(sizes)) > 1
    places = {
        key: i
        for i, key in enumerate(zip(*(comparison.table()[c] for c in ("outcome", "cover", "skill")), strict=True))
    }
    order = [places[key] for key in zip(table["outcome"], table["cover"], table["skill"], strict=True)]
    for a, b in itertools.pairwise(range(len(order))):
        assert sizes[a] > sizes[b] or order[a] < order[b]


def test_sizes_that_only_differ_beyond_floats_are_told_apart(monkeypatch):
    """Exact fractions are compared, not their roundings."""
    comparison = rk.compare(BOOK, FAR, "rencounter.fire", {"skill": [5, 6, 7]}, range_band="long")
    tiny = Fraction(1, 10**30)
    moved = np.array([[Fraction(1, 3), Fraction(1, 3) + 2 * tiny, -Fraction(1, 3) - tiny]], dtype=object)
    monkeypatch.setattr(comparison, "_cases", (np.zeros((3, 2), dtype=int), np.arange(3)))
    monkeypatch.setattr(Sides, "_further", [moved])
    assert list(comparison.changed("hits")["skill"]) == [6, 7, 5]
    assert list(comparison.changed("hits", 100 * (Fraction(1, 3) + tiny))["skill"]) == [6]


def test_a_change_of_any_further_ruleset_counts():
    comparison = rk.compare(
        BOOK, FAR, SOLID, "rencounter.fire", {"range_band": ["short", "medium", "long"]}, cover="none"
    )
    assert list(comparison.changed("hits")["range_band"]) == ["medium", "long"]
    assert list(comparison.totals("hits")["changed"]) == [2]


# What may be given ----------------------------------------------------------------------------------------------------


def test_without_a_grid_it_is_one_check_by_each():
    for check_id in PLAIN_KINDS:
        check = rk.checks[check_id]
        assert_the_same([check.book, some_rules(check, random.Random(check_id), "ours")], check_id, {}, {})


def test_parameters_may_stand_in_a_mapping_or_by_name():
    tables = [
        rk.compare(BOOK, FAR, "rencounter.fire", {"skill": [5, 7], "range_band": "long"}).table(),
        rk.compare(BOOK, FAR, rk.checks["rencounter.fire"], skill=(5, 7), range_band="long").table(),
        rk.compare(BOOK, FAR, "rencounter.fire", {"range_band": "long"}, skill=np.array([5, 7])).table(),
    ]
    for table in tables[1:]:
        pd.testing.assert_frame_equal(table, tables[0])


def test_layers_are_taken_like_the_ruleset_that_they_make():
    one = rk.Layer("rencounter", {"fire.range.long": -3}, "Better eyes")
    two = rk.Layer("rencounter", {"fire.range.medium": -1}, "Best eyes")
    table = rk.Layers("rencounter", one, two)
    comparison = rk.compare(rk.Layers("rencounter"), table, "rencounter.fire", range_band=["medium", "long"])
    both = BOOK.with_house_rules("fire.range.long = -3\nfire.range.medium = -1")
    expected = rk.compare(BOOK, both, "rencounter.fire", range_band=["medium", "long"])
    assert comparison.difference("hits").tolist() == expected.difference("hits").tolist() == [Fraction(1, 12)] * 2


def test_an_outcome_may_be_several():
    """Several in a list are any of them; rows of their own are asked as events."""
    fire = {"range_band": ["short", "long"], "cover": "half_solid"}
    comparison = rk.compare(BOOK, FAR, "rencounter.fire", fire)
    assert list(comparison.table(events=["miss", "hits"])["outcome"]) == ["miss", "miss", "hits", "hits"]
    together = comparison.table(["miss", "stopped_by_cover"])
    assert together.equals(comparison.table({"stopped_by_cover", "miss"}))
    assert list(together["outcome"]) == ["miss or stopped_by_cover"] * 2
    for band, chance in zip(fire["range_band"], together["Better eyes"], strict=True):
        answer = rk.check("rencounter.fire", rules=FAR, range_band=band, cover="half_solid")
        assert chance == answer["miss"] + answer["stopped_by_cover"]


def test_every_ruleset_has_a_column_of_its_own():
    """However they are called: alike, or like another column."""
    names = ["the book", "skill", "outcome", "points", "Ours", "Ours", "Ours (2)", "points (Ours)"]
    rulesets = [BOOK.with_house_rules("fire.range.long = -3", name=name) if i else BOOK for i, name in enumerate(names)]
    comparison = rk.compare(*rulesets, "rencounter.fire", {"skill": [5]}, range_band="long")
    columns = list(comparison.table("hits").columns)
    assert len(set(columns)) == len(columns) == 2 + len(names) + len(names) - 1
    assert columns[:2] == ["skill", "outcome"] and list(comparison.table("hits")["skill"]) == [5]
    assert comparison.names[0] == "the book" and comparison.names[4] == "Ours"
    assert rk.compare(BOOK, BOOK, "rencounter.fire").names == ["the book", "the book (2)"]


def test_processes_are_compared_too():
    book = rk.rules("odd_encounters")
    rules = book.with_house_rules("damage.dice = 2", name="Two dice")
    assert_the_same([book, rules], "odd_encounters.duel", {"a_hp": [2, 5], "first": ["a", "b", "random"]}, {"b_hp": 4})


# Bad input ------------------------------------------------------------------------------------------------------------


WRONG = [
    ((), {}, "two rulesets or more"),
    ((BOOK, "rencounter.fire"), {}, "got 1"),
    (("rencounter.fire", BOOK, FAR), {}, "got 0"),
    ((BOOK, "rencounter.fire", FAR), {}, "got 1"),
    ((BOOK, FAR), {}, "a check and perhaps a grid"),
    ((BOOK, FAR, "rencounter.fire", {}, {}), {}, "a check and perhaps a grid"),
    ((BOOK, FAR, "rencounter.fire", ["skill"]), {}, "a check and perhaps a grid"),
    ((BOOK, FAR, "rencounter.fir"), {}, "did you mean rencounter.fire?"),
    ((BOOK, FAR, 5), {}, "a check must be one of rk.checks"),
    ((BOOK, FAR, ["rencounter.fire"]), {}, "a check must be one of rk.checks"),
    ((BOOK, FAR, "odd_encounters.duel"), {}, "rules must be a ruleset of odd_encounters"),
    ((BOOK, rk.rules("salamis"), "rencounter.fire"), {}, "rules must be a ruleset of rencounter"),
    ((BOOK, FAR, "rencounter.fire", {"skil": 5}), {}, "did you mean skill?"),
    ((BOOK, FAR, "rencounter.fire", {5: 5}), {}, "rencounter.fire has no parameter 5"),
    ((BOOK, FAR, "rencounter.fire", {"skill": [5]}), {"skill": 5}, "got skill twice"),
    ((BOOK, FAR, "rencounter.fire"), {"skill": 13}, "the nearest is 12"),
    ((BOOK, FAR, "rencounter.fire"), {"skill": [5, 13]}, "the nearest is 12"),
    ((BOOK, FAR, "rencounter.fire"), {"skill": []}, "skill must have at least one value"),
    ((BOOK, FAR, "rencounter.fire"), {"skill": range(10**12)}, "at most 5,000,000 combinations"),
    ((BOOK, FAR, "rencounter.fire"), {"snap": "walking", "aim_turns": [1, 2]}, "snap"),
]


def sentence(error):
    """What is said is one sentence on one line."""
    message = str(error.value)
    assert 10 < len(message) <= 400 and len(message.splitlines()) == 1
    return message


@pytest.mark.parametrize(("arguments", "named", "message"), WRONG, ids=range(len(WRONG)))
def test_what_cannot_be_compared_is_refused(arguments, named, message):
    with pytest.raises(rk.RuleError) as error:
        rk.compare(*arguments, **named)
    assert message in sentence(error)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda c: c.table("hit"), "did you mean hits?"),
        (lambda c: c.chances("mss"), "did you mean miss?"),
        (lambda c: c.difference(None), "must be numbers to have a mean; got miss"),
        (lambda c: c.difference("hits", 2), "must be from 1 to 1; got 2"),
        (lambda c: c.points("hits", 0), "must be from 1 to 1; got 0"),
        (lambda c: c.points("hits", "Better eyes"), "must be from 1 to 1; got Better eyes"),
        (lambda c: c.changed("hits", "many"), "points must be a number"),
        (lambda c: c.changed("hits", math.nan), "points must be a number"),
        (lambda c: c.totals(events=[]), "at least one"),
        (lambda c: c.table(events=[]), "at least one"),
        (lambda c: c.changed(events=[]), "at least one"),
        (lambda c: c.table(events="hits"), "must be a list of at least one event; got hits"),
        (lambda c: c.table("hits", events=["kills"]), "must not both be given"),
        (lambda c: c.table([]), "rencounter.fire has no outcome []"),
    ],
)
def test_what_cannot_be_asked_of_a_comparison_is_refused(question, message):
    comparison = rk.compare(BOOK, FAR, "rencounter.fire", {"skill": [5, 7]}, range_band="long")
    with pytest.raises(rk.RuleError) as error:
        question(comparison)
    assert message in sentence(error)


# How it is shown ------------------------------------------------------------------------------------------------------


def test_it_prints_its_totals():
    comparison = rk.compare(BOOK, FAR, "rencounter.fire", {"skill": [5, 7]}, range_band="long")
    head, *lines = str(comparison).splitlines()
    assert head == f"{comparison.check.title.rstrip('?')}: the book against Better eyes"
    assert lines[1].split() == ["hits", "16.67", "25.00", "2", "2", "0.0", "8.33"]
    assert repr(comparison) == "<Comparison of rencounter.fire: the book, Better eyes; 2 cells>"


def test_a_notebook_shows_the_biggest_changes_with_names_made_harmless():
    rules = BOOK.with_house_rules("fire.range.long = -3", name="<b>Better</b>")
    html_text = rk.compare(BOOK, rules, "rencounter.fire", {"skill": [5, 7]}, range_band="long")._repr_html_()
    assert "&lt;b&gt;Better&lt;/b&gt;" in html_text and "<b>Better" not in html_text
    assert "16.7 %" in html_text and "8.33 %" in html_text


@pytest.mark.parametrize("check_id", PLAIN_KINDS)
def test_every_check_can_be_shown(check_id):
    check = rk.checks[check_id]
    comparison = rk.compare(check.book, some_rules(check, random.Random(check_id), "ours"), check)
    assert str(comparison).startswith(check.title.rstrip("?")) and "<table" in comparison._repr_html_()


MAPS = [
    # the change of chances by one modifier, or of a mean of so many men; what stands in words; ends of the scale
    ("rencounter.fire", {}, "hits", "from 0 to +8.3 points; 2 of 4 cells change.", 10),
    ("rencounter.volley", {"men": 8}, None, "from 0 to +0.44; 2 of 4 cells change.", 0.5),
    ("rencounter.volley", {"men": 40}, None, "from 0 to +2.22; 2 of 4 cells change.", 2.5),
    (
        "rencounter.volley",
        {"men": 1, "result": "kills", "cover": "loophole", "target_armor": 4},
        None,
        "from 0 to ~0; 2 of 4 cells change.",
        0.01,
    ),
]


@pytest.mark.parametrize(("check_id", "params", "event", "words", "reach"), MAPS)
def test_a_map_of_changes_fits_chances_and_means(check_id, params, event, words, reach):
    """A change of a mean is no number of points, and its colours reach as far as such means do."""
    comparison = rk.compare(BOOK, FAR, check_id, {"skill": [7, 8], "range_band": ["short", "long"]}, **params)
    data, chart = charts.changes_of(comparison, event), charts.Changes()
    assert chart.alt(data).endswith(words) and ("points" in chart.alt(data)) == ("points" in data.title) == bool(event)
    low, high = chart.scale(data)[1:]
    assert (low, high) == (-reach, reach) and np.abs(data.values).max() <= high
    assert within(chart, data)
    before, after = (rk.check(check_id, rules=rules, skill=8, range_band="long", **params) for rules in (BOOK, FAR))
    moved = after.dist.mean - before.dist.mean if event is None else 100 * (after.event(event) - before.event(event))
    assert data.values[1, 1] == pytest.approx(float(moved)) and moved
    written = chart.cell(data.values[1, 1], data)
    if written == "~0":
        assert moved < Fraction(1, 200)
    else:
        assert abs(float(written) - moved) <= Fraction(1, 20 if event else 200)


# On the command line --------------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path):
    """Two files of house rules, as FAR and SOLID are."""
    (tmp_path / "eyes.toml").write_text("fire.range.long = -3\n")
    (tmp_path / "cover.toml").write_text("fire.cover.half_solid = -3\nfire.range.medium = -1\n")
    return ["--rules", str(tmp_path / "eyes.toml"), "--rules", str(tmp_path / "cover.toml")]


def printed(capsys, *typed):
    assert main(["compare", *typed]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return output.out


FIRE = ("rencounter.fire", "skill=5..7", "range_band=short,medium,long", "cover=half_solid")


def test_each_file_is_a_table_of_its_own(capsys, files):
    """No layers on one another: the book against the one, the book against the other."""
    rows = list(csv.reader(io.StringIO(printed(capsys, *FIRE, *files, "--csv"))))
    grid = {"skill": range(5, 8), "range_band": ["short", "medium", "long"]}
    comparison = rk.compare(BOOK, FAR, SOLID, "rencounter.fire", grid, cover="half_solid").changed("hits")
    names = ["the book", "eyes", "cover"]
    both = [heading for name in names for heading in (name, f"{name} (exact)")]
    assert rows[0] == ["skill", "range_band", "outcome", *both, "points (eyes)", "points (cover)"]
    assert len(rows) == len(comparison) + 1 > 5
    for row, expected in zip(rows[1:], rows_of(comparison), strict=True):
        assert row[4:9:2] == [f"exactly {p}" for p in expected[3:6]] and [*map(float, row[9:])] == [*expected[6:]]
        assert row[:3] == [str(value) for value in expected[:3]]


def test_totals_come_before_the_changes(capsys, files):
    output = printed(capsys, *FIRE, *files[:2], "--outcome", "miss")
    head, totals, changed = output.partition("\n\n")[0].splitlines()[0], *output.split("\n\n")
    comparison = rk.compare(
        BOOK,
        BOOK.with_house_rules("fire.range.long = -3", name="eyes"),
        "rencounter.fire",
        {"skill": range(5, 8), "range_band": ["short", "medium", "long"]},
        cover="half_solid",
    )
    assert head == "What does one shot do: the book against eyes"
    assert totals.split("\n", 1)[1] == comparison.totals("miss").to_string(index=False)
    assert len(changed.strip().splitlines()) == len(comparison.changed("miss")) + 1


def test_only_changes_of_more_points_are_printed(capsys, files):
    rows = printed(capsys, *FIRE, *files[:2], "--points", "25/4", "--csv").splitlines()
    assert len(rows) < len(printed(capsys, *FIRE, *files[:2], "--csv").splitlines())
    assert printed(capsys, *FIRE, *files[:2], "--points", "99").endswith("Nothing changes by more than 99 points.\n")
    assert printed(capsys, "rencounter.fire", "range_band=short", *files[:2]).endswith("Nothing changes.\n")


def test_a_long_table_is_cut_but_not_as_csv(capsys, files):
    typed = ("rencounter.fire", "skill=1..12", "range_band=long", "wounds=0..4", *files[:2])
    lines, rows = printed(capsys, *typed).splitlines(), printed(capsys, *typed, "--csv").splitlines()
    assert lines[-1] == f"and {len(rows) - 1 - 30} more; --csv prints all" and len(rows) > 32


def test_ready_rules_are_compared_by_name(capsys):
    assert "the book against Less than the skill" in printed(capsys, "rencounter.fire", "--rules", "less_than")


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ((), "id"),
        (("rencounter.fir", "--rules", "less_than"), "did you mean rencounter.fire?"),
        (("rencounter.fire",), "compare needs house rules to set beside the book; got none"),
        (("rencounter.fire", "--rules", "less_then"), "did you mean less_than?"),
        (("rencounter.fire", "skil=5", "--rules", "less_than"), "did you mean skill?"),
        (("rencounter.fire", "skill=1..13", "--rules", "less_than"), "the nearest is 12"),
        (("rencounter.fire", "--rules", "less_than", "--outcome", "hit"), "did you mean hits?"),
        (("rencounter.fire", "--rules", "less_than", "--points", "many"), "points must be a number"),
        (("rencounter.fire", "--rules", "less_than", "--points", "1e999999999"), "points must be a number"),
        (("rencounter.fire", "--rules", "less_than", "--pints", "5"), "--pints"),
    ],
)
def test_compare_on_the_command_line_refuses_in_one_line(capsys, typed, message):
    assert main(["compare", *typed]) == 2
    output = capsys.readouterr()
    assert output.out == "" and message in output.err and len(output.err.splitlines()) == 1


def test_a_change_below_half_a_hundredth_of_a_point_is_no_0():
    """Four hits out of five shots in a row, now and then one less: in each table, and in the totals."""
    arguments = ("rencounter.volley", {"men": [8], "skill": [9], "range_band": ["extreme"]})
    farther = BOOK.with_house_rules("fire.range.extreme = -7", name="far")
    comparison = rk.compare(BOOK, farther, *arguments)
    table = comparison.table()
    changes = {
        o: (b - a, p) for o, a, b, p in zip(*(table[n] for n in ("outcome", *comparison.names, "points")), strict=True)
    }
    tiny = {o: pair for o, pair in changes.items() if 0 < abs(pair[0]) < Fraction(5, 100_000)}
    assert tiny
    assert all(points == pytest.approx(float(100 * change), rel=0.5) for change, points in tiny.values())
    assert all((change == 0) == (points == 0) for change, points in changes.values())
    totals = comparison.totals()
    assert all(
        (fall or rise) for fall, rise, n in zip(totals["fall"], totals["rise"], totals["changed"], strict=True) if n
    )
