"""Checks that a game's file writes are checks as any other: chances, reasons, words, house rules; errors
name the line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import rencounter_kit as rk
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.workbook.analysis.change_words import in_player_words
from rencounter_kit.workbook.mechanics.mentions import mentions
from rencounter_kit.workbook.own_games.template import Template
from rencounter_kit.workbook.rulebook.book import systems
from rencounter_kit.workbook.rulebook.faces import unseen

from ..situations import LONG
from .conftest import HEAD, Makes

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]

SHOOT = """\
[check.shoot]
title = "Does the shot hit?"
source = "Shooting"
asks = "skill range shooting.cover"
sums.dm = { to = "to hit ({dice.shoot})", add = ["each shooting.skill skill", "pick shooting.range range", "flag shooting.cover"] }
dice = "{dice.shoot} + {dm} >= {shooting.needed}"
outcomes = { no = "miss", yes = "hit" }
events = { hits = "hit" }
"""  # noqa: E501
THEN = """\
[check.shoot]
title = "Does the shot hit?"
source = "Shooting"
asks = "skill"
sums.dm = ["each shooting.skill skill"]
dice = "{dice.shoot} + {dm} >= {shooting.needed}"
outcomes = { no = "miss", yes = "hit" }
then = { hit = "wound" }
events = { hits = "light..", "wounds gravely" = "grave" }

