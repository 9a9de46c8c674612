"""Checks in a row: the chances of all ends, the ways through them, and the panel that one clicks through."""

import base64
import html
import json
import random
import re
from fractions import Fraction
from itertools import product

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.dice.dist import Dist
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.engine.words.wording import percent_text
from rencounter_kit.fronts.charts.tree import _at_end, _faces, ways
from rencounter_kit.fronts.panels.controls import Control
from rencounter_kit.workbook.analysis.likely_ends import likely_ends
from rencounter_kit.workbook.games.traveller.to_blows import TO_BLOWS
from rencounter_kit.workbook.mechanics.flow import RESULT, CheckFlow, FlowStep, FlowWay, flow_of
from rencounter_kit.workbook.rulebook.book import systems
from rencounter_kit.workbook.rulebook.presets import flow_presets
from tests.situations import tries
from tests.widgets import all_widgets, plain

pytestmark = pytest.mark.usefixtures("no_page_stays", "patient", "undrawn")
ID, BLOW = "traveller.to_blows", "realms_of_myth.from_blow_to_healing"
FLOWS = [ID, BLOW, "realms_of_myth.ambush"]
COMES = {"encounter": "somebody comes"}
AWAY = {
    "party_avoids": "the party slips away unseen",
    "npc_avoids": "the others slip away unseen",
    "party_escapes": "the party escapes",
    "npc_escapes": "the others escape",
    "may_attack": "the referee decides whether they attack",
}
PEACE = (
    "they stay cool, and nobody attacks",
    "they are interested or friendly",
    "they are hostile, but do not attack",
)
RULES = [
    "",
    'rulings.may_attack = "throw_8"',
    'rulings.party_with_surprise = "throws_7"',
    'rulings.party_with_surprise = "cannot_leave"',
    "rulings.close_short_escape_dm = -1",
    "encounter.random = 3\nsurprise.margin = 2\nescape.avoid = 9",
]
EVERY_PLAN = [
    dict(zip(("party_plan", "npc_plan", "npc_outnumbered"), values, strict=True))
    for values in product(("meet", "leave"), ("meet", "leave"), (False, True))
]


def rules_of(lines):
    return rk.rules("traveller").with_house_rules(lines) if lines else rk.rules("traveller")


# All of it ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", RULES)
@pytest.mark.parametrize("plans", [EVERY_PLAN[0], EVERY_PLAN[-1], *tries([], EVERY_PLAN[1:-1])])
def test_it_says_what_the_whole_meeting_says(lines, plans):
    """Whatever the rules and plans: the ends are all that can be, and those of the one check that throws it all."""
    rules = rules_of(lines)
    begun = TO_BLOWS.begun(rules, {"range": {"terrain": "forest"}}, plans)
    ends, met = begun.ends(), rk.check("traveller.random_encounter", rules=rules)["encounter"]
    whole = rk.check("traveller.meeting", rules=rules, terrain="forest", **plans)
    assert sum(ends.values()) == 1 and ends["nobody is met"] == 1 - met
    for outcome, end in AWAY.items():
        assert ends.get(end, 0) == met * whole.event(outcome), outcome
    assert sum(ends[end] for end in PEACE) == met * whole.event("no_attack")
    assert begun.reached("attack") <= met * (
        whole.event("attack") + whole.event("no_attack") + whole.event("may_attack")
    )
    shot = TO_BLOWS.begun(rules, {"range": {"terrain": "forest"}}, {**plans, "hand_to_hand": False})
    assert shot.reached("first_blow") == begun.reached("coming_closer") == met * whole.event("attack")


@pytest.mark.parametrize("terrain", ["clear", "building_interior"])
def test_a_shot_is_fired_from_the_range_that_was_thrown(terrain):
    """Range by range, as the check that asks at which range the first blow falls."""
    plans = {"party_plan": "leave", "hand_to_hand": False}
    begun = TO_BLOWS.begun(settings={"range": {"terrain": terrain}}, plans=plans)
    whole = rk.check("traveller.first_blow_range", terrain=terrain, party_plan="leave")
    chances = dict.fromkeys(whole, Fraction(0))
    open_ = {begun.start: Fraction(3)}  # of those to whom somebody comes
    while open_:
        place, chance = open_.popitem()
        for way, p in begun.ways(place).items():
            to = begun.after(place, way)
            if to.end or begun.step(to).name == "first_blow":
                counts = (
                    "" if to.end == "nobody is met" else "no_blow" if to.end else dict(to.facts)["first_blow.range"]
                )
                chances[counts] = chances.get(counts, Fraction(0)) + chance * p
            else:
                open_[to] = open_.get(to, Fraction(0)) + chance * p
    del chances[""]
    assert chances == dict(whole)


@pytest.mark.parametrize("ruled", ["uniform", "near", "far"])
def test_they_come_closer_as_from_any_encounter(ruled):
    """Over all ranges, where everybody attacks, the rounds to contact are those of the check that throws the
    range too.
    """
    rules = rk.rules("traveller").with_house_rules(f'rulings.start_band = "{ruled}"') if ruled != "uniform" else None
    begun = TO_BLOWS.begun(rules, {"coming_closer": {"speed": "walking"}})
    whole = rk.check("traveller.closing", rules=rules, speed="walking")
    by_way = dict.fromkeys((way.text for way in begun.flow.steps[9].ways), Fraction(0))
    ranges = {
        way.text: p for way, p in begun.ways(begun.walked({**COMES, "surprise": "nobody has surprise"})[1]).items()
    }
    for far, p in ranges.items():
        chosen = {**COMES, "surprise": "nobody has surprise", "range": far, "reaction": "violent"}
        way_so_far, place = begun.walked(chosen)
        sure = [one for one in way_so_far if begun.step(one.place).name == "coming_closer"]
        for way, chance in {sure[0].way: sure[0].chance}.items() if sure else begun.ways(place).items():
            by_way[way.text] += p * chance
    assert list(by_way.values()) == [
        whole.event([0]) if 0 in whole else 0,
        whole.event([1]) if 1 in whole else 0,
        sum(p for got, p in whole.items() if 2 <= got <= 5),
        sum(p for got, p in whole.items() if got > 5),
        0,
    ]


