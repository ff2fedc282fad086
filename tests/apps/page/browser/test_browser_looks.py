"""How the page looks: colors, patterns, exports, print, small and dark, and whether everybody can
use it.
"""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from moves import (
    VIEWS,
    Open,
    box_of,
    cell_point,
    cells_of,
    clear_board,
    colors_of,
    go,
    heading,
    loaded_anew,
    more,
    saved_file,
    still,
    take_hint,
)
from PIL import Image
from playwright.sync_api import Page, expect

from tilewright.apps.page import shipped

#: Puzzles of each kind of board.
PUZZLES = ("talos:tower-gates-5", "dots:6x6-easy", "calendar:10-06", "solid:soma")
PAGES = [*VIEWS, *(f"#/p/{name}" for name in (*PUZZLES, "classic:tetrahexes-4x7"))]
#: What is printed as it is seen; a puzzle is printed as a sheet.
PRINTED = (
    *("", "#/make/own", "#/watch", "#/watch/proof", "#/deficient", "#/plane"),
    "#/random/aztec:6/1",
)


def test_colors_and_patterns_on_the_page_and_in_a_saved_picture(open_page: Open) -> None:
    page = open_page("#/make")
    for name, choice, pieces in (
        ("talos:tower-gates-1", "Corners differ too", 4),
        ("dots:6x6-easy", "piece", 2),
    ):
        page.evaluate("name => { location.hash = `#/p/${name}`; }", name)
        expect(page.locator("h1")).to_have_text(heading(name))
        for _ in range(pieces):
            take_hint(page)
        expect(page.locator(".placed, .region")).to_have_count(pieces)
        if pieces == 4:
            page.get_by_role("button", name="Close and look").click()
            assert len(set(colors_of(page, ".placed .face"))) == 2  # two L and two Z
        more(page, "Colors")
        page.get_by_label(choice, exact=choice == "piece").check()
        if pieces == 4:
            assert len(set(colors_of(page, ".placed .face"))) >= 3
        for patterned in (False, True):
            page.get_by_label("Add patterns").set_checked(patterned)
            shown = set(colors_of(page, ".layer-tiles .face"))
            assert shown
            text = saved_file(page, "SVG").path().read_text()
            assert ("<pattern" in text) == patterned
            # Of a drawn puzzle, the outlines are saved.
            for color in shown if pieces == 4 else ():
                red, green, blue = bytes.fromhex(color[1:])
                assert color in text or f"rgb({red}, {green}, {blue})" in text
        page.keyboard.press("Escape")
        if pieces == 4:
            expect(page.locator(".placed .shine")).to_have_count(4)
            expect(page.locator(".placed .hatch")).to_have_count(4)
            page.reload()
            expect(page.locator(".placed .hatch")).to_have_count(4)
    # Exports are what one would print: paper is white, whatever the screen is.
    page.emulate_media(color_scheme="dark")
    loaded_anew(page, "#/p/talos:hub-gates-1")
    take_hint(page)
    more(page)
    file = saved_file(page, "SVG")
    assert file.suggested_filename == "hub-gates-green-1.svg"
    text = file.path().read_text()
    for words in ("Hub Gates (Green) #1", "not flip", "talos:hub-gates-1"):
        assert words in text
    with Image.open(saved_file(page, "PNG").path()) as picture:
        assert picture.width == 1600
        colors = {color for _, color in picture.convert("RGB").getcolors(1 << 20) or []}
    assert (255, 255, 255) in colors  # paper is white, whatever the screen is
    # The piece on the board and the one that is left.
    faces = {*colors_of(page, ".placed .face"), *colors_of(page, ".slot .face")}
    assert len(faces) == 2
    assert {tuple(bytes.fromhex(color[1:])) for color in faces} <= colors
    page.emulate_media(color_scheme="dark")
    go(page, "#/make")
    expect(page.locator("h1")).to_contain_text("Make")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(ground)
    theme = page.locator("#theme")
    expect(theme).to_have_accessible_name("Colors: same as the system")
    theme.click()
    expect(theme).to_have_accessible_name("Colors: light")
    light = page.evaluate(ground)
    assert light != dark
    page.reload()
    expect(theme).to_have_accessible_name("Colors: light")
    assert page.evaluate(ground) == light
    theme.click()
    assert page.evaluate(ground) == dark


