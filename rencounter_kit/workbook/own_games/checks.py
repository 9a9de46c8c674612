"""The checks that a game's file holds, each below a heading such as ``[check.shoot]``; the page game_files says what
its keys mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from ...engine.dice.dist import Outcome
from ...engine.notation.errors import NotationError
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, figures_in, outcome_text, words
from ..mechanics.check import Check
from ..mechanics.events import Kinds, PlainEvent
from ..mechanics.modifiers import inputs, part
from ..mechanics.question import Words
from ..mechanics.space import Event
from ..rulebook.library import Game
from ..rulebook.places import FileError, together
from ..rulebook.text import figure_text
from .dice import CheckDice, ready
from .draft import Draft
from .outcomes import FurtherOutcomes, events_of, meaning, own_outcomes, space_of
from .section import GameSection, sections
from .template import inputs_in


def checks(of: Game) -> list[Check]:
    """The checks of a game's file, in its order; ``FileError`` with the line for what is wrong."""
    parts = dict(sections(of, "check"))
    every = {name: _whole(section, parts, (name,)) for name, section in parts.items()}
    by_name: dict[str, Check] = {}
    faults: dict[str, FileError] = {}  # what leads on to a check that is wrong is not wrong for that
    for name in every:
        with suppress(_UnmadeError):
            _make(name, every, by_name, faults, ())
    if faults:
        raise together(list(faults.values()))
    return [by_name[name] for name in every]


class _UnmadeError(Exception):
    """A check could not be made; what is wrong is noted."""


def _whole(section: GameSection, parts: Mapping[str, GameSection], before: tuple[str, ...]) -> GameSection:
    """A check with what it takes from another that it is like."""
    if "like" not in section.entries:
        return section
    other = section.known_name("like", section.text("like"), parts, "a check of this file")
    if other in before:
        raise section.fault("like", f"a check must not be like itself; {before[0]} is; write it out in full")
    rest = _whole(parts[other], parts, (*before, other)).entries
    return replace(section, entries={**rest, **{key: value for key, value in section.entries.items() if key != "like"}})


def _make(
    name: str,
    every: Mapping[str, GameSection],
    by_name: dict[str, Check],
    faults: dict[str, FileError],
    before: tuple[str, ...],
) -> None:
    """A check, and before it those that it goes on with."""
    if name in faults:
        raise _UnmadeError
    if name in by_name:
        return
    section = every[name]
    try:
        for further in section.table("then").entries.values():
            if isinstance(further, str) and further in every:
                if further in (*before, name):
                    raise section.fault(
                        "then", f"a check must not lead back to itself; {name} does; take {further} out"
                    )
                _make(further, every, by_name, faults, (*before, name))
        by_name[name] = _check(section, name, {one: by_name[one] for one in every if one in by_name}, every)
    except FileError as fault:
        faults[name] = fault
        raise _UnmadeError from None


def _check(section: GameSection, name: str, by_name: Mapping[str, Check], every: Mapping[str, GameSection]) -> Check:
    draft = Draft(section, name, by_name, every)
    line, means = draft.line(section, "dice"), meaning(draft)
    own = own_outcomes(draft, means)
    further = _further(draft, own)
    space = space_of(draft, own, further)
    events = dict(events_of(draft, space))
    dice = CheckDice(words(name), line, means, _does(means.yes, events, further), further)
    says = section.texts("says")
    names = (*line.names, *inputs_in(means.table), *(one for text in says for one in figures_in(text)))
    checks = {target: one for one, target in further.values()}
    try:
        check = Check(
            draft.id,
            section.text("title"),
            source=section.text("source"),
            parameters=(list(draft.own.values()), *(list(one.parameters.values()) for one in checks.values())),
            targets={
                **draft.targets,
                **{target: part(words(one.name), one, list(one.parameters.values())) for target, one in checks.items()},
                **inputs(*(one for one in dict.fromkeys(names) if one in draft.own)),
            },
            dice=ready(dice, space.names),
            outcomes=space,
            events=events,
            says=says,
            wording=Words(
                {key: section.table("said").text(key) for key in section.table("said").entries},
                unit=section.text("unit", ""),
                measure=section.text("measure", ""),
            ),
            steps=tuple(one.id for one in checks.values()),
        )
    except ValueError as error:
        if isinstance(error, FileError):
            raise
        raise section.fault("", str(error).removeprefix(f"{draft.id}: ")) from None
    try:
        check()
    except NotationError as error:
        raise section.fault("dice", draft.instead() or f"in {as_text(error.line)}: {error}") from None
    except RuleError as error:
        raise section.right("dice", error) from None
    return check


def _does(
    yes: Mapping[int, Outcome],
    events: Mapping[str, Event],
    further: FurtherOutcomes,
) -> str:
    """What a yes does: as the event is called of all that may come of it, else as the outcome is."""
    if not yes:
        return ""
    comes = frozenset(further[yes[1]][0].spaces[None].names) if yes[1] in further else frozenset({yes[1]})
    event_names = (
        name for name, event in events.items() if isinstance(event, PlainEvent) and event.alone == Kinds(comes)
    )
    return next(event_names, outcome_text(yes[1]))


def _further(draft: Draft, own: list[Outcome]) -> FurtherOutcomes:
    """The checks that go on from some outcomes, each with the name of its target numbers."""
    then, branches = draft.section.table("then"), dict[Outcome, tuple[Check, str]]()
    for key, name in then.entries.items():
        outcome = next((one for one in own if str(one) == key), None)
        if outcome is None:
            if key in draft.section.table("events").entries:
                raise then.fault(key, f"{key} is an event; then must name an outcome: {', '.join(map(str, own))}")
            then.known_name(key, key, map(str, own), "an outcome")
        if not isinstance(name, str):
            raise then.fault(key, f"a further check must be named in quotes; got {as_text(figure_text(name))}")
        then.known_name(key, name, draft.every, "a check of this file")
        branches[outcome] = draft.made[name], f"{name}_check" if name in draft.known else name
    return branches
