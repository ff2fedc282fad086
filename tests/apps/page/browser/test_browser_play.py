"""Puzzles, played in a real browser the way a person does."""

from __future__ import annotations

import re

import pytest
from moves import (
    Open,
    anew,
    box_of,
    cell_point,
    clear_board,
    go,
    heading,
    held,
    keys,
    saved,
    shape,
    solution,
    still,
    stroke,
    take_hint,
    turns_needed,
)
from playwright.sync_api import Page, expect

from tilewright.model.rules.rule_types import CellRule
from tilewright.puzzles import generate
from tilewright.puzzles.play import Session


@pytest.fixture
def address(server: str) -> str:
    """The address of a server, which has the modules of the page one by one."""
    return server


def test_a_talos_puzzle_by_mouse(open_page: Open, address: str) -> None:
    """From nothing to the end, without a question to any other host."""
    name = "talos:tower-gates-1"
    page = open_page(f"#/p/{name}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    expect(page.locator(".ways")).to_have_text("1 solution")
    turned: dict[str, set[tuple[int, int]]] = {}
    tiles = solution(name)
    for number, (piece, cells) in enumerate(tiles):
        current = turned.get(piece) or held(page, piece)
        turns = turns_needed(current, shape(cells))
        slot = page.locator(f'[data-name="slot {piece}"] .face')
        box = box_of(slot)
        # Take the piece by its first cell.
        first = sorted(current)[0]
        high, wide = max(r for r, _ in current) + 1, max(c for _, c in current) + 1
        x, y = (
            box.x + (first[1] + 0.5) * box.width / wide,
            box.y + (first[0] + 0.5) * box.height / high,
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
    assert asked
    assert [url for url in asked if not url.startswith((address, "blob:", "data:"))] == []
    expect(page.get_by_role("dialog").get_by_role("button", name="Next puzzle")).to_be_visible()
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
        keys(page, *["ArrowUp", "ArrowLeft"] * 6)
        for _ in range(min(row for row, _ in cells)):
            page.keyboard.press("ArrowDown")
        for _ in range(min(column for _, column in cells)):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("Solved!")


def test_a_dot_puzzle_by_drawing(open_page: Open) -> None:
    """The cursor is for keys alone: a mouse does without."""
    page = open_page("#/p/dots:4x6-easy")
    expect(page.locator(".ways")).to_have_text("1 solution")
    cursor = page.locator(".layer-cursor .cursor")
    tiles = [cells for _, cells in solution("dots:4x6-easy")]
    stroke(page, tiles[0])
    expect(page.locator(".region")).to_have_count(1)
    expect(cursor).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(cursor).to_have_count(1)
    stroke(page, tiles[1])
    expect(cursor).to_have_count(0)
    # The last tile wins; the banner gives the focus back.
    for cells in tiles[2:]:
        stroke(page, cells)
    expect(page.get_by_role("dialog")).to_contain_text("Solved!")
    page.get_by_role("button", name="Close and look").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("svg.outlines")).to_be_focused()


def test_a_puzzle_with_regions_by_hints(open_page: Open) -> None:
    """Hints lead to the solution, in which the condition of each region is kept."""
    made = generate("pips", "3x4", seed=1).puzzle
    page = open_page(f"#/p/{made.name}")
    regions = page.locator(".badge:has(rect)")
    expect(regions).to_have_count(len(made.conditions))
    expect(regions.locator("text")).to_have_text(
        [rule.badge() for rule in made.problem().rules if isinstance(rule, CellRule)]
    )
    expect(page.locator(".badge.kept")).to_have_count(0)
    for placed in range(made.board.area // 2):
        expect(page.locator(".tile.placed")).to_have_count(placed)
        take_hint(page)
    expect(page.locator(".ways")).to_have_text("solved")
    expect(page.locator(".badge.kept")).to_have_count(len(made.conditions))


def test_a_hint_says_where_to_look_then_why_then_the_piece(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    expect(page.locator(".ways")).to_have_text("1 solution")
    message, suggestion = page.locator(".message p"), page.locator(".suggestion")
    page.keyboard.press("h")
    expect(message).to_have_text(
        "This cell can be covered in 4 ways, but 3 of them lead to a dead end."
    )
    expect(page.locator(".look")).to_have_count(1)
    expect(suggestion).to_have_count(0)
    why = page.get_by_role("button", name="Why?")
    why.focus()
    page.keyboard.press("Enter")
    # One placement fails: it is shown with the cells that it strands. Who does not see that hears
    # rows and columns.
    tried, stranded = page.locator(".tried"), page.locator(".stranded")
    expect(message).to_have_text(
        "If the Z goes here, this cell is stranded (each piece has 4 cells)."
    )
    expect(tried).to_have_count(1)
    expect(stranded).to_have_count(1)
    expect(page.locator("#announcer")).to_contain_text("goes here (row 1, column 4)")
    assert "row" not in message.inner_text()
    expect(suggestion).to_have_count(0)
    show = page.get_by_role("button", name="Show it")
    expect(show).to_be_focused()
    # All others that fail are cases.
    page.get_by_role("button", name=re.compile("(All [23]|3 of [0-9]+) cases")).click()
    expect(message).to_contain_text(re.compile("^1 of [0-9]+: If a J"))
    page.get_by_role("button", name="Next", exact=True).click()
    expect(message).to_contain_text(re.compile("^2 of [0-9]+: If the Z"))
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(message).to_contain_text("If the Z goes here")
    expect(show).to_be_focused()
    page.keyboard.press("h")
    expect(suggestion).to_have_count(1)
    expect(tried).to_have_count(0)
    # What is named is marked on the board.
    expect(message).to_have_text("Only a J can cover the cell A, and only like this.")
    expect(page.locator(".looked-at")).to_have_text("A")
    expect(page.get_by_role("button", name="Place it")).to_be_focused()
    # There is no stage after the last one: it stays.
    whole = message.inner_text()
    page.keyboard.press("h")
    expect(message).to_have_text(whole)
    expect(suggestion).to_have_count(1)
    expect(page.get_by_role("button", name="Place it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".placed")).to_have_count(1)
    # What was placed is taken back and made again, also after the page was loaded anew.
    page.keyboard.press("z")
    expect(page.locator(".placed")).to_have_count(0)
    page.keyboard.press("y")
    expect(page.locator(".placed")).to_have_count(1)
    page.reload()
    expect(page.locator(".placed")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".placed")).to_have_count(0)
    assert saved(page, "talos:hub-gates-1")["session"]["hints"] == 1
    # The rules are one line, and a reason hides neither the title nor the board.
    anew(page, "#/p/weekday:2026-11-23")
    expect(page.locator(".ways")).to_contain_text("solutions")
    facts, line = box_of(page.locator(".facts")), box_of(page.locator(".ways"))
    assert facts.height < 1.5 * line.height
    go(page, "#/p/talos:hub-gates-1")
    expect(page.locator("h1")).to_have_text("3 × 4, 3 pieces")
    page.get_by_text("How to play").click()
    expect(page.locator(".source")).to_contain_text("Hub Gates (Green) #1 · The Talos Principle")
    page.get_by_text("How to play").click()
    page.get_by_role("button", name="Hint (H)").click()
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".message p")).to_contain_text("stranded")
    still(page)
    said, title = box_of(page.locator(".message")), box_of(page.locator("h1"))
    assert said.y >= title.bottom
    hint_is_beside_the_board(page)


def hint_is_beside_the_board(page: Page) -> None:
    said, board = (
        box_of(page.locator(".message")),
        box_of(page.locator(".layer-board")),
    )
    assert said.y >= 0
    assert said.bottom <= board.y + 12 or said.y >= board.bottom
    if page.locator(".legend").count():
        legend = box_of(page.locator(".legend"))
        assert said.bottom <= legend.y + 2 or said.y >= legend.bottom
    words = box_of(page.locator(".message p"))
    close = box_of(page.get_by_role("button", name="Close the hint"))
    assert words.y - close.height < close.y < words.bottom


@pytest.mark.slow
@pytest.mark.parametrize("touch", [False, True])
def test_titles_and_hints_leave_the_board_in_view(open_page: Open, touch: bool) -> None:
    """A title is read whole on a phone; what a hint says lies beside the board, at every stage."""
    screens = [(390, 800), (360, 640), (360, 740), (800, 390)] if touch else [(1366, 768)]
    cut = (
        "one => one.scrollWidth > one.clientWidth || getComputedStyle(one).textOverflow === "
        "'ellipsis'"
    )
    page = open_page(width=screens[0][0], height=screens[0][1], touch=touch, calm=True)
    hinted = ("talos:tower-gates-4", "dots:6x9-medium", "calendar:10-06")
    for name in (*hinted, "classic:6x10", "weekday:2026-11-23"):
        page.evaluate("name => { location.hash = `#/p/${name}`; }", name)
        title = page.locator("h1")
        expect(title).to_have_text(heading(name))
        for width, height in screens:
            page.set_viewport_size({"width": width, "height": height})
            still(page)
            box, table = box_of(title), box_of(page.locator("svg.table"))
            assert not touch or not title.evaluate(cut)
            assert 0 <= box.y < box.bottom <= table.y
        if name not in hinted:
            continue
        # A hint is asked for where it is read: what is above a board on a phone is beside it on
        # another one.
        for width, height in screens:
            page.set_viewport_size({"width": width, "height": height})
            page.get_by_role("button", name="Hint (H)").click()
            expect(page.locator(".message p")).to_be_visible()
            still(page)
            hint_is_beside_the_board(page)
            page.get_by_role("button", name="Show it").click()
            expect(page.get_by_role("button", name="Place it")).to_be_visible()
            still(page)
            hint_is_beside_the_board(page)
            page.get_by_role("button", name="Close the hint").click()
            expect(page.locator(".message p")).to_have_count(0)
    if touch:
        return
    # A hint is hidden by no words.
    page.set_viewport_size({"width": 1180, "height": 640})
    go(page, "#/p/dots:9x9-hard")
    expect(page.locator("h1")).to_have_text(heading("dots:9x9-hard"))
    for _ in range(2):
        take_hint(page)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("button", name="Place it")).to_be_visible()
    page.wait_for_function(
        """() => {
          const about = document.querySelector('.layer-hint').getBoundingClientRect();
          const over = document.querySelector('.message').getBoundingClientRect();
          return about.bottom <= innerHeight && (about.top >= over.bottom || about.bottom <= over.top);
        }"""  # noqa: E501
    )
    # Only one message is shown at a time.
    hint, short = page.locator(".message p"), page.locator("#toast.shown")
    page.keyboard.press("c")
    expect(short).to_have_text("No mistakes so far.")
    expect(hint).to_have_count(0)
    page.keyboard.press("h")
    expect(hint).to_be_visible()
    expect(short).to_have_count(0)


def test_by_finger(open_page: Open) -> None:
    """A tap places, a double tap turns, a dragged piece is seen above the finger, and outlines are
    drawn.
    """
    page = open_page("#/p/talos:hub-gates-1", width=390, height=800, touch=True)
    page.locator('[data-name="slot J4"]').tap()
    expect(page.locator('[data-name="slot J4"]')).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Turn the selected piece (R)").tap()
    x, y = cell_point(page, (1, 1))
    page.touchscreen.tap(x, y)
    expect(page.locator(".placed")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # A double tap turns a piece, too.
    clear_board(page)
    expect(page.locator(".placed")).to_have_count(0)
    page.locator('[data-name="slot Z4"]').click()
    face = page.locator('[data-name="slot J4"] .face')
    before = face.get_attribute("d") or ""
    page.locator('[data-name="slot J4"]').dblclick()
    expect(face).not_to_have_attribute("d", before)
    for _ in range(3):
        page.get_by_role("button", name="Turn the selected piece (R)").click()
    expect(face).to_have_attribute("d", before)
    anew(page, "#/p/talos:hub-gates-1")
    expect(page.locator(".ways")).to_have_text("1 solution")
    face = box_of(page.locator('[data-name="slot J4"] .face'))
    x, y = face.x + face.width * 0.75, face.y + face.height * 0.9
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, *points: tuple[float, float]) -> None:
        listed = [{"x": px, "y": py} for px, py in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": listed})

    # The foot of the J to the middle of the board's third row; the finger is a bit more than a cell
    # lower.
    tx, ty = cell_point(page, (2, 1))
    cell = cell_point(page, (1, 0))[1] - cell_point(page, (0, 0))[1]
    finger("touchStart", (x, y))
    finger("touchMove", (x - 9, y - 9))
    finger("touchMove", (tx, ty + 1.1 * cell))
    finger("touchEnd")
    expect(page.locator(".placed")).to_have_count(1)
    placed = Session.load(saved(page, "talos:hub-gates-1")["session"]).state.placed[0]
    assert max(row for row, _ in placed.cells) == 2
    page.set_viewport_size({"width": 360, "height": 740})
    go(page, "#/p/dots:4x6-easy")
    expect(page.locator("svg.outlines")).to_be_visible()
    expect(page.locator(".ways")).to_have_text("1 solution")
    for number, cell in enumerate(((0, 0), (1, 0), (2, 0))):
        x, y = cell_point(page, cell)
        kind = "touchMove" if number else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".drawn")).to_have_count(4)
    assert page.evaluate("scrollY") == 0


