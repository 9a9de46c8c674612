"""Close combat: an attack, and the Reprisal after a miss."""

from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import called, is_, node, value
from ...rulebook.book import Rule, Ruleset
from .contests import ARMS, SIDES, pass_of_arms, says_arms, throw_arms
from .defences import lessening
from .plain_tasks import task_chance
from .strike import strike
from .tasks import ATTEMPT, RESOLUTION, against, attempt, on_task, roll

# An attack ------------------------------------------------------------------------------------------------------------

ATTACK = "melee.attack_av melee.defence_dv attack_chance"
BLOW = pass_of_arms([value("attack_av", "weapon AV")], [value("defence_dv", "Defense DV")])


class Passage(NamedTuple):
    """A pass of arms, and the reply to a miss."""

    attack_percent: int
    both_roll: bool
    defence_percent: int
    ties_to_attacker: bool
    reply: str = "none"
    reprisal_percent: int = 0


def throw_attack(throw: Throw, r: Ruleset, passage: Passage) -> Consequence:
    """Does the blow land?"""
    return throw_arms(
        throw, r, passage.attack_percent, passage.defence_percent, passage.both_roll, passage.ties_to_attacker
    )


melee_attack = Check(
    "realms_of_myth.melee_attack",
    "Does the attack hit?",
    source="Resolving the Battle",
    parameters=(ATTACK, ARMS, RESOLUTION),
    targets=BLOW,
    record=Passage,
    dice=throw_attack,
    outcomes=("hit", "miss"),
    events={"hits": "hit"},
    says=says_arms,
    steps=[task_chance.id, strike.id],
)


# The answer to a miss -------------------------------------------------------------------------------------------------


def with_the_same_weapon(r: Ruleset, attacker_dv: int, attacker_defends_with: str, halving: str) -> Rule | None:
    """The weapon that has just missed parries a Reprisal with half its DV."""
    return lessening(r, attacker_dv, 1, halving) if attacker_defends_with == "same_weapon" else None


def exchanged(throw: Throw, r: Ruleset, passage: Passage, sides: tuple[str, str] | None) -> Consequence:
    """The attack, and after a miss the reply; ``sides`` are the names of both, where they take turns."""
    names, reprisal = ("attack", *SIDES), "Reprisal"
    if sides:
        attack, defence, reprisal = f"{sides[0]}'s attack", f"{sides[1]}'s defence", f"{sides[1]}'s Reprisal"
        names = (attack, attack, defence)

    def missed() -> Consequence:
        if passage.reply == "strike":
            return roll(throw, r.of_side("b"), reprisal, passage.reprisal_percent, "reprisal_hits", "both_miss")
        return "broke_off" if passage.reply == "break_off" else "attack_misses"

    blow = throw_arms(
        throw, r, passage.attack_percent, passage.defence_percent, passage.both_roll, passage.ties_to_attacker, names
    )
    return throw.after(blow, lambda result: "attack_hits" if result == "hit" else missed())


def says_exchange(r: Ruleset, passage: Passage) -> list[str]:
    """The attack in words, and the reply."""
    replies = {
        "strike": f"After a miss the defender's Reprisal {on_task(r, 'hits', passage.reprisal_percent)}.",
        "break_off": "After a miss the defender moves away instead of striking back.",
        "none": "After a miss the defender does nothing.",
    }
    return [
        *says_arms(r, passage.attack_percent, passage.defence_percent, passage.both_roll, passage.ties_to_attacker),
        replies[passage.reply],
    ]


exchange = Check(
    "realms_of_myth.exchange",
    "Who hits in an exchange of blows?",
    source="Resolving the Battle; Reprisal",
    parameters=(
        ATTACK,
        "reply reprisal_av attacker_dv melee.attacker_defends_with reprisal_chance",
        ARMS,
        "melee.halving",
        RESOLUTION,
    ),
    derived=called(strikes_back=is_("reply", "strike")),
    targets={
        **BLOW,
        "reply": value("reply"),
        **against(
            ["reprisal_av"],
            [value("attacker_dv", "Defense DV"), node(with_the_same_weapon)],
            "reprisal_",
            "strikes_back",
        ),
    },
    record=Passage,
    dice=lambda throw, r, passage: exchanged(throw, r, passage, None),
    outcomes=("attack_hits", "reprisal_hits", "both_miss", "broke_off", "attack_misses"),
    events={"attack hits": "attack_hits", "reprisal hits": "reprisal_hits"},
    says=says_exchange,
)

# At one who gives an opening ------------------------------------------------------------------------------------------

opportunity_attack = Check(
    "realms_of_myth.opportunity_attack",
    "Does the Opportunity Attack hit?",
    source="Opportunity Actions",
    parameters=("melee.av melee.dv", ATTEMPT),
    targets=against([value("av", "AV")], [value("dv", "Defense DV")]),
    dice=attempt("Opportunity Attack", "hit", "miss", "hits"),
    events={"hits": "hit"},
    says="A foe who ran into it adds his own speed to the POT of the blow.",
)
