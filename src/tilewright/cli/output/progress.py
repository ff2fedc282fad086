"""The line on standard error while something runs; nothing when that is not a terminal."""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import Any

from tilewright.cli.output.streams import tell

__all__ = ["ProgressLine", "announce_compiling", "duration"]


class ProgressLine:
    """One line that rewrites itself, a few times a second, on a terminal only.

    Use it as a context manager; the line is wiped at the end, so that nothing of it stays among
    the answers.

    Parameters
    ----------
    wanted : bool
        False for no line at all (``--json``, ``-q``).
    """

    def __init__(self, wanted: bool = True) -> None:
        self.on = wanted and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._last = time.monotonic()
        self._shown = False

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *unused: object) -> None:
        self.wipe()

    def show(self, text: str, *, now: bool = False) -> None:
        """Rewrite the line, if the last time is a little while ago, or `now`."""
        if self.on and (now or time.monotonic() - self._last >= 0.2):
            width = shutil.get_terminal_size().columns - 1
            tell("\r\x1b[2K" + text[:width])
            self._shown = True
            self._last = time.monotonic()

    def wipe(self) -> None:
        """Take the line away."""
        if self._shown:
            tell("\r\x1b[2K")
            self._shown = False


def duration(seconds: float) -> str:
    """Say how long, to the precision that matters.

    >>> duration(0.0123), duration(75.3), duration(7300), duration(400_000)
    ('0.01 s', '1:15 min', '2:01 h', '4.6 days')
    """
    if seconds < 60:
        return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02} h" if hours < 48 else f"{seconds / 86400:.1f} days"


def announce_compiling(*engines: str, quiet: bool = False) -> bool:
    """Say on standard error which engines are about to be compiled; return whether any is.

    Parameters
    ----------
    *engines : {"search", "counting", "colorings", "deductions"}
        Those that a command is about to use; by default the search.
    quiet : bool
        Say nothing.
    """
    from tilewright.kernels._jit import is_cached, is_saved

    missing = [engine for engine in engines or ("search",) if not any(map(is_cached, _kernels(engine)))]
    if missing and not quiet:
        once = "this is done once …"
        if not all(is_saved(kernel) for engine in missing for kernel in _kernels(engine)):
            once = "every start repeats this, because no cache folder is writable (set NUMBA_CACHE_DIR)"
        tell(f"tilewright: compiling the {' and the '.join(missing)} for this machine; {once}\n")
    return bool(missing)


def _kernels(engine: str) -> tuple[Any, ...]:
    """Return kernels of which an engine compiles one at least whenever it runs."""
    if engine == "search":
        from tilewright.kernels.scan import narrow as scan

        return (scan.advance,)
    if engine == "counting":
        from tilewright.kernels.frontier import components, deal, expand, flow

        return (
            flow.sweep,
            flow.pull,
            expand.expand,
            deal.deal,
            components.branch,
        )
    if engine == "colorings":
        from tilewright.kernels.coloring import exact as coloring

        return (coloring.advance,)
    from tilewright.kernels.deduction import steps as deduction

    return (deduction.forced,)
