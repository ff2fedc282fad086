"""Days: their addresses, a week of them, and collections that come to an end."""

from __future__ import annotations

import datetime
import json
import re

from moves import Open, box_of, go, make, take_hint
from playwright.sync_api import Page, expect

from tilewright.apps.page import shipped
from tilewright.model.puzzle import find_puzzle, named_puzzles
from tilewright.model.puzzle.calendar import calendar_date

#: A Monday at noon, and the puzzles of its day.
MONDAY = datetime.datetime(2026, 12, 7, 12)
LEVELS = ("easy", "medium", "hard")


def solve_with_hints(page: Page) -> None:
    """Place one piece after another as the hints say."""
    won = page.locator("dialog.won")
    expect(page.locator(".ways")).to_have_text("1 solution")
    while not won.count():
        take_hint(page)
        expect(page.get_by_role("button", name="Place it")).to_have_count(0)
    expect(won).to_be_visible()


def test_a_week_is_played(open_page: Open, server: str) -> None:
    """The puzzles get harder from day to day, the badge counts the days, and Sunday is special."""
    page = open_page(at=server, now=MONDAY.isoformat())
    hardest: list[int] = []
    for number in range(7):
        day = MONDAY + datetime.timedelta(number)
        page.clock.set_fixed_time(day)
        go(page, "#/day")
        expect(page.locator("h1")).to_have_text(f"{day:%A}, December {day.day}, 2026")
        cards = page.locator(".daily .card:not(.waiting)")
        expect(cards).to_have_count(5)
        levels = [LEVELS.index(level) for level in cards.locator(".level").all_inner_texts()]
        hardest.append(sum(levels))
        special = cards.locator(".kicker", has_text="Sunday special")
        expect(special).to_have_count(1 if number == 6 else 0)
        cards.first.click()
        solve_with_hints(page)
        row = page.locator("dialog.won .score")
        expect(row).to_contain_text(
            "1 day in a row" if not number else f"{number + 1} days in a row"
        )
    assert hardest == sorted(set(hardest))
    go(page, "#/day")
    expect(page.get_by_text("7 of 49 solved")).to_be_visible()
    rows = page.locator(".plan tr")
    expect(rows).to_have_count(7)
    assert all(text.count("✓") == 1 for text in rows.all_inner_texts())
    go(page, "#/")
    expect(page.locator(".streak")).to_have_text("7 days in a row")
    shares = page.locator(".week .day").evaluate_all(
        "all => all.map((one) => Number(one.style.getPropertyValue('--share')))"
    )
    assert shares == [1 / 7] * 7


def test_a_day_ends_and_is_shared(open_page: Open, server: str) -> None:
    """With how each puzzle went, in their order; what was missed; and when the next ones come."""
    page = open_page(at=server, now=(MONDAY + datetime.timedelta(2, hours=6)).isoformat())
    expect(page.locator(".card.of-day:not(.waiting)")).to_have_count(5)
    kept = page.evaluate("() => JSON.parse(localStorage['tilewright:dailies'])")
    ids = kept["2026-12-09"]
    records = {
        name: {"seconds": 60 + number, "hints": number % 2, "when": 100 - number}
        for number, name in enumerate(ids)
    }
    page.evaluate(
        """([solved, days, ids]) => {
          localStorage.setItem('tilewright:solved', JSON.stringify(solved));
          localStorage.setItem('tilewright:days', JSON.stringify(days));
          const dailies = { '2026-12-09': ids, '2026-12-08': ['one', 'two'] };
          localStorage.setItem('tilewright:dailies', JSON.stringify(dailies));
        }""",
        [records, ["2026-12-07", "2026-12-09"], ids],
    )
    page.reload()
    end = page.locator(".day-end")
    expect(end).to_contain_text("All 7 solved")
    expect(end).to_contain_text("7:21, 3 hints")
    expect(end).to_contain_text("New puzzles in 6 h 0 min.")
    expect(end.get_by_role("link", name="Tuesday")).to_have_attribute("href", "#/day/2026-12-08")
    expect(page.locator(".week .now .day")).to_have_text("✓")
    end.get_by_role("button", name="Copy text").click()
    expect(page.locator("#toast.shown")).to_contain_text("copied")
    title, *lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert title == "tilewright, Wednesday, December 9"
    *titles, pips = page.locator(".card.of-day .kicker").all_inner_texts()
    titles += [f"{pips} ({level})" for level in LEVELS]
    assert lines[:7] == [
        f"{'🟨' if number % 2 else '🟩'} {titles[number]} 1:0{number}{', 1 hint' * (number % 2)}"
        for number in (6, 5, 4, 3, 2, 1, 0)
    ]


