"""The control of a parameter that does not count rests at its default on a page, and comes back as it was."""

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.panels.tools.scene import Scene
from tests.situations import PARAMETER_KINDS, counting, other_values, parameter

KINDS = [(check_id, name) for check_id, name in PARAMETER_KINDS if parameter(check_id, name).only_with[0]]


def resting(controls):
    """The names of the controls that rest."""
    return {name for name, control in controls.items() if getattr(control.source, "disabled", False)}


@pytest.mark.usefixtures("no_page_stays", "undrawn")
@pytest.mark.parametrize(("check_id", "name"), KINDS)
def test_its_control_rests_where_it_does_not_count_and_comes_back(check_id, name):
    p = parameter(check_id, name)
    other = parameter(check_id, p.only_with[0])
    (value, *_), idle = other_values(p), [kind for kind in (other.default, *other_values(other)) if p.rests(kind)]
    where = counting(check_id, other.name)
    panel = rk.panel(check_id, **where, **{other.name: p.only_with[1][0], name: value})
    control, value_there = panel.controls[name], panel[name]
    for kind in idle:
        panel[other.name] = kind
        answer = rk.check(check_id, **where, **{other.name: kind})
        assert all(part.disabled for part in control.parts) and panel[name] == p.default, kind
        assert panel.result.params == answer.params and dict(panel.result.items()) == dict(answer.items())
    for kind in p.only_with[1]:
        panel[other.name] = kind
        assert not any(part.disabled for part in control.parts) and panel[name] == value_there, kind
        assert panel.result.params == rk.check(check_id, **where, **{other.name: kind, name: value}).params


def test_what_rests_lets_others_rest():
    panel = rk.panel("realms_of_myth.pot", slash=True, crd=18)
    panel["use"] = "crossbow"
    assert {"slash", "crd"} <= resting(panel.controls) and (panel["slash"], panel["crd"]) == (False, 13)
    panel["use"] = "bow"
    assert not {"slash", "crd"} & resting(panel.controls) and (panel["slash"], panel["crd"]) == (True, 18)
    panel["slash"] = False
    assert "crd" in resting(panel.controls)


def test_what_is_set_while_it_rests_waits():
    panel = rk.panel("realms_of_myth.pot", use="hurled")
    panel["charge_speed"] = 8
    assert panel["charge_speed"] == 0 and panel.result == rk.check("realms_of_myth.pot", use="hurled")
    panel["use"] = "two_handed"
    assert panel.result == rk.check("realms_of_myth.pot", use="two_handed", charge_speed=8)
    panel.set(use="hurled", charge_speed=8)
    assert panel.result == rk.check("realms_of_myth.pot", use="hurled")
    with pytest.raises(rk.RuleError, match="charge_speed must be a whole number from 0 to 149"):
        panel["charge_speed"] = 150
    panel.reset()
    assert panel["charge_speed"] == 0 and panel.result == rk.check("realms_of_myth.pot", use="hurled")
    with pytest.raises(rk.RuleError, match="charge_speed must be 0 with use hurled"):
        rk.panel("realms_of_myth.pot", use="hurled", charge_speed=8)


def test_in_a_scene_it_rests_too():
    scene = Scene(lambda: None)
    scene.of("realms_of_myth")
    scene.go("realms_of_myth.pot", {"use": "two_handed", "charge_speed": 8})
    assert scene.params == {"use": "two_handed", "charge_speed": 8}
    scene.controls["use"].source.value = "hurled"
    assert "charge_speed" in resting(scene.controls) and scene.params == {"use": "hurled"}
    scene.controls["use"].source.value = "brawling"
    assert scene.params == {"use": "brawling", "charge_speed": 8}
