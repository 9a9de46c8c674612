"""Work in many independent pieces, over any executor; what is done counts once, and what is lost is done again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from .progress import ProgressBar

if TYPE_CHECKING:
    from tqdm import tqdm

R = TypeVar("R")

_AHEAD = 64  # pieces handed out at most, so that an interrupt does not leave many behind
_LOOK = 2.0  # seconds after which it is looked whether pieces were cancelled
_TRIES = 3  # of one piece, when those who worked on it died


def done_in_order(
    function: Callable[..., R],
    tasks: Sequence[tuple[object, ...]],
    executor: Executor | None = None,
    progress: ProgressBar = None,
) -> Iterator[tuple[int, R]]:
    """``function(*task)`` for each task; pairs (number of the task, result), each exactly once, as they are done.

    executor : any ``concurrent.futures.Executor``; none works here. A worker that dies loses nothing: its piece is
    handed out again, and done here when the executor is broken for good. progress : true for a bar, or a function of
    (done, all). An error of the function itself is raised at once.
    """
    with _bar(progress, len(tasks)) as tell:
        results = _here(function, tasks, range(len(tasks))) if executor is None else _shared(function, tasks, executor)
        for done, (number, result) in enumerate(results, 1):
            yield number, result
            tell(done, len(tasks))


def _here(
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
    waiting = list(range(len(tasks)))[::-1]
    tries = [0] * len(tasks)
    running: dict[Future[R | _Failure], int] = {}
    broken = False
    try:
        while waiting or running:
            while waiting and len(running) < _AHEAD and not broken:
                number = waiting.pop()
                tries[number] += 1
                try:
                    running[executor.submit(_attempt, function, *tasks[number])] = number
                except Exception:  # it takes no more work
                    waiting.append(number)
                    broken = True
            if not running:
                yield from _here(function, tasks, reversed(waiting))
                return
            finished, _ = wait(running, _LOOK, FIRST_COMPLETED)
            finished |= {future for future in running if future.cancelled()}
            for future in finished:
                number = running.pop(future)
                try:
                    result = future.result()
                except (Exception, CancelledError):  # the worker is lost, or its result on the way
                    waiting.append(number)
                    broken = broken or tries[number] >= _TRIES
                    continue
                if isinstance(result, _Failure):
                    raise result.error
                yield number, result
    finally:
        for future in running:
            future.cancel()


def _bar(progress: ProgressBar, count: int) -> AbstractContextManager[Callable[[int, int], object]]:
    """A context that gives a function of (done, all) to tell."""
    if progress is True:
        from tqdm.auto import tqdm

        return _Bar(tqdm(total=count, leave=False))
    return nullcontext(progress or (lambda done, count: None))


class _Bar:
    """A tqdm bar as a context that gives a function of (done, all)."""

    def __init__(self, bar: tqdm) -> None:
        self.bar = bar

    def __enter__(self) -> Callable[[int, int], None]:
        return lambda done, count: self.bar.update(done - self.bar.n)

    def __exit__(self, *_: object) -> None:
        self.bar.close()
