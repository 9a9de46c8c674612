"""Panels where there are no threads, as in a browser alone: what is quick is there at once, the rest goes on in slices,
and stops.
"""

import asyncio
import threading
from types import SimpleNamespace

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit.engine.work.progress import tell
from rencounter_kit.fronts.panels import in_place, job
from rencounter_kit.fronts.panels.job import Job
from tests.widgets import all_widgets


@pytest.fixture
def place(monkeypatch):
    """No thread can begin; what takes longer than a moment is put by."""

    def cannot(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", cannot)
    monkeypatch.setattr(job, "has_threads", lambda: False)
    monkeypatch.setattr(job, "IN_PLACE", in_place.InPlace())
    return job.IN_PLACE


@pytest.fixture
def hurried(place, monkeypatch):
    """Nothing is quick."""
    monkeypatch.setattr(job, "PATIENCE", -1)
    monkeypatch.setattr(in_place, "_SLICE", -1)
    return place


class Kernel:
    """Python behind a page in a browser: it is told of a press, and runs cells."""

    def __init__(self):
        self.comm_manager = SimpleNamespace(comm_msg=lambda *message: message[-1]())
        self.ran = []

    async def run(self, code):
        self.ran.append(code)


@pytest.fixture
def kernel(hurried, monkeypatch):
    """One that can stand still; ``meanwhile`` is what the page does then, once."""
    kernel = Kernel()
    kernel.meanwhile = []

    def pause():
        if kernel.meanwhile:
            kernel.meanwhile.pop()()
        return True

    monkeypatch.setattr(in_place, "_kernel", lambda: kernel)
    monkeypatch.setattr(in_place, "_pause", lambda: pause)
    return kernel


def fails(error):
    raise error


def following(count, done):
    """Work that tells how far it is; what it has done goes into the list."""

    def work_out():
        for number in range(count):
            done.append(number)
            tell(number, count)
        return "whole"

    return work_out


async def _all_done(work):
    for _ in range(1000):
        if not work._remaining:
            return
        await asyncio.sleep(0)
    raise AssertionError("the work does not end")


def test_what_is_quick_is_there_at_once(place):
    views = []
    Job(fails).run([(following(3, []), views.append), (lambda: iter([1, 2]), views.append)])
    assert views == ["whole", 2]


def test_errors_are_told(place):
    messages = []
    Job(messages.append).run([(lambda: 1 / 0, print)])
    assert [type(error) for error in messages] == [ZeroDivisionError]


def test_without_anything_that_calls_later_the_work_goes_on_to_its_end(hurried):
    views = []
    Job(fails).run([(following(3, []), views.append), (lambda: 4, views.append)])
    assert views == ["whole", 4]


def test_what_takes_long_shows_how_far_it_is_and_goes_on_later(hurried):
    views, done = [], []

    async def page():
        work = Job(fails)
        work.run([(lambda: 1, views.append), (following(3, done), views.append)])
        assert views == [1] and not done and work.widget.layout.display == "flex"
        await _all_done(work)
        assert views == [1, "whole"] and done == [0, 1, 2] and work.widget.layout.display == "none"

    asyncio.run(page())


def test_what_grows_goes_on_where_it_was(hurried, monkeypatch):
    monkeypatch.setattr(job, "_GROWS", -1)
    made, views = [], []

    def grows():
        for number in range(4):
            made.append(number)
            yield number

    async def page():
        work = Job(fails)
        work.run([(grows, views.append)])
        assert views == [0]
        await _all_done(work)
        assert made == [0, 1, 2, 3] and views == [0, 1, 2, 3, 3]

    asyncio.run(page())


def test_stop_ends_what_goes_on_later(hurried):
    views = []

    async def page():
        work = Job(fails)
        work.run([(lambda: 1, views.append), (lambda: 2, views.append), (lambda: 3, views.append)])
        while len(views) < 2:
            await asyncio.sleep(0)
        work.stop()
        assert work.widget.layout.display == "none"
        await asyncio.sleep(0.02)
        assert views == [1, 2]

    asyncio.run(page())


def test_new_work_takes_the_place_of_the_old_and_waiting_ends_it(hurried):
    views = []

    async def page():
        work = Job(fails)
        work.run([(lambda: "old", views.append), (lambda: "older", views.append)])
        work.run([(lambda: "new", views.append)])
        work.also((lambda: "newer", views.append))
        work.wait()
        assert views == ["old", "new", "newer"]
        await asyncio.sleep(0.02)
        assert views == ["old", "new", "newer"]

    asyncio.run(page())


def test_stop_is_heard_in_the_midst_of_a_step(kernel):
    views, done = [], []

    async def page():
        work = Job(fails)
        work.run([(lambda: 1, views.append), (following(5, done), views.append)])
        stop = work.widget.children[-1]
        kernel.meanwhile = [lambda: kernel.comm_manager.comm_msg(stop.click)]
        await _all_done(work)
        await asyncio.sleep(0.02)
        assert views == [1] and done == [0] and work.widget.layout.display == "none"

    asyncio.run(page())


def test_another_act_is_followed_when_the_step_has_made_room_and_then_it_begins_again(kernel):
    views, done, acts = [], [], []

    async def page():
        work = Job(fails)
        work.run([(lambda: 1, views.append), (following(2, done), views.append)])
        kernel.meanwhile = [lambda: kernel.comm_manager.comm_msg(lambda: acts.append(job.IN_PLACE._standing))]
        await _all_done(work)
        assert acts == [False] and done == [0, 0, 1] and views == [1, "whole"]

    asyncio.run(page())


class Begun:
    """A cell that a page begins while work stands still: it waits, and goes on when that is over."""

    def __init__(self, cell):
        self.cell, self.free = cell, cell.send(None)

    def __await__(self):
        yield from self.free
        try:
            while True:
                yield self.cell.send(None)
        except StopIteration:
            return


async def whole(begun):
    await begun


def test_a_cell_waits_for_the_step_to_make_room_and_work_for_the_cell(kernel):
    done, ran, steps = [], [], []

    async def cell(code):
        assert not job.IN_PLACE._standing
        for _ in range(20):
            steps.append(list(done))
            await asyncio.sleep(0)

    async def page():
        work = Job(fails)
        kernel.run = cell
        work.run([(lambda: 1, print), (following(3, done), print)])
        kernel.meanwhile = [lambda: ran.append(asyncio.ensure_future(whole(Begun(kernel.run("cell")))))]
        await _all_done(work)
        await asyncio.gather(*ran)

    asyncio.run(page())
    assert steps == [[0]] * 20 and done == [0, 0, 1, 2]


def test_work_that_begins_while_other_work_stands_still_waits(kernel):
    views, done = [], []

    async def page():
        work, other = Job(fails), Job(fails)
        work.run([(lambda: 1, views.append), (following(2, done), views.append)])
        kernel.meanwhile = [lambda: other.run([(lambda: "other", views.append)])]
        await _all_done(work)
        assert views == [1, "other", "whole"]

    asyncio.run(page())


def test_a_panel_says_the_same_without_threads(request):
    def tabs():
        panel = rk.panel("rencounter.fire")
        for title in ("Why", "Compare", "Luck"):
            panel.tabs.turn_to(title)
            panel.wait()
            yield title, [one.value for one in all_widgets(panel) if isinstance(one, w.HTML)]

    with_threads = dict(tabs())
    request.getfixturevalue("place")
    assert dict(tabs()) == with_threads
