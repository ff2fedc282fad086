"""Figures in a real browser: pieces that are chosen, the figure with its tilings, its proof, links,
and the puzzle to play.
"""

from __future__ import annotations

import re

import pytest
from moves import Open, go
from playwright.sync_api import Page, expect

from tilewright import figure


def says(page: Page, verdict: str, *more: str) -> None:
    expect(page.locator(".verdict")).to_have_text(verdict)
    for text in more:
        expect(page.locator(".saying")).to_contain_text(text)


def piece(page: Page, name: str) -> None:
    page.locator(f'[data-piece="{name}"]').click()


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_pieces_are_chosen_and_their_figure_is_played(open_page: Open, touch: bool) -> None:
    size = {"width": 390, "height": 844, "touch": True} if touch else {}
    page = open_page("#/figures", **size)
    says(page, "10 cells: 2 F5 = 2 L5", "There is no smaller figure.", "found no figure of 5 cells")
    expect(page.locator(".tilings figure")).to_have_count(2)
    expect(page.locator(".tilings .tile")).to_have_count(4)
    page.get_by_role("button", name="Remove F5").click()
    says(page, "Choose two or three pieces.")
    expect(page.locator(".tilings")).to_have_count(0)
    piece(page, "L5")
    for name in ("P5", "X5"):
        piece(page, name)
        expect(page.locator(f'[data-piece="{name}"]')).to_have_attribute("aria-pressed", "true")
    found = figure("P5", "X5")
    says(page, f"20 cells: {found.figures[0].text()}", "There is no smaller figure.")
    expect(page).to_have_url(re.compile("#/figures/common/P5%2CX5/none$"))
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    page.get_by_role("button", name="Play it: fill the figure with 4 X5").click()
    expect(page.locator("h1")).to_have_text("Fit the pieces 6 × 6")
    expect(page.locator(".slot")).to_have_count(1)
    expect(page.locator(".slot")).to_contain_text("4")


def test_figures_of_one_piece_by_keyboard(open_page: Open) -> None:
    """With a symmetry, and tiled twice; other cells, and all figures of a size."""
    page = open_page("#/figures")
    says(page, "10 cells: 2 F5 = 2 L5")
    question = page.get_by_label("Question")
    question.focus()
    question.select_option("symmetric")
    says(page, "35 cells: 7 F5", "Complete searches found no figure of 5, 15, and 25 cells.")
    page.locator('[data-piece="P5"]').focus()
    page.keyboard.press("Enter")
    says(page, "25 cells: 5 P5")
    expect(page.locator('[data-piece="P5"]')).to_be_focused()
    page.get_by_label("Symmetry").select_option("full")
    page.get_by_label("odd number of tiles").uncheck()
    known = figure("P5", symmetry="full").size
    says(page, f"{known} cells: {(known or 0) // 5} P5")
    page.get_by_label("Question").select_option("twice")
    says(page, "10 cells: 2 P5 = 2 P5", "There is no smaller figure.")
    page.get_by_label("all figures of the smallest size").check()
    every = len(figure("P5", "P5", different=True, limit=None))
    says(page, f"{every} figures of 10 cells", "There is no other figure of this size.")
    expect(page.locator(".tilings")).to_have_count(every)
    address = page.url
    page.get_by_label("Cells").select_option("hexagons")
    expect(page.locator(".tilings figure").first).to_be_visible()
    page.goto("about:blank")
    page.goto(address)
    says(page, f"{every} figures of 10 cells")


def test_what_is_not_found_and_what_cannot_be(open_page: Open) -> None:
    page = open_page("#/figures/common/I4,T4/none/odd")
    says(page, "No figure meets these conditions.", "In a checkerboard coloring, I4 and T4 cover")
    go(page, "#/figures/symmetric/hexomino:7/quarter-turn/odd")
    says(page, "Not found yet", "No figure has fewer than 41 cells.")
    says(
        page,
        "Not found yet",
        "To continue, run: tilewright figure hexomino:7 --symmetry quarter-turn --copies odd",
    )
    # What no such view has is as if nothing had been said.
    go(page, "#/figures/common/F5,hexiamond:1/none")
    says(page, "10 cells: 2 F5 = 2 L5")
