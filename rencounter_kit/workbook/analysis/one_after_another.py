"""One after another: a man goes through a list of fights with the wounds that he keeps; the chance to come through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, chance_words, number_text, percent_text, rounded_text, so_many
from ...engine.work.progress import tell
from ..mechanics.check import Check, Result
from ..mechanics.parameter import QUESTION
from ..mechanics.registry import checks
from ..rulebook.book import Ruleset
from ..rulebook.text import Value
from .measure import Report
from .roster import A, Roster, facts, matched, roster, side_parameters

MOST_FIGHTS = 30


class Bout(NamedTuple):
    """One fight: the chance to come ``through`` it and all before, ``unhurt``, and the ``wounds`` he has on average."""

    foe: str
    through: Fraction
    unhurt: Fraction
    wounds: Fraction


@dataclass(frozen=True, repr=False)
class OneAfterAnother(Report):
    """A man's way through his fights: a row for each.

    left : the chance of each number of wounds with which he comes out of the last.
    within : how far each chance is from the true one at most, where recovery has none that are fractions.
    """

    name: str
    rows: Sequence[Bout]
    left: dict[int, Fraction]
    within: Fraction = Fraction(0)
    kind = Bout

    @property
    def through(self) -> Fraction:
        """The chance to come through all of them."""
        return self.rows[-1].through

    def head(self) -> str:
        fights = f"{so_many(len(self.rows), 'fight')} one after another"
        return f"{self.name}, {fights}: comes through {chance_words(self.through)}"

    def cells(self) -> list[Sequence[str]]:
        rows = [(one.foe, *map(percent_text, one[1:3]), number_text(one.wounds, 3)) for one in self.rows]
        return [("against", "comes through", "unhurt", "wounds, on average"), *rows]

    def notes(self) -> list[str]:
        return list(filter(None, [rounded_text(self.within)]))


def one_after_another(
    men: str | Roster,
    name: str,
    foes: Sequence[str],
    /,
    *,
    recovery: bool = True,
    rules: Ruleset | None = None,
    **settings: Value,
) -> OneAfterAnother:
    """A man's chance to come through a list of fights, each against a fresh foe, with the wounds that he keeps.

    men : a roster, its text or code, or the game of the ready figures.
    name, foes : the man, and those whom he meets, in order: from 1 to 30.
    recovery : does he rest between two fights, as after a game of a campaign? Else he keeps every wound.
    rules : with house rules.
    settings : other parameters of the fight, or of the recovery, such as ``turn_limit=5`` or ``prompt_care=True``.

    A fight that is broken off counts as come through. Raises ``RuleError`` for a game without rules for that, for
    unknown names and wrong values.

    >>> import rencounter_kit as rk
    >>> print(rk.one_after_another("rencounter", "Knight", ["Recruit", "Pikeman"], recovery=False))
    Knight, 2 fights one after another: comes through 16 in 17 (94.2 %)
    against  comes through  unhurt  wounds, on average
    Recruit  98.7 %         98.0 %  0.00832
    Pikeman  94.2 %         91.8 %  0.0312
    """
    every = roster(men)
    fight, heals = campaign_of(every.game)
    if not isinstance(foes, (list, tuple)) or not 1 <= len(foes) <= MOST_FIGHTS:
        wanted = f"a list of 1 to {MOST_FIGHTS} names"
        raise RuleError(f"foes must be {wanted}; got {as_text(foes)}; try ['Recruit', 'Pikeman']")
    by, campaign, man = fight.ruleset(rules), facts(every.game)["campaign"], every[name]
    fight, heals, trait = fight.under(by), heals.under(by), campaign["wounds"]
    params = {heals.name_of(n) if n in heals.parameters else fight.name_of(n): v for n, v in settings.items()}
    manner = {n: v for n, v in params.items() if n in fight.parameters} | {QUESTION: campaign["left"]}
    care = {n: v for n, v in params.items() if n in heals.parameters}
    points, within = side_parameters(heals, A)[trait].name, Fraction(0)
    first: Value = man.traits.get(trait, 0)
    left, rows = {first: Fraction(1)}, list[Bout]()
    for place, foe in enumerate(map(every.__getitem__, foes)):
        tell(place, len(foes))
        if place and recovery:
            rest = {wounds: heals(rules=by, **{**care, points: wounds}) for wounds in left if wounds}
            within = max([within, *(result.within for result in rest.values())])
            left = _after(left, rest)
        men_left = {wounds: replace(man, traits={**man.traits, trait: wounds}) for wounds in left}
        left = _after(
            left, {wounds: fight(rules=by, **matched(fight, by, one, foe, manner)) for wounds, one in men_left.items()}
        )
        through = sum(left.values(), Fraction(0))
        mean = sum((wounds * p for wounds, p in left.items()), Fraction(0)) / (through or 1)
        rows.append(Bout(foe.name, through, left.get(0, Fraction(0)), mean))
    return OneAfterAnother(man.name, rows, left, within * len(rows))


def campaign_of(game: str) -> tuple[Check, Check]:
    """The checks of a fight, and of what becomes of wounds after it; ``RuleError`` where a game has no rules for it."""
    if not (campaign := facts(game).get("campaign")):
        raise RuleError(f"{game} has no rules for the wounds that a man keeps; choose another game")
    return checks[f"{game}.{campaign['fight']}"], checks[f"{game}.{campaign['recovery']}"]


def _after(before: Mapping[int, Fraction], results: Mapping[int, Result]) -> dict[int, Fraction]:
    """With how many wounds he goes on; outcomes that are no number are the end of him."""
    after: dict[int, Fraction] = {}
    for wounds, chance in before.items():
        for outcome, p in results[wounds].items() if wounds in results else [(wounds, Fraction(1))]:
            if isinstance(outcome, int):
                after[outcome] = after.get(outcome, Fraction(0)) + chance * p
    return after
