"""Rules as one writes them: lines of TOML, ranges such as "3..4", and what is said when a line is wrong."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, TypeAlias

from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned, cleaned_lines, span_hint
from ...engine.words.wording import AS_WRITTEN, Spelling, as_text
from .added import adds
from .places import LineError
from .procedures import addition_of, is_procedure
from .toml_text import in_toml, parsed

Value: TypeAlias = Any  # of a rule or a parameter: a number, a word, true or false, a list of these
ROWS = "a list of [smallest AV - DV, percent] rows, the first figures rising, percents from 0 to 100"
SOME_ROWS = "[[-40, 5], [0, 45], [40, 92]]"
MAX_ROWS = 200
LONGEST_TEXT = 100_000  # letters of a text of house rules
ABOUT = {"game": 60, "name": 80, "author": 80, "note": 500}  # what the heading of a layer may say, and how long
_LONGEST_PATH, _LONGEST_RANGE = 200, 200
_DEEPEST, _MAX_DOTS = 8, 600  # dots in a path, and in a line, where a note has room for less: many take long to read
_FURTHEST = 1000  # that AV and DV of a row may lie apart
_ASIDE = re.compile(r""""(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#.*|\.\.+""")  # what is no path: words in quotes, remarks


def figure_text(value: object) -> str:
    """A figure as one writes it in a rules file; long rows cut short."""
    if isinstance(value, (list, tuple)) or type(value) is int:
        return as_text(_listed(value))
    return in_toml(value)


def figure_words(value: object, spelling: Spelling = AS_WRITTEN) -> str:
    """A figure as one reads it: words without quotes, yes or no.

    >>> figure_words("less_than"), figure_words(True), figure_words(-2)
    ('less than', 'yes', '-2')
    """
    return spelling.value(value) if isinstance(value, (str, bool)) else figure_text(value)


def bands(text: str) -> tuple[tuple[float, float], ...]:
    """The ranges that a text such as ``"..2"``, ``"3..4"`` or ``"4, 6..8"`` names; both ends belong to a range.

    >>> bands("4, 6..8"), bands("13..")
    (((4, 4), (6, 8)), ((13, inf),))
    """
    if len(text) > _LONGEST_RANGE:
        raise RuleError(
            f'a range must be written like "3..4", in {_LONGEST_RANGE} characters at most; got "{as_text(text)}"'
        )
    ranges: list[tuple[float, float]] = []
    for part in map(cleaned, text.split(",")):
        match = re.fullmatch(r"(-?\d{1,6})?(?:\s*(\.\.)\s*(-?\d{1,6})?)?", part)
        if not match or not any(match.groups()):
            hint = span_hint(text)
            raise RuleError(f'a range must be written like "3..4", "..2", "13.." or "5"; got "{as_text(text)}"{hint}')
        low = int(match[1]) if match[1] else float("-inf")
        high = int(match[3]) if match[3] else (float("inf") if match[2] else low)
        if low > high:
            raise RuleError(f'a range must run from low to high; got "{as_text(text)}"')
        ranges.append((low, high))
    return tuple(ranges)


def plain_words(text: str) -> str:
    """Words to compare, however they are joined, and spelt in Britain or in America.

    >>> plain_words("Doubled_armour"), plain_words("fire.armor")
    ('doubled armor', 'fire armor')
    """
    return re.sub(r"[\s._]+", " ", one_spelling(text))


def one_spelling(text: str) -> str:
    """As paths are spelt."""
    return text.lower().replace("armour", "armor").replace("armou", "armor")


def written_line(path: str, value: object) -> str:
    """A line of house rules, however long the rows in it are."""
    return f"{path} = {_listed(value) if isinstance(value, tuple) else figure_text(value)}"


def _listed(value: object) -> object:
    """Figures of rules that are several, as lists."""
    return [*map(_listed, value)] if isinstance(value, tuple) else value


def rows_of(name: str, value: Value, *, form: str = ROWS) -> tuple[tuple[int, int], ...]:
    """The rows of a table that somebody gives; ``RuleError`` with what is wrong in it.

    name : what it is called.
    form : what it must be, in words.

    >>> rows_of("table", [[-40, 5], [0, 45]])
    ((-40, 5), (0, 45))
    """
    fault = _fault_in(value)
    if fault:
        raise RuleError(f"{name} must be {form}; {fault}")
    return tuple((row[0], row[1]) for row in value)


