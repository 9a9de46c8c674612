"""A situation as a line to send: a link, a command or Python; and such a line taken in again."""

from __future__ import annotations

import ast
import os
import shlex
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from ..errors import RuleError
from ..mechanics.check import Check
from ..mechanics.registry import checks
from ..wording import shown
from .studies import Params

_LONGEST = 2_000  # letters
_HERE = "VOILA_REQUEST_URL"  # the address of the page, as Voila tells it to the Python behind
_CHECK, _TOKEN = "check", "token"  # in an address: what names the check; what only lets one in


def _others(check: Check, params: Params) -> dict[str, Any]:
    """What is not at its default."""
    return {name: value for name, value in params.items() if value != check.parameters[name].default}


def _text(value: Any) -> str:
    """A value as one writes it in a command or an address."""
    if isinstance(value, (list, tuple)):
        return f"[{','.join(map(_text, value))}]"
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def address(check: Check, params: Params) -> str:
    """The situation as a link to this page; empty where a link could not open it."""
    if not (here := os.environ.get(_HERE)):
        return ""
    said = {_CHECK: check.id} | {name: _text(value) for name, value in _others(check, params).items()}
    return urlsplit(here)._replace(query=urlencode(said, safe="[],"), fragment="").geturl()


def command(check: Check, params: Params) -> str:
    """The situation as a command."""
    said = [shlex.quote(f"{name}={_text(value)}") for name, value in _others(check, params).items()]
    return " ".join(["rencounter", "check", check.id, *said])


def python(check: Check, params: Params) -> str:
    """The situation as Python."""
    said = "".join(f", {name}={value!r}" for name, value in _others(check, params).items())
    return f'rk.check("{check.id}"{said})'


def asked_here(check: Check) -> dict[str, Any] | None:
    """What the address of this page says of a check, ``None`` where that is nothing; ``RuleError`` where it cannot be."""
    here = os.environ.get(_HERE, "")
    of = dict(parse_qsl(urlsplit(here).query)).get(_CHECK)
    if of is None or checks[of] is not check:
        return None
    said = taken_in(check, here)
    check.numbers(check.book, check.values(check.book, said))  # it must not contradict itself
    return said


def taken_in(check: Check, line: str) -> dict[str, Any]:
    """What such a line says; ``RuleError`` where it is of another check or says what cannot be."""
    try:
        if len(line) > _LONGEST:
            raise ValueError
        of, said = _form(line)(line)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        example = command(check, {})
        raise RuleError(
            f"a line to paste must be a link, a command or Python; got {shown(line)}; try such as {example}"
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


def _form(line: str) -> Callable[[str], tuple[str, dict[str, Any]]]:
    """What reads such a line."""
    if "://" in line:
        return _of_address
    return _of_python if "(" in line.partition("=")[0] else _of_command


def _of_address(line: str) -> tuple[str, dict[str, Any]]:
    """The check and what is said of it, of a link such as ``address`` makes."""
    said = dict(parse_qsl(urlsplit(line.strip()).query, keep_blank_values=True))
    said.pop(_TOKEN, None)
    return said.pop(_CHECK, ""), said


def _of_command(line: str) -> tuple[str, dict[str, Any]]:
    """The same of words such as ``rencounter check rencounter.fire skill=9``."""
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
