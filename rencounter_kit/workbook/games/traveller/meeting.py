"""From the meeting to the first blow: surprise, range, escape and avoidance, reaction."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ....engine.dice.throw import Consequence, Targets, Throw
from ....engine.words.wording import adjusted
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, Total, amount, inputs, is_, part, total, value
from ...mechanics.ready_dice import a_throw
from ...rulebook.book import Ruleset
from .escape import RANGES, escape_dm
from .ranges import encounter_range
from .reaction import react, reaction
from .surprise import throw_surprise

NO_BLOW = "no_blow"
ESCAPES = ("party_avoids", "party_escapes", "npc_avoids", "npc_escapes")
PARAMETERS = (
    "party_surprise_dm npc_surprise_dm terrain party_plan npc_plan npc_outnumbered service_terms",
    "world_population other_dm may_attack party_with_surprise close_short_escape_dm range_out_of_table",
    "range_rows_1_2",
)


class Meeting(NamedTuple):
    """What both add to their surprise dice, the range, the reaction, and who wants to leave and may."""

    party_edge: int
    npc_edge: int
    range: Targets
    reaction: Targets
    party_leave: bool
    npc_leave: bool
    npc_outnumbered: bool
    may_attack: str
    party_with_surprise: str
    close_short: int


def play(throw: Throw, r: Ruleset, meeting: Meeting, outcome_of: Callable[[str, str], str]) -> Consequence:
    """Surprise, then range, then who gets away, then the reaction of those who have stayed.

    outcome_of : from the range and how the meeting ends, the outcome.
    """

    @throw.cached
    def reacted() -> Consequence:
        return react(throw, r, meeting.reaction, meeting.may_attack)

    @throw.cached
    def stay(far: str) -> Consequence:
        return throw.after(reacted(), lambda got: outcome_of(far, got))

    def escape(who: str, far: str, then: Callable[[], Consequence]) -> Consequence:
        dm = amount(escape_dm(r, far, meeting.close_short))
        return throw(
            "escape", r.dice("escape"), lambda face: outcome_of(far, who) if face + dm >= r["escape.needed"] else then()
        )

    def avoid(who: str, far: str, then: Callable[[], Consequence]) -> Consequence:
        return throw(
            "avoid", r.dice("avoid"), lambda face: outcome_of(far, who) if face >= r["escape.avoid"] else then()
        )

    @throw.cached
    def npcs_try(far: str) -> Consequence:
        return escape("npc_escapes", far, lambda: stay(far)) if meeting.npc_leave else stay(far)

    @throw.cached
    def party_has_surprise(far: str) -> Consequence:
        if not meeting.party_leave or meeting.party_with_surprise == "cannot_leave":
            return npcs_try(far)
        if meeting.party_with_surprise == "leaves":
            return outcome_of(far, "party_avoids")
        return avoid("party_avoids", far, lambda: npcs_try(far))

    @throw.cached
    def other_surprises(far: str) -> Consequence:
        def then() -> Consequence:
            return escape("party_escapes", far, lambda: stay(far)) if meeting.party_leave else stay(far)

        return avoid("npc_avoids", far, then) if meeting.npc_outnumbered else then()

    @throw.cached
    def nobody(far: str) -> Consequence:
        return escape("party_escapes", far, lambda: npcs_try(far)) if meeting.party_leave else npcs_try(far)

    away = {"party_surprises": party_has_surprise, "other_surprises": other_surprises, "no_surprise": nobody}

    def met(who: str) -> Consequence:
        return throw.after(throw.dice_of(encounter_range, meeting.range, r), away[who])

    return throw.after(throw_surprise(throw, r, meeting.party_edge, meeting.npc_edge), met)


def says(r: Ruleset, meeting: Meeting) -> list[str]:
    """The meeting in words."""
    lines = [
        (
            f"The party rolls {a_throw(adjusted(r['dice.surprise'], meeting.party_edge))} for surprise, "
            f"the people met {a_throw(adjusted(r['dice.surprise'], meeting.npc_edge))}."
        ),
        f"The side that is {r['surprise.margin']} or more above the other has surprise.",
        f"The range is {a_throw(adjusted(r['dice.range'], meeting.range.dm))} on its table.",
    ]
    if meeting.party_leave:
        with_surprise = {
            "leaves": "simply leaves with surprise",
            "throws_7": f"with surprise avoids on {r['escape.avoid']} or more ({r['dice.avoid']})",
            "cannot_leave": "has no throw to leave with surprise",
        }[meeting.party_with_surprise]
        lines.append(
            f"The party {with_surprise}; without, it escapes on {r['escape.needed']} or more with the range's DM."
        )
    if meeting.npc_outnumbered:
        lines.append(f"The people met, being fewer, avoid on {r['escape.avoid']} or more when they have surprise.")
    if meeting.npc_leave:
        lines.append(f"Without surprise they escape on {r['escape.needed']} or more with the range's DM.")
    lines.append(
        f"Those still there react: {a_throw(adjusted(r['dice.reaction'], meeting.reaction.dm))} on the reaction table."
    )
    return lines


TARGETS: Mapping[str, Total | Node] = {
    "party_edge": total("the party's surprise die ({dice.surprise})", value("party_surprise_dm", "surprise DM")),
    "npc_edge": total("the surprise die of those met ({dice.surprise})", value("npc_surprise_dm", "surprise DM")),
    "range": part("range", encounter_range, PARAMETERS),
    "reaction": part("reaction", reaction, PARAMETERS),
    "party_leave": is_("party_plan", "leave"),
    "npc_leave": is_("npc_plan", "leave"),
    **inputs("npc_outnumbered", "may_attack", "party_with_surprise", close_short="close_short_escape_dm"),
}
SOURCE = "Surprise; Escape and Avoidance; Encounter Range; Reactions; Combat Procedure"

meeting = Check(
    "traveller.meeting",
    "Does a meeting come to blows?",
    source=SOURCE,
    parameters=PARAMETERS,
    targets=TARGETS,
    record=Meeting,
    dice=lambda throw, r, meeting: play(throw, r, meeting, lambda far, got: got),
    outcomes=(*ESCAPES, "no_attack", "may_attack", "attack"),
    events={"comes to blows": "attack", "somebody gets away": ESCAPES, "the party gets away": ESCAPES[:2]},
    says=says,
)

first_blow_range = Check(
    "traveller.first_blow_range",
    "At what range does the first blow fall?",
    source=SOURCE,
    parameters=PARAMETERS,
    targets=TARGETS,
    record=Meeting,
    dice=lambda throw, r, meeting: play(throw, r, meeting, lambda far, got: far if got == "attack" else NO_BLOW),
    outcomes=(*RANGES, NO_BLOW),
    events={
        "they attack": RANGES,
        "they attack from medium range or closer": RANGES[: RANGES.index("long")],
        "they attack from long range or farther": RANGES[RANGES.index("long") :],
        "no blow falls": NO_BLOW,
    },
    says=says,
)
