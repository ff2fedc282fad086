"""The gallery and the named puzzles, as the server would answer."""

from __future__ import annotations

from tilewright.puzzle import named_puzzles
from tilewright.site.files import SiteFiles
from tilewright.web.answers import work
from tilewright.web.answers.sheet import cards, kinds

__all__ = ["add_gallery"]


def add_gallery(files: SiteFiles) -> None:
    """Add the lists of named puzzles and of kinds, and a sheet for each named puzzle."""
    files.add("api/gallery.json", cards().model_dump_json())
    files.add("api/kinds.json", kinds().model_dump_json())
    for puzzle in named_puzzles():
        files.add(
            f"api/puzzle/{puzzle.name.replace(':', '.')}.json", work.puzzle(puzzle.name).model_dump_json()
        )
