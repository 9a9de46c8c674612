"""A unit under fire: wounds, losses and lost nerve, until it gives way."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from ....engine.dice.dist import Outcome
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.modifiers import inputs, part
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


class UnderFire(NamedTuple):
    """The unit, the shooters, and a shot of theirs."""

    shot: Shot
    shooters: int
    strength: Strength
    turn_limit: int
    result: str


class UnderFireTurns:
    """Each turn every shooter fires, then the unit rolls its nerve: the men by their wounds, then the leader.

    A state is: how many men are up with 0, 1, 2, ... wound points; the leader's wound points; is the unit alarmed; and
    within a turn how many this fire has taken out, or its ``Dread``.
    """

    def __init__(self, throw: Throw, r: Ruleset, under_fire: UnderFire) -> None:
        self.throw, self.numbers, self.of = throw, under_fire, under_fire.strength
        self.lost = self.leader = self.of.lost_points
        self.alarm, self.now = self.lost + 1, self.lost + 2
        self.shoots, self.rolls = shots_at(throw, r, self.of, under_fire.shot), rolls_of(throw, r)

    def turns(self) -> TurnModel:
        """The stand, turn by turn."""
        of, men, start = self.numbers, range(self.lost), self.of.start()
        phases = [
            *[Phase(self.shot, *men, self.leader, self.now, owner="the shooters")] * of.shooters,
            Phase(self.cease_fire, self.alarm, self.now),
            Phase(self.count_losses, *men, self.leader, self.alarm, self.now),
            *[Phase(partial(self.men_roll, points), points, self.alarm, self.now, owner=TARGET) for points in men],
            Phase(self.leader_rolls, self.leader, self.alarm, self.now, owner=TARGET),
        ]
        limit, timed = (lambda: of.turn_limit), (lambda: of.result == "turns")
        return TurnModel(
            (*start.men, start.leader, False, None), phases, self.end, limit, "holds", self.read, timed=timed
        )

    def unit(self, state: Sequence[Outcome], alarmed: bool = False) -> Unit:
        """The unit as it then is."""
        return Unit(tuple(state[: self.lost]), state[self.lost], alarmed)

    def shot(self, *view: Outcome) -> Consequence:
        """One shot at it."""
        hit = self.shoots(self.unit(view), view[-1] or 0)
        return self.throw.after(hit, lambda hit: (*hit[0].men, hit[0].leader, hit[1]))

    def cease_fire(self, alarmed: bool, out: int | None) -> Outcome:
        """Those who have fallen alarm the others."""
        return alarmed or bool(out), None

    def count_losses(self, *state: Outcome) -> Outcome:
        """What its losses add to the rolls that follow."""
        return *state[: self.alarm], False, Dread(self.of.morale(self.unit(state, state[self.alarm])))

    def men_roll(self, points: int, many: int, alarmed: bool, dread: Dread) -> Consequence:
        """The nerve of the men with so many wound points."""

        def after(sum_of: int) -> Outcome:
            fallen = sum_of // DIGIT
            return many - fallen, alarmed or fallen > 0, dread

        return self.throw.after(self.rolls(many, self.of.rolls[points].plus(dread.modifier), False), after)

    def leader_rolls(self, points: int | None, alarmed: bool, dread: Dread) -> Consequence:
        """The nerve of the leader."""
        if points is None or points == self.lost:
            return points, alarmed, None

        def after(fallen: int) -> Outcome:
            return self.lost if fallen else points, alarmed or fallen > 0, None

        return self.throw.after(self.rolls(1, self.of.leads_rolls[points].plus(dread.modifier), False), after)

    def end(self, state: Sequence[Outcome]) -> str | None:
        """How it has ended."""
        if state[self.now] is not None:
            return None
        left = self.unit(state)
        return "gone" if not left.present else "broken" if self.of.gives_way(left) else None

    def read(self, state: Sequence[Outcome], end: str, turns: int | None) -> Outcome:
        """The outcome asked for."""
        if self.numbers.result == "lost":
            return self.of.men + self.of.leads - self.unit(state).present
        return end if self.numbers.result == "end" else turns


def says(r: Ruleset, under_fire: UnderFire) -> list[str]:
    """A turn in words."""
    shot, strength = under_fire.shot, under_fire.strength
    portion, whole = strength.share
    man, leader = strength.losses
    hits = f"needing {needs(r, shot)} to hit" if shot.in_reach else "out of range"
    return [
        (
            f"Each turn {so_many(under_fire.shooters, 'shot')}, {hits}; each wound falls at random on one of "
            f"the men present."
        ),
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
        **inputs("shooters"),
        "strength": strength(),
        **inputs("turn_limit", "result"),
    },
    record=UnderFire,
    play=lambda throw, r, under_fire: UnderFireTurns(throw, r, under_fire).turns(),
    outcomes=By("result", {"end": ENDS, "lost": NUMBERS, "turns": NUMBERS}),
    events={"breaks": ("broken", "gone"), "holds": "holds"},
    derived=unit_acts(),
    says=says,
)
