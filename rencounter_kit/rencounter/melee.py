"""Melee: one stroke, with parry and riposte on the same die."""

from __future__ import annotations

from typing import Any

from ..check import Check, ruling
from ..modifiers import Node, each, flag, node, pick, refuse, total
from ..parameter import Parameter, choice, whole, yes_no
from ..rules import Rule, Ruleset, rules
from ..space import By, Space
from ..throw import Throw
from ..wording import adjusted
from .acting import STEM, nerve, throw_action
from .wound import D12, DOWN, WOUNDS, heavy, throw_severity

BOOK = rules(STEM)
SUMMARY = ("missed", "parried", "hit", "riposted")


def man(who: str) -> tuple[Parameter, ...]:
    """The figure of one of the two men; ``who`` is "attacker" or "defender", or in a duel "a" or "b"."""
    group = "figure" if who in ("attacker", "a") else "target"
    return (
        whole(
            f"{who}_skill",
            1,
            12,
            6,
            f"Melee skill of {who if who in ('a', 'b') else 'the ' + who}; 4 to 10 is usual.",
            group=group,
        ),
        choice(f"{who}_weapon", BOOK.names("melee.weapon"), "sword", "Melee weapons table.", group=group),
        whole(f"{who}_experience", 1, 6, 4, "1 scum, 2 raw, 3 green, 4 average, 5 veteran, 6 master.", group=group),
        whole(f"{who}_wounds", 0, 5, 0, "Wound points that he has.", group=group, unit="points"),
        whole(f"{who}_armor", 0, 4, 0, "0 none, 1 light, 2 half, 3 nearly full, 4 full.", group=group, unit="points"),
        choice(f"{who}_shield", ("none", "small", "medium", "large"), "none", "Shield on the arm.", group=group),
        yes_no(f"{who}_second_weapon", False, "A second weapon to block with.", group=group),
        whole(f"{who}_extra_modifier", -20, 20, 0, "What the referee adds to his rolls.", group=group),
    )


SITUATION = (
    yes_no("above_opponent", False, "The attacker stands or rides above."),
    yes_no("charging_thrust", False, "Charging 4 inches or more with a thrusting weapon."),
    yes_no("mounted_charge", False, "Riding in at 7 to 18 inches a turn."),
    yes_no("drawing", False, "Drawing or switching the weapon in the same turn."),
    whole("rank", 1, 4, 1, "The rank from which the attacker strikes."),
    yes_no("unfamiliar", False, "A type of weapon new to the attacker."),
    yes_no("from_behind", False, "The attacker came from behind: no shield, no riposte, a worse parry."),
    whole("aggressive", 0, 6, 0, "Skill given up to press the defender: attack and parry both lower.", unit="points"),
    whole("active_attackers", 1, 8, 1, "Attackers who act against this defender.", unit="men"),
    choice("target_cover", ("none", *BOOK.names("melee.cover")), "none", "How much of the defender is covered."),
    yes_no("close_order", False, "The defender stands in well-ordered close formation."),
)
RULINGS = tuple(
    ruling(STEM, name)
    for name in (
        "skill_roll", "parry_uses_weapon_to_hit", "natural_one_hits_through_parry", "shield_helps",
        "wounded_modifies_parry", "above_opponent_applies_to", "riposte_margin_counts", "cover_applies_to_parry",
        "melee_margin", "master_acts", "natural_one_acts_max_wounds", "natural_one_in_checks", "checks_can_overcome",
    )
)  # fmt: skip

# Modifiers -----------------------------------------------------------------------------------------------------------------


def blocking(r: Ruleset, shield: str, second_weapon: bool, counts: bool) -> Rule | None:
    """A shield, or a second weapon in its place."""
    if not counts:
        return None
    return r.group("melee.shield").get(shield) or (r.rule("melee.shield.second_weapon") if second_weapon else None)


def shield_stops(r: Ruleset, shield_helps: str) -> bool:
    """Does a shield count against an attack?"""
    return shield_helps != "parry"


