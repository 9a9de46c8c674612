"""The app for everybody at home: who is let in, and how they learn of it."""

import io
import socket
import sys

import pytest

from rencounter_kit.cli import home_network, pages
from rencounter_kit.cli.main import main
from rencounter_kit.errors import RuleError
from rencounter_kit.panels.here import who_opens

AT_HOME = "192.168.1.20"


@pytest.fixture
def served(monkeypatch):
    """How servers were begun, without one."""
    begun = []
    monkeypatch.setattr(pages, "_serve", lambda *how: begun.append(how) or 0)
    monkeypatch.setattr(pages, "own_address", lambda: AT_HOME)
    monkeypatch.setattr(pages, "_must_be_free", lambda port, at: None)
    monkeypatch.delenv("JUPYTER_TOKEN", raising=False)
    return begun


def test_the_home_network_comes_in_by_a_link_with_a_token_and_a_code(served, capsys):
    assert main(["app", "--lan", "--no-browser"]) == 0
    ((_, _, _, options, environment, _, port, at),) = served
    said, token = capsys.readouterr().out, environment["JUPYTER_TOKEN"]
    assert at == AT_HOME and len(token) > 20 and token not in " ".join(options)
    assert said.splitlines()[-2] == f"http://{AT_HOME}:{port}/?token={token}"
    assert "can run Python on this computer" in said and "▄▄▄▄▄" in said
    assert main(["app", "--lan", "--no-browser"]) == 0
    assert served[1][4]["JUPYTER_TOKEN"] != token


def test_without_it_only_this_machine_does(served, capsys):
    assert main(["app", "--no-browser"]) == 0
    assert served[0][-1] == "127.0.0.1" and served[0][4]["JUPYTER_TOKEN"] and capsys.readouterr().out == ""


def test_a_token_that_is_there_is_kept(served, monkeypatch, capsys):
    monkeypatch.setenv("JUPYTER_TOKEN", "ours")
    main(["app", "--lan", "--no-browser"])
    assert capsys.readouterr().out.endswith("token=ours\n\n")


def test_a_console_that_cannot_show_the_code_shows_the_link(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    said = home_network.invitation(AT_HOME, 8866, "ours")
    assert said.isascii() and f"http://{AT_HOME}:8866/?token=ours" in said


@pytest.mark.parametrize("address", ["127.0.0.1", ""])
def test_a_machine_without_a_network_says_so(monkeypatch, address):
    class Alone(socket.socket):
        def connect(self, _):
            if not address:
                raise OSError("no route")

        def getsockname(self):
            return address, 0

    monkeypatch.setattr(socket, "socket", Alone)
    with pytest.raises(RuleError, match="must have a network; got none; try again"):
        home_network.own_address()


def test_of_a_link_it_is_told_who_can_open_it():
    assert "on this computer alone" in who_opens("http://127.0.0.1:8866/voila/render/start_here.ipynb?check=a.b")
    said = who_opens(f"http://{AT_HOME}:8866/voila/render/start_here.ipynb?check=a.b")
    assert f"the app at {AT_HOME} has let in" in said and "alone" not in said
