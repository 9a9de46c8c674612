"""A skirmish: unit against unit, both shooting and rolling their nerve, until one gives way."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.throw import Targets, Throw
from ....engine.words.wording import so_many
from ...mechanics.modifiers import Node, Part, given, node, part
from ...mechanics.processes.process import Phase, Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.space import NUMBERS, By
from ...rulebook.book import Ruleset
from .acting import acts_on, check_lucky
from .fire import SHOT_RULINGS, Shot, band, damage_alone, fire, kind, needs
from .shock import KNOCKDOWN, falls, rolled, rolled_points
from .two_men import ACTING, COIN, NO_WINNER, OTHER, WINNERS
from .units import Acting, Hit, Shock, Strength, Unit, nerve_of, reload_turns, shots_at, strength, unit_acts

Hand = tuple[int, ...] | None  # how many are to fire of each number of wound points; none when all have


class Clash(NamedTuple):
    """Both units; activations that each must still reload; who of the active unit are to fire; how many their fire has
    taken out so far; and, by the order of a coin, whose activation it is."""

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
        falls: Targets | None,
        leader_falls: Targets | None,
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


def play(t: Targets, throw: Throw, r: Ruleset) -> TurnModel:
    """Each turn both units are activated: nerve, then fire by those who act, if the unit is loaded."""
    units = {"a": t.a_strength._replace(shock=t.a_shock), "b": t.b_strength._replace(shock=t.b_shock)}
    shooting, turns = {"a": t.a_shoots, "b": t.b_shoots}, {"a": t.a_reloads, "b": t.b_reloads}
    point = r["wounds.point.fire"]

    def nerve(one: str) -> Callable[[Unit, int, Hand], Dist | Outcome]:
        """Who of the unit are to fire; nobody when it reloads or gives way."""
        all_roll = nerve_of(throw, r, units[one])

        def rolls(unit: Unit, reloading: int, _: Hand) -> Dist | Outcome:
            def after(unit: Unit, acting: Acting) -> tuple[Unit, int, Hand]:
                fires = not reloading and any(acting) and not units[one].gives_way(unit)
                return unit, turns[one] if fires else max(0, reloading - 1), acting if fires else None

            return all_roll(unit, not reloading, after)

        return rolls

    def shot(one: str) -> Callable[[Unit, Hand, int], Dist | Outcome]:
        """The next shot, by the least wounded of those who are to fire."""
        base, foe = shooting[one], units[OTHER[one]]

        @throw.cached
        def shots(points: int) -> Callable[[Unit, int], Dist | Hit]:
            return shots_at(throw, r, foe, base._replace(needed=base.needed + point * points))

        @throw.cached
        def shoots(points: int, target: Unit, out: int) -> Dist | Hit:
            return shots(points)(target, out)

        def fires(target: Unit, hand: Hand, out: int) -> Dist | Outcome:
            if hand is None:
                return target, hand, out
            points = next(i for i, many in enumerate(hand) if many)
            left = tuple(many - (i == points) for i, many in enumerate(hand))
            now = left if any(left) else None
            return throw.after(shoots(points, target, out), lambda hit: (hit[0], now, hit[1]))

        return fires

    places = {"a": (0, 1, 2), "b": (1, 0, 3)}
    rolls, cease_fire = {one: nerve(one) for one in "ab"}, Phase(lambda out: 0, 5)
    volleys = {
        one: [Phase(shot(one), places[one][1], 4, 5, whose=one.upper())] * (units[one].men + units[one].leads)
        for one in "ab"
    }

    def activation(one: str) -> list[Phase]:
        me, _, mine = places[one]
        return [Phase(rolls[one], me, mine, 4, whose=one.upper()), *volleys[one], cease_fire]

    def activation_after(one: str, first: str) -> list[Phase]:
        """The same, if the coin has fallen so."""
        me, _, mine = places[one]

        def if_first(unit: Unit, reloading: int, hand: Hand, who: str) -> Dist | Outcome:
            if who != first:
                return unit, reloading, hand, who
            return throw.after(rolls[one](unit, reloading, hand), lambda now: (*now, who))

        return [Phase(if_first, me, mine, 4, 6, whose=one.upper()), *volleys[one], cease_fire]

    if t.order == "alternate":
        phases = [*activation(t.first), *activation(OTHER[t.first])]
    else:
        coin = Phase(lambda _: throw("who is first", COIN, lambda side: side), 6)
        first, last = activation_after("a", "a"), activation_after("a", "b")
        phases = [coin, *first, *activation("b"), *last, Phase(lambda _: "", 6)]

    a_gives_way, b_gives_way = cache(units["a"].gives_way), cache(units["b"].gives_way)

    def end(state: Clash) -> str | None:
        a, b, _, _, hand, out, _ = state
        if hand is not None or out:
            return None
        return "b_wins" if a_gives_way(a) else "a_wins" if b_gives_way(b) else None

    asked: dict[str, Callable[[Clash, str, int | None], Outcome]] = {
        "end": lambda state, end, turns: end,
        "turns": lambda state, end, turns: turns,
        "a_left": lambda state, end, turns: state[0].present,
        "b_left": lambda state, end, turns: state[1].present,
    }

    def read(state: Clash, end: str, turns: int | None) -> Outcome:
        return asked[t.result](state, end, turns)

    start = tuple(Clash(units["a"].start(), units["b"].start()))
    return TurnModel(start, phases, end, lambda: t.turn_limit, NO_WINNER, read, timed=lambda: t.result == "turns")


def says_unit(name: str, shot: Shot, unit: Strength, turns: int, r: Ruleset) -> str:
    """What a unit needs, in words."""
    hits = f"needs {needs(r, shot)} to hit" if shot.in_reach else "cannot reach the enemy"
    then = f"reloads for {so_many(turns, 'activation')}" if turns else "need not reload"
    return f"Each man of {name} {acts_on(r, unit.rolls[0])}; he {hits}, and then the unit {then}."


def says(t: Targets, r: Ruleset) -> list[str]:
    """A turn in words."""
    portion, whole = t.a_strength.share
    first = (
        f"{t.first.upper()} is activated first" if t.order == "alternate" else "A coin each turn decides who goes first"
    )
    return [
        says_unit("A", t.a_shoots, t.a_strength, t.a_reloads, r),
        says_unit("B", t.b_shoots, t.b_strength, t.b_reloads, r),
        f"{first}; a unit gives way after losing more than {portion}/{whole}.",
        *(["A man whom a wound knocks down must act once before he fires again."] if t.a_shock else []),
        f"The fight is broken off after {so_many(t.turn_limit, 'turn')}.",
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
        **given("order", "first", "turn_limit", "result"),
    },
    play=play,
    outcomes=By("result", {"end": (*WINNERS, NO_WINNER), "turns": NUMBERS, "a_left": NUMBERS, "b_left": NUMBERS}),
    events={"A wins": "a_wins", "B wins": "b_wins", "nobody wins": NO_WINNER},
    said={NO_WINNER: "nobody wins"},
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
