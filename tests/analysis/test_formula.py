"""Formulas: right at every point against chances worked out by hand, readable, and refused in a sentence where there is
none.
"""

import itertools
import random
from fractions import Fraction
from math import prod

import numpy as np
import pytest
import sympy
from hypothesis import given, settings, strategies as st

import rencounter_kit as rk
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.workbook.analysis.formula.piecewise import Axis, Cases, Composite, count, expression, fit, pieces
from rencounter_kit.workbook.mechanics.parameter import Whole
from rencounter_kit.workbook.mechanics.processes.process import Process
from tests.situations import counting, every_nth, situation, tries

PLAIN = [check_id for check_id, check in rk.checks.items() if not isinstance(check, Process)]

# By hand --------------------------------------------------------------------------------------------------------------

RANGES = {"too_close": -2, "short": 0, "medium": -2, "long": -4, "extreme": -6}
CONFIRMS = {0: 9, -1: 7, -2: 5, -3: 3, -4: 1}
DAMAGE = {"flintlock_musket": -1, "long_bow": 0, "short_bow": 1, "blunderbuss": -1, "machine_pistol": 1}


def shot(needed):
    """All faces of the d12 that hit, each with the chance that it does, and whether it lies three or more below."""
    if needed >= 1:
        return [(Fraction(1, 12), face <= needed - 3) for face in range(1, 12) if face <= needed]
    return [(Fraction(1, 12) * Fraction(CONFIRMS.get(needed, 0), 12), False)]


def hits(needed):
    return sum(p for p, _ in shot(needed))


def kills(needed, damage):
    """Dead on 2 or less of a d12 and the damage, which is one lower after a good hit."""
    return sum(
        p * Fraction(sum(face + damage - by_much <= 2 for face in range(1, 13)), 12) for p, by_much in shot(needed)
    )


def strikes(attack, parry):
    """The attack succeeds and the parry does not; a natural 1 always succeeds, a natural 12 never."""
    faces = range(1, 13)
    return Fraction(
        sum(
            a != 12 and (a == 1 or a <= attack) and not (b != 12 and (b == 1 or b <= parry))
            for a in faces
            for b in faces
        ),
        144,
    )


def two_dice(dm):
    return Fraction(sum(a + b + dm >= 8 for a in range(1, 7) for b in range(1, 7)), 36)


def d20(th, ac):
    """A d20 that needs 20 less both, with no natural rolls."""
    return Fraction(sum(face + th + ac >= 20 for face in range(1, 21)), 20)


EXPECTED = [
    ("rencounter.fire", {}, "hits", lambda skill: hits(skill)),
    (
        "rencounter.fire",
        {"cover": "half_solid"},
        "hits",
        lambda skill, range_band: hits(skill + RANGES[range_band] - 2),
    ),
    (
        "rencounter.fire",
        {"wounds": 2, "aim_turns": 2},
        "hits",
        lambda range_band: hits(6 - 2 + (3 if range_band != "too_close" else 0) + RANGES[range_band]),
    ),
    ("rencounter.fire", {}, "hits", lambda wounds, unfamiliar, skill: hits(skill - wounds - 2 * unfamiliar)),
    ("rencounter.fire", {}, "kills", lambda skill: kills(skill, -1)),
    ("rencounter.fire", {"range_band": "extreme"}, "hits", lambda skill: hits(skill - 6)),
    ("rencounter.fire", {}, "hits", lambda target_armor: hits(6 - (target_armor >= 3))),
    ("rencounter.fire", {}, "kills", lambda mounted, skill: kills(skill + mounted, -1) / (3 if mounted else 1)),
    ("rencounter.fire", {"weapon": "long_bow"}, "hits", lambda target_armor, skill: hits(skill - target_armor)),
    ("rencounter.melee", {"result": "summary"}, "hits", lambda attacker_skill: strikes(attacker_skill + 1, 7)),
    (
        "rencounter.melee",
        {},
        "wounds the defender",
        lambda attacker_skill, defender_skill: strikes(attacker_skill + 1, defender_skill + 1),
    ),
    ("traveller.to_hit", {}, "hits", lambda weapon_skill, range_dm: two_dice(weapon_skill + range_dm)),
    ("traveller.to_hit", {"parry_skill": 3}, "hits", lambda weapon_skill: two_dice(weapon_skill - 3)),
    ("traveller.to_hit", {}, "hits", lambda weapon_skill, parry_skill: two_dice(weapon_skill - parry_skill)),
    ("realms_of_myth.task", {}, "succeeds", lambda av: Fraction(min(max(av, 1), 99), 100)),
    ("realms_of_myth.task", {"av": 120}, "succeeds", lambda dv: Fraction(min(max(170 - dv, 1), 99), 100)),
    ("realms_of_myth.task_chance", {"dv": 30}, "mean", lambda av: Fraction(min(max(20 + av, 1), 99))),
    ("odd_encounters.melee_attack", {}, "hits", lambda attacker_th, target_ac: d20(attacker_th, target_ac)),
]


