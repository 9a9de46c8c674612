"""Every way the dice can fall: nothing is missing, nothing is said twice, and each face leads where the rule says."""

import html
import re
from collections import Counter
from fractions import Fraction
from html.parser import HTMLParser
from itertools import product
from math import prod
from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest

import rencounter_kit as rk
from rencounter_kit.engine.dice.dist import Dist, d
from rencounter_kit.engine.dice.throw import Exact, in_words
from rencounter_kit.engine.dice.throw_tree import Branching, ThrowTree
from rencounter_kit.engine.words.wording import faces_text
from rencounter_kit.fronts.charts import TreeChart, ways
from rencounter_kit.workbook.games.rencounter.acting import throw_action
from rencounter_kit.workbook.games.rencounter.units import Unit, nerve_of, says_nerve
from rencounter_kit.workbook.mechanics.branches import Fork, thrown
from rencounter_kit.workbook.mechanics.check import Check
from rencounter_kit.workbook.mechanics.processes.process import GOES_ON, Process
from tests.pictures import within
from tests.situations import KINDS, PLAIN_KINDS, base, drawn, every_nth, few, tries

SLOW = ("rencounter.skirmish", "rencounter.unit_under_fire", "rencounter.gunfight", "rencounter.charge")


# Situations -----------------------------------------------------------------------------------------------------------


def answers(check_id, many):
    """Answers of a check in situations at random; the first is the plainest."""
    return [rk.check(check_id, **params) for params in drawn(check_id, many)]


def toy(dice, **more):
    """The answer of a check with these dice."""
    return Check("rencounter.toy", "A toy", source="nowhere", parameters=(), targets={}, dice=dice, **more)()


def forks(to):
    """Every throw of a tree."""
    if isinstance(to, Fork):
        yield to
        for branch in to.branches:
            yield from forks(branch.to)


def ends(to):
    """How many ways end below, what is folded counting as one."""
    return sum(ends(branch.to) for branch in to.branches) if isinstance(to, Fork) and not to.folded else 1


def depth(to):
    """Throws in a row, folded ones left out."""
    return 1 + max(depth(branch.to) for branch in to.branches) if isinstance(to, Fork) and not to.folded else 0


def is_among(face, words):
    """Is a face of a die named by words such as "1 to 4, 7 and 9"?"""
    for part in re.split(", | and ", words):
        low, _, high = part.partition(" to ")
        if int(low) <= face <= int(high or low):
            return True
    return False


def follow(to, thrown):
    """Where these faces lead, by the name of each throw; those of one name are thrown in order."""
    left = {name: list(faces) for name, faces in thrown.items()}
    while isinstance(to, Fork):
        face = left[to.name].pop(0)
        (to,) = [branch.to for branch in to.branches if is_among(face, branch.faces)]
    return to


# Nothing is missing ---------------------------------------------------------------------------------------------------


def first_turn(result):
    """How the first turn ends, or that it goes on: the phases played one after another with exact dice."""
    play = result.check.play(Exact(), result.rules, result.targets)
    states = play.start if isinstance(play.start, Dist) else Dist([play.start])
    for phase in play.phases:
        states = states.map(lambda state, phase=phase: state if play.end(state) is not None else phase(state))
    if play.limit == 1:
        return states.map(lambda state: play.outcome(state, 1))
    return states.map(lambda state: GOES_ON if play.end(state) is None else play.end(state))


@pytest.mark.parametrize("check_id", KINDS)
def test_the_ways_add_up_to_the_answer(check_id):
    for result in answers(check_id, tries(1, 2) if check_id in SLOW else few(check_id, tries(3, 10), tries(2, 3))):
        branches = result.branches()
        expected = first_turn(result) if isinstance(result.check, Process) else result.dist
        assert branches.chances == dict(expected.items()), result.params
        if isinstance(result.check, Process) and branches.chances.keys() <= set(result.ways) | {GOES_ON}:
            for way, chance in branches.chances.items():
                assert way == GOES_ON or chance == result.ways[way][1]
        for one in (branches.root, branches.folded(24, 4)):
            for fork in forks(one):
                assert sum(branch.chance for branch in fork.branches) == 1
                assert all(type(branch.chance) is Fraction and branch.chance > 0 for branch in fork.branches)
                assert all("about" in b.share or Fraction(b.share) == b.chance for b in fork.branches)
                assert len(fork.branches) > 1
                assert len({branch.faces for branch in fork.branches}) == len(fork.branches) or fork.die == "dice"


