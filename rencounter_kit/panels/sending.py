"""A situation as a line to send, as a command or as Python, and such a line taken in again."""

from __future__ import annotations

import ast
import shlex
from typing import Any

from ..errors import RuleError
from ..mechanics.check import Check
from ..wording import shown
from .studies import Params

_LONGEST = 2_000  # letters


def _others(check: Check, params: Params) -> dict[str, Any]:
    """What is not at its default."""
    return {name: value for name, value in params.items() if value != check.parameters[name].default}


def command(check: Check, params: Params) -> str:
    """The situation as a command."""

    def text(value: Any) -> str:
        if isinstance(value, (list, tuple)):
            return f"[{','.join(map(text, value))}]"
        return str(value).lower() if isinstance(value, bool) or value is None else str(value)

    said = [shlex.quote(f"{name}={text(value)}") for name, value in _others(check, params).items()]
    return " ".join(["rencounter", "check", check.id, *said])


def python(check: Check, params: Params) -> str:
    """The situation as Python."""
    said = "".join(f", {name}={value!r}" for name, value in _others(check, params).items())
    return f'rk.check("{check.id}"{said})'


def taken_in(check: Check, line: str) -> dict[str, Any]:
    """What such a line says; ``RuleError`` where it is of another check or says what cannot be."""
    try:
        if len(line) > _LONGEST:
            raise ValueError
        of, said = _of_python(line) if "(" in line.partition("=")[0] else _of_command(line)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        example = command(check, {})
        raise RuleError(
            f"a line to paste must be a command or Python; got {shown(line)}; try such as {example}"
        ) from None
    if of != check.id:
        raise RuleError(f"a line to paste here must be of {check.id}; got one of {shown(of)}; paste it into that panel")
    for name in said:
        if name not in check.parameters:
            raise check.unknown(name)
    parameters = check.parameters
    return {
        name: parameters[name].check(parameters[name].read(value) if isinstance(value, str) else value)
        for name, value in said.items()
    }


def _of_command(line: str) -> tuple[str, dict[str, Any]]:
    """The check and what is said, of words such as ``rencounter check rencounter.fire skill=9``."""
    words = shlex.split(line)
    (of,) = [word for word in words if "." in word.partition("=")[0]]
    return of, dict(word.split("=", 1) for word in words[words.index(of) + 1 :])


def _of_python(line: str) -> tuple[str, dict[str, Any]]:
    """The same of a call such as ``rk.check("rencounter.fire", skill=9)``, of which nothing is executed."""
    call = ast.parse(line.strip(), mode="eval").body
    if not isinstance(call, ast.Call):
        raise ValueError
    (of,) = map(ast.literal_eval, call.args)
    return of, {str(said.arg): ast.literal_eval(said.value) for said in call.keywords}