@pytest.mark.parametrize(("check_id", "params", "outcome", "chance"), EXPECTED)
def test_a_formula_is_the_chance_by_hand(check_id, params, outcome, chance):
    """By substitution at up to 60 combinations; and what it compared itself with is every combination."""
    names = chance.__code__.co_varnames[: chance.__code__.co_argcount]
    formula = rk.formula(check_id, *names, outcome=outcome, **params)
    axes = [rk.checks[check_id].parameters[name].values() for name in names]
    assert formula.comparisons == prod(map(len, axes)) and formula.left_out == []
    points = list(itertools.product(*axes))
    for point in points if len(points) <= 60 else random.Random(1).sample(points, 60):
        values = dict(zip(names, point, strict=True))
        assert formula.at(**values) == chance(**values), values


def test_two_target_numbers_make_one_formula():
    """The weapon changes both the number to hit and the wound."""
    formula = rk.formula("rencounter.fire", "skill", "weapon", outcome="kills")
    needed, damage = formula.modifiers["weapon_needed_modifier"], formula.modifiers["weapon_damage_modifier"]
    assert {weapon: damage[weapon] for weapon in DAMAGE} == DAMAGE
    assert {weapon for weapon, more in needed.items() if more} == {"blunderbuss", "double_barrel_shotgun"}
    for skill, weapon in itertools.product(range(1, 13), DAMAGE):
        assert formula.at(skill=skill, weapon=weapon) == kills(skill + 2 * (weapon == "blunderbuss"), DAMAGE[weapon])
    assert formula.comparisons == 12 * 27
    assert [symbol.name for symbol in formula.symbols] == ["skill", "weapon_needed_modifier", "weapon_damage_modifier"]


def test_a_formula_that_were_wrong_would_not_be_given(monkeypatch):
    """It compares itself with the exact answer: here one point of its table is changed before the cases are
    looked for.
    """

    def slip(table):
        wrong = table.copy()
        wrong.flat[5] += Fraction(1, 1000)
        return fit(wrong)

    monkeypatch.setattr("rencounter_kit.workbook.analysis.formula.formula.fit", slip)
    with pytest.raises(
        AssertionError, match=r"What does one shot do\? P\(hits\) by skill: 501/1000 at \(6,\), but 1/2"
    ):
        rk.formula("rencounter.fire", "skill", outcome="hits")


# As it reads ----------------------------------------------------------------------------------------------------------

TEXTS = [
    ("rencounter.fire", ("skill",), {"outcome": "hits"}, "Piecewise((skill/12, skill <= 11), (11/12, True))"),
    (
        "rencounter.fire",
        ("skill", "range_band"),
        {"outcome": "hits", "cover": "half_solid"},
        (
            "Piecewise((0, range_modifier + skill <= -3), ((2*range_modifier + 2*skill + 5)/144, "
            "range_modifier + skill <= 2), "
            "((range_modifier + skill - 2)/12, True))"
        ),
    ),
    (
        "rencounter.fire",
        ("skill",),
        {"outcome": "kills"},
        "Piecewise((skill/48, skill <= 3), ((4*skill - 3)/144, skill <= 11), (7/24, True))",
    ),
    (
        "rencounter.fire",
        ("wounds",),
        {"outcome": "hits", "skill": 3},
        "Piecewise(((15 - 2*wounds)/144, wounds >= 3), ((3 - wounds)/12, True))",
    ),
    ("rencounter.melee", ("aggressive",), {"attacker_skill": 10}, "(11 - aggressive)*(aggressive + 5)/144"),
    (
        "traveller.to_hit",
        ("weapon_skill",),
        {},
        "Piecewise(((15 - weapon_skill)*(weapon_skill + 2)/72, weapon_skill <= 7), (1, True))",
    ),
    ("realms_of_myth.task", ("av",), {}, "Piecewise((1/100, Eq(av, 0)), (av/100, av <= 99), (99/100, True))"),
    ("rencounter.fire", ("shield",), {}, "1/2"),
    ("rencounter.fire", ("mounted",), {"outcome": "kills"}, "Piecewise((7/48, Eq(mounted, 0)), (25/432, True))"),
]


