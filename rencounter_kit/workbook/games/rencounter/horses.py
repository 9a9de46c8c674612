"""Blows at horses and by horses: a man strikes a horse, a trained horse fights, a frightened one kicks."""

from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import words
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, always, each, node, pick, total
from ...mechanics.parameter import Parameter, choice
from ...mechanics.question import Words
from ...mechanics.ready_dice import or_less
from ...mechanics.space import Space, graded
from ...rulebook.book import Rule, Ruleset
from .melee import (
    PARRY,
    TO_HIT,
    StrokeReading,
    by_shield,
    damage,
    faces,
    from_behind,
    reading,
    refuse_two_handed,
    says_wound,
    stroke_of,
)
from .ratings import BOOK
from .riding import RIDER, SEAT, Seat, keeps_seat, says_seat
from .wound import WOUNDS, heavy

BROUGHT_DOWN = ("crippling", "dead")  # a serious wound leaves a horse standing

SCHOOLING = {rule.value: rule.path for rule in BOOK.below("attack_horse.skill")}  # by the skill that the book gives

HORSES = {"common": "any horse", "cavalry": "cavalry horse", "knightly": "warhorse"}


def horse_skill(group: str) -> Parameter:
    """How well a horse fights or dodges."""
    which = ", ".join(f"{skill} {words(path.rpartition('.')[2])}" for skill, path in SCHOOLING.items())
    hint = "; ".join(f"{skill}: {HORSES[path.rpartition('.')[2]]}" for skill, path in SCHOOLING.items())
    label = f"Melee skill of the horse by the book: {which}."
    return choice("horse_skill", tuple(SCHOOLING), next(iter(SCHOOLING)), label, hint=hint, group=group)


def schooled(r: Ruleset, horse_skill: int) -> Rule:
    """The skill of a horse of that schooling."""
    return r.rule(SCHOOLING[horse_skill])


class HorseBlow(NamedTuple):
    """A stroke that is not returned, and how its dice are read; of a trained horse, the rolls of its rider too."""

    attack: int
    parry: int
    damage: int
    reading: StrokeReading
    near_enough: bool = True
    rides: int = 0
    riding: int = 0
    die: str = ""

    @property
    def seat(self) -> Seat:
        """The horsemanship roll."""
        return Seat(self.rides, self.riding, self.die)


def says_blow(r: Ruleset, horse_blow: HorseBlow, parried: str) -> list[str]:
    """The stroke in words."""
    attack, parry = (faces(r, needed, horse_blow.reading.strict) for needed in (horse_blow.attack, horse_blow.parry))
    return [f"The attack succeeds on {attack}, and the {parried} on {parry}.", says_wound(r, horse_blow.damage)]


# A man strikes a horse ------------------------------------------------------------------------------------------------


def by(who: str) -> Node:
    """Is it he who parries?"""
    return Node(lambda r, parry_by: parry_by == who, ("parry_by",), f"by {who}")


def unarmed(r: Ruleset, by_horse: bool, parry_uses_weapon_to_hit: bool) -> Rule | None:
    """The weapon that the horse counts as having."""
    weapon = r["attack_horse.weapon"]
    return r.rule(TO_HIT.format(weapon)) if by_horse and parry_uses_weapon_to_hit else None


def strike(throw: Throw, r: Ruleset, horse_blow: HorseBlow) -> Consequence:
    """Attack, parry, severity."""
    return throw.after(
        stroke_of(throw, r, horse_blow.reading)(horse_blow.attack, horse_blow.parry, horse_blow.damage),
        lambda wound: wound or "none",
    )


attack_horse = Check(
    "rencounter.attack_horse",
    "What does a stroke at a horse do?",
    source="Attacking horses (optional)",
    parameters=(
        "man.attacker_skill man.attacker_weapon man.attacker_wounds man.attacker_extra_modifier",
        horse_skill("target"),
        "horses.horse_wounds horse_armor parry_by rider_skill rider_weapon horses.rider_wounds rider_shield",
        "rider_second_weapon rider_extra_modifier skill_roll parry_uses_weapon_to_hit",
        "natural_one_hits_through_parry wounded_modifies_parry melee_margin shield_helps",
    ),
    targets={
        "attack": total(
            "attack ({dice.melee})",
            "attacker_skill",
            pick(TO_HIT, "attacker_weapon"),
            each("melee.situation.armor", "horse_armor"),
            by_shield("attack", "rider"),
            each("wounds.point.melee", "attacker_wounds"),
            "attacker_extra_modifier",
        ),
        "parry": total(
            "parry or dodge ({dice.melee})",
            # when it must spoil the blow itself
            lambda r, by_horse, horse_skill: schooled(r, horse_skill) if by_horse else None,
            unarmed,
            each("wounds.point.melee", "horse_wounds", "by_horse", "wounded_modifies_parry"),
            Node(lambda r, skill, rider: skill if rider else 0, ("rider_skill", "by_rider"), "rider skill"),
            pick(TO_HIT, "rider_weapon", "by_rider", "parry_uses_weapon_to_hit"),
            by_shield("parry", "rider"),
            each("wounds.point.melee", "rider_wounds", "by_rider", "wounded_modifies_parry"),
            "rider_extra_modifier",
        ),
        "damage": damage("severity for the horse ({dice.severity})", "attacker", "horse"),
        "reading": reading,
    },
    record=HorseBlow,
    dice=strike,
    outcomes=graded(WOUNDS),
    events={"wounds the horse": "minor..", "brings the horse down": BROUGHT_DOWN, "kills the horse": "dead"},
    derived=(by("horse"), by("rider"), from_behind),
    refusals=(refuse_two_handed("rider"),),
    says=lambda r, horse_blow: says_blow(r, horse_blow, "parry"),
    wording={"none": "no wound"},
)

