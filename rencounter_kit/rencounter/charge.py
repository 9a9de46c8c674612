"""A charge: men cross open ground towards shooters who fire and reload.

It ends with the number of men who arrive; the blows that follow are those of ``rencounter.duel`` and ``rencounter.gang_up``.
Shots of a volley fall together on those who were there; one action roll a turn moves all; a serious wound, or two light
ones, take a man out; a rout ends it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..dist import Dist
from ..modifiers import Node, node, part
from ..parameter import choice, whole
from ..process import Play, Process
from ..rules import Ruleset
from ..space import NUMBERS, By
from ..throw import Throw
from ..wording import adjusted
from .acting import activation, throw_action
from .fire import SHOT_RULINGS, counted, fire
from .two_men import ACTING
from .units import reload_turns
from .wound import WOUNDS, points_after

ENDS = ("arrives", "shot_down", "fails", "undecided")


class State(NamedTuple):
    """Attackers unhurt and lightly hurt; inches still to go; turns of reloading left; did they move last; has one fallen
    since their last roll; has the charge failed; and in the middle of a volley: shots left, men it has felled."""

    fit: int
    hurt: int
    inches: int
    reloading: int = 0
    moving: bool = False
    alarmed: bool = False
    failed: bool = False
    shots: int = 0
    felled: int = 0


PARAMETERS = (
    whole("men", 1, 20, 6, "Attackers.", group="figure", unit="men"),
    whole("experience", 1, 6, 4, "Experience of the worst of them, against which the charge is rolled.", group="figure"),
    whole("speed", 1, 18, 6, "How far they go in a turn: on foot 6, running 9, on horseback up to 18.", group="figure", unit="inches a turn"),
    whole("distance", 1, 60, 20, "Ground to cross.", unit="inches"),
    fire.parameters["target_armor"],
    whole("shooters", 1, 20, 4, "Men who fire at them.", group="weapon", unit="men"),
    *(fire.parameters[name] for name in ("skill", "weapon", "aim_turns")),
    choice("first", ("shooters", "attackers"), "shooters", "Whose turn comes first."),
    whole("turn_limit", 1, 60, 20, "Turns after which it is broken off.", unit="turns"),
    choice("result", ("arriving", "end"), "arriving", "How many arrive, or how the charge ends."),
    *SHOT_RULINGS,
    *ACTING,
)  # fmt: skip


def volleys(r: Ruleset, distance: int, speed: int, *given: Any) -> tuple[tuple[Any, Any], ...]:
    """Shots at each distance that the attackers can be at: (standing, moving)."""
    said = dict(zip(VOLLEY.names[2:], given, strict=True))
    steps = range(distance, 0, -speed)
    return tuple(
        tuple(VOLLEY.function(r, *[{**said, "distance": inches, "target_speed": pace}[name] for name in ASKED])
              for pace in (0, speed))
        for inches in steps
    )  # fmt: skip


SHOT = part("first volley", fire, PARAMETERS, target_speed=0)
AIMED = part("", fire, PARAMETERS, {"target_speed": "target_speed"})
ASKED = AIMED.names
VOLLEY = Node(
    AIMED.function, ("distance", "speed", *(n for n in ASKED if n not in ("distance", "target_speed"))), "volleys"
)


def unhurt(r: Ruleset) -> int:
    """The charge is rolled without wounds."""
    return 0


def play(t: Any, throw: Throw, r: Ruleset) -> Play:
    """Volley and advance by turns, until they arrive, are shot down, or lose heart."""
    fall = r["wounds.serious"]
    man_lost = r["morale.man_lost"]

    def volley(state: State) -> State:
        if state.reloading:
            return state._replace(reloading=state.reloading - 1)
        return state._replace(shots=t.shooters, reloading=t.reload_turns)

    @throw.cached
    def shot(state: State) -> Any:
        if not state.shots:
            return state
        now = t.volleys[(t.distance - state.inches) // t.speed][state.moving]
        left = state._replace(shots=state.shots - 1)

        def landed(got: str) -> Any:
            points = points_after(r, 0, got, t.death_at) if got in WOUNDS else 0
            return struck(left, points) if points else left

        return throw.after(throw.asked(fire, now, r), landed)

    def struck(state: State, points: int) -> Any:
        """Each wound falls on one of those who were there when the volley began."""

        def on(who: str) -> State:
            if who == "one already down":
                return state
            wounds = points + (who == "one lightly hurt")
            down = wounds >= fall
            return state._replace(
                fit=state.fit - (who == "one unhurt"),
                hurt=state.hurt - (who == "one lightly hurt") + (not down),
                felled=state.felled + down,
                alarmed=state.alarmed or down,
            )

        bag = {"one unhurt": state.fit, "one lightly hurt": state.hurt, "one already down": state.felled}
        return throw("who is hit", Dist(bag), on)

    @throw.cached
    def advance(state: State) -> Any:
        morale = man_lost * (t.men - state.fit - state.hurt) if state.alarmed else 0
        roll = t.roll._replace(modifier=t.roll.modifier + morale)

        def got(action: str) -> State:
            moves = action == "act"
            inches = max(0, state.inches - t.speed) if moves else state.inches
            return state._replace(inches=inches, moving=moves, alarmed=False, failed=action in ("rout", "overcome"))

        return throw_action(roll, throw, r, got)

    def end(state: State) -> str | None:
        if state.shots or state.felled:
            return None
        if not state.fit + state.hurt:
            return "shot_down"
        return "fails" if state.failed else None if state.inches else "arrives"

    def arriving(state: State, end: str, turns: int | None) -> int:
        return state.fit + state.hurt if end == "arrives" else 0

    fired = [volley, *[shot] * t.shooters, lambda state: state._replace(felled=0)]
    phases: list[Any] = [*fired, advance] if t.first == "shooters" else [advance, *fired]
    read = arriving if t.result == "arriving" else None
    return Play(State(t.men, 0, t.distance), phases, end, t.turn_limit, "undecided", read)


def says(t: Any, r: Ruleset) -> list[str]:
    """A turn in words."""
    standing = t.volleys[0][0]
    needing = (
        f"needing {counted(standing)} at {t.distance} inches"
        if standing.in_reach
        else f"out of reach at {t.distance} inches"
    )
    reload = f"{t.reload_turns} turns to reload" if t.reload_turns else "no need to reload"
    first = "The shooters fire first" if t.first == "shooters" else "The attackers move first"
    return [
        f"{first}. A volley is {t.shooters} shots, {needing} while they stand; then {reload}.",
        f"The attackers go {t.speed} inches on a {adjusted('d6', t.roll.modifier)} of {t.roll.experience} or less, one roll for all.",
        "After losses that roll is a morale check; a rout ends the charge. A serious wound, or two light ones, takes a man out.",
    ]


charge = Process(
    "rencounter.charge",
    "A charge against fire",
    "Formed Charge; Movement: Foot; Fire Combat; Morale",
    PARAMETERS,
    {
        "shot": SHOT,
        "volleys": Node(volleys, VOLLEY.names, "volleys"),
        "reload_turns": reload_turns,
        "roll": node(activation, wounds="unhurt"),
        **{name: node(lambda r, x: x, x=name) for name in ("men", "shooters", "distance", "speed", "first", "turn_limit", "death_at", "result")},
    },
    play,
    By("result", {"arriving": NUMBERS, "end": ENDS}),
    {
        "arrives": ("arrives",),
        "somebody arrives": lambda got: got > 0 if type(got) is int else None,
        "is shot down": ("shot_down",),
    },
    derived=(unhurt,),
    says=says,
)  # fmt: skip
