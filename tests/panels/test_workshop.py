"""The house-rule workshop in plain Python: what is typed, chosen and asked there is what the library says."""

import base64
import html
import importlib
import itertools
import json
import re
import tomllib
from datetime import UTC, datetime
from functools import cache
from types import SimpleNamespace

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.wording import percent_text
from rencounter_kit.fronts import charts
from rencounter_kit.fronts.charts.sheet import bars_of, best, change_words, sheet
from rencounter_kit.fronts.panels import job, kept, workshop
from rencounter_kit.fronts.panels.tools import TOOLS
from rencounter_kit.fronts.panels.tools.ask_backwards import curve_of
from rencounter_kit.workbook.analysis.effects import effects, first_effects, growing_effects
from rencounter_kit.workbook.rulebook.book import systems
from rencounter_kit.workbook.rulebook.layers import Layers, ready_rules
from rencounter_kit.workbook.rulebook.presets import presets
from tests.pictures import within
from tests.situations import every_nth, tries
from tests.widgets import all_widgets, plain

rules_box = importlib.import_module("rencounter_kit.fronts.panels.house_rules.rules_box")
panel_module = importlib.import_module("rencounter_kit.fronts.panels.house_rules.workshop")
DRAW = charts.Chart.draw  # as it is without the fixtures
LINES = "fire.range.long = -3\nfire.cover.half_solid = -4"


def no_loop():
    raise RuntimeError("no running event loop")


@pytest.fixture(autouse=True)
def nothing_later(no_page_stays, monkeypatch):
    """The loop of a browser that other tests drive would go on with all these pages when it ends."""
    monkeypatch.setattr(panel_module, "asyncio", SimpleNamespace(get_running_loop=no_loop))


@pytest.fixture(autouse=True)
def named_situations_alone(patient, monkeypatch):
    """What is looked for besides has tests of its own."""
    monkeypatch.setattr(panel_module, "growing_effects", lambda rules: iter([first_effects(rules)]))


@pytest.fixture
def page(undrawn):
    return workshop("rencounter")


def press(page, name, place=0):
    """Press the button of that name."""
    widgets = [*all_widgets(page), *all_widgets(page.loading.inside[0])]  # also what is folded away
    matches = [one for one in widgets if isinstance(one, w.Button) and name in (one.description, one.tooltip)]
    matches[place].click()


def alts(page):
    """The words of the pictures that changed most."""
    return [html.unescape(match[1]) for view in page.views if (match := re.search(r'alt="([^"]*)"', view.value))]


def alert(page):
    match = re.search(r'role="alert">(.*?)<', "".join(one.value for one in page.messages))
    return html.unescape(match[1]) if match else ""


def beside(page):
    return [html.unescape(line) for line in re.findall(r'<div class="rk-line[^>]*>(.*?)</div>', page.box.beside.value)]


# Writing --------------------------------------------------------------------------------------------------------------


def test_lines_are_followed_at_once(page):
    assert not alts(page) and page.layers.layers == ()
    page.box.text.value = LINES
    assert page.layers.rules["fire.range.long"] == -3 and page.layers.rules["fire.cover.half_solid"] == -4
    assert beside(page) == ["long range: -4 becomes -3", "cover: half solid: -2 becomes -4"]
    expected = first_effects(rk.rules("rencounter").with_house_rules(LINES))
    assert [(e.situation.name, e.size) for e in page.effects] == [(e.situation.name, e.size) for e in expected]
    assert len(alts(page)) == len(best(expected)) > 1
    for alt, effect in zip(alts(page), best(expected), strict=True):
        assert effect.situation.name in alt and "book: " in alt and "your rule: " in alt
    assert f"{len(expected)} situations" in page.words.value
    page.box.text.value = ""
    assert not alts(page) and page.layers.layers == ()


def test_a_wrong_line_is_said_beside_it_and_the_rules_stay(page):
    page.box.text.value = LINES
    before = page.layers.rules
    page.box.text.value = LINES + "\nfire.rnge.x = 3"
    assert page.layers.rules == before
    assert "fire.rnge.x" in beside(page)[2] and page.box.error.value == "Not used yet: line 3."
    page.box.text.value = LINES + '\nseverity.dead = "..1"'  # leaves a gap, which only the whole text shows
    assert page.layers.rules == before and "2 has none" in page.box.error.value
    page.box.text.value = LINES + '\nseverity.dead = "..1"\nseverity.crippling = "2..4"'
    assert page.layers.rules["severity.crippling"] == "2..4" and not page.box.error.value


@pytest.mark.parametrize(
    "begun", ["sh", "fire.shield.large", "fire.shield.large =", "fire.shield.large = -", "fire.shield.large = -2"]
)
def test_a_line_that_is_begun_waits_and_the_others_count(page, begun):
    page.box.text.value = LINES
    page.box.text.value = f"{LINES}\n{begun}"
    assert not page.box.error.value
    assert page.layers.rules["fire.cover.half_solid"] == -4 and page.layers.rules["fire.shield.large"] == -2


def test_a_line_goes_on_with_what_is_offered(page):
    page.box.text.value = LINES
    page.box.text.value = LINES + "\nlarge shield"
    assert [one.description for one in page.box._offers[:2]] == [
        "Large shield (fire), now -2",
        "Large shield (melee), now -2",
    ]
    assert page.box._labels[0].value == "fire.shield.large"
    page.box._offers[0].click()
    assert page.box.text.value == LINES + "\nfire.shield.large = "
    assert (page.box._offers[1].description, page.box._labels[1].value) == (
        "Large shield (fire): -2 \u2192 -1",
        "fire.shield.large = -1",
    )
    page.box._offers[0].click()
    assert page.layers.rules["fire.shield.large"] == -3


def test_a_switch_goes_above_a_heading_and_other_lines_stay(page):
    page.box.text.value = "[fire.shield]\nlarge = -3"
    page.rulings.switches["rulings.skill_roll"].value = "less_than"
    assert page.box.text.value == 'rulings.skill_roll = "less_than"\n[fire.shield]\nlarge = -3'
    assert page.layers.rules["fire.shield.large"] == -3 and page.layers.rules["rulings.skill_roll"] == "less_than"
    page.rulings.switches["rulings.skill_roll"].value = "at_most"
    assert page.box.text.value == "[fire.shield]\nlarge = -3"


@pytest.mark.parametrize(
    "line", ["activation_cards.cards = -1", "activation_cards.cards = 300", "fire_turn.burst_rounds = 0"]
)
def test_figures_that_no_dice_can_follow_are_said_where_they_are_asked(page, line):
    page.box.text.value = LINES
    page.box.text.value = line
    page.wait()
    assert "cannot be shown" not in page.message.value
    assert page.layers.rules.house_rules[0].path == line.split(" ")[0]
    assert all(effect.situation.check.stem == "rencounter" for effect in page.effects)


def test_a_line_that_is_not_finished_is_not_lost_with_the_others(page):
    page.box.text.value = LINES + "\nlarge sh"
    press(page, "Save this set")
    assert "got line 3" in alert(page) and page.box.text.value.endswith("large sh") and not page.pile.placed_layers


