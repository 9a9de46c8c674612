"""Units: like men, perhaps with a leader, who are shot at, lose heart and give way. Shared by the fights of units.

A man stands at 0, 1 or 2 wound points, or is lost: crippled, dead, overcome, or run for good. Shock, posture and
ducking back are left out here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from math import floor
from typing import NamedTuple

from ...dice.dist import Dist, Outcome
from ...dice.throw import Throw
from ...mechanics.modifiers import Node, node
from ...mechanics.parameter import choice
from ...rulebook.book import Ruleset
from .acting import Nerve, activation, throw_action
from .fire import Shot, fire
from .ratings import BOOK
from .wound import WOUNDS, points_after

LEADER, FALLEN = "the leader", "one already down"  # who may be hit, beside the men
_DIGIT = 64  # several small counts in one whole number, so that sums of throws are sums of numbers
ELAN = choice(
    "elan", BOOK.names("victory.share"), "usual", "Elan of the unit: how much loss it bears before it gives way."
)


class Unit(NamedTuple):
    """A unit in the middle of a fight.

    men : how many are at 0, 1, 2, ... wound points. leader : his wound points; as many as make him lost when he is;
    ``None`` when the unit has none. alarmed : must its next action rolls count as morale checks?
    """

    men: tuple[int, ...]
    leader: int | None
    alarmed: bool = False

    @property
    def led(self) -> bool:
        """Is the leader still there?"""
        return self.leader is not None and self.leader < len(self.men)

    @property
    def present(self) -> int:
        """Men and leader who are still there."""
        return sum(self.men) + self.led


class Strength(NamedTuple):
    """What a unit was at the start, and what it takes for it to give way.

    men : without the leader. leads : had it a leader? share : (part, whole) of all whose loss is borne. hurt : wound
    points of a man who still counts. rolls, leads_rolls : action rolls of men and leader by wound points, none without him. losses : on
    the action die in a morale check for each man lost, and for the leader.
    """

    men: int
    leads: bool
    share: tuple[int, int]
    hurt: int
    lost_points: int
    death_at: int
    rolls: tuple[Nerve, ...]
    leads_rolls: tuple[Nerve, ...]
    losses: tuple[int, int]

    def start(self) -> Unit:
        """The unit unhurt."""
        return Unit((self.men, *[0] * (self.lost_points - 1)), 0 if self.leads else None)

    def gives_way(self, unit: Unit) -> bool:
        """Has it lost more than its share? All count as lost but the unhurt and the lightly wounded."""
        still = sum(unit.men[: self.hurt + 1]) + (unit.led and (unit.leader or 0) <= self.hurt)
        part, whole = self.share
        return (self.men + self.leads - still) * whole > part * (self.men + self.leads)


Hit = tuple[Unit, int]  # a unit under fire, and how many this very fire has taken out of it so far
Rolls = tuple[Unit, tuple[int, ...]]  # a unit after its action rolls, and how many of each number of wound points act


def of_unit(
    r: Ruleset,
    men: int,
    leader: bool,
    experience: int,
    leader_experience: int,
    elan: str,
    death_at: int,
    master_acts: str,
    natural_one_acts_max_wounds: int,
    overcome_shifts_with_quality: bool,
) -> Strength:
    """The strength of a unit."""
    lost = min(r["morale.reach.lost_points"], death_at)
    rulings = master_acts, natural_one_acts_max_wounds, overcome_shifts_with_quality
    rolls, leads = (
        tuple(activation(r, rating, points, *rulings) for points in range(lost))
        for rating in (experience, leader_experience)
    )
    losses = r["morale.man_lost"], r["morale.leader_lost"]
    share, still = r[f"victory.share.{elan}"], r["victory.fit"]
    return Strength(men, leader, share, still, lost, death_at, rolls, leads if leader else (), losses)


def strength(side: str = "") -> Node:
    """The same as a target number; ``side`` such as "a_" where there are two units."""
    return node(of_unit, **{name: f"{side}{name}" for name in ("men", "leader", "experience", "leader_experience")})


def reload_turns(r: Ruleset, weapon: str) -> int:
    """Turns of reloading after the fire of a unit; a half turn is done in the turn of firing, and magazines last."""
    return 0 if r[f"fire.weapon.{weapon}.shots"] > 1 else floor(r[f"fire.weapon.{weapon}.reload"])


# Shots ----------------------------------------------------------------------------------------------------------------


def throw_shot(throw: Throw, r: Ruleset, of: Strength, shot: Shot, unit: Unit, out: int) -> Dist | Hit:
    """One shot at a unit, as in ``rencounter.fire``. out : how many this very fire has taken out so far."""

    @throw.cached
    def falls(points: int) -> Dist | Hit:
        return throw_target(throw, unit, out, points)

    def wounds(struck: str) -> Dist | Hit:
        points = points_after(r, 0, struck, of.death_at) if struck in WOUNDS else 0
        return falls(min(points, of.lost_points)) if points else (unit, out)

    return throw.after(throw.asked(fire, shot, r), wounds)


def throw_target(throw: Throw, unit: Unit, out: int, points: int) -> Dist | Hit:
    """Where one wound falls: on one of those who were there when the fire began, each as likely.

    Those whom this very fire has taken out already may be hit again.
    """
    lost = len(unit.men)
    whom = _men_by_wounds(lost)

    def on(who: str) -> Hit:
        if who == FALLEN:
            return unit, out
        if who == LEADER:
            after = min(lost, (unit.leader or 0) + points)
            return Unit(unit.men, after, unit.alarmed or after == lost), out + (after == lost)
        at = whom.index(who)
        men = list(unit.men)
        men[at] -= 1
        down = at + points >= lost
        if not down:
            men[at + points] += 1
        return Unit(tuple(men), unit.leader, unit.alarmed or down), out + down

    return throw("who is hit", _those_present(unit.men, unit.led, out), on)


@lru_cache(maxsize=4096)
def _those_present(men: tuple[int, ...], led: bool, out: int) -> Dist:
    """Whom a wound may hit."""
    return Dist({**dict(zip(_men_by_wounds(len(men)), men, strict=True)), LEADER: int(led), FALLEN: out})


@cache
def _men_by_wounds(many: int) -> tuple[str, ...]:
    """A man at each number of wound points, in words."""
    return ("one unhurt", *(f"one with {n} wound point{'s' * (n > 1)}" for n in range(1, many)))


# Nerve ----------------------------------------------------------------------------------------------------------------


def throw_nerve(throw: Throw, r: Ruleset, of: Strength, unit: Unit, fires: bool = True) -> Dist | Rolls:
    """The action rolls of all at once; the leader is one of those who act. Where nobody ``fires`` who acts is not told."""
    lost_men = of.men - sum(unit.men)
    lost_leader = of.leads and not unit.led
    morale = of.losses[0] * lost_men + of.losses[1] * lost_leader if unit.alarmed else 0

    @throw.cached
    def one(roll: Nerve) -> Dist | Outcome:
        counts = {"act": int(fires), "overcome": _DIGIT, "rout": _DIGIT}
        return throw_action(roll._replace(modifier=roll.modifier + morale), throw, r, lambda does: counts.get(does, 0))

    def rolls(points: int, so_far: tuple[tuple[int, ...], tuple[int, ...]]) -> Dist | Outcome:
        """The men at ``points``, after those with fewer: who is left, and who acts."""
        men, acting = so_far

        def counted(sum_of: int) -> Outcome:
            gone, act = divmod(sum_of, _DIGIT)
            return (*men, unit.men[points] - gone), (*acting, act)

        return throw.after(rolled(points), counted)

    @throw.cached
    def rolled(points: int) -> Dist | Outcome:
        many = unit.men[points]
        return throw.times(many, lambda: one(of.rolls[points]), says_nerve(many, fires))

    def leads(so_far: tuple[tuple[int, ...], tuple[int, ...]]) -> Dist | Rolls:
        (men, acting), leader = so_far, unit.leader
        if leader is None or not unit.led:
            return Unit(men, leader, men != unit.men), acting

        def counted(sum_of: int) -> Rolls:
            if sum_of >= _DIGIT:
                return Unit(men, len(men), True), acting
            among = (*acting[:leader], acting[leader] + 1, *acting[leader + 1 :]) if sum_of else acting
            return Unit(men, leader, men != unit.men), among

        return throw.after(one(of.leads_rolls[leader]), counted)

    lead: Dist | Outcome = ((), ())
    for points in range(len(unit.men)):
        lead = throw.after(lead, partial(rolls, points))
    return throw.after(lead, leads)


def says_nerve(many: int, fires: bool = True) -> Callable[[Sequence[int]], str]:
    """What sums of the action rolls of so many men mean, in words: who is lost; and who acts, where that matters."""

    def says(sums: Sequence[int]) -> str:
        acting: dict[int, list[int]] = {}
        for gone, act in (divmod(sum_of, _DIGIT) for sum_of in sums):
            acting.setdefault(gone, []).append(act)
        lines: list[str] = []
        for gone, acts in acting.items():
            lost = f"{gone} lost" if gone else "nobody lost"
            acted = f"{_counts(acts)} act{'s' * (acts in ([0], [1]))}"
            lines.append(lost if not fires or len(acts) == many - gone + 1 else f"{lost}, {acted}" if gone else acted)
        return " or ".join(lines)

    return says


def _counts(numbers: Sequence[int]) -> str:
    low, high = numbers[0], numbers[-1]
    if low == high:
        return str(low) if low else "nobody"
    return f"{low} to {high}" if len(numbers) > high - low else " or ".join(map(str, numbers))
