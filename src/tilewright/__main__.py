"""``python -m tilewright`` is the command."""

from __future__ import annotations

import atexit
import contextlib
import os
import sys

from tilewright.system.garbage import collect_seldom


def main() -> int:
    """Run the command with the arguments of this process and return its exit code."""
    collect_seldom()
    try:
        from tilewright.cli import run

        return run(sys.argv[1:], leave=_leave)
    except KeyboardInterrupt:
        # Ctrl-C while the command itself was still being loaded.
        return 130


def _leave(code: int) -> None:
    """End the process at once, unless its streams do not take what was said, or a profiler or debugger looks on: then in the usual way.

    Python would take down all that was loaded one by one: a quarter of the time that a short command takes, and seconds after a large one.
    """
    if sys.getprofile() or sys.gettrace():
        return
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
        atexit._run_exitfuncs()
        os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
