"""Units: like men, perhaps with a leader, who are shot at, lose heart and give way. Shared by the fights of units.

A man has 0, 1 or 2 wound points, or is lost: crippled, dead, overcome, or run for good. Whoever is knocked down, where
that counts, must act once before he fires again. Posture and ducking back are left out here.
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
from .knockdown import Knockdown
from .ratings import BOOK
from .shock import knocked_down
from .wound import WOUNDS, points_after

LEADER, FALLEN = "the leader", "one already down"  # who may be hit, beside the men
_DIGIT = 64  # several small counts in one whole number, so that sums of throws are sums of numbers
ELAN = choice(
    "elan", BOOK.names("victory.share"), "usual", "Elan of the unit: how much loss it bears before it gives way."
)


class Unit(NamedTuple):
    """A unit in the middle of a fight.

    men : how many are up with 0, 1, 2, ... wound points. leader : his wound points; as many as make him lost when he
    is; ``None`` when the unit has none. alarmed : must its next action rolls count as morale checks? down : as ``men``,
    how many are down; empty where nobody is knocked down. leader_down : is the leader down?
    """

    men: tuple[int, ...]
    leader: int | None
    alarmed: bool = False
    down: tuple[int, ...] = ()
    leader_down: bool = False

    @property
    def led(self) -> bool:
        """Is the leader still there?"""
        return self.leader is not None and self.leader < len(self.men)

    @property
    def present(self) -> int:
        """Men and leader who are still there."""
        return sum(self.men) + sum(self.down) + self.led


class Shock(NamedTuple):
    """Who of a unit is knocked down by the enemy's fire.

    falls, leader_falls : men and leader unhurt, against that; none where no roll can keep them up. lucky : by wound
    points, does a natural 1 do so?
    """

    falls: Knockdown | None
    leader_falls: Knockdown | None
    lucky: tuple[bool, ...]


class Strength(NamedTuple):
    """What a unit was at the start, and what it takes for it to give way.

    men : without the leader. leads : had it a leader? share : (part, whole) of all whose loss is borne. hurt : wound
    points of a man who still counts. rolls, leads_rolls : action rolls of men and leader by wound points, none without
    him. losses : on the action die in a morale check for each man lost, and for the leader.
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
    shock: Shock | None = None

    def start(self) -> Unit:
        """The unit unhurt."""
        nobody = (0,) * (self.lost_points - 1)
        return Unit((self.men, *nobody), 0 if self.leads else None, down=(0, *nobody) if self.shock else ())

    def gives_way(self, unit: Unit) -> bool:
        """Has it lost more than its share? All count as lost but the unhurt and the lightly wounded."""
        still = (
            sum(unit.men[: self.hurt + 1])
            + sum(unit.down[: self.hurt + 1])
            + (unit.led and (unit.leader or 0) <= self.hurt)
        )
        part, whole = self.share
        return (self.men + self.leads - still) * whole > part * (self.men + self.leads)


Hit = tuple[Unit, int]  # a unit under fire, and how many this very fire has taken out of it so far
Rolls = tuple[Unit, tuple[int, ...]]  # a unit after its action rolls, and how many of each number of wound points act
Sorted = tuple[
    tuple[int, ...], tuple[int, ...], tuple[int, ...]
]  # those up, those who act, those down, by wound points


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
    def falls(wound: str, points: int) -> Dist | Hit:
        return throw_target(throw, r, of, unit, out, wound, points)

    def wounds(struck: str) -> Dist | Hit:
        points = points_after(r, 0, struck, of.death_at) if struck in WOUNDS else 0
        wound = struck if of.shock else ""  # elsewhere wounds of as many points are one
        return falls(wound, min(points, of.lost_points)) if points else (unit, out)

    return throw.after(throw.asked(fire, shot, r), wounds)


def throw_target(throw: Throw, r: Ruleset, of: Strength, unit: Unit, out: int, wound: str, points: int) -> Dist | Hit:
    """Where one wound falls: on one of those who were there when the fire began, each as likely.

    Those whom this very fire has taken out already may be hit again. wound : which knocks down, where that counts.
    """
    lost, shock = len(unit.men), of.shock
    whom = _men_by_wounds(lost)

    def on(who: str) -> Dist | Hit:
        if who == FALLEN:
            return unit, out
        leader = who == LEADER
        lay = unit.leader_down if leader else who not in whom
        at = (unit.leader or 0) if leader else (_men_down(lost) if lay else whom).index(who)
        after = min(lost, at + points)

        def now(down: bool) -> Hit:
            gone = after == lost
            if leader:
                return Unit(unit.men, after, unit.alarmed or gone, unit.down, down and not gone), out + gone
            men = _moved(unit.men, None if lay else at, None if gone or down else after)
            lying = _moved(unit.down, at if lay else None, None if gone or not down else after)
            return Unit(men, unit.leader, unit.alarmed or gone, lying, unit.leader_down), out + gone

        if shock is None or lay or after == lost:
            return now(lay)
        falls = shock.leader_falls if leader else shock.falls
        how = knocked_down(throw, r, wound, after, falls, shock.lucky[after])
        return throw.after(how, lambda how: now(how == "down"))

    return throw("who is hit", _those_present(unit.men, unit.led, out, unit.down), on)


