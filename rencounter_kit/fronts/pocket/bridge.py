"""What the page asks of Python: one text of JSON in, one out. It runs inside the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from ... import __version__
from ...engine.words.errors import RuleError
from ...engine.words.typed import whole
from ...engine.words.wording import AS_WRITTEN, as_text
from ...engine.work.progress import telling
from ...workbook.analysis.roster import roster
from ...workbook.analysis.search import HEADINGS, search_summary
from ...workbook.analysis.subject import events_to_ask
from ...workbook.analysis.tail_probability import luck, luck_at
from ...workbook.asking.ask import search_results
from ...workbook.mechanics.address import CHECK, DICE, FLOW, MEETING, OUTCOME, ROSTER, read
from ...workbook.mechanics.catalogue import load_text
from ...workbook.mechanics.links import taken_in
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.book import rules, systems
from ...workbook.rulebook.code import MARK
from ...workbook.rulebook.layers import Layers
from ...workbook.rulebook.library import ROOMS, game
from ...workbook.rulebook.places import FileError
from ...workbook.rulebook.text import Value
from .answers import answer, opening, plain, table_file
from .die import die
from .house import RuleEffects, mine_file, read_rules, ready_sets, rules_to_keep, things_in_file
from .lines import lines, throw_line
from .men import MeetingSeries, keep_man, man, men
from .page_contents import texts_to_send
from .questions import answer_sentences, question, replace_chip, replace_word
from .setting import PageData, setting
from .throws import ThrowSeries, throw

_CALM = 0.1  # seconds between two reports, at which the page is heard
_SERIES: dict[str, ThrowSeries | RuleEffects | MeetingSeries] = {}  # what is under way


def is_available(stem: str) -> bool:
    """Is a game one that the page can hold? One that another package brings as Python is not."""
    one = game(stem)
    return not one.shared or one.room.startswith(f"{ROOMS}.")


def games() -> list[PageData]:
    """Every game with its checks, chapter by chapter."""
    every_game = []
    for stem in filter(is_available, systems()):
        chapters: dict[str, list[list[str]]] = {}
        for check in checks.of(stem):
            chapters.setdefault(check.source, []).append([check.id, check.spelling.spelt_out(check.title)])
        every_game.append({"stem": stem, "title": rules(stem).title, "chapters": list(chapters.items())})
    return every_game


def search(text: str, most: int) -> PageData:
    """What has these words."""
    result = search_results(text, most)
    return {
        "said": search_summary(result, text),
        "instead": result.instead,
        "kinds": [
            {
                "title": HEADINGS[kind],
                "of": result.of[kind],
                "finds": [
                    {
                        "name": one.name,
                        "game": rules(one.stem).title if one.stem else "",
                        "about": one.about,
                        "id": one.check.id if one.check else "",
                        "stem": one.stem,
                        "said": dict(one.params),
                        "panel": one.panel,
                        "path": one.rule.path if one.rule else "",
                    }
                    for one in finds
                ],
            }
            for kind, finds in result.finds.items()
            if finds
        ],
    }


def checks_of_figure(stem: str, path: str) -> list[list[str]]:
    """The checks that read a figure."""
    from ...workbook.analysis.search import checks_with

    return [[check.id, check.spelling.spelt_out(check.title)] for check in checks_with(stem, path)]


def open_line(line: str, at: str = "") -> PageData:
    """The situation that a link, a command or a line of Python says; the men of a link to a meeting; the lines of dice
    of a link; the house rules of a code, for the check at hand where they are of its game.

    at : that check.
    """
    line_read = None
    with suppress(RuleError):  # it is told below
        line_read = read(line)
    if line_read is not None and line_read.kind == DICE and line_read.of:
        return {"dice": [str(one) for one in line_read.of]}
    if line_read is None or line_read.kind not in (CHECK, FLOW, MEETING) or not line_read.id:
        return _rules_of(line, at)
    meets, values = line_read.kind == MEETING, dict(line_read.values)
    code = str(values.get(ROSTER, "")) if meets else ""
    if meets:
        values = {name: value for name, value in values.items() if name not in (OUTCOME, ROSTER)}
    situation = taken_in(checks[line_read.id], line_read._replace(values=values))
    return {
        "men": roster(code, files=False).text if code else "",
        "meets": meets,
        "id": line_read.id,
        "said": {name: plain(value) for name, value in situation.choices.items()},
        "lines": situation.lines,
        "aside": situation.aside,
    }


def _rules_of(line: str, at: str) -> PageData:
    """The house rules of a code."""
    if MARK in line:
        rules = Layers.read(line).rules
        same = at in checks and checks[at].stem == rules.stem
        return {
            "id": at if same else checks.of(rules.stem)[0].id,
            "lines": rules.lines,
            "aside": "You now play by these rules.",
        }
    raise RuleError(f"{as_text(line)} is no link of this file. Paste the whole line.")


def events(id: str, params: dict[str, Value], house: str) -> list[list[Value]]:
    """What can be asked about a situation, in words."""
    at = setting(id, params, house)
    return [[name, place] for place, (name, _) in enumerate(events_to_ask(at.check, at.choices, at.rules))]


def how_lucky(id: str, params: dict[str, Value], house: str, event: int, counts: list[str], chance: str) -> str:
    """How unusual it is what happened: so often, in so many tries, in so many series."""
    happened, tries, series = ((whole(one) if whole(one) is not None else one) for one in counts)
    if chance.strip():
        return luck_at(chance, happened, tries, series)._repr_html_()  # type: ignore[arg-type]
    at = setting(id, params, house)
    _, what = events_to_ask(at.check, at.choices, at.rules)[event]
    outcome = None if what == "mean" else what
    result = at.check(rules=at.rules, **at.choices)
    return luck(result, happened, tries, outcome=outcome, series=series)._repr_html_()  # type: ignore[arg-type]


def own_game(name: str, text: str) -> PageData:
    """A game of one's own, from the text of its file."""
    try:
        book = load_text(name, text)
    except RuleError as error:  # the text alone is seen here, and its names are those that stand in it
        return {"error": error.in_text(text) if isinstance(error, FileError) else str(error)}
    return {"stem": book.stem, "title": book.title, "games": games()}


