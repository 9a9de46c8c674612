"""A charge: men cross open ground towards shooters who fire and reload.

It ends with the number of men who arrive; the blows that follow are those of ``rencounter.duel`` and
``rencounter.gang_up``.
Shots of a volley fall together on those who were there; one action roll a turn moves all; a serious wound, or two minor
ones, take a man out; a rout ends it.
"""

from functools import lru_cache
from typing import NamedTuple

from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.throw import CachedMethod, Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.dice_memory import DiceMemory
from ...mechanics.modifiers import Node, Part, composite, inputs, part
from ...mechanics.processes.process import Phase, Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.space import NUMBERS, By
from ...rulebook.book import Ruleset
from .acting import ACTION_ROLLS, LOSSES, Nerve, action_die, activation, acts_on
from .fire import SHOT_RULINGS, Shot, fire, needs
from .two_men import ACTING
from .units import reload_turns
from .wound import WOUNDS, points_after

ENDS = ("arrives", "shot_down", "fails", "undecided")
UNHURT, HURT, FELLED = "one unhurt", "one with a minor wound", "one already down"  # who may be hit
_SMALL = 120  # shots times men: up to here a volley is worked out at once
_PART = 2  # shots of a larger one that are worked out at once: of more there are too many ends


class Attackers(NamedTuple):
    """The attackers who are still up: unhurt, and lightly hurt."""

    fit: int
    hurt: int


class Shots(NamedTuple):
    """So many shots of a volley, all alike, and at whom.

    there : how many were up when the volley began.
    felling : wound points that take a man out.
    """

    shot: Shot
    many: int
    up: Attackers
    there: int
    felling: int
    death_at: int


@lru_cache(maxsize=4096)
def who_may_be_hit(fit: int, hurt: int, felled: int) -> Dist:
    """One of those who were there when the volley began."""
    return Dist({UNHURT: fit, HURT: hurt, FELLED: felled})


def throw_shots(throw: Throw, r: Ruleset, shots: Shots) -> Dist | Attackers:
    """Who is still up: after all shots but one, and then after that one."""
    if shots.many > 1:
        before = throw.dice_of(SHOTS, shots._replace(many=shots.many - 1), r)
        return throw.after(before, lambda up: throw.dice_of(SHOTS, shots._replace(many=1, up=up), r))

    def points(struck: str) -> int:
        """Wound points, at most as many as take a man out."""
        return min(shots.felling, points_after(r, 0, struck, shots.death_at)) if struck in WOUNDS else 0

    def wound(points: int) -> Dist | Attackers:
        """Each wound falls on one of those who were there when the volley began."""

        def on(who: str) -> Attackers:
            if who == FELLED:
                return shots.up
            down = points + (who == HURT) >= shots.felling
            return Attackers(shots.up.fit - (who == UNHURT), shots.up.hurt - (who == HURT) + (not down))

        return throw("who is hit", who_may_be_hit(*shots.up, shots.there - sum(shots.up)), on) if points else shots.up

    return throw.after(throw.after(throw.dice_of(fire, shots.shot, r), points), wound)


SHOTS: DiceMemory[Shots] = DiceMemory(throw_shots)

PARAMETERS = (
    "men charge.experience speed charge.distance target_armor shooters skill weapon aim_turns charge.first",
    "charge.turn_limit charge.result",
    SHOT_RULINGS,
    ACTING,
)
FIRST = part("first volley", fire, PARAMETERS, target_speed=0)
AIMED = part("", fire, PARAMETERS, {"target_speed": "target_speed"})


def each_volley(aimed: Part) -> Node:
    """A shot at each distance that the attackers can be at, the nearest first: (standing, moving)."""
    alike = tuple(name for name in aimed.names if name not in ("distance", "target_speed"))

    def volleys(r: Ruleset, distance: int, speed: int, *values: Outcome) -> tuple[tuple[Shot, Shot], ...]:
        numbers = dict(zip(alike, values, strict=True))

        def at(inches: int, pace: int) -> Shot:
            shot: Shot = aimed(r, {**numbers, "distance": inches, "target_speed": pace})
            return shot

        return tuple((at(inches, 0), at(inches, speed)) for inches in range(distance, 0, -speed))[::-1]

    return Node(volleys, ("distance", "speed", *alike), "each volley")


class Aim(NamedTuple):
    """The shot of the next volley.

    there : how many were up when it began, 0 before.
    """

    shot: Shot
    there: int = 0


State = tuple[Attackers, int, int | None, Aim | int]


class Approach(NamedTuple):
    """The charge as it begins, the shot at each distance (standing, moving), the nearest first, and the roll
    to move.
    """

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


