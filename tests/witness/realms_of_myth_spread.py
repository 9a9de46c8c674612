"""Spreads for the witnesses of Realms of Myth that stand in files of their own, chapter by chapter."""

from . import realms_of_myth_melee_spread as melee
from . import realms_of_myth_missiles_spread as missiles
from . import realms_of_myth_positions_spread as positions
from . import realms_of_myth_processes_spread as processes
from . import realms_of_myth_surprise_spread as surprise
from . import realms_of_myth_tasks_spread as tasks
from . import realms_of_myth_wounds_spread as wounds

CHAPTERS = (tasks, surprise, missiles, processes, positions, melee, wounds)


def of_all(name):
    """What the chapters say of their checks under a name; of some there is nothing to say."""
    return {check_id: said for chapter in CHAPTERS for check_id, said in getattr(chapter, name, {}).items()}


WITNESS = of_all("WITNESS")
SPACES = of_all("SPACES")
OFTEN = of_all("OFTEN")
TOGETHER = of_all("TOGETHER")
ONLY_WITH = of_all("ONLY_WITH")
CORNERS = of_all("CORNERS")
# those of which a few cases are enough, since all ways that their dice fall are many
FEW = frozenset().union(*(getattr(chapter, "FEW", ()) for chapter in CHAPTERS))
