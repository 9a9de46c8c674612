"""A refusal on the command line names the command to type, not the call in Python."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

_SIMULATE = re.compile(r"(?:with )?rk\.simulate\(\.\.\.\)(?:, rencounter simulate)?")
_CALL = re.compile(r"rk\.(\w+)\(([^()]*)\)")
_PLACES = {"rk.checks": "those that rencounter list names"}
_ID = re.compile(r"[^\W\d]\w*\.\w+")
_MANY = ("sweep", "compare", "solve", "effects")
_COMMANDS = (
    "check",
    "sweep",
    "simulate",
    "formula",
    "worth",
    "tornado",
    "shapley",
    "interaction",
    "compare",
    "dice",
    "roster",
)


def as_typed(sentence: str, words: Sequence[str]) -> str:
    """A sentence in which calls are commands.

    words : what was typed, which a simulation asks again.

    >>> as_typed("simulate it: rk.simulate(...), rencounter simulate", ["check", "rencounter.duel", "rounds=0", "--json"])
    'simulate it: rencounter simulate rencounter.duel rounds=0'
    >>> as_typed("try rk.sweep('rencounter.fire', skill=[...]) for a table", [])
    'try rencounter sweep rencounter.fire skill=... for a table'
    """  # noqa: E501
    sentence = _SIMULATE.sub(lambda _: _again(words), sentence)
    sentence = _CALL.sub(_command, sentence)
    for place, place_words in _PLACES.items():
        sentence = sentence.replace(place, place_words)
    return sentence


def _again(words: Sequence[str]) -> str:
    """The command that simulates what was asked; of many situations, or a search, it leaves open which."""
    ids, params, options = list[str](), list[str](), list[str]()
    further, rest = False, iter(words[1:])
    for word in rest:
        if word in ("--rules", "--mine", "--game", "--python"):
            options += [word, next(rest, "")]
        elif word.startswith("-"):
            further = word in ("--against", "--change")  # what follows are other situations
        elif _ID.fullmatch(word):
            ids.append(word)
        elif re.match(r"\w+=", word) and not further:
            params.append(word)
    if not ids or words[0] in _MANY:
        return " ".join(["rencounter simulate", *ids[:1], "..."])
    return f"rencounter simulate {shlex.join([ids[0], *params, *options])}"


def _command(call: re.Match[str]) -> str:
    if call[1] not in _COMMANDS:
        return call[0]
    inside = (part.strip().replace("[...]", "...").replace("'", "").replace('"', "") for part in call[2].split(","))
    return " ".join(["rencounter", call[1], *inside])
