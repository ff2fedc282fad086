"""Random tilings in a real browser: boards, seeds and links, how they grow, tiles that are turned,
what is saved.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from moves import Open, box_of, controls, go, saved_file, shows, state_of, still
from playwright.sync_api import Page, expect

from random_tilings import random_tiling

CANVAS = "canvas.mosaic"


def state(page: Page) -> dict[str, Any]:
    """What the picture shows, once nothing moves any more."""
    shows(page.locator(CANVAS), '"running":false')
    still(page)
    return state_of(page.locator(CANVAS))


def tiled(page: Page, board: str) -> dict[str, Any]:
    """Wait for the tiling of a board."""
    shows(page.locator(CANVAS), f'"board":{re.escape(json.dumps(board))},.*"tiled":true')
    return state(page)


def saved(page: Page) -> str:
    """The picture, as it is saved."""
    return saved_file(page, "SVG").path().read_text()


def tiles(svg: str) -> int:
    return len(re.findall(r"M-?[\d.]+ ", svg))


def test_a_link_gives_the_same_tiling(open_page: Open) -> None:
    page = open_page("#/random/aztec:6/3", calm=True)
    shown = tiled(page, "aztec:6")
    assert (shown["at"], shown["total"], shown["seed"]) == (6, 6, 3)
    expect(page.locator(".naming .lead")).to_contain_text("42 dominoes")
    expect(page.locator(".side")).to_be_hidden()
    controls(page)
    expect(page.locator(".figures")).to_contain_text("2,097,152")
    picture = saved(page)
    assert tiles(picture) == 42
    page.get_by_role("radio", name="sea").check()
    page.get_by_role("button", name="New tiling").click()
    page.wait_for_function("() => !/[/]3([/]|$)/.test(location.hash)")
    other = tiled(page, "aztec:6")
    assert other["seed"] != 3
    page.get_by_role("button", name="Copy link").click()
    link: str = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"#/random/aztec:6/{other['seed']}/sea")
    found = saved(page)
    assert tiles(found) == 42
    assert found != picture
    again = open_page("#" + link.partition("#")[2], calm=True)
    tiled(again, "aztec:6")
    controls(again)
    assert saved(again) == found
    # A weight of horizontal dominoes is part of the link.
    again.get_by_label("Weight of a horizontal domino").select_option("4")
    again.wait_for_function("() => location.hash.endsWith('/sea/4')")
    tiled(again, "aztec:6")
    assert saved(again) != found
    again.get_by_label("Weight of a horizontal domino").select_option("1")
    again.wait_for_function("() => location.hash.endsWith('/sea')")
    # Its colors are remembered, and a seed that is typed is used.
    again.get_by_label("Seed").fill("3")
    again.get_by_label("Seed").press("Enter")
    shows(again.locator(CANVAS), '"seed":3,')
    again.get_by_role("radio", name="bright").check()
    state(again)
    assert saved(again) == picture
    assert saved_file(again, "PNG").path().read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_every_sort_of_board(open_page: Open) -> None:
    page = open_page("#/random/aztec:5/1", calm=True)
    tiled(page, "aztec:5")
    controls(page)
    page.get_by_label("Order:").fill("8")
    assert tiled(page, "aztec:8")["total"] == 8
    assert tiles(saved(page)) == 72
    page.get_by_role("radio", name="Hexagon").check()
    tiled(page, "tri:hexagon16")
    for side, size in (("A", 2), ("B", 3), ("C", 4)):
        page.get_by_label(f"Side {side}").fill(str(size))
    tiled(page, "tri:hexagon2,3,4")
    assert tiles(saved(page)) == 2 * 3 + 3 * 4 + 2 * 4
    expect(page.locator(".figures")).to_contain_text("490")
    expect(page.locator(".naming .lead")).to_contain_text("26 lozenges")
    page.get_by_role("radio", name="Rectangle").check()
    tiled(page, "30x40")
    page.get_by_label("Rows").fill("4")
    page.get_by_label("Columns").fill("6")
    tiled(page, "4x6")
    assert tiles(saved(page)) == 12
    page.get_by_role("radio", name="Own drawing").check()
    shows(page.locator(CANVAS), "####")
    before = state(page)["board"]
    on = page.locator(".bench .on")
    expect(on).to_have_count(before.count("#"))
    # Two cells of a color away, and it is said why there is no tiling, and shown.
    for cell in ("7,7", "7,5"):
        page.locator(f'.bench [data-name="{cell}"]').click()
    expect(page.locator(".naming .lead")).to_contain_text("has no tiling: the")
    shows(page.locator(CANVAS), '"tiled":false')
    page.locator('.bench [data-name="7,5"]').click()
    page.locator('.bench [data-name="7,6"]').click()
    shows(page.locator(CANVAS), '"tiled":true')
    assert tiles(saved(page)) == before.count("#") // 2 - 1
    page.reload()
    expect(on).to_have_count(before.count("#") - 2)


@pytest.mark.usefixtures("ignore_failed_requests")
def test_boards_that_are_refused(open_page: Open) -> None:
    page = open_page("#/random/aztec:999/1")
    expect(page.locator(".naming .lead")).to_contain_text("at most 160000 cells")
    go(page, "#/random/8x7-9,9/1")
    expect(page.locator(".naming .lead")).to_contain_text("9,9")
    go(page, "#/random/aztec:3/1")
    tiled(page, "aztec:3")


def test_tiles_are_turned_by_click_and_by_key(open_page: Open) -> None:
    page = open_page("#/random/2x2/1", calm=True)
    shown = tiled(page, "2x2")
    controls(page)
    state(page)
    first = saved(page)
    box = box_of(page.locator(CANVAS))
    page.mouse.click(*box.middle)
    assert state(page)["hand"] == 1
    turned = saved(page)
    assert turned != first
    page.locator("h1").click()
    page.keyboard.press("z")
    assert state(page)["at"] == shown["total"]
    assert saved(page) == first
    page.keyboard.press("y")
    assert state(page)["at"] == shown["total"] + 1
    assert saved(page) == turned
    # By keyboard: from one place where tiles can be turned to the next.
    go(page, "#/random/aztec:10/4")
    tiled(page, "aztec:10")
    picture = saved(page)
    page.locator(CANVAS).focus()
    page.keyboard.press("ArrowRight")
    said = page.locator("#announcer")
    expect(said).to_have_text(re.compile(r"row \d+, column \d+"))
    page.keyboard.press("Enter")
    expect(said).to_have_text(re.compile(r"Turned the tiles around row \d+, column \d+"))
    assert state(page)["hand"] == 1
    assert saved(page) != picture
    page.locator(CANVAS).focus()
    page.keyboard.press("Enter")
    assert state(page)["hand"] == 2
    assert saved(page) == picture
    # Zoomed and moved.
    page.locator(CANVAS).focus()
    near = state(page)["unit"]
    page.keyboard.press("+")
    assert state(page)["unit"] > near
    page.keyboard.press("0")
    assert state(page)["unit"] == pytest.approx(near)


def test_it_grows_step_by_step(open_page: Open) -> None:
    for path, board in (
        ("#/random/aztec:12/5", "aztec:12"),
        ("#/random/tri:hexagon3/5", "tri:hexagon3"),
    ):
        page = open_page(path)
        page.wait_for_selector(CANVAS)
        # It plays by itself to the end.
        shown = tiled(page, board)
        assert shown["at"] == shown["total"] > 5
        controls(page)
        picture = saved(page)
        answer = random_tiling(board, 5)
        assert answer["tiles"] is not None
        assert (
            tiles(picture) == sum(letter != "." for line in answer["tiles"] for letter in line) / 2
        )
        place = page.get_by_role("slider", name="Step")
        place.fill("3")
        early = saved(page)
        assert state(page)["at"] == 3
        assert early != picture
        page.get_by_role("button", name="One step back").click()
        page.get_by_role("button", name="One step", exact=True).click()
        assert saved(page) == early
        if board.startswith("aztec"):
            assert tiles(early) == 12
        # A click shows the rest at once.
        page.locator(CANVAS).click()
        assert state(page)["at"] == shown["total"]
        assert saved(page) == picture
        page.close()
