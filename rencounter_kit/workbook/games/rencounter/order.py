"""Who is activated when: by cards, or by dice and markers."""

from math import comb
from operator import add
from typing import NamedTuple

from ....engine.dice.dist import Dist
from ....engine.dice.throw import CachedMethod, Throw, in_words
from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.events import in_place
from ...mechanics.modifiers import inputs, is_not, refuse
from ...mechanics.question import Words
from ...mechanics.space import ANY, NUMBERS, By, Space
from ...rulebook.book import Ruleset

MAX_CARDS = 12  # of one unit
MAX_TUPLES = 1024  # combinations of counts that are told apart
MAX_FOLLOWED = 250_000  # states of a deck with held cards, times what can come of them

# Cards ----------------------------------------------------------------------------------------------------------------


def cards(r: Ruleset, cards_each: int | None, deck: str | None) -> int:
    """Cards of each unit."""
    usual = r["activation_cards.more_cards" if deck == "quick" else "activation_cards.cards"]
    refuse(
        None not in (cards_each, deck) and cards_each != usual,
        f"cards_each and deck must agree; got {cards_each} and {deck}, which is {usual}; give only one of them",
    )
    return few("cards", usual) if cards_each is None else cards_each


def few(what: str, number: int) -> int:
    """Cards of a kind, few enough for the deck to be followed whatever the house rules say."""
    refuse(not 0 <= number <= MAX_CARDS, f"{what} must be from 0 to {MAX_CARDS}; got {number}; try fewer")
    return number


def jokers(r: Ruleset, joker: bool) -> int:
    """Cards that end the turn."""
    return few("jokers", r["activation_cards.joker"]) if joker else 0


def commanded(r: Ruleset, commander: bool, side_units: int) -> int:
    """Units that the commander's card activates once more."""
    return min(side_units, r["activation_cards.commander_units"]) if commander else 0


def refuse_side(r: Ruleset, units: int, side_units: int) -> None:
    """A side of more units than there are."""
    refuse(side_units > units, f"side_units must be at most {units}, the units of both sides; got {side_units}")


def refuse_many(r: Ruleset, units: int, side_units: int, cards: int, result: str, hold: str) -> None:
    """More combinations than can be told apart, or followed card by card."""
    tuples = (cards + 1) ** side_units if result == "counts" else 1
    refuse(
        tuples > MAX_TUPLES,
        f"side_units must be smaller to count each unit alone; got {side_units} with {cards} cards each; "
        "try result side or unit",
    )
    kinds = 2 * cards + 1  # how a unit of the side can stand: cards left, with one in hand or not
    ways, ends = {
        "counts": (kinds**side_units, tuples),
        "side": (comb(kinds - 1 + side_units, side_units), side_units * cards + 1),
    }.get(result, (kinds, cards + 1))
    refuse(
        hold != "never" and ways * ends * ((units - side_units) * cards + 1) > MAX_FOLLOWED,
        f"side_units must be smaller to follow held cards; got {side_units} of {units} with {cards} cards each; "
        "try result unit, or hold never",
    )


Counts = int | tuple[int, ...]  # activations of one unit or of the side, or of each unit
Hand = tuple[int, int]  # a unit's cards that are still in the deck, and the one it holds


class Deck(NamedTuple):
    """The deck of a turn: units, those of one's own side, cards of each, jokers, units that the commander's card
    activates.
    """

    units: int
    side_units: int
    cards: int
    jokers: int
    commanded: int
    holds: bool
    result: str


def draw_cards(throw: Throw, r: Ruleset, deck: Deck) -> Dist | Counts | str:
    """How often each unit is activated until the joker comes, or the deck is used up."""
    units = 1 if deck.result in ("unit", "acts") else deck.side_units
    counts = HeldCards(throw, deck, units).counts() if deck.holds else draw_and_use(throw, deck, units)
    return throw.after(counts, lambda many: "yes" if many else "no") if deck.result == "acts" else counts


def draw_and_use(throw: Throw, deck: Deck, units: int) -> Dist | Counts:
    """Counts when nobody holds a card: how many cards come before the joker, and whose they are."""
    commanded = min(deck.commanded, units)
    everything = deck.units * deck.cards + (deck.commanded > 0)

    def before(jokers: int) -> Dist:
        return Dist({n: comb(everything - n + jokers - 1, jokers - 1) for n in range(everything + 1)})

    def among(own: int, all_cards: int, draws: int) -> Dist:
        return Dist({n: comb(own, n) * comb(all_cards - own, draws - n) for n in range(min(own, draws) + 1)})

    @throw.cached
    def of_each(unit: int, all_cards: int, draws: int, more: int) -> Dist | Counts:
        if unit > units:
            return ()

        def own(n: int) -> Dist | Counts:
            rest = of_each(unit + 1, all_cards - deck.cards, draws - n, more)
            return throw.after(rest, lambda others: (n + more * (unit <= commanded), *others))

        return throw(f"cards of unit {unit} among them", among(deck.cards, all_cards, draws), own)

    def of_units(all_cards: int, draws: int, more: int) -> Dist | Counts:
        if deck.result == "counts":
            return of_each(1, all_cards, draws, more)
        own = among(deck.cards * units, all_cards, draws)
        return throw("cards of the side among them", own, lambda n: n + more * commanded)

    def turn(draws: int) -> Dist | Counts:
        if not deck.commanded:
            return of_units(everything, draws, 0)
        own = among(1, everything, draws)
        return throw("the commander's card", own, lambda n: of_units(everything - 1, draws - n, n))

    return throw("cards before the joker", before(deck.jokers), turn) if deck.jokers else turn(everything)