@pytest.mark.parametrize(("check_id", "symbols", "params", "text"), TEXTS)
def test_a_formula_reads_as_one_would_write_it(check_id, symbols, params, text):
    assert str(rk.formula(check_id, *symbols, **params).expression) == text


def test_what_multiplies_stands_as_a_product():
    """A stroke must hit, and the parry must fail: cases of the one times cases of the other."""
    formula = rk.formula("rencounter.melee", "attacker_skill", "defender_skill")
    share, *parts = formula.expression.args
    assert share == sympy.Rational(1, 144)
    assert [{s.name for s in part.free_symbols} for part in sorted(parts, key=str)] == [
        {"defender_skill"},
        {"attacker_skill"},
    ]


def test_a_formula_in_latex():
    latex = rk.formula("rencounter.fire", "skill", "range_band", outcome="hits").latex()
    assert latex.startswith(r"\begin{cases} ") and latex.endswith(r" \end{cases}")
    assert r"\frac{\text{range modifier} + \text{skill}}{12}" in latex and r"\text{otherwise}" in latex
    assert latex.count("{") == latex.count("}") and "_" not in latex and latex.count(r"\\") == 3


def test_a_formula_in_a_notebook():
    formula = rk.formula("rencounter.fire", "skill", "range_band", outcome="hits")
    page = formula._repr_html_()
    assert formula._repr_latex_() == rf"$\displaystyle \text{{P(hits)}} = {formula.latex()}$"
    assert formula._repr_latex_().replace("&", "&amp;") in page
    assert page.count("<li>") == page.count("</li>") == len(formula.steps)
    assert page.count("$") % 2 == 0 and "<=" not in page


def test_a_formula_in_a_terminal():
    assert str(rk.formula("rencounter.melee", "attacker_skill", outcome="hits", result="summary")) == "\n".join(
        [
            "What does one stroke do? P(hits) by attacker skill",
            "",
            "P(hits) =",
            "    5*(attacker_skill + 1)/144  where attacker_skill <= 10",
            "    55/144                      otherwise",
            "",
            "1. attack (d12): attack is a sum.",
            "    attack = attacker_skill + 1",
            "2. attacker skill: 1 to 12.",
            "3. Always there: +1 sword: to hit  Melee: Melee Weapons Table.",
            "4. P(hits) depends on attack:",
            "    P(hits) =",
            "        5*attack/144  where attack <= 11",
            "        55/144        otherwise",
            "5. attack 11 or less (here 7): The attack succeeds on 1 to 7 (d12), and the parry on 1 to 7 (d12).",
            "6. attack 12 or more (here 12): The attack succeeds on 1 to 11 (d12), and the parry on 1 to 7 (d12).",
            "7. Put together:",
            "    P(hits) =",
            "        5*(attacker_skill + 1)/144  where attacker_skill <= 10",
            "        55/144                      otherwise",
            "8. Compared with the exact answer at 12 combinations: all are equal.",
        ]
    )


def test_cases_within_cases_and_products_are_laid_out():
    nested = str(rk.formula("rencounter.fire", "distance", "skill", outcome="hits", aim_turns=1))
    assert "\n    where distance <= 2:\n        " in nested
    assert "\n    A*B/144, where\n    A =\n        " in str(
        rk.formula("rencounter.melee", "attacker_skill", "defender_skill")
    )


# Steps ----------------------------------------------------------------------------------------------------------------


def words_of(formula):
    return [step.words for step in formula.steps]


def test_the_steps_give_the_sum_the_sections_and_the_words_of_the_rules():
    formula = rk.formula("rencounter.fire", "skill", "range_band", outcome="hits", cover="half_solid")
    text = words_of(formula)
    assert text[0] == "to hit (d12): needed is a sum."
    assert str(formula.steps[0].equation) == "Eq(needed, range_modifier + skill - 2)"
    assert text[2].startswith(
        "range modifier by range band: -2 too close, medium; 0 short; -4 long; -6 extreme (Fire Combat"
    )
    assert text[3] == "Always there: -2 cover: half solid  Fire Combat: Cover."
    assert r"\text{needed} = " in formula.steps[0].latex and formula.steps[1].latex == ""
    for needed, sentence in (
        (-5, "too hard even for a lucky hit"),
        (0, "only a natural 1 hits, if a second d12 then rolls 9 or less"),
    ):
        assert any(f"Needs {needed}: {sentence}." in line for line in text)
    assert text[-1] == "Compared with the exact answer at 60 combinations: all are equal."


