"""Figures that name a face of dice: all of them say so, and where other dice never show it, that is told with what
mends it.
"""

import copy
from collections import defaultdict
from dataclasses import replace

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.dice.throw import Random
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.fronts.panels.house_rules.workshop import workshop
from rencounter_kit.workbook.analysis.situations import situations
from rencounter_kit.workbook.mechanics.processes.process import Process
from rencounter_kit.workbook.rulebook.book import Ruleset, systems
from rencounter_kit.workbook.rulebook.faces import unseen
from rencounter_kit.workbook.rulebook.writing import by_line
from tests.situations import tries

BOOK = rk.rules("rencounter")
SIDES = {"__le__": -1, "__lt__": -1, "__eq__": 0, "__ne__": 0, "__gt__": 1, "__ge__": 1}
TURNED = {"__le__": "__ge__", "__lt__": "__gt__", "__ge__": "__le__", "__gt__": "__lt__"}
ONLY_A_BOUND = {"inspiration.limits.least", "inspiration.limits.most"}  # of the figure that is compared
FURTHER = [  # in which natural rolls count that do not in named situations
    ("rencounter.action", {"natural_one_acts_max_wounds": 0}),
    ("rencounter.action", {"experience": 6, "master_acts": "confirm"}),
    ("rencounter.misfire", {"last_roll": "failed"}),
    ("rencounter.fire", {"mounted": True}),
]


class Marked(int):
    """A figure, or a face as it was thrown, with the path that it is from; what is reckoned with it is a
    plain number.
    """

    def __new__(cls, value, path):
        self = int.__new__(cls, value)
        self.path = path
        return self

    __hash__ = int.__hash__


class Figure(Marked):
    pass


class Face(Marked):
    pass


def compared(seen):
    """Take down which face a figure is compared with, and how."""

    def method(name):
        def compare(self, other):
            if isinstance(self, Face) and isinstance(other, Figure):
                seen[other.path].add((self.path, SIDES[name]))
            if isinstance(self, Figure) and isinstance(other, Face):
                seen[self.path].add((other.path, SIDES[TURNED.get(name, name)]))
            return getattr(int, name)(self, other)

        return compare

    return {name: method(name) for name in SIDES}


class Watched(Ruleset):
    """The book with figures that know where they are from, and dice that know which they are."""

    def dice(self, name):
        die = copy.copy(super().dice(name))
        self.thrown[id(die)] = f"dice.{name}", die
        return die


class Throws(Random):
    def __init__(self, seed, thrown):
        super().__init__(seed)
        self.thrown = thrown

    def __call__(self, name, die, then):
        path = self.thrown.get(id(die), ("", die))[0]
        return super().__call__(name, die, lambda face: then(Face(face, path) if path and type(face) is int else face))

    def split(self, name, dice, parts, otherwise):
        path = self.thrown.get(id(dice), ("", dice))[0]
        for highest, _ in parts:
            path and Face(0, path) <= highest
        return super().split(name, dice, parts, otherwise)


def seen_in(stem, monkeypatch):
    """The figures of a game that are compared with a face as it fell: the dice, and the side on which faces count."""
    seen, book = defaultdict(set), rk.rules(stem)
    for name, method in compared(seen).items():
        monkeypatch.setattr(Marked, name, method, raising=False)
    marked = {p: replace(r, value=Figure(r.value, p)) if type(r.value) is int else r for p, r in book._rules.items()}
    watched = Watched(stem, book.title, book.name, marked, book._covers, book._example, book.asks)
    watched.thrown = {}
    further = [(rk.checks[check], params) for check, params in FURTHER if check.startswith(f"{stem}.")]
    for check, params in [*((one.check, one.params) for one in situations(stem)), *further]:
        if isinstance(check, Process):
            continue  # of the same rolls
        targets = check.numbers(watched, check.values(book, params))[0]
        for seed in range(tries(12, 40)):
            check.throw_once(watched, targets, Throws(seed, watched.thrown))
    return seen


def sides_of(rule):
    """The dice that a figure names, and the side on which faces count."""
    return {(one.strip("."), one.endswith("..") - one.startswith("..")) for one in rule.face_of.split()}


