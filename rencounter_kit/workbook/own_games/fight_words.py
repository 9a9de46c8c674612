"""What a fight in a game's file says of a turn, in sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...engine.dice.throw import Targets
from ...engine.words.wording import first_up, so_many, words
from ..rulebook.book import Ruleset
from .reckoning import FightState, Reckoning
from .rounds import ALL, MAN, OTHER, RANDOM, TOGETHER, Act, Fight, Harm

_WHAT = {MAN: "a man", ALL: "all"}


def fight_sentences(fight: Fight, turn: str, r: Ruleset, targets: Targets) -> list[str]:
    """What is done, who is first, and when it ends."""
    acts = [_act_sentence(act, r, targets) for step in fight.steps for act in step.acts.values()]
    end = f"broken off after {so_many(targets.turn_limit, turn)}" if targets.turn_limit else "on until a side is down"
    return [
        *acts,
        *_first_sentences(fight, turn, targets),
        f"The fight {'is' if targets.turn_limit else 'goes'} {end}.",
    ]


def _act_sentence(act: Act, r: Ruleset, targets: Targets) -> str:
    deed = getattr(targets, act.deed)
    often = f", {so_many(deed.times, 'time')}" if deed.times != 1 else ""
    sentences = [*act.check.says(r, getattr(targets, act.numbers)), *act.by_then]
    costs = [
        *_harm_sentences(OTHER[act.side].upper(), deed.takes, act),
        *_harm_sentences(act.side.upper(), deed.loses, act),
    ]
    return " ".join([f"{act.label}{often}.", *sentences, *costs])


def _harm_sentences(who: str, harm: Harm, act: Act) -> list[str]:
    parts = [f"{_WHAT.get(cost, cost)} on {act.check.words(outcome)}" for outcome, cost in harm.costs if cost]
    parts += ["as many as it says"] if harm.counts else []
    return [f"{who} loses {', '.join(parts)}."] if parts else []


def _first_sentences(fight: Fight, turn: str, targets: Targets) -> list[str]:
    if not any(len(step.acts) > 1 and not step.together for step in fight.steps):
        return []
    if fight.opening:
        when = "once" if fight.opening.once else f"each {turn}"
        return [f"Who is first is rolled {when}: {fight.opening.act.check.title}"]
    sentences = {RANDOM: "An even chance decides who is first.", TOGETHER: "Both act at once."}
    return [sentences.get(targets.fight_first, f"{targets.fight_first.upper()} is first.")]


def by_then_sentences(
    changes: Mapping[str, Any], changing: Mapping[str, FightState | Reckoning], side: str, lasts: Any
) -> tuple[str, ...]:
    """Sentences on what of a check goes by how the fight stands, or does not where one might think so."""
    sentences = list[str]()
    for theirs, one in changes.items():
        if isinstance(word := changing.get(theirs), FightState):
            what = {"lost": "has lost", "left": "can still take", "men": "has standing"}[word.what]
            sentences.append(f"{first_up(words(theirs))}: what {word.side.upper()} {what} by then.")
        elif word is not None:
            sentences.append(f"{first_up(words(theirs))}: {re.sub(r'[{}]', '', one)}, as it is by then.")
        elif isinstance(one, str) and one.removeprefix("foe.") == lasts:
            owner = (OTHER[side] if one.startswith("foe.") else side).upper()
            sentences.append(
                f"{first_up(words(theirs))}: {owner}'s {words(one.removeprefix('foe.'))} at the start; "
                "what is left of them by then is called left."
            )
    return tuple(sentences)