@lru_cache(maxsize=65_536)
def _moved(many: tuple[int, ...], away: int | None, to: int | None) -> tuple[int, ...]:
    """Numbers of men by wound points, with one fewer at one place and one more at another."""
    if away is None and to is None:
        return many
    new = list(many)
    if away is not None:
        new[away] -= 1
    if to is not None:
        new[to] += 1
    return tuple(new)


@lru_cache(maxsize=4096)
def _those_present(men: tuple[int, ...], led: bool, out: int, down: tuple[int, ...] = ()) -> Dist:
    """Whom a wound may hit."""
    up = dict(zip(_men_by_wounds(len(men)), men, strict=True))
    return Dist({**up, **dict(zip(_men_down(len(down)), down, strict=True)), LEADER: int(led), FALLEN: out})


@cache
def _men_by_wounds(many: int) -> tuple[str, ...]:
    """A man at each number of wound points, in words."""
    return ("one unhurt", *(f"one with {n} wound point{'s' * (n > 1)}" for n in range(1, many)))


@cache
def _men_down(many: int) -> tuple[str, ...]:
    """The same of men who are down."""
    return tuple(f"{one}, down" for one in _men_by_wounds(many)) if many else ()


# Nerve ----------------------------------------------------------------------------------------------------------------


def throw_nerve(throw: Throw, r: Ruleset, of: Strength, unit: Unit, fires: bool = True) -> Dist | Rolls:
    """The action rolls of all at once, the leader's among them. Where nobody ``fires`` who acts is not told."""
    lost_men = of.men - unit.present + unit.led
    lost_leader = of.leads and not unit.led
    morale = of.losses[0] * lost_men + of.losses[1] * lost_leader if unit.alarmed else 0

    @throw.cached
    def one(roll: Nerve, told: bool) -> Dist | Outcome:
        counts = {"act": int(told), "overcome": _DIGIT, "rout": _DIGIT}
        return throw_action(roll._replace(modifier=roll.modifier + morale), throw, r, lambda does: counts.get(does, 0))

    @throw.cached
    def rolled(many: int, points: int, told: bool) -> Dist | Outcome:
        return throw.times(many, lambda: one(of.rolls[points], told), says_nerve(many, told))

    def up(points: int, so_far: Sorted) -> Dist | Outcome:
        """The men who are up with so many ``points``, after those with fewer."""
        men, acting, down = so_far

        def counted(sum_of: int) -> Outcome:
            gone, act = divmod(sum_of, _DIGIT)
            return (*men, unit.men[points] - gone), (*acting, act), down

        return throw.after(rolled(unit.men[points], points, fires), counted)

    def lying(points: int, so_far: Sorted) -> Dist | Outcome:
        """The men who are down; whoever acts is up again."""
        men, acting, down = so_far

        def counted(sum_of: int) -> Outcome:
            gone, risen = divmod(sum_of, _DIGIT)
            now = *men[:points], men[points] + risen, *men[points + 1 :]
            return now, acting, (*down, unit.down[points] - gone - risen)

        return throw.after(rolled(unit.down[points], points, True), counted)

    def leads(so_far: Sorted) -> Dist | Rolls:
        (men, acting, down), leader = so_far, unit.leader
        shaken = sum(men) + sum(down) < sum(unit.men) + sum(unit.down)
        if leader is None or not unit.led:
            return Unit(men, leader, shaken, down), acting

        def counted(sum_of: int) -> Rolls:
            if sum_of >= _DIGIT:
                return Unit(men, len(men), True, down), acting
            if unit.leader_down:
                return Unit(men, leader, shaken, down, not sum_of), acting
            among = (*acting[:leader], acting[leader] + 1, *acting[leader + 1 :]) if sum_of else acting
            return Unit(men, leader, shaken, down), among

        return throw.after(one(of.leads_rolls[leader], fires or unit.leader_down), counted)

    lead: Dist | Outcome = ((), (), ())
    for points in range(len(unit.men)):
        lead = throw.after(lead, partial(up, points))
    for points in range(len(unit.down)):
        lead = throw.after(lead, partial(lying, points))
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
