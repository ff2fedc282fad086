"""Random matchings of any graph that can be drawn in layers, by the inverse of its matrix (Wilson
1997).

The board is cut in two by a line of cells. The partner of each of these cells is chosen at random,
with the probability that the inverse of the matrix gives. Each choice changes the inverse by a
matrix of rank one or two. Then both parts are cut in the same way. If sides are joined, lines along
them are chosen first, with several Pfaffians, so the rest is flat.

Probabilities are in floating point. The probabilities of a cell must add up to 1 at each choice,
which is always verified. If they do not, this choice and all later choices use exact numbers of
matchings, which is slow. Without weights, the product of the probabilities of all choices must be 1
/ N, where N is the number of matchings, counted exactly.

If several Pfaffians are added, probabilities may add up to 1 and still be wrong. Therefore, the
product for the joined sides is compared with exact numbers. If it differs, the same random numbers
are used again with exact numbers of matchings. With new random numbers, matchings for which
floating point fails would be less likely.

D. B. Wilson, *Determinant algorithms for random planar structures* (1997).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np
from numpy.typing import NDArray

from tilewright.solving.matching.counting import ways
from tilewright.solving.matching.graph import MatchingGraph
from tilewright.solving.matching.inverse import MISSING, BandMatrix, Factors, is_total
from tilewright.solving.matching.kasteleyn import Drawing, Term, drawings
from tilewright.solving.matching.sampling import Parallel
from tilewright.system.values.arrays import grouped
from tilewright.system.work.deadline import check_time

#: The largest allowed difference between 1 and the sum of the probabilities of a cell.
_ERROR = 1e-10
#: How far the logarithm of the probability of a matching may be from that of 1 / N.
_UNIFORM = 1e-10
#: The most terms while partners are chosen.
_TERMS = 64
#: Bytes of the sets of edges whose numbers of matchings are remembered.
_SUMS = 1 << 20
#: Entries of an inverse up to this are too small to divide by; then a matrix gets one more entry,
#: of one of these sizes.
_REGULAR, _MORE = 1e-3, (0.7, 0.55, 0.41)


class _ImpreciseError(Exception):
    """Probabilities do not add up to 1."""


@dataclass(frozen=True, eq=False)
class Divider:
    """Draws random matchings of a graph.

    Attributes
    ----------
    graph : MatchingGraph
        The graph without parallel edges: one of each.
    drawing : Drawing
    entry : (e,) int64
        For each edge, also parallel ones, the edge of `graph` that stands for it.
    weights : (m,) float64, optional
        The weight of each edge of `graph`, greater than 0.
    sizes : sequence of int, optional
        The weights multiplied by a number that makes them integers, for exact sums.
    shares : (e,) float64, optional
        The weight of each edge, also of parallel ones.
    verified : bool
        Whether the probability of each matching is compared with its share of the sum of all
        weights.
    error : float
        The largest allowed difference between 1 and the sum of the probabilities of a cell.
    small : int
        The maximum number of cells in a part that is not cut again.
    fallback : bool
        Whether matchings are counted if floating point fails. Otherwise, an error is raised.
    """

    graph: MatchingGraph
    drawing: Drawing
    entry: NDArray[np.int64]
    weights: NDArray[np.float64] | None = None
    sizes: Sequence[int] | None = None
    shares: NDArray[np.float64] | None = None
    verified: bool = True
    error: float = _ERROR
    small: int = 48
    fallback: bool = True

    @property
    def how(self) -> str:
        """How matchings are drawn, and how exact the sampling is."""
        return (
            "edges are chosen one by one with the inverse matrix (Wilson), in floating point (if "
            "the probabilities of a choice do not add up to 1, with an error of at most "
            f"{self.error:.0e}, tilings are counted instead); "
        ) + (
            "the probability of each tiling is verified to be exact within a factor of 1 ± "
            f"{_UNIFORM:.0e}"
            if self.verified
            else "for weighted sampling, the probabilities of whole tilings are not verified"
        )

    @property
    def order(self) -> int:
        """The number of rows of the matrix."""
        return self.graph.size

    @property
    def nbytes(self) -> int:
        """The memory of the matrices, in bytes."""
        matrix = BandMatrix.of(self.graph, self.drawing)
        pairs = self.drawing.pairs
        border = (
            8 * sum(self.graph.cover.problem.board.mask.shape)
            if len(pairs) > 1
            else 4 * matrix.below
        )
        return (matrix.nbytes + 16 * border * matrix.size) * 2 * len(pairs)

    def draw(
        self,
        n: int,
        seed: int | None = None,
        report: Callable[[int, int], None] = lambda done, total: None,
    ) -> Iterator[NDArray[np.int32]]:
        """Yield n random matchings, each as its edges in ascending order. The same seed gives the
        same matchings.
        """
        source = np.random.SeedSequence(seed)
        dice = np.random.default_rng(source)
        choose = Parallel(self.entry, self.shares, np.random.default_rng(source.spawn(1)[0]))
        for _ in range(n):
            run = _Run(self, dice, report)
            run.draw()
            edges = self.graph.drawn(np.array(run.edges, dtype=np.int64))
            yield choose(np.flatnonzero(np.isin(self.entry, edges))).astype(np.int32)

    @cached_property
    def _border(self) -> NDArray[np.int64]:
        return _border(self.graph, self.drawing)

    @cached_property
    def _joined(self) -> JoinedSides | None:
        total = self._total if self.verified else None
        return JoinedSides.of(
            self.graph, self.drawing, self.weights, self._border, total, self._unit
        )

    @cached_property
    def _unit(self) -> float:
        """The logarithm of the factor by which the weight of a matching is multiplied in an exact
        sum.
        """
        if self.weights is None or self.sizes is None:
            return 0.0
        return self.graph.size / 2 * (math.log(self.sizes[0]) - math.log(self.weights[0]))

    @cached_property
    def _total(self) -> int:
        return self._sum(np.ones(len(self.graph.ends), dtype=np.bool_))

    @cached_property
    def _sums(self) -> dict[bytes, int]:
        return {}

    def _sum(self, chosen: NDArray[np.bool_]) -> int:
        """Return the number of matchings with the given edges, or the sum of their weights."""
        key = chosen.tobytes()
        if key not in self._sums:
            if len(self._sums) * len(key) > _SUMS:
                self._sums.clear()
            self._sums[key] = self._new_sum(chosen)
        return self._sums[key]

    def _new_sum(self, chosen: NDArray[np.bool_]) -> int:
        way = ways(self.graph.only(chosen))[0]
        if self.sizes is None:
            return int(way.count().value)
        return int(way.weigh([self.sizes[e] for e in np.flatnonzero(chosen).tolist()]).value)

    def _agrees(self, log: float, rest: int) -> bool:
        """Whether choices as likely as e^log should leave `rest` matchings."""
        return rest > 0 and abs(log + math.log(self._total) - math.log(rest)) < _UNIFORM


def _inexact_error() -> Exception:
    from tilewright.errors import EngineError

    return EngineError(
        "floating-point probabilities are not precise enough to draw a random tiling of this board"
    )


class _Run:
    """A random matching that is being drawn."""

    def __init__(
        self, divider: Divider, dice: np.random.Generator, report: Callable[[int, int], None]
    ) -> None:
        self.graph, self.drawing, self.dice, self.report = (
            divider.graph,
            divider.drawing,
            dice,
            report,
        )
        self.divider, self.error, self.small = divider, divider.error, divider.small
        self.edges: list[int] = []
        self._logs: list[float] = []
        term = self.drawing.terms[0]
        phases = self.drawing.phases(Term(term.around, term.across, 0))
        # Without edges across sides, entries are real.
        self.value = (
            np.where(phases == 0, 1.0, -1.0)
            if divider.weights is None
            else (np.where(phases == 0, divider.weights, -divider.weights))
        )
        self.free = np.ones(self.graph.size, dtype=np.bool_)

    @property
    def log(self) -> float:
        """The logarithm of the product of the probabilities of all choices."""
        return math.fsum(self._logs)

    def draw(self) -> None:
        """Draw all edges, starting with the edges at joined sides."""
        divider = self.divider
        self._cut_joined_sides()
        parts = [np.flatnonzero(self.free)]
        try:
            while parts:
                check_time()
                cells = parts.pop()
                if len(cells):
                    parts += self._divide(cells)
                    self.report(len(self.edges), self.graph.size // 2)
            rest = 1 if divider.sizes is None else math.prod(divider.sizes[e] for e in self.edges)
        except _ImpreciseError:
            if not divider.fallback:
                raise _inexact_error() from None
            # Whether a choice fails depends only on those before it, which stay.
            rest = self._remaining()
            self._count_out(np.argsort(self.drawing.order), rest)
        if divider.verified and not divider._agrees(self.log, rest):
            raise _inexact_error()

    def _remaining(self) -> int:
        """Return the number of matchings with the edges so far, or the sum of their weights."""
        left: NDArray[np.bool_] = np.logical_and.reduce(self.free[self.graph.ends], axis=1)
        left[self.edges] = True
        return self.divider._sum(left)

    def _count_out(
        self, cells: NDArray[np.int64], rest: int, drawn: NDArray[np.float64] | None = None
    ) -> int:
        """Choose the partners of cells, with the exact share of matchings for each edge, and return
        the number of remaining matchings.

        `rest` is the current number of matchings. `drawn` contains a random number in [0, 1) for
        each cell.
        """
        start, _, edge = self.graph.adjacency
        if drawn is None:
            drawn = self.dice.random(len(cells))
        for cell, chance in zip(cells.tolist(), drawn.tolist(), strict=True):
            if not self.free[cell]:
                continue
            check_time()
            wanted = Fraction(chance) * rest
            near = [
                e
                for e in edge[start[cell] : start[cell + 1]].tolist()
                if self.free[self.graph.ends[e]].all()
            ]
            for e in near:
                self._take_edges(np.array([e]))
                # The last edge has all that the others have left.
                share = self._remaining() if e != near[-1] else rest
                if wanted < share:
                    rest = share
                    break
                self._undo_choice()
                wanted, rest = wanted - share, rest - share
            self.report(len(self.edges), self.graph.size // 2)
        return rest

    def _edges_near(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the edges between free cells of which at least one is in `cells`."""
        mark = np.zeros(self.graph.size, dtype=np.bool_)
        mark[cells] = True
        ends = self.graph.ends
        return np.flatnonzero(mark[ends].any(axis=1) & self.free[ends].all(axis=1))

    def _divide(self, cells: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """Choose the partners of a line of cells, and return the cells of both parts."""
        place = self.graph.cover.cells[cells].astype(np.int64)
        axis = int(np.ptp(place, axis=0).argmax())
        edges = self._edges_near(cells)
        ends = self.drawing.ends[edges]
        if len(cells) > self.small:
            middle = int(np.median(place[:, axis]))
            if middle == place[:, axis].min():
                middle += 1
            upper = np.zeros(self.graph.size, dtype=np.bool_)
            upper[cells[place[:, axis] < middle]] = True
            across = edges[upper[ends[:, 0]] != upper[ends[:, 1]]]
            line = np.unique(self.drawing.ends[across].ravel())
            line = line[~upper[line]]
        else:
            upper, line = np.zeros(self.graph.size, dtype=np.bool_), cells
        if len(line):
            local = np.full(self.graph.size, -1, dtype=np.int64)
            local[cells[np.lexsort((place[:, 1 - axis], place[:, axis]))]] = np.arange(len(cells))
            self._choose(edges, ends, local, line, len(cells))
        cells = cells[self.free[cells]]
        return [part for part in (cells[upper[cells]], cells[~upper[cells]]) if len(part)]

    def _choose(
        self,
        edges: NDArray[np.int64],
        ends: NDArray[np.int64],
        local: NDArray[np.int64],
        line: NDArray[np.int64],
        size: int,
    ) -> None:
        """Choose the partners of a line of cells of a part, numbered `local`."""
        from tilewright.kernels.matching.banded import choose_partners, factor, solve

        side, value = self.graph.side, self.value[edges]
        both = np.concatenate([ends, ends[:, ::-1]])
        values = np.concatenate([value, value if side is not None else -value])
        which = np.tile(edges, 2)
        if side is not None:
            # The entry of an edge from its second cell has the other sign.
            values = np.where(side[both[:, 0]] == 0, 1.0, 0.0) * np.concatenate([value, -value])
            place = np.full(self.graph.size, -1, dtype=np.int64)
            for color in range(2):
                members = np.flatnonzero((local >= 0) & (side == color))
                place[members[np.argsort(local[members])]] = np.arange(len(members))
            entries = np.flatnonzero(side[both[:, 0]] == 0)
            rows, size = place, size // 2
        else:
            place = rows = local
            entries = np.arange(len(both))
        row, column = rows[both[entries, 0]], place[both[entries, 1]]
        step = column - row
        below, above = int(max(0, -step.min())), int(max(0, step.max()))
        work = np.zeros((size, 2 * below + above + 1))
        np.add.at(work, (row, step + below), values[entries])
        swap, tiny = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.bool_)
        factor(work, below, 1e-12, swap, tiny)
        if tiny.any():
            raise _ImpreciseError
        mark = np.zeros(self.graph.size, dtype=np.bool_)
        mark[line] = True
        touching = mark[both].any(axis=1)
        near = np.unique(both[touching].ravel())
        heads = near if side is None else near[side[near] == 0]
        tails = near if side is None else near[side[near] == 1]
        right = np.zeros((size, len(heads)))
        right[rows[heads], np.arange(len(heads))] = 1.0
        solve(work, below, swap, right)
        number = np.full(self.graph.size, -1, dtype=np.int64)
        number[near] = np.arange(len(near))
        known = np.zeros((len(near), len(near)))
        known[np.ix_(number[tails], number[heads])] = right[place[tails]]
        if side is not None:
            known[np.ix_(number[heads], number[tails])] = right[place[tails]].T
            # Entries are held from both of their cells.
            values = np.where(side[both[:, 0]] == 0, values, np.roll(values, len(edges)))
        start, order = grouped(number[both[touching, 0]], len(near))
        chosen, share = np.empty(len(line), dtype=np.int64), np.ones(len(line))
        beside, picked = number[both[touching, 1]][order], which[touching][order]
        done = choose_partners(
            start,
            beside,
            values[touching][order],
            known,
            number[line],
            self.dice.random(len(line)),
            self.error,
            chosen,
            share,
        )
        self._logs += np.log(share[:done]).tolist()
        self._take_edges(picked[chosen[:done][chosen[:done] >= 0]])
        if done < len(line):
            raise _ImpreciseError

    def _take_edges(self, edges: NDArray[np.int64]) -> None:
        self.edges += edges.tolist()
        self.free[self.graph.ends[edges]] = False

    def _undo_choice(self) -> None:
        """Undo the last choice."""
        self.free[self.graph.ends[self.edges.pop()]] = True

    def _cut_joined_sides(self) -> None:
        """Choose the partners of the cells at the joined sides."""
        divider = self.divider
        cells = divider._border
        if not len(cells):
            return
        drawn = self.dice.random(len(cells))
        done, log, rest = 0, 0.0, None
        if (joined := divider._joined) is not None:
            done, log = self._cut_by_inverses(joined, cells, drawn)
            if joined.total is not None:
                rest = self._remaining()
                if not divider._agrees(log, rest):
                    # The probabilities were wrong, so the same random numbers choose anew.
                    self.edges, self.free[:] = [], True
                    done, log, rest = 0, 0.0, divider._total
        if done < len(cells):
            if not divider.fallback:
                raise _inexact_error()
            before = self._remaining() if rest is None else rest
            rest = self._count_out(cells[done:], before, drawn[done:])
            log += math.log(rest) - math.log(before)
        self._logs.append(log)

    def _cut_by_inverses(
        self, joined: JoinedSides, cells: NDArray[np.int64], drawn: NDArray[np.float64]
    ) -> tuple[int, float]:
        """Choose partners with all Pfaffians, up to the first cell where this fails.

        Return the position of this cell, and the logarithm of the product of the probabilities.
        """
        cut = _Cut(self, joined)
        for place, (cell, chance) in enumerate(zip(cells.tolist(), drawn.tolist(), strict=True)):
            check_time()
            if self.free[cell]:
                try:
                    edge = cut.choose(cell, chance)
                except _ImpreciseError:
                    return place, cut.log
                self._take_edges(np.array([edge]))
        return len(cells), cut.log


