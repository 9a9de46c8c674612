"""Several against one: each acts by his own roll, and those who act strike one after another."""

from typing import NamedTuple

from ....engine.dice.scale import Scale
from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import inputs, node, number, total
from ...mechanics.space import NUMBERS, By, graded
from ...rulebook.book import Ruleset
from .acting import Nerve, act, action_die, acts_on
from .melee import ATTACK, PARRY, StrokeReading, damage, faces, from_behind, reading, refuse_two_handed, stroke_of
from .two_men import refuse_dead
from .wound import DOWN, WOUND_WORDS, WOUNDS, points_after

FATES = ("standing", "down", "dead")
SEVERITY = Scale(WOUNDS)


def crowding(r: Ruleset, defender_experience: int) -> tuple[int, int]:
    """What each active attacker beyond the first does to attack and parry; nothing to a master."""
    if defender_experience == r["action.master"]:
        return 0, 0
    return int(r["melee.situation.outnumbering"]), int(r["melee.situation.outnumbered"])


class GangUp(NamedTuple):
    """Attackers with a free arm and others about them, against one man: what a lone stroke needs, and who acts.

    crowding : what each further man who acts adds to attack and parry.
    hurt : on the parry for each new wound point.
    striker, other : the action rolls of one of each.
    """

    strikers: int
    bystanders: int
    attack: int
    parry: int
    damage: int
    crowding: tuple[int, int]
    hurt: int
    wounds: int
    striker: Nerve
    other: Nerve
    reading: StrokeReading
    death_at: int
    result: str

    @property
    def at_first(self) -> int | str:
        """What the result needs to know before the first stroke."""
        ends: dict[str, int | str] = {
            "hits": 0,
            "total_wounds": self.wounds,
            "fate": "standing",
            "worst_wound": "none",
        }
        return ends[self.result]

    def after_stroke(self, wound: str | None, points: int, so_far: int | str) -> int | str:
        """The same after a stroke.

        wound : none where it does not hit.
        points : his wound points by then.
        """
        if self.result == "total_wounds":
            return points
        if isinstance(so_far, int):
            return so_far + (wound is not None)
        dead = points >= self.death_at
        if self.result == "fate":
            return "dead" if dead else "down" if wound in DOWN or so_far == "down" else "standing"
        return "dead" if dead else max(so_far, wound or "none", key=SEVERITY.index)


def throw_gang_up(throw: Throw, r: Ruleset, gang_up: GangUp) -> Consequence:
    """Who acts; then stroke after stroke, until all have struck or the man is dead."""
    stroke = stroke_of(throw, r, gang_up.reading)

    @throw.cached
    def strokes(left: int, active: int, points: int, so_far: int | str) -> Consequence:
        """The rest of the fight; ``so_far`` is what the result needs to know of it."""
        if not left or points >= gang_up.death_at:
            return so_far
        attack = gang_up.attack + gang_up.crowding[0] * (active - 1)
        parry = gang_up.parry + gang_up.crowding[1] * (active - 1) + gang_up.hurt * (points - gang_up.wounds)

        def land(wound: str | None) -> Consequence:
            after = points_after(r, points, wound or "none", gang_up.death_at)
            return strokes(left - 1, active, after, gang_up.after_stroke(wound, after, so_far))

        return throw.after(stroke(attack, parry, gang_up.damage), land)

    @throw.cached
    def acts(man: Nerve) -> Consequence:
        return act(throw, r, man)

    @throw.cached
    def who(left: int, others: int, strikers: int, active: int) -> Consequence:
        """Action rolls one after another, the strikers' first; without a striker nothing happens."""

        def own(action: str) -> Consequence:
            acting = action == "act"
            return who(left - 1, others, strikers + acting, active + acting)

        def other(action: str) -> Consequence:
            return who(0, others - 1, strikers, active + (action == "act"))

        if left:
            return throw.after(acts(gang_up.striker), own)
        if others and strikers:
            return throw.after(acts(gang_up.other), other)
        return strokes(strikers, active, gang_up.wounds, gang_up.at_first)

    return who(gang_up.strikers, gang_up.bystanders, 0, 0)


def says(r: Ruleset, gang_up: GangUp) -> list[str]:
    """The fight in words."""
    who = "The attacker" if gang_up.strikers == 1 else f"Each of the {gang_up.strikers} attackers"
    attack, parry = (faces(r, needed, gang_up.reading.strict) for needed in (gang_up.attack, gang_up.parry))
    crowd = (
        f"each further man who acts changes what these need ({gang_up.attack - gang_up.reading.strict} and "
        f"{gang_up.parry - gang_up.reading.strict}) by "
        f"{gang_up.crowding[0]:+} and {gang_up.crowding[1]:+}"
        if any(gang_up.crowding)
        else "further men do not hamper a master"
    )
    return [
        f"{who} {acts_on(r, gang_up.striker)}; if he acts, he strikes.",
        f"A lone attacker succeeds on {attack}, and the parry on {parry}; {crowd}.",
        "A wound affects the very next parry.",
    ]


gang_up = Check(
    "rencounter.gang_up",
    "How do several fare against one?",
    source="Melee: One Vs Many",
    parameters=(
        "strikers bystanders man.attacker_* man.defender_* other_experience other_wounds gang_up.result",
        "skill_roll parry_uses_weapon_to_hit natural_one_hits_through_parry shield_helps wounded_modifies_parry",
        "melee_margin master_acts natural_one_acts_max_wounds death_at",
    ),
    targets={
        "natural_one_in_checks": lambda r: True,  # these are action rolls proper
        **inputs("strikers", "bystanders"),
        "attack": total("lone attack ({dice.melee})", *ATTACK, "attacker_extra_modifier"),
        "parry": total("parry against one man ({dice.melee})", *PARRY, "defender_extra_modifier"),
        "damage": damage("severity ({dice.severity})", "attacker", "defender"),
        "crowding": crowding,
        "hurt": number("wounds.point.melee", "wounded_modifies_parry"),  # on the way, to the next parry
        **inputs(wounds="defender_wounds"),
        "striker": action_die(side="attacker_", who="attacker"),
        "other": action_die(side="other_", who="other"),
        "reading": reading,
        **inputs("death_at", "result"),
    },
    record=GangUp,
    dice=throw_gang_up,
    outcomes=By(
        "result", {"hits": NUMBERS, "worst_wound": graded(WOUNDS), "total_wounds": NUMBERS, "fate": graded(FATES)}
    ),
    events={"puts him down": (*DOWN, "down"), "kills": "dead"},
    wording=WOUND_WORDS,
    derived=(from_behind,),
    changing=("defender_wounds",),
    refusals=(
        refuse_two_handed("attacker"),
        refuse_two_handed("defender"),
        node(refuse_dead, a_wounds="attacker_wounds", b_wounds="defender_wounds"),
    ),
    says=says,
)
