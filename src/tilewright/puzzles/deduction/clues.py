"""Say what a placement is found by: the numbers left in a region, a clue, a cell or a piece.

The kernels `tilewright.kernels.deduction.clues` and `explain` find it and choose the sentences; the
page calls the same ones.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from tilewright.model.cover.cover import shown_marks
from tilewright.model.rules.rule_types import Clues, Equal, Rule, Sum
from tilewright.model.space.lattice import Cell
from tilewright.puzzles.deduction.deducer import Deducer, sum_words
from tilewright.puzzles.deduction.sentences import (
    There,
    Words,
    joined,
    plain,
    sentence,
    this_cell,
)
from tilewright.puzzles.deduction.steps import Candidates

#: The most numbers that are listed if they follow each other.
_LISTED = 3
#: A mark that says nothing but that a piece has it.
_DOT = "o"


class Found(NamedTuple):
    """What placements are found by.

    Attributes
    ----------
    by : int
        As the kernel numbers it.
    where, about : int
        The cell or piece; the cell of the clue, the region, or the free sides.
    chosen : tuple of int
        The placements.
    failing : int
        How many other ways fail, beside those of which a region tells.
    manner : int
        The step by which all of them fail; 0 if there are several.
    """

    by: int
    where: int
    about: int
    chosen: tuple[int, ...]
    failing: int
    manner: int


class ClueWords:
    """Says what placements are found by in a position of a puzzle."""

    def __init__(self, deducer: Deducer, position: Candidates) -> None:
        from tilewright.kernels.deduction import clues

        self._deducer, self._position, self._kinds = deducer, position, clues
        problem, cells = deducer.cover.problem, list(map(tuple, deducer.cover.cells.tolist()))
        board = problem.board
        said = {cell: board.alphabet[board.marks[cell] - 1] for cell in cells if board.marks[cell]}
        for rule in problem.rules:
            if isinstance(rule, Clues):
                said |= {cell: str(clue) for cell, clue in rule.clues if len(cell) == 2}
        #: What cells say.
        self._said = said
        #: Whether all cells have labels: then pairs of neighbors are looked for.
        self._labeled = len(said) == len(cells) and all(
            len(piece.marks) == 2 and all(piece.marks) for piece in problem.pieces
        )
        #: Whether all pieces are rectangles: those with a prime number of cells are then lines.
        self._rectangles = all(
            len(piece.polyomino) == math.prod(piece.polyomino.shape) for piece in problem.pieces
        )
        #: (a,): the cells with a clue; none if all cells have one. A dot says nothing of its piece.
        self.clue = np.array([said.get(cell, _DOT) != _DOT for cell in cells], dtype=np.bool_)
        if self.clue.all():
            self.clue[:] = False
        numbers = {"": clues.NOTHING, _DOT: clues.DOT}
        #: (a,): what they say, as the kernel reads it.
        self._says = np.array(
            [
                int(word) if word.isdigit() else numbers.get(word, clues.LETTERS)
                for word in (said.get(cell, "") for cell in cells)
            ],
            dtype=np.int64,
        )
        #: (m,): the sums that are about the numbers of a region.
        self.telling = np.array(
            [isinstance(rule, Sum | Equal) for rule, _ in deducer.rules], dtype=np.bool_
        )

    # Regions of numbers --------------------------------------------------------------------------

    def told(self, row: list[int]) -> tuple[Words, tuple[Cell, ...]]:
        """Return which numbers are left in a region, and the cells that can only have these."""
        number, at, left, so_far, many, *values = row
        rule, _ = self._deducer.rules[number]
        open_cells = self._open_cells(number)
        whole = len(self._deducer.sum_cells(number))
        listed = _listed([self._mark(rule, value) for value in values[:many]])
        these = There(plain(sentence("these", number=left)), open_cells[0])
        if whole == 1 and many == 1:
            return sentence("toldSame", cells=these, values=listed), open_cells
        rest = left < whole
        key = ("toldRest" if rest else "toldSum") if isinstance(rule, Sum) else ""
        head = sentence(
            key or ("toldEqualRest" if rest else "toldEqual"),
            region=self._region(number),
            placed=self._mark(rule, so_far),
            sum=sum_words(rule) if isinstance(rule, Sum) else "",
            cells=these,
        )
        if at >= 0:
            cell = self._deducer.cell(at)
            tail = sentence("toldAt", cell=cell, values=listed)
            return joined(head, tail), (cell,)
        tail = sentence("toldLast" if rest else "toldEach", number=left, values=listed)
        return joined(head, tail), open_cells

    def _open_cells(self, number: int) -> tuple[Cell, ...]:
        first, end = self._deducer.tables.row[number : number + 2]
        cells = self._deducer.tables.cell[first:end]
        return self._deducer.cells(cells[~self._position.covered[cells]])

    def _mark(self, rule: Rule, value: int) -> str:
        """Return the number that a share of a sum stands for, or a color."""
        if isinstance(rule, Sum):
            return str(value)
        *_, letters = shown_marks(self._deducer.cover)
        return letters[value - 1]

    def _region(self, number: int) -> Words:
        rule, _ = self._deducer.rules[number]
        cell = self._deducer.sum_cells(number)[0]
        if isinstance(rule, Sum):
            return sentence("regionOf", sum=sum_words(rule), cell=cell)
        return sentence("regionEqual", cell=cell)

    # The first and the last sentence -------------------------------------------------------------

    def first(self, found: Found) -> tuple[Words, tuple[Cell, ...]]:
        """Return the sentence that says where to look, without the piece, and how the other ways
        fail; and the cells that it refers to.
        """
        cells, number = self._cells(found), len(found.chosen) + found.failing
        if found.by == self._kinds.BY_AREA and not found.failing:
            number = len(cells)
        elif found.by != self._kinds.BY_PIECE:
            cells = (self._deducer.cell(found.where),)
        words = self._say(found, 0, number)
        if found.failing:
            words = joined(words, self._say(found, 1, found.failing))
        return words, () if found.by == self._kinds.BY_PIECE else cells

    def last(self, found: Found, regions: list[list[int]]) -> tuple[Words, tuple[Cell, ...]]:
        """Return what follows, and the cells that this is about."""
        value = "" if found.by == self._kinds.BY_PIECE else self._held(found, regions)
        return self._say(found, 2, len(found.chosen), value), self._cells(found)

    def _cells(self, found: Found) -> tuple[Cell, ...]:
        """Return the cells that are filled, or one cell if that is not what it is about."""
        if found.by in (self._kinds.BY_PIECE, self._kinds.BY_AREA):
            return self._deducer.cells_of(found.chosen[0])
        return (self._deducer.cell(found.where),)

    def _say(self, found: Found, place: int, number: int, value: str = "") -> Words:
        """Return one of the sentences that the kernel chooses."""
        kinds, deducer = self._kinds, self._deducer
        placed, of_piece = deducer.cells_of(found.chosen[0]), found.by == kinds.BY_PIECE
        counts = len(found.chosen), found.failing, found.manner, len(placed)
        numbers = np.array([found.by, found.where, found.about, *counts], dtype=np.int64)
        names = np.zeros(3, dtype=np.int64)
        kinds.name_sentences(numbers, self._says, self._labeled, bool(value), names)
        name = kinds.SENTENCES[names[place]]
        if name == "clueLine" and not self._rectangles:
            name = "clue"
        cell = placed[0] if of_piece else deducer.cell(found.where)
        has_clue = found.by in (kinds.BY_CLUE, kinds.BY_REACH)
        there = deducer.cell(found.about) if has_clue else cell
        these = There(plain(sentence("these", number=len(placed))), placed[0])
        one, other = "", next((self._said.get(each, "") for each in placed if each != cell), "")
        if self._labeled and of_piece:
            one, other = deducer.cover.problem.pieces[found.where].marks
        return sentence(
            name,
            piece=deducer.called(found.where) if of_piece else deducer.name(found.chosen[0]),
            number=number,
            here=these if name == "area" else self._here(cell),
            cells=these,
            cell=cell,
            there=there,
            clue=self._said.get(there, ""),
            one=one,
            other=other,
            value=value,
            sides=found.about,
            size=len(placed),
            region=self._region(found.about) if found.by == kinds.BY_REGION else "",
        )

    def _here(self, cell: Cell) -> There:
        """Return words that point at a cell, with what it says."""
        said = self._said.get(cell, "")
        if not said:
            return this_cell(cell)
        key = "thisDot" if said == _DOT else "thisClue"
        return There(plain(sentence(key, clue=said)), cell)

    def _held(self, found: Found, regions: list[list[int]]) -> str:
        """Return the number that a region leaves at the cell, if only one piece has it; or ""."""
        deducer = self._deducer
        for number, at, _, _, many, value, *_ in regions:
            cells = (deducer.cell(at),) if at >= 0 else self._open_cells(number)
            if many != 1 or deducer.cell(found.where) not in cells:
                continue
            mark = self._mark(deducer.rules[number][0], value)
            most, used = deducer.cover.most, self._position.used
            holders = [
                piece
                for piece, each in enumerate(deducer.cover.problem.pieces)
                if used[piece] < most[piece] and mark in each.marks
            ]
            if len(holders) == 1:
                return mark
        return ""


def _listed(numbers: list[str]) -> str:
    """Return some numbers as a list, or the first and the last if these say the same."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > _LISTED and int(last) - int(first) + 1 == len(numbers):
        return plain(sentence("fromTo", least=first, most=last))
    if len(numbers) == 1:
        return first
    leading = plain(sentence("comma")).join(numbers[:-1])
    return leading + plain(sentence("lastOr")) + last
