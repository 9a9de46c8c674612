"""What every check does when it is asked: the same answer again, switches and house rules alike, a mapping, words."""

import contextlib
import json
import pickle
import random
import re
from fractions import Fraction

import pytest

import rencounter_kit as rk
from rencounter_kit.mechanics import registry
from rencounter_kit.mechanics.parameter import as_typed
from tests.situations import (
    BASE,
    CHECKS,
    KINDS,
    PROCESSES,
    SMALL,
    base,
    drawn,
    each,
    every_nth,
    few,
    is_taken,
    parameters,
    situation,
    tries,
)
from tests.witness.corners import CORNERS

SWITCHES = [
    (check_id, name)
    for check_id, check in rk.checks.items()
    for name in every_nth([name for name, p in check.parameters.items() if p.path], tries(few(check_id, 3, 5), 1))
]
# Values of a switch that change nothing anywhere, and why.
SILENT = {
    ("salamis.shore_detail", "port_bonus_on"): ("habitation", "land_and_habitation"),  # no roll for a shore is either
    ("salamis.settlements", "port_bonus_on"): (
        "land_and_habitation",
        "every",
    ),  # who lives there is settled on the roll for land
    ("rencounter.melee", "checks_can_overcome"): (False, True),  # tells in a duel, not in one stroke: its note says so
    ("odd_encounters.approach_under_fire", "natural_rolls"): ("twenty_hits",),  # nobody there is so hard to hit
    ("odd_encounters.hold_person", "natural_rolls"): ("twenty_hits",),
    ("odd_encounters.elemental_attack", "natural_rolls"): ("twenty_hits",),
    ("odd_encounters.model_cost", "short_race_pole_arm"): ("no_reach",),  # these allow what is refused otherwise
    ("odd_encounters.model_cost", "cleric_thrown_weapons"): (True,),
    ("odd_encounters.model_cost", "magic_user_shield"): (True,),
    **{
        (f"odd_encounters.{spell}", "natural_rolls"): ("twenty_hits",)  # whoever throws a 20 saves anyhow
        for spell in (
            "magic_missile",
            "fireball",
            "lightning_bolt",
            "wall_of_fire",
            "web_fire",
            "spell_kill",
            "blast_group",
            "web",
            "confusion",
            "fear",
            "cloudkill",
        )
    },
    ("odd_encounters.sleep", "natural_rolls"): ("one_misses", "twenty_hits", "both"),  # and nobody there with a 1
    ("rencounter.charge", "natural_one_acts_max_wounds"): (0, 1, 3, 4, 5),  # a charge is rolled without wounds
    ("rencounter.charge", "overcome_shifts_with_quality"): (True,),  # and wounds alone overcome a man
    **dict.fromkeys(
        (
            ("rencounter.unit_under_fire", "natural_one_acts_max_wounds"),
            ("rencounter.skirmish", "natural_one_acts_max_wounds"),
        ),
        (3, 4, 5),  # a man of a unit who has 3 wound points is lost
    ),
}
SITUATIONS = tries(3, 8)
OF_A_PROCESS = tries(2, 3)
VALUES = tries(2, 4)  # of a switch
TRIES = 3000


def situations(check_id, number, seed, without=()):
    """Of a process fewer."""
    return drawn(check_id, few(check_id, number, OF_A_PROCESS), seed, without)


def answered(ask):
    """The distribution and what was said about it, or the refusal."""
    try:
        result = ask()
    except rk.RuleError as error:
        return str(error)
    return dict(result.items()), result.targets


def test_what_is_drawn_of_a_process_is_a_part_of_what_it_asks():
    assert set(BASE) <= set(SMALL) <= set(PROCESSES)
    for check_id, small in SMALL.items():
        asked, narrow = rk.checks[check_id].parameters, parameters(check_id)
        assert set(small) | set(base(check_id)) <= set(asked)
        assert all(set(narrow[name].values()) <= set(asked[name].values()) for name in asked)
        assert all(value in narrow[name].values() for name, value in base(check_id).items())


def test_what_is_drawn_moves_the_parameters_and_contradicts_nothing():
    moved = asked = 0
    for check_id, check in rk.checks.items():
        found = drawn(check_id, 20)
        assert found == drawn(check_id, 20) and all(is_taken(check_id, said) for said in found)
        assert found[0] == base(check_id) and all(one not in found[:i] for i, one in enumerate(found))
        moved += sum(any(said.get(name) != base(check_id).get(name) for said in found) for name in check.parameters)
        asked += len(check.parameters)
    assert moved > 0.9 * asked
    alone = drawn("realms_of_myth.armor_through", 60, without=("layers",))
    assert not any({"layers", "first_blow"} & set(said) for said in alone), "nor what layers would have to be said for"


