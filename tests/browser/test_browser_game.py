"""What the page does with a game while it is played: fast hands, a server that is gone, long boards on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from moves import (
    cell_point,
    held,
    meant,
    placed_cells,
    saved,
    shape,
    solution,
    still,
    stroke,
    take_hint,
    turns_needed,
)
from playwright.sync_api import Page, expect
from starting import Gate

from tilewright.play import Session

Open = Callable[..., Page]


def test_a_game_goes_on_while_the_server_is_away(
    open_page: Open, gate: Gate, ignore_failed_requests: None
) -> None:
    tiles = [cells for _, cells in solution("dots:4x6-easy")]
    page = open_page("#/p/dots:4x6-easy", at=gate.address)
    expect(page.locator(".ways")).to_have_text("1 way left")
    still(page)
    before = cell_point(page, (0, 0))
    gate.shut()
    for number in range(2):
        stroke(page, tiles[number])
        expect(page.locator(".region")).to_have_count(number + 1)
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    assert cell_point(page, (0, 0)) == before  # what is said moves nothing
    assert saved(page, "dots:4x6-easy")["session"]["done"] == 2
    gate.open()
    expect(page.locator(".ways")).to_have_text("1 way left")
    expect(page.get_by_role("alert")).to_be_empty()
    page.reload()
    expect(page.locator(".region")).to_have_count(2)
    page.goto("about:blank")


def test_a_game_that_cannot_be_read_begins_anew(open_page: Open, ignore_failed_requests: None) -> None:
    name = "talos:hub-gates-1"
    page = open_page("#/make")
    page.evaluate(
        """() => {
          localStorage.setItem('tilewright:game:talos:hub-gates-1', JSON.stringify({state: {placed: []}}));
          localStorage.setItem('tilewright:play:talos:hub-gates-1', JSON.stringify({session: {puzzle: 'talos:hub-gates-1', start: '', moves: ['X5:0,0'], done: 1}}));
        }"""
    )
    page.reload()
    page.goto(page.url.split("#")[0] + f"#/p/{name}")
    expect(page.locator("#toast")).to_contain_text("begins anew")
    expect(page.locator(".slot").first).to_be_visible()
    expect(page.locator(".placed")).to_have_count(0)
    # What an earlier version has kept in another form is gone.
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes(':game:')).length") == 0


def test_a_long_board_stands_upright_on_a_phone(open_page: Open) -> None:
    name = "classic:3x20"
    page = open_page(f"#/p/{name}", width=360, height=740, touch=True)
    expect(page.locator(".ways")).to_have_text("2 ways left")
    box = page.locator(".layer-board").bounding_box()
    assert box is not None
    assert box["height"] > 5 * box["width"]
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


def test_an_upright_board_by_keyboard(open_page: Open) -> None:
    name = "classic:4x15"
    page = open_page(f"#/p/{name}", width=360, height=740)
    expect(page.locator(".ways")).to_contain_text("ways left")
    page.locator('[data-name="slot L5"]').focus()
    page.keyboard.press("Enter")
    look = page.locator(".carried .face")
    before = look.get_attribute("d")
    page.keyboard.press("f")
    flipped = look.get_attribute("d")
    assert flipped != before
    page.keyboard.press("f")
    expect(look).to_have_attribute("d", before or "")
    for key in ("r", "r", "r", "r"):
        page.keyboard.press(key)
    expect(look).to_have_attribute("d", before or "")
    for _ in range(15):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".placed")).to_have_count(1)
    seen = placed_cells(page)
    assert min(row for row, _ in seen) == 1
    assert min(column for _, column in seen) == 0
    game = Session.load(saved(page, name)["session"])
    upright = page.locator(".layer-board").bounding_box()
    assert upright is not None
    assert upright["height"] > upright["width"]
    assert sorted(meant(cell, rows=4) for cell in seen) == list(game.state.placed[0].cells)


@pytest.mark.parametrize("width", [360, 1180])
def test_a_dot_puzzle_by_keyboard_alone(open_page: Open, width: int) -> None:
    name = "dots:6x9-easy" if width > 720 else "dots:9x12-hard"
    page = open_page(f"#/p/{name}", width=width, height=800)
    expect(page.locator(".ways")).to_have_text("1 way left")
    page.locator("svg.outlines").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    # Three cells below each other, as seen: however the board lies.
    edges = page.locator(".drawn").evaluate_all(
        "all => all.map((one) => ['x1', 'y1', 'x2', 'y2'].map((name) => Number(one.getAttribute(name))))"
    )
    assert (
        max(x for x1, _, x2, _ in edges for x in (x1, x2))
        - min(x for x1, _, x2, _ in edges for x in (x1, x2))
        <= 1
    )
    assert all(max(y1, y2) <= 3 for _, y1, _, y2 in edges)
    assert len(edges) >= 4


def test_a_piece_on_the_board_is_moved_in_one_move(open_page: Open) -> None:
    name = "talos:hub-gates-1"
    page = open_page(f"#/p/{name}")
    expect(page.locator(".ways")).to_have_text("1 way left")
    piece, cells = solution(name)[0]
    page.locator(f'[data-name="slot {piece}"]').focus()
    page.keyboard.press("Enter")
    for _ in range(turns_needed(held(page, piece), shape(cells))):
        page.keyboard.press("r")
    for _ in range(4):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    x, y = cell_point(page, placed_cells(page)[0])
    nx, _ = cell_point(page, (0, 1))
    ox, _ = cell_point(page, (0, 0))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + (nx - ox), y + 4, steps=4)
    page.mouse.up()
    game = Session.load(saved(page, name)["session"])
    assert len(game.past) == 2
    assert len(game.state.placed) == 1
    assert min(column for _, column in game.state.placed[0].cells) == 1
    page.keyboard.press("z")
    assert Session.load(saved(page, name)["session"]).state == game.past[-1]


def test_the_end_is_celebrated_once(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    for number in range(3):
        take_hint(page)
        expect(page.locator(".placed")).to_have_count(number + 1)
    won = page.locator(".won")
    expect(won).to_be_visible()
    page.get_by_role("button", name="Close, and look").click()
    expect(won).to_have_count(0)
    page.keyboard.press("z")
    expect(page.locator(".placed")).to_have_count(2)
    page.keyboard.press("y")
    expect(page.locator(".ways")).to_have_text("solved")
    page.keyboard.press("z")
    take_hint(page)
    expect(page.locator(".ways")).to_have_text("solved")
    expect(won).to_have_count(0)


def test_after_one_puzzle_of_the_day_comes_the_other(open_page: Open) -> None:
    page = open_page()
    cards = page.locator(".daily .card[href]")
    expect(cards).to_have_count(2)
    first, second = (cards.nth(number).get_attribute("href") or "" for number in (0, 1))
    cards.first.click()
    expect(page.locator(".ways")).to_contain_text("left")
    page.evaluate(
        """async ([path, prefix]) => {
          const { win } = await import('/static/views/ending.js');
          const stage = document.querySelector('.stage');
          const id = decodeURIComponent(path.replace(prefix, ''));
          win({ sheet: { id, title: 'One' }, game: { seconds: 5, hints: 0 }, view: { focus() {}, surface: { again() {} } } }, stage);
        }""",
        [first, "#/p/"],
    )
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_url(f"**/{second}")
