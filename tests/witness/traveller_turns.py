"""Traveller reference sheet over turns: wounds, hits, rounds, duels, morale, and from the meeting to the first blow."""

from functools import cache

from .params import changed, chosen
from .traveller import encounter_range, reaction
from .turns import Process, one_pass

ESCAPE_DM = {"close": 1, "short": 1, "medium": 1, "long": 2, "very_long": 3}
STAGES = {"unconscious": 1, "serious": 2, "dead": 3}
STATES = ("minor", "unconscious", "serious", "dead")


def throw(roll, *, dice, needed, dm):
    """Whether two dice and a DM reach a number."""
    return roll("2d6", dice) + dm >= needed


# Wounds ---------------------------------------------------------------------------------------------------------------
# values: strength, dexterity, endurance

RULINGS = ("first_blood_overflow", "later_groups", "group_overflow")
BODY = ("strength", "dexterity", "endurance")


def zeros(values):
    """How many characteristics are at 0."""
    return values.count(0)


def lessened(values, place, points):
    """The values after points on one of them, and the points that it could not take."""
    points = max(points, 0)  # dice that show less than 1 do nothing
    taken = min(values[place], points)
    return (*values[:place], values[place] - taken, *values[place + 1 :]), points - taken


def throw_dice(roll, *, dice):
    """The faces of some dice in ascending order."""
    before = roll.part(throw_dice, dice=dice - 1) if dice > 1 else ()
    return tuple(sorted((*before, roll(6, "wound"))))


def sum_of_dice(roll, *, dice):
    """The sum of some dice."""
    return (roll.part(sum_of_dice, dice=dice - 1) if dice > 1 else 0) + roll(6, "wound")


def placed_group(values, points, group_overflow):
    """All that can come of one group of points placed by somebody who may choose."""
    places = set()
    for place, value in enumerate(values):
        if value == 0:
            continue
        after, over = lessened(values, place, points)
        if over and group_overflow == "carry_on":
            places |= placed_group(after, over, group_overflow)
        else:
            places.add(after)
    return places or {values}


@cache
def placements(values, faces, group_overflow):
    """All that can come of the dice, each placed whole, in any order."""
    if not faces or zeros(values) == 3:
        return {values}
    places = set()
    for place, points in enumerate(faces):
        others = faces[:place] + faces[place + 1 :]
        for after in placed_group(values, points, group_overflow):
            places |= placements(after, others, group_overflow)
    return places


def for_the_wounded(values):
    """The greater, the better for the wounded side."""
    return -zeros(values), sorted(values), values


def random_group(roll, *, values, points, everywhere, group_overflow):
    """One group of points on a characteristic drawn by chance."""
    open_places = [place for place in range(3) if everywhere or values[place] > 0]
    if not open_places:
        return values
    place = open_places[roll(len(open_places)) - 1]
    if values[place] == 0:
        return values
    after, over = lessened(values, place, points)
    if over and group_overflow == "carry_on":
        return random_group(roll, values=after, points=over, everywhere=everywhere, group_overflow=group_overflow)
    return after


def random_die(roll, **how):
    """One die on characteristics drawn by chance."""
    return random_group(roll, points=roll(6, "wound"), **how)


def random_dice(roll, *, values, dice, **how):
    """Some dice one after the other, each on characteristics drawn by chance."""
    if dice > 1:
        values = roll.part(random_dice, values=values, dice=dice - 1, **how)
    return roll.part(random_die, values=values, **how)


def first_blood(roll, *, values, wound_dice, first_blood_overflow):
    """The values after the first wound: all dice on one characteristic."""
    points = roll.part(sum_of_dice, dice=wound_dice)
    place = (roll(6) - 1) // 2
    after, over = lessened(values, place, points)
    if over and first_blood_overflow == "random_other":
        others = [other for other in range(3) if other != place]
        if roll(2) == 2:
            others.reverse()
        for other in others:
            after, over = lessened(after, other, over)
    return after


def after_wound(roll, *, values, first_wound, wound_dice, first_blood_overflow, later_groups, group_overflow):
    """The values after a wound."""
    if first_wound:
        return roll.part(first_blood, values=values, wound_dice=wound_dice, first_blood_overflow=first_blood_overflow)
    if later_groups in ("victim", "attacker"):
        possible = placements(values, roll.part(throw_dice, dice=wound_dice), group_overflow)
        return (max if later_groups == "victim" else min)(possible, key=for_the_wounded)
    everywhere = later_groups == "random_any"
    return roll.part(random_dice, values=values, dice=wound_dice, everywhere=everywhere, group_overflow=group_overflow)


def body(p, side):
    """The three values of one side, or of the only man there is."""
    return tuple(p[f"{side}{name}"] for name in BODY)


def wound(roll, p):
    """What one wound does."""
    values = body(p, "")
    if p.first_wound and zeros(values) or zeros(values) == 3:
        raise ValueError("wounded before, or dead already")
    how = {"wound_dice": p.wound_dice, **chosen(p, RULINGS)}
    return STATES[zeros(roll.part(after_wound, values=values, first_wound=p.first_wound, **how))]


