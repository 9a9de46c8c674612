"""Numbers of a fight that go by how it stands: what a side has lost, and what is worked out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ...engine.dice.dist import Outcome
from ...engine.notation.errors import NotationError
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ..mechanics.modifiers import Node, Part
from ..mechanics.parameter import Parameter, Whole
from ..rulebook.book import Ruleset
from ..rulebook.places import FileError
from ..rulebook.text import Value
from .rounds import OTHER, Act, Harm, Side
from .template import Template

MOST_NUMBERS = 10_000

Known = Mapping[str, Any]  # what is asked and worked out, by name


class FightState(NamedTuple):
    """What changes in a fight: of which side, and what of ``STATE``."""

    side: str
    what: str

    def now(self, side: Side, left: int) -> int:
        """How much it is for a side that can still take so much."""
        return {"lost": side.whole - left, "left": left, "men": side.standing(left)}[self.what]


class Reckoning(NamedTuple):
    """A number worked out of names in braces, of which some may change.

    words : what each name means.
    gives : what it is a value of.
    text : as it was written.
    fault : what is wrong with it, with its line.
    """

    line: Template
    words: Mapping[str, Node | FightState]
    gives: Parameter
    text: str
    fault: Callable[[str], FileError]

    @property
    def nodes(self) -> list[Node]:
        """What does not change."""
        return [word for word in self.words.values() if isinstance(word, Node)]

    def now(self, r: Ruleset, targets: Known, standing: Callable[[FightState], int]) -> int:
        """How much it is.

        standing : how much is what changes.
        """
        number = self.worked_out(self.values(r, targets, standing), r)
        try:
            self.gives.right(number, r)
        except RuleError:
            raise self._refused(number, self.gives.by(r)) from None
        return number

    def values(self, r: Ruleset, targets: Known, standing: Callable[[FightState], int]) -> dict[str, Any]:
        """What stands for each name."""
        words = self.words.items()
        return {name: standing(one) if isinstance(one, FightState) else one(r, targets) for name, one in words}

    def worked_out(self, values: Known, r: Ruleset) -> int:
        """The number, whatever it may be; ``FileError`` where the line makes none."""
        try:
            line_value = self.line.filled(values, r)
        except NotationError as error:
            raise self.fault(f"in {as_text(error.line)}: {error}") from None
        except RuleError as error:
            raise self.fault(str(error)) from None
        if line_value.number is None or line_value.is_test:
            raise self.fault(f"with must hold numbers without dice; got {as_text(self.text)}")
        return line_value.number

    def _refused(self, number: int, gives: Parameter) -> FileError:
        """The error for a number that it must not be, with what to write so that it stays within its range."""
        text, instead = as_text(self.text, 100), ""
        if isinstance(gives, Whole):
            name, end = ("max", gives.low) if number < gives.low else ("min", gives.high)
            instead = f'; write {gives.name} = "{name}({text}, {end})"'
        return self.fault(f"{gives.name} must be {gives.wanted}; got {number} from {text}{instead}")


class Cost(NamedTuple):
    """What each outcome costs, as the file has it.

    counts : does a number cost what it says?
    """

    costs: Mapping[Outcome, Node]
    counts: bool

    def harm(self, r: Ruleset, targets: Known) -> Harm:
        """The same as it is with what was said."""
        return Harm(tuple((outcome, node(r, targets)) for outcome, node in self.costs.items()), self.counts)


# Nodes ----------------------------------------------------------------------------------------------------------------


def constant(number: Value) -> Node:
    """A number that stays, whatever is said."""
    return Node(lambda r: number, (), str(number))


def node_of(label: str, function: Callable[[Ruleset, Known], Any], nodes: Iterable[Node], *further: str) -> Node:
    """A function of the rules and of all that some nodes are made of."""
    names = tuple(dict.fromkeys([*further, *(name for node in nodes for name in node.names)]))
    return Node(lambda r, *values: function(r, dict(zip(names, values, strict=True))), names, label)


def numbers_by_then(
    act: Act,
    act_part: Part,
    changing: Mapping[str, FightState | Reckoning],
    when: Iterable[Node | FightState],
    r: Ruleset,
    targets: Known,
) -> tuple[tuple[Any, ...], ...]:
    """The target numbers of an act's check, for all that both sides may have lost, as far as that counts."""
    sides = dict(zip(OTHER, targets["fight_sides"], strict=True))
    foe = OTHER[act.side]
    mine, his = range(sides[act.side].whole if act.own else 1), range(sides[foe].whole if act.foe else 1)
    if len(mine) * len(his) > MOST_NUMBERS:
        raise RuleError(
            f"a fight that depends on what is lost must have at most {MOST_NUMBERS:,} states; "
            f"got {len(mine) * len(his):,}; try fewer men or points"
        )
    params = {theirs: targets[ours] for theirs, ours in zip(act_part.inputs, act_part.names, strict=False)}
    params |= act_part.fixed
    memory = dict[tuple[int, ...], Any]()

    def numbers(left: Mapping[str, int]) -> Any:
        def now(word: FightState) -> int:
            return word.now(sides[word.side], left[word.side])

        if not all(now(one) if isinstance(one, FightState) else one(r, targets) for one in when):
            return None
        try:
            values = {
                theirs: word.now(r, targets, now) if isinstance(word, Reckoning) else now(word)
                for theirs, word in changing.items()
            }
            key = tuple(values.values())
            if key not in memory:
                memory[key] = act_part.check.numbers(r, act_part.check.values(r, {**params, **values}))[0]
        except RuleError as error:
            state = " and ".join(f"{points} left on side {side.upper()}" for side, points in sorted(left.items()))
            raise RuleError(f"{act_part.label}, with {state}: {error}") from None
        return memory[key]

    whole = {side: of.whole for side, of in sides.items()}
    return tuple(
        tuple(numbers({act.side: whole[act.side] - own_loss, foe: whole[foe] - foe_loss}) for foe_loss in his)
        for own_loss in mine
    )
