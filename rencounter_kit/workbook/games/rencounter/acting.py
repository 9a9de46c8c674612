"""Acting and morale: does a man act when his unit's turn comes?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ....engine.dice.dist import Outcome
from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.dice_memory import DiceMemory
from ...mechanics.modifiers import InnerSum, always, each, inner_sum, inputs, named_by, node, total, value
from ...mechanics.ready_dice import or_less
from ...rulebook.book import Rule, Ruleset

OUTCOMES = ("act", "hesitate", "run", "rout", "overcome")

FIGURE = "experience acting.wounds"

MORALE = (
    "morale_check men_lost morale.leader_lost units_lost_24 units_lost_12 small_group_losses leader_inspires",
    "leader_panics",
)
LOSSES = ("morale_check", "men_lost", "leader_lost")  # of these, what a fight of units brings about
RULINGS = "master_acts overcome_shifts_with_quality natural_one_acts_max_wounds"


def losses(
    r: Ruleset,
    morale_check: bool,
    men_lost: int,
    leader_lost: bool,
    units_lost_24: int,
    units_lost_12: int,
    small_group_losses: int,
    leader_inspires: bool,
    leader_panics: bool,
) -> list[Rule]:
    """Morale modifiers; a leader who inspires offsets losses only, so never below nothing."""
    if not morale_check:
        return []
    amounts = {
        "man_lost": men_lost,
        "leader_lost": int(leader_lost or leader_panics),
        "unit_lost_24": units_lost_24,
        "unit_lost_12": units_lost_12,
        "small_group_loss": small_group_losses,
    }
    felt = [r.rule(f"morale.{loss}").times(many) for loss, many in amounts.items() if many]
    inspires = leader_inspires and sum(rule.value for rule in felt) > 0
    return [*felt, r.rule("morale.leader_inspires")] if inspires else felt


def rout_at(r: Ruleset, experience: int) -> int:
    """The total at which this quality routs for good."""
    return int(r[f"action.rout.{experience}"])


def overcome_at(r: Ruleset, wounds: int, rout_at: int, overcome_shifts_with_quality: bool) -> int | None:
    """The total at which wounds overcome him; ``None`` for a man too little hurt."""
    if wounds < r["action.overcome_wounds"]:
        return None
    return rout_at if overcome_shifts_with_quality else int(r["action.overcome"])


def run_at(r: Ruleset) -> int:
    """The lowest total that is a failure of nerve."""
    return int(r["action.highest_act"]) + 1


def lucky(r: Ruleset, wounds: int, natural_one_acts_max_wounds: int) -> bool:
    """Does a natural 1 always act?"""
    return wounds <= natural_one_acts_max_wounds


def confirms(r: Ruleset, experience: int, master_acts: str) -> bool:
    """Must a master confirm a natural 6?"""
    return experience == r["action.master"] and master_acts == "confirm"


# What the action die sees, beside its modifier; also for the action checks inside other rules.
TARGETS = {
    **inputs("experience"),
    "rout_at": node(rout_at),
    "overcome_at": node(overcome_at),
    "lucky": node(lucky),
    "confirms": node(confirms),
}
MODIFIER = total(
    "on the action die ({dice.action})", each("wounds.point.action", "wounds"), losses, value("extra_modifier")
)


class Nerve(NamedTuple):
    """What the action die sees of a man, and no more."""

    modifier: int
    experience: int
    rout_at: int
    overcome_at: int | None
    lucky: bool
    confirms: bool

    def plus(self, modifier: int) -> Nerve:
        """The same roll with so much more on the die."""
        return self._replace(modifier=self.modifier + modifier)


def throw_action(throw: Throw, r: Ruleset, nerve: Nerve, then: Callable[[str], Outcome]) -> Consequence:
    """The action die; ``then`` says where each of ``OUTCOMES`` leads."""
    return throw.after(act(throw, r, nerve), then)


def act(throw: Throw, r: Ruleset, nerve: Nerve) -> Consequence:
    """What he does, and no more."""

    def natural(face: int) -> Consequence:
        total = face + nerve.modifier
        if face == r["action.lucky"] and nerve.lucky:
            return "act"
        if nerve.confirms and not nerve.modifier and face == r["action.master_roll"]:
            low, second_die = r["action.master_confirms"], r.dice("master")
            return throw("the master's second die", second_die, lambda face: "act" if face < low else "hesitate")
        if total <= r["action.highest_act"]:
            return "act" if total <= nerve.experience else "hesitate"
        if nerve.overcome_at is not None and total >= nerve.overcome_at:
            return "overcome"
        return "rout" if total >= nerve.rout_at and total > run_at(r) else "run"

    return throw("action", r.dice("action"), natural)


ACTION_ROLLS = DiceMemory(act)


def acts_or(throw: Throw, r: Ruleset, nerve: Nerve, acts: Outcome, otherwise: Outcome) -> Consequence:
    """What it comes to whether he acts or not, when no more is asked."""
    return throw_action(throw, r, nerve, lambda does: acts if does == "act" else otherwise)


def may_be_lucky(r: Ruleset, nerve: Nerve) -> bool:
    """Can a natural 1 come, and does it succeed whatever the modifier?"""
    return nerve.lucky and r["action.lucky"] in r.dice("action")


def may_be_confirmed(r: Ruleset, nerve: Nerve) -> bool:
    """Can a natural 6 come that a master must confirm?"""
    return nerve.confirms and not nerve.modifier and r["action.master_roll"] in r.dice("action")


def luck_alone(r: Ruleset, nerve: Nerve) -> bool:
    """Can nothing but a natural 1 succeed?"""
    return may_be_lucky(r, nerve) and r.dice("action").faces[0] + nerve.modifier > nerve.experience


def acts_on(r: Ruleset, nerve: Nerve, does: str = "acts") -> str:
    """When the roll succeeds, in words, as in "acts on a d6 +1 of 4 or less"."""
    if luck_alone(r, nerve):
        return f"{does} on a natural {r['action.lucky']} only"
    if may_be_confirmed(r, nerve):
        return f"{does} on a {r['dice.action']} of {nerve.experience} or less"
    return or_less(does, r["dice.action"], nerve.experience, nerve.modifier)


def says_acts(r: Ruleset, nerve: Nerve, who: str, does: str) -> list[str]:
    """The same in sentences, with all that a natural roll can do."""
    lines = [f"{who} {acts_on(r, nerve, does)}."]
    if may_be_lucky(r, nerve) and not luck_alone(r, nerve):
        lines.append(f"A natural {r['action.lucky']} always succeeds.")
    if may_be_confirmed(r, nerve):
        lines.append(
            f"A natural {r['action.master_roll']} fails if a second die shows {r['action.master_confirms']} or more."
        )
    return lines


def says(r: Ruleset, nerve: Nerve) -> list[str]:
    """The action roll in words."""
    runs = f"He runs on a total of {run_at(r)} or more, and routs (runs for good) on {nerve.rout_at} or more."
    lines = [*says_acts(r, nerve, "He", "acts"), runs]
    if nerve.overcome_at is not None:
        lines.append(f"Wounded as he is, he is overcome on a total of {nerve.overcome_at} or more.")
    return lines


action = Check(
    "rencounter.action",
    "Does he act?",
    source="Actions; Effects of Wounds; Morale",
    parameters=(FIGURE, MORALE, "acting.extra_modifier", RULINGS),
    targets={"modifier": MODIFIER, **TARGETS},
    record=Nerve,
    dice=act,
    outcomes=OUTCOMES,
    events={"acts": "act", "runs or routs": ("run", "rout"), "is out of the game": ("rout", "overcome")},
    says=says,
)


def check_lucky(r: Ruleset, wounds: int, natural_one_acts_max_wounds: int, natural_one_in_checks: bool) -> bool:
    """Does a natural 1 always succeed in an action check inside another rule?"""
    return natural_one_in_checks and lucky(r, wounds, natural_one_acts_max_wounds)


def nerve(
    r: Ruleset,
    experience: int,
    wounds: int,
    master_acts: str,
    natural_one_acts_max_wounds: int,
    natural_one_in_checks: bool,
) -> Nerve:
    """The target numbers of an action check inside another rule, for a man with these wounds: it is made or failed."""
    return Nerve(
        wounds * r["wounds.point.action"],
        experience,
        rout_at(r, experience),
        None,
        check_lucky(r, wounds, natural_one_acts_max_wounds, natural_one_in_checks),
        confirms(r, experience, master_acts),
    )


def activation(
    r: Ruleset,
    experience: int,
    wounds: int,
    master_acts: str,
    natural_one_acts_max_wounds: int,
    overcome_shifts_with_quality: bool,
) -> Nerve:
    """The target numbers of an action roll proper, within a process, for a man with these wounds."""
    rolls = nerve(r, experience, wounds, master_acts, natural_one_acts_max_wounds, True)
    return rolls._replace(overcome_at=overcome_at(r, wounds, rolls.rout_at, overcome_shifts_with_quality))


def action_die(
    roll: Callable[..., Nerve] = nerve,
    side: str = "",
    who: str = "",
    wounds: str = "",
    by_then: str = "",
    decides: Sequence[str] = (),
) -> InnerSum:
    """An action roll inside another rule, of a man whose parameters begin with ``side``, with what house rules add to
    it.

    who : he in words.
    wounds : what his wounds are called, where that is another name.
    by_then : those that he has when he rolls, where they are others.
    decides : what the check itself brings about, such as ``LOSSES``.
    """
    ours = {"experience": f"{side}experience", "wounds": by_then or wounds or f"{side}wounds"}

    def one(r: Ruleset, more: Callable[..., int], *outcomes: Outcome) -> Nerve:
        return roll(r, *outcomes).plus(more())

    changing = {"wounds": by_then} if by_then else {}
    return inner_sum(MODIFIER.roll, one, roll.__name__, named_by(roll)[1:], side, who, ours, changing, decides)


def action_rolls_of(
    roll: Callable[..., Nerve],
    side: str,
    who: str,
    label: str,
    wounds: str | int = 0,
    experience: str = "experience",
    decides: Sequence[str] = (),
) -> InnerSum:
    """The action rolls of a man for each number of wound points that he may come to have; as above.

    label : of the target number.
    wounds : how many he has before, or the name of that.
    experience : what it is called.
    """

    def rolls(
        r: Ruleset, more: Callable[..., int], death_at: int, experience: int, *rulings: Outcome
    ) -> tuple[Nerve, ...]:
        return tuple(roll(r, experience, points, *rulings).plus(more(wounds=points)) for points in range(death_at))

    own = ("death_at", "experience", *named_by(roll)[3:])
    ours = {"experience": side + experience}
    return inner_sum(MODIFIER.roll, rolls, label, own, side, who, ours, {"wounds": wounds}, decides)


duck_back = Check(
    "rencounter.duck_back",
    "Does he duck back behind cover?",
    source="Duck backs",
    parameters=(FIGURE, MORALE, "acting.extra_modifier", RULINGS, "natural_one_in_checks"),
    targets={
        "modifier": total(MODIFIER.roll, *MODIFIER.parts, always("fire.duck_back")),
        **TARGETS,
        "lucky": check_lucky,
    },
    record=Nerve,
    dice=lambda throw, r, nerve: acts_or(throw, r, nerve, "stays", "ducks"),
    outcomes=("stays", "ducks"),
    events={"ducks": "ducks"},
    says=lambda r, nerve: says_acts(r, nerve, "He", "stays"),
)