@pytest.mark.parametrize(
    "pages",
    [
        pytest.param(
            ["", "#/p/talos:tower-gates-5", "#/make", "#/plane", *VIEWS[-6:]],
            id="some views",
        ),
        pytest.param(PAGES, id="all views", marks=pytest.mark.slow),
    ],
)
def test_every_view_is_accessible_and_printed(
    open_page: Open, server: str, pages: list[str]
) -> None:
    """On paper there is nothing to press, and boards are as broad as they are."""
    page = open_page("#/make", at=server, calm=True)
    address = page.url.partition("#")[0]
    # A picture has its name; the thousands of paths inside are nothing by themselves.
    pictures = {"exclude": [[".thumbnail > *"]]}
    found = []
    page.wait_for_selector("h1")
    for path in pages:
        page.evaluate("document.querySelector('h1').remove()")
        page.goto(address + path)
        page.wait_for_selector("h1")
        still(page)
        # Cards are alike: three of each shelf stand for the hundreds of the gallery, which take a
        # minute.
        page.evaluate(
            "document.querySelectorAll('.cards > :nth-child(n+4)').forEach((one) => one.remove())"
        )
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            still(page)
            # A scheme changes colors alone.
            options = {"resultTypes": ["violations"]}
            if scheme == "dark":
                options["runOnly"] = ["color-contrast"]
            found += [
                (path, scheme, each["id"], [node["html"][:120] for node in each["nodes"][:3]])
                for each in Axe().run(page, pictures, options).response["violations"]
            ]
        if path not in PRINTED:
            continue
        page.set_viewport_size({"width": 688, "height": 1000})  # what A4 leaves
        page.emulate_media(media="print")
        still(page)
        for selector in ("header", "nav a", "button", "input", "select", ".button"):
            assert page.locator(selector).locator("visible=true").count() == 0, (path, selector)
        shape = page.evaluate(
            "() => { const one = document.querySelector('canvas.deep'); if (!one) return 1;"
            " const box = one.getBoundingClientRect(); return box.width / box.height / (one.width "
            "/ one.height); }"
        )
        assert shape == pytest.approx(1, abs=0.02)
        page.emulate_media(media="screen")
        page.set_viewport_size({"width": 1180, "height": 820})
    assert found == []


@pytest.mark.slow
def test_the_number_of_colors(open_page: Open) -> None:
    page = open_page("#/p/classic:3x20")
    for number in range(12):
        take_hint(page)
        expect(page.locator(".placed")).to_have_count(number + 1)
    page.get_by_role("button", name="Close and look").click()
    assert len(set(colors_of(page, ".placed .face"))) == 12
    more(page, "Colors")
    note = page.locator(".note")
    page.get_by_label("Neighbors differ").check()
    fewest = len(set(colors_of(page, ".placed .face")))
    expect(note).to_have_text(f"{fewest} colors used; fewer are not enough.")
    page.get_by_label("Corners differ too").check()
    strong = len(set(colors_of(page, ".placed .face")))
    assert strong >= fewest
    count = page.get_by_role("combobox", name="Colors")
    count.select_option("2")
    expect(note).to_have_text(f"2 colors are not enough, so {strong} are used.")
    count.select_option("7")
    assert len(set(colors_of(page, ".placed .face"))) == 7
    expect(note).to_have_text(f"7 colors used; {strong} would be enough.")
    # Tiles that share a corner differ.
    tiles: list[tuple[str, str]] = page.evaluate(
        "() => [...document.querySelectorAll('.placed')].map((one) =>"
        " [one.dataset.name, one.querySelector('.face').getAttribute('fill')])"
    )
    owner = {
        cell: (number, fill) for number, (name, fill) in enumerate(tiles) for cell in cells_of(name)
    }
    for (row, column), (number, fill) in owner.items():
        for near in (
            (row, column + 1),
            (row + 1, column - 1),
            (row + 1, column),
            (row + 1, column + 1),
        ):
            if near in owner and owner[near][0] != number:
                assert owner[near][1] != fill


