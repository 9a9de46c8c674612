"""Men with names: figures of a game, each with what belongs to it, and how one fills a side of any check. A roster is
a text, ``[[figure]]`` after ``[[figure]]``; what a figure has is said in words that all checks of the game share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from types import MappingProxyType

from ...engine.files.read_file import UnreadError, read_file
from ...engine.formats.table import ExactTable
from ...engine.words.errors import RuleError
from ...engine.words.typed import meant
from ...engine.words.wording import Spelling, as_text, nearest, one_line, so_many
from ..mechanics.check import Check
from ..mechanics.labels import asked_by_rules, heading_of, shared_beginning
from ..mechanics.parameter import Parameter, Whole
from ..mechanics.procedures import box_sides
from ..mechanics.processes.process import Process
from ..mechanics.registry import checks
from ..rulebook.book import Ruleset, rules as book_of
from ..rulebook.code import MARK, packed, unpacked
from ..rulebook.library import game as game_of, games, has, kept
from ..rulebook.section import Section
from ..rulebook.text import Value
from ..rulebook.toml_text import TomlText, in_toml
from .measure import Report

A, B = SIDES = "AB"  # he who acts, shoots or is named first; and the other
GROUPS = {A: ("figure", "weapon"), B: ("target",)}  # of the parameters that are of a side
LONGEST, LONGEST_NAME, LONGEST_NOTE, MOST = 50_000, 40, 300, 60  # letters of a text, a name, a note; figures
_FILE = re.compile(rf"[^\n]+\.toml|(?!.*{MARK})[^=[\n]+")  # what is no text and no code
_ABOUT = ("name", "note")
_PLAIN = (False, 0, None, "none", "no", ())  # of a trait: nothing of the kind


@dataclass(frozen=True)
class NamedFigure:
    """A man by his name.

    traits : what he has, by the word that all checks share, such as ``{"armor": 3}``.
    note : who he is.
    """

    name: str
    traits: Mapping[str, Value] = field(hash=False)
    note: str = ""

    def description(self, spelling: Spelling) -> str:
        """What he has, in words."""
        return spelling.settings({name: value for name, value in self.traits.items() if value})

    @property
    def text(self) -> str:
        """He as lines of a roster."""
        about = [f"{key} = {in_toml(value)}" for key in _ABOUT if (value := getattr(self, key))]
        return "\n".join(["[[figure]]", *about, *(f"{name} = {in_toml(v)}" for name, v in self.traits.items())])


class Roster(Report, Mapping[str, NamedFigure]):
    """Named figures of a game, by their names.

    game : its short name.
    """

    def __init__(self, game: str, figures: Sequence[NamedFigure]) -> None:
        self.game = game
        self._figures = {figure.name: figure for figure in figures}

    def __getitem__(self, name: str) -> NamedFigure:
        if (figure := self.called(name)) is None:
            near = nearest(str(name), self._figures) or f"; there are {', '.join(self._figures) or 'none'}"
            raise RuleError(f"a figure must be one of the roster; got {as_text(name)}{near}")
        return figure

    def __iter__(self) -> Iterator[str]:
        return iter(self._figures)

    def __len__(self) -> int:
        return len(self._figures)

    def __contains__(self, name: object) -> bool:
        return name in self._figures

    def called(self, name: str) -> NamedFigure | None:
        """Him whom a name means, or a word that one name alone has; ``None`` where that is nobody.

        >>> ready("rencounter").called("knight").name, ready("rencounter").called("hussar").name
        ('Knight', 'Hussar officer')
        """
        having = [one for one in self._figures if str(name).casefold() in one.casefold().split()]
        match = meant(str(name), self._figures) or (having[0] if len(having) == 1 else None)
        return self._figures[match] if match is not None else None

    def head(self) -> str:
        title = book_of(self.game).title
        return f"{title}: {so_many(len(self), 'figure')}" if self else f"{title} has no men with names"

    def cells(self) -> list[Sequence[str]]:
        spelling = book_of(self.game).spelling
        return [("figure", "has"), *((one.name, one.description(spelling)) for one in self.values())]

    def as_table(self) -> ExactTable:
        every = list(dict.fromkeys(trait for one in self.values() for trait in one.traits))
        lines = [(one.name, *(one.traits.get(trait, "") for trait in every)) for one in self.values()]
        return ExactTable(("figure", *every), lines, self.head(), read=self.cells())

    @property
    def text(self) -> str:
        """The roster as lines of TOML, to keep in a file."""
        return "\n\n".join([f'game = "{self.game}"', *(one.text for one in self.values())]) + "\n"

    @property
    def code(self) -> str:
        """The roster as a code to send."""
        return packed(self.text)

    def keep(self, *figures: NamedFigure) -> Roster:
        """The roster with further figures; one of the same name takes the place of the other."""
        every = {**self._figures, **{one.name: one for one in figures}}
        return Roster(self.game, list(every.values()))

    def only(self, *names: str) -> Roster:
        """Some of the figures, in this order."""
        return Roster(self.game, [self[name] for name in names])

    def sides(self, check: str | Check, a: str, b: str = "", *, rules: Ruleset | None = None) -> dict[str, Value]:
        """The parameters of a check for two figures: ``a`` acts, shoots or is A; ``b`` is the target or B.

        >>> roster("rencounter").sides("rencounter.fire", "Grenadier", "Pikeman")["target_armor"]
        2
        """
        check = check if isinstance(check, Check) else checks[check]
        return matched(check, check.ruleset(rules), self[a], self[b] if b else None)


# Read -----------------------------------------------------------------------------------------------------------------


def roster(source: str | Path | Roster, *, files: bool = True) -> Roster:
    """Men with names.

    source : a game, for its ready figures; or a roster of your own: its text, its code, or the path of its file.
    files : false where somebody else may have written it, who is not to name files here.

    Raises ``RuleError`` in one sentence, with its line, for what no figure of that game can have.

    >>> import rencounter_kit as rk
    >>> men = rk.roster("rencounter")
    >>> men["Pikeman"].traits["weapon"], rk.roster(men.code) == men
    ('pike', True)
    """
    if isinstance(source, Roster):
        return source
    if not isinstance(source, (str, Path)):
        raise RuleError(f"a roster must be a game or a text; got {as_text(source)}; try rk.roster('rencounter')")
    if has(source):
        return ready(str(source))
    text = str(source)
    if files and (isinstance(source, Path) or _FILE.fullmatch(text)):
        try:
            text = read_file(Path(source).expanduser(), LONGEST)
        except UnreadError as error:
            got = f"{as_text(text)}: {error}{nearest(text, games())}"
            raise RuleError(f"a roster must be a game, or a file that can be read; got {got}") from None
    document = TomlText("a roster", "\n".join(unpacked(text)), LONGEST)
    return roster_in(Section(document, "", document.tree))


def roster_in(section: Section) -> Roster:
    """The roster of a text, or of a part of one."""
    section.only(("game", "figure"))
    section.needs(("game",))
    game = game_of(section.words("game")).stem
    figures = [_figure(one, game) for one in section.each("figure", MOST)]
    names = [one.name for one in figures]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise RuleError(f"each figure must have a name of its own; got {as_text(twice)} twice; rename one")
    return Roster(game, figures)


@kept
def ready(game: str) -> Roster:
    """The ready figures of a game; none where it has none."""
    own_game = game_of(game)
    figures = own_game.section("figure") or facts(game).get("figure", [])
    return roster_in(Section(own_game, "", {"game": game, "figure": figures}))


@kept
def facts(game: str) -> Mapping[str, Value]:
    """What the file of a game's ready figures says: these, the check of their ``price``, a ``campaign``."""
    return game_of(game).beside(f"rosters/{game}.toml")


