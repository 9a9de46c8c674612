"""What verifying a game comes to: what was done, and what was found, in words."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ...engine.formats.table import ExactTable
from ..mechanics.parameter import as_typed
from ..rulebook.book import Value
from ..rulebook.library import game


class Finding(NamedTuple):
    """One thing that was found.

    about : the check, figure or house rule.
    sentence : what is the matter, in a sentence.
    see : the command that shows it.
    is_fault : is it wrong, and no mere remark?
    """

    about: str
    sentence: str
    see: str = ""
    is_fault: bool = True

    def __str__(self) -> str:
        return f"  {self.about}: {self.sentence}" + (f"\n    {self.see}" if self.see else "")


def command(check_id: str, params: Mapping[str, Value], house_rule: str = "") -> str:
    """The command that asks a check in a situation.

    >>> command("rencounter.fire", {"skill": 5, "braced": True}, "fire.range.long = -3")
    "rencounter check rencounter.fire skill=5 braced=true --rules 'fire.range.long = -3'"
    """
    settings = [f"{name}={as_typed(value)}" for name, value in params.items()]
    line = shlex.join(["rencounter", "check", check_id, *settings, *(["--rules", house_rule] if house_rule else [])])
    return line + game(check_id.partition(".")[0]).option


@dataclass(frozen=True)
class Verification:
    """What was done to verify a game, and what was found.

    title : of the game.
    checks, situations, throws, examples : how many there were.
    findings : in the order of the game.
    """

    title: str
    checks: int
    situations: int
    throws: int
    examples: int
    findings: tuple[Finding, ...]

    @property
    def faults(self) -> tuple[Finding, ...]:
        """What is wrong."""
        return tuple(one for one in self.findings if one.is_fault)

    @property
    def remarks(self) -> tuple[Finding, ...]:
        """What may be as it should, and is worth a look."""
        return tuple(one for one in self.findings if not one.is_fault)

    def as_table(self) -> ExactTable:
        """What was found, to be written in any format."""
        headings = ("kind", "about", "what", "see")
        lines = [("fault" if one.is_fault else "remark", one.about, one.sentence, one.see) for one in self.findings]
        return ExactTable(headings, lines, self._summary, read=[headings, *lines])

    @property
    def _summary(self) -> str:
        """What was done, in a sentence."""
        totals = [_many(self.checks, "check"), _many(self.situations, "situation"), _many(self.throws, "throw")]
        return f"{self.title}: {', '.join(totals)}, {_many(self.examples, 'worked example')}."

    def __str__(self) -> str:
        lines = [self._summary]
        for notes, what in ((self.faults, "fault"), (self.remarks, "remark")):
            lines += ["", f"{_many(len(notes), what)}:", *map(str, notes)] if notes else ["", f"No {what}s."]
        return "\n".join(lines)


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
