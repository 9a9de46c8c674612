"""A situation as a line to send, with the house rules in force: a link, a command or Python; and such a line taken in again."""

from __future__ import annotations

import ast
import shlex
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from ..errors import RuleError
from ..rulebook.book import Ruleset
from ..rulebook.layers import Layers, layers_in, with_own_names
from ..rulebook.library import game, has
from ..typed import asked_by, command_line, is_foreign, is_link, meant
from ..wording import Spelling, shown
from .check import Check
from .parameter import Parameter

_LONGEST = 20_000  # letters
CHECK, FLOW, TOKEN = "check", "flow", "token"  # in an address: what names the check or flow; what only lets one in
RULES = "rules"  # in each of them: what brings house rules
IN_FORCE = "inforce"  # in the address of a page: house rules that hold everywhere, a code for each game
GUESS = "guess"  # in it too: are answers guessed first?


Params = Mapping[str, Any]  # values of parameters by name
Parts = tuple[
    str, dict[str, Any], list[str]
]  # of what check or flow, what is said of it by name, and house rules in order


class Sent(NamedTuple):
    """What a line says: values by parameter, and lines of house rules. aside : what of it was left aside, in a sentence."""

    choices: dict[str, Any]
    lines: str = ""
    aside: str = ""


def others(check: Check, params: Params) -> dict[str, Any]:
    """What is not at its default."""
    return {name: value for name, value in params.items() if value != check.parameters[name].default}


def text_of(value: Any) -> str:
    """A value as one writes it in a command or an address."""
    if isinstance(value, (list, tuple)):
        return f"[{','.join(map(text_of, value))}]"
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def command(check: Check, params: Params, lines: str = "") -> str:
    """The situation as a command. lines : house rules; several are packed into a word, since a command is one line."""
    said = [shlex.quote(f"{name}={text_of(value)}") for name, value in others(check, params).items()]
    if lines:
        packed = Layers.read(lines, game=check.stem).code if "\n" in lines else lines
        said += [f"--{RULES}", shlex.quote(packed)]
    return " ".join(["rencounter", "check", check.id, *said]) + (game(check.stem).option if has(check.stem) else "")


def python(check: Check, params: Params, lines: str = "") -> str:
    """The situation as Python. lines : house rules."""
    said = "".join(f", {name}={value!r}" for name, value in others(check, params).items())
    return f'rk.check("{check.id}"{said}{rules_in_python(check.stem, lines)})'


def rules_in_python(stem: str, lines: str) -> str:
    """House rules as the last argument of a call."""
    return f', {RULES}=rk.rules("{stem}").with_house_rules({lines!r})' if lines else ""


def taken_in(check: Check, line: str, in_force: str = "") -> Sent:
    """What such a line says; ``RuleError`` where it is of another check or says what cannot be. in_force : the house rules
    by which a line is meant that brings none.
    """
    said, lines = parts_of(line, check.id, f"a link, a command or Python; got {{}}; try such as {command(check, {})}")
    rules = rules_of(check.book, lines or [in_force])
    check = check.under(rules)
    aside = left_aside(line, said, check.parameters, check.spelling)
    parameters = check.parameters_by(rules)
    choices = {name: value_of(parameters[name], value) for name, value in check.named(said).items()}
    return Sent(choices, rules.lines if lines else "", aside)


def left_aside(line: str, said: dict[str, Any], known: Collection[str], spelling: Spelling) -> str:
    """Take out of what a link says what is not ours, as the sites put it there that it went through; a sentence says it."""
    foreign = (
        [name for name in said if meant(name, known, spelling=spelling) is None and is_foreign(name, [*known, RULES])]
        if is_link(line)
        else []
    )
    for name in foreign:
        del said[name]
    return f"Left out of the link, as it means nothing here: {shown(', '.join(foreign))}." if foreign else ""


