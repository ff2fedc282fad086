"""The plane in a real browser: a piece that is drawn, what is said of it, the endless tiling, rings
of copies, links.
"""

from __future__ import annotations

from typing import Any

import pytest
from moves import Open, box_of, drag, go, keys, shows, state_of, still
from playwright.sync_api import Page, expect


def state(page: Page) -> dict[str, Any]:
    """What the picture shows, once it is answered and at rest."""
    still(page)
    shows(page.locator("canvas.endless"), '"answered":true')
    still(page)
    return state_of(page.locator("canvas.endless"))


def says(page: Page, verdict: str) -> None:
    expect(page.locator(".verdict")).to_have_text(verdict)


@pytest.fixture
def address(server: str) -> str:
    """The address of a server, which decides pieces of any size."""
    return server


def test_a_piece_is_drawn_and_its_verdict_is_there(open_page: Open) -> None:
    """By mouse, with more room where a drawing comes to the edge; triangles and hexagons by
    keyboard.
    """
    page = open_page("#/plane")
    says(page, "The piece tiles the plane by translations.")
    page.get_by_role("button", name="Clear the drawing").click()
    says(page, "Draw a piece.")
    assert state(page)["tiles"] == 0
    for cell in ("3,3", "3,4", "3,5", "4,3", "4,5", "5,3", "5,4", "5,5"):
        page.locator(f'.piece [data-name="{cell}"]').click()
    says(page, "The piece does not tile the plane.")
    expect(page.locator(".saying")).to_contain_text("The piece has a hole")
    page.locator('.piece [data-name="5,4"]').click()
    says(page, "The piece tiles the plane with some copies upside down.")
    assert state(page)["tiles"] > 20
    page.get_by_role("button", name="Undo").click()
    says(page, "The piece does not tile the plane.")
    page.get_by_role("button", name="Redo").click()
    says(page, "The piece tiles the plane with some copies upside down.")
    # The address follows what is shown, a little later.
    page.wait_for_function(
        "() => { const before = window.before; window.before = location.hash; "
        "return before === location.hash; }",
        polling=500,
    )
    go(page, "#/plane/o/free")
    expect(page.locator(".piece .on")).to_have_count(1)
    says(page, "The piece tiles the plane by translations.")
    for length in range(2, 15):
        # The field is laid out anew around a drawing that has come to its edge.
        box = page.evaluate(
            """() => {
              const on = [...document.querySelectorAll('.piece .on')].map((one) => one.dataset.name.split(',').map(Number));
              return [on[0][0], Math.max(...on.map((cell) => cell[1]))];
            }"""  # noqa: E501
        )
        page.locator(f'.piece [data-name="{box[0]},{box[1] + 1}"]').click()
        expect(page.locator(".piece .on")).to_have_count(length)
        shows(page.locator("canvas.endless"), f'"#{{{length}}}"')
        still(page)
    says(page, "The piece tiles the plane by translations.")
    go(page, "#/plane")
    says(page, "The piece tiles the plane by translations.")
    for lattice, word in (("triangles", "tri:"), ("hexagons", "hex:")):
        page.get_by_label("Cells").select_option(lattice)
        shows(page.locator("canvas.endless"), f'"{word}')
        says(page, "The piece tiles the plane by translations.")
        before = state(page)["piece"]
        page.locator('.piece [tabindex="0"]').focus()
        keys(page, "ArrowLeft", "Space")
        first = state(page)["piece"]
        keys(page, "ArrowLeft", "Space")
        after = state(page)["piece"]
        assert [word.count("#") for word in (first, after)] == [
            before.count("#") + 1,
            before.count("#") + 2,
        ]


@pytest.mark.usefixtures("ignore_failed_requests")
def test_every_verdict_in_plain_words(open_page: Open) -> None:
    page = open_page("#/plane")
    for piece, turn, verdict, why in (
        (
            "ooo-.o-.o-.o-oo",
            "free",
            "The piece tiles the plane, and all tiles have the same surroundings.",
            "CC4C4C4C4",
        ),
        (
            "oo-.oo-..o-..oo-..o",
            "free",
            "The piece tiles the plane, but not all tiles have the same surroundings.",
            "in 2 classes",
        ),
        (
            "ooooo-..o-..o-..o",
            "free",
            "The piece does not tile the plane.",
            "The Heesch number of the piece is 1.",
        ),
        (
            ".o-oooo-.o-.o",
            "free",
            "The piece does not tile the plane.",
            "0 (1 with holes in the last ring)",
        ),
        (
            "oo-o",
            "fixed",
            "The piece tiles the plane by translations.",
            "one tile per period",
        ),
        ("tri:ooo", "fixed", "The piece does not tile the plane.", "TTTTTT"),
        ("hex:ooo-o", "one-sided", "The piece tiles the plane by translations.", "one tile"),
    ):
        go(page, f"#/plane/{piece}/{turn}")
        expect(page.locator(".saying")).to_contain_text(why)
        says(page, verdict)
        expect(page.get_by_label("It may")).to_have_value(turn)
    go(page, f"#/plane/{'o' * 21}/free")
    expect(page.locator(".verdict.bad")).to_contain_text(
        "must have at most 20 rows and columns, got 21"
    )


