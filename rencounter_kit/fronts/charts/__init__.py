"""Pictures that keep up with a slider; the only place that knows Matplotlib."""

from importlib import import_module

from .own_settings import own_settings

with own_settings():
    import_module("matplotlib")

from ...engine.formats.drawing import BOOK, HOUSE, LINES
from .answer_bars import answer_bars
from .base import Chart, Series, percent, severity_colours
from .changes import Changes, changes_of
from .curves import Curves, Lines
from .distributions import MARKS, MOST_CURVES, DistributionChart, Distributions, Spread
from .guess import Guess, GuessBars
from .heat import Field, Heat
from .outcomes import Bars, NarrowBars, OutcomeBars, SmallBars
from .running_sum import Parts, RunningSum
from .slope import Pairs, Slope
from .stacked import Shares, Stack, StackedBars
from .tail import Counts, TailChart
from .tornado import Spans, TornadoChart
from .tree import TreeChart, Twig, Ways, ways
from .waterfall import Waterfall, WaterfallFigures

__all__ = [
    "BOOK",
    "HOUSE",
    "LINES",
    "MARKS",
    "MOST_CURVES",
    "Bars",
    "Changes",
    "Chart",
    "Counts",
    "Curves",
    "DistributionChart",
    "Distributions",
    "Field",
    "Guess",
    "GuessBars",
    "Heat",
    "Lines",
    "NarrowBars",
    "OutcomeBars",
    "Pairs",
    "Parts",
    "RunningSum",
    "Series",
    "Shares",
    "Slope",
    "SmallBars",
    "Spans",
    "Spread",
    "Stack",
    "StackedBars",
    "TailChart",
    "TornadoChart",
    "TreeChart",
    "Twig",
    "Waterfall",
    "WaterfallFigures",
    "Ways",
    "answer_bars",
    "changes_of",
    "percent",
    "severity_colours",
    "ways",
]
