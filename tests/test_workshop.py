"""The house-rule workshop in plain Python: what is typed, chosen and asked there is what the library says."""

import html
import importlib
import re
import tomllib
from datetime import UTC, datetime

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit.effects import effects, effects_on_fights
from rencounter_kit.layers import Layers, ready_rules
from rencounter_kit.panels import job, workshop
from rencounter_kit.rules import systems
from rencounter_kit.sheet import best, change_words, sheet
from rencounter_kit.wording import percent_text

panel_module = importlib.import_module("rencounter_kit.panels.workshop")
LINES = "fire.range.long = -3\nfire.cover.half_solid = -4"


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """What is worked out is awaited. Fights have a test of their own."""
    monkeypatch.setattr(job, "PATIENCE", 60)
    monkeypatch.setattr(panel_module, "effects_on_fights", lambda rules: [])


@pytest.fixture
def page():
    return workshop("rencounter")


def all_widgets(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from all_widgets(child)


def press(page, name, place=0):
    """Press the button of that name."""
    found = [one for one in all_widgets(page) if isinstance(one, w.Button) and name in (one.description, one.tooltip)]
    found[place].click()


def alts(page):
    """The words of the pictures that changed most."""
    return [html.unescape(found[1]) for view in page.views if (found := re.search(r'alt="([^"]*)"', view.value))]


def alert(page):
    found = re.search(r'role="alert">(.*?)<', page.said.value)
    return html.unescape(found[1]) if found else ""


def beside(page):
    return [html.unescape(line) for line in re.findall(r'title="([^"]*)"', page.box.beside.value)]


# Writing ----------------------------------------------------------------------------------------------------------------


def test_lines_are_followed_at_once(page):
    assert not alts(page) and page.layers.layers == ()
    page.box.text.value = LINES
    assert page.layers.rules["fire.range.long"] == -3 and page.layers.rules["fire.cover.half_solid"] == -4
    assert beside(page) == ["long range: -4 becomes -3", "cover: half solid: -2 becomes -4"]
    expected = effects(rk.rules("rencounter").with_house_rules(LINES))
    assert [(e.situation.name, e.size) for e in page.effects] == [(e.situation.name, e.size) for e in expected]
    assert len(alts(page)) == 3
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
    assert "fire.rnge.x" in beside(page)[2] and "line 3" in page.box.error.value
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
    offers = [one.description for one in page.box._go_on if one.description]
    assert offers[:2] == ["fire.shield.large = -2", "melee.shield.large = -2"]
    page.box._go_on[0].click()
    assert page.box.text.value == LINES + "\nfire.shield.large = -2"
    page.box._go_on[0].click()
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
    assert "cannot be shown" not in page.said.value
    assert page.layers.rules.house_rules[0].path == line.split(" ")[0]
    assert all(effect.situation.check.stem == "rencounter" for effect in page.effects)


def test_a_line_that_is_not_finished_is_not_lost_with_the_others(page):
    page.box.text.value = LINES + "\nlarge sh"
    press(page, "Keep as a layer")
    assert "got line 3" in alert(page) and page.box.text.value.endswith("large sh") and not page.pile.placed


def test_a_layer_that_takes_back_another_may_lie_alone(page):
    page.box.text.value = "fire.shield.large = -3"
    press(page, "Keep as a layer")
    page.box.text.value = "fire.shield.large = -2"
    press(page, "Keep as a layer")
    page.pile._rows.children[0].children[0].value = False
    assert not alert(page) and not page.layers.rules.house_rules
    page.box.text.value = "fire.range.long = -3"
    assert page.layers.rules["fire.range.long"] == -3


# Layers -----------------------------------------------------------------------------------------------------------------


def test_ready_rules_lie_below_and_conflicts_are_shown(page):
    ready = ready_rules("rencounter")
    assert page.ready.value in ready
    press(page, "Take it")
    name = ready[page.ready.value].name
    path, value = next(iter(ready[page.ready.value].changes.items()))
    assert [layer.name for layer in page.layers.layers] == [name] and page.layers.rules[path] == value
    page.box.text.value = f"{path} = {value - 1}"
    assert page.layers.rules[path] == value - 1
    assert path in page.pile._conflicts.value and name in page.pile._conflicts.value
    press(page, "Keep as a layer")
    assert page.box.text.value == "" and len(page.pile.placed) == 2 and page.layers.rules[path] == value - 1
    press(page, f"{name}: one place down")
    assert page.layers.rules[path] == value
    page.pile._rows.children[0].children[0].value = False
    assert [layer.name for layer in page.layers.layers] == [name]
    press(page, f"Remove {name}")
    assert page.layers.layers == ()


def test_a_layer_is_edited_and_kept_under_its_name(page):
    press(page, "Take it")
    layer = page.layers.layers[0]
    press(page, f"Edit {layer.name}")
    assert (page.box.name.value, page.box.why.value, page.box.text.value) == (layer.name, layer.note, layer.lines)
    assert page.layers.layers == (layer,) and not page.pile.placed
    press(page, "Keep as a layer")
    assert page.layers.layers == (layer,)


def test_a_layer_is_not_lost_when_the_box_cannot_be_kept(page):
    press(page, "Take it")
    (layer,) = page.layers.layers
    page.box.text.value = "large sh"
    press(page, f"Edit {layer.name}")
    assert "got line 1" in alert(page) and page.box.text.value == "large sh" and page.layers.layers == (layer,)
    page.box.text.value = "fire.range.long = -3"
    press(page, f"Edit {layer.name}")
    assert page.box.text.value == layer.lines and [one.layer.name for one in page.pile.placed] == ["Your rules"]


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
    said = html.unescape(" ".join(one.value for one in all_widgets(page.rulings) if isinstance(one, w.HTML)))
    assert rule.note in said and rule.source in said


def test_rules_are_loaded_from_a_text_or_a_short_word_of_any_game(page):
    theirs = Layers("traveller", *list(ready_rules("traveller").values())[:1])
    page.code.value = theirs.code
    press(page, "Load")
    assert page.game.value == "traveller" and page.layers.text == theirs.text
    page.code.value = "rk1:nonsense"
    press(page, "Load")
    assert "a short word must be one that was made here" in alert(page)
    assert page.layers.text == theirs.text
    press(page, "Reset")
    assert page.layers.layers == () and not alert(page)


@pytest.mark.parametrize("game", systems())
def test_every_game_has_a_workshop(game, monkeypatch):
    page = workshop(game)
    for layer in ready_rules(game).values():
        page.pile.set([])
        page.pile.add(layer)
        assert page.layers.layers == (layer,), alert(page)
        if not page.effects:  # it touches fights alone
            monkeypatch.setattr(panel_module, "effects_on_fights", effects_on_fights)
            page.wait()
            assert page.on_fights
        page.wait()
        assert alts(page) and not alert(page), layer.name
    for place in range(len(page.looks)):
        page.tabs.selected_index = place
        page._work.wait()
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
    assert "must be text; got picture.png" in alert(page)
    assert [layer.name for layer in page.layers.layers] == ["plain"]


# Looking closer -----------------------------------------------------------------------------------------------------------


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
    assert percent_text(before.event(scene.event)) in page.comparing.words.value
    assert percent_text(after.event(scene.event)) in page.comparing.words.value
    assert all('<img class="rk-chart"' in view.value for view in page.comparing.views)


def test_the_map_shows_the_difference_of_each_cell(page):
    page.box.text.value = LINES
    page.scene.go("rencounter.fire", {"skill": 9})
    page.comparing.across.value, page.comparing.up.value = "range_band", "cover"
    page.wait()
    found, ours = page.comparing.comparison, page.layers.rules
    assert list(found.axes) == ["cover", "range_band"]
    for i, cover in enumerate(found.axes["cover"]):
        for j, band in enumerate(found.axes["range_band"]):
            both = [
                rk.check("rencounter.fire", rules=rules, skill=9, cover=cover, range_band=band).event("hits")
                for rules in (None, ours)
            ]
            assert found.difference("hits")[i, j] == both[1] - both[0]


def test_asked_backwards_and_written_into_the_rules(page):
    given = {"weapon": "flintlock_musket", "range_band": "medium", "target_armor": 4}
    page.scene.go("rencounter.fire", given)
    page.scene._event.value = "kills"
    page.tabs.selected_index = list(page.looks).index("Ask backwards")
    page._work.wait()
    asking = page.asking
    assert "fire.damage.armor" in asking.unknown.options and "skill" in asking.unknown.options
    assert "fire.shield.large" not in asking.unknown.options  # the answer does not read it
    asking.unknown.value, asking.kind.value, asking.goal.value = "fire.damage.armor", "times", "1/2"
    press(page, "Ask")
    page._work.wait()
    expected = rk.solve_for("rencounter.fire", "fire.damage.armor", times="1/2", outcome="kills", **given)
    assert asking.solution.value == expected.value
    assert html.escape(expected.head()) in asking.words.value
    press(page, "Write it into my rules")
    assert page.layers.rules["fire.damage.armor"] == expected.value
    asking.goal.value = "much"
    press(page, "Ask")
    page._work.wait()
    assert "times must be a number such as 1/2" in asking.words.value


def test_what_matters_formula_and_luck_are_those_of_the_library(page):
    page.scene.go("rencounter.fire", {"skill": 8, "range_band": "medium"})
    for name, said in (
        ("What matters", rk.tornado("rencounter.fire", skill=8, range_band="medium")._repr_html_()),
        ("Every way", rk.check("rencounter.fire", skill=8, range_band="medium").branches()._repr_html_()),
        ("Formula", rk.formula("rencounter.fire", "skill", outcome="hits", range_band="medium")._repr_html_()),
        ("Luck", rk.luck("rencounter.fire", 1, 6, outcome="hits", skill=8, range_band="medium")._repr_html_()),
    ):
        page.tabs.selected_index = list(page.looks).index(name)
        page._work.wait()
        shown = "".join(one.value for one in all_widgets(page.looks[name]) if isinstance(one, (w.HTML, w.HTMLMath)))
        assert said in shown, name


def test_what_was_tried_is_kept_and_can_be_gone_back_to(page):
    for line in ("fire.range.long = -3", "fire.range.long = -2"):
        page.box.text.value = line
        page.wait()
    assert [one.layers.rules["fire.range.long"] for one in page.tried.tries] == [-2, -3]
    press(page, "Back to this", 1)
    assert page.box.text.value == "fire.range.long = -3" and page.layers.rules["fire.range.long"] == -3


def test_fights_are_asked_when_the_rules_stand_still(page, monkeypatch):
    monkeypatch.setattr(panel_module, "effects_on_fights", effects_on_fights)
    page.box.text.value = "melee.weapon.sword.to_hit = 3"
    page.wait()
    (effect,) = effects_on_fights(page.layers.rules)
    assert effect.situation.check.id == "rencounter.duel"
    assert all(said in page.fights.value for said in change_words(effect))


# On paper -------------------------------------------------------------------------------------------------------------------


def test_the_sheet_says_what_is_changed_and_what_it_does(page):
    press(page, "Take it")
    page.box.text.value = 'fire.range.long = -3\nrulings.skill_roll = "less_than"'
    page.box.name.value, page.box.why.value = "Better <eyes>", "Because & so"
    made = sheet(page.layers)
    assert made.startswith("<!doctype html>") and "<script" not in made and "http" not in made
    assert "Better &lt;eyes&gt;" in made and "Because &amp; so" in made and "<eyes>" not in made
    for change in page.layers.changes:
        assert f"<code>{change.rule.path}</code>" in made and html.escape(change.book.citation) in made
    assert made.count("<img ") == 3 and made.count('alt="Bar chart') == 3
    assert page.layers.code in made
    press(page, "Save and print")
    assert 'download="rencounter_house_rules.html"' in page.links.value
    assert Layers.read(page.layers.code).text == page.layers.text
    assert tomllib.loads(page.layers.text)