[check.wound]
title = "How bad is the wound?"
source = "Shooting"
asks = "weapon aims"
dice = "{dice.weapon.{weapon}} + {dice.wound} >= (if {aims} then 6 else 9)"
outcomes = { no = "light", yes = "grave" }
"""


def line(dice: str, more: str = "", asks: str = "skill men range weapon aims") -> str:
    return f"[check.it]\ntitle = 'What comes?'\nsource = 'Dice'\nasks = '{asks}'\ndice = '{dice}'\n{more}\n"


def chances(check_id: str, **params: object) -> dict[object, Fraction]:
    return dict(rk.check(check_id, **params).items())


# What it answers ------------------------------------------------------------------------------------------------------


def test_a_shot_has_its_chance_and_its_reasons(game: Makes):
    game(SHOOT)
    shot = rk.check("ford.shoot", skill=2, range="long", cover=True)
    assert chances("ford.shoot", skill=2, range="long", cover=True) == {"miss": Fraction(5, 6), "hit": Fraction(1, 6)}
    assert [(entry.roll, entry.value, entry.label) for entry in shot.modifiers] == [
        ("to hit (2d6)", 2, "point of skill (x 2)"),
        ("to hit (2d6)", -2, "long"),
        ("to hit (2d6)", -2, "cover"),
    ]
    assert rk.checks["ford.shoot"].says(shot.rules, shot.targets) == ["Hits on 2d6 -2 of 8 or more."]
    assert shot.headline == "hits 1 time in 6 (16.7 %, 1/6)"


@pytest.mark.parametrize(
    ("dice", "chance"),
    [
        ("d20 advantage >= {skill}", 1 - Fraction(2, 20) ** 2),
        ("2d20 lowest <= {skill}", 1 - Fraction(17, 20) ** 2),
        ("4d6 drop lowest >= {skill}", 1),
        ("d20 disadvantage >= {skill}", Fraction(18, 20) ** 2),
    ],
)
def test_dice_of_which_some_are_left_out_are_added_up_whatever_is_asked(game: Makes, dice: str, chance: Fraction):
    game(line(dice, 'outcomes = { no = "miss", yes = "hit" }'))
    assert chances("ford.it", skill=3)["hit"] == chance


def test_two_changes_are_told_apart_where_their_modifiers_have_one_label(game: Makes):
    head = HEAD.replace(
        "[rulings.sixes]", '[shooting.place]\nlabel = "{} at hand"\nlong = -1\n\n[rulings.sixes]'
    ).replace("range = { close = 1, long = -2 }", "\n[shooting.range]\nlabel = '{} at hand'\nclose = 1\nlong = -2")
    asks = "[asks]\nplace = { help = 'Where he is.', choices = ['none', 'shooting.place.*'] }"
    more = SHOOT.replace("skill range", "skill place range").replace('"flag', '"pick shooting.place place", "flag')
    game(more, head.replace("[asks]", asks))
    both = rk.interaction("ford.shoot", ("range", "long"), ("place", "long"))
    named = in_player_words(both)
    assert (named.one.words, named.other.words) == ("range: long", "place: long")
    apart = in_player_words(rk.interaction("ford.shoot", ("range", "long"), ("skill", 2)))
    assert (apart.one.words, apart.other.words) == ("long at hand", "skill 2")


def test_a_modifier_called_like_its_value_alone_does_not_name_a_change(game: Makes):
    game(SHOOT)
    named = in_player_words(rk.interaction("ford.shoot", ("range", "long"), ("cover", True)))
    assert (named.one.words, named.other.words) == ("range: long", "cover")


def test_house_rules_reach_its_dice_and_its_figures(game: Makes):
    book = game(SHOOT)
    ours = book.with_house_rules('dice.shoot = "d20"\nshooting.needed = 11')
    shot = rk.check("ford.shoot", rules=ours, range="close")
    assert shot["hit"] == Fraction(11, 20)
    assert rk.checks["ford.shoot"].says(ours, shot.targets) == ["Hits on a d20 +1 of 11 or more."]


def test_every_way_and_a_throw_show_the_dice(game: Makes):
    game(THEN)
    check = rk.checks["ford.shoot"]
    shot = check(skill=1)
    tree = check.tree(check.book, shot.targets)
    assert [way.faces for way in tree.branches] == [(2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12)]
    assert dict(tree.items()) == dict(shot.items())
    assert {step.name for step in shot.roll(seed=4).steps} <= {"shoot", "wound"}


def test_a_check_goes_on_with_another_and_asks_what_that_asks(game: Makes):
    game(THEN)
    assert list(rk.checks["ford.shoot"].parameters) == ["skill", "weapon", "aims"]
    grave = Fraction(sum(a + b >= 6 for a, b in product(range(1, 5), range(1, 7))), 24)
    assert chances("ford.shoot", weapon="sling", aims=True) == {
        "miss": Fraction(7, 12),
        "light": Fraction(5, 12) * (1 - grave),
        "grave": Fraction(5, 12) * grave,
    }
    shot = rk.check("ford.shoot")
    assert shot.event("hits") == Fraction(5, 12)
    assert rk.checks["ford.shoot"].says(shot.rules, shot.targets)[0] == "Hits on 2d6 of 8 or more."


KINDS = [
    ("d6", "", {}, dict.fromkeys(range(1, 7), 1)),
    ("{men}d6 keep highest", "", {"men": 2}, Counter(max(pair) for pair in product(range(1, 7), repeat=2))),
    ("max({skill}, {men})", "", {"skill": 4, "men": 3}, {4: 1}),
    ("d{men}", "", {"men": 8}, dict.fromkeys(range(1, 9), 1)),
    ("{dice.weapon.{weapon}}", "", {"weapon": "sling"}, dict.fromkeys(range(1, 5), 1)),
    ("d6", 'outcomes = { "..2" = "bad", "3..5" = "so", "6.." = "good" }', {}, {"bad": 2, "so": 3, "good": 1}),
    ("d6", 'outcomes = { "1, 6" = "odd", "2..5" = "even" }', {}, {"odd": 2, "even": 4}),
    ("d6", 'outcomes = { "..2" = 0, "3.." = 4 }', {}, {0: 2, 4: 4}),
    ("{dice.talk}", 'table = "reaction"', {}, {"hostile": 10, "wary": 20, "friendly": 6}),
    (
        "d20 + {skill} > d20",
        "",
        {"skill": 1},
        Counter("yes" if a + 1 > b else "no" for a, b in product(range(20), repeat=2)),
    ),
    ("d20 <= {men} + {skill}", "", {"men": 9, "skill": 2}, {"yes": 11, "no": 9}),
    ("a = d6: if a = 6 then a + d6 else a", "", {}, Counter(dict.fromkeys(range(1, 6), 6)) + Counter(range(7, 13))),
    ("{shooting.range.{range}}d4 + 1", "", {"range": "close"}, dict.fromkeys(range(2, 6), 1)),
    ("if {Aims} then 2d6 else d6", "", {"aims": True}, Counter(a + b for a, b in product(range(1, 7), repeat=2))),
    ("if {range is long} then d4 else d6", "", {"range": "long"}, dict.fromkeys(range(1, 5), 1)),
    ("if {range is not long} then d4 else d6", "", {"range": "close"}, dict.fromkeys(range(1, 5), 1)),
    (
        "a = 2d4: b = 2d4: a without b highest",
        "",
        {},
        Counter(max(Counter(dice[:2]) - Counter(dice[2:]), default=0) for dice in product(range(1, 5), repeat=4)),
    ),
    (
        "5d6 count {men} or more",
        "",
        {"men": 5},
        Counter(sum(x > 4 for x in dice) for dice in product(range(1, 7), repeat=5)),
    ),
]


@pytest.mark.parametrize(("dice", "more", "params", "ways"), KINDS, ids=[kind[0] for kind in KINDS])
def test_a_line_means_what_its_dice_do(
    game: Makes, dice: str, more: str, params: dict[str, object], ways: dict[object, int]
):
    yes = 'outcomes = { no = "no", yes = "yes" }' if {"yes", "no"} & set(ways) else more
    book = game(line(dice, yes))
    total = sum(ways.values())
    assert chances("ford.it", **params) == {outcome: Fraction(weight, total) for outcome, weight in ways.items()}
    check = rk.checks["ford.it"]
    answer = check(**params)
    tree = check.tree(book, answer.targets)
    assert dict(getattr(tree, "items", lambda: [(tree, Fraction(1))])()) == dict(answer.items())
    assert all(answer.roll(seed=seed).outcome in ways for seed in range(5))


def test_a_line_is_read_once_for_the_same_numbers_and_anew_for_others(game: Makes):
    book, template = game(SHOOT), Template("{dice.weapon.{weapon}} + {skill} + {shooting.needed}")
    values = {"weapon": "bow", "skill": 2}
    filled = template.filled(values, book)
    assert template.filled({**values, "men": 3}, book) is filled and filled.line == "d6 + 2 + 8"
    for line_of, rules in (
        ("d4 + 2 + 8", book.with_house_rules('dice.weapon.bow = "d4"')),
        ("d6 + 2 + 9", book.with_house_rules("shooting.needed = 9")),
    ):
        assert template.filled(values, rules).line == line_of
    assert template.filled({**values, "weapon": "sling"}, book).line == "d4 + 2 + 8"


def test_dice_without_end_are_exact_where_more_of_them_says_the_same(game: Makes):
    game(line("2d6 explode + {skill}", 'outcomes = { "..9" = "little", "10.." = "much" }'))
    six = Counter(a + b for a, b in product(range(1, 6), repeat=2))  # neither explodes
    left = sum(Fraction(weight, 36) for number, weight in six.items() if number <= 9)
    left += 2 * Fraction(
        sum(a + b <= 3 for a, b in product(range(1, 6), repeat=2)), 36 * 6
    )  # 6 and more, and the other die
    assert rk.check("ford.it")["little"] == left
    assert rk.check("ford.it").within == 0


def test_numbers_and_sums_may_be_made_of_each_other(game: Makes):
    more = (
        'numbers.half = "{men} / 2 round up"\nsums.dm = ["value half half of the men", "skill", "since '
        'shooting.crowd men shooting.crowd_from aims"]'
    )
    game(line("{dm}", more))
    answer = rk.check("ford.it", men=7, skill=1, aims=True)
    assert chances("ford.it", men=7, skill=1, aims=True) == {6: 1}
    assert [(entry.value, entry.label) for entry in answer.modifiers] == [
        (4, "half of the men"),
        (1, "skill"),
        (1, "crowd"),
    ]


def test_a_roll_of_a_check_is_read_as_often_as_its_line_likes_with_faces_in_words(game: Makes):
    game("""
