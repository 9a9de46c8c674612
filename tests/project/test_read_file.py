"""What somebody names is read as text only where it is a plain file, and no more of it than it may be long."""

import os
import tracemalloc
from argparse import Namespace

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.read_file import UnreadError, read_file
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.fronts.cli.luck import _throws
from rencounter_kit.fronts.paper.handout import handout
from rencounter_kit.fronts.teaching.lesson import lesson_of
from rencounter_kit.workbook.rulebook.layers import Layers

READERS = {
    "game": rk.load_game,
    "house rules": lambda file: Layers.load(file, game="rencounter"),
    "lesson": lesson_of,
    "handout": handout,
    "evening": lambda file: _throws(Namespace(line=[], file=str(file))),
}


@pytest.fixture(params=READERS)
def reads(request):
    return READERS[request.param]


def test_a_text_is_read_as_it_stands_there(tmp_path):
    (file := tmp_path / "ford.toml").write_bytes(b"\xef\xbb\xbf" + "Für 1/2".encode() + b"\r\n")
    assert read_file(file, 9) == "Für 1/2\r\n"


@pytest.mark.parametrize("content", [b"\xff\xfe\x00f", b"a\0b", b"\xe4", b"x" * 41])
def test_what_is_no_text_or_too_long_is_not_read(tmp_path, content):
    (file := tmp_path / "ford.toml").write_bytes(content)
    with pytest.raises(
        UnreadError, match="41 bytes, and we read at most 10 characters" if len(content) == 41 else "UTF-8 text"
    ):
        read_file(file, 10)


def test_three_gigabytes_are_refused_by_their_size(reads, tmp_path):
    file = tmp_path / "ford.toml"
    with file.open("wb") as opened:
        opened.truncate(3_000_000_000)
    tracemalloc.start()
    with pytest.raises(RuleError, match="it has 3,000,000,000 bytes"):
        reads(file)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20_000_000


@pytest.mark.timeout(60)
def test_a_pipe_is_not_waited_for_and_what_never_ends_is_not_begun(reads, tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "zeros.toml").symlink_to("/dev/zero")
    for name in ("pipe.toml", "zeros.toml"):
        with pytest.raises(RuleError, match=r"it is no plain file|a game must be a .toml file"):
            reads(tmp_path / name)
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(RuleError, match=r"Is a directory|got none in"):
        reads(tmp_path / "folder.toml")
