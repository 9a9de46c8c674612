"""Colours and letters of everything that is drawn, with Matplotlib or by hand."""

from __future__ import annotations

from collections.abc import Sequence

# Okabe-Ito, safe for colour-blind eyes; the book is blue, a house rule orange, everywhere.
BOOK, HOUSE = "#0072B2", "#E69F00"
LINES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#56B4E9", "#E69F00", "#7F7F7F")
GREY, INK = "#D9D9D9", "#222222"
FONT = "DejaVu Sans, Verdana, sans-serif"  # Matplotlib's own, and one that is about as wide
# Ramps at places that are equally far apart: Brewer's blues; Matplotlib's inferno, from pale on, and cividis.
BLUES = ("#f7fbff", "#deebf7", "#c6dbef", "#9dcae1", "#6aaed6", "#4191c6", "#2070b4", "#08509b", "#08306b")
INFERNO = (
    "#fcffa4", "#f6d746", "#fca50a", "#f37819", "#dd513a", "#ba3655", "#932667", "#6a176e", "#420a68", "#160b39",
    "#000004",
)  # fmt: skip
CIVIDIS = ("#00224e", "#1a386f", "#434e6c", "#61656f", "#7d7c78", "#9b9476", "#bcae6c", "#dec958", "#fee838")


def ink_on(colour: str) -> str:
    """The colour of words on another, that they can be read.

    >>> ink_on("#0072B2"), ink_on("#E69F00")
    ('white', '#222222')
    """
    red, green, blue = _parts(colour)
    return INK if 0.3 * red + 0.6 * green + 0.1 * blue > 127.5 else "white"


def along(ramp: Sequence[str], part: float) -> str:
    """The colour so far along a ramp, from 0 to 1.

    >>> along(("#000000", "#ffffff"), 0.5), along(BLUES, 1)
    ('#808080', '#08306b')
    """
    place = part * (len(ramp) - 1)
    before = min(int(place), len(ramp) - 2)
    pairs = zip(_parts(ramp[before]), _parts(ramp[before + 1]), strict=True)
    return "#" + "".join(f"{round(one + (other - one) * (place - before)):02x}" for one, other in pairs)


def _parts(colour: str) -> tuple[int, int, int]:
    """How red, how green and how blue, of 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
