"""A game's figures as data: read by path, each with its source, changed by house rules in a layer of their own.

>>> from rencounter_kit import rules
>>> book = rules("rencounter")
>>> book["fire.range.long"]
-4
>>> ours = book.with_house_rules("fire.range.long = -3", name="Our table")
>>> print(ours.rule("fire.range.long"))
-3 long range  Our table (was -4, Fire Combat: Range)
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from heapq import nlargest
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, SupportsIndex, TypeAlias

from ...engine.dice.amendment import AmendedText, Amendment
from ...engine.dice.dist import Dice
from ...engine.dice.notation import EXAMPLES, dice_of, nearest_dice, notation, worded
from ...engine.words.errors import NoRowError, RuleError
from ...engine.words.wording import AS_WRITTEN, Spelling, as_text, faces_text, signed
from . import figure_kind
from .added import LARGEST, MOST, Addition, Modifier, name_in, refuse_path
from .library import SECTIONS, Game, Place, game, games, has, once
from .line_dice import dice_text
from .places import FileError, together
from .procedures import MOST_ON_DICE, Procedure, addition_of
from .shape import check_shape
from .text import Value, bands, figure_text, figure_words, read, written_line
from .words import HEADING as WORDS

__all__ = [
    "MARKS",
    "Rule",
    "RuleError",
    "Ruleset",
    "Value",
    "bands",
    "figure_text",
    "load",
    "playable",
    "rules",
    "spans",
    "systems",
]

MARKS = {  # of what is not simply printed, each with whose figure it is
    "assumed": "assumed by us, since the book does not say",
    "reconstructed": "reconstructed by us from the book",
    "placeholder": "our placeholder, since the book has nothing",
    "experimental": "experimental, as the book itself says",
}
_INHERITED = ("source", "label", "mark", "note", "looked_up", "choices", "threshold", "face_of")
_GROUP_KEYS = (*_INHERITED, "covers")
_BOOK = "the book"
DICE_HEADING = "dice."  # below it stand the dice of a game
_COVERED_DICE = re.compile(r"(?P<below>\.\.)?(?:(?P<times>\d{1,2}) x )?(?P<path>dice\.\w+)(?P<above>\.\.)?")
_LIKELY = 10
NOT_IN_BOOK = "not in the book"


Ride: TypeAlias = tuple[str, Amendment, str]  # dice by their path, what rides on them; on those of which side alone
_OTHER_SIDE = {"": "", "a": "b", "b": "a"}


class FigureError(RuleError):
    """What is wrong with a figure of a data file.

    path : where it stands.
    """

    def __init__(self, path: str, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path


@dataclass(frozen=True, slots=True)
class Rule:
    """One figure or switch of a game.

    path : where it stands, such as ``fire.range.long``.
    value : the figure.
    source : section of the rule text.
    label : its name in words.
    mark : "" or why it is not simply printed there (one of ``MARKS``).
    note : a remark.
    choices : what it may be, for a switch or a word.
    was : the rule that a house rule replaced.
    looked_up : does no answer rest on it, so that the players look it up themselves?
    low, high : what it may be, both included, for a figure that a player may also give as a parameter.
    ask : the question whether it counts, for a modifier that counts or does not.
    rows : a table that a player may give, empty by the book: what the two numbers of each row are.
    threshold : is twice the figure not twice of anything, since something begins or ends there, or less is more?
    face_of : the dice whose face it is, by their paths; "..dice.x" where all faces below count with it, "dice.x.."
        where all above do.
    adds : for a modifier or a roll that the book does not have, what is said of it.
    spelling : how the names of its game are read.
    """

    path: str
    value: Value
    source: str
    label: str
    mark: str = ""
    note: str = ""
    choices: tuple[Value, ...] = ()
    was: Rule | None = None
    looked_up: bool = False
    low: int = -LARGEST
    high: int = LARGEST
    ask: str = ""
    rows: str = ""
    threshold: bool = False
    face_of: str = ""
    adds: Addition | None = None
    spelling: Spelling = field(default=AS_WRITTEN, compare=False, repr=False)

    def times(self, number: int) -> Rule:
        """The same rule counted ``number`` times, as for each wound point; -1 turns it round."""
        if number == 1:
            return self
        label = self.label if number == -1 else f"{self.label} (x {number})"
        return replace(self, value=self.value * number, label=label)

    @property
    def guess(self) -> str:
        """Whose figure it is where it is not simply printed, and why; "" for one that is."""
        return f"{MARKS[self.mark]}: {self.label}" + (f" ({self.note})" if self.note else "") if self.mark else ""

    @property
    def citation(self) -> str:
        """Where the figure comes from, with its mark; for a house rule also what it was."""
        mark = f" [{self.mark}]" if self.mark else ""
        if self.was is None:
            return self.source + mark
        if self.adds:
            return f"{self.source} ({NOT_IN_BOOK})"
        return f"{self.source} (was {figure_text(self.was.value)}, {self.was.citation})"

    @property
    def entry(self) -> Value:
        """What a line of house rules gives for it: the figure, or all of a modifier that the book does not have."""
        return self.adds or self.value

    @property
    def description(self) -> str:
        """What it is, in words; of a modifier that the book does not have also when it counts."""
        has_cases = self.adds and (not self.adds.ask or isinstance(self.adds, Procedure))
        return f"{self.label}: {self.adds.cases(self.spelling)}" if self.adds and has_cases else self.label

    @property
    def before(self) -> str:
        """What it was by the book, in words."""
        return "none" if self.adds else (self.was or self).value_text

    @property
    def value_text(self) -> str:
        """What it says, in words."""
        return figure_words(self.value, self.spelling)

    def with_value(self, value: Value) -> Rule:
        """The same rule with another figure, or another modifier in its place."""
        if not isinstance(value, Addition):
            return replace(self, value=value)
        return replace(self, value=value.value, label=value.label(self.path, self.spelling), adds=value)

    @property
    def is_dice(self) -> bool:
        """Is it dice, in dice notation?"""
        return self.path.startswith(DICE_HEADING)

    @property
    def options(self) -> tuple[Value, ...]:
        """What a switch may be; empty for a figure."""
        return (True, False) if isinstance(self.value, bool) else self.choices

    def holds(self, value: object) -> bool:
        """Does it say so already, however ``value`` is written?"""
        if isinstance(value, Addition):
            return self.adds == value if value.value else not self.value
        if self.is_dice:
            return dice_text(value) == self.value
        if isinstance(value, str) and isinstance(self.value, str) and not self.choices and re.match(r"[\s.\d-]", value):
            return sorted(bands(value)) == sorted(bands(self.value))
        return bool(value == self.value) and isinstance(value, bool) == isinstance(self.value, bool)

    def __str__(self) -> str:
        if isinstance(self.adds, Procedure):
            return f"{self.adds.cases(self.spelling)}  {self.citation}"
        value = signed(self.value) if type(self.value) in (int, float) else figure_text(self.value)
        return f"{value} {self.label}  {self.citation}"


class Ruleset(Mapping[str, Value]):
    """All rules of one game, by path; immutable. ``ruleset[path]`` is the figure, ``.rule(path)`` the whole rule."""

    _before_rides: Ruleset  # those on whose dice the last rides were laid

    def __init__(
        self,
        stem: str,
        title: str,
        name: str,
        rules: Mapping[str, Rule],
        covers: Mapping[str, str],
        example: str = "",
        asks: Mapping[str, Any] | None = None,
        spelling: Spelling = AS_WRITTEN,
    ) -> None:
        self.stem = stem
        self.title = title
        self.name = name
        self._rules = dict(rules)
        self._covers = dict(covers)
        self._example = example
        self.spelling = spelling  # how the names of the game are read
        self.asks = asks or {}  # what the checks ask, a line each (``mechanics/asks.py``); no house rule changes it
        self._values = {path: rule.value for path, rule in self._rules.items()}
        self.rides: tuple[tuple[Ride, ...], ...] = ()  # what rides on dice besides, as checks say it one in the other
        self.is_sided = False  # does something ride there for one side alone?
        self._amend([ride for rule in self._rules.values() for ride in self._always(rule)])
        self._hash = hash((stem, frozenset(self._values.items())))
        self._groups: dict[str, dict[str, Rule]] = {}
        for path, rule in self._rules.items():
            if not rule.adds:  # it is in no table of the book
                group, _, leaf = path.rpartition(".")
                self._groups.setdefault(group, {})[leaf] = rule
        self._bands = {group: self._read_table(group, span) for group, span in self._covers.items()}

    def _always(self, rule: Rule) -> Iterator[Ride]:
        """What rides on dice whatever is asked, by a rule that the book does not have."""
        if isinstance(rule.adds, Procedure) and rule.adds.is_always:
            yield rule.adds.rides, rule.adds.amendment(rule.path, self.spelling, self._values.__getitem__), ""

    def _amend(self, rides: Iterable[Ride]) -> None:
        """The dice with what rides on them, for ``a`` and where no side is asked for."""
        for dice, amendment, side in rides:
            if side != "b":
                before = self._values[dice]
                plain, so_far = (before.plain, before.amendments) if isinstance(before, AmendedText) else (before, ())
                others = (one for one in so_far if one.path != amendment.path)
                self._values[dice] = AmendedText(plain, (*others, amendment))

    def riding(self, rides: tuple[Ride, ...]) -> Ruleset:
        """The same rules with more riding on their dice, as a check says it of what it is asked."""
        return self._seen(_riding(self.plain, rides)) if rides else self

    def of_side(self, side: str) -> Ruleset:
        """The rules as he has them who rolls: where that is ``b``, he is ``a`` in them, and the other is ``b``."""
        if side == "a" or not self.is_sided:
            return self
        swapped = tuple((*ride[:2], _OTHER_SIDE[ride[2]]) for ride in self.rides[-1])
        return self._seen(_riding(self._before_rides, swapped))

    def _seen(self, rules: Ruleset) -> Ruleset:
        """Other rules as these are looked at."""
        return rules

    @cached_property
    def amended(self) -> frozenset[str]:
        """The dice on which something rides."""
        return frozenset(path for path, value in self._values.items() if isinstance(value, AmendedText))

    def __getitem__(self, path: str) -> Value:
        try:
            return self._values[path]
        except KeyError:
            raise RuleError(self._unknown(path)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, path: object) -> bool:
        return path in self._values

    def get(self, path: str, default: Value = None) -> Value:
        """The figure at a path, or ``default``."""
        return self._values.get(path, default)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ruleset):
            return NotImplemented
        mine, his = ((r.stem, r.rides, r._rules, r.asks) for r in (self, other))
        return self is other or mine == his

    def __repr__(self) -> str:
        return f"<Ruleset {self.title!r}, {self.name}: {len(self)} rules>"

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """It travels as what differs from the book, which is there already."""
        book = rules(self.stem) if has(self.stem) else None
        if type(self) is not Ruleset or book is None or (list(book), book._covers) != (self._of_book, self._covers):
            return super().__reduce_ex__(protocol)
        others = tuple(rule for path, rule in self._rules.items() if rule is not book._rules.get(path))
        game_now = game(self.stem)
        return _arrived, (self.stem, game_now.place, game_now.edition, self.name, others)

    def rule(self, path: str) -> Rule:
        """The rule at a path, with its source; ``RuleError`` with a suggestion when there is none."""
        try:
            return self._rules[path]
        except KeyError:
            raise RuleError(self._unknown(path)) from None

    @property
    def _of_book(self) -> list[str]:
        """The paths that the book has."""
        return [path for path, rule in self._rules.items() if not rule.adds]

    @cached_property
    def added(self) -> tuple[tuple[str, Addition], ...]:
        """What the book does not have and checks ask for, by its paths, whatever it is worth: modifiers, and rolls that
        do not always ride on their dice.
        """
        rules = [rule for rule in self.house_rules if rule.adds and not any(self._always(rule))]
        return tuple((rule.path, rule.adds.shape) for rule in rules if rule.adds)

    def added_rule(self, path: str) -> Rule | None:
        """The modifier that house rules have added there; ``None`` where these rules have none."""
        return self._rules.get(path)

    def paths_of(self, read: Iterable[str]) -> frozenset[str]:
        """The paths of all rules among what was read: rules, tables, and modifiers that only other rules have."""
        return frozenset(
            path for one in read for path in (self._paths_below(one) if one in self or one in self._groups else [one])
        )

    def _paths_below(self, path: str) -> list[str]:
        return [rule.path for rule in self.below(path)]

    def dice(self, name: str) -> Dice:
        """Dice by their name below ``dice``: ``dice("fire")`` are those of ``dice.fire``."""
        return dice_of(self[DICE_HEADING + name])

    def group(self, path: str) -> Mapping[str, Rule]:
        """The rules directly below a path, by their last name, in the order of the file."""
        try:
            return MappingProxyType(self._groups[path])
        except KeyError:
            raise RuleError(self._unknown(path)) from None

    def below(self, path: str) -> list[Rule]:
        """The rule at a path, or all rules of the group there."""
        return [self._rules[path]] if path in self._rules else list(self.group(path).values())

    @property
    def plain(self) -> Ruleset:
        """The same rules without anybody who watches what is read of them."""
        return self

    def note(self, read: Iterable[str]) -> None:
        """Told what was read of these rules in another place; who watches takes it down."""

    def names(self, path: str) -> tuple[str, ...]:
        """The names directly below a path: of rules, or of groups (as the weapons of a weapon table)."""
        return tuple(self.plain._below.get(path, ()))

    @cached_property
    def _below(self) -> dict[str, dict[str, None]]:
        """The names below each path, in the order of the file."""
        below: dict[str, dict[str, None]] = {}
        for path in self._of_book:
            above, _, name = path.rpartition(".")
            while name and name not in (names := below.setdefault(above, {})):
                names[name] = None
                above, _, name = above.rpartition(".")
        return below

    def is_table(self, path: str) -> bool:
        """Is there a table of ranges at a path?"""
        return path in self._covers

    def look_up(self, table: str, number: int | float) -> str:
        """The row of a table of ranges in which a number lies: ``look_up("severity", 4)`` is ``"crippling"``."""
        rows = self._bands.get(table)
        if rows is None:
            raise RuleError(self._unknown(table))
        for low, high, name in rows:
            if low <= number <= high:
                return name
        low, high = rows[0][0], rows[-1][1]
        raise NoRowError(f"{table} must be asked for a number from {low} to {high}; got {number}")

    @cached_property
    def marked(self) -> tuple[Rule, ...]:
        """The figures that are not simply printed: assumed, reconstructed and so on."""
        return tuple(rule for rule in self._rules.values() if rule.mark)

    @cached_property
    def house_rules(self) -> tuple[Rule, ...]:
        """What differs from the book."""
        return tuple(rule for rule in self._rules.values() if rule.was is not None)

    @property
    def lines(self) -> str:
        """The house rules as one writes them, a line each."""
        return "\n".join(written_line(rule.path, rule.entry) for rule in self.house_rules)

    @property
    def rulings(self) -> tuple[Rule, ...]:
        """The switches for where the rules are unclear: each has ``choices``, and a ``note`` that says why its
        default.
        """
        return tuple(self._groups.get("rulings", {}).values())

    def with_house_rules(self, text: str, name: str = "House rule") -> Ruleset:
        """A new ruleset in which each line of ``text`` replaces one figure or switch; this one stays as it is.

        text : TOML lines such as ``fire.shield.large = -3`` or ``rulings.riposte_margin_counts = false``; or a modifier
            that the book does not have, ``fire.smoke = { to = "to hit", value = -2, ask = "There is smoke." }`` (see
            ``added``).
        name : what the explanation calls the change.

        Raises ``RuleError`` when a line names nothing, has the wrong kind, changes nothing, is given twice, or leaves a
        table with a gap or an overlap; then nothing is changed.
        """
        return self.changed(read(text), name)

    def changed(self, changes: Mapping[str, Value], name: str = "House rule") -> Ruleset:
        """The same from path to figure, as ``with_house_rules`` reads it from a text."""
        if not changes:
            raise RuleError("a house rule must change something; got none; try a line such as " + self.example)
        rules = dict(self._rules)
        for path, value in self.by_path(changes).items():
            new = self.fitting(path, value)
            old = rules[path] if path in rules else Rule(path, 0, NOT_IN_BOOK, name_in(path), spelling=self.spelling)
            if old.holds(new):
                raise RuleError(
                    f"a house rule must change something; {path} is {figure_text(new)} already; leave the line out"
                )
            book = old.was or old
            back = book.holds(new)
            rules[path] = book if back else replace(old.with_value(new), source=name, mark="", note="", was=book)
            if back and isinstance(new, Addition):
                del rules[path]
        if sum(rule.adds is not None for rule in rules.values()) > MOST:
            raise RuleError(f"house rules must add {MOST} modifiers at most; got more; leave some out")
        put_in = Counter(rule.adds.rides for rule in rules.values() if isinstance(rule.adds, Procedure))
        if crowded := next((dice for dice, many in put_in.items() if many > MOST_ON_DICE), ""):
            raise RuleError(
                f"house rules must put in {MOST_ON_DICE} rolls at {crowded} at most; got more; leave one out"
            )
        return self._with_rules(rules, name if any(rule.was for rule in rules.values()) else _BOOK)

    def _with_rules(self, rules: Mapping[str, Rule], name: str) -> Ruleset:
        """Others of the same game."""
        return Ruleset(self.stem, self.title, name, rules, self._covers, self._example, self.asks, self.spelling)

    def path_of(self, text: str) -> str:
        """A path, or the beginning of one, as the book has it, whichever letters are capitals; as it is said, where it
        has none.
        """
        return text if text in self._values else self._in_small_letters.get(str(text).lower(), text)

    @cached_property
    def _in_small_letters(self) -> dict[str, str]:
        """The paths and groups by how they are without capitals, where that is of one alone."""
        by_letters: dict[str, list[str]] = {}
        for path in (*self._values, *self._below):
            by_letters.setdefault(path.lower(), []).append(path)
        return {small: paths[0] for small, paths in by_letters.items() if len(paths) == 1}

    def by_path(self, changes: Mapping[str, Value]) -> dict[str, Value]:
        """Changes by the paths of the book; ``RuleError`` where two are of one rule."""
        by_path: dict[str, Value] = {}
        for key, value in changes.items():
            if (path := self.path_of(key)) in by_path:
                raise RuleError(f"each rule must be given once; got {as_text(path)} twice; leave one out")
            by_path[path] = value
        return by_path

    def holds(self, path: str, value: object) -> bool:
        """Does the rule at ``path`` say so already, however ``value`` is written?"""
        if isinstance(value, Addition) and path not in self:
            return not value.value
        return self.rule(path).holds(value)

    def fitting(self, path: str, value: Value) -> Value:
        """``value`` as the kind of figure that the book has at ``path``; ``RuleError`` when it is of another kind."""
        if isinstance(value, (Addition, Mapping)) or (path in self and self.rule(path).adds):
            return self._addition(path, value)
        rule = self.rule(path)
        old = rule.was or rule
        kind = self._kind(old)
        if kind.fits(value):
            return kind.as_figure(value)
        book = f"{old.path} = {figure_text(old.value)} is the figure of the book"
        try_this = "choose one of these" if old.choices else book
        raise RuleError(f"{old.path} must be {kind.requirement}; got {as_text(figure_text(value))}; {try_this}")

    def _kind(self, rule: Rule) -> figure_kind.FigureKind:
        """What a figure of the book may be changed to."""
        if rule.choices:
            return figure_kind.choice(rule.choices)
        if rule.is_dice:
            return figure_kind.dice(rule.low, rule.high, worded(rule.value) is not None)
        if isinstance(rule.value, bool):
            return figure_kind.YES_NO
        if isinstance(rule.value, (int, float)):
            return figure_kind.number(rule.low, rule.high, isinstance(rule.value, int))
        if rule.rows:
            return figure_kind.rows(rule.path)
        if isinstance(rule.value, tuple):
            return figure_kind.whole_numbers(len(rule.value))
        if rule.path.rpartition(".")[0] in self._covers:
            return figure_kind.RANGE
        return figure_kind.choice(self._family(rule.path))

    def _addition(self, path: str, value: Value) -> Addition:
        """What the book does not have, as the game's checks take it; one of 0 is none."""
        rule = self._rules.get(path)
        if rule and not rule.adds:
            raise RuleError(
                f"{path} must be a figure, since the book has it ({rule.label}); got a rule of your own; "
                f"try {path}_too, or a line such as {path} = {figure_text(rule.value)}"
            )
        if isinstance(value, Mapping):
            value = addition_of(path, value)
        if rule and rule.adds and not isinstance(value, Addition):
            return self._worth(rule.adds, path, value)
        refuse_path(path, value)
        above = path.rpartition(".")[0]
        while above:
            if above in self._rules:
                raise RuleError(
                    f"a rule of your own must not be below a figure; got {path} below {above}; try {above}_too"
                )
            above = above.rpartition(".")[0]
        if path in self._below:
            raise RuleError(
                f"a rule of your own must have a path of its own; got {path}, below which the book has figures; "
                f"try {path}_too"
            )
        return about_checks().placed(self.stem, path, value) if value.value else value

    def _worth(self, known: Addition, path: str, value: Value) -> Addition:
        """What is added with another worth; 0, or false, takes it away."""
        if isinstance(known, Modifier):
            if type(value) is not int or abs(value) > LARGEST:
                raise RuleError(f"{path} must be a whole number from -{LARGEST} to {LARGEST}; got {as_text(value)}")
            return replace(known, value=value)
        if not isinstance(value, bool) or not isinstance(known, Procedure):
            raise RuleError(f"{path} must be true or false; got {as_text(value)}; or write the line again")
        return replace(known, value=value)

    def is_read(self, path: str) -> bool:
        """May an answer rest on the rule at a path? Of the games that everybody has, the tests hold ``looked_up``
        against all that is read; of one's own, what no check names is read by none.
        """
        if self.rule(path).looked_up:
            return False
        return game(self.stem).shared or about_checks().is_named(self.stem, path)

    def _family(self, path: str) -> list[str]:
        """The words used at the same place of all rows of a table, as the classes of weapons."""
        row, _, leaf = path.rpartition(".")
        table = row.rpartition(".")[0]
        alike = [rows[leaf] for name, rows in self._groups.items() if name.rpartition(".")[0] == table and leaf in rows]
        return list(dict.fromkeys((rule.was or rule).value for rule in alike))

    def _read_table(self, group: str, covers: str) -> list[tuple[float, float, str]]:
        """The rows of a table in order; it has one for each number of a span, or for each face of dice."""
        dice = _COVERED_DICE.fullmatch(covers)
        if not dice:
            return _read_table(group, self._groups[group], *bands(covers)[0])
        dice_thrown = int(dice["times"] or 1) @ dice_of(self[dice["path"]])
        faces = dice_thrown.faces
        first = float("-inf") if dice["below"] else faces[0]
        last = float("inf") if dice["above"] else faces[-1]
        ranges = [span for rule in self._groups[group].values() for span in spans(rule)]
        if missing := [face for face in faces if not any(low <= face <= high for low, high in ranges)]:
            have = "have" if len(missing) > 1 else "has"
            raise FigureError(
                group,
                f"each face of {covers.strip('.')} must have a row in {group}; {faces_text(missing)} of "
                f"{dice_thrown.written} "
                f"{have} none; widen a row of {group} too, or take other dice",
            )
        return _read_table(group, self._groups[group], first, last)

    def _unknown(self, path: str) -> str:
        name = as_text(path, 100)
        pairs = {*pairwise(name)}  # of letters; only what shares most of them is compared with care, which is slow
        likely = nlargest(_LIKELY, self, lambda p: len(pairs.intersection(pairwise(p))) / (len(pairs) + len(p)))
        near = difflib.get_close_matches(name, likely, n=1, cutoff=0.5)
        if not near and "." not in name:
            near = [p for p in self._values if name in p][:1]
        hint = f"did you mean {near[0]}?" if near else "try a line such as " + self.example
        return f"a rule of {self.title} must be named by its path; got {as_text(path)}; {hint}"

    @property
    def example(self) -> str:
        """A line of the book as a house-rule box takes it: what the data file gives, or the first whole number."""
        if self._example:
            return self._example
        path = next(p for p, rule in self._rules.items() if type(rule.value) is int and not rule.choices)
        return f"{path} = {self._values[path] - 1}"


