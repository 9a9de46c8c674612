"""``w``: the widgets of ipywidgets, each of which the page is told of when it is first shown, as it is then. What lies
behind a tab or in a fold costs the page nothing until it is opened, and what is set before is no message of its own.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import TYPE_CHECKING

import ipywidgets

__all__ = ["Late", "late", "w"]
_SENDING = threading.RLock()


class Late:
    """A widget that is sent when something names it to the page: what holds it, once that is sent, or a cell.

    closed : has it been taken off the page?
    """

    closed = False
    comm: object

    def open(self) -> None:
        """Not yet: ipywidgets would send it as it is made."""

    @property
    def model_id(self) -> object:
        """What the page calls it, which has been sent it by then."""
        with _SENDING:
            if self.comm is None and not self.closed:
                self._send_all()
        return super().model_id  # type: ignore[misc]

    def _send_all(self) -> None:
        """As it is now; a job may set something meanwhile, which is sent too."""
        keys = self.keys  # type: ignore[attr-defined]
        sent = {key: getattr(self, key) for key in keys}
        super().open()  # type: ignore[misc]
        if later := [key for key in keys if getattr(self, key) is not sent[key]]:
            self.send_state(later)  # type: ignore[attr-defined]

    def close(self) -> None:
        """Take it off the page, for good."""
        self.closed = True
        super().close()  # type: ignore[misc]

    def _repr_mimebundle_(self, **how: object) -> object:
        _ = self.model_id
        return super()._repr_mimebundle_(**how)  # type: ignore[misc]


@cache
def late(kind: type) -> type:
    """A kind of widget that is sent when it is shown."""
    return type(kind.__name__, (Late, kind), {"__doc__": kind.__doc__, "__module__": kind.__module__})


if TYPE_CHECKING:
    import ipywidgets as w
else:

    class _Widgets:
        """Each kind of ipywidgets by its name, sent late; their common beginnings as they are."""

        Widget, DOMWidget = ipywidgets.Widget, ipywidgets.DOMWidget

        def __getattr__(self, name: str) -> type:
            return late(getattr(ipywidgets, name))

    w = _Widgets()
