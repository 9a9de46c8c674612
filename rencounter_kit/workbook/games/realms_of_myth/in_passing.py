"""In passing: what one snatches, draws from a full bag or hands over on the move."""

from ...mechanics.check import Check
from ...mechanics.modifiers import Node, each, node, value
from ...rulebook.book import Rule, Ruleset
from .tasks import ATTEMPT, against, attempt, progressive_for, worth

PASSING = "Movement: Some Special Considerations"


def each_mph(name: str, label: str) -> Node:
    """Each mph of a speed, in words of its own."""

    def of_speed(r: Ruleset, speed: int) -> Rule | None:
        rule = r.rule("in_passing.mph")
        return worth(rule, rule.value * speed, f"{label}: {speed} mph") if speed else None

    return node(of_speed, speed=name)


grab_in_passing = Check(
    "realms_of_myth.grab_in_passing",
    "Does he snatch something while he moves past?",
    source=PASSING,
    parameters=("crd in_passing.speed object_size", ATTEMPT),
    targets={
        "rolls": value("speed"),
        **against(
            [value("crd", "CRD as AV")],
            [each_mph("speed", "speed"), each("in_passing.size", "object_size")],
            when="rolls",
        ),
    },
    dice=attempt("grab", "grabbed", "missed", "gets hold of it", easy="He stands beside it: no roll is needed."),
    events={"gets it": "grabbed"},
)

leap_snatch = Check(
    "realms_of_myth.leap_snatch",
    "Does he snatch it with a leap?",
    source=PASSING,
    parameters=("in_passing.agl in_passing.distance", ATTEMPT),
    targets=against([value("agl", "AGL as AV")], [each("in_passing.leap", "distance")]),
    dice=attempt("leap", "snatched", "missed", "snatches it"),
    events={"snatches it": "snatched"},
)

draw_from_container = Check(
    "realms_of_myth.draw_from_container",
    "Does he pull the right thing out of a full bag?",
    source=PASSING,
    parameters=("in_passing.crd other_items draw_from_container.speed", ATTEMPT, "progressive"),
    targets={
        "rolls": value("other_items"),
        **against(
            [value("crd", "CRD as AV")],
            [progressive_for("other_items", "things in the way:"), each_mph("speed", "speed")],
            when="rolls",
        ),
    },
    dice=attempt(
        "draw",
        "right_item",
        "wrong_item",
        "finds the right thing",
        easy="Nothing else is in the bag: no roll is needed.",
    ),
    events={"finds the right thing": "right_item"},
)

hand_off = Check(
    "realms_of_myth.hand_off",
    "Does he take what is handed to him on the move?",
    source=PASSING,
    parameters=("hand_off.crd giver_speed receiver_speed", ATTEMPT),
    targets={
        "rolls": lambda r, giver_speed, receiver_speed: bool(giver_speed or receiver_speed),
        **against(
            [value("crd", "CRD as AV")],
            [each_mph("giver_speed", "giver's speed"), each_mph("receiver_speed", "receiver's speed")],
            when="rolls",
        ),
    },
    dice=attempt("hand over", "taken", "dropped", "takes it", easy="Both stand still: no roll is needed."),
    events={"takes it": "taken"},
)
