"""Pictures that keep up with a slider; the only place that knows Matplotlib."""

from .base import BOOK, HOUSE, LINES, Chart, Series, percent, severity_colours
from .curves import Curves, Lines
from .heat import Field, Heat
from .outcomes import Bars, OutcomeBars, SmallBars
from .running_sum import Parts, RunningSum
from .stacked import Shares, Stack, StackedBars
from .worth import Steps, Worth

__all__ = [
    "BOOK",
    "HOUSE",
    "LINES",
    "Bars",
    "Chart",
    "Curves",
    "Field",
    "Heat",
    "Lines",
    "OutcomeBars",
    "Parts",
    "RunningSum",
    "Series",
    "Shares",
    "SmallBars",
    "Stack",
    "StackedBars",
    "Steps",
    "Worth",
    "percent",
    "severity_colours",
]
