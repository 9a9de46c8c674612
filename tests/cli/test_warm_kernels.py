"""The Python that waits until a page is opened: it has loaded everything, knows the page's folder, and leaves nothing behind."""

import asyncio
import io
import json
import os
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest
from jupyter_client import LocalPortCache

from rencounter_kit.cli import waiting, warm_kernels
from rencounter_kit.cli.warm_kernels import WaitingPython, WarmKernels
from rencounter_kit.rulebook.library import VARIABLE

STANDS_IN = """import os, sys
for line in sys.stdin: print(os.getpid(), flush=True)"""
KERNEL = [sys.executable, "-m", "ipykernel_launcher", "-f", "somewhere"]
TOLD = """import json, os, sys
loaded = "rencounter_kit.panels" in sys.modules and "scipy.sparse" in sys.modules
import rencounter_kit as rk
from rencounter_kit.rulebook.library import games
alone = get_ipython().kernel.parent.poller is None
print(json.dumps([loaded, os.getcwd(), os.environ["OF_THE_PAGE"], "ford" in games(), "" in sys.path, alone, os.getpid()]))"""
PATIENCE = 60


@pytest.fixture
def stand_in(monkeypatch):
    """Another small process waits, which becomes the page's Python itself, as where no process can be copied."""
    monkeypatch.setattr(warm_kernels, "_COMMAND", [sys.executable, "-c", STANDS_IN])
    monkeypatch.setattr(warm_kernels, "_CALM", 0.01)


def until(true):
    """Wait for it."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def in_a_loop(act):
    """Do something that takes turns, in a thread of its own: the browser's tests may have a loop in this one."""
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, act).result()


async def told(kernels, id, code):
    """What a kernel prints."""
    client, said = kernels.get_kernel(id).client(), []
    client.start_channels()
    await client.wait_for_ready()
    await client.execute_interactive(code, output_hook=lambda one: said.append(one["content"].get("text", "")))
    client.stop_channels()
    return json.loads("".join(said))


def test_a_page_gets_a_python_that_has_loaded_everything_and_all_end_with_the_server(tmp_path, monkeypatch):
    (tmp_path / "pages").mkdir()
    (tmp_path / "ford.toml").write_text("")

    async def pages():
        kernels = WarmKernels(root_dir=str(tmp_path))
        named = {"OF_THE_PAGE": "yes", VARIABLE: json.dumps([[str(tmp_path / "ford.toml"), None]])}
        waits = kernels.waiting.pid
        first = await kernels.start_kernel(path="pages", env={**os.environ, **named})
        loaded, folder, variable, own_game, place, alone, process = await told(kernels, first, TOLD)
        assert loaded and variable == "yes" and own_game and place
        assert folder == str(tmp_path / "pages")
        with socket.socket() as taken:  # meanwhile by somebody else
            taken.bind(("127.0.0.1", 0))
            with monkeypatch.context() as here:
                here.setattr(LocalPortCache, "find_available_port", lambda cache, ip: taken.getsockname()[1])
                other = await kernels.start_kernel(path="pages", env={**os.environ, **named})
            another = (await told(kernels, other, TOLD))[-1]
        if waiting.can_copy():
            assert alone and process != waits == kernels.waiting.pid
            os.kill(waits, 9)  # those who have a page do not mind
            assert (await told(kernels, first, TOLD))[-1] == process
        await kernels.shutdown_all()
        return waits, process, another

    for process in in_a_loop(pages()):
        until(lambda process=process: not psutil.pid_exists(process))


@pytest.mark.skipif(not waiting.can_copy(), reason="elsewhere it ends when it has loaded everything")
def test_it_ends_with_the_server_also_while_it_loads():
    with subprocess.Popen(warm_kernels._COMMAND, stdin=subprocess.PIPE) as begun:
        begun.stdin.close()
        assert begun.wait(PATIENCE) == 1


def test_the_one_that_was_used_up_is_followed_by_another(stand_in):
    async def used():
        waits = WaitingPython()
        first = waits.begin()
        assert await waits.be(KERNEL, ".", os.environ) is first
        assert first.poll() is None and waits.pid is None
        await asyncio.sleep(0.05)
        assert waits.pid not in (None, first.pid)
        waits.end()
        assert waits.pid is None and first.poll() is None
        first.kill()
        await asyncio.sleep(0.05)
        assert waits.pid is None

    in_a_loop(used())


def test_one_that_has_died_or_is_out_of_date_is_replaced_when_a_page_is_opened(stand_in, monkeypatch):
    async def replaced():
        waits = WaitingPython()
        died = waits.begin()
        died.kill()
        died.wait()
        second = await waits.be(KERNEL, ".", os.environ)
        third = waits.begin()
        monkeypatch.setattr(warm_kernels, "_newest", lambda: 0)  # a file of the package was written
        fourth = await waits.be(KERNEL, ".", os.environ)
        assert fourth.poll() is None and third.poll() is not None
        assert len({one.pid for one in (died, second, third, fourth)}) == 4
        waits.end()
        for one in (second, fourth):
            one.kill()

    in_a_loop(replaced())


@pytest.mark.parametrize(
    ("command", "environment"),
    [
        (["julia", "kernel.jl"], {}),
        (KERNEL, {"PYTHONPATH": "/elsewhere"}),  # counts only when Python begins
    ],
)
def test_what_it_cannot_become_is_left_to_jupyter(command, environment):
    assert not WaitingPython().can_be(command, {**os.environ, **environment})
    assert WaitingPython().can_be(KERNEL, os.environ)


def test_whoever_says_nothing_is_not_waited_for(stand_in, monkeypatch):
    monkeypatch.setattr(warm_kernels, "_COMMAND", [sys.executable, "-c", "raise SystemExit"])
    assert in_a_loop(WaitingPython().be(KERNEL, ".", os.environ)) is None


def test_where_no_process_is_copied_it_becomes_the_page_s_python_itself(monkeypatch):
    asked = {"command": ["kernel", "-f", "file"], "folder": "pages", "environment": {"A": "b"}}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(asked).encode() + b"\n")))
    became = waiting.wait(copies=False)
    os.close(became.answer)
    assert became._replace(answer=0) == waiting.PagePython(**asked, answer=0)
    assert waiting.wait(copies=False) is None  # nobody is there any more


def test_a_package_has_changed_when_any_file_of_it_has_but_not_what_python_keeps_of_it(tmp_path, monkeypatch):
    package, data = tmp_path / "package", tmp_path / "data"
    monkeypatch.setattr(warm_kernels, "_PACKAGE", package)
    monkeypatch.setattr(warm_kernels, "project_folder", lambda name: data)

    def changed(file):
        before = warm_kernels._newest()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")
        os.utime(file, ns=(before + 1, before + 1))
        return warm_kernels._newest() != before

    for file in (package / "a.py", package / "static" / "b.css", data / "c.toml", data / "house" / "d.toml"):
        assert changed(file), file
    assert not changed(package / "__pycache__" / "a.pyc")
