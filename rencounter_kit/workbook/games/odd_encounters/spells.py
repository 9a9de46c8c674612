"""Magic-user spells that do damage: to one model, and to all models in the area."""

from collections.abc import Callable
from typing import NamedTuple

from ....engine.dice.dist import Outcome
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import adjusted, several_dice, so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, counting, inputs, is_, refuse, total
from ...mechanics.parameter import Parameter, whole
from ...rulebook.book import Rule, Ruleset
from .attack import HARM, HURTS, TargetNumbers, fate, says_death
from .forces import least_caster
from .models import BOOK
from .saving import half, saves, says_save, throw_save

MOST = 60  # dice of a spell that house rules may ask for; more is a slip
HIGHEST = BOOK["max_level.human.magic_user"]
AREA = ("fireball", "lightning_bolt")  # spells that fall on more than one model


def least_level(r: Ruleset) -> int:
    """The lowest level of a caster who has spells on an area."""
    return least_caster(r, "magic_user", r["area_spell.level"])


LEAST = least_level(BOOK)


def caster(spell: str) -> Parameter:
    """The level of the one who casts a spell on an area."""
    each = f"{{damage_spell.{spell}.dice_per_level @ dice.spell_damage}} of damage for each"
    return whole("caster_level", LEAST, HIGHEST, LEAST, f"The caster's level; {each}.", group="figure")


def fixed(**values: object) -> list[Node]:
    """What a spell does not ask, because it is always the same."""
    return [Node(lambda r, one=one: one, (), name) for name, one in values.items()]


# Target numbers ------------------------------------------------------------------------------------------------------


def dice(r: Ruleset, spell: str, caster_level: int) -> list[Rule]:
    """The dice of the spell, some for each level of the caster."""
    path = f"damage_spell.{spell}.dice"
    return counting(r.rule(path), r.rule(f"{path}_per_level").times(caster_level))


def refuse_dice(r: Ruleset, damage_dice: int) -> None:
    """House rules may ask for more dice than can be followed."""
    refuse(
        not 0 <= damage_dice <= MOST,
        f"the damage must be from 0 to {MOST} dice; got {damage_dice}; try fewer dice for each level",
    )


def refuse_caster(r: Ruleset, spell: str, caster_level: int) -> None:
    """A spell on an area is of a level that not every caster has."""
    if spell not in AREA:
        return
    least = least_level(r)
    refuse(caster_level < least, f"caster_level must be {least} or more for {spell}; got {caster_level}; try {least}")


def refuse_to_pass(r: Ruleset, spell: str, target_level: int) -> None:
    """Weak models cannot pass a wall of fire."""
    least = r["wall_of_fire.passes_from"]
    refuse(
        spell == "wall_of_fire" and target_level < least,
        f"target_level must be {least} or more to pass a wall of fire; got {target_level}; try {least}",
    )


class SpellDamage(NamedTuple):
    """The dice of a spell, what is added to them, and the saving throw for half."""

    damage_dice: int
    damage: int
    saving: int
    saves_from: int | None
    half_rounding: str


def damage(level: str = "target_level", allowed: str = "save_allowed") -> TargetNumbers:
    """What the dice of a spell see of it; its name is ``spell``."""
    return {
        "damage_dice": total("damage ({dice.spell_damage})", dice),
        "damage": total("damage added to the dice", lambda r, spell: counting(r.rule(f"damage_spell.{spell}.damage"))),
        **saves(level, allowed),
        **inputs("half_rounding"),
    }


# Dice ----------------------------------------------------------------------------------------------------------------


def harms(r: Ruleset, spell_damage: SpellDamage, rolled: int) -> tuple[int, int]:
    """The damage to one who fails the saving throw, and to one who makes it."""
    whole = max(rolled + spell_damage.damage, 0)
    return whole, whole if spell_damage.saves_from is None else half(r, whole, spell_damage.half_rounding)


def fallen(throw: Throw, r: Ruleset, spell_damage: SpellDamage, outcome_of: Callable[[int], Outcome]) -> Consequence:
    """The damage, then the saving throw for half of it.

    outcome_of : says what so many points are.
    """

    def fall(rolled: int) -> Consequence:
        return throw_save(throw, r, spell_damage.saves_from, *map(outcome_of, harms(r, spell_damage, rolled)))

    return throw("damage", spell_damage.damage_dice @ r.dice("spell_damage"), fall)


def throw_damage(throw: Throw, r: Ruleset, spell_damage: SpellDamage) -> Consequence:
    """The damage that is left."""
    return fallen(throw, r, spell_damage, int)


