"""Several against one: each acts by his own roll, and those who act strike one after another."""

from __future__ import annotations

from typing import Any

from ..check import Check, ruling
from ..modifiers import node, refuse, total
from ..parameter import choice, whole
from ..rules import Ruleset
from ..scale import Scale
from ..space import NUMBERS, By
from ..throw import Throw
from ..wording import adjusted
from .acting import STEM, nerve, throw_action
from .melee import ATTACK, PARRY, RULINGS, damage, man, much, refuse_two_handed, severity_of, succeeds, told
from .wound import D12, DOWN, WOUNDS, points_after

FATES = ("standing", "down", "dead")
SEVERITY = Scale(WOUNDS)
ELSEWHERE = {
    "riposte_margin_counts",
    "above_opponent_applies_to",
    "cover_applies_to_parry",
    "checks_can_overcome",
    "natural_one_in_checks",
}


def crowding(r: Ruleset, defender_experience: int) -> tuple[int, int]:
    """What each active attacker beyond the first does to attack and parry; nothing to a master."""
    if defender_experience == r["action.master"]:
        return 0, 0
    return int(r["melee.situation.outnumbering"]), int(r["melee.situation.outnumbered"])


def from_behind(r: Ruleset) -> bool:
    """The text brings them from the front or the sides."""
    return False


def checks_can_overcome(r: Ruleset) -> bool:
    """These are action rolls for the right to strike; that a man is overcome is told by ``rencounter.action``."""
    return False


def natural_one_in_checks(r: Ruleset) -> bool:
    """These are action rolls proper: a natural 1 is as good as ever."""
    return True


def refuse_dead(r: Ruleset, attacker_wounds: int, defender_wounds: int, death_at: int) -> None:
    """A dead man neither strikes nor is struck."""
    most = max(attacker_wounds, defender_wounds)
    refuse(most >= death_at, f"wounds must be below death_at {death_at}; got {most}; a dead man fights no more")


def hurt(r: Ruleset, wounded_modifies_parry: bool) -> int:
    """What each wound point suffered on the way does to the next parry."""
    return int(r["wounds.point.melee"]) if wounded_modifies_parry else 0


def dice(t: Any, throw: Throw, r: Ruleset) -> Any:
    """Who acts; then stroke after stroke, until all have struck or the man is dead."""
    severity = severity_of(throw, r)

    @throw.cached
    def stroke(active: int, points: int) -> Any:
        """The severity of one stroke, ``None`` when it does not hit."""
        attack_needed = t.attack + t.crowding[0] * (active - 1)
        parry_needed = t.parry + t.crowding[1] * (active - 1) + t.hurt * (points - t.wounds)

        @throw.cached
        def answered(success: bool, through: bool, well: int) -> Any:
            def parry(face: int) -> Any:
                if succeeds(r, face, parry_needed, t.strict) and not through:
                    return None
                return severity(t.damage, much(r, t, well, face))

            return throw("parry", D12, parry) if success else None

        return throw("attack", D12, lambda face: answered(*told(r, t, face, attack_needed)))

    @throw.cached
    def strokes(left: int, active: int, points: int, kept: Any) -> Any:
        """The rest of the fight; ``kept`` is what the result needs to know of it so far."""
        if not left or points >= t.death_at:
            return kept

        def landed(wound: str | None) -> Any:
            after = points_after(r, points, wound or "none", t.death_at)
            return strokes(left - 1, active, after, remember(wound, after, kept))

        return throw.after(stroke(active, points), landed)

    def remember(wound: str | None, points: int, kept: Any) -> Any:
        if t.result == "total_wounds":
            return points
        if t.result == "hits":
            return kept + (wound is not None)
        dead = points >= t.death_at
        if t.result == "fate":
            return "dead" if dead else "down" if wound in DOWN or kept == "down" else "standing"
        return "dead" if dead else max(kept, wound or "none", key=SEVERITY.index)

    start = {"hits": 0, "worst_wound": "none", "total_wounds": t.wounds, "fate": "standing"}[t.result]

    @throw.cached
    def acts(man: Any) -> Any:
        return throw_action(man, throw, r)

    @throw.cached
    def who(left: int, others: int, strikers: int, active: int) -> Any:
        """Action rolls one after another, the strikers' first; without a striker nothing happens."""
        if left:

            def own(got: str) -> Any:
                acts = got == "act"
                return who(left - 1, others, strikers + acts, active + acts)

            return throw.after(acts(t.striker), own)
        if others and strikers:
            return throw.after(acts(t.other), lambda got: who(0, others - 1, strikers, active + (got == "act")))
        return strokes(strikers, active, t.wounds, start)

    return who(t.k, t.m, 0, 0)


def says(t: Any, r: Ruleset) -> list[str]:
    """The fight in words."""
    who = "The attacker" if t.k == 1 else f"Each of the {t.k}"
    return [
        f"{who} strikes only on acting: {adjusted('d6', t.striker.modifier)} of {t.striker.experience} or less.",
        (
            f"Alone, an attacker needs {t.attack - t.strict} on a d12 and the parry {t.parry - t.strict}; "
            f"each further active man changes that by {t.crowding[0]:+} and {t.crowding[1]:+}."
        ),
        "Wounds tell on the next parry at once.",
    ]


gang_up = Check(
    "rencounter.gang_up",
    "Several against one",
    "Melee: One Vs Many",
    (
        whole("k", 1, 8, 2, "Like men around him, who strike when they act.", group="figure", unit="men"),
        whole("m", 0, 8, 0, "Men of other units, who only add to the crowd.", unit="men"),
        *man("attacker"),
        *man("defender"),
        whole("other_experience", 1, 6, 4, "Experience of the men of other units."),
        whole("other_wounds", 0, 5, 0, "Wound points of the men of other units.", unit="points"),
        choice("result", ("hits", "worst_wound", "total_wounds", "fate"), "hits", "What to count."),
        *(rule for rule in RULINGS if rule.name not in ELSEWHERE),
        ruling(STEM, "death_at"),
    ),
    {
        "k": lambda r, k: k,
        "m": lambda r, m: m,
        "attack": total("attack, alone (d12)", *ATTACK, "attacker_extra_modifier"),
        "parry": total("parry, against one (d12)", *PARRY, "defender_extra_modifier"),
        "damage": damage("severity (d12)", "attacker", "defender"),
        "crowding": crowding,
        "hurt": hurt,
        "wounds": lambda r, defender_wounds: defender_wounds,
        "striker": node(nerve, experience="attacker_experience", wounds="attacker_wounds"),
        "other": node(nerve, experience="other_experience", wounds="other_wounds"),
        "strict": lambda r, skill_roll: skill_roll == "less_than",
        "by_difference": lambda r, melee_margin: melee_margin == "roll_difference",
        "one_hits": lambda r, natural_one_hits_through_parry: natural_one_hits_through_parry,
        "death_at": lambda r, death_at: death_at,
        "result": lambda r, result: result,
    },
    dice,
    By("result", {"hits": NUMBERS, "worst_wound": WOUNDS, "total_wounds": NUMBERS, "fate": FATES}),
    {"puts him down": (*DOWN, "down"), "kills": ("dead",)},
    derived=(from_behind, checks_can_overcome, natural_one_in_checks),
    refusals=(refuse_two_handed("attacker"), refuse_two_handed("defender"), refuse_dead),
    says=says,
)
