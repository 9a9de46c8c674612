"""Odd Encounters: what its events say."""

from .events import at_least, below

STRUCK = {"hits": {"wounded", "killed"}, "kills": {"killed"}}
HURT = {"kills": {"killed"}, "hurts": {"wounded", "killed"}}
WINDS = {f"wind_{hour}" for hour in range(1, 13)}

EVENTS = {
    "turn_order": {"goes first": {1}},
    "melee_attack": STRUCK,
    "missile_attack": STRUCK,
    "shot_into_melee": {
        "hits an enemy": {"enemy_wounded", "enemy_killed"},
        "hits a friend": {"friend_wounded", "friend_killed"},
        "kills an enemy": {"enemy_killed"},
        "kills a friend": {"friend_killed"},
    },
    "saving_throw": {"saves": {"saves"}},
    "hold_person": {"holds somebody": at_least(1)},
    # it wants to go straight on: 12 o'clock
    "insect_plague_exit measure=hour": {"leaves where it wants": {12}},
    "insect_plague_exit measure=hours_off": {"leaves where it wants": {0}},
    "elemental_attack": STRUCK,
    "spell_kill": HURT,
    "blast_group": {"kills somebody": at_least(1)},
    "sleep": {"puts somebody to sleep": at_least(1)},
    "web": {"is caught": at_least(1)},
    "confusion": {"confuses somebody": at_least(1)},
    "confusion_action": {"attacks its own team": {"attack_own_team"}},
    "fear": {"flees": {"flees"}},
    "cloudkill": HURT,
    "cloudkill_wind": {"drifts with the wind": WINDS},
    "duel": {"A wins": {"a_wins"}, "B wins": {"b_wins"}, "nobody wins": {"undecided"}},
    "duel_length": {"ends in the first round": {1}},
    "approach_under_fire": {"is shot dead": {0}, "comes into contact": at_least(1)},
    "skirmish": {"A wins": at_least(1), "B wins": below(0), "nobody wins": {0}},
    "volley": {"kills somebody": at_least(1)},
}
