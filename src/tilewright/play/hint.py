"""Hint: the next step that a person could find, with its reason."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from tilewright.cover import compile_cover
from tilewright.deduction import (
    LARGEST,
    Candidates,
    Contradiction,
    Deducer,
    Step,
    StepKind,
    Words,
    placement_number,
    placement_of,
    plain,
    spoken,
)
from tilewright.lattices.lattice import Cell
from tilewright.play.state import Edge
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
    words : Words
        The reason; `text` has its cells as ``row,column`` from 0.
    placement : Placement or None
        What to place or to lift.
    cells : tuple of cells
        What to look at.
    kinds : tuple of str
        The kinds of the deductions that lead there (see `tilewright.deduction`); ``"look"`` where
        the answer was looked up.
    edges : tuple of Edge
        The edges that are wrong.
    """

    action: Literal["place", "lift", "outline", "done", "none"]
    words: Words
    placement: Placement | None = None
    cells: tuple[Cell, ...] = ()
    kinds: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()

    @property
    def text(self) -> str:
        """The reason as a text."""
        return plain(self.words)


def deduce(problem: Problem, placed: tuple[Placement, ...], solution: Tiling, timeout: float = 2.0) -> Hint:
    """Return the next placement that can be deduced; looked up in `solution` when deductions get stuck.

    Parameters
    ----------
    problem : Problem
        The puzzle, without what the player has placed.
    placed : tuple of Placement
        What the player has placed; it can be finished.
    solution : Tiling
        One way to finish it.
    timeout : float
        Look it up when this is over.
    """
    deadline = time.monotonic() + timeout
    cover = compile_cover(problem)
    if cover.size <= LARGEST:
        numbers = [placement_number(cover, placement) for placement in (*problem.placed, *placed)]
        if None not in numbers:
            deducer = Deducer(cover)
            position = deducer.start(tuple(n for n in numbers if n is not None))
            found = _until_placement(deducer, position, deadline)
            if found is not None:
                return found
    return _look_up(problem, placed, solution)


def _until_placement(deducer: Deducer, position: Candidates, deadline: float) -> Hint | None:
    """Make deductions until one of them is a placement."""
    before: list[Step] = []
    # Symmetry is left out: it holds up to turning the board, and the player may have turned it otherwise.
    kinds: frozenset[StepKind] = frozenset({"cell", "piece", "region", "blocked", "trial"})
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


def _story(before: list[Step], step: Step) -> Words:
    if not before:
        return step.words
    reasons = list(dict.fromkeys(s.words for s in before if s.kind != "trial"))[:2]
    trials = [s.words for s in before if s.kind == "trial"]
    if trials:
        others = "one other place fails" if len(trials) == 2 else f"{len(trials) - 1} other places fail"
        reasons.append((*spoken(trials[-1]), *((f" ({others} in such a way)",) if len(trials) > 1 else ())))
    joined = [part for reason in reasons for part in ("; ", *spoken(reason))]
    return (*joined[1:], "; so ", *spoken(step.words))


def _look_up(problem: Problem, placed: tuple[Placement, ...], solution: Tiling) -> Hint:
    taken = {cell for placement in (*problem.placed, *placed) for cell in placement.cells}
    for piece, cells in solution:
        if cells[0] not in taken:
            placement = Placement(piece, cells)
            text = "there is no simple reason here, but this piece is part of a solution"
            return Hint("place", text, placement, cells, ("look",))
    return Hint("done", "everything is in its place")
