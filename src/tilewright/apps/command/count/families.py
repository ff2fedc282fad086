"""``tilewright count`` on boards with an N, counted one by one: squares, other families, and the
table of all rectangles.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tilewright.apps.command.answers import Json, digits
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.count.growing import Growing, grows, pieces_at
from tilewright.apps.command.count.request import (
    CountRequest,
    ListedTerm,
    count_pieces,
    number_answer,
    number_term,
    other_lengths,
    print_term,
    print_terms,
)
from tilewright.apps.command.reading import assignments, rates
from tilewright.apps.command.runs import note_unfinished, work_on
from tilewright.errors import RequestError
from tilewright.formats.bfile import read_bfile
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.system.values.arguments import read_number

#: The last N by default, the most cells of its board, and the last N for pieces that grow.
_UPTO, _CELLS, _GROWN = 8, 100, 6
#: Rectangles compared with a b-file to find out whether it is a table.
_TRIED = 4
TABLE_WORD = "NxM"


@dataclass
class _Boards:
    """Boards counted one by one, and what is known of how."""

    request: CountRequest
    work: CommandWork
    methods: list[str] = field(default_factory=list)
    checked: list[str] = field(default_factory=list)
    #: The pieces and the turn of the last board.
    words: list[str] = field(default_factory=list)
    turn: str | None = None

    def term(self, n: int, board: str, *, empty: bool, label: str = "", **more: Any) -> ListedTerm:
        """Count on a board; on one without cells (`empty`), there is one tiling without tiles."""
        from tilewright import counting

        request, kinds = self.request, self.request.kinds
        pieces = list(request.pieces)
        if grows(pieces):
            if empty:
                return self._count_no_cells(n, True, label, **more)
            pieces = pieces_at(pieces, n)
        problem = Problem(_unit(board) if empty else board, *pieces, turn=request.rules.turn)
        self.words, self.turn = problem.words(), problem.turn
        if empty:
            problem.check()
            return self._count_no_cells(
                n, all(piece.least == 0 for piece in problem.pieces), label, **more
            )
        if request.rules.empty == "all":
            problem = Problem(
                problem.board, *pieces, turn=request.rules.turn, empty=problem.board.area
            )
        weights = assignments(problem, kinds.weight, "--weight")
        if kinds.by_piece:
            counts = count_pieces(problem, weights, self.work)
            answer = counts.answer()
            keys = {**more, "count": digits(answer.value), **answer.keys}
            return ListedTerm(n, answer.value, counts.polynomial(), keys, label)
        if weights:
            exact = rates(weights, "--weight")
            total = counting.weighted_count(problem, exact, progress=self.work.report)
            return number_term(n, total, request, label, **more)
        answer = number_answer(problem, request, self.work)
        self.methods += [answer.method] if answer.method else []
        self.checked += [answer.keys["checked"]] if "checked" in answer.keys else []
        return number_term(n, answer.value, request, label, **more)

    def _count_no_cells(self, n: int, has_tiling: bool, label: str, **more: Any) -> ListedTerm:
        if self.request.kinds.by_piece:
            word = digits(int(has_tiling))
            keys = {**more, "count": word, "by_piece": []}
            return ListedTerm(n, int(has_tiling), word, keys, label)
        return number_term(n, int(has_tiling), self.request, label, **more)

    def head(self, board: str, *, complete: bool) -> Json:
        """Return what JSON says beside the numbers."""
        sums = self.request.kinds.by_piece or self.request.kinds.weight
        typed = list(self.request.pieces)
        return {
            "board": board,
            "pieces": typed if grows(typed) else self.words or typed,
            "turn": self.turn,
            **({"checked": "; ".join(dict.fromkeys(self.checked))} if self.checked else {}),
            "method": ", ".join(dict.fromkeys(self.methods)) or ("boards" if sums else "area"),
            "complete": complete,
        }


def _unit(board: str) -> str:
    """Return a board of as few cells as there can be, for the pieces of a board without cells."""
    on, _, shape = board.rpartition(":")
    sides = "x".join("1" for _ in shape.split("x"))
    return f"{on}:{sides}" if on else sides


def count_family(request: CountRequest, growing: Growing) -> int:
    """Count on the boards of a family one by one, or on one of them."""
    lengths = request.lengths
    if lengths.at is not None and lengths.at < growing.first:
        raise RequestError(
            f"there is no board {growing.word} for N below {growing.first}", where="--at"
        )
    ns = (
        [lengths.at]
        if lengths.at is not None
        else range(growing.first, _last_n(request, growing) + 1)
    )

    def terms(boards: _Boards) -> Iterator[ListedTerm]:
        for n in ns:
            yield boards.term(n, growing.board(n), empty=growing.is_empty(n))

    def advise(numbers: list[ListedTerm], known: dict[int, int]) -> str:
        return advice(request, growing, numbers, known)

    return _count_all(request, growing.word, terms, advise)


def advice(
    request: CountRequest, growing: Growing, terms: list[ListedTerm], known: dict[int, int]
) -> str:
    """Return what to type if a b-file has other numbers: those of other lengths, or of all
    rectangles.
    """
    if (other := other_lengths(terms, known)) is not None:
        return (
            f"The file contains the counts for the board {growing.stretched(*other)}; give that "
            "board instead."
        )
    if (
        growing.shape
        or growing.holes
        or len(growing.sides) != 2
        or grows(request.pieces)
        or request.kinds.by_piece
    ):
        return ""
    table = _Table(growing.on, _TRIED)
    with request.work() as work:
        for r, c in table.cells():
            table.enter(r, c, _Boards(request, work))
    compared, wrong, how = table.compare(known)
    if wrong or compared < table.size // 2:
        return ""
    return (
        f"The file contains the counts for all rectangles, listed {how}; give the board "
        f"{growing.on}{TABLE_WORD} instead."
    )


def _last_n(request: CountRequest, growing: Growing) -> int:
    """Return the last N."""
    lengths, first = request.lengths, growing.first
    if lengths.upto is not None:
        return lengths.upto
    last = first
    while last < first + _UPTO and (
        growing.is_empty(last + 1) or Board.parse(growing.board(last + 1)).area <= _CELLS
    ):
        last += 1
    if grows(request.pieces):
        last = min(last, _GROWN)
    return (
        last if lengths.against is None else max(first, min(last, max(read_bfile(lengths.against))))
    )


def _count_all(
    request: CountRequest,
    word: str,
    terms: Callable[[_Boards], Iterator[ListedTerm]],
    advise: Callable[[list[ListedTerm], dict[int, int]], str],
    compare: Callable[[dict[int, int]], tuple[int, list[int], str]] | None = None,
) -> int:
    """Count on boards one by one, print what was counted, and return the exit code."""
    numbers: list[ListedTerm] = []
    work = request.work()
    boards = _Boards(request, work)
    # The numbers found so far are still printed.
    with work, work.until_limit():
        numbers.extend(terms(boards))
    head = boards.head(word, complete=not work.stopped)
    code = 0
    if request.lengths.at is None:
        code = print_terms(
            head, numbers, request, work, compare, lambda known: advise(numbers, known)
        )
    elif numbers:
        code = print_term(head, numbers[0], request, work)
    work.raise_stopped()
    return code


@dataclass
class _Table:
    """The numbers T(r, c) of the rectangles of r rows and c columns, along antidiagonals."""

    on: str
    #: The last antidiagonal: r + c is at most this plus 1.
    last: int
    values: dict[tuple[int, int], ListedTerm] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.last * (self.last + 1) // 2

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield rows and columns: 1x1, 1x2, 2x1, 1x3, 2x2, …."""
        for total in range(2, self.last + 2):
            for r in range(1, total):
                yield r, total - r

    def enter(self, r: int, c: int, boards: _Boards) -> ListedTerm:
        """Count one rectangle; its number in the order of `cells` is n."""
        n = (r + c - 2) * (r + c - 1) // 2 + r
        term = boards.term(n, f"{self.on}{r}x{c}", empty=False, label=f"{r}x{c}", rows=r, columns=c)
        self.values[r, c] = term
        return term

    def compare(self, known: dict[int, int]) -> tuple[int, list[int], str]:
        """Compare with a b-file, read in the way in which most numbers agree.

        Returns
        -------
        compared : int
        wrong : list of int
            The n that differ.
        how : str
            How the file was read.
        """
        first = min(known)
        readings = []
        for how, cell in _READINGS.items():
            for start in (1, 0):
                pairs = []
                for n, value in known.items():
                    r, c = cell(*_triangle(n - first))
                    r, c = r + start, c + start
                    here = 1 if not r * c and start == 0 else None
                    if r * c and (r, c) in self.values:
                        here = int(self.values[r, c].value)
                    if here is not None:
                        pairs.append((n, here == value))
                wrong = [n for n, agrees in pairs if not agrees]
                share = len(wrong) / max(1, len(pairs))
                readings.append((share, -len(pairs), wrong, f"{how} from {start}x{start}"))
        _, compared, wrong, how = min(readings)
        return -compared, wrong, how


