"""Traveller: surprise, encounter range and reaction from the encounter sheet. Figures in ``data/traveller.toml``."""

from __future__ import annotations

from functools import cache
from typing import Any

from .check import Check, ruling
from .dist import Dist, d
from .modifiers import Node, Total, flag, node, pick, refuse, total, value
from .parameter import Parameter, choice, whole, yes_no
from .rules import Rule, Ruleset, rules
from .throw import Throw
from .wording import signed

STEM = "traveller"
BOOK = rules(STEM)
D6 = d(6)
TWO_DICE = 2 @ D6


def modified(dice: str, dm: int) -> str:
    """Dice with their DM: "d6 +2"; only the dice when it is 0."""
    return f"{dice} {signed(dm)}" if dm else dice


# Surprise ------------------------------------------------------------------------------------------------------------

SKILLS = ("battle_dress", "leader", "tactical", "military", "vehicle")
GROUP_SIZE_DMS = ruling(STEM, "group_size_dms")


def party(prefix: str = "", group: str = "figure") -> tuple[Parameter, ...]:
    """What is asked of one group; ``prefix`` such as "party_" keeps two of them apart."""
    return (
        whole(f"{prefix}people", 0, 1000, 4, "People in the group.", group=group, unit="persons"),
        whole(f"{prefix}animals", 0, 1000, 0, "Animals in the group.", group=group, unit="animals"),
        yes_no(f"{prefix}battle_dress", False, "Someone wears battle dress.", group=group),
        yes_no(f"{prefix}leader", False, "Someone has leader skill.", group=group),
        yes_no(f"{prefix}tactical", False, "Someone has tactical skill.", group=group),
        yes_no(f"{prefix}military", False, "Someone has served in the army or the marines.", group=group),
        yes_no(f"{prefix}vehicle", False, "Someone is in a vehicle.", group=group),
        yes_no(f"{prefix}pouncers", False, "The group is pouncer animals and nothing else.", group=group),
    )


def surprise_dms(roll: str, prefix: str = "") -> Total:
    """The DM of one group on its surprise die."""

    def size(r: Ruleset, people: int, animals: int, group_size_dms: str) -> list[Rule]:
        found = [r.rule("surprise.dm.many_people")] if people >= r["surprise.many.people"] else []
        found += [r.rule("surprise.dm.many_animals")] if animals >= r["surprise.many.animals"] else []
        return [min(found, key=lambda rule: rule.value)] if found and group_size_dms == "worst_only" else found

    flags = (flag(f"surprise.dm.{name}", prefix + name) for name in (*SKILLS, "pouncers"))
    return total(roll, *flags, node(size, people=f"{prefix}people", animals=f"{prefix}animals"))


def refuse_party(prefix: str = "") -> Node:
    """A group must be someone, only people have skills and vehicles, and pouncers hunt without people."""

    def refusal(r: Ruleset, people: int, animals: int, pouncers: bool, *skills: bool) -> None:
        refuse(
            not people and not animals,
            f"{prefix}people and {prefix}animals must not both be 0; got an empty group; try {prefix}people = 1",
        )
        has = next((prefix + name for name, it_has in zip(SKILLS, skills, strict=True) if it_has), "")
        refuse(has and not people, f"{has} must go with people; got {prefix}people = 0; try {prefix}people = 1")
        refuse(
            pouncers and (people or not animals),
            f"{prefix}pouncers must be animals without people; got {prefix}people = {people} and "
            f"{prefix}animals = {animals}; try {prefix}people = 0, {prefix}animals = 1",
        )

    return Node(refusal, tuple(prefix + name for name in ("people", "animals", "pouncers", *SKILLS)), "party")


surprise_dm = Check(
    "traveller.surprise_dm",
    "What DM has a group for surprise?",
    "Surprise; Allowed Surprise DMs",
    (*party(), GROUP_SIZE_DMS),
    {"dm": surprise_dms("on the surprise die (d6)")},
    lambda t, throw, r: t.dm,
    refusals=(refuse_party(),),
    says=lambda t, r: [f"The group's surprise roll is a {modified('d6', t.dm)}."],
)


