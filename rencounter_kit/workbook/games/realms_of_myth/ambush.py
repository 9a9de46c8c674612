"""An ambush as it is played, step by step: from hiding to the blows that land before the target may act."""

from ...mechanics.flow import RESULT, CheckFlow, FlowStep, FlowWay
from .free_blows import surprise_free_blows
from .plain_tasks import task_chance
from .surprise_margins import surprise_av, surprise_dv

AMBUSH = CheckFlow(
    "realms_of_myth.ambush",
    "From the ambush to the first free blows",
    "Surprise!!; Resolving the Battle",
    [
        FlowStep(
            "ambushers",
            "How hard are they to see coming?",
            surprise_dv,
            [FlowWay(f"DV {RESULT}", lambda dv: True, {"chance.dv": RESULT})],
            controls=("ambushers", "stealth_dv", "best_chm_mod", "best_hrt_mod", "largest_sta", "smallest_sta"),
        ),
        FlowStep(
            "target",
            "How watchful is the target?",
            surprise_av,
            [FlowWay(f"AV {RESULT}", lambda av: True, {"chance.av": RESULT})],
            controls=("perception_av", "wary", "trade_sl", "spirit_sl"),
        ),
        FlowStep(
            "chance",
            "What chance does the target have to see it coming?",
            task_chance,
            [FlowWay(f"{RESULT} % to see it coming", lambda percent: True, {"free_blows.target_chance": RESULT})],
        ),
        FlowStep(
            "free_blows",
            "How many blows land before the target may act?",
            surprise_free_blows,
            [
                FlowWay("no blow lands", [0], ends="no blow lands"),
                FlowWay("1 blow lands", [1], ends="1 blow lands"),
                FlowWay("2 or 3 blows land", [2, 3], ends="2 or 3 blows land"),
                FlowWay("more than 3 blows land", lambda blows: blows > 3, ends="more than 3 blows land"),
            ],
            controls=("aggressor_chance", "attack_av", "defence_dv", "blows_per_cs"),
        ),
    ],
    (),
    page="realms_of_myth_surprise",
)