def test_a_kind_with_several_levels_has_one_card(open_page: Open, server: str) -> None:
    """The card opens the first level that is not solved, and the next puzzle is the next level."""
    page = open_page("#/day", at=server, now=MONDAY.isoformat(), width=390, height=844, touch=True)
    pips = page.locator(".card", has=page.locator(".kicker", has_text="Pips"))
    levels = pips.get_by_role("group", name="Pips").get_by_role("link")
    expect(levels).to_have_text([*LEVELS])
    assert all(min(box_of(each).width, box_of(each).height) >= 44 for each in levels.all())
    links = [each.get_attribute("href") for each in levels.all()]
    assert len(set(links)) == 3
    opened = pips.locator(".name")
    expect(opened).to_have_attribute("href", links[0] or "")
    levels.nth(1).click()
    expect(page.locator(".facts .level")).to_have_text("medium")
    take_hint(page)
    go(page, "#/day")
    expect(levels).to_have_text([LEVELS[0], re.compile(r"^medium\s*\d+%$"), LEVELS[2]])
    pips.click(position={"x": 20, "y": 20})
    for level in LEVELS:
        expect(page.locator(".facts .level")).to_have_text(level)
        solve_with_hints(page)
        if level != "hard":
            page.get_by_role("button", name="Next puzzle").click()
            expect(page.locator("dialog.won")).to_have_count(0)
    page.get_by_role("dialog").get_by_role("button", name="More puzzles").click()
    expect(levels).to_have_text([re.compile(rf"^{each}\s*✓ \d+:\d\d, solved$") for each in LEVELS])
    expect(pips.locator(".tick")).to_have_count(1)
    expect(page.locator(".daily-top")).to_contain_text("3 of 7 solved")
    assert page.locator(".card.solved").count() == 1


def test_days_of_earlier_versions_are_as_they_were(open_page: Open, server: str) -> None:
    page = open_page("#/day/2026-12-06", at=server, now="2026-12-06T12:00:00")
    cards = page.locator("a.card.large")
    expect(cards).to_have_count(5)
    expect(cards.locator(".level")).to_have_text(["hard"] * 5)
    expect(page.locator(".one-of")).to_have_count(0)
    go(page, "#/")
    expect(page.locator("a.card.of-day")).to_have_count(5)
    expect(page.locator("body")).to_contain_text("0 of 5 solved")


def test_after_the_last_prepared_day_the_calendar_is_of_today(open_page: Open, server: str) -> None:
    """It counts for today like any other, and its other puzzles are those of a year before."""
    last = datetime.date.fromisoformat(max(shipped.days()))
    day = last + datetime.timedelta(60)
    page = open_page("#/progress", at=server, now=f"{day}T12:00:00")
    page.evaluate(
        """localStorage.setItem('tilewright:solved', '{"x":{"seconds":1,"hints":0,"when":1}}')"""
    )
    go(page, "#/")
    heading = page.locator("#daily")
    expect(heading).to_have_text(f"Today, {day:%A, %B} {day.day}")
    before = day - datetime.timedelta(364)
    expect(page.locator(".hero")).to_contain_text(
        f"Except for the calendar, these puzzles are from {before:%B} {before.day}, {before.year}."
    )
    cards = page.locator(".card.of-day:not(.waiting)")
    expect(cards.locator(".name").first).to_have_text("Cover all but today")
    ids = page.evaluate("JSON.parse(localStorage['tilewright:dailies'])")[day.isoformat()]
    assert ids[1:] == [each["id"] for each in shipped.days()[before.isoformat()]["puzzles"]][1:]
    board = find_puzzle(ids[0]).board
    assert calendar_date(board.mask) == (day.month, day.day)
    cards.first.click()
    solve_with_hints(page)
    expect(page.locator("dialog.won .score")).to_contain_text("1 day in a row")


def test_a_puzzle_that_was_begun_before_midnight_counts_for_its_day(
    open_page: Open, server: str
) -> None:
    evening = datetime.datetime(2026, 12, 7, 23, 58)
    page = open_page("#/day", at=server, now=evening.isoformat())
    page.locator(".daily .card:not(.waiting)").nth(1).click()
    expect(page.locator(".ways")).to_have_text("1 solution")
    take_hint(page)
    page.clock.set_fixed_time(evening + datetime.timedelta(minutes=4))
    solve_with_hints(page)
    expect(page.locator("dialog.won .score")).to_contain_text("1 day in a row")
    assert page.evaluate("localStorage['tilewright:days']") == '["2026-12-07"]'
    # The first screen is of another day once it is seen again.
    page.clock.set_fixed_time(evening)
    go(page, "#/")
    heading = page.locator("#daily")
    expect(heading).to_have_text("Today, Monday, December 7")
    page.clock.set_fixed_time(evening + datetime.timedelta(minutes=4))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(heading).to_have_text("Today, Tuesday, December 8")


def test_after_a_made_puzzle_comes_another_like_it(open_page: Open) -> None:
    page = open_page("#/make")
    make(page, size="4x6")
    expect(page.locator(".ways")).to_have_text("1 solution")
    seen = {page.url}
    for number in (1, 2):
        solve_with_hints(page)
        score = page.locator("dialog.won .score")
        if number == 2:
            expect(score).to_contain_text("2 puzzles made and solved in a row")
        page.get_by_role("dialog").get_by_role("button", name="Next puzzle").click()
        expect(page.locator("dialog.won")).to_have_count(0)
        expect(page.locator("h1")).to_have_text("Dots 4 × 6")
        expect(page.locator(".ways")).to_have_text("1 solution")
        seen.add(page.url)
    assert len(seen) == 3