@dataclass(frozen=True, eq=False)
class JoinedSides:
    """The inverse around the cells at the joined sides, for each Pfaffian.

    Attributes
    ----------
    number : (n,) int64
        The numbers of the cells and their neighbors in the inverses, -1 for other cells.
    known : list of (k, k) complex128
    values : list of (m,) complex128
        For each inverse the entry of each edge in the matrix, from its first cell; with two colors,
        from either cell.
    sizes : list of complex
        The Pfaffians, all divided by the same number.
    bipartite : bool
    total : int, optional
        The number of matchings, or the sum of their weights, if that verifies the choices.
    """

    number: NDArray[np.int64]
    known: list[NDArray[np.complex128]]
    values: list[NDArray[np.complex128]]
    sizes: list[complex]
    bipartite: bool
    total: int | None

    @classmethod
    def of(
        cls,
        graph: MatchingGraph,
        drawing: Drawing,
        weights: NDArray[np.float64] | None,
        border: NDArray[np.int64],
        total: int | None,
        unit: float,
    ) -> JoinedSides | None:
        """Return the inverses around cells, or None if the computation fails.

        If `total` is given, the sum of the Pfaffians is verified to be `total` divided by e^unit.
        """
        matrix = BandMatrix.of(graph, drawing)
        pairs = drawing.pairs
        if not matrix.bipartite and len(pairs) > 1:
            return None
        touched = np.zeros(graph.size, dtype=np.bool_)
        touched[border] = True
        near = np.unique(graph.ends[touched[graph.ends].any(axis=1)].ravel()).astype(np.int64)
        number = np.full(graph.size, -1, dtype=np.int64)
        number[near] = np.arange(len(near))
        known: list[NDArray[np.complex128]] = []
        values: list[NDArray[np.complex128]] = []
        logs, sizes = [], []
        with np.errstate(all="ignore"):
            for pair in pairs:
                factors = Factors(matrix, pair, weights)
                if len(factors.missing) > MISSING:
                    return None
                entry = np.zeros(len(graph.ends), dtype=np.complex128)
                first = (
                    ~matrix.back
                    if not matrix.bipartite
                    else np.ones(len(matrix.edge), dtype=np.bool_)
                )
                entry[matrix.edge[first]] = factors.values[first]
                for signs, share in factors.shares():
                    known.append(factors.inverse_entries(signs, graph.side, near))
                    values.append(entry)
                    logs.append(factors.log)
                    sizes.append(share)
        top = max(logs)
        sizes = [complex(size * np.exp(log - top)) for size, log in zip(sizes, logs, strict=True)]
        if total is not None and not is_total(top + unit, sum(sizes).real, total):
            return None
        return cls(number, known, values, sizes, matrix.bipartite, total)


