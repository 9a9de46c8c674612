"""House rules in layers: what each changes and hides, what they want differently, and how they are kept and shared."""

import base64
import re
import tracemalloc
import zlib
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

import pytest
from hypothesis import assume, given, settings, strategies as st

import rencounter_kit as rk
from rencounter_kit import Layer, Layers, RuleError, ready_rules, rules
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.fronts.charts.sheet import sheet
from rencounter_kit.workbook.rulebook.book import systems
from rencounter_kit.workbook.rulebook.layers import layers_of
from rencounter_kit.workbook.rulebook.text import ABOUT, LONGEST_TEXT, bands
from rencounter_kit.workbook.rulebook.writing import by_line
from tests.situations import tries
from tests.steps import Steps

SHIELDS = Layer("rencounter", {"fire.shield.large": -3}, "Tower shields", "Anna", "They should stop more arrows.")
ARROWS = Layer("rencounter", {"fire.shield.large": -4, "fire.range.long": -3}, "Slow arrows")


def refusal(call, *args, **more):
    """What is said when a call is refused: one line that can be printed, and not long."""
    with pytest.raises(RuleError) as caught:
        call(*args, **more)
    message = str(caught.value)
    assert message.isprintable() and len(message) <= 400
    return message


def tried(call, *args):
    """What a call gives, and what is said when it is refused."""
    try:
        return call(*args), ""
    except RuleError as error:
        return None, str(error)


def severity(**rows):
    """Lines that change rows of the severity table."""
    return {f"severity.{row}": span for row, span in rows.items()}


# One layer ------------------------------------------------------------------------------------------------------------


def test_a_layer_is_written_as_a_file_holds_it():
    text = Layer("rencounter", {"fire.range.long": -3, "rulings.skill_roll": "less_than"}, 'The "old" way', note="a\\b")
    assert text.text.splitlines() == [
        "[[layer]]",
        'game = "rencounter"',
        'name = "The \\"old\\" way"',
        'note = "a\\\\b"',
        "fire.range.long = -3",
        'rulings.skill_roll = "less_than"',
    ]
    assert text.lines.splitlines() == text.text.splitlines()[4:]


def test_the_lines_of_a_layer_stand_in_the_order_of_the_book():
    lines = {"rulings.death_at": 5, "fire.shield.large": -3, "melee.never": 11, "fire.range.long": -3}
    layer = Layer("rencounter", lines)
    assert list(layer.changes) == ["fire.range.long", "fire.shield.large", "melee.never", "rulings.death_at"]
    assert layer == Layer("rencounter", dict(reversed(lines.items())))


def test_what_is_for_people_becomes_one_printable_line():
    layer = Layer("rencounter", {"fire.range.long": -3}, " Two\n\n lines ", "bell\x07", "\u202eturned\ud800")
    assert (layer.name, layer.author, layer.note) == ("Two lines", "bell\\x07", "\\u202eturned\\ud800")
    assert layer.title == "Two lines, by bell\\x07: \\u202eturned\\ud800"


def test_a_layer_cannot_be_changed_from_outside():
    lines = {"fire.range.long": -3}
    layer = Layer("rencounter", lines)
    lines["fire.range.long"] = -2
    assert dict(layer.changes) == {"fire.range.long": -3}
    with pytest.raises(TypeError):
        layer.changes["fire.range.long"] = -1
    assert layer == Layer("rencounter", {"fire.range.long": -3})
    assert hash(layer) == hash(Layer("rencounter", {"fire.range.long": -3}))
    assert layer != Layer("rencounter", {"fire.range.long": -2})


WRONG_LAYERS = [
    (("rencountr", {"fire.range.long": -3}), "did you mean rencounter?"),
    ((3, {"fire.range.long": -3}), "the game of a layer must be text"),
    (("rencounter", {}), "must change something"),
    (("rencounter", ["fire.range.long"]), "must be paths with figures"),
    (("rencounter", {"fire.range.lng": -3}), "did you mean fire.range.long?"),
    (("rencounter", {3: -3}), "must be named by its path; got 3"),
    (("rencounter", {None: -3}), "must be named by its path"),
    (("rencounter", {"fire.range.long": True}), "must be a whole number"),
    (("rencounter", {"fire.range.long": 10**6}), "must be a whole number from"),
    (("rencounter", {"rulings.skill_roll": "sometimes"}), 'must be "at_most" or "less_than"'),
    (("rencounter", severity(dead="few")), "a range must be written like"),
    (("rencounter", severity(dead=3)), 'severity.dead must be a range such as "3..4"'),
    (("rencounter", {"fire.range.long": -3}, ""), "the name of a layer must be text of 1 to 80 characters"),
    (("rencounter", {"fire.range.long": -3}, " \n"), "the name of a layer must be text"),
    (("rencounter", {"fire.range.long": -3}, "x" * 81), "the name of a layer must be text"),
    (("rencounter", {"fire.range.long": -3}, "ours", 3), "the author of a layer must be text"),
    (("rencounter", {"fire.range.long": -3}, "ours", "", "x" * 501), "the note of a layer must be text"),
]


@pytest.mark.parametrize(("made_of", "message"), WRONG_LAYERS, ids=range(len(WRONG_LAYERS)))
def test_a_wrong_layer_is_refused(made_of, message):
    assert message in refusal(Layer, *made_of)


# Layers on one another ------------------------------------------------------------------------------------------------


def test_every_line_is_told_with_what_hides_it():
    shield, distance, lower = Layers("rencounter", SHIELDS, ARROWS).changes
    assert (shield.layer, shield.rule.value, shield.below.value, shield.book.value) == ("Tower shields", -3, -2, -2)
    assert (lower.layer, lower.rule.value, lower.below.value, lower.book.value) == ("Slow arrows", -4, -3, -2)
    assert [line.hidden_by for line in (shield, lower, distance)] == ["Slow arrows", "", ""]
    assert str(shield) == "# fire.shield.large = -3  # large shield; the book: -2; hidden by Slow arrows"
    assert str(lower) == "fire.shield.large = -4  # large shield; the book: -2"
    assert str(distance) == "fire.range.long = -3  # long range; the book: -4"


