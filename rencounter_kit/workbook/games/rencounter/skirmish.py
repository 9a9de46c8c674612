"""A skirmish: unit against unit, both shooting and rolling their nerve, until one gives way."""

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.throw import CachedMethod, Consequence, Targets, Throw
from ....engine.words.wording import so_many
from ...mechanics.modifiers import Node, Part, inputs, node, part
from ...mechanics.processes.process import Phase, Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.sides import COIN, OTHER, of_both, of_each
from ...mechanics.space import NUMBERS, By
from ...rulebook.book import Ruleset
from .acting import acts_on, check_lucky
from .fire import SHOT_RULINGS, Shot, band, damage_alone, fire, kind, needs
from .shock import KNOCKDOWN, falls, rolled, rolled_points
from .two_men import ACTING, NO_WINNER, WINNERS
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


def damage(r: Ruleset, weapon: str, range_band: str | None, distance: int | None) -> int:
    """The damage modifier of this unit's weapon by itself: that of shot goes with the range."""
    return damage_alone(r, weapon, band(r, weapon, kind(r, weapon), False, range_band, distance))


def leader_rolls(r: Ruleset, leader: bool, variable_knockdown: bool) -> bool:
    """Is there a leader, whom a roll may keep up?"""
    return leader and variable_knockdown


def shock(
    r: Ruleset,
    knocks_down: bool,
    falls: Targets | None,
    leader_falls: Targets | None,
    natural_one_acts_max_wounds: int,
    natural_one_in_checks: bool,
    strength: Strength,
) -> Shock | None:
    """Who of a unit is knocked down; nothing where nobody is."""
    if not knocks_down:
        return None
    ruled = natural_one_acts_max_wounds, natural_one_in_checks
    return Shock(falls, leader_falls, tuple(check_lucky(r, one, *ruled) for one in range(strength.lost_points)))


SHOCK = of_each(shock, "knocks_down", "natural_one_acts_max_wounds", "natural_one_in_checks")


def falls_of(side: str, foe: str) -> dict[str, Node]:
    """That and what it is made of, as target numbers of this unit."""
    label, experience, by = side.upper(), f"{side}_experience", f"{foe}_damage"
    leads = f"{side}_leader_experience", PARAMETERS, by, f"{side}_leader_rolls"
    return {
        f"{side}_falls": falls(f"a man of {label}, struck", experience, PARAMETERS, by),
        f"{side}_leader_falls": falls(f"the leader of {label}, struck", *leads),
        f"{side}_shock": SHOCK[f"{side}_shock"],
    }


class SkirmishSide(NamedTuple):
    """One of the two units: a shot at the other, what it was at the start, turns of reloading, and who is knocked
    down.
    """

    shoots: Shot
    strength: Strength
    reloads: int
    falls: Targets | None
    leader_falls: Targets | None
    shock: Shock | None


class Foes(NamedTuple):
    """Who is first, and what is looked at in the end alone."""

    order: str
    first: str
    turn_limit: int
    result: str


PLACE, RELOADS = {"a": 0, "b": 1}, {"a": 2, "b": 3}  # where in a ``Clash`` a unit stands, and what it must still reload
HAND, OUT, WHO = 4, 5, 6  # where these stand


