"""Morale: does a party stand, and in which round does it run?"""

from types import SimpleNamespace
from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import called, flag, inputs, refuse, total
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.ready_dice import only_if, or_more, reach
from ...mechanics.space import Space
from ...rulebook.book import Rule, Ruleset

WIPED_OUT = "wiped_out"
UNIT = "military leader_skill leader_tactical"


# One throw ------------------------------------------------------------------------------------------------------------


def must_throw(r: Ruleset, casualties: int, party_size: int) -> bool:
    """Are losses such that morale is thrown?"""
    return bool(100 * casualties >= r["morale.share.throws"] * party_size)


def heavy(r: Ruleset, casualties: int, party_size: int) -> Rule | None:
    """Heavy losses."""
    return r.rule("morale.dm.heavy") if 100 * casualties > r["morale.share.heavy"] * party_size else None


def tactical(r: Ruleset, leader_tactical: bool, leader_down: bool, fallen_leader_tactical: str) -> Rule | None:
    """The leader's tactical skill, while he leads."""
    leads = not leader_down or fallen_leader_tactical == "kept"
    return r.rule("morale.dm.tactical") if leader_tactical and leads else None


ALWAYS = (flag("morale.dm.military"), flag("morale.dm.leader", "leader_skill"))
THROW = reach("morale", "dice.morale", "morale.needed", failure="flees", success="stands", plus="dm", does="stands")


def refuse_none_left(r: Ruleset, casualties: int, party_size: int) -> None:
    """Nobody is left to run."""
    refuse(
        casualties >= party_size,
        f"casualties must be below party_size {party_size}; got {casualties}; try casualties = {party_size - 1}",
    )


def refuse_leader(r: Ruleset, leader_down: bool, casualties: int) -> None:
    """A leader who is down is a casualty."""
    refuse(
        leader_down and not casualties, "leader_down must go with casualties; got casualties = 0; try casualties = 1"
    )


morale = Check(
    "traveller.morale",
    "Does the party stand?",
    source="Morale; Combat Procedure",
    parameters=("party_size casualties", UNIT, "leader_down fallen_leader_tactical"),
    targets={
        "dm": total("morale ({dice.morale})", *ALWAYS, tactical, heavy, flag("morale.dm.leader_down")),
        "must_throw": must_throw,
    },
    dice=only_if(
        "must_throw",
        THROW,
        otherwise="stands",
        says="No throw before {morale.share.throws} percent of the party are down.",
    ),
    events={"stands": "stands", "flees": "flees"},
    refusals=[refuse_none_left, refuse_leader],
)

# Round after round ----------------------------------------------------------------------------------------------------


class Losses(NamedTuple):
    """How a party dwindles: people at first, casualties before the first round, and in each round."""

    size: int
    casualties: int
    per_round: int

    def after(self, rounds: int) -> int:
        """Casualties after so many rounds."""
        return self.casualties + rounds * self.per_round


def leaderless(r: Ruleset, leader_down_round: int, leader_loss_starts: str) -> tuple[int, int]:
    """The first and the last round in which nobody leads; 0 and 0 when the leader does not fall."""
    if not leader_down_round:
        return 0, 0
    first = leader_down_round + (leader_loss_starts == "next_round")
    return first, first + r["morale.leaderless_rounds"] - 1


def grow_heavy(r: Ruleset, losses: Losses, rounds: int) -> Rule | None:
    """Heavy losses, if there are any in time."""
    return heavy(r, losses.after(rounds), losses.size)


def fallen_tactical(r: Ruleset, leader_tactical: bool, falls: bool, fallen_leader_tactical: str) -> Rule | None:
    """The fallen leader's skill, where the ruling keeps it."""
    return tactical(r, leader_tactical, True, fallen_leader_tactical) if falls else None


class Party(NamedTuple):
    """How a party dwindles, what its throws add, always and by who leads it, and the rounds in which nobody does."""

    losses: Losses
    dm: int
    leading: int
    leader_down: int
    new_leading: int
    heavy: int
    leaderless: tuple[int, int]
    rounds: int


