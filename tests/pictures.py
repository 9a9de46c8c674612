"""Is everything that a picture says on its page?"""

from xml.etree import ElementTree

from rencounter_kit.fronts.charts.base import POINT

SPARE = 2 * POINT  # dots kept free at the edge: each Matplotlib measures words a little differently


def within(chart, data):
    """A picture is an SVG, and every word of it lies on the page, clear of its edge."""
    assert ElementTree.fromstring(chart.draw(data)).tag.endswith("svg")
    chart._set_frame(data)
    chart.marks(data)
    chart.figure.draw_without_rendering()
    page = chart.figure.bbox.padded(-SPARE)
    for text in chart.figure.findobj(lambda artist: hasattr(artist, "get_text")):
        if not text.get_text() or not text.get_visible() or _not_drawn(chart.ax, text):
            continue
        box = text.get_window_extent(chart.renderer)
        assert page.x0 <= box.x0 and box.x1 <= page.x1 and page.y0 <= box.y0 and box.y1 <= page.y1, text
    return True


def _not_drawn(ax, text):
    """The label of a tick outside of the axis."""
    for axis, ends in ((ax.xaxis, ax.get_xlim()), (ax.yaxis, ax.get_ylim())):
        for tick in axis.get_major_ticks():
            if text in (tick.label1, tick.label2):
                return not min(ends) <= tick.get_loc() <= max(ends) or text is tick.label2
    return False
