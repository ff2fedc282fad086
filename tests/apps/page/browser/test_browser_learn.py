"""The boards that teach a kind: who is invited to them, and how one plays through them."""

from __future__ import annotations

import pytest
from gestures import FORMS, Play
from moves import Open, anew, go, more, solution, take_hint
from playwright.sync_api import Page, expect

from tilewright.apps.page.shipped import exercises
from tilewright.formats.request import read_id

FIRST = "id:ywbrMgJ7FqTHAuJxIKVvBGSa6nMVpSaXJOal56QW61pqAwA"
OTHER = "id:ywbrstBXtoB4GEpwFaUmlyTmpeekFutaagMA"


def invited(page: Page, count: int) -> None:
    """Wait until a puzzle is there, and see whether it has an invitation."""
    expect(page.locator(".ways")).to_contain_text("solution")
    expect(page.locator(".invite")).to_have_count(count)


def draw_all(page: Page, name: str) -> None:
    """Draw the rectangles of a puzzle by finger; the last one is what is left."""
    play = Play(page, name, (), touch=True)
    expect(page.locator(".ways")).to_contain_text("solution")
    for _, cells in solution(name)[:-1]:
        play.hand.press(play.at(min(cells)), play.at(max(cells)))
        play.hand.release()
    expect(page.locator("dialog.won")).to_be_visible()


def test_the_boards_of_a_kind_by_finger(open_page: Open, server: str) -> None:
    form = FORMS["phone-light"]
    page = open_page(
        f"#/p/{FIRST}", at=server, width=form.width, height=form.height, touch=True, calm=True
    )
    invited(page, 1)
    page.locator(".invite").tap()
    for number, name in enumerate(exercises()["shikaku"], start=1):
        expect(page.locator("h1")).to_have_text(f"Shikaku: board {number} of 5")
        draw_all(page, name)
        last = number == len(exercises()["shikaku"])
        page.get_by_role("button", name="Play a puzzle" if last else "Next board").click()
    # It leads back to the puzzle, which invites nobody any more, nor does another one.
    expect(page).to_have_url(f"{server}#/p/{FIRST.replace(':', '%3A')}")
    invited(page, 0)
    go(page, f"#/p/{OTHER}")
    invited(page, 0)
    # The boards are no puzzles that were solved or begun.
    kept = page.evaluate("Object.keys(localStorage)")
    assert not [key for key in kept if key.endswith(":solved") or ":play:" in key]


def test_an_invitation_is_only_on_the_first_puzzle_of_a_kind(open_page: Open, server: str) -> None:
    page = open_page(f"#/p/{FIRST}", at=server)
    invited(page, 1)
    page.reload()
    invited(page, 1)
    go(page, f"#/p/{OTHER}")
    invited(page, 0)
    go(page, "#/p/talos:hub-gates-1")
    invited(page, 1)
    # Whoever has played before this edition knows how.
    page.evaluate("localStorage.clear(); localStorage.setItem('tilewright:play:x', '{}')")
    page.reload()
    invited(page, 0)
    more(page)
    page.get_by_role("link", name="Learn this kind").click()
    expect(page.locator("h1")).to_have_text("Fit the pieces: board 1 of 5")


@pytest.mark.parametrize(
    "subject",
    [
        # A kind with a tray, one with outlines, and cubes are tried in every run.
        subject
        if subject in ("pips", "dots", "cubes")
        else pytest.param(subject, marks=pytest.mark.slow)
        for subject in exercises()
    ],
)
def test_hints_solve_each_board(open_page: Open, server: str, subject: str) -> None:
    """And its sentence is there, with no wider page than the screen."""
    page = open_page(f"#/learn/{subject}", at=server, width=320, height=640, calm=True)
    for number, name in enumerate(exercises()[subject], start=1):
        expect(page.locator("h1")).to_contain_text(f"board {number} of 5")
        expect(page.locator(".exercise")).not_to_be_empty()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        most = len(read_id(name).problem().pieces) + 12
        while most and not page.locator("dialog.won").count():
            take_hint(page)
            page.wait_for_timeout(60)
            most -= 1
        page.get_by_role("button", name="Next board").click() if number < 5 else None
    expect(page.get_by_role("button", name="Play a puzzle")).to_be_visible()


def test_the_last_board_leads_to_an_easy_puzzle(open_page: Open, server: str) -> None:
    page = open_page("#/make", at=server)
    anew(page, "#/learn/pips/5")
    expect(page.locator(".ways")).to_contain_text("solution")
    while not page.locator("dialog.won").count():
        take_hint(page)
        page.wait_for_timeout(60)
    page.get_by_role("button", name="Play a puzzle").click()
    expect(page.locator("h1")).to_contain_text("Pips")
    expect(page.locator(".facts .level")).to_have_text("easy")


def test_a_board_that_does_not_exist(open_page: Open, server: str) -> None:
    page = open_page("#/learn/pips/6", at=server)
    expect(page.locator("h1")).to_have_text("This page does not exist")
    go(page, "#/learn/unknown")
    expect(page.locator(".notice")).to_be_visible()
