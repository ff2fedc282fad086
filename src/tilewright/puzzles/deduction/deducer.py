"""The deducer finds the next step from any position, and grades a puzzle by the required steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import LimitError
from tilewright.model.cover import Cover
from tilewright.model.rules.rule_types import (
    SAME_WAY,
    SIZE,
    Apart,
    Equal,
    FaultFree,
    Maximal,
    NoCrossroads,
    Rule,
    Sum,
    Tiles,
    Unequal,
)
from tilewright.model.space.lattice import Cell
from tilewright.puzzles.deduction.sentences import Words, plain, sentence, spoken
from tilewright.puzzles.deduction.steps import (
    GRADES,
    KINDS,
    WEIGHT,
    Candidates,
    Grade,
    Step,
    StepKind,
    called,
    members,
)
from tilewright.puzzles.deduction.tables import (
    problem_tables,
    region_tables,
    sum_rules,
)
from tilewright.system.values.arguments import counted
from tilewright.system.work.deadline import current_deadline
from tilewright.system.work.limits import Limits, limited

# Sentences about the rules of a problem: why a sum cannot be reached.


def rule_words(rule: Rule, about: str, cells: Sequence[Cell], low: bool, number: int) -> Words:
    """Return the reason why a sum that a rule requires cannot be reached.

    Parameters
    ----------
    rule : Rule
    about : str
        The subject of the sum, as in `tilewright.model.cover.sums.Sums`.
    cells : sequence of cells
        The cells that the sum refers to.
    low : bool
        Whether the sum is too low instead of too high.
    number : int
        The largest or smallest possible sum.
    """
    if isinstance(rule, Sum):
        key = "sumLow" if low else "sumHigh"
        return sentence(key, sum=sum_words(rule), cell=cells[0], number=number)
    if isinstance(rule, Tiles):
        if rule.pieces:
            pieces = plain(sentence("lastOr")).join(rule.pieces)
            return sentence("tooFewOf" if low else "tooManyOf", pieces=pieces)
        return sentence("tooFewPieces" if low else "tooManyPieces")
    if isinstance(rule, FaultFree):
        return sentence("noCrossing", line=about)
    if isinstance(rule, Apart):
        near = {(): "sideBySide", SIZE: "sameSize", SAME_WAY: "sameWay"}
        return sentence(
            "touching" if rule.corners else near.get(rule.of, "besideEachOther"), cell=cells[0]
        )
    keys = {
        Equal: "sumEqual",
        Unequal: "sumUnequal",
        NoCrossroads: "fourMeet",
        Maximal: "roomLeft",
    }
    return sentence(keys[type(rule)], cell=cells[0])


def sum_words(rule: Sum) -> str:
    """Return the sum that a region must have.

    >>> sum_words(Sum(((0, 0),), 12, 12)), sum_words(Sum(((0, 0),), 0, 4))
    ('12', 'less than 5')
    """
    if rule.most is None:
        return plain(sentence("moreThan", number=rule.least - 1))
    if rule.least == rule.most:
        return str(rule.least)
    if rule.least == 0:
        return plain(sentence("lessThan", number=rule.most + 1))
    return plain(sentence("fromTo", least=rule.least, most=rule.most))


#: The largest number of placements: tables of pairs of placements are stored.
LARGEST = 6000
#: Trials between two looks at the clock.
_TRIALS = 512


def _places(number: int) -> str:
    return "in one place" if number == 1 else f"in {number} places"


class Deducer:
    """Makes deductions about one problem. Raises `LimitError` if there are more than `LARGEST`
    placements.

    Sets of placements are bits of words, so the tables for p placements need p² / 8 bytes. The
    kernels find the steps, and this class finds the words.
    """

    def __init__(self, cover: Cover) -> None:
        if cover.size > LARGEST:
            raise LimitError(
                f"deductions support at most {LARGEST} placements, but this problem has "
                f"{cover.size}"
            )
        from tilewright.kernels.deduction import grade, regions, sums
        from tilewright.kernels.deduction import steps as deduction

        self.cover = cover
        self.kernels = deduction
        self._grade = grade
        self._floods = regions
        self._sums = sums
        self.tables = problem_tables(cover)
        #: For each sum its rule, and what it is about.
        self.rules = sum_rules(cover)
        self.regions = region_tables(cover)

    def start(self, chosen: tuple[int, ...] = ()) -> Candidates:
        """Return the position with some placements chosen, or raise `ValueError` if they exclude
        each other.
        """
        there = self.tables.own[self.cover.most > 0]
        alive = np.bitwise_or.reduce(there, axis=0, initial=np.uint64(0))
        position = Candidates(
            alive,
            np.zeros(self.cover.area, dtype=bool),
            np.zeros(len(self.cover.least) + len(self.rules), dtype=np.int64),
            np.zeros_like(alive),
            np.zeros(2, dtype=np.int64),
        )
        for placement in chosen:
            if not position.allows(placement):
                raise ValueError(f"the placement {placement} does not fit in this position")
            self.choose(position, placement)
        return position

    def choose(self, position: Candidates, placement: int) -> None:
        """Choose a placement, and remove the placements that it excludes."""
        self._grade.place(self.tables, position.state, int(placement))

    def solved(self, position: Candidates) -> bool:
        """Return whether the puzzle is solved."""
        return bool(self._grade.is_solved(self.tables, position.state))

    # What to call things -------------------------------------------------------------------------

    def cell(self, number: int) -> Cell:
        """Return a cell by its number."""
        return tuple(self.cover.cells[number].tolist())

    def cells(self, numbers: NDArray[np.integer]) -> tuple[Cell, ...]:
        """Return cells by their numbers, in order."""
        return tuple(tuple(cell) for cell in self.cover.cells[np.sort(numbers)].tolist())

    def places(self, position: Candidates) -> dict[Cell, int]:
        """Return the number of remaining placements for each uncovered cell."""
        left = self.placements_left(position).tolist()
        return {self.cell(i): left[i] for i in range(self.cover.area) if not position.covered[i]}

    def cells_of(self, placement: int) -> tuple[Cell, ...]:
        """Return the cells of a placement."""
        begin, end = self.cover.start[placement : placement + 2]
        return self.cells(self.cover.item[begin:end])

    def name(self, placement: int) -> str:
        """Return the name of the piece of a placement for sentences."""
        return self.called(int(self.cover.placement_piece[placement]))

    def called(self, index: int) -> str:
        """Return the name of a piece for sentences, given its number."""
        return called(self.cover.problem.pieces, index)

    def _contradiction(self, what: list[int], position: Candidates) -> Words:
        """Return the contradiction that a trial leads to."""
        kernels, (number, outcome, *_, lower, upper) = self.kernels, what
        if outcome == kernels.DEAD:
            return ("nothing can cover the cell ", self.cell(number))
        if outcome == kernels.EMPTY:
            return (
                f"{counted(number, 'cell')} cannot be covered, but only {self.cover.empty_most} "
                "may stay empty"
            )
        if outcome == kernels.REGION:
            return (
                f"a part of {counted(number, 'cell')} is cut off, and the remaining pieces cannot "
                "fill it"
            )
        if outcome == kernels.SHORT:
            # At the end of a trial, fewer copies may be missing than in the position.
            few = self.cover.least[number] - position.used[number] > 1
            piece = self.called(number)
            return (
                f"there are too few places left for {piece}"
                if few
                else f"there is no place left for {piece}"
            )
        if outcome == kernels.SUM:
            return self._broken_sum(number, lower, upper)
        return f"the places left for {self.called(number)} overlap"

    def _broken_sum(self, number: int, lower: int, upper: int) -> Words:
        """Return the reason why a sum cannot be reached, from its bounds."""
        rule, about = self.rules[number]
        low = upper < int(self.tables.floor[number])
        return rule_words(rule, about, self.sum_cells(number), low, upper if low else lower)

    def sum_cells(self, number: int) -> tuple[Cell, ...]:
        """Return the cells that a sum refers to; empty if it refers to a line or the whole
        board.
        """
        if not self.tables.local[number]:
            return ()
        first, end = self.tables.row[number : number + 2]
        return self.cells(self.tables.cell[first:end])

    def placements_left(self, position: Candidates) -> NDArray[np.int64]:
        """Return the number of remaining placements for each cell."""
        number = np.empty(self.cover.area, dtype=np.int64)
        self.kernels.left(self.tables, position.alive, number)
        return number

    # The steps -----------------------------------------------------------------------------------

    def step(
        self,
        kind: int,
        position: Candidates,
        good: NDArray[np.uint64],
        bad: NDArray[np.uint64],
        what: NDArray[np.int64],
    ) -> Step:
        """Return a step that a kernel has found, with the reason in words."""
        name = KINDS.get(kind, "trial")
        chosen, removed = (tuple(members(bits).tolist()) for bits in (good, bad))
        if kind == self._grade.WAY:
            words, cells = self._way(int(what[0]), chosen[0])
        else:
            find: dict[str, Callable[..., tuple[Words, tuple[Cell, ...]]]] = {
                "cell": self._only_piece,
                "piece": self._only_places,
                "rule": self._rule,
                "region": self._region,
                "blocked": self._blocked,
                "symmetry": self._symmetry,
                "trial": self._trial,
            }
            words, cells = find[name](position, chosen or removed, what.tolist())
        return Step(name, words, chosen, removed, cells)

    def _only_piece(
        self, position: Candidates, chosen: tuple[int, ...], what: list[int]
    ) -> tuple[Words, tuple[Cell, ...]]:
        cell = self.cell(what[0])
        return sentence("onlyPiece", piece=self.name(chosen[0]), cell=cell), (cell,)

    def _only_places(
        self, position: Candidates, chosen: tuple[int, ...], what: list[int]
    ) -> tuple[Words, tuple[Cell, ...]]:
        cells, number = self.cells_of(chosen[0]), len(chosen)
        key, name = "onePlace" if number == 1 else "allPlaces", self.called(what[0])
        return sentence(key, piece=name, number=number, cell=cells[0]), cells

    def _rule(
        self, position: Candidates, removed: tuple[int, ...], what: list[int]
    ) -> tuple[Words, tuple[Cell, ...]]:
        after = position.copy()
        self.choose(after, removed[0])
        why: Words = ""
        cells: tuple[Cell, ...] = ()
        bad, bounds = np.zeros_like(after.alive), np.zeros(5, dtype=np.int64)
        outcome = self._sums.narrow(self.tables, *after.arrays, what[0], bad, bounds)
        if outcome == self._sums.BROKEN:
            number, *_, lower, upper = bounds.tolist()
            why, cells = self._broken_sum(number, lower, upper), self.sum_cells(number)
        words = (
            f"{_places(len(removed))} a piece would break a rule: with {self.name(removed[0])} at ",
            self.cells_of(removed[0])[0],
            ", ",
            *spoken(why),
        )
        return words, cells

    def _region(
        self, position: Candidates, removed: tuple[int, ...], what: list[int]
    ) -> tuple[Words, tuple[Cell, ...]]:
        begin, end = self.cover.start[removed[0] : removed[0] + 2]
        size = self._floods.cut_off(
            self.regions,
            position.covered,
            position.used,
            self.cover.item[begin:end],
            self.cover.placement_piece[removed[0]],
        )
        where = self.cells(self.regions.queue[:size])
        words = (
            f"{_places(len(removed))} a piece would cut off a part that the other pieces cannot "
            "fill, such as " + (f"the {len(where)} cells at " if len(where) > 1 else "the cell "),
            where[0],
            self._sizes_remark(position, len(where)),
        )
        return words, where

    def _sizes_remark(self, position: Candidates, cells: int) -> str:
        """Return a remark on the sizes of the remaining pieces, if they are the reason."""
        left = np.flatnonzero(self.cover.most > position.used[: len(self.cover.most)])
        first, share = self.regions.first, self.regions.share[:, 0]
        sizes = {size for k in left for size in share[first[k] : first[k + 1]].tolist()}
        if len(sizes) != 1 or self.cover.empty_most or cells % (size := sizes.pop()) == 0:
            return ""
        return f" (each piece has {counted(size, 'cell')})"

    def _blocked(
        self, position: Candidates, removed: tuple[int, ...], what: list[int]
    ) -> tuple[Words, tuple[Cell, ...]]:
        alive, covered = position.alive, position.covered
        places = _places(len(removed))
        before = self.placements_left(position)
        required = ~covered & ~self.cover.optional
        if int(((before == 0) & ~covered).sum()) == self.cover.empty_most:
            required = ~covered & (before > 0)
        after = self.placements_left(
            replace(position, alive=alive & ~self.tables.conflict[removed[0]])
        )
        begin, end = self.cover.start[removed[0] : removed[0] + 2]
        after[self.cover.item[begin:end]] = 1
        empty = np.flatnonzero(required & (after == 0))
        if not len(empty):
            return f"{places} a piece would leave too few places for another piece", ()
        cell = self.cell(int(empty[0]))
        words = (
            f"{places} a piece would leave a cell that no other piece can cover, such as ",
            cell,
        )
        return words, (cell,)

    def _symmetry(
        self, position: Candidates, removed: tuple[int, ...], what: list[int]
    ) -> tuple[Words, tuple[Cell, ...]]:
        joined = self.cover.problem.board.surface.joined
        move = "moving the board onto itself" if joined else "turning or flipping the board"
        if what[0] < 0:
            name, places = self.name(removed[0]), _places(len(removed))
            return f"{move} changes nothing, so {name} does not have to be tried {places}", ()
        cell = self.cell(what[0])
        words = (
            f"{move} changes nothing, so among the ways to cover the cell ",
            cell,
            f", {len(removed)} can be skipped",
        )
        return words, (cell,)

    def _trial(
        self, position: Candidates, removed: tuple[int, ...], what: list[int]
    ) -> tuple[Words, tuple[Cell, ...]]:
        length, why = what[2], spoken(self._contradiction(what, position))
        cells = self.cells_of(removed[0])
        follows = "one piece" if length == 1 else f"{length} pieces"
        after = f"{follows} would then be forced, and " if length else ""
        return (f"with {self.name(removed[0])} at ", cells[0], f", {after}", *why), cells

    def _way(self, number: int, chosen: int) -> tuple[Words, tuple[Cell, ...]]:
        """Return the step that says that any way to cover a cell leads to a solution.

        This is not a guess, although other solutions may not contain it (`Step.is_choice`). If a
        puzzle has one solution up to symmetry, any way is valid.
        """
        cell = self.cell(number)
        words = (
            "every remaining way to cover the cell ",
            cell,
            f" leads to a solution, so any of them works; use {self.name(chosen)}",
        )
        return words, (cell,)


@limited
def grade(cover: Cover, guesses: int = 200, **limits: Unpack[Limits]) -> Grade:
    """Solve a problem as a person would, and return its difficulty.

    Parameters
    ----------
    cover : Cover
    guesses : int
        The number of guesses after which scoring stops. A puzzle that requires a guess has the
        level *expert*.
    timeout, max_memory
        See `tilewright.system.work.limits`.

    Returns
    -------
    Grade
        The level is the easiest one in `GRADES` whose kinds of steps are enough to solve the
        puzzle. Each step uses the easiest kind of deduction that is possible at that point.

    Raises
    ------
    LimitError
        If the problem has more than `LARGEST` placements, or if the time limit is reached.
    """
    deducer, deadline = Deducer(cover), current_deadline()
    grading = Solving(deducer, deducer.start(), GRADES["expert"], guesses)
    steps = []
    while grading.step():
        if deadline.passed:
            raise deadline.error_before("the puzzle was graded")
        steps += grading.found()
    counts = grading.counts
    level = next(name for name, kinds in GRADES.items() if set(counts) <= kinds)
    score = sum(WEIGHT[kind] * number for kind, number in counts.items())
    return Grade(level, score, counts, tuple(steps))


class Solving:
    """A puzzle that is solved step by step, with steps of the allowed kinds."""

    def __init__(
        self,
        deducer: Deducer,
        position: Candidates,
        allowed: frozenset[StepKind],
        guesses: int = 0,
    ) -> None:
        from tilewright.kernels.deduction import grade

        self._deducer, self._kernels = deducer, grade
        depth = min(guesses, deducer.cover.area) + grade.AGAIN + 2
        rows = [np.zeros((depth, len(array)), array.dtype) for array in position.state]
        for array, first in zip(rows, position.state, strict=True):
            array[0] = first
        self._position = Candidates(*(array[0] for array in rows))
        words = len(position.alive)
        self._arrays = grade.Grading._make(
            (
                *rows,
                np.zeros((depth, words), dtype=np.uint64),
                *np.zeros((2, words), dtype=np.uint64),
                np.zeros((16, 2), dtype=np.int64),
                *np.zeros((2, 5), dtype=np.int64),
            )
        )
        self._arrays.clock[grade.GUESSES] = guesses
        bits = sum(1 << number for number, kind in KINDS.items() if kind in allowed)
        images = np.zeros((0, deducer.cover.size), dtype=np.int32)
        self._passed: list[Any] = [
            *(deducer.tables, deducer.regions, images, self._arrays),
            *(bits, 1, _TRIALS),
        ]
        #: Whether the puzzle is solved; whether a contradiction was found.
        self.solved = self.impossible = False

    def step(self) -> bool:
        """Take the last step that was found, and find the next step. Return False at the end."""
        kernels, arrays = self._kernels, self._arrays
        outcome = kernels.advance(*self._passed)
        if outcome == kernels.ASKS:
            self._passed[2] = self._deducer.cover.symmetries()
        self.solved = outcome == kernels.SOLVED
        self.impossible = outcome == kernels.STUCK and bool(arrays.clock[kernels.BROKE])
        return outcome in (kernels.ASKS, kernels.MORE)

    def found(self) -> list[Step]:
        """Return the step that was found, if any, unless a guess was made."""
        kernels, arrays = self._kernels, self._arrays
        kind, *ahead = arrays.clock[[kernels.KIND, kernels.LEVEL]].tolist()
        if not kind or any(ahead):
            return []
        return [self._deducer.step(kind, self._position, arrays.good, arrays.bad, arrays.what)]

    @property
    def counts(self) -> dict[StepKind, int]:
        """The number of steps of each kind, in the order in which the kinds were first needed."""
        counts = self._arrays.counts
        found = [kind for kind in KINDS if counts[kind, 0]]
        return {KINDS[k]: int(counts[k, 0]) for k in sorted(found, key=lambda k: counts[k, 1])}
