"""What the page has for a class in a real browser: figures to find, the canvas, and lessons."""

from __future__ import annotations

import re

import pytest
from moves import Open, cell_point, drag, go, saved_file, take_hint
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
    expect(verdict).to_have_text("Draw a shape of 4 cells. Your shape has 3.")
    draw(page, [(4, 4)], touch)
    expect(verdict).to_have_text("All cells must be connected along whole sides.")
    page.get_by_role("button", name="Wipe").click()
    draw(page, [(1, 1), (1, 2), (1, 3), (2, 3)], touch)
    expect(verdict).to_have_text("New! This is number 1.")
    draw(page, [(1, 1), (1, 2), (1, 3), (2, 1)], touch)
    expect(verdict).to_have_text("This is the same shape as number 1, flipped.")
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
    # Who starts again by mistake takes that back; another theme leaves the drawing.
    page.get_by_role("button", name="Start again").click()
    expect(tally).to_have_text("0 of 5")
    page.locator("#toast button").click()
    expect(tally).to_have_text("5 of 5")
    page.locator('.find-field [data-name="1,1"]').click()
    page.locator("#theme").click()
    expect(page.locator('.find-field [aria-selected="true"]')).to_have_count(1)
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


def put(page: Page, piece: str, cell: tuple[int, int], touch: bool = False) -> None:
    """Choose a piece of the tray and put it on a cell."""
    slot = page.locator(f'[data-name="slot {piece}"]')
    if touch:
        slot.tap()
        page.touchscreen.tap(*cell_point(page, cell))
    else:
        # Another click on a piece that is chosen would put it back.
        if "selected" not in (slot.get_attribute("class") or ""):
            slot.click()
        page.mouse.click(*cell_point(page, cell))


def faces(page: Page) -> list[str]:
    """The colors of the tiles on the board."""
    found = page.locator(".layer-tiles .placed .face")
    return found.evaluate_all("all => all.map((face) => face.getAttribute('fill'))")  # type: ignore[no-any-return]


def test_tiles_on_the_canvas_are_placed_painted_and_linked(open_page: Open) -> None:
    page = open_page("#/canvas/8x8/pentominoes", calm=True)
    undo = page.get_by_role("button", name="Undo (Z)")
    for cell in ((1, 1), (4, 4), (1, 6)):
        put(page, "X5", cell)
    expect(page.locator(".placed")).to_have_count(3)
    own = faces(page)
    assert len(set(own)) == 1
    # Painting does not take the tile up, and a painted tile keeps its color where it goes.
    page.get_by_role("button", name="Color 4", exact=True).click()
    page.mouse.click(*cell_point(page, (4, 4)))
    page.get_by_role("button", name="Color 4", exact=True).click()
    expect(page.locator(".placed")).to_have_count(3)
    painted = faces(page)
    assert sorted(map(painted.count, set(painted))) == [1, 2]
    drag(page, cell_point(page, (4, 4)), cell_point(page, (6, 4)), steps=8)
    expect(page.locator('[data-name*="7,4"]')).to_have_count(1)
    assert sorted(faces(page)) == sorted(painted)
    address = page.url
    assert re.search(r"#/canvas/8x8/pentominoes/[0-9a-z]{15}$", address)
    page.reload()
    expect(page.locator(".placed")).to_have_count(3)
    assert sorted(faces(page)) == sorted(painted)
    # Each step is taken back, and made again.
    put(page, "P5", (1, 3))
    expect(page.locator(".placed")).to_have_count(4)
    page.get_by_role("button", name="Clear the board").click()
    expect(page.locator(".placed")).to_have_count(0)
    undo.click()
    expect(page.locator(".placed")).to_have_count(4)
    page.keyboard.press("z")
    expect(page).to_have_url(address)
    page.keyboard.press("y")
    expect(page.locator(".placed")).to_have_count(4)
    # Another tray leaves the tiles, and who comes back finds them.
    page.get_by_label("Pieces", exact=True).select_option("tetrominoes")
    expect(page.locator(".slot")).to_have_count(5)
    expect(page.locator(".placed")).to_have_count(4)
    go(page, "#/explore")
    page.get_by_role("link", name="Canvas").click()
    expect(page.locator(".placed")).to_have_count(4)
    assert saved_file(page, "SVG").suggested_filename == "canvas.svg"


