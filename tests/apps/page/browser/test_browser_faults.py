"""Faults that players found on the page, each once: pieces, messages and strokes at every size of
the window.
"""

from __future__ import annotations

import datetime
import html
import io
import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from gestures import CASES
from moves import (
    Open,
    anew,
    box_of,
    cell_point,
    controls,
    go,
    keys,
    make,
    more,
    placed_cells,
    solution,
    still,
    stroke,
    take_hint,
)
from PIL import Image
from playwright.sync_api import FloatRect, expect

from tilewright.apps.page import shipped

#: A set of 28 dominoes, on 7 x 8.
MANY_DOMINOES = "id:Dck5EkAAEATA3F_U7hw7D1KIFJH_02nf50KYAlGKOG2UZybsFA3amILzT3dR3UpSQUszqmV_3u061nw"


def test_a_placed_piece_turns_where_it_lies_and_nothing_else_moves(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    slots = page.locator(".slot")
    expect(slots).not_to_have_count(0)

    def lie() -> list[object]:
        return [slots.nth(i).bounding_box() for i in range(slots.count())] + [
            page.locator(".layer-board .floor").bounding_box()
        ]

    before = lie()
    page.mouse.click(*box_of(page.locator(".slot .face").first).middle)
    page.mouse.click(*cell_point(page, (1, 1)))
    expect(page.locator(".placed")).to_have_count(1)
    assert lie() == before
    # No frame around the table.
    assert (
        page.evaluate("getComputedStyle(document.querySelector('svg.table')).outlineStyle")
        == "none"
    )
    first = placed_cells(page)
    page.mouse.move(*cell_point(page, first[1]))
    page.keyboard.press("r")
    expect(page.locator(".placed")).to_have_count(1)
    turned = placed_cells(page)
    assert turned != first
    still(page)
    page.mouse.dblclick(*cell_point(page, turned[0]))
    expect(page.locator(".placed")).to_have_count(1)
    assert placed_cells(page) != turned


def test_a_piece_in_the_hand_of_the_keyboard_shows_whether_it_fits(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    page.locator(".slot").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".lifted.fits")).to_have_count(1)
    page.keyboard.press("Enter")
    page.locator(".slot").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".lifted.amiss")).to_have_count(1)


@pytest.mark.parametrize(
    ("width", "height"),
    [
        (390, 844),
        (568, 320),
        *(pytest.param(*size, marks=pytest.mark.slow) for size in ((1280, 800), (667, 375))),
    ],
)
def test_board_title_and_message_have_room_at_any_size(
    open_page: Open, width: int, height: int
) -> None:
    page = open_page("#/p/talos:tower-gates-4", width=width, height=height)
    board = page.locator(".layer-board .floor")
    expect(board).to_be_visible()
    title = box_of(page.get_by_role("heading", level=1))
    there = box_of(board)
    assert title.height < 60
    assert there.y >= 0
    assert there.bottom <= height
    page.keyboard.press("h")
    message = page.locator(".message p")
    expect(message).to_be_visible()
    box = box_of(page.locator(".message"))
    for name in (".top", ".tools", ".layer-tray"):
        there = page.locator(name)
        # Where the window is low, the message lies over the title.
        if there.is_visible() and not (name == ".layer-tray" and height < 500):
            other = box_of(there)
            above, below = box.bottom <= other.y + 1, box.y >= other.bottom - 1
            assert above or below or box.x >= other.right or box.right <= other.x, name
    # Strokes are as wide on small cells as on large ones.
    stroke = page.locator(".layer-hint .look").first
    assert stroke.evaluate("each => getComputedStyle(each).vectorEffect") == "non-scaling-stroke"
    assert stroke.evaluate("each => getComputedStyle(each).strokeWidth") == "3px"


