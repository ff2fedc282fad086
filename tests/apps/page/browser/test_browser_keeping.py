"""What the page keeps of a game, whatever else happens: other tabs, a server that is gone, other
views.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from moves import Open, anew, cell_point, go, saved, solution, still, stroke
from playwright.sync_api import expect
from starting import Gate

from waiting import until


def test_tabs_overwrite_nothing_and_what_cannot_be_read_begins_anew(
    open_page: Open, ignore_failed_requests: None
) -> None:
    name = "dots:4x6-easy"
    tiles = [cells for _, cells in solution(name)]
    one = open_page(f"#/p/{name}")
    expect(one.locator(".ways")).to_have_text("1 solution")
    two = one.context.new_page()
    two.goto(one.url)
    expect(two.locator(".ways")).to_have_text("1 solution")
    for number in range(2):
        stroke(two, tiles[number])
        expect(two.locator(".region")).to_have_count(number + 1)
    two.close()
    # What was done there is seen here; leaving this tab takes nothing of it away.
    expect(one.locator(".region")).to_have_count(2)
    assert saved(one, name)["session"]["done"] == 2
    one.reload()
    expect(one.locator(".region")).to_have_count(2)
    stroke(one, tiles[2])
    assert saved(one, name)["session"]["done"] == 3
    page = one
    anew(page, f"#/p/{name}")
    expect(page.locator(".ways")).to_have_text("1 solution")
    stroke(page, tiles[0])
    later = saved(page, name)
    page.get_by_role("button", name="Undo").click()
    # As if another tab had kept this, and this one had not been told (a page hears nothing of its
    # own storage).
    later["saves"] = 100
    keep = "([name, kept]) => localStorage.setItem('tilewright:play:' + name, JSON.stringify(kept))"
    page.evaluate(keep, [name, later])
    page.goto(page.url.replace(f"p/{name}", "make"))
    expect(page.locator("h1")).to_contain_text("Make")
    assert saved(page, name) == later
    page.go_back()
    expect(page.locator(".region")).to_have_count(1)
    name = "talos:hub-gates-1"
    go(page, "#/make")
    expect(page.locator("h1")).to_contain_text("Make")
    page.evaluate(
        """() => {
          localStorage.setItem('tilewright:game:talos:hub-gates-1', JSON.stringify({state: {placed: []}}));
          localStorage.setItem('tilewright:play:talos:hub-gates-1', JSON.stringify({session: {puzzle: 'talos:hub-gates-1', start: '', moves: ['X5:0,0'], done: 1}}));
        }"""  # noqa: E501
    )
    page.reload()
    # A link that is followed before the first view is there is shown twice.
    expect(page.locator("h1")).to_contain_text("Make")
    page.goto(page.url.split("#")[0] + f"#/p/{name}")
    expect(page.locator("#toast")).to_contain_text("damaged, so the puzzle starts over")
    expect(page.locator(".slot").first).to_be_visible()
    expect(page.locator(".placed")).to_have_count(0)
    # What an earlier version has kept in another form is gone.
    assert (
        page.evaluate("Object.keys(localStorage).filter((key) => key.includes(':game:')).length")
        == 0
    )


def test_a_game_goes_on_while_the_server_is_away(
    open_page: Open, gate: Gate, ignore_failed_requests: None
) -> None:
    """A view that cannot be shown is shown when the server is back."""
    tiles = [cells for _, cells in solution("dots:4x6-easy")]
    page = open_page("#/make", at=gate.address)
    page.goto(f"{gate.address}#/p/dots:4x6-easy")
    expect(page.locator(".ways")).to_have_text("1 solution")
    still(page)
    before = cell_point(page, (0, 0))
    gate.shut()
    for number in range(2):
        stroke(page, tiles[number])
        expect(page.locator(".region")).to_have_count(number + 1)
    expect(page.locator(".ways")).to_have_text("1 solution")
    assert cell_point(page, (0, 0)) == before
    assert saved(page, "dots:4x6-easy")["session"]["done"] == 2
    gate.open()
    page.reload()
    expect(page.locator(".region")).to_have_count(2)
    for name in ("make", "p/talos:hub-gates-1"):
        go(page, "#/p/dots:4x6-easy")
        expect(page.locator(".region")).to_have_count(2)
        still(page)
        gate.shut()
        go(page, f"#/{name}")
        expect(page.get_by_role("alert")).to_contain_text("The server is not responding")
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
        gate.open()
        there = {"make": ".kind"}.get(name, ".slot")
        expect(page.locator(there).first).to_be_visible()
        expect(page.get_by_role("button", name="Try again")).to_have_count(0)


def test_what_was_loaded_can_be_played_without_the_server(
    open_page: Open, gate: Gate, ignore_failed_requests: None
) -> None:
    def kept(cache: str) -> set[str]:
        asked = (
            "async (name) => (await (await caches.open(name)).keys()).map((one) => new "
            "URL(one.url).pathname)"
        )
        return set(page.evaluate(asked, cache))

    page, cache = open_page(at=gate.address, offline=True), f"tilewright {gate.address}"
    expect(page.locator(".card").first).to_be_visible()
    # What was there before anything was kept is asked for again.
    until(
        lambda: (
            {"/", "/static/views/app.js", "/static/style.css", "/api/gallery.json"} <= kept(cache)
        ),
        "what was loaded is kept",
    )
    page.goto(f"{gate.address}#/p/dots:4x6-easy")
    expect(page.locator(".ways")).to_have_text("1 solution")
    page.locator("svg.outlines").focus()
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator(".drawn")).to_have_count(1)
    files = {"/static/engine/worker.js", "/static/engine/facts.json", "/static/engine/kernels.wasm"}
    until(
        lambda: files <= kept(cache),
        "what answers is kept",
    )
    gate.shut()
    page.reload()
    expect(page.locator(".drawn")).to_have_count(1)
    page.locator("svg.outlines").focus()
    page.keyboard.press("z")
    expect(page.locator(".drawn")).to_have_count(0)
    # The worker's files are kept, too.
    expect(page.locator(".ways")).to_have_text("1 solution")
    page.goto(f"{gate.address}#/")
    expect(page.locator(".card").first).to_be_visible()
    gate.open()
    page.goto(f"{gate.address}#/p/dots:4x6-easy")
    expect(page.locator(".drawn")).to_have_count(0)


@pytest.mark.slow
def test_the_gallery_stays_where_it_was(open_page: Open, server: str) -> None:
    # A server has each module of the page as a file, too.
    page = open_page("#/collections", at=server)
    expect(page).to_have_title("Collections · tilewright")
    card = page.get_by_text("Tower Gates (Red) #5", exact=True)
    card.scroll_into_view_if_needed()
    page.mouse.wheel(0, 150)
    still(page)
    before = page.evaluate("scrollY")
    assert before > 100
    card.click()
    expect(page).to_have_title("7 × 8, 14 pieces · tilewright")
    page.evaluate("import('/static/parts/dom.js').then((dom) => dom.toast('said here'))")
    expect(page.locator("#toast.shown")).to_have_count(1)
    page.get_by_role("link", name="Back to the puzzles").click()
    expect(page.locator("#toast.shown")).to_have_count(0)
    # The row is scrolled to its card as well, not only the page to the row.
    expect(card).to_be_in_viewport()
    assert abs(page.evaluate("scrollY") - before) < 60
    # So is it where all cards of a collection are shown.
    region = page.get_by_role("region", name="Fit the pieces")
    region.get_by_role("button", name="Show all 35").click()
    last = region.locator(".card").last
    last.click()
    expect(page.locator(".heading")).to_be_visible()
    page.get_by_role("link", name="Back to the puzzles").click()
    expect(region.get_by_role("button", name="Show one row")).to_have_attribute(
        "aria-expanded", "true"
    )
    expect(last).to_be_in_viewport()


@pytest.mark.parametrize(
    "forbidden",
    [
        """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };""",  # noqa: E501
        """Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });""",  # noqa: E501
    ],
)
def test_where_nothing_can_be_saved_one_line_says_so_and_offers_a_file(
    open_page: Open, forbidden: str
) -> None:
    name = "dots:4x6-easy"
    tiles = [cells for _, cells in solution(name)]
    page = open_page("#/make")
    expect(page.locator("h1")).to_contain_text("Make")
    page.add_init_script(forbidden)
    page.goto(page.url.replace("#/make", ""))
    page.reload()
    expect(page.locator(".first-board .slot").first).to_be_visible()
    line = page.locator(".announced")
    expect(line).to_have_count(0)
    go(page, f"#/p/{name}")
    expect(page.locator(".ways")).to_have_text("1 solution")
    stroke(page, tiles[0])
    expect(line).to_contain_text("This browser does not let the page save your games.")
    assert line.get_attribute("role") == "status"
    stroke(page, tiles[1])
    expect(page.locator(".region")).to_have_count(2)
    with page.expect_download() as saved_file:
        line.get_by_role("button", name="Export").click()
    kept = json.loads(Path(saved_file.value.path()).read_text(encoding="utf-8"))["kept"]
    assert kept[f"play:{name}"]["session"]["done"] == 2
    line.get_by_role("button", name="Close").click()
    # It is said once, and what was played is there as long as the page is.
    go(page, "#/make")
    expect(page.locator("h1")).to_contain_text("Make")
    go(page, f"#/p/{name}")
    expect(page.locator(".region")).to_have_count(2)
    stroke(page, tiles[2])
    expect(page.locator(".region")).to_have_count(3)
    expect(line).to_have_count(0)
    # The file is read where things can be saved.
    other = open_page("#/progress")
    with other.expect_file_chooser() as chooser:
        other.get_by_role("button", name="Read a file").click()
    chooser.value.set_files(
        {
            "name": "kept.json",
            "mimeType": "application/json",
            "buffer": Path(saved_file.value.path()).read_bytes(),
        }
    )
    expect(other.locator("#toast")).to_contain_text("The data from the file was added.")
    go(other, f"#/p/{name}")
    expect(other.locator(".region")).to_have_count(2)