EVADING = {"close": -1, "short": -1, "medium": -2, "long": -4, "very_long": -4}


def to_hit(roll, p):
    """One throw to hit."""
    dm = p.weapon_skill - p.parry_skill + p.characteristic_dm + p.armor_dm + p.range_dm + p.cover_dm + p.other_dm
    if p.evading:
        dm += EVADING[p.range]
    elif p.range != "short":
        raise ValueError("the range tells on an evading man only")
    return "hit" if throw(roll, dice="to_hit", needed=8, dm=dm) else "miss"


# Hits and rounds ------------------------------------------------------------------------------------------------------
# state of a target: its values, and whether it has not been wounded before


def hit_target(roll, *, target, wound_dice, **rulings):
    """The state of a target after one hit."""
    values, unhurt = target
    if zeros(values) == 3:
        return target
    return roll.part(after_wound, values=values, first_wound=unhurt, wound_dice=wound_dice, **rulings), False


def attacked(roll, *, target, dm, **how):
    """The state of a target after one attack."""
    if roll.part(throw, dice="to_hit", needed=8, dm=dm):
        return roll.part(hit_target, target=target, **how)
    return target


def fresh_target(p, side):
    """A target before its first wound."""
    return body(p, side), True


def at_stage(target, stage):
    """Whether the target has come to the stage, or beyond."""
    return zeros(target[0]) >= STAGES[stage]


HITS_TO = Process(
    start=lambda p: fresh_target(p, ""),
    turn=lambda roll, state, p: roll.part(hit_target, target=state, wound_dice=p.wound_dice, **chosen(p, RULINGS)),
    outcome=lambda state, turns_done, p: turns_done if at_stage(state, p.stage) else None,
    limit=lambda p: p.max_hits,
    unfinished=lambda state, p: "more",
)


def attacked_in_turn(roll, *, target, dms, **how):
    """The state of a target after several attacks, one after the other, each with its own DM."""
    if len(dms) > 1:
        target = roll.part(attacked_in_turn, target=target, dms=dms[:-1], **how)
    return roll.part(attacked, target=target, dm=dms[-1], **how)


def blows_before_weakness(p):
    """The attacks with full strength, None when they have no end."""
    return p.surprise_blows + p.blow_limit if p.blow_limit > 0 else None


def round_of_attacks(roll, state, p):
    """All attacks of one round; the state also holds the attacks with full strength that are left."""
    target, strong = state
    dms = []
    for _ in range(p.attacks_per_round):
        dms.append(p.dm + p.weakened_dm if strong == 0 else p.dm)
        if strong:
            strong -= 1
    how = {"wound_dice": p.wound_dice, **chosen(p, RULINGS)}
    return roll.part(attacked_in_turn, target=target, dms=tuple(dms), **how), strong


ROUNDS_TO = Process(
    start=lambda p: (fresh_target(p, ""), blows_before_weakness(p)),
    turn=round_of_attacks,
    outcome=lambda state, turns_done, p: turns_done if at_stage(state[0], p.stage) else None,
    limit=lambda p: p.rounds,
    unfinished=lambda state, p: "more",
)


DOWN = (0, 0, 0), False  # a fighter who has lost his duel, however badly he is hurt


def fought(roll, *, target, stage, **how):
    """The state of a fighter after the other's attack; whoever has come to the stage is just down."""
    after = roll.part(attacked, target=target, **how)
    return DOWN if at_stage(after, stage) else after


def duel_round(roll, state, p):
    """One attack of each on the other, at the same time."""
    how = {"stage": p.stage, **chosen(p, RULINGS)}
    a, b = state
    return (
        roll.part(fought, target=a, dm=p.b_dm, wound_dice=p.b_wound_dice, **how),
        roll.part(fought, target=b, dm=p.a_dm, wound_dice=p.a_wound_dice, **how),
    )


def duel_outcome(state, turns_done, p):
    """Who is down."""
    a_down, b_down = (at_stage(target, p.stage) for target in state)
    if a_down and b_down:
        return "both_down"
    if a_down:
        return "b_wins"
    return "a_wins" if b_down else None


DUEL = Process(
    start=lambda p: (fresh_target(p, "a_"), fresh_target(p, "b_")),
    turn=duel_round,
    outcome=duel_outcome,
    limit=lambda p: p.rounds,
    unfinished=lambda state, p: "undecided",
)


# Morale ---------------------------------------------------------------------------------------------------------------


def morale(roll, p):
    """One throw of the whole party."""
    if p.casualties >= p.party_size or p.leader_down and p.casualties == 0:
        raise ValueError("nobody left, or a fallen leader who is no casualty")
    if 4 * p.casualties < p.party_size:
        return "stands"
    dm = (1 if p.military else 0) + (1 if p.leader_skill else 0)
    if p.leader_tactical and (not p.leader_down or p.fallen_leader_tactical == "kept"):
        dm += 1
    if 2 * p.casualties > p.party_size:
        dm -= 2
    if p.leader_down:
        dm -= 2
    return "stands" if throw(roll, dice="morale", needed=7, dm=dm) else "flees"


