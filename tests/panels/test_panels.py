"""Panels in plain Python: what they show is what ``rk.check`` says, whatever is moved, pressed or typed."""

import base64
import csv
import html
import io
import random
import re
import subprocess
import sys
import threading
import time
import tomllib
from fractions import Fraction
from html.parser import HTMLParser
from xml.etree import ElementTree

import ipywidgets as w
import numpy as np
import pytest
from PIL import Image

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.engine.words.wording import fraction_text, percent_text, points_figure
from rencounter_kit.engine.work.progress import tell
from rencounter_kit.fronts import charts
from rencounter_kit.fronts.panels import also, by_turn, curves, heat, job, shares, stack, starts
from rencounter_kit.fronts.panels.page import TURN
from rencounter_kit.workbook.mechanics.parameter import Rows, SeveralChoices
from rencounter_kit.workbook.mechanics.processes.process import Process
from tests.situations import KINDS, every_nth, few, tries
from tests.widgets import ENOUGH, all_widgets, do_meanwhile, plain

pytestmark = pytest.mark.usefixtures("undrawn", "patient", "no_page_stays")
PRESETS = {
    check_id: situations
    for file in sorted((project_folder("data") / "presets").glob("*.toml"))
    for check_id, situations in tomllib.loads(file.read_text(encoding="utf-8")).items()
}
PNG = b"\x89PNG\r\n\x1a\n"


# Reading what is shown ------------------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Tags with their attributes, and the words of each row of a table."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.rows, self.links, self._inside = [], [], [], False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self._inside = True

    def handle_endtag(self, tag):
        self._inside = self._inside and tag not in ("td", "th")

    def handle_data(self, data):
        if self._inside:
            self.rows[-1][-1] += data


def pictures(page):
    """The pictures of a page: words and content."""
    pictures_there = []
    for tag, attrs in Reader(page).tags:
        if tag == "img":
            kind, _, content = attrs["src"].partition(";base64,")
            assert kind == "data:image/svg+xml"
            pictures_there.append((attrs["alt"], base64.b64decode(content)))
    return pictures_there


def alt_of(page):
    """The words of the only picture of a page."""
    ((alt, _),) = pictures(page)
    return alt


def alert_of(page):
    """The sentence of an alert, ``None`` when there is none."""
    match = re.search(r'role="alert"[^>]*>(.*?)<', page, re.S)
    return html.unescape(match[1]) if match else None


def button(panel, name):
    """The button that says ``name``."""
    (pressed,) = [one for one in all_widgets(panel) if isinstance(one, w.Button) and one.description == name]
    return pressed


def rows_of(result):
    """Names and chances of a table: exact where all can be read; what hardly ever happens in one row."""
    rows = [(result.check.words(o), p) for o, p in result.items()]
    seldom = [p for _, p in rows if p < Fraction(1, 10_000)]
    if len(seldom) > 1:
        rows = [(name, p) for name, p in rows if p >= Fraction(1, 10_000)]
        rows.append((f"{len(seldom)} others together", sum(seldom)))
    readable = all(p.denominator < 10**12 for _, p in rows)
    return [(name, str(p) if readable else percent_text(p)) for name, p in rows]


def assert_shows(panel, result):
    """Words, picture, table and reasons are those of an answer."""
    assert panel.result is not None, panel.words.value
    assert dict(panel.result.items()) == dict(result.items())
    assert panel.result.params == result.params
    assert alert_of(panel.words.value) is None and 'role="status"' in panel.words.value
    assert result.headline in plain(panel.words.value)
    ((alt, content),) = pictures(panel.view.value)
    assert panel.check.title in alt and content
    head, *rows = Reader(panel.why.table.value).rows
    assert head[0] == "outcome" and len(head) == len(rows[0])
    assert [(name, chance) for name, chance, *_ in rows] == rows_of(result)
    reasons = Reader(panel.why.rows.value).rows
    for entry in result.modifiers:
        assert any(row[:2] == [entry.number, entry.label] and entry.citation in row[-1] for row in reasons), entry
    assert not any("rk-stale" in one._dom_classes for one in all_widgets(panel))


def assert_answers(panel, **params):
    """The panel shows the answer for these parameters, or in one sentence why there is none."""
    try:
        result, refusal = rk.check(panel.check.id, **params), ""
    except rk.RuleError as error:
        result, refusal = None, str(error)
    panel.wait()
    if result is not None:
        assert_shows(panel, result)
    else:
        assert panel.result is None
        assert alert_of(panel.words.value) == panel.spelling.in_sentence(refusal)
        assert any("rk-stale" in one._dom_classes for one in all_widgets(panel))


def charted(check_id, *studies, **start):
    """A panel whose tab of charts is open."""
    panel = rk.panel(check_id, *studies, **start)
    panel.tabs.turn_to("Charts")
    panel.wait()
    return panel


# Checks that one throw settles, and of the processes a quick one of each kind.
QUICK = [
    check_id
    for check_id, check in rk.checks.items()
    if not isinstance(check, Process)
    or check_id in ("rencounter.duel", "odd_encounters.duel", "traveller.morale_break")
]


def house_line(check):
    """A line that changes a figure of the game: one that counts here, where there is one."""
    figures = [
        e.rule.path for e in check().modifiers if e.rule and not e.rule.choices and type(check.book[e.rule.path]) is int
    ]
    figures += [path for path, value in check.book.items() if type(value) is int and not check.book.rule(path).choices]
    return f"{figures[0]} = {check.book[figures[0]] + 1}"


