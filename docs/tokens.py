"""The tokens of the design, read from the style sheet of the page."""

from __future__ import annotations

import re
from pathlib import Path

_SHEET = (
    Path(__file__).parents[1] / "src" / "tilewright" / "apps" / "page" / "static" / "tokens.css"
)


def _blocks() -> list[dict[str, str]]:
    """Return the values of each block of the style sheet: sizes, light, dark, dark by the system,
    printed.
    """
    text = re.sub(r"/\*.*?\*/", "", _SHEET.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = re.findall(r":root[^{]*\{([^}]*)\}", text)
    return [dict(re.findall(r"--([\w-]+):\s*([^;]+);", block)) for block in found]


SIZES, LIGHT, DARK, *_ = _blocks()
