"""Rencounter, played with dice: action, wound, duck_back, knockdown, fire, melee, gang_up."""

from functools import cache

from .params import changed

ROUT_NUMBER = {1: 8, 2: 8, 3: 8, 4: 9, 5: 10, 6: 11}
POINTS = {"none": 0, "minor": 1, "serious": 2, "crippling": 3}
WORST_LAST = ("none", "minor", "serious", "crippling", "dead")

# needed -> highest face of the confirming die after a natural 1
CONFIRMING = {0: 9, -1: 7, -2: 5, -3: 3, -4: 1}

RANGE = {"too_close": -2, "short": 0, "medium": -2, "long": -4, "extreme": -6}
COVER = {
    "none": 0,
    "partly_obscured": -1,
    "leafy": -2,
    "half_solid": -2,
    "three_quarter_solid": -3,
    "firing_slit": -4,
    "loophole": -5,
}
SOLID = ("half_solid", "three_quarter_solid", "firing_slit", "loophole")
POSTURE = {"standing": 0, "kneeling": -1, "prone": -2}
AIM = {0: 0, 0.5: 0, 1: 2, 2: 3}
APPEARING = {"no": 0, "last_activation": -1, "this_activation": -2}
MISSILE_SHIELD = {"none": 0, "small": 0, "medium": 1, "large": 2}
SHOT_DAMAGE = {"too_close": -2, "short": -1, "medium": 0, "long": 1, "extreme": 2}
SHOTS_A_TURN = {"N": 1, "S": 2, "F": 4, "Fx2": 8, "Fx3": 12}

# short, medium, long, extreme range; damage; repeat; class
MISSILES = {
    "javelin": (3, 6, 9, 12, 1, "N", "thrown"),
    "weak_bow": (4, 8, 12, 20, 1, "N", "bow"),
    "short_bow": (8, 16, 24, 40, 1, "N", "bow"),
    "long_bow": (12, 24, 36, 60, 0, "N", "bow"),
    "light_crossbow": (10, 20, 30, 50, 1, "N", "crossbow"),
    "heavy_crossbow": (15, 30, 40, 60, 0, "N", "crossbow"),
    "matchlock_musket": (10, 18, 26, 45, -1, "N", "low velocity"),
    "flintlock_musket": (10, 20, 30, 50, -1, "N", "low velocity"),
    "flintlock_rifle": (18, 36, 48, 72, 0, "N", "firearm"),
    "cap_and_ball_rifle": (18, 36, 48, 72, 0, "N", "firearm"),
    "breechloader": (20, 40, 60, 80, 0, "N", "firearm"),
    "single_shot_breechloader_carbine": (16, 32, 48, 60, 0, "N", "firearm"),
    "magazine_rifle": (20, 40, 60, 80, 0, "S", "firearm"),
    "magazine_carbine": (16, 32, 48, 60, 0, "S", "firearm"),
    "flintlock_pistol": (3, 6, 9, 12, 0, "N", "pistol"),
    "cap_and_ball_pistol": (4, 8, 12, 18, 0, "N", "pistol"),
    "cap_and_ball_revolver": (5, 10, 15, 25, 0, "S", "pistol"),
    "small_double_action_revolver": (5, 10, 15, 25, 1, "F", "pistol"),
    "large_double_action_revolver": (5, 10, 15, 25, 0, "F", "pistol"),
    "small_single_action_revolver": (5, 10, 15, 25, 1, "S", "pistol"),
    "large_single_action_revolver": (5, 10, 15, 25, 0, "S", "pistol"),
    "blunderbuss": (4, 8, 12, 18, 0, "N", "shot"),
    "double_barrel_shotgun": (5, 10, 15, 25, 0, "S", "shot"),
    "machine_pistol": (5, 10, 15, 25, 1, "Fx2", "pistol"),
    "submachinegun": (7, 14, 21, 35, 0, "Fx3", "firearm"),
    "light_mg_unbraced": (16, 32, 48, 60, 0, "Fx3", "firearm"),
    "light_mg_braced": (25, 50, 75, 125, 0, "Fx3", "firearm"),
}

