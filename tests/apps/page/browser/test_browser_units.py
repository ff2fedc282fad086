"""The page's modules that need a browser by themselves: what `units/*.test.js` say of them."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Route

from tilewright.apps.page.built import STATIC

UNITS = Path(__file__).with_name("units")


#: Nobody is asked for it: the test has what is there.
ADDRESS = "http://127.0.0.1/"


def test_the_units_that_need_a_browser(browser: Browser) -> None:
    """On a plain page."""
    page = browser.new_page()

    def served(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name:
            route.fulfill(path=UNITS / name, content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>units</title>", content_type="text/html")

    def module(route: Route) -> None:
        route.fulfill(
            path=STATIC / route.request.url.partition("/static/")[2], content_type="text/javascript"
        )

    page.route("**/units/*", served)
    page.route("**/static/**", module)
    files = sorted(UNITS.glob("*.test.js"))
    assert files
    for file in files:
        page.goto(f"{ADDRESS}units/")
        results: dict[str, str] = page.evaluate(
            "async (file) => { await import(`/units/${file}`); return (await "
            "import('/units/testing.js')).results(); }",
            file.name,
        )
        # What each file tests, as it says itself.
        names = re.findall(r'^test\("(.+)", ', file.read_text(encoding="utf-8"), re.MULTILINE)
        assert results == dict.fromkeys(names, ""), file.name
    page.close()
