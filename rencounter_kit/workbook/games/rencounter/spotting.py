"""Spotting: does a unit see the enemy who hides?"""

from fractions import Fraction
from math import ceil

from ...mechanics.check import Check
from ...mechanics.modifiers import always, each, flag, refuse, total
from ...mechanics.ready_dice import roll_under
from ...rulebook.book import Ruleset


def counts_as(
    r: Ruleset,
    range: int,
    bright_colours: bool,
    shiny_armour: bool,
    only_observing: bool,
    moving_fast: bool,
    notable_scouts: bool,
    unobservant: bool,
    careful_movers: bool,
) -> Fraction:
    """The inches as they count: what can be seen twice as far is as if half as far away."""
    holds = {
        "bright_colours": bright_colours,
        "shiny_armour": shiny_armour,
        "only_observing": only_observing,
        "moving_fast": moving_fast,
        "notable_scouts": notable_scouts,
        "unobservant": unobservant,
        "careful_movers": careful_movers,
    }
    inches = Fraction(range)
    for name in (name for name, true in holds.items() if true):
        inches /= Fraction(r[f"spot.range.{name}"])
    return inches


def refuse_both(r: Ruleset, only_observing: bool, moving_fast: bool, notable_scouts: bool, unobservant: bool) -> None:
    """Nobody only observes on the run, nor is a notable scout who notices nothing."""
    refuse(only_observing and moving_fast, "only_observing must be false with moving_fast; got both; leave one out")
    refuse(notable_scouts and unobservant, "notable_scouts must be false with unobservant; got both; leave one out")


spot = Check(
    "rencounter.spot",
    "Does the unit spot the enemy?",
    source="Spotting Hidden Enemies",
    parameters=(
        "range master veterans greens_hiding bright_colours shiny_armour only_observing moving_fast",
        "notable_scouts unobservant careful_movers",
    ),
    targets={
        "less_than": total(
            "to spot, less the inches ({dice.spotting}, less than)",
            always("spot.below"),
            flag("spot.master"),
            each("spot.veteran", "veterans"),
            each("spot.green", "greens_hiding"),
        ),
        "inches": lambda r, counts_as: str(counts_as),
        # face that is less than the number needed, which need not be whole
        "highest": lambda r, less_than, counts_as: ceil(less_than - counts_as) - 1,
    },
    dice=roll_under("spotting", "dice.spotting", "highest", success="spotted", failure="hidden", does="spots them"),
    events={"spots them": "spotted"},
    derived=(counts_as,),
    refusals=(refuse_both,),
    says=(
        "The distance counts as {inches} inches, and the {dice.spotting} must show less than {less_than} minus that.",
        "A unit has one such roll in a turn.",
    ),
)
