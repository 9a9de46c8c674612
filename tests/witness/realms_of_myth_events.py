"""Realms of Myth: what its events say."""

from .events import at_least, below

SUCCESS = {"succeeds": {"success"}}
HIT = {"hits": {"hit"}}
SOMETHING_HITS = {"hits at least once": at_least(1)}
WOUNDED = {"wounds him": at_least(1)}


def before_all(letter):
    """The first to act, with nobody at the same time: what follows says "=" where it is."""
    return lambda turns: turns[0] == letter and (len(turns) == 1 or turns[1][0] != "=")


EVENTS = {
    "task": SUCCESS,
    "simple_roll": SUCCESS,
    "roll_margin": {"succeeds": at_least(0), "fails": below(0)},
    "graded_roll": {"succeeds": {"heroic", "success"}, "is heroic": {"heroic"}, "is a Bumble": {"bumble"}},
    "contested_roll": {
        "first side wins": {"first_succeeds_alone", "both_succeed_first_wider"},
        "second side wins": {"second_succeeds_alone", "both_succeed_second_wider"},
        "nobody wins": {"both_succeed_equal", "both_fail"},
    },
    "fly_direction": {"flies to the front": {1}},
    "initiative_order": {f"{letter} acts before anybody else": before_all(letter) for letter in "AB"},
    "initiative_position": {"acts first": {1}},
    "awareness": {"are noticed": {"aware"}},
    "surprise": {"is surprised": {"briefly_surprised", "overwhelmed"}, "is overwhelmed": {"overwhelmed"}},
    "surprise_duration": {"loses time": at_least(1)},
    "surprise_penalty": {"suffers a penalty": at_least(1)},
    "surprise_recovery": {"recovers": {"recovered"}},
    "rear_threat": {"notices the threat": {"noticed"}},
    "ruse": {"is taken in": {"taken_in"}},
    "locate_sniper": {"is found at once": {1}},
    "surprise_spell": {"is free at once": {0}},
    "surprise_free_blows": {"a blow lands": at_least(1)},
    "string_bow": {"strings the bow": {"strung"}},
    "string_bow_attempts": {"is strung at once": {1}},
    "grab_in_passing": {"gets it": {"grabbed"}},
    "leap_snatch": {"snatches it": {"snatched"}},
    "draw_from_container": {"finds the right thing": {"right_item"}},
    "hand_off": {"takes it": {"taken"}},
    "object_struggle": {
        "A gets it": {"A"},
        "somebody gets it": set("ABCDEFGH"),
        "nobody gets it": {"flies_off", "breaks", "endless"},
    },
    "catch_falling": {
        "catches it": {"caught_intact", "caught_broken"},
        "stays whole": {"caught_intact", "dropped_intact"},
        "breaks": {"caught_broken", "dropped_broken"},
    },
    "strike": WOUNDED,
    "combination_strike": WOUNDED,
    "attacks_to_first_wound": {"wounds with the first attack": {1}},
    "knockback": {"falls": {"falls"}, "keeps his feet": {"not_knocked_back", "keeps_feet"}},
    "pain": {
        "is knocked out": {"unconscious"},
        "is stunned": {"half_stunned", "stunned"},
        "is unaffected": {"unaffected"},
    },
    "stun_duration": {"is hampered": at_least(1)},
    "grievous_effort": {"acts with full STR": {"full_strength"}},
    "death_check": {"dies": {"dies"}, "stays awake": {"lives_conscious"}},
    "combination_attack": {"both hit": {2}, "at least one hits": {1, 2}},
    "melee_attack": HIT,
    "exchange": {"attack hits": {"attack_hits"}, "reprisal hits": {"reprisal_hits"}},
    "opportunity_attack": HIT,
    "body_check": {
        "the target is bounced": {"target_bounced"},
        "the target dodges": {"dodged_attacker_stands", "dodged_attacker_falls"},
        "the attacker is bounced or falls": {"attacker_bounced", "dodged_attacker_falls"},
    },
    "body_check_footing": {
        "the target falls": {"target_falls", "both_fall"},
        "the attacker falls": {"attacker_falls", "both_fall"},
    },
    "tackle": {"he is brought down": {"brought_down"}, "he stays up": {"target_prevails", "both_fail"}},
    "ranged_attack": HIT,
    "stray_fire": {
        "hits the target": {"target"},
        "hits somebody else": {f"bystander_{place}" for place in range(1, 9)},
        "hits nobody": {"nobody"},
    },
    "throw_and_catch": {"is caught": {"caught"}, "comes near": {"caught", "fumbled"}},
    "crossbow_cock": {"cocks it": {"cocked"}},
    "duel": {"A wins": {"a_wins"}, "B wins": {"b_wins"}, "nobody wins": {"no_end"}},
    "duel_length": {"ends in the first segment": {1}},
    "archers_before_contact": {"somebody is hit": at_least(1)},
    "step_inside": {"gets inside": {"inside", "inside_and_missed", "inside_and_hit"}, "hits": {"inside_and_hit"}},
    "intimidation": {
        "breaks his spirit": {"backs_away", "surrenders", "breaks_down"},
        "shakes him": {"guard_drops", "backs_away", "surrenders", "breaks_down"},
        "gives up": {"surrenders", "breaks_down"},
        "is missed": {"attack_missed"},
    },
    "attack_barrage": SOMETHING_HITS,
    "gang_attack": SOMETHING_HITS,
}