def test_a_layer_that_takes_back_another_may_lie_alone(page):
    page.box.text.value = "fire.shield.large = -3"
    press(page, "Save this set")
    page.box.text.value = "fire.shield.large = -2"
    press(page, "Save this set")
    page.pile._rows.children[0].children[0].value = False
    assert not alert(page) and not page.layers.rules.house_rules
    page.box.text.value = "fire.range.long = -3"
    assert page.layers.rules["fire.range.long"] == -3


# Layers ---------------------------------------------------------------------------------------------------------------


def test_ready_rules_lie_below_and_conflicts_are_shown(page):
    ready = ready_rules("rencounter")
    press(page, "Add")
    assert page.ready.value == "" and not page.layers.layers  # nothing looks as if it were in force
    page.ready.index = 1
    press(page, "Add")
    name = ready[page.ready.value].name
    path, value = next(iter(ready[page.ready.value].changes.items()))
    assert [layer.name for layer in page.layers.layers] == [name] and page.layers.rules[path] == value
    page.box.text.value = f"{path} = {value - 1}"
    assert page.layers.rules[path] == value - 1
    assert path in page.pile._conflicts.value and name in page.pile._conflicts.value
    press(page, "Save this set")
    assert page.box.text.value == "" and len(page.pile.placed_layers) == 2 and page.layers.rules[path] == value - 1
    press(page, f"Move {name} down")
    assert page.layers.rules[path] == value
    page.pile._rows.children[0].children[0].value = False
    assert [layer.name for layer in page.layers.layers] == [name]
    press(page, f"Remove {name}")
    assert page.layers.layers == ()


def test_a_saved_set_and_what_was_tried_are_there_when_the_page_is_opened_again(page, monkeypatch):
    page.box.fill("fire.range.long = -3", name="Slow arrows")
    page.wait()
    press(page, "Save this set")
    (saved,) = kept.all_kept("sets")
    older = {
        "kept": {one.kind: {one.name: {"text": one.text, "words": one.words}} for one in kept._page().changes.values()}
    }
    monkeypatch.setattr(kept, "_page", cache(kept._Page))
    again = workshop("rencounter")
    assert "yours: Slow arrows" not in dict(again.ready.options) and not again.history.tries
    kept._page().hear(json.dumps(older))
    again.ready.value = dict(again.ready.options)["yours: Slow arrows"]
    press(again, "Add")
    assert again.layers.rules["fire.range.long"] == -3 and again.layers.layers[0].name == "Slow arrows"
    assert [one.layers.rules.lines for one in again.history.tries] == ["fire.range.long = -3"]
    kept._page().hear("no JSON")
    kept._page().hear('{"kept": 3}')
    assert saved.words == "Slow arrows (1 line), Rencounter" and not kept.all_kept("sets")


def test_a_layer_is_edited_and_kept_under_its_name(page):
    page.ready.index = 1
    press(page, "Add")
    layer = page.layers.layers[0]
    press(page, f"Edit {layer.name}")
    assert (page.box.name.value, page.box.why.value, page.box.text.value) == (layer.name, layer.note, layer.lines)
    assert page.layers.layers == (layer,) and not page.pile.placed_layers
    press(page, "Save this set")
    assert page.layers.layers == (layer,)


def test_a_layer_is_not_lost_when_the_box_cannot_be_kept(page):
    page.ready.index = 1
    press(page, "Add")
    (layer,) = page.layers.layers
    page.box.text.value = "large sh"
    press(page, f"Edit {layer.name}")
    assert "got line 1" in alert(page) and page.box.text.value == "large sh" and page.layers.layers == (layer,)
    page.box.text.value = "fire.range.long = -3"
    press(page, f"Edit {layer.name}")
    assert page.box.text.value == layer.lines and [one.layer.name for one in page.pile.placed_layers] == ["Your rules"]


def test_switches_are_lines(page):
    switch = page.rulings.switches["rulings.skill_roll"]
    switch.value = "less_than"
    assert page.box.text.value == 'rulings.skill_roll = "less_than"'
    assert page.layers.rules["rulings.skill_roll"] == "less_than"
    page.box.text.value = ""
    assert switch.value == "at_most"
    switch.value = "less_than"
    switch.value = "at_most"
    assert page.box.text.value == "" and not page.layers.rules.house_rules
    rule = rk.rules("rencounter").rule("rulings.skill_roll")
    text = html.unescape(" ".join(one.value for one in all_widgets(page.rulings) if isinstance(one, w.HTML)))
    assert rule.note in text and rule.source in text


def test_rules_are_loaded_from_a_text_or_a_code_of_any_game(page):
    theirs = Layers("traveller", *list(ready_rules("traveller").values())[:1])
    page.code.value = theirs.code
    press(page, "Load")
    assert page.game.value == "traveller" and page.layers.text == theirs.text
    page.code.value = "rk1:nonsense"
    press(page, "Load")
    assert "This code is incomplete. Copy all of it." in alert(page)
    assert page.layers.text == theirs.text
    press(page, "Reset")
    assert page.layers.layers == () and not alert(page)


@pytest.mark.parametrize("nothing", ["", " \n", Layers("salamis").code])
def test_where_nothing_is_loaded_nothing_is_lost(page, nothing):
    page.box.text.value = "fire.range.long = -3"
    page.code.value = nothing
    press(page, "Load")
    assert "that text has no house rule; to play without any, press Reset" in alert(page)
    assert page.box.text.value == "fire.range.long = -3" and page.layers.rules["fire.range.long"] == -3


def test_a_layer_that_says_what_the_book_says_is_loaded_into_the_box(page):
    page.code.value = Layers("rencounter", rk.Layer("rencounter", {"fire.range.long": -4}, "As printed")).code
    press(page, "Load")
    assert (page.box.text.value, page.box.name.value) == ("fire.range.long = -4", "As printed")
    assert not alert(page) and "is -4 already" in page.box.lines[0].message


def test_what_is_said_of_a_layer_is_told_in_the_box_and_in_the_field(page):
    page.box.text.value = 'game = "rencounter"\nfire.range.long = -3'
    assert "game must be below a line [[layer]], in a text of layers" in beside(page)[0]
    page.code.value = page.box.text.value
    press(page, "Load")
    assert alert(page).endswith("put [[layer]] above the whole text")
    page.code.value = f"[[layer]]\n{page.code.value}"
    press(page, "Load")
    assert page.layers.rules["fire.range.long"] == -3 and not alert(page)


@pytest.mark.parametrize("game", systems())
def test_every_game_has_a_workshop(game, undrawn, monkeypatch):
    page = workshop(game)
    for layer in every_nth(ready_rules(game).values(), tries(6, 3)):
        page.pile.set([])
        page.pile.add(layer)
        assert page.layers.layers == (layer,), alert(page)
        if not page.effects:  # it touches fights alone, or situations that have no name
            with monkeypatch.context() as whole:
                whole.setattr(panel_module, "growing_effects", growing_effects)
                page.wait()
            assert page.effects
        page.wait()
        assert alts(page) and not alert(page), layer.name
    for name in TOOLS:
        compare(page) if name == "Compare" else page.tabs.turn_to(name)
        page.job.wait()
        assert not alert(page)