def _figure(section: Section, game: str) -> NamedFigure:
    """A figure of a text; ``LineError`` for what it cannot have."""
    all_traits, spelling = traits(game), book_of(game).spelling
    values: dict[str, Value] = {}
    for key, value in section.entries.items():
        if key in _ABOUT:
            continue
        trait = meant(key, all_traits, spelling=spelling)
        if trait is None:
            near = nearest(key, all_traits) or f"; it may have {', '.join(all_traits)}"
            raise section.fault(key, f"a figure of {game} must have what its checks ask for; got {as_text(key)}{near}")
        try:
            values[trait] = _right(all_traits[trait], trait, tuple(value) if isinstance(value, list) else value)
        except RuleError as error:
            raise section.right(key, error) from None
    return NamedFigure(section.words("name", longest=LONGEST_NAME), values, section.words("note", "", LONGEST_NOTE))


def _right(parameters: Sequence[Parameter], trait: str, value: Value) -> Value:
    """A value that one at least of the parameters of that trait takes."""
    for one in parameters:
        with suppress(RuleError):
            return one.check(value)
    raise replace(parameters[0], name=trait).refuse(value)


# What belongs to a figure ---------------------------------------------------------------------------------------------


@kept
def traits(game: str) -> Mapping[str, tuple[Parameter, ...]]:
    """What figures of a game can have, with the parameters that ask for it."""
    by_trait: dict[str, dict[Parameter, None]] = {}
    for check, side in product(checks.of(game), SIDES):
        for trait, p in side_parameters(check, side).items():
            by_trait.setdefault(trait, {})[p] = None
    return MappingProxyType({trait: tuple(every) for trait, every in by_trait.items()})


