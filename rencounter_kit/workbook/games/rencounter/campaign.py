"""Between the games and before them: who improves, who comes to the field, and when a side has had enough."""

from collections.abc import Callable

from ....engine.dice.dist import d
from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import refuse
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.space import NUMBERS, By, graded
from ...rulebook.book import Ruleset

# Improvement ----------------------------------------------------------------------------------------------------------


def die(r: Ruleset, trait: str) -> int:
    """Faces of the die for the trait."""
    return int(r[f"improvement.die.{trait}"])


def ceiling(r: Ruleset, trait: str, die: int) -> int:
    """The value that cannot improve; the die itself is the limit but for experience."""
    return min(die, r["improvement.most"]) if trait == "experience" else die


def refuse_beyond_a_master(r: Ruleset, trait: str, value: int) -> None:
    """Nobody has more experience than a master."""
    most = r["improvement.most"]
    refuse(
        trait == "experience" and value > most,
        f"value must be at most {most} with trait experience; got {value}; a master has learnt all there is",
    )


def play(throw: Throw, r: Ruleset, value: int, die: int, ceiling: int, games: int, result: str) -> TurnModel:
    """After each game one roll: above the present value, it goes up."""
    gain = r["improvement.gain"]

    def game(now: int) -> Consequence:
        if now >= ceiling:
            return now
        return throw("improvement", d(die), lambda face: now + gain if face > now else now)

    read: dict[str, Callable[[int, str, int | None], int | str]] = {
        "change": lambda now, end, played: "improves" if now > value else "same",
        "value": lambda now, end, played: now,
    }
    return TurnModel(value, (game,), lambda now: None, games, "over", read[result])


def says_trait(r: Ruleset, value: int, die: int, ceiling: int, games: int) -> list[str]:
    """The roll in words."""
    if value >= ceiling:
        return [f"A value of {value} cannot improve."]
    one = "After the game" if games == 1 else f"After each of {games} games"
    first = "" if games == 1 else " The higher the value has become, the harder it is."
    return [f"{one} a d{die} that shows more than the present value raises it by {r['improvement.gain']}.{first}"]


improvement = Process(
    "rencounter.improvement",
    "Does a man improve from game to game?",
    turn="game",
    source="Campaigning and Improvement between games",
    parameters="trait value campaign.games campaign.result",
    targets={"die": die, "ceiling": ceiling},
    refusals=(refuse_beyond_a_master,),
    play=play,
    outcomes=By("result", {"change": graded(("same", "improves")), "value": NUMBERS}),
    events={"improves": "improves"},
    says=says_trait,
)

# Squads ---------------------------------------------------------------------------------------------------------------

WHICH = ("group_size", "leader", "man", "leader_skill", "man_skill")
SKILLS = tuple(which for which in WHICH if which.endswith("skill"))


def throw_squad(throw: Throw, r: Ruleset, which: str, variety: bool) -> Consequence:
    """Men of a group, or experience and skill of one of them."""
    if which == "group_size":
        return throw("men", d(r["squad.size_die"]), lambda face: face + r["squad.size_more"])
    table = f"squad.{which.removesuffix('_skill')}"

    def man(face: int) -> Consequence:
        experience = int(r[f"squad.experience.{r.look_up(table, face)}"])
        if which not in SKILLS:
            return experience
        skill = experience * r["squad.skill"]
        return throw("variety", r.dice("variety"), lambda die: skill + r[f"squad.variety.{die}"]) if variety else skill

    return throw("experience", r.dice("recruits"), man)


def says_squad(r: Ruleset, which: str, variety: bool) -> list[str]:
    """The throw in words."""
    if which == "group_size":
        return [f"A d{r['squad.size_die']}, plus {r['squad.size_more']}."]
    lines = [f"A {r['dice.recruits']} for his experience."]
    if which in SKILLS:
        lines.append(f"Fire and melee skill are {r['squad.skill']} times that.")
    again = "second " if r["dice.variety"] == r["dice.recruits"] else ""
    return [*lines, f"A {again}{r['dice.variety']} for each skill changes it by up to two."] if variety else lines


squad = Check(
    "rencounter.squad",
    "Who comes to the field?",
    source="Scenario Design Suggestions",
    parameters="which variety",
    dice=throw_squad,
    says=says_squad,
)

# Victory --------------------------------------------------------------------------------------------------------------


def refuse_fit(r: Ruleset, unit_men: tuple[int, ...], unit_fit: tuple[int, ...]) -> None:
    """As many units as before, and none with more men than it had."""
    refuse(
        len(unit_fit) != len(unit_men),
        f"unit_fit must be a number for each of the {len(unit_men)} units; got {len(unit_fit)}; "
        "a unit that is gone has 0",
    )
    for men, fit in zip(unit_men, unit_fit, strict=True):
        refuse(fit > men, f"unit_fit must be at most {men} for a unit of {men} men; got {fit}")


def too_many_lost(r: Ruleset, unit_men: tuple[int, ...], unit_fit: tuple[int, ...], elan: str) -> bool:
    """Has the side lost more men than it can bear?"""
    part, whole = r[f"victory.share.{elan}"]
    return bool(whole * (sum(unit_men) - sum(unit_fit)) > part * sum(unit_men))


def units_fit(r: Ruleset, unit_men: tuple[int, ...], unit_fit: tuple[int, ...]) -> int:
    """Units with more than that share of their men fit."""
    part, whole = r["victory.unit"]
    return sum(whole * fit > part * men for men, fit in zip(unit_men, unit_fit, strict=False))


def units_spent(r: Ruleset, unit_men: tuple[int, ...], units_fit: int, units_rule: str) -> bool:
    """Are too few such units left? All but one of a single unit would be none, so one at least must be spent."""
    units, spent = len(unit_men), len(unit_men) - units_fit
    if units_rule == "no_unit":
        return spent == units
    if units_rule == "all_but_one":
        return bool(spent >= max(1, units - r["victory.units_left"]))
    part, whole = r["victory.units"]
    return bool(whole * spent >= part * units)


victory = Check(
    "rencounter.victory",
    "Does the side give way?",
    source="Victory",
    parameters="unit_men unit_fit elan units_rule",
    targets={
        "too_many_lost": too_many_lost,
        "units_spent": units_spent,
        "verdict": lambda r, too_many_lost, units_spent: "gives_way" if too_many_lost or units_spent else "holds",
    },
    outcomes=graded(("holds", "gives_way")),
    events={"gives way": "gives_way"},
    derived=(units_fit,),
    refusals=(refuse_fit,),
    says=lambda r, too_many_lost, units_spent: [
        "It has lost more men than it can bear." if too_many_lost else "It can bear the losses so far.",
        "Too few of its units are fit." if units_spent else "Enough of its units are fit.",
    ],
)
