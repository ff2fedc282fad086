"""The functions behind the operations, run in the processes of the pool, with JSON values in and out.

Everything that reads a client's words is here, since even reading can take long. Workers are limited in time and memory.
"""

from __future__ import annotations

import contextlib
import functools
import math
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from tilewright.cover import compile_cover
from tilewright.deadline import Deadline
from tilewright.deduction import LARGEST, Grade, grade, spoken
from tilewright.errors import ColoringError, LimitError, PieceError, RequestError, TimeLimitError
from tilewright.lattices.lattice import SQUARES, Cell
from tilewright.lattices.symmetry import Turn, check_turn
from tilewright.piece import parse_pieces
from tilewright.play import Hint, Session, State
from tilewright.play.rulebook import rulebook
from tilewright.problem import Problem
from tilewright.puzzle import KIND_OF, Kind, Puzzle, make_puzzle
from tilewright.reading import read_id
from tilewright.web import schema
from tilewright.web.answers.randomly import random_tiling
from tilewright.web.answers.sheet import describe, read_board, sheet_of, title_of

if TYPE_CHECKING:
    from tilewright.generation import Generated
    from tilewright.tessellation import PeriodicColoring, Plane

__all__ = [
    "LISTED",
    "SEEING",
    "SMALL",
    "check",
    "count",
    "generated",
    "graded_sheet",
    "hint",
    "make",
    "picture",
    "plane",
    "plane_sheet",
    "puzzle",
    "share",
    "watch",
    "ways",
]

#: The most rows and columns of a piece.
_LARGEST = 20
#: Seconds for finding colors.
_COLORING = 0.7


def plane(piece: str, turn: Turn, seconds: float) -> schema.PlaneAnswer:
    """Decide whether a piece tiles the plane, and return what the page shows of it."""
    from tilewright import tessellation

    rows = piece.rpartition(":")[2].split("/")
    most = max(len(rows), *map(len, rows))
    if most > _LARGEST:
        raise PieceError(
            f"a piece must have at most {_LARGEST} rows and columns here, got {most}", where="piece"
        )
    (read,) = parse_pieces(piece, turn)
    found = tessellation.plane(read, turn=turn, timeout=seconds)
    coloring = None
    if found.tiling is not None:
        with contextlib.suppress(ColoringError):
            coloring = tessellation.fewest_colors(found, _COLORING)
    return schema.PlaneAnswer(finished=True, plane=plane_sheet(found, coloring))


def plane_sheet(found: Plane, coloring: PeriodicColoring | None = None) -> schema.PlaneSheet:
    """Return what the page shows of an answer about a piece."""
    (polyform,) = found.pieces
    lattice = polyform.lattice
    certificate = found.certificate
    return schema.PlaneSheet(
        piece=lattice.prefix + polyform.text(),
        lattice=None if lattice is SQUARES else sheet_of(lattice),
        cells=[list(cell) for cell in polyform.cells],
        verdict=found.verdict,
        kind=found.kind,
        isohedral_number=found.isohedral_number,
        why=found.why,
        plain=_plainly(found),
        period=[(down, across * lattice.kinds) for down, across in found.period or ()],
        tiles=certificate.get("placements", []),
        orientations=list(found.orientations),
        heesch=found.heesch,
        heesch_with_holes=found.heesch_with_holes,
        coloring=None
        if coloring is None
        else schema.PlaneColors(
            colors=coloring.colors,
            proven=coloring.proven,
            repeats=coloring.repeats,
            table=coloring.table.tolist(),
        ),
        rings=[
            [[list(cell) for cell in copy] for copy in ring]
            for ring in ([] if found.coronas is None or found.verdict == "not known" else found.coronas.rings)
        ],
    )


def _plainly(found: Plane) -> str:
    """Return the reason without the terms of the field."""
    if found.tiling is not None:
        count = len(found.tiling.tiles)
        group = "One tile" if count == 1 else f"A group of {count} tiles"
        sorts = (
            f" Its tiles are of {found.isohedral_number} kinds: tiles of the same kind have the same surroundings."
            if found.kind == "periodic"
            else ""
        )
        if found.isohedral_number_proven and found.isohedral_number != 2 and sorts:
            sorts += " No pattern has fewer kinds."
        return f"{group}, moved again and again, makes the whole pattern.{sorts}"
    if found.verdict == "not known":
        tiles, rings = found.shown.get("tiles", 0), found.shown.get("coronas", 0)
        tried = f" No group of up to {tiles} tiles repeats in a pattern." if tiles else ""
        around = f" {rings} rings of copies fit around it." if rings else ""
        return f"A pattern may need more tiles than could be tried.{tried}{around}"
    if found.holes or found.coronas is not None:
        return f"{found.why[0].upper()}{found.why[1:]}."
    return "Copies that are moved but never turned do not fit together."


