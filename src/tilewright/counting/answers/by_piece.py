"""The number of tilings by the copies of each piece: the generating polynomial."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import prod
from pathlib import Path
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.answers.diagrams import unroll
from tilewright.counting.answers.listing import (
    CopiesTally,
    ListingFinished,
    ListingRace,
    NoTilingProven,
)
from tilewright.counting.answers.matchings import polynomial_of_matchings
from tilewright.counting.answers.plans import sum_tilings
from tilewright.counting.checkpoint import INTERVAL
from tilewright.counting.frontier.graph import BackwardCounts
from tilewright.counting.frontier.labeled import LabeledGraph
from tilewright.counting.frontier.layers import count_layers
from tilewright.counting.frontier.profile import BrokenProfile, fold_profile
from tilewright.counting.frontier.repeats import find_repeat
from tilewright.counting.frontier.rows import LabeledRows
from tilewright.counting.frontier.scans import fits_area, reason, scan_of
from tilewright.counting.moves import compile_moves, options_of
from tilewright.counting.numbers.residues import Exponents, RowPolynomials
from tilewright.counting.resources import Resources, check_rates
from tilewright.counting.tuning import Tuning
from tilewright.errors import EngineError, quoted
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.model.requests import takes_request
from tilewright.system.files.fields import Fields, damaged
from tilewright.system.values.arguments import format_value
from tilewright.system.values.primes import combine, primes_exceeding
from tilewright.system.work.deadline import check_time
from tilewright.system.work.limits import ThreadLimits, limited

# Equal pieces told apart: the number of tilings in which each tile also says which of the equal
# pieces it is.


class EqualPieces:
    """The pieces of a problem that were listed several times, and the number of ways to assign
    their tiles.

    Two tiles cover different cells, so all assignments of the tiles of a tiling are different.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._kinds = [kind for kind, parts in enumerate(problem.parts) if len(parts) > 1]
        placed = {problem.piece_index(placement.piece) for placement in problem.placed}
        if both := [kind for kind in self._kinds if kind in placed]:
            name = problem.names[both[0]]
            raise EngineError(
                f"{quoted(name)} is listed {len(problem.parts[both[0]])} times, so the placed "
                "piece could be any of these copies; remove the placed piece"
            )

    @property
    def names(self) -> list[str]:
        """The names of the pieces whose number of copies varies."""
        pieces = [self._problem.pieces[kind] for kind in self._kinds]
        return [piece.name for piece in pieces if piece.least != piece.most]

    @property
    def times(self) -> int:
        """The number of ways to assign the tiles of the pieces with a fixed number of copies."""
        fixed = [kind for kind in self._kinds if self._problem.pieces[kind].name not in self.names]
        most = self._problem.board.area
        return prod(sum(self._problem.times_apart(kind, most).values()) for kind in fixed)

    def total(self, counts: Mapping[tuple[int, ...], int]) -> int:
        """Return the number of distinguished tilings, computed from the numbers of tilings by the
        copies of `names`.
        """
        kinds = [self._problem.names.index(name) for name in self.names]
        most = [max((copies[i] for copies in counts), default=0) for i in range(len(kinds))]
        times = [
            self._problem.times_apart(kind, largest)
            for kind, largest in zip(kinds, most, strict=True)
        ]
        return self.times * sum(
            number * prod(ways[used] for ways, used in zip(times, copies, strict=True))
            for copies, number in counts.items()
        )


Weight = int | Fraction


