"""Melee turn after turn: a duel, and several against several until one side is gone."""

from collections.abc import Callable
from functools import partial
from math import comb, prod
from typing import NamedTuple

from ....engine.dice.dist import Dist, Outcome, d
from ....engine.dice.throw import CachedMethod, Consequence, Exact, Targets, Throw
from ....engine.words.wording import so_many
from ...mechanics.check import Proven
from ...mechanics.modifiers import Part, inputs, part
from ...mechanics.processes.process import Phase, Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.question import Words
from ...mechanics.sides import OTHER, of_both
from ...rulebook.book import Ruleset
from .attack import TargetNumbers, says_attack
from .melee import melee_damage

Models = tuple[int, ...]  # Hit Points of those who live, the weakest first
State = tuple[Models, Models, str, *tuple[int, ...]]  # models of A, models of B, which side is first, perhaps counts
COUNT = 3  # where a state has how many models A has; then follows B
Read = Callable[[State, str, int | None], Outcome]  # the outcome, from the last state, how it ended and the turn
Order = dict[str, str]  # whose turn it is, by who is first
FIRST = {"a": "a", "b": "b"}
SIDE = {"a": 0, "b": 1}  # where the models of a side stand in a state
UNDECIDED = "undecided"
MOST = 350_000  # states before all attacks of a round, beyond which an exact answer takes too long
SMALL = 5_000  # up to here (see ``work``) a round is one phase

SIDES = "side.a_th side.a_ac side.a_hp side.a_weapon side.b_th side.b_ac side.b_hp side.b_weapon first"
SKIRMISH = (
    "side.a_count side.a_th side.a_ac several.a_hp side.a_weapon side.b_count side.b_th side.b_ac",
    "several.b_hp side.b_weapon first targeting natural_rolls",
)

# Targets -------------------------------------------------------------------------------------------------------------


def attacks_of(who: str, foe: str) -> Part:
    """One attack of a model of that side, as in ``odd_encounters.melee_damage``."""
    names = {"attacker_": f"{who}_", "target_": f"{foe}_", "weapon": f"{who}_weapon"}
    return part(f"{who.upper()} attacks", melee_damage, SKIRMISH, names)


def pair(r: Ruleset, a_hp: int, b_hp: int) -> tuple[Models, Models]:
    """One against one."""
    return (a_hp,), (b_hp,)


def sides(r: Ruleset, a_hp: int, b_hp: int, a_count: int, b_count: int) -> tuple[Models, Models]:
    """All who fight, unhurt."""
    return (a_hp,) * a_count, (b_hp,) * b_count


class Fighters(NamedTuple):
    """The attacks of a model of each side, who is first, and who fights."""

    a_attacks: Targets
    b_attacks: Targets
    first: str
    sides: tuple[Models, Models]


class Price(NamedTuple):
    """What a model of B costs in gp; looked at when a fight has ended, so that fights for other prices share theirs."""

    b_cost: int


ATTACKS: TargetNumbers = {**of_both(attacks=attacks_of), **inputs("first")}
SEVERAL: TargetNumbers = {**ATTACKS, "sides": sides, **inputs("targeting")}


def side_states(many: int, values: int, targeting: str) -> int:
    """The ways in which a side of so many may stand, each with one of so many values of its Hit Points or gone.

    Where the weakest is always attacked, no more than one model is wounded at any time.
    """
    return comb(values + many, many) - 1 if targeting == "random" else values * many


def work(side: Models, targeting: str) -> int:
    """How much a side asks for: the ways in which it may stand, times its attacks."""
    return len(side) * (side_states(len(side), max(side), targeting) + (targeting == "random"))


def values(most: int, damage: Dist) -> int:
    """How many values so many Hit Points may take before they are gone."""
    values_so_far = {most}
    for left in range(most, 0, -1):
        if left in values_so_far:
            values_so_far |= {left - points for points in damage}
    return sum(left > 0 for left in values_so_far)


def sure_states(r: Ruleset, fighters: Fighters, targeting: str, phases: int) -> int:
    """The states where each side may miss, for one order of turns: then each stands in every way beside every way of
    the other.

    They count before each phase, and where one side is gone.
    """
    hurt = [melee_damage.dist_of(r, attacks) for attacks in (fighters.b_attacks, fighters.a_attacks)]
    if not all(0 in damage for damage in hurt):
        return 0
    sides = zip(fighters.sides, hurt, strict=True)
    a, b = (side_states(len(side), values(max(side), damage), targeting) for side, damage in sides)
    return phases * a * b + a + b


# Turns ---------------------------------------------------------------------------------------------------------------