# to hit, damage, ranks, goes with a shield
MELEE = {
    "sword": (1, 0, 1, True),
    "spear": (0, 0, 2, True),
    "pike": (-1, 0, 4, False),
    "axe": (-1, -1, 1, True),
    "halberd": (0, -1, 2, False),
    "knife": (-1, 1, 1, True),
    "unarmed": (-2, 2, 1, True),
    "improvised_club": (-2, 1, 1, True),
    "javelin": (0, 0, 1, True),
}
MELEE_SHIELD = {"none": 0, "small": 1, "medium": 1, "large": 2}
MELEE_COVER = {"none": 0, "half": -2, "three_quarters": -4}
# an action roll, a shot and a stroke when nothing more is said of it
PLAIN_ACTION = {
    "wounds": 0,
    "morale_check": False,
    "men_lost": 0,
    "leader_lost": False,
    "units_lost_24": 0,
    "units_lost_12": 0,
    "small_group_losses": 0,
    "leader_inspires": False,
    "leader_panics": False,
    "extra_modifier": 0,
}
PLAIN_SHOT = {
    "distance": None,
    "range_band": None,
    "shield": "none",
    "cover": "none",
    "posture": "standing",
    "mounted": False,
    "braced": False,
    "snap": "none",
    "shot_number": 1,
    "target_speed": 0,
    "appearing": "no",
    "friend": "none",
    "friend_cover": "none",
    "aim_at": "either",
    "wounds": 0,
    "unfamiliar": False,
    "extra_modifier": 0,
    "targets": 1,
}
PLAIN_STROKE = {
    "above_opponent": False,
    "charging_thrust": False,
    "mounted_charge": False,
    "drawing": False,
    "rank": 1,
    "unfamiliar": False,
    "from_behind": False,
    "aggressive": 0,
    "target_cover": "none",
    "close_order": False,
    "above_opponent_applies_to": "attack",
    "cover_applies_to_parry": False,
}


def severity(total):
    """The wound by the severity table."""
    if total <= 2:
        return "dead"
    if total <= 4:
        return "crippling"
    if total <= 7:
        return "serious"
    if total <= 12:
        return "minor"
    return "none"


def worse(label, before, death_at):
    """The same wound, or dead when the points of a man who has `before` already add up to death."""
    if label == "dead":
        return "dead"
    return "dead" if label != "none" and before + POINTS[label] >= death_at else label


# --------------------------------------------------------------------------------------------------------- action


def action_die(roll, experience, wounds, others, master_acts, overcome_shifts_with_quality, natural_one_to):
    """One action roll; `others` are all modifiers but the wounds, natural_one_to the wounds up to which a 1 acts."""
    modifiers = wounds + others
    natural = roll(6, "action")
    total = natural + modifiers
    if natural == 1 and wounds <= natural_one_to:
        return "act"
    # "unmodified": the modifiers come to nothing in sum
    if experience == 6 and master_acts == "confirm" and natural == 6 and modifiers == 0:
        return "hesitate" if roll(6, "master") >= 4 else "act"
    if total <= experience:
        return "act"
    if total <= 6:
        return "hesitate"
    if total == 7:
        return "run"
    rout_number = ROUT_NUMBER[experience]
    if wounds >= 2 and total >= (rout_number if overcome_shifts_with_quality else 8):
        return "overcome"
    return "rout" if total >= rout_number else "run"


def morale(p):
    """The morale modifiers; none of them counts when it is no morale check."""
    if not p.morale_check:
        return 0
    losses = p.men_lost + p.small_group_losses + p.units_lost_24 + 2 * p.units_lost_12
    if p.leader_lost or p.leader_panics:
        losses += 2
    if p.leader_inspires:
        losses = max(0, losses - 1)
    return losses


def action(roll, p):
    """One man's action roll."""
    others = p.extra_modifier + morale(p)
    return action_die(
        roll,
        p.experience,
        p.wounds,
        others,
        p.master_acts,
        p.overcome_shifts_with_quality,
        p.natural_one_acts_max_wounds,
    )