class Skirmish:
    """Each turn both units are activated: nerve, then fire by those who act, if the unit is loaded."""

    def __init__(self, throw: Throw, r: Ruleset, a: SkirmishSide, b: SkirmishSide, foes: Foes) -> None:
        self.throw, self.r, self.foes, self.point = throw, r, foes, r["wounds.point.fire"]
        self.sides = {"a": a, "b": b}
        self.units = {one: side.strength._replace(shock=side.shock) for one, side in self.sides.items()}
        self.nerve = {one: nerve_of(throw, r.of_side(one), unit) for one, unit in self.units.items()}
        self.a_gives_way, self.b_gives_way = (cache(unit.gives_way) for unit in self.units.values())

    def turns(self) -> TurnModel:
        """The skirmish, turn by turn."""
        of, start = self.foes, tuple(Clash(self.units["a"].start(), self.units["b"].start()))
        limit, timed = (lambda: of.turn_limit), (lambda: of.result == "turns")
        return TurnModel(start, self.phases(), self.end, limit, NO_WINNER, self.read, timed=timed)

    # A turn -----------------------------------------------------------------------------------------------------------

    def phases(self) -> list[Phase]:
        """The parts of a turn: nerve and fire of one unit, then of the other."""
        of, cease_fire = self.foes, Phase(lambda out: 0, OUT)
        volleys = {one: [*self.volley(one), cease_fire] for one in "ab"}
        nerve = {
            one: Phase(partial(self.rolls, one), PLACE[one], RELOADS[one], HAND, owner=one.upper()) for one in OTHER
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
        shot = Phase(partial(self.fires, one), PLACE[OTHER[one]], HAND, OUT, owner=one.upper())
        return [shot] * (self.units[one].men + self.units[one].leads)

    def rolls_after(self, first: str) -> Phase:
        """The nerve of A, if the coin has fallen so."""

        def if_first(unit: Unit, reloading: int, hand: Hand, who: str) -> Consequence:
            if who != first:
                return unit, reloading, hand, who
            return self.throw.after(self.rolls("a", unit, reloading, hand), lambda now: (*now, who))

        return Phase(if_first, PLACE["a"], RELOADS["a"], HAND, WHO, owner="A")

    def rolls(self, one: str, unit: Unit, reloading: int, _: Hand) -> Consequence:
        """Who of the unit are to fire; nobody when it reloads or gives way."""

        def after(unit: Unit, acting: Acting) -> tuple[Unit, int, Hand]:
            fires = not reloading and any(acting) and not self.units[one].gives_way(unit)
            return unit, self.sides[one].reloads if fires else max(0, reloading - 1), acting if fires else None

        return self.nerve[one](unit, not reloading, after)

    @CachedMethod
    def shots(self, one: str, points: int) -> Callable[[Unit, int], Dist | Hit]:
        """Shots of a man with so many wound points."""
        shot = self.sides[one].shoots
        now = shot._replace(needed=shot.needed + self.point * points)
        return shots_at(self.throw, self.r.of_side(one), self.units[OTHER[one]], now)

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
        if self.foes.result == "end":
            return end
        return turns if self.foes.result == "turns" else state[:2][PLACE[self.foes.result[0]]].present


def says_unit(r: Ruleset, name: str, side: SkirmishSide) -> str:
    """What a unit needs, in words."""
    shot, turns = side.shoots, side.reloads
    hits = f"needs {needs(r, shot)} to hit" if shot.in_reach else "cannot reach the enemy"
    then = f"reloads for {so_many(turns, 'activation')}" if turns else "need not reload"
    return f"Each man of {name} {acts_on(r, side.strength.rolls[0])}; he {hits}, and then the unit {then}."


def says(r: Ruleset, a: SkirmishSide, b: SkirmishSide, foes: Foes) -> list[str]:
    """A turn in words."""
    portion, whole = a.strength.share
    fixed = f"{foes.first.upper()} is activated first"
    first = fixed if foes.order == "alternate" else "A coin each turn decides who goes first"
    return [
        says_unit(r, "A", a),
        says_unit(r, "B", b),
        f"{first}; a unit gives way after losing more than {portion}/{whole}.",
        *(["A man knocked down must act once before he fires again."] if a.shock else []),
        f"The fight is broken off after {so_many(foes.turn_limit, 'turn')}.",
    ]


skirmish = Process(
    "rencounter.skirmish",
    "Who wins the skirmish?",
    source="Fire Combat; Morale; Victory",
    parameters=PARAMETERS,
    targets={
        "knocks_down": lambda r, skirmish_knockdown, variable_knockdown: skirmish_knockdown or variable_knockdown,
        "unhurt": lambda r: 0,
        **of_both(
            shoots=shots,
            strength=lambda side, foe: strength(f"{side}_"),
            reloads=lambda side, foe: node(reload_turns, weapon=f"{side}_weapon"),
        ),
        **falls_of("a", "b"),
        **falls_of("b", "a"),
        **inputs("order", "first", "turn_limit", "result"),
    },
    record={"a": SkirmishSide, "b": SkirmishSide, "foes": Foes},
    play=lambda throw, r, a, b, foes: Skirmish(throw, r, a, b, foes).turns(),
    outcomes=By("result", {"end": (*WINNERS, NO_WINNER), "turns": NUMBERS, "a_left": NUMBERS, "b_left": NUMBERS}),
    events={"A wins": "a_wins", "B wins": "b_wins", "nobody wins": NO_WINNER},
    wording={NO_WINNER: "nobody wins"},
    derived=(
        *unit_acts("a_"),
        *unit_acts("b_"),
        *of_each(damage, "range_band", "distance").values(),
        *of_each(leader_rolls, "variable_knockdown").values(),
        rolled,
        rolled_points,
    ),
    changing=("rolled_points", "unhurt"),
    says=says,
)
