"""The small pictures of the start page, one for each game, as the engine has their chances. To draw them anew:
``python -m tests.project.start_pictures``.
"""

import base64
import io
import json

from matplotlib.figure import Figure
from PIL import Image

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.engine.formats.drawing import BOOK, INK
from rencounter_kit.engine.words.wording import percent_text

PAGE = project_folder("notebooks") / "start_here.ipynb"
ASKED = {  # by the page that the picture leads to, what it opens with
    "rencounter_fire": "rencounter.fire",
    "odd_encounters": "odd_encounters.melee_attack",
    "realms_of_myth_missiles": "realms_of_myth.ranged_attack",
    "traveller": "traveller.meeting",
    "salamis": "salamis.terrain_square",
}
WIDE, BAR, HIGHEST = 216, 14, 74  # dots of the page


def chances(page):
    """What its picture shows: outcomes with their chances."""
    answer = rk.check(ASKED[page])
    return {answer.check.words(outcome): p for outcome, p in answer.items()}


def words(page):
    """What its picture says to who does not see it."""
    return f"{rk.checks[ASKED[page]].title} " + ", ".join(
        f"{name} {percent_text(p)}" for name, p in chances(page).items()
    )


def drawn(page):
    """Its picture, as a PNG: a bar for each outcome."""
    shown = chances(page)
    figure = Figure(figsize=(WIDE / 96, min(HIGHEST, BAR * len(shown) + 4) / 96), dpi=96)
    left = (12 + 5.4 * max(map(len, shown))) / WIDE
    ax = figure.add_axes((left, 0.02, 0.79 - left, 0.96))
    ax.barh(range(len(shown)), list(map(float, shown.values())), color=BOOK, height=0.72)
    for row, (name, p) in enumerate(shown.items()):
        ax.text(0, row, f"{name} ", ha="right", va="center", fontsize=7.5, color=INK)
        ax.text(float(p), row, f" {percent_text(p)}", va="center", fontsize=7.5, color=INK)
    ax.set(xlim=(0, max(map(float, shown.values()))), ylim=(len(shown) - 0.4, -0.6))
    ax.axis("off")
    whole, out = io.BytesIO(), io.BytesIO()
    figure.savefig(whole, format="png")
    Image.open(whole).convert("RGB").quantize(32).save(out, "PNG", optimize=True)
    return out.getvalue()


def put(page=PAGE):
    """Draw all, into the page."""
    notebook = json.loads(page.read_text(encoding="utf-8"))
    (cell,) = (cell for cell in notebook["cells"] if cell["id"] == "games")
    cell["attachments"] = {
        f"{name}.png": {"image/png": base64.b64encode(drawn(name)).decode()} for name in sorted(ASKED)
    }
    page.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    put()
