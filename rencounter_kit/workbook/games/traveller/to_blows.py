"""A meeting as it is played, throw by throw: from the encounter to the first blow. Only checks throw here."""

from math import inf
from typing import Any

from ...mechanics.answer import Answer
from ...mechanics.flow import CheckFlow, FlowStep, FlowWay, OneOf
from .checklist import random_encounter
from .distances import bands_of, rounds_to_close
from .escape import RANGES, avoid, escape
from .fights import duel
from .ranges import encounter_range
from .reaction import ATTACKS, REACTIONS, hostile_attack, reaction
from .surprise import surprise
from .to_hit import to_hit
from .wounds import BODY, RULINGS, wound

DOUBTFUL = REACTIONS[: REACTIONS.index("unreceptive")]  # those that may come to an attack
FRIENDLY = REACTIONS.index("interested")
HURT = {
    "minor": "a minor wound",
    "unconscious": "he falls unconscious",
    "serious": "a serious wound",
    "dead": "he is dead",
}
FIGHTS_ON = {"minor": ", and he may fight on"}  # a duel begins with unhurt men, so that the flow ends there
FOUGHT = {
    "b_wins": "the attacker falls",
    "undecided": "nobody falls in time",
    "both_down": "both fall",
    "a_wins": "the one attacked falls",
}
SEEN = {
    *(f"party_{name}" for name in ("people", "leader", "tactical", "military", "battle_dress", "vehicle")),
    *(f"other_{name}" for name in ("people", "animals", "leader", "tactical", "military")),
}
TO_BLOWS_PLANS = "party_plan npc_plan npc_outnumbered hand_to_hand"


def apart(far: str, answer: Answer) -> Any:
    """The bands in which those met may stand within a range, by the ruling."""
    r = answer.rules
    bands, ruled = bands_of(far, r), r["rulings.start_band"]
    return OneOf(bands) if ruled == "uniform" and len(bands) > 1 else bands[-1 if ruled == "far" else 0]


def range_way(far: str) -> FlowWay:
    """A range, and all that goes by it."""
    names = ("escape.range", "their_escape.range", "first_blow.range")
    says = f"at {far.replace('_', ' ')} range"
    return FlowWay(
        says, far, {**dict.fromkeys(names, far), "coming_closer.distance": lambda answer: apart(far, answer)}
    )


def same_dm(answer: Answer) -> int:
    """The DM of the first blow, as far as a duel goes; beyond that it hits always or never."""
    values = duel.parameters["a_dm"].values()
    return max(values[0], min(values[-1], answer.targets.dm))


def reacting(one: str) -> str:
    """A reaction in words."""
    more = " or more" if one[-1].isdecimal() else ""
    return one.replace("hostile_", "hostile, ").replace("_", " ") + more


def contact_way(says: str, least: int, most: float) -> FlowWay:
    """They come to contact within so many rounds."""
    return FlowWay(says, lambda got: got != "never" and least <= got <= most, {"first_blow.range": RANGES[0]})


