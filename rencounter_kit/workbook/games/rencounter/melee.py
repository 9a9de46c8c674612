"""Melee: one stroke, with parry and riposte on the same die."""

from collections.abc import Callable
from typing import NamedTuple

from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import faces_text
from ...mechanics.check import Check
from ...mechanics.dice_memory import DiceMemory
from ...mechanics.events import in_place
from ...mechanics.modifiers import Node, Total, each, flag, inputs, is_not, node, pick, refuse, total
from ...mechanics.question import Words
from ...mechanics.space import By, Space
from ...rulebook.book import Rule, Ruleset
from .acting import Nerve, action_die, acts_on, throw_action
from .wound import DOWN, WOUND_WORDS, WOUNDS, heavy, on_severity, throw_severity

SUMMARY = ("missed", "parried", "hit", "riposted")

SITUATION = (
    "melee.situation.above_opponent melee.situation.charging_thrust melee.situation.mounted_charge drawing",
    "rank stroke.unfamiliar melee.situation.from_behind aggressive active_attackers target_cover close_order",
)
STROKE_RULINGS = (
    "skill_roll parry_uses_weapon_to_hit natural_one_hits_through_parry shield_helps wounded_modifies_parry "
    "above_opponent_applies_to riposte_margin_counts"
)
RIPOSTE_RULINGS = "melee_margin master_acts natural_one_acts_max_wounds natural_one_in_checks checks_can_overcome"

# Modifiers ------------------------------------------------------------------------------------------------------------


def blocking(r: Ruleset, shield: str, second_weapon: bool, counts: bool) -> Rule | None:
    """A shield, or a second weapon in its place."""
    if not counts:
        return None
    return r.group("melee.shield").get(shield) or (r.rule("melee.shield.second_weapon") if second_weapon else None)


def by_shield(roll: str, man: str) -> Node:
    """The defender's shield against the attack, or turned round to help his parry."""

    def shield(r: Ruleset, shield: str, second_weapon: bool, shield_helps: str, from_behind: bool) -> Rule | None:
        blocker = "none" if from_behind else shield
        rule = blocking(r, blocker, second_weapon, shield_helps in (roll, "both"))
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


def damage(roll: str, striker: str, struck: str) -> Total:
    """The severity modifier of a stroke by one man on the other."""
    return total(roll, pick("melee.weapon.{}.damage", f"{striker}_weapon"), heavy("melee", f"{struck}_armor"))


TO_HIT = "melee.weapon.{}.to_hit"
ATTACK = (
    "attacker_skill",
    pick(TO_HIT, "attacker_weapon"),
    each("melee.situation.armor", "defender_armor"),
    by_shield("attack", "defender"),
    each("wounds.point.melee", "attacker_wounds"),
)
PARRY = (
    "defender_skill",
    pick(TO_HIT, "defender_weapon", "parry_uses_weapon_to_hit"),
    by_shield("parry", "defender"),
    each("wounds.point.melee", "defender_wounds", "wounded_modifies_parry"),
)


def from_behind(r: Ruleset) -> bool:
    """In other checks than this he sees it coming."""
    return False


# What contradicts itself ----------------------------------------------------------------------------------------------


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
        aggressive > most,
        f"aggressive must be at most {most} with attacker_skill {attacker_skill}; got {aggressive}; "
        f"skill may not go below {r['melee.situation.aggressive_floor']}",
    )


# Dice -----------------------------------------------------------------------------------------------------------------


class StrokeReading(NamedTuple):
    """How the dice of a stroke are read.

    strict : must a roll be less than the needed number?
    by_difference : does the margin compare attack and parry?
    one_hits : does a natural 1 go through a parry?
    """

    strict: bool
    by_difference: bool
    one_hits: bool


def reading(r: Ruleset, skill_roll: str, melee_margin: str, natural_one_hits_through_parry: bool) -> StrokeReading:
    """The same, by the rulings."""
    return StrokeReading(skill_roll == "less_than", melee_margin == "roll_difference", natural_one_hits_through_parry)


