"""``tilewright print``: sheets and booklets of puzzles, or outlines for a cutter."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.cli.answers import check_file, print_json, say
from tilewright.cli.limits import PATIENCE, ProgressLine, TimeLimit, announce_compiling
from tilewright.cli.options import (
    OutPath,
    PictureColors,
    Show,
    Text,
    Timeout,
    TurnWord,
    Whole,
    between,
    options,
    refuse,
)
from tilewright.cli.panels import OUTPUT, PICTURES
from tilewright.cli.workshop import CUT_FILES, Cut, PartLengths, cut_file
from tilewright.errors import RequestError, TilewrightError, quoted
from tilewright.files.replacing import write
from tilewright.reading import read_puzzles

if TYPE_CHECKING:
    from tilewright.drawing.writers.page import Front
    from tilewright.printing import PrintedPuzzle
    from tilewright.puzzle import Puzzle

__all__ = ["print_puzzles"]

#: The most puzzles of a booklet.
_MOST = 1000


#: The order of levels.
_LEVELS = ("easy", "medium", "hard", "expert")


def _read(path: Path) -> str:
    """Return the text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise RequestError(f"cannot read the file: {why}", where=str(path)) from None


@options(OUTPUT)
class _Book:
    """What a booklet has beside its puzzles, and what is left out."""

    title_page: bool = False
    """Begin with a title page and the contents."""

    author: Text = ""
    """With --title-page: the author, printed below the title."""

    intro: Annotated[Path | None, Parameter(metavar="FILE")] = None
    """With --title-page: a text file that is printed as an introduction."""

    sort: Literal["level"] | None = None
    """Print the puzzles by level, easy ones first."""

    puzzle_list: Annotated[Path | None, Parameter(metavar="FILE")] = None
    """Also print the puzzles of a text file: one on each line, as on the command line. Lines that begin with # are skipped."""

    impossible: bool = False
    """Also print boards that cannot be covered. Their answer is the reason."""

    no_grade: bool = False
    """Print no levels."""

    no_id: bool = False
    """Print no IDs."""

    def check(self, link: str) -> None:
        """Reject options that need others."""
        refuse(
            (self.author and not self.title_page, "needs --title-page", "--author"),
            (self.intro is not None and not self.title_page, "needs --title-page", "--intro"),
            (self.sort and self.no_grade, "puzzles without a level cannot be sorted by it", "--no-grade"),
            (link and self.no_id, "a QR code contains the ID; leave out --no-id", "--link"),
        )

    def listed(self) -> Sequence[Puzzle]:
        """Return the puzzles of the list."""
        found: list[Puzzle] = []
        for number, line in enumerate(
            _read(self.puzzle_list).splitlines() if self.puzzle_list is not None else (), start=1
        ):
            if line.strip() and not line.lstrip().startswith("#"):
                try:
                    found += read_puzzles(shlex.split(line))
                except (TilewrightError, ValueError) as error:
                    raise RequestError(str(error), where=f"{self.puzzle_list}, line {number}") from None
        return found

    def sorted(self, sheets: list[PrintedPuzzle]) -> list[PrintedPuzzle]:
        """Return the puzzles in the order in which they are printed; those without a level come last."""
        if self.sort is None:
            return sheets
        order = {level: number for number, level in enumerate(_LEVELS)}
        return sorted(sheets, key=lambda sheet: order.get(sheet.level or "", len(order)))

    def front(self, sheets: list[PrintedPuzzle]) -> Front | None:
        """Return what stands before the puzzles."""
        if not self.title_page:
            return None
        from tilewright.drawing.writers.page import Front

        intro = "" if self.intro is None else _read(self.intro)
        sections: list[tuple[str, int]] = []
        if self.sort is not None:
            for number, sheet in enumerate(sheets):
                name = (sheet.level or "without a level").capitalize()
                if not sections or sections[-1][0] != name:
                    sections.append((name, number))
        return Front(self.author, intro, tuple(sections))


