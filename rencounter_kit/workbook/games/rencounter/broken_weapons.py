"""What a melee does to weapons: they break on a parry, stick in the victim, and a bayonet is shot free."""

from dataclasses import replace
from typing import NamedTuple

from ....engine.dice.dist import Outcome
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import inputs, is_, node, total
from ...mechanics.parameter import choice_by
from ...mechanics.ready_dice import or_less
from ...mechanics.space import NUMBERS, By, graded
from ...rulebook.book import Rule, Ruleset
from .fire import TARGET_PROTECTION, TOO_CLOSE, kind, weapon_damage
from .melee import (
    BROKEN,
    SITUATION,
    breaks,
    faces,
    melee,
    refuse_aggressive,
    refuse_rank,
    refuse_two_handed,
    succeeds,
)
from .ratings import BOOK
from .wound import DOWN, WOUND_WORDS, WOUNDS, dice as injure, on_severity, refuse_dead

# Breaking on a parry --------------------------------------------------------------------------------------------------


def parries_with(
    r: Ruleset, defender_weapon: str, defender_shield: str, defender_shield_make: str, from_behind: bool
) -> Rule:
    """What the defender parries with: his shield, unless the blow comes from behind."""
    if defender_shield != "none" and not from_behind:
        return r.rule(f"weapon_breakage.shield.{defender_shield_make}")
    return r.rule(f"melee.weapon.{defender_weapon}.damage")


def against(rule: Rule) -> Rule:
    """The other man's item, which is taken off."""
    return replace(rule.times(-1), label=f"against {rule.label}")


def on_defender(r: Ruleset, attacker_weapon: str, parries_with: Rule) -> list[Rule]:
    """The attacker's weapon against what the defender parries with."""
    return [r.rule(f"melee.weapon.{attacker_weapon}.damage"), against(parries_with)]


def on_attacker(r: Ruleset, attacker_weapon: str, parries_with: Rule) -> list[Rule]:
    """What the defender parries with against the attacker's weapon."""
    return [parries_with, against(r.rule(f"melee.weapon.{attacker_weapon}.damage"))]


def clash(
    throw: Throw, r: Ruleset, attack: int, parry: int, strict: bool, one_hits: bool, on_defender: int, on_attacker: int
) -> Consequence:
    """Attack and parry; where the blow is parried, the two natural rolls say what breaks."""

    def parried(face: int, answer: int) -> Outcome:
        if not succeeds(r, answer, parry, strict):
            return "none"
        return BROKEN[breaks(r, answer, on_attacker), breaks(r, face, on_defender)]

    def answer(face: int) -> Consequence:
        through = one_hits and face == r["melee.always"]
        if through or not succeeds(r, face, attack, strict):
            return "none"
        return throw("parry", r.of_side("b").dice("melee"), lambda answer: parried(face, answer))

    return throw("attack", r.dice("melee"), answer)


def says_clash(r: Ruleset, attack: int, parry: int, strict: bool, on_defender: int, on_attacker: int) -> list[str]:
    """Attack, parry, and what breaks."""
    breaks = r["weapon_breakage.breaks"]
    theirs, own = (or_less("breaks", r["dice.melee"], breaks, added) for added in (on_defender, on_attacker))
    return [
        f"The attack succeeds on {faces(r, attack, strict)}, and the parry on {faces(r, parry, strict)}.",
        "Only when both succeed can something break, by the same two dice.",
        f"By the die of the attack, what parries it {theirs}.",
        f"By the die of the parry, the attacker's weapon {own}.",
    ]


weapon_breakage = Check(
    "rencounter.weapon_breakage",
    "Does a weapon break on the parry?",
    source="Weapon breakage in parries (optional); Melee: The Stroke",
    parameters=(
        "man.attacker_* man.defender_* defender_shield_make",
        SITUATION,
        "skill_roll parry_uses_weapon_to_hit natural_one_hits_through_parry shield_helps wounded_modifies_parry",
        "above_opponent_applies_to cover_applies_to_parry",
    ),
    targets={
        "attack": melee.nodes["attack"],
        "parry": melee.nodes["parry"],
        "strict": is_("skill_roll", "less_than"),
        **inputs(one_hits="natural_one_hits_through_parry"),
        "on_defender": total("the attack die, to break what parries it ({dice.melee})", on_defender),
        "on_attacker": total("the parry die, to break the attacker's weapon ({dice.melee})", on_attacker),
    },
    dice=clash,
    outcomes=tuple(BROKEN.values()),
    events={
        "breaks the attacker's weapon": ("attacker_breaks", "both"),
        "breaks the defender's weapon or shield": ("defender_breaks", "both"),
        "breaks something": ("attacker_breaks", "defender_breaks", "both"),
    },
    wording={
        "none": "nothing breaks",
        "attacker_breaks": "the attacker's weapon breaks",
        "defender_breaks": "the defender's weapon or shield breaks",
        "both": "both break",
    },
    derived=(parries_with,),
    refusals=(refuse_two_handed("attacker"), refuse_two_handed("defender"), refuse_rank, refuse_aggressive),
    says=says_clash,
)

