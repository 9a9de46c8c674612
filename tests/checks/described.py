"""What stands about a check for its reader: question, source, helps; and where it is found."""

import rencounter_kit as rk
from rencounter_kit.fronts.panels.elsewhere import checks_on, page_of
from rencounter_kit.workbook.mechanics.flow import each_step

from .contract import named

# Parameters that the ledger gives to both men alike, and that cannot matter there.
WITHOUT_EFFECT = {
    ("rencounter.weapon_breakage", "attacker_experience"),  # as in melee, and nobody strikes back
    ("rencounter.weapon_breakage", "attacker_armor"),
    ("rencounter.melee", "attacker_experience"),  # he strikes, so he has acted
    ("rencounter.gang_up", "attacker_armor"),  # nobody strikes back
}


def described(check):
    """It asks a question and names its source; an answer in numbers says what they count."""
    yield check.title.endswith("?"), f"must have a question as its title; it is {check.title!r}"
    yield check.source, "must name its source"
    yield check.id in repr(check) and check.book is rk.rules(check.stem), f"must be of its game; it is {check!r}"
    for space in check.spaces.values():
        counted = not (space.has_mean and check.events_of(space)) or check.title.startswith("How many")
        yield counted or check.measure or space.way, "must have a measure, which says what its numbers are"


def helped(check):
    """Each parameter has a help in one line, and a line of the signature that says all of it."""
    lines, usual = check.signature.splitlines(), check.values(check.book, {})
    yield len(lines) == len(check.parameters), f"must have {len(check.parameters)} lines of signature; got {len(lines)}"
    for line, (name, p) in zip(lines, check.parameters.items(), strict=False):
        proper = p.help.endswith((".", "?")) and "\n" not in p.help
        yield proper, f"must have a help of {name}, one line that ends in a full stop; it is {p.help!r}"
        default = str(usual[name]).lower() if usual[name] in (True, False, None) else str(usual[name])
        is_complete = all(text in line for text in (p.wanted, p.help, p.unit, default))
        right = p.name == name and line.strip().startswith(f"{name} = ")
        yield right and is_complete, f"must name {name} with its values, help and default; it says {line!r}"


def unused_parameters(check):
    """A parameter that no function names could be said, and would change nothing; a ruling may count in the dice."""
    known = {name for part in (*check.nodes.values(), *check.refusals) for name in part.names}
    idle = {(check.id, p.name) for p in check.parameters.values() if p.name not in known and not p.path}
    differing = named(name for _, name in idle ^ {one for one in WITHOUT_EFFECT if one[0] == check.id})
    yield not differing, f"must name what it asks for, and nothing that has no effect; see {differing}"


def steps(check):
    """Its steps are other checks of the game; what feeds a parameter is one that answers with a number,
    without dice.
    """
    strange = [one for one in each_step(check) if one == check.id or rk.checks[one].stem != check.stem]
    yield not strange, f"must have other checks of its game as its steps; it has {named(strange)}"
    for p in (p for p in check.parameters.values() if p.takes):
        source = rk.checks[p.takes]
        right = source.stem == check.stem and [*map(type, source())] == [int]
        yield right, f"must take {p.name} from a check of its game that answers with one number, not {source.id}"


def on_a_page(check):
    """It stands on a page."""
    page = checks_on(page_of(check.id))
    yield check.id in page, f"stands on no page: give it a panel in notebooks/{check.stem}*.ipynb"
