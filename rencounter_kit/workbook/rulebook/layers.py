"""House rules in layers: several sets of changes on one book, in order, each with a name, an author and a reason.

A layer is written as lines of TOML below a heading; several layers may stand in one text::

    [[layer]]
    game = "rencounter"
    name = "Tower shields"
    note = "Shields should stop more arrows."
    fire.shield.large = -3
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from ...engine.files.folders import project_folder
from ...engine.files.read_file import UnreadError, read_file
from ...engine.files.written_file import write_file
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, one_line
from .book import NOT_IN_BOOK, Rule, Ruleset, Value, about_checks, figure_text, rules as book_of
from .code import MARK, packed, unpacked
from .library import game as game_of, kept
from .text import ABOUT, LONGEST_TEXT, layers_in_tree, plain_words, read_layers, written_line

_MAX_LAYERS = 40


@dataclass(frozen=True)
class Layer:
    """One set of house rules: the lines that change a book, and who wants them why.

    game : stem of the book.
    changes : path to figure; the book's own figure undoes what a layer below changed.
    name, author, note : for people. Its lines stand in the order of the book. Raises ``RuleError`` when a line names
        nothing, or a figure of the wrong kind; whether tables stay whole is asked where the layer lies, by ``Layers``.

    >>> shields = Layer("rencounter", {"fire.shield.large": -3}, "Tower shields", note="They should stop more arrows.")
    >>> print(shields.text)
    [[layer]]
    game = "rencounter"
    name = "Tower shields"
    note = "They should stop more arrows."
    fire.shield.large = -3
    """

    game: str
    changes: Mapping[str, Value] = field(hash=False)
    name: str = "House rule"
    author: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        for what, longest in ABOUT.items():
            value = getattr(self, what)
            text = one_line(" ".join(value.split()), longest) if isinstance(value, str) else ""
            if not isinstance(value, str) or len(value) > longest or (what == "name" and not text):
                least = "1 to" if what == "name" else "at most"
                raise RuleError(
                    f"the {what} of a layer must be text of {least} {longest} characters; got {as_text(value)}"
                )
            object.__setattr__(self, what, text)
        if not isinstance(self.changes, Mapping):
            raise RuleError(f"the changes of a layer must be paths with figures; got {as_text(self.changes)}")
        book = book_of(self.game)
        figures = {path: book.fitting(path, value) for path, value in book.by_path(self.changes).items()}
        if not figures:
            book.changed(figures, self.name)  # says why not
        in_order = {path: figures[path] for path in book if path in figures}
        in_order |= figures  # what the book does not have comes last
        object.__setattr__(self, "changes", MappingProxyType(in_order))

    def alone(self) -> Ruleset:
        """The book with this layer alone; ``RuleError`` where a line says what the book says, or a table has a gap."""
        return book_of(self.game).changed(self.changes, self.name)

    @property
    def lines(self) -> str:
        """The changes as one writes them, a line each."""
        return "\n".join(written_line(path, value) for path, value in self.changes.items())

    @property
    def title(self) -> str:
        """Its name, author and note in one line."""
        return self.name + (f", by {self.author}" if self.author else "") + (f": {self.note}" if self.note else "")

    @property
    def text(self) -> str:
        """The layer as a file holds it."""
        about = {what: getattr(self, what) for what in ABOUT}
        head = [f"{what} = {json.dumps(value, ensure_ascii=False)}" for what, value in about.items() if value]
        return "\n".join(["[[layer]]", *head, self.lines])


class LayerLine(NamedTuple):
    """One line of one layer, as it stands among the others.

    layer : its name.
    rule : the figure as it makes it.
    below : the figure without it.
    book : the figure of the book.
    hidden_by : the layer above that says otherwise, "" where it is in force.
    """

    layer: str
    rule: Rule
    below: Rule
    book: Rule
    hidden_by: str = ""

    def __str__(self) -> str:
        """As one writes it; where it is not in force, as a remark."""
        book = NOT_IN_BOOK if self.rule.adds else f"the book: {figure_text(self.book.value)}"
        line = f"{written_line(self.rule.path, self.rule.entry)}  # {self.rule.label}; {book}"
        if self.hidden_by:
            return f"# {line}; hidden by {self.hidden_by}"
        return f"# {line}; as the layer below has it" if self.below.holds(self.rule.entry) else line


class Layers:
    """Several layers on one book, in order: where two change the same figure, the later one holds.

    book : a game's stem, or its rules as printed.
    layers : in order. ``.rules`` is the ruleset of all of them together. Raises ``RuleError`` when they are for
        different games, or bear the same name, or when one leaves a table with a gap or an overlap on what lies below
        it.

    >>> one = Layer("rencounter", {"fire.shield.large": -3}, "Tower shields")
    >>> two = Layer("rencounter", {"fire.shield.large": -4, "fire.range.long": -3}, "Slow arrows")
    >>> table = Layers("rencounter", one, two)
    >>> table.rules["fire.shield.large"]
    -4
    >>> table.conflicts
    {'fire.shield.large': (('Tower shields', -3), ('Slow arrows', -4))}
    """

    def __init__(self, book: str | Ruleset, *layers: Layer) -> None:
        self.book = book_of(book) if isinstance(book, str) else book
        if not isinstance(self.book, Ruleset) or self.book.house_rules:
            raise RuleError(f"layers must lie on a book; got {as_text(book)}; try Layers('rencounter', ...)")
        if len(layers) > _MAX_LAYERS:
            raise RuleError(f"layers must be at most {_MAX_LAYERS}; got {len(layers)}; merge some of them")
        for layer in layers:
            if not isinstance(layer, Layer) or layer.game != self.book.stem:
                other = as_text(getattr(layer, "game", layer))
                raise RuleError(f"every layer must be one of {self.book.stem}; got {other}; leave it out")
        names = [layer.name for layer in layers]
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise RuleError(f"every layer must have a name of its own; got {twice} twice; give one another name")
        self.layers = layers
        self._steps = self._lay()
        if len(self.text) > LONGEST_TEXT:
            raise RuleError(
                f"layers must be at most {LONGEST_TEXT} characters long; got {len(self.text)}; leave one out"
            )

    def _lay(self) -> list[Ruleset]:
        """The rules after each layer, from the bottom; a line that says what holds below changes nothing."""
        steps = [self.book]
        for layer in self.layers:
            below = steps[-1]
            new = {path: value for path, value in layer.changes.items() if not below.holds(path, value)}
            try:
                steps.append(below.changed(new, layer.name) if new else below)
            except RuleError as error:
                on = "the layers below it" if steps[1:] else "the book"
                raise RuleError(f"{layer.name}, on {on}: {error}") from None
        return steps

    @property
    def rules(self) -> Ruleset:
        """The ruleset of all layers together."""
        return self._steps[-1]

    @cached_property
    def changes(self) -> tuple[LayerLine, ...]:
        """Every line of every layer, in order, with what hides it."""
        lines = []
        for number, layer in enumerate(self.layers):
            below, after = self._steps[number], self._steps[number + 1]
            for path, value in layer.changes.items():
                own = after.rule(path).with_value(value)
                hides = "" if self.rules.holds(path, value) else self._last(path)
                book = self.book.rule(path) if path in self.book else own.was or own
                under = below.rule(path) if path in below else book
                lines.append(LayerLine(layer.name, own, under, book, hides))
        return tuple(lines)

    def _last(self, path: str) -> str:
        """The layer whose figure holds."""
        return next(layer.name for layer in reversed(self.layers) if path in layer.changes)

    @property
    def conflicts(self) -> dict[str, tuple[tuple[str, Value], ...]]:
        """Figures that layers want otherwise: path to (layer, figure) in order; the last one holds."""
        by_path: dict[str, list[tuple[str, Value]]] = {}
        for layer in self.layers:
            for path, value in layer.changes.items():
                by_path.setdefault(path, []).append((layer.name, value))
        return {path: tuple(figures) for path, figures in by_path.items() if not self._agree(path, figures)}

    def _agree(self, path: str, figures: list[tuple[str, Value]]) -> bool:
        """Do all layers want the same figure, however it is written?"""
        first = self.rules.rule(path).with_value(figures[0][1])
        return all(first.holds(value) for _, value in figures)

    @property
    def text(self) -> str:
        """All layers as a file holds them."""
        return "\n\n".join(layer.text for layer in self.layers) + "\n" if self.layers else ""

    @property
    def code(self) -> str:
        """All layers as a code, a single word to send to somebody; ``read`` takes it back, with words around it too."""
        return packed(self.text)

    def save(self, file: str | Path) -> None:
        """Write the text into a file, which ``load`` reads; ``RuleError`` when it cannot be written."""
        write_file(file, self.text, "the place of house rules")

    @classmethod
    def load(cls, *files: str | Path, game: str = "") -> Layers:
        """The layers of files, in order. Lines without a heading are a layer named like the file.

        files : each a file, a line, the code that ``code`` gives, or a ready house rule by its file or name.
        game : the stem, for files that do not say it. Where two bear the same name, the later one is numbered. Raises
            ``RuleError`` when one cannot be read, two are for different games, or one does not fit on what lies below
            it.
        """
        alone = len(files) == 1
        return cls._of(with_own_names(layer for file in files for layer in layers_in(file, game, alone)), game)

    @classmethod
    def read(cls, text: str, game: str = "", name: str = "House rule") -> Layers:
        """The layers of a text, or of the codes in it: whatever layers give comes back as it was.

        game : the stem, where the text does not say it.
        name : of a layer that does not say its own. Raises ``RuleError`` when the text is wrong, its layers are for
            different games, one does not fit on what lies below it, or a line without a heading says what the book
            says.
        """
        return cls._of(layers_of(text, game, name, alone=True), game)

    @classmethod
    def _of(cls, layers: list[Layer], game: str) -> Layers:
        if not layers and not game:
            raise RuleError('a text must hold a layer, or its game must be given; got neither; try game="rencounter"')
        return cls(layers[0].game if layers else game, *layers)

    def __str__(self) -> str:
        lines = [f"# {self.book.title}: {len(self.layers)} layer{'' if len(self.layers) == 1 else 's'} of house rules"]
        for layer in self.layers:
            lines.append(f"# {layer.title}")
            lines += [f"  {change}" for change in self.changes if change.layer == layer.name]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Layers on {self.book.title}: {', '.join(layer.name for layer in self.layers) or 'none'}>"


def layers_of(text: str, game: str = "", name: str = "House rule", alone: bool = False) -> list[Layer]:
    """The layers of a text, in order; ``RuleError`` when one does not say its game, or has a line that does not fit it.

    alone : nothing else lies on the book. Then lines without a heading, as a person types them, must each change it.
    """
    texts = unpacked(text)
    if len(texts) == 1:
        return _layers_as_written(read_layers(texts[0]), game, name, alone)
    return with_own_names(one for text in texts for one in _layers_as_written(read_layers(text), game, name, False))


def layer_in_tree(table: Mapping[str, Value]) -> Layer:
    """A layer that stands in a text beside other things, and says its game."""
    return _layers_as_written(layers_in_tree({"layer": [table]}), "", Layer.name, False)[0]


def _layers_as_written(
    written: Iterable[tuple[dict[str, str] | None, dict[str, Value]]], game: str, name: str, alone: bool
) -> list[Layer]:
    layers = []
    for heading, changes in written:
        about = heading or {}
        stem = about.get("game", game)
        if not stem:
            where = "above the lines put [[layer]] and" if heading is None else "below its [[layer]] add"
            raise RuleError(f'a layer must name its game; got none; {where} a line such as game = "rencounter"')
        if not changes:
            book_of(stem).changed(changes)
        layers.append(Layer(stem, changes, about.get("name", name), about.get("author", ""), about.get("note", "")))
        if alone and heading is None:
            layers[0].alone()
        if len(layers) > _MAX_LAYERS:
            raise RuleError(f"layers must be at most {_MAX_LAYERS}; got more; merge some of them")
    return layers


def with_own_names(layers: Iterable[Layer], names_in_use: Iterable[str] = ()) -> list[Layer]:
    """The layers, each with a name that none before it has; one that comes again as it is stays as it is."""
    renamed: list[Layer] = []
    for layer in layers:
        names, number, name = {*names_in_use, *(one.name for one in renamed)}, 2, layer.name
        while name in names and layer not in renamed:
            name, number = f"{layer.name[:70]} {number}", number + 1
        renamed.append(layer if name == layer.name else replace(layer, name=name))
    return renamed


def layers_in(source: str | Path, game: str, alone: bool = False, files: bool = True) -> list[Layer]:
    """The layers that somebody names: those of a file, of a line, of a code, the ready one of that name, or a roll that
    is put in by his words.

    files : may it be a file of this machine? The rest as in ``layers_of``.
    """
    text = str(source)
    if MARK in text:
        return layers_of(text, game, alone=alone)
    why = as_text(text)
    if files:
        try:
            content = read_file(source, LONGEST_TEXT)
        except UnreadError as error:
            why = f"{as_text(str(source))}: {error}"
            if error.is_there:
                raise RuleError(f"house rules must be a readable file; got {why}") from None
        else:
            return layers_of(content, game, Path(source).stem[: ABOUT["name"]], alone)
    if "=" in text:  # no name, and the ready ones take long to read
        return layers_of(text, game, alone=alone)
    if layer := ready_rule(text, game):
        return [layer]
    for path, roll in about_checks().new_rolls(book_of(game), text)[:1] if game else ():
        return [Layer(game, {path: roll}, text[: ABOUT["name"]])]
    ready = ready_rules(game) if game else {}
    near = difflib.get_close_matches(text[:100], ready, n=1)
    hint = f"; did you mean {near[0]}?" if near else f"; ready ones are {', '.join(ready)}" if ready else ""
    if game and not near and re.fullmatch(r"[a-zA-Z][a-zA-Z ]*", text):
        hint += _as_new(book_of(game), text)
    kinds = "a readable file, a line, a code or a ready one" if files else "a line, a code or a ready one"
    raise RuleError(f"house rules must be {kinds}; got {why}{hint}")


def _as_new(book: Ruleset, text: str) -> str:
    """The line that adds what a text calls."""
    lines = (written_line(path, one) for path, one in about_checks().new_rules(book, text)[0] if not one.both)
    return next((f"; as a new one write {line}" for line in lines), "")


def ready_rule(text: str, game: str) -> Layer | None:
    """The ready house rule that somebody names, by its file, its name, or the line that lists it; ``None`` for none.

    >>> ready_rule("Less than the skill", "rencounter") == ready_rule("less_than", "rencounter")
    True
    """
    words = plain_words(text[: sum(ABOUT.values())]).strip() if game else ""
    for stem, layer in ready_rules(game).items() if words else ():
        if words in (plain_words(one).strip() for one in (stem, layer.name, f"{stem} {layer.title}")):
            return layer
    return None


@kept
def ready_rules(game: str) -> Mapping[str, Layer]:
    """Ready house rules of a game: what their file in ``data/house`` is called, and the layer; of a game in one file
    the layers in that, by their names.
    """
    stem = book_of(game).stem
    layers = {}
    own_game = game_of(stem)
    for number, heading in enumerate(own_game.section("layer") or ()):
        try:
            ((about, changes),) = layers_in_tree({"layer": [heading]})
            layer = Layer(stem, changes, **{key: setting for key, setting in (about or {}).items() if key != "game"})
            layer.alone()
        except RuleError as error:
            raise own_game.fault(f"layer.{number}", str(error)) from None
        layers[re.sub(r"\W+", "_", layer.name.lower()).strip("_")] = layer
    if not own_game.shared:
        return MappingProxyType(layers)
    for file in sorted((project_folder("data") / "house").glob("*.toml")):
        text = read_file(file, LONGEST_TEXT)
        for layer in layers_of(text) if stem in text else ():  # the others would load their games, too
            if layer.game == stem:
                layers[file.stem] = layer
    return MappingProxyType(layers)