def upload(page, name, content):
    """Choose a file."""
    page.file.value = (
        {
            "name": name,
            "type": "",
            "size": len(content),
            "content": memoryview(content),
            "last_modified": datetime.now(UTC),
        },
    )


def test_rules_are_loaded_from_a_file(page):
    text = Layers("rencounter", *list(ready_rules("rencounter").values())[:2]).text
    upload(page, "ours.toml", text.encode())
    assert page.layers.text == text and not alert(page)
    upload(page, "plain.toml", b"fire.range.long = -3")
    assert [layer.name for layer in page.layers.layers] == ["plain"]
    upload(page, "picture.png", b"\x89PNG\xff")
    assert "must be plain text; got picture.png" in alert(page)
    assert [layer.name for layer in page.layers.layers] == ["plain"]


def compare(page):
    """Open the comparison in one situation, among all that changes."""
    page.tabs.turn_to("What changes")
    page.comparing.line.value = True


# Looking closer -------------------------------------------------------------------------------------------------------


def test_what_changes_most_can_be_looked_at_closer(page):
    page.box.text.value = LINES
    (place,) = (i for i, one in enumerate(best(page.effects)) if one.situation.check.id == "rencounter.fire")
    press(page, "Look closer", place)
    effect = best(page.effects)[place]
    scene = page.scene
    assert scene.check is effect.situation.check
    assert scene.check(**scene.params).params == scene.check(**effect.situation.params).params
    page.wait()
    before, after = scene.check(**scene.params), scene.check(rules=page.layers.rules, **scene.params)
    assert percent_text(before.event(scene.event)) in page.tool("Compare").words.value
    assert percent_text(after.event(scene.event)) in page.tool("Compare").words.value
    assert all('<img class="rk-chart"' in view.value for view in page.tool("Compare").views)


def test_while_a_tool_is_open_the_answer_in_sight_is_of_its_own_check(page):
    page.box.text.value = "fire.range.long = -3"
    greatest = page.words.value
    compare(page)
    page.scene.go("rencounter.melee", {"defender_armor": 4})
    page.wait()
    book = rk.check("rencounter.melee", defender_armor=4)
    text = html.unescape(re.sub(r"<[^>]*>", " ", page.words.value)).replace("\N{NO-BREAK SPACE}", " ")
    assert text.split()[:8] == ["What", "does", "one", "stroke", "do?", "defender", "armour", "4"]
    assert book.headline in text and "Same with your rules" in text
    assert "What does one shot do?" not in page.words.value
    page.box.text.value = "melee.situation.armor = -2"  # followed at once, before the page is calm
    page.job.wait()
    ours = rk.check("rencounter.melee", rules=page.layers.rules, defender_armor=4)
    text = html.unescape(re.sub(r"<[^>]*>", "", page.words.value)).replace("\N{NO-BREAK SPACE}", " ")
    assert f"book: {book.headline}" in text and f"your rule: {ours.headline}" in text
    page.box.text.value = "fire.range.long = -3"
    page.comparing.line.value = False
    assert page.words.value == greatest


def test_a_check_begins_where_the_rules_change_it_most(page):
    page.box.text.value = "melee.situation.armor = -2"
    compare(page)
    page.scene._check.value = "rencounter.attack_horse"
    page.wait()
    most = next(one for one in page.effects if one.situation.check.id == "rencounter.attack_horse")
    assert page.scene._ready.label == most.situation.name and page.scene.params
    assert "no change" not in page.tool("Compare").words.value
    # So does a fight, which is still looked through: in the first named situation that the rules touch.
    assert all(one.situation.check.id != "rencounter.duel" for one in page.effects)
    page.scene._check.value = "rencounter.duel"
    page.wait()
    assert page.scene._ready.label == "Knight against a lone pikeman"
    assert "no change" not in page.tool("Compare").words.value


def test_rules_that_change_nothing_here_say_what_to_set(page):
    page.box.text.value = "melee.situation.armor = -2"
    compare(page)
    page.scene.go("rencounter.duel", {})
    page.wait()
    sentence = "no change<br>Your rules change nothing here; they count with A armour light (1) or B armour light (1)."
    assert sentence in page.tool("Compare").words.value
    page.scene.controls["b_armor"].value = 1
    page.wait()
    assert "change nothing" not in page.tool("Compare").words.value
    page.scene.go("rencounter.spot", {})
    page.wait()
    assert "Your rules change nothing here." in page.tool("Compare").words.value


def test_the_menu_of_situations_says_which_one_stands_there(page):
    scene = page.scene
    scene.go("rencounter.fire", presets("rencounter")["rencounter.fire"]["Long bow at full plate"])
    assert scene._ready.label == "Long bow at full plate" and scene.params["target_armor"] == 4
    scene.go("rencounter.fire", {"skill": 3})
    assert scene._ready.label == "as set below"
    scene.go("rencounter.fire", {})
    scene._ready.value = "Man at a loophole"
    assert scene.params["cover"] == "loophole"
    scene.controls["skill"].value = 3
    assert scene._ready.label == "as set below" and scene.params["cover"] == "loophole"


def test_the_map_shows_the_difference_of_each_cell(page):
    page.box.text.value = LINES
    page.scene.go("rencounter.fire", {"skill": 9})
    page.tool("Compare").across.value, page.tool("Compare").up.value = "range_band", "cover"
    compare(page)
    page.wait()
    comparison, ours = page.tool("Compare").comparison, page.layers.rules
    assert list(comparison.axes) == ["cover", "range_band"]
    for i, cover in enumerate(comparison.axes["cover"]):
        for j, band in enumerate(comparison.axes["range_band"]):
            both = [
                rk.check("rencounter.fire", rules=rules, skill=9, cover=cover, range_band=band).event("hits")
                for rules in (None, ours)
            ]
            assert comparison.difference("hits")[i, j] == both[1] - both[0]


def test_asked_backwards_and_written_into_the_rules(page):
    params = {"weapon": "flintlock_musket", "range_band": "medium", "target_armor": 4}
    page.scene.go("rencounter.fire", params)
    page.scene._event.value = "kills"
    page.tabs.turn_to("Ask backwards")
    page.job.wait()
    asking = page.tool("Ask backwards")
    assert "heavy armour: fire.damage.armor" in asking.unknown.options and "skill" in asking.unknown.options
    assert not any("fire.shield.large" in one for one in asking.unknown.options)  # the answer does not read it
    asking.unknown.value, asking.kind.value, asking.goal.value = "fire.damage.armor", "times", "1/2"
    press(page, "Ask")
    page.job.wait()
    expected = rk.solve_for("rencounter.fire", "fire.damage.armor", times="1/2", outcome="kills", **params)
    assert asking.solution.value == expected.value
    assert html.escape(expected.head()) in asking.words.value
    press(page, "Write it into my rules")
    assert page.layers.rules["fire.damage.armor"] == expected.value
    page.job.wait()  # half of what it is now would be another question
    assert not asking.is_question and asking.take.layout.display == "none" and asking.view.value == ""
    text = plain(html.unescape(re.sub(r"<[^>]*>", "", asking.words.value)))
    assert (
        text == f"fire.damage.armor = {expected.value} is one of your rules now. You asked: {plain(expected.head())}."
    )
    asking.goal.value = "much"
    press(page, "Ask")
    page.job.wait()
    assert "times must be a number; got much; try 2, 0.5 or 1/2" in asking.words.value


