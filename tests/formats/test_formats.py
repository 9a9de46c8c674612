"""Tables as other programs take them: numbers are numbers, exact fractions stay exact, and no text becomes anything
else.
"""

import csv
import html
import io
import json
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from xml.etree import ElementTree

import mistune
import pandas as pd
import pytest
from openpyxl import load_workbook

import rencounter_kit as rk
from rencounter_kit.engine.dice.dist import Dist
from rencounter_kit.engine.formats.table import ExactTable, as_table
from rencounter_kit.engine.formats.writing import FORMATS, write, written
from rencounter_kit.engine.words.wording import outcome_text

MISREAD = [
    "=1+1",
    "+SUM(A1)",
    "-x",
    "@now",
    "\tx",
    "2-1",
    "7/7/6",
    "5/12",
    "12:30",
    "3.5",
    "1,5",
    ".5",
    "1 1/2",
    "12-",
    "5 %",
    "€5",
    "3e5",
    "1 000",
    "3 pm",
    "2024-01-31",
    "1.2.",
    "5 Mai",
    "May 5",
    "1-Jan",
    "12. März 2024",
    "TRUE",
    "false",
    "Wahr",
    "FALSCH",
]
HOSTILE = [*MISREAD, "a\nb", '"', "|", "[b]", "", "falsehood", "ü"]
NUMBERS = [Fraction(5, 12), 0, 1, Fraction(-7, 2), None, 2.5, True, 10**40]


def test_a_csv_read_by_pandas_has_numbers():
    table = rk.sweep("rencounter.fire", skill=range(1, 13), range_band=["short", "long"])
    for name, separator, point in (("csv", ",", "."), ("csv-semicolon", ";", "."), ("csv-decimal-comma", ";", ",")):
        read = pd.read_csv(io.StringIO(written(table, name)), sep=separator, decimal=point)
        assert read["probability"].dtype == read["percent"].dtype == float and read["skill"].dtype == int
        exact = read["probability (exact)"].str.removeprefix("exactly ").map(Fraction)
        assert list(exact) == list(table["probability"])
        assert list(read["probability"]) == [float(p) for p in exact]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_a_csv_is_a_formula_or_a_date(text):
    _, (cell, _) = csv.reader(io.StringIO(written(ExactTable(["a", "b"], [[text, 1]]), "csv")))
    assert cell == (f"'{text}" if text in MISREAD else text)


@pytest.mark.skipif(not shutil.which("soffice"), reason="no LibreOffice on this machine")
@pytest.mark.parametrize(
    ("name", "separator", "language"), [("csv", ",", 1033), ("csv-decimal-comma", ";", 1031), ("xlsx", "", 0)]
)
def test_libreoffice_reads_numbers_as_numbers_and_texts_as_texts(tmp_path, name, separator, language):
    """With all that it may recognise (dates, percentages, fractions) switched on, in English and in German."""
    figures = [Fraction(5, 12), Fraction(1, 10**9), Fraction(25, 2), 3, Fraction(0)]
    table = ExactTable(["text", "figure"], [[text, one] for text in HOSTILE if text for one in figures])
    place = write(table, tmp_path / f"odds.{FORMATS[name].ending}", name)
    read = [f"--infilter=CSV:{ord(separator)},34,76,1,,{language},false,true"] if separator else []
    home = f"-env:UserInstallation={(tmp_path / 'home').as_uri()}"
    words = ("soffice", "--headless", home, *read, "--convert-to", "fods", "--outdir", tmp_path, place)
    subprocess.run(words, check=True, capture_output=True, timeout=300)
    kind = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}value-type"
    values = [one.get(kind) for one in ElementTree.parse(tmp_path / "odds.fods").iter() if kind in one.attrib]
    assert values == ["string"] * 3 + ["string", "float", "string"] * len(table.lines)