def _fault_in(value: object) -> str:
    """What is wrong with the rows of a table, and what to do; "" with good ones."""
    if not isinstance(value, (list, tuple)) or not value:
        return f"got {as_text(value)}; try {SOME_ROWS}"
    if len(value) > MAX_ROWS:
        return f"got {len(value)} rows; keep {MAX_ROWS} of them at most"
    for row in value:
        pair = isinstance(row, (list, tuple)) and len(row) == 2 and all(type(x) is int for x in row)
        if not pair or abs(row[0]) > _FURTHEST:
            numbers = f"two whole numbers, the first of them from -{_FURTHEST} to {_FURTHEST}"
            return f"got {as_text(row)} in it; try {numbers}"
        if not 0 <= row[1] <= 100:
            return f"got {as_text(row)} in it; the nearest percent is {min(max(row[1], 0), 100)}"
    for row, further in pairwise(value):
        if row[0] >= further[0]:
            return f"got {further[0]} after {row[0]}; put the rows in order, each first figure once"
    return ""


def read(text: str) -> dict[str, Value]:
    """Path to value for each line; ``RuleError`` for what is not TOML, too long, given twice, or written in layers."""
    tree = tree_of(text)
    if "layer" in tree:
        raise RuleError("lines here must be without [[layer]]; got one; leave it out, or load the text as layers")
    if key := _layer_key(tree):
        raise RuleError(
            f"{key} must be below a line [[layer]], in a text of layers; got it among plain lines; leave it out"
        )
    return _changes(tree)


def read_layers(text: str) -> list[tuple[dict[str, str] | None, dict[str, Value]]]:
    """For each ``[[layer]]`` of a text what its heading says (see ``ABOUT``), and its lines as ``read`` has them.

    Lines without such a heading are one layer, of which nothing is said (``None``); a text without lines holds none.
    ``RuleError`` as for ``read``, and when lines stand outside of any layer.
    """
    return layers_in_tree(tree_of(text))


def layers_in_tree(tree: Mapping[str, Value]) -> list[tuple[dict[str, str] | None, dict[str, Value]]]:
    """The same of a text that has been read."""
    layers = tree.get("layer")
    if layers in (None, []):
        if key := _layer_key(tree):
            raise RuleError(
                f"{key} must be below a line [[layer]]; got it without one; put [[layer]] above the whole text"
            )
        return [(None, _changes(tree))] if tree else []
    if not isinstance(layers, list) or not all(isinstance(layer, dict) for layer in layers):
        raise RuleError("a layer must begin with a line [[layer]]; got something else of that name")
    if len(tree) > 1:
        outside = as_text(next(key for key in tree if key != "layer"))
        raise RuleError(f"every line must be in a layer; got {outside} before the first; move it below")
    return [
        (
            {key: layer[key] for key in ABOUT if key in layer},
            _changes({key: value for key, value in layer.items() if key not in ABOUT}),
        )
        for layer in layers
    ]


def _layer_key(tree: Mapping[str, object]) -> str:
    """What only the heading of a layer says, where there is none."""
    return next((key for key in ABOUT if key in tree), "")


def _changes(tree: Mapping[str, Value]) -> dict[str, Value]:
    changes: dict[str, Value] = {}
    for path, value in _leaves(tree):
        if path in changes:
            raise RuleError(f"each rule must be given once; got {as_text(path)} twice; leave one out")
        changes[path] = value
    return changes


def tree_of(text: str) -> dict[str, Value]:
    """What stands in lines of TOML, whatever they are for; ``RuleError`` where they cannot be read."""
    if not isinstance(text, str):
        raise RuleError(f"house rules must be text; got {type(text).__name__}; try 'fire.range.long = -3'")
    if len(text) > LONGEST_TEXT:
        raise RuleError(f"house rules must be at most {LONGEST_TEXT} characters long; got {len(text)}")
    text = cleaned_lines(text)
    bounded(text)
    try:
        return parsed(text)
    except LineError as error:
        raise error if text.strip().count("\n") else LineError(error.line, error.message, "") from None


def bounded(text: str) -> None:
    """Refuse paths that would take long to read."""
    bare = _ASIDE.sub("", text)
    for line, path in zip(text.split("\n"), bare.split("\n"), strict=True):  # what ends a line for the reader
        if line.count(".") > _MAX_DOTS or path.partition("=")[0].count(".") > _DEEPEST:
            raise RuleError(f"a rule must be named by its path; got {as_text(line)}; no path is as long as that")


def _leaves(tree: Mapping[str, Value]) -> Iterator[tuple[str, Value]]:
    """Pairs of path and value, without recursion (a hostile text nests deeply)."""
    todo = deque((str(key), value) for key, value in tree.items())
    while todo:
        path, value = todo.popleft()
        if len(path) > _LONGEST_PATH:
            raise RuleError(f"a rule must be named by its path; got {as_text(path)}; did you mean something shorter?")
        if isinstance(value, Mapping) and (is_procedure(value) or adds(value)):
            yield path, addition_of(path, value)
        elif isinstance(value, Mapping):
            if value:
                todo.extend((f"{path}.{key}", inner) for key, inner in value.items())
            else:
                raise RuleError(f"a house rule must give a value; {as_text(path)} has none; leave it out")
        else:
            yield path, value
