"""The page in each language: chosen by the browser or on the page, without English sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from moves import still
from playwright.sync_api import Browser, Page, expect
from test_browser_texts import READ

from serving import serving
from tilewright.apps.page.built import world
from tilewright.system.values.language import table

TAGS = known.languages if (known := world()) else ()
#: Words that only English sentences have.
ENGLISH = re.compile(r"\b(the|and|you|your|with|this|these|is|are)\b")
#: Commands, and names that are English everywhere.
NAMES = re.compile(r"`[^`]*`|The Talos.*")
#: A day with puzzles of several kinds.
DAY = "2026-12-06"


@pytest.fixture
def link() -> Iterator[str]:
    with serving() as server:
        yield server.link


def opened(browser: Browser, link: str, locale: str) -> Page:
    context = browser.new_context(locale=locale, service_workers="block", reduced_motion="reduce")
    page = context.new_page()
    page.goto(link)
    return page


def english_in(page: Page, tag: str) -> list[str]:
    """The texts on a page that are English, and not the same in the language."""
    still(page)
    names = table("names"), table("names", tag)
    texts = {text for name, text in names[0].items() if names[1][name] != text}
    return [
        text
        for text in page.evaluate(READ)
        if (text in texts and " " in text)
        or ENGLISH.search(re.sub(r"`[^`]*`|The Talos.*", "", text))
    ]


# A sentence outside of the tables is English in each language; `test_languages.py` says what a
# table lacks.
@pytest.mark.sampled(3)
@pytest.mark.parametrize("tag", TAGS)
def test_a_language_has_no_english_sentence(browser: Browser, link: str, tag: str) -> None:
    page = opened(browser, link, {"zh": "zh-CN", "pt": "pt-BR"}.get(tag, tag))
    expect(page.locator("h1").first).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == tag
    left = english_in(page, tag)
    for path, hinted in (
        ("p/talos:hub-gates-1", True),
        ("p/dots:4x6-easy", True),
        ("p/calendar:03-14", False),
        (f"day/{DAY}", False),
        ("explore", False),
        ("make", False),
    ):
        page.goto(f"{link}#/{path}")
        expect(page.locator(f".view-{path.partition('/')[0]} h1").first).to_be_visible()
        if hinted:
            page.keyboard.press("h")
            for _ in range(2):
                page.locator(".message button").first.click()
        left += english_in(page, tag)
    assert left == []
    # Where text is wider, nothing is outside of a phone.
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ("", "p/talos:hub-gates-1", "explore", "make"):
        page.goto(f"{link}#/{path}")
        still(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    page.context.close()


@pytest.mark.skipif(not TAGS, reason="there is only English")
def test_another_language_is_chosen(browser: Browser, link: str) -> None:
    """The choice stays, and whoever has a language that the page lacks reads English."""
    page = opened(browser, f"{link}#/explore", "sw")
    names = page.locator(".language select")
    expect(names).to_have_value("en")
    assert names.locator("option").count() == len(TAGS) + 1
    names.select_option(TAGS[0])
    expect(names).to_have_value(TAGS[0])
    page.reload()
    expect(names).to_have_value(TAGS[0])
    assert json.loads(page.evaluate("localStorage['tilewright:setting:language']")) == TAGS[0]
    page.context.close()
