"""Who is activated when: by cards, or by dice and markers."""

from __future__ import annotations

from math import comb
from typing import Any

from ..check import Check, ruling
from ..dist import Dist
from ..modifiers import refuse
from ..parameter import choice, whole, yes_no
from ..rules import Ruleset
from ..space import ANY, NUMBERS, By, Space
from ..throw import Throw, in_words
from .acting import STEM

MOST_CARDS = 12  # of one unit
MOST_TUPLES = 1024  # combinations of counts that are told apart
MOST_FOLLOWED = 250_000  # states of a deck with held cards, times what can come of them

# Cards --------------------------------------------------------------------------------------------------------------------


def cards(r: Ruleset, cards_each: int | None, deck: str | None) -> int:
    """Cards of each unit."""
    usual = int(r["activation_cards.more_cards" if deck == "quick" else "activation_cards.cards"])
    refuse(
        None not in (cards_each, deck) and cards_each != usual,
        f"cards_each and deck must agree; got {cards_each} and {deck}, which is {usual}; give only one of them",
    )
    return few("cards", usual) if cards_each is None else cards_each


def few(what: str, number: int) -> int:
    """Cards of a kind, few enough for the deck to be followed whatever the house rules say."""
    refuse(not 0 <= number <= MOST_CARDS, f"{what} must be from 0 to {MOST_CARDS}; got {number}; try fewer")
    return number


def jokers(r: Ruleset, joker: bool) -> int:
    """Cards that end the turn."""
    return few("jokers", int(r["activation_cards.joker"])) if joker else 0


def commanded(r: Ruleset, commander: bool, side_units: int) -> int:
    """Units that the commander's card moves once more."""
    return min(side_units, int(r["activation_cards.commander_units"])) if commander else 0


def refuse_side(r: Ruleset, units: int, side_units: int) -> None:
    """A side of more units than there are."""
    refuse(side_units > units, f"side_units must be at most units {units}; got {side_units}; units counts both sides")


def refuse_many(r: Ruleset, units: int, side_units: int, cards: int, result: str, hold: str) -> None:
    """More combinations than can be told apart, or followed card by card."""
    tuples = (cards + 1) ** side_units if result == "counts" else 1
    refuse(
        tuples > MOST_TUPLES,
        f"side_units must be fewer to count each unit alone; got {side_units} with {cards} cards each; "
        "try result side or unit",
    )
    kinds = 2 * cards + 1  # how a unit of the side can stand: cards left, with one in hand or not
    ways, ends = {
        "counts": (kinds**side_units, tuples),
        "side": (comb(kinds - 1 + side_units, side_units), side_units * cards + 1),
    }.get(result, (kinds, cards + 1))
    refuse(
        hold != "never" and ways * ends * ((units - side_units) * cards + 1) > MOST_FOLLOWED,
        f"side_units must be fewer to follow held cards; got {side_units} of {units} with {cards} cards each; "
        "try result unit, or hold never",
    )


def dice_of_cards(t: Any, throw: Throw, r: Ruleset) -> Any:
    """How often each unit is activated until the joker comes, or the deck is used up."""
    units = 1 if t.result in ("unit", "acts") else t.side_units
    counted = held(t, throw, units) if t.holds else drawn(t, throw, units)

    def read(counts: Any) -> Any:
        if t.result == "counts" or t.result == "side":
            return counts
        return counts if t.result == "unit" else "yes" if counts else "no"

    return throw.after(counted, read)


def drawn(t: Any, throw: Throw, units: int) -> Any:
    """Counts when nobody holds a card: how many cards come before the joker, and whose they are."""
    commanded = min(t.commanded, units)
    everything = t.units * t.cards + (t.commanded > 0)

    def before(jokers: int) -> Dist:
        return Dist({n: comb(everything - n + jokers - 1, jokers - 1) for n in range(everything + 1)})

    def among(own: int, all_cards: int, draws: int) -> Dist:
        return Dist({n: comb(own, n) * comb(all_cards - own, draws - n) for n in range(min(own, draws) + 1)})

    @throw.cached
    def of_each(unit: int, all_cards: int, draws: int, more: int) -> Any:
        if unit > units:
            return ()

        def got(n: int) -> Any:
            rest = of_each(unit + 1, all_cards - t.cards, draws - n, more)
            return throw.after(rest, lambda others: (n + more * (unit <= commanded), *others))

        return throw(f"cards of unit {unit} among them", among(t.cards, all_cards, draws), got)

    def of_units(all_cards: int, draws: int, more: int) -> Any:
        if t.result == "counts":
            return of_each(1, all_cards, draws, more)
        own = among(t.cards * units, all_cards, draws)
        return throw("cards of the side among them", own, lambda n: n + more * commanded)

    def turn(draws: int) -> Any:
        if not t.commanded:
            return of_units(everything, draws, 0)
        own = among(1, everything, draws)
        return throw("the commander's card", own, lambda n: of_units(everything - 1, draws - n, n))

    return throw("cards before the joker", before(t.jokers), turn) if t.jokers else turn(everything)


