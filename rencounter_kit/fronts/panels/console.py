"""The controls of a check: what matters in sight, in groups as a player thinks of them, what is seldom set in folds."""

from __future__ import annotations

from collections.abc import Sequence

from ...workbook.mechanics.check import Check
from ...workbook.mechanics.labels import FOLDS, heading_of, is_folded, shared_beginning, tooltips
from ...workbook.mechanics.parameter import GROUPS
from .controls import Control, Controls, width_of
from .fold import Fold
from .late import w
from .page import layout, note

_WIDGETS, _FOLD_LABEL = 192, 196  # dots of the page: slider and number, a label in folds


class Console(w.VBox):  # type: ignore[misc]
    """Controls for the parameters of a check, ``show`` of them on the page; ``controls`` has all by name."""

    def __init__(self, check: Check, show: Sequence[str] | None) -> None:
        every = check.parameters.values()
        self._beginnings = {group: shared_beginning([p.name for p in every if p.group == group]) for group in GROUPS}
        names = {p.name: p.name.removeprefix(self._beginnings[p.group]) for p in every if not is_folded(p)}
        label = width_of(names.values(), check.spelling)
        tips, hints = tooltips(check), set[str]()
        self.controls = Controls(
            {
                p.name: Control(
                    p,
                    p.default,
                    tips[p.name],
                    names.get(p.name, p.name),
                    label if p.name in names else _FOLD_LABEL,
                    hints,
                )
                for p in every
            }
        )
        self._check, self._book, self._label = check, frozenset(check.parameters), label
        self._visible = [c for name, c in self.controls.items() if show is None or name in show]
        self._wide = label + _WIDGETS
        self._folds = {
            title: Fold(title, [c.widget for c in self._visible if belongs(c.parameter)], self._explain)
            for title, belongs in FOLDS.items()
        }
        self._cards = {group: card for group in GROUPS if (card := self._card(group))}
        super().__init__(self._parts(), layout=layout(), _dom_classes=("rk-console",))

    def _parts(self) -> list[w.Widget]:
        """What is in it, from above."""
        return [*self._cards.values(), *(fold for fold in self._folds.values() if fold.inside)]

    def ask(self, check: Check) -> None:
        """Ask for what some rules ask for besides the book, and for nothing else; what is set stays, and comes back."""
        if check is self._check:
            return
        self._check, tips = check, tooltips(check)
        further = {name: p for name, p in check.parameters.items() if name not in self._book}
        removals, come = self.controls.ask(further, lambda p: Control(p, p.default, tips[p.name], p.name, self._label))
        for control in removals:
            self._take_out(control)
        for control in come:
            self._put_in(control)
        self.children = self._parts()

    def _take_out(self, control: Control) -> None:
        self._visible.remove(control)
        group = control.parameter.group
        card = self._cards[group]
        card.children = tuple(one for one in card.children if one is not control.widget)
        if len(card.children) == 1:  # its heading
            del self._cards[group]

    def _put_in(self, control: Control) -> None:
        self._visible.append(control)
        group = control.parameter.group
        if card := self._cards.get(group):
            card.children = (*card.children, control.widget)
        elif card := self._card(group):
            self._cards[group] = card

    def _explain(self) -> None:
        """What a name does not tell where the rules are unclear; made when that is unfolded."""
        for control in self._visible:
            if control.parameter.group == "ruling":
                control.explain()

    def _card(self, group: str) -> w.Widget | None:
        """The controls of a group that are always in sight, below its heading; ``None`` where there are none."""
        inside = [c.widget for c in self._visible if c.parameter.group == group and not is_folded(c.parameter)]
        if not inside:
            return None
        beginning = self._beginnings[group]
        heading = note(
            f'<span class="rk-heading">{heading_of(group, beginning, self._visible[0].parameter.spelling)}</span>'
        )
        classes = ("rk-group", "rk-whose") if beginning else ("rk-group",)
        return w.VBox([heading, *inside], layout=layout(width=f"{self._wide + 8}px"), _dom_classes=classes)

    def tell(self) -> None:
        """Say beside each fold what in it is not as usual."""
        for title, fold in self._folds.items():
            inside = [c for c in self._visible if c.widget in fold.inside and not c.is_usual]
            changed = ", ".join(c.name for c in inside)
            fold.line.description = f"{title}: {changed}" if changed else title