@pytest.mark.parametrize(
    "text",
    [
        "-3",
        "+2",
        "7",
        "long bow",
        "exactly 5/12",
        "a = b",
        "20..60",
        "3 men",
        "1 in 2",
        "4 marines",
        "march",
        "1  " * 60 + "x",
    ],
    ids=lambda text: text[:20],
)
def test_other_texts_of_a_csv_are_as_they_are(text):
    assert written(ExactTable(["a"], [[text]]), "csv") == f"a\n{text}"


def test_a_column_of_fractions_has_its_decimals_beside_them():
    headings, *rows = csv.reader(io.StringIO(written(ExactTable(["x"], [[one] for one in NUMBERS]), "csv")))
    assert headings == ["x", "x (exact)"]
    assert rows[:5] == [
        ["0.4166666666666667", "exactly 5/12"],
        ["0.0", "exactly 0"],
        ["1.0", "exactly 1"],
        ["-3.5", "exactly -7/2"],
        ["", ""],
    ]
    long = Fraction(10**400 + 1, 3)
    assert ExactTable(["x"], [[long]]).figures("{}")[1][0] == [None, str(long)]


def test_json_is_read_back_whole():
    answer = rk.check("rencounter.fire", skill=5)
    data = json.loads(written(answer, "json"))
    assert data["columns"] == ["outcome", "chance", "chance (exact)"] and "hits" in data["title"]
    assert {row["outcome"]: Fraction(row["chance (exact)"]) for row in data["rows"]} == dict(answer)
    odd = json.loads(written(ExactTable(["x"], [[one] for one in (*NUMBERS, *HOSTILE, float("nan"))]), "json"))
    assert [row["x"] for row in odd["rows"]][-2:] == ["ü", None]


def test_a_workbook_has_numbers_and_texts(tmp_path):
    lines = [[text, one] for text, one in zip(HOSTILE, [*NUMBERS] * 4, strict=False)]
    place = write(ExactTable(["text", "=figure"], lines), tmp_path / "odds.xlsx")
    head, *rows = load_workbook(place).active.iter_rows()
    assert [cell.value for cell in head] == ["text", "=figure", "=figure (exact)"] and head[1].data_type == "s"
    for (text, number, exact), (words, one) in zip(rows, lines, strict=True):
        assert text.data_type == ("s" if words else "n")
        if isinstance(one, Fraction):
            assert (number.data_type, number.value, exact.value) == ("n", float(one), str(one))
    assert load_workbook(place).active.freeze_panes == "A2"


