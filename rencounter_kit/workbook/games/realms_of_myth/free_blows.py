"""Free blows: what lands before somebody who is surprised may act."""

from functools import cache
from typing import NamedTuple

from ....engine.dice.dist import Dist
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.modifiers import called, inputs, part
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...rulebook.book import Ruleset
from .hits import hits
from .surprise import PARAMETERS as SURPRISE, Rolls, says, segments, spring, surprise
from .tasks import RESOLUTION, Model, against, model, on_task, roll

PARAMETERS = (SURPRISE, "free_blows.attack_av free_blows.defence_dv blows_per_cs springing_blow", RESOLUTION)


class Exposed(NamedTuple):
    """How somebody is exposed to blows: the chance of each in the segments to come, and how many of these there are.

    springing : the chance of those that spring the Surprise; ``None`` when they are struck.
    """

    percent: int
    left: int
    springing: int | None
    landed: int


ON_GUARD = Exposed(0, 0, None, 0)


class FreeBlows(NamedTuple):
    """The rolls of the Surprise, and the blows for which it gives an opening."""

    rolls: Rolls
    value: int
    difficulty: int
    percent: int
    model: Model
    springing_blow: str
    blows: int


def play(throw: Throw, r: Ruleset, free_blows: FreeBlows) -> TurnModel:
    """A turn is a segment; the first one is that in which the Surprise is sprung."""
    lost = segments(r)

    def exposed(percent: int, left: int) -> Exposed:
        first = {"normal_defence": free_blows.percent, "penalised": percent, "none": 0}[free_blows.springing_blow]
        return Exposed(percent, left, first, 0)

    @cache
    def overwhelmed(margins: int) -> Exposed:
        return exposed(free_blows.model.percent(free_blows.value, free_blows.difficulty - margins), lost(margins))

    def sprung() -> Consequence:
        free, brief = exposed(free_blows.percent, 0), exposed(free_blows.percent, r["surprise.brief"])
        return spring(throw, r, free_blows.rolls, ON_GUARD, free, brief, overwhelmed)

    def struck(percent: int) -> Consequence:
        return throw.times(free_blows.blows, lambda: roll(throw, r, "blow", percent, 1, 0))

    def first(state: Exposed) -> Consequence:
        if state.springing is None:
            return state
        first_hits = struck(state.springing) if free_blows.springing_blow != "none" else 0
        return throw.after(first_hits, lambda landed: state._replace(springing=None, landed=landed))

    def segment(state: Exposed | None) -> Consequence:
        if state is None:
            return throw.after(sprung(), first)
        return throw.after(
            struck(state.percent), lambda more: state._replace(left=state.left - 1, landed=state.landed + more)
        )

    def exact_length() -> Dist:
        def landed(state: Exposed) -> Dist:
            springing = [] if state.springing is None else [state.springing]
            return hits(r.dice("task"), [*springing, *[state.percent] * state.left] * free_blows.blows)

        return Dist([0]).map(lambda _: throw.after(sprung(), landed))

    def end(state: Exposed | None) -> str | None:
        return None if state is None or state.left else "acts"

    return TurnModel(None, [segment], end, read=lambda state, end, turns: state.landed, known=exact_length)


def says_blows(r: Ruleset, free_blows: FreeBlows) -> list[str]:
    """The rolls in words."""
    many = so_many(free_blows.blows, "blow")
    first = {
        "normal_defence": f"The segment of the Surprise allows {many}, against the full DV.",
        "penalised": f"The segment of the Surprise allows {many}, against the reduced DV.",
        "none": "The segment of the Surprise allows no blow.",
    }[free_blows.springing_blow]
    return [
        *says(r, free_blows.rolls),
        f"At the full DV a blow {on_task(r, 'lands', free_blows.percent)}.",
        "Against an overwhelmed target the DV falls by the sum of both margins.",
        first,
        f"Each segment that the target loses after it allows {many} more.",
    ]


surprise_free_blows = Process(
    "realms_of_myth.surprise_free_blows",
    "How many blows land before a surprised target may act?",
    turn="segment",
    source="Surprise!!; Resolving the Battle",
    parameters=PARAMETERS,
    derived=called(chance=lambda r: None),  # the DV changes, so that no single chance will do
    targets={
        "rolls": part("surprise", surprise, PARAMETERS),
        **against(["attack_av"], ["defence_dv"], shared=True),
        "model": model,
        **inputs("springing_blow", blows="blows_per_cs"),
    },
    record=FreeBlows,
    play=play,
    events={"a blow lands": "1.."},
    says=says_blows,
)
