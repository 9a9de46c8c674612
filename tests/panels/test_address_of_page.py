"""The address of the page follows what is set on it, panel by panel, and opens all of them again."""

from html import unescape

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.panels import page_state, panel, workshop
from rencounter_kit.fronts.panels.men import kept_text
from rencounter_kit.fronts.panels.page_state import PAGE_ADDRESS
from rencounter_kit.fronts.panels.who_beats_whom import MeetingSet
from rencounter_kit.fronts.seas import seas
from rencounter_kit.workbook.analysis.roster import NamedFigure

pytestmark = pytest.mark.usefixtures("undrawn", "patient", "no_page_stays", "empty_page")
PAGE = "http://127.0.0.1:8866/voila/render/start_here.ipynb"


@pytest.fixture
def opened(monkeypatch):
    """A page is opened at an address."""

    def at(query=""):
        page_state._page.cache_clear()
        monkeypatch.setenv(PAGE_ADDRESS, f"{PAGE}{query}")

    monkeypatch.setattr(page_state, "_soon", lambda act: act())
    yield at
    page_state._page.cache_clear()


def address():
    """What stands behind the question mark, as the page is told."""
    widget, *_ = page_state.followed()
    return unescape(widget.value.partition('"')[2].rpartition('"')[0])


def test_the_address_follows_what_a_person_sets_and_opens_it_again(opened):
    opened()
    fire = rk.panel("rencounter.fire")
    assert address() == ""  # nobody has set anything
    fire["skill"] = 7
    assert address() == "?check=rencounter.fire&skill=7"
    fire.house.value = "fire.range.long = -3"
    assert address().startswith("?check=rencounter.fire&skill=7&inforce=")  # which hold on every page
    opened(address())
    again = rk.panel("rencounter.fire")
    assert again["skill"] == 7 and again.house.value == "fire.range.long = -3"
    again.reset()
    assert address() == "?check=rencounter.fire"


SMOKE = 'fire.smoke = { to = "to hit", value = -2, ask = "There is smoke between them." }'


def test_a_box_that_only_house_rules_in_force_ask_for_is_ticked_again(opened):
    opened()
    fire = rk.panel("rencounter.fire")
    fire.house.value = SMOKE
    fire["smoke"] = True
    fire["skill"] = 7
    opened(address())
    again = rk.panel("rencounter.fire")
    assert again["smoke"] is True and again["skill"] == 7 and again.house.value == SMOKE
    assert again.params() == fire.params()
    link = again.link
    again["smoke"] = False
    again.saved.paste.line.value = link
    assert again["smoke"] is True


LINE, SEA_LINE = "fire.range.long = -3", "rulings.reroll_open_table = false"


def test_house_rules_in_force_hold_in_every_panel_until_they_are_put_aside(opened):
    opened()
    fire, aim = rk.panel("rencounter.fire", range_band="long"), rk.panel("rencounter.last_shot")
    other, meeting = rk.panel("traveller.surprise"), rk.flow("traveller.to_blows")
    fire.house.value = LINE
    assert aim.house.value == LINE and not other.house.value and not meeting.box.text.value
    assert "Your rules</b>: 1 line" in aim.ruled.children[0].value and not other.ruled.children
    query, _, rules = address().partition("inforce=")
    assert query == "?check=rencounter.fire&range_band=long&"  # what only follows was not set
    opened(f"?inforce={rules}")  # another page of the app
    wound, dice, page = rk.panel("rencounter.wound"), rk.your_dice(), workshop()
    assert wound.house.value == page.box.text.value == LINE and page.rules["fire.range.long"] == -3
    dice.add("d6")
    assert address().endswith(f"&inforce={rules}")
    wound.ruled.children[2].click()  # by the book
    assert wound.house.value == page.box.text.value == "" and "inforce" not in address()
    page.box.fill("fire.range.long = -2")
    assert wound.house.value == "fire.range.long = -2"
    page.game.value = "traveller"
    assert wound.house.value == "fire.range.long = -2"  # those of another game stay


def test_the_workshop_opens_by_the_rules_in_force_of_whatever_game(opened):
    layers = rk.Layers.read("throws.dust = { to = 'to hit', value = -3 }", game="traveller")
    opened(f"?inforce={layers.code}")
    page = workshop()
    assert page.game.value == "traveller" and page.layers.rules.lines == layers.rules.lines


def test_the_map_of_a_playing_area_names_the_rules_in_force_too(opened):
    opened()
    sea, square = seas(), rk.panel("salamis.terrain_square")
    assert sea.ruled.layout.display == "none"
    square.house.value = SEA_LINE
    note, change, book, _ = sea.ruled.children
    assert note.value == "<b>Your rules</b>: 1 line" and sea.ruled.layout.display == ""
    change.click()
    assert sea.box in sea.house.children
    book.click()
    assert square.house.value == "" and sea.ruled.layout.display == "none"


def test_a_link_that_brings_rules_wins_and_says_so(opened):
    opened()
    rk.panel("rencounter.fire").house.value = LINE
    rules = address().partition("inforce=")[2]
    opened(f"?check=rencounter.fire&rules=fire.range.long+%3D+-1&inforce={rules}")
    fire, wound = rk.panel("rencounter.fire"), rk.panel("rencounter.wound")
    assert fire.house.value == "fire.range.long = -1" and wound.house.value == LINE
    note, *_, again = fire.ruled.children
    assert note.value == "<b>Rules from the link</b>: 1 line; your 1 line not used here"
    fire["skill"] = 9
    assert "rules=fire.range.long+%3D+-1" in address() and wound.house.value == LINE
    again.click()
    assert fire.house.value == LINE and "rules=" not in address()
    assert note.value.startswith("<b>Your rules</b>: ")


