"""What the page finds out by itself, in a thread of its own, and what it does where that is not possible."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from moves import solution, stroke
from playwright.sync_api import Page, Route, expect
from starting import Gate

from tilewright.web.bundle import MODULE

Open = Callable[..., Page]

NAME = "dots:4x6-easy"


def asked(page: Page) -> list[str]:
    """The questions about games that the server is asked from now on."""
    paths: list[str] = []
    page.on("request", lambda request: paths.append(request.url.rpartition("/api/")[2]))
    return paths


@pytest.mark.skipif(not MODULE.exists(), reason="the WebAssembly module is not built")
def test_ways_checks_and_deductions_ask_no_server(
    open_page: Open, gate: Gate, ignore_failed_requests: None
) -> None:
    page = open_page("#/make", at=gate.address)
    expect(page.locator("h1")).to_contain_text("Make")
    paths = asked(page)
    page.evaluate("name => { location.hash = `#/p/${name}`; }", NAME)
    expect(page.locator(".ways")).to_have_text("1 solution left")
    stroke(page, solution(NAME)[0][1])
    expect(page.locator(".region")).to_have_count(1)
    expect(page.locator(".ways")).to_have_text("1 solution left")
    gate.shut()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("body")).to_contain_text("No mistakes so far")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("button", name="Show it")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".region")).to_have_count(0)
    expect(page.locator(".ways")).to_have_text("1 solution left")
    assert not {"ways", "check", "hint"} & set(paths)
    gate.open()


@pytest.mark.skipif(not MODULE.exists(), reason="the WebAssembly module is not built")
def test_while_the_server_compiles_the_page_plays_and_says_what_waits(open_page: Open, server: str) -> None:
    page = open_page("#/make", at=server)
    # What the worker may answer, and what the server has to.
    held: list[Route] = []
    compiling = {"first": "", "title": "", "kernels": True, "ready": False}
    page.route("**/start.json", lambda route: route.fulfill(json=compiling))
    for name in ("make", "hint", "ways", "check"):
        page.route(f"**/api/{name}", lambda route: held.append(route))
    page.reload()
    page.evaluate("name => { location.hash = `#/p/${name}`; }", "talos:tower-gates-5")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("button", name="Show it")).to_be_visible()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("body")).to_contain_text("No mistakes so far")
    assert held == []
    page.goto(f"{server}#/make")
    page.get_by_role("button", name="Make it").click()
    expect(page.locator("#toast.shown")).to_contain_text("still starting")
    held[0].continue_()
    expect(page.locator(".heading")).to_be_visible()
    expect(page.locator("#toast.shown")).to_have_count(0)


def test_without_webassembly_the_server_answers(open_page: Open, server: str) -> None:
    page = open_page("#/make", at=server)
    expect(page.locator("h1")).to_contain_text("Make")
    page.add_init_script("delete globalThis.WebAssembly;")
    page.reload()
    paths = asked(page)
    page.evaluate("name => { location.hash = `#/p/${name}`; }", NAME)
    expect(page.locator(".ways")).to_have_text("1 solution left")
    assert "ways" in paths