def dm_in(r: Ruleset, party: Party, turn: int) -> int:
    """The DM of the throw in a round."""
    first, last = party.leaderless
    who = party.leading if not first or turn < first else party.leader_down if turn <= last else party.new_leading
    return party.dm + who + (party.heavy if heavy(r, party.losses.after(turn), party.losses.size) else 0)


def play(throw: Throw, r: Ruleset, party: Party) -> TurnModel:
    """The losses of a round, then the throw; the state is the round, and how the party is."""

    def turn(state: tuple[int, str]) -> Consequence:
        number = state[0] + 1
        lost = party.losses.after(number)
        if number > party.rounds:
            return state
        if lost >= party.losses.size:
            return number, WIPED_OUT
        if not must_throw(r, lost, party.losses.size):
            return number, "stands"
        thrown = THROW(throw, r, SimpleNamespace(dm=dm_in(r, party, number)))
        return throw.after(thrown, lambda fate: (number, fate))

    def end(state: tuple[int, str]) -> str | None:
        return None if state[1] == "stands" else state[1]

    def read(state: tuple[int, str], fate: str, turns: int | None) -> Consequence:
        return state[0] if fate == "flees" else fate

    return TurnModel((0, "stands"), [turn], end, party.rounds, "stands", read)


def refuse_late(r: Ruleset, leader_down_round: int, rounds: int) -> None:
    """The leader falls in one of the rounds, or not at all."""
    refuse(
        leader_down_round > rounds,
        f"leader_down_round must be at most rounds {rounds}; got {leader_down_round}; try 0, if he does not fall",
    )


def refuse_unhurt(r: Ruleset, leader_down_round: int, losses: Losses) -> None:
    """A leader who is down is a casualty."""
    refuse(
        leader_down_round and not losses.after(leader_down_round),
        f"leader_down_round must be a round with casualties; got {leader_down_round} without any; try casualties = 1",
    )


def says(r: Ruleset, party: Party) -> list[str]:
    """The rounds in words: from when on it throws, and with which DM."""
    rounds = []
    for number in range(1, party.rounds + 1):
        lost = party.losses.after(number)
        if lost >= party.losses.size:
            rounds.append((number, "nobody is left"))
            break
        success = or_more("stands", r["dice.morale"], r["morale.needed"], dm_in(r, party, number))
        rounds.append((number, f"it {success}" if must_throw(r, lost, party.losses.size) else "there is no throw"))
    lines = []
    for place, (number, line) in enumerate(rounds):
        if not place or line != rounds[place - 1][1]:
            lines.append(f"From round {number} on, {line}.")
    return lines


morale_break = Process(
    "traveller.morale_break",
    "In which round does the party run?",
    turn="round",
    source="Morale; Combat Procedure",
    parameters=(
        "party_size morale.casualties casualties_per_round morale.rounds",
        UNIT,
        "leader_down_round new_leader_tactical leader_loss_starts fallen_leader_tactical",
    ),
    targets={
        "losses": lambda r, party_size, casualties, casualties_per_round: Losses(
            party_size, casualties, casualties_per_round
        ),
        "dm": total("each morale throw ({dice.morale})", *ALWAYS),
        "leading": total("while the leader leads", flag("morale.dm.tactical", "leader_tactical")),
        "leader_down": total("while nobody leads", flag("morale.dm.leader_down", "falls"), fallen_tactical),
        "new_leading": total(
            "when a new leader has taken over", flag("morale.dm.tactical", "new_leader_tactical", "falls")
        ),
        "heavy": total("from heavy losses on", grow_heavy),
        "leaderless": leaderless,
        **inputs("rounds"),
    },
    record=Party,
    play=play,
    outcomes=Space(("stands", WIPED_OUT), numbers=True),
    events={
        "runs": "1..",
        "stands to the end": "stands",
        "is wiped out": WIPED_OUT,
    },
    derived=called(falls=lambda r, leader_down_round: leader_down_round > 0),
    refusals=[refuse_none_left, refuse_late, refuse_unhurt],
    says=says,
)
