"""The text of a lesson of one's own that is wrong: told on the page, an error elsewhere."""

import pytest

from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.panels import LessonPage, lesson

pytestmark = pytest.mark.usefixtures("undrawn", "no_page_stays")


@pytest.fixture
def mine(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text((project_folder("data") / "starter" / "lesson.toml").read_text())
    return file


def test_a_wrong_line_is_told_on_the_page_and_an_error_elsewhere(mine, monkeypatch):
    right = mine.read_text()
    mine.write_text(right.replace('kind = "is capped"', 'kind = "<b>capped"'))
    with pytest.raises(RuleError, match="line 28: kind must be one of adds, "):
        lesson(mine)
    monkeypatch.setattr("rencounter_kit.fronts.panels.placeholder.is_on_page", lambda: True)
    html_text = lesson(mine).value
    assert 'role="alert">line 28: kind must be one of adds, ' in html_text and "got &lt;b&gt;capped" in html_text
    mine.write_text(right)
    assert isinstance(lesson(str(mine)), LessonPage)
    mine.unlink()
    assert "must be a file that can be read" in lesson(mine).value