class Stroke(NamedTuple):
    """A stroke: what attack, parry and riposte need, the two severities, and the defender's action check."""

    attack: int
    parry: int
    riposte: int
    damage: int
    riposte_damage: int
    may_riposte: bool
    reading: StrokeReading
    riposte_margin: bool
    result: str
    check: Nerve


class Brittle(NamedTuple):
    """What attack and parry add to their dice to break what the other man holds."""

    on_defender: int
    on_attacker: int


class Attack(NamedTuple):
    """What the rest of a stroke must know of its attack: did it succeed, does it go through a parry, how well; and does
    it break what parries it?

    How well is the face itself where the rolls are compared, else whether the margin was reached; so that faces which
    mean the same are worked out once.
    """

    success: bool
    through: bool
    well: int
    breaks: bool = False

    @property
    def came(self) -> str:
        """What came of it, in a word."""
        return "hit" if self.success else "miss"


OVERCOME = "overcome"  # of the defender, by the check for his riposte; asked in fights alone
BROKEN = {
    (False, False): "none",
    (True, False): "attacker_breaks",
    (False, True): "defender_breaks",
    (True, True): "both",
}  # by whether the attacker's weapon breaks, and what parries it


def breaks(r: Ruleset, face: int, added: int) -> bool:
    """Does a natural roll break what the other man holds?"""
    return bool(face + added <= r["weapon_breakage.breaks"])


def succeeds(r: Ruleset, face: int, needed: int, strict: bool) -> bool:
    """A natural 1 always, a natural 12 never, else the needed number or less (or less than it)."""
    return face != r["melee.never"] and (face == r["melee.always"] or face <= needed - strict)


def by_much(r: Ruleset, reading: StrokeReading, face: int, needed: int, against: int) -> bool:
    """Did the roll succeed by enough to make the wound worse?"""
    margin = r["melee.margin.needed"]
    return against - face >= margin if reading.by_difference else face <= needed - reading.strict - margin


def attack_of(r: Ruleset, reading: StrokeReading, face: int, needed: int) -> Attack:
    """What a face of the attack comes to."""
    success = succeeds(r, face, needed, reading.strict)
    well = face if reading.by_difference else by_much(r, reading, face, needed, 0)
    return Attack(success, success and reading.one_hits and face == r["melee.always"], well)


def much(r: Ruleset, reading: StrokeReading, attack: Attack, against: int) -> bool:
    """Did an attack make the wound worse against this roll?"""
    return against - attack.well >= r["melee.margin.needed"] if reading.by_difference else bool(attack.well)


def wound(throw: Throw, r: Ruleset, modifier: int, margin: bool) -> Consequence:
    """The severity roll for a modifier, with or without the margin."""
    return throw_severity(throw, r, modifier + (r["melee.margin.damage"] if margin else 0))


def stroke_of(throw: Throw, r: Ruleset, reading: StrokeReading) -> Callable[[int, int, int], Consequence]:
    """One stroke at somebody who cannot strike back, for what attack and parry need and for the severity modifier: the
    wound, ``None`` when it does not hit.
    """
    his = r.of_side("b")

    @throw.cached
    def stroke(attack_needed: int, parry_needed: int, damage: int) -> Consequence:
        @throw.cached
        def answer(attack: Attack) -> Consequence:
            def parry(face: int) -> Consequence:
                if succeeds(r, face, parry_needed, reading.strict) and not attack.through:
                    return None
                return wound(throw, r, damage, much(r, reading, attack, face))

            return throw("parry", his.dice("melee"), parry) if attack.success else None

        attack = throw("attack", r.dice("melee"), lambda face: attack_of(r, reading, face, attack_needed))
        return throw.after(attack, answer)

    return stroke


AttackRoll = tuple[int, StrokeReading, Brittle | None]  # what the die of an attack needs, and how it is read
ParryRoll = tuple[
    Attack, int, int, StrokeReading, str, Brittle | None
]  # against an attack that succeeds; with severity
RiposteRoll = tuple[int, Stroke]  # against one that fails; by how well


