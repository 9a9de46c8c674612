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


def hit_points(roll, p):
    """Hit points of a model; no dice."""
    check_levels(p.char_class, p.level, p.magic_user_level)
    if p.char_class == "fighter_magic_user":
        figures = [HIT_POINTS["fighter"] * p.level, HIT_POINTS["magic_user"] * p.magic_user_level]
        return sum(figures) if p.multiclass_stats == "sum" else max(figures)
    return HIT_POINTS[p.char_class] * p.level


def to_hit_of_class(char_class, level, th_rounding):
    """The bonus of one class: level over 1, 2 or 3, rounded."""
    step = LEVELS_A_STEP[char_class]
    whole, over = divmod(level, step)
    if th_rounding == "up":
        return whole + (1 if over > 0 else 0)
    if th_rounding == "nearest":
        return whole + (1 if 2 * over >= step else 0)
    return whole


def to_hit_bonus(roll, p):
    """To Hit bonus of a model; no dice."""
    check_levels(p.char_class, p.level, p.magic_user_level)
    if p.char_class == "fighter_magic_user":
        figures = [
            to_hit_of_class("fighter", p.level, p.th_rounding),
            to_hit_of_class("magic_user", p.magic_user_level, p.th_rounding),
        ]
        return sum(figures) if p.multiclass_stats == "sum" else max(figures)
    return to_hit_of_class(p.char_class, p.level, p.th_rounding)


def armor_class(roll, p):
    """Armor Class of a model; no dice."""
    if p.shield and p.in_hand in BOTH_HANDS:
        raise ValueError("no free hand for a shield")
    figure = ARMOR[p.armor]
    if p.shield:
        figure -= 1
    if p.shield_spell:
        spell = 2 if p.attack_kind == "missile" else 4
        if p.shield_spell_ac == "flat":
            return spell
        figure = min(figure, spell)
    if p.protection and p.protection_10_radius:
        return figure - (2 if p.protection_stacking == "both" else 1)
    if p.protection or p.protection_10_radius:
        return figure - 1
    return figure


def one_attack(roll, *, bonus, added, dice, natural_rolls):
    """One attack: the damage, None for a miss. `bonus` is everything that is added to the d20."""
    if not reaches(roll(20, "attack"), bonus, natural_rolls):
        return None
    return max(0, sum(roll(6, "damage") for _ in range(dice)) + added)


def reaches(face, bonus, natural_rolls):
    """Whether the d20 and what is added to it come to 20; by house rule 1 (or less) never does, or 20 (or
    more) always.
    """
    if face <= 1 and natural_rolls in ("one_misses", "both"):
        return False
    if face >= 20 and natural_rolls in ("twenty_hits", "both"):
        return True
    return face + bonus >= 20


def blows(roll, p, *, bonus, added, dice, striking, hp):
    """The damage of one attack, or of two when hasted; ends early when the hit points run out."""
    lost = 0
    for _ in range(2 if p.hasted else 1):
        damage = roll.part(
            one_attack, bonus=bonus, added=added, dice=dice + (1 if striking else 0), natural_rolls=p.natural_rolls
        )
        if damage is not None:
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


def melee_attack(roll, p):
    """One model's melee attack of a turn."""
    if p.target_helpless:
        return "killed"
    numbers = melee_numbers(p.attacker_th, p.weapon, p.target_ac, p.target_fatigued, p.blessed)
    lost = blows(roll, p, **numbers, dice=p.damage_dice, striking=p.striking, hp=p.target_hp)
    return fate(lost, p.target_hp)


def melee_damage(roll, p):
    """Damage rolled by a melee attack; nobody dies in between."""
    numbers = melee_numbers(p.attacker_th, p.weapon, p.target_ac, p.target_fatigued, p.blessed)
    return blows(roll, p, **numbers, dice=p.damage_dice, striking=p.striking, hp=None)


def missile_numbers(p):
    """What is added to the d20 and to the damage, or None when there is no shot."""
    if p.two_weapons and p.missile != "thrown":
        raise ValueError("a weapon in each hand is for throwing only")
    farthest = MISSILE_RANGE[p.missile]
    if not p.line_of_sight or p.woods == "over_2" or p.woods == "exactly_2" and p.woods_exactly_two == "blocked":
        return None
    if p.distance > farthest or p.shooter_move in ("full", "ran"):
        return None
    if p.missile == "crossbow" and p.shooter_move != "still":
        return None
    bonus = p.attacker_th + p.target_ac
    added = 0
    if 2 * p.distance > farthest:
        bonus -= 1
    if p.woods in ("under_2", "exactly_2"):
        bonus -= 4
    if p.target_fatigued:
        bonus += 2
    if p.blessed and p.bless_missiles:
        bonus += 1
        added += 1
    if p.two_weapons and p.two_weapons_when_throwing:
        bonus += 1
    return {"bonus": bonus, "added": added}


def missile_attack(roll, p):
    """One model's missile fire of a turn."""
    numbers = missile_numbers(p)
    if numbers is None:
        return "no_shot"
    lost = blows(roll, p, **numbers, dice=1, striking=p.striking and p.striking_missiles, hp=p.target_hp)
    return fate(lost, p.target_hp)


def missile_damage(roll, p):
    """Damage rolled by missile fire; a shot that cannot be made does none."""
    numbers = missile_numbers(p)
    if numbers is None:
        return 0
    return blows(roll, p, **numbers, dice=1, striking=p.striking and p.striking_missiles, hp=None)


def saving_throw(roll, p):
    """Resist a spell."""
    effective = p.level + p.magic_user_level if p.multiclass_level == "sum" else max(p.level, p.magic_user_level)
    saves = reaches(roll(20, "saving"), effective + 4 + p.modifier, p.natural_rolls)
    return "saves" if saves else "fails"
