"""What is yours, kept by the browser: put and had back, left out where it is broken, there again on the next day."""

import json

import pytest

from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.fronts.cli.pages import FIRST
from rencounter_kit.fronts.pocket.bundle import of_window
from rencounter_kit.fronts.pocket.one_file import static_file
from rencounter_kit.workbook.analysis.roster import roster
from rencounter_kit.workbook.rulebook.layers import Layer, Layers

from .lab import TOKEN, watched_page

WAIT = 60_000
FORD = (project_folder("data") / "starter" / "ford.toml").read_text(encoding="utf-8")
TOM = 'game = "rencounter"\n\n[[figure]]\nname = "Tom"\narmor = 3\n'
BARRED = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('barred', 'SecurityError'); } })"
)
BROKEN = ["no JSON", "null", "[]", '{"version": 0, "things": {}}', '{"version": 1, "things": 3}',
          '{"version": 1, "things": {"rules": {"x": {"text": 1, "words": "", "at": 0}}, "wrong": 1}}']  # fmt: skip
STORED = "JSON.parse(localStorage.getItem('rencounter'))"


@pytest.fixture(scope="module")
def blank(browser, slowed, tmp_path_factory):
    """A page with the keeper and nothing else."""
    file = tmp_path_factory.mktemp("kept") / "page.html"
    file.write_text(f"<script>{of_window('ours', static_file('keeper.js'))}</script>", encoding="utf-8")
    with watched_page(browser, slowed) as page:
        page.goto(file.as_uri())
        yield page


@pytest.mark.parametrize("name", ["rencounter", "__proto__", "", "a <b> \u00e9 \U0001f3b2"])
def test_what_is_put_is_what_comes_back_until_it_is_forgotten(blank, name):
    had = blank.evaluate(
        """name => { localStorage.clear(); const { keepThing, keptThing, forget, allKept, plainOf } = ours;
        keepThing('men', name, 'a text', 'words'); keepThing('men', 'another', 'x'); keepThing('rules', name, 'y');
        const { text, words } = keptThing('men', name), one = [text, words]; forget('men', name);
        const left = [...allKept()].flatMap(([kind, named]) => [...named.keys()].map(key => [kind, key]));
        forget(); return [one, left, [...allKept().values()].every(named => !named.size)]; }""",
        name,
    )
    assert had == [["a text", "words"], [["rules", name], ["men", "another"]], True]


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_of_an_older_or_broken_form_is_left_out_with_a_sentence(blank, text):
    blank.evaluate("text => { localStorage.clear(); localStorage.setItem('rencounter', text); }", text)
    blank.reload()
    code = (
        "() => [[...ours.allKept().values()].every(named => !named.size), ours.keeper.trouble, localStorage.rencounter]"
    )
    empty, trouble, stored = blank.evaluate(code)
    assert empty and "is left out" in trouble and stored == text


def test_each_kind_keeps_its_latest_and_a_full_storage_is_said_and_loses_nothing(blank):
    blank.evaluate("localStorage.clear()")
    blank.reload()
    names = blank.evaluate(
        """() => { for (let i = 0; i < 40; i++) {
            ours.keepThing('tries', `${i}`, 'x');
            const all = JSON.parse(localStorage.rencounter);
            all.things.tries[i].at = i;
            localStorage.rencounter = JSON.stringify(all); }
        return [...ours.keptOf('tries').keys()].map(Number).sort((a, b) => a - b); }"""
    )
    assert names == [*range(10, 40)]
    trouble, text = blank.evaluate(
        """() => { for (let size = 4e6; size >= 1; size /= 2)
            try { for (let i = 0; ; i++) localStorage[`${size} ${i}`] = 'x'.repeat(size); } catch {}
        ours.keepThing('men', 'rencounter', 'y'.repeat(9999));
        return [ours.keeper.trouble, ours.keptThing('men', 'rencounter').text.length]; }"""
    )
    assert "is full" in trouble and text == 9999
    blank.evaluate("localStorage.clear()")
    blank.reload()