def test_a_code_in_an_address_that_cannot_be_read_is_left_alone(opened):
    opened("?inforce=nonsense&check=rencounter.fire&skill=7")
    fire = rk.panel("rencounter.fire")
    assert fire["skill"] == 7 and fire.house.value == ""


def test_each_panel_of_a_page_keeps_its_own(opened):
    def page():
        return [panel("rencounter.fire", show=["skill"]), panel("rencounter.fire"), rk.your_dice(), rk.your_dice()]

    opened()
    one, other, dice, more = page()
    one["skill"], other["skill"] = 7, 9
    more.add("4d6")
    other["range_band"] = "long"
    whole = address()
    assert whole.startswith("?panel=2&check=rencounter.fire&skill=9&range_band=long&panel=2&dice=")
    assert whole.endswith("&panel=1&check=rencounter.fire&skill=7")
    opened(whole)
    one, other, dice, more = page()
    assert (one["skill"], other["skill"], other["range_band"]) == (7, 9, "long")
    assert len(dice.lines) == 2 and [line.text.value for line in more.lines][-1] == "4d6"
    dice.add("d20")  # what nobody has touched since stays in the address
    assert address().startswith("?dice=") and "&panel=1&check=rencounter.fire&skill=7" in address()


def test_a_plain_link_is_taken_by_the_first_panel_that_can_show_it(opened):
    opened("?check=rencounter.fire&skill=7&range_band=long")
    few, all_, last = panel("rencounter.fire", show=["skill"]), panel("rencounter.fire"), panel("rencounter.fire")
    assert (few["skill"], all_["skill"], last["skill"]) == (6, 7, 6)


def test_a_shelf_opens_what_was_set_last_and_the_search_what_is_asked(opened):
    opened("?check=rencounter.wound&panel=1&check=rencounter.fire&skill=7")
    shelf = rk.shelf("rencounter.fire", "rencounter.wound")
    assert list(shelf.panels) == ["rencounter.wound"]
    assert shelf.choose("rencounter.fire")["skill"] == 7
    assert address() == "?check=rencounter.fire&skill=7&panel=1&check=rencounter.wound"
    opened(address())
    assert rk.every_check().panel["skill"] == 7


def test_a_sea_and_a_flow_come_back(opened):
    opened()
    sea, meeting = seas(), rk.flow("traveller.to_blows")
    sea.controls["columns"].value = 3
    sea.seed.value = "5"
    sea._run_action(sea.throw)
    meeting.set("range", terrain="forest")
    opened(address())
    again = seas()
    assert again.area == sea.area and rk.flow("traveller.to_blows").now.settings == meeting.now.settings


def test_what_a_cell_sets_is_not_in_the_address(opened, monkeypatch):
    opened()
    monkeypatch.setattr(page_state, "is_running", lambda: True)
    fire = rk.panel("rencounter.fire")
    fire["skill"] = 7
    assert address() == ""


def test_an_address_is_not_without_end(opened):
    opened()
    fire, dice = rk.panel("rencounter.fire"), rk.your_dice()
    dice.lines[0].text.value = "+".join(["2d6"] * 3000)
    fire["skill"] = 7
    assert address() == "?check=rencounter.fire&skill=7"


def test_of_a_link_it_is_told_who_can_open_it():
    assert "only on this computer" in page_state.who_opens(
        "http://127.0.0.1:8866/voila/render/start_here.ipynb?check=a.b"
    )
    elsewhere = "192.168.1.20"
    who = page_state.who_opens(f"http://{elsewhere}:8866/voila/render/start_here.ipynb?check=a.b")
    assert f"access to the app at {elsewhere}" in who and "only on" not in who


def test_who_beats_whom_opens_with_its_fight_question_situation_rules_and_men(opened):
    opened()
    page, tom = rk.your_men(), NamedFigure('Tom "Gun" Hill', {"strength": 5})
    ours = rk.roster("traveller").only("Scout", "Marine").keep(tom)
    page.put(MeetingSet("traveller.duel", "B wins", {"rounds": 3}, 'dice.to_hit = "3d6"', ours.text))
    page.into_address()
    page.wait()
    assert len(page.answer.figures) == 2 and page.answer.situation == "rounds 3"
    opened(address())
    other = rk.your_men()
    other.wait()
    assert other.now == page.now and other.answer.figures == page.answer.figures and not other.trouble.value
    assert "These men came with a link" in other.men.trouble.value
    assert rk.roster(kept_text("traveller")) == rk.roster("traveller"), "they are not kept yet"
    asked = 'save = { before = "dice.severity", roll = "d6 >= 5", then = "none", ask = "Armour saves him." }'
    other.put(MeetingSet("rencounter.melee", "hits", {"attacker_save": True}, asked))
    other.into_address()
    opened(address())
    (other := rk.your_men()).wait()
    assert other.now.choices == {"attacker_save": True} and not other.trouble.value
    opened("?meeting=rencounter.duel&turn_limit=none")
    assert "turn limit must be" in rk.your_men().trouble.value
    opened("?meeting=rencounter.recovery")
    (alone := rk.your_men()).wait()
    assert "two of these figures must meet in the check" in alone.trouble.value
    finder = rk.every_check()
    finder.find("who beats whom")
    assert finder.results.finds["panel"][0].panel == "your_men"
