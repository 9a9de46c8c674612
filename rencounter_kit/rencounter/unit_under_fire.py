"""A unit under fire: wounds, losses and lost nerve, until it gives way."""

from __future__ import annotations

from typing import Any

from ..modifiers import node, part
from ..parameter import choice, whole, yes_no
from ..process import Play, Process
from ..rules import Ruleset
from ..space import NUMBERS, By
from ..throw import Throw
from ..wording import adjusted
from .fire import SHOT_RULINGS, counted, fire
from .two_men import ACTING, TURN_LIMIT
from .units import ELAN, Unit, strength, throw_nerve, throw_shot

SHOT = tuple(
    fire.parameters[name]
    for name in ("skill", "weapon", "aim_turns", "range_band", "distance", "target_armor", "cover", "posture", "target_speed",
                 "extra_modifier")
)  # fmt: skip
PARAMETERS = (
    whole("men", 1, 20, 4, "Men of the unit, without the leader.", group="figure", unit="men"),
    yes_no("leader", True, "A leader is with them; he may be hit like the others.", group="figure"),
    whole("experience", 1, 6, 4, "1 scum, 2 raw, 3 green, 4 average, 5 veteran, 6 master.", group="figure"),
    whole("leader_experience", 1, 6, 5, "Experience of the leader.", group="figure"),
    ELAN,
    whole("shooters", 1, 40, 4, "Men who fire at the unit, one shot each in every turn.", group="weapon", unit="men"),
    *SHOT,
    TURN_LIMIT,
    choice("result", ("end", "lost", "turns"), "end", "How it ends; how many men and leader are lost; how many turns it takes."),
    *SHOT_RULINGS,
    *ACTING,
)  # fmt: skip
ENDS = ("holds", "broken", "gone")


def play(t: Any, throw: Throw, r: Ruleset) -> Play:
    """Each turn every shooter fires, then the unit rolls its nerve.

    State: the unit; how many this turn's fire has taken out, ``None`` when it is over.
    """

    @throw.cached
    def shot(state: tuple[Unit, int | None]) -> Any:
        return throw_shot(throw, r, t.strength, t.shot, state[0], state[1] or 0)

    @throw.cached
    def nerve(unit: Unit) -> Any:
        return throw.after(throw_nerve(throw, r, t.strength, unit), lambda pair: (pair[0], None))

    def end(state: tuple[Unit, int | None]) -> str | None:
        unit, out = state
        if out is None and not unit.present:
            return "gone"
        return "broken" if out is None and t.strength.gives_way(unit) else None

    read = {
        "end": None,
        "lost": lambda state, end, turns: t.strength.men + t.strength.leads - state[0].present,
        "turns": lambda state, end, turns: turns,
    }[t.result]
    phases = [*[shot] * t.shooters, lambda state: (state[0], None), lambda state: nerve(state[0])]
    return Play((t.strength.start(), None), phases, end, t.turn_limit, "holds", read)


def says(t: Any, r: Ruleset) -> list[str]:
    """A turn in words."""
    portion, whole = t.strength.share
    roll = t.strength.rolls[0]
    return [
        f"Each turn {t.shooters} shots, {f'needing {counted(t.shot)} to hit' if t.shot.in_reach else 'out of reach'}; each wound falls on one of those there, by chance.",
        f"Then each man throws {adjusted('d6', roll.modifier)} against {roll.experience}, worse for wounds.",
        f"After losses that is a morale check: {t.strength.losses[0]:+} for each man lost, {t.strength.losses[1]:+} for the leader.",
        f"The unit breaks when more than {portion}/{whole} of it is lost; serious wounds count as lost.",
    ]


unit_under_fire = Process(
    "rencounter.unit_under_fire",
    "A unit under fire",
    "Fire Combat; Morale; Victory",
    PARAMETERS,
    {
        "shot": part("each shot", fire, PARAMETERS),
        "shooters": node(lambda r, shooters: shooters),
        "strength": strength(),
        "turn_limit": node(lambda r, turn_limit: turn_limit),
        "result": lambda r, result: result,
    },
    play,
    By("result", {"end": ENDS, "lost": NUMBERS, "turns": NUMBERS}),
    {"breaks": ("broken", "gone"), "holds": ("holds",)},
    says=says,
)
