"""``python -m tilewright`` is the command."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command with the arguments of this process and return its exit code."""
    try:
        from tilewright.cli import run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        # Ctrl-C while the command itself was still being loaded.
        return 130


if __name__ == "__main__":
    sys.exit(main())
