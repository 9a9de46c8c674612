"""Pictures that keep up with a slider: the frame of a chart is drawn once, only what changes is drawn again.

Each chart is one Matplotlib figure of its own, without pyplot. ``draw`` gives an SVG for the screen, ``save`` a file.
"""

from __future__ import annotations

import io
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Bbox
from numpy.typing import ArrayLike

from ...engine.dice.chances import FloatArray
from ...engine.formats.drawing import BOOK, INK
from ...engine.words.wording import number_text, percent_text
from .svg_text import Renderer

WORSE = mpl.colormaps["YlOrRd"]  # from pale to dark red: also in order without colours
SHARE = mpl.colormaps["Blues"]
_KEPT = 12  # frames remembered for each chart
POINT = 72 / 96  # points, in which a figure is measured, for each dot of the page
BESIDE = 70  # dots of the page for "100 %" and a label beside it, with some to spare: Matplotlibs measure differently


class ChartFigures(Protocol):
    """Figures for a chart, whichever: they have a title."""

    @property
    def title(self) -> str: ...


D = TypeVar("D", bound=ChartFigures)
Look = dict[str, Any]  # how something is drawn, as Matplotlib names it


class Frame(NamedTuple):
    """The frame of a chart, and where in it the rest is drawn."""

    svg: str
    xlim: tuple[float, float]
    ylim: tuple[float, float]
    place: Bbox


class Chart(Generic[D]):
    """What all charts share: the figure, its remembered frames, the picture.

    A chart says what its frame depends on (``key``), draws the frame (``frame``) and what changes (``marks``), and
    tells in words what it shows (``alt``).
    """

    width, height = 470, 290

    def __init__(self) -> None:
        self._frames: dict[Hashable, Frame] = {}

    # A panel has charts that nobody opens: what they are drawn on is made when they are drawn.

    @cached_property
    def figure(self) -> Figure:
        """The whole picture."""
        return Figure(figsize=(self.width / 96, self.height / 96), dpi=72, facecolor="white")

    @cached_property
    def renderer(self) -> Renderer:
        """What measures words."""
        return self._new_renderer()

    def _new_renderer(self) -> Renderer:
        return Renderer(self.figure.bbox.width, self.figure.bbox.height)

    @cached_property
    def ax(self) -> Axes:
        """The axes."""
        return self.figure.add_subplot()

    @cached_property
    def _head(self) -> Text:
        return self.figure.text(0.015, 0.98, "", va="top", fontsize=10, color=INK)

    def key(self, data: D) -> Hashable:
        """What the frame depends on."""
        return ()

    def frame(self, data: D) -> None:
        """Axes, ticks and labels."""
        raise TypeError(f"{type(self).__name__} must say how its frame is drawn")

    def marks(self, data: D) -> None:
        """What changes from one picture to the next."""

    def alt(self, data: D) -> str:
        """The picture in words."""
        return ""

    def _set_frame(self, data: D) -> None:
        self.ax.clear()
        self.ax.spines[["top", "right"]].set_visible(False)
        self.ax.tick_params(colors=INK, labelsize=8.5, length=3)
        self._set_head(data.title)
        self.frame(data)

    def _set_head(self, title: str) -> None:
        """The title, smaller or cut short where it would run out of the picture."""
        for size, text in (
            (10, title),
            (8.5, title),
            *((8.5, title[:end] + "…") for end in range(len(title) - 1, 0, -1)),
        ):
            self._head.set(text=text, fontsize=size)
            if self.dots_of(self._head) <= 0.97 * self.width:
                return

    def write(self, x: float, y: float, text: str, size: float = 8.5, **look: Any) -> Text:
        """Words to the right of a point, in the middle of their height, where ``look`` says nothing else."""
        return self.ax.text(x, y, text, **{"va": "center", "color": INK, "fontsize": size, "parse_math": False, **look})

    def rows(self, names: Sequence[str], size: float = 9, many: int = 0) -> None:
        """Names of bars that lie below each other; room for so many, if these are fewer."""
        self.ax.set_yticks(np.arange(len(names)), names, fontsize=size)
        self.ax.set_ylim(max(many, len(names)) - 0.4, -0.6)
        self.ax.grid(axis="x", color="#EEEEEE")
        self.ax.set_axisbelow(True)

    def percents(self, top: float, parts: int) -> None:
        """Chances along x, up to the highest."""
        ticks = np.linspace(0, top, parts + 1)
        self.ax.set_xticks(ticks, list(map(percent_tick, ticks)))

    def dots_of(self, text: Text) -> float:
        """How many dots of the page a text is wide."""
        return float(text.get_window_extent(self.renderer).width) / POINT

    def draw(self, data: D) -> bytes:
        """The picture as an SVG."""
        key, ax = self.key(data), self.ax
        if key not in self._frames:
            self._set_frame(data)
            empty, drawn = self._new_renderer().draw([self.figure])
            while len(self._frames) >= _KEPT:
                self._frames.pop(next(iter(self._frames)))
            start = empty + drawn[: drawn.rindex("</svg>")]
            self._frames[key] = Frame(start, ax.get_xlim(), ax.get_ylim(), ax.get_position(True))
        frame = self._frames[key]
        ax.set(xlim=frame.xlim, ylim=frame.ylim, position=frame.place)
        ax.apply_aspect()
        with self._new_artists(data) as new:
            _, marks = self._new_renderer().draw(sorted(new, key=lambda a: a.get_zorder()))
        return (frame.svg + marks).encode()

    @contextmanager
    def _new_artists(self, data: D) -> Iterator[list[Artist]]:
        """The marks for as long as they are wanted; then the axes are as before."""
        before = set(self.ax.get_children())
        self.marks(data)
        new = [a for a in self.ax.get_children() if a not in before]
        try:
            yield new
        finally:
            for artist in new:
                artist.remove()

    def save(self, data: D, format: str) -> bytes:
        """The picture as a file: "png" or "svg"."""
        self._set_frame(data)
        self._frames.clear()
        out = io.BytesIO()
        for_svg = mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "rencounter"})  # of all Matplotlib meanwhile
        with self._new_artists(data), for_svg if format == "svg" else nullcontext():
            for text in self.figure.findobj(Text):
                text.set_parse_math(False)  # words with dollars are no formula
            self.figure.savefig(out, format=format, dpi=192, metadata={"Date": None} if format == "svg" else None)
        return out.getvalue()


