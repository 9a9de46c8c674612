"""Rules as data and house rules as a layer: what loads, what is refused and in which words, and that nothing else
changes.
"""

import pickle
import random
import re
from dataclasses import FrozenInstanceError
from functools import cache

import pytest
from hypothesis import given, strategies as st

import rencounter_kit as rk
from rencounter_kit.engine.dice.notation import dice_of
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.workbook.rulebook import book as book_module
from rencounter_kit.workbook.rulebook.book import MARKS, bands, figure_text, load, playable, rules, systems
from rencounter_kit.workbook.rulebook.library import game
from tests.steps import Steps

BOOK = rules("rencounter")
LONGEST = 600  # characters of a refusal that one still reads


def refusal(text, book=BOOK):
    """What is said to a house rule that is refused: always one sentence, and the book stays as it was."""
    before = snapshot(book)
    with pytest.raises(RuleError) as caught:
        book.with_house_rules(text)
    message = str(caught.value)
    assert is_one_sentence(message)
    assert snapshot(book) == before
    return message


def snapshot(book):
    """All that a ruleset knows."""
    return [(path, book[path], book.rule(path)) for path in book]


def is_one_sentence(message):
    """Short enough to read, on one line, nothing in it that steers a terminal."""
    return (
        10 < len(message) < LONGEST
        and len(message.splitlines()) == 1
        and not re.search(r"[\x00-\x1f\x7f-\x9f]", message)
    )


# Loading --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def loaded(tmp_path):
    """Loads a data file with this text below its title."""

    def read(text):
        file = tmp_path / "draughts.toml"
        file.write_text('[book]\ntitle = "Draughts"\n' + text, encoding="utf-8")
        return load(file)

    return read


def test_groups_pass_source_label_mark_and_looked_up_down(loaded):
    book = loaded("""
        [move]
        source = "Moving"
        label = "{} move"
        mark = "assumed"
        looked_up = true
        short_step = 1
        long = 3
        own = { value = 2, label = "its own words", source = "Elsewhere", mark = "", looked_up = false, note = "See there." }
        [move.piece.king]
        label = "{group} moves by {}"
        diagonal = true
    """)  # noqa: E501
    assert str(book.rule("move.short_step")) == "+1 short step move  Moving [assumed]"
    assert str(book.rule("move.own")) == "+2 its own words  Elsewhere"
    assert book.rule("move.own").note == "See there."
    assert str(book.rule("move.piece.king.diagonal")) == "true king moves by diagonal  Moving [assumed]"
    assert [book.rule(path).looked_up for path in book] == [True, True, False, True]
    assert (book.stem, book.title, book.name, len(book)) == ("draughts", "Draughts", "the book", 4)


@pytest.mark.parametrize(
    "text",
    [
        "[move]\nfar = 3",
        '[move]\nsource = ""\nfar = 3',
        "[move]\nfar = { value = 3 }",
        "[move.on]\nfar = true",
    ],
)
def test_a_figure_without_a_source_does_not_load(loaded, text):
    with pytest.raises(RuleError, match="far has none") as caught:
        loaded(text)
    assert is_one_sentence(str(caught.value))
    assert "must have a source" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('[move.on]\nsource = "Moving"\nfar = 3', "move.on"),
        ('far = { value = 3, source = "Moving" }', "move.far"),
        ('far = { value = 3, mark = "assumed" }', "move.far"),
        ('[move.on.foot]\nlabel = "{} move"\nfar = 3', "move.on.foot"),
        ('[move.on]\nsource = "Else"\n[move.on.foot]\nsource = "Else"\nfar = 3', "move.on.foot"),
    ],
)
def test_what_a_group_passes_down_is_not_said_again(loaded, text, where):
    with pytest.raises(RuleError, match=f"must be given once; {where} repeats that of its group") as caught:
        loaded(f'[move]\nsource = "Moving"\nlabel = "{{}} move"\nmark = "assumed"\n{text}')
    assert is_one_sentence(str(caught.value))


