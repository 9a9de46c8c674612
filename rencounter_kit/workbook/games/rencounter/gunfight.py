"""A gunfight: two men shoot at each other over a fixed distance in the open, until one is out of it."""

from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import NamedTuple

from ....engine.dice.dist import Dist
from ....engine.dice.throw import CachedMethod, Consequence, Targets, Throw
from ....engine.words.wording import so_many
from ...mechanics.modifiers import Part, part
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.sides import of_both, of_each
from ...rulebook.book import Ruleset
from .acting import Nerve, acts_on
from .fire import SHOT_RULINGS, Shot, band_at, damage_alone, fire, kind, needs
from .shock import KNOCKDOWN, rolled, rolled_points
from .two_men import (
    ACTING,
    ACTS,
    CHANGING,
    EVENT_WORDS,
    EVENTS,
    ORDER,
    OUTCOMES,
    After,
    Man,
    Pair,
    TwoMen,
    acted,
    action_rolls,
    hit,
    refuse_dead,
    says_order,
    says_shock,
    struck,
    struck_by,
    until_one_is_out,
)
from .wound import WOUNDS

ACTIVATIONS = 2  # of one man in a turn at most, where it is drawn who acts
POLICIES = {"shoot": 0, "aim_1": 1, "aim_2": 2}  # activations spent aiming before each shot


class Ready(NamedTuple):
    """How ready a man is to shoot: rounds in his weapon.

    reloading, aimed : activations spent on it so far.
    """

    rounds: int
    reloading: int = 0
    aimed: int = 0


PARAMETERS = ("gunman.* gunfight.distance", ORDER, "turn_limit duel.result", SHOT_RULINGS, ACTING, KNOCKDOWN)


def aim(r: Ruleset, policy: str) -> float:
    """Turns of aim that a shot of this man has."""
    return POLICIES[policy] or r["time.least_aim"]


def patience(r: Ruleset, policy: str) -> int:
    """Activations that this man spends aiming before each shot."""
    return POLICIES[policy]


def shots(side: str, foe: str, posture: str = "standing") -> Part:
    """A shot of one man at the other, as in ``rencounter.fire``."""
    names = {
        "skill": f"{side}_skill",
        "weapon": f"{side}_weapon",
        "wounds": f"{side}_wounds",
        "target_armor": f"{foe}_armor",
        "aim_turns": f"{side}_aim",
        "distance": "distance",
    }
    return part(f"{side.upper()} shoots at {foe.upper()}", fire, PARAMETERS, names, posture=posture)


def damage(r: Ruleset, weapon: str, distance: int) -> int:
    """The damage modifier of this man's weapon by itself: that of shot goes with the range."""
    return damage_alone(r, weapon, band_at(r, weapon, kind(r, weapon), False, distance))


class Gun(NamedTuple):
    """A man's weapon: the shots that it holds, the activations to reload it, and whether it is loaded at the start.

    counted : can it be shot empty before the fight is broken off?
    """

    shots: int
    reload: int
    loaded: bool
    counted: bool

    def reloading(self, ready: Ready) -> Ready:
        """How ready he is after one more activation of reloading."""
        turns = ready.reloading + 1
        return Ready(self.shots) if turns >= self.reload else ready._replace(reloading=turns)


def gun(r: Ruleset, weapon: str, loaded: bool, turn_limit: int) -> Gun:
    """The weapon of this man."""
    shots = r[f"fire.weapon.{weapon}.shots"]
    return Gun(shots, ceil(r[f"fire.weapon.{weapon}.reload"]), loaded, shots < turn_limit * ACTIVATIONS)


class Gunman(NamedTuple):
    """One of the two: his shots at a man who is up and at one who is not, his weapon, when he falls, and his rolls.

    patience : activations spent aiming before each shot.
    """

    shoots: Shot
    shoots_low: Shot
    gun: Gun
    patience: int
    falls: Targets | None
    checks: Sequence[Nerve]
    acts: Sequence[Nerve]