def duck_back(roll, p):
    """Action roll with 2 more on the die: whoever does not act ducks."""
    others = 2 + p.extra_modifier + morale(p)
    does = action_die(
        roll,
        p.experience,
        p.wounds,
        others,
        p.master_acts,
        p.overcome_shifts_with_quality,
        p.natural_one_acts_max_wounds if p.natural_one_in_checks else -1,
    )
    return "stays" if does == "act" else "ducks"


def knockdown(roll, p):
    """Whether the one who was hit goes down; `wounds` are all his points, those of this wound among them."""
    if p.wounds < POINTS[p.wound] or (p.fanatic and p.struck == "horse"):
        raise ValueError("wounds that do not go together, or a horse that believes")
    if p.wound == "minor" or (p.wound == "serious" and p.struck == "horse"):
        return "standing"
    if not p.variable_knockdown or (p.wound == "crippling" and p.struck == "man"):
        return "down"
    # his experience number, made worse or better; the die must not show more
    number = p.experience - p.wounds + (1 if p.fanatic else 0) + p.damage_modifier
    natural = roll(6, "action")
    if natural == 1 and p.natural_one_in_checks and p.wounds <= p.natural_one_acts_max_wounds:
        return "standing"
    if natural == 6 and p.experience == 6 and number == 6 and p.master_acts == "confirm":
        return "down" if roll(6, "master") >= 4 else "standing"
    return "standing" if natural <= number else "down"


def wound(roll, p):
    """Severity alone."""
    if p.previous_wounds >= p.death_at:
        raise ValueError("the man is dead already")
    total = roll(12, "severity") + p.damage_modifier
    if p.margin:
        total -= 2 if p.melee else 1
    if p.target_armor >= 3 and (p.melee or p.armor_lessens_fire_damage):
        total += 1
    label = worse(severity(total), p.previous_wounds, p.death_at)
    if p.result == "points":
        return p.death_at if label == "dead" else p.previous_wounds + POINTS[label]
    return label


# ----------------------------------------------------------------------------------------------------------- fire


def shot_hits(needed, natural, second):
    """Does this pair of dice hit at this needed number?"""
    if natural == 12:
        return False
    if needed >= 1:
        return natural <= needed
    if needed in CONFIRMING:
        return natural == 1 and second <= CONFIRMING[needed]
    return False


def to_hit(roll, *, needed, javelin_shield, friend_gap, in_melee, cover_gap, confirmed_hit_margin):
    """The dice to hit: ("hit", margin) or what became of the shot.

    The shield of a javelin's target is taken off first, the friend or the cover on top of it. Of friend and cover each
    is asked for itself: would the shot hit without him, would it hit without it; he comes first where both hold.
    """
    natural = roll(12, "fire")
    second = roll(12, "confirmation") if natural == 1 and needed <= 0 else 0
    if shot_hits(needed, natural, second):
        if needed >= 1:
            return "hit", natural <= needed - 3
        return "hit", confirmed_hit_margin == "confirmation_die" and second <= CONFIRMING[needed] - 3
    if natural == 12:
        return "miss", False
    freed = needed + javelin_shield
    if javelin_shield and shot_hits(freed, natural, second):
        return ("stuck_in_shield" if roll(6, "javelin_stuck") <= 3 else "miss"), False
    if friend_gap and shot_hits(freed + friend_gap, natural, second):
        return "hit_friend", False
    # the two faces above the highest face that hits
    if in_melee and natural in (needed + 1, needed + 2):
        return "hit_friend", False
    if cover_gap and shot_hits(freed + cover_gap, natural, second):
        return "stopped_by_cover", False
    return "miss", False


def struck(roll, *, margin, damage, mounted, aim_at):
    """Who is struck by a hit, and how badly."""
    if mounted:
        if aim_at == "either":
            horse = roll(6, "man_or_horse") > 2
        else:
            other = roll(6, "man_or_horse") <= 1
            horse = other if aim_at == "man" else not other
        if horse:
            return "hit_horse"
    return severity(roll(12, "severity") + damage - (1 if margin else 0))


def one_shot(roll, *, aimed, strikes):
    """A shot at one target: to hit, then the wound. Both are pairs (name, value) of the parameters."""
    label, margin = to_hit(roll, **dict(aimed))
    return struck(roll, margin=margin, **dict(strikes)) if label == "hit" else label