def throw_attack(throw: Throw, r: Ruleset, attack_roll: AttackRoll) -> Dist | Attack:
    """What the attack comes to."""
    needed, reading, brittle = attack_roll

    def came(face: int) -> Attack:
        attack = attack_of(r, reading, face, needed)
        return attack._replace(breaks=breaks(r, face, brittle.on_defender)) if brittle else attack

    return throw("attack", r.dice("melee"), came)


def throw_parry(throw: Throw, r: Ruleset, parry_roll: ParryRoll) -> Consequence:
    """The parry, and the wound where it does not stop the attack; else perhaps what breaks."""
    attack, needed, damage, reading, result, brittle = parry_roll

    @throw.cached
    def hit(margin: bool) -> Consequence:
        if result == "summary":
            return "hit"
        return throw.after(wound(throw, r, damage, margin), lambda w: (w, "none"))

    def parry(face: int) -> Consequence:
        stopped = succeeds(r, face, needed, reading.strict)
        if attack.through or not stopped:
            return hit(much(r, reading, attack, face))
        if brittle:
            return BROKEN[breaks(r, face, brittle.on_attacker), attack.breaks]
        return nobody_hurt(result, "parried")

    return throw("parry", r.of_side("b").dice("melee"), parry)


def throw_riposte(throw: Throw, r: Ruleset, riposte_roll: RiposteRoll) -> Consequence:
    """The parry of an attack that fails, the defender's action check, and the wound where he strikes back; or he is
    overcome.
    """
    well, of = riposte_roll
    his = r.of_side("b")

    @throw.cached
    def hit(margin: bool) -> Consequence:
        if of.result == "summary":
            return "riposted"
        return throw.after(wound(throw, his, of.riposte_damage, margin), lambda w: ("none", w))

    @throw.cached
    def riposte(margin: bool) -> Consequence:
        missed = nobody_hurt(of.result, "missed")

        def then(action: str) -> Consequence:
            return hit(margin) if action == "act" else OVERCOME if action == OVERCOME else missed

        return throw_action(throw, his, of.check, then)

    def parry(face: int) -> Consequence:
        stopped = succeeds(r, face, of.parry, of.reading.strict)
        if stopped and of.may_riposte and succeeds(r, face, of.riposte, of.reading.strict):
            return riposte(of.riposte_margin and by_much(r, of.reading, face, of.riposte, well))
        return nobody_hurt(of.result, "missed")

    return throw("parry", his.dice("melee"), parry)


def nobody_hurt(result: str, summary: str) -> Outcome:
    """A stroke without a wound."""
    return summary if result == "summary" else ("none", "none")


ATTACKS, PARRIES, RIPOSTES = DiceMemory(throw_attack), DiceMemory(throw_parry), DiceMemory(throw_riposte)


def attack_with(throw: Throw, r: Ruleset, stroke: Stroke, brittle: Brittle | None = None) -> Dist | Attack:
    """The attack of a stroke."""
    return throw.dice_of(ATTACKS, (stroke.attack, stroke.reading, brittle), r)


def answer_to(
    throw: Throw, r: Ruleset, stroke: Stroke, brittle: Brittle | None = None
) -> Callable[[Attack], Consequence]:
    """The rest of a stroke, for each attack: it does not depend on what the attack needs."""
    missed = stroke._replace(attack=0, damage=0)

    @throw.cached
    def answer(attack: Attack) -> Consequence:
        if not attack.success:
            return throw.dice_of(RIPOSTES, (attack.well, missed), r)
        parry = (attack, stroke.parry, stroke.damage, stroke.reading, stroke.result, brittle)
        return throw.dice_of(PARRIES, parry, r)

    return answer


def says(r: Ruleset, stroke: Stroke) -> list[str]:
    """The stroke in words."""
    attack, parry, riposte = (
        faces(r, needed, stroke.reading.strict) for needed in (stroke.attack, stroke.parry, stroke.riposte)
    )
    lines = [f"The attack succeeds on {attack}, and the parry on {parry}."]
    if stroke.may_riposte:
        lines += [
            f"If the attack fails, a parry of {riposte} strikes back, if he acts.",
            f"The defender {acts_on(r, stroke.check)}.",
        ]
    return [*lines, says_wound(r, stroke.damage)]


