"""Every worked example of ``tests/examples``: the library gives exactly what was worked out by hand."""

import tomllib
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path

import rencounter_kit as rk
from rencounter_kit.verification.examples import differs, slips
from tests.situations import drawn, each

FOLDER = Path(__file__).parents[1] / "examples"
EXAMPLES = {file.stem: tomllib.loads(file.read_text(encoding="utf-8"))["example"] for file in FOLDER.glob("*.toml")}
ALL = [example for found in EXAMPLES.values() for example in found]
SITUATIONS = 20  # of a check with an event that is impossible or certain


@each((one["check"], one) for one in ALL)
def test_worked_example(check_id, example):
    assert differs(example, rk.checks[check_id]) == "", example["name"]


def test_examples_say_what_comes_out():
    """A misspelt key would leave an example without anything to prove."""
    for example in ALL:
        assert list(slips(example, rk.checks[example["check"]])) == [], example
        assert {"check", "name", "params"} <= set(example), example
        assert "within" not in example or "expect" in example, example


def test_examples_stand_in_the_file_of_their_game_under_different_names():
    for stem, found in EXAMPLES.items():
        assert {one["check"].partition(".")[0] for one in found} == {stem}
    names = Counter((one["check"], one["name"]) for one in ALL)
    assert [name for name, times in names.items() if times > 1] == []


def test_every_check_has_an_example():
    assert set(rk.checks) - {example["check"] for example in ALL} == set()


def between(chances):
    """Is one neither impossible nor certain?"""
    return any(0 < chance < 1 for chance in chances)


def test_every_event_has_an_example():
    """In each way to ask: with a chance between 0 and 1, or with both of these where no situation that is drawn has another."""
    told = defaultdict(set)
    for example in ALL:
        if "events" in example:
            result = rk.check(example["check"], **example["params"])
            for event, chance in example["events"].items():
                told[example["check"], result.space, event].add(Fraction(chance))
    asked = {
        (check.id, s, event)
        for check in rk.checks.values()
        for s in check.spaces.values()
        for event in check.events_of(s)
    }
    for check_id, space, event in asked:
        chances = told[check_id, space, event]
        if not between(chances):
            results = (rk.check(check_id, **params) for params in drawn(check_id, SITUATIONS, "events"))
            assert chances == {0, 1}, (check_id, event)
            assert not between(result.events.get(event, 0) for result in results), (check_id, event)