def test_the_steps_say_what_is_left_out_and_what_changes_nothing():
    formula = rk.formula("rencounter.melee", "aggressive", "attacker_skill", "attacker_shield")
    fine = 4 * sum(aggressive <= max(0, skill - 6) for aggressive in range(7) for skill in range(1, 13))
    assert (formula.comparisons, len(formula.left_out)) == (fine, 4 * 7 * 12 - fine)
    assert words_of(formula)[-2:] == [
        f"Compared with the exact answer at {fine} combinations: all are equal.",
        f"Left out: {4 * 7 * 12 - fine}, such as {rk.rules('rencounter').spelling.in_sentence(formula.left_out[0])}.",
    ]
    assert "attacker shield changes nothing here." in words_of(formula)


def test_a_number_that_counts_in_steps_stands_by_itself():
    formula = rk.formula("rencounter.fire", "target_armor", "skill", outcome="hits")
    assert "target armour counts by itself: 0 to 4 (Fire Combat: Armor and Shields)." in words_of(formula)
    target_armor, skill = formula.symbols
    needed = formula.steps[0].equation.rhs
    for armor in range(5):
        assert needed.subs({target_armor: armor, skill: 5}) == 5 - (armor >= 3)


def test_a_part_of_a_check_is_seen_through():
    """A volley is shots: what the range does to each of them is a modifier of the volley too."""
    formula = rk.formula("rencounter.volley", "skill", "range_band")
    assert [symbol.name for symbol in formula.symbols] == ["skill", "range_modifier"]
    assert words_of(formula)[0] == "each shot: to hit (d12): shot needed is a sum."
    for skill, band in itertools.product((1, 6, 12), RANGES):
        fires = Fraction(4, 6)  # an average man acts on a d6 of 4 or less
        assert formula.at(skill=skill, range_band=band) == 4 * fires * hits(skill + RANGES[band])


def test_a_house_rule_makes_another_formula():
    house = rk.rules("rencounter").with_house_rules("fire.range.long = -3\nfire.lucky = 2", name="Fog")
    formula = rk.formula("rencounter.fire", "range_band", "skill", outcome="hits", rules=house)
    assert formula.modifiers == {"range_modifier": {**RANGES, "long": -3}}
    assert any("Fog (was -4, Fire Combat: Range)" in line for line in words_of(formula))
    assert formula.at(skill=9, range_band="long") == Fraction(1, 2)
    alone = rk.formula("rencounter.fire", "skill", outcome="hits", rules=house, range_band="long")
    assert alone.at(skill=9) == Fraction(1, 2)


# At, and one more -----------------------------------------------------------------------------------------------------


def test_a_word_and_its_number_are_the_same():
    formula = rk.formula("rencounter.fire", "skill", "range_band", outcome="hits")
    assert formula.modifiers == {"range_modifier": RANGES}
    for skill, (band, number) in itertools.product(range(1, 13), RANGES.items()):
        assert formula.at(skill=skill, range_band=band) == formula.at(skill=skill, range_modifier=number)
    for number in range(-6, 1):  # also what no word stands for
        assert formula.at(skill=7, range_modifier=number) == hits(7 + number)


WRONG_POINTS = [
    ({}, "every symbol must have a value; got none for skill; try .at(skill=...)"),
    ({"skill": 7}, "got none for range_modifier"),
    ({"skill": 13, "range_band": "long"}, "skill must be a whole number from 1 to 12; got 13"),
    ({"skill": 7, "range_band": "lang"}, "did you mean long?"),
    ({"skill": 7, "range_modifier": 1.5}, "range_modifier must be a whole number; got 1.5"),
    ({"skill": 12, "range_modifier": 1}, "range_modifier + skill must be from -5 to 12; got 13"),
    ({"skil": 7}, "a symbol must be one of skill, range_modifier; got skil"),
]


