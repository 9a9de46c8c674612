"""The command ``rencounter``, and the pages that it lays into a folder."""

from .main import main

__all__ = ["main"]
