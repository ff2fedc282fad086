"""Hint: the next step that a person could find, with its reason."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tilewright.deduction import (
    LARGEST,
    Contradiction,
    Deducer,
    Kind,
    Position,
    Step,
    placement_number,
    placement_of,
)
from tilewright.problem import Placement, Problem
from tilewright.tiling import Tiling

__all__ = ["Hint", "deduce"]


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next, and why.

    Parameters
    ----------
    action : {"place", "lift", "outline", "done", "none"}
        *lift*: this placement has to go. *outline*: an edge that was drawn, or a region that was closed,
        is wrong. *none*: there is nothing to say.
    text : str
        The reason.
    placement : Placement or None
        What to place or to lift.
    cells : tuple of (row, column) pairs
        What to look at.
    kinds : tuple of str
        The kinds of the deductions that lead there (see `tilewright.deduction`); ``"look"`` where
        the answer was looked up.
    """

    action: Literal["place", "lift", "outline", "done", "none"]
    text: str
    placement: Placement | None = None
    cells: tuple[tuple[int, int], ...] = ()
    kinds: tuple[str, ...] = ()


def deduce(problem: Problem, placed: tuple[Placement, ...], solution: Tiling, seconds: float = 2.0) -> Hint:
    """Return the next placement that can be deduced; looked up in `solution` when deductions get stuck.

    Parameters
    ----------
    problem : Problem
        The puzzle, without what the player has placed.
    placed : tuple of Placement
        What the player has placed; it can be finished.
    solution : Tiling
        One way to finish it.
    seconds : float
        Look it up when this is over.
    """
    deadline = time.monotonic() + seconds
    cover = problem.cover()
    if cover.size <= LARGEST:
        numbers = [placement_number(cover, placement) for placement in (*problem.placed, *placed)]
        if None not in numbers:
            deducer = Deducer(cover)
            position = deducer.start(tuple(n for n in numbers if n is not None))
            found = _until_placement(deducer, position, deadline)
            if found is not None:
                return found
    return _look_up(problem, placed, solution)


def _until_placement(deducer: Deducer, position: Position, deadline: float) -> Hint | None:
    """Make deductions until one of them is a placement."""
    before: list[Step] = []
    # Symmetry is left out: it holds up to turning the board, and the player may have turned it otherwise.
    kinds: frozenset[Kind] = frozenset({"cell", "piece", "region", "blocked", "trial"})
    try:
        while time.monotonic() < deadline:
            step = deducer.next_step(position, kinds, deadline)
            if step is None:
                return None
            if step.chosen:
                placement = placement_of(deducer.cover, step.chosen[0])
                return Hint(
                    "place",
                    _story(before, step),
                    placement,
                    step.cells,
                    tuple(dict.fromkeys(s.kind for s in (*before, step))),
                )
            before.append(step)
            deducer.take(position, step)
    except Contradiction:
        return None
    return None


def _story(before: list[Step], step: Step) -> str:
    if not before:
        return step.text
    reasons = list(dict.fromkeys(s.text for s in before if s.kind != "trial"))[:2]
    trials = [s.text for s in before if s.kind == "trial"]
    if trials:
        reasons.append(trials[-1] + (f" (and {len(trials) - 1} more such trials)" if len(trials) > 1 else ""))
    return "; ".join(reasons) + "; so " + step.text


def _look_up(problem: Problem, placed: tuple[Placement, ...], solution: Tiling) -> Hint:
    taken = {cell for placement in (*problem.placed, *placed) for cell in placement.cells}
    names = solution.piece_names()
    full = {short: piece.name for short, piece in zip(problem.names, problem.pieces, strict=True)}
    for tile in range(solution.size):
        cells = tuple((row, column) for row, column in np.argwhere(solution.labels == tile).tolist())
        if cells[0] not in taken:
            placement = Placement(full[names[tile]], cells)
            text = "no simple deduction was found here; this piece is part of a solution"
            return Hint("place", text, placement, cells, ("look",))
    return Hint("done", "everything is in its place")
