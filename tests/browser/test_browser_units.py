"""The page's modules by themselves: what `units/*.test.js` say of them, in a real browser, each by its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route

Run = Callable[[str], dict[str, str]]
UNITS = Path(__file__).with_name("units")
#: What each file tests, as it says itself.
NAMES = {
    path.name: re.findall(r'^test\("(.+)", ', path.read_text(encoding="utf-8"), re.MULTILINE)
    for path in sorted(UNITS.glob("*.test.js"))
}


@pytest.fixture(scope="module")
def results(browser: Browser, address: str) -> Iterator[Run]:
    """Run the tests of a file on a plain page of the server; what was wrong, by the name of each."""
    page = browser.new_page()

    def served(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name:
            route.fulfill(path=UNITS / name, content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>units</title>", content_type="text/html")

    page.route("**/units/*", served)

    @cache
    def run(file: str) -> dict[str, str]:
        page.goto(f"{address}units/")
        found: dict[str, str] = page.evaluate(
            "async (file) => { await import(`/units/${file}`); return (await import('/units/testing.js')).results(); }",
            file,
        )
        return found

    yield run
    page.close()


@pytest.mark.parametrize(("file", "name"), [(file, name) for file, names in NAMES.items() for name in names])
def test_module(results: Run, file: str, name: str) -> None:
    wrong = results(file)[name]
    assert not wrong, wrong


@pytest.mark.parametrize("file", NAMES)
def test_every_test_of_a_file_is_run(results: Run, file: str) -> None:
    assert list(results(file)) == NAMES[file]
