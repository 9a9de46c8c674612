"""What the page is told of a panel, and when: what is seen when it is shown, the rest when it is opened."""

from collections import Counter

import comm
import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.panels.page import note

pytestmark = pytest.mark.usefixtures("undrawn", "no_page_stays")


@pytest.fixture
def told(monkeypatch):
    """What the page is told: a kind of message and what of it, in order."""
    messages = []
    monkeypatch.setattr(
        comm.DummyComm, "publish_msg", lambda _, kind, data, **more: messages.append((kind, data)), raising=True
    )
    return messages


def models(messages):
    """How many widgets of each kind were sent whole."""
    return Counter(data["state"]["_model_name"] for kind, data in messages if kind == "comm_open")


def test_a_panel_is_told_to_the_page_when_it_is_shown_each_part_once_as_it_is_then(told):
    panel = rk.panel("rencounter.fire")
    panel["skill"] = 8
    assert not models(told)["VBoxModel"] and not models(told)["HTMLModel"]
    told.clear()
    panel._repr_mimebundle_()
    assert {kind for kind, _ in told} == {"comm_open"}, "nothing is told twice"
    assert panel.words.value in [data["state"].get("value") for _, data in told]
    assert all(control.widget.comm for control in panel.controls.values() if control.widget not in folded(panel))
    panel["skill"] = 7
    assert told[-1][0] == "comm_msg"


def folded(panel):
    """What stands in the folds of a panel."""
    return [one for fold in panel.console._folds.values() for one in fold.inside]


def test_what_is_folded_or_behind_a_tab_is_told_when_it_is_opened(told):
    panel = rk.panel("rencounter.fire")
    panel._repr_mimebundle_()
    hidden, fold = folded(panel), next(iter(panel.console._folds.values()))
    assert len(hidden) > 3 and not any(one.comm for one in (*hidden, panel.box))
    fold.line.value = True
    assert all(one.comm for one in fold.inside)
    panel.tabs.turn_to("House rules")
    assert panel.box.comm is not None


def test_what_a_job_sets_while_a_widget_is_sent_reaches_the_page(told, monkeypatch):
    one = note("before")
    create = comm.create_comm

    def set_meanwhile(**how):
        one.value = "after"
        return create(**how)

    monkeypatch.setattr(comm, "create_comm", set_meanwhile)
    assert one.model_id
    assert ("comm_msg", "after") in [(kind, data.get("state", {}).get("value")) for kind, data in told]


def test_what_is_closed_is_not_sent_again():
    one = note("text")
    one.close()
    with pytest.raises(AttributeError):
        _ = one.model_id
    assert one.closed and one.comm is None
