"""Modifiers that the book does not have: they count as if the sum were another, where and when they say, and nowhere
else.
"""

import pickle
import random
import re

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.analysis.effects import effects
from rencounter_kit.workbook.mechanics.modifiers import Node, Part, Total, entries
from rencounter_kit.workbook.mechanics.parameter import Choice, Whole, YesNo
from rencounter_kit.workbook.mechanics.processes.process import Process
from rencounter_kit.workbook.mechanics.sums import places, sum_of
from rencounter_kit.workbook.rulebook.text import figure_text, plain_words
from tests.situations import drawn, few, tries

BOOK = rk.rules("rencounter")
SMOKE = 'fire.smoke = { to = "to hit", value = -2, ask = "There is smoke between them." }'
OURS = BOOK.with_house_rules(SMOKE, name="Our table")
STEMS = sorted({check.stem for check in rk.checks.values()})


# By brute force: the sums of a check, made greater by hand ------------------------------------------------------------


def worked_out(check, rules, values, name, value, counts):
    """The target numbers with so much more in each sum of a name where that counts; parts of the check alike."""
    known = dict(values)
    for target, one in check.nodes.items():
        if isinstance(one, Total):
            so_far = sum(e.value for part in one.parts for e in entries("", "", part(rules, known)))
            made = not one.when or known[one.when]
            so_far += value if made and bare(one) == name and counts(known, check.parameters) else 0
            for part in one.then:
                so_far += sum(e.value for e in entries("", "", part(rules, {**known, "so_far": so_far})))
            known[target] = so_far
        elif isinstance(one, Part):
            known[target] = of_part(one, rules, known, name, value, counts)
        else:
            known[target] = one(rules, known)
    return check._targets_type(*[known[target] for target in check.targets])


def of_part(part, rules, known, name, value, counts):
    if part.when and not known[part.when]:
        return None
    params = {theirs: known[ours] for theirs, ours in zip(part.inputs, part.names, strict=False)} | dict(part.fixed)
    return worked_out(part.check, rules, part.check.values(rules, params), name, value, counts)


def bare(total):
    """The name of a sum, as a person reads it off."""
    return re.sub(r" \(.*\)$", "", total.roll).lower()


def has_parts(check):
    return any(isinstance(one, Part) for one in check.nodes.values())


def alike(one, other):
    return type(one) is type(other) and one == other


def counted(check_id, line, counts, value, name, params, **boxes):
    """Do the target numbers with the line agree with those made by hand; is it by the book the book's?"""
    check, ours = rk.checks[check_id], rk.rules(check_id.partition(".")[0]).with_house_rules(line)
    try:
        by_hand = worked_out(check, check.book, check.values(check.book, params), name, value, counts)
        other = check.under(ours)
        assert alike(other.targets_of(ours, {**params, **boxes}), by_hand), (check_id, line, params)
        assert alike(other.targets_of(check.book, {**params, **boxes}), check.targets_of(check.book, params))
    except rk.RuleError:
        return False  # it contradicts itself
    return True


def sums_of_checks():
    """Every sum of every check that has no parts, by its check: those of parts are theirs."""
    for check in rk.checks.values():
        named = {
            bare(one): target
            for target, one in check.nodes.items()
            if isinstance(one, Total) and not sum_of(target, one).side
        }
        if not has_parts(check):
            yield from ((check.id, name) for name in named)


@pytest.mark.parametrize("stem", STEMS)
def test_a_modifier_that_is_asked_for_counts_as_if_the_sum_were_another(stem):
    """All sums of all checks, each with several values and situations; not asked for it is as by the book."""
    rng, tried = random.Random(stem), 0
    for check_id, name in sums_of_checks():
        if check_id.partition(".")[0] == stem:
            for params in drawn(check_id, tries(2, 30), name):
                value = rng.choice([-3, -2, -1, 1, 2, 5])
                line = f'house.odd = {{ to = "{name}", value = {value}, ask = "It is odd." }}'
                tried += counted(check_id, line, lambda *_: True, value, name, params, odd=True)
                tried += counted(check_id, line, lambda *_: True, 0, name, params, odd=False)
    assert tried > 20


