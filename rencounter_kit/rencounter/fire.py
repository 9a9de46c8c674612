"""Fire combat: one shot, from the sum of modifiers to the wound."""

from __future__ import annotations

from typing import Any

from ..check import Check, ruling
from ..modifiers import each, flag, node, pick, refuse, total, value
from ..parameter import choice, choice_by, whole, yes_no
from ..rules import Rule, Ruleset, rules
from ..space import By, Space
from ..throw import Throw
from ..wording import adjusted, words
from .acting import STEM
from .wound import D12, DOWN, WOUNDS, heavy, throw_severity

BOOK = rules(STEM)
BANDS = BOOK.names("fire.range")
USUAL_BAND = "short"
COVERS = ("none", *BOOK.names("fire.cover"))
AIM = {0: None, 0.5: "half_turn", 1: "one_turn", 2: "two_turns"}
ARROWS = ("thrown", "bow", "crossbow")
MOST_TARGETS = 4
NOT_THROWN = 1000  # a second die that confirms nothing

PARAMETERS = (
    whole("skill", 1, 12, 6, "Fire skill; 4 to 10 is usual.", group="figure"),
    whole("wounds", 0, 5, 0, "The shooter's wound points, -1 each.", group="figure", unit="points"),
    yes_no("unfamiliar", False, "A type of weapon that he did not start the game with.", group="figure"),
    choice("weapon", BOOK.names("fire.weapon"), "flintlock_musket", "Missile weapons table.", group="weapon"),
    choice("aim_turns", tuple(AIM), 0.5, "Turns of aim before the shot; 2 stands for two or more.", group="weapon", unit="turns"),
    yes_no("braced", False, "On a rest, a sill or the ground; counts with a turn of aim or more.", group="weapon"),
    choice("snap", ("none", "walking", "fast"), "none",
           "Walking, reloading or drawing in the same turn; or moving fast (a thrown weapon: at a run).", group="weapon"),
    whole("shot_number", 1, 12, 1, "Which shot of this turn: -1 for each before it.", group="weapon"),
    choice("range_band", BANDS, USUAL_BAND, "Range, when the distance is not given.", group="target"),
    whole("distance", 0, 200, None, "Distance; the weapon's table then gives the range.", group="target", unit="inches",
          instead_of="range_band"),
    whole("target_armor", 0, 4, 0, "0 none, 1 light, 2 half, 3 nearly full, 4 full.", group="target", unit="points"),
    choice("shield", ("none", "small", "medium", "large"), "none", "Counts against thrown weapons, bows and crossbows.", group="target"),
    choice("cover", COVERS, "none", "What the target stands behind; solid cover can stop the shot.", group="target"),
    choice("posture", ("standing", *BOOK.names("fire.posture")), "standing", "Does not count at 2 inches or less.", group="target"),
    whole("target_speed", 0, 18, 0, "How far the target moved this turn.", group="target", unit="inches a turn"),
    choice("appearing", ("no", *BOOK.names("fire.appearing")), "no", "When the shooter first saw the target.", group="target"),
    yes_no("mounted", False, "The target rides.", group="target"),
    choice("aim_at", ("either", "man", "horse"), "either", "What part of a mounted target is aimed at.", group="target"),
    choice("friend", ("none", "in_line", "in_melee"), "none", "A friend in the line of fire, or in melee with the target."),
    choice_by("friend_cover", lambda r: ("none", *(name for name, rule in r.group("fire.solid").items() if rule.value)), BOOK,
              "none", "How much of the target the friend hides."),
    whole("targets", 1, MOST_TARGETS, 1, "Figures in the pattern of a shotgun or blunderbuss.", unit="figures"),
    whole("extra_modifier", -20, 20, 0, "What the referee adds: weather, light."),
    *(ruling(STEM, name) for name in (
        "skill_roll", "brace_needs_aim", "pistols_are_low_velocity", "armor_lessens_fire_damage",
        "confirmed_hit_margin", "shotgun_one_roll")),
)  # fmt: skip

SHOT_RULINGS = tuple(  # those that any shot at men in a fight asks
    one for one in PARAMETERS
    if one.name in ("skill_roll", "pistols_are_low_velocity", "armor_lessens_fire_damage", "confirmed_hit_margin")
)  # fmt: skip

# Helpers: what several modifiers ask ------------------------------------------------------------------------------------


def kind(r: Ruleset, weapon: str) -> str:
    """The weapon's class."""
    return str(r[f"fire.weapon.{weapon}.class"])


def running_throw(r: Ruleset, kind: str, snap: str) -> bool:
    """Thrown at a run: every range is longer."""
    return kind == "thrown" and snap == "fast"


