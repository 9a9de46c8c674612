"""Men with names: what a roster says, how a figure fills a side of a check, and who beats whom."""

import re
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import permutations

import pytest
from hypothesis import example, given, settings, strategies as st

import rencounter_kit as rk
from rencounter_kit.engine.words.wording import one_line, points_text
from rencounter_kit.fronts.cli.own_game import starter_text
from rencounter_kit.workbook.analysis.mine import Mine, mine, mine_of
from rencounter_kit.workbook.analysis.roster import (
    Roster,
    figure_of,
    matched,
    ready,
    replaced,
    roster,
    side_parameters,
    traits,
    two_sided,
)
from rencounter_kit.workbook.rulebook.book import systems
from tests.refusals import refusal

GAMES = ("odd_encounters", "realms_of_myth", "rencounter", "traveller")
GROUPS = {"A": ("figure", "weapon"), "B": ("target",)}


# What belongs to a figure ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", systems())
def test_a_check_asks_each_trait_of_a_side_once(game):
    """Else one would be filled and the other not; what differs has a trait of its own in the data."""
    for check in rk.checks.of(game):
        for side, groups in GROUPS.items():
            names = [p.name for p in check.parameters.values() if p.group in groups]
            assert len(side_parameters(check, side)) == len(names), f"{check.id} asks {names} of {side}"


@pytest.mark.parametrize(
    ("check", "side", "trait", "name"),
    [
        ("rencounter.fire", "A", "fire_skill", "skill"),
        ("rencounter.fire", "A", "firearm", "weapon"),
        ("rencounter.fire", "B", "armor", "target_armor"),
        ("rencounter.last_shot", "A", "firearm", "weapon"),
        ("rencounter.duel", "A", "melee_skill", "a_skill"),
        ("rencounter.duel", "B", "weapon", "b_weapon"),
        ("rencounter.gunfight", "B", "fire_skill", "b_skill"),
        ("rencounter.melee", "B", "wounds", "defender_wounds"),
        ("rencounter.recovery", "A", "wounds", "wound_points"),
        ("rencounter.attack_horse", "B", "weapon", "rider_weapon"),
        ("odd_encounters.melee_attack", "A", "th", "attacker_th"),
        ("odd_encounters.melee_attack", "B", "ac", "target_ac"),
        ("realms_of_myth.strike", "A", "av", "attack_av"),
        ("realms_of_myth.strike", "B", "dv", "defence_dv"),
        ("traveller.attack", "B", "strength", "strength"),
    ],
)
def test_a_word_of_a_figure_means_the_parameter_of_that_side(check, side, trait, name):
    assert side_parameters(rk.checks[check], side)[trait].name == name


def test_a_figure_fills_either_side_but_not_what_does_not_count_there():
    men = rk.roster("rencounter")
    knight = {"target_armor": 4, "shield": "medium"}
    assert men.sides("rencounter.fire", "Rifleman", "Knight") == {"skill": 9, "weapon": "flintlock_rifle"} | knight
    assert men.sides("rencounter.fire", "Rifleman") == {"skill": 9, "weapon": "flintlock_rifle"}
    horse = men.sides("rencounter.attack_horse", "Pikeman", "Knight")
    assert horse["attacker_weapon"] == "pike" and "rider_weapon" not in horse, "the rider does not parry"


def test_what_follows_from_other_checks_is_worked_out_by_the_rules_in_force():
    """His Armour Class and his To Hit bonus of a guard follow from chain, shield and level."""
    guard = rk.roster("odd_encounters").only("Guard")
    assert guard.sides("odd_encounters.duel", "Guard")["a_ac"] == 4
    ours = rk.rules("odd_encounters").with_house_rules("shield.ac = -2")
    assert guard.sides("odd_encounters.duel", "Guard", rules=ours)["a_ac"] == 3


@pytest.mark.parametrize("game", GAMES)
def test_each_ready_man_can_stand_on_each_side_or_it_is_said_why_not(game):
    right = r"! answered \{'|.* must (have something that is asked here, |be one of )"
    for check in rk.checks.of(game):
        for side in filter(partial(side_parameters, check), "AB"):
            for one in ready(game).values():
                said = refusal(lambda c=check, m=one, s=side: replaced(c, c.book, m, s, {}))
                assert re.match(right, said), f"{check.id}, {side}: {said}"
    with pytest.raises(rk.RuleError, match="a figure must have something that is asked here, search"):
        replaced(rk.checks["traveller.patron"], rk.rules("traveller"), ready("traveller")["Scout"], "A", {})


