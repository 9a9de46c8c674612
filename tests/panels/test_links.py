"""A situation as a line: sent as a link, a command or Python, and taken in again."""

import json
import re
import shlex
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.fronts.panels.elsewhere import checks_on, elsewhere, page_of
from rencounter_kit.fronts.panels.opening import sent_situation
from rencounter_kit.fronts.panels.page_state import page_link
from rencounter_kit.fronts.pocket.bridge import open_line
from rencounter_kit.workbook.mechanics.links import SentSituation, command, others, python, query, taken_in
from tests.situations import KINDS, drawn, tries
from tests.widgets import all_widgets

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.usefixtures("undrawn", "unsaved", "patient", "no_page_stays", "empty_page")


@pytest.mark.parametrize("check_id", KINDS)
def test_a_line_says_the_same_wherever_it_is_read(check_id):
    check = rk.checks[check_id]
    for params in drawn(check_id, tries(5, 40)):
        values = {name: check.parameters[name].check(value) for name, value in params.items()}
        left = others(check, values)
        for to in (command, python):
            assert taken_in(check, to(check, values)) == SentSituation(left)
        words = dict(word.split("=", 1) for word in shlex.split(command(check, values))[3:])
        assert {
            name: check.parameters[name].check(check.parameters[name].read(text)) for name, text in words.items()
        } == left


@pytest.mark.parametrize("game", ["--game ./ford.toml", "--game=./ford.toml"])
def test_the_file_of_a_game_that_a_command_names_is_left_out(game):
    taken = taken_in(rk.checks["rencounter.fire"], f"rencounter check {game} rencounter.fire skill=9")
    assert taken == SentSituation({"skill": 9})


def test_a_command_with_a_link_in_its_rules_is_a_command():
    check = rk.checks["salamis.drift"]
    for line_sent in ("rencounter check salamis.drift flow=strong", "check(\"salamis.drift\", flow='strong')"):
        assert taken_in(check, line_sent) == taken_in(check, f">>> {line_sent}") == SentSituation({"flow": "strong"})
        assert open_line(line_sent)["said"] == {"flow": "strong"}
    rules = "# http://127.0.0.1/#check=salamis.entry\nentry.enemy_near = -2"
    assert taken_in(rk.checks["salamis.entry"], python(rk.checks["salamis.entry"], {}, rules)).lines


def test_a_line_is_a_command_and_python(capsys):
    check = rk.checks["rencounter.fire"]
    line = command(check, {"skill": 9, "weapon": "long_bow", "braced": True, "wounds": 0})
    assert line == "rencounter check rencounter.fire skill=9 weapon=long_bow braced=true"
    assert main(shlex.split(line)[1:]) == 0
    assert rk.check("rencounter.fire", skill=9, weapon="long_bow", braced=True).headline in capsys.readouterr().out
    line = python(check, {"skill": 9, "weapon": "long_bow", "braced": True})
    assert line == "rk.check(\"rencounter.fire\", skill=9, weapon='long_bow', braced=True)"


def test_a_line_of_another_check_of_the_page_is_taken_in_by_its_panel():
    fire, wound = rk.panel("rencounter.fire", skill=8), rk.panel("rencounter.wound")
    fire.saved.paste.line.value = "rencounter check rencounter.wound previous_wounds=4"
    assert fire.saved.paste.trouble.value == "" and fire["skill"] == 8 and wound["previous_wounds"] == 4


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("skill=9", "must be a link, a command or Python"),
        ("x" * 50_000, "must be a link, a command or Python"),
        ("rencounter check salamis.d6", "must be for rencounter.fire; got one for salamis.d6"),
        ("rencounter check rencounter.fire skil=9", "did you mean skill?"),
        ("rencounter check rencounter.fire skill=99", "skill must be a whole number from"),
    ],
    ids=lambda text: text[:20],
)
def test_a_line_that_cannot_be_taken_in_says_why_and_changes_nothing(line, message):
    panel = rk.panel("rencounter.fire", skill=8)
    panel.tabs.turn_to("Send")
    panel.saved.paste.line.value = line
    assert message in panel.saved.paste.trouble.value and panel["skill"] == 8 and panel.result is not None
    panel.saved.paste.line.value = "rk.check('rencounter.fire', skill=3, cover='leafy')"
    assert panel.saved.paste.trouble.value == "" and (panel["skill"], panel["cover"]) == (3, "leafy")


def test_a_line_to_send_stands_where_one_saves_and_python_beside_the_seed():
    panel = rk.panel("rencounter.fire")
    panel.tabs.turn_to("Send")
    panel["skill"] = 9
    panel.wait()
    assert "rencounter check rencounter.fire skill=9" in panel.saved.links.value
    assert "rk.check" not in panel.saved.links.value
    panel.tabs.turn_to("Seed and Python")
    panel["skill"] = 8
    panel.wait()
    assert panel.throws.seed in panel.code.children
    assert "rencounter check rencounter.fire skill=8" in panel.code.lines.value
    assert "rk.check(&quot;rencounter.fire&quot;, skill=8)" in panel.code.lines.value


