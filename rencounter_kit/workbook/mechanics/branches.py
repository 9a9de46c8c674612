"""The branch table of an answer: every way the dice can fall, in words and fractions."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from ...engine.dice.dist import Dist, Outcome
from ...engine.dice.scale import Scale
from ...engine.dice.throw import DICE, Consequence
from ...engine.dice.throw_tree import ThrowTree, Way, next_decision, settle
from ...engine.formats.html_table import html_table
from ...engine.formats.table import ExactTable
from ...engine.words.errors import RuleError
from ...engine.words.wording import always_text, as_text, chance_text, faces_text, fraction_text, percent_text, plain
from ...engine.work.progress import tell

if TYPE_CHECKING:
    import pandas as pd

USUAL, MOST = 400, 10_000  # ways of a table
FURTHER, RARE = "further dice", "one of these"  # what stands for several throws, and for several faces


class Branch(NamedTuple):
    """Faces of one throw that lead to the same.

    faces : in words, such as "1 to 7";
    share : how many of all, such as "7/12";
    chance : the same as a Fraction;
    to : a ``Fork`` where dice follow, else an outcome.
    """

    faces: str
    share: str
    chance: Fraction
    to: Fork | Outcome

    def __str__(self) -> str:
        return f"{self.faces} ({self.share})"


@dataclass(frozen=True)
class Fork:
    """One throw, at which the ways part.

    part : of which part of a turn, from 1; 0 where there is one only.
    folded : its branches stand for several throws, told by their outcomes alone.
    """

    name: str
    die: str
    branches: tuple[Branch, ...]
    part: int = 0
    folded: bool = False

    def begins(self, part: int) -> str:
        """What is said before its name after a throw of some part: that a new part of the turn begins."""
        return f"part {self.part}: " if self.part not in (0, part) else ""

    def __str__(self) -> str:
        return f"{self.name} ({self.die})" if self.die != DICE else self.name


class Leaf(NamedTuple):
    """One way to its end: the throws with the branch taken at each, the chance of the way, the outcome."""

    steps: tuple[tuple[Fork, Branch], ...]
    chance: Fraction
    outcome: Outcome


class FacesThrown(NamedTuple):
    """Faces of a throw that lead to the same.

    after : what may be thrown next, and what after that.
    """

    faces: tuple[Outcome, ...]
    after: frozenset[str]


class ThrownStep(NamedTuple):
    """One throw as it fell.

    faces : all that lead where this one leads, in words; empty where every face does.
    among : the same beside the face, such as "6 or less".
    ways : all faces, those that lead to the same together.
    """

    name: str
    die: str
    face: str
    faces: str
    among: str = ""
    ways: tuple[FacesThrown, ...] = ()

    def __str__(self) -> str:
        label = f"{self.name} ({self.die})" if self.die != DICE else self.name
        return f"{label}: {self.face}" + (f" ({self.among})" if self.among not in ("", self.face) else "")


class FallOfDice(NamedTuple):
    """One way that the dice fell, throw by throw, and what came of it."""

    steps: tuple[ThrownStep, ...]
    outcome: Outcome

    @property
    def way(self) -> tuple[str, ...]:
        """The branch of each throw that decided something, as a tree names it."""
        return tuple(step.faces for step in self.steps if step.faces)


def thrown(tree: Consequence, rng: random.Random) -> FallOfDice:
    """One throw of dice that remember what follows, at random."""
    steps, to = [], settle(tree)
    while isinstance(to, ThrowTree):
        way = to.each[Dist({place: way.weight for place, way in enumerate(to.each)}).sample(rng)]
        branch = next(one for one in to.branches if way.faces[0] in one.faces)
        face = faces_in_words(to, way.faces)
        decides = len(to.branches) > 1
        all_of_it = faces_in_words(to, branch.faces) if decides else ""
        ways = tuple(FacesThrown(one.faces, _after(one.to)) for one in to.branches)
        steps.append(ThrownStep(to.name, to.die, face, all_of_it, _among(to, branch.faces) if decides else "", ways))
        to = way.to
    return FallOfDice(tuple(steps), to)


def _after(to: Consequence) -> frozenset[str]:
    """The next throw, and those that may come after it."""
    if not isinstance(to, ThrowTree):
        return frozenset()
    return frozenset([to.name, *(way.to.name for way in to.each if isinstance(way.to, ThrowTree))])


class Branches:
    """Every way the dice of an answer can fall; prints as an indented tree, shows as a table in a notebook.

    title : what is told.
    part : which part of it, where that is not all.
    tree : the dice as throws that remember what follows.
    words : of an outcome.
    scale : of named outcomes.
    most : ways at most, 1 to 10,000. Faces that lead to the same are one branch, and a throw that decides nothing is
        left out. Of a process it is the first turn, which ends in some way or goes on.

    Where there are more ways than ``most``, throws are opened in the order of their chance, the likeliest first, and
    what is left becomes a throw called "further dice" with the exact chance of each outcome. So a reader meets in full
    what happens most, and nothing is missing: the chances of all ways, added up by outcome, are those of the answer.

    ``root`` : the first ``Fork``; the outcome itself where no dice decide.
    Raises ``RuleError`` for a wrong ``most``.

    >>> import rencounter_kit as rk
    >>> print(rk.check("rencounter.duck_back").branches())
    Does he duck back behind cover?
    action (d6)
      1 and 2: 2/6 = 33.3 %, stays
      3 to 6: 4/6 = 66.7 %, ducks
    """

    def __init__(
        self,
        title: str,
        part: str,
        tree: Consequence,
        words: Callable[[Outcome], str],
        scale: Scale | None,
        most: int = USUAL,
    ) -> None:
        self.title, self.part = f"{title.rstrip('?')}: {part}" if part else title, part
        self.words, self.scale, self.most = words, scale, _checked(most)
        self._tree = next_decision(tree)
        self.root: Fork | Outcome = _unfolded(self._tree, self.most, len, self.words)

    def folded(self, most: int, deep: int) -> Fork | Outcome:
        """The root of a tree of so many ways and throws in a row, for a picture: what is folded ends its way."""
        return _unfolded(self._tree, _checked(most), lambda dist: 1, self.words, deep)

    @property
    def leaves(self) -> Iterator[Leaf]:
        """Every way to its end."""
        return _leaves(self.root, (), Fraction(1))

    @property
    def chances(self) -> dict[Outcome, Fraction]:
        """The chances of all ways added up by outcome."""
        chances: dict[Outcome, Fraction] = {}
        for leaf in self.leaves:
            chances[leaf.outcome] = chances.get(leaf.outcome, Fraction(0)) + leaf.chance
        return chances

    def rows(self) -> list[tuple[str, Fraction, str]]:
        """The table: each way in words, its exact chance, its outcome in words."""
        return [(way_text(steps), p, self.words(outcome)) for steps, p, outcome in self.leaves]

    def table(self) -> pd.DataFrame:
        """The same as a DataFrame: columns ``way``, ``chance`` (an exact Fraction) and ``outcome``, a row for each way.

        >>> import rencounter_kit as rk
        >>> rk.check("realms_of_myth.task", chance=35).branches().table()
                              way chance  outcome
        0    task 1 to 35 (35/100)   7/20  success
        1  task 36 to 100 (65/100)  13/20  failure
        """
        import pandas as pd

        return pd.DataFrame(self.rows(), columns=["way", "chance", "outcome"])

    def as_table(self) -> ExactTable:
        """The same to be written in any format."""
        return ExactTable(("way", "chance", "outcome"), self.rows(), self.title)

    def __str__(self) -> str:
        if not isinstance(self.root, Fork):
            return f"{self.title}\n{always_text(self.words(self.root))}"
        return "\n".join([self.title, *self._lines(self.root, Fraction(1))])

    __repr__ = __str__

    def _lines(self, fork: Fork, reached: Fraction, part: int = 0, indent: str = "") -> Iterator[str]:
        yield f"{indent}{fork.begins(part)}{fork}"
        for branch in fork.branches:
            p = reached * branch.chance
            line = f"{indent}  {branch.faces}: {branch.share} = {percent_text(branch.chance)}"
            if isinstance(branch.to, Fork):
                yield line
                yield from self._lines(branch.to, p, fork.part, indent + "    ")
                continue
            line += "" if fork.folded else f", {self.words(branch.to)}"
            yield line + (f"; in all {fraction_text(p)} = {percent_text(p)}" if reached < 1 else "")

    def _repr_html_(self) -> str:
        rows = ((way, chance_text(p), outcome) for way, p, outcome in self.rows())
        return html_table(("way", "chance", "outcome"), rows, "rk-branches", self.title)


def _checked(most: object) -> int:
    most = plain(most)
    if type(most) is not int or not 1 <= most <= MOST:
        raise RuleError(f"most must be a whole number of ways from 1 to {MOST:,}; got {as_text(most)}; try {USUAL}")
    return most


def _leaves(to: Consequence, steps: tuple[tuple[Fork, Branch], ...], reached: Fraction) -> Iterator[Leaf]:
    if not isinstance(to, Fork):
        yield Leaf(steps, reached, to)
        return
    for branch in to.branches:
        yield from _leaves(branch.to, (*steps, (to, branch)), reached * branch.chance)


def way_text(steps: Sequence[tuple[Fork, Branch]]) -> str:
    """A way in words: "to hit 1 to 7 (7/12), severity 1 (1/12)"."""
    parts = [0, *[fork.part for fork, _ in steps]]
    throws = [f"{fork.begins(part)}{fork.name} {branch}" for part, (fork, branch) in zip(parts, steps, strict=False)]
    return ", ".join(throws) or "no dice decide"


# From what is remembered to what is told ------------------------------------------------------------------------------


class _Place:
    """Where a way has come to while the tree is opened.

    to : what follows there.
    chance : in all.
    depth : throws before it.
    faces, share : of the branch that leads there.
    name : of the throw that it becomes if it stays closed.
    inside : the ways on from there, once it is open.
    """

    def __init__(
        self, to: Consequence, chance: Fraction, depth: int = 0, faces: str = "", share: str = "", name: str = FURTHER
    ) -> None:
        self.to, self.chance, self.depth, self.faces, self.share, self.name = to, chance, depth, faces, share, name
        self.inside: list[_Place] = []

    def ways(self, least: Fraction) -> list[_Place]:
        """The ways on; those that are less likely than ``least`` are joined to one."""
        weights = [way.weight for way in self.to.branches]
        total, of_faces = sum(weights), self.to.die != DICE

        def place(ways: Sequence[Way], to: Consequence, name: str = FURTHER) -> _Place:
            faces, weight = {face for way in ways for face in way.faces}, sum(way.weight for way in ways)
            part = Fraction(weight, total)
            share = f"{weight}/{total}" if of_faces else fraction_text(part)
            return _Place(to, self.chance * part, self.depth + 1, faces_in_words(self.to, faces), share, name)

        rare = [self.chance * weight < least * total for weight in weights]
        if sum(rare) < 2:
            return [place([way], next_decision(way.to)) for way in self.to.branches]
        likely = [
            place([way], next_decision(way.to)) for way, few in zip(self.to.branches, rare, strict=True) if not few
        ]
        ways = [way for way, few in zip(self.to.branches, rare, strict=True) if few]
        joined = Dist({i: way.weight for i, way in enumerate(ways)}).map(lambda i: ways[i].to)
        return [*likely, place(ways, joined, FURTHER if any(isinstance(way.to, Dist) for way in ways) else RARE)]

    def fork(self, words: Callable[[Outcome], str]) -> Fork | Outcome:
        """What is told from here on."""
        if not isinstance(self.to, Dist):
            return self.to
        if isinstance(self.to, ThrowTree) and self.inside:
            inside = [Branch(one.faces, one.share, one.chance / self.chance, one.fork(words)) for one in self.inside]
            return Fork(self.to.name, self.to.die, tuple(inside), self.to.part)
        ends = [Branch(words(end), fraction_text(p), p, end) for end, p in self.to.items()]
        return Fork(self.name, DICE, tuple(ends), folded=True)


def _unfolded(
    root: Consequence, most: int, size: Callable[[Dist], int], words: Callable[[Outcome], str], deep: int | None = None
) -> Fork | Outcome:
    """The tree opened up to ``most`` ways; a throw that stays closed counts as many as ``size`` says."""

    def ways(places: Sequence[_Place]) -> int:
        return sum(size(one.to) if isinstance(one.to, Dist) else 1 for one in places)

    start = _Place(root, Fraction(1))
    number, waiting, reached = count(1), [(Fraction(-1), 0, start)], ways([start])
    while waiting:
        place = heappop(waiting)[-1]
        tell(reached, most)
        if not isinstance(place.to, ThrowTree) or place.depth == deep:
            continue
        for least in (Fraction(0), Fraction(1, most)):
            inside = place.ways(least)
            more = ways(inside) - ways([place])
            if len(inside) > 1 and reached + more <= most:
                place.inside, reached = inside, reached + more
                for one in inside:
                    heappush(waiting, (-one.chance, next(number), one))
                break
    return start.fork(words)


def faces_in_words(throw: ThrowTree, faces: Collection[Outcome]) -> str:
    """Some faces of a throw, in their order, in words."""
    in_words = throw.says or faces_text
    return in_words([face for way in throw.each for face in way.faces if face in faces])


def _among(throw: ThrowTree, faces: Collection[Outcome]) -> str:
    """The same, as one says it of a face that is among them: "6 or less" where these are the lowest."""
    every = [face for way in throw.each for face in way.faces]
    on_faces = [face for face in every if face in faces]
    if throw.says or len(on_faces) < 2 or len(on_faces) == len(every) or not all(type(face) is int for face in every):
        return faces_in_words(throw, faces)
    if on_faces == every[: len(on_faces)]:
        return f"{on_faces[-1]} or less"
    return f"{on_faces[0]} or more" if on_faces == every[-len(on_faces) :] else faces_in_words(throw, faces)
