"""Page: the page of `tilewright.web` as one text, for a frame that has no server behind it."""

from __future__ import annotations

import base64
import functools
import json
import posixpath
import re
from importlib import resources
from pathlib import Path

__all__ = ["page_text"]

#: Where a module names another one: `from "./dom.js"`, `import("./player.js")`.
_SPECIFIER = re.compile(r"""(["'])(\.\.?/[\w/.-]+\.js)\1""")


@functools.cache
def page_text() -> str:
    """Return the page with its style, its picture and its modules in it.

    An import map has the modules by their names. A module in it has no address to be relative to, so that what it imports is
    named ``tilewright/parts/dom.js`` in place of ``../parts/dom.js``; nothing else of them is changed.
    """
    static = Path(str(resources.files("tilewright.web").joinpath("static")))
    texts = {
        path.relative_to(static).as_posix(): path.read_text(encoding="utf-8")
        for path in static.rglob("*.*")
        if path.is_file()
    }
    modules = {
        f"tilewright/{name}": _as_address("text/javascript", _absolute(name, text))
        for name, text in sorted(texts.items())
        if name.endswith(".js")
    }
    imports = json.dumps({"imports": modules})
    parts = {
        # What is in a document is not installed as an app.
        '  <link rel="manifest" href="static/tilewright.webmanifest" crossorigin="use-credentials">\n': "",
        '<link rel="stylesheet" href="static/style.css">': f"<style>{texts['style.css']}</style>",
        '<script type="module" src="static/app.js"></script>': (
            f'<script type="importmap">{imports}</script><script type="module">import "tilewright/app.js";</script>'
        ),
        '"static/icon.svg"': f'"{_as_address("image/svg+xml", texts["icon.svg"])}"',
    }
    page = texts["index.html"]
    for said, meant in parts.items():
        page = page.replace(said, meant)
    return page


def _absolute(name: str, text: str) -> str:
    """Return a module with the names of what it imports as the import map has them."""
    folder = posixpath.dirname(name)

    def named(found: re.Match[str]) -> str:
        quote, path = found.groups()
        return f"{quote}tilewright/{posixpath.normpath(posixpath.join(folder, path))}{quote}"

    return _SPECIFIER.sub(named, text)


def _as_address(kind: str, text: str) -> str:
    """Return an address that holds the whole text."""
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"