def check_of(line: str) -> str:
    """The id of the check or flow that a line is of, empty where it is none."""
    try:
        return _form(line)(line)[0] if len(line) <= _LONGEST else ""
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return ""


def parts_of(line: str, id: str, must: str) -> tuple[dict[str, Any], list[str]]:
    """What a line says of the check or flow of that id, by name, and its house rules; ``must`` says how one looks."""
    try:
        if len(line) > _LONGEST:
            raise ValueError
        of, said, lines = _form(line)(line)
    except RuleError:
        raise
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise RuleError(f"a line to paste must be {must.format(shown(line))}") from None
    if of != id:
        raise RuleError(f"a line to paste here must be of {id}; got one of {shown(of)}; every_check finds its panel")
    return said, lines


def value_of(parameter: Parameter, said: Any) -> Any:
    """A value that a line gives a parameter; ``RuleError`` where it cannot be."""
    return parameter.check(parameter.read(said) if isinstance(said, str) else said)


def rules_of(book: Ruleset, said: Sequence[str]) -> Ruleset:
    """The rules that are made of the book by house rules in order: lines, codes, ready ones."""
    each = [layers_in(one, book.stem, len(said) == 1, files=False) for one in said if one.strip()]
    layers = with_own_names(chain.from_iterable(each))
    if other := next((layer.game for layer in layers if layer.game != book.stem), ""):
        raise RuleError(f"house rules must be for {book.stem} here; got some for {other}; leave them out")
    return Layers(book, *layers).rules


def _form(line: str) -> Callable[[str], Parts]:
    """What reads such a line."""
    if is_link(line):
        return _of_address
    line = command_line(line)
    return _of_python if "(" in line.partition("=")[0] else _of_command


def _of_address(line: str) -> Parts:
    """The check or flow, what is said of it and the house rules, of a link such as ``link_here`` makes."""
    said = asked_by(line)
    said.pop(TOKEN, None)
    rules = said.pop(RULES, [])
    (of,) = said.pop(CHECK, None) or said.pop(FLOW, [""])
    return of, {name: values if values[1:] else values[0] for name, values in said.items()}, rules


_ELSEWHERE = ("--game", "--python")


def _of_command(line: str) -> Parts:
    """The same of words such as ``rencounter check rencounter.fire skill=9``."""
    words, rules, option = list[str](), list[str](), f"--{RULES}"
    following = iter(shlex.split(command_line(line)))
    for word in following:
        name, equals, value = word.partition("=")
        if name in _ELSEWHERE:  # the game is here already
            value or next(following, "")
        elif name != option:
            words.append(word)
        elif equals or (value := next(following, "")):
            rules.append(value)
        else:
            raise ValueError
    (of,) = [word for word in words if "." in word.partition("=")[0]]
    return of, _each_once(word.split("=", 1) for word in words[words.index(of) + 1 :]), rules


def _of_python(line: str) -> Parts:
    """The same of a call such as ``rk.check("rencounter.fire", skill=9)``, of which nothing is executed."""
    call = ast.parse(command_line(line), mode="eval").body
    if not isinstance(call, ast.Call):
        raise ValueError
    (of,) = map(ast.literal_eval, call.args)
    said, lines = _each_once((one.arg, one.value) for one in call.keywords), ""
    if None in said:  # **values
        raise ValueError
    if ours := said.pop(RULES, None):
        if not isinstance(ours, ast.Call):
            raise ValueError
        (lines,) = map(ast.literal_eval, ours.args)
    return of, {name: ast.literal_eval(value) for name, value in said.items()}, [lines]


def _each_once(pairs: Iterable[Sequence[Any]]) -> dict[str, Any]:
    """Values by name; ``RuleError`` for a name that comes again."""
    said: dict[str, Any] = {}
    for name, value in pairs:
        if name in said:
            raise RuleError(f"each parameter must be given once; got {shown(name)} twice; leave one out")
        said[name] = value
    return said