class Melee:
    """Turn and turn about; a round is one turn of each side, and its state (models of A, models of B, who is first)."""

    def __init__(self, throw: Throw, r: Ruleset, fighters: Fighters, targeting: str) -> None:
        self.throw, self.r, self.fighters, self.targeting = throw, r, fighters, targeting
        self.attacks = {"a": fighters.a_attacks, "b": fighters.b_attacks}

    def rounds(self, limit: int = 0, read: Read | None = None) -> TurnModel:
        """The fight, round by round.

        limit : rounds at most, 0 for to the end.
        read : the outcome, as in a ``TurnModel``.
        """
        sides, first = self.fighters.sides, self.fighters.first
        counts, sure = tuple(map(len, sides)), 0
        one_by_one = isinstance(self.throw, Exact) and not self.is_small
        phases = self.strikes() if one_by_one else [self.whole_round] if self.is_small else self.turns
        starts = [(*sides, who, *(counts if one_by_one else ())) for who in (OTHER if first == "random" else first)]
        if one_by_one and not limit:
            sure = sure_states(self.r, self.fighters, self.targeting, len(phases)) * len(starts)
        return TurnModel(Dist(starts), phases, self.end, limit, UNDECIDED, read, self.begins, states=sure)

    # Apart, the two turns lead in a circle when nobody is hit, and that takes equations; together they lead to far more
    # states at once. So do, in a large fight, all the attacks of a turn.
    @property
    def is_small(self) -> bool:
        """Is a whole round one phase?"""
        return prod(work(side, self.targeting) for side in self.fighters.sides) <= SMALL

    # An attack --------------------------------------------------------------------------------------------------------

    def attack(self, who: str, foes: Models) -> Dist | Models:
        """The foes left after one attack."""
        if self.targeting == "random" and len(foes) > 1:
            return self.throw("who is attacked", d(len(foes)), lambda face: self.attack_on(face - 1, who, foes))
        return self.attack_on(0, who, foes)

    def attack_on(self, place: int, who: str, foes: Models) -> Dist | Models:
        """The foes left after an attack on the one in that place."""
        others = foes[:place] + foes[place + 1 :]

        def harm(points: int) -> Models:
            left = foes[place] - points
            return tuple(sorted((left, *others))) if left > 0 else others

        return self.throw.after(self.throw.dice_of(melee_damage, self.attacks[who], self.r), harm)

    @CachedMethod
    def assault(self, who: str, many: int, foes: Models) -> Dist | Models:
        """The foes left after so many attacks, one after the other."""
        if not many or not foes:
            return foes
        return self.throw.after(self.attack(who, foes), lambda left: self.assault(who, many - 1, left))

    # A turn -----------------------------------------------------------------------------------------------------------

    @property
    def turns(self) -> list[Callable[[State], Consequence]]:
        """The turn of the side that is first, and that of the other."""
        return [partial(self.turn, order) for order in (FIRST, OTHER)]

    def turn(self, order: Order, state: State) -> Dist | State:
        """The turn of the side that this order names: each of its models attacks."""
        a, b, *others = state
        if order[state[2]] == "a":
            return self.throw.after(self.assault("a", len(a), b), lambda left: (a, left, *others))
        return self.throw.after(self.assault("b", len(b), a), lambda left: (left, b, *others))

    def whole_round(self, state: State) -> Dist | State:
        """Both turns."""
        return self.throw.after(self.turn(FIRST, state), partial(self.turn, OTHER))

    # Attacks one by one -----------------------------------------------------------------------------------------------

    def strikes(self) -> list[Callable[[State], Consequence]]:
        """All attacks of a round, a phase each."""
        first = self.fighters.first
        if first == "random":
            return [*self.strikes_of("a", "a"), *self.strikes_of("b"), *self.strikes_of("a", "b")]
        return [*self.strikes_of(first), *self.strikes_of(OTHER[first])]

    def strikes_of(self, who: str, when: str = "") -> list[Phase]:
        """The attacks of a side; each sees its foes, and how many models both sides have.

        when : who is first in the fights in which the side attacks then, where that is drawn.
        """
        own, foe = SIDE[who], SIDE[OTHER[who]]
        places = foe, COUNT + own, COUNT + foe, *((2,) if when else ())
        many = len(self.fighters.sides[own])
        return [Phase(partial(self.strike, who, when, number + 1), *places) for number in range(many)]

    def strike(
        self, who: str, when: str, number: int, foes: Models, mine: int, theirs: int, *first: str
    ) -> Dist | tuple[Outcome, ...]:
        """What an attack sees, after it; the last models of a side may be gone by then."""
        if number > mine or first not in ((), (when,)):
            return foes, mine, theirs, *first
        return self.throw.after(self.assault(who, 1, foes), lambda left: (left, mine, len(left), *first))

    # Begin and end ----------------------------------------------------------------------------------------------------

    @staticmethod
    def begins(state: State) -> str:
        """A first state in words."""
        return f"{state[2].upper()} is first"

    @staticmethod
    def end(state: State) -> str | None:
        """Who has won."""
        return "b_wins" if not state[0] else "a_wins" if not state[1] else None


def play_rounds(throw: Throw, r: Ruleset, fighters: Fighters, rounds: int) -> TurnModel:
    """In which round it ends; one more than there are when it does not."""

    def read(state: State, end: str, turns: int | None) -> Outcome:
        return rounds + 1 if end == UNDECIDED else turns

    return Melee(throw, r, fighters, "focus").rounds(rounds, read)


