"""A real browser on a real server."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is; it is installed if it is missing and that can be done."""
    done = subprocess.run(
        [Path(__file__).with_name("chromium.sh")], capture_output=True, text=True, check=False, timeout=900
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a server that was started as a user does."""
    server = subprocess.Popen(
        [sys.executable, "-m", "tilewright", "play", "--no-browser"], stderr=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    line = server.stderr.readline()
    if "compiling" in line:
        line = server.stderr.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+/", line)
    assert found, line
    yield found[0]
    server.terminate()
    server.wait(10)
    server.stderr.close()


# Closed after each module: while it runs, its event loop would be in the way of tests that start their own.
@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture
def ignore_failed_requests() -> None:
    """Ask for it where the server is meant to refuse: Chromium complains of that in its console."""


@pytest.fixture
def open_page(
    playwright: Playwright, chromium: str, address: str, request: pytest.FixtureRequest
) -> Iterator[Open]:
    """Open the page in a browser with a fresh profile; anything in its console is a failure."""
    complaints: list[str] = []
    contexts = []

    def opened(
        path: str = "",
        *,
        width: int = 1180,
        height: int = 820,
        touch: bool = False,
        scheme: str = "light",
        calm: bool = False,
    ) -> Page:
        context = playwright.chromium.launch_persistent_context(
            tempfile.mkdtemp(),
            executable_path=chromium,
            args=FLAGS,
            viewport={"width": width, "height": height},
            has_touch=touch,
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion="reduce" if calm else "no-preference",
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        outside: list[str] = []
        context.on(
            "request",
            lambda request: (
                None if request.url.startswith((address, "blob:", "data:")) else outside.append(request.url)
            ),
        )
        page = context.pages[0]
        page.on(
            "console", lambda message: complaints.append(message.text) if message.type == "error" else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.outside = outside  # type: ignore[attr-defined]
        page.goto(address + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    if "ignore_failed_requests" in request.fixturenames:
        complaints = [text for text in complaints if "status of 422" not in text]
    assert complaints == []
