"""The folder for a web space: what is in it, what its first page may do, and whose rules it says these are."""

import base64
import hashlib
import html
import json
import re

import pytest

from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.fronts.pocket import build
from rencounter_kit.fronts.site import build as site_build

FORD = (project_folder("data") / "starter" / "ford.toml").read_text(encoding="utf-8")
BODY = 'content="img-src data:; worker-src blob:; base-uri \'none\'"<title>x</title><script id="given"></script>'


@pytest.fixture
def made(monkeypatch, tmp_path, run):
    """Make the site of a game with this title; nothing is printed as a PDF."""
    monkeypatch.setattr(build, "body", lambda: BODY)
    monkeypatch.setattr(site_build, "browser", lambda: None)

    def make(title, *words):
        (tmp_path / "ford.toml").write_text(FORD.replace("The Ford", title), encoding="utf-8")
        folder = tmp_path / "site"
        assert run("site", folder, "--game", tmp_path / "ford.toml", *words)[::2] == (0, "")
        return folder

    return make


def test_the_site_of_a_game_has_all_that_its_first_page_leads_to_and_asks_nobody_else(made, tmp_path):
    folder = made(
        "A <b> Ford",
        "--game",
        tmp_path / "ford.toml",
        "--rules",
        "shooting.cover = -3",
        "--from",
        "T<i>m\n\udcff" + "x" * 99,
    )
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert (
        "<h1>A &lt;b&gt; Ford: the odds</h1>" in page
        and "Rules of T&lt;i&gt;m \\udcffxxx" in page
        and "x" * 40 not in page
    )
    assert "shooting.cover = -3" in page and "rk1:" in page
    assert page.count("<section>") == 1
    leads = re.findall(r'href="(.*?)"', page)
    assert set(leads) == {one.name for one in folder.iterdir()} - {"index.html", "sw.js"}
    (policy,) = re.findall('http-equiv="Content-Security-Policy" content="(.*?)"', page)
    for tag in ("script", "style"):
        (text,) = re.findall(f"<{tag}>(.*?)</{tag}>", page, re.S)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in html.unescape(policy)
    assert "default-src 'none'" in html.unescape(policy) and not re.findall(r"(?:https?:)?//\w", page)


def test_what_a_phone_installs_opens_at_the_game_and_is_kept_whole(made):
    folder = made("The Ford")
    manifest = json.loads((folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["name"], manifest["start_url"], manifest["scope"]) == ("The Ford", "rencounter.html", "./")
    pocket = (folder / "rencounter.html").read_text(encoding="utf-8")
    assert "worker-src blob: 'self'; manifest-src 'self'" in pocket and "img-src data: 'self'" in pocket
    assert '<link rel="manifest" href="manifest.webmanifest">' in pocket and '"start": "check=ford.shoot"' in pocket
    worker = (folder / "sw.js").read_text(encoding="utf-8")
    kept = json.loads(re.search("FILES = (.*);", worker)[1])
    assert set(kept) == {"./"} | {one.name for one in folder.iterdir()} - {"sw.js"}
    made("The Other Ford")
    assert worker != (folder / "sw.js").read_text(encoding="utf-8"), "other files are kept anew"


@pytest.mark.parametrize("another", ["file", "file/below", "letters", "of_another", "with_mine", "with_link"])
def test_what_it_did_not_make_is_neither_written_over_nor_written_through(made, tmp_path, run, another):
    folder, mine = tmp_path / another, tmp_path / "mine.txt"
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    mine.write_text("mine", encoding="utf-8")
    if another in ("letters", "of_another"):
        folder.mkdir()
        for name in ["letter.txt"] if another == "letters" else ["index.html", "sw.js", "manifest.webmanifest"]:
            (folder / name).write_text("mine", encoding="utf-8")
    elif another.startswith("with"):
        made("The Ford").rename(folder)
        (folder / "rules-ford.toml").write_text("mine", encoding="utf-8")
    if another == "with_link":
        (folder / "index.html").unlink()
        (folder / "index.html").symlink_to(mine)
        (folder / "rules-ford.toml").unlink()
    (tmp_path / "ford.toml").write_text(FORD, encoding="utf-8")
    before = {one: one.read_bytes() for one in tmp_path.rglob("*.*") if one.is_file()}
    words = ("--game", tmp_path / "ford.toml", "--rules", "shooting.cover = -3")
    status, _, err = run("site", folder, *words)
    assert status == 2 and len(err.splitlines()) == 1 and "must " in err
    assert {one: one.read_bytes() for one in before} == before


def test_the_workbook_may_lie_in_the_folder(made, tmp_path):
    (tmp_path / "site" / "workbook").mkdir(parents=True)
    (tmp_path / "site" / "workbook" / "index.html").write_text("", encoding="utf-8")
    folder = made("The Ford")
    assert 'href="workbook/index.html"' in (folder / "index.html").read_text(encoding="utf-8")
