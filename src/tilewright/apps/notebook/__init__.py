"""Widgets for notebooks: boards to play on, a search to watch, tilings to browse (the extra
``notebook``).

The widgets are anywidgets, which work in Jupyter, VS Code and marimo. Each shows the page of
`tilewright.apps.page` in a frame, with its worker. `page` has the page as one text, and
``widget.js`` carries messages: files and tilings to the page, and the game to Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.errors import RequestError

if TYPE_CHECKING:
    from tilewright.apps.notebook.widgets import Player as Player
    from tilewright.apps.notebook.widgets import Viewer as Viewer
    from tilewright.apps.notebook.widgets import Watcher as Watcher

__all__ = ["Player", "Viewer", "Watcher"]


def __getattr__(name: str) -> Any:
    """Import what requires the extra ``notebook`` on first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        import anywidget  # noqa: F401
    except ImportError as error:
        raise RequestError(
            f"widgets require {error.name}. Install it with: pip install 'tilewright[notebook]'"
        ) from None
    from tilewright.apps.notebook import widgets

    return getattr(widgets, name)