TO_BLOWS = CheckFlow(
    "traveller.to_blows",
    "From the meeting to the first blow",
    "Encounter Checklist; Surprise; Escape and Avoidance; Combat Procedure",
    [
        FlowStep(
            "encounter",
            "Does the party meet somebody today?",
            random_encounter,
            [FlowWay("somebody comes", "encounter"), FlowWay("nobody comes", "no_encounter", ends="nobody is met")],
        ),
        FlowStep(
            "surprise",
            "Who sees the other first?",
            surprise,
            [
                FlowWay(
                    "the party has surprise",
                    "party_surprises",
                    {"slip_away.has_surprise": True, "escape.has_surprise": True},
                ),
                FlowWay("nobody has surprise", "no_surprise"),
                FlowWay(
                    "the others have surprise",
                    "other_surprises",
                    {"avoiding.has_surprise": True, "their_escape.has_surprise": True},
                ),
            ],
            controls=[name for name in surprise.parameters if name in SEEN],
        ),
        FlowStep(
            "range",
            "How far apart do they meet?",
            encounter_range,
            [range_way(far) for far in RANGES],
            controls=("terrain",),
        ),
        FlowStep(
            "slip_away",
            "Does the party, unseen, slip away?",
            avoid,
            [
                FlowWay("the party slips away", "avoids", ends="the party slips away unseen"),
                FlowWay("the party stays", "stays"),
            ],
            settings={"outnumbered": True, "has_surprise": False},
            only=("party_plan", "leave"),
            settled=("rulings.party_with_surprise", {"leaves": "avoids", "cannot_leave": "stays"}),
        ),
        FlowStep(
            "avoiding",
            "Do the others, fewer and unseen, slip away?",
            avoid,
            [
                FlowWay("the others slip away", "avoids", ends="the others slip away unseen"),
                FlowWay("the others stay", "stays"),
            ],
            settings={"has_surprise": False},
            plans={"outnumbered": "npc_outnumbered"},
        ),
        FlowStep(
            "escape",
            "Does the party escape?",
            escape,
            [
                FlowWay("the party escapes", "escapes", ends="the party escapes"),
                FlowWay("the party does not escape", "no_escape"),
            ],
            only=("party_plan", "leave"),
        ),
        FlowStep(
            "their_escape",
            "Do the others escape?",
            escape,
            [
                FlowWay("the others escape", "escapes", ends="the others escape"),
                FlowWay("the others do not escape", "no_escape"),
            ],
            only=("npc_plan", "leave"),
        ),
        FlowStep(
            "reaction",
            "How do the others react?",
            reaction,
            [
                *(FlowWay(reacting(one), one, {"attack.reaction": one}) for one in DOUBTFUL),
                FlowWay("cool", list(REACTIONS[len(DOUBTFUL) : FRIENDLY]), ends="they stay cool, and nobody attacks"),
                FlowWay("friendly", list(REACTIONS[FRIENDLY:]), ends="they are interested or friendly"),
            ],
            controls=("service_terms", "world_population", "other_dm"),
        ),
        FlowStep(
            "attack",
            "Do they attack?",
            hostile_attack,
            [
                FlowWay("they hold back", ATTACKS.names[0], ends="they are hostile, but do not attack"),
                FlowWay("they may attack", ATTACKS.names[1], ends="the referee decides whether they attack"),
                FlowWay("they attack", ATTACKS.names[2]),
            ],
            controls=("may_attack",),
        ),
        FlowStep(
            "coming_closer",
            "How soon are they in contact?",
            rounds_to_close,
            [
                contact_way("in contact at once", 0, 0),
                contact_way("in contact after 1 round", 1, 1),
                contact_way("in contact after 2 to 5 rounds", 2, 5),
                contact_way("in contact after more than 5 rounds", 6, inf),
                FlowWay("they never meet", "never", ends="they never come to contact"),
            ],
            controls=("speed", "other_speed"),
            only=("hand_to_hand", True),
        ),
        FlowStep(
            "first_blow",
            "Does the first blow or shot hit?",
            to_hit,
            [FlowWay("it hits", "hit"), FlowWay("it misses", "miss", {"fight.a_dm": same_dm}, to="fight")],
            controls=("weapon_skill", "parry_skill", "armor_dm", "cover_dm", "evading", "other_dm"),
        ),
        FlowStep(
            "wound",
            "What does the wound do?",
            wound,
            [FlowWay(says, one, ends=f"first blow: {says}{FIGHTS_ON.get(one, '')}") for one, says in HURT.items()],
            controls=("wound_dice", "strength", "dexterity", "endurance"),
        ),
        FlowStep(
            "fight",
            "The first blow was a miss: who wins the fight, the attacker (A) or the one attacked (B)?",
            duel,
            [FlowWay(says, one, ends=f"fight after a miss: {says}") for one, says in FOUGHT.items()],
            controls=("b_dm", "b_wound_dice"),
            shared={
                "a_wound_dice": "wound.wound_dice",
                **{f"b_{name}": f"wound.{name}" for name in BODY},
                **{ruling: f"wound.{ruling}" for ruling in RULINGS.split()},
            },
        ),
    ],
    TO_BLOWS_PLANS,
    page="traveller_encounter",
)