def test_the_source_of_a_group_may_come_back_below_another(loaded):
    book = loaded('[move]\nsource = "A"\n[move.on]\nsource = "B"\n[move.on.foot]\nsource = "A"\nfar = 3')
    assert book.rule("move.on.foot.far").source == "A"


def test_a_word_may_be_one_of_a_list_for_its_whole_group_or_a_name_of_another_group(loaded):
    book = loaded("""
        [arms]
        source = "Arms"
        label = "{} arm"
        sword = 1
        spear = 2
        [man]
        source = "Men"
        arm = { value = "spear", choices = "arms" }
        [man.hand]
        choices = ["left", "right"]
        sword = "right"
    """)
    assert book.rule("man.arm").choices == ("sword", "spear")
    assert book.rule("man.hand.sword").choices == ("left", "right")
    assert book.with_house_rules('man.hand.sword = "left"')["man.hand.sword"] == "left"
    with pytest.raises(RuleError, match='must be "sword" or "spear"; got "bow"'):
        book.with_house_rules('man.arm = "bow"')


@pytest.mark.parametrize("mark", MARKS)
def test_the_marks(loaded, mark):
    assert loaded(f'[a]\nsource = "S"\nmark = "{mark}"\nb = 1').rule("a.b").citation == f"S [{mark}]"


@pytest.mark.parametrize("mark", ["guessed", "Assumed", "assumed, experimental"])
def test_an_unknown_mark_does_not_load(loaded, mark):
    with pytest.raises(RuleError, match="a mark must be one of assumed, reconstructed, placeholder, experimental"):
        loaded(f'[a]\nsource = "S"\nmark = "{mark}"\nb = 1')


TABLE = '[size]\nsource = "S"\ncovers = "{}"\n{}'
TABLES_WITH_FAULTS = {
    "gap in the middle": ("1..6", 'low = "1..2"\nhigh = "4..6"', "must have a row in size; 3 has none"),
    "gap at the beginning": ("1..6", 'low = "2..3"\nhigh = "4..6"', "must have a row in size; 1 has none"),
    "gap at the end": ("1..6", 'low = "1..3"\nhigh = "4..5"', "must have a row in size; 6 has none"),
    "gap below": ("..", 'low = "1..3"\nhigh = "4.."', "must have a row in size; below 1 has none"),
    "gap above": ("..", 'low = "..3"\nhigh = "4..9"', "must have a row in size; 10 has none"),
    "gap between single numbers": ("1..4", 'odd = "1, 3"\neven = "4"', "must have a row in size; 2 has none"),
    "overlap by one": ("1..6", 'low = "1..3"\nhigh = "3..6"', "must have one row in size; 3 is in high and low"),
    "one row inside another": ("1..6", 'low = "1..6"\nhigh = "3"', "must have one row in size; 3 is in"),
    "the same number twice in a row": ("1..3", 'low = "1..3, 2"', "must have one row in size; 2 is in"),
    "not a range": ("1..6", 'low = "one to six"', "a range must be written like"),
    "backwards": ("1..6", 'low = "6..1"', "a range must run from low to high"),
}


@pytest.mark.parametrize(("covers", "rows", "message"), TABLES_WITH_FAULTS.values(), ids=TABLES_WITH_FAULTS)
def test_a_table_with_a_gap_or_an_overlap_does_not_load(loaded, covers, rows, message):
    with pytest.raises(RuleError, match=message) as caught:
        loaded(TABLE.format(covers, rows))
    assert is_one_sentence(str(caught.value))


def test_a_table_finds_the_row_of_each_number(loaded):
    book = loaded(TABLE.format("..", 'tiny = "..-1"\nodd = "1, 3"\nother = "0, 2, 4.."'))
    rows = [book.look_up("size", number) for number in (-(10**9), -1, 0, 1, 2, 3, 4, 10**9)]
    assert rows == ["tiny", "tiny", "other", "odd", "other", "odd", "other", "other"]


@pytest.mark.parametrize(("text", "meant"), [("5", ((5, 5),)), ("-3..-1", ((-3, -1),)), ("1, 3..4", ((1, 1), (3, 4)))])
def test_ranges(text, meant):
    assert bands(text) == meant