@pytest.fixture(scope="module", params=KINDS)
def built(request):
    """The panel of one check after the other, for all tests that want it; what is in the others,
    test_shelf.py tries.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(job, "PATIENCE", 120)
        panel = rk.panel(request.param)
    yield panel
    for one in all_widgets(panel):
        one.close()


@pytest.fixture
def panel(built):
    """The panel of each check, as at its start."""
    yield built
    built.reset()


@pytest.fixture
def drawn(monkeypatch):
    """Pictures are not really drawn; the titles of those that would have been."""
    titles = []

    def draw(self, data):
        titles.append(data.title)
        return b"<svg/>"

    monkeypatch.setattr(charts.Chart, "draw", draw)
    return titles


# The answer -----------------------------------------------------------------------------------------------------------


def test_what_one_looks_at_comes_first():
    panel, came = rk.panel("rencounter.fire"), []
    parts = {"words": panel.words, "view": panel.view, "reasons": panel.why.rows, "table": panel.why.table}
    for name, part in parts.items():
        part.observe(lambda _, name=name: came.append(name), "value")
    panel["skill"] = panel["skill"] + 1
    assert came == [*parts]


def test_a_panel_shows_the_answer(panel):
    assert_shows(panel, rk.check(panel.check.id))
    assert set(panel.controls) == set(panel.check.parameters)
    ((_, content),) = pictures(panel.view.value)
    picture = ElementTree.fromstring(content)
    assert float(picture.get("width").removesuffix("pt")) >= 300 and len(picture.findall(".//{*}text")) > 5
    for outcome, p in rk.check(panel.check.id).items():
        if 1 < len(rk.check(panel.check.id)) <= 12:  # what is certain may show its sum
            assert charts.percent(float(p)) in alt_of(panel.view.value)
            assert panel.check.words(outcome) in alt_of(panel.view.value)
    everything = "".join(one.value for one in all_widgets(panel) if isinstance(one, w.HTML))
    assert "<svg" not in everything and "http" not in everything


def test_a_panel_is_made_of_plain_widgets(panel):
    """Only those of ipywidgets itself, so that it works wherever pages are shown; no output area, no picture without
    words.
    """
    for one in all_widgets(panel):
        assert type(one).__module__.startswith(("ipywidgets.", "rencounter_kit.fronts.panels."))
        assert not isinstance(one, (w.Output, w.Image))


def test_a_panel_starts_where_it_is_told():
    panel = rk.panel("rencounter.fire", skill=9, weapon="long_bow", aim_turns=1, skill_roll="less_than")
    params = {"skill": 9, "weapon": "long_bow", "aim_turns": 1, "skill_roll": "less_than"}
    assert_shows(panel, rk.check("rencounter.fire", **params))
    panel["skill"] = 4
    panel.reset()
    assert_shows(panel, rk.check("rencounter.fire", **params))


WRONG_STARTS = [
    ("rencounter.fir", {}, "did you mean rencounter.fire?"),
    ("rencounter.fire", {"skil": 5}, "did you mean skill?"),
    ("rencounter.fire", {"skill": 13}, "got 13"),
    ("rencounter.fire", {"skill": True}, "got True"),
    ("rencounter.fire", {"snap": "walking", "aim_turns": 1}, "snap must be none with"),
    ("rencounter.fire", {"show": ["skil"]}, "skil"),
]


@pytest.mark.parametrize(("check_id", "start", "message"), WRONG_STARTS)
def test_a_wrong_start_is_refused(check_id, start, message):
    with pytest.raises(rk.RuleError, match=re.escape(message)):
        rk.panel(check_id, **start)


def test_only_the_controls_that_are_wanted_are_on_the_page():
    panel = rk.panel("rencounter.fire", show=["skill", "range_band"])
    on_page = set(all_widgets(panel))
    assert {name for name, control in panel.controls.items() if control.widget in on_page} == {"skill", "range_band"}
    panel["skill"] = 9
    assert_answers(panel, skill=9)


# Controls -------------------------------------------------------------------------------------------------------------


def other_values(p, now):
    """Two values of a parameter that are not the present one."""
    if isinstance(p, SeveralChoices):
        none = [None] if p.optional else [] if p.low else [[]]
        return [*none, [p.choices[0], p.choices[0], p.choices[-1]], [p.choices[-1]] * max(p.low, 1)]
    if isinstance(p, Rows):
        return [[[-20, 10], [0, 50], [20, 90]]]
    every = [value for value in ([None, *p.values()] if p.optional else p.values()) if value != now]
    return random.Random(p.name).sample(every, min(2, len(every)))


def test_moving_a_control_shows_the_answer_or_why_there_is_none(panel, drawn):
    if panel.check.id not in QUICK:
        return
    for name, p in every_nth(panel.check.parameters.items(), few(panel.check.id, 1, 3)):
        start = panel[name]
        rests = p.rests(panel[p.only_with[0]]) if p.only_with[0] else False
        for value in other_values(p, start)[: few(panel.check.id, tries(2, 3), 1)]:
            drawn.clear()
            panel[name] = value
            before = panel[name]
            if rests:
                assert before == start
                assert_answers(panel)
                continue
            assert (tuple(map(tuple, before)) if isinstance(p, Rows) else before) == (
                p.check(value) if isinstance(p, Rows) else value
            )
            assert_answers(panel, **{name: value})
            assert len(drawn) <= 2  # an optional one has its tick besides
        panel[name] = start
        panel.wait()
        assert_shows(panel, rk.check(panel.check.id))


def test_a_slider_and_its_box_are_one():
    panel = rk.panel("rencounter.fire", show=["skill"])
    slider, box = panel.controls["skill"].parts
    slider.value = 9
    assert box.value == "9"
    assert_answers(panel, skill=9)
    box.value = "3"
    assert slider.value == 3 == panel["skill"]
    assert_answers(panel, skill=3)


@pytest.mark.parametrize(
    ("typed", "message"), [(99, "from 1 to 12"), (0, "from 1 to 12"), (5.5, "a whole number from 1")]
)
def test_a_number_that_cannot_be_stays_in_its_box_and_is_said_below(typed, message, drawn):
    panel = rk.panel("rencounter.fire", skill=3)
    control = panel.controls["skill"]
    slider, box = control.parts
    drawn.clear()
    box.value = str(typed)
    (below,) = [one for one in all_widgets(control.widget) if isinstance(one, w.HTML)]
    assert message in alert_of(below.value) and not below.layout.display
    assert (box.value, slider.value, panel["skill"], drawn) == (str(typed), 3, 3, [])
    for mend in (lambda: setattr(box, "value", "4"), lambda: setattr(slider, "value", 5), panel.reset):
        box.value = str(typed)
        mend()
        assert below.layout.display == "none" and box.value == str(slider.value) and slider.value == panel["skill"]
    assert_answers(panel, skill=3)


@pytest.mark.parametrize(
    ("name", "word", "value"), [("target_armor", "nearly full (3)", 3), ("target_armor", "none (0)", 0)]
)
def test_a_number_that_has_a_word_is_chosen_by_it(name, word, value):
    panel = rk.panel("rencounter.fire", **{name: 1})
    menu = panel.controls[name].source
    menu.label = word
    assert panel[name] == value
    assert_answers(panel, **{name: value})


@pytest.mark.parametrize(
    ("check_id", "name", "label", "below"),
    [
        ("odd_encounters.melee_attack", "target_ac", "AC (armour class)", "lower is better"),
        ("realms_of_myth.task", "dv", "DV", "DV: difficulty or defence value; of the task or the foe"),
        ("realms_of_myth.task", "dv_modifier", "DV modifier", "all bonuses and penalties together"),
        ("rencounter.fire", "snap", "snap", "shoots in haste: also moves, reloads or draws"),
        ("rencounter.fire", "weapon", "weapon", ""),
    ],
)
def test_what_a_newcomer_cannot_guess_stands_at_the_control(check_id, name, label, below):
    control = rk.panel(check_id).controls[name]
    assert control.source.description == label
    assert [one.value for one in all_widgets(control.widget) if isinstance(one, w.HTML)] == [below] * bool(below)


def test_words_of_ratings_are_those_of_the_data():
    book = rk.rules("rencounter")
    (menu,) = rk.panel("rencounter.action", show=["experience"]).controls["experience"].parts
    assert [(label, value) for label, value in menu.options] == [
        *((f"{path.rpartition('.')[2]} ({book[path]})", book[path]) for path in book if path.startswith("experience.")),
        ("master (6)", 6),
    ]


def test_a_number_that_is_not_known_is_ticked_to_be_given():
    panel = rk.panel("rencounter.fire")
    slider, box, known = panel.controls["distance"].parts
    assert panel["distance"] is None and slider.disabled and box.disabled and not known.value
    known.value = True
    assert panel["distance"] == slider.value and not slider.disabled
    slider.value = 25
    assert_answers(panel, distance=25)
    known.value = False
    assert panel["distance"] is None and slider.disabled
    assert_answers(panel)


def test_a_wrong_value_from_code_is_refused_and_changes_nothing():
    panel = rk.panel("rencounter.fire")
    for name, value in (("skill", 13), ("skill", 5.0), ("weapon", "long_bo"), ("mounted", 1), ("skil", 5)):
        with pytest.raises((rk.RuleError, KeyError), match=r"skil|weapon|mounted"):
            panel[name] = value
    for wrong in ({"skill": 13}, {"skill": "five"}, {"weapon": "long_bo"}, {"skil": 5}, {"wounds": 2, "skill": 0}):
        with pytest.raises(rk.RuleError):
            panel.set(**wrong)
        assert_shows(panel, rk.check("rencounter.fire"))
    assert panel["skill"] == 6 and panel["wounds"] == 0


def test_where_the_rules_are_unclear_it_says_how():
    panel = rk.panel("rencounter.fire")
    ruled = [one for one in panel.controls.values() if one.parameter.group == "ruling"]
    below = [one.value for control in ruled for one in all_widgets(control.widget) if isinstance(one, w.HTML)]
    assert len(ruled) > 5 and below == []  # as few widgets as can be, until it is unfolded
    (line,) = [
        one
        for one in all_widgets(panel)
        if isinstance(one, w.ToggleButton) and one.description == "Where the rules are unclear"
    ]
    line.value = True
    for control in ruled:
        (note,) = [one for one in all_widgets(control.widget) if isinstance(one, w.HTML)]
        assert html.unescape(note.value) == control.parameter.spelling.in_sentence(control.parameter.help)


def test_a_table_of_rows_is_typed():
    panel = rk.panel("realms_of_myth.task")
    text = panel.controls["resolution_table"].source
    panel["resolution_model"] = "table"
    assert "resolution table" in alert_of(panel.words.value)
    for wrong in ("[[0", "rows", "[[0, 5, 6]]", "[[5, 1], [0, 2]]", "[[0, true]]", "[" * 5000):
        text.value = wrong
        assert "resolution table must be" in alert_of(panel.words.value), wrong[:20]
    text.value = "[[-20, 10], [0, 50]]"
    assert_answers(panel, resolution_model="table", resolution_table=[[-20, 10], [0, 50]])


def test_a_list_of_tags():
    panel = rk.panel("realms_of_myth.armor_through")
    tags = panel.controls["layers"].source
    tags.value = ["steel_shield", "padded", "padded"]
    assert_answers(panel, layers=["steel_shield", "padded", "padded"])
    tags.value = ["padded"] * 7
    assert "layers must be a list" in alert_of(panel.words.value)
    tags.value = []
    assert_answers(panel, layers=[])


def test_controls_say_what_they_are(panel):
    """Each names its unit and the rule it comes from, for those who point at it."""
    for name, control in panel.controls.items():
        p = panel.check.parameters[name]
        for part in control.parts:
            if isinstance(part, w.Label):
                continue
            assert p.spelling.in_sentence(p.help) in part.tooltip, name
            assert not p.unit or p.unit in part.tooltip, name
            assert re.search(r"Rule: \w", part.tooltip), name
        if p.path:
            assert panel.check.book.rule(p.path).source in control.source.tooltip


def test_the_rule_of_a_control_is_the_one_it_brings_in():
    controls = rk.panel("rencounter.fire").controls
    assert "Fire Combat: Range" in controls["range_band"].source.tooltip
    assert "Fire Combat: Cover" in controls["cover"].source.tooltip
    assert "Inches" in controls["distance"].source.tooltip or "inches" in controls["distance"].source.tooltip


# Presets and reset ----------------------------------------------------------------------------------------------------


def test_the_menu_of_situations_names_one_only_while_it_is_set():
    panel = rk.panel("rencounter.fire")
    panel.ready.value = name = "Musket at eighty yards"
    panel.wait()
    assert panel.ready.value == name
    panel["skill"] += 1
    panel.wait()
    assert panel.ready.value == panel.ready.options[0] != name


def test_a_preset_sets_all_controls_and_draws_once(panel, drawn):
    if panel.check.id not in QUICK:
        return
    for name, params in every_nth(PRESETS.get(panel.check.id, {}).items(), few(panel.check.id, 1, 3)):
        moved = [one for one, p in panel.check.parameters.items() if not isinstance(p, Rows)][
            : few(panel.check.id, 3, 1)
        ]
        for one in moved:
            panel[one] = other_values(panel.check.parameters[one], panel[one])[0]
        drawn.clear()
        panel.ready.value = name
        assert len(drawn) == 1
        result = rk.check(panel.check.id, **params)  # raises where a preset contradicts itself
        assert_shows(panel, result)
        for one, value in result.params.items():
            situation = panel[one]
            assert (
                tuple(map(tuple, situation))
                if isinstance(value, tuple) and value and isinstance(value[0], tuple)
                else tuple(situation)
                if isinstance(value, tuple)
                else situation
            ) == value


@pytest.mark.parametrize(
    "check_id", ["rencounter.fire", "realms_of_myth.armor_through", "realms_of_myth.task", "salamis.action_phases"]
)
def test_reset_brings_everything_back(check_id, drawn):
    panel = rk.panel(check_id)
    for name, p in panel.check.parameters.items():
        panel[name] = other_values(p, panel[name])[0]
    panel.house.value = house_line(panel.check)
    assert panel.rules is not panel.check.book
    drawn.clear()
    button(panel, "Reset").click()
    assert len(drawn) == 1
    assert panel.house.value == "" and panel.box.error.value == ""
    assert panel.rules is panel.check.book
    assert_shows(panel, rk.check(check_id))


def test_reset_out_of_a_wrong_house_rule_and_a_contradiction():
    panel = rk.panel("rencounter.fire")
    panel.house.value = "fire.range.lng = -3"
    panel.set(snap="walking", aim_turns=2)
    assert panel.result is None
    button(panel, "Reset").click()
    assert (
        not panel.box.error.value
        and alert_of(panel.box.beside.value) is None
        and "rk-wrong" not in panel.box.error._dom_classes
    )
    assert_shows(panel, rk.check("rencounter.fire"))


def test_a_table_that_does_not_add_up_to_100_says_so_below():
    panel = rk.panel("rencounter.fire", skill=7, range_band="medium", aim_turns=1)
    assert panel.why.table.value.endswith("<p>Rounding: adds up to 100.12 %.</p>")
    panel = rk.panel("rencounter.volley", men=1, skill=6)
    assert "Rounded" not in panel.why.table.value, "half and half"


# House rules ----------------------------------------------------------------------------------------------------------


def assert_shows_both(panel, book, ours):
    """The book's answer and that under the house rule, side by side."""
    assert dict(panel.result.items()) == dict(ours.items())
    assert book.headline in plain(panel.words.value) and ours.headline in plain(panel.words.value)
    alt = alt_of(panel.view.value)
    assert "book: " in alt and ("your rule: " in alt or "result " in alt)
    head, *rows = Reader(panel.why.table.value).rows
    assert [name for name in head if name in ("book", "your rule")] == ["book", "your rule"]
    both = {book.check.words(o): (book.dist[o], ours.dist[o]) for o in (*book, *ours)}
    seldom = [name for name, chances in both.items() if max(chances) < Fraction(1, 10_000)]
    if len(seldom) > 1:
        together = tuple(map(sum, zip(*[both.pop(name) for name in seldom], strict=True)))
        both[f"{len(seldom)} others together"] = together
    assert {row[0] for row in rows} == set(both)
    at = head.index("your rule")
    for name, chances in both.items():
        (row,) = [row for row in rows if row[0] == name]
        assert (row[1], row[at]) in (tuple(map(fraction_text, chances)), tuple(map(percent_text, chances)))
        change = chances[1] - chances[0]
        assert row[-1] == (points_figure(change, 2) if change else "same") != "+0.00"