def by_shield(roll: str, man: str) -> Node:
    """The defender's shield against the attack, or turned round to help his parry."""

    def shield(r: Ruleset, shield: str, second_weapon: bool, shield_helps: str, from_behind: bool) -> Rule | None:
        kept = "none" if from_behind else shield
        rule = blocking(r, kept, second_weapon, shield_helps in (roll, "both"))
        return rule if rule is None or roll == "attack" else rule.times(-1)

    return node(shield, shield=f"{man}_shield", second_weapon=f"{man}_second_weapon")


def above(roll: str) -> Node:
    """Standing above the opponent: better to strike from, worse to parry against."""

    def above_opponent(r: Ruleset, above_opponent: bool, above_opponent_applies_to: str) -> Rule | None:
        counts = above_opponent and above_opponent_applies_to in (roll, "both")
        rule = r.rule("melee.situation.above_opponent")
        return (rule if roll == "attack" else rule.times(-1)) if counts else None

    return node(above_opponent)


def crowd(path: str) -> Node:
    """Attackers beyond the first; a master is not hampered by them."""

    def outnumbered(r: Ruleset, active_attackers: int, defender_experience: int) -> Rule | None:
        if active_attackers == 1 or defender_experience == r["action.master"]:
            return None
        return r.rule(path).times(active_attackers - 1)

    return node(outnumbered)


def ranks(r: Ruleset, rank: int) -> Rule | None:
    """Striking past the men in front."""
    return r.rule("melee.situation.rank").times(rank - 1) if rank > 1 else None


def weapon_to_hit(man: str) -> Node:
    """The weapon's figure for the attack."""
    return node(lambda r, weapon: r.rule(f"melee.weapon.{weapon}.to_hit"), weapon=f"{man}_weapon")


def weapon_parry(r: Ruleset, defender_weapon: str, parry_uses_weapon_to_hit: bool) -> Rule | None:
    """The weapon's figure for the parry, where the ruling lets it."""
    return r.rule(f"melee.weapon.{defender_weapon}.to_hit") if parry_uses_weapon_to_hit else None


def hurt_parry(r: Ruleset, defender_wounds: int, wounded_modifies_parry: bool) -> Rule | None:
    """Wounds lower the parry, where the ruling lets them."""
    counts = defender_wounds and wounded_modifies_parry
    return r.rule("wounds.point.melee").times(defender_wounds) if counts else None


def cover_parry(r: Ruleset, target_cover: str, cover_applies_to_parry: bool) -> Rule | None:
    """Cover hampers the parry too, where the ruling lets it."""
    return r.group("melee.cover").get(target_cover) if cover_applies_to_parry else None


def damage(roll: str, striker: str, struck: str) -> Any:
    """The severity modifier of a stroke by one man on the other."""
    return total(
        roll,
        node(lambda r, weapon: r.rule(f"melee.weapon.{weapon}.damage"), weapon=f"{striker}_weapon"),
        node(lambda r, armor: heavy(r, "melee", armor), armor=f"{struck}_armor"),
    )


ATTACK = (
    "attacker_skill", weapon_to_hit("attacker"), each("melee.situation.armor", "defender_armor"),
    by_shield("attack", "defender"), each("wounds.point.melee", "attacker_wounds"),
)  # fmt: skip
PARRY = ("defender_skill", weapon_parry, by_shield("parry", "defender"), hurt_parry)

# What contradicts itself ------------------------------------------------------------------------------------------------


def refuse_two_handed(man: str) -> Node:
    """A two-handed weapon leaves no hand for a shield."""

    def two_handed(r: Ruleset, weapon: str, shield: str, second_weapon: bool) -> None:
        free = r[f"melee.weapon.{weapon}.with_shield"]
        name, got = (f"{man}_shield", shield) if shield != "none" else (f"{man}_second_weapon", "true")
        refuse(
            not free and (shield != "none" or second_weapon),
            f"{name} must be {'none' if shield != 'none' else 'false'} with a {weapon}; got {got}; it takes both hands",
        )

    return node(two_handed, weapon=f"{man}_weapon", shield=f"{man}_shield", second_weapon=f"{man}_second_weapon")


