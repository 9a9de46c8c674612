"""A fight in a game's file: as it is played die by die; what is wrong in it is told with its line."""

from __future__ import annotations

import re
from collections import Counter
from math import sqrt
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import rencounter_kit as rk
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.workbook.own_games.rounds import ALL, MAN, Side
from rencounter_kit.workbook.rulebook import library
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


def test_a_modifier_that_house_rules_add_reaches_its_dice(folder):
    load(folder, DUEL)
    book = rk.rules("ford")
    harder = book.with_house_rules('strike.fog = { to = "to hit", value = -1 }')
    answer = rk.check("ford.duel", rules=harder, rounds=2)
    assert dict(answer.items()) == Witness(DUEL, dict(answer.params), needed=book["strike.needed"] + 1).after(2)
    ruled = book.with_house_rules('strike.sun = { to = "to hit", value = 1, ask = "The sun is behind him." }')
    for sun, skill in ((False, 0), (True, 1)):
        answer = rk.check("ford.duel", rules=ruled, a_sun=sun, rounds=2)
        assert dict(answer.items()) == dict(rk.check("ford.duel", a_skill=skill, rounds=2).items())


@pytest.mark.parametrize(
    ("points", "own_loss", "blow", "left"),
    [(3, 2, 2, 3), (3, 1, 1, 4), (3, "man", 2, 3), (1, 1, 1, 1), (3, 0, 2, 4), (2, "all", 1, 0), (3, 5, 5, 3)],
)
def test_what_befalls_a_man_at_once_does_not_go_on_to_the_next(points, own_loss, blow, left):
    side, harm = Side(points, 2), {"man": MAN, "all": ALL}
    alone = [side.after(side.whole, harm.get(one, one)) for one in (own_loss, blow)]
    assert side.after_both(side.whole, *alone) == side.after_both(side.whole, *reversed(alone)) == left


def test_a_man_who_falls_by_his_own_hand_as_he_is_struck_down_falls_once(folder):
    """A always misses, which costs him a man, and B always hits: of two men one is left after the first round."""
    strike = {"by": "together", "check": "strike", "once": True, "with": {"armor": "foe.armor"}}
    fight = {
        "asks": "man.a_skill man.b_skill man.a_armor man.b_armor man.a_men man.b_men rounds",
        "lasts": 2, "men": "men", "at_most": "rounds",
        "acts": [{**strike, "takes": {"hit": 2, "grave": 2}, "loses": {"miss": "man"}}],
    }  # fmt: skip
    load(folder, fight)
    params = {"a_skill": 0, "b_armor": 3, "b_skill": 3, "a_armor": 0, "a_men": 2, "b_men": 1}
    for rounds, end in ((1, "undecided"), (2, "b_wins")):
        answer = rk.check("ford.duel", rounds=rounds, **params)
        assert dict(answer.items()) == {end: 1} == Witness(fight, dict(answer.params)).after(rounds)


