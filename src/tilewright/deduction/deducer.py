"""Deducer: finds the next step from any position, and grades a puzzle by the steps that it takes."""

from __future__ import annotations

import math
import time

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover
from tilewright.deduction.regions import Regions
from tilewright.deduction.steps import GRADES, WEIGHT, Contradiction, Grade, Kind, Position, Step
from tilewright.errors import LimitError

__all__ = ["LARGEST", "Deducer", "grade"]

#: The most placements of a problem that is deduced: tables of pairs of placements are kept.
LARGEST = 6000


class Deducer:
    """Makes deductions on one problem.

    Parameters
    ----------
    cover : Cover

    Raises
    ------
    LimitError
        If there are more than `LARGEST` placements.

    Notes
    -----
    Whether a placement blocks something is worked out for all placements at once, as a product of
    0-1 matrices: p² a multiplications for p placements that are left on a cells.
    """

    def __init__(self, cover: Cover) -> None:
        if cover.size > LARGEST:
            raise LimitError(
                f"deductions are made on at most {LARGEST} placements, this problem has {cover.size}"
            )
        self.cover = cover
        size = np.diff(cover.start)
        self.covers = np.zeros((cover.size, cover.area), dtype=np.float32)
        self.covers[np.repeat(np.arange(cover.size), size), cover.item] = 1
        self.conflict = self.covers @ self.covers.T > 0
        self.piece = cover.placement_piece
        self.of_piece = np.zeros((cover.size, len(cover.least)), dtype=np.float32)
        self.of_piece[np.arange(cover.size), self.piece] = 1
        self._regions = Regions(cover)
        self._deadline = math.inf

    def start(self, chosen: tuple[int, ...] = ()) -> Position:
        """Return the position with some placements chosen.

        Raises
        ------
        ValueError
            If two of them overlap, or there are more copies than allowed.
        """
        position = Position(
            np.ones(self.cover.size, dtype=bool),
            np.zeros(self.cover.area, dtype=bool),
            np.zeros(len(self.cover.least), dtype=np.int64),
            [],
        )
        self._retire(position)
        for placement in chosen:
            if not position.alive[placement]:
                raise ValueError(f"the placement {placement} does not fit here")
            self.choose(position, placement)
        return position

    def choose(self, position: Position, placement: int) -> None:
        """Put a placement on the board, and take out what it excludes."""
        position.chosen.append(int(placement))
        position.alive &= ~self.conflict[placement]
        position.covered |= self.covers[placement] > 0
        position.used[self.piece[placement]] += 1
        self._retire(position)

    def _retire(self, position: Position) -> None:
        spent = position.used >= self.cover.most
        if spent.any():
            position.alive &= ~spent[self.piece]

    def solved(self, position: Position) -> bool:
        """Whether nothing is left to do."""
        empty = int((~position.covered).sum())
        return (
            self.cover.empty_least <= empty <= self.cover.empty_most
            and bool((position.used >= self.cover.least).all())
            and bool(self.cover.optional[~position.covered].all())
        )

    # What can be read off a position -------------------------------------------------------------

    def _required(self, position: Position, counts: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Return which cells must still be covered; raise if one of them cannot be."""
        open_cells = ~position.covered
        dead = open_cells & (counts == 0)
        required = open_cells & ~self.cover.optional
        if (dead & required).any():
            cell = self._cell(int(np.flatnonzero(dead & required)[0]))
            raise Contradiction(f"no placement covers the cell {cell[0]},{cell[1]}", (cell,))
        number = int(dead.sum())
        if number > self.cover.empty_most:
            cells = self._cells(dead)
            raise Contradiction(
                f"{number} cells could not be covered, but only {self.cover.empty_most} may stay empty", cells
            )
        if number == self.cover.empty_most:
            required = open_cells & ~dead
        return required

    def _cell(self, number: int) -> tuple[int, int]:
        row, column = self.cover.cells[number].tolist()
        return row, column

    def _cells(self, mask: NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
        return tuple(self._cell(number) for number in np.flatnonzero(mask).tolist())

    def cells_of(self, placement: int) -> tuple[tuple[int, int], ...]:
        """Return the cells of a placement."""
        return self._cells(self.covers[placement] > 0)

    def name(self, placement: int) -> str:
        """Return what to call the piece of a placement."""
        piece = self.cover.problem.pieces[int(self.piece[placement])]
        return "a piece" if "/" in piece.name or "#" in piece.name else f"the {piece.name}"

    def _check_pieces(self, position: Position, places: NDArray[np.float32]) -> None:
        short = np.flatnonzero(places < self.cover.least - position.used)
        if len(short):
            name = self.cover.problem.pieces[int(short[0])].name
            raise Contradiction(f"the piece {name} has no place left")

    # The steps -----------------------------------------------------------------------------------

    def forced(self, position: Position) -> Step | None:
        """Return a step of the kinds *cell* or *piece*; None if there is none.

        Raises
        ------
        Contradiction
            If the position has no tiling, for a reason that can be seen at once.
        """
        alive = position.alive.astype(np.float32)
        counts = alive @ self.covers
        required = self._required(position, counts)
        lonely = np.flatnonzero(required & (counts == 1))
        if len(lonely):
            number = int(lonely[0])
            placement = int(np.flatnonzero(position.alive & (self.covers[:, number] > 0))[0])
            cell = self._cell(number)
            return Step(
                "cell",
                f"only one placement covers the cell {cell[0]},{cell[1]}: {self.name(placement)} here",
                (placement,),
                cells=(cell,),
            )
        places = alive @ self.of_piece
        self._check_pieces(position, places)
        need = self.cover.least - position.used
        tight = np.flatnonzero((need > 0) & (places == need))
        if len(tight):
            piece = int(tight[0])
            chosen = np.flatnonzero(position.alive & (self.piece == piece))
            name = self.cover.problem.pieces[piece].name
            if self.conflict[np.ix_(chosen, chosen)].sum() > len(chosen):
                raise Contradiction(f"the copies of {name} would overlap")
            count = "one place" if len(chosen) == 1 else f"{len(chosen)} places"
            return Step(
                "piece",
                f"the piece {name} has only {count} left",
                tuple(chosen.tolist()),
                cells=self.cells_of(int(chosen[0])),
            )
        return None

    def region(self, position: Position) -> Step | None:
        """Return the placements that would cut off a region that does not fit; None if there are none."""
        self._regions.check(position)
        removed = []
        where: tuple[tuple[int, int], ...] = ()
        for placement in np.flatnonzero(position.alive).tolist():
            begin, end = self.cover.start[placement : placement + 2]
            cells = self.cover.item[begin:end].tolist()
            bad = self._regions.cut_off(position, cells, int(self.piece[placement]))
            if bad is not None:
                removed.append(placement)
                where = where or tuple(self._cell(number) for number in bad)
        if not removed:
            return None
        plural = "placements" if len(removed) > 1 else "placement"
        return Step(
            "region",
            f"{len(removed)} {plural} would cut off a region that the pieces left do not fit, such as these {len(where)} "
            + ("cells" if len(where) > 1 else "cell"),
            removed=tuple(removed),
            cells=where,
        )

    def blocked(self, position: Position) -> Step | None:
        """Return the placements that would leave a cell or a piece without a place; None if there are none."""
        index = np.flatnonzero(position.alive)
        free = (~self.conflict[np.ix_(index, index)]).astype(np.float32)
        required = self._required(position, position.alive.astype(np.float32) @ self.covers)
        left = free @ self.covers[index]
        empty = (left == 0) & required & (self.covers[index] == 0)
        places = free @ self.of_piece[index]
        own = self.of_piece[index]
        # Copies of one piece beyond the last are not among the places: a piece that is used up has none.
        short = (places < (self.cover.least - position.used) - own).any(axis=1)
        bad = empty.any(axis=1) | short
        if not bad.any():
            return None
        first = int(np.flatnonzero(bad)[0])
        removed = tuple(index[bad].tolist())
        plural = f"{len(removed)} placements" if len(removed) > 1 else "one placement"
        if empty[first].any():
            cell = self._cell(int(np.flatnonzero(empty[first])[0]))
            reason = f"would leave cells that nothing covers, such as {cell[0]},{cell[1]}"
            return Step("blocked", f"{plural} {reason}", removed=removed, cells=(cell,))
        return Step("blocked", f"{plural} would leave a piece without a place", removed=removed)

    def symmetry(self, position: Position) -> Step | None:
        """Return the images of placements of a single piece under the symmetries that the position has."""
        group = [
            image for image in self.cover.symmetries() if (position.alive[image] == position.alive).all()
        ]
        if len(group) < 2:
            return None
        group = [image for image in group if set(image[position.chosen].tolist()) == set(position.chosen)]
        single = (self.cover.least == 1) & (self.cover.most == 1) & (position.used == 0)
        best: NDArray[np.int64] | None = None
        for piece in np.flatnonzero(single).tolist():
            own = np.flatnonzero(position.alive & (self.piece == piece))
            if not len(own):
                continue
            lowest = np.min(np.stack([image[own] for image in group]), axis=0)
            images = own[lowest < own]
            if (self.piece[lowest] == piece).all() and (best is None or len(images) > len(best)):
                best = images
        if best is None or not len(best):
            return None
        name = self.cover.problem.pieces[int(self.piece[best[0]])].name
        text = f"turning or mirroring the board changes nothing, so {name} need not be tried in {len(best)} places"
        return Step("symmetry", text, removed=tuple(best.tolist()))

    def trial(self, position: Position, deadline: float = math.inf) -> Step | None:
        """Return a placement that leads to a contradiction by forced steps alone; None if there is none."""
        for placement in np.flatnonzero(position.alive).tolist():
            if time.monotonic() > deadline:
                return None
            attempt = position.copy()
            try:
                self.choose(attempt, placement)
                length = 0
                while (step := self.forced(attempt)) is not None:
                    length += 1
                    for chosen in step.chosen:
                        self.choose(attempt, chosen)
                self._regions.check(attempt)
            except Contradiction as found:
                cells = self.cells_of(placement)
                after = f"after {length} forced placements, " if length else "at once, "
                return Step(
                    "trial",
                    f"suppose {self.name(placement)} were at {cells[0][0]},{cells[0][1]}: {after}{found.text}",
                    removed=(placement,),
                    cells=cells,
                )
        return None

    def next_step(
        self, position: Position, allowed: frozenset[Kind] = GRADES["hard"], deadline: float = math.inf
    ) -> Step | None:
        """Return the easiest step that can be made; None if there is none of the kinds allowed.

        Trials are given up at the deadline (`time.monotonic`).

        Raises
        ------
        Contradiction
            If the position has no tiling.
        """
        step = self.forced(position)
        if step is None and "region" in allowed:
            step = self.region(position)
        if step is None and "blocked" in allowed:
            step = self.blocked(position)
        if step is None and "symmetry" in allowed:
            step = self.symmetry(position)
        if step is None and "trial" in allowed:
            step = self.trial(position, deadline)
        return step

    def take(self, position: Position, step: Step) -> None:
        """Carry a step out."""
        if step.removed:
            position.alive[list(step.removed)] = False
        for placement in step.chosen:
            if position.alive[placement]:
                self.choose(position, placement)

    def grade(self, chosen: tuple[int, ...] = (), guesses: int = 200, seconds: float = math.inf) -> Grade:
        """Grade the puzzle from a position (see `grade`)."""
        self._deadline = time.monotonic() + seconds
        counts: dict[Kind, int] = {}
        steps: list[Step] = []
        budget = [guesses]
        self._solve(self.start(chosen), counts, steps, budget, top=True)
        level = next(name for name, kinds in GRADES.items() if set(counts) <= kinds)
        return Grade(level, sum(WEIGHT[kind] * n for kind, n in counts.items()), counts, tuple(steps))

    def _solve(
        self, position: Position, counts: dict[Kind, int], steps: list[Step], budget: list[int], *, top: bool
    ) -> bool:
        try:
            while not self.solved(position):
                step = self.next_step(position, deadline=self._deadline)
                if time.monotonic() > self._deadline:
                    raise LimitError("the time was up before the puzzle was graded")
                if step is None:
                    break
                counts[step.kind] = counts.get(step.kind, 0) + 1
                if top:
                    steps.append(step)
                self.take(position, step)
            else:
                return True
        except Contradiction:
            return False
        return self._guess(position, counts, steps, budget)

    def _guess(
        self, position: Position, counts: dict[Kind, int], steps: list[Step], budget: list[int]
    ) -> bool:
        left = position.alive.astype(np.float32) @ self.covers
        left[position.covered | (left == 0)] = np.inf
        cell = int(left.argmin())
        for placement in np.flatnonzero(position.alive & (self.covers[:, cell] > 0)).tolist():
            counts["guess"] = counts.get("guess", 0) + 1
            budget[0] -= 1
            if budget[0] < 0:
                return False
            attempt = position.copy()
            self.choose(attempt, placement)
            if self._solve(attempt, counts, steps, budget, top=False):
                return True
        return False


def grade(cover: Cover, guesses: int = 200, seconds: float = math.inf) -> Grade:
    """Solve a problem as a person does, and say how hard that was.

    Parameters
    ----------
    cover : Cover
    guesses : int
        After so many guesses the score is no longer counted; the level is *expert* then anyway.
    seconds : float
        Budget of time.

    Returns
    -------
    Grade
        Its level is the easiest of `GRADES` whose kinds of step are enough: steps are always taken
        from the easiest kind that makes any progress.

    Raises
    ------
    LimitError
        If there are more than `LARGEST` placements, or the time is up.
    """
    return Deducer(cover).grade(guesses=guesses, seconds=seconds)
