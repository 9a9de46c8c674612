"""A skirmish: unit against unit, both shooting and rolling their nerve, until one gives way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from ..modifiers import node, part
from ..parameter import Parameter, choice, whole, yes_no
from ..process import Phase, Play, Process
from ..rules import Ruleset
from ..space import NUMBERS, By
from ..throw import Throw
from ..wording import adjusted
from .fire import COVERS, SHOT_RULINGS, counted, fire
from .two_men import ACTING, COIN, NO_WINNER, OTHER, TURN_LIMIT, WINNERS
from .units import ELAN, Strength, Unit, reload_turns, strength, throw_nerve, throw_shot


class State(NamedTuple):
    """Both units; activations that each must still reload; who of the active unit are to fire, by wound points; how many
    their fire has taken out so far; and, by the order of a coin, whose activation it is."""

    a: Unit
    b: Unit
    a_reloads: int = 0
    b_reloads: int = 0
    hand: tuple[int, ...] | None = None
    out: int = 0
    who: str = ""


def side(one: str) -> tuple[Parameter, ...]:
    """What is asked of one unit."""
    group = "figure" if one == "a" else "target"
    fires = fire.parameters
    return (
        whole(f"{one}_men", 1, 8, 3, f"Men of {one.upper()}, without a leader.", group=group, unit="men"),
        yes_no(f"{one}_leader", False, "A leader is with them; he shoots and may be hit like the others.", group=group),
        whole(f"{one}_experience", 1, 6, 4, "1 scum, 2 raw, 3 green, 4 average, 5 veteran, 6 master.", group=group),
        whole(f"{one}_leader_experience", 1, 6, 5, "Experience of the leader.", group=group),
        whole(f"{one}_skill", 1, 12, 6, "Fire skill of each man; 4 to 10 is usual.", group=group),
        choice(f"{one}_weapon", fires["weapon"].choices, "flintlock_musket", "Missile weapons table.", group=group),
        whole(f"{one}_armor", 0, 4, 0, "0 none, 1 light, 2 half, 3 nearly full, 4 full.", group=group, unit="points"),
        choice(f"{one}_cover", COVERS, "none", "What they stand behind.", group=group),
    )


PARAMETERS = (
    *side("a"), *side("b"),
    *(replace(fire.parameters[name], group="situation") for name in ("range_band", "distance", "aim_turns")),
    choice("order", ("alternate", "random"), "alternate", "Every turn the same unit first, or a coin each turn."),
    choice("first", ("a", "b"), "a", "Which unit is activated first, where they alternate."),
    ELAN, TURN_LIMIT,
    choice("result", ("end", "turns", "a_left", "b_left"), "end",
           "Who wins; how many turns it takes; how many are left on a side."),
    *SHOT_RULINGS, *ACTING,
)  # fmt: skip


def shots(one: str, foe: str) -> Any:
    """A shot of one unit at the other, as in ``rencounter.fire``."""
    names = {
        "skill": f"{one}_skill",
        "weapon": f"{one}_weapon",
        "target_armor": f"{foe}_armor",
        "cover": f"{foe}_cover",
    }
    return part(f"{one.upper()} shoots at {foe.upper()}", fire, PARAMETERS, names)


def play(t: Any, throw: Throw, r: Ruleset) -> Play:
    """Each turn both units are activated: nerve, then fire by those who act, if the unit is loaded."""
    units: dict[str, Strength] = {"a": t.a_strength, "b": t.b_strength}
    shooting, turns = {"a": t.a_shoots, "b": t.b_shoots}, {"a": t.a_reloads, "b": t.b_reloads}
    point = r["wounds.point.fire"]

    def nerve(one: str) -> Callable[..., Any]:
        """Who of the unit are to fire; nobody when it reloads or gives way."""

        def rolled(unit: Unit, reloading: int, _: Any) -> Any:
            def after(pair: tuple[Unit, tuple[int, ...]]) -> Any:
                unit, acting = pair
                fires = not reloading and any(acting) and not units[one].gives_way(unit)
                return unit, turns[one] if fires else max(0, reloading - 1), acting if fires else None

            return throw.after(throw_nerve(throw, r, units[one], unit), after)

        return rolled

    def shot(one: str) -> Callable[..., Any]:
        """The next shot, by the least wounded of those who are to fire."""
        base, foe = shooting[one], units[OTHER[one]]

        def fired(target: Unit, hand: tuple[int, ...] | None, out: int) -> Any:
            if hand is None:
                return target, hand, out
            points = next(i for i, many in enumerate(hand) if many)
            left = tuple(many - (i == points) for i, many in enumerate(hand))
            now = base._replace(needed=base.needed + point * points)
            done = throw_shot(throw, r, foe, now, target, out)
            return throw.after(done, lambda pair: (pair[0], left if any(left) else None, pair[1]))

        return fired

    places = {"a": (0, 1, 2), "b": (1, 0, 3)}

    def activation(one: str, many: int) -> list[Phase]:
        me, him, mine = places[one]
        return [
            Phase(nerve(one), me, mine, 4), *[Phase(shot(one), him, 4, 5)] * many, Phase(lambda out: 0, 5),
        ]  # fmt: skip

    most = {one: units[one].men + units[one].leads for one in "ab"}
    if t.order == "alternate":
        phases: list[Any] = [*activation(t.first, most[t.first]), *activation(OTHER[t.first], most[OTHER[t.first]])]
    else:
        each = {one: activation(one, max(most.values())) for one in "ab"}
        both = [lambda state, k=k: each[state[-1]][k](state) for k in range(max(most.values()) + 2)]
        coin = Phase(lambda _: throw("who is first", COIN, lambda side: side), 6)
        phases = [coin, *both, Phase(OTHER.__getitem__, 6), *both, Phase(lambda _: "", 6)]

    def end(state: Any) -> str | None:
        a, b, _, _, hand, out, _ = state
        if hand is not None or out:
            return None
        return "b_wins" if units["a"].gives_way(a) else "a_wins" if units["b"].gives_way(b) else None

    read = {
        "end": None,
        "turns": lambda state, end, turns: turns,
        "a_left": lambda state, end, turns: state[0].present,
        "b_left": lambda state, end, turns: state[1].present,
    }[t.result]
    return Play(tuple(State(units["a"].start(), units["b"].start())), phases, end, t.turn_limit, NO_WINNER, read)


def says(t: Any, r: Ruleset) -> list[str]:
    """A turn in words."""
    told = []
    for name, shot, unit, turns in (
        ("A", t.a_shoots, t.a_strength, t.a_reloads), ("B", t.b_shoots, t.b_strength, t.b_reloads),
    ):  # fmt: skip
        roll = unit.rolls[0]
        needs = f"needs {counted(shot)} to hit" if shot.in_reach else "cannot reach the enemy"
        then = f"reloads for {turns} activation{'' if turns == 1 else 's'}" if turns else "need not reload"
        told.append(
            f"Each man of {name} acts on a {adjusted('d6', roll.modifier)} of {roll.experience} or less and {needs}; then the unit {then}."
        )
    portion, whole = t.a_strength.share
    order = f"{t.first.upper()} is activated first" if t.order == "alternate" else "A coin each turn says who is first"
    told.append(
        f"{order}; a unit that has lost more than {portion}/{whole} gives way; after {t.turn_limit} turns it is broken off."
    )
    return told


skirmish = Process(
    "rencounter.skirmish",
    "A skirmish of two units",
    "Fire Combat; Morale; Victory",
    PARAMETERS,
    {
        "a_shoots": shots("a", "b"),
        "b_shoots": shots("b", "a"),
        "a_strength": strength("a_"),
        "b_strength": strength("b_"),
        "a_reloads": node(reload_turns, weapon="a_weapon"),
        "b_reloads": node(reload_turns, weapon="b_weapon"),
        "order": node(lambda r, order: order),
        "first": node(lambda r, first: first),
        "turn_limit": node(lambda r, turn_limit: turn_limit),
        "result": lambda r, result: result,
    },
    play,
    By("result", {"end": (*WINNERS, NO_WINNER), "turns": NUMBERS, "a_left": NUMBERS, "b_left": NUMBERS}),
    {"A wins": ("a_wins",), "B wins": ("b_wins",), "nobody wins": (NO_WINNER,)},
    says=says,
)
