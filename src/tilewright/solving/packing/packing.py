"""The search for the best packing. Numbers in the cells bound it, and searches for given numbers of
empty cells narrow the range.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import joined
from tilewright.model.answer import Answer, problem_json
from tilewright.model.cover import Cover, compile_cover, decode
from tilewright.model.problem import Problem
from tilewright.model.requests import takes_request
from tilewright.model.rules.rule_types import Tiles
from tilewright.model.space.labels import EMPTY
from tilewright.model.tiling import Tiling
from tilewright.solving.highs import linear_program, run_highs
from tilewright.solving.proofs import (
    Barrier,
    WeightBound,
    Weighting,
    excluding_bound,
    limited_pieces,
    packing_numbers,
    possible_areas,
)
from tilewright.solving.search import Search
from tilewright.system.values.arguments import check_seed, counted
from tilewright.system.values.svg_repr import picture_of
from tilewright.system.work.deadline import Deadline, check_time, current_deadline, report
from tilewright.system.work.limits import ThreadLimits, limited
from tilewright.system.work.progress import Progress
from tilewright.system.work.question import ask

if TYPE_CHECKING:
    from tilewright.drawing import Picture
    from tilewright.system.values.arguments import SeedLike


# The answer: the best packing found, how many cells stay empty at least, and why.


@dataclass(frozen=True, eq=False)
class Packing(Answer):
    """The best packing found, and a bound that holds for all packings.

    Attributes
    ----------
    problem : Problem
        A problem whose tilings are exactly the packings: cells may stay empty, and numbers of
        copies are upper limits.
    tiling : Tiling
        The packing.
    least_empty : int
        A lower bound on the number of cells that every packing leaves empty.
    reasons : list of str
        The reasons why no packing leaves fewer cells empty, as sentences without a final period.
        The list is empty if all cells are covered.
    certificate : WeightBound, Weighting, Barrier or None
        The proof of the bound: numbers assigned to the cells, or parts of the board with an odd
        number of cells. The value is None if the areas or a complete search prove the bound.
    searched : bool
        Whether the bound is proven only by a complete search.
    """

    problem: Problem
    tiling: Tiling
    least_empty: int
    reasons: list[str] = field(default_factory=list, repr=False)
    certificate: WeightBound | Weighting | Barrier | None = field(default=None, repr=False)
    searched: bool = False

    def __len__(self) -> int:
        return len(self.tiling)

    @property
    def empty(self) -> int:
        """The number of cells that the packing leaves empty."""
        return int(np.count_nonzero(self.tiling.labels == EMPTY))

    @property
    def covered(self) -> int:
        """The number of cells that the packing covers."""
        return self.problem.board.area - self.empty

    @property
    def proven(self) -> bool:
        """Whether it is proven that no packing covers more cells."""
        return self.empty <= self.least_empty

    @property
    def most_pieces(self) -> int | None:
        """The upper bound expressed as a number of pieces, or None if the pieces differ in size."""
        size = _piece_size(self.problem)
        return None if size is None else (self.problem.board.area - self.least_empty) // size

    @cached_property
    def copies(self) -> dict[str, int]:
        """The number of copies of each piece in the packing."""
        return dict(Counter(self.tiling.piece_names()))

    def text(self) -> str:
        """Return the answer as a sentence without a final period.

        Examples
        --------
        >>> from tilewright.solving.packing import best_packing
        >>> print(best_packing("5x5", "I4").text())
        6 pieces, 1 cell stays empty; no more fit
        """
        pieces = counted(len(self), "piece")
        empty = f"{self.empty:,} cell{' stays' if self.empty == 1 else 's stay'} empty"
        if not self.empty:
            return f"{pieces} cover all cells"
        if self.proven:
            more = (
                "no more fit"
                if self.most_pieces is not None
                else "no packing leaves fewer cells empty"
            )
        elif self.most_pieces is not None:
            more = f"at most {self.most_pieces:,} fit"
        else:
            more = (
                f"at least {self.least_empty:,} stay{'s' if self.least_empty == 1 else ''} empty "
                "in every packing"
            )
        return f"{pieces}, {empty}; {more}"

    def __repr__(self) -> str:
        return f"<Packing of {self.problem.board}: {self.text()}>"

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON values: the problem, the packing as ``tilings``, and the proven
        bound as ``most``. `tilewright.verify` can verify these values.
        """
        bound: dict[str, Any] = {
            "count": len(self),
            "covered": self.covered,
            "empty": self.empty,
            "least_empty": self.least_empty,
            "proven": self.proven,
            "searched": self.searched,
            "reasons": self.reasons,
        }
        if self.most_pieces is not None:
            bound["most_pieces"] = self.most_pieces
        if self.certificate is not None:
            excluded = self.certificate.problem
            bound["excluded"] = {
                "pieces": excluded.words(),
                "empty": [excluded.empty_least, excluded.empty_most],
            }
            bound[self.certificate.kind] = self.certificate.to_json()
        found = {"tilings": [self.tiling.to_json()], "most": bound}
        return {**self.problem.to_json(), **found, **problem_json(self.problem)}


