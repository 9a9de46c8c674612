"""Fire combat: one shot, from the sum of modifiers to the wound."""

from collections.abc import Callable
from typing import NamedTuple

from ....engine.dice.dist import Outcome
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import signed
from ...mechanics.check import Check
from ...mechanics.modifiers import amount, each, flag, inputs, is_, is_not, pick, refuse, total, value
from ...mechanics.parameter import choice_by
from ...mechanics.ready_dice import a_throw
from ...mechanics.space import By, Space, graded
from ...rulebook.book import Rule, Ruleset
from .half_turns import AIM, TURN
from .ratings import BOOK
from .wound import DOWN, WOUND_WORDS, WOUNDS, heavy, on_severity, throw_severity

BANDS = BOOK.names("fire.range")
TOO_CLOSE, *_, EXTREME = BANDS
BEYOND = "beyond"  # past extreme range
USUAL_BAND = "short"
MAX_TARGETS = max(rule.value for rule in BOOK.below("fire.shot.targets"))
NOT_THROWN = 1000  # a second die that confirms nothing
NO_FACE = -1000  # below the faces of all dice


def friend_covers(r: Ruleset) -> tuple[str, ...]:
    """What a friend can be: cover that stops a shot."""
    return ("none", *(name for name, rule in r.group("fire.solid").items() if rule.value))


SHOT_RULINGS = "skill_roll pistols_are_low_velocity armor_lessens_fire_damage confirmed_hit_margin"
PARAMETERS = (
    "skill wounds unfamiliar weapon aim_turns braced snap shot_number range_band distance target_armor shield",
    "cover posture target_speed appearing mounted aim_at friend",
    choice_by(
        "friend_cover",
        friend_covers,
        BOOK,
        "none",
        "How much of the target the friend hides.",
        hint="how much of the target the friend hides",
        rare=True,
    ),
    "targets extra_modifier skill_roll brace_needs_aim pistols_are_low_velocity armor_lessens_fire_damage",
    "confirmed_hit_margin shotgun_one_roll",
)

# Helpers: what several modifiers ask ----------------------------------------------------------------------------------


def kind(r: Ruleset, weapon: str) -> str:
    """The weapon's class."""
    return str(r[f"fire.weapon.{weapon}.class"])


def aimed_for(r: Ruleset, aim_turns: float) -> int:
    """Half turns of aim."""
    return AIM[aim_turns]


def running_throw(r: Ruleset, kind: str, snap: str) -> bool:
    """Thrown at a run: every range is longer."""
    return kind == "thrown" and snap == "fast"


def band_at(r: Ruleset, weapon: str, kind: str, running_throw: bool, distance: int) -> str:
    """The range band of a distance."""
    if distance <= r[f"fire.too_close_inches.{kind}"]:
        return TOO_CLOSE
    percent = r["fire.run_stretch.percent"] if running_throw else 100
    reached = (b for b in BANDS[1:] if distance * 100 <= r[f"fire.weapon.{weapon}.{b}"] * percent)
    return next(reached, BEYOND)


def band(r: Ruleset, weapon: str, kind: str, running_throw: bool, range_band: str | None, distance: int | None) -> str:
    """The range band, as given or by the distance."""
    if distance is None:
        return range_band or USUAL_BAND
    measured = band_at(r, weapon, kind, running_throw, distance)
    refuse(
        range_band not in (None, measured),
        f"distance and range_band must agree; got {distance} inches, which is {r.spelling.words(measured)} "
        f"for {weapon}, "
        f"and {range_band}; give only one of them",
    )
    return measured


# To hit: each modifier ------------------------------------------------------------------------------------------------


def target_armor(r: Ruleset, kind: str, target_armor: int, pistols_are_low_velocity: bool) -> Rule | None:
    """Armour stops shafts point by point, slow balls only when it is heavy."""
    missile = r[f"fire.missile.{kind}"]
    if missile == "shaft":
        return r.rule("fire.armor.point").times(target_armor) if target_armor else None
    slow = missile == "slow_ball" or (kind == "pistol" and pistols_are_low_velocity)
    return r.rule("fire.armor.low_velocity") if slow and target_armor >= r["fire.armor.heavy"] else None


def shield(r: Ruleset, kind: str, shield: str) -> Rule | None:
    """A shield counts against what is thrown or drawn."""
    return r.group("fire.shield").get(shield) if r[f"fire.missile.{kind}"] == "shaft" else None


def posture(r: Ruleset, posture: str, band: str, distance: int | None) -> Rule | None:
    """Low targets are harder, but not from above."""
    near = distance <= r["fire.point_blank.inches"] if distance is not None else band == TOO_CLOSE
    return None if near else r.group("fire.posture").get(posture)