#: Has the worker make a puzzle again that it has made before.
AGAIN = """() => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (asked, ...rest) {
    if (asked.question === "make") {
      window.seeds = [...(window.seeds ?? []), asked.body.seed];
      if (window.seeds.length === 2) asked = { ...asked, body: { ...asked.body, seed: window.seeds[0] } };
    }
    return post.call(this, asked, ...rest);
  };
}"""  # noqa: E501


def test_a_puzzle_that_was_solved_does_not_come_again(open_page: Open) -> None:
    page = open_page("#/make")
    page.evaluate(AGAIN)
    make(page, size="4x6")
    expect(page.locator(".ways")).to_have_text("1 solution")
    first = page.url
    solve_with_hints(page)
    page.get_by_role("dialog").get_by_role("button", name="Next puzzle").click()
    expect(page.locator(".ways")).to_have_text("1 solution")
    assert page.url != first
    assert len(page.evaluate("window.seeds")) >= 3


def test_a_day_has_an_address(open_page: Open, server: str) -> None:
    page = open_page("#/day/2026-12-31", at=server, now=MONDAY.isoformat())
    expect(page.locator("h1")).to_have_text("Thursday, December 31, 2026")
    expect(page.locator(".daily .card:not(.waiting)")).to_have_count(5)
    assert page.title() == "Thursday, December 31, 2026 · tilewright"
    # The week goes on in the next month.
    expect(page.get_by_role("heading", name="The week")).to_be_visible()
    expect(page.locator(".plan td")).to_have_count(35)
    expect(page.locator(".plan td .level")).to_have_count(49)
    page.get_by_role("link", name="Next day").click()
    expect(page.locator("h1")).to_have_text("Friday, January 1, 2027")
    page.get_by_role("link", name="Sunday, January 3").click()
    expect(page.locator(".daily .kicker").last).to_have_text("Sunday special")
    # A server has no feeds.
    expect(page.get_by_role("heading", name="Follow the days")).to_have_count(0)
    # A day that is not prepared has its calendar.
    go(page, "#/day/2031-11-30")
    expect(page.locator("h1")).to_have_text("Sunday, November 30, 2031")
    expect(page.get_by_role("alert")).to_contain_text(
        "For this day, only a calendar puzzle is available."
    )
    expect(page.locator(".plan")).to_have_count(0)
    page.get_by_role("link", name="Calendar", exact=True).click()
    expect(page.locator("h1")).to_have_text("A puzzle a day, November 30")


def test_a_collection_ends(open_page: Open) -> None:
    """It says what is left, and when all of it is solved."""
    *most, last = [puzzle for puzzle in named_puzzles() if puzzle.name.startswith("talos:")]
    first = most.pop(0)
    record = {"seconds": 9, "hints": 0, "when": 1}
    solved = {puzzle.name: record for puzzle in [*most, last]}
    solved[last.name] = {**record, "hints": 2}
    page = open_page("#/collections")
    page.evaluate("text => localStorage.setItem('tilewright:solved', text)", json.dumps(solved))
    page.reload()
    shelf = page.locator(".collection", has=page.get_by_role("heading", name="Fit the pieces"))
    count = len(solved) + 1
    expect(shelf).to_contain_text(f"{count - 1} of {count} solved")
    expect(shelf.locator(".left")).to_have_text(f"1 left: 1 {first.level}.")
    go(page, f"#/p/{first.name}")
    solve_with_hints(page)
    expect(page.locator("dialog.won .finished")).to_have_text(
        f"Fit the pieces: you have solved all {count}."
    )
    page.get_by_role("button", name="More puzzles").click()
    # The first one and the last one were solved with hints.
    expect(shelf.locator(".finished")).to_have_text(
        f"You have solved all {count}, {count - 2} of them without a hint."
    )
    expect(shelf.locator(".left")).to_have_count(0)


def test_every_puzzle_is_found_by_its_level(open_page: Open) -> None:
    """The filter shows the puzzles of each level, and those without a grade: most triangles,
    hexagons and cubes.
    """
    cards = json.loads(shipped.answers()["api/gallery.json"])["puzzles"]
    levels = {each: each for each in LEVELS} | {"not graded": None}
    page = open_page("#/collections")
    shown = page.locator(".shelf .card")
    expect(shown).to_have_count(len(cards))
    for name, level in levels.items():
        page.get_by_role("group", name="Level").get_by_role("button", name=name).click()
        expect(shown).to_have_count(sum(card["level"] == level for card in cards))
    for lattice in ("Hexagons", "Cubes"):
        expect(page.get_by_role("heading", name=lattice)).to_be_visible()
