"""``rencounter pocket``: the workbook as one file for a browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..errors import RuleError
from ..wording import shown


def add(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument(
        "-o", "--output", default="rencounter.html", metavar="FILE", help="the file to write (%(default)s)"
    )
    command.add_argument(
        "--pyodide",
        metavar="FOLDER",
        help="an unpacked Pyodide, such as node_modules/pyodide; without it npm fetches it once, and it is kept",
    )


def pocket(args: argparse.Namespace) -> None:
    """Write the file."""
    from ..pocket.build import pocket as made
    from ..pocket.runtime import fetched, pyodide_in

    file = Path(args.output).expanduser()
    if file.is_dir():
        raise RuleError(
            f"--output must be a file; got the folder {shown(args.output)}; try {shown(str(file / 'rencounter.html'))}"
        )
    folder = pyodide_in(Path(args.pyodide).expanduser()) if args.pyodide else fetched()
    text, compiled = made(folder)
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise RuleError(
            f"--output must be a file that can be written; got {shown(args.output)} ({error.strerror}); try another"
        ) from None
    if not compiled:
        print("Node.js is not here to compile Python's files, so the page takes twice as long to begin.")
    print(f"{file}: {len(text.encode()) / 1e6:.1f} MB; open it in a browser, on any machine, without a network")
