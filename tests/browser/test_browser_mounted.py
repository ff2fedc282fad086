"""The page in another application, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fastapi import FastAPI
from moves import take_hint
from playwright.sync_api import Page, expect

from serving import PATIENT, proxy, serving
from tilewright.web import create_app

Open = Callable[..., Page]


def plays(page: Page, address: str) -> None:
    """Play a little, everywhere; what goes wrong is in the console, which `open_page` looks at."""
    expect(page.locator(".ways")).to_have_text("1 solution left")
    page.locator("svg.outlines").focus()
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator(".ways")).to_have_text("Dead end")
    page.get_by_role("button", name="Undo").click()
    take_hint(page)
    expect(page.locator(".region")).to_have_count(1)
    page.reload()
    expect(page.locator(".region")).to_have_count(1)
    page.get_by_role("link", name="tilewright").click()
    expect(page.locator(".card").first).to_be_visible()
    assert page.url.startswith(f"{address}/#/")


@pytest.mark.parametrize(
    "cut", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["cut off", "passed on"]
)
def test_the_page_plays_where_it_is_mounted_and_behind_a_proxy(open_page: Open, cut: bool) -> None:
    """`test_web_mounting.py` asks a page in every place for everything; here one is played on, in two."""
    tiles = create_app(workers=1, limits=PATIENT)
    site = FastAPI()
    site.mount("/games/tw", tiles)
    site.mount("/", tiles)
    with serving(site) as address:
        page = open_page("/games/tw/#/p/dots:4x6-easy", at=address)
        plays(page, f"{address}/games/tw")
        page.goto(f"{address}/games/tw/docs")
        expect(page.get_by_role("heading", name="The HTTP interface")).to_be_visible()
        page.get_by_role("link", name="tilewright").click()
        expect(page.locator(".card").first).to_be_visible()
        with serving(proxy(address, "/tiles", cut=cut, x_forwarded_prefix="/tiles")) as outside:
            page.goto(f"{outside}/tiles/#/p/dots:4x6-easy")
            plays(page, f"{outside}/tiles")
            page.goto("about:blank")
        page.close()  # before the server is gone
