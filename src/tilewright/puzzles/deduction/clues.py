"""Say what a placement is found by: the numbers left in a region, a clue, a cell or a piece.

The kernels `tilewright.kernels.deduction.clues` and `explain` find it. In the page,
``engine/solving/clues.js`` chooses the same sentences.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.model.cover.cover import shown_marks
from tilewright.model.rules.rule_types import Clues, Equal, Rule, Sum
from tilewright.model.space.lattice import Cell
from tilewright.puzzles.deduction.deducer import Deducer, sum_words
from tilewright.puzzles.deduction.sentences import There, Words, joined, plain, sentence, spoken
from tilewright.puzzles.deduction.steps import KINDS, Candidates, StepKind

#: The most numbers that are listed if they follow each other.
_LISTED = 3
#: A mark that says nothing but that a piece has it.
_DOT = "o"
#: The sentences that say how all other ways fail.
_FAILING: dict[StepKind, str] = {
    "rule": "failRule",
    "region": "failRegion",
    "blocked": "failBlocked",
    "trial": "failTrial",
}


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
    manner : StepKind or None
        The step by which all of them fail; None if there are several.
    """

    by: int
    where: int
    about: int
    chosen: tuple[int, ...]
    failing: int
    manner: StepKind | None


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
        #: (a,): the cells with a clue; none if all cells have one. A dot says nothing of its piece.
        self.clue = np.array([said.get(cell, _DOT) != _DOT for cell in cells], dtype=np.bool_)
        if self.clue.all():
            self.clue[:] = False
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
            return joined(*spoken(head), *spoken(tail)), (cell,)
        tail = sentence("toldLast" if rest else "toldEach", number=left, values=listed)
        return joined(*spoken(head), *spoken(tail)), open_cells

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
        of_piece = found.by == self._kinds.BY_PIECE
        words, cells = self._first_of_piece(found) if of_piece else self._first_of_cell(found)
        if not found.failing:
            return words, cells
        how = _FAILING.get(found.manner, "fail") if found.manner else "fail"
        return joined(*spoken(words), *spoken(sentence(how, number=found.failing))), cells

    def _first_of_piece(self, found: Found) -> tuple[Words, tuple[Cell, ...]]:
        number = len(found.chosen) + found.failing
        one, other = self._labels(found)
        key = "pair" if one else "piece"
        if found.failing:
            key = "pairWays" if one else "pieceWays"
        elif len(found.chosen) > 1:
            key = "pieces"
        piece = self._deducer.called(found.where)
        return sentence(key, piece=piece, number=number, one=one, other=other), ()

    def _first_of_cell(self, found: Found) -> tuple[Words, tuple[Cell, ...]]:
        kinds, deducer = self._kinds, self._deducer
        cells: tuple[Cell, ...] = (deducer.cell(found.where),)
        size = len(deducer.cells_of(found.chosen[0]))
        here, number = self._here(cells[0]), len(found.chosen) + found.failing
        key = "cellWays" if found.failing else "cell"
        if found.by == kinds.BY_CLUE:
            key = "clueWays" if found.failing else self._line(found) or "clue"
        elif found.by == kinds.BY_REGION:
            key = "inRegionWays" if found.failing else "inRegion"
        elif found.failing:
            key = "joinWays" if self._labeled else key
        elif found.by == kinds.BY_REACH:
            key = "reach" + _sort(self._said[deducer.cell(found.about)])
        elif found.by == kinds.BY_AREA:
            cells, key, number = deducer.cells_of(found.chosen[0]), "area", size
            here = There(plain(sentence("these", number=size)), cells[0])
        elif found.by == kinds.BY_SIDE:
            key = "side"
        elif self._labeled:
            key = "join"
        region = self._named_region(found)
        words = sentence(key, here=here, number=number, sides=found.about, size=size, region=region)
        return words, cells

    def last(self, found: Found, regions: list[list[int]]) -> tuple[Words, tuple[Cell, ...]]:
        """Return what follows, and the cells that this is about."""
        kinds, deducer = self._kinds, self._deducer
        cells, number = deducer.cells_of(found.chosen[0]), len(found.chosen)
        if found.by == kinds.BY_PIECE:
            one, other = self._labels(found)
            key = "allPlaces" if number > 1 else "onePlace"
            if one and not found.failing:
                key = "onePair"
            piece = deducer.called(found.where)
            words = sentence(key, piece=piece, number=number, cell=cells[0], one=one, other=other)
            return words, cells
        cell, name = deducer.cell(found.where), deducer.name(found.chosen[0])
        if found.by == kinds.BY_AREA:
            these = There(plain(sentence("these", number=len(cells))), cells[0])
            return sentence("onlyArea", piece=name, cells=these), cells
        key, clue, other, there = "onlyPiece", "", "", cell
        value = self._held(found, regions)
        if found.by in (kinds.BY_CLUE, kinds.BY_REACH):
            there = deducer.cell(found.about)
            clue = self._said[there]
            key = ("only" if found.by == kinds.BY_CLUE else "onlyReach") + _sort(clue)
        elif value:
            key = "onlyHolder"
        elif self._labeled:
            key, clue = "onlyJoin", self._said[cell]
            other = next(self._said[each] for each in cells if each != cell)
        elif self._said.get(cell) == _DOT:
            key = "onlyDot"
        words = sentence(
            key, piece=name, cell=cell, clue=clue, there=there, value=value, other=other
        )
        return words, (cell,)

    def _line(self, found: Found) -> str:
        """Return the name of the sentence for a line, which has a prime number of cells; or ""."""
        size = len(self._deducer.cells_of(found.chosen[0]))
        is_prime = size > 1 and all(size % divisor for divisor in range(2, size))
        is_area = self._said[self._deducer.cell(found.where)] == str(size)
        return "clueLine" if is_prime and is_area else ""

    def _here(self, cell: Cell) -> There:
        """Return words that point at a cell, with what it says."""
        said = self._said.get(cell, "")
        key = "thisDot" if said == _DOT else "thisClue" if said else "thisCell"
        return There(plain(sentence(key, clue=said)), cell)

    def _labels(self, found: Found) -> tuple[str, str]:
        """Return the labels of a piece if pairs of labels are looked for."""
        if not self._labeled:
            return "", ""
        one, other = self._deducer.cover.problem.pieces[found.where].marks
        return one, other

    def _named_region(self, found: Found) -> Words:
        return self._region(found.about) if found.by == self._kinds.BY_REGION else ""

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


def kind_of(step: int) -> StepKind | None:
    """Return the kind of a step of the kernels; None for 0."""
    return KINDS[step] if step else None


def _sort(clue: str) -> str:
    """Return which sort of clue it is, as the names of sentences have it."""
    return "Number" if clue.isdigit() else "Letter"


def _listed(numbers: list[str]) -> str:
    """Return some numbers as a list, or the first and the last if these say the same."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > _LISTED and int(last) - int(first) + 1 == len(numbers):
        return plain(sentence("fromTo", least=first, most=last))
    if len(numbers) == 1:
        return first
    leading = plain(sentence("comma")).join(numbers[:-1])
    return leading + plain(sentence("lastOr")) + last
