"""How a browser is started, a host of files, and a way to the server that can be shut."""

from __future__ import annotations

import contextlib
import datetime
import functools
import http.server
import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from tilewright.apps.site import PARTS, build_site
from waiting import until

#: Chromium without a sandbox (a container has none), without requests to other hosts, and with the
#: same text on every machine.
FLAGS = [
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Pages share a process: starting one takes longer than loading the page.
    "--process-per-site",
    "--renderer-process-limit=1",
]


_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
</fontconfig>
"""


def own_world(folder: Path) -> dict[str, str]:
    """Return an environment for Chromium that is the same on every machine: its fonts, its language
    and its time zone.

    The only fonts are those in ``fonts/``, for every family that a page asks for.

    Parameters
    ----------
    folder : Path
        Where the configuration and the cache of fontconfig are written.
    """
    configuration = folder / "fonts.conf"
    fonts = Path(__file__).with_name("fonts")
    configuration.write_text(
        _FONTS.format(fonts=escape(str(fonts)), cache=escape(str(folder / "cache"))),
        encoding="utf-8",
    )
    locale = {name: "C.UTF-8" for name in os.environ if name.startswith("LC_")}
    return {
        **os.environ,
        **locale,
        "FONTCONFIG_FILE": str(configuration),
        "LANG": "C.UTF-8",
        "LANGUAGE": "en",
        "TZ": "UTC",
    }


def chromium() -> str:
    """Where Chromium is; it is installed if it is missing and that can be done."""
    script = Path(__file__).with_name("chromium.sh")
    done = subprocess.run([script], capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]


class _Files(http.server.SimpleHTTPRequestHandler):
    """A host of files that says nothing."""

    def log_message(self, *unused: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve a folder, as `python -m http.server` does."""
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(_Files, directory=folder)
    )
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def shared_site(parent: Path) -> Path:
    """Return a site with the puzzles of yesterday, today and tomorrow, which one of all processes
    of a suite builds.
    """
    folder, begun, done = parent / "site", parent / "site-begun", parent / "site-done"
    try:
        begun.touch(exist_ok=False)
    except FileExistsError:
        until(done.exists, "another process has built the site")
        return folder
    today = datetime.date.today()
    build_site(folder, days=2, first=today, archive=1, without=PARTS)
    done.touch()
    return folder


class Gate:
    """A way to a server that can be shut and opened: the server is gone, and then it is back."""

    def __init__(self, address: str) -> None:
        self._server = int(address.rstrip("/").rpartition(":")[2])
        self._port = 0
        self._held: list[socket.socket] = []
        self._holding = threading.Lock()
        self.open()

    @property
    def address(self) -> str:
        """The address for the browser, the same whenever the gate is open."""
        return f"http://127.0.0.1:{self._port}/"

    def open(self) -> None:
        """Let connections through."""
        listening = socket.create_server(("127.0.0.1", self._port))
        self._port = listening.getsockname()[1]
        self._held = [listening]
        threading.Thread(target=self._accept, args=(listening,), daemon=True).start()

    def shut(self) -> None:
        """Break all connections and refuse new ones."""
        with self._holding:
            held, self._held = self._held, []
        for each in held:
            # A thread that waits for it is woken up.
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self, listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = listening.accept()
                server = socket.create_connection(("127.0.0.1", self._server))
                with self._holding:
                    if listening not in self._held:  # it was shut meanwhile
                        client.close()
                        server.close()
                        return
                    self._held += [client, server]
                for one, other in ((client, server), (server, client)):
                    threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    """Send on what comes, to its end."""
    with contextlib.suppress(OSError):
        while received := one.recv(1 << 16):
            other.sendall(received)
        other.shutdown(socket.SHUT_WR)
