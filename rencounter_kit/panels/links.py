"""A situation as a link to the page, and what the page's own address says of one."""

from __future__ import annotations

from ..address import CHECK
from ..mechanics.check import Check
from ..mechanics.links import Params, Sent, query, rules_of, taken_in
from ..mechanics.registry import checks
from .page_state import Stand, asked_of, lines_in_force, link_here


def address(check: Check, params: Params, lines: str = "") -> str:
    """The situation as a link to this page; empty where a link could not open it. lines : house rules."""
    return link_here(query(check, params, lines))


def asked_here(check: Check, stand: Stand | None = None) -> Sent | None:
    """What the address of this page says of a check, ``None`` where that is nothing; ``RuleError`` where it cannot be.
    stand : the panel that opens.
    """
    line = asked_of(CHECK, stand or Stand(CHECK, check.id))
    if line is None:
        other = asked_of(CHECK)
        _ = other and checks[other.of[0]]  # where there is no such check, each panel says so
        return None
    in_force = lines_in_force(check.stem)
    said = taken_in(check, line, in_force)
    rules = rules_of(check.book, [said.lines or in_force])
    asked = check.under(rules)
    asked.numbers(rules, asked.values(rules, said.choices))  # it must not contradict itself
    return said
