"""Where the focus is, what is said, and what R, F and the wheel do, whatever the hand is: mouse,
finger or keys.
"""

from __future__ import annotations

import re

import pytest
from gestures import Hand
from moves import (
    Open,
    anew,
    box_of,
    cell_point,
    clear_board,
    colors_of,
    drag,
    go,
    held,
    keys,
    more,
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

from tilewright.puzzles.play import Session

FOCUSED = (
    "document.activeElement.dataset?.name ?? document.activeElement.ariaLabel ?? "
    "document.activeElement.tagName"
)


def test_the_focus_is_never_lost_and_a_wrong_piece_is_noticed(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    expect(page.locator(".ways")).to_have_text("1 solution")
    hint = page.get_by_role("button", name="Hint (H)")
    hint.focus()
    page.keyboard.press("Enter")
    show = page.get_by_role("button", name="Show it")
    expect(show).to_be_visible()
    show.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Place it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".placed")).to_have_count(1)
    expect(hint).to_be_focused()
    page.locator(".placed").focus()
    piece = page.evaluate("document.activeElement.dataset.piece")
    page.keyboard.press("Delete")
    expect(page.locator(".placed")).to_have_count(0)
    assert page.evaluate(FOCUSED) == f"slot {piece}"
    keys(page, "Enter", "Escape")
    assert page.evaluate(FOCUSED) == f"slot {piece}"
    undo = page.get_by_role("button", name="Undo (Z)")
    undo.focus()
    keys(page, "Enter", "Enter")
    expect(undo).to_be_disabled()
    expect(undo).to_be_focused()
    # Escape closes a menu.
    more(page)
    keys(page, "Tab", "Escape")
    expect(page.locator("details.menu[open]")).to_have_count(0)
    expect(page.locator("summary", has_text="More")).to_be_focused()
    anew(page, "#/p/talos:hub-gates-1")
    ways = page.locator(".ways")
    expect(ways).to_have_text("1 solution")
    page.locator('[data-name="slot Z4"]').click()
    page.mouse.click(*cell_point(page, (1, 1)))
    expect(page.locator(".placed")).to_have_count(1)
    # A wrong piece is not told by itself, but by Check, until the next move.
    expect(ways).to_have_text("1 solution")
    expect(ways).to_have_class("ways")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".message")).to_contain_text("cannot be finished")
    expect(ways).to_have_text("Dead end")
    expect(ways).to_have_class("ways bad")
    page.locator(".placed").focus()
    page.keyboard.press("Delete")
    expect(page.locator(".placed")).to_have_count(0)
    expect(ways).to_have_text("1 solution")
    page.get_by_role("button", name="Check").click()
    expect(ways).to_have_text("1 solution left")
    # Where there are several solutions, each move tells how many are left.
    go(page, "#/p/solid:soma-pyramid")
    expect(ways).to_have_text("7 solutions")
    page.get_by_role("button", name="Hint (H)").click()
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="Place it").click()
    expect(ways).to_have_text(re.compile(r"^\d+ solutions? left$"))
    go(page, "#/p/solid:soma")
    expect(ways).to_have_text("240 solutions")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#announcer")).to_have_text("No mistakes so far.")
    still(page)
    expect(ways).to_have_text("240 solutions")


