"""A game of one's own that is not right yet: what is wrong is told at once, in names of this game, with what
to write.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.workbook.mechanics.catalogue import load_text
from rencounter_kit.workbook.rulebook import library

BOOK = """[book]
title = "The Hedge"
[hand]
source = "Hand"
need = 5
armor = -1
leader = { value = 1, ask = "A leader stands by." }
[asks]
skill = { help = "Skill.", from = -9, to = 9, default = 2 }
aims = { help = "He aims." }
[asks.man]
sides = { a = "figure", b = "target" }
wounds = { help = "Wounds.", from = 1, to = 6, default = 3 }
armor = { help = "Armor.", from = 0, to = 4 }
"""
HIT = """[check.hit]
title = "Does it hit?"
source = "Hand"
asks = "skill"
dice = "d10 + {skill} >= {hand.need}"
outcomes = { no = "miss", yes = "hit" }
events = { hits = "hit" }
"""
DUEL = """[fight.duel]
title = "Who wins?"
source = "Hand"
asks = "man.wounds skill"
lasts = "wounds"
acts = [{ by = "together", check = "hit", with = {}, takes = { hit = 1 } }]
"""
GAME = BOOK + HIT + DUEL
POOL = """[check.pool]
title = "How many?"
source = "Hand"
asks = "skill aims"
dice = "DICE"
"""


@pytest.fixture(autouse=True)
def _nothing_stays():
    yield
    library.put(None, "hedge")


def refusal_of(text):
    with pytest.raises(RuleError) as error:
        load_text("hedge", text)
    return str(error.value)


CHANGES = [
    ("[check.hit]", '[check."\u00fcberqueren"]', "got \u00fcberqueren; try ueberqueren"),
    ("need = 5", '"gr\u00f6\u00dfe" = 5\nneed = 5', "got gr\u00f6\u00dfe; try groesse"),
    (
        'events = { hits = "hit" }',
        ('events = { hits = "hit" }\nthen = { hit = "wound" }\n[check.wound]\ntitle = "W"\nsource = '
            '"W"\ndice = "d6"\noutcomes = { "1.." = "dead" }'),
        "hit goes on to wound; an event must name what comes of that: miss, dead",
    ),
    ("[check.hit]", "[check.\u00fcberqueren]", "got [check.\u00fcberqueren]; write [check.ueberqueren]"),
    ("need = 5", "gr\u00f6\u00dfe = 5", "got gr\u00f6\u00dfe; write groesse = 5"),
    ('{ no = "miss", yes = "hit" }', '{\n no = "miss",\n yes = "hit"\n}', "a table in braces must be on one line"),
    ("need = 5", "need = 7+", "got 7+; write 7, and >= or <= in the dice"),
    ("need = 5", 'need = "7+"', 'hand.need has "7+"; write 7, and >= in the dice'),
    ("{hand.need}", "need", "got need in d10 + {skill} >= need; write {hand.need}"),
    ("{hand.need}", "hand.need", "write {hand.need}"),
    ("{skill} >=", "skill >=", "write {skill}"),
    ("dice =", 'sums.dm = ["hand.leader"]\ndice =', 'got hand.leader; write "flag hand.leader"'),
    ("dice =", 'sums.dm = ["hand.armor"]\ndice =', 'got hand.armor; write "always hand.armor"'),
    ("dice =", 'sums.dm = ["hand.armor skill"]\ndice =', 'write "each hand.armor skill"'),
    ("dice =", 'sums.dm = ["each hand.armor"]\ndice =', 'each must be written as "each hand.armor skill"'),
    ("dice =", 'sums.dm = ["2"]\ndice =', 'try "each hand.need skill"'),
    ('asks = "skill"', ('asks = "skill aims"\nsums.dm = ["each hand.armor '
        'aims"]'), "aims is a box to tick; for a number write from = 0, to = 4"),
    ("events =", "then = { hits = 'wound' }\nevents =", "hits is an event; then must name an outcome: miss, hit"),
    ("{ hit = 1 }", "{ hits = 1 }", "hits is an event; takes must name outcomes of hit: miss, hit"),
    (", takes = { hit = 1 }", "", "add takes = { hit = 1 }"),
    ("from = -9, to = 9", "from = 9, to = -9", "from must be at most to; asks.skill has from = 9, to = -9"),
    ("default = 2", "default = 20", "default must be one of the numbers from -9 to 9; asks.skill has 20"),
    ('"man.wounds skill"', '"man.* skill"', "a_armor and b_armor aren't used in this fight; leave them out"),
    ("with = {}", 'with = { skill = "skill - lost" }', 'write skill = "{skill} - {lost}"'),
    ("with = {}", 'with = { skill = "{skil} - 1" }', "got skil; did you mean skill?"),
    ("with = {}", 'with = { skill = "woundz" }', "got woundz; did you mean wounds?"),
    ("with = {}", 'with = { skill = "{skill}d6" }', "line 27: with must hold numbers without dice; got {skill}d6"),
    ("with = {}", 'with = { skill = "{skill} - {foe.lost" }', "line 27: in 2 - {foe.lost: "),
    ("with = {}", 'with = { skill = "{skill} / 2" }', ("line 27: in (-9) / 2: a division that leaves a remainder "
        "must say how it is rounded")),
    ("with = {}", 'with = { skill = "{skill} - 12" }', 'write skill = "max({skill} - 12, -9)"'),
    ("need = 5", '"\u4e2d\u6587" = 5\nneed = 5', "got \u4e2d\u6587; try very_far"),
    ("need = 5", "\u4e2d\u6587 = 5\nneed = 5", "got \u4e2d\u6587; try shoot = 5"),
    ("[check.hit]", "[check.\u4e2d\u6587]", "got [check.\u4e2d\u6587]; try [check.shoot]"),
    ("[check.hit]", '[check."\u4e2d\u6587"]', "got \u4e2d\u6587; try shoot"),
    ("[check.hit]", '[check."1\u00fc"]', "got 1\u00fc; try shoot"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "message"), CHANGES, ids=[message for *_, message in CHANGES])
def test_what_is_wrong_is_told_in_names_of_this_game(right, wrong, message):
    load_text("hedge", GAME)
    assert right in GAME
    assert message in refusal_of(GAME.replace(right, wrong, 1))


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ("{aims}d6 count 5 or more", "aims is a box to tick; for a number write from = 0, to = 4"),
    ],
)
def test_dice_that_cannot_be_thrown_say_what_to_ask(dice, message):
    book = BOOK.replace("from = -9, to = 9, default = 2", "from = 0, to = 9")
    assert message in refusal_of(book + POOL.replace("DICE", dice))


def test_a_word_of_the_notation_is_no_figure_without_braces():
    game = BOOK.replace("need = 5", "need = 5\ncount = 2") + POOL.replace("DICE", "5d10 count {hand.need} or moar")
    assert "must stand in braces" not in (message := refusal_of(game)) and "moar" in message
    game = game.replace("count {hand.need} or moar", "count need or more")
    assert "write {hand.need}" in refusal_of(game)


def test_all_that_is_missing_is_told_at_once():
    bare = '[check.hit]\nasks = "skill"\n[check.miss]\ntitle = "Does it miss?"\n'
    assert refusal_of(BOOK + bare).splitlines() == [
        'hedge.toml, line 15: check.hit has no title, source or dice; add title = "...", source = "...", dice = "..."',
        'hedge.toml, line 17: check.miss has no source or dice; add source = "...", dice = "..."',
    ]
    figures = '[book]\ntitle = "H"\n[hand]\nneed = 5\n[foot]\npace = 1\n'
    assert [line.partition("; add")[0] for line in refusal_of(figures).splitlines()] == [
        "hedge.toml, line 4: a figure must have a source; hand.need has none",
        "hedge.toml, line 6: a figure must have a source; foot.pace has none",
    ]
    asks = GAME.replace("from = -9", 'from = "low"').replace("He aims.", 'He aims.", form = "1')
    assert len(refusal_of(asks).splitlines()) == 2
    fights = GAME + DUEL.replace("duel]", "brawl]").replace('lasts = "wounds"\n', "").replace(
        'title = "Who wins?"\n', ""
    )
    wrong = refusal_of(fights.replace('check = "hit"', 'check = "hitt"', 1)).splitlines()
    assert len(wrong) == 2 and 'fight.brawl has no title or lasts; add title = "...", lasts = "..."' in wrong[1]


def test_all_inputs_that_are_missing_are_told_at_once():
    message = refusal_of(GAME.replace('asks = "skill"', 'asks = "skill mine theirs"', 1))
    for name in ("mine", "theirs"):
        assert f'nothing is called {name}; add {name} = {{ help = "...", from = 0, to = 4 }} below [asks]' in message


def test_seven_plus_is_read_wherever_it_stands_in_a_line():
    dice = "if {aims} then 2d6 count {hand.need}+ else 1d6 count {hand.need}+"
    load_text("hedge", BOOK + POOL.replace("DICE", dice).replace("skill aims", "aims"))
    assert rk.check("hedge.pool").dist.mean == Fraction(1, 3) and rk.check(
        "hedge.pool", aims=True
    ).dist.mean == Fraction(2, 3)


def test_a_check_that_leads_to_a_wrong_one_is_not_wrong_for_that():
    wrong = HIT.replace("check.hit", "check.wound").replace("{skill}", "{skil}")
    leads = HIT + 'then = { hit = "wound" }\n' + wrong
    assert len(refusal_of(BOOK + leads).splitlines()) == 1


def expected_chance(left_a, left_b, chance):
    """The chance that A wins, both striking at once;
    chance : to hit, by what one has lost of 2.
    """
    if not left_a or not left_b:
        return Fraction(bool(left_a))
    hits, is_hit = chance(2 - left_a), chance(2 - left_b)
    ways = {
        (left_a, left_b - 1): hits * (1 - is_hit),
        (left_a - 1, left_b): (1 - hits) * is_hit,
        (left_a - 1, left_b - 1): hits * is_hit,
    }
    return sum(weight * expected_chance(*state, chance) for state, weight in ways.items()) / sum(ways.values())


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("{skill} - {lost}", lambda lost: 3 - lost),
        ("{skill} - 2 * {lost} + {hand.armor}", lambda lost: 2 - 2 * lost),
        ("max({skill} - 4 * {lost}, 1)", lambda lost: max(3 - 4 * lost, 1)),
        ("{left}", lambda lost: 2 - lost),
    ],
)
def test_a_number_may_go_by_what_is_lost(line, number):
    game = GAME.replace("with = {}", f'with = {{ skill = "{line}" }}')
    load_text("hedge", game if "{skill}" in line else game.replace('"man.wounds skill"', '"man.wounds"'))
    params = {"skill": 3} if "{skill}" in line else {}
    answer = rk.check("hedge.duel", a_wounds=2, b_wounds=2, **params)
    chance = lambda lost: Fraction(min(max(number(lost) + 10 - 4, 0), 10), 10)  # noqa: E731
    assert answer.event("A wins") == expected_chance(2, 2, chance)
    assert "by then" in str(answer.explain())


def test_a_number_of_the_foe_may_count():
    game = GAME.replace("with = {}", 'with = { skill = "{skill} + {foe.lost}" }')
    load_text("hedge", game)
    plain = load_text("hedge", GAME) and rk.check("hedge.duel", a_wounds=1, b_wounds=6).event("A wins")
    load_text("hedge", game)
    assert rk.check("hedge.duel", a_wounds=1, b_wounds=6).event("A wins") > plain


def test_what_both_share_may_be_called_as_if_it_were_the_foes():
    game = GAME.replace("aims = {", 'foe_size = { help = "Size.", from = 0, to = 9, default = 4 }\naims = {')
    game = game.replace('"man.wounds skill"', '"man.* foe_size"')
    load_text("hedge", game.replace("with = {}", 'with = { skill = "{foe_size} - {foe.armor} - {armor}" }'))
    chance = Fraction(4 - 1 + 10 - 4, 10)
    by_name = rk.check("hedge.duel", a_wounds=1, b_wounds=6, a_armor=1, b_armor=0)
    load_text("hedge", GAME)
    assert by_name.event("A wins") == rk.check("hedge.duel", a_wounds=1, b_wounds=6, skill=3).event("A wins")
    assert 0 < chance < 1


def test_a_number_that_leaves_its_range_is_told_with_its_line_and_what_to_write():
    game = GAME.replace("from = -9, to = 9, default = 2", "from = 1, to = 6, default = 2")
    text = game.replace("with = {}", 'with = { skill = "{skill} - {lost}" }')
    load_text("hedge", text)
    with pytest.raises(RuleError) as error:
        rk.check("hedge.duel")
    assert (
        "line 27: skill must be a whole number from 1 to 6; got 0 from {skill} - {lost}; "
        'write skill = "max({skill} - {lost}, 1)"'
    ) in str(error.value)
    load_text("hedge", text.replace("{skill} - {lost}", "max({skill} - {lost}, 1)"))
    assert rk.check("hedge.duel").event("A wins") > 0
    load_text("hedge", text.replace("{skill} - {lost}", "{skill} + {lost}"))
    with pytest.raises(RuleError, match=r"write skill = .min\({skill} \+ {lost}, 6\)"):
        rk.check("hedge.duel", skill=6)


def test_wounds_at_the_start_are_told_from_what_is_left_of_them():
    game = GAME.replace('"man.wounds skill"', '"man.wounds"')
    load_text("hedge", game.replace("with = {}", 'with = { skill = "wounds" }'))
    text = str(rk.check("hedge.duel").explain())
    assert "Skill: A's wounds at the start; what is left of them by then is called left." in text
    load_text("hedge", game.replace("with = {}", 'with = { skill = "left" }'))
    text = str(rk.check("hedge.duel").explain())
    assert "Skill: what A can still take by then." in text and "A left at the start 3" in text