@kept
def _own(game: str) -> frozenset[str]:
    """The traits that some check asks of him who acts; others are of the moment, as the range is."""
    return frozenset(trait for check in checks.of(game) for trait in side_parameters(check, A))


@kept
def _lasting(game: str) -> frozenset[str]:
    """The traits that a man keeps whichever side he is on."""
    return _own(game).intersection(trait for check in checks.of(game) for trait in side_parameters(check, B))


def side_parameters(check: Check, side: str) -> dict[str, Parameter]:
    """What a check asks of a side, by trait."""
    by_trait: dict[str, Parameter] = {}
    for p in check.parameters.values():
        if p.group in GROUPS[side]:
            by_trait.setdefault(p.trait or p.name, p)
    return by_trait


def sides_of(check: Check) -> dict[str, str]:
    """The sides on which a man can stand, with what the pages call them."""
    names = {side: [p.name for p in side_parameters(check, side).values()] for side in SIDES}
    return {s: heading_of(GROUPS[s][0], shared_beginning(each), check.spelling) for s, each in names.items() if each}


def _own_values(check: Check, rules: Ruleset, figure: NamedFigure, side: str) -> dict[str, Value]:
    """The parameters of a side that a figure says himself."""
    parameters = side_parameters(check, side).items()
    return {p.name: p.by(rules).check(figure.traits[trait]) for trait, p in parameters if trait in figure.traits}


def filled(check: Check, rules: Ruleset, figure: NamedFigure, side: str) -> dict[str, Value]:
    """The parameters of a side for a figure. What he does not say himself, and another check works out of what he says,
    as his Armour Class of his armour, is taken from that, by these rules.
    """
    values = _own_values(check, rules, figure, side)
    for p in side_parameters(check, side).values():
        if p.name in values or not p.takes or not isinstance(p, Whole) or side_parameters(source := checks[p.takes], B):
            continue
        if (number := certain(source, rules, figure)) is not None:
            values[p.name] = p.by(rules).check(number)
    return values


def certain(check: Check, rules: Ruleset, figure: NamedFigure) -> int | None:
    """The answer of a check about one figure, where he says something of it and it is one certain number."""
    if not (values := _own_values(check, rules, figure, A)):
        return None
    outcomes = list(check(rules=rules, **check.without_resting(rules, values)))
    return outcomes[0] if len(outcomes) == 1 and type(outcomes[0]) is int else None