def test_a_house_rule_is_drawn_beside_the_book(panel, drawn):
    if panel.check.id not in QUICK:
        return
    line = house_line(panel.check)
    drawn.clear()
    panel.house.value = line
    assert len(drawn) == 1
    rules = panel.check.book.with_house_rules(line, name="Your rules")
    assert_shows_both(panel, rk.check(panel.check.id), rk.check(panel.check.id, rules=rules))
    assert "rk-fine" in panel.box.beside.value
    if any(entry.rule and entry.rule.was for entry in rk.check(panel.check.id, rules=rules).modifiers):
        assert "Your rules (was " in panel.why.rows.value and "rk-house" in panel.why.rows.value
    panel.house.value = ""
    assert_shows(panel, rk.check(panel.check.id))
    assert panel.box.error.value == ""


def test_other_dice_are_drawn_beside_the_book_and_named_where_they_count():
    panel = rk.panel("rencounter.fire", skill=10)
    panel.house.value = 'dice.fire = "2d6"'
    panel.wait()
    rules = panel.check.book.with_house_rules(panel.house.value, name="Your rules")
    ours = rk.check("rencounter.fire", rules=rules, skill=10)
    assert_shows_both(panel, rk.check("rencounter.fire", skill=10), ours)
    assert "to hit (2d6)" in panel.why.rows.value and "dice.fire" in panel.why.rows.value
    assert "Hits on 2d6 of 10 or less." in panel.why.rows.value
    panel.house.value = 'dice.fire = "2d6 to hit"'
    assert 'must be dice such as "d12"' in plain(panel.box.beside.value + panel.box.error.value)


