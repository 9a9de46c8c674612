"""What tests of pages do: find the widgets of a page, and let two threads work on it at once."""

import html
import threading

ENOUGH = 60  # seconds; whoever waits longer waits for ever
_A_WHILE = 0.3  # seconds that another thread gets; it ends in them only if it need not wait for its turn


def all_widgets(widget):
    """A widget and all inside it, in folds that are closed too."""
    yield widget
    children = getattr(widget, "children", ())
    for child in (*children, *(one for one in getattr(widget, "inside", ()) if one not in children)):
        yield from all_widgets(child)


def plain(text):
    """What a reader sees of a line of HTML: spaces that keep a figure and its sign together are spaces."""
    return html.unescape(text).replace("\N{NO-BREAK SPACE}", " ")


def do_meanwhile(monkeypatch, owner, name, one, other):
    """Do ``one`` in a thread, and ``other`` in a second one as the first is about to call ``owner.name``; both come to
    an end.
    """
    first, second = (threading.Thread(target=act, daemon=True) for act in (one, other))
    call = getattr(owner, name)

    def interrupted(*arguments, **named):
        monkeypatch.setattr(owner, name, call)
        second.start()
        second.join(_A_WHILE)
        return call(*arguments, **named)

    monkeypatch.setattr(owner, name, interrupted)
    first.start()
    for thread in (first, second):
        thread.join(ENOUGH)
        assert not thread.is_alive(), "it waits for ever"
