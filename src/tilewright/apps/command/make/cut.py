"""``tilewright cut``: pieces and trays for laser cutters, 3D printers and scissors."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from cyclopts import Parameter

from tilewright.apps.command.answers import check_file, keep, print_json
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import (
    OUTPUT,
    PICTURES,
    WORKSHOP,
    Length,
    OutPath,
    Rules,
    ShowText,
    Timeout,
    Word,
    between,
    options,
    refuse,
)
from tilewright.errors import RequestError
from tilewright.formats.format import Entry
from tilewright.formats.registry import find_format, is_exchange_file, is_pieces_file, rendered
from tilewright.formats.request import find_whole, is_file, read_pieces, read_puzzles, request_words
from tilewright.model.board import Board, is_board_word
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.labels import OUTSIDE
from tilewright.system.values.arguments import counted

if TYPE_CHECKING:
    from tilewright.drawing.writers.pdf import Paper
    from tilewright.formats.cutting.sheet import CutSheet
    from tilewright.model.tiling import Tiling

#: The side of a cell on paper by default, in millimeters.
_CELL = 20.0
#: Files for printers, which have no sheet of material.
_PRINTED = (".stl", ".3mf", ".pdf")


@options(WORKSHOP)
class PartLengths:
    """Lengths in millimeters of what is cut or printed in 3D."""

    cell_size: Annotated[Length, between(1, 200, "mm"), Parameter(group=PICTURES)] = None
    """The side of a cell. [default: 10, or 20 for .pdf]"""

    kerf: Length = None
    """The width that the cutter removes. Outlines move outward by half of this width. [default:
    0]"""

    clearance: Length = None
    """How much narrower each piece is than its cells. [default: 0, or 0.3 for .stl and .3mf]"""

    corner_radius: Length = None
    """Round the corners with this radius (.stl, .3mf: the edges). [default: 0]"""

    spacing: Length = None
    """The distance between parts, and from parts to the edge of the sheet. With 0, .stl and
    .3mf files show the pieces as they lie in the solution. [default: 5, or half a cell for .stl and
    .3mf]"""

    sheet: Annotated[str | None, Parameter(metavar="WIDTHxHEIGHT")] = None
    """The size of the material, such as 600x300. [default: as large as the parts need]"""

    height: Length = None
    """The height of the pieces (.stl, .3mf). [default: 5]"""

    floor: Length = None
    """The thickness of the floor of the tray (.stl, .3mf). [default: 1.5]"""

    def arguments(self) -> dict[str, Any]:
        """Return the lengths that were given."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@options(WORKSHOP)
class CutParts:
    """What is cut beside the pieces."""

    tray: bool = False
    """Add a tray, made of a frame and a floor (for .stl and .3mf, in one part). The tray of a
    calendar holds the whole board, and the name of each cell is engraved.
    """

    lid: bool = False
    """Add a lid as large as the tray (.svg, .dxf)."""

    names: bool = False
    """Engrave each piece with its name (.svg, .dxf), or with its number if the name is a
    drawing."""


def cut(
    *words: Word,
    out: OutPath = None,
    paper: Annotated[
        Literal["A4", "letter", "A5", "A3"], Parameter(group=OUTPUT, show_choices=False)
    ] = "A4",
    lengths: PartLengths = PartLengths(),
    parts: CutParts = CutParts(),
    timeout: Timeout = None,
    rules: Rules = Rules(),
    show: ShowText = ShowText(),
) -> int:
    """Write pieces for laser cutters (.svg, .dxf), 3D printers (.stl, .3mf) and scissors (.pdf).

    PIECES without a board are cut side by side, each as often as it is listed. For a board with its
    pieces, or a puzzle, the pieces of a solution are cut; an edge that two pieces share is cut
    once. All lengths are in millimeters.

    For example:

      tilewright cut pentominoes --cell-size 20 -o pentominoes.pdf
      tilewright cut mypieces.txt --kerf 0.15 --names -o pieces.dxf
      tilewright cut 6x10 pentominoes --cell-size 12 --tray -o pieces.svg
      tilewright cut calendar:10-06 --tray --clearance 0.3 -o calendar.stl

    Parameters
    ----------
    words
        Pieces (pentominoes, L3=4, a file of pieces), a board followed by its pieces, or a named
        puzzle.
    out
        The file to write (.svg, .dxf, .stl, .3mf, .pdf). Use - for SVG on standard output.
    paper
        The size of the paper (.pdf): A4, letter, A5 or A3. [default: A4]
    """
    if not words:
        raise RequestError(
            "specify pieces, a board and pieces, or a puzzle, such as "
            "`tilewright cut pentominoes -o pieces.svg`",
            where="PIECES",
        )
    if out is None:
        raise RequestError(
            "name the output file, such as -o pieces.svg, .dxf, .stl, .3mf or .pdf", where="-o"
        )
    check_file(out, (".svg", ".dxf", *_PRINTED), "pieces", show)
    ending = out.suffix.lower() or ".svg"
    first, more = request_words(words[0])
    words = (first, *more, *words[1:])
    with CommandWork(show, timeout):
        if _has_board(words):
            title, solution = _solution(words, rules)
            data, size = _of_tiling(solution, title, ending, paper, parts, lengths)
        else:
            refuse(
                (parts.tray or parts.lid, "needs a board or a puzzle", "--tray"),
                (
                    lengths.floor is not None,
                    "applies to the floor of a tray, which requires a board",
                    "--floor",
                ),
            )
            replace(rules, turn=None).refuse(
                "pieces without a board have no rules; remove this option"
            )
            pieces = [*read_pieces(words, rules.turn)]
            title = " ".join(words)
            data, size = _of_pieces(pieces, title, ending, paper, parts, lengths)
    what = title if size is None else f"{title}, {size[0]:g} x {size[1]:g} mm"
    keep(out, data, what, show)
    if show.json:
        millimeters = {} if size is None else {"millimeters": list(size)}
        print_json({"file": str(out), "title": title, **millimeters})
    return 0