def test_the_clock_begins_with_the_first_touch(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    clock = page.locator(".time")
    expect(page.locator(".ways")).to_have_text("1 solution")
    page.wait_for_timeout(2200)
    expect(clock).to_have_text("0:00")
    # A piece that is only taken, and not placed yet.
    x, y = cell_point(page, (0, 0))
    page.locator('[data-name="slot Z4"]').hover()
    page.mouse.down()
    page.mouse.move(x, y, steps=3)
    expect(clock).to_have_text("0:01")
    page.mouse.up()
    more(page, "Restart")
    expect(clock).to_have_text("0:00")
    page.wait_for_timeout(1700)
    expect(clock).to_have_text("0:00")
    # A move without a touch.
    take_hint(page)
    expect(clock).to_have_text("0:01")


def test_r_f_and_the_wheel_turn_what_they_are_about(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    expect(page.locator(".ways")).to_have_text("1 solution")
    toast = page.locator("#toast.shown")
    page.mouse.move(*cell_point(page, (0, 0)))
    page.keyboard.press("r")
    expect(toast).to_have_text("Select a piece first")
    face = page.locator('[data-name="slot J4"] .face')
    before = face.get_attribute("d") or ""
    page.locator('[data-name="slot J4"]').hover()
    page.keyboard.press("r")
    expect(face).not_to_have_attribute("d", before)
    keys(page, *["r"] * 3)
    expect(face).to_have_attribute("d", before)
    page.mouse.click(
        *page.evaluate(
            "() => { const box = document.querySelector('[data-name=\"slot "
            "J4\"]').getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; }"
        ),
        button="right",
    )
    expect(face).not_to_have_attribute("d", before)
    page.keyboard.press("f")
    expect(toast).to_have_text("Pieces cannot be flipped in this puzzle")
    # Not about a piece that was chosen before the keyboard went on to another.
    go(page, "#/p/talos:tower-gates-1")
    expect(page.locator("h1")).to_have_text("4 × 4, 4 pieces")
    expect(page.locator(".ways")).to_contain_text("solution")
    slots = page.locator(".slot")
    chosen, focused = (slots.nth(number).get_attribute("data-name") for number in (0, 1))
    looks = {name: page.locator(f'[data-name="{name}"] .face') for name in (chosen, focused)}
    before = {name: look.get_attribute("d") or "" for name, look in looks.items()}
    page.locator(f'[data-name="{chosen}"]').click()
    expect(page.locator(".slot.selected")).to_have_attribute("data-name", chosen or "")
    page.mouse.move(2, 2)
    page.locator(f'[data-name="{chosen}"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED) == focused
    expect(page.locator(".slot.selected")).to_have_count(0)
    page.keyboard.press("r")
    expect(looks[focused]).not_to_have_attribute("d", before[focused])
    expect(looks[chosen]).to_have_attribute("d", before[chosen])
    # The wheel turns what is in the hand only.
    page.set_viewport_size({"width": 1180, "height": 510})
    anew(page, "#/p/talos:hub-gates-1")
    expect(page.locator(".ways")).to_have_text("1 solution")
    page.get_by_text("How to play").click()
    slot = page.locator('[data-name="slot J4"]')
    face, carried = slot.locator(".face"), page.locator(".carried .face")
    before = face.get_attribute("d") or ""
    slot.hover()
    page.mouse.wheel(0, 120)
    page.wait_for_function("() => scrollY > 50")
    expect(face).to_have_attribute("d", before)
    page.evaluate("scrollTo(0, 0)")
    slot.hover()
    page.mouse.down()
    page.mouse.move(*cell_point(page, (1, 1)), steps=3)
    expect(carried).to_have_attribute("d", before)
    scrolled = page.evaluate("scrollY")
    page.mouse.wheel(0, 120)
    expect(carried).not_to_have_attribute("d", before)
    turned = carried.get_attribute("d") or ""
    # So does the right button, while the left one is held.
    page.mouse.down(button="right")
    page.mouse.up(button="right")
    expect(carried).not_to_have_attribute("d", turned)
    assert page.evaluate("scrollY") == scrolled
    page.mouse.up()
    # How many there are of a piece is said at it.
    go(page, "#/p/talos:tower-gates-5")
    expect(page.locator(".slot .copies")).to_have_count(3)
    touching = page.evaluate(
        """() => [...document.querySelectorAll(".slot .copies")].map((badge) => {
          const face = badge.parentElement.querySelector(".face");
          const { x, y, width, height } = badge.getBoundingClientRect();
          const there = face.getScreenCTM().inverse();
          const inside = (part) => face.isPointInFill(new DOMPoint(x + part * width, y + part * height).matrixTransform(there));
          return [0.2, 0.3, 0.4].some(inside);
        })"""  # noqa: E501
    )
    assert touching == [True, True, True]


def test_what_is_dragged_is_put_back_by_escape_and_moved_in_one_move(open_page: Open) -> None:
    name = "talos:hub-gates-1"
    page = open_page(f"#/p/{name}", calm=True)
    expect(page.locator(".ways")).to_have_text("1 solution")
    placed, carried = page.locator(".placed"), page.locator(".carried")

    def carry(*to: tuple[int, int]) -> None:
        page.mouse.down()
        for cell in to:
            page.mouse.move(*cell_point(page, cell), steps=4)
        expect(carried).to_have_count(1)

    slot = page.locator('[data-name="slot J4"]')
    slot.hover()
    carry((1, 1))
    page.keyboard.press("Escape")
    expect(carried).to_have_count(0)
    page.mouse.up()
    expect(placed).to_have_count(0)
    slot.hover()
    carry((1, 1))
    page.mouse.up()
    expect(placed).to_have_count(1)
    there = placed.get_attribute("data-name") or ""
    page.mouse.move(*cell_point(page, placed_cells(page)[0]))
    carry((2, 2), (3, 40))
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(carried).to_have_count(0)
    expect(placed).to_have_attribute("data-name", there)
    assert len(Session.load(saved(page, name)["session"]).past) == 1
    anew(page, f"#/p/{name}")
    expect(page.locator(".ways")).to_have_text("1 solution")
    piece, cells = solution(name)[0]
    page.locator(f'[data-name="slot {piece}"]').focus()
    page.keyboard.press("Enter")
    for _ in range(turns_needed(held(page, piece), shape(cells))):
        page.keyboard.press("r")
    keys(page, *["ArrowUp", "ArrowLeft"] * 4, "Enter")
    x, y = cell_point(page, placed_cells(page)[0])
    nx, _ = cell_point(page, (0, 1))
    ox, _ = cell_point(page, (0, 0))
    drag(page, (x, y), (x + (nx - ox), y + 4), steps=4)
    game = Session.load(saved(page, name)["session"])
    assert len(game.past) == 2
    assert len(game.state.placed) == 1
    assert min(column for _, column in game.state.placed[0].cells) == 1
    page.keyboard.press("z")
    assert Session.load(saved(page, name)["session"]).state == game.past[-1]


def between(page: Page, one: tuple[int, int], two: tuple[int, int]) -> tuple[float, float]:
    """Where the middle of the edge between two cells is on the screen."""
    return cell_point(page, ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2))


def test_outlines_are_drawn_noted_and_wiped_out(open_page: Open) -> None:
    """Strokes that are faster than their events; each is one move."""
    page = open_page("#/p/dots:4x6-easy")
    expect(page.locator(".ways")).to_have_text("1 solution")
    drawing = page.locator(".drawing")
    page.mouse.move(*cell_point(page, (0, 0)))
    page.mouse.down()
    page.mouse.move(*cell_point(page, (0, 4)))  # one event
    box = box_of(drawing)
    side = cell_point(page, (0, 1))[0] - cell_point(page, (0, 0))[0]
    assert round(box.width / side) == 5
    assert round(box.height / side) == 1
    page.keyboard.press("Escape")
    expect(drawing).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".drawn")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    notes, drawn = page.locator(".layer-notes .noted"), page.locator(".drawn")
    page.mouse.click(*between(page, (0, 0), (0, 1)), button="right")
    expect(notes).to_have_count(1)
    page.mouse.click(*between(page, (0, 0), (0, 1)), button="right")
    expect(notes).to_have_count(0)
    # A stroke of the right button, faster than its events, notes every edge that it passes.
    page.mouse.move(*cell_point(page, (1, 0)))
    page.mouse.down(button="right")
    page.mouse.move(*cell_point(page, (1, 3)))
    expect(page.locator(".noted.begun")).to_have_count(3)
    # The server's answer to what was done before may come now.
    page.set_viewport_size({"width": 1100, "height": 820})
    still(page)
    expect(page.locator(".noted.begun")).to_have_count(3)
    page.mouse.up(button="right")
    expect(notes).to_have_count(3)
    page.keyboard.press("z")
    expect(notes).to_have_count(0)
    page.keyboard.press("y")
    expect(notes).to_have_count(3)
    # What is drawn takes the place of a note, and the other way round.
    page.mouse.click(*between(page, (1, 0), (1, 1)))
    expect(drawn).to_have_count(1)
    expect(notes).to_have_count(2)
    more(page, "No edge")
    page.mouse.click(*between(page, (1, 0), (1, 1)))
    expect(drawn).to_have_count(0)
    expect(notes).to_have_count(3)
    page.reload()
    expect(notes).to_have_count(3)
    anew(page, "#/p/dots:4x6-easy")
    expect(page.locator(".ways")).to_have_text("1 solution")
    regions = page.locator(".region")
    (_, one), (_, two) = next(
        (one, two)
        for one in solution("dots:4x6-easy")
        for two in solution("dots:4x6-easy")
        if one != two and any(abs(a - c) + abs(b - d) == 1 for a, b in one[1] for c, d in two[1])
    )
    stroke(page, one)
    expect(regions).to_have_count(1)
    alone = drawn.count()
    stroke(page, two)
    expect(regions).to_have_count(2)
    page.keyboard.press("e")
    expect(page.get_by_role("button", name="Eraser (E)")).to_have_attribute("aria-pressed", "true")
    page.mouse.click(*cell_point(page, two[0]))
    # The edge that both share stays: the other piece needs it.
    expect(regions).to_have_count(1)
    expect(drawn).to_have_count(alone)
    # Along all rows, and along all columns.
    rows = [(row, column) for row in range(4) for column in ((0, 5), (5, 0))[row % 2]]
    columns = [(row, column) for column in range(6) for row in ((0, 3), (3, 0))[column % 2]]
    drag(page, *(cell_point(page, cell) for cell in rows + columns))
    expect(drawn).to_have_count(0)
    page.keyboard.press("z")
    expect(drawn).to_have_count(alone)


#: Rectangles of 6x6; dominoes of 4x5.
SHIKAKU = "id:ywbrMgJ7FqTHAuJxIKVvBGSa6nMVpSaXJOal56QW61pqAwA"
DOMINOSA = "id:y0vjMjQyNjTWNzYyNjDSNzQwMDLQB4kY6HOl5Jcm5aTqGgMA"


@pytest.mark.parametrize("touch", [False, True])
def test_a_rectangle_is_drawn_from_corner_to_corner(open_page: Open, touch: bool) -> None:
    page = open_page(f"#/p/{SHIKAKU}", touch=touch)
    expect(page.locator(".ways")).to_have_text("1 solution")
    name, path = max(solution(SHIKAKU), key=lambda tile: len(tile[1]))
    hand = Hand(page, touch=touch)
    hand.press(cell_point(page, min(path)), cell_point(page, max(path)))
    expect(page.locator(".stroke-size")).to_have_text(f"{len(path)} of {len(path)}")
    hand.release()
    expect(page.locator(".stroke-size")).to_have_count(0)
    expect(page.locator(".region"), name).to_have_count(1)
    # What is left of the board is not called wrong, whatever the stroke was.
    anew(page, f"#/p/{SHIKAKU}")
    hand.press(cell_point(page, (0, 2)), cell_point(page, (0, 4)))
    hand.release()
    expect(page.locator(".misfit")).to_have_count(1)
    board = box_of(page.locator(".layer-board .floor"))
    assert box_of(page.locator(".misfit")).height < board.height / 3


def test_a_click_between_two_numbers_joins_them(open_page: Open) -> None:
    page = open_page(f"#/p/{DOMINOSA}")
    expect(page.locator(".ways")).to_have_text("1 solution")
    regions, drawn = page.locator(".region"), page.locator(".drawn")
    (_, (one, two)), *others = solution(DOMINOSA)
    middle = between(page, one, two)
    page.mouse.click(*middle)
    expect(regions).to_have_count(1)
    page.mouse.click(*middle)
    expect(regions).to_have_count(0)
    expect(drawn).to_have_count(0)
    page.mouse.click(*middle, button="right")
    expect(drawn).to_have_count(1)
    page.mouse.click(*middle, button="right")
    expect(drawn).to_have_count(0)
    for _, (first, second) in [("", (one, two)), *others]:
        page.mouse.click(*between(page, first, second))
    expect(page.locator("dialog.won")).to_be_visible()


def test_edges_by_key_and_a_wrong_one_is_told_and_taken_back(open_page: Open) -> None:
    page = open_page("#/p/dots:4x6-easy")
    expect(page.locator(".ways")).to_have_text("1 solution")
    # The first cell and the one below it belong to one piece of the only solution.
    page.locator("svg.outlines").focus()
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator(".drawn")).to_have_count(1)
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".ways")).to_have_text("Dead end")
    expect(page.locator(".message")).to_contain_text("edge separates two cells of one piece")
    expect(page.locator(".wrong-edge")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".ways")).to_have_text("1 solution")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("body")).to_contain_text("No mistakes so far")
    page.locator("svg.outlines").focus()
    keys(page, "ArrowRight", "Shift+ArrowDown")
    expect(page.locator(".drawn")).to_have_count(1)
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator(".drawn")).to_have_count(0)
    keys(page, "Space", "ArrowDown", "ArrowDown", "Space")
    expect(page.locator(".drawn")).to_have_count(7)
    anew(page, "#/p/dots:4x6-easy")
    page.locator("svg.outlines").focus()
    keys(page, "x", "Shift+ArrowRight")
    expect(page.locator(".layer-notes .noted")).to_have_count(1)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".layer-notes .noted")).to_have_count(0)
    keys(page, "d", "Shift+ArrowDown")
    expect(page.locator(".drawn")).to_have_count(1)
    page.keyboard.press("Delete")
    expect(page.locator(".drawn")).to_have_count(0)


