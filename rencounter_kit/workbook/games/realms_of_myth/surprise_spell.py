"""Surprised, and until when: the whole time from the springing of a Surprise until the target is himself again."""

from ....engine.dice.dist import Dist
from ....engine.dice.throw import Consequence, Targets, Throw
from ....engine.words.wording import so_many
from ...mechanics.modifiers import part
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.question import Words
from ...rulebook.book import Ruleset
from .surprise import PARAMETERS as SURPRISE, Rolls, says, segments, spring, surprise
from .surprise_margins import SOURCE, lasts, surprise_recovery
from .tasks import RESOLUTION, on_task, roll

PARAMETERS = (SURPRISE, "surprise_margins.hrt surprise_dv recovery_chance", RESOLUTION)

SPRINGING, BRIEF, OVERWHELMED, HAMPERED = "springing", "brief", "overwhelmed", "hampered"
Spell = tuple[str, int, int]  # what holds him, for how many segments yet, and how many are over


def play(throw: Throw, r: Ruleset, rolls: Rolls, recovery: Targets, hampered: int) -> TurnModel:
    """A turn is a segment; whoever was overwhelmed rolls to recover at the end of his last one."""

    lose = segments(r)

    def overwhelmed(margins: int) -> Spell:
        return OVERWHELMED, lose(margins), 0

    def sprung() -> Consequence:
        free = (BRIEF, 0, 0)
        return spring(throw, r, rolls, free, free, (BRIEF, r["surprise.brief"], 0), overwhelmed)

    def segment(state: Spell) -> Consequence:
        held, left, turns_so_far = state
        return sprung() if held == SPRINGING else (held, left - 1, turns_so_far + 1)

    def recovered(state: Spell) -> Consequence:
        held, left, turns_so_far = state
        if held != OVERWHELMED or left > 0:
            return state
        return roll(
            throw, r, "recovery", recovery.percent, (BRIEF, 0, turns_so_far), (HAMPERED, hampered, turns_so_far)
        )

    def exact_length() -> Dist:
        def over(state: Spell) -> Consequence:
            held, left, _ = state
            return roll(throw, r, "recovery", recovery.percent, left, left + hampered) if held == OVERWHELMED else left

        return Dist([0]).map(lambda _: throw.after(sprung(), over))

    def end(state: Spell) -> str | None:
        return "free" if state[0] in (BRIEF, HAMPERED) and not state[1] else None

    return TurnModel(
        (SPRINGING, 0, 0), (segment, recovered), end, read=lambda state, end, turns: state[2], known=exact_length
    )


surprise_spell = Process(
    "realms_of_myth.surprise_spell",
    "How long until a surprise has worn off?",
    turn="segment",
    source=SOURCE,
    parameters=PARAMETERS,
    targets={
        "rolls": part("surprise", surprise, PARAMETERS),
        "recovery": part("recovery", surprise_recovery, PARAMETERS, {"chance": "recovery_chance"}),
        "hampered": lasts,
    },
    play=play,
    events={"is free at once": "0"},
    says=lambda r, rolls, recovery, hampered: [
        *says(r, rolls),
        f"If overwhelmed, he {on_task(r, 'recovers', recovery.percent)} once his lost segments are over.",
        f"If not, he stays hampered for {so_many(hampered, 'segment')} more.",
    ],
    wording=Words(measure="segments"),
)