def test_the_example_in_the_box_can_be_taken_as_it_stands(panel):
    line = panel.house.placeholder.splitlines()[1]
    assert len(panel.check.book.with_house_rules(line).house_rules) == 1


def test_the_words_in_the_empty_box_are_no_longer_than_a_narrow_one():
    """300 px have room for 36 letters."""
    assert max(map(len, rk.panel("rencounter.fire").house.placeholder.splitlines())) <= 36


def test_several_house_rules_and_moved_controls():
    panel = rk.panel("rencounter.fire")
    lines = "fire.range.long = -3\nrulings.armor_lessens_fire_damage = false"
    panel.house.value = lines
    panel.set(range_band="long", target_armor=4, weapon="long_bow")
    rules = rk.rules("rencounter").with_house_rules(lines)
    params = {"range_band": "long", "target_armor": 4, "weapon": "long_bow"}
    assert_shows_both(panel, rk.check("rencounter.fire", **params), rk.check("rencounter.fire", rules=rules, **params))
    assert panel.box.beside.value.count("rk-fine") == 2


def test_a_house_rule_for_a_switch_and_its_control():
    """The control says more than the rule, as in ``rk.check``."""
    panel = rk.panel("rencounter.fire")
    panel.house.value = 'rulings.skill_roll = "less_than"'
    rules = rk.rules("rencounter").with_house_rules(panel.house.value)
    assert_shows_both(panel, rk.check("rencounter.fire"), rk.check("rencounter.fire", rules=rules))
    panel["skill_roll"] = "less_than"
    less = rk.check("rencounter.fire", skill_roll="less_than")
    assert dict(panel.result.items()) == dict(less.items())


def test_a_house_rule_may_allow_what_the_book_forbids():
    """Two shots a turn with a musket: there is nothing to compare with, but our answer is right."""
    for check_id, line, message in (
        ("rencounter.fire", "fire.multiple.most.N = 2", {"shot_number": 2}),
        ("odd_encounters.hit_points", "max_level.human.fighter = 12", {"level": 12}),
    ):
        panel = rk.panel(check_id)
        panel.house.value = line
        panel.set(**message)
        ours = rk.check(check_id, rules=panel.check.book.with_house_rules(line), **message)
        assert panel.result is not None, alert_of(panel.words.value)
        assert dict(panel.result.items()) == dict(ours.items())
        assert ours.headline in plain(panel.words.value)


def test_a_house_rule_that_makes_it_certain_does_not_make_the_book_certain():
    panel = rk.panel("odd_encounters.melee_damage")
    panel.house.value = "attack.target = 60"
    assert dict(panel.result.items()) == {0: 1}
    assert not re.search(r"book: 0\b(?!\s*\d*\.?\d* ?%)", alt_of(panel.view.value))


@pytest.mark.parametrize(
    "line",
    [
        "fire.range.lng = -3",
        "x" * 200_000,
        "fire.range.long = 1e9",
        "[[[[",
        'a = "<b>&"',
    ],
    ids=lambda x: x[:20],
)
def test_a_wrong_house_rule_is_said_and_keeps_the_answer(line):
    panel = rk.panel("rencounter.fire")
    panel["skill"] = 9
    panel.house.value = line
    sentence = alert_of(panel.box.beside.value)
    assert sentence and " must " in sentence and len(sentence.splitlines()) == 1
    assert "rk-wrong" in panel.box.error._dom_classes
    assert_answers(panel, skill=9)
    panel.house.value = "fire.range.short = 1"
    assert (
        not panel.box.error.value
        and alert_of(panel.box.beside.value) is None
        and "rk-wrong" not in panel.box.error._dom_classes
    )
    rules = rk.rules("rencounter").with_house_rules("fire.range.short = 1")
    ours = rk.check("rencounter.fire", rules=rules, skill=9)
    assert dict(panel.result.items()) == dict(ours.items())
    panel.house.value = line  # the rule before stays in force until it is right again
    assert dict(panel.result.items()) == dict(ours.items())