@pytest.mark.parametrize(
    "text", ["", ",", "1 2", "a", "1...2", "1-2", "1..2..3", "1,,2", "0x10", "1.5", "9" * 50, "1..\n2x"]
)
def test_what_is_no_range(text):
    with pytest.raises(RuleError, match="a range must be written like") as caught:
        bands(text)
    assert is_one_sentence(str(caught.value))


@pytest.mark.parametrize("stem", systems())
def test_every_book_loads_once_and_knows_its_name(stem):
    book = rules(stem)
    assert book is rules(stem)
    assert book.stem == stem
    assert book.house_rules == ()
    path, _, _ = book.example.partition(" = ")
    changed = book.with_house_rules(book.example)
    assert changed != book
    assert changed.with_house_rules(f"{path} = {book[path]}") == book
    assert book.example in refusal("", book)


@pytest.mark.parametrize("stem", ["rencountre", "../rencounter", "", None, "presets", "rencounter.toml", 7])
def test_a_game_that_is_not_here(stem):
    with pytest.raises(RuleError, match="a game must be one of odd_encounters, realms_of_myth, rencounter") as caught:
        rules(stem)
    assert is_one_sentence(str(caught.value))


# Reading --------------------------------------------------------------------------------------------------------------


def test_a_ruleset_is_a_mapping_that_nobody_can_change():
    for change_it in (
        lambda: BOOK.__setitem__("fire.range.long", 0),
        lambda: BOOK.__delitem__("fire.range.long"),
        lambda: BOOK.group("fire.range").__setitem__("long", 0),
    ):
        with pytest.raises((TypeError, AttributeError)):
            change_it()
    with pytest.raises(FrozenInstanceError):
        BOOK.rule("fire.range.long").value = 0
    assert BOOK["fire.range.long"] == -4
    assert dict(BOOK)["fire.range.long"] == -4
    assert len(list(BOOK)) == len(BOOK)


def test_ways_to_read():
    assert BOOK.get("fire.range.long") == -4
    assert BOOK.get("fire.range.lung", 7) == 7
    assert "fire.range.long" in BOOK
    assert "fire.range" not in BOOK
    assert list(BOOK.group("fire.range")) == ["too_close", "short", "medium", "long", "extreme"]
    assert BOOK.names("melee.weapon")[:3] == ("sword", "spear", "pike")
    assert [rule.path for rule in BOOK.below("fire.range.long")] == ["fire.range.long"]
    assert [rule.path for rule in BOOK.below("fire.shield")] == ["fire.shield.medium", "fire.shield.large"]


@pytest.mark.parametrize("read", [BOOK.__getitem__, BOOK.rule, BOOK.group, BOOK.below])
def test_a_path_that_is_not_there_gets_a_suggestion(read):
    with pytest.raises(RuleError, match=r"got fire\.rang\.long; did you mean fire\.range\.long\?"):
        read("fire.rang.long")


@pytest.mark.parametrize("number", [-1, 19, 100, float("nan")])
def test_a_number_outside_a_table(number):
    with pytest.raises(RuleError, match=r"fire\.target_speed\.inches must be asked for a number from 0 to 18"):
        BOOK.look_up("fire.target_speed.inches", number)


# One change -----------------------------------------------------------------------------------------------------------


def test_a_house_rule_makes_a_new_ruleset():
    ours = BOOK.with_house_rules("fire.range.long = -3", name="Our table")
    assert ours["fire.range.long"] == -3
    assert BOOK["fire.range.long"] == -4
    assert ours != BOOK
    assert [str(rule) for rule in ours.house_rules] == ["-3 long range  Our table (was -4, Fire Combat: Range)"]


def test_a_layer_upon_a_layer_still_cites_the_book():
    once = BOOK.with_house_rules("fire.range.long = -3", name="Monday")
    twice = once.with_house_rules("fire.range.long = -2", name="Tuesday")
    assert str(twice.rule("fire.range.long")) == "-2 long range  Tuesday (was -4, Fire Combat: Range)"
    assert str(once.rule("fire.range.long")) == "-3 long range  Monday (was -4, Fire Combat: Range)"