def test_a_workbook_without_openpyxl_is_refused(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    monkeypatch.setattr("rencounter_kit.engine.formats.workbook.find_spec", lambda name: None)
    with pytest.raises(rk.RuleError, match=r'pip install "rencounter_kit\[xlsx\]"'):
        write(rk.check("rencounter.fire"), tmp_path / "odds.xlsx")
    assert not (tmp_path / "odds.xlsx").exists()


@pytest.mark.parametrize("name", ["markdown", "bbcode", "text"])
def test_what_is_read_keeps_a_line_for_each_line(name):
    table = ExactTable(["who", "chance"], [[text, Fraction(1, 3)] for text in HOSTILE], "Odds", ["A note."])
    lines = written(table, name).splitlines()
    assert sum("33.3 %" in line for line in lines) == len(HOSTILE) and lines[-1] == "A note."
    if name == "markdown":
        assert r"| \| | 33.3 % |" in lines and r"| \[b\] | 33.3 % |" in lines
    if name == "bbcode":
        assert "[td](b)[/td]" in "".join(lines)


def answers():
    """What the library answers, of each kind."""
    book = rk.rules("rencounter")
    ours = book.with_house_rules("fire.range.long = -3", name="=ours|*b*<i>")
    return [
        rk.check("rencounter.fire", skill=5),
        rk.check("rencounter.melee"),
        rk.check("rencounter.fire").dist,
        rk.check("rencounter.fire", range_band="long", rules=ours).explain(),
        rk.check("rencounter.duel").by_turn(),
        rk.sweep("rencounter.fire", skill=[5, 6]),
        rk.worth("rencounter.fire", skill=5),
        rk.tornado("rencounter.fire", skill=5),
        rk.shapley("rencounter.fire", range_band="long"),
        rk.interaction("rencounter.fire", "skill", "range_band", skill=5),
        rk.formula("rencounter.fire", "skill", "range_band"),
        rk.check("rencounter.melee").branches(),
        rk.solve_for("rencounter.fire", "skill", "1/2"),
        rk.luck("5/12", 3, 8),
        rk.evening("[b] |x| *k*: 3 of 8 at 5/12"),
        rk.simulate("rencounter.fire", 100, seed=1),
        rk.dice("3d6"),
        rk.dice("{n}d6", n=[1, 2]),
        rk.compare(book, ours, "rencounter.fire", range_band="long").changed("hits"),
        rk.table("What it does", {"long_bow": Fraction(5, 12)}, "weapon", "hits"),
    ]


@pytest.mark.parametrize("name", FORMATS)
def test_every_answer_is_written_in_every_format(name, tmp_path):
    for number, answer in enumerate(answers()):
        assert write(answer, tmp_path / f"odds{number}", name).stat().st_size > 20


MARKED = [
    "~~x~~",
    "&lt;b&gt;",
    "$x$ and $y$",
    "<script>alert(1)</script>",
    "[a](b.html)",
    "![x](y)",
    "a\\|b",
    "\\",
    "# a",
    "1. x",
    "- a",
    "+ b",
    "12) c",
    "> q",
    "---",
    "===",
    "| --- |",
    "__b__",
    "`a`",
]


def texts_of(tag, page):
    """What stands in each such element of a page."""
    inside = re.findall(f"<{tag}(?: [^>]*)?>(.*?)</{tag}>", page, re.DOTALL)
    return [html.unescape(re.sub("<[^>]*>", "", one)) if tag != "tr" else one for one in inside]


def test_markdown_on_a_page_is_the_table_with_every_sign_as_it_is():
    tables = [as_table(answer) for answer in answers()]
    tables.append(ExactTable(MARKED, [MARKED], "\n".join(MARKED), MARKED))
    tables += [ExactTable(["a"], [[text]]) for text in HOSTILE]
    for table in tables:
        page = mistune.create_markdown(plugins=["table", "strikethrough", "math", "url"])(written(table, "markdown"))
        head, *rows = texts_of("tr", page)
        cells = [texts_of("th", head), *(texts_of("td", row) for row in rows)]
        assert cells == [[" ".join(cell.split()) for cell in line] for line in table.cells()]
        lines = [" ".join(line.split()) for line in (*table.title.splitlines(), *table.notes)]
        assert texts_of("p", page) == lines and "<script" not in page


def test_markdown_of_a_distribution_shows_every_sign_as_it_is():
    page = mistune.create_markdown(plugins=["table"])(Dist(MARKED)._repr_markdown_())
    assert texts_of("td", page)[::2] == [" ".join(outcome_text(one).split()) for one in Dist(MARKED)]


def test_letters_of_other_languages_are_known_to_spreadsheets(tmp_path):
    assert write(ExactTable(["ü"], [[1]]), tmp_path / "odds.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    assert write(ExactTable(["u"], [[1]]), tmp_path / "odds.csv").read_bytes() == b"u\n1\n"


def test_what_cannot_be_written_is_refused(tmp_path):
    table = ExactTable(["a"], [[1]])
    for call, message in (
        (lambda: write(table, tmp_path / "odds.doc"), "a file must end in .csv, .json, .md"),
        (lambda: write(table, tmp_path / "none" / "odds.csv"), "No such file"),
        (lambda: write(table, "\0.csv"), "no such name"),
        (lambda: write(table, tmp_path / "odds", "word"), "a format must be one of csv,"),
        (lambda: written(table, "xlsx"), "xlsx must go into a file"),
        (lambda: written(5, "csv"), "must be a table or an answer; got 5"),
    ):
        with pytest.raises(rk.RuleError, match=message):
            call()


# The command line -----------------------------------------------------------------------------------------------------

COMMANDS = [
    ("check", "rencounter.fire", "skill=5"),
    ("sweep", "rencounter.fire", "skill=5,6", "--outcome", "hits"),
    ("simulate", "rencounter.fire", "--fights", "50"),
    ("dice", "3d6", "2d6"),
    ("worth", "rencounter.fire", "--outcome", "hits", "--outcome", "dead"),
    ("shapley", "rencounter.fire", "range_band=long"),
    ("luck", "5/12", "3", "8"),
    ("evening", "3 of 8 at 5/12"),
    ("compare", "rencounter.fire", "range_band=long", "--rules", "fire.range.long = -3"),
    ("solve", "rencounter.fire", "skill", "--to", "1/2"),
    ("formula", "rencounter.fire", "skill,range_band", "--outcome", "hits", "--outcome", "dead"),
    ("explain", "rencounter.fire", "--tree"),
    ("list",),
    ("list", "rencounter.fire"),
    ("list", "large shield"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_commands_write_their_tables(run, tmp_path, words):
    status, out, _ = run(*words, "--format", "csv")
    rows = list(csv.reader(io.StringIO(out)))
    assert status == 0 and len(rows) > 1 and len({len(row) for row in rows}) == 1
    for name in ("odds.csv", "odds.xlsx"):
        assert run(*words, "-o", tmp_path / name)[:2] == (0, "")
    assert (tmp_path / "odds.csv").read_text(encoding="utf-8-sig") == out
    assert json.loads(run(*words, "--format", "json")[1])
    assert run(*words, "--format", "Markdown")[1].count("|") > 5


def test_several_outcomes_are_one_table(run):
    out = run("worth", "rencounter.fire", "--outcome", "hits", "--outcome", "dead", "--format", "csv")[1]
    assert {row["of"] for row in csv.DictReader(io.StringIO(out))} == {"hits", "dead"}


def test_a_sweep_as_a_grid(run):
    words = ("sweep", "rencounter.fire", "skill=5..7", "range_band=short,long", "--by", "skill,range_band")
    assert run(*words, "--outcome", "hits")[1].splitlines() == [
        "What does one shot do: hits",
        "skill   short    long",
        "    5  41.7 %  8.33 %",
        "    6    50 %  16.7 %",
        "    7  58.3 %    25 %",
    ]
    head, first, *_ = csv.reader(io.StringIO(run(*words, "--outcome", "hits", "--csv")[1]))
    assert head == ["skill", "short", "short (exact)", "long", "long (exact)"] and first[2::2] == [
        "exactly 5/12",
        "exactly 1/12",
    ]
    several = list(csv.reader(io.StringIO(run(*words, "--csv")[1])))
    assert several[0][:2] == ["outcome", "skill"] and len(several) == 1 + 3 * 5
    for by, text in (
        ("skill", "--by must name"),
        ("skill,cover", "got cover; it has"),
        ("skill,skill", "two different"),
    ):
        assert text in run(*words[:-1], by)[2]


def test_what_a_command_cannot_write_is_refused(run, tmp_path):
    for words, message in (
        (("--format", "word"), "a format must be one of csv"),
        (("--format", "xlsx"), "try -o odds.xlsx"),
        (("-o", "odds.doc"), "must end in"),
        (("-o", tmp_path / "no" / "odds.csv"), "-o must be a file that can be written"),
        (("--format", "csv", "--json"), "not allowed with"),
    ):
        status, out, err = run("check", "rencounter.fire", *words)
        assert (status, out) == (2, "") and message in err
