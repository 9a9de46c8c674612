"""From the meeting to the first blow: surprise, range, escape and avoidance, reaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...dice.throw import Lead, Targets, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import given, is_, part, total, value
from ...mechanics.parameter import choice, rulings, whole, yes_no
from ...rulebook.book import Ruleset
from ...wording import adjusted
from .basics import TWO_DICE
from .ranges import Range, encounter_range
from .reaction import reaction
from .surprise import Surprise, surprise_dm, throw_surprise

GONE = ("party_avoids", "party_escapes", "npc_avoids", "npc_escapes")
PARAMETERS = (
    whole(
        "party_surprise_dm",
        -6,
        6,
        0,
        "DM of the players' party on its surprise die, as in traveller.surprise_dm.",
        group="figure",
        takes=surprise_dm.id,
    ),
    whole(
        "npc_surprise_dm", -6, 6, 0, "DM of the people met on their surprise die.", group="target", takes=surprise_dm.id
    ),
    encounter_range.parameters["terrain"],
    choice("party_plan", ("meet", "leave"), "meet", "What the players try.", group="figure"),
    choice(
        "npc_plan", ("meet", "leave"), "meet", "What the people met try, where they have no surprise.", group="target"
    ),
    yes_no("npc_outnumbered", False, "The people met are fewer than the party.", group="target"),
    *reaction.parameters.values(),
    *rulings("may_attack", "party_with_surprise", "close_short_escape_dm"),
    encounter_range.parameters["range_out_of_table"],
    encounter_range.parameters["range_rows_1_2"],
)


class Meeting(NamedTuple):
    """The DMs of a meeting, what each side means to do, and the rulings."""

    party_edge: int
    npc_edge: int
    range: Range
    reaction: Targets
    party_leave: bool
    npc_leave: bool
    npc_outnumbered: bool
    may_attack: str
    party_with_surprise: str
    close_short: int


def escape_dm(far: str, t: Meeting, r: Ruleset) -> int:
    """The DM of an escape at some range."""
    rule = r.group("escape.dm").get(far)
    return int(rule.value if rule else t.close_short)


def attack(got: str, t: Meeting, throw: Throw, r: Ruleset) -> Lead:
    """What comes of a reaction."""
    needed = r.group("reaction.attack").get(got)
    if got == "hostile_may_attack":
        if t.may_attack != "throw_8":
            return {"separate": "may_attack", "never": "no_attack", "always": "attack"}[t.may_attack]
        needed = r.rule("reaction.attack.hostile_attack_on_8")
    if needed:
        return throw("attack", TWO_DICE, lambda face: "attack" if face >= needed.value else "no_attack")
    return "attack" if got == "violent" else "no_attack"


def dice(t: Meeting, throw: Throw, r: Ruleset) -> Lead:
    """Surprise, then range, then who gets away, then the reaction of those who have stayed."""

    @throw.cached
    def react() -> Lead:
        return throw.after(throw.asked(reaction, t.reaction, r), lambda got: attack(got, t, throw, r))

    def escape(who: str, far: str, then: Callable[[], Lead]) -> Lead:
        dm = escape_dm(far, t, r)
        return throw("escape", TWO_DICE, lambda face: who if face + dm >= r["escape.needed"] else then())

    def avoid(who: str, then: Callable[[], Lead]) -> Lead:
        return throw("avoid", TWO_DICE, lambda face: who if face >= r["escape.avoid"] else then())

    @throw.cached
    def npcs_try(far: str) -> Lead:
        return escape("npc_escapes", far, react) if t.npc_leave else react()

    @throw.cached
    def party_has_surprise(far: str) -> Lead:
        if not t.party_leave or t.party_with_surprise == "cannot_leave":
            return npcs_try(far)
        if t.party_with_surprise == "leaves":
            return "party_avoids"
        return avoid("party_avoids", lambda: npcs_try(far))

    @throw.cached
    def other_surprises(far: str) -> Lead:
        def then() -> Lead:
            return escape("party_escapes", far, react) if t.party_leave else react()

        return avoid("npc_avoids", then) if t.npc_outnumbered else then()

    @throw.cached
    def nobody(far: str) -> Lead:
        return escape("party_escapes", far, lambda: npcs_try(far)) if t.party_leave else npcs_try(far)

    away = {"party_surprises": party_has_surprise, "other_surprises": other_surprises, "no_surprise": nobody}

    def met(who: str) -> Lead:
        return throw.after(throw.asked(encounter_range, t.range, r), away[who])

    return throw.after(throw_surprise(Surprise(t.party_edge, t.npc_edge), throw, r), met)


def says(t: Meeting, r: Ruleset) -> list[str]:
    """The meeting in words."""
    lines = [
        f"The party rolls a {adjusted('d6', t.party_edge)} for surprise, the people met a {adjusted('d6', t.npc_edge)}.",
        f"Whoever is {r['surprise.margin']} or more above has surprise.",
        f"The range is a {adjusted('2d6', t.range.dm)} on its table.",
    ]
    if t.party_leave:
        with_surprise = {
            "leaves": "simply leaves with surprise",
            "throws_7": f"with surprise avoids on {r['escape.avoid']} or more (2d6)",
            "cannot_leave": "has no throw to leave with surprise",
        }[t.party_with_surprise]
        lines.append(
            f"The party {with_surprise}; without, it escapes on {r['escape.needed']} or more with the range's DM."
        )
    if t.npc_outnumbered:
        lines.append(f"The people met, being fewer, avoid on {r['escape.avoid']} or more when they have surprise.")
    if t.npc_leave:
        lines.append(f"Without surprise they escape on {r['escape.needed']} or more with the range's DM.")
    lines.append(f"Who is still there reacts: a {adjusted('2d6', t.reaction.dm)} on the reaction table.")
    return lines


meeting = Check(
    "traveller.meeting",
    "Does a meeting come to blows?",
    source="Surprise; Escape and Avoidance; Encounter Range; Reactions; Combat Procedure",
    parameters=PARAMETERS,
    targets={
        "party_edge": total("the party's surprise die (d6)", value("party_surprise_dm", "surprise DM")),
        "npc_edge": total("the surprise die of those met (d6)", value("npc_surprise_dm", "surprise DM")),
        "range": part("range", encounter_range, PARAMETERS),
        "reaction": part("reaction", reaction, PARAMETERS),
        "party_leave": is_("party_plan", "leave"),
        "npc_leave": is_("npc_plan", "leave"),
        **given("npc_outnumbered", "may_attack", "party_with_surprise", close_short="close_short_escape_dm"),
    },
    dice=dice,
    outcomes=(*GONE, "no_attack", "may_attack", "attack"),
    events={"comes to blows": "attack", "somebody gets away": GONE, "the party gets away": GONE[:2]},
    says=says,
)
