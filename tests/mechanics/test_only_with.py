"""A parameter that counts only with some values of another, by its line in the data: refused elsewhere, left out of
grids.
"""

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics.check import Check
from rencounter_kit.workbook.mechanics.modifiers import part
from rencounter_kit.workbook.mechanics.parameter import SeveralChoices
from tests.situations import PARAMETER_KINDS, counting, other_values, parameter

TABLE = [[0, 45], [20, 70]]
IN_HAND = rk.checks["realms_of_myth.pot"].parameters["charge_speed"].only_with[1]
KINDS = [(check_id, name) for check_id, name in PARAMETER_KINDS if parameter(check_id, name).only_with[0]]
SETTABLE = [(check_id, name) for check_id, name in KINDS if not parameter(check_id, name).path]
RULED = [(check_id, name) for check_id, name in KINDS if parameter(check_id, name).path]


def partner(check_id, name):
    """The parameter with which another counts, its values with which it does not, and those with which it does."""
    p = parameter(check_id, name)
    other = parameter(check_id, p.only_with[0])
    idle = [value for value in (other.default, *other_values(other)) if p.rests(value)]
    return other, idle, p.only_with[1]


def test_a_line_names_values_that_there_are_and_not_all():
    for check in rk.checks.values():
        for p in check.parameters.values():
            if p.only_with[0]:
                other, idle, values = partner(check.id, p.name)
                assert values and [other.check(value) for value in values] == list(values), (check.id, p.name)
                assert idle and (isinstance(other, SeveralChoices) or set(values) < set(other.values())), (
                    check.id,
                    p.name,
                )


@pytest.mark.parametrize(("check_id", "name"), SETTABLE)
def test_where_it_does_not_count_only_its_default_is_taken(check_id, name):
    p = parameter(check_id, name)
    other, idle, _ = partner(check_id, name)
    for kind in idle:
        where = {**counting(check_id, other.name), other.name: kind}
        assert rk.check(check_id, **where, **{name: p.default}) == rk.check(check_id, **where)
        for value in other_values(p):
            with pytest.raises(rk.RuleError) as refused:
                rk.check(check_id, **where, **{name: value})
            sentence = str(refused.value)
            assert sentence.startswith(f"{name} must be ") and "; got " in sentence, sentence
            assert f"it counts with {other.name} " in sentence and "\n" not in sentence, sentence


@pytest.mark.parametrize(("check_id", "name"), SETTABLE)
def test_where_it_counts_it_is_taken(check_id, name):
    other, _, values = partner(check_id, name)
    for kind in values:
        for value in other_values(p := parameter(check_id, name)):
            where = {**counting(check_id, other.name), other.name: kind}
            assert rk.check(check_id, **where, **{name: value}).params[name] == p.check(value)


@pytest.mark.parametrize(("check_id", "name"), RULED)
def test_what_follows_a_rule_tells_only_where_it_counts(check_id, name):
    """Said or set by a house rule, it changes nothing elsewhere, and no answer there rests on it."""
    check, p = rk.checks[check_id], parameter(check_id, name)
    other, _, values = partner(check_id, name)
    for kind in other.values():
        where = {**counting(check_id, other.name), other.name: kind}
        for value in set(p.values()) - {check.book[p.path]}:
            result = rk.check(check_id, **where, **{name: value})
            changed = check.book.changed({p.path: value})
            assert dict(result.items()) == dict(rk.check(check_id, rules=changed, **where).items())
            assert kind in values or (result == rk.check(check_id, **where) and result.params[name] == p.default)
        assert (p.path in rk.check(check_id, **where).reads) == (kind in values)


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        (
            {"use": "hurled", "charge_speed": 8},
            "charge_speed must be 0 with use hurled; got 8; it counts with use "
            + ", ".join(IN_HAND[:-1])
            + " or brawling only",
        ),
        ({"crd": 18}, "crd must be 13 with slash false; got 18; it counts with slash true only"),
        ({"head_db": 2}, "head_db must be 0 with use one_handed; got 2; it counts with use bow only"),
    ],
)
def test_the_sentence(params, sentence):
    with pytest.raises(rk.RuleError) as refused:
        rk.check("realms_of_myth.pot", **params)
    assert str(refused.value) == sentence


