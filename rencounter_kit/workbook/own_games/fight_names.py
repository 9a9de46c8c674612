"""The names in a fight of a game's file, and what they mean: what is asked, what changes, a figure, or a
line of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...engine.words.errors import RuleError
from ...engine.words.wording import nearest, shown, words
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

    def named(self, said: str, side: str, stays: bool = False) -> Node | FightState | None:
        """What a name means; ``None`` where it is none.

        stays : may it not change in the fight?
        """
        whose, name = (OTHER[side], said.removeprefix("foe.")) if said.startswith("foe.") else (side, said)
        found = next((one for one in (f"{whose}_{name}", said) if one in self.ours), None)
        if name in STATE and not (stays and found):
            return FightState(whose, name)
        if found:
            self.used.add(found)
            return value(found)
        return Node(lambda r: r[said], (), words(said)) if said in self.book else None

    def _word(self, section: GameSection, key: str, said: Any, side: str, stays: bool = False) -> Node | FightState:
        """A name, of what stays or of what changes."""
        found = self.named(said, side, stays) if isinstance(said, str) else None
        if found is None:
            hint = nearest(said.removeprefix("foe."), self.known()) if isinstance(said, str) else ""
            raise section.fault(
                key, f"{key} must be a whole number, what is asked, or a figure; got {shown(figure_text(said))}{hint}"
            )
        return found

    def condition(self, section: GameSection, said: str, side: str) -> Node | FightState:
        """What must be true, or more than 0."""
        found = self._word(section, "when", said, side)
        if isinstance(found, Node) and not found.names and not isinstance(figure := self.book[said], int):
            raise section.fault(
                "when",
                f"when must be true or false, or a whole number; got {said}, which is {shown(figure_text(figure))}",
            )
        return found

    def amount(self, section: GameSection, key: str, said: Any, side: str) -> Node:
        """A number that stays."""
        if type(said) is int and 0 <= said <= LARGEST:
            return constant(said)
        found = self._word(section, key, said, side, stays=True)
        if isinstance(found, FightState):
            raise section.fault(key, f"{key} must not change in the fight; got {said}; take what is asked, or a figure")
        if not found.names and (type(number := self.book[said]) is not int or number < 0):
            raise section.fault(
                key, f"{key} must be a whole number from 0 on; got {said}, which is {shown(figure_text(number))}"
            )
        return found

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

        def fault(said: str) -> FileError:
            return section.fault(key, said.replace(foe, "foe."))

        try:
            line = Template(re.sub(r"\{\s*foe\.", f"{{{foe}", text))
        except RuleError as error:
            raise fault(str(error)) from None
        named = dict[str, Node | FightState]()
        for name in line.names:
            whole = f"foe.{name.removeprefix(foe)}" if name.startswith(foe) else name
            if (word := self.named(whole, side)) is None:
                section.found(key, whole, self.known(), "what the fight asks, or lost, left or men")
            else:
                named[name] = word
        for path in line.figures:
            section.found(key, path, self.book, "a figure")
        return Reckoning(line, named, gives, text, fault)

    def reckoned_first(self, one: Reckoning, label: str) -> Node:
        """What it is as the fight begins."""

        def first(r: Ruleset, known: Known) -> int:
            sides = dict(zip(OTHER, known["fight_sides"], strict=True))
            return one.now(r, known, lambda word: word.now(sides[word.side], sides[word.side].whole))

        return node_of(label, first, one.nodes, "fight_sides")

    def try_out(self, one: Reckoning, first: Node) -> None:
        """Refuse what makes no number as the fight begins, or with another value of one of its names."""
        usual = self.usual()
        first(self.book, usual)
        values = one.values(self.book, usual, lambda word: 1)
        for name, word in one.words.items():
            asked = self.ours[word.names[0]].values() if isinstance(word, Node) and word.names else ()
            for number in (1, 2) if isinstance(word, FightState) else (*asked[:3], *asked[-1:]):
                one.worked_out({**values, name: number}, self.book)

    def usual(self) -> Known:
        """What is asked as it is usually, and the sides then."""
        usual = {name: p.default for name, p in self.ours.items()}
        try:
            return {**usual, "fight_sides": self.targets["fight_sides"](self.book, usual)}
        except RuleError as error:
            raise self.section.right("lasts", error) from None
