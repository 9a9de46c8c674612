"""Who is knocked down in a fight: a serious or crippling wound does it, by an option only if an action roll fails."""

from ....engine.dice.throw import Consequence, Targets, Throw
from ...mechanics.asks import ParameterNames
from ...mechanics.modifiers import Part, part
from ...rulebook.book import Ruleset
from .knockdown import knockdown, rolls
from .wound import DOWN, WOUNDS

KNOCKDOWN = "variable_knockdown natural_one_in_checks"


def rolled(r: Ruleset, variable_knockdown: bool) -> str:
    """The worst wound after which a roll can keep a man up."""
    if not variable_knockdown:
        return WOUNDS[1]
    return next((wound for wound in WOUNDS[-2:0:-1] if r[f"wounds.{wound}"] <= r["knockdown.roll.man"]), WOUNDS[1])


def rolled_points(r: Ruleset, rolled: str) -> int:
    """Wound points of a man who was unhurt before that wound."""
    return int(r[f"wounds.{rolled}"])


def falls(
    label: str, experience: str, parameters: ParameterNames, damage: str, when: str = "variable_knockdown"
) -> Part:
    """Is a man knocked down, as in ``rencounter.knockdown``? Nothing is asked where every serious wound does it.

    experience, damage : the names of his rating and of the damage modifier of what strikes him. The check works out
        ``rolled`` and ``rolled_points``.
    when : a value that must be true for him to be asked for.
    """
    names = {"experience": experience, "damage_modifier": damage, "wound": "rolled", "wounds": "rolled_points"}
    return part(label, knockdown, parameters, names, when=when, struck="man")


def knocked_down(throw: Throw, r: Ruleset, wound: str, points: int, falls: Targets | None, lucky: bool) -> Consequence:
    """Does this wound knock him down? "down" or "standing".

    points : his wound points with it.
    falls : as he was before any wound; none where no roll can keep him up.
    lucky : does a natural 1 keep him up, with so many points?
    """
    if falls is None or wound == "none":
        return "down" if wound in DOWN else "standing"
    this, point = r[f"wounds.{wound}"], r["wounds.point.action"]
    now = falls._replace(
        points=this,
        rolls=rolls(r, this, falls.falls_from, falls.helped_to),
        modifier=falls.modifier + point * (points - falls.points),
        lucky=lucky,
    )
    return throw.dice_of(knockdown, now, r)
