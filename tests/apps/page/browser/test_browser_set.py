"""Setting puzzles by hand: clues by mouse, finger and keyboard, and what is said of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

import pytest
from gestures import Hand, Point
from moves import Open, anew, box_of, go, keys
from playwright.sync_api import Page, expect

import tilewright as tw
from tilewright.apps.page.sheets import read_board
from tilewright.model.cover import compile_cover
from tilewright.model.puzzle import find_puzzle, make_puzzle
from tilewright.puzzles.deduction import grade as graded

#: A Dominosa puzzle with one solution, row by row.
DOMINOSA = ("32311", "32021", "03010", "23210")
#: The numbers of a Shikaku puzzle on 6 x 6, one of them unknown.
SHIKAKU = {
    (2, 1): "6",
    (2, 2): "6",
    (3, 1): "4",
    (3, 2): "?",
    (3, 4): "8",
    (5, 1): "4",
    (5, 4): "4",
}
#: The dominoes of a Pips puzzle on 3 x 4.
DOMINOES = ("00", "01", "12", "23", "34", "45")


def middle(page: Page, row: int, column: int) -> Point:
    return box_of(page.locator(f'.paint [data-name="{row},{column}"]')).middle


def opened(open_page: Open, kind: str, code: str = "", *, touch: bool = False) -> Page:
    size = {"width": 390, "height": 844, "touch": True} if touch else {}
    page = open_page(f"#/make/set/{kind}" + (f"/{code}" if code else ""), **size)
    expect(page.locator(".set .paint")).to_be_visible()
    return page


def verdict(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator(".verdict")).to_have_text(text)


def identity(page: Page) -> str:
    """The ID of the puzzle, from the link to it."""
    page.get_by_role("button", name="Copy link", exact=True).click()
    expect(page.locator("#toast.shown")).to_contain_text("Link copied.")
    return unquote(str(page.evaluate("navigator.clipboard.readText()")).rpartition("/p/")[2])


def agrees(page: Page) -> None:
    """The number of solutions on the page is that of the library."""
    text = page.locator(".verdict").inner_text()
    number = 1 if "exactly one" in text else int(re.sub(r"\D", "", text))
    puzzle = find_puzzle(identity(page))
    assert tw.count(puzzle) == number


def test_dots_by_mouse(open_page: Open) -> None:
    page = opened(open_page, "dots")
    verdict(page, "More than 1,000 solutions")
    hand = Hand(page, touch=False)
    for cell in ((0, 0), (0, 3), (1, 4), (2, 1), (3, 3), (5, 5)):
        hand.tap(middle(page, *cell))
    expect(page.locator(".paint .dot")).to_have_count(6)
    verdict(page, "30 solutions")
    agrees(page)
    # Two of them, and where they differ; what is the same in all can be shaded.
    expect(page.locator(".solution")).to_have_count(2)
    first, second = (
        page.locator(".solution").nth(number).locator(".apart").count() for number in (0, 1)
    )
    assert first == second > 0
    page.get_by_label("Shade the 12 of 36 cells").check()
    expect(page.locator(".paint .marked")).to_have_count(12)
    # A second press takes the dot away, and a key sets another one.
    hand.tap(middle(page, 5, 5))
    expect(page.locator(".paint .dot")).to_have_count(5)
    keys(page, "ArrowUp", "Space")
    expect(page.locator('[data-name="4,5"]')).to_have_attribute(
        "aria-label", "row 5, column 6, dot"
    )
    keys(page, "Control+z", "Control+z")
    expect(page.locator(".paint .dot")).to_have_count(6)
    verdict(page, "30 solutions")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".paint .dot")).to_have_count(5)
    # With a dot for each piece, all pieces have dots.
    page.get_by_label("Pieces").select_option("L3")
    page.get_by_role("button", name="Start again").click()
    page.get_by_label("Rows").fill("2")
    page.get_by_label("Columns").fill("3")
    hand.tap(middle(page, 0, 0))
    hand.tap(middle(page, 1, 2))
    page.get_by_label("Pieces").select_option("L3")
    verdict(page, "There is exactly one solution")
    assert len(find_puzzle(identity(page)).pieces) == 1


def test_shikaku_by_keyboard(open_page: Open) -> None:
    page = opened(open_page, "shikaku")
    verdict(page, "Set a number for each rectangle.")
    expect(page.get_by_role("button", name="Play it")).to_be_disabled()
    page.locator('.paint [data-name="0,0"]').focus()
    at = (0, 0)
    for cell, clue in SHIKAKU.items():
        down, right = cell[0] - at[0], cell[1] - at[1]
        keys(page, *["ArrowDown"] * down)
        keys(page, *["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right), clue)
        at = cell
    verdict(page, "There is exactly one solution")
    agrees(page)
    wanted = graded(compile_cover(find_puzzle(identity(page)).problem()))
    expect(page.locator(".grade")).to_contain_text(f"{wanted.level} score {wanted.score}")
    expect(page.locator(".side .lead")).to_have_text(re.compile(r"^Hardest step: "))
    # Two digits are one number, and one step.
    page.locator('.paint [data-name="5,4"]').focus()
    keys(page, "ArrowLeft", "ArrowRight", "1", "2")
    expect(page.locator(".paint .mark").last).to_have_text("12")
    verdict(page, "The numbers add up to 41, but the board has 36 cells.")
    keys(page, "Control+z")
    expect(page.locator(".paint .mark").last).to_have_text("4")
    keys(page, "ArrowLeft", "ArrowRight", "5", "Backspace")
    expect(page.locator(".paint .mark")).to_have_count(6)


def test_letters_by_finger(open_page: Open) -> None:
    page = opened(open_page, "pentominous", touch=True)
    hand = Hand(page, touch=True)

    def put(row: int, column: int, letter: str) -> None:
        hand.tap(middle(page, row, column))
        page.locator(".keys").get_by_role("button", name=letter, exact=True).tap()

    for row, letter in enumerate("FIL"):
        put(2 * row, 2 * row, letter)
    # No two of these agree: the clue that is wrong is marked.
    verdict(page, "No solution")
    expect(page.locator(".side .lead")).to_have_text(
        "Without the marked clue, the puzzle has a solution."
    )
    expect(page.locator(".paint .amiss")).to_have_count(1)
    put(2, 2, "Delete")
    put(0, 0, "Delete")
    put(4, 4, "P")
    verdict(page, re.compile(r"solution"))
    agrees(page)
    # Letters on the board are clues; without the board, Z undoes.
    page.locator('.paint [data-name="0,0"]').focus()
    keys(page, "z")
    expect(page.locator(".paint .mark")).to_have_text(["P", "Z"])


def test_dominosa_by_keyboard(open_page: Open) -> None:
    page = opened(open_page, "dominosa", "4x5")
    page.locator('.paint [data-name="0,0"]').focus()
    for line in DOMINOSA:
        keys(page, *line)
    verdict(page, "There is exactly one solution")
    agrees(page)
    wanted = make_puzzle("dominosa", read_board("/".join(DOMINOSA)), ("double-3",))
    assert identity(page) == wanted.name
    # A number that the set has not, and one too many of another.
    page.locator('.paint [data-name="0,0"]').focus()
    keys(page, "7")
    verdict(page, "The dominoes for this board have numbers up to 3, so 7 is too large.")
    keys(page, "ArrowLeft", "0")
    verdict(page, "The number 0 appears only 5 times in the set of dominoes.")
    # A cell without a number may have any.
    keys(page, "ArrowLeft", "Delete")
    verdict(page, re.compile("solution"))
    agrees(page)
    page.get_by_label("Rows").fill("5")
    verdict(page, re.compile("but the board has 25"))


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_pips(open_page: Open, touch: bool) -> None:
    page = opened(open_page, "pips", "3x4", touch=touch)
    verdict(page, "Choose 6 dominoes for this board. You have 0.")
    for word in DOMINOES:
        page.locator(f'[data-domino="{word}"]').click()
    hand = Hand(page, touch=touch)
    page.locator(".set .paint").scroll_into_view_if_needed()

    def draw(*cells: tuple[int, int], says: Sequence[str] = ()) -> None:
        hand.press(*(middle(page, *cell) for cell in cells))
        hand.release()
        for key in says:
            if touch:
                page.locator(".keys").get_by_text(key, exact=True).tap()
            else:
                page.keyboard.press(key)

    badges = page.locator(".paint .badge text")
    draw((0, 0), (0, 1), (1, 1), says=["<", "5"])
    draw((0, 2), (0, 3), says=["7"])
    draw((2, 0), (2, 1), (2, 2), says=["≠"] if touch else ["/"])
    expect(badges).to_have_text(["<5", "7", "≠"])
    expect(page.locator(".paint .area")).to_have_count(3)
    verdict(page, "More than 1,000 solutions")
    problem = find_puzzle(identity(page)).problem()
    assert [rule.word() for rule in problem.rules] == [
        "sum 0,0-0,1-1,1 <= 4",
        "sum 0,2-0,3 = 7",
        "unequal 2,0-2,1-2,2",
    ]
    # What a number cannot be is said in one line.
    draw((0, 2), says=["1", "1"])
    verdict(page, "The numbers on 2 cells cannot add up to 11.")
    draw((0, 2), says=["9"])
    draw((2, 3), says=["5"])
    verdict(page, "No solution")
    expect(page.locator(".paint .amiss")).to_have_count(2)
    # A stroke takes cells from other regions; Escape takes a stroke back.
    draw((1, 0), (0, 0))
    expect(badges).to_have_text(["<5", "≠", "9", "5"])
    hand.press(middle(page, 1, 3), middle(page, 1, 2))
    page.keyboard.press("Escape")
    hand.release()
    expect(page.locator(".paint .area")).to_have_count(5)
    # By keyboard, Shift and an arrow key extend a region.
    page.locator('.paint [data-name="2,3"]').focus()
    keys(page, "Shift+ArrowUp")
    expect(page.locator('.paint [data-name="1,3"]')).to_have_attribute(
        "aria-label", "row 2, column 4, 5"
    )


def test_pieces_are_placed(open_page: Open) -> None:
    page = opened(open_page, "given")
    hand = Hand(page, touch=False)
    hand.press(middle(page, 0, 0), middle(page, 0, 3))
    hand.release()
    verdict(page, "Each placed piece must have 5 cells.")
    hand.press(middle(page, 0, 3), middle(page, 0, 4))
    hand.release()
    verdict(page, re.compile(r"solutions"))
    placed = find_puzzle(identity(page)).problem().placed
    assert [tile.cells for tile in placed] == [tuple((0, column) for column in range(5))]


def test_a_reload_keeps_what_was_set(open_page: Open) -> None:
    page = opened(open_page, "shikaku")
    Hand(page, touch=False).tap(middle(page, 2, 3))
    keys(page, "1", "0")
    page.get_by_role("button", name="Cells").click()
    page.locator('.paint [data-name="0,0"]').click()
    expect(page.locator(".paint .off")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"#/make/set/shikaku/6x6~00~0f-10~$"))
    page.reload()
    expect(page.locator(".paint .mark")).to_have_text("10")
    expect(page.locator(".paint .off")).to_have_count(1)
    expect(page.get_by_label("Kind")).to_have_value("shikaku")
    # Without an address, it goes on with what was last set.
    go(page, "#/make")
    expect(page.locator(".kind").first).to_be_visible()
    go(page, "#/make/set")
    expect(page.locator(".paint .mark")).to_have_text("10")
    # What is no such address is said in one line.
    for code in ("6x6~~0f-0", "99x9", "6x6~~zz-4", "x", "6x6~~-5", "6x6~~~L3"):
        anew(page, f"#/make/set/shikaku/{code}")
        expect(page.locator("#toast.shown")).to_contain_text("This link cannot be read")
        expect(page.locator(".paint .mark")).to_have_count(0)
    # A board without cells.
    anew(page, "#/make/set/shikaku/1x2~0001")
    verdict(page, "The board has no cells.")


#: Has the board change in the moment in which its solutions are asked for, and notes what the
#: worker is told.
WATCHED = """() => {
  const post = Worker.prototype.postMessage;
  window.told = [];
  Worker.prototype.postMessage = function (message, ...rest) {
    post.call(this, message, ...rest);
    const { question, number, cancel } = message;
    window.told.push({ question, number, cancel });
    if (question !== "solutions" || window.changed) return;
    window.changed = true;
    const cell = document.querySelector('.paint [data-name="1,2"]');
    cell.dispatchEvent(new KeyboardEvent("keydown", { key: "o", bubbles: true }));
  };
}"""


def test_the_worker_gives_up_what_is_no_longer_asked(open_page: Open) -> None:
    page = opened(open_page, "dots", "2x3~~~trominoes")
    verdict(page, "3 solutions")
    page.evaluate(WATCHED)
    page.locator('.paint [data-name="0,0"]').focus()
    keys(page, "o")
    expect(page.locator(".paint .dot")).to_have_count(2)
    verdict(page, "There is exactly one solution")
    told = page.evaluate("window.told")
    first = next(each["number"] for each in told if each["question"] == "solutions")
    assert [each["cancel"] for each in told if each.get("cancel")] == [first]


def test_what_is_set_is_played_and_printed(open_page: Open) -> None:
    page = opened(open_page, "dots", "2x3~~00-o.05-o~L3")
    verdict(page, re.compile("solution"))
    page.evaluate("window.print = () => document.title = 'printed'")
    page.get_by_role("button", name="Print").click()
    expect(page).to_have_title("printed")
    expect(page.locator("img.printed")).to_have_count(1)
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("h1")).to_have_text("Dots 2 × 3")
    page.go_back()
    expect(page.locator(".paint .dot")).to_have_count(2)


def test_links_of_other_sites_are_opened_and_copied(open_page: Open) -> None:
    page = opened(open_page, "dots", "2x3~~00-o.05-o~L3")
    link = page.get_by_label("Link from puzz.link or Penpa+")
    expect(page.get_by_role("button", name="Copy link for")).to_have_count(0)

    def copied(site: str) -> str:
        page.evaluate("navigator.clipboard.writeText('')")
        page.get_by_role("button", name=f"Copy link for {site}").click()
        page.wait_for_function("navigator.clipboard.readText().then((text) => text.length)")
        return str(page.evaluate("navigator.clipboard.readText()"))

    link.fill("https://puzz.link/p?pentominous/5/5/72zi")
    link.press("Enter")
    expect(page.get_by_label("Kind")).to_have_value("pentominous")
    verdict(page, "There is exactly one solution")
    assert copied("puzz.link") == "https://puzz.link/p?pentominous/5/5/72zi"
    drawing = copied("Penpa+")
    assert find_puzzle(drawing) == find_puzzle("https://puzz.link/p?pentominous/5/5/72zi")
    link.fill("https://puzz.link/p?shikaku/6/6/s66j4.g8n4h4g")
    link.press("Enter")
    expect(page.get_by_label("Kind")).to_have_value("shikaku")
    link.fill(drawing)
    link.press("Enter")
    expect(page.get_by_label("Kind")).to_have_value("pentominous")
    for wrong, says in (
        ("https://puzz.link/p?nurikabe/6/6/j3", "The genre “nurikabe” is not supported."),
        ("https://puzz.link/p?shikaku/30/6/3", "The board has more than 20 rows or columns."),
        (drawing[:-9], "This link cannot be read."),
    ):
        link.fill(wrong)
        link.press("Enter")
        expect(page.locator("#toast.shown")).to_contain_text(says)
    expect(page.get_by_label("Kind")).to_have_value("pentominous")
    # The menu of a puzzle has the same links.
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("h1")).to_have_text("Pentominous 5 × 5")
    page.locator("summary", has_text="More").click()
    assert copied("puzz.link") == "https://puzz.link/p?pentominous/5/5/72zi"