def test_what_is_typed_is_never_taken_for_markup():
    panel = rk.panel("rencounter.fire")
    for line in ('"<img src=x onerror=alert(1)>" = 3', 'fire.range.long = "<script>"', "<script>alert(1)</script>"):
        panel.house.value = line
        html_text = "".join(one.value for one in all_widgets(panel) if isinstance(one, w.HTML))
        assert "<script" not in html_text and "<img src=x" not in html_text


# What a rule decides --------------------------------------------------------------------------------------------------

BAG = "salamis.action_phases"


@pytest.fixture
def bag(drawn):
    """How often each side acts, where the rules say how many counters there are: 3, and the control has 0 to 6."""
    return rk.panel(BAG)


def lay(panel, counters):
    """A house rule for the number of own counters; none for the figure of the book."""
    panel.house.value = f"turn.counters.own = {counters}" if counters != 3 else ""


def current_question(panel):
    """The counters that the answer is for."""
    assert panel.result is not None, alert_of(panel.words.value)
    counters = panel.result.params["own_counters"]
    assert dict(panel.result.items()) == dict(rk.check(BAG, own_counters=counters).items())
    return counters


def test_a_figure_that_no_control_has_is_refused_beside_the_line(bag):
    lay(bag, 5)
    for figure in (9, -2):
        lay(bag, figure)
        assert f"must be a whole number from 0 to 6; got {figure}" in alert_of(bag.box.beside.value)
        assert bag["own_counters"] == current_question(bag) == 5


@pytest.mark.parametrize("start", [None, 3])
def test_whoever_spoke_last_is_asked(start, drawn):
    """Any order of house rules, moves, situations and resets, against a record of who said what; also where the start
    or a situation says the figure of the book, or what the rules say at the moment.
    """
    bag = rk.panel(BAG, **({} if start is None else {"own_counters": start}))
    rng = random.Random(BAG)
    rule, value_set, in_force = 3, start, 3
    for _ in range(tries(60, 150)):
        what = rng.choice(["rule", "rule", "hand", "hand", "code", "situation", "reset"])
        value = rng.randint(0, 6)
        if what == "rule":
            lay(bag, value)
            rule = value
        elif what == "hand":
            bag.controls["own_counters"].source.value = value
            if value != in_force:
                value_set = value if value != rule else None
        elif what == "code":
            bag["own_counters"] = value
            value_set = value if value != rule else None
        elif what == "situation":
            bag.ready.value = "Seven cards"
            value_set = 3
        else:
            bag.reset()
            rule, value_set = 3, start
        in_force = rule if value_set is None else value_set
        assert bag["own_counters"] == current_question(bag) == in_force


# Saving ---------------------------------------------------------------------------------------------------------------


def saved(panel):
    """The links to save, by file name: kind and content."""
    panel.tabs.turn_to("Send")
    panel.wait()
    contents = {}
    for tag, attrs in Reader(panel.saved.links.value).tags:
        if tag == "a":
            kind, _, content = attrs["href"].removeprefix("data:").partition(";base64,")
            contents[attrs["download"]] = (kind, base64.b64decode(content, validate=True))
    return contents


def assert_saves(files, name, *words):
    """A PNG and an SVG with text of a chart."""
    kind, content = files[f"{name}.png"]
    assert kind == "image/png" and content.startswith(PNG)
    Image.open(io.BytesIO(content)).verify()
    kind, content = files[f"{name}.svg"]
    root = ElementTree.fromstring(content)
    texts = " ".join("".join(one.itertext()) for one in root.iterfind(".//{*}text"))
    assert kind == "image/svg+xml" and root.tag.endswith("}svg")
    assert all(word in texts for word in words), texts


@pytest.mark.parametrize(
    "check_id",
    [
        "rencounter.fire",
        "rencounter.melee",
        "odd_encounters.hit_points",
        "odd_encounters.melee_damage",
        "salamis.action_phases",
    ],
)
def test_figures_and_table_can_be_saved(check_id):
    files = saved(panel := rk.panel(check_id))
    assert set(files) == {f"{check_id}.{kind}" for kind in ("html", "csv", "png", "svg")}
    assert_saves(files, check_id, panel.check.title)
    kind, content = files[f"{check_id}.csv"]
    rows = list(csv.reader(io.StringIO(content.decode())))
    result = rk.check(check_id)
    assert kind == "text/csv" and rows[0] == ["outcome", "chance", "chance (exact)"]
    assert [(name.removeprefix("'"), exact) for name, _, exact in rows[1:]] == [
        (result.check.text(o), f"exactly {p}") for o, p in result.items()
    ]
    assert [float(decimal) for _, decimal, _ in rows[1:]] == [float(p) for p in result.values()]


def test_both_answers_are_saved_under_a_house_rule():
    panel = rk.panel("rencounter.fire")
    panel.house.value = "fire.range.short = 1"
    files = saved(panel)
    rows = list(csv.DictReader(io.StringIO(files["rencounter.fire.csv"][1].decode())))
    ours = rk.check("rencounter.fire", rules=panel.rules)
    assert [row["book (exact)"] for row in rows] == [f"exactly {p}" for p in rk.check("rencounter.fire").values()]
    assert [row["your rule (exact)"] for row in rows] == [f"exactly {p}" for p in ours.values()]
    assert_saves(files, "rencounter.fire", "book", "your rule")


@pytest.mark.usefixtures("unsaved")
def test_the_links_follow_each_change():
    panel = rk.panel("rencounter.fire")

    def contradict():
        panel["snap"] = "walking"
        panel["aim_turns"] = 2

    changes = (
        lambda: panel.controls["skill"].parts[0].set_trait("value", 8),
        lambda: setattr(panel.house, "value", "fire.range.short = 1"),
        lambda: panel.ready.set_trait("value", "Steady marksman"),
        panel.reset,
    )
    before = saved(panel)
    for change in changes:
        change()
        now = saved(panel)
        assert now["rencounter.fire.csv"] != before["rencounter.fire.csv"]
        before = now
    contradict()
    assert "rk-stale" in panel.tabs.children[1]._dom_classes  # without an answer there is nothing to save


def test_what_is_saved_leaves_the_picture_as_it_is():
    panel = rk.panel("rencounter.fire")
    panel["skill"] = 9
    before = panel.view.value
    assert saved(panel)
    panel["skill"] = 8
    panel["skill"] = 9
    assert panel.view.value == before


# Studies --------------------------------------------------------------------------------------------------------------


def chance(check_id, event, rules=None, **params):
    """A chance as a chart has it; NaN for a contradiction."""
    try:
        return float(rk.check(check_id, rules=rules, **params).event(event))
    except rk.RuleError:
        return float("nan")


def same(one, other):
    """Equal figures, NaN with NaN."""
    return np.array_equal(np.asarray(one, dtype=float), np.asarray(other, dtype=float), equal_nan=True)


LINES = "fire.range.long = -2"