@pytest.mark.slow
def test_on_paper(open_page: Open) -> None:
    """A puzzle as it is seen, on one page; and the sheet that the menu prints, with nothing
    else."""
    page = open_page(scheme="dark")
    for name in ("talos:tower-gates-4", "dots:6x6-easy", "calendar:10-06"):
        page.emulate_media(media="screen", color_scheme="dark")
        page.goto(page.url.partition("#")[0] + f"#/p/{name}")
        expect(page.locator("h1")).to_have_text(heading(name))
        expect(page.locator(".table")).to_be_visible()
        page.emulate_media(media="print", color_scheme="dark")
        for selector in (".top", ".tools", ".meters", ".how"):
            assert not page.locator(selector).is_visible(), selector
        assert page.locator("h1").evaluate("one => getComputedStyle(one).color") == "rgb(0, 0, 0)"
        ground = page.locator("html").evaluate("one => getComputedStyle(one).backgroundColor")
        assert ground == "rgb(255, 255, 255)"
        assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
        box = box_of(page.locator(".table"))
        assert box.x >= 0
    page.emulate_media(media="screen")
    page.evaluate("window.print = () => { document.body.dataset.printed = 'yes'; }")
    more(page)
    page.get_by_role("button", name="Print").click()
    expect(page.locator("body")).to_have_attribute("data-printed", "yes")
    page.emulate_media(media="print")
    expect(page.locator(".printed")).to_be_visible()
    expect(page.locator("main")).to_be_hidden()
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".printed")).to_have_count(0)
    expect(page.locator("main")).to_be_visible()


def cell_side(page: Page) -> float:
    """How many pixels the side of a cell of the board has."""
    return float(page.evaluate("document.querySelector('.layer-board').getScreenCTM().a"))


def stays_as_pieces_leave_the_tray(page: Page) -> None:
    """The board and the places in the tray stay where they are while pieces are placed."""
    expect(page.locator(".slot")).to_have_count(12)
    expect(page.locator(".ways")).to_contain_text("2,339")
    still(page)
    before = cell_side(page)
    for number in range(8):
        take_hint(page)
        expect(page.locator(".placed")).to_have_count(number + 1)
    assert cell_side(page) == before
    expect(page.locator(".slot")).to_have_count(12)
    clear_board(page)
    expect(page.locator(".slot:not(.used)")).to_have_count(12)
    assert cell_side(page) == before


@pytest.mark.slow
def test_on_a_desk_the_board_is_large_and_what_is_needed_is_in_view(open_page: Open) -> None:
    page = open_page("#/make/own", calm=True)
    for path, selector, width, height in (
        ("#/p/dots:6x6-medium", ".legend", 1366, 768),
        ("#/p/dots:6x6-medium", ".legend", 360, 740),
        ("#/p/dots:6x6-medium", ".table", 1366, 768),
        ("#/watch", ".playback .primary", 360, 740),
        ("#/make", ".kind:nth-child(6) .chips", 1366, 768),
    ):
        page.set_viewport_size({"width": width, "height": height})
        go(page, path)
        page.locator(selector).wait_for()
        still(page)
        box = box_of(page.locator(selector))
        assert box.bottom <= height, (path, selector)
        assert box.width > 90
    page.set_viewport_size({"width": 1366, "height": 768})
    go(page, "#/p/classic:6x10")
    expect(page.locator(".ways")).to_have_text("2,339 solutions")
    for width, height, least in ((1366, 768, 0.42), (2560, 1440, 0.42)):
        page.set_viewport_size({"width": width, "height": height})
        still(page)
        board, table = (
            box_of(page.locator(".layer-board")),
            box_of(page.locator("svg.table")),
        )
        assert board.width > least * width
        assert table.bottom <= height
        # A window that becomes higher is used as well.
        page.set_viewport_size({"width": width, "height": height + 300})
        page.wait_for_function(
            "() => document.querySelector('svg.table').getBoundingClientRect().height > "
            f"{table.height}"
        )
    page.set_viewport_size({"width": 1366, "height": 768})
    stays_as_pieces_leave_the_tray(page)


