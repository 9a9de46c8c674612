"""The first page shows what it leads to: a picture for each game, as the engine has its chances."""

import io
import json
import re

import pytest
from PIL import Image

from rencounter_kit.workbook.mechanics.registry import checks
from rencounter_kit.workbook.rulebook.library import games

from .start_pictures import ASKED, PAGE, drawn, words

(GAMES,) = (cell for cell in json.loads(PAGE.read_text(encoding="utf-8"))["cells"] if cell["id"] == "games")


def test_each_game_has_a_picture_in_its_place():
    text = "".join(GAMES["source"])
    shown = re.findall(r"\[([^\]]+)\]\((\w+)\.ipynb\)<br>[^<]+\?<br>!\[([^\]]+)\]\(attachment:(\w+)\.png\)", text)
    assert [page for _, page, _, _ in shown] == [picture for *_, picture in shown] == list(ASKED)
    assert {checks[check].stem for check in ASKED.values()} == {*games()}
    assert [title for title, *_ in shown] == [checks[check].book.title for check in ASKED.values()]
    assert set(GAMES["attachments"]) == {f"{page}.png" for page in ASKED}


@pytest.mark.parametrize("page", ASKED)
def test_a_picture_says_what_the_engine_says(page):
    assert f"![{words(page)}](attachment:{page}.png)" in "".join(GAMES["source"])


def test_a_picture_is_small():
    picture = Image.open(io.BytesIO(drawn("rencounter_fire")))
    assert picture.size == (216, 74) and len(picture.tobytes()) and len(drawn("rencounter_fire")) < 4000