@pytest.mark.parametrize("check_id", PLAIN_KINDS)
def test_a_throw_traced_is_one_of_the_ways(check_id):
    """Each step of a traced throw is found in the tree, in order, and ends in the same outcome."""
    for result in answers(check_id, 4):
        root = result.branches(10_000).root
        for seed in range(5):
            roll, to = result.roll(seed), root
            steps = list(roll.steps)
            while isinstance(to, Fork) and not to.folded and to.die[0] == "d" and to.die[1:].isdecimal():
                while steps[0].name != to.name:
                    steps.pop(0)  # it decided nothing
                face = steps.pop(0).face
                (to,) = [branch.to for branch in to.branches if is_among(face, branch.faces)]
            if isinstance(to, Fork):
                assert roll.outcome in below(to)
            else:
                assert roll.outcome == to, (result.params, roll)


def below(to):
    """The outcomes of a tree."""
    return {one for branch in to.branches for one in below(branch.to)} if isinstance(to, Fork) else {to}


# By hand --------------------------------------------------------------------------------------------------------------


def test_a_blow_face_by_face():
    """A d20 of 20 less To Hit and Armor Class, 10 here, then a d6 against four Hit Points."""
    root = rk.check("odd_encounters.melee_attack", attacker_th=1, target_ac=9, target_hp=4).branches().root
    for face, points in product(range(1, 21), range(1, 7)):
        expected = "miss" if face < 10 else "killed" if points >= 4 else "wounded"
        assert follow(root, {"to hit": [face], "damage": [points]}) == expected


def test_a_stroke_with_riposte_face_by_face():
    """Attack and parry of 7 or less, 1 always and 12 never; the man who strikes back acts on 4 or less."""
    man = {"skill": 6, "weapon": "sword", "experience": 4}
    params = {f"{who}_{name}": value for who in ("attacker", "defender") for name, value in man.items()}
    result = rk.check("rencounter.melee", result="summary", **params)
    assert (result.targets.attack, result.targets.parry, result.targets.riposte) == (7, 7, 7)
    root = result.branches().root
    counted = Counter()
    for attack, parry, action in product(range(1, 13), range(1, 13), range(1, 7)):
        if attack <= 7:
            expected = "parried" if parry <= 7 else "hit"
        else:
            expected = "riposted" if parry <= 7 and action <= 4 else "missed"
        assert follow(root, {"attack": [attack], "parry": [parry], "action": [action]}) == expected
        counted[expected] += 1
    assert result.branches().chances == {end: Fraction(n, 12 * 12 * 6) for end, n in counted.items()}


def test_two_rolls_against_each_other_face_by_face():
    """Who is wider below his number, one d100 each."""
    root = rk.check("realms_of_myth.contested_roll", first_chance=30, second_chance=45).branches(10_000).root
    for one, two in product(range(1, 101), range(1, 101)):
        margins = 30 - one, 45 - two
        if min(margins) >= 0:
            sign = (margins[0] > margins[1]) - (margins[0] < margins[1])
            expected = ("both_succeed_equal", "both_succeed_first_wider", "both_succeed_second_wider")[sign]
        else:
            expected = {(True, False): "first_succeeds_alone", (False, True): "second_succeeds_alone"}.get(
                (margins[0] >= 0, margins[1] >= 0), "both_fail"
            )
        assert follow(root, {"first side": [one], "second side": [two]}) == expected


def test_a_duel_begins_blow_by_blow():
    """The first round: A strikes on 10 or more for a d6 against 3 Hit Points, then B who lives on 10 or more
    against 5.
    """
    root = rk.check("odd_encounters.duel", a_hp=5, b_hp=3).branches().root
    for a_hits, a_points, b_hits, b_points in product(range(8, 13), range(1, 7), range(8, 13), range(1, 7)):
        if a_hits >= 10 and a_points >= 3:
            expected = "a_wins"
        else:
            expected = "b_wins" if b_hits >= 10 and b_points >= 5 else GOES_ON
        damage = [a_points, b_points] if a_hits >= 10 else [b_points]
        assert follow(root, {"to hit": [a_hits, b_hits], "damage": damage}) == expected


