"""Under fire from hiding: how many shots until the shooter is found?"""

from ...mechanics.modifiers import inputs, value
from ...mechanics.processes.process import Process
from ...mechanics.question import Words
from .attempts import attempts
from .tasks import RESOLUTION, against, on_task

locate_sniper = Process(
    "realms_of_myth.locate_sniper",
    "After how many attacks is a hidden shooter found?",
    turn="attack",
    source="Ranged Combat",
    parameters=("awa_av sniper_dv chance max_attacks", RESOLUTION),
    targets={
        **against([value("awa_av", "AWA")], [value("sniper_dv", "DV of the shooter")]),
        **inputs(attacks="max_attacks"),
    },
    play=lambda throw, r, percent, attacks: attempts(throw, r, "awareness", percent, attacks, "located", "not_located"),
    events={"is found at once": "1"},
    says=lambda r, percent, attacks: [
        f"After each attack he {on_task(r, 'finds the shooter', percent)}.",
        "Only attacks after he has recovered from Surprise count.",
        f"{attacks + 1} means that the shooter is not found in {attacks}.",
    ],
    wording=Words(measure="attacks"),
)
