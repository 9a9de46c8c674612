"""The rule sets in use below the one that you write: switch them on and off, reorder them, take them back to edit."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import NamedTuple

from ....workbook.rulebook.book import figure_text
from ....workbook.rulebook.layers import Layer, Layers
from ..late import w
from ..page import in_turn, note


class PlacedLayer(NamedTuple):
    """A layer on the pile, and whether it counts."""

    layer: Layer
    on: bool = True


class Pile(w.VBox):  # type: ignore[misc]
    """Layers in order, the first at the bottom.

    layers : those that count.
    changed : is called after each change.
    edit : is called with a layer to take off and edit.
    """

    def __init__(self, changed: Callable[[], None], edit: Callable[[Layer], None]) -> None:
        self._changed, self._edit = changed, edit
        self.placed_layers: list[PlacedLayer] = []
        self._rows, self._conflicts = w.VBox(), note()
        super().__init__([self._rows, self._conflicts])
        self._build()

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers that count, from the bottom."""
        return tuple(one.layer for one in self.placed_layers if one.on)

    @in_turn
    def add(self, layer: Layer) -> None:
        """A layer on top; one of the same name gives way."""
        self.set([one for one in self.placed_layers if one.layer.name != layer.name] + [PlacedLayer(layer)])

    def remove(self, layer: Layer) -> None:
        """Take a layer off."""
        self.set([one for one in self.placed_layers if one.layer is not layer])

    @in_turn
    def set(self, layers: list[PlacedLayer]) -> None:
        """Other layers."""
        self.placed_layers = layers
        self._build()
        self._changed()

    def show(self, together: Layers) -> None:
        """Show where layers want different figures."""
        conflicts = []
        for path, values in together.conflicts.items():
            *others, (name, value) = values
            rest = ", ".join(f"{who} says {figure_text(v)}" for who, v in others)
            conflicts.append(
                f"<code>{html.escape(path)}</code>: {html.escape(f'{name} wins with {figure_text(value)}; {rest}')}"
            )
        self._conflicts.value = f'<p class="rk-mark">{"<br>".join(conflicts)}</p>' if conflicts else ""

    def _build(self) -> None:
        rows = [self._row(number, one) for number, one in enumerate(self.placed_layers)]
        empty = note('<span class="rk-hint">None yet. Add ready rules, or save your lines as a set.</span>')
        self._rows.children = tuple(rows) or (empty,)

    def _row(self, number: int, one: PlacedLayer) -> w.Widget:
        layer = one.layer
        on = w.Checkbox(one.on, indent=False, tooltip=f"Use {layer.name}", layout=w.Layout(width="24px"))
        on.observe(lambda change: self._replace(number, PlacedLayer(layer, change["new"])), "value")
        by = f", by {layer.author}" if layer.author else ""
        text = note(
            f"<b>{html.escape(layer.name + by)}</b> {html.escape(layer.note)}<br>"
            f"<code>{html.escape(layer.lines).replace(chr(10), '<br>')}</code>"
        )
        text.layout = w.Layout(flex="1 1 160px", min_width="0")
        name, last = layer.name, len(self.placed_layers) - 1
        buttons = [
            self._button("arrow-up", f"Move {name} up", number > 0, lambda: self._swap(number - 1)),
            self._button("arrow-down", f"Move {name} down", number < last, lambda: self._swap(number)),
            self._button("pencil", f"Edit {name}", True, lambda: self._edit(layer)),
            self._button("times", f"Remove {name}", True, lambda: self._replace(number, None)),
        ]
        row = w.HBox([on, text, *buttons], layout=w.Layout(align_items="flex-start"))
        row.add_class("rk-pile")
        if not one.on:
            row.add_class("rk-off")
        return row

    def _button(self, icon: str, tip: str, can: bool, act: Callable[[], None]) -> w.Button:
        button = w.Button(icon=icon, tooltip=tip, disabled=not can, layout=w.Layout(width="36px"))
        button.on_click(lambda _: act())
        return button

    @in_turn
    def _replace(self, number: int, one: PlacedLayer | None) -> None:
        layers = list(self.placed_layers)
        layers[number : number + 1] = [one] if one is not None else []
        self.set(layers)

    @in_turn
    def _swap(self, number: int) -> None:
        layers = list(self.placed_layers)
        layers[number], layers[number + 1] = layers[number + 1], layers[number]
        self.set(layers)
