"""The options of sheets and booklets, the same in ``make`` and ``print``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from cyclopts import Parameter, Token

from tilewright.apps.command.options import (
    FIND,
    OUTPUT,
    PICTURES,
    Length,
    PictureColors,
    Text,
    Whole,
    between,
    options,
    refuse,
)
from tilewright.errors import RequestError, quoted
from tilewright.model.puzzle import LEVELS, Level
from tilewright.system.values.language import in_language, phrase
from tilewright.system.values.text import read_text

if TYPE_CHECKING:
    from tilewright.drawing.writers.pdf import Front, Paper
    from tilewright.puzzles.printing import PrintedPuzzle, Ways


#: A level and its number of puzzles. None as level means any level; None as number, that no number
#: was given.
Quota = tuple[Level | None, int | None]
#: The ``--level`` option.
LevelWord = Annotated[str | None, Parameter(group=FIND, metavar="LEVEL|LEVEL=N,...")]
#: The most puzzles of a book.
MOST = 1000
#: The most bytes of a text.
_LONGEST = 1 << 26


def read_levels(word: str | None) -> tuple[Quota, ...]:
    """Return what ``--level`` asks for: one level, or several with the number of puzzles of each,
    easy ones first.
    """
    if word is None:
        return ((None, None),)
    quotas: list[Quota] = []
    for part in word.split(","):
        name, equals, number = part.strip().partition("=")
        if name not in LEVELS:
            raise RequestError(
                f"unknown level {quoted(name)}; the levels are {', '.join(LEVELS)}", where="--level"
            )
        if equals and not (number.isascii() and number.isdigit() and 1 <= int(number[:9]) <= MOST):
            raise RequestError(
                f"the number of {name} puzzles must be 1 to {MOST}, got {quoted(number)}",
                where="--level",
            )
        if any(name == level for level, _ in quotas):
            raise RequestError(f"list the level {name} only once", where="--level")
        quotas.append((name, int(number) if equals else None))
    if len(quotas) > 1 and not all(number for _, number in quotas):
        example = ",".join(f"{level}={number or 5}" for level, number in quotas)
        raise RequestError(
            f"if several levels are given, each needs a number of puzzles, such as {example}",
            where="--level",
        )
    return tuple(
        sorted(quotas, key=lambda quota: LEVELS.index(quota[0]) if quota[0] else len(LEVELS))
    )


def read_file(path: Path) -> str:
    """Return the text of a file, or of standard input (-)."""
    return read_text(sys.stdin if str(path) == "-" else path, _LONGEST, RequestError, "a text")


def with_answers(what: str, number: int, *, hints: bool = False) -> str:
    """Return what a printed file contains, in words."""
    ending = "" if number == 1 else "s"
    answers = f"hint{ending} and answer{ending}" if hints else f"answer{ending}"
    return f"{what}, with the {answers} at the back"


def hardness(sheet: PrintedPuzzle) -> int:
    """Return the place of a puzzle's level among all levels; puzzles without a level come last."""
    return LEVELS.index(sheet.level) if sheet.level else len(LEVELS)


def _paper(wanted: object, tokens: Sequence[Token]) -> str:
    """Return the size of the paper that a word names, in any case."""
    sizes = {size.lower(): size for size in ("A4", "letter", "A5", "A3")}
    word = tokens[0].value
    if word.lower() not in sizes:
        raise ValueError(f"must be one of {', '.join(sizes.values())}, got {quoted(word)}")
    return sizes[word.lower()]