class AboutChecks(NamedTuple):
    """What rules ask of the checks of a game, which stand above them.

    make : by its stem; ``RuleError`` where they cannot be made of its file.
    placed : a modifier or a roll at a path, as they take it.
    is_named : does any of them name a path?
    sums_for : the names of their sums, the likeliest for a path first.
    new_rules : the modifiers that a line may mean, each with a path, and whether it names the sum.
    new_rolls : the rolls put in that a line may mean, each with a path.
    example : of such a roll, for its kind and dice.
    """

    make: Callable[[str], object]
    placed: Callable[[str, str, Any], Addition]
    is_named: Callable[[str, str], bool]
    sums_for: Callable[[str, str], list[str]]
    new_rules: Callable[[Ruleset, str], tuple[list[tuple[str, Modifier]], bool]]
    new_rolls: Callable[[Ruleset, str], list[tuple[str, Procedure]]]
    example: Callable[[Ruleset, str, str], Procedure | None]


_about_checks: list[Callable[[], AboutChecks]] = []  # one, which the workbook gives


def ask_checks(about: Callable[[], AboutChecks]) -> None:
    """Have rules ask so from now on; what they ask is imported when first asked for."""
    _about_checks[:] = [about]


def about_checks() -> AboutChecks:
    """What rules ask of the checks."""
    return _about_checks[0]()