[check.strike]
title = "How badly?"
source = "Shooting"
asks = "men"
dice = "p = {men}d{blank, hit x2, hit+edge, 2 edge}: if p count hits = 0 then 0 else if p count edges = 0 then 1 else 2"
outcomes = { "0" = "miss", "1" = "hit", "2" = "hit with edge" }
then = { "hit with edge" = "follow" }

[check.follow]
title = "What follows?"
source = "Shooting"
asks = "men"
dice = "p = {men}d{skull x3, shield x2, lion}: p count skulls - p count lions"
""")
    faces, follows = ["", "h", "h", "he", "ee"], [1, 1, 1, 0, 0, -1]
    rolls = ["".join(roll) for roll in product(faces, repeat=2)]
    hits, edges = (
        sum("h" in roll and "e" not in roll for roll in rolls),
        sum("h" in roll and "e" in roll for roll in rolls),
    )
    strike = rk.check("ford.strike", men=2)
    assert (strike["hit"], strike["miss"]) == (Fraction(hits, 25), Fraction(25 - hits - edges, 25))
    ways = Counter(map(sum, product(follows, repeat=2)))
    assert {number: strike[number] for number in ways} == {
        number: Fraction(edges, 25) * Fraction(count, 36) for number, count in ways.items()
    }


def test_dice_of_the_file_have_faces_in_words_and_are_thrown_as_many_as_one_likes(game: Makes):
    """House rules change them, but not into a die without words."""
    book = game(
        """