def test_a_figure_to_find_is_named_in_words_and_found_by_them(page):
    page.scene.go("rencounter.fire", presets("rencounter")["rencounter.fire"]["Long bow at full plate"])
    page.scene._event.value = "kills"
    page.tabs.turn_to("Ask backwards")
    page.job.wait()
    asking = page.tool("Ask backwards")
    named = "armour point against thrown weapons, bows and crossbows: fire.armor.point"
    assert named in asking.unknown.options
    asking.kind.value, asking.goal.value = "times", "1/2"
    for name_typed in (named, "Armour point", "fire.armor.point"):
        asking.unknown.value = name_typed
        press(page, "Ask")
        page.job.wait()
        assert (asking.solution.unknown, asking.solution.value) == ("fire.armor.point", -2)
    asking.unknown.value = "armour"
    press(page, "Ask")
    page.job.wait()
    name_typed = plain(asking.words.value)
    assert (
        "what to find must be one of the list; got armour; choose target armour or armour point against" in name_typed
    )


def ask(page, unknown, goal):
    """Ask backwards for a parameter; what is shown in words and as a picture."""
    page.tabs.turn_to("Ask backwards")
    page.tool("Ask backwards").unknown.value, page.tool("Ask backwards").goal.value = unknown, goal
    press(page, "Ask")
    page.job.wait()
    return page.tool("Ask backwards").solution, html.unescape(
        re.search(r'alt="([^"]*)"', page.tool("Ask backwards").view.value)[1]
    )


def test_choices_that_were_asked_for_stand_in_the_order_of_their_chance(page):
    page.scene.go("rencounter.fire", {"skill": 8, "range_band": "medium"})
    solution, alt = ask(page, "cover", "40 %")
    covers = rk.checks["rencounter.fire"].parameters["cover"].choices
    hits = {c: rk.check("rencounter.fire", skill=8, range_band="medium", cover=c).event("hits") for c in covers}
    drawn = re.findall(r"(?:\. |, )([a-z ]+) ([\d.]+) %", alt.split("the goal is")[1])
    assert [p for _, p in drawn] == [percent_text(p).removesuffix(" %") for p in sorted(hits.values(), reverse=True)]
    assert {name.replace(" ", "_") for name, _ in drawn} == set(covers) and alt.startswith("Bar chart")
    assert solution.value.replace("_", " ") in alt


def test_values_of_a_search_by_halves_stand_where_they_are(page, monkeypatch):
    """A proven search asks a few values far apart: in the picture they lie as far apart."""
    page.game.value = "odd_encounters"
    page.scene.go("odd_encounters.duel", {"a_hp": 9, "a_ac": 6})
    page.scene._event.value = "A wins"
    solution, _ = ask(page, "b_hp", "50 %")
    monkeypatch.setattr(charts.Chart, "draw", DRAW)
    data = curve_of(solution)
    tried = [point.value for point in solution.curve]
    assert solution.proven and max(b - a for a, b in itertools.pairwise(tried)) > 10
    assert data.places.tolist() == tried and within(charts.Curves(), data)
    chart = charts.Curves()
    chart.draw(data)
    chart.marks(data)
    joined, ring = chart.ax.lines[-2:]
    assert joined.get_xdata().tolist() == tried and list(ring.get_xdata()) == [solution.value]


def test_what_is_asked_is_offered_nowhere_as_a_cause(page):
    page.scene.go("rencounter.volley", {})
    assert (
        "men" in page.tool("Ask backwards").unknown.options
        and "result" not in page.tool("Ask backwards").unknown.options
    )
    for menus in (page.tool("Formula").symbols, (page.tool("Compare").across, page.tool("Compare").up)):
        for one in menus:
            values = [value for _, value in one.options]
            assert "men" in values and "result" not in values


def test_luck_of_a_chance_that_one_knows(page):
    page.tabs.turn_to("Luck")
    page.tool("Luck").happened.value, page.tool("Luck").tries.value = "5", "6"
    for typed in ("35 %", "0.35", "7/20"):
        page.tool("Luck").chance.value = typed
        page.job.wait()
        assert rk.luck("7/20", 5, 6)._repr_html_() in page.tool("Luck").words.value
    page.tool("Luck").chance.value = "rather likely"
    page.job.wait()
    assert (
        "the chance of each try must be from 0 % to 100 %; got rather likely; type a chance such as 50 %"
        in page.tool("Luck").words.value
    )
    page.tool("Luck").chance.value = ""
    page.job.wait()
    assert (
        "when the chance is" in page.tool("Luck").words.value
        and "35" not in page.tool("Luck").words.value.split("<table>")[0]
    )


def test_a_map_of_means_names_no_points(page):
    page.box.text.value = "fire.range.long = -3"
    page.scene.go("rencounter.volley", {"men": 8})
    page.tool("Compare").across.value, page.tool("Compare").up.value = "range_band", "skill"
    compare(page)
    page.wait()
    alt = re.search(r'alt="([^"]*)"', page.tool("Compare").views[2].value)[1]
    table = page.tool("Compare").table.value
    assert "+0.44" in alt and "points" not in alt and '<th scope="col">change</th>' in table
    rows = re.findall(r"<td>(\d+)</td><td>long</td>.*?<td>([+\d.]+)</td></tr>", table)
    assert {("5", "+0.444"), ("1", "+0.0741")} < set(rows) and len(rows) == 7
    for skill, change in rows:
        now, was = (
            rk.check("rencounter.volley", rules=rules, men=8, range_band="long", skill=int(skill)).dist.mean
            for rules in (page.layers.rules, rk.rules("rencounter"))
        )
        assert float(change) == pytest.approx(float(now - was), rel=0.005)


def test_what_matters_formula_and_luck_are_those_of_the_library(page):
    page.scene.go("rencounter.fire", {"skill": 8, "range_band": "medium"})
    for name, sentence in (
        ("What matters", rk.tornado("rencounter.fire", skill=8, range_band="medium")._repr_html_()),
        ("All outcomes", rk.check("rencounter.fire", skill=8, range_band="medium").branches()._repr_html_()),
        ("Formula", rk.formula("rencounter.fire", "skill", outcome="hits", range_band="medium")._repr_html_()),
        ("Luck", rk.luck("rencounter.fire", 1, 6, outcome="hits", skill=8, range_band="medium")._repr_html_()),
    ):
        page.tabs.turn_to(name)
        page.job.wait()
        html_text = "".join(one.value for one in all_widgets(page.tools[name]) if isinstance(one, (w.HTML, w.HTMLMath)))
        assert plain(sentence) in plain(html_text), name


