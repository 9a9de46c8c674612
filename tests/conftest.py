"""What all tests share: how hypothesis searches (the same examples in every run, and no clock), the command line, patience."""

import pytest
from hypothesis import settings

from rencounter_kit.cli import main

settings.register_profile("steady", max_examples=100, deadline=None, derandomize=True)
settings.load_profile("steady")


@pytest.fixture
def patient(monkeypatch):
    """What a page works out is awaited."""
    monkeypatch.setattr("rencounter_kit.panels.job.PATIENCE", 120)


@pytest.fixture
def run(capsys):
    """Run a command: its exit status, what it printed, what it said on standard error."""

    def command(*words):
        capsys.readouterr()
        status = main([str(word) for word in words])
        said = capsys.readouterr()
        return status, said.out, said.err

    return command
