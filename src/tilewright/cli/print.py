"""``tilewright print``: print puzzles as sheets, worksheets and booklets, or outlines to be cut."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.cli.answers import check_file, print_json, say
from tilewright.cli.limits import PATIENCE, ProgressLine, TimeLimit, announce_compiling
from tilewright.cli.options import OutPath, PictureColors, Show, Text, Whole, between, options, refuse
from tilewright.errors import RequestError
from tilewright.files.replacing import write
from tilewright.lattices.symmetry import Turn
from tilewright.reading import read_puzzles

if TYPE_CHECKING:
    from tilewright.printing import PrintedPuzzle

__all__ = ["print_puzzles"]

#: The most puzzles of a booklet.
_MOST = 1000


@options
class _Cut:
    """Outlines for a cutter, in the place of pages."""

    cut: bool = False
    """Write the outlines of the pieces for a cutter (.svg), each shared edge once; lengths are millimeters."""

    kerf: float | None = None
    """What the cutter takes away; then each piece has an outline of its own, moved outwards by half of it."""

    corner_radius: float | None = None
    """Round the corners; then each piece has an outline of its own."""

    tray: bool = False
    """Add a frame around the board and a floor below it."""

    lid: bool = False
    """Add a plate as large as the tray."""

    def check(self) -> None:
        """Find out whether something was asked for that only cutters have."""
        why = "this is for outlines to be cut; add --cut"
        refuse(
            (not self.cut and self.kerf is not None, why, "--kerf"),
            (not self.cut and self.corner_radius is not None, why, "--corner-radius"),
            (not self.cut and self.tray, why, "--tray"),
            (not self.cut and self.lid, why, "--lid"),
        )


def print_puzzles(
    *puzzles: Annotated[str, Parameter(allow_leading_hyphen=True)],
    out: OutPath = None,
    title: Text = "",
    paper: Literal["A4", "letter", "A5"] = "A4",
    per_page: Annotated[Whole | None, between(1, 20)] = None,
    cell: Annotated[float | None, between(1, 200)] = None,
    link: Text = "",
    inks: PictureColors = PictureColors(),
    cut: _Cut = _Cut(),
    turn: Turn | None = None,
    timeout: float | None = None,
    show: Show = Show(),
) -> int:
    """Print puzzles: one on a sheet, several in a booklet, the answers last.

    PUZZLE is a named puzzle, an ID, a puzzle file, or a board followed by its
    pieces; several may follow each other. A sheet has the title, the rules, the
    board, the pieces to cut out in true size, and the ID. Several puzzles share
    pages; with --per-page 1 each has a sheet of its own.

    For example:

      tilewright print talos:tower-gates-5 -o sheet.pdf
      tilewright print calendar:today --paper letter -o today.pdf
      tilewright print 6x10 pentominoes --title "Twelve pentominoes" -o sheet.pdf
      tilewright print dots:4x6-easy dots:6x6-easy --title "Dots" -o booklet.pdf
      tilewright print 6x10 pentominoes --cut --cell 12 --tray -o pieces.svg
      tilewright print puzzle.txt 5x5-2,2 L3+ --per-page 1 -o worksheets.pdf

    Parameters
    ----------
    puzzles
        What to print: names, IDs, files, boards with their pieces, in any order and of any lattice.
    out
        The file to write (.pdf, with --cut .svg); - is standard output.
    title
        The title of the sheet or of the booklet.
    paper
        A4, letter or A5.
    per_page
        So many puzzles to a page; 1 is a sheet for each, with its pieces to cut out.
    cell
        The side of a cell in millimeters, on sheets by default as large as fits, up to 20; with --cut 10.
    link
        The address of a page that plays puzzles: each gets a QR code that opens it there.
    turn
        How the pieces turn that come after a board: free (the default), one-sided or fixed.
    timeout
        Stop looking for the answers after this many seconds.
    """
    cut.check()
    if out is None:
        raise RequestError("where to? Name a file, such as -o sheet.pdf", where="-o")
    if cut.cut:
        check_file(out, ".svg", "outlines are", show)
    else:
        check_file(out, ".pdf", "pages are", show)
    with TimeLimit(timeout, PATIENCE), ProgressLine(not show.json and not show.quiet) as line:
        listed = read_puzzles(puzzles, turn)
        if len(listed) > _MOST:
            raise RequestError(f"a booklet has at most {_MOST} puzzles, not {len(listed)}", where="PUZZLE")
        if cut.cut and len(listed) > 1:
            raise RequestError(f"one puzzle is cut at a time, not {len(listed)}", where="--cut")
        if cell is not None and len(listed) > 1 and per_page != 1:
            raise RequestError(
                "puzzles that share a page have cells that fit; add --per-page 1", where="--cell"
            )
        announce_compiling("search", "deductions", quiet=show.quiet)
        from tilewright import printing

        sheets = []
        for number, puzzle in enumerate(listed, start=1):
            line.show(f"puzzle {number} of {len(listed)}")
            sheets.append(printing.sheet_of(puzzle, title=title if len(listed) == 1 else ""))
        pages: dict[str, Any] = {"paper": paper.lower(), "link": link, **asdict(inks)}
        data: bytes | str
        if cut.cut:
            data = _outlines(sheets[0], cell, cut)
        elif per_page == 1 or (per_page is None and len(sheets) == 1):
            named = title if len(sheets) > 1 else ""
            data = printing.worksheets_of(sheets, title=named, cell=cell, **pages)
        else:
            data = printing.booklet_of(sheets, title=title, per_page=per_page, **pages)
    write(data, out)
    _tell(sheets, data, paper, out, show)
    return 0


def _tell(sheets: list[PrintedPuzzle], data: bytes | str, paper: str, target: Path, show: Show) -> None:
    """Say what was printed."""
    if show.json:
        listed = [
            {
                "id": sheet.puzzle.name or None,
                "title": sheet.puzzle.title,
                "rules": sheet.rules,
                "level": sheet.level,
                "one_solution": sheet.one_solution,
                "solution": sheet.solution.to_json(),
            }
            for sheet in sheets
        ]
        pages = {"millimeters": list(_millimeters(data))} if isinstance(data, str) else {"paper": paper}
        print_json({"file": str(target), **pages, "puzzles": listed})
    elif str(target) != "-" and not show.quiet:
        what = sheets[0].puzzle.title if len(sheets) == 1 else f"{len(sheets)} puzzles"
        said = f"the answer{'' if len(sheets) == 1 else 's'} at the back"
        if isinstance(data, str):
            wide, tall = _millimeters(data)
            said = f"outlines to be cut, on {wide:g} x {tall:g} mm"
        say(f"{target}: {what}, {said}")


def _millimeters(outlines: str) -> tuple[float, float]:
    """Return the width and the height of the sheet that outlines are on."""
    from tilewright.exchange.fabrication.cutting import sheet_size

    return sheet_size(outlines)


def _outlines(sheet: PrintedPuzzle, cell: float | None, cut: _Cut) -> str:
    """Return the outlines of a puzzle for a cutter."""
    from tilewright.exchange.fabrication.cutting import cutting

    return cutting(
        sheet.puzzle.problem(),
        sheet.solution,
        cell=10.0 if cell is None else cell,
        kerf=cut.kerf or 0.0,
        radius=cut.corner_radius or 0.0,
        tray=cut.tray,
        lid=cut.lid,
    )
