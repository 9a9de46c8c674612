"""Missile fire turn after turn: a volley, and an enemy who closes in on the shooter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..check import Check
from ..modifiers import Entry, Part, node, part, refuse, total
from ..parameter import choice, whole
from ..process import Play, Process
from ..rules import Rule, Ruleset
from ..throw import Throw
from .attack import ATTACKER_TH, NATURAL_ROLLS, TARGET_AC, TARGET_FATIGUED, TARGET_HP, says_attack, says_face
from .missiles import barred, missile_damage
from .models import BOOK, armor_class

MISSILE = missile_damage.parameters["missile"]
Track = tuple[tuple[int, bool], ...]  # distance on each of the shooter's turns, and is the target fatigued?

# Closing in ----------------------------------------------------------------------------------------------------------

CLOSING = (
    MISSILE,
    whole("distance", 1, 60, 21, "Distance at the start, over open ground.", unit="inches"),
    choice("target_armor", BOOK.names("movement"), "none", "Armor worn; it sets the movement.", group="target"),
    choice("gait", ("walk", "run", "run_then_walk"), "walk",
           "run arrives unable to strike; run_then_walk stops short of contact and walks in on its next turn.",
           group="target"),
    choice("first", ("shooter", "target"), "target", "Whose turn comes first."),
)  # fmt: skip
APPROACH = (
    *CLOSING,
    ATTACKER_TH,
    replace(armor_class.parameters["shield"], name="target_shield", group="target"),
    TARGET_HP,
    NATURAL_ROLLS,
)


def movement(r: Ruleset, target_armor: str) -> Rule:
    """What the target walks in a turn."""
    return r.rule(f"movement.{target_armor}")


def stops_short(r: Ruleset, gait: str) -> Rule | None:
    """Where a runner who means to strike ends his run."""
    return r.rule("running.stop_short") if gait == "run_then_walk" else None


def track(r: Ruleset, distance: int, walks: int, stops: int, gait: str, first: str) -> Track:
    """Where the target is on each of the shooter's turns, up to contact."""
    runs = walks * r["running.times"]
    seen = [(distance, False)] if first == "shooter" else []
    while distance > walks:
        nearer = distance - walks if gait == "walk" else max(stops, distance - runs)
        refuse(
            nearer >= distance,
            f"the target must come nearer on each of its turns; got none at {distance} inches; give it more movement",
        )
        if nearer <= 0:
            break
        seen.append((nearer, gait == "run" or distance - nearer > walks))
        distance = nearer
    return tuple(seen)


def inches(distances: list[int]) -> str:
    """Distances in words: "17, 13 inches"."""
    return f"{', '.join(map(str, distances))} inch{'' if distances == [1] else 'es'}"


CLOSES_IN: dict[str, Any] = {
    "walks": total("movement (inches a turn)", movement),
    "stops": total("end of a run (inches from contact)", stops_short),
    "track": track,
}

shots_before_contact = Check(
    "odd_encounters.shots_before_contact",
    "How many shots before contact?",
    "Movement; Missile Fire; Equipment Descriptions",
    CLOSING,
    {**CLOSES_IN, "missile": node(lambda r, missile: missile)},
    lambda t, throw, r: sum(not barred(r, t.missile, at, "still", True, "none", "") for at, _ in t.track),
    says=lambda t, r: [
        f"On the shooter's turns the target is at {inches([at for at, _ in t.track])}." if t.track
        else "The target is in contact before the shooter's first turn.",
        f"The missile carries {r[f'missile.{t.missile}.range']} inches.",
    ],
)  # fmt: skip

# Under fire ----------------------------------------------------------------------------------------------------------


def target_ac(r: Ruleset, armor_of_the_target: Any) -> int:
    """The target's Armor Class."""
    return int(armor_of_the_target.armor_class)


ASKED = ("attacker_th", "missile", "natural_rolls")


@dataclass(frozen=True)
class Shots(Part):
    """A shot on each of the shooter's turns: the same but for distance and fatigue of the target."""

    def answer(self, r: Ruleset, values: Any) -> tuple[Any, list[Entry]]:
        """Target numbers turn by turn, and the reasons once for all shots that are alike."""
        asked = missile_damage.values(r, {name: values[name] for name in ASKED})
        asked["target_ac"] = values["target_ac"]  # by house rules it may be beyond what a player could say
        each: list[Any] = []
        alike: dict[Any, tuple[list[int], tuple[Entry, ...]]] = {}
        for distance, fatigued in values["track"]:
            at = {"distance": distance, "target_fatigued": fatigued}
            targets, reasons = missile_damage.numbers(r, {**asked, **at})
            each.append(targets)
            if not targets.barred:
                alike.setdefault(targets, ([], reasons))[0].append(distance)
        return tuple(each), [
            entry._replace(roll=f"shot at {inches(distances)}: {entry.roll}")
            for distances, reasons in alike.values()
            for entry in reasons
        ]