def mounted(r: Ruleset, mounted: bool, aim_at: str) -> Rule | None:
    """A rider is a large target, unless one part of him is aimed at."""
    return r.rule("fire.mounted.bonus") if mounted and aim_at == "either" else None


def braced(r: Ruleset, braced: bool, aimed_for: int, band: str, brace_needs_aim: bool) -> Rule | None:
    """A rest helps aimed fire, or by the ruling any fire."""
    aimed = aimed_for >= TURN and band != TOO_CLOSE
    return r.rule("fire.aim.braced") if braced and (aimed or not brace_needs_aim) else None


def snap(r: Ruleset, snap: str, running_throw: bool) -> Rule | None:
    """Snap fire; a throw at a run is easier than a shot at speed."""
    return r.rule("fire.snap.running_throw") if running_throw else r.group("fire.snap").get(snap)


def target_speed(r: Ruleset, target_speed: int) -> Rule | None:
    """Moving targets, by the table."""
    rule = r.rule(f"fire.target_speed.{r.look_up('fire.target_speed.inches', target_speed)}")
    return rule if rule.value else None


def friend(r: Ruleset, friend: str, friend_cover: str) -> list[Rule | None]:
    """A friend in the way is cover; one in melee with the target moves about besides."""
    way = r.group("fire.cover").get(friend_cover) if friend != "none" else None
    return [r.rule("fire.friend.in_melee") if friend == "in_melee" else None, way]


# Severity -------------------------------------------------------------------------------------------------------------


def weapon_damage(r: Ruleset, weapon: str, kind: str, band: str) -> Rule | list[Rule] | None:
    """The weapon's own figure; shot loses force with range, other weapons at extreme range."""
    if kind == "shot":
        return r.group("fire.shot.damage").get(band)
    far = [r.rule("fire.damage.extreme")] if band == EXTREME else []
    return [r.rule(f"fire.weapon.{weapon}.damage"), *far]


def damage_alone(r: Ruleset, weapon: str, band: str) -> int:
    """The damage modifier of a weapon by itself: only that of shot goes with the range."""
    of = kind(r, weapon)
    return amount(weapon_damage(r, weapon, of, band if of == "shot" else USUAL_BAND))


TARGET_PROTECTION = heavy("fire", "target_armor", "armor_lessens_fire_damage")


# Faces above the needed number that strike something else -------------------------------------------------------------


def behind_shield(r: Ruleset, kind: str, shield: str) -> int:
    """How much a javelin would gain without the shield."""
    rule = r.group("fire.shield").get(shield) if kind == "thrown" else None
    return -rule.value if rule else 0


# What contradicts itself ----------------------------------------------------------------------------------------------


def refuse_snap_aim(r: Ruleset, snap: str, aim_turns: float, aimed_for: int) -> None:
    """Snap fire has no aim."""
    refuse(
        snap != "none" and aimed_for >= TURN,
        f"snap must be none with more than 0.5 aim_turns; got {snap} and {aim_turns}; "
        "lower aim_turns or set snap to none",
    )


def refuse_too_many_shots(r: Ruleset, weapon: str, shot_number: int) -> None:
    """More shots than the weapon's class allows."""
    most = r[f"fire.multiple.most.{r[f'fire.weapon.{weapon}.repeat']}"]
    refuse(
        shot_number > most,
        f"shot_number must be at most {most} with {weapon}; got {shot_number}; it can fire no faster",
    )


def refuse_friend(r: Ruleset, friend: str, friend_cover: str) -> None:
    """A friend in line who hides nothing."""
    refuse(
        friend == "in_line" and friend_cover == "none",
        "friend_cover must not be none with a friend in_line; got none; try friend_cover half_solid",
    )


def refuse_targets(r: Ruleset, targets: int, kind: str, weapon: str, band: str) -> None:
    """More targets than the pattern covers."""
    refuse(targets > 1 and kind != "shot", f"targets must be 1 with {weapon}; got {targets}; only shot spreads")
    most = r[f"fire.shot.targets.{EXTREME if band == BEYOND else band}"]
    refuse(targets > most, f"targets must be at most {most} at {r.spelling.words(band)} range; got {targets}")


# Dice -----------------------------------------------------------------------------------------------------------------


class Shot(NamedTuple):
    """A shot: what the die to hit needs, and what it may strike in place of its target.

    needed : to hit, or less than that where ``strict``.
    behind_shield, behind_friend, behind_cover : how much it would gain without them.
    beside_friend : faces above the needed number that strike him.
    strikes : "foot", or what of a rider it is aimed at.
    one_roll : do all targets of a pattern share the die to hit?
    """

    needed: int
    damage: int
    in_reach: bool
    strict: bool
    confirmed_margin: bool
    behind_shield: int = 0
    behind_friend: int = 0
    beside_friend: int = 0
    behind_cover: int = 0
    strikes: str = "foot"
    targets: int = 1
    one_roll: bool = False


