"""Men with names on panels: who he is, keeping him, and who beats whom on a page."""

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.panels import men
from rencounter_kit.fronts.panels.who_beats_whom import maps
from rencounter_kit.workbook.analysis.roster import NamedFigure, Roster
from tests.widgets import plain

pytestmark = pytest.mark.usefixtures("no_page_stays")
SAVES = 'save = { before = "dice.severity", roll = "d6 >= 5", then = "none", ask = "Armour saves him." }'


def opened(check, **start):
    panel = rk.panel(check, **start)
    panel.wait()
    panel.tabs.turn_to("Men")
    return panel


@pytest.mark.usefixtures("undrawn")
def test_a_man_is_put_on_either_side_and_nothing_lasting_stays_of_him_who_stood_there():
    panel = opened("rencounter.duel", turn_limit=3)
    panel.men.who["A"].value = "Knight"
    panel.men.who["B"].value = "Pikeman"
    panel.men.who["A"].value = "Recruit"
    expected = {name: panel[name] for name in ("a_armor", "a_shield", "a_weapon", "a_skill", "b_weapon", "turn_limit")}
    assert expected == {
        "a_armor": 0,
        "a_shield": "none",
        "a_weapon": "spear",
        "a_skill": 4,
        "b_weapon": "pike",
        "turn_limit": 3,
    }
    assert "A: Recruit. A raw boy" in plain(panel.men.report.value)
    assert [menu.value for menu in panel.men.who.values()] == ["Recruit", "Pikeman"]
    panel["a_armor"] = 1
    assert [menu.value for menu in panel.men.who.values()] == ["", "Pikeman"], "he is as he was no longer"
    panel.men.text.box.value = panel.men.text.box.value.replace('"pike"', '"halberd"')
    assert panel.men.who["B"].value == ""


@pytest.mark.usefixtures("undrawn")
def test_a_man_who_is_kept_is_there_in_every_panel_of_the_game_and_takes_the_situation_as_it_is():
    panel = opened("rencounter.duel", turn_limit=1)
    panel.set(b_armor=3, b_skill=9, turn_limit=1)
    panel.men.name.value = "Tom <b>"
    panel.men._keep("B")
    assert "Tom <b> is kept: melee skill 9, weapon sword, experience 4, armour 3." in plain(panel.men.report.value)
    assert "Not kept" not in panel.men.report.value
    assert panel.men.name.value == panel.men.who["B"].value == "Tom <b>"
    panel.house.value = SAVES
    panel["a_save"] = panel["b_save"] = True
    panel.men._keep("B")
    assert "armour 3. Not kept: Armour saves him, which belongs to the situation." in plain(panel.men.report.value)
    other = opened("rencounter.fire", range_band="long")
    assert "Tom <b>" in dict(other.men.who["B"].options)
    other.men.who["B"].value = "Tom <b>"
    assert (other["target_armor"], other["range_band"]) == (3, "long")
    text = other.men.text
    assert "[[figure]]" in text.box.value and rk.roster(text.box.value)["Tom <b>"].traits["armor"] == 3
    assert "while this page's Python runs" in plain(text.children[2].value), "it is said where they are kept"


@pytest.mark.usefixtures("undrawn")
def test_men_as_text_or_code_are_taken_or_refused_with_their_line():
    text = opened("rencounter.fire").men.text
    before = text.box.value
    text.box.value = rk.roster("rencounter").only("Knight", "Pikeman").code
    assert list(rk.roster(men.kept_text("rencounter"))) == ["Knight", "Pikeman"]
    assert text.box.value.startswith('game = "rencounter"'), "a code is shown as what it says"
    text.box.value = before.replace("experience = 2", "experience = 99")
    assert "line 6: experience must be" in plain(text.trouble.value)
    assert len(rk.roster(men.kept_text("rencounter"))) == 2, "nothing changed"
    text.box.value = rk.roster("traveller").text
    assert "the men must be of rencounter here; got some of traveller" in plain(text.trouble.value)


@pytest.mark.usefixtures("undrawn")
def test_who_beats_whom_follows_men_fight_event_and_rules():
    men.keep_text("rencounter", rk.roster("rencounter").only("Knight", "Pikeman", "Recruit").text)
    page = rk.your_men()
    page.wait()
    assert page.fight.value == "rencounter.duel" and page.answer.order == ["Knight", "Pikeman", "Recruit"]
    page.controls["turn_limit"].value = 2
    page.fight.value = "rencounter.melee"
    page.wait()
    page.event.value = "kills"
    page.box.text.value = "melee.situation.armor = -2"
    page.wait()
    ours = rk.rules("rencounter").with_house_rules("melee.situation.armor = -2")
    alone = rk.who_beats_whom("rencounter.melee", page.answer.men, outcome="kills", rules=ours)
    assert page.answer.figures == alone.figures and len(page.answer.figures) == 2
    assert "→ Your rules)" in page.table.value
    assert "* Changed most: Knight against Pikeman -3.2 points" in page.table.value
    page.fight.value = "rencounter.duel"
    page.box.text.value = SAVES
    page.wait()
    assert 'Your rules count only where "Armour saves him" is ticked.' in plain(page.words.value)
    page.setting.line.value = True
    assert [one.name for one in page.controls.values()][-2:] == ["A save", "B save"]
    page.controls["b_save"].value = True
    page.wait()
    ours = rk.rules("rencounter").with_house_rules(SAVES)
    alone = rk.who_beats_whom("rencounter.duel", page.answer.men, rules=ours, b_save=True)
    assert page.answer.figures == alone.figures and page.answer.changes
    page.box.text.value = "melee.situation.armor = -2"
    page.wait()
    assert "b_save" not in page.controls and not page.trouble.value
    page.game.value = "traveller"
    page.wait()
    assert page.answer.measure.check.id == "traveller.duel" and not page.trouble.value and not page.box.text.value
    page.men.box.value = 'game = "traveller"\n[[figure]]\nname = "One"\nstrength = 3'
    page.wait()
    assert "from 2 to 24 figures can meet" in plain(page.trouble.value)


def test_the_map_has_its_figures_in_its_words():
    answer = rk.who_beats_whom("rencounter.melee", rk.roster("rencounter").only("Knight", "Recruit"))
    (field,) = maps(answer)
    assert field.y == field.x[::-1] == ["Recruit", "Knight"], "the strongest stands above"
    assert field.values[1, 1] == float(answer.figures[0]["Knight", "Recruit"])
    page = rk.your_men()
    page.wait()
    assert 'alt="Heatmap, Who wins the duel: A wins, over B and A: from 1.52 % to 98.4 %."' in page.maps[0].value


@pytest.mark.usefixtures("undrawn")
def test_a_name_is_text_wherever_it_is_shown():
    men.keep_text(
        "rencounter", Roster("rencounter", [NamedFigure(name, {"armor": 2}) for name in ("<b>$x_</b>", "T")]).text
    )
    page = rk.your_men()
    page.wait()
    assert "<b>$x_" not in page.words.value + page.table.value and "&lt;b&gt;$x_&lt;/b&gt;" in page.words.value
    assert all("<b>$x_" not in one.value for one in page.maps)