@pytest.mark.parametrize(("values", "sentence"), WRONG_POINTS)
def test_a_wrong_point_is_refused(values, sentence):
    with pytest.raises(rk.RuleError) as refused:
        rk.formula("rencounter.fire", "skill", "range_band", outcome="hits").at(**values)
    assert sentence in str(refused.value)


def test_a_point_that_contradicts_itself_is_refused():
    formula = rk.formula("rencounter.melee", "aggressive", "attacker_skill")
    with pytest.raises(rk.RuleError, match="aggressive must be at most"):
        formula.at(aggressive=6, attacker_skill=2)
    with pytest.raises(rk.RuleError, match="distance must be"):
        rk.formula("rencounter.fire", "distance").at(distance=None)


DIFFERENCES = [
    ("rencounter.fire", ("skill",), "skill", {"outcome": "hits"}, "Piecewise((1/12, skill <= 10), (0, True))"),
    (
        "rencounter.fire",
        ("skill",),
        "skill",
        {"outcome": "kills"},
        "Piecewise((1/48, skill <= 2), (1/36, skill <= 10), (1/144, True))",
    ),
    ("rencounter.fire", ("wounds",), "wounds", {"outcome": "hits"}, "-1/12"),
    (
        "rencounter.melee",
        ("aggressive",),
        "aggressive",
        {"attacker_skill": 12},
        "Piecewise(((7 - 2*aggressive)/144, aggressive >= 2), (11/144, True))",
    ),
    ("rencounter.fire", ("mounted",), "mounted", {"outcome": "kills"}, "-19/216"),
    (
        "traveller.to_hit",
        ("weapon_skill",),
        "weapon_skill",
        {},
        "Piecewise(((6 - weapon_skill)/36, weapon_skill <= 6), (0, True))",
    ),
]


@pytest.mark.parametrize(("check_id", "symbols", "one", "params", "text"), DIFFERENCES)
def test_what_one_more_is_worth(check_id, symbols, one, params, text):
    formula = rk.formula(check_id, *symbols, **params)
    worth = formula.difference(one)
    assert str(worth.expression) == text
    values = rk.checks[check_id].parameters[one].values()
    for now, more in itertools.pairwise(values):
        assert worth.at(**{one: now}) == formula.at(**{one: more}) - formula.at(**{one: now})
    assert worth.comparisons >= len(values) - 1


def test_one_more_of_a_symbol_among_several():
    """Of a number, of a modifier, of a sum that falls, and of a number that counts by itself."""
    for check_id, names, one, outcome in (
        ("rencounter.fire", ("skill", "range_band"), "skill", "hits"),
        ("rencounter.fire", ("wounds", "skill"), "wounds", "hits"),
        ("rencounter.fire", ("target_armor", "skill"), "target_armor", "kills"),
        ("rencounter.fire", ("target_armor", "skill"), "skill", "kills"),
        ("rencounter.melee", ("attacker_skill", "defender_skill"), "defender_skill", "kills"),
        ("odd_encounters.melee_attack", ("attacker_th", "target_ac"), "target_ac", "hits"),
    ):
        worth, check = rk.formula(check_id, *names, outcome=outcome).difference(one), rk.checks[check_id]
        axes = [check.parameters[name].values()[: -1 if name == one else None] for name in names]
        for point in random.Random(2).sample(list(itertools.product(*axes)), 12):
            current = dict(zip(names, point, strict=True))
            more = {**current, one: current[one] + 1}
            assert worth.at(**current) == check(**more).event(outcome) - check(**current).event(outcome), (
                check_id,
                current,
            )
    formula = rk.formula("rencounter.fire", "skill", "range_band", outcome="hits")
    by_name, by_word = formula.difference("range_modifier"), formula.difference("range_band")
    assert by_name.expression == by_word.expression == formula.difference(formula.symbols[1]).expression
    assert by_name.at(skill=7, range_modifier=-4) == hits(4) - hits(3)
    assert words_of(by_name)[0] == "to hit (d12): needed is a sum."
    assert (
        by_name.title == "What does one shot do? change of P(hits) for one more range modifier by skill and range band"
    )


@pytest.mark.parametrize(
    ("symbol", "sentence"),
    [
        ("shield", "got shield, which changes nothing here"),
        ("weapon", "a symbol must be one of weapon_needed_modifier, weapon_damage_modifier; got weapon"),
        ("cover", "got cover; look at .symbols"),
        (None, "got None"),
        ([], "got []"),
    ],
)
def test_a_difference_of_another_symbol_is_refused(symbol, sentence):
    other = "shield" if symbol == "shield" else "weapon"
    with pytest.raises(rk.RuleError) as refused:
        rk.formula("rencounter.fire", other, outcome="kills").difference(symbol)
    assert sentence in str(refused.value)


