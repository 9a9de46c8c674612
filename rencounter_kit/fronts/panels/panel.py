"""One check, live: controls beside the answer, and behind tabs its reasons, house rules, charts and tools."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from ...engine.words.errors import RuleError
from ...engine.words.wording import EXACTLY, READINGS
from ...workbook.analysis.mine import Kept, kept_situation
from ...workbook.analysis.roster import SIDES, side_parameters
from ...workbook.analysis.situations import in_words
from ...workbook.analysis.subject import Event, Subject, events_to_ask
from ...workbook.mechanics.address import id_in
from ...workbook.mechanics.check import Check, Result
from ...workbook.mechanics.links import Params, command, others, python, query, taken_in
from ...workbook.mechanics.processes.process import Process
from ...workbook.mechanics.space import MEAN
from ...workbook.rulebook.book import Rule, Ruleset, figure_text
from ...workbook.rulebook.presets import presets
from ...workbook.rulebook.text import Value
from .. import charts
from ..pocket.page_contents import message
from .answer import AnswerView, Estimate
from .console import Console
from .controls import Control
from .fold import Behind, Tabs
from .frame import HOUSE_RULES, PanelFrame
from .give import Parcel, layers_of_lines
from .guess_first import GUESS_FIRST_HINT, GuessFirst
from .job import Step
from .late import w
from .men import MenTab
from .page import Silence, alert, head_note, in_a_row, in_turn, note, offer, picture, row_layout, sentence
from .page_state import BackAndForward, PanelSettings, page_link
from .printing import printed
from .ready_menu import ReadyMenu
from .saving import CodeTab, Picture, SaveTab, saving
from .studies import Situation, Study, menu
from .throws import Throws
from .to_paper import HandoutBox, SlideBox
from .tools import COMPARE, EVERY_WAY, FORMULA, MATTERS, TOOLS
from .tools.compare import Compare
from .tools.every_way import EveryWay
from .tools.side_by_side import KeptSituation, SideBySide
from .tools.tool import Tool
from .transfer import Transfer, fill_from_line, has_panel
from .why_tab import WhyTab

WHY, CHARTS, MEN, SAVE, CODE = "Why", "Charts", "Men", "Send", "Seed and Python"
_ASIDE = (MEN, MATTERS, COMPARE, EVERY_WAY, FORMULA, CODE)  # tabs that are seldom opened
_TELLING_NOTHING = (HOUSE_RULES, MEN)  # of the answer: the tabs that stay open while it is to be guessed
_NO_ANSWER = "there is no answer to save; change something or reset"


class Panel(PanelFrame[PanelSettings]):
    """A live panel for one check. ``controls`` by parameter name; ``result`` the present answer, ``None`` if there is
    none.

    Set ``panel["skill"] = 7`` to move a control from code.
    """

    def __init__(self, check: Check, studies: Sequence[Study], start: Params, show: Sequence[str] | None) -> None:
        self.check = self._by_book = check
        self.show = tuple(map(check.name_of, show)) if show is not None else None
        self.start = start = check.named(start)
        super().__init__(check.book, self._example(check.values(check.book, start)))
        self.console = Console(check, self.show)
        self.controls = self.console.controls
        self.groups = (self.controls,)
        self.studies = tuple(studies)
        self.answer: AnswerView | Estimate | None = None
        self.at: Situation | None = None  # what is set; nothing, where that has no answer
        self._drawing_answer, self._offering = threading.Lock(), Silence()
        self._chart, self._sum = charts.OutcomeBars(), charts.RunningSum()  # that of an answer that is certain
        self.reading = w.ToggleButtons(options=READINGS, style={"button_width": "auto"}, _dom_classes=("rk-reading",))
        self.first, self._closed = (
            GuessFirst(self._uncover, self._go_on),
            note(f'<p class="rk-hint">{GUESS_FIRST_HINT}</p>'),
        )
        self.throws = Throws(lambda: self.answer and self.answer.reasons, self.job.also, self._draw_answer, self._light)
        self.words, self.view = (note(_dom_classes=(name,)) for name in ("rk-headline", "rk-view"))
        self.house = self.box.text
        self.tools: dict[str, Tool] = {}
        turn, rows = note(), note()
        self.transfer = Transfer(self, [turn, rows])
        self.why = WhyTab(check, turn, rows, self.transfer.steps)
        self.about = menu("about", [MEAN], MEAN, str)
        self._charts = self._charted()
        self.tabs = Tabs(self._tabs(), self._look, aside=_ASIDE)
        instrument = self._instrument(self.console, self._visible())
        self._build([self._head(), self.ruled, self._situations(), self.trouble, instrument, self.job.widget])
        self.controls.observe(self._moved)
        self.reading.observe(lambda _: self._run_action(self._read), "value")
        self._offering.listen(self._look, self.about)
        for study in self.studies:
            for choice in study.menus:
                choice.observe(lambda _, s=study: self._study(s), "value")
        self._silent.end()
        self.set()

    # How it is laid out ----------------------------------------------------------------------------------------------

    def _head(self) -> w.Widget:
        title = self.check.spelling.spelt_out(self.check.title)
        return head_note(title, f"{self.check.book.title}: {self.check.source}")

    def _situations(self) -> w.HBox:
        """Reset, back and forward, and named situations to try."""
        reset = self._button("Reset", "undo", "Reset every control, and remove your house rules", self.reset)
        ready = presets(self.check.stem).get(self.check.id, {}) if self.show is None else {}
        self.ready = ReadyMenu(ready, lambda params: self._run_action(partial(self._fill, params)))
        self.acts = BackAndForward[PanelSettings]("settings", self.put, self._button)
        return in_a_row([*([self.ready] if ready else []), reset, *self.acts.buttons, self.first.switch], row_layout())

    def _visible(self) -> list[w.Widget]:
        """The answer, and what one does with it."""
        ways = w.HBox([self.reading, self.throws.row], layout=row_layout(), _dom_classes=("rk-ways",))
        return [self.words, self.first, self.transfer, ways, self.throws, self.view]

    def _charted(self) -> w.Widget:
        """The charts that the page asks for."""
        for study in self.studies:
            if not isinstance(study, Study):
                raise RuleError(f"a study must be one such as curves, stack or heat; got {study!r}")
        return w.HBox([study.build(self.check) for study in self.studies], layout=row_layout())

    def _tabs(self) -> Behind:
        """What lies behind the tabs."""
        subject = PanelSubject(self)
        return {
            WHY: self.why,
            **({CHARTS: self._charts} if self.studies else {}),
            HOUSE_RULES: self.box,
            **({MEN: lambda: self.men} if any(side_parameters(self.check, side) for side in SIDES) else {}),
            **{name: partial(self._tool, name, subject) for name in TOOLS},
            SAVE: lambda: self.saved,
            CODE: lambda: self.code,
        }

    @cached_property
    def men(self) -> MenTab:
        """Made when it is first looked at."""
        return MenTab(self._by_book, lambda: (self.params(), self.rules), self._fill)

    @cached_property
    def saved(self) -> SaveTab:
        """Made when it is first looked at."""
        return SaveTab(self.take_in, self.slide, self.handout)

    @cached_property
    def code(self) -> CodeTab:
        """Made when it is first looked at."""
        return CodeTab(self.throws.seed)

    @cached_property
    def slide(self) -> SlideBox:
        """Made when it is first looked at."""
        return SlideBox(self.check, lambda: (self.params(), self.rules), self.job.also)

    @cached_property
    def handout(self) -> HandoutBox:
        """Made when it is first looked at."""
        return HandoutBox(self.check, lambda: (self.params(), self.rules), self.job.also)

    def _tool(self, name: str, subject: Subject) -> w.Widget:
        """A tool, made when its tab is opened, below the choice of what it is about."""
        tool = TOOLS[name](subject, self._look, self._write)
        self.tools[name] = tool = self._side_by_side(subject, tool) if isinstance(tool, Compare) else tool
        tool.choose(self.rules)
        return tool if name == EVERY_WAY else w.VBox([self.about, tool])

    def _side_by_side(self, subject: Subject, by_rules: Compare) -> Tool:
        """Situations kept under names; the first, the baseline, is that of the start."""
        choices = {name: self.check.parameters[name].check(value) for name, value in self.start.items()}
        first = KeptSituation("the baseline", PanelSettings(choices, ""), self.check.book)

        def now() -> tuple[PanelSettings, Ruleset]:
            return self._now(), self.rules

        return SideBySide(
            subject, now, lambda then: self._run_action(lambda: self.put(then)), self._look, by_rules, first
        )

    def _example(self, start: Params) -> str:
        """A line for the box that changes what is shown at the start."""
        rules_used = [entry.rule for entry in self.check.numbers(self.check.book, start)[1] if entry.rule]
        read: list[Rule] = []
        if not isinstance(self.check, Process):
            read = [rule for _, rules in self.check(**self.start).tables for rule in rules]
        for rule in (*sorted(rules_used, key=_length), *sorted(read, key=_length)):
            for value in (rule.value - 1, rule.value + 1) if type(rule.value) is int else ():
                with suppress(RuleError):
                    line = f"{rule.path} = {value}"
                    self.check.numbers(self.check.book.with_house_rules(line), start)
                    return line
        return self.check.book.example

    # What a person does -----------------------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> Value:
        return self._control(name).value

    def __setitem__(self, name: str, value: Value) -> None:
        control = self._control(name)
        right = control.parameter.check(value)
        with self._at_once():
            control.value = right
            control.moved(self.rules)

    def _control(self, name: str) -> Control:
        return self.controls[self.check.name_of(name)]

    def set(self, **params: Any) -> None:
        """All controls at once: these values, the others as at the start; drawn once. ``RuleError`` on wrong values."""
        self._fill({**self.start, **params})

    def _fill(self, choices: Params) -> None:
        """All controls at once: these choices hold, everything else is as the rules and the defaults have it."""
        with self._at_once():
            self.controls.fill({self.check.name_of(name): value for name, value in choices.items()}, self.rules)

    def reset(self) -> None:
        """Everything as at the start, in the tools too, without house rules."""
        with self._at_once():
            self.box.fill("")
            self.set()
            self.about.index = 0
            for tool in self.tools.values():
                tool.begin_again(self.rules)

    def take_in(self, line: str) -> str:
        """The situation of a line that was pasted; where that is one of another check, in its panel. Returns what was
        left aside, in a sentence.
        """
        other = id_in(line)
        if other != self.check.id and has_panel(other):
            fill_from_line(other, line)
            return ""
        situation = taken_in(self._by_book, line, self.rules.lines)
        self.put(PanelSettings(situation.choices, situation.lines or self.house.value))
        return situation.aside

    @property
    def link(self) -> str:
        """All that is set as a link to this page."""
        return page_link(query(self.check, self.params(), self.own_lines))

    @property
    def situation(self) -> Kept | None:
        """What is set, as the browser keeps it."""
        params = self.params()
        words = in_words(self.check, others(self.check, params))
        return kept_situation(self.check.id, query(self.check, params, self.own_lines), words)

    @property
    def now(self) -> PanelSettings:
        """All that is set."""
        return self.acts.now

    def put(self, now: PanelSettings) -> None:
        """Set all that at once."""
        with self._at_once():
            self.box.fill(now.lines)
            self._rule()  # which may ask for more, or less
            self._fill({name: value for name, value in now.choices.items() if name in self.controls})

    def _ask_by_rules(self) -> None:
        if (check := self._by_book.under(self.rules)) is not self.check:
            self.check = check
            self.console.ask(check)
            for tool in self.tools.values():
                tool.choose(self.rules)

    def _now(self) -> PanelSettings:
        """What is set now; ``RuleError`` for a table that cannot be read."""
        chosen = {name: control.displayed_value for name, control in self.controls.items() if control.is_set}
        return PanelSettings(chosen, self.house.value)

    def _remember(self) -> None:
        """Keep what is set now."""
        self._run_action(self._rule)  # which says what can be set
        with suppress(RuleError):  # a table that cannot be read
            self.acts.keep(self._now())

    def _saving(self) -> list[Step]:
        """The work for what can be saved."""
        current = self.check, self.params(), self.rules.lines
        self.slide.follow()
        self.handout.follow()
        name, links = self.check.id, [page_link(query(*current)) or command(*current)]
        pictures = {name: ("the picture", lambda: self._picture(self._to_save()))}
        for n, study in enumerate(self.studies, 1):
            pictures[f"{name}.{n}"] = f"chart {n}", partial(self._of_study, study)
        if EVERY_WAY in self.tools:
            pictures[f"{name}.ways"] = "every way", self._ways
        layers = layers_of_lines(self.check.stem, self.rules.lines)

        def text(name: str) -> str:
            answer = self.answer if isinstance(self.answer, AnswerView) else None
            return message(*current[:2], layers, answer, name)

        gives = self.saved.give.follow(Parcel(query(*current), layers, text))
        steps = saving(name, links, self._printed, lambda: self._to_save().csv(), pictures, self.saved.links)
        return [gives, *steps]

    def _to_save(self) -> AnswerView | Estimate:
        """The answer when the work is done, which may still be under way now."""
        if self.answer is None:
            raise RuleError(_NO_ANSWER)
        return self.answer

    def _answered_at(self) -> Situation:
        """What that is the answer to."""
        if self.at is None:
            raise RuleError(_NO_ANSWER)
        return self.at

    def _printed(self) -> str:
        """The page to print."""
        answer = self._to_save()
        return printed(self.check, answer, self.params(), *self._picture(answer))

    def _ways(self) -> Picture:
        """Every way of the dice."""
        if (result := self._to_save().result) is None:
            raise RuleError("the dice have too many outcomes to save; try fewer men")
        return charts.TreeChart(), charts.ways(result.branches())

    def _of_study(self, study: Study) -> Picture:
        return study.chart, study.data(self._answered_at())

    # What follows from it ---------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Work out the answer that was stopped before it was there."""
        if self.at is not None and not self.at.is_answered and not self.job.is_at_work:
            self._run_action(self._open)

    def _on_stopped(self) -> None:
        self.first.give_up()

    def _failed(self, error: Exception) -> None:
        """An error in work behind the panel: in place of the answer only where that is what was worked out."""
        if self.at is None or not self.at.is_answered:
            self._cannot(error)
        else:
            self._tell(error, self.trouble)

    def _write(self, path: str, line: str) -> bool:
        """A line that was found by asking backwards, into the house rules. Do they say that then?"""
        try:
            self.box.put(path, line)
        except RuleError as error:
            self.trouble.value = alert(error, spelling=self.spelling)
        return line == f"{path} = {figure_text(self.rules[path])}"

    def params(self) -> dict[str, Value]:
        """What the controls say; of what a rule decides, only what the player set otherwise."""
        return self.controls.settings

    def _cannot(self, error: Exception) -> None:
        self.answer = self.at = None
        self.why.clear()
        self.first.rest()
        self._cover()
        self._tell_no_effects()
        self._forget_throws()
        self.transfer.offer()
        self.words.value = alert(sentence(error), spelling=self.spelling)
        self.words.remove_class("rk-stale")
        self._pale()

    def _pale(self) -> None:
        """The picture and what the open tab shows are of an earlier situation."""
        for part in (self.view, self.tabs.children[1]):
            if part is not self.box:
                part.add_class("rk-stale")

    def _warn(self) -> None:
        """Say that a house rule is not right where its box is out of sight."""
        wrong = "Your house rules have a mistake, so the earlier rules still hold: see House rules."
        hidden = self.box.error.value and self.tabs.now != HOUSE_RULES
        self.trouble.value = alert(wrong) if hidden else ""

    def _draw(self) -> None:
        self.job.stop()
        self._rule()
        self._warn()
        self.console.tell()
        self.ready.follow(self.params())
        if "men" in vars(self):  # they have been looked at
            self.men.look()
        self.at = Situation(self.check, self.rules, self.params(), self.reading.value)
        if self.first.is_on:
            self._ask_about()
        self.first.ask(self.at, self.about.value)
        self._cover()
        self._answer(self.at)

    def _answer(self, at: Situation) -> None:
        """Work out what is set now, and show it."""
        self._show(*self._work_out(at))
        self._open()

    @in_turn
    def _look(self) -> None:
        """Another tab was opened, or other things were chosen in it."""
        if not self._silent:
            self._make_room({CHARTS, HOUSE_RULES, MEN, SAVE, CODE, *self.tools})
            if self.tabs.now == MEN:
                self.men.follow()  # another panel may have kept somebody
            self._warn()
            self._offer_reading()
            if self.at is None:
                self._pale()
            else:
                self._run_action(self._open)

    @in_turn
    def _study(self, study: Study) -> None:
        """Other things were chosen above a chart. An answer that was stopped comes first: the chart asks about it."""
        if self.answer is not None and self.at is not None:
            self._run_action(partial(self._redraw, study) if self.at.is_answered else self._draw)

    def _redraw(self, study: Study) -> None:
        work_out, show = self._step(study)
        show(work_out())

    def _open(self) -> None:
        """Show what the open tab shows: charts at once, what may take longer as it comes."""
        if self.tabs.now == WHY:
            self.why.draw(self.answer)
        if self.tabs.now == CHARTS:
            self.job.stop()
            for work_out, show in self._steps():
                show(work_out())
            return
        self._work_behind()

    def _work_behind(self, first: Sequence[Step] = ()) -> None:
        """Work out what the open tab shows, which is pale meanwhile; ``first`` before it."""
        if self.tabs.now in (*self.tools, CHARTS, SAVE, CODE):
            self.tabs.children[1].add_class("rk-stale")
        elif not first:  # a key press need not wait for a thread that has nothing to do
            self.job.stop()
            self.tabs.children[1].remove_class("rk-stale")
            return
        self.job.run([*first, *self._steps()])

    def _step(self, study: Study) -> Step:
        return lambda: study.data_or_error(self._answered_at()), study.show

    def _steps(self) -> list[Step]:
        """The work for the open tab; at its end that is of the present situation."""
        place, steps = self.tabs.children[1], list[Step]()
        tab = self.tabs.now if place is not self._closed else ""
        if tab == CHARTS:
            steps = [self._step(study) for study in self.studies]
        elif tab == SAVE:
            steps = self._saving()
        elif tab == CODE:
            lines = [write(self.check, self.params(), self.rules.lines) for write in (command, python)]
            steps = [(lambda: None, lambda _: self.code.show(lines))]
        elif tab in self.tools:
            steps = self.tools[tab].steps(self.check.book, self.rules)
        mark_fresh: Step = lambda: None, lambda _: place.remove_class("rk-stale")
        return [*steps[:1], mark_fresh, *steps[1:]] if tab == SAVE else [*steps, mark_fresh]

    def _work_out(self, at: Situation) -> tuple[AnswerView | Estimate, Situation]:
        """The answer in a situation, and what it tells of that, for the studies to ask about."""
        answer = AnswerView.of(at.check, at.rules, at.choices)
        return answer, at.answered(answer.result, answer.book.rules if answer.book is not None else None)

    def _show(self, answer: AnswerView | Estimate, at: Situation) -> None:
        """Words, picture, table and reasons of an answer."""
        self._forget_throws()
        self.answer = answer
        self.first.tell(answer.reasons, answer.result is None)
        self._cover()
        self._draw_answer()  # what one looks at comes first, and at once
        for part in (self.words, self.view):
            part.remove_class("rk-stale")
        self.why.show(answer, self._reading)
        self._tell_no_effects()
        self._offer_reading()
        self.transfer.offer()
        self.throws.offer()
        self._ask_about()
        self.why.draw(answer if self.tabs.now == WHY else None)
        self.at = replace(at, reading=self.reading.value)  # last: what is stopped before is still to be shown

    def _tell_no_effects(self) -> None:
        """Say at each control that is set and changes nothing that it does not. A job calls this too."""
        no_effects = self.answer.reasons.no_effects if self.answer is not None and not self.first.hides else []
        why = {one.parameter.name: one.why for one in no_effects}
        for name, control in self.controls.items():
            control.say_no_effect(why.get(name, ""))

    def _offer_reading(self) -> None:
        """ "At least" is asked only where it tells: of an answer in order, and of the open charts that count."""
        charted = self.tabs.now == CHARTS and any(study.counts for study in self.studies)
        has_reading = charted or (self.answer is not None and self.answer.in_order)
        self.reading.layout.display = "" if has_reading else "none"

    def _forget_throws(self) -> None:
        """Nothing has been thrown in this situation yet."""
        self.throws.clear()
        tree = self.tools.get(EVERY_WAY)
        if isinstance(tree, EveryWay):
            tree.light(())

    @property
    def _reading(self) -> str:
        """How the answer itself is read."""
        return str(self.reading.value) if self.answer is not None and self.answer.in_order else EXACTLY

    def _draw_answer(self) -> None:
        """The words, and the picture with what was thrown beside it. A job calls this too."""
        with self._drawing_answer:
            if self.answer is not None and not self.first.hides:
                self.words.value, self.view.value = self.answer.words(), picture(*self._picture(self.answer))

    def _cover(self) -> None:
        """Until the answer is guessed the question stands in its place, and tabs that would tell it are closed. A job
        calls this too.
        """
        hides = self.first.hides
        (self.add_class if hides else self.remove_class)("rk-guessing")
        self.tabs.cover(self._closed if hides else None, _TELLING_NOTHING)
        if hides:
            self.words.value, self.view.value = self.first.question, ""
            self.words.remove_class("rk-stale")

    def _uncover(self) -> None:
        """The answer has been guessed, or need not be guessed."""
        self._cover()
        if self.at is not None:
            self._draw_answer()
            self._tell_no_effects()
            if self.tabs.now not in (WHY, HOUSE_RULES):
                self._look()

    @in_turn
    def _read(self) -> None:
        """The same answer, read otherwise."""
        if self.answer is not None and self.at is not None:
            self.at = replace(self.at, reading=self.reading.value)
            self._draw_answer()
            self.why.read(self.answer, self._reading)
            if self.tabs.now == CHARTS:
                self._open()

    def _light(self) -> None:
        """Show in the tree of all ways how the dice fell."""
        tree = self.tools.get(EVERY_WAY)
        if isinstance(tree, EveryWay):
            self.job.also((lambda: None, lambda _: tree.light(self.throws.way)))

    def _ask_about(self) -> None:
        """Offer the events that this situation can tell. A job calls this too: it must not wait for its turn."""
        with self._offering:
            offer(self.about, events_to_ask(self.check, self.params(), self.rules))

    def _picture(self, answer: AnswerView | Estimate) -> Picture:
        """The chart for an answer and its figures: outcomes, or a sum where the answer is certain."""
        parts = answer.sum()
        if parts is not None:
            return self._sum, parts
        return self._chart, answer.bars(self._reading, self.throws.tally if self.throws.tally.many else None)

    @property
    def result(self) -> Result | None:
        """The present result; ``None`` when there is none."""
        return self.answer.result if self.answer is not None else None


class PanelSubject:
    """What the tools of a panel ask about: what its controls say."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel

    @property
    def check(self) -> Check:
        """The panel's check."""
        return self._panel.check

    @property
    def params(self) -> dict[str, Value]:
        """What its controls say."""
        return self._panel.params()

    @property
    def event(self) -> Event:
        """What is asked about it."""
        event: Event = self._panel.about.value
        return None if event == MEAN else event


def _length(rule: Rule) -> int:
    return len(rule.path)