def test_cells_are_noted_that_a_piece_does_not_cover(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    tool = page.locator(".tools > button", has_text="Not here")
    said = page.locator("#announcer")
    slots = page.locator(".slot")
    first, second = slots.nth(0), slots.nth(1)
    # Without a piece there is nothing to note.
    more(page, "Not here")
    page.mouse.click(*cell_point(page, (0, 0)))
    expect(page.locator("#toast")).to_have_text("Select a piece first")
    # A stroke notes all cells that it passes; the first says whether it takes back.
    first.click()
    drag(page, cell_point(page, (0, 0)), cell_point(page, (0, 2)), steps=8)
    expect(page.locator(".layer-notes .excluded")).to_have_count(3)
    expect(said).to_contain_text("not at row 1, column 1; row 1, column 2; row 1, column 3")
    expect(first).to_have_attribute("aria-label", re.compile("noted not at row 1, column 1"))
    page.mouse.click(*cell_point(page, (0, 1)))
    expect(page.locator(".layer-notes .excluded")).to_have_count(2)
    expect(page.locator(".placed")).to_have_count(0)
    # Another piece has notes of its own, by the right button and without the tool.
    tool.click()
    expect(tool).to_be_hidden()
    expect(page.get_by_role("button", name="Turn the selected piece")).to_be_focused()
    second.click()
    expect(page.locator(".layer-notes .excluded")).to_have_count(0)
    page.mouse.click(*cell_point(page, (0, 0)), button="right")
    expect(page.locator(".layer-notes .excluded")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".layer-notes .excluded")).to_have_count(3)
    # Undo takes them back, one stroke at a time, and they are saved.
    page.keyboard.press("z")
    expect(page.locator(".layer-notes .excluded")).to_have_count(2)
    page.reload()
    expect(page.locator(".layer-notes .excluded")).to_have_count(2)
    # They do not change what may be placed, and go where a piece lies.
    assert len(saved(page, "talos:hub-gates-1")["session"]["moves"]) == 3
    take_hint(page)
    expect(page.locator(".placed")).to_have_count(1)
    page.keyboard.press("z")
    clear_board(page)
    expect(page.locator(".layer-notes .excluded")).to_have_count(0)


