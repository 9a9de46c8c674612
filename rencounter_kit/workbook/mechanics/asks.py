"""What a check asks is said once, in the data of its game; the check names it, ``"skill wounds man.a_* death_at"``.

A name is that of a line below ``[asks]``, ``skill``, or in a group there, ``man.a_skill``; ``man.a_*`` are all lines of
the group that begin so. What has no line there is a ruling, ``death_at``, or the path of another figure,
``leap.run_up``. The parameter bears the last part of the name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from ...engine.words.wording import nearest
from ..rulebook.added import name_in
from ..rulebook.book import Ruleset
from .parameter import GROUPS, QUESTION, QUESTION_LABEL, Choice, Parameter, Rows, SeveralChoices, Whole, YesNo

ParameterNames = (
    Parameter | str | Sequence["ParameterNames"]
)  # what is no data; names, a space between them; or several such things
Line = Mapping[str, Any]
PARAMETER_KEYS = (
    "group",
    "hint",
    "unit",
    "tick",
    "takes",
    "rare",
    "free",
    "instead_of",
    "only_with",
)  # as ``Parameter`` has it
KEYS = (
    *("like", "of", "rows", "many", "choices", "grades", "from", "to", "below", "default", "optional", "help", "what"),
    *PARAMETER_KEYS,
    *("side", "leaf", "trait"),
)


def parameters(book: Ruleset, asks: ParameterNames, where: str) -> dict[str, Parameter]:
    """The parameters by name; what is named twice is asked once.

    where : the check that asks. Raises ``ValueError`` for what the data do not have, or say wrongly, and for two that
        bear one name.
    """
    by_name: dict[str, Parameter] = {}
    wrong = dict[str, None]()
    for one in _each(book, asks):
        try:
            p = _parameter(book, one) if isinstance(one, str) else _of(book, one)
            if (first := by_name.setdefault(p.name, p)) is not p and first != p:
                raise ValueError(f"{p.name} must be asked in one way; got two: {first.help} {p.help}")
        except ValueError as error:
            wrong[str(error)] = None
    if wrong:
        raise ValueError(f"{where}, by data/{book.stem}.toml: {'; '.join(wrong)}")
    return by_name


def names(book: Ruleset, asks: ParameterNames) -> set[str]:
    """The names that its parameters have."""
    return {name_in(one) if isinstance(one, str) else one.name for one in _each(book, asks)}


def _each(book: Ruleset, asks: ParameterNames) -> Sequence[Parameter | str]:
    """One after the other, each name for itself."""
    if isinstance(asks, str):
        return _names_in(book, asks)
    return [one for some in asks for one in _each(book, some)] if isinstance(asks, Sequence) else [asks]


@cache
def _names_in(book: Ruleset, text: str) -> list[str]:
    """The names in a text; for one with a star, the lines for which it stands."""
    all_names: list[str] = []
    for name in text.split():
        all_names += (
            name.endswith("*")
            and [line for line in _lines(book) if line.startswith(name[:-1])]
            or _of_sides(book, name)
        )
    return all_names


def _of_sides(book: Ruleset, name: str) -> list[str]:
    """A name; of a group that is asked for each side, the names of the sides."""
    group, _, leaf = name.rpartition(".")
    line = book.asks.get(group, {})
    sides = line.get("sides", {}) if isinstance(line, Mapping) and leaf in line else {}
    each = [f"{group}.{side}_{leaf}" for side in sides]
    return each if each and name not in _lines(book) else [name]


@cache
def _lines(book: Ruleset) -> dict[str, Line]:
    """Each line below ``[asks]`` by its name; those of a group that has sides, for each of them."""
    lines: dict[str, Line] = {}
    for name, line in book.asks.items():
        if not all(isinstance(value, Mapping) for value in line.values()):
            lines[name] = line
            continue
        for side, group in line.get("sides", {"": ""}).items():
            start = f"{name}.{side}_" if side else f"{name}."
            about = {"side": f"the {book.spelling.words(side)}" if side[1:] else side.upper()} | (
                {"group": group} if group else {}
            )
            for leaf, own in line.items():
                if leaf != "sides":
                    lines[start + leaf] = {**about, **({"leaf": leaf} if side else {}), **own}
    return lines


def _of(book: Ruleset, p: Parameter) -> Parameter:
    """A parameter by the book, and read as its names are."""
    return replace(p.by(book), spelling=book.spelling)


@cache
def _parameter(book: Ruleset, name: str) -> Parameter:
    """The parameter of a name, as the book has it."""
    path = name if name in book else f"rulings.{name}"
    if name not in _lines(book) and path not in book:
        near = nearest(name, [*_lines(book), *(path.removeprefix("rulings.") for path in book)])
        add = f'; add {name} = {{ help = "...", from = 0, to = 4 }} below [asks]'
        raise ValueError(f"nothing is called {name}{near or add}")
    line = _line(book, name) if name in _lines(book) else {"of": path}
    try:
        return _of(book, _parameter_of(book, name_in(name), line))
    except KeyError as missing:
        raise ValueError(f"asks.{name} must have {missing.args[0]}; it has none") from None
    except ValueError as error:
        raise ValueError(f"asks.{name}: {error}") from None


def _line(book: Ruleset, name: str) -> Line:
    """All that is said of a name, also by what it is like."""
    line = _lines(book)[name]
    for key in line:
        if key not in KEYS:
            raise ValueError(f"asks.{name} has {key}, which says nothing of a parameter{nearest(key, KEYS)}")
    like = line.get("like", "")
    if like and like not in _lines(book):
        raise ValueError(f"asks.{name} is like {like}, which is not there{nearest(like, _lines(book))}")
    return {**_line(book, like), **line} if like else line


def _parameter_of(book: Ruleset, name: str, line: Line) -> Parameter:
    """A parameter of what is said of it; its kind follows from that."""
    about = _about(book, name, line)
    if "of" in line:
        return _of_figure(book, name, line, about)
    usual: Any = line.get("default")
    if isinstance(usual, str) and usual in book:
        usual = book[usual]
    about["optional"] = line.get("optional", "rows" in line)
    has_usual = about["optional"] or usual is not None  # else it follows from the rest
    about["help"] = _help(book, line)
    if "rows" in line:
        return Rows(name, usual, **about)
    if "many" in line:
        least, most = (_bound(book, many, max) for many in line["many"])
        members = _words(book, line["choices"]) if "choices" in line else tuple(range(*_bounds(book, line)))
        return SeveralChoices(
            name, None if usual is None else tuple(usual), low=least, high=most, choices=members, **about
        )
    if "choices" in line:
        choices = _words(book, line["choices"])
        return Choice(name, usual if has_usual else choices[0], choices=choices, **about)
    if not {"to", "below", "grades"}.isdisjoint(line):
        low, beyond = _bounds(book, line)
        near = min(max(low, 0), beyond - 1)
        grades = _grades(book, line)
        return Whole(name, usual if has_usual else near, low=low, high=beyond - 1, grades=grades, **about)
    return YesNo(name, usual or False, **about)


def _of_figure(book: Ruleset, name: str, line: Line, about: dict[str, Any]) -> Parameter:
    """A ruling or another figure that the player may set; or the question whether a modifier counts."""
    rule = book.rule(line["of"])
    if rule.ask:
        return YesNo(name, line.get("default", False), rule.ask, **about)
    about = {"path": rule.path} | about
    about["help"] = line.get("help", rule.note)
    if not rule.options:
        return Whole(name, rule.value, low=rule.low, high=rule.high, **about)
    about["group"] = "ruling"
    if isinstance(rule.value, bool):
        return YesNo(name, rule.value, **about)
    return Choice(name, rule.value, choices=rule.choices, **about)


def _about(book: Ruleset, name: str, line: Line) -> dict[str, Any]:
    """What is said of any kind."""
    about = {key: line[key] for key in PARAMETER_KEYS if key in line}
    if (group := about.get("group", GROUPS[0])) not in GROUPS:
        raise ValueError(f"group must be one of {', '.join(GROUPS)}; got {group}{nearest(group, GROUPS)}")
    about["trait"] = line.get("trait") or line.get("leaf") or name.removeprefix(f"{group}_")
    if name == QUESTION:
        about = {"hint": QUESTION_LABEL} | about
    if "hint" in about:
        about["hint"] = _filled(line, about["hint"])
    if "takes" in about:
        about["takes"] = f"{book.stem}.{about['takes']}"
    if "only_with" in about:
        ((other, values),) = about["only_with"].items()
        about["only_with"] = (other, _words(book, values))
    return about


def _help(book: Ruleset, line: Line) -> str:
    """Its help; figures that stand in it are filled in later, by the rules in force."""
    text = _filled(line, line["help"])
    if "{grades}" in text:
        text = text.replace("{grades}", ", ".join(f"{number} {word}" for number, word in _grades(book, line)))
    if ":to}" in text:
        text = re.sub(r"{([\w.]+):to}", lambda pair: "{} to {}".format(*book[pair[1]]), text)
    return text


def _filled(line: Line, text: str) -> str:
    """A text with what is said for ``{what}`` and for ``{side}``, of whom it tells."""
    if "{" in text:
        what = line.get("what", "")
        text = text.replace("{what}" if what else " {what}", what).replace("{side}", line.get("side", ""))
    return text


def _words(book: Ruleset, words: str | Iterable[Any]) -> tuple[Any, ...]:
    """The names of a group; or what a list has, where ``"fire.cover.*"`` stands for the names of a group."""
    if isinstance(words, str):
        return book.names(words) or tuple(book.group(words))  # which is refused
    values: list[Any] = []
    for one in words:
        if isinstance(one, str) and one.endswith(".*"):
            values += _words(book, one[:-2])
        else:
            values.append(tuple(one) if isinstance(one, list) else one)
    return tuple(values)


def _bounds(book: Ruleset, line: Line) -> tuple[int, int]:
    """The lowest number that it may be, and the first that is too high."""
    numbers = [number for number, _ in _grades(book, line)]
    low = numbers[0] if numbers and "from" not in line else _bound(book, line["from"], min)
    if "below" in line:
        return low, _bound(book, line["below"], min)
    return low, (_bound(book, line["to"], max) if "to" in line else numbers[-1]) + 1


def _bound(book: Ruleset, bound: int | str, of: Callable[[list[int]], int]) -> int:
    """A number; that of a figure; or the least or the greatest of a group."""
    return bound if isinstance(bound, int) else of([rule.value for rule in book.below(bound)])


def _grades(book: Ruleset, line: Line) -> tuple[tuple[int, str], ...]:
    """The numbers of some figures, each with its name; one that is only tried out has none."""
    if "grades" not in line:
        return ()
    rules = [rule for path in line["grades"] for rule in book.below(path) if not rule.mark]
    return tuple((rule.value, book.spelling.words(name_in(rule.path))) for rule in rules)
