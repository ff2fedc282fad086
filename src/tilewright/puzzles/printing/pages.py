"""Print puzzles as PDF, several per page or each on separate pages, with answers at the end and
optional QR codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing import (
    THEMES,
    ColorBy,
    Palette,
    PaletteName,
    Picture,
    Worksheet,
    booklet,
    draw_legend,
    draw_pieces,
    draw_supply,
    worksheets,
)
from tilewright.drawing.writers.pdf import Front, Paper
from tilewright.errors import EngineError, RequestError, quoted
from tilewright.model.puzzle import KINDS
from tilewright.puzzles.printing.sheets import (
    Inks,
    PrintedPuzzle,
    answer_picture,
    hint_picture,
    in_common,
    numbered_caption,
    puzzle_picture,
    rules_of_all,
    subtitle,
)
from tilewright.system.values.arguments import check_text
from tilewright.system.values.language import phrase

#: Widths of the pieces in a booklet, in cells. Each page takes the one with the largest cells.
_WIDTHS = (5, 8, 11, 15, 19, 25)
#: The most puzzles that the contents list by their titles.
_LISTED = 60
#: The most pieces on a title page, and the width of their rows, in cells.
_SHOWN, _ACROSS = 12, 20


def booklet_of(
    sheets: Sequence[PrintedPuzzle],
    *,
    title: str = "",
    paper: Paper = "a4",
    per_page: int | None = None,
    link: str = "",
    palette: Palette | PaletteName | None = None,
    patterns: bool = False,
    color_by: ColorBy | None = None,
    front: Front | None = None,
    hints: bool = False,
) -> bytes:
    """Return a PDF booklet with several numbered puzzles per page, and the answers at the end.

    Parameters
    ----------
    sheets : sequence of PrintedPuzzle
    title : str
        The title; the default title describes what the puzzles have in common.
    paper : {"a4", "letter", "a5", "a3"}
    per_page : int, optional
        The number of puzzles per page. By default, each page has up to six puzzles, with cells at
        least 6 mm wide.
    link : str
        The address of the tilewright page to link to. If an address is given, each puzzle has a QR
        code that opens the puzzle on that page.
    palette : Palette or str, optional
    patterns : bool
        Whether to add a different hatch pattern to each color.
    color_by : {"piece", "orientation", "parity", "height", "touch"}, optional
        The property that determines the colors of answers; see `draw`.
    front : Front, optional
        The title page, the introduction and the table of contents. If there are no sections, the
        table of contents lists the puzzles, provided that their titles differ. If there is no
        ornament, the title page shows the pieces of a puzzle.
    hints : bool
        Whether to print a hint for each puzzle before the answers. The hint shows one piece of the
        solution.

    Raises
    ------
    OutputError
        If the puzzles do not fit on the page.
    RequestError
        If the link is invalid.
    """
    several = len(sheets) > 1
    inks = Inks(palette, patterns, color_by)
    legend = _legend_of_all(sheets, inks)
    pictures = [
        [
            replace(picture, caption=numbered_caption(sheet, sheets) if several else "")
            for picture in _arrangements(sheet, legend is None, inks)
        ]
        for sheet in sheets
    ]
    answers = [_answer(sheet, inks, several) for sheet in sheets]
    return booklet(
        pictures,
        answers,
        hints=[hint_picture(sheet, inks) for sheet in sheets] if hints else (),
        title=title or in_common(sheets),
        subtitle=subtitle(sheets, counted=bool(title)),
        instructions="\n".join(
            [
                rules_of_all(sheets),
                *([phrase("toPlay")] if any(sheet.printed_id for sheet in sheets) else []),
            ]
        ),
        legend=legend,
        per_page=per_page,
        paper=paper,
        codes=[_code(sheet, link) for sheet in sheets] if link else (),
        front=None if front is None else _add_front(front, sheets, inks),
    )


def _add_front(front: Front, sheets: Sequence[PrintedPuzzle], inks: Inks) -> Front:
    """Return the front with the puzzles in the contents and pieces on the title page."""
    titles = [sheet.title for sheet in sheets]
    contents = front.contents
    if (
        not contents
        and not front.sections
        and len(titles) > 1
        and len(set(titles)) == len(titles) <= _LISTED
    ):
        contents = tuple((f"{number + 1}  {title}", number) for number, title in enumerate(titles))
    ornament = front.ornament
    if ornament is None:
        problems = [sheet.puzzle.problem() for sheet in sheets]
        problem = max(problems, key=lambda problem: len({piece.name for piece in problem.pieces}))
        colors: dict[str, Any] = {"palette": inks.palette, "theme": "print"}
        ornament = draw_legend(problem, _ACROSS, under=_ACROSS, **colors) or draw_pieces(
            problem.pieces[:_SHOWN],
            orientations=False,
            names=False,
            columns=_ACROSS,
            under=_ACROSS,
            grid=False,
            **colors,
        )
        ornament = replace(ornament, patterns=inks.patterns)
    return replace(front, contents=contents, ornament=ornament)


def worksheets_of(
    sheets: Sequence[PrintedPuzzle],
    *,
    title: str = "",
    paper: Paper = "a4",
    cell: float | None = None,
    link: str = "",
    palette: Palette | PaletteName | None = None,
    patterns: bool = False,
    color_by: ColorBy | None = None,
    hints: bool = False,
) -> bytes:
    """Return a PDF in which each puzzle has its own pages with full-size pieces to cut out. The
    answers are printed at the end.

    A puzzle with marked pieces that may be used any number of times is solved by drawing outlines,
    so its page has no pieces to cut out.

    Parameters
    ----------
    sheets : sequence of PrintedPuzzle
    title : str
        The title at the top of every page.
    paper : {"a4", "letter", "a5", "a3"}
    cell : float, optional
        The side of a cell in millimeters. By default, cells are as large as possible, up to 20 mm.
    link : str
        The address of the tilewright page to link to. If an address is given, each puzzle has a QR
        code that opens the puzzle on that page.
    palette : Palette or str, optional
    patterns : bool
        Whether to add a different hatch pattern to each color.
    color_by : {"piece", "orientation", "parity", "height", "touch"}, optional
        The property that determines the colors of answers; see `draw`.
    hints : bool
        Whether to print a hint for each puzzle before the answers. The hint shows one piece of the
        solution.

    Raises
    ------
    OutputError
        If the cells do not fit on the paper.
    RequestError
        If the link is invalid.
    """
    pages = []
    several, inks = len(sheets) > 1, Inks(palette, patterns, color_by)
    for number, sheet in enumerate(sheets, start=1):
        problem, name = sheet.puzzle.problem(), sheet.printed_id
        drawn = draw_legend(problem, palette=palette, theme="print") is not None
        board = puzzle_picture(sheet, inks, supply=drawn, theme="print")
        answer = _answer(sheet, inks, several)
        pages.append(
            Worksheet(
                replace(
                    board,
                    heading=phrase("numbered", number=number, title=board.heading)
                    if several
                    else board.heading,
                    fine=phrase("play", name=name) if name else "",
                ),
                ()
                if drawn or KINDS[sheet.puzzle.kind].outlines
                else tuple(draw_supply(problem, palette=palette, patterns=patterns, theme="print")),
                replace(answer, caption=answer.caption or (sheet.title if several else "")),
                _code(sheet, link) if link else None,
                hint_picture(sheet, inks) if hints else None,
            )
        )
    return worksheets(pages, title=title, paper=paper, cell=cell)


def _arrangements(sheet: PrintedPuzzle, supply: bool, inks: Inks) -> list[Picture]:
    """Return pictures of a puzzle with its pieces in several ways, for the page to choose from."""
    ways = (
        [(width, beside) for beside in (False, True) for width in _WIDTHS]
        if supply
        else [(None, False)]
    )
    pictures = [
        puzzle_picture(sheet, inks, supply=supply, width=width, beside=beside, theme="print")
        for width, beside in ways
    ]
    # The board stands at the left side of the picture.
    board = puzzle_picture(sheet, supply=False).shape[1]
    at_left = [
        picture
        for picture, (_, beside) in zip(pictures, ways, strict=True)
        if beside or picture.shape[1] <= board + 1
    ]
    return at_left or pictures


def _answer(sheet: PrintedPuzzle, inks: Inks, several: bool) -> Picture:
    """Return the answer of a puzzle for paper, with the ID unless `several` puzzles have
    numbers.
    """
    ambiguous = sheet.solution is not None and not sheet.one_solution
    # The numbers identify the puzzles; an ID below a small picture would be broken.
    fine = ["" if several else sheet.printed_id, phrase("severalAnswers") if ambiguous else ""]
    picture = answer_picture(sheet, inks)
    return replace(picture, theme=THEMES["print"], fine="\n".join(filter(None, fine)))


def _code(sheet: PrintedPuzzle, link: str) -> NDArray[np.bool_]:
    return scanned(puzzle_link(link, sheet.puzzle.name))


def _legend_of_all(sheets: Sequence[PrintedPuzzle], inks: Inks) -> Picture | None:
    """Return the pieces with their marks if all puzzles share them, to be shown once."""
    if not KINDS[sheets[0].puzzle.kind].shows_pieces:
        return None
    if len({(sheet.puzzle.pieces, sheet.puzzle.turn) for sheet in sheets}) > 1 and not all(
        sheet.made for sheet in sheets
    ):
        return None
    legend = draw_legend(sheets[0].puzzle.problem(), 40, palette=inks.palette, theme="print")
    return None if legend is None else replace(legend, patterns=inks.patterns)


def puzzle_link(base: str, name: str) -> str:
    """Return the address where a page plays a puzzle.

    >>> puzzle_link("https://example.org/tiles/", "talos:hub-gates-1")
    'https://example.org/tiles/#/p/talos:hub-gates-1'
    """
    check_text(base, "a link")
    if not base.startswith(("http://", "https://")) or any(letter.isspace() for letter in base):
        raise RequestError(
            f"a link must be an address such as https://example.org, got {quoted(base)}",
            where="--link",
        )
    return f"{base.rstrip('/')}/#/p/{name}"


def scanned(words: str) -> NDArray[np.bool_]:
    """Return the QR code of a text, (n, n), with True for black, without the white border of four
    squares.

    The package segno makes the code according to ISO/IEC 18004, with error correction M or better.
    """
    try:
        import segno
    except ImportError:
        raise EngineError(
            "QR codes require the package segno. Install it with: pip install segno",
            where="--link",
        ) from None
    try:
        code = segno.make_qr(words, error="m")
    except segno.DataOverflowError:
        raise RequestError(
            f"the link is too long for a QR code ({len(words)} characters)", where="--link"
        ) from None
    return np.array([list(line) for line in code.matrix], dtype=np.bool_)