def test_the_tiling_is_moved_zoomed_and_colored_and_rings_are_seen_one_by_one(
    open_page: Open,
) -> None:
    page = open_page("#/plane/oooo-.o/free")
    says(page, "The piece tiles the plane by translations.")
    before = state(page)
    x, y = box_of(page.locator("canvas.endless")).middle
    drag(page, (x, y), (x - 100, y + 60), steps=5)
    moved = state(page)
    assert moved["x"] - before["x"] == pytest.approx(100 / before["unit"], abs=0.2)
    assert moved["y"] - before["y"] == pytest.approx(-60 / before["unit"], abs=0.2)
    # However far one goes, there are tiles.
    page.locator("canvas.endless").focus()
    keys(page, *["ArrowRight"] * 40)
    far = state(page)
    assert far["x"] > moved["x"] + 30
    assert far["tiles"] > 20
    page.keyboard.press("-")
    assert state(page)["tiles"] > far["tiles"]
    page.keyboard.press("+")
    assert state(page)["unit"] == pytest.approx(far["unit"])
    page.mouse.move(x + 50, y)
    page.mouse.wheel(0, -400)
    near = state(page)
    # What is under the pointer stays there.
    assert near["unit"] > far["unit"]
    assert near["x"] + 50 / near["unit"] == pytest.approx(far["x"] + 50 / far["unit"], abs=0.01)
    page.keyboard.press("0")
    assert state(page)["x"] == before["x"]
    # Colors are as few as can be, or say how a tile lies.
    colors = page.get_by_label("Colors", exact=True)
    expect(colors.locator("option:checked")).to_have_text("3 colors: fewer are not enough")

    def fills() -> int:
        state(page)
        found: int = page.evaluate(
            """() => {
              const canvas = document.querySelector('canvas.endless');
              const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
              const count = new Map();
              for (let i = 0; i < data.length; i += 4) {
                const color = `${data[i]},${data[i + 1]},${data[i + 2]}`;
                count.set(color, (count.get(color) ?? 0) + 1);
              }
              return [...count.values()].filter((many) => many > data.length / 4 / 10).length;
            }"""  # noqa: E501
        )
        return found

    assert fills() == 3
    colors.select_option("orientation")
    assert fills() == 1
    go(page, "#/plane/oo-.o-oooo-..o/one-sided")
    says(page, "The piece does not tile the plane.")
    rings = page.get_by_label("Rings: 2 of 2")
    all_tiles = state(page)["tiles"]
    rings.press("ArrowLeft")
    expect(page.locator("label[for=rings]")).to_contain_text("1 of 2")
    one_ring = state(page)["tiles"]
    page.get_by_label("Rings: 1 of 2").press("ArrowLeft")
    expect(page.locator("label[for=rings]")).to_contain_text("0 of 2")
    assert state(page)["tiles"] == 1 < one_ring < all_tiles
    expect(page.get_by_label("outline what repeats")).to_be_hidden()


def test_on_a_phone_all_is_seen_together_and_two_fingers_zoom(open_page: Open) -> None:
    page = open_page("#/plane", width=390, height=844, touch=True)
    says(page, "The piece tiles the plane by translations.")
    still(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for selector in ("canvas.endless", ".verdict", ".piece"):
        box = box_of(page.locator(selector))
        assert box.bottom <= 844, selector
    # No menu is cut.
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 844})
        still(page)
        for menu in page.locator(".choices select").all():
            needed = menu.evaluate(
                """one => {
                  const alone = one.cloneNode(true);
                  alone.style = 'width: max-content; position: absolute';
                  one.parentElement.append(alone);
                  const { width } = alone.getBoundingClientRect();
                  alone.remove();
                  return width;
                }"""
            )
            box = box_of(menu)
            assert (
                box.width >= needed
                if menu.get_attribute("aria-label") != "Examples"
                else box.width > 150
            )
    page.set_viewport_size({"width": 390, "height": 844})
    go(page, "#/plane/oooo-.o/free")
    shows(page.locator("canvas.endless"), "####")
    says(page, "The piece tiles the plane by translations.")
    before, (x, y) = state(page), box_of(page.locator("canvas.endless")).middle
    touch = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 30), ("touchMove", 40), ("touchMove", 60), ("touchEnd", 0)):
        points = [{"x": x - apart, "y": y}, {"x": x + apart, "y": y}] if apart else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    after = state(page)
    assert after["unit"] == pytest.approx(2 * before["unit"], rel=0.02)
    assert after["x"] == pytest.approx(before["x"], abs=0.1)


def test_a_link_keeps_the_piece_how_it_turns_and_the_view(open_page: Open) -> None:
    page = open_page("#/plane/tri:.o.o-oooo/one-sided")
    says(page, "The piece tiles the plane with some copies upside down.")
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Copy link").click()
    shown = state(page)
    link: str = page.evaluate("navigator.clipboard.readText()")
    other = open_page("#" + link.partition("#")[2])
    says(other, "The piece tiles the plane with some copies upside down.")
    found = state(other)
    assert found["piece"] == shown["piece"] == "tri:.#.#/####"
    assert found["unit"] == pytest.approx(shown["unit"], abs=0.01)
    expect(other.get_by_label("It may")).to_have_value("one-sided")
    # A link that says nothing opens the piece to begin with.
    other.evaluate("location.hash = '#/plane/%3Cb%3E/no/1'")
    says(other, "The piece tiles the plane by translations.")