# Addresses -----------------------------------------------------------------------------------------------------------

PAGE = "http://127.0.0.1:8866/voila/render/rencounter_fire.ipynb"


def address(*situation):
    """The situation as a link to the page."""
    return page_link(query(*situation))


@pytest.fixture
def at_address(monkeypatch):
    """Let the page be one that Voila shows at this address."""
    return lambda query: monkeypatch.setenv("VOILA_REQUEST_URL", f"{PAGE}?{query}")


@pytest.mark.parametrize("check_id", KINDS)
def test_an_address_opens_the_situation_it_was_made_of(at_address, check_id):
    check = rk.checks[check_id]
    for params in drawn(check_id, tries(3, 40)):
        values = {name: check.parameters[name].check(value) for name, value in params.items()}
        at_address("token=of-the-one-who-sends")
        link = address(check, values)
        assert link.startswith(f"{PAGE}?check={check_id}") and "token" not in link
        at_address(urlsplit(link).query)
        left = others(check, values)
        assert sent_situation(check) == SentSituation(left) == taken_in(check, link)


def test_an_address_is_readable(at_address):
    assert address(rk.checks["rencounter.fire"], {"skill": 9}) == ""  # where no link could open it
    at_address("check=rencounter.duel&a_skill=3#top")
    link = address(rk.checks["rencounter.fire"], {"skill": 9, "weapon": "long_bow", "braced": True, "wounds": 0})
    assert link == f"{PAGE}?check=rencounter.fire&skill=9&weapon=long_bow&braced=true"
    link = address(rk.checks["realms_of_myth.armor_through"], {"layers": ["padded", "singlemail"]})
    assert link == f"{PAGE}?check=realms_of_myth.armor_through&layers=[padded,singlemail]"


def test_a_panel_opens_with_the_situation_of_its_address(at_address):
    at_address("check=rencounter.fire&skill=9&range_band=long&token=abc")
    page = rk.panel("rencounter.fire", skill=3, weapon="long_bow")
    assert page.result.headline == rk.check("rencounter.fire", skill=9, range_band="long").headline
    assert (page["weapon"], page.trouble.value) == ("flintlock_musket", "")
    page.reset()
    assert (page["skill"], page["weapon"], page["range_band"]) == (3, "long_bow", "short")
    assert rk.panel("rencounter.fire", show=["skill"], skill=3)["skill"] == 3  # it could not show the range
    at_address("check=rencounter.reload&experience=5")
    reload = rk.panel("rencounter.reload")
    reload.wait()
    assert reload.result.headline == rk.check("rencounter.reload", experience=5).headline


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("check=rencounter.fire&skil=9", "did you mean skill?"),
        ("check=rencounter.fire&skill=99", "skill must be a whole number from"),
        ("check=rencounter.fire&skill=", "skill must be"),
        ("check=rencounter.fire&aim_turns=1&snap=walking", "snap must be none"),
        ("check=rencounter.fir&skill=9", "did you mean rencounter.fire?"),
        ("check=rencounter.fire&skill=" + "9" * 50_000, "must be a link"),
    ],
    ids=lambda text: text[:40],
)
def test_a_wrong_address_is_said_and_the_panel_opens_as_usual(at_address, query, message):
    at_address(query)
    page = rk.panel("rencounter.fire", skill=3)
    assert message in page.trouble.value and page["skill"] == 3 and page.result is not None
    page["skill"] = 4
    assert page.trouble.value == ""


def test_the_link_stands_where_one_saves_and_can_be_pasted(at_address):
    at_address("")
    page = rk.panel("rencounter.fire", skill=9)
    page.tabs.turn_to("Send")
    page.wait()
    assert f"{PAGE}?check=rencounter.fire&amp;skill=9</pre>" in page.saved.links.value
    assert page.saved.links.value.count("works only on this computer") == 1
    page.saved.paste.line.value = f"{PAGE}?check=rencounter.fire&skill=2&token=abc"
    assert page["skill"] == 2 and page.saved.paste.trouble.value == ""
    page.saved.paste.line.value = f"{PAGE}?check=salamis.d3"
    assert "got one for salamis.d3" in page.saved.paste.trouble.value and page["skill"] == 2
    page.saved.paste.line.value = PAGE
    assert "must be" in page.saved.paste.trouble.value