# Asked again -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check_id", KINDS)
def test_asked_again_it_answers_the_same(check_id):
    check = rk.checks[check_id]
    for said in situations(check_id, SITUATIONS, "again"):
        first = rk.check(check_id, **said)
        for again in (
            rk.check(check_id, **said),
            check(**said),
            check(rules=check.book, **dict(reversed(said.items()))),
        ):
            assert dict(again.items()) == dict(first.items())
            assert again.params == first.params and again.targets == first.targets
            assert str(again.explain()) == str(first.explain())
        spelt_out = rk.check(check_id, **first.params)
        assert dict(spelt_out.items()) == dict(first.items()) and spelt_out.params == first.params


@pytest.mark.parametrize("check_id", KINDS)
def test_what_is_said_at_its_default_changes_nothing(check_id):
    plain = rk.check(check_id)
    for name, value in plain.params.items():
        assert dict(rk.check(check_id, **{name: value}).items()) == dict(plain.items())


def test_whoever_writes_into_an_answer_does_not_spoil_the_next_one():
    handed_out = rk.check("rencounter.fire", skill=9, extra_modifier=-7)
    kept = dict(handed_out.params)
    with contextlib.suppress(TypeError):  # it may well be a mapping that cannot be written into
        handed_out.params["skill"] = 1
    try:
        assert rk.check("rencounter.fire", skill=9, extra_modifier=-7).params == kept
    finally:
        with contextlib.suppress(TypeError):
            handed_out.params.update(kept)


def test_a_list_that_is_changed_later_changes_nothing():
    layers = ["singlemail", "padded"]
    result = rk.check("realms_of_myth.armor_through", layers=layers)
    layers.append("padded")
    assert result.params["layers"] == ("singlemail", "padded")
    rows = [[0, 45], [20, 70]]
    result = rk.check("realms_of_myth.task", resolution_model="table", resolution_table=rows)
    rows[0][1] = 99
    assert result.params["resolution_table"] == ((0, 45), (20, 70))


# Switches ----------------------------------------------------------------------------------------------------------------