@pytest.mark.parametrize("house", ["", LINES])
def test_curves_draw_the_chances(house):
    study = curves("hits", "skill", "range_band")
    panel = charted("rencounter.fire", study, weapon="long_bow")
    panel.house.value = house
    panel["wounds"] = 1
    bands = panel.check.parameters["range_band"].choices
    assert list(study.figures.x) == [str(n) for n in range(1, 13)] and len(study.figures.series) == len(bands)
    for rules, drawn in ((panel.rules, study.figures.series), (None, study.figures.dashed)):
        if drawn:
            for band, series in zip(bands, drawn, strict=True):
                right = [
                    chance("rencounter.fire", "hits", rules, weapon="long_bow", wounds=1, range_band=band, skill=n)
                    for n in range(1, 13)
                ]
                assert same(series.values, right), band
    assert bool(study.figures.dashed) == bool(house)
    assert study.figures.present == (5, bands.index("short"))
    alt = alt_of(study.view.value)
    assert "Line chart" in alt and all(band.replace("_", " ") in alt for band in bands)


@pytest.mark.parametrize("house", ["", "severity.dead = '..3'\nseverity.crippling = '4'"])
def test_stacks_draw_the_shares(house):
    parts = ("none", "minor", "serious", "crippling", "dead")
    study = stack(parts, ["weapon", "skill", "range_band"], "a miss")
    panel = charted("rencounter.fire", study)
    panel.house.value = house
    panel["skill"] = 8
    for by in ("skill", "range_band"):
        study.by.value = by
        values = panel.check.parameters[by].values()
        for rules, drawn in ((panel.rules, study.figures.parts), (None, study.figures.book)):
            for part, series in zip(reversed(parts), drawn, strict=bool(drawn)):
                assert same(
                    series.values,
                    [chance("rencounter.fire", part, rules, **{"skill": 8, by: value}) for value in values],
                )
        assert bool(study.figures.book) == bool(house)
        assert "Stacked bars" in alt_of(study.view.value) and by.replace("_", " ") in alt_of(study.view.value)


@pytest.mark.parametrize("house", ["", LINES])
def test_a_map_draws_the_chances(house):
    study = heat("hits", "skill", "range_band")
    panel = charted("rencounter.fire", study)
    panel.house.value = house
    bands = panel.check.parameters["range_band"].choices
    assert same(
        study.figures.values,
        [
            [chance("rencounter.fire", "hits", panel.rules, skill=n, range_band=band) for n in range(1, 13)]
            for band in bands
        ],
    )
    assert study.figures.present == (5, bands.index("short"))
    study.events.value = "kills"
    study.x.value = "snap"
    study.y.value = "aim_turns"
    snaps, turns = (panel.check.parameters[name].choices for name in ("snap", "aim_turns"))
    assert same(
        study.figures.values,
        [[chance("rencounter.fire", "kills", panel.rules, snap=s, aim_turns=t) for s in snaps] for t in turns],
    )
    assert ("your rule" in alt_of(study.view.value)) == bool(house)


@pytest.mark.parametrize(
    ("check_id", "event"),
    [("rencounter.fire", "hits"), ("realms_of_myth.task", "succeeds"), ("salamis.action_phases", "nobody acts")],
)
def test_a_map_over_any_two_parameters(check_id, event, drawn):
    """Each one across: it draws, and the figure where we stand is the answer; only the same one twice is refused."""
    first, second = [name for name, p in rk.checks[check_id].parameters.items() if p.values()][:2]
    study = heat(event, first, second)
    panel = charted(check_id, study)
    for name in [value for _, value in study.x.options]:
        study.x.value = name
        if name == second:
            assert " must be two different parameters" in alert_of(study.view.value)
            continue
        assert alert_of(study.view.value) is None
        x, y = study.figures.present
        if x is not None:
            assert study.figures.values[y][x] == float(panel.result.event(event))
        else:
            assert panel[name] is None


CONTRADICTORY = [
    (lambda: curves("hits", "aim_turns", "skill"), {"snap": "walking", "aim_turns": 0}),
    (lambda: curves("hits", "skill", "aim_turns"), {"snap": "walking", "aim_turns": 0}),
    (lambda: curves("hits", "shot_number", "skill"), {}),
    (lambda: stack(("minor", "dead"), ["shot_number", "aim_turns"], "the rest"), {}),
    (lambda: heat("hits", "shot_number", "weapon"), {}),
    (lambda: heat("hits", "aim_turns", "snap"), {}),
]


@pytest.mark.parametrize(("make", "start"), CONTRADICTORY)
def test_where_a_study_has_no_figure_its_words_give_none(make, start):
    """What contradicts itself is left out of the picture and of its words; it is no chance of 100 %."""
    study = make()
    panel = charted("rencounter.fire", study, **start)
    assert_answers(panel, **start)
    alt = alt_of(study.view.value)
    assert "100 %" not in alt and "nan" not in alt.lower()


@pytest.mark.parametrize(("now", "last"), [(85, 120), (200, 200)])
def test_curves_go_as_far_as_one_asks_for(now, last):
    """And on to where we are."""
    study = curves("hits", "distance", "target_state", upto=120)
    charted("realms_of_myth.ranged_attack", study, distance=now)
    drawn = [int(far) for far in study.figures.x]
    assert drawn[0] == 0 and drawn[-1] == last and now in drawn
    states = {series.name: series.values for series in study.figures.series}
    for far, hits in zip(drawn[1:], states["aware"][1:], strict=True):
        assert hits == float(rk.check("realms_of_myth.ranged_attack", distance=far).event("hits"))


def test_studies_follow_and_a_preset_draws_each_once(drawn):
    studies = [curves("hits", "skill", "range_band"), heat("hits", "skill", "cover")]
    panel = charted("rencounter.fire", *studies)
    drawn.clear()
    panel.ready.value = "Steady marksman"
    assert sorted(drawn) == sorted([panel.check.title, *(study.figures.title for study in studies)])
    preset = PRESETS["rencounter.fire"]["Steady marksman"]
    assert studies[0].figures.series[2].values[6] == chance(
        "rencounter.fire", "hits", **{**preset, "skill": 7, "range_band": "medium"}
    )
    panel["aim_turns"] = 0
    now = {**preset, "aim_turns": 0}
    assert studies[0].figures.series[2].values[6] == chance(
        "rencounter.fire", "hits", **{**now, "skill": 7, "range_band": "medium"}
    )
    assert studies[1].figures.values[0][6] == chance("rencounter.fire", "hits", **{**now, "skill": 7, "cover": "none"})


def test_a_menu_of_a_study_draws_only_that_study(drawn):
    studies = [heat("hits", "skill", "cover"), curves("hits", "skill", "range_band")]
    panel = charted("rencounter.fire", *studies)
    drawn.clear()
    studies[0].x.value = "wounds"
    assert drawn == [studies[0].figures.title]
    assert_shows(panel, rk.check("rencounter.fire"))