def test_tools_answer_by_the_rules_at_hand_and_by_the_book(page):
    params = {"skill": 8, "range_band": "long"}
    page.box.text.value = "fire.range.long = -3"
    ours, book = page.layers.rules, rk.rules("rencounter")
    page.scene.go("rencounter.fire", params)
    ask(page, "skill", "50 %")
    both = [rk.solve_for("rencounter.fire", "skill", "50 %", rules=by, range_band="long").value for by in (book, ours)]
    assert both == [10, 9] and whose(page.tool("Ask backwards")) == "10 by the book, 9 by your rules"
    for name, tool in (("Luck", page.tool("Luck")), ("What matters", page.tool("What matters"))):
        page.tabs.turn_to(name)
        page.job.wait()
        assert re.fullmatch(r"(.+) by the book, (?!\1)(.+) by your rules", whose(tool)), name
    assert "hits 33.3 %" in whose(page.tool("What matters")) and "hits 41.7 %" in whose(page.tool("What matters"))
    page.tabs.turn_to("Luck")
    page.tool("Luck").chance.value = "35 %"
    page.job.wait()
    assert whose(page.tool("Luck")) == "", "a chance that is given is nobody's rule"
    page.tabs.turn_to("Formula")
    page.job.wait()
    formulas = [
        rk.formula("rencounter.fire", "skill", outcome="hits", rules=by, range_band="long") for by in (book, ours)
    ]
    views = (page.tool("Formula").book_view.value, page.tool("Formula").view.value)
    heads = ("<h4>By the book</h4>", "<h4>By your rules</h4>")
    assert views == tuple(head + one._repr_html_() for head, one in zip(heads, formulas, strict=True))
    page.box.text.value = "melee.shield.large = -3"  # which does not tell here
    page.tabs.turn_to("What matters")
    page.job.wait()
    assert whose(page.tool("What matters")).startswith("Same with your rules: ")
    page.box.text.value = ""
    page.wait()
    assert whose(page.tool("What matters")) == ""


def whose(tool):
    """By whose rules a tool says that it answers."""
    return html.unescape(re.sub("<[^>]*>", "", tool.whose.value))


def test_an_error_while_a_line_is_read_is_said_below_the_lines(page, monkeypatch):
    def broken(*arguments):
        raise KeyError("a slip of ours")

    monkeypatch.setattr(rules_box, "written_rules", broken)
    page.box.text.value = "fire.range.long = -3"
    assert "This cannot be shown (KeyError" in html.unescape(page.box.error.value)


def test_what_was_tried_is_kept_and_can_be_gone_back_to(page):
    for line in ("fire.range.long = -3", "fire.range.long = -2"):
        page.box.text.value = line
        page.wait()
    assert [one.layers.rules["fire.range.long"] for one in page.history.tries] == [-2, -3]
    page.tried.line.value = True
    press(page, "Back to this", 1)
    assert page.box.text.value == "fire.range.long = -3" and page.layers.rules["fire.range.long"] == -3


def test_nothing_that_was_tried_is_lost_by_reset_or_another_game(page):
    """The rules that stand at the moment are kept too, however short a time they stood."""
    page.box.text.value = "fire.range.long = -3"
    page.wait()
    page.box.text.value = "fire.range.long = -2"
    press(page, "Reset")
    assert page.layers.layers == () and page.box.text.value == ""
    page.game.value = "traveller"
    page.box.text.value = page.book.example
    theirs = page.layers.layers[-1].lines
    page.wait()
    tried = [(one.layers.book.stem, one.layers.layers[-1].lines) for one in page.history.tries]
    ours = [("rencounter", "fire.range.long = -2"), ("rencounter", "fire.range.long = -3")]
    assert tried == [("traveller", theirs), *ours]
    page.tried.line.value = True
    press(page, "Back to this", 2)
    assert page.game.value == "rencounter" and page.layers.rules["fire.range.long"] == -3
    assert page.box.text.value == "fire.range.long = -3" and alert(page) == ""
    assert {one.layers.layers[-1].lines for one in page.history.tries} == {theirs, *(lines for _, lines in ours)}
    press(page, "Clear this list")
    assert page.history.tries == [] and page.layers.rules["fire.range.long"] == -3
    page.box.text.value = "fire.range.long = -5"
    page.wait()
    assert len(page.history.tries) == 1


@pytest.mark.long
def test_all_that_changes_is_looked_for_when_the_rules_stand_still(page, monkeypatch):
    """Plate that counts double: a stroke, a parry and the duel beside the arrows, and no word that fights do not
    change.
    """
    monkeypatch.setattr(panel_module, "growing_effects", growing_effects)
    page.pile.add(ready_rules("rencounter")["doubled_armour"])
    at_first = {effect.situation.check.id for effect in page.effects}
    assert "rencounter.duel" not in at_first and "Looking for more" in page.words.value
    page.wait()
    by_check = {effect.situation.check.id: effect for effect in reversed(page.effects)}
    assert {"rencounter.melee", "rencounter.gang_up", "rencounter.duel", "rencounter.fire"} <= by_check.keys()
    assert change_words(by_check["rencounter.duel"]) == ("A wins", "20.1 %", "7.10 %")
    assert all(sentence in page.table.value for effect in page.effects for sentence in change_words(effect))
    assert page.effects.rest in page.table.value and "Looking for more" not in page.words.value


@pytest.mark.long
def test_the_greatest_change_comes_first_and_then_what_a_player_would_name(page, monkeypatch):
    """Minor wounds that count nothing: what another wound does to a man who has some, how duels and fights go, and no
    bayonet that is stuck.
    """
    monkeypatch.setattr(panel_module, "growing_effects", growing_effects)
    page.box.text.value = "wounds.minor = 0"
    page.wait()
    drawn = [effect.situation.check.id for effect in best(page.effects)]
    assert drawn == ["rencounter.wound", "rencounter.duel", "rencounter.gunfight"]


def test_an_average_says_of_what(page):
    page.box.text.value = "fire.armor.point = -2"
    (volley,) = (one for one in page.effects if one.situation.name == "Forty bows at a shield wall")
    assert change_words(volley) == ("on average", "1.67 hits", "0.926 hits")
    assert bars_of(volley).xlabel == "chance of each number of hits"


# On paper -------------------------------------------------------------------------------------------------------------


def test_the_sheet_says_what_is_changed_and_what_it_does(page):
    page.ready.index = 1
    press(page, "Add")
    page.box.text.value = 'fire.range.long = -3\nrulings.skill_roll = "less_than"'
    page.box.name.value, page.box.why.value = "Better <eyes>", "Because & so"
    made = sheet(page.layers, page.effects)
    assert made.startswith("<!doctype html>") and made.count("<script>") == 1 and "http" not in made
    assert "Better &lt;eyes&gt;" in made and "Because &amp; so" in made and "<eyes>" not in made
    for change in page.layers.changes:
        assert f"<code>{change.rule.path}</code> " in made and html.escape(change.book.citation) in made
    assert made.count("<img ") == 3 and made.count('alt="Bar chart') == 3
    assert page.layers.code in made
    press(page, "Save and print")
    page.wait()
    assert (
        'download="rencounter_house_rules.html"' in page.links.value and ">the sheet to print</a>" in page.links.value
    )
    assert f"Code: {page.layers.code}</pre>" in page.give.text.value
    assert Layers.read(page.layers.code).text == page.layers.text
    assert tomllib.loads(page.layers.text)