def test_layers_are_told_in_words():
    lines = str(Layers("rencounter", SHIELDS, ARROWS)).splitlines()
    assert lines[0] == "# Rencounter: 2 layers of house rules"
    assert lines[1] == "# Tower shields, by Anna: They should stop more arrows."
    assert [line.strip() for line in lines[2:]] == [
        "# fire.shield.large = -3  # large shield; the book: -2; hidden by Slow arrows",
        "# Slow arrows",
        "fire.range.long = -3  # long range; the book: -4",
        "fire.shield.large = -4  # large shield; the book: -2",
    ]
    assert repr(Layers("rencounter", SHIELDS, ARROWS)) == "<Layers on Rencounter: Tower shields, Slow arrows>"


def test_no_layers_are_the_book():
    none = Layers("rencounter")
    assert none.rules is rules("rencounter")
    assert (none.changes, none.conflicts, none.text) == ((), {}, "")
    assert str(none) == "# Rencounter: 0 layers of house rules"
    assert Layers.load(game="rencounter").rules is rules("rencounter")


def test_layers_that_agree_do_not_conflict():
    again = Layer("rencounter", {"fire.shield.large": -3}, "Me too")
    table = Layers("rencounter", SHIELDS, again)
    assert table.conflicts == {}
    assert [line.hidden_by for line in table.changes] == ["", ""]
    assert str(table.changes[1]).endswith("; as the layer below has it")
    assert table.rules.rule("fire.shield.large").source == "Tower shields"


def test_the_same_written_otherwise_does_not_conflict():
    one = Layer("salamis", {"terrain.open_water": "4, 6..8", "terrain.single_island": "9, 10"}, "one")
    two = Layer("salamis", {"terrain.open_water": "6..8,\t4", "terrain.single_island": "9..10"}, "two")
    assert Layers("salamis", one, two).conflicts == {"terrain.single_island": (("one", "9, 10"), ("two", "9..10"))}
    path = "spot.range.moving_fast"
    whole, exact = (Layer("rencounter", {path: value}, str(value)) for value in (1, 1.0))
    assert Layers("rencounter", whole, exact).conflicts == {}


def test_the_figure_of_the_book_over_another_layer():
    printed = Layer("rencounter", {"fire.shield.large": -2}, "As printed")
    table = Layers("rencounter", SHIELDS, printed)
    assert table.rules == rules("rencounter")
    assert table.rules.house_rules == ()
    assert table.conflicts == {"fire.shield.large": (("Tower shields", -3), ("As printed", -2))}
    assert [line.hidden_by for line in table.changes] == ["As printed", ""]
    assert Layers("rencounter", SHIELDS, printed, ARROWS).rules["fire.shield.large"] == -4


def test_the_figure_of_the_book_over_nothing_is_refused_as_a_line_and_harmless_as_a_layer():
    """The layer below that it takes back may be switched off."""
    message = refusal(Layers.read, "fire.range.long = -4", "rencounter")
    assert message.startswith("a house rule must change something; fire.range.long is -4")
    printed = Layer("rencounter", {"fire.range.long": -4}, "As printed")
    assert Layers("rencounter", printed).rules == rules("rencounter")
    assert Layers("rencounter", SHIELDS, printed).rules == Layers("rencounter", SHIELDS).rules


GENTLE = Layer("rencounter", severity(dead="..1", crippling="2..4"), "Gentle")
GRIM = Layer("rencounter", severity(crippling="2..5", serious="6..7"), "Grim")  # 2 is in two rows of the book


def test_a_layer_need_only_fit_where_it_lies():
    rules_of_both = Layers("rencounter", GENTLE, GRIM).rules
    rows = [rules_of_both.look_up("severity", n) for n in (1, 2, 5, 6, 7, 8)]
    assert rows == ["dead", "crippling", "crippling", "serious", "serious", "minor"]
    message = "every number must have one row in severity; 2 is in crippling and dead; narrow severity.dead too"
    assert refusal(GRIM.alone) == refusal(Layers.read, GRIM.lines, "rencounter") == message
    assert (
        refusal(Layers, "rencounter", GRIM)
        == refusal(Layers.read, GRIM.text)
        == refusal(Layers, "rencounter", GRIM, GENTLE)
        == f"Grim, on the book: {message}"
    )
    assert refusal(Layers, "rencounter", SHIELDS, GRIM, GENTLE) == f"Grim, on the layers below it: {message}"
    assert refusal(Layers.read, f"{GRIM.text}\n{GENTLE.text}") == f"Grim, on the book: {message}"


@pytest.mark.parametrize(
    ("rows", "message"), [({"dead": "..3"}, "3 is in crippling and dead"), ({"dead": "..1"}, "2 has none")]
)
def test_a_layer_that_leaves_a_table_with_a_gap_or_an_overlap_cannot_lie_alone(rows, message):
    layer = Layer("rencounter", severity(**rows))
    assert dict(layer.changes) == severity(**rows)
    assert message in refusal(layer.alone) and message in refusal(Layers, "rencounter", layer)
    assert message in refusal(Layers.read, layer.lines, "rencounter")


def test_files_need_only_fit_on_one_another(tmp_path):
    files = [tmp_path / f"{layer.name}.toml" for layer in (GENTLE, GRIM)]
    for file, layer in zip(files, (GENTLE, GRIM), strict=True):
        file.write_text(layer.lines, encoding="utf-8")
    assert Layers.load(*files, game="rencounter").rules == Layers("rencounter", GENTLE, GRIM).rules
    assert refusal(Layers.load, files[1], game="rencounter").startswith("every number must have one row")
    assert refusal(Layers.load, *reversed(files), game="rencounter").startswith("Grim, on the book: every number")


WRONG_STACKS = [
    (("rencountr",), "did you mean rencounter?"),
    ((3,), "layers must lie on a book; got 3"),
    ((Layers("rencounter", SHIELDS).rules,), "layers must lie on a book"),
    (("salamis", SHIELDS), "every layer must be one of salamis; got rencounter"),
    (("rencounter", {"fire.range.long": -3}), "every layer must be one of rencounter"),
    (("rencounter", SHIELDS, SHIELDS), "got Tower shields twice"),
    (("rencounter", *[Layer("rencounter", {"fire.range.long": n}, str(n)) for n in range(41)]), "at most 40"),
]


@pytest.mark.parametrize(("made_of", "message"), WRONG_STACKS, ids=range(len(WRONG_STACKS)))
def test_wrong_layers_are_refused(made_of, message):
    assert message in refusal(Layers, *made_of)


def test_layers_too_long_to_be_read_again_are_refused():
    book = rules("rencounter")
    free = [path for path, value in book.items() if type(value) is int and not book.rule(path).choices]
    whole = [path for path in free if book.rule(path).high > 9010]
    many = [Layer("rencounter", dict.fromkeys(whole, 9000 + n), str(n)) for n in range(10)]
    assert "characters long" in refusal(Layers, "rencounter", *many)


