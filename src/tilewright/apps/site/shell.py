"""The page's own files: its scripts, styles, font and kernels, its first page, and a preview for
links to it.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Sequence

from tilewright.apps.page.built import STATIC, WORLD, Scripts, scripts, world
from tilewright.apps.page.shipped import answers, exercises, json_text, plane_files
from tilewright.apps.site.feeds import FEEDS
from tilewright.apps.site.files import SiteFiles
from tilewright.apps.site.pool import add_pool
from tilewright.apps.templates import render
from tilewright.errors import RequestError
from tilewright.version import __version__

#: The hash of the script that loads the page in the language of the browser.
_LOADER = render("site/templates/loader.html").partition("<script>")[2].partition("</script>\n")[0]
_LOADED = base64.b64encode(hashlib.sha256(_LOADER.encode()).digest()).decode()
#: Headers of every answer of a server: only its own files are loaded, run or shown.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; "
    f"script-src 'self' 'wasm-unsafe-eval' 'sha256-{_LOADED}'; "
    "style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action "
    "'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}

#: The page's files beside its scripts.
_FILES = (
    "icon.svg",
    "icons/192.png",
    "icons/512.png",
    "icons/maskable.png",
    "icons/touch.png",
    "tilewright.webmanifest",
    "fonts/figtree.woff2",
    "fonts/OFL.txt",
    "engine/facts.json",
    "engine/figures.json",
    "engine/kernels.wasm",
    "engine/plane.wasm",
    "engine/figures.wasm",
)
#: What a page cannot say of itself, only its host.
_BY_HOST = ("frame-ancestors",)
#: What is not kept for when there is no network, as it is large; and what is loaded at once, as any
#: puzzle may need it.
_NOT_KEPT = ("atlas", "docs", "p", "d", "preview.png", *FEEDS)
_KEPT = (
    "index.html",
    "start.json",
    "static",
    "api/gallery.json",
    "api/kinds.json",
    "api/learn.json",
    "api/ids.json",
    "api/whole.json",
    "api/plane",
    "api/pool",
    "api/puzzle",
)
_TITLE = "tilewright: tiling puzzles"
#: What loads the page in English.
_SCRIPT = '  <script type="module" src="static/views/app.js"></script>'


def policy() -> str:
    """Return the page's content policy, as far as a page can say it of itself."""
    rules = [rule.strip() for rule in HEADERS["Content-Security-Policy"].split(";")]
    return "; ".join(rule for rule in rules if rule.partition(" ")[0] not in _BY_HOST)


def check_kernels() -> None:
    """Raise an error if a kernel of the page is missing, as in a clone in which only those of the
    command were compiled.
    """
    missing = [name for name in _FILES if name.endswith(".wasm") and not (STATIC / name).is_file()]
    if missing:
        raise RequestError(
            f"the page needs {missing[0].rpartition('/')[2]}, which is missing: run `make wasm`"
        )


def add_shell(files: SiteFiles, parts: Sequence[str], address: str = "") -> None:
    """Add the page; `parts` are what the site has beside it, and `address` is where it will be, if
    that is known.
    """
    check_kernels()
    for name in _FILES:
        files.add(f"static/{name}", (STATIC / name).read_bytes())
    known, other = scripts(), world()
    for name in known.files:
        files.add(f"static/{name}", (known.folder / name).read_bytes())
    if other is not None:
        for name in other.files:
            files.add(f"{WORLD}/{name}", (other.folder / name).read_bytes())
    files.add("index.html", _first_page(parts, address, known, other))


def add_answers(files: SiteFiles) -> None:
    """Add what comes with tilewright for every page: the gallery, the named puzzles, the boards
    that teach, small pieces of *Plane*, and the pool.
    """
    for path, text in {**answers(), **plane_files()}.items():
        files.add(path, text)
    files.add_json("api/learn.json", exercises())
    add_pool(files)


def add_start(files: SiteFiles, days: Sequence[str]) -> None:
    """Add what the page asks for first: its version, and the first and the last day that have
    puzzles.
    """
    known = {"version": __version__, "days": [days[0], days[-1]]}
    files.add_json("start.json", known)


def add_offline(files: SiteFiles) -> None:
    """Add the service worker, which knows all files of the page; call it when they are there."""
    hashes = {
        path: digest
        for path, digest in files.hashes().items()
        if path.partition("/")[0] not in _NOT_KEPT
    }
    known = f"self.HASHES={json_text(hashes)};self.EARLY={json_text(_KEPT)};\n"
    files.add("offline.js", known + (scripts().folder / "offline.js").read_text(encoding="utf-8"))


def _first_page(parts: Sequence[str], address: str, known: Scripts, other: Scripts | None) -> str:
    """Return the first page, with what a host of files does not say, and the scripts that it loads
    first: those that are `known` or, by the language, the `other` ones.
    """
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    match = re.search(r'<meta name="description" content="([^"]*)">', text)
    assert match is not None
    lines = render(
        "site/templates/head.html",
        policy=policy(),
        title=_TITLE,
        about=html.unescape(match[1]),
        picture=f"{address}preview.png",
        feeds=FEEDS if "feeds" in parts else {},
        first=known.first,
        loader=other is not None,
    )
    head = '<meta charset="utf-8">\n'
    assert text.count(head) == 1
    text = text.replace(head, head + lines)
    sheets = (path.removesuffix(".json").removeprefix("api/puzzle/") for path in answers())
    puzzles = " ".join(name for name in sheets if "/" not in name)
    attributes = f'data-site="{" ".join(parts)}" data-puzzles="{html.escape(puzzles)}"'
    if other is not None:
        # The loader writes this line.
        text = text.replace(f"{_SCRIPT}\n", "")
        tags = " ".join(("en", *other.languages))
        first, others = " ".join(known.first), " ".join(("views/app.js", *other.first))
        attributes += f' data-languages="{tags}" data-first="{first}" data-world="{others}"'
    return text.replace('<html lang="en">', f'<html lang="en" {attributes}>', 1)
