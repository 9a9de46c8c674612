"""The panel for the luck of an evening: what it shows is what ``rk.evening`` says, and what is wrong stands below the
list.
"""

import base64
import html
import re

import pytest
from hypothesis import given, strategies as st

import rencounter_kit as rk
from rencounter_kit.engine.words.wording import percent_text
from rencounter_kit.fronts import charts
from rencounter_kit.fronts.panels import page_state
from rencounter_kit.fronts.panels.evening import LINES, READY, SAVE, SCORES
from tests.pictures import within
from tests.widgets import all_widgets, plain

pytestmark = pytest.mark.usefixtures("undrawn", "patient", "no_page_stays")
THREE = "3 of 8 at 5/12\n1 of 4 at 1/6\n9 on 2d6"
HTTP = "http://localhost:8866/voila/render/your_dice.ipynb"


@pytest.fixture
def panel(monkeypatch):
    """A panel in which each move is one of its own, however quick."""
    monkeypatch.setattr(page_state, "_MOMENT", 0)
    return rk.your_evening(THREE)


def typed(panel, text):
    panel.list.value = text
    panel.wait()


def press(panel, name):
    (pressed,) = [
        one for one in all_widgets(panel) if getattr(one, "description", "") == name and hasattr(one, "click")
    ]
    pressed.click()
    panel.wait()


def opened(panel, tab):
    panel.tabs.turn_to(tab)
    panel.wait()
    behind = panel.tabs[tab]
    return getattr(behind, "children", [behind])[0].value  # a table has a button below it


def test_the_answer_stands_in_a_sentence_a_picture_and_tables(panel):
    evening = rk.evening(THREE)
    words = plain(re.sub("<[^>]*>", "", panel.words.value))
    assert words.startswith(evening.head()) and 'role="status"' in panel.words.value
    assert all(
        sentence in words for sentence in ("Luckiest: 9 on 2d6.", "Unluckiest: 3 of 8 at 5/12.", "no sign of cheating")
    )
    assert "happened +0.5, expected 0." in html.unescape(panel.view_note.value)
    assert opened(panel, LINES) == evening._repr_html_()
    scores = plain(opened(panel, SCORES))
    assert all(percent_text(one.chance) in scores for one in evening.stretches())
    assert scores.count('class="rk-now"') == sum(one.first >= evening.score for one in evening.stretches())


def test_what_is_wrong_stands_below_the_list_and_the_last_answer_stays(panel):
    before = panel.words.value, panel.view_note.value, panel.table.value
    typed(panel, "3 of 8 at 5/12\n9 on 2d6 kep 1\n\nwe won")
    message = html.unescape(panel.wrong.value)
    assert (
        ">2d6 kep 1\n    ^^^</pre>" in message and "line 2: this must be" in message and "did you mean keep?" in message
    )
    assert ">we won</pre>" in message and "line 4: what happened must be written" in message
    assert message.endswith("<p>The answer is still for the earlier list.</p>")
    assert (panel.words.value, panel.view_note.value, panel.table.value) == before
    typed(panel, "9 on 2d6")
    assert not panel.wrong.value and panel.answer.score == rk.evening("9 on 2d6").score


def test_of_many_wrong_lines_the_first_are_told(panel):
    typed(panel, "\n".join(["<b>we won</b>"] * 12))
    assert panel.wrong.value.count("rk-error") == 5 and "and 7 more lines" in panel.wrong.value
    assert "<b>" not in panel.wrong.value


@pytest.mark.parametrize("text", ["we won", "1 of 2 at 1/2\n" * 501, "5000 of 9000 at 5/12"])
def test_a_panel_that_begins_with_what_cannot_be_says_so(text):
    panel = rk.your_evening(text)
    panel.wait()
    assert panel.answer is None and "No answer yet" in panel.words.value and "rk-error" in panel.wrong.value
    assert "still" not in panel.wrong.value
    assert "to send or to keep" in opened(panel, SAVE) and "download" not in panel.links.value
    typed(panel, THREE)
    assert panel.answer is not None and not panel.wrong.value


def test_many_evenings_are_counted_and_a_number_that_is_none_is_told(panel):
    panel.series.value = "20"
    panel.wait()
    assert "At least one of 20 evenings as lucky or luckier: " in panel.words.value
    panel.series.value = "2,5"
    panel.wait()
    assert "series must be a whole number from 1 to 1,000,000; got 2,5" in panel.wrong.value
    assert panel.answer.series == 20


def test_reset_back_forward_and_ready_evenings(panel):
    typed(panel, "9 on 2d6")
    panel.ready.value = next(reversed(READY))
    panel.wait()
    assert panel.list.value == list(READY.values())[-1] and panel.ready.value in READY
    press(panel, "Back")
    panel.wait()
    assert panel.list.value == "9 on 2d6" and panel.ready.value not in READY
    press(panel, "Forward")
    assert panel.list.value == list(READY.values())[-1]
    press(panel, "Reset")
    assert panel.now == panel.start and panel.answer.score == rk.evening(THREE).score