@pytest.mark.long
def test_the_sheet_goes_by_the_size_of_the_change_and_its_code_can_be_copied():
    layers = Layers.load("less_than", "held_cards", "doubled_armour", game="rencounter")
    made = sheet(layers)
    table = made[made.index('<table class="rk-effects">') :]
    points = [abs(float(one)) for one in re.findall(r'<td class="n">([+-][\d.]+)</td></tr>', table)]
    assert len(points) > 5 and points == sorted(points, reverse=True)
    assert f"<code>{layers.code}</code> <button>Copy</button>" in made
    assert "paste it into the box <i>House rules</i>" in made and re.search(r"button {\s*display: none;", made)
    assert "less than" in made and "less_than" not in re.sub(r"<code>.*?</code>", "", made)


@pytest.mark.long
def test_the_pictures_of_the_sheet_have_whole_titles_and_no_figure_over_another():
    several = effects(Layers.load("doubled_armour", game="rencounter").rules)
    titles = re.findall(
        r"<figcaption>(.*?)<br><span>(.*?)</span>", sheet(Layers.load("doubled_armour", game="rencounter"), several)
    )
    drawn = best(several)
    assert sorted(map(html.unescape, (f"{a} {b}" for a, b in titles))) == sorted(
        f"{one.situation.check.title} {one.situation.name}" for one in drawn
    )
    for one in drawn:
        chart = charts.NarrowBars()
        chart.draw(bars_of(one))
        boxes = [text.get_window_extent() for text in chart.ax.texts]
        assert not any(
            a.overlaps(b) and min(a.y1, b.y1) - max(a.y0, b.y0) > 2 for a, b in itertools.combinations(boxes, 2)
        )


def test_a_sheet_that_is_saved_at_once_holds_all_that_changes(page, monkeypatch):
    monkeypatch.setattr(panel_module, "growing_effects", growing_effects)
    monkeypatch.setattr(job, "PATIENCE", 0.01)
    page.box.text.value = "melee.weapon.sword.to_hit = 3"
    press(page, "Save and print")
    page.wait()
    saved = base64.b64decode(re.search(r'href="data:text/html;base64,([^"]*)"', page.links.value)[1]).decode()
    assert saved == sheet(page.layers, effects(page.layers.rules))
    assert "<td>Who wins the duel?</td>" in saved


@pytest.mark.parametrize("stem", systems())
def test_nothing_of_a_small_chart_is_cut_off(stem):
    drawn = [
        bars_of(effect)
        for layer in every_nth(ready_rules(stem).values(), tries(12, 6))
        for effect in best(first_effects(Layers(stem, layer).rules))
    ]
    assert drawn and all(within(charts.NarrowBars(), data) and "?:" not in data.title for data in drawn)


# Below a heading ------------------------------------------------------------------------------------------------------


def offers(page):
    """What is offered: ready rules, and all of several, by their names; lines as they are written."""
    ready = {layer.name for layer in ready_rules(page.game.value).values()}
    labels = [
        (one.description, one.tooltip.partition("\n")[2]) for one in page.box._offers if one.layout.display != "none"
    ]
    return [name if name in ready or name.startswith("Take all") else lines for name, lines in labels]


def in_lines(page):
    """The lines that the offers name."""
    return {
        int(re.match(r"Write in line (\d+):\n", one.tooltip)[1])
        for one in page.box._offers
        if one.layout.display != "none"
    }


def write(page, line):
    """One line more, as it is typed."""
    page.box.text.value = f"{page.box.text.value}\n{line}".lstrip("\n")


def test_below_a_heading_a_line_goes_on_with_what_may_stand_there(page):
    write(page, "[fire.ra")
    assert offers(page) == ["[fire.range]"]
    page.box._offers[0].click()
    write(page, "lon")
    assert offers(page) == ["long = "]
    page.box._offers[0].click()
    assert beside(page) == ["write a line below this heading", "long range: -4 by the book; write a figure after ="]
    page.box._offers[1].click()
    assert page.box.text.value == "[fire.range]\nlong = -3" and not page.box.error.value
    assert dict(page.box.layer.changes) == {"fire.range.long": -3} and page.layers.rules["fire.range.long"] == -3
    write(page, "[fire.shield]\nlarge =")
    assert beside(page)[3] == "large shield: -2 by the book; write a figure after ="
    page.box._offers[0].click()
    assert dict(page.box.layer.changes) == {"fire.range.long": -3, "fire.shield.large": -3}


def test_to_choose_an_offer_is_asked_above_the_offers(page):
    write(page, "large shield")
    assert beside(page) == [""] and "Tap what you mean:" in page.box._call.value
    assert page.box._next.children[0] is page.box._call and not page.box._call.layout.display
    page.box._offers[0].click()
    assert page.box._call.layout.display == "none"
    assert beside(page) == ["large shield: -2 by the book; write a figure after ="]


def test_an_offer_says_in_which_line_it_is_written(page):
    for line in ("large shield", "[fire.range]"):
        write(page, line)
    page.box.text.value = "large shie\n[fire.range]"
    assert in_lines(page) == {1}
    write(page, "long")
    assert in_lines(page) == {3}


def press_offer(page, name):
    """An offer, where the page does not write it itself."""
    place = offers(page).index(name)
    page.box._offers[place].click()


def test_the_other_offers_stay_after_one_was_taken(page):
    page.box.text.value = "fire.range.long = -3\nplate armour counts double"
    first = offers(page)
    assert first[0] == "Doubled armour" and "fire.armor.point = -2" in first and first[-1] == "Take all 5"
    assert any(one.offer.text.endswith("; Doubled armour has 2 of them") for one in page.box._places)
    press_offer(page, "melee.situation.armor = -2")
    assert page.box.text.value == "fire.range.long = -3\nmelee.situation.armor = -2"
    assert offers(page) == [
        one for one in first if "melee.situation" not in one and one not in ("Doubled armour", "Take all 5")
    ] + ["Take all 4"]
    press_offer(page, "fire.armor.point = -2")
    assert page.box.text.value == "fire.range.long = -3\nmelee.situation.armor = -2\nfire.armor.point = -2"
    press_offer(page, "Take all 3")
    assert len(page.box.layer.changes) == 6 and offers(page) == []


def test_all_offers_are_taken_at_once(page):
    page.box.text.value = "double the large shield\nfire.range.long = -3"
    page.box.text.value = "double the large shields\nfire.range.long = -3"
    press_offer(page, "Take all 2")
    assert page.box.text.value == "fire.shield.large = -4\nmelee.shield.large = -4\nfire.range.long = -3"
    assert len(page.box.layer.changes) == 3 and offers(page) == []


def test_other_dice_are_asked_for_in_words(page):
    page.box.text.value = "2d6 to hit instead of the d12"
    assert offers(page)[0] == 'dice.fire = "2d6"'
    press_offer(page, 'dice.fire = "2d6"')
    assert page.box.text.value == 'dice.fire = "2d6"'
    assert page.box.layer.changes == {"dice.fire": "2d6"}


def test_a_line_that_was_misspelt_is_no_wish_for_all_that_is_offered(page):
    page.box.text.value = "fire.rnge.long = 3"
    assert offers(page)[0] == "fire.range.long = 3" and not any(one.startswith("Take all") for one in offers(page))


