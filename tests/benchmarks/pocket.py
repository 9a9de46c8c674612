"""How fast the pocket edition is, in a headless Chromium, opened from the disk.

Run: ``python tests/benchmarks/pocket.py [moves] [slowed]``. Budgets: the file 10 MB; the page shown after 1 s, the
first answer after 6 s (8 with the processor slowed four times); a question 10 ms in the median (30 slowed), from the
call to the answer in the page; 300 MB in the process that shows it, made from what is kept of it.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import psutil
from frame import table, yes
from playwright.sync_api import sync_playwright

from rencounter_kit.fronts.pocket.build import pocket
from tests.browser.lab import CHROMIUM_ARGS, chromium

MOVES = """async (moves) => {
  const took = [];
  for (let move = 0; move < moves; move++) {
    const begun = performance.now();
    await pocket.ask('answer', 'rencounter.fire', { skill: 1 + (move % 12), target_armor: Math.floor(move / 12) % 5 }, '', 'exactly', '');
    took.push(performance.now() - begun);
  }
  return took;
}"""  # noqa: E501
LINK = "#check=rencounter.duel&a_skill=9&b_armor=4&rules=fire.armor.point+%3D+-2%0Amelee.situation.armor+%3D+-2"
EVERY = """async () => {
  const begun = performance.now();
  for (const id of Object.keys(pocket.state.first.checks)) await pocket.ask('answer', id, {}, '', 'exactly', '');
  return (performance.now() - begun) / 1000;
}"""


def waited(page, what):
    """Wait until something is true in the page; its security policy keeps Playwright's own way out."""
    while not page.evaluate(what):
        time.sleep(0.02)


def largest(browser_process):
    """Megabytes of the largest process below the browser: the one that shows the page."""
    return (
        max(one.memory_info().rss - one.memory_info().shared for one in browser_process.children(recursive=True)) / 1e6
    )


def main(moves: int = 200, slowed: int = 1) -> int:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "rencounter.html"
        begun = time.perf_counter()
        file.write_text(pocket(), encoding="utf-8")
        made, size = time.perf_counter() - begun, file.stat().st_size / 1e6
        before = set(psutil.Process().children(recursive=True))
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGS)
        started = next(
            one for one in psutil.Process().children(recursive=True) if one not in before and "chrom" in one.name()
        )
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        if slowed > 1:
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
        page.goto(file.as_uri(), wait_until="commit")
        waited(page, "!!window.pocket?.readyAfter")
        first_view, ready = page.evaluate("[pocket.shownAfter / 1000, pocket.readyAfter / 1000]")
        begins = page.evaluate("pocket.python.times")
        took = page.evaluate(MOVES, moves)
        every = page.evaluate(EVERY)
        megabytes = largest(started)
        page.goto("about:blank")
        page.goto(file.as_uri() + LINK, wait_until="commit")
        waited(page, "window.pocket?.state.answers === 1")
        linked = page.evaluate("performance.now() / 1000")
        browser.close()
    rows = [
        ["the file", f"{size:.1f} MB", "10 MB", size <= 10],
        ["shown", f"{first_view:.2f} s", "1 s", first_view <= 1],
        ["first answer", f"{ready:.1f} s", "6 s" if slowed == 1 else "8 s", ready <= (6 if slowed == 1 else 8)],
        [
            "first answer to a link, with rules",
            f"{linked:.1f} s",
            "6 s" if slowed == 1 else "8 s",
            linked <= (6 if slowed == 1 else 8),
        ],
        [
            "a question, median",
            f"{statistics.median(took):.1f} ms",
            "10 ms" if slowed == 1 else "30 ms",
            statistics.median(took) <= (10 if slowed == 1 else 30),
        ],
        ["a question, of twenty the slowest", f"{statistics.quantiles(took, n=20)[-1]:.1f} ms", "", True],
        ["all checks once", f"{every:.1f} s", "", True],
        ["memory of the page", f"{megabytes:.0f} MB", "300 MB", megabytes <= 300],
        ["made in", f"{made:.1f} s", "", True],
    ]
    print(
        table(
            ["what", "measured", "budget", "met"],
            [[what, value, budget, yes(met)] for what, value, budget, met in rows],
        )
    )
    print("Python begins, ms:", ", ".join(f"{name} {after:.0f}" for name, after in begins.items()))
    return 0 if all(met for *_, met in rows) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
