"""One check as one file that needs no Python: all its answers are packed into it as tables."""

from __future__ import annotations

import json
from typing import Any

from .. import __version__
from ..mechanics.labels import FOLDS
from ..mechanics.links import Params, text_of
from ..wording import READINGS, words
from .answer_tables import Tables
from .answers import described
from .one_file import front, one_file, packed
from .setting import Setting, Shown, controls, setting

_MAY = {"script-src": "blob:"}  # run what is packed here


def check_file(id: str, said: Params, lines: str = "") -> str:
    """The page of a check, opened at a situation, by house rules; ``RuleError`` where its tables would be too large."""
    at = setting(id, said, lines)
    ours = Tables(at)
    tables = [ours]
    if at.rules.house_rules:
        tables.append(Tables(setting(id, said, ""), asked=ours.asked))
    shown = _about(at, ours) | {"tables": [one.packed() for one in tables]}
    text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    script = front("check_page", {"python": "tables"})
    parts = {"front": packed(script.encode()), "tables": packed(text.encode())}
    return one_file(f"{shown['described']['title']} ({at.rules.title})", front("loader"), parts, {}, _MAY)


def _about(at: Setting, tables: Tables) -> Shown:
    """What the page shows beside its answers."""
    asked, about = set(tables.asked), described(at.check.id)
    groups = controls(at.check, at.rules)
    for group in groups:
        group["controls"] = [control for control in group["controls"] if control["name"] in asked]
    presets = [[name, values] for name, values in about["presets"] if _can_set(at, asked, values)]
    return {
        "id": at.check.id,
        "readings": READINGS,
        "version": __version__,
        "described": about | {"presets": presets},
        "groups": [group for group in groups if group["controls"]],
        "folds": list(FOLDS),
        "lines": at.rules.lines,
        "rules": [str(rule) for rule in at.rules.house_rules],
        "said": {name: value for name, value in at.said.items() if name in asked},
        "left": [_left(at, name) for name in at.parameters if name not in asked],
    }


def _can_set(at: Setting, asked: set[str], values: Params) -> bool:
    """Does a situation say nothing that the page does not ask, and does it leave nothing that is set otherwise there?"""
    others = {name for name in at.parameters if name not in asked}
    return all(values.get(name, at.usual[name]) == at[name] for name in others)


def _left(at: Setting, name: str) -> str:
    value: Any = at[name]
    return words(name) if value == at.usual[name] else f"{words(name)} ({text_of(value)})"
