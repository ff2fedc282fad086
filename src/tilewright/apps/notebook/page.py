"""The page as one text for a frame, and the files that it asks for."""

from __future__ import annotations

import base64
import functools
import re

from tilewright.apps.page.built import STATIC, built, world

#: The worker, and the page itself, each with the language in which they are asked for.
_WORKER = re.compile(r"static/engine/worker\.?(\w*)\.js")
_PAGE = re.compile(r"/(\w*)")
#: What is shown in place of a page that was not built.
_MISSING = "<p>The page needs its scripts, which are missing: run <code>make page</code>.</p>"
#: What the page asks for, and its media type.
_FILES = {
    "static/engine/facts.json": "application/json",
    "static/engine/kernels.wasm": "application/wasm",
}


def page_file(path: str) -> tuple[bytes, str] | None:
    """Return a file of the page and its media type; None if there is no such file."""
    if match := _PAGE.fullmatch(path):
        return page_text(match[1]).encode(), "text/html"
    if match := _WORKER.fullmatch(path):
        worker = _script("engine/worker.js", match[1])
        return (worker.encode(), "text/javascript") if worker else None
    kind, file = _FILES.get(path), STATIC / path.removeprefix("static/")
    return (file.read_bytes(), kind) if kind and file.is_file() else None


def _script(path: str, language: str) -> str:
    """Return a script with the texts of a language, or with English texts if the language has no
    texts. The result is empty if the page was not built.
    """
    scripts, texts = built(), ""
    if (other := world()) and language in other.languages:
        scripts, texts = other, (other.folder / f"texts/{language}.js").read_text(encoding="utf-8")
    return texts + (scripts.folder / path).read_text(encoding="utf-8") if scripts else ""


@functools.cache
def page_text(language: str = "en") -> str:
    """Return the page as one text, with style, pictures and script inlined."""
    script, scripts = _script("notebook.js", language), built()
    if scripts is None:
        return _MISSING
    tokens, style = (
        (scripts.folder / name).read_text(encoding="utf-8") for name in ("tokens.css", "style.css")
    )
    icon = _as_address("image/svg+xml", (STATIC / "icon.svg").read_bytes())
    font = _as_address("font/woff2", (STATIC / "fonts" / "figtree.woff2").read_bytes())
    parts = {
        # A document cannot be installed as an app.
        '  <link rel="manifest" href="static/tilewright.webmanifest" '
        'crossorigin="use-credentials">\n': "",
        '  <link rel="apple-touch-icon" href="static/icons/touch.png">\n': "",
        '<link rel="stylesheet" href="static/tokens.css">': (
            f"<style>{tokens.replace('fonts/figtree.woff2', font)}</style>"
        ),
        '<link rel="stylesheet" href="static/style.css">': f"<style>{style}</style>",
        '<script type="module" '
        'src="static/views/app.js"></script>': f'<script type="module">{script}</script>',
        '"static/icon.svg"': f'"{icon}"',
    }
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    for reference, content in parts.items():
        page = page.replace(reference, content)
    return page


def _as_address(kind: str, content: bytes) -> str:
    """Return a data URL with the whole content."""
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
