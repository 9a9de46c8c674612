"""Traveller reference sheet: what its events say."""

from .events import at_least

HOSTILE = {"hostile_attack_on_5", "hostile_attack_on_8", "hostile_may_attack"}
FRIENDLY = {"interested", "intrigued", "responsive", "enthusiastic", "genuinely_friendly"}
ATTACKS = {"attacks": {"attack"}, "attacks, or may do so": {"attack", "may_attack"}}
NEAR, FAR = {"close", "short", "medium"}, {"long", "very_long"}
WOUNDS = {
    "puts him down": {"unconscious", "serious", "dead"},
    "wounds seriously or worse": {"serious", "dead"},
    "kills": {"dead"},
}

EVENTS = {
    "random_encounter": {"meets somebody": {"encounter"}},
    "animal_encounter": {"meets animals": {"encounter"}},
    "legal": {"is harassed": {"harassed"}, "is left alone": {"left_alone"}},
    "patron": {"finds a patron": {"patron"}},
    "rumor": {"hears a rumour": {"rumor"}},
    "encounter_count": {"has at least one": at_least(1), "has two or more": at_least(2)},
    "first_encounter": {"comes in time": at_least(1), "comes at once": {1}, "does not come": {"none"}},
    "surprise": {
        "party has surprise": {"party_surprises"},
        "other side has surprise": {"other_surprises"},
        "someone has surprise": {"party_surprises", "other_surprises"},
    },
    "encounter_range": {
        "is short or closer": {"close", "short"},
        "is medium or closer": NEAR,
        "is long or farther": FAR,
    },
    "escape": {"escapes": {"escapes"}, "is still there": {"no_escape"}},
    "avoid": {"avoids": {"avoids"}, "stays": {"stays"}},
    "reaction": {
        "is hostile or violent": HOSTILE | {"violent"},
        "is interested or better": FRIENDLY,
        "is violent": {"violent"},
    },
    "hostile_attack": ATTACKS,
    "reaction_attack": ATTACKS,
    "meeting": {
        "comes to blows": {"attack"},
        "somebody gets away": {"party_avoids", "party_escapes", "npc_avoids", "npc_escapes"},
        "the party gets away": {"party_avoids", "party_escapes"},
    },
    "first_blow_range": {
        "they attack": NEAR | FAR,
        "they attack from medium range or closer": NEAR,
        "they attack from long range or farther": FAR,
        "no blow falls": {"no_blow"},
    },
    "rounds_to_close": {"meet": at_least(0)},
    "closing": {"are in contact at once": {0}, "meet within a round": {0, 1}, "meet": at_least(0)},
    "to_hit": {"hits": {"hit"}},
    "hits": {"hits at least once": at_least(1), "hits twice or more": at_least(2)},
    "attack": {"hits": {"minor", *WOUNDS["puts him down"]}, **WOUNDS},
    "wound": WOUNDS,
    "wounded_values": {
        "leaves none at 0": lambda values: min(values) > 0,
        "leaves one or more at 0": lambda values: min(values) == 0,
    },
    "minutes_out": {"is put out": {10, 180, "dead"}, "dies": {"dead"}},
    "hits_to": {"falls in time": at_least(1), "falls at the first hit": {1}, "needs more hits": {"more"}},
    "rounds_to": {"falls in time": at_least(1), "falls in the first round": {1}, "is still up": {"more"}},
    "duel": {
        "A wins": {"a_wins"},
        "B wins": {"b_wins"},
        "both fall": {"both_down"},
        "nobody falls": {"undecided"},
    },
    "morale": {"stands": {"stands"}, "flees": {"flees"}},
    "morale_break": {"runs": at_least(1), "stands to the end": {"stands"}, "is wiped out": {"wiped_out"}},
}
