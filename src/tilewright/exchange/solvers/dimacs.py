"""Clauses in the format of DIMACS, which SAT solvers read, with a map of variables; and their answers as tilings."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np

from tilewright.cover import Cover, compile_cover, decode
from tilewright.errors import FormatError, RequestError, joined, quoted
from tilewright.exchange.format import EVERYTHING, LONGEST, Entry, Format
from tilewright.exchange.solvers.clauses import clauses_of
from tilewright.problem import Problem
from tilewright.text import read_text
from tilewright.tiling import Tiling

__all__ = ["DIMACS", "answer_tilings", "read_problem_of"]

_PROBLEM = "c problem "
#: Words by which solvers say that they have no answer, and all by which they say what theirs is.
_UNDECIDED = ("INDET", "UNKNOWN", "ERROR", "UNBOUNDED")
_SAID = (*_UNDECIDED, "SAT", "UNSAT", "SATISFIABLE", "UNSATISFIABLE", "UNSATorUNBOUNDED")


def _write(entries: list[Entry], options: Mapping[str, Any]) -> str:
    problem = entries[0].problem
    assert problem is not None
    cover = compile_cover(problem)
    clauses = clauses_of(cover)
    lines = [
        f"c {entries[0].name or problem.board} by {' '.join(problem.words())}, turning {problem.turn}: a model is a tiling".replace(
            "\n", " "
        ),
        f"c each variable from 1 to {cover.size} is a placement: the piece, and its cells row,column",
        _PROBLEM + json.dumps(problem.to_json()),
    ]
    names = problem.names
    for placement in range(cover.size):
        cells = cover.cells[cover.item[cover.start[placement] : cover.start[placement + 1]]].tolist()
        words = "-".join(",".join(map(str, cell)) for cell in cells)
        lines.append(f"c {placement + 1} {names[cover.placement_piece[placement]]}:{words}")
    if clauses.variables > cover.size:
        lines.append(f"c variables from {cover.size + 1} to {clauses.variables} count how many are chosen")
    lines.append(f"p cnf {clauses.variables} {clauses.size}")
    words = clauses.literal.astype(str).tolist()
    start = clauses.start.tolist()
    lines += [" ".join([*words[start[number] : start[number + 1]], "0"]) for number in range(clauses.size)]
    return "\n".join(lines) + "\n"


def read_problem_of(path: str | Path | IO[Any]) -> Problem:
    """Return the problem that a file of clauses, or a model, was written for.

    Raises
    ------
    FormatError
        If it is not one that tilewright wrote.
    """
    text = read_text(path, LONGEST, FormatError, "a file of clauses")
    for line in text.splitlines():
        _, found, words = line.partition("problem ")
        if found and line.startswith((_PROBLEM, "% problem ")):
            try:
                return Problem.from_json(json.loads(words))
            except (ValueError, RecursionError) as error:
                raise FormatError(f"the line of the problem is damaged: {error}", where=_name(path)) from None
    raise FormatError(
        "tilewright did not write this: there is no line 'c problem …' in it", where=_name(path)
    )


def _name(path: str | Path | IO[Any]) -> str | None:
    return str(path) if isinstance(path, str | Path) else None


def answer_tilings(stream: Path | IO[Any], where: str, problem: Problem) -> list[Tiling]:
    """Return the tilings that the answer of a solver stands for; none if it says that there is none.

    The answer is in the form of the SAT competitions (``s SATISFIABLE`` and lines ``v 1 -2 … 0``), MiniSat's
    (``SAT`` and a line of literals) or MiniZinc's (a line of numbers, and lines of ``-`` or ``=``). A 0 ends a tiling, so that
    an answer with all of them, as ``minizinc -a`` prints it, is read, too.

    Raises
    ------
    FormatError
        If it is no answer, or not one to this problem.
    """
    text = read_text(stream, LONGEST, FormatError, "an answer of a solver")
    models: list[list[int]] = [[]]
    said = ""
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words or words[0] == "c" or words[0].startswith("%") or not line.strip("-= "):
            continue
        word = words[-1].strip("=")
        if words[0] == "s" or word in _SAID:
            said = word
            continue
        for word in words[1:] if words[0] == "v" else words:
            if not re.fullmatch(r"-?\d{1,18}", word, re.ASCII):
                raise FormatError(f"{quoted(word)} is no literal", where=f"{where}, line {number}")
            if int(word):
                models[-1].append(int(word))
            else:
                models.append([])
    if said.startswith("UNSAT"):
        return []
    if models[-1] == []:
        models.pop()
    if not models or said in _UNDECIDED:
        raise FormatError("the solver did not say which variables are true", where=where)
    cover = compile_cover(problem)
    return [_tiling_of(model, cover, problem, where) for model in models]


def _tiling_of(model: list[int], cover: Cover, problem: Problem, where: str) -> Tiling:
    """Return the tiling that true variables stand for."""
    placements = np.array([literal - 1 for literal in model if 0 < literal <= cover.size], dtype=np.int32)
    uses = np.zeros(cover.area, dtype=np.int64)
    for placement in placements.tolist():
        uses[cover.item[cover.start[placement] : cover.start[placement + 1]]] += 1
    if (uses > 1).any():
        cell = ",".join(map(str, cover.cells[int((uses > 1).argmax())].tolist()))
        raise FormatError(f"this is no tiling: the cell {cell} is covered twice", where=where)
    tiling = decode(cover, placements)
    if faults := tiling.faults(problem):
        raise FormatError(f"this is no tiling of the problem: {joined(faults)}", where=where)
    return tiling


def _read(stream: IO[bytes], where: str) -> list[Entry]:
    """Return the problem that clauses were written for: others are no tilings."""
    try:
        return [Entry(problem=read_problem_of(stream))]
    except RequestError as error:
        raise FormatError(error.message, where=where) from None


DIMACS = Format(
    name="cnf",
    title="clauses for SAT solvers (DIMACS)",
    endings=(".cnf",),
    holds=("problem",),
    says=EVERYTHING | {"name"},
    lattices=None,
    recognizes=lambda text: re.search(r"^p cnf ", text, re.MULTILINE) is not None,
    read=_read,
    write=_write,
)
