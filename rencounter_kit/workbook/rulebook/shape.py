"""What may stand in the file of one's own game: groups, and figures with what is said of them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...engine.words.wording import as_text, nearest
from .added import LARGEST
from .library import SECTIONS, Game
from .slips import SEVERAL, in_letters
from .text import Value, figure_text
from .words import HEADING as WORDS

LISTS = SEVERAL
_MEANT = {  # headings that people write for others, and what stands below these
    **dict.fromkeys(("fights", "duel", "duels", "battle"), ("fight", "NAME", ("acts", "lasts"))),
    **dict.fromkeys(("checks", "test", "tests", "roll", "rolls"), ("check", "NAME", ("title", "dice"))),
    **dict.fromkeys(("ask", "asked", "question", "questions"), ("asks", "", ("help", "from", "choices"))),
}
_MEANT_LISTS = {"layers": "layer", "house_rules": "layer", "examples": "example"}
_BOOK = ("title", "edition", "author", "example")
_SPELLING = ("short", "spelt")  # how the names of a game are read
_NO_FIGURES = ("book", "asks", WORDS, *SECTIONS)
_OWN_WORDS: Mapping[str, tuple[tuple[type, ...], str]] = {  # what a figure or a group may say of itself: of which kind
    **dict.fromkeys(
        ("source", "label", "mark", "note", "covers", "ask", "rows", "face_of"), ((str,), "words in quotes")
    ),
    **dict.fromkeys(("looked_up", "threshold"), ((bool,), "true or false")),
    **dict.fromkeys(("low", "high"), ((int,), "a whole number")),
    "choices": ((str, list), "a list of words, or the name of a group"),
}
_NAME = re.compile(r"[\w-]{1,40}", re.ASCII)
_FIGURES = "a number, true or false, words in quotes, or a list of numbers"


def _refuse_other_heading(of: Game, name: str, group: Value) -> None:
    """Say the right heading where somebody has written one much like it."""
    if name in _MEANT_LISTS and isinstance(group, list):
        right = _MEANT_LISTS[name]
        raise of.fault(name, f"each {right} must be below a heading [[{right}]]; got [[{name}]]; write [[{right}]]")
    if name == "situation" and isinstance(group, dict):
        raise of.fault(name, "situations must be below headings such as [situations.shoot]; got situation; add the s")
    right, then, keys = _MEANT.get(name, ("", "", ()))
    inner = [(key, one) for key, one in group.items() if isinstance(one, dict)] if isinstance(group, dict) else []
    if wrong_key := next((key for key, one in inner if right and not {*keys}.isdisjoint(one)), ""):
        wrong, instead = (f"{name}.{wrong_key}", f"{right}.{wrong_key}") if then else (name, right)
        what = f"a {right}" if then else "what is asked"
        raise of.fault(
            wrong,
            f"{what} must be below a heading [{right}{f'.{then}' if then else ''}]; got [{wrong}]; write [{instead}]",
        )


def check_shape(of: Game) -> None:
    """Refuse, with its line, what in a game's file is no figure, before anything is made of it."""
    book = of.tree.get("book")
    if not isinstance(book, dict) or not _are_words(book.get("title")):
        raise of.fault(
            "book", 'the file of a game must begin with [book] and its title; got none; try title = "The Ford"'
        )
    for key in book:
        if key in _SPELLING:
            _check_spelling(of, key, book[key])
            continue
        if key not in _BOOK:
            raise of.fault(
                f"book.{key}", f"[book] must have {', '.join(_BOOK)}; got {as_text(key)}{nearest(key, _BOOK)}"
            )
        if not isinstance(book[key], str):
            raise of.fault(f"book.{key}", f"{key} must be words in quotes; got {as_text(figure_text(book[key]))}")
    for name, group in of.tree.items():
        _refuse_other_heading(of, name, group)
    if not any(isinstance(group, dict) for name, group in of.tree.items() if name not in _NO_FIGURES):
        raise of.fault("book", "a game must have a figure; got none; add a group such as [fire]")
    for name in LISTS:
        sections = of.tree.get(name, [])
        if not isinstance(sections, list) or not all(isinstance(one, dict) for one in sections):
            raise of.fault(
                name, f"each {name} must be below a heading [[{name}]]; got {as_text(figure_text(sections))}"
            )
    _check_situations(of)
    _check_words(of)
    todo = [(name, group) for name, group in of.tree.items() if name not in _NO_FIGURES]
    for name, _ in todo:
        _check_name(of, name)
    while todo:
        path, group = todo.pop()
        if not isinstance(group, dict):
            raise of.fault(
                path, f"a figure must be in a group; got {as_text(path)} alone; put it below a heading, such as [fire]"
            )
        for name, value in group.items():
            _check_name(of, path, name)
            place = f"{path}.{name}"
            if name in _OWN_WORDS:
                _check_own_word(of, place, name, value)
            elif isinstance(value, dict) and "value" not in value:
                todo.append((place, value))
            else:
                _check_figure(of, place, value, group)