@contextmanager
def playable(rules: Ruleset) -> Iterator[None]:
    """Inside, what cannot be done with the figures of house rules (a deck of -1 cards) is refused in a sentence."""
    try:
        yield
    except (ArithmeticError, LookupError, RecursionError, ValueError) as error:
        if isinstance(error, RuleError) or not rules.house_rules:
            raise
        paths = ", ".join(rule.path for rule in rules.house_rules[:4])
        raise RuleError(
            f"house rules must leave dice that can be rolled; got none with {paths}; try figures closer to the book"
        ) from None


def spans(rule: Rule) -> tuple[tuple[float, float], ...]:
    """The numbers of a row of a table: its range, or the one that it is named by."""
    return bands(rule.value if isinstance(rule.value, str) else rule.path.rpartition(".")[2])


def _read_table(group: str, rows: Mapping[str, Rule], first: float, last: float) -> list[tuple[float, float, str]]:
    """The rows of a table of ranges in order; refused with the way out where a number has no row or two."""
    ranges = sorted((low, high, name) for name, rule in rows.items() for low, high in spans(rule))
    top = first - 1
    for i, (low, high, name) in enumerate(ranges):
        if low > top + 1:
            missing = top + 1 if top > float("-inf") else f"below {low}"
            raise FigureError(
                group, f"every number must have a row in {group}; {missing} has none; widen {group}.{name} too"
            )
        if i and low <= top:
            other = ranges[i - 1][2]
            raise FigureError(
                group,
                f"every number must have one row in {group}; {low} is in {name} and {other}; narrow "
                f"{group}.{other} too",
            )
        top = high
    if top < last:
        raise FigureError(
            group, f"every number must have a row in {group}; {top + 1} has none; widen {group}.{ranges[-1][2]} too"
        )
    return ranges


