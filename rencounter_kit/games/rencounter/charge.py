"""A charge: men cross open ground towards shooters who fire and reload.

It ends with the number of men who arrive; the blows that follow are those of ``rencounter.duel`` and
``rencounter.gang_up``.
Shots of a volley fall together on those who were there; one action roll a turn moves all; a serious wound, or two minor
ones, take a man out; a rout ends it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from ...dice.dist import Dist, Outcome
from ...dice.throw import Throw
from ...mechanics.modifiers import Node, given, node, part
from ...mechanics.parameter import choice, whole
from ...mechanics.play import Play
from ...mechanics.process import Process
from ...mechanics.space import NUMBERS, By
from ...rulebook.book import Ruleset
from ...wording import so_many
from .acting import ACTION_ROLLS, Nerve, activation, acts_on
from .fire import SHOT_RULINGS, Shot, fire, needs
from .ratings import BOOK, experience
from .two_men import ACTING
from .units import reload_turns
from .wound import WOUNDS, points_after

ENDS = ("arrives", "shot_down", "fails", "undecided")


UNHURT, HURT, FELLED = "one unhurt", "one with a minor wound", "one already down"  # who may be hit


class Attackers(NamedTuple):
    """How the attackers stand.

    fit, hurt : men unhurt and lightly hurt. inches : still to go. reloading : turns that the shooters still need.
    moving : did they move last? alarmed : has one fallen since their last roll? failed : has the charge failed? volley,
    felled : are they being fired at, and the men whom this volley has felled.
    """

    fit: int
    hurt: int
    inches: int
    reloading: int = 0
    moving: bool = False
    alarmed: bool = False
    failed: bool = False
    volley: bool = False
    felled: int = 0


@lru_cache(maxsize=4096)
def who_may_be_hit(fit: int, hurt: int, felled: int) -> Dist:
    """One of those who were there when the volley began."""
    return Dist({UNHURT: fit, HURT: hurt, FELLED: felled})


PARAMETERS = (
    whole("men", 1, 20, 6, "Attackers.", group="figure", unit="men"),
    experience(help="Experience of the least experienced attacker; the charge is rolled against it.", group="figure"),
    whole(
        "speed",
        1,
        BOOK["move.horse.advanced"],
        BOOK["move.foot.walk"],
        "How far the attackers move each turn: on foot {move.foot.walk}, running {move.foot.run}, on horseback up to "
        "{move.horse.advanced}.",
        group="figure",
        unit="inches a turn",
    ),
    whole("distance", 1, 60, 20, "Distance to cross.", unit="inches"),
    fire.parameters["target_armor"],
    whole("shooters", 1, 20, 4, "Number of men who fire at them.", group="weapon", unit="men"),
    *(fire.parameters[name] for name in ("skill", "weapon", "aim_turns")),
    choice("first", ("shooters", "attackers"), "shooters", "Whose turn comes first."),
    whole(
        "turn_limit",
        1,
        60,
        20,
        "Number of turns after which the charge is broken off.",
        hint="turns after which it is broken off",
        unit="turns",
    ),
    choice("result", ("arriving", "end"), "arriving", "arriving: how many arrive; end: how the charge ends."),
    *SHOT_RULINGS,
    *ACTING,
)
FIRST = part("first volley", fire, PARAMETERS, target_speed=0)
AIMED = part("", fire, PARAMETERS, {"target_speed": "target_speed"})


def each_volley(r: Ruleset, distance: int, speed: int, *given: Outcome) -> tuple[tuple[Shot, Shot], ...]:
    """A shot at each distance that the attackers can be at: (standing, moving)."""
    shot = dict(zip(EACH_VOLLEY.names[2:], given, strict=True))

    def at(inches: int, pace: int) -> Shot:
        asked = {**shot, "distance": inches, "target_speed": pace}
        return AIMED.function(r, *[asked[name] for name in AIMED.names])

    return tuple((at(inches, 0), at(inches, speed)) for inches in range(distance, 0, -speed))


AT_WHOM = ("distance", "target_speed")
EACH_VOLLEY = Node(each_volley, ("distance", "speed", *(n for n in AIMED.names if n not in AT_WHOM)), "each volley")


def unhurt(r: Ruleset) -> int:
    """The charge is rolled without wounds."""
    return 0


class Charge(NamedTuple):
    """A charge: the shots at the attackers at each distance, standing and moving; and the roll of all of them."""

    shot: Shot
    volleys: tuple[tuple[Shot, Shot], ...]
    reload_turns: int
    roll: Nerve
    men: int
    shooters: int
    distance: int
    speed: int
    first: str
    turn_limit: int
    death_at: int
    result: str


def play(t: Charge, throw: Throw, r: Ruleset) -> Play:
    """Volley and advance by turns, until they arrive, are shot down, or lose heart."""
    fall = r["wounds.serious"]
    man_lost = r["morale.man_lost"]

    def load(state: Attackers) -> Attackers:
        if state.reloading:
            return state._replace(reloading=state.reloading - 1)
        return state._replace(volley=True, reloading=t.reload_turns)

    @throw.cached
    def points(inches: int, moving: bool) -> Dist | int:
        """The wound points of a shot, at most as many as take a man out."""
        now = t.volleys[(t.distance - inches) // t.speed][moving]

        def of(struck: str) -> int:
            return min(fall, points_after(r, 0, struck, t.death_at)) if struck in WOUNDS else 0

        return throw.after(throw.asked(fire, now, r), of)

    @throw.cached
    def shot(state: Attackers) -> Dist | Attackers:
        if not state.volley:
            return state
        wounds = points(state.inches, state.moving)
        return throw.after(wounds, lambda points: wound(state, points) if points else state)

    def wound(state: Attackers, points: int) -> Dist | Attackers:
        """Each wound falls on one of those who were there when the volley began."""

        def on(who: str) -> Attackers:
            if who == FELLED:
                return state
            down = points + (who == HURT) >= fall
            return state._replace(
                fit=state.fit - (who == UNHURT),
                hurt=state.hurt - (who == HURT) + (not down),
                felled=state.felled + down,
                alarmed=state.alarmed or down,
            )

        return throw("who is hit", who_may_be_hit(state.fit, state.hurt, state.felled), on)

    def end_volley(state: Attackers) -> Attackers:
        return state._replace(volley=False, felled=0)

    @throw.cached
    def rolls(lost: int) -> Dist | str:
        """The roll of all; after losses a morale check."""
        roll = t.roll._replace(modifier=t.roll.modifier + man_lost * lost)
        does = throw.asked(ACTION_ROLLS, roll, r)
        return throw.after(does, lambda does: "fails" if does in ("rout", "overcome") else does)

    @throw.cached
    def advance(state: Attackers) -> Dist | Outcome:
        def after(does: str) -> Attackers:
            moves = does == "act"
            inches = max(0, state.inches - t.speed) if moves else state.inches
            return state._replace(inches=inches, moving=moves, alarmed=False, failed=does == "fails")

        return throw.after(rolls((t.men - state.fit - state.hurt) * state.alarmed), after)

    def end(state: Attackers) -> str | None:
        if state.volley:
            return None
        if not state.fit + state.hurt:
            return "shot_down"
        return "fails" if state.failed else None if state.inches else "arrives"

    def read(state: Attackers, end: str, turns: int | None) -> Outcome:
        if t.result == "end":
            return end
        return state.fit + state.hurt if end == "arrives" else 0

    volley = [load, *[shot] * t.shooters, end_volley]
    phases: list[Callable[[Attackers], Dist | Outcome]]
    phases = [*volley, advance] if t.first == "shooters" else [advance, *volley]
    return Play(Attackers(t.men, 0, t.distance), phases, end, lambda: t.turn_limit, "undecided", read)


def says(t: Charge, r: Ruleset) -> list[str]:
    """A turn in words."""
    standing, _ = t.volleys[0]
    first = "The shooters fire" if t.first == "shooters" else "The attackers move"
    needed = f"needing {needs(standing, r)}" if standing.in_reach else "out of range"
    reload = f"Then they reload for {so_many(t.reload_turns, 'turn')}." if t.reload_turns else "They need not reload."
    return [
        (
            f"{first} first. A volley is {so_many(t.shooters, 'shot')}, "
            f"{needed} at {so_many(t.distance, 'inch')} while the attackers stand. {reload}"
        ),
        f"The attackers move {so_many(t.speed, 'inch')} by one roll, which {acts_on(t.roll, r, 'succeeds')}.",
        "After losses that roll is also a morale check, and a rout ends the charge.",
        "A serious wound, or two minor ones, takes a man out.",
    ]


charge = Process(
    "rencounter.charge",
    "Does the charge get home?",
    source="Formed Charge; Movement: Foot; Fire Combat; Morale",
    parameters=PARAMETERS,
    targets={
        "shot": FIRST,
        "volleys": EACH_VOLLEY,
        "reload_turns": reload_turns,
        "roll": node(activation, wounds="unhurt"),
        **given("men", "shooters", "distance", "speed", "first", "turn_limit", "death_at", "result"),
    },
    play=play,
    outcomes=By("result", {"arriving": NUMBERS, "end": ENDS}),
    events={
        "arrives": "arrives",
        "somebody arrives": lambda many: many > 0 if type(many) is int else None,
        "is shot down": "shot_down",
    },
    derived=(unhurt,),
    says=says,
)
