"""A blow as it is played, step by step: from its force to the sickbed. All is worked out by checks."""

from typing import Any

from ...mechanics.answer import Answer
from ...mechanics.flow import RESULT, CheckFlow, FlowStep, FlowWay
from ...mechanics.modifiers import refuse
from .armor import armor_through
from .blows import pot
from .healing import healing_days, heals
from .knockback import barrier_pot, knockback
from .levels import LEVELS, MOST, death_check, wound_level
from .melee import melee_attack
from .pain import pain, stun_duration
from .wounds import wounds

WOUNDED = {"level.wounds": RESULT, "healing.wounds": RESULT}
MOST_PERCENT = 100
HURT = ("pain.pot_through", "stun.pot_through")
BLOW_PLANS = "roll_to_hit modified_sta barrier_feet p_res"


def made(answer: Answer) -> int:
    """The chance of a check that is made already: any roll is low enough."""
    return faces(answer)[-1]


def failed(answer: Answer) -> int:
    """The chance of one that has failed already: no roll is."""
    return faces(answer)[0] - 1


def faces(answer: Answer) -> range:
    """All that a roll may show; a percentage is as much as any of it, and another is less."""
    dice = answer.rules.dice("task")
    refuse(
        dice.faces[0] < 1 or dice.faces[-1] > MOST_PERCENT,
        f"each face of dice.task must be from 1 to {MOST_PERCENT}, where a check is made already; got {dice.written}; "
        "try d100",
    )
    return dice.faces


def lasting_way(says: str, when: Any, **more: Any) -> FlowWay:
    """A way whose words stay told until the end."""
    return FlowWay(says, when, tells=says, **more)


FROM_BLOW_TO_HEALING = CheckFlow(
    "realms_of_myth.from_blow_to_healing",
    "From the blow to the sickbed",
    "Resolving the Battle; Getting Hit; The Healing Process",
    [
        FlowStep(
            "to_hit",
            "Does the attack hit?",
            melee_attack,
            [FlowWay("it hits", "hit"), FlowWay("it misses", "miss", ends="the blow misses")],
            controls=("attack_av", "defence_dv"),
            only=("roll_to_hit", True),
        ),
        FlowStep(
            "blow",
            "How hard does the blow land?",
            pot,
            [
                FlowWay(
                    f"POT {RESULT}",
                    lambda force: True,
                    dict.fromkeys(("barrier.pot", "armour.pot", "knock_back.pot"), RESULT),
                )
            ],
            controls=[name for name, p in pot.parameters.items() if p.group != "ruling"],
        ),
        FlowStep(
            "barrier",
            "How hard is it, when he strikes the wall behind him?",
            barrier_pot,
            [FlowWay(f"POT {RESULT} at the wall", lambda force: True, {"armour.pot": RESULT})],
            plans={name: name for name in ("modified_sta", "barrier_feet")},
            needs=lambda r, numbers: numbers["barrier_feet"] is not None,
        ),
        FlowStep(
            "armour",
            "What gets through the armour?",
            armor_through,
            [
                FlowWay(
                    "nothing gets through",
                    lambda force: not force,
                    dict.fromkeys(HURT, 0),
                    tells="nothing gets through",
                    to="knock_back",
                ),
                FlowWay(
                    f"{RESULT} of it gets through",
                    lambda force: force > 0,
                    {
                        **dict.fromkeys(("wounds.pot_through", *HURT), RESULT),
                        "wounds.through_unbreached_armor": lambda answer: bool(answer.targets.through_unbreached_armor),
                    },
                ),
            ],
            controls=("layers", "attack_form", "within_short_range", "proof", "clothing_layers"),
        ),
        FlowStep(
            "wounds",
            "How many wounds does it inflict?",
            wounds,
            [
                lasting_way("no wound", [0], to="knock_back"),
                lasting_way(f"{RESULT} wound", [1], hands=WOUNDED, to="level"),
                lasting_way(f"{RESULT} wounds", lambda number: 1 < number < MOST, hands=WOUNDED, to="level"),
                lasting_way(f"{RESULT} wounds, the last of which may kill him", [MOST]),
                FlowWay(
                    f"{RESULT} wounds, which the rules do not cover",
                    lambda number: number > MOST,
                    ends=f"more than {MOST} wounds, which the rules do not cover",
                ),
            ],
            controls=("blow", "cnd"),
            plans={"modified_sta": "modified_sta"},
        ),
        FlowStep(
            "last_wound",
            "Does he survive it?",
            death_check,
            [
                FlowWay("he dies", "dies", ends="he dies"),
                FlowWay("he lies dying, unconscious", "lives_unconscious", ends="he lies dying, unconscious"),
                FlowWay("he lies dying, awake", "lives_conscious", ends="he lies dying, awake"),
            ],
            plans={"p_res": "p_res"},
        ),
        FlowStep(
            "level",
            "How badly wounded is he?",
            wound_level,
            [FlowWay(f"Level {RESULT}", list(LEVELS), tells=RESULT)],
        ),
        FlowStep(
            "knock_back",
            "Does the blow throw him down?",
            knockback,
            [
                FlowWay("it does not move him", "not_knocked_back"),
                FlowWay("he keeps his feet", "keeps_feet"),
                lasting_way("thrown down", "falls"),
            ],
            controls=("agl",),
            plans={name: name for name in ("modified_sta", "barrier_feet")},
        ),
        FlowStep(
            "pain",
            "Does the pain stun him, or knock him out?",
            pain,
            [
                FlowWay("he bears it", "unaffected", to="healing"),
                FlowWay("half stunned", "half_stunned", {"stun.hrt_chance": made}),
                FlowWay("stunned", "stunned", {"stun.hrt_chance": failed}),
                lasting_way("knocked out", "unconscious", to="healing"),
            ],
            controls=("hrt",),
            plans={"p_res": "p_res"},
        ),
        FlowStep(
            "stun",
            "For how many segments does the Stun hamper him?",
            stun_duration,
            [
                FlowWay("not at all", [0]),
                lasting_way(f"stunned for {RESULT} segment", [1]),
                lasting_way(f"stunned for {RESULT} segments", lambda number: number > 1),
            ],
            plans={"p_res": "p_res"},
        ),
        FlowStep(
            "healing",
            "How many days do the wounds take to heal?",
            healing_days,
            [
                lasting_way(f"healed in {RESULT} day", [1]),
                lasting_way(f"healed in {RESULT} days", lambda number: number > 1),
            ],
            controls=("healer_sl",),
            needs=lambda r, numbers: "wounds" in numbers and heals(r, numbers["wounds"], numbers.get("healer_sl", 0)),
        ),
    ],
    BLOW_PLANS,
    "For all steps",
    page="realms_of_myth_wounds",
)
