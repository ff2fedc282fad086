"""Making puzzles and sharing them, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from moves import Open, anew, box_of, go, keys, make, still
from PIL import Image
from playwright.sync_api import expect

from tilewright.formats.cutting.picture import board_from_picture
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.puzzle import KINDS, make_puzzle
from tilewright.puzzles.deduction import grade


@pytest.fixture
def address(server: str) -> str:
    """The address of a server, which makes the puzzles of the library."""
    return server


def test_a_board_is_painted(open_page: Open) -> None:
    """By strokes, each of which is one step, in the mirror, by keyboard, and by numbers."""
    page = open_page("#/make/own")
    off = page.locator(".paint .off")

    def stroke(*cells: str, escape: bool = False) -> None:
        for number, cell in enumerate(cells):
            box = box_of(page.locator(f'.paint [data-name="{cell}"]'))
            page.mouse.move(*box.middle)  # one event for each
            if not number:
                page.mouse.down()
        if escape:
            page.keyboard.press("Escape")
        page.mouse.up()

    undo, redo = (page.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    expect(undo).to_be_disabled()
    stroke("0,0", "0,5")
    expect(off).to_have_count(6)
    stroke("1,0", "5,0", "5,5")
    expect(off).to_have_count(16)
    stroke("2,2", "4,4", escape=True)
    expect(off).to_have_count(16)
    undo.click()
    expect(off).to_have_count(6)
    page.keyboard.press("z")
    expect(off).to_have_count(0)
    expect(undo).to_be_disabled()
    redo.click()
    page.keyboard.press("y")
    expect(off).to_have_count(16)
    # To start again is a step like any other.
    page.get_by_role("button", name="None: Up to three cells").click()
    page.get_by_role("button", name="Start again").click()
    expect(off).to_have_count(0)
    expect(page.get_by_label("Any number of L3")).to_be_checked()
    toast = page.locator("#toast.shown")
    expect(toast).to_have_text("Cleared.Undo")
    expect(page.locator("#announcer")).to_have_text("Cleared. Use Undo to restore the board.")
    toast.get_by_text("Undo").click()
    expect(off).to_have_count(16)
    expect(toast).to_have_count(0)
    page.get_by_role("button", name="Start again").click()
    expect(off).to_have_count(0)
    undo.click()
    expect(off).to_have_count(16)
    expect(page.get_by_label("Any number of L3")).not_to_be_checked()
    page.reload()
    expect(off).to_have_count(16)
    anew(page, "#/make/own")
    page.locator('.paint [data-name="0,0"]').focus()
    keys(page, "ArrowRight", "ArrowDown", "Space", "ArrowDown", "Enter", "ArrowUp", "Space")
    expect(page.locator(".paint .off")).to_have_count(1)
    expect(page.locator('.paint [data-name="2,1"]')).to_have_attribute("aria-selected", "false")
    anew(page, "#/make/own")
    expect(page.locator(".verdict")).to_have_text("80,092 solutions")
    page.get_by_label("left and right").check()
    page.locator('.own .painting .paint [data-name="1,0"]').click()
    off = page.locator(".painting .paint .off")
    expect(off).to_have_count(2)
    page.get_by_label("top and bottom").check()
    page.locator('.painting .paint [data-name="0,2"]').click()
    names = {"1,0", "1,5", "0,2", "0,3", "5,2", "5,3"}
    assert set(off.evaluate_all("all => all.map((one) => one.dataset.name)")) == names
    page.keyboard.press("z")
    expect(off).to_have_count(2)
    # The numbers that are used are shown, and what is painted stays while one is typed.
    anew(page, "#/make/own")
    rows = page.get_by_label("Rows")
    for typed, used in (
        ("0", "1"),
        ("-3", "1"),
        ("21", "20"),
        ("1000000000", "20"),
        ("", "1"),
        ("7", "7"),
    ):
        rows.fill(typed)
        rows.blur()
        expect(rows).to_have_value(used)
        expect(page.locator(".paint [role=row]")).to_have_count(int(used))
        # What is used instead is said.
        said = page.locator("#toast.shown")
        expect(said).to_have_count(int(typed != used))
        if typed != used:
            text = f"The number must be an integer from 1 to 20, so {used} is used."
            expect(said).to_have_text(text)
            page.evaluate("document.getElementById('toast').classList.remove('shown')")
    empty = page.get_by_label("Empty cells")
    empty.fill("-2")
    empty.blur()
    expect(empty).to_have_value("0")
    anew(page, "#/make/own")
    page.locator('.paint [data-name="3,4"]').click()
    columns = page.get_by_label("Columns")
    columns.select_text()
    columns.press_sequentially("12")
    expect(page.locator(".paint [role=gridcell]")).to_have_count(72)
    expect(page.locator(".paint .off")).to_have_count(1)
    expect(page.locator('.paint [data-name="3,4"]')).to_have_attribute("aria-selected", "false")
    # What is typed is one step.
    page.get_by_role("button", name="Undo").click()
    expect(columns).to_have_value("6")
    expect(page.locator(".paint .off")).to_have_count(1)


def test_what_is_said_of_an_own_board(open_page: Open) -> None:
    """How many ways there are, or why there is none, on the board; how hard it is; and how it is
    solved.
    """
    page = open_page("#/make/own")
    expect(page.locator(".verdict")).to_have_text("80,092 solutions")
    page.get_by_label("Rows").fill("2")
    page.get_by_label("Columns").fill("3")
    expect(page.locator(".verdict")).to_have_text("3 solutions")
    page.get_by_label("Any number of I3").uncheck()
    page.locator('.paint [data-name="0,0"]').click()
    expect(page.locator(".verdict")).to_have_text("The board cannot be filled.")
    page.locator('.paint [data-name="0,0"]').click()
    expect(page.locator(".verdict")).to_contain_text("exactly one solution")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator(".table")).to_be_visible()
    link = page.url
    assert "#/p/id%3A" in link
    other = open_page("#" + link.partition("#")[2])
    expect(other.locator("h1")).to_have_text("My own 2 × 3")
    # Marked cells that T-tetrominoes cannot agree with, then numbers; both go when the board
    # changes.
    anew(page, "#/make/own")
    page.get_by_role("button", name="None: Up to three cells").click()
    page.get_by_label("Any number of T4").check()
    expect(page.locator(".verdict")).to_have_text("The board cannot be filled.")
    expect(page.locator(".own .side .lead")).to_contain_text(
        "so 9 pieces cover an odd number of dark cells in total, but there are 18"
    )
    expect(page.locator(".paint .marked")).to_have_count(18)
    page.get_by_label("Any number of T4").uncheck()
    expect(page.locator(".paint .marked")).to_have_count(0)
    page.get_by_label("Any number of I4").check()
    page.get_by_label("Any number of L3").check()
    page.get_by_label("Rows").fill("4")
    page.get_by_label("Columns").fill("3")
    page.locator(".paint [data-name='1,1']").click()
    expect(page.locator(".paint .weight")).to_have_count(11)
    expect(page.locator(".own .side .lead")).to_contain_text(
        "the sum over the whole board is 10, which has the form 3k + 1"
    )
    page.locator(".paint [data-name='1,1']").click()
    expect(page.locator(".verdict")).to_contain_text("solutions")
    expect(page.locator(".paint .weight")).to_have_count(0)
    anew(page, "#/make/own")
    page.get_by_label("Rows").fill("1")
    page.get_by_label("Columns").fill("3")
    expect(page.locator(".verdict")).to_have_text("There is exactly one solution")
    expect(page.locator(".own .side .lead")).to_have_text("This board makes a good puzzle.")
    anew(page, "#/make/own")
    expect(page.locator(".verdict")).to_have_text("80,092 solutions")
    asked = page.get_by_role("button", name="How hard is this puzzle?")
    expect(asked).to_be_hidden()
    page.get_by_label("Rows").fill("2")
    page.get_by_label("Columns").fill("3")
    page.get_by_label("Any number of I3").uncheck()
    page.get_by_role("button", name="Add one L3").click()
    page.get_by_role("button", name="Add one L3").click()
    expect(page.locator(".details, .lead").first).to_be_visible()
    asked.click()
    wanted = grade(
        compile_cover(make_puzzle("sigil", Board.parse("2x3"), ("L3=2",), turn="free").problem())
    )
    expect(page.locator(".grade")).to_contain_text(f"{wanted.level} score {wanted.score}")
    expect(page.locator(".grade li")).to_have_count(len(wanted.counts))
    page.locator('.painting .paint [data-name="0,0"]').click()
    expect(page.locator(".grade li")).to_have_count(0)
    anew(page, "#/make/own")
    page.get_by_role("button", name="Watch the solver").click()
    expect(page.locator(".watching")).to_have_attribute("data-steps", re.compile("[1-9]"))


def test_own_boards_and_pieces_are_kept(open_page: Open, tmp_path: Path) -> None:
    page = open_page("#/make/own")
    page.get_by_role("button", name="None: Up to three cells").click()
    expect(page.locator(".verdict")).to_have_text("Choose at least one piece.")
    expect(page.get_by_role("button", name="Play it")).to_be_disabled()
    page.get_by_role("button", name="One each: Pentominoes").click()
    expect(page.locator(".verdict")).to_have_text("The board cannot be filled.")
    expect(page.locator(".own .side .lead")).to_have_text(
        "The board has 36 cells, but the pieces cover 60."
    )
    page.get_by_label("Rows").fill("3")
    page.get_by_label("Columns").fill("20")
    expect(page.locator(".verdict")).to_have_text("8 solutions")
    expect(page.locator(".own .side .lead")).to_contain_text(
        "2 if rotations of the board count once."
    )
    page.reload()
    expect(page.locator(".verdict")).to_have_text("8 solutions")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#toast")).to_have_text("Link copied.")
    link: str = page.evaluate("navigator.clipboard.readText()")
    other = open_page("#" + link.partition("#")[2])
    expect(other.locator(".slot")).to_have_count(12)
    other.locator("summary", has_text="More").click()
    other.get_by_role("link", name="Change it").click()
    expect(other.locator(".verdict")).to_have_text("8 solutions")
    other.get_by_role("button", name="Remove one X5").click()
    other.get_by_label("Empty cells").fill("5")
    expect(other.locator(".verdict")).to_contain_text("solutions")
    other.get_by_role("button", name="Start again").click()
    expect(other.locator(".verdict")).to_have_text("80,092 solutions")
    # A piece is drawn cell by cell.
    anew(page, "#/make/own")
    page.get_by_role("button", name="None: Up to three cells").click()
    page.get_by_text("Draw your own piece").click()

    def draw(*cells: str) -> None:
        for cell in cells:
            page.locator(f'.drawing-piece .sketch [data-name="{cell}"]').click()
        page.get_by_role("button", name="Add it").click()

    draw("0,0", "2,2")
    expect(page.locator("#toast")).to_contain_text("must be connected")
    page.get_by_role("button", name="Wipe").click()
    # A piece that has a name is known by it, however it lies.
    draw("1,1", "1,2", "1,3", "2,3")
    expect(page.locator("#toast")).to_contain_text("You drew the L4")
    page.get_by_role("button", name="None: Tetrominoes").click()
    draw("2,1", "2,2", "2,3", "3,1", "3,2", "3,3")
    expect(page.get_by_role("group", name="Other pieces")).to_be_visible()
    page.get_by_label("Any number of ###/###").check()
    expect(page.locator(".verdict")).to_have_text("There is exactly one solution")
    # Turned, it is the same piece: no second one is made.
    draw("0,0", "1,0", "2,0", "0,1", "1,1", "2,1")
    expect(page.locator(".pick.in")).to_have_count(1)
    # A board is kept under a name, and deleted.
    anew(page, "#/make/own")
    page.locator('.painting .paint [data-name="0,0"]').click()
    page.get_by_label("Name", exact=True).fill("Without a corner")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Start again").click()
    expect(page.locator(".painting .paint .off")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Open Without a corner").click()
    expect(page.locator(".painting .paint .off")).to_have_count(1)
    page.get_by_role("button", name="Delete Without a corner").click()
    expect(page.locator(".drafts li")).to_have_count(0)
    page.locator("#toast").get_by_text("Undo").click()
    expect(page.locator(".drafts li")).to_have_count(1)
    page.get_by_role("button", name="Delete Without a corner").click()
    expect(page.locator(".drafts li")).to_have_count(0)
    page.reload()
    expect(page.locator(".painting")).to_be_visible()
    expect(page.locator(".drafts li")).to_have_count(0)
    # From a picture come the same cells as the library reads.
    mask = np.array([[1, 1, 0, 1, 1], [0, 1, 1, 1, 0], [1, 1, 1, 1, 1]], dtype=bool)
    large = np.kron(mask, np.ones((17, 23), dtype=bool))
    for transparent in (False, True):
        pixels = np.full((*large.shape, 4), 255, dtype=np.uint8)
        pixels[large, :3] = 60
        if transparent:
            pixels[~large, 3] = 0
        Image.fromarray(pixels).save(tmp_path / "board.png")
        read = board_from_picture(tmp_path / "board.png", 3, 5)
        assert (read.mask == mask).all()
        anew(page, "#/make/own")
        page.get_by_label("Rows").fill("3")
        page.get_by_label("Columns").fill("5")
        page.get_by_label("Picture of a board").set_input_files(tmp_path / "board.png")
        off = page.locator(".painting .paint .off")
        expect(off).to_have_count(int((~mask).sum()))
        found = set(off.evaluate_all("all => all.map((one) => one.dataset.name)"))
        assert found == {f"{row},{column}" for row, column in np.argwhere(~mask)}
        (tmp_path / "words.png").write_text("no picture")
        page.get_by_label("Picture of a board").set_input_files(tmp_path / "words.png")
        expect(page.locator("#toast")).to_contain_text("cannot read this file")


def test_every_kind_of_puzzle_is_made_by_one_tap(open_page: Open) -> None:
    page = open_page("#/make", width=390, height=844, touch=True, calm=True)
    cards = page.locator(".kind")
    # Each kind has a picture, and the levels that it has.
    expect(cards.locator("svg.thumbnail .ground")).to_have_count(len(KINDS))
    for card, kind in zip(cards.all(), KINDS.values(), strict=True):
        expect(card.get_by_role("heading")).to_have_text(kind.title)
        expect(card.locator(".chips button")).to_have_text([*kind.levels])
        for chip in card.locator(".chips button").all():
            box = box_of(chip)
            assert min(box.width, box.height) >= 40
    for number, kind in enumerate(KINDS.values()):
        level = next(iter(kind.levels))
        cards.nth(number).get_by_role("button", name=level, exact=True).tap()
        expect(page.locator(".table, svg.outlines")).to_be_visible()
        expect(page.locator(".facts .level")).to_have_text(level)
        page.go_back()
        expect(cards).to_have_count(len(KINDS))
    go(page, "#/collections")
    expect(page.get_by_role("heading", name="Made here")).to_be_visible()


def test_making_says_how_it_goes_and_is_cancelled(open_page: Open, server: str) -> None:
    page = open_page("#/make/own", at=server, calm=True)
    # A worker that never answers.
    page.add_init_script("Worker.prototype.postMessage = () => {};")
    page.goto(page.url.replace("/own", ""))
    page.reload()
    card, other = page.locator(".kind").nth(0), page.locator(".kind").nth(1)
    card.get_by_role("button").first.click()
    making = page.locator(".making")
    expect(making).to_contain_text(re.compile(r"Making … \d+ s"))
    expect(making.get_by_role("progressbar")).to_be_visible()
    expect(making.get_by_role("button", name="Cancel")).to_be_focused()
    # Another one takes its place.
    other.get_by_role("button").first.click()
    expect(making).to_have_count(1)
    expect(other.locator(".making")).to_be_visible()
    making.get_by_role("button", name="Cancel").click()
    expect(making).to_have_count(0)
    expect(page).to_have_url(re.compile("#/make$"))


@pytest.mark.slow
def test_puzzles_of_other_cells_are_made(open_page: Open) -> None:
    """Each sort of cells that is offered, on the first board, and what there is to read names no
    command.
    """
    page = open_page("#/make")
    page.locator(".further > summary").click()
    kind, cells = page.locator("select[name=kind]"), page.get_by_label("Cells")
    expect(cells).to_be_hidden()
    kind.select_option("sigil")
    offered = cells.locator("option").all_text_contents()
    flat, joined = ["squares", "triangles", "hexagons"], " with joined sides"
    assert offered == [*flat, "cubes", *(title + joined for title in flat)]
    for title in offered[1:]:
        kind.select_option("sigil")
        cells.select_option(title)
        boards = page.locator("select[name=size]")
        said = " ".join(boards.locator("option").all_text_contents())
        assert ":" not in said and "×" in said
        # What was chosen is kept where another kind has it, too.
        kind.select_option("given")
        expect(cells).to_have_value(title)
        kind.select_option("sigil")
        boards.select_option(index=0)
        make(page, seed="5")
        expect(page.locator(".table")).to_be_visible()
        expect(page.locator(".ways")).to_have_text("1 solution")
        assert ":" not in page.locator("h1").inner_text()
        page.go_back()
        expect(page.get_by_role("heading", name="Make a puzzle")).to_be_visible()
        page.locator(".further > summary").click()
    for other in ("given", "hole"):
        make(page, other, cells="cubes", size="cube:3x3x3")
        expect(page.locator(".table")).to_be_visible()
        page.go_back()
        expect(page.get_by_role("heading", name="Make a puzzle")).to_be_visible()


@pytest.mark.slow
def test_nothing_is_hidden_on_a_phone_or_a_tablet(open_page: Open) -> None:
    page = open_page("#/make/own", touch=True, calm=True)
    for width, height in ((844, 390), (820, 1180), (1180, 820)):
        page.set_viewport_size({"width": width, "height": height})
        still(page)
        verdict = box_of(page.locator(".own .side"))
        for label in ("Rows", "Columns", "Pieces may", "Empty cells"):
            box = box_of(page.get_by_label(label))
            assert box.right <= verdict.x, label
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator('.paint [data-name="0,0"]').click()
    page.get_by_role("button", name="Start again").click()
    expect(page.locator("#toast.shown")).to_be_visible()
    toast, play = (box_of(page.locator(each)) for each in ("#toast", ".own .side button.primary"))
    assert toast.bottom <= play.y
    assert toast.height < 60  # one line
    page.set_viewport_size({"width": 820, "height": 1180})
    still(page)
    box = box_of(page.locator(".paint").first)
    assert min(box.width, box.height) > 400
    expect(page.locator(".verdict")).to_be_in_viewport(ratio=1)
