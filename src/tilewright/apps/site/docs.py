"""The docs as part of a site: with its header, and with puzzles that are played where they
stand.
"""

from __future__ import annotations

import html
import re
from pathlib import Path

from tilewright.apps.site.files import SiteFiles
from tilewright.apps.templates import render

#: Where the docs show a puzzle (`docs/conf.py`). By themselves, they show nothing there.
_PLAY = re.compile(r"<!-- play: ([^\s<>]+) -->")
_BODY = re.compile(r"<body[^>]*>")
#: The name and the logo of the docs by themselves, which the header of the site has, too.
_BRAND = re.compile(
    r'<a class="sidebar-brand".*?</a>|(?<=<div class="header-center">)\s*<a .*?</a>', re.DOTALL
)


def add_docs(files: SiteFiles, folder: Path) -> None:
    """Add the docs that were built in a folder."""
    files.add_folder("docs", folder)
    for path in sorted(folder.rglob("*.html")):
        within = path.relative_to(folder)
        text = adapt_page(path.read_text(encoding="utf-8"), "../" * len(within.parts))
        files.add(f"docs/{within.as_posix()}", text)


def adapt_page(text: str, up: str) -> str:
    """Return a page of the docs with the header of the site and its puzzles; `up` leads from the
    page to the site.
    """
    header = render("site/templates/header.html", up=up)
    text = _BRAND.sub("", text)
    framed = _PLAY.sub(
        lambda match: render("site/templates/play.html", up=up, name=html.unescape(match[1])), text
    )
    return _BODY.sub(lambda match: match[0] + header, framed, count=1)
