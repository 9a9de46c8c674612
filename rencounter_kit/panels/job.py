"""Work behind a panel: what is quick is there at once; what takes longer shows how far it is, and can be stopped."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any
from weakref import WeakSet

import ipywidgets as w

from ..progress import telling
from .page import note

PATIENCE = 0.5  # seconds after which the work is shown, with a button to stop it
_OFTEN = 0.1  # seconds between two moves of the bar
_LEAVING = 20.0  # seconds that the end of Python waits for the piece under way
_JOBS: WeakSet[Job] = WeakSet()

Step = tuple[Callable[[], Any], Callable[[Any], None]]  # work something out; show it


class StoppedError(Exception):
    """The work is not wanted any more."""


class Job:
    """One piece of work at a time; a new one takes the place of what still runs. ``widget`` is empty while all is quick."""

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._bar = w.FloatProgress(value=0.0, min=0.0, max=1.0, layout=w.Layout(width="240px"))
        self._said = note()
        stop = w.Button(description="Stop", icon="stop", tooltip="Stop working on this", layout=w.Layout(width="84px"))
        stop.on_click(lambda _: self.stop())
        self.widget = w.HBox([self._bar, self._said, stop], layout=w.Layout(display="none", align_items="center"))
        self.widget.add_class("rk-job")
        self._left: list[Step] = []  # not done yet
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()
        self._showing = threading.RLock()
        self._turn = threading.RLock()  # pages may call from several threads
        _JOBS.add(self)

    def run(self, steps: Sequence[Step]) -> None:
        """Work the steps out one after another, each shown when it is there; back when the first is, or takes long."""
        with self._turn:
            self._end()
            self._left = list(steps)
            stopped, first = threading.Event(), threading.Event()
            thread = threading.Thread(target=self._work, args=(stopped, first), daemon=True)
            thread.start()
            self._stopped, self._thread = stopped, thread
        first.wait(PATIENCE)

    def also(self, step: Step) -> None:
        """One step more, after those that are not done yet; the work begins again at the one that was under way."""
        with self._turn:
            self._end()
            steps = [*self._left, step]
        self.run(steps)

    def stop(self) -> None:
        """Leave the work; what is shown stays."""
        with self._turn:
            self._end()
            self._left = []
            self.widget.layout.display = "none"

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the work is done."""
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(seconds)

    def _end(self) -> None:
        self._stopped.set()
        self.wait()

    def _work(self, stopped: threading.Event, first: threading.Event) -> None:
        try:
            with telling(self._teller(stopped)):
                while self._left:
                    work_out, show = self._left[0]
                    found = work_out()
                    with self._showing:
                        if stopped.is_set():
                            return
                        show(found)
                        self._left.pop(0)
                    first.set()
        except StoppedError:
            return
        except Exception as error:
            with self._showing:
                if not stopped.is_set():
                    self._left = []
                    self._failed(error)
        finally:
            with self._showing:
                if not stopped.is_set():
                    self.widget.layout.display = "none"
            first.set()

    def _teller(self, stopped: threading.Event) -> Callable[[int, int | None], None]:
        began = last = monotonic()

        def tell(done: int, of: int | None) -> None:
            nonlocal last
            if stopped.is_set():
                raise StoppedError
            now = monotonic()
            if now - began > PATIENCE and now - last > _OFTEN:
                last = now
                self.widget.layout.display = "flex"
                if of:
                    self._bar.value = done / of
                    self._said.value = f"{done:,} of {of:,}"
                else:
                    self._said.value = f"{done:,} states worked out"

        return tell


@atexit.register
def _leave() -> None:
    """Leave all work: Python would abort if it ended while a thread reads a font."""
    left = list(_JOBS)
    for job in left:
        job._stopped.set()
    end = monotonic() + _LEAVING
    for job in left:
        job.wait(max(0.0, end - monotonic()))
