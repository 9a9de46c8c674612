"""Fire at a moment's notice: at whoever enters a watched area, and the last shot at a man who charges."""

from dataclasses import replace

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import each, flag, inputs, part, refuse, total
from ...mechanics.parameter import choice_by
from ...mechanics.space import By, Space, graded
from ...rulebook.book import Ruleset
from .acting import MODIFIER, TARGETS, Nerve, action, acts_on, check_lucky, throw_action
from .fire import EVENTS as SHOT, HIT, MAX_TARGETS, OUTCOMES, TOO_CLOSE, Shot, fire, needs
from .ratings import BOOK
from .volleys import ACTING, of_fire
from .wound import WOUND_WORDS

NO_SHOT = "no_shot"
WEAPONS = BOOK.names("fire.weapon")
EVENTS = {**SHOT, "fires": "miss.."}
WORDS = {**WOUND_WORDS, "none": "hit, no wound", NO_SHOT: "he does not act in time"}


# A watched area -------------------------------------------------------------------------------------------------------


def shoot(throw: Throw, r: Ruleset, acts: Nerve, shot: Shot) -> Consequence:
    """The action roll, then perhaps the shot."""
    does = throw.dice_of(action, acts, r)
    return throw.after(does, lambda does: throw.dice_of(fire, shot, r) if does == "act" else NO_SHOT)


def says_watch(r: Ruleset, acts: Nerve, shot: Shot) -> list[str]:
    """The shot in words."""
    inches, attempts = r["opportunity_fire.area"], r["opportunity_fire.shots"]
    return [
        f"When the target enters, he {acts_on(r, acts)}.",
        f"His shot then needs {needs(r, shot)}." if shot.in_reach else "The target is beyond extreme range.",
        (
            f"He has {so_many(attempts, 'attempt')} between two activations of his unit, "
            f"at an area of about {inches} inches."
        ),
    ]


WATCH = ("volleys.experience", of_fire("aim_turns", "snap", "shot_number"), "action_modifier", ACTING)

opportunity_fire = Check(
    "rencounter.opportunity_fire",
    "Does he hit an enemy who enters the area he watches?",
    source="Opportunity Fire (optional); Fire Combat",
    parameters=WATCH,
    targets={
        "watched": lambda r: float(r["opportunity_fire.aim"]),
        "acts": part("to act", action, WATCH, {"extra_modifier": "action_modifier"}),
        "shot": part("the shot", fire, WATCH, {"aim_turns": "watched"}, snap="none", shot_number=1),
        **inputs("targets"),
    },
    dice=shoot,
    outcomes=By(
        "targets",
        {
            1: graded((NO_SHOT, *OUTCOMES)),
            **{many: replace(Space(OUTCOMES).times(many), alone=(NO_SHOT,)) for many in range(2, MAX_TARGETS + 1)},
        },
    ),
    events=EVENTS,
    wording=WORDS,
    says=says_watch,
)

# A charge -------------------------------------------------------------------------------------------------------------


def firearms(r: Ruleset) -> tuple[str, ...]:
    """The weapons that are loaded: not what is thrown or drawn."""
    return tuple(name for name in WEAPONS if r[f"fire.missile.{r[f'fire.weapon.{name}.class']}"] != "shaft")


def refuse_long_gun(r: Ruleset, weapon: str, off_hand: bool) -> None:
    """Beside a sword one hand is left."""
    refuse(
        off_hand and r[f"fire.weapon.{weapon}.class"] != "pistol",
        f"off_hand must be false with {weapon}; got true; only a pistol is fired with one hand",
    )


def throw_last_shot(throw: Throw, r: Ruleset, nerve: Nerve, shot: Shot, hand: int) -> Consequence:
    """The check, then the shot into his face."""
    now = shot._replace(needed=shot.needed + hand)
    return throw_action(throw, r, nerve, lambda does: throw.dice_of(fire, now, r) if does == "act" else NO_SHOT)


def says_last_shot(r: Ruleset, nerve: Nerve, shot: Shot, hand: int, may_parry: bool) -> list[str]:
    """The shot in words."""
    parry = "He may parry as well" if may_parry else "The shot is in place of his parry"
    return [
        f"As the enemy comes, he {acts_on(r, nerve)}.",
        f"His shot then needs {needs(r, shot, hand)}.",
        f"{parry}, and there is no riposte.",
    ]


LAST_SHOT = (
    "volleys.experience already_aiming off_hand",
    choice_by(
        "weapon",
        firearms,
        BOOK,
        "flintlock_musket",
        "A firearm, from the missile weapons table.",
        group="weapon",
        trait="firearm",
    ),
    "skill wounds unfamiliar target_armor target_speed appearing mounted aim_at extra_modifier skill_roll",
    "pistols_are_low_velocity armor_lessens_fire_damage confirmed_hit_margin action_modifier last_shot_allows",
    "master_acts natural_one_acts_max_wounds natural_one_in_checks",
)

last_shot = Check(
    "rencounter.last_shot",
    "Does he stop the man who charges him?",
    source="Last Shot vs Charge (optional); Fire Combat",
    parameters=LAST_SHOT,
    targets={
        "haste": lambda r, already_aiming: "none" if already_aiming else "walking",
        "modifier": total(MODIFIER.roll, each("wounds.point.action", "wounds"), "action_modifier"),
        **TARGETS,
        "overcome_at": lambda r: None,
        "lucky": check_lucky,
        "shot": part(
            "the shot",
            fire,
            LAST_SHOT,
            {"snap": "haste"},
            range_band=TOO_CLOSE,
            aim_turns=BOOK["time.least_aim"],
            shot_number=1,
            targets=1,
        ),
        "hand": total("the shot, by the hand ({dice.fire})", flag("last_shot.off_hand")),
        # with a sword in the other hand in any case
        "may_parry": lambda r, last_shot_allows, off_hand: last_shot_allows == "shot_and_parry" or off_hand,
    },
    record=Nerve,
    dice=throw_last_shot,
    outcomes=graded((NO_SHOT, "miss", *HIT)),
    events=EVENTS,
    wording=WORDS,
    refusals=(refuse_long_gun,),
    says=says_last_shot,
)
