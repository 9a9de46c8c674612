"""Rencounter: what its events say."""

from .events import at_least, befalls

DOWN = ("serious", "crippling", "dead")
WOUNDED = ("minor", *DOWN)
STRUCK = ("none", *WOUNDED)  # hit, with or without effect
ACTS = {"acts": {"act"}, "runs or routs": {"run", "rout"}, "is out of the game": {"rout", "overcome"}}
FALLS = {"puts him down": {*DOWN}, "kills": {"dead"}}
SHOT = {"hits": befalls("hit_horse", *STRUCK), "puts down": befalls(*DOWN), "kills": befalls("dead")}
FIRES = {**SHOT, "fires": lambda outcome: outcome != "no_shot"}
WINNERS = {"A wins": {"a_wins"}, "B wins": {"b_wins"}, "nobody wins": {"undecided"}}
ENDS = {
    "A wins": {"b_dead", "b_overcome", "b_run"},
    "B wins": {"a_dead", "a_overcome", "a_run"},
    "nobody wins": {"undecided"},
    "A dies": {"a_dead"},
    "B dies": {"b_dead"},
}
TUMBLE = {"wounds him": {*WOUNDED}, "knocks him down": {*DOWN}, "kills": {"dead"}}
PREMATURE = {f"premature_{hurt}_crew_{flight}" for hurt in (0, 1, 2) for flight in ("low", "high")}
CLEARED = {f"clear_{actions}" for actions in range(1, 7)}


def part(place, *these):
    """What befell one of several is one of these; nothing, where it did not come to that."""
    return lambda outcome: isinstance(outcome, tuple) and outcome[place] in these


EVENTS = {
    "action": ACTS,
    "group_order": ACTS,
    "fire": SHOT,
    "opportunity_fire": FIRES,
    "last_shot": FIRES,
    "wound result=wound": {"puts down": {*DOWN}, "kills": {"dead"}},
    "duck_back": {"ducks": {"ducks"}},
    "knockdown": {"is knocked down": {"down"}},
    "melee result=wounds": {
        "wounds the defender": part(0, *WOUNDED),
        "puts down the defender": part(0, *DOWN),
        "kills": part(0, "dead"),
        "is wounded by a riposte": part(1, *WOUNDED),
    },
    "melee result=summary": {"hits": {"hit"}, "is struck by a riposte": {"riposted"}},
    "gang_up result=worst_wound": FALLS,
    "gang_up result=fate": {"puts him down": {"down", "dead"}, "kills": {"dead"}},
    "duel result=end": ENDS,
    "duel result=winner": WINNERS,
    "duel result=winners_wounds": {"nobody wins": {"undecided"}},
    "duel result=a_wounds": {"B wins": {"a_out"}},
    "duel result=b_wounds": {"A wins": {"b_out"}},
    "gunfight result=end": ENDS,
    "gunfight result=winner": WINNERS,
    "gunfight result=winners_wounds": {"nobody wins": {"undecided"}},
    "gunfight result=a_wounds": {"B wins": {"a_out"}},
    "gunfight result=b_wounds": {"A wins": {"b_out"}},
    "charge result=arriving": {"somebody arrives": at_least(1)},
    "charge result=end": {"arrives": {"arrives"}, "is shot down": {"shot_down"}},
    "heroism result=ever_six": {"comes to six": {"yes"}},
    "skirmish result=end": WINNERS,
    "unit_under_fire result=end": {"breaks": {"broken", "gone"}, "holds": {"holds"}},
    "fire_turn result=worst": FALLS,
    "activation_cards result=acts": {"acts": {"yes"}},
    "activation_dice result=order": {
        f"side {side} is first": lambda steps, side=side: steps[0][0] == side for side in "AB"
    },
    "activation_dice result=first": {
        f"side {side} is first": {f"{side}{many}" for many in range(1, 5)} for side in "AB"
    },
    "activation_counters result=twice": {"unit 1 acts twice first": {"yes"}},
    "buttkick": {"acts": {"act"}, "does not respond": {"no_effect"}, "leader fails": {"leader_failed"}},
    "inspiration": {"is inspired": {"inspired"}},
    "spot": {"spots them": {"spotted"}},
    "grenade": {
        "wounds": {"minor", "minor_down", *DOWN},
        "knocks over": {"none_down", "minor_down", *DOWN},
        "puts down": {*DOWN},
        "kills": {"dead"},
    },
    "canister result=wound": {"hits": {*STRUCK}, "puts down": {*DOWN}, "kills": {"dead"}},
    "misfire": {
        "has an accident": {"explodes", "crew_hurt"} | PREMATURE | CLEARED,
        "explodes": {"explodes"},
        "goes off too soon": PREMATURE,
        "must be cleared": CLEARED,
    },
    "weapon_breakage": {
        "breaks the attacker's weapon": {"attacker_breaks", "both"},
        "breaks the defender's weapon or shield": {"defender_breaks", "both"},
        "breaks something": {"attacker_breaks", "defender_breaks", "both"},
    },
    "weapon_stuck": {"comes free": {"free"}, "is gone for good": {"lost", "broken"}},
    "bayonet_shot result=wound": {"puts down": {*DOWN}, "kills": {"dead"}},
    "horsemanship": {"succeeds": {"ok"}, "falls": {"fall"}},
    "fall kind=moving": TUMBLE,
    "fall kind=height": TUMBLE,
    "fall kind=crippled_horse": {
        "wounds him": part(0, *WOUNDED),
        "knocks him down": part(0, *DOWN),
        "kills": part(0, "dead"),
    },
    "collision kind=foot": {
        "hits": {*STRUCK},
        "wounds the man or horse in the way": {*WOUNDED},
        "wounds his own horse": set(),
        "unhorses himself": {"falls"},
        "unhorses the other rider": set(),
    },
    "collision kind=horse": {
        "hits": part(0, *STRUCK),
        "wounds the man or horse in the way": part(2, *WOUNDED),
        "wounds his own horse": part(0, *WOUNDED),
        "unhorses himself": lambda outcome: outcome == "falls" or part(1, "falls")(outcome),
        "unhorses the other rider": part(3, "falls"),
    },
    "trip": {"trips": {"trip"}},
    "attack_horse": {
        "wounds the horse": {*WOUNDED},
        "brings the horse down": {"crippling", "dead"},
        "kills the horse": {"dead"},
    },
    "horse_attack": {
        "wounds him": part(0, *WOUNDED),
        "knocks him down": part(0, *DOWN),
        "kills him": part(0, "dead"),
        "unhorses the rider": part(1, "falls"),
    },
    "horse_kick": {"wounds him": {*WOUNDED}, "kicks": {*STRUCK}, "knocks him down": {*DOWN}},
    "wound_location result=location": {"in an arm": {"left_arm", "right_arm"}, "in a leg": {"left_leg", "right_leg"}},
    "wound_location result=drops": {"lets go of what he holds": {"drops"}},
    "recovery": {"heals without a mark": {0}, "dies": {"dead"}},
    "improvement result=change": {"improves": {"improves"}},
    "victory": {"gives way": {"gives_way"}},
}
