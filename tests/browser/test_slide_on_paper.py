"""Slides in a browser: keys lead from one to the next, no word runs over, and on paper each is a sheet."""

import pytest

import rencounter_kit as rk

from .lab import sheets

SLIDES = "() => [...document.querySelectorAll('.slide')].filter(one => one.checkVisibility()).map(one => one.id)"
OVER = """() => [...document.querySelectorAll('.slide')].filter(one => one.checkVisibility()).some(one => {
    const words = one.querySelector('main').getBoundingClientRect(), foot = one.querySelector('footer').getBoundingClientRect();
    return one.scrollHeight > one.clientHeight + 1 || one.querySelector('main').scrollHeight > words.height + 1 || words.bottom > foot.top;
})"""  # noqa: E501


def test_keys_lead_from_slide_to_slide_and_each_is_a_sheet(page, tmp_path):
    file = tmp_path / "fire.html"
    rk.slide("rencounter.fire", by="skill=6..8").save(file)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(file.as_uri())
    seen = [page.evaluate(SLIDES)]
    for key in ("ArrowLeft", "ArrowRight", "PageDown", "ArrowRight", "ArrowLeft", "Home"):
        page.keyboard.press(key)
        seen.append(page.evaluate(SLIDES))
    assert seen == [[f"slide-{n}"] for n in (1, 1, 2, 3, 3, 2, 1)]
    assert not page.evaluate(OVER)
    assert sheets(page) == 3


@pytest.mark.long
def test_on_no_slide_a_word_runs_over(page):
    page.set_viewport_size({"width": 1280, "height": 720})
    for check in rk.checks:
        page.set_content(rk.slide(check).html())
        assert not page.evaluate(OVER), check