# Any layers at all ----------------------------------------------------------------------------------------------------


def others(rule, names):
    """Figures that a rule of the book may become, without asking the ruleset."""
    if isinstance(rule.value, bool):
        return [not rule.value]
    if rule.choices:
        return [choice for choice in rule.choices if choice != rule.value]
    if type(rule.value) is int:
        return [new for step in (-2, -1, 1, 30) if rule.low <= (new := rule.value + step) <= rule.high]
    if type(rule.value) is float:
        return [rule.value + 0.1, rule.value / 3, 7]
    if rule.rows:
        return [[[0, 45]], ((-5, 10), (5, 80))]
    if isinstance(rule.value, tuple):
        return [tuple(n + 1 for n in rule.value), [n - 1 for n in rule.value]]
    return [name for name in names if name != rule.value]


BOOK = rules("rencounter")
TABLES = {
    path.rpartition(".")[0] for path, value in BOOK.items() if isinstance(value, str) and re.match(r"[\d.-]", value)
}
CLASSES = BOOK.names("fire.missile")
SINGLE = {
    path: found
    for path in BOOK
    if path.rpartition(".")[0] not in TABLES
    and (found := others(BOOK.rule(path), CLASSES if path.endswith("class") else ()))
}
FIGURES = st.sampled_from(sorted(SINGLE)).flatmap(lambda path: st.tuples(st.just(path), st.sampled_from(SINGLE[path])))
SHIFTED = st.sampled_from(
    [(d, c, s, m) for d, c, s, m in combinations(range(-3, 16), 4) if (d, c, s, m) != (2, 4, 7, 12)]
).map(
    lambda cut: severity(
        dead=f"..{cut[0]}",
        crippling=f" {cut[0] + 1} ..{cut[1]}",
        serious=f"{cut[1] + 1}..{cut[2]}",
        minor=f"{cut[2] + 1}..{cut[3]}\n",
        none=f"{cut[3] + 1}.. ",
    )
)
CHANGES = st.one_of(
    st.lists(FIGURES, min_size=1, max_size=5).map(dict),
    st.builds(lambda pairs, table: {**dict(pairs), **table}, st.lists(FIGURES, max_size=3), SHIFTED),
)
TEXT = st.text(st.characters(), max_size=60)  # lone surrogates and controls too
LAYER = st.tuples(CHANGES, TEXT.filter(lambda text: text.split()), TEXT, TEXT | st.just("." * 500))


def built(made_of):
    """Layers of what was drawn, where each has a name of its own and none restates the book."""
    layers = [Layer("rencounter", changes, name, author, note) for changes, name, author, note in made_of]
    assume(len({layer.name for layer in layers}) == len(layers))
    table, message = tried(Layers, "rencounter", *layers)
    assert table or "change something" in message  # a row of the severity table that stayed where it was
    assume(table)
    return table


def alike(one, other):
    """Do two figures mean the same?"""
    if isinstance(one, str) and re.match(r"[\s\d.-]", one):
        return sorted(bands(one)) == sorted(bands(other))
    return one == other


@settings(max_examples=tries(15, 80))
@given(st.lists(LAYER, min_size=1, max_size=4))
def test_the_last_word_on_every_figure_holds(made_of):
    table = built(made_of)
    last, last_names = {}, {}
    for layer in table.layers:
        for path, value in layer.changes.items():
            last[path] = value
            last_names.setdefault(path, []).append(value)
    for path in BOOK:
        assert alike(table.rules[path], last.get(path, BOOK[path]))
    changed = {path for path, value in last.items() if not alike(value, BOOK[path])}
    assert {rule.path for rule in table.rules.house_rules} == changed
    differ = {path for path, values in last_names.items() if not all(alike(values[0], value) for value in values)}
    assert set(table.conflicts) == differ
    rows = [(line.rule.path, bool(line.hidden_by)) for line in table.changes]
    assert rows == [
        (path, not alike(value, last[path])) for layer in table.layers for path, value in layer.changes.items()
    ]


SEVERITIES = {"dead": "..2", "crippling": "3..4", "serious": "5..7", "minor": "8..12", "none": "13.."}
BOUNDS = st.tuples(*[st.integers(low, low + 2) for low in (1, 4, 7, 11)])


def cut(bounds):
    """The severity table with these last numbers of its rows but the last."""
    lows = [None, *(last + 1 for last in bounds)]
    spans = zip(lows, [*bounds, None], strict=True)
    return {
        row: f"{'' if low is None else low}..{'' if last is None else last}"
        for row, (low, last) in zip(SEVERITIES, spans, strict=True)
    }


@st.composite
def shifts(draw):
    """Layers that shift the bounds of a table, each the lines that differ from what lies below; often one is
    left out.
    """
    rows, layers = SEVERITIES, []
    for number, bounds in enumerate(draw(st.lists(BOUNDS, min_size=1, max_size=4))):
        new = cut(bounds)
        if changes := {row: span for row, span in new.items() if span != rows[row]}:
            layers.append(Layer("rencounter", severity(**changes), str(number)))
        rows = new
    left_out = draw(st.none() | st.integers(0, 3))
    return [layer for i, layer in enumerate(layers) if i != left_out]


def whole_after(layers):
    """The table after each layer, where every number always has just one row; else ``None``. Counted number
    by number.
    """
    rows, tables = dict(SEVERITIES), []
    for layer in layers:
        rows.update((path.removeprefix("severity."), span) for path, span in layer.changes.items())
        rows_there = [[row for row, span in rows.items() if holds(span, n)] for n in range(-5, 20)]
        if any(len(one) != 1 for one in rows_there):
            return None
        tables.append([row for (row,) in rows_there])
    return tables


def holds(span, number):
    low, high = span.split("..")
    return (not low or int(low) <= number) and (not high or number <= int(high))


@settings(max_examples=tries(50, 250))
@given(shifts())
def test_layers_can_lie_just_where_every_table_is_whole_after_each_of_them(layers):
    """And then they are read from their text as they lie."""
    tables = whole_after(layers)
    laid, message = tried(Layers, "rencounter", *layers)
    assert (laid is None) == (tables is None) and (
        laid or re.match(r"\d, on the (book|layers below it): every number", message)
    )
    if laid and layers:
        assert [laid.rules.look_up("severity", n) for n in range(-5, 20)] == tables[-1]
        again = Layers.read(laid.text)
        assert again.rules == laid.rules == Layers.read(laid.code).rules and again.layers == laid.layers


