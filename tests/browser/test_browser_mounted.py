"""The page in another application, in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from fastapi import FastAPI
from moves import take_hint
from playwright.sync_api import Page, expect

from serving import proxy, serving
from tilewright.web import create_app

Open = Callable[..., Page]


def plays(page: Page, address: str) -> None:
    """Play a little, everywhere; what goes wrong is in the console, which `open_page` looks at."""
    expect(page.locator(".ways")).to_have_text("1 way left")
    page.locator("svg.outlines").focus()
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator(".ways")).to_have_text("no way left")
    page.get_by_role("button", name="Undo").click()
    take_hint(page)
    expect(page.locator(".region")).to_have_count(1)
    page.reload()
    expect(page.locator(".region")).to_have_count(1)
    page.get_by_role("link", name="tilewright").click()
    expect(page.locator(".card").first).to_be_visible()
    assert page.url.startswith(f"{address}/#/")


@pytest.mark.parametrize("lifespan", [False, True])
def test_the_page_plays_where_it_is_mounted(open_page: Open, lifespan: bool) -> None:
    tiles = create_app(workers=2)
    site = FastAPI(lifespan=tiles.router.lifespan_context if lifespan else None)
    site.mount("/games/tw", tiles)
    with serving(site) as address:
        page = open_page("/games/tw/#/p/dots:4x6-easy", at=address)
        plays(page, f"{address}/games/tw")
        page.goto(f"{address}/games/tw/docs")
        expect(page.get_by_role("heading", name="The HTTP interface")).to_be_visible()
        page.get_by_role("link", name="tilewright").click()
        expect(page.locator(".card").first).to_be_visible()
        page.close()  # before the server is gone


@pytest.fixture(scope="module")
def inside() -> Iterator[str]:
    """The address of a server that stands behind a proxy."""
    with serving(create_app(workers=2)) as address:
        yield address


@pytest.mark.parametrize("cut", [True, False])
def test_the_page_plays_behind_a_proxy(open_page: Open, inside: str, cut: bool) -> None:
    with serving(proxy(inside, "/tiles", cut=cut, x_forwarded_prefix="/tiles")) as address:
        page = open_page("/tiles/#/p/dots:4x6-easy", at=address)
        plays(page, f"{address}/tiles")
        page.close()
