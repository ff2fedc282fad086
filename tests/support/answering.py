"""What the library says to the questions that the page asks of its worker, as values of JSON: a
reference for the page.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from tilewright.apps.page.sheets import describe, grade_sheet, read_board
from tilewright.errors import LimitError, RequestError, TimeLimitError
from tilewright.formats.request import read_id
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.model.puzzle import KINDS, Kind, Puzzle, make_puzzle
from tilewright.model.space.lattice import Cell, check_turn
from tilewright.puzzles.deduction import LARGEST, grade
from tilewright.puzzles.play import Session, State
from tilewright.system.work.deadline import Deadline

#: Events per bundle.
_BUNDLE = 400


def watch(id: str, steps: int, seconds: float) -> Iterator[dict[str, Any]]:
    """Yield what the search engine does, one placement or retraction after the other.

    The first line describes the puzzle and names the engine. Bundles of events follow. ``[depth,
    piece, cell, cell, …]`` puts a placement on a stack of that depth, ``[depth]`` removes the top
    one, and ``[-1]`` is a tiling. Cells are numbered in reading order, layer by layer. The last
    line says how the search ended.
    """
    from tilewright.solving.search import SearchTrace

    puzzle = read_id(id)
    problem = puzzle.problem()
    opening = describe(puzzle)
    cover = compile_cover(problem)
    walk = SearchTrace(cover)
    yield {"puzzle": opening, "engine": walk.engine}
    numbers = np.ravel_multi_index(tuple(cover.cells.T), problem.board.shape).tolist()
    depth = sent = 0
    events: list[list[int]] = []
    deadline = time.monotonic() + seconds
    while not walk.done and sent + len(events) < steps and time.monotonic() < deadline:
        for tiling in walk.step():
            if len(walk.stack) < depth:
                events.append([len(walk.stack)])
            elif len(walk.stack) > depth:
                number = walk.stack[-1]
                items = cover.item[cover.start[number] : cover.start[number + 1]].tolist()
                events.append(
                    [depth, int(cover.placement_piece[number]), *(numbers[item] for item in items)]
                )
            depth = len(walk.stack)
            if tiling:
                events.append([-1])
        if len(events) >= _BUNDLE:
            sent += len(events)
            yield {"events": events}
            events = []
    if events:
        yield {"events": events}
    yield {
        "end": {
            "complete": walk.done,
            "found": walk.found,
            "nodes": walk.nodes,
            "engine": walk.engine,
        }
    }


#: Bytes that a count may use.
_COUNTING = 256 << 20
#: Different tilings are counted among at most this many.
LISTED = 200_000
#: Seconds for finding that there is one solution.
SEEING = 20.0


def puzzle(id: str, graded: bool = True) -> dict[str, Any]:
    """Describe a puzzle, with its grade if it has one solution."""
    request = read_id(id)
    answer = _grade(request) if graded and request.name.startswith("id:") else None
    level = answer["level"] if answer else request.level
    return {**describe(request), "grade": answer, "level": level}


def _one_solution(puzzle: Puzzle) -> bool:
    """Return True if a puzzle is quickly found to have one solution."""
    from tilewright.puzzles.making.clues import has_one_solution

    try:
        with Deadline(SEEING).holds():
            return has_one_solution(puzzle.problem())
    except TimeLimitError:
        return False


def _grade(puzzle: Puzzle) -> dict[str, Any] | None:
    """Return the grade of a puzzle that is quickly found to have one solution."""
    cover = compile_cover(puzzle.problem())
    if cover.size > LARGEST or not _one_solution(puzzle):
        return None
    try:
        return grade_sheet(grade(cover, guesses=20, timeout=60.0))
    except LimitError:
        return None


def _session(id: str, state: dict[str, Any]) -> Session:
    return Session.resume(id, State.from_json(state))


def hint(id: str, state: dict[str, Any], solutions: list[str], seconds: float) -> dict[str, Any]:
    """Return the next step and its reason, avoiding solutions that were found."""
    session = _session(id, state)
    return session.hint(seconds, [_owners(session.problem, word) for word in solutions]).to_json()


def _owners(problem: Problem, word: str) -> dict[Cell, str]:
    """Return the piece on each cell of a solution as the page stores it: a digit or letter per
    cell, row by row.
    """
    names, shape = problem.names, problem.board.shape
    letters = word.replace("/", "").ljust(math.prod(shape), ".")
    return {
        cell: names[number]
        for cell, letter in zip(np.ndindex(*shape), letters, strict=False)
        if letter.isalnum() and (number := int(letter, 36)) < len(names)
    }


def ways(id: str, state: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Return in how many ways the board can be finished."""
    session = _session(id, state)
    if session.solved:
        return {
            "count": "1",
            "exact": True,
            "text": "solved",
            "solved": True,
        }
    left = session.ways(seconds)
    return {
        "count": str(left.count),
        "exact": left.exact,
        "text": left.text,
        "solved": False,
    }


