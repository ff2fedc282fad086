"""Long boards, which stand upright on a phone."""

from __future__ import annotations

from moves import Open, box_of, cell_point, go, heading, keys, meant, placed_cells, saved
from playwright.sync_api import expect

from tilewright.puzzles.play import Session


def test_a_long_board_stands_upright_on_a_phone(open_page: Open) -> None:
    """By finger and by keyboard, with pieces and with outlines."""
    name = "classic:3x20"
    page = open_page(f"#/p/{name}", width=360, height=740, touch=True)
    expect(page.locator(".ways")).to_have_text("2 solutions")
    box = box_of(page.locator(".layer-board"))
    assert box.height > 5 * box.width
    assert cell_point(page, (1, 0))[1] - cell_point(page, (0, 0))[1] > 18  # 16 if it lay as it is
    # A tap places a piece where it is seen; the game has it where it is meant.
    page.locator('[data-name="slot I5"]').tap()
    page.touchscreen.tap(*cell_point(page, (10, 1)))
    expect(page.locator(".placed")).to_have_count(1)
    placed = Session.load(saved(page, name)["session"]).state.placed[0]
    seen = placed_cells(page)
    assert sorted(meant(cell, rows=3) for cell in seen) == list(placed.cells)
    # On a wide screen it lies, with the piece on it.
    page.set_viewport_size({"width": 1100, "height": 740})
    expect(page.locator(".placed")).to_have_count(1)
    page.wait_for_function(
        "() => { const box = document.querySelector('.layer-board').getBoundingClientRect();"
        " return box.width > 5 * box.height; }"
    )
    assert sorted(placed_cells(page)) == list(placed.cells)
    name = "classic:4x15"
    page.set_viewport_size({"width": 360, "height": 740})
    go(page, f"#/p/{name}")
    expect(page.locator("h1")).to_have_text(heading(name))
    expect(page.locator(".ways")).to_contain_text("solution")
    page.locator('[data-name="slot L5"]').focus()
    page.keyboard.press("Enter")
    look = page.locator(".carried .face")
    before = look.get_attribute("d")
    page.keyboard.press("f")
    flipped = look.get_attribute("d")
    assert flipped != before
    page.keyboard.press("f")
    expect(look).to_have_attribute("d", before or "")
    keys(page, *["r"] * 4)
    expect(look).to_have_attribute("d", before or "")
    keys(page, *["ArrowUp", "ArrowLeft"] * 15, "ArrowDown", "Enter")
    expect(page.locator(".placed")).to_have_count(1)
    seen = placed_cells(page)
    assert min(row for row, _ in seen) == 1
    assert min(column for _, column in seen) == 0
    game = Session.load(saved(page, name)["session"])
    upright = box_of(page.locator(".layer-board"))
    assert upright.height > upright.width
    assert sorted(meant(cell, rows=4) for cell in seen) == list(game.state.placed[0].cells)
    go(page, "#/p/dots:9x12-hard")
    page.locator("svg.outlines").focus()
    keys(page, "Space", "ArrowDown", "ArrowDown", "Space")
    # Three cells below each other, as seen: however the board lies.
    edges = page.locator(".drawn").evaluate_all(
        "all => all.map((one) => ['x1', 'y1', 'x2', 'y2'].map((name) => "
        "Number(one.getAttribute(name))))"
    )
    assert (
        max(x for x1, _, x2, _ in edges for x in (x1, x2))
        - min(x for x1, _, x2, _ in edges for x in (x1, x2))
        <= 1
    )
    assert all(max(y1, y2) <= 3 for _, y1, _, y2 in edges)
    assert len(edges) >= 4