def test_the_man_of_a_panel_is_kept_with_all_that_lasts():
    check, men = rk.checks["rencounter.duel"], rk.roster("rencounter")
    for name in men:
        other = "Knight" if name != "Knight" else "Recruit"
        for side, (a, b) in {"A": (name, other), "B": (other, name)}.items():
            kept = figure_of(check, men.sides(check, a, b), side, name)
            ours = (
                matched(check, check.book, kept, men[other])
                if side == "A"
                else matched(check, check.book, men[other], kept)
            )
            assert check(**ours) == check(**men.sides(check, a, b)), f"{name} as {side}"
            assert "range_band" not in kept.traits
    far = {"range_band": "long", "target_armor": 2}
    assert figure_of(rk.checks["rencounter.fire"], far, "B", "Tom").traits == {"armor": 2}, "the range is no man's"


# Rosters --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_ready_figures_fit_every_check_in_which_two_can_meet(game):
    """Each has what its game knows. Each check that two can meet in takes every one of them on both sides, but for two
    that are about firearms, with a bayonet: a bow is refused there.
    """
    men = rk.roster(game)
    assert 6 <= len(men) <= 10 and all(one.note for one in men.values())
    assert {trait for one in men.values() for trait in one.traits} <= traits(game).keys()
    for check in two_sided(game, men):
        for name, one in men.items():
            problem = refusal(lambda c=check, m=one: c.targets_of(c.book, matched(c, c.book, m, m)) and None)
            with_guns = check.name in ("last_shot", "bayonet_shot") and problem.startswith(f"{name}: weapon must be")
            assert with_guns or problem == "! answered None", f"{check.id}: {problem}"
    assert rk.roster(men.code) == men == rk.roster(men.text), "a code and a text say the same again"


@given(st.lists(st.text(min_size=1, max_size=60), min_size=1, max_size=3), st.text(max_size=60))
@example(['Tom "Gun" Hill', "back\\slash", "rk1:eJw = [[figure]]"], "''' \"\"\" # \x7f \ud800")
@settings(max_examples=25, deadline=None)
def test_any_name_survives_its_text_its_code_and_the_browser(names, note):
    men = Roster("rencounter", [])
    for name in filter(str.strip, names):
        men = men.keep(figure_of(rk.checks["rencounter.duel"], {"a_armor": 2}, "A", name, one_line(note.strip(), 300)))
    assert roster(men.text) == roster(men.code) == men
    assert all(roster(men.text)[name].name == name for name in men)
    yours = Mine(men={"rencounter": men})
    assert mine(yours.text).men == mine_of(yours.things).men == yours.men


def test_a_file_is_read_only_where_the_reader_named_it(tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text(rk.roster("traveller").text)
    assert rk.roster(str(file)) == rk.roster(file) == rk.roster("traveller")
    assert refusal(lambda: rk.roster(str(file), files=False)).startswith("line 1: a line must be a name")
    assert refusal(lambda: rk.roster("nowhere.toml")).startswith(
        "a roster must be a game, or a file that can be read; got nowhere"
    )


def test_a_game_without_figures_has_an_empty_roster():
    assert not rk.roster("salamis")


def test_men_of_a_game_of_ones_own_stand_in_its_file(tmp_path):
    file = tmp_path / "ford.toml"
    anna, ben = '[[figure]]\nname = "Anna"\narmor = 3', '[[figure]]\nname = "Ben"\nwounds = 2'
    file.write_text(f"{starter_text('ford', '.toml')}\n{anna}\n\n{ben}\n")
    rk.load_game(file)
    assert list(rk.roster("ford")) == ["Anna", "Ben"]
    assert rk.who_beats_whom("ford.duel").order == ["Anna", "Ben"]


SAVES = 'save = { before = "dice.severity", roll = "d6 >= 5", then = "none", ask = "Armour saves him." }'
LONG = "fire.range.long = -3"
ONE = 'game = "rencounter"\n[[figure]]\nname = "Tom"\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            ONE + "armr = 2",
            "line 4: a figure of rencounter must have what its checks ask for; got armr; did you mean armor?",
        ),
        (ONE + "armor = 9", "line 4: armor must be a whole number from 0 to 4; got 9; the nearest is 4"),
        (ONE + ONE.partition("\n")[2], "each figure must have a name of its own; got Tom twice; rename one"),
        ('game = "rencounter"\n[[figure]]\narmor = 1', 'line 2: the figure has no name; add name = "..."'),
        ("[[figure]]", 'line 1: a roster has no game; add game = "..."'),
        ("rk1:eJw", "This code is incomplete. Copy all of it."),
        (7, "a roster must be a game or a text; got 7; try rk.roster('rencounter')"),
    ],
)
def test_a_roster_is_refused_in_a_sentence_with_its_line(text, sentence):
    assert refusal(lambda: rk.roster(text)) == sentence