def test_what_counts_goes_by_the_house_rules():
    rules = rk.rules("realms_of_myth").with_house_rules('rulings.resolution_model = "table"')
    ours = rk.check("realms_of_myth.task", rules=rules, resolution_table=TABLE)
    assert ours == rk.check("realms_of_myth.task", resolution_model="table", resolution_table=TABLE)
    with pytest.raises(rk.RuleError, match="resolution_table must be none with resolution_model ratio; got"):
        rk.check("realms_of_myth.task", rules=rules, resolution_model="ratio", resolution_table=TABLE)


def test_what_goes_with_a_switch_at_rest_says_what_the_switch_goes_with():
    params = {"weapon": "bow", "hurled_resolution": "contested", "defence_chance": 40}
    with pytest.raises(
        rk.RuleError, match=r"^defence_chance must be .* with weapon bow; got 40; it counts with weapon "
    ):
        rk.check("realms_of_myth.ranged_attack", **params)


def test_it_is_refused_of_a_part_too():
    pot = rk.checks["realms_of_myth.pot"]
    parameters = [pot.parameters[name] for name in ("use", "strength", "charge_speed")]
    blow = Check(
        "realms_of_myth.blow",
        "How hard?",
        source="-",
        parameters=parameters,
        targets={"blow": part("blow", pot, parameters)},
        dice=lambda throw, r, blow: blow.pot,
    )
    assert blow(use="two_handed", charge_speed=8).dist == pot(use="two_handed", charge_speed=8).dist
    with pytest.raises(rk.RuleError, match="charge_speed must be 0 with use hurled; got 8"):
        blow(use="hurled", charge_speed=8)


# Over many values -----------------------------------------------------------------------------------------------------


def test_a_sweep_leaves_out_where_it_does_not_count():
    swept = rk.sweep("realms_of_myth.pot", use=["two_handed", "hurled", "brawling"], charge_speed=[0, 8])
    assert list(zip(swept["use"], swept["charge_speed"], strict=True)) == [
        ("two_handed", 0), ("two_handed", 8), ("hurled", 0), ("brawling", 0), ("brawling", 8),
    ]  # fmt: skip
    assert len(swept.attrs["left_out"]) == 1
    with pytest.raises(rk.RuleError, match="days_cocked must be 0 with use bow; got 1"):
        rk.sweep("realms_of_myth.pot", use="bow", days_cocked=[1, 2])


def test_asked_backwards_it_is_left_out_where_it_does_not_count():
    solution = rk.solve_for("realms_of_myth.pot", "charge_speed", 30, use="hurled")
    assert [point.value for point in solution.curve] == [0] and len(solution.left_out) == 149
    solution = rk.solve_for("realms_of_myth.pot", "use", 30, charge_speed=8)
    assert {point.value for point in solution.curve} == set(IN_HAND)


def test_what_does_not_count_is_worth_nothing():
    worths = rk.worth("realms_of_myth.pot", use="bow")
    assert worths.left_out == [] and rk.tornado("realms_of_myth.pot").left_out == []
    steps = {step.parameter for step in worths.rows}
    assert {"strength", "slash", "head_db"} <= steps
    assert not steps & {"crd", "crossbow_pot", "days_cocked", "charge_speed", "jump_down_feet"}
    swings = {swing.parameter: swing for swing in rk.tornado("realms_of_myth.pot", charge_speed=8).rows}
    assert {swings["use"].lowest_at, swings["use"].highest_at} == {"brawling", "two_handed"}
    assert "head_db" not in swings, "no other value of it can be taken"


def test_two_changes_may_need_one_another():
    """Alone the one that needs the other changes nothing."""
    pair = rk.interaction("realms_of_myth.pot", ("slash", True), ("crd", 20))
    by_itself = [
        rk.check("realms_of_myth.pot", **params).dist.mean
        for params in ({}, {"slash": True}, {}, {"slash": True, "crd": 20})
    ]
    assert list(pair.figures) == by_itself
    shared = rk.shapley("realms_of_myth.pot", against={"slash": True, "crd": 20})
    assert shared.base == by_itself[3] and shared.final == by_itself[0] and len(shared.rows) == 2
    with pytest.raises(rk.RuleError, match="crd must be 13 with slash false"):
        rk.interaction("realms_of_myth.pot", ("crd", 20), ("foe_speed", 1))
