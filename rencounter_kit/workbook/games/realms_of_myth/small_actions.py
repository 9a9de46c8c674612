"""Small actions: how long they take, and a bow that is too strong to string at once."""

from fractions import Fraction
from typing import Any

from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import each, each_above, inputs, node, total, value
from ...mechanics.processes.process import Process
from ...mechanics.question import Words
from ...rulebook.book import Rule, Ruleset
from .attempts import attempts as repeated
from .tasks import ATTEMPT, BOOK, against, attempt, growth_rule, half_up, on_task, worth

# Time -----------------------------------------------------------------------------------------------------------------

GARMENTS = BOOK.names("action_time.donning")


def quarters(r: Ruleset, action: str, objects: int) -> Rule:
    """The quarter actions of the table; for each object, and once more, where one looks for something among them."""
    if action in GARMENTS:
        return r.rule(f"action_time.donning.{action}")
    rule = r.rule(f"action_time.quarters.{action}")
    return rule.times(objects + 1) if action == "retrieve_item" else rule


def off_faster(r: Ruleset, so_far: int, action: str, doff: bool) -> list[Rule] | None:
    """What is saved where a garment comes off, and what it takes at least."""
    if not doff or action not in GARMENTS:
        return None
    faster, least = r.rule("action_time.doffing"), r.rule("action_time.least")
    half = half_up(so_far, faster.value)
    saved = [worth(faster, half - so_far, f"{faster.label} {faster.value}")]
    return [*saved, worth(least, least.value - half, f"{least.label} {least.value}")] if half < least.value else saved


def says_time(r: Ruleset, time: int) -> list[str]:
    """Quarter actions as actions."""
    full, rest = divmod(time, r["action_time.whole"])
    share = Fraction(rest, r["action_time.whole"])
    if not full:
        return [f"That is {share} of an action."]
    return [f"That is {full} {share} actions." if rest else f"That is {so_many(full, 'action')}."]


action_time = Check(
    "realms_of_myth.action_time",
    "How many quarter actions does it take?",
    source="Table 4-1",
    parameters="action doff objects",
    targets={"time": total("quarter actions", quarters, off_faster)},
    says=says_time,
)


def firmness(r: Ruleset, tier_str: int, tier_sl: int) -> Rule:
    """What the strength or the skill of the one who tied it counts, whichever is more."""
    rule = r.rule("untie_knot.divisor")
    tied = f"STR {tier_str}" if tier_str >= tier_sl else f"SL {tier_sl}"
    return worth(rule, half_up(max(tier_str, tier_sl), rule.value), f"knot tied with {tied}, divided by {rule.value}")


untie_knot_time = Check(
    "realms_of_myth.untie_knot_time",
    "How many segments does it take to untie a knot?",
    source="Table 4-1, third footnote",
    parameters="tier_str tier_sl small_actions.own_str crd_mod",
    targets={
        "needed": total(
            "CS needed",
            firmness,
            each("untie_knot.crd", "crd_mod"),
            each_above("untie_knot.strength", "own_str", "tier_str"),
        ),
        "time": lambda r, needed: max(needed, r["untie_knot.least"]),
    },
    says="The knot takes {time} CS, never less than {untie_knot.least}.",
)

# A bow too strong for the archer --------------------------------------------------------------------------------------

BOW = ("own_str bow_str", ATTEMPT, "strong_bow_dv progressive")


def too_strong(r: Ruleset, rolls: int, progressive: str, strong_bow_dv: str) -> Rule | None:
    """Each point by which the bow is too strong, where the DV is made of the difference."""
    label = "points of STR that the bow is above his:"
    return growth_rule(r, rolls, progressive, label) if strong_bow_dv == "difference" else None


def strength_of_bow(r: Ruleset, bow_str: int, strong_bow_dv: str) -> int | None:
    """The STR that the bow is rated at, where that is the DV."""
    return bow_str if strong_bow_dv == "bow_strength" else None


STRINGING: dict[str, Any] = {
    "rolls": lambda r, bow_str, own_str: max(0, bow_str - own_str),
    **against([value("own_str", "STR as AV")], [node(too_strong), node(strength_of_bow)], when="rolls"),
}

string_bow = Check(
    "realms_of_myth.string_bow",
    "Does he string a bow that is rated above his STR?",
    source="Table 4-1, second footnote",
    parameters=BOW,
    targets=STRINGING,
    dice=attempt(
        "stringing",
        "strung",
        "not_strung",
        "strings the bow",
        easy="The bow is not rated above his STR: no roll is needed.",
    ),
    events={"strings the bow": "strung"},
)

string_bow_attempts = Process(
    "realms_of_myth.string_bow_attempts",
    "After how many attempts is the bow strung?",
    turn="attempt",
    source="Table 4-1",
    parameters=(BOW, "max_attempts"),
    targets={**STRINGING, **inputs(attempts="max_attempts")},
    play=lambda throw, r, rolls, percent, attempts: repeated(
        throw, r, "stringing", percent, attempts, "strung", "not_strung", bool(rolls)
    ),
    events={"is strung at once": "1"},
    says=lambda r, rolls, percent, attempts: [
        f"Each attempt takes an action and {on_task(r, 'succeeds', percent)}."
        if rolls
        else "The bow is not rated above his STR: no roll is needed.",
        f"{attempts + 1} means that the bow is not strung after {so_many(attempts, 'attempt')}.",
    ],
    wording=Words(measure="attempts"),
)
