"""A unit under fire: wounds, losses and lost nerve, until it gives way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.throw import Targets, Throw
from ....engine.words.wording import so_many
from ...mechanics.modifiers import given, part
from ...mechanics.processes.process import Phase, Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.space import NUMBERS, By
from ...rulebook.book import Ruleset
from .acting import acts_on
from .fire import SHOT_RULINGS, Shot, fire, needs
from .two_men import ACTING
from .units import DIGIT, Strength, Unit, rolls_of, shots_at, strength, unit_acts

PARAMETERS = (
    "unit_under_fire.men leader unit_under_fire.experience leader_experience elan unit_under_fire.shooters",
    "skill weapon aim_turns range_band distance target_armor cover posture target_speed extra_modifier",
    "turn_limit unit_under_fire.result",
    SHOT_RULINGS,
    ACTING,
)
ENDS = ("holds", "broken", "gone")
TARGET = "the unit"


class Dread(NamedTuple):
    """What its losses add to the unit's action rolls of this turn."""

    modifier: int


def play(t: Targets, throw: Throw, r: Ruleset) -> TurnModel:
    """Each turn every shooter fires, then the unit rolls its nerve: the men by their wounds, then the leader.

    A state is: how many men are up with 0, 1, 2, ... wound points; the leader's wound points; is the unit alarmed; and
    within a turn how many this fire has taken out, or its ``Dread``.
    """
    of: Strength = t.strength
    lost = of.lost_points
    shoots, rolls = shots_at(throw, r, of, t.shot), rolls_of(throw, r)
    leader, alarm, now = lost, lost + 1, lost + 2

    def unit(state: Sequence[Outcome], alarmed: bool = False) -> Unit:
        return Unit(tuple(state[:lost]), state[lost], alarmed)

    def shot(*seen: Outcome) -> Dist | Outcome:
        hit = shoots(unit(seen), seen[-1] or 0)
        return throw.after(hit, lambda hit: (*hit[0].men, hit[0].leader, hit[1]))

    def cease_fire(alarmed: bool, out: int | None) -> Outcome:
        return alarmed or bool(out), None

    def count_losses(*state: Outcome) -> Outcome:
        return *state[:alarm], False, Dread(of.morale(unit(state, state[alarm])))

    def men_roll(points: int) -> Phase:
        """The men with so many wound points."""

        def roll(many: int, alarmed: bool, dread: Dread) -> Dist | Outcome:
            def after(sum_of: int) -> Outcome:
                gone = sum_of // DIGIT
                return many - gone, alarmed or gone > 0, dread

            return throw.after(rolls(many, of.rolls[points].plus(dread.modifier), False), after)

        return Phase(roll, points, alarm, now, whose=TARGET)

    def leader_rolls(points: int | None, alarmed: bool, dread: Dread) -> Dist | Outcome:
        if points is None or points == lost:
            return points, alarmed, None

        def after(gone: int) -> Outcome:
            return lost if gone else points, alarmed or gone > 0, None

        return throw.after(rolls(1, of.leads_rolls[points].plus(dread.modifier), False), after)

    def end(state: Sequence[Outcome]) -> str | None:
        if state[now] is not None:
            return None
        left = unit(state)
        return "gone" if not left.present else "broken" if of.gives_way(left) else None

    asked: dict[str, Callable[[Sequence[Outcome], str, int | None], Outcome]] = {
        "end": lambda state, end, turns: end,
        "lost": lambda state, end, turns: of.men + of.leads - unit(state).present,
        "turns": lambda state, end, turns: turns,
    }

    def read(state: Sequence[Outcome], end: str, turns: int | None) -> Outcome:
        return asked[t.result](state, end, turns)

    men, start = range(lost), of.start()
    phases = [
        *[Phase(shot, *men, leader, now, whose="the shooters")] * t.shooters,
        Phase(cease_fire, alarm, now),
        Phase(count_losses, *men, leader, alarm, now),
        *map(men_roll, men),
        Phase(leader_rolls, leader, alarm, now, whose=TARGET),
    ]
    return TurnModel(
        (*start.men, start.leader, False, None),
        phases,
        end,
        lambda: t.turn_limit,
        "holds",
        read,
        timed=lambda: t.result == "turns",
    )


def says(r: Ruleset, shot: Shot, shooters: int, strength: Strength) -> list[str]:
    """A turn in words."""
    portion, whole = strength.share
    man, leader = strength.losses
    hits = f"needing {needs(r, shot)} to hit" if shot.in_reach else "out of range"
    return [
        f"Each turn {so_many(shooters, 'shot')}, {hits}; each wound falls at random on one of the men present.",
        f"Then each man rolls: unhurt he {acts_on(r, strength.rolls[0])}, and with wounds it is harder.",
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
    derived=unit_acts(),
    says=says,
)
