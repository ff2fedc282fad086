"""A printed puzzle: its pictures, and the titles, levels and rules that several puzzles share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tilewright.drawing import (
    ColorBy,
    Palette,
    PaletteName,
    Picture,
    draw_answer,
    draw_board,
    draw_puzzle,
    with_reason,
)
from tilewright.errors import FormatError
from tilewright.model.cover import compile_cover
from tilewright.model.cover.placements import placement_of
from tilewright.model.placement import Placement
from tilewright.model.problem import Problem
from tilewright.model.puzzle import KINDS, LEVELS, PLAIN, Level, Puzzle, puzzle_id
from tilewright.model.space.surface import is_flat_squares
from tilewright.model.tiling import Tiling
from tilewright.puzzles.deduction import LARGEST, grade
from tilewright.puzzles.generator import Generated
from tilewright.puzzles.making.rules import rules
from tilewright.solving.proofs import Reasons, draw_barrier, draw_weighting
from tilewright.solving.search import different_tilings, no_solution
from tilewright.solving.theorems import golomb
from tilewright.system.values.language import named, phrase, spaced
from tilewright.system.work.deadline import current_deadline

#: The sentence that there is one solution.
_ONE = re.compile(r"There is one solution[^.]*\.")
#: The texts of why a piece of the answer is the first one that can be placed, by the kind of step.
_WHY = {"cell": "whyCell", "piece": "whyPiece"}
#: The longest ID that is printed, in characters.
_LONGEST_ID = 400


@dataclass(frozen=True, slots=True)
class Inks:
    """The colors of printed puzzles.

    Parameters
    ----------
    palette : Palette or str, optional
    patterns : bool
        Whether to add a different hatch pattern to each color.
    color_by : {"piece", "orientation", "parity", "height", "touch"}, optional
        The property that determines the colors of answers; see `draw`.
    """

    palette: Palette | PaletteName | None = None
    patterns: bool = False
    color_by: ColorBy | None = None


@dataclass(frozen=True, slots=True)
class PrintedPuzzle:
    """A puzzle to print.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle. The name of the puzzle is its ID, or an empty string if the ID would be too
        long.
    solution : Tiling or None
        The solution to print as the answer, or None if it is proven that no solution exists.
    one_solution : bool
        Whether it is proven that the solution is the only one, up to symmetries of the whole board.
    level : {"easy", "medium", "hard", "expert"} or None
        The level of the puzzle, if known.
    made : bool
        Whether the puzzle was made by `tilewright.generate`.
    shows_id : bool
        Whether the ID is printed.
    by : str
        A name for the answer, such as ``Golomb's tiling``, or an empty string.
    letters : bool
        Whether the tiles of the answer are labeled with the names of their pieces.
    several : bool
        Whether the puzzle is known to have several solutions.
    """

    puzzle: Puzzle
    solution: Tiling | None
    one_solution: bool
    level: Level | None
    made: bool = False
    shows_id: bool = True
    by: str = ""
    letters: bool = False
    several: bool = False

    @classmethod
    def of(cls, generated: Generated) -> PrintedPuzzle:
        """Return a generated puzzle as a `PrintedPuzzle`."""
        return cls(generated.puzzle, generated.solution, True, generated.grade.level, made=True)

    @property
    def title(self) -> str:
        """The title of the puzzle, in the language of the sheet."""
        return named(self.puzzle.title)

    @property
    def printed_id(self) -> str:
        """The name or ID of the puzzle; empty if the ID would be too long to type."""
        return self.puzzle.name if self.shows_id and len(self.puzzle.name) <= _LONGEST_ID else ""

    @property
    def is_ambiguous(self) -> bool:
        """Whether the puzzle has several solutions even though its clues suggest that there is only
        one.
        """
        clues = self.puzzle.conditions or self.puzzle.kind != PLAIN
        return self.several and bool(clues) and not KINDS[self.puzzle.kind].calendar

    @property
    def rules(self) -> str:
        """The text of the rules, which also says whether the puzzle has exactly one solution."""
        return self.rules_with(())

    def rules_with(self, conditions: Sequence[str]) -> str:
        """Return the text of the rules, including the rules that state additional conditions."""
        text = self.puzzle.rules
        if text and not self.one_solution:
            # The sentence of a file that was changed since.
            text = _ONE.sub("", text).strip()
        text = text or rules(self.puzzle, one_solution=self.one_solution, conditions=conditions)
        return text if self.solution is not None else spaced([text, phrase("orNone")])


def sheet_of(
    puzzle: Puzzle,
    *,
    title: str = "",
    graded: bool = True,
    shows_id: bool = True,
    impossible: bool = False,
) -> PrintedPuzzle:
    """Solve and grade a puzzle for printing.

    Parameters
    ----------
    puzzle : Puzzle
    title : str
        The printed title; by default, the title of the puzzle.
    graded : bool
        Whether to print the level.
    shows_id : bool
        Whether to print the ID. If a puzzle comes from a file without an ID, no ID is printed.
    impossible : bool
        Whether to accept puzzles without a solution. For a puzzle without a solution, the printed
        answer explains why there is none.

    Raises
    ------
    NoTilingError
        If the puzzle has no solution and `impossible` is False.
    TimeLimitError
        If no solution is found in time.
    """
    problem = puzzle.problem()
    problem.check()
    cover = compile_cover(problem)
    solutions = different_tilings(cover, limit=2, examples=1)
    if solutions.first is None and solutions.complete and not impossible:
        raise no_solution(
            problem,
            where=puzzle.name or puzzle.title,
            advice="`tilewright print … --impossible` prints the reason as the answer",
        )
    if solutions.first is None and not solutions.complete:
        raise current_deadline().error_before("a solution was found")
    unique = solutions.complete and solutions.count == 1
    level = puzzle.level if graded and unique else None
    if graded and unique and level is None and cover.size <= LARGEST:
        # One guess makes a puzzle expert, however many more it needs.
        level = grade(cover, guesses=1).level
    try:
        name = puzzle_id(puzzle)
    except FormatError:
        name = ""
    golomb_tiling = None if solutions.first is None else _golomb(problem)
    return PrintedPuzzle(
        replace(puzzle, name=name, title=title or puzzle.title),
        golomb_tiling or solutions.first,
        unique,
        level,
        shows_id=shows_id and puzzle.shows_id,
        by="" if golomb_tiling is None else phrase("golomb"),
        several=solutions.count > 1,
    )


def _golomb(problem: Problem) -> Tiling | None:
    """Return Golomb's tiling of L-trominoes if the board is 2^n x 2^n without one cell."""
    board, pieces = problem.board, problem.pieces
    rows, columns = board.shape[:2]
    n = rows.bit_length() - 1
    if not (
        is_flat_squares(board)
        and rows == columns == 1 << n
        and n
        and board.area == rows * columns - 1
    ):
        return None
    (hole,) = np.argwhere(~board.mask).tolist()
    tiling = golomb(n, (hole[0], hole[1]))
    named = replace(tiling, piece=np.zeros(len(tiling), dtype=np.int32), names=(pieces[0].name,))
    return None if len(pieces) > 1 or problem.placed or named.faults(problem) else named


