"""Before and after a Surprise: what its check is made of, how long it keeps one from acting, and how it wears off."""

from ...mechanics.check import Check
from ...mechanics.modifiers import called, counted_if, each, each_above, is_, refuse, total, value
from ...rulebook.book import Rule, Ruleset
from .surprise import segments
from .tasks import ATTEMPT, against, attempt, divided, half_up, never_negative, worth

SOURCE = "Surprise!!"

# What the check is made of --------------------------------------------------------------------------------------------


def refuse_ambushers(r: Ruleset, source: str, ambushers: int, largest_sta: int, smallest_sta: int) -> None:
    """The largest is not smaller than the smallest, and one alone is not both large and small."""
    if source != "ambush":
        return
    refuse(
        smallest_sta > largest_sta,
        f"smallest_sta must not be above largest_sta; got {smallest_sta} and {largest_sta}; try both as {largest_sta}",
    )
    refuse(
        ambushers == 1 and smallest_sta < r["surprise.dv.usual_sta"] < largest_sta,
        f"ambushers must be 2 or more with smallest_sta {smallest_sta} and largest_sta {largest_sta}; got 1; "
        f"try both as {largest_sta}",
    )


surprise_dv = Check(
    "realms_of_myth.surprise_dv",
    "What DV does the target roll against in a surprise?",
    source=SOURCE,
    parameters="surprise_margins.source stealth_dv best_chm_mod best_hrt_mod ambushers largest_sta smallest_sta "
    "craft_av",
    derived=called(ambush=is_("source", "ambush"), trap=is_("source", "concealed_trap")),
    targets={
        "dv": total(
            "DV of the Surprise",
            *never_negative(
                *counted_if(
                    "ambush",
                    value("stealth_dv", "DV of noticing them"),
                    value("best_chm_mod", "greatest CHM modifier"),
                    value("best_hrt_mod", "greatest HRT modifier"),
                    each("surprise.dv.ambusher", "ambushers"),
                ),
                each_above("surprise.dv.larger", "largest_sta", "surprise.dv.usual_sta", "ambush"),
                each_above("surprise.dv.smaller", "surprise.dv.usual_sta", "smallest_sta", "ambush"),
                *counted_if("trap", value("craft_av", "craft")),
            ),
        )
    },
    refusals=(refuse_ambushers,),
    says="The target rolls against a DV of {dv}.",
)

surprise_av = Check(
    "realms_of_myth.surprise_av",
    "What AV does the target have against a surprise?",
    source=SOURCE,
    parameters="perception_av spirit_sl wary surprise_margins.trade_sl",
    targets={
        "av": total(
            "AV against Surprise",
            value("perception_av", "Perception or AWA"),
            value("spirit_sl", "best Spirit skill"),
            *counted_if("wary", value("trade_sl", "suspicion")),
        )
    },
    says="The target rolls with an AV of {av}.",
)

# How bad it is --------------------------------------------------------------------------------------------------------

surprise_degree = Check(
    "realms_of_myth.surprise_degree",
    "How many segments does an overwhelmed target lose?",
    source=SOURCE,
    parameters="aggressor_margin target_shortfall",
    targets={
        "margins": total(
            "both margins",
            value("aggressor_margin", "aggressor's margin of success"),
            value("target_shortfall", "target's margin of failure"),
        ),
        "lost": lambda r, margins: segments(r)(margins),
    },
    says=[
        "The target cannot act freely for {lost} segments (CS) after the one in which he is surprised.",
        "Meanwhile his defences and his Perception lose {margins} points.",
    ],
)

# Coming round ---------------------------------------------------------------------------------------------------------

surprise_recovery = Check(
    "realms_of_myth.surprise_recovery",
    "Does he pull himself together after a surprise?",
    source=SOURCE,
    parameters=("surprise_margins.hrt surprise_dv", ATTEMPT),
    targets=against(
        [value("hrt", "HRT")], [value("surprise_dv", "DV of the Surprise"), divided("surprise.recovery.divisor")]
    ),
    dice=attempt("recovery", "recovered", "hampered", "recovers"),
    events={"recovers": "recovered"},
    says="If not he may act, but hampered by the penalty of the Surprise.",
)


def lasts(r: Ruleset, surprise_dv: int) -> int:
    """Segments for which he stays hampered."""
    return half_up(surprise_dv, r["surprise.recovery.hampered"])


def waned(r: Ruleset, so_far: int, cs_index: int, lasts: int) -> Rule | None:
    """What has worn off since the first of them."""
    rule = r.rule("surprise.recovery.waning")
    points = min(max(0, so_far), rule.value * (cs_index - 1))
    return worth(rule, -points, "worn off since the first segment") if points and cs_index <= lasts else None


def over(r: Ruleset, so_far: int, cs_index: int, lasts: int) -> int | None:
    """After the last of them nothing is left."""
    return -so_far if cs_index > lasts else None


hampered_penalty = Check(
    "realms_of_myth.hampered_penalty",
    "What penalty is left while he is hampered?",
    source=SOURCE,
    parameters="penalty surprise_dv cs_index",
    derived=[lasts],
    targets={"points": total("penalty to every AV", value("penalty", "penalty of the Surprise"), waned, over)},
    says="Each of his AVs loses {points} in that segment.",
)
