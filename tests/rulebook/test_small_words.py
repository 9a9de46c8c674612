"""Words that say nothing stand once, in the data, and each use passes over those that it must."""

import re
from pathlib import Path

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.workbook.analysis.search import find
from rencounter_kit.workbook.rulebook.dice_wishes import dice_wish
from rencounter_kit.workbook.rulebook.small_words import listed
from rencounter_kit.workbook.rulebook.wishes import wished

SOMEWHERE = ("figures", "new_rules", "dice", "search")


def test_each_word_stands_once_for_a_use():
    """What every use passes over stands in none of them again."""
    text = (project_folder("data") / "words" / "english.toml").read_text(encoding="utf-8")
    lists = dict(re.findall(r'^(\w+) = "{1,3}\n?(.*?)"', text, re.MULTILINE | re.DOTALL))
    everywhere = lists["everywhere"].split()
    for use in SOMEWHERE:
        words = lists[use].split()
        assert words == sorted(set(words)) and not {*words} & {*everywhere}, use
        assert {*words, *everywhere} == listed(f"says_nothing.{use}")
    shared = set.intersection(*({*lists[use].split()} for use in SOMEWHERE))
    assert not shared


@pytest.mark.parametrize("use", SOMEWHERE)
def test_no_word_of_the_rules_is_passed_over(use):
    """But for those that mean something else in a sentence."""
    assert not {"hit", "armor", "armour", "shield", "skill", "range", "wound", "morale"} & listed(f"says_nothing.{use}")


def test_each_use_has_its_own():
    assert dice_wish("make the roll to hit d20 instead of d12").words == ["hit"]
    assert [path for path, _ in wished(rk.rules("rencounter"), "", "the large shield should be worth 3").figures]
    assert find("what are the odds of a large shield").finds == find("large shield").finds


def test_no_list_of_them_stands_in_code():
    for name in ("rulebook/wishes.py", "rulebook/dice_wishes.py", "analysis/search.py", "mechanics/new_rules.py"):
        text = (Path(rk.__file__).parent / "workbook" / name).read_text(encoding="utf-8")
        assert "listed(" in text and '"the"' not in text and " the their " not in text, name
