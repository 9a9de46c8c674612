"""Missile fire turn after turn: a volley, and an enemy who closes in on the shooter."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from ....engine.dice.dist import Dist
from ....engine.dice.throw import Targets, Throw
from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import Entry, Part, inputs, part, pick, refuse, total
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.question import Words
from ...mechanics.ready_dice import or_more
from ...rulebook.book import Ruleset
from .attack import TargetNumbers, says_attack
from .missiles import missile_damage, obstacle
from .models import armor_class

Track = tuple[tuple[int, bool], ...]  # distance on each of the shooter's turns, and is the target fatigued?

# Closing in ----------------------------------------------------------------------------------------------------------

CLOSING = "missile shooting.distance target_armor gait shooting.first"
APPROACH = (CLOSING, "attacker_th target_shield target_hp natural_rolls")


def track(r: Ruleset, distance: int, walks: int, stops: int, gait: str, first: str) -> Track:
    """Where the target is on each of the shooter's turns, up to contact."""
    runs = walks * r["running.times"]
    turns = [(distance, False)] if first == "shooter" else []
    while distance > walks:
        nearer = distance - walks if gait == "walk" else max(stops, distance - runs)
        refuse(
            nearer >= distance,
            f"the target must come nearer each turn; it stops at {distance} inches; give it more movement",
        )
        if nearer <= 0:
            break
        turns.append((nearer, gait == "run" or distance - nearer > walks))
        distance = nearer
    return tuple(turns)


def inches(distances: list[int]) -> str:
    """Distances in words: "17, 13 inches"."""
    return f"{', '.join(map(str, distances))} inch{'' if distances == [1] else 'es'}"


class Closing(NamedTuple):
    """How fast the target comes, and where it is on each of the shooter's turns."""

    walks: int
    stops: int
    track: Track


CLOSES_IN: TargetNumbers = {
    "walks": total("movement (inches a turn)", pick("movement.{}", "target_armor")),
    "stops": total(
        "where a run ends (inches from contact)",
        lambda r, gait: r.rule("running.stop_short") if gait == "run_then_walk" else None,  # a runner means to strike
    ),
    "track": track,
}


def says_closing(r: Ruleset, closing: Closing, missile: str) -> list[str]:
    """The distances in words."""
    where = f"On the shooter's turns the target is at {inches([distance for distance, _ in closing.track])}."
    return [
        where if closing.track else "The target is in contact before the shooter's first turn.",
        f"The missile carries {r[f'missile.{missile}.range']} inches.",
    ]


shots_before_contact = Check(
    "odd_encounters.shots_before_contact",
    "How many shots can the shooter take before contact?",
    source="Movement; Missile Fire; Equipment Descriptions",
    parameters=CLOSING,
    targets={**CLOSES_IN, **inputs("missile")},
    record=Closing,
    dice=lambda throw, r, closing, missile: sum(
        not obstacle(r, missile, distance, "still", True, "none", "") for distance, _ in closing.track
    ),
    wording=Words(unit="shot"),
    says=says_closing,
)

# Under fire ----------------------------------------------------------------------------------------------------------

SAME = ("attacker_th", "missile", "natural_rolls")  # in all shots


@dataclass(frozen=True)
class ShotsOnTheWay(Part):
    """A shot on each of the shooter's turns: the same but for distance and fatigue of the target."""

    varies: ClassVar[tuple[str, ...]] = ("distance", "target_fatigued", "target_ac")

    def answer(self, r: Ruleset, values: Mapping[str, Any]) -> tuple[tuple[Targets, ...], list[Entry]]:
        """Target numbers turn by turn, and the reasons once for all shots that are alike."""
        params = {theirs: values[ours] for theirs, ours in zip(self.inputs, self.names, strict=False)}
        same = self.check.values(r, params)
        same["target_ac"] = values["target_ac"]  # by house rules it may be beyond what a player could say
        each: list[Targets] = []
        alike: dict[Targets, tuple[list[int], tuple[Entry, ...]]] = {}
        for distance, fatigued in values["track"]:
            shot, reasons = self.check.numbers(r, {**same, "distance": distance, "target_fatigued": fatigued})
            each.append(shot)
            if not shot.barred:
                alike.setdefault(shot, ([], reasons))[0].append(distance)
        return tuple(each), [
            entry._replace(roll=f"shot at {inches(distances)}: {entry.roll}")
            for distances, reasons in alike.values()
            for entry in reasons
        ]

    def asking(self, check: Any, further: Mapping[str, str]) -> Part:
        return shots_on_the_way(check, dict(zip(self.inputs, self.names, strict=False)) | dict(further))


