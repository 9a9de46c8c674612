"""Laying out the fleets: who may choose the side of the table."""

from ....engine.dice.throw import Consequence, Exact, Throw
from ....engine.words.wording import adjusted
from ...mechanics.check import Check
from ...mechanics.modifiers import pick, total
from ...rulebook.book import Ruleset, rules

COMMAND = rules("salamis").names("command")[::-1]
OWN, TIE, ENEMY = "own_chooses", "tie", "enemy_chooses"


def winner(r: Ruleset, tie: str, own_command: str, enemy_command: str) -> str:
    """Who wins a tie at once: the better admiral, where that is the rule."""
    own, enemy = COMMAND.index(own_command), COMMAND.index(enemy_command)
    return TIE if tie != "better_command" or own == enemy else OWN if own > enemy else ENEMY


def throw_side(throw: Throw, r: Ruleset, own: int, enemy: int, tie: str, winner: str) -> Consequence:
    """A die each; the higher total chooses."""
    die, edge = r.dice("side"), own - enemy

    def both(dice: Throw) -> Consequence:
        def against(face: int) -> Consequence:
            return dice.split("enemy", die, ((face + edge - 1, OWN), (face + edge, winner)), ENEMY)

        return dice("your side", die, against)

    def again() -> Consequence:
        return throw.after(both(throw), lambda got: again() if got == TIE else got)

    def settled(got: str) -> Consequence:
        if got != TIE or tie == "report":
            return got
        return throw.unending("both again", again, lambda: both(Exact()).given(lambda one: one != TIE))

    return throw.after(both(throw), settled)


def says(r: Ruleset, own: int, enemy: int, tie: str) -> list[str]:
    """The rolls in words."""
    ours, theirs = (adjusted(r["dice.side"], bonus) for bonus in (own, enemy))
    dice = f"Your side rolls a {ours}, the enemy a {theirs}; the higher total chooses."
    ties = {
        "reroll": "If they are equal, both roll again.",
        "report": "If they are equal, the players settle it.",
        "better_command": "If they are equal, the better admiral chooses; equal admirals roll again.",
    }
    return [dice, ties[tie], "The other side deploys its first squadron."]


setup_roll = Check(
    "salamis.setup_roll",
    "Who chooses the side of the table?",
    source="Game Set Up: Laying out the Fleets",
    parameters="own_command enemy_command tie",
    targets={
        "own": total("your die ({dice.side})", pick("command", "own_command")),
        "enemy": total("the enemy's die ({dice.side})", pick("command", "enemy_command")),
        "winner": winner,
    },
    dice=throw_side,
    outcomes=(ENEMY, TIE, OWN),
    events={"own side chooses": OWN, "enemy chooses": ENEMY, "neither is higher": TIE},
    says=says,
    wording={
        OWN: "your side chooses",
        "own side chooses": "your side chooses",
        ENEMY: "the enemy chooses",
        TIE: "a tie",
    },
)
