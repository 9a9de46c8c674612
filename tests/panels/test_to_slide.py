"""A slide of a panel: the check as it is set, by the rules in force."""

import base64
import re

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.panels.panel import SAVE

pytestmark = pytest.mark.usefixtures("unsaved", "no_page_stays")


def made(panel, by=""):
    panel.slide.by.value = by
    panel.slide.button.click()
    panel.wait()
    return panel.slide.place.value


def page_of(html_text):
    (source,) = re.findall(r'href="data:text/html;base64,([^"]*)"', html_text)
    return base64.b64decode(source).decode()


def test_it_is_the_slide_of_what_is_set_and_goes_when_that_changes():
    panel = rk.panel("rencounter.bayonet_shot", target_armor=3)
    panel.house.value = "fire.range.short = 1"
    panel.tabs.turn_to(SAVE)
    panel.wait()
    html_text = made(panel)
    assert 'download="rencounter.bayonet_shot.slide.html"' in html_text
    assert page_of(html_text) == rk.slide("rencounter.bayonet_shot", rules=panel.rules, target_armor=3).html()
    panel["target_armor"] = 2
    panel.wait()
    assert panel.slide.place.value == "", "what was made is of an earlier situation"


def test_it_steps_through_a_parameter_around_what_is_set():
    html_text = made(rk.panel("rencounter.fire"), "skill")
    assert "Left and right step through skill." in html_text
    assert page_of(html_text).count('<section class="slide') > 5