def throw_blast(throw: Throw, r: Ruleset, spell_damage: SpellDamage, hp: int, models: int, shared: bool) -> Consequence:
    """Each model has its own saving throw; the damage is rolled once, or for each."""

    @throw.cached
    def dead(models: int, fails: bool, saves: bool) -> Consequence:
        return throw.times(models, lambda: throw_save(throw, r, spell_damage.saves_from, int(fails), int(saves)))

    def fall(models: int) -> Consequence:
        def on(rolled: int) -> Consequence:
            return dead(models, *(points >= hp for points in harms(r, spell_damage, rolled)))

        return throw("damage", spell_damage.damage_dice @ r.dice("spell_damage"), on)

    return fall(models) if shared else throw.times(models, lambda: fall(1))


# Words ---------------------------------------------------------------------------------------------------------------


def says_harm(r: Ruleset, spell_damage: SpellDamage, who: str = "The target") -> list[str]:
    """The damage and the saving throw in words."""
    dice = several_dice(spell_damage.damage_dice, r["dice.spell_damage"])
    left = f"A saving throw cuts the damage to {r['save.percent']} %, rounded {spell_damage.half_rounding}."
    return [
        f"Damage is {adjusted(dice, spell_damage.damage)}.",
        says_save(r, spell_damage.saves_from, who),
        *([] if spell_damage.saves_from is None else [left]),
    ]


def says_damage(r: Ruleset, spell_damage: SpellDamage) -> list[str]:
    """The same of one target."""
    return says_harm(r, spell_damage)


def says_blast(r: Ruleset, spell_damage: SpellDamage, hp: int, models: int, shared: bool) -> list[str]:
    """The same, and for how many."""
    roll = "One roll of damage is for all" if shared else "The damage is rolled for each"
    many, points = so_many(models, "model"), so_many(hp, "point")
    return [*says_harm(r, spell_damage, "Each model"), f"{roll} of {many}; each dies of {points}."]


# Checks --------------------------------------------------------------------------------------------------------------


def of_one_spell(
    spell: str, title: str, *own: Parameter, target: str = "target_level", save: str = "save_allowed"
) -> Check:
    """The damage of one spell to one model; ``own`` is the level of the caster, where it counts."""
    return Check(
        f"odd_encounters.{spell}",
        title,
        source=BOOK.rule(f"damage_spell.{spell}.dice").source + "; Spells",
        parameters=(*own, target, save, "half_rounding natural_rolls"),
        targets=damage(),
        record=SpellDamage,
        dice=throw_damage,
        derived=fixed(spell=spell) if own else fixed(spell=spell, caster_level=0),
        refusals=[refuse_dice, refuse_caster, refuse_to_pass],
        says=says_damage,
    )


magic_missile = of_one_spell("magic_missile", "How much damage does a Magic Missile do?")
fireball = of_one_spell("fireball", "How much damage does a Fireball do?", caster("fireball"))
lightning_bolt = of_one_spell("lightning_bolt", "How much damage does a Lightning Bolt do?", caster("lightning_bolt"))
wall_of_fire = of_one_spell(
    "wall_of_fire", "What does it cost to pass a Wall of Fire?", target="wall_of_fire.target_level"
)
web_fire = of_one_spell("web_fire", "How much damage do burning webs do?", save="web_fire.save_allowed")

spell_kill = Check(
    "odd_encounters.spell_kill",
    "Does a spell kill?",
    source="Magic-User Spells; Spells",
    parameters=(
        "spells.spell",
        whole(
            "caster_level",
            1,
            HIGHEST,
            LEAST,
            "The caster's level; it counts for fireball and lightning_bolt, spells of level {area_spell.level}.",
            hint="counts for Fireball and Lightning Bolt",
            group="figure",
        ),
        "target_level target_hp web_fire_save save_allowed half_rounding natural_rolls",
    ),
    targets={
        # whoever burns in a web has had his saving throw against the web
        "may_save": lambda r, spell, save_allowed, web_fire_save: (
            save_allowed and (spell != "web_fire" or web_fire_save)
        ),
        **damage(allowed="may_save"),
        **inputs(hp="target_hp"),
    },
    record=SpellDamage,
    dice=lambda throw, r, spell_damage, hp: fallen(throw, r, spell_damage, lambda points: fate(points, hp)),
    outcomes=HARM,
    events=HURTS,
    refusals=[refuse_dice, refuse_caster, refuse_to_pass],
    says=lambda r, spell_damage, hp: [*says_damage(r, spell_damage), says_death(hp)],
)

blast_group = Check(
    "odd_encounters.blast_group",
    "How many does a Fireball or a Lightning Bolt kill?",
    source="Magic-User Spells, Third Level; Spells",
    parameters=(
        "blast_group.spell",
        caster("fireball"),
        "models model_level model_hp area_damage_roll save_allowed half_rounding natural_rolls",
    ),
    targets={
        **damage("model_level"),
        **inputs(hp="model_hp", models="models"),
        "shared": is_("area_damage_roll", "shared"),
    },
    record=SpellDamage,
    dice=throw_blast,
    events={"kills somebody": "1.."},
    refusals=[refuse_dice, refuse_caster],
    says=says_blast,
)
