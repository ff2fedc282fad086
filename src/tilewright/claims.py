"""Claims, and those of answers in JSON that consist of tilings: each is verified on its own.

Tilings are compared with a problem, listed and colored again, or counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tilewright.counting import count
from tilewright.errors import RequestError, TilewrightError, joined, quoted
from tilewright.formats.request import read
from tilewright.model.board import Board
from tilewright.model.claims import ClaimError, Unchecked, check_fields, check_stated
from tilewright.model.problem import Problem
from tilewright.model.puzzle import find_puzzle, is_puzzle_name, marks_shown, puzzle_from_json
from tilewright.model.space.labels import EMPTY, OUTSIDE
from tilewright.model.space.lattice import SQUARES
from tilewright.model.space.surface import space_words
from tilewright.model.tiling import Tiling
from tilewright.solving.coloring import color
from tilewright.solving.search import Search, two_solutions
from tilewright.solving.theorems import obstruction, tromino_faults
from tilewright.solving.theorems.arguments import check_cell

#: The fields of the JSON of a tiling, and those of an answer that state its problem.
_TILING = ("labels", "pieces", "marks", "lattice", "surface", "number")
PROBLEM_FIELDS = (
    "board",
    "lattice",
    "surface",
    "by_wrap",
    "pieces",
    "placed",
    "empty",
    "names",
    "parts",
    "colors",
    "marks_agree",
    "rules",
    "turn",
)
#: The most tilings of an answer that are counted again to see that there are no others.
COUNTED = 100_000
#: The most tilings that are colored again.
_COLORED = 2_000
#: The claim about trominoes, and the number of colors of a picture.
_TROMINOES = "the tiles are L-trominoes that cover all cells but the hole"
_TROMINO_COLORS = 12


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim, and whether it holds.

    Attributes
    ----------
    claim : str
        The claim as a sentence.
    holds : bool or None
        Whether the claim holds; None if it was not verified because the work is too large or the
        file has no proof.
    why : str
        The fault, or the reason why the claim was not verified.
    line : int or None
        The line number in the file, starting at 1.
    piece : str
        The piece that the claim is about, if any.
    limited : bool
        Whether `max_states` was too small to verify the claim.
    not_checked : tuple of str
        The fields of the record that the claim does not cover, such as `why` and `seconds`.
    """

    claim: str
    holds: bool | None
    why: str = ""
    line: int | None = None
    piece: str = ""
    limited: bool = False
    not_checked: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        word = {True: "holds", False: "WRONG", None: "not verified"}[self.holds]
        return (
            f"{where}{self.piece and f'{self.piece}: '}{self.claim}: {word}"
            + (f": {self.why}" if self.why else "")
            + (f" (not checked: {', '.join(self.not_checked)})" if self.not_checked else "")
        )

    def to_json(self) -> dict[str, Any]:
        """Return the claim as JSON values."""
        return {
            "line": self.line,
            "piece": self.piece or None,
            "claim": self.claim,
            "holds": self.holds,
            "why": self.why or None,
            **({"not_checked": list(self.not_checked)} if self.not_checked else {}),
        }


def stated_problem(record: dict[str, Any]) -> Problem:
    """Return the problem that an answer states."""
    data = {name: record[name] for name in PROBLEM_FIELDS if name in record}
    if is_puzzle_name(str(data["board"])):
        data["board"] = read(data["board"]).board.text() + "\n"
    return Problem.from_json(data)


def space_of(board: Board) -> dict[str, str]:
    """Return how JSON names the lattice and the surface of a board."""
    words = space_words(board, board.shape)
    return {"lattice": words.get("lattice", SQUARES.name), "surface": words.get("surface", "flat")}


def check_tiling(value: Any, problem: Problem | None) -> None:
    """Raise `ClaimError` unless the JSON of a tiling has known fields, and names the lattice and
    the surface of the problem, if it names any.
    """
    check_fields(value, _TILING, "a tiling", ("labels",))
    if problem is not None:
        check_stated(value, space_of(problem.board))