class Gunfight:
    """Activation after activation: get up, reload, aim, or shoot."""

    def __init__(self, throw: Throw, r: Ruleset, a: Gunman, b: Gunman, two_men: TwoMen) -> None:
        self.throw, self.r, self.two_men, self.point = throw, r, two_men, r["wounds.point.fire"]
        self.sides, self.began = {"a": a, "b": b}, dict(zip("ab", two_men.wounds, strict=True))
        self.roll = action_rolls(throw, r, a=a.acts, b=b.acts)

    def turns(self) -> TurnModel:
        """The fight, turn by turn."""
        ready = [Ready(side.gun.shots * side.gun.loaded) for side in self.sides.values()]
        men = map(Man, self.began.values())
        return until_one_is_out(self.throw, self.r, self.two_men, self.activation, men, *ready)

    @CachedMethod
    def shot(self, side: str, points: int, low: bool) -> Consequence:
        """The wound that one shot makes; "none" for a miss too."""
        of = self.sides[side]
        unhurt = of.shoots_low if low else of.shoots
        now = unhurt._replace(needed=unhurt.needed + self.point * (points - self.began[side]))
        return self.throw.after(
            self.throw.dice_of(fire, now, self.r), lambda wound: wound if wound in WOUNDS else "none"
        )

    @CachedMethod
    def wounded(self, side: str, man: Man, wound: str) -> Dist | Man:
        """The man after a wound."""
        of = self.sides[side]
        return hit(self.throw, self.r.of_side(side), man, wound, self.two_men.death_at, of.falls, of.checks)

    @CachedMethod
    def shoots(self, side: str, foe: str, me: Man, him: Man) -> Dist | Pair:
        """(me, him) after my shot."""
        shot = self.shot(side, me.points, him.posture != "up")
        shot_at = self.throw.after(shot, lambda wound: self.wounded(foe, him, wound))
        return self.throw.after(shot_at, lambda him: struck(me, him))

    @CachedMethod
    def activation(self, side: str, foe: str, me: Man, him: Man, ready: Ready) -> Dist | After:
        """(me, him, how ready I am) after my activation."""
        of = self.sides[side]
        if me.posture != "up":  # shock took my aim, which nobody asks for before I am up again
            ready = ready._replace(aimed=0)

        def act() -> Dist | After:
            if not ready.rounds:
                return me, him, of.gun.reloading(ready)
            if ready.aimed < of.patience:
                return me, him, ready._replace(aimed=ready.aimed + 1)
            after = ready._replace(rounds=ready.rounds - of.gun.counted, aimed=0)
            return self.throw.after(self.shoots(side, foe, me, him), lambda pair: (*pair, after))

        return acted(self.throw, self.roll(side, me.points), me, him, act, ready)


def says_man(r: Ruleset, side: str, man: Gunman, wounds: int) -> str:
    """What one of them needs, in words."""
    shot, gun = man.shoots, man.gun
    loads = f"after {so_many(gun.shots, 'round')} he reloads for {so_many(gun.reload, 'activation')}"
    hits = f"needs {needs(r, shot)} to hit" if shot.in_reach else "cannot reach the other"
    return f"{side} {acts_on(r, man.acts[wounds])}; he {hits}, and {loads}."


def says(r: Ruleset, a: Gunman, b: Gunman, two_men: TwoMen) -> list[str]:
    """A turn in words."""
    return [
        *map(partial(says_man, r), "AB", (a, b), two_men.wounds),
        says_order(two_men),
        f"{says_shock(a.falls)} and loses his aim.",
        "It takes him one action to recover, and another to get up.",
    ]


gunfight = Process(
    "rencounter.gunfight",
    "Who wins the gunfight?",
    source="Fire Combat; Actions; Wounds",
    parameters=PARAMETERS,
    targets={
        **of_both(shoots=shots, shoots_low=lambda side, foe: shots(side, foe, "prone").without_reasons()),
        **of_each(gun, "turn_limit"),
        **of_each(patience),
        **of_both(falls=struck_by(PARAMETERS)),
        **ACTS,
    },
    record={"a": Gunman, "b": Gunman, "two_men": TwoMen},
    play=lambda throw, r, a, b, two_men: Gunfight(throw, r, a, b, two_men).turns(),
    outcomes=OUTCOMES,
    events=EVENTS,
    wording=EVENT_WORDS,
    derived=(*of_each(aim).values(), *of_each(damage, "distance").values(), rolled, rolled_points),
    refusals=(refuse_dead,),
    changing=CHANGING,
    says=says,
)