# What is refused ------------------------------------------------------------------------------------------------------

REFUSED = [
    (("rencounter.fire",), {}, "a formula must have 1 to 3 symbols; got 0; try rk.formula('rencounter.fire', 'skill')"),
    (("rencounter.fire", "skill", "cover", "weapon", "aim_turns"), {}, "got 4"),
    (("rencounter.fir", "skill"), {}, "did you mean rencounter.fire?"),
    (("rencounter.fire", "skil"), {}, "did you mean skill?"),
    (("rencounter.fire", 5), {}, "has no parameter 5"),
    (("rencounter.fire", "skill", "skill"), {}, "a symbol must be named once and have no value; got skill twice"),
    (("rencounter.fire", "skill"), {"skill": 5}, "got skill twice; leave one out"),
    (("rencounter.fire", "skill"), {"weapon": "gun"}, "weapon must be one of"),
    (("rencounter.fire", "skill"), {"wepon": "long_bow"}, "did you mean weapon?"),
    (("rencounter.fire", "skill"), {"outcome": "hit"}, "did you mean hits?"),
    (("rencounter.fire", "skill"), {"rules": rk.rules("traveller")}, "rules must be a ruleset of rencounter"),
    (
        ("rencounter.melee", "attacker_skill"),
        {"outcome": "hits"},
        ("hits must be asked with result summary; got result wounds"),
    ),
    (("realms_of_myth.task", "resolution_table"), {}, "a symbol must be a number, a word, or yes and no; got the list"),
    (("realms_of_myth.task", "av_modifier", "dv_modifier"), {}, "at most 300,000 combinations; got 1,002,001"),
    (
        ("realms_of_myth.wound_level", "wounds"),
        {},
        ("outcome must be named where realms_of_myth.wound_level tells no event"),
    ),
    (
        ("rencounter.duel", "a_skill"),
        {},
        ("a formula must be of a check without turns; got rencounter.duel, whose chance"),
    ),
    (
        ("rencounter.duel", "a_skill"),
        {},
        ("has no short formula; try rk.sweep('rencounter.duel', a_skill=[...]) for a table"),
    ),
    (
        ("rencounter.fire", "skill_roll"),
        {},
        ("got skill_roll, which does more than add to a number (strict); give it a value"),
    ),
    (
        ("rencounter.fire", "range_band", "posture"),
        {},
        ("got range_band, which does not simply add up with posture (needed)"),
    ),
    (("realms_of_myth.pot", "strength"), {}, "at most 30 cases to be read; got more by strength; try rk.sweep"),
    (
        ("rencounter.melee", "attacker_shield"),
        {"attacker_weapon": "pike", "attacker_second_weapon": True},
        "both hands",
    ),
    (("salamis.d3",), {}, "got 0; it asks nothing"),
]


@pytest.mark.parametrize(("symbols", "params", "sentence"), REFUSED)
def test_what_has_no_formula_is_refused_in_a_sentence(symbols, params, sentence):
    with pytest.raises(rk.RuleError) as refused:
        rk.formula(*symbols, **params)
    message = str(refused.value)
    assert sentence in message
    assert (
        any(word in message for word in ("must", "has no parameter", "has no outcome"))
        and "\n" not in message
        and len(message) <= 400
    )


# Every check ----------------------------------------------------------------------------------------------------------


def random_questions(rng, most=150):
    """A check, one to three symbols with few combinations, some other values, and an event or none."""
    check = rk.checks[rng.choice(PLAIN)]
    free = [name for name, p in check.parameters.items() if 1 < len(p.values()) <= most]
    names = []
    for name in rng.sample(free, min(len(free), rng.randint(1, 3))):
        if prod(len(check.parameters[n].values()) for n in [*names, name]) <= most:
            names.append(name)
    return check, names, situation(check.id, rng, names), rng.choice([None, *check.events])


def formula_or_none(*arguments, **fixed):
    """A formula, or ``None`` where it is refused; then in one sentence."""
    try:
        return rk.formula(*arguments, **fixed)
    except rk.RuleError as error:
        sentence = str(error)
    assert "\n" not in sentence and "must" in sentence
    return None


