"""Reactions of the people met."""

from __future__ import annotations

from typing import Any

from ..check import Check
from ..modifiers import total, value
from ..parameter import whole
from ..rules import Rule, Ruleset
from ..throw import Throw
from .basics import BOOK, TWO_DICE, modified

REACTIONS = BOOK.names("reaction.table")


def service(r: Ruleset, service_terms: int) -> Rule | None:
    """Long service helps."""
    return r.rule("reaction.dm.terms") if service_terms >= r["reaction.terms"] else None


def crowd(r: Ruleset, world_population: int) -> Rule | None:
    """Crowded worlds are less friendly."""
    return r.rule("reaction.dm.population") if world_population >= r["reaction.population"] else None


def throw_reaction(t: Any, throw: Throw, r: Ruleset) -> Any:
    """Two dice on the reaction table; the extreme throws take no DM."""

    def read(face: int) -> str:
        natural = face in (r["reaction.natural_low"], r["reaction.natural_high"])
        row = face if natural else min(max(face + t.dm, r["reaction.lowest"]), r["reaction.highest"])
        return r.look_up("reaction.table", row)

    return throw("reaction", TWO_DICE, read)


def says_reaction(t: Any, r: Ruleset) -> list[str]:
    """The throw in words."""
    return [
        f"A {modified('2d6', t.dm)} on the reaction table; high is friendly.",
        f"No DM counts on a throw of {r['reaction.natural_low']} or {r['reaction.natural_high']}.",
    ]


reaction = Check(
    "traveller.reaction",
    "How do they react?",
    "Reactions",
    (
        whole("service_terms", 0, 20, 0, "Most terms of any one member in army, navy, scouts or marines.",
              group="figure", unit="terms"),
        whole("world_population", 0, 15, 5, "Population figure of the world."),
        whole("other_dm", -12, 12, 0, "What the referee adds to the throw."),
    ),
    {"dm": total("on the reaction dice (2d6)", service, crowd, value("other_dm", "referee's DM"))},
    throw_reaction,
    REACTIONS,
    {
        "is hostile or violent": ("violent", "hostile_attack_on_5", "hostile_attack_on_8", "hostile_may_attack"),
        "is interested or better": REACTIONS[REACTIONS.index("interested") :],
        "is violent": ("violent",),
    },
    says=says_reaction,
)  # fmt: skip
