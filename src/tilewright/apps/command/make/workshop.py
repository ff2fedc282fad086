"""Files for cutters and 3D printers: their options, and how ``print --cut`` makes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from tilewright.apps.command.options import WORKSHOP, Length, options, refuse
from tilewright.errors import RequestError

if TYPE_CHECKING:
    from tilewright.puzzles.printing import PrintedPuzzle

#: The files that --cut writes.
CUT_FILES = (".svg", ".dxf", ".stl")

#: Options for cutters only, and for 3D printers only.
_ONLY_CUT = ("--kerf", "--corner-radius", "--spacing", "--sheet", "--lid")
_ONLY_PRINTED = ("--height", "--floor")


@options(WORKSHOP)
class PartLengths:
    """Lengths in millimeters of what is cut or printed in 3D."""

    kerf: Length = None
    """The width that the cutter removes. Outlines move outwards by half of it. [default: 0]"""

    clearance: Length = None
    """How much narrower a piece is than its cells. [default: 0; 0.3 in .stl]"""

    corner_radius: Length = None
    """Round the corners with this radius. [default: 0]"""

    spacing: Length = None
    """The distance between parts, and from them to the edge of the sheet. [default: 5]"""

    sheet: Annotated[str | None, Parameter(metavar="WIDTHxHEIGHT")] = None
    """The size of the material, such as 600x300. [default: as large as the parts need]"""

    height: Length = None
    """The height of the pieces (.stl). [default: 5]"""

    floor: Length = None
    """The thickness of the floor of the tray (.stl). [default: 1.5]"""

    def arguments(self) -> dict[str, Any]:
        """Return the lengths that were given."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@options(WORKSHOP)
class Cut:
    """What is cut instead of printed pages."""

    cut: bool = False
    """Save the pieces for a laser cutter (.svg or .dxf) or a 3D printer (.stl). Each shared edge is
    cut once.
    """

    tray: bool = False
    """With --cut: add a tray. The frame and floor of a calendar have room for all its cells, with
    their names engraved.
    """

    lid: bool = False
    """With --cut: add a lid as large as the tray (.svg, .dxf)."""

    def check(self, lengths: PartLengths, ending: str) -> None:
        """Reject options of cutting without --cut, and those that a file with this ending does not
        have.
        """
        names = [f"--{name.replace('_', '-')}" for name in lengths.arguments()]
        names += ["--tray"] * self.tray + ["--lid"] * self.lid
        printed = ending == ".stl"
        for name in names:
            refuse(
                (not self.cut, "needs --cut", name),
                (printed and name in _ONLY_CUT, "is for .svg and .dxf files, not .stl", name),
                (not printed and name in _ONLY_PRINTED, "is for .stl files", name),
            )


def cut_file(
    sheet: PrintedPuzzle, ending: str, cut: Cut, lengths: Mapping[str, Any]
) -> tuple[str | bytes, tuple[float, float] | None]:
    """Return the file for the pieces of a printed puzzle, and the width and height of its sheet."""
    from tilewright.formats.cutting.laser import as_parts
    from tilewright.formats.cutting.laser import cut as cut_parts
    from tilewright.formats.cutting.svg_and_dxf import dxf, svg
    from tilewright.model.puzzle.calendar import calendar_names

    if sheet.solution is None:
        raise RequestError("only the pieces of a solution can be cut", where="--impossible")
    board = sheet.puzzle.problem().board
    names = calendar_names(board.mask) if board.mask.ndim == 2 else {}
    if ending != ".stl":
        layout = cut_parts(sheet.solution, lengths, names=names, tray=cut.tray, lid=cut.lid)
        return (dxf if ending == ".dxf" else svg)(layout), (layout.width, layout.height)
    from tilewright.formats.cutting.stl import STL
    from tilewright.formats.registry import rendered

    entry = as_parts(sheet.solution, names)
    data, _ = rendered([entry if cut.tray else replace(entry, board=None)], STL, lengths)
    return data, None
