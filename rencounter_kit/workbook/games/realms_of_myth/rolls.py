"""Rolls against a known chance: margins, both sides at once, Heroic Effects; what is Progressive."""

from ....engine.dice.dist import d
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import as_one
from ...mechanics.check import Check
from ...mechanics.modifiers import inputs, total, value
from ...mechanics.question import Words
from ...mechanics.ready_dice import roll_under
from ...rulebook.book import Rule, Ruleset
from .contests import RESULTS, contest, says_clash
from .tasks import TASK, half_up, on_task, progressive_for, worth

simple_roll = Check(
    "realms_of_myth.simple_roll",
    "Does a roll against a known chance succeed?",
    source="Resolving the Battle",
    parameters="rolls.chance",
    targets=inputs("chance"),
    dice=roll_under("roll", TASK, "chance", success="success", failure="failure"),
    events={"succeeds": "success"},
)

# By how much ----------------------------------------------------------------------------------------------------------

roll_margin = Check(
    "realms_of_myth.roll_margin",
    "By how much does a roll succeed or fail?",
    source="Surprise!!",
    parameters="rolls.chance",
    dice=lambda throw, r, chance: throw("roll", r.dice("task"), lambda face: chance - face),
    events={"succeeds": "0..", "fails": "..-1"},
    says=lambda r, chance: [
        f"The margin is {chance} minus a {as_one(r[TASK])}.",
        "0 or more is a success, less than 0 a failure.",
    ],
    wording=Words(measure="margin"),
)

# Both sides roll ------------------------------------------------------------------------------------------------------

BOTH = ("first side", "second side")

contested_roll = Check(
    "realms_of_myth.contested_roll",
    "Who wins a contested roll?",
    source="Surprise!!; Opportunity Actions; Resolving Ranged Attacks",
    parameters="first_chance second_chance",
    dice=lambda throw, r, first_chance, second_chance: contest(throw, r, first_chance, second_chance, BOTH),
    outcomes=RESULTS,
    events={
        "first side wins": ("first_succeeds_alone", "both_succeed_first_wider"),
        "second side wins": ("second_succeeds_alone", "both_succeed_second_wider"),
        "nobody wins": ("both_succeed_equal", "both_fail"),
    },
    says=lambda r, first_chance, second_chance: says_clash(r, first_chance, second_chance, BOTH),
    wording={
        "both_succeed_first_wider": "both succeed, the first by more",
        "both_succeed_equal": "both succeed by as much",
        "both_succeed_second_wider": "both succeed, the second by more",
    },
)

# Heroic Effects and Bumbles -------------------------------------------------------------------------------------------


def tenth_of_chance(r: Ruleset, chance: int, heroic_rule: bool) -> Rule | None:
    """The lowest rolls are heroic."""
    rule = r.rule("heroic.share")
    return worth(rule, half_up(chance, rule.value), f"chance {chance} divided by {rule.value}") if heroic_rule else None


def tenth_of_failure(r: Ruleset, chance: int, bumble_rule: bool, bumble_range: str) -> list[Rule] | None:
    """The highest rolls are Bumbles; no more of them than there are failures."""
    rule, failures = r.rule("heroic.share"), r.dice("task").faces[-1] - chance
    if not bumble_rule or failures <= 0:
        return None
    share = worth(rule, half_up(failures, rule.value), f"chance of failure {failures} divided by {rule.value}")
    return [share, r.rule(f"heroic.wider.{bumble_range}")]


def throw_graded(throw: Throw, r: Ruleset, chance: int, heroic: int, bumbles: int) -> Consequence:
    """One roll, of which the ends are told apart."""
    dice = r.dice("task")
    ends = ((heroic, "heroic"),) if heroic else ()
    return throw.split("roll", dice, (*ends, (chance, "success"), (dice.faces[-1] - bumbles, "failure")), "bumble")


def says_graded(r: Ruleset, chance: int, heroic: int, bumbles: int) -> list[str]:
    """The ends in words."""
    dice = r.dice("task")
    first = max(chance, dice.faces[-1] - bumbles) + 1
    hundred = " (00 is 100)" if dice.written == "d100" else ""
    return [
        f"It {on_task(r, 'succeeds', chance)}{hundred}.",
        f"A roll of {heroic} or less is a Heroic Effect." if dice.up_to(heroic) else "No roll is a Heroic Effect.",
        f"A roll of {first} or more is a Bumble." if bumbles else "No roll is a Bumble.",
    ]


graded_roll = Check(
    "realms_of_myth.graded_roll",
    "Is the roll heroic, or a Bumble?",
    source="Optional Rules: Heroic Effects; Integrating Heroic Effects into the Flow of Play",
    parameters="rolls.chance heroic_rule bumble_rule bumble_range",
    targets={
        "heroic": total("heroic rolls", tenth_of_chance),
        "bumbles": total("rolls that are Bumbles", tenth_of_failure),
    },
    dice=throw_graded,
    outcomes=("heroic", "success", "failure", "bumble"),
    events={"succeeds": ("heroic", "success"), "is heroic": "heroic", "is a Bumble": "bumble"},
    says=says_graded,
)


def heroic_rise(r: Ruleset, so_far: int, kind: str, mga: int) -> Rule:
    """What the Heroic Effect adds: the POT is multiplied, that of magick by no more than MGA."""
    rule = r.rule("heroic.pot")
    times = worth(rule, so_far * (rule.value - 1), f"Heroic Effect: {rule.value} {rule.label}")
    by_mga = r.rule(f"heroic.by_mga.{kind}")
    return worth(by_mga, mga, f"MGA {mga}, which is less") if by_mga.value and mga < times.value else times


heroic_pot = Check(
    "realms_of_myth.heroic_pot",
    "What is the POT of a heroic blow or spell?",
    source="Interpreting the Results",
    parameters="kind rolls.pot mga",
    targets={"points": total("POT after the Heroic Effect", value("pot", "POT"), heroic_rise)},
    says="It lands with a POT of {points}.",
)

# Progressive figures --------------------------------------------------------------------------------------------------

progressive_modifier = Check(
    "realms_of_myth.progressive_modifier",
    "How large is a Progressive modifier?",
    source="all sections that use the term",
    parameters="points progressive",
    targets={"modifier": total("Progressive modifier", progressive_for("points", "points:"))},
    says="The modifier comes to {modifier}.",
)

# A random direction ---------------------------------------------------------------------------------------------------

fly_direction = Check(
    "realms_of_myth.fly_direction",
    "Which way does it fly when all let go?",
    source="Movement: Some Special Considerations",
    parameters="directions",
    dice=lambda throw, r, directions: throw("direction", d(directions), lambda face: face),
    events={"flies to the front": "1"},
    says="A die of {directions} sides: 1 is to the front, the others follow clockwise.",
    wording=Words(measure="direction"),
)