class HeldCards:
    """The deck when each unit of the side keeps its card until it is needed, card by card.

    A unit with a card in hand acts as soon as an enemy unit has acted. A further card of its own takes the place of the
    one in hand, the joker takes all of them, and in a deck without a joker those still in hand at the end are used.
    The cards of friends who are not counted make no difference, and are left out.
    """

    def __init__(self, throw: Throw, deck: Deck, units: int) -> None:
        self.throw, self.deck, self.each = throw, deck, deck.result == "counts"
        commanded = min(deck.commanded, units)
        self.nobody, self.commanded = (0,) * units, tuple(int(i < commanded) for i in range(units))

    def counts(self) -> Dist | Counts:
        """How often each unit acts, or all together."""
        deck = self.deck
        hands, enemies = ((deck.cards, 0),) * len(self.nobody), (deck.units - deck.side_units) * deck.cards
        counts = self.draw(hands, enemies, int(deck.commanded > 0))
        return self.throw.after(counts, lambda many: many if self.each else many[0])

    def counted(self, acting: tuple[int, ...]) -> tuple[int, ...]:
        """Those who act, each alone or all together."""
        return acting if self.each else (sum(acting),)

    @CachedMethod
    def draw(self, hands: tuple[Hand, ...], enemies: int, commander: int) -> Dist | tuple[int, ...]:
        """The rest of the turn."""
        left = {f"unit {i}": still for i, (still, _) in enumerate(hands, 1)}
        bag = {**left, "enemy": enemies, "commander": commander, "joker": self.deck.jokers}
        in_hand = tuple(card for _, card in hands)
        if not any(bag.values()):
            return self.counted(in_hand)

        def came(card: str) -> Dist | tuple[int, ...]:
            if card == "joker":
                return self.counted(self.nobody)
            if card == "enemy":
                return self.then(in_hand, tuple((still, 0) for still, _ in hands), enemies - 1, commander)
            if card == "commander":
                return self.then(self.commanded, hands, enemies, 0)
            place = int(card.split()[1]) - 1
            drawn = (*hands[:place], (hands[place][0] - 1, 1), *hands[place + 1 :])
            return self.then(self.nobody, drawn, enemies, commander)

        return self.throw("card", Dist(bag), came)

    def then(
        self, acting: tuple[int, ...], after: tuple[Hand, ...], enemies: int, commander: int
    ) -> Dist | tuple[int, ...]:
        """Those who act now, and the rest of the turn."""
        now = self.counted(acting)
        if any(now) and self.deck.result == "acts":
            return now
        rest = self.draw(after if self.each else tuple(sorted(after)), enemies, commander)
        return rest if acting == self.nobody else self.throw.after(rest, lambda later: tuple(map(add, now, later)))


def often(many: int) -> str:
    """How many times."""
    few = ("never", "once", "twice", "three times", "four times", "five times", "six times")
    return few[many] if many < len(few) else f"{many} times"


def who_acts(counts: tuple[int, ...]) -> str:
    """How often each of your units acts, in words.

    >>> who_acts((0, 0, 0)), who_acts((1, 1, 1)), who_acts((1, 0, 1)), who_acts((1, 0, 2))
    ('none of yours', 'each of yours once', 'your units 1 and 3 once', 'your unit 1 once, unit 3 twice')
    """
    if len(set(counts)) == 1:
        return (
            f"{'each of yours' if len(counts) > 1 else 'your unit'} {often(counts[0])}"
            if any(counts)
            else "none of yours"
        )
    sentences = []
    for many in sorted({*counts} - {0}):
        *others, last = [str(unit) for unit, n in enumerate(counts, 1) if n == many]
        sentences.append(
            f"units {', '.join(others)} and {last} {often(many)}" if others else f"unit {last} {often(many)}"
        )
    return f"your {', '.join(sentences)}"


def says_cards(r: Ruleset, deck: Deck) -> list[str]:
    """The deck in words."""
    ends = f"{so_many(deck.jokers, 'joker')} to end the turn" if deck.jokers else "no joker, so every card is drawn"
    units = f"{so_many(deck.cards, 'card')} for each of {deck.units} units, {deck.side_units} of them on your side"
    lines = [f"The deck holds {units}, and {ends}."]
    if deck.commanded:
        lines.append(f"The commander's own card activates {deck.commanded} of your units once more.")
    if deck.holds:
        lines.append("Your units hold their cards until an enemy unit has acted; the joker takes any card still held.")
    elif deck.jokers == 1 and not deck.commanded:
        lines.append(f"A unit acts 0 to {deck.cards} times, each equally likely.")
    return lines


