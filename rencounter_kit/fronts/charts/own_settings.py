"""Matplotlib as it is imported takes settings from the folder in which Python stands, before all others; that may be a
stranger's.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

_THERE = "matplotlibrc"  # by this name alone it asks for the one that lies where Python stands


@contextmanager
def own_settings() -> Iterator[None]:
    """Meanwhile there is no such file there; the folder stays what it is for everybody, and may be gone."""
    exists = os.path.exists
    os.path.exists = lambda path: path != _THERE and exists(path)
    try:
        yield
    finally:
        os.path.exists = exists
