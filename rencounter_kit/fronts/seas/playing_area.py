"""A whole playing area of Salamis ad Actium: thrown square by square with the dice of the checks, and told.

>>> area = playing_area(seed=1)
>>> [f"{square.name} {square.terrain}" for square in area.squares][:2]
['A1 open_water', 'B1 open_water']
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from ...engine.dice.dist import d
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, plain, so_many, words
from ...workbook.mechanics.registry import check
from ...workbook.rulebook.book import Rule, Ruleset
from .square_chances import COLUMNS, ROWS, SEED, STEM, book_of, edges_of, features_wanted, has_feature, squares_of

OPEN = "open_water"
SPOTS = {"corner_1": (0, 2), "corner_2": (2, 2), "corner_3": (2, 0), "corner_4": (0, 0), "middle": (1, 1)}
"""Where in its square an island lies: halves of the room for its middle, from the southwest."""


class Landform(NamedTuple):
    """One piece of land.

    length, width : in cm.
    place : word of the placing table, "" where there is no choice.
    edge : side of the square on which a shore lies.
    lies : which way an island lies.
    shore : sandy or rocky.
    shallows, depth : before a sandy shore.
    stretches : what is on each part of the land.
    """

    kind: str
    length: int
    width: int
    place: str = ""
    edge: str = ""
    lies: str = ""
    shore: str = ""
    shallows: int = 0
    depth: int = 0
    stretches: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = [
            _EDGES.get(self.kind, "on the {} edge").format(self.edge) if self.edge else "",
            _PLACES.get(self.place, ""),
            f"lying {words(self.lies).replace(' ', ' to ')}" if self.lies else "",
        ]
        water = f"sandy, shallows {self.shallows} cm out, depth {self.depth}" if self.shore == "sandy" else "rocky"
        people = [words(one) for one in self.stretches if one != "open"]
        about = ", ".join(filter(None, [f"{self.length} x {self.width} cm", *where, water, *people]))
        return f"{'small island' if self.kind == 'two_small_islands' else words(self.kind)} ({about})"


_SIDES = ("north", "east", "south", "west")
_EDGES = {"corner_headland": "in the {} corner"}
_PLACES = {
    "left": "at its left end",
    "middle": "in the middle",
    "right": "at its right end",
    "corner_1": "in the northwest of the square",
    "corner_2": "in the northeast of the square",
    "corner_3": "in the southeast of the square",
    "corner_4": "in the southwest of the square",
}


class ThrownSquare(NamedTuple):
    """One square: its name, where it is from the northwest, the row of the terrain table, the land in it."""

    name: str
    column: int
    row: int
    terrain: str
    land: tuple[Landform, ...]

    def __str__(self) -> str:
        return f"{self.name}: {'; '.join(map(str, self.land)) or 'open water'}"


@dataclass(frozen=True)
class PlayingArea:
    """A table as it was thrown.

    passes : how often all squares were thrown.
    steps : every throw, told in order.
    marked : figures that it rests on and that are not simply printed.
    """

    columns: int
    rows: int
    squares: tuple[ThrownSquare, ...]
    passes: int
    wind: str
    strength: str
    sea: str
    seed: int
    steps: tuple[str, ...]
    marked: tuple[Rule, ...]
    rules: Ruleset

    @property
    def side(self) -> int:
        """The side of a square, in cm."""
        return int(self.rules["terrain_size.square"])

    @property
    def size(self) -> str:
        """How large it is, in words."""
        return f"Playing area of {self.columns * self.side} x {self.rows * self.side} cm"

    @property
    def title(self) -> str:
        """For the head of the map, with a word of warning where it rests on marked figures."""
        marks = ", ".join(dict.fromkeys(rule.mark for rule in self.marked))
        return f"{self.size} [{marks} figures]" if marks else self.size

    @property
    def weather(self) -> str:
        """Wind and sea in words."""
        air = {"still": "no wind"}.get(self.strength, f"{words(self.strength)} from the {self.wind}")
        return f"{air}; {words(self.sea)} sea"

    @cached_property
    def text(self) -> str:
        """The table in words, to set it up by."""
        size = self.rules["terrain_size.clear"]
        again = f", rolled {so_many(self.passes, 'time')}" if self.passes > 1 else ""
        return "\n".join(
            [
                f"{self.size}, {so_many(len(self.squares), 'square')} of {self.side} cm, seed {self.seed}{again}",
                (
                    "Columns A, B, ... from west to east, rows 1, 2, ... from north to south; "
                    "left and right as seen from the middle."
                ),
                "",
                *map(str, self.squares),
                "",
                f"Weather: {self.weather}.",
                f"Keep an island {size} cm from other land: move it a little where it comes nearer.",
                *(["", "Not printed in the rules as such:"] if self.marked else []),
                *(rule.guess for rule in self.marked),
            ]
        )

    def __str__(self) -> str:
        return self.text


class _Dice:
    """The dice of the checks, thrown one after another with one source of chance, and told."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.rules, self.rng = rules, random.Random(seed)
        self.steps: list[str] = []
        self.marked: dict[str, Rule] = {}

    def ask(self, where: str, name: str, **params: Any) -> Any:
        """What comes of a check."""
        answer = check(f"{STEM}.{name}", rules=self.rules, **params)
        self.marked.update((rule.path, rule) for rule in answer.marked)
        roll = answer.roll(self.rng)
        dice = ", ".join(f"{step.name} {step.face}" for step in roll.steps if step.die)
        self.steps.append(f"{where}: {dice + ': ' if dice else ''}{roll.words}")
        return roll.outcome

    def among(self, where: str, what: str, names: list[str]) -> str:
        """One of several places, each as likely."""
        if len(names) == 1:
            return names[0]
        face = d(len(names)).sample(self.rng)
        self.steps.append(f"{where}: {what} (d{len(names)}) {face}: {names[face - 1]}")
        return names[face - 1]


