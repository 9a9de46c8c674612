"""Reactions of the people met, and the attack that may come of them."""

from __future__ import annotations

from typing import NamedTuple

from ...dice.throw import Lead, Targets, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import given, part, since, total, value
from ...mechanics.ready_dice import or_more, read_off
from ...mechanics.space import graded
from ...rulebook.book import Ruleset
from .basics import BOOK

REACTIONS = BOOK.names("reaction.table")

reaction = Check(
    "traveller.reaction",
    "How do they react?",
    source="Reactions",
    parameters="service_terms world_population other_dm",
    targets={
        "dm": total(
            "on the reaction dice ({dice.reaction})",
            since("reaction.dm.terms", "service_terms", "reaction.terms"),
            since("reaction.dm.population", "world_population", "reaction.population"),
            value("other_dm", "referee's DM"),
        )
    },
    dice=read_off(
        "reaction",
        "dice.reaction",
        "reaction.table",
        plus="dm",
        on="the reaction table; high is friendly",
        ends=("reaction.lowest", "reaction.highest"),
        natural=("reaction.natural_low", "reaction.natural_high"),
    ),
    events={
        "is hostile or violent": REACTIONS[: REACTIONS.index("unreceptive")],
        "is interested or better": REACTIONS[REACTIONS.index("interested") :],
        "is violent": "violent",
    },
)

# The attack -----------------------------------------------------------------------------------------------------------

BY_RULING = {"separate": "may_attack", "never": "no_attack", "always": "attack"}
ATTACKS = graded(("no_attack", "may_attack", "attack"))
OF_ATTACKS = {"attacks": "attack", "attacks, or may do so": ("may_attack", "attack")}


class Reacted(NamedTuple):
    """A reaction, and what a group does that may attack."""

    reaction: str
    may_attack: str


def attacks_on(t: Reacted, r: Ruleset) -> int | None:
    """The throw with which they attack; ``None`` where no dice decide."""
    likely = "hostile_attack_on_8" if t == ("hostile_may_attack", "throw_8") else t.reaction
    needed = r.group("reaction.attack").get(likely)
    return None if needed is None else int(needed.value)


def throw_attack(t: Reacted, throw: Throw, r: Ruleset) -> Lead:
    """What comes of a reaction."""
    needed = attacks_on(t, r)
    if needed is not None:
        return throw("attack", r.dice("attack"), lambda face: "attack" if face >= needed else "no_attack")
    if t.reaction == "hostile_may_attack":
        return BY_RULING[t.may_attack]
    return "attack" if t.reaction == "violent" else "no_attack"


def says_doubtful(may_attack: str, r: Ruleset) -> str:
    """What a group does that may attack, in words."""
    needed = attacks_on(Reacted("hostile_may_attack", may_attack), r)
    done = {"separate": "the referee decides", "never": "they do not", "always": "they do"}
    does = done[may_attack] if needed is None else f"they {or_more('attack', r['dice.attack'], needed)}"
    return f"Where they may attack, {does}."


def says_attack(t: Reacted, r: Ruleset) -> list[str]:
    """The attack in words."""
    if t.reaction == "hostile_may_attack":
        return [says_doubtful(t.may_attack, r)]
    needed = attacks_on(t, r)
    if needed is not None:
        return [f"The group {or_more('attacks', r['dice.attack'], needed)}."]
    return ["The group attacks at once." if t.reaction == "violent" else "The group does not attack."]


hostile_attack = Check(
    "traveller.hostile_attack",
    "Does this reaction turn into an attack?",
    source="Reactions",
    parameters="reaction may_attack",
    targets=given("reaction", "may_attack"),
    dice=throw_attack,
    outcomes=ATTACKS,
    events=OF_ATTACKS,
    says=says_attack,
)

PARAMETERS = "service_terms world_population other_dm may_attack"


class Reacting(NamedTuple):
    """The reaction to be thrown, and what a group does that may attack."""

    reaction: Targets
    may_attack: str


def react(t: Reacting, throw: Throw, r: Ruleset) -> Lead:
    """The reaction, then the attack."""
    thrown = throw.asked(reaction, t.reaction, r)
    return throw.after(thrown, lambda got: throw_attack(Reacted(got, t.may_attack), throw, r))


def says_reacting(t: Reacting, r: Ruleset) -> list[str]:
    """Both throws in words."""
    likely = ", or on ".join(f"{rule.value} or more" for rule in r.group("reaction.attack").values())
    return [
        *reaction.says(t.reaction, r),
        f"Violent people attack at once, hostile ones on {likely} ({r['dice.attack']}), by their row of the table.",
        says_doubtful(t.may_attack, r),
    ]


reaction_attack = Check(
    "traveller.reaction_attack",
    "Do the people met attack?",
    source="Reactions",
    parameters=PARAMETERS,
    targets={"reaction": part("reaction", reaction, PARAMETERS), **given("may_attack")},
    dice=react,
    outcomes=ATTACKS,
    events=OF_ATTACKS,
    says=says_reacting,
)
