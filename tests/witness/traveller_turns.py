"""Traveller reference sheet over turns: wounds, hits, rounds, duels, morale, and from the meeting to the first blow."""

from functools import cache

from .traveller import TERRAIN, encounter_range, reaction
from .turns import Process, choice, one_pass, whole, yes_no

ESCAPE_DM = {"close": 1, "short": 1, "medium": 1, "long": 2, "very_long": 3}
CLOSE_SHORT = (1, 0, -1)
STAGES = {"unconscious": 1, "serious": 2, "dead": 3}
STATES = ("minor", "unconscious", "serious", "dead")
MINUTES = {"minor": 0, "unconscious": 10, "serious": 180, "dead": "dead"}


def two_dice(roll):
    """The sum of two dice."""
    return roll(6) + roll(6)


def throw(roll, *, needed, dm):
    """Whether two dice and a DM reach a number."""
    return two_dice(roll) + dm >= needed


# Wounds ------------------------------------------------------------------------------------------------------------------
# values: strength, dexterity, endurance

WOUND_KNOBS = {
    "first_blood_overflow": choice("lost", "random_other"),
    "later_groups": choice("victim", "attacker", "random", "random_any"),
    "group_overflow": choice("lost", "carry_on"),
}
BODY = {name: whole(7, 1, 15) for name in ("strength", "dexterity", "endurance")}


def zeros(values):
    """How many characteristics are at 0."""
    return values.count(0)


def lessened(values, place, points):
    """The values after points on one of them, and the points that it could not take."""
    taken = min(values[place], points)
    return (*values[:place], values[place] - taken, *values[place + 1 :]), points - taken


def throw_dice(roll, *, dice):
    """The faces of some dice in ascending order."""
    return tuple(sorted(roll(6) for _ in range(dice)))


def sum_of_dice(roll, *, dice):
    """The sum of some dice."""
    return sum(roll(6) for _ in range(dice))


def placed_group(values, points, group_overflow):
    """All that can come of one group of points placed by somebody who may choose."""
    found = set()
    for place, value in enumerate(values):
        if value == 0:
            continue
        after, over = lessened(values, place, points)
        if over and group_overflow == "carry_on":
            found |= placed_group(after, over, group_overflow)
        else:
            found.add(after)
    return found or {values}


@cache
def placements(values, faces, group_overflow):
    """All that can come of the dice, each placed whole, in any order."""
    if not faces or zeros(values) == 3:
        return {values}
    found = set()
    for place, points in enumerate(faces):
        others = faces[:place] + faces[place + 1 :]
        for after in placed_group(values, points, group_overflow):
            found |= placements(after, others, group_overflow)
    return found


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
    return random_group(roll, points=roll(6), **how)


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


def wounded_triple(roll, *, strength=7, dexterity=7, endurance=7, first_wound=True, **how):
    """The three values after one wound."""
    values = (strength, dexterity, endurance)
    if first_wound and zeros(values) or zeros(values) == 3:
        raise ValueError("wounded before, or dead already")
    settled = {
        "wound_dice": 3,
        "first_blood_overflow": "lost",
        "later_groups": "victim",
        "group_overflow": "lost",
        **how,
    }
    return roll.part(after_wound, values=values, first_wound=first_wound, **settled)


def wounded_values(roll, **params):
    """The three values after one wound, as a text."""
    return "/".join(map(str, wounded_triple(roll, **params)))


def wound(roll, **params):
    """What one wound does."""
    return STATES[zeros(wounded_triple(roll, **params))]


def minutes_out(roll, **params):
    """Minutes without consciousness after one wound."""
    return MINUTES[wound(roll, **params)]


EVADING = {"close": -1, "short": -1, "medium": -2, "long": -4, "very_long": -4}


def to_hit(
    roll, *, weapon_skill=0, parry_skill=0, characteristic_dm=0, armor_dm=0, range_dm=0, cover_dm=0, evading=False,
    range="short", other_dm=0,
):  # fmt: skip
    """One throw to hit."""
    dm = weapon_skill - parry_skill + characteristic_dm + armor_dm + range_dm + cover_dm + other_dm
    if evading:
        dm += EVADING[range]
    elif range != "short":
        raise ValueError("the range tells on an evading man only")
    return "hit" if roll(6) + roll(6) + dm >= 8 else "miss"


