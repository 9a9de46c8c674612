"""A skirmish: unit against unit, both shooting and rolling their nerve, until one gives way."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.throw import CachedMethod, Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.modifiers import Node, Part, inputs, node, part
from ...mechanics.processes.process import Phase, Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.space import NUMBERS, By
from ...rulebook.book import Ruleset
from .acting import acts_on, check_lucky
from .fire import SHOT_RULINGS, Shot, band, damage_alone, fire, kind, needs
from .knockdown import Knockdown
from .shock import KNOCKDOWN, falls, rolled, rolled_points
from .two_men import ACTING, COIN, NO_WINNER, OTHER, WINNERS
from .units import Acting, Hit, Shock, Strength, Unit, nerve_of, reload_turns, shots_at, strength, unit_acts

Hand = tuple[int, ...] | None  # how many are to fire of each number of wound points; none when all have


class Clash(NamedTuple):
    """Both units; activations that each must still reload; who of the active unit are to fire; how many their fire has
    taken out so far; and, by the order of a coin, whose activation it is.
    """

    a: Unit
    b: Unit
    a_reloads: int = 0
    b_reloads: int = 0
    hand: Hand = None
    out: int = 0
    who: str = ""


PARAMETERS = (
    "unit.* skirmish.range_band skirmish.distance skirmish.aim_turns skirmish.order skirmish.first elan",
    "turn_limit skirmish.result",
    SHOT_RULINGS,
    ACTING,
    "skirmish_knockdown",
    KNOCKDOWN,
)


def shots(one: str, foe: str) -> Part:
    """A shot of one unit at the other, as in ``rencounter.fire``."""
    names = {
        "skill": f"{one}_skill",
        "weapon": f"{one}_weapon",
        "target_armor": f"{foe}_armor",
        "cover": f"{foe}_cover",
        "wounds": "unhurt",
    }
    return part(f"{one.upper()} shoots at {foe.upper()}", fire, PARAMETERS, names)


def unhurt(r: Ruleset) -> int:
    """Wound points of a man before the fight."""
    return 0


def damage(side: str) -> Node:
    """The damage modifier of this unit's weapon by itself: that of shot goes with the range."""

    def damage(r: Ruleset, weapon: str, range_band: str | None, distance: int | None) -> int:
        return damage_alone(r, weapon, band(r, weapon, kind(r, weapon), False, range_band, distance))

    return Node(damage, (f"{side}_weapon", "range_band", "distance"), f"{side} damage")


def leader_rolls(side: str) -> Node:
    """Is there a leader, whom a roll may keep up?"""
    return Node(
        lambda r, leader, variable: leader and variable,
        (f"{side}_leader", "variable_knockdown"),
        f"{side} leader rolls",
    )


def knocks_down(r: Ruleset, skirmish_knockdown: bool, variable_knockdown: bool) -> bool:
    """Can a wound knock a man down?"""
    return skirmish_knockdown or variable_knockdown


def shock(side: str) -> dict[str, Node]:
    """Who of a unit is knocked down; nothing where nobody is."""
    label, by = side.upper(), f"{OTHER[side]}_damage"

    def shock(
        r: Ruleset,
        knocks_down: bool,
        falls: Knockdown | None,
        leader_falls: Knockdown | None,
        natural_one_acts_max_wounds: int,
        natural_one_in_checks: bool,
        strength: Strength,
    ) -> Shock | None:
        if not knocks_down:
            return None
        points = range(strength.lost_points)
        ruled = natural_one_acts_max_wounds, natural_one_in_checks
        return Shock(falls, leader_falls, tuple(check_lucky(r, one, *ruled) for one in points))

    names = {name: f"{side}_{name}" for name in ("falls", "leader_falls", "strength")}
    return {
        f"{side}_falls": falls(f"a man of {label}, struck", f"{side}_experience", PARAMETERS, by),
        f"{side}_leader_falls": falls(
            f"the leader of {label}, struck", f"{side}_leader_experience", PARAMETERS, by, f"{side}_leader_rolls"
        ),
        f"{side}_shock": node(shock, **names),
    }