# In words -------------------------------------------------------------------------------------------------------------


SHOT = """What does one shot do?
to hit (d12)
  1: 1/12 = 8.33 %
    confirmation (d12)
      1 to 7: 7/12 = 58.3 %
        severity (d12)
          1 to 3: 3/12 = 25 %, dead; in all 7/576 = 1.22 %
          4 and 5: 2/12 = 16.7 %, crippling; in all 7/864 = 0.81 %
          6 to 8: 3/12 = 25 %, serious; in all 7/576 = 1.22 %
          9 to 12: 4/12 = 33.3 %, minor; in all 7/432 = 1.62 %
      8 to 12: 5/12 = 41.7 %, miss; in all 5/144 = 3.47 %
  2 to 12: 11/12 = 91.7 %, miss"""


def test_a_tree_in_words():
    branches = rk.check("rencounter.fire", skill=3, range_band="long").branches()
    assert str(branches) == repr(branches) == SHOT
    table = branches.table()
    assert list(table.columns) == ["way", "chance", "outcome"]
    assert table["way"][0] == "to hit 1 (1/12), confirmation 1 to 7 (7/12), severity 1 to 3 (3/12)"
    assert table["chance"][0] == Fraction(7, 576) and table["outcome"][0] == "dead"
    assert sum(table["chance"]) == 1 and len(table) == 6


def test_the_parts_of_a_turn_are_told_apart():
    lines = str(rk.check("rencounter.duel").branches()).split("\n")
    assert lines[:2] == ["Who wins the duel: the first turn", "part 1: action (d6)"]
    assert sum(line.strip() == "part 2: action (d6)" for line in lines) > 2
    assert any(line.strip() == "action (d6)" for line in lines)  # the riposte, within its part
    steps = rk.check("rencounter.duel").branches().rows()[0][0]
    assert steps.count("part 1: ") == steps.count("part 2: ") == 1


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ([12], "12"),
        ([1, 2], "1 and 2"),
        (range(1, 8), "1 to 7"),
        ([1, 3, 5], "1, 3 and 5"),
        ([1, 2, 3, 7, 9, 10], "1 to 3, 7, 9 and 10"),
        ([1, 3, 5, 7, 9, 11, 13], "1, 3, 5, 7, 9 and others"),
        (["the_leader", "one already down"], "the leader and one already down"),
        ([(1, 0), (2, 0)], "1 | 0 and 2 | 0"),
    ],
)
def test_faces_in_words(faces, words):
    assert faces_text(list(faces)) == words


def nerve_words(lost, act, men):
    """What became of so many men."""
    acting = {0: "nobody acts", 1: "1 acts"}.get(act, f"{act} act")
    return f"{lost} lost" if lost == men else f"{lost} lost, {acting}" if lost else acting


@pytest.mark.parametrize("check_id", PLAIN_KINDS)
def test_a_throw_that_fell_names_all_faces_that_lead_where_it_leads(check_id):
    for answer in answers(check_id, 2):
        for step in thrown(answer.check.tree(answer.rules, answer.targets), Random(7)).steps:
            assert bool(step.faces) == (len(step.ways) > 1), step


@pytest.mark.parametrize(("experience", "alarmed"), [(2, False), (4, False), (2, True), (4, True)])
@pytest.mark.parametrize("men", [2, 3, 4])
def test_the_nerve_of_a_unit_is_said_in_words(men, experience, alarmed):
    """Every man's die gone through: how many are lost, and how many act."""
    answer = rk.check("rencounter.unit_under_fire", men=6, leader=False, experience=experience)
    strength = answer.targets.strength
    one = throw_action(Exact(), answer.rules, strength.rolls[0].plus(alarmed * (6 - men)), str)
    expected = Counter()
    for fates in product(one, repeat=men):
        lost, act = sum(fate in ("overcome", "rout") for fate in fates), fates.count("act")
        expected[nerve_words(lost, act, men)] += prod(one[fate] for fate in fates)
    thrown = nerve_of(Branching(), answer.rules, strength)(Unit((men, 0, 0), None, alarmed), True, lambda *after: after)
    assert thrown.name == f"{men} rolls of action"
    assert {thrown.says(way.faces): Fraction(way.weight, thrown.total) for way in thrown.each} == expected


