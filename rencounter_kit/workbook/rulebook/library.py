"""Which games there are, and where their files stand: those of this package, those of other packages, and one's own.

A game is known by its stem. Its figures stand in ``<stem>.toml``, and its checks in a room of Python, or in that file
too. What only some games have stands beside the file in folders of this package's shape, or in the file itself, below a
heading of ``SECTIONS``.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import shlex
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, wraps
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from zlib import crc32

from ...engine.files.folders import project_folder
from ...engine.files.read_file import UnreadError, read_file
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from .places import FileError, LineError, line_of
from .toml_text import parsed

GROUP = "rencounter_kit.games"  # the entry points by which packages bring games
ROOMS = "rencounter_kit.workbook.games"  # where those of the project stand
VARIABLE = "RENCOUNTER_GAMES"  # one's own games for the processes that a command begins: JSON, [[file, python], ...]
SECTIONS = ("check", "fight", "situations", "example", "layer", "figure")  # of a file that holds a whole game
LONGEST = 100_000  # letters of such a file
_LONGEST_OF_PACKAGES = 10 * LONGEST
_STEM = re.compile(r"[a-z][a-z0-9_]{0,39}")

Place = tuple[str, str] | None  # file and Python of one's own game; none of one that is everywhere
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, eq=False)
class Game:
    """Where a game stands.

    stem : its name.
    file : its figures.
    room : the module of it, which may have its ``CHECKS``; else they stand in the file.
    python : a file of further checks beside it, which the owner has named.
    shared : is it found in the same way by everybody who has the same packages?
    """

    stem: str
    file: Path
    room: str = ""
    python: Path | None = None
    shared: bool = True
    made: dict[Callable[[Game], Any], Any] = field(default_factory=dict, repr=False)  # of it, by what makes it

    @cached_property
    def text(self) -> str:
        """What stands in its file; ``RuleError`` where it cannot be read."""
        try:
            return read_file(self.file, _LONGEST_OF_PACKAGES if self.shared else LONGEST)
        except UnreadError as error:
            raise RuleError(f"a game must be a file that can be read; got {self.file}: {error}") from None

    @cached_property
    def edition(self) -> int:
        """A number that is another one for each version of its files."""
        return crc32(self.python.read_bytes() if self.python else b"", crc32(self.text.encode()))

    @cached_property
    def tree(self) -> Mapping[str, Any]:
        """The file as TOML has it; ``FileError`` where it is none."""
        if not self.shared and len(self.text) > LONGEST:
            raise RuleError(
                f"the file of a game must have at most {LONGEST:,} characters; {self.file.name} has {len(self.text):,}"
            )
        try:
            return parsed(self.text)
        except LineError as error:
            raise FileError(self.file, error.line, error.message) from None

    @property
    def place(self) -> Place:
        """Where other processes find it; nothing where they know."""
        return None if self.shared else (str(self.file), str(self.python or ""))

    @property
    def called(self) -> str:
        """How a command names it: its stem, or its folder, or the file where that is not called after the game."""
        if self.shared:
            return self.stem
        try:
            is_the_only_one = file_of(self.file.parent) == self.file
        except RuleError:
            is_the_only_one = False
        place = self.file.parent if is_the_only_one else self.file
        with suppress(ValueError):
            place = place.relative_to(Path.cwd())
        return shlex.quote(str(place))

    @property
    def option(self) -> str:
        """What a command needs to know it, with a space before it; "" where every command does."""
        if self.shared:
            return ""
        return f" --game {self.called}" + (f" --python {shlex.quote(str(self.python))}" if self.python else "")

    def section(self, name: str) -> Any:
        """What stands in the file below a heading of ``SECTIONS``; nothing where it has none."""
        return self.tree.get(name, {})

    def beside(self, path: str) -> Mapping[str, Any]:
        """A file of further data beside that of the figures, such as ``presets/rencounter.toml``; nothing where it is
        not there. A game of one's own has all in its file, and nothing beside that is read.
        """
        file = self.file.parent / path
        return tomllib.loads(file.read_text(encoding="utf-8")) if self.shared and file.exists() else {}

    def fault(self, path: str, message: str) -> FileError:
        """What is wrong at a path of the file, with its line."""
        return FileError(self.file, line_of(self.text, path), message)


# All that there are ---------------------------------------------------------------------------------------------------

_own: dict[str, Game] = {}  # loaded from files of their owner
_memory: list[Any] = []


def once(function: Callable[[Game], R]) -> Callable[[Game | str], R]:
    """As ``functools.cache``, for what is made of a game, which its stem may name: it goes when the game goes."""

    @wraps(function)
    def memo(of: Game | str) -> R:
        of = game(of) if isinstance(of, str) else of
        if function not in of.made:
            of.made[function] = function(of)
        return of.made[function]

    return memo


def kept(function: Callable[P, R], most: int | None = None) -> Callable[P, R]:
    """As ``functools.cache``, for what depends on which games there are: forgotten when one comes or is read anew.

    most : how many results are kept, the latest; ``None`` for all.
    """
    cached = lru_cache(maxsize=most)(function)
    _memory.append(cached)
    return cached  # type: ignore[return-value]


@cache
def _own_package() -> Mapping[str, Game]:
    """The games of this package."""
    data = sorted(project_folder("data").glob("*.toml"))
    return {file.stem: Game(file.stem, file, f"{ROOMS}.{file.stem}") for file in data}


@cache
def _of_packages() -> Mapping[str, Game]:
    """The games of other packages: each names its room, in which ``<stem>.toml`` stands, too."""
    games = {}
    for point in entry_points(group=GROUP):
        file = Path(str(files(point.module))) / f"{point.name}.toml"
        games[point.name] = Game(point.name, file, point.module)
    return games


def games() -> dict[str, Game]:
    """All games by their stems, in order of these."""
    _from_variable()
    return dict(sorted({**_of_packages(), **_own, **_own_package()}.items()))


def has(stem: object) -> bool:
    """Is there such a game? Packages are looked through only for what is not here."""
    if not isinstance(stem, str):
        return False
    if stem in _own_package() or stem in _own:
        return True
    _from_variable()
    return stem in _own or stem in _of_packages()


def game(stem: str, place: Place = None) -> Game:
    """The game of a stem; ``RuleError`` for one that there is not.

    place : where it is loaded from if it is not here.
    """
    if place and stem not in _own:
        put(game_in(place[0], place[1] or None), stem)
    if has(stem):
        return _own_package().get(stem) or _own.get(stem) or _of_packages()[stem]
    every = list(games())
    near = difflib.get_close_matches(as_text(stem), every, n=1)
    hint = f"did you mean {near[0]}?" if near else "load your own with rk.load_game"
    raise RuleError(f"a game must be one of {', '.join(every)}; got {as_text(stem)}; {hint}")


# One's own ------------------------------------------------------------------------------------------------------------


def file_of(place: str | Path) -> Path:
    """The file of a game that somebody names: that, or the one in a folder; ``RuleError`` where there is none."""
    if not isinstance(place, (str, Path)):
        raise RuleError(f"a game must be named by its file or folder; got {as_text(place)}; try ford.toml")
    path = Path(place)
    with suppress(RuntimeError):  # whose home there is not
        path = path.expanduser()
    if path.is_dir():
        own = path / f"{path.resolve().name}.toml"
        every = [own] if own.is_file() else sorted(path.glob("*.toml"))
        if len(every) != 1:
            got = f"{len(every)} of them" if every else "none"
            raise RuleError(
                f"the folder of a game must have one file .toml; got {got} in {as_text(str(place))}; name the file"
            )
        path = every[0]
    if not path.is_file():
        raise RuleError(f"a game must be a .toml file or its folder; got {as_text(str(place))}, which is not there")
    if path.suffix != ".toml" or not _STEM.fullmatch(path.stem):
        raise RuleError(
            "the file of a game must have its name in small letters, such as ford.toml; "
            f"got {as_text(path.name)}; give it another name"
        )
    return path.resolve()


def game_in(place: str | Path, python: str | Path | None = None) -> Game:
    """The game that stands in a file, not yet among the others; ``RuleError`` where the name is taken."""
    file = file_of(place)
    code = None if python is None else Path(python).expanduser().resolve()
    if code is not None and not code.is_file():
        raise RuleError(f"the Python of a game must be a file; got {as_text(str(python))}, which is not there")
    if file.stem in _own_package():
        raise RuleError(
            f"a game must have a name of its own; got {file.stem}, which is already loaded; rename its file"
        )
    return Game(file.stem, file, "", code, shared=False)


def written(stem: str, text: str) -> Game:
    """The game that a text is, which stands in no file yet; ``RuleError`` where the name is none, or taken."""
    if not _STEM.fullmatch(stem) or stem in _own_package():
        raise RuleError(f"a game must have a name of its own in small letters, such as ford; got {as_text(stem)}")
    new = Game(stem, Path(f"{stem}.toml"), shared=False)
    new.__dict__["text"] = text
    return new


def put(new: Game | None, stem: str) -> Game | None:
    """Have this game under its stem, or none; returns what was there."""
    old = _own.pop(stem, None)
    if new is not None:
        _own[stem] = new
    for one in _memory:
        one.cache_clear()
    return old


def look_again() -> None:
    """The environment of this process is another one now, and may name other games."""
    _from_variable.cache_clear()


@cache
def _from_variable() -> None:
    """Have the games that the command has named which began this process."""
    text = os.environ.get(VARIABLE, "[]")
    try:
        places = [(Path(file), python and Path(python)) for file, python in json.loads(text)]
    except (TypeError, ValueError, RecursionError):
        form = 'a list of files and their Python, such as [["ford.toml", null]]'
        raise RuleError(f"{VARIABLE} must be {form}; got {as_text(text)}; try --game instead") from None
    for file, python in places:
        put(game_in(file, python), file.stem)
