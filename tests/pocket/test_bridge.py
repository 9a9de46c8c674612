"""What the page asks of Python, asked here."""

import json
import re
from dataclasses import replace

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.work.progress import tell
from rencounter_kit.fronts.pocket import bridge
from rencounter_kit.workbook.analysis.effects import EffectsSearch, effects
from rencounter_kit.workbook.mechanics.address import written
from rencounter_kit.workbook.rulebook import library


def reply_to(*what):
    return json.loads(bridge.ask(json.dumps(what)))


def test_what_rests_counts_for_nothing_and_keeps_what_was_set():
    """A control that counts only with another is told to rest, and is not among what is asked."""
    params = {"missile": "long_bow", "two_weapons": True}
    view = reply_to("answer", "odd_encounters.missile_attack", params)
    assert "two_weapons" in view["rests"] and view["values"]["two_weapons"] is True and "error" not in view
    assert "two_weapons" not in view["link"]
    thrown = reply_to("answer", "odd_encounters.missile_attack", {**params, "missile": "thrown"})
    assert "two_weapons" not in thrown["rests"] and "two_weapons=true" in thrown["link"]
    assert (view["situation"], thrown["situation"]) == ("the usual case", "missile thrown, two weapons")


def test_controls_come_anew_only_with_other_rules():
    assert "groups" in reply_to("answer", "rencounter.fire", {}) and "groups" not in reply_to(
        "answer", "rencounter.fire", {}, "", "exactly", ""
    )
    groups = reply_to("answer", "rencounter.fire", {}, SMOKE, "exactly", "")["groups"]
    assert "smoke" in [control["name"] for group in groups for control in group["controls"]]


SMOKE = 'fire.smoke = { to = "to hit", value = -2, ask = "There is smoke between them." }'
IN_SMOKE = ("rencounter.fire", {"skill": 7, "smoke": True}, SMOKE)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("answer", *IN_SMOKE, "exactly", ""), "hits 5 times in 12"),
        (("die", *IN_SMOKE, ({"skill": 7, "smoke": False}, SMOKE)), "miss 84 of 144"),
        (("die", *IN_SMOKE, ({"skill": 7}, "")), "miss 84 of 144"),
        (("events", *IN_SMOKE), "hits"),
        (("how_lucky", *IN_SMOKE, 0, ("3", "8", "1"), ""), "when the chance is 5 in 12"),
        (("texts_to_send", *IN_SMOKE), "smoke=True"),
        (("table_file", *IN_SMOKE), "exactly 7/12"),
        (("throw", *IN_SMOKE, "5"), "miss"),
        (("read_rules", "rencounter", SMOKE, 0), "not in the book"),
        (
            ("answer", "rencounter.gunfight", {"a_smoke": True, "turn_limit": 2}, SMOKE, "exactly", ""),
            "(16.5 %, 95/576)",
        ),
    ],
)
def test_every_act_knows_what_house_rules_ask(words, sentence):
    answer = json.dumps(reply_to(*words))
    assert sentence in answer and "no parameter" not in answer


def test_what_a_link_says_is_what_was_set():
    params = {"skill": 9, "weapon": "long_bow"}
    view = reply_to("answer", "rencounter.fire", params, "fire.range.short = 1")
    taken = reply_to("open_line", f"file:///rencounter.html#{view['link']}")
    assert (taken["id"], taken["said"], taken["lines"]) == ("rencounter.fire", params, "fire.range.short = 1")
    for _, line in reply_to("texts_to_send", "rencounter.fire", params, "fire.range.short = 1")["lines"]:
        assert reply_to("open_line", line)["said"] == params


def test_a_code_opens_the_check_at_hand_by_its_rules():
    code = reply_to("rules_to_keep", "rencounter", "fire.range.short = 1")["text"]
    taken = reply_to("open_line", f"Our rules: {code}", "rencounter.duel")
    assert (taken["id"], taken["lines"], "said" in taken) == ("rencounter.duel", "fire.range.short = 1", False)
    assert reply_to("open_line", code, "salamis.entry")["id"].startswith("rencounter.")


def test_a_question_is_answered_by_the_rules_in_force_beside_the_book():
    asked = ("answer_sentences", "how likely is he dead, long bow, long range, skill 8", "")
    by_both = reply_to(*asked, {"rencounter": "fire.range.long = -3"})
    assert [one.partition(":")[0] for one in by_both] == ["book", "book", "your rule", "your rule"]
    assert by_both[-1].endswith("hits 5 times in 12 (41.7 %, 5/12)") and "book" not in reply_to(*asked, {})[0]


def test_a_link_to_a_meeting_brings_its_men():
    men = rk.roster("rencounter").only("Knight", "Recruit")
    link = written("meeting", "rencounter.melee", {"outcome": "mean", "active_attackers": 2, "roster": men.code})
    taken = reply_to("open_line", f"#{link}")
    assert (taken["men"], taken["said"], taken["meets"]) == (men.text, {"active_attackers": 2}, True)
    assert not taken["aside"] and not reply_to("open_line", "#check=rencounter.melee")["meets"]


