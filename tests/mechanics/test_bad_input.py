"""Wrong input is refused in one sentence that says what must be how, and leaves everything as it was."""

from fractions import Fraction

import numpy as np
import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics.parameter import Choice, Whole, YesNo
from rencounter_kit.workbook.verification.wrong_values import nearly_right, wrong_values
from tests.refusals import LONGEST, faults, refusal
from tests.situations import KINDS, PARAMETER_KINDS, counting, parameter

HUGE = 10**5000  # Python does not even print it
LINES = ("two\nlines", "cr\rlf\r\n", "line\u2028separator", ["two\nlines"], np.arange(4).reshape(2, 2))
LARGE = (HUGE, -HUGE, [HUGE], [[0, HUGE]], [[HUGE, 0]], Fraction(HUGE))
STEMS = tuple(dict.fromkeys(check_id.partition(".")[0] for check_id in rk.checks))
WHOLE, YES_NO, CHOICE = (
    [(check_id, name) for check_id, name in PARAMETER_KINDS if isinstance(parameter(check_id, name), kind)]
    for kind in (Whole, YesNo, Choice)
)
LONGEST_CHOICE = max(
    ((check_id, p.name) for check_id, check in rk.checks.items() for p in check.parameters.values()),
    key=lambda one: len(", ".join(map(str, parameter(*one).choices))) * isinstance(parameter(*one), Choice),
)
FIRST = [next(check.id for check in rk.checks.of(stem) if check.parameters) for stem in STEMS]


def faults_text(hints):
    """Faults by the value that met them, for a failing test; empty when there are none."""
    return "\n".join(f"{value}: {'; '.join(what)}" for value, what in hints.items() if what)


def as_before(check_id, before):
    """Does the check still give the answer that it gave before?"""
    now = rk.check(check_id)
    return dict(now.items()) == dict(before.items()) and now.params == before.params and now.targets == before.targets


# Wrong values ---------------------------------------------------------------------------------------------------------


def value_text(value):
    """A value for a message, however large."""
    return "a number of 5001 digits" if isinstance(value, int) and abs(value) >= HUGE else f"{value!r:.60}"


def wanted(p):
    """What a refusal must say of a parameter."""
    if isinstance(p, Whole):
        return ("whole number", str(p.low), str(p.high))
    return ("true or false",) if isinstance(p, YesNo) else ()


def test_a_refusal_is_a_value_error():
    assert issubclass(rk.RuleError, ValueError)


@pytest.mark.parametrize(("check_id", "name"), PARAMETER_KINDS)
def test_a_wrong_value_is_refused(check_id, name):
    p = parameter(check_id, name)
    before = rk.check(check_id)
    cases = {}
    for number, value in enumerate((*wrong_values(p), *LINES, *LARGE)):
        message = refusal(lambda value=value: rk.check(check_id, **{name: value}))
        cases[f"value {number}, {type(value).__name__}"] = faults(message, name, *wanted(p))
    assert len(cases) > 20
    assert not any(cases.values()), faults_text(cases)
    assert as_before(check_id, before)


@pytest.mark.parametrize(("check_id", "name"), [*CHOICE, LONGEST_CHOICE])
def test_a_choice_is_told_with_what_it_may_be(check_id, name):
    """All choices as long as they can be read; else the nearest one, or some."""
    p = parameter(check_id, name)
    message = refusal(lambda: rk.check(check_id, **{name: "no such thing"}))
    few = len(", ".join(map(str, p.choices))) < LONGEST / 2
    named = [choice for choice in p.choices if str(choice) in message]
    assert named == list(p.choices) if few else len(named) >= 3, message
    for choice in p.choices:
        if isinstance(choice, str) and len(choice) > 4:
            message = refusal(lambda choice=choice: rk.check(check_id, **{name: choice + "x"}))
            assert f"did you mean {choice}?" in message


@pytest.mark.parametrize(("check_id", "name"), WHOLE)
def test_a_number_beside_its_range_is_told_the_nearest(check_id, name):
    p = parameter(check_id, name)
    for value, near in ((p.low - 1, p.low), (p.high + 1, p.high)):
        message = refusal(lambda value=value: rk.check(check_id, **{name: value}))
        assert message.startswith(f"{name} must be a whole number from {p.low} to {p.high}")
        assert f"got {value}; the nearest is {near}" in message