class Foes(NamedTuple):
    """Both units: a shot of each at the other, what they were at the start, turns of reloading, and who is knocked
    down.
    """

    a_shoots: Shot
    b_shoots: Shot
    a_strength: Strength
    b_strength: Strength
    a_reloads: int
    b_reloads: int
    a_falls: Knockdown | None
    a_leader_falls: Knockdown | None
    a_shock: Shock | None
    b_falls: Knockdown | None
    b_leader_falls: Knockdown | None
    b_shock: Shock | None
    order: str
    first: str
    turn_limit: int
    result: str


class SkirmishSide(NamedTuple):
    """One of the two units.

    me, foe, mine : where in a ``Clash`` stand it, the enemy, and what it must still reload.
    """

    unit: Strength
    shot: Shot
    reloads: int
    me: int
    foe: int
    mine: int


HAND, OUT, WHO = 4, 5, 6  # where these stand in a ``Clash``


class Skirmish:
    """Each turn both units are activated: nerve, then fire by those who act, if the unit is loaded."""

    def __init__(self, throw: Throw, r: Ruleset, foes: Foes) -> None:
        self.throw, self.r, self.numbers, self.point = throw, r, foes, r["wounds.point.fire"]
        a, b = foes.a_strength._replace(shock=foes.a_shock), foes.b_strength._replace(shock=foes.b_shock)
        self.sides = {
            "a": SkirmishSide(a, foes.a_shoots, foes.a_reloads, 0, 1, 2),
            "b": SkirmishSide(b, foes.b_shoots, foes.b_reloads, 1, 0, 3),
        }
        self.nerve = {one: nerve_of(throw, r.of_side(one), side.unit) for one, side in self.sides.items()}
        self.a_gives_way, self.b_gives_way = cache(a.gives_way), cache(b.gives_way)

    def turns(self) -> TurnModel:
        """The skirmish, turn by turn."""
        of = self.numbers
        start = tuple(Clash(self.sides["a"].unit.start(), self.sides["b"].unit.start()))
        limit, timed = (lambda: of.turn_limit), (lambda: of.result == "turns")
        return TurnModel(start, self.phases(), self.end, limit, NO_WINNER, self.read, timed=timed)

    # A turn -----------------------------------------------------------------------------------------------------------

    def phases(self) -> list[Phase]:
        """The parts of a turn: nerve and fire of one unit, then of the other."""
        of, cease_fire = self.numbers, Phase(lambda out: 0, OUT)
        volleys = {one: [*self.volley(one), cease_fire] for one in "ab"}
        nerve = {
            one: Phase(partial(self.rolls, one), side.me, side.mine, HAND, owner=one.upper())
            for one, side in self.sides.items()
        }
        if of.order == "alternate":
            first, last = of.first, OTHER[of.first]
            return [nerve[first], *volleys[first], nerve[last], *volleys[last]]
        coin = Phase(lambda _: self.throw("who is first", COIN, lambda side: side), WHO)
        before, after = self.rolls_after("a"), self.rolls_after("b")
        forgotten = Phase(lambda _: "", WHO)
        return [coin, before, *volleys["a"], nerve["b"], *volleys["b"], after, *volleys["a"], forgotten]

    def volley(self, one: str) -> list[Phase]:
        """A shot of each who can be there."""
        side = self.sides[one]
        shot = Phase(partial(self.fires, one), side.foe, HAND, OUT, owner=one.upper())
        return [shot] * (side.unit.men + side.unit.leads)

    def rolls_after(self, first: str) -> Phase:
        """The nerve of A, if the coin has fallen so."""

        def if_first(unit: Unit, reloading: int, hand: Hand, who: str) -> Consequence:
            if who != first:
                return unit, reloading, hand, who
            return self.throw.after(self.rolls("a", unit, reloading, hand), lambda now: (*now, who))

        return Phase(if_first, self.sides["a"].me, self.sides["a"].mine, HAND, WHO, owner="A")

    def rolls(self, one: str, unit: Unit, reloading: int, _: Hand) -> Consequence:
        """Who of the unit are to fire; nobody when it reloads or gives way."""
        side = self.sides[one]

        def after(unit: Unit, acting: Acting) -> tuple[Unit, int, Hand]:
            fires = not reloading and any(acting) and not side.unit.gives_way(unit)
            return unit, side.reloads if fires else max(0, reloading - 1), acting if fires else None

        return self.nerve[one](unit, not reloading, after)

    @CachedMethod
    def shots(self, one: str, points: int) -> Callable[[Unit, int], Dist | Hit]:
        """Shots of a man with so many wound points."""
        shot = self.sides[one].shot
        now = shot._replace(needed=shot.needed + self.point * points)
        return shots_at(self.throw, self.r.of_side(one), self.sides[OTHER[one]].unit, now)

    @CachedMethod
    def shoots(self, one: str, points: int, target: Unit, out: int) -> Dist | Hit:
        """One of them."""
        return self.shots(one, points)(target, out)

    def fires(self, one: str, target: Unit, hand: Hand, out: int) -> Consequence:
        """The next shot, by the least wounded of those who are to fire."""
        if hand is None:
            return target, hand, out
        points = next(i for i, many in enumerate(hand) if many)
        left = tuple(many - (i == points) for i, many in enumerate(hand))
        now = left if any(left) else None
        return self.throw.after(self.shoots(one, points, target, out), lambda hit: (hit[0], now, hit[1]))

    # The end ----------------------------------------------------------------------------------------------------------

    def end(self, state: Clash) -> str | None:
        """Who has won, once the fire has ceased."""
        a, b, _, _, hand, out, _ = state
        if hand is not None or out:
            return None
        return "b_wins" if self.a_gives_way(a) else "a_wins" if self.b_gives_way(b) else None

    def read(self, state: Clash, end: str, turns: int | None) -> Outcome:
        """The outcome asked for."""
        if self.numbers.result == "end":
            return end
        if self.numbers.result == "turns":
            return turns
        return (state[0] if self.numbers.result == "a_left" else state[1]).present


