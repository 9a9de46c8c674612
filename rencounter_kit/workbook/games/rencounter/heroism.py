"""Heroes: does a man rise above himself, and how does that gift grow and fade from game to game?"""

from collections.abc import Callable
from typing import NamedTuple

from ....engine.dice.dist import Dist
from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.space import NUMBERS, By, graded
from ...rulebook.book import Ruleset

# One game -------------------------------------------------------------------------------------------------------------


def first_roll(throw: Throw, r: Ruleset, experience: int, inspire_at: int) -> Consequence:
    """A low first roll, then a second one against experience as it stands."""

    def second() -> Consequence:
        return throw.split("against experience", r.dice("action"), ((experience, "inspired"),), "ordinary")

    return throw("first roll", r.dice("action"), lambda face: second() if face <= inspire_at else "ordinary")


inspiration = Check(
    "rencounter.inspiration",
    "Is a man inspired?",
    source="Heroes (optional)",
    parameters="heroism.experience heroism.inspire_at",
    dice=first_roll,
    outcomes=graded(("ordinary", "inspired")),
    events={"is inspired": "inspired"},
    wording={"ordinary": "a man like any other"},
    says=(
        "His first action roll under morale must show {inspire_at} or less, before any modifiers.",
        (
            "A second {dice.action} of {experience} or less, with no modifiers, then inspires him: "
            "no more morale checks in this game."
        ),
    ),
)

# From game to game ----------------------------------------------------------------------------------------------------


class Gift(NamedTuple):
    """The highest first roll that inspires by now, and what the result counts so far."""

    level: int
    so_far: int


def play(throw: Throw, r: Ruleset, experience: int, inspire_at: int, games: int, result: str) -> TurnModel:
    """Each game one first roll; success and a second roll raise the level by a step, any failure lowers it."""
    least, most = r["inspiration.limits.least"], r["inspiration.limits.most"]
    step = r["inspiration.step"]

    def game(gift: Gift) -> Dist | Gift:
        def after(inspired: bool) -> Gift:
            level = min(gift.level + step, most) if inspired else max(gift.level - step, least)
            counts = {"inspired": gift.so_far + inspired, "ever_six": int(gift.so_far or level == most)}
            return Gift(level, counts.get(result, 0))

        def first(face: int) -> Dist | Gift:
            if face > gift.level:
                return after(False)
            return throw("against experience", r.dice("action"), lambda second: after(second <= experience))

        return throw("first roll", r.dice("action"), first)

    read: dict[str, Callable[[Gift, str, int | None], int | str]] = {
        "level": lambda gift, end, turns: gift.level,
        "inspired": lambda gift, end, turns: gift.so_far,
        "ever_six": lambda gift, end, turns: "yes" if gift.so_far else "no",
    }
    start = Gift(inspire_at, int(result == "ever_six" and inspire_at == most))
    return TurnModel(start, (game,), lambda gift: None, games, "over", read[result])


heroism = Process(
    "rencounter.heroism",
    "How does a hero fare from game to game?",
    turn="game",
    source="Heroes (optional)",
    parameters="heroism.experience inspire_at games heroism.result",
    play=play,
    outcomes=By("result", {"level": NUMBERS, "inspired": NUMBERS, "ever_six": ("no", "yes")}),
    events={"comes to six": "yes"},
    says=(
        "In the first game a {dice.action} of {inspire_at} or less inspires, if a second one is {experience} or less.",
        "Success raises that number by {inspiration.step}, up to {inspiration.limits.most}; any failure lowers it.",
    ),
)
