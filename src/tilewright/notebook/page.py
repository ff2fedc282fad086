"""Page: the page of `tilewright.web` as one text, for a frame that has no server behind it."""

from __future__ import annotations

import base64
import functools
import json
import re
from importlib import resources

__all__ = ["page_text"]

#: Where a module names another one: `from "./dom.js"`, `import("./player.js")`.
_SPECIFIER = re.compile(r"""(["'])\./([\w-]+\.js)\1""")


@functools.cache
def page_text() -> str:
    """Return the page with its style, its picture and its modules in it.

    An import map has the modules by their names. A module in it has no folder, so that what it imports is named
    ``tilewright/dom.js`` in place of ``./dom.js``; nothing else of them is changed.
    """
    static = resources.files("tilewright.web").joinpath("static")
    texts = {path.name: path.read_text(encoding="utf-8") for path in static.iterdir() if path.is_file()}
    modules = {
        f"tilewright/{name}": _as_address("text/javascript", _SPECIFIER.sub(r"\1tilewright/\2\1", text))
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


def _as_address(kind: str, text: str) -> str:
    """Return an address that holds the whole text."""
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"
