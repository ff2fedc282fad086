"""A progress bar below the running cell of a notebook.

There is one bar per run of a cell. It appears if that takes more than a moment, and disappears when
the cell is done.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any

#: Seconds before the bar appears, and between two updates.
_MOMENT, _PAUSE = 1.0, 0.25


class NotebookBar:
    """The bar below the running cell; `shell` is IPython, `display` is
    ``IPython.display.display``.
    """

    def __init__(
        self, shell: Any, display: Callable[..., Any], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._shell, self._display, self._clock = shell, display, clock
        self._handle: Any = None
        self._begin = self._last = clock()
        shell.events.register("post_run_cell", self._wipe)

    def show(self, share: float | None, text: str) -> None:
        """Show a share from 0 to 1 (None if unknown) and a text beside it."""
        now = self._clock()
        if now - self._begin < _MOMENT or now - self._last < _PAUSE:
            return
        self._last = now
        from html import escape

        value = "" if share is None else f' value="{min(1.0, max(0.0, share)):.4f}"'
        looks = _Html(
            f'<progress role="progressbar" aria-label="tilewright" max="1"{value} style="width: '
            '20em"></progress> '
            f"<span>{escape(text)}</span>"
        )
        if self._handle is None:
            self._handle = self._display(looks, display_id=True)
        else:
            self._handle.update(looks)

    def _wipe(self, *unused: object) -> None:
        global _current
        self._shell.events.unregister("post_run_cell", self._wipe)
        if self._handle is not None:
            self._handle.update(_Html(""))
        _current = None


class _Html:
    """An object that a notebook shows as HTML, and everything else as nothing."""

    def __init__(self, text: str) -> None:
        self._text = text

    def _repr_html_(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return ""


_current: NotebookBar | None = None


def notebook_bar() -> NotebookBar | None:
    """Return the bar of the running cell; None outside notebooks and in other threads."""
    global _current
    module = sys.modules.get("IPython")
    shell: Any = None if module is None else module.get_ipython()
    if (
        shell is None
        or getattr(shell, "kernel", None) is None
        or threading.current_thread() is not threading.main_thread()
    ):
        return None
    # Messages of widgets are handled between cells.
    if shell.get_parent().get("header", {}).get("msg_type") != "execute_request":
        return None
    if _current is None:
        from IPython.display import display

        _current = NotebookBar(shell, display)
    return _current