def fire(roll, p):
    """One shot (or one shotgun blast at several targets)."""
    short, medium, far, extreme, damage, repeat, kind = MISSILES[p.weapon]
    running_throw = kind == "thrown" and p.snap == "fast"
    shotgun = kind == "shot"
    if p.snap != "none" and p.aim_turns >= 1:
        raise ValueError("no snap shot after aiming")
    if p.shot_number > SHOTS_A_TURN[repeat]:
        raise ValueError("the weapon does not repeat so fast")
    if p.friend == "in_line" and p.friend_cover == "none":
        raise ValueError("a friend in line gives cover")
    if p.targets > 1 and not shotgun:
        raise ValueError("only shot spreads over several targets")

    if p.distance is None:
        band = p.range_band
    else:
        stretch = 1.5 if running_throw else 1
        if p.distance <= (0 if kind in ("pistol", "thrown") else 2):
            band = "too_close"
        elif p.distance <= short * stretch:
            band = "short"
        elif p.distance <= medium * stretch:
            band = "medium"
        elif p.distance <= far * stretch:
            band = "long"
        elif p.distance <= extreme * stretch:
            band = "extreme"
        else:
            band = "beyond"
        if p.range_band not in (None, band):
            raise ValueError("distance and range band disagree")
    if band == "beyond":
        return "miss" if p.targets == 1 else ("miss",) * p.targets
    if p.targets > 2 and band in ("short", "medium") or p.targets > 1 and band == "too_close":
        raise ValueError("not so many targets at this range")

    needed = p.skill + RANGE[band]
    javelin_shield = 0
    if kind in ("thrown", "bow", "crossbow"):
        needed -= p.target_armor + MISSILE_SHIELD[p.shield]
        if p.weapon == "javelin":
            javelin_shield = MISSILE_SHIELD[p.shield]
    elif kind in ("low velocity", "shot") or kind == "pistol" and p.pistols_are_low_velocity:
        needed -= 1 if p.target_armor >= 3 else 0
    needed += COVER[p.cover]
    cover_gap = -COVER[p.cover] if p.cover in SOLID else 0
    # too close is contact, or two inches at the most
    if band != "too_close" and (p.distance is None or p.distance > 2):
        needed += POSTURE[p.posture]
    if p.mounted and p.aim_at == "either":
        needed += 1
    # at too close a range there is no aimed fire, so aim gives nothing and a rest for the aim neither
    aimed_fire = p.aim_turns >= 1 and band != "too_close"
    if aimed_fire:
        needed += AIM[p.aim_turns]
    if p.braced and (aimed_fire or not p.brace_needs_aim):
        needed += 1
    if p.snap == "walking" or running_throw:
        needed -= 2
    elif p.snap == "fast":
        needed -= 4
    needed -= p.shot_number - 1
    if p.target_speed > 12:
        needed -= 3
    elif p.target_speed > 6:
        needed -= 2
    elif p.target_speed > 3:
        needed -= 1
    needed += APPEARING[p.appearing]
    friend_gap = -COVER[p.friend_cover] if p.friend != "none" else 0
    needed -= friend_gap
    if p.friend == "in_melee":
        needed -= 2
    needed -= p.wounds
    if p.unfamiliar:
        needed -= 2
    if shotgun and band in ("short", "medium", "long"):
        needed += 2
    needed += p.extra_modifier

    if shotgun:
        damage = SHOT_DAMAGE[band]
    elif band == "extreme":
        damage += 1
    if p.target_armor >= 3 and p.armor_lessens_fire_damage:
        damage += 1
    aimed = {
        "needed": needed - (p.skill_roll == "less_than"),  # everywhere as if it were one lower
        "javelin_shield": javelin_shield,
        "friend_gap": friend_gap,
        "in_melee": p.friend == "in_melee",
        "cover_gap": cover_gap,
        "confirmed_hit_margin": p.confirmed_hit_margin,
    }
    strikes = {"damage": damage, "mounted": p.mounted, "aim_at": p.aim_at}
    pairs = {"aimed": tuple(aimed.items()), "strikes": tuple(strikes.items())}
    if p.targets == 1:
        return one_shot(roll, **pairs)
    if p.shotgun_one_roll:
        label, margin = to_hit(roll, **aimed)
        return tuple(roll.part(struck, margin=margin, **strikes) if label == "hit" else label for _ in range(p.targets))
    return tuple(roll.part(one_shot, **pairs) for _ in range(p.targets))


