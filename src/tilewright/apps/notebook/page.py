"""The page as one text for a frame, and the files that it asks for."""

from __future__ import annotations

import base64
import functools

from tilewright.apps.page.built import STATIC, built

_WORKER = "static/engine/worker.js"
#: What is shown in place of a page that was not built.
_MISSING = "<p>The page needs its scripts, which are missing: run <code>make page</code>.</p>"
#: What the page asks for, and its media type.
_FILES = {
    "static/engine/facts.json": "application/json",
    "static/engine/kernels.wasm": "application/wasm",
    _WORKER: "text/javascript",
}


def page_file(path: str) -> tuple[bytes, str] | None:
    """Return a file of the page and its media type; None if there is no such file."""
    if path == "/":
        return page_text().encode(), "text/html"
    kind = _FILES.get(path)
    if kind is None:
        return None
    scripts = built() if path == _WORKER else None
    file = (scripts.folder if scripts else STATIC) / path.removeprefix("static/")
    return (file.read_bytes(), kind) if file.is_file() else None


@functools.cache
def page_text() -> str:
    """Return the page as one text, with style, pictures and script inlined."""
    scripts = built()
    if scripts is None:
        return _MISSING
    script, tokens, style = (
        (scripts.folder / name).read_text(encoding="utf-8")
        for name in ("notebook.js", "tokens.css", "style.css")
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
