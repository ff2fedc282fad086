"""The deficient board in a real browser: any cell, any zoom, links, and the same tiling as the
library's.
"""

from __future__ import annotations

import re

import pytest
from moves import Open, box_of, controls, deep, keys, saved_file, shows, still
from playwright.sync_api import Page, expect


def go(page: Page, path: str, n: int) -> None:
    """Follow a link to a board."""
    page.evaluate("path => { location.hash = `#/deficient/${path}`; }", path)
    shows(page.locator("canvas.deep"), f'"n":{n},')


@pytest.mark.slow
def test_any_cell_can_be_removed_at_any_zoom(open_page: Open) -> None:
    """By a click, by its numbers, and where the wheel has zoomed to (`page/camera.test.js` zooms
    all the way).
    """
    page = open_page("#/deficient/3")
    controls(page)
    still(page)
    canvas = page.locator("canvas.deep")
    shows(canvas, '"n":3')
    box = box_of(canvas)
    before = deep(page)["hole"]
    canvas.click(position={"x": box.width / 2 + 5, "y": box.height / 2 + 5})
    shows(canvas, r'"hole":\["4","4"\]')
    assert before != ["4", "4"]
    page.get_by_label("Board:").fill("60")
    shows(canvas, '"n":60')
    state = deep(page)
    assert state["k"] > 50
    assert state["hole"] == [str(4 << 57), str(4 << 57)]
    page.get_by_role("button", name="Go to hole").click()
    shows(canvas, '"k":0.*"zoom":5,')
    assert deep(page)["middle"] == deep(page)["hole"]
    # The next cell to the right is 32 pixels away.
    canvas.click(position={"x": box.width / 2 + 32, "y": box.height / 2})
    shows(canvas, f'"{4 << 57}","{(4 << 57) + 1}"')
    # Zooms back and forth later the same cell is under the pointer.
    x, y = box.x + box.width / 2 + 150, box.y + box.height / 2 - 90
    page.mouse.click(x, y)
    still(page)
    hole = deep(page)["hole"]
    for by in (440, -440):
        for _ in range(8):
            page.mouse.wheel(0, by)
        still(page)
        assert (deep(page)["zoom"] < 0) == (by > 0)
    page.mouse.click(x, y)
    still(page)
    assert deep(page)["hole"] == hole
    go(page, "3", 3)
    place = page.locator(".figures dd").nth(2)
    page.get_by_label("Row", exact=True).fill("1")
    page.get_by_label("Column", exact=True).fill("8")
    page.get_by_role("button", name="Remove").click()
    expect(place).to_have_text("row 1 column 8")
    assert deep(page)["hole"] == ["0", "7"]
    page.get_by_label("Row", exact=True).fill("0")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("alert")).to_contain_text("from 1 to 8")
    assert deep(page)["hole"] == ["0", "7"]


def test_the_deficient_board_by_keyboard_alone(open_page: Open) -> None:
    page = open_page("#/deficient/5/13,14", calm=True)
    controls(page)
    canvas = page.locator("canvas.deep")
    shows(canvas, '"hole":\\["13","14"\\]')
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('deep')"):
            break
    page.keyboard.press("h")
    shows(canvas, '"zoom":5,')
    assert deep(page)["middle"] == ["13", "14"]
    keys(page, "ArrowDown", "Enter")
    shows(canvas, '"hole":\\["14","14"\\]')
    page.keyboard.press("+")
    shows(canvas, '"zoom":6,')
    page.keyboard.press("-")
    shows(canvas, '"zoom":5,')
    page.keyboard.press("0")
    shows(canvas, '"middle":\\["16","16"\\]')
    # The whole board: the cross goes to its corner.
    keys(page, *["ArrowUp", "ArrowLeft"] * 20, "Enter")
    shows(canvas, '"hole":\\["0","0"\\]')
    # Rows and columns are counted from 1, as everywhere on the page.
    page.get_by_label("Row").fill("32")
    page.get_by_label("Column").fill("33")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("from 1 to 32")
    page.get_by_label("Column").fill("1")
    page.keyboard.press("Enter")
    shows(canvas, '"hole":\\["31","0"\\]')


