"""What a player does with a puzzle of each kind, one gesture after the other, on the screens that
people have.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from moves import Open, box_of, cell_point, clear_board, go, more, shown, solution, still, uninvited
from playwright.sync_api import CDPSession, Page, expect

from tilewright.model.puzzle import Kind, Puzzle, find_puzzle
from tilewright.puzzles.play import Session
from waiting import NEVER

Point = tuple[float, float]
#: The day on which the puzzles are played.
NOW = "2026-10-06T12:00:00Z"


@dataclass(frozen=True, slots=True)
class Form:
    """A screen, what points at it, and its colors."""

    width: int
    height: int
    touch: bool
    scheme: str


#: The first two are those of `make test-page`.
FORMS = {
    "phone-light": Form(390, 844, touch=True, scheme="light"),
    "desktop-dark": Form(1180, 720, touch=False, scheme="dark"),
    "phone-dark": Form(390, 844, touch=True, scheme="dark"),
    "desktop-light": Form(1180, 720, touch=False, scheme="light"),
    "landscape-light": Form(844, 390, touch=True, scheme="light"),
    "tablet-dark": Form(820, 1180, touch=True, scheme="dark"),
}


def last_move(puzzle: Puzzle) -> dict[str, Any]:
    """A game that one more hint solves. Here a hint has all the time that it needs, on any
    machine.
    """
    session = Session(puzzle)
    while not (after := session.take_hint(NEVER)).solved:
        session = after
    return session.save()


class Hand:
    """A mouse or a finger."""

    def __init__(self, page: Page, *, touch: bool) -> None:
        self._page = page
        self._finger: CDPSession | None = page.context.new_cdp_session(page) if touch else None

    def tap(self, point: Point) -> None:
        """Tap or click a point of the screen."""
        if self._finger:
            self._page.touchscreen.tap(*point)
        else:
            self._page.mouse.click(*point)

    def press(self, *way: Point) -> None:
        """Press at the first point and go on to the last; it stays there."""
        for number, point in enumerate(way):
            if self._finger:
                self._touch("touchMove" if number else "touchStart", point)
                continue
            self._page.mouse.move(*point)
            if not number:
                self._page.mouse.down()

    def release(self) -> None:
        """End what `press` began."""
        if self._finger:
            self._touch("touchEnd")
        else:
            self._page.mouse.up()

    def _touch(self, kind: str, *points: Point) -> None:
        assert self._finger is not None
        listed = [{"x": x, "y": y} for x, y in points]
        self._finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": listed})


class Play:
    """A puzzle on the screen, and the hand that plays it.

    Parameters
    ----------
    spots : tuple of int
        Where a tap puts the first piece of the tray, where it is wrong, and where a drag takes it,
        as numbers of cells from the upper left.
    """

    def __init__(self, page: Page, name: str, spots: tuple[int, ...], *, touch: bool) -> None:
        self.page = page
        self.name = name
        self.spots = spots
        self.touch = touch
        self.hand = Hand(page, touch=touch)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle that is played."""
        return find_puzzle(self.name)

    def middle(self, selector: str, number: int = 0) -> Point:
        """The middle of an element."""
        box = box_of(self.page.locator(selector).nth(number))
        return box.middle

    def press_button(self, name: str) -> None:
        """Press a button below the board, or in a message; by a click on every screen.

        Chromium makes no click of a tap that comes soon after a stroke of a finger.
        """
        self.page.get_by_role("button", name=name, exact=True).click()

    def at(self, cell: tuple[float, float]) -> Point:
        """Where a cell of a board of squares is on the screen, also if the board is upright."""
        rows, columns = self.puzzle.problem().board.shape
        width, height = self.page.locator(".layer-board .floor").evaluate(
            "one => { const { width, height } = one.getBBox(); return [width, height]; }"
        )
        upright = (rows < columns) != (height < width) and rows != columns
        return cell_point(self.page, shown(cell, rows) if upright else cell)

    @cached_property
    def path(self) -> list[tuple[int, int]]:
        """A way through all cells of one tile of the solution, each next to the one before."""
        for _, cells in solution(self.name):
            found = _path(cells)
            if len(cells) > 1 and found:
                return found
        raise AssertionError("no tile is drawn in one stroke")