@pytest.mark.parametrize(("check_id", "name"), PARAMETER_KINDS)
def test_the_ends_of_a_range_are_inside(check_id, name):
    """A refusal at the ends comes from a contradiction, never from the parameter."""
    p = parameter(check_id, name)
    for value in [*p.values()[:1], *p.values()[-1:]]:
        message = refusal(lambda value=value: rk.check(check_id, **counting(check_id, name), **{name: value}))
        assert p.wanted not in message


# What equals a right value but is none --------------------------------------------------------------------------------


def alone(check_id, name, value):
    """The answer with one parameter not at its default, and what it counts with."""
    return rk.check(check_id, **counting(check_id, name), **{name: value})


def first_valid(check_id, name, values):
    """The first of some values that the check takes as its only one not at its default."""
    for value in values:
        try:
            alone(check_id, name, value)
        except rk.RuleError:
            continue
        return value
    raise AssertionError(f"{check_id} takes no {name} of {list(values)}")


def twins(value):
    """What equals a value, and has its hash, but is of another kind."""
    kinds = [float(value), np.float64(value), Fraction(value), complex(value)]
    if value in (0, 1):
        kinds += [bool(value), np.bool_(value)]
    return [twin for twin in kinds if type(twin) is not type(value)]


@pytest.mark.parametrize(("check_id", "name"), WHOLE)
def test_a_number_asked_before_does_not_let_its_twin_through(check_id, name):
    p = parameter(check_id, name)
    value = first_valid(check_id, name, [v for v in (1, 0, *p.values()) if p.low <= v <= p.high])
    alone(check_id, name, value)
    messages = {
        value_text(twin): faults(refusal(lambda twin=twin: alone(check_id, name, twin)), name) for twin in twins(value)
    }
    assert not any(messages.values()), faults_text(messages)
    assert type(alone(check_id, name, value).params[name]) is int


@pytest.mark.parametrize(("check_id", "name"), YES_NO)
def test_yes_asked_before_does_not_let_one_through(check_id, name):
    value = first_valid(check_id, name, (True, False))
    alone(check_id, name, value)
    for twin in (int(value), float(value), np.int64(value)):
        assert not faults(refusal(lambda twin=twin: alone(check_id, name, twin)), name)
    assert alone(check_id, name, value).params[name] is value


def test_a_number_that_is_a_choice_does_not_let_its_twin_through():
    rk.check("rencounter.fire", aim_turns=1)
    assert not faults(refusal(lambda: rk.check("rencounter.fire", aim_turns=True)), "aim_turns")
    rk.check("rencounter.fire", aim_turns=0)
    assert not faults(refusal(lambda: rk.check("rencounter.fire", aim_turns=False)), "aim_turns")


def test_rows_asked_before_do_not_let_their_twins_through():
    def ask(*rows):
        return rk.check("realms_of_myth.task", resolution_model="table", resolution_table=rows)

    right = ask((0, 1), (5, 20))
    for rows in (((0, True), (5, 20)), ((False, 1), (5, 20)), ((0, 1.0), (5, 20)), ((0.0, 1), (5, 20))):
        assert not faults(refusal(lambda rows=rows: ask(*rows)), "resolution_table"), rows
    assert ask([0, 1], [5, 20]) == right


# Numbers of NumPy -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("check_id", "name"), WHOLE)
def test_a_whole_number_of_numpy_is_taken_as_one(check_id, name):
    p = parameter(check_id, name)
    value = first_valid(check_id, name, [*range(max(p.low, 2), min(p.high, 9) + 1), *p.values()])
    plain = alone(check_id, name, value)
    for kind in (np.int64, np.int32, np.int8 if -128 <= value < 128 else np.int16, np.array):
        got = alone(check_id, name, kind(value))
        assert dict(got.items()) == dict(plain.items())
        assert got.params == plain.params and type(got.params[name]) is int


@pytest.mark.parametrize(("check_id", "name"), YES_NO)
def test_a_truth_value_of_numpy_is_taken_as_one(check_id, name):
    value = first_valid(check_id, name, (True, False))
    got = alone(check_id, name, np.bool_(value))
    assert dict(got.items()) == dict(alone(check_id, name, value).items())
    assert got.params[name] is value