def relax_problem(problem: Problem) -> Problem:
    """Return the problem of packings: cells may stay empty, and numbers of copies are upper limits.

    A single piece without a number of copies is used any number of times; ``=0..1`` sets a limit.
    Numbers of tiles in rules are also upper limits.
    """
    rules = [
        replace(rule, least=0) if isinstance(rule, Tiles) and rule.pieces else rule
        for rule in problem.rules
        if not (isinstance(rule, Tiles) and rule.pieces and rule.most >= problem.board.area)
    ]
    copies = [(piece.least, piece.most) for piece in problem.pieces]
    alone = copies == [(1, 1)]
    if {*copies} == {(0, 1)} and [
        (rule.least, rule.most, len(rule.pieces))
        for rule in problem.rules
        if isinstance(rule, Tiles)
    ] == [(1, 1, len(copies))]:
        # One piece with several outlines.
        alone, rules = True, []
    pieces = [
        replace(piece, least=0, most=None if alone else piece.most) for piece in problem.pieces
    ]
    most = int(problem.optional.sum()) if problem.has_optional else problem.board.area
    return problem.but(pieces=pieces, rules=rules, empty=(0, most))


def _piece_size(problem: Problem) -> int | None:
    """Return the size of the pieces, or None if the sizes differ."""
    sizes = {len(piece.polyomino) for piece in problem.pieces}
    return sizes.pop() if len(sizes) == 1 else None


def possible_empty(problem: Problem) -> list[int]:
    """Return the numbers of cells of a relaxed problem that may stay empty according to the areas
    of the pieces, in ascending order.
    """
    area = problem.board.area
    sizes = [len(piece.polyomino) for piece in problem.pieces]
    most = [
        area // size if piece.most is None else min(piece.most, area // size)
        for piece, size in zip(problem.pieces, sizes, strict=True)
    ]
    # A digit for each area, the whole board first.
    reachable = f"{possible_areas(sizes, [0] * len(sizes), most, area):0{area + 1}b}"
    most_empty = int(np.count_nonzero(problem.optional & problem.board.mask))
    return [empty for empty in range(most_empty + 1) if reachable[empty] == "1"]


def area_sentence(problem: Problem, least_empty: int) -> str:
    """Return the reason why no packing covers more cells, if the areas are the reason."""
    area = problem.board.area
    return (
        f"the board has {area:,} cells, and no choice of pieces covers more than "
        f"{area - least_empty:,} of them"
    )


def tighten_problem(problem: Problem, empty: int) -> Problem:
    """Return a copy of a relaxed problem in which this number of cells stays empty.

    If it has no tiling, every packing leaves more cells empty. If all pieces have the same size and
    all cells may stay empty, exactly this number stays empty, because a better packing without some
    of its pieces would be a tiling of it. Otherwise, fewer cells may stay empty.
    """
    board = problem.board
    same = _piece_size(problem) is not None and not problem.has_optional and not problem.placed
    pieces = problem.pieces
    if same and len(pieces) == 1:
        number = (board.area - empty) // len(pieces[0].polyomino)
        pieces = (replace(pieces[0], least=number, most=number),)
    return problem.but(pieces=pieces, empty=(empty if same else 0, empty))


#: Seconds of the first search for each number of empty cells; each round takes twice as long.
_FIRST = 0.5
#: Seconds of the integer program, and the most placements that it takes.
_PROGRAM, _PLACEMENTS = 5.0, 20_000


