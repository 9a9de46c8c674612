"""The ratings of a figure as parameters: their words, bounds and usual values stand in the data."""

from __future__ import annotations

from typing import Any

from ...dice.dist import d
from ...mechanics.modifiers import Node, node, refuse
from ...mechanics.parameter import Parameter, choice, whole
from ...rulebook.book import Rule, Ruleset, rules
from ...wording import words

STEM = "rencounter"
BOOK = rules(STEM)
D12 = d(12)
USUAL_SKILL = 6
MAX_WOUNDS = BOOK["rulings.death_at"] - 1  # of a man who lives
SO_FAR = (
    "Wound points so far: {wounds.minor} for a minor wound, {wounds.serious} for a serious one, "
    "{wounds.crippling} for a crippling one."
)


def refuse_faces(name: str, most: range) -> Node:
    """Dice that show more than can be made of them."""

    def other_faces(r: Ruleset) -> None:
        faces, written = r.dice(name).faces, r[f"dice.{name}"]
        refuse(
            not {*faces} <= {*most},
            f"dice.{name} must show {most[0]} to {most[-1]} at most; got {written}, which shows {faces[0]} to {faces[-1]}",
        )

    return node(other_faces)


def grades(*rules: Rule) -> tuple[tuple[int, str], ...]:
    """Each rating and its word; one that is only tried out has none."""
    return tuple((int(rule.value), words(rule.path.rpartition(".")[2])) for rule in rules if not rule.mark)


def in_words(grades: tuple[tuple[int, str], ...]) -> str:
    """The same in a sentence, as in "1 scum, 2 raw"."""
    return ", ".join(f"{rating} {word}" for rating, word in grades)


EXPERIENCE = grades(*BOOK.below("experience"), BOOK.rule("action.master"))
ARMOR = grades(*BOOK.below("armor"))
HOW_EXPERIENCED = f"Experience: {in_words(EXPERIENCE)}"
SHIELDS = ("none", *(name for name in BOOK.names("melee.shield") if name != "second_weapon"))


def experience(
    name: str = "experience", help: str = f"{HOW_EXPERIENCED}.", usual: str = "average", **more: Any
) -> Parameter:
    """How experienced a man is."""
    (lowest, _), *_, (highest, _) = EXPERIENCE
    return whole(name, lowest, highest, BOOK[f"experience.{usual}"], help, grades=EXPERIENCE, **more)


def wound_points(name: str = "wounds", help: str = SO_FAR, **more: str) -> Parameter:
    """How badly a man is hurt already."""
    return whole(name, 0, MAX_WOUNDS, 0, help, unit="points", **more)


def armor(name: str, **more: str) -> Parameter:
    """What he wears."""
    (none, _), *_, (full, _) = ARMOR
    return whole(name, none, full, none, f"Armour: {in_words(ARMOR)}.", unit="points", grades=ARMOR, **more)


def shield(name: str, help: str, **more: str) -> Parameter:
    """What he has on his arm."""
    return choice(name, SHIELDS, "none", help, **more)


def skill(name: str, kind: str, whose: str = "", **more: str) -> Parameter:
    """How well he shoots or strikes; ``kind`` is "fire" or "melee"."""
    least, most = BOOK[f"skill.typical.{kind}"]
    about = f"{kind.capitalize()} skill{whose}, usually {least} to {most}."
    return whole(name, D12.outcomes[0], D12.outcomes[-1], USUAL_SKILL, about, **more)
