"""Triangles, hexagons, cubes and joined sides, played in a real browser by mouse and by
keyboard."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest
from moves import Open, box_of, drag, keys, saved, still
from playwright.sync_api import Page, expect

from tilewright.model.board import Board
from tilewright.model.puzzle import make_puzzle
from tilewright.puzzles.play import Session
from tilewright.solving.search import solve


def variants(*usual: str) -> list[Any]:
    """All puzzles; those that are not `usual` are slow."""
    return [
        pytest.param(name, id=kind, marks=() if kind in usual else pytest.mark.slow)
        for kind, name in PUZZLES.items()
    ]


def made(board: str, *pieces: str) -> str:
    return make_puzzle("sigil", Board.parse(board), pieces).name


#: A puzzle of each lattice and surface.
PUZZLES = {
    "triangles": made("tri:hexagon2", "tetriamonds=2"),
    "hexagons": made("hex:3x4", "tetrahexes=0..1"),
    "cubes": made("cube:3x2x2", "tetracubes=0..1"),
    "torus": made("torus:4x4", "tetrominoes=0..2"),
    "cylinder": made("cylinder:4x4", "T4=2", "L4=0..2", "S4=0..2"),
    "triangles on a torus": made("torus:tri:2x4", "tetriamonds=0..2"),
    "klein": made("klein:4x4", "L4=2", "S4=0..2", "I4=0..2"),
    "moebius": made("moebius:4x4", "L4=2", "S4=0..2", "I4=0..2"),
    "soma": "solid:soma",
}
#: What differs in how a piece is moved: other lattices and surfaces are variants (`test_page.py`
#: knows their arrow keys).
BY_KEYBOARD, BY_MOUSE, BY_TOUCH = ("triangles on a torus", "cubes"), ("klein",), ("hexagons",)
KEYS = ("r", "Shift+R", "t", "Shift+T", "g", "Shift+G")

#: The buttons that do what these keys do.
BUTTONS = {
    "R": "Turn the selected piece (R)",
    "T": "Tip forward (T)",
    "G": "Tip sideways, from left to right (G)",
    "F": "Flip the selected piece (F)",
}

#: Where the pointer lets a piece go, the first of its cells, and the keys that lead it there.
TARGET = """async ({id, own, cells, last}) => {
  const [{ Lattice, add }, { key }] = await Promise.all([import("/static/geometry/lattice.js"), import("/static/geometry/geometry.js")]);
  const { answerHere, puzzle } = await import("/static/server/api.js"), { answerer } = await import("/static/engine/local.js");
  answerHere(answerer(puzzle));
  const sheet = await puzzle(id);
  const lattice = new Lattice(sheet.lattice, sheet, false);
  const inside = new Set(lattice.read(sheet.cells).map(([cell]) => key(cell)));
  const there = (by) => lattice.laid(own, by).map(key).sort().join() === cells.map(key).sort().join();
  const by = cells.map((cell) => lattice.moveOnto(own, cells, cell)).find(Boolean);
  // With the mouse: where the pointer is to let go.
  const box = lattice.box(own.map((cell) => add(cell, by)));
  const [x, y] = lattice.solid ? lattice.center(add(own[0], by)) : [box.x + box.width / 2, box.y + box.height / 2];
  const screen = document.querySelector(".layer-board").getScreenCTM();
  const [point, cell] = [[x, y], lattice.center(cells[0])].map((at) => new DOMPoint(...at).matrixTransform(screen));
  // By keyboard: the keys that lead there.
  const kept = (move, before) => lattice.kept(own, move, (cell) => inside.has(key(cell)), before);
  const start = last ?? lattice.moveToMiddle(own);
  const first = kept(start, start), queue = [{ move: first, keys: [] }], known = new Set([key(first)]);
  for (const { move, keys } of queue) {
    if (there(move)) return { point: [point.x, point.y], cell: [cell.x, cell.y], keys, move };
    for (const name of Object.keys(lattice.data.arrows)) {
      const next = kept(add(move, lattice.stepOf(name, move)), move);
      if (!known.has(key(next))) { known.add(key(next)); queue.push({ move: next, keys: [...keys, name] }); }
    }
  }
  return { keys: null, move: null };
}"""  # noqa: E501


def turning(session: Session, piece: str, wanted: int) -> list[str]:
    """The keys that turn a piece from how it lies in the tray."""
    rules, index = session.rules, session.rules.number(piece)
    lattice = session.problem.board.lattice
    elements = [cycle[step] for cycle in lattice.cycles for step in (-1, 1)]
    moves = [*zip(KEYS, elements, strict=False), ("f", lattice.mirror)]
    queue = deque([(session.orientation(piece), list[str]())])
    known = {queue[0][0]}
    while queue:
        number, keys = queue.popleft()
        if number == wanted:
            return keys
        for key, element in moves:
            found = rules.image(index, number, element)
            if found is not None and found not in known:
                known.add(found)
                queue.append((found, [*keys, key]))
    raise AssertionError("the piece cannot be turned like this")


def steps(name: str) -> list[tuple[Session, str, int, list[list[int]], list[list[int]]]]:
    """How a puzzle is solved: the game before each piece, the piece, how it lies, its shape and its
    cells.
    """
    session = Session(name)
    tiling = solve(session.problem)
    assert tiling is not None
    found = []
    for piece, cells in tiling:
        after = session.place(piece, cells)
        number = after.orientation(piece)
        own = after.held(piece).cells
        found.append(
            (session, after.state.placed[-1].piece, number, [*map(list, own)], [*map(list, cells)])
        )
        session = after
    return found


@pytest.fixture
def address(server: str) -> str:
    """The address of a server, which has the modules of the page one by one."""
    return server


@pytest.mark.parametrize("name", variants(*BY_KEYBOARD))
def test_by_keyboard(open_page: Open, name: str) -> None:
    page = open_page(f"#/p/{name}", calm=True)
    last: Any = None
    for number, (session, piece, wanted, own, cells) in enumerate(steps(name)):
        still(page)
        slot = page.locator(f'[data-name="slot {piece}"]')
        slot.focus()
        keys(page, *turning(session, piece, wanted))
        target = page.evaluate(TARGET, {"id": name, "own": own, "cells": cells, "last": last})
        assert target["keys"] is not None
        keys(page, "Enter", *target["keys"], "Enter")
        expect(page.locator(".placed")).to_have_count(number + 1)
        last = target["move"]
    expect(page.get_by_role("dialog")).to_contain_text("Solved!")


@pytest.mark.parametrize("name", variants(*BY_MOUSE))
def test_by_mouse(open_page: Open, name: str) -> None:
    page = open_page(f"#/p/{name}", calm=True)
    for number, (session, piece, wanted, own, cells) in enumerate(steps(name)):
        # What is under the mouse is turned; it must not move away when what the page still asks for
        # is there.
        still(page)
        pad = box_of(page.locator(f'[data-name="slot {piece}"] .pad'))
        page.mouse.move(*pad.middle)
        keys(page, *turning(session, piece, wanted))
        target = page.evaluate(TARGET, {"id": name, "own": own, "cells": cells, "last": None})
        drag(page, pad.middle, (pad.x + 8, pad.y + 8), target["point"], steps=5)
        expect(page.locator(".placed")).to_have_count(number + 1)
    expect(page.get_by_role("dialog")).to_contain_text("Solved!")
    # And off again: a tap takes a piece back into the tray.
    page.get_by_role("button", name="Close and look").click()
    first = page.locator(".placed").first
    first.press("Delete")
    expect(page.locator(".slot:not(.used)")).not_to_have_count(0)
    page.keyboard.press("z")
    page.reload()
    expect(page.locator(".placed")).to_have_count(len(steps(name)))


def above_stays_as_high(page: Page) -> None:
    """The number of ways comes when it comes, and goes while the server is away."""
    expect(page.locator(".ways")).not_to_be_empty()
    above = page.locator(".bar-above")
    for width in (390, 1180):
        page.set_viewport_size({"width": width, "height": 820})
        still(page)
        high = above.bounding_box()
        for text in (
            "1 solution left",
            "",
            "1,234,567 solutions left",
            "1,000 solutions or more",
            "no solution found yet",
        ):
            page.evaluate("text => { document.querySelector('.ways').textContent = text; }", text)
            assert above.bounding_box() == high, text


def test_nothing_moves_above_the_board_or_under_who_drags(open_page: Open) -> None:
    page = open_page("#/p/dots:4x6-easy", calm=True)
    above_stays_as_high(page)
    page.evaluate("location.hash = '#/p/solid:soma'")
    expect(page.locator("h1")).to_have_text("Soma cube")
    above_stays_as_high(page)
    still(page)
    board = page.locator(".layer-board")
    pad = box_of(page.locator('[data-name="slot soma:Z"] .pad'))
    page.mouse.move(*pad.middle)
    page.mouse.down()
    page.mouse.move(pad.x, pad.y - 60, steps=4)
    expect(page.locator(".layer-carried > *")).not_to_have_count(0)
    before = page.evaluate("document.querySelector('.layer-board').getScreenCTM().a")
    page.evaluate("() => { document.querySelector('.bar-above').style.minHeight = '160px'; }")
    still(page)
    assert page.evaluate("document.querySelector('.layer-board').getScreenCTM().a") == before
    page.keyboard.press("Escape")
    page.mouse.up()
    still(page)
    assert page.evaluate("document.querySelector('.layer-board').getScreenCTM().a") != before
    expect(board).to_be_visible()


@pytest.mark.parametrize("name", variants(*BY_TOUCH))
def test_by_touch(open_page: Open, name: str) -> None:
    page = open_page(f"#/p/{name}", width=390, height=800, touch=True, calm=True)
    session, piece, wanted, own, cells = steps(name)[0]
    still(page)
    slot = page.locator(f'[data-name="slot {piece}"]')
    slot.tap()
    expect(slot).to_have_attribute("aria-pressed", "true")
    for key in turning(session, piece, wanted):
        letter = key.removeprefix("Shift+").upper()
        # A button turns one way; a sixth of a turn back is five of them.
        cycle = session.problem.board.lattice.cycles["RTG".index(letter)] if letter != "F" else ()
        for _ in range(len(cycle) - 1 if key.startswith("Shift+") else 1):
            page.get_by_role("button", name=BUTTONS[letter]).tap()
    target = page.evaluate(TARGET, {"id": name, "own": own, "cells": cells, "last": None})
    page.touchscreen.tap(*target["cell"])
    placed = page.locator(".placed")
    expect(placed).to_have_count(1)
    state = Session.load(saved(page, name)["session"]).state
    (placement,) = state.placed
    assert placement.piece == piece
    assert tuple(cells[0]) in placement.cells


def test_a_tile_over_a_joined_side_is_dragged_whole(open_page: Open) -> None:
    name = made("torus:4x4", "I4=4")
    page = open_page(f"#/p/{name}", calm=True)
    session = Session(name)
    slot = page.locator('[data-name="slot I4"]')
    slot.focus()
    if session.held("I4").cells[-1][0]:
        page.keyboard.press("r")
    keys(page, "Enter", *["ArrowUp"] * 6, *["ArrowRight"] * 2, "Enter")
    expect(page.locator(".placed")).to_have_count(1)
    label = page.locator(".placed").get_attribute("aria-label")
    assert label is not None and "column 1" in label
    assert page.locator(".seam").count() >= 8
