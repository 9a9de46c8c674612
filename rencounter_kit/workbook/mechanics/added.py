"""The checks with the modifiers that house rules add (see ``rulebook/added.py``): what they count, ask and refuse.

A modifier goes into each sum of its name. A fight has the sums of the checks that are parts of it, and asks for each
side, ``a_smoke`` and ``b_smoke``, where a part is that of a side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from ...engine.words.errors import RuleError
from ...engine.words.wording import Spelling, first_up
from ..rulebook.added import Addition, Modifier, name_in
from ..rulebook.book import Rule, Ruleset
from ..rulebook.procedures import Procedure
from ..rulebook.text import plain_words
from .modifiers import CompositeNode, InnerSum, Node, Part, Total, counted_if, refuse
from .parameter import Parameter, YesNo
from .procedures import Roller, RollLine, box_sides, rides_node, rollers, rolls_itself
from .sums import HasSums, SumPlace, parts_of, place_of, side_of

AddedLines = tuple[tuple[str, Addition], ...]  # path and what is added there, whatever it is worth
C = TypeVar("C", bound="_Check")
_OTHER = {"a_": "b_", "b_": "a_"}


class _Check(HasSums, Protocol):
    """A check that can be made to ask and count more."""

    def asking(
        self: C,
        parameters: Mapping[str, Parameter],
        nodes: Mapping[str, Total | Node],
        added: AddedLines,
        refusals: Sequence[Node] = (),
        rides: Node | None = None,
    ) -> C: ...


class Slot(NamedTuple):
    """What goes into a node of a check.

    node : with what it counts besides.
    lines : those that concern it.
    asks : what the check must ask for them.
    refusals : what it cannot count.
    """

    node: Total | Node
    lines: AddedLines = ()
    asks: Sequence[Parameter] = ()
    refusals: Sequence[Node] = ()


def with_added(check: C, added: AddedLines) -> C:
    """A check that asks for further modifiers and counts them where the rules have them; the check itself where none of
    them concerns it.
    """
    slots = {target: _slot(check, target, one, added) for target, one in check.nodes.items()}
    own = _slot_of_rolls(check, added, list(slots.values()))
    every = [*slots.values(), *([own] if own else [])]
    lines = tuple(line for line in added if any(line in slot.lines for slot in every))
    if not lines:
        return check
    boxes = dict[str, Parameter]()
    for p in [p for slot in every for p in slot.asks]:
        boxes[p.name] = _agreed(boxes.get(p.name), p)
    if clash := next((name for name in boxes if name in check.parameters or name in check.nodes), ""):
        path = next(path for path, _ in lines if clash.endswith(name_in(path)))
        raise RuleError(
            f"{path} must end in a name of its own; got {name_in(path)}, and {check.id} has {clash} already; "
            f"try {path}_too"
        )
    boxes = {name: _of_its_side(name, p, lines) for name, p in boxes.items()}
    nodes = {target: slot.node for target, slot in slots.items()}
    refusals = [one for slot in every for one in slot.refusals]
    rides = cast(Node, own.node) if own else None
    of_foe = box_sides(check)[1]
    asks = dict(sorted(boxes.items(), key=lambda pair: pair[0].startswith(of_foe)))  # what A is asked comes first
    return check.asking(asks, nodes, lines, refusals, rides)


def _slot_of_rolls(check: HasSums, added: AddedLines, of_parts: Sequence[Slot]) -> Slot | None:
    """The rolls of a check itself at which something is put in; its parts have it at their own."""
    lines, asks, mine = list[RollLine](), list[Parameter](), list[tuple[str, Addition]]()
    refusals = list[Node]()
    known = {p.name for slot in of_parts for p in slot.asks}
    for path, roll in added:
        if not isinstance(roll, Procedure):
            continue
        is_of_parts = any((path, roll) in slot.lines for slot in of_parts)
        for roller in rollers(check, roll.rides):
            box = _box_of(roller, path, roll) if roll.ask else ""
            if (values := roller.values(roll)) is None or (is_of_parts and not rolls_itself(roller, box, known)):
                continue
            if box:
                partner = next((roller.parameter(name, name in roll.foes) for name, _ in roll.when), None)
                asks.append(_parameter(box, roll, check.spelling, partner))
            refusals += [
                _refusal(check, path, roll, name, (box,) if box else ())
                for name in values.values()
                if name in check.changing
            ]
            lines.append(RollLine(path, roll, values, box, roller.side))
            mine.append((path, roll))
    return Slot(rides_node(lines), tuple(mine), asks, refusals) if lines else None


def _box_of(roller: Roller, path: str, roll: Procedure) -> str:
    """The name by which it is asked whether a roll is put in: of him who rolls, or of the other."""
    return name_in(path) if roll.both else roller.prefix(roll.foe) + name_in(path)


def _slot(check: HasSums, target: str, one: Total | Node, added: AddedLines) -> Slot:
    """What goes into a sum, or into the parts that are other checks."""
    if isinstance(one, (Total, InnerSum)):
        return _slot_of_sum(check, place_of(check, target, one), one, added)
    slot = _slot_of_parts(one, added, check.parameters)
    return slot._replace(refusals=[no for part in parts_of(one) for no in _refusals_of_part(check, part, slot.lines)])


def _slot_of_sum(check: HasSums, place: SumPlace, one: Total | InnerSum, added: AddedLines) -> Slot:
    mine = tuple((path, modifier) for path, modifier in added if _concerns(place, modifier))
    slot_lines = tuple(line for line in mine if not any(name in place.decides for name in line[1].named))
    asks = [_parameter_in(place, *line) for line in mine if line[1].ask]
    return Slot(_sum_with(one, place, slot_lines) if slot_lines else one, mine, asks, [*_refusals(check, place, mine)])


def _slot_of_parts(one: Node, added: AddedLines, parameters: Mapping[str, Parameter]) -> Slot:
    """A part with what its check asks for besides, by our names; and what is made of parts."""
    if isinstance(one, CompositeNode):
        slots = [_slot_of_parts(part, added, parameters) for part in one.parts]
        lines = tuple(line for slot in slots for line in slot.lines)
        asks = [p for slot in slots for p in slot.asks]
        return Slot(one.of(*(cast(Node, slot.node) for slot in slots)), lines, asks) if lines else Slot(one)
    if not isinstance(one, Part):
        return Slot(one)
    inner = one.check.with_added(tuple(line for line in added if _may_count(one, line[1])))
    if inner is one.check:
        return Slot(one)
    ours = dict(zip(one.inputs, one.names, strict=False))
    new = {name: _part_box(one, name, added) for name in inner.parameters if name not in one.check.parameters}
    asks = [_part_parameter(inner.parameters[name], new_name, ours, parameters) for name, new_name in new.items()]
    return Slot(one.asking(inner.as_a_part(), new), inner.added, asks)


def _refusals(check: HasSums, place: SumPlace, mine: AddedLines) -> Iterator[Node]:
    """What refuses modifiers that go by what the dice change, of which a sum knows what it is before them alone."""
    for path, modifier in mine:
        for name in modifier.named:
            follows = name in place.changing or _value_of(place, name) not in check.changing
            if name in place.decides or not follows:
                box = _box(place, path, modifier)
                yield _refusal(check, path, modifier, name, (box,) if modifier.ask else ())


def _refusals_of_part(check: HasSums, part: Part, mine: AddedLines) -> Iterator[Node]:
    """The same of the sums and rolls of a part; what other sums go into there, whoever has the part follows for
    himself.
    """
    ours = dict(zip(part.inputs, part.names, strict=False))
    when = (part.when,) if part.when else ()
    for path, line in mine:
        for names, box in _counting_in(part.check, path, line) if _may_count(part, line) else ():
            for name in names:
                if ours.get(name) in check.changing:
                    ticked = (_part_box(part, box, mine),) if line.ask else ()
                    yield _refusal(check, path, line, name, (*when, *ticked))


def _counting_in(check: HasSums, path: str, line: Addition) -> Iterator[tuple[Iterable[str], str]]:
    """By which values a line counts at each sum or roll of a check, and what its box is called."""
    if isinstance(line, Procedure):
        for roller in rollers(check, line.rides):
            yield (roller.values(line) or {}).values(), _box_of(roller, path, line)
        return
    for target, one in check.nodes.items():
        if isinstance(one, Total) and _concerns(place := place_of(check, target, one), line):
            yield [_value_of(place, name) for name in line.named], _box(place, path, line)


def _refusal(check: HasSums, path: str, modifier: Addition, name: str, when: tuple[str, ...]) -> Node:
    """What refuses a modifier while the rules have it and all of ``when`` are true."""

    def changes(r: Ruleset, *true: Any) -> None:
        rule = r.added_rule(path) if all(true) else None
        refuse(
            rule and rule.adds and rule.adds.shape == modifier,
            f"{path} must go by what stays as it is in {check.id}; got {check.spelling.words(name)}, which the "
            f"fight changes and this sum does "
            "not follow; take the line out, or ask the check of one roll",
        )

    return Node(changes, when, name_in(path))


def _may_count(part: Part, line: Addition) -> bool:
    """Can a line ever count in a part, of what that does not ask for?"""
    parameters = part.check.parameters

    def may(name: str, *values: Any) -> bool:
        if name not in parameters or name in part.inputs or name in part.varies or parameters[name].path:
            return True
        value = part.fixed.get(name, parameters[name].default)
        return value in values if values else bool(value)

    ways: list[Mapping[str, str] | None] = [{name: name for name in line.named}]
    if isinstance(line, Procedure):
        ways = [roller.values(line) for roller in rollers(part.check, line.rides)]
    each = line.each if isinstance(line, Modifier) else ""
    return any(
        names is not None and all(may(names[name], *values) for name, values in line.when) and (not each or may(each))
        for names in ways
    )


def _concerns(place: SumPlace, modifier: Addition) -> bool:
    """Does a modifier add to this sum, and has its check what the modifier asks for?"""
    if not isinstance(modifier, Modifier):
        return False
    return plain_words(place.sum.name) == plain_words(modifier.to) and all(map(place.knows, modifier.named))


def _parameter_in(place: SumPlace, path: str, modifier: Addition) -> Parameter:
    """The parameter that says whether a modifier counts."""
    partner = next((place.parameter(name) for name, _ in modifier.when if name not in place.changing), None)
    return _parameter(_box(place, path, modifier), modifier, place.check.spelling, partner)


def _parameter(box: str, line: Addition, spelling: Spelling, partner: Parameter | None) -> Parameter:
    """The parameter that says whether a line counts; it rests while ``partner`` is otherwise than the line says."""
    only = (partner.name, line.when[0][1]) if partner else ("", ())
    text = _sentence(line)
    hint = text.rstrip(".")
    one = YesNo(box, False, text, only_with=only, hint=hint, spelling=spelling)
    return replace(one, tick=hint) if isinstance(line, Procedure) else one  # beside the box, in the place of a name


def _sentence(line: Addition) -> str:
    return first_up(line.ask if line.ask[-1] in ".!?" else f"{line.ask}.")


def _box(place: SumPlace, path: str, modifier: Addition) -> str:
    """The name by which it is asked whether a modifier counts."""
    return name_in(path) if modifier.both else place.sum.side + name_in(path)


def _part_box(part: Part, name: str, added: AddedLines) -> str:
    """What a part asks for by that name, as the fight calls it: of the part's side, unless it is one thing for both."""
    side, sides = side_of(part), box_sides(part.check)
    for path, line in added:
        bare = name_in(path)
        prefix = name.removesuffix(bare)
        if name != prefix + bare or prefix not in ("", *sides):
            continue
        if line.both or (prefix and not side):
            return name
        of_foe = prefix == sides[1] if prefix else isinstance(line, Procedure) and line.foe
        return part.renamed(bare, _OTHER.get(side, side) if of_foe else side)
    return part.renamed(name, side)