@given(st.integers(1, 5), st.integers(1, 4), st.data())
def test_what_befalls_a_side_at_once_is_what_befalls_each_man(points, men, data):
    side = Side(points, men)
    left = data.draw(st.integers(1, side.whole))
    one, other = (data.draw(st.integers(0, left)) for _ in range(2))
    witness = Witness({"lasts": points, "men": men}, {})
    assert side.after_both(left, one, other) == witness.from_all("a", left, [one, other])


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
            ).map(lambda fields: {k: v for k, v in fields.items() if v != "fog_"})
            | st.fixed_dictionaries({"hurt": COUNTED}),
            "loses": st.fixed_dictionaries({"miss": st.sampled_from([0, 1, "man", "all"])}),
            "when": WHEN,
            "times": st.sampled_from([0, 1, 2]),
            "once": st.booleans(),
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
    lambda fields: st.sampled_from([{"b": ["foe", "tie"]}, {"b": ["foe"], "together": ["tie"]}]).map(
        lambda rest: {**fields, **rest}
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
SETTINGS = st.fixed_dictionaries(
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
@given(FIGHT, SETTINGS, st.integers(1, 2))
def test_any_fight_is_as_played_die_by_die(folder, fight, params, rounds):
    fight = {**fight, "acts": [*fight["acts"], IDLE]}  # so that all that is asked counts
    load(folder, fight)
    answer = rk.check("ford.duel", rounds=rounds, **params)
    assert dict(answer.items()) == Witness(fight, params).after(rounds)


@settings(max_examples=tries(15, 100), deadline=None, suppress_health_check=list(HealthCheck))
@given(FIGHT, SETTINGS)
def test_to_the_end_is_where_many_turns_lead(folder, fight, params):
    fight = {**fight, "acts": [*fight["acts"], IDLE]}
    load(folder, fight)
    end, after = rk.check("ford.duel", rounds=0, **params), rk.check("ford.duel", rounds=60, **params)
    going_on = after.event("undecided") - end.event("undecided")
    assert going_on >= 0
    for way in ("a_wins", "b_wins"):
        assert after.event(way) <= end.event(way) <= after.event(way) + going_on


@settings(max_examples=tries(8, 40), deadline=None, suppress_health_check=list(HealthCheck))
@given(FIGHT, SETTINGS, st.integers(1, 2))
def test_thrown_at_random_it_comes_as_often(folder, fight, params, rounds):
    fight = {**fight, "acts": [*fight["acts"], IDLE]}
    load(folder, fight)
    answer = rk.check("ford.duel", rounds=rounds, **params)
    many, rng = 400, Random(7)
    rolled = Counter(answer.roll(rng).outcome for _ in range(many))
    thrown = answer.simulate(20_000, seed=7)
    for outcome, chance in answer.items():
        room = 6 * sqrt(chance * (1 - chance))
        assert abs(rolled[outcome] / many - chance) <= room / sqrt(many) + 1 / many
        assert abs(thrown[outcome] - chance) <= room / sqrt(20_000) + 1 / 20_000
    assert rolled.keys() <= dict(answer.items()).keys()


# Words ----------------------------------------------------------------------------------------------------------------


def test_a_throw_tells_whose_it_is(folder):
    load(folder, DUEL)
    names = [step.name for step in rk.check("ford.duel", rounds=1).roll(seed=1).steps]
    assert names == ["round 1", "A: to hit", "B: to hit"]


def test_a_course_tells_whose_each_throw_is_and_how_both_stand_afterwards(folder):
    load(folder, DUEL)
    ends = set()
    for seed in range(8):
        went = rk.check("ford.duel", a_wounds=2, b_wounds=2, rounds=0).course(seed)
        for turn in went.parts:
            assert [step.name for step in turn.steps] in (["A: to hit"], ["A: to hit", "B: to hit"])
            assert all(re.fullmatch(r"[AB] (is down|can take 1 more)", one) for one in turn.came)
        down = [one for turn in went.parts for one in turn.came if one.endswith("is down")]
        ends.add((went.outcome, *down))
        assert str(went).endswith(f"= {went.words}") and f"<b>{went.words}</b>" in went._repr_html_()
    assert ends == {("a_wins", "B is down"), ("b_wins", "A is down")}


def test_who_is_first_is_rolled_for_nobody_and_men_are_counted_as_they_fall(folder):
    opening = {"check": "strike", "a": ["hit", "grave"], "b": ["miss"]}
    fight = {**DUEL, "men": {"a": 3, "b": 1}, "first": opening, "at_most": 1}
    load(
        folder,
        {key: value for key, value in fight.items() if key != "asks"} | {"asks": DUEL["asks"].replace(" rounds", "")},
    )
    courses = [rk.check("ford.duel", a_wounds=1).course(seed) for seed in range(30)]
    assert {went.parts[0].steps[0].name for went in courses} == {"to hit"}
    came = {one for went in courses for part in went.parts for one in part.came}
    assert "A has 2 men and can take 2 more" in came


def test_a_turn_is_told_in_sentences(folder):
    fight = {
        **DUEL,
        "asks": "man.a_wounds man.b_wounds",
        "at_most": 3,
        "first": "random",
        "acts": [
            {"by": "each", "check": "strike", "takes": {"hit": 1, "grave": "all"}, "loses": {"miss": 2}, "times": 2}
        ],
    }
    load(folder, fight)
    answer = rk.check("ford.duel")
    assert rk.checks["ford.duel"].says(answer.rules, answer.targets) == [
        "A: strike, 2 times. B loses 1 on hit, all on grave. A loses 2 on miss.",
        "B: strike, 2 times. A loses 1 on hit, all on grave. B loses 2 on miss.",
        "An even chance decides who is first.",
        "The fight is broken off after 3 rounds.",
    ]
    assert list(answer.events) == ["A wins", "B wins", "both are down", "nobody wins"]
    assert sum(answer.events[name] for name in ("A wins", "B wins", "nobody wins")) == 1


# What is refused ------------------------------------------------------------------------------------------------------

STRIKES = {"by": "each", "check": "strike", "with": {"armor": "foe.armor"}, "takes": {"hit": 1}}
NO_LASTS = {key: value for key, value in DUEL.items() if key != "lasts"}


def with_act(**changed) -> dict:
    return {**DUEL, "acts": [{key: value for key, value in {**STRIKES, **changed}.items() if value is not None}]}


WRONG = [
    (NO_LASTS, "duel", "has no lasts"),
    ({**DUEL, "lasts": "wouns"}, "lasts", "did you mean wounds?"),
    ({**DUEL, "lasts": -1}, "lasts", "must be a whole number"),
    ({**DUEL, "lasts": "dice.strike"}, "lasts", "must be a whole number from 0 on"),
    ({**DUEL, "men": "strike.hurt"}, "men", "must be a whole number from 0 on; got strike.hurt, which is -1"),
    ({**DUEL, "acts": [{**DUEL["acts"][0], "when": "dice.strike"}]}, "acts", "when must be true or false"),
    ({**DUEL, "lasts": {"a": "wounds"}}, "lasts", "got none for b"),
    ({**DUEL, "last": 3}, "last", "did you mean lasts?"),
    ({**DUEL, "asks": "man.a_skil"}, "asks", "did you mean man.a_skill?"),
    ({**DUEL, "asks": DUEL["asks"] + " fog"}, "asks", "fog isn't used in this fight; leave it out"),
    ({**DUEL, "title": 3}, "title", "words in quotes"),
    ({**DUEL, "acts": []}, "acts", "1 to 20 headings"),
    ({**DUEL, "acts": "strike"}, "acts", "acts must be [[fight.duel.acts]] above lines"),
    ({**DUEL, "first": "c"}, "first", "who is first"),
    ({**DUEL, "first": "rounds"}, "first", "must be asked with choices"),
    ({**DUEL, "first": {"check": "first", "a": ["own"], "b": ["foe"]}}, "first", "tie does not"),
    ({**DUEL, "first": {"check": "first", "a": ["own", "tie"], "b": ["foe", "tie"]}}, "first", "tie twice"),
    (
        {
            **DUEL,
            "first": {"check": "first", "with": {"quick": "lost"}, "a": ["own"], "b": ["foe", "tie"], "once": True},
        },
        "first",
        "leave once out",
    ),
    (with_act(by="c"), "acts", "who acts"),
    (with_act(check="strik"), "acts", "did you mean strike?"),
    (with_act(check="duel"), "acts", "a check of this game"),
    (with_act(takes=None), "acts", "add takes"),
    (with_act(takes={"hitt": 1}), "acts", "did you mean hit?"),
    (with_act(takes={"hit": "strike.grav"}), "acts", "did you mean strike.grave?"),
    (with_act(takes={"hit": "lost"}), "acts", "must not change in the fight"),
    (with_act(takes="number"), "acts", "outcomes of strike"),
    (with_act(takes=2), "acts", "table"),
    (with_act(times="lost"), "acts", "must not change in the fight"),
    (with_act(when="fogg"), "acts", "what is asked"),
    (with_act(when=3), "acts", "words in quotes"),
    (with_act(once=1), "acts", "true or false"),
    (with_act(**{"with": {"armor": "foe.armr"}}), "acts", "did you mean armor?"),
    (with_act(**{"with": {"armour": 1}}), "acts", "did you mean armor?"),
    (with_act(**{"with": {"armor": 9}}), "acts", "0 to 3"),
]


@pytest.mark.parametrize(("fight", "key", "message"), WRONG)
def test_what_is_wrong_is_told_with_its_line(folder, fight, key, message):
    load(folder, DUEL)
    lines = (FILE + written(fight)).splitlines()
    line = max(i for i, at in enumerate(lines, 1) if at.startswith((f"{key} =", f"[fight.{key}]")))
    with pytest.raises(RuleError) as error:
        load(folder, fight)
    assert str(error.value).startswith(f"ford.toml, line {line}: ") and message in str(error.value)
    assert rk.check("ford.duel", rounds=1)  # the one before is still there


def test_the_line_of_an_act_of_its_own_heading_is_told(folder):
    text = FILE + written({key: value for key, value in DUEL.items() if key != "acts"})
    acts = "".join(f"[[fight.duel.acts]]\nby = 'each'\ncheck = '{check}'\n{takes}\n" for check, takes in
                   (("strike", "takes.hit = 1"), ("strike", "takes.hitt = 1")))  # fmt: skip
    (folder / "ford.toml").write_text(text + acts)
    with pytest.raises(RuleError, match=rf"line {len((text + acts).splitlines())}: .*did you mean hit"):
        rk.load_game(folder / "ford.toml", python=folder / "rules.py")


def test_what_a_side_has_lost_must_be_something_that_its_check_may_be_told(folder):
    load(
        folder,
        with_act(**{"with": {"armor": "lost"}}) | {"asks": "man.a_skill man.b_skill man.a_wounds man.b_wounds rounds"},
    )
    assert rk.check("ford.duel", a_wounds=4, b_wounds=4)
    with pytest.raises(RuleError, match="A: strike, with 1 left on side A and 4 left on side B: armor must be"):
        rk.check("ford.duel", a_wounds=5, b_wounds=4)


def test_a_fight_too_large_is_refused_and_can_be_thrown(folder):
    names = "man.a_skill man.b_skill man.a_armor man.b_armor rounds"
    load(folder, with_act() | {"asks": names, "lasts": 250})
    with pytest.raises(RuleError, match="at most 60,000 states to be worked out exactly"):
        rk.check("ford.duel", a_skill=1)
    assert 0.4 < rk.simulate("ford.duel", 200, a_skill=1)["a_wins"] <= 1


@pytest.mark.parametrize(("fight", "params"), [
    (with_act(times=201), "0 to 200 times a turn"),
    (with_act(**{"with": {"hurt": "lost"}}, when="foe.lost") | {"lasts": 200}, "at most 10,000 states"),
    ({**with_act(), "men": 9999, "lasts": 9999}, "10,000 in all"),
    ({**with_act(), "men": 0}, "1 man or more"),
])  # fmt: skip
def test_what_is_too_much_is_refused_when_it_is_asked(folder, fight, params):
    names = "man.a_skill man.b_skill man.a_armor man.b_armor rounds"
    fight = {**fight, "asks": names, "lasts": fight["lasts"] if fight["lasts"] != "wounds" else 3}
    load(folder, {**fight, "acts": [*fight["acts"], {**STRIKES, "times": 0}]})
    with pytest.raises(RuleError, match=params):
        rk.check("ford.duel")
