"""Units: like men, perhaps with a leader, who are shot at, lose heart and give way. Shared by the fights of units.

A man has 0, 1 or 2 wound points, or is lost: crippled, dead, overcome, or run for good. Whoever is knocked down, where
that counts, must act once before he fires again. Posture and ducking back are left out here.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from math import floor
from typing import NamedTuple

from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.throw import Consequence, Targets, Throw
from ...mechanics.modifiers import InnerSum, Node, node
from ...rulebook.book import Ruleset
from .acting import LOSSES, Nerve, action_rolls_of, activation, throw_action
from .fire import Shot, fire
from .shock import knocked_down
from .wound import WOUNDS, points_after

LEADER, FALLEN = "the leader", "one already down"  # who may be hit, beside the men
DIGIT = 64  # several small counts in one whole number, so that sums of throws are sums of numbers


class Unit(NamedTuple):
    """A unit in the middle of a fight.

    men : how many are up with 0, 1, 2, ... wound points.
    leader : his wound points; as many as make him lost when he is; ``None`` when the unit has none.
    alarmed : must its next action rolls count as morale checks?
    down : as ``men``, how many are down; empty where nobody is knocked down.
    leader_down : is the leader down?
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

    falls, leader_falls : men and leader unhurt, against that; none where no roll can keep them up.
    lucky : by wound points, does a natural 1 do so?
    """

    falls: Targets | None
    leader_falls: Targets | None
    lucky: tuple[bool, ...]


class Strength(NamedTuple):
    """What a unit was at the start, and what it takes for it to give way.

    men : without the leader.
    leads : had it a leader?
    share : (part, whole) of all whose loss is borne.
    hurt : wound points of a man who still counts.
    rolls, leads_rolls : action rolls of men and leader by wound points, none without him.
    losses : on the action die in a morale check for each man lost, and for the leader.
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

    def morale(self, unit: Unit) -> int:
        """What its losses do to the action rolls of an alarmed unit."""
        lost_men = self.men - unit.present + unit.led
        lost_leader = self.leads and not unit.led
        return self.losses[0] * lost_men + self.losses[1] * lost_leader if unit.alarmed else 0


Hit = tuple[Unit, int]  # a unit under fire, and how many this very fire has taken out of it so far
Acting = tuple[int, ...]  # how many act, by wound points


def of_unit(
    r: Ruleset,
    men: int,
    leader: bool,
    elan: str,
    death_at: int,
    men_act: tuple[Nerve, ...],
    leader_acts: tuple[Nerve, ...],
) -> Strength:
    """The strength of a unit."""
    lost = min(r["morale.reach.lost_points"], death_at)
    losses = r["morale.man_lost"], r["morale.leader_lost"]
    share, still = r[f"victory.share.{elan}"], r["victory.fit"]
    leads = leader_acts[:lost] if leader else ()
    return Strength(men, leader, share, still, lost, death_at, men_act[:lost], leads, losses)


def strength(side: str = "") -> Node:
    """The same as a target number; ``side`` such as "a_" where there are two units. The check works out
    ``unit_acts``.
    """
    return node(of_unit, **{name: f"{side}{name}" for name in ("men", "leader", "men_act", "leader_acts")})


def unit_acts(side: str = "") -> tuple[InnerSum, InnerSum]:
    """The action rolls of its men, and of its leader."""
    unit, of = side.replace("_", " "), f" of {side[0].upper()}" if side else ""
    return (
        action_rolls_of(activation, side, f"the men{of}", f"{unit}men act", decides=LOSSES),
        action_rolls_of(
            activation, side, f"the leader{of}", f"{unit}leader acts", experience="leader_experience", decides=LOSSES
        ),
    )


def reload_turns(r: Ruleset, weapon: str) -> int:
    """Turns of reloading after the fire of a unit; a half turn is done in the turn of firing, and magazines last."""
    return 0 if r[f"fire.weapon.{weapon}.shots"] > 1 else floor(r[f"fire.weapon.{weapon}.reload"])


# Shots ----------------------------------------------------------------------------------------------------------------


def shots_at(throw: Throw, r: Ruleset, of: Strength, shot: Shot) -> Callable[[Unit, int], Dist | Hit]:
    """One shot at the unit as it then is, as in ``rencounter.fire``, and how many this very fire has taken
    out so far.
    """

    @throw.cached
    def strikes() -> Consequence:
        """The wound, where it tells, and its points; no points for none."""

        def wound(struck: str) -> tuple[str, int]:
            points = points_after(r, 0, struck, of.death_at) if struck in WOUNDS else 0
            return struck if of.shock and points else "", min(points, of.lost_points)

        return throw.after(throw.dice_of(fire, shot, r), wound)

    def shoots(unit: Unit, out: int) -> Dist | Hit:
        def on(wound: tuple[str, int]) -> Dist | Hit:
            return throw_target(throw, r, of, unit, out, *wound) if wound[1] else (unit, out)

        return throw.after(strikes(), on)

    return shoots


