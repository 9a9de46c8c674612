"""Work in many independent pieces, over any executor; what is done counts once, and what is lost is done again."""

from __future__ import annotations

import ast
import linecache
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager, nullcontext
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

from ..words.errors import RuleError
from ..words.wording import as_text
from .later import has_threads
from .progress import ProgressBar, is_heard, tell

if TYPE_CHECKING:
    from tqdm import tqdm

R = TypeVar("R")


class _Client(Protocol):
    """What a Dask ``Client`` has."""

    def get_executor(self) -> Any: ...


Workers: TypeAlias = Executor | _Client  # who shares the work out

_AHEAD = 64  # pieces handed out at most, so that an interrupt does not leave many behind
_LOOK = 2.0  # seconds after which it is looked whether pieces were cancelled
_SECONDS = 2  # after which a bar is shown that nobody asked for
_TRIES = 3  # of one piece, when those who worked on it died


def as_executor(workers: Workers | None) -> Executor | None:
    """Who shares the work out, as an executor: any ``concurrent.futures.Executor`` and a Dask ``Client`` as they are,
    ``None`` for this process alone. ``RuleError`` for anything else.
    """
    if workers is None or isinstance(workers, Executor):
        return workers
    executor = None if isinstance(workers, type) else getattr(workers, "get_executor", None)
    if not callable(executor) or getattr(workers, "asynchronous", False):
        raise RuleError(
            "executor must be an executor such as concurrent.futures.ProcessPoolExecutor(4), or a Dask Client that is "
            f"not asynchronous; got {as_text(workers)}; leave it out to work in this process alone"
        )
    pool: Executor = executor()
    return pool


def done_in_order(
    function: Callable[..., R],
    tasks: Sequence[tuple[object, ...]],
    executor: Workers | None = None,
    progress: ProgressBar = None,
) -> Iterator[tuple[int, R]]:
    """``function(*task)`` for each task; pairs (number of the task, result), each exactly once, as they are done.

    executor : as ``as_executor`` takes it; none works here. A worker that dies loses nothing: its piece is handed out
        again, and done here when the executor is broken for good, which a warning says.
    progress : true for a bar, false for none, or a function of (done, all); left out, who listens is told, or else a
        bar is shown once it takes two seconds. An error of the function itself is raised at once.
    """
    shared = as_executor(executor)
    with bar(progress, len(tasks)) as report:
        results = (
            _in_this_process(function, tasks, range(len(tasks))) if shared is None else _shared(function, tasks, shared)
        )
        for count, (number, result) in enumerate(results, 1):
            yield number, result
            report(count, len(tasks))


def _in_this_process(
    function: Callable[..., R], tasks: Sequence[tuple[object, ...]], numbers: Iterable[int]
) -> Iterator[tuple[int, R]]:
    for number in numbers:
        yield number, function(*tasks[number])


class _Failure(NamedTuple):
    """What a piece came to that went wrong."""

    error: Exception


def _attempt(function: Callable[..., R], *task: object) -> R | _Failure:
    """What a piece came to, or the error in it; so that whatever else goes wrong is known to be the worker's."""
    try:
        return function(*task)
    except Exception as error:
        return _Failure(error)


def _shared(
    function: Callable[..., R], tasks: Sequence[tuple[object, ...]], executor: Executor
) -> Iterator[tuple[int, R]]:
    """The tasks over an executor, a few ahead at a time."""
    _must_be_guarded(executor)
    waiting = list(range(len(tasks)))[::-1]
    tries = [0] * len(tasks)
    running: dict[Future[R | _Failure], int] = {}
    broken: BaseException | None = None
    try:
        while waiting or running:
            while waiting and len(running) < _AHEAD and not broken:
                number = waiting.pop()
                tries[number] += 1
                try:
                    running[executor.submit(_attempt, function, *tasks[number])] = number
                except Exception as error:  # it takes no more work
                    if _is_read_again():
                        raise
                    waiting.append(number)
                    broken = error
            if not running:
                _warn(len(waiting), len(tasks), broken)
                yield from _in_this_process(function, tasks, reversed(waiting))
                return
            finished, _ = wait(running, _LOOK, FIRST_COMPLETED)
            finished |= {future for future in running if future.cancelled()}
            for future in finished:
                number = running.pop(future)
                try:
                    result = future.result()
                except (Exception, CancelledError) as error:  # the worker is lost, or its result on the way
                    waiting.append(number)
                    broken = broken or (error if tries[number] >= _TRIES else None)
                    continue
                if isinstance(result, _Failure):
                    raise result.error
                yield number, result
    finally:
        for future in running:
            future.cancel()


def _must_be_guarded(executor: Executor) -> None:
    """A process that is not forked reads the script that began it: what stands there outside of any ``if`` would be
    begun by each process again. ``RuleError`` says what such a script must have.
    """
    context = getattr(executor, "_mp_context", None)  # of a pool of processes
    script = vars(sys.modules["__main__"])
    if context is None or context.get_start_method() == "fork" or "__file__" not in script:
        return
    for frame in _frames():
        if frame.f_globals is script and frame.f_code.co_name == "<module>":
            branches = [
                node
                for node in ast.walk(ast.parse("".join(linecache.getlines(frame.f_code.co_filename))))
                if isinstance(node, ast.If)
            ]
            if not any(one.lineno <= frame.f_lineno <= (one.end_lineno or 0) for one in branches):
                raise RuleError(
                    "a script that shares its work among processes must do so below if __name__ == '__main__':; "
                    "got work "
                    f"in line {frame.f_lineno} outside of it, which each process would begin again; move it there"
                )


def _is_read_again() -> bool:
    """Does the script stand here that a process reads which it began itself?"""
    return any(f.f_code.co_name == "<module>" and f.f_globals["__name__"] == "__mp_main__" for f in _frames())


def _warn(left: int, of: int, broken: BaseException | None) -> None:
    """Say to whoever called the package that its workers do not do the work."""
    ours = __name__.partition(".")[0]
    frames = list(_frames())
    above = [frame.f_globals.get("__name__", "").partition(".")[0] for frame in frames]
    level = next((level for level, name in enumerate(above) if name != ours), 1)
    why = f" ({type(broken).__name__}: {as_text(str(broken), 200)})" if broken else ""
    warnings.warn(
        f"the executor takes no more work{why}: {left:,} of {of:,} pieces are worked out in this process instead",
        RuntimeWarning,
        stacklevel=level,
    )


def _frames() -> Iterator[FrameType]:
    """Who called, the nearest first."""
    frame: FrameType | None = sys._getframe()
    while frame:
        yield frame
        frame = frame.f_back


def bar(progress: ProgressBar, count: int) -> AbstractContextManager[Callable[[int, int], object]]:
    """A context that gives a function of (done, all) to tell."""
    by_itself = progress is None and _is_watched() and not is_heard()
    if progress is True or by_itself:
        from tqdm.auto import tqdm

        if not has_threads():
            tqdm.monitor_interval = 0  # it would be a thread
        return _Bar(tqdm(total=count, leave=False, delay=_SECONDS if by_itself else 0))
    return nullcontext(tell if progress is None else progress or (lambda so_far, count: None))


def _is_watched() -> bool:
    """Does a person look at what Python says, in a terminal or a notebook?"""
    return "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())


class _Bar:
    """A tqdm bar as a context that gives a function of (done, all)."""

    def __init__(self, bar: tqdm) -> None:
        self.bar = bar

    def __enter__(self) -> Callable[[int, int], None]:
        return lambda so_far, count: self.bar.update(so_far - self.bar.n)

    def __exit__(self, *_: object) -> None:
        self.bar.close()
