"""Where the focus is, what is said, and what R, F and the wheel do, whatever the hand is: mouse, finger or keys."""

from __future__ import annotations

from collections.abc import Callable

from moves import cell_point, settled, solution, stroke
from playwright.sync_api import Page, expect

Open = Callable[..., Page]

FOCUSED = "document.activeElement.dataset?.name ?? document.activeElement.ariaLabel ?? document.activeElement.tagName"


def test_the_cursor_is_for_keys(open_page: Open) -> None:
    page = open_page("#/p/dots:4x6-easy")
    expect(page.locator(".ways")).to_have_text("1 way left")
    cursor = page.locator(".layer-cursor .cursor")
    tiles = [cells for _, cells in solution("dots:4x6-easy")]
    stroke(page, tiles[0])
    expect(page.locator(".region")).to_have_count(1)
    expect(cursor).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(cursor).to_have_count(1)
    stroke(page, tiles[1])
    expect(cursor).to_have_count(0)
    # The last tile wins; the dialog gives the focus back.
    for cells in tiles[2:]:
        stroke(page, cells)
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("svg.outlines")).to_be_focused()


def test_the_focus_is_never_lost(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    expect(page.locator(".ways")).to_have_text("1 way left")
    hint = page.get_by_role("button", name="Hint (H)")
    hint.focus()
    page.keyboard.press("Enter")
    act = page.get_by_role("button", name="Place it")
    expect(act).to_be_visible()
    act.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".placed")).to_have_count(1)
    expect(hint).to_be_focused()
    settled(page)
    page.locator(".placed").focus()
    piece = page.evaluate("document.activeElement.tile.piece")
    page.keyboard.press("Delete")
    expect(page.locator(".placed")).to_have_count(0)
    settled(page)
    assert page.evaluate(FOCUSED) == f"slot {piece}"
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.evaluate(FOCUSED) == f"slot {piece}"
    undo = page.get_by_role("button", name="Undo (Z)")
    undo.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    settled(page)
    expect(undo).to_be_disabled()
    expect(undo).to_be_focused()


def test_escape_closes_a_menu(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    for label in ("Colors", "More"):
        summary = page.locator("summary", has_text=label)
        summary.click()
        page.keyboard.press("Tab")
        page.keyboard.press("Escape")
        expect(page.locator("details.menu[open]")).to_have_count(0)
        expect(summary).to_be_focused()


def test_turning_is_about_the_piece_under_the_mouse(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    expect(page.locator(".ways")).to_have_text("1 way left")
    toast = page.locator("#toast.shown")
    page.mouse.move(*cell_point(page, (0, 0)))
    page.keyboard.press("r")
    expect(toast).to_have_text("Choose a piece first")
    face = page.locator('[data-name="slot J4"] .face')
    before = face.get_attribute("d") or ""
    page.locator('[data-name="slot J4"]').hover()
    page.keyboard.press("r")
    expect(face).not_to_have_attribute("d", before)
    for _ in range(3):
        settled(page)
        page.wait_for_timeout(160)
        page.mouse.wheel(0, 100)
    expect(face).to_have_attribute("d", before)
    page.mouse.click(
        *page.evaluate(
            "() => { const box = document.querySelector('[data-name=\"slot J4\"]').getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; }"
        ),
        button="right",
    )
    expect(face).not_to_have_attribute("d", before)
    page.keyboard.press("f")
    expect(toast).to_have_text("Pieces are not flipped in this puzzle")


def test_a_piece_is_described_with_its_dot(open_page: Open) -> None:
    page = open_page("#/p/dots:4x6-easy")
    pieces = page.locator(".legend svg")
    expect(pieces.first).to_be_visible()
    labels = pieces.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert len(set(labels)) == len(labels) > 1
    assert all(label.count("dot") + label.count("cell") == 3 for label in labels), labels
    assert "tromino, straight: cell, dot, cell" in labels, labels
    lettered = """async () => (await import('/static/game.js')).pieceInWords(
      {cells: [[0, 0], [1, 0], [1, 1]], marks: ['', 'a', 'o']})"""
    assert page.evaluate(lettered) == "row 1: cell, gap; row 2: a, dot"