[check.fate]
title = "How many hits?"
source = "Shooting"
asks = "men"
dice = "p = {men}{dice.fate}: p count hits - p count crits"

[check.same]
title = "Do two show the same?"
source = "Shooting"
asks = "men"
dice = "p = {men}{dice.wound}: p any pair"
outcomes = { no = "none", yes = "pair" }
""",
        HEAD.replace('talk = "2d6"', 'talk = "2d6"\nfate = "d{miss x3, hit x2, hit+crit}"'),
    )
    assert rk.check("ford.fate", men=2)[2] == Fraction(2, 6) ** 2
    ours = book.with_house_rules('dice.fate = "d{ miss, Hit x 4, hit + crit}"\ndice.wound = "d10"')
    assert ours["dice.fate"] == "d{miss, hit x4, hit+crit}"
    assert rk.check("ford.fate", rules=ours, men=2)[2] == Fraction(4, 6) ** 2
    assert rk.check("ford.same", rules=ours, men=2)["pair"] == Fraction(1, 10)
    for line, says in (
        ('dice.fate = "d6"', "dice.fate must be a die with words"),
        ('dice.wound = "d{miss, hit}"', "dice.wound must be dice such as"),
    ):
        with pytest.raises(RuleError, match=says):
            book.with_house_rules(line)
    with pytest.raises(RuleError, match=r"dice behind a number must be one die; got dice\.wound, 2d6"):
        rk.check("ford.same", rules=book.with_house_rules('dice.wound = "2d6"'), men=2)


def test_a_check_may_be_like_another(game: Makes):
    game(THEN + "\n[check.volley]\nlike = 'shoot'\ntitle = 'Does it?'\nthen = {}\nevents = {}\n")
    assert chances("ford.volley", skill=1) == {"miss": Fraction(15, 36), "hit": Fraction(21, 36)}
    shot = rk.check("ford.volley")
    assert rk.checks["ford.volley"].says(shot.rules, shot.targets) == ["Hit on 2d6 of 8 or more."]


def test_a_modifier_of_house_rules_reaches_its_sum(game: Makes):
    ours = game(SHOOT).with_house_rules('shooting.smoke = { to = "to hit", value = -2, ask = "There is smoke." }')
    assert rk.check("ford.shoot", rules=ours, smoke=True)["hit"] == rk.check("ford.shoot", cover=True)["hit"]


def test_what_a_check_can_read_is_known_by_its_text(game: Makes):
    book = game(THEN)
    may = {path for path in book if mentions(rk.checks["ford.wound"], path)}
    assert may == {"dice.wound", "dice.weapon.bow", "dice.weapon.sling"}


def test_a_figure_that_is_a_face_of_dice_says_where_others_never_show_it(game: Makes):
    head = HEAD.replace(
        "needed = { value = 8, threshold = true }", 'needed = { value = 8, threshold = true, face_of = "dice.shoot.." }'
    )
    book = game(SHOOT, head)
    assert [one.line for one in unseen(book.with_house_rules('dice.shoot = "d6"'))] == ["shooting.needed = 6"]
    with pytest.raises(rk.RuleError, match=r"face_of must name dice of the game; shooting\.needed has dice\.shot"):
        game(SHOOT, head.replace("dice.shoot..", "dice.shot.."))


def test_ranges_of_names_and_of_numbers_are_events(game: Makes):
    game(line("d6", 'events = { "is high" = "5..", "is low" = "..2" }'))
    assert rk.check("ford.it").events == {"is high": Fraction(1, 3), "is low": Fraction(1, 3)}


# The same again -------------------------------------------------------------------------------------------------------

AGAIN = ("traveller.reaction", "salamis.wind_direction", "odd_encounters.saving_throw")


@pytest.mark.parametrize("check_id", AGAIN)
def test_a_check_of_a_game_written_again_answers_alike(game: Makes, check_id: str):
    stem, name = check_id.split(".")
    ours = (FOLDER / f"{stem}.toml").read_text()
    game(ours, (ROOT / f"data/{stem}.toml").read_text(), f"{stem}_again")
    theirs, mine, draw = rk.checks[check_id], rk.checks[f"{stem}_again.{name}"], Random(1)
    assert mine.signature == theirs.signature and mine.title == theirs.title
    cells = list(product(*(p.values() for p in theirs.parameters.values())))
    for values in draw.sample(cells, min(len(cells), 300)):
        params = dict(zip(theirs.parameters, values, strict=True))
        one, other = theirs(**params), mine(**params)
        assert dict(one.items()) == dict(other.items()) and one.events == other.events and one.space == other.space
        assert [entry[:3] for entry in one.modifiers] == [entry[:3] for entry in other.modifiers]


# Any such check -------------------------------------------------------------------------------------------------------

sides = st.integers(2, 8)


@st.composite
def drawn(draw: st.DrawFn) -> tuple[str, list[int], str, int]:
    dice = draw(st.lists(sides, min_size=1, max_size=3))
    return (
        " + ".join(f"d{n}" for n in dice),
        dice,
        draw(st.sampled_from([">=", "<=", ">", "<", "=", "!="])),
        draw(st.integers(0, 20)),
    )


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drawn(), st.integers(0, 4), st.integers(1, 12), st.booleans())
def test_any_such_check_is_as_by_hand(
    game: Makes, one: tuple[str, list[int], str, int], skill: int, men: int, aims: bool
):
    text, dice, op, against = one
    more = (
        'sums.dm = ["each shooting.skill skill", "since shooting.crowd men shooting.crowd_from '
        'aims"]\noutcomes = { no = "no", yes = "yes" }'
    )
    game(line(f"({text}) + {{dm}} {op} {against}", more))
    dm = skill + (men >= 6 and aims)
    holds = {">=": int.__ge__, "<=": int.__le__, ">": int.__gt__, "<": int.__lt__, "=": int.__eq__, "!=": int.__ne__}[
        op
    ]
    ways = [holds(sum(faces) + dm, against) for faces in product(*(range(1, n + 1) for n in dice))]
    answer = rk.check("ford.it", skill=skill, men=men, aims=aims)
    assert answer.event("yes") == Fraction(sum(ways), len(ways))
    assert sum(entry.value for entry in answer.modifiers) == dm


# What is wrong --------------------------------------------------------------------------------------------------------

WRONG = [
    (SHOOT.replace("title", "titel"), "titel", "got titel; did you mean title?"),
    (
        SHOOT.replace('title = "Does the shot hit?"\n', ""),
        "[check.shoot",
        ('check.shoot has no title; add title = "..."'),
    ),
    (SHOOT.replace('asks = "skill', 'asks = "skil'), "asks =", "nothing is called skil; did you mean skill?"),
    (
        SHOOT.replace("each shooting.skill", "eech shooting.skill"),
        "sums.dm",
        ("got eech shooting.skill skill; did you mean each?"),
    ),
    (SHOOT.replace("shooting.range range", "shooting.rang range"), "sums.dm", "got shooting.rang; did you mean"),
    (SHOOT.replace("shooting.skill skill", "shooting.skill skil"), "sums.dm", "got skil; did you mean skill?"),
    (
        SHOOT.replace("shooting.skill skill", "shooting.skill range"),
        "sums.dm",
        "a number must be a whole number; range must be",
    ),
    (
        SHOOT.replace("shooting.skill skill", "shooting.skill"),
        "sums.dm",
        ('each must be written as "each shooting.skill skill"'),
    ),
    (
        SHOOT.replace("pick shooting.range range", "pick shooting.{0.x}.{} range"),
        "sums.dm",
        "a group must be named by its path",
    ),
    (SHOOT.replace("{dm}", "{dmm}"), "dice =", "got dmm; did you mean dm?"),
    (
        SHOOT.replace("{shooting.needed}", "{shooting.neded}"),
        "dice =",
        ("got shooting.neded; did you mean shooting.needed?"),
    ),
    (SHOOT.replace("+ {dm}", "+ + + {dm} plus"), "dice =", "in (2d6)"),
    (SHOOT.replace("no = ", "nope = "), "outcomes =", "got nope; did you mean no?"),
    (SHOOT.replace('hits = "hit"', 'hits = "hitt"'), "events =", "got hitt; did you mean hit?"),
    (SHOOT.replace(">= {shooting.needed}", ""), "dice =", "dice must give a yes or no here"),
    (SHOOT.replace("sums.dm = {", "sums.skill = {"), "sums.skill", "each name must be given once; got skill again"),
    (SHOOT.replace("[check.shoot]", "[check.Shoot]"), "[check.Shoot]", "a name must be small letters"),
    (
        SHOOT.replace('"to hit ({dice.shoot})"', '"to hit ({dice.shot})"'),
        "sums.dm",
        ("got dice.shot; did you mean dice.shoot?"),
    ),
    (THEN.replace('hit = "wound"', 'hit = "wond"'), "then =", "got wond; did you mean wound?"),
    (THEN.replace("then = { hit", "then = { hitt"), "then =", "got hitt; did you mean hit?"),
    (THEN + 'then = { grave = "shoot" }\n', "then = { grave", "a check must not lead back to itself"),
    (line("{dice.weapon.{wepon}}"), "dice =", "got wepon; did you mean weapon?"),
    (line("{dice.wepon.{weapon}}"), "dice =", "got dice.wepon.bow; did you mean dice.weapon.bow?"),
    (line("if {range is lang} then 1 else 2"), "dice =", "got lang; did you mean long?"),
    (line("5d10 >= {men}"), "dice =", 'Sum or successes? Add brackets, or "count"'),
    (line("5d10 >= {shooting.range.{range}}"), "dice =", 'Sum or successes? Add brackets, or "count"'),
    (line("2d6 explode"), "dice =", "dice must end"),
    (
        line("p = {men}d6: p count 6s, p count 1s"),
        "dice =",
        "give each a check, or a line, of its own, such as p = d6: p",
    ),
    (
        line("d6", 'outcomes = { "1..2" = "a", "4..6" = "b" }'),
        "outcomes =",
        ("each number must have one outcome; 3 has none"),
    ),
    (
        line("d6", 'outcomes = { "1..3" = "a", "3..6" = "b" }'),
        "outcomes =",
        ("each number must have one outcome; 3 is a and b"),
    ),
    (line("d8", 'outcomes = { "1..3" = "a", "4..6" = "b" }'), "dice =", "every total of the dice must have a row"),
    (line("d6", 'outcomes = { "3-4" = "a" }'), "outcomes =", "try 3..4"),
    (line("d6", 'table = "shooting"'), "[shooting]", "a table must say what it covers"),
    (
        line("{dice.talk} + 1", 'table = "reaction"'),
        "dice =",
        ("every total of the dice must have a row in reaction; 13"),
    ),
    (line("d6", 'says = "{shooting.nothing}"'), "[check.it]", "shooting.nothing must be a target number or a figure"),
    (line("d6", "graded = 3"), "graded", "graded must be true or false; got 3"),
    (line("d6", "sums = 3"), "sums", "sums must be a table"),
    (line("d6", "unit = []"), "unit", "unit must be words in quotes"),
    (SHOOT + "like = 'shot'\n", "like =", "got shot; did you mean shoot?"),
    (SHOOT + "like = 'shoot'\n", "like =", "a check must not be like itself"),
    (
        line("d6") + "[asks.bow]\nforce = { help = 'It is.', form = 1, to = 2 }\n",
        "force =",
        ("got form; did you mean from?"),
    ),
    (
        line("d6") + "[asks.bow]\nforce = { help = 'It is.', from = 0, to = [2] }\n",
        "force =",
        ("to must be a whole number from"),
    ),
    (
        line("d6", asks="bow.force") + "[asks.bow]\nforce = { help = '.', from = 1, to = 2, default = 3 }\n",
        "force =",
        "default must be one of the numbers from 1 to 2",
    ),
    ("[check]\nshoot = 3\n", "shoot = 3", "shoot must be a table"),
    (SHOOT.replace("dm", "class"), "sums.class", "class means something else; choose another"),
    (SHOOT.replace("Does the shot hit?", " "), 'title = " "', "title must be words in quotes; got none between them"),
    (
        '[odd]\nsource = "Odd"\nrange = { close = 1 }\n"range.close" = 2\n',
        '"range.close"',
        "a name must be letters from a to z",
    ),
    ('[odd]\nsource = "Odd"\n"" = 2\n', '"" = 2', "at most 40 of them; got an empty text"),
    ('["odd.one"]\nsource = "Odd"\nclose = 1\n', '["odd.one"]', "got odd.one; try very_far"),
    (
        '[odd]\nsource = "Odd"\nfar = { value = 3, low = 5, high = 2 }\n',
        "far =",
        "low must be at most high; odd.far has 5 and 2",
    ),
    (
        '[odd]\nsource = "Odd"\nlow = 1\nhigh = 4\nfar = 5\n',
        "far =",
        ("a figure must be from its low to its high; odd.far is 5"),
    ),
    (
        line("p = 4d6: p any pair"),
        "dice =",
        "a yes or no must have outcomes for both; got none for p = 4d6: p any pair",
    ),
    ('[dice.odd]\nsource = "Odd"\nfar = "d{Miss, hit}"\n', "far =", "got d{Miss, hit}; write d{miss, hit}"),
    ('[odd]\nsource = " "\nfar = 5\n', 'source = " "', "source must be words in quotes; got none between them"),
]


@pytest.mark.parametrize(("text", "where", "says"), WRONG, ids=[says for _, _, says in WRONG])
def test_what_is_wrong_is_told_with_file_and_line(game: Makes, text: str, where: str, says: str):
    with pytest.raises(RuleError) as refusal_info:
        game(text)
    number = next(i for i, one in enumerate((HEAD + text).splitlines(), 1) if where in one)
    assert str(refusal_info.value).startswith(f"ford.toml, line {number}: ")
    assert says in str(refusal_info.value)
    assert "ford" not in systems()


def test_a_game_must_have_a_title_of_words(game: Makes):
    with pytest.raises(
        RuleError, match=r"ford.toml, line 1: the file of a game must begin with \[book\] and its title"
    ):
        game(SHOOT, HEAD.replace("The Ford", " "))


# Hostile files --------------------------------------------------------------------------------------------------------

WORD = re.compile(r"\w+")
VALUE = re.compile(r'(?<== )("[^"\n]*"|\[[^\]\n]*\]|\{[^}\n]*\}|-?\d+|true|false)')
ANYTHING = (
    *("3", "-1", "true", "[]", "{}", '""', '"x"', "1.5", "{a=1}", "[1]", "9" * 30, "1979-05-27", '"..3"', '"{skill}"'),
    *(
        '"{0.__class__}"',
        '"{}"',
        "inf",
        "nan",
        '"d6 explode"',
        '"each shooting.skill {}"',
        "[[[]]]",
        '["", ""]',
        "\\",
        "]",
    ),
)


@settings(
    max_examples=40 if not LONG else 2000, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_whatever_stands_in_the_file_is_read_or_refused_in_a_sentence(game: Makes, data: st.DataObject):
    text = HEAD + THEN + line("{men}d6", "unit = 'wound'\nevents = { 'is much' = '5..' }\nsaid = { it = 'It' }")
    for _ in range(data.draw(st.integers(1, 3))):
        places = [place.span() for place in (VALUE if data.draw(st.booleans()) else WORD).finditer(text)]
        start, end = data.draw(st.sampled_from(places))
        text = text[:start] + data.draw(st.sampled_from(ANYTHING)) + text[end:]
    message = refusal(lambda: game(text, head=""))
    if message:
        assert message.startswith("ford.toml, line ")
        return
    for check in rk.checks.of("ford"):
        answer = check()
        assert sum(answer.values()) == 1
        assert all(sentence.endswith(".") for sentence in check.says(answer.rules, answer.targets))


def refusal(load: Callable[[], object]) -> str:
    """How a file is refused; nothing where it is not."""
    try:
        load()
    except RuleError as error:
        return str(error)
    return ""