def test_the_canvas_by_finger_and_a_damaged_link(open_page: Open) -> None:
    page = open_page("#/canvas/8x8/small/zzzzz", width=320, height=640, touch=True, calm=True)
    expect(page.locator("#toast")).to_contain_text("some tiles are missing")
    expect(page.locator(".slot")).to_have_count(4)
    page.get_by_role("button", name="Color 2", exact=True).tap()
    put(page, "L3", (3, 3), touch=True)
    expect(page.locator(".placed")).to_have_count(1)
    assert page.url.endswith("1")
    page.get_by_role("button", name="Color of the piece").tap()
    page.touchscreen.tap(*cell_point(page, (3, 3)))
    expect(page).to_have_url(re.compile("z$"))
    page.get_by_role("button", name="Color of the piece").tap()
    # A tile that is tapped is in the hand, and is turned there.
    page.touchscreen.tap(*cell_point(page, (3, 3)))
    expect(page.locator(".placed")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    go(page, "#/canvas/7x99/small")
    expect(page.locator("#toast")).to_contain_text("some tiles are missing")


LESSON = "Two puzzles\nFill the board.\ntalos:hub-gates-1\nThis one is larger.\ntalos:hub-gates-2"


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_a_lesson_is_written_worked_on_and_handed_in(open_page: Open, touch: bool) -> None:
    size = {"width": 320, "height": 640, "touch": True} if touch else {}
    page = open_page("#/lesson", calm=True, **size)
    text = page.get_by_label("The lesson")
    text.fill("Two puzzles\nFill the board.\ntalos:no-such")
    expect(page.locator(".verdict.bad")).to_contain_text("talos:no-such")
    text.fill("Two puzzles\nFill the board.")
    expect(page.locator(".verdict")).to_have_text("The lesson has no puzzles yet.")
    page.get_by_label("Add a puzzle").select_option("talos:hub-gates-1")
    text.press_sequentially("This one is larger.")
    page.get_by_label("Add a puzzle").select_option("talos:hub-gates-2")
    expect(text).to_have_value(f"{LESSON}\n")
    expect(page.locator(".verdict")).to_have_text("Two puzzles: 2 puzzles")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator("#toast")).to_have_text("Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Who has the link works on the lesson, and comes back to it.
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("h1")).to_have_text("Two puzzles")
    expect(page.locator(".lesson-body > *")).to_have_text(
        [re.compile(each) for each in ("Fill", "1 of 2", "larger", "2 of 2")]
    )
    expect(page.locator(".lesson-progress")).to_have_text("0 of 2 solved")
    page.locator(".lesson-body .card").first.click()
    for _ in range(3):
        take_hint(page)
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).to_have_url(re.compile("hub-gates-2"))
    page.locator("a.back").click()
    expect(page.locator(".lesson-progress")).to_have_text("1 of 2 solved")
    code = page.locator(".hand-in code").inner_text()
    assert re.fullmatch(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}", code)
    expect(page.locator(".hand-in")).to_contain_text("proves nothing")
    # The teacher reads it.
    page.get_by_role("link", name="Edit this lesson").click()
    page.get_by_label("Codes").fill(f"Ada: {code.lower()}\n{code}\nBob {code[1:]}")
    rows = page.locator(".results tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text(re.compile("^Ada1 of 2"))
    expect(rows.nth(1)).to_contain_text(re.compile("^21 of 2"))
    expect(rows.last).to_contain_text("This code does not belong to this lesson")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Elsewhere, the puzzle leads to its collection again.
    go(page, "#/explore")
    expect(page.locator("h1")).to_have_text("Explore")
    go(page, "#/p/talos:hub-gates-1")
    expect(page.locator("a.back")).to_have_attribute("href", "#/collections")


def test_a_damaged_lesson_says_so(open_page: Open) -> None:
    page = open_page("#/lesson/ZcoxCo")
    expect(page.get_by_role("alert")).to_contain_text("The link of this lesson is damaged.")
