"""The whole table: all of its squares, and what is done where they hold nothing but water."""

from collections.abc import Callable

from ....engine.dice.dist import Dist
from ....engine.dice.throw import Consequence, Exact, Throw
from ....engine.words.wording import as_one
from ...mechanics.check import Check
from ...mechanics.processes.process import Process
from ...mechanics.processes.tries import tries
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.space import graded
from ...rulebook.book import Ruleset, rules
from .terrain import Square, terrain_square

BOOK = rules("salamis")
SOURCE = "How to generate a playing area: Method"
OPEN, MORE = "open", "more"
FEATURES = tuple(name for name in BOOK.names("terrain") if BOOK[f"terrain_kind.{name}"] != OPEN)


# Passes ---------------------------------------------------------------------------------------------------------------


def throw_pass(number: int, throw: Throw, r: Ruleset, counts: Callable[[str], int]) -> Consequence:
    """All squares once; what each of them counts, added up."""

    def once() -> Consequence:
        feature = throw.dice_of(terrain_square, Square(False), r)
        return throw.after(feature, counts)

    return throw.times(number, once)


def features_in(r: Ruleset) -> Callable[[str], int]:
    """What a square counts: one for any feature."""
    return lambda name: int(r[f"terrain_kind.{name}"] != OPEN)


def throw_attempt(throw: Throw, r: Ruleset, squares: int) -> Consequence:
    """Is there enough on the table?"""
    needed = r["satisfactory.features"]
    pass_result = throw_pass(squares, throw, r, features_in(r))
    return throw.after(pass_result, lambda number: "satisfactory" if number >= needed else "all_open")


def says_pass(r: Ruleset, squares: int) -> list[str]:
    """A pass in words."""
    return [f"Two {as_one(r['dice.terrain'])} for {'the square' if squares == 1 else f'each of {squares} squares'}."]


table_attempt = Check(
    "salamis.table_attempt",
    "Is there anything on the table?",
    source=SOURCE,
    parameters="squares",
    dice=throw_attempt,
    outcomes=("all_open", "satisfactory"),
    events={"is satisfactory": "satisfactory"},
    says=says_pass,
    wording={"all_open": "open water everywhere"},
)


def play_attempts(throw: Throw, r: Ruleset, squares: int, max_attempts: int) -> TurnModel:
    """Pass after pass, until one is satisfactory."""

    def attempt() -> Consequence:
        return throw.after(throw_attempt(throw, r, squares), lambda got: got == "satisfactory")

    return tries(throw, attempt, max_attempts, "satisfactory", MORE, MORE)


table_attempts = Process(
    "salamis.table_attempts",
    "How often is the table rolled?",
    turn="attempt",
    source=SOURCE,
    parameters="table.squares max_attempts",
    play=play_attempts,
    outcomes=graded((MORE,), numbers=True),
    events={"is satisfactory in time": "1..", "is satisfactory at once": "1"},
    says=says_pass,
    wording={MORE: "more rolls"},
)

# What is on it --------------------------------------------------------------------------------------------------------


def throw_chart(
    throw: Throw, r: Ruleset, squares: int, reroll: bool, counts: Callable[[str], int], good: Callable[[int], bool]
) -> Consequence:
    """Pass after pass until one is good, or only one."""

    def once() -> Consequence:
        pass_result = throw_pass(squares, throw, r, counts)
        return throw.after(pass_result, lambda number: number if good(number) else once())

    def exact() -> Dist:
        first = throw_pass(squares, Exact(), r, counts)
        return first.given(good)

    if not reroll:
        return throw_pass(squares, throw, r, counts)
    return throw.unending("passes until one is satisfactory", once, exact)


def throw_features(throw: Throw, r: Ruleset, squares: int, reroll_open_table: bool) -> Consequence:
    """How many squares hold something."""
    needed = r["satisfactory.features"]
    return throw_chart(throw, r, squares, reroll_open_table, features_in(r), lambda number: number >= needed)


def says_chart(r: Ruleset, squares: int, reroll_open_table: bool) -> list[str]:
    """The passes in words."""
    needed = r["satisfactory.features"] if reroll_open_table else 0
    short = "without a feature" if needed == 1 else f"with fewer than {needed} squares of land"
    return [*says_pass(r, squares), *([f"A table {short} is rolled again."] if needed else [])]


table_features = Check(
    "salamis.table_features",
    "How many squares hold land?",
    source=SOURCE,
    parameters="squares reroll_open_table",
    dice=throw_features,
    events={"two or more hold land": "2..", "all is open water": "0"},
    says=says_chart,
)


def rows(r: Ruleset, feature: str) -> tuple[str, ...]:
    """The rows that a feature, or a kind of features, stands for."""
    kind = feature.removeprefix("any_")
    return tuple(name for name in FEATURES if feature == name or r[f"terrain_kind.{name}"] == kind)


def throw_has(throw: Throw, r: Ruleset, squares: int, reroll_open_table: bool, rows: tuple[str, ...]) -> Consequence:
    """Does any square hold one of these rows? Such a square counts more than all others can come to."""
    needed, many = r["satisfactory.features"], squares + 1
    feature = features_in(r)

    def counts(name: str) -> int:
        return feature(name) + many * (name in rows)

    pass_result = throw_chart(throw, r, squares, reroll_open_table, counts, lambda got: got % many >= needed)
    return throw.after(pass_result, lambda got: "present" if got >= many else "absent")


table_has = Check(
    "salamis.table_has",
    "Is this feature on the table?",
    source=SOURCE,
    parameters="squares reroll_open_table feature",
    targets={"rows": rows},
    dice=throw_has,
    outcomes=("absent", "present"),
    events={"lies on the table": "present"},
    says=says_chart,
)