def refuse_rank(r: Ruleset, rank: int, attacker_weapon: str) -> None:
    """A rank from which the weapon does not reach."""
    reach = r[f"melee.weapon.{attacker_weapon}.ranks"]
    refuse(rank > reach, f"rank must be at most {reach} with a {attacker_weapon}; got {rank}; it reaches no further")


def refuse_aggressive(r: Ruleset, aggressive: int, attacker_skill: int) -> None:
    """More given up than the skill has to spare."""
    most = max(0, attacker_skill - r["melee.situation.aggressive_floor"])
    refuse(
        aggressive > most, f"aggressive must be at most {most} with attacker_skill {attacker_skill}; got {aggressive}; "
        f"skill may not go below {r['melee.situation.aggressive_floor']}",
    )  # fmt: skip


REFUSALS = (refuse_two_handed("attacker"), refuse_two_handed("defender"), refuse_rank, refuse_aggressive)

# Dice ---------------------------------------------------------------------------------------------------------------------


def succeeds(r: Ruleset, face: int, needed: int, strict: bool) -> bool:
    """A natural 1 always, a natural 12 never, else the needed number or less (or less than it)."""
    return face != r["melee.never"] and (face == r["melee.always"] or face <= needed - strict)


def by_much(r: Ruleset, t: Any, face: int, needed: int, against: int) -> bool:
    """Did the roll succeed by enough to make the wound worse?"""
    margin = r["melee.margin.needed"]
    return against - face >= margin if t.by_difference else face <= needed - t.strict - margin


def told(r: Ruleset, t: Any, face: int, needed: int) -> tuple[bool, bool, int]:
    """What the rest of the stroke must know of an attack: did it succeed, does it go through a parry, how well.

    How well is the face itself where the rolls are compared, else whether the margin was reached; so that faces which
    mean the same are worked out once.
    """
    success = succeeds(r, face, needed, t.strict)
    well = face if t.by_difference else by_much(r, t, face, needed, 0)
    return success, success and t.one_hits and face == r["melee.always"], well


def much(r: Ruleset, t: Any, well: int, against: int) -> bool:
    """Did an attack, as it was told, make the wound worse against this roll?"""
    return against - well >= r["melee.margin.needed"] if t.by_difference else bool(well)


def severity_of(throw: Throw, r: Ruleset) -> Any:
    """The severity roll for a modifier, with or without the margin."""

    @throw.cached
    def severity(modifier: int, margin: bool) -> Any:
        return throw_severity(throw, r, modifier + (r["melee.margin.damage"] if margin else 0))

    return severity


def dice(t: Any, throw: Throw, r: Ruleset) -> Any:
    """Attack, parry, perhaps the defender's action check, then severity for the man who is struck."""
    severity = severity_of(throw, r)

    def landed(modifier: int, margin: bool, summary: str) -> Any:
        if t.result == "summary":
            return summary
        pair = (lambda w: (w, "none")) if summary == "hit" else (lambda w: ("none", w))
        return throw.after(severity(modifier, margin), pair)

    landed = throw.cached(landed)

    def nothing(summary: str) -> Any:
        return summary if t.result == "summary" else ("none", "none")

    @throw.cached
    def riposte(margin: bool) -> Any:
        def acted(got: str) -> Any:
            return landed(t.riposte_damage, margin, "riposted") if got == "act" else nothing("missed")

        return throw_action(t.check, throw, r, acted)

    @throw.cached
    def answered(success: bool, through: bool, well: int) -> Any:
        def parry(face: int) -> Any:
            stopped = succeeds(r, face, t.parry, t.strict)
            if success and (through or not stopped):
                return landed(t.damage, much(r, t, well, face), "hit")
            if success:
                return nothing("parried")
            if stopped and t.may_riposte and succeeds(r, face, t.riposte, t.strict):
                return riposte(t.riposte_margin and by_much(r, t, face, t.riposte, well))
            return nothing("missed")

        return throw("parry", D12, parry)

    return throw("attack", D12, lambda face: answered(*told(r, t, face, t.attack)))


