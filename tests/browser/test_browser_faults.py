"""Faults that players found on the page, each once: pieces, messages and strokes at every size of the window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from moves import cell_point, placed_cells, still
from playwright.sync_api import Page, expect

Open = Callable[..., Page]


def middle(page: Page, selector: str) -> tuple[float, float]:
    """Return the middle of an element."""
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_placed_piece_turns_where_it_lies_and_nothing_else_moves(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    slots = page.locator(".slot")
    expect(slots).not_to_have_count(0)

    def lie() -> list[object]:
        return [slots.nth(i).bounding_box() for i in range(slots.count())] + [
            page.locator(".layer-board .floor").bounding_box()
        ]

    before = lie()
    page.mouse.click(*middle(page, ".slot .face"))
    page.mouse.click(*cell_point(page, (1, 1)))
    expect(page.locator(".placed")).to_have_count(1)
    assert lie() == before
    # No frame around the table.
    assert page.evaluate("getComputedStyle(document.querySelector('svg.table')).outlineStyle") == "none"
    first = placed_cells(page)
    page.mouse.move(*cell_point(page, first[1]))
    page.keyboard.press("r")
    expect(page.locator(".placed")).to_have_count(1)
    turned = placed_cells(page)
    assert turned != first
    still(page)
    page.mouse.dblclick(*cell_point(page, turned[0]))
    expect(page.locator(".placed")).to_have_count(1)
    assert placed_cells(page) != turned


def test_a_piece_in_the_hand_of_the_keyboard_shows_whether_it_fits(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    page.locator(".slot").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".lifted.fits")).to_have_count(1)
    page.keyboard.press("Enter")
    page.locator(".slot").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".lifted.amiss")).to_have_count(1)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (667, 375), (568, 320)])
def test_board_title_and_message_have_room_at_any_size(open_page: Open, width: int, height: int) -> None:
    page = open_page("#/p/talos:tower-gates-5", width=width, height=height)
    board = page.locator(".layer-board .floor")
    expect(board).to_be_visible()
    title = page.get_by_role("heading", level=1).bounding_box()
    there = board.bounding_box()
    assert title
    assert there
    assert title["height"] < 60
    assert there["y"] >= 0
    assert there["y"] + there["height"] <= height
    page.keyboard.press("h")
    message = page.locator(".message p")
    expect(message).to_be_visible()
    box = page.locator(".message").bounding_box()
    assert box
    for name in (".top", ".tools", ".layer-tray"):
        other = page.locator(name).bounding_box()
        # Where the window is low, the message lies over the title.
        if other and not (name == ".layer-tray" and height < 500):
            assert (
                box["y"] + box["height"] <= other["y"] + 1
                or box["y"] >= other["y"] + other["height"] - 1
                or box["x"] >= other["x"] + other["width"]
                or box["x"] + box["width"] <= other["x"]
            ), name
    # Strokes are as wide on small cells as on large ones.
    stroke = page.locator(".layer-hint .look").first
    assert stroke.evaluate("each => getComputedStyle(each).vectorEffect") == "non-scaling-stroke"
    assert stroke.evaluate("each => getComputedStyle(each).strokeWidth") == "3px"


def test_a_drawn_piece_has_the_color_of_the_list_of_pieces(open_page: Open) -> None:
    page = open_page("#/p/dots:4x6-easy")
    expect(page.locator(".layer-board .floor")).to_be_visible()
    page.keyboard.press("h")
    page.get_by_role("button", name="Show it").click()
    hinted = page.locator(".suggestion .face").get_attribute("fill")
    page.get_by_role("button", name="Place it").click()
    drawn = page.locator(".region .face").first.get_attribute("fill")
    listed = page.locator(".legend .face").evaluate_all("all => all.map(each => each.getAttribute('fill'))")
    assert drawn == hinted
    assert drawn in listed


def test_the_smallest_missing_cell_boards_come_to_rest(open_page: Open) -> None:
    page = open_page("#/deficient/1/1,1")
    page.get_by_label("Row").fill("2")
    page.get_by_label("Column").fill("1")
    page.get_by_role("button", name="Remove").click()
    page.wait_for_url("**/#/deficient/1/1,0")


def test_damaged_links_and_lists_are_said_in_words(open_page: Open) -> None:
    page = open_page("#/p/%E0%A4%A")
    expect(page.get_by_text("This link is damaged")).to_be_visible()
    page.evaluate("localStorage.setItem('tilewright:days', '5')")
    page.goto(page.url.split("#")[0] + "#/")
    page.reload()
    expect(page.get_by_role("heading", name="Fit the pieces", level=2)).to_be_visible()
