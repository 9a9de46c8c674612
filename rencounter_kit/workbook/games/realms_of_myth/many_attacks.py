"""Many attacks on one man: on one who dodges, and on one who defends himself with all he has."""

from itertools import chain, groupby, islice, repeat

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import called, value
from ...rulebook.book import Ruleset
from .contests import halve
from .defences import halvings_of_dodge
from .hits import hits
from .tasks import RESOLUTION, Model, model, on_task, roll


def chances(r: Ruleset, avs: tuple[int, ...], dvs: tuple[int, ...], model: Model) -> tuple[int, ...]:
    """The chance of each attack."""
    return tuple(map(model.percent, avs, dvs))


def throw_attacks(throw: Throw, r: Ruleset, percents: tuple[int, ...]) -> Consequence:
    """The attacks that hit, added up; those of one chance together."""
    series = [(percent, len(list(alike))) for percent, alike in groupby(percents)]

    def once(percent: int) -> Consequence:
        return roll(throw, r, "attack", percent, 1, 0)

    @throw.cached
    def on(number: int, landed: int) -> Consequence:
        if number == len(series):
            return landed
        percent, many = series[number]
        return throw.after(throw.times(many, lambda: once(percent)), lambda more: on(number + 1, landed + more))

    return throw.shortcut(lambda: on(0, 0), lambda: hits(r.dice("task"), percents))


def says(r: Ruleset, dvs: tuple[int, ...], percents: tuple[int, ...]) -> list[str]:
    """Each attack in words, those of one DV together."""
    lines, number = [], 1
    for (dv, percent), alike in groupby(zip(dvs, percents, strict=True)):
        last = number + len(list(alike)) - 1
        which = f"Attack {number} meets" if last == number else f"Attacks {number} to {last} meet"
        each = "" if last == number else "each "
        lines.append(f"{which} a DV of {dv} and {each}{on_task(r, 'hits', percent)}.")
        number = last + 1
    return lines


# One who dodges -------------------------------------------------------------------------------------------------------


def dodges(
    r: Ruleset, attacks: int, dodge_av: int, trade_sl: int, dodge_allowance: str, halving: str, undefended_dv: int
) -> tuple[int, ...]:
    """The DV of each dodge, and where none is left that of one without defence."""
    times = (halvings_of_dodge(r, use, trade_sl, dodge_allowance) for use in range(1, attacks + 1))
    return tuple(halve(dodge_av, r["defence.halved"], many, halving) or undefended_dv for many in times)


attack_barrage = Check(
    "realms_of_myth.attack_barrage",
    "How many attacks hit one who dodges?",
    source="Defenses & Defending; Making the Most of Combat",
    parameters=("attacks many_attacks.attack_av dodge_av trade_sl dodge_allowance halving undefended_dv", RESOLUTION),
    derived=called(avs=lambda r, attacks, attack_av: (attack_av,) * attacks, model=model),
    targets={"dvs": dodges, "percents": chances},
    dice=throw_attacks,
    events={"hits at least once": "1.."},
    says=says,
)

# One who defends himself with all he has ------------------------------------------------------------------------------

gang_attack = Check(
    "realms_of_myth.gang_attack",
    "How many attacks of a gang hit?",
    source="Making the Most of Combat; Defenses & Defending",
    parameters=("attack_avs defence_dvs undefended_dv", RESOLUTION),
    derived=called(avs=value("attack_avs"), model=model),
    targets={
        "dvs": lambda r, attack_avs, defence_dvs, undefended_dv: tuple(  # the next defence, until they are used up
            islice(chain(defence_dvs, repeat(undefended_dv)), len(attack_avs))
        ),
        "percents": chances,
    },
    dice=throw_attacks,
    events={"hits at least once": "1.."},
    says=says,
)
