"""The screenshots that the README and the docs show: taken in a real browser, and what they show is
still so.

``pytest tests/apps/page/browser/test_browser_screenshots.py --update`` takes them anew; look at
them then.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from comparing import changed, shot
from moves import Open, controls, still, uninvited
from PIL import Image
from playwright.sync_api import Page, expect

from tilewright.model.puzzle import find_puzzle
from tilewright.puzzles.play import Session
from waiting import NEVER

IMAGES = Path(__file__).parents[4] / "docs" / "images"
#: The day that the pages show.
NOW = "2026-12-09T12:00:00Z"
#: The share of squares that may have changed: clocks and counters, and how a version of Chromium
#: draws its controls.
CHANGED = 0.005


def hinted(name: str, number: int) -> dict[str, Any]:
    """A game in which so many hints were followed. Here a hint has all the time that it needs, on
    any machine.
    """
    session = Session(find_puzzle(name))
    for _ in range(number):
        session = session.follow(session.hint(NEVER))
    return session.save()


def resume(page: Page, name: str, number: int) -> None:
    """Open a puzzle where so many hints were followed."""
    kept = json.dumps({"session": hinted(name, number)})
    # The page that is left keeps its own game: what it has is put aside.
    page.add_init_script(f"localStorage.setItem('tilewright:play:{name}', {json.dumps(kept)})")
    page.reload()
    page.wait_for_selector("h1")
    still(page)


def sigil(page: Page) -> None:
    """Solve half of a sigil, and ask for the next hint."""
    resume(page, "talos:tower-gates-4", 4)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show it").click()
    still(page)


def dots(page: Page) -> None:
    """Solve half of a dot puzzle."""
    resume(page, "dots:6x9-medium", 9)


def search(page: Page) -> None:
    """Let the engine search until it has a tiling."""
    expect(page.locator(".caption")).to_contain_text("Solved! This is solution 1.")
    still(page)


def deep(page: Page) -> None:
    """Dive to the hole of the largest board, in four colors."""
    page.emulate_media(reduced_motion="reduce")
    controls(page)
    page.locator("#size").fill("60")
    page.get_by_text("four: tiles that share a corner").click()
    page.get_by_role("button", name="Controls").click()
    page.get_by_role("button", name="Go to hole").click()
    page.wait_for_selector("""canvas[data-state*='"zoom":5,'][data-state*='"still":true']""")


def rings(page: Page) -> None:
    """Wait for the rings around the piece."""
    page.wait_for_selector("canvas.endless[data-state*='\"tiles\":16']")
    still(page)


def grown(page: Page) -> None:
    """Show the tiling at once."""
    page.wait_for_selector("canvas.mosaic[data-state*='\"tiled\":true']")
    page.locator("canvas.mosaic").click()
    page.wait_for_selector("canvas.mosaic[data-state*='\"at\":40,']")
    page.mouse.move(1, 1)
    still(page)


def own(page: Page) -> None:
    """Choose the twelve pentominoes, and a board for them without its center."""
    page.get_by_role("button", name="None: Up to three cells").click()
    page.get_by_role("button", name="One each: Pentominoes").click()
    page.get_by_label("Rows").fill("8")
    page.get_by_label("Columns").fill("8")
    for cell in ("3,3", "3,4", "4,3", "4,4"):
        page.locator(f'.paint [data-name="{cell}"]').click()
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_selector(".verdict.good")


def gallery(page: Page) -> None:
    """Come back to the puzzles of the day."""
    page.evaluate(
        """() => {
          const record = { seconds: 9, hints: 0, when: Date.now() };
          const solved = { "talos:hub-gates-1": record };
          localStorage.setItem("tilewright:solved", JSON.stringify(solved));
          localStorage.setItem("tilewright:days", JSON.stringify(["2026-12-07", "2026-12-08"]));
        }"""
    )
    page.reload()
    expect(page.locator(".card.of-day:not(.waiting)")).to_have_count(5)
    still(page)


def day(page: Page) -> None:
    """Wait for the puzzle of a day."""
    expect(page.locator(".ways")).to_contain_text("solution")
    still(page)


#: The heights are such that no line is cut.
SHOTS: list[tuple[str, str, int, int, str, Callable[[Page], None]]] = [
    ("page-gallery", "", 1180, 560, "light", gallery),
    ("page-sigil", "#/p/talos:tower-gates-4", 1180, 800, "light", sigil),
    ("page-dots", "#/p/dots:6x9-medium", 1180, 800, "dark", dots),
    ("page-watch", "#/watch/talos:tower-gates-3", 1180, 770, "light", search),
    ("page-deficient", "#/deficient", 1180, 800, "light", deep),
    ("page-plane", "#/plane/oo-.o-oooo-..o/one-sided", 1180, 860, "light", rings),
    ("page-random", "#/random/aztec:40/7", 1180, 800, "light", grown),
    ("page-own", "#/make/own", 1180, 780, "light", own),
    ("page-phone", "#/p/calendar:10-06", 390, 800, "light", day),
]


@pytest.fixture
def address(server: str) -> str:
    """The address of a server: the docs show it."""
    return server


@pytest.mark.slow
def test_the_page_looks_as_its_docs_show(open_page: Open, request: pytest.FixtureRequest) -> None:
    wrong = []
    for name, path, width, height, scheme, prepare in SHOTS:
        page = open_page(path, width=width, height=height, scheme=scheme, now=NOW)
        uninvited(page)
        page.wait_for_selector("h1")
        prepare(page)
        image = shot(page)
        if request.config.getoption("--update"):
            image.quantize(256, dither=Image.Dither.NONE).save(
                IMAGES / f"{name}.png", optimize=True
            )
        with Image.open(IMAGES / f"{name}.png") as stored:
            squares = changed(stored.convert("RGB"), image)
        if squares.mean() > CHANGED:
            said = " / ".join(page.inner_text("body").split("\n"))
            wrong.append(
                f"{name}: {squares.sum()} of {squares.size} squares have changed; it says: {said}"
            )
        page.close()
    assert not wrong, "take these anew with --update, and look at them: " + "; ".join(wrong)


def test_the_browser_sees_only_the_fonts_of_the_tests(open_page: Open) -> None:
    """Text has the font of the page, so that it is as wide on every machine; the other browser
    tests rely on that.
    """
    page = open_page("#/")
    expect(page.locator(".card").first).to_be_visible()
    still(page)
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    for selector in ("h1", "h2", "header span"):
        node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        assert {font["familyName"].removesuffix(" Light") for font in fonts} == {"Figtree"}, (
            selector
        )
