"""The squares of a playing area of Salamis ad Actium: which edges they touch, and what stands in them how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ...engine.dice.dist import Dist
from ...engine.dice.throw import Random
from ...engine.words.errors import RuleError
from ...engine.words.wording import percent_text, so_many
from ...engine.work.progress import tell
from ...workbook.mechanics.parameter import whole
from ...workbook.mechanics.registry import check
from ...workbook.rulebook.book import Ruleset

STEM = "salamis"
COLUMNS = whole("columns", 1, 6, 3, "Squares along the long edge of the table.", unit="squares")
ROWS = whole("rows", 1, 5, 2, "Squares along the short edge.", unit="squares")
SEED = whole("seed", 0, 10**18, 0, "The same seed rolls the same table.")
MANY = whole("many", 1, 100_000, 1_000, "Tables that are rolled.", unit="tables")
_PASSES = 100  # of which at least one should stand, or nobody would wait for it


def book_of(rules: Ruleset | None) -> Ruleset:
    """The rules of the game, or those that are given."""
    return check(f"{STEM}.terrain_square", rules=rules).rules


def edges_of(columns: int, rows: int) -> dict[str, list[str]]:
    """The names of the squares, row by row from the northwest, and the edges of the table that each touches."""
    edges = {}
    for row in range(rows):
        for column in range(columns):
            touches = {"north": row == 0, "east": column == columns - 1, "south": row == rows - 1, "west": column == 0}
            edges[f"{'ABCDEF'[column]}{row + 1}"] = [edge for edge, there in touches.items() if there]
    return edges


def squares_of(columns: int, rows: int) -> dict[str, bool]:
    """The names of the squares, and whether each is a corner of the table."""
    return {
        name: not {"north", "south"}.isdisjoint(edges) and not {"east", "west"}.isdisjoint(edges)
        for name, edges in edges_of(columns, rows).items()
    }


def has_feature(rules: Ruleset, terrain: str) -> bool:
    """Does it count towards a satisfactory table? A headland in a corner always does."""
    return bool(rules.get(f"terrain_kind.{terrain}", "shore") != "open")


def features_wanted(rules: Ruleset, squares: int) -> int:
    """Squares with a feature that a table must have, none where the first pass stands; ``RuleError`` where that hardly
    ever comes up.
    """
    needed = int(rules["satisfactory.features"]) if rules["rulings.reroll_open_table"] else 0
    if needed > squares:
        raise RuleError(f"satisfactory.features must be at most {squares}, the squares; got {needed}; try more squares")
    if (squares @ _feature(rules)).at_least(needed) * _PASSES < 1:
        raise RuleError(
            f"satisfactory.features must be a figure that one pass in {_PASSES} reaches; got {needed} of "
            f"{so_many(squares, 'square')}; try a lower figure"
        )
    return needed


def _feature(rules: Ruleset) -> Dist:
    """1 for a square with a feature, 0 for one without."""
    dist = check(f"{STEM}.terrain_square", rules=rules).dist
    return dist.map(lambda terrain: int(has_feature(rules, terrain)))


@dataclass(frozen=True)
class AreaTally:
    """What so many thrown tables came to: for each square how often each terrain came, and how many passes it took."""

    many: int
    counts: Mapping[str, Counter[str]]
    passes: int


def throw_areas(
    columns: int = 3, rows: int = 2, many: int = 1_000, seed: int = 0, rules: Ruleset | None = None
) -> AreaTally:
    """Throw many tables and count what stands in each square; the same seed counts the same."""
    squares = squares_of(COLUMNS.check(columns), ROWS.check(rows))
    many, book, throw = MANY.check(many), book_of(rules), Random(SEED.check(seed))
    results = [check(f"{STEM}.terrain_square", rules=book, corner=corner) for corner in squares.values()]
    needed = features_wanted(book, len(squares))
    counts: dict[str, Counter[str]] = {name: Counter() for name in squares}
    passes, accepted = 0, 0
    while accepted < many:
        tell(accepted, many)
        squares_now = [one.check.throw_once(book, one.targets, throw) for one in results]
        throw.steps.clear()
        passes += 1
        if sum(has_feature(book, one) for one in squares_now) >= needed:
            accepted += 1
            for name, terrain in zip(squares, squares_now, strict=True):
                counts[name][terrain] += 1
    return AreaTally(many, counts, passes)


def area_chances(columns: int = 3, rows: int = 2, rules: Ruleset | None = None) -> dict[str, dict[str, Fraction]]:
    """For each square the exact chance of each terrain on a table that stands."""
    squares, book = squares_of(COLUMNS.check(columns), ROWS.check(rows)), book_of(rules)
    needed, several, one = features_wanted(book, len(squares)), len(squares), _feature(book)
    results = {corner: check(f"{STEM}.terrain_square", rules=book, corner=corner) for corner in set(squares.values())}
    others = (several - 1) @ one if several > 1 else Dist([0])
    base = (several @ one).at_least(needed)

    def chance(terrain: str, p: Fraction) -> Fraction:
        return p * others.at_least(needed - has_feature(book, terrain)) / base

    return {
        name: {terrain: chance(terrain, p) for terrain, p in results[corner].items()}
        for name, corner in squares.items()
    }


def thrown_again(columns: int, rows: int, rules: Ruleset | None = None) -> str:
    """How likely a table has too little land and is thrown again, in words."""
    book = book_of(rules)
    if not book["rulings.reroll_open_table"]:
        return "The first roll counts, whatever it is."
    bad = check(f"{STEM}.table_attempt", rules=book, squares=columns * rows).event("all_open")
    lacks = "no land at all" if book["satisfactory.features"] == 1 else "too little land"
    return f"{percent_text(bad)} of all tables have {lacks}, and are rolled again."
