"""How a chain of checks can end: the way so far in words, the ends in a table and a picture, and every way there is."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import takewhile

from ...engine.formats.html_table import StyledCell, html_table
from ...engine.formats.table import ExactTable
from ...engine.words.wording import chance_text, first_up, fraction_text, percent_text, share_text, unbroken
from ...workbook.mechanics.branches import Branches
from ...workbook.mechanics.flow import JOIN, FlowBegun, FlowPlace, Marks, TakenStep, marked_text
from .. import charts
from .page import picture, wide_picture, words_note

_BESIDE, WHOLE = (10, 2), (24, 4)  # pictures: ends at most, and steps in a row
_LONG = 10**6  # denominators that are not shown beside percent
_MOST_ROWS = 300  # ways of the table


def way_in_words(
    start: FlowBegun, place: FlowPlace, way_so_far: Sequence[TakenStep], trail: Mapping[int, TakenStep | None]
) -> str:
    """The way so far, and its chance.

    way_so_far : the steps to the place at hand.
    trail : every step that has been come to, by its number, and how it went.
    """
    every = dict[str, None]()  # of the marks that this chance rests on
    chance, sentences, later = Fraction(1), [], [one for at, one in trail.items() if one and at >= place.step]
    for one in [*way_so_far, *takewhile(lambda one: one.chance == 1, later)]:  # and what is certain from here on
        chance *= one.chance
        current = start.marks(one.place)
        every.update(dict.fromkeys(current if one.chance < 1 else ()))
        certain = (
            [marked_text(one.way.text, current)] if one.way.result is not None or one.way.tells else []
        )  # worked out, not thrown
        sentences += (
            [marked_text(f"{one.way.text} ({fraction_text(one.chance)})", current)] if one.chance < 1 else certain
        )
    path = html.escape(", then ".join(sentences))
    if any(one.chance < 1 for one in way_so_far):
        path = f"<b>In all {html.escape(marked_text(share_text(chance), every))}</b>: {path}."
    elif sentences:
        path = f"<b>No dice so far</b>: {path}."
    else:
        path = "<b>Nothing rolled yet</b>: choose a result, or roll."
    likely = max(start.ends(place).items(), key=lambda pair: pair[1])
    on_marks = marked_text("", start.ends_marks(place)[likely[0]])
    on = "" if place.end else f"<br>Most likely ending: {html.escape(likely[0])} ({share_text(likely[1])}){on_marks}."
    return words_note(unbroken(path + on))


def table_of_ends(start: FlowBegun, place: FlowPlace) -> str:
    """Each end with its chance from the beginning and from here."""
    first, ends_now = start.ends(), start.ends(place)

    first_marks, marks_now = start.ends_marks(), start.ends_marks(place)

    def cell(p: Fraction, marks: Marks) -> str:
        exact = f"{percent_text(p)}{f' = {p}' if 1 < p.denominator < _LONG else ''}"
        return marked_text(exact, marks)

    rows = [
        StyledCell(
            (
                first_up(short),
                cell(p, first_marks[end]),
                cell(ends_now.get(end, Fraction(0)), marks_now.get(end, ())),
            ),
            "" if end in ends_now else "rk-past",
        )
        for (end, p), short in zip(first.items(), _apart(first).values(), strict=True)
    ]
    return html_table(("How it can end", "from the beginning", "from here"), rows)


def picture_of_ends(start: FlowBegun, place: FlowPlace, chart: charts.TreeChart) -> str:
    """The ways on from a place, in a picture."""
    short = _apart(start.ends(place))
    ways = charts.ways(start.branches(place, name_of=short.__getitem__), *_BESIDE)
    return picture(chart, replace(ways, root=_without_more(ways.root)))


def every_way(start: FlowBegun) -> str:
    """All ways from the beginning, in a picture and a table."""
    every: Branches = start.branches(most=_MOST_ROWS)
    left_out = "Rolls that make no difference later are left out. If there are many outcomes, the rarest are grouped."
    whole = wide_picture(charts.TreeChart(), charts.ways(every, *WHOLE))
    return f"<p>{left_out}</p>{whole}{unbroken(_table_of_ways(every))}"


def _apart(ends: Iterable[str]) -> dict[str, str]:
    """What tells each end from the others; what all of them say is left out."""
    words_of = {end: end.split(JOIN) for end in ends}
    common = set.intersection(*map(set, words_of.values()))
    return {end: JOIN.join(part for part in parts if part not in common) or end for end, parts in words_of.items()}


def ends_to_save(start: FlowBegun, place: FlowPlace) -> ExactTable:
    """The ends as a table to save: chances from the beginning and from here, and how their figures are marked."""
    ends_now, marks = start.ends(place), start.ends_marks()
    lines = [[end, p, ends_now.get(end, Fraction(0)), ", ".join(marks[end])] for end, p in start.ends().items()]
    return ExactTable(["end", "from the beginning", "from here", "figures"], lines)


def _table_of_ways(branches: Branches) -> str:
    """Every way to its end, with its chance; the steps need no names here."""
    rows = (
        (", ".join(str(branch) for _, branch in leaf.steps), chance_text(leaf.chance), str(leaf.outcome))
        for leaf in branches.leaves
    )
    return html_table(("How it goes", "chance", "and ends"), rows, "rk-branches")


def _without_more(twig: charts.Twig) -> charts.Twig:
    """The same, but that the picture only says where it goes on; the table beside it says how it can end."""
    if twig.folded:
        return replace(twig, label="it goes on")
    return replace(twig, twigs=tuple(map(_without_more, twig.twigs)))