def attack(roll, *, dm=0, **params):
    """A throw to hit, and the wound of a hit."""
    hit = roll.part(throw, needed=8, dm=dm)
    label = wound(roll, **params)
    return label if hit else "miss"


# Hits and rounds ---------------------------------------------------------------------------------------------------------
# state of a target: its values, and whether it has not been wounded before


def wound_knobs(params):
    """The three rulings about wounds out of all parameters."""
    return {name: params[name] for name in WOUND_KNOBS}


def hit_target(roll, *, target, wound_dice, **knobs):
    """The state of a target after one hit."""
    values, unhurt = target
    if zeros(values) == 3:
        return target
    return roll.part(after_wound, values=values, first_wound=unhurt, wound_dice=wound_dice, **knobs), False


def attacked(roll, *, target, dm, **how):
    """The state of a target after one attack."""
    if roll.part(throw, needed=8, dm=dm):
        return roll.part(hit_target, target=target, **how)
    return target


def fresh_target(*, strength, dexterity, endurance, **others):
    """A target before its first wound."""
    return (strength, dexterity, endurance), True


def at_stage(target, stage):
    """Whether the target has come to the stage, or beyond."""
    return zeros(target[0]) >= STAGES[stage]


WOUNDS = {**BODY, "wound_dice": whole(3, 1, 6), "stage": choice(*STAGES), **WOUND_KNOBS}
HITS_TO = Process(
    {**WOUNDS, "max_hits": whole(6, 1, 30)},
    start=fresh_target,
    turn=lambda roll, state, **params: roll.part(
        hit_target, target=state, wound_dice=params["wound_dice"], **wound_knobs(params)
    ),
    outcome=lambda state, turns_done, *, stage, **others: turns_done if at_stage(state, stage) else None,
    limit=lambda *, max_hits, **others: max_hits,
    unfinished=lambda state, **params: "more",
)


def attacked_in_turn(roll, *, target, dms, **how):
    """The state of a target after several attacks, one after the other, each with its own DM."""
    if len(dms) > 1:
        target = roll.part(attacked_in_turn, target=target, dms=dms[:-1], **how)
    return roll.part(attacked, target=target, dm=dms[-1], **how)


def blows_before_weakness(*, surprise_blows, blow_limit, **others):
    """The attacks with full strength, None when they have no end."""
    return surprise_blows + blow_limit if blow_limit > 0 else None


def round_of_attacks(roll, state, *, dm, weakened_dm, attacks_per_round, wound_dice, **others):
    """All attacks of one round; the state also holds the attacks with full strength that are left."""
    target, strong = state
    dms = []
    for _ in range(attacks_per_round):
        dms.append(dm + weakened_dm if strong == 0 else dm)
        if strong:
            strong -= 1
    knobs = wound_knobs(others)
    return roll.part(attacked_in_turn, target=target, dms=tuple(dms), wound_dice=wound_dice, **knobs), strong


ROUNDS_TO = Process(
    {
        "dm": whole(0, -20, 20),
        "attacks_per_round": whole(1, 1, 4),
        "rounds": whole(6, 1, 30),
        **WOUNDS,
        "blow_limit": whole(0, 0, 60),
        "surprise_blows": whole(0, 0, 60),
        "weakened_dm": whole(-1, -12, -1),
    },
    start=lambda **params: (fresh_target(**params), blows_before_weakness(**params)),
    turn=round_of_attacks,
    outcome=lambda state, turns_done, *, stage, **others: turns_done if at_stage(state[0], stage) else None,
    limit=lambda *, rounds, **others: rounds,
    unfinished=lambda state, **params: "more",
)


DOWN = (0, 0, 0), False  # a fighter who has lost his duel, however badly he is hurt


def fighter(side, params):
    """A fighter before the duel."""
    return fresh_target(**{name: params[f"{side}_{name}"] for name in BODY})


def fought(roll, *, target, stage, **how):
    """The state of a fighter after the other's attack; whoever has come to the stage is just down."""
    after = roll.part(attacked, target=target, **how)
    return DOWN if at_stage(after, stage) else after