def tromino_claims(record: dict[str, Any], problem: Problem | None) -> Iterator[Claim]:
    """Verify the JSON that `golomb` or `deficient` printed."""
    fields = ("size", "hole", "labels", "colors", "touch", "reason", "window")
    try:
        check_fields(record, fields, "a board of trominoes", fields[:4])
        if record["labels"] is None:
            yield _check_no_trominoes(record)
            return
        labels, hole = np.array(record["labels"]), record["hole"]
        check_stated(record, {"reason": None, "size": list(labels.shape)})
        if "window" in record:
            raise Unchecked("only a part of the board is there")
        if hole is not None and np.argwhere(labels == OUTSIDE).tolist() != [hole]:
            raise ClaimError(f"the hole is not {hole}")
        touch, colors = record.get("touch", "edge"), np.array(record["colors"])
        faults = tromino_faults(labels, empty=0 if hole is None else 1, colors=colors, touch=touch)
        # `golomb` says for which contacts it needs so few colors.
        few = {"edge": 3, "strong": 4}[touch] if "touch" in record else _TROMINO_COLORS
        if colors.size and not 0 <= colors.min() <= colors.max() < few:
            faults.append(f"the colors must be 0 to {few - 1}")
        why: str | None = joined(faults)
    except Unchecked as error:
        yield Claim(_TROMINOES, None, str(error))
        return
    except (ClaimError, TilewrightError, ValueError, TypeError, KeyError) as error:
        yield Claim(_TROMINOES, False, str(error))
        return
    yield Claim(_TROMINOES, not why, why or "")
    if problem is not None:
        yield from tiling_claims([Tiling(labels)], problem)


def _check_no_trominoes(record: dict[str, Any]) -> Claim:
    """Verify that there is no tiling by trominoes, by counting; the reason that is stated must be
    that of the theorem.
    """
    (rows, columns), hole, reason = record["size"], record["hole"], record.get("reason")
    claim = f"no L-trominoes cover {rows}x{columns} except for {hole}"
    removed = None if hole is None else check_cell(rows, columns, tuple(hole), "hole")
    known = obstruction(rows, columns, removed, whole=removed is None)
    if known is None or record["colors"] is not None or "touch" in record:
        raise ClaimError("there is a tiling")
    check_stated(record, {"size": [rows, columns], "reason": known.to_json()})
    if reason is None:
        raise ClaimError("the reason is missing")
    if (rows * columns - (hole is not None)) % 3 == 0:
        if rows * columns > COUNTED:
            return Claim(claim, None, "the board is too large to count its tilings")
        holes = [] if hole is None else [hole]
        problem = Problem(Board.rectangle(rows, columns, holes=holes), "L3+")
        if count(problem):
            raise ClaimError("there is a tiling")
    return Claim(claim, True)


def color_claims(record: dict[str, Any]) -> Iterator[Claim]:
    """Verify the JSON that `color --all` printed: the tilings are listed by another engine, and
    colored one by one.
    """
    claim = Claim("how many tilings need each number of colors", None, not_checked=("seconds",))
    rules = ("unique", "touch", "outside")
    limited = ("colors", "balanced", "numbers", "colorable")
    counts = ("by_colors", "by_crossings", "tilings", "complete", "seconds")
    try:
        needed = ["board", "pieces", *rules, "tilings", "complete"]
        needed += limited if "colorable" in record else ["by_colors"]
        check_fields(
            record, (*PROBLEM_FIELDS, *rules, *limited, *counts), "an answer about colors", needed
        )
        for name in ("outside", "balanced", "complete"):
            if type(record.get(name, False)) is not bool:
                raise ClaimError(f"'{name}' must be true or false")
        # 'colors' is how many colors there are, not those of the pieces.
        problem = stated_problem({name: record[name] for name in record if name != "colors"})
        problem.check()
        check_stated(record, space_of(problem.board))
        if not record["complete"]:
            yield replace(claim, why="the search was stopped")
            return
        numbers = record.get("numbers")
        options: dict[str, Any] = {
            "colors": record.get("colors") if numbers is None else None,
            "balanced": record.get("balanced", False),
            "sizes": numbers,
            "outside": record["outside"],
        }
        search = Search(
            problem, unique=record["unique"], limit=_COLORED + 1, threads=1, engine="dance"
        )
        tilings = list(search)
        if len(tilings) > _COLORED:
            yield replace(claim, why=f"more than {_COLORED:,} tilings are not colored again")
            return
        colorings = [color(tiling, record["touch"], **options) for tiling in tilings]
        needs = Counter(answer.colors if answer else 0 for answer in colorings)
        crossed = Counter(map(_count_crossings, tilings)) if "by_crossings" in record else Counter()
        check_stated(
            record,
            {
                "tilings": str(len(tilings)),
                "colorable": str(sum(map(bool, colorings))),
                "by_colors": {str(key): str(needs[key]) for key in sorted(needs)},
                "by_crossings": {str(key): str(crossed[key]) for key in sorted(crossed)},
            },
        )
        if "colorable" in record and "by_colors" in record:
            raise ClaimError("'by_colors' and 'colorable' contradict each other")
        if numbers is not None and record["colors"] != len(numbers):
            raise ClaimError(f"'colors' must be {len(numbers)}")
    except (ClaimError, TilewrightError) as error:
        yield replace(claim, holds=False, why=str(error))
        return
    yield replace(claim, holds=True)