def test_studies_are_saved_too():
    study = heat("hits", "skill", "cover")
    panel = charted("rencounter.fire", study)
    assert_saves(saved(panel), "rencounter.fire.1", "skill", "cover")
    panel.tabs.turn_to("Charts")
    study.y.value = "skill"  # the same twice: no figure, nothing to save of it
    assert set(saved(panel)) == {f"rencounter.fire.{kind}" for kind in ("html", "csv", "png", "svg")}


@pytest.mark.parametrize(
    "make",
    [
        lambda: curves("hist", "skill", "weapon"),
        lambda: curves("hits", "skil", "weapon"),
        lambda: heat("hist", "skill", "weapon"),
        lambda: heat("hits", "skil", "weapon"),
        lambda: stack(("deadd",), ["skill"], "rest"),
    ],
)
def test_a_study_of_something_unknown_says_what_it_means(make):
    """As the panel is built, or in the place of the picture; with a suggestion either way."""
    try:
        study = make()
        panel = charted("rencounter.fire", study)
    except rk.RuleError as error:
        message = str(error)
    else:
        message = alert_of(study.view.value) or alert_of(panel.words.value)
    assert "did you mean" in message


# What nobody expected -------------------------------------------------------------------------------------------------


def fails(*_, **__):
    """Something in our own program."""
    raise ZeroDivisionError("a slip of ours")


def alerts(panel):
    """All alerts of a panel."""
    return [alert for one in all_widgets(panel) if isinstance(one, w.HTML) and (alert := alert_of(one.value))]


DRAW, SAVE = (charts.Chart, "draw"), (charts.Chart, "save")
UNEXPECTED = {  # where something in our own program goes wrong, and what a person does
    "a control": (DRAW, lambda panel: panel.set(skill=9)),
    "a named situation": (DRAW, lambda panel: setattr(panel.ready, "value", "Steady marksman")),
    "reset": (DRAW, lambda panel: button(panel, "Reset").click()),
    "house rules": (DRAW, lambda panel: setattr(panel.house, "value", "fire.range.short = 1")),
    "rules that are read": (
        (sys.modules["rencounter_kit.fronts.panels.frame"], "Layers"),
        lambda panel: setattr(panel.house, "value", "fire.range.short = 1"),
    ),
    "files": (SAVE, lambda panel: saved(panel)),
    "a chart": ((heat, "data"), lambda panel: panel.set(skill=9)),
    "the menu of a chart": ((heat, "data"), lambda panel: setattr(panel.studies[0].x, "value", "wounds")),
}


@pytest.mark.parametrize("what", UNEXPECTED)
def test_an_unexpected_error_is_shown(what, monkeypatch):
    panel = charted("rencounter.fire", heat("hits", "skill", "cover"))
    place, act = UNEXPECTED[what]
    with monkeypatch.context() as patched:
        patched.setattr(*place, fails)
        act(panel)
        assert any("ZeroDivisionError" in alert and "a slip of ours" in alert for alert in alerts(panel))
    panel.reset()
    panel["skill"] = 8
    panel.wait()
    assert_answers(panel, skill=8)
    assert alerts(panel) == []


# Fights ---------------------------------------------------------------------------------------------------------------


def test_each_side_may_get_the_figures_of_the_other():
    panel = rk.panel("rencounter.duel")
    panel["a_skill"], panel["b_weapon"] = 9, "pike"
    swap, same = (one for one in all_widgets(panel) if isinstance(one, w.Button) and one.icon in ("exchange", "clone"))
    swap.click()
    assert (panel["a_skill"], panel["b_skill"], panel["a_weapon"], panel["b_weapon"]) == (6, 9, "pike", "sword")
    same.click()
    assert_answers(panel, a_weapon="pike", b_weapon="pike")


def test_a_house_rule_that_changes_nothing_here_says_so():
    panel = rk.panel("rencounter.fire")
    panel.house.value = "fire.range.long = -3"
    alike = re.search('<div class="rk-book">Same with your rules: <b>(.*?)</b>', panel.words.value)
    assert alike and panel.result.headline in alike[1].replace("&nbsp;", " ") and panel.words.value.count("<b>") == 1
    panel["range_band"] = "long"
    assert "Same with" not in panel.words.value and panel.words.value.count("<b>") == 2


def test_what_is_too_large_is_thrown_with_bounds(monkeypatch):
    monkeypatch.setattr(rk.checks["odd_encounters.skirmish"], "max_states", 20)
    panel = rk.panel("odd_encounters.skirmish", a_hp=9)
    panel.wait()
    assert "fights were rolled at random" in panel.words.value and "95 % interval" in panel.why.table.value
    assert "A wins about" in panel.words.value and panel.result is None
    panel.house.value = "weapon.hand.damage = 1"
    panel.wait()
    assert "your rule" in panel.words.value


def test_another_chart_asked_for_meanwhile_leaves_nothing_out(monkeypatch):
    """A menu of a chart that is touched while all is being worked out anew: the answer and every chart come."""
    monkeypatch.setattr(job, "PATIENCE", 0.01)
    panel = charted("rencounter.duel", by_turn("A wins"), shares(["A wins"], ["first", "order"], "no"), turn_limit=4)
    panel.wait()
    work_out = panel._work_out

    def slow(params):
        time.sleep(0.2)
        return work_out(params)

    monkeypatch.setattr(panel, "_work_out", slow)
    panel["a_skill"] = 8
    panel.studies[1].by.value = "order"
    panel.wait()
    result = rk.check("rencounter.duel", a_skill=8, turn_limit=4)
    assert_shows(panel, result)
    assert charts.percent(float(result.event("A wins"))) in panel.studies[0].view.value
    assert "by order" in panel.studies[1].view.value.lower()


def test_work_that_is_stopped_leaves_the_panel_usable(monkeypatch):
    monkeypatch.setattr(job, "PATIENCE", 0.01)
    panel = rk.panel("rencounter.duel", heat("A wins", "a_skill", "b_skill"), turn_limit=2)
    panel.wait()
    panel.tabs.turn_to("Charts")
    panel.job.stop()
    assert "rk-stale" in panel.tabs["Charts"]._dom_classes
    panel["b_skill"] = 3
    panel.wait()
    assert_shows(panel, rk.check("rencounter.duel", b_skill=3, turn_limit=2))
    assert panel.studies[0].figures is not None


def test_a_chart_changed_after_its_work_was_stopped_is_of_what_is_set(monkeypatch):
    panel = rk.panel("rencounter.duel", heat("A wins", "a_skill", "b_skill"), turn_limit=2)
    panel.tabs.turn_to("Charts")
    panel.wait()

    def endless(*_):
        while True:
            tell(0, None)

    with monkeypatch.context() as patch:
        patch.setattr(job, "PATIENCE", 0.01)
        patch.setattr(type(panel), "_work_out", endless)
        panel["b_skill"] = 3
        panel.job.stop()
    panel.studies[0].x.value = "a_wounds"
    panel.wait()
    assert_shows(panel, rk.check("rencounter.duel", b_skill=3, turn_limit=2))
    assert panel.studies[0].figures.xlabel == "A wounds"


