"""Heroism: how a man's gift for rising above himself grows and fades from game to game."""

from __future__ import annotations

from typing import Any

from ..modifiers import node
from ..parameter import choice, whole
from ..process import Play, Process
from ..rules import Ruleset
from ..space import NUMBERS, By
from ..throw import Throw
from .acting import D6, FIGURE


def play(t: Any, throw: Throw, r: Ruleset) -> Play:
    """Each game one first roll; success and a second roll raise the level by a step, any failure lowers it.

    State: the level, and what the result counts so far.
    """
    least, most, step = (
        r[path] for path in ("inspiration.limits.least", "inspiration.limits.most", "inspiration.step")
    )

    def game(state: tuple[int, int]) -> Any:
        level, counted = state

        def second(face: int) -> tuple[int, int]:
            risen = min(level + step, most) if face <= t.experience else max(level - step, least)
            return risen, count(counted, risen, face <= t.experience)

        def first(face: int) -> Any:
            if face <= level:
                return throw("against experience", D6, second)
            fallen = max(level - step, least)
            return fallen, count(counted, fallen, False)

        return throw("first roll", D6, first)

    def count(counted: int, level: int, inspired: bool) -> int:
        if t.result == "inspired":
            return counted + inspired
        return int(counted or level == most) if t.result == "ever_six" else 0

    read = {
        "level": lambda state, end, turns: state[0],
        "inspired": lambda state, end, turns: state[1],
        "ever_six": lambda state, end, turns: "yes" if state[1] else "no",
    }[t.result]
    start = (t.inspire_at, int(t.result == "ever_six" and t.inspire_at == most))
    return Play(start, (game,), lambda state: None, t.games, "over", read)


def says(t: Any, r: Ruleset) -> list[str]:
    """A game in words."""
    return [
        f"In the first game a natural {t.inspire_at} or less inspires when a second die is {t.experience} or less.",
        f"Success raises that number by {r['inspiration.step']} for the next game (to {r['inspiration.limits.most']} at most), any failure lowers it.",
    ]


heroism = Process(
    "rencounter.heroism",
    "A hero's games",
    "Heroes (optional)",
    (
        FIGURE[0],
        whole("inspire_at", 1, 6, 1, "Highest first roll that inspires in the first game.", group="figure"),
        whole("games", 1, 30, 10, "Games played.", unit="games"),
        choice("result", ("level", "inspired", "ever_six"), "level",
               "The highest first roll that inspires after these games; how often he was inspired; did it ever come to six."),
    ),
    {
        "experience": node(lambda r, experience: experience),
        "inspire_at": node(lambda r, inspire_at: inspire_at),
        "games": node(lambda r, games: games),
        "result": lambda r, result: result,
    },
    play,
    By("result", {"level": NUMBERS, "inspired": NUMBERS, "ever_six": ("no", "yes")}),
    {"comes to six": ("yes",)},
    says=says,
)  # fmt: skip