def test_a_link_to_lines_of_dice_is_one():
    assert reply_to("open_line", "file:///x.html#dice=3d6&dice=2d6%2B1") == {"dice": ["3d6", "2d6+1"]}
    lines = ["d6!", "2d6 + fish", "d6!"]
    assert reply_to("open_line", f"#{reply_to('lines', lines)['link']}") == {"dice": lines}


def test_a_line_of_dice_comes_with_its_bars_and_its_table():
    ((one,), (huge,)) = (each["parts"] for each in reply_to("lines", ["d2", "40d6"], "at least")["told"])
    assert one["bars"]["names"] == ["1", "2"] and one["bars"]["series"][0]["shares"] == [1, 0.5]
    assert one["bars"]["along"] == "at least this number" and one["bars"]["upright"]
    head, *rows = (
        re.findall("<t[dh].*?>(.*?)</t[dh]>", one["table"])[::4],
        *re.findall("<tr><td>(.*?)</tr>", one["table"]),
    )
    assert head[0] == "at least" and rows[1].startswith("2</td><td>1/2</td><td>50 %</td>")
    assert "<td></td>" in huge["table"] and huge["more"] == 1  # a long fraction is left out


def test_answers_of_one_roll_stand_each_alone_and_two_together():
    (line,) = reply_to("lines", ["p = 2d6: p count 6s, p count 1s"])["told"]
    assert [one["asks"] for one in line["parts"]] == ["p count 6", "p count 1"]
    assert all(one["table"].count("<tr>") == 4 for one in line["parts"])
    assert "<td>1</td><td>22.2</td><td>5.56</td><td></td>" in line["together"]
    thrown = reply_to("throw_line", "p = 2d6: p count 1 to 3, p count 4+", "7")
    low, high = map(int, thrown["words"].split(", "))
    assert low + high == 2 and f"how many of p show 1, 2 or 3: {low}" in thrown["steps"]
    (line,) = reply_to("lines", ["p = 4d6: p, p count 6, p count 1 given p pairs = 2"])["told"]
    assert len(line["parts"]) == 3 and not line["together"]


def test_lines_that_change_nothing_here_have_one_bar_each():
    view = reply_to("answer", "rencounter.fire", {}, "melee.situation.armor = -2")
    (one,) = view["bars"]["series"]  # in the colour of the book: that of the rules would say that they change something
    assert "Same with your rules: " in view["words"] and not one["ours"] and one["whose"] == ""


@pytest.mark.parametrize(
    ("what", "says"),
    [
        (("answer", "rencounter.nothing", {}), "did you mean"),
        (("open_line", "hello"), "hello is no link of this file. Paste the whole line."),
        (("open_line", "#check=toString"), "got toString"),
        (("open_line", "http://["), "http://[ is no link of this file"),
        (("open_line", "rencounter dice"), "rencounter dice is no link of this file"),
        (("answer", "rencounter.fire", {}, "fire.rnge.short = 1"), "did you mean fire.range.short"),
        (("throw", "rencounter.fire", {}, "", "many"), "a seed must be a whole number"),
        (("how_lucky", "rencounter.fire", {}, "", 0, ["7", "6", "1"], ""), "happened must be"),
        (("own_game", "ford", "[book"), "line 1, [book: "),
    ],
)
def test_what_is_wrong_is_one_sentence(what, says):
    error = reply_to(*what)["error"]
    assert says in error and "\n" not in error and "Traceback" not in error


def test_a_code_becomes_its_lines():
    code = reply_to("rules_to_keep", "rencounter", "fire.range.short = 1")["text"]
    answer_there = reply_to("read_rules", "rencounter", code, 0)
    assert (answer_there["text"], answer_there["force"]) == ("fire.range.short = 1", "fire.range.short = 1")
    assert "must be for Salamis" in reply_to("read_rules", "salamis", code, 0)["error"]


def test_a_wrong_line_leaves_the_rules_and_a_begun_one_waits():
    assert reply_to("read_rules", "rencounter", "fire.range.short = 1\nfire.rnge.long = 2", 1)["force"] is None
    answer_there = reply_to("read_rules", "rencounter", "fire.range.short = 1\nlarge sh", 1)
    assert answer_there["force"] == "fire.range.short = 1" and answer_there["lines"][1]["kind"] == "begun"
    assert (
        answer_there["offers"][0][1] == "fire.shield.large = -3" or "fire.shield.large" in answer_there["offers"][0][1]
    )


