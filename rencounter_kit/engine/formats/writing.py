"""Tables and answers in each format that other programs take, and as files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from ..files.written_file import write_file
from ..words.errors import RuleError
from ..words.typed import meant
from ..words.wording import as_text, plain
from .reading import bbcode, markdown, text
from .separated import separated
from .table import ExactTable, as_table
from .workbook import xlsx


class Format(NamedTuple):
    """A way to write a table.

    write : what does it.
    ending : of such a file.
    description : what it is.
    kind : how a page calls it.
    is_text : can it be shown?
    """

    write: Callable[[ExactTable], str | bytes]
    ending: str
    description: str
    kind: str = "text/plain"
    is_text: bool = True


def _json(table: ExactTable) -> str:
    """Title, columns, a line each as an object, and notes."""
    headings, lines = table.figures("{}")
    rows = [dict(zip(headings, map(_value, line), strict=True)) for line in lines]
    document = {"title": table.title, "columns": headings, "rows": rows, "notes": list(table.notes)}
    return json.dumps(document, indent=2, ensure_ascii=False)


def _value(value: Any) -> Any:
    if isinstance(value, float) and not isfinite(value):
        return None
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


FORMATS: Mapping[str, Format] = {
    "csv": Format(separated, "csv", "CSV", "text/csv"),
    "csv-semicolon": Format(partial(separated, separator=";"), "csv", "CSV, semicolons", "text/csv"),
    "csv-decimal-comma": Format(
        partial(separated, separator=";", point=","), "csv", "CSV, semicolons and decimal commas", "text/csv"
    ),
    "json": Format(_json, "json", "JSON", "application/json"),
    "markdown": Format(markdown, "md", "Markdown"),
    "bbcode": Format(bbcode, "bbcode", "BBCode"),
    "text": Format(text, "txt", "plain text"),
    "xlsx": Format(xlsx, "xlsx", "workbook (xlsx)", "application/octet-stream", False),
}


def written(what: Any, format: str = "text") -> str:
    """A table or an answer as text in a format: one of ``FORMATS`` that is text.

    what : what the library answers, a DataFrame such as that of ``rk.sweep``, or outcomes with their figures. In CSV
        and JSON a fraction is a decimal, and beside it stands the exact one; to be read, it is a percentage. Raises
        ``RuleError`` for another format, or what is no table.

    >>> import rencounter_kit as rk
    >>> table = rk.sweep("rencounter.fire", skill=[5, 7], outcome="hits")
    >>> print(rk.written(table, "csv"))
    skill,outcome,probability,probability (exact),percent
    5,hits,0.4166666666666667,exactly 5/12,41.66666666666667
    7,hits,0.5833333333333334,exactly 7/12,58.333333333333336
    >>> print(rk.written(rk.worth("rencounter.fire", skill=5), "markdown").splitlines()[2])
    | one step more | changes it by | exactly |
    """
    name = named_format(format)
    if not FORMATS[name].is_text:
        raise RuleError(f"{name} must go into a file; got no file; try rk.write(table, 'odds.{FORMATS[name].ending}')")
    return str(FORMATS[name].write(as_table(what))).rstrip("\n")


def write(what: Any, file: str | Path, format: str = "") -> Path:
    """The same as a file, whose place is returned.

    file : its name.
    format : one of ``FORMATS``; when left out, what the end of the name says, such as ``.csv``. Raises ``RuleError``
        for an end or a format that is none of these, a file that cannot be written, or a workbook where openpyxl is not
        installed.

    >>> import rencounter_kit as rk
    >>> folder = getfixture("tmp_path")
    >>> rk.write(rk.check("rencounter.fire", skill=7), folder / "odds.md").read_text().splitlines()[-1]
    '| dead | 17.4 % | 25/144 |'
    """
    place = Path(file)
    name = named_format(format) if format else ended(place)
    content = FORMATS[name].write(as_table(what))
    return write_file(place, encoded(name, content), "the place of a table")


def encoded(name: str, content: str | bytes) -> bytes:
    """What a file holds: of CSV with letters of other languages a mark in front, by which spreadsheets know them."""
    if isinstance(content, bytes):
        return content
    marked = FORMATS[name].ending == "csv" and not content.isascii()
    ended_so = content if content.endswith("\n") else f"{content}\n"
    return ended_so.encode("utf-8-sig" if marked else "utf-8", errors="replace")


def ended(file: Path) -> str:
    """The format that the end of a name says."""
    ending = file.suffix.lower().removeprefix(".")
    for name, one in FORMATS.items():
        if one.ending == ending:
            return name
    endings = ", ".join(dict.fromkeys(f".{one.ending}" for one in FORMATS.values()))
    raise RuleError(f"a file must end in {endings}, or its format be named; got {as_text(file.name)}")


def named_format(name: str) -> str:
    """A format by its name."""
    format_name = meant(plain(name), FORMATS) if isinstance(name, str) else None
    if format_name is None:
        raise RuleError(f"a format must be one of {', '.join(FORMATS)}; got {as_text(name)}")
    return format_name