def throw_surprise(t: Any, throw: Throw, r: Ruleset) -> Any:
    """One die for each side; the higher has surprise by a margin."""

    def compare(lead: int) -> str:
        if abs(lead) < r["surprise.margin"]:
            return "no_surprise"
        return "party_surprises" if lead > 0 else "other_surprises"

    def other(face: int) -> Any:
        return throw("other side", D6, lambda against: compare(face + t.party_dm - against - t.other_dm))

    return throw("party", D6, other)


surprise = Check(
    "traveller.surprise",
    "Who has surprise?",
    "Surprise; Allowed Surprise DMs",
    (*party("party_"), *party("other_", "target"), GROUP_SIZE_DMS),
    {
        "party_dm": surprise_dms("the party's die (d6)", "party_"),
        "other_dm": surprise_dms("the other side's die (d6)", "other_"),
    },
    throw_surprise,
    ("party_surprises", "no_surprise", "other_surprises"),
    {
        "party has surprise": ("party_surprises",),
        "other side has surprise": ("other_surprises",),
        "someone has surprise": ("party_surprises", "other_surprises"),
    },
    refusals=(refuse_party("party_"), refuse_party("other_")),
    says=lambda t, r: [
        f"The party rolls a {modified('d6', t.party_dm)}, the other side a {modified('d6', t.other_dm)}.",
        f"Whoever is {r['surprise.margin']} or more above the other has surprise.",
    ],
    uses=("surprise.margin",),
)

# Encounter range -----------------------------------------------------------------------------------------------------


@cache
def dice_within(low: int, high: int) -> Dist:
    """Two dice, thrown again until their sum lies from ``low`` to ``high``."""
    return TWO_DICE.given(lambda face: low <= face <= high)


def rerolls(r: Ruleset, range_out_of_table: str) -> bool:
    """Are results that the table does not have thrown again?"""
    return range_out_of_table == "reroll"


def swapped(r: Ruleset, range_rows_1_2: str) -> bool:
    """Are the two doubtful rows exchanged?"""
    return range_rows_1_2 == "swapped"


def refuse_endless(r: Ruleset, dm: int, rerolls: bool) -> None:
    """Throwing again ends only where some throw is on the table."""
    low, high = r["encounter_range.lowest"], r["encounter_range.highest"]
    refuse(
        rerolls and not any(low <= face + dm <= high for face in TWO_DICE),
        f"with range_out_of_table reroll some throw must come to {low} to {high}; got a DM of {dm}; try clamp",
    )


def throw_range(t: Any, throw: Throw, r: Ruleset) -> Any:
    """Two dice read off the table of ranges."""
    low, high = r["encounter_range.lowest"], r["encounter_range.highest"]
    first, second = r["encounter_range.swapped_rows"]
    exchanged = {first: second, second: first} if t.swapped else {}

    def read(face: int) -> str:
        row = min(max(face + t.dm, low), high)
        return r.look_up("encounter_range.table", exchanged.get(row, row))

    return throw("encounter range", dice_within(low - t.dm, high - t.dm) if t.rerolls else TWO_DICE, read)


encounter_range = Check(
    "traveller.encounter_range",
    "How far apart do they meet?",
    "Encounter Range; Terrain DMs; Encounter Ranges",
    (
        choice("terrain", BOOK.names("encounter_range.terrain"), "clear", "Terrain of the encounter."),
        ruling(STEM, "range_out_of_table"),
        ruling(STEM, "range_rows_1_2"),
    ),
    {
        "dm": total("on the range dice (2d6)", pick("encounter_range.terrain", "terrain")),
        "rerolls": rerolls,
        "swapped": swapped,
    },
    throw_range,
    BOOK.names("encounter_range.table"),
    {
        "is short or closer": ("close", "short"),
        "is medium or closer": ("close", "short", "medium"),
        "is long or farther": ("long", "very_long"),
    },
    refusals=(refuse_endless,),
    says=lambda t, r: [
        f"A {modified('2d6', t.dm)} on the table of ranges.",
        f"A result off the table ({r['encounter_range.lowest']} to {r['encounter_range.highest']}) "
        + ("is thrown again." if t.rerolls else "counts as the nearest row."),
    ],
    uses=("encounter_range.table",),
)

# Reactions -----------------------------------------------------------------------------------------------------------

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
    uses=("reaction.table",),
)  # fmt: skip

CHECKS = (surprise_dm, surprise, encounter_range, reaction)
