"""``--mine FILE``: what is yours, as the app and the pocket edition save it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from ...engine.words.errors import RuleError
from ...engine.words.wording import name_text
from ...workbook.analysis.mine import Mine, mine
from ...workbook.rulebook.layers import Layer


class MineFile(str):
    """The name of such a file, among those of house rules."""

    __slots__ = ()

    @property
    def mine(self) -> Mine:
        """What stands in it; ``RuleError`` where it cannot be read."""
        return mine(Path(self))

    def layers(self, stem: str) -> list[Layer]:
        """The house rules in force for a game."""
        layers = self.mine.rules.get(stem)
        return list(layers.layers) if layers else []


def mine_among(rules: Sequence[str]) -> Mine:
    """What the file of one's own says among the house rules that are named; its games are loaded with it."""
    files = [one for one in rules if isinstance(one, MineFile)]
    if len(files) > 1:
        raise RuleError(f"--mine must be one file here; got {len(files)}; put them together in Yours, and save it")
    return files[0].mine if files else Mine()


def takes_rules(command: argparse.ArgumentParser, purpose: str = "") -> None:
    """Let a command go by house rules, and by such a file in its place among them; ``purpose`` : what they are for."""
    tip = (
        f"house rules{purpose}: a line such as 'fire.range.long = -3', a file of such lines, a code, or the name of a "
        "ready one (rencounter house lists them); may be given again, and a later one wins"
    )
    command.add_argument("--rules", metavar="FILE", action="append", default=[], help=tip)
    tip = "the file that Yours saves, in the app or the pocket edition: your house rules in force, men, games"
    command.add_argument("--mine", metavar="FILE", action="append", dest="rules", type=MineFile, help=tip)


def takes_name(command: argparse.ArgumentParser) -> None:
    """Let a command say whose rules these are."""
    tip = "whose rules it says these are"
    command.add_argument("--from", metavar="NAME", dest="whose", type=name_text, default="", help=tip)