def test_the_dice_are_squares_ringed_where_they_changed():
    """By what was shown before, or by the book where house rules are in force; the book's answer has no word
    of either.
    """
    alone = reply_to("die", "rencounter.fire", {"skill": 7})
    assert alone.count("<img") == 1 and "inged" not in alone
    changed = reply_to("die", "rencounter.fire", {"skill": 7}, "", [{"skill": 6}, ""])
    assert "Ringed: what has changed since skill 6" in changed
    two = reply_to("die", "rencounter.fire", {"skill": 7, "wounds": 1}, "", [{"skill": 5}, ""])
    assert "Ringed: what you changed last" in two
    assert "inged" not in reply_to("die", "rencounter.fire", {"skill": 7}, "", [{"aim_turns": 77}, "fire.rnge = 2"])
    ruled = reply_to("die", "rencounter.fire", {}, "fire.range.short = 1", [{"skill": 6}, ""])
    assert "Ringed: what your rule changes" in ruled and "(book " in ruled
    assert reply_to("die", "rencounter.duel", {"turn_limit": 2}) == ""


def test_many_throws_come_in_pieces_and_are_the_same_for_a_seed():
    def thrown(*pieces):
        reply_to("series", "throws", "rencounter.fire", {}, "", "5", "exactly")
        return [reply_to("more", "throws", piece) for piece in pieces][-1]

    one, two = thrown(30), thrown(10, 20)
    assert one == two and one["many"] == 30 and sum(one["bars"]["came"]) == pytest.approx(1)


def test_what_changes_comes_check_by_check():
    reply_to("series", "effects", "salamis", "entry.enemy_near = -2")
    series = [reply_to("more", "effects")]
    while not series[-1]["done"]:
        series.append(reply_to("more", "effects"))
    assert [one["at"] for one in series] == list(range(1, series[0]["of"] + 1))
    assert len(series) == 2 * len(rk.checks.of("salamis")) and "rk-effects" in series[-1]["table"]
    assert series[-1]["rest"] == effects(rk.rules("salamis").with_house_rules("entry.enemy_near = -2")).rest
    assert {one["rest"] for one in series[:-1]} == {""}  # nothing is said of all other situations before it is known


def test_what_was_put_by_in_the_midst_of_a_search_is_looked_at_again(monkeypatch):
    reply_to("series", "effects", "salamis", "entry.enemy_near = -2")
    whole = reply_to("more", "effects")
    reply_to("series", "effects", "salamis", "entry.enemy_near = -2")
    with monkeypatch.context() as patch:
        patch.setattr(bridge, "_CALM", -1)
        patch.setattr(EffectsSearch, "look_on", lambda self: tell(1, 2))
        assert bridge.ask(json.dumps(["more", "effects"]), lambda done, of: True) == ""
    assert reply_to("more", "effects") == whole


def test_a_game_of_another_package_is_not_offered(monkeypatch):
    """Its Python would not be in the page."""
    other = replace(library.game("salamis"), room="somebody.else")
    monkeypatch.setattr(bridge, "game", lambda stem: other if stem == "salamis" else library.game(stem))
    assert "salamis" not in [one["stem"] for one in bridge.games()] and "rencounter" in [
        one["stem"] for one in bridge.games()
    ]


def test_what_is_put_by_gives_nothing_and_can_be_asked_again(monkeypatch):
    """Each report of a long fight may be told that something else comes first."""
    monkeypatch.setattr(bridge, "_CALM", -1)
    long = json.dumps(["answer", "rencounter.skirmish", {"turn_limit": 9}, "", "exactly", ""])
    reports = []

    def first(done, of):
        reports.append((done, of))
        return True

    assert bridge.ask(long, first) == "" and len(reports) == 1
    assert json.loads(bridge.ask(long))["words"]


def test_all_men_meet_one_after_the_other_and_come_to_what_the_check_says_of_each_pair():
    men = rk.roster("rencounter").only("Knight", "Recruit", "Pikeman")
    setting = ("rencounter.melee", {"defender_armor": 4, "active_attackers": 2}, "melee.situation.armor = -2")
    assert reply_to("series", "meetings", *setting, men.code) is None
    parts = [reply_to("more", "meetings") for _ in men]
    assert [(one["at"], one["of"], one["done"]) for one in parts] == [(1, 3, False), (2, 3, False), (3, 3, True)]
    rules = rk.rules("rencounter").with_house_rules(setting[2])
    whole = rk.who_beats_whom("rencounter.melee", men, rules=rules, active_attackers=2)
    assert parts[-1]["table"] == whole._repr_html_(), "what was set of the men themselves does not count"


def test_a_man_is_put_on_a_side_and_men_as_text_are_refused_with_their_line():
    view = reply_to("men", "rencounter.fire", "")
    assert view["sides"] == {"A": "Who acts", "B": "Target"} and view["meet"] and "Knight" in view["names"]
    params = {"target_armor": 1, "range_band": "long"}
    knight = {"target_armor": 4, "shield": "medium", "range_band": "long"}
    assert reply_to("man", "rencounter.fire", params, "", view["code"], "B", "Knight") == knight
    assert reply_to("men", "salamis.quality", "")["names"] == [] and not reply_to("men", "salamis.quality", "")["meet"]
    assert reply_to("men", "rencounter.fire", "hello")["error"].startswith("line 1: a line must be a name")
