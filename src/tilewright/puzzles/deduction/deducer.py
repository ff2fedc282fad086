"""The deducer: it finds the next step from any position, and grades a puzzle by the steps that it
takes.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import LimitError
from tilewright.model.cover import Cover
from tilewright.model.rules.rule_types import (
    Apart,
    CellRule,
    Equal,
    FaultFree,
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
    WEIGHT,
    Candidates,
    Contradiction,
    Grade,
    Step,
    StepKind,
    called,
)
from tilewright.puzzles.deduction.tables import (
    members,
    parts_of,
    problem_tables,
    region_tables,
    sum_rules,
)
from tilewright.system.values.arguments import counted
from tilewright.system.work.deadline import Deadline, current_deadline
from tilewright.system.work.limits import Limits, limited

# Sentences about the rules of a problem: why a sum cannot be reached.


def rule_words(rule: Rule, about: str, cells: Sequence[Cell], low: bool, number: int) -> Words:
    """Return why a sum that a rule demands cannot be reached.

    Parameters
    ----------
    rule : Rule
    about : str
        What the sum is about, as in `tilewright.model.cover.sums.Sums`.
    cells : sequence of cells
        The cells that it is about.
    low : bool
        Whether the sum is too low, not too high.
    number : int
        What it is at most, or at least.
    """
    if isinstance(rule, Sum):
        key = "sumLow" if low else "sumHigh"
        return sentence(key, sum=sum_words(rule), cell=cells[0], number=number)
    if isinstance(rule, Tiles):
        if rule.pieces:
            return sentence("tooFewOf" if low else "tooManyOf", pieces=" or ".join(rule.pieces))
        return sentence("tooFewPieces" if low else "tooManyPieces")
    if isinstance(rule, FaultFree):
        return sentence("noCrossing", line=about)
    keys = {
        Equal: "sumEqual",
        Unequal: "sumUnequal",
        NoCrossroads: "fourMeet",
        Apart: "sideBySide",
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
_NEVER = Deadline()


def _places(number: int) -> str:
    return "in one place" if number == 1 else f"in {number} places"


def _find_most_alike(
    choices: list[NDArray[np.int64]], group: list[NDArray[np.int64]]
) -> tuple[NDArray[np.int64], int]:
    """Return the most of one choice that can be left out, and the number of that choice."""
    best, number = np.empty(0, dtype=np.int64), -1
    for index, choice in enumerate(choices):
        if len(choice) < 2:
            continue
        images = np.stack([image[choice] for image in group])
        lowest = np.where(np.isin(images, choice), images, choice).min(axis=0)
        spare = choice[lowest < choice]
        if len(spare) > len(best):
            best, number = spare, index
    return best, number


class Deducer:
    """Makes deductions on one problem; raises `LimitError` if there are more than `LARGEST`
    placements.

    Sets of placements are bits of words, so p placements take p² / 8 bytes of tables. The kernels
    find the steps; the words are found here.
    """

    def __init__(self, cover: Cover) -> None:
        if cover.size > LARGEST:
            raise LimitError(
                f"deductions support at most {LARGEST} placements, but this problem has "
                f"{cover.size}"
            )
        from tilewright.kernels.deduction import regions, sums
        from tilewright.kernels.deduction import steps as deduction

        self.cover = cover
        self.kernels = deduction
        self._floods = regions
        self._sums = sums
        self.tables = problem_tables(cover)
        #: For each sum its rule, and what it is about.
        self.rules = sum_rules(cover)
        self.regions = region_tables(cover)
        self._what = np.zeros(5, dtype=np.int64)

    def start(self, chosen: tuple[int, ...] = ()) -> Candidates:
        """Return the position with some placements chosen; raise `ValueError` if they exclude each
        other.
        """
        there = self.tables.own[self.cover.most > 0]
        position = Candidates(
            np.bitwise_or.reduce(there, axis=0, initial=np.uint64(0)),
            np.zeros(self.cover.area, dtype=bool),
            np.zeros(len(self.cover.least) + len(self.rules), dtype=np.int64),
            [],
        )
        for placement in chosen:
            if not position.allows(placement):
                raise ValueError(f"the placement {placement} does not fit here")
            self.choose(position, placement)
        return position

    def choose(self, position: Candidates, placement: int) -> None:
        """Place a placement, and remove what it excludes."""
        position.chosen.append(int(placement))
        self.kernels.choose(self.tables, *position.arrays, placement)

    def solved(self, position: Candidates) -> bool:
        """Return True if nothing is left to do."""
        empty = len(position.covered) - int(np.count_nonzero(position.covered))
        return (
            self.cover.empty_least <= empty <= self.cover.empty_most
            and bool((position.used[: len(self.cover.least)] >= self.cover.least).all())
            and (not empty or bool(self.cover.optional[~position.covered].all()))
            and self._keeps_rules(position)
        )

    def _keeps_rules(self, position: Candidates) -> bool:
        """Return True if what is chosen makes up all sums."""
        tables, used = self.tables, position.used[len(self.cover.least) :]
        inside = (tables.floor <= used) & (used <= tables.ceiling)
        return bool(np.where(tables.colored, used >= 0, inside).all())

    # What to call things -------------------------------------------------------------------------

    def cell(self, number: int) -> Cell:
        """Return a cell by its number."""
        return tuple(self.cover.cells[number].tolist())

    def cells(self, numbers: NDArray[np.integer]) -> tuple[Cell, ...]:
        """Return cells by their numbers, in order."""
        return tuple(tuple(cell) for cell in self.cover.cells[np.sort(numbers)].tolist())

    def places(self, position: Candidates) -> dict[Cell, int]:
        """Return how many placements are left for each cell that is not covered."""
        left = self.placements_left(position).tolist()
        return {self.cell(i): left[i] for i in range(self.cover.area) if not position.covered[i]}

    def cells_of(self, placement: int) -> tuple[Cell, ...]:
        """Return the cells of a placement."""
        begin, end = self.cover.start[placement : placement + 2]
        return self.cells(self.cover.item[begin:end])

    def name(self, placement: int) -> str:
        """Return the name of a placement's piece for sentences."""
        return self.called(int(self.cover.placement_piece[placement]))

    def called(self, index: int) -> str:
        """Return the name of a piece for sentences, by its number."""
        return called(self.cover.problem.pieces, index)

    def _contradiction(self, outcome: int, number: int, position: Candidates) -> Contradiction:
        """Return what a kernel has found as a contradiction."""
        kernels = self.kernels
        if outcome == kernels.DEAD:
            cell = self.cell(number)
            return Contradiction(("nothing can cover the cell ", cell), (cell,))
        if outcome == kernels.EMPTY:
            dead = np.flatnonzero((self.placements_left(position) == 0) & ~position.covered)
            return Contradiction(
                f"{counted(number, 'cell')} cannot be covered, but only {self.cover.empty_most} "
                "may stay empty",
                self.cells(dead),
            )
        if outcome == kernels.REGION:
            return Contradiction(
                f"a part of {counted(number, 'cell')} is cut off, and the remaining pieces cannot "
                "fill it",
                self.cells(self.regions.queue[:number]),
            )
        if outcome == kernels.SHORT:
            # At the end of a trial, fewer copies may be missing than in the position.
            few = self.cover.least[number] - position.used[number] > 1
            return Contradiction(
                f"there {'are too few places' if few else 'is no place'} left for "
                f"{self.called(number)}"
            )
        if outcome == kernels.SUM:
            return self._explain_sum(number)
        return Contradiction(f"the places left for {self.called(number)} overlap")

    def _explain_sum(self, number: int) -> Contradiction:
        """Return why a sum cannot be reached, as the kernel has found."""
        rule, about = self.rules[number]
        cells, (lower, upper) = self.sum_cells(number), self._what[3:].tolist()
        low = bool(upper < self.tables.floor[number])
        words = rule_words(rule, about, cells, low, upper if low else lower)
        return Contradiction(words, cells)

    def sum_cells(self, number: int) -> tuple[Cell, ...]:
        """Return the cells that a sum is about; none if it is about a line or the whole board."""
        if isinstance(self.rules[number][0], (Tiles, FaultFree)):
            return ()
        first, end = self.tables.row[number : number + 2]
        cells, rule = self.cells(self.tables.cell[first:end]), self.rules[number][0]
        # Where nothing can cover a region any more, no placement adds to its sum.
        return rule.cells if isinstance(rule, CellRule) and not cells else cells

    @property
    def broken_sum(self) -> int:
        """The number of the sum about which `narrow` raised a contradiction."""
        return int(self._what[0])

    def narrow(self, position: Candidates, number: int = 0) -> tuple[int, list[int]] | None:
        """Return the first sum, from a number on, that placements would break, and these
        placements; None if there is none.

        Raises
        ------
        Contradiction
            If a sum cannot be reached.
        """
        bad = np.zeros_like(position.alive)
        outcome = self._sums.narrow(self.tables, *position.arrays, number, bad, self._what)
        if outcome == self._sums.BROKEN:
            raise self._contradiction(self.kernels.SUM, int(self._what[0]), position)
        return (
            None if outcome == self._sums.NOTHING else (int(self._what[0]), members(bad).tolist())
        )

    def breaking(self, position: Candidates) -> list[int]:
        """Return the placements that would break a sum; raises as `narrow`."""
        every: set[int] = set()
        number = 0
        while (breach := self.narrow(position, number)) is not None:
            number = breach[0] + 1
            every.update(breach[1])
        return sorted(every)

    def rule(self, position: Candidates) -> Step | None:
        """Return the placements that would break one of the rules, or None; raise `Contradiction`
        if the rules allow no tiling.
        """
        breach = self.narrow(position) if self.rules else None
        if breach is None:
            return None
        removed = tuple(breach[1])
        after = position.copy()
        self.choose(after, removed[0])
        why: Words = ""
        cells: tuple[Cell, ...] = ()
        try:
            self.narrow(after, breach[0])
        except Contradiction as broken:
            why, cells = broken.words, broken.cells
        words = (
            f"{_places(len(removed))} a piece would break a rule: with {self.name(removed[0])} at ",
            self.cells_of(removed[0])[0],
            ", ",
            *spoken(why),
        )
        return Step("rule", words, removed=removed, cells=cells)

    def placements_left(self, position: Candidates) -> NDArray[np.int64]:
        """Return the number of placements left for each cell."""
        number = np.empty(self.cover.area, dtype=np.int64)
        self.kernels.left(self.tables, position.alive, number)
        return number

    def _narrowest(self, position: Candidates) -> int:
        """Return the open cell with the fewest placements, not counting cells without any."""
        left = self.placements_left(position)
        left[position.covered | (left == 0)] = self.cover.size + 1
        return int(left.argmin())

    def narrowest_placements(self, position: Candidates) -> list[int]:
        """Return the placements on the open cell with the fewest."""
        cell = self._narrowest(position)
        return members(position.alive & self.tables.over[cell]).tolist()  # type: ignore[no-any-return]

    # The steps -----------------------------------------------------------------------------------

    def forced(self, position: Candidates) -> Step | None:
        """Return a step of the kinds *cell* or *piece*, or None; raise `Contradiction` if there is
        clearly no tiling.
        """
        kernels = self.kernels
        outcome, number, placement = self.forced_by_kernel(position)
        if outcome == kernels.NOTHING:
            return None
        if outcome == kernels.CELL:
            cell = self.cell(number)
            return Step(
                "cell",
                sentence("onlyPiece", piece=self.name(placement), cell=cell),
                (placement,),
                cells=(cell,),
            )
        if outcome == kernels.PIECE:
            chosen = tuple(members(position.alive & self.tables.own[number]).tolist())
            name, cells = self.called(number), self.cells_of(chosen[0])
            key = "onePlace" if len(chosen) == 1 else "allPlaces"
            words = sentence(key, piece=name, number=len(chosen), cell=cells[0])
            return Step("piece", words, chosen, cells=cells)
        raise self._contradiction(outcome, number, position)

    def forced_by_kernel(self, position: Candidates) -> tuple[int, int, int]:
        """Return what the kernel `forced` finds, the number of the cell or piece, and that of the
        placement.
        """
        outcome = self.kernels.forced(self.tables, *position.arrays, self._what)
        return outcome, int(self._what[0]), int(self._what[1])

    def cutting(self, position: Candidates) -> list[int]:
        """Return the placements that would cut off a region that cannot be filled."""
        return self._marked(self.kernels.cutting, position, self.tables, self.regions)

    def blocking(self, position: Candidates) -> list[int]:
        """Return the placements that would leave a cell or a piece without a place."""
        return self._marked(self.kernels.blocked, position, self.tables)

    def _marked(
        self, kernel: Callable[..., int], position: Candidates, *tables: object
    ) -> list[int]:
        """Return the placements that a kernel marks."""
        bad = np.zeros_like(position.alive)
        kernel(*tables, *position.arrays, bad)
        return members(bad).tolist()  # type: ignore[no-any-return]

    def failing(self, position: Candidates, deadline: Deadline) -> Iterator[tuple[int, int]]:
        """Yield the placements that lead to a contradiction by forced steps, and how many pieces
        follow before it.
        """
        for begin in range(0, self.cover.size, _TRIALS):
            if deadline.passed:
                return
            next_, end = begin, min(begin + _TRIALS, self.cover.size)
            while next_ < end:
                placement = self.kernels.trial(
                    self.tables, self.regions, *position.arrays, next_, end, self._what
                )
                if placement < 0:
                    break
                yield placement, int(self._what[2])
                next_ = placement + 1

    def stranded(self, position: Candidates) -> list[int]:
        """Return the smallest open region that the remaining pieces cannot fill; empty if there is
        none.
        """
        is_open = np.flatnonzero(~position.covered).tolist()
        for part in sorted(
            parts_of(is_open, self.cover.beside), key=lambda part: (len(part), min(part))
        ):
            covered = np.ones_like(position.covered)
            covered[part] = False
            if self._floods.misfit(self.regions, covered, position.used):
                return sorted(part)
        return []

    def region(self, position: Candidates) -> Step | None:
        """Return the placements that would cut off a region that cannot be filled, or None."""
        if position.whole == len(position.chosen):
            return None
        size = self._floods.misfit(self.regions, position.covered, position.used)
        if size:
            raise self._contradiction(self.kernels.REGION, size, position)
        removed = tuple(self.cutting(position))
        if not removed:
            position.whole = len(position.chosen)
            return None
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
        return Step("region", words, removed=removed, cells=where)

    def _sizes_remark(self, position: Candidates, cells: int) -> str:
        """Return a remark on the sizes of the remaining pieces, if they are the reason."""
        sizes = {size for shares, _ in self.shares_left(position) for size in shares}
        if len(sizes) != 1 or self.cover.empty_most or cells % (size := sizes.pop()) == 0:
            return ""
        return f" (each piece has {counted(size, 'cell')})"

    def missing(self, position: Candidates) -> list[int]:
        """Return how many copies of each piece are missing, below 0 if there are more."""
        least = self.cover.least
        return (least - position.used[: len(least)]).tolist()  # type: ignore[no-any-return]

    def shares_left(self, position: Candidates) -> list[tuple[list[int], int]]:
        """Return, for each remaining piece, how many cells of a region a copy may cover, and how
        many copies are left.
        """
        left = (self.cover.most - position.used[: len(self.cover.most)]).tolist()
        return [(self._shares(index), number) for index, number in enumerate(left) if number > 0]

    def _shares(self, piece: int) -> list[int]:
        """Return how many cells of a region one copy of a piece may cover."""
        begin, end = self.regions.first[piece : piece + 2]
        sizes: list[int] = self.regions.share[begin:end, 0].tolist()
        return sizes

    def blocked(self, position: Candidates) -> Step | None:
        """Return the placements that would leave a cell or a piece without a place, or None."""
        alive, covered = position.alive, position.covered
        removed = tuple(self.blocking(position))
        if not removed:
            return None
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
        if len(empty):
            cell = self.cell(int(empty[0]))
            words = (
                f"{places} a piece would leave a cell that no other piece can cover, such as ",
                cell,
            )
            return Step("blocked", words, removed=removed, cells=(cell,))
        return Step(
            "blocked",
            f"{places} a piece would leave too few places for another piece",
            removed=removed,
        )

    def symmetry(self, position: Candidates) -> Step | None:
        """Return placements that need not be tried, as a symmetry maps others to them, or None.

        Among the places of a single piece, or the placements on a cell, one must be chosen; images
        lead to the same solutions, turned.
        """
        if len(self.cover.symmetries()) < 2:
            return None
        alive = np.zeros(self.cover.size, dtype=bool)
        alive[members(position.alive)] = True
        group = [image for image in self.cover.symmetries() if (alive[image] == alive).all()]
        group = [
            image for image in group if set(image[position.chosen].tolist()) == set(position.chosen)
        ]
        if len(group) < 2:
            return None
        single = (self.cover.least == 1) & (self.cover.most == 1)
        single &= position.used[: len(single)] == 0
        choices = [
            np.flatnonzero(alive & (self.cover.placement_piece == piece))
            for piece in np.flatnonzero(single)
        ]
        best, number = _find_most_alike(choices, group)
        joined = self.cover.problem.board.surface.joined
        move = "moving the board onto itself" if joined else "turning or flipping the board"
        if len(best):
            name = self.name(int(best[0]))
            text = (
                f"{move} changes nothing, so {name} does not have to be tried {_places(len(best))}"
            )
            return Step("symmetry", text, removed=tuple(best.tolist()))
        cells = np.flatnonzero(~position.covered & ~self.cover.optional)
        placement = np.repeat(np.arange(self.cover.size), np.diff(self.cover.start))
        choices = [
            np.unique(placement[(self.cover.item == cell) & alive[placement]]) for cell in cells
        ]
        best, number = _find_most_alike(choices, group)
        if not len(best):
            return None
        cell = self.cell(int(cells[number]))
        words = (
            f"{move} changes nothing, so among the ways to cover the cell ",
            cell,
            f", {len(best)} can be skipped",
        )
        return Step("symmetry", words, removed=tuple(best.tolist()), cells=(cell,))

    def trial(self, position: Candidates, deadline: Deadline = _NEVER) -> Step | None:
        """Return a placement that leads to a contradiction by forced steps alone, or None."""
        for placement, length in self.failing(position, deadline):
            number, outcome = self._what[:2].tolist()
            why = spoken(self._contradiction(outcome, number, position).words)
            cells = self.cells_of(placement)
            follows = "one piece" if length == 1 else f"{length} pieces"
            after = f"{follows} would then be forced, and " if length else ""
            words = (f"with {self.name(placement)} at ", cells[0], f", {after}", *why)
            return Step("trial", words, removed=(placement,), cells=cells)
        return None

    def next_step(
        self,
        position: Candidates,
        allowed: frozenset[StepKind] = GRADES["hard"],
        deadline: Deadline = _NEVER,
    ) -> Step | None:
        """Return the easiest step of the allowed kinds, or None; raise `Contradiction` if there is
        no tiling.

        Trials end at the deadline.
        """
        for kind, find in (
            ("cell", self.forced),
            ("rule", self.rule),
            ("region", self.region),
            ("blocked", self.blocked),
            ("symmetry", self.symmetry),
            ("trial", functools.partial(self.trial, deadline=deadline)),
        ):
            if kind in allowed and (step := find(position)) is not None:
                return step
        return self.choose_any_way(position) if {"symmetry", "trial"} <= allowed else None

    def choose_any_way(self, position: Candidates, again: int = 2) -> Step | None:
        """Return one of the ways to cover a cell if each of them leads to a solution, or None.

        This is not a guess, though other solutions may lack it (`Step.is_choice`). If a puzzle has
        one solution up to symmetry, any way will do. It may happen `again` times on the way.
        """
        number = self._narrowest(position)
        ways = members(position.alive & self.tables.over[number]).tolist()
        # No placements are left if all open cells, too many, would have to stay empty.
        if not ways or not all(self._leads_on(position, placement, again) for placement in ways):
            return None
        cell = self.cell(number)
        words = (
            "every remaining way to cover the cell ",
            cell,
            f" leads to a solution, so any of them works; use {self.name(ways[0])}",
        )
        return Step("trial", words, chosen=(ways[0],), cells=(cell,))

    def _leads_on(self, position: Candidates, placement: int, again: int) -> bool:
        """Return True if a placement leads to a tiling without a trial or a guess."""
        attempt = position.copy()
        try:
            self.choose(attempt, placement)
            while not self.solved(attempt):
                step = self.next_step(attempt, GRADES["medium"] - {"symmetry"})
                if step is None and again:
                    step = self.choose_any_way(attempt, again - 1)
                if step is None:
                    return False
                self.carry_out(attempt, step)
        except Contradiction:
            return False
        return True

    def carry_out(self, position: Candidates, step: Step) -> None:
        """Carry out a step."""
        position.exclude(step.removed)
        for placement in step.chosen:
            if position.allows(placement):
                self.choose(position, placement)


