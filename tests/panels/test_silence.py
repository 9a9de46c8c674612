"""What the program sets is not heard as the act of a person; what a person does later is, also after an error in
between.
"""

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.panels.page import Silence
from rencounter_kit.fronts.panels.tools.scene import Scene


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
