"""What can be saved of a panel: links to a page to print, the table, and each picture; and the situation as lines to
send.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from ...engine.words.errors import RuleError
from .. import charts
from .give import GiveBox
from .job import Step, or_error
from .late import w
from .page import COPY, alert, aside_note, field, in_turn, layout, link, note, sentence
from .page_state import who_opens
from .studies import Figures

Picture = tuple[charts.Chart[Any], Figures]
Pictures = Mapping[
    str, tuple[str, Callable[[], Picture]]
]  # by the names of their files: what each is, and how it is drawn
_FORMS = (("png", "image/png"), ("svg", "image/svg+xml"))


class PasteBox(w.VBox):  # type: ignore[misc]
    """A field for such a line, and below it what is wrong with it.

    take : goes by a line, and says what of it it left aside; ``RuleError`` where it cannot.
    """

    def __init__(self, take: Callable[[str], str]) -> None:
        self._take, self.trouble = take, note()
        about, tip = "paste a line here and press Enter", "A situation that somebody sent you"
        self.line = field(w.Text, "", tip, placeholder=about, continuous_update=False)
        super().__init__([self.line, self.trouble], layout=layout())
        self.line.observe(lambda change: self._take_in() if change["new"] else None, "value")

    @in_turn
    def _take_in(self) -> None:
        line, self.line.value, self.trouble.value = self.line.value, "", ""
        try:
            self.trouble.value = aside_note(self._take(line))
        except Exception as error:  # it would vanish
            self.trouble.value = alert(sentence(error), typed=True)


class SaveTab(w.VBox):  # type: ignore[misc]
    """*Send*: lines and files (``links``), what is given to a friend (``give``), and a box for a line that
    somebody has sent (``paste``).

    take_in : goes by such a line.
    further : makes what else can be saved.
    """

    def __init__(self, take_in: Callable[[str], str], *further: w.Widget) -> None:
        self.links, self.give, self.paste = note(), GiveBox(), PasteBox(take_in)
        super().__init__([self.give, self.links, *further, self.paste])


class CodeTab(w.VBox):  # type: ignore[misc]
    """*Seed and Python*, for those who write programs: the ``seed`` of rolls, and the situation as a command and as
    Python.
    """

    def __init__(self, seed: w.Text) -> None:
        self.lines = note()
        super().__init__([note("<p>The same seed gives the same rolls:</p>"), seed, self.lines])

    def show(self, lines: Iterable[str]) -> None:
        """Show the situation in these lines."""
        about = "This situation, in a terminal and in Python. Any panel can open both:"
        self.lines.value = f"<p>{about}</p>{''.join(map(_to_send, lines))}"


def saving(
    name: str,
    addresses: Iterable[str],
    page: Callable[[], str],
    table: Callable[[], str],
    pictures: Pictures,
    place: w.HTML,
    about: str = "A line for this situation, to keep. Any panel can open it:",
) -> list[Step]:
    """The work for what can be saved: the lines at once, the links at last.

    name : of the files.
    addresses : the situation in lines;
    about : what they are for.
    page : the one to print;
    table : as csv.
    place : where all that stands.
    """
    links = list[str]()
    lines = "".join(map(_to_send, filter(None, addresses)))

    def offer(file: str, kind: str, says: str) -> Callable[[bytes | RuleError], None]:
        def take(content: bytes | RuleError) -> None:
            if isinstance(content, bytes):
                links.append(link(content, file, kind, says))

        return take

    def show(below: str) -> None:
        place.value = f"<p>{about}</p>{lines}{below}"

    def show_links(_: None) -> None:
        """All at once, so that no link moves away from the hand."""
        show(f"<p>Save this answer as:</p>{' &nbsp; '.join(links)}")

    steps: list[Step] = [
        (lambda: None, lambda _: show("")),
        (or_error(lambda: page().encode()), offer(f"{name}.html", "text/html", "a page to print")),
        (or_error(lambda: table().encode()), offer(f"{name}.csv", "text/csv", "the table (csv)")),
    ]
    for title, (what, drawn) in pictures.items():
        for form, kind in _FORMS:
            steps.append((or_error(partial(_saved, drawn, form)), offer(f"{title}.{form}", kind, f"{what} ({form})")))
    return [*steps, (lambda: None, show_links)]


def _to_send(line: str) -> str:
    """A line to copy; of a link it is told who can open it."""
    who = f"<p>{who_opens(line)}</p>" if line.startswith("http") else ""
    return f'<div class="rk-lines"><pre>{html.escape(line)}</pre>{COPY}</div>{who}'


def _saved(drawn: Callable[[], Picture], form: str) -> bytes:
    """A picture as a file."""
    chart, figures = drawn()
    return chart.save(figures, form)