@pytest.mark.parametrize(
    ("sums", "words"),
    [
        ([0, 1, 2, 3], "nobody lost"),  # of three men; all that can be when nobody is lost
        ([64, 65, 66], "1 lost"),
        ([64, 65, 66, 128, 129], "1 lost or 2 lost"),
        ([192], "3 lost"),
        ([0], "nobody acts"),
        ([1], "1 acts"),
        ([1, 2], "1 to 2 act"),
        ([0, 2], "0 or 2 act"),
        ([65], "1 lost, 1 acts"),
        ([0, 1, 64], "0 to 1 act or 1 lost, nobody acts"),
    ],
)
def test_sums_of_nerve_in_words(sums, words):
    assert says_nerve(3)(sums) == words


@pytest.mark.parametrize("check_id", ["rencounter.unit_under_fire", "rencounter.skirmish"])
def test_a_tree_of_units_shows_no_packed_number(check_id):
    """Neither who is hit nor what becomes of their nerve is told in numbers alone."""
    every = list(forks(rk.check(check_id).branches(2000).root))
    for name in ("who is hit", "3 rolls of action"):
        faces = [branch.faces for fork in every if fork.name == name for branch in fork.branches]
        assert faces and all(re.search(r"unhurt|wound|leader|down|lost|act", one) for one in faces)
        assert not any(re.search(r"\d\d", one) for one in faces)


def test_how_it_begins_is_said_in_words():
    """Of states in numbers only that is said in which they differ; where nothing differs, nothing is thrown."""
    for check_id in ("odd_encounters.duel", "odd_encounters.skirmish", "odd_encounters.cost_effectiveness"):
        sentence = (
            {"first": "random"}
            if check_id == "odd_encounters.duel"
            else {"first": "random", "a_count": 1, "b_count": 1}
        )
        answer = rk.check(check_id, **sentence)
        root = answer.branches().root
        assert root.name == "how it begins"
        assert [str(branch) for branch in root.branches] == ["A is first (1/2)", "B is first (1/2)"]
        assert {answer.roll(seed).steps[0].face for seed in range(20)} == {"A is first", "B is first"}
        assert rk.check(check_id).roll(1).steps[0].name == "round 1"


def test_a_coin_says_whose_turn_it_is():
    for check_id in ("rencounter.duel", "rencounter.gunfight", "rencounter.skirmish"):
        answer = rk.check(check_id, **base(check_id), order="random")
        assert [str(branch) for branch in answer.branches().root.branches] == ["A (1/2)", "B (1/2)"]
        assert {answer.roll(seed).steps[1].face for seed in range(20)} == {"a", "b"}
        assert {str(answer.roll(seed)).split("\n")[1] for seed in range(20)} == {
            f"who is first (dice): {who}" for who in "AB"
        }


def test_words_on_the_faces_of_a_die_are_different():
    die, meant = in_words(Dist({3: 2, 1: 1}), lambda face: f"{face} men")
    assert die.weights == {"1 men": 1, "3 men": 2} and [meant(word) for word in die] == [1, 3]
    with pytest.raises(ValueError, match="must be different"):
        in_words(d(6), lambda face: "odd" if face % 2 else "even")


@pytest.mark.parametrize("check_id", KINDS)
def test_no_state_is_the_face_of_a_throw(check_id):
    """A face is a number, a word, or the numbers of dice thrown together; and a number is what a die shows or what is
    counted.
    """
    result = rk.check(check_id, **base(check_id))
    faces = [step.face for seed in range(5) for step in result.roll(seed).steps if step.die]
    packs = [face for face in faces if isinstance(face, tuple)]
    assert all(isinstance(face, (int, str, tuple)) for face in faces)
    assert all(type(one) is int and 1 <= one <= 100 for face in packs for one in face)
    all_faces = [branch.faces for fork in forks(result.branches().root) for branch in fork.branches if not fork.folded]
    assert not packs or check_id.startswith("traveller.")
    assert packs or not any(" | " in words for words in all_faces)


def test_faces_that_lead_to_the_same_are_one_branch():
    def dice(throw, r):
        def second(face):
            return throw("second", d(4), lambda other: "high" if other + face % 2 > 3 else "low")

        return throw("first", d(6), second)

    root = toy(dice).branches().root
    assert [str(branch) for branch in root.branches] == ["1, 3 and 5 (3/6)", "2, 4 and 6 (3/6)"]
    assert [str(branch) for branch in root.branches[0].to.branches] == ["1 and 2 (2/4)", "3 and 4 (2/4)"]


