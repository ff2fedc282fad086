"""All texts of the page stand in one table: with another table, nothing that a person reads stays
as it was.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from moves import Open, go, still
from playwright.sync_api import Error, Page, Response, expect

from node import build_page
from serving import serving
from tilewright.apps.page import built
from tilewright.apps.page.built import STATIC
from tilewright.apps.page.sheets import describe
from tilewright.model.puzzle import find_puzzle
from tilewright.model.puzzle.days import days

#: Puts each text, or what a text with values becomes, in brackets.
BRACKETS = """
const wrapped = (value) =>
  typeof value === "string" ? `⟦${value}⟧`
  : typeof value === "function" ? (...given) => wrapped(value(...given))
  : typeof value !== "object" ? value
  : Array.isArray(value) ? value.map(wrapped)
  : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, wrapped(each)]));
"""
#: All that a person reads or hears: texts, also folded ones, and what stands in attributes.
READ = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    if (!parentElement.closest("script, style, noscript, option[lang]")) found.push(nodeValue);
  }
  for (const element of document.body.querySelectorAll("*"))
    for (const name of ["title", "alt", "placeholder", "aria-label", "aria-valuetext", "aria-roledescription"])
      if (element.hasAttribute(name)) found.push(element.getAttribute(name));
  return found;
}"""  # noqa: E501
#: What is data in the answers of the server: the names of its fields.
DATA = {
    *("id", "name", "source", "summary", "plain", "why", "how", "text", "message"),
}
#: The puzzles that are opened.
PIECES, OUTLINES, CUBES = "talos:hub-gates-1", "dots:4x6-easy", "solid:soma"
#: Names that are the same in every language, and dates, which the browser writes.
NAMES = re.compile(
    r"tilewright|SVG|PNG|\w+\.json|"
    r"(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mon|Tue|Wed|Thu|Fri|Sat|Sun|"
    r"Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|"
    r"(January|February|March|April|May|June|July|August|September|October|November|December)( "
    r"\d+)?"
)


def build_in_brackets(folder: Path) -> Path:
    """A folder with what was built of the page, with each text in brackets."""
    static = folder / "static"
    shutil.copytree(STATIC, static)
    start, *groups = re.split(
        r"^(?=export )", (static / "texts" / "en.js").read_text("utf-8"), flags=re.MULTILINE
    )
    other = [
        re.sub(
            r"^export const (\w+) = (\{.*^\});",
            r"export const \1 = wrapped(\2);",
            group,
            flags=re.DOTALL | re.MULTILINE,
        )
        for group in groups
    ]
    assert len([group for group in other if "wrapped(" in group]) == len(groups) - 1
    texts = (start + BRACKETS + "".join(other)).replace('LANGUAGE = "en"', 'LANGUAGE = "xx"')
    (static / "texts" / "xx.js").write_text(texts, "utf-8")
    for table in ("hints", "names"):
        sentences = json.loads((static / "texts" / f"{table}.en.json").read_text("utf-8"))
        bracketed = {name: f"⟦{text}⟧" for name, text in sentences.items()}
        (static / "texts" / f"{table}.xx.json").write_text(json.dumps(bracketed), "utf-8")
    assert build_page(static, folder / "built") == ""
    return folder / "built"


def data_in(value: Any, name: str = "") -> Iterator[str]:
    """The texts of an answer that are data."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from data_in(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from data_in(each, name)
    elif isinstance(value, str) and name in DATA:
        # The page begins sentences with a capital letter, and shortens some titles.
        yield from (value, value[:1].upper() + value[1:], value.partition("chessboard ")[2])


def untranslated(texts: list[str], data: set[str]) -> set[str]:
    """What is neither in brackets nor data."""
    left = set()
    known = sorted(data, key=len, reverse=True)
    for text in texts:
        rest = text.replace("×", "x")
        while rest != (rest := re.sub(r"⟦[^⟦⟧]*⟧", "\n", rest)):
            pass
        for part in re.split(r"\n", rest):
            # The longest ones first: some have commas. What is left between them is a date or a
            # name.
            for each in known if re.search(r"[^\W\d_]{2,}", part) else ():
                if len(each) > 3:
                    part = part.replace(each, "\n")
            for word in re.split(r"\n|[,:;·]", part):
                if re.search(r"[^\W\d_]{2,}", word) and not NAMES.fullmatch(word.strip()):
                    left.add(f"{word.strip()!r} in {text!r}")
    return left


def test_every_text_is_in_the_table(
    open_page: Open,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ignore_failed_requests: None,
) -> None:
    monkeypatch.setattr(built, "BUILT", build_in_brackets(tmp_path))
    with serving() as server:
        read_all(open_page("#/make", at=server.link, calm=True))


def read_all(page: Page) -> None:
    """Read all views in the language xx, which is chosen as on the page."""
    # The worker describes the puzzles of today: the server has only their IDs.
    today = days().get(datetime.date.today().isoformat(), {"puzzles": []})["puzzles"]
    names = [PIECES, OUTLINES, CUBES, *(each.get("full", each["id"]) for each in today)]
    data = {each for name in names for each in data_in(describe(find_puzzle(name)))}
    answers: list[Response] = []
    left: dict[str, set[str]] = {}

    def heard(response: Response) -> None:
        if "/api/" in response.url and response.headers["content-type"].startswith(
            "application/json"
        ):
            answers.append(response)

    def look(path: str | None, seen: str, *buttons: str) -> None:
        """Follow a link, press buttons, and read all that is there once an element is seen."""
        if path is not None:
            go(page, path)
        for name in buttons:
            page.get_by_role("button", name=f"⟦{name}⟧").first.click()
        expect(page.locator(seen).first).to_be_visible()
        still(page)
        texts: list[str] = page.evaluate(READ)
        while answers:
            # What was cancelled has no body, and explains nothing that is seen.
            with contextlib.suppress(Error):
                data.update(data_in(answers.pop().json()))
        if found := untranslated(texts, data):
            left[f"{page.url} {buttons}"] = found

    page.evaluate("localStorage.setItem('tilewright:setting:language', JSON.stringify('xx'))")
    address = page.url
    page.goto("about:blank")
    page.on("response", heard)
    page.goto(address)
    look(None, ".kinds")
    look("#/make/own", ".verdict.good")
    look("#/", ".inplace .placed, .inplace .slot")
    look(None, "dialog.shortcuts", "Keys (?)")
    page.keyboard.press("Escape")
    look(f"#/p/{PIECES}", ".ways:not(:empty)")
    look(None, ".message button", "Hint (H)", "Why?", "Show it")
    look(None, ".placed", "Place it")
    look(f"#/p/{OUTLINES}", ".message button", "Hint (H)", "Show it")
    look(f"#/p/{CUBES}", ".slot")
    look(f"#/watch/{PIECES}", ".figures")
    look("#/watch/proof", ".proof-square", "One step")
    look("#/deficient", ".told", "Level by level")
    look("#/plane", ".verdict.good")
    look("#/figures", ".tilings figure")
    look("#/random/aztec:4", "canvas.mosaic")
    look("#/all/classic:tetrahexes-4x7/3.-40", "svg.whole")
    look("#/progress", "text=⟦Your data⟧")
    look("#/day", ".plan td")
    look("#/p/none", "[role=alert]")
    assert left == {}
