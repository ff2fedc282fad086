"""The tokens of the design, read from the style sheet of the page, and the tables that the docs
make of them.
"""

from __future__ import annotations

import re
from pathlib import Path

from tilewright.drawing.model.palette import TILEWRIGHT

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


SIZES, LIGHT, DARK, _, PRINTED = _blocks()

#: What the page calls the colors that are shown, and what they are for.
_COLORS = {
    "paper": "the page",
    "surface": "cards, and what pictures lie on in the light",
    "ink": "words",
    "muted": "less important words",
    "well": "the board around its cells, and seams",
    "grid": "lines between empty cells",
    "cell-a": "empty cells",
    "cell-b": "every second cell on the page; cells that stay empty in pictures",
    "accent": "links, and rings on cells",
    "focus": "keyboard focus",
    "look": "where a hint looks",
    "good": "success",
    "bad": "errors",
}
_SIZES = {
    "type": ("t1", "t2", "t3", "t4", "t5", "t6"),
    "space": ("s1", "s2", "s3", "s4", "s5", "s6", "s7"),
    "corners": ("r-cell", "r-control", "r-card"),
    "strokes": ("hair", "thin", "stroke", "strong", "thick"),
    "motion": ("lift", "snap"),
}


def _pixels(value: str) -> str:
    """Return a length in pixels; one in rem has 16 of them."""
    return f"{16 * float(value[:-3]):g}px" if value.endswith("rem") else value


def _rows(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def design_tables() -> dict[str, str]:
    """Return the tables by the words that they replace in the page *Design*."""
    numbered = [(str(number), f"`{color}`") for number, color in enumerate(TILEWRIGHT.colors)]
    themes = [
        (
            f"`--{name}`",
            use,
            *(f"`{theme.get(name, '')}`".replace("``", "") for theme in (LIGHT, DARK, PRINTED)),
        )
        for name, use in _COLORS.items()
    ]
    sizes = [
        (what, ", ".join(_pixels(SIZES[name]) for name in names)) for what, names in _SIZES.items()
    ]
    return {
        "DESIGN-COLORS": _rows(("number", "color"), numbered),
        "DESIGN-THEMES": _rows(("name", "use", "light", "dark", "paper"), themes),
        "DESIGN-SIZES": _rows(("what", "sizes"), sizes),
    }