def shots_of(r: Ruleset, *given: Any) -> Any:
    """The target numbers of all shots."""
    return SHOTS.answer(r, dict(zip(SHOTS.names, given, strict=True)))[0]


SHOTS = Shots(shots_of, (*ASKED, "target_ac", "track"), "shots", missile_damage, ASKED, {}, {})


def play_approach(t: Any, throw: Throw, r: Ruleset) -> Play:
    """A turn is one of each side; the state is (turns done, Hit Points left)."""

    def turn(state: tuple[int, int]) -> Any:
        done, hp = state
        if done == len(t.shots):
            return done + 1, hp
        harm = throw.asked(missile_damage, t.shots[done], r)
        return throw.after(harm, lambda points: (done + 1, max(hp - points, 0)))

    def end(state: tuple[int, int]) -> str | None:
        done, hp = state
        return "shot_dead" if not hp else "contact" if done == t.turns else None

    return Play((0, t.hp), (turn,), end, t.turns, read=lambda state, ended, turns: state[1])


def says_approach(t: Any, r: Ruleset) -> list[str]:
    """The shots in words."""
    alike: dict[Any, list[int]] = {}
    for (distance, _), shot in zip(t.track, t.shots, strict=True):
        alike.setdefault(shot.needed if not shot.barred else None, []).append(distance)
    told = [
        f"At {inches(distances)}: " + ("out of range." if needed is None else says_face(needed, "hits"))
        for needed, distances in alike.items()
    ]
    return [*told, f"The target is in contact on turn {t.turns}, if it lives."]


approach_under_fire = Process(
    "odd_encounters.approach_under_fire",
    "Closing in under fire",
    "Movement; Missile Fire; Melee; Equipment Descriptions",
    APPROACH,
    {
        **CLOSES_IN,
        "shots": SHOTS,
        "turns": node(lambda r, track, first: len(track) + (first == "target")),
        "hp": node(lambda r, target_hp: target_hp),
    },
    play_approach,
    events={
        "is shot dead": lambda got: got == 0 if isinstance(got, int) else None,
        "comes into contact": lambda got: got > 0 if isinstance(got, int) else None,
    },
    derived=(
        part("armor of the target", armor_class, APPROACH, {"armor": "target_armor", "shield": "target_shield"}),
        target_ac,
    ),
    says=says_approach,
)

# A volley ------------------------------------------------------------------------------------------------------------

VOLLEY = (
    whole("shots", 1, 24, 6, "Shots in all: shooters times turns.", group="weapon", unit="shots"),
    whole("targets", 1, 12, 4, "Targets in line, all alike.", group="target", unit="models"),
    ATTACKER_TH,
    MISSILE,
    missile_damage.parameters["distance"],
    TARGET_AC,
    replace(TARGET_HP, high=40),
    TARGET_FATIGUED,
    NATURAL_ROLLS,
)


def play_volley(t: Any, throw: Throw, r: Ruleset) -> Play:
    """A turn is one shot; the state is (targets killed, Hit Points of the one who is shot at)."""

    def shot(state: tuple[int, int]) -> Any:
        killed, hp = state
        harm = throw.asked(missile_damage, t.shot, r)
        return throw.after(harm, lambda points: (killed, hp - points) if points < hp else (killed + 1, t.hp))

    def end(state: tuple[int, int]) -> str | None:
        return "all_killed" if state[0] == t.targets else None

    return Play((0, t.hp), (shot,), end, t.shots, "out_of_shots", lambda state, ended, turns: state[0])


volley = Process(
    "odd_encounters.volley",
    "How many does a volley kill?",
    "Missile Fire; Melee",
    VOLLEY,
    {
        "shot": part("each shot", missile_damage, VOLLEY),
        "shots": node(lambda r, shots: shots),
        "targets": node(lambda r, targets: targets),
        "hp": node(lambda r, target_hp: target_hp),
    },
    play_volley,
    events={"kills somebody": lambda got: got > 0 if isinstance(got, int) else None},
    says=lambda t, r: [f"No shot: {t.shot.barred}."] if t.shot.barred else [
        *says_attack(t.shot),
        f"There are {t.shots} shots at the first of {t.targets} targets who lives, each with {t.hp} Hit Points.",
    ],
)  # fmt: skip

__all__ = ["approach_under_fire", "shots_before_contact", "volley"]