def play(throw: Throw, r: Ruleset, foes: Foes) -> TurnModel:
    """A skirmish, turn by turn."""
    return Skirmish(throw, r, foes).turns()


def says_unit(r: Ruleset, name: str, shot: Shot, unit: Strength, turns: int) -> str:
    """What a unit needs, in words."""
    hits = f"needs {needs(r, shot)} to hit" if shot.in_reach else "cannot reach the enemy"
    then = f"reloads for {so_many(turns, 'activation')}" if turns else "need not reload"
    return f"Each man of {name} {acts_on(r, unit.rolls[0])}; he {hits}, and then the unit {then}."


def says(r: Ruleset, foes: Foes) -> list[str]:
    """A turn in words."""
    portion, whole = foes.a_strength.share
    fixed = f"{foes.first.upper()} is activated first"
    first = fixed if foes.order == "alternate" else "A coin each turn decides who goes first"
    return [
        says_unit(r, "A", foes.a_shoots, foes.a_strength, foes.a_reloads),
        says_unit(r, "B", foes.b_shoots, foes.b_strength, foes.b_reloads),
        f"{first}; a unit gives way after losing more than {portion}/{whole}.",
        *(["A man knocked down must act once before he fires again."] if foes.a_shock else []),
        f"The fight is broken off after {so_many(foes.turn_limit, 'turn')}.",
    ]


skirmish = Process(
    "rencounter.skirmish",
    "Who wins the skirmish?",
    source="Fire Combat; Morale; Victory",
    parameters=PARAMETERS,
    targets={
        "a_shoots": shots("a", "b"),
        "b_shoots": shots("b", "a"),
        "a_strength": strength("a_"),
        "b_strength": strength("b_"),
        "a_reloads": node(reload_turns, weapon="a_weapon"),
        "b_reloads": node(reload_turns, weapon="b_weapon"),
        **shock("a"),
        **shock("b"),
        **inputs("order", "first", "turn_limit", "result"),
    },
    record=Foes,
    play=play,
    outcomes=By("result", {"end": (*WINNERS, NO_WINNER), "turns": NUMBERS, "a_left": NUMBERS, "b_left": NUMBERS}),
    events={"A wins": "a_wins", "B wins": "b_wins", "nobody wins": NO_WINNER},
    wording={NO_WINNER: "nobody wins"},
    derived=(
        *unit_acts("a_"),
        *unit_acts("b_"),
        damage("a"),
        damage("b"),
        leader_rolls("a"),
        leader_rolls("b"),
        rolled,
        rolled_points,
        knocks_down,
        unhurt,
    ),
    changing=("rolled_points", "unhurt"),
    says=says,
)
