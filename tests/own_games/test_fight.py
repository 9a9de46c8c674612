"""A fight in a game's file: as it is played die by die; what is wrong in it is told with its line."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rencounter_kit as rk
from rencounter_kit.rulebook import library
from tests.own_games.fights import ASKS, CHECKS, FILE, Witness, written
from tests.situations import tries

DUEL = {
    "asks": "man.a_skill man.b_skill man.a_armor man.b_armor man.a_wounds man.b_wounds rounds",
    "lasts": "wounds",
    "at_most": "rounds",
    "turn": "round",
    "acts": [
        {"by": "each", "check": "strike", "with": {"armor": "foe.armor"}, "takes": {"hit": 1, "grave": "strike.grave"}}
    ],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    (folder / "rules.py").write_text(CHECKS)
    yield folder
    library.put(None, "ford")


def load(folder, *fights: dict) -> None:
    """The game with these fights, called duel, duel_2 and so on."""
    text = "".join(written(fight, f"duel_{i}" if i > 1 else "duel") for i, fight in enumerate(fights, 1))
    (folder / "ford.toml").write_text(FILE + text)
    rk.load_game(folder / "ford.toml", python=folder / "rules.py")


def test_a_duel_is_told_turn_by_turn(folder):
    load(folder, DUEL)
    answer = rk.check("ford.duel", a_skill=1, b_armor=1, rounds=2)
    assert dict(answer.items()) == Witness(DUEL, dict(answer.params)).after(2)
    assert answer.event("A wins") == answer["a_wins"]
    assert str(answer.explain()).split("\n\n")[-4].split("\n")[-2:] == [
        "A is first.",
        "The fight is broken off after 2 rounds.",
    ]


def test_house_rules_reach_it(folder):
    load(folder, DUEL)
    easier = rk.rules("ford").with_house_rules("strike.needed = 3")
    answer = rk.check("ford.duel", rules=easier, rounds=2)
    assert dict(answer.items()) == Witness(DUEL, dict(answer.params), needed=3).after(2)


# Fights at random -----------------------------------------------------------------------------------------------------

AMOUNT = st.sampled_from([0, 1, 2, 3, "strike.grave", "skill", "foe.armor", "man", "all"])
COUNTED = st.sampled_from([0, 1, "skill", "foe.skill", "lost", "foe.lost", "left", "foe.men", "men"])
WHEN = st.sampled_from(["lost", "foe.lost", "fog", "skill", ["lost", "fog"], []])
NAMED = st.fixed_dictionaries({"hit": AMOUNT, "grave": AMOUNT}, optional={"miss": AMOUNT})


def an_act(by):
    of_strike = st.fixed_dictionaries(
        {"by": by, "check": st.just("strike"), "takes": NAMED},
        optional={
            "with": st.dictionaries(
                st.sampled_from(["armor", "hurt"]), st.sampled_from([0, 1, "foe.armor", "fog_"])
            ).map(lambda said: {k: v for k, v in said.items() if v != "fog_"})
            | st.fixed_dictionaries({"hurt": COUNTED}),
            "loses": st.fixed_dictionaries({"miss": st.sampled_from([0, 1, "man", "all"])}),
            "when": WHEN,
            "times": st.sampled_from([0, 1, 2]),
        },
    )
    of_harm = st.fixed_dictionaries(
        {"by": by, "check": st.just("harm"), "takes": st.just("number")},
        optional={"with": st.just({"armor": "foe.armor"}), "when": WHEN},
    )
    return of_strike | of_harm


FIRST = st.sampled_from(["a", "b", "random", "together", "begins"]) | st.fixed_dictionaries(
    {"check": st.just("first"), "a": st.just(["own"])},
    optional={"with": st.fixed_dictionaries({"quick": COUNTED, "other_quick": COUNTED})},
).flatmap(
    lambda said: st.sampled_from([{"b": ["foe", "tie"]}, {"b": ["foe"], "together": ["tie"]}]).map(
        lambda rest: {**said, **rest}
    )
)
FIGHT = st.fixed_dictionaries(
    {
        "asks": st.just(ASKS),
        "lasts": st.just("wounds"),
        "men": st.just("men"),
        "at_most": st.just("rounds"),
        "acts": st.lists(an_act(st.sampled_from(["a", "b", "each", "together"])), min_size=1, max_size=3),
        "first": FIRST,
    }
)
SAID = st.fixed_dictionaries(
    {
        **{f"{side}_{name}": st.integers(0, 2) for side in "ab" for name in ("skill", "armor")},
        **{f"{side}_wounds": st.integers(1, 3) for side in "ab"},
        **{f"{side}_men": st.integers(1, 2) for side in "ab"},
        "fog": st.booleans(),
        "begins": st.sampled_from(["a", "b", "random", "together"]),
    }
)
IDLE = {
    "by": "a",
    "check": "strike",
    "times": 0,
    "when": ["fog", "skill", "foe.skill", "armor", "foe.armor", "begins"],
    "takes": {"hit": 1},
}


@settings(max_examples=tries(60, 600), deadline=None, suppress_health_check=list(HealthCheck))
@given(FIGHT, SAID, st.integers(1, 2))
def test_any_fight_is_as_played_die_by_die(folder, fight, said, rounds):
    fight = {**fight, "acts": [*fight["acts"], IDLE]}  # so that all that is asked counts
    load(folder, fight)
    answer = rk.check("ford.duel", rounds=rounds, **said)
    assert dict(answer.items()) == Witness(fight, said).after(rounds)


@settings(max_examples=tries(15, 100), deadline=None, suppress_health_check=list(HealthCheck))
@given(FIGHT, SAID)
def test_to_the_end_is_where_many_turns_lead(folder, fight, said):
    fight = {**fight, "acts": [*fight["acts"], IDLE]}
    load(folder, fight)
    end, after = rk.check("ford.duel", rounds=0, **said), rk.check("ford.duel", rounds=60, **said)
    going_on = after.event("undecided") - end.event("undecided")
    assert going_on >= 0
    for way in ("a_wins", "b_wins"):
        assert after.event(way) <= end.event(way) <= after.event(way) + going_on
