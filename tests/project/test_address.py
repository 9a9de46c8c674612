"""One grammar of addresses: what is written is read again, whatever it holds, and nobody else quotes."""

import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics.address import CHECK, DICE, EVENING, FLOW, FORMS, SEED, read, written

PACKAGE = Path(rk.__file__).parent
BEFORE = [
    "http://localhost/voila/render/page.ipynb?",
    "file:///x/a%20b/rencounter.html#",
    "http://localhost/?fbclid=x#",
]
# What stands in quotes or brackets at the end may be of a sentence around the link.
VALUE = st.builds(
    str.__add__, st.text(st.characters(exclude_categories=["C", "Z"]), max_size=30), st.sampled_from("a9!")
)


@pytest.mark.parametrize("before", BEFORE)
@given(kind=st.sampled_from([CHECK, FLOW, EVENING, SEED]), of=VALUE, value=VALUE, rules=VALUE)
def test_what_is_written_is_read_again(before, kind, of, value, rules):
    line_read = read(before + written(kind, of, {"skill": value, "way.fight": value}, rules))
    assert (line_read.kind, line_read.id, line_read.rules) == (kind, of, [rules])
    assert {name: line_read.values[name] for name in ("skill", "way.fight")} == {"skill": value, "way.fight": value}


@pytest.mark.parametrize("before", [*BEFORE, "#", "?", ""])
@pytest.mark.parametrize("lines", [["3d6", "3d6"], ["d6!"], ["(2d6 + 1) * 2", "[1, 2]d6"], ["d6!", "d6!", "2d6 & 1"]])
def test_lines_of_dice_are_read_again_each_of_them(before, lines):
    """Of two that are alike, one was lost; so was the ! behind a die."""
    assert read(before + written(DICE, lines)).of == lines


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("file:///x/rencounter.html?check=rencounter.fire&skill=9#check=rencounter.duel&a_skill=3", {"a_skill": "3"}),
        ("http://localhost/page.ipynb?check=rencounter.fire&skill=9#top", {"skill": "9"}),
        ("?fbclid=x&check=rencounter.fire&skill=9", {"fbclid": "x", "skill": "9"}),
    ],
)
def test_what_stands_behind_the_sharp_counts_where_it_names_a_page(address, says):
    assert read(address).values == says


@pytest.mark.parametrize(
    "line", ["", "hello", "rk1:x", "http://[", "rk.check('a', *x)", "rk.dice(**5)", "x" * 30_000, "rencounter check '"]
)
def test_what_is_no_line_is_one_sentence(line):
    with pytest.raises(rk.RuleError, match=f"a line to paste must be {FORMS}; got .*; try such as rencounter dice 3d6"):
        read(line, "rencounter dice 3d6")


def test_nobody_else_quotes_an_address():
    """The server and the page of the app only pass on what they were given."""
    passes_on = {
        "workbook/mechanics/address.py",
        "fronts/cli/app_server.py",
        "fronts/cli/app/voila/templates/rencounter/index.html.j2",
        "fronts/cli/app/voila/templates/rencounter/login.html",
    }
    quoting = re.compile(r"urlencode|parse_qs|URLSearchParams|encodeURI|urllib\.parse import .*quote")
    files = [
        one for one in PACKAGE.rglob("*") if one.suffix in {".py", ".js", ".j2", ".html"} and "vendor" not in one.parts
    ]
    assert {
        one.relative_to(PACKAGE).as_posix() for one in files if quoting.search(one.read_text(encoding="utf-8"))
    } == passes_on