@pytest.mark.parametrize("stem", systems())
def test_every_figure_that_is_compared_with_a_face_says_of_which_dice(stem, monkeypatch):
    book, seen = rk.rules(stem), seen_in(stem, monkeypatch)
    wrong = {
        path: sides for path, sides in seen.items() if path not in ONLY_A_BOUND and sides != sides_of(book.rule(path))
    }
    if stem == "rencounter":
        assert wrong.pop("action.master_confirms", {("dice.master", -1)}) == {("dice.master", -1)}  # below it he acts
        natural = {
            path
            for path in book
            if book.rule(path).face_of.startswith("dice.") and not book.rule(path).face_of.endswith("..")
        }
        assert len(natural) > 7 and natural <= seen.keys()
    assert wrong == {}


@pytest.mark.parametrize("stem", systems())
def test_what_is_called_a_natural_roll_names_its_dice(stem):
    book = rk.rules(stem)
    unsaid = [
        path
        for path in book
        if book.rule(path).label.startswith(("natural roll", "face that")) and not book.rule(path).face_of
    ]
    assert unsaid == []


NEVER = [  # game, house rules, and what is told of them
    ("rencounter", 'dice.fire = "2d6"', [("2d6 cannot roll 1, the natural roll that may be a lucky hit: add "
        "fire.lucky = 2 to keep it")]),
    ("rencounter", 'dice.fire = "2d6"\nfire.lucky = 2', []),
    ("rencounter", 'dice.fire = "d20"', []),
    ("rencounter", 'dice.melee = "d10"', [("d10 cannot roll 12, the natural roll that never succeeds: add "
        "melee.never = 10 to keep it")]),
    ("rencounter", "fire.lucky = 0", ["d12 cannot roll 0, the natural roll that may be a lucky hit"]),
    ("rencounter", "fire.range.long = -3", []),
    ("rencounter", 'dice.horse_kick = "2d6"', [("2d6 cannot roll 1 or less, the highest die with which a crowded "
        "horse kicks: add horse_kick.kicks = 2 to keep it")]),
    ("traveller", 'dice.encounter = "d4"', [("d4 cannot roll 5 or more, the die that brings a random encounter: add "
        "encounter.random = 4 to keep it")]),
    ("odd_encounters", 'dice.attack = "2d10"', [("2d10 cannot roll 1 or less, the face that fails, where natural "
        "rolls count: add natural.fails = 2 to keep it")]),
]  # fmt: skip


@pytest.mark.parametrize(("stem", "text", "message"), NEVER)
def test_a_face_that_the_dice_in_force_never_show_is_told_with_the_line_that_mends_it(stem, text, message):
    book = rk.rules(stem)
    faces = unseen(book.with_house_rules(text))
    assert list(map(str, faces)) == message and unseen(book) == []
    assert all(one in " ".join(line.message for line in by_line(book, text)) for one in message)
    mended = "\n".join([text, *(one.line for one in faces if one.line)])
    assert [one.line for one in unseen(book.with_house_rules(mended))] == ["" for one in faces if not one.line]


def test_with_two_dice_for_one_no_arrow_hits_a_loophole_and_the_line_mends_it():
    """A lucky hit is the only one there, and 2d6 have no natural 1."""
    at = {"weapon": "long_bow", "cover": "loophole", "range_band": "medium", "skill": 6}
    ours = BOOK.with_house_rules('dice.fire = "2d6"')
    (one,) = unseen(ours)
    by_book, dead, mended = (
        rk.check("rencounter.fire", rules=rules, **at).events["hits"]
        for rules in (BOOK, ours, ours.with_house_rules(one.line))
    )
    assert by_book > 0 == dead < mended


def test_the_command_line_tells_it_beside_the_answer(capsys):
    main(["check", "rencounter.fire", "--rules", 'dice.fire = "2d6"'])
    output = capsys.readouterr()
    (one,) = unseen(BOOK.with_house_rules('dice.fire = "2d6"'))
    assert output.err == f"note: {one}\n" and "hits" in output.out
    main(["check", "rencounter.fire", "--rules", 'dice.fire = "d20"'])
    assert not capsys.readouterr().err


def test_the_workshop_tells_it_above_what_changes():
    page = workshop("rencounter", 'dice.fire = "2d6"')
    assert "2d6 cannot roll 1, the natural roll that may be a lucky hit: add fire.lucky = 2 to keep it" in unnbsp(
        page.words.value
    )
    page.box.text.value += "\nfire.lucky = 2"
    assert "cannot roll" not in unnbsp(page.words.value)


def unnbsp(text):
    return text.replace("&nbsp;", " ").replace("\u00a0", " ")
