"""What all panels share: work behind them, tabs, and acts that wait for their turn; and those of a game a
box of rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Generic, TypeVar

from ...engine.words.errors import RuleError
from ...engine.words.wording import AS_WRITTEN, Spelling, so_many
from ...workbook.analysis.mine import Kept
from ...workbook.rulebook.book import Ruleset
from ...workbook.rulebook.layers import Layers
from .controls import Control, Controls
from .fold import Tabs
from .house_rules.rules_box import RulesBox
from .job import Job
from .late import w
from .page import TURN, Change, Silence, alert, button, in_turn, layout, note, sentence
from .page_state import PanelAddress, follow, followed, lines_in_force, put_in_force

Now = TypeVar("Now")  # all that is set
HOUSE_RULES = "House rules"  # the tab where they are written


class LiveFrame(w.VBox, Generic[Now]):  # type: ignore[misc]
    """What a person sets, and what is drawn from it.

    job : the work for the open tab.
    tabs : what lies below the answer.
    right : the answer and the tabs, where they stand beside the controls.
    trouble : what is wrong, where no answer stands for it.
    address : what the address of the page calls it. Each kind says what is set (``now``), sets it (``put``), draws it
        (``_draw``) and says where there is no answer (``_cannot``).
    """

    tabs: Tabs
    right: w.Box
    address: PanelAddress | None = None

    def __init__(self) -> None:
        self._silent = Silence(is_deep=True)  # until all is made
        self.job, self.trouble = Job(self._failed, self._on_stopped), note()

    def _build(self, parts: Sequence[w.Widget], *classes: str) -> None:
        """Be the widget that holds these, made before it: the page is told of all that in one message."""
        super().__init__([*parts, *followed()], layout=layout(), _dom_classes=("rk-panel", *classes))

    def _instrument(self, left: w.Widget, answer: Sequence[w.Widget], *below: w.Widget) -> w.HBox:
        """What is set, and beside it what stays in sight: the answer; below that the tabs. Style sheets do the rest."""
        answer_box = w.VBox(answer, layout=layout(), _dom_classes=("rk-answer",))
        self.right = w.VBox([answer_box, *below, self.tabs], layout=layout(), _dom_classes=("rk-right",))
        return w.HBox([left, self.right], layout=layout(), _dom_classes=("rk-instrument",))

    # What is set ------------------------------------------------------------------------------------------------------

    @property
    def now(self) -> Now:
        """All that is set."""
        raise NotImplementedError

    def put(self, now: Now) -> None:
        """Set all that at once."""
        raise NotImplementedError

    @property
    def settings(self) -> tuple[Now, str]:
        """All that is set, and the tab that is open."""
        return self.now, self.tabs.now

    def settle(self, settings: tuple[Now, str]) -> None:
        """Set all that, and open that tab."""
        now, tab = settings
        self.put(now)
        if tab:
            self.tabs.turn_to(tab)

    @property
    def link(self) -> str:
        """All that is set as a link to this page; empty where there is none."""
        return ""

    @property
    def situation(self) -> Kept | None:
        """What the browser keeps of it; nothing where it is no check."""
        return None

    def into_address(self) -> None:
        """The address of the page says what is set now."""
        if self.address and not self._silent:
            with suppress(RuleError):  # a table that cannot be read
                follow(self.address, self.link, lambda: self.situation)

    def wait(self) -> None:
        """Wait until all that is shown is up to date."""
        self.job.wait()

    # What a person does -----------------------------------------------------------------------------------------------

    def _button(
        self, name: str, icon: str, tip: str, act: Callable[[], object], trouble: w.HTML | None = None
    ) -> w.Button:
        return button(name, icon, tip, lambda: self._run_action(act, trouble))

    @in_turn
    def _run_action(self, act: Callable[[], object], trouble: w.HTML | None = None) -> None:
        """What a button does. An error in a callback would vanish: it is shown in ``trouble``, or in place of the
        answer.
        """
        try:
            act()
            self.into_address()
        except Exception as error:
            if trouble is None:
                self._cannot(error)
            else:
                self._tell(error, trouble)

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Several changes, drawn once when all are made."""
        with TURN:
            with self._silent:
                yield
            self._changed()

    def _make_room(self, tabs: Collection[str]) -> None:
        """In these tabs is something as large as the picture: of that only a thin bar stays above it."""
        (self.right.add_class if self.tabs.now in tabs else self.right.remove_class)("rk-slim")

    # What follows from it ---------------------------------------------------------------------------------------------

    @in_turn
    def _changed(self) -> None:
        if not self._silent:
            self._remember()
            self._run_action(self._draw)

    def _remember(self) -> None:
        """Keep what is set now; nothing, where one cannot go back."""

    def _draw(self) -> None:
        """Everything anew."""
        raise NotImplementedError

    def _cannot(self, error: Exception) -> None:
        """Say what is wrong, where the answer would stand or beside it."""
        self._tell(error, self.trouble)

    def _on_stopped(self) -> None:
        """A person has stopped the work behind it."""

    def _failed(self, error: Exception) -> None:
        """The same of work behind it."""
        self._cannot(error)

    @property
    def spelling(self) -> Spelling:
        """How names are read that stand in what is told."""
        return AS_WRITTEN

    def _tell(self, error: Exception, trouble: w.HTML) -> None:
        """What is wrong, in a place of its own."""
        trouble.value = alert(sentence(error), spelling=self.spelling)