def test_notes_by_key_are_told(open_page: Open) -> None:
    page = open_page("#/p/classic:hexiamonds-ring")
    said = page.locator("#announcer")
    slot = page.locator(".slot").nth(0)
    slot.focus()
    piece = page.evaluate("document.activeElement.dataset.piece")
    page.keyboard.press("x")
    expect(page.locator(".table.noting")).to_be_visible()
    keys(page, "ArrowDown", "ArrowRight", "Enter")
    expect(said).to_contain_text("not at row 1, column")
    keys(page, "ArrowRight", "ArrowLeft")
    expect(said).to_contain_text("not here")
    expect(page.locator(".layer-notes .excluded")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(said).to_contain_text("notes removed")
    # The piece that has the focus is the one that notes are about.
    keys(page, "Tab", "Enter")
    expect(page.locator(".layer-notes .excluded")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".table.noting")).to_have_count(0)
    assert page.evaluate(FOCUSED) != f"slot {piece}"
    # A piece that is moved onto a note is told so.
    keys(page, "Enter", *["ArrowUp"] * 6, *["ArrowLeft"] * 9)
    heard = set()
    for key in ["ArrowRight"] * 8:
        page.keyboard.press(key)
        # It is emptied by the key, and filled with the next frame.
        expect(said).not_to_be_empty()
        heard.add("noted: not here" in said.inner_text())
    assert heard == {True, False}