@limited
@takes_request
def best_packing(
    problem: Problem,
    *,
    seed: SeedLike = None,
    **limits: Unpack[ThreadLimits],
) -> Packing | None:
    """Find a packing that covers as many cells of a board as possible, and an upper bound for all
    packings.

    In a packing, cells may stay empty. Numbers of copies, and numbers of tiles in rules, are upper
    limits. Rules other than numbers of tiles are not supported. A single piece without a number of
    copies may be used any number of times (``I4=0..1`` sets a limit). If the board has optional
    cells, only these cells may stay empty.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        The problem, in any form that `tilewright.read` accepts.
    *pieces : Piece, str, array or list
        The pieces, if `problem` is only a board.
    seed : int or numpy.random.Generator, optional
        See `tilings`.
    timeout, max_memory, progress, threads
        See `tilewright.system.work.limits`. When the time limit is reached, the best packing so far
        is returned. Whenever a better `Packing` is found, it is passed to ``progress`` as
        ``answer``.
    **rules
        Additional keyword arguments for `Problem`, such as ``turn``, but not ``empty``.

    Returns
    -------
    Packing or None
        The packing, or None if no packing exists because some cells can neither stay empty nor be
        covered.

    Raises
    ------
    ProblemError
        If the problem is invalid or has unsupported rules.
    TimeLimitError
        If the time limit is reached before a packing is found.
    MemoryLimitError
        If the placements need more memory than allowed.

    Notes
    -----
    The linear relaxation yields a bound for all packings. Numbers assigned to the cells prove the
    bound, and this proof is verified with integer arithmetic. HiGHS (with an integer program) and
    the engines of `solve` search for better packings. An engine can also prove a bound, by showing
    that no packing leaves a given number of cells empty.

    Examples
    --------
    >>> found = best_packing("cube:6x6x6", "I4")
    >>> print(found.text())
    52 pieces, 8 cells stay empty; no more fit
    >>> print(found.reasons[0])
    color 104 cells dark, as shown: each I4 covers at least 2 dark cells, so 53 pieces need 106 dark cells, but there are only 104
    """  # noqa: E501
    packer = Packer(problem, check_seed(seed))
    answer = ask(packer)
    if answer is None and not packer.impossible:
        raise current_deadline().error_before("a packing was found")
    return answer