def test_ways_that_only_have_the_same_chances_stay_apart():
    def coins(throw, r):
        return throw("first", d(2), lambda one: throw("second", d(2), lambda two: "heads" if one == two else "tails"))

    def cards(throw, r):
        packs = Dist({"ace": 1, "king": 1}), Dist({"queen": 1, "jack": 1})
        return throw("pack", d(2), lambda one: throw("card", packs[one - 1], lambda card: card in ("ace", "jack")))

    for dice, first, inside in (
        (coins, "first", [["1", "2"], ["1", "2"]]),
        (cards, "pack", [["ace", "king"], ["jack", "queen"]]),
    ):
        root = toy(dice).branches().root
        assert root.name == first
        assert [[branch.faces for branch in one.to.branches] for one in root.branches] == inside


def test_a_throw_that_decides_nothing_is_left_out():
    def dice(throw, r):
        return throw("wasted", d(6), lambda _: throw("counts", d(2), lambda face: throw("late", d(6), lambda _: face)))

    assert [fork.name for fork in forks(toy(dice).branches().root)] == ["counts"]
    meeting = {fork.name for fork in forks(rk.check("traveller.meeting").branches().root)}
    assert "reaction" in meeting and "encounter range" not in meeting
    leaves = {fork.name for fork in forks(rk.check("traveller.meeting", party_plan="leave").branches().root)}
    assert leaves >= {"reaction", "encounter range", "escape", "party"}


def test_where_no_dice_decide():
    branches = rk.check("odd_encounters.armor_class").branches()
    assert branches.root == 9 and str(branches).endswith("\nalways 9")
    assert branches.rows() == [("no dice decide", Fraction(1), "9")]
    assert branches.folded(24, 4) == 9


def test_the_dice_of_a_throw_are_named():
    def dice(throw, r):
        return throw(
            "sum", 3 @ d(6), lambda total: throw("card", Dist({"ace": 1, "king": 3}), lambda card: f"{card}{total > 9}")
        )

    branches = toy(dice).branches()
    assert str(branches.root) == "sum (3d6)"
    assert branches.root.branches[0].share == "81/216"
    card = branches.root.branches[0].to
    assert str(card) == "card" and [branch.share for branch in card.branches] == ["1/4", "3/4"]


