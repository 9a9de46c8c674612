"""Odd Encounters, played with dice: the derived numbers of a model, melee, missiles and the saving throw."""

HIT_POINTS = {"fighter": 4, "cleric": 3, "magic_user": 2, "monster": 4}
LEVELS_A_STEP = {"fighter": 1, "cleric": 2, "magic_user": 3, "monster": 1}
HIGHEST = {"fighter": 10, "cleric": 10, "magic_user": 10, "fighter_magic_user": 4, "monster": 20}
ARMOR = {"none": 9, "leather": 7, "chain": 5, "plate": 3}
BOTH_HANDS = ("pole_arm", "two_handed", "two_hand_weapons", "short_bow", "long_bow", "crossbow")
MISSILE_RANGE = {"thrown": 6, "sling": 12, "short_bow": 15, "long_bow": 21, "crossbow": 24}


def check_levels(char_class, level, magic_user_level):
    """Refuse levels which the class does not have."""
    if level > HIGHEST[char_class]:
        raise ValueError("level above the limit of the class")
    if (char_class == "fighter_magic_user") != (magic_user_level > 0):
        raise ValueError("a second level is for the double class, which always has one")


def hit_points(roll, *, char_class="fighter", level=1, magic_user_level=0, multiclass_stats="sum"):
    """Hit points of a model; no dice."""
    check_levels(char_class, level, magic_user_level)
    if char_class == "fighter_magic_user":
        figures = [HIT_POINTS["fighter"] * level, HIT_POINTS["magic_user"] * magic_user_level]
        return sum(figures) if multiclass_stats == "sum" else max(figures)
    return HIT_POINTS[char_class] * level


def to_hit_of_class(char_class, level, th_rounding):
    """The bonus of one class: level over 1, 2 or 3, rounded."""
    step = LEVELS_A_STEP[char_class]
    whole, over = divmod(level, step)
    if th_rounding == "up":
        return whole + (1 if over > 0 else 0)
    if th_rounding == "nearest":
        return whole + (1 if 2 * over >= step else 0)
    return whole


def to_hit_bonus(roll, *, char_class="fighter", level=1, magic_user_level=0, multiclass_stats="sum", th_rounding="up"):
    """To Hit bonus of a model; no dice."""
    check_levels(char_class, level, magic_user_level)
    if char_class == "fighter_magic_user":
        figures = [
            to_hit_of_class("fighter", level, th_rounding),
            to_hit_of_class("magic_user", magic_user_level, th_rounding),
        ]
        return sum(figures) if multiclass_stats == "sum" else max(figures)
    return to_hit_of_class(char_class, level, th_rounding)


def armor_class(
    roll,
    *,
    armor="none",
    shield=False,
    in_hand="hand_weapon",
    protection=False,
    protection_10_radius=False,
    shield_spell=False,
    attack_kind="melee",
    protection_stacking="both",
    shield_spell_ac="best",
):
    """Armor Class of a model; no dice."""
    if shield and in_hand in BOTH_HANDS:
        raise ValueError("no free hand for a shield")
    figure = ARMOR[armor]
    if shield:
        figure -= 1
    if shield_spell:
        spell = 2 if attack_kind == "missile" else 4
        if shield_spell_ac == "flat":
            return spell
        figure = min(figure, spell)
    if protection and protection_10_radius:
        return figure - (2 if protection_stacking == "both" else 1)
    if protection or protection_10_radius:
        return figure - 1
    return figure


def one_attack(roll, *, bonus, added, dice, natural_rolls):
    """One attack: the damage, 0 for a miss. `bonus` is everything that is added to the d20."""
    face = roll(20)
    hits = face + bonus >= 20
    if face == 1 and natural_rolls in ("one_misses", "both"):
        hits = False
    if face == 20 and natural_rolls in ("twenty_hits", "both"):
        hits = True
    if not hits:
        return 0
    return sum(roll(6) for _ in range(dice)) + added


def blows(roll, *, bonus, added, dice, striking, hasted, natural_rolls, hp=None):
    """The damage of one attack, or of two when hasted; ends early when the hit points run out."""
    lost = 0
    for _ in range(2 if hasted else 1):
        damage = roll.part(
            one_attack, bonus=bonus, added=added, dice=dice + (1 if striking else 0), natural_rolls=natural_rolls
        )
        if damage:
            striking = False  # spent by the first success
        lost += damage
        if hp is not None and lost >= hp:
            break
    return lost


def fate(lost, target_hp):
    """What the lost hit points mean."""
    if lost == 0:
        return "miss"
    return "killed" if lost >= target_hp else "wounded"


def melee_numbers(attacker_th, weapon, target_ac, target_fatigued, blessed):
    """What is added to the d20 and to the damage."""
    bonus = attacker_th + target_ac
    added = 0
    if weapon == "two_hand_weapons":
        bonus += 1
    if weapon == "two_handed":
        added += 1
    if blessed:
        bonus += 1
        added += 1
    if target_fatigued:
        bonus += 2
    return {"bonus": bonus, "added": added}