@pytest.mark.parametrize("name", READY)
def test_every_ready_evening_can_be_read(name):
    evening = rk.evening(READY[name])
    assert 0 < evening.chance < 1 and len(evening.rows) > 1


def test_what_can_be_saved_is_the_answer_that_is_shown(panel, monkeypatch):
    monkeypatch.setenv("VOILA_REQUEST_URL", HTTP)
    panel.series.value = "3"
    typed(panel, "3 of 8 at 5/12 # shots\n\nBen's: 9 on 2d6 low")
    typed(panel, "we won")
    links = html.unescape(opened(panel, SAVE))
    link, command, python = re.findall("<pre>(.*?)</pre>", links)
    assert command == """rencounter evening '3 of 8 at 5/12' 'Ben'"'"'s: 9 on 2d6 low' --series 3"""
    assert python == 'rk.evening("3 of 8 at 5/12 # shots\\n\\nBen\'s: 9 on 2d6 low", series=3)'
    files = dict(re.findall(r'download="([^"]*)" href="data:[^;]*;base64,([^"]*)"', links))
    assert list(files) == ["evening.html", "evening.csv", "evening.png", "evening.svg"]
    page = base64.b64decode(files["evening.html"]).decode()
    assert panel.answer.head() in page and "Ben&#x27;s: 9 on 2d6 low" in page
    assert (
        base64.b64decode(files["evening.csv"])
        .decode()
        .splitlines()[1]
        .startswith("3 of 8 at 5/12,3.3333333333333335,exactly 10/3,-0.3333333333333333,exactly -1/3,")
    )
    monkeypatch.setenv("VOILA_REQUEST_URL", link)
    again = rk.your_evening()
    again.wait()
    assert again.now.evening == "3 of 8 at 5/12 # shots\n\nBen's: 9 on 2d6 low" and again.now.series == "3"
    assert again.answer.score == panel.answer.score


def test_what_is_set_is_kept(panel):
    typed(panel, "9 on 2d6")
    panel.tabs.turn_to(SCORES)
    again = rk.your_evening(THREE)
    again.settle(panel.settings)
    again.wait()
    assert again.settings == panel.settings and again.words.value == panel.words.value


@pytest.mark.parametrize("text", [None, 3, ["9 on 2d6"]])
def test_an_evening_is_a_text(text):
    with pytest.raises(rk.RuleError, match="an evening must be a text"):
        rk.your_evening(text)


PICTURES = [
    *READY.values(),
    "5 of 6 at 5/12",
    "0 of 6 at 5/12",
    "100 on d100",
    "900 of 3000 at 5/12",
    "1 of 1 at 1",
    "7 on 2d6",
]


@pytest.mark.parametrize("text", PICTURES)
def test_the_picture_shows_the_evening_among_all_that_could_have_been(text):
    evening = rk.evening(text)
    stretches, data = evening.stretches(), charts.Counts.of_evening(evening)
    assert len(stretches) <= 43 and stretches == sorted(stretches)
    unusual = [
        one.chance for one in stretches if (one.first >= evening.score if evening.lucky else one.last <= evening.score)
    ]
    assert sum(unusual) <= evening.chance < sum(unusual) + rk.luck("1/2", 11, 11).chance
    assert sum(data.chances) == pytest.approx(1, abs=0.001)
    chart = charts.TailChart()
    assert within(chart, data)
    assert data.title in chart.alt(data)


@given(st.sampled_from(["5/12", "1/6"]), st.integers(0, 9), st.integers(2, 12))
def test_stretches_hold_everything_of_a_small_evening(chance, happened, total):
    evening = rk.evening(f"{happened} of 9 at {chance}\n{total} on 2d6")
    stretches = evening.stretches()
    assert all(
        one.chance == evening.at_least(one.first) - evening.at_least(one.last + evening.step) for one in stretches
    )
    ends = [one.last if not evening.lucky else one.first for one in stretches]
    assert evening.score in ends


def test_words_lead_from_the_search_to_it_and_to_any_dice():
    page = rk.every_check()
    for word in ("luck", "unlucky", "cheating", "Lucky", "evening"):
        page.find(word)
        button = page.groups["panel"].buttons[0]
        assert button.description == "The luck of a whole evening", word
    button.click()
    (evening,) = page.place.children
    typed(evening, "9 on 2d6")
    page.find("4d6 drop lowest")
    assert page.groups["panel"].buttons[0].description == "Any dice in one line"
    page.groups["panel"].buttons[0].click()
    (dice,) = page.place.children
    assert dice.now.lines == ("4d6 drop lowest",)
    page.find("luck")
    page.groups["panel"].buttons[0].click()
    assert page.place.children == (evening,) and page.panel is None
    again = rk.every_check()
    again.settle(page.settings)
    assert again.place.children[0].list.value == "9 on 2d6"
