"""What a program prints, as it is and where kernels are plain Python."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path


def printed(program: str) -> str:
    """What a program prints that is run in this process."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(program, "<program>", "exec"), {"__name__": "__main__"})
    return out.getvalue()


def printed_without_library(program: str) -> str:
    """What a program prints in a process of its own, in which kernels are plain Python."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={
            **os.environ,
            "TILEWRIGHT_KERNELS": "python",
            # The modules of this process, whatever was installed.
            "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path]),
        },
        capture_output=True,
        text=True,
        check=True,
    ).stdout