#: Events per bundle.
_BUNDLE = 400


def watch(id: str, steps: int, seconds: float) -> Iterator[dict[str, Any]]:
    """Yield what the search engine does, one placement or retraction after the other.

    The first line describes the puzzle and names the engine. Bundles of events follow. ``[depth, piece, cell, cell, …]`` puts
    a placement on a stack of that depth, ``[depth]`` removes the top one, and ``[-1]`` is a tiling. Cells are numbered in reading
    order, layer by layer. The last line says how the search ended.
    """
    from tilewright.search import SearchTrace

    found = read_id(id)
    problem = found.problem()
    opening = describe(found).model_dump(mode="json", exclude_unset=True)
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
                events.append([depth, int(cover.placement_piece[number]), *(numbers[item] for item in items)])
            depth = len(walk.stack)
            if tiling:
                events.append([-1])
        if len(events) >= _BUNDLE:
            sent += len(events)
            yield {"events": events}
            events = []
    if events:
        yield {"events": events}
    yield {"end": {"complete": walk.done, "found": walk.found, "nodes": walk.nodes, "engine": walk.engine}}


#: Puzzles that compile everything any puzzle needs: dominoes, some tetrominoes, and L's on a torus, where
#: everything is ahead of the first empty cell.
SMALL = ("id:01NM-XBE", "talos:hub-gates-1", "id:A5pUkl9UWmxlVGHC5WNiawQA")
#: Bytes that a count may use.
_COUNTING = 256 << 20
#: Different tilings are counted among at most this many.
LISTED = 200_000
#: Seconds for finding that there is one solution, if a request has no limit of its own.
SEEING = 0.5


@functools.cache
def warm_up() -> None:
    """Load what every request needs."""
    for name in (*SMALL, "calendar:10-06"):
        session = Session(read_id(name))
        session.hint(0.01)
        session.ways(0.01)
    for board in ("aztec:4", "tri:hexagon2", "4x4-0,0-3,3"):
        random_tiling(board, 1)
    # The last one is the first board of *My own*.
    for board, words in (("4x4", ["dominoes+"]), ("4x5", ["O4=2", "domino=6"]), ("6x6", ["L3+", "I3+"])):
        _counted(Problem(board, *words), 60.0)


def puzzle(id: str, graded: bool = True) -> schema.Sheet:
    """Describe a puzzle, with its grade if it has one solution."""
    found = read_id(id)
    found_grade = _grade(found) if graded and found.name.startswith("id:") else None
    level = found_grade.level if found_grade else found.level
    return describe(found).model_copy(update={"grade": found_grade, "level": level})


def _one_solution(found: Puzzle, seconds: float = SEEING) -> bool:
    """Return True if a puzzle is quickly found to have one solution."""
    from tilewright.generation.judging import has_one_solution

    try:
        with Deadline(seconds).holds():
            return has_one_solution(found.problem(), turned=True)
    except TimeLimitError:
        return False


def _grade(found: Puzzle) -> schema.GradeSheet | None:
    """Return the grade of a puzzle that is quickly found to have one solution."""
    cover = compile_cover(found.problem())
    if cover.size > LARGEST or not _one_solution(found):
        return None
    try:
        return _grade_sheet(grade(cover, guesses=20, timeout=1.0))
    except LimitError:
        return None


def _grade_sheet(graded: Grade) -> schema.GradeSheet:
    return schema.GradeSheet(
        level=graded.level,
        score=graded.score,
        steps={str(step): number for step, number in graded.counts.items()},
    )


def _session(id: str, state: dict[str, Any]) -> Session:
    return Session.resume(id, State.from_json(state))


def _hint_answer(found: Hint) -> schema.HintAnswer:
    return schema.HintAnswer(
        action=found.action,
        text=found.text,
        words=[part if isinstance(part, str) else list(part) for part in spoken(found.words)],
        piece=found.placement.piece if found.placement else None,
        place=[list(cell) for cell in found.placement.cells] if found.placement else [],
        cells=[list(cell) for cell in found.cells],
        kinds=list(found.kinds),
        edges=[(row, column, down, right) for (row, column), (down, right) in found.edges],
    )


def hint(id: str, state: dict[str, Any], found: list[str], seconds: float) -> schema.HintAnswer:
    """Return the next step and its reason, avoiding solutions that were found."""
    session = _session(id, state)
    return _hint_answer(session.hint(seconds, [_owners(session.problem, word) for word in found]))


def _owners(problem: Problem, word: str) -> dict[Cell, str]:
    """Return the piece on each cell of a solution as the page stores it: a digit or letter per cell, row by row."""
    names, shape = problem.names, problem.board.shape
    letters = word.replace("/", "").ljust(math.prod(shape), ".")
    return {
        cell: names[number]
        for cell, letter in zip(np.ndindex(*shape), letters, strict=False)
        if letter.isalnum() and (number := int(letter, 36)) < len(names)
    }