@dataclass(frozen=True)
class ByPiece:
    """The number of tilings for each combination of piece counts.

    Attributes
    ----------
    names : tuple of str
        The names of the counted pieces. The default lists all pieces, followed by ``"empty"`` if
        cells may stay empty.
    counts : dict
        For each combination of piece counts (in the order of `names`), the number of tilings.
    """

    names: tuple[str, ...]
    counts: dict[tuple[int, ...], int]

    @property
    def total(self) -> int:
        """The total number of tilings."""
        return sum(self.counts.values())

    def __str__(self) -> str:
        rows = (
            " ".join(f"{name}={n}" for name, n in zip(self.names, used, strict=True)) + f": {count}"
            for used, count in self.counts.items()
        )
        return "; ".join(rows) or "no tiling"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name, quote=False)}</th>" for name in (*self.names, "tilings"))
        body = "".join(
            f"<tr>{''.join(f'<td>{value}</td>' for value in (*used, count))}</tr>"
            for used, count in self.counts.items()
        )
        return f"<table><tr>{head}</tr>{body}</table>"

    def weighed(self, weights: dict[str, Weight]) -> Weight:
        """Return the sum over all tilings of the product of the weights of their pieces.

        Parameters
        ----------
        weights : dict
            The weight of each piece, as an int or a Fraction. Pieces that are not listed have
            weight 1.

        Raises
        ------
        EngineError
            If a name is unknown, or a weight is not exact.
        """
        exact = check_rates(weights, self.names, "weight")
        return sum(self._combined({name: exact.get(name, 1) for name in self.names}, {}).values())

    def _combined(
        self, numbers: Mapping[str, Weight], variable: Mapping[str, str]
    ) -> dict[tuple[int, ...], Weight]:
        """Return the sum for each list of exponents of variables, with numbers for the others."""
        variables = list(dict.fromkeys(variable.values()))
        terms: dict[tuple[int, ...], Weight] = {}
        for copies, number in self.counts.items():
            powers = dict.fromkeys(variables, 0)
            value: Weight = number
            for piece, exponent in zip(self.names, copies, strict=True):
                if piece in variable:
                    powers[variable[piece]] += exponent
                else:
                    value *= numbers[piece] ** exponent
            key = tuple(powers.values())
            terms[key] = terms.get(key, 0) + value
        return terms

    def polynomial(
        self, symbols: dict[str, str] | None = None, weights: dict[str, Weight] | None = None
    ) -> str:
        """Return the generating polynomial as text, with a variable for each piece and like terms
        combined.

        Parameters
        ----------
        symbols : dict, optional
            The variable that stands for each piece; by default, the name of the piece. Several
            pieces may share a variable.
        weights : dict, optional
            Numbers to substitute for variables, as ints or Fractions.

        Raises
        ------
        EngineError
            If a name is unknown, or a weight is not exact.

        Examples
        --------
        >>> found = ByPiece(("I3", "L3"), {(2, 0): 2, (0, 2): 2})
        >>> found.polynomial()
        '2*I3^2 + 2*L3^2'
        >>> found.polynomial({"I3": "x"}, {"L3": Fraction(1, 2)})
        '2*x^2 + 1/2'
        """
        exact = check_rates(weights or {}, self.names, "weight")
        variable = {
            name: (symbols or {}).get(name, name) for name in self.names if name not in exact
        }
        variables = list(dict.fromkeys(variable.values()))
        terms = self._combined(exact, variable)
        text = ""
        for key, value in sorted(terms.items(), reverse=True):
            if value:
                sign = "-" if value < 0 else "+"
                text += f" {sign} {_format_term(-value if value < 0 else value, key, variables)}"
        if text.startswith(" - "):
            return f"-{text[3:]}"
        return text[3:] or "0"


def _format_term(value: Weight, powers: tuple[int, ...], variables: list[str]) -> str:
    factors = [
        name if exponent == 1 else f"{name}^{exponent}"
        for name, exponent in zip(variables, powers, strict=True)
        if exponent
    ]
    return "*".join(factors if factors and value == 1 else [str(value), *factors])


@limited
@takes_request
def count_by_piece(
    problem: Problem,
    *,
    names: Sequence[str] | None = None,
    checkpoint: str | Path | None = None,
    checkpoint_interval: float = INTERVAL,
    tuning: Tuning | None = None,
    **limits: Unpack[ThreadLimits],
) -> ByPiece:
    """Count the tilings by the number of copies of each piece (the generating polynomial).

    If `names` is given, only the copies of these pieces are counted (``"empty"`` stands for empty
    cells). The other parameters and the errors are the same as for `count` and `count_details`.
    Each state also stores how many copies have been used so far, so memory usage is proportional to
    the number of combinations. If each piece has a fixed number of copies, there is only one
    combination, so a single count is enough.

    Examples
    --------
    >>> by_piece = count_by_piece("3x4", "trominoes+")
    >>> by_piece.names, by_piece.counts
    (('I3', 'L3'), {(0, 4): 4, (2, 2): 16, (4, 0): 3})
    >>> count_by_piece("3x4", "trominoes+", names=["I3"]).counts
    {(0,): 4, (2,): 16, (4,): 3}
    """
    used, names = used_kinds(problem, names)
    apart = (names,) if len(names) < _count_kinds(problem) else ()
    how = ("by piece", *apart)
    resources = Resources.saved(checkpoint, checkpoint_interval, tuning, problem, *how)
    saving = resources.saving

    def work() -> dict[tuple[int, ...], int]:
        # A resumed count keeps its method.
        begun = saving is not None and saving.way
        return sum_tilings(
            problem,
            resources,
            {},
            lambda copies, number: _of_used([(copies, number)] if number else [], used),
            lambda: None if begun else _count_matchings(problem, used, resources),
            lambda: None if begun else _count_by_rows(problem, used, resources),
            lambda: _count_by_layers(problem, used, resources),
        )

    counts = resources.step(
        "by piece",
        work,
        lambda counts: [[list(copies), hex(number)] for copies, number in counts.items()],
        lambda done: _read_counts(done.listed("by piece"), len(names)),
    )
    return ByPiece(names, counts)


