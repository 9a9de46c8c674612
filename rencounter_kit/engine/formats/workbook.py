"""A table as a workbook of a spreadsheet: numbers are numbers, and every text stays one."""

from __future__ import annotations

import io
from importlib.util import find_spec
from math import isfinite

from ..words.errors import RuleError
from ..words.wording import one_line
from .table import ExactTable

_DIGITS, _LONGEST = 15, 32_767  # of a number, and of a text, that a cell holds


def xlsx(table: ExactTable) -> bytes:
    """One sheet: headings that stay in sight, and below them the lines. ``RuleError`` without openpyxl."""
    if find_spec("openpyxl") is None:
        raise RuleError(
            "a workbook (xlsx) needs openpyxl, which is not installed; "
            'try pip install "rencounter_kit[xlsx]", or the format csv'
        )
    from openpyxl import Workbook
    from openpyxl.styles import Font

    headings, lines = table.figures("{}")
    book = Workbook()
    sheet = book.active
    for row, line in enumerate((headings, *lines), 1):
        for place, value in enumerate(line, 1):
            cell = sheet.cell(row, place)
            cell.value, is_text = _cell(value)
            if is_text:
                cell.data_type = "s"  # or one that begins like a formula would be one
                cell.number_format = "@"
            if row == 1:
                cell.font = Font(bold=True)
    sheet.freeze_panes = "A2"
    for place, column in enumerate(zip(headings, *lines, strict=True)):
        widest = max(len(str(_cell(value)[0])) for value in column[:200])
        sheet.column_dimensions[sheet.cell(1, place + 1).column_letter].width = min(40, widest + 2)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _cell(value: object) -> tuple[object, bool]:
    """What a cell holds, and whether that is a text."""
    if value is None or value == "" or isinstance(value, bool):
        return None if value in (None, "") else value, False
    if isinstance(value, float):
        return (value, False) if isfinite(value) else (None, False)
    if isinstance(value, int) and len(str(abs(value))) <= _DIGITS:
        return value, False
    return one_line(str(value), _LONGEST), True
