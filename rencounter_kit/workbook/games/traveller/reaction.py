"""Reactions of the people met, and the attack that may come of them."""

from ....engine.dice.throw import Consequence, Targets, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import part, since, total, value
from ...mechanics.ready_dice import or_more, read_off
from ...mechanics.space import graded
from ...rulebook.book import Ruleset, rules

REACTIONS = rules("traveller").names("reaction.table")

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

MAY = "hostile_may_attack"
BY_RULING = {"separate": "may_attack", "never": "no_attack", "always": "attack"}
ATTACKS = graded(("no_attack", "may_attack", "attack"))
OF_ATTACKS = {"attacks": "attack", "attacks, or may do so": ("may_attack", "attack")}


def attacks_on(r: Ruleset, reaction: str, may_attack: str) -> int | None:
    """The throw with which they attack; ``None`` where no dice decide."""
    likely = "hostile_attack_on_8" if (reaction, may_attack) == (MAY, "throw_8") else reaction
    needed = r.group("reaction.attack").get(likely)
    return None if needed is None else int(needed.value)


def throw_attack(throw: Throw, r: Ruleset, reaction: str, may_attack: str) -> Consequence:
    """What comes of a reaction."""
    needed = attacks_on(r, reaction, may_attack)
    if needed is not None:
        return throw("attack", r.dice("attack"), lambda face: "attack" if face >= needed else "no_attack")
    if reaction == MAY:
        return BY_RULING[may_attack]
    return "attack" if reaction == "violent" else "no_attack"


def says_doubtful(r: Ruleset, may_attack: str) -> str:
    """What a group does that may attack, in words."""
    needed = attacks_on(r, MAY, may_attack)
    done = {"separate": "the referee decides", "never": "they do not", "always": "they do"}
    does = done[may_attack] if needed is None else f"they {or_more('attack', r['dice.attack'], needed)}"
    return f"Where they may attack, {does}."


def says_attack(r: Ruleset, reaction: str, may_attack: str) -> list[str]:
    """The attack in words."""
    if reaction == MAY:
        return [says_doubtful(r, may_attack)]
    needed = attacks_on(r, reaction, may_attack)
    if needed is not None:
        return [f"The group {or_more('attacks', r['dice.attack'], needed)}."]
    return ["The group attacks at once." if reaction == "violent" else "The group does not attack."]


hostile_attack = Check(
    "traveller.hostile_attack",
    "Does this reaction turn into an attack?",
    source="Reactions",
    parameters="reaction may_attack",
    dice=throw_attack,
    outcomes=ATTACKS,
    events=OF_ATTACKS,
    says=says_attack,
)

PARAMETERS = "service_terms world_population other_dm may_attack"


def react(throw: Throw, r: Ruleset, reacting: Targets, may_attack: str) -> Consequence:
    """The reaction, then the attack."""
    return throw.after(throw.dice_of(reaction, reacting, r), lambda got: throw_attack(throw, r, got, may_attack))


def says_reacting(r: Ruleset, reacting: Targets, may_attack: str) -> list[str]:
    """Both throws in words."""
    likely = ", or on ".join(f"{rule.value} or more" for rule in r.group("reaction.attack").values())
    return [
        *reaction.says(r, reacting),
        f"Violent people attack at once, hostile ones on {likely} ({r['dice.attack']}), by their row of the table.",
        says_doubtful(r, may_attack),
    ]


reaction_attack = Check(
    "traveller.reaction_attack",
    "Do the people met attack?",
    source="Reactions",
    parameters=PARAMETERS,
    targets={"reacting": part("reaction", reaction, PARAMETERS)},
    dice=react,
    outcomes=ATTACKS,
    events=OF_ATTACKS,
    says=says_reacting,
)
