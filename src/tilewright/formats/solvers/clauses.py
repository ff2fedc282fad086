"""Tiling problems as clauses, DIMACS files for SAT solvers, models for MiniZinc, and answers of
solvers as tilings.

There is a variable for each placement. Each cell that must be covered has a placement, and
placements that overlap exclude each other. Limits on copies and empty cells are counted by a
sequential counter, whose variable j after each placement is true if at least j placements so far
are chosen. Placements determine all variables, so models and tilings correspond one to one.

References
----------
C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005, Lecture
Notes in Computer Science 3709 (the sequential counter, here with both directions of each
implication).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, joined, quoted
from tilewright.formats.format import (
    EVERYTHING,
    LONGEST,
    Entry,
    Format,
    at,
    problem_writer,
    text_reader,
)
from tilewright.model.cover import Cover, compile_cover, decode
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import cell_word
from tilewright.model.tiling import Tiling
from tilewright.system.platform.machine import check_room
from tilewright.system.values.text import read_text
from tilewright.system.work.deadline import check_time

#: Bytes per literal while clauses are made and written (measured).
_LITERAL = 24
#: With more placements on a cell than this, at-most-one is encoded by a chain instead of all pairs.
_PAIRS = 6


@dataclass(frozen=True, eq=False)
class Clauses:
    """Clauses as flat arrays. Clause c is ``literal[start[c]:start[c + 1]]``, and variable j + 1 is
    placement j.
    """

    variables: int
    literal: NDArray[np.int64]
    start: NDArray[np.int64]

    @property
    def size(self) -> int:
        """The number of clauses."""
        return len(self.start) - 1


class _Writer:
    """Collects clauses."""

    def __init__(self, variables: int, pairs: int) -> None:
        self.variables = variables
        self.pairs = pairs
        self.literals: list[int] = []
        self.ends = [0]

    def add(self, *literals: int) -> None:
        self.literals.extend(literals)
        self.ends.append(len(self.literals))

    def new(self) -> int:
        self.variables += 1
        return self.variables

    def at_most_one(self, variables: list[int]) -> None:
        """Require that at most one of these variables is true."""
        if len(variables) <= self.pairs:
            for index, one in enumerate(variables):
                for earlier in variables[:index]:
                    self.add(-one, -earlier)
            return
        before = variables[0]
        for index, variable in enumerate(variables[1:], start=1):
            self.add(-before, -variable)
            if index < len(variables) - 1:
                # From here on, the chain variable is true if one of the variables so far is.
                after = self.new()
                self.add(-before, after)
                self.add(-variable, after)
                self.add(before, variable, -after)
                before = after

    def count(self, variables: list[int], least: int, most: int) -> None:
        """Require that `least` to `most` of these variables are true."""
        most = min(most, len(variables))
        if least > len(variables) or most < 0:
            self.add()
            return
        if most == 0:
            for variable in variables:
                self.add(-variable)
            return
        if least <= 0 and most >= len(variables):
            return
        if least == len(variables):
            for variable in variables:
                self.add(variable)
            return
        width = min(max(least, most + 1), len(variables))
        row: list[int] = []
        for variable in variables:
            check_time()
            here = [self.new() for _ in range(min(len(row) + 1, width))]
            for level, after in enumerate(here):
                # At least level + 1 so far: already before, or exactly level before and this one as
                # well.
                same = row[level] if level < len(row) else 0
                lower = row[level - 1] if level else 0
                if same:
                    self.add(-same, after)
                self.add(-variable, after, *([-lower] if level else []))
                self.add(-after, variable, *([same] if same else []))
                if level:
                    self.add(-after, lower, *([same] if same else []))
            row = here
        if least > 0:
            self.add(row[least - 1])
        if most < len(row):
            self.add(-row[most])


def clauses_of(
    cover: Cover, same: NDArray[np.int64] | None = None, *, pairs_at_most: int = 0
) -> Clauses:
    """Return clauses whose models correspond one to one to the tilings of a problem.

    Placements with equal numbers in `same` (p,) share a variable, and those with -1 are never
    chosen. If all pairs of overlapping placements make at most `pairs_at_most` clauses, no chains
    are used.

    >>> from tilewright.model.cover import compile_cover
    >>> from tilewright.model.problem import Problem
    >>> clauses = clauses_of(compile_cover(Problem("2x2", "dominoes+")))
    >>> clauses.variables, clauses.size
    (4, 8)
    """
    meeting = np.bincount(cover.item, minlength=cover.area)
    pairs = int((meeting * (meeting - 1) // 2).sum())
    all_pairs = pairs <= pairs_at_most
    _estimate(cover, 2 * pairs if all_pairs else 0)
    writer = _Writer(cover.size, cover.size if all_pairs else _PAIRS)
    variables = np.arange(1, cover.size + 1) if same is None else same + 1
    on_cell = _variables_by(cover.item, np.repeat(variables, np.diff(cover.start)), cover.area)
    # Cells with the same placements, such as images of each other, need one clause only.
    keys: set[tuple[bool, tuple[int, ...]]] = set()
    for cell, placements in enumerate(on_cell):
        check_time()
        free = bool(cover.optional[cell])
        if same is not None:
            key = (free, tuple(sorted(placements)))
            if key in keys:
                continue
            keys.add(key)
        if not free:
            writer.add(*placements)
        writer.at_most_one(placements)
    for _, placements, least, most in _limited_pieces(cover, variables):
        writer.count(placements, least, most)
    if limits := _limits_of_covered(cover):
        optional = np.flatnonzero(cover.optional).tolist()
        covered = []
        for cell in optional:
            variable = writer.new()
            covered.append(variable)
            writer.add(-variable, *on_cell[cell])
            for placement in on_cell[cell]:
                writer.add(-placement, variable)
        writer.count(covered, *limits)
    return Clauses(
        writer.variables,
        np.array(writer.literals, dtype=np.int64),
        np.array(writer.ends, dtype=np.int64),
    )


def _variables_by(
    place: NDArray[np.integer], variables: NDArray[np.integer], places: int
) -> list[list[int]]:
    """Return the variables at each place, without 0."""
    lists: list[list[int]] = [[] for _ in range(places)]
    for index, variable in zip(place.tolist(), variables.tolist(), strict=True):
        if variable:
            lists[index].append(variable)
    return lists


def _limited_pieces(
    cover: Cover, variables: NDArray[np.integer]
) -> Iterator[tuple[str, list[int], int, int]]:
    """Yield pieces whose number is limited: name, variables, and least and greatest number."""
    of_piece = _variables_by(cover.placement_piece, variables, len(cover.least))
    limits = zip(cover.least.tolist(), cover.most.tolist(), strict=True)
    for piece, placements, (least, most) in zip(
        cover.problem.pieces, of_piece, limits, strict=True
    ):
        if least > 0 or most < cover.area // len(piece.polyomino):
            yield piece.name, placements, least, most


def _limits_of_covered(cover: Cover) -> tuple[int, int] | None:
    """Return how many of the cells that may stay empty are covered; None for any number."""
    optional = int(cover.optional.sum())
    if (cover.empty_least, cover.empty_most) == (0, optional):
        return None
    return optional - cover.empty_most, optional - cover.empty_least


def _estimate(cover: Cover, counted: int) -> None:
    """Raise an error if the clauses, with `counted` further literals, do not fit into memory."""
    sizes = (
        np.bincount(cover.placement_piece, minlength=len(cover.least))
        if cover.size
        else np.zeros(len(cover.least))
    )
    for least, most, size in zip(
        cover.least.tolist(), cover.most.tolist(), sizes.tolist(), strict=True
    ):
        counted += int(size) * min(max(least, most + 1), int(size)) * 10
    literals = 8 * len(cover.item) + counted
    check_room(literals * _LITERAL, f"up to {literals:,} literals need {{}}")


_PROBLEM = "c problem "
#: Words that solvers print if they have no answer, and all words that report a result.
_UNDECIDED = ("INDET", "UNKNOWN", "ERROR", "UNBOUNDED")
_SAID = (*_UNDECIDED, "SAT", "UNSAT", "SATISFIABLE", "UNSATISFIABLE", "UNSATorUNBOUNDED")


def _title(entry: Entry, problem: Problem) -> str:
    words = f"{entry.name or problem.board} by {' '.join(problem.words())}, turning {problem.turn}"
    return words.replace("\n", " ")


def _write(entry: Entry, problem: Problem) -> str:
    cover = compile_cover(problem)
    clauses = clauses_of(cover)
    lines = [
        f"c {_title(entry, problem)}: a model is a tiling",
        f"c each variable from 1 to {cover.size} is a placement: the piece, and its cells "
        "row,column",
        _PROBLEM + json.dumps(problem.to_json()),
    ]
    names = problem.names
    for placement in range(cover.size):
        cells = cover.cells[
            cover.item[cover.start[placement] : cover.start[placement + 1]]
        ].tolist()
        words = "-".join(cell_word(cell) for cell in cells)
        lines.append(f"c {placement + 1} {names[cover.placement_piece[placement]]}:{words}")
    if clauses.variables > cover.size:
        lines.append(
            f"c variables from {cover.size + 1} to {clauses.variables} count the chosen placements"
        )
    lines.append(f"p cnf {clauses.variables} {clauses.size}")
    words = clauses.literal.astype(str).tolist()
    start = clauses.start.tolist()
    lines += [
        " ".join([*words[start[number] : start[number + 1]], "0"]) for number in range(clauses.size)
    ]
    return "\n".join(lines) + "\n"


def read_problem_of(source: str | Path | IO[Any]) -> Problem:
    """Return the problem that clauses or a model were written for."""
    text = read_text(source, LONGEST, FormatError, "a file of clauses")
    with at(str(source) if isinstance(source, str | Path) else ""):
        return _problem_in(text)


def _problem_in(text: str) -> Problem:
    for line in text.splitlines():
        _, prefix, words = line.partition("problem ")
        if prefix and line.startswith((_PROBLEM, "% problem ")):
            try:
                return Problem.from_json(json.loads(words))
            except (ValueError, RecursionError) as error:
                raise FormatError(f"the line 'c problem …' is damaged: {error}") from None
    raise FormatError("the line 'c problem …' is missing, so tilewright did not write this file")


def answer_tilings(stream: Path | IO[Any], where: str, problem: Problem) -> list[Tiling]:
    """Return the tilings in a solver's answer; an empty list if it reports that there are none.

    Supported are the SAT competitions' format (``s SATISFIABLE``, lines ``v 1 -2 … 0``), MiniSat's
    (``SAT``, a line of literals) and MiniZinc's (a line of numbers; lines of ``-`` or ``=``). Each
    0 ends a tiling, as in ``minizinc -a``.
    """
    text = read_text(stream, LONGEST, FormatError, "the answer of a solver")
    models: list[list[int]] = [[]]
    status = ""
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words or words[0] == "c" or words[0].startswith("%") or not line.strip("-= "):
            continue
        word = words[-1].strip("=")
        if words[0] == "s" or word in _SAID:
            status = word
            continue
        for word in words[1:] if words[0] == "v" else words:
            if not re.fullmatch(r"-?\d{1,18}", word, re.ASCII):
                raise FormatError(
                    f"expected a literal, got {quoted(word)}", where=f"{where}, line {number}"
                )
            if int(word):
                models[-1].append(int(word))
            else:
                models.append([])
    if status.startswith("UNSAT"):
        return []
    if models[-1] == []:
        models.pop()
    if not models or status in _UNDECIDED:
        raise FormatError("the answer does not list the variables that are true", where=where)
    cover = compile_cover(problem)
    return [_tiling_of(model, cover, problem, where) for model in models]


def _tiling_of(model: list[int], cover: Cover, problem: Problem, where: str) -> Tiling:
    """Return the tiling of the placements that are true in a model."""
    placements = np.array(
        [literal - 1 for literal in model if 0 < literal <= cover.size], dtype=np.int32
    )
    uses = np.zeros(cover.area, dtype=np.int64)
    for placement in placements.tolist():
        uses[cover.item[cover.start[placement] : cover.start[placement + 1]]] += 1
    if (uses > 1).any():
        cell = cell_word(cover.cells[int((uses > 1).argmax())].tolist())
        raise FormatError(f"not a tiling: cell {cell} is covered twice", where=where)
    tiling = decode(cover, placements)
    if faults := tiling.faults(problem):
        raise FormatError(f"not a tiling of the problem: {joined(faults)}", where=where)
    return tiling


DIMACS = Format(
    name="cnf",
    title="clauses for SAT solvers (DIMACS)",
    endings=(".cnf",),
    holds=("problem",),
    says=EVERYTHING - {"rules", "apart"} | {"name"},
    lattices=None,
    recognizes=lambda text: re.search(r"^p cnf ", text, re.MULTILINE) is not None,
    read=text_reader("a file of clauses", lambda text: [Entry(problem=_problem_in(text))]),
    write=problem_writer(_write),
)


def _write_minizinc(entry: Entry, problem: Problem) -> str:
    cover = compile_cover(problem)
    lines = [
        f"% {_title(entry, problem)}",
        "% problem " + json.dumps(problem.to_json()),
        f"% x[j] is true if placement j is chosen; there are {cover.size} placements.",
        f"array[1..{cover.size}] of var bool: x;",
        "% Each cell is covered once; a cell that may stay empty is covered at most once.",
    ]
    variables = np.arange(1, cover.size + 1)
    numbers = np.repeat(variables, np.diff(cover.start))
    for cell, placements in enumerate(_variables_by(cover.item, numbers, cover.area)):
        relation = "<=" if cover.optional[cell] else "="
        place = cell_word(cover.cells[cell].tolist())
        lines.append(f"constraint {_sum(placements)} {relation} 1; % {place}")
    for name, placements, least, most in _limited_pieces(cover, variables):
        total = _sum(placements)
        bounds = (
            f"{total} = {least}" if least == most else f"{total} >= {least} /\\ {total} <= {most}"
        )
        lines.append(f"constraint {bounds}; % {name}".replace("\n", " "))
    if limits := _limits_of_covered(cover):
        counts = np.bincount(numbers[cover.optional[cover.item]], minlength=cover.size + 1)
        covered = (
            " + ".join(f"{count}*x[{j}]" for j, count in enumerate(counts.tolist()) if count) or "0"
        )
        low, high = limits
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
    write=problem_writer(_write_minizinc),
)
