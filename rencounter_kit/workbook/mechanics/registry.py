"""All checks by id, and the asking of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ..rulebook.book import AboutChecks, Ruleset, systems
from ..rulebook.library import has
from ..rulebook.text import Value
from .catalogue import checks_of, flows_of
from .check import Check, Result
from .mentions import is_named
from .new_rules import new_rules
from .placing import placed
from .roll_wishes import example, new_rolls
from .sums import sums_for


class Checks(Mapping[str, Check]):
    """Id to check, such as ``checks["rencounter.fire"]``; ``RuleError`` with a suggestion for an unknown id."""

    def __getitem__(self, id: str) -> Check:
        stem = id.partition(".")[0] if isinstance(id, str) else ""
        if has(stem) and (own_check := checks_of(stem).get(id)):
            return own_check
        if has(stem) and (flow := flows_of(stem).get(id)):
            page = f"on its page, {flow.page}" if flow.page else f'by rk.flow("{flow.id}")'
            raise RuleError(f"a check must be one of rk.checks; got {flow.id}, a flow of checks; it is shown {page}")
        near = get_close_matches(as_text(id), list(self), n=1)
        hint = f"did you mean {near[0]}?" if near else f"they begin with {', '.join(systems())}"
        raise RuleError(f"a check must be one of rk.checks; got {as_text(id)}; {hint}")

    def get(self, id: str, default: Any = None) -> Any:
        """The check of that id, or ``default``."""
        try:
            return self[id]
        except RuleError:
            return default

    def of(self, stem: str) -> list[Check]:
        """The checks of one game, in its own order."""
        return list(checks_of(stem).values())

    def __contains__(self, id: object) -> bool:
        stem = id.partition(".")[0] if isinstance(id, str) else ""
        return has(stem) and id in checks_of(stem)

    def __iter__(self) -> Iterator[str]:
        for stem in systems():
            yield from checks_of(stem)

    def __len__(self) -> int:
        return sum(1 for _ in self)


checks = Checks()
ABOUT_CHECKS = AboutChecks(checks_of, placed, is_named, sums_for, new_rules, new_rolls, example)


def check_of(id: str | Check, *rules: Any) -> Check:
    """A check, or the one of that id; with what house rules ask for besides the book, where rules are given."""
    check = id if isinstance(id, Check) else checks[id]
    return check.under(*map(check.ruleset, rules))


def check(id: str | Check, /, *, rules: Ruleset | None = None, **settings: Value) -> Result:
    """The exact answer of a check.

    id : such as ``"rencounter.fire"`` (all are in ``rk.checks``).
    rules : a ruleset with house rules, or ``rk.Layers``; the book when left out.
    settings : the check's parameters; the others keep their defaults.

    Raises ``RuleError`` for an unknown check, parameter or value.

    >>> import rencounter_kit as rk
    >>> shot = rk.check("rencounter.fire", skill=5, range_band="long")
    >>> shot["miss"]
    Fraction(11, 12)
    """
    return check_of(id)(rules=rules, **settings)
