"""What stands below the headings of a game's file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...engine.words.wording import as_text
from ..rulebook.library import Game
from ..rulebook.places import FileError
from ..rulebook.section import MOST, Section
from ..rulebook.text import figure_text


@dataclass(frozen=True)
class GameSection(Section):
    """A table of the file of a game."""

    of: Game

    def fault(self, key: str, text: str) -> FileError:
        """What is wrong with a key, with its file and line."""
        return self.of.fault(self.place(key), text)

    @property
    def kind(self) -> str:
        """What it is: a check, a fight."""
        return self.path.partition(".")[0]

    @property
    def called(self) -> str:
        """It in a sentence."""
        return self.path


def sections(of: Game, name: str) -> Iterator[tuple[str, GameSection]]:
    """What stands in a file below ``[check]`` or ``[fight]``, by name; ``FileError`` where that is no table."""
    whole = GameSection(of, name, of.section(name) or {})
    if not isinstance(whole.entries, Mapping):
        raise of.fault(
            name, f"{name} must be headings such as [{name}.shoot]; got {as_text(figure_text(whole.entries))}"
        )
    if len(whole.entries) > MOST:
        raise of.fault(name, f"a game must have at most {MOST} {name}s in its file; got {len(whole.entries)}")
    for key in whole.entries:
        whole.named(key)
        yield key, whole.table(key)