activation_cards = Check(
    "rencounter.activation_cards",
    "Who acts, with cards?",
    source="Order of Units: Method One, Cards",
    parameters="units side_units deck cards_each joker commander activation_cards.result hold",
    targets={
        **inputs("units", "side_units"),
        "cards": cards,
        "jokers": jokers,
        "commanded": commanded,
        "holds": is_not("hold", "never"),
        **inputs("result"),
    },
    record=Deck,
    dice=draw_cards,
    outcomes=By("result", {"counts": NUMBERS.times(ANY), "unit": NUMBERS, "side": NUMBERS, "acts": ("no", "yes")}),
    events={"acts": "yes"},
    refusals=(refuse_side, refuse_many),
    says=says_cards,
    wording=Words(named=who_acts),
)

# Dice and markers -----------------------------------------------------------------------------------------------------

NOBODY = "none"
SIDES = ("A", "B")
MAX_UNITS = 4  # of a side
STEPS = tuple(f"{side}{many}" for side in SIDES for many in range(1, MAX_UNITS + 1))  # A2: two units of A act together
Tied = tuple[int, int]  # dice of A and of B that show the highest face


def die(r: Ruleset) -> int:
    """Faces of the die of each unit."""
    faces: int = r["activation_dice.die"]
    refuse(faces < 2, f"activation_dice.die must be 2 or more; got {faces}; a tie could never be broken")
    return faces


def refuse_nobody(r: Ruleset, side_a: int, side_b: int) -> None:
    """Nobody to activate."""
    refuse(not side_a and not side_b, "side_a or side_b must be 1 or more; got 0 for both; add a unit")


def roll_for_turns(
    throw: Throw, r: Ruleset, side_a: int, side_b: int, all_tied_ends: bool, die: int, result: str
) -> Dist | tuple[str, ...] | str | int:
    """Roll after roll, until all units have acted or the turn ends."""

    def highest(a: int, b: int) -> Dist:
        """How many dice of each side show the highest face."""
        dice = a + b
        ways = {
            (i, j): sum(comb(a, i) * comb(b, j) * lower ** (dice - i - j) for lower in range(die))
            for i in range(a + 1)
            for j in range(b + 1)
            if i or j
        }
        return Dist(ways)

    @throw.cached
    def decided(a: int, b: int) -> Dist:
        """The same when ties across the sides are rolled again by the tied dice alone."""
        roll = highest(a, b).given(lambda tied: not (a and b) or tied != (a, b))  # the same tie again changes nothing
        return roll.map(lambda tied: decided(*tied) if tied[0] and tied[1] else tied)

    @throw.cached
    def contest(a: int, b: int) -> Dist:
        """How many units of which side act, one of the two being 0; both when the turn ends."""
        if not all_tied_ends:
            return decided(a, b)
        if a + b == 1:
            return Dist({(a, b): die - 1, (0, 0): 1})  # the enemy rolls one die against the last unit
        return highest(a, b).map(lambda tied: (0, 0) if tied == (a, b) else decided(*tied) if 0 not in tied else tied)

    def words_of(many: Tied) -> str:
        return f"{many[0]} of A" if many[0] else f"{many[1]} of B" if many[1] else "nobody's"

    @throw.cached
    def turn(a: int, b: int) -> Dist | tuple[str, ...]:
        """The steps from here on; none when a tie has ended the turn."""
        if not a and not b:
            return ()

        def act(many: Tied) -> Dist | tuple[str, ...]:
            if not any(many):
                return ()
            step = f"A{many[0]}" if many[0] else f"B{many[1]}"
            return throw.after(turn(a - many[0], b - many[1]), lambda rest: (step, *rest))

        highest_dice, meaning = in_words(contest(a, b), words_of)
        return throw("highest dice", highest_dice, lambda word: act(meaning(word)))

    def read(steps: tuple[str, ...]) -> tuple[str, ...] | str | int:
        if result == "length":
            return len(steps)
        return NOBODY if not steps else steps[0] if result == "first" else steps

    return throw.after(turn(side_a, side_b), read)


def says_markers(r: Ruleset, all_tied_ends: bool, die: int) -> list[str]:
    """A turn in words."""
    lines = [
        f"Each unit that has not acted rolls a d{die}, and the highest acts.",
        "Ties within a side act together; ties across sides are rolled again.",
    ]
    if all_tied_ends:
        lines.append("The turn ends when all dice tie; the last unit left rolls against an enemy die.")
    return lines


activation_dice = Check(
    "rencounter.activation_dice",
    "Who acts, with dice and markers?",
    source="Order of Units: Method Two, Dice and Markers",
    parameters="side_a side_b all_tied_ends activation_dice.result",
    targets={"die": die},
    dice=roll_for_turns,
    outcomes=By(
        "result", {"order": Space(STEPS, parts=ANY, alone=(NOBODY,)), "first": (*STEPS, NOBODY), "length": NUMBERS}
    ),
    events={"side A is first": in_place(0, "A1..A4"), "side B is first": in_place(0, "B1..B4")},
    refusals=(refuse_nobody,),
    says=says_markers,
    wording=Words(named=lambda order: ", ".join(order).replace("_", " ")),
)