@pytest.mark.parametrize("stem", STEMS)
def test_a_modifier_counts_without_being_asked_where_its_cases_hold(stem):
    rng, tried, counting = random.Random(f"{stem} when"), 0, set()
    for check_id, name in sums_of_checks():
        usable = [p for p in rk.checks[check_id].parameters.values() if isinstance(p, (Choice, YesNo, Whole))]
        if check_id.partition(".")[0] != stem or not usable:
            continue
        for params in drawn(check_id, tries(2, 20), f"{name} when"):
            p = rng.choice(usable)
            every = [v for v in p.values() if v is not None]
            values = rng.sample(every[:40], rng.randint(1, min(4, len(every[:40]))))
            values_text = ", ".join(figure_text(v) for v in values)
            line = f'house.odd = {{ to = "{name}", value = -2, when = {{ {p.name} = [{values_text}] }} }}'

            def counts(known, parameters, p=p, values=values):
                counting.add(hit := known[p.name] in values and type(known[p.name]) in map(type, values))
                return hit

            tried += counted(check_id, line, counts, -2, name, params)
    assert tried > 10 and counting == {True, False}


@pytest.mark.parametrize("check_id", [check.id for check in rk.checks.values() if has_parts(check)])
def test_parts_of_a_check_take_a_modifier_for_each_side(check_id):
    """With all boxes ticked each part counts it; with none it is the book; the answer follows."""
    check, tried = rk.checks[check_id], 0
    parts = [one for one in check.nodes.values() if isinstance(one, Part)]
    inner = dict.fromkeys(bare(one) for part in parts for one in part.check.nodes.values() if isinstance(one, Total))
    own = {bare(one) for one in check.nodes.values() if isinstance(one, Total)}
    by_hand = all(
        type(one) in (Part, Total, Node) for one in check.nodes.values()
    )  # others are made of parts in their own way
    for name in inner:
        ours = check.book.with_house_rules(f'house.odd = {{ to = "{name}", value = 2, ask = "It is odd." }}')
        ruled = check.under(ours)
        boxes = [one for one in ruled.parameters if one not in check.parameters]
        assert boxes and all(re.fullmatch("(a_|b_)?odd", box) for box in boxes)
        for params in drawn(check_id, few(check_id, 3, 2), name):
            ticked = dict.fromkeys(boxes, True)
            try:
                before = check.targets_of(check.book, params)
                after = ruled.targets_of(ours, {**params, **ticked})
            except rk.RuleError:
                continue
            assert ruled.targets_of(ours, params) == before == ruled.targets_of(check.book, {**params, **ticked})
            if by_hand:
                values = check.values(check.book, params)
                assert after == worked_out(check, check.book, values, name, 2, lambda *_: True)
            tried += 1
    assert tried or not inner or own


# What is known of some by hand ----------------------------------------------------------------------------------------


def test_a_fight_takes_it_for_each_side():
    """The skill of a gunfight counts to hit alone."""
    few = {"turn_limit": 4}
    both = rk.check("rencounter.gunfight", rules=OURS, a_smoke=True, a_skill=9, **few)
    assert dict(both) == dict(rk.check("rencounter.gunfight", a_skill=7, **few))
    assert both.explain().rows and any(
        "There is smoke between them" in line for line in str(both.explain()).split("\n")
    )


@pytest.mark.parametrize("weapons_break", [False, True])
def test_a_duel_counts_it_also_when_a_weapon_is_lost(weapons_break):
    """The skill of a duel counts to attack, to parry (the stroke of the other) and to riposte."""
    ours = BOOK.with_house_rules(
        'x.one = { to = "attack", value = -1, ask = "One." }\nx.two = { to = "parry", value = -1, ask = "Two." }\n'
        'x.three = { to = "riposte", value = -1, ask = "Three." }'
    )
    params = {"turn_limit": 3, "duel_weapons_break": weapons_break}
    ticked = dict.fromkeys(("a_one", "b_two", "b_three"), True)
    weaker = rk.check("rencounter.duel", a_skill=7, **params)
    assert dict(rk.check("rencounter.duel", rules=ours, a_skill=8, **params, **ticked)) == dict(weaker)


