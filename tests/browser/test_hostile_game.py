"""A game whose words are HTML, script, links and formulas: on paper they are words, and in the app
(test_strangers_folder).
"""

import json
import re

import pytest

from rencounter_kit.fronts import cli
from rencounter_kit.fronts.cli.own_game import starter_text
from rencounter_kit.workbook.rulebook import library

from .lab import watched_page

HTML = "<img src=x onerror=evil=1><script>evil=1</script>"
WORDS = "<img src=x onerror=evil=1>"  # where few letters are allowed
MARKDOWN = "[l](javascript:evil=1)</code></pre>` $^$"
RUN = "() => [window.evil, document.querySelectorAll('img[src=x], a[href^=javascript]').length]"


def hostile_game():
    """The game of a new folder, with such words in all that are told."""
    text = starter_text("ford", ".toml")
    long = json.dumps(HTML + MARKDOWN)[1:-1]
    text = re.sub(r'\b((?:title|edition|author|help|note|source) = ")', lambda match: match[1] + long + " ", text)
    text = re.sub(r'\b((?:label|ask|unit|name) = ")', lambda match: match[1] + WORDS + " ", text)
    text = re.sub(r'^"(A (?:good|boy|knight)|With)', rf'"{WORDS} \1', text, flags=re.MULTILINE)
    for word in ("hit", "miss", "hits", "dies", "across"):
        text = re.sub(rf'"{word}"|(?<=[{{ ]){word}(?= = ["\[\d])', f'"{WORDS} {word}"', text)
    return text


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("hostile") / "ford"
    made.mkdir()
    (made / "ford.toml").write_text(hostile_game())
    return made


@pytest.fixture(autouse=True)
def _no_game_left(monkeypatch):
    monkeypatch.setenv(library.VARIABLE, "[]")
    yield
    library.put(None, "ford")


HANDOUT = f"""title = '{WORDS}'
game = "ford"
[[table]]
title = '{MARKDOWN[:22]}{WORDS}'
check = "ford.wade"
event = "gets across"
down = "flood"
"""
PRINTED = {
    "book.html": ("book", "ford"),
    "slide.html": ("slide", "ford.wound"),
    "sheet.html": ("house", "ford", "shooting.needed = 7", "--sheet"),
    "handout.html": ("handout", "handout.toml"),
    "shot.html": ("pocket", "ford.shoot"),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name == "shot.html")) for name in PRINTED]
)
def test_on_a_printed_page(folder, tmp_path, browser, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "handout.toml").write_text(HANDOUT)
    words = [*PRINTED[name], *([] if "--sheet" in PRINTED[name] else ["-o"]), name]
    assert cli.main([*words, "--game", str(folder)]) == 0
    with watched_page(browser) as page:
        page.goto((tmp_path / name).as_uri())
        page.wait_for_function("() => document.body.innerText.includes('onerror=evil=1')")
        assert page.evaluate(RUN) == [None, 0]