def _has_board(words: tuple[str, ...]) -> bool:
    """Whether words are a puzzle, or begin with a board."""
    first = words[0]
    whole = find_whole(first) is not None or (is_exchange_file(first) and not is_pieces_file(first))
    board = is_board_word(first) or (is_file(first) and not is_pieces_file(first))
    return whole or (len(words) > 1 and board)


def _solution(words: tuple[str, ...], rules: Rules) -> tuple[str, Tiling]:
    """Return the title of a puzzle and one of its solutions."""
    from tilewright.puzzles.printing import sheet_of

    puzzles = read_puzzles(words, **rules.arguments())
    if len(puzzles) > 1:
        raise RequestError(
            f"only one puzzle can be cut at a time, got {len(puzzles)}", where="PIECES"
        )
    sheet = sheet_of(puzzles[0], graded=False, impossible=True)
    if sheet.solution is None:
        raise RequestError(
            "the puzzle has no solution to cut; remove the board to cut only the pieces",
            where=words[0],
        )
    return sheet.puzzle.title, sheet.solution


_Size = tuple[float, float]


def _of_tiling(
    solution: Tiling, title: str, ending: str, paper: str, parts: CutParts, lengths: PartLengths
) -> tuple[str | bytes, _Size | None]:
    """Return the file for the pieces of a tiling, and the width and height of its sheet."""
    from tilewright.formats.cutting.laser import as_parts
    from tilewright.formats.cutting.laser import cut as cut_parts
    from tilewright.model.puzzle.calendar import calendar_names

    names = calendar_names(solution.labels != OUTSIDE) if solution.labels.ndim == 2 else {}
    if ending in _PRINTED:
        entry = replace(as_parts(solution, names), tilings=(solution,))
        entry = entry if parts.tray else replace(entry, board=None)
        return _printed(entry, title, ending, paper, lengths), None
    layout = cut_parts(
        solution,
        lengths.arguments(),
        names=names,
        tray=parts.tray,
        lid=parts.lid,
        engraves=parts.names,
    )
    return _written(layout, ending)


def _of_pieces(
    pieces: list[Piece], title: str, ending: str, paper: str, parts: CutParts, lengths: PartLengths
) -> tuple[str | bytes, _Size | None]:
    """Return the file for pieces alone, and the width and height of its sheet."""
    from tilewright.formats.cutting.laser import cut_alone

    if ending in _PRINTED:
        return _printed(Entry(pieces=tuple(pieces)), title, ending, paper, lengths), None
    layout = cut_alone(pieces, lengths.arguments(), engraves=parts.names)
    return _written(layout, ending)


def _written(layout: CutSheet, ending: str) -> tuple[str, _Size]:
    """Return the file for laser cutters, and the width and height of the sheet."""
    from tilewright.formats.cutting.svg_and_dxf import dxf, svg

    return (dxf if ending == ".dxf" else svg)(layout), (layout.width, layout.height)


def _printed(
    entry: Entry, title: str, ending: str, paper: str, lengths: PartLengths
) -> str | bytes:
    """Return solids for 3D printers, or pages with pieces to cut out with scissors."""
    if ending != ".pdf":
        return rendered([entry], find_format(ending[1:]), lengths.arguments())[0]
    from tilewright.drawing.makers.puzzle import draw_supply
    from tilewright.drawing.writers.pdf import cutouts

    lattice = entry.pieces[0].lattice
    alone = Board.from_array([[[1]]] if lattice.dimension == 3 else [[1]], lattice)
    copies = [
        replace(piece, least=number, most=number)
        for piece in entry.pieces
        for number in (piece.most or max(piece.least, 1),)
    ]
    drawn = draw_supply(Problem(alone, *copies), theme="print")
    return cutouts(
        drawn,
        title=f"{title}: {counted(len(drawn), 'piece')} to cut out",
        paper=cast("Paper", paper.lower()),
        cell=lengths.cell_size or _CELL,
    )