def test_the_law_above_sees_layers_of_every_kind():
    """That fit where they lie alone, where they lie only, and nowhere."""
    assert whole_after([GENTLE, GRIM]) and whole_after([GENTLE]) and not whole_after([GRIM]) and whole_after([]) == []


@settings(max_examples=tries(15, 80))
@given(st.lists(LAYER, min_size=1, max_size=3))
def test_all_that_is_said_of_layers_is_printable_lines(made_of):
    table = built(made_of)
    for line in (*str(table).splitlines(), *table.text.splitlines(), repr(table), *map(str, table.changes)):
        assert line.isprintable()
    assert len(str(table).splitlines()) == 1 + len(table.layers) + len(table.changes)


# Texts ----------------------------------------------------------------------------------------------------------------

HEAD = '[[layer]]\ngame = "rencounter"\n'


def test_several_layers_in_one_text():
    text = (
        f'{HEAD}name = "One"\nfire.range.long = -3\n{HEAD}name = "Two"\n[layer.fire.shield]\nlarge = -3\nmedium = -2\n'
    )
    one, two = Layers.read(text).layers
    assert (one.name, dict(one.changes)) == ("One", {"fire.range.long": -3})
    assert (two.name, dict(two.changes)) == ("Two", {"fire.shield.large": -3, "fire.shield.medium": -2})


def test_bare_lines_are_one_layer():
    (layer,) = Layers.read("[fire.range]\nlong = -3", "rencounter", "Ours").layers
    assert (layer.game, layer.name, dict(layer.changes)) == ("rencounter", "Ours", {"fire.range.long": -3})
    assert Layers.read("[[layer]]\nfire.range.long = -3", "rencounter").layers[0].name == "House rule"


WRONG_TEXTS = [
    (HEAD + "fire.range.long = -3\nfire.range.long = -2", "given once"),
    (HEAD + "fire.range.long = -3\n[layer.fire.range]\nlong = -3", "given once"),
    (HEAD + 'name = "One"\nname = "Two"\nfire.range.long = -3', "given once"),
    (HEAD, "must change something"),
    (HEAD + "fire.range = {}", "must give a value"),
    (f"fire.range.long = -3\n{HEAD}fire.range.short = -1", "every line must be in a layer; got fire"),
    ("[layer]\nfire.range.long = -3", "must begin with a line [[layer]]"),
    ("layer = 3", "must begin with a line [[layer]]"),
    ("layer = [3]", "must begin with a line [[layer]]"),
    ("layer = []", "must name its game"),
    ("", "its game must be given"),
    ("fire.range.long = -3", "must name its game"),
    ('[[layer]]\ngame = ""\nfire.range.long = -3', "must name its game"),
    ('[[layer]]\ngame = "rencountr"\nfire.range.long = -3', "did you mean rencounter?"),
    ("[[layer]]\ngame = 3\nfire.range.long = -3", "the game of a layer must be text"),
    ("[[layer]]\ngame = 3", "a game must be one of"),
    ('[[layer]]\ngame.x = "rencounter"\nfire.range.long = -3', "the game of a layer must be text"),
    (HEAD + "name = 3\nfire.range.long = -3", "the name of a layer must be text"),
    (HEAD + "name.x = 'a'\nfire.range.long = -3", "the name of a layer must be text"),
    (HEAD + "note = true\nfire.range.long = -3", "the note of a layer must be text"),
    (HEAD + f"note = '{'x' * 50_000}'\nfire.range.long = -3", "the note of a layer must be text"),
    (HEAD + "name = 'a\x07b'\nfire.range.long = -3", "line 3: words in quotes must be plain characters"),
    (HEAD + "__class__ = 'Layer'\nfire.range.long = -3", "must be named by its path; got __class__"),
    (HEAD + "changes = 1", "must be named by its path; got changes"),
    (HEAD + '"fire\\u0000.range" = 1', "must be named by its path; got fire\\x00.range"),
    (HEAD + "fire.range.long = " + "9" * 5000, "must be"),
    (HEAD + "[[layer.fire]]\nrange.long = -3", "must be named by its path; got fire"),
    (HEAD + "x." * 700 + "y = 1", "must be named by its path"),
    (HEAD + ".".join(['"\u2028"'] * 24_000) + " = 1", "must be named by its path"),
    (HEAD * 50, "must change something"),
    ((HEAD + "fire.range.long = -3\n") * 41, "at most 40"),
    ((HEAD + "fire.range.long = -3\n") * 2, "got House rule twice"),
    ("fire.range.long = -3\n" * 10**6, f"at most {LONGEST_TEXT}"),
    ('[[layer]]\ngame = "salamis"\nentry.enemy_near = -2\n' + HEAD + "fire.range.long = -3", "must be one of salamis"),
]


@pytest.mark.parametrize(
    ("text", "message"), WRONG_TEXTS, ids=[f"{n}: {text[-40:]!r}" for n, (text, _) in enumerate(WRONG_TEXTS)]
)
def test_a_wrong_text_is_refused_at_once(text, message):
    with Steps() as steps:
        assert message in refusal(Layers.read, text)
    assert steps.number < 1_200_000


def test_no_more_layers_are_worked_out_than_may_lie_on_one_another():
    text = HEAD + "fire.range.long = -3\n"
    assert len(layers_of(text * 40)) == 40
    assert "layers must be at most 40" in refusal(layers_of, text * 41)


def test_a_text_that_says_its_game_is_for_that_game():
    assert Layers.read(Layers("rencounter", SHIELDS).text, "salamis").layers == (SHIELDS,)


# What only a layer says, without its heading --------------------------------------------------------------------------

HEADER_LINES = ['game = "rencounter"', 'name = "Ours"', 'author = "Anna"', 'note = "Because."']
HINT = "must be below a line [[layer]]; got it without one; put [[layer]] above the whole text"
AMONG = "must be below a line [[layer]], in a text of layers; got it among plain lines; leave it out"


