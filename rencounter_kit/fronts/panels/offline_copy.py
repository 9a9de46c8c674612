"""An offline copy of a panel: the command that writes the pocket edition, opened at what is set."""

from __future__ import annotations

import html
import shlex
from collections.abc import Sequence

from ...workbook.mechanics.check import Check
from ...workbook.mechanics.links import Params, command
from .page import COPY

_SAYS = (
    "An offline copy: this command writes the pocket edition, one file of 9 MB with your settings. "
    "Double-click it on any computer or phone: "
    "it needs neither Python nor a network. (npm downloads Python for the browser once.)"
)


def check_copy(check: Check, params: Params, lines: str) -> str:
    """The command for a check.

    params : what is set, by name.
    lines : house rules, one a line.
    """
    return _to_copy(command(check, params, lines).replace("rencounter check", "rencounter pocket", 1))


def dice_copy(lines: Sequence[str]) -> str:
    """The command for lines of dice, without names in braces; nothing for none."""
    return _to_copy(" ".join(["rencounter pocket", *(f"--dice {shlex.quote(one)}" for one in lines)])) if lines else ""


def _to_copy(line: str) -> str:
    return f'<p>{_SAYS}</p><div class="rk-lines"><pre>{html.escape(line)}</pre>{COPY}</div>'
