"""The names in a fight of a game's file, and what they mean: what is asked, what changes, a figure, or a
line of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, nearest, words
from ..mechanics.modifiers import Node, value
from ..mechanics.parameter import Parameter
from ..rulebook.added import LARGEST
from ..rulebook.book import Ruleset
from ..rulebook.places import FileError
from ..rulebook.text import figure_text
from .reckoning import FightState, Known, Reckoning, constant, node_of
from .rounds import OTHER
from .section import GameSection
from .template import Template

STATE = ("lost", "left", "men")  # of a side, as it is by then


class FightNames:
    """What may be named in one fight.

    section : its heading.
    book : the rules.
    ours : what it asks.
    used : what of that has been named so far.
    targets : the target numbers that the names have made.
    """

    def __init__(self, section: GameSection, book: Ruleset, ours: Mapping[str, Parameter]) -> None:
        self.section, self.book, self.ours = section, book, ours
        self.used = set[str]()
        self.targets: dict[str, Node] = {}

    def named(self, text: str, side: str, stays: bool = False) -> Node | FightState | None:
        """What a name means; ``None`` where it is none.

        stays : may it not change in the fight?
        """
        owner, name = (OTHER[side], text.removeprefix("foe.")) if text.startswith("foe.") else (side, text)
        full_name = next((one for one in (f"{owner}_{name}", text) if one in self.ours), None)
        if name in STATE and not (stays and full_name):
            return FightState(owner, name)
        if full_name:
            self.used.add(full_name)
            return value(full_name)
        return Node(lambda r: r[text], (), words(text)) if text in self.book else None

    def _word(self, section: GameSection, key: str, text: Any, side: str, stays: bool = False) -> Node | FightState:
        """A name, of what stays or of what changes."""
        node = self.named(text, side, stays) if isinstance(text, str) else None
        if node is None:
            hint = nearest(text.removeprefix("foe."), self.known()) if isinstance(text, str) else ""
            raise section.fault(
                key, f"{key} must be a whole number, what is asked, or a figure; got {as_text(figure_text(text))}{hint}"
            )
        return node

    def condition(self, section: GameSection, text: str, side: str) -> Node | FightState:
        """What must be true, or more than 0."""
        node = self._word(section, "when", text, side)
        if isinstance(node, Node) and not node.names and not isinstance(figure := self.book[text], int):
            raise section.fault(
                "when",
                f"when must be true or false, or a whole number; got {text}, which is {as_text(figure_text(figure))}",
            )
        return node

    def amount(self, section: GameSection, key: str, setting: Any, side: str) -> Node:
        """A number that stays."""
        if type(setting) is int and 0 <= setting <= LARGEST:
            return constant(setting)
        node = self._word(section, key, setting, side, stays=True)
        if isinstance(node, FightState):
            raise section.fault(
                key, f"{key} must not change in the fight; got {setting}; take what is asked, or a figure"
            )
        if not node.names and (type(number := self.book[setting]) is not int or number < 0):
            raise section.fault(
                key, f"{key} must be a whole number from 0 on; got {setting}, which is {as_text(figure_text(number))}"
            )
        return node

    def known(self) -> list[str]:
        """All that may be named."""
        return [*(name.removeprefix("a_") for name in self.ours), *self.ours, *STATE, *self.book]

    def target(self, side: str, key: str, node: Node) -> str:
        """What is asked, or a target number for a figure."""
        if node.names:
            return node.names[0]
        return self.new(f"{side}_{key}", node)

    def new(self, name: str, node: Node) -> str:
        """A target number of its own; of several that are called so, the later ones are counted."""
        alike = sum(re.fullmatch(rf"{name}(_\d+)?", one) is not None for one in self.targets)
        name = f"{name}_{alike + 1}" if alike else name
        self.targets[name] = node
        return name

    def at_first(self, word: FightState) -> str:
        """The target number that says what changes, as the fight begins."""
        name, place = f"{word.side}_{word.what}_at_the_start", [*OTHER].index(word.side)
        self.targets[name] = Node(
            lambda r, sides: word.now(sides[place], sides[place].whole), ("fight_sides",), word.what
        )
        return name

    def reckoning(self, section: GameSection, gives: Parameter, text: str, side: str) -> Reckoning:
        """A line of names in braces; ``foe.`` is what the foe has."""
        key, foe = gives.name, "foe_"
        while foe in text.lower():  # no name in it begins so
            foe += "_"

        def fault(message: str) -> FileError:
            return section.fault(key, message.replace(foe, "foe."))

        try:
            line = Template(re.sub(r"\{\s*foe\.", f"{{{foe}", text))
        except RuleError as error:
            raise fault(str(error)) from None
        nodes = dict[str, Node | FightState]()
        for name in line.names:
            whole = f"foe.{name.removeprefix(foe)}" if name.startswith(foe) else name
            if (word := self.named(whole, side)) is None:
                section.known_name(key, whole, self.known(), "what the fight asks, or lost, left or men")
            else:
                nodes[name] = word
        for path in line.figures:
            section.known_name(key, path, self.book, "a figure")
        return Reckoning(line, nodes, gives, text, fault)

    def reckoned_first(self, one: Reckoning, label: str) -> Node:
        """What it is as the fight begins."""

        def first(r: Ruleset, targets: Known) -> int:
            sides = dict(zip(OTHER, targets["fight_sides"], strict=True))
            return one.now(r, targets, lambda word: word.now(sides[word.side], sides[word.side].whole))

        return node_of(label, first, one.nodes, "fight_sides")

    def try_out(self, one: Reckoning, first: Node) -> None:
        """Refuse what makes no number as the fight begins, or with another value of one of its names."""
        usual = self.usual()
        first(self.book, usual)
        values = one.values(self.book, usual, lambda word: 1)
        for name, word in one.words.items():
            choices = self.ours[word.names[0]].values() if isinstance(word, Node) and word.names else ()
            for number in (1, 2) if isinstance(word, FightState) else (*choices[:3], *choices[-1:]):
                one.worked_out({**values, name: number}, self.book)

    def usual(self) -> Known:
        """What is asked as it is usually, and the sides then."""
        usual = {name: p.default for name, p in self.ours.items()}
        try:
            return {**usual, "fight_sides": self.targets["fight_sides"](self.book, usual)}
        except RuleError as error:
            raise self.section.right("lasts", error) from None