@pytest.mark.slow
def test_by_fingers_on_a_phone(open_page: Open) -> None:
    """Two of them zoom; one scrolls the page or moves the board, and one knows which."""
    page = open_page("#/deficient/20", width=390, height=700, touch=True)
    canvas = page.locator("canvas.deep")
    shows(canvas, '"n":20')
    box = box_of(canvas)
    x, y = box.middle
    before = deep(page)
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, apart: float) -> None:
        points = [{"x": x - apart, "y": y}, {"x": x + apart, "y": y}] if kind != "touchEnd" else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 20)
    for apart in (40, 60, 80):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    still(page)
    after = deep(page)
    assert abs(after["zoom"] - before["zoom"] - 2) < 0.05  # four times as far apart
    assert after["hole"] == before["hole"]
    assert all(
        abs(int(a) - int(b)) < 20_000
        for a, b in zip(after["middle"], before["middle"], strict=True)
    )
    page.get_by_role("button", name="See the whole board").click()
    still(page)
    words = page.locator(".caption.coarse")
    expect(words).to_contain_text("Scroll the page with one finger")
    page.evaluate("document.querySelector('canvas.deep').scrollIntoView({block: 'start'})")
    still(page)
    box = box_of(canvas)
    x, y = box.middle

    def swipe(up: float) -> None:
        for kind, at in (
            ("touchStart", y),
            *(("touchMove", y - up * part / 5) for part in range(1, 6)),
        ):
            touch.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": at}]}
            )
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    before, scrolled = deep(page), page.evaluate("scrollY")
    swipe(150)
    page.wait_for_function(f"() => scrollY > {scrolled} + 50")
    still(page)
    assert deep(page)["middle"] == before["middle"]
    assert deep(page)["hole"] == before["hole"]
    page.get_by_role("button", name="Go to hole").click()
    shows(canvas, '"zoom":5,')
    expect(words).to_contain_text("Move the board with one finger")
    page.evaluate("document.querySelector('canvas.deep').scrollIntoView({block: 'start'})")
    still(page)
    before, scrolled = deep(page), page.evaluate("scrollY")
    box = box_of(canvas)
    y = box.y + box.height / 2
    swipe(100)
    page.wait_for_function(
        "() => JSON.parse(document.querySelector('canvas.deep').dataset.state).middle[0] !== "
        f"'{before['middle'][0]}'"
    )
    assert page.evaluate("scrollY") == scrolled
    # The scale hides no cell, and a phone that lies flat shows the whole board.
    page.set_viewport_size({"width": 390, "height": 844})
    still(page)
    board, scale = box_of(canvas), box_of(page.locator(".scale-bar"))
    assert scale.y >= board.bottom
    other = open_page("#/deficient", width=844, height=390, touch=True)
    expect(other.locator("canvas.deep")).to_be_in_viewport(ratio=0.99)


def test_links(open_page: Open) -> None:
    """A link keeps the hole, the view and the colors; a wrong one shows a board all the same."""
    page = open_page("#/deficient/60/1152921504606846975,7", calm=True)
    controls(page)
    canvas = page.locator("canvas.deep")
    page.get_by_text("four: tiles that share a corner").click()
    page.get_by_role("button", name="Go to hole").click()
    shows(canvas, '"zoom":5,')
    page.get_by_role("button", name="Copy link").click()
    link: str = page.evaluate("navigator.clipboard.readText()")
    shown = deep(page)
    assert shown["hole"] == ["1152921504606846975", "7"]
    other = open_page("#" + link.partition("#")[2], calm=True)
    shows(other.locator("canvas.deep"), '"zoom":5,')
    assert deep(other) == shown
    other.reload()
    shows(other.locator("canvas.deep"), '"coloring":"corners"')
    assert deep(other) == shown
    for path, n in (
        ("99", 60),
        ("0", 4),
        ("x/y", 4),
        ("3/9,9", 3),
        ("2/-1,0/9", 2),
        ("1/1,2/no", 1),
        ("6/1,2/99.9,5,5", 6),
    ):
        go(page, path, n)
    # The address is brought up to date a little after a picture is drawn: by then it may be another
    # one.
    for n in (7, 8, 9):
        page.evaluate(
            """async (n) => {
              window.dispatchEvent(new Event("resize"));
              await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
              const end = performance.now() + 400;
              while (performance.now() < end);
              location.hash = `#/deficient/${n}`;
            }""",
            n,
        )
        shows(page.locator("canvas.deep"), f'"n":{n},')


#: How much of the picture that was saved differs from what is on the screen, a little smoothing
#: aside, and how much of the screen has a color of a tile, and not a mixture.
DIFFERS = """async (text) => {
  const canvas = document.querySelector('canvas.deep'), image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  await image.decode();
  const other = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
  const pen = other.getContext('2d');
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  const [one, two] = [canvas.getContext('2d'), pen].map((each) => each.getImageData(0, 0, canvas.width, canvas.height).data);
  const { COLORS } = await import('/static/parts/palette.js');
  const known = new Set(COLORS.slice(0, 3).map((color) => Number.parseInt(color.slice(1), 16)));
  let differ = 0, pure = 0;
  for (let i = 0; i < one.length; i += 4) {
    if (Math.max(...[0, 1, 2, 3].map((at) => Math.abs(one[i + at] - two[i + at]))) > 60) differ++;
    if (known.has(one[i] * 65536 + one[i + 1] * 256 + one[i + 2])) pure++;
  }
  return [differ, pure].map((many) => many / (one.length / 4));
}"""  # noqa: E501