# Loading --------------------------------------------------------------------------------------------------------------


def systems() -> tuple[str, ...]:
    """The stems of all games; without one of somebody's own that cannot be read any more, since he changes its file
    while pages are open: who asks for that by name hears why.
    """
    return tuple(stem for stem, one in games().items() if one.shared or _is_whole(one))


def _is_whole(of: Game) -> bool:
    """Can all of a game be made of its file?"""
    if _is_whole not in of.made:
        of.made[_is_whole] = True  # while it is tried, too
        try:
            about_checks().make(of.stem)
        except RuleError:
            of.made[_is_whole] = False
    return bool(of.made[_is_whole])


def rules(stem: str) -> Ruleset:
    """The rules of a game as the book has them.

    stem : the game's name, such as ``"rencounter"``. Raises ``RuleError`` for a game that is not here.
    """
    return _book(game(stem))


@once
def _book(of: Game) -> Ruleset:
    return load(of)


@lru_cache(maxsize=64)
def _arrived(stem: str, place: Place, edition: int, name: str, others: tuple[Rule, ...]) -> Ruleset:
    """The rules of another process: the book, but for these; the same ones for all that comes with them."""
    there = game(stem, place)
    book = _book(there)
    if edition != there.edition:
        raise RuleError(
            f"{there.file.name} must be the same on every machine; got another one; install the same version everywhere"
        )
    return book._with_rules({**book._rules, **{rule.path: rule for rule in others}}, name) if others else book


