"""The modifiers of a sum as a game's file writes them: ``"each shooting.skill skill"``, in the words of
``mechanics/modifiers.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, nearest
from ..mechanics import modifiers
from ..mechanics.modifiers import Node
from ..mechanics.parameter import Choice, Parameter, SeveralChoices, Whole, YesNo
from ..rulebook.book import Ruleset

_GROUP = re.compile(r"[\w.]+(?:\.\{\}(?:\.[\w.]+)?)?", re.ASCII)
Known = Mapping[str, Parameter | None]  # what a modifier may name: a parameter, or a number that was worked out (None)


class Word(NamedTuple):
    """What follows a word: a name for each, ``path``, ``group``, ``number``, ``choice`` or ``yes``; those after ``?``
    may be left out.

    when : may further names follow, which must be true?
    """

    make: Callable[..., Node]
    needs: tuple[str, ...]
    when: bool = True


FORMS = {
    "always": Word(modifiers.always, ("path",), when=False),
    "flag": Word(modifiers.flag, ("path", "?yes")),
    "each": Word(modifiers.each, ("path", "number")),
    "pick": Word(modifiers.pick, ("group", "choice")),
    "since": Word(modifiers.since, ("path", "number", "path")),
}


def modifier(book: Ruleset, text: str, parameters: Known) -> Node:
    """The modifier that a text means; ``RuleError`` with what would be right.

    parameters : the names that it may ask for.
    """
    word, *arguments = text.split() or [""]
    if word in parameters and not arguments:
        return modifiers.value(_number(word, parameters))
    if word == "value":
        return modifiers.value(_number(arguments[0] if arguments else "", parameters), " ".join(arguments[1:]))
    form = FORMS.get(word)
    if form is None:
        near = _instead(word, arguments, book, parameters)
        raise RuleError(f"a modifier must begin with {', '.join(FORMS)} or value; got {as_text(text)}{near}")
    must = [need for need in form.needs if need[0] != "?"]
    if len(arguments) < len(must) or (len(arguments) > len(form.needs) and not form.when):
        raise RuleError(
            f'{word} must be written as "{_example(word, arguments[:1], book, parameters)}"; got {as_text(text)}'
        )
    names = [
        _READERS[need.removeprefix("?")](one, book, parameters)
        for need, one in zip(form.needs, arguments, strict=False)
    ]
    names += [_yes(one, book, parameters) for one in arguments[len(form.needs) :]]
    if word == "flag" and len(arguments) == 1:
        names.append(_yes(arguments[0].rpartition(".")[2], book, parameters))
    if word == "pick":
        _in_group(book, names[0], parameters[names[1]])
    return form.make(*names)


def _instead(word: str, arguments: Sequence[str], book: Ruleset, parameters: Known) -> str:
    """What was meant where a modifier begins with none of the words."""
    if word in book:
        form = "each" if arguments else "flag" if book.rule(word).ask else "always"
        return f'; write "{form} {" ".join([word, *arguments])}"'
    return nearest(word, [*FORMS, "value", *(parameters if not arguments else ())]) or (
        f'; try "{_example("each", (), book, parameters)}"'
    )


def _example(word: str, arguments: Sequence[str], book: Ruleset, parameters: Known) -> str:
    """How a word is written, in names of this game.

    arguments : what was named behind it.
    """
    figures = [path for path in book if type(book[path]) is int]
    examples = {
        need: next((name for name, one in parameters.items() if one is None or isinstance(one, kind)), name)
        for need, kind, name in (("number", Whole, "points"), ("choice", Choice, "range"), ("yes", YesNo, "ticked"))
    }
    path = next((one for one in (*arguments, *figures) if one in book), "group.figure")
    shows = {"path": path, "group": path.rpartition(".")[0], **examples}
    return " ".join([word, *(shows[need.removeprefix("?")] for need in FORMS[word].needs)])


def no_number(name: str) -> str:
    """What to do where a box to tick should be a number."""
    return f"{name} is a box to tick; for a number write from = 0, to = 4 beside its help in [asks]"


def numeric(book: Ruleset, path: str) -> str:
    """A path that must be one of a whole number."""
    if type(book[path]) is not int:
        raise RuleError(f"{path} must be a whole number to be added up; it is {as_text(book[path])}")
    return path


def _path(path: str, book: Ruleset, parameters: Known) -> str:
    return numeric(book, path)


def _group(path: str, book: Ruleset, parameters: Known) -> str:
    if not _GROUP.fullmatch(path):
        raise RuleError(f"a group must be named by its path, or with {{}} for a column of a table; got {as_text(path)}")
    if "{}" not in path:
        for rule in book.group(path).values():
            numeric(book, rule.path)
    return path


def _name(name: str, parameters: Known, what: str, kinds: Sequence[type[Parameter]]) -> str:
    if name not in parameters:
        near = nearest(name, parameters) or f"; asks has {', '.join(parameters) or 'none'}"
        raise RuleError(f"{what} must be asked, or worked out before; got {as_text(name or 'none')}{near}")
    parameter = parameters[name]
    if isinstance(parameter, YesNo) and Whole in kinds:
        raise RuleError(no_number(name))
    if parameter is not None and not isinstance(parameter, tuple(kinds)):
        raise RuleError(f"{what} must be {_KINDS[kinds[0]]}; {name} must be {parameter.wanted}; ask another")
    return name


def _number(name: str, parameters: Known) -> str:
    parameter = parameters.get(name)
    numbers = isinstance(parameter, Choice) and all(type(one) is int for one in parameter.choices)
    _name(name, parameters, "a number", (Whole, Choice) if numbers else (Whole,))
    if parameter is not None and parameter.optional:
        raise RuleError(f"a number must always be given; {name} is optional; give it a default")
    return name


def _choice(name: str, book: Ruleset, parameters: Known) -> str:
    return _name(name, parameters, "what is picked by", (Choice,))


def _yes(name: str, book: Ruleset, parameters: Known) -> str:
    return _name(name, parameters, "what must be true", (YesNo,))


_KINDS: Mapping[type[Parameter], str] = {
    Whole: "a whole number",
    Choice: "a choice of words",
    YesNo: "true or false",
    SeveralChoices: "a list",
}
_READERS: Mapping[str, Callable[[str, Ruleset, Known], str]] = {
    "path": _path,
    "group": _group,
    "number": lambda name, book, parameters: _number(name, parameters),
    "choice": _choice,
    "yes": _yes,
}


def _in_group(book: Ruleset, path: str, parameter: Parameter | None) -> None:
    """Each choice has its row in a column; and at least one of them has a figure in a group."""
    choices: Iterable[object] = parameter.values() if parameter is not None else ()
    if "{}" in path:
        for one in choices:
            numeric(book, path.format(one))
    elif not any(one in book.group(path) for one in choices):
        raise RuleError(
            f"a group must have a figure for what is picked; {path} has {', '.join(book.group(path))}; "
            f"asked is {', '.join(map(str, choices)) or 'no choice'}"
        )
