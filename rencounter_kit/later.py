"""What needs a large library is loaded only when it is used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def later(package: str, places: Mapping[str, str]) -> Callable[[str], object]:
    """The ``__getattr__`` of a package: ``places`` says for each name in which of its modules it stands.

    No name may be that of a module of the package: the module would take its place as soon as it is loaded.
    """

    def load(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{places[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return load
