"""Duels: two men, attack and Reprisal, segment (CS) after segment, until one has had enough."""

from collections.abc import Callable
from typing import NamedTuple

from ....engine.dice.dist import Dist
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.modifiers import Node, Part, inputs, node, part
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.question import Words
from ...rulebook.book import Ruleset
from .melee import Passage, exchange, exchanged
from .tasks import RESOLUTION, on_task

# What they ask --------------------------------------------------------------------------------------------------------

OTHER = {"a": "b", "b": "a"}

DUEL = "fencer.* reprisals attacker_defends_with melee_resolution melee.margin_tie melee.halving"

# Target numbers -------------------------------------------------------------------------------------------------------


def in_reprisal(theirs: str, ours: str) -> Node:
    """A value of the Reprisal, or its default where there is none; ``theirs`` is its name in an exchange."""
    default = exchange.parameters[theirs].default
    return Node(lambda r, on, choice: choice if on else default, ("reprisals", ours), f"{ours} in reprisal")


def reply(r: Ruleset, reprisals: bool) -> str:
    """What a man does when he has been missed."""
    return "strike" if reprisals else "none"


KEPT = {
    f"{side}_{name}": theirs
    for side in OTHER
    for name, theirs in (("av", "reprisal_av"), ("dv", "attacker_dv"), ("reprisal_chance", "reprisal_chance"))
}
DEFENDS = in_reprisal("attacker_defends_with", "attacker_defends_with")
REPRISALS = (node(reply), DEFENDS, *(in_reprisal(theirs, ours) for ours, theirs in KEPT.items()))


def attacks_of(side: str) -> Part:
    """An attack of one of the two and the Reprisal, as in an exchange."""
    foe = OTHER[side]
    names = {
        "attack_av": f"{side}_av",
        "defence_dv": f"{foe}_dv",
        "attack_chance": f"{side}_chance",
        "reply": "reply",
        "reprisal_av": f"{foe}_av_in_reprisal",
        "attacker_dv": f"{side}_dv_in_reprisal",
        "reprisal_chance": f"{foe}_reprisal_chance_in_reprisal",
        "attacker_defends_with": "attacker_defends_with_in_reprisal",
    }
    return part(f"{side.upper()} attacks", exchange, (DUEL, RESOLUTION), names)


def equal_goes_to(r: Ruleset, a_agl: int, b_agl: int, a_hrt: int, b_hrt: int) -> str:
    """Who goes first at equal Initiatives; "" where a coin decides."""
    first, second = (a_agl, a_hrt), (b_agl, b_hrt)
    return "a" if first > second else "b" if second > first else ""


class Fencers(NamedTuple):
    """The attacks of both, who is ahead and by how much, and the wounds of a hit and of a whole man, A's first."""

    a_attacks: Passage
    b_attacks: Passage
    ahead: int
    equal_goes_to: str
    harm: tuple[int, int]
    limits: tuple[int, int]


FENCERS: dict[str, Callable[..., object] | Node] = {
    "a_attacks": attacks_of("a"),
    "b_attacks": attacks_of("b"),
    "ahead": lambda r, a_initiative, b_initiative: a_initiative - b_initiative,
    "equal_goes_to": equal_goes_to,
    "harm": lambda r, a_wounds_per_hit, b_wounds_per_hit: (a_wounds_per_hit, b_wounds_per_hit),
    "limits": lambda r, a_limit, b_limit: (a_limit, b_limit),
}

# Segments -------------------------------------------------------------------------------------------------------------

State = tuple[int, int]  # wounds that A, and B, can still take
COIN = Dist(list(OTHER))