def band(r: Ruleset, weapon: str, kind: str, running_throw: bool, range_band: str | None, distance: int | None) -> str:
    """The range band; "beyond" past extreme range."""
    if distance is None:
        return range_band or USUAL_BAND
    percent = r["fire.run_stretch.percent"] if running_throw else 100
    found = "beyond"
    if distance <= r[f"fire.too_close_inches.{kind}"]:
        found = BANDS[0]
    else:
        reach = [b for b in BANDS[1:] if distance * 100 <= r[f"fire.weapon.{weapon}.{b}"] * percent]
        found = reach[0] if reach else found
    refuse(
        range_band not in (None, found),
        f"distance and range_band must agree; got {distance} inches, which is {words(found)} for {weapon}, "
        f"and {range_band}; give only one of them",
    )
    return found


# To hit: each modifier ------------------------------------------------------------------------------------------------


def target_armor(r: Ruleset, kind: str, target_armor: int, pistols_are_low_velocity: bool) -> Rule | None:
    """Armor stops arrows point by point, slow balls only when it is heavy."""
    if kind in ARROWS:
        return r.rule("fire.armor.point").times(target_armor) if target_armor else None
    slow = kind in ("low_velocity", "shot") or (kind == "pistol" and pistols_are_low_velocity)
    return r.rule("fire.armor.low_velocity") if slow and target_armor >= r["fire.armor.heavy"] else None


def shield(r: Ruleset, kind: str, shield: str) -> Rule | None:
    """A shield counts against what is thrown or drawn."""
    return r.group("fire.shield").get(shield) if kind in ARROWS else None


def posture(r: Ruleset, posture: str, band: str, distance: int | None) -> Rule | None:
    """Low targets are harder, but not from above."""
    near = distance <= r["fire.point_blank.inches"] if distance is not None else band == BANDS[0]
    return None if near else r.group("fire.posture").get(posture)


def mounted(r: Ruleset, mounted: bool, aim_at: str) -> Rule | None:
    """A rider is a large target, unless one part of him is aimed at."""
    return r.rule("fire.mounted.bonus") if mounted and aim_at == "either" else None


def aim(r: Ruleset, aim_turns: float, band: str) -> Rule | None:
    """Aim counts from short range on."""
    name = AIM[aim_turns]
    return r.rule(f"fire.aim.{name}") if name and band != BANDS[0] else None


def braced(r: Ruleset, braced: bool, aim_turns: float, band: str, brace_needs_aim: bool) -> Rule | None:
    """A rest helps aimed fire, or by the ruling any fire."""
    aimed = aim_turns >= 1 and band != BANDS[0]
    return r.rule("fire.aim.braced") if braced and (aimed or not brace_needs_aim) else None


def snap(r: Ruleset, snap: str, running_throw: bool) -> Rule | None:
    """Snap fire; a throw at a run is easier than a shot at speed."""
    return r.rule("fire.snap.running_throw") if running_throw else r.group("fire.snap").get(snap)


def earlier_shots(r: Ruleset, shot_number: int) -> Rule | None:
    """Each later shot of the turn is worse."""
    return r.rule("fire.multiple.later_shot").times(shot_number - 1) if shot_number > 1 else None


def target_speed(r: Ruleset, target_speed: int) -> Rule | None:
    """Moving targets, by the table."""
    rule = r.rule(f"fire.target_speed.{r.look_up('fire.target_speed.inches', target_speed)}")
    return rule if rule.value else None


def friend(r: Ruleset, friend: str, friend_cover: str) -> list[Rule | None]:
    """A friend in the way is cover; one in melee with the target moves about besides."""
    way = r.group("fire.cover").get(friend_cover) if friend != "none" else None
    return [r.rule("fire.friend.in_melee") if friend == "in_melee" else None, way]


def pattern(r: Ruleset, kind: str, band: str) -> Rule | None:
    """Shot spreads: easier to hit with, from short range to long."""
    return r.rule("fire.shot.pattern") if kind == "shot" and band in BANDS[1:4] else None


# Severity -------------------------------------------------------------------------------------------------------------


def weapon_damage(r: Ruleset, weapon: str, kind: str, band: str) -> Rule | list[Rule] | None:
    """The weapon's own figure; shot loses force with range, other weapons at extreme range."""
    if kind == "shot":
        return r.group("fire.shot.damage").get(band)
    far = [r.rule("fire.damage.extreme")] if band == BANDS[-1] else []
    return [r.rule(f"fire.weapon.{weapon}.damage"), *far]


