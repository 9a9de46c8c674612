"""The site of one's own game on a plain server: opened on a phone, kept by it, and there when the server is gone; and
what a friend gives with a file.
"""

import functools
import http.server
import json
import re
import threading

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.fronts.pocket import build
from rencounter_kit.fronts.pocket.page_contents import page_contents
from rencounter_kit.fronts.site.build import site
from rencounter_kit.workbook.analysis.mine import Mine
from rencounter_kit.workbook.mechanics.address import written
from rencounter_kit.workbook.mechanics.catalogue import load_text
from rencounter_kit.workbook.rulebook.layers import Layer, Layers

from .lab import watched_page
from .person import wait_until

WAIT = 60_000
KEPT = "caches.keys().then(async names => names.length ? (await (await caches.open(names[0])).keys()).length : 0)"
SLOW = Layers("rencounter", Layer("rencounter", {"fire.range.long": -3}, "Slow arrows"))


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server that leads from a page to its name without .html, as some do."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        name = self.path.removesuffix(".html")
        if name != self.path:
            self.send_response(308)
            self.send_header("Location", name)
            self.end_headers()
            return
        self.path += "" if "." in name or name.endswith("/") else ".html"
        super().do_GET()


@pytest.fixture
def phone(browser, slowed, pocket_file):
    with watched_page(browser, slowed) as page:
        page.set_viewport_size({"width": 390, "height": 844})
        page.set_default_timeout(WAIT * slowed)
        yield page


def test_a_site_of_ones_own_game_is_installed_and_works_when_its_server_is_gone(phone, tmp_path, monkeypatch):
    monkeypatch.setattr("rencounter_kit.fronts.site.build.browser", lambda: None)
    text = (project_folder("data") / "starter" / "ford.toml").read_text(encoding="utf-8")
    load_text("ford", text)
    site(tmp_path / "site", ["ford"], Mine(games={"ford": text}), "Tom")
    handler = functools.partial(Quiet, directory=tmp_path / "site")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        phone.goto(f"http://127.0.0.1:{server.server_port}/")
        files = len(list((tmp_path / "site").iterdir()))
        wait_until(phone, lambda: phone.evaluate(KEPT) == files)
    finally:
        server.shutdown()
        server.server_close()
    phone.get_by_role("link", name="Ask, and change the rules").click()
    phone.locator("h1", has_text="Does the arrow hit? The Ford").wait_for()
    phone.get_by_label("skill", exact=True).fill("2")
    phone.locator(".words", has_text="hits 5 times in 6").wait_for()
    assert "From Tom:" in phone.locator(".gift").inner_text()


@pytest.mark.parametrize("given", ["{", '{"things": 3}'])
def test_where_what_was_given_is_damaged_that_is_said_and_the_page_works(phone, tmp_path, pocket_file, given):
    text = pocket_file.read_text(encoding="utf-8").replace('id="given">', f'id="given">{given}', 1)
    (tmp_path / "x.html").write_text(text, encoding="utf-8")
    phone.goto((tmp_path / "x.html").as_uri())
    phone.get_by_role("alert").get_by_text("What somebody gave with this file is damaged").wait_for()
    phone.locator(".words", has_text="hits").wait_for()


def test_a_link_to_men_against_men_opens_in_the_file(phone, pocket_file):
    men = rk.roster("rencounter").only("Knight", "Recruit")
    phone.goto(f"{pocket_file.as_uri()}#{written('meeting', 'rencounter.melee', {'roster': men.code})}")
    phone.get_by_role("tab", name="Men", exact=True, selected=True).wait_for()
    phone.locator(".wide table", has_text="Recruit").wait_for()
    assert phone.get_by_label("The men, or a code").input_value() == men.text and not phone.evaluate(
        "localStorage.rencounter"
    )