def test_what_is_taken_in_takes_the_place_of_nothing(blank):
    kept = blank.evaluate(
        """() => { localStorage.clear(); const { keepThing, keepRules, takeIn, keptOf } = ours;
        keepThing('men', 'rencounter', 'mine'); keepThing('rules', 'rencounter', 'mine', 'my rules');
        for (let i = 0; i < 150; i++) keepThing('sets', `mine ${i}`, 'x');
        const sets = Array.from({ length: 200 }, (_, i) => ['sets', `his ${i}`, 'x', 'a set']);
        const said = takeIn([['men', 'rencounter', 'his', 'his men'], ['men', 'traveller', 'his', ''],
            ['rules', 'rencounter', 'his', ''], ...sets, ['wrong', 'x', 'x', '']]);
        keepRules('rencounter', 'typed'); keepRules('rencounter', 'typed on');
        const mine = [...keptOf('sets').keys()].filter(name => name.startsWith('mine')).length;
        return [String(said).includes('his men; a set'), [...keptOf('men').values()].map(one => one.text), mine,
            [...keptOf('tries').keys()], [...keptOf('rules').values()].map(one => one.text)]; }"""
    )
    assert kept == [True, ["mine", "his"], 150, ["mine", "his"], ["typed on"]]


@pytest.mark.parametrize(("at", "now", "day"), [
    ("2026-03-01T23:59", "2026-03-02T00:01", "Yesterday"), ("2026-03-01T00:01", "2026-03-01T23:59", "Today"),
    ("2026-03-27T12:00", "2026-03-30T08:00", "3 days ago"), ("2026-03-02T09:00", "2026-03-01T09:00", "Today"),
])  # fmt: skip
def test_the_day_is_said_truthfully(blank, at, now, day):
    assert blank.evaluate("([at, now]) => ours.dayOf(+new Date(at), +new Date(now))", [at, now]) == day


@pytest.fixture
def reopened(browser, slowed):
    """A browser that is closed and opened again on the next day with what it has kept."""

    def opened(address, state=None, script=""):
        context = browser.new_context(viewport={"width": 1366, "height": 768})
        page = context.new_page()
        page.set_default_timeout(WAIT * slowed)
        if state:
            script += f"if (!localStorage.rencounter) localStorage.rencounter = {json.dumps(state)};"
        page.add_init_script(script)
        page.goto(address)
        contexts.append(context)
        return page

    contexts = []
    yield opened
    for context in contexts:
        context.close()


def of_yesterday(page):
    """What a browser has stored, a day older."""
    kept = page.evaluate(STORED)
    for named in kept["things"].values():
        for one in named.values():
            one["at"] -= 86_400_000
    return json.dumps(kept)


def test_the_pocket_edition_greets_goes_on_and_forgets(pocket_file, reopened):
    page = reopened(pocket_file.as_uri())
    page.get_by_role("tab", name="House rules").click()
    page.get_by_label("House rules, one per line").fill("fire.range.long = -3")
    page.locator(".force", has_text="1 line").wait_for()
    page.get_by_label("the name of the set").fill("Slow arrows")
    page.get_by_role("button", name="Save this set").click()
    page.locator("option", has_text="yours: Slow arrows").wait_for(state="attached")
    page.get_by_label("range band").select_option("long")
    page.wait_for_url("**range_band=long**")
    page.get_by_role("tab", name="Send").click()
    page.get_by_label("your name").fill("Ann")
    again = reopened(pocket_file.as_uri(), of_yesterday(page))
    greeting = again.locator(".kept-greeting")
    assert "Yesterday: Slow arrows (1 line); What does one shot do? range band long" in greeting.inner_text()
    assert again.locator(".force").count() == 0
    greeting.get_by_role("button", name="Go on").click()
    again.locator(".force", has_text="1 line").wait_for()
    again.wait_for_url("**range_band=long**")
    assert again.get_by_label("range band").input_value() == "long" and greeting.count() == 0
    again.get_by_role("tab", name="Send").click()
    again.locator(".copyable pre", has_text="Rules of Ann: Slow arrows\n").wait_for()
    again.get_by_role("button", name="Yours").click()
    again.get_by_label("This page is").select_option("dark")
    assert again.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 25)"
    with again.expect_download() as download:
        again.get_by_role("button", name="Save as a file").click()
    text = download.value.path().read_text(encoding="utf-8")
    again.get_by_role("button", name="Forget everything").click()
    again.get_by_role("button", name="Really forget everything").click()
    again.get_by_text("Nothing yet.").wait_for()
    file = {"name": "mine.rencounter.toml", "mimeType": "text/plain", "buffer": text.encode()}
    again.get_by_label("Open a file of yours").set_input_files(file)
    again.get_by_role("listitem").get_by_text("Slow arrows (1 line), Rencounter").wait_for()