def target_protection(r: Ruleset, target_armor: int, armor_lessens_fire_damage: bool) -> Rule | None:
    """Heavy armor lessens the wound."""
    return heavy(r, "fire", target_armor) if armor_lessens_fire_damage else None


# Faces above the needed number that strike something else ---------------------------------------------------------------


def behind_shield(r: Ruleset, kind: str, shield: str) -> int:
    """How much a javelin would gain without the shield."""
    rule = r.group("fire.shield").get(shield) if kind == "thrown" else None
    return -rule.value if rule else 0


def behind_friend(r: Ruleset, friend: str, friend_cover: str) -> int:
    """How much the shot would gain without the friend's cover."""
    return -int(r[f"fire.cover.{friend_cover}"]) if friend != "none" and friend_cover != "none" else 0


def behind_cover(r: Ruleset, cover: str) -> int:
    """How much the shot would gain without solid cover."""
    return -int(r[f"fire.cover.{cover}"]) if cover != "none" and r[f"fire.solid.{cover}"] else 0


def beside_friend(r: Ruleset, friend: str) -> int:
    """Faces above the needed number that strike a friend in melee."""
    return int(r["fire.friend.faces"]) if friend == "in_melee" else 0


def strikes(r: Ruleset, mounted: bool, aim_at: str) -> str:
    """On foot, or what of a mounted target is aimed at."""
    return aim_at if mounted else "foot"


# What contradicts itself ------------------------------------------------------------------------------------------------


def refuse_snap_aim(r: Ruleset, snap: str, aim_turns: float) -> None:
    """Snap fire has no aim."""
    refuse(
        snap != "none" and aim_turns >= 1,
        f"snap fire must go with aim_turns of 0.5 or less; got {aim_turns}; set snap to none",
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
        "a friend in_line must hide some of the target; got friend_cover none; try friend_cover half_solid",
    )


def refuse_targets(r: Ruleset, targets: int, kind: str, weapon: str, band: str) -> None:
    """More targets than the pattern covers."""
    refuse(targets > 1 and kind != "shot", f"targets must be 1 with {weapon}; got {targets}; only shot spreads")
    most = r["fire.shot.targets.extreme"] if band == "beyond" else r[f"fire.shot.targets.{band}"]
    refuse(targets > most, f"targets must be at most {most} at {words(band)} range; got {targets}")


# Dice ---------------------------------------------------------------------------------------------------------------------


def hits(r: Ruleset, needed: int, face: int, second: int) -> bool:
    """Does this face hit; ``second`` confirms a natural 1 that is not enough."""
    if needed >= 1:
        return face <= needed
    return bool(face == r["fire.lucky"] and second <= confirming(r, needed))


def counted(t: Any) -> int:
    """The needed number as it counts: "less than" reads it one lower everywhere."""
    return int(t.needed - t.strict)


def confirming(r: Ruleset, needed: int) -> int:
    """The highest second die that confirms a lucky hit; 0 when none does."""
    rule = r.group("fire.confirm").get(str(needed))
    return int(rule.value) if rule else 0