@lru_cache(maxsize=1024)
def _riding(rules: Ruleset, rides: tuple[Ride, ...]) -> Ruleset:
    new = object.__new__(Ruleset)
    new.__dict__ = {**rules.__dict__, "_values": dict(rules._values), "rides": (*rules.rides, rides)}
    new.__dict__.pop("amended", None)
    new._before_rides, new.is_sided = rules, any(side for _, _, side in rides)
    new._amend(rides)
    new._hash = hash((rules._hash, new.rides))
    return new


def load(of: Game | Path) -> Ruleset:
    """Read the figures of a game; ``RuleError`` when one has no source, a mark is unknown, or a table has a gap."""
    game_now = Game(of.stem, of) if isinstance(of, Path) else of
    if not game_now.shared:
        check_shape(game_now)
    tree = {name: group for name, group in game_now.tree.items() if name not in (*SECTIONS, WORDS)}
    book, asks = tree.pop("book", {}), tree.pop("asks", {})
    spelling = Spelling(book.get("spelt", {}), book.get("short", {}))
    figures: dict[str, Rule] = {}
    covers: dict[str, str] = {}
    try:
        faults = list[FigureError]()
        for group, rows in tree.items():
            try:
                _walk(rows, group, {}, tree, figures, covers, spelling)
            except FigureError as fault:
                faults.append(fault)
        if faults:
            raise faults[0] if game_now.shared else together([game_now.fault(one.path, str(one)) for one in faults])
        _check_faces(figures)
        return Ruleset(game_now.stem, book["title"], _BOOK, figures, covers, book.get("example", ""), asks, spelling)
    except RuleError as error:
        if isinstance(error, FileError):
            raise
        raise error if game_now.shared else game_now.fault(getattr(error, "path", ""), str(error)) from None


