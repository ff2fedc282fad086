"""What the browser tests know of puzzles: solutions, shapes, where cells are on the screen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Download, Locator, Page, expect

from tilewright.apps.page.shipped import exercises
from tilewright.model.puzzle import find_puzzle
from tilewright.solving.search import solve

#: Opens the page as if for the first time (`conftest.open_page`).
Open = Callable[..., Page]

#: All views but those of puzzles.
VIEWS = (
    *(
        "",
        "#/collections",
        "#/make",
        "#/make/own",
        "#/make/set/pips/3x4~~000105-%3C5.0203-7~00.01.12.23.34.45",
        "#/watch",
        "#/watch/proof",
        "#/deficient",
        "#/plane",
    ),
    *("#/figures", "#/random/aztec:6/1", "#/random/tri:hexagon3/1"),
    *("#/all/4x4%20trominoes%2B%20monomino/12", "#/progress", "#/day/2026-12-06"),
    *("#/find/square/4/free", "#/canvas/8x8/pentominoes/920a3c512z", "#/lesson"),
)
#: Whether each cell of a picture has a tile over its middle.
COVERED = """picture => [...picture.querySelectorAll(".ground .cell")].every((cell) => {
  const { x, y, width, height } = cell.getBBox(), middle = new DOMPoint(x + width / 2, y + height / 2);
  return [...picture.querySelectorAll(".tile .face")].filter((face) => face.isPointInFill(middle)).length === 1;
})"""  # noqa: E501


class Box(NamedTuple):
    """Where an element is in the window, in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower side."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


def box_of(element: Locator) -> Box:
    """Where an element is that is there."""
    box = element.bounding_box()
    assert box is not None
    return Box(**box)


def go(page: Page, path: str) -> None:
    """Follow a link within the page."""
    page.evaluate("path => { location.hash = path; }", path)


def make(page: Page, kind: str | None = None, **choices: str) -> None:
    """Choose what to make below the kinds: a kind, and other things by the names of their fields;
    and make it.
    """
    form = page.locator("form.side")
    if not form.is_visible():
        page.locator(".further > summary").click()
    if kind is not None:
        choices = {"kind": kind, **choices}
    for name, value in choices.items():
        control = form.locator(f"[name={name}]")
        if control.evaluate("one => one.tagName") == "SELECT":
            control.select_option(value)
        elif value in ("on", "off"):
            control.set_checked(value == "on")
        else:
            control.fill(value)
    form.get_by_role("button", name="Make it").click()


def controls(page: Page) -> None:
    """Unfold the controls of a page that is a picture."""
    page.get_by_role("button", name="Controls").click()
    expect(page.locator("#controls")).to_be_visible()


def uninvited(page: Page) -> None:
    """Load the page again as somebody who has learned all kinds of puzzles."""
    kept = json.dumps({subject: {"done": 5} for subject in exercises()})
    page.evaluate("kept => localStorage.setItem('tilewright:setting:learn', kept)", kept)
    page.reload()


def anew(page: Page, path: str) -> None:
    """Show a view as if nothing were kept in this browser; the page is not loaded again, which
    would take a second.
    """
    go(page, "#/make")
    expect(page.locator(".kind").first).to_be_visible()
    page.evaluate("localStorage.clear()")
    go(page, path)


def loaded_anew(page: Page, path: str) -> None:
    """Load the page as if nothing were kept in this browser."""
    origin, address = page.evaluate("[location.origin, location.href.split('#')[0]]")
    page.goto("about:blank")
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    session.detach()
    page.goto(address + path)


def keys(page: Page, *names: str) -> None:
    """Press keys, one after the other."""
    for name in names:
        page.keyboard.press(name)


def drag(page: Page, *way: tuple[float, float], steps: int = 1) -> None:
    """Press the mouse at the first point of the screen, go on to the others, and let go."""
    page.mouse.move(*way[0])
    page.mouse.down()
    for point in way[1:]:
        page.mouse.move(*point, steps=steps)
    page.mouse.up()


def saved_file(page: Page, ending: str) -> Download:
    """What a button saves as SVG or as PNG."""
    with page.expect_download() as download:
        page.get_by_role("button", name=f"Save as {ending}").click()
    return download.value


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


