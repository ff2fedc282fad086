"""What is seen after each gesture, for each kind of puzzle, on the screens that people have.

``pytest tests/apps/page/browser/test_browser_gestures.py --update`` takes the pictures anew; look
at them then.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from comparing import Strip, changed, column, marked, shot
from contrast import faint
from gestures import CASES, FORMS, states
from moves import Open, still
from PIL import Image, ImageDraw

from tilewright.model.puzzle import KINDS, Kind

STORED = Path(__file__).with_name("pictures")
#: Where the pictures of a test that fails are written.
OUT = Path(__file__).parents[4] / "out" / "pictures"
#: How many bytes of pictures may be stored.
MOST = 6_000_000
#: The forms that `make test-page` looks at: the first for each kind of puzzle, and the second for
#: every second kind; with a tray or a pencil, and where walls are drawn. `make test-all` looks at
#: all.
QUICK = list(FORMS)[:2]
SEEN = {*((kind, QUICK[0]) for kind in CASES), *((kind, QUICK[1]) for kind in [*CASES][::2])}


@pytest.mark.parametrize(
    ("kind", "form"),
    [
        pytest.param(kind, form, marks=() if (kind, form) in SEEN else pytest.mark.slow)
        for kind in CASES
        for form in FORMS
    ],
)
def test_the_page_looks_as_stored_after_each_gesture(
    open_page: Open, server: str, request: pytest.FixtureRequest, kind: Kind, form: str
) -> None:
    """And its text is readable: `test_browser_contrast.py` measures that on other screens."""
    shots, unreadable = {}, []
    for name, page in states(open_page, server, kind, FORMS[form]):
        shots[name] = shot(page)
        if form == QUICK[0]:
            unreadable += [f"{name}: {each}" for each in faint(page)]
    strip = Strip(STORED / f"{kind}-{form}.webp", FORMS[form].width)
    if request.config.getoption("--update"):
        strip.write([*shots.values()])
    stored = strip.read()
    sizes = [[picture.size for picture in pictures] for pictures in (stored, shots.values())]
    assert sizes[0] == sizes[1], "other gestures: take the pictures anew with --update"
    found = {
        name: (before, after)
        for before, (name, after) in zip(stored, shots.items(), strict=True)
        if changed(before, after).any()
    }
    beside = OUT / f"{kind}-{form}.png"
    if found:
        beside.parent.mkdir(parents=True, exist_ok=True)
        column([marked(*both) for both in found.values()]).save(beside)
    assert not found, (
        f"{kind}, {form}: it looks different after {', '.join(found)}; {beside} shows it as "
        "stored, as it is, and what has changed. If it is meant, take the pictures anew with "
        "--update."
    )
    assert unreadable == []


def test_every_kind_is_played_and_the_pictures_are_small() -> None:
    assert set(CASES) == set(KINDS)
    stored = {path.name: path.stat().st_size for path in STORED.iterdir()}
    assert set(stored) == {f"{kind}-{form}.webp" for kind in CASES for form in FORMS}
    assert sum(stored.values()) <= MOST


#: Faults that nobody has noticed, as rules of style, and after which gesture each is seen.
FAULTS = {
    "a ring of the browser over the board": (
        "tap cell",
        "svg.table :focus { outline: 5px solid red !important; }",
    ),
    "a number as dark as its dot": (
        "opened",
        ".slot .copies circle, .slot .copies text { fill: black !important; }",
    ),
    "a piece that is not there": ("opened", ".slot:last-child .face { visibility: hidden; }"),
    "a button without a name": ("opened", ".tools button { color: transparent !important; }"),
}


def test_a_fault_of_style_is_seen(open_page: Open, server: str) -> None:
    seen = []
    for name, page in states(open_page, server, "sigil", FORMS["phone-light"]):
        before = shot(page)
        for fault, (state, rule) in FAULTS.items():
            if state != name:
                continue
            page.evaluate(
                "rule => { const sheet = new CSSStyleSheet(); sheet.replaceSync(rule);"
                " document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; }",
                rule,
            )
            still(page)
            seen += [fault] if changed(before, shot(page)).any() else []
            page.evaluate("document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)")
        if len(seen) == len(FAULTS):
            break
    assert set(seen) == set(FAULTS)


@pytest.mark.parametrize("form", QUICK)
def test_small_faults_are_seen_and_a_shift_is_not(form: str) -> None:
    """A dot of 12 pixels and a ring of 5, wherever they are, and the other way round: one that is
    gone; but not the whole picture two pixels beside its place.
    """
    for kind in ("sigil", "pips"):
        picture = Strip(STORED / f"{kind}-{form}.webp", FORMS[form].width).read()[-1]
        for x, y in ((101, 99), (207, 333), (150, 480), (305, 605)):
            color = tuple(255 - value for value in picture.getpixel((x, y)))  # type: ignore[union-attr]
            for width, ends in ((0, (x - 6, y - 6, x + 5, y + 5)), (5, (x - 30, y - 20, x, y))):
                with_fault = picture.copy()
                draw = ImageDraw.Draw(with_fault)
                if width:
                    draw.ellipse(ends, outline=color, width=width)
                else:
                    draw.ellipse(ends, fill=color)
                assert changed(picture, with_fault).any(), (kind, x, y)
                assert changed(with_fault, picture).any(), (kind, x, y)
        beside = picture.transform(picture.size, Image.Transform.AFFINE, (1, 0, 2, 0, 1, -1))
        # What comes in at the rim was not there.
        assert not changed(picture, beside)[1:-1, 1:-1].any(), kind
