"""Whatever a rules text holds, it is taken or refused in one line, with bounded work, and nothing in it is
carried out.
"""

import sys
import tracemalloc

import pytest
from hypothesis import given, strategies as st

from rencounter_kit import Layers, RuleError
from rencounter_kit.workbook.rulebook.book import Ruleset
from rencounter_kit.workbook.rulebook.text import LONGEST_TEXT
from rencounter_kit.workbook.rulebook.writing import by_line
from tests.rulebook.hostile import (
    ADDED,
    BOOK,
    BOOKS,
    CODE,
    DUNDERS,
    GROWING,
    HARM,
    LINES,
    LONGEST_SENTENCE,
    MAX_LINES,
    OUTCOMES,
    PIECES,
    READERS,
    READY,
    SLOWEST,
    Watch,
    is_sentence,
    looked_through,
    packed,
    quoted,
    reads,
    word,
)
from tests.situations import every_nth, tries
from tests.steps import Steps

# Any text -------------------------------------------------------------------------------------------------------------


@st.composite
def mutated(draw):
    """Rules that are right, but for some pieces put in, taken out or moved."""
    lines = st.lists(st.sampled_from(LINES), min_size=1, max_size=5).map("\n".join)
    text = draw(st.sampled_from(READY) | lines | st.sampled_from(ADDED))
    for _ in range(draw(st.integers(0, 6))):
        start, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        other = draw(st.sampled_from([*PIECES, text[start:end], text[start:end] * 3]))
        text = text[:start] + other + text[draw(st.sampled_from([start, min(start + 1, len(text)), end])) :]
    return text


NAMES = st.sampled_from(["fire", "range", "long", "severity", "dead", "layer", "game", "name", "", *DUNDERS])
KEYS = (
    NAMES | st.text(max_size=5).map(quoted) | st.text(max_size=5).map(lambda t: f"'{t}'") | st.text("ab1-_", max_size=4)
)
DOTTED = st.lists(KEYS, min_size=1, max_size=4).map(".".join) | st.sampled_from(list(BOOK))
ATOMS = st.one_of(
    st.integers(-20, 20).map(str),
    st.integers().map(hex),
    st.integers(1, 30).map(lambda n: "9" * 5 ** (n // 5)),
    st.floats().map(str),
    st.text(max_size=8).map(quoted),
    st.text(max_size=8).map(lambda t: f'"""\n{t}\\\n"""'),
    st.text("0189.-, ", max_size=8).map(quoted),
    st.dates().map(str),
    st.times().map(str),
    st.datetimes().map(lambda t: t.isoformat() + "Z"),
    st.sampled_from(["true", "false", "+inf", "nan", "-0", "1_000", "0b101", "eval", "{}", "[]", '"less_than"']),
)
VALUES = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=4).map(lambda values: f"[{', '.join(values)}]")
        | st.lists(inner, max_size=4).map(lambda values: "[\n" + ",\n".join(values) + " # all\n]")
        | st.lists(st.tuples(DOTTED, inner), max_size=3).map(
            lambda pairs: "{" + ", ".join(f"{key} = {value}" for key, value in pairs) + "}"
        )
    ),
    max_leaves=8,
)
STATEMENTS = st.one_of(
    st.tuples(DOTTED, VALUES).map(" = ".join),
    st.sampled_from(LINES),
    DOTTED.map("[{}]".format),
    DOTTED.map("[[{}]]".format),
    st.just("[[layer]]"),
    st.text(max_size=10).map("# {}".format),
    st.text(max_size=10),
)
TEXTS = st.lists(STATEMENTS, max_size=8).flatmap(
    lambda text: st.sampled_from(["\n", "\r\n", "\n\n", "\n \t", "\r", "\u2028"]).map(lambda end: end.join(text))
)


@given(mutated(), st.sampled_from(list(BOOKS.values())))
def test_rules_that_are_almost_right(text, book):
    looked_through(text, book)


@given(TEXTS)
def test_anything_that_looks_like_rules(text):
    looked_through(text)


@given(st.text(st.characters(codec=None), max_size=300))
def test_any_characters(text):
    looked_through(text)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_pieces_in_any_order(text):
    looked_through(text)


# Codes ----------------------------------------------------------------------------------------------------------------


@given(st.data())
def test_a_code_that_was_damaged(data):
    content = data.draw(
        st.sampled_from(READY).map(str.encode) | TEXTS.map(lambda t: t.encode(errors="replace")) | st.binary()
    )
    code = word(content)
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.integers(0, len(code)))
        code = (
            code[:place]
            + data.draw(st.sampled_from("A_-+/= \n9z\x00é\ud800"))
            + code[place + data.draw(st.integers(0, 5)) :]
        )
    reads("layers", code)
    looked_through(code)


# Nothing is carried out -----------------------------------------------------------------------------------------------

ATTRIBUTES = sorted({*dir(Ruleset), *vars(BOOK), "__builtins__", "__globals__", "__code__", "__subclasses__"})


@pytest.fixture(scope="module")
def watch():
    return Watch()


def test_the_watch_sees_what_is_carried_out(watch, tmp_path):
    for do in (lambda: eval("1"), lambda: compile("1", "x", "eval"), lambda: (tmp_path / "x").touch()):
        assert watch.during(do)


def test_nothing_in_a_text_is_carried_out(watch):
    for text in [LINES[0], *HARM[:3]]:
        looked_through(text)  # what is loaded at the first use
    for text in HARM:
        taken = []
        assert watch.during(lambda text=text, taken=taken: taken.append(looked_through(text))) == [], text
        assert taken == [False], text


