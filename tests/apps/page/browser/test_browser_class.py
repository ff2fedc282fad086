"""What the page has for a class in a real browser: figures to find, the canvas, and lessons."""

from __future__ import annotations

import re

import pytest
from moves import Open
from playwright.sync_api import Page, expect

from tilewright.model.space.catalog import polyominoes


def draw(page: Page, cells: list[tuple[int, int]], touch: bool) -> None:
    """Paint cells of the field one by one, and add the figure."""
    for row, column in cells:
        cell = page.locator(f'.find-field [data-name="{row},{column}"]')
        if touch:
            cell.tap()
        else:
            cell.click()
    page.get_by_role("button", name="Add this shape").click()


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_all_figures_are_found(open_page: Open, touch: bool) -> None:
    size = {"width": 320, "height": 640, "touch": True} if touch else {}
    page = open_page("#/find/square/4", calm=True, **size)
    verdict, tally = page.locator(".verdict"), page.locator(".find-tally")
    expect(tally).to_have_text("0 of 5")
    draw(page, [(1, 1), (2, 1), (3, 1)], touch)
    expect(verdict).to_have_text("Draw a shape of 4 cells. This one has 3.")
    draw(page, [(4, 4)], touch)
    expect(verdict).to_have_text("The cells must be connected by whole sides.")
    page.get_by_role("button", name="Wipe").click()
    draw(page, [(1, 1), (1, 2), (1, 3), (2, 3)], touch)
    expect(verdict).to_have_text("New! This is number 1.")
    draw(page, [(1, 1), (1, 2), (1, 3), (2, 1)], touch)
    expect(verdict).to_have_text("The same as number 1, flipped.")
    expect(page.locator(".pair-of svg")).to_have_count(2)
    expect(page.locator(".finds .meant")).to_have_text("1")
    page.get_by_role("button", name="Wipe").click()
    page.reload()
    expect(tally).to_have_text("1 of 5")
    for shape in polyominoes(4):
        draw(page, [(row, column) for row, column in shape.cells], touch)
        expect(verdict).to_have_text(re.compile("New|same|found all"))
        page.get_by_role("button", name="Wipe").click()
    expect(tally).to_have_text("5 of 5")
    expect(page.locator(".finds .there")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_figures_of_other_cells_by_keyboard_and_a_sheet(open_page: Open) -> None:
    page = open_page("#/find/pentagons/4", calm=True)
    expect(page.locator("#toast")).to_contain_text("shows an example")
    expect(page.locator(".find-tally")).to_have_text("0 of 5")
    page.get_by_label("Cells", exact=True).select_option("hexagons")
    page.get_by_label("Number of cells").select_option("3")
    expect(page).to_have_url(re.compile("#/find/hex/3/free$"))
    expect(page.locator(".find-tally")).to_have_text("0 of 3")
    page.locator(".find-field [tabindex='0']").focus()
    for key in ("Enter", "ArrowRight", "Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.get_by_role("button", name="Add this shape").press("Enter")
    expect(page.locator(".verdict")).to_have_text("New! This is number 1.")
    page.get_by_label("mirror images").check()
    expect(page.locator(".find-tally")).to_have_text("0 of 3")
    page.evaluate("window.print = () => { document.title = 'printed'; }")
    page.get_by_role("button", name="Print a sheet").click()
    page.wait_for_function("document.title === 'printed'")
    expect(page.locator(".printed")).to_have_count(2)