Make = Callable[[str, str, str, Callable[[], None]], w.Button]


class RuledHead(w.HBox):  # type: ignore[misc]
    """A line at the head of what goes by house rules: whose they are, how many, and the ways to change them and to put
    them aside. Not to be seen where all is by the book.

    make : makes a button of its words, icon, tooltip and act.
    change : leads to where rules are written.
    fill : writes these lines there.
    """

    def __init__(self, make: Make, change: Callable[[], None], fill: Callable[[str], None]) -> None:
        self._make, self._change, self._fill = make, change, fill
        self._words, self._ours, self._parts = note(), "", tuple[w.Widget, ...]()
        super().__init__(
            [], layout=w.Layout(display="none", flex_flow="row wrap", align_items="center"), _dom_classes=("rk-ruled",)
        )

    def tell(self, lines: str, ours: str, from_link: str = "") -> None:
        """What is not by the book.

        lines : of the rules here.
        ours : of those that a person has in force.
        from_link : of those that a link has brought.
        """
        self._ours = ours
        count, rests = len(lines.splitlines()), bool(ours) and ours != lines
        if (count or rests) and not self._parts:
            change = self._make("Change", "pencil", "Edit them on the House rules tab", self._change)
            book = self._make(
                "By the book", "times", "Play by the book on every page; your rules are kept", lambda: self._fill("")
            )
            again = self._make("Yours again", "undo", "Use your house rules here again", lambda: self._fill(self._ours))
            book.layout, again.layout = w.Layout(width="auto"), w.Layout(width="auto")  # each of its own, to be hidden
            self.children = self._parts = (self._words, change, book, again)
        if self._parts:
            words, _, book, again = self._parts
            yours = (
                f"{'; ' if count else ''}your {so_many(len(ours.splitlines()), 'line')} not used here" if rests else ""
            )
            owner = "Rules from the link" if from_link == lines else "Your rules"
            words.value = (
                f"<b>{owner}</b>: {so_many(count, 'line')}{yours}" if count else f"<b>By the book</b>; {yours}"
            )
            self.layout.display = "" if count or rests else "none"
            book.layout.display = "" if count else "none"
            again.layout.display = "" if rests else "none"


class PanelFrame(LiveFrame[Now]):
    """The same with the rules of a game.

    box : where house rules are written.
    layers : those in force, on the book.
    ruled : a line at the head that names them.
    """

    def __init__(self, book: Ruleset, example: str = "") -> None:
        super().__init__()
        self.layers = Layers(book)
        self.groups: Collection[Controls] = ()
        self.box = RulesBox(self._changed, example)
        self.box.set_base(book)
        self.ruled, self._brought = RuledHead(self._button, self._change_rules, self.box.fill), ""

    @property
    def book(self) -> Ruleset:
        """The rules as printed."""
        return self.layers.book

    @property
    def rules(self) -> Ruleset:
        """The rules in force."""
        return self.layers.rules

    @property
    def spelling(self) -> Spelling:
        return self.rules.spelling

    @in_turn
    def _moved(self, control: Control, _: Change) -> None:
        if not self._silent:
            control.moved(self.rules)
            self._changed()

    def _rule(self) -> None:
        """Go by the rules in the box; controls of what a rule decides show what it now says, unless they were set."""
        mine = (self.box.layer,) if self.box.layer else ()
        if mine != self.layers.layers:
            self.layers = Layers(self.book, *mine)
            with self._silent:
                self._ask_by_rules()
                for controls in self.groups:
                    controls.follow(self.rules)
            self._enforce()

    def _enforce(self) -> None:
        """What a person has set here holds everywhere; the head names it."""
        if self.address:
            put_in_force(self, self.layers)
        self._name_rules()

    def _name_rules(self) -> None:
        """Say at the head what is not by the book."""
        self.ruled.tell(self.rules.lines, lines_in_force(self.book.stem), self._brought)

    @property
    def own_lines(self) -> str:
        """The house rules that hold here alone."""
        lines = self.rules.lines
        return "" if lines == lines_in_force(self.book.stem) else lines

    def tell_brought(self) -> None:
        """Say of the rules that a link has brought them."""
        self._brought = self.rules.lines
        self._name_rules()

    def _change_rules(self) -> None:
        self.tabs.turn_to(HOUSE_RULES)

    def take_rules(self) -> None:
        """Go by the house rules in force."""
        if (lines := lines_in_force(self.book.stem)) != self.rules.lines:
            self.box.fill(lines)

    def _ask_by_rules(self) -> None:
        """Ask for what the rules ask for besides the book."""
