"""Watching the search and the proof, in a real browser."""

from __future__ import annotations

import re

import pytest
from moves import COVERED, Open, anew, box_of, go, keys
from playwright.sync_api import expect

from tilewright.model.board import Board
from tilewright.model.puzzle import make_puzzle


def test_watching_the_search(open_page: Open) -> None:
    page = open_page("#/watch/talos:tower-gates-1")
    picture = page.locator(".watching")
    expect(picture).to_have_attribute("data-steps", re.compile("[1-9]"))
    page.get_by_role("slider", name="Speed").fill("0")
    page.get_by_role("button", name="From the beginning").click()
    page.get_by_role("button", name="Pause").click()
    before = int(picture.get_attribute("data-steps") or "-1")
    page.wait_for_timeout(800)
    assert int(picture.get_attribute("data-steps") or "-1") == before
    # Step by step, by button and by key, until the search is over.
    page.get_by_role("button", name="One step", exact=True).click()
    expect(page.locator(".caption")).to_have_text(re.compile("is placed|No piece fits, so piece"))
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    assert int(picture.get_attribute("data-steps") or "-1") > before
    page.get_by_role("slider", name="Speed").fill("100")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".caption")).to_contain_text("The search is complete")
    expect(page.locator(".side .verdict")).to_contain_text("Solution")
    expect(page.get_by_role("button", name="One step", exact=True)).to_be_disabled()
    page.get_by_role("slider", name="Speed").fill("0")
    # It goes on by itself: what it showed is written down in the page.
    picture.evaluate(
        """picture => {
          window.seen = [];
          const note = () => window.seen.push(Number(picture.dataset.steps));
          new MutationObserver(note).observe(picture, { attributeFilter: ["data-steps"] });
        }"""
    )
    page.get_by_role("button", name="Again").click()
    page.wait_for_function("() => window.seen.length > 0 && window.seen[0] < 10")
    # The first tiling is worth a look.
    go(page, "#/watch/talos:tower-gates-3")
    expect(page.locator(".caption")).to_contain_text("Solved! This is solution 1.")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator(".watching .tile")).to_have_count(10)
    expect(page.locator(".caption")).to_contain_text("Press Play to continue.")
    titles = page.locator("#which option")
    expect(titles.nth(20)).to_be_attached()
    texts = titles.all_inner_texts()
    assert len(set(texts)) == len(texts)


def test_a_search_on_other_lattices_lies_on_the_cells(open_page: Open) -> None:
    page = open_page("#/watch", calm=True)
    for board, *pieces in (
        ("tri:hexagon2", "tetriamonds=2"),
        ("cube:3x2x2", "tetracubes=0..1"),
        ("torus:2x4", "L4=2"),
    ):
        anew(page, f"#/watch/{make_puzzle('sigil', Board.parse(board), pieces).name}")
        page.get_by_role("slider", name="Speed").fill("40")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".caption")).to_contain_text("Solved! This is solution 1.")
        expect(page.locator(".watching .ground .cell")).to_have_count(Board.parse(board).area)
        # Each cell has one tile over its middle.
        assert page.locator(".watching").evaluate(COVERED)
        expect(page.locator(".watching .cube.open")).to_have_count(0)


def test_nothing_plays_by_itself_for_those_who_want_it_calm(open_page: Open) -> None:
    page = open_page("#/watch", calm=True)
    for path in ("#/watch/talos:tower-gates-1", "#/watch/proof"):
        go(page, path)
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        page.wait_for_timeout(600)
        expect(page.locator(".watching")).to_have_attribute("data-steps", "0")
        page.get_by_role("button", name="One step", exact=True).click()
        expect(page.locator(".watching")).to_have_attribute("data-steps", "1")


@pytest.mark.slow
def test_a_step_places_one_piece_or_takes_one_back(open_page: Open) -> None:
    page = open_page("#/watch/classic:6x10", calm=True)
    page.wait_for_load_state("networkidle")
    figures = page.locator(".figures dd")
    before = [0, 0, 0]
    backs = 0
    steps = 0
    while steps < 60:
        page.get_by_role("button", name="One step", exact=True).click()
        now = [int(figures.nth(i).inner_text().replace(",", "")) for i in range(3)]
        if now == before:
            continue  # the engine's next step is not here yet
        steps += 1
        placed, back, deeper = (after - earlier for after, earlier in zip(now, before, strict=True))
        assert (placed, back, deeper) in ((1, 0, 1), (0, 1, -1))
        expect(page.locator(".watching .tile")).to_have_count(now[2])
        backs += back
        before = now
    assert backs > 3


