"""CSV that spreadsheets read as it is meant: decimals are numbers, and no text becomes a date or a formula."""

from __future__ import annotations

import csv
import io
import re
from math import isfinite

from .table import ExactTable

EXACTLY = "exactly {}"  # a fraction by itself would be a day of some month
_WHOLE = re.compile(r"[-+]?\d+", re.ASCII)
_MONTH = (
    "(jan(uary?)?|feb(ruary?)?|m[aä]r(ch|z)?|apr(il)?|ma[iy]|jun[ei]?|jul[iy]?|aug(ust)?|sept?(ember)?|o[ck]t(ober)?"
    "|nov(ember)?|de[cz](ember)?)"
)
_MISREAD = re.compile(
    r"[-=+@\t\r\n].*"  # a formula
    r"|[$€£]? ?[.,]?\d+(( *[-/.:,'] *| +)\d+)*[-.,]?( ?[%€£]| ?[ap]m|e[-+]?\d+)?"  # an amount, a date, a time
    rf"|\d+[-/. ]*{_MONTH}[-/. ]*\d*|{_MONTH}[-/. ]*\d+"  # a day of a month, as in English and German
    r"|true|false|wahr|falsch",  # what is so or not
    re.ASCII | re.DOTALL | re.IGNORECASE,
)


def separated(table: ExactTable, separator: str = ",", point: str = ".") -> str:
    """A line for each line of a table, below one of headings.

    separator : what stands between cells.
    point : what stands before the decimals. A text that a spreadsheet would take for a formula, an amount, a date, a
        time, or for true or false has an apostrophe in front.

    >>> from fractions import Fraction
    >>> print(separated(ExactTable(["who", "chance"], [["=1+1", Fraction(5, 12)]]), ";", ","), end="")
    who;chance;chance (exact)
    '=1+1;0,4166666666666667;exactly 5/12
    """
    headings, lines = table.figures(EXACTLY)
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\n")
    writer.writerow(map(guarded, headings))
    writer.writerows([_cell(value, point) for value in line] for line in lines)
    return out.getvalue()


def guarded(text: str) -> str:
    """A text as a spreadsheet keeps it.

    >>> guarded("2-1"), guarded("@SUM(A1)"), guarded("5 %"), guarded("-3"), guarded("long bow")
    ("'2-1", "'@SUM(A1)", "'5 %", '-3', 'long bow')
    """
    return f"'{text}" if _MISREAD.fullmatch(text) and not _WHOLE.fullmatch(text) else text


def _cell(value: object, point: str) -> str:
    if isinstance(value, float):
        return repr(value).replace(".", point) if isfinite(value) else ""
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).lower()
    return guarded(str(value)) if not isinstance(value, int) else str(value)