def test_a_phone_is_wide_enough(open_page: Open, server: str) -> None:
    """From one view to the next, as links lead there."""
    page = open_page(at=server, width=360, height=740, touch=True, calm=True)
    for path in PAGES:
        page.goto(page.url.partition("#")[0] + path)
        page.wait_for_selector("h1")
        still(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 360, path
        for number in range(page.locator("summary").count()):
            summary = page.locator("summary").nth(number)
            # Where a puzzle has all of the screen, the header is not there.
            if not summary.is_visible():
                continue
            summary.click()
            panel = page.locator("details[open] > .panel")
            if panel.count():
                box = box_of(panel)
                assert box.x >= 0, path
                assert box.right <= 360, path
                page.keyboard.press("Escape")


@pytest.mark.slow
def test_a_phone_shows_the_whole_board_and_its_tools(open_page: Open) -> None:
    """One that lies flat, and one that stands: one line is above the board, and the tools are at
    the thumb.
    """
    page = open_page(width=844, height=390, touch=True, calm=True)
    for name in ("classic:6x10", "talos:tower-gates-4", "dots:6x9-medium", "calendar:10-06"):
        go(page, f"#/p/{name}")
        expect(page.locator("h1")).to_have_text(heading(name))
        expect(page.locator(".ways")).to_contain_text("solution")
        for width, height in ((667, 375), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            still(page)
            box = box_of(page.locator(".layer-board"))
            assert page.evaluate("scrollY") == 0
            assert box.y >= 0
            assert box.bottom <= height
            assert box.height > 0.35 * height
    page.locator(".menu > summary").last.tap()
    box = box_of(page.locator(".menu[open] .panel"))
    assert box.bottom <= 390
    page.set_viewport_size({"width": 390, "height": 844})
    for name in ("calendar:10-06", "classic:6x10", "dots:6x9-medium"):
        go(page, f"#/p/{name}")
        expect(page.locator("h1")).to_have_text(heading(name))
        expect(page.locator(".ways")).to_contain_text("solution")
        still(page)
        assert not page.locator(".top").is_visible()
        boxes = {
            name: box_of(page.locator(name))
            for name in ("h1", ".back", ".time", ".tools", "svg.table")
        }
        assert all(boxes[name].bottom < 50 for name in ("h1", ".back", ".time"))
        tools = boxes[".tools"]
        assert tools.bottom == pytest.approx(844, abs=1)
        assert boxes["svg.table"].bottom <= tools.y
        for button in page.locator(".tools > button:visible").all():
            box = box_of(button)
            assert min(box.height, box.width) >= 44
    go(page, "#/p/classic:6x10")
    stays_as_pieces_leave_the_tray(page)
    # A long board is zoomed by buttons, keys and two fingers.
    go(page, "#/p/classic:3x20")
    expect(page.locator(".ways")).to_have_text("2 solutions")
    whole = cell_side(page)
    page.get_by_role("button", name="Zoom in (+)").click()
    assert cell_side(page) == pytest.approx(1.5 * whole)
    page.keyboard.press("-")
    assert cell_side(page) == pytest.approx(whole)
    # Two fingers, as a browser tells of them.
    page.evaluate(
        """() => {
          const table = document.querySelector('svg.table');
          const box = document.querySelector('.layer-board').getBoundingClientRect();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          const send = (type, pointerId, clientY) => table.dispatchEvent(new PointerEvent(type,
            { pointerType: 'touch', pointerId, clientX: x, clientY, bubbles: true, cancelable: true, button: 0 }));
          send('pointerdown', 11, y - 40);
          send('pointerdown', 12, y + 40);
          send('pointermove', 11, y - 80);
          send('pointermove', 12, y + 80);
          send('pointerup', 11, y - 80);
          send('pointerup', 12, y + 80);
        }"""  # noqa: E501
    )
    assert cell_side(page) == pytest.approx(2 * whole, rel=0.02)
    # What a hint points at comes into view, and a piece lands where it is seen to.
    take_hint(page)
    expect(page.locator(".placed")).to_have_count(1)
    page.get_by_role("button", name="Zoom out (-)").click()
    page.get_by_role("button", name="Zoom out (-)").click()
    assert (
        page.evaluate("document.querySelector('svg.table').classList.contains('zoomed')") is False
    )


def solve_by_hints(page: Page, hints: int = 3) -> None:
    """Follow hints until the puzzle is solved."""
    for _ in range(hints):
        take_hint(page)
    expect(page.locator("dialog.won")).to_be_visible()


def end_in_view(page: Page, screens: list[tuple[int, int]]) -> None:
    """What is said at the end hides nothing of the board, on any of these screens."""
    banner = page.locator("dialog.won[open]")
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        still(page)
        board, over = box_of(page.locator(".layer-board")), box_of(banner)
        close = box_of(page.get_by_role("button", name="Close and look"))
        assert 0 <= board.y < board.bottom <= height
        assert 0 <= over.y < over.bottom <= height
        assert 0 <= close.x < close.right <= width
        assert over.bottom <= board.y + 4 or over.y >= board.bottom
        # What closes it stands beside what is said.
        words = box_of(page.locator("dialog.won .words"))
        assert words.y - close.height < close.y < words.bottom


WIDE = [(1366, 768), (1180, 820)]
PHONES = [(390, 844), (820, 1180), (360, 640), (844, 390), (667, 375)]


@pytest.mark.slow
def test_the_end_hides_nothing_of_the_board_on_a_phone(open_page: Open) -> None:
    page = open_page(width=390, height=844, touch=True, calm=True)
    # The last piece of the dots is there when the others are.
    for name, hints in (("talos:hub-gates-1", 3), ("dots:4x6-easy", 7)):
        page.set_viewport_size({"width": 390, "height": 844})
        go(page, f"#/p/{name}")
        expect(page.locator("h1")).to_have_text(heading(name))
        solve_by_hints(page, hints)
        expect(page.locator(".confetti")).to_have_count(0)
        end_in_view(page, PHONES)
        page.get_by_role("button", name="Close and look").click()
        expect(page.locator("dialog.won")).to_have_count(0)


def test_the_end_is_celebrated_once_and_can_be_shared(open_page: Open, server: str) -> None:
    page = open_page("#/p/talos:hub-gates-1", at=server, width=1366, height=768)
    expect(page.locator(".slot").first).to_be_visible()
    page.evaluate(
        """() => new MutationObserver(() => {
          window.fell ||= Boolean(document.querySelector(".confetti"));
        }).observe(document.body, { childList: true })"""
    )
    solve_by_hints(page)
    page.wait_for_function("window.fell")
    banner, ways = page.locator("dialog.won"), page.locator(".ways")
    expect(page.get_by_role("dialog")).to_contain_text("Solved!")
    expect(banner).to_contain_text("3 hints")
    expect(page.locator("#announcer")).to_contain_text("Solved in")
    end_in_view(page, WIDE)
    share = page.get_by_role("button", name="Share the result")
    share.click()
    card = page.locator("dialog.result")
    page.get_by_role("button", name="Copy text").click()
    expect(page.locator("#toast.shown")).to_contain_text("copied")
    first, result, link = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert first.startswith("tilewright, ")
    # The sign says that there were hints.
    assert re.fullmatch(r"🟨 3 × 4, 3 pieces \d:\d\d, 3 hints", result)
    assert link == "tilewright play talos:hub-gates-1"
    picture = Image.open(saved_file(page, "PNG").path()).convert("RGB")
    assert picture.size == (1080, 1080)
    # The pieces are on it as squares of their colors, and the board has no seams.
    found = {"#{:02x}{:02x}{:02x}".format(*color) for _, color in picture.getcolors(1 << 20) or []}
    assert set(colors_of(page, ".placed .face")) <= found
    board = picture.crop((400, 300, 680, 560))
    assert len(board.getcolors(1 << 20) or []) == 1
    expect(page.get_by_role("img", name=re.compile("3 × 4, 3 pieces, .*3 hints"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(share).to_be_focused()
    page.keyboard.press("Escape")
    expect(banner).to_have_count(0)
    # What is made again is not celebrated again.
    page.keyboard.press("z")
    expect(page.locator(".placed")).to_have_count(2)
    page.keyboard.press("y")
    expect(ways).to_have_text("solved")
    page.keyboard.press("z")
    take_hint(page)
    expect(ways).to_have_text("solved")
    expect(banner).to_have_count(0)
    # The second time, the best one is said.
    clear_board(page)
    expect(page.locator(".placed")).to_have_count(0)
    solve_by_hints(page)
    expect(banner).to_contain_text("best")
    page.get_by_role("button", name="Close and look").click()
    go(page, "#/p/dots:4x6-easy")
    expect(page.locator("svg.outlines")).to_be_visible()
    solve_by_hints(page, 7)
    end_in_view(page, WIDE)


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844), (667, 375)])
def test_a_solved_board_lies_in_the_middle_without_a_tray(
    open_page: Open, width: int, height: int
) -> None:
    """How long it took, the hints and the days in a row are said where the tray was."""
    page = open_page("#/p/talos:hub-gates-1", width=width, height=height, calm=True)
    expect(page.locator(".slot")).to_have_count(2)
    page.evaluate(
        """() => {
          const at = new Date(), days = [0, 1, 2].map((back) => new Date(at - back * 86400000));
          localStorage.setItem("tilewright:days", JSON.stringify(days.map((day) => day.toISOString().slice(0, 10))));
        }"""  # noqa: E501
    )
    solve_by_hints(page)
    still(page)
    expect(page.locator(".slot")).to_have_count(0)
    expect(page.locator(".tray-card")).to_have_count(0)
    score = page.locator("dialog.won .score span")
    expect(score).to_have_text([re.compile(r"^\d+:\d\d time$"), "3 hints", "3 days in a row"])
    board, stage = (
        box_of(page.locator(".layer-board")),
        box_of(page.locator(".stage")),
    )
    assert board.x + board.width / 2 == pytest.approx(stage.x + stage.width / 2, abs=2)
    end_in_view(page, [(width, height)])
    page.get_by_role("button", name="Close and look").click()
    expect(page.locator(".slot")).to_have_count(0)
    page.keyboard.press("z")
    expect(page.locator(".slot")).to_have_count(2)


def test_the_clock_the_ways_left_and_sounds_are_switched_for_good(open_page: Open) -> None:
    """And a sheet says which keys there are."""
    page = open_page("#/p/talos:hub-gates-1")
    ways, clock = page.locator(".ways"), page.locator(".time")
    expect(ways).to_have_text("1 solution")
    more(page)
    page.get_by_label("show how many solutions are left").uncheck()
    page.get_by_label("show the clock").uncheck()
    expect(ways).to_be_hidden()
    expect(clock).to_be_hidden()
    page.reload()
    expect(page.locator(".slot").first).to_be_visible()
    expect(ways).to_be_hidden()
    expect(clock).to_be_hidden()
    more(page)
    page.get_by_label("show how many solutions are left").check()
    expect(ways).to_have_text("1 solution")
    # Sounds are off until they are switched on.
    page.add_init_script(
        """window.tones = 0;
        window.OscillatorNode = class extends OscillatorNode {
          constructor(...how) { super(...how); window.tones++; }
        };"""
    )
    page.reload()
    take_hint(page)
    expect(page.locator(".placed")).to_have_count(1)
    assert page.evaluate("window.tones") == 0
    more(page)
    page.get_by_label("Sound").check()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo (Z)").click()
    assert page.evaluate("window.tones") > 0
    page.reload()
    take_hint(page)
    assert page.evaluate("window.tones") > 0
    loaded_anew(page, "#/p/talos:hub-gates-1")
    expect(page.locator(".ways")).to_have_text("1 solution")
    slot = page.locator(".slot").first
    slot.focus()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    for words in (
        "turn (Shift R turns the other way)",
        "T and G",
        "Page Up and Page Down",
        "Random tilings",
    ):
        expect(sheet).to_contain_text(words)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(page.locator(".slot").first).to_be_focused()
    page.get_by_role("button", name="Keys (?)").click()
    page.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)
    for width, height in ((800, 390), (390, 800), (1180, 820)):
        page.set_viewport_size({"width": width, "height": height})
        page.keyboard.press("?")
        expect(sheet.get_by_role("heading", name="Keys", exact=True)).to_be_in_viewport()
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)


