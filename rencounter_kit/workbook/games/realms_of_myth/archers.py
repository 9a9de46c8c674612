"""Archers under attack: how often do they hit before the enemy is upon them?"""

from itertools import count, takewhile
from typing import NamedTuple

from ....engine.chains.transitions import TooLargeError
from ....engine.dice.dist import Dist
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.modifiers import amount, total
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...rulebook.book import Ruleset
from .hits import hits
from .missiles import AT_TARGET, BESIDE_RANGE, reckoned
from .ranges import KINDS, beyond, by_range, limits
from .tasks import RESOLUTION, TASK, Model, model, roll

MAX_SHOTS = 1_200  # an exact answer has twice as many digits for each number of hits
Volleys = tuple[tuple[int, int | None], ...]  # at what distance, and the chance of each shot; none out of range


class Shooting(NamedTuple):
    """The volleys, and the shots in each."""

    beside_range: int
    volleys: Volleys
    shots: int


def distances(r: Ruleset, weapon: str, start_distance: int, advance: int, shot_timing: str) -> tuple[int, ...]:
    """Where the target is for each volley."""
    first = start_distance - (advance if shot_timing == "after_move" else 0)
    least = r[f"shot.least.{KINDS[weapon]}"]
    return tuple(takewhile(lambda distance: distance >= least, count(first, -advance)))


def volleys(
    r: Ruleset,
    distances: tuple[int, ...],
    av: int,
    weapon: str,
    strength: int,
    crossbow_bands: str,
    range_rounding: str,
    beside_range: int,
    model: Model,
) -> Volleys:
    """The chance of a shot at each distance."""
    reach = limits(r, weapon, strength, 0, "1", crossbow_bands)

    def percent(distance: int) -> int | None:
        if beyond(reach, distance):
            return None
        dv = amount(by_range(r, reach, weapon, distance, 1, range_rounding)) + beside_range
        return model.percent(av, dv)

    return tuple((distance, percent(distance)) for distance in distances)


def play(throw: Throw, r: Ruleset, shooting: Shooting) -> TurnModel:
    """A turn is a volley; the state is how many there have been, and how many shots have hit."""

    def volley(state: tuple[int, int]) -> Consequence:
        number, hits = state
        percent = shooting.volleys[number][1]
        if percent is None:
            return number + 1, hits
        landed = throw.times(shooting.shots, lambda: roll(throw, r, "shot", percent, 1, 0))
        return throw.after(landed, lambda more: (number + 1, hits + more))

    def end(state: tuple[int, int]) -> str | None:
        return "contact" if state[0] == len(shooting.volleys) else None

    def exact_length() -> Dist:
        chances = [percent for _, percent in shooting.volleys if percent is not None] * shooting.shots
        if len(chances) > MAX_SHOTS:
            raise TooLargeError(
                f"archers x shots_per_cs must come to at most {MAX_SHOTS:,} shots before contact to be worked out "
                f"exactly; got {len(chances):,}; try fewer of them, or simulate it with rk.simulate(...)"
            )
        return hits(r.dice("task"), chances)

    return TurnModel((0, 0), [volley], end, read=lambda state, end, turns: state[1], known=exact_length)


def odds(r: Ruleset, percent: int) -> str:
    """The chance of a shot in words: on a d100 it is the percentage itself."""
    return f"{percent} %" if r[TASK] == "d100" else f"a {r[TASK]} of {percent} or less"


def says(r: Ruleset, shooting: Shooting) -> list[str]:
    """The volleys in words, the first few of them."""
    if not shooting.volleys:
        return ["The enemy is upon them before anybody can shoot."]
    few = shooting.volleys[:6]
    parts = ", ".join(
        f"{'out of range' if percent is None else odds(r, percent)} at {distance} yards" for distance, percent in few
    )
    more = len(shooting.volleys) - len(few)
    return [
        f"{so_many(len(shooting.volleys), 'volley')} of {so_many(shooting.shots, 'shot')} each: {parts}"
        + (f", and {more} more." if more else ".")
    ]


archers_before_contact = Process(
    "realms_of_myth.archers_before_contact",
    "How many shots hit before the enemy is upon the archers?",
    turn="segment",
    source="Ranged Combat; Phases of Play",
    parameters=(
        "av archers_before_contact.weapon strength crossbow_bands",
        AT_TARGET,
        "start_distance advance shots_per_cs archers shot_timing range_rounding",
        RESOLUTION,
    ),
    derived=(reckoned, distances, model),
    targets={
        "beside_range": total("DV apart from the range", *BESIDE_RANGE),
        "volleys": volleys,
        "shots": lambda r, archers, shots_per_cs: archers * shots_per_cs,
    },
    record=Shooting,
    play=play,
    events={"somebody is hit": "1.."},
    says=says,
)
