"""Every worked example of ``tests/examples``: the library gives exactly what was worked out by hand."""

import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

import rencounter_kit as rk
from tests.situations import each

FOLDER = Path(__file__).parents[1] / "examples"
EXAMPLES = {file.stem: tomllib.loads(file.read_text(encoding="utf-8"))["example"] for file in FOLDER.glob("*.toml")}
ALL = [example for found in EXAMPLES.values() for example in found]
KNOWN = {"check", "name", "params"}
NEAR = {"within"}  # how near irrational chances must come, worked out by hand to thirty places
EXPECTED = {"expect", "mean", "error"}


@each((one["check"], one) for one in ALL)
def test_worked_example(check_id, example):
    check = rk.checks[check_id]
    if example.get("error"):
        with pytest.raises(rk.RuleError):
            pytest.fail(f"{example['name']}: {check(**example['params'])}")
        return
    result = check(**example["params"])
    if "expect" in example:
        expected = {o: Fraction(p) for o, p in example["expect"].items()}
        found = {check.text(o): p for o, p in result.items()}
        within = Fraction(example.get("within", 0))
        assert result.within == within and set(found) == set(expected), example["name"]
        assert all(abs(found[o] - p) <= within for o, p in expected.items()), example["name"]
    if "mean" in example:
        assert result.dist.mean == Fraction(example["mean"]), example["name"]


def test_examples_say_what_comes_out():
    """A misspelt key would leave an example without anything to prove."""
    for example in ALL:
        assert KNOWN <= set(example) <= KNOWN | EXPECTED | NEAR, example
        assert "expect" in example or not set(example) & NEAR, example
        assert len(EXPECTED & set(example)) == 1, example
        assert example.get("error", True) is True, example
        assert set(example["params"]) <= set(rk.checks[example["check"]].parameters), example
        if "expect" in example:
            assert sum(map(Fraction, example["expect"].values())) == 1, example


def test_examples_stand_in_the_file_of_their_game_under_different_names():
    for stem, found in EXAMPLES.items():
        assert {one["check"].partition(".")[0] for one in found} == {stem}
    names = Counter((one["check"], one["name"]) for one in ALL)
    assert [name for name, times in names.items() if times > 1] == []


def test_every_check_has_an_example():
    assert set(rk.checks) - {example["check"] for example in ALL} == set()
