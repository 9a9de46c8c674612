"""Crossbows: cocking one, and how long it takes until it is ready to shoot."""

from ....engine.dice.throw import Throw
from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, Total, is_not, node, refuse, total, value
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...rulebook.book import Rule, Ruleset
from .attempts import attempts
from .tasks import ATTEMPT, against, attempt, on_task

TOOLS = ("hand", "belt_hook", "goatsfoot", "windlass")
COCKING = "crossbows.strength crossbow tool"


def spanned(r: Ruleset, crossbow: str, tool: str) -> Rule | None:
    """The DV of cocking it; none where a windlass does the work."""
    path = f"crossbow.dv.{crossbow}.{tool}"
    return r.rule(path) if path in r else None


def refuse_tool(r: Ruleset, crossbow: str, tool: str) -> None:
    """A tool of the other kind of crossbow."""
    fitting = [one for one in TOOLS if f"crossbow.dv.{crossbow}.{one}" in r]
    if crossbow == r["crossbow.wound_up"]:
        fitting.append("windlass")
    refuse(
        tool not in fitting,
        f"tool must be one of {', '.join(fitting)} with a {crossbow} crossbow; got {tool}; try hand",
    )


SPANNED: dict[str, Node | Total] = {
    "rolls": is_not("tool", "windlass"),
    **against([value("strength", "STR")], [node(spanned)], "", "rolls"),
}

crossbow_cock = Check(
    "realms_of_myth.crossbow_cock",
    "Does he cock the crossbow?",
    source="A Word about Crossbows",
    parameters=(COCKING, ATTEMPT),
    targets=SPANNED,
    dice=attempt("cocking", "cocked", "not_cocked", "cocks it", easy="With a windlass no roll is needed."),
    events={"cocks it": "cocked"},
    refusals=(refuse_tool,),
)

# Until it is ready ----------------------------------------------------------------------------------------------------


def tool_taken(r: Ruleset, tool: str, tool_position: str) -> list[Rule]:
    """Actions to take the tool and put it to the crossbow; with a windlass the winding too."""
    built_in = tool_position == "built_in"
    if tool == "hand" or (built_in and tool != "windlass"):
        return []
    first = r.rule(f"crossbow.actions.{'hook' if tool != 'windlass' else 'built_in' if built_in else 'windlass'}")
    return [first, r.rule("crossbow.actions.elsewhere")] if tool_position == "elsewhere" else [first]


def refuse_built_in(r: Ruleset, tool: str, tool_position: str) -> None:
    """A belt-hook hangs on the belt."""
    refuse(
        tool == "belt_hook" and tool_position == "built_in",
        "tool_position must be in_reach or elsewhere with a belt_hook; got built_in; try in_reach",
    )


def play(throw: Throw, r: Ruleset, percent: int, rolls: bool, beside: int, max_actions: int) -> TurnModel:
    """Attempts until it is cocked, as many as there is time for."""
    each, late = r["crossbow.actions.attempt"], max_actions + 1
    many = max(1, (max_actions - beside) // each)

    def ready(cocked: bool, how: str, number: int | None) -> int:
        return min(late, beside + each * (number or 0)) if cocked else late

    cocking = attempts(throw, r, "cocking", percent, many, "cocked", "not_cocked")
    return cocking._replace(start=not rolls, read=ready)


def says_ready(r: Ruleset, percent: int, rolls: bool, beside: int, max_actions: int) -> list[str]:
    """What takes how long, in words."""
    action = so_many(r["crossbow.actions.attempt"], "action")
    attempts = f"Each attempt takes {action} and {on_task(r, 'succeeds', percent)}."
    return [
        f"The tool and the bolt take {so_many(beside, 'action')}.",
        attempts if rolls else "With a windlass no roll is needed.",
        f"{max_actions + 1} means that it is not ready within {so_many(max_actions, 'action')}.",
    ]


crossbow_ready = Process(
    "realms_of_myth.crossbow_ready",
    "How many actions until the crossbow is ready?",
    turn="attempt",
    source="A Word about Crossbows; Table 4-1",
    parameters=(COCKING, "tool_position load_actions max_actions", ATTEMPT),
    targets={
        **SPANNED,
        "beside": total(
            "actions apart from the attempts", tool_taken, value("load_actions", "taking and placing the bolt")
        ),
    },
    play=play,
    refusals=(refuse_tool, refuse_built_in),
    says=says_ready,
)