# ---------------------------------------------------------------------------------------------------------- melee


def succeeds(natural, needed, less):
    """A melee roll: a natural 1 always succeeds, a natural 12 never."""
    return natural == 1 or natural != 12 and natural <= needed - less


def shield_figure(weapon, shield, second_weapon):
    """What a shield or a second weapon takes off; a weapon for both hands leaves no hand for either."""
    if not MELEE[weapon][3] and (shield != "none" or second_weapon):
        raise ValueError("no shield or second weapon with a weapon for both hands")
    return max(MELEE_SHIELD[shield], 1 if second_weapon else 0)


@cache
def stroke_numbers(p, others_active):
    """Attack needed, parry needed without the defender's wounds, and riposte needed."""
    rank, aggressive = p.rank, p.aggressive
    attack_hit, _, ranks, _ = MELEE[p.attacker_weapon]
    guard_hit = MELEE[p.defender_weapon][0]
    attacker_shield = shield_figure(p.attacker_weapon, p.attacker_shield, p.attacker_second_weapon)
    defender_shield = shield_figure(p.defender_weapon, p.defender_shield, p.defender_second_weapon)
    if rank > ranks:
        raise ValueError("the weapon does not reach from this rank")
    if aggressive and p.attacker_skill - aggressive < 6:
        raise ValueError("an aggressive attack does not go below skill 6")
    if p.from_behind:
        # "no shield": a second weapon is no shield
        defender_shield = 1 if p.defender_second_weapon else 0
    shield_helps = p.shield_helps
    above_on = p.above_opponent_applies_to
    gang = 0 if p.defender_experience == 6 else others_active
    cover = MELEE_COVER[p.target_cover]

    attack = p.attacker_skill + attack_hit
    if p.above_opponent and above_on in ("attack", "both"):
        attack += 1
    if p.charging_thrust:
        attack += 1
    if p.mounted_charge:
        attack += 1
    if p.drawing:
        attack -= 2
    attack -= rank - 1
    if p.unfamiliar:
        attack -= 2
    attack += cover - aggressive + p.attacker_extra_modifier
    attack -= p.attacker_wounds + p.defender_armor
    if shield_helps in ("attack", "both"):
        attack -= defender_shield
    attack += gang

    parry = p.defender_skill + p.defender_extra_modifier
    if p.parry_uses_weapon_to_hit:
        parry += guard_hit
    parry -= gang + aggressive
    if p.close_order:
        parry += 2
    if p.from_behind:
        parry -= 2
    if shield_helps in ("parry", "both"):
        parry += defender_shield
    # the attacker is the one above, so on the parry his place tells against the defender
    if p.above_opponent and above_on in ("parry", "both"):
        parry -= 1
    if p.cover_applies_to_parry:
        parry += cover

    riposte = p.defender_skill + guard_hit - p.defender_wounds + p.defender_extra_modifier
    riposte -= p.attacker_armor
    if shield_helps in ("attack", "both"):
        riposte -= attacker_shield
    return attack, parry, riposte


def strike(roll, *, attack, parry, damage, less, melee_margin, natural_one_hits_through_parry):
    """One stroke without a riposte: "missed", "parried" or the severity of the hit."""
    own, guard = roll(12, "melee"), roll(12, "melee")
    if not succeeds(own, attack, less):
        return "missed"
    if succeeds(guard, parry, less) and not (natural_one_hits_through_parry and own == 1):
        return "parried"
    margin = guard - own >= 3 if melee_margin == "roll_difference" else own <= attack - less - 3
    return severity(roll(12, "severity") + damage - (2 if margin else 0))