def ways(id: str, state: dict[str, Any], seconds: float) -> schema.WaysAnswer:
    """Return in how many ways the board can be finished."""
    session = _session(id, state)
    if session.solved:
        return schema.WaysAnswer(count="1", exact=True, text="solved", solved=True)
    left = session.ways(seconds)
    return schema.WaysAnswer(count=str(left.count), exact=left.exact, text=left.text, solved=False)


def check(id: str, state: dict[str, Any], seconds: float) -> schema.CheckAnswer:
    """Return whether the puzzle is solved, and what is wrong."""
    session = _session(id, state)
    wrong = session.wrong(seconds)
    return schema.CheckAnswer(solved=session.solved, wrong=None if wrong is None else _hint_answer(wrong))


def generated(wanted: schema.MakeRequest, seconds: float) -> Generated:
    """Make a puzzle with exactly one solution, from a request of the page."""
    from tilewright.generation import generate

    own_board = KIND_OF[wanted.kind].own_board
    return generate(
        wanted.kind,
        None if own_board else read_board(wanted.board),
        *(() if own_board else wanted.pieces or ()),
        turn=wanted.turn,
        seed=wanted.seed,
        level=wanted.level,
        minimal=wanted.minimal,
        date=wanted.date,
        timeout=seconds,
    )


def graded_sheet(made: Generated) -> schema.Sheet:
    """Describe a puzzle that was made, with its grade."""
    found = {"grade": _grade_sheet(made.grade), "level": made.grade.level}
    return describe(made.puzzle).model_copy(update=found)


def make(seconds: float, **wanted: Any) -> schema.MakeAnswer:
    """Make a puzzle with exactly one solution from the values of a `MakeRequest`, and describe it."""
    puzzle = graded_sheet(generated(schema.MakeRequest(**wanted), seconds))
    return schema.MakeAnswer(finished=True, puzzle=puzzle)


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


def share(kind: Kind, board: str, pieces: list[str], turn: str, empty: int) -> schema.Sheet:
    """Describe a puzzle made by hand."""
    if kind not in KIND_OF:
        raise RequestError(f"`kind` must be one of {', '.join(KIND_OF)}, got '{kind}'", where="kind")
    problem = _problem(board, pieces, turn, [], empty)
    made = make_puzzle(
        kind,
        problem.board,
        tuple(problem.words()),
        turn=problem.turn,
        empty=(empty, empty) if empty else (0, 0),
    )
    return describe(made)


def count(board: str, pieces: list[str], turn: str, empty: int, seconds: float) -> schema.CountAnswer:
    """Count the tilings of a problem and the different ones, as far as time allows; if there are none, say why."""
    from tilewright.search import Search, different_tilings

    problem = _problem(board, pieces, turn, [], empty)
    number = _counted(problem, seconds * 0.5)
    exact = number is not None
    if number is None:
        every = Search(problem, timeout=seconds * 0.3, threads=1)
        number, exact = every.count(), every.complete
    answer = schema.CountAnswer(finished=exact, count=str(number), exact=exact)
    if exact and not number:
        return answer.model_copy(update={"different": "0", **_why_none(problem)})
    if exact and number <= LISTED:
        classes = different_tilings(compile_cover(problem), timeout=seconds * 0.3)
        if classes.complete:
            return answer.model_copy(update={"different": str(classes.count)})
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
    """Return why there is no tiling, with the numbers in the cells, or a 1 in each marked cell, if the reason is about them."""
    from tilewright.proof import Reasons

    reasons = Reasons(problem)
    reasons.weigh()
    numbers = None if reasons.weighting is None else reasons.weighting.weights.tolist()
    if reasons.barrier is not None:
        numbers = (reasons.barrier.parts >= 0).astype(int).tolist()
    return {"reason": next(iter(reasons.listed), None), "weights": numbers}


def picture(
    id: str,
    state: dict[str, Any],
    format: Literal["svg", "png"],
    patterns: bool,
    colors: Sequence[Sequence[int]],
) -> str | bytes:
    """Draw a puzzle as it is printed, with what is on the board, in the page's colors."""
    from tilewright.drawing import draw_puzzle, png, svg
    from tilewright.generation.rules import rules

    session = _session(id, state)
    found = session.puzzle
    drawn = draw_puzzle(
        session.position.after(session.position.tiles),
        title=title_of(found, rulebook(found).drawn),
        rules=rules(found, one_solution=_one_solution(found)),
        level=found.level,
        name=found.name,
        coloring={tuple(cell): color for *cell, color in colors},
        patterns=patterns,
    )
    return svg(drawn) if format == "svg" else png(drawn, width=1600)
