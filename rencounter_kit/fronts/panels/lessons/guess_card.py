"""Guess first, then see: two changes of a situation, each alone and both together."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from ....engine.words.errors import RuleError
from ....engine.words.wording import decimal_text, fraction_text, is_short, percent_text, points_figure
from ....workbook.analysis.guess import guess_text
from ....workbook.analysis.interactions import Interaction
from ....workbook.analysis.worked_solution import WayStep
from ... import charts
from ...charts import GuessBars
from ...teaching.question import CLOSE
from ..die import four_cases
from ..guess_row import GuessRow
from ..late import w
from ..page import alert, in_turn, layout, note, picture

_HINT = "Guess in percent (2.5 is fine){then}. Then press See."
_THEN = "; if you like, work it out from the card"


class GuessCard(w.Box):  # type: ignore[misc]
    """What is known, a guess, and after ``see`` the answer, how it is worked out by hand, and the reasons.

    on_see : is called with the guess, a chance, and what was worked out, when the answer is shown.
    above : further widgets over the guess.
    must : says what is still to be done before one may see, "" for nothing.
    works_out : is there a box for what is worked out?
    below : a place for more beneath the guess.
    """

    def __init__(
        self,
        on_see: Callable[[Fraction, Fraction | None], None] = lambda guess, worked_out: None,
        above: Sequence[w.Widget] = (),
        must: Callable[[], str] = lambda: "",
        works_out: bool = False,
    ) -> None:
        self._on_see, self._must, self._chart = on_see, must, charts.Guess()
        self.interaction: Interaction | None = None
        self.names: Sequence[str] = ("", "")
        self.way: Sequence[WayStep] = ()
        self.why: Sequence[str] | None = None
        self.kind, self.lesson, self.is_seen, self.alone = "", "", False, True
        self.question_note, self.verdict_note, self.view, self.answer_note = note(), note(), note(), note()
        self.at_hand, self.below, self._beside = note(), w.VBox(layout=layout(overflow="visible")), ""
        self.row = GuessRow(self.see, self._moved, works_out)
        guess = w.VBox(
            [self.question_note, *above, self.row, self.verdict_note, self.below],
            layout=layout(overflow="visible"),
        )
        super().__init__(
            [guess, self.answer_note, self.view, self.at_hand],
            layout=w.Layout(overflow="visible"),
            _dom_classes=("rk-guess-card",),
        )
        self.rest()

    @property
    def guess(self) -> Fraction | None:
        """The guess, as a chance; ``None`` while there is none."""
        return self.row.guess

    def ask(
        self,
        interaction: Interaction,
        way: Sequence[WayStep],
        question: str,
        names: Sequence[str],
        kind: str = "",
        lesson: str = "",
        guess: Fraction | None = None,
        worked_out: Fraction | None = None,
        alone: bool = True,
        why: Sequence[str] | None = None,
        beside: str = "",
    ) -> None:
        """Ask about two changes.

        way : to the answer, by hand.
        question : as HTML.
        kind, lesson : how the two work together, and what is to be learned from it, told with the answer.
        guess, worked_out : those made already, for an answer seen before.
        alone : is shown what each change does alone?
        why : reasons that are told in place of the usual ones.
        beside : what one may reckon from, as HTML, in the place of the answer until that is seen, and then below the
            picture.

        A job calls this too, and must not wait for its turn; nobody can guess or see before it is all there.
        """
        self.interaction, self.way, self.names, self.why = interaction, way, names, why
        self.kind, self.lesson = kind, lesson
        self.is_seen, self.alone, self._beside = guess is not None, alone, beside
        self.row.put(guess, worked_out)
        self.verdict_note.value = ""
        self._draw()
        if self.is_seen:
            self._tell()
        else:
            self.answer_note.value, self.at_hand.value = (
                f'<div class="rk-hint">{_HINT.format(then=_THEN if beside else "")}</div>{beside}',
                "",
            )
        self._open(not self.is_seen)
        self.question_note.value = question  # last, so that whoever reads it can guess

    @in_turn
    def see(self) -> None:
        """Show the answer; the guess stands. Without a guess, ask for one."""
        interaction_now = self.interaction
        if self.row.see.disabled or interaction_now is None:
            return
        try:
            guess, worked_out = self.row.chance, self.row.worked_out
        except RuleError as error:
            self.verdict_note.value = alert(error)
            return
        if missing := self._must():
            self.verdict_note.value = alert(missing)
            return
        self.verdict_note.value, self.is_seen = "", True
        self._open(False)
        self._draw()
        self._on_see(guess, worked_out)
        self._tell()

    def rest(self) -> None:
        """Nothing to guess for now; what is shown fades."""
        self.interaction = None
        self.view.add_class("rk-stale")
        self._open(False)

    def cannot(self, sentence: str) -> None:
        """Say why there is nothing to guess."""
        self.rest()
        self.answer_note.value = alert(sentence)

    def _tell(self) -> None:
        """Show the answer, and beside it what it was reckoned from."""
        self.answer_note.value, self.at_hand.value = self._answer(), self._beside

    def _open(self, to_guess: bool) -> None:
        """Can a guess be made?"""
        self.row.allow(to_guess)

    @in_turn
    def _moved(self) -> None:
        if not self.row.see.disabled:
            self._draw()

    def _draw(self) -> None:
        if self.interaction is None:
            return
        data = GuessBars.of(self.interaction, self.names, self.guess, self.is_seen, self.alone)
        self.view.value = picture(self._chart, data)
        self.view.remove_class("rk-stale")

    # The answer in words

    def _answer(self) -> str:
        interaction, guess = self.interaction, self.guess
        if interaction is None or guess is None:
            return ""
        both = interaction.figures[-1]
        exact = f" ({fraction_text(both)})" if 0 < both < 1 and is_short(both) else ""
        learned = f"<b>{html.escape(self.kind)}</b> {html.escape(self.lesson)}".strip()
        lesson = f'<div class="rk-lesson">{learned}</div>' if self.kind or self.lesson else ""
        steps, single = ([_step(step) for step in self.way if step.single is alone] for alone in (False, True))
        way = '<div class="rk-heading">How to work it out</div>' + _listed("ol", "rk-way", steps) if steps else ""
        why = _listed("ul", "rk-reasons", map(html.escape, interaction.reasons if self.why is None else self.why))
        alone = _listed("ul", "rk-reasons", [*single, *_plain_sum(interaction)])
        pictures = four_cases(interaction, self.names)
        folded = f"<details><summary>Each change by itself</summary>{alone}{pictures}</details>" if alone else pictures
        worked_out = self.row.worked_out
        then = f" {verdict(worked_out, interaction, 'You worked out')}" if worked_out is not None else ""
        return (
            f'<div role="status" aria-live="polite">'
            f'<div class="rk-words"><b>{percent_text(both)}</b>{exact} with both. '
            f"{verdict(guess, interaction)}{then}</div>"
            f"{lesson}</div>{way}{why}{folded}"
        )


def _listed(kind: str, look: str, lines: Iterable[str]) -> str:
    """Lines of HTML as a list; nothing for none."""
    items = "".join(f"<li>{line}</li>" for line in lines)
    return f'<{kind} class="{look}">{items}</{kind}>' if items else ""


def _plain_sum(interaction: Interaction) -> list[str]:
    """What plain adding would come to, and how it is; nothing where it is right, which the way by hand ends with."""
    neither, one, other, both = interaction.figures
    if not interaction.apart:
        return []
    added = one + other - neither
    each = " and ".join(points_figure(change) for change in (one - neither, other - neither))
    apart = points_figure(abs(interaction.apart)).removeprefix("+")
    cannot = "" if 0 <= added <= 1 else ", which is impossible"
    return [
        (
            f"By themselves they are worth {each} percentage points. Simply added, that would make "
            f"{decimal_text(100 * added, 1)} %{cannot}."
        ),
        f"The answer is {apart} percentage points {'more' if both > added else 'less'}.",
    ]


def _step(step: WayStep) -> str:
    """A step, what it comes to in bold."""
    comes_to = str(step).removeprefix(step.words).removeprefix(": ")
    return html.escape(step.words) + (f": <b>{html.escape(comes_to)}</b>" if comes_to else "")


def verdict(guess: Fraction, interaction: Interaction, prefix: str = "You guessed") -> str:
    """How near a guess comes.

    prefix : how the guess was made, in words.
    """
    off, text = guess - interaction.figures[-1], f"{prefix} {guess_text(guess)}"
    points = f"{points_figure(abs(off)).removeprefix('+')} percentage points too {'high' if off > 0 else 'low'}"
    if _too_sure(guess, interaction):
        return f"{text}: {points}, and it is not {'certain' if guess else 'impossible'}."
    if abs(off) * 1000 < 1:
        return f"{text}: spot on."
    return f"{text}: {'close, only ' if is_good(guess, interaction) else ''}{points}."


def is_good(guess: Fraction, interaction: Interaction) -> bool:
    """Does a guess show that it is understood: is it close, and does it not call certain or impossible what is not?"""
    return abs(guess - interaction.figures[-1]) <= CLOSE and not _too_sure(guess, interaction)


def _too_sure(guess: Fraction, interaction: Interaction) -> bool:
    return guess in (0, 1) and interaction.figures[-1] not in (0, 1)