def melee(roll, p, in_fight=False):
    """One stroke, the parry, and perhaps the riposte. A wound is the stroke's own: earlier ones are not added to it.

    In a fight the check for the riposte may overcome the defender, by a ruling: then "overcome" stands in place of the
    attacker's wound.
    """
    attack, parry, riposte = stroke_numbers(p, p.active_attackers - 1)
    if p.wounded_modifies_parry:
        parry -= p.defender_wounds
    less = 1 if p.skill_roll == "less_than" else 0
    own, guard = roll(12, "melee"), roll(12, "melee")
    attack_made, parried = succeeds(own, attack, less), succeeds(guard, parry, less)
    if attack_made and (not parried or p.natural_one_hits_through_parry and own == 1):
        if p.result == "summary":
            return "hit"
        margin = guard - own >= 3 if p.melee_margin == "roll_difference" else own <= attack - less - 3
        total = (
            roll(12, "severity")
            + MELEE[p.attacker_weapon][1]
            - (2 if margin else 0)
            + (1 if p.defender_armor >= 3 else 0)
        )
        return severity(total), "none"
    if not attack_made and parried and not p.from_behind and succeeds(guard, riposte, less):
        check = action_die(
            roll,
            p.defender_experience,
            p.defender_wounds,
            0,
            p.master_acts,
            in_fight and p.overcome_shifts_with_quality,
            p.natural_one_acts_max_wounds if p.natural_one_in_checks else -1,
        )
        if in_fight and p.checks_can_overcome and check == "overcome":
            return "none", "overcome"
        if check == "act":
            if p.result == "summary":
                return "riposted"
            margin = own - guard >= 3 if p.melee_margin == "roll_difference" else guard <= riposte - less - 3
            total = roll(12, "severity") + MELEE[p.defender_weapon][1] + (1 if p.attacker_armor >= 3 else 0)
            total -= 2 if margin and p.riposte_margin_counts else 0
            return "none", severity(total)
    if p.result == "summary":
        return "parried" if attack_made else "missed"
    return "none", "none"


def gang_up(roll, p):
    """Several like men around one. A riposte strikes a man whose stroke is done and changes no result of this check."""
    fight = changed(p, **PLAIN_STROKE)
    if max(p.attacker_wounds, p.defender_wounds, p.other_wounds) >= p.death_at:
        raise ValueError("a dead man fights no more")
    stroke_numbers(fight, 0)
    check = {"master_acts": p.master_acts, "natural_one_to": p.natural_one_acts_max_wounds}
    striking = sum(
        roll.part(acts, experience=p.attacker_experience, wounds=p.attacker_wounds, **check) for _ in range(p.strikers)
    )
    helping = sum(
        roll.part(acts, experience=p.other_experience, wounds=p.other_wounds, **check) for _ in range(p.bystanders)
    )

    hits, points, worst = 0, p.defender_wounds, "none"
    if striking:
        attack, parry, _ = stroke_numbers(fight, striking + helping - 1)
        damage = MELEE[p.attacker_weapon][1] + (1 if p.defender_armor >= 3 else 0)
        less = 1 if p.skill_roll == "less_than" else 0
        for _ in range(striking):
            hurt = points if p.wounded_modifies_parry else 0
            came = roll.part(
                strike,
                attack=attack,
                parry=parry - hurt,
                damage=damage,
                less=less,
                melee_margin=p.melee_margin,
                natural_one_hits_through_parry=p.natural_one_hits_through_parry,
            )
            if came in ("missed", "parried"):
                continue
            hits += 1
            label = worse(came, points, p.death_at)
            worst = max(worst, label, key=WORST_LAST.index)
            if label == "dead":
                points = p.death_at
                break
            points += POINTS[label]
    if p.result == "hits":
        return hits
    if p.result == "worst_wound":
        return worst
    if p.result == "total_wounds":
        return points
    if worst == "dead":
        return "dead"
    return "down" if worst in ("serious", "crippling") else "standing"


def acts(roll, *, experience, wounds, master_acts, natural_one_to):
    """Whether a man acts on his own action roll, 1 or 0."""
    return 1 if action_die(roll, experience, wounds, 0, master_acts, False, natural_one_to) == "act" else 0