def used_kinds(problem: Problem, names: Sequence[str] | None) -> tuple[list[int], tuple[str, ...]]:
    """Return the numbers and the names of the pieces that are counted, in the order of the pieces;
    raise `EngineError` if a name is unknown.
    """
    every = (*problem.names, "empty")[: _count_kinds(problem)]
    selection = frozenset(every) if names is None else _check_names(names, every, problem)
    used = [kind for kind, name in enumerate(every) if name in selection]
    return used, tuple(every[kind] for kind in used)


def _check_names(names: Sequence[str], every: tuple[str, ...], problem: Problem) -> frozenset[str]:
    """Return the names of pieces in tilings; raise `EngineError` if one is unknown."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise EngineError(
            f"`names` must be a list of piece names, got {format_value(names)}", where="names"
        )
    return frozenset(check_rates(dict.fromkeys(names, 1), every, "number", problem.piece_index))


def _count_matchings(
    problem: Problem, used: list[int], resources: Resources
) -> dict[tuple[int, ...], int] | None:
    """Return the numbers by copies, computed by matchings, or None if the frontier is faster."""
    counts = polynomial_of_matchings(problem, resources)
    return None if counts is None else _of_used(counts.items(), used)


def _of_used(
    counts: Iterable[tuple[Sequence[int] | Mapping[int, int], int]], used: list[int]
) -> dict[tuple[int, ...], int]:
    """Return the numbers by the copies of the used kinds, computed from those of all kinds."""
    sums: Counter[tuple[int, ...]] = Counter()
    for copies, number in counts:
        sums[tuple(copies[kind] for kind in used)] += number
    return dict(sorted(sums.items()))


def _cells_of(problem: Problem) -> list[int]:
    """Return the number of cells of each piece, and of an empty cell."""
    return [*(len(piece.polyomino) for piece in problem.pieces), 1]


def _filled(
    counts: Iterable[tuple[dict[int, int], int]], spared: int | None, sizes: list[int], area: int
) -> Iterator[tuple[dict[int, int], int]]:
    """Yield numbers of tilings by copies, including the copies of one kind that follow from the
    area.
    """
    for copies, number in counts:
        if spared is not None:
            taken = sum(sizes[kind] * used for kind, used in copies.items())
            copies = {**copies, spared: (area - taken) // sizes[spared]}
        yield copies, number


def _read_counts(entries: list[Any], kinds: int) -> dict[tuple[int, ...], int]:
    """Return the numbers by the copies of each kind, from a checkpoint."""
    counts = {}
    for entry in entries:
        if not isinstance(entry, list) or len(entry) != 2:
            raise damaged("one of the results does not contain the number of copies of each piece")
        fields = Fields({"copies": entry[0], "number": entry[1]}, "the results by piece")
        copies = fields.integers("copies")
        if len(copies) != kinds:
            raise damaged(f"the results are for {len(copies)} pieces, expected {kinds}")
        counts[tuple(copies)] = fields.hexadecimal("number")
    return counts


def _count_by_rows(
    problem: Problem, used: list[int], resources: Resources
) -> dict[tuple[int, ...], int] | None:
    """Return the numbers by polynomials along the state graph of a row; None if impossible."""
    repeat = find_repeat(problem)
    if repeat is None or repeat.length % repeat.period:
        return None
    sizes = _cells_of(problem)
    area = problem.board.area
    # The copies of one kind follow from those of all others.
    spared = min(used, key=lambda kind: sizes[kind]) if len(used) == _count_kinds(problem) else None
    counted = [kind for kind in used if kind != spared]
    exponents = Exponents(tuple(area // sizes[kind] for kind in counted))
    if exponents.size > resources.tuning.polynomial_terms:
        return None
    shift = dict(zip(counted, exponents.shifts, strict=True))
    # A class for each piece and for an empty cell, after that of a covered cell.
    kinds = np.array([*repeat.piece, len(problem.pieces)], dtype=np.uint16) + np.uint16(1)
    rows = LabeledRows.of(repeat, kinds, resources)
    graph = None if rows is None else rows.graph(4 * exponents.size + 4)
    if rows is None or graph is None:
        return None
    shifts = [0, *(shift.get(kind, 0) for kind in range(len(sizes)))]
    total = BackwardCounts(graph, threads=resources.threads, tuning=resources.tuning)
    total.run(repeat.length * repeat.width, 0)
    total.close()
    # The sum of all coefficients bounds each of them.
    primes = primes_exceeding(total.count())
    residues: list[list[int]] = []
    for number, prime in enumerate(primes, start=1):
        resources.reporter.part = f"prime {number}"
        sums, _ = rows.pull(graph, RowPolynomials(exponents.size, shifts, prime))
        residues.append(sums[0].tolist())
    counts = (
        (dict(zip(counted, exponents.split(exponent), strict=True)), number)
        for exponent, values in enumerate(zip(*residues, strict=True))
        if (number := combine(values, primes))
    )
    return _of_used(_filled(counts, spared, sizes, area), used)


def _count_kinds(problem: Problem) -> int:
    """Return the number of kinds: the pieces, and empty cells if there may be any."""
    return len(problem.pieces) + (problem.empty_most > 0 and bool(problem.optional.any()))


def _count_by_layers(
    problem: Problem, used: list[int], resources: Resources
) -> dict[tuple[int, ...], int]:
    """Return the number of tilings by the copies of the used kinds."""
    cover = compile_cover(problem)
    options = options_of(cover)
    if not fits_area(options):
        return {}
    # The copies of an unbounded piece, that with the most, follow from the area.
    free = [kind for kind in used if not options.bounded(kind) and options.room(kind) > 0]
    every = len(used) == _count_kinds(problem)
    spared = max(free, key=options.room) if every and free else None
    counted = [kind for kind in used if kind != spared]
    way = scan_of(cover, options, "auto", False)[0]
    moves = compile_moves(options, way.position, count=counted)
    why = reason(options, moves, way.name, (*problem.names, "cells that stay empty"))
    frontier = fold_profile(BrokenProfile(moves, tuning=resources.tuning), cover, way, counted)
    tally = CopiesTally(cover)
    race = ListingRace(cover, resources, tally=tally.take, words=len(frontier.first))
    try:
        outcome = count_layers(frontier, resources, why=why, look=race.look)
    except NoTilingProven:
        return {}
    except ListingFinished:
        return _of_used(tally.counts.items(), used)
    resources.stay_within(outcome.states, outcome.nbytes, why)
    counts = ((dict(copies), number) for copies, number in outcome.counts.items())
    return _of_used(_filled(counts, spared, _cells_of(problem), options.area), used)


def count_copies(
    diagram: LabeledGraph | None, problem: Problem, names: Sequence[str] | None
) -> ByPiece:
    """Return the numbers of tilings of a graph by the copies of the pieces.

    The ways to reach a state are counted separately for each combination of used copies, which are
    the digits of one number.
    """
    used, chosen = used_kinds(problem, names)
    if diagram is None:
        return ByPiece(chosen, {})
    diagram = unroll(diagram)
    cover = diagram.cover
    most = [
        cover.empty_most
        if kind == len(problem.pieces)
        else min(int(cover.most[kind]), cover.area // len(problem.pieces[kind].polyomino))
        for kind in used
    ]
    copies = Exponents(tuple(most))
    if copies.size >= 1 << 62:
        raise EngineError("there are too many combinations of piece counts; choose fewer pieces")
    digit = np.zeros(len(problem.names) + 1, dtype=np.int64)
    digit[used] = copies.shifts
    #: What a placement adds; then TAKEN (-1), and STAYS_EMPTY (-2), from the end.
    adds = np.concatenate([digit[cover.placement_piece], [digit[-1], 0]])
    counts = BackwardCounts(diagram.graph)
    diagram.backward(counts)
    total = counts.count()
    primes = primes_exceeding(total)
    code, residues = _sum_labels(diagram, adds, primes)
    numbers: dict[tuple[int, ...], int] = {}
    for number, values in zip(code.tolist(), residues.tolist(), strict=True):
        if total and (count := combine(tuple(values), primes)):
            numbers[copies.split(number)] = count
    return ByPiece(chosen, dict(sorted(numbers.items())))


def _sum_labels(
    diagram: LabeledGraph, adds: NDArray[np.int64], primes: list[int]
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Return the sums of the labels, (m,), and the number of tilings with each sum modulo each
    prime, (m, k).
    """
    graph = diagram.graph
    moduli = np.array(primes, dtype=np.uint64)
    state, code = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    ways = np.ones((1, len(primes)), dtype=np.uint64)
    for layer in range(diagram.cover.area):
        check_time()
        number, edge = graph.edges_of(state)
        placements = diagram.meanings(layer)[graph.label[edge]]
        target = graph.target[edge].astype(np.int64)
        after = np.repeat(code, number) + adds[placements]
        carried = np.repeat(ways, number, axis=0)
        order = np.lexsort((after, target))
        target, after, carried = target[order], after[order], carried[order]
        fresh = np.ones(len(target), dtype=np.bool_)
        fresh[1:] = (target[1:] != target[:-1]) | (after[1:] != after[:-1])
        first = np.flatnonzero(fresh)
        state, code = target[first], after[first]
        ways = np.add.reduceat(carried, first, axis=0) % moduli if len(first) else carried
    order = np.argsort(code, kind="stable")
    code, ways = code[order], ways[order]
    sums, first = np.unique(code, return_index=True)
    if len(sums):
        ways = np.add.reduceat(ways, first, axis=0) % moduli
    return sums, ways