def morale_start(p):
    """The number of rounds done, and how the party is."""
    if p.casualties >= p.party_size:
        raise ValueError("nobody left at the start")
    if p.leader_down_round > p.rounds:
        raise ValueError("the leader falls after the last round")
    if p.leader_down_round and p.casualties + p.leader_down_round * p.casualties_per_round == 0:
        raise ValueError("the leader falls but nobody is a casualty")
    return 0, "stands"


def morale_round(roll, state, p):
    """The losses of one round, then the throw."""
    number = state[0] + 1
    lost = p.casualties + number * p.casualties_per_round
    if lost >= p.party_size:
        return number, "wiped_out"
    fell = p.leader_down_round
    tactical = p.leader_tactical
    down = False
    if fell:
        begins = fell if p.leader_loss_starts == "same_round" else fell + 1
        down = begins <= number <= begins + 1
        if number > begins + 1:
            tactical = p.new_leader_tactical
    now = changed(p, casualties=lost, leader_tactical=tactical, leader_down=down)
    return number, roll.part(morale, p=now)


def morale_outcome(state, turns_done, p):
    """The round of the flight."""
    number, party = state
    if party == "flees":
        return number
    return "wiped_out" if party == "wiped_out" else None


MORALE_BREAK = Process(
    morale_start,
    morale_round,
    morale_outcome,
    limit=lambda p: p.rounds,
    unfinished=lambda state, p: "stands",
)


# The meeting ----------------------------------------------------------------------------------------------------------


def escape(roll, *, range, close_short_escape_dm):
    """The throw of a party without surprise."""
    dm = close_short_escape_dm if range in ("close", "short") else ESCAPE_DM[range]
    return "escapes" if throw(roll, dice="escape", needed=9, dm=dm) else "no_escape"


def avoid(roll, *, outnumbered):
    """The throw of outnumbered people with surprise."""
    if not outnumbered:
        return "stays"
    return "avoids" if throw(roll, dice="avoid", needed=7, dm=0) else "stays"


def hostile_attack(roll, *, reaction, may_attack):
    """Whether a reaction turns into an attack."""
    if reaction == "violent":
        return "attack"
    needed = {"hostile_attack_on_5": 5, "hostile_attack_on_8": 8}.get(reaction)
    if reaction == "hostile_may_attack":
        if may_attack in ("separate", "always"):
            return "may_attack" if may_attack == "separate" else "attack"
        needed = 8 if may_attack == "throw_8" else None
    if needed is None:
        return "no_attack"
    return "attack" if throw(roll, dice="attack", needed=needed, dm=0) else "no_attack"


def reaction_attack(roll, p):
    """The reaction and what comes of it."""
    return roll.part(hostile_attack, reaction=roll.part(reaction, p=p), may_attack=p.may_attack)


def who_surprises(roll, *, party_dm, npc_dm):
    """The side which is 3 ahead, or nobody."""
    party = roll(6, "surprise") + party_dm
    npcs = roll(6, "surprise") + npc_dm
    if abs(party - npcs) < 3:
        return "nobody"
    return "party" if party > npcs else "npcs"


def surprise_and_range(roll, p):
    """Who is ahead, and how far they are apart."""
    ahead = roll.part(who_surprises, party_dm=p.party_surprise_dm, npc_dm=p.npc_surprise_dm)
    return ahead, roll.part(encounter_range, p=p)


def met(roll, ahead, far, p):
    """What comes of it when they have met."""

    def gets_away():
        return roll.part(escape, range=far, close_short_escape_dm=p.close_short_escape_dm) == "escapes"

    if ahead == "party" and p.party_plan == "leave":
        if p.party_with_surprise == "leaves":
            return "party_avoids"
        if p.party_with_surprise == "throws_7" and roll.part(throw, dice="avoid", needed=7, dm=0):
            return "party_avoids"
    if ahead == "npcs" and roll.part(avoid, outnumbered=p.npc_outnumbered) == "avoids":
        return "npc_avoids"
    if ahead != "party" and p.party_plan == "leave" and gets_away():
        return "party_escapes"
    if ahead != "npcs" and p.npc_plan == "leave" and gets_away():
        return "npc_escapes"
    return roll.part(reaction_attack, p=p)


def meeting(roll, p):
    """From the surprise to the first blow."""
    return met(roll, *surprise_and_range(roll, p), p)


def first_blow_range(roll, p):
    """The range at which they attack."""
    ahead, far = surprise_and_range(roll, p)
    return far if met(roll, ahead, far, p) == "attack" else "no_blow"


MEETING = one_pass(meeting)
FIRST_BLOW_RANGE = one_pass(first_blow_range)