def test_a_game_of_ones_own_is_there_the_next_day_where_it_was_left(pocket_file, reopened):
    page = reopened(pocket_file.as_uri())
    page.get_by_role("button", name="A game of your own").click()
    page.get_by_label("the text of the game").fill(FORD)
    page.locator("main section").get_by_role("button", name="Does the arrow hit?").click()
    page.get_by_label("skill", exact=True).fill("2")
    page.wait_for_url("**skill=2**")
    again = reopened(pocket_file.as_uri(), of_yesterday(page))
    again.locator(".kept-greeting", has_text="Yesterday: Does the arrow hit? skill 2.").wait_for()
    again.get_by_role("button", name="Go on").click()
    again.locator("h1", has_text="Does the arrow hit? The Ford").wait_for()
    again.locator(".words", has_text="hits").wait_for()
    assert again.get_by_label("skill", exact=True).input_value() == "2"


def test_a_man_who_is_set_in_the_pocket_edition_is_kept_and_can_take_his_side_again(pocket_file, reopened):
    page, tom = reopened(f"{pocket_file.as_uri()}#check=rencounter.fire&target_armor=3"), 'Tom "Gun" <b>'
    page.get_by_role("tab", name="Men", exact=True).click()
    page.get_by_label("Keep him as").fill(tom)
    page.get_by_title("Keep him as he is set: Target").click()
    page.get_by_text(f"{tom} is kept: armour 3.").wait_for()
    assert roster(page.evaluate(STORED)["things"]["men"]["rencounter"]["text"])[tom].traits == {"armor": 3}
    for name, armor in (("Knight", 4), (tom, 3)):
        page.locator(".house select", has_text="Who is he?").last.select_option(name)
        page.wait_for_url(f"**target_armor={armor}**")


def test_where_the_browser_keeps_nothing_that_is_said_and_the_page_works(pocket_file, reopened):
    page = reopened(pocket_file.as_uri(), script=BARRED)
    page.get_by_text("This browser keeps nothing of this page.").wait_for()
    page.get_by_role("tab", name="House rules").click()
    page.get_by_label("House rules, one per line").fill("fire.range.long = -3")
    page.locator(".force", has_text="1 line").wait_for()
    page.get_by_role("button", name="Yours").click()
    page.get_by_role("listitem").get_by_text("your rules (1 line)").wait_for()


def test_the_app_greets_goes_on_and_tells_its_python_what_is_kept(app, reopened):
    page = reopened(f"{app}/voila/render/rencounter_fire.ipynb?token={TOKEN}")
    page.get_by_label("range band").first.select_option("long")
    page.wait_for_url("**range_band=long**")
    kept = json.loads(of_yesterday(page))
    code = Layers("rencounter", Layer("rencounter", {"fire.range.long": -3}, "Slow arrows")).code
    kept["things"]["rules"]["rencounter"] = {"text": code, "words": "Slow arrows (1 line)", "at": 0}
    kept["things"]["men"]["rencounter"] = {"text": TOM, "words": "Rencounter: 1 figure", "at": 0}
    again = reopened(f"{app}/voila/render/{FIRST}?token={TOKEN}", json.dumps(kept))
    greeting = again.locator(".kept-greeting")
    summary = "Yesterday: Slow arrows (1 line); What does one shot do? range band long."
    assert summary in greeting.inner_text()
    greeting.get_by_role("button", name="Go on").click()
    again.wait_for_url("**/rencounter_fire.ipynb?*range_band=long*inforce=*")
    again.locator(".rk-ruled").first.get_by_text("Your rules: 1 line").wait_for()
    again.get_by_role("button", name="More", exact=True).first.click()
    again.get_by_role("button", name="Men", exact=True).first.click()
    again.locator("option", has_text="Tom").first.wait_for(state="attached")
    again.get_by_text("Yours", exact=True).first.click()
    with again.expect_download() as download:
        again.get_by_role("button", name="Save as a file").click()
    assert 'name = "Tom"' in download.value.path().read_text(encoding="utf-8")
