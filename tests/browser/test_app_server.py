"""Who may open the pages of the app: the token of a link once, then a cookie that no other site can use; and
how many.
"""

import json
import os
import threading
import urllib.error
import urllib.request
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest

from rencounter_kit.fronts.cli.pages import FIRST

from .lab import served, watched_page
from .person import WAIT, wait_until

TOKEN = "of-the-test"
LIMIT = 2
ELSEWHERE = "http://localhost:"  # for a browser another site than 127.0.0.1
SETTINGS = [f"--FewKernels.limit={LIMIT}", "--FewKernels.opening=2"]
COMMAND = f"""
from rencounter_kit.fronts.cli import main, pages
serve = pages._serve
pages._serve = lambda module, settings, folder, options, *more: serve(
    module, settings, folder, [*options, *{SETTINGS}], *more)
main(["app", "--no-browser", *__import__("sys").argv[1:]])
"""


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """The address of an app that allows two pages, started in a folder with modules and settings of somebody else."""
    work = tmp_path_factory.mktemp("app")
    for module in ("random", "numpy", "tornado", "voila", "jupyter_server_config"):
        (work / f"{module}.py").write_text(f"open('{module} was run', 'w')\nraise SystemExit('not the library')\n")
    with served(["-P", "-c", COMMAND], {**os.environ, "JUPYTER_TOKEN": TOKEN}, work) as url:
        yield url
    assert not list(work.glob("* was run"))
    assert "eavesdropping" not in (work / "server.log").read_text()


@contextmanager
def opened_by_its_address(app, browser):
    """A window in which the app was opened; its pages are closed at the end, and their Pythons ended."""
    with watched_page(browser) as page:
        page.goto(f"{app}/?token={TOKEN}")
        page.wait_for_selector(".rk-panel .rk-words", timeout=WAIT)
        yield page
        page.outside[:] = [url for url in page.outside if not url.startswith(ELSEWHERE)]
    for kernel in response(app, "api/kernels"):
        try:
            response(app, f"api/kernels/{kernel['id']}", method="DELETE")
        except urllib.error.HTTPError as error:
            if error.code != 404:  # whose page was left, it may have ended meanwhile
                raise


@pytest.fixture(scope="module")
def window(app, browser):
    """One window, which each test takes on from where the one before left it."""
    with opened_by_its_address(app, browser) as page:
        yield page


@pytest.fixture
def opened(app, browser):
    """A window of its own."""
    with opened_by_its_address(app, browser) as page:
        yield page


@pytest.fixture
def elsewhere():
    """Show a text as a page of another site."""
    pages = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(pages[-1].encode())

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def show(page, text):
        pages.append(f"<!doctype html><link rel=icon href='data:,'>{text}")
        page.goto(f"{ELSEWHERE}{server.server_port}/")

    yield show
    server.shutdown()
    server.server_close()


def response(app, address, method="GET", **headers):
    """What the server answers to one who has the token."""
    request = urllib.request.Request(
        f"{app}/{address}", headers={"Authorization": f"token {TOKEN}", **headers}, method=method
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read() or "null")


def refusal(app, address, **headers):
    """The status with which the server refuses, and its page."""
    with pytest.raises(urllib.error.HTTPError) as refused:
        response(app, address, **headers)
    return refused.value.code, refused.value.read().decode()


def test_the_token_of_a_link_becomes_a_cookie_that_no_other_site_can_use(app, window):
    cookies = {cookie["name"]: cookie for cookie in window.context.cookies()}
    (name,) = [name for name in cookies if name.startswith("username")]
    assert cookies[name]["sameSite"] == "Strict" and cookies[name]["httpOnly"]
    assert window.url == f"{app}/voila/render/{FIRST}"
    address = window.evaluate("performance.getEntriesByType('navigation')[0].name")
    assert address == window.url  # without the token, too


def test_the_python_of_a_page_ends_when_it_is_left(app, window):
    if window.url == "about:blank":  # it is tried again
        window.goto(f"{app}/voila/render/{FIRST}")
    (first,) = response(app, "api/kernels")
    address = f"/voila/api/shutdown/{first['id']}"
    assert window.evaluate(f"fetch('{address}', {{method: 'POST'}}).then(answer => answer.status)") == 403
    window.goto(f"{app}/voila/render/salamis.ipynb", wait_until="commit")
    wait_until(window, lambda: first["id"] not in [one["id"] for one in response(app, "api/kernels")])
    window.goto("about:blank")  # while it still loads
    wait_until(window, lambda: response(app, "api/kernels") == [])