def _check_own_word(of: Game, place: str, key: str, value: object) -> None:
    """What a figure or a group says of itself is of its kind; a source says something."""
    kinds, in_words = _OWN_WORDS[key]
    if type(value) not in kinds:
        raise of.fault(place, f"{key} must be {in_words}; got {as_text(figure_text(value))}")
    if key == "source" and not _are_words(value):
        raise of.fault(place, f"{key} must be {in_words}; got none between them; name the section")


def _check_spelling(of: Game, key: str, table: object) -> None:
    """Names with how they are read."""
    lines = table.items() if isinstance(table, dict) else [(key, table)]
    for name, words in lines:
        if not (isinstance(table, dict) and _NAME.fullmatch(name) and _are_words(words)):
            raise of.fault(
                f"book.{key}",
                f'[book.{key}] must have lines such as AC = "armour class"; got '
                f"{as_text(f'{name} = {figure_text(words)}')}; "
                "write a name, and words in quotes",
            )


def _are_words(words: object) -> bool:
    return isinstance(words, str) and bool(words.strip())


def _check_name(of: Game, *path: str) -> None:
    """In quotes a name could be that of another figure, as ``"range.long"`` in a group that has ``range``."""
    if not _NAME.fullmatch(path[-1]):
        raise of.fault(
            ".".join([*path[:-1], f'"{path[-1]}"']),
            f"a name must be letters from a to z, digits, _ and -, at most 40 of them; got {as_text(path[-1])}; "
            f"try {path[-1].isalnum() and in_letters(path[-1]) or 'very_far'}",
        )


def _check_bounds(of: Game, path: str, group: Mapping[str, Value], value: Value) -> None:
    """What a figure may be, by itself or by its group; all that there is on a side of which nothing is said."""
    low, high = (one if type(one) is int else None for one in (group.get("low"), group.get("high")))
    if low is not None and high is not None and low > high:
        raise of.fault(path, f"low must be at most high; {path} has {low} and {high}; swap them")
    if isinstance(value, (int, float)) and not (low is None or low <= value) & (high is None or value <= high):
        raise of.fault(path, f"a figure must be from its low to its high; {path} is {value}; change one of them")


def _check_situations(of: Game) -> None:
    """Each stands below its check, by its name; what the check says of it is asked by who opens it."""
    todo = [("situations", of.tree.get("situations", {}), 2)]
    while todo:
        path, settings, levels = todo.pop()
        if not isinstance(settings, dict):
            got = as_text(figure_text(settings))
            raise of.fault(path, f'a situation must be such as "A good archer" = {{ skill = 3 }}; got {got}')
        todo += [(f'{path}."{name}"', one, levels - 1) for name, one in settings.items() if levels]


def _check_words(of: Game) -> None:
    """Each is what players say, and words of the game for it, or a list of such."""
    words = of.tree.get(WORDS, {})
    for name, means in words.items() if isinstance(words, dict) else [("", words)]:
        every = means if isinstance(means, list) else [means]
        if not name or not every or not all(map(_are_words, every)):
            raise of.fault(
                f'{WORDS}."{name}"',
                f'a line below [{WORDS}] must be such as plate = "armor full"; got {as_text(figure_text(means))}',
            )


def _check_figure(of: Game, path: str, figure: Value, group: Mapping[str, Value]) -> None:
    own = figure if isinstance(figure, dict) else {"value": figure}
    for key, value in own.items():
        if key not in ("value", *_OWN_WORDS):
            hint = nearest(key, ("value", *_OWN_WORDS))
            raise of.fault(
                path, f"a figure must use the keys that the head of the file explains; {path} has {as_text(key)}{hint}"
            )
        if key != "value":
            _check_own_word(of, path, key, value)
    value = own["value"]
    number = re.fullmatch(r"\s*([-+]?\d{1,6})\s*(\+?)\s*", value) if isinstance(value, str) else None
    if number and {"covers", "choices"}.isdisjoint((*group, *own)):
        must, way = "a number must be without quotes", ""
        if number[2]:
            must, way = "a figure must be a number alone", ", and >= in the dice"
        raise of.fault(path, f"{must}; {path} has {figure_text(value)}; write {int(number[1])}{way}")
    _check_bounds(of, path, {**group, **own}, value)
    numbers = value if isinstance(value, list) else [value]
    if not all(type(one) in (int, bool, float, str) for one in numbers) or (
        isinstance(value, list) and str in map(type, value)
    ):
        raise of.fault(path, f"{path} must be {_FIGURES}; got {as_text(figure_text(value))}")
    if not all(abs(one) <= LARGEST for one in numbers if isinstance(one, (int, float))):
        raise of.fault(path, f"{path} must be a number from {-LARGEST} to {LARGEST}; got {as_text(figure_text(value))}")
