"""What contradicts itself is refused in one sentence that names it, and what only resembles a contradiction is
answered.
"""

import tomllib
from functools import partial
from pathlib import Path

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics.modifiers import only_with
from tests.refusals import faults, refusal

CASES = tomllib.loads(Path(__file__).with_name("contradictions.toml").read_text("utf-8"))


def cases(kind):
    """The situations of each check: a line may be of several checks of a game."""
    by_kind = {}
    for named, lines in CASES[kind].items():
        game, _, names = named.partition(".")
        for name in names.split():
            by_kind.setdefault(f"{game}.{name}", []).extend(lines)
    return by_kind


REFUSED, ANSWERED = cases("refused"), cases("answered")


def answer_by(check_id, rules="", **params):
    """The answer in a situation, by a house rule or the book."""
    book = rk.checks[check_id].book
    return rk.check(check_id, rules=book.with_house_rules(rules) if rules else book, **params)


@pytest.mark.parametrize("check_id", REFUSED)
def test_a_contradiction_is_refused(check_id):
    """One at least of the two things that do not go together is named; each alone may be right."""
    for params in REFUSED[check_id]:
        message = refusal(partial(answer_by, check_id, **params))
        assert not faults(message), message
        assert any(name in message or name.replace("_", " ") in message for name in params) or "rules" in params, (
            message
        )
        assert refusal(partial(answer_by, check_id, **params)) == message


@pytest.mark.parametrize("check_id", ANSWERED)
def test_what_only_resembles_a_contradiction_is_answered(check_id):
    for params in ANSWERED[check_id]:
        assert sum(rk.check(check_id, **params).values()) == 1, params


def refuses(check, params):
    """The names of what refuses a situation, of all that a check holds it against."""
    book = check.book.with_house_rules(params["rules"]) if "rules" in params else check.book
    try:
        known, _ = check.worked_out(book, check.values(book, {n: v for n, v in params.items() if n != "rules"}))
    except rk.RuleError:  # refused while its numbers are worked out
        return
    for one in check.refusals:
        try:
            one(book, known)
        except rk.RuleError:
            yield check.stem, one.label


def test_there_is_a_contradiction_for_each_refusal_of_the_games():
    by_data = {(check.stem, one.label) for check in rk.checks.values() for one in only_with(check.parameters.values())}
    written = {(check.stem, one.label) for check in rk.checks.values() for one in check.refusals} - by_data
    met = {one for check_id in REFUSED for params in REFUSED[check_id] for one in refuses(rk.checks[check_id], params)}
    assert written - met == set()


@pytest.mark.parametrize(
    ("check_id", "params"),
    [
        ("rencounter.fire", {"snap": "walking", "aim_turns": 1}),
        ("realms_of_myth.task", {"min_chance": 60, "max_chance": 59}),
        ("odd_encounters.armor_class", {"shield": True, "in_hand": "pole_arm"}),
    ],
)
def test_a_house_rule_that_has_nothing_to_do_with_it_opens_no_way_round(check_id, params):
    book = rk.checks[check_id].book
    path = next(path for path, rule in book.items() if path.startswith("rulings.") and isinstance(rule, str))
    other = next(choice for choice in book.rule(path).choices if choice != book[path])
    ours = partial(answer_by, check_id, f'{path} = "{other}"', **params)
    assert refusal(ours) == refusal(partial(answer_by, check_id, **params))
