"""A situation as a line: sent as a command or as Python, and taken in again."""

import shlex

import pytest

import rencounter_kit as rk
from rencounter_kit.cli.main import main
from rencounter_kit.panels.sending import command, python, taken_in
from tests.situations import drawn, some, tries

pytestmark = pytest.mark.usefixtures("patient", "no_page_stays")


@pytest.mark.parametrize("check_id", some(rk.checks))
def test_a_line_says_the_same_wherever_it_is_read(check_id):
    check = rk.checks[check_id]
    for params in drawn(check_id, tries(5, 40)):
        values = {name: check.parameters[name].check(value) for name, value in params.items()}
        others = {name: value for name, value in values.items() if value != check.parameters[name].default}
        for to in (command, python):
            assert taken_in(check, to(check, values)) == others
        said = dict(word.split("=", 1) for word in shlex.split(command(check, values))[3:])
        assert {
            name: check.parameters[name].check(check.parameters[name].read(text)) for name, text in said.items()
        } == others


def test_a_line_is_a_command_and_python(capsys):
    check = rk.checks["rencounter.fire"]
    line = command(check, {"skill": 9, "weapon": "long_bow", "braced": True, "wounds": 0})
    assert line == "rencounter check rencounter.fire skill=9 weapon=long_bow braced=true"
    assert main(shlex.split(line)[1:]) == 0
    assert rk.check("rencounter.fire", skill=9, weapon="long_bow", braced=True).headline in capsys.readouterr().out
    line = python(check, {"skill": 9, "weapon": "long_bow", "braced": True})
    assert line == "rk.check(\"rencounter.fire\", skill=9, weapon='long_bow', braced=True)"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("skill=9", "must be a command or Python"),
        ("x" * 5000, "must be a command or Python"),
        ("rencounter check rencounter.melee", "must be of rencounter.fire; got one of rencounter.melee"),
        ("rencounter check rencounter.fire skil=9", "did you mean skill?"),
        ("rencounter check rencounter.fire skill=99", "skill must be a whole number from"),
    ],
    ids=lambda text: text[:20],
)
def test_a_line_that_cannot_be_taken_in_says_why_and_changes_nothing(line, said):
    panel = rk.panel("rencounter.fire", skill=8)
    panel.tabs.turn_to("Save and send")
    panel.paste.value = line
    assert said in panel.paste_note.value and panel["skill"] == 8 and panel.result is not None
    panel.paste.value = "rk.check('rencounter.fire', skill=3, cover='leafy')"
    assert panel.paste_note.value == "" and (panel["skill"], panel["cover"]) == (3, "leafy")


def test_the_lines_stand_where_one_saves():
    panel = rk.panel("rencounter.fire")
    panel.tabs.turn_to("Save and send")
    panel["skill"] = 9
    panel.wait()
    assert "rencounter check rencounter.fire skill=9" in panel.links.value
    assert "rk.check(&quot;rencounter.fire&quot;, skill=9)" in panel.links.value