@pytest.mark.parametrize("code", CODE)
def test_words_for_people_stay_words(code):
    """A name and a note may say anything; they come back as they were written."""
    (layer,) = Layers.read(
        f"[[layer]]\nname = {quoted(code)}\nnote = {quoted(code)}\nfire.range.long = -3", "rencounter"
    ).layers
    assert layer.name == layer.note == " ".join(code.split())
    assert Layers.read(layer.text).layers == (layer,)


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_a_name_of_python_is_an_unknown_path(name):
    for path in (name, f"fire.{name}", f"fire.range.long.{name}"):
        unknown = f"a rule of Rencounter must be named by its path; got {path};"
        with pytest.raises(RuleError) as refused:
            BOOK.with_house_rules(f"{path} = 1")
        assert str(refused.value).startswith(
            f"{path} must be below a line [[layer]]" if path in ("name", "note") else unknown
        )


# Work is bounded ------------------------------------------------------------------------------------------------------

SOME = tries(4_000, 10_000)  # letters: enough to tell what grows faster than the text


@pytest.mark.parametrize("times", [0, 1, 1000])
def test_steps_are_counted_and_who_traced_before_goes_on(times):
    def other(frame, event, arg):
        return None

    before = sys.gettrace()
    sys.settrace(other)
    try:
        with pytest.raises(ZeroDivisionError), Steps() as steps:
            [reads("by_line", "") for _ in range(times)], 1 / 0
        assert sys.gettrace() is other
    finally:
        sys.settrace(before)
    assert 3 * times <= steps.number <= 100 * times + 3


def most_steps(read, text):
    """A few for each letter, and for each line of a box also a few for each rule."""
    lines = min(text.count("\n") + 1, MAX_LINES) if read == "by_line" else 0
    return 100_000 + 200 * len(text) + 20 * len(BOOK) * lines


@pytest.mark.parametrize("name", every_nth(GROWING, tries(9, 1)))
def test_the_work_grows_with_the_text_and_no_faster(name):
    text = GROWING[name](SOME)
    assert 0.4 * SOME < len(text) <= SOME
    for read in READERS:
        with Steps() as steps:
            reads(read, text)
        assert steps.number < most_steps(read, text), read


def most_memory(read, text):
    """Bytes."""
    tracemalloc.start()
    try:
        reads(read, text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", every_nth(GROWING, tries(9, 1)))
def test_the_memory_grows_with_the_text_and_no_faster(name):
    text = GROWING[name](SOME)
    for read in READERS:
        assert most_memory(read, text) < 2_000_000 + 500 * len(text), read


@pytest.fixture
def no_limit_of_digits():
    """As the command line sets it, so that exact fractions can be printed."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.parametrize("name", SLOWEST)
@pytest.mark.usefixtures("no_limit_of_digits")
def test_a_long_text_takes_no_more_work_for_a_letter(name):
    text = GROWING[name](LONGEST_TEXT // tries(32, 4))
    for read in READERS:
        with Steps() as steps:
            reads(read, text)
        assert steps.number < most_steps(read, text), read


BEYOND = {
    "a million lines": lambda: "fire.range.long = -3\n" * 10**6,
    "a million layers": lambda: "[[layer]]\n" * 10**6,
    "ten million spaces": lambda: " " * 10**7,
    "a letter too many": lambda: "#" * (LONGEST_TEXT + 1),
    "a code of many letters": lambda: "rk1:" + "A" * 10**6,
}


@pytest.mark.parametrize("name", BEYOND)
def test_what_is_too_long_is_not_read_at_all(name):
    text = BEYOND[name]()
    for read in READERS:
        reads(read, text[:-1])  # what is looked up once for all texts
        with Steps() as steps:
            result = reads(read, text)
        assert steps.number < 12 * len(BOOK)  # some lines for each figure, none for a letter
        assert not result or [line.wrong for line in result] == [True]


@pytest.mark.parametrize("times", [0, 1])
@pytest.mark.parametrize("mark", [b"#", b"\n", b"[[layer]]\n", b"\x00", "\u0301".encode()], ids=repr)
def test_a_code_that_unfolds_to_much_is_refused_in_little_memory(mark, times):
    code = packed(mark, times)
    assert len(code) < 60_000
    assert most_memory("layers", code) < 5_000_000
    assert reads("layers", code) is None


def test_a_code_within_a_code_is_not_unfolded():
    inner = Layers.read("fire.range.long = -3", "rencounter").code
    assert reads("layers", inner) and reads("layers", word(inner.encode())) is None


# What once went wrong -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OUTCOMES)
def test_what_once_went_wrong_is_refused(name):
    assert not looked_through(OUTCOMES[name])


def test_a_box_tells_all_that_a_line_in_braces_changes_in_one_sentence():
    rows = ", ".join(
        f"{p.removeprefix('fire.')} = {v + 1}" for p, v in BOOK.items() if type(v) is int and p.startswith("fire.")
    )
    (line,) = by_line(BOOK, f"fire = {{{rows}}}")
    assert not line.wrong and is_sentence(line.message) and len(line.message) == LONGEST_SENTENCE


@pytest.mark.parametrize(
    "text", [None, 5, b"fire.range.long = -3", ["fire.range.long = -3"], {"fire.range.long": -3}], ids=repr
)
def test_what_is_no_text_is_refused(text):
    assert reads("with_house_rules", text) is None and reads("layers", text) is None
