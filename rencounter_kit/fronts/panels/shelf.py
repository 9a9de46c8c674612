"""Many checks at one place, a line each; the panel of one at a time, made when it is opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ...workbook.mechanics.address import CHECK
from ...workbook.mechanics.catalogue import load_game
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.links import Params
from ...workbook.mechanics.registry import check_of, checks
from ...workbook.rulebook.book import rules as book_of
from ...workbook.rulebook.library import file_of, game, has
from ...workbook.rulebook.text import Value
from .elsewhere import elsewhere
from .fold import Tabs
from .late import w
from .opening import fitting, sent_situation
from .page import enable_keys, note, stylesheet
from .page_state import place_of, remember
from .panel import Panel
from .placeholder import Placeholder, alerts, amiss, placeholder_note
from .studies import Study
from .transfer import shelve

STYLE = stylesheet("common", "shelf")


class Item(NamedTuple):
    """A check on a shelf, and what its panel is made of."""

    check: Check
    studies: Sequence[Study]
    show: Sequence[str] | None
    start: Params

    def panel(self) -> Panel:
        """Its panel, made now."""
        return fitting(self.check, self.studies, self.show, self.start)

    def test(self) -> None:
        """``RuleError`` where the panel could not be made."""
        self.check.values(self.check.book, self.start)
        for name in self.show or ():
            self.check.name_of(name)
        for study in self.studies:
            if not isinstance(study, Study):
                raise RuleError(f"a study must be one such as curves, stack or heat; got {study!r}")
            study.test(self.check)


def item(id: str | Check, /, *studies: Study, show: Sequence[str] | None = None, **start: Value) -> Item | Placeholder:
    """A check on a shelf with further charts, or a start of its own: all as in ``panel``."""
    try:
        return Item(check_of(id), studies, show, start)
    except RuleError as error:
        return amiss(error, id)


def _entries(what: str | PathLike[str] | Check | Item | Placeholder) -> Sequence[Item | Placeholder]:
    """What an entry of a shelf means, as far as its panels can be made."""
    if isinstance(what, Placeholder):
        return [what]
    try:
        matches = named(what)
        for one in matches:
            one.test()
    except RuleError as error:
        return [amiss(error, what.check if isinstance(what, Item) else what)]
    return matches


def named(what: str | PathLike[str] | Check | Item) -> list[Item]:
    """What an entry of a shelf means: one check, or all of a game or chapter, or of a game's file.

    >>> [one.check.name for one in named("rencounter: Order of Units")]
    ['activation_cards', 'activation_dice', 'activation_counters']
    """
    if isinstance(what, Item):
        return [what]
    if isinstance(what, PathLike) or (isinstance(what, str) and what.endswith(".toml")):
        what = _loaded(Path(what))
    stem, _, chapter = what.partition(":") if isinstance(what, str) else ("", "", "")
    if isinstance(what, Check) or "." in stem:
        return [Item(check_of(what), (), None, {})]
    every = checks.of(book_of(stem).stem)
    matches = [one for one in every if not chapter or chapter.strip() in _chapters(one)]
    if not matches:
        chapters = ", ".join(dict.fromkeys(chapter for one in every for chapter in _chapters(one)))
        raise RuleError(
            f"a chapter must be one that checks come from; got {as_text(chapter.strip())}; there are {chapters}"
        )
    return [Item(one, (), None, {}) for one in matches]


def _loaded(file: Path) -> str:
    """The name of the game in a file, which is read now; with the Python that somebody has named for it before."""
    place = file_of(file)
    own_game = game(place.stem) if has(place.stem) else None
    return load_game(place, own_game.python if own_game and own_game.file == place else None).stem


def _chapters(check: Check) -> list[str]:
    return [source.partition(":")[0].strip() for source in check.source.split(";")]


def _is_in_address(check: Check) -> bool:
    """Does the address of the page ask for it?"""
    try:
        return sent_situation(check) is not None
    except RuleError:  # its panel says why
        return True


class Shelf(Tabs):
    """Checks, a line each; the panel of the one that is open below. ``panels`` by id: those made so far."""

    def __init__(self, items: Sequence[Item], opened: bool, missing: Sequence[Placeholder] = ()) -> None:
        self.items = dict[str, Item]()
        for one in items:
            if one.check.id in self.items:
                raise RuleError(f"a check must be on a shelf once; got {one.check.id} twice; leave one out")
            self.items[one.check.id] = one
        if not items:
            raise RuleError("a shelf must hold at least one check; got none; name one such as rencounter.fire")
        self._head = note(f"{STYLE}{elsewhere()}{alerts(missing)}")
        self.panels: dict[str, Panel] = {}
        self._left: Mapping[str, Value] = {}  # what had been set in panels that are not made yet
        titles = [one.check.title for one in items]
        names = {
            one.check.id: one.check.title
            if titles.count(one.check.title) == 1
            else f"{one.check.title} ({one.check.id})"
            for one in items
        }
        waiting = [(place_of(CHECK, one.check.id), names[one.check.id]) for one in items if _is_in_address(one.check)]
        panels = {name: partial(self._panel, check_id) for check_id, name in names.items()}
        self._names = names
        super().__init__(panels, self._opened, opened=opened and not waiting)
        for one in items:
            shelve(one.check, partial(self.choose, one.check.id))
        if waiting:
            self.turn_to(min(waiting)[1])
        if len(items) == 1 and self.now:  # the head of its panel says the same
            self.bar.layout = w.Layout(display="none")
        self.bar.tooltips = [f"{one.check.book.title}: {one.check.source}" for one in items]
        self.add_class("rk-shelf")

    def _panel(self, check_id: str) -> Panel:
        self.panels[check_id] = panel = self.items[check_id].panel()
        if check_id in self._left:
            panel.settle(self._left[check_id])
        shelve(panel.check, partial(self.choose, check_id))
        return panel

    def _opened(self) -> None:
        """The address of the page says which one is open."""
        if check_id := next((one for one, name in self._names.items() if name == self.now), ""):
            self.panels[check_id].into_address()

    def _visible(self) -> tuple[Value, ...]:
        return (self._head, *super()._visible())

    def choose(self, id: str) -> Panel:
        """Open the panel of a check."""
        if id not in self.items:
            raise RuleError(f"a check must be on this shelf; got {as_text(id)}; it has {', '.join(self.items)}")
        self.turn_to(self._names[id])
        return self.panels[id]

    @property
    def settings(self) -> tuple[str, dict[str, Value]]:
        """Which one is open, and what is set in each."""
        return self.now, {**self._left, **{name: one.settings for name, one in self.panels.items()}}

    def settle(self, settings: tuple[str, dict[str, Value]]) -> None:
        """Open and set all that."""
        now, self._left = settings
        for check_id, panel in self.panels.items():
            if check_id in self._left:
                panel.settle(self._left[check_id])
        if now:
            self.turn_to(now)


def shelf(*checks: str | PathLike[str] | Check | Item | Placeholder, opened: bool = True) -> Shelf:
    """Checks to open one at a time, for a page that has many.

    checks : ids, items (``item("rencounter.fire", curves(...), skill=7)``), a game, a chapter of one such as
        ``"rencounter: Morale"``, or the file of a game of your own, ``"ford.toml"``, which is read.
    opened : is the first one open at once?

    Raises ``RuleError`` for what is not there, and for what no panel could be made of; of a game of one's own, a page
    has the sentence above the others.
    """
    entries = [one for what in checks for one in _entries(what)]
    items, missing = (
        [one for one in entries if isinstance(one, Item)],
        [one for one in entries if isinstance(one, Placeholder)],
    )
    if missing and not items:
        sentences: Shelf = placeholder_note(*missing)
        return sentences
    page = Shelf(items, opened, missing)
    enable_keys()
    remember(page)
    return page
