"""What the rules promise: more armour never helps the shooter, and somewhere it tells."""

import re
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import rencounter_kit as rk
from tests.drawn import MANY, answer
from tests.situations import base, few, parameters, situations_of, tries


@dataclass
class More:
    """What more of a parameter does; ``more.toml`` says what each of these is."""

    check_id: str
    name: str
    up: tuple[str, ...]
    down: tuple[str, ...]
    keep: dict
    shows: dict
    order: tuple
    without: tuple[str, ...]

    def values(self):
        """All values from less to more."""
        return self.order or parameters(self.check_id)[self.name].values()


def read(line):
    """What a line of the file says, by its key."""
    values = {name: {k: None if v == "none" and k in OPTIONAL else v for k, v in line.get(name, {}).items()}
            for name in ("keep", "shows")}  # fmt: skip
    for key in ("up", "down"):
        values[key] = tuple(line[key].split(", ")) if key in line else ()
    order = line.get("order", ())
    numbers = re.fullmatch(r"(-?\d+) to (\d+)", order) if isinstance(order, str) else None
    values["order"] = tuple(range(int(numbers[1]), int(numbers[2]) + 1)) if numbers else tuple(order)
    return {**values, "without": tuple(line.get("without", "").split())}


def laws():
    """The laws of each check."""
    results = {}
    for named, lines in tomllib.loads(Path(__file__).with_name("more.toml").read_text("utf-8")).items():
        game, _, names = named.partition(".")
        usual = next((read(line) for line in lines if "more" not in line), read({}))
        for check_id in (f"{game}.{name}" for name in names.split()):
            for line in lines:
                params = read(line)
                params = {
                    key: usual[key] | one if isinstance(one, dict) else one or usual[key] for key, one in params.items()
                }
                results.setdefault(check_id, []).extend(
                    More(check_id, name, **params) for name in line.get("more", "").split()
                )
    return results


def chance(result, event):
    """The chance of an event; "mean", the mean of the numbers; "some", the chance of 1 or more; "soon", that of 4 or
    less; "level", the mean place on the scale.
    """
    if event == "mean":
        return result.dist.mean
    if event == "some":
        return result.dist.at_least(1)
    if event == "soon":
        return sum(p for outcome, p in result.items() if type(outcome) is int and outcome <= 4)
    if event == "level":
        return result.dist.map(result.check.scale.index).mean
    return result.event(event)


OPTIONAL = {name for check in rk.checks.values() for name, p in check.parameters.items() if p.optional}
LAWS = laws()


@pytest.mark.parametrize("check_id", LAWS)
def test_more_of_it_never_turns_the_answer_round(check_id):
    @settings(max_examples=len(LAWS[check_id]) * few(check_id, tries(1, 8), tries(1, 4)))
    @given(st.sampled_from(LAWS[check_id]), st.data())
    def holds(law, data):
        places = data.draw(st.lists(st.integers(0, len(law.values()) - 1), min_size=2, max_size=2, unique=True))
        less, more = (law.values()[at] for at in sorted(places))
        params = data.draw(situations_of(check_id, law.without, {**law.keep, law.name: more}))
        before, after = (answer(check_id, {**params, law.name: value}) for value in (less, more))
        for event in law.up:
            assert chance(before, event) <= chance(after, event), law
        for event in law.down:
            assert chance(before, event) >= chance(after, event), law

    holds()


@pytest.mark.parametrize("check_id", LAWS)
def test_more_of_it_tells_somewhere(check_id):
    """Else the law above would say nothing."""
    for law in LAWS[check_id]:
        met, silent = [], {*law.up, *law.down}
        for value in far_apart(law.values()):
            with suppress(rk.RuleError):
                params = {**base(check_id), **law.shows, **law.keep, law.name: value}
                met.append(rk.check(check_id, **params))
            silent = {event for event in silent if len({chance(result, event) for result in met}) < 2}
            if not silent:
                break
        assert not silent, law


def far_apart(values):
    """All of them, those first that are far from each other."""
    seen = dict.fromkeys(at for step in (len(values) - 1, 7, 3, 1) if step for at in range(0, len(values), step))
    return [values[at] for at in seen]


def test_the_laws_name_every_game():
    assert {check_id.partition(".")[0] for check_id in LAWS} == {check_id.partition(".")[0] for check_id in rk.checks}


@MANY
@given(
    st.lists(st.sampled_from(rk.checks["realms_of_myth.armor_through"].parameters["layers"].choices), max_size=5),
    st.data(),
)
def test_a_layer_more_never_lets_more_through(layers, data):
    params = data.draw(
        situations_of("realms_of_myth.armor_through", {"layers", "clothing_layers", "edged", "first_blow"})
    )
    more = [*layers, data.draw(st.sampled_from(rk.checks["realms_of_myth.armor_through"].parameters["layers"].choices))]
    through = [answer("realms_of_myth.armor_through", {**params, "layers": worn}).dist.mean for worn in (layers, more)]
    assert through[0] >= through[1]