def duel_round(roll, state, **params):
    """One attack of each on the other, at the same time."""
    knobs = {"stage": params["stage"], **wound_knobs(params)}
    a, b = state
    return (
        roll.part(fought, target=a, dm=params["b_dm"], wound_dice=params["b_wound_dice"], **knobs),
        roll.part(fought, target=b, dm=params["a_dm"], wound_dice=params["a_wound_dice"], **knobs),
    )


def duel_outcome(state, turns_done, *, stage, **others):
    """Who is down."""
    a_down, b_down = (at_stage(target, stage) for target in state)
    if a_down and b_down:
        return "both_down"
    if a_down:
        return "b_wins"
    return "a_wins" if b_down else None


DUEL = Process(
    {
        **{f"{side}_dm": whole(0, -20, 20) for side in "ab"},
        **{f"{side}_wound_dice": whole(3, 1, 6) for side in "ab"},
        **{f"{side}_{name}": knob for side in "ab" for name, knob in BODY.items()},
        "stage": choice(*STAGES),
        "rounds": whole(6, 1, 30),
        **WOUND_KNOBS,
    },
    start=lambda **params: (fighter("a", params), fighter("b", params)),
    turn=duel_round,
    outcome=duel_outcome,
    limit=lambda *, rounds, **others: rounds,
    unfinished=lambda state, **params: "undecided",
)


# Morale ------------------------------------------------------------------------------------------------------------------


def morale(
    roll,
    *,
    party_size=8,
    casualties=2,
    military=False,
    leader_skill=False,
    leader_tactical=False,
    leader_down=False,
    fallen_leader_tactical="ignored",
):
    """One throw of the whole party."""
    if casualties >= party_size or leader_down and casualties == 0:
        raise ValueError("nobody left, or a fallen leader who is no casualty")
    if 4 * casualties < party_size:
        return "stands"
    dm = (1 if military else 0) + (1 if leader_skill else 0)
    if leader_tactical and (not leader_down or fallen_leader_tactical == "kept"):
        dm += 1
    if 2 * casualties > party_size:
        dm -= 2
    if leader_down:
        dm -= 2
    return "stands" if throw(roll, needed=7, dm=dm) else "flees"


def morale_start(*, party_size, casualties, casualties_per_round, rounds, leader_down_round, **others):
    """The number of rounds done, and how the party is."""
    if casualties >= party_size:
        raise ValueError("nobody left at the start")
    if leader_down_round > rounds:
        raise ValueError("the leader falls after the last round")
    if leader_down_round and casualties + leader_down_round * casualties_per_round == 0:
        raise ValueError("the leader falls but nobody is a casualty")
    return 0, "stands"


def morale_round(roll, state, **params):
    """The losses of one round, then the throw."""
    number = state[0] + 1
    lost = params["casualties"] + number * params["casualties_per_round"]
    if lost >= params["party_size"]:
        return number, "wiped_out"
    fell = params["leader_down_round"]
    tactical = params["leader_tactical"]
    down = False
    if fell:
        begins = fell if params["leader_loss_starts"] == "same_round" else fell + 1
        down = begins <= number <= begins + 1
        if number > begins + 1:
            tactical = params["new_leader_tactical"]
    result = roll.part(
        morale,
        party_size=params["party_size"],
        casualties=lost,
        military=params["military"],
        leader_skill=params["leader_skill"],
        leader_tactical=tactical,
        leader_down=down,
        fallen_leader_tactical=params["fallen_leader_tactical"],
    )
    return number, result


def morale_outcome(state, turns_done, **params):
    """The round of the flight."""
    number, party = state
    if party == "flees":
        return number
    return "wiped_out" if party == "wiped_out" else None


MORALE_BREAK = Process(
    {
        "party_size": whole(8, 1, 1000),
        "casualties": whole(0, 0, 1000),
        "casualties_per_round": whole(1, 0, 100),
        "rounds": whole(6, 1, 30),
        "military": yes_no(),
        "leader_skill": yes_no(),
        "leader_tactical": yes_no(),
        "leader_down_round": whole(0, 0, 30),
        "new_leader_tactical": yes_no(),
        "leader_loss_starts": choice("same_round", "next_round"),
        "fallen_leader_tactical": choice("ignored", "kept"),
    },
    morale_start,
    morale_round,
    morale_outcome,
    limit=lambda *, rounds, **others: rounds,
    unfinished=lambda state, **params: "stands",
)