@settings(max_examples=tries(10, 60))
@given(st.integers(0, 10**6))
def test_a_formula_of_any_check_is_right_or_refused(seed):
    rng = random.Random(seed)
    check, names, fixed, event = random_questions(rng)
    result = formula_or_none(check.id, *names, outcome=event, **fixed)
    if result is None:
        return
    points = list(itertools.product(*(check.parameters[name].values() for name in names)))
    assert result.comparisons + len(result.left_out) == len(points)
    assert result.expression.free_symbols <= set(result.symbols)
    assert str(result) and result._repr_html_()
    for point in rng.sample(points, min(12, len(points))):
        values = dict(zip(names, point, strict=True))
        try:
            answer = check(**fixed, **values)
        except rk.RuleError:
            with pytest.raises(rk.RuleError):
                result.at(**values)
            continue
        event_name = event or next(iter(answer.events), None)
        assert result.at(**values) == (answer.event(event_name) if event_name else answer.dist.mean), values
        numbers = numbers_of(result, check, values)
        for step in result.steps:
            if step.equation is not None and (target := str(step.equation.lhs)) in check.targets:
                assert step.equation.rhs.subs(numbers) == getattr(answer.targets, target), (target, values)


def numbers_of(formula, check, values):
    """What each symbol is for the values of the parameters."""
    numbers = {}
    for (name, value), symbol in itertools.product(values.items(), formula.symbols):
        stem = name.removesuffix("_band")
        if symbol.name == name:
            numbers[symbol] = int(value)
        elif symbol.name in {f"{stem}_modifier", *(f"{stem}_{target}_modifier" for target in check.targets)}:
            numbers[symbol] = formula.modifiers[symbol.name][value]
    return numbers


def test_yes_and_no_may_be_one_and_zero():
    """A rider is easier to hit, but the shot may strike his horse: no modifier says both."""
    formula = rk.formula("rencounter.fire", "mounted", "skill", outcome="kills")
    assert [symbol.name for symbol in formula.symbols] == ["mounted", "skill"]
    assert str(formula.steps[0].equation) == "Eq(needed, mounted + skill)"
    assert "mounted counts by itself: 1 for yes, 0 for no (Fire Combat: Target Size)." in words_of(formula)


REFUSED_OFTEN = {
    "rencounter.activation_cards",  # its events are told of another result than the usual one
    "traveller.encounter_count",  # the chance falls as a power of the days, which is no short formula
}


@pytest.mark.parametrize(
    "check_id", every_nth([one for one in PLAIN if rk.checks[one].events and one not in REFUSED_OFTEN], tries(4, 1))
)
def test_every_check_has_formulas(check_id):
    """Of every one of its first whole numbers, for the first event that is told."""
    wholes = [
        name for name, p in rk.checks[check_id].parameters.items() if isinstance(p, Whole) and len(p.values()) <= 200
    ]
    for name in wholes[: tries(2, 6)]:
        besides = counting(check_id, name) if rk.checks[check_id].parameters[name].optional else {}
        result = formula_or_none(check_id, name, **besides)
        assert result is not None and result.comparisons, name


@pytest.mark.parametrize("sampled", [1, 2, 300])
def test_a_target_number_that_counts_at_few_combinations_is_found(monkeypatch, sampled):
    """Which numbers count is looked for in a sample first; where the answers do not fit, the sample grows."""
    monkeypatch.setattr("rencounter_kit.workbook.analysis.formula.coordinates._SAMPLED", sampled)
    formula = rk.formula("traveller.surprise", "other_animals", "party_tactical", outcome="other side has surprise")
    for animals, tactical in itertools.product((0, 7, 8, 500, 1000), (False, True)):
        answer = rk.check("traveller.surprise", other_animals=animals, party_tactical=tactical)
        assert formula.at(other_animals=animals, party_tactical=tactical) == answer.event("other side has surprise")
    skill = rk.formula("rencounter.fire", "skill", "range_band", "wounds", outcome="hits")
    assert skill.at(skill=9, range_band="long", wounds=2) == hits(3)


# Cases ----------------------------------------------------------------------------------------------------------------


def values_of(tree, table):
    """What an expression says at every point of a table, by substitution."""
    axes = [Axis(sympy.Symbol(f"x{i}", integer=True), 3) for i in range(table.ndim)]
    formula = expression(tree, axes, {i: (0, size - 1) for i, size in enumerate(table.shape)})
    for point in np.ndindex(*table.shape):
        yield (
            point,
            sympy.sympify(formula).subs({axis.expression: axis.value(p) for axis, p in zip(axes, point, strict=True)}),
        )