def _count_crossings(tiling: Tiling) -> int:
    """Return the number of points in which four tiles meet."""
    labels = tiling.labels
    blocks = np.stack([labels[:-1, :-1], labels[:-1, 1:], labels[1:, :-1], labels[1:, 1:]], -1)
    corners = blocks.reshape(-1, 4).tolist()
    return sum(min(block) >= 0 and len(set(block)) == 4 for block in corners)


def puzzle_claims(record: dict[str, Any]) -> Iterator[Claim]:
    """Verify the JSON that `make` printed: the IDs are those of the puzzles, and the solutions are
    the only ones.
    """
    unread = ("title", "seed", "level", "score", "steps", "instructions")
    needed = ("whole_id", "id", "kind", "solution", "board", "pieces", "turn", "placed", "empty")
    try:
        check_fields(record, ("kind", "seed", "complete", "puzzles"), "an answer of `make`")
        if not isinstance(record["puzzles"], list):
            raise ClaimError("'puzzles' must be a list")
    except ClaimError as error:
        yield Claim("the answer has a known form", False, str(error))
        return
    for number, data in enumerate(record["puzzles"], start=1):
        what = f"puzzle {number} has the stated solution"
        try:
            fields = (*unread, *PROBLEM_FIELDS, *needed, "shows", "solutions")
            check_fields(data, fields, "a puzzle", needed)
            puzzle = find_puzzle(str(data["whole_id"]))
            problem = puzzle.problem()
            shown = puzzle_from_json({**data, "board": f"{data['board']}\n"})
            if (shown.kind, shown.problem()) != (puzzle.kind, problem) or shown.name != data["id"]:
                raise ClaimError("the ID is of another puzzle")
            check_tiling(data["solution"], problem)
            check_stated(data, {"solutions": "1", "shows": marks_shown(problem)})
            check_stated(record, {"kind": puzzle.kind})
            faults = Tiling.from_json(data["solution"]).faults(problem)
        except (ClaimError, TilewrightError, TypeError) as error:
            yield Claim(what, False, str(error))
            continue
        yield Claim(
            what,
            not faults,
            joined(faults),
            not_checked=tuple(name for name in (*unread, "complete") if name in data | record),
        )
        yield one_solution(problem)


def one_solution(problem: Problem) -> Claim:
    """Verify that a puzzle has exactly one solution."""
    number = len(two_solutions(problem, engine="dance"))
    why = "there are more" if number > 1 else "" if number else "there is none"
    return Claim("there is exactly one solution", number == 1, why)


def _problem_of_names(tiling: Tiling) -> Problem | None:
    """Return a problem of the pieces that a tiling names, on its own cells; None if a name says no
    shape, or has marks.
    """
    if tiling.piece is None:
        return None
    pieces = [f"{name}={copies}" for name, copies in Counter(tiling.piece_names()).items()]
    board = Board(tiling.labels != OUTSIDE, lattice=tiling.lattice, surface=tiling.surface)
    try:
        problem = Problem(board, *pieces, turn="free", empty=int((tiling.labels == EMPTY).sum()))
    except TilewrightError:
        return None
    # The tiling does not have the marks of its board.
    return None if any(piece.marks for piece in problem.pieces) else problem


def tiling_claims(tilings: Iterable[Any], problem: Problem | None) -> Iterator[Claim]:
    """Verify tilings of a problem, or of the pieces they name."""
    for number, tiling in enumerate(tilings, start=1):
        if not isinstance(tiling, Tiling):
            raise RequestError(
                f"cannot verify {quoted(tiling)} ({type(tiling).__name__}); it is not a Tiling"
            )
        named = problem or _problem_of_names(tiling)
        faults = tiling.faults(named)
        if named is None and not faults:
            tiles = f"{len(tiling)} tile{'' if len(tiling) == 1 else 's'}"
            claim = f"tiling {number} is a well-formed drawing of {tiles}"
            yield Claim(claim, None, "name BOARD PIECES to verify it")
            continue
        if problem is not None:
            claim = f"tiling {number} is a tiling of {problem.board}"
        else:
            claim = (
                f"tiling {number} "
                f"{'consists of the pieces it names' if named else 'is well formed'}"
            )
        yield Claim(claim, not faults, joined(faults))
