"""Models for MiniZinc: a Boolean variable for each placement, and constraints for cells and
pieces.
"""

from __future__ import annotations

import json

import numpy as np

from tilewright.formats.format import EVERYTHING, Entry, Format, problem_writer
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem


def _write(entry: Entry, problem: Problem) -> str:
    cover = compile_cover(problem)
    lines = [
        f"% {entry.name or problem.board} by {' '.join(problem.words())}, turning "
        f"{problem.turn}".replace("\n", " "),
        "% problem " + json.dumps(problem.to_json()),
        f"% x[j] is true if placement j is chosen; there are {cover.size} placements.",
        f"array[1..{cover.size}] of var bool: x;",
    ]
    on_cell: list[list[int]] = [[] for _ in range(cover.area)]
    numbers = np.repeat(np.arange(1, cover.size + 1), np.diff(cover.start)).tolist()
    for cell, placement in zip(cover.item.tolist(), numbers, strict=True):
        on_cell[cell].append(placement)
    lines.append("% Each cell is covered once; a cell that may stay empty, at most once.")
    for cell, placements in enumerate(on_cell):
        relation = "<=" if cover.optional[cell] else "="
        lines.append(
            f"constraint {_sum(placements)} {relation} 1; % "
            f"{','.join(map(str, cover.cells[cell].tolist()))}"
        )
    for index, piece in enumerate(problem.pieces):
        least, most = int(cover.least[index]), int(cover.most[index])
        mine = (np.flatnonzero(cover.placement_piece == index) + 1).tolist()
        if least > 0 or most < cover.area // len(piece.polyomino):
            total = _sum(mine)
            bounds = (
                f"{total} = {least}"
                if least == most
                else f"{total} >= {least} /\\ {total} <= {most}"
            )
            lines.append(f"constraint {bounds}; % {piece.name}".replace("\n", " "))
    optional = np.flatnonzero(cover.optional)
    if (cover.empty_least, cover.empty_most) != (0, len(optional)):
        counts = np.bincount(
            np.array(numbers, dtype=np.int64)[cover.optional[cover.item]], minlength=cover.size + 1
        )
        covered = (
            " + ".join(f"{count}*x[{j}]" for j, count in enumerate(counts.tolist()) if count) or "0"
        )
        low, high = len(optional) - cover.empty_most, len(optional) - cover.empty_least
        lines.append(
            f"constraint {covered} >= {low} /\\ {covered} <= {high}; % cells that may stay empty"
        )
    lines += [
        "solve satisfy;",
        'output [ "\\(j) " | j in index_set(x) where fix(x[j]) ] ++ ["0\\n"];',
    ]
    return "\n".join(lines) + "\n"


def _sum(placements: list[int]) -> str:
    """Return the number of chosen placements as an expression of MiniZinc."""
    return "sum([" + ", ".join(f"x[{j}]" for j in placements) + "])" if placements else "0"


MINIZINC = Format(
    name="minizinc",
    title="a model for MiniZinc",
    endings=(".mzn",),
    holds=("problem",),
    says=EVERYTHING - {"rules", "apart"} | {"name"},
    lattices=None,
    write=problem_writer(_write),
)
