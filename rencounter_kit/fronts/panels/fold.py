"""What unfolds below a line, and what lies behind a row of tabs: plain buttons, so that the keyboard opens them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from .late import w
from .page import Change, Silence, in_turn, layout

Behind = Mapping[str, w.Widget | Callable[[], w.Widget]]  # what lies behind each tab, or makes it
MORE = "More"  # shows the tabs that stand aside


class Fold(w.VBox):  # type: ignore[misc]
    """A line that unfolds what is ``inside``; closed, that is not on the page.

    unfolds : is called before it opens.
    """

    def __init__(self, title: str, inside: Sequence[w.Widget], unfolds: Callable[[], None] = lambda: None) -> None:
        self.inside, self._unfolds = tuple(inside), unfolds
        self.line = w.ToggleButton(description=title, icon="caret-right", layout=layout(width="auto"))
        super().__init__([self.line], layout=layout(), _dom_classes=("rk-fold",))
        self.line.observe(self._turn, "value")

    def _turn(self, change: Change) -> None:
        if change["new"]:
            self._unfolds()
        self.line.icon = "caret-down" if change["new"] else "caret-right"
        self.children = (self.line, *(self.inside if change["new"] else ()))


class Tabs(w.VBox):  # type: ignore[misc]
    """One of several things at a time, each made when it is opened for the first time.

    tabs : each by its name, or what makes it.
    changed : is called when another is opened.
    opened : is the first one open?
    aside : those that *More* shows; they come last. ``names`` are all, in their order.
    """

    def __init__(
        self,
        tabs: Behind,
        changed: Callable[[], None] = lambda: None,
        opened: bool = True,
        aside: Collection[str] = (),
    ) -> None:
        first = [name for name in tabs if name not in aside]
        self.names = (*first, *(name for name in tabs if name in aside))
        self._tabs, self._built, self._changed = dict(tabs), dict[str, w.Widget](), changed
        self._now, self._silent = next(iter(tabs), "") if opened else "", Silence()
        self._instead: w.Widget | None = None
        self._uncovered: Collection[str] = ()
        self.bar = w.ToggleButtons(
            options=[*first, MORE] if len(first) < len(tabs) else first,
            style={"button_width": "auto"},
            index=0 if opened else None,
            layout=layout(),
            _dom_classes=("rk-tabs",),
        )
        super().__init__(self._visible(), layout=layout(), _dom_classes=("rk-tab-place",))
        self.bar.observe(lambda _: self._turn(), "value")

    @property
    def now(self) -> str:
        """The name of the one that is open; empty when none is."""
        return self._now

    def turn_to(self, name: str) -> None:
        """Open one by its name."""
        if name not in self.bar.options:
            self._show_all()
        self.bar.value = name

    def _show_all(self) -> None:
        """Let no tab stand aside."""
        with self._silent, self.bar.hold_sync():  # so that the page draws the buttons once
            self.bar.options = self.names
            self.bar.value = self._now or None

    def __getitem__(self, name: str) -> w.Widget:
        if name not in self._built:
            one = self._tabs[name]
            self._built[name] = one if isinstance(one, w.Widget) else one()
        return self._built[name]

    def cover(self, instead: w.Widget | None, but: Collection[str] = ()) -> None:
        """Show this in the place of whatever is open, except some; ``None`` shows all again."""
        if (self._instead, self._uncovered) != (instead, but):
            self._instead, self._uncovered = instead, but
            self.children = self._visible()

    def _visible(self) -> tuple[w.Widget, ...]:
        if not self.now:
            return (self.bar,)
        covered = self._instead if self.now not in self._uncovered else None
        return self.bar, covered or self[self.now]

    @in_turn
    def _turn(self) -> None:
        if self._silent:
            return
        if self.bar.value == MORE:
            self._show_all()
        else:
            self._now = self.bar.value or ""
            self.children = self._visible()
            self._changed()