def test_a_piece_turns_and_settles_and_where_it_would_land_is_shown_quietly(
    open_page: Open,
) -> None:
    page = open_page("#/p/talos:hub-gates-1")
    expect(page.locator(".ways")).to_have_text("1 solution")
    page.evaluate(
        """() => {
          window.moved = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, options) {
            window.moved.push([frames[0].transform, options.duration]);
            return animate.call(this, frames, options);
          };
        }"""
    )
    slot = page.locator('[data-name="slot J4"]')
    for calm in (False, True):
        page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
        slot.hover()
        page.keyboard.press("r")
        slot.hover()
        page.mouse.down()
        page.mouse.move(*cell_point(page, (1.2, 1.1)), steps=4)
        page.mouse.up()
        expect(page.locator(".placed")).to_have_count(1)
        moved = page.evaluate("window.moved")
        if calm:
            assert moved == []
        else:
            assert next(turn for turn, _ in moved) == "rotate(-90deg)"
            assert moved[1][0].startswith("translate(")
            # A turn, and then the way into its place.
            assert [time for _, time in moved[:2]] == [120, 160]
        page.keyboard.press("z")
        expect(page.locator(".placed")).to_have_count(0)
        still(page)
        page.evaluate("() => { window.moved = []; }")
    # Fainter than a piece that lies there, and nothing that one could take for it.
    box = box_of(page.locator(".slot").first)
    page.mouse.move(*box.middle)
    page.mouse.down()
    page.mouse.move(*cell_point(page, (1, 1)), steps=6)
    ghost = page.locator(".layer-ghost .tile")
    expect(ghost).to_have_count(1)
    face = ghost.locator(".face")
    assert float(face.evaluate("one => getComputedStyle(one).fillOpacity")) < 0.5
    assert ghost.evaluate("one => getComputedStyle(one).pointerEvents") == "none"
    page.mouse.move(5, 400, steps=4)
    expect(ghost).to_have_count(0)
    page.mouse.up()


