"""What all tools have in common: a subject that they ask about, menus to offer, and work to do."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets as w

from ...rulebook.book import Ruleset
from ..job import Step
from .subject import Subject


class Tool(w.VBox):  # type: ignore[misc]
    """Something to do with a situation."""

    def __init__(self, subject: Subject, children: Sequence[w.Widget]) -> None:
        self.subject = subject
        super().__init__(children)

    def choose(self, rules: Ruleset) -> None:
        """Offer what there is to choose with the check; nothing, for most tools."""

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work, one picture a step."""
        raise TypeError(f"{type(self).__name__} must say what its work is")
