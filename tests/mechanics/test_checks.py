"""What holds for all checks together, and what some say; what holds for each of them is in `tests/checks`."""

import contextlib
from fractions import Fraction

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics import registry
from tests.situations import BASE, CHECKS, PROCESSES, SMALL, base, drawn, is_taken, parameters


def test_what_is_drawn_of_a_process_is_a_part_of_what_it_asks():
    assert set(BASE) <= set(SMALL) <= set(PROCESSES)
    for check_id, small in SMALL.items():
        question, narrow = rk.checks[check_id].parameters, parameters(check_id)
        assert set(small) | set(base(check_id)) <= set(question)
        assert all(set(narrow[name].values()) <= set(question[name].values()) for name in question)
        assert all(value in narrow[name].values() for name, value in base(check_id).items())


def test_what_is_drawn_moves_the_parameters_and_contradicts_nothing():
    moved = question = 0
    for check_id in CHECKS:
        check, result = rk.checks[check_id], drawn(check_id, 20)
        assert result == drawn(check_id, 20) and all(is_taken(check_id, params) for params in result)
        assert result[0] == base(check_id) and all(one not in result[:i] for i, one in enumerate(result))
        moved += sum(
            any(params.get(name) != base(check_id).get(name) for params in result) for name in check.parameters
        )
        question += len(check.parameters)
    assert moved > 0.9 * question
    alone = drawn("realms_of_myth.armor_through", 60, without=("layers",))
    assert not any({"layers", "first_blow"} & set(params) for params in alone), (
        "nor what layers would have to be said for"
    )


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


def test_pairs_are_written_as_the_game_writes_them():
    draw = rk.check("salamis.action_phases")
    assert draw["2-1"] == draw[2, 1] == Fraction(9, 140)
    assert [draw.check.text(outcome) for outcome in draw][:3] == ["0-0", "0-1", "0-2"]
    stroke = rk.check("rencounter.melee")
    assert stroke["minor|none"] == stroke["minor", "none"]
    assert rk.checks["rencounter.fire"].words("stopped_by_cover") == "stopped by cover"


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
    ("salamis.entry", {}, "enters 4 times in 5 (80 %, 4/5)"),
    ("realms_of_myth.contested_roll", {"first_chance": 0, "second_chance": 0}, "always: both fail"),
    ("realms_of_myth.wound_level", {"wounds": 11}, "always: beyond mortal"),
    ("traveller.surprise", {}, "party has surprise 1 time in 6 (16.7 %, 1/6)"),
    ("rencounter.wound", {}, "puts out of action (serious or worse) 7 times in 12 (58.3 %, 7/12)"),
]


@pytest.mark.parametrize(("check_id", "params", "sentence"), HEADLINES)
def test_the_headline(check_id, params, sentence):
    assert rk.check(check_id, **params).headline == sentence


def test_a_headline_of_points_speaks_of_points():
    """Events of another result (puts down, kills) say nothing of a number of wound points."""
    assert rk.check("rencounter.wound", result="points").headline.startswith(
        ("2.4", "puts out of action (serious or worse) 7 times in 12", "kills 1 time in 6")
    )
    gang = rk.check("rencounter.gang_up", result="total_wounds", defender_wounds=1).headline
    assert not gang.startswith("hits always")


# All checks -----------------------------------------------------------------------------------------------------------


def test_checks_are_a_mapping():
    assert len(rk.checks) == len(list(rk.checks)) == len(dict(rk.checks))
    assert all(check.id == check_id and rk.checks[check_id] is check for check_id, check in rk.checks.items())
    assert "rencounter.fire" in rk.checks and "rencounter.fir" not in rk.checks and 5 not in rk.checks
    assert rk.checks.get("rencounter.fir") is None


def test_who_is_lost_in_a_fight_is_said_as_a_player_would():
    for fight in (rk.checks["rencounter.duel"], rk.checks["rencounter.gunfight"]):
        assert [fight.words(end) for end in ("a_run", "b_dead")] == ["A runs", "B dead"]


def test_words_are_for_reading_and_names_for_asking():
    """What reads otherwise than it is written is asked by its name, and told in its words."""
    shot = rk.check("rencounter.fire", weapon="javelin")
    assert shot.event("puts down") == shot.event(["serious", "crippling", "dead"]) > 0 < shot["none"]
    text = str(shot.explain())
    assert "hit, no wound" in text and "\nnone " not in text
    assert "puts out of action" in rk.panel("rencounter.fire").words.value
    assert shot.check.text("none") == "none" and ("none", "none") in rk.check("rencounter.melee")


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
    calls = []
    monkeypatch.setattr(registry, "checks_of", lambda stem: calls.append(stem) or {"rencounter.fire": None})
    there = [one in rk.checks for one in ("rencounter.fire", "rencounter.no_such", "no_game.fire", "", None, 3)]
    assert there == [True, False, False, False, False, False]
    assert calls == ["rencounter", "rencounter"]
