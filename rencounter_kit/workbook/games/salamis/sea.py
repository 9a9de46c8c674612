"""The sea: its state, and how far it carries what drifts."""

from ....engine.dice.notation import dice_of
from ....engine.dice.throw import Consequence, Targets, Throw
from ....engine.words.wording import adjusted, first_up, words
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, each, part, refuse, total
from ...mechanics.ready_dice import a_throw
from ...mechanics.space import graded
from ...rulebook.book import Ruleset, rules
from .conventions import calmer, throw_half
from .wind import lower, wind_strength

STATES = rules("salamis").names("sea.storm")

# State ----------------------------------------------------------------------------------------------------------------


def own_limits(r: Ruleset, wind: str, routes: int, cut_source: str, *tops: int) -> tuple[int, ...]:
    """The limits that the players read in their own copy; they must fit the words that are printed."""
    if cut_source == "placeholder" or wind == "random":
        return ()
    refuse(
        list(tops) != sorted(tops),
        f"flat_up_to, choppy_up_to and rough_up_to must not fall; got {', '.join(map(str, tops))}; try 2, 4, 6",
    )
    for face in r.dice("sea").faces:
        state = by_limits(face + routes, tops)
        refuse(
            state not in r.names(f"sea.{wind}"),
            f"the limits must give a sea that wind {wind} can raise; got {words(state)} for a score of "
            f"{face + routes}; try other values of flat_up_to, choppy_up_to and rough_up_to",
        )
    return tops


def by_limits(score: int, tops: tuple[int, ...]) -> str:
    """The state that a score gives by the players' limits."""
    return STATES[sum(score > top for top in tops)]


def throw_sea(
    throw: Throw, r: Ruleset, wind: str, open_wind: Targets, routes: int, limits: tuple[int, ...], lower: int
) -> Consequence:
    """A die in the line of the wind, which may be rolled first."""

    @throw.cached
    def under(blows: str) -> Consequence:
        def state(face: int) -> str:
            score = face + routes
            rises = by_limits(score, limits) if limits else r.look_up(f"sea.{blows}", score)
            return calmer(rises, STATES, lower)

        return throw("sea state", r.dice("sea"), state)

    return throw.after(throw.dice_of(wind_strength, open_wind, r) if wind == "random" else wind, under)


def says_sea(r: Ruleset, wind: str, routes: int, lower: int) -> list[str]:
    """The throws in words."""
    rolled = wind == "random"
    lines = [f"A {r['dice.wind_strength']} for the wind."] if rolled else []
    line = "that wind" if rolled else f'"{words(wind)}"'
    lines.append(f"{first_up(a_throw(adjusted(r['dice.sea'], routes)))} for the sea, on the line of {line}.")
    return [*lines, "Sheltered water is calmer."] if lower else lines


LIMITS = tuple(f"{state}_up_to" for state in STATES[:-1])
PARAMETERS = ("wind sea.region perilous_routes cut_source", *LIMITS, "sheltered")

sea_state = Check(
    "salamis.sea_state",
    "How rough is the sea?",
    source="Sea State; Sheltered Waters",
    parameters=PARAMETERS,
    targets={
        "open_wind": part("wind", wind_strength, PARAMETERS, sheltered=False),
        "routes": total("on the sea state die ({dice.sea})", each("perilous.route", "perilous_routes")),
        "limits": Node(own_limits, ("wind", "routes", "cut_source", *LIMITS), "limits"),
        "lower": lower,
    },
    dice=throw_sea,
    outcomes=graded(STATES),
    events={"is rough or worse": STATES[STATES.index("rough") :], "is flat": "flat"},
    says=says_sea,
)

# Drift ----------------------------------------------------------------------------------------------------------------


def throw_drift(throw: Throw, r: Ruleset, flow: str, turns: int) -> Consequence:
    """One die for each Intermediate Phase."""
    notation = r[f"drift.{flow}"]

    def once() -> Consequence:
        return throw_half(throw, r) if notation == "d3" else throw("drift", dice_of(notation), lambda face: face)

    return throw.times(turns, once)


def says_halved_die(r: Ruleset, flow: str) -> list[str]:
    """What a house rule has made of the d3."""
    halved = r.rule("dice.halved")
    return [f"The d3 is a {halved.value}, halved and rounded up."] if r[f"drift.{flow}"] == "d3" and halved.was else []


drift = Check(
    "salamis.drift",
    "How far does a ship drift?",
    source="Tides and Currents; Die Rolling Conventions",
    parameters="flow",
    targets={"turns": lambda r: 1},
    dice=throw_drift,
    says=lambda r, flow: [
        f"A {r[f'drift.{flow}']}, in cm; ships locked together share one roll.",
        *says_halved_die(r, flow),
    ],
)

drift_total = Check(
    "salamis.drift_total",
    "How far does it drift over several turns?",
    source="Tides and Currents; Die Rolling Conventions",
    parameters="flow sea.turns",
    dice=throw_drift,
    says=lambda r, flow: [f"A {r[f'drift.{flow}']} in cm for each Intermediate Phase.", *says_halved_die(r, flow)],
)