def test_the_header_leads_everywhere(open_page: Open) -> None:
    """Play, Make, and a page of pictures that leads to all there is to explore."""
    page = open_page(calm=True)
    for width, height in ((1280, 800), (390, 844), (320, 700), (667, 375)):
        page.set_viewport_size({"width": width, "height": height})
        go(page, "#/")
        expect(page.locator("h1")).to_have_text("Fit the pieces. Fill the board.")
        still(page)
        top = box_of(page.locator(".top"))
        assert top.height == (44 if height < 500 else 56)
        expect(page.get_by_role("link", name="Play", exact=True)).to_have_attribute(
            "aria-current", "page"
        )
        explore = page.get_by_role("link", name="Explore", exact=True)
        cards = page.locator(".view-explore .card")
        for name, title in (
            ("Watch", "Watch"),
            ("Missing cell", "The missing cell"),
            ("Find them all", "Find them all"),
            ("The plane", "The plane"),
            ("Figures", "Figures"),
            ("Random tilings", "Random tilings"),
            ("All tilings", "All tilings"),
            ("Canvas", "Canvas"),
            ("Lessons", "Write a lesson"),
        ):
            explore.click()
            expect(page.locator("h1")).to_have_text("Explore")
            expect(cards).to_have_count(10)
            for card in cards.all():
                box = box_of(card)
                assert box.x >= 0
                assert box.right <= width
            cards.filter(has_text=name).click()
            expect(page.locator("h1")).to_have_text(title)
            expect(explore).to_have_attribute("aria-current", "page")


