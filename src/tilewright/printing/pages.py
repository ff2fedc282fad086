"""Sheets as a PDF, several to a page or each on its own pages, with all answers last, and QR codes that open a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tilewright.arguments import check_text
from tilewright.drawing import (
    Palette,
    PaletteName,
    Picture,
    Worksheet,
    booklet,
    draw_legend,
    draw_supply,
    worksheets,
)
from tilewright.drawing.writers.page import Paper
from tilewright.errors import EngineError, RequestError, quoted
from tilewright.printing.sheets import (
    PrintedPuzzle,
    answer_picture,
    in_common,
    levels,
    numbered_caption,
    puzzle_picture,
    rules_of_all,
)
from tilewright.puzzle import KIND_OF

__all__ = ["booklet_of", "puzzle_link", "scanned", "worksheets_of"]

#: How wide pieces may lie in a booklet, in cells: the page takes what leaves the largest cells.
_WIDTHS = (5, 8, 11, 15, 19, 25)
#: What follows the rules in a booklet.
_ID = "An ID recreates its puzzle on a screen: tilewright play ID."


def booklet_of(
    sheets: Sequence[PrintedPuzzle],
    *,
    title: str = "",
    paper: Paper = "a4",
    per_page: int | None = None,
    link: str = "",
    palette: Palette | PaletteName | None = None,
    patterns: bool = False,
) -> bytes:
    """Return a PDF booklet: puzzles several to a page, numbered, and their answers at the back.

    With a `link` to a page that plays puzzles, each has a QR code that opens it there.
    """
    several = len(sheets) > 1
    legend = _legend_of_all(sheets, palette, patterns)
    pictures = [
        [
            replace(picture, caption=numbered_caption(sheet, sheets) if several else "")
            for picture in _arranged(sheet, legend is None, palette, patterns)
        ]
        for sheet in sheets
    ]
    answers = [
        # The numbers say which puzzle each answers: an ID below a small picture would be broken.
        replace(
            answer_picture(sheet, palette=palette, patterns=patterns),
            fine=_below_answer(sheet, "" if several else sheet.printed_id),
        )
        for sheet in sheets
    ]
    return booklet(
        pictures,
        answers,
        title=title or in_common(sheets),
        subtitle=levels(sheets),
        instructions=f"{rules_of_all(sheets)}\n{_ID}",
        legend=legend,
        per_page=per_page,
        paper=paper,
        codes=[_code(sheet, link) for sheet in sheets] if link else (),
    )


def worksheets_of(
    sheets: Sequence[PrintedPuzzle],
    *,
    title: str = "",
    paper: Paper = "a4",
    cell: float | None = None,
    link: str = "",
    palette: Palette | PaletteName | None = None,
    patterns: bool = False,
) -> bytes:
    """Return a PDF with each puzzle on pages of its own, its pieces in true size, and the answers at the back.

    Pieces with marks that are there as often as needed are shown and not cut out: they are drawn on the board.
    """
    pages = []
    for number, sheet in enumerate(sheets, start=1):
        problem = sheet.puzzle.problem()
        drawn = draw_legend(problem, palette=palette, theme="print") is not None
        board = puzzle_picture(sheet, supply=drawn, palette=palette, patterns=patterns, theme="print")
        answer = answer_picture(sheet, palette=palette, patterns=patterns)
        several = len(sheets) > 1
        name = sheet.printed_id
        pages.append(
            Worksheet(
                replace(
                    board,
                    heading=f"{number}. {board.heading}" if several else board.heading,
                    fine=f"on a screen: tilewright play {name}" if name else "",
                ),
                ()
                if drawn or KIND_OF[sheet.puzzle.kind].outlines
                else tuple(draw_supply(problem, palette=palette, patterns=patterns, theme="print")),
                replace(
                    answer,
                    caption=sheet.puzzle.title if several else "",
                    fine=_below_answer(sheet, "" if several else sheet.printed_id),
                ),
                _code(sheet, link) if link else None,
            )
        )
    return worksheets(pages, title=title, paper=paper, cell=cell)


def _arranged(
    sheet: PrintedPuzzle, supply: bool, palette: Palette | PaletteName | None, patterns: bool
) -> list[Picture]:
    """Return a puzzle with its pieces laid in several ways, below the board and beside it, for the page to choose from."""
    ways = [(width, beside) for beside in (False, True) for width in _WIDTHS] if supply else [(None, False)]
    return [
        puzzle_picture(
            sheet,
            supply=supply,
            width=width,
            beside=beside,
            palette=palette,
            patterns=patterns,
            theme="print",
        )
        for width, beside in ways
    ]


def _below_answer(sheet: PrintedPuzzle, name: str) -> str:
    return "\n".join(filter(None, [name, "" if sheet.one_solution else "one of several answers"]))


def _code(sheet: PrintedPuzzle, link: str) -> NDArray[np.bool_]:
    return scanned(puzzle_link(link, sheet.puzzle.name))


def _legend_of_all(
    sheets: Sequence[PrintedPuzzle], palette: Palette | PaletteName | None, patterns: bool
) -> Picture | None:
    """Return the pieces and their marks where all puzzles have the same, to be shown once."""
    if len({(sheet.puzzle.pieces, sheet.puzzle.turn) for sheet in sheets}) > 1 and not all(
        sheet.made for sheet in sheets
    ):
        return None
    legend = draw_legend(sheets[0].puzzle.problem(), 40, palette=palette, theme="print")
    return None if legend is None else replace(legend, patterns=patterns)


def puzzle_link(base: str, name: str) -> str:
    """Return the address at which a page plays a puzzle.

    Examples
    --------
    >>> puzzle_link("https://example.org/tiles/", "talos:hub-gates-1")
    'https://example.org/tiles/#/p/talos:hub-gates-1'
    """
    check_text(base, "a link")
    if not base.startswith(("http://", "https://")) or any(letter.isspace() for letter in base):
        raise RequestError(
            f"a link is an address such as https://example.org, not {quoted(base)}", where="--link"
        )
    return f"{base.rstrip('/')}/#/p/{name}"


def scanned(words: str) -> NDArray[np.bool_]:
    """Return the QR code of a text, (n, n), True where it is black, without the white border of four squares that it needs.

    ISO/IEC 18004 as the package segno writes it, of the error correction M or better.
    """
    try:
        import segno
    except ImportError:
        raise EngineError(
            "QR codes need the package segno: pip install 'tilewright[print]'", where="--link"
        ) from None
    try:
        code = segno.make_qr(words, error="m")
    except segno.DataOverflowError:
        raise RequestError(
            f"a link of {len(words)} characters is too long for a QR code", where="--link"
        ) from None
    return np.array([list(line) for line in code.matrix], dtype=np.bool_)
