"""Missile fire: one model's shots this turn, if it can shoot at all."""

from ....engine.dice.dist import d
from ....engine.dice.throw import Consequence, Targets, Throw
from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import flag, inputs, part, total
from ...mechanics.space import graded
from ...rulebook.book import Rule, Ruleset
from .attack import (
    DAMAGE,
    EVENTS,
    OUTCOMES,
    SPELLS,
    ModelAttack,
    TargetNumbers,
    attack,
    says_attack,
    says_death,
    striking_dice,
    throw_attacks,
    throw_verdict,
    to_hit,
)

SHOT = "attacker_th missile distance shooter_move line_of_sight woods target_ac"
WAYS = (
    "target_fatigued",
    SPELLS,
    "two_weapons woods_exactly_two two_weapons_when_throwing bless_missiles striking_missiles natural_rolls",
)


# Can it shoot? -------------------------------------------------------------------------------------------------------


def obstacle(
    r: Ruleset, missile: str, distance: int, shooter_move: str, line_of_sight: bool, woods: str, woods_exactly_two: str
) -> str:
    """Why there is no shot; an empty text when there is one."""
    reach = r[f"missile.{missile}.range"]
    reasons = {
        "something stands in the line of sight": not line_of_sight,
        "the woods are too deep": woods == "over_2" or (woods == "exactly_2" and woods_exactly_two == "blocked"),
        f"the target is more than {reach} inches away": distance > reach,
        "the shooter moved too far": not r[f"shooter_move.{shooter_move}"],
        "the shooter moved, and this weapon must be shot standing still": (
            shooter_move != "still" and not r[f"missile.{missile}.after_moving"]
        ),
    }
    return next((why for why, bars in reasons.items() if bars), "")


# To hit --------------------------------------------------------------------------------------------------------------


def far(r: Ruleset, missile: str, distance: int) -> Rule | None:
    """A shot beyond half range, halves of an inch counted."""
    beyond = distance * 100 > r[f"missile.{missile}.range"] * r["far_shot.percent"]
    return r.rule("far_shot.to_hit") if beyond else None


TARGETS: TargetNumbers = {
    "barred": obstacle,
    **attack(
        to_hit(
            far,
            lambda r, woods: r.rule("woods.to_hit") if woods != "none" else None,  # woods that do not block hamper
            flag("fatigue.to_hit", "target_fatigued"),
            flag("bless.to_hit", "blessed", "bless_missiles"),
            flag("weapon.two_hand_weapons.to_hit", "two_weapons", "two_weapons_when_throwing"),
        ),
        total(DAMAGE, flag("bless.damage", "blessed", "bless_missiles")),
        lambda r: r["damage.dice"],
        lambda r, striking, striking_missiles: striking_dice(r, striking and striking_missiles),
    ),
}


def says_damage(r: Ruleset, barred: str, model_attack: ModelAttack) -> list[str]:
    """The shots in words, or why there are none."""
    return [f"No shot: {barred}."] if barred else says_attack(r, model_attack)


missile_attack = Check(
    "odd_encounters.missile_attack",
    "Does a missile kill?",
    source="Missile Fire; Movement; Terrain; Melee; Equipment Descriptions; Spells",
    parameters=(SHOT, "target_hp", WAYS),
    targets={**TARGETS, **inputs(hp="target_hp")},
    record=ModelAttack,
    dice=lambda throw, r, barred, model_attack, hp: "no_shot" if barred else throw_verdict(throw, r, model_attack, hp),
    outcomes=graded(("no_shot", *OUTCOMES)),
    events=EVENTS,
    says=lambda r, barred, model_attack, hp: (
        says_damage(r, barred, model_attack) + ([] if barred else [says_death(hp)])
    ),
)

missile_damage = Check(
    "odd_encounters.missile_damage",
    "How much damage does missile fire do?",
    source="Missile Fire; Movement; Terrain; Melee; Equipment Descriptions; Spells",
    parameters=(SHOT, WAYS),
    targets=TARGETS,
    record=ModelAttack,
    dice=lambda throw, r, barred, model_attack: 0 if barred else throw_attacks(throw, r, model_attack),
    says=says_damage,
)

# Into a melee ---------------------------------------------------------------------------------------------------------


INTO_MELEE = (
    "friends friend_ac friend_hp enemies enemy_ac enemy_hp attacker_th missile distance shooter_move",
    "line_of_sight woods woods_exactly_two natural_rolls",
)


def throw_into_melee(
    throw: Throw, r: Ruleset, friends: int, enemies: int, at_friend: Targets, at_enemy: Targets
) -> Consequence:
    """Chance names one model of all; then the shot is as any other."""
    if at_enemy.barred:
        return "no_shot"

    def shot(side: str) -> Consequence:
        consequence = throw.dice_of(missile_attack, at_friend if side == "friend" else at_enemy, r)
        return throw.after(consequence, lambda fate: fate if fate == "miss" else f"{side}_{fate}")

    everybody = friends + enemies
    return throw.after(throw.split("who is shot at", d(everybody), ((friends, "friend"),), "enemy"), shot)


def says_into_melee(r: Ruleset, friends: int, enemies: int, at_friend: Targets, at_enemy: Targets) -> list[str]:
    """The draw and both shots in words, or why there is none."""
    if at_enemy.barred:
        return [f"No shot: {at_enemy.barred}."]
    both = {"a friend": at_friend, "an enemy": at_enemy}
    return [
        f"Any of the {so_many(friends + enemies, 'model')} in the melee may be the target, each with the same chance.",
        *(" ".join([*says_attack(r, shot, f"A shot at {who}"), says_death(shot.hp)]) for who, shot in both.items()),
    ]


shot_into_melee = Check(
    "odd_encounters.shot_into_melee",
    "Whom does a shot into a melee hit?",
    source="Missile Fire",
    parameters=INTO_MELEE,
    targets={
        f"at_{side}": part(f"shot at {side}", missile_attack, INTO_MELEE, {"target_": f"{side}_"})
        for side in ("friend", "enemy")
    },
    dice=throw_into_melee,
    outcomes=("no_shot", "miss", "enemy_wounded", "enemy_killed", "friend_wounded", "friend_killed"),
    events={
        "hits an enemy": ("enemy_wounded", "enemy_killed"),
        "hits a friend": ("friend_wounded", "friend_killed"),
        "kills an enemy": "enemy_killed",
        "kills a friend": "friend_killed",
    },
    says=says_into_melee,
)
