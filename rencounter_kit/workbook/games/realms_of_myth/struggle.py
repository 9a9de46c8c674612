"""Several hands on one object: who ends up with it?"""

from functools import partial
from string import ascii_uppercase

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.modifiers import refuse
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...rulebook.book import Ruleset
from .tasks import on_task, roll

MOST = 8  # hands that it is asked for
LETTERS = tuple(ascii_uppercase[:MOST])
Holders = tuple[str, ...]  # those who still hold on, by their letters
BROKEN: Holders = ("breaks",)


def modifiers(r: Ruleset, chances: tuple[int, ...], str_mods: tuple[int, ...] | None) -> tuple[int, ...]:
    """A modifier for each; none where none is given."""
    mods = (0,) * len(chances) if str_mods is None else str_mods
    refuse(
        len(mods) != len(chances),
        f"str_mods must be as many as chances, {len(chances)}; got {len(mods)}; try one for each, or none",
    )
    return mods


def play(
    throw: Throw, r: Ruleset, chances: tuple[int, ...], str_mods: tuple[int, ...], object_stp: int, break_chance: int
) -> TurnModel:
    """A turn is a segment (CS): the object may break, then all try to hold on."""
    chance = dict(zip(LETTERS, chances, strict=False))
    pull = dict(zip(LETTERS, str_mods, strict=False))
    may_break = break_chance >= r.dice("task").faces[0]

    def grip(holders: Holders, place: int, grips: Holders) -> Consequence:
        """Those from ``place`` on still roll."""
        if place == len(holders):
            return grips
        who = holders[place]
        others = partial(grip, holders, place + 1)
        return roll(throw, r, f"{who} holds on", chance[who], partial(others, (*grips, who)), partial(others, grips))

    def segment(holders: Holders) -> Consequence:
        hold = partial(grip, holders, 0, ())
        if not may_break or sum(pull[who] for who in holders) < object_stp:
            return hold()
        return roll(throw, r, "breaking", break_chance, BROKEN, hold)

    def end(holders: Holders) -> str | None:
        return None if len(holders) > 1 else holders[0] if holders else "flies_off"

    return TurnModel(LETTERS[: len(chances)], [segment], end, unfinished="endless")


def says(r: Ruleset, chances: tuple[int, ...], object_stp: int, break_chance: int) -> list[str]:
    """Each one's chance, and when it may break."""
    rolls = [f"{who} {on_task(r, 'keeps hold', chance)}." for who, chance in zip(LETTERS, chances, strict=False)]
    breaks = f"Each CS it {on_task(r, 'breaks', break_chance)} while the STR modifiers on it reach {object_stp}."
    return [
        *rolls,
        *([breaks] if break_chance >= r.dice("task").faces[0] else []),
        "Anyone who fails lets go; the last to hold on has it.",
    ]


object_struggle = Process(
    "realms_of_myth.object_struggle",
    "Who wrests the object from the others?",
    turn="segment",
    source="Movement: Some Special Considerations",
    parameters="chances str_mods object_stp break_chance",
    targets={"str_mods": modifiers},
    play=play,
    outcomes=(*LETTERS, "flies_off", "breaks", "endless"),
    events={"A gets it": "A", "somebody gets it": LETTERS, "nobody gets it": ("flies_off", "breaks", "endless")},
    says=says,
)
