"""How long spells last, and what that comes to: a door that is held, sleepers who are killed before they wake."""

from functools import cache

from ....engine.dice.dist import Dice, Dist, d
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import adjusted, so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import counting, is_, refuse, total
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...rulebook.book import Rule, Ruleset
from .attack import MOST, few
from .forces import memorized

# Duration -------------------------------------------------------------------------------------------------------------


def dice_of(r: Ruleset, spell: str) -> Dice | None:
    """Dice of a duration; none where it is fixed."""
    path = f"spell_time.{spell}"
    if f"{path}.dice" not in r:
        return None
    dice, sides = few(r, f"{path}.dice"), few(r, f"{path}.sides")
    refuse(not dice or not sides, f"the dice of {path} must be from 1d1 to {MOST}d{MOST}; got {dice}d{sides}")
    return dice @ d(sides)


def turns(r: Ruleset, spell: str, caster_level: int) -> list[Rule]:
    """Turns that are not thrown for."""
    path = f"spell_time.{spell}"
    return counting(r.rule(f"{path}.turns"), r.rule(f"{path}.turns_per_level").times(caster_level))


def last_turn(r: Ruleset, duration_counting: str) -> int | None:
    """By the other reading the spell ends when the last turn is counted, and is no more in force then."""
    return -1 if duration_counting == "ends_when_reached" else None


def refuse_caster(r: Ruleset, spell: str, caster_level: int) -> None:
    """The caster must be able to cast it at all."""
    char_class, level = r[f"spell_time.{spell}.class"], r[f"spell_time.{spell}.level"]
    in_table = 1 <= level <= len(r[f"spells_memorized.{char_class}.{caster_level}"])
    refuse(
        not (in_table and memorized(r, char_class, caster_level, level)),
        f"caster_level must be one at which a {char_class} has spells of level {level}, as for {spell}; "
        f"got {caster_level}; try more",
    )


def says_duration(r: Ruleset, dice: Dice | None, fixed_turns: int) -> list[str]:
    """Dice and turns in words."""
    lasts = so_many(fixed_turns, "turn") if dice is None else f"{adjusted(dice.written, fixed_turns)} turns"
    return [f"Lasts {lasts}.", "The turn of casting counts."]


spell_duration = Check(
    "odd_encounters.spell_duration",
    "How many turns does a spell last?",
    source="Magic; Spells; Cleric Spells; Magic-User Spells",
    parameters="spell caster_level duration_counting",
    targets={"dice": dice_of, "fixed_turns": total("turns added to the dice", turns, last_turn)},
    dice=lambda throw, r, dice, fixed_turns: (
        fixed_turns if dice is None else throw("turns", dice, lambda face: face + fixed_turns)
    ),
    refusals=[refuse_caster],
    says=says_duration,
)

# A held door ----------------------------------------------------------------------------------------------------------


def refuse_knock(r: Ruleset, opening_turn: int, knock: bool) -> None:
    """A spell is cast on some turn."""
    refuse(knock and not opening_turn, "opening_turn must be 1 or more with knock true; got 0; try 1")


def says_door(r: Ruleset, dice: Dice, opened: int | None) -> list[str]:
    """How long it holds, in words."""
    end = "Nobody opens it before then." if opened is None else f"It is opened on turn {opened}, if it still holds."
    return [f"The spell holds the door for {dice.written} turns.", end]


hold_portal = Check(
    "odd_encounters.hold_portal",
    "How long does a held door stay shut?",
    source="Magic-User Spells, First Level: Hold Portal; Second Level: Knock",
    parameters="opening_turn opener_level knock",
    targets={
        "dice": lambda r: dice_of(r, "hold_portal"),
        "opened": lambda r, opening_turn, opener_level, knock: (
            opening_turn if opening_turn and (knock or opener_level >= r["hold_portal.opener_level"]) else None
        ),
    },
    dice=lambda throw, r, dice, opened: throw(
        "turns", dice, lambda face: face if opened is None else min(face, opened)
    ),
    refusals=[refuse_knock],
    says=says_door,
)

# Sleepers -------------------------------------------------------------------------------------------------------------


@cache
def awakening(dice: Dice, turn: int) -> Dist:
    """Does whoever still sleeps on this turn wake when it is over?"""
    sleeps = dice.total - dice.up_to(turn)
    wakes = dice.total - dice.up_to(turn - 1) - sleeps
    return Dist({word: weight for word, weight in (("wakes", wakes), ("sleeps on", sleeps)) if weight} or ["wakes"])


def play_sleepers(
    throw: Throw, r: Ruleset, dice: Dice, sleepers: int, killers: int, first_turn: int, together: bool
) -> TurnModel:
    """A turn is one of the killers', then those wake whose time is over; the state is (turn, asleep, killed).

    The dice for the time of sleep are not thrown at once but read turn by turn, which comes to the same.
    """

    def kill(state: tuple[int, int, int]) -> tuple[int, int, int]:
        turn, asleep, killed = state
        victims = min(killers, asleep) if turn >= first_turn else 0
        return turn, asleep - victims, killed + victims

    def wake(state: tuple[int, int, int]) -> Dist | tuple[int, int, int]:
        turn, asleep, killed = state
        die = awakening(dice, turn)

        def one() -> Consequence:
            return throw("sleep", die, lambda word: int(word == "wakes")) if len(die) > 1 else int("wakes" in die)

        awake = throw.times(1 if together else asleep, one)
        return throw.after(awake, lambda number: (turn + 1, asleep - number * (asleep if together else 1), killed))

    def end(state: tuple[int, int, int]) -> str | None:
        _, asleep, killed = state
        return None if asleep else "all_killed" if killed == sleepers else "some_awake"

    return TurnModel((1, sleepers, 0), (kill, wake), end, dice.faces[-1], read=lambda state, end, turns: state[2])


def says_sleepers(r: Ruleset, dice: Dice, killers: int, first_turn: int, together: bool) -> list[str]:
    """The race in words."""
    all_or_each = "one roll for all" if together else "a roll for each"
    return [
        f"They sleep {dice.written} turns, {all_or_each}; turn 1 is the turn of casting.",
        f"From turn {first_turn} on, {so_many(killers, 'sleeper')} a turn can be killed, without a roll.",
    ]


sleep_and_slay = Process(
    "odd_encounters.sleep_and_slay",
    "How many sleepers are killed before they wake?",
    source="Magic-User Spells, First Level: Sleep; Turn Sequence",
    parameters="sleepers killers first_turn sleep_duration_roll",
    targets={
        "dice": lambda r: dice_of(r, "sleep"),
        "together": is_("sleep_duration_roll", "once"),
    },
    play=play_sleepers,
    says=says_sleepers,
)