def throw_target(throw: Throw, r: Ruleset, of: Strength, unit: Unit, out: int, wound: str, points: int) -> Dist | Hit:
    """Where one wound falls: on one of those who were there when the fire began, each as likely.

    Those whom this very fire has taken out already may be hit again.

    wound : which knocks down, where that counts.
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
            falls_now = after == lost
            if leader:
                return Unit(
                    unit.men, after, unit.alarmed or falls_now, unit.down, down and not falls_now
                ), out + falls_now
            men = _moved(unit.men, None if lay else at, None if falls_now or down else after)
            lying = _moved(unit.down, at if lay else None, None if falls_now or not down else after)
            return Unit(men, unit.leader, unit.alarmed or falls_now, lying, unit.leader_down), out + falls_now

        if shock is None or lay or after == lost:
            return now(lay)
        falls = shock.leader_falls if leader else shock.falls
        how = knocked_down(throw, r.of_side("b"), wound, after, falls, shock.lucky[after])
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


def rolls_of(throw: Throw, r: Ruleset) -> Callable[[int, Nerve, bool], Consequence]:
    """The action rolls of so many men who are alike: how many are lost for good and, ``with_actors``, how many
    act; both in one number, which ``divmod(number, DIGIT)`` parts.
    """

    @throw.cached
    def one(roll: Nerve, with_actors: bool) -> Consequence:
        counts = {"act": int(with_actors), "overcome": DIGIT, "rout": DIGIT}
        return throw_action(throw, r, roll, lambda does: counts.get(does, 0))

    @throw.cached
    def several(many: int, roll: Nerve, with_actors: bool) -> Consequence:
        return throw.times(many, lambda: one(roll, with_actors), says_nerve(many, with_actors))

    return several


def nerve_of(
    throw: Throw, r: Ruleset, of: Strength
) -> Callable[[Unit, bool, Callable[[Unit, Acting], Outcome]], Consequence]:
    """The action rolls of all of the unit at once, as it then is; ``then`` says what becomes of the unit and those who
    act. Where nobody fires who acts is not told.
    """
    several = rolls_of(throw, r)

    def rolls(unit: Unit, fires: bool, then: Callable[[Unit, Acting], Outcome]) -> Consequence:
        morale = of.morale(unit)

        def of_men(many: Sequence[int], with_actors: bool) -> list[Callable[[], Consequence]]:
            return [
                partial(several, men, roll.plus(morale), with_actors) for men, roll in zip(many, of.rolls, strict=False)
            ]

        onces = [*of_men(unit.men, fires), *of_men(unit.down, True)]
        if unit.led and unit.leader is not None:
            roll = of.leads_rolls[unit.leader].plus(morale)
            onces.append(partial(several, 1, roll, fires or unit.leader_down))
        return throw.after(throw.each(onces), lambda sums: then(*after_rolls(unit, sums)))

    return rolls


def after_rolls(unit: Unit, sums: tuple[int, ...]) -> tuple[Unit, Acting]:
    """The unit after its action rolls: those who are up and those who are down, by wound points, then the leader."""
    fallen, act = zip(*[divmod(sum_of, DIGIT) for sum_of in sums], strict=True)
    all_up, all_down = len(unit.men), len(unit.down)
    men = tuple([many - lost for many, lost in zip(unit.men, fallen, strict=False)])
    acting, down = act[:all_up], unit.down
    if down:  # whoever acts is up again
        risen = act[all_up : all_up + all_down]
        men = tuple([many + more for many, more in zip(men, risen, strict=True)])
        down = tuple([many - lost - more for many, lost, more in zip(down, fallen[all_up:], risen, strict=False)])
    leader, leader_down = unit.leader, False
    if unit.led and leader is not None:
        if fallen[-1]:
            leader = all_up
        elif unit.leader_down:
            leader_down = not act[-1]
        elif act[-1]:
            acting = *acting[:leader], acting[leader] + 1, *acting[leader + 1 :]
    return Unit(men, leader, any(fallen), down, leader_down), acting


def says_nerve(many: int, fires: bool = True) -> Callable[[Sequence[int]], str]:
    """What sums of the action rolls of so many men mean, in words: who is lost; and who acts, where that matters."""

    def says(sums: Sequence[int]) -> str:
        acting: dict[int, list[int]] = {}
        for fallen, act in (divmod(sum_of, DIGIT) for sum_of in sums):
            acting.setdefault(fallen, []).append(act)
        lines: list[str] = []
        for fallen, acts in acting.items():
            lost = f"{fallen} lost" if fallen else "nobody lost"
            acted = f"{_counts(acts)} act{'s' * (acts in ([0], [1]))}"
            lines.append(
                lost if not fires or len(acts) == many - fallen + 1 else f"{lost}, {acted}" if fallen else acted
            )
        return " or ".join(lines)

    return says


def _counts(numbers: Sequence[int]) -> str:
    low, high = numbers[0], numbers[-1]
    if low == high:
        return str(low) if low else "nobody"
    return f"{low} to {high}" if len(numbers) > high - low else " or ".join(map(str, numbers))