def fight(throw: Throw, r: Ruleset, fencers: Fencers, max_cs: int) -> TurnModel:
    """Segment after segment: who is faster, his attack, that of the other."""
    attacks = {"a": fencers.a_attacks, "b": fencers.b_attacks}

    def faster(ahead: int) -> Consequence:
        if ahead or fencers.equal_goes_to:
            return "a" if ahead > 0 else "b" if ahead < 0 else fencers.equal_goes_to
        return throw("who goes first", COIN, lambda side: side)

    @throw.cached
    def first() -> Consequence:
        def of_b(own: int) -> Consequence:
            return throw(
                "B's Initiative", r.of_side("b").dice("initiative"), lambda theirs: faster(own + fencers.ahead - theirs)
            )

        return throw("A's Initiative", r.dice("initiative"), of_b)

    def hit(hitter: str, state: State) -> State:
        first, second = state
        by_a, by_b = fencers.harm
        return (first, max(0, second - by_a)) if hitter == "a" else (max(0, first - by_b), second)

    @throw.cached
    def blows(side: str) -> Consequence:
        return exchanged(throw, r.of_side(side), attacks[side], (side.upper(), OTHER[side].upper()))

    def attack(side: str, state: State) -> Consequence:
        if end(state):
            return state
        hitter = {"attack_hits": side, "reprisal_hits": OTHER[side]}
        return throw.after(blows(side), lambda result: hit(hitter[result], state) if result in hitter else state)

    def segment(state: State) -> Consequence:
        return throw.after(
            first(), lambda side: throw.after(attack(side, state), lambda after: attack(OTHER[side], after))
        )

    def end(state: State) -> str | None:
        return "b_wins" if not state[0] else "a_wins" if not state[1] else None

    return TurnModel(fencers.limits, [segment], end, max_cs, "no_end")


def says_fencer(r: Ruleset, name: str, foe: str, attack: Passage, harm: int) -> str:
    """An attack and the Reprisal to it, in words."""
    back = f"; after a miss {foe} {on_task(r, 'strikes back', attack.reprisal_percent)}"
    return (
        f"{name} {on_task(r, 'hits', attack.attack_percent)} for {so_many(harm, 'wound')}"
        f"{back if attack.reply == 'strike' else ''}."
    )


def says_duel(r: Ruleset, fencers: Fencers, max_cs: int) -> list[str]:
    """A segment in words."""
    return [
        says_fencer(r, "A", "B", fencers.a_attacks, fencers.harm[0]),
        says_fencer(r, "B", "A", fencers.b_attacks, fencers.harm[1]),
        f"A is out of the fight with {so_many(fencers.limits[0], 'wound')}, B with {fencers.limits[1]}.",
        f"The higher {r['dice.initiative']} with its modifiers goes first, rolled again each segment (CS).",
        *([f"{max_cs + 1} means that it is not over after {so_many(max_cs, 'segment')}."] if max_cs else []),
    ]


duel = Process(
    "realms_of_myth.duel",
    "Who wins the duel?",
    turn="segment",
    source="Resolving the Battle; Initiative; Levels of Wounding",
    parameters=(DUEL, RESOLUTION),
    derived=REPRISALS,
    targets={**FENCERS, "max_cs": lambda r: 0},
    record=Fencers,
    play=fight,
    outcomes=("a_wins", "b_wins", "no_end"),
    events={"A wins": "a_wins", "B wins": "b_wins", "nobody wins": "no_end"},
    wording={"no_end": "nobody wins"},
    says=says_duel,
)

duel_length = Process(
    "realms_of_myth.duel_length",
    "How many segments does the duel last?",
    turn="segment",
    wording=Words(unit="segment"),
    source="Resolving the Battle; Initiative; Levels of Wounding",
    parameters=(DUEL, "max_cs", RESOLUTION),
    derived=REPRISALS,
    targets={**FENCERS, **inputs("max_cs")},
    record=Fencers,
    play=lambda throw, r, fencers, max_cs: fight(throw, r, fencers, max_cs)._replace(
        read=lambda state, end, segments: max_cs + 1 if end == "no_end" else segments
    ),
    events={"ends in the first segment": "1"},
    says=says_duel,
)