def puzzle_picture(
    sheet: PrintedPuzzle,
    inks: Inks = Inks(),
    *,
    supply: bool = True,
    **options: Any,
) -> Picture:
    """Return a picture of a puzzle with title, rules, level and ID. Other arguments are passed on
    to `draw_puzzle`.
    """
    puzzle = sheet.puzzle
    return draw_puzzle(
        puzzle.problem(),
        title=sheet.title,
        rules=sheet.rules,
        level=sheet.level,
        name=sheet.printed_id,
        supply=supply and KINDS[puzzle.kind].shows_pieces,
        palette=inks.palette,
        patterns=inks.patterns,
        **options,
    )


def answer_picture(sheet: PrintedPuzzle, inks: Inks = Inks()) -> Picture:
    """Return a picture of the answer of a puzzle with title and ID, or a picture of the reason if
    there is no answer.
    """
    puzzle = sheet.puzzle
    if sheet.solution is None:
        picture = _reason_picture(puzzle, inks)
        # Pages of answers print captions, but no headings.
        return replace(
            picture, fine=sheet.printed_id, caption=f"{picture.heading}. {picture.lead}", lead=""
        )
    picture = draw_answer(
        puzzle.problem(),
        sheet.solution,
        title=phrase("theAnswer" if sheet.one_solution else "anAnswer", title=sheet.title),
        name=sheet.printed_id,
        color_by=inks.color_by,
        letters=sheet.letters,
        palette=inks.palette,
    )
    # Pages of answers print captions, but no headings.
    return replace(picture, patterns=inks.patterns, caption=sheet.by)


def hint_picture(sheet: PrintedPuzzle, inks: Inks = Inks()) -> Picture | None:
    """Return a picture of a puzzle with one piece of the answer: the first piece that a person can
    find, with the reason as the caption if it is simple. The result is None if there is no answer.
    """
    placement, why = first_piece(sheet)
    if placement is None:
        return None
    picture = draw_puzzle(
        sheet.puzzle.problem().with_rules(placed=[placement]),
        supply=False,
        palette=inks.palette,
        patterns=inks.patterns,
        theme="print",
    )
    if placement.marks:
        why = phrase("withMarks", why=why.rstrip(".。"), marks=phrase("and").join(placement.marks))
    return replace(picture.without_words(), caption=why)


