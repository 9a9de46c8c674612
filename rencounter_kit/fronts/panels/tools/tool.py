"""What all tools have in common: a subject that they ask about, menus to offer, and work to do."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from ....engine.words.errors import RuleError
from ....workbook.analysis.subject import Subject
from ....workbook.rulebook.book import Ruleset
from ..job import Step, growing_or_error, or_error
from ..late import w
from ..page import words_note

Answered = TypeVar("Answered")


class Tool(w.VBox):  # type: ignore[misc]
    """Something to do with a situation."""

    def __init__(self, subject: Subject, children: Sequence[w.Widget]) -> None:
        self.subject = subject
        super().__init__(children)

    def choose(self, rules: Ruleset) -> None:
        """Offer what there is to choose with the check; nothing, for most tools."""

    def begin_again(self, rules: Ruleset) -> None:
        """What was typed and chosen here is as at the start; what was kept here stays."""

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work, one picture a step."""
        raise TypeError(f"{type(self).__name__} must say what its work is")


def by_both(
    book: Ruleset,
    rules: Ruleset,
    ask: Callable[[Ruleset], Answered],
    show: Callable[[Answered | RuleError], None],
    words_of: Callable[[Answered], str],
    heading: w.HTML,
    grows: Callable[[Ruleset], Iterator[Answered]] | None = None,
) -> list[Step]:
    """The work for an answer by the rules at hand; with house rules in force, then also by the book, both in a line.

    words_of : an answer in a few words.
    heading : where the line stands.
    grows : the answer as it becomes known, to be shown as it grows.
    """
    ours: list[Answered | RuleError] = []

    def show_ours(answer: Answered | RuleError) -> None:
        ours.append(answer)
        heading.value = ""
        show(answer)

    def show_both(answer: Answered | RuleError) -> None:
        before, after = (html.escape(_short(one, words_of)) for one in (answer, ours[-1]))
        line = f'{before} by the book, <b class="rk-ours">{after} by your rules</b>'
        if before == after:
            line = f"Same with your rules: <b>{after}</b>"
        heading.value = words_note(line)

    first = growing_or_error(partial(grows, rules)) if grows else or_error(partial(ask, rules))
    steps: list[Step] = [(first, show_ours)]
    if rules.house_rules:
        steps.append((or_error(partial(ask, book)), show_both))
    return steps


def _short(answer: Answered | RuleError, words_of: Callable[[Answered], str]) -> str:
    return "no answer" if isinstance(answer, RuleError) else words_of(answer)