def test_ready_rules_that_are_offered_write_their_lines(page):
    page.box.text.value = "double armour"
    ready = ready_rules("rencounter")["doubled_armour"]
    assert ready.note in html.unescape(page.box._labels[0].value)
    press_offer(page, ready.name)
    assert page.box.text.value == ready.lines and dict(page.box.layer.changes) == dict(ready.changes)
    assert "fire.armor.low_velocity = -2" in offers(page) and "fire.armor.point = -2" not in offers(page)


def test_what_stands_in_the_box_already_is_not_offered_again(page):
    page.box.text.value = "melee.shield.large = -3\nlarge shield"
    assert offers(page) == ["fire.shield.large = "]


def test_another_wish_has_offers_of_its_own_only(page):
    page.box.text.value = "double the large shield"
    press_offer(page, "fire.shield.large = -4")
    assert "melee.shield.large = -4" in offers(page)
    write(page, "")
    assert offers(page) == ["melee.shield.large = -4"] and in_lines(page) == {2}
    write(page, "long ra")
    assert "melee.shield.large = -4" not in offers(page)


def test_an_old_offer_goes_when_the_line_is_written_anew(page):
    """It stayed below every later word in the same line."""
    page.box.text.value = "double the large shield"
    press_offer(page, "fire.shield.large = -4")
    page.box.text.value = "fire.shield.large = -5"
    assert "melee.shield.large = -4" in offers(page)
    page.box.text.value = "morale"
    assert offers(page) and "melee.shield.large = -4" not in offers(page)


def test_a_code_that_is_pasted_into_the_box_becomes_its_lines(page):
    layer = ready_rules("rencounter")["doubled_armour"]
    page.box.text.value = f"Here are our rules: {Layers('rencounter', layer).code}."
    assert (
        page.box.text.value == layer.lines
        and page.box.name.value == layer.name
        and page.box.author.value == layer.author
    )
    assert dict(page.layers.rules) == dict(Layers("rencounter", layer).rules)
    page.box.text.value = f"Here are our rules: {Layers('rencounter', layer).code[:-9]}"
    assert "This code is incomplete. Copy all of it." in page.box.error.value
    assert dict(page.layers.rules) == dict(Layers("rencounter", layer).rules)
    page.box.text.value = Layers("salamis", *ready_rules("salamis").values()).code
    assert "a code here must be for Rencounter; got one for Salamis ad Actium" in page.box.error.value


def test_what_cannot_be_done_is_said_where_it_was_asked(page):
    """Beside the button that was pressed: the top of the page may be out of sight."""
    press(page, "Save this set")
    assert "there is no line to save" in page.not_saved.value and not page.message.value
    page.code.value = "rk1:abc"
    press(page, "Load")
    assert "This code is incomplete. Copy all of it." in page.not_loaded.value and not page.not_saved.value
    press(page, "Add")
    assert "no ready rules are chosen" in page.message.value and not page.not_loaded.value
    page.code.value = "fire.range.long = -3"
    press(page, "Load")
    assert not alert(page)


@pytest.mark.parametrize("lines", ["", "fire.range.long = -3"])
def test_an_offer_that_was_pressed_before_other_lines_came_is_not_lost(page, lines):
    page.box.text.value = "[fire.range]\nlong = -2\n[fire.shield]\nlarg"
    pressed = page.box._offers[0]
    offer = offers(page)[0]
    page.box.fill(lines)
    assert offers(page) == []
    pressed.click()
    assert page.box.text.value == f"{lines}\n{offer}".lstrip("\n") and "large = " in page.box.text.value


def test_a_line_that_is_put_in_stands_below_its_heading(page):
    page.box.text.value = '[rulings]\nskill_roll = "less_than"\n\n[fire]\nnever = 11'
    page.rulings.switches["rulings.skill_roll"].value = "at_most"
    assert page.box.text.value == "[rulings]\n\n[fire]\nnever = 11"
    page.rulings.switches["rulings.skill_roll"].value = "less_than"
    assert page.box.text.value == '[rulings]\nskill_roll = "less_than"\n\n[fire]\nnever = 11'
    page.box.put("fire.range.long", "fire.range.long = -3")
    page.box.put("melee.never", "melee.never = 11")
    page.box.put("fire.range.long", "fire.range.long = -2")
    assert page.box.text.value == "\n".join([
        "melee.never = 11", "[rulings]", 'skill_roll = "less_than"', "", "[fire]", "never = 11", "range.long = -2"
    ])  # fmt: skip
    assert not page.box.error.value and {rule.path for rule in page.layers.rules.house_rules} == {
        "rulings.skill_roll", "fire.never", "fire.range.long", "melee.never"
    }  # fmt: skip


# Layers that need one another -----------------------------------------------------------------------------------------

GENTLE = 'severity.dead = "..1"\nseverity.crippling = "2..4"'
GRIM = 'severity.crippling = "2..5"\nseverity.serious = "6..7"'  # 2 is in two rows of the book
NOT_ON_THE_BOOK = "Grim, on the book: every number must have one row in severity; 2 is in crippling and dead"


@pytest.fixture
def grim(page):
    """A layer that only fits on the one below it."""
    for name, lines in (("Gentle", GENTLE), ("Grim", GRIM)):
        page.box.name.value, page.box.text.value = name, lines
        assert page.layers.layers[-1].lines == lines and not page.box.error.value
        press(page, "Save this set")
    assert not alert(page) and [one.layer.name for one in page.pile.placed_layers] == ["Gentle", "Grim"]
    return page


def switch(page, place, on):
    page.pile._rows.children[place].children[0].value = on


def test_when_a_layer_is_switched_off_that_another_needs_the_rules_stay(grim):
    before, words = grim.layers, grim.words.value
    switch(grim, 0, False)
    assert alert(grim).startswith(NOT_ON_THE_BOOK) and alert(grim).endswith("; the rules stay as they were")
    assert [(one.layer.name, one.on) for one in grim.pile.placed_layers] == [("Gentle", False), ("Grim", True)]
    assert grim.layers is before and grim.words.value == words
    grim.box.text.value = "fire.range.long = -3"
    assert alert(grim).startswith(NOT_ON_THE_BOOK) and grim.layers is before
    switch(grim, 0, True)
    assert not alert(grim) and grim.box.text.value == "fire.range.long = -3"
    assert [layer.name for layer in grim.layers.layers] == ["Gentle", "Grim", "Your rules"]
    assert grim.layers.rules["severity.crippling"] == "2..5" and grim.layers.rules["fire.range.long"] == -3


def test_layers_that_are_put_in_an_order_in_which_one_does_not_fit_are_all_kept(grim):
    before = grim.layers
    press(grim, "Move Grim up")
    assert alert(grim).startswith(NOT_ON_THE_BOOK) and grim.layers is before
    assert [one.layer.name for one in grim.pile.placed_layers] == ["Grim", "Gentle"]
    switch(grim, 0, False)
    assert not alert(grim) and grim.layers.rules["severity.crippling"] == "2..4"
    switch(grim, 0, True)
    press(grim, "Move Gentle up")
    assert not alert(grim) and grim.layers.text == before.text