# Who beats whom -------------------------------------------------------------------------------------------------------


def test_each_cell_is_what_the_check_answers_by_itself():
    """Asked one by one, with parameters written out here; by the book and by a house rule."""
    men = {
        "Old": {"experience": 5, "melee_skill": 8, "weapon": "sword", "armor": 2, "shield": "small"},
        "Raw": {"experience": 2, "melee_skill": 5, "weapon": "axe"},
        "Pike": {"melee_skill": 6, "weapon": "pike", "wounds": 1},
    }
    text = ['game = "rencounter"']
    for name, has in men.items():
        text += ["[[figure]]", f'name = "{name}"', *(f"{key} = {value!r}" for key, value in has.items())]
    ours = rk.rules("rencounter").with_house_rules("melee.situation.armor = -2")
    duels = rk.who_beats_whom("rencounter.duel", "\n".join(text), rules=ours, turn_limit=3, progress=False)
    called = {"melee_skill": "skill"}
    for a, b in permutations(men, 2):
        sides = {"a": men[a], "b": men[b]}
        fighters = {f"{side}_{called.get(key, key)}": v for side, has in sides.items() for key, v in has.items()}
        for by, rules in enumerate([None, ours]):
            alone = rk.check("rencounter.duel", rules=rules, turn_limit=3, **fighters).event("A wins")
            assert duels.figures[by][a, b] == alone, f"{a} against {b}"
    assert duels.changes and duels.changes[0][1] == max((change for _, change in duels.changes), key=abs)


def test_a_fight_in_which_both_strike_at_once_is_the_same_from_both_sides():
    one = rk.who_beats_whom("traveller.duel", rk.roster("traveller").only("Scout", "Marine", "Hunter"), rounds=2)
    other = rk.who_beats_whom("traveller.duel", one.men, rounds=2, outcome="B wins")
    assert {pair[::-1]: p for pair, p in one.figures[0].items()} == dict(other.figures[0])
    (ones,), (others,) = one.standings, other.standings
    assert {row.figure: row.average for row in ones} == {row.figure: row.against for row in others}
    assert one.order == sorted(one.order, key=lambda name: -{row.figure: row.balance for row in ones}[name])
    assert other.order == one.order[::-1]


def test_the_change_of_a_man_is_that_of_his_own_average_against_the_same_men():
    """By hand: the mean of his row by the rules less that by the book; a meeting that has no answer by the rules counts
    for neither.
    """
    ours = rk.rules("rencounter").with_house_rules("melee.situation.armor = -2")
    men = rk.roster("rencounter").only("Knight", "Pikeman", "Recruit")
    answer = rk.who_beats_whom("rencounter.melee", men, rules=ours)
    book, force = (dict(by) for by in answer.figures)
    rows = {row[1]: row for row in answer.cells()[1:]}
    for name in men:
        mine = [pair for pair in book if pair[0] == name]
        assert rows[name][3] == points_text(sum(force[pair] - book[pair] for pair in mine) / 2)
    assert answer.cells()[0] == ["", "figure", "average", "change", "against him", "1", "2", "3"]
    average, most = answer.notes()
    assert "Change: what your rules add to his average, against the same men." in average
    assert most.startswith("* Changed most: Knight against Pikeman -9.7 points, ")
    del force["Pikeman", "Knight"]
    fewer = replace(answer, figures=(book, force))
    assert [by[1].average for by in fewer.standings] == [book["Pikeman", "Recruit"], force["Pikeman", "Recruit"]]


@pytest.mark.parametrize(
    ("lines", "settings", "said"),
    [
        (SAVES, {}, 'Your rules count only where "Armour saves him" is ticked.'),
        (f"{SAVES}\nmelee.situation.armor = -2", {}, "Changed most: Knight against Pikeman -"),
        (f"{SAVES}\n{LONG}", {}, 'Your rules change none of these meetings; "Armour saves him" is not ticked.'),
        (f"{SAVES}\n{LONG}", {"attacker_save": True}, "Changed most: Knight against Pikeman -"),
        (LONG, {}, "Your rules change none of these meetings."),
    ],
)
def test_what_rules_change_of_meetings_is_said_or_what_they_ask_for(lines, settings, said):
    ours, men = rk.rules("rencounter").with_house_rules(lines), rk.roster("rencounter").only("Knight", "Pikeman")
    (changed,) = rk.who_beats_whom("rencounter.melee", men, rules=ours, **settings).changed
    assert changed.startswith(said)


