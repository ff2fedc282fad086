"""The gallery and the named puzzles, as they come with tilewright."""

from __future__ import annotations

from tilewright.site.files import SiteFiles
from tilewright.web.shipped import answers

__all__ = ["add_gallery"]


def add_gallery(files: SiteFiles) -> None:
    """Add the lists of named puzzles and of kinds, and a sheet for each named puzzle."""
    for path, text in answers().items():
        files.add(path, text)