@pytest.mark.parametrize("game", ["", "rencounter"])
@pytest.mark.parametrize("heading", HEADER_LINES)
def test_what_is_said_of_a_layer_without_a_heading_is_told_where_it_belongs(tmp_path, heading, game):
    file, text, what = tmp_path / "ours.toml", f"{heading}\nfire.range.long = -3", heading.split()[0]
    file.write_text(text, encoding="utf-8")
    assert refusal(Layers.load, file, game=game) == f"{what} {HINT}"
    for written in (text, heading, word(zlib.compress(text.encode()))):
        assert refusal(Layers.read, written, game=game) == f"{what} {HINT}"
    head = "" if what == "game" else 'game = "rencounter"\n'
    (layer,) = Layers.read(f"[[layer]]\n{head}{text}").layers  # as it is told
    assert getattr(layer, what) == heading.split('"')[1] and dict(layer.changes) == {"fire.range.long": -3}


@pytest.mark.parametrize("heading", HEADER_LINES)
def test_what_is_said_of_a_layer_among_plain_lines_is_told_where_it_belongs(heading):
    text, what = f"{heading}\nfire.range.long = -3", heading.split()[0]
    assert refusal(BOOK.with_house_rules, text) == f"{what} {AMONG}"
    lines_read, line = by_line(BOOK, text)
    assert lines_read.wrong and not lines_read.begun and lines_read.message == f"{what} {AMONG}" and not line.wrong
    _, line, lines_read = by_line(BOOK, f"[fire.range]\nlong = -3\n{heading}")
    assert lines_read.wrong and lines_read.message == f"{what} {AMONG}" and not line.wrong


def test_a_text_of_layers_among_plain_lines_is_told_to_be_loaded():
    text = Layers("rencounter", SHIELDS).text
    hint = "lines here must be without [[layer]]; got one; leave it out, or load the text as layers"
    assert refusal(BOOK.with_house_rules, text) == by_line(BOOK, text)[0].message == hint
    assert by_line(BOOK, "[layer.fire.range]")[0].message == hint


def test_lines_that_do_not_say_their_game_are_told_where_it_is_said():
    line, game = "fire.range.long = -3", 'a line such as game = "rencounter"'
    assert refusal(Layers.read, line).endswith(f"above the lines put [[layer]] and {game}")
    assert refusal(Layers.read, f"[[layer]]\n{line}").endswith(f"below its [[layer]] add {game}")
    for text in (f'[[layer]]\ngame = "rencounter"\n{line}', f'[[layer]]\n{line}\ngame = "rencounter"'):
        assert Layers.read(text).rules["fire.range.long"] == -3


def test_no_figure_bears_a_name_that_only_a_layer_has():
    assert not {path.split(".")[0] for stem in systems() for path in rules(stem)} & {"layer", *ABOUT}


# Codes ----------------------------------------------------------------------------------------------------------------


def word(content):
    return "rk1:" + base64.urlsafe_b64encode(content).decode().rstrip("=")


def test_a_code_of_bare_lines_takes_the_game_and_name_that_are_given():
    (layer,) = Layers.read(word(zlib.compress(b"fire.range.long = -3")), "rencounter", "Sent").layers
    assert (layer.name, dict(layer.changes)) == ("Sent", {"fire.range.long": -3})


def test_a_code_that_was_cut_or_changed_is_refused():
    code = Layers("rencounter", SHIELDS, ARROWS).code
    for end in range(4, len(code)):
        assert "This code is incomplete. Copy all of it." in refusal(Layers.read, code[:end])
    for place in range(4, len(code), 7):
        other = code[:place] + ("A" if code[place] != "A" else "B") + code[place + 1 :]
        table, message = tried(Layers.read, other)
        assert (
            table.code == code if table else "This code is incomplete. Copy all of it." in message
        )  # base64 leaves some bits unused


@pytest.mark.parametrize(
    "code",
    ["rk1:", "rk1:!", "rk1:" + "ä" * 9, "rk1:" + "A" * 3_000_000, word(b"junk"), word(zlib.compress(b"\xff\xfe"))],
)
def test_what_is_no_code_is_refused(code):
    assert "This code is incomplete. Copy all of it." in refusal(Layers.read, code, "rencounter")


# Files ----------------------------------------------------------------------------------------------------------------


def test_files_are_layers_in_their_order(tmp_path):
    own, both = tmp_path / "ours.toml", tmp_path / "both.toml"
    own.write_text("fire.shield.large = -5  # bare lines\n", encoding="utf-8")
    Layers("rencounter", SHIELDS, ARROWS).save(both)
    table = Layers.load(own, str(both), game="rencounter")
    assert [layer.name for layer in table.layers] == ["ours", "Tower shields", "Slow arrows"]
    assert table.rules["fire.shield.large"] == -4
    assert Layers.load(both, own, game="rencounter").rules["fire.shield.large"] == -5
    assert Layers.load(both).text == both.read_text(encoding="utf-8") == Layers("rencounter", SHIELDS, ARROWS).text
    assert "must name its game" in refusal(Layers.load, own)


def test_a_file_may_hold_a_code_and_a_code_may_stand_for_a_file(tmp_path):
    file = tmp_path / "sent.txt"
    table = Layers("rencounter", SHIELDS)
    file.write_text(table.code + "\n", encoding="ascii")
    assert Layers.load(file).text == Layers.load(table.code).text == table.text


def test_a_file_as_other_editors_save_it(tmp_path):
    file = tmp_path / f"{'a long name ' * 15}.toml"
    file.write_bytes(b"\xef\xbb\xbffire.range.long = -3\r\nfire.range.medium = -1\r\n")
    (layer,) = Layers.load(file, game="rencounter").layers
    assert dict(layer.changes) == {"fire.range.long": -3, "fire.range.medium": -1}
    assert layer.name == ("a long name " * 15)[:80].strip()


def test_a_ready_house_rule_by_its_name_where_there_is_no_such_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert Layers.load("doubled_armour", game="rencounter").layers == (ready_rules("rencounter")["doubled_armour"],)
    (tmp_path / "doubled_armour").write_text("fire.armor.point = -3", encoding="utf-8")
    assert Layers.load("doubled_armour", game="rencounter").rules["fire.armor.point"] == -3
    assert "did you mean gentler_wounds?" in refusal(Layers.load, "gentle_wounds", game="rencounter")
    assert f"ready ones are {', '.join(ready_rules('rencounter'))}" in refusal(Layers.load, "mud", game="rencounter")
    assert "No such file" in refusal(Layers.load, "doubled_armor")


@pytest.mark.parametrize("content", [b"\xff\xfe\x00f", bytes(range(256)), b"fire.range.long = -3 # \xe4"])
def test_a_file_that_is_not_text_is_refused(tmp_path, content):
    file = tmp_path / "junk.toml"
    file.write_bytes(content)
    assert "save it as UTF-8" in refusal(Layers.load, file, game="rencounter")


