"""Everything of yours in one file: house rules in force and saved, men, where you left each check, lessons, handouts,
games::

    [[layer]]                                   # in force, as in a file of house rules; of any game
    game = "rencounter"
    name = "Slow arrows"
    fire.range.long = -3

    [[set]]                                     # saved, and not in force; written alike

    [[men]]                                     # of a game, as in a roster
    game = "rencounter"
    figure = [{ name = "Tom", armor = 2 }]

    [situation]
    "rencounter.fire" = "check=rencounter.fire&skill=7"

    [lesson]
    how_modifiers_interact = "0 2"              # the numbers of the questions that were understood

    [handout]
    rencounter = ''' ... '''                   # of a game, the text of a handout

    [game]
    ford = ''' ... '''                         # the text of a game of your own

A browser keeps the same thing by thing: a kind, a name, a text, and words that tell it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ...engine.files.read_file import UnreadError, read_file
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, so_many
from ..mechanics.address import CHECK, read
from ..mechanics.catalogue import load_text
from ..mechanics.links import taken_in
from ..mechanics.registry import checks
from ..rulebook.book import rules as book_of
from ..rulebook.code import packed
from ..rulebook.layers import Layer, Layers, layer_in_tree, layers_of, ready_rules, with_own_names
from ..rulebook.library import LONGEST as LONGEST_GAME, game, has, put
from ..rulebook.section import NAME, Section
from ..rulebook.text import LONGEST_TEXT, bounded
from ..rulebook.toml_text import TomlText, in_toml
from .roster import Roster, roster, roster_in
from .situations import in_words

RULES, SETS, MEN, SITUATIONS, LESSONS, HANDOUTS, GAMES = (
    *("rules", "sets", "men", "situations", "lessons"),
    *("handouts", "games"),
)
TRIES, PAGE, WHOSE = "tries", "page", "whose"  # which stay with the browser
LONGEST = 5_000_000  # letters of a file, as many as a browser keeps
_UNNAMED = ("House rule", "Your rules")  # layers that bear no name of a person's
_KEYS = ("layer", "set", "men", "situation", "lesson", "handout", "game")
_QUESTIONS = re.compile(r"\d{1,3}( \d{1,3}){0,199}")
_HEAD = "# What is yours: rules, saved sets, men, situations, lessons, handouts, games. `--mine FILE` goes by it.\n"


class Kept(NamedTuple):
    """A thing that a browser keeps. An empty text is a thing that it is to forget."""

    kind: str
    name: str
    text: str
    words: str = ""


@dataclass(frozen=True)
class Mine:
    """What is yours.

    rules : in force, by game.
    sets : saved.
    men : by game.
    situations : of each check the line that opens it.
    lessons : of each lesson the numbers of what was understood, as text.
    handouts : of each game the text of a handout.
    games : of one's own, their texts by their names.
    """

    rules: Mapping[str, Layers] = field(default_factory=dict)
    sets: tuple[Layer, ...] = ()
    men: Mapping[str, Roster] = field(default_factory=dict)
    situations: Mapping[str, str] = field(default_factory=dict)
    lessons: Mapping[str, str] = field(default_factory=dict)
    handouts: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[str, str] = field(default_factory=dict)

    @property
    def things(self) -> list[Kept]:
        """The same thing by thing."""
        return [
            *(kept_rules(layers) for layers in self.rules.values()),
            *(kept_set(layer) for layer in self.sets),
            *(kept_men(men) for men in self.men.values()),
            *(kept_situation(check, line) for check, line in self.situations.items()),
            *(Kept(LESSONS, name, text, lesson_words(name, text)) for name, text in self.lessons.items()),
            *(kept_handout(stem, text) for stem, text in self.handouts.items()),
            *(kept_game(stem, text) for stem, text in self.games.items()),
        ]

    @property
    def text(self) -> str:
        """The same as a file, which ``mine`` reads."""
        parts = [_HEAD]
        parts += [layers.text for layers in self.rules.values()]
        parts += [layer.text.replace("[[layer]]", "[[set]]", 1) + "\n" for layer in self.sets]
        for men in self.men.values():
            text = men.text.replace("\n[[figure]]", "\n[[men.figure]]")
            parts.append(f"[[men]]\n{text}")
        for heading, texts in zip(_TEXTS, (self.situations, self.lessons, self.handouts, self.games), strict=True):
            if texts:
                lines = (
                    f"{name if NAME.fullmatch(name) else in_toml(name)} = {_quoted(texts[name])}\n" for name in texts
                )
                parts.append(f"[{heading}]\n{''.join(lines)}")
        return "\n".join(parts)


def mine(source: str | Path) -> Mine:
    """What is yours, from a file or its text.

    Nothing in it is run; its games are loaded. Raises ``RuleError`` in one sentence for what cannot be read, is too
    long, or does not fit its game, as house rules and rosters do; then no game of it is loaded.

    >>> mine('[[layer]]\\ngame = "rencounter"\\nfire.range.long = -3\\n').rules["rencounter"].rules["fire.range.long"]
    -3
    """
    if isinstance(source, Path):
        try:
            source = read_file(source.expanduser(), LONGEST)
        except UnreadError as error:
            raise RuleError(
                f"a file of yours must be one that can be read; got {as_text(str(source))}: {error}"
            ) from None
    document = TomlText("a file of yours", source, LONGEST)
    bounded(document.text)
    whole = Section(document, "", document.tree)
    whole.only(_KEYS)
    new = [stem for stem in whole.table("game").entries if not has(stem)]
    try:
        return _read(whole)
    except RuleError:
        for stem in new:
            put(None, stem)
        raise


def _read(whole: Section) -> Mine:
    texts = {heading: _texts(whole, heading) for heading in reversed(_TEXTS)}  # games first: others may be of them
    by_game: dict[str, list[Layer]] = {}
    for layer in (layer_in_tree(one.entries) for one in whole.each("layer")):
        by_game.setdefault(layer.game, []).append(layer)
    men = [roster_in(one) for one in whole.each("men")]
    if twice := next((one.game for one in men if [other.game for other in men].count(one.game) > 1), ""):
        raise RuleError(f"the men of a game must be in one [[men]]; got two of {twice}; put them together")
    return Mine(
        {stem: Layers(stem, *with_own_names(layers)) for stem, layers in by_game.items()},
        tuple(layer_in_tree(one.entries) for one in whole.each("set")),
        {one.game: one for one in men},
        *(texts[heading] for heading in _TEXTS),
    )


def things_of(kept: object) -> list[Kept]:
    """What a browser says that it keeps, by kind and name; what is no text is left out."""
    every = kept.items() if isinstance(kept, dict) else ()
    named = ((kind, name, one) for kind, ones in every if isinstance(ones, dict) for name, one in ones.items())
    return [
        Kept(kind, name, one["text"], str(one.get("words", "")))
        for kind, name, one in named
        if isinstance(one, dict) and isinstance(one.get("text"), str)
    ]


def mine_of(things: Iterable[Kept]) -> Mine:
    """What is yours of what a browser keeps; what does not fit the rules of today is left out."""
    rules, sets, men = dict[str, Layers](), list[Layer](), dict[str, Roster]()
    texts = {kind: dict[str, str]() for kind in (SITUATIONS, LESSONS, HANDOUTS, GAMES)}
    right = dict(zip(texts, (refuse for _, refuse in _TEXTS.values()), strict=True))
    for kind, name, text, _ in sorted(things, key=lambda one: one[0] != GAMES):  # what follows may be of them
        with suppress(RuleError):
            if kind == RULES:
                rules[name] = Layers.read(text)
            elif kind == SETS:
                sets += layers_of(text)
            elif kind == MEN:
                men[name] = roster(text, files=False)
            elif kind in texts:
                right[kind](name, text)
                texts[kind][name] = text
    return Mine(rules, tuple(sets), men, *texts.values())


# A thing by itself ----------------------------------------------------------------------------------------------------


def kept_rules(layers: Layers, sets: Iterable[str] = ()) -> Kept:
    """The rules in force for a game.

    sets : codes of saved ones; rules that say the same have their name.
    """
    for code in sets:
        with suppress(RuleError):  # of an older book
            if layers.layers and (saved := Layers.read(code, layers.book.stem)).rules.lines == layers.rules.lines:
                layers = saved
    return Kept(RULES, layers.book.stem, layers.code if layers.layers else "", rules_words(layers.layers))


def kept_set(layer: Layer) -> Kept:
    """A saved set; it need not fit on the book alone."""
    words = f"{rules_words([layer])}, {book_of(layer.game).title}"
    return Kept(SETS, f"{layer.game}: {layer.name}", packed(layer.text), words)


def kept_men(men: Roster) -> Kept:
    """The men of a game."""
    return Kept(MEN, men.game, men.text, men.head())


def kept_situation(id: str, line: str, words: str = "") -> Kept:
    """Where a check was left; without words they are worked out."""
    check = checks[id]
    words = words or in_words(check, taken_in(check, line).choices)
    return Kept(SITUATIONS, id, line, f"{check.spelling.spelt_out(check.title)} {words}")


def kept_handout(stem: str, text: str) -> Kept:
    """The handout of a game that is being made."""
    return Kept(HANDOUTS, stem, text, f"a handout of {book_of(stem).title}")


def kept_game(stem: str, text: str) -> Kept:
    """A game of one's own."""
    return Kept(GAMES, stem, text, f"the game {book_of(stem).title if has(stem) else stem}")


