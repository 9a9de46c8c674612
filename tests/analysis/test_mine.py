"""What is yours as one file: written and read again, thing by thing as a browser keeps it, refused in a sentence."""

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.fronts.paper.handout import ready_text
from rencounter_kit.workbook.analysis.mine import LONGEST, Kept, Mine, kept_rules, mine, mine_of, rules_words, things_of
from rencounter_kit.workbook.rulebook.layers import Layer, Layers
from rencounter_kit.workbook.rulebook.library import games

FORD = (project_folder("data") / "starter" / "ford.toml").read_text(encoding="utf-8")
SLOW = Layer("rencounter", {"fire.range.long": -3}, "Slow arrows", note='He said "no".')
YOURS = Mine(
    {"rencounter": Layers("rencounter", SLOW), "traveller": Layers.read("to_hit.evading.long = -3", "traveller")},
    (SLOW,),
    {"rencounter": rk.roster("rencounter").only("Knight", "Pikeman"), "traveller": rk.roster("traveller")},
    {"rencounter.fire": "check=rencounter.fire&skill=7&rules=fire.range.long+%3D+-3"},
    {"how_modifiers_interact": "0 2 11"},
    {"rencounter": ready_text("rencounter"), "traveller": "# ''' and \\ stay\n"},
    {"river": FORD},
)


def test_what_is_written_is_what_is_read_and_what_a_browser_keeps():
    text = YOURS.text
    assert mine(text).text == text and mine_of(YOURS.things).text == text and mine(Mine().text) == Mine()
    kinds = [one.kind for one in YOURS.things]
    assert kinds == ["rules", "rules", "sets", "men", "men", "situations", "lessons",
             "handouts", "handouts", "games"]  # fmt: skip
    kept = {one.kind: {one.name: {"text": one.text, "words": one.words, "at": 0}} for one in YOURS.things}
    assert things_of(kept)[0] in YOURS.things and things_of([]) == things_of({"men": {"x": {"text": 1}}}) == []


def test_rules_are_told_by_name_a_ready_one_and_a_saved_one_too():
    ready = Layers.read(Layers.load("doubled_armour", game="rencounter").rules.lines, "rencounter")
    assert rules_words(ready.layers) == "Doubled armour (2 lines)"
    unnamed = Layers.read(SLOW.lines, "rencounter")
    assert kept_rules(unnamed).words == "your rules (1 line)"
    assert kept_rules(unnamed, ["rk1:broken", Layers("rencounter", SLOW).code]).words == "Slow arrows (1 line)"
    assert kept_rules(Layers("rencounter")).text == ""


def test_what_does_not_fit_the_rules_of_today_is_left_out_and_the_rest_stays():
    broken = [Kept("rules", "x", "no.such = 1"), Kept("men", "y", "game ="), Kept("situations", "rencounter.fire", "?"),
              Kept("lessons", "../x", "1"), Kept("wrong", "x", "x")]  # fmt: skip
    assert mine_of([*broken, *YOURS.things]).text == YOURS.text


@pytest.mark.parametrize(("text", "says"), [
    ("[[layer]]\ngame = 'rencounter'\nfire.range.lang = -3", "fire.range.lang"),
    ("[[layer]]\nfire.range.long = -3", "a layer must name its game"),
    ("[[set]]\ngame = 'rencounter'\nfire.range.long = 'far'", "fire.range.long"),
    ("[[men]]\ngame = 'rencounter'\nfigure = [{ name = 'Tom', armor = 99 }]", "armor must be"),
    ("[[men]]\ngame = 'rencounter'\n[[men]]\ngame = 'rencounter'", "put them together"),
    ("[situation]\n'rencounter.fire' = 'check=rencounter.duel'", "a situation must open rencounter.fire"),
    ("[situation]\n'rencounter.fire' = 'check=rencounter.fire&skill=99'", "skill must be"),
    ("[lesson]\nhow_modifiers_interact = 'all'", "numbers of questions"),
    ("[handout]\nnowhere = 'x'", "got nowhere"),
    ("[game]\nrencounter = 'x'", "a game must have a name of its own"),
    ("[game]\nriver = '[book'", "[book"),
    ("run = '__import__(\\'os\\')'", "got run"),
    ("x." * 700 + "x = 1", "path"),
    ("# " * LONGEST, "at most 5,000,000 characters"),
    ("no toml", "must"),
])  # fmt: skip
def test_a_file_of_a_stranger_is_refused_in_one_sentence(text, says):
    with pytest.raises(RuleError) as error:
        mine(text)
    assert says in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["\U0001f3b2 it's '''", "a \x7f b", "\r\n\0", "a\n'b''", "\u2028'", "\\u0041 \\'"])
def test_whatever_letters_a_text_has_it_is_read_again(text):
    assert mine(Mine(handouts={"rencounter": text}).text).handouts["rencounter"] == text


def test_all_that_a_browser_keeps_is_read_again():
    sets = tuple(Layer("rencounter", {"fire.range.long": -3}, f"set {number}") for number in range(200))
    handouts = dict.fromkeys(YOURS.rules, "x" * 200_000) | {"salamis": "y" * 100_000}
    assert mine(Mine(sets=sets, handouts=handouts).text) == Mine(sets=sets, handouts=handouts)


def test_a_file_that_is_refused_loads_no_game_and_none_takes_the_place_of_one_that_is_there():
    river = Mine(games={"river": FORD})
    with pytest.raises(RuleError, match="got nowhere"):
        mine(f"{river.text}\n[handout]\nnowhere = 'x'")
    assert "river" not in games()
    mine(river.text)
    mine(Mine(games={"river": FORD.replace("The Ford", "The Bridge")}).text)
    assert rk.rules("river").title == "The Ford"
    with pytest.raises(RuleError, match=r"\[book"):
        mine("[game]\nriver = '[book'")
    assert rk.rules("river").title == "The Ford"


def test_a_file_that_cannot_be_read_is_said(tmp_path):
    (tmp_path / "mine.toml").write_text(YOURS.text, encoding="utf-8")
    assert mine(tmp_path / "mine.toml").text == YOURS.text
    with pytest.raises(RuleError, match="a file of yours must be one that can be read"):
        mine(tmp_path / "none.toml")