def survivors(state: State, end: str, turns: int | None) -> int:
    """Models of A who live, or those of B below zero; 0 when nobody can win."""
    return 0 if end == UNDECIDED else len(state[0]) - len(state[1])


def play_cost(throw: Throw, r: Ruleset, fighters: Fighters, targeting: str, price: Price) -> TurnModel:
    """The price of the models that B loses."""

    def lost(state: State, end: str, turns: int | None) -> int:
        return price.b_cost * (len(fighters.sides[1]) - len(state[1]))

    return Melee(throw, r, fighters, targeting).rounds(read=lost)


# Words ---------------------------------------------------------------------------------------------------------------


def says(r: Ruleset, fighters: Fighters) -> list[str]:
    """Attacks and order in words."""
    first = fighters.first
    order = "An even chance decides which side has" if first == "random" else f"{first.upper()} has"
    return [
        " ".join(says_attack(r, fighters.a_attacks, "A's attack")),
        " ".join(says_attack(r, fighters.b_attacks, "B's attack")),
        f"{order} the first turn of each round; only the side whose turn it is attacks.",
    ]


def says_duel(r: Ruleset, fighters: Fighters, rounds: int) -> list[str]:
    """The same, and when it is broken off."""
    end = f"The fight is broken off after {so_many(rounds, 'round')}." if rounds else "The fight is to the death."
    return [*says(r, fighters), end]


def says_several(r: Ruleset, fighters: Fighters, targeting: str) -> list[str]:
    """The same, and who is attacked."""
    whom = "an enemy at random" if targeting == "random" else "the enemy with the fewest Hit Points left"
    return [*says(r, fighters), f"Each model attacks {whom}; excess damage is lost."]


def says_cost(r: Ruleset, fighters: Fighters, targeting: str, spent: int) -> list[str]:
    """The same, and what it costs."""
    costs = f"A costs {spent} gp: divide the mean by that for gp destroyed per gp spent."
    return [*says_several(r, fighters, targeting), costs]


# Processes -----------------------------------------------------------------------------------------------------------

# With the same dice a side that hits more often, is hit less often or has more Hit Points strikes at least the same
# blows.
BETTER = {"th": 1, "ac": -1, "hp": 1}
A_WINS = {f"{side}_{name}": sign * better for side, sign in (("a", 1), ("b", -1)) for name, better in BETTER.items()}
B_WINS = {name: -sign for name, sign in A_WINS.items()}

duel = Process(
    "odd_encounters.duel",
    "Who wins the duel?",
    turn="round",
    source="Turn Sequence; Melee",
    parameters=(SIDES, "rounds natural_rolls"),
    targets={**ATTACKS, "sides": pair, **inputs("rounds")},
    record=Fighters,
    play=lambda throw, r, fighters, rounds: Melee(throw, r, fighters, "focus").rounds(rounds),
    outcomes=("a_wins", "b_wins", UNDECIDED),
    events={"A wins": "a_wins", "B wins": "b_wins", "nobody wins": UNDECIDED},
    wording={UNDECIDED: "nobody wins"},
    says=says_duel,
    proven=Proven(monotone={"A wins": A_WINS, "a_wins": A_WINS, "B wins": B_WINS, "b_wins": B_WINS}),
)

duel_length = Process(
    "odd_encounters.duel_length",
    "How many rounds does the duel last?",
    turn="round",
    wording=Words(unit="round"),
    source="Turn Sequence; Melee",
    parameters=(SIDES, "max_rounds natural_rolls"),
    targets={**ATTACKS, "sides": pair, **inputs(rounds="max_rounds")},
    record=Fighters,
    play=play_rounds,
    events={"ends in the first round": "1"},
    says=lambda r, fighters, rounds: [
        *says(r, fighters),
        f"{rounds + 1} means that the duel is not over after {so_many(rounds, 'round')}.",
    ],
)

skirmish = Process(
    "odd_encounters.skirmish",
    "Who wins a fight of several against several?",
    turn="round",
    source="Turn Sequence; Melee",
    parameters=SKIRMISH,
    targets=SEVERAL,
    record=Fighters,
    play=lambda throw, r, fighters, targeting: Melee(throw, r, fighters, targeting).rounds(read=survivors),
    events={
        "A wins": "1..",
        "B wins": "..-1",
        "nobody wins": "0",
    },
    says=says_several,
    max_states=MOST,
    wording=Words(measure="survivors (A's minus B's)"),
)

cost_effectiveness = Process(
    "odd_encounters.cost_effectiveness",
    "How much gold does a side destroy?",
    turn="round",
    source="Assembling Forces; Turn Sequence; Melee",
    parameters=(SKIRMISH, "side.a_cost side.b_cost"),
    targets={**SEVERAL, **inputs("b_cost"), "spent": lambda r, a_count, a_cost: a_count * a_cost},
    record={"fighters": Fighters, "price": Price},
    play=play_cost,
    says=says_cost,
    max_states=MOST,
)