def test_tables_with_the_same_figures_and_other_names_are_told_apart():
    """Answers are kept for the next time they are asked; the words of one table must not come up at another."""
    for name in ("Monday", "Tuesday", "Monday"):
        ours = BOOK.with_house_rules("fire.range.long = -3", name=name)
        text = str(rk.check("rencounter.fire", rules=ours, range_band="long").explain())
        assert f"-3 long range  {name} (was -4, Fire Combat: Range)" in text


def test_the_kind_of_a_figure_is_that_of_the_book_whatever_lies_below():
    path = "spot.range.moving_fast"
    whole = BOOK.with_house_rules(f"{path} = 1")
    assert whole.with_house_rules(f"{path} = 1.5")[path] == 1.5
    message = "must be a number from -10000 to 10000; got true; spot.range.moving_fast = 0.5 is the figure of the book"
    assert message in refusal(f"{path} = true", whole)
    severe = BOOK.with_house_rules("fire.range.long = -3")
    assert "fire.range.long must be a whole number" in refusal("fire.range.long = -2.5", severe)


def test_forms_of_toml_that_mean_the_same():
    plain = BOOK.with_house_rules("fire.range.long = -3\nfire.range.medium = -1")
    for text in (
        "[fire.range]\nlong = -3\nmedium = -1",
        "fire.range = { long = -3, medium = -1 }",
        '"fire.range.long" = -3\nfire."range".medium = -1',
        "# at our table\n\n  fire.range.long=-3 # nearer\n\tfire.range.medium =\t-1\n",
        "fire.range.long = -3\r\nfire.range.medium = -1\r\n",
        "fire.range.long = -3\rfire.range.medium = -1\r",
        "fire.range.long\u00a0= \N{MINUS SIGN}3\u2028fire.range.medium = \N{EN DASH} 1",
    ):
        assert BOOK.with_house_rules(text) == plain


def test_two_rows_of_a_table_change_together():
    ours = BOOK.with_house_rules('severity.dead = "..1"\nseverity.crippling = "2..4"')
    assert [ours.look_up("severity", number) for number in (1, 2, 4, 5)] == [
        "dead",
        "crippling",
        "crippling",
        "serious",
    ]
    assert BOOK.look_up("severity", 2) == "dead"


CITED = [
    (
        "rencounter.fire",
        {"range_band": "long"},
        "fire.range.long = -3",
        "-3 long range  House rule (was -4, Fire Combat: Range)",
    ),
    (
        "rencounter.action",
        {"wounds": 1},
        "wounds.point.action = 2",
        "+2 wound point  House rule (was 1, Effects of Wounds)",
    ),
    (
        "rencounter.wound",
        {},
        'severity.none = "14.."\nseverity.minor = "8..13"',
        'House rule (was "8..12", Fire Combat: Damage',
    ),
    ("rencounter.melee", {}, "rulings.riposte_margin_counts = false", "House rule (was true, Melee: The Riposte)"),
    (
        "salamis.entry",
        {"edge": "side"},
        "entry.edge.side = -2",
        "-2 side of the table  House rule (was -1, Off table Forces)",
    ),
]


@pytest.mark.parametrize(("check_id", "params", "text", "cited"), CITED, ids=[one[0] for one in CITED])
def test_an_explanation_shows_what_a_house_rule_replaced(check_id, params, text, cited):
    check = rk.checks[check_id]
    explanation = check(rules=check.book.with_house_rules(text), **params).explain()
    assert cited in str(explanation)
    assert any(cited in line for line in explanation.house)
    assert "(was " not in str(check(**params).explain())


# Every rule of every book ---------------------------------------------------------------------------------------------


def written(value):
    """A figure as TOML has it."""
    return str(list(value)) if isinstance(value, tuple) else figure_text(value)


@pytest.mark.parametrize("dice", ["d20", "d13", "2d8", "d8 - 2"])
def test_dice_whose_faces_go_beyond_the_bounds_of_a_figure_are_refused(dice):
    with pytest.raises(RuleError, match="must be dice whose faces are from 1 to 12; got"):
        rk.rules("odd_encounters").with_house_rules(f'dice.clock = "{dice}"')
    assert rk.rules("odd_encounters").with_house_rules('dice.clock = "2d6"').dice("clock").faces == range(2, 13)