def test_what_one_step_hands_on_counts_in_the_next():
    begun = TO_BLOWS.begun(plans={"party_plan": "leave"})
    for far, name in (("at medium range", "medium"), ("at very long range", "very_long")):
        _, place = begun.walked({**COMES, "surprise": "nobody has surprise", "range": far})
        assert begun.step(place).name == "escape"
        escapes = rk.check("traveller.escape", range=name)["escapes"]
        assert {way.text: p for way, p in begun.ways(place).items()}["the party escapes"] == escapes
    way_so_far, place = begun.walked({**COMES, "surprise": "the party has surprise", "range": "at medium range"})
    assert place.end == "the party slips away unseen" and way_so_far[-1].chance == 1  # by the ruling, without dice


def test_who_cannot_come_closer_does_not_strike():
    still = {"coming_closer": {"speed": "stand", "other_speed": "stand"}}
    assert "they never come to contact" in TO_BLOWS.begun(settings=still).ends()
    assert "they never come to contact" not in TO_BLOWS.begun(settings=still, plans={"hand_to_hand": False}).ends()


def test_the_first_blow_is_that_of_its_checks():
    """From its range, at one who evades; a hit wounds, and after a miss the same men fight on."""
    params = {"first_blow": {"evading": True, "weapon_skill": 2}, "wound": {"wound_dice": 5, "strength": 12}}
    chosen = {**COMES, "surprise": "nobody has surprise", "range": "at long range", "reaction": "violent"}
    shot = TO_BLOWS.begun(settings=params, plans={"hand_to_hand": False})
    struck = TO_BLOWS.begun(settings=params)
    near = {**chosen, "coming_closer": "in contact after 2 to 5 rounds"}
    wound = rk.check("traveller.wound", wound_dice=5, strength=12)
    for begun, way, far in ((shot, chosen, "long"), (struck, near, "close")):
        _, place = begun.walked(way)
        hits = rk.check("traveller.to_hit", evading=True, weapon_skill=2, range=far)["hit"]
        evades = next(iter(rk.check("traveller.evading_dm", range=far)))
        fight = rk.check("traveller.duel", a_dm=2 + evades, a_wound_dice=5, b_strength=12)
        ends = begun.ends(place)
        assert sum(ends.values()) == 1
        assert ends["first blow: a minor wound, and he may fight on"] == hits * wound["minor"]
        assert ends["first blow: he falls unconscious"] == hits * wound["unconscious"]
        assert ends["fight after a miss: both fall"] == (1 - hits) * fight["both_down"]


FIGHT = {**COMES, "surprise": "nobody has surprise", "range": "at short range", "reaction": "violent"}
MISSED = {**FIGHT, "attack": "they attack", "coming_closer": "in contact at once", "first_blow": "it misses"}
DESCRIBED = [
    ({}, {}),
    ({"first_blow": {"weapon_skill": 3, "parry_skill": 1, "armor_dm": -2, "cover_dm": -1, "other_dm": 2}}, {"a_dm": 1}),
    ({"first_blow": {"characteristic_dm": 2, "range_dm": -1}}, {"a_dm": 1}),
    (
        {"wound": {"wound_dice": 1, "strength": 3, "dexterity": 4, "endurance": 15}},
        {"a_wound_dice": 1, "b_strength": 3, "b_dexterity": 4, "b_endurance": 15},
    ),
    (
        {"wound": {"later_groups": "attacker", "group_overflow": "carry_on", "first_blood_overflow": "random_other"}},
        {"later_groups": "attacker", "group_overflow": "carry_on", "first_blood_overflow": "random_other"},
    ),
    ({"fight": {"b_dm": 2, "b_wound_dice": 4, "a_strength": 12}}, {"b_dm": 2, "b_wound_dice": 4, "a_strength": 12}),
    ({"wound": {"strength": 3}, "fight": {"b_strength": 9}}, {"b_strength": 9}),
    ({"first_blow": {"armor_dm": -12, "cover_dm": -12, "other_dm": -12}}, {"a_dm": -20}),
]


@pytest.mark.parametrize(("settings", "duel"), DESCRIBED)
def test_the_fight_is_that_of_the_men_described(settings, duel):
    """Skill, armour and all else of the first blow, the dice of its wound and the body that it strikes."""
    way_so_far, place = TO_BLOWS.begun(settings=settings).walked(MISSED)
    assert way_so_far[-1].way.text == "it misses"
    assert TO_BLOWS.begun(settings=settings).params(place)[0] == {"a_dm": 0, **duel}
    ways = {way.text: p for way, p in TO_BLOWS.begun(settings=settings).ways(place).items()}
    whole = rk.check("traveller.duel", **duel)
    fallen = {"a_wins": "the one attacked falls", "b_wins": "the attacker falls", "both_down": "both fall"}
    assert [ways.get(says, 0) for says in fallen.values()] == [whole.event(end) for end in fallen]


@pytest.mark.parametrize("plans", [{}, {"party_plan": "leave", "npc_plan": "leave", "npc_outnumbered": True}])
def test_all_ways_together_are_the_ends(plans):
    """Folded as in the picture, or not."""
    begun = TO_BLOWS.begun(plans=plans)
    for most in (10, 300, 10_000):
        assert begun.branches(most=most).chances == begun.ends()
    assert sum(leaf.chance for leaf in begun.branches().leaves) == 1


