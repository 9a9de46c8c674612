"""A check of a game's file while it is read: what is asked, and the sums and numbers that are made of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from keyword import iskeyword
from typing import Any

from ...engine.notation.reading import is_word
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, words
from ..mechanics import asks
from ..mechanics.check import Check
from ..mechanics.modifiers import Node, Total, total
from ..mechanics.parameter import Choice, Parameter, Whole, YesNo
from ..rulebook.book import Ruleset, rules as book_of
from ..rulebook.text import figure_text
from .modifiers import modifier, no_number
from .section import GameSection
from .template import Template

KEYS = (
    *("title", "source", "like", "asks", "sums", "numbers", "dice", "outcomes", "table", "then", "events", "graded"),
    *("says", "said", "unit", "measure"),
)
_SUM_KEYS = ("to", "add")


class Draft:
    """A check while it is read."""

    def __init__(
        self, section: GameSection, name: str, checks: Mapping[str, Check], every: Mapping[str, GameSection]
    ) -> None:
        section.only(KEYS)
        section.needs(("title", "source", "dice"))
        self.section, self.name, self.made, self.every = section, name, checks, every
        self.book = book_of(section.of.stem)
        self.id = f"{self.book.stem}.{name}"
        self.own = self.parameters(section.names("asks"))
        self.known: dict[str, Parameter | None] = dict(self.own)
        self.targets: dict[str, Total | Node] = {}
        for label, text in section.table("numbers").entries.items():
            self.number(label, text)
        for label, one in section.table("sums").entries.items():
            self.sum(label, one)

    def parameters(self, names: str) -> dict[str, Parameter]:
        """What is asked."""
        try:
            parameters = asks.parameters(self.book, names, self.id)
        except ValueError as error:
            sentence = str(error).partition(f"data/{self.book.stem}.toml: ")[2] or str(error)
            if line := re.match(r"asks\.([\w.]+)", sentence):
                raise self.section.of.fault(line[0], sentence) from None
            raise self.section.fault("asks", sentence) from None
        for one in parameters.values():
            try:
                one.check(one.default)
            except RuleError as error:
                place = next((f"asks.{name}" for name in names.split() if name.split(".")[-1] == one.name), "asks")
                raise self.section.of.fault(place, f"an input must have a default that it can take; {error}") from None
        return parameters

    def new(self, part: GameSection, label: str) -> None:
        """Refuse a name that there is already."""
        part.named(label)
        if iskeyword(label):
            raise part.fault(label, f"a name must be your own; {label} means something else; choose another")
        if label in self.known:
            raise part.fault(label, f"each name must be given once; got {label} again; choose another")

    def number(self, label: str, text: Any) -> None:
        """A number that is worked out of what is asked, without dice."""
        part = self.section.table("numbers")
        self.new(part, label)
        line = self.line(part, label)
        names = line.names

        def number(r: Ruleset, *values: Any) -> int:
            value = line.filled(dict(zip(names, values, strict=True)), r)
            if value.number is None or value.is_test:
                raise RuleError(f"{label} must be a number without dice; got {as_text(value.line)}; put dice into dice")
            return value.number

        self.targets[label] = Node(number, names, words(label))
        self.known[label] = None

    def sum(self, label: str, body: Any) -> None:
        """A sum of modifiers."""
        part = self.section.table("sums")
        self.new(part, label)
        if isinstance(body, list):
            body = {"add": body}
        one = GameSection(part.of, f"{part.path}.{label}", body if isinstance(body, dict) else {})
        if not isinstance(body, dict) or not body.get("add"):
            raise part.fault(
                label,
                'a sum must be a list of modifiers, such as ["each leap.armor armor"]; '
                f"got {as_text(figure_text(body))}",
            )
        one.only(_SUM_KEYS)
        nodes = []
        for text in one.texts("add"):
            try:
                nodes.append(modifier(self.book, text, self.known))
            except ValueError as error:
                raise one.right("add", error) from None
        to = one.text("to", words(label))
        self.figures(one, "to", re.findall(r"\{([\w.]+)", to))
        self.targets[label] = total(to, *nodes)
        self.known[label] = None

    def figures(self, section: GameSection, key: str, names: Iterable[str]) -> None:
        """Each path that is named must be one of a figure."""
        for path in names:
            if path not in self.book:
                try:
                    self.book.rule(path)
                except RuleError as error:
                    raise section.fault(key, str(error)) from None

    def line(self, section: GameSection, key: str) -> Template:
        """A line of dice, of which all names are known."""
        try:
            line = Template(section.text(key))
        except RuleError as error:
            raise section.right(key, error) from None
        for name in line.names:
            section.known_name(key, name, self.known, "what is asked or worked out before")
        self.figures(section, key, line.figures)
        for start, name, end in line.rows:
            self.figures(section, key, [f"{start}.{value}{end}" for value in self.choices(section, key, name)])
        for name, values in line.compared:
            for value in values:
                section.known_name(key, value, map(str, self.choices(section, key, name)), f"a value of {name}")
        return line

    def instead(self) -> str:
        """What is likely wrong in a line of dice that cannot be read; "" where that is not known."""
        text = self.section.text("dice")
        ticked = [name for name in Template(text).names if isinstance(self.known.get(name), YesNo)]
        if ticked and re.search(rf"\{{{ticked[0]}\}}d\d|d\{{{ticked[0]}\}}", text):
            return no_number(ticked[0])
        paths = {path.rpartition(".")[2]: path for path in self.book} | {name: name for name in self.known}
        paths |= {path: path for path in self.book}
        names = re.findall(r"[a-z_][\w.]*", re.sub(r"\{[^{}]*\}", " ", text))
        bare = [name for name in names if name in paths and not is_word(name)]
        if bare:
            return f"names must be in braces; got {bare[0]} in {as_text(text)}; write {{{paths[bare[0]]}}}"
        return ""

    def choices(self, section: GameSection, key: str, name: str) -> tuple[Any, ...]:
        """All that something asked may be."""
        parameter = self.known[name]
        if not isinstance(parameter, (Choice, Whole, YesNo)):
            raise section.fault(
                key, f"{name} must be a choice; it is {'a list' if parameter else 'a number'}; take another"
            )
        return parameter.values()