@pytest.mark.parametrize(
    ("width", "height"),
    [
        (390, 844),
        *(pytest.param(*size, marks=pytest.mark.slow) for size in ((1280, 800), (820, 1180))),
    ],
)
def test_tools_have_words_below_the_board_and_a_hint_moves_nothing(
    open_page: Open, width: int, height: int
) -> None:
    page = open_page(
        "#/p/talos:hub-gates-1", width=width, height=height, touch=width < 1000, calm=True
    )
    expect(page.locator(".ways")).to_have_text("1 solution")
    still(page)
    parts = {
        name: page.locator(name) for name in (".layer-board", ".layer-tray", ".tools", ".notes")
    }

    def lie() -> dict[str, FloatRect | None]:
        return {name: part.bounding_box() for name, part in parts.items()}

    before = lie()
    assert box_of(parts[".tools"]).y >= box_of(parts[".layer-board"]).bottom
    shown = [one.inner_text().strip() for one in page.locator(".tools > :visible").all()]
    assert shown == ["Undo", "Hint", "Check", "Turn", "More"]
    # What is to be done is said in words of what there is: a mouse and a keyboard, or a finger.
    todo = page.locator(".todo")
    expect(todo).to_be_visible()
    assert ("press R" in todo.inner_text()) == (width > 1000)
    page.get_by_role("button", name="Hint (H)").click()
    expect(page.locator(".message p")).to_be_visible()
    expect(todo).to_be_hidden()
    assert lie() == before
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".message p")).to_contain_text("this cell is stranded")
    assert lie() == before


def test_the_tools_are_one_even_line_on_the_smallest_phone(open_page: Open) -> None:
    """Each is as large as a thumb, and its word is whole: upright in a row, flat in a column."""
    page = open_page("#/make/own", touch=True)
    words = page.locator(".tools > :visible > span, .tools summary span:visible")
    for name, tools in (
        ("talos:hub-gates-1", ["Turn"]),
        ("calendar:10-06", ["Turn", "Flip"]),
        ("solid:soma", ["Turn", "Tip", "Tip"]),
        ("dots:4x6-easy", ["Eraser"]),
    ):
        go(page, f"#/p/{name}")
        for width, height in ((320, 568), (568, 320)):
            page.set_viewport_size({"width": width, "height": height})
            expect(words).to_have_text(["Undo", "Hint", "Check", *tools, "More"])
            still(page)
            boxes = [box_of(tool) for tool in page.locator(".tools > :visible").all()]
            across, high = {box.x for box in boxes}, {box.y for box in boxes}
            assert len(high if width < height else across) == 1, name
            assert min(box.width for box in boxes) >= 43, name
            assert min(box.height for box in boxes) >= 40, name
            assert max(box.right for box in boxes) <= width, name
            assert max(box.bottom for box in boxes) <= height, name
            wide = words.evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
            assert all(word <= box.width for word, box in zip(wide, boxes, strict=True)), name


def test_nothing_is_said_behind_the_end_of_a_game(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1", calm=True)
    said = page.locator("#toast.shown, .message p")
    take_hint(page)
    take_hint(page)
    page.keyboard.press("c")
    expect(said).to_have_text("No mistakes so far.")
    take_hint(page)
    expect(page.locator("dialog.won")).to_be_attached()
    expect(said).to_have_count(0)
    keys(page, "c", "h")
    expect(page.locator("dialog.won[open]")).to_be_visible()
    still(page)
    expect(said).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(said).to_have_text("Solved!")


def test_on_a_phone_the_buttons_of_a_long_hint_are_whole(open_page: Open) -> None:
    page = open_page("#/p/talos:tower-gates-5", width=390, height=844, touch=True, calm=True)
    page.get_by_role("button", name="Hint (H)").click()
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("button", name="Show it")).to_have_count(0)
    assert len(page.locator(".message p").inner_text()) > 80
    message = box_of(page.locator(".message"))
    button = box_of(page.get_by_role("button", name="Place it"))
    assert button.bottom <= message.bottom
    assert page.locator(".message").evaluate("each => each.scrollHeight <= each.clientHeight + 1")