def test_what_a_man_lacks_that_all_ready_ones_have_is_told_below_the_table():
    tom = figure_of(rk.checks["rencounter.duel"], {"a_armor": 3}, "A", "Tom")
    men = rk.roster("rencounter").only("Rifleman").keep(tom)
    told = rk.who_beats_whom("rencounter.fire", men).notes()[-1]
    assert told == "Tom: fire skill 6, firearm flintlock musket as usual, since he has none."
    assert "as usual" not in str(rk.who_beats_whom("rencounter.melee", men))
    assert "firearm" not in rk.who_beats_whom("rencounter.fire", men, weapon="blunderbuss").notes()[-1]


def test_value_for_money_is_told_by_each_price_where_the_game_has_prices():
    men = rk.roster("odd_encounters").only("Guard", "Hero")
    ours = rk.rules("odd_encounters").with_house_rules("price.shield = 45\nweapon.hand.to_hit = -1")
    fights = rk.who_beats_whom("odd_encounters.melee_attack", men, rules=ours)
    book, dear = ({row.figure: row for row in by} for by in fights.standings)
    assert {name: row.price for name, row in book.items()} == {"Guard": 75 + 30 + 20, "Hero": 255}
    assert {name: row.price for name, row in dear.items()} == {"Guard": 75 + 30 + 20 + 35, "Hero": 255}
    assert book["Guard"].value == book["Guard"].average * 100 / 125 == Fraction("0.35") * 100 / 125
    assert dear["Guard"].value == dear["Guard"].average * 100 / 160 != book["Guard"].value
    assert "Per 100: his average for every 100 gold pieces of his price." in fights.notes()[0]
    assert rk.who_beats_whom("rencounter.melee").standings[0][0].price is None


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (("rencounter.duel", rk.roster("traveller")), "the figures must be of rencounter; got some of traveller"),
        (("rencounter.duel", ready("rencounter").only("Knight")), "from 2 to 24 figures can meet each other; got 1"),
        (("rencounter.recovery",), "two of these figures must meet in the check; got rencounter.recovery"),
    ],
)
def test_what_cannot_meet_is_refused(ask, sentence):
    assert refusal(lambda: rk.who_beats_whom(*ask)).startswith(sentence)


# One after another ----------------------------------------------------------------------------------------------------


def test_a_man_goes_on_with_the_wounds_that_he_keeps():
    """The second fight asked once for each number of wounds, by how it ends; the recovery between them likewise."""
    hussar = {"a_skill": 8, "a_experience": 5, "turn_limit": 3}
    recruit = {"b_skill": 4, "b_weapon": "spear", "b_experience": 2}
    pikeman = {"b_weapon": "pike", "b_armor": 2}

    def comes_through(wounds):
        end = rk.check("rencounter.duel", result="winner", a_wounds=wounds, **hussar, **pikeman)
        return 1 - end["b_wins"]

    first = rk.check("rencounter.duel", result="a_wounds", **hussar, **recruit)
    kept = sum(p * comes_through(wounds) for wounds, p in first.items() if wounds != "a_out")
    names = ("rencounter", "Hussar officer", ["Recruit", "Pikeman"])
    assert rk.one_after_another(*names, recovery=False, turn_limit=3).through == kept
    healed = first[0] * comes_through(0)
    for wounds in set(first) - {0, "a_out"}:
        becomes = rk.check("rencounter.recovery", wound_points=wounds, prompt_care=True)
        healed += first[wounds] * sum(p * comes_through(left) for left, p in becomes.items() if left != "dead")
    way = rk.one_after_another(*names, turn_limit=3, prompt_care=True)
    assert way.through == healed > kept and [row.foe for row in way.rows] == ["Recruit", "Pikeman"]
    assert 0 < way.within < 1e-9 and sum(way.left.values()) == way.through


def test_wounds_that_nobody_keeps_are_refused():
    assert "traveller has no rules for the wounds that a man keeps" in refusal(
        lambda: rk.one_after_another("traveller", "Scout", ["Clerk"])
    )
    assert "foes must be a list of 1 to 30 names" in refusal(
        lambda: rk.one_after_another("rencounter", "Knight", "Recruit")
    )
