"""One check as a file of tables: what is in it, what it asks, and what is refused. Its numbers are compared in a browser."""

import base64
import gzip
import json
import re

import pytest

import rencounter_kit as rk
from rencounter_kit.pocket import answer_tables
from rencounter_kit.pocket.answer_tables import Tables
from rencounter_kit.pocket.check_file import check_file
from rencounter_kit.pocket.setting import setting

SHOT = "rencounter.bayonet_shot"  # a small one


def packed(page):
    (text,) = re.findall(r'id="tables">(.*?)</script>', page)
    return json.loads(gzip.decompress(base64.b64decode(text)))


@pytest.fixture(scope="module")
def page():
    return check_file(SHOT, {})


def test_it_is_one_file_that_names_no_address_and_runs_only_what_is_in_it(page):
    assert len(page.encode()) < 60_000 and page == check_file(SHOT, {}), "the same contents must make the same file"
    (said,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    policy = dict(part.strip().split(" ", 1) for part in said.split(";"))
    assert policy["default-src"] == "'none'" and re.fullmatch(r"'sha256-\S+' blob:", policy["script-src"])
    assert not {"connect-src", "worker-src"} & set(policy)
    (script,) = re.findall(r'id="front">(.*?)</script>', page)
    front = gzip.decompress(base64.b64decode(script)).decode()
    assert not re.findall(r"https?:|//[a-z]|\beval\(", re.sub(r"<!-- .*? -->|//.*", "", page + front))
    assert "new Worker" not in front, "there is no Python in it"


def test_all_situations_that_it_asks_have_an_answer(page):
    shown = packed(page)
    (by_book,) = shown["tables"]
    assert by_book["asked"] == list(rk.checks[SHOT].parameters) and shown["left"] == []
    assert {name for name in by_book["sizes"] if by_book["sizes"][name] < 1} == set()
    assert all(0 <= sum(by_book["index"][: n + 1]) < len(by_book["answers"]) for n in range(len(by_book["index"])))


def test_what_is_not_in_sight_is_asked_where_there_is_room():
    assert "unfamiliar" in Tables(setting("rencounter.fire", {}, "")).asked
    asked = Tables(setting("rencounter.fire", {}, ""), asked=["skill", "weapon"])
    assert asked.asked == ("skill", "weapon") and asked.row_count < 1000


def test_what_is_not_asked_stays_as_it_was_set(monkeypatch):
    monkeypatch.setattr(answer_tables, "_is_usual", lambda p: p.name == "skill")
    monkeypatch.setattr(answer_tables, "_ROOM", (0, 0))
    shown = packed(check_file("rencounter.fire", {"distance": 3, "skill": 9}))
    assert shown["said"] == {"skill": 9} and "distance (3)" in shown["left"] and "weapon" in shown["left"]
    assert shown["described"]["presets"] == [], "they set what is not asked"


def test_the_book_stands_beside_house_rules():
    lines = "fire.range.short = 1"
    shown = packed(check_file(SHOT, {}, lines))
    assert len(shown["tables"]) == 2 and shown["lines"] == lines and "was 0" in shown["rules"][0]


@pytest.mark.parametrize(
    ("check", "says"),
    [
        ("rencounter.duel", "a fight, which is worked out turn by turn"),
        ("rencounter.fall", "with 16,308,864 answers, about 407 MB"),
        ("realms_of_myth.surprise_dv", "with 169,448,839,781,894,176 rows of modifiers or more, more than a gigabyte"),
        ("traveller.wounded_values", "with 49,152 answers, about 1 MB"),
    ],
)
def test_what_would_be_too_large_is_refused_in_a_sentence(run, tmp_path, check, says):
    status, out, err = run("pocket", check, "-o", tmp_path / "x.html")
    assert (status, out, len(err.splitlines())) == (2, "", 1) and not (tmp_path / "x.html").exists()
    assert f"a page of tables must be small; got {check}, {says}" in err
    assert "try the pocket edition" in err and "rencounter pocket -o rencounter.html" in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["rencounter.nothing"], "did you mean"),
        ([SHOT, "weapn=x"], "did you mean weapon"),
        ([SHOT, "target_armor=77"], "target_armor must be a whole number"),
        ([SHOT, "--pyodide", "x"], "--pyodide must be for the whole workbook"),
        (["--rules", "fire.range.short = 1"], "--rules must be for one check"),
        ([SHOT, "--dice", "2d6"], "--dice must be without a check"),
        (["--dice", "d6"] * 7, "at most 6 lines of dice; got 7"),
    ],
)
def test_what_is_wrong_is_one_sentence(run, tmp_path, words, says):
    status, out, err = run("pocket", *words, "-o", tmp_path / "x.html")
    assert (status, out, len(err.splitlines())) == (2, "", 1) and says in err


def test_the_command_writes_it(run, tmp_path):
    status, out, err = run("pocket", SHOT, "target_armor=3", "-o", tmp_path / "x.html")
    assert (status, err) == (0, "") and "kB; open it in a browser" in out
    assert packed((tmp_path / "x.html").read_text(encoding="utf-8"))["said"] == {"target_armor": 3}


def test_what_house_rules_add_to_an_inner_sum_is_a_reason():
    lines = 'action.smoke = { to = "on the action die", value = -2, ask = "There is smoke." }'
    at = setting("rencounter.trip", {"smoke": True}, lines)
    (by_rules, _) = packed(check_file("rencounter.trip", {"smoke": True}, lines))["tables"]
    labels = {by_rules["texts"][line[2]] for line in by_rules["lines"]}
    added = [one.label for one in at.check(rules=at.rules, **at.choices).modifiers if one.rule and one.rule.adds]
    assert added and set(added) <= labels
