"""The panel that fits a check: one for a single throw, one for a process of many turns."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.words.errors import RuleError
from ...workbook.mechanics.address import CHECK
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.links import Params, SentSituation, rules_of, taken_in
from ...workbook.mechanics.processes.process import Process
from ...workbook.mechanics.registry import check_of, checks
from ...workbook.rulebook.text import Value
from .elsewhere import elsewhere
from .fight_studies import by_turn
from .fights import FightPanel
from .page import alert, aside_note, enable_keys
from .page_state import (
    PanelAddress,
    PanelSettings,
    join,
    lines_in_force,
    panel_address,
    remember,
    sent_line,
    take,
    when_run,
)
from .panel import Panel
from .placeholder import amiss, placeholder_note
from .studies import Study


def panel(id: str | Check, /, *studies: Study, show: Sequence[str] | None = None, **start: Value) -> Panel:
    """A live panel for a check or a process.

    id : a check, or its id.
    studies : further charts (``curves``, ``stack``, ``heat``; for a process also ``by_turn``, ``shares``, ``also``,
        ``starts``).
    start : where the controls stand at first.
    show : names of the controls to show; all of them when left out.

    Raises ``RuleError`` for an unknown check, parameter or study, or a wrong start; of a game of one's own, a page has
    the sentence in the panel's place.
    """
    try:
        page = fitting(check_of(id), studies, show, start)
    except RuleError as error:
        sentence: Panel = placeholder_note(amiss(error, id))
        return sentence
    enable_keys()
    remember(page)
    return page


def fitting(check: Check, studies: Sequence[Study], show: Sequence[str] | None, start: Params) -> Panel:
    """The panel of the kind that the check needs; one of a process shows at least how long it goes on."""
    if isinstance(check, Process):
        page: Panel = FightPanel(check, studies or [by_turn()], start, show)
    else:
        page = Panel(check, studies, start, show)
    place = panel_address(CHECK, check.id)
    _take_from_address(page, place)
    page.address = place
    return page


def sent_situation(check: Check, address: PanelAddress | None = None) -> SentSituation | None:
    """What the address of this page says of a check, ``None`` where that is nothing; ``RuleError`` where it cannot be.

    address : the panel that opens.
    """
    line = sent_line(CHECK, address or PanelAddress(CHECK, check.id))
    if line is None:
        other = sent_line(CHECK)
        _ = other and checks[other.of[0]]  # where there is no such check, each panel says so
        return None
    in_force = lines_in_force(check.stem)
    situation = taken_in(check, line, in_force)
    rules = rules_of(check.book, [situation.lines or in_force])
    ruled = check.under(rules)
    ruled.numbers(rules, ruled.values(rules, situation.choices))  # it must not contradict itself
    return situation


def _take_from_address(page: Panel, place: PanelAddress) -> None:
    """Open with the situation of the page's address, where it says one of this check that its controls can show."""
    try:
        situation = sent_situation(page.check, place)
    except RuleError as error:
        page.trouble.value = alert(error, spelling=page.check.spelling)
        return
    if situation is None:
        page.trouble.value = elsewhere()
        when_run(lambda: join(page))
    elif page.show is None or situation.choices.keys() <= set(page.show):
        usual = {name: page.check.parameters[name].default for name in page.start}
        page.put(PanelSettings(usual | situation.choices, situation.lines))
        if line := sent_line(CHECK, place):
            take(place, line)
        if situation.lines:
            page.tell_brought()
        else:
            when_run(lambda: _join(page, situation.choices))
        page.trouble.value = aside_note(situation.aside)
        page.add_class("rk-asked")
    else:
        when_run(lambda: join(page))


def _join(page: Panel, choices: Params) -> None:
    """Go by the house rules in force, and set what only these ask for."""
    further = choices.keys() - page.controls.keys()
    join(page)
    if further:
        page.put(PanelSettings({**page.now.choices, **choices}, page.now.lines))
