"""Combinations: two weapons, or a weapon and a shield, at once."""

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, called, is_, node, total, value
from ...rulebook.book import Ruleset
from .tasks import RESOLUTION, against, on_task, roll

# The AV of both -------------------------------------------------------------------------------------------------------


def not_above_both(r: Ruleset, so_far: int, lead_av: int, other_av: int) -> int:
    """What is cut off, since a Combination has never more than both AVs together."""
    return min(0, lead_av + other_av - so_far)


def combination(lead: str, other: str, label: str) -> tuple[Node, ...]:
    """An AV that leads a Combination, or fights beside it."""
    never_above = node(not_above_both, lead_av=lead, other_av=other)
    return value(lead, label), value("combination_sl", "Combination SL"), never_above


combination_av = Check(
    "realms_of_myth.combination_av",
    "What is the AV of a Combination?",
    source="Attack, Defense & Mixed Combinations",
    parameters="lead_av other_av combination_sl",
    targets={"av": total("AV", *combination("lead_av", "other_av", "leading AV"))},
    says="The Combination attacks or defends with an AV of {av}.",
)

# Both strike ----------------------------------------------------------------------------------------------------------


def two_weapons(
    throw: Throw, r: Ruleset, separate: bool, percents: tuple[int, int], each: tuple[int, int], both: int
) -> Consequence:
    """One roll for both weapons, or one for each; what their hits come to.

    each, both : what a hit of either counts, and that of one roll for both.
    """
    if not separate:
        return roll(throw, r, "both weapons", percents[0], both, 0)

    def off_hand(so_far: int) -> Consequence:
        return roll(throw, r, "off hand", percents[1], so_far + each[1], so_far)

    return throw.after(roll(throw, r, "primary weapon", percents[0], each[0], 0), off_hand)


def says_combination(r: Ruleset, separate: bool, primary_percent: int, off_hand_percent: int) -> list[str]:
    """The rolls in words."""
    if not separate:
        return [f"One roll for both weapons: it {on_task(r, 'hits', primary_percent)}."]
    return [
        f"The primary weapon {on_task(r, 'hits', primary_percent)}.",
        f"The off-hand weapon {on_task(r, 'hits', off_hand_percent)}.",
    ]


combination_attack = Check(
    "realms_of_myth.combination_attack",
    "How many of two weapons hit?",
    source="Attack, Defense & Mixed Combinations",
    parameters=(
        "combinations.mode primary_av off_hand_av combination_sl primary_dv off_hand_dv",
        "combinations.primary_chance combinations.off_hand_chance",
        RESOLUTION,
    ),
    derived=called(  # the greater AV leads where both strike in concert
        lead=lambda r, mode, primary_av, off_hand_av: (
            max(primary_av, off_hand_av) if mode == "in_concert" else primary_av
        ),
        other=lambda r, lead, primary_av, off_hand_av: primary_av + off_hand_av - lead,
    ),
    targets={
        "separate": is_("mode", "separate"),
        **against(combination("lead", "other", "leading AV"), [value("primary_dv", "Defense DV")], "primary_"),
        **against(
            combination("other", "lead", "AV of the off-hand weapon"),
            [value("off_hand_dv", "Defense DV")],
            "off_hand_",
            "separate",
        ),
    },
    dice=lambda throw, r, separate, primary_percent, off_hand_percent: two_weapons(
        throw, r, separate, (primary_percent, off_hand_percent), (1, 1), 2
    ),
    events={"both hit": "2..", "at least one hits": "1.."},
    says=says_combination,
)
