"""House rules of a game that is verified: each figure changed a little and back, and the ready ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ..analysis.effects import first_effects, growing_effects
from ..analysis.situations import Params
from ..mechanics.check import Check, Result
from ..mechanics.processes.process import Process
from ..rulebook.book import Rule, Ruleset, Value
from ..rulebook.layers import Layer
from ..rulebook.library import game
from .findings import Finding, command
from .trial import TooLongError, ask, briefly

_PATIENCE = 10.0  # seconds in which a house rule must be found to change something

Readers = Mapping[str, Sequence[tuple[Check, Params]]]  # path to situations in which its figure is read


def ready(layer: Layer, book: Ruleset, name: str) -> Iterator[Finding]:
    """What is wrong with a ready house rule: it must change answers, each line of it, and can be undone."""
    see = f"rencounter house {book.stem} {name}{game(book.stem).option}"
    try:
        rules = layer.alone()
    except RuleError as error:
        yield Finding(layer.name, f"it does not fit the book: {error}", see)
        return
    figures = {path: value for path, value in layer.changes.items() if path in book}  # others add a modifier
    if figures and book.changed(figures).changed({path: book[path] for path in figures}) != book:
        yield Finding(layer.name, "undone, it does not restore the book", see)
    untold = {rule.path for rule in rules.house_rules if not rule.looked_up}
    looked_for = set(untold)
    with suppress(TooLongError), briefly(_PATIENCE):
        for effects in chain([first_effects(rules)], growing_effects(rules)):
            untold -= {path for effect in effects for path in effect.figures}
            if not untold:
                return
    if untold == looked_for:
        yield Finding(layer.name, "it changed no answer", see, is_fault=False)
    else:
        for path in sorted(untold):
            yield Finding(layer.name, f"{path} changed no answer", see, is_fault=False)


def figure(rule: Rule, book: Ruleset, readers: Sequence[tuple[Check, Params]]) -> Iterator[Finding]:
    """What is wrong where one figure is changed by a step: each check answers or refuses in a sentence; changed back,
    the book is as it was.
    """
    for value in _steps(rule):
        try:
            rules = book.changed({rule.path: value})
        except RuleError:
            continue
        for check, params in readers:
            yield from _findings(check, params, rules)
        if rules.changed({rule.path: rule.value}) != book:
            yield Finding(rule.path, "changed and changed back, it does not restore the book")
        return


def _findings(check: Check, params: Params, rules: Ruleset) -> Iterator[Finding]:
    """What is wrong with a check by changed rules; of a fight the target numbers alone are worked out."""
    see = command(check.id, params, rules.lines)
    if isinstance(check, Process):
        try:
            check.targets_of(rules, params)
        except RuleError:
            pass
        except Exception as error:
            yield Finding(check.id, f"by the house rule {rules.lines} it fails: {error_text(error)}", see)
        return
    answer = ask(check, params, rules)
    if isinstance(answer, Result):
        if strange := [outcome for outcome in answer.dist if outcome not in answer.space]:
            yield Finding(
                check.id, f"by the house rule {rules.lines} it gives {check.words(strange[0])}, no outcome of it", see
            )
    elif not isinstance(answer, RuleError):
        yield Finding(check.id, f"by the house rule {rules.lines} it fails: {error_text(answer)}", see)


def error_text(error: Exception) -> str:
    """What an error says that is no sentence for players."""
    return f"{type(error).__name__}: {as_text(str(error), 120)}"


def _steps(rule: Rule) -> Iterator[Value]:
    """The nearest other figures; none where a figure alone cannot be another, as a row of a table."""
    if rule.options:
        yield from (option for option in rule.options if option != rule.value)
    elif rule.is_dice:
        for step in (1, -1):
            yield re.sub(r"(?<=d)\d+", lambda sides, step=step: str(int(sides[0]) + step), str(rule.value))  # type: ignore[misc]
    elif type(rule.value) in (int, float):
        yield from (rule.value + 1, rule.value - 1)
    elif isinstance(rule.value, tuple):
        for step in (1, -1):
            yield from ((*rule.value[:n], rule.value[n] + step, *rule.value[n + 1 :]) for n in range(len(rule.value)))
