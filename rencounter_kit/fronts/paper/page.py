"""Pages to print, from templates: what is said in them is text, and never markup."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ...engine.files.folders import static_text
from ...engine.words.errors import RuleError

if TYPE_CHECKING:
    from jinja2 import Environment

PAPERS = ("A4", "Letter")


def page(template: str, *, title: str, paper: str = PAPERS[0], style: str = "", **fields: object) -> str:
    """A page of HTML, complete in itself, that prints on some paper.

    template : a file of ``paper/templates``, which extends ``page.html.j2``.
    title : of the document, and the heading of the first page.
    paper : one of ``PAPERS``.
    style : a file of ``paper/static`` that only this kind of page needs.
    fields : what the template names; what it names and is not said is an error.

    >>> "<title>Fire &amp; melee</title>" in page("page.html.j2", title="Fire & melee")
    True
    """
    sheets = ["paper.css", *([style] if style else [])]
    styles = "\n".join(static_text("fronts/paper", name) for name in sheets)
    return filled(template, title=title, paper=paper, styles=styles, **fields)


def filled(template: str, **fields: object) -> str:
    """A template with what it names; all but what it calls safe is text."""
    return _environment().get_template(template).render(**fields)


@cache
def _environment() -> Environment:
    """Where the templates are; imported here, so that who prints nothing needs no jinja2."""
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ModuleNotFoundError:
        raise RuleError(
            "a page to print needs the package jinja2, which is not here; print it where Python is installed"
        ) from None

    return Environment(
        loader=PackageLoader("rencounter_kit.fronts.paper"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