def test_once_for_each_point():
    ours = BOOK.with_house_rules('fire.pain = { to = "to hit", value = -2, each = "wounds" }', name="Our table")
    hurt = rk.check("rencounter.fire", rules=ours, wounds=2, skill=10)
    assert hurt.targets.needed == rk.check("rencounter.fire", wounds=2, skill=10).targets.needed - 4
    assert any("pain (x 2)" in line for line in str(hurt.explain()).split("\n"))


def test_a_box_counts_only_where_its_case_holds():
    ours = BOOK.with_house_rules(SMOKE.replace(" }", ', when = { range_band = ["long", "extreme"] } }'))
    with pytest.raises(
        rk.RuleError, match="smoke must be false with range_band short; got true; it counts with range_band"
    ):
        rk.check("rencounter.fire", rules=ours, smoke=True)
    shot = rk.check("rencounter.fire", rules=ours, smoke=True, range_band="long", skill=9)
    assert dict(shot) == dict(rk.check("rencounter.fire", range_band="long", skill=7))


def test_two_lines_that_end_alike_share_one_box():
    ours = BOOK.with_house_rules(f'{SMOKE}\nseverity.smoke = {{ to = "severity", value = 1, ask = "There is smoke." }}')
    boxes = [name for name in rk.checks["rencounter.fire"].under(ours).parameters if name.startswith("smoke")]
    assert boxes == ["smoke"]
    before, after = (rk.check("rencounter.fire", rules=ours, smoke=smoke).targets for smoke in (False, True))
    assert (after.needed - before.needed, after.damage - before.damage) == (-2, 1)


@pytest.mark.parametrize("check_id", ["rencounter.unit_under_fire", "rencounter.skirmish", "rencounter.charge"])
@pytest.mark.parametrize("goes_by", ["when = { morale_check = true }", 'each = "men_lost"'])
def test_what_a_fight_of_units_brings_about_itself_is_not_passed_over(check_id, goes_by):
    """Its losses make an action roll a morale check, for so many men lost: a line by these is refused where it would
    count.
    """
    line = f'action.dread = {{ to = "on the action die", value = 1, {goes_by} }}'
    with pytest.raises(rk.RuleError, match=rf"action.dread must go by what stays as it is in {check_id}; got m"):
        rk.check(check_id, rules=BOOK.with_house_rules(line))


def test_a_box_for_what_a_fight_of_units_brings_about_is_refused_when_it_is_ticked():
    line = 'action.dread = { to = "on the action die", value = 1, each = "men_lost", ask = "It is dark." }'
    ours = BOOK.with_house_rules(line)
    assert dict(rk.check("rencounter.charge", rules=ours)) == dict(rk.check("rencounter.charge"))
    with pytest.raises(rk.RuleError, match="got men lost, which the fight changes"):
        rk.check("rencounter.charge", rules=ours, dread=True)


@pytest.mark.parametrize(("check_id", "to"), [("traveller.duel", "to hit"), ("rencounter.gunfight", "to hit")])
def test_one_box_for_both_is_as_both_boxes(check_id, to):
    """In a fight that has the sums itself, and in one that has them by its parts."""
    line = f'fog.fog = {{ to = "{to}", value = -1, ask = "There is fog." }}'
    book = rk.rules(check_id.partition(".")[0])
    apart, together = book.with_house_rules(line), book.with_house_rules(line.replace(" }", ", both = true }"))
    boxes = [name for name in rk.checks[check_id].under(together).parameters if name.endswith("fog")]
    one, two = rk.check(check_id, rules=together, fog=True), rk.check(check_id, rules=apart, a_fog=True, b_fog=True)
    assert boxes == ["fog"] and dict(one) == dict(two) != dict(rk.check(check_id))


