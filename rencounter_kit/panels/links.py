"""A situation as a link to the page, and what the page's own address says of one."""

from __future__ import annotations

from ..mechanics.check import Check
from ..mechanics.links import CHECK, RULES, Params, Sent, others, rules_of, taken_in, text_of
from ..mechanics.registry import checks
from .here import Stand, address_here, asked_of
from .in_force import lines_in_force


def address(check: Check, params: Params, lines: str = "") -> str:
    """The situation as a link to this page; empty where a link could not open it. lines : house rules."""
    return link_here({CHECK: check.id, **others(check, params)}, lines)


def link_here(said: Params, lines: str) -> str:
    """A link to this page that says all that, and house rules; empty where there can be none."""
    query = {name: text_of(value) for name, value in said.items()} | ({RULES: lines} if lines else {})
    return address_here(list(query.items()))


def asked_here(check: Check, stand: Stand | None = None) -> Sent | None:
    """What the address of this page says of a check, ``None`` where that is nothing; ``RuleError`` where it cannot be.
    stand : the panel that opens.
    """
    here, of = asked_of(CHECK, stand or Stand(CHECK, check.id))
    if not of:
        _, other = asked_of(CHECK)
        _ = other and checks[other]  # where there is no such check, each panel says so
        return None
    in_force = lines_in_force(check.stem)
    said = taken_in(check, here, in_force)
    rules = rules_of(check.book, [said.lines or in_force])
    asked = check.under(rules)
    asked.numbers(rules, asked.values(rules, said.choices))  # it must not contradict itself
    return said
