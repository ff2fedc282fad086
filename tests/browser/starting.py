"""How a browser and a server are started."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

__all__ = ["FLAGS", "chromium", "serving_page"]

#: Chromium without a sandbox (a container has none), and without anything that looks for other hosts.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str:
    """Where Chromium is; it is installed if it is missing and that can be done."""
    script = Path(__file__).with_name("chromium.sh")
    done = subprocess.run([script], capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]


@contextlib.contextmanager
def serving_page(*options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Start a server as a user does; give its address, and the process."""
    command = [sys.executable, "-m", "tilewright", "play", "--no-browser", *options]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    found = None
    for line in server.stderr:  # the first may say that the kernels are being compiled
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        if found:
            break
    assert found, "the server did not start"
    try:
        with urllib.request.urlopen(f"{found[0]}api/puzzle/talos:hub-gates-1", timeout=60):
            pass  # a worker is warm from here on
        yield found[0], server
    finally:
        server.terminate()
        server.wait(10)
        server.stderr.close()
