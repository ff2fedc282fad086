"""All tilings of a problem as one object that answers many questions."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial, partialmethod
from itertools import islice
from operator import index as as_index
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple, Unpack, overload

import numpy as np

from tilewright.counting.answers.by_piece import ByPiece, count_by_piece, count_copies
from tilewright.counting.answers.diagrams import (
    Combination,
    build_graph,
    combine,
    translate,
    unroll,
)
from tilewright.counting.answers.matchings import is_large, uses_of_edges
from tilewright.counting.answers.number import count as count_tilings
from tilewright.counting.answers.weights import Cheapest, cheapest_in
from tilewright.counting.frontier.labeled import LabeledGraph, alphabet_of
from tilewright.counting.resources import (
    Resources,
    asked,
    check_at_least,
    question,
    sampling_weights,
    simplest,
)
from tilewright.counting.sets.conditions import (
    Bounds,
    Placements,
    cell_number,
    list_cells,
    list_placements,
    narrowed_problem,
    placement_ids,
    select_tilings,
)
from tilewright.counting.sets.numbered import NumberedGraph
from tilewright.counting.sets.set_files import load_graph, save_graph
from tilewright.counting.sets.usage import Heat, heat_of_uses, uses_of_graph
from tilewright.errors import (
    EngineError,
    MemoryLimitError,
    NoTilingError,
    ProblemError,
    TilingError,
    joined,
    quoted,
)
from tilewright.model.cover import Cover, compile_cover, placement_of
from tilewright.model.placement import Placement
from tilewright.model.problem import Problem
from tilewright.model.requests import takes_request
from tilewright.model.space.lattice import Cell
from tilewright.model.tiling import Tiling
from tilewright.system.files.safe_write import checked_path
from tilewright.system.platform.machine import allowed_memory, in_units
from tilewright.system.values.arguments import check_seed
from tilewright.system.work.deadline import Deadline, check_time, current_deadline
from tilewright.system.work.limits import Limits, ThreadLimits, limited, passed_on

if TYPE_CHECKING:
    from tilewright.model.rules.rule_types import Rule
    from tilewright.system.values.arguments import SeedLike

#: Bytes of a tiling in a list, and of each of its cells; measured.
_TILING, _CELL = 500, 8
#: The largest number of tilings in one walk.
_TOGETHER = 4096


class Essential(NamedTuple):
    """The placements that all tilings of a set use, and the placements that no tiling uses."""

    always: tuple[Placement, ...]
    never: tuple[Placement, ...]


@dataclass(frozen=True)
class Marginals(Mapping[Placement, int]):
    """For each placement, the number of tilings that use it.

    A mapping from `Placement` to int. A string such as ``"L3:0,0-0,1-1,0"`` is also accepted as a
    key.

    Attributes
    ----------
    total : int
        The total number of tilings.
    counts : dict
        For each placement, the number of tilings that use it.
    empty : dict
        For each cell that may stay empty, the number of tilings that leave it empty.
    """

    total: int
    counts: Mapping[Placement, int]
    empty: Mapping[Cell, int]

    def __getitem__(self, placement: Placement | str) -> int:
        if isinstance(placement, str):
            placement = Placement.parse(placement)
        return self.counts[placement]

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    def __repr__(self) -> str:
        return f"<Marginals of {len(self.counts)} placements in {self.total} tilings>"

    def share(self, placement: Placement | str) -> Fraction:
        """Return the fraction of tilings that use a given placement."""
        return Fraction(self[placement], self.total or 1)


class TilingSet(Collection[Tiling]):
    """All tilings of a problem, or some of them, in a fixed order. Sets are created by
    `tilewright.tiling_set`.

    Every result is computed once, when it is first needed. Sets are immutable: `where` and the
    operators ``&``, ``|``, ``-`` and ``^`` return new sets.

    Cells are ordered along the axis with the most lines: row by row if a board has at least as many
    rows as columns, and column by column otherwise. On a branching board whose frontier would be
    much wider along rows, cells are ordered so that the frontier stays narrow. Two tilings are
    compared at the first cell that they cover differently, by the index of the oriented piece at
    this cell (`Cover.orientation`). An empty cell is ordered after all pieces.

    Attributes
    ----------
    problem : Problem

    Notes
    -----
    A set is stored as a graph whose paths correspond to the tilings. The graph is the state graph
    of the frontier method or, if a search finds all tilings sooner, the smallest graph with the
    same paths. All counts, marginals, samples and indices are computed exactly from the graph. See
    docs/explanation/counting.md.

    Examples
    --------
    >>> every = tiling_set("4x4", "trominoes+", "monomino")
    >>> every.count, len(every)
    (344, 344)
    >>> every.where(placed="L3:0,0-0,1-1,0").count
    51
    >>> every.index(every[17])
    17
    """

    def __init__(
        self,
        problem: Problem,
        limits: Deadline,
        make: Callable[[], LabeledGraph | None] | None = None,
        known: Callable[[], int] | None = None,
        *,
        whole: bool = False,
    ) -> None:
        self.problem = problem
        #: Of each question.
        self.limits = limits
        #: Returns the graph; by default, that of all tilings of the problem.
        self._make = make or (lambda: build_graph(problem, Resources.of()))
        #: The set has all tilings of the problem.
        self._whole = whole or make is None
        #: Returns the number of tilings without the graph.
        self._known = known

    def _subset(
        self, make: Callable[[], LabeledGraph | None], known: Callable[[], int] | None = None
    ) -> TilingSet:
        """Return other tilings of the same problem."""
        return TilingSet(self.problem, self.limits, make, known)

    def __repr__(self) -> str:
        whole = "" if self._whole else "some of the "
        known = f"{self.count} of " if "count" in self.__dict__ else ""
        return f"<TilingSet: {known}{whole}tilings of {self.problem.board}>"

    # --- The graph. ---

    @cached_property
    @asked
    def _diagram(self) -> LabeledGraph | None:
        """The graph of the tilings; None if there is no tiling."""
        return self._make()

    @cached_property
    def _numbered_graph(self) -> NumberedGraph | None:
        """The graph with its counts; None if there is no tiling."""
        return None if self._diagram is None else NumberedGraph.of(self._diagram)

    @cached_property
    def _cover(self) -> Cover:
        return compile_cover(self.problem)

    @cached_property
    def _uses(self) -> tuple[int, list[int], list[int]]:
        """The number of tilings, the number that use each placement, and the number that leave each
        cell empty.
        """
        if self._whole:
            uses = uses_of_edges(self.problem, Resources.of())
            if uses is not None:
                return *uses, [0] * self._cover.area
        if self._numbered_graph is None or not self._numbered_graph.total:
            return 0, [0] * self._cover.size, [0] * self._cover.area
        return uses_of_graph(self._numbered_graph.diagram)

    # --- Number and order. ---

    @property
    def _total(self) -> int:
        """The number of tilings in the graph."""
        return 0 if self._numbered_graph is None else self._numbered_graph.total

    @cached_property
    @asked
    def count(self) -> int:
        """The number of tilings."""
        if self._known is not None:
            return self._known()
        try:
            return self._total
        except MemoryLimitError:
            if not self._whole or not is_large(self.problem):
                raise
        # The graph is too large, but pieces of two cells are counted as matchings.
        return count_tilings(self.problem, **passed_on())

    def __len__(self) -> int:
        if self.count > sys.maxsize:
            raise OverflowError(
                "there are too many tilings for len(); use the `count` attribute instead"
            )
        return self.count

    def __bool__(self) -> bool:
        return bool(self.count)

    @overload
    def __getitem__(self, number: int) -> Tiling: ...
    @overload
    def __getitem__(self, number: slice) -> list[Tiling]: ...
    @asked
    def __getitem__(self, number: int | slice) -> Tiling | list[Tiling]:
        """Return the tiling with this number, counted from 0 (from the end if it is negative).

        A slice returns a list.

        Raises
        ------
        IndexError
            If no tiling has this number.
        """
        if isinstance(number, slice):
            return list(self.each(range(*number.indices(self._total))))
        number = as_index(number)
        if not -self._total <= number < self._total:
            raise IndexError(
                f"there is no tiling with number {number}; the {self._total} tilings are "
                "numbered from 0"
            )
        return next(self._tilings([number % self._total]))

    @asked
    def __iter__(self) -> Iterator[Tiling]:
        return self.each(range(self._total))

    def __contains__(self, tiling: object) -> bool:
        if not isinstance(tiling, Tiling):
            return False
        try:
            self.index(tiling)
        except TilingError:
            return False
        return True

    def _tilings(self, ranks: list[int]) -> Iterator[Tiling]:
        return iter(()) if self._numbered_graph is None else self._numbered_graph.tilings(ranks)

    def nth(self, number: int) -> Tiling:
        """Return the tiling at index `number`, starting at 0.

        Raises
        ------
        EngineError
            If `number` is not an integer or is out of range.
        """
        return next(self.each([number]))

    def each(self, numbers: Iterable[int]) -> Iterator[Tiling]:
        """Return an iterator over the tilings at the given indices. Only a few tilings are kept in
        memory.

        Raises
        ------
        NoTilingError
            If there is no tiling.
        EngineError
            If an index is not an integer or is out of range. The error is raised when the first
            invalid index is reached.
        TimeLimitError
            If the time limit is reached. The time limit starts when the first tiling is requested.
        """
        deadline = self.limits.renewed()
        for batch in _batches(numbers):
            ranks = [check_at_least(number, 0, "the number of a tiling") for number in batch]
            with question(self.limits, deadline):
                for number in ranks:
                    if not self._total:
                        raise NoTilingError("there is no tiling")
                    if number >= self._total:
                        raise EngineError(
                            f"there is no tiling with number {number}; the {self._total} tilings "
                            "are numbered from 0"
                        )
                tilings = list(self._tilings(ranks))
            yield from tilings

    @asked
    def index(self, tiling: Tiling) -> int:
        """Return the index of a tiling, starting at 0.

        If sides of the board are joined, a tiling may have several indices. A tiling can also have
        several indices if ``by_wrap`` is set, or if it does not name its pieces and different
        pieces can cover the same cells. If a tiling has several indices, the smallest is returned.

        Raises
        ------
        TilingError
            If the set does not contain `tiling`. The message gives the reason.
        """
        check_tiling(tiling, self.problem)
        number = None if self._numbered_graph is None else self._numbered_graph.rank(tiling)
        if number is None:
            raise TilingError(
                "the tiling does not solve the problem"
                if self._whole or self._numbered_graph is None
                else "the set does not contain the tiling"
            )
        return number

    # --- Random tilings. ---

    @asked
    def sample(
        self,
        number: int = 1,
        seed: SeedLike = None,
        *,
        weight: dict[str, int | Fraction] | None = None,
        **limits: Unpack[Limits],
    ) -> list[Tiling]:
        """Return independent random tilings from the set, drawn uniformly or according to weights.

        Parameters
        ----------
        number : int
            The number of tilings to draw. A tiling may be drawn more than once.
        seed : int or numpy.random.Generator, optional
            The same seed (a nonnegative integer) gives the same tilings.
        weight : dict, optional
            The weight of each piece, as a nonnegative int or Fraction. Pieces that are not
            listed have weight 1. The probability of each tiling is proportional to the product of
            the weights of its tiles.
        timeout, max_memory
            See `tilewright.system.work.limits`. By default, the limits of the tiling set apply.

        Raises
        ------
        NoTilingError
            If the set is empty, or all tilings have weight 0.
        EngineError
            If an argument is invalid.
        TimeLimitError, MemoryLimitError
            If a limit is reached, or the tilings would exceed the memory limit.
        """
        number = check_at_least(number, 0, "`number`")
        size, allowed = _TILING + _CELL * self.problem.board.area, allowed_memory()
        if number * size > allowed:
            raise MemoryLimitError(
                f"{number:,} tilings need about {in_units(number * size)}, more than the "
                f"{in_units(allowed)} allowed; request about {allowed // size // 10:,} at a time"
            )
        return list(self.each(self.numbers(number, seed, weight=weight)))

    @asked
    def numbers(
        self,
        number: int,
        seed: SeedLike = None,
        *,
        weight: dict[str, int | Fraction] | None = None,
    ) -> Iterator[int]:
        """Return an iterator over the indices (as for `nth`) of the tilings that `sample` would
        return.
        """
        number = check_at_least(number, 0, "`number`")
        seed = check_seed(seed, error=EngineError)
        weights = None if weight is None else sampling_weights(self.problem, weight)
        if self._numbered_graph is None or not self._total:
            raise NoTilingError("there is no tiling to sample")
        generator = random.Random(seed)
        if weights is None:
            return (generator.randrange(self._total) for _ in range(number))
        return self._numbered_graph.draw(number, weights, generator)

    # --- What the tilings have in common. ---

    @asked
    def marginals(self, **limits: Unpack[Limits]) -> Marginals:
        """For each placement, return the number of tilings that use it, and for each cell, the
        number of tilings that leave it empty.

        Parameters
        ----------
        timeout, max_memory
            See `tilewright.system.work.limits`. By default, the limits of the tiling set apply.

        Examples
        --------
        >>> tiling_set("2x3", "dominoes+").marginals()["domino:0,0-0,1"]
        1
        """
        total, uses, empty = self._uses
        counts: Counter[Placement] = Counter()
        for j, number in enumerate(uses):
            counts[placement_of(self._cover, j)] += number
        cells = [tuple(cell) for cell in self._cover.cells.tolist()]
        may = self._cover.optional.tolist() if self._cover.empty_most else [False] * len(cells)
        return Marginals(
            total,
            dict(counts),
            {cell: number for cell, number, yes in zip(cells, empty, may, strict=True) if yes},
        )

    @asked
    def heat(self, **limits: Unpack[Limits]) -> Heat:
        """For each edge, return the number of tilings in which the edge is a tile boundary.

        Parameters
        ----------
        timeout, max_memory
            See `tilewright.system.work.limits`. By default, the limits of the tiling set apply.

        Raises
        ------
        NoTilingError
            If the set is empty.
        """
        total, uses, _ = self._uses
        return heat_of_uses(self._cover, total, uses)

    @asked
    def essential(self, **limits: Unpack[Limits]) -> Essential:
        """Return the placements that all tilings use, and the placements that no tiling uses.

        Parameters
        ----------
        timeout, max_memory
            See `tilewright.system.work.limits`. By default, the limits of the tiling set apply.

        Examples
        --------
        >>> always, never = tiling_set("2x3", "L3+", "domino+", empty=0).essential()
        >>> always
        ()
        """
        marginals = self.marginals()
        if not marginals.total:
            return Essential((), tuple(marginals))
        return Essential(
            tuple(
                placement for placement, number in marginals.items() if number == marginals.total
            ),
            tuple(placement for placement, number in marginals.items() if not number),
        )

    @asked
    def fixing(self, **limits: Unpack[Limits]) -> tuple[Placement, ...]:
        """Return the placements that exactly one tiling uses. A placement that only one tiling uses
        determines the whole tiling.

        Parameters
        ----------
        timeout, max_memory
            See `tilewright.system.work.limits`. By default, the limits of the tiling set apply.

        Examples
        --------
        >>> len(tiling_set("6x10", "pentominoes").fixing())
        60
        """
        return tuple(placement for placement, number in self.marginals().items() if number == 1)

    @asked
    def critical(self, most: int | None = None, **limits: Unpack[Limits]) -> tuple[Placement, ...]:
        """Return a shortest list of placements that together determine a single tiling.

        If the returned placements are given in advance, the rest of the puzzle has exactly one
        solution.

        Parameters
        ----------
        most : int, optional
            The largest number of placements to try; unlimited by default.
        timeout, max_memory
            See `tilewright.system.work.limits`. By default, the limits of the tiling set apply.

        Raises
        ------
        NoTilingError
            If the set is empty.
        EngineError
            If more than `most` placements are needed.
        TimeLimitError
            If the time limit is reached.

        Notes
        -----
        Up to symmetry, the search tries all single placements, then all pairs of placements, and so
        on. For each list, the search builds the set of tilings that contain all placements of the
        list except the last. Each additional placement therefore multiplies the time by the number
        of placements that occur in tilings. Lists of two placements are found almost at once, and
        lists of three placements within seconds to minutes. For longer lists, set `timeout` or
        `most`.
        """
        if not self.count:
            raise NoTilingError("there is no tiling")
        limit = self._cover.area if most is None else check_at_least(most, 0, "`most`")
        for size in range(limit + 1):
            ids = self._fix(size, 0, whole=self._whole)
            if ids is not None:
                return tuple(placement_of(self._cover, j) for j in ids)
        raise EngineError(f"more than {limit} placements are needed to determine a tiling")

    def _fix(self, size: int, first: int, *, whole: bool = False) -> list[int] | None:
        """Return `size` placements, with numbers from `first` on, that leave one tiling, or
        None.
        """
        check_time()
        if size == 0:
            return [] if self.count == 1 else None
        total, uses, _ = self._uses
        if size == 1:
            return next(([j] for j in range(first, len(uses)) if uses[j] == 1), None)
        # By symmetry, some placement is the first of its images.
        leads = self._cover.symmetries().min(axis=0) if whole else np.arange(len(uses))
        for j in range(first, len(uses)):
            if 1 < uses[j] < total and leads[j] == j:
                # An image of a list may begin anywhere.
                rest = self._with(j)._fix(size - 1, 0 if whole else j + 1)
                if rest is not None:
                    return [j, *rest]
        return None

    # --- Pieces. ---

    @asked
    def by_piece(self, names: Sequence[str] | None = None, **limits: Unpack[Limits]) -> ByPiece:
        """Return the number of tilings for each combination of piece counts, like `count_by_piece`.

        Parameters
        ----------
        names : list of str, optional
            Count only the copies of these pieces (``"empty"`` stands for empty cells).
        timeout, max_memory
            See `tilewright.system.work.limits`. By default, the limits of the tiling set apply.
        """
        if self._whole:
            return count_by_piece(self.problem, names=names, **passed_on())
        return count_copies(self._diagram, self.problem, names)

    @asked
    def weigh(self, weights: dict[str, int | Fraction], **limits: Unpack[Limits]) -> int | Fraction:
        """Return the sum over all tilings of the product of the weights of their tiles, like
        `weighted_count`.

        Parameters
        ----------
        weights : dict
            The weight of each piece, as an int or a Fraction. Pieces that are not listed have
            weight 1.
        timeout, max_memory
            See `tilewright.system.work.limits`. By default, the limits of the tiling set apply.
        """
        return simplest(self.by_piece().weighed(weights))

    @asked
    def best(self, cost: dict[str, int | Fraction], **limits: Unpack[Limits]) -> Cheapest:
        """Return a tiling of minimum cost, the cost, and the number of tilings with that cost.

        Parameters
        ----------
        cost : dict
            The cost of one copy of each piece (or ``"empty"``), as an int or a Fraction. Pieces
            that are not listed have cost 0.
        timeout, max_memory
            See `tilewright.system.work.limits`. By default, the limits of the tiling set apply.

        Raises
        ------
        NoTilingError
            If the set is empty.
        EngineError
            If a name is unknown, or if a cost is not exact or too large.
        """
        return cheapest_in(self._diagram, self.problem, cost)

    # --- Other sets. ---

    @asked
    def where(
        self,
        *,
        placed: Placements = (),
        without: Placements = (),
        empty: Cell | Iterable[Cell] = (),
        tiles: Bounds | None = None,
        copies: Mapping[str, Bounds] | None = None,
        rules: Iterable[Rule | str] = (),
    ) -> TilingSet:
        """Return the subset of the tilings that meet all given conditions.

        Parameters
        ----------
        placed : Placement, str, or several
            Placements that the tilings must use.
        without : Placement, str, or several
            Placements that the tilings must not use.
        empty : cell, or several
            Cells that must stay empty, as (row, column) or (layer, row, column).
        tiles : int, (least, most) or str, optional
            The required number of tiles, or a range.
        copies : dict, optional
            For each piece, by name, the number of copies or a range; ``"empty"`` stands for empty
            cells.
        rules : iterable of rules or str
            Additional conditions, created by functions in `tilewright.rules` or written as strings.

        Raises
        ------
        ProblemError
            If a given placement or cell does not belong to the problem.
        RequestError
            If a bound or a rule is invalid.

        Examples
        --------
        >>> every = tiling_set("4x4", "trominoes+", "monomino")
        >>> every.where(placed="monomino:0,0", without="I3:0,1-0,2-0,3").count
        24
        """
        used = [placement_ids(self._cover, word) for word in list_placements(placed)]
        unused = [placement_ids(self._cover, word) for word in list_placements(without)]
        left = [cell_number(self._cover, cell) for cell in list_cells(empty)]
        subset = self
        if tiles is not None or copies or rules != ():
            subset = subset & self._obeying(tiles, copies or {}, rules)
        if not (used or unused or left):
            return subset
        known: Callable[[], int] | None = None
        match used, unused, left:
            case [ids], [], []:
                known = partial(subset._count_using, ids)
            case [], [ids], []:
                # No two of them fit together.
                known = lambda: subset._uses[0] - subset._count_using(ids)  # noqa: E731
            case [], [], [cell]:
                known = lambda: subset._uses[2][cell]  # noqa: E731
        return subset._restrict(used, unused, left, known)

    def _with(self, j: int) -> TilingSet:
        return self._restrict([[j]], [], [], partial(self._count_using, [j]))

    def _count_using(self, numbers: list[int]) -> int:
        """Return the number of tilings that use one of the given placements."""
        return sum(self._uses[1][number] for number in numbers)

    def _restrict(
        self,
        used: list[list[int]],
        unused: list[list[int]],
        left: list[int],
        known: Callable[[], int] | None,
    ) -> TilingSet:
        """Return the tilings that use and avoid the given placements, and leave the given cells
        empty.
        """

        def make() -> LabeledGraph | None:
            diagram = self._unrolled
            return None if diagram is None else select_tilings(diagram, used, unused, left)

        return self._subset(make, known)

    @cached_property
    def _unrolled(self) -> LabeledGraph | None:
        """The graph with a layer for each cell."""
        return None if self._diagram is None else unroll(self._diagram)

    def _obeying(
        self, tiles: Bounds | None, copies: Mapping[str, Bounds], rules: Iterable[Rule | str]
    ) -> TilingSet:
        """Return all tilings of the problem that satisfy further rules."""
        problem = narrowed_problem(self.problem, tiles, copies, rules)

        def make() -> LabeledGraph | None:
            resources = Resources.of()
            diagram = None if problem is None else build_graph(problem, resources)
            if diagram is None:
                return None
            return translate(unroll(diagram), alphabet_of(self.problem, resources))

        return self._subset(make)

    def _combine(self, other: object, operation: Combination) -> TilingSet:
        """Return the union, intersection or difference with another set."""
        if not isinstance(other, TilingSet):
            return NotImplemented  # type: ignore[no-any-return]
        if self.problem != other.problem:
            raise ProblemError(
                "the sets contain tilings of different problems; only sets with the same board and "
                "pieces can be combined"
            )
        if operation == "and" and self._whole:
            return other

        def make() -> LabeledGraph | None:
            left, right = self._unrolled, other._unrolled
            if left is None:
                return right if operation in ("or", "xor") else None
            if right is None:
                return None if operation == "and" else left
            return combine(left, right, operation)

        return self._subset(make)

    __and__ = partialmethod(_combine, operation="and")
    __or__ = partialmethod(_combine, operation="or")
    __sub__ = partialmethod(_combine, operation="minus")
    __xor__ = partialmethod(_combine, operation="xor")

    # --- Files. ---

    @asked
    def save(self, path: str | PathLike[str]) -> None:
        """Write the set to a file that `tilewright.load` reads.

        The file contains the problem, the graph and their checksums. An existing file is replaced
        atomically.

        Raises
        ------
        OutputError
            If the file cannot be written.
        """
        save_graph(checked_path(path), self.problem, self._diagram, whole=self._whole)


@limited
@takes_request
def tiling_set(problem: Problem, **limits: Unpack[ThreadLimits]) -> TilingSet:
    """Return an object that represents all tilings of a problem and answers questions about them.

    Results are computed when they are needed.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        A problem in any form that `tilewright.read` accepts: a board followed by pieces, a string,
        a puzzle or a file.
    timeout, max_memory, progress, threads
        See `tilewright.system.work.limits`. The time limit applies to each query that does not
        specify a `timeout`.

    Raises
    ------
    ProblemError
        If the problem is invalid.
    TimeLimitError, MemoryLimitError
        If a query reaches the time or memory limit.

    Examples
    --------
    >>> every = tiling_set("6x10", "pentominoes")
    >>> every.count
    9356
    >>> every.where(placed="X5:0,1-1,0-1,1-1,2-2,1").count
    0
    """
    return TilingSet(problem, current_deadline().inner)


@limited
def load(
    path: str | PathLike[str],
    **limits: Unpack[ThreadLimits],
) -> TilingSet:
    """Return the set stored in a file that `TilingSet.save` wrote. The other parameters are the
    same as for `tiling_set`.

    Loading never executes code from the file.

    Raises
    ------
    CheckpointError
        If the file is missing or damaged, or does not contain a set of tilings.
    """
    problem, diagram, whole = load_graph(checked_path(path), Resources.of())
    return TilingSet(problem, current_deadline().inner, lambda: diagram, whole=whole)


def check_tiling(tiling: object, problem: Problem) -> Tiling:
    """Return a value if it is a tiling of a problem."""
    if not isinstance(tiling, Tiling):
        raise TilingError(
            f"`tiling` must be a Tiling, got {quoted(tiling)} ({type(tiling).__name__})"
        )
    if faults := tiling.faults(problem):
        raise TilingError(joined(faults))
    return tiling


def _batches(numbers: Iterable[int]) -> Iterator[list[int]]:
    """Yield the numbers in batches for walks, starting with small batches."""
    rest, size = iter(numbers), 1
    while batch := list(islice(rest, size)):
        yield batch
        size = min(4 * size, _TOGETHER)