def melee_attack(
    roll,
    *,
    attacker_th=1,
    weapon="hand",
    target_ac=9,
    target_hp=4,
    target_fatigued=False,
    target_helpless=False,
    blessed=False,
    striking=False,
    hasted=False,
    damage_dice=1,
    natural_rolls="none",
):
    """One model's melee attack of a turn."""
    if target_helpless:
        return "killed"
    numbers = melee_numbers(attacker_th, weapon, target_ac, target_fatigued, blessed)
    return fate(
        blows(
            roll,
            **numbers,
            dice=damage_dice,
            striking=striking,
            hasted=hasted,
            natural_rolls=natural_rolls,
            hp=target_hp,
        ),
        target_hp,
    )


def melee_damage(
    roll,
    *,
    attacker_th=1,
    weapon="hand",
    target_ac=9,
    target_fatigued=False,
    blessed=False,
    striking=False,
    hasted=False,
    damage_dice=1,
    natural_rolls="none",
):
    """Damage rolled by a melee attack; nobody dies in between."""
    numbers = melee_numbers(attacker_th, weapon, target_ac, target_fatigued, blessed)
    return blows(roll, **numbers, dice=damage_dice, striking=striking, hasted=hasted, natural_rolls=natural_rolls)


def missile_numbers(
    attacker_th,
    missile,
    distance,
    shooter_move,
    line_of_sight,
    woods,
    woods_exactly_two,
    target_ac,
    target_fatigued,
    blessed,
    two_weapons,
    two_weapons_when_throwing,
    bless_missiles,
):
    """What is added to the d20 and to the damage, or None when there is no shot."""
    if two_weapons and missile != "thrown":
        raise ValueError("a weapon in each hand is for throwing only")
    farthest = MISSILE_RANGE[missile]
    if not line_of_sight or woods == "over_2" or woods == "exactly_2" and woods_exactly_two == "blocked":
        return None
    if distance > farthest or shooter_move in ("full", "ran") or missile == "crossbow" and shooter_move != "still":
        return None
    bonus = attacker_th + target_ac
    added = 0
    if 2 * distance > farthest:
        bonus -= 1
    if woods in ("under_2", "exactly_2"):
        bonus -= 4
    if target_fatigued:
        bonus += 2
    if blessed and bless_missiles:
        bonus += 1
        added += 1
    if two_weapons and two_weapons_when_throwing:
        bonus += 1
    return {"bonus": bonus, "added": added}


def missile_attack(
    roll,
    *,
    attacker_th=1,
    missile="long_bow",
    distance=10,
    shooter_move="still",
    line_of_sight=True,
    woods="none",
    woods_exactly_two="fire_through",
    target_ac=9,
    target_hp=4,
    target_fatigued=False,
    blessed=False,
    striking=False,
    hasted=False,
    two_weapons=False,
    two_weapons_when_throwing=False,
    bless_missiles=True,
    striking_missiles=True,
    natural_rolls="none",
):
    """One model's missile fire of a turn."""
    numbers = missile_numbers(
        attacker_th,
        missile,
        distance,
        shooter_move,
        line_of_sight,
        woods,
        woods_exactly_two,
        target_ac,
        target_fatigued,
        blessed,
        two_weapons,
        two_weapons_when_throwing,
        bless_missiles,
    )
    if numbers is None:
        return "no_shot"
    return fate(
        blows(
            roll,
            **numbers,
            dice=1,
            striking=striking and striking_missiles,
            hasted=hasted,
            natural_rolls=natural_rolls,
            hp=target_hp,
        ),
        target_hp,
    )


def missile_damage(
    roll,
    *,
    attacker_th=1,
    missile="long_bow",
    distance=10,
    shooter_move="still",
    line_of_sight=True,
    woods="none",
    woods_exactly_two="fire_through",
    target_ac=9,
    target_fatigued=False,
    blessed=False,
    striking=False,
    hasted=False,
    two_weapons=False,
    two_weapons_when_throwing=False,
    bless_missiles=True,
    striking_missiles=True,
    natural_rolls="none",
):
    """Damage rolled by missile fire; a shot that cannot be made does none."""
    numbers = missile_numbers(
        attacker_th,
        missile,
        distance,
        shooter_move,
        line_of_sight,
        woods,
        woods_exactly_two,
        target_ac,
        target_fatigued,
        blessed,
        two_weapons,
        two_weapons_when_throwing,
        bless_missiles,
    )
    if numbers is None:
        return 0
    return blows(
        roll, **numbers, dice=1, striking=striking and striking_missiles, hasted=hasted, natural_rolls=natural_rolls
    )


def saving_throw(roll, *, level=1, magic_user_level=0, modifier=0, multiclass_level="highest", natural_rolls="none"):
    """Resist a spell."""
    effective = level + magic_user_level if multiclass_level == "sum" else max(level, magic_user_level)
    face = roll(20)
    if face == 1 and natural_rolls in ("one_misses", "both"):
        return "fails"
    if face == 20 and natural_rolls in ("twenty_hits", "both"):
        return "saves"
    return "saves" if face + effective + 4 + modifier >= 20 else "fails"