def toml(value):
    """A value as a line of house rules writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


@each(SWITCHES)
def test_a_switch_is_the_same_as_a_house_rule(check_id, name):
    """Whether it is said like a parameter or stands in a line of house rules."""
    check = rk.checks[check_id]
    p = check.parameters[name]
    others = [value for value in p.values() if value != check.book[p.path]]
    assert others
    for value in random.Random(name).sample(others, min(few(check_id, VALUES, tries(1, 2)), len(others))):
        rules = check.book.with_house_rules(f"{p.path} = {toml(value)}", name="Our table")
        for said in situations(check_id, SITUATIONS, name, {name}):
            ours = answered(lambda said=said, rules=rules: rk.check(check_id, rules=rules, **said))
            theirs = answered(lambda said=said, value=value: rk.check(check_id, **said, **{name: value}))
            assert ours == theirs, f"{name} = {value} with {said}"
        assert rk.check(check_id, rules=rules, **{name: check.book[p.path]}).params[name] == check.book[p.path]


@each(SWITCHES)
def test_a_switch_tells_somewhere(check_id, name):
    """Each of its choices makes a difference in some situation."""
    check = rk.checks[check_id]
    p = check.parameters[name]
    silent = {check.book[p.path], *SILENT.get((check_id, name), ())}
    dead = [value for value in p.values() if value not in silent][:8]
    rng = random.Random(f"{check_id} {name}")
    corners = [corner for corner in CORNERS.get(check_id, []) if name in corner]
    for attempt in range(TRIES):
        corner = rng.choice(corners) if corners and attempt % 2 else {}
        said = situation(check_id, rng, {name}, said={other: corner[other] for other in corner if other != name})
        dead = [
            v
            for v in dead
            if answered(lambda s=said, v=v: check(**s, **{name: v})) == answered(lambda s=said: check(**s))
        ]
        if not dead:
            break
    assert not dead


@each(SWITCHES)
def test_a_switch_stands_in_the_data_with_its_source(check_id, name):
    check = rk.checks[check_id]
    p = check.parameters[name]
    rule = check.book.rule(p.path)
    assert rule.source and rule.label
    assert rk.check(check_id).params[name] == rule.value
    assert p.help


@pytest.mark.parametrize("check_id", KINDS)
def test_a_house_rule_is_told_in_the_reasons(check_id):
    """Each figure that counts here: one more, and the reasons say whose it is, what it was, and where that stands."""
    check = rk.checks[check_id]
    for entry in rk.check(check_id, **base(check_id)).modifiers:
        if entry.rule is None or type(check.book[entry.rule.path]) is not int:
            continue
        path, value = entry.rule.path, check.book[entry.rule.path]
        if check.book.rule(path).choices:
            continue
        rules = check.book.with_house_rules(f"{path} = {value + 1}", name="Our table")
        said = str(rk.check(check_id, rules=rules, **base(check_id)).explain())
        assert f"Our table (was {value}, {check.book.rule(path).citation})" in said
        assert f"house rule: {rules.rule(path)}" in said


# A result is a mapping ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check_id", KINDS)
def test_a_result_is_a_mapping(check_id):
    for said in situations(check_id, SITUATIONS, "mapping"):
        result = rk.check(check_id, **said)
        assert len(result) == len(list(result)) == len(result.keys()) == len(result.dist) > 0
        assert sum(result.values()) == 1
        for outcome, p in result.items():
            text = result.check.text(outcome)
            assert outcome in result and text in result
            assert result[outcome] == result[text] == result.get(outcome) == result.dist.probability(outcome) == p
            assert result.event(outcome) == result.event([outcome]) == result.event({outcome}) == p
            assert result.event(text) == p
        assert result.event(list(result)) == 1
        assert "no such outcome" not in result and result.get("no such outcome") is None
        with pytest.raises(KeyError):
            result["no such outcome"]
        assert repr(result).startswith(f"<{check_id}: ")


@pytest.mark.parametrize("check_id", [check_id for check_id in CHECKS if rk.checks[check_id].scale])
def test_an_outcome_that_cannot_happen_is_absent_but_has_a_chance(check_id):
    result = rk.check(check_id)
    for outcome in result.check.scale:
        if (
            result.space.read(outcome, result.check.joined) not in result.space
        ):  # one man's wound is no outcome of a stroke: a silent 0 would be wrong
            with pytest.raises(rk.RuleError, match=r"has no outcome|must be asked with"):
                result.event(outcome)
        elif outcome not in result:
            assert result.event(outcome) == 0
            with pytest.raises(KeyError):
                result[outcome]


@pytest.mark.parametrize("check_id", KINDS)
def test_an_event_that_means_nothing_is_refused(check_id):
    """A slip must not look like a chance of 0."""
    result, answers = rk.check(check_id), {}
    for what in (
        [],
        None,
        {},
        "",
        "no such outcome",
        ["no such outcome"],
        ("a", "b"),
        b"hits",
        object(),
        *([] if any(space.numbers for space in result.check.spaces.values()) else [-7]),
    ):
        try:
            answers[repr(what)] = result.event(what)
        except rk.RuleError as error:
            if not re.search(" must be | has no outcome ", str(error)) or len(str(error).splitlines()) != 1:
                answers[repr(what)] = str(error)
        except Exception as error:
            answers[repr(what)] = repr(error)
    assert answers == {}


@pytest.mark.parametrize("check_id", [check_id for check_id in CHECKS if rk.checks[check_id].events])
def test_a_misspelt_event_is_told_the_right_one(check_id):
    for name in rk.checks[check_id].events:
        with pytest.raises(rk.RuleError, match=f"did you mean {name}\\?"):
            rk.check(check_id).event(name + "x")


@pytest.mark.parametrize("check_id", [check_id for check_id, check in rk.checks.items() if check.events])
def test_every_event_is_told_by_some_answer(check_id):
    """An event that no answer can tell would be a name for nothing."""
    p = rk.checks[check_id].parameters.get("result")
    asked = [{"result": result} for result in p.choices] if p else [{}]
    told = set().union(*[rk.check(check_id, **base(check_id), **said).events for said in asked])
    assert told == set(rk.checks[check_id].events)


@pytest.mark.parametrize("check_id", KINDS)
def test_an_event_is_the_sum_of_its_outcomes(check_id):
    for said in situations(check_id, SITUATIONS, "events"):
        result = rk.check(check_id, **said)
        for name in result.events:
            test = result.test(name)
            assert result.event(name) == sum((p for outcome, p in result.items() if test(outcome)), Fraction(0))


def test_pairs_are_written_as_the_game_writes_them():
    draw = rk.check("salamis.action_phases")
    assert draw["2-1"] == draw[2, 1] == Fraction(9, 140)
    assert [draw.check.text(outcome) for outcome in draw][:3] == ["0-0", "0-1", "0-2"]
    stroke = rk.check("rencounter.melee")
    assert stroke["minor|none"] == stroke["minor", "none"]
    assert rk.checks["rencounter.fire"].words("stopped_by_cover") == "stopped by cover"


@pytest.mark.parametrize("check_id", KINDS)
def test_parameters_and_chances_go_through_json(check_id):
    for said in situations(check_id, SITUATIONS, "json"):
        result = rk.check(check_id, **said)
        params = json.loads(json.dumps(result.params))
        again = rk.check(check_id, **params)
        assert again.params == result.params and dict(again.items()) == dict(result.items())
        chances = json.loads(json.dumps({result.check.text(outcome): str(p) for outcome, p in result.items()}))
        assert {outcome: Fraction(p) for outcome, p in chances.items()} == {
            result.check.text(o): p for o, p in result.items()
        }


@pytest.mark.parametrize("check_id", KINDS)
def test_the_distribution_as_a_series_and_a_pickle(check_id):
    result = rk.check(check_id)
    series = result.to_series()
    assert list(series) == list(result.values()) and list(series.index) == list(result)
    assert pickle.loads(pickle.dumps(result.dist)) == result.dist


@pytest.mark.parametrize("check_id", KINDS)
def test_a_table_of_an_answer_has_numbers_as_numbers_and_all_else_in_words(check_id):
    result = rk.check(check_id)
    cells, chances = zip(*result.as_table().lines, strict=True)
    assert [type(cell) for cell in cells] == [int if type(outcome) is int else str for outcome in result]
    assert list(map(str, cells)) == list(map(result.check.text, result)) and list(chances) == list(result.values())


@pytest.mark.parametrize("check_id", KINDS)
def test_each_value_is_read_from_what_one_types(check_id):
    for p in rk.checks[check_id].parameters.values():
        for value in p.values():
            read = p.read(as_typed(value))
            assert (read, type(read)) == (value, type(value)), p.name


# Words -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check_id", KINDS)
def test_the_headline_of_what_is_certain(check_id):
    certain = [
        r for said in situations(check_id, tries(20, 100), "certain") if len(r := rk.check(check_id, **said)) == 1
    ]
    for result in certain:
        (outcome,) = result
        said = str(outcome) if result.check.unit and type(outcome) is int else result.check.words(outcome)
        so_many = f"{said} {result.check.unit}{'' if outcome == 1 else 's'}"
        assert (
            result.headline in (f"always {said}", f"always: {said}", f"always {so_many}")
            or said == result.headline == "never"
        )


HEADLINES = [
    ("rencounter.fire", {"skill": 7}, "hits 7 times in 12 (58.3 %, 7/12)"),
    ("rencounter.fire", {"skill": 5, "range_band": "long"}, "hits 1 time in 12 (8.33 %, 1/12)"),
    ("rencounter.fire", {"distance": 200}, "always: miss"),
    ("rencounter.action", {}, "acts 2 times in 3 (66.7 %, 2/3)"),
    ("odd_encounters.hit_points", {"level": 5}, "always 20 Hit Points"),
    ("odd_encounters.melee_damage", {}, "1.925 on average (77/40), from 0 to 6"),
    ("rencounter.volley", {"result": "hits"}, "1.333 hits on average (4/3), from 0 to 4"),
    ("rencounter.duel", {"result": "turns"}, "3.557 turns on average, from 1 to 10"),
    ("salamis.d3", {}, "2 on average, from 1 to 3"),
    ("salamis.entry_modifier", {"command": "inept", "edge": "side"}, "always -2"),
    ("salamis.entry", {}, "enters 4 times in 5 (80.0 %, 4/5)"),
    ("realms_of_myth.contested_roll", {"first_chance": 0, "second_chance": 0}, "always: both fail"),
    ("realms_of_myth.wound_level", {"wounds": 11}, "always: beyond mortal"),
    ("traveller.surprise", {}, "party has surprise 1 time in 6 (16.7 %, 1/6)"),
    ("rencounter.wound", {}, "puts out of action (serious or worse) 7 times in 12 (58.3 %, 7/12)"),
]


@pytest.mark.parametrize(("check_id", "params", "said"), HEADLINES)
def test_the_headline(check_id, params, said):
    assert rk.check(check_id, **params).headline == said


@pytest.mark.parametrize("check_id", CHECKS)
def test_the_headline_tells_a_chance_that_there_is(check_id):
    """An event that never happens is no headline while another may happen."""
    for said in situations(check_id, tries(10, 50), "headline"):
        result = rk.check(check_id, **said)
        line = result.headline
        told = [name for name in result.check.events if line.startswith(f"{result.check.words(name)} ")]
        if len(result) > 1 and any(result.events.values()):
            assert told and result.event(told[0]) > 0, (said, line)


def test_a_headline_of_points_speaks_of_points():
    """Events of another result (puts down, kills) say nothing of a number of wound points."""
    assert rk.check("rencounter.wound", result="points").headline.startswith(
        ("2.4", "puts out of action (serious or worse) 7 times in 12", "kills 1 time in 6")
    )
    gang = rk.check("rencounter.gang_up", result="total_wounds", defender_wounds=1).headline
    assert not gang.startswith("hits always")


@pytest.mark.parametrize("check_id", rk.checks)
def test_the_help_names_every_parameter(check_id):
    check = rk.checks[check_id]
    lines = check.signature.splitlines()
    assert len(lines) == len(check.parameters)
    for line, (name, p) in zip(lines, check.parameters.items(), strict=True):
        assert line.strip().startswith(f"{name} = ")
        assert p.wanted in line and p.help in line and p.unit in line
        default = rk.check(check_id).params[name]
        assert (str(default).lower() if isinstance(default, bool) or default is None else str(default)) in line


@pytest.mark.parametrize("check_id", rk.checks)
def test_a_check_is_described(check_id):
    check = rk.checks[check_id]
    assert check.title and check.source and check_id in repr(check)
    assert check.book is rk.rules(check.stem)
    assert all(p.help.endswith((".", "?")) and "\n" not in p.help for p in check.parameters.values())
    assert all(p.name == name for name, p in check.parameters.items())


# All checks --------------------------------------------------------------------------------------------------------------


def test_checks_are_a_mapping():
    assert len(rk.checks) == len(list(rk.checks)) == len(dict(rk.checks))
    assert all(check.id == check_id and rk.checks[check_id] is check for check_id, check in rk.checks.items())
    assert "rencounter.fire" in rk.checks and "rencounter.fir" not in rk.checks and 5 not in rk.checks
    assert rk.checks.get("rencounter.fir") is None


def test_a_check_can_be_asked_through_the_mapping():
    assert dict(rk.checks["rencounter.fire"](skill=7).items()) == dict(rk.check("rencounter.fire", skill=7).items())


def test_who_is_lost_in_a_fight_is_said_as_a_player_would():
    for fight in (rk.checks["rencounter.duel"], rk.checks["rencounter.gunfight"]):
        assert [fight.words(end) for end in ("a_run", "b_dead")] == ["A runs", "B dead"]


def test_words_are_for_reading_and_names_for_asking():
    """What reads otherwise than it is written is asked by its name, and told in its words."""
    shot = rk.check("rencounter.fire", weapon="javelin")
    assert shot.event("puts down") == shot.event(["serious", "crippling", "dead"]) > 0 < shot["none"]
    told = str(shot.explain())
    assert "hit, no wound" in told and "\nnone " not in told
    assert "puts out of action" in rk.panel("rencounter.fire").words.value
    assert shot.check.text("none") == "none" and ("none", "none") in rk.check("rencounter.melee")


def test_every_title_is_a_question():
    assert not [check_id for check_id, check in rk.checks.items() if not check.title.endswith("?")]


def test_a_rating_is_said_by_its_word_or_its_number():
    for word, number in (("veteran", 5), ("scum", 1)):
        assert rk.check("rencounter.action", experience=word) == rk.check("rencounter.action", experience=number)
        assert rk.check("rencounter.action", experience=word).params["experience"] == number
    assert rk.check("rencounter.fire", target_armor="nearly_full") == rk.check("rencounter.fire", target_armor=3)
    with pytest.raises(rk.RuleError, match="experience must be a whole number from 1 to 6; got hero"):
        rk.check("rencounter.action", experience="hero")


def test_a_number_that_is_certain_says_what_it_counts():
    assert rk.check("odd_encounters.hit_points").headline == "always 4 Hit Points"
    assert rk.check("odd_encounters.movement_allowance").headline == "always 8 half inches"
    assert rk.check("traveller.rounds_to_close", speed="stand", other_speed="stand").headline == "never"


def test_whether_there_is_a_check_is_asked_of_its_game_alone(monkeypatch):
    """Else the first panel of a page would wait until all games are loaded."""
    asked = []
    monkeypatch.setattr(registry, "checks_of", lambda stem: asked.append(stem) or {"rencounter.fire": None})
    there = [one in rk.checks for one in ("rencounter.fire", "rencounter.no_such", "no_game.fire", "", None, 3)]
    assert there == [True, False, False, False, False, False]
    assert asked == ["rencounter", "rencounter"]
