"""Work behind a panel: what is quick is there at once; what takes longer shows its progress, and can be stopped."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Any, TypeVar
from weakref import WeakSet

from ...engine.words.errors import RuleError
from ...engine.work.later import has_threads
from ...engine.work.progress import telling
from .in_place import IN_PLACE, Hear, PutByError, StoppedError
from .late import w
from .page import in_a_row, layout, note

PATIENCE = 0.5  # seconds after which the work is shown, with a button to stop it
_OFTEN = 0.1  # seconds between two moves of the bar
_GROWS = 0.25  # seconds between two looks at what grows
_LEAVING = 20.0  # seconds that the end of Python waits for the piece under way
_JOBS: WeakSet[Job] = WeakSet()

Value = TypeVar("Value")
# Work something out; show it. What grows is an iterator: of each time more, and of the whole in the end.
Step = tuple[Callable[[], Any], Callable[[Any], None]]


def or_error(work_out: Callable[[], Value]) -> Callable[[], Value | RuleError]:
    """The same work; where there is no answer, the error that says why."""

    def attempt() -> Value | RuleError:
        try:
            return work_out()
        except RuleError as error:
            return error

    return attempt


def growing_or_error(work_out: Callable[[], Iterator[Value]]) -> Callable[[], Iterator[Value | RuleError]]:
    """The same for what grows."""

    def attempt() -> Iterator[Value | RuleError]:
        try:
            yield from work_out()
        except RuleError as error:
            yield error

    return attempt


class Job:
    """One piece of work at a time; a new one takes the place of what still runs. ``widget`` is hidden while all is
    quick.

    on_stop : is called when a person has stopped it.
    """

    def __init__(self, on_error: Callable[[Exception], None], on_stop: Callable[[], None] = lambda: None) -> None:
        self._on_error, self._on_stop = on_error, on_stop
        self._bar = w.FloatProgress(value=0.0, min=0.0, max=1.0, layout=layout(width="240px"))
        self._progress = note()
        stop = w.Button(description="Stop", icon="stop", tooltip="Stop working on this", layout=layout(width="84px"))
        stop.on_click(lambda _: self._on_stop_click())
        hidden = w.Layout(display="none", align_items="center")
        self.widget = in_a_row([self._bar, self._progress, stop], hidden, "rk-job")
        self._remaining: list[Step] = []
        self._growing: tuple[Iterator[Any], Any] | None = None  # what grows and was put by, and how far it had come
        self._began = self._last_report = 0.0
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()
        self._showing = threading.RLock()
        self._turn = threading.RLock()  # pages may call from several threads
        _JOBS.add(self)

    def run(self, steps: Sequence[Step]) -> None:
        """Work the steps out in order, each shown when it is ready; returns when the first is, or takes long."""
        with self._turn:
            self._end()
            self._remaining, self._growing, self._began = list(steps), None, monotonic()
            stopped, first = threading.Event(), threading.Event()
            self._stopped = stopped
            if not has_threads():
                IN_PLACE.begin(lambda hear: self._work(stopped, first, hear), PATIENCE)
                return
            thread = threading.Thread(target=self._work, args=(stopped, first), daemon=True)
            thread.start()
            self._thread = thread
        first.wait(PATIENCE)

    def also(self, step: Step) -> None:
        """One more step, after those still to do; the work begins again at the one that was under way."""
        with self._turn:
            self._end()
            steps = [*self._remaining, step]
        self.run(steps)

    def then(self, steps: Sequence[Step]) -> None:
        """More steps after those still to do; called while one of them is shown."""
        self._remaining.extend(steps)

    def stop(self) -> None:
        """Give the work up; what is shown stays."""
        with self._turn:
            self._end()
            self._remaining = []
            self.widget.layout.display = "none"

    def _on_stop_click(self) -> None:
        self.stop()
        self._on_stop()

    @property
    def is_at_work(self) -> bool:
        """Is anything still to be done?"""
        return bool(self._remaining)

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the work is done."""
        if not has_threads():
            self._work(self._stopped, threading.Event())
        elif self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(seconds)

    def _end(self) -> None:
        self._stopped.set()
        if has_threads():
            self.wait()

    def _work(self, stopped: threading.Event, first: threading.Event, hear: Hear = lambda _: None) -> bool:
        """What remains to do; true when that is over.

        hear : is called again and again, and may put the work by.
        """
        was_slow = False
        try:
            with telling(self._teller(stopped, hear)):
                while self._remaining and not stopped.is_set():
                    work_out, show = self._remaining[0]
                    result = self._growing[0] if self._growing else work_out()
                    if isinstance(result, Iterator):
                        result = self._grown(result, show, stopped, first, hear)
                    with self._showing:
                        if stopped.is_set():
                            return True
                        show(result)
                        self._remaining.pop(0)
                    first.set()
                    if self._remaining:
                        hear(True)
        except PutByError:
            was_slow = True
        except StoppedError:
            return True
        except Exception as error:
            with self._showing:
                if not stopped.is_set():
                    self._remaining = []
                    self._on_error(error)
        finally:
            with self._showing:
                if not stopped.is_set():
                    self.widget.layout.display = "flex" if was_slow else "none"
            first.set()
        return not was_slow

    def _grown(
        self,
        grows: Iterator[Any],
        show: Callable[[Any], None],
        stopped: threading.Event,
        first: threading.Event,
        hear: Hear,
    ) -> Any:
        """The whole of what grows; now and then it is shown as far as it has come."""
        result = None
        if self._growing:
            (_, result), self._growing = self._growing, None
        else:
            self._last_report = monotonic()
        for result in grows:
            if monotonic() - self._last_report > _GROWS:
                with self._showing:
                    if stopped.is_set():
                        raise StoppedError
                    show(result)
                first.set()
                self._last_report = monotonic()
            self._growing = grows, result
            hear(True)
            self._growing = None
        return result

    def _teller(self, stopped: threading.Event, hear: Hear) -> Callable[[int, int | None], None]:
        last = 0.0

        def tell(count: int, of: int | None) -> None:
            nonlocal last
            if stopped.is_set():
                raise StoppedError
            now = monotonic()
            if now - self._began > PATIENCE and now - last > _OFTEN:
                last = now
                self.widget.layout.display = "flex"
                if of:
                    self._bar.value = count / of
                    self._progress.value = f"{count:,} of {of:,}"
                else:
                    self._progress.value = f"{count:,} states worked out"
            hear(False)

        return tell


@atexit.register
def give_up_all() -> None:
    """Give all work up: Python would abort if it ended while a thread reads a font."""
    jobs = list(_JOBS)
    for job in jobs:
        job._stopped.set()
    end = monotonic() + _LEAVING
    for job in jobs:
        job.wait(max(0.0, end - monotonic()))
