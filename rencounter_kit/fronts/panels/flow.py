"""Checks in a row that one clicks through: the step at hand, what may come of it, and all that may come after."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from ...engine.formats.separated import separated
from ...engine.words.errors import RuleError
from ...engine.words.wording import (
    chance_text,
    first_up,
    fraction_text,
    is_short,
    percent_text,
)
from ...workbook.analysis.throwing import seed_of
from ...workbook.mechanics.address import FLOW
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.flow import (
    CheckFlow,
    FlowBegun,
    FlowPlace,
    FlowStep,
    FlowWay,
    Marks,
    StepSettings,
    TakenStep,
    flow_of,
    marked_text,
)
from ...workbook.mechanics.labels import tooltips
from ...workbook.mechanics.links import Params, query
from ...workbook.mechanics.parameter import Parameter
from ...workbook.rulebook.book import Ruleset
from ...workbook.rulebook.presets import flow_presets
from ...workbook.rulebook.text import Value
from .. import charts
from ..pocket.page_contents import message
from .controls import Control, Controls, width_of
from .elsewhere import elsewhere
from .flow_ends import WHOLE, ends_to_save, every_way, picture_of_ends, table_of_ends, way_in_words
from .flow_links import FlowSet, flow_address, flow_python, flow_taken_in
from .fold import Tabs
from .frame import HOUSE_RULES, PanelFrame
from .give import Parcel, layers_of_lines
from .job import Step, or_error
from .late import w
from .one_control import OneControl
from .page import alert, aside_note, enable_keys, head_note, in_a_row, layout, note, sentence, stylesheet
from .page_state import PanelAddress, join, panel_address, remember, sent_line, take, when_run
from .panel import SAVE
from .printing import printed_flow
from .ready_menu import ReadyMenu
from .saving import Picture, SaveTab, saving
from .table_menu import TableMenu
from .throws import seed_box, thrown_note
from .tools import EVERY_WAY
from .transfer import has_panel, look_at

STYLE = stylesheet("common", "panel", "flow")
_BAR = 110  # dots of a sure thing
ALONE, ONE = "This step alone", "One control"
_STEP_ALONE = "<p>The pocket edition has no chains of checks; it opens this step alone.</p>"
_NAMES = 200  # dots for the names of the controls


class FlowPanel(PanelFrame[FlowSet]):
    """A flow, step by step. ``controls`` by step and name (``""`` : the plans); ``begun`` the flow as it is now,
    ``None`` while something set there is wrong; ``place`` where one has come to, by ``past_steps``.
    """

    def __init__(self, check_flow: CheckFlow, start: FlowSet) -> None:
        super().__init__(check_flow.steps[0].check.book)
        self.flow, self._start = check_flow, start
        self.begun: FlowBegun | None = None
        self.past_steps, self.place = list[TakenStep](), FlowPlace(0)
        self._chosen, self._step_in_view = (
            dict[str, str](),
            "",
        )  # ways by step; a step gone through that is looked at again
        self._trail = dict[int, TakenStep | None]()  # every step that has been come to, by its number, and how it went
        self._wrong = RuleError("")  # why there is no flow to go on in
        self._chart, self.saved = charts.TreeChart(), SaveTab(self._take_in)
        self.words, self.view, self.ends, self.asks, self.report, self.table = (note() for _ in range(6))
        self.earlier = note()
        self.formats = TableMenu(check_flow.id, lambda: ends_to_save(self.begun, self.place) if self.begun else None)
        self.controls = {step.name: self._controls_of(step) for step in check_flow.steps}
        self.controls[""] = self._new_controls(check_flow.plans, {n: p.help for n, p in check_flow.plans.items()})
        self.groups = self.controls.values()
        self._step_buttons = [
            self._button(first_up(self.spelling.words(step.name)), "", step.asks, partial(self.look, step.name))
            for step in check_flow.steps
        ]
        self._rows = list[w.HBox]()
        self._ways_on = w.VBox([], layout=layout(overflow="visible"))
        self.seed = seed_box()
        self._settings = w.VBox([], layout=layout(overflow="visible"))
        self.one = OneControl(check_flow, self.controls, lambda: self._run_action(self._work))
        behind = {ONE: self.one, EVERY_WAY: self.table, HOUSE_RULES: self.box, SAVE: self.saved}
        self.tabs = Tabs(behind, lambda: self._run_action(self._work), opened=False)
        self._build(self._parts(), "rk-flow")
        self._silent.end()
        self.again()

    # How it is laid out ----------------------------------------------------------------------------------------------

    def _parts(self) -> list[w.Widget]:
        head = head_note(self.flow.title, f"{self.rules.title}: {self.flow.source}", STYLE)
        across = layout(flex_flow="row wrap", overflow="visible", align_items="center")
        steps = in_a_row(self._step_buttons, across)
        ready = flow_presets(self.flow.stem).get(self.flow.id, {})
        self.ready = ReadyMenu(ready, lambda values: self._run_action(partial(self._take, values)))
        acts = [
            ("Roll this step", "random", "Roll the dice of this step and follow the result", self.throw),
            (ALONE, "search", "Open this step's check in a panel, with these settings", self.look_closer),
            ("Back", "arrow-left", "Back one step", self.back),
            ("Start again", "undo", "Back to the first step. Your settings stay", self.restart),
            ("Reset", "refresh", "Reset every step and every setting", self.again),
        ]
        self._acts = {act[0]: self._button(*act) for act in acts}
        self._acts[ALONE].add_class("rk-alone")
        actions = w.HBox([*self._acts.values(), self.seed], layout=across)
        heading = [note(f'<span class="rk-heading">{html.escape(self.flow.heading)}</span>')] if self.flow.plans else []
        left = w.VBox(
            [self.asks, self._ways_on, actions, self.report, self._settings, *heading, *self._visible("")],
            layout=layout(overflow="visible"),
        )
        ends = w.VBox([self.ends, self.formats], layout=layout())
        instrument = self._instrument(left, [self.words, self.view], ends)
        for part, name in (
            (steps, "rk-steps"),
            (self.asks, "rk-asks"),
            (actions, "rk-ways"),
            (left, "rk-writing"),
            (self.words, "rk-headline"),
            (self.view, "rk-view"),
            (ends, "rk-ends"),
        ):
            part.add_class(name)
        named = [w.HBox([self.ready])] if ready else []
        return [head, self.ruled, *named, steps, instrument, self.job.widget]

    def _row(self, number: int) -> w.HBox:
        """A way on: its button, and how likely it is. The same for all steps, so that the keyboard stays on it."""
        row_button = self._button("", "", "", partial(self._go_on, number))
        row_button.layout = layout(width="46%")
        row = w.HBox([row_button, note()], layout=w.Layout())
        row.add_class("rk-go")
        return row

    def _controls_of(self, step: FlowStep) -> Controls:
        tips = tooltips(step.check)
        return self._new_controls({name: step.check.parameters[name] for name in step.controls}, tips)

    def _new_controls(self, parameters: Mapping[str, Value], tips: Mapping[str, str]) -> Controls:
        label, hints = min(_NAMES, width_of(parameters, self.spelling)) if parameters else 0, set[str]()
        each = {n: Control(p.by(self.rules), p.default, tips[n], n, label, hints) for n, p in parameters.items()}
        step_controls = Controls(each)
        step_controls.observe(self._moved)
        return step_controls

    def _ask_by_rules(self) -> None:
        for step in self.flow.steps:
            step_check = step.check.under(self.rules)
            further = {name: p for name, p in step_check.parameters.items() if name not in step.check.parameters}
            self.controls[step.name].ask(
                further, partial(self._control, tooltips(step_check), min(_NAMES, width_of(further, self.spelling)))
            )

    def _control(self, tips: Mapping[str, str], label: int, p: Parameter) -> Control:
        """A control for what only house rules ask for."""
        return Control(p, p.default, tips[p.name], p.name, label)

    def _visible(self, name: str) -> list[w.Widget]:
        return [control.widget for control in self.controls[name].values()]

    def _earlier_controls(self) -> list[w.Widget]:
        """The controls of earlier steps that count at the one at hand too, below the names of those steps."""
        origins = [name.partition(".") for name in self.flow.steps[self.place.step].shared.values()]
        there = [(step, name) for step, _, name in origins if name in self.controls[step]]
        steps = ", ".join(dict.fromkeys(first_up(self.spelling.words(step)) for step, _ in there))
        self.earlier.value = f'<span class="rk-heading">As set at {html.escape(steps)}</span>'
        return [self.earlier, *(self.controls[step][name].widget for step, name in there)] if there else []

    # What a person does -----------------------------------------------------------------------------------------------

    def go(self, says: str) -> None:
        """Go one of the ways of the step at hand; ``RuleError`` for one that cannot be."""
        start, name = self._right(), self._name
        names = [] if self.place.end else [way.text for way in start.ways(self.place)]
        if says not in names:
            raise RuleError(
                f"a result must be one of {', '.join(names) or 'those of a step'}; got {says}; or start again"
            )
        self._forget(name)
        self._chosen[name] = says
        self.report.value = ""
        self._draw()

    def _go_on(self, number: int) -> None:
        self.go(list(self._right().ways(self.place))[number].text)

    def throw(self) -> None:
        """Throw the step at hand, and go the way the dice fall."""
        if self.place.end:
            raise RuleError("this is the end, with nothing left to roll; start again")
        seed, name = seed_of(self.seed.value), first_up(self.spelling.words(self._name))
        start, place = self._right(), self.place
        way, steps = start.thrown(place, seed)
        self.go(way.text)
        lines = "; ".join(map(html.escape, steps)) or "no dice are rolled"
        ended = f"<b>{html.escape(marked_text(way.text, start.marks(place)))}</b>"
        self.report.value = thrown_note(f"{html.escape(name)}. {lines}: {ended}", seed)

    def look_closer(self) -> None:
        """Open the panel of the check of the step at hand, with what the step asks of it."""
        start = self._right()
        check = start.step(self.place).check
        if not has_panel(check.id):
            raise RuleError(
                f'{check.id} must have a panel on this page; got none; try rk.panel("{check.id}") in a cell'
            )
        look_at(check.id, start.params(self.place)[0])

    def look(self, name: str) -> None:
        """To a step that has been come to; what was chosen after it stays until another way is gone there."""
        if self.flow.names.index(name) in self._trail:
            self._step_in_view = name
            self.report.value = ""
            self._draw()

    def back(self) -> None:
        """Back to the last step at which something was open."""
        last = [one for one in self.past_steps if one.chance < 1] or self.past_steps[:1]
        if last:
            self.look(self.flow.steps[last[-1].place.step].name)

    def restart(self) -> None:
        """Back to the first step."""
        self._forget(self.flow.names[0])
        self.report.value = ""
        self._draw()

    def again(self) -> None:
        """Everything as at the start."""
        self.put(self._start)

    def put(self, now: FlowSet) -> None:
        """Set all that at once, and go that way."""
        with self._at_once():
            self.box.fill(now.lines)
            self._rule()
            self._chosen, self._step_in_view, self.report.value = dict(now.way), now.view, ""
            for step, controls in self.controls.items():
                controls.fill(now.settings.get(step, {}), self.rules)

    def _take(self, values: Mapping[str, Value]) -> None:
        """A named situation, from its first step on."""
        steps = {name: set_ for name, set_ in values.items() if name in self.flow.names}
        plans = {name: value for name, value in values.items() if name not in steps}
        self.put(FlowSet({**steps, "": plans}, {}, self.box.text.value))

    def _take_in(self, line: str) -> str:
        """The flow of a line that was pasted. Returns what was left aside, in a sentence."""
        flow_set = flow_taken_in(self.flow, line)
        self.put(flow_set if flow_set.lines else flow_set._replace(lines=self.box.text.value))
        return flow_set.aside

    def take_from_address(self, place: PanelAddress) -> None:
        """Open with what the address of the page says, where that is of this flow."""
        try:
            if (line := sent_line(FLOW, place)) is None:
                self.report.value = elsewhere()
                join(self)
                return
            flow_set = flow_taken_in(self.flow, line)
            self.put(flow_set)
            take(place, line)
            self.report.value = aside_note(flow_set.aside)
            if flow_set.lines:
                self.tell_brought()
            else:
                join(self)
        except RuleError as error:
            self.report.value = alert(error, spelling=self.spelling)
        self.add_class("rk-asked")

    def _forget(self, name: str) -> None:
        """Nothing is chosen from a step on."""
        self._chosen = {n: s for n, s in self._chosen.items() if self.flow.names.index(n) < self.flow.names.index(name)}
        self._step_in_view = ""

    def set(self, step: str, **values: Any) -> None:
        """Set some controls of a step, or plans where ``step`` is empty."""
        with self._at_once():
            for name, value in values.items():
                control = self.controls[step][name]
                control.value = control.parameter.check(value)
                control.moved(self.rules)

    @property
    def link(self) -> str:
        """All that is set as a link to this page."""
        return flow_address(self.flow, self.now._replace(lines=self.own_lines))

    @property
    def now(self) -> FlowSet:
        """All that is set, with the way that was gone."""
        return FlowSet(self._settings_by_step(), dict(self._chosen), self.box.text.value, view=self._step_in_view)

    # What follows from it ---------------------------------------------------------------------------------------------

    def _settings_by_step(self) -> dict[str, dict[str, Value]]:
        return {step: controls.settings for step, controls in self.controls.items()}

    def _beside(self, step: str) -> dict[str, Value]:
        """What the page has said of a step that it has no control for."""
        return {name: v for name, v in self._start.settings.get(step, {}).items() if name not in self.controls[step]}

    def _whole(self) -> dict[str, dict[str, Value]]:
        """All that is said, by step."""
        return {step: {**self._beside(step), **set_} for step, set_ in self._settings_by_step().items()}

    def _way(self) -> dict[str, str]:
        """The ways that were gone, by step."""
        went = {self.flow.names[at]: one.way.text for at, one in self._trail.items() if one}
        return {step: says for step, says in self._chosen.items() if went.get(step) == says}

    def _right(self) -> FlowBegun:
        if self.begun is None:
            raise self._wrong
        return self.begun

    @property
    def _name(self) -> str:
        """The name of the step at hand; empty at an end."""
        return "" if self.place.end else self.flow.steps[self.place.step].name

    def _draw(self) -> None:
        """Everything anew."""
        self._rule()
        self.ready.follow(self._settings_by_step())
        settings, before = self._whole(), self.begun
        try:
            plans = settings.pop("")
            start = self.flow.begun(self.rules, settings, plans)
            way_so_far, place = start.walked(self._chosen)
            trail = {**{one.place.step: one for one in way_so_far}, **({} if place.end else {place.step: None})}
            if self._step_in_view:
                cut = [one for one in way_so_far if self.flow.names[one.place.step] == self._step_in_view]
                way_so_far, place = (
                    (way_so_far[: way_so_far.index(cut[0])], cut[0].place) if cut else (way_so_far, place)
                )
            start.ends()
        except RuleError as error:
            self.begun, self._wrong = None, error
            self._cannot(error)
            return
        self.begun, self.past_steps, self.place, self._trail = start, way_so_far, place, trail
        if before is None:
            self.report.value = ""
        self._show_step(start)
        for row in self._rows:
            row.remove_class("rk-stale")
        self.words.value = way_in_words(start, place, way_so_far, trail)
        self.ends.value = table_of_ends(start, place)
        self.formats.close_list()
        self._work([(or_error(partial(picture_of_ends, start, place, self._chart)), self._show_picture)])

    def _work(self, first: Sequence[Step] = ()) -> None:
        """Work that out, and then what the open tab shows."""
        every: Step = lambda: every_way(self._right()), partial(setattr, self.table, "value")
        steps = {ONE: self._by_one, EVERY_WAY: lambda: [every], SAVE: self._saving}.get(self.tabs.now, list)()
        self.job.run([*first, *steps])

    def _by_one(self) -> list[Step]:
        """The work for what one control changes."""
        self._right()
        settings, chosen = (
            self._whole(),
            {self.flow.steps[one.place.step].name: one.way.text for one in self.past_steps},
        )
        now = {step: {name: control.value for name, control in set_.items()} for step, set_ in self.controls.items()}
        return self.one.work(self.rules, settings, settings.pop(""), chosen, now)

    def _saving(self) -> list[Step]:
        """The work for what can be saved."""
        start, name = self._right(), self.flow.id
        check, params, lines = self._present_step()
        layers = layers_of_lines(check.stem, lines)

        def text(whose: str) -> str:
            return message(check, params, layers, whose=whose)

        gives = self.saved.give.follow(Parcel(query(check, params, lines), layers, text))
        self.saved.give.report.value = _STEP_ALONE
        now = FlowSet(self._whole(), self._way(), self.rules.lines)
        links = [to(self.flow, now) for to in (flow_address, flow_python)]
        chart = charts.TreeChart()

        def drawn() -> Picture:
            return chart, charts.ways(start.branches(), *WHOLE)

        def page() -> str:
            went = way_in_words(start, self.place, self.past_steps, self._trail)
            return printed_flow(self.flow, now, self.rules, went, table_of_ends(start, self.place), *drawn())

        pictures = {name: ("the tree", drawn)}
        table = partial(ends_to_save, start, self.place)
        return [gives, *saving(name, links, page, lambda: separated(table()), pictures, self.saved.links)]

    def _present_step(self) -> tuple[Check, Params, str]:
        """Its check, with what the step asks of it; at an end the last one."""
        start, place = self._right(), self.past_steps[-1].place if self.place.end else self.place
        return start.step(place).check, start.params(place)[0], self.rules.lines

    def _cannot(self, error: Exception) -> None:
        """Say what is wrong: with an act beside the acts, with what is set in place of the answer."""
        if self.begun is not None:
            self.report.value = alert(sentence(error), spelling=self.spelling)
            return
        self.words.value = alert(sentence(error), spelling=self.spelling)
        for part in (self.view, self.ends, *self._rows):
            part.add_class("rk-stale")

    def _show_step(self, start: FlowBegun) -> None:
        for number, step_button in enumerate(self._step_buttons):
            is_current, went = not self.place.end and number == self.place.step, self._trail.get(number)
            step_button.disabled, step_button.icon = number not in self._trail, "check" if went else ""
            step = self.flow.steps[number]
            step_button.tooltip = f"{step.asks} {first_up(went.way.text)}." if went else step.asks
            for name, holds in (("rk-here", is_current), ("rk-gone", went)):
                (step_button.add_class if holds else step_button.remove_class)(name)
        ways = {} if self.place.end else start.ways(self.place)
        if len(ways) > len(self._rows):
            self._rows += [self._row(number) for number in range(len(self._rows), len(ways))]
            self._ways_on.children = self._rows
        for row, pair in zip(self._rows, [*ways.items(), *[None] * len(self._rows)], strict=False):
            self._show_way(row, pair, start.marks(self.place) if pair else ())
        ending = f"The end: {self.place.end}." if self.place.end else start.step(self.place).asks
        self.asks.value = html.escape(self.spelling.spelt_out(ending))
        self._acts["Roll this step"].disabled = self._acts[ALONE].disabled = bool(self.place.end)
        self._acts["Back"].disabled = not self.past_steps
        inside = [*self._visible(self._name), *self._earlier_controls()] if self._name else []
        if list(self._settings.children) != inside:
            self._settings.children = inside

    def _show_way(self, row: w.HBox, pair: tuple[FlowWay, Fraction] | None, marks: Marks) -> None:
        row.layout.display = "flex" if pair else "none"
        if pair:
            (way, chance), (way_button, how) = pair, row.children
            way_button.description = f"{first_up(way.text)}"
            way_button.tooltip = (
                f"{marked_text(chance_text(chance), marks)}. {'It ends there.' if way.ends else 'Go on from there.'}"
            )
            open_ = (
                f'<span class="rk-bar" style="--width: {round(_BAR * float(chance))}px"></span>'
                f"<b>{percent_text(chance)}</b> {fraction_text(chance) if is_short(chance) else ''}"
            )
            how.value = marked_text(open_.rstrip() if chance < 1 else "<b>always</b>", marks)

    def _show_picture(self, drawn: str | RuleError) -> None:
        self.view.value = alert(drawn) if isinstance(drawn, RuleError) else drawn
        for part in (self.view, self.ends):
            part.remove_class("rk-stale")


def flow(
    id: str | CheckFlow,
    /,
    *,
    rules: Ruleset | None = None,
    steps: StepSettings | None = None,
    way: Mapping[str, str] | None = None,
    **plans: Any,
) -> FlowPanel:
    """Checks in a row that one clicks through.

    id : a flow, or the id of one, such as ``"traveller.to_blows"``.
    rules : a ruleset with house rules, or ``rk.Layers``.
    steps : where the controls of its steps stand at first, ``{"range": {"terrain": "forest"}}``;
    plans : those of the whole.
    way : how far it has gone, ``{"encounter": "somebody comes"}``.

    Raises ``RuleError`` for what is not there, or wrong.
    """
    check_flow = flow_of(id)
    book = check_flow.begun(rules, steps, plans).rules
    page = FlowPanel(check_flow, FlowSet({**(steps or {}), "": plans}, check_flow.tested_way(way or {}), book.lines))
    place = panel_address(FLOW, check_flow.id)

    def open_() -> None:
        page.take_from_address(place)
        page.address = place

    when_run(open_)
    enable_keys()
    remember(page)
    return page
