"""What a picture on the page is drawn with: SVG, since letters are quickly named and slowly painted."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal
from zlib import crc32

from matplotlib.artist import Artist
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.colors import to_hex
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.textpath import text_to_path

from ...engine.formats.drawing import FONT

_SHARP = 144  # dots of an inch, where cells of a map are painted
_UNSAID = dict.fromkeys(("Creator", "Date", "Format", "Type"))
Size = tuple[float, float, float]  # how wide, how high, and how much of it lies below the line
Formula = bool | Literal["TeX"]  # what Matplotlib may take words for


class Renderer(RendererSVG):
    """Draws one picture. Words stay words, and are as wide as they were measured, whatever letters a machine has."""

    writer: Any

    def __init__(self, width: float, height: float) -> None:
        self._out = io.StringIO()
        super().__init__(width, height, self._out, image_dpi=_SHARP, metadata=_UNSAID)  # type: ignore[no-untyped-call]
        self.writer.flush()
        self._begins = self._out.tell()

    def draw(self, artists: Sequence[Artist]) -> tuple[str, str]:
        """The beginning of a picture, and these with its end."""
        for artist in artists:
            artist.draw(self)
        self.finalize()  # type: ignore[no-untyped-call]
        svg = self._out.getvalue()
        return svg[: self._begins], svg[self._begins :]

    def draw_text(
        self,
        gc: Any,
        x: float,
        y: float,
        s: str,
        prop: FontProperties,
        angle: float,
        ismath: Formula = False,
        mtext: Text | None = None,
    ) -> None:
        """A line of words."""
        position = {"x": f"{x:.2f}", "y": f"{y:.2f}", "textLength": f"{self.wide(s, prop):.2f}"}
        if angle:
            position["transform"] = f"rotate({-angle:g} {x:.2f} {y:.2f})"
        style = {"font-size": f"{prop.get_size_in_points():g}", "fill": to_hex(gc.get_rgb())}
        for name, look in (("font-style", prop.get_style()), ("font-weight", prop.get_weight())):
            if look != "normal":
                style[name] = str(look)
        as_it_is = {"font-family": FONT, "lengthAdjust": "spacingAndGlyphs", "xml:space": "preserve"}
        self.writer.element("text", s, attrib={**position, **style, **as_it_is})

    def _make_id(self, type: str, content: object) -> str:
        """The same for the same content, so that what is drawn again is known to be the same picture."""
        return f"{type}{crc32(str(content).encode()):x}"

    def get_text_width_height_descent(self, s: str, prop: FontProperties, ismath: Formula) -> Size:
        """How large a line of words is, in points; a price in dollars is no formula."""
        return _size(s, prop)

    def wide(self, words: str, font: FontProperties) -> float:
        """How wide a line of words is, in points."""
        return _size(words, font)[0]


@lru_cache(maxsize=4096)
def _size(words: str, font: FontProperties) -> Size:
    wide, high, below = text_to_path.get_text_width_height_descent(words, font, False)
    return float(wide), float(high), float(below)