def test_a_throw_goes_a_way_that_can_be():
    begun = TO_BLOWS.begun(plans={"party_plan": "leave", "npc_plan": "leave"})
    ended = set()
    for seed in range(200):
        place = begun.start
        while not place.end:
            way, steps = begun.thrown(place, seed)
            assert way in begun.ways(place) and (steps or begun.ways(place)[way] == 1)
            place = begun.after(place, way)
        ended.add(place.end)
    assert {"nobody is met", "the party escapes", "the others escape"} < ended <= set(begun.ends())


def test_every_throw_is_of_its_own_chance():
    """Of 3000 throws each way comes about as often as it should."""
    begun, many = TO_BLOWS.begun(), 3000
    _, place = begun.walked(COMES)
    came = [begun.thrown(place, seed)[0].text for seed in range(many)]
    for way, p in begun.ways(place).items():
        assert abs(came.count(way.text) - many * p) < 5 * (many * float(p * (1 - p))) ** 0.5


WRONG = [
    (
        lambda: rk.flow("traveller.to_blow"),
        "a flow must be one of realms_of_myth.ambush, realms_of_myth.from_blow_to_healing, traveller.to_blows",
    ),
    (lambda: rk.flow(ID, party_plan="run"), "party_plan must be one of meet, leave; got run"),
    (lambda: rk.flow(ID, plan="leave"), "a plan must be one of party_plan"),
    (lambda: rk.flow(ID, steps={"rang": {}}), "a step must be one of encounter, surprise"),
    (lambda: rk.flow(ID, steps={"range": {"terrain": "moon"}}), "terrain must be one of"),
    (lambda: rk.flow(ID, steps={"range": {"terain": "forest"}}), "terain"),
    (lambda: rk.flow(ID, rules=rk.rules("salamis")), "rules must be a ruleset of traveller"),
    (lambda: rk.flow(ID).go("somebody goes"), "a result must be one of somebody comes, nobody comes"),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG)
def test_what_is_not_there_is_refused(wrong, message):
    with pytest.raises(rk.RuleError, match=re.escape(message)):
        wrong()


def two_steps(*ways, **more):
    first = FlowStep("first", "First?", rk.checks["traveller.rumor"], ways, **more)
    last = [FlowWay("yes", "patron", ends="found"), FlowWay("no", "no_patron", ends="lost")]
    return CheckFlow(
        "traveller.test", "Test", "Test", [first, FlowStep("last", "Last?", rk.checks["traveller.patron"], last)], []
    )


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: two_steps(FlowWay("a", "rumor", {"last.serching": True})), "nothing later takes last.serching"),
        (lambda: two_steps(FlowWay("a", "rumor", {"first.x": True})), "nothing later takes first.x"),
        (lambda: two_steps(FlowWay("a", "rumor", to="first")), "nothing later is called first"),
        (lambda: two_steps(FlowWay("a", "rumor"), only=("plan", True)), "no plan for it"),
        (lambda: two_steps(FlowWay("a", "rumor"), controls=["x"]), "no parameter x"),
        (
            lambda: two_steps(FlowWay("a", "rumor"), shared={"searching": "last.searching"}),
            "nothing earlier says last.s",
        ),
        (lambda: two_steps(FlowWay("a", "rumor")).begun().ends(), "each outcome must belong to one way"),
        (lambda: two_steps(FlowWay("a", "rumors")), "did you mean rumor"),
        (lambda: two_steps(FlowWay("a", "rumor", tells=RESULT)), "a has no {}"),
    ],
)
def test_steps_that_do_not_fit_together_are_refused(made, message):
    with pytest.raises((ValueError, rk.RuleError), match=re.escape(message)):
        made()


# The panel ------------------------------------------------------------------------------------------------------------


def text_of(widget):
    return plain(re.sub("<[^>]+>", "", widget.value))


def ways_on(panel):
    """The buttons of the ways on that are in sight, with what stands beside them."""
    rows = [row for row in panel._rows if row.layout.display == "flex"]
    return {row.children[0].description: text_of(row.children[1]) for row in rows}


def press(panel, name):
    (button,) = [
        one
        for one in all_widgets(panel)
        if getattr(one, "description", "") == name and hasattr(one, "click") and one not in panel._step_buttons
    ]
    button.click()
    panel.wait()


def test_one_clicks_through_it():
    panel = rk.flow(ID)
    assert ways_on(panel) == {"Somebody comes": "33.3 % 1/3", "Nobody comes": "66.7 % 2/3"}
    press(panel, "Somebody comes")
    press(panel, "Nobody has surprise")
    assert "In all 22.2 %, 2/9: somebody comes (1/3), then nobody has surprise (2/3)." in text_of(panel.words)
    assert "22.2&nbsp;%" in panel.words.value, "a number and its sign stay in one line"
    assert [one.disabled for one in panel._step_buttons[:4]] == [False, False, False, True]
    press(panel, "At long range")
    assert text_of(panel.asks) == "How do the others react?"  # nobody tries to get away: nothing is thrown for that
    press(panel, "Friendly")
    assert "The end: they are interested or friendly" in text_of(panel.asks) and not ways_on(panel)
    assert "In all 2.31 %, 5/216" in text_of(panel.words)
    press(panel, "Back")
    assert text_of(panel.asks) == "How do the others react?"
    press(panel, "Start again")
    assert list(ways_on(panel)) == ["Somebody comes", "Nobody comes"] and not panel.past_steps


def test_a_step_gone_through_is_a_press_away():
    panel = rk.flow(ID)
    for says in ("somebody comes", "nobody has surprise", "at medium range"):
        panel.go(says)
    panel._step_buttons[4].click()  # whether they slip away, which was certain
    assert text_of(panel.asks) == "Do the others, fewer and unseen, slip away?"
    assert ways_on(panel) == {"The others stay": "always"}
    press(panel, "The others stay")
    assert text_of(panel.asks) == "How do the others react?"
    panel._step_buttons[1].click()
    assert len(panel.past_steps) == 1 and text_of(panel.asks) == "Who sees the other first?"


