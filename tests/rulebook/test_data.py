"""The data files themselves: no figure without its source, no gap in a table, nothing that no check reads, presets that
work.
"""

import re
import tomllib
from functools import cache
from itertools import product, takewhile

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.workbook.mechanics.parameter import SeveralChoices, Whole
from rencounter_kit.workbook.rulebook.book import MARKS, rules, systems
from rencounter_kit.workbook.rulebook.layers import ready_rules
from rencounter_kit.workbook.rulebook.presets import presets
from rencounter_kit.workbook.rulebook.text import ABOUT
from rencounter_kit.workbook.rulebook.watching import WatchedRuleset
from tests.situations import LONG, PROCESSES, base, tries
from tests.witness.corners import CORNERS

OF_A_GROUP = {"source", "label", "mark", "looked_up", "note", "covers", "choices", "threshold", "face_of"}
FEW = tries(3, 12)  # situations of a process that are followed to the end


# Figures --------------------------------------------------------------------------------------------------------------


def figures():
    """Every figure of every book."""
    for stem in systems():
        yield from ((stem, rule) for rule in map(rules(stem).rule, rules(stem)))


def raw_figures(tree, path=()):
    """Every figure of a data file as it stands there, without the loader: path and value."""
    for name, value in tree.items():
        if name in OF_A_GROUP:
            continue
        if isinstance(value, dict) and "value" not in value:
            yield from raw_figures(value, (*path, name))
        else:
            yield ".".join((*path, name)), value["value"] if isinstance(value, dict) else value


@pytest.mark.parametrize("stem", systems())
def test_every_figure_of_the_file_is_a_rule(stem):
    tree = tomllib.loads((project_folder("data") / f"{stem}.toml").read_text(encoding="utf-8"))
    book, _, _ = tree.pop("book"), tree.pop("asks"), tree.pop("words")
    assert set(book) - {"example", "short", "spelt"} == {"title", "edition", "author"}
    assert all(book.values())
    by_path = {path: tuple(value) if isinstance(value, list) else value for path, value in raw_figures(tree)}
    assert by_path == dict(rules(stem))
    assert len(by_path) > 25


def test_every_rule_has_a_source_and_a_label_in_plain_words():
    for stem, rule in figures():
        where = f"{stem}: {rule.path}"
        assert rule.source.strip() == rule.source != "", where
        assert rule.label.strip() == rule.label != "", where
        assert not {"{", "}", "_"} & set(rule.label), where
        assert rule.mark in ("", *MARKS), where
        assert str(rule).isprintable(), where


def test_a_figure_that_is_not_simply_printed_says_why():
    for stem, rule in figures():
        if rule.mark in ("assumed", "reconstructed"):
            assert rule.note, f"{stem}: {rule.path} is {rule.mark} without a note"


def test_every_switch_may_be_what_it_is():
    seen = 0
    for stem, rule in figures():
        if rule.choices:
            seen += 1
            assert rule.value in rule.choices, f"{stem}: {rule.path}"
            assert len(set(rule.choices)) == len(rule.choices) > 1, f"{stem}: {rule.path}"
    assert seen


def test_switches_stand_in_one_place_at_the_end_of_each_file():
    """A word or a number that may be one of a few takes its choices from its group, or from another."""
    for stem in systems():
        text = text_of(f"{stem}.toml")
        before, switches = text.split("\n# Rulings: ")
        assert "[rulings." not in before
        assert not re.search(r"value = .*choices = \[", before)
        assert {path for path in rules(stem) if path.startswith("rulings.")} == {
            heading.strip("[]") for heading in re.findall(r"(?m)^\[.*\]$", switches)
        }


# Heads ----------------------------------------------------------------------------------------------------------------


def text_of(name):
    """A data file."""
    return (project_folder("data") / name).read_text(encoding="utf-8")


def head(text):
    """The remarks at the head of a data file."""
    return list(takewhile(lambda line: line.startswith("#"), text.splitlines()))


