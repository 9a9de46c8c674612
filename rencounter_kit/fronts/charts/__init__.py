"""Pictures that keep up with a slider; the only place that knows Matplotlib."""

from importlib import import_module

from .own_settings import own_settings

with own_settings():
    import_module("matplotlib")

from ...engine.formats.drawing import BOOK as BOOK, HOUSE as HOUSE, LINES as LINES
from .answer_bars import answer_bars as answer_bars
from .base import Chart as Chart, Series as Series, cut as cut, percent as percent, severity_colours as severity_colours
from .changes import Changes as Changes, changes_of as changes_of
from .curves import Curves as Curves, Lines as Lines
from .distributions import (
    MARKS as MARKS,
    MOST_CURVES as MOST_CURVES,
    DistributionChart as DistributionChart,
    Distributions as Distributions,
    Spread as Spread,
)
from .guess import Guess as Guess, GuessBars as GuessBars
from .heat import Field as Field, Heat as Heat
from .outcomes import Bars as Bars, NarrowBars as NarrowBars, OutcomeBars as OutcomeBars, SmallBars as SmallBars
from .running_sum import Parts as Parts, RunningSum as RunningSum
from .slope import Pairs as Pairs, Slope as Slope
from .stacked import Shares as Shares, Stack as Stack, StackedBars as StackedBars
from .tail import Counts as Counts, TailChart as TailChart
from .tornado import Spans as Spans, TornadoChart as TornadoChart
from .tree import TreeChart as TreeChart, Twig as Twig, Ways as Ways, ways as ways
from .waterfall import Waterfall as Waterfall, WaterfallFigures as WaterfallFigures