# A horse fights -------------------------------------------------------------------------------------------------------


HOOVES = (  # what a blow of a horse at a man needs
    node(schooled),
    each("melee.situation.armor", "defender_armor"),
    each("wounds.point.melee", "horse_wounds"),
)


def fight(throw: Throw, r: Ruleset, horse_blow: HorseBlow) -> Consequence:
    """The rider brings the horse to strike; the blow; and does he stay on?"""
    if not horse_blow.near_enough:
        return "no_attack"
    stroke = stroke_of(throw, r, horse_blow.reading)

    @throw.cached
    def stays(wound: str | None) -> Consequence:
        seat = keeps_seat(throw, horse_blow.seat, "to stay on")
        return throw.after(seat, lambda on: (wound or "none", "stays" if on else "falls"))

    def attacks(goes: bool) -> Consequence:
        return (
            throw.after(stroke(horse_blow.attack, horse_blow.parry, horse_blow.damage), stays) if goes else "no_attack"
        )

    return throw.after(keeps_seat(throw, horse_blow.seat, "to make it strike"), attacks)


def says_fight(r: Ruleset, horse_blow: HorseBlow) -> list[str]:
    """The horse's attack in words."""
    if not horse_blow.near_enough:
        return [f"A horse that moves more than {r['horse_attack.inches']} inches a turn does not strike."]
    return [
        says_seat(horse_blow.seat, "makes it strike"),
        *says_blow(r, horse_blow, "parry"),
        says_seat(horse_blow.seat, "stays on after that"),
    ]


def who_is_hurt(pair: tuple[str, str]) -> str:
    """The pair in words."""
    wound, seat = pair
    return f"{'no wound' if wound == 'none' else wound}, rider {seat}{' on' if seat == 'stays' else ' off'}"


horse_attack = Check(
    "rencounter.horse_attack",
    "What does the attack of a trained horse do?",
    source="Attacks by horses (optional)",
    parameters=(
        RIDER,
        "horses.speed",
        horse_skill("figure"),
        "man.defender_skill man.defender_weapon man.defender_wounds man.defender_armor man.defender_shield",
        "man.defender_second_weapon man.defender_extra_modifier horsemanship_die skill_roll",
        "parry_uses_weapon_to_hit natural_one_hits_through_parry wounded_modifies_parry melee_margin shield_helps",
    ),
    targets={
        "near_enough": lambda r, speed: bool(speed <= r["horse_attack.inches"]),
        **SEAT,
        "attack": total(
            "attack of the horse ({dice.melee})",
            *HOOVES,
            always("horse_attack.to_hit"),
            by_shield("attack", "defender"),
        ),
        "parry": total("parry ({dice.melee})", *PARRY, "defender_extra_modifier"),
        "damage": total("severity ({dice.severity})", always("horse_attack.damage"), heavy("melee", "defender_armor")),
        "reading": reading,
    },
    record=HorseBlow,
    dice=fight,
    outcomes=Space((*WOUNDS, "stays", "falls"), parts=2, alone=("no_attack",)),
    events={
        "wounds him": "minor..dead",
        "knocks him down": "serious..dead",
        "kills him": "dead",
        "unhorses the rider": "falls",
    },
    derived=(from_behind,),
    refusals=(refuse_two_handed("defender"),),
    says=says_fight,
    wording=Words({"no_attack": "the horse does not attack"}, named=who_is_hurt),
)

# A horse kicks --------------------------------------------------------------------------------------------------------


def kick(throw: Throw, r: Ruleset, horse_blow: HorseBlow) -> Consequence:
    """The horse's own die; then the blow."""
    kicks, lash_out = r["horse_kick.kicks"], throw.cached(lambda: strike(throw, r, horse_blow))
    return throw("does it kick", r.dice("horse_kick"), lambda face: lash_out() if face <= kicks else "no_kick")


def says_kick(r: Ruleset, horse_blow: HorseBlow) -> list[str]:
    """The kick in words. His weapon does not help a man to dodge."""
    kicks = or_less("kicks", r["dice.horse_kick"], r["horse_kick.kicks"])
    return [f"The horse {kicks}.", *says_blow(r, horse_blow, "dodge")]


horse_kick = Check(
    "rencounter.horse_kick",
    "What does the kick of a frightened horse do?",
    source="Attacks by horses (optional)",
    parameters=(
        horse_skill("figure"),
        "horse_wounds horse_size man.defender_skill man.defender_wounds man.defender_armor",
        "man.defender_extra_modifier skill_roll natural_one_hits_through_parry wounded_modifies_parry",
        "melee_margin",
    ),
    targets={
        "attack": total("kick ({dice.melee})", *HOOVES),
        "parry": total(
            "dodge ({dice.melee})",
            "defender_skill",
            each("wounds.point.melee", "defender_wounds", "wounded_modifies_parry"),
            "defender_extra_modifier",
        ),
        "damage": total(
            "severity ({dice.severity})", pick("horse_kick.damage", "horse_size"), heavy("melee", "defender_armor")
        ),
        "reading": reading,
    },
    record=HorseBlow,
    dice=kick,
    outcomes=graded(("no_kick", *WOUNDS)),
    events={"wounds him": "minor..", "kicks": "none..", "knocks him down": "serious.."},
    says=says_kick,
    wording={"none": "kicks, no wound", "no_kick": "no kick"},
)
