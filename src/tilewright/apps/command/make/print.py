"""``tilewright print``: sheets and booklets of puzzles."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tilewright.apps.command.answers import (
    Json,
    check_file,
    deliver,
    keep,
    note,
    note_written,
    print_json,
)
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.make.book import (
    MOST,
    Book,
    LevelWord,
    read_file,
    read_levels,
    with_answers,
)
from tilewright.apps.command.options import (
    OUTPUT,
    OutPath,
    PictureColors,
    Rules,
    Show,
    ShowPictures,
    Timeout,
    Word,
    options,
    refuse,
)
from tilewright.apps.command.reading import check_wrap
from tilewright.errors import RequestError, TilewrightError
from tilewright.formats.request import read_puzzles
from tilewright.system.files.safe_write import write
from tilewright.system.values.language import in_language

if TYPE_CHECKING:
    from tilewright.model.puzzle import Puzzle
    from tilewright.puzzles.printing import PrintedPuzzle


@options(OUTPUT)
class _Selection:
    """Which puzzles are printed, beside those of the command line."""

    level: LevelWord = None
    """Print only puzzles of one level (easy), or of several levels with numbers
    (easy=5,medium=10,hard=2).
    """

    puzzle_list: Annotated[Path | None, Parameter(allow_leading_hyphen=True, metavar="FILE")] = None
    """Also print the puzzles that a text file lists (-: standard input), one per line, as on
    the command line. Lines that begin with # are skipped.
    """

    impossible: bool = False
    """Also print boards that cannot be covered. The answer explains why there is no
    tiling.
    """

    how_many: bool = False
    """Ask for the number of ways to cover each board, and print empty boards to draw on. The answer
    shows all solutions (at most 60).
    """

    def read_list(self) -> Sequence[Puzzle]:
        """Return the puzzles of the list."""
        puzzles: list[Puzzle] = []
        for number, line in enumerate(
            read_file(self.puzzle_list).splitlines() if self.puzzle_list is not None else (),
            start=1,
        ):
            if line.strip() and not line.lstrip().startswith("#"):
                try:
                    puzzles += read_puzzles(shlex.split(line))
                except (TilewrightError, ValueError) as error:
                    raise RequestError(
                        str(error), where=f"{self.puzzle_list}, line {number}"
                    ) from None
        return puzzles

    def of_levels(self, sheets: list[PrintedPuzzle]) -> list[PrintedPuzzle]:
        """Return the puzzles of the requested levels, easy ones first; the first ones of each
        level.
        """
        if self.level is None:
            return sheets
        chosen_sheets: list[PrintedPuzzle] = []
        for level, number in read_levels(self.level):
            of_level = [sheet for sheet in sheets if sheet.level == level]
            if len(of_level) < (number or 1):
                raise RequestError(
                    f"{number or 1} {level} puzzles are requested, but only {len(of_level)} of "
                    f"{len(sheets)} puzzles are {level}",
                    where="--level",
                )
            chosen_sheets += of_level[:number]
        return chosen_sheets


def print_puzzles(
    *puzzles: Word,
    timeout: Timeout = None,
    out: OutPath = None,
    inks: PictureColors = PictureColors(),
    book: Book = Book(),
    chosen: _Selection = _Selection(),
    rules: Rules = Rules(),
    show: ShowPictures = ShowPictures(),
) -> int:
    """Print puzzles as sheets and booklets.

    PUZZLE is a named puzzle, an ID, a puzzle file, or a board followed by its pieces; give as many
    as you like. talos:* means all puzzles whose names begin with talos:. A sheet shows the title,
    the rules, the board, full-size pieces to cut out, and the ID. The answers come last; with
    --hints, a hint for each puzzle comes before them. By default, several puzzles share a page;
    with --per-page 1, each puzzle has its own sheet.

    For example:

      tilewright print talos:tower-gates-5 -o sheet.pdf
      tilewright print day:today --paper letter -o today.pdf
      tilewright print 6x10 pentominoes --title "Twelve pentominoes" -o sheet.pdf
      tilewright print dots:4x6-easy dots:6x6-easy --title "Dots" -o booklet.pdf
      tilewright print talos:hub-gates-1 dots:4x6-easy --title-page -o book.pdf
      tilewright print 2x2 dominoes+ 2x3 dominoes+ --how-many -o count.pdf
      tilewright print puzzle.txt 5x5-2,2 L3+ --per-page 1 -o worksheets.pdf

    Parameters
    ----------
    puzzles
        Names, IDs, files, or boards with their pieces, in any order.
    out
        The file to write (.pdf, or .svg for one puzzle without its answer). Use - for PDF on
        standard output.
    """
    book.check()
    read_levels(chosen.level)
    if out is None:
        raise RequestError("name the output file, such as -o sheet.pdf", where="-o")
    check_file(out, (".pdf", ".svg"), "pages", show)
    picture = out.suffix.lower() == ".svg"
    with in_language(book.language), CommandWork(show, timeout) as work:
        puzzle_list = (
            []
            if chosen.puzzle_list is not None and not puzzles
            else read_puzzles(puzzles, **rules.arguments())
        )
        check_wrap(rules, *(puzzle.board for puzzle in puzzle_list))
        puzzle_list += chosen.read_list()
        if len(puzzle_list) > MOST:
            raise RequestError(
                f"a booklet can have at most {MOST} puzzles, got {len(puzzle_list)}", where="PUZZLE"
            )
        book.check_number(len(puzzle_list))
        if picture:
            number = len(puzzle_list)
            why = "an SVG shows only one puzzle, without its answer; use a .pdf file"
            refuse((number != 1, f"{why} for {number} puzzles", "-o"))
        if chosen.how_many:
            return _print_ways(puzzle_list, inks, book, out, show)
        graded = not book.no_grade
        from tilewright.puzzles import printing

        sheets = []
        for number, puzzle in enumerate(puzzle_list, start=1):
            work.say(f"puzzle {number} of {len(puzzle_list)}")
            sheets.append(
                printing.sheet_of(
                    puzzle,
                    title=book.named(len(puzzle_list)),
                    graded=graded,
                    shows_id=not book.no_id,
                    impossible=chosen.impossible,
                )
            )
        sheets = book.sorted(chosen.of_levels(sheets))
        data: bytes | str
        if picture:
            colors = printing.Inks(**inks.arguments())
            drawn = printing.puzzle_picture(sheets[0], colors, theme=show.theme)
            data = drawn.svg()
        else:
            groups = book.sections(sheets, by_level=chosen.level is not None)
            data = book.pages(sheets, inks, groups=groups)
    write(data, out)
    if picture and not show.json:
        note_written(out, f"{sheets[0].puzzle.title}, without its answer", show)
    else:
        with in_language(book.language):
            _report_sheets(sheets, "" if picture else book.paper, out, show, hints=book.hints)
    return 0


def _print_ways(
    puzzles: list[Puzzle], inks: PictureColors, book: Book, out: Path, show: Show
) -> int:
    """Print sheets that ask how many tilings there are."""
    from tilewright.puzzles import printing

    ways = [printing.ways_of(puzzle, title=book.named(len(puzzles))) for puzzle in puzzles]
    what = ways[0].puzzle.title if len(ways) == 1 else f"{len(ways)} boards"
    words = "" if show.json else with_answers(what, len(ways))
    keep(out, book.ways_pages(ways, inks), words, show)
    records = [{"title": sheet.puzzle.title, "tilings": str(len(sheet.tilings))} for sheet in ways]
    return deliver(show, lambda: {"file": str(out), "paper": book.paper, "puzzles": records})


def _report_sheets(
    sheets: list[PrintedPuzzle],
    paper: str,
    target: Path,
    show: Show,
    *,
    hints: bool,
) -> None:
    """Print what was printed."""
    if show.json:
        records = [
            {
                "id": sheet.puzzle.name or None,
                "title": sheet.puzzle.title,
                "instructions": sheet.rules,
                "level": sheet.level,
                "one_solution": sheet.one_solution,
                "solution": None if sheet.solution is None else sheet.solution.to_json(),
            }
            for sheet in sheets
        ]
        pages: Json = {"paper": paper} if paper else {}
        print_json({"file": str(target), **pages, "puzzles": records})
    else:
        what = sheets[0].puzzle.title if len(sheets) == 1 else f"{len(sheets)} puzzles"
        words = with_answers(what, len(sheets), hints=hints)
        note_written(target, words, show)
    for sheet in sheets:
        if sheet.is_ambiguous and not show.quiet:
            name = sheet.puzzle.title
            note(
                f"{name} has several solutions, but only one is printed; `grade` shows two of them"
            )