def _border(graph: MatchingGraph, drawing: Drawing) -> NDArray[np.int64]:
    """Return cells at the joined sides without which no edge crosses a side."""
    borders = [np.zeros(0, dtype=np.int64)]
    for joined in (drawing.around > 0, drawing.across > 0):
        ends = drawing.ends[joined]
        if len(ends):
            # All of these edges have an end in the first line of one direction, if not of the
            # other.
            lines = [graph.cover.cells[ends][:, :, axis] for axis in range(2)]
            first = [line == graph.cover.cells[:, axis].min() for axis, line in enumerate(lines)]
            fits = [mask for mask in first if mask.any(axis=1).all()]
            borders.append(ends[min(fits, key=np.count_nonzero)] if fits else ends.ravel())
    return np.unique(np.concatenate(borders))


class _Cut:
    """The inverses of all Pfaffians around the joined sides, while partners are being chosen."""

    def __init__(self, run: _Run, border: JoinedSides) -> None:
        self.run, self.border = run, border
        self.start, _, self.edge = run.graph.adjacency
        #: The logarithm of the product of the probabilities of all choices.
        self.log = 0.0
        self.terms = list(zip(border.known, border.values, border.sizes, strict=True))

    def choose(self, cell: int, chance: float) -> int:
        """Choose the edge of a cell by a random number in [0, 1)."""
        run, ends = self.run, self.run.drawing.ends
        number = self.border.number
        whole = sum(size for _, _, size in self.terms).real
        edges = [
            e
            for e in self.edge[self.start[cell] : self.start[cell + 1]].tolist()
            if run.free[ends[e]].all()
        ]
        s = int(number[cell])
        others = [int(number[int(ends[e].sum()) - cell]) for e in edges]
        ratios = np.array(
            [
                [self._entry(values, e, cell) * known[other, s] for known, values, _ in self.terms]
                for e, other in zip(edges, others, strict=True)
            ]
        ).reshape(len(edges), len(self.terms))
        likely = (ratios @ np.array([size for _, _, size in self.terms])).real / whole
        if not (abs(likely.sum() - 1) < run.error and likely.min(initial=0) > -run.error):
            raise _ImpreciseError
        reached = np.cumsum(np.maximum(likely, 0))
        which = int(np.searchsorted(reached, chance * reached[-1], side="right"))
        which = min(which, len(edges) - 1)
        share = likely[which] / reached[-1]
        if not share > 0:
            raise _ImpreciseError
        self._remove(cell, s, edges[which], others[which])
        self.log += math.log(share)
        return int(edges[which])

    def _entry(self, values: NDArray[np.complex128], edge: int, cell: int) -> complex:
        """Return the entry of an edge in the row of a cell."""
        turned = not self.border.bipartite and int(self.run.drawing.ends[edge, 0]) != cell
        return complex(-values[edge] if turned else values[edge])

    def _remove(self, cell: int, s: int, edge: int, other: int) -> None:
        """Remove a cell and its partner from all matrices."""
        gone = self.border.number[~self.run.free & (self.border.number >= 0)]
        terms = []
        for known, values, size in self.terms:
            for changed, share in self._make_regular(known, s, other, gone):
                ratio = self._entry(values, edge, cell) * changed[other, s]
                one = np.outer(changed[:, s], changed[other]) / changed[other, s]
                two = np.outer(changed[:, other], changed[s]) / changed[s, other]
                terms.append((changed - one - two, values, size * share * ratio))
        sizes = np.abs([size for _, _, size in terms])
        top = float(sizes.max())
        if not sizes.all() or not np.isfinite(sizes).all() or len(terms) > _TERMS:
            raise _ImpreciseError
        self.terms = [(known, values, size / top) for known, values, size in terms]

    def _make_regular(
        self, known: NDArray[np.complex128], s: int, other: int, gone: NDArray[np.int64]
    ) -> list[tuple[NDArray[np.complex128], complex]]:
        """Return inverses whose entry (other, s) is not close to 0, and their shares.

        If the entry is 0, an entry of either sign is added to the matrix, as in `inverse`.
        """
        if abs(known[other, s]) > _REGULAR or not self.border.bipartite:
            return [(known, 1.0)]
        sizes = np.abs(np.outer(known[:, s], known[other]))
        sizes[[s, other, *gone], :] = 0
        sizes[:, [s, other, *gone]] = 0
        b, a = np.unravel_index(int(sizes.argmax()), sizes.shape)
        if sizes[b, a] < _REGULAR:
            # Without both cells, the matrix has no inverse around the joined sides, whichever
            # entries it gets there.
            raise _ImpreciseError
        inverses = []
        # The matrix with this entry must have an inverse.
        more = max(_MORE, key=lambda size: abs(1 - size**2 * known[b, a] ** 2))
        for sign in (more, -more):
            share = 1 + sign * known[b, a]
            # The entries of pairs of cells stand twice, from either color.
            one = np.outer(known[:, a], known[b]) * (sign / share)
            inverses.append((known - one - one.T, share / 2))
        return inverses