def test_notes_by_finger(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1", touch=True)
    page.locator(".slot").nth(0).tap()
    more(page, "Not here")
    page.touchscreen.tap(*cell_point(page, (1, 1)))
    expect(page.locator(".layer-notes .excluded")).to_have_count(1)
    expect(page.locator(".placed")).to_have_count(0)


def test_a_finger_along_the_tray_scrolls_it_and_one_that_leaves_it_takes_a_piece(
    open_page: Open,
) -> None:
    page = open_page("#/p/classic:one-sided-9x10", width=390, height=844, touch=True, calm=True)
    expect(page.locator(".ways")).to_contain_text("solution")
    still(page)
    slots, hand = page.locator(".slot .face"), Hand(page, touch=True)
    last = slots.last
    assert box_of(last).right > 390
    x, y = box_of(slots.nth(1)).middle
    hand.press((x, y), (x - 40, y + 2), (x - 90, y + 4), (x - 400, y + 4))
    hand.release()
    expect(page.locator(".carried, .slot.selected")).to_have_count(0)
    assert box_of(last).right <= 390
    # The piece that is seen under the finger is the one that it takes.
    x, y = box_of(last).middle
    hand.press((x, y), (x - 3, y - 40), cell_point(page, (3, 3)))
    expect(page.locator(".carried")).to_have_count(1)
    expect(slots.last).to_have_attribute("fill", colors_of(page, ".carried .face")[0])
    hand.release()
    # What the keyboard comes to is brought into view.
    page.keyboard.press("Tab")
    page.locator(".slot").first.focus()
    still(page)
    assert box_of(slots.first).x >= 0
