"""All tilings of a problem in a real browser: numbers as in the library, choices, keys, links."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from moves import Open, go, keys, shows, state_of, still
from playwright.sync_api import Page, expect

import tilewright as tw
from tilewright.model.placement import Placement

BOARD = "svg.whole"
SMALL = "4x4 trominoes+ monomino"


def state(page: Page, **wanted: Any) -> dict[str, Any]:
    """What the view shows, once it has these values."""
    for name, value in wanted.items():
        words = json.dumps({name: value}, separators=(",", ":"))[1:-1]
        shows(page.locator(BOARD), re.escape(words) + "[,}]")
    return state_of(page.locator(BOARD))


def point(page: Page, row: int, column: int) -> tuple[float, float]:
    """The middle of a cell of a board of squares."""
    spot = page.locator(BOARD).evaluate(
        "(board, [x, y]) => { const { x: a, y: b } = "
        "new DOMPoint(x, y).matrixTransform(board.getScreenCTM()); return [a, b]; }",
        [column + 0.5, row + 0.5],
    )
    return tuple(spot)


def listed(page: Page) -> list[int]:
    """How many tilings use each of the placements that are listed."""
    shares = page.locator(".choose .share").all_inner_texts()
    return [int(text.split()[-1].replace(",", "")) for text in shares]


def numbers_at(every: tw.counting.TilingSet, cell: tuple[int, int]) -> list[int]:
    """How many tilings use each placement on a cell, the most frequent first."""
    found = [number for each, number in every.marginals().items() if cell in each.cells]
    return sorted((number for number in found if number), reverse=True)


def most_used(every: tw.counting.TilingSet, cell: tuple[int, int]) -> Placement:
    """The placement on a cell that most tilings use."""
    marginals = every.marginals()
    return max((each for each in marginals if cell in each.cells), key=marginals.__getitem__)


def test_numbers_are_those_of_the_library(open_page: Open) -> None:
    every = tw.tiling_set("6x10", "pentominoes")
    page = open_page("#/all", calm=True)
    found = state(page, count=9356)
    always, never = every.essential()
    numbers = [found[name] for name in ("total", "solutions", "fixing", "always", "never")]
    assert numbers == [9356, 2339, 60, len(always), len(never)]
    expect(page.locator(".verdict")).to_have_text("9,356 tilings")
    expect(page.locator(".told-all .lead")).to_contain_text("2,339 solutions")
    heat = every.heat()
    shares = page.locator(".side-heat").evaluate_all("all => all.map((one) => one.dataset.share)")
    assert sorted(map(float, shares)) == pytest.approx(
        sorted(number / heat.total for number in heat.boundaries.tolist()), abs=1e-4
    )
    page.mouse.click(*point(page, 2, 2))
    assert state(page, cell=[2, 2])["listed"] == len(numbers_at(every, (2, 2)))
    assert listed(page) == numbers_at(every, (2, 2))[:10]
    # The most frequent one is chosen; of what is left, the most frequent one is refused.
    chosen = most_used(every, (2, 2))
    page.locator(".choose").first.click()
    some = every.where(placed=chosen)
    state(page, count=some.count)
    expect(page.locator(".verdict")).to_have_text(f"{some.count} of 9,356 tilings")
    page.mouse.click(*point(page, 5, 0))
    state(page, cell=[5, 0])
    assert listed(page) == numbers_at(some, (5, 0))[:10]
    refused = most_used(some, (5, 0))
    page.locator(".placements .quiet").first.click()
    fewer = every.where(placed=chosen, without=refused)
    state(page, count=fewer.count)
    assert fewer.count < some.count
    # Tilings follow each other in the order of the library.
    for number in (0, 1):
        page.get_by_role("button", name="Next tiling (N)").click()
        assert state(page, at=number)["number"] == every.index(fewer[number])
        expect(page.locator(".told-all .lead")).to_contain_text(
            re.compile(r"solution \d.* of 2,339")
        )
    page.get_by_role("button", name="Undo (Z)").click()
    state(page, count=some.count)
    page.get_by_role("button", name="Start again").click()
    state(page, count=9356)


def test_choices_by_keyboard(open_page: Open) -> None:
    every = tw.tiling_set(*SMALL.split())
    page = open_page(f"#/all/{quote(SMALL)}", calm=True)
    state(page, count=344)
    page.locator(BOARD).focus()
    keys(page, "ArrowDown", "ArrowDown", "ArrowRight")
    state(page, cell=[1, 1])
    assert listed(page) == numbers_at(every, (1, 1))[:10]
    page.keyboard.press("Enter")
    expect(page.locator(".choose").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(BOARD)).to_be_focused()
    keys(page, "Enter", "Enter")
    some = every.where(placed=most_used(every, (1, 1)))
    state(page, count=some.count)
    expect(page.locator(BOARD)).to_be_focused()
    page.keyboard.press("p")
    found = state(page, at=some.count - 1)
    assert found["number"] == every.index(some[-1])
    page.keyboard.press("r")
    found = state(page)
    assert every[found["number"]] in some
    page.keyboard.press("z")
    state(page, count=344, at=None)
    page.keyboard.press("y")
    state(page, count=some.count)
    # What leaves one tiling is listed, and outlined on the board.
    page.get_by_label("Placements to list").select_option("fixing")
    fixing = len([1 for each in some.fixing() if each != most_used(every, (1, 1))])
    assert state(page)["listed"] == fixing > 0
    expect(page.locator(".outlined")).to_have_count(fixing)
    page.locator(".choose").first.click()
    state(page, count=1)
    # The tiles of the last tiling are seen, though nobody has chosen them.
    tiles = len(list(some[0]))
    expect(page.locator(".layer-tiles .tile")).to_have_count(2)
    expect(page.locator(".layer-sure .tile")).to_have_count(tiles - 2)


def test_the_rest_is_played_and_a_link_comes_back(open_page: Open) -> None:
    page = open_page(f"#/all/{quote(SMALL)}", width=390, height=800, touch=True, calm=True)
    state(page, count=344)
    page.touchscreen.tap(*point(page, 0, 0))
    state(page, cell=[0, 0])
    first = page.locator(".choose").first
    first.tap()
    count = state(page)["count"]
    assert count < 344
    page.reload()
    state(page, count=count)
    address = page.url
    page.get_by_role("button", name="Play the rest").tap()
    expect(page.locator(".view-p .placed.given")).to_have_count(1)
    expect(page.locator(".ways")).to_contain_text("solutions")
    page.goto(address)
    state(page, count=count)
    page.locator(".chosen button").tap()
    state(page, count=344)


@pytest.mark.usefixtures("ignore_failed_requests")
def test_other_problems(open_page: Open, server: str) -> None:
    page = open_page(f"#/all/{quote('8x8 dominoes+')}", at=server, calm=True)
    expect(page.locator(".verdict")).to_have_text("There are 12,988,816 tilings.")
    field = page.get_by_label("Board and pieces, or the name of a puzzle")
    for words, count in (
        ("3x3 dominoes+", None),
        ("tri:hexagon2 diamond+", 20),
        ("4x4 I3+ L3+ monomino+ --turn fixed", 278),
        ("3x3 dominoes+ --empty 1", 18),
        ("talos:hub-gates-1", None),
    ):
        field.fill(words)
        field.press("Enter")
        if count:
            state(page, problem=words, count=count)
    state(page, problem="talos:hub-gates-1")
    field.fill("nothing at all")
    field.press("Enter")
    expect(page.locator(".verdict.bad")).to_contain_text("nothing")
    page.get_by_label("Examples").select_option("classic:tetrahexes-4x7")
    state(page, problem="classic:tetrahexes-4x7", count=18)
    still(page)
    go(page, "#/")