def exact(rows):
    array = np.array(rows, dtype=object)
    return np.array([Fraction(x) for x in array.ravel()], dtype=object).reshape(array.shape)


@settings(max_examples=tries(30, 100))
@given(st.lists(st.fractions(-1, 1, max_denominator=6), min_size=1, max_size=9))
def test_any_row_is_its_cases(row):
    tree = fit(exact(row))
    for (place,), value in values_of(tree, exact(row)):
        assert value == row[place]


@settings(max_examples=tries(20, 80))
@given(st.lists(st.lists(st.integers(-2, 2), min_size=4, max_size=4), min_size=1, max_size=4))
def test_any_small_table_is_its_cases(rows):
    tree = fit(exact(rows))
    for (i, j), value in values_of(tree, exact(rows)):
        assert value == rows[i][j]


FEW = [
    ("a constant", [7] * 5, 1),
    ("a line", range(10), 1),
    ("a clamp", [min(max(x, 3), 9) for x in range(15)], 3),
    ("two dice", [sum(a + b <= x for a in range(1, 7) for b in range(1, 7)) for x in range(1, 13)], 2),
    ("a square, then a line", [x * x for x in range(6)] + [25 - 4 * x for x in range(1, 6)], 2),
    ("single points", [0, 5, 1], 3),
]


@pytest.mark.parametrize(("name", "row", "cases"), FEW)
def test_cases_are_few(name, row, cases):
    assert count(fit(exact(list(row)))) == cases, name


def test_a_case_lies_on_one_point_more_than_it_needs():
    """Two points do not make a line, three that are not in one do not make a parabola."""
    assert pieces(np.array([[0], [5]], dtype=object)) == [(0, 0, 0, 0), (1, 1, 1, 0)]
    assert [piece[3] for piece in pieces(np.array([[0], [5], [1]], dtype=object))] == [0, 0, 0]
    assert pieces(np.array([[0], [5], [10]], dtype=object)) == [(0, 2, 0, 1)]


def test_products_and_sums_are_seen():
    u, v = exact([1, 2, 3, 3, 3]), exact([5, 4, 3, 2, 1, 1, 1])
    product, total = fit(np.outer(u, v)), fit(np.add.outer(u, v))
    assert isinstance(product, Composite) and product.times and count(product) == 4
    assert isinstance(total, Composite) and not total.times and count(total) == 4
    assert isinstance(fit(np.array([[max(a - b, 0) for a in range(4)] for b in range(4)], dtype=object)), Cases)


def test_too_many_cases_are_none():
    rng = random.Random(3)
    assert fit(exact([rng.randint(0, 10**6) for _ in range(40)])) is None
    assert fit(exact([[rng.randint(0, 10**6) for _ in range(8)] for _ in range(8)])) is None


# Command line ---------------------------------------------------------------------------------------------------------


def test_the_command_prints_the_formula(capsys, tmp_path):
    house = tmp_path / "fog.toml"
    house.write_text("fire.range.long = -3")
    words = ["formula", "rencounter.fire", "skill,range_band", "cover=half_solid", "--outcome", "hits"]
    assert main(words) == 0
    formula = rk.formula("rencounter.fire", "skill", "range_band", outcome="hits", cover="half_solid")
    assert capsys.readouterr().out == f"{formula}\n"
    assert main([*words, "--latex"]) == 0
    assert capsys.readouterr().out == f"{formula.latex()}\n"
    assert main(["formula", "rencounter.fire", "skill", "range_band", "--rules", str(house)]) == 0
    assert "-3 long" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("rencounter.fire",), "must have 1 to 3 symbols"),
        (("rencounter.fire", "skil"), "did you mean skill?"),
        (("rencounter.fire", "skill", "skill=5"), "got skill twice"),
        (("rencounter.duel", "a_skill"), "try rencounter sweep rencounter.duel"),
        (("rencounter.fire", "skill,"), "has no parameter"),
    ],
)
def test_the_command_refuses_in_one_line(capsys, words, sentence):
    assert main(["formula", *words]) == 2
    output = capsys.readouterr()
    assert output.out == "" and len(output.err.splitlines()) == 1 and sentence in output.err
