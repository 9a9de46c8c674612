"""What players call the things of a book, and the words of the book for it."""

import re

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.workbook.rulebook.book import systems
from rencounter_kit.workbook.rulebook.library import game, put, written
from rencounter_kit.workbook.rulebook.words import KnownWord, parts, plain, single

GAME = """
[book]
title = "The Ford"
[shooting]
source = "Shooting"
cover = -2
[asks]
skill = { help = "How good he is.", from = 0, to = 4 }
[check.shoot]
title = "Does the arrow hit?"
source = "Shooting"
asks = "skill"
dice = "2d6 + {skill} + {shooting.cover} >= 8"
outcomes = { no = "miss", yes = "hit" }
"""


def of_the_book(stem):
    """The words of a game's figures and checks."""
    book = rk.rules(stem)
    texts = [f"{path} {book.rule(path).label} {' '.join(map(str, book.rule(path).choices))}" for path in book]
    for check in (one for one in rk.checks.values() if one.stem == stem):
        texts_of_asks = (f"{p.name} {p.help} {' '.join(map(str, p.choices))}" for p in check.parameters.values())
        texts.append(f"{check.id} {check.title} {check.source} {' '.join(check.events)} {' '.join(texts_of_asks)}")
    return set(plain(" ".join(texts)))


@pytest.mark.parametrize("stem", systems())
def test_what_players_call_things_is_said_in_words_of_the_book(stem):
    has = of_the_book(stem)
    for name, means in game(stem).tree["words"].items():
        for one in [means] if isinstance(means, str) else means:
            assert has.issuperset(plain(one)), (stem, name, one)
            assert plain(one) != plain(name), f"{name} is looked for itself"


def test_a_text_is_cut_into_what_players_call_one_thing_and_the_longest_is_meant():
    assert [part.words for part in parts("rencounter", "Two knights in full plate") if part.means] == [
        ("knights",),
        ("full", "plate"),
    ]
    assert parts("rencounter", "plate")[0].means == (("armor", "full"),)
    assert parts("rencounter", "no such") == [KnownWord(("no",)), KnownWord(("such",))]


def test_a_game_of_ones_own_has_such_words_too():
    put(written("ford", GAME + '[words]\nhedge = "cover"\n"the enemy" = ["skill", "cover"]\n'), "ford")
    try:
        assert "words.hedge" not in rk.rules("ford")
        assert parts("ford", "hedges")[0].means == (("cover",),)
        assert parts("ford", "The Enemy")[0].means == (("skill",), ("cover",))
    finally:
        put(None, "ford")


@pytest.mark.parametrize(
    "line", ["hedge = 3", 'hedge = ""', "hedge = []", 'hedge = ["cover", 1]', 'hedge = { is = "cover" }']
)
def test_a_line_of_words_that_says_no_words_is_refused_with_its_place(line):
    put(written("ford", f"{GAME}[words]\n{line}\n"), "ford")
    try:
        with pytest.raises(
            RuleError, match=re.escape('line 16: a line below [words] must be such as plate = "armor full"')
        ):
            rk.rules("ford")
    finally:
        put(None, "ford")


def test_a_word_is_alike_in_all_its_spellings():
    assert plain("Half-armour, the soldier\u2019s saber") == ["half", "armor", "the", "soldier", "saber"]
    assert [single(word) for word in ("pikes", "pass", "gas")] == ["pike", "pass", "gas"]