def notation(group):
    """What a group uses beside names and figures, with all that stands below it."""
    keys = {key for key in group if key in OF_A_GROUP or "value" in group}
    figures = [group.get("value"), *(value for key, value in group.items() if key not in keys)]
    label = group.get("label", "")
    yield from keys
    yield from (sign for sign in ("{}", "{group}") if sign in label)
    yield from ("[1, 2]" for figure in figures if isinstance(figure, list))
    yield from ('"3..4"' for figure in (*figures, group.get("covers")) if isinstance(figure, str) and ".." in figure)
    for below in figures:
        if isinstance(below, dict):
            yield from notation(below)


def ask_lines(asks):
    """What stands below ``[asks]``, line by line, and the sides of its groups."""
    for name, line in asks.items():
        if name == "sides" or not all(isinstance(value, dict) for value in line.values()):
            yield {"sides": line} if name == "sides" else line
        else:
            yield from ask_lines(line)


@pytest.mark.parametrize("stem", systems())
def test_the_head_of_a_book_explains_the_notation_that_is_used_in_it_and_no_other(stem):
    text = text_of(f"{stem}.toml")
    tree = tomllib.loads(text)
    lines = ask_lines(tree.pop("asks"))
    del tree["book"], tree["words"]
    explained = re.findall(r"(?m)^#   (\S.*?)  +\S", "\n".join(head(text)))
    assert len(explained) == len(set(explained))
    assert {sign for line in explained for sign in (line.split(", ") if line[0].isalpha() else [line])} == {
        *notation(tree),
        *(['"2d6"'] if "dice" in tree else []),
        *(key for line in lines for key in line),
    }


@pytest.mark.parametrize("file", sorted((project_folder("data") / "house").glob("*.toml")), ids=lambda file: file.stem)
def test_the_head_of_a_house_rule_names_what_its_layer_says(file):
    text = file.read_text(encoding="utf-8")
    (layer,) = tomllib.loads(text)["layer"]
    explained = re.sub(r" \([^)]*\)", "", head(text)[0]).partition("; ")[0]
    assert explained == "# A layer of house rules: " + ", ".join(key for key in ABOUT if key in layer)
    assert any('"3..4"' in line for line in head(text)) == (".." in text.partition("[[layer]]")[2])


@pytest.mark.parametrize("file", ["lessons/modifiers.toml", *(f"presets/{stem}.toml" for stem in systems())])
def test_every_further_file_begins_with_what_its_lines_mean(file):
    assert head(text_of(file))


def test_the_head_of_a_lesson_names_every_key():
    text = text_of("lessons/modifiers.toml")
    explained = set(re.findall(r"[a-z]+", " ".join(head(text))))
    steps = tomllib.loads(text)["step"]
    assert {key for step in steps for key in step} <= explained
    assert {key for step in steps for question in step["question"] for key in question} <= explained


# Tables ---------------------------------------------------------------------------------------------------------------


def tables():
    """Every table of ranges, as it stands in its file: game, path, numbers it covers, rows."""
    for stem in systems():
        todo = [("", tomllib.loads((project_folder("data") / f"{stem}.toml").read_text(encoding="utf-8")))]
        while todo:
            path, group = todo.pop()
            for name, value in group.items():
                if isinstance(value, dict):
                    todo.append((f"{path}.{name}".lstrip("."), value))
            if "covers" in group:
                yield stem, path, group["covers"]


def ends(text):
    """The first and the last number of a range; one without an end goes far beyond any die."""
    low, dots, high = text.partition("..")
    return (int(low) if low.strip() else -999), (int(high) if high.strip() else 999 if dots else int(low))


def covered(stem, covers):
    """The first and the last number of a span, of dice, or of so many dice added up; "dice.sea.." goes far beyond."""
    of_dice = re.fullmatch(r"(\.\.)?(?:(\d+) x )?dice\.(\w+)(\.\.)?", covers)
    if not of_dice:
        return ends(covers)
    below, many, name, above = of_dice.groups()
    faces = rules(stem).dice(name).faces
    return -999 if below else int(many or 1) * faces[0], 999 if above else int(many or 1) * faces[-1]


def row(name, rule):
    """The numbers of a row: its range, or the one that it is named by."""
    return rule.value if isinstance(rule.value, str) else name


TABLES = sorted(tables())


