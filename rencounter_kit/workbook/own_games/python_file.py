"""A file of Python beside that of a game: what the text does not say, in the words of the games here.

It is run only when its owner names it, ``rk.load_game("ford.toml", python="ford_rules.py")``; its ``CHECKS`` and
``FLOWS`` are as those of a game's room.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple, TypeVar

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ..mechanics.check import Check
from ..mechanics.flow import CheckFlow
from ..rulebook.library import Game
from ..rulebook.places import FileError

T = TypeVar("T", Check, CheckFlow)


class PythonAdditions(NamedTuple):
    """What a file of Python adds to a game."""

    checks: Sequence[Check] = ()
    flows: Sequence[CheckFlow] = ()


def further(of: Game) -> PythonAdditions:
    """What the file of Python beside a game's adds to it; nothing where its owner has named none. Raises ``FileError``
    with the line where it stops.
    """
    if of.python is None:
        return PythonAdditions()
    module = _run(of.python, f"own_game_{of.stem}_{of.edition}")
    checks = _listed(module, of.python, of.stem, "CHECKS", Check)
    flows = _listed(module, of.python, of.stem, "FLOWS", CheckFlow) if hasattr(module, "FLOWS") else ()
    return PythonAdditions(checks, flows)


class _Loader(SourceFileLoader):
    """Reads the file each time, and leaves nothing beside it."""

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


def _run(file: Path, name: str) -> ModuleType:
    """The module that a file is."""
    loader = _Loader(name, str(file))
    module = module_from_spec(ModuleSpec(name, loader, origin=str(file)))
    sys.modules[name] = module  # where what is defined in it is looked for, also by other processes
    try:
        loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, (KeyboardInterrupt, MemoryError)):
            raise
        raise FileError(file, _line(file, error), _message(error)) from None
    return module


def _line(file: Path, error: BaseException) -> int:
    """The line of the file in which Python stopped: of what is called there, the line that calls it."""
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return error.lineno or 1
    line, frame = 1, error.__traceback__
    while frame:
        if frame.tb_frame.f_code.co_filename == str(file):
            line = frame.tb_lineno
        frame = frame.tb_next
    return line


def _message(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"it must be Python; got something else: {error.msg}"
    if type(error) in (RuleError, ValueError, FileError):  # a sentence of this package
        return str(error)
    return f"Python must run to the end of the file; it stopped with {type(error).__name__}: {as_text(str(error), 200)}"


def _listed(module: ModuleType, file: Path, stem: str, name: str, kind: type[T]) -> Sequence[T]:
    """What stands in a tuple of the file."""
    listed = getattr(module, name, None)
    if not isinstance(listed, (tuple, list)):
        raise FileError(file, 1, f"it must have {name}, a tuple of {kind.__name__}; got {as_text(listed)}")
    for one in listed:
        if not isinstance(one, kind):
            raise FileError(file, 1, f"{name} must be a tuple of {kind.__name__}; got {as_text(one)} in it")
        if one.stem != stem:
            raise FileError(file, 1, f"an id must begin with the name of the game, {stem}.; got {one.id}")
    return tuple(listed)