@pytest.mark.slow
def test_colors_and_what_is_saved(open_page: Open, server: str) -> None:
    """Colors and patterns on and off, light and dark, and at rest one level of squares, at whatever
    zoom.
    """
    page = open_page("#/deficient/4", at=server)
    controls(page)
    shown: dict[str, set[str]] = {}
    for words in ("three", "four", "one color for each step", "off"):
        page.get_by_text(words, exact=False).first.click()
        still(page)
        text = saved_file(page, "SVG").path().read_text()
        assert text.startswith("<svg")
        shown[words] = set(re.findall(r'fill="(#\w+|hsl[^"]+)"', text))
    # And the hole.
    assert [len(shown[words]) for words in shown] == [4, 5, 5, 2]
    page.get_by_label("four:").check()
    page.get_by_label("Add patterns").check()
    file = saved_file(page, "SVG")
    # Three of the four colors have a pattern; the first goes without.
    assert len(set(re.findall(r"url\(#hatch\d\)", file.path().read_text()))) == 3
    page.reload()
    expect(page.get_by_label("Add patterns")).to_be_checked()
    assert saved_file(page, "PNG").path().read_bytes().startswith(b"\x89PNG")
    go(page, "4/5,9", 4)
    page.get_by_text("off: outlines only").click()
    light = "() => { const one = document.querySelector('canvas.deep'); const { data } ="
    light += (
        " one.getContext('2d').getImageData(one.width / 2 + 5, one.height / 2 + 5, 1, 1); return "
        "data[0] > 128; }"
    )
    page.wait_for_function(light)
    theme = page.locator("#theme")
    for is_light in (True, False, True):  # light, dark, as the system
        theme.click()
        page.wait_for_function(f"() => ({light})() === {str(is_light).lower()}")
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"() => !({light})()")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 700, "height": 620})
    page.get_by_label("Add patterns").uncheck()
    page.get_by_label("three:").check()
    go(page, "20/5,9", 20)
    zoom = page.get_by_label("Zoom", exact=True)
    for share in (420, 437, 455, 472, 610):
        zoom.fill(str(share))
        page.wait_for_function(
            "() => JSON.parse(document.querySelector('canvas.deep').dataset.state).still"
        )
        still(page)
        differs, pure = page.evaluate(DIFFERS, saved_file(page, "SVG").path().read_text())
        assert differs < 0.02, share
        assert pure > 0.5, share


def test_the_proof_level_by_level(open_page: Open) -> None:
    """By buttons and by the keys of a presenter, on a full screen too; the link keeps the step."""
    page = open_page("#/deficient/3/1,6", calm=True)
    canvas, said = page.locator("canvas.deep"), page.locator(".levels output")
    expect(said).to_be_hidden()
    controls(page)

    def tiles() -> set[str]:
        still(page)
        return set(re.findall(r'fill="(#\w+)"', saved_file(page, "SVG").path().read_text()))

    page.get_by_role("button", name="Level by level").click()
    expect(said).to_have_text(
        "One cell of the 8 × 8 board is missing. Divide the board into quarters: only one "
        "quarter is missing a cell."
    )
    # Nothing but the hole and what is left.
    assert len(tiles()) == 2
    page.get_by_role("button", name="Next step (Page Down)").click()
    expect(said).to_have_text(
        "Step 1: a tromino in the middle of the board. Now every 4 × 4 square is missing one cell."
    )
    assert len(tiles()) == 3
    page.get_by_role("button", name="Full screen, for example for a projector").click()
    page.wait_for_function("() => document.fullscreenElement?.matches('.deep-box')")
    page.keyboard.press("PageDown")
    expect(said).to_have_text(
        "Step 2: 4 trominoes in the middle of the 4 × 4 squares. Now every 2 × 2 square is "
        "missing one cell."
    )
    keys(page, "PageDown", "PageDown")
    expect(said).to_have_text(
        "Step 3: each 2 × 2 square is missing one cell, so 16 trominoes cover the rest. The "
        "tiling is complete."
    )
    page.evaluate("document.exitFullscreen()")
    page.wait_for_function("() => !document.fullscreenElement")
    assert len(tiles()) == 4
    page.keyboard.press("PageUp")
    shows(canvas, '"steps":2')
    page.wait_for_function("() => location.hash.endsWith('/step2')")
    page.reload()
    expect(said).to_contain_text("Step 2: 4 trominoes")
    # Where cells are too small to be seen, it goes on like this.
    go(page, "60/5,5", 60)
    expect(said).to_be_hidden()
    keys(page, *["PageDown"] * 13)
    expect(said).to_contain_text("more times, down to single cells.")
    page.get_by_role("button", name="Show the whole tiling").click()
    expect(said).to_be_hidden()


def test_the_board_fills_a_projector(open_page: Open) -> None:
    page = open_page("#/deficient/4/5,3")
    page.get_by_role("button", name="Full screen, for example for a projector").click()
    page.wait_for_function("() => document.fullscreenElement?.matches('.deep-box')")
    canvas = page.locator("canvas.deep")
    expect(canvas).to_be_focused()
    page.wait_for_function(
        "() => document.querySelector('canvas.deep').getBoundingClientRect().height === innerHeight"
    )
    page.keyboard.press("+")
    page.wait_for_function(
        "() => JSON.parse(document.querySelector('canvas.deep').dataset.state).still"
    )
    page.evaluate("document.exitFullscreen()")
    page.wait_for_function("() => !document.fullscreenElement")