def heading(name: str) -> str:
    """What the page calls a puzzle: its title, or its board and pieces if the title only says where
    it comes from.
    """
    found = find_puzzle(name)
    if not name.startswith("talos:"):
        return found.title.replace(" x ", " × ")
    rows, columns = found.problem().board.shape
    return f"{rows} × {columns}, {rows * columns // 4} pieces"


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


def stroke(page: Page, cells: list[tuple[int, int]]) -> None:
    """Draw the outline of a tromino with the mouse."""

    def near(one: tuple[int, int], two: tuple[int, int]) -> bool:
        return abs(one[0] - two[0]) + abs(one[1] - two[1]) == 1

    middle = next(cell for cell in cells if sum(near(cell, other) for other in cells) == 2)
    first, last = (cell for cell in cells if cell != middle)
    drag(page, *(cell_point(page, cell) for cell in (first, middle, last)), steps=5)


def meant(cell: tuple[int, int], rows: int) -> tuple[int, int]:
    """The cell of the puzzle that is shown as this cell of an upright board."""
    row, column = cell
    return rows - 1 - column, row


def shown(cell: tuple[float, float], rows: int) -> tuple[float, float]:
    """Where a cell of the puzzle is on an upright board; the inverse of `meant`."""
    row, column = cell
    return column, rows - 1 - row


def cells_of(name: str) -> list[tuple[int, int]]:
    """The cells of a tile on the board, by its name."""
    return [(int(row), int(column)) for row, column in re.findall(r"(\d+),(\d+)", name)]


def placed_cells(page: Page) -> list[tuple[int, int]]:
    """Where the first piece on the board lies, as it is seen."""
    return cells_of(page.locator(".placed").first.get_attribute("data-name") or "")


def take_hint(page: Page) -> None:
    """Ask for a hint, see all of it, and follow it."""
    page.get_by_role("button", name="Hint (H)").click()
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="Place it").click()


def more(page: Page, name: str | None = None) -> None:
    """Open the menu of a puzzle, and press a button in it."""
    page.locator(".tools > .menu > summary").click()
    if name is not None:
        page.locator(".tools .panel").get_by_text(name, exact=True).click()


def clear_board(page: Page) -> None:
    """Take all pieces off the board."""
    more(page, "Clear the board")


def still(page: Page) -> None:
    """Wait until all is there that the page asked for, what was done is drawn, and nothing moves
    any more.
    """
    page.wait_for_load_state("networkidle")
    expect(page.locator("[aria-busy=true]")).to_have_count(0, timeout=60_000)
    page.evaluate(
        """async () => {
          const frame = () => new Promise((done) => requestAnimationFrame(done));
          await frame();
          await frame();
          const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
          await Promise.allSettled(ending.map((one) => one.finished));
          await frame();
        }"""  # noqa: E501
    )


def saved(page: Page, name: str) -> dict[str, Any]:
    return page.evaluate(
        "name => JSON.parse(localStorage.getItem('tilewright:play:' + name))", name
    )  # type: ignore[no-any-return]


def held(page: Page, piece: str) -> set[tuple[int, int]]:
    """How a piece is turned when the puzzle is opened."""
    found = find_puzzle(page.url.split("/p/")[1].replace("%3A", ":")).problem()
    return shape(list(found.pieces[found.piece_index(piece) or 0].polyomino.cells))


def shows(picture: Locator, pattern: str) -> None:
    """Wait until a picture tells of its state as this regular expression says."""
    expect(picture).to_have_attribute("data-state", re.compile(pattern))


def state_of(picture: Locator) -> dict[str, Any]:
    """What a picture tells of its state."""
    return json.loads(picture.get_attribute("data-state") or "{}")  # type: ignore[no-any-return]


def deep(page: Page) -> dict[str, Any]:
    """What the deficient board shows."""
    return state_of(page.locator("canvas.deep"))


def colors_of(page: Page, selector: str) -> list[str]:
    """The fills of some elements."""
    found: list[str] = page.locator(selector).evaluate_all(
        "all => all.map(one => one.getAttribute('fill'))"
    )
    return found