def _triangle(i: int) -> tuple[int, int]:
    """Return line and place of number i of a triangle whose lines have 1, 2, 3, … numbers."""
    line = (math.isqrt(8 * i + 1) - 1) // 2
    return line, i - line * (line + 1) // 2


#: How the OEIS reads tables: the row and the column, from 0, for a line of a triangle and a place
#: in it.
_READINGS: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "by antidiagonals": lambda line, place: (place, line - place),
    "by antidiagonals upwards": lambda line, place: (line - place, place),
    "as a triangle (rows <= columns)": lambda line, place: (place, line),
    "as a triangle (columns <= rows)": lambda line, place: (line, place),
}


def count_rectangles(request: CountRequest, on: str) -> int:
    """Count on all rectangles along antidiagonals."""
    lengths = request.lengths
    if lengths.at is not None:
        raise RequestError(
            f"specify a single rectangle instead, such as {on}{lengths.at}x{lengths.at + 1}",
            where="--at",
        )
    last = lengths.upto
    if last is None:
        last = _UPTO
        if lengths.against is not None:
            last = min(last, 1 + _triangle(len(read_bfile(lengths.against)))[0])
    table = _Table(on, last)

    def terms(boards: _Boards) -> Iterator[ListedTerm]:
        for r, c in table.cells():
            yield table.enter(r, c, boards)

    return _count_all(request, f"{on}{TABLE_WORD}", terms, lambda numbers, known: "", table.compare)


def count_squares_in_run(request: CountRequest, on: str) -> int:
    """Count on the squares up to a size in a run; each square is a task."""
    from tilewright.counting.work import CountsWork

    work = request.work()
    task = CountsWork.of(
        *request.pieces,
        upto=_UPTO if request.lengths.upto is None else request.lengths.upto,
        turn=request.rules.turn,
        on=on,
        empty=request.rules.empty == "all",
        unique=request.kinds.classes,
        mod=request.modulus,
        check=request.ways.check,
        max_memory=work.deadline.memory,
    )
    with work, request.runs.open(task, work) as run:
        work_on(run, request.runs, work)
        answers = run.answers()
        boards = _Boards(
            request,
            work,
            [answer["method"] for answer in answers if answer["method"]],
            [answer["checked"] for answer in answers if answer["checked"]],
            task.description["pieces"],
            task.description["turn"],
        )
        terms = [
            number_term(answer["n"], read_number(answer["count"]), request) for answer in answers
        ]
        head = boards.head(f"{on}NxN", complete=run.complete)
        code = print_terms(head, terms, request, work)
        return code if run.complete else note_unfinished(run, work)
