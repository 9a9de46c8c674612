"""Whatever stands on the panel of a check is words: no name of the code, behind no tab."""

import base64
import html
import re
from xml.etree import ElementTree

import ipywidgets as w
import pytest

import rencounter_kit as rk
from tests.situations import tries
from tests.widgets import all_widgets

pytestmark = pytest.mark.usefixtures("unsaved", "patient", "no_page_stays")
ONE_OF_EACH = list({check_id.partition(".")[0]: check_id for check_id in reversed(list(rk.checks))}.values())
TYPED = re.compile(r"<(code|pre|style|script)\b.*?</\1>", re.S)  # what one types, or no one reads
IDENTIFIER = re.compile(r"(?<![\w./])[A-Za-z]+(?:_[A-Za-z0-9]+)+(?![\w./])")


def words_of(one):
    """What is read of a widget: its label, its choices, its words, and those of its pictures with their alt texts."""
    yield getattr(one, "description", "") or ""
    if isinstance(one, (w.HTML, w.Label)):
        page = TYPED.sub(" ", one.value)
        for alt, picture in re.findall(
            r'<img[^>]*? alt="([^"]*)"[^>]*? src="data:image/svg\+xml;base64,([^"]*)"', page
        ):
            yield html.unescape(alt)
            yield from ElementTree.fromstring(base64.b64decode(picture)).itertext()
        yield from (html.unescape(part) for part in re.split(r"<[^>]*>", page))
    elif isinstance(one, w.Dropdown):
        yield from (option if isinstance(option, str) else str(option[0]) for option in one.options)


@pytest.mark.parametrize("check_id", tries(ONE_OF_EACH, list(rk.checks)))
def test_no_name_of_the_code_is_read_on_a_panel(check_id):
    panel = rk.panel(check_id)
    seen, pictures = set(), 0
    for tab in panel.tabs.names:
        panel.tabs.turn_to(tab)
        panel.wait()
        for one in all_widgets(panel):
            pictures += isinstance(one, w.HTML) and "<img" in one.value
            seen.update(text.strip() for text in words_of(one))
    assert pictures and len(seen) > 50
    assert {text: names for text in seen if (names := IDENTIFIER.findall(text))} == {}
    assert "Figure" not in seen