class _Grading:
    """The steps that solve a puzzle: how many of each kind, and those before a guess."""

    def __init__(self, deducer: Deducer, guesses: int, deadline: Deadline) -> None:
        self.deducer, self.guesses, self.deadline = deducer, guesses, deadline
        self.counts: Counter[StepKind] = Counter()
        self.steps: list[Step] = []

    def solve(self, position: Candidates) -> bool:
        """Solve a position, by guesses if needed; return False if it has no tiling, or there are
        too many guesses.
        """
        deducer = self.deducer
        try:
            while not deducer.solved(position):
                step = deducer.next_step(position, deadline=self.deadline)
                if self.deadline.passed:
                    raise self.deadline.error(" before the puzzle was graded")
                if step is None:
                    return self._guess(position)
                self.counts[step.kind] += 1
                if "guess" not in self.counts:
                    self.steps.append(step)
                deducer.carry_out(position, step)
        except Contradiction:
            return False
        return True

    def _guess(self, position: Candidates) -> bool:
        for placement in self.deducer.narrowest_placements(position):
            self.counts["guess"] += 1
            if self.counts["guess"] > self.guesses:
                return False
            attempt = position.copy()
            self.deducer.choose(attempt, placement)
            if self.solve(attempt):
                return True
        return False


@limited
def grade(cover: Cover, guesses: int = 200, **limits: Unpack[Limits]) -> Grade:
    """Solve a problem as a person would, and return the grade.

    Parameters
    ----------
    cover : Cover
    guesses : int
        Stop counting the score after this many guesses. Any guess makes the level *expert*.
    timeout, max_memory
        See `tilewright.system.work.limits`.

    Returns
    -------
    Grade
        The level is the easiest of `GRADES` whose kinds of steps solve the puzzle. Each step is of
        the easiest possible kind.

    Raises
    ------
    LimitError
        If the problem has more than `LARGEST` placements, or the time limit is reached.
    """
    deducer = Deducer(cover)
    grading = _Grading(deducer, guesses, current_deadline())
    grading.solve(deducer.start())
    counts = dict(grading.counts)
    level = next(name for name, kinds in GRADES.items() if set(counts) <= kinds)
    score = sum(WEIGHT[kind] * number for kind, number in counts.items())
    return Grade(level, score, counts, tuple(grading.steps))
