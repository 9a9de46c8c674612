"""A command of the command line: its name, what it runs, and what all of them take."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import NoReturn, Protocol

from ...engine.words.errors import RuleError
from .mine_file import takes_rules
from .own_game import takes_game

SETTING_FORM = "NAME=VALUE"
Run = Callable[[argparse.Namespace], int | None]


class CommandParser(argparse.ArgumentParser):
    """Errors in one line, exit status 2."""

    def error(self, message: str) -> NoReturn:
        message = message.replace(f", {SETTING_FORM}", "")  # which need not be there
        message = re.sub(r"^argument (\S+): it must", r"\1 must", message)
        raise RuleError(f"{message}; try {self.prog} --help")


class AddCommand(Protocol):
    """Adds a command; what it takes besides is added to the parser that comes back."""

    def __call__(
        self, name: str, run: Run, help: str, *, asks: bool = True, own_games: bool = True
    ) -> argparse.ArgumentParser:
        """name : of the command.
        run : does what it is for.
        help : what it is for, in a line.
        asks : does it begin with a check and its parameters?
        own_games : does it know games of one's own?
        """


def adding(commands: argparse._SubParsersAction[CommandParser]) -> AddCommand:
    """Adds commands to these."""

    def command(
        name: str, run: Run, help: str, *, asks: bool = True, own_games: bool = True
    ) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=help, description=help)
        one.set_defaults(run=run)
        if own_games:
            takes_game(one)
        if asks:
            one.add_argument("id", help="a check, such as rencounter.fire")
            one.add_argument("given", nargs="*", metavar=SETTING_FORM, help="parameters, such as skill=5")
            takes_rules(one)
        return one

    return command