@dataclass
class Packer:
    """The question for the best packing of a problem."""

    original: Problem
    seed: int | None = None
    #: The best packing found.
    best: Tiling | None = None
    least_empty: int = 0
    reasons: list[str] = field(default_factory=list)
    certificate: WeightBound | Weighting | Barrier | None = None
    searched: bool = False

    def __post_init__(self) -> None:
        self.problem = relax_problem(self.original)
        others = [
            rule for rule in self.original.rules if not (isinstance(rule, Tiles) and rule.pieces)
        ]
        self.original.but(rules=others).refuse_rules("packing")
        self._levels = possible_empty(self.problem)
        #: For each number of empty cells, a search that goes on where it stopped.
        self._searches: dict[int, Search] = {}
        #: True if there is no packing.
        self.impossible = not self._levels

    def answer(self, stopped: str = "") -> Packing | None:
        """Return the best packing so far, or None if no packing was found."""
        if self.best is None:
            return None
        return Packing(
            self.problem, self.best, self.least_empty, self.reasons, self.certificate, self.searched
        )

    def run(self) -> None:
        """Search until it is proven that no packing is better, and report each better packing."""
        if self.impossible:
            return
        self._bound_by_area()
        cover = compile_cover(self.problem)
        self._bound_by_numbers(cover)
        seconds = _FIRST
        if not self._is_finished():
            self._search_level(self._levels[0], seconds)
        if not self._is_finished():
            self._keep_better(_solve_program(cover, self._keep_better))
        while not self._is_finished():
            self._search_round(seconds)
            seconds *= 2

    def _report(self) -> None:
        if (answer := self.answer()) is not None:
            report(Progress(phase=answer.text(), answer=answer))

    def _is_finished(self) -> bool:
        if not self._levels:
            self.impossible = self.best is None
            return True
        return self.best is not None and _count_empty(self.best) <= self.least_empty

    def _search_round(self, seconds: float) -> None:
        """Repeatedly search halfway to the number that took too long, and then for the best
        possible number.
        """
        late = -1
        while levels := [level for level in self._better_levels() if level > late]:
            level, known = levels[len(levels) // 2], self.best
            self._search_level(level, seconds)
            if self._is_finished():
                return
            if self.best is known and level in self._levels:
                late = level
        self._search_level(self._levels[0], seconds)

    def _better_levels(self) -> list[int]:
        """Return the numbers of empty cells below the best packing that are not excluded."""
        return [
            level for level in self._levels if self.best is None or level < _count_empty(self.best)
        ]

    def _search_level(self, level: int, seconds: float) -> None:
        """Search for a packing in which this number of cells stays empty."""
        with Deadline(seconds).holds():
            search = self._searches.get(level)
            if search is None:
                problem = tighten_problem(self.problem, level)
                search = self._searches[level] = Search(problem, limit=1, seed=self.seed)
            tiling = next(iter(search), None)
        if tiling is not None:
            self._keep_better(tiling)
        elif search.complete:
            reasons = search.reasons
            self._exclude(
                level,
                reasons or [f"a complete search found no packing in which {_cells_stay(level)}"],
                search.weighting or search.barrier,
                searched=not reasons,
            )
            self._report()
        else:
            check_time()

    def _keep_better(self, tiling: Tiling | None) -> None:
        """Keep a packing if it is better."""
        if tiling is None or (
            self.best is not None and _count_empty(tiling) >= _count_empty(self.best)
        ):
            return
        if faults := tiling.faults(self.problem):
            raise AssertionError(f"a packing is wrong: {joined(faults)}")
        self.best = tiling
        open_ = set(self._better_levels())
        self._searches = {
            level: search for level, search in self._searches.items() if level in open_
        }
        self._report()

    def _bound_by_area(self) -> None:
        self.least_empty = self._levels[0]
        if self.least_empty:
            self.reasons = [area_sentence(self.problem, self.least_empty)]

    def _bound_by_numbers(self, cover: Cover) -> None:
        """Bound all packings by numbers in the cells."""
        proof = packing_numbers(cover)
        if proof is None:
            return
        covered, numbers, unit = proof
        least = self.problem.board.area - covered
        excluded = [level for level in self._levels if level < least]
        while excluded:
            level = excluded.pop()
            problem = tighten_problem(self.problem, level)
            bound = excluding_bound(problem, cover, numbers, unit)
            if bound is not None:
                self._exclude(level, [bound.text()], bound)
                return

    def _exclude(
        self,
        level: int,
        reasons: list[str],
        certificate: WeightBound | Weighting | Barrier | None,
        searched: bool = False,
    ) -> None:
        """Record that every packing leaves more cells empty than this."""
        self._levels = [other for other in self._levels if other > level]
        if self._levels:
            self.least_empty = self._levels[0]
            self.reasons, self.certificate, self.searched = reasons, certificate, searched


def _count_empty(tiling: Tiling) -> int:
    return int(np.count_nonzero(tiling.labels == EMPTY))


def _cells_stay(cells: int) -> str:
    return f"{cells:,} cell{' stays' if cells == 1 else 's stay'} empty"


def _solve_program(cover: Cover, report: Callable[[Tiling | None], object]) -> Tiling | None:
    """Return the packing that an integer program finds within a number of seconds, or None if it
    finds none.

    `report` is called with each better packing.
    """
    import highspy

    if not cover.size or cover.size > _PLACEMENTS:
        return None
    sizes = np.diff(cover.start)
    # Rows for the cells, for the pieces of which there are few, and for the rules.
    limited = limited_pieces(cover)
    pieces = int(np.count_nonzero(limited))
    number = np.cumsum(limited) - 1 + cover.area
    counted = np.flatnonzero(limited[cover.placement_piece])
    rows: list[NDArray[Any]] = [cover.item, number[cover.placement_piece[counted]]]
    columns: list[NDArray[Any]] = [np.repeat(np.arange(cover.size), sizes), counted]
    limits = cover.most[limited]
    if cover.sums is not None:
        rows.append(cover.sums.number + cover.area + pieces)
        columns.append(cover.sums.placement)
        limits = np.concatenate([limits, cover.sums.most])
    row, column = np.concatenate(rows), np.concatenate(columns)
    lower = np.concatenate([np.where(cover.optional, 0.0, 1.0), np.zeros(len(limits))])
    upper = np.concatenate([np.ones(cover.area), limits])
    program = linear_program(
        sizes.astype(np.float64),
        (np.zeros(cover.size), np.ones(cover.size)),
        (lower, upper),
        (row, column, np.ones(len(row))),
    )
    program.integrality_ = [highspy.HighsVarType.kInteger] * cover.size
    solver, _ = run_highs(
        program,
        min(_PROGRAM, current_deadline().left),
        lambda values: report(_decode_packing(cover, values)),
    )
    return _decode_packing(cover, np.array(solver.getSolution().col_value))


def _decode_packing(cover: Cover, values: NDArray[np.float64]) -> Tiling | None:
    """Return the packing for a solution of the integer program, or None if the solution is
    invalid.
    """
    if len(values) < cover.size:
        return None
    chosen = np.flatnonzero(values > 0.5).astype(np.int32)
    # A solution in floating point is a packing only if no cell is covered twice.
    covered = np.bincount(
        np.concatenate(
            [cover.item[cover.start[n] : cover.start[n + 1]] for n in chosen] or [chosen]
        ),
        minlength=cover.area,
    )
    used = np.bincount(cover.placement_piece[chosen], minlength=len(cover.most))
    if (covered > 1).any() or (used > cover.most).any() or (covered[~cover.optional] == 0).any():
        return None
    if len(chosen) == 0:
        return None
    return decode(cover, chosen)


@picture_of.register(Packing)
def _draw(packing: Packing, **options: Any) -> Picture:
    from tilewright.drawing import draw

    title = repr(packing)[1:-1]
    return draw(packing.tiling, **{"marks": packing.problem.board, "title": title, **options})
