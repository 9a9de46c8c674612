"""Named situations of a check, to start from."""

from .ready import ready, tried

FEWEST = 4


def situations_to_try(check):
    """At least four that differ, or all that a check with fewer possible questions has; their names fit a menu."""
    questions, presets = 1, ready(check)
    for p in check.parameters.values():
        questions *= len(p.values()) or FEWEST
    wanted, file = min(FEWEST, questions) if check.parameters else 0, f"data/presets/{check.stem}.toml"
    yield len(presets) >= wanted, f"must have {wanted} situations to try, and has {len(presets)}: write them in {file}"
    values = [check.values(check.book, params) for params in presets.values()]
    yield all(one not in values[:number] for number, one in enumerate(values)), f"asks the same twice in {file}"
    for name in presets:
        fits = name.strip() == name and name.isprintable() and len(name) <= 60
        yield fits, f"must have names of one line, at most 60 letters, for its situations; got {name!r}"
    for params in tried(check):
        answer = check(**params)
        yield sum(answer.values()) == 1 and answer.headline, f"has no whole answer to its situation {params}"
