"""``python -m tilewright`` is the command."""

from __future__ import annotations

import contextlib
import os
import sys


def main() -> int:
    """Run the command with the arguments of this process and return its exit code."""
    try:
        from tilewright.cli import run

        return run(sys.argv[1:], leave=_leave)
    except KeyboardInterrupt:
        # Ctrl-C while the command itself was still being loaded.
        return 130


def _leave(code: int) -> None:
    """End the process at once, unless there is something that its streams do not take: then in the usual way."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