def test_the_link_of_the_page_on_sending_opens_what_it_says():
    cells = json.loads((ROOT / "notebooks/print_and_share.ipynb").read_text(encoding="utf-8"))["cells"]
    (link,) = re.findall(r"^http\S+$", "\n".join("".join(cell["source"]) for cell in cells), re.M)
    assert link == f"{PAGE}?check=rencounter.fire&skill=9&range_band=long"
    assert taken_in(rk.checks["rencounter.fire"], link).choices == {"skill": 9, "range_band": "long"}


# House rules ---------------------------------------------------------------------------------------------------------

RULES = ["fire.range.long = -3", 'fire.range.long = -3\nrulings.skill_roll = "less_than"']


@pytest.mark.parametrize("lines", RULES, ids=["one", "two"])
def test_the_house_rules_in_force_go_with_the_situation(at_address, lines, capsys):
    check, params = rk.checks["rencounter.fire"], {"skill": 9, "range_band": "long"}
    ours = rk.check(check, rules=rk.rules("rencounter").with_house_rules(lines), **params)
    page = rk.panel("rencounter.fire", **params)
    page.house.value = f"{lines}\nfire.range.lon"  # what is only begun is not in force
    assert page.result == ours and page.rules.lines == lines
    at_address("")
    sent = [to(check, page.params(), page.rules.lines) for to in (address, command, python)]
    assert eval(sent[2], {"rk": rk}) == ours
    assert main(shlex.split(sent[1])[1:]) == 0 and ours.headline in capsys.readouterr().out
    for line in sent:
        assert "\n" not in line and taken_in(check, line) == SentSituation(params, lines)
        taker = rk.panel("rencounter.fire", skill=3)
        taker.saved.paste.line.value = line
        assert (taker.saved.paste.trouble.value, taker.house.value, taker.result) == ("", lines, ours)
    at_address(urlsplit(sent[0]).query)
    assert rk.panel("rencounter.fire").result == ours


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("rencounter check rencounter.fire skill=9 --rules 'fire.rnge.long = -3'", "did you mean fire.range.long?"),
        ("rencounter check rencounter.fire skill=9 --rules", "must be a link, a command or Python"),
        ("rencounter check rencounter.fire skill=9 --rules rk1:xyz", "This code is incomplete. Copy all of it."),
        ("rk.check('rencounter.fire', skill=9, rules=open('x'))", "must"),
        ("rk.check('rencounter.fire', skill=9, rules=5)", "must be a link, a command or Python"),
    ],
)
def test_rules_that_cannot_be_taken_in_change_nothing(line, message):
    panel = rk.panel("rencounter.fire", skill=8)
    panel.house.value = "fire.range.long = -3"
    panel.saved.paste.line.value = line
    assert (
        message in panel.saved.paste.trouble.value
        and panel["skill"] == 8
        and panel.house.value == "fire.range.long = -3"
    )


def test_a_line_without_rules_leaves_those_in_force():
    panel = rk.panel("rencounter.fire")
    panel.house.value = "fire.range.long = -3"
    panel.saved.paste.line.value = "rk.check('rencounter.fire', skill=3)"
    assert panel["skill"] == 3 and panel.house.value == "fire.range.long = -3"


@pytest.mark.parametrize(
    ("query", "there"),
    [("check=realms_of_myth.duel&a_av=60", "realms_of_myth_duel"), ("flow=traveller.to_blows", "traveller_encounter")],
)
@pytest.mark.parametrize(
    "made", [lambda: rk.shelf("rencounter.fire", opened=False), lambda: rk.panel("rencounter.fire")]
)
def test_a_link_to_what_its_page_has_not_says_where_it_is(at_address, monkeypatch, query, there, made):
    monkeypatch.setattr("rencounter_kit.fronts.panels.elsewhere._addresses", set())
    at_address(query)
    texts = [one.value for one in all_widgets(made()) if isinstance(getattr(one, "value", None), str)]
    (note,) = [text for text in texts if "This page has no panel for" in text]
    assert (
        f"{PAGE.replace('rencounter_fire', there)}?{query}".replace("&", "&amp;") in note
        and f"open it on {there}<" in note
    )
    again = [one.value for one in all_widgets(made()) if isinstance(getattr(one, "value", None), str)]
    assert not any("This page has no panel for" in text for text in again)


@pytest.mark.parametrize("query", ["check=rencounter.fire&skill=9", "check=no.such", "flow=no.such", ""])
def test_a_link_to_what_its_page_has_or_nobody_has_leads_nowhere_else(at_address, query):
    at_address(query)
    assert elsewhere() == ""


def test_a_check_is_on_the_page_that_has_its_panel():
    assert "rencounter.activation_cards" in checks_on(page_of("rencounter.activation_cards"))
    assert "realms_of_myth.strike" not in checks_on("realms_of_myth")  # it is only asked in a cell there
