"""What one does with a situation: compare, ask what it takes, see what matters, every way, the formula, luck."""

from __future__ import annotations

from collections.abc import Callable

from ....workbook.analysis.subject import Subject
from .ask_backwards import AskBackwards
from .compare import Compare
from .every_way import EveryWay
from .formula import FormulaFinder
from .luck import LuckMeter
from .tool import Tool
from .what_matters import WhatMatters

MATTERS, COMPARE, EVERY_WAY, FORMULA = "What matters", "Compare", "All outcomes", "Formula"
Make = Callable[[Subject, Callable[[], None], Callable[[str, str], bool]], Tool]
# Each by the name of its tab: made of what it asks about, what works it out, and what writes a line into the rules.
TOOLS: dict[str, Make] = {
    MATTERS: lambda subject, ask, write: WhatMatters(subject),
    "Ask backwards": AskBackwards,
    COMPARE: lambda subject, ask, write: Compare(subject, ask),
    EVERY_WAY: lambda subject, ask, write: EveryWay(subject),
    "Luck": lambda subject, ask, write: LuckMeter(subject, ask),
    FORMULA: lambda subject, ask, write: FormulaFinder(subject, ask),
}