# The meeting -------------------------------------------------------------------------------------------------------------


def escape(roll, *, range="medium", has_surprise=False, close_short_escape_dm=1):
    """The throw of a party without surprise."""
    if has_surprise:
        return "no_escape"
    dm = close_short_escape_dm if range in ("close", "short") else ESCAPE_DM[range]
    return "escapes" if throw(roll, needed=9, dm=dm) else "no_escape"


def avoid(roll, *, outnumbered=True, has_surprise=True):
    """The throw of outnumbered people with surprise."""
    if not (outnumbered and has_surprise):
        return "stays"
    return "avoids" if throw(roll, needed=7, dm=0) else "stays"


def hostile_attack(roll, *, reaction="hostile_attack_on_5", may_attack="separate"):
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
    return "attack" if throw(roll, needed=needed, dm=0) else "no_attack"


def reaction_attack(roll, *, may_attack="separate", **params):
    """The reaction and what comes of it."""
    return roll.part(hostile_attack, reaction=roll.part(reaction, **params), may_attack=may_attack)


def who_surprises(roll, *, party_dm, npc_dm):
    """The side which is 3 ahead, or nobody."""
    party = roll(6) + party_dm
    npcs = roll(6) + npc_dm
    if abs(party - npcs) < 3:
        return "nobody"
    return "party" if party > npcs else "npcs"


def meeting(
    roll,
    *,
    party_surprise_dm=0,
    npc_surprise_dm=0,
    terrain="clear",
    party_plan="meet",
    npc_plan="meet",
    npc_outnumbered=False,
    service_terms=0,
    world_population=5,
    other_dm=0,
    may_attack="separate",
    party_with_surprise="leaves",
    close_short_escape_dm=1,
    range_out_of_table="clamp",
    range_rows_1_2="as_printed",
):
    """From the surprise to the first blow."""
    ahead = roll.part(who_surprises, party_dm=party_surprise_dm, npc_dm=npc_surprise_dm)
    far = roll.part(
        encounter_range, terrain=terrain, range_out_of_table=range_out_of_table, range_rows_1_2=range_rows_1_2
    )

    def gets_away():
        return roll.part(escape, range=far, close_short_escape_dm=close_short_escape_dm) == "escapes"

    if ahead == "party" and party_plan == "leave":
        if party_with_surprise == "leaves":
            return "party_avoids"
        if party_with_surprise == "throws_7" and roll.part(throw, needed=7, dm=0):
            return "party_avoids"
    if ahead == "npcs" and roll.part(avoid, outnumbered=npc_outnumbered) == "avoids":
        return "npc_avoids"
    if ahead != "party" and party_plan == "leave" and gets_away():
        return "party_escapes"
    if ahead != "npcs" and npc_plan == "leave" and gets_away():
        return "npc_escapes"
    return roll.part(
        reaction_attack,
        service_terms=service_terms,
        world_population=world_population,
        other_dm=other_dm,
        may_attack=may_attack,
    )


MEETING = one_pass(
    {
        "party_surprise_dm": whole(0, -6, 6),
        "npc_surprise_dm": whole(0, -6, 6),
        "terrain": choice(*TERRAIN),
        "party_plan": choice("meet", "leave"),
        "npc_plan": choice("meet", "leave"),
        "npc_outnumbered": yes_no(),
        "service_terms": whole(0, 0, 20),
        "world_population": whole(5, 0, 15),
        "other_dm": whole(0, -12, 12),
        "may_attack": choice("separate", "never", "throw_8", "always"),
        "party_with_surprise": choice("leaves", "throws_7", "cannot_leave"),
        "close_short_escape_dm": choice(*CLOSE_SHORT),
        "range_out_of_table": choice("clamp", "reroll"),
        "range_rows_1_2": choice("as_printed", "swapped"),
    },
    meeting,
)