class Cells(HTMLParser):
    """The tags of a page, and the words of each cell."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.cells = set(), []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag == "td":
            self.cells.append("")

    def handle_data(self, data):
        if self.cells:
            self.cells[-1] += data


def test_the_table_of_a_page_escapes_what_it_names():
    page = toy(lambda throw, r: throw("<i>&amp;", d(2), lambda face: f"<b>{face}")).branches()._repr_html_()
    cells = Cells(page)
    assert cells.tags == {"table", "caption", "tr", "th", "td"}
    assert cells.cells == [
        "<i>&amp; 1 (1/2)",
        "1/2 = 50 % = 1 in 2",
        "<b>1",
        *cells.cells[3:],
    ]
    assert html.escape("<b>2") in page


# The way of throwing --------------------------------------------------------------------------------------------------


def chances(thrown):
    return dict(thrown.items()) if isinstance(thrown, Dist) else {thrown: 1}


def test_all_ways_of_throwing_agree():
    """The whole protocol: parts that are distributions, going on from anything, sums, other checks, what is kept."""

    def dice(throw):
        calls = []

        @throw.cached
        def kept(face):
            calls.append(face)
            return throw("kept", d(3), lambda other: other + face)

        split = throw.split("split", d(10), ((4, Dist({1: 1, 5: 2})), (4, 99), (7, kept(1))), 3)
        assert throw.after(7, lambda number: number + 1) == 8
        on = throw.after(split, lambda number: throw.after(Dist([0, number]), kept))
        three = throw.times(3, lambda: on)
        d3 = throw.dice_of(rk.checks["salamis.d3"], rk.check("salamis.d3").targets, rk.rules("salamis"))
        total_now = throw.after(d3, lambda more: throw.after(three, lambda total: total * more))
        chances(total_now)
        assert len(calls) == len(set(calls))
        return total_now, throw.times(0, lambda: split), throw.times(1, lambda: split), throw.times(2, lambda: 4)

    for shares, exact in zip(dice(Branching()), dice(Exact()), strict=True):
        assert chances(shares) == chances(exact)


def test_what_is_asked_again_is_the_same_tree():
    throw, shot = Branching(), rk.checks["rencounter.fire"]
    book = shot.book
    near, far = (shot.targets_of(book, {"range_band": band}) for band in ("short", "long"))
    assert throw.dice_of(shot, near, book) is throw.dice_of(shot, near, book)
    assert throw.dice_of(shot, far, book) != throw.dice_of(shot, near, book)
    other = book.changed({"fire.never": 3})
    assert throw.dice_of(shot, near, other) != throw.dice_of(shot, near, book)


def test_a_sum_is_one_throw():
    throw = Branching()
    thrown = throw.times(5, lambda: throw("to hit", d(6), lambda face: int(face > 4)))
    assert isinstance(thrown, ThrowTree)
    assert (thrown.name, [way.faces for way in thrown.branches]) == (
        "sum of 5 rolls of to hit", [(n,) for n in range(6)]
    )  # fmt: skip
    two = throw.times(
        2, lambda: throw("to hit", d(6), lambda face: throw("harm", d(6), lambda n: n) if face > 4 else 0)
    )
    assert two.name == "sum of 2 rolls of to hit and what follows"


def test_plain_distributions_are_dice():
    (branches,) = [toy(lambda throw, r: Dist({"yes": 1, "no": 3})).branches()]
    assert str(branches).split("\n") == ["A toy", "dice", "  no: 3/4 = 75 %, no", "  yes: 1/4 = 25 %, yes"]


def test_nothing_is_followed_before_somebody_looks():
    looked = []

    def again(throw, deep):
        def then(face):
            looked.append(deep)
            return again(throw, deep + 1) if face == 6 and deep < 9 else face

        return throw("again", d(6), then)

    thrown = Branching().after(again(Branching(), 0), lambda face: face % 2)
    assert not looked
    assert thrown[1] == Fraction(1, 2) * (1 + sum(Fraction(1, 6) ** n for n in range(1, 10)))
    assert len(looked) == 60  # each face of each throw once
    assert thrown.branches and len(looked) == 60


# Large trees ----------------------------------------------------------------------------------------------------------

LARGE = {
    "realms_of_myth.contested_roll": {"first_chance": 100, "second_chance": 100},
    "realms_of_myth.surprise_duration": {},
    "rencounter.gang_up": {"strikers": 8, "bystanders": 8, "result": "total_wounds"},
    "rencounter.activation_cards": {"units": 6, "cards_each": 6, "result": "side"},
    "rencounter.activation_counters": {"units": 6, "result": "wait"},
    "odd_encounters.melee_damage": {"hasted": True, "striking": True},
    "traveller.wound": {"wound_dice": 6, "first_wound": False, "later_groups": "random"},
    "salamis.action_phases": {},
    "rencounter.duel": {"order": "counters", "turn_limit": 1},
}


@pytest.mark.parametrize("check_id", every_nth(LARGE, tries(3, 1)))
def test_large_trees_are_folded(check_id):
    result = rk.check(check_id, **LARGE[check_id])
    before = None
    for most in (400, 60, 24, 2, 1):
        branches = result.branches(most)
        leaves = list(branches.leaves)
        assert len(leaves) <= max(most, len(branches.chances))
        assert before in (None, branches.chances)
        before = branches.chances
        picture = branches.folded(most, 4)
        assert ends(picture) <= most and depth(picture) <= 4
    if not isinstance(result.check, Process):
        assert before == dict(result.items())


def test_the_likeliest_throws_are_told_first():
    """Of two d100 the half that fails is told in full; the hundredths that succeed are joined."""
    branches = rk.check("realms_of_myth.contested_roll").branches()
    fails, rest = branches.folded(24, 4).branches
    assert (fails.faces, fails.to.name, fails.to.folded) == ("51 to 100", "second side", False)
    assert (rest.faces, rest.to.name, rest.to.folded) == ("1 to 50", "further dice", True)


def test_the_likely_throw_is_opened_before_the_rare_one():
    def dice(throw, r):
        return throw("first", d(10), lambda one: throw("rare" if one == 1 else "likely", d(3), lambda two: two > 1))

    branches = toy(dice).branches()
    assert [branch.to.name for branch in branches.folded(2, 4).branches] == ["further dice", "further dice"]
    assert [branch.to.name for branch in branches.folded(3, 4).branches] == ["further dice", "likely"]
    assert [branch.to.name for branch in branches.folded(4, 4).branches] == ["rare", "likely"]


def test_rare_faces_are_joined():
    damage = toy(lambda throw, r: throw("damage", 3 @ d(6), lambda points: points)).branches().folded(10, 4)
    assert [branch.faces for branch in damage.branches] == ["9", "10", "11", "12", "3 to 8 and 13 to 18"]
    assert (damage.branches[-1].to.name, damage.branches[-1].share) == ("one of these", "112/216")


@pytest.mark.parametrize("most", [0, -1, 10_001, True, 2.5, "24", None, [3], 10**5000], ids=lambda _: "")
def test_how_many_ways_must_be_a_whole_number(most):
    with pytest.raises(rk.RuleError, match=r"^most must be a whole number of ways from 1 to 10,000; got .*; try 400$"):
        rk.check("rencounter.fire").branches(most)


# The picture ----------------------------------------------------------------------------------------------------------

PICTURED = {
    "rencounter.fire": {},
    "rencounter.melee": {},
    "traveller.to_hit": {},
    "realms_of_myth.contested_roll": {},
    "odd_encounters.melee_attack": {},
    "rencounter.duel": {},
    "rencounter.activation_dice": {},
    "rencounter.activation_counters": {"result": "wait"},
    "odd_encounters.armor_class": {},
}


@pytest.mark.parametrize("check_id", every_nth(PICTURED, tries(3, 1)))
def test_a_picture_of_the_tree(check_id):
    branches = rk.check(check_id, **PICTURED[check_id]).branches()
    data, chart = ways(branches), TreeChart()
    last_ends = data.root.ends
    assert len(last_ends) == ends(branches.folded(24, 4)) <= 24
    assert sum(end.chance for end in last_ends) == pytest.approx(1)
    assert within(chart, data)
    *_, width, height = ElementTree.fromstring(chart.draw(data)).get("viewBox").split()
    assert (float(width), float(height)) == pytest.approx((0.75 * chart.width, 0.75 * chart.height), abs=1)
    alt = chart.alt(data)
    assert alt.startswith(f"Probability tree, {branches.title}. ") and alt.count(";") == len(last_ends) - 1
    assert all(end.label in alt for end in last_ends)


@pytest.mark.parametrize("check_id", every_nth(PICTURED, tries(3, 1)))
def test_no_words_of_the_picture_overlap(check_id):
    data, chart = ways(rk.check(check_id, **PICTURED[check_id]).branches()), TreeChart()
    chart.draw(data)
    chart._set_frame(data)
    chart.marks(data)
    boxes = np.array([text.get_window_extent(chart.renderer).extents for text in chart.ax.texts])
    for i, (x0, y0, x1, y1) in enumerate(boxes):
        others = np.delete(boxes, i, axis=0)
        over = (others[:, 0] < x1 - 1) & (x0 < others[:, 2] - 1) & (others[:, 1] < y1 - 1) & (y0 < others[:, 3] - 1)
        assert not over.any(), chart.ax.texts[i]


def test_likely_ways_are_thicker_and_worse_ends_darker():
    data, chart = ways(rk.check("rencounter.fire").branches()), TreeChart()
    chart.draw(data)
    chart._set_frame(data)
    chart.marks(data)
    lines, fell = chart.ax.collections
    assert not fell.get_segments()
    thick = sorted(lines.get_linewidths())
    assert thick[-1] == pytest.approx(2 * thick[-2])  # half of all shots miss, a quarter hit by much
    colours = {end.label: end.colour for end in data.root.ends}
    light = {name: sum(int(colour[i : i + 2], 16) for i in (1, 3, 5)) for name, colour in colours.items()}
    assert light["miss"] > light["minor"] > light["serious"] > light["crippling"] > light["dead"]
    turn = {end.label: end for end in ways(rk.check("rencounter.duel").branches()).root.ends}
    assert turn["goes on"].colour != turn["B dead"].colour
    assert any(end.folded and says.startswith("further dice: goes on (") for says, end in turn.items())
