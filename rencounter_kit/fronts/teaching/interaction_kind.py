"""Which kind of interaction two changes show: do they add, is one capped or switched off, are there two rolls?"""

from __future__ import annotations

from ...workbook.analysis.interactions import Interaction, Reasons
from ...workbook.analysis.worked_solution import further_throws, opposed_throws
from ...workbook.mechanics.processes.process import Process

ADDS, CAPPED, SWITCHED, TWO_ROLLS = "adds", "is capped", "is switched off", "two rolls"
COMPARED, TURNS, UNEVEN = "rolls are compared", "turn after turn", "uneven steps"
KINDS = (ADDS, CAPPED, SWITCHED, TWO_ROLLS, COMPARED, TURNS, UNEVEN)
KIND_WORDS = {  # of two changes
    ADDS: "they add up",
    CAPPED: "one hits a limit",
    SWITCHED: "one switches the other",
    TWO_ROLLS: "two rolls in a row",
    COMPARED: "roll against roll",
    TURNS: "turn after turn",
    UNEVEN: "uneven steps",
}
MEANING = {
    ADDS: "each is worth the same with or without the other",
    CAPPED: "past a ceiling or a floor, a point is worth little or nothing",
    SWITCHED: "one counts only with the other, or only without it",
    TWO_ROLLS: "one roll follows the other, so what one change is worth depends on the other",
    COMPARED: "both sides roll, and the better roll wins",
    TURNS: "the same rolls come again until it is over",
    UNEVEN: "both move the same dice, and some totals come up more often than others",
}


def kinds_of(interaction: Interaction) -> tuple[str, ...]:
    """Every kind that two changes show, decided from the exact figures and the reasons for them.

    One alone is a plain case; none where one of the changes does nothing and nothing says why.

    >>> from rencounter_kit import interaction
    >>> kinds_of(interaction("rencounter.fire", ("cover", "half_solid"), ("aim_turns", 1), skill=6))
    ('adds',)
    >>> kinds_of(interaction("rencounter.fire", ("braced", True), ("aim_turns", 1), skill=6))
    ('is switched off',)
    """
    neither, one, other, both = interaction.figures
    alone, beside = (one - neither, other - neither), (both - other, both - one)
    if not interaction.apart:
        return (ADDS,) if all(alone) else ()
    reasons = Reasons(interaction)
    kinds = []
    limit = CAPPED if any(alone) else SWITCHED  # of what does nothing by itself, nothing is lost
    sums = reasons.not_sums
    if sums and all(reasons.limits(name) for name in sums):
        kinds.append(limit)
    elif sums and not all((*alone, *beside)):
        kinds.append(SWITCHED)
    if isinstance(interaction.results[0].check, Process):
        return (*kinds, TURNS)
    if reasons.different_throws(reasons.relevant):
        kinds.append(COMPARED if opposed_throws(interaction) else TWO_ROLLS)
    bent = reasons.bent(sums)
    if bent:
        capped = further_throws(interaction) or any(reasons.stops(name) for name in bent)
        kinds.append(limit if capped else UNEVEN)
    return tuple(dict.fromkeys(kinds))
