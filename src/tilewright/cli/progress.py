"""The line on standard error while something runs; nothing when that is not a terminal."""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import Any

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

    def show(self, text: str) -> None:
        """Rewrite the line, if the last time is a little while ago."""
        if self.on and time.monotonic() - self._last >= 0.2:
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write("\r\x1b[2K" + text[:width])
            sys.stderr.flush()
            self._shown = True
            self._last = time.monotonic()

    def wipe(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
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
    """Say on standard error which engines are being compiled, if that was never done; return whether any is.

    Parameters
    ----------
    *engines : {"search", "counting", "colorings", "deductions"}
        Those that a command is about to use; by default the search.
    quiet : bool
        Say nothing.
    """
    from tilewright.kernels._jit import is_cached

    missing = [engine for engine in engines or ("search",) if not any(map(is_cached, _kernels(engine)))]
    if missing and not quiet:
        print(
            f"tilewright: compiling the {' and the '.join(missing)} for this machine; this is done once …",
            file=sys.stderr,
            flush=True,
        )
    return bool(missing)


def _kernels(engine: str) -> tuple[Any, ...]:
    """Return kernels of which an engine compiles one at least whenever it runs."""
    if engine == "search":
        from tilewright.kernels import scan

        return (scan.advance,)
    if engine == "counting":
        from tilewright.kernels import frontier, frontier_components, frontier_deal, frontier_flow

        return (
            frontier_flow.sweep,
            frontier_flow.pull,
            frontier.expand,
            frontier_deal.deal,
            frontier_components.branch,
        )
    if engine == "colorings":
        from tilewright.kernels import coloring

        return (coloring.advance,)
    from tilewright.kernels import deduction

    return (deduction.forced,)
