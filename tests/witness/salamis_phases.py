"""Salamis ad Actium, the counters of one turn drawn one by one."""

SIDES = ("own", "enemy")


def counters(p):
    """The bag at the start of a turn."""
    if p.own_counters == 0 and p.enemy_counters == 0:
        raise ValueError("no counters")
    return {"own": p.own_counters, "enemy": p.enemy_counters, "intermediate": 1}


def first_phase(roll, p):
    """Whose counter comes first."""
    return roll.draw(counters(p))


def drawn(roll, p):
    """The sides in the order of their Action Phases, up to the Intermediate Phase."""
    bag = counters(p)
    sides = ()
    while (counter := roll.draw(bag)) != "intermediate":
        bag[counter] -= 1
        sides += (counter,)
    return sides


def longest(side, sides):
    """The longest series of one side."""
    best = run = 0
    for other in sides:
        run = run + 1 if other == side else 0
        best = max(best, run)
    return best


def phase_count(roll, p):
    """How many Action Phases there are in a turn."""
    sides = drawn(roll, p)
    count = {side: sides.count(side) + p[f"{side}_initiative"] for side in SIDES}
    return sum(count.values()) if p.whose == "both" else count[p.whose]


def longest_run(roll, p):
    """The longest series, prolonged by the counters of initiative that the side plays."""
    sides = drawn(roll, p)
    run = {side: longest(side, sides) + p[f"{side}_initiative"] for side in SIDES}
    return max(run.values()) if p.whose == "either" else run[p.whose]
