"""Reactions of the people met."""

from __future__ import annotations

from ...mechanics.check import Check
from ...mechanics.modifiers import since, total, value
from ...mechanics.parameter import whole
from ...mechanics.resolution import read_off
from .basics import BOOK

REACTIONS = BOOK.names("reaction.table")

reaction = Check(
    "traveller.reaction",
    "How do they react?",
    source="Reactions",
    parameters=[
        whole(
            "service_terms",
            0,
            20,
            0,
            "Most terms of any one member in army, navy, scouts or marines.",
            group="figure",
            unit="terms",
        ),
        whole("world_population", 0, 15, 5, "Population figure of the world."),
        whole(
            "other_dm",
            -12,
            12,
            0,
            "What the referee adds to the throw.",
            hint="what the referee adds",
            rare=True,
            free=True,
        ),
    ],
    targets={
        "dm": total(
            "on the reaction dice (2d6)",
            since("reaction.dm.terms", "service_terms", "reaction.terms"),
            since("reaction.dm.population", "world_population", "reaction.population"),
            value("other_dm", "referee's DM"),
        )
    },
    dice=read_off(
        "reaction",
        "2d6",
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
