"""The pieces that panels are made of: what is shared, what is heard as the act of a person, what is made when."""

import subprocess
import sys

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.panels.page import Silence, layout
from rencounter_kit.fronts.panels.tools.scene import Scene

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


def test_silence_lies_in_silence_and_ends_with_an_error():
    silence = Silence()
    with silence:
        with pytest.raises(ZeroDivisionError), silence:
            raise ZeroDivisionError
        assert silence
    assert not silence


def test_silence_from_the_beginning_has_an_end():
    silence = Silence(is_deep=True)
    with silence:
        assert silence
    assert silence
    silence.end()
    assert not silence


def test_a_scene_hears_a_person_after_an_error_of_its_own(monkeypatch):
    heard = []
    scene = Scene(lambda: heard.append(scene.check.id))
    scene.of("rencounter")
    with monkeypatch.context() as patch:
        patch.setattr(type(scene.controls), "follow", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            scene.follow(rk.rules("rencounter"))
    heard.clear()
    scene._check.value = "rencounter.wound"
    assert heard == ["rencounter.wound"]


def test_a_shared_layout_cannot_be_hidden_by_one_of_those_that_share_it():
    one = w.HBox(layout=layout(width="1px"))
    with pytest.raises(TypeError, match="give the widget its own"):
        one.layout.display = "none"


def test_no_widget_is_made_while_a_module_loads():
    """JupyterLab loads them before the page listens: a widget that is there by then is one that its first panel looks
    for in vain.
    """
    assert subprocess.run([sys.executable, "-c", LOADS], capture_output=True, text=True, check=True).stdout == "[]\n"
