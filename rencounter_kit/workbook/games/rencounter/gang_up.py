"""Several against one: each acts by his own roll, and those who act strike one after another."""

from __future__ import annotations

from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.scale import Scale
from ....engine.dice.throw import Targets, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import given, node, number, total
from ...mechanics.space import NUMBERS, By, graded
from ...rulebook.book import Ruleset
from .acting import Nerve, action_die, acts_on, throw_action
from .melee import ATTACK, PARRY, damage, faces, from_behind, reading, refuse_two_handed, stroke_of
from .two_men import refuse_dead
from .wound import DOWN, SAID, WOUNDS, points_after

FATES = ("standing", "down", "dead")
SEVERITY = Scale(WOUNDS)


def crowding(r: Ruleset, defender_experience: int) -> tuple[int, int]:
    """What each active attacker beyond the first does to attack and parry; nothing to a master."""
    if defender_experience == r["action.master"]:
        return 0, 0
    return int(r["melee.situation.outnumbering"]), int(r["melee.situation.outnumbered"])


def natural_one_in_checks(r: Ruleset) -> bool:
    """These are action rolls proper: a natural 1 is as good as ever."""
    return True


def dice(t: Targets, throw: Throw, r: Ruleset) -> Dist | Outcome:
    """Who acts; then stroke after stroke, until all have struck or the man is dead."""
    stroke = stroke_of(t.reading, throw, r)

    @throw.cached
    def strokes(left: int, active: int, points: int, so_far: int | str) -> Dist | Outcome:
        """The rest of the fight; ``so_far`` is what the result needs to know of it."""
        if not left or points >= t.death_at:
            return so_far

        attack = t.attack + t.crowding[0] * (active - 1)
        parry = t.parry + t.crowding[1] * (active - 1) + t.hurt * (points - t.wounds)

        def land(wound: str | None) -> Dist | Outcome:
            after = points_after(r, points, wound or "none", t.death_at)
            return strokes(left - 1, active, after, remember(wound, after, so_far))

        return throw.after(stroke(attack, parry, t.damage), land)

    def remember(wound: str | None, points: int, so_far: int | str) -> int | str:
        if t.result == "total_wounds":
            return points
        if isinstance(so_far, int):
            return so_far + (wound is not None)
        dead = points >= t.death_at
        if t.result == "fate":
            return "dead" if dead else "down" if wound in DOWN or so_far == "down" else "standing"
        return "dead" if dead else max(so_far, wound or "none", key=SEVERITY.index)

    start = {"hits": 0, "worst_wound": "none", "total_wounds": t.wounds, "fate": "standing"}[t.result]

    @throw.cached
    def acts(man: Nerve) -> Dist | Outcome:
        return throw_action(man, throw, r)

    @throw.cached
    def who(left: int, others: int, strikers: int, active: int) -> Dist | Outcome:
        """Action rolls one after another, the strikers' first; without a striker nothing happens."""
        if left:

            def own(action: str) -> Dist | Outcome:
                acting = action == "act"
                return who(left - 1, others, strikers + acting, active + acting)

            return throw.after(acts(t.striker), own)
        if others and strikers:
            return throw.after(acts(t.other), lambda action: who(0, others - 1, strikers, active + (action == "act")))
        return strokes(strikers, active, t.wounds, start)

    return who(t.strikers, t.bystanders, 0, 0)


def says(t: Targets, r: Ruleset) -> list[str]:
    """The fight in words."""
    who = "The attacker" if t.strikers == 1 else f"Each of the {t.strikers} attackers"
    attack, parry = (faces(r, needed, t.reading.strict) for needed in (t.attack, t.parry))
    crowd = (
        f"each further man who acts changes what these need ({t.attack - t.reading.strict} and {t.parry - t.reading.strict}) by "
        f"{t.crowding[0]:+} and {t.crowding[1]:+}"
        if any(t.crowding)
        else "further men do not hamper a master"
    )
    return [
        f"{who} {acts_on(t.striker, r)}; whoever acts strikes.",
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
        **given("strikers", "bystanders"),
        "attack": total("lone attack ({dice.melee})", *ATTACK, "attacker_extra_modifier"),
        "parry": total("parry against one man ({dice.melee})", *PARRY, "defender_extra_modifier"),
        "damage": damage("severity ({dice.severity})", "attacker", "defender"),
        "crowding": crowding,
        "hurt": number("wounds.point.melee", "wounded_modifies_parry"),  # on the way, to the next parry
        **given(wounds="defender_wounds"),
        "striker": action_die(side="attacker_", who="attacker"),
        "other": action_die(side="other_", who="other"),
        "reading": reading,
        **given("death_at", "result"),
    },
    dice=dice,
    outcomes=By(
        "result", {"hits": NUMBERS, "worst_wound": graded(WOUNDS), "total_wounds": NUMBERS, "fate": graded(FATES)}
    ),
    events={"puts him down": (*DOWN, "down"), "kills": "dead"},
    said=SAID,
    derived=(from_behind, natural_one_in_checks),
    changing=("defender_wounds",),
    refusals=(
        refuse_two_handed("attacker"),
        refuse_two_handed("defender"),
        node(refuse_dead, a_wounds="attacker_wounds", b_wounds="defender_wounds"),
    ),
    says=says,
)
