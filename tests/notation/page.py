"""The lines of the page dice_lines, each with other ways to write it."""

import json
import re
from pathlib import Path

PAGE = json.loads((Path(__file__).parents[2] / "notebooks/dice_lines.ipynb").read_text(encoding="utf-8"))
LINES = "\n".join("".join(cell["source"]) for cell in PAGE["cells"])
ROWS = [
    (line, re.findall("`([^`]+)`", others))
    for line, others in re.findall(r"^\| `([^`|]+)` \| (`[^|]*`) \| [^|]+ \|$", LINES, re.M)
]