def check(id: str, state: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Return whether the puzzle is solved, and what is wrong."""
    session = _session(id, state)
    wrong = session.wrong(seconds)
    return {
        "solved": session.solved,
        "wrong": None if wrong is None else wrong.to_json(),
    }


def _problem(board: str, pieces: list[str], turn: str, placed: list[str], empty: int) -> Problem:
    problem = Problem(
        read_board(board),
        *pieces,
        turn=check_turn(turn),
        placed=placed,
        empty=(empty, empty) if empty else None,
    )
    problem.check()
    return problem


def share(kind: Kind, board: str, pieces: list[str], turn: str, empty: int) -> dict[str, Any]:
    """Describe a puzzle made by hand."""
    if kind not in KINDS:
        raise RequestError(f"`kind` must be one of {', '.join(KINDS)}, got '{kind}'", where="kind")
    problem = _problem(board, pieces, turn, [], empty)
    puzzle = make_puzzle(
        kind,
        problem.board,
        tuple(problem.words()),
        turn=problem.turn,
        empty=(empty, empty) if empty else (0, 0),
    )
    return describe(puzzle)


def count(board: str, pieces: list[str], turn: str, empty: int, seconds: float) -> dict[str, Any]:
    """Count the tilings of a problem and the different ones, as far as time allows; if there are
    none, say why.
    """
    from tilewright.solving.search import Search, different_tilings

    problem = _problem(board, pieces, turn, [], empty)
    number = _counted(problem, seconds * 0.5)
    exact = number is not None
    if number is None:
        every = Search(problem, timeout=seconds * 0.3, threads=1)
        number, exact = every.count(), every.complete
    answer = {"finished": exact, "count": str(number), "exact": exact}
    answer |= {"different": None, "reason": None, "weights": None}
    if exact and not number:
        return {**answer, "different": "0", **_why_none(problem)}
    if exact and number <= LISTED:
        classes = different_tilings(compile_cover(problem), timeout=seconds * 0.3)
        if classes.complete:
            return {**answer, "different": str(classes.count)}
    return answer


def _counted(problem: Problem, seconds: float) -> int | None:
    """Count without listing, or return None if the limit of time or memory is reached."""
    from tilewright.counting import count_details

    end = time.monotonic() + seconds

    def watch(_: object) -> None:
        if time.monotonic() > end:
            raise TimeLimitError("the time limit was reached")

    try:
        return count_details(problem, threads=1, max_memory=_COUNTING, progress=watch).value
    except LimitError:
        return None


def _why_none(problem: Problem) -> dict[str, Any]:
    """Return why there is no tiling, with the numbers in the cells, or a 1 in each marked cell, if
    the reason is about them.
    """
    from tilewright.solving.proofs import Reasons

    reasons = Reasons(problem)
    reasons.weigh()
    numbers = None if reasons.weighting is None else reasons.weighting.weights.tolist()
    if reasons.barrier is not None:
        numbers = (reasons.barrier.parts >= 0).astype(int).tolist()
    return {"reason": next(iter(reasons.sentences), None), "weights": numbers}