class Charge:
    """Volley and advance by turns, until they arrive, are shot down, or lose heart.

    A state is: who is up; how many are lost in all, if one has fallen since the last roll; moves still to make, none
    when the charge has failed; and at whom the shooters aim, or the turns that they still need to reload.
    """

    def __init__(self, throw: Throw, r: Ruleset, approach: Approach) -> None:
        self.throw, self.r, self.numbers = throw, r, approach
        self.felling, self.man_lost = r["wounds.serious"], r["morale.man_lost"]
        self.at_once = approach.shooters if approach.shooters * approach.men <= _SMALL else _PART
        self.parts, self.last = divmod(approach.shooters - 1, self.at_once)

    def turns(self) -> TurnModel:
        """The charge, turn by turn."""
        of, shooters = self.numbers, "the shooters"
        parts = [Phase(self.first_shots, 0, 3, owner=shooters)] * self.parts
        volley = [*parts, Phase(self.last_shots, 0, 1, 3, owner=shooters)]
        move = Phase(self.advance, 1, 2, 3, owner="the attackers")
        moves = len(of.volleys)
        start = Attackers(of.men, 0), 0, moves, self.aimed(moves, False)
        phases = [*volley, move] if of.first == "shooters" else [move, *volley]
        return TurnModel(start, phases, self.end, lambda: of.turn_limit, "undecided", self.read, timed=False)

    # A volley ---------------------------------------------------------------------------------------------------------

    def fired(self, many: int, up: Attackers, aim: Aim) -> Dist | Attackers:
        """Who is still up after so many shots."""
        there = aim.there or sum(up)
        shots = Shots(aim.shot, many, up, there, self.felling, self.numbers.death_at)
        return self.throw.dice_of(SHOTS, shots, self.r)

    def first_shots(self, up: Attackers, aim: Aim | int) -> Consequence:
        """Some shots of a volley, after which it goes on."""
        if isinstance(aim, int):
            return up, aim
        goes_on = aim._replace(there=aim.there or sum(up))
        return self.throw.after(self.fired(self.at_once, up, aim), lambda still: (still, goes_on))

    def last_shots(self, up: Attackers, lost: int, aim: Aim | int) -> Consequence:
        """The last shots of it, or all."""
        if isinstance(aim, int):
            return up, lost, aim
        there = aim.there or sum(up)

        def after(still: Attackers) -> Outcome:
            left = sum(still)
            return still, self.numbers.men - left if left < there else 0, self.numbers.reload_turns

        return self.throw.after(self.fired(self.last + 1, up, aim), after)

    # The advance ------------------------------------------------------------------------------------------------------

    @CachedMethod
    def rolls(self, lost: int) -> Consequence:
        """The roll of all; after losses a morale check."""
        does = self.throw.dice_of(ACTION_ROLLS, self.numbers.roll.plus(self.man_lost * lost), self.r)
        return self.throw.after(does, lambda does: "fails" if does in ("rout", "overcome") else does)

    def aimed(self, moves: int, moving: bool) -> Aim:
        """The next volley, at men who have so many moves still to make."""
        return Aim(self.numbers.volleys[moves - 1][moving])

    def advance(self, lost: int, moves: int, aim: Aim | int) -> Consequence:
        """The attackers move, or stand, or lose heart."""
        reloading = aim if isinstance(aim, int) else 0

        def after(does: str) -> Outcome:
            if does == "fails":
                return 0, None, 0
            moving = does == "act"
            left = moves - moving
            return 0, left, reloading - 1 if reloading else self.aimed(left, moving) if left else 0

        return self.throw.after(self.rolls(lost), after)

    # The end ----------------------------------------------------------------------------------------------------------

    def end(self, state: State) -> str | None:
        """How it has ended."""
        up, _, moves, aim = state
        if not sum(up) and isinstance(aim, int):
            return "shot_down"
        return "fails" if moves is None else None if moves else "arrives"

    def read(self, state: State, end: str, turns: int | None) -> Outcome:
        """The outcome asked for."""
        if self.numbers.result == "end":
            return end
        return sum(state[0]) if end == "arrives" else 0


def says(r: Ruleset, approach: Approach) -> list[str]:
    """A turn in words."""
    standing, _ = approach.volleys[-1]
    first = "The shooters fire" if approach.first == "shooters" else "The attackers move"
    needed = f"needing {needs(r, standing)}" if standing.in_reach else "out of range"
    turns = approach.reload_turns
    reload = f"Then they reload for {so_many(turns, 'turn')}." if turns else "They need not reload."
    shots, distance, move = (
        so_many(approach.shooters, "shot"),
        so_many(approach.distance, "inch"),
        so_many(approach.speed, "inch"),
    )
    return [
        f"{first} first. A volley is {shots}, {needed} at {distance} while the attackers stand still. {reload}",
        f"One roll moves the attackers {move}; it {acts_on(r, approach.roll, 'succeeds')}.",
        "After losses that roll is also a morale check, and a rout ends the charge.",
        "A serious wound, or two minor ones, takes a man out.",
    ]


charge = Process(
    "rencounter.charge",
    "Does the charge get home?",
    source="Formed Charge; Movement: Foot; Fire Combat; Morale",
    parameters=PARAMETERS,
    targets={
        "unhurt": lambda r: 0,
        "shot": FIRST,
        "volleys": composite(each_volley, AIMED),
        "reload_turns": reload_turns,
        "roll": action_die(activation, wounds="unhurt", decides=LOSSES),
        **inputs("men", "shooters", "distance", "speed", "first", "turn_limit", "death_at", "result"),
    },
    record=Approach,
    play=lambda throw, r, approach: Charge(throw, r, approach).turns(),
    outcomes=By("result", {"arriving": NUMBERS, "end": ENDS}),
    events={
        "arrives": "arrives",
        "somebody arrives": "1..",
        "is shot down": "shot_down",
    },
    says=says,
    wording={"undecided": "is broken off"},
)