def _path(
    cells: Sequence[tuple[int, int]], begun: tuple[tuple[int, int], ...] = ()
) -> list[tuple[int, int]]:
    if len(begun) == len(cells):
        return list(begun)
    for row, column in cells:
        near = not begun or abs(row - begun[-1][0]) + abs(column - begun[-1][1]) == 1
        if near and (row, column) not in begun:
            found = _path(cells, (*begun, (row, column)))
            if found:
                return found
    return []


# What both kinds of boards have ------------------------------------------------------------------


def opened(play: Play) -> None:
    """Wait until the puzzle is there."""
    expect(play.page.locator(".ways")).to_contain_text("solution")


def check(play: Play) -> None:
    """Ask whether anything is wrong: something is."""
    play.press_button("Check (C)")
    expect(play.page.locator(".message p")).to_be_visible()


def hint(play: Play) -> None:
    """Ask for a hint on a board that has no mistake."""
    clear_board(play.page)
    play.press_button("Hint (H)")
    expect(play.page.locator(".message p")).to_be_visible()


def show(play: Play) -> None:
    """See all of the hint."""
    play.press_button("Show it")
    expect(play.page.get_by_role("button", name="Place it")).to_be_visible()


def solve(play: Play) -> None:
    """Follow the hint that solves the puzzle."""
    page, name = play.page, play.name
    go(page, "#/make")
    expect(page.locator(".kind").first).to_be_visible()
    # What is left keeps its own game.
    page.evaluate(
        "([name, kept]) => localStorage.setItem(`tilewright:play:${name}`, kept)",
        [name, json.dumps({"session": last_move(play.puzzle)})],
    )
    go(page, f"#/p/{name}")
    opened(play)
    play.press_button("Hint (H)")
    show(play)
    play.press_button("Place it")
    expect(page.locator("dialog.won")).to_be_visible()


# Pieces in a tray --------------------------------------------------------------------------------


def _placed(play: Play, number: int) -> None:
    expect(play.page.locator(".placed:not(.given)")).to_have_count(number)


def tap_tray(play: Play) -> None:
    """Choose the first piece of the tray."""
    play.hand.tap(play.middle(".slot .face, .slot .cubes"))
    expect(play.page.locator(".slot.selected")).to_have_count(1)


def tap_cell(play: Play) -> None:
    """Put the chosen piece on the board."""
    play.hand.tap(play.middle(".layer-board .cell", play.spots[0]))
    _placed(play, 1)


def tap_placed(play: Play) -> None:
    """Take the piece off the board: it is chosen again."""
    play.hand.tap(play.middle(".layer-board .cell", play.spots[0]))
    _placed(play, 0)


def turn(play: Play) -> None:
    """Turn the chosen piece."""
    play.press_button("Turn the selected piece (R)")


def drag(play: Play) -> None:
    """Drag the first piece of the tray over the board, and stay there."""
    x, y = play.middle(".layer-board .cell", play.spots[1])
    start = play.middle(".slot .face, .slot .cubes")
    # A finger is below what it carries, by a bit more than a cell.
    cell = box_of(play.page.locator(".layer-board .cell").first)
    y += 1.1 * cell.height if play.touch else 0
    play.hand.press(start, (start[0] - 9, start[1] - 9), (x, y))
    expect(play.page.locator(".carried")).to_have_count(1)


def drop(play: Play) -> None:
    """Let go of the piece, and ask for a hint without it."""
    play.hand.release()
    expect(play.page.locator(".carried")).to_have_count(0)
    hint(play)


TRAY = {
    "opened": opened,
    "tap tray": tap_tray,
    "turn": turn,
    "tap cell": tap_cell,
    "check": check,
    "tap placed": tap_placed,
    "drag": drag,
    "hint": drop,
    "show": show,
    "solved": solve,
}


