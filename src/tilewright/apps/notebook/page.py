"""The page as one text for a frame, and the files that it asks for."""

from __future__ import annotations

import base64
import functools

from tilewright.apps.page.bundle import MODULE, STATIC, bundle, read_short

#: What the page asks for, and its media type.
_FILES = {
    "static/engine/facts.json": "application/json",
    "static/engine/kernels.wasm": "application/wasm",
    "worker.js": "text/javascript",
}


def page_file(path: str) -> tuple[bytes, str] | None:
    """Return a file of the page and its media type; None if there is no such file."""
    if path == "/":
        return page_text().encode(), "text/html"
    kind = _FILES.get(path)
    if kind is None:
        return None
    if path == "worker.js":
        return bundle("engine/worker.js").encode(), kind
    if path.endswith(MODULE.name) and not MODULE.is_file():
        return None
    return (STATIC / path.removeprefix("static/")).read_bytes(), kind


@functools.cache
def page_text() -> str:
    """Return the page as one text, with style, pictures and script inlined."""
    script = bundle()
    assert "</script" not in script
    font = _as_address("font/woff2", (STATIC / "fonts" / "figtree.woff2").read_bytes())
    parts = {
        # A document cannot be installed as an app.
        '  <link rel="manifest" href="static/tilewright.webmanifest" '
        'crossorigin="use-credentials">\n': "",
        '  <link rel="apple-touch-icon" href="static/icons/touch.png">\n': "",
        '<link rel="stylesheet" href="static/tokens.css">': (
            f"<style>{read_short('tokens.css').replace('fonts/figtree.woff2', font)}</style>"
        ),
        '<link rel="stylesheet" href="static/style.css">': (
            f"<style>{read_short('style.css')}</style>"
        ),
        '<script type="module" '
        'src="static/page.js"></script>': f'<script type="module">{script}</script>',
        '"static/icon.svg"': f'"{_as_address("image/svg+xml", read_short("icon.svg").encode())}"',
    }
    page = read_short("index.html")
    for reference, content in parts.items():
        page = page.replace(reference, content)
    return page


def _as_address(kind: str, content: bytes) -> str:
    """Return a data URL with the whole content."""
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
