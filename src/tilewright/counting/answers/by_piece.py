"""The number of tilings by the copies of each piece: the generating polynomial."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import prod
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from tilewright.counting.answers.matchings import is_large, polynomial_of_matchings
from tilewright.counting.answers.plans import count_of_known_copies
from tilewright.counting.checkpoint import INTERVAL, CountCheckpoint
from tilewright.counting.frontier.graph import BackwardCounts
from tilewright.counting.frontier.layers import count_layers
from tilewright.counting.frontier.profile import BrokenProfile, fold_profile
from tilewright.counting.frontier.repeats import find_repeat
from tilewright.counting.frontier.rows import LabeledRows
from tilewright.counting.frontier.scans import board_scans, fits_area, reason
from tilewright.counting.moves import Options, compile_moves, options_of, scan_width
from tilewright.counting.numbers.residues import Exponents, RowPolynomials
from tilewright.counting.resources import Resources, check_rates
from tilewright.counting.tuning import Tuning
from tilewright.errors import EngineError, quoted
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.model.requests import takes_request
from tilewright.solving.proofs import area_reason
from tilewright.system.files.fields import Fields, damaged
from tilewright.system.values.arguments import format_value
from tilewright.system.values.primes import combine, primes_exceeding
from tilewright.system.work.limits import ThreadLimits, limited

# Equal pieces told apart: the number of tilings in which each tile also says which of the equal
# pieces it is.


class EqualPieces:
    """The pieces of a problem that were listed several times, and in how many ways their tiles are
    shared out.

    Two tiles cover different cells, so all ways to share out the tiles of a tiling are different.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._kinds = [kind for kind, parts in enumerate(problem.parts) if len(parts) > 1]
        placed = {problem.piece_index(placement.piece) for placement in problem.placed}
        if both := [kind for kind in self._kinds if kind in placed]:
            name = problem.names[both[0]]
            raise EngineError(
                f"{quoted(name)} is listed {len(problem.parts[both[0]])} times, and which of them "
                "is placed is not known, "
                "so they cannot be told apart; leave the placed piece out"
            )

    @property
    def names(self) -> list[str]:
        """The names of those whose number of copies varies."""
        pieces = [self._problem.pieces[kind] for kind in self._kinds]
        return [piece.name for piece in pieces if piece.least != piece.most]

    @property
    def times(self) -> int:
        """In how many ways the tiles of those with a fixed number of copies are shared out."""
        fixed = [kind for kind in self._kinds if self._problem.pieces[kind].name not in self.names]
        most = self._problem.board.area
        return prod(sum(self._problem.times_apart(kind, most).values()) for kind in fixed)

    def total(self, counts: Mapping[tuple[int, ...], int]) -> int:
        """Return the number of tilings told apart, from the numbers of tilings by the copies of
        `names`.
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
    """The numbers of tilings by the numbers of copies of the pieces.

    Attributes
    ----------
    names : tuple of str
        The names of the counted pieces: by default of all, and last ``"empty"`` if cells may stay
        empty.
    counts : dict
        Maps the numbers of copies (one for each of `names`) to the number of tilings.
    """

    names: tuple[str, ...]
    counts: dict[tuple[int, ...], int]

    @property
    def total(self) -> int:
        """The number of all tilings."""
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
            Weights of pieces, each an int or a Fraction; 1 for pieces that are not named.

        Raises
        ------
        EngineError
            If a name is unknown, or a weight is not exact.
        """
        exact = check_rates(weights, self.names, "weight")
        factors = [exact.get(name, 1) for name in self.names]
        total: Weight = 0
        for copies, number in self.counts.items():
            product: Weight = number
            for factor, exponent in zip(factors, copies, strict=True):
                product *= factor**exponent
            total += product
        return total

    def polynomial(
        self, symbols: dict[str, str] | None = None, weights: dict[str, Weight] | None = None
    ) -> str:
        """Return the generating polynomial as text, with a variable for each piece and equal terms
        combined.

        Parameters
        ----------
        symbols : dict, optional
            The variable of each piece; by default, its name. Several pieces may share a variable.
        weights : dict, optional
            Numbers to use in place of variables, each an int or a Fraction.

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
        names = [(symbols or {}).get(name, name) for name in self.names]
        variables = list(
            dict.fromkeys(
                name for name, piece in zip(names, self.names, strict=True) if piece not in exact
            )
        )
        terms: dict[tuple[int, ...], Weight] = {}
        for copies, number in self.counts.items():
            powers = dict.fromkeys(variables, 0)
            value: Weight = number
            for name, piece, exponent in zip(names, self.names, copies, strict=True):
                if piece in exact:
                    value *= exact[piece] ** exponent
                else:
                    powers[name] += exponent
            key = tuple(powers.values())
            terms[key] = terms.get(key, 0) + value
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

    With `names`, only the copies of these pieces are counted (``"empty"`` means empty cells). The
    other parameters and the errors are as for `count` and `count_details`. Each state also stores
    the copies used so far, so the memory grows in proportion to the number of combinations. If each
    piece has a fixed number of copies, a single count is enough.

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
    saving = CountCheckpoint.of(
        checkpoint, checkpoint_interval, problem, "by piece", *apart, tuning=tuning
    )
    resources = Resources.of(saving, tuning)
    if saving is not None and saving.begin("by piece"):
        with saving.naming():
            return ByPiece(names, _read_counts(saving.done.listed("by piece"), len(names)))
    counts: dict[tuple[int, ...], int] = {}
    if not area_reason(problem):
        known = count_of_known_copies(problem, resources)
        if known is not None:
            copies, number = known
            counts = {tuple(copies[kind] for kind in used): number} if number else {}
        else:
            begun = saving is not None and saving.way
            numbers: dict[tuple[int, ...], int] | None = None
            if not begun and is_large(problem):
                numbers = polynomial_of_matchings(problem, compile_cover(problem), resources)
                if numbers is not None:
                    numbers = _sum_kinds(numbers, used)
            if numbers is None and not begun:
                numbers = _count_by_rows(problem, used, resources)
            counts = _count_by_layers(problem, used, resources) if numbers is None else numbers
    if saving is not None:
        saving.finish([[list(copies), hex(number)] for copies, number in counts.items()])
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
            f"`names` must be a list of names of pieces, got {format_value(names)}", where="names"
        )
    return frozenset(check_rates(dict.fromkeys(names, 1), every, "number", problem.piece_index))


def _sum_kinds(counts: dict[tuple[int, ...], int], used: list[int]) -> dict[tuple[int, ...], int]:
    """Return the numbers by the copies of the used kinds only."""
    sums: dict[tuple[int, ...], int] = {}
    for copies, number in counts.items():
        key = tuple(copies[kind] for kind in used)
        sums[key] = sums.get(key, 0) + number
    return dict(sorted(sums.items()))


def _read_counts(entries: list[Any], kinds: int) -> dict[tuple[int, ...], int]:
    """Return the numbers by the copies of each kind, from a checkpoint."""
    counts = {}
    for entry in entries:
        if not isinstance(entry, list) or len(entry) != 2:
            raise damaged("the numbers of copies are missing in one of the results")
        fields = Fields({"copies": entry[0], "number": entry[1]}, "the results by piece")
        copies = fields.integers("copies")
        if len(copies) != kinds:
            raise damaged(f"the results are for {len(copies)} pieces, expected {kinds}")
        counts[tuple(copies)] = fields.hexadecimal("number")
    return counts


def _count_by_rows(
    problem: Problem, used: list[int], resources: Resources
) -> dict[tuple[int, ...], int] | None:
    """Return the numbers by polynomials along the state graph of a row; None if that is not
    possible.
    """
    repeat = find_repeat(problem)
    if repeat is None or repeat.length % repeat.period:
        return None
    sizes = [len(piece.polyomino) for piece in problem.pieces] + [1]
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
    counts: dict[tuple[int, ...], int] = {}
    for exponent, values in enumerate(zip(*residues, strict=True)):
        if number := combine(values, primes):
            copies = dict(zip(counted, exponents.split(exponent), strict=True))
            if spared is not None:
                taken = sum(sizes[kind] * copies[kind] for kind in counted)
                copies[spared] = (area - taken) // sizes[spared]
            counts[tuple(copies[kind] for kind in used)] = number
    return dict(sorted(counts.items()))


def _count_kinds(problem: Problem) -> int:
    """Return the number of pieces, and of empty cells as one kind more if there may be any."""
    return len(problem.pieces) + (problem.empty_most > 0 and bool(problem.optional.any()))


def _count_by_layers(
    problem: Problem, used: list[int], resources: Resources
) -> dict[tuple[int, ...], int]:
    """Return the number of tilings by the copies of the used kinds."""
    cover = compile_cover(problem)
    options = options_of(cover)
    if not fits_area(options):
        return {}
    spared, size = (
        _choose_spared_piece(options, used) if len(used) == _count_kinds(problem) else (None, 0)
    )
    counted = [kind for kind in used if kind != spared]
    way = min(
        board_scans(cover.cells, folded=False), key=lambda way: scan_width(options, way.position)[1]
    )
    moves = compile_moves(options, way.position, count=counted)
    why = reason(options, moves, way.name, (*problem.names, "cells that stay empty"))
    frontier = fold_profile(BrokenProfile(moves, tuning=resources.tuning), cover, way, counted)
    outcome = count_layers(frontier, resources, why=why)
    resources.stay_within(outcome.states, outcome.nbytes, why)
    sizes = {kind: _piece_size(options, kind) for kind in used}
    counts: dict[tuple[int, ...], int] = {}
    for copies, number in outcome.counts.items():
        copies_of = dict(copies)
        if spared is not None:
            taken = sum(sizes[kind] * copies_of[kind] for kind in counted)
            copies_of[spared] = (options.area - taken) // size
        key = tuple(copies_of[kind] for kind in used)
        counts[key] = counts.get(key, 0) + number
    return dict(sorted(counts.items()))


def _piece_size(options: Options, kind: int) -> int:
    piece_options = np.flatnonzero(options.kind == kind)
    return (
        int(options.start[piece_options[0] + 1] - options.start[piece_options[0]])
        if len(piece_options)
        else 0
    )


def _choose_spared_piece(options: Options, used: list[int]) -> tuple[int | None, int]:
    """Choose the piece whose copies follow from the area: an unbounded one with the most copies."""
    free = [kind for kind in used if not options.bounded(kind) and options.room(kind) > 0]
    if not free:
        return None, 0
    spared = max(free, key=options.room)
    return spared, _piece_size(options, spared)