def test_a_file_that_cannot_be_read_or_written_is_refused(tmp_path):
    for file in (tmp_path / "none.toml", tmp_path, tmp_path / "two\nlines", "\0", "x" * 5000, "", tmp_path / "a" / "b"):
        assert "house rules must be a readable file" in refusal(Layers.load, file, game="rencounter")
    for file in (tmp_path, "\0", tmp_path / "a" / "b"):
        assert "house rules must be a file that can be written" in refusal(Layers("rencounter", SHIELDS).save, file)


def test_a_file_larger_than_allowed_is_refused_in_little_memory(tmp_path):
    file = tmp_path / "large.toml"
    with file.open("wb") as opened:
        opened.truncate(1_000_000_000)
    tracemalloc.start()
    message = refusal(Layers.load, file, game="rencounter")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert message.endswith(f"it has 1,000,000,000 bytes, and we read at most {LONGEST_TEXT:,} characters")
    assert peak < 10_000_000


# Ready house rules ----------------------------------------------------------------------------------------------------

READY = [(stem, name, layer) for stem in systems() for name, layer in ready_rules(stem).items()]


def strokes(hits_worse):
    """A sword of skill 6 against another: chance that the stroke kills, by the four dice."""
    killed = 0
    for attack, parry, wound in product(range(1, 13), repeat=3):
        if attack <= 7 < parry:
            killed += wound - 2 * hits_worse(attack, parry) <= 2
    return Fraction(killed, 12**3)


def ripostes(margin):
    """The same for the attacker, by a riposte of a man of experience 4."""
    killed = 0
    for attack, parry, wound, acts in product(*[range(1, 13)] * 3, range(1, 7)):
        if attack > 7 >= parry and acts <= 4:
            killed += wound - 2 * (margin and parry <= 4) <= 2
    return Fraction(killed, 12**3 * 6)


@cache
def one_against_several(hp, foes, pick):
    """One who always hits for d6 against several who always hit him, all for d6: his chance to outlive them."""
    if not foes:
        return Fraction(1)
    chance = Fraction(0)
    targets = pick(foes)
    for target, face in product(targets, range(1, 7)):
        left = foes[:target] + foes[target + 1 :]
        left = tuple(sorted(left + ((foes[target] - face,) if foes[target] > face else ())))
        for blows, ways in Counter(map(sum, product(range(1, 7), repeat=len(left)))).items():
            if blows < hp:
                chance += ways * one_against_several(hp - blows, left, pick) / (len(targets) * 6 * 6 ** len(left))
    return chance


def waited(decks):
    """Orders of the own card, an enemy's and the joker in which the own one, held, is used before the joker."""
    used = [order for order in decks if order.index("own") < order.index("enemy") < order.index("joker")]
    return Fraction(len(used), len(decks))


ELF = {"char_class": "fighter_magic_user", "level": 3, "magic_user_level": 2}
BRAWL = {"a_count": 1, "a_th": 20, "a_hp": 9, "b_count": 2, "b_th": 20, "b_hp": 6}
TINY = {"strength": 1, "dexterity": 1, "endurance": 1, "wound_dice": 1}
CHASED = {"party_surprise_dm": -6, "terrain": "swamp", "party_plan": "leave"}
CARD = {"units": 2, "side_units": 1, "result": "acts"}