def boxes(
    ax: Axes, left: ArrayLike, bottom: ArrayLike, width: ArrayLike, height: ArrayLike, colour: str, alpha: float = 1.0
) -> None:
    """Bars as one artist: many times faster than ``ax.bar``, which makes one for each bar."""
    x0, y0, dx, dy = np.broadcast_arrays(np.atleast_1d(left), bottom, width, height)
    corners = np.stack([[x0, x0, x0 + dx, x0 + dx], [y0, y0 + dy, y0 + dy, y0]], axis=-1).astype(float)
    ax.add_collection(
        PolyCollection(list(corners.transpose(1, 0, 2)), facecolors=colour, alpha=alpha, linewidths=0), autolim=False
    )


def percent_axis(ax: Axes, chances: bool) -> None:
    """Few ticks along x; of chances in percent, and none beyond 0 and 100, where the axis ends too."""
    ends = ax.get_xlim()
    ax.xaxis.set_major_locator(MaxNLocator(7))
    if chances:
        ax.set_xticks([tick for tick in ax.get_xticks() if -1e-9 <= tick <= 1 + 1e-9])
        ax.xaxis.set_major_formatter(percent_tick)
        ax.set_xlim(ends)
    low, high = (0.0, 1.0) if chances else ends
    ax.spines["bottom"].set_bounds(max(low, ends[0]), min(high, ends[1]))
    ax.set_xlabel("chance" if chances else "on average", fontsize=9)


def percent_tick(tick: float, _: object = None) -> str:
    """A chance beside an axis.

    >>> percent_tick(0.25), percent_tick(0.025)
    ('25 %', '2.5 %')
    """
    return f"{number_text(100 * tick, 3)} %"


def percent(x: float) -> str:
    """A chance at the head of a bar, rounded as in tables: never 0 for what can happen."""
    if x != x:
        return "no figure"
    if x <= 0:
        return "0"
    if x < 0.0001:
        return "<0.01 %"
    if 0.9999 < x < 1:
        return ">99.99 %"
    return percent_text(x) if x < 1 else "100 %"


def highest_of(values: ArrayLike) -> float:
    """The highest figure, 0 where there is none."""
    return float(np.nan_to_num(np.asarray(values, dtype=float)).max(initial=0))


def framed(colour: str = "white", pad: float = 2) -> Look:
    """A box without a line around words, which keeps them clear of what lies behind."""
    return {"bbox": {"facecolor": colour, "edgecolor": "none", "pad": pad}}


def cut(name: str, longest: int) -> str:
    """A name, cut where it is long."""
    return name if len(name) <= longest else name[: longest - 1] + "…"


def top_of(highest: float, chances: bool = True) -> float:
    """One of a few heights of the axis, so that pictures stay comparable; of means the highest."""
    if not chances:
        return highest or 1.0
    return next(t for t in (0.1, 0.25, 0.5, 1.0) if highest * 1.02 <= t or t == 1.0)


def room_for(texts: Sequence[str], dots: float) -> float:
    """The share of an axis so many dots long that the longest of some labels takes."""
    return min(0.5, (8 + 5.7 * max(map(len, texts), default=0)) / dots)


@dataclass(frozen=True)
class Series:
    """One set of figures: what it is called, a value for each place, its colour."""

    name: str
    values: Sequence[float] | FloatArray
    colour: str = BOOK


def severity_colours(count: int) -> list[str]:
    """Colours for ``count`` outcomes from harmless to worst."""
    return [mpl.colors.to_hex(WORSE(0.12 + 0.85 * i / max(1, count - 1))) for i in range(count)]