# Wrong names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check_id", FIRST)
def test_a_misspelt_parameter_is_told_the_right_one(check_id):
    known = list(rk.checks[check_id].parameters)
    misspelt = {}
    for name in known:
        for slip in (name[:-1], name[0] + name[2:], name + "s"):
            if len(slip) > 3 and slip not in known:
                message = refusal(lambda slip=slip: rk.check(check_id, **{slip: 1}))
                misspelt[slip] = faults(message, check_id, f"no parameter {slip};", f"did you mean {name}?")
    assert not any(misspelt.values()), faults_text(misspelt)


@pytest.mark.parametrize(
    "name", ["", "zzzzzz", "x" * 500, "two\nlines", "id", "self", "book", "given", "check", "outcome"]
)
def test_an_unknown_parameter_is_refused(name):
    unknown = {}
    for check_id in KINDS:
        before = rk.check(check_id)
        unknown[check_id] = faults(refusal(lambda check_id=check_id: rk.check(check_id, **{name: 1})), check_id)
        assert as_before(check_id, before)
    assert not any(unknown.values()), faults_text(unknown)


@pytest.mark.parametrize("check_id", KINDS)
def test_a_misspelt_check_is_told_the_right_one(check_id):
    for slip in (check_id[:-1], check_id.replace(".", "_"), check_id.capitalize(), check_id + "x"):
        if slip in rk.checks or sum(one.startswith(slip) and len(one) == len(slip) + 1 for one in rk.checks) > 1:
            continue  # one letter short of several
        for ask in (rk.check, rk.checks.__getitem__):
            message = refusal(lambda ask=ask, slip=slip: ask(slip))
            assert not faults(message, "a check must be", f"got {slip}", f"did you mean {check_id}?"), message


@pytest.mark.parametrize(
    "check_id",
    [
        "",
        ".",
        "rencounter",
        "rencounter.",
        "rencounter.fire.",
        "zzz.fire",
        "two\nlines",
        "x" * 5000,
        None,
        5,
        True,
        1.5,
        HUGE,
        (),
        ["rencounter.fire"],
        b"rencounter.fire",
    ],
    ids=value_text,
)
def test_what_is_no_check_is_refused(check_id):
    assert not faults(refusal(lambda: rk.check(check_id)), "a check must be")


# Wrong rules ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check_id", FIRST)
def test_wrong_rules_are_refused(check_id):
    before = rk.check(check_id)
    stem = check_id.partition(".")[0]
    others = [rk.rules(other) for other in STEMS if other != stem]
    assert others
    cases = {}
    for rules in (
        *others,
        {},
        {"fire.range.long": -3},
        dict.fromkeys(range(1000)),
        stem,
        "two\nlines",
        0,
        False,
        (),
        object(),
    ):
        message = refusal(lambda rules=rules: rk.check(check_id, rules=rules))
        cases[f"{rules!r:.60}"] = faults(message, "rules must be a ruleset", stem)
    assert not any(cases.values()), faults_text(cases)
    assert as_before(check_id, before)


def test_an_unknown_game_is_told_the_right_one():
    assert not faults(refusal(lambda: rk.rules("rencountr")), "got rencountr", "did you mean rencounter?")
    cases = {}
    for stem in ("", None, 5, "two\nlines", "x" * 5000, ["rencounter"], {}):
        cases[value_text(stem)] = faults(refusal(lambda stem=stem: rk.rules(stem)), "a game must be one of")
    assert not any(cases.values()), faults_text(cases)


# A parameter and the house rule for the same switch agree on what is wrong --------------------------------------------


def toml(value):
    """A value as a line of house rules writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else repr(value)


@pytest.mark.parametrize(("check_id", "name"), [(c, n) for c, n in PARAMETER_KINDS if parameter(c, n).path])
def test_what_a_parameter_refuses_a_house_rule_does_not_bring_in(check_id, name):
    """Whether the line itself is refused or the check under it: a wrong switch never gives an answer."""
    p = parameter(check_id, name)
    book = rk.checks[check_id].book
    tried = [v for v in nearly_right(p) if type(v) in (int, bool, float, str)]
    assert len(tried) > 3
    for value in tried:
        message = refusal(
            lambda value=value: rk.check(check_id, rules=book.with_house_rules(f"{p.path} = {toml(value)}"))
        )
        assert not faults(message), f"{value!r}: {message}"
        assert not faults(refusal(lambda value=value: rk.check(check_id, **{name: value})), name), value
