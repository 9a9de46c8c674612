"""Whatever layers can lie on one another come back as they were: from their text, their code, and a file."""

import pytest
from hypothesis import given, settings, strategies as st

from rencounter_kit import Layer, Layers, RuleError, ready_rules, rules
from rencounter_kit.workbook.rulebook.book import systems
from rencounter_kit.workbook.rulebook.text import bands
from tests.situations import tries

NOWHERE = (float("-inf"), float("inf"))


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("kept") / "ours.toml"


def comes_back(layers, file):
    """By every way in which layers are kept and sent. Layers say their game, so it need be said for none of
    them only.
    """
    stem, every = layers.book.stem, [layers.book.stem, ""] if layers.layers else [layers.book.stem]
    layers.save(file)
    for game in every:
        for again in (
            Layers.read(layers.text, game),
            Layers.read(layers.code, game),
            Layers.load(file, game=game),
            Layers.load(layers.code, game=game),
        ):
            assert (again.book.stem, again.layers, again.rules) == (stem, layers.layers, layers.rules)
            assert (again.text, again.changes, again.conflicts) == (layers.text, layers.changes, layers.conflicts)
    return True


# Any at all -----------------------------------------------------------------------------------------------------------


def spans(book, group):
    """The rows of a table of ranges from low to high: path, first number, last one. None where a row has several
    ranges.
    """
    rows = [(rule.path, bands(rule.value)) for rule in book.group(group).values()]
    return sorted((rows_of[0], path) for path, rows_of in rows) if all(len(rows_of) == 1 for _, rows_of in rows) else []


@st.composite
def cut(draw, book, group):
    """A table of ranges cut elsewhere, or just where the book cuts it, with spaces as one likes."""
    rows = spans(book, group)
    if not rows:
        return {rule.path: f" {rule.value}\n" for rule in book.group(group).values()}
    (first, _), last = rows[0][0], rows[-1][0][1]
    ends = [end + draw(st.sampled_from([0, 0, 1, -1])) for (_, end), _ in rows[:-1]]
    lows, highs, written = [first, *(end + 1 for end in ends)], [*ends, last], {}
    for low, high, (_, path) in zip(lows, highs, rows, strict=True):
        between = draw(st.sampled_from(["..", " .. ", "..\t"]))
        one, other = ("" if number in NOWHERE else str(number) for number in (low, high))
        written[path] = one if one == other else one + between + other
    return written


def figure(book, path):
    """A figure that may stand at a path, often that of the book."""
    rule = book.rule(path)
    if rule.options:
        return st.sampled_from(rule.options)
    whole = st.integers(-10_000, 10_000)
    if type(rule.value) is int:
        return st.just(rule.value) | whole
    if type(rule.value) is float:
        return st.just(rule.value) | whole | st.floats(-10_000, 10_000)
    if rule.rows:
        differences = st.sets(st.integers(-60, 60), min_size=1)
        return st.just(rule.value) | differences.map(lambda some: [[n, 40 + n // 2] for n in sorted(some)])
    if isinstance(rule.value, tuple):
        return st.just(rule.value) | st.lists(whole, min_size=len(rule.value), max_size=len(rule.value))
    return st.sampled_from(book._family(path))


def lines(stem):
    """Lines that are right for a game."""
    book = rules(stem)
    tables = sorted(book._covers)
    single = [path for path in book if path.rpartition(".")[0] not in tables]
    one = st.sampled_from(single).flatmap(lambda path: st.tuples(st.just(path), figure(book, path)))
    many = st.lists(one, max_size=4).map(dict)
    table = st.sampled_from(tables).flatmap(lambda group: cut(book, group)) if tables else st.just({})
    return st.one_of(many, table, st.builds(lambda a, b: {**a, **b}, many, table)).filter(bool)


STRANGE = [
    "rk1:AAAA",
    "[[layer]]",
    'game = "salamis"',
    "# '''",
    '"""',
    "\\u0000\\",
    "\x07" * 40,
    "\u202e\ud800\x7f",
    "." * 80,
    "e\u0301\u3000",
]
TEXTS = st.text(st.characters(codec=None), max_size=80) | st.sampled_from(STRANGE)
STACKS = st.sampled_from(systems()).flatmap(
    lambda stem: st.tuples(
        st.just(stem),
        st.lists(st.tuples(lines(stem), TEXTS.filter(str.split), TEXTS, TEXTS | st.just(". = " * 125)), max_size=3),
    )
)


@settings(max_examples=tries(40, 150))
@given(STACKS)
def test_whatever_layers_can_lie_on_one_another_come_back(file, made_of):
    stem, layers = made_of
    try:
        stack = Layers(stem, *(Layer(stem, *one) for one in layers))
    except RuleError:
        return  # a table with a gap, or a name twice
    assert comes_back(stack, file)


# What is easily lost --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stem", systems())
def test_a_layer_that_says_what_the_book_says_comes_back(stem, file):
    book = rules(stem)
    of_each_kind = {(type(value), bool(book.rule(path).choices)): path for path, value in book.items()}
    for paths in (*([path] for path in of_each_kind.values()), book):
        assert comes_back(Layers(stem, Layer(stem, {path: book[path] for path in paths}, "As printed")), file)


@pytest.mark.parametrize("stem", systems())
def test_no_layers_come_back_where_the_game_is_said(stem, file):
    assert comes_back(Layers(stem), file)
    for read_again in (lambda: Layers.read(""), lambda: Layers.read(Layers(stem).code), lambda: Layers.load(file)):
        with pytest.raises(RuleError, match="its game must be given; got neither; try game="):
            read_again()


def test_a_file_that_holds_none_lies_among_others(file, tmp_path):
    Layers("rencounter").save(file)
    ready = Layers("rencounter", ready_rules("rencounter")["less_than"])
    ready.save(tmp_path / "ready.toml")
    assert Layers.load(file, tmp_path / "ready.toml").layers == ready.layers


@pytest.mark.parametrize(
    ("bare", "headed"),
    [
        ("fire.range.long = -4", "[[layer]]\nfire.range.long = -4"),
        ("[fire.range]\nlong = -4\nshort = 1", "[[layer]]\n[layer.fire.range]\nlong = -4\nshort = 1"),
    ],
)
def test_a_line_without_a_heading_that_says_what_the_book_says_is_told_so(file, bare, headed):
    """A person typed it and wants to know; below a heading it is what layers wrote."""
    file.write_text(bare, encoding="utf-8")
    for read_again in (lambda: Layers.read(bare, "rencounter"), lambda: Layers.load(file, game="rencounter")):
        with pytest.raises(RuleError, match=r"fire\.range\.long is -4 already; leave the line out"):
            read_again()
    file.write_text(headed, encoding="utf-8")
    for again in (Layers.read(headed, "rencounter"), Layers.load(file, game="rencounter")):
        assert again.layers[0].changes["fire.range.long"] == again.rules["fire.range.long"] == -4
