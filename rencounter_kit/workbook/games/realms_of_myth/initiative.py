"""Initiative: a number for each who fights, and when the turn of one of them comes."""

from collections.abc import Sequence

from ....engine.dice.dist import d
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import adjusted
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, refuse, total, value
from ...mechanics.question import Words
from ...mechanics.ready_dice import a_throw
from ...rulebook.book import Ruleset

LETTERS = "ABCDEF"
SOURCE = "Initiative"
Ranks = tuple[tuple[int, int], ...]  # what each adds to his dice, and how he ranks among equal numbers

# One of them ----------------------------------------------------------------------------------------------------------

initiative = Check(
    "realms_of_myth.initiative",
    "How high is his Initiative?",
    source="Initiative; Stunned by Pain",
    parameters="awa_mod hrt_mod stun_penalty",
    targets={
        "modifier": total(
            "Initiative ({dice.initiative})",
            value("awa_mod", "AWA modifier"),
            value("hrt_mod", "HRT modifier"),
            Node(lambda r, points: -points, ("stun_penalty",), "Stun penalty"),
        )
    },
    dice=lambda throw, r, modifier: throw("Initiative", r.dice("initiative"), lambda face: face + modifier),
    says=lambda r, modifier: [
        f"Initiative is {a_throw(adjusted(r['dice.initiative'], modifier))}; the highest acts first."
    ],
)

# All of them ----------------------------------------------------------------------------------------------------------

COMBATANTS = "awa_mods hrt_mods agl hrt stun_penalties final_tie"
Listed = tuple[int, ...] | None


def one_for_each(awa_mods: Sequence[int], **lists: Listed) -> None:
    """A list must have a number for each combatant."""
    for name, listed in lists.items():
        refuse(
            listed is not None and len(listed) != len(awa_mods),
            f"{name} must list {len(awa_mods)} numbers, one for each of awa_mods, or none; got {len(listed or ())}; "
            "try none",
        )


def ranks(
    r: Ruleset,
    awa_mods: tuple[int, ...],
    hrt_mods: Listed,
    agl: Listed,
    hrt: Listed,
    stun_penalties: Listed,
    final_tie: str,
) -> Ranks:
    """What each adds to his dice, and how he ranks among those with the same number."""
    one_for_each(awa_mods, hrt_mods=hrt_mods, agl=agl, hrt=hrt, stun_penalties=stun_penalties)
    alike = (0,) * len(awa_mods)
    alphabet = range(0, -len(awa_mods), -1) if final_tie == "alphabetical" else alike
    scores = list(zip(agl or alike, hrt or alike, alphabet, strict=True))
    order = sorted(set(scores))
    added = zip(awa_mods, hrt_mods or alike, stun_penalties or alike, strict=True)
    return tuple((awa + heart - stun, order.index(own)) for (awa, heart, stun), own in zip(added, scores, strict=True))


def number(rank: tuple[int, int], face: int) -> tuple[int, int]:
    """The number that somebody comes to, with his rank among those with the same."""
    added, among_equals = rank
    return face + added, among_equals


def says_ranks(r: Ruleset, ranks: Ranks, final_tie: str) -> list[str]:
    """What each rolls, in words."""
    notation = r["dice.initiative"]
    dice = ", ".join(
        f"{letter} {adjusted(notation, added)}" for letter, (added, _) in zip(LETTERS, ranks, strict=False)
    )
    last = {
        "coin_flip": "then by a flip of a coin",
        "alphabetical": "then by the alphabet",
        "simultaneous": "and those still equal act at the same time",
    }
    return [f"Initiative: {dice}.", f"The highest acts first; ties go by AGL, then by HRT, {last[final_tie]}."]


# The place of one of them ---------------------------------------------------------------------------------------------


def place_of(r: Ruleset, awa_mods: tuple[int, ...], focus: str) -> int:
    """Where he stands in the list."""
    there = LETTERS[: len(awa_mods)]
    refuse(
        focus not in there, f"focus must be one of {', '.join(there)} with {len(there)} awa_mods; got {focus}; try A"
    )
    return LETTERS.index(focus)


def throw_position(throw: Throw, r: Ruleset, ranks: Ranks, focus: int, final_tie: str) -> Consequence:
    """His own dice, then those of each of the others, and a flip of a coin among those who still stand equal."""
    dice = r.dice("initiative")
    others = [place for place in range(len(ranks)) if place != focus]

    def rolled(face: int) -> Consequence:
        own = number(ranks[focus], face)

        @throw.cached
        def against(others_left: int, ahead: int, equal: int) -> Consequence:
            if not others_left:
                flips = equal and final_tie == "coin_flip"
                return throw("coin flip", d(equal + 1), lambda place: ahead + place) if flips else ahead + 1
            other = others[-others_left]

            def compare(face: int) -> Consequence:
                theirs = number(ranks[other], face)
                return against(others_left - 1, ahead + (theirs > own), equal + (theirs == own))

            return throw(f"{LETTERS[other]}'s Initiative", dice, compare)

        return against(len(others), 0, 0)

    return throw(f"{LETTERS[focus]}'s Initiative", dice, rolled)


initiative_position = Check(
    "realms_of_myth.initiative_position",
    "When does his turn come?",
    source=SOURCE,
    parameters=(COMBATANTS, "focus"),
    targets={"ranks": ranks, "focus": place_of},
    dice=throw_position,
    events={"acts first": "1"},
    says=says_ranks,
    wording=Words(measure="place in the order"),
)