def test_a_layer_that_another_needs_can_be_edited_and_kept_again(grim):
    before = grim.layers
    press(grim, "Edit Gentle")
    assert alert(grim).startswith(NOT_ON_THE_BOOK) and grim.layers is before
    assert grim.box.text.value == GENTLE and not grim.box.error.value
    press(grim, "Save this set")
    press(grim, "Move Grim down")
    assert not alert(grim) and grim.layers.text == before.text


def test_lines_that_no_longer_fit_on_what_lies_below_are_said_and_kept(page):
    page.box.text.value = GENTLE
    press(page, "Save this set")
    page.box.text.value = GRIM
    before = page.layers
    switch(page, 0, False)
    assert "2 is in crippling and dead" in page.box.error.value and page.layers is before
    assert alert(page).startswith("Your rules, on the book: every number must have one row in severity")
    assert page.box.text.value == GRIM
    switch(page, 0, True)
    assert not alert(page) and not page.box.error.value and page.layers.text == before.text


# What a rule decides, in a scene --------------------------------------------------------------------------------------


@pytest.fixture
def bag(undrawn):
    """How often each side acts, in a game whose rules say how many counters there are."""
    page = workshop("salamis")
    page.scene.go("salamis.action_phases", {})
    return page


def own_counters(page):
    """The counters that the answer by the rules at hand is for."""
    return page.scene.check(rules=page.layers.rules, **page.scene.params).params["own_counters"]


def test_a_scene_shows_and_asks_the_figure_of_the_rules(bag):
    own = bag.scene.controls["own_counters"]
    for counters in (2, 6, 4):
        bag.box.text.value = f"turn.counters.own = {counters}"
        assert own.value == own_counters(bag) == counters and bag.scene.params == {}
    bag.scene._check.value = "salamis.d3"
    bag.box.text.value = "turn.counters.own = 5"
    bag.scene._check.value = "salamis.action_phases"
    assert own.value == own_counters(bag) == 5 and bag.scene.params == {}
    bag.box.text.value = ""
    assert own.value == own_counters(bag) == 3 and bag.scene.params == {}


def test_what_a_person_sets_in_a_scene_stays_when_the_rules_change(bag):
    own = bag.scene.controls["own_counters"]
    own.value = 5
    bag.box.text.value = "turn.counters.own = 2"
    assert own.value == own_counters(bag) == 5
    own.value = 3  # the figure of the book, which is not that of the rules
    assert own.value == own_counters(bag) == 3
    own.value = 2
    bag.box.text.value = "turn.counters.own = 1"
    assert own.value == own_counters(bag) == 1


def test_what_a_named_situation_says_stays_when_the_rules_change(bag):
    """As in the charts of what changes most, which ask it so."""
    own = bag.scene.controls["own_counters"]
    bag.scene._ready.value = "Seven cards"
    bag.box.text.value = "turn.counters.own = 2"
    assert own.value == own_counters(bag) == 3
    assert not any(effect.situation.name == "Seven cards" for effect in bag.effects)
    bag.scene._ready.index = 0
    bag.scene.go("salamis.action_phases", {})
    assert own.value == own_counters(bag) == 2


# Nothing twice, nothing lost ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "begun", ["[fire.range]\nlong =", "[fire.range]\nlong = -4", "fire.range.long =", "fire.range.long"]
)
def test_a_line_that_is_set_takes_the_place_of_one_that_was_begun(page, begun):
    page.box.text.value = begun
    page.box.put("fire.range.long", "fire.range.long = -5")
    assert page.box.text.value.count("long") == 1 and page.layers.rules["fire.range.long"] == -5


def test_an_answer_that_is_refused_is_not_said_to_be_a_rule(page):
    page.box.text.value = "fire.armor = { point = -3 }"
    page.scene.go("rencounter.fire", presets("rencounter")["rencounter.fire"]["Long bow at full plate"])
    solution, _ = ask(page, "fire.armor.point", "20 %")
    press(page, "Write it into my rules")
    assert "must have a line of its own" in alert(page) and page.box.text.value == "fire.armor = { point = -3 }"
    assert solution.head() in plain(page.tool("Ask backwards").words.value)
    assert "one of your rules now" not in page.tool("Ask backwards").words.value


def test_a_figure_in_braces_is_not_set_beside_the_others(page):
    page.box.text.value = "fire.range = {long = -3, short = 1}"
    page.write("fire.range.short", "fire.range.short = 2")
    assert "fire.range.short must have a line of its own" in alert(page)
    assert page.box.text.value == "fire.range = {long = -3, short = 1}" and page.layers.rules["fire.range.long"] == -3


def test_rules_that_stood_for_no_time_are_kept_when_others_are_loaded(page):
    page.box.text.value = "fire.range.long = -3"
    page.code.value = "fire.range.long = -2"
    press(page, "Load")
    assert [one.layers.rules["fire.range.long"] for one in page.history.tries] == [-3]


def test_a_handout_and_the_rules_are_there_before_all_that_changes_is_found(page, monkeypatch):
    monkeypatch.setattr(job.Job, "also", lambda *arguments: None)
    page.box.text.value = "fire.range.long = -3"
    press(page, "Save and print")
    html_text = page.links.value
    assert re.findall(r'download="([^"]*)"', html_text) == ["rencounter_handout.html", "rencounter_house_rules.toml"]
    assert "Preparing the sheet to print ..." in html_text and page.layers.code in page.give.text.value
    page._search._on_stop_click()
    assert "sheet" not in page.links.value and ">a handout to print</a>" in page.links.value


SMOKE = 'fire.smoke = { to = "to hit", value = -2, ask = "There is smoke between them." }'


def test_a_modifier_that_the_book_does_not_have_is_asked_for_in_the_scene(page):
    page.box.fill(SMOKE)
    page.wait()
    assert page.effects and all(effect.situation.params["smoke"] for effect in page.effects)
    page.scene.go("rencounter.fire", {"smoke": True, "skill": 9})
    assert page.scene.params == {"smoke": True, "skill": 9}
    page.box.fill(f"{SMOKE}\nfire.range.long = -3")
    assert page.scene.params == {"smoke": True, "skill": 9}
    page.box.fill("")
    assert page.scene.params == {"skill": 9}


@pytest.mark.parametrize("tab", ["Compare", "Formula"])
def test_an_open_tool_offers_a_modifier_that_the_book_does_not_have(page, tab):
    page.scene.go("rencounter.fire", {})
    compare(page) if tab == "Compare" else page.tabs.turn_to(tab)
    menu = page.tool(tab).across if tab == "Compare" else page.tool(tab).symbols[0]
    for lines in ("", SMOKE, ""):
        page.box.fill(lines)
        assert ("smoke" in [name for _, name in menu.options]) == bool(lines)


def test_the_sheet_says_when_it_counts(undrawn):
    far = 'fire.far = { to = "to hit", value = -1, when = { weapon = "long_bow", range_band = ["long", "extreme"] } }'
    text = " ".join(
        re.sub("<[^>]*>", " ", sheet(Layers.read(f"{SMOKE}\n{far}", "rencounter", "Our table"), [])).split()
    )
    assert "There is smoke between them none -2 fire.smoke not in the book" in text
    assert "far: to hit, with weapon long bow and range band long or extreme none -1" in text