@options(OUTPUT)
class Book:
    """How puzzles are printed."""

    title: Text = ""
    """The title of the sheet or the booklet."""

    paper: Annotated[
        Literal["A4", "letter", "A5", "A3"], Parameter(converter=_paper, metavar="SIZE")
    ] = "A4"
    """The paper size. [default: A4]"""

    letters: Annotated[bool, Parameter(group=PICTURES)] = False
    """Label each tile in the answers with the name of its piece."""

    per_page: Annotated[Whole | None, between(1, 20)] = None
    """Puzzles per page. With --per-page 1, each puzzle gets its own sheet, with pieces to cut out.
    """

    cell_size: Annotated[Length, between(1, 200, "mm"), Parameter(group=PICTURES)] = None
    """The side of a cell in millimeters. [default: as large as fits, up to 20]"""

    link: Annotated[Text, Parameter(metavar="URL")] = ""
    """The address of a tilewright page. Each puzzle gets a QR code that opens the puzzle on this
    page."""

    hints: bool = False
    """Print a hint for each puzzle before the answers: one piece in its place."""

    title_page: bool = False
    """Begin with a title page and a table of contents."""

    author: Text = ""
    """With --title-page: the author, printed below the title."""

    intro: Annotated[Path | None, Parameter(metavar="FILE")] = None
    """With --title-page: a text file that is printed as an introduction."""

    sort: Literal["level"] | None = None
    """Sort the puzzles by level, easiest first."""

    no_grade: bool = False
    """Print no levels."""

    no_id: bool = False
    """Print no IDs."""

    language: Annotated[str, Parameter(metavar="TAG")] = "en"
    """The language of titles, rules and hints: en, de, es, fr, ja, pt or zh. Texts of your own stay
    as they are.
    """

    def check(self) -> None:
        """Reject a language without texts, and an introduction that cannot be read."""
        with in_language(self.language):
            pass
        if self.intro is not None:
            read_file(self.intro)
        sheets = self.title_page and self.per_page == 1
        refuse((sheets, "only a booklet has a title page; remove --per-page 1", "--title-page"))

    def check_number(self, number: int) -> None:
        """Reject a cell size for puzzles that share a page."""
        if self.cell_size is not None and number > 1 and self.per_page != 1:
            raise RequestError(
                "the cell size can be set only for one puzzle per page; add --per-page 1",
                where="--cell-size",
            )

    def named(self, number: int) -> str:
        """Return the title of a puzzle if it is the only one."""
        return self.title if number == 1 else ""

    def sorted(self, sheets: list[PrintedPuzzle]) -> list[PrintedPuzzle]:
        """Return the puzzles in the order in which they are printed; those without a level come
        last.
        """
        sheets = [replace(sheet, letters=self.letters) for sheet in sheets]
        if self.sort is None:
            return sheets
        return sorted(sheets, key=hardness)

    def pages(
        self, sheets: Sequence[PrintedPuzzle], inks: PictureColors, *, groups: Sequence[str]
    ) -> bytes:
        """Return the PDF. `groups` names the section of each puzzle; empty if there are no
        sections.
        """
        from tilewright.puzzles import printing

        shared: dict[str, Any] = {
            "paper": cast("Paper", self.paper.lower()),
            "link": self.link,
            "hints": self.hints,
            **inks.arguments(),
        }
        if self.per_page == 1 or (
            self.per_page is None and len(sheets) == 1 and not self.title_page
        ):
            title = "" if self.named(len(sheets)) else self.title
            return printing.worksheets_of(sheets, title=title, cell=self.cell_size, **shared)
        return printing.booklet_of(
            sheets,
            title=self.title,
            per_page=self.per_page,
            front=self._front(groups),
            **shared,
        )

    def ways_pages(self, ways: Sequence[Ways], inks: PictureColors) -> bytes:
        """Return the PDF of sheets that ask how many tilings there are."""
        from tilewright.puzzles.printing import ways_booklet

        paper = cast("Paper", self.paper.lower())
        front = self._front([])
        return ways_booklet(
            ways,
            title=self.title,
            paper=paper,
            per_page=self.per_page,
            front=front,
            **inks.arguments(),
        )

    def sections(self, sheets: Sequence[PrintedPuzzle], *, by_level: bool = False) -> list[str]:
        """Return the section of each puzzle: its level if puzzles are sorted by it."""
        if self.sort is None and not by_level:
            return []
        return [phrase(sheet.level or "noLevel").capitalize() for sheet in sheets]

    def _front(self, groups: Sequence[str]) -> Front | None:
        """Return what stands before the puzzles."""
        if not self.title_page:
            return None
        from tilewright.drawing.writers.pdf import Front

        intro = "" if self.intro is None else read_file(self.intro)
        sections: list[tuple[str, int]] = []
        first = 0
        for name, group in groupby(groups):
            sections.append((name, first))
            first += len(list(group))
        return Front(self.author, intro, tuple(sections))
