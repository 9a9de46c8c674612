"""A unit under fire: wounds, losses and lost nerve, until it gives way."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...dice.dist import Dist, Outcome
from ...dice.throw import Throw
from ...mechanics.modifiers import given, part
from ...mechanics.parameter import choice, whole, yes_no
from ...mechanics.play import Play
from ...mechanics.process import Phase, Process
from ...mechanics.space import NUMBERS, By
from ...rulebook.book import Ruleset
from ...wording import so_many
from .acting import acts_on
from .fire import SHOT_RULINGS, Shot, fire, needs
from .ratings import experience
from .two_men import ACTING, TURN_LIMIT
from .units import ELAN, Strength, Unit, nerve_of, shots_at, strength

SHOT = (
    "skill",
    "weapon",
    "aim_turns",
    "range_band",
    "distance",
    "target_armor",
    "cover",
    "posture",
    "target_speed",
    "extra_modifier",
)
PARAMETERS = (
    whole("men", 1, 20, 4, "Men of the unit, not counting the leader.", group="figure", unit="men"),
    yes_no("leader", True, "They have a leader, who may be hit like the others.", group="figure"),
    experience(group="figure"),
    experience("leader_experience", "The leader's experience.", "veteran", group="figure"),
    ELAN,
    whole(
        "shooters", 1, 40, 4, "Number of men firing at the unit, one shot each per turn.", group="weapon", unit="men"
    ),
    *(fire.parameters[name] for name in SHOT),
    TURN_LIMIT,
    choice(
        "result",
        ("end", "lost", "turns"),
        "end",
        "end: how it ends; lost: how many are lost, the leader among them; turns: how many turns it takes.",
    ),
    *SHOT_RULINGS,
    *ACTING,
)
ENDS = ("holds", "broken", "gone")


class UnderFire(NamedTuple):
    """A unit under fire: the shots of each turn, the unit, and when it is over."""

    shot: Shot
    shooters: int
    strength: Strength
    turn_limit: int
    result: str


State = tuple[Unit, int | None]  # the unit; how many this turn's fire has taken out, none when it is over


def play(t: UnderFire, throw: Throw, r: Ruleset) -> Play:
    """Each turn every shooter fires, then the unit rolls its nerve."""

    shoots, rolls = shots_at(throw, r, t.strength, t.shot), nerve_of(throw, r, t.strength)

    def shot(unit: Unit, out: int | None) -> Dist | State:
        return shoots(unit, out or 0)

    def nerve(unit: Unit) -> Dist | Unit:
        return rolls(unit, False, lambda after, _: after)

    def end(state: State) -> str | None:
        unit, out = state
        if out is None and not unit.present:
            return "gone"
        return "broken" if out is None and t.strength.gives_way(unit) else None

    asked: dict[str, Callable[[State, str, int | None], Outcome]] = {
        "end": lambda state, end, turns: end,
        "lost": lambda state, end, turns: t.strength.men + t.strength.leads - state[0].present,
        "turns": lambda state, end, turns: turns,
    }

    def read(state: State, end: str, turns: int | None) -> Outcome:
        return asked[t.result](state, end, turns)

    phases = [*[Phase(shot, 0, 1)] * t.shooters, Phase(lambda out: None, 1), Phase(nerve, 0)]
    return Play((t.strength.start(), None), phases, end, lambda: t.turn_limit, "holds", read)


def says(t: UnderFire, r: Ruleset) -> list[str]:
    """A turn in words."""
    portion, whole = t.strength.share
    man, leader = t.strength.losses
    hits = f"needing {needs(t.shot, r)} to hit" if t.shot.in_reach else "out of range"
    return [
        f"Each turn {so_many(t.shooters, 'shot')}, {hits}; each wound falls at random on one of the men present.",
        f"Then each man rolls: unhurt he {acts_on(t.strength.rolls[0], r)}, and with wounds it is harder.",
        f"After losses it is also a morale check: {man:+} for each man lost, {leader:+} for the leader.",
        f"The unit breaks when more than {portion}/{whole} of it is lost; serious wounds count as lost.",
    ]


unit_under_fire = Process(
    "rencounter.unit_under_fire",
    "Does the unit hold under fire?",
    source="Fire Combat; Morale; Victory",
    parameters=PARAMETERS,
    targets={
        "shot": part("each shot", fire, PARAMETERS),
        **given("shooters"),
        "strength": strength(),
        **given("turn_limit", "result"),
    },
    play=play,
    outcomes=By("result", {"end": ENDS, "lost": NUMBERS, "turns": NUMBERS}),
    events={"breaks": ("broken", "gone"), "holds": "holds"},
    says=says,
)