def test_reasons_name_it_with_its_author():
    lines = str(rk.check("rencounter.fire", rules=OURS, smoke=True).explain()).split("\n")
    assert "    -2 There is smoke between them  Our table (not in the book)" in lines
    assert "house rule: -2 There is smoke between them  Our table (not in the book)" in lines


def test_by_the_book_there_is_no_such_parameter():
    with pytest.raises(rk.RuleError, match="has no parameter smoke"):
        rk.check("rencounter.fire", smoke=True)
    assert "smoke" not in rk.checks["rencounter.fire"].parameters


# Everything that asks a check -----------------------------------------------------------------------------------------


def test_side_by_side_of_two_tables_that_mean_other_things():
    theirs = BOOK.with_house_rules('fire.smoke = { to = "severity", value = 1, ask = "Smoke." }', name="Theirs")
    grids = rk.compare(OURS, theirs, "rencounter.fire", smoke=[True]).grids
    assert [str(grid.event("hits")[0]) for grid in grids] == [
        str(rk.check("rencounter.fire", rules=one, smoke=True).event("hits")) for one in (OURS, theirs)
    ]


def test_worth_what_matters_shares_and_formula_know_it():
    params = {"rules": OURS, "skill": 7}
    assert next(r.change for r in rk.worth("rencounter.fire", **params).rows if r.parameter == "smoke") == -rk.check(
        "rencounter.fire", skill=7
    ).event("hits") + rk.check("rencounter.fire", skill=5).event("hits")
    assert "smoke" in {row.parameter for row in rk.tornado("rencounter.fire", **params).rows}
    shares = rk.shapley("rencounter.fire", smoke=True, **params).rows
    assert [row.value for row in shares if row.name == "There is smoke between them"] == [-2]
    assert "smoke" in str(rk.formula("rencounter.fire", "skill", "smoke", rules=OURS))
    assert rk.solve_for("rencounter.fire", "fire.smoke", "1/2", rules=OURS, smoke=True, skill=9).value == -3


def printed(params):
    """The cells of a handout that says this for the whole table."""
    arguments = ", ".join(f"{name} = {str(value).lower()}" for name, value in params.items() if name != "rules")
    lines = f'check = "rencounter.fire"\nevent = "hits"\ndown = "wounds"\ngiven = {{ {arguments} }}'
    text = f'title = "Shots"\ngame = "rencounter"\nshow = "rules"\n[[table]]\n{lines}\ntitle = "Shots"\n'
    return rk.handout(text, rules=params.get("rules")).tables[0].grids[0].rows


ANSWERED = {
    "check": lambda params: rk.check("rencounter.fire", **params).dist,
    "branches": lambda params: str(rk.check("rencounter.fire", **params).branches()),
    "sweep": lambda params: rk.sweep("rencounter.fire", wounds=range(3), **params).to_csv(),
    "simulate": lambda params: rk.simulate("rencounter.fire", 99, 1, **params).table().to_csv(),
    "worth": lambda params: rk.worth("rencounter.fire", **params).rows[:4],
    "interaction": lambda params: str(rk.interaction("rencounter.fire", "wounds", "mounted", **params)),
    "luck": lambda params: str(rk.luck(rk.check("rencounter.fire", **params), 3, 8)),
    "solve_for": lambda params: str(rk.solve_for("rencounter.fire", "wounds", "1/4", **params)),
    "formula": lambda params: str(rk.formula("rencounter.fire", "wounds", **params)).partition("1. ")[0],
    "written": lambda params: rk.written(rk.check("rencounter.fire", **params), "markdown"),
    "slide": lambda params: rk.slide("rencounter.fire", by="wounds=1..2", **params).slides[0].value,
    "handout": printed,
}


