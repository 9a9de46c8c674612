"""Every worked example of ``tests/examples``: the library gives exactly what was worked out by hand."""

import tomllib
from collections import Counter
from pathlib import Path

import rencounter_kit as rk
from rencounter_kit.verification.examples import differs, slips
from tests.situations import each

FOLDER = Path(__file__).parents[1] / "examples"
EXAMPLES = {file.stem: tomllib.loads(file.read_text(encoding="utf-8"))["example"] for file in FOLDER.glob("*.toml")}
ALL = [example for found in EXAMPLES.values() for example in found]


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
