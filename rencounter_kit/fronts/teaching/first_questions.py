"""The first questions of a lesson for a game of one's own: two changes of a check for each kind of interaction that is
found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, islice

from ...engine.words.errors import RuleError
from ...workbook.analysis.interactions import interaction
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.parameter import Parameter
from ...workbook.mechanics.processes.process import Process
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.text import Value
from ...workbook.rulebook.toml_text import in_toml
from .deck import QuestionDeck
from .interaction_kind import kinds_of
from .lesson import read_lesson

_MOST, _TRIED = 4, 60  # questions, and pairs of changes of a check that are tried


def first_questions(stem: str) -> str:
    """The text of a question for each kind that the checks of a game show, at most four, the plainest checks first.

    stem : the game. Raises ``RuleError`` where no check has two changes that matter.
    """
    questions = dict[str, str]()
    for check in sorted(checks.of(stem), key=lambda check: isinstance(check, Process)):
        event = next(iter(check.events), "")
        for one, other in islice(_pairs(check), _TRIED) if event else ():
            if len(questions) == _MOST:
                break
            kinds = _kinds(check, event, one, other)
            if len(kinds) == 1 and kinds[0] not in questions:
                text = _question(check, kinds[0], event, one, other)
                deck = QuestionDeck(read_lesson(text).questions[0], seed=0)
                with suppress(RuleError):  # it asks nothing worth guessing
                    deck.deal()
                    questions[kinds[0]] = text
    if not questions:
        raise RuleError(
            f"a lesson must ask for two changes of one check that both count; {stem} has none; add a second "
            f"modifier to a sum"
        )
    return "\n".join(questions.values())


def _pairs(check: Check) -> Iterator[tuple[tuple[str, Value], tuple[str, Value]]]:
    """Two changes from the usual case, each of another parameter."""
    for one, other in combinations(check.parameters.values(), 2):
        yield from ((a, b) for a in _changes(one) for b in _changes(other))


def _changes(p: Parameter) -> list[tuple[str, Value]]:
    """The next value, and the furthest one."""
    values = [value for value in islice(p.values(), 200) if value != p.default]
    return [(p.name, value) for value in dict.fromkeys([*values[:1], *values[-1:]])]


def _kinds(check: Check, event: str, one: tuple[str, Value], other: tuple[str, Value]) -> tuple[str, ...]:
    """The kinds that two changes show; none where they do not go together."""
    try:
        return kinds_of(interaction(check.id, one, other, outcome=event))
    except RuleError:
        return ()


def _question(check: Check, kind: str, event: str, one: tuple[str, Value], other: tuple[str, Value]) -> str:
    title, both = (_plain(words) for words in (check.title, event))
    changes = f"{_value_text(check, *one)}, and {_value_text(check, *other)}"
    lines = [
        "[[question]]",
        f"kind = {in_toml(kind)}",
        f"check = {in_toml(check.id)}",
        f"event = {in_toml(event)}",
        *(
            f"{name} = {{ parameter = {in_toml(change[0])}, value = {in_toml(change[1])}, words = "
            f"{in_toml(_value_text(check, *change))} }}"
            for name, change in (("one", one), ("other", other))
        ),
        f"situation = {in_toml(f'{title} First as usual; then with two changes: {changes}.')}",
        f"question = {in_toml(f'How likely is it with both: {both}?')}",
        'lesson = "Say here why the two work together so."',
        "",
    ]
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Without braces, in which a question names its figures."""
    return re.sub("[{}]", "", text)


def _value_text(check: Check, name: str, value: Value) -> str:
    read = check.spelling
    return _plain(read.words(name) if value is True else f"{read.words(name)}: {read.value(value)}")
