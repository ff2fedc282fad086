"""The answer: the best packing found, how many cells stay empty at least, and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from tilewright.lattices.labels import EMPTY
from tilewright.system.arguments import counted
from tilewright.system.svg_repr import SvgRepr
from tilewright.values.conditions import Tiles
from tilewright.values.problem import Problem
from tilewright.values.tiling import Tiling

from tilewright.proof import Barrier, WeightBound, Weighting, sums


@dataclass(frozen=True, eq=False)
class Packing(SvgRepr):
    """The best packing that was found, and a bound on all packings.

    Attributes
    ----------
    problem : Problem
        The problem of which every packing is a tiling: cells may stay empty, and numbers of copies
        are upper limits.
    tiling : Tiling
        The packing.
    least_empty : int
        Every packing leaves at least this many cells empty.
    reasons : list of str
        Why fewer cells cannot stay empty, each a sentence without a final period; empty if all
        cells are covered.
    certificate : WeightBound, Weighting, Barrier or None
        Numbers in the cells, or odd parts, that prove the bound. None if the areas are the reason,
        or a complete search.
    searched : bool
        True if only a complete search proves the bound.
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
        """The number of cells that stay empty."""
        return int(np.count_nonzero(self.tiling.labels == EMPTY))

    @property
    def covered(self) -> int:
        """The number of cells that are covered."""
        return self.problem.board.area - self.empty

    @property
    def proven(self) -> bool:
        """Whether no packing covers more cells."""
        return self.empty <= self.least_empty

    @property
    def most_pieces(self) -> int | None:
        """The upper bound as a number of pieces; None if the pieces differ in size."""
        size = _size(self.problem)
        return None if size is None else (self.problem.board.area - self.least_empty) // size

    @cached_property
    def copies(self) -> dict[str, int]:
        """How often each piece is used."""
        return dict(Counter(self.tiling.piece_names()))

    def text(self) -> str:
        """Return the answer as a sentence without a final period.

        Examples
        --------
        >>> from tilewright.packing import most
        >>> print(most("5x5", "I4").text())
        6 pieces, 1 cell stays empty; no more fit
        """
        pieces = counted(len(self), "piece")
        empty = f"{self.empty:,} cell{' stays' if self.empty == 1 else 's stay'} empty"
        if not self.empty:
            return f"{pieces} cover all cells"
        if self.proven:
            more = "no more fit" if self.most_pieces is not None else "no packing leaves fewer"
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
        """Return the answer as JSON values: the problem, the packing as ``tilings``, and what is
        proven as ``most``. `tilewright.verify` reads them.
        """
        found: dict[str, Any] = {
            "count": len(self),
            "covered": self.covered,
            "empty": self.empty,
            "least_empty": self.least_empty,
            "proven": self.proven,
            "searched": self.searched,
            "reasons": self.reasons,
        }
        if self.most_pieces is not None:
            found["most_pieces"] = self.most_pieces
        if self.certificate is not None:
            excluded = self.certificate.problem
            found["excluded"] = {
                "pieces": excluded.words(),
                "empty": [excluded.empty_least, excluded.empty_most],
            }
            found[self.certificate.kind] = self.certificate.to_json()
        problem, tiling = self.problem, self.tiling
        return {**problem.to_json(), "tilings": [tiling.to_json()], "most": found}


def relaxed(problem: Problem) -> Problem:
    """Return the problem of packings: cells may stay empty, and numbers of copies are upper limits.

    A single piece that would be used once is used any number of times; ``=0..1`` is a limit. So
    are the numbers of tiles that rules give for some pieces.
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


def _size(problem: Problem) -> int | None:
    """Return the size of the pieces; None if they differ."""
    sizes = {len(piece.polyomino) for piece in problem.pieces}
    return sizes.pop() if len(sizes) == 1 else None


def possible_empty(problem: Problem) -> list[int]:
    """Return how many cells of a relaxed problem may stay empty by the areas of the pieces,
    ascending.
    """
    area = problem.board.area
    sizes = [len(piece.polyomino) for piece in problem.pieces]
    most = [
        area // size if piece.most is None else min(piece.most, area // size)
        for piece, size in zip(problem.pieces, sizes, strict=True)
    ]
    # A digit for each area, the whole board first.
    made = f"{sums(sizes, [0] * len(sizes), most, area):0{area + 1}b}"
    most_empty = int(np.count_nonzero(problem.optional & problem.board.mask))
    return [empty for empty in range(most_empty + 1) if made[empty] == "1"]


def area_sentence(problem: Problem, least_empty: int) -> str:
    """Say why no packing covers more cells, if the areas are the reason."""
    area = problem.board.area
    return (
        f"the board has {area:,} cells, and no choice of pieces covers more than "
        f"{area - least_empty:,} of them"
    )


def tightened(problem: Problem, empty: int) -> Problem:
    """Return the problem in which so few cells stay empty, of a relaxed problem.

    If it has no tiling, more cells stay empty in every packing. If all pieces have one size and all
    cells may stay empty, just as many stay empty in it: without some of its pieces, a better
    packing would be a tiling of it. Otherwise, fewer may.
    """
    board = problem.board
    same = _size(problem) is not None and not problem.has_optional and not problem.placed
    pieces = problem.pieces
    if same and len(pieces) == 1:
        number = (board.area - empty) // len(pieces[0].polyomino)
        pieces = (replace(pieces[0], least=number, most=number),)
    return problem.but(pieces=pieces, empty=(empty if same else 0, empty))