def test_a_control_changes_its_step_and_all_that_follows():
    panel = rk.flow(ID, party_plan="leave")
    for says in ("somebody comes", "nobody has surprise"):
        panel.go(says)
    panel.set("range", terrain="forest")
    panel.wait()
    by_check = rk.check("traveller.encounter_range", terrain="forest")
    assert list(ways_on(panel).values()) == [f"{percent_text(p)} {p}" for p in by_check.values()]
    ends = TO_BLOWS.begun(settings={"range": {"terrain": "forest"}}, plans={"party_plan": "leave"}).ends()
    assert panel.begun.ends() == ends and all(end[1:] in text_of(panel.ends) for end in ends)
    panel.go("at short range")
    panel.set("range", terrain="clear")  # where there is a short range too
    assert panel.place.step == 5
    panel.set("", party_plan="meet")
    assert text_of(panel.asks) == "How do the others react?"


def test_what_was_set_at_an_earlier_step_counts_and_can_be_set_at_a_later_one():
    panel = rk.flow(ID, way=MISSED, steps={"wound": {"strength": 12}})
    panel.wait()
    names = ["wound_dice", "strength", "dexterity", "endurance"]
    fight, shared = panel.controls["fight"].values(), [panel.controls["wound"][name] for name in names]
    assert list(panel._settings.children) == [one.widget for one in fight] + [panel.earlier] + [
        s.widget for s in shared
    ]
    assert text_of(panel.earlier) == "As set at Wound" and shared[1].value == 12
    panel.set("wound", wound_dice=6, strength=2)
    panel.wait()
    duel = rk.check("traveller.duel", a_wound_dice=6, b_strength=2)
    assert panel.begun.ends(panel.place)["fight after a miss: the attacker falls"] == duel["b_wins"]
    panel.look("attack")
    assert panel.earlier not in panel._settings.children


def test_what_cannot_be_is_said_and_mended():
    panel = rk.flow(ID)
    panel.set("surprise", party_people=0)
    assert 'role="alert"' in panel.words.value and panel.begun is None
    press(panel, "Somebody comes")  # nothing to go on from
    assert "must not both be 0" in panel.words.value and not panel.past_steps
    panel.set("surprise", party_people=4)
    assert panel.begun is not None and 'role="alert"' not in panel.words.value
    press(panel, "Reset")
    assert not panel.past_steps


def test_house_rules_reach_it():
    rules = rk.rules("traveller").with_house_rules('encounter.random = 4\nrulings.may_attack = "always"')
    panel = rk.flow(ID, rules=rules)
    assert ways_on(panel)["Somebody comes"] == "50 % 1/2"
    assert panel.controls["attack"]["may_attack"].value == "always"
    assert "the referee decides whether they attack" not in panel.begun.ends()
    panel.set("attack", may_attack="separate")
    assert "the referee decides whether they attack" in panel.begun.ends()
    layer = rk.Layer("traveller", {"encounter.random": 4})
    assert rk.flow(ID, rules=rk.Layers(rk.rules("traveller"), layer)).begun.ends()["nobody is met"] == Fraction(1, 2)


def test_a_throw_goes_on_and_is_told():
    panel = rk.flow(ID)
    panel.seed.value = "3"
    press(panel, "Roll this step")
    line = text_of(panel.report)
    assert line.startswith("Encounter. ") and panel.past_steps[0].way.text in line and "seed 3" in line
    panel.seed.value = "three"
    press(panel, "Start again")
    press(panel, "Roll this step")
    assert "a seed must be a whole number" in panel.report.value and not panel.past_steps
    panel.seed.value = ""
    panel.restart()
    while not panel.place.end:
        press(panel, "Roll this step")
    assert panel._acts["Roll this step"].disabled


def test_the_tree_stands_beside_it_and_whole_in_a_fold():
    panel = rk.flow(ID, party_plan="leave")
    panel.wait()
    assert "nobody is met 66.7 %" in panel.view.value
    panel.go("somebody comes")
    panel.wait()
    alt = re.search('alt="([^"]*)"', panel.view.value)[1]
    assert "the party slips away unseen 16.7 %" in alt and "nobody is met" not in alt
    assert not panel.table.value
    panel.tabs.turn_to("All outcomes")
    panel.wait()
    assert "nobody is met" in panel.table.value and "rk-branches" in panel.table.value and "<img" in panel.table.value
    assert len(re.findall("<tr[ >]", panel.ends.value)) == 1 + len(panel.begun.ends())


def test_settings_are_all_that_was_set():
    before = rk.flow(ID)
    before.set("range", terrain="swamp")
    before.set("", npc_plan="leave")
    before.go("somebody comes")
    after = rk.flow(ID)
    after.settle(before.settings)
    assert after.settings == before.settings and after.words.value == before.words.value
    assert after.begun.ends() == before.begun.ends()


def test_house_rules_are_written_there():
    panel = rk.flow(ID)
    panel.box.text.value = 'encounter.random = 4\nrulings.may_attack = "always"'
    panel.wait()
    assert ways_on(panel)["Somebody comes"] == "50 % 1/2"
    assert panel.controls["attack"]["may_attack"].value == "always"
    panel.box.text.value = "encounter.random = 40000"
    assert panel.box.error.value and panel.begun.ends()["nobody is met"] == Fraction(1, 2)  # the rules are as before
    press(panel, "Reset")
    assert not panel.box.text.value and ways_on(panel)["Somebody comes"] == "33.3 % 1/3"


def test_rules_that_it_begins_with_stand_in_the_box():
    panel = rk.flow(ID, rules=rk.rules("traveller").with_house_rules("encounter.random = 4"))
    assert panel.box.text.value == "encounter.random = 4"
    panel.box.text.value = ""
    assert panel.begun.ends()["nobody is met"] == Fraction(2, 3)
    press(panel, "Reset")
    assert panel.begun.ends()["nobody is met"] == Fraction(1, 2)