def first_piece(sheet: PrintedPuzzle) -> tuple[Placement | None, str]:
    """Return the placement of the printed answer that a person would find first, and the reason if
    it is simple. If the puzzle has several solutions or is too large to be graded, it is the first
    placement in reading order. The result is None if there is no answer.
    """
    problem, solution = sheet.puzzle.problem(), sheet.solution
    if solution is None:
        return None, ""
    marks = solution.marks
    there = {placement.cells for placement in problem.placed}
    tiles = [
        Placement(name, cells, () if marks is None else tuple(str(marks[cell]) for cell in cells))
        for name, cells in ((name, tuple(sorted(cells))) for name, cells in solution)
    ]
    left = [tile for tile in tiles if tile.cells not in there]
    cover = compile_cover(problem)
    steps = grade(cover, guesses=1).steps if sheet.one_solution and cover.size <= LARGEST else ()
    for step in steps:
        for placement in (placement_of(cover, number) for number in step.chosen):
            # A solution that the steps find may be an image of the printed one.
            if any((placement.piece, placement.cells) == (tile.piece, tile.cells) for tile in left):
                return placement, phrase(_WHY.get(step.kind if step is steps[0] else "", "begin"))
    return (left[0], phrase("begin")) if left else (None, "")


def _reason_picture(puzzle: Puzzle, inks: Inks) -> Picture:
    """Return the board with the reason why it cannot be covered, as numbers or cells if simple."""
    problem = puzzle.problem()
    reasons = Reasons(problem)
    reasons.weigh()
    if reasons.weighting is not None:
        return draw_weighting(reasons.weighting, palette=inks.palette, patterns=inks.patterns)
    if reasons.barrier is not None:
        return draw_barrier(reasons.barrier, palette=inks.palette, patterns=inks.patterns)
    reason = "; ".join(reasons.sentences) or phrase("exhaustive")
    return with_reason(draw_board(problem.board), f"a {problem.board} board", reason)


def in_common(sheets: Sequence[PrintedPuzzle], *, numbered: bool = True) -> str:
    """Return the title that puzzles share, or its first part, and the number of puzzles."""
    titles = {sheet.puzzle.title for sheet in sheets}
    beginnings = {title.partition(",")[0] for title in titles}
    shared = min(titles) if len(titles) == 1 else min(beginnings) if len(beginnings) == 1 else ""
    common, number = named(shared), phrase("puzzles", number=len(sheets))
    if len(sheets) == 1 or not numbered:
        return common or phrase("anyPuzzles")
    return phrase("title", title=common, rest=number) if common else number


def levels(sheets: Sequence[PrintedPuzzle]) -> str:
    """Return the levels of puzzles with the number of each, starting with easy; empty if no puzzle
    has a level.
    """
    counts = Counter(sheet.level for sheet in sheets)
    if len(counts) == 1:
        level = next(iter(counts))
        return phrase(level) if level else ""
    order = [(level, counts[level]) for level in (*LEVELS, None) if counts[level]]
    return phrase("comma").join(
        phrase("levelOf", number=number, level=phrase(level or "noLevel"))
        for level, number in order
    )


def subtitle(sheets: Sequence[PrintedPuzzle], *, counted: bool) -> str:
    """Return the levels of puzzles, with the number of all puzzles if `counted`."""
    text = levels(sheets)
    if not counted or len(sheets) == 1:
        return text
    number = phrase("puzzles", number=len(sheets))
    if len({sheet.level for sheet in sheets}) > 1:
        return phrase("title", title=number, rest=text)
    return phrase("comma").join(filter(None, [number, text]))


def numbered_caption(sheet: PrintedPuzzle, sheets: Sequence[PrintedPuzzle]) -> str:
    """Return the caption beside the number of a puzzle: the date of a calendar or the title, and
    the level.
    """
    titles = {other.puzzle.title for other in sheets}
    same = len({title.partition(",")[0] for title in titles}) == 1
    title = sheet.puzzle.title
    part = "" if len(titles) == 1 else title.rpartition(", ")[2] if same else title
    return phrase("comma").join(filter(None, [named(part), sheet.level and phrase(sheet.level)]))


def rules_of_all(sheets: Sequence[PrintedPuzzle]) -> str:
    """Return the distinct rules of several puzzles, with the numbers of the puzzles if rules
    differ.

    Generated puzzles of one kind share the longest rules, which contain the rules for all of them.
    """
    kinds = {
        (sheet.puzzle.kind, sheet.puzzle.pieces, sheet.puzzle.turn, sheet.one_solution)
        for sheet in sheets
    }
    if len({kind for kind, *_ in kinds}) == 1 and all(sheet.made for sheet in sheets):
        conditions = [word for sheet in sheets for word in sheet.puzzle.conditions]
        return max((sheet.rules_with(conditions) for sheet in sheets), key=len)
    numbers: dict[str, list[int]] = {}
    for number, sheet in enumerate(sheets, start=1):
        numbers.setdefault(sheet.rules, []).append(number)
    if len(numbers) == 1:
        return next(iter(numbers))
    return "\n".join(
        phrase("title", title=_number_ranges(puzzles), rest=text)
        for text, puzzles in numbers.items()
    )


def _number_ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers as text with ranges: ``1 to 3, 5``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    comma = phrase("comma")
    return comma.join(
        phrase("from", first=run[0], last=run[-1]) if len(run) > 2 else comma.join(map(str, run))
        for run in runs
    )
