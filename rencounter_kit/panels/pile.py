"""The layers below the one that is being written: switched on and off, put in order, taken back to be edited."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import NamedTuple

import ipywidgets as w

from ..layers import Layer, Layers
from ..rules import figure_text
from .page import note
from .turns import in_turn


class Placed(NamedTuple):
    """A layer on the pile, and whether it counts."""

    layer: Layer
    on: bool = True


class Pile(w.VBox):  # type: ignore[misc]
    """Layers in order, the first at the bottom. ``layers`` are those that count; ``changed`` is called after each change,
    ``edit`` with a layer that is to be taken off and written on."""

    def __init__(self, changed: Callable[[], None], edit: Callable[[Layer], None]) -> None:
        self._changed, self._edit = changed, edit
        self.placed: list[Placed] = []
        self._rows, self._conflicts = w.VBox(), note()
        super().__init__([self._rows, self._conflicts])
        self._build()

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers that count, from the bottom."""
        return tuple(one.layer for one in self.placed if one.on)

    @in_turn
    def add(self, layer: Layer) -> None:
        """A layer on top; one of the same name gives way."""
        self.set([one for one in self.placed if one.layer.name != layer.name] + [Placed(layer)])

    def remove(self, layer: Layer) -> None:
        """Take a layer off."""
        self.set([one for one in self.placed if one.layer is not layer])

    @in_turn
    def set(self, placed: list[Placed]) -> None:
        """Other layers."""
        self.placed = placed
        self._build()
        self._changed()

    def show(self, together: Layers) -> None:
        """Say where layers want different figures."""
        told = []
        for path, wanted in together.conflicts.items():
            *others, (name, value) = wanted
            rest = ", ".join(f"{who} says {figure_text(v)}" for who, v in others)
            told.append(
                f"<code>{html.escape(path)}</code>: {html.escape(f'{name} holds with {figure_text(value)}; {rest}')}"
            )
        self._conflicts.value = f'<p class="rk-mark">{"<br>".join(told)}</p>' if told else ""

    def _build(self) -> None:
        rows = [self._row(number, one) for number, one in enumerate(self.placed)]
        empty = note(
            '<span class="rk-hint">No layers yet: take a ready one, or put your lines here to keep them.</span>'
        )
        self._rows.children = tuple(rows) or (empty,)

    def _row(self, number: int, one: Placed) -> w.Widget:
        layer = one.layer
        on = w.Checkbox(one.on, indent=False, tooltip=f"Use {layer.name}", layout=w.Layout(width="24px"))
        on.observe(lambda change: self._replace(number, Placed(layer, change["new"])), "value")
        by = f", by {layer.author}" if layer.author else ""
        said = note(
            f"<b>{html.escape(layer.name + by)}</b> {html.escape(layer.note)}<br>"
            f"<code>{html.escape(layer.lines).replace(chr(10), '<br>')}</code>"
        )
        said.layout = w.Layout(width="206px")
        buttons = [
            self._button("arrow-up", f"{layer.name}: one place up", number > 0, lambda: self._swap(number - 1)),
            self._button("arrow-down", f"{layer.name}: one place down", number < len(self.placed) - 1, lambda: self._swap(number)),
            self._button("pencil", f"Edit {layer.name}", True, lambda: self._edit(layer)),
            self._button("times", f"Remove {layer.name}", True, lambda: self._replace(number, None)),
        ]  # fmt: skip
        row = w.HBox([on, said, *buttons], layout=w.Layout(align_items="flex-start"))
        row.add_class("rk-pile")
        if not one.on:
            row.add_class("rk-off")
        return row

    def _button(self, icon: str, tip: str, can: bool, act: Callable[[], None]) -> w.Button:
        made = w.Button(icon=icon, tooltip=tip, disabled=not can, layout=w.Layout(width="36px"))
        made.on_click(lambda _: act())
        return made

    @in_turn
    def _replace(self, number: int, one: Placed | None) -> None:
        placed = list(self.placed)
        placed[number : number + 1] = [one] if one is not None else []
        self.set(placed)

    @in_turn
    def _swap(self, number: int) -> None:
        placed = list(self.placed)
        placed[number], placed[number + 1] = placed[number + 1], placed[number]
        self.set(placed)


def named(layer: Layer, taken: list[str]) -> Layer:
    """The layer with a name that no other has."""
    number, name = 2, layer.name
    while name in taken:
        name, number = f"{layer.name[:70]} {number}", number + 1
    return layer if name == layer.name else Layer(layer.game, layer.changes, name, layer.author, layer.note)
