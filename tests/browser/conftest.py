"""A real browser on a real server."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Page,
    Playwright,
    expect,
    sync_playwright,
)
from starting import FLAGS, Gate, chromium, own_world, serving_page

from waiting import NEVER

Open = Callable[..., Page]

# What a page shows it shows in the end, on the slowest machine too. (Playwright counts milliseconds.)
PATIENCE = 1000 * NEVER / 2
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session", name="chromium")
def _chromium() -> str:
    return chromium()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a server."""
    with serving_page() as (found, _):
        yield found


# Closed after each module: while it runs, its event loop would be in the way of tests that start their own.
@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="module")
def browser(
    playwright: Playwright, chromium: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """A browser; each page has a context of its own in it, which remembers nothing of the others."""
    running = playwright.chromium.launch(
        executable_path=chromium, args=FLAGS, env=dict(own_world(tmp_path_factory.mktemp("browser")))
    )
    yield running
    running.close()


@pytest.fixture
def gate(address: str) -> Iterator[Gate]:
    """A way to the server that can be shut."""
    way = Gate(address)
    yield way
    way.shut()


@pytest.fixture
def ignore_failed_requests() -> None:
    """Ask for it where the server is meant to refuse, or to be gone: Chromium complains of that in its console."""


class Visitors:
    """Contexts of one browser, each as good as new for every test.

    To make a context costs more than to load the page in it. So it is kept, and what lasts is cleared after a test:
    its pages are closed, and what they stored is gone. Routes and scripts are therefore given to a page, never to its context.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[bool, list[tuple[BrowserContext, CDPSession]]] = {False: [], True: []}

    @contextlib.contextmanager
    def visitor(self, touch: bool, origin: str) -> Iterator[BrowserContext]:
        """Give one who has never been here."""
        if self._free[touch]:
            context, session = self._free[touch].pop()
        else:
            context = self._browser.new_context(
                has_touch=touch,
                permissions=["clipboard-read", "clipboard-write"],
                # What it has kept would answer for a server that is gone.
                service_workers="block",
            )
            context.set_default_timeout(PATIENCE)
            session = context.new_cdp_session(context.new_page())
        first, *_ = context.pages
        yield context
        for page in context.pages:
            if page != first:
                page.close()
        session.send("Storage.clearDataForOrigin", {"origin": origin.rstrip("/"), "storageTypes": "all"})
        self._free[touch].append((context, session))


@pytest.fixture(scope="module")
def visitors(browser: Browser) -> Visitors:
    """Who opens the pages of a module."""
    return Visitors(browser)


@pytest.fixture
def open_page(
    browser: Browser, visitors: Visitors, address: str, request: pytest.FixtureRequest
) -> Iterator[Open]:
    """Open the page as if for the first time; anything in its console is a failure."""
    complaints: list[str] = []
    leaving = contextlib.ExitStack()

    def opened(
        path: str = "",
        *,
        width: int = 1180,
        height: int = 820,
        touch: bool = False,
        scheme: str = "light",
        calm: bool = False,
        at: str = address,
        offline: bool = False,
        now: str | None = None,
    ) -> Page:
        if offline:  # a service worker goes on after its page
            context = browser.new_context(has_touch=touch)
            context.set_default_timeout(PATIENCE)
            leaving.callback(context.close)
        else:
            context = leaving.enter_context(visitors.visitor(touch, at))
        page = context.new_page()
        if now is not None:
            page.clock.set_fixed_time(now)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion="reduce" if calm else "no-preference",
        )
        page.on(
            "console", lambda message: complaints.append(message.text) if message.type == "error" else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(at + path)
        return page

    yield opened
    leaving.close()
    if "ignore_failed_requests" in request.fixturenames:
        refused = (
            "status of 422",
            "ERR_CONNECTION_REFUSED",
            "ERR_CONNECTION_RESET",
            "ERR_EMPTY_RESPONSE",
            "ERR_FAILED",
        )
        complaints = [text for text in complaints if not any(word in text for word in refused)]
    assert complaints == []
