"""Stray fire: whom a shot hits that flies on down the line."""

from functools import partial
from itertools import pairwise

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import refuse
from ...rulebook.book import Ruleset
from .tasks import RESOLUTION, Model, against, growth, model, on_task, roll

MAX_BYSTANDERS = 8
BYSTANDERS = tuple(f"bystander_{number}" for number in range(1, MAX_BYSTANDERS + 1))


def down_the_line(
    r: Ruleset,
    value: int,
    target_sta: int,
    bystander_dv: tuple[int, ...],
    bystander_sta: tuple[int, ...],
    bystander_distance: tuple[int, ...],
    band_limit: int,
    progressive: str,
    model: Model,
) -> tuple[int, ...]:
    """The chance of hitting each body that stands within the range band; a small one is harder to hit."""

    def percent(dv: int, smaller: int) -> int:
        size = growth(r, abs(smaller), progressive)
        return model.percent(value, dv + (size if smaller > 0 else -size))

    bodies = zip(bystander_dv, bystander_sta, bystander_distance, strict=False)
    return tuple(percent(dv, target_sta - sta) for dv, sta, distance in bodies if distance <= band_limit)


def refuse_line(
    r: Ruleset, bystander_dv: tuple[int, ...], bystander_sta: tuple[int, ...], bystander_distance: tuple[int, ...]
) -> None:
    """Figures of other bodies, or bodies that stand in no line."""
    for name, figures in (("bystander_sta", bystander_sta), ("bystander_distance", bystander_distance)):
        refuse(
            len(figures) != len(bystander_dv),
            f"{name} must have one number for each of bystander_dv, {len(bystander_dv)}; got {len(figures)}; "
            "try as many in each list",
        )
    refuse(
        any(near >= far for near, far in pairwise(bystander_distance)),
        f"bystander_distance must rise from one body to the next; got {', '.join(map(str, bystander_distance))}; "
        "try the nearest first",
    )


def throw_stray(throw: Throw, r: Ruleset, percent: int, bystanders: tuple[int, ...]) -> Consequence:
    """The shot, then each body down the line until one is hit."""
    line = (("target", percent), *zip(BYSTANDERS, bystanders, strict=False))

    def on(flown: int) -> Consequence:
        if flown == len(line):
            return "nobody"
        name, percent = line[flown]
        return roll(throw, r, name.replace("_", " "), percent, name, partial(on, flown + 1))

    return on(0)


stray_fire = Check(
    "realms_of_myth.stray_fire",
    "Whom does the shot hit?",
    source="Misses & Stray Fire",
    parameters=(
        "av target_dv missiles.chance target_sta bystander_dv bystander_sta bystander_distance band_limit",
        "progressive",
        RESOLUTION,
    ),
    derived=[model],
    targets={**against(["av"], ["target_dv"], shared=True), "bystanders": down_the_line},
    dice=throw_stray,
    outcomes=("target", *BYSTANDERS, "nobody"),
    events={"hits the target": "target", "hits somebody else": BYSTANDERS, "hits nobody": "nobody"},
    refusals=(refuse_line,),
    says=lambda r, percent, bystanders: [
        f"The shot {on_task(r, 'hits the target', percent)}.",
        *(
            f"If it flies on, it {on_task(r, f'hits {r.spelling.words(name)}', percent)}."
            for name, percent in zip(BYSTANDERS, bystanders, strict=False)
        ),
    ],
)
