"""A real browser on a real site of files, and on a real server."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from moves import Open
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Page,
    Playwright,
    expect,
    sync_playwright,
)
from starting import FLAGS, Gate, chromium, hosted, own_world, shared_site

from serving import serving
from waiting import NEVER

# What a page shows it shows in the end, on the slowest machine too. (Playwright counts
# milliseconds.)
PATIENCE = 1000 * NEVER / 2
expect.set_options(timeout=PATIENCE)


class Running:
    """What all tests of this folder share; it is started when it is first asked for, and ended
    before other tests run.

    Playwright's event loop would be in the way of tests that start their own.
    """

    def __init__(self) -> None:
        self._ending = contextlib.ExitStack()
        self._started: dict[str, Any] = {}

    def once(self, name: str, start: Callable[[], contextlib.AbstractContextManager[Any]]) -> Any:
        """Return what `start` gives, which is entered the first time that this name is asked
        for."""
        if name not in self._started:
            self._started[name] = self._ending.enter_context(start())
        return self._started[name]

    def end(self) -> None:
        """End all of it."""
        self._started.clear()
        self._ending.close()


RUNNING = Running()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """After the last test of this folder, end what they share."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        RUNNING.end()


@pytest.fixture
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a site of files, below a path of its host."""

    @contextlib.contextmanager
    def start() -> Iterator[str]:
        # A process of pytest-xdist has a folder in that of the suite.
        own = tmp_path_factory.getbasetemp()
        shared = own.parent if own.name.startswith("popen-") else own
        folder = shared_site(shared)
        with hosted(folder.parent) as found:
            yield f"{found}{folder.name}/"

    return RUNNING.once("address", start)  # type: ignore[no-any-return]


@pytest.fixture
def server() -> str:
    """The address of a server, which has the modules of the page one by one."""

    @contextlib.contextmanager
    def start() -> Iterator[str]:
        with serving(modules=True) as found:
            yield found.link

    return RUNNING.once("server", start)  # type: ignore[no-any-return]


@pytest.fixture
def playwright() -> Playwright:
    return RUNNING.once("playwright", sync_playwright)  # type: ignore[no-any-return]


@pytest.fixture
def browser(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """A browser; each page has a context of its own in it, which remembers nothing of the
    others."""

    @contextlib.contextmanager
    def start() -> Iterator[Browser]:
        with playwright.chromium.launch(
            executable_path=chromium(),
            args=FLAGS,
            env=dict(own_world(tmp_path_factory.mktemp("browser"))),
        ) as running:
            yield running

    return RUNNING.once("browser", start)  # type: ignore[no-any-return]


@pytest.fixture
def gate(server: str) -> Iterator[Gate]:
    """A way to the server that can be shut."""
    way = Gate(server)
    yield way
    way.shut()


@pytest.fixture
def ignore_failed_requests() -> None:
    """Ask for it where the server is meant to refuse, or to be gone: Chromium complains of that in
    its console.
    """


class Visitors:
    """Contexts of one browser, each as good as new for every test.

    To make a context costs more than to load the page in it. So it is kept, and what lasts is
    cleared after a test: its pages are closed, and what they stored is gone. Routes and scripts are
    therefore given to a page, never to its context.
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
        session.send(
            "Storage.clearDataForOrigin",
            {"origin": "/".join(origin.split("/")[:3]), "storageTypes": "all"},
        )
        self._free[touch].append((context, session))


@pytest.fixture
def visitors(browser: Browser) -> Visitors:
    """Who opens the pages."""
    return RUNNING.once("visitors", lambda: contextlib.nullcontext(Visitors(browser)))  # type: ignore[no-any-return]


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
        if (
            offline or now is not None
        ):  # a service worker goes on after its page, and so does a clock
            context = browser.new_context(
                has_touch=touch,
                service_workers="allow" if offline else "block",
                permissions=["clipboard-read", "clipboard-write"],
            )
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
            "console",
            lambda message: complaints.append(message.text) if message.type == "error" else None,
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(at + path)
        return page

    yield opened
    leaving.close()
    if "ignore_failed_requests" in request.fixturenames:
        # Which error Chromium names depends on the moment at which a connection ends.
        refused = ("status of 404", "status of 422", "Failed to load resource: net::ERR_")
        complaints = [text for text in complaints if not any(word in text for word in refused)]
    assert complaints == []