@pytest.mark.parametrize("call", ANSWERED)
def test_every_call_answers_in_smoke_as_with_a_skill_2_lower(call):
    answer = ANSWERED[call]
    assert answer({"rules": OURS, "skill": 7, "smoke": True}) == answer({"skill": 5})


def test_a_handout_by_the_book_takes_no_notice():
    text = 'title = "Shots"\ngame = "rencounter"\nshow = "book"\n[[table]]\ncheck = "rencounter.fire"\nevent = "hits"\n'
    (table,) = rk.handout(f'{text}down = "skill=5,7"\nacross = "smoke"\ntitle = "Shots"\n', rules=OURS).tables
    assert [[cell.text for cell in cells] for _, cells in table.grids[0].rows] == [["42%", "42%"], ["58%", "58%"]]


def test_what_changes_finds_situations_in_which_it_tells():
    changes = effects(
        rk.rules("salamis").with_house_rules('entry.fog = { to = "on the entry die", value = -1, ask = "Fog." }')
    )
    assert {"salamis.entry", "salamis.entry_modifier"} <= {effect.situation.check.id for effect in changes}
    assert all(effect.situation.params.get("fog") and effect.figures == {"entry.fog"} for effect in changes)


def test_checks_and_rules_travel_to_other_processes():
    for check_id in ("rencounter.fire", "rencounter.gunfight"):
        ruled = rk.checks[check_id].under(OURS)
        assert pickle.loads(pickle.dumps(ruled)) is ruled
    again = pickle.loads(pickle.dumps(OURS))
    assert again == OURS and again.lines == OURS.lines and again.rule("fire.smoke") == OURS.rule("fire.smoke")
    assert isinstance(rk.checks["rencounter.gunfight"].under(OURS), Process)


def test_a_check_is_made_once_for_rules_that_ask_alike():
    stronger = BOOK.with_house_rules(SMOKE.replace("-2", "-5"), name="Another table")
    assert rk.checks["rencounter.fire"].under(OURS) is rk.checks["rencounter.fire"].under(stronger)
    assert rk.checks["rencounter.melee"].under(OURS) is rk.checks["rencounter.melee"]


def test_answers_that_are_kept_do_not_mix_rules():
    """The same values by the book, by two tables, and by the book again."""
    stronger = BOOK.with_house_rules(SMOKE.replace("-2", "-5"), name="Another table")
    check = rk.checks["rencounter.fire"].under(OURS)
    needed = [check(rules=rules, smoke=True).targets.needed for rules in (BOOK, OURS, stronger, BOOK)]
    assert [n - needed[0] for n in needed] == [0, -2, -5, 0]


def test_each_sum_is_found_by_its_name():
    for stem in STEMS:
        for name, sums in places(stem).items():
            assert name == plain_words(sums[0].sum.name) and "(" not in name and "{" not in name


# One box for both sides -----------------------------------------------------------------------------------------------


def test_a_box_of_one_side_says_whose_it_is():
    boxes = rk.checks["rencounter.gunfight"].under(OURS).parameters
    assert boxes["a_smoke"].help == "A: There is smoke between them." and boxes["b_smoke"].hint.startswith("B: ")
    assert rk.checks["rencounter.fire"].under(OURS).parameters["smoke"].help == "There is smoke between them."


@pytest.mark.parametrize(
    ("check_id", "sum_name", "always", "never"),
    [
        ("rencounter.last_shot", "to hit", 'range_band = "too_close"', 'range_band = "short"'),
        ("realms_of_myth.catch_wounds", "wounds", 'blow = "blunt"', 'blow = "edge"'),
    ],
)
def test_what_can_never_count_in_a_part_is_not_asked(check_id, sum_name, always, never):
    """Here a part always has one value of a parameter, which the check itself does not ask for."""
    check = rk.checks[check_id]
    for case, asks in ((always, True), (never, False)):
        line = f'house.odd = {{ to = "{sum_name}", value = -1, when = {{ {case} }}, ask = "It is odd." }}'
        assert ("odd" in check.under(check.book.with_house_rules(line)).parameters) is asks
