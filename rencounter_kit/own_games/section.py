"""What stands below a heading of a game's file, asked for key by key; what is wrong in it is told with its line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..rulebook.library import Game
from ..rulebook.places import FileError
from ..rulebook.slips import in_letters
from ..rulebook.text import figure_text
from ..wording import nearest, shown

LONGEST = 400  # letters of a text
MOST = 200  # things in one place
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True)
class Section:
    """A table of the file. path : where it stands, such as ``check.shoot``."""

    of: Game
    path: str
    said: Mapping[str, Any]

    def fault(self, key: str, said: str) -> FileError:
        """What is wrong with a key; with the whole table where none is named."""
        place = key if NAME.fullmatch(key) else f'"{key}"'
        return self.of.fault(f"{self.path}.{place}" if key else self.path, said)

    def right(self, key: str, error: ValueError) -> FileError:
        """The same for what something else has refused."""
        return error if isinstance(error, FileError) else self.fault(key, str(error))

    def only(self, keys: Iterable[str]) -> None:
        """Refuse any other key."""
        keys = list(keys)
        for key in self.said:
            if key not in keys:
                near = nearest(key, keys) or f"; it may have {', '.join(keys)}"
                raise self.fault(key, f"{self.path} must say what a {self.kind} says; got {shown(key)}{near}")

    def needs(self, keys: Iterable[str]) -> None:
        """Refuse a table that does not say all of these; all that is missing is told at once."""
        if missing := [key for key in keys if key not in self.said]:
            add = ", ".join(f'{key} = "..."' for key in missing)
            what = " or ".join([*[", ".join(missing[:-1])][: len(missing) - 1], missing[-1]])
            raise self.fault("", f"{self.path} has no {what}; add {add}")

    @property
    def kind(self) -> str:
        """What it is: a check, a fight."""
        return self.path.partition(".")[0]

    def text(self, key: str, usual: str | None = None, longest: int = LONGEST) -> str:
        """A text; ``usual`` where none is said, which is refused without it."""
        value = self.said.get(key, usual)
        if value is None:
            raise self.fault("", f'{self.path} has no {key}; add {key} = "..."')
        if not isinstance(value, str):
            raise self.fault(key, f"{key} must be words in quotes; got {shown(figure_text(value))}")
        if not value.strip() and key in self.said:
            raise self.fault(key, f"{key} must be words in quotes; got none between them; say it or leave the line out")
        if len(value) > longest:
            raise self.fault(key, f"{key} must have at most {longest} letters; got {len(value)}; say it shorter")
        return value

    def texts(self, key: str) -> list[str]:
        """A text, or several in a list; none where nothing is said."""
        value = self.said.get(key, [])
        several = [value] if isinstance(value, str) else value
        if not isinstance(several, list) or not all(isinstance(one, str) for one in several):
            raise self.fault(key, f"{key} must be words in quotes, or a list of these; got {shown(figure_text(value))}")
        if len(several) > MOST or any(len(one) > LONGEST for one in several):
            raise self.fault(key, f"{key} must be at most {MOST} texts of {LONGEST} letters; got more; leave some out")
        return several

    def names(self, key: str) -> str:
        """Names with spaces between them, or in a list."""
        return " ".join(self.texts(key))

    def flag(self, key: str, usual: bool) -> bool:
        """True or false."""
        value = self.said.get(key, usual)
        if not isinstance(value, bool):
            raise self.fault(key, f"{key} must be true or false; got {shown(figure_text(value))}")
        return value

    def table(self, key: str) -> Section:
        """A table; an empty one where nothing is said."""
        value = self.said.get(key, {})
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            here = f"{self.path}.{key}"
            raise self.fault(key, f"{here} must stand once, in one pair of brackets; got [[{here}]]; write [{here}]")
        if not isinstance(value, dict):
            raise self.fault(key, f"{key} must be a table, as {key} = {{ ... }}; got {shown(figure_text(value))}")
        if len(value) > MOST:
            raise self.fault(key, f"{key} must have at most {MOST} lines; got {len(value)}; leave some out")
        return Section(self.of, f"{self.path}.{key}", value)

    def tables(self, key: str) -> Iterator[tuple[str, Section]]:
        """The tables in a table, by names that can be those of a check, a fight or a sum."""
        every = self.table(key)
        for name in every.said:
            every.named(name)
            yield name, every.table(name)

    def named(self, name: str) -> None:
        """Refuse what can be no name."""
        if not NAME.fullmatch(name):
            raise self.fault(
                name,
                f"a name must be small letters, numbers and _, at most 40; got {shown(name)}; "
                f"try one such as {name.isalnum() and in_letters(name) or 'shoot'}",
            )

    def found(self, key: str, name: str, known: Iterable[str], what: str) -> str:
        """A name that must be one of those that are known."""
        known = list(known)
        if name not in known:
            hint = nearest(name, known) or f"; there {_are(known)}"
            raise self.fault(key, f"{key} must name {what}; got {shown(name)}{hint}")
        return name


def _are(known: list[str]) -> str:
    """What there is, in words."""
    if not known:
        return "are none"
    more = f" and {len(known) - 8} more" if len(known) > 8 else ""
    return f"{'is' if len(known) == 1 else 'are'} {', '.join(known[:8])}{more}"


def sections(of: Game, name: str) -> Iterator[tuple[str, Section]]:
    """What stands in a file below ``[check]`` or ``[fight]``, by name; ``FileError`` where that is no table."""
    whole = Section(of, name, of.section(name) or {})
    if not isinstance(whole.said, Mapping):
        raise of.fault(name, f"{name} must be headings such as [{name}.shoot]; got {shown(figure_text(whole.said))}")
    if len(whole.said) > MOST:
        raise of.fault(name, f"a game must have at most {MOST} {name}s in its file; got {len(whole.said)}")
    for key in whole.said:
        whole.named(key)
        yield key, whole.table(key)