def test_next_puzzle_and_restart_wherever_one_plays(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        go(page, "#/p/talos:hub-gates-1")
        expect(page.locator("h1")).to_have_text("3 × 4, 3 pieces")
        expect(page.locator(".slot").first).to_be_visible()
        take_hint(page)
        expect(page.locator(".placed")).to_have_count(1)
        more(page, "Restart")
        expect(page.locator(".placed")).to_have_count(0)
        more(page, "Next puzzle")
        expect(page.locator("h1")).to_have_text("4 × 4, 4 pieces")


def test_given_pieces_have_their_color_and_a_lock(open_page: Open) -> None:
    page = open_page(
        "#/p/id:PZCxCYBAEARzq9gCFF68ucAa5DFR0FSw_xJcHzGYZO9YmL3ut8V6aa0wOWCNbITBZLegila0oR0d6ETfRl1lLm2a8s"
        "8y9aNfHYer8QnHYXgA"
    )
    given = page.locator(".placed.given")
    expect(given).to_have_count(2)
    expect(given.locator(".lock")).to_have_count(2)
    assert given.locator(".face").first.evaluate("one => getComputedStyle(one).filter") == "none"


def test_drawn_regions_that_touch_differ_in_color_and_keep_it(open_page: Open) -> None:
    page = open_page("#/p/dots:4x6-easy")
    expect(page.locator(".layer-board .floor")).to_be_visible()
    page.keyboard.press("h")
    page.get_by_role("button", name="Show it").click()
    hinted = page.locator(".suggestion .face").get_attribute("fill")
    page.get_by_role("button", name="Place it").click()
    faces = page.locator(".region .face")
    assert faces.get_attribute("fill") == hinted
    anew(page, "#/p/dots:4x6-easy")
    found = [path for _, path in solution("dots:4x6-easy")]
    #: The color of each region that was drawn, by its outline.
    seen: dict[str, str] = {}
    for path in found:
        stroke(page, path)
        still(page)
        now = dict(
            faces.evaluate_all(
                "all => all.map(each => [each.getAttribute('d'), each.getAttribute('fill')])"
            )
        )
        assert {outline: now[outline] for outline in seen} == seen
        seen = now
    expect(faces).to_have_count(len(found))
    by_region = page.evaluate(
        """(paths) => {
          const faces = [...document.querySelectorAll(".region .face")];
          const at = ([row, column]) => faces.find((face) => face.isPointInFill(
            new DOMPoint(column + 0.5, row + 0.5)))?.getAttribute("fill");
          return paths.map((path) => at(path[0]));
        }""",
        found,
    )
    touching = [
        (i, j)
        for i, one in enumerate(found)
        for j, other in enumerate(found)
        if i < j and any(abs(a - c) + abs(b - d) == 1 for a, b in one for c, d in other)
    ]
    assert touching
    assert all(by_region[i] != by_region[j] for i, j in touching)


def test_the_smallest_missing_cell_boards_come_to_rest(open_page: Open) -> None:
    page = open_page("#/deficient/1/1,1")
    controls(page)
    page.get_by_label("Row").fill("2")
    page.get_by_label("Column").fill("1")
    page.get_by_role("button", name="Remove").click()
    page.wait_for_url("**/#/deficient/1/1,0")


def test_damaged_links_and_lists_are_said_in_words(open_page: Open) -> None:
    page = open_page("#/p/%E0%A4%A")
    expect(page.get_by_text("This link is damaged")).to_be_visible()
    page.evaluate("localStorage.setItem('tilewright:days', '5')")
    page.goto(page.url.split("#")[0] + "#/")
    page.reload()
    expect(page.locator(".card.of-day:not(.waiting)").first).to_be_visible()


def test_a_phone_that_lies_flat_shows_the_board_beside_its_controls(open_page: Open) -> None:
    page = open_page("#/make/own", width=667, height=375, touch=True)
    for path, board in (
        ("#/make/own", ".paint"),
        ("#/watch/talos:tower-gates-1", ".watching"),
        ("#/watch/proof", ".proof"),
        ("#/random/aztec:6/1", "canvas.mosaic"),
        ("#/plane", "canvas.endless"),
        ("#/all/4x4%20trominoes%2B%20monomino", "svg.whole"),
    ):
        page.evaluate("path => { location.hash = path; }", path)
        page.wait_for_selector(board)
        if path.startswith("#/random"):
            controls(page)
        still(page)
        shown, side = box_of(page.locator(board)), box_of(page.locator(".side"))
        assert shown.right <= side.x, path
        assert shown.bottom <= 375, path
        assert side.right <= 667, path
        assert page.evaluate("document.documentElement.scrollWidth") <= 667, path


def test_kinds_are_chosen_by_pictures_without_outlines(open_page: Open) -> None:
    """The small pictures of kinds are drawn as boards are."""
    page = open_page("#/make")
    faces = page.locator(".kind .thumbnail .tile .face")
    expect(faces.first).to_be_visible()
    widths = faces.evaluate_all(
        "all => all.map((one) => Number.parseFloat(getComputedStyle(one).strokeWidth))"
    )
    fills = faces.evaluate_all("all => new Set(all.map((one) => getComputedStyle(one).fill)).size")
    assert max(widths) <= 2
    assert fills > 2


def test_restart_is_taken_back_by_key_and_by_the_tool(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    expect(page.locator(".slot").first).to_be_visible()
    undo = page.get_by_role("button", name="Undo (Z)")
    take_hint(page)
    expect(page.locator(".placed")).to_have_count(1)
    for back in (lambda: page.keyboard.press("z"), lambda: undo.click()):
        more(page, "Restart")
        expect(page.locator(".placed")).to_have_count(0)
        # Who does not see the message hears how to take it back.
        expect(page.locator("#announcer")).to_have_text("Restarted. Undo (Z) restores the board.")
        expect(undo).to_have_attribute("aria-disabled", "false")
        back()
        expect(page.locator(".placed")).to_have_count(1)
    # The moves before are there, too.
    undo.click()
    expect(page.locator(".placed")).to_have_count(0)
    expect(undo).to_have_attribute("aria-disabled", "true")


def test_what_opens_by_itself_has_a_ring_only_for_keys(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1", touch=True, calm=True)
    expect(page.locator(".slot").first).to_be_visible()
    page.evaluate("document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))")
    for number in range(3):
        for name in ("Hint (H)", "Show it", "Place it"):
            # Nothing gets the focus, as where a finger drags the pieces.
            page.get_by_role("button", name=name).evaluate("one => one.click()")
        expect(page.locator(".placed")).to_have_count(number + 1)
    following = page.locator("dialog.won").get_by_role("button", name="Next puzzle")
    expect(following).to_be_focused()
    ring = "one => getComputedStyle(one).outlineStyle"
    assert following.evaluate(ring) == "none"
    page.keyboard.press("Tab")
    assert page.locator("dialog.won :focus").evaluate(ring) != "none"


def test_a_dragged_piece_lies_above_the_next_card(open_page: Open) -> None:
    page = open_page(height=1400, calm=True)
    card = page.locator(".card.of-day:not(.waiting)").nth(1)
    expect(card).to_be_visible()
    still(page)
    piece = page.locator(".first-board .slot .face").first
    color = piece.evaluate("one => getComputedStyle(one).fill")
    wanted = tuple(int(word) for word in re.findall(r"\d+", color))
    x, y = box_of(card).middle
    page.mouse.move(*box_of(piece).middle)
    page.mouse.down()
    page.mouse.move(x - 20, y, steps=4)
    page.mouse.move(x, y)
    expect(page.locator(".first-board .lifted")).to_have_count(1)
    shot = page.screenshot(clip={"x": x - 60, "y": y - 60, "width": 120, "height": 120})
    page.mouse.up()
    with Image.open(io.BytesIO(shot)) as image:
        far = np.abs(np.asarray(image.convert("RGB"), dtype=int) - wanted).max(axis=2)
    assert (far < 24).sum() > 500


def test_print_shows_the_puzzle_as_it_begins(open_page: Open) -> None:
    """By the menu as a sheet, and by the browser as it is seen."""
    page = open_page("#/p/talos:hub-gates-1")
    page.evaluate(
        """() => {
          const made = URL.createObjectURL;
          URL.createObjectURL = (blob) => {
            blob.text().then((text) => { document.body.dataset.sheet = text; });
            return made(blob);
          };
          window.print = () => { document.body.dataset.printed = ""; };
        }"""
    )

    def sheet() -> str:
        page.evaluate("delete document.body.dataset.sheet; delete document.body.dataset.printed")
        page.keyboard.press("Control+p")
        expect(page.locator("body[data-sheet][data-printed]")).to_be_attached()
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        return page.locator("body").get_attribute("data-sheet") or ""

    expect(page.locator(".slot").first).to_be_visible()
    before = sheet()
    assert "Hub Gates" in before
    take_hint(page)
    expect(page.locator(".placed")).to_have_count(1)
    assert sheet() == before
    page.emulate_media(media="print")
    expect(page.locator(".placed")).to_be_hidden()
    for i in range(2):
        expect(page.locator(".slot .face").nth(i)).to_be_visible()
    # A long ID has lines that can be read, and nothing is cut.
    page.emulate_media(media="screen")
    name = CASES["pips"].puzzle
    go(page, f"#/p/{name}")
    expect(page.locator(".slot").first).to_be_visible()
    wide = float(re.findall(r'viewBox="-0.6 -0.6 (\S+) ', printed := sheet())[0]) - 1.2
    said = re.findall(r'<text x="0" [^>]*font-size="([0-9.]+)px"[^>]*>([^<]*)<', printed)
    assert name in "".join(text for _, text in said)
    for size, text in said:
        assert float(size) > 0.02 * wide
        assert 0.5 * len(html.unescape(text)) * float(size) < wide


def test_what_cannot_be_made_is_said_without_a_command_on_a_phone(open_page: Open) -> None:
    page = open_page("#/make", width=390, height=844, touch=True, calm=True)
    page.evaluate(
        "() => { const own = matchMedia;"
        " window.matchMedia = (query) => /coarse/.test(query) ? { matches: true } : own(query);"
        # The worker would look for it for a minute.
        " const post = Worker.prototype.postMessage; Worker.prototype.postMessage = function (asked, ...rest) {"  # noqa: E501
        " post.call(this, asked.question === 'make' ? { ...asked, patience: 500 } : asked, ...rest); }; }"  # noqa: E501
    )
    make(page, "dots", size="4x6", level="expert")
    making = page.locator(".making")
    expect(making).to_contain_text("No matching puzzle was found.")
    assert "tilewright" not in page.locator("main").inner_text()
    making.get_by_role("button", name="Close").click()
    expect(making).to_have_count(0)


def test_sizes_have_one_spelling(open_page: Open) -> None:
    page = open_page("#/")
    for path, there in (
        ("#/", ".card.of-day:not(.waiting)"),
        ("#/collections", ".collection .card"),
        ("#/watch", "select option"),
        ("#/make", "form select option"),
        ("#/make/own", ".pick"),
        ("#/p/classic:hexiamonds-4x9", "h1"),
    ):
        go(page, path)
        expect(page.locator(there).first).to_be_attached()
        still(page)
        words = page.locator("main").evaluate("main => main.textContent") + page.title()
        assert re.findall(r".{12}\d x \d.{6}", words) == [], path


def test_names_of_controls_begin_with_what_is_written_on_them(open_page: Open) -> None:
    """Who speaks to the page says what is written on a button."""
    page = open_page("#/make/own")
    rule = {"runOnly": ["label-content-name-mismatch"]}
    found = []
    for path, there in (
        ("#/make/own", ".pick"),
        ("#/deficient", "canvas.deep"),
        ("#/p/solid:soma", ".slot"),
        ("#/p/talos:hub-gates-1", ".slot"),
        ("#/watch", ".playback, .player, svg"),
        ("#/plane", "canvas.endless"),
        ("#/figures", ".tilings figure"),
        ("#/random/aztec:6/1", "canvas.mosaic"),
        ("#/all/4x4%20trominoes%2B%20monomino/12.-40", ".choose"),
        ("#/progress", "h1"),
        ("#/", ".card"),
    ):
        go(page, path)
        expect(page.locator(there).first).to_be_visible()
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        found += [
            (path, node["html"][:120])
            for each in Axe().run(page, None, rule).response["violations"]
            for node in each["nodes"]
        ]
    assert found == []


def test_the_first_screen_is_drawn_a_card_at_a_time(open_page: Open) -> None:
    """Whoever drags the first piece meanwhile waits for no more than one card."""
    page = open_page("#/make")
    expect(page.locator("h1")).to_contain_text("Make")
    # On a machine on which everything takes long, each step is one of its own.
    page.add_init_script(
        """globalThis.counts = [];
        const idle = requestIdleCallback, now = performance.now.bind(performance);
        globalThis.requestIdleCallback = (...given) => {
          counts.push(document.querySelectorAll(".card:not(.waiting), .inplace:not(.waiting)").length);
          return idle(...given);
        };
        let late = 0;
        performance.now = () => now() + (late += 50);"""  # noqa: E501
    )
    page.goto(page.url.replace("#/make", ""))
    page.reload()
    today = shipped.days()[datetime.date.today().isoformat()]["puzzles"]
    titles = {each["title"] for each in today}
    expect(page.locator(".card.of-day:not(.waiting)")).to_have_count(len(titles))
    go(page, "#/collections")
    expect(page.locator(".collection .card").nth(70)).to_be_attached()
    still(page)
    counts: list[int] = page.evaluate("counts")
    shown = page.locator(".card:not(.waiting), .inplace:not(.waiting)").count()
    assert shown > 75
    assert (
        max(later - sooner for sooner, later in zip(counts, [*counts[1:], shown], strict=True)) <= 3
    )


def test_addresses_that_name_nothing_say_so(open_page: Open) -> None:
    for path in ("#/plane/xxx", "#/figures/zz", "#/figures/common/Q9"):
        page = open_page(path)
        expect(page.locator("#toast.shown")).to_have_text(
            "This link cannot be read, so the page shows an example."
        )
    for path in ("#/plane/oooo", "#/figures/common/F5,L5", "#/plane"):
        page = open_page(path)
        expect(page.locator(".verdict")).not_to_be_empty()
        expect(page.locator("#toast.shown")).to_have_count(0)


def test_what_is_wrong_with_a_board_is_said_in_a_sentence(open_page: Open) -> None:
    page = open_page("#/random/aztec:0/1")
    expect(page.locator(".lead")).to_have_text("The sides of aztec: must be at least 1, got 0.")


def test_words_keep_their_distance(open_page: Open) -> None:
    page = open_page("#/find")
    label = page.locator("label.inline")
    box, words = box_of(label.locator("input")), box_of(label.locator("span"))
    assert words.x - box.right >= 8
    go(page, "#/progress")
    about = box_of(page.locator("section > .lead"))
    assert box_of(page.locator("section > .row")).y - about.bottom >= 12


def test_a_window_without_room_for_a_board_is_no_error(open_page: Open) -> None:
    page = open_page("#/deficient", width=300, height=60)
    expect(page.locator("canvas.deep")).to_have_count(1)
    still(page)
    page.set_viewport_size({"width": 1100, "height": 820})
    expect(page.locator("canvas.deep")).to_be_visible()


def test_what_is_chosen_is_seen_in_forced_colors(open_page: Open) -> None:
    page = open_page("#/p/dots:4x6-easy")
    page.emulate_media(forced_colors="active")
    look = "each => getComputedStyle(each).backgroundColor"
    eraser = page.get_by_role("button", name="Eraser")
    before = eraser.evaluate(look)
    eraser.click()
    page.mouse.move(1, 1)
    assert eraser.evaluate(look) != before


def test_confetti_ends_soon_and_with_the_game(open_page: Open, server: str) -> None:
    page = open_page("#/p/talos:hub-gates-1", at=server)
    page.evaluate(
        """async () => {
          const { celebrate } = await import('/static/parts/confetti.js');
          window.settle = celebrate(document.querySelector('.stage'));
        }"""
    )
    falling = page.locator(".confetti")
    expect(falling).to_have_count(1)
    lasts = page.evaluate(
        """() => Math.max(...document.querySelector('.confetti').getAnimations({ subtree: true })
          .map((each) => each.effect.getComputedTiming().endTime))"""
    )
    assert lasts <= 900
    page.evaluate("window.settle()")
    expect(falling).to_have_count(0)


def test_a_hint_shows_all_of_its_cases(open_page: Open) -> None:
    """And it has a reason to show only if that says more than the answer."""
    seen = []
    for kind in ("calendar", "hole", "pips"):
        page = open_page(f"#/p/{CASES[kind].puzzle}")
        expect(page.locator(".ways")).not_to_be_empty()
        page.keyboard.press("h")
        message = page.locator(".message")
        expect(message.get_by_role("button", name="Show it")).to_be_visible()
        why = message.get_by_role("button", name="Why?")
        if why.count():
            why.click()
            several = message.get_by_role("button", name=re.compile(" cases$"))
            if several.count():
                seen.append(several.inner_text())
                several.click()
                steps = 1
                while (following := message.get_by_role("button", name="Next")).count():
                    following.click()
                    steps += 1
                assert seen[-1] == f"All {steps} cases"
    assert seen


def test_the_list_of_pieces_is_whole_on_a_phone_that_lies_flat(open_page: Open) -> None:
    page = open_page("#/make", width=844, height=390, touch=True)
    for name in (MANY_DOMINOES, CASES["pentominous"].puzzle):
        go(page, f"#/p/{name}")
        expect(page.locator(".layer-dots").locator("*").first).to_be_attached()
        still(page)
        board = box_of(page.locator(".layer-board .floor"))
        boxes = [box_of(piece) for piece in page.locator(".legend > svg").all()]
        assert max(box.bottom for box in boxes) <= 390
        assert max(box.right for box in boxes) <= board.x
        assert box_of(page.locator("h1")).x < 100


def test_no_badge_of_a_region_covers_pips(open_page: Open) -> None:
    page = open_page(f"#/p/{CASES['pips'].puzzle}")
    expect(page.locator(".slot").first).to_be_visible()
    for number in range(1, 4):
        take_hint(page)
        expect(page.locator(".placed")).to_have_count(number)
    still(page)
    badges = [box_of(badge) for badge in page.locator(".layer-badges .badge rect").all()]
    for pip in page.locator(".placed .pips circle").all():
        x, y = box_of(pip).middle
        assert not any(badge.x < x < badge.right and badge.y < y < badge.bottom for badge in badges)
    # What is on the board is not in the tray, and seems not to be.
    expect(page.locator(".slot.used .pips").first).to_be_hidden()


def test_a_tap_that_places_nothing_says_why(open_page: Open) -> None:
    page = open_page(width=390, height=844, touch=True)
    slot = page.locator(".first-board .slot").first
    slot.tap()
    expect(slot).to_have_class(re.compile("selected"))
    page.touchscreen.tap(*cell_point(page, (0, 0)))
    why = page.locator("#toast.shown")
    expect(why).to_have_text("The piece fits there only after you turn it")
    page.get_by_role("button", name="Turn").tap()
    page.touchscreen.tap(*cell_point(page, (0, 0)))
    expect(page.locator(".placed")).to_have_count(1)


def test_what_there_is_to_learn_is_listed(open_page: Open) -> None:
    page = open_page("#/explore", width=390, height=844, touch=True)
    page.get_by_role("link", name="Learn").click()
    expect(page.locator("h1")).to_have_text("Learn")
    assert page.title() == "Learn · tilewright"
    expect(page.locator(".kind")).to_have_count(len(shipped.exercises()))
    page.locator(".kind", has_text="Shikaku").click()
    expect(page.locator("h1")).to_have_text("Shikaku: board 1 of 5")


def test_the_letter_of_a_hint_leaves_the_names_of_days_free(open_page: Open) -> None:
    page = open_page("#/learn/calendar/2", width=390, height=844, touch=True)
    expect(page.locator(".slot").first).to_be_visible()
    page.get_by_role("button", name="Hint (H)").click()
    page.get_by_role("button", name="Show it").click()
    # Sizes are written as everywhere.
    expect(page.locator(".message p")).to_contain_text("The 2 × 3 rectangle")
    still(page)
    circle = box_of(page.locator(".looked-at circle"))
    x, y = circle.middle
    names = [box_of(name) for name in page.locator(".layer-hint .label").all()]
    beside = min(names, key=lambda box: abs(box.middle[0] - x) + abs(box.middle[1] - y))
    # The box of a text has room above its letters.
    assert y + circle.height / 2 <= beside.y + 0.3 * beside.height


#: A puzzle of Pips of which the first hint speaks of one cell, and then of another one.
TWO_CELLS = (
    "id:RVDLCsMwDLvnK0zOhSS2Y8ZK-yOjhx5222Bj9DT271Ne20EgKcaO9CibDPEUyL94CTpBC2IKvH_ECCQXY6CoQAYsEDMA"
    "zdACmAXnrs9jv9FoEO3Nr-MOLeBCC3HVvUlaFzp1o1TKuFNQB6U_CCYVRtskUwbXud3R-r3s3j7688X7bfI8iAyig-RBrJHP"
    "Fw"
)


def test_a_cell_keeps_its_letter_through_a_hint(open_page: Open) -> None:
    def letters() -> dict[str | None, str | None]:
        still(page)
        named = page.locator(".looked-at").all()
        return {each.text_content(): each.get_attribute("transform") for each in named}

    page = open_page(f"#/p/{TWO_CELLS}", width=390, height=844, touch=True)
    expect(page.locator(".slot").first).to_be_visible()
    page.get_by_role("button", name="Hint (H)").click()
    expect(page.locator(".looked-at")).to_have_count(1)
    first = letters()
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".message p")).to_contain_text("only like this")
    second = letters()
    assert first.keys() == {"A"}
    assert second
    assert len({*first.items(), *second.items()}) == len({*first.values(), *second.values()})
    assert second.get("A", first["A"]) == first["A"]


def test_what_a_check_finds_is_not_marked_like_the_way_to_close_it(open_page: Open) -> None:
    page = open_page("#/p/dots:4x6-easy")
    expect(page.locator(".ways")).to_contain_text("solution")
    stroke(page, [(0, 0), (0, 1), (1, 1)])
    page.get_by_role("button", name="Check (C)").click()
    icons = page.locator(".message .icon path")
    expect(icons).to_have_count(2)
    sign, close = icons.evaluate_all("all => all.map((one) => one.getAttribute('d'))")
    assert sign != close


def test_the_header_stays_where_it_is(open_page: Open) -> None:
    page = open_page("#/make", width=1440, height=900)
    places = set()
    for path in ("#/make", "#/p/talos:hub-gates-1", "#/deficient", "#/collections"):
        go(page, path)
        expect(page.locator("main h1, main canvas").first).to_be_attached()
        still(page)
        places |= {box_of(page.locator(".brand")).x}
    assert len(places) == 1


def test_small_pictures_of_puzzles_can_be_read(open_page: Open, server: str) -> None:
    page = open_page("#/make", at=server, width=390, height=844, touch=True)
    for path, least in (("#/make", 9), ("#/day/2026-12-06", 7)):
        go(page, path)
        text = page.locator(".thumbnail text")
        expect(text.nth(30)).to_be_attached()
        sizes = text.evaluate_all(
            """all => all.map((one) => parseFloat(getComputedStyle(one).fontSize)
              * one.getScreenCTM().a)"""
        )
        assert min(sizes) >= least, path


def test_a_solved_board_asks_for_nothing_more(open_page: Open) -> None:
    page = open_page("#/p/talos:hub-gates-1", width=390, height=844, touch=True)
    expect(page.locator(".slot").first).to_be_visible()
    todo = page.locator(".todo")
    expect(todo).to_be_visible()
    # What is said for a moment does not lie on it.
    more(page, "Restart")
    expect(page.locator("#toast.shown")).to_have_count(1)
    expect(todo).to_be_hidden()
    for number in range(1, 4):
        take_hint(page)
        expect(page.locator(".placed")).to_have_count(number)
    expect(page.locator("dialog.won")).to_be_visible()
    expect(todo).to_be_hidden()


def test_what_is_solved_is_seen_at_the_corner_of_its_card_and_the_month_is_whole(
    open_page: Open, server: str
) -> None:
    page = open_page(at=server, width=390, height=844, touch=True, now="2026-12-02T12:00:00Z")
    expect(page.locator(".card.of-day:not(.waiting)")).to_have_count(5)
    page.evaluate(
        """() => {
          const ids = JSON.parse(localStorage['tilewright:dailies'])['2026-12-02'];
          const record = { seconds: 60, hints: 0, when: 5 };
          localStorage['tilewright:solved'] = JSON.stringify(
            Object.fromEntries(ids.map((id) => [id, record])));
          localStorage['tilewright:days'] = JSON.stringify(['2026-12-01', '2026-12-02']);
        }"""
    )
    go(page, "#/day/2026-12-02")
    card = page.locator(".card.large.solved").first
    tick = box_of(card.locator(".tick"))
    assert box_of(card).right - tick.right < 20
    go(page, "#/progress")
    heat = page.locator(".heat > svg")
    month = heat.locator("text", has_text="Dec")
    assert box_of(month).right <= box_of(heat).right + 1


def test_what_is_made_by_hand_has_words_and_no_command_on_a_phone(open_page: Open) -> None:
    page = open_page("#/make/own", width=390, height=844, touch=True)
    session = page.context.new_cdp_session(page)
    session.send(
        "Emulation.setEmulatedMedia", {"features": [{"name": "pointer", "value": "coarse"}]}
    )
    side = page.locator(".own .side")
    for words in ("Play it", "Copy link", "Watch"):
        expect(side.get_by_text(words, exact=True)).to_be_visible()