def shots_on_the_way(check: Any, names: Mapping[str, str]) -> ShotsOnTheWay:
    """All shots, asked with these of its parameters by our names."""

    def shots(r: Ruleset, *values: object) -> tuple[Targets, ...]:
        return every.answer(r, dict(zip(every.names, values, strict=True)))[0]

    every = ShotsOnTheWay(shots, (*names.values(), "target_ac", "track"), "shots", check, tuple(names), {}, {})
    return every


SHOTS = shots_on_the_way(missile_damage, {name: name for name in SAME})


def target_ac(r: Ruleset, armour_of_the_target: tuple[int]) -> int:
    """The target's Armour Class, the only target number of that check."""
    return armour_of_the_target[0]


def turns(r: Ruleset, track: Track, first: str) -> int:
    """Turns up to contact."""
    return len(track) + (first == "target")


def play_approach(throw: Throw, r: Ruleset, shots: tuple[Targets, ...], turns: int, hp: int) -> TurnModel:
    """A turn is one of each side; the state is (turns done, Hit Points left)."""

    def turn(state: tuple[int, int]) -> Dist | tuple[int, int]:
        shots_so_far, hp = state
        if shots_so_far == len(shots):
            return shots_so_far + 1, hp
        harm = throw.dice_of(missile_damage, shots[shots_so_far], r)
        return throw.after(harm, lambda points: (shots_so_far + 1, max(hp - points, 0)))

    def end(state: tuple[int, int]) -> str | None:
        shots_so_far, hp = state
        return "shot_dead" if not hp else "contact" if shots_so_far == turns else None

    return TurnModel((0, hp), (turn,), end, turns, read=lambda state, end, turns: state[1])


def says_approach(r: Ruleset, closing: Closing, shots: tuple[Targets, ...], turns: int) -> list[str]:
    """The shots in words."""
    alike: dict[str, list[int]] = {}
    for (distance, _), shot in zip(closing.track, shots, strict=True):
        fate = "is out of range" if shot.barred else or_more("hits", r["dice.attack"], shot.needed)
        alike.setdefault(fate, []).append(distance)
    return [
        *(f"At {inches(distances)} the shot {fate}." for fate, distances in alike.items()),
        f"The target is in contact on turn {turns}, if it is still alive.",
    ]


approach_under_fire = Process(
    "odd_encounters.approach_under_fire",
    "Does the target close in under fire?",
    turn="round",
    source="Movement; Missile Fire; Melee; Equipment Descriptions",
    parameters=APPROACH,
    targets={**CLOSES_IN, "shots": SHOTS, "turns": turns, **inputs(hp="target_hp")},
    record=Closing,
    play=play_approach,
    events={"is shot dead": "0", "comes into contact": "1.."},
    derived=[
        part("armour of the target", armor_class, APPROACH, {"armor": "target_armor", "shield": "target_shield"}),
        target_ac,
    ],
    says=says_approach,
    wording=Words(measure="hit points left"),
)

# A volley ------------------------------------------------------------------------------------------------------------

VOLLEY = "shots targets attacker_th missile distance target_ac shooting.target_hp target_fatigued natural_rolls"


def play_volley(throw: Throw, r: Ruleset, shot: Targets, shots: int, targets: int, hp: int) -> TurnModel:
    """A turn is one shot; the state is (targets killed, Hit Points of the one who is shot at)."""

    def shoot(state: tuple[int, int]) -> Dist | tuple[int, int]:
        killed, left = state
        harm = throw.dice_of(missile_damage, shot, r)
        return throw.after(harm, lambda points: (killed, left - points) if points < left else (killed + 1, hp))

    def end(state: tuple[int, int]) -> str | None:
        return "all_killed" if state[0] == targets else None

    return TurnModel((0, hp), (shoot,), end, shots, "out_of_shots", lambda state, end, turns: state[0])


def says_volley(r: Ruleset, shot: Targets, shots: int, targets: int, hp: int) -> list[str]:
    """The shots in words, or why there are none."""
    if shot.barred:
        return [f"No shot: {shot.barred}."]
    target = "the target" if targets == 1 else f"the first of {targets} targets still alive"
    return [
        *says_attack(r, shot),
        f"{so_many(shots, 'shot')} at {target}; a target has {so_many(hp, 'Hit Point')}.",
    ]


volley = Process(
    "odd_encounters.volley",
    "How many does a volley kill?",
    turn="shot",
    source="Missile Fire; Melee",
    parameters=VOLLEY,
    targets={"shot": part("each shot", missile_damage, VOLLEY), **inputs(hp="target_hp")},
    play=play_volley,
    events={"kills somebody": "1.."},
    says=says_volley,
)