def playing_area(
    columns: int = 3,
    rows: int = 2,
    seed: int | None = None,
    *,
    region: str = "mediterranean",
    wind_setup: str = "random",
    port: str = "",
    rules: Ruleset | None = None,
) -> PlayingArea:
    """Throw a playing area for Salamis ad Actium, as the rules say: each square, then what its land is like, wind and
    sea.

    columns, rows : squares of the table, the long edge in the north.
    seed : the same one throws the same table; any when left out.
    region, wind_setup : as in ``salamis.wind_strength``.
    port : square with a port of the campaign, such as "B1".
    rules : with house rules.

    What the rules leave to the players is thrown for evenly: on which edge of its square a shore lies where there are
    several. Two small islands are placed again until they keep clear of each other.
    """
    columns, rows = COLUMNS.check(columns), ROWS.check(rows)
    seed = random.SystemRandom().randrange(10**6) if seed is None else SEED.check(plain(seed))
    book, edges = book_of(rules), edges_of(columns, rows)
    names = list(edges)
    if port and port not in names:
        raise RuleError(
            f"port must be one of the squares {names[0]} to {names[-1]}; got {as_text(port)}; try {names[0]}"
        )
    dice = _Dice(book, seed)
    terrain, passes = _satisfactory(dice, squares_of(columns, rows))
    land = [
        _land(dice, name, edges[name], terrains, port == name) for name, terrains in zip(names, terrain, strict=True)
    ]
    squares = tuple(
        ThrownSquare(name, number % columns, number // columns, terrain[number], land[number])
        for number, name in enumerate(names)
    )
    wind = dice.ask("Wind", "wind_direction")
    weather = {"region": region} if wind_setup == "random" else {}
    strength = dice.ask("Wind", "wind_strength", wind_setup=wind_setup, **weather)
    sea = dice.ask("Sea", "sea_state", wind=strength)
    steps, marked = tuple(dice.steps), tuple(dice.marked.values())
    return PlayingArea(columns, rows, squares, passes, wind, strength, sea, seed, steps, marked, book)


def _satisfactory(dice: _Dice, squares: dict[str, bool]) -> tuple[list[str], int]:
    """The terrain of all squares, and how many passes it took."""
    needed, passes = features_wanted(dice.rules, len(squares)), 0
    while True:
        passes += 1
        terrain = [dice.ask(name, "terrain_square", corner=corner) for name, corner in squares.items()]
        count = sum(has_feature(dice.rules, one) for one in terrain)
        if count >= needed:
            return terrain, passes
        dice.steps.append(f"{'Too little land' if count else 'Open water everywhere'}: all squares again")


def _land(dice: _Dice, name: str, edges: list[str], terrain: str, port: bool) -> tuple[Landform, ...]:
    """The land of a square, with all that is thrown for it."""
    if terrain == OPEN:
        return ()
    if terrain == "single_island":
        forms = {name: _island(dice, name, terrain, dice.ask(name, "square_position"))}
    elif terrain == "two_small_islands":
        both = [f"{name}, island {number}" for number in (1, 2)]
        spots = _two_spots(dice, name, both)
        forms = {where: _island(dice, where, terrain, spot) for where, spot in zip(both, spots, strict=True)}
    else:
        forms = {name: _coast(dice, name, edges or list(_SIDES), terrain)}
    return tuple(_detailed(dice, where, form, {"port": True} if port else {}) for where, form in forms.items())


def _island(dice: _Dice, where: str, terrain: str, spot: str) -> Landform:
    """An island, and which way it lies."""
    length, width = dice.rules[f"terrain_size.{terrain}"]
    return Landform(terrain, length, width, place=spot, lies=dice.ask(where, "island_orientation"))


def _two_spots(dice: _Dice, name: str, both: list[str]) -> list[str]:
    """Where two islands lie: thrown again until they keep clear of each other, if there are two such places at all."""
    length, _ = dice.rules["terrain_size.two_small_islands"]
    clear, side = dice.rules["terrain_size.clear"], dice.rules["terrain_size.square"]
    room = max(0, side - length - clear)

    def apart(one: str, other: str) -> bool:
        east, north = (a - b for a, b in zip(SPOTS[one], SPOTS[other], strict=True))
        return bool((east**2 + north**2) * room**2 >= (2 * (length + clear)) ** 2)

    places = check(f"{STEM}.square_position", rules=dice.rules)
    able = any(apart(one, other) for one, other in combinations(places, 2))
    while True:
        one, other = (dice.ask(where, "square_position") for where in both)
        if apart(one, other) or not able:
            return [one, other]
        dice.steps.append(f"{name}: too near each other, both again")


def _coast(dice: _Dice, name: str, edges: list[str], terrain: str) -> Landform:
    """A shore on one of these edges of its square, or a headland in a corner of the table."""
    size = dice.rules.group("terrain_size")
    headland, side = size["headland"].value, size["square"].value
    if terrain == "corner_headland":  # a narrow table has squares with several corners
        upper = dice.among(name, "corner", [edge for edge in edges if edge in ("north", "south")])
        beside = dice.among(name, "corner", [edge for edge in edges if edge in ("east", "west")])
        return Landform(terrain, headland, headland, edge=upper + beside)
    edge = dice.among(name, "edge", edges)
    juts = terrain == "headland_or_peninsula"
    length = size["shoreline" if juts else terrain].value
    spot = dice.ask(name, "shore_position") if length < side else ""
    return Landform(terrain, length, headland if juts else size["shore_depth"].value, place=spot, edge=edge)


def _detailed(dice: _Dice, where: str, form: Landform, port: dict[str, bool]) -> Landform:
    """With its shore, the water before it, and what is on each stretch of it."""
    form = form._replace(shore=dice.ask(where, "shore_detail", **port))
    if form.shore == "sandy":
        form = form._replace(shallows=dice.ask(where, "shallows_extent"), depth=dice.ask(where, "shallows_depth"))
    parts = -(-form.length // int(dice.rules["detail.stretch"]))
    return form._replace(stretches=tuple(dice.ask(where, "land_detail", **port) for _ in range(parts)))
