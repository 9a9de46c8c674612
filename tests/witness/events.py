"""What the events of a check say, told once more by their words: how a witness's table of them is read.

A table is `EVENTS` in the module `<game>_events`: a check's name to its events, each with the outcomes that belong to
it, or a test of one. A name with a value behind it, such as `"gang_up result=fate"`, is the check where it is asked so;
what stands nowhere for a situation is not told in it.
"""


def at_least(least):
    """A number, this or more."""
    return lambda outcome: isinstance(outcome, int) and outcome >= least


def below(limit):
    """A number, less than this."""
    return lambda outcome: isinstance(outcome, int) and outcome < limit


def befalls(*these):
    """One of these, alone or to anybody of several."""
    return lambda outcome: not {*these}.isdisjoint(outcome if isinstance(outcome, tuple) else {outcome})


def events_of(table, name, p):
    """The events of a check that are told for these parameters, by name."""
    by_key = {}
    for key, events in table.items():
        check, _, event = key.partition(" ")
        parameter, _, value = event.partition("=")
        if check == name and (not event or str(p[parameter]) == value):
            by_key |= events
    return by_key


def chances(table, name, p, outcomes):
    """The chance of each of these events, from those of the outcomes."""
    return {
        event: sum(
            chance for outcome, chance in outcomes.items() if (what(outcome) if callable(what) else outcome in what)
        )
        for event, what in events_of(table, name, p).items()
    }