PAGE = "http://127.0.0.1:8866/voila/render/traveller_encounter.ipynb"
LINES = "encounter.random = 4\nsurprise.margin = 2"


@pytest.fixture
def meeting_to_send(monkeypatch):
    monkeypatch.setenv("VOILA_REQUEST_URL", PAGE)
    panel = rk.flow(ID, rules=rk.rules("traveller").with_house_rules(LINES))
    panel.set("range", terrain="forest")
    panel.set("", party_plan="leave", npc_outnumbered=True)
    panel.go("somebody comes")
    panel.go("nobody has surprise")
    panel.tabs.turn_to("Send")
    panel.wait()
    return panel


def lines_to_send(panel):
    return [html.unescape(line) for line in re.findall("<pre>(.*?)</pre>", panel.saved.links.value, re.DOTALL)]


def test_a_flow_is_sent_as_a_link_or_python(meeting_to_send):
    """With its rules and the way that was gone; and Python runs."""
    there = meeting_to_send
    for line in (lines := lines_to_send(there)):
        panel_now = rk.flow(ID)
        panel_now.saved.paste.line.value = line
        assert panel_now.saved.paste.trouble.value == "" and panel_now.begun.ends() == there.begun.ends()
        assert panel_now.settings[0] == there.settings[0] and panel_now.place == there.place
    assert len(lines) == 2
    again = eval(lines[1], {"rk": rk})  # as somebody would
    assert again.begun.ends() == there.begun.ends() and again.place == there.place


def test_a_link_opens_the_page_as_it_was_sent(meeting_to_send, monkeypatch):
    link = lines_to_send(meeting_to_send)[0]
    monkeypatch.setenv("VOILA_REQUEST_URL", link)
    panel_now = rk.flow(ID)
    assert panel_now.settings[0] == meeting_to_send.settings[0] and panel_now.place == meeting_to_send.place
    assert not rk.flow(BLOW).box.text.value  # a flow of another game is as ever
    monkeypatch.setenv("VOILA_REQUEST_URL", f"{PAGE}?flow={ID}&range.terrain=moon")
    wrong = rk.flow(ID)
    assert "terrain must be one of" in wrong.report.value and wrong.begun is not None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello", "a line to paste must be a link or Python"),
        ("rk.check('traveller.wound')", "must be for traveller.to_blows; got one for traveller.wound"),
        (f"rk.flow('{ID}', steps=3)", "steps must be values by name; got 3"),
        (f"rk.flow('{ID}', steps={{'rang': {{'terrain': 'forest'}}}})", "a step must be one of encounter, surprise"),
        (f"rk.flow('{ID}', way={{'rang': 'x'}})", "a way must be in words for one of encounter"),
        (f"rk.flow('{ID}', plan='leave')", "a plan must be one of party_plan"),
        (f"{PAGE}?flow={ID}&range.terain=forest", "did you mean terrain?"),
    ],
)
def test_a_line_that_cannot_be_is_refused_and_changes_nothing(line, message):
    panel = rk.flow(ID, party_plan="leave")
    before = panel.settings
    panel.saved.paste.line.value = line
    assert message in html.unescape(panel.saved.paste.trouble.value) and panel.settings == before


def test_it_has_a_page_to_print(meeting_to_send):
    pages = re.findall('href="data:text/html;base64,([^"]*)"', meeting_to_send.saved.links.value)
    page = base64.b64decode(pages[0]).decode()
    for text in (
        "range terrain",
        "forest",
        "encounter",
        "In all",
        "How it can end",
        "All other settings are at their defaults",
        "<img",
    ):
        assert text in page, text
    assert "rk.flow" in page and "House rules" in page
    (table,) = re.findall('href="data:text/csv;base64,([^"]*)"', meeting_to_send.saved.links.value)
    rows = base64.b64decode(table).decode().splitlines()
    assert rows[0] == "end,from the beginning,from the beginning (exact),from here,from here (exact),figures" and len(
        rows
    ) == 1 + len(meeting_to_send.begun.ends())


@pytest.mark.parametrize("id", FLOWS)
def test_no_mark_is_cut_in_a_picture_of_a_flow(id):
    """Long words are; the marks of the figures stand whole behind them."""
    for begun, named in (flow_of(id).begun(), str), (flow_of(id).begun(), "a very long end, ".__add__):
        for drawn in ((10, 2), (24, 4)):
            open_ = [ways(begun.branches(name_of=named), *drawn).root]
            while open_:
                twig = open_.pop()
                open_ += twig.twigs
                for text in (_faces(twig), _at_end(twig)):
                    assert text.count("[") == text.count("]")
                assert twig.faces.partition(" [")[2] in _faces(twig)


@pytest.mark.parametrize("id", FLOWS)
def test_every_step_has_its_controls_and_a_question(id):
    panel = rk.flow(id)
    for step in panel.flow.steps:
        assert step.asks.endswith("?") and set(panel.controls[step.name]) == set(step.controls)
        assert len({way.text for way in step.ways}) == len(step.ways)
    assert all(isinstance(c, Control) for inside in panel.controls.values() for c in inside.values())
    assert isinstance(panel.begun.tree(panel.begun.start), Dist)


@pytest.mark.parametrize("id", FLOWS)
def test_a_name_that_means_two_things_in_a_flow_says_below_it_which(id):
    flow, meant = flow_of(id), {}
    for step, parameters in [("", flow.plans), *((step.name, step.check.parameters) for step in flow.steps)]:
        for name in parameters if not step else flow._of(step).controls:
            meant.setdefault(name, {})[parameters[name].help] = parameters[name].hint
    for name, hints in meant.items():
        assert len(hints) == 1 or len(set(filter(None, hints.values()))) == len(hints), name


