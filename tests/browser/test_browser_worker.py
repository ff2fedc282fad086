"""What the page finds out by itself, in a thread of its own, and what it does where that is not possible."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from moves import solution, stroke
from playwright.sync_api import Page, expect
from starting import Gate

from tilewright.web.bundle import MODULE

Open = Callable[..., Page]

NAME = "dots:4x6-easy"


def asked(page: Page) -> list[str]:
    """What the server is asked for from now on."""
    paths: list[str] = []
    page.on("request", lambda request: paths.append(request.url))
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
    assert not [path for path in paths if path.endswith("/run")]
    gate.open()


def test_what_is_too_large_for_the_worker_is_a_command(open_page: Open, server: str) -> None:
    page = open_page("#/make/own", at=server)
    expect(page.locator(".verdict")).to_have_text("80,092 solutions")
    with page.expect_request("**/run") as request:
        page.get_by_label("Rows").fill("12")
    assert request.value.post_data_json["words"][0] == "count"
    expect(page.locator(".verdict")).to_contain_text("solutions")
    # A new board ends the command for the one before.
    expect(page.locator(".verdict")).not_to_contain_text("80,092")


def test_what_a_server_does_is_said_where_there_is_none(open_page: Open, address: str) -> None:
    page = open_page("#/random/20x20-1,1-3,2/1")
    expect(page.locator("body")).to_contain_text("tilewright sample")
