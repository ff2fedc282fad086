"""Every link of a site leads to something: of its page, its previews, its docs and its atlas."""

from __future__ import annotations

import datetime
import functools
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from tilewright.apps import atlas
from tilewright.apps.site import build_site, previews
from tilewright.apps.site.docs import add_docs
from tilewright.apps.site.files import SiteFiles
from tilewright.model.puzzle import named_puzzles

ROOT = Path(__file__).parents[3]
TODAY = datetime.date(2026, 11, 20)


class Links(HTMLParser):
    """The links of a page, and what can be linked to in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the links and the identifier of an element."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            if (name == "id" or (tag == "a" and name == "name")) and value:
                self.anchors.add(value)


def crawl(folder: Path) -> tuple[int, list[str]]:
    """Return the number of links between the files of a site, and those that lead to nothing.

    An anchor that begins with a slash is a view of the page, which a script shows.
    """
    pages = {path.resolve(): Links(path) for path in folder.rglob("*.html")}
    count, dead = 0, []
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"[a-z]+:|//", link):
                continue
            count += 1
            place, _, anchor = link.partition("#")
            target = (path.parent / unquote(place.partition("?")[0])).resolve() if place else path
            if target.is_dir():
                target /= "index.html"
            there = target.is_file() and target.is_relative_to(folder.resolve())
            known = target not in pages or unquote(anchor) in {*pages[target].anchors, ""}
            if not there or not (known or anchor.startswith("/")):
                dead.append(f"{path.relative_to(folder.resolve()).as_posix()}: {link}")
    return count, sorted(set(dead))


def test_dead_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "b.html").write_text('<p id="there"><a href="c.html">x</a>')
    (tmp_path / "a.html").write_text(
        '<a href="b.html#there"></a><a href="b.html#gone"></a><a href="https://x.org/">x</a><img '
        'src="no.png">'
    )
    assert crawl(tmp_path) == (4, ["a.html: b.html#gone", "a.html: no.png", "b.html: c.html"])


def test_every_link_of_a_small_site_leads_to_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previews, "named_puzzles", lambda: named_puzzles()[:1])
    sets = ("trominoes", "tetrominoes", "hexiamonds", "trihexes", "tricubes")
    monkeypatch.setattr(atlas, "build", functools.partial(atlas.build, sets=sets))
    folder = tmp_path / "site"
    build_site(folder, days=1, first=TODAY, archive=0, without=("docs",), atlas_time=0.01)
    count, dead = crawl(folder)
    # The previews of puzzles that have none here.
    assert dead == []
    assert count > 300


def test_the_docs_of_a_site_name_it_once(tmp_path: Path) -> None:
    brand = (
        '<header><div class="header-center">\n  <a href="#"><div '
        'class="brand">tilewright</div></a></div></header>'
        '<a class="sidebar-brand" href="#"><img class="sidebar-logo" '
        'src="logo.svg"><span>tilewright</span></a>'
    )
    (tmp_path / "index.html").write_text(f"<html><body>{brand}<h1>Docs</h1></body></html>")
    files = SiteFiles()
    add_docs(files, tmp_path)
    text = files.contents["docs/index.html"].decode()
    assert text.count("<img") == text.count("tilewright</") == 1
    assert "<h1>Docs</h1>" in text


@pytest.mark.slow
def test_every_link_of_a_whole_site_leads_to_something(tmp_path: Path) -> None:
    docs, folder = tmp_path / "docs", tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", ROOT / "docs", docs]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    build_site(folder, days=1, first=TODAY, archive=0, without=("docs",), atlas_time=0.01)
    files = SiteFiles()
    add_docs(files, docs)
    for path, content in files.contents.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    count, dead = crawl(folder)
    assert dead == []
    assert count > 1350