def test_who_comes_back_finds_the_day_on_one_screen(open_page: Open, server: str) -> None:
    """Five puzzles, with how far one is, and the ways to all others: nothing has to be scrolled."""
    page = open_page(at=server, width=390, height=844, touch=True, now="2026-12-09T12:00:00Z")
    expect(page.locator(".welcome .slot").first).to_be_visible()
    expect(page.locator(".card.of-day:not(.waiting)")).to_have_count(5)
    page.evaluate(
        """() => {
          const solved = { seconds: 9, hints: 0, when: Date.now(), kind: "sigil", level: "easy" };
          const [first] = JSON.parse(localStorage.getItem("tilewright:dailies"))["2026-12-09"];
          const records = { "talos:hub-gates-1": solved, [first]: solved };
          localStorage.setItem("tilewright:solved", JSON.stringify(records));
          localStorage.setItem("tilewright:days", JSON.stringify(["2026-12-09"]));
        }"""
    )
    go(page, "#/p/dots:4x6-easy")
    take_hint(page)
    page.reload()
    go(page, "#/")
    cards = page.locator(".card.of-day:not(.waiting)")
    expect(cards).to_have_count(5)
    expect(cards.first).to_contain_text("solved in 0:09")
    expect(page.locator("h1")).to_contain_text("Today, ")
    expect(page.locator("body")).not_to_contain_text("Fit the pieces. Fill the board.")
    expect(page.locator(".streak")).to_have_text("1 day in a row")
    expect(page.locator(".daily-top")).to_contain_text("1 of 7 solved")
    ring = page.locator(".week .now .day")
    assert ring.evaluate("one => Number(one.style.getPropertyValue('--share'))") == 1 / 7
    ways = page.get_by_role("navigation", name="Other puzzles")
    expect(ways.get_by_role("link")).to_contain_text(["Continue", "Collections", "Make a puzzle"])
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        still(page)
        assert box_of(cards.last).bottom <= height
        assert box_of(ways).bottom <= height
    ways.get_by_role("link", name="Continue").click()
    expect(page.locator("h1")).to_have_text("Tromino dots, 4 × 6")
    expect(page.locator(".region")).to_have_count(1)
    go(page, "#/progress")
    expect(page.get_by_text("day in the longest streak", exact=True)).to_be_visible()


def test_collections_are_rows_with_progress(open_page: Open) -> None:
    page = open_page("#/collections", width=390, height=844, touch=True)
    expect(page.locator(".collection .card").first).to_be_visible()
    still(page)
    assert page.evaluate("document.documentElement.scrollHeight") < 6000
    sizes = page.locator(".shelf .picture").evaluate_all("all => all.map((one) => one.clientWidth)")
    assert len(set(sizes)) == 1
    for row in page.locator(".shelf").all():
        names = row.locator(".name").all_inner_texts()
        assert len(set(names)) == len(names)
        assert row.locator(".level").count() == len(names)
    talos = page.get_by_role("region", name="Fit the pieces")
    expect(talos.get_by_text("0 of 35 solved")).to_be_visible()
    whole = talos.get_by_role("button", name="Show all 35")
    before = box_of(talos)
    whole.click()
    expect(talos.get_by_role("button", name="Show one row")).to_have_attribute(
        "aria-expanded", "true"
    )
    after = box_of(talos)
    assert after.height > 2 * before.height


