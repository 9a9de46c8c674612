"""Thrown objects and explosives: where a miss lands, and what a grenade does to a man near it."""

from collections.abc import Callable
from typing import NamedTuple

from ....engine.dice.dist import d
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import adjusted, first_up, so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import always, each, inputs, is_, total
from ...mechanics.question import Words
from ...mechanics.space import NUMBERS, By, Space, graded
from ...rulebook.book import Rule, Ruleset
from .acting import FIGURE, Nerve, action_die, acts_on, acts_or, throw_action
from .wound import DOWN, WOUND_WORDS, on_severity, points_after, refuse_dead

# Scatter --------------------------------------------------------------------------------------------------------------


def most_back(r: Ruleset, distance: int) -> int:
    """The most whole inches toward the thrower."""
    part, whole = r["scatter.most_back"]
    return int(distance * part // whole)


def fly(throw: Throw, r: Ruleset, inches: int, most_back: int, result: str) -> Consequence:
    """Direction, then distance."""

    @throw.cached
    def lands(most: int | None) -> Consequence:
        def far(face: int) -> int:
            away = max(0, face + inches)
            return away if most is None else min(away, most)

        return throw("distance", r.dice("scatter"), far)

    def toward(hour: int) -> Consequence:
        distance = lands(most_back if hour in r["scatter.back"] else None)
        return throw.after(distance, lambda many: (hour, many)) if result == "direction" else distance

    return throw("direction", r.dice("direction"), toward)


def where(landing: tuple[int, int] | int) -> str:
    """A landing in words."""
    if isinstance(landing, tuple):
        return f"{landing[0]} o'clock, {so_many(landing[1], 'inch')}"
    return str(landing)


scatter = Check(
    "rencounter.scatter",
    "Where does a throw that missed land?",
    source="Thrown Objects",
    parameters="missed_by grenades.distance grenades.result",
    targets={
        "inches": total("inches ({dice.scatter})", each("scatter.missed_by", "missed_by")),
        "most_back": most_back,
    },
    dice=fly,
    outcomes=By("result", {"inches": NUMBERS, "direction": Space(numbers=True).times(2)}),
    wording=Words(named=where),
    says=(
        (
            "It lands {dice.scatter} + {inches} inches from the target, in the direction of a {dice.direction} "
            "read as a clock; 12 is onward."
        ),
        "Toward the thrower it strays no more than {most_back} inches.",
    ),
)

# Grenades -------------------------------------------------------------------------------------------------------------

HALF = 2  # half inches in an inch
OWN = {"dive": "dive_on_it", "throw_back": "throw_it_back", "kick_away": "kick_it_away"}  # what he does himself
EFFECTS = ("none", "none_down", "minor", "minor_down", *DOWN)


def halves(r: Ruleset, distance: float, reaction: str) -> int:
    """Half inches that count: a friend who lies on it is as good as some inches."""
    more = r["grenade.live.dive_friends"] if reaction == "friend_dives" else 0
    return int(HALF * (distance + more))


def reacts(r: Ruleset, reaction: str, thrower_experience: int) -> list[Rule]:
    """What makes it harder to do something about it: a figure for experience, turned round for the die."""
    if reaction not in OWN:
        return []
    timed = ["timed"] if thrower_experience >= r["grenade.live.timed_from"] else []
    return [r.rule(f"grenade.live.{name}").times(-1) for name in (OWN[reaction], *timed)]


def lying(r: Ruleset, reaction: str) -> list[Rule]:
    """What a man who lies on it takes."""
    return [r.rule("grenade.damage"), r.rule("grenade.live.dive_damage")] if reaction == "dive" else []


class Grenade(NamedTuple):
    """A grenade near a man: the severity where he is and for one who lies on it, what he does about it, and his checks.

    reacts : on the die for what he does.
    stays, stays_hurt : the checks to keep on his feet, unhurt and with a minor wound.
    """

    damage: int
    under: int
    delayed: bool
    reacts: int
    stays: Nerve
    stays_hurt: Nerve
    reaction: str
    wounds: int
    death_at: int

    @property
    def acts(self) -> Nerve:
        """The action check for what he does about the grenade."""
        return self.stays.plus(self.reacts)


def kicked(throw: Throw, r: Ruleset, bang: Callable[[int], Consequence]) -> Consequence:
    """How far he kicks it, and what ``bang`` makes of that severity modifier."""

    def away(kick: int, scatter: int) -> Consequence:
        return bang(r["grenade.damage"] + r["grenade.half_inch"] * HALF * (kick + scatter))

    roll, further = d(r["grenade.live.kick_die"]), d(r["grenade.live.kick_scatter_die"])
    return throw("kick", roll, lambda kick: throw("scatter", further, lambda more: away(kick, more)))


def explode(throw: Throw, r: Ruleset, grenade: Grenade) -> Consequence:
    """What he does about it, then the fuse, then the wound, and whether he stays on his feet."""

    @throw.cached
    def on_his_feet(acts: Nerve, wound: str) -> Consequence:
        return acts_or(throw, r, acts, wound, f"{wound}_down")

    def struck(total: int) -> Consequence:
        wound = r.look_up("severity", total)
        if points_after(r, grenade.wounds, wound, grenade.death_at) >= grenade.death_at:
            return "dead"
        if wound == "none":
            return on_his_feet(grenade.stays, wound) if total <= r["grenade.may_fall"] else wound
        if wound == "minor":
            return "minor_down" if r["wounds.minor"] >= r["grenade.falls"] else on_his_feet(grenade.stays_hurt, wound)
        return wound

    @throw.cached
    def severity(modifier: int) -> Consequence:
        return throw("severity", r.dice("severity"), lambda face: struck(face + modifier))

    @throw.cached
    def bang(modifier: int) -> Consequence:
        if not grenade.delayed:
            return severity(modifier)
        return throw(
            "fuse",
            r.dice("fuse"),
            lambda face: severity(modifier) if r.look_up("grenade.fuse", face) == "bang" else "dud",
        )

    def does(outcome: str) -> Consequence:
        if outcome != "act":
            return bang(grenade.damage)
        if grenade.reaction == "throw_back":
            return "thrown_back"
        return bang(grenade.under) if grenade.reaction == "dive" else kicked(throw, r, bang)

    if grenade.reaction not in OWN:
        return bang(grenade.damage)
    return throw_action(throw, r, grenade.acts, does)


def says(r: Ruleset, grenade: Grenade) -> list[str]:
    """The grenade in words."""
    severity = f"he takes {on_severity(r, grenade.damage)}; low is worse for him."
    lines = []
    if grenade.reaction in OWN:
        what = {
            "dive": f"throws himself on it ({adjusted(r['dice.severity'], grenade.under)} for him)",
            "throw_back": f"throws it back, a throw at {r['grenade.live.throw_back_fire']} to hit",
            "kick_away": f"kicks it d{r['grenade.live.kick_die']} + d{r['grenade.live.kick_scatter_die']} inches away",
        }[grenade.reaction]
        lines.append(f"He {acts_on(r, grenade.acts, what)}.")
        severity = f"if he fails, {severity}"
    if grenade.delayed:
        lines.append(f"It goes off at the thrower's next activation unless the {r['dice.fuse']} shows a dud.")
    return [
        *lines,
        first_up(severity),
        "A serious wound or worse throws him down.",
        f"With a minor wound he {acts_on(r, grenade.stays_hurt, 'stays on his feet')}.",
        (
            f"Unhurt by a severity roll of {r['grenade.may_fall']} or less, he "
            f"{acts_on(r, grenade.stays, 'stays on his feet')}."
        ),
    ]


GRENADE = (
    "grenade.distance",
    FIGURE,
    "fuse reaction thrower_experience death_at master_acts natural_one_acts_max_wounds natural_one_in_checks",
)

grenade = Check(
    "rencounter.grenade",
    "What does a grenade do to a man near it?",
    source="Explosives",
    parameters=GRENADE,
    targets={
        "hurt": lambda r, wounds: wounds + int(r["wounds.minor"]),
        "damage": total("severity ({dice.severity})", always("grenade.damage"), each("grenade.half_inch", "halves")),
        "under": total("severity for a man who lies on it ({dice.severity})", lying),
        "delayed": is_("fuse", "delayed"),
        "reacts": total("on the action die for what he does ({dice.action})", reacts),
        "stays": action_die(),
        "stays_hurt": action_die(who="once hurt", by_then="hurt"),
        **inputs("reaction", "wounds", "death_at"),
    },
    record=Grenade,
    dice=explode,
    outcomes=graded(("thrown_back", "dud", *EFFECTS)),
    events={
        "wounds": ("minor", "minor_down", *DOWN),
        "knocks over": ("none_down", "minor_down", *DOWN),
        "puts down": DOWN,
        "kills": "dead",
    },
    wording={**WOUND_WORDS, "none_down": "no wound, knocked down", "minor_down": "minor, knocked down"},
    derived=(halves,),
    refusals=(refuse_dead("wounds"),),
    says=says,
)
