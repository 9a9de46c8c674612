"""Formulas as people write them for other programs: each is answered, or told in one sentence how to write it.

They are what people ask there: ability scores, advantage, damage, pools of successes, exploding and wild dice, rerolls.
"""

import pytest

import rencounter_kit as rk


class Says(str):
    """A part of the sentence that tells how to write it."""


ANYDICE, TROLL, ROLL20, FOUNDRY, BOTS = "AnyDice", "Troll", "Roll20", "Foundry", "chat bots"
FORMULAS = [
    (ANYDICE, "output [highest 3 of 4d6]", "the highest 3 of 4d6, added up"),
    (ANYDICE, "output [highest 1 of 2d20]", "the higher of 2d20"),
    (ANYDICE, "output [lowest 1 of 2d20]", "the lower of 2d20"),
    (ANYDICE, "output [highest of d20 and d20]", "the larger of d20 and d20"),
    (ANYDICE, 'output 1d8 + 4 + 3d6 named "1d8 longbow + 4 dex + 3d6 sneak attack"', "d8 plus 4 plus 3d6"),
    (ANYDICE, "output 2@3d6", "the middle of 3d6"),
    (ANYDICE, "output 1@3d6", "the highest of 3d6"),
    (ANYDICE, "output [middle 3 of 5d6]", "the middle 3 of 5d6, added up"),
    (ANYDICE, "output [explode d6]", "d6, each 6 bringing another die"),
    (ANYDICE, "output [count {5,6} in 8d6]", "how many of 8d6 show 5 or 6"),
    (ANYDICE, "output [count 6 in 3d6]", "how many of 3d6 show 6"),
    (ANYDICE, "output 4d{0,0,0,1,1,1}", "4d{0,0,0,1,1,1}, added up"),
    (ANYDICE, "output 5d{0,0,1}", "5d{0,0,1}, added up"),
    (ANYDICE, "output 8d6+1 >= 40", "whether 8d6 plus 1 is 40 or more"),
    (ANYDICE, "output 3d6 <= 12", "whether the sum of 3d6 is 12 or less"),
    (ANYDICE, "output d20+7 >= 15", "whether d20 plus 7 is 15 or more"),
    (ANYDICE, "output d100 <= 45", "whether d100 is 45 or less"),
    (ANYDICE, "output 2*d6", "2 times d6"),
    (ANYDICE, "output [highest of 2d6 and 7]", "the larger of (the sum of 2d6) and 7"),
    (ANYDICE, "output [highest 3 of 10d [explode d10]]", Says("10d10 explode keep highest 3")),
    (ANYDICE, "X:d6", Says("x = d6: x + x")),
    (ANYDICE, "output d{1:9,2}", Says("d{1,1,2}")),
    (ANYDICE, "output [absolute d6-d8]", Says("abs(d6 - d8)")),
    (ANYDICE, "output [3d6 contains 6]", Says("3d6 at least one 6")),
    (ANYDICE, "loop N over {1..6} { output Nd6 }", Says("a line must be one formula")),
    (ANYDICE, "function: crit ROLL:n { if ROLL = 20 { result: 2d6 } result: d6 }", Says("if a = 20 then 2d6 else 0")),
    (TROLL, "sum largest 3 4d6", "the highest 3 of 4d6, added up"),
    (TROLL, "max 3d20", "the highest of 3d20"),
    (TROLL, "min 2d20", "the lower of 2d20"),
    (TROLL, "sum 2d6 + 3", "2d6 plus 3"),
    (TROLL, "x := d20; if x = 20 then 2d6 + x else x", "x is d20; if x is 20, then 2d6 plus x, otherwise x"),
    (TROLL, "if d20 >= 15 then 2d6 else d6", "if d20 is 15 or more, then 2d6, otherwise d6"),
    (TROLL, "count 7< 10d10", Says("10d10 count 8 or more")),
    (TROLL, "sum (accumulate x:=d6 while x=6)", Says("repeat 3 times 2d6, or d6 explode")),
    (TROLL, "6 ' sum largest 3 4d6", Says("repeat 6 times (4d6 keep 3)")),
    (TROLL, "sum foreach x in 3d6 do x*2", Says("rolls must be repeated by number")),
    (ROLL20, "/roll 1d20+5", "d20 plus 5"),
    (ROLL20, "/r 2d20kh1+7", "(the higher of 2d20) plus 7"),
    (ROLL20, "8d100k4", "the highest 4 of 8d100, added up"),
    (ROLL20, "8d100d3", "the highest 5 of 8d100, added up"),
    (ROLL20, "3d6!", "3d6, each 6 bringing another die, added up"),
    (ROLL20, "3d6!>4", "3d6, each 5 or more bringing another die, added up"),
    (ROLL20, "{5d6!!}>8", "how many of 5d6, each 6 rolled again and added to its die, show 9 or more"),
    (ROLL20, "{1d8!,1d6!}kh1", "the larger of (d8, each 8 bringing another die) and (d6, each 6 bringing another die)"),
    (ROLL20, "2d8r<2", "2d8, each 1 or less rolled again until it is something else, added up"),
    (ROLL20, "2d6ro<3+4", "(2d6, each 2 or less rolled again once) plus 4"),
    (ROLL20, "4dF+2", "4dF plus 2"),
    (ROLL20, "5d10>=8", "how many of 5d10 show 8 or more"),
    (ROLL20, "floor(3d6/2)", "3d6 divided by 2 (rounded down)"),
    (ROLL20, "3d6>3f1", "how many of 3d6 show 4 or more (1s taken off)"),
    (ROLL20, "6d10>=8!>=9", Says("6d10!>=9 count 8 or more")),
    (ROLL20, "5d6!p", "5d6, each 6 bringing another die, 1 less each time, added up"),
    (ROLL20, "1d20 + @{strength}", Says("d20 + 3")),
    (FOUNDRY, "4d6r1kh3", "the highest 3 of (4d6, each 1 rolled again until it is something else), added up"),
    (FOUNDRY, "8d10cs>=7", "how many of 8d10 show 7 or more"),
    (FOUNDRY, "4d6dl1", "the highest 3 of 4d6, added up"),
    (FOUNDRY, "max(1d20, 10) + 5", "(the larger of d20 and 10) plus 5"),
    (FOUNDRY, "10d10x>=9", Says("3d6!, or 3d6 explode on 5 or more")),
    (FOUNDRY, "2d6rr1", Says("2d6r1, or 2d6 reroll 1s once")),
    (FOUNDRY, "6d6cf<=1", Says("to count them 6d6 count 1 or less")),
    (BOTS, "4d6=5", "how many of 4d6 show 5"),
    (BOTS, "13d10>=5", "how many of 13d10 show 5 or more"),
    (BOTS, "6d10>7=4", "whether exactly 4 of 6d10 show 8 or more"),
    (BOTS, "1d20+5 # Grog attacks", "d20 plus 5"),
    (BOTS, "repeat (4d6k3, 6)", Says("repeat 6 times (4d6 keep 3)")),
    (BOTS, "(d6)d6", "d6, rolled as often as d6 says, added up"),
    (BOTS, "highest of d10!, d6!", ("the larger of (d10, each 10 bringing another die) and (d6, each 6 bringing "
        "another die)")),
    (BOTS, "best of d8 d6", Says("to choose, highest of d6, d6")),
    (BOTS, "keep two highest of d8, d10, 2d6", "the highest 2 of d8, d10 and 2d6, added up"),
    (BOTS, "d66", "d66"),
    (ROLL20, "{4d6+2d8}kh3", "the highest 3 of 4d6 and 2d8, added up"),
    (ROLL20, "{1d8, 1d10, 1d12}kh2", "the highest 2 of d8, d10 and d12, added up"),
    (TROLL, "sum largest 2 {d4, d6, d8}", "the highest 2 of d4, d6 and d8, added up"),
    (TROLL, "max {d8, d6}", "the larger of d8 and d6"),
    (BOTS, "3d6x10", "3d6 times 10"),
]  # fmt: skip


def test_there_are_fifty_of_them_and_most_are_answered():
    assert len(FORMULAS) >= 50 and {where for where, _, _ in FORMULAS} == {ANYDICE, TROLL, ROLL20, FOUNDRY, BOTS}
    assert sum(not isinstance(reply, Says) for _, _, reply in FORMULAS) > 40


@pytest.mark.parametrize(("line", "reply"), [(line, reply) for _, line, reply in FORMULAS])
def test_each_is_answered_or_told_how_to_write_it(line, reply):
    if not isinstance(reply, Says):
        assert rk.dice(line).says == reply
        return
    with pytest.raises(rk.RuleError) as error:
        rk.dice(line)
    message = str(error.value)
    assert reply in message and "; got " in message and "\n" not in message
