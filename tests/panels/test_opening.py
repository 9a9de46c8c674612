"""What a page needs to know before a panel comes."""

import subprocess
import sys

LOADS = """
import pkgutil
from importlib import import_module
import ipywidgets
made = []
ipywidgets.Widget.on_widget_constructed(lambda one: made.append(f"{where}: {type(one).__name__}"))
where = "rencounter_kit.fronts.panels"
import rencounter_kit.fronts.panels as panels
for module in pkgutil.walk_packages(panels.__path__, "rencounter_kit.fronts.panels."):
    where = module.name
    import_module(where)
print(made)
"""


def test_no_widget_is_made_while_a_module_loads():
    """JupyterLab loads them before the page listens: a widget that is there by then is one that its first panel looks
    for in vain.
    """
    assert subprocess.run([sys.executable, "-c", LOADS], capture_output=True, text=True, check=True).stdout == "[]\n"
