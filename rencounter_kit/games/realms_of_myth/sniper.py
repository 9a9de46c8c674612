"""Under fire from hiding: how many shots until the shooter is found?"""

from __future__ import annotations

from typing import NamedTuple

from ...dice.throw import Throw
from ...mechanics.modifiers import given, value
from ...mechanics.parameter import whole
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...rulebook.book import Ruleset
from .attempts import attempts
from .parameters import points
from .tasks import RESOLUTION, against, chance, on_task


class Barrage(NamedTuple):
    """The roll to find him after each attack, and attacks at most."""

    percent: int
    attacks: int


def play(t: Barrage, throw: Throw, r: Ruleset) -> TurnModel:
    """A turn is an attack and the roll after it."""
    return attempts(throw, r, "awareness", t.percent, t.attacks, "located", "not_located")


locate_sniper = Process(
    "realms_of_myth.locate_sniper",
    "After how many attacks is a hidden shooter found?",
    turn="attack",
    source="Ranged Combat",
    parameters=(
        points(
            "awa_av", 40, "AWA of the one who is shot at, used as the AV.", "target", hint="of the one who is shot at"
        ),
        points("sniper_dv", 40, "DV set by the hidden shooter."),
        chance(),
        whole(
            "max_attacks",
            1,
            100,
            10,
            "Longest barrage to follow; one more stands for a shooter who is not found.",
            hint="one more in the answer: not found",
            unit="attacks",
        ),
        *RESOLUTION,
    ),
    targets={
        **against([value("awa_av", "AWA")], [value("sniper_dv", "DV of the shooter")]),
        **given(attacks="max_attacks"),
    },
    play=play,
    events={"is found at once": lambda attack: attack == 1},
    says=lambda t, r: [
        f"After each attack he {on_task(r, 'finds the shooter', t.percent)}.",
        "Only attacks after he has recovered from Surprise count.",
        f"{t.attacks + 1} stands for a shooter who is not found in {t.attacks}.",
    ],
    measure="attacks",
)
