"""What a fight in a game's file says of a turn, in sentences."""

from __future__ import annotations

from typing import Any

from ...engine.words.wording import so_many
from ..rulebook.book import Ruleset
from .rounds import ALL, MAN, OTHER, RANDOM, TOGETHER, Act, Fight, Harm

_WHAT = {MAN: "a man", ALL: "all"}


def says(fight: Fight, turn: str, t: Any, r: Ruleset) -> list[str]:
    """What is done, who is first, and when it ends."""
    acts = [_says_act(act, t, r) for step in fight.steps for act in step.acts.values()]
    end = f"broken off after {so_many(t.fight_limit, turn)}" if t.fight_limit else "on until a side is down"
    return [*acts, *_says_first(fight, turn, t), f"The fight {'is' if t.fight_limit else 'goes'} {end}."]


def _says_act(act: Act, t: Any, r: Ruleset) -> str:
    deed = getattr(t, act.deed)
    often = f", {so_many(deed.times, 'time')}" if deed.times != 1 else ""
    said = [*act.check.says(getattr(t, act.asked), r), *act.by_then]
    costs = [*_says_harm(OTHER[act.side].upper(), deed.takes, act), *_says_harm(act.side.upper(), deed.loses, act)]
    return " ".join([f"{act.label}{often}.", *said, *costs])


def _says_harm(who: str, harm: Harm, act: Act) -> list[str]:
    told = [f"{_WHAT.get(cost, cost)} on {act.check.words(outcome)}" for outcome, cost in harm.costs if cost]
    told += ["as many as it says"] if harm.counts else []
    return [f"{who} loses {', '.join(told)}."] if told else []


def _says_first(fight: Fight, turn: str, t: Any) -> list[str]:
    if not any(len(step.acts) > 1 and not step.together for step in fight.steps):
        return []
    if fight.opening:
        when = "once" if fight.opening.once else f"each {turn}"
        return [f"Who is first is rolled {when}: {fight.opening.act.check.title}"]
    said = {RANDOM: "An even chance decides who is first.", TOGETHER: "Both act at once."}
    return [said.get(t.fight_first, f"{t.fight_first.upper()} is first.")]
