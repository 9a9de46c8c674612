"""Reserves that try to come on."""

from types import SimpleNamespace

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import adjusted, first_up, so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import flag, pick, total
from ...mechanics.processes.process import Process
from ...mechanics.processes.tries import turn_unless
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.ready_dice import a_throw, read_off
from ...mechanics.space import Space
from ...rulebook.book import Ruleset
from .turn import COUNTERS, Bag, draws, plain_bag, refuse_empty_bag, says as says_bag

ARRIVAL = "command edge position entry.enemy_near loyalty"
MODIFIER = total(
    "on the entry die ({dice.entry})",
    pick("command", "command"),
    pick("entry.edge", "edge"),
    pick("entry.position", "position"),
    flag("entry.enemy_near"),
    "loyalty",
)

ENTRY = read_off("entry", "dice.entry", "entry.result", plus="modifier", on="the table of results; high is good")


def says_rest(r: Ruleset, modifier: int) -> list[str]:
    """What the throw leaves open, in words."""
    sure = r.look_up("entry.result", r.dice("entry").faces[0] + modifier) != "lost"
    again = "Delayed ships may try again in a later Action Phase, at any point."
    return ["The ships cannot be lost.", again] if sure else [again]


entry_modifier = Check(
    "salamis.entry_modifier",
    "Which modifiers count when reserves try to come on?",
    source="Off table Forces",
    parameters=ARRIVAL,
    targets={"modifier": MODIFIER},
    says=lambda r, modifier: [f"The entry roll is {a_throw(adjusted(r['dice.entry'], modifier))}."],
)

entry = Check(
    "salamis.entry",
    "Do the reserves come on?",
    source="Off table Forces",
    parameters=ARRIVAL,
    targets={"modifier": MODIFIER},
    dice=ENTRY,
    events={"enters": "enters", "is lost": "lost"},
    says=says_rest,
)

# Over time ------------------------------------------------------------------------------------------------------------

ENDS = ("lost", "waiting")  # beside the number of the try, or of the turn
FIRST, WAITS = "first", "waiting"
WHEN = turn_unless("lost", WAITS)
IN_TIME, LOST = {"come on in time": "1.."}, {"are lost": "lost"}
REACHES = {"lost": "lost", "delayed": WAITS, "enters": "enters"}  # where they stand after a try


def attempt(modifier: int, throw: Throw, r: Ruleset) -> Consequence:
    """One try; the others go on waiting."""
    return throw.after(ENTRY(throw, r, SimpleNamespace(modifier=modifier)), REACHES.__getitem__)


def over(state: str) -> str | None:
    """Gone, or on the table."""
    return state if state in ("lost", "enters") else None


def play_tries(throw: Throw, r: Ruleset, modifier: int, later: int, tries: int) -> TurnModel:
    """Try after try."""

    def go(state: str) -> Consequence:
        return attempt(modifier if state == FIRST else later, throw, r)

    return TurnModel(FIRST, [go], over, tries, WAITS, WHEN)


def says_tries(r: Ruleset, modifier: int, later: int, tries: int) -> list[str]:
    """The tries in words."""
    dice = r["dice.entry"]
    then = f", then {a_throw(adjusted(dice, later))}" if later != modifier else ""
    return [
        f"{first_up(a_throw(adjusted(dice, modifier)))} on the table of results{then}, up to {so_many(tries, 'time')}."
    ]


reserve_arrival = Process(
    "salamis.reserve_arrival",
    "On which try do reserves come on?",
    turn="attempt",
    source="Off table Forces",
    parameters="modifier later_modifier_change tries",
    targets={
        "modifier": total("on the entry die ({dice.entry})", "modifier"),
        "later": total("on the entry die of later tries ({dice.entry})", "modifier", "later_modifier_change"),
    },
    play=play_tries,
    outcomes=Space(ENDS, numbers=True),
    events={**IN_TIME, "come on at the first chance": "1", **LOST},
    says=says_tries,
)


def play_turns(throw: Throw, r: Ruleset, modifier: int, turns: int, bag: Bag) -> TurnModel:
    """Turn after turn, a try in each own Action Phase."""

    def update(state: str, side: str) -> Consequence:
        return state if side == "enemy" or over(state) else attempt(modifier, throw, r)

    def turn(state: str) -> Consequence:
        return draws(throw, r, bag, state, update)

    return TurnModel(WAITS, [turn], over, turns, WAITS, WHEN)


reserve_turns = Process(
    "salamis.reserve_turns",
    "In which turn do reserves come on?",
    source="Off table Forces; The Turn Concept",
    parameters=("modifier reserves.turns", COUNTERS),
    targets={"modifier": total("on the entry die ({dice.entry})", "modifier"), "bag": plain_bag},
    play=play_turns,
    outcomes=Space(ENDS, numbers=True),
    events={**IN_TIME, "come on in the first turn": "1", **LOST},
    refusals=[refuse_empty_bag],
    says=lambda r, modifier, bag: [
        *says_bag(r, bag),
        f"In each of your Action Phases {a_throw(adjusted(r['dice.entry'], modifier))} on the table of results.",
    ],
)
