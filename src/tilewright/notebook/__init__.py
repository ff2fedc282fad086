"""Notebook: boards to play with, searches to watch and tilings to look through, in a notebook (the extra ``notebook``).

`widgets` are anywidgets, which work in Jupyter, VS Code and marimo. Each is a frame with the page of `tilewright.web` in it,
as it is: `page` makes one text of its modules, and says in Python what the page asks its server for elsewhere;
``widget.js`` carries questions and answers from one to the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.errors import RequestError

if TYPE_CHECKING:
    from tilewright.notebook.widgets import Player as Player
    from tilewright.notebook.widgets import Viewer as Viewer
    from tilewright.notebook.widgets import Watcher as Watcher

__all__ = ["Player", "Viewer", "Watcher"]


def __getattr__(name: str) -> Any:
    """Load what needs the extra ``notebook`` when it is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        import anywidget  # noqa: F401
        import pydantic  # noqa: F401
    except ImportError as error:
        raise RequestError(
            f"widgets need {error.name}, which is not installed; install it with: pip install 'tilewright[notebook]'"
        ) from None
    from tilewright.notebook import widgets

    return getattr(widgets, name)
