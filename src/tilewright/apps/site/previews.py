"""A page for each named puzzle and each day that programs show of a link: a title, what to do, and
a picture. A browser goes on to the puzzle or the day.
"""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from PIL import Image

from tilewright.apps.page.sheets import title_of
from tilewright.apps.page.shipped import Short
from tilewright.apps.site.days import day_name, day_tasks
from tilewright.apps.site.files import SiteFiles
from tilewright.apps.templates import render
from tilewright.drawing import draw_puzzle, png
from tilewright.model.puzzle import Puzzle, find_puzzle, named_puzzles
from tilewright.puzzles.making.rules import rules
from tilewright.puzzles.play.rulebook import rulebook

#: The width of a picture in pixels, of a puzzle and of a day, and its colors.
_WIDTH = 600
_DAY_WIDTH = 480
_COLORS = 24


def add_previews(
    files: SiteFiles, address: str = "", puzzles: Sequence[Puzzle] | None = None
) -> None:
    """Add a page and a picture for each puzzle, by default for all with names; `address` is that of
    the site.
    """
    for puzzle in named_puzzles() if puzzles is None else puzzles:
        name = puzzle.name.replace(":", ".")
        title = re.sub(r"(\d) x (?=\d)", r"\1 × ", title_of(puzzle, rulebook(puzzle).drawn))
        files.add(
            f"p/{name}.html",
            _page(
                title,
                rules(puzzle, one_solution=False),
                f"{address}p/{name}.png" if address else f"{name}.png",
                f"../#/p/{quote(puzzle.name, safe='')}",
            ),
        )
        files.add(f"p/{name}.png", _picture(puzzle, _WIDTH))


def add_day_previews(
    files: SiteFiles, days: Mapping[datetime.date, list[Short]], address: str = ""
) -> None:
    """Add a page for each day, and a picture of the calendar for each date, which is the same each
    year and gives nothing away.
    """
    for day, puzzles in days.items():
        name, date = day.isoformat(), day.isoformat()[5:]
        about = " · ".join(day_tasks(day, puzzles))
        picture = f"{address}d/{date}.png" if address else f"{date}.png"
        files.add(f"d/{name}.html", _page(day_name(day), about, picture, f"../#/day/{name}"))
        if f"d/{date}.png" not in files.contents:
            files.add(f"d/{date}.png", _picture(_calendar_of(date), _DAY_WIDTH))


def _calendar_of(date: str) -> Puzzle:
    """Return the calendar of a date (``MM-DD``), with nothing on the board."""
    puzzle = find_puzzle(f"calendar:{date}")
    assert isinstance(puzzle, Puzzle)
    return puzzle


def _page(title: str, about: str, picture: str, link: str) -> str:
    return render(
        "site/templates/preview.html", title=title, about=about, picture=picture, link=link
    )


def _picture(puzzle: Puzzle, width: int) -> bytes:
    """Return the empty board and the pieces, in few colors."""
    picture = draw_puzzle(puzzle, title="", name="", beside=True)
    with Image.open(io.BytesIO(png(picture, width=width))) as image:
        reduced = image.convert("RGB").quantize(_COLORS, dither=Image.Dither.NONE)
    stream = io.BytesIO()
    reduced.save(stream, "PNG", optimize=True)
    return stream.getvalue()
