"""How unusual was what happened at the table?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....engine.words.errors import RuleError
from ....engine.words.wording import chance_words
from ....workbook.analysis.subject import Subject
from ....workbook.analysis.tail_probability import Luck, luck, luck_at
from ....workbook.rulebook.book import Ruleset
from ... import charts
from ...charts import Counts
from ..job import Step
from ..late import w
from ..number import number_box, number_typed
from ..page import alert, field, note, picture
from .tool import Tool, by_both

_EVENING = (
    '<div class="rk-from">Many kinds of throws, or a whole evening? The page <b>Your dice</b> adds them up, under '
    "<b>The luck of an evening</b></div>"
)


class LuckBox(w.VBox):  # type: ignore[misc]
    """So many times in so many tries: how unusual that is, exactly, and all that could have happened.

    below : what stands under the answer.
    """

    def __init__(self, changed: Callable[[], None], below: Sequence[w.Widget] = ()) -> None:
        self.happened, self.tries, self.series = (
            field(number_box, label, tip, wide, value=value, style={"description_width": "initial"})
            for label, value, tip, wide in (
                ("how often", 1, "How often the event happened, or what the rolls added up to", "130px"),
                ("in how many throws", 6, "How many throws", "200px"),
                ("evenings", 1, "How many evenings like this you have played", "130px"),
            )
        )
        each, usual = (
            "The chance of each try, such as 5/12 or 35 %, or dice, such as 2d6 >= 9",
            "as above, or such as 35 %",
        )
        tip = f"{each}; leave it empty for the answer above"
        self.chance = field(w.Text, "chance", tip, "300px", placeholder=usual, continuous_update=False)
        self._fields = {one: one.value for one in (self.happened, self.tries, self.series, self.chance)}
        for one in self._fields:
            one.add_class("rk-control")
            one.observe(lambda _: changed(), "value")
        self.whose, self.words, self.view, self._chart = note(), note(), note(), charts.TailChart()
        self.words.layout = w.Layout(width="470px")
        wrap = w.Layout(flex_flow="row wrap")
        fields = w.HBox(list(self._fields), layout=wrap)
        w.VBox.__init__(self, [fields, self.whose, w.HBox([self.words, self.view], layout=wrap), *below])

    def begin_again(self, rules: Ruleset | None = None) -> None:
        """The numbers and the chance of the start."""
        for one, value in self._fields.items():
            one.value = value

    def luck(self, usual: Callable[[int, int, int], Luck]) -> Luck:
        """The luck of what stands in the fields;

        usual : asks it where no chance does.
        """
        chance = self.chance.value.strip()
        happened, tries, series = (number_typed(one.value) for one in (self.happened, self.tries, self.series))
        if not chance:
            return usual(happened, tries, series)
        return luck_at(chance, happened, tries, series)

    def show(self, result: Luck | RuleError) -> None:
        """Words and picture."""
        if isinstance(result, RuleError):
            self.words.value, self.view.value = alert(result), ""
            return
        self.words.value = f'<div role="status" aria-live="polite">{result._repr_html_()}</div>'
        self.view.value = picture(self._chart, Counts.of(result))


class LuckMeter(LuckBox, Tool):
    """The same in a situation of a check."""

    def __init__(self, subject: Subject, changed: Callable[[], None]) -> None:
        self.subject = subject
        super().__init__(changed, below=[note(_EVENING)])

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work."""
        check, params, event = self.subject.check, self.subject.params, self.subject.event

        def ask(by: Ruleset) -> Luck:
            return self.luck(
                lambda happened, tries, series: luck(
                    check(rules=by, **params), happened, tries, outcome=event, series=series
                )
            )

        by = book if self.chance.value.strip() else rules
        return by_both(book, by, ask, self.show, lambda one: chance_words(one.chance, exact=False), self.whose)
