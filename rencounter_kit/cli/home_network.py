"""The app for everybody at home: this machine's address in their network, and a code for telephones to read."""

from __future__ import annotations

import io
import secrets
import socket
import sys
from collections.abc import Mapping
from importlib.util import find_spec

from ..errors import RuleError

HERE = "127.0.0.1"  # nobody but this machine can open the pages
TOKEN = "JUPYTER_TOKEN"  # noqa: S105, the name of the variable; others on this machine do not see it, unlike an option
_FAR = "192.0.2.1", 9  # an address of nobody: nothing is sent there, but it tells on which network one would
_ONLY_HERE = "127."


def own_address() -> str:
    """This machine's address in its network; ``RuleError`` where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_FAR)
            address = str(asking.getsockname()[0])
        except OSError:
            address = ""
    if not address or address.startswith(_ONLY_HERE):
        raise RuleError("--lan must have a network; got none; try again when this computer is connected to yours")
    return address


def with_token(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment with a token, which lets in who knows it: the one that is there, or a new one."""
    return {**environment, TOKEN: environment.get(TOKEN) or secrets.token_urlsafe(16)}


def invitation(address: str, port: int, token: str) -> str:
    """What is told before the app begins: who can come in, by which link, and the link as a code."""
    link = f"http://{address}:{port}/?token={token}"
    return "\n".join(
        [
            "The app is open to your home network until you end it here (Ctrl-C). Whoever has this link can run Python on this computer,",
            "and what is sent is not encrypted: give the link to nobody whom you would not let use this computer, and not in a public network.",
            "",
            _code(link),
            link,
            "",
        ]
    )


def _code(link: str) -> str:
    """The link as a QR code in half blocks, or nothing where the console cannot show those."""
    if find_spec("segno") is None:
        return "For a code that telephones read: pip install segno"
    import segno

    drawn = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out=drawn, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return ""
    return drawn.getvalue()