@pytest.mark.parametrize("what", [lambda: 1 // 0, lambda: {}["severity"], lambda: range(0, 1, 0)])
def test_what_cannot_be_done_with_house_rules_is_refused_with_those_rules(what):
    def tried(book):
        with playable(book):
            what()

    with pytest.raises(RuleError, match=r"must leave dice that can be rolled; got none with fire\.range\.long"):
        tried(BOOK.with_house_rules("fire.range.long = -3"))
    with pytest.raises((ArithmeticError, LookupError, ValueError), match=r"zero|severity") as plain:
        tried(BOOK)
    assert not isinstance(plain.value, RuleError)


DICE = ("d2", "d3", "d4 + 1", "2d2", "2d3", "2d6", "3d6", "d6 + 2", "2d5 lowest", "2d10 highest", "d30 + 40", "10d10")


def change(book, path, rng):
    """House rules that change the figure at ``path`` to another that it may have, and those that undo it."""
    old = book.rule(path)
    group, _, leaf = path.rpartition(".")
    if old.choices:
        new = rng.choice([choice for choice in old.choices if choice != old.value])
    elif old.is_dice:  # others without further faces, which a table may lack
        faces = book.dice(leaf).faces
        new = rng.choice([dice for dice in DICE if dice != old.value and {*dice_of(dice).faces} <= {*faces}])
    elif isinstance(old.value, bool):
        new = not old.value
    elif isinstance(old.value, int):
        low, high = old.low, old.high
        near = (rng.randint(max(low, -10), min(high, 10)), rng.randint(low, high), high, low)
        new = rng.choice([n for n in near if n != old.value])
    elif isinstance(old.value, float):
        new = rng.choice([old.value - 1.0, old.value + 0.5, old.value + 3.0, round(old.value) + 1])
    elif old.rows:
        new = [[least, rng.randint(0, 100)] for least in sorted(rng.sample(range(-60, 61), rng.randint(1, 5)))]
    elif isinstance(old.value, tuple):
        new = tuple(n + rng.choice([-2, 1, 5]) for n in old.value)
    elif (table := book._covers.get(group)) is not None:
        assert table
        others = [rule for name, rule in book.group(group).items() if name != leaf]
        if not others:  # a table of one row may begin lower
            return f'{path} = ".."', f"{path} = {written(old.value)}"
        other = rng.choice(others)
        return (  # two rows exchange their numbers
            f"{path} = {written(other.value)}\n{other.path} = {written(old.value)}",
            f"{path} = {written(old.value)}\n{other.path} = {written(other.value)}",
        )
    else:
        new = rng.choice([word for word in book._family(path) if word != old.value])
    return f"{path} = {written(new)}", f"{path} = {written(old.value)}"


@cache
def house_rule_lines(stem):
    """A small check of the game, to hear what its explanation says of house rules."""
    return rk.checks[
        {
            "odd_encounters": "odd_encounters.saving_throw",
            "realms_of_myth": "realms_of_myth.contested_roll",
            "rencounter": "rencounter.wound",
            "salamis": "salamis.d3",
            "traveller": "traveller.surprise_dm",
        }[stem]
    ]


def changes_and_comes_back(book, path, rng):
    """What must hold for any valid change of any rule."""
    text, undo = change(book, path, rng)
    ours = book.with_house_rules(text, name="Our table")
    touched = {line.split(" = ")[0] for line in text.splitlines()}
    assert {rule.path for rule in ours.house_rules} == touched
    assert ours != book
    assert [p for p in book if ours[p] != book[p]] == [p for p in book if p in touched]
    rule = ours.rule(path)
    assert rule.was is book.rule(path)
    assert rule.citation == f"Our table (was {figure_text(book[path])}, {book.rule(path).citation})"
    assert str(rule).isprintable()
    back = ours.with_house_rules(undo)
    assert back == book
    assert hash(back) == hash(book)
    assert back.house_rules == ()
    assert snapshot(back) == snapshot(book)
    return ours


@pytest.mark.parametrize("stem", systems())
def test_every_rule_can_be_changed_and_changed_back(stem):
    book, rng = rules(stem), random.Random(stem)
    check = house_rule_lines(stem)
    for number, path in enumerate(book):
        ours = changes_and_comes_back(book, path, rng)
        if number % 5 == 0:
            explanation = check(rules=ours).explain()
            assert explanation.house == [str(rule) for rule in ours.house_rules]
            assert all(f"house rule: {line}" in str(explanation) and "(was " in line for line in explanation.house)


@given(st.sampled_from([(stem, path) for stem in systems() for path in rules(stem)]), st.randoms(use_true_random=False))
def test_any_rule_can_be_changed_in_many_ways(which, rng):
    stem, path = which
    changes_and_comes_back(rules(stem), path, rng)


# Refused --------------------------------------------------------------------------------------------------------------

MB10 = 10_000_000
REFUSED = {
    # unknown path
    "unknown path": ("fire.rang.long = -3", "did you mean fire.range.long?"),
    "unknown path, nothing near": ("zzz.qqq = 1", "try a line such as"),
    "the last name alone": ("long = -3", "must be named by its path; got long; did you mean"),
    "a group": ("fire.range = -3", "must be named by its path; got fire.range"),
    "below a figure": ("fire.range.long.now = -3", "did you mean fire.range.long?"),
    "the book itself": ('book.title = "Mine"', "must be named by its path; got book.title"),
    "a source": ('fire.range.source = "Mine"', "must be named by its path; got fire.range.source"),
    "a group as a list": ("[[fire.range]]\nlong = -3", "must be named by its path; got fire.range"),
    # wrong kind
    "words for a number": ('fire.range.long = "far"', 'must be a whole number from -10000 to 10000; got "far"'),
    "half for a whole number": ("fire.range.long = -3.5", "must be a whole number from -10000 to 10000; got -3.5"),
    "switch for a number": ("fire.range.long = true", "must be a whole number from -10000 to 10000; got true"),
    "list for a number": ("fire.range.long = [-3]", "must be a whole number"),
    "number for a switch": ("fire.solid.leafy = 1", "fire.solid.leafy must be true or false; got 1"),
    "words for a switch": ('fire.solid.leafy = "yes"', 'must be true or false; got "yes"'),
    "number for a list": ("move.terrain.light = 1", "must be a list of 2 whole numbers; got 1"),
    "list too short": ("move.terrain.light = [1]", "must be a list of 2 whole numbers"),
    "list too long": ("move.terrain.light = [1, 2, 3]", "must be a list of 2 whole numbers"),
    "list of halves": ("move.terrain.light = [0.5, 1]", "must be a list of 2 whole numbers"),
    "list of switches": ("move.terrain.light = [true, true]", "must be a list of 2 whole numbers"),
    "list of lists": ("move.terrain.light = [[1], [2]]", "must be a list of 2 whole numbers"),
    "words for a class": ('fire.weapon.javelin.class = "laser"', 'must be "thrown" or "bow"'),
    "number for a class": ("fire.weapon.javelin.class = 3", 'must be "thrown" or "bow"'),
    "choice that is none": ('rulings.skill_roll = "under"', 'must be "at_most" or "less_than"; got "under"'),
    "number that is no choice": ("rulings.death_at = 60", "must be 4 or 5 or 6"),
    "float for a choice": ("rulings.death_at = 5.0", "must be 4 or 5 or 6"),
    "true for a choice of numbers": ("rulings.natural_one_acts_max_wounds = true", "must be 0 or 1 or 2"),
    "number for a range": ("severity.dead = 2", 'must be a range such as "3..4"; got 2'),
    "words for a range": ('severity.dead = "low"', "a range must be written like"),
    "a date": ("fire.range.long = 2020-01-31", "must be a whole number from -10000 to 10000; got 2020-01-31"),
    "a date for a choice": ("rulings.skill_roll = 2020-01-31", 'must be "at_most" or "less_than"'),
    "not a number": ("fire.range.long = nan", "must be a whole number"),
    "no end": ("fire.range.long = inf", "must be a whole number"),
    "not a number, where halves may stand": (
        "fire.weapon.javelin.reload = nan",
        "must be a number from -10000 to 10000",
    ),
    "no end, where halves may stand": ("fire.weapon.javelin.reload = -inf", "must be a number from -10000 to 10000"),
    "a large number": ("fire.range.long = 10001", "must be a whole number from -10000 to 10000; got 10001"),
    "a huge number": ("fire.range.long = " + "9" * 4000, "must be a whole number from -10000 to 10000"),
    "a number too long for Python": ("fire.range.long = " + "9" * 5000, ""),
    "a huge number in a list": ("move.terrain.light = [1, 0x" + "f" * 9000 + "]", "must be a list of 2 whole numbers"),
    "a huge float": ("fire.weapon.javelin.reload = 1e300", "must be a number from -10000 to 10000; got 1e+300"),
    "words on two lines": ('fire.range.long = "a\\nb"', "must be a whole number"),
    "words on two lines for a range": ('severity.dead = "1\\n..2x"', "a range must be written like"),
    "words on two lines for a class": ('fire.weapon.javelin.class = """a\nb"""', 'must be "thrown"'),
    # no change
    "no change of a number": ("fire.range.long = -4", "must change something; fire.range.long is -4 already"),
    "no change of a switch": ("fire.solid.leafy = false", "must change something; fire.solid.leafy is false already"),
    "no change of a choice": ('rulings.skill_roll = "at_most"', "must change something"),
    "no change of a range": ('severity.dead = "..2"', "must change something"),
    "no change of a range, written otherwise": ('severity.crippling = "3 .. 4"', "must change something"),
    "no change of a list": ("move.terrain.light = [1, 3]", "must change something"),
    "no change of a half": ("fire.weapon.javelin.reload = 1.0", "must change something"),
    "no change of a half, written as whole": ("fire.weapon.javelin.reload = 1", "must change something"),
    "one change and one that is none": (
        "fire.range.medium = -1\nfire.range.long = -4",
        "fire.range.long is -4 already",
    ),
    # twice
    "twice": ("fire.range.long = -3\nfire.range.long = -2", "must be given once"),
    "twice the same": ("fire.range.long = -3\nfire.range.long = -3", "must be given once"),
    "twice, once in a table": ("fire.range.long = -3\n[fire.range]\nlong = -2", "once"),
    "twice, once in quotes": ('fire.range.long = -3\n"fire.range.long" = -2', "must be given once"),
    "twice, once half in quotes": ('fire.range.long = -3\n"fire.range".long = -2', "must be given once"),
    # gap or overlap
    "gap in a table": ('severity.dead = "..1"', "must have a row in severity; 2 has none; widen"),
    "gap at the end of a table": ('severity.none = "13..20"', "must have a row in severity; 21 has none"),
    "overlap in a table": ('severity.dead = "..3"', "must have one row in severity; 3 is in"),
    "table turned round": ('severity.dead = "2.."', "every number must have"),
    "range that runs backwards": ('severity.dead = "2..-2"', "must run from low to high"),
    # not TOML
    "not TOML": ("fire.range.long -3", "a name and its value must have = between them; got fire.range.long -3"),
    "a sentence": ("Long range is only -3 at our table.", "a line must be a name, = and its value"),
    "no value": ("fire.range.long =", "a value must come after =; got none"),
    "a lone surrogate in words": ('fire.range.long = "\\ud800"', "words in quotes must be plain"),
    # hostile names
    "very long name": ("a" * 90_000 + " = 1", "must be named by its path; got aaa"),
    "very long path": ("fire." + "a" * 90_000 + " = 1", "must be named by its path; got fire.aaa"),
    "line break in a name": ('"a\\nb" = 1', "must be named by its path"),
    "line break in the name of an empty table": ('"a\\nb" = {}', ""),
    "control characters in a name": ('"\\u0000\\u001b[31m" = 1', "must be named by its path"),
    "line separators in a name": ('"a\\u2028b\\u0085c" = 1', "must be named by its path"),
    "right to left in a name": ('"\\u202eabc" = 1', "must be named by its path"),
    "emoji in a name": ('"\N{GAME DIE}" = 1', "must be named by its path; got \N{GAME DIE}"),
    "empty name": ('"" = 1', "must be named by its path"),
    "dots for a name": ('"..." = 1', "must be named by its path"),
    # deep nesting
    "deep lists that still parse": ("fire.range.long = " + "[" * 60 + "]" * 60, "must be a whole number"),
    # empty
    "nothing": ("", "must change something; got none; try a line such as"),
    "white space": (" \n\t\n", "must change something; got none"),
    "a remark": ("# fire.range.long = -3", "must change something; got none"),
    "an empty table": ("[fire.range]", "must give a value"),
    "an empty inline table": ("fire.range = {}", "must give a value"),
    # no text, or too much of it
    "nothing at all": (None, "house rules must be text; got NoneType"),
    "10 MB of a name": ("a" * MB10, "must be at most 100000 characters long; got 10000000"),
}


@pytest.mark.parametrize(("text", "message"), REFUSED.values(), ids=REFUSED)
def test_a_house_rule_is_refused_in_one_sentence(text, message):
    with Steps() as steps:
        assert message in refusal(text)
    assert steps.number < 600_000


# Any text -------------------------------------------------------------------------------------------------------------


def tried(text):
    """The ruleset with these house rules, or nothing when they are refused in one sentence."""
    try:
        return BOOK.with_house_rules(text)
    except RuleError as error:
        message = str(error)
    assert is_one_sentence(message)
    return None


@given(
    st.sampled_from(["fire.range.long", "severity.dead", "rulings.skill_roll", "move.terrain.light", "time.move"]),
    st.recursive(
        st.integers() | st.floats() | st.booleans() | st.text(st.characters(codec="ascii", categories=["L", "N"])),
        lambda inner: st.lists(inner, max_size=3),
    ),
)
def test_any_value_fits_or_is_refused_in_one_sentence(path, value):
    def toml(one):
        return "[" + ", ".join(map(toml, one)) + "]" if isinstance(one, list) else figure_text(one)

    ours = tried(f"{path} = {toml(value)}")
    if ours is not None:
        assert type(ours[path]) is type(BOOK[path]) or isinstance(BOOK[path], float)
        assert [rule.path for rule in ours.house_rules] == [path]


EXTRA = '\n[leap]\nsource = "Obstacles"\nlabel = "{}"\nneeded = { value = 8, label = "highest face" }\n'

# To another process ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stem", systems())
def test_rules_travel_as_what_differs_from_the_book(stem):
    book = rules(stem)
    assert pickle.loads(pickle.dumps(book)) is book
    path = next(path for path, value in book.items() if type(value) is int and value < book.rule(path).high)
    ours = book.changed({path: book[path] + 1}, "Ours")
    sent = pickle.dumps(ours)
    there = pickle.loads(sent)
    assert there == ours and hash(there) == hash(ours) and there is not book
    assert (there.name, there.title, list(there)) == (ours.name, ours.title, list(ours))
    assert there.rule(path).was == book.rule(path)
    assert pickle.loads(sent) is there, "what comes with the next piece of work are the same rules"
    assert len(pickle.dumps(book)) < 200 and len(sent) < 1500


def test_rules_do_not_arrive_where_the_book_is_another_one(monkeypatch):
    sent = pickle.dumps(rk.rules("salamis"))
    monkeypatch.setitem(vars(game("salamis")), "edition", 0)
    book_module._arrived.cache_clear()
    with pytest.raises(rk.RuleError, match="must be the same on every machine; got another one"):
        pickle.loads(sent)


def test_rules_that_no_file_of_the_project_has_travel_whole(tmp_path):
    file = tmp_path / "salamis.toml"
    file.write_text((project_folder("data") / "salamis.toml").read_text() + EXTRA)
    other = load(file)
    there = pickle.loads(pickle.dumps(other))
    assert there == other and list(there) == list(other) and "leap.needed" in there