def _is_rectangle(cells: Sequence[tuple[int, int]]) -> bool:
    (top, left), (bottom, right) = min(cells), max(cells)
    return len(cells) == (bottom - top + 1) * (right - left + 1)


# Outlines that are drawn -------------------------------------------------------------------------


def begin(play: Play) -> None:
    """Draw through the cells of a tile, or from corner to corner, and stay at the last one."""
    tiles = [cells for _, cells in solution(play.name)]
    straight = all(_is_rectangle(cells) for cells in tiles)
    way = (min(play.path), max(play.path)) if straight else play.path
    play.hand.press(*(play.at(cell) for cell in way))
    expect(play.page.locator(".drawing")).to_have_count(1)


def finish(play: Play) -> None:
    """Let go: the outline is drawn."""
    play.hand.release()
    expect(play.page.locator(".region:not(.given)")).to_have_count(1)


def _edge(play: Play) -> Point:
    """The middle of the first edge inside the tile."""
    (row, column), (below, right) = play.path[:2]
    return play.at(((row + below) / 2, (column + right) / 2))


def tap_edge(play: Play) -> None:
    """Draw one edge, which is wrong."""
    before = play.page.locator(".drawn").count()
    play.hand.tap(_edge(play))
    expect(play.page.locator(".drawn")).to_have_count(before + 1)


def note(play: Play) -> None:
    """Note with the second pencil that there is no edge."""
    more(play.page, "No edge")
    play.hand.tap(_edge(play))
    expect(play.page.locator(".layer-notes .noted")).to_have_count(1)


def _wipe(play: Play) -> None:
    play.hand.tap(play.at(play.path[-1]))
    expect(play.page.locator(".region:not(.given)")).to_have_count(0)


def erase(play: Play) -> None:
    """Put the second pencil away, and wipe out the outline again."""
    play.press_button("No edge (X)")
    play.press_button("Eraser (E)")
    _wipe(play)


def draw_wrong(play: Play) -> None:
    """Draw an edge that is wrong, and ask whether anything is."""
    play.press_button("Eraser (E)")
    tap_edge(play)
    check(play)