@pytest.mark.parametrize(("stem", "path", "covers"), TABLES, ids=[f"{stem}: {path}" for stem, path, _ in TABLES])
def test_a_table_has_one_row_for_each_number(stem, path, covers):
    """Number by number, without the reader of tables."""
    rows = rules(stem).group(path)
    first, last = covered(stem, covers)
    result_rows = {
        number: [
            name
            for name, rule in rows.items()
            if any(low <= number <= high for low, high in map(ends, row(name, rule).split(",")))
        ]
        for number in range(first, last + 1)
    }
    assert {number: names for number, names in result_rows.items() if len(names) != 1} == {}
    assert {names[0] for names in result_rows.values()} == set(rows)
    for number in (first, (first + last) // 2, last):
        assert rules(stem).look_up(path, number) == result_rows[number][0]


def test_every_book_that_has_tables_was_walked():
    assert {stem for stem, _, _ in TABLES} >= {"rencounter", "salamis", "traveller"}


# What is read ---------------------------------------------------------------------------------------------------------


def test_the_watch_sees_what_is_read_and_nothing_else():
    book = WatchedRuleset(rules("rencounter"))
    book.group("fire.range").get("nowhere")
    assert "fire.range.long" in book
    assert book.names("fire.range")
    assert len(book.group("fire.range")) == 5
    assert book.paths_read == set()
    assert book["fire.range.long"] == -4
    assert book.rule("fire.range.short").value == 0
    assert book.group("fire.cover").get("leafy").value == -2
    assert book.look_up("severity", 4) == "crippling"
    assert book.get("melee.never") == 12
    paths = {"fire.range.long", "fire.range.short", "fire.cover.leafy", "severity", "severity.crippling"}
    assert book.paths_read == paths | {"melee.never"}


# Parameters that are felt together only: each combination of their values is asked.
TOGETHER = {
    "odd_encounters.missile_attack": [["missile", "shooter_move"]],
    "odd_encounters.model_cost": [
        ["char_class", item] for item in ("pole_arm", "two_handed_weapon", "sling", "short_bow", "long_bow", "crossbow")
    ],
    "rencounter.action": [["experience", "master_acts"]],
    "rencounter.fire": [["weapon", "distance", "snap"], ["weapon", "shield"]],
    "realms_of_myth.weapon_db": [["size", "weight_class", "weight_columns"]],
    "realms_of_myth.weapon_dm": [["size", "weight_class", "weight_columns"]],
    "realms_of_myth.armor_through": [["layers", "attack_form", "within_short_range"]],
    "realms_of_myth.armor_after_blows": [["layers", "attack_form"]],
}


def some_values(parameter, first=30):
    """All values of a parameter, of a long range so many and a part of the others; of lists those with one entry."""
    if isinstance(parameter, SeveralChoices):
        return [(), *[(name,) for name in parameter.choices]]
    values = parameter.values()
    if not isinstance(parameter, Whole) or len(values) < 2 * first:
        return values
    return [*values[:first], *values[first :: len(values) // first + 1], values[-1]]


STARTS = 3


def values_beside(check, number):
    """Values of each parameter beside a start, more where there are few parameters; and with the first start the
    presets (of a process made small), the corners of the witnesses and what is felt together.
    """
    small, many = base(check.id), max(12, 200 // max(1, len(check.parameters)))
    starts = [small, *({**params, **small} for params in presets(check.stem).get(check.id, {}).values())]
    for start in starts[number : number + 1]:
        for name, parameter in check.parameters.items():
            yield from ({**start, name: value} for value in some_values(parameter, many))
    if number:
        return
    yield from starts
    yield from CORNERS.get(check.id, [])
    for names in TOGETHER.get(check.id, []):
        for values in product(*[some_values(check.parameters[name]) for name in names]):
            yield dict(zip(names, values, strict=True))


def read_by(check, number):
    """The rules that a check reads, in its target numbers and its dice; a ruling only when some function
    asks for it.
    """
    book = WatchedRuleset(check.book)
    thrown = set()
    for params in values_beside(check, number):
        try:
            targets, _ = check.numbers(book, check.values(check.book, params))
        except RuleError:
            continue  # a contradiction; but what it read to find out is read
        if targets not in thrown and (check.id not in PROCESSES or len(thrown) < FEW):
            thrown.add(targets)
            check.dist_of(book, targets)
    assert thrown or number
    wanted = {name for part in (*check.nodes.values(), *check.refusals) for name in part.names}
    return book.paths_read & set(check.book) | {
        p.path for p in check.parameters.values() if p.path and p.name in wanted
    }


@cache
def read_in(stem):
    """The rules of a game that its checks read: of the first start, then of the others until each rule is read that
    must be.
    """
    book, first = rules(stem), {check: read_by(check, 0) for check in rk.checks.values() if check.stem == stem}
    wanted, read_paths = {path for path in book if not book.rule(path).looked_up}, set().union(*first.values())
    lacking = {path.rpartition(".")[0] for path in wanted - read_paths}
    near = {check: any(path.rpartition(".")[0] in lacking for path in read) for check, read in first.items()}
    for check, number in product(sorted(near, key=near.get, reverse=True), range(1, STARTS)):
        if LONG or not wanted <= read_paths:
            read_paths |= read_by(check, number)
    return read_paths


@pytest.mark.parametrize("stem", systems())
def test_every_rule_is_read_by_a_check_or_looked_up_by_players(stem):
    book = rules(stem)
    idle = [path for path in book if path not in read_in(stem) and not book.rule(path).looked_up]
    assert idle == [], f"{len(idle)} rules that nothing reads: {', '.join(idle)}"


@pytest.mark.parametrize("stem", systems())
def test_a_rule_that_a_check_reads_is_not_called_looked_up(stem):
    book = rules(stem)
    read = {path for path in read_in(stem) if path in book}
    assert read
    assert [path for path in sorted(read) if book.rule(path).looked_up] == []


@pytest.mark.parametrize(
    ("name", "low", "high", "choices"),
    [
        ("experience", 1, 6, "1 scum, 2 raw, 3 green, 4 average, 5 veteran, 6 master"),
        ("armor", 0, 4, "0 none, 1 light, 2 half, 3 nearly full, 4 full"),
    ],
)
def test_the_words_and_bounds_of_a_rating_are_those_of_the_book_wherever_it_is_asked(name, low, high, choices):
    parameters = [p for check in rk.checks.values() if check.stem == "rencounter" for p in check.parameters.values()]
    ratings = [p for p in parameters if p.name.endswith(name) and isinstance(p, Whole)]
    assert len(ratings) > 5
    assert {(p.low, p.high) for p in ratings} == {(low, high)}
    assert {choices in p.help or "Experience of" in p.help or "leader's" in p.help for p in ratings} == {True}


def test_presets_stand_beside_each_book():
    assert {file.stem for file in (project_folder("data") / "presets").glob("*.toml")} == set(systems())


LIMIT = re.compile(
    r"\b(lowest|highest|fewest|natural roll|second die|total (that|at)|from which|up to which|beyond "
    r"which|die that|two dice)\b"
)
AMOUNTS = {  # of which twice as much is twice the distance
    "inches up to which posture does not count",
}


@pytest.mark.parametrize("stem", systems())
def test_a_figure_that_is_called_a_limit_is_marked_as_a_threshold(stem):
    book = rules(stem)
    figures = [book.rule(path) for path in book if not path.startswith("rulings.")]
    limits = [rule for rule in figures if type(rule.value) is int and not rule.choices and LIMIT.search(rule.label)]
    assert limits and not [rule.path for rule in limits if not rule.threshold and rule.label not in AMOUNTS]


@pytest.mark.parametrize("stem", systems())
def test_what_is_counted_for_each_point_is_no_threshold(stem):
    book = rules(stem)
    counted = {
        entry.rule.path
        for check in rk.checks.values()
        if check.stem == stem
        for params in ({}, *presets(stem).get(check.id, {}).values())
        for entry in check.numbers(book, check.values(book, params))[1]
        if entry.rule and type(entry.rule.value) is int and re.search(r"\(x -?\d+\)$", entry.rule.label)
    }
    assert not [path for path in counted if book.rule(path).threshold]


@pytest.mark.parametrize("stem", systems())
def test_ready_rules_name_whoever_thinks_so(stem):
    for layer in ready_rules(stem).values():
        assert "the author" not in layer.note.lower(), layer.name
