"""Leading: orders that one roll decides for a whole unit, and a leader who drives on a man."""

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, each, inputs, total
from ...rulebook.book import Ruleset
from .acting import (
    MODIFIER,
    MORALE,
    OUTCOMES,
    RULINGS,
    TARGETS,
    Nerve,
    act,
    action,
    acts_on,
    confirms,
    lucky as lucky_man,
    overcome_at as overcomes,
    run_at,
    says_acts,
    throw_action,
)

AWAY = "follow_him_away"
MAY = {
    "follow_me": "They may only move.",
    "formed_charge": "They move and may attack in melee.",
    "volley": "They fire; the leader himself does not.",
    "follow_him": "They may only move, and the leader need not be in front.",
}

# One roll for the whole unit ------------------------------------------------------------------------------------------


def whose(r: Ruleset, order: str, toward_enemy: bool) -> str:
    """Whose experience the roll is made against: "leader" or "worst"."""
    return str(r[f"group_order.rolls.{order if toward_enemy or order != 'follow_him' else AWAY}"])


def lucky(
    r: Ruleset, wounds: int, man_wounds: int, modifier: int, experience: int, natural_one_acts_max_wounds: int
) -> bool:
    """Does a natural 1 always act? A man who is hurt must be fit enough for that himself, and the unit must act."""
    unit = lucky_man(r, wounds, natural_one_acts_max_wounds)
    if not man_wounds:
        return unit
    goes = r["action.lucky"] + modifier - man_wounds * int(r["wounds.point.action"]) <= experience
    return (unit or goes) and lucky_man(r, man_wounds, natural_one_acts_max_wounds)


def says(r: Ruleset, nerve: Nerve, whose: str, man_wounds: int, order: str) -> list[str]:
    """The order in words."""
    whose = "the leader's" if whose == "leader" else "the worst of the unit"
    lines = [
        f"One roll for all, against the experience of {nerve.experience}, {whose}.",
        *says_acts(r, nerve, "The wounded man" if man_wounds else "The unit", "acts"),
    ]
    if man_wounds:
        lines.append("It is one die for the whole unit; he may stay behind while the others go.")
    lines.append(MAY[order])
    if order != "volley":
        inches = so_many(r[f"group_order.spacing.{nerve.experience}"], "inch")
        lines.append(
            f"Men of experience {nerve.experience} may stand {inches} from each other and still belong to the group."
        )
    fails = f"A total of {run_at(r)} or more is a failure of nerve; at {nerve.rout_at} or more it is for good."
    return [*lines, fails]


group_order = Check(
    "rencounter.group_order",
    "Does the unit follow the order?",
    source="Follow Me; Formed Charge; Volley Fire; Follow Him",
    parameters=(
        "leading.order toward_enemy leader_experience worst_experience leading.wounds man_wounds",
        MORALE,
        "acting.extra_modifier",
        RULINGS,
    ),
    targets={
        "modifier": total(MODIFIER.roll, *MODIFIER.parts, each("wounds.point.action", "man_wounds")),
        "whose": whose,
        **TARGETS,
        "experience": lambda r, whose, leader_experience, worst_experience: (
            leader_experience if whose == "leader" else worst_experience
        ),
        # by the wounds of the one man, or for the unit those of whoever rolls
        "overcome_at": lambda r, wounds, man_wounds, rout_at, overcome_shifts_with_quality: overcomes(
            r, man_wounds or wounds, rout_at, overcome_shifts_with_quality
        ),
        "lucky": lucky,
        # with wounds on top a man fails on a 6 anyway
        "confirms": lambda r, man_wounds, experience, master_acts: (
            not man_wounds and confirms(r, experience, master_acts)
        ),
        **inputs("man_wounds", "order"),
    },
    record=Nerve,
    dice=act,
    outcomes=OUTCOMES,
    events=dict(action.events),
    says=says,
)

# A leader and one man -------------------------------------------------------------------------------------------------


def throw_kick(throw: Throw, r: Ruleset, nerve: Nerve, below: int, man_wounds: int) -> Consequence:
    """The leader acts, and a man who is not hurt acts too; one who is throws once more."""

    def man(leader: str) -> Consequence:
        if leader != "act":
            return "leader_failed"
        if not man_wounds:
            return "act"
        return throw.split("the man", r.dice("driven_on"), ((below - 1, "act"),), "no_effect")

    return throw_action(throw, r, nerve, man)


def says_kick(r: Ruleset, nerve: Nerve, below: int, man_wounds: int) -> list[str]:
    """The order in words."""
    man = f"with a {r['dice.driven_on']} of less than {below}" if man_wounds else "without a roll, since he is not hurt"
    return [
        f"The leader {acts_on(r, nerve)}; he does nothing else this turn.",
        f"The man, up to {so_many(r['buttkick.reach'], 'inch')} away, then acts {man}.",
        "This rallies a man who routs, but not one overcome by his wounds.",
    ]


buttkick = Check(
    "rencounter.buttkick",
    "Does the leader drive a man on?",
    source="Leader activation of a subordinate",
    parameters=(
        "leading.experience buttkick.wounds leading.man_wounds",
        MORALE,
        "acting.extra_modifier master_acts natural_one_acts_max_wounds",
    ),
    targets={
        "modifier": MODIFIER,
        **TARGETS,
        "overcome_at": lambda r: None,
        "below": total(
            "the man acts on less than ({dice.driven_on})",
            lambda r, man_wounds: r.rule("buttkick.below") if man_wounds else None,  # nobody else throws
            Node(lambda r, points: -points, ("man_wounds",), "his wound points"),
        ),
        **inputs("man_wounds"),
    },
    record=Nerve,
    dice=throw_kick,
    outcomes=("leader_failed", "no_effect", "act"),
    events={"acts": "act", "does not respond": "no_effect", "leader fails": "leader_failed"},
    wording={"act": "the man acts", "no_effect": "the leader acts, the man does not"},
    says=says_kick,
)