def _of_its_side(name: str, parameter: Parameter, added: AddedLines) -> Parameter:
    """What is asked of one side, which its question says too."""
    path, line = max(
        (one for one in added if f"_{name}".endswith(f"_{name_in(one[0])}")), key=lambda one: len(name_in(one[0]))
    )
    side = first_up(name.removesuffix(name_in(path)).rstrip("_"))
    if not side:
        return parameter
    text = f"{side}: {_sentence(line)}"
    hint = text.rstrip(".")
    return replace(parameter, help=text, hint=hint, tick=hint if parameter.tick == parameter.hint else parameter.tick)


def _agreed(one: Parameter | None, other: Parameter) -> Parameter:
    """One parameter for modifiers that share it; it rests only where it counts for none of them."""
    if one is None or one.only_with == other.only_with:
        return one or other
    return replace(one, only_with=("", ()))


def _sum_with(one: Total | InnerSum, place: SumPlace, mine: AddedLines) -> Total | InnerSum:
    """A sum with what it adds up besides."""
    parts = [_node(place, path, modifier) for path, modifier in mine]
    if isinstance(one, InnerSum):
        return one.with_added(*parts)
    return replace(one, parts=(*one.parts, *(counted_if(one.when, *parts) if one.when else parts)))


def _node(place: SumPlace, path: str, modifier: Addition) -> Node:
    """A modifier that counts where the rules have it, it is asked for, and all else is as it says."""
    names = [_value_of(place, name) for name in modifier.named]
    is_each = isinstance(modifier, Modifier) and bool(modifier.each)
    if modifier.ask:
        names.append(_box(place, path, modifier))
    choices = [values for _, values in modifier.when]

    def counts(r: Ruleset, *amounts: Any) -> Rule | None:
        fits = all(value in values for value, values in zip(amounts, choices, strict=False))
        times = amounts[len(choices)] or 0 if is_each else 1
        if not fits or not times or (modifier.ask and not amounts[-1]):
            return None
        rule = r.added_rule(path)
        return rule.times(times) if rule and rule.adds and rule.adds.shape == modifier else None

    return Node(counts, tuple(names), name_in(path))


def _value_of(place: SumPlace, name: str) -> str:
    """What a value that a modifier goes by is called where that is worked out."""
    parameter = None if name in place.changing else place.parameter(name)
    return parameter.name if parameter else name


def _part_parameter(p: Parameter, name: str, ours: Mapping[str, str], parameters: Mapping[str, Parameter]) -> Parameter:
    """A parameter of a part, by a name of ours; with what it goes together, where we ask for that too."""
    partner = ours.get(p.only_with[0], "")
    return replace(p, name=name, only_with=(partner, p.only_with[1]) if partner in parameters else ("", ()))
