"""The page's modules that need a browser by themselves: what `units/*.test.js` say of them."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Route

UNITS = Path(__file__).with_name("units")


def test_the_units_that_need_a_browser(browser: Browser, address: str) -> None:
    """On a plain page of the server."""
    page = browser.new_page()

    def served(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name:
            route.fulfill(path=UNITS / name, content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>units</title>", content_type="text/html")

    page.route("**/units/*", served)
    files = sorted(UNITS.glob("*.test.js"))
    assert files
    for file in files:
        page.goto(f"{address}units/")
        results: dict[str, str] = page.evaluate(
            "async (file) => { await import(`/units/${file}`); return (await import('/units/testing.js')).results(); }",
            file.name,
        )
        # What each file tests, as it says itself.
        names = re.findall(r'^test\("(.+)", ', file.read_text(encoding="utf-8"), re.MULTILINE)
        assert results == dict.fromkeys(names, ""), file.name
    page.close()
