"""A page for each named puzzle that programs show of a link: its title, its rules and a picture. A
browser goes on to the puzzle.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Sequence
from urllib.parse import quote

from PIL import Image

from tilewright.drawing import draw_puzzle, png
from tilewright.generation.rules import rules
from tilewright.play.rulebook import rulebook
from tilewright.puzzle import Puzzle, named_puzzles
from tilewright.site.files import SiteFiles
from tilewright.web.sheets import title_of

#: The width of a picture in pixels, and its colors.
_WIDTH = 600
_COLORS = 24
#: The policy of a page that only leads to another one.
_POLICY = "; ".join(
    ("default-src 'none'", "img-src 'self'", "base-uri 'none'", "form-action 'none'")
)


def previewed(title: str, about: str, picture: str) -> list[str]:
    """Return what programs show of a link to a page; some of them need the whole address of the
    picture.
    """
    values = {
        "og:type": "website",
        "og:site_name": "tilewright",
        "og:title": title,
        "og:description": about,
        "og:image": picture,
    }
    return [
        *(
            f'<meta property="{name}" content="{html.escape(value)}">'
            for name, value in values.items()
        ),
        '<meta name="twitter:card" content="summary_large_image">',
    ]


def add_previews(
    files: SiteFiles, address: str = "", puzzles: Sequence[Puzzle] | None = None
) -> None:
    """Add a page and a picture for each puzzle, by default for all with names; `address` is that of
    the site.
    """
    for puzzle in named_puzzles() if puzzles is None else puzzles:
        name = puzzle.name.replace(":", ".")
        files.add(
            f"p/{name}.html", _page(puzzle, f"{address}p/{name}.png" if address else f"{name}.png")
        )
        files.add(f"p/{name}.png", _picture(puzzle))


def _page(puzzle: Puzzle, picture: str) -> str:
    title = re.sub(r"(\d) x (?=\d)", r"\1 × ", title_of(puzzle, rulebook(puzzle).drawn))
    about = rules(puzzle, one_solution=False)
    link = f"../#/p/{quote(puzzle.name, safe='')}"
    lines = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{html.escape(_POLICY)}">',
        '<meta name="referrer" content="no-referrer">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta name="description" content="{html.escape(about)}">',
        *previewed(title, about, picture),
        f'<meta http-equiv="refresh" content="0; url={link}">',
        f"<title>{html.escape(title)} · tilewright</title>",
        '<link rel="icon" href="../static/icon.svg" type="image/svg+xml">',
        "</head>",
        f'<body><p><a href="{link}">Play {html.escape(title)}</a></p></body>',
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _picture(puzzle: Puzzle) -> bytes:
    """Return the empty board and the pieces, in few colors."""
    drawn = draw_puzzle(puzzle, title="", name="", beside=True)
    with Image.open(io.BytesIO(png(drawn, width=_WIDTH))) as image:
        few = image.convert("RGB").quantize(_COLORS, dither=Image.Dither.NONE)
    stream = io.BytesIO()
    few.save(stream, "PNG", optimize=True)
    return stream.getvalue()
