"""Take the screenshots of the page that the README and the docs show, in a real browser.

    python docs/images/screenshots.py

Needs the extras `web` and `test`, and Chromium (tests/browser/chromium.sh installs it).
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "browser"))
from starting import FLAGS, chromium, serving_page  # noqa: E402


def hints(page: Page, number: int) -> None:
    """Follow some hints, and leave the next one open."""
    for step in range(number + 1):
        page.get_by_role("button", name="Hint").click()
        page.wait_for_selector(".message button.primary", timeout=15_000)
        if step < number:
            page.get_by_role("button", name="Place it").click()
            page.wait_for_timeout(250)
    page.wait_for_timeout(900)


def dots(page: Page) -> None:
    """Solve half of a dot puzzle."""
    hints(page, 9)
    page.get_by_role("button", name="Close the hint").click()
    page.wait_for_timeout(900)


def search(page: Page) -> None:
    """Let the engine search for a while."""
    page.wait_for_timeout(2200)


def deep(page: Page) -> None:
    """Dive to the hole of the largest board, in four colors."""
    page.locator("#size").fill("60")
    page.get_by_text("four: tiles that share a corner").click()
    page.get_by_role("button", name="Dive to the hole").click()
    page.wait_for_selector("canvas[data-state*='\"zoom\":5']", timeout=60_000)


def own(page: Page) -> None:
    """Choose the twelve pentominoes, and a board for them without its center."""
    page.get_by_role("button", name="None: Up to three cells").click()
    page.get_by_role("button", name="One of each: Pentominoes").click()
    page.get_by_label("Rows").fill("8")
    page.get_by_label("Columns").fill("8")
    for cell in ("3,3", "3,4", "4,3", "4,4"):
        page.locator(f'.paint [data-name="{cell}"]').click()
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_selector(".verdict.good", timeout=30_000)


def gallery(page: Page) -> None:
    """Wait for the daily puzzles."""
    page.wait_for_selector(".daily .thumbnail", timeout=20_000)


SHOTS: list[tuple[str, str, int, int, str, Callable[[Page], None]]] = [
    ("page-gallery", "", 1180, 800, "light", gallery),
    ("page-sigil", "#/p/talos:tower-gates-4", 1180, 800, "light", lambda page: hints(page, 4)),
    ("page-dots", "#/p/dots:6x9-medium", 1180, 800, "dark", dots),
    ("page-watch", "#/watch/talos:tower-gates-3", 1180, 800, "light", search),
    ("page-deficient", "#/deficient", 1180, 860, "light", deep),
    ("page-own", "#/make/own", 1180, 860, "light", own),
    ("page-phone", "#/p/calendar:10-06", 390, 800, "light", lambda page: page.wait_for_timeout(1500)),
]


def main() -> None:
    """Take them all."""
    with serving_page() as (address, _), sync_playwright() as playwright:
        for name, path, width, height, scheme, prepare in SHOTS:
            context = playwright.chromium.launch_persistent_context(
                tempfile.mkdtemp(),
                executable_path=chromium(),
                args=FLAGS,
                viewport={"width": width, "height": height},
                color_scheme=scheme,  # type: ignore[arg-type]
            )
            page = context.pages[0]
            page.goto(address + path)
            page.wait_for_selector("h1")
            prepare(page)
            image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            image.quantize(128, dither=Image.Dither.NONE).save(HERE / f"{name}.png", optimize=True)
            context.close()


if __name__ == "__main__":
    main()