@pytest.mark.parametrize("id", FLOWS)
def test_its_situations_stand_on_their_buttons(id):
    panel, missing = rk.flow(id), []
    for name in flow_presets(panel.flow.stem)[id]:
        panel.ready.value = name
        assert panel.begun is not None and sum(panel.begun.ends().values()) == 1, name
        assert panel.begun.ends() not in missing, name
        missing.append(panel.begun.ends())
    assert len(missing) >= 4


@pytest.mark.parametrize("id", FLOWS)
def test_a_flow_names_the_page_that_shows_it(id):
    page = json.loads((project_folder("notebooks") / f"{flow_of(id).page}.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in page["cells"]]
    assert any("rk.flow(" in cell and f'"{id}"' in cell for cell in cells)


def test_situations_are_those_of_flows():
    assert sorted(one for stem in systems() for one in flow_presets(stem)) == sorted(FLOWS)
    files = {file.stem for file in (project_folder("data") / "presets" / "flows").glob("*.toml")}
    assert files == {flow.partition(".")[0] for flow in FLOWS}


def test_a_situation_leaves_nothing_of_what_the_page_began_with():
    panel = rk.flow(BLOW, steps={"blow": {"strength": 60, "weight_columns": "last_five"}})
    panel.ready.value = "Spear thrust through mail"
    (usual,) = [
        one for name, one in flow_presets("realms_of_myth")[BLOW].items() if name == "Spear thrust through mail"
    ]
    steps = {**usual, "blow": {**usual["blow"], "weight_columns": "last_five"}}  # the page has no control for that one
    assert panel.begun.ends() == flow_of(BLOW).begun(settings=steps).ends()


# From the blow to the sickbed -----------------------------------------------------------------------------------------

GREATSWORD = {"use": "two_handed", "strength": 16, "size": 8, "weight_class": "heavy"}


def myth(check, **params):
    """The only answer of a check that throws nothing."""
    (outcome,) = rk.check(f"realms_of_myth.{check}", **params)
    return outcome


def blow_by_checks(blow, armour, wounded, sta, barrier, p_res, hrt, agl, healer):
    """All ends of a blow that has hit, one check after the other."""
    force = myth("pot", **blow)
    struck = myth("barrier_pot", pot=force, modified_sta=sta, barrier_feet=barrier)
    left = myth("armor_through", pot=struck, **armour)
    every = armour.get("attack_form") == "thrust" and set(armour["layers"]) <= {"padded", "singlemail"}
    number = myth(
        "wounds",
        pot_through=left,
        modified_sta=sta,
        through_unbreached_armor=bool(armour["layers"]) and not every,
        **wounded,
    )
    if left and number > 9:
        if number > 10:
            return {"more than 10 wounds, which the rules do not cover": 1}
        last = rk.check("realms_of_myth.death_check", p_res=p_res)
        chances = {
            "dies": "he dies",
            "lives_unconscious": "he lies dying, unconscious",
            "lives_conscious": "he lies dying, awake",
        }
        return {f"10 wounds, the last of which may kill him, {chances[one]}": p for one, p in last.items()}
    level = myth("wound_level", wounds=number)
    say = (
        [f"{number} wound{'s' if number > 1 else ''}", level]
        if number
        else ["no wound" if left else "nothing gets through"]
    )
    heals = number and (healer or level != "mortal")
    days = [f"healed in {myth('healing_days', wounds=number, healer_sl=healer)} days"] if heals else []
    down = rk.check("realms_of_myth.knockback", pot=force, modified_sta=sta, barrier_feet=barrier, agl=agl)
    ends = {}
    for fell, p in {"thrown down": down.get("falls", 0), "": down.event("keeps his feet")}.items():
        for pain, q in rk.check("realms_of_myth.pain", pot_through=left, p_res=p_res, hrt=hrt).items():
            stun = {"unconscious": "knocked out"}.get(pain, "")
            if pain in ("half_stunned", "stunned"):
                passed = 100 if pain == "half_stunned" else 0
                lasts = myth("stun_duration", pot_through=left, p_res=p_res, hrt_chance=passed)
                stun = f"stunned for {lasts} segment{'s' if lasts > 1 else ''}"
            end = ", ".join(filter(None, [*say, fell, stun, *days]))
            ends[end] = ends.get(end, 0) + p * q
    return {end: p for end, p in ends.items() if p}


@pytest.mark.parametrize("seed", range(tries(12, 200)))
def test_a_blow_is_what_its_checks_say_one_by_one(seed):
    chance = random.Random(seed)
    blow = {
        **chance.choice([{}, GREATSWORD]),
        "strength": chance.randint(5, 40),
        "modified_sta": chance.randint(10, 40),
    }
    layers = chance.choice([(), ("padded",), ("singlemail", "padded"), ("field_plate", "padded")])
    armour = {"layers": layers, "attack_form": chance.choice(["common", "thrust"])}
    wounded = {"blow": chance.choice(["edge", "blunt", "point"]), "cnd": chance.randint(5, 30)}
    sta, barrier, p_res = chance.randint(10, 40), chance.choice([None, 0, 4]), chance.randint(5, 40)
    hrt, agl, healer = chance.randint(5, 40), chance.randint(5, 40), chance.choice([0, 4, 16])
    settings = {"blow": blow, "armour": armour, "wounds": wounded, "pain": {"hrt": hrt}, "knock_back": {"agl": agl}}
    settings["healing"] = {"healer_sl": healer}
    plans = {"modified_sta": sta, "barrier_feet": barrier, "p_res": p_res}
    ends = blow_by_checks(blow, armour, wounded, sta, barrier, p_res, hrt, agl, healer)
    assert flow_of(BLOW).begun(settings=settings, plans=plans).ends() == ends
    to_hit = flow_of(BLOW).begun(
        settings={**settings, "to_hit": {"attack_av": 61}}, plans={**plans, "roll_to_hit": True}
    )
    hits = rk.check("realms_of_myth.melee_attack", attack_av=61)["hit"]
    assert to_hit.ends() == {"the blow misses": 1 - hits} | {end: hits * p for end, p in ends.items()}


def test_what_gets_through_is_no_cut_where_the_armour_holds():
    """As in the check that follows attack after attack."""
    for layers in (["padded"], ["singlemail", "padded"], ["field_plate", "padded"], []):
        for form in ("common", "thrust", "slash"):
            for pot in range(20, 60, 3):
                armour = {"layers": layers, "attack_form": form}
                first = rk.check(
                    "realms_of_myth.attacks_to_first_wound", pot=pot, max_attacks=1, attack_chance=100, **armour
                )
                strong = {
                    "use": "two_handed",
                    "modified_sta": pot - 10,
                    "strength": 10,
                    "size": 0,
                    "weight_class": "light",
                }
                begun = flow_of(BLOW).begun(settings={"blow": strong, "armour": armour})
                assert {way.result for step in begun.walked({})[0][:1] for way in [step.way]} == {pot}
                wounded = not any(end.startswith(("no wound", "nothing")) for end in begun.ends())
                assert wounded == (first.event("wounds with the first attack") == 1), (armour, pot)


def test_figures_that_no_dice_decide_are_told_and_stay_while_one_looks_back():
    panel = rk.flow(BLOW, steps={"blow": GREATSWORD})
    figures = (
        "No dice so far: POT 44 [reconstructed], then 24 of it gets through [reconstructed], "
        "then 5 wounds [reconstructed], then Level grievous [reconstructed]."
    )
    assert figures in text_of(panel.words) and text_of(panel.asks) == "Does the blow throw him down?"
    press(panel, "Thrown down")
    assert "In all 99 %" in text_of(panel.words)
    panel.look("blow")
    assert figures in text_of(panel.words) and ways_on(panel) == {"POT 44": "always [reconstructed]"}
    panel.set("blow", strength=8)
    assert re.search(r"POT 36 \S+, then 16 of it gets through \S+, then 3 wounds", text_of(panel.words))
    panel.look("pain")  # what was chosen after the blow is still chosen
    assert "thrown down" in text_of(panel.words) and "Knocked out" in ways_on(panel)
    press(panel, "Back")
    press(panel, "He keeps his feet")
    assert "he keeps his feet" in text_of(panel.words)


def test_a_step_alone_opens_its_check_with_what_it_is_asked(empty_page):
    panel = rk.flow(BLOW, steps={"blow": GREATSWORD, "armour": {"attack_form": "thrust"}})
    panel.look("armour")
    press(panel, "This step alone")
    assert "realms_of_myth.armor_through must have a panel on this page" in text_of(panel.report)
    shelf = rk.shelf("realms_of_myth.pot", "realms_of_myth.armor_through")
    press(panel, "This step alone")
    opened = shelf.panels["realms_of_myth.armor_through"]
    assert shelf.now == rk.checks["realms_of_myth.armor_through"].title
    assert (
        opened["pot"] == 44
        and opened["attack_form"] == "thrust"
        and opened.result == rk.check("realms_of_myth.armor_through", pot=44, attack_form="thrust")
    )
    called = [one for one in (opened, shelf.panels["realms_of_myth.pot"]) if one.transfer._note.value]
    assert called == [opened]


def test_ends_that_all_say_the_same_say_it_once():
    panel = rk.flow(BLOW, steps={"blow": GREATSWORD})
    assert "Thrown down, knocked out" in text_of(panel.ends) and "grievous" not in text_of(panel.ends)
    assert "5 wounds, grievous, thrown down, knocked out, healed in 165 days" in panel.begun.ends()


@pytest.mark.parametrize("id", FLOWS)
@pytest.mark.parametrize("seed", range(tries(2, 12)))
def test_whatever_a_person_does_the_chances_add_up(seed, id):
    """Ways on, throws, steps back, other settings, in any order: what is shown is of what is set."""
    chance, panel = random.Random(seed), rk.flow(id)
    for _ in range(40):
        act = chance.choice(["go", "go", "go", "throw", "back", "look", "set"])
        if act == "go" and not panel.place.end:
            panel.go(chance.choice([way.text for way in panel.begun.ways(panel.place)]))
        elif act == "throw":
            panel._acts["Roll this step"].click()
        elif act == "back":
            panel._acts["Back"].click()
        elif act == "look":
            chance.choice(panel._step_buttons).click()
        elif act == "set":
            step = chance.choice([name for name, inside in panel.controls.items() if inside])
            values = {name: one.parameter.values() for name, one in panel.controls[step].items()}
            name = chance.choice([name for name, right in values.items() if right])  # not lists, which name no values
            right = values[name]
            panel.set(step, **{name: chance.choice([one for one in right if one != 0] or right)})
        if panel.begun is None:
            assert 'role="alert"' in panel.words.value
            panel._acts["Reset"].click()
        so_far = Fraction(1)
        for one in panel.past_steps:
            so_far *= one.chance
        assert so_far > 0 and sum(panel.begun.ends(panel.place).values()) == 1 == sum(panel.begun.ends().values())
        visible_ways = ways_on(panel)
        assert len(visible_ways) == (0 if panel.place.end else len(panel.begun.ways(panel.place)))
        assert any(one.chance < 1 for one in panel.past_steps) == ("In all" in text_of(panel.words))


# How its figures are marked -------------------------------------------------------------------------------------------


def test_every_number_of_a_flow_bears_the_marks_of_its_step():
    """AV 70 against DV 40 is 80 % by an assumed formula only, and the POT rests on a table that was put
    together again.
    """
    panel = rk.flow(BLOW, roll_to_hit=True, steps={"to_hit": {"attack_av": 70, "defence_dv": 40}})
    assert ways_on(panel)["It hits"] == "80 % 4/5 [assumed]"
    assert "The blow misses20 % = 1/5 [assumed]20 % = 1/5 [assumed]" in text_of(panel.ends)
    assert "[assumed, reconstructed figures]" in panel.view.value and "it hits [assumed]" in panel.view.value
    panel.tabs.turn_to("All outcomes")
    panel.wait()
    assert "it hits [assumed] (4/5)" in panel.table.value
    panel.tabs.turn_to("One control")
    panel.wait()
    panel.one.menu.value = ("to_hit", "attack_av")
    panel.wait()
    (now,) = re.findall(r'<tr class="rk-now">(.*?)</tr>', panel.one.table.value)
    assert "% [assumed" in now
    panel.tabs.turn_to("Send")
    panel.wait()
    (saved,) = re.findall('href="data:text/csv;base64,([^"]*)"', panel.saved.links.value)
    assert base64.b64decode(saved).decode().splitlines()[1] == "the blow misses,0.2,exactly 1/5,0.2,exactly 1/5,assumed"
    panel.seed.value = "3"
    panel._acts["Roll this step"].click()
    assert "[assumed]" in text_of(panel.report)
    panel.restart()
    press(panel, "It hits")
    assert "In all 80 %, 4/5 [assumed]: it hits (4/5) [assumed], then POT 21 [reconstructed]" in text_of(panel.words)


@pytest.mark.parametrize("id", FLOWS)
def test_what_is_handed_on_takes_its_marks_along(id):
    flow = flow_of(id)
    begun = flow.begun(plans={"roll_to_hit": True} if id == BLOW else {})
    for place, p in begun._reached(begun.start).items():
        if place.end:
            continue
        own = {rule.mark for answer in begun.answers(place) for rule in answer.marked}
        assert own <= set(begun.marks(place)) and p > 0
        for way in begun.ways(place):
            after = begun.after(place, way)
            handed = {name.partition(".")[0] for name in way.hands}
            if not after.end and begun.step(after).name in handed:
                assert set(begun.marks(place)) <= set(begun.marks(after))
            for end in begun.ends(after):
                assert set(begun.marks(place)) <= set(begun.ends_marks()[end])


# The ambush -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("many", "sl"), [(1, 0), (6, 0), (6, 25), (30, 40)])
def test_an_ambush_is_what_its_checks_say_one_by_one(many, sl):
    dv = myth("surprise_dv", ambushers=many)
    av = myth("surprise_av", wary=True, trade_sl=sl)
    percent = myth("task_chance", av=av, dv=dv)
    blows = rk.check("realms_of_myth.surprise_free_blows", target_chance=percent, blows_per_cs=2)
    settings = {
        "ambushers": {"ambushers": many},
        "target": {"wary": True, "trade_sl": sl},
        "free_blows": {"blows_per_cs": 2},
    }
    begun = flow_of("realms_of_myth.ambush").begun(settings=settings)
    assert [one.way.result for one in begun.walked({})[0]] == [dv, av, percent]
    assert begun.ends() == {
        "no blow lands": blows[0],
        "1 blow lands": blows[1],
        "2 or 3 blows land": blows.dist.probability(lambda number: 1 < number < 4),
        "more than 3 blows land": blows.dist.probability(lambda number: number > 3),
    }


# What one control changes ---------------------------------------------------------------------------------------------

PLATE = flow_presets("realms_of_myth")[BLOW]["Greatsword on plate"]


@pytest.mark.parametrize(
    ("id", "step", "name", "settings", "chosen"),
    [
        (BLOW, "blow", "strength", PLATE, {}),
        (BLOW, "armour", "attack_form", PLATE, {"knock_back": "he keeps his feet"}),
        (ID, "", "party_plan", {}, COMES),
        (ID, "range", "terrain", {}, COMES),
        pytest.param(ID, "surprise", "party_people", {}, {}, marks=pytest.mark.long),
    ],
)
def test_each_value_has_the_end_that_is_the_most_likely_with_it(id, step, name, settings, chosen):
    flow = flow_of(id)
    stretches, values = (
        likely_ends(flow, step, name, settings=settings, chosen=chosen),
        flow.parameter(step, name).values(),
    )
    first = [values.index(one.first) for one in stretches]
    assert first == [0, *(values.index(one.last) + 1 for one in stretches[:-1])] and stretches[-1].last == values[-1]
    for one in stretches:
        chances = []
        every = values[values.index(one.first) : values.index(one.last) + 1]
        for value in every[:: len(values) // 40 if len(values) > 200 else 1]:
            settings_then = {**settings, step: {**settings.get(step, {}), name: value}} if step else settings
            try:
                begun = flow.begun(None, settings_then, {} if step else {name: value})
                ends = begun.ends(begun.walked(chosen)[1])
            except rk.RuleError as error:
                ends = {str(error): 0}
            assert ends[one.end] == max(ends.values())
            chances.append(ends[one.end])
        assert one.least <= min(chances) <= max(chances) <= one.most
        assert len(values) > 200 or (one.least, one.most) == (min(chances), max(chances))


def test_the_strength_that_wounds_through_plate_stands_in_a_table():
    panel = rk.flow(BLOW)
    panel.ready.value = "Greatsword on plate"
    panel.tabs.turn_to("One control")
    panel.one.menu.value = ("blow", "strength")
    panel.wait()
    table = re.findall(r"<tr([^>]*)><td>([^<]*)</td><td>([^<]*)</td>", panel.one.table.value)
    assert ("", "24 to 27", "1 wound, light, thrown down, healed in 7 days") in table
    assert [values for marked, values, _ in table if marked] == ["1 to 19"]  # his strength is 16
    panel.set("blow", strength=25)
    panel.wait()
    assert 'class="rk-now"><td>24 to 27' in panel.one.table.value