def divider(
    graph: MatchingGraph,
    weights: NDArray[np.float64] | None = None,
    sizes: Sequence[int] | None = None,
) -> Divider | None:
    """Return the sampler for matchings of a graph with a matching, or None if it cannot be drawn in
    layers or counted.

    `sizes` are integers proportional to the weights; by default, the weights themselves times a
    power of 2.
    """
    layouts = list(drawings(graph))
    if not layouts:
        return None
    if weights is not None and sizes is None:
        exact = [Fraction(weight) for weight in weights.tolist()]
        scale = lcm(*(weight.denominator for weight in exact))
        sizes = [int(weight * scale) for weight in exact]
    drawing = layouts[0]
    around = np.stack([*graph.ends.T, drawing.around, drawing.across, drawing.minus], axis=1)
    _, first, entry = np.unique(around, axis=0, return_index=True, return_inverse=True)
    simple, many, sums = graph, weights, sizes
    entry = np.argsort(np.argsort(first))[entry.ravel()]
    if len(first) < len(around):
        one = np.zeros(len(around), dtype=np.bool_)
        one[first] = True
        sums = [0] * len(first)
        for number, size in zip(entry.tolist(), sizes or [1] * len(around), strict=True):
            sums[number] += size
        simple = graph.only(one)
        many = np.bincount(entry, weights=weights).astype(np.float64)
    if not ways(simple):
        return None
    best = min(drawings(simple), key=lambda one: BandMatrix.of(simple, one).nbytes)
    verified = weights is None or len(best.pairs) > 1
    return Divider(simple, best, entry, many, sums, weights, verified)