def test_a_file_from_a_friend_says_whose_rules_they_are_and_gives_itself_on(phone, tmp_path, pocket_file):
    page = [("handout-rencounter.html", "<p>a handout</p>")]
    start = "check=rencounter.fire&range_band=long&weapon=long_bow"
    men, kept = (
        rk.roster("rencounter"),
        {"text": rk.roster("rencounter").only("Pikeman").text, "words": "mine", "at": 1},
    )
    stored = json.dumps({"version": 1, "things": {"men": {"rencounter": kept}}})
    phone.add_init_script(f"localStorage.rencounter ??= {json.dumps(stored)}")
    along = page_contents(
        Mine({"rencounter": SLOW}, men={"rencounter": men.only("Knight")}),
        f"{start}&rules=fire.range.long+%3D+-3",
        "Tom",
        page,
    )
    (tmp_path / "tom.html").write_text(build.pocket(along), encoding="utf-8")
    phone.goto((tmp_path / "tom.html").as_uri())
    phone.locator(".force", has_text="Rules of Tom: Slow arrows (1 line)").wait_for()
    phone.locator(".words", has_text="book: hits 1 time in 6").wait_for()
    phone.get_by_role("tab", name="Send").click()
    phone.get_by_label("your name").fill("Ann")
    phone.locator(".copyable pre", has_text="Rules of Ann: Slow arrows\nfire.range.long = -3").wait_for()
    with phone.expect_download() as download:
        phone.get_by_role("button", name="Give to a friend").click()
    assert download.value.suggested_filename == "rencounter-ann.html"
    download.value.save_as(tmp_path / "ann.html")
    text = (tmp_path / "ann.html").read_text(encoding="utf-8")
    on = json.loads(re.search(r'id="given">([^<]*)', text)[1])
    assert (on["whose"], on["things"][0][3], on["pages"]) == ("Ann", "Slow arrows (1 line)", [list(page[0])])
    phone.goto((tmp_path / "ann.html").as_uri())
    phone.locator(".force", has_text="Rules of Ann: Slow arrows (1 line)").wait_for()
    phone.locator(".words", has_text="book: hits 1 time in 6").wait_for()
    mine = {kind: one for kind, one in phone.evaluate("JSON.parse(localStorage.rencounter).things").items() if one}
    assert mine.pop("whose", mine)["name"]["text"] == "Ann" and mine == {"men": {"rencounter": kept}}, (
        "his changes nothing"
    )
    phone.get_by_role("tab", name="Men", exact=True).click()
    box = phone.get_by_label("The men, or a code")
    assert '"Knight"' in box.input_value()
    box.fill(men.text)
    box.blur()
    phone.get_by_text("These men are on this page alone").wait_for()
    phone.get_by_role("button", name="The book alone").click()
    phone.locator(".force").wait_for(state="detached")
    phone.get_by_role("button", name="Keep these").click()
    phone.get_by_text("Left out, since you have others by these names").wait_for()
    assert phone.evaluate("JSON.parse(localStorage.rencounter).things.men.rencounter") == kept
    phone.get_by_role("button", name="Yours", exact=True).click()
    phone.get_by_role("listitem").get_by_text("Slow arrows (1 line)").wait_for()
    with phone.expect_download() as download:
        phone.get_by_role("button", name="Save handout-rencounter.html").click()
    assert download.value.path().read_text(encoding="utf-8") == "<p>a handout</p>"
    phone.goto(pocket_file.as_uri())
    phone.get_by_role("button", name="Go on").click()
    phone.locator(".force", has_text="1 line").wait_for()
    phone.get_by_role("tab", name="Send").click()
    phone.locator(".copyable pre", has_text="Rules of Ann: Slow arrows\n").wait_for()
    phone.goto((tmp_path / "ann.html").as_uri())
    phone.locator(".force", has_text="Rules of Ann").wait_for()
    phone.get_by_role("button", name="By the book", exact=True).click()
    phone.locator(".force").wait_for(state="detached")
