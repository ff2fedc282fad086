"""A command line for somebody else, such as a player of a shared page: with little memory, and
without files.

`tilewright.apps.site.serving` runs this module in a process of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path

import tilewright
from tilewright.kernels.library import build_folder
from tilewright.system.platform.machine import FILES
from tilewright.system.platform.pipes import end_with
from tilewright.system.platform.quota import forbid_files, limit_memory


def main() -> None:
    """Run the command line after the number of bytes that it may use; end with the process that
    holds the standard input.
    """
    end_with(sys.stdin.buffer)
    limit_memory(int(sys.argv[1]))
    build = build_folder()
    # Python itself, what is imported, the compiled kernels, and what the system says about memory.
    code = [
        sys.prefix,
        sys.base_prefix,
        *filter(None, sys.path),
        str(Path(tilewright.__file__).parent),
    ]
    forbid_files([*code, *([] if build is None else [build]), *FILES])
    from tilewright.apps.command.app import run

    sys.exit(run(sys.argv[2:]))


if __name__ == "__main__":
    main()