def test_a_filter_that_is_pressed_while_the_shelves_are_filled(open_page: Open) -> None:
    page = open_page("#/make")
    page.evaluate(
        """() => new MutationObserver((_, watch) => {
          const button = document.querySelectorAll(".filters button")[1];
          if (!button) return;
          watch.disconnect();
          button.click();
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    go(page, "#/collections")
    expect(page.get_by_role("button", name="Unsolved")).to_have_attribute("aria-pressed", "true")
    # What comes after the shelves is there, and each shelf once.
    expect(page.get_by_role("region", name="Any other day")).to_be_visible()
    still(page)
    expect(page.locator(".shelf[id]")).to_have_count(6)


def test_the_gallery_shows_where_one_stands_and_is_filtered(open_page: Open, server: str) -> None:
    page = open_page(at=server)
    welcome = page.get_by_role("region", name="New here?")
    # What to do is said before anything else is offered, in one puzzle of three pieces.
    expect(welcome).to_contain_text("Fill the board with all three pieces.")
    expect(welcome).to_contain_text("takes ten seconds.")
    expect(page.locator("h1")).to_have_text("Fit the pieces. Fill the board.")
    still(page)
    others = page.get_by_role("navigation", name="Other puzzles")
    today = box_of(page.get_by_role("region", name="Today, "))
    assert box_of(welcome).y < min(box_of(others).y, today.y) and today.y < 820
    week = page.get_by_role("list", name="The last seven days")
    expect(week.get_by_role("listitem")).to_have_count(7)
    welcome.get_by_role("link").click()
    expect(page.locator(".slot")).to_have_count(2)  # one of them twice
    solve_by_hints(page)
    page.get_by_role("button", name="More puzzles").click()
    card = page.locator('.shelf .card[href$="hub-gates-1"]')
    # It is solved, and the picture shows how.
    expect(card).to_contain_text("solved in")
    expect(card.locator(".thumbnail > g:first-child > .tile")).to_have_count(3)
    expect(welcome).to_have_count(0)
    cards = page.locator(".shelf .card")
    page.get_by_role("button", name="Solved", exact=True).click()
    expect(cards).to_have_count(1)
    page.get_by_role("button", name="hard", exact=True).click()
    expect(cards).to_have_count(0)
    expect(page.locator("body")).to_contain_text("No puzzles match")
    page.get_by_role("button", name="Unsolved").click()
    page.get_by_role("button", name="easy", exact=True).click()
    expect(cards.first).to_be_visible()
    levels = page.locator(".shelf .card .level").all_inner_texts()
    assert set(levels) == {"easy"}
    page.reload()
    expect(page.get_by_role("button", name="easy", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page.locator(".shelf .card.solved")).to_have_count(0)
    section = page.get_by_role("region", name="Any other day")
    heading = section.get_by_role("heading", level=3)
    shown = heading.inner_text()
    section.get_by_role("button", name="Next month").click()
    expect(heading).not_to_have_text(shown)
    section.get_by_role("button", name="Previous month").click()
    expect(heading).to_have_text(shown)
    day = section.locator("td button").first
    date = day.get_attribute("data-day") or ""
    day.click()
    levels = [each["grade"]["level"] for each in shipped.days()[date]["puzzles"]]
    expect(section.locator(".card")).to_have_count(len(levels))
    assert section.locator(".card .level").all_inner_texts() == levels
    expect(section.locator("td button").first).to_be_focused()
    section.get_by_role("link", name="Calendar", exact=True).click()
    page.wait_for_url(f"**/#/p/calendar:{date[5:]}")
    # A shelf for each lattice.
    loaded_anew(page, "#/collections")
    for title, count in (("Triangles", 6), ("Hexagons", 4), ("Cubes", 21)):
        shelf = page.get_by_role("region", name=title, exact=False).filter(
            has=page.locator(".cards")
        )
        expect(shelf.locator(".card")).to_have_count(count)
        expect(shelf.locator("svg.thumbnail").first).to_be_visible()
    page.get_by_role("link", name="Soma cube").click()
    expect(page.locator(".cubes").first).to_be_visible()