def lesson_words(name: str, text: str) -> str:
    """How far one came in a lesson."""
    return f"{name.replace('_', ' ').capitalize()}: {so_many(len(text.split()), 'question')} understood"


def rules_words(layers: Sequence[Layer]) -> str:
    """House rules by name, with how many lines they have.

    >>> rules_words([Layer("rencounter", {"fire.range.long": -3})])
    'your rules (1 line)'
    """
    count = sum(len(layer.changes) for layer in layers)
    names = []
    for layer in layers:
        ready = (one.name for one in ready_rules(layer.game).values() if one.changes == layer.changes)
        names.append(layer.name if layer.name not in _UNNAMED else next(ready, "your rules"))
    return f"{' and '.join(names)} ({so_many(count, 'line')})" if names else ""


# Read -----------------------------------------------------------------------------------------------------------------


def _texts(whole: Section, heading: str) -> dict[str, str]:
    """Texts by the names of what they are of."""
    texts, (longest, refuse) = whole.table(heading), _TEXTS[heading]
    for name in texts.entries:
        try:
            refuse(name, texts.text(name, longest=longest))
        except RuleError as error:
            raise texts.right(name, error) from None
    return {name: texts.text(name, longest=longest) for name in texts.entries}


def _refuse_situation(id: str, line: str) -> None:
    """It must open this check."""
    sent = read(line)
    if sent is None or sent.kind != CHECK or sent.id != id:
        raise RuleError(f"a situation must open {as_text(id)}; got {as_text(line)}; try check={as_text(id)}")
    taken_in(checks[id], sent)