def series(kind: str, *arguments: Any) -> None:
    """Begin many throws, the search for what house rules change, or the meetings of all men."""
    kinds: dict[str, Callable[..., ThrowSeries | RuleEffects | MeetingSeries]]
    kinds = {"throws": ThrowSeries, "effects": RuleEffects, "meetings": MeetingSeries}
    _SERIES[kind] = kinds[kind](*arguments)


def more(kind: str, *arguments: Any) -> PageData:
    """A piece more of it."""
    return _SERIES[kind].more(*arguments)


ACTS: dict[str, Callable[..., Any]] = {
    act.__name__: act
    for act in (
        answer, answer_sentences, checks_of_figure, die, events, games, how_lucky, keep_man, lines, man, men, mine_file,
        more, open_line, opening, own_game, question, read_rules, ready_sets, replace_chip, replace_word, rules_to_keep,
        search, series, table_file, texts_to_send, things_in_file, throw, throw_line,
    )
}  # fmt: skip


class _PutByError(Exception):
    """Something else comes first."""


def _comes_first(listener: Any) -> bool:
    """What the page has said to a report: what it promises is waited for, where the browser lets Python stand still."""
    if not hasattr(listener, "then"):
        return bool(listener)
    from pyodide.ffi import can_run_sync, run_sync  # type: ignore[import-not-found]

    return bool(can_run_sync() and run_sync(listener))


def ask(text: str, tell: Callable[[int, int | None], Any] = lambda count, of: None) -> str:
    """The answer to ``[act, argument, ...]``: what it gives, or under "error" why not; nothing where it was put by.

    tell : how far it is, now and then; gives, or promises, whether something else comes first.
    """
    act, *arguments = json.loads(text)
    last_report = monotonic()

    def report(count: int, of: int | None) -> None:
        nonlocal last_report
        if monotonic() - last_report > _CALM:
            last_report = monotonic()
            if _comes_first(tell(count, of)):
                raise _PutByError

    try:
        with telling(report):
            reply = ACTS[act](*arguments)
    except _PutByError:
        return ""
    except RuleError as error:
        about = next((checks[one] for one in arguments[:1] if isinstance(one, str) and one in checks), None)
        reply = {"error": (about.spelling if about else AS_WRITTEN).in_sentence(str(error))}
    except (ModuleNotFoundError, MemoryError, RecursionError) as error:
        reply = {
            "error": f"The pocket edition cannot do this ({type(error).__name__}: {error}); the full workbook can."
        }
    return json.dumps(reply, default=str)


def at_first() -> PageData:
    """What the page shows before Python is there, of the games of the project."""
    ours = [stem for stem in systems() if game(stem).room.startswith(f"{ROOMS}.")]
    return {
        "version": __version__,
        "games": [one for one in games() if one["stem"] in ours],
        "checks": {one: opening(one) for one, check in checks.items() if check.stem in ours},
    }