def says(t: Any, r: Ruleset) -> list[str]:
    """The stroke in words."""
    told = [f"The attack succeeds on {faces(r, t.attack, t.strict)}, the parry on {faces(r, t.parry, t.strict)}."]
    if t.may_riposte:
        told.append(
            f"If the attack fails, a parry of {faces(r, t.riposte, t.strict)} strikes back when the defender also acts: "
            f"{adjusted('d6', t.check.modifier)} of {t.check.experience} or less."
        )
    told.append(
        f"The wound: a {adjusted('d12', t.damage)} on the severity table, {r['melee.margin.damage']:+} more when well struck."
    )
    return told


def faces(r: Ruleset, needed: int, strict: bool) -> str:
    """The faces that succeed, in words."""
    top = max(min(needed - strict, r["melee.never"] - 1), r["melee.always"])
    return "a natural 1" if top == 1 else f"1 to {top} (d12)"


def who_is_hurt(pair: tuple[str, str]) -> str:
    """The two wounds of a stroke in words; at most one of the men is hurt."""
    defender, attacker = pair
    if attacker != "none":
        return f"attacker {attacker}"
    return f"defender {defender}" if defender != "none" else "nobody hurt"


def wounds_to(place: int, among: tuple[str, ...]) -> Any:
    """Does the man in that place of the pair (0 defender, 1 attacker) suffer one of these? Only the pair can tell."""
    return lambda got: got[place] in among if isinstance(got, tuple) else None


melee = Check(
    "rencounter.melee",
    "One stroke",
    "Melee: The Stroke, The Riposte",
    (
        *man("attacker"), *man("defender"), *SITUATION,
        choice("result", ("wounds", "summary"), "wounds", "The two wounds, or how the stroke went."), *RULINGS,
    ),
    {
        "attack": total(
            "attack (d12)", *ATTACK, above("attack"), flag("melee.situation.charging_thrust", "charging_thrust"),
            flag("melee.situation.mounted_charge", "mounted_charge"), flag("melee.situation.drawing", "drawing"), ranks,
            flag("skill.unfamiliar", "unfamiliar"), each("melee.situation.aggressive", "aggressive"),
            pick("melee.cover", "target_cover"), crowd("melee.situation.outnumbering"), "attacker_extra_modifier",
        ),
        "parry": total(
            "parry (d12)", *PARRY, above("parry"), crowd("melee.situation.outnumbered"), flag("melee.situation.close_order", "close_order"),
            flag("melee.situation.from_behind", "from_behind"), each("melee.situation.aggressive", "aggressive"),
            cover_parry, "defender_extra_modifier",
        ),
        "riposte": total(
            "riposte (the same d12)", "defender_skill", weapon_to_hit("defender"), each("melee.situation.armor", "attacker_armor"),
            node(blocking, shield="attacker_shield", second_weapon="attacker_second_weapon", counts="shield_stops"),
            each("wounds.point.melee", "defender_wounds"), "defender_extra_modifier",
        ),
        "damage": damage("severity for the defender (d12)", "attacker", "defender"),
        "riposte_damage": damage("severity for the attacker (d12)", "defender", "attacker"),
        "may_riposte": lambda r, from_behind: r["melee.riposte.allowed"] and not from_behind,
        "strict": lambda r, skill_roll: skill_roll == "less_than",
        "by_difference": lambda r, melee_margin: melee_margin == "roll_difference",
        "one_hits": lambda r, natural_one_hits_through_parry: natural_one_hits_through_parry,
        "riposte_margin": lambda r, riposte_margin_counts: riposte_margin_counts,
        "result": lambda r, result: result,
        "check": node(nerve, experience="defender_experience", wounds="defender_wounds"),
    },
    dice,
    By("result", {"wounds": Space(WOUNDS).times(2), "summary": SUMMARY}),
    {
        "wounds the defender": wounds_to(0, WOUNDS[1:]),
        "hits": ("hit",),
        "puts down the defender": wounds_to(0, DOWN),
        "kills": wounds_to(0, ("dead",)),
        "is wounded by a riposte": wounds_to(1, WOUNDS[1:]),
        "is struck by a riposte": ("riposted",),
    },
    derived=(shield_stops,),
    refusals=REFUSALS,
    says=says,
    named=who_is_hurt,
)  # fmt: skip