def hits(r: Ruleset, needed: int, face: int, second: int) -> bool:
    """Does this face hit; ``second`` confirms a natural 1 that is not enough."""
    if needed >= 1:
        return face <= needed
    return bool(face == r["fire.lucky"] and second <= confirming(r, needed))


def counted(shot: Shot) -> int:
    """The needed number as it counts: "less than" reads it one lower everywhere."""
    return shot.needed - shot.strict


def confirming(r: Ruleset, needed: int) -> int:
    """The highest second die that confirms a lucky hit; ``NO_FACE`` when none does."""
    rule = r.group("fire.confirm").get(str(needed))
    return int(rule.value) if rule and rule.value >= r.dice("confirmation").faces[0] else NO_FACE


def man_or_horse(throw: Throw, r: Ruleset, strikes: str) -> Consequence:
    """Which of a rider and his horse a shot strikes; a man on foot without a die."""
    if strikes == "foot":
        return "man"
    aimed, other = ("horse", "man") if strikes in ("either", "horse") else ("man", "horse")
    name, die = ("man or horse", "man") if strikes == "either" else ("the other by accident", "other")
    return throw.split(name, r.dice("man_or_horse"), ((r[f"fire.mounted.{die}"], other),), aimed)


def throw_shot(throw: Throw, r: Ruleset, shot: Shot) -> Consequence:
    """To hit, perhaps confirmation, what was struck, severity; for each target of a pattern."""
    together = shot.targets if shot.one_roll else 1
    needed = counted(shot)
    javelin = needed + shot.behind_shield
    levels = (needed, javelin, javelin + shot.behind_friend, javelin + shot.behind_cover)

    @throw.cached
    def wound(margin: bool) -> Consequence:
        return throw_severity(throw, r, shot.damage + (r["fire.margin.damage"] if margin else 0))

    def one_struck(margin: bool) -> Consequence:
        whom = man_or_horse(throw, r, shot.strikes)
        return throw.after(whom, lambda whom: wound(margin) if whom == "man" else "hit_horse")

    @throw.cached
    def struck(margin: bool) -> Consequence:
        return repeat(throw, together, lambda: one_struck(margin))

    def all_alike(outcome: str) -> Outcome:
        return outcome if together == 1 else (outcome,) * together

    def judge(face: int, second: int) -> Consequence:
        if face == r["fire.never"]:
            return all_alike("miss")
        if hits(r, needed, face, second):
            by, highest = (face, needed) if needed >= 1 else (second, confirming(r, needed))
            counts = needed >= 1 or shot.confirmed_margin
            return struck(counts and by <= highest - r["fire.margin.needed"])
        if shot.behind_shield and hits(r, javelin, face, second):
            stuck = ((r["fire.stuck.half"], all_alike("stuck_in_shield")),)
            return throw.split("javelin and shield", r.dice("javelin_stuck"), stuck, all_alike("miss"))
        beside = needed < face <= needed + shot.beside_friend
        if beside or (shot.behind_friend and hits(r, javelin + shot.behind_friend, face, second)):
            return all_alike("hit_friend")
        if shot.behind_cover and hits(r, javelin + shot.behind_cover, face, second):
            return all_alike("stopped_by_cover")
        return all_alike("miss")

    def to_hit(face: int) -> Consequence:
        if face == r["fire.lucky"] and needed <= 0 and any(confirming(r, level) > NO_FACE for level in levels):
            return throw("confirmation", r.dice("confirmation"), lambda second: judge(face, second))
        return judge(face, NOT_THROWN)

    if not shot.in_reach:
        return "miss" if shot.targets == 1 else ("miss",) * shot.targets
    return repeat(throw, shot.targets // together, lambda: throw("to hit", r.dice("fire"), to_hit))


def repeat(throw: Throw, times: int, once: Callable[[], Consequence]) -> Consequence:
    """The same throw for each of several targets, outcomes in order as a tuple; a single one as it is."""
    if times == 1:
        return once()

    def further(before: tuple[Outcome, ...]) -> Consequence:
        return before if len(before) == times else throw.after(once(), lambda one: further((*before, one)))

    return further(())


def needs(r: Ruleset, shot: Shot, more: int = 0) -> str:
    """The number needed, in words, as in "6 or less" or "-3 (a natural 1, then 3 or less)"; ``more`` is added to it."""
    needed = counted(shot) + more
    if needed >= 1:
        return f"{needed} or less"
    confirms = confirming(r, needed)
    lucky = r["fire.lucky"] in r.dice("fire") and confirms > NO_FACE
    how = f"a natural {r['fire.lucky']}, then {confirms} or less" if lucky else "no roll is low enough"
    return f"{needed} ({how})"


def says_to_hit(r: Ruleset, shot: Shot) -> list[str]:
    """What the die to hit needs, in words."""
    dice, never, needed, confirms = r.dice("fire"), r["fire.never"], counted(shot), confirming(r, counted(shot))
    if needed < 1 and r["fire.lucky"] in dice:
        lucky = (
            f"only a natural {r['fire.lucky']} hits, if a second {r['dice.confirmation']} then rolls {confirms} or less"
        )
        return [f"Needs {needed}: {lucky if confirms > NO_FACE else 'too hard even for a lucky hit'}."]
    faces = [face for face in dice.faces if face != never and hits(r, needed, face, NOT_THROWN)]
    lines = [
        f"Hits on {a_throw(dice.written)} of {faces[-1]} or less."
        if faces
        else f"No roll of the {dice.written} is low enough."
    ]
    if never in dice and needed >= never:
        lines.append(f"A natural {never} always misses.")
    worse = [face for face in faces if face <= needed - r["fire.margin.needed"]]
    if worse:
        better, by = r["fire.margin.needed"], signed(r["fire.margin.damage"])
        lines.append(
            f"Rolling {worse[-1]} or less, a hit by {better} or more, makes the wound worse ({by} to severity)."
        )
    return lines


def says(r: Ruleset, shot: Shot) -> list[str]:
    """The shot in words."""
    if not shot.in_reach:
        return ["The target is beyond extreme range: no shot can hit."]
    under = f"The {r['dice.fire']} must roll under the number needed, so {shot.needed} counts as {counted(shot)}."
    stopped = "If solid cover stops the shot, the target rolls to see whether he ducks back."
    return [
        *([under] if shot.strict else []),
        *says_to_hit(r, shot),
        f"Severity: {on_severity(r, shot.damage)}; low is worse for the target.",
        *([stopped] if shot.behind_cover else []),
    ]


HIT = ("hit_horse", *WOUNDS)
OUTCOMES = ("miss", "stopped_by_cover", "hit_friend", "stuck_in_shield", *HIT)
EVENTS = {"hits": HIT, "puts down": DOWN, "kills": "dead"}  # to any target


fire = Check(
    "rencounter.fire",
    "What does one shot do?",
    source="Fire Combat",
    parameters=PARAMETERS,
    targets={
        "needed": total(
            "to hit ({dice.fire})",
            "skill",
            pick("fire.range", "band"),
            target_armor,
            shield,
            pick("fire.cover", "cover"),
            posture,
            mounted,
            lambda r, aimed_for, band: (
                r.group("fire.aim").get(r.look_up("fire.aim.half_turns", aimed_for)) if band != TOO_CLOSE else None
            ),
            braced,
            snap,
            lambda r, shot_number: (
                r.rule("fire.multiple.later_shot").times(shot_number - 1) if shot_number > 1 else None
            ),
            target_speed,
            pick("fire.appearing", "appearing"),
            friend,
            each("wounds.point.fire", "wounds"),
            flag("skill.unfamiliar"),
            lambda r, kind, band: (
                r.rule("fire.shot.pattern") if kind == "shot" and r.get(f"fire.shot.spreads.{band}") else None
            ),
            value("extra_modifier"),
        ),
        "damage": total("severity ({dice.severity})", weapon_damage, TARGET_PROTECTION),
        "in_reach": is_not("band", BEYOND),
        "strict": is_("skill_roll", "less_than"),
        "confirmed_margin": is_("confirmed_hit_margin", "confirmation_die"),
        "behind_shield": behind_shield,
        "behind_friend": lambda r, friend, friend_cover: (
            -int(r[f"fire.cover.{friend_cover}"]) if friend != "none" and friend_cover != "none" else 0
        ),
        "beside_friend": lambda r, friend: int(r["fire.friend.faces"]) if friend == "in_melee" else 0,
        "behind_cover": lambda r, cover: (
            -int(r[f"fire.cover.{cover}"]) if cover != "none" and r[f"fire.solid.{cover}"] else 0
        ),
        "strikes": lambda r, mounted, aim_at: aim_at if mounted else "foot",
        **inputs("targets", one_roll="shotgun_one_roll"),
    },
    record=Shot,
    dice=throw_shot,
    outcomes=By(
        "targets", {1: graded(OUTCOMES), **{many: Space(OUTCOMES).times(many) for many in range(2, MAX_TARGETS + 1)}}
    ),
    events=EVENTS,
    wording={**WOUND_WORDS, "none": "hit, no wound"},
    derived=(kind, aimed_for, running_throw, band),
    refusals=(refuse_snap_aim, refuse_too_many_shots, refuse_friend, refuse_targets),
    says=says,
)