# Ready rule: check, parameters, event or outcome, its chance by the book and with the rule, counted by hand or above.
EFFECTS = {
    "doubled_armour": ("rencounter.fire", {"weapon": "long_bow", "target_armor": 2}, "hits", "1/3", "1/6"),
    "fallible_masters": ("rencounter.action", {"experience": 6}, "act", 1, "11/12"),
    "variable_knockdown": ("rencounter.knockdown", {}, "is knocked down", 1, "4/6"),
    "fragile_weapons": ("rencounter.knockdown", {}, "is knocked down", 1, "4/6"),
    "less_than": ("rencounter.fire", {}, "hits", "1/2", "5/12"),
    "no_reshuffle": ("rencounter.activation_cards", CARD, "yes", "1/2", 1),
    "three_cards": ("rencounter.activation_cards", CARD, "yes", "1/2", "3/4"),
    "held_cards": (
        "rencounter.activation_cards",
        CARD,
        "yes",
        "1/2",
        lambda: waited(list(permutations(("own", "enemy", "joker")))),
    ),
    "rolls_compared": (
        "rencounter.melee",
        {},
        "kills",
        lambda: strokes(lambda a, p: a <= 4),
        lambda: strokes(lambda a, p: p - a >= 3),
    ),
    "no_riposte": ("rencounter.melee", {}, "is wounded by a riposte", "35/216", 0),
    "mild_ripostes": ("rencounter.melee", {}, ("none", "dead"), lambda: ripostes(True), lambda: ripostes(False)),
    "three_round_bursts": (
        "rencounter.fire_turn",
        {"weapon": "submachinegun", "shots": 2, "result": "rounds_left"},
        20 - 2 * 3,
        0,
        1,
    ),
    "gentler_wounds": ("rencounter.wound", {}, "dead", "1/6", "1/12"),
    "natural_rolls": ("odd_encounters.melee_attack", {"attacker_th": 10}, "hits", 1, "19/20"),
    "best_class": ("odd_encounters.hit_points", ELF, 12, 0, 1),
    "no_saving_throws": ("odd_encounters.sleep", {}, 3, "38857/128000", "61/64"),
    "damage_for_each": (
        "odd_encounters.blast_group",
        {"models": 2, "model_hp": 30},
        2,
        Fraction(7, 10) ** 2 / 6**5,
        (Fraction(7, 10) / 6**5) ** 2,
    ),
    "savers_cost_nothing": (  # two of level 4 save on 12 or more; of the 64 throws 3 have levels for none, 43 for both
        "odd_encounters.sleep",
        {"level_a": 4, "count_b": 0},
        0,
        Fraction(3, 64) + Fraction(18, 64) * Fraction(9, 20) + Fraction(43, 64) * Fraction(9, 20) ** 2,
        Fraction(3, 64) + Fraction(61, 64) * Fraction(9, 20) ** 2,
    ),
    "random_targets": (
        "odd_encounters.skirmish",
        BRAWL,
        "A wins",
        lambda: one_against_several(9, (6, 6), lambda foes: [0]),
        lambda: one_against_several(9, (6, 6), lambda foes: range(len(foes))),
    ),
    "steep_odds": ("realms_of_myth.task", {"av": 55, "dv": 50}, "success", "11/20", "3/4"),
    "never_sure": ("realms_of_myth.task", {"av": 120, "dv": 50}, "success", "99/100", "19/20"),
    "plain_points": ("realms_of_myth.string_bow", {"bow_str": 18}, "strung", "48/100", "58/100"),
    "narrow_bumbles": ("realms_of_myth.graded_roll", {"chance": 55}, "bumble", "6/100", "5/100"),
    "weighty_catches": ("realms_of_myth.catch_falling", {}, "catches it", "17/100", "56/100"),
    "table_of_rows": ("realms_of_myth.task", {"av": 55, "dv": 60}, "success", "45/100", "20/100"),
    "both_roll": ("realms_of_myth.melee_attack", {}, "hits", "1/2", "149/400"),
    "one_parry": ("realms_of_myth.defence_value", {"defence": "weapon_or_shield", "use": 2}, 0, 0, 1),
    "sure_footed_attackers": ("realms_of_myth.body_check_footing", {"strength": 10}, "attacker_falls", "48/100", 0),
    "later_extra_actions": (
        "realms_of_myth.initiative_order",
        {"awa_mods": [0, 2], "actions": [2, 1]},
        "A>B / A",
        0,
        Fraction(28 + 8 // 2, 100),
    ),
    "noticed_traps": (
        "realms_of_myth.surprise",
        {"source": "mechanical_trap", "target_chance": 40},
        "normal_encounter",
        0,
        "2/5",
    ),
    "both_at_once": ("realms_of_myth.initiative_order", {}, "A=B", 0, "1/10"),
    "hurled_contests": (
        "realms_of_myth.ranged_attack",
        {"weapon": "hurled_hafted", "distance": 10, "av": 50, "dodge_dv": 50},
        "hits",
        "1/2",
        "149/400",
    ),
    "unaware_by_range": (
        "realms_of_myth.ranged_attack",
        {"av": 40, "distance": 15, "target_state": "unaware_moving", "agl_mod": 10},
        "hits",
        "8/10",
        "9/10",
    ),
    "crossbow_as_bow": (
        "realms_of_myth.ranged_attack",
        {"weapon": "heavy_crossbow", "distance": 30},
        "hits",
        "80/100",
        "77/100",
    ),
    "last_columns": ("realms_of_myth.weapon_db", {}, 5, 0, 1),
    "heroic_blows": ("realms_of_myth.strike", {"armor_dr": 30}, "wounds him", 0, "1/20"),
    "battle_fever": ("realms_of_myth.effective_strength", {"wounds": 5}, 16, 0, 1),
    "weeks_recounted": ("realms_of_myth.healing_days", {}, 21 + 14 + 7, 0, 1),
    "rows_in_order": ("traveller.encounter_range", {"terrain": "swamp"}, "close", "5/36", "10/36"),
    "cornered": (
        "traveller.meeting",
        CHASED,
        "party_escapes",
        Fraction(35 * 15 + 21, 36**2),
        Fraction(25 * 6 + 10 * 15 + 21, 36**2),
    ),
    "deadly_wounds": ("traveller.wound", TINY, "dead", 0, "4/6"),
    "strict_law_harasses": ("traveller.legal", {"law_level": 10}, "left_alone", "33/36", "6/36"),
    "attack_on_eight": ("traveller.hostile_attack", {"reaction": "hostile_may_attack"}, "attack", 0, "15/36"),
    "thrown_avoidance": ("traveller.meeting", {"party_plan": "leave"}, "party_avoids", "6/36", Fraction(6 * 21, 36**2)),
    "attackers_choice": ("traveller.wound", {"strength": 4, "first_wound": False}, "minor", "7/8", "1/216"),
    "wind_of_six": ("salamis.wind_direction", {}, "west", "3/10", "1/2"),
    "short_turns": ("salamis.action_phases", {"own_counters": 1, "enemy_counters": 0}, (1, 0), "1/2", "1/3"),
    "better_admiral": ("salamis.setup_roll", {"own_command": "skilled"}, "own side chooses", "55/91", "64/100"),
    "crowded_seas": ("salamis.table_features", {"squares": 2}, 2, "7/29", 1),
    "sandy_shores": ("salamis.shore_detail", {}, "sandy", "3/6", "4/6"),
    "sure_reserves": ("salamis.entry", {"edge": "side", "position": "beyond_front"}, "lost", "2/10", 0),
}


def test_there_are_ready_house_rules_for_every_game():
    counted = {stem: len(ready_rules(stem)) for stem in systems()}
    assert min(counted.values()) >= 1 and counted["rencounter"] >= 5 and sum(counted.values()) >= 12
    assert {name for _, name, _ in READY} == {file.stem for file in (project_folder("data") / "house").iterdir()}
    assert "did you mean rencounter?" in refusal(ready_rules, "rencountr")


@pytest.mark.parametrize(("stem", "name", "layer"), READY, ids=[name for _, name, _ in READY])
def test_a_ready_house_rule_says_why_one_would(stem, name, layer):
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", name)
    file = project_folder("data") / "house" / f"{name}.toml"
    assert layers_of(file.read_text(encoding="utf-8")) == [layer]
    assert 20 < len(layer.note) <= 160 and layer.note.endswith(".")
    assert layer.name not in ("", "House rule") and layer.game == stem
    assert Layers(stem, layer).rules.name == layer.name


@pytest.mark.parametrize(("stem", "name", "layer"), READY, ids=[name for _, name, _ in READY])
def test_a_ready_house_rule_changes_an_answer(stem, name, layer):
    check_id, params, what, printed, changed = EFFECTS[name]
    answers = rk.check(check_id, **params), rk.check(check_id, rules=Layers(stem, layer).rules, **params)
    chances = [answer.events[what] if what in answer.events else answer.get(what, 0) for answer in answers]
    assert chances == [by_hand() if callable(by_hand) else Fraction(by_hand) for by_hand in (printed, changed)]
    assert chances[0] != chances[1]


@pytest.mark.parametrize("stem", systems())
def test_all_ready_house_rules_of_a_game_can_lie_on_one_another(stem):
    table = Layers(stem, *ready_rules(stem).values())
    assert len(table.layers) == len(ready_rules(stem))
    assert Layers.read(table.code).text == table.text


@pytest.mark.parametrize("stem", systems())
def test_rulings_are_house_rules_like_any_other(stem):
    book = rules(stem)
    assert {rule.path for rule in book.rulings} == {path for path in book if path.startswith("rulings.")}
    for rule in book.rulings:
        assert rule.note and rule.source and rule.label
        assert not rule.options or rule.value in rule.options
        for choice in rule.options:
            if choice != rule.value:
                table = Layers(stem, Layer(stem, {rule.path: choice}, "ours"))
                assert table.rules[rule.path] == choice
                assert table.rules.rule(rule.path).options == rule.options


# The command line -----------------------------------------------------------------------------------------------------


def test_a_game_without_files_lists_what_is_ready_and_the_rulings(run):
    for stem in systems():
        status, out, err = run("house", stem)
        assert (status, err) == (0, "")
        for name, layer in ready_rules(stem).items():
            assert re.search(rf"^  {name} +{re.escape(layer.name)}.*: {re.escape(layer.note)}$", out, re.MULTILINE)
        for rule in rules(stem).rulings:
            assert rule.note in out and f"({rule.source})" in out
    out = run("house", "rencounter")[1]
    assert '  rulings.skill_roll = "at_most"  # or "less_than"\n' in out
    assert "  rulings.death_at = 6  # or 4 or 5 or 7 or 8 or 9\n" in out
    assert "  rulings.brace_needs_aim = true  # or false\n" in out
    assert "  rulings.min_chance = 1\n" in run("house", "realms_of_myth")[1]


def test_files_are_told_with_what_they_change_hide_and_want_differently(run, tmp_path):
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text("fire.armor.point = -3", encoding="utf-8")
    Layers("rencounter", SHIELDS).save(two)
    status, out, err = run("house", "rencounter", one, two, "doubled_armour")
    assert (status, err) == (0, "")
    table = Layers.load(one, two, "doubled_armour", game="rencounter")
    assert out.startswith(f"{table}\n")
    assert "hidden by Doubled armour" in out
    assert out.endswith(
        "\n\n# Conflicts, where the last layer holds:\n#   fire.armor.point: one -3, Doubled armour -2\n"
    )
    assert run("house", "rencounter", two) == (0, f"{Layers('rencounter', SHIELDS)}\n", "")


def test_the_code_goes_round(run):
    status, code, err = run("house", "rencounter", "less_than", "held_cards", "--code")
    assert (status, err) == (0, "")
    assert Layers.read(code).layers == tuple(ready_rules("rencounter")[name] for name in ("less_than", "held_cards"))
    assert run("house", "rencounter", code.strip()) == run("house", "rencounter", "less_than", "held_cards")
    assert run("check", "rencounter.fire", "--rules", code)[1].startswith("hits 5 times in 12")


@pytest.mark.usefixtures("undrawn")
def test_a_sheet_is_written(run, tmp_path):
    status, _, err = run("house", "rencounter", "less_than", "held_cards", "--sheet", str(tmp_path / "ours.html"))
    assert (status, err) == (0, "")
    written = (tmp_path / "ours.html").read_text(encoding="utf-8")
    assert written == sheet(Layers.load("less_than", "held_cards", game="rencounter"))
    assert written.count("<img ") == 3 and "rulings.skill_roll" in written


@pytest.mark.parametrize("command", ["check", "explain", "sweep"])
def test_house_rules_are_given_several_times_in_order(run, tmp_path, command):
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text("fire.range.short = -1\n", encoding="utf-8")
    Layers("rencounter", Layer("rencounter", {"fire.range.short": -2}, "Farther")).save(two)
    chances = []
    for files in ((), (one,), (one, two), (two, one), (one, "less_than")):
        words = [word for file in files for word in ("--rules", file)]
        status, out, err = run(command, "rencounter.fire", *words)
        assert (status, err) == (0, "")
        chances.append(hits(out))
    assert chances == ["1/2", "5/12", "1/3", "5/12", "1/3"]


def hits(out):
    """The chance to hit that a command printed, in its headline or as what a table leaves of the misses."""
    headline = re.search(r"^hits .* %, (.*)\)$", out, re.MULTILINE)
    return headline[1] if headline else str(1 - Fraction(re.search(r"miss +(\d+/\d+)", out)[1]))


def test_house_rules_are_simulated_too(run):
    words = ("simulate", "salamis.wind_direction", "--fights", "500")
    assert run(*words)[1] != run(*words, "--rules", "wind_of_six")[1]
    words = ("simulate", "rencounter.duel", "turn_limit=2", "--fights", "2000")
    plain, gentle = run(*words)[1], run(*words, "--rules", "gentler_wounds", "--rules", "less_than")[1]
    assert plain != gentle


WRONG = [
    (("house",), "game"),
    (("house", "rencountr"), "did you mean rencounter?"),
    (("house", "rencounter", "--sheet", "x.html"), "--sheet needs house rules"),
    (
        ("house", "rencounter", "less_than", "--sheet", "no/such/folder.html"),
        ("--sheet must be a file that can be written"),
    ),
    (("house", "rencounter", "--code"), "--code needs house rules"),
    (("house", "rencounter", "less_then"), "did you mean less_than?"),
    (("house", "rencounter", "short_turns"), "ready ones are doubled_armour, "),
    (("house", "rencounter", "less_than", "less_than"), "got Less than the skill twice"),
    (("house", "salamis", Layers("rencounter", SHIELDS).code), "every layer must be one of salamis; got rencounter"),
    (("house", "rencounter", "rk1:AAAA"), "This code is incomplete. Copy all of it."),
    (("house", "rencounter", "--rules", "less_than"), "--rules"),
    (("check", "rencounter.fire", "--rules", "less_then"), "did you mean less_than?"),
    (
        ("check", "rencounter.fire", "--rules", "smoke"),
        '; as a new one write fire.smoke = { to = "to hit", value = -1, ',
    ),
    (("luck", "rencounter.fire", "3", "skill=5"), "tries must be a whole number; got skill=5"),
    (("check", "rencounter.fire", "--rules", "less_than", "--rules", "none.toml"), "none.toml: No such file"),
    (("check", "salamis.d3", "--rules", Layers("rencounter", SHIELDS).code), "every layer must be one of salamis"),
]


@pytest.mark.parametrize(("words", "message"), WRONG, ids=[" ".join(words)[:70] for words, _ in WRONG])
def test_whatever_is_wrong_is_said_in_one_line(run, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert message in err and len(err.splitlines()) == 1
