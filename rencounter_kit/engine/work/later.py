"""What needs a large library is loaded only when it is used; and what is made to be kept is not looked through for
garbage.
"""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import get_data


def later(package: str) -> tuple[list[str], Callable[[str], object]]:
    """What a package offers, and the ``__getattr__`` that loads it: both from its stub, ``__init__.pyi``, which says
    for each name where it stands, as ``from .dice.dist import Dist as Dist``.

    A name that is also that of a module of the package must be imported at once: else the module takes its place.
    """
    stub = ast.parse(get_data(package, "__init__.pyi") or b"")
    imports = [line for line in stub.body if isinstance(line, ast.ImportFrom)]
    places = {one.name: f".{line.module}" for line in imports for one in line.names}

    def load(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(places[name], package), name)
        setattr(sys.modules[package], name, value)
        return value

    return sorted(places), load


@cache
def has_arrays() -> bool:
    """Are the libraries here that follow many states at once, with whole numbers of 64 bits? In a browser alone they
    are not.
    """
    return sys.maxsize > 2**32 and find_spec("numpy") is not None and find_spec("scipy") is not None


@cache
def has_threads() -> bool:
    """Can work go on beside what a page asks? In a browser alone Python has one thread."""
    return sys.platform not in {"emscripten", "wasi"}


@contextmanager
def uncollected() -> Iterator[None]:
    """Inside, Python does not look for garbage that goes in circles: what a chain or a game makes is nearly all in use,
    and looking through it again and again takes a quarter of the time.
    """
    looked = gc.isenabled()
    try:
        gc.disable()
        yield
    finally:
        if looked:
            gc.enable()
