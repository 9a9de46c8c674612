"""A playing area as a map: land, shallows, settlements, the wind and the sea."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from matplotlib.patches import Patch, Polygon
from matplotlib.transforms import Affine2D

from ...engine.dice.chances import FloatArray
from ...engine.formats.drawing import INK
from ..charts.base import Chart
from .playing_area import SPOTS, Landform, PlayingArea, ThrownSquare

SEA, SHALLOWS, SAND, ROCK = "#DCEBF7", "#9ED8D0", "#F0D58C", "#9A8C7C"
VILLAGE, TOWN = "#D55E00", "#000000"
_TURNED = {"west_east": 0, "northeast_southwest": 45, "north_south": 90, "northwest_southeast": 135}
_BLOWS = {
    "west": (1, 0),
    "northwest": (1, -1),
    "northeast": (-1, -1),
    "east": (-1, 0),
    "southeast": (-1, 1),
    "southwest": (1, 1),
}
_SHORE = ((0, 0), (0.06, 0.55), (0.2, 0.85), (0.38, 0.8), (0.55, 1), (0.75, 0.9), (0.93, 0.6), (1, 0))
_HEADLAND = ((0, 0), (0.12, 0.35), (0.3, 0.6), (0.38, 0.9), (0.52, 1), (0.68, 0.85), (0.72, 0.5), (0.9, 0.3), (1, 0))
_CORNER = ((0, 0), (0, 1), (0.3, 0.95), (0.5, 0.7), (0.75, 0.65), (0.95, 0.35), (1, 0))


class SeaMap(Chart[PlayingArea]):
    """The table from above, north at the top, with a grid of its squares in cm."""

    width, height = 720, 430

    def key(self, data: PlayingArea) -> Hashable:
        return data.title, data.columns, data.rows, data.side

    def frame(self, data: PlayingArea) -> None:
        ax, side = self.ax, data.side
        wide, high = data.columns * side, data.rows * side
        ax.set_facecolor(SEA)
        ax.spines[["top", "right"]].set_visible(True)
        ax.set(xlim=(0, wide), ylim=(0, high), aspect="equal", xlabel="cm from the western edge")
        ax.set_ylabel("cm from the southern edge")
        ax.set_xticks(range(0, wide + 1, side))
        ax.set_yticks(range(0, high + 1, side))
        ax.grid(color="white", linewidth=1.2)
        ax.set_axisbelow(True)
        self.figure.subplots_adjust(0.085, 0.115, 0.755, 0.915)
        self._explain()

    def _explain(self) -> None:
        """What the colours mean."""
        marks: list[Any] = [
            Patch(facecolor=SAND, edgecolor=INK, label="land, sandy shore"),
            Patch(facecolor=ROCK, edgecolor=INK, hatch="xxx", label="land, rocky shore"),
            Patch(facecolor=SHALLOWS, edgecolor="#3C8C82", linestyle=":", label="shallows (cm, depth)"),
            *self.ax.plot([], [], "s", color=VILLAGE, markeredgecolor="white", label="village"),
            *self.ax.plot([], [], "D", color=TOWN, markeredgecolor="white", label="town with harbour"),
        ]
        self.ax.legend(
            handles=marks, loc="lower left", bbox_to_anchor=(1.01, 0), frameon=False, fontsize=8, borderaxespad=0.2
        )

    @staticmethod
    def _origin(data: PlayingArea, square: ThrownSquare) -> tuple[int, int]:
        """The southwest corner of a square, in cm."""
        return square.column * data.side, (data.rows - 1 - square.row) * data.side

    def marks(self, data: PlayingArea) -> None:
        for square in data.squares:
            origin = self._origin(data, square)
            for form in square.land:
                self._draw(form, np.array(origin), data)
            x, y = origin[0] + 0.03 * data.side, origin[1] + 0.96 * data.side
            box = {"facecolor": "white", "edgecolor": "none", "pad": 1, "alpha": 0.55}
            self.ax.text(x, y, square.name, va="top", fontsize=8, color="#44525E", zorder=6, bbox=box)
        self._wind(data)

    def _draw(self, form: Landform, origin: FloatArray, data: PlayingArea) -> None:
        ax, sandy, room = self.ax, form.shore == "sandy", int(data.rules["terrain_size.clear"]) / 2
        outline, middles = shape_of(form, data.side, room)
        outline = outline + origin
        if sandy:
            around, _ = shape_of(form, data.side, room, form.shallows)
            on_table = np.clip(around + origin, 0, (data.columns * data.side, data.rows * data.side))
            ax.add_patch(Polygon(on_table, facecolor=SHALLOWS, edgecolor="#3C8C82", linestyle=":", zorder=2))
        look: dict[str, Any] = {"facecolor": SAND} if sandy else {"facecolor": ROCK, "hatch": "xxx"}
        ax.add_patch(Polygon(outline, edgecolor=INK, linewidth=0.9, zorder=3, **look))
        for middle, what in zip(middles + origin, form.stretches, strict=True):
            if what != "open":
                kind, colour = ("s", VILLAGE) if what == "village" else ("D", TOWN)
                ax.plot(*middle, kind, color=colour, markeredgecolor="white", markersize=7.5, zorder=4)
        if sandy:
            x, low, high = outline[:, 0].mean(), outline[:, 1].min(), outline[:, 1].max()
            y, va, dots = (low, "top", -3) if low > origin[1] + 1 else (high, "bottom", 3)
            box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8, "alpha": 0.75}
            words = f"{form.shallows} cm, {form.depth}"
            beside: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "va": va, "bbox": box}
            ax.annotate(words, (x, y), (0, dots), fontsize=7, zorder=5, **beside)

    def _wind(self, data: PlayingArea) -> None:
        """An arrow the way the wind blows, at the right; what it brings below."""
        x, y, reach = 0.88, 0.78, 34 if data.strength != "still" else 0
        dx, dy = np.array(_BLOWS[data.wind]) / np.hypot(*_BLOWS[data.wind])
        if reach:
            tip = (x + reach * dx / self.width, y + reach * dy / self.height)
            tail = (x - reach * dx / self.width, y - reach * dy / self.height)
            arrow = {"arrowstyle": "-|>,head_width=0.45,head_length=0.8", "linewidth": 3, "color": "#0072B2"}
            self.ax.annotate("", tip, tail, "figure fraction", "figure fraction", arrowprops=arrow)
        first, _, second = data.weather.partition("; ")
        lines = f"north is up\n\n\n\n\n\n{first[0].upper()}{first[1:]}\n{second}\nseed {data.seed}"
        self.ax.text(x, 0.915, lines, transform=self.figure.transFigure, ha="center", va="top", fontsize=9, color=INK)

    def alt(self, data: PlayingArea) -> str:
        land = [str(square) for square in data.squares if square.land]
        rest = len(data.squares) - len(land)
        water = [f"the other {rest} squares are open water" if rest != 1 else "the other square is open water"]
        return f"Map, {data.title}: {'; '.join([*land, *(water if rest else [])])}. Weather: {data.weather}."


def shape_of(form: Landform, side: int, room: float, out: float = 0) -> tuple[FloatArray, FloatArray]:
    """The outline of a piece of land in its square, in cm from the southwest, and the middle of each stretch.

    room : cm that an island keeps from the sides of its square.
    out : cm that the outline lies further out, as that of shallows.
    """
    if form.lies:
        return _island(form, side, room, out)
    parts = len(form.stretches)
    if form.kind == "corner_headland":
        inner = _points(_CORNER) * (form.length + out)
        along = np.linspace(0.2, 0.55, parts) if parts > 1 else np.array([0.38])
        middles = np.stack([along, along], axis=1) * form.length
        return _into_corner(inner, form.edge, side), _into_corner(middles, form.edge, side)
    begins = {"left": 0, "middle": (side - form.length) / 2, "right": side - form.length}.get(form.place, 0)
    basic = _points(_HEADLAND if form.kind == "headland_or_peninsula" else _SHORE)
    longer = np.array([form.length + 2 * out, form.width + out])
    inner = basic * longer + (begins - out, 0)
    at = begins + form.length * (np.arange(parts) + 0.5) / parts
    middles = np.stack([at, np.full(parts, 0.35 * form.width)], axis=1)
    return _onto_edge(inner, form.edge, side), _onto_edge(middles, form.edge, side)


def _points(shape: Sequence[tuple[float, float]]) -> FloatArray:
    return np.array(shape, dtype=float)


def _island(form: Landform, side: int, room: float, out: float) -> tuple[FloatArray, FloatArray]:
    """An ellipse, turned as it lies."""
    away = form.length / 2 + room
    centre = away + np.array(SPOTS[form.place]) / 2 * (side - 2 * away)
    turn = Affine2D().rotate_deg(_TURNED[form.lies]).translate(*centre)
    angles = np.linspace(0, 2 * np.pi, 49)
    radii = np.array([form.length / 2 + out, form.width / 2 + out])
    outline = turn.transform(np.stack([np.cos(angles), np.sin(angles)], axis=1) * radii)
    parts = len(form.stretches)
    at = form.length * ((np.arange(parts) + 0.5) / parts - 0.5)
    return outline, turn.transform(np.stack([at, np.zeros(parts)], axis=1))


def _onto_edge(points: FloatArray, edge: str, side: int) -> FloatArray:
    """From along and out of an edge, left to right as seen from the middle of the table, to east and north."""
    along, out = points.T
    east_north = {
        "north": (along, side - out),
        "south": (side - along, out),
        "west": (out, along),
        "east": (side - out, side - along),
    }[edge]
    return np.stack(east_north, axis=1)


def _into_corner(points: FloatArray, corner: str, side: int) -> FloatArray:
    """From out of a corner along both edges to east and north."""
    along, out = points.T
    return np.stack([side - along if "east" in corner else along, side - out if "north" in corner else out], axis=1)
