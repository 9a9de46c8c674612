"""Knock-Back: how far a blow throws a man, what a wall behind him adds, and whether he keeps his feet."""

from ...mechanics.check import Check
from ...mechanics.modifiers import node, total, value
from ...mechanics.ready_dice import only_if
from ...rulebook.book import Rule, Ruleset
from .contests import Numbers
from .tasks import ATTEMPT, against, attempt, progressive_for, worth

BLOW = "knockback.pot modified_sta barrier_feet"


def force(r: Ruleset, pot: int, modified_sta: int) -> int:
    """Feet that the blow would throw him over open ground."""
    return int(r["knockback.foot"]) * max(0, pot - modified_sta)


def thrown(r: Ruleset, force: int, pot: int, modified_sta: int) -> Rule | None:
    """A foot for each point of POT over his STA."""
    return worth(r.rule("knockback.foot"), force, f"POT {pot} over modified STA {modified_sta}") if force else None


def feet_left(force: int, barrier_feet: int | None) -> int:
    """Feet that the barrier spares him."""
    return 0 if barrier_feet is None else max(0, force - barrier_feet)


def stopped_short(r: Ruleset, so_far: int, barrier_feet: int | None) -> int:
    """A barrier stops him."""
    return -feet_left(so_far, barrier_feet)


def against_the_barrier(r: Ruleset, force: int, barrier_feet: int | None) -> Rule | None:
    """Each foot that is left when the barrier stops him adds to the POT."""
    feet = feet_left(force, barrier_feet)
    rule = r.rule("knockback.barrier")
    return worth(rule, rule.value * feet, f"feet left at the barrier: {feet}") if feet else None


FEET: Numbers = {"force": node(force), "feet": total("feet knocked back", thrown, stopped_short)}

knockback_feet = Check(
    "realms_of_myth.knockback_feet",
    "How far does the blow throw him back?",
    source="Knock-Back",
    parameters=BLOW,
    targets=FEET,
    says=lambda r, feet: [
        f"He is thrown back {feet} {'foot' if feet == 1 else 'feet'}." if feet else "It does not move him."
    ],
)

barrier_pot = Check(
    "realms_of_myth.barrier_pot",
    "How hard is the blow that throws him against a wall?",
    source="Knock-Back",
    parameters=BLOW,
    targets={"force": force, "struck": total("POT", value("pot", "POT of the blow"), against_the_barrier)},
    says="For wounds and pain the blow has a POT of {struck}; it throws him back no farther.",
)

knockback = Check(
    "realms_of_myth.knockback",
    "Does he keep his feet when he is knocked back?",
    source="Knock-Back",
    parameters=(BLOW, "knockback.agl", ATTEMPT, "progressive"),
    targets={
        **FEET,
        "knocked_back": lambda r, feet: feet > 0,
        **against([value("agl", "AGL")], [progressive_for("feet", "feet:")], when="knocked_back"),
    },
    dice=only_if(
        "knocked_back",
        attempt("keeping his feet", "keeps_feet", "falls", "keeps his feet"),
        otherwise="not_knocked_back",
        says="The blow does not move him.",
    ),
    events={"falls": "falls", "keeps his feet": ("not_knocked_back", "keeps_feet")},
)
