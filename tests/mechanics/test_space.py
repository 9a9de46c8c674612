"""What an outcome or event means belongs to a check and its result, not to what happens to be possible somewhere."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics.parameter import Whole
from rencounter_kit.workbook.mechanics.space import ANY, NUMBERS, CannotTellError, Space, several
from tests.situations import KINDS, LONG, PROCESSES, base, every_nth, parameters, tries

WOUNDS = Space(("none", "minor", "dead"))


# The space itself -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "inside", "outside"),
    [
        (WOUNDS, ["none", "dead"], ["serious", 1, ("none",), True, None, []]),
        (NUMBERS, [0, -3, 10**20], ["0", 1.5, True, (1,), None]),
        (Space(("later",), numbers=True), ["later", 4], ["never", (4,)]),
        (WOUNDS.times(2), [("none", "dead")], ["none", ("none",), ("none", "none", "none"), ("none", 1)]),
        (NUMBERS.times(ANY), [(1,), (1, 2, 3)], [1, ("a",), [1], ()]),
    ],
)
def test_a_space_holds_what_an_answer_could_be(space, inside, outside):
    assert all(one in space for one in inside)
    assert not any(one in space for one in outside)


@pytest.mark.parametrize(
    ("space", "text", "outcome"),
    [
        (WOUNDS, "dead", "dead"),
        (NUMBERS, "-2", -2),
        (WOUNDS.times(2), "none|dead", ("none", "dead")),
        (NUMBERS.times(ANY), "3", (3,)),
        (Space(("A1",), parts=ANY, alone=("none",)), "none", "none"),
        (Space(("later",), numbers=True), "12", 12),
    ],
)
def test_an_outcome_is_read_from_its_text(space, text, outcome):
    assert space.read(text, "|") == outcome and outcome in space


def test_several_are_taken_in_an_order_that_no_hash_changes():
    assert several(["b", "a"]) == ["b", "a"] and several(range(2)) == [0, 1] and several("a") == ["a"]
    assert several({"b", "a", "c"}) == ["a", "b", "c"] and several({2, "a", (1, 2)}) == [2, "a", (1, 2)]


# The spaces of the checks ---------------------------------------------------------------------------------------------


def ways(check_id):
    """Each way in which a check is asked, and small situations of it."""
    check = rk.checks[check_id]
    cases = (
        [{"result": value} for value in check.parameters["result"].choices] if "result" in check.parameters else [{}]
    )
    for params in cases:
        yield base(check_id) | params


def near(check_id):
    """A few values of each parameter, one at a time; of a process in ``make test-long`` only."""
    for params in ways(check_id):
        yield params
        if check_id in PROCESSES and not LONG:
            continue
        for name, p in parameters(check_id).items():
            if name != "result":
                every = p.values()
                for value in dict.fromkeys((*every[:2], *every[-1:])):
                    yield {**params, name: value}


@pytest.mark.parametrize("check_id", KINDS)
def test_every_outcome_that_happens_is_in_the_space_of_the_answer(check_id):
    check, seen = rk.checks[check_id], 0
    for params in near(check_id):
        try:
            result = check(**params)
        except rk.RuleError:
            continue
        assert all(outcome in result.space for outcome in result), (params, result.space)
        for outcome in list(result)[:6]:
            assert result.space.read(check.text(outcome), check.joined) == outcome
            assert result.event(outcome) == result.event(check.text(outcome)) == result[outcome]
        seen += 1
    assert seen


# Asked once, answered everywhere alike --------------------------------------------------------------------------------


def test_what_cannot_happen_has_chance_0():
    assert rk.check("rencounter.reload", plug_bayonet=True).event(2) == 0
    assert rk.check("rencounter.fire").event("hit_horse") == 0
    assert rk.check("rencounter.melee").event(("dead", "dead")) == 0
    assert rk.check("rencounter.melee").event("dead|dead") == 0
    assert rk.check("salamis.action_phases").event((9, 9)) == 0 == rk.check("salamis.action_phases").event("9-9")
    assert rk.simulate("rencounter.heroism", 400, seed=0).interval(6)[0] == 0


def test_what_another_result_tells_is_said_to_be_told_there():
    with pytest.raises(CannotTellError, match=r"^kills must be asked with result worst; got result hits$"):
        rk.check("rencounter.fire_turn").event("kills")
    with pytest.raises(CannotTellError, match=r"^a_wins must be asked with result winner; got result end$"):
        rk.check("rencounter.duel", turn_limit=2).event("a_wins")
    with pytest.raises(CannotTellError, match=r"^dead must be asked with targets 1; got targets 2$"):
        rk.check("rencounter.fire", weapon="blunderbuss", targets=2).event("dead")


@pytest.mark.parametrize("what", ["hit", 3, ("dead",), ("dead", 1), None, 1.5, True, [], set(), ["hits", "hit"]])
def test_what_the_check_does_not_have_at_all_is_refused(what):
    with pytest.raises(rk.RuleError, match=r"rencounter\.fire has no outcome") as error:
        rk.check("rencounter.fire").event(what)
    assert not isinstance(error.value, CannotTellError)


def test_events_and_outcomes_may_be_asked_together():
    shot = rk.check("rencounter.fire")
    assert shot.event(["hits", "kills"]) == shot.event("hits")
    assert shot.event(["kills", "miss"]) == shot.event("kills") + shot.event("miss")
    assert shot.event({"kills", "serious"}) == shot["dead"] + shot["serious"]
    turns = rk.check("rencounter.reload")
    assert (
        turns.event([2, "later"]) == turns[2] + turns["later"]
        and turns.event(range(2, 5)) == turns[2] + turns[3] + turns[4]
    )


def test_a_missing_outcome_is_a_key_error_with_a_hint():
    shot = rk.check("rencounter.fire")
    with pytest.raises(KeyError, match=r"got hits, which is an event; ask \.event"):
        shot["hits"]
    with pytest.raises(rk.RuleError, match=r"got hit_horse, which does not come up here; \.event\(\.\.\.\) gives 0"):
        shot["hit_horse"]
    with pytest.raises(KeyError, match="got misss, did you mean miss"):
        shot["misss"]
    thrown = shot.simulate(50, seed=1)
    assert thrown["miss"] == thrown.event("miss")
    for wrong in ("hits", "hit_horse", "misss"):
        with pytest.raises(KeyError, match=f"got {wrong}, "):
            thrown[wrong]
    assert shot.get("hit_horse", 0) == 0 and "hit_horse" not in shot and "miss" in shot


# Tornado and worth against single checks, for every kind of outcome ---------------------------------------------------


def every_kind(check_id, params):
    """Outcomes of every kind that a check has in some situation: those that happen, one that does not, events."""
    result = rk.check(check_id, **params)
    outcomes = list(result)
    outcome_list = [*outcomes[:1], *outcomes[-1:], *outcomes[len(outcomes) // 2 :][:1], *result.events]
    if result.space.numbers and not result.space.parts:
        outcome_list.append(
            1 + max(one for one in outcomes if type(one) is int) if any(type(o) is int for o in outcomes) else 1
        )
    outcome_list += [name for name in result.space.names if name not in result][:1] if not result.space.parts else []
    return list(dict.fromkeys(outcome_list))


def figure(check_id, outcome, params):
    """The chance by a single check; ``None`` where there is none."""
    try:
        return rk.check(check_id, **params).event(outcome)
    except rk.RuleError:
        return None


CASES = [
    ("rencounter.reload", {}),
    ("rencounter.heroism", {"games": 3}),
    ("traveller.hits_to", {}),
    ("traveller.morale_break", {}),
    ("rencounter.gang_up", {}),
    ("rencounter.fire_turn", {"weapon": "magazine_rifle", "shots": 2}),
    ("rencounter.melee", {}),
    ("rencounter.activation_dice", {}),
    ("rencounter.fire", {"weapon": "blunderbuss"}),
    ("salamis.action_phases", {}),
    ("odd_encounters.melee_damage", {}),
    ("salamis.entry", {}),
]
MANY_VALUES = 30


@pytest.mark.parametrize(("check_id", "params"), every_nth(CASES, tries(2, 1)))
def test_tornado_and_worth_are_single_checks_for_every_kind_of_outcome(check_id, params):
    known, left_out = {}, 0
    for outcome in every_kind(check_id, params):
        result = rk.check(check_id, **params)
        tornado = rk.tornado(check_id, outcome=outcome, **params)
        assert tornado.now == result.event(outcome)
        for row in tornado.rows:
            values = rk.checks[check_id].parameters[row.parameter].values()
            if len(values) > MANY_VALUES:
                continue
            each = {value: figure(check_id, outcome, {**params, row.parameter: value}) for value in values}
            figures = [p for p in each.values() if p is not None]
            assert (row.lowest, row.highest) == (min(figures), max(figures)), (outcome, row)
            assert (each[row.lowest_at], each[row.highest_at]) == (row.lowest, row.highest)
            left_out += len(each) - len(figures)
        known[outcome] = {row.parameter for row in tornado.rows} - {"targets"}  # with several a pair is told
        steps = rk.worth(check_id, outcome=outcome, **params)
        for row in steps.rows:
            after = figure(check_id, outcome, {**params, row.parameter: row.after})
            assert row.change == after - tornado.now
        names = [name for name in rk.checks[check_id].parameters if name != "result"]
        assert len({row.parameter for row in steps.rows}) + len(steps.left_out) <= len(names)
    assert len(set(map(frozenset, known.values()))) == 1, "each outcome is asked of the same parameters"


def test_the_lines_that_were_wrong():
    rows = {row.parameter: row for row in rk.tornado("rencounter.reload", outcome=2).rows}
    assert (rows["plug_bayonet"].lowest, rows["plug_bayonet"].highest) == (0, Fraction(4, 9))
    assert {row.parameter: row for row in rk.tornado("rencounter.heroism", outcome=3).rows}["games"].lowest == 0
    gun = rk.tornado("rencounter.fire", weapon="blunderbuss", outcome="dead")
    assert "targets" not in {row.parameter for row in gun.rows}
    assert "targets 2: dead must be asked with targets 1; got targets 2" in gun.left_out
    solution = rk.solve_for("rencounter.fire", "targets", "1/2", outcome="dead", weapon="blunderbuss")
    assert [point.value for point in solution.curve] == [1] and len(solution.left_out) == 3
    assert "targets can only be 1 here" in str(solution)
    both = rk.interaction("rencounter.heroism", ("games", 1), ("inspire_at", 2), outcome=3)
    assert both.figures[1] == 0 and "games: 1" in str(both)
    shared = rk.shapley("rencounter.reload", against={"plug_bayonet": True}, outcome=2)
    assert (shared.base, shared.final) == (0, Fraction(4, 9))


# One face for all -----------------------------------------------------------------------------------------------------

OURS = rk.Layers("rencounter", rk.Layer("rencounter", {"fire.range.long": -3}, "Better eyes"))
SHOT = {"skill": 7, "range_band": "long"}
QUESTIONS = [
    lambda check, rules: rk.check(check, rules=rules, **SHOT).event("hits"),
    lambda check, rules: rk.sweep(check, rules=rules, skill=[7], range_band="long", outcome="hits")["probability"][0],
    lambda check, rules: rk.worth(check, rules=rules, **SHOT).now,
    lambda check, rules: rk.tornado(check, rules=rules, **SHOT).now,
    lambda check, rules: rk.interaction(check, "skill", "mounted", rules=rules, **SHOT).figures[0],
    lambda check, rules: rk.shapley(check, rules=rules, **SHOT).final,
    lambda check, rules: rk.solve_for(check, "aim_turns", "1/2", rules=rules, **SHOT).now.chance,
    lambda check, rules: rk.luck(check, 1, 2, rules=rules, **SHOT).each,
    lambda check, rules: rk.formula(check, "skill", rules=rules, range_band="long").at(skill=7),
    lambda check, rules: Fraction(
        round(12 * rk.simulate(check, 20_000, seed=1, rules=rules, **SHOT).event("hits")), 12
    ),
    lambda check, rules: rk.compare(rk.rules("rencounter"), rules or rk.rules("rencounter"), check, **SHOT).chances(
        "hits"
    )[1][()],
]


@pytest.mark.parametrize("ask", QUESTIONS, ids=range(len(QUESTIONS)))
def test_every_function_takes_ids_and_checks_rulesets_and_layers(ask):
    fire = rk.checks["rencounter.fire"]
    for rules, chance in ((None, Fraction(1, 4)), (OURS, Fraction(1, 3)), (OURS.rules, Fraction(1, 3))):
        assert ask("rencounter.fire", rules) == ask(fire, rules) == chance


SEVERAL = [
    lambda what: rk.check("rencounter.fire").event(what),
    lambda what: rk.sweep("rencounter.fire", skill=[6], outcome=what)["probability"][0],
    lambda what: rk.worth("rencounter.fire", outcome=what).now,
    lambda what: rk.tornado("rencounter.fire", outcome=what).now,
    lambda what: rk.interaction("rencounter.fire", "skill", "mounted", outcome=what).figures[0],
    lambda what: rk.shapley("rencounter.fire", outcome=what).final,
    lambda what: rk.solve_for("rencounter.fire", "skill", "1/2", outcome=what).now.chance,
    lambda what: rk.luck("rencounter.fire", 1, 2, outcome=what).each,
    lambda what: rk.formula("rencounter.fire", "skill", outcome=what).at(skill=6),
    lambda what: rk.compare(rk.rules("rencounter"), OURS, "rencounter.fire").table(what)["the book"][0],
    lambda what: rk.compare(rk.rules("rencounter"), OURS, "rencounter.fire").chances(what)[0][()],
]


@pytest.mark.parametrize("ask", SEVERAL, ids=range(len(SEVERAL)))
@pytest.mark.parametrize("what", [["serious", "dead"], {"dead", "serious"}, ["kills", "serious"]])
def test_several_outcomes_are_any_of_them_everywhere(ask, what):
    shot = rk.check("rencounter.fire")
    assert ask(what) == shot["serious"] + shot["dead"]


def test_whole_numbers_of_numpy_are_whole_numbers_everywhere():
    one, two, seven = np.int64(1), np.int32(2), np.uint8(7)
    turns = rk.check("rencounter.reload")
    assert turns.event(two) == turns[two] == turns.event([two]) == turns.event(2)
    assert rk.check("rencounter.fire", skill=seven).event("hits") == Fraction(7, 12)
    assert rk.luck("1/6", one, two).chance == rk.luck("1/6", 1, 2).chance
    assert rk.luck("rencounter.fire", one, two, series=two).any == rk.luck("rencounter.fire", 1, 2, series=2).any
    assert rk.simulate("rencounter.duel", np.int64(50), np.int64(3)) == rk.simulate("rencounter.duel", 50, 3)
    assert rk.formula("rencounter.fire", "skill").at(skill=seven) == Fraction(7, 12)
    assert rk.solve_for("rencounter.fire", "skill", values=np.arange(1, 4), times=one).value == 3
    assert rk.solve_for("rencounter.fire", "skill", to=one / 2).value == 6
    assert str(rk.check("rencounter.fire").branches(two)) == str(rk.check("rencounter.fire").branches(2))
    assert rk.tornado("rencounter.reload", outcome=two).now == turns[2]
    comparison = rk.compare(rk.rules("rencounter"), OURS, "rencounter.fire", range_band="long")
    assert comparison.difference("hits", one)[()] == Fraction(1, 12)


def test_an_event_that_one_kind_of_answer_cannot_tell_is_left_out_of_its_rows():
    rules = [rk.rules("rencounter"), rk.rules("rencounter").with_house_rules("wounds.crippling = 4")]
    comparison = rk.compare(*rules, "rencounter.wound", result=["wound", "points"])
    for table in (comparison.table("kills"), comparison.table(events=["kills"])):
        assert list(table["result"]) == ["wound"]
        assert table.attrs["left_out"] == ["kills must be asked with result wound; got result points"]


def test_reasons_for_what_is_left_out_are_a_list_everywhere():
    sweep = rk.sweep("rencounter.fire", aim_turns=[0, 1], snap=["none", "walking"])
    comparison = rk.compare(rk.rules("rencounter"), OURS, "rencounter.fire", aim_turns=[0, 1], snap=["none", "walking"])
    left_out_reasons = [
        sweep.attrs["left_out"],
        comparison.table("hits").attrs["left_out"],
        rk.formula("rencounter.fire", "aim_turns", snap="walking").left_out,
        rk.solve_for("rencounter.fire", "aim_turns", "1/2", snap="walking").left_out,
        rk.tornado("rencounter.fire", snap="walking").left_out,
        rk.worth("rencounter.fire", snap="walking").left_out,
    ]
    for reasons in left_out_reasons:
        assert type(reasons) is list and all(type(why) is str for why in reasons)
        assert any("snap must be none with more than 0.5 aim_turns; got walking and 1" in why for why in reasons)
    assert [len(reasons) for reasons in left_out_reasons[:4]] == [1, 1, 2, 2]


def test_both_ways_to_simulate_give_the_same_kind_of_thing():
    for check_id in ("rencounter.fire", "rencounter.duel"):
        result = rk.check(check_id)
        own, by_name = result.simulate(200, seed=7), rk.simulate(check_id, 200, seed=7)
        assert own == by_name and type(own) is type(by_name) and own.fights == 200
        assert bool(own.turns) == (check_id == "rencounter.duel")
        assert own.event(next(iter(own.events))) == own.count(next(iter(own.events))) / 200
        for throws in (0, -1, 2.5, True, "many"):
            for simulate in (result.simulate, lambda n, check_id=check_id: rk.simulate(check_id, n)):
                with pytest.raises(
                    rk.RuleError, match=r"(fights|throws) must be a whole number from 1 to 1,000,000,000; got "
                ):
                    simulate(throws)
    one, two = (rk.check("rencounter.fire").simulate(50) for _ in range(2))
    assert one.seed != two.seed, "chosen at random when none is given"
    with pytest.raises(rk.RuleError, match="turns must be asked of a fight"):
        print(one.expected_turns)


def test_a_figure_that_breaks_the_dice_is_a_sentence_for_simulations_too():
    broken = rk.rules("rencounter").changed({"wounds.crippling": -50})
    for ask in (rk.check, lambda check_id, **params: rk.simulate(check_id, 300, seed=1, **params)):
        with pytest.raises(rk.RuleError, match="house rules must leave dice that can be rolled"):
            ask("rencounter.duel", rules=broken, turn_limit=3)


NONSENSE = [True, 1.0, [], {}, ["miss"], np.array([1, 2]), {("a", 1), (1, "a")}, 1j, 10**5000]


@pytest.mark.parametrize("what", NONSENSE, ids=range(len(NONSENSE)))
@pytest.mark.parametrize("check_id", ["odd_encounters.melee_damage", "rencounter.fire", "rencounter.activation_dice"])
def test_nonsense_is_refused_in_a_sentence_however_it_is_asked(check_id, what):
    result = rk.check(check_id)
    with pytest.raises(KeyError, match="an outcome must be one that this answer has; got "):
        result[what]
    try:
        chance = result.event(what)
    except rk.RuleError:
        return
    assert chance == 0 or isinstance(what, (list, np.ndarray)), "a number that cannot come, or several outcomes"
    assert str(rk.tornado(check_id, outcome=what))


# A cell that refuses is left out --------------------------------------------------------------------------------------


def test_a_cell_that_cannot_be_worked_out_is_left_out_and_the_others_are_kept():
    table = rk.sweep("rencounter.activation_counters", result="wait", units=[2, 4], die=20)
    assert set(table["units"]) == {2}
    (why,) = table.attrs["left_out"]
    assert why.startswith("units and die must be smaller to work out the long run; got 4 with a d20; try fewer")


def test_a_fight_that_is_too_large_is_left_out(monkeypatch):
    monkeypatch.setattr(rk.checks["rencounter.skirmish"], "max_states", 150)
    sizes = [1, 3]
    table = rk.sweep("rencounter.skirmish", a_men=sizes, b_men=sizes, turn_limit=3, outcome="A wins")
    assert list(zip(table["a_men"], table["b_men"], strict=True)) == [(1, 1)]
    assert len(table.attrs["left_out"]) == 3 and all("states" in why for why in table.attrs["left_out"])
    with pytest.raises(rk.RuleError, match="states"):
        rk.sweep("rencounter.skirmish", a_men=[3], b_men=[3], turn_limit=3)


def test_a_house_rule_that_breaks_one_value_leaves_that_out():
    broken = rk.rules("traveller").with_house_rules("reaction.lowest = 1", name="Broken")
    book = rk.rules("traveller")
    dms = list(range(-12, 13))
    fine, reasons = [], []
    for dm in dms:
        try:
            fine.append((dm, rk.check("traveller.reaction", rules=broken, other_dm=dm).event("is violent")))
        except rk.RuleError as error:
            reasons.append(str(error))
    assert fine and reasons, "some values break, others do not"
    table = rk.sweep("traveller.reaction", rules=broken, other_dm=dms, outcome="is violent")
    assert list(zip(table["other_dm"], table["probability"], strict=True)) == fine
    assert table.attrs["left_out"] == reasons
    comparison = rk.compare(book, broken, "traveller.reaction", other_dm=dms)
    assert list(comparison.table("is violent")["other_dm"]) == [dm for dm, _ in fine]
    assert comparison.table("is violent").attrs["left_out"] == reasons
    assert (
        comparison.table(events=["is violent", "violent"]).attrs["left_out"]
        == comparison.table().attrs["left_out"]
        == reasons
    )
    formula = rk.formula("traveller.reaction", "other_dm", outcome="is violent", rules=broken)
    left_out = next(dm for dm in dms if dm not in dict(fine))
    with pytest.raises(rk.RuleError) as refused:
        formula.at(other_dm=left_out)
    assert str(refused.value) in reasons
    assert (
        len(formula.left_out)
        == len(rk.checks["traveller.reaction"].parameters["other_dm"].values()) - formula.comparisons
    )
    assert formula.comparisons and formula.left_out


@pytest.mark.parametrize(
    "check_id", [f"rencounter.{one}" for one in ("fire", "fire_turn", "volley", "unit_under_fire")]
)
def test_nothing_said_stands_on_an_axis_like_any_value(check_id):
    axes = {"distance": [None, 12, None, 30]}
    table = rk.sweep(check_id, **axes, **base(check_id))
    assert table.attrs["left_out"] == []
    expected = [
        (outcome, p)
        for distance in axes["distance"]
        for outcome, p in rk.check(check_id, distance=distance, **base(check_id)).items()
    ]
    assert list(zip(table["outcome"], table["probability"], strict=True)) == expected


def test_a_range_that_is_said_stays_said_where_no_distance_is():
    table = rk.sweep("rencounter.fire", distance=[None, 12], range_band="medium", outcome="hits")
    assert list(table["probability"]) == [
        rk.check("rencounter.fire", range_band="medium").event("hits"),
        rk.check("rencounter.fire", distance=12, range_band="medium").event("hits"),
    ]


# Figures and the parameters that they feed ----------------------------------------------------------------------------

FED = {  # a parameter of each game that a figure feeds
    check.stem: (check.id, name)
    for check in rk.checks.values()
    for name, p in check.parameters.items()
    if p.path and isinstance(p, Whole)
}


@pytest.mark.parametrize(("check_id", "name"), FED.values())
def test_a_house_figure_is_held_against_the_bounds_of_its_parameter(check_id, name):
    check = rk.checks[check_id]
    p = check.parameters[name]
    for value in (p.low - 1, p.high + 1):
        with pytest.raises(
            rk.RuleError, match=f"{p.path} must be a whole number from {p.low} to {p.high}; got {value}"
        ):
            check.book.with_house_rules(f"{p.path} = {value}")
    for value in {p.low, p.high} - {p.default}:
        ours = check.book.with_house_rules(f"{p.path} = {value}")
        assert ours[p.path] == value


def test_the_figures_that_were_taken_and_could_not_be_played():
    for game, line in (
        ("odd_encounters", "damage.dice = 7"),
        ("salamis", "turn.counters.own = 7"),
        ("traveller", "blows.weakened = 0"),
    ):
        with pytest.raises(rk.RuleError, match="must be a whole number from"):
            rk.rules(game).with_house_rules(line)


def test_choices_come_from_the_rules_that_are_asked():
    leafy = rk.rules("rencounter").with_house_rules("fire.solid.leafy = true")
    params = {"friend": "in_line", "friend_cover": "leafy"}
    with pytest.raises(rk.RuleError, match="friend_cover must be one of"):
        rk.check("rencounter.fire", **params)
    assert rk.check("rencounter.fire", rules=leafy, **params).event("hit_friend") > 0
    swept = rk.sweep(
        "rencounter.fire", rules=leafy, friend="in_line", friend_cover=["leafy", "half_solid"], outcome="hits"
    )
    assert len(swept) == 2
    formula = rk.formula("rencounter.fire", "friend_cover", rules=leafy, friend="in_melee")
    assert formula.at(friend_cover="leafy") == rk.check(
        "rencounter.fire", rules=leafy, friend="in_melee", friend_cover="leafy"
    ).event("hits")
    book = rk.rules("rencounter")
    both = rk.compare(book, leafy, "rencounter.fire", friend="in_line", friend_cover=["leafy", "half_solid"])
    assert list(both.table("hits")["friend_cover"]) == ["half_solid"]
    assert both.table("hits").attrs["left_out"][0].startswith("friend_cover must be one of none, half_solid")
    with pytest.raises(rk.RuleError, match="friend_cover must be one of"):
        rk.compare(book, leafy, "rencounter.fire", friend="in_line", friend_cover=["leavy", "half_solid"])
    curve = rk.solve_for("rencounter.fire", "friend_cover", "1/3", rules=leafy, friend="in_melee").curve
    assert "leafy" in {point.value for point in curve}
    bare = rk.rules("rencounter").with_house_rules("fire.solid.half_solid = false")
    with pytest.raises(rk.RuleError, match="friend_cover must be one of"):
        rk.check("rencounter.fire", rules=bare, friend="in_line", friend_cover="half_solid")


def test_the_dice_that_may_be_thrown_are_those_of_the_rules():
    nine = rk.rules("rencounter").with_house_rules("activation_counters.die.d10 = 9")
    assert rk.check("rencounter.activation_counters", rules=nine, die=9, units=9).targets.die == 9
    with pytest.raises(rk.RuleError, match="die must be one of"):
        rk.check("rencounter.activation_counters", rules=nine, die=10)
    with pytest.raises(rk.RuleError, match="die must be one of"):
        rk.check("rencounter.activation_counters", die=9)


def test_one_tally_for_each_unit_or_none():
    for tallies in ([0, 1], [1], [0, 0, 0]):
        with pytest.raises(
            rk.RuleError, match=f"tallies must list 4 numbers, one for each unit, or none; got {len(tallies)}"
        ):
            rk.check("rencounter.activation_counters", units=4, tallies=tallies)
    assert rk.check("rencounter.activation_counters", units=4, tallies=[0, 0, 0, 0]) == rk.check(
        "rencounter.activation_counters", units=4
    )


# Less than ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", ["hits", "kills"])
def test_more_skill_never_hurts_where_less_than_is_asked(event):
    for band, margin in itertools.product(("short", "long", "extreme"), ("none", "confirmation_die")):
        chances = [
            rk.check(
                "rencounter.fire", skill=skill, range_band=band, skill_roll="less_than", confirmed_hit_margin=margin
            ).event(event)
            for skill in range(1, 13)
        ]
        assert chances == sorted(chances)


def test_less_than_reads_the_needed_number_one_lower_everywhere():
    for extra, skill in itertools.product(range(-8, 7), (1, 6)):
        less = rk.check(
            "rencounter.fire", skill=skill, extra_modifier=extra, skill_roll="less_than", cover="half_solid"
        )
        lower = rk.check("rencounter.fire", skill=skill, extra_modifier=extra - 1, cover="half_solid")
        assert less == lower
    needed_1 = rk.check("rencounter.fire", skill=1, skill_roll="less_than")
    assert needed_1.targets.needed == 1
    assert needed_1.event("hits") == Fraction(1, 12) * Fraction(9, 12)


@pytest.mark.parametrize("check_id", [one for one, check in rk.checks.items() if "skill_roll" in check.parameters])
def test_what_is_said_of_the_dice_tells_the_two_readings_apart(check_id):
    params = base(check_id) | (
        {"shots": 2, "weapon": "cap_and_ball_revolver"} if check_id == "rencounter.fire_turn" else {}
    )
    sentences = [
        result.check.says(result.rules, result.targets)
        for result in (rk.check(check_id, skill_roll=reading, **params) for reading in ("at_most", "less_than"))
    ]
    assert sentences[0] != sentences[1]