def test_the_puzzles_of_the_day(open_page: Open) -> None:
    """The browser says which day it is, not the server; and the page is in English everywhere."""
    page = open_page(now="2028-02-28T11:30:00Z")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTimezoneOverride", {"timezoneId": "Pacific/Kiritimati"})
    session.send("Emulation.setLocaleOverride", {"locale": "tr-TR"})
    for now, said, day in (
        ("2028-02-28T11:30:00Z", "Tuesday, February 29", ["Feb", "29"]),
        ("2028-02-29T11:30:00Z", "Wednesday, March 1", ["Mar", "1"]),
    ):
        page.clock.set_fixed_time(now)
        page.goto(page.url.partition("#")[0])
        page.reload()
        expect(page.locator("#daily")).to_have_text(f"Today, {said}")
        here = page.locator(".card.of-day", has_text="Cover all but today")
        month, number = day
        expect(here.locator("text.today")).to_have_text([month[0], number])
        here.click()
        expect(page.locator(".ways")).to_have_text("1 solution")
        expect(page.locator("text.today")).to_have_text(day)
    # After one puzzle of the day comes another.
    page.get_by_role("link", name="Back to the puzzles").click()
    expect(page.locator(".card.of-day:not(.waiting)")).to_have_count(5)
    links = page.locator("a.card.of-day")
    first, second = (links.nth(number).get_attribute("href") or "" for number in (0, 1))
    links.first.click()
    expect(page.locator(".ways")).to_contain_text("solution")
    page.evaluate(
        """async ([path, prefix]) => {
          const { win } = await import('/static/views/player/ending.js');
          // These modules are not those of the page.
          const { answerHere, puzzle } = await import('/static/server/api.js');
          const { answerer } = await import('/static/engine/local.js');
          answerHere(answerer(puzzle));
          const stage = document.querySelector('.stage');
          const id = decodeURIComponent(path.replace(prefix, ''));
          win({ sheet: { id, title: 'One' }, game: { seconds: 5, hints: 0 }, view: { focus() {}, surface: { again() {} } } }, stage);
        }""",  # noqa: E501
        [first, "#/p/"],
    )
    page.get_by_role("dialog").get_by_role("button", name="Next puzzle").click()
    page.wait_for_url(f"**/{second}")


def test_links_right_and_wrong(open_page: Open, ignore_failed_requests: None) -> None:
    page = open_page("#/p/calendar:10-06")
    page.locator("summary", has_text="More").click()
    page.get_by_role("button", name="Copy link").click()
    link: str = page.evaluate("navigator.clipboard.readText()")
    other = open_page("#" + link.partition("#")[2])
    expect(other.locator("h1")).to_have_text("A puzzle a day, October 6")
    expect(other.locator(".label")).to_have_count(12 + 31)
    expect(other.locator(".today")).to_have_text(["Oct", "6"])
    # A wrong link says what is wrong, in a player's words.
    page.goto(page.url.partition("#")[0] + "#/p/talos:tower-gates-55")
    expect(page.locator("main")).to_contain_text("did you mean talos:tower-gates-5")
    expect(page.get_by_role("heading", name="Puzzle not found")).to_be_visible()
    page.get_by_role("link", name="Back to the puzzles").click()
    expect(page.locator(".card").first).to_be_visible()