def held(t: Any, throw: Throw, units: int) -> Any:
    """Counts when each unit of the side keeps its card until it is needed, card by card.

    A unit with a card in hand acts as soon as an enemy unit has acted. A further card of its own takes the place of the
    one in hand, the joker takes all of them, and in a deck without a joker those still in hand at the end are used.
    The cards of friends who are not counted make no difference, and are left out.
    """
    each = t.result == "counts"
    nothing: Any = (0,) * units if each else 0

    def plus(one: Any, two: Any) -> Any:
        return tuple(a + b for a, b in zip(one, two, strict=True)) if each else one + two

    def use(hands: Any) -> Any:
        """What the units gain that have a card in hand; ``hands`` are pairs (cards in the deck, in hand)."""
        return tuple(hand for _, hand in hands) if each else sum(hand for _, hand in hands)

    def empty(hands: Any) -> Any:
        return tuple((deck, 0) for deck, _ in hands)

    @throw.cached
    def draw(hands: Any, enemies: int, commander: int) -> Any:
        left = {f"unit {i}": deck for i, (deck, _) in enumerate(hands, 1)}
        bag = {**left, "enemy": enemies, "commander": commander, "joker": t.jokers}
        if not any((*left.values(), enemies, commander)) and not t.jokers:
            return use(hands)

        def came(card: str) -> Any:
            gain, after, foes, leads = nothing, hands, enemies, commander
            if card == "joker":
                return nothing
            if card == "enemy":
                gain, after, foes = use(hands), empty(hands), enemies - 1
            elif card == "commander":
                one = min(t.commanded, units)
                gain, leads = tuple(int(i < one) for i in range(units)) if each else one, 0
            else:
                place = int(card.split()[1]) - 1
                after = (*hands[:place], (hands[place][0] - 1, 1), *hands[place + 1 :])
            return throw.after(
                draw(after if each else tuple(sorted(after)), foes, leads), lambda rest: plus(gain, rest)
            )

        return throw("card", Dist(bag), came)

    return draw(((t.cards, 0),) * units, (t.units - t.side_units) * t.cards, int(t.commanded > 0))


def says_cards(t: Any, r: Ruleset) -> list[str]:
    """The deck in words."""
    each = "a card" if t.cards == 1 else f"{t.cards} cards"
    many = (
        "no joker: every card comes"
        if not t.jokers
        else f"{t.jokers} joker{'s' if t.jokers > 1 else ''} to end the turn"
    )
    told = [f"The deck has {each} for each of {t.units} units, {t.side_units} of them of the side, and {many}."]
    if t.commanded:
        told.append(f"The commander's own card moves {t.commanded} of its units once more.")
    if t.holds:
        told.append("A unit of the side keeps its card until an enemy unit has acted; the joker takes what is in hand.")
    elif t.jokers == 1 and not t.commanded:
        told.append(f"A unit acts 0 to {t.cards} times, each equally likely.")
    return told


activation_cards = Check(
    "rencounter.activation_cards",
    "Activations by cards",
    "Order of Units: Method One, Cards",
    (
        whole("units", 1, 20, 6, "Units in the game, of both sides.", unit="units"),
        whole("side_units", 1, 10, 3, "How many of them are of the side that is looked at.", unit="units"),
        choice("deck", ("ordinary", "quick"), "ordinary", "The usual deck, or that of the quick form, when cards_each is not given."),
        whole("cards_each", 1, 6, None, "Cards of each unit.", unit="cards", instead_of="deck"),
        yes_no("joker", True, "A joker in the deck ends the turn."),
        yes_no("commander", False, "The commander has a card of his own, which moves a unit of the side once more."),
        choice("result", ("counts", "unit", "side", "acts"), "counts",
               "Activations of each unit of the side; of one unit; of the whole side; whether a unit acts at all."),
        ruling(STEM, "hold"),
    ),
    {
        "units": lambda r, units: units,
        "side_units": lambda r, side_units: side_units,
        "cards": cards,
        "jokers": jokers,
        "commanded": commanded,
        "holds": lambda r, hold: hold != "never",
        "result": lambda r, result: result,
    },
    dice_of_cards,
    By("result", {"counts": NUMBERS.times(ANY), "unit": NUMBERS, "side": NUMBERS, "acts": ("no", "yes")}),
    {"acts": ("yes",)},
    refusals=(refuse_side, refuse_many),
    says=says_cards,
    named=lambda counts: ", ".join(map(str, counts)),
)  # fmt: skip