def _refuse_lesson(name: str, text: str) -> None:
    if not NAME.fullmatch(name) or not _QUESTIONS.fullmatch(text):
        raise RuleError(
            f'a lesson must have numbers of questions; got {as_text(text)} for {as_text(name)}; try "0 2 5"'
        )


def _refuse_handout(stem: str, _: str) -> None:
    """It must be of a game."""
    book_of(stem)


def _have(stem: str, text: str) -> None:
    """Have a game of one's own among the others, if it is right; one of that name that is there already stays."""
    there = game(stem) if has(stem) and not game(stem).shared else None
    if there is not None and (there.text == text or there.python is not None):
        return
    load_text(stem, text)
    if there is not None:
        put(there, stem)


def _quoted(text: str) -> str:
    """A text as TOML has it, in lines where it has some and can be."""
    plain = "'''" not in text and all(" " <= sign != "\x7f" or sign in "\t\n" for sign in text)
    return f"'''\n{text}'''" if plain and "\n" in text else in_toml(text)


_TEXTS: dict[str, tuple[int, Callable[[str, str], None]]] = {  # by heading: how long one may be, and what refuses one
    "situation": (16_000, _refuse_situation),
    "lesson": (1000, _refuse_lesson),
    "handout": (2 * LONGEST_TEXT, _refuse_handout),
    "game": (LONGEST_GAME, _have),
}