def says_wound(r: Ruleset, damage: int) -> str:
    """The severity roll of a stroke, in words."""
    return f"The wound: {on_severity(r, damage)}, with a further {r['melee.margin.damage']:+} if well struck."


def faces(r: Ruleset, needed: int, strict: bool) -> str:
    """The faces that succeed, in words."""
    dice = r.dice("melee")
    hits = [face for face in dice.faces if succeeds(r, face, needed, strict)]
    if not hits:
        return f"no {dice.written}"
    if len(hits) == 1:
        return f"a natural {hits[0]}" if hits[0] == r["melee.always"] else f"{hits[0]} ({dice.written})"
    first, last = hits[0], hits[-1]
    return f"{f'{first} to {last}' if last - first < len(hits) else faces_text(hits)} ({dice.written})"


def who_is_hurt(pair: tuple[str, str]) -> str:
    """The two wounds of a stroke in words; at most one of the men is hurt."""
    defender, attacker = pair
    if attacker != "none":
        return f"attacker {attacker}"
    return f"defender {defender}" if defender != "none" else "nobody hurt"


melee = Check(
    "rencounter.melee",
    "What does one stroke do?",
    source="Melee: The Stroke, The Riposte",
    parameters=(
        "man.attacker_* man.defender_*",
        SITUATION,
        "stroke.result",
        STROKE_RULINGS,
        "cover_applies_to_parry",
        RIPOSTE_RULINGS,
    ),
    targets={
        "shield_stops": is_not("shield_helps", "parry"),
        "attack": total(
            "attack ({dice.melee})",
            *ATTACK,
            above("attack"),
            flag("melee.situation.charging_thrust"),
            flag("melee.situation.mounted_charge"),
            flag("melee.situation.drawing"),
            # past the men in front
            lambda r, rank: r.rule("melee.situation.rank").times(rank - 1) if rank > 1 else None,
            flag("skill.unfamiliar"),
            each("melee.situation.aggressive", "aggressive"),
            pick("melee.cover", "target_cover"),
            crowd("melee.situation.outnumbering"),
            "attacker_extra_modifier",
        ),
        "parry": total(
            "parry ({dice.melee})",
            *PARRY,
            above("parry"),
            crowd("melee.situation.outnumbered"),
            flag("melee.situation.close_order"),
            flag("melee.situation.from_behind"),
            each("melee.situation.aggressive", "aggressive"),
            pick("melee.cover", "target_cover", "cover_applies_to_parry"),
            "defender_extra_modifier",
        ),
        "riposte": total(
            "riposte (the same {dice.melee})",
            "defender_skill",
            pick(TO_HIT, "defender_weapon"),
            each("melee.situation.armor", "attacker_armor"),
            node(blocking, shield="attacker_shield", second_weapon="attacker_second_weapon", counts="shield_stops"),
            each("wounds.point.melee", "defender_wounds"),
            "defender_extra_modifier",
        ),
        "damage": damage("severity for the defender ({dice.severity})", "attacker", "defender"),
        "riposte_damage": damage("severity for the attacker ({dice.severity})", "defender", "attacker"),
        # not at a man whom he did not see coming
        "may_riposte": lambda r, from_behind: bool(r["melee.riposte.allowed"]) and not from_behind,
        "reading": reading,
        **inputs(riposte_margin="riposte_margin_counts", result="result"),
        "check": action_die(side="defender_", who="defender"),
    },
    record=Stroke,
    dice=lambda throw, r, stroke: throw.after(attack_with(throw, r, stroke), answer_to(throw, r, stroke)),
    outcomes=By("result", {"wounds": Space(WOUNDS).times(2), "summary": SUMMARY}),
    events={
        "wounds the defender": in_place(0, "minor.."),
        "hits": "hit",
        "puts down the defender": in_place(0, *DOWN),
        "kills": in_place(0, "dead"),
        "is wounded by a riposte": in_place(1, "minor.."),
        "is struck by a riposte": "riposted",
    },
    refusals=(refuse_two_handed("attacker"), refuse_two_handed("defender"), refuse_rank, refuse_aggressive),
    says=says,
    wording=Words(WOUND_WORDS, named=who_is_hurt),
)
