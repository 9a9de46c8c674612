"""What stands below a heading of a text, asked for key by key; what is wrong in it is told with its line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol, Self

from ...engine.words.wording import as_text, nearest, one_line
from .places import LineError
from .slips import in_letters
from .text import Value, figure_text

LONGEST = 400  # letters of a text
MOST = 200  # things in one place
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


class Document(Protocol):
    """A text in which sections stand."""

    @property
    def called(self) -> str:
        """What it is, "a lesson"."""

    def fault(self, path: str, message: str) -> LineError:
        """What is wrong at a path, with its line."""


@dataclass(frozen=True)
class Section:
    """A table of a text.

    path : where it stands, such as ``check.shoot``, ``step.0.card.1``; "" for all of it.
    """

    of: Document
    path: str
    entries: Mapping[str, Value]

    def fault(self, key: str, message: str) -> LineError:
        """What is wrong with a key; with the whole table where none is named."""
        return self.of.fault(self.place(key), message)

    def place(self, key: str) -> str:
        """The path of a key; of the whole table where none is named."""
        return self._below(key if NAME.fullmatch(key) else f'"{key}"') if key else self.path

    def right(self, key: str, error: ValueError) -> LineError:
        """The same for what something else has refused."""
        return error if isinstance(error, LineError) else self.fault(key, str(error))

    def _below(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _heading(self, key: str) -> str:
        """How a heading below it is written, where several of a kind have no numbers."""
        return re.sub(r"[.][0-9]+", "", self._below(key))

    @property
    def kind(self) -> str:
        """What it is: a lesson, a step, a card."""
        names = [name for name in self.path.split(".") if name and not name.isdigit()]
        return names[-1] if names else self.of.called.partition(" ")[2]

    @property
    def called(self) -> str:
        """It in a sentence: a lesson, the card."""
        return f"the {self.kind}" if self.path else self.of.called

    def only(self, keys: Iterable[str]) -> None:
        """Refuse any other key."""
        keys = list(keys)
        for key in self.entries:
            if key not in keys:
                near = nearest(key, keys) or f"; it may have {', '.join(keys)}"
                raise self.fault(
                    key, f"{self.called} must have only the keys of a {self.kind}; got {as_text(key)}{near}"
                )

    def needs(self, keys: Iterable[str]) -> None:
        """Refuse a table that does not say all of these; all that is missing is told at once."""
        if missing := [key for key in keys if key not in self.entries]:
            add = ", ".join(f'{key} = "..."' for key in missing)
            what = " or ".join([*[", ".join(missing[:-1])][: len(missing) - 1], missing[-1]])
            raise self.fault("", f"{self.called} has no {what}; add {add}")

    def text(self, key: str, usual: str | None = None, longest: int = LONGEST) -> str:
        """A text; ``usual`` where none is said, which is refused without it."""
        value = self.entries.get(key, usual)
        if value is None:
            raise self.fault("", f'{self.called} has no {key}; add {key} = "..."')
        if not isinstance(value, str):
            raise self.fault(key, f"{key} must be words in quotes; got {as_text(figure_text(value))}")
        if not value.strip() and key in self.entries:
            raise self.fault(key, f"{key} must be words in quotes; got none between them; say it or leave the line out")
        if len(value) > longest:
            raise self.fault(key, f"{key} must have at most {longest} characters; got {len(value)}; shorten it")
        return value

    def words(self, key: str, usual: str | None = None, longest: int = LONGEST) -> str:
        """The same in one line."""
        return one_line(" ".join(self.text(key, usual, longest).split()), longest)

    def texts(self, key: str, most: int = MOST, longest: int = LONGEST) -> list[str]:
        """A text, or several in a list; none where nothing is said."""
        value = self.entries.get(key, [])
        several = [value] if isinstance(value, str) else value
        if not isinstance(several, list) or not all(isinstance(one, str) for one in several):
            raise self.fault(
                key, f"{key} must be words in quotes, or a list of these; got {as_text(figure_text(value))}"
            )
        if len(several) > most or any(len(one) > longest for one in several):
            raise self.fault(
                key, f"{key} must be at most {most} texts of {longest} characters; got more; leave some out"
            )
        return several

    def names(self, key: str) -> str:
        """Names with spaces between them, or in a list."""
        return " ".join(self.texts(key))

    def flag(self, key: str, usual: bool) -> bool:
        """True or false."""
        value = self.entries.get(key, usual)
        if not isinstance(value, bool):
            raise self.fault(key, f"{key} must be true or false; got {as_text(figure_text(value))}")
        return value

    def whole(self, key: str, usual: int, most: int) -> int:
        """A whole number from 0."""
        value = self.entries.get(key, usual)
        if type(value) is not int or not 0 <= value <= most:
            raise self.fault(key, f"{key} must be a whole number from 0 to {most}; got {as_text(figure_text(value))}")
        return value

    def table(self, key: str) -> Self:
        """A table; an empty one where nothing is said."""
        value = self.entries.get(key, {})
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            heading = self._heading(key)
            raise self.fault(
                key, f"{heading} must be there once, in one pair of brackets; got [[{heading}]]; write [{heading}]"
            )
        if not isinstance(value, dict):
            raise self.fault(key, f"{key} must be a table, as {key} = {{ ... }}; got {as_text(figure_text(value))}")
        if len(value) > MOST:
            raise self.fault(key, f"{key} must have at most {MOST} lines; got {len(value)}; leave some out")
        return replace(self, path=self._below(key), entries=value)

    def each(self, key: str, most: int = MOST) -> list[Self]:
        """The tables of a list, or the one that stands alone; none where nothing is said."""
        value = self.entries.get(key, [])
        several = [value] if isinstance(value, dict) else value
        heading = f"[[{self._heading(key)}]]"
        if not isinstance(several, list) or not all(isinstance(one, dict) for one in several):
            raise self.fault(key, f"{key} must be {heading} above lines; got {as_text(figure_text(value))}")
        if len(several) > most:
            raise self.fault(
                key, f"{self.called} must have at most {most} {heading}; got {len(several)}; leave some out"
            )
        below = self._below(key)
        return [
            replace(self, path=below if several is not value else f"{below}.{number}", entries=one)
            for number, one in enumerate(several)
        ]

    def tables(self, key: str) -> Iterator[tuple[str, Self]]:
        """The tables in a table, by names that can be those of a check, a fight or a sum."""
        every = self.table(key)
        for name in every.entries:
            every.named(name)
            yield name, every.table(name)

    def named(self, name: str) -> None:
        """Refuse what can be no name."""
        if not NAME.fullmatch(name):
            raise self.fault(
                name,
                f"a name must be small letters, digits and _, at most 40 of them; got {as_text(name)}; "
                f"try {name.isalnum() and in_letters(name) or 'shoot'}",
            )

    def known_name(self, key: str, name: str, names: Iterable[str], what: str) -> str:
        """A name that must be one of those that are known."""
        names = list(names)
        if name not in names:
            hint = nearest(name, names) or f"; there {_are(names)}"
            raise self.fault(key, f"{key} must name {what}; got {as_text(name)}{hint}")
        return name


def _are(names: list[str]) -> str:
    """What there is, in words."""
    if not names:
        return "are none"
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return f"{'is' if len(names) == 1 else 'are'} {', '.join(names[:8])}{more}"