def dice(t: Any, throw: Throw, r: Ruleset) -> Any:
    """To hit, perhaps confirmation, what was struck, severity; for each target of a pattern."""
    together = t.targets if t.one_roll else 1
    needed = counted(t)
    base = needed + t.behind_shield
    levels = (needed, base, base + t.behind_friend, base + t.behind_cover)

    @throw.cached
    def wound(margin: bool) -> Any:
        return throw_severity(throw, r, t.damage + (r["fire.margin.damage"] if margin else 0))

    def body(margin: bool) -> Any:
        if t.strikes == "foot":
            return wound(margin)
        aimed, other = ("horse", "man") if t.strikes in ("either", "horse") else ("man", "horse")
        name, die = ("man or horse", "man") if t.strikes == "either" else ("the other by accident", "other")
        body = throw.split(name, 6, ((r[f"fire.mounted.{die}"], other), (6, aimed)))
        return throw.after(body, lambda struck: wound(margin) if struck == "man" else "hit_horse")

    @throw.cached
    def struck(margin: bool) -> Any:
        return repeat(throw, together, lambda: body(margin))

    def all_alike(outcome: str) -> Any:
        return outcome if together == 1 else (outcome,) * together

    def judge(face: int, second: int) -> Any:
        if face == r["fire.never"]:
            return all_alike("miss")
        if hits(r, needed, face, second):
            by = face if needed >= 1 else second if t.confirmed_margin else 0
            highest = needed if needed >= 1 else confirming(r, needed)
            return struck(0 < by <= highest - r["fire.margin.needed"])
        if t.behind_shield and hits(r, base, face, second):
            return throw.split(
                "javelin and shield", 6, ((r["fire.stuck.half"], all_alike("stuck_in_shield")), (6, all_alike("miss")))
            )
        if needed < face <= needed + t.beside_friend or (
            t.behind_friend and hits(r, base + t.behind_friend, face, second)
        ):
            return all_alike("hit_friend")
        if t.behind_cover and hits(r, base + t.behind_cover, face, second):
            return all_alike("stopped_by_cover")
        return all_alike("miss")

    def to_hit(face: int) -> Any:
        if face == r["fire.lucky"] and needed <= 0 and any(confirming(r, level) for level in levels):
            return throw("confirmation", D12, lambda second: judge(face, second))
        return judge(face, NOT_THROWN)

    if not t.in_reach:
        return "miss" if t.targets == 1 else ("miss",) * t.targets
    return repeat(throw, t.targets // together, lambda: throw("to hit", D12, to_hit))


def repeat(throw: Throw, times: int, once: Any) -> Any:
    """The same throw for each of several targets, outcomes in order as a tuple; a single one as it is."""
    if times == 1:
        return once()

    def further(got: tuple[Any, ...]) -> Any:
        return got if len(got) == times else throw.after(once(), lambda one: further((*got, one)))

    return further(())


def says(t: Any, r: Ruleset) -> list[str]:
    """The shot in words."""
    if not t.in_reach:
        return ["The target is beyond extreme range: no shot can hit."]
    never, needed = r["fire.never"], counted(t)
    strict = (
        [f"The d12 must be less than the needed number, so that {t.needed} counts as {needed}."] if t.strict else []
    )
    if needed >= 1:
        faces = [f for f in D12.outcomes if f != never and hits(r, needed, f, NOT_THROWN)]
        told = [f"Hits on a d12 of {faces[-1]} or less." if faces else "No face of the d12 is low enough."]
        if never in D12 and needed >= never:
            told.append(f"A natural {never} always misses.")
        worst = [f for f in faces if f <= needed - r["fire.margin.needed"]]
        if worst:
            told.append(f"A face of {worst[-1]} or less makes the wound worse.")
    elif confirming(r, needed) > 0:
        told = [f"Needs {needed}: a natural {r['fire.lucky']}, then a second d12 of {confirming(r, needed)} or less."]
    else:
        told = [f"Needs {needed}: too hard even for a lucky hit."]
    told = [*strict, *told]
    told.append(f"Severity: a {adjusted('d12', t.damage)} on the severity table; low is bad.")
    if t.behind_cover:
        told.append("A shot stopped by solid cover makes the target roll for ducking back.")
    return told


HIT = ("hit_horse", *WOUNDS)
OUTCOMES = ("miss", "stopped_by_cover", "hit_friend", "stuck_in_shield", *HIT)


def among(outcomes: tuple[str, ...]) -> Any:
    """True when one of the outcomes befell any target."""
    wanted = set(outcomes)
    return lambda got: bool(wanted.intersection(got if isinstance(got, tuple) else (got,)))


fire = Check(
    "rencounter.fire",
    "One shot",
    "Fire Combat",
    PARAMETERS,
    {
        "needed": total(
            "to hit (d12)", "skill", pick("fire.range", "band"), target_armor, shield, pick("fire.cover", "cover"),
            posture, mounted, aim, braced, snap, earlier_shots, target_speed, pick("fire.appearing", "appearing"),
            friend, each("wounds.point.fire", "wounds"), flag("skill.unfamiliar", "unfamiliar"), pattern,
            value("extra_modifier"),
        ),
        "damage": total("severity (d12)", weapon_damage, target_protection),
        "in_reach": lambda r, band: band != "beyond",
        "strict": lambda r, skill_roll: skill_roll == "less_than",
        "confirmed_margin": lambda r, confirmed_hit_margin: confirmed_hit_margin == "confirmation_die",
        "behind_shield": behind_shield,
        "behind_friend": behind_friend,
        "beside_friend": beside_friend,
        "behind_cover": behind_cover,
        "strikes": strikes,
        "targets": node(lambda r, n: n, n="targets"),
        "one_roll": lambda r, shotgun_one_roll: shotgun_one_roll,
    },
    dice,
    By("targets", {1: OUTCOMES, **{many: Space(OUTCOMES).times(many) for many in range(2, MOST_TARGETS + 1)}}),
    {"hits": among(HIT), "puts down": among(DOWN), "kills": among(("dead",))},
    derived=(kind, running_throw, band),
    refusals=(refuse_snap_aim, refuse_too_many_shots, refuse_friend, refuse_targets),
    says=says,
)  # fmt: skip