AT_WORK = """
import atexit, threading
atexit.register(lambda: print(threading.active_count(), "thread"))
from rencounter_kit.fronts.panels.job import Job
from rencounter_kit.engine.work.progress import tell

def work():
    while True:
        tell(0, None)

Job(print).run([(work, print)])
print(threading.active_count(), "threads")
"""


def test_no_work_goes_on_when_python_ends():
    """A thread that draws then would make it abort."""
    done = subprocess.run([sys.executable, "-c", AT_WORK], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2 threads\n1 thread\n", "")


# Two things at once ---------------------------------------------------------------------------------------------------


def named(text):
    """A button to press, by its name."""
    return lambda panel: button(panel, text).click()


MEANWHILE = [
    (lambda panel: panel.controls["skill"].source.set_trait("value", 9), {"skill": 9}),
    (lambda panel: panel.set(skill=9), {"skill": 9}),
    (named("Reset"), {}),
]


@pytest.mark.parametrize("name", ["_rule", "_show"])
@pytest.mark.parametrize(("act", "value"), MEANWHILE)
def test_two_controls_moved_at_once_are_both_asked(act, value, name, monkeypatch, drawn):
    """A page may handle what a person does in several threads."""
    panel = rk.panel("rencounter.fire")
    wounds = panel.controls["wounds"].source
    do_meanwhile(monkeypatch, panel, name, lambda: act(panel), lambda: wounds.set_trait("value", 2))
    assert_answers(panel, **value, wounds=2)


def test_a_house_rule_and_a_control_at_once(bag, monkeypatch):
    slider = bag.controls["own_counters"].source
    for name in ("_rule", "_show"):
        do_meanwhile(monkeypatch, bag, name, lambda: lay(bag, 2), lambda: slider.set_trait("value", 5))
        assert bag["own_counters"] == current_question(bag) == 5
        do_meanwhile(monkeypatch, bag, name, lambda: slider.set_trait("value", 1), lambda: lay(bag, 4))
        assert bag["own_counters"] == current_question(bag) == 1 and bag.rules["turn.counters.own"] == 4
        bag.reset()


def test_a_panel_goes_on_after_two_of_several_changes_at_once(monkeypatch, drawn):
    """One of them is in the middle when the other begins, and at its end when the other is in the middle."""
    panel, done = rk.panel("rencounter.fire"), threading.Event()
    wounds = panel.controls["wounds"]
    leave = wounds.leave

    def one():
        panel.set(skill=9)
        done.set()

    def other():
        monkeypatch.setattr(wounds, "leave", lambda rules: done.wait(ENOUGH) and leave(rules))
        panel.set(skill=4)

    do_meanwhile(monkeypatch, panel.controls["cover"], "leave", one, other)
    assert_answers(panel, skill=4)
    panel["wounds"] = 1
    assert_answers(panel, skill=4, wounds=1)


def test_a_chart_that_is_asked_for_while_a_control_is_moved(monkeypatch, drawn):
    study = heat("hits", "skill", "cover")
    panel = charted("rencounter.fire", study)
    do_meanwhile(monkeypatch, study, "show", lambda: study.x.set_trait("value", "wounds"), lambda: panel.set(skill=9))
    assert_answers(panel, skill=9)
    covers = panel.check.parameters["cover"].choices
    right = [[chance("rencounter.fire", "hits", skill=9, cover=cover, wounds=n) for n in range(6)] for cover in covers]
    assert same(study.figures.values, right)


def test_two_controls_of_a_fight_moved_at_once_are_both_asked(monkeypatch):
    panel = charted("rencounter.duel", by_turn("A wins"), turn_limit=3)
    skill, other = (panel.controls[name].source for name in ("a_skill", "b_skill"))
    do_meanwhile(
        monkeypatch, panel.job, "run", lambda: skill.set_trait("value", 9), lambda: other.set_trait("value", 4)
    )
    panel.wait()
    result = rk.check("rencounter.duel", a_skill=9, b_skill=4, turn_limit=3)
    assert_shows(panel, result)
    assert charts.percent(float(result.event("A wins"))) in panel.studies[0].view.value


def test_what_grows_is_shown_as_it_grows_and_at_the_end_whole(monkeypatch):
    """With the longest parameters still to come; one that is refused on the way says so."""
    monkeypatch.setattr(job, "_GROWS", -1)
    views, refused = [], rk.RuleError("a number must be small; got a large one; try 1")

    def numbers():
        yield from (1, 2, 3)

    def slips():
        yield 1
        raise refused

    work = job.Job(on_error=fails)
    work.run([(numbers, views.append), (job.growing_or_error(slips), views.append), (lambda: 4, views.append)])
    work.wait(ENOUGH)
    assert list(dict.fromkeys(views)) == [1, 2, 3, refused, 4] and views[-1] == 4


def test_what_a_job_shows_need_not_wait_for_its_turn(monkeypatch):
    """Who has it may be waiting for the job: every answer, chart and refusal is shown all the same."""
    monkeypatch.setattr(job, "PATIENCE", 0.01)
    studies = by_turn("A wins"), shares(["A wins"], ["first"], "no"), also("turns", "How long")
    panel = charted("rencounter.duel", *studies, turn_limit=3)
    panel.wait()
    with TURN:
        for act in (
            lambda: panel.set(a_skill=9),
            lambda: panel.tabs.turn_to("All outcomes"),
            lambda: setattr(panel.house, "value", "melee.weapon.sword.to_hit = 3"),
            lambda: monkeypatch.setattr(panel, "_show", fails) or panel.set(a_skill=8),
        ):
            act()
            panel.job.wait(ENOUGH)
            assert not panel.job._thread.is_alive()
    assert "a slip of ours" in alert_of(panel.words.value)


# Maps of fights -------------------------------------------------------------------------------------------------------


def test_a_map_of_all_starts_holds_each_duel():
    panel = charted("odd_encounters.duel", starts("A wins", "a_hp", "b_hp", most=5))
    panel.wait()
    values = panel.studies[0].figures.values
    for (i, j), value in np.ndenumerate(values):
        exact = rk.check("odd_encounters.duel", a_hp=j + 1, b_hp=i + 1).event("A wins")
        assert abs(value - float(exact)) < 1e-12


def test_a_control_that_is_set_and_changes_nothing_says_so_and_why():
    panel = rk.panel("rencounter.fire")
    panel["shield"] = "large"
    assert "no effect with weapon flintlock musket" in panel.controls["shield"].widget.children[-1].value
    assert "<td>shield large</td>" in panel.why.rows.value
    panel["weapon"] = "long_bow"
    assert "no effect" not in panel.controls["shield"].widget.children[-1].value
    assert "changes nothing" not in panel.why.rows.value


def test_before_the_guess_no_control_says_whether_it_counts():
    panel = rk.panel("rencounter.fire")
    panel.first.switch.value = True
    panel["shield"] = "large"
    assert "no effect" not in str(getattr(panel.controls["shield"].widget.children[-1], "value", ""))