def test_a_link_on_another_site_opens_the_page(app, window, elsewhere):
    link = f"{app}/voila/render/rencounter_fire.ipynb?check=rencounter.fire&skill=7"
    elsewhere(window, f"<a href='{link}'>our shot</a>")
    window.click("a")
    window.wait_for_selector(".rk-panel .rk-words", timeout=WAIT)
    assert window.url == link


def test_a_page_in_a_picture_or_a_frame_starts_nothing(app, window, elsewhere):
    before = len(response(app, "api/kernels"))
    source = f"{app}/voila/render/salamis.ipynb"
    elsewhere(window, f"<img src='{source}'><iframe src='{source}'></iframe>")
    window.wait_for_load_state("networkidle")
    assert len(response(app, "api/kernels")) <= before
    for kind in ("image", "iframe", "script"):
        status, text = refusal(app, "voila/render/salamis.ipynb", **{"Sec-Fetch-Dest": kind})
        assert status == 403 and "must be opened in a window or tab of its own" in text


def test_whoever_has_no_token_is_told_where_it_is(app, browser):
    with watched_page(browser) as page:
        page.goto(f"{app}/voila/render/{FIRST}")
        page.wait_for_selector("h1:visible", timeout=WAIT)
        assert urlsplit(page.url).path == "/login"
        assert "?token=" in page.inner_text("#token")
        page.get_by_label("Token").fill(TOKEN)
        page.get_by_role("button").click()
        page.wait_for_selector(".rk-panel .rk-words", timeout=WAIT)


@pytest.mark.long
def test_one_page_too_many_is_refused_in_a_sentence(app, opened):
    with opened.context.new_page() as second, opened.context.new_page() as third:
        second.goto(f"{app}/voila/render/salamis.ipynb")
        second.wait_for_selector(".rk-panel .rk-words", timeout=WAIT)
        assert third.goto(f"{app}/voila/render/traveller.ipynb").status == 503
        text = third.inner_text("[role=alert]")
        assert f"At most {LIMIT} pages of the app can be open at a time" in text and "Traceback" not in text
        second.goto("about:blank")  # a page that is left says so
        wait_until(third, lambda: len(response(app, "api/kernels")) < LIMIT)
        third.reload()
        third.wait_for_selector(".rk-panel .rk-words", timeout=WAIT)


@pytest.mark.parametrize(
    "address",
    [
        *("..%2f..%2fx", "rencounter/..%2f..%2fx", "..", "rencounter", "", "../static/x", "%2e%2e/static/x"),
        *(
            "rencounter/static/../../x",
            "rencounter/static/%2e%2e/x",
            "./static/x",
            "rencounter/static/x%00",
            "nothing/static/x",
        ),
        *(
            "lab/static/%2e%2e/%2e%2e/%2e%2e/conf.json",
            "lab%2f..%2f..%2fx/static/y",
            "x/static/%00",
            "voila/static/",
            "%00/static/x",
            "voila/static",
            "lab/static//etc/passwd",
            "lab/static/%5c..%5cx",
        ),
    ],
)
def test_an_address_that_leads_nowhere_is_not_found(app, address):
    assert refusal(app, f"voila/templates/{address}")[0] == 404


@pytest.mark.long
def test_a_python_whose_page_was_left_makes_room(app, opened):
    with opened.context.new_page() as second:
        second.goto(f"{app}/voila/render/salamis.ipynb")
        second.wait_for_selector(".rk-panel .rk-words", timeout=WAIT)
        second.evaluate("navigator.sendBeacon = () => true")  # it is left, and nobody says so

        def opens():
            second.goto(f"{app}/voila/render/traveller.ipynb")
            second.wait_for_selector("[role=alert], .rk-panel .rk-words", timeout=WAIT)
            return second.locator(".rk-panel .rk-words").count()

        wait_until(second, opens, pause=1000)  # the other page might just be opening
        assert len(response(app, "api/kernels")) == LIMIT
