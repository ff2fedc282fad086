"""The page, played in a real browser the way a person does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tilewright.construction import golomb_cell
from tilewright.puzzle import find_puzzle
from tilewright.search import solve

Open = Callable[..., Page]


def solution(name: str) -> list[tuple[str, list[tuple[int, int]]]]:
    """The tiles of one solution: piece and cells."""
    problem = find_puzzle(name).problem()
    tiling = solve(problem)
    assert tiling is not None
    full = dict(zip(problem.names, (piece.name for piece in problem.pieces), strict=True))
    tiles: dict[int, list[tuple[int, int]]] = {}
    for row, line in enumerate(tiling.labels.tolist()):
        for column, label in enumerate(line):
            if label >= 0:
                tiles.setdefault(label, []).append((row, column))
    return [(full[name], tiles[tile]) for tile, name in enumerate(tiling.piece_names())]


def shape(cells: list[tuple[int, int]]) -> set[tuple[int, int]]:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return {(row - top, column - left) for row, column in cells}


def turns_needed(start: set[tuple[int, int]], wanted: set[tuple[int, int]]) -> int:
    """How often R has to be pressed (clockwise turns)."""
    for turns in range(4):
        if start == wanted:
            return turns
        start = shape([(column, -row) for row, column in start])
    raise AssertionError("the piece cannot be turned like this")


def cell_point(page: Page, cell: tuple[float, float]) -> tuple[float, float]:
    """Where the middle of a cell of the board is on the screen."""
    box: dict[str, float] = page.evaluate(
        """([row, column]) => {
          const layer = document.querySelector('.layer-board');
          const point = new DOMPoint(column + 0.5, row + 0.5).matrixTransform(layer.getScreenCTM());
          return {x: point.x, y: point.y};
        }""",
        list(cell),
    )
    return box["x"], box["y"]


def saved(page: Page, name: str) -> dict[str, Any]:
    return page.evaluate("name => JSON.parse(localStorage.getItem('tilewright:game:' + name))", name)  # type: ignore[no-any-return]


def held(page: Page, piece: str) -> set[tuple[int, int]]:
    """How a piece is turned when the puzzle is opened."""
    found = find_puzzle(page.url.split("/p/")[1].replace("%3A", ":")).problem()
    return shape(list(found.pieces[found.piece_index(piece) or 0].polyomino.cells))


def test_a_talos_puzzle_by_mouse(open_page: Open) -> None:
    name = "talos:tower-gates-1"
    page = open_page(f"#/p/{name}")
    expect(page.locator(".ways")).to_contain_text("ways left")
    turned: dict[str, set[tuple[int, int]]] = {}
    tiles = solution(name)
    for number, (piece, cells) in enumerate(tiles):
        current = turned.get(piece) or held(page, piece)
        turns = turns_needed(current, shape(cells))
        slot = page.locator(f'[data-name="slot {piece}"] .face')
        box = slot.bounding_box()
        assert box is not None
        # Take the piece by its first cell.
        first = sorted(current)[0]
        high, wide = max(r for r, _ in current) + 1, max(c for _, c in current) + 1
        x, y = (
            box["x"] + (first[1] + 0.5) * box["width"] / wide,
            box["y"] + (first[0] + 0.5) * box["height"] / high,
        )
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 20, y + 20, steps=3)
        at = first
        for turn in range(turns):
            if turn % 2:
                page.mouse.wheel(0, 120)
                page.wait_for_timeout(200)
            else:
                page.keyboard.press("r")
            at = (at[1], high - 1 - at[0])
            high, wide = wide, high
        target = (min(r for r, _ in cells) + at[0], min(c for _, c in cells) + at[1])
        # Not quite on the middle of the cell: it snaps.
        x, y = cell_point(page, (target[0] + 0.2, target[1] - 0.2))
        page.mouse.move(x, y, steps=6)
        if number < len(tiles) - 1:
            page.mouse.up()
            expect(page.locator(".placed")).to_have_count(number + 1)
            turned[piece] = shape(cells)
        else:
            page.mouse.up()
    expect(page.get_by_role("dialog")).to_contain_text("Solved!")
    assert page.outside == []  # type: ignore[attr-defined]
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    page.get_by_role("button", name="More puzzles").click()
    expect(page.locator(".card.solved")).to_contain_text("Tower Gates (Red) #1")


def test_a_talos_puzzle_by_keyboard_alone(open_page: Open) -> None:
    name = "talos:hub-gates-2"
    page = open_page(f"#/p/{name}")
    expect(page.locator(".slot").first).to_be_visible()
    for piece, cells in solution(name):
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.name") == f"slot {piece}":
                break
        else:
            raise AssertionError(f"Tab does not reach {piece}")
        page.keyboard.press("Enter")
        for _ in range(turns_needed(held(page, piece), shape(cells))):
            page.keyboard.press("r")
        for _ in range(6):
            page.keyboard.press("ArrowUp")
            page.keyboard.press("ArrowLeft")
        for _ in range(min(row for row, _ in cells)):
            page.keyboard.press("ArrowDown")
        for _ in range(min(column for _, column in cells)):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("Solved!")


def test_a_dot_puzzle_by_drawing(open_page: Open) -> None:
    name = "dots:4x6-easy"
    page = open_page(f"#/p/{name}")
    expect(page.locator(".ways")).to_have_text("1 way left")
    for number, (_, cells) in enumerate(solution(name)):
        left = list(cells)
        path = [left.pop(0)]
        while left:
            near = next(
                (
                    cell
                    for cell in left
                    if any(abs(cell[0] - r) + abs(cell[1] - c) == 1 for r, c in path[-1:])
                ),
                None,
            )
            if near is None:
                path = path[::-1]
                near = next(
                    cell for cell in left if abs(cell[0] - path[-1][0]) + abs(cell[1] - path[-1][1]) == 1
                )
            left.remove(near)
            path.append(near)
        page.mouse.move(*cell_point(page, path[0]))
        page.mouse.down()
        for cell in path[1:]:
            page.mouse.move(*cell_point(page, cell), steps=5)
        page.mouse.up()
        if number == 0:
            expect(page.locator(".region")).to_have_count(1)
    expect(page.get_by_role("dialog")).to_contain_text("Solved!")


def test_edges_can_be_drawn_and_wiped_out_by_key(open_page: Open) -> None:
    page = open_page("#/p/dots:4x6-easy")
    page.locator("svg.outlines").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator(".drawn")).to_have_count(1)
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator(".drawn")).to_have_count(0)
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.locator(".drawn")).to_have_count(7)


def test_hint_undo_redo_reload_and_go_on(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".message")).to_contain_text("row 1, column 1")
    page.get_by_role("button", name="Place it").click()
    expect(page.locator(".placed")).to_have_count(1)
    page.keyboard.press("z")
    expect(page.locator(".placed")).to_have_count(0)
    page.keyboard.press("y")
    expect(page.locator(".placed")).to_have_count(1)
    page.reload()
    expect(page.locator(".placed")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".placed")).to_have_count(0)
    assert saved(page, "talos:hub-gates-1")["hints"] == 1


def test_a_wrong_piece_is_noticed(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    page.locator('[data-name="slot Z4"]').click()
    page.mouse.click(*cell_point(page, (1, 1)))
    expect(page.locator(".placed")).to_have_count(1)
    expect(page.locator(".ways")).to_have_text("no way left")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".message")).to_contain_text("no longer be finished")
    page.locator(".placed").focus()
    page.keyboard.press("Delete")
    expect(page.locator(".placed")).to_have_count(0)


def test_touch(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1", width=390, height=800, touch=True)
    page.locator('[data-name="slot J4"]').tap()
    expect(page.locator('[data-name="slot J4"]')).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Turn the chosen piece (R)").tap()
    x, y = cell_point(page, (1, 1))
    page.touchscreen.tap(x, y)
    expect(page.locator(".placed")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_double_tap_turns_a_piece(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1", width=390, height=800, touch=True)
    face = page.locator('[data-name="slot J4"] .face')
    before = face.get_attribute("d")
    page.locator('[data-name="slot J4"]').dblclick()
    expect(face).not_to_have_attribute("d", before or "")
    page.get_by_role("button", name="Turn the chosen piece (R)").click()
    page.get_by_role("button", name="Turn the chosen piece (R)").click()
    page.get_by_role("button", name="Turn the chosen piece (R)").click()
    expect(face).to_have_attribute("d", before or "")


def test_colors_and_patterns(open_page: Open) -> None:
    page = open_page("#/p/talos:tower-gates-1")
    for number in range(4):
        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="Place it").click()
        expect(page.locator(".placed")).to_have_count(number + 1)
    page.get_by_role("button", name="Look at it").click()
    fills = page.locator(".placed .face")
    assert len({fills.nth(i).get_attribute("fill") for i in range(4)}) == 2  # two L and two Z
    page.locator("summary", has_text="Colors").click()
    page.get_by_text("corners too").click()
    assert len({fills.nth(i).get_attribute("fill") for i in range(4)}) >= 3
    page.get_by_text("patterns as well").click()
    expect(page.locator(".placed .shine")).to_have_count(4)
    hatched = page.locator(".placed .hatch").count()
    assert hatched == 4
    page.reload()
    expect(page.locator(".placed .hatch")).to_have_count(hatched)


def test_own_puzzle_and_its_link(open_page: Open) -> None:
    page = open_page("#/make/own")
    expect(page.locator(".verdict")).to_have_text("80,092 tilings")
    page.get_by_label("Rows").fill("2")
    page.get_by_label("Columns").fill("3")
    expect(page.locator(".verdict")).to_have_text("3 tilings")
    page.get_by_label("Any number of I3").uncheck()
    page.locator('.paint [data-name="0,0"]').click()
    expect(page.locator(".verdict")).to_have_text("There is no tiling.")
    page.locator('.paint [data-name="0,0"]').click()
    expect(page.locator(".verdict")).to_contain_text("tiling")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator(".table")).to_be_visible()
    link = page.url
    assert "#/p/id%3A" in link
    other = open_page(link.split("/", 3)[3])
    expect(other.locator("h1")).to_have_text("Sigil 2 x 3")


def test_a_new_puzzle_is_made(open_page: Open) -> None:
    page = open_page("#/make")
    page.get_by_label("Board").select_option("6x6")
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Make it").click()
    expect(page.locator("svg.outlines")).to_be_visible(timeout=20_000)
    expect(page.locator(".ways")).to_have_text("1 way left")
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.get_by_role("heading", name="Made here")).to_be_visible()


def test_today(open_page: Open) -> None:
    page = open_page()
    expect(page.get_by_text("Cover all but today")).to_be_visible(timeout=20_000)
    page.get_by_text("Cover all but today").click()
    expect(page.locator(".ways")).to_have_text("1 way left")
    expect(page.locator(".today")).to_have_count(2)


def test_watching_the_search(open_page: Open) -> None:
    page = open_page("#/watch/talos:tower-gates-1")
    picture = page.locator(".watching")
    expect(picture).to_have_attribute("data-steps", re.compile("[1-9]"))
    page.get_by_role("button", name="Pause").or_(page.get_by_role("button", name="Play")).first.click()
    if page.get_by_role("button", name="Pause").count():
        page.get_by_role("button", name="Pause").click()
    before = picture.get_attribute("data-steps")
    page.wait_for_timeout(400)
    assert picture.get_attribute("data-steps") == before
    for _ in range(40):
        page.get_by_role("button", name="One step").click()
    expect(page.locator(".figures")).to_contain_text("Tilings")
    expect(page.locator(".side .verdict")).to_contain_text("Tiling")


def test_watching_the_proof(open_page: Open) -> None:
    page = open_page("#/watch/proof")
    page.get_by_label("Board:").fill("2")
    page.get_by_role("slider", name="Speed").fill("100")
    expect(page.locator(".caption")).to_contain_text("All 5 trominoes are placed")
    expect(page.locator(".proof .tile")).to_have_count(5)


def deep(page: Page) -> dict[str, Any]:
    return json.loads(page.locator("canvas").get_attribute("data-state") or "{}")  # type: ignore[no-any-return]


def test_the_deficient_board(open_page: Open) -> None:
    page = open_page("#/deficient/3")
    canvas = page.locator("canvas")
    expect(canvas).to_have_attribute("data-state", re.compile('"n":3'))
    box = canvas.bounding_box()
    assert box is not None
    before = deep(page)["hole"]
    canvas.click(position={"x": box["width"] / 2 + 5, "y": box["height"] / 2 + 5})
    page.wait_for_timeout(200)
    assert deep(page)["hole"] == ["4", "4"] != before
    page.get_by_label("Board:").fill("60")
    page.wait_for_timeout(200)
    state = deep(page)
    assert state["n"] == 60
    assert state["k"] > 50
    assert state["hole"] == [str(4 << 57), str(4 << 57)]
    page.get_by_role("button", name="Dive to the hole").click()
    expect(canvas).to_have_attribute("data-state", re.compile('"k":0'), timeout=30_000)
    state = deep(page)
    assert all(abs(int(middle) - (4 << 57)) < 50 for middle in state["middle"])


def test_the_closed_form_in_the_browser_is_that_of_the_library(open_page: Open, address: str) -> None:
    page = open_page("#/deficient")
    side = 1 << 60
    cells = [(7 * number * number + 3, (side // 97) * number + number) for number in range(40)]
    hole = (side // 3, side // 5)
    found = page.evaluate(
        """async ([cells, hole]) => {
          const { tileAt, cellsOf } = await import('/static/golomb.js');
          const at = hole.map(BigInt);
          return cells.map(([r, c]) => cellsOf(tileAt(BigInt(r), BigInt(c), at)).map((cell) => cell.map(String)));
        }""",
        [[[str(r), str(c)] for r, c in cells], [str(hole[0]), str(hole[1])]],
    )
    for cell, tile in zip(cells, found, strict=True):
        assert {(int(r), int(c)) for r, c in tile} == {
            tuple(map(int, each)) for each in golomb_cell(60, hole, cell).cells
        }


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path",
    [
        "",
        "#/p/talos:tower-gates-5",
        "#/p/dots:6x6-easy",
        "#/p/calendar:10-06",
        "#/make",
        "#/make/own",
        "#/watch",
        "#/watch/proof",
        "#/deficient",
        "docs",
    ],
)
def test_accessible(open_page: Open, path: str, scheme: str) -> None:
    page = open_page(path, scheme=scheme)
    page.wait_for_selector("h1")
    page.wait_for_timeout(1200)
    results = Axe().run(page)
    found = [
        (each["id"], [node["html"][:120] for node in each["nodes"][:3]])
        for each in results.response["violations"]
    ]
    assert found == []


def test_exports(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    page.locator("summary", has_text="More").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as SVG").click()
    text = download.value.path().read_text()
    assert text.startswith("<svg")
    assert "class=" not in text
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as PNG").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
