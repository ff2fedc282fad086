"""What the page finds out by itself, in a thread of its own, and what it does where that is not
possible.
"""

from __future__ import annotations

from moves import Open, go, make, shows, solution, stroke
from playwright.sync_api import Page, expect
from starting import Gate

import tilewright as tw
from tilewright.puzzles import generate

NAME = "dots:4x6-easy"


def asked(page: Page) -> list[str]:
    """What the server is asked for from now on."""
    paths: list[str] = []
    page.on("request", lambda request: paths.append(request.url))
    return paths


def test_ways_checks_and_deductions_ask_no_server(
    open_page: Open, gate: Gate, ignore_failed_requests: None
) -> None:
    page = open_page("#/make", at=gate.address)
    expect(page.locator("h1")).to_contain_text("Make")
    paths = asked(page)
    page.evaluate("name => { location.hash = `#/p/${name}`; }", NAME)
    expect(page.locator(".ways")).to_have_text("1 solution")
    stroke(page, solution(NAME)[0][1])
    expect(page.locator(".region")).to_have_count(1)
    expect(page.locator(".ways")).to_have_text("1 solution")
    gate.shut()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("body")).to_contain_text("No mistakes so far")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("button", name="Show it")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".region")).to_have_count(0)
    expect(page.locator(".ways")).to_have_text("1 solution")
    assert not [path for path in paths if path.endswith("/run")]
    gate.open()


def test_what_is_too_large_for_the_worker_is_a_command(open_page: Open, server: str) -> None:
    page = open_page("#/make/own", at=server)
    expect(page.locator(".verdict")).to_have_text(f"{tw.count('6x6 trominoes+'):,} solutions")
    with page.expect_request("**/run") as request:
        page.get_by_label("Rows").fill("12")
    assert request.value.post_data_json["words"][0] == "count"
    expect(page.locator(".verdict")).to_have_text(f"{tw.count('12x6 trominoes+'):,} solutions")
    # A tiling that the worker cannot draw.
    go(page, "#/random/20x20-1,1-3,2/1")
    shows(page.locator("canvas.mosaic"), '"tiled":true')
    expect(page.locator("body")).to_contain_text("199 dominoes")
    # An ID that says only what a puzzle was made from.
    go(page, "#/p/id:3JEJ-P84B")
    expect(page.locator("h1")).to_have_text("Finish it 4 × 5")
    expect(page.locator(".ways")).to_have_text("1 solution")


#: Makes a puzzle as if the worker had found none; what it describes is still described by it.
MADE = """async () => {
  const [{ answerHere, post, puzzle }, { answerer }] = await Promise.all([import("/static/server/api.js"), import("/static/engine/local.js")]);
  const worker = answerer(puzzle);
  answerHere(async (path, ...rest) => path === "/api/make" ? undefined : worker(path, ...rest));
  return post("/api/make", { kind: "given", board: "4x5", pieces: null, seed: 1, level: null, minimal: true, date: null });
}"""  # noqa: E501


def test_a_puzzle_that_the_worker_does_not_find_is_made_by_a_command(
    open_page: Open, server: str
) -> None:
    made = open_page("#/make", at=server).evaluate(MADE)["puzzle"]
    wanted = generate("given", "4x5", seed=1, minimal=True)
    assert made["id"] == wanted.puzzle.name
    assert (made["level"], made["grade"]["score"]) == (wanted.grade.level, wanted.grade.score)
    assert [tile["cells"] for tile in made["placed"]] == [
        [list(cell) for cell in placement.cells] for placement in wanted.puzzle.problem().placed
    ]


def test_what_a_server_does_is_said_where_there_is_none(open_page: Open, address: str) -> None:
    page = open_page("#/random/20x20-1,1-3,2/1", at=address)
    expect(page.locator("body")).to_contain_text(
        "tilewright sample 20x20-1,1-3,2 dominoes+ --seed 1"
    )


def test_another_worker_takes_the_place_of_one_that_is_gone(open_page: Open) -> None:
    page = open_page("#/make/own", calm=True)
    page.clock.install()
    hint = page.get_by_role("button", name="Hint")
    crashed = page.get_by_text("The calculation stopped unexpectedly. Try again.")
    with page.expect_worker() as first:
        go(page, f"#/p/{NAME}")
        expect(page.locator(".ways")).to_have_text("1 solution")
    # It ends without a word.
    first.value.evaluate("self.close()")
    hint.click()
    page.clock.run_for(20_000)
    expect(crashed).to_be_hidden()
    page.clock.run_for(20_000)
    expect(crashed).to_be_visible()
    with page.expect_worker() as second:
        hint.click()
        expect(page.get_by_role("button", name="Show it")).to_be_visible()
    # It ends with an error.
    with second.value.expect_event("close"):
        second.value.evaluate("setTimeout(() => { throw new Error('on purpose'); })")
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#toast")).to_have_text("No mistakes so far.")


def test_a_worker_that_computes_for_long_is_not_replaced(open_page: Open) -> None:
    page = open_page("#/make", calm=True)
    page.clock.install()
    # There is none, and the worker looks for it for a minute.
    make(page, "dots", size="4x6", level="expert")
    making = page.locator(".making")
    for _ in range(9):
        page.clock.run_for(5000)
        # The worker answers between two steps, by its own clock.
        page.wait_for_timeout(300)
    expect(making).to_contain_text("Making")
    making.get_by_role("button", name="Cancel").click()
    expect(making).to_have_count(0)


#: Opens tabs at another address, as if another view had been opened while they loaded.
TABS = """async () => {
  const { showTabs } = await import("/static/parts/tabs.js"),
    part = (name) => ({ name, text: name, link: `#/make/${name}`, show() {} }),
    host = document.createElement("div");
  await showTabs(host, "Tabs", "Tabs", [part("one"), part("own")], "one");
  const before = location.hash;
  host.querySelectorAll(".tabs button")[1].click();
  return [before, location.hash];
}"""


def test_tabs_write_their_address_only_when_they_are_pressed(open_page: Open, server: str) -> None:
    page = open_page("#/collections", at=server)
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate(TABS) == ["#/collections", "#/make/own"]
