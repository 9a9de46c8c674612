"""The book and the die that all chapters share."""

from __future__ import annotations

from ...mechanics.modifiers import Node, node, refuse
from ...rulebook.book import Ruleset, rules

STEM = "rencounter"
BOOK = rules(STEM)


def refuse_faces(name: str, most: range) -> Node:
    """Dice that show more than can be made of them."""

    def other_faces(r: Ruleset) -> None:
        faces, written = r.dice(name).faces, r[f"dice.{name}"]
        refuse(
            not {*faces} <= {*most},
            f"dice.{name} must show {most[0]} to {most[-1]} at most; got {written}, which shows {faces[0]} to {faces[-1]}",
        )

    return node(other_faces)