def print_puzzles(
    *puzzles: Annotated[str, Parameter(allow_leading_hyphen=True)],
    turn: TurnWord = None,
    timeout: Timeout = None,
    out: OutPath = None,
    title: Annotated[Text, Parameter(group=OUTPUT)] = "",
    paper: Annotated[Literal["A4", "letter", "A5"], Parameter(group=OUTPUT)] = "A4",
    per_page: Annotated[Whole | None, between(1, 20), Parameter(group=OUTPUT)] = None,
    cell_size: Annotated[float | None, between(1, 200), Parameter(group=PICTURES, metavar="MM")] = None,
    link: Annotated[Text, Parameter(group=OUTPUT, metavar="URL")] = "",
    inks: PictureColors = PictureColors(),
    book: _Book = _Book(),
    cut: Cut = Cut(),
    lengths: PartLengths = PartLengths(),
    show: Show = Show(),
) -> int:
    """Print puzzles as sheets and booklets.

    PUZZLE is a named puzzle, an ID, a puzzle file, or a board followed by its
    pieces; give as many as you like. A sheet shows the title, the rules, the board,
    full-size pieces to cut out, and the ID. The answers come last. Several puzzles
    share pages; with --per-page 1, each has its own sheet.

    For example:

      tilewright print talos:tower-gates-5 -o sheet.pdf
      tilewright print calendar:today --paper letter -o today.pdf
      tilewright print 6x10 pentominoes --title "Twelve pentominoes" -o sheet.pdf
      tilewright print dots:4x6-easy dots:6x6-easy --title "Dots" -o booklet.pdf
      tilewright print talos:hub-gates-1 dots:4x6-easy --title-page -o book.pdf
      tilewright print 6x10 pentominoes --cut --cell-size 12 --tray -o pieces.svg
      tilewright print puzzle.txt 5x5-2,2 L3+ --per-page 1 -o worksheets.pdf

    Parameters
    ----------
    puzzles
        Names, IDs, files, or boards with their pieces, in any order.
    out
        The file to write (.pdf; with --cut .svg, .dxf or .stl). - is standard output, as PDF or SVG.
    title
        The title of the sheet or the booklet.
    paper
        The paper size. [default: A4]
    per_page
        Puzzles per page. With 1, each puzzle has its own sheet with pieces to cut out.
    cell_size
        The side of a cell in millimeters. [default: as large as fits, up to 20; 10 with --cut]
    link
        The address of a tilewright page. Each puzzle gets a QR code that opens it on this page.
    """
    cut.check(lengths, "" if out is None else out.suffix.lower())
    book.check(link)
    unknown = next((word for word in puzzles if re.match(r"--?[A-Za-z]", word)), None)
    if unknown is not None:
        raise RequestError(f"unknown option {quoted(unknown)}; see `tilewright print --help`")
    if out is None:
        raise RequestError("name a file, such as -o sheet.pdf", where="-o")
    if cut.cut:
        check_file(out, CUT_FILES, "outlines", show)
    else:
        check_file(out, ".pdf", "pages", show)
    with TimeLimit(timeout, PATIENCE), ProgressLine(not show.json and not show.quiet) as line:
        listed = [] if book.puzzle_list is not None and not puzzles else read_puzzles(puzzles, turn)
        listed += book.listed()
        if len(listed) > _MOST:
            raise RequestError(
                f"a booklet can have at most {_MOST} puzzles, got {len(listed)}", where="PUZZLE"
            )
        if cut.cut and len(listed) > 1:
            raise RequestError(f"only one puzzle can be cut at a time, got {len(listed)}", where="--cut")
        if book.title_page and (cut.cut or per_page == 1):
            raise RequestError(
                "a booklet has a title page; leave out --per-page 1 and --cut", where="--title-page"
            )
        if cell_size is not None and len(listed) > 1 and per_page != 1:
            raise RequestError(
                "puzzles that share a page have cells of different sizes; add --per-page 1",
                where="--cell-size",
            )
        graded = not (book.no_grade or cut.cut)
        announce_compiling("search", *(["deductions"] * graded), quiet=show.quiet)
        from tilewright import printing

        sheets = []
        for number, puzzle in enumerate(listed, start=1):
            line.show(f"puzzle {number} of {len(listed)}")
            named = title if len(listed) == 1 else ""
            sheets.append(
                printing.sheet_of(
                    puzzle,
                    title=named,
                    graded=graded,
                    shows_id=not book.no_id,
                    impossible=book.impossible,
                )
            )
        sheets = book.sorted(sheets)
        pages: dict[str, Any] = {"paper": paper.lower(), "link": link, **asdict(inks)}
        data: bytes | str
        size: tuple[float, float] | None = None
        if cut.cut:
            given = lengths.given() | ({} if cell_size is None else {"cell_size": cell_size})
            data, size = cut_file(sheets[0], out.suffix.lower() or ".svg", cut, given)
        elif per_page == 1 or (per_page is None and len(sheets) == 1 and not book.title_page):
            named = title if len(sheets) > 1 else ""
            data = printing.worksheets_of(sheets, title=named, cell=cell_size, **pages)
        else:
            data = printing.booklet_of(
                sheets, title=title, per_page=per_page, front=book.front(sheets), **pages
            )
    write(data, out)
    _tell(sheets, "" if cut.cut else paper, size, out, show)
    return 0


def _tell(
    sheets: list[PrintedPuzzle], paper: str, size: tuple[float, float] | None, target: Path, show: Show
) -> None:
    """Print what was printed: pages of some paper, or parts on a sheet of some size."""
    if show.json:
        listed = [
            {
                "id": sheet.puzzle.name or None,
                "title": sheet.puzzle.title,
                "rules": sheet.rules,
                "level": sheet.level,
                "one_solution": sheet.one_solution,
                "solution": None if sheet.solution is None else sheet.solution.to_json(),
            }
            for sheet in sheets
        ]
        pages: dict[str, Any] = {"paper": paper} if paper else {}
        pages |= {} if size is None else {"millimeters": list(size)}
        print_json({"file": str(target), **pages, "puzzles": listed})
    elif str(target) != "-" and not show.quiet:
        what = sheets[0].puzzle.title if len(sheets) == 1 else f"{len(sheets)} puzzles"
        said = f"with the answer{'' if len(sheets) == 1 else 's'} at the back"
        if size is not None:
            said = f"outlines for cutting, {size[0]:g} x {size[1]:g} mm"
        elif not paper:
            said = "parts for 3D printing"
        say(f"{target}: {what}, {said}")
