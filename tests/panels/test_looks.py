"""What widgets share is nobody's to change."""

import ipywidgets as w
import pytest

from rencounter_kit.fronts.panels.page import layout


def test_a_shared_layout_cannot_be_hidden_by_one_of_those_that_share_it():
    one = w.HBox(layout=layout(width="1px"))
    with pytest.raises(TypeError, match="give the widget its own"):
        one.layout.display = "none"