def _check_faces(figures: Mapping[str, Rule]) -> None:
    """Refuse a figure that is called a face of what are no dice."""
    for rule in figures.values():
        for dice in rule.face_of.split():
            if not dice.strip(".").startswith(DICE_HEADING) or dice.strip(".") not in figures:
                raise FigureError(
                    rule.path,
                    f"face_of must name dice of the game; {rule.path} has {as_text(dice)}; write such as dice.attack",
                )


def _walk(
    group: Mapping[str, Value],
    path: str,
    above: Mapping[str, Value],
    tree: Mapping[str, Value],
    figures: dict[str, Rule],
    covers: dict[str, str],
    spelling: Spelling,
) -> None:
    """Rules below one group; source, label and mark pass down to what does not say its own."""
    inherited = _about(group, path, above)
    if "covers" in group:
        covers[path] = group["covers"]
    for name, value in group.items():
        if name in _GROUP_KEYS:
            continue
        place = f"{path}.{name}"
        if isinstance(value, dict) and "value" not in value:
            _walk(value, place, inherited, tree, figures, covers, spelling)
            continue
        own = value if isinstance(value, dict) else {"value": value}
        about = _about(own, place, inherited) if own is value else inherited
        if not about.get("source"):
            raise FigureError(
                place, f'a figure must have a source; {place} has none; add source = "..." below [{path}]'
            )
        if about.get("mark", "") not in ("", *MARKS):
            raise FigureError(place, f"a mark must be one of {', '.join(MARKS)}; {place} has {about['mark']}")
        if place.startswith(DICE_HEADING) and own["value"] not in (
            notation(own["value"]),
            known := worded(own["value"]),
        ):
            nearest = f"; write {known}" if known else nearest_dice(own["value"])
            raise FigureError(place, f"{place} must be {EXAMPLES}, written so; got {as_text(own['value'])}{nearest}")
        label = own.get("label") or inherited.get("label", "{}")
        if "{" in label:
            label = label.replace("{}", spelling.words(name)).replace(
                "{group}", spelling.words(path.rpartition(".")[2])
            )
        figures[place] = Rule(
            place,
            tuple(own["value"]) if isinstance(own["value"], list) else own["value"],
            label=label,
            choices=_choices(place, about.get("choices", ()), tree),
            spelling=spelling,
            **{key: about[key] for key in _INHERITED if key in about and key not in ("label", "choices")},
            **{key: own[key] for key in ("low", "high", "ask", "rows") if key in own},
        )


def _about(own: Mapping[str, Value], path: str, above: Mapping[str, Value]) -> dict[str, Value]:
    """What a figure or a group says of itself, and what passes down to it; it must not say that again."""
    own_words = {key: own[key] for key in _INHERITED if key in own}
    for key, text in own_words.items():
        if above.get(key) == text:
            raise FigureError(path, f"a {key} must be given once; {path} repeats that of its group; leave it out there")
    return {**above, **own_words}


def _choices(path: str, choices: str | Iterable[Value], tree: Mapping[str, Value]) -> tuple[Value, ...]:
    """What a word may be: a list, or the path of the group whose names it may be."""
    if isinstance(choices, str):
        group: Any = tree
        for name in choices.split("."):
            group = group.get(name) if isinstance(group, Mapping) else None
        if not isinstance(group, Mapping):
            raise FigureError(
                path, f"choices must be a list, or the name of a group; got {as_text(choices)}, which is none"
            )
        return tuple(name for name in group if name not in _GROUP_KEYS)
    return tuple(choices)
