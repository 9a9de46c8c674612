"""Surprise: one die for each side."""

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import adjusted
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, Total, flag, node, refuse, total
from ...mechanics.ready_dice import a_throw
from ...rulebook.book import Rule, Ruleset

SKILLS = ("battle_dress", "leader", "tactical", "military", "vehicle")


def surprise_dms(roll: str, prefix: str = "") -> Total:
    """The DM of one group on its surprise die."""

    def size(r: Ruleset, people: int, animals: int, group_size_dms: str) -> list[Rule]:
        rules = [r.rule("surprise.dm.many_people")] if people >= r["surprise.many.people"] else []
        rules += [r.rule("surprise.dm.many_animals")] if animals >= r["surprise.many.animals"] else []
        return [min(rules, key=lambda rule: rule.value)] if rules and group_size_dms == "worst_only" else rules

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
    "What DM does a group have for surprise?",
    source="Surprise; Allowed Surprise DMs",
    parameters=(
        "party.people party.animals party.battle_dress party.leader party.tactical party.military party.vehicle",
        "party.pouncers group_size_dms",
    ),
    targets={"dm": surprise_dms("on the surprise die ({dice.surprise})")},
    refusals=[refuse_party()],
    says=lambda r, dm: [f"The group's surprise roll is {a_throw(adjusted(r['dice.surprise'], dm))}."],
)


def throw_surprise(throw: Throw, r: Ruleset, party_dm: int, other_dm: int) -> Consequence:
    """One die for each side; the higher has surprise by a margin."""

    def compare(lead: int) -> str:
        if abs(lead) < r["surprise.margin"]:
            return "no_surprise"
        return "party_surprises" if lead > 0 else "other_surprises"

    die = r.dice("surprise")

    def other(face: int) -> Consequence:
        return throw("other side", die, lambda against: compare(face + party_dm - against - other_dm))

    return throw("party", die, other)


surprise = Check(
    "traveller.surprise",
    "Who has surprise?",
    source="Surprise; Allowed Surprise DMs",
    parameters="party.party_* party.other_* group_size_dms",
    targets={
        "party_dm": surprise_dms("the party's die ({dice.surprise})", "party_"),
        "other_dm": surprise_dms("the other side's die ({dice.surprise})", "other_"),
    },
    dice=throw_surprise,
    outcomes=("party_surprises", "no_surprise", "other_surprises"),
    events={
        "party has surprise": "party_surprises",
        "other side has surprise": "other_surprises",
        "someone has surprise": ("party_surprises", "other_surprises"),
    },
    refusals=[refuse_party("party_"), refuse_party("other_")],
    says=lambda r, party_dm, other_dm: [
        (
            f"The party rolls {a_throw(adjusted(r['dice.surprise'], party_dm))}, "
            f"the other side {a_throw(adjusted(r['dice.surprise'], other_dm))}."
        ),
        f"The side that is {r['surprise.margin']} or more above the other has surprise.",
    ],
)
