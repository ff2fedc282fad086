"""Text is readable: on every view, and on the board of each kind of puzzle after each gesture."""

from __future__ import annotations

import pytest
from contrast import faint
from gestures import CASES, FORMS, states
from moves import VIEWS, Open, still

from tilewright.model.puzzle import Kind

#: The first is tried by `make test-page`.
SIZES = ((390, 844, True), (1180, 820, False), (320, 700, True), (844, 390, True))


@pytest.mark.parametrize(
    ("width", "height", "touch"),
    [SIZES[0], *(pytest.param(*size, marks=pytest.mark.slow) for size in SIZES[1:])],
)
def test_views_are_readable(
    open_page: Open, server: str, width: int, height: int, touch: bool
) -> None:
    page = open_page("#/make", at=server, width=width, height=height, touch=touch, calm=True)
    address = page.url.partition("#")[0]
    page.wait_for_selector("h1")
    found = []
    for path in VIEWS:
        page.evaluate("document.querySelector('h1').remove()")
        page.goto(address + path)
        page.wait_for_selector("h1")
        still(page)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(f"{path or '#/'} is wider than the window")
        # All of it is in the window.
        tall = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": width, "height": min(tall, 4000)})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            still(page)
            found += [f"{path or '#/'} {scheme}: {each}" for each in faint(page)]
        page.set_viewport_size({"width": width, "height": height})
    assert found == []


# `test_browser_gestures.py` measures it on the first screen.
@pytest.mark.slow
@pytest.mark.parametrize("form", [*FORMS][1:])
@pytest.mark.parametrize("kind", CASES)
def test_boards_are_readable_after_each_gesture(
    open_page: Open, server: str, kind: Kind, form: str
) -> None:
    found = [
        f"{gesture}: {each}"
        for gesture, page in states(open_page, server, kind, FORMS[form])
        for each in faint(page)
    ]
    assert found == []