# Dice and markers ---------------------------------------------------------------------------------------------------------

NOBODY = "none"
SIDES = ("A", "B")
STEPS = (*(f"{side}{many}" for side in SIDES for many in range(1, 5)), NOBODY)  # A2: two units of A that go together


def die(r: Ruleset) -> int:
    """Faces of the die of each unit."""
    faces = int(r["activation_dice.die"])
    refuse(faces < 2, f"activation_dice.die must be 2 or more; got {faces}; a tie could never be broken")
    return faces


def refuse_nobody(r: Ruleset, side_a: int, side_b: int) -> None:
    """Nobody to activate."""
    refuse(not side_a and not side_b, "side_a or side_b must be 1 or more; got 0 for both; add a unit")


def dice_of_markers(t: Any, throw: Throw, r: Ruleset) -> Any:
    """Roll after roll, until all units have gone or the turn ends."""

    def highest(a: int, b: int) -> Dist:
        """How many dice of each side show the highest face."""
        dice = a + b
        ways = {
            (i, j): sum(comb(a, i) * comb(b, j) * lower ** (dice - i - j) for lower in range(t.die))
            for i in range(a + 1) for j in range(b + 1) if i or j
        }  # fmt: skip
        return Dist(ways)

    @throw.cached
    def decided(a: int, b: int) -> Dist:
        """The same when ties across the sides are rolled again by the tied dice alone."""
        thrown = highest(a, b).given(lambda tied: not (a and b) or tied != (a, b))  # the same tie again changes nothing
        return thrown.map(lambda tied: decided(*tied) if tied[0] and tied[1] else tied)

    @throw.cached
    def contest(a: int, b: int) -> Dist:
        """How many units of which side go, one of the two being 0; both when the turn ends."""
        if not t.all_tied_ends:
            return decided(a, b)
        if a + b == 1:
            return Dist({(a, b): t.die - 1, (0, 0): 1})  # the enemy rolls one die against the last unit
        return highest(a, b).map(lambda tied: (0, 0) if tied == (a, b) else decided(*tied) if 0 not in tied else tied)

    def shown(many: tuple[int, int]) -> str:
        return f"{many[0]} of A" if many[0] else f"{many[1]} of B" if many[1] else "nobody's"

    @throw.cached
    def turn(a: int, b: int) -> Any:
        """The steps from here on; none when a tie has ended the turn."""
        if not a and not b:
            return ()

        def goes(many: tuple[int, int]) -> Any:
            if not any(many):
                return ()
            step = f"A{many[0]}" if many[0] else f"B{many[1]}"
            return throw.after(turn(a - many[0], b - many[1]), lambda rest: (step, *rest))

        die, meant = in_words(contest(a, b), shown)
        return throw("highest dice", die, lambda word: goes(meant(word)))

    def read(steps: tuple[str, ...]) -> Any:
        if t.result == "length":
            return len(steps)
        return NOBODY if not steps else steps[0] if t.result == "first" else steps

    return throw.after(turn(t.side_a, t.side_b), read)


def goes_first(side: str) -> Any:
    """Is a unit of that side first? The number of rolls cannot tell."""
    return lambda got: None if isinstance(got, int) else "".join(got).startswith(side)


activation_dice = Check(
    "rencounter.activation_dice",
    "Activations by dice",
    "Order of Units: Method Two, Dice and Markers",
    (
        whole("side_a", 0, 4, 2, "Units of side A.", group="figure", unit="units"),
        whole("side_b", 0, 4, 2, "Units of side B.", group="target", unit="units"),
        yes_no("all_tied_ends", False, "When all dice tie, the turn ends; against the last unit the enemy rolls a die."),
        choice("result", ("order", "first", "length"), "order",
               "All activations in order; the first one; the number of rolls that activate somebody."),
    ),
    {
        "side_a": lambda r, side_a: side_a,
        "side_b": lambda r, side_b: side_b,
        "all_tied_ends": lambda r, all_tied_ends: all_tied_ends,
        "die": die,
        "result": lambda r, result: result,
    },
    dice_of_markers,
    By("result", {"order": Space(STEPS[:-1], parts=ANY, alone=(NOBODY,)), "first": STEPS, "length": NUMBERS}),
    {"side A is first": goes_first("A"), "side B is first": goes_first("B")},
    refusals=(refuse_nobody,),
    says=lambda t, r: [
        f"Each unit that has not gone rolls a d{t.die}, and the highest goes.",
        "Ties within a side go together, ties across the sides are rolled again.",
        *(["When all dice tie, the turn ends; the last unit rolls against a die of the enemy."] if t.all_tied_ends else []),
    ],
    named=lambda order: ", ".join(order).replace("_", " "),
)  # fmt: skip