def matched(
    check: Check,
    rules: Ruleset,
    a: NamedFigure | None,
    b: NamedFigure | None,
    params: Mapping[str, Value] | None = None,
) -> dict[str, Value]:
    """The parameters of a check for one figure or two, and what is given besides; without what does not count then."""
    values = dict(check.named(params or {}))
    for figure, side in ((a, A), (b, B)):
        if figure is None:
            continue
        if not side_parameters(check, side):
            raise RuleError(f"{check.id} must ask something of {side}; got {figure.name}, of whom it asks nothing")
        try:
            values = {**filled(check, rules, figure, side), **values}
        except RuleError as error:
            raise RuleError(f"{figure.name}: {error}") from None
    return check.without_resting(rules, values)


def replaced(
    check: Check, rules: Ruleset, figure: NamedFigure, side: str, params: Mapping[str, Value]
) -> dict[str, Value]:
    """What is set, with another man on one side: nothing that lasts stays of him who stood there."""
    traits = side_parameters(check, side)
    mine = matched(check, rules, *((figure, None) if side == A else (None, figure)))
    if not mine:
        wanted = ", ".join(map(check.spelling.words, traits))
        raise RuleError(
            f"a figure must have something that is asked here, {wanted}; got {figure.name}, who has none of it"
        )
    lasting = {p.name for trait, p in traits.items() if trait in _lasting(check.stem)}
    return mine | {name: value for name, value in params.items() if name not in lasting | mine.keys()}


def figure_of(check: Check, params: Mapping[str, Value], side: str, name: str, note: str = "") -> NamedFigure:
    """The man on a side of a check as it is set: what lasts, and all else of his own that is not as usual.

    >>> figure_of(checks["rencounter.duel"], {"a_armor": 3, "b_armor": 1}, "B", "Tom").traits["armor"]
    1
    """
    name = one_line(" ".join(name.split()), LONGEST_NAME)
    if not name:
        raise RuleError("a figure must have a name; got none; write one, such as Tom")
    values, by_trait = {**{n: p.default for n, p in check.parameters.items()}, **params}, dict[str, Value]()
    for trait, p in side_parameters(check, side).items():
        value = values[p.name]
        lasts = trait in _lasting(check.stem) and not p.rare and value not in _PLAIN
        if value is not None and (lasts or (value != p.default and trait in _own(check.stem))):
            by_trait[trait] = value
    return NamedFigure(name, by_trait, note)


def keeping_text(check: Check, params: Mapping[str, Value], side: str, figure: NamedFigure) -> str:
    """That the man on a side is kept, and what house rules ask of him that is not."""
    other = box_sides(check)[side == A]
    boxes = {name: label for name, label in asked_by_rules(check).items() if not (other and name.startswith(other))}
    left = ", ".join(dict.fromkeys(label for name, label in boxes.items() if params.get(name)))
    kept = f"{figure.name} is kept: {figure.description(check.spelling)}."
    return f"{kept} Not kept: {left}, which belongs to the situation." if left else kept


def as_usual(check: Check, figure: NamedFigure, params: Mapping[str, Value]) -> dict[str, Value]:
    """What a check fills in for a man, by trait: of what all ready ones of the game have, where he has none of it."""
    every = [set(one.traits) for one in ready(check.stem).values()] or [set[str]()]
    common = set.intersection(*every)
    return {
        trait: p.default
        for side in SIDES
        for trait, p in side_parameters(check, side).items()
        if trait in common and trait not in figure.traits and p.name not in params
    }


def two_sided(game: str, men: Roster | None = None) -> list[Check]:
    """The checks in which one figure can meet another; of a roster, those that ask something of it on both sides."""
    common = {trait for one in men.values() for trait in one.traits} if men else set(traits(game))
    return [one for one in checks.of(game) if all(common & side_parameters(one, side).keys() for side in SIDES)]


def main_fight(game: str, men: Roster) -> Check:
    """The fight of a game that asks most of both sides alike; of a roster, what its figures have."""

    def alike(check: Check) -> tuple[bool, int, int]:
        both = side_parameters(check, A).keys() & side_parameters(check, B).keys()
        return isinstance(check, Process), sum(len(both & one.traits.keys()) for one in men.values()), len(both)

    return max(two_sided(game, men) or two_sided(game), key=alike)