@pytest.mark.slow
def test_one_goes_back_and_anywhere_in_the_search(open_page: Open) -> None:
    page = open_page("#/watch/talos:tower-gates-1", calm=True)
    picture, figures = page.locator(".watching"), page.locator(".figures dd")
    place = page.get_by_role("slider", name="Step")
    page.wait_for_function("() => Number(document.querySelector('[aria-label=Step]')?.max) > 20")
    back = page.get_by_role("button", name="One step back")
    expect(back).to_be_disabled()
    seen = []
    for _ in range(12):
        seen.append((picture.locator(".tile").count(), figures.all_inner_texts()))
        page.get_by_role("button", name="One step", exact=True).click()
    for before in reversed(seen):
        back.click()
        assert (picture.locator(".tile").count(), figures.all_inner_texts()) == before
    page.locator("h1").click()
    keys(page, *["ArrowRight"] * 7, "ArrowLeft")
    assert figures.all_inner_texts() == seen[6][1]
    place.fill("11")
    assert figures.all_inner_texts() == seen[11][1]
    page.get_by_role("button", name="Golomb's proof").click()
    place = page.get_by_role("slider", name="Step")
    page.wait_for_function("() => Number(document.querySelector('[aria-label=Step]')?.max) > 20")
    place.fill("9")
    expect(page.locator(".proof")).to_have_attribute("data-steps", "9")
    back.click()
    expect(page.locator(".proof")).to_have_attribute("data-steps", "8")


@pytest.mark.slow
def test_the_tree_of_the_search_grows_beside_it(open_page: Open) -> None:
    page = open_page("#/watch/talos:tower-gates-1", calm=True)
    page.wait_for_function("() => Number(document.querySelector('[aria-label=Step]')?.max) > 20")
    tree, place = page.locator("canvas.tree"), page.get_by_role("slider", name="Step")
    drawn = (
        "one => one.getContext('2d').getImageData(0, 0, one.width, one.height).data.filter((x, i) "
        "=> i % 4 === 3 && x).length"
    )
    inked = []
    for step in ("2", "8", "20"):
        place.fill(step)
        inked.append(tree.evaluate(drawn))
    assert inked[0] < inked[1] < inked[2]
    expect(tree).to_have_attribute(
        "aria-label", re.compile(r"placements? tried, \d+ pieces? on the board")
    )
    # A click on it goes to what was placed there.
    tree.click(position={"x": 10, "y": 80})
    expect(place).not_to_have_value("20")
    assert int(place.input_value()) < 20
    place.fill("1")
    expect(page.locator(".watching .tile")).to_have_count(1)
    # What plays stands in one line.
    for width, height in ((1366, 768), (1180, 820), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        buttons = page.locator(".playback .row button:visible")
        expect(buttons).to_have_count(4)
        assert len({round(box_of(one).y) for one in buttons.all()}) == 1
        row = page.locator(".playback .row")
        assert row.evaluate("row => row.scrollWidth <= row.clientWidth")


def test_watching_the_proof_for_any_cell(open_page: Open) -> None:
    page = open_page("#/watch")
    page.get_by_role("button", name="Golomb's proof").click()
    assert page.url.endswith("#/watch/proof")
    page.get_by_label("Board:").fill("3")
    page.locator("svg.proof").focus()
    keys(page, *["ArrowUp"] * 8, *["ArrowLeft"] * 16)
    expect(page.locator("svg.proof .removed")).to_have_attribute("x", "0.06")
    expect(page.locator("svg.proof .removed")).to_have_attribute("y", "0.06")
    page.get_by_role("slider", name="Speed").fill("100")
    expect(page.locator(".caption")).to_contain_text("All 21 trominoes are placed")
    page.get_by_role("button", name="Again").click()
    expect(page.locator(".caption")).to_contain_text("All 21 trominoes are placed")
    page.get_by_label("Board:").fill("2")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".caption")).to_contain_text("All 5 trominoes are placed")
    expect(page.locator(".proof .tile")).to_have_count(5)