def wall(play: Play) -> None:
    """Mark that two cells of another tile are apart, which is wrong."""
    before = play.page.locator(".drawn").count()
    (one, two) = next(cells for _, cells in solution(play.name) if not set(cells) & set(play.path))
    play.press_button("Wall (X)")
    play.hand.tap(play.at(((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)))
    expect(play.page.locator(".drawn")).to_have_count(before + 1)


def part(play: Play) -> None:
    """Put the wall away, and wipe out the pair with the eraser of the menu."""
    play.press_button("Wall (X)")
    more(play.page, "Eraser")
    _wipe(play)


def check_wall(play: Play) -> None:
    """Ask whether anything is wrong: the wall is."""
    play.press_button("Eraser (E)")
    check(play)


DRAWN = {
    "opened": opened,
    "begin": begin,
    "finish": finish,
    "note": note,
    "erase": erase,
    "check": draw_wrong,
    "hint": hint,
    "show": show,
    "solved": solve,
}


#: Where each piece has two cells, the second pencil draws walls.
JOINED = DRAWN | {"note": wall, "erase": part, "check": check_wall}


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle of a kind, and the gestures that it has."""

    puzzle: str
    gestures: dict[str, Callable[[Play], None]]
    spots: tuple[int, ...] = ()


#: A kind that is drawn has no tray: no piece is taken, turned or dragged, but outlines are begun,
#: finished, noted and erased.
CASES: dict[Kind, Case] = {
    "sigil": Case("talos:tower-gates-2", TRAY, (14, 7)),
    "calendar": Case("calendar:10-06", TRAY, (20, 18)),
    "weekday": Case(
        "id:RZDBCYAwFEPvnSID6EH8-R-6gVBE0HroAF3B9Y2CeAjkEB68XF2EkJ5LyxQfKS1XDymGekgxhjkVYiU24iAqcRKNWAzFsFuqzP9P0_eNVtnea6g8bBfbbw",
        TRAY,
        (20, 21),
    ),
    "given": Case(
        "id:S8_nSi5NSrUyrgBCruL83ESrMAUw5QOhQiBUFIRyhFBOECoAosHHChg64HAygoQUOKyAJFSrFTDgwMEGCURoMOoYQo20MgTrNtSBhKchOGSBIgA",
        TRAY,
        (4, 4),
    ),
    "hole": Case(
        "id:y0gD-ogrI7XCCmgg3LcgnyL5iKukKBOkxNDWCOy5RBAHiWmMYJpxIRRYQQINFmBADVBjgBImQEEToKAJAA",
        TRAY,
        (13, 17),
    ),
    "dots": Case("dots:4x6-easy", DRAWN),
    "dominosa": Case("id:y0vjMjQyNjTWNzYyNjDSNzQwMDLQB4kY6HOl5Jcm5aTqGgMA", JOINED),
    "shikaku": Case("id:ywbrMgJ7FqTHAuJxIKVvBGSa6nMVpSaXJOal56QW61pqAwA", DRAWN),
    "pentominous": Case(
        "id:y4WY5GaqreAJxD5A7AfEAUAcAsShQBwGxOFAHAHEkUAcZarNxZVYkFhUYp2cU5parAAMH9twBWDI2AYoGOsY2HoCAA",
        DRAWN,
    ),
    "tetrominous": Case(
        "id:K0njMqkw4fI00VbwAWJ_IA4G4hATbS6uxILEohLr5JzS1GIFYBjY-igAfW8brAD0u60nkDQCso2BpA8A",
        DRAWN,
    ),
    "heteromino": Case("id:SwWbBPYexEsgGuQdiLdMdIy4PI21gR7Q5uJKLEgsKlEoTsxN1S1PrAQA", DRAWN),
    "fillomino": Case(
        "id:S0vjMgGaVJCfUwk1XNdUm4srsSCxqEShOLMq1To5pzS1WAEYBrYmQNIYSAL9bWsKJI3ApLGtMZA0sTVSMNYxAJNAlQA",
        DRAWN,
    ),
    "pips": Case(
        "id:TZC9CgIxEIT7PMWS-iDZn6Tw8EkOCwutFBQ5EMR3d_KzYDHkY2dnA_O4BntbyJKIFTKoJhLICoS31hTCa78TuqAj2Xp57ucb5d4Er8MROHmygktn7gme3HZkphldyaLdkb5VJzPY5yPRWP8uKX7W0XubafjEHA9bjKclsoM4qIM5FIc64PsD",
        TRAY,
        (5, 6),
    ),
}


#: The clock of a game stands, and what Chromium shows for a moment where a finger was is not there.
_STILL = """() => {
  const now = performance.now();
  performance.now = () => now;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { -webkit-tap-highlight-color: transparent; }");
  document.adoptedStyleSheets.push(sheet);
}"""


def states(open_page: Open, server: str, kind: Kind, form: Form) -> Iterator[tuple[str, Page]]:
    """Play a puzzle of a kind; give the name of each gesture, and the page after it.

    Nothing moves, no clock goes on, and the page is on the same day everywhere.
    """
    case = CASES[kind]
    page = open_page(
        f"#/p/{case.puzzle}",
        at=server,
        width=form.width,
        height=form.height,
        touch=form.touch,
        scheme=form.scheme,
        calm=True,
        now=NOW,
    )
    uninvited(page)
    page.evaluate(_STILL)
    play = Play(page, case.puzzle, case.spots, touch=form.touch)
    for name, gesture in case.gestures.items():
        gesture(play)
        if form.touch:  # nothing is under a mouse
            page.mouse.move(1, 1)
        still(page)
        expect(page.locator(".ways.stale")).to_have_count(0)
        yield name, page
    page.close()
