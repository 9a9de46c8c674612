"""Pain: who is stunned by a blow or knocked out, and for how long it hampers him."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import node, total, value
from ...mechanics.question import Words
from ...mechanics.space import graded
from ...rulebook.book import Rule, Ruleset
from .contests import Numbers, halve
from .tasks import RESOLUTION, against, growth, on_task, progressive_for, roll, worth

# A painful blow -------------------------------------------------------------------------------------------------------

HURT = "pot_through p_res pain.hrt p_res_chance hrt_chance progressive"

SHOCK = [progressive_for("over", "points over P-RES:")]
CHECKS_OF_PAIN: Numbers = {
    "over": node(lambda r, pot_through, p_res: max(0, pot_through - p_res)),
    **against([value("p_res", "P-RES")], SHOCK, "p_res_", when="over"),
    **against([value("hrt", "HRT")], SHOCK, "hrt_", when="over"),
}


def throw_pain(throw: Throw, r: Ruleset, over: int, p_res_percent: int, hrt_percent: int) -> Consequence:
    """P-RES for consciousness, then HRT against the Stun."""
    nerve = partial(roll, throw, r, "HRT", hrt_percent, "half_stunned", "stunned")
    return roll(throw, r, "P-RES", p_res_percent, nerve, "unconscious") if over else "unaffected"


def says_pain(r: Ruleset, over: int, p_res_percent: int, hrt_percent: int) -> list[str]:
    """Both checks in words."""
    if not over:
        return ["He bears the blow unmoved."]
    return [
        f"He {on_task(r, 'stays conscious', p_res_percent)}.",
        f"If he does, he {on_task(r, 'is only half stunned', hrt_percent)}.",
    ]


pain = Check(
    "realms_of_myth.pain",
    "Does the pain stun him, or knock him out?",
    source="Stunned by Pain",
    parameters=(HURT, RESOLUTION),
    targets=CHECKS_OF_PAIN,
    dice=throw_pain,
    outcomes=graded(("unaffected", "half_stunned", "stunned", "unconscious")),
    events={"is knocked out": "unconscious", "is stunned": ("half_stunned", "stunned"), "is unaffected": "unaffected"},
    says=says_pain,
)

# The penalty ----------------------------------------------------------------------------------------------------------


def penalty(r: Ruleset, over: int, passed: bool, cs_index: int, progressive: str, halving: str) -> int:
    """The Stun penalty in one CS, 1 for the first after the blow; a passed HRT check divides it from the start."""
    return halve(growth(r, over, progressive), r["stun.divisor"], cs_index - 1 + passed, halving)


def lessened(r: Ruleset, so_far: int, hrt_check: str, cs_index: int, halving: str) -> Rule | None:
    """What passed segments and a passed HRT check take off it."""
    times, divisor = cs_index - 1 + (hrt_check == "passed"), r.rule("stun.divisor")
    lost = halve(so_far, divisor.value, times, halving) - so_far
    return worth(divisor, lost, f"divided by {divisor.value}, {so_many(times, 'time')}") if lost else None


stun_penalty = Check(
    "realms_of_myth.stun_penalty",
    "What does the Stun cost him in this segment?",
    source="Stunned by Pain",
    parameters="points_over hrt_check initiative.cs_index progressive halving",
    targets={"penalty": total("Stun penalty", progressive_for("points_over", "points over P-RES:"), lessened)},
    says="It takes {penalty} off all his AVs and off his Initiative.",
)

# How long it lasts ----------------------------------------------------------------------------------------------------


def lasting(passed: bool) -> Callable[..., int]:
    """Segments (CS) with a penalty, by the result of the HRT check."""

    def segments(r: Ruleset, over: int, progressive: str, halving: str) -> int:
        number = 0
        while penalty(r, over, passed, number + 1, progressive, halving):
            number += 1
        return number

    return segments


class Stun(NamedTuple):
    """Points beyond what he bears, both checks, and the segments that a full and a lessened Stun last."""

    over: int
    p_res_percent: int
    hrt_percent: int
    full: int
    half: int


def says_stun(r: Ruleset, stun: Stun) -> list[str]:
    """The check in words; of one who is knocked out nothing is known."""
    if not stun.over:
        return ["He bears the blow unmoved."]
    conscious, passes = on_task(r, "stays conscious", stun.p_res_percent), on_task(r, "passes", stun.hrt_percent)
    return [
        f"He {conscious}; if he does, the Stun is as follows.",
        f"A passed HRT check divides the penalty by {r['stun.divisor']}: he {passes}.",
        f"So it lasts {so_many(stun.half, 'segment')} (CS) if he passes, and {stun.full} if he does not.",
    ]


stun_duration = Check(
    "realms_of_myth.stun_duration",
    "For how many segments does the Stun hamper him?",
    source="Stunned by Pain",
    parameters=(HURT, "halving", RESOLUTION),
    targets={**CHECKS_OF_PAIN, "full": lasting(False), "half": lasting(True)},
    record=Stun,
    dice=lambda throw, r, stun: roll(throw, r, "HRT", stun.hrt_percent, stun.half, stun.full) if stun.over else 0,
    events={"is hampered": "1.."},
    says=says_stun,
    wording=Words(measure="segments"),
)