# Getting stuck --------------------------------------------------------------------------------------------------------


class Pull(NamedTuple):
    """The roll to get a weapon out of the victim."""

    skill: int
    strict: bool
    blunt: bool
    riding_on: bool


def throw_pull(throw: Throw, r: Ruleset, pull: Pull) -> Consequence:
    """The roll to get it out."""

    def out(face: int) -> Outcome:
        if pull.blunt:
            return "broken" if face >= r["weapon_stuck.blunt_broken"] else "free"
        if face == r["weapon_stuck.broken"]:
            return "broken"
        if face <= pull.skill - pull.strict:
            return "free"
        return "lost" if pull.riding_on else "stuck"

    return throw("to free it", r.dice("weapon_stuck"), out)


def says_pull(r: Ruleset, pull: Pull) -> list[str]:
    """The roll in words."""
    if pull.blunt:
        broken, highest = r["weapon_stuck.blunt_broken"], r.dice("weapon_stuck").faces[-1]
        return [
            (
                f"A blunt weapon never sticks; a natural {broken}{' or more' if broken < highest else ''} means it "
                f"is broken."
            )
        ]
    most = min(pull.skill - pull.strict, r["weapon_stuck.broken"] - 1)
    then = (
        "is left behind by a rider who cannot stop"
        if pull.riding_on
        else f"stays stuck until he has acted {so_many(r['weapon_stuck.activations'], 'time')} to free it"
    )
    return [
        f"It comes free on a {r['dice.weapon_stuck']} of {most} or less, otherwise it {then}.",
        f"A natural {r['weapon_stuck.broken']} means it is broken or bent.",
        "The roll follows a crippling or deadly wound only.",
    ]


weapon_stuck = Check(
    "rencounter.weapon_stuck",
    "Does the weapon stick in the victim?",
    source="Weapons getting stuck (optional)",
    parameters="broken_weapons.skill blunt riding_on skill_roll",
    targets={**inputs("skill"), "strict": is_("skill_roll", "less_than"), **inputs("blunt", "riding_on")},
    record=Pull,
    dice=throw_pull,
    outcomes=("free", "stuck", "lost", "broken"),
    events={"comes free": "free", "is gone for good": ("lost", "broken")},
    wording={"free": "comes free", "lost": "lost, left in the body", "broken": "broken or bent"},
    says=says_pull,
)

# Shooting the bayonet free --------------------------------------------------------------------------------------------


def with_bayonet(r: Ruleset) -> tuple[str, ...]:
    """The weapons that a bayonet fits."""
    names = r.names("fire.weapon")
    return tuple(name for name in names if r[f"reload.bayonet.{r[f'fire.weapon.{name}.class']}"])


bayonet_shot = Check(
    "rencounter.bayonet_shot",
    "What happens if he fires to free a stuck bayonet?",
    source="Shooting the Bayonet Free (optional)",
    parameters=(
        choice_by(
            "weapon",
            with_bayonet,
            BOOK,
            "flintlock_musket",
            "The loaded gun with a socket bayonet.",
            group="weapon",
            trait="firearm",
        ),
        "target_armor broken_weapons.previous_wounds result armor_lessens_fire_damage death_at",
    ),
    targets={
        "muzzle": lambda r: TOO_CLOSE,  # the bayonet is in the body
        "modifier": total("severity ({dice.severity})", node(weapon_damage, band="muzzle"), TARGET_PROTECTION),
    },
    dice=injure,
    outcomes=By("result", {"wound": graded(WOUNDS), "points": NUMBERS}),
    events={"puts down": DOWN, "kills": "dead"},
    wording=WOUND_WORDS,
    derived=(kind,),
    refusals=(refuse_dead("previous_wounds"),),
    says=lambda r, modifier: [
        "After a serious or worse wound by the bayonet the shot cannot miss, and it frees the bayonet.",
        f"Severity: {on_severity(r, modifier)}; low is worse for him.",
    ],
)
