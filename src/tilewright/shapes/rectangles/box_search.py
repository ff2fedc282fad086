"""Search for the boxes that a solid piece fills: first bars, then single boxes, until the orders
are proven.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from tilewright.errors import LimitError, PieceError, RequestError
from tilewright.model.piece import Piece, PieceLike, listed_pieces, parse_pieces
from tilewright.model.space.labels import number_tiles
from tilewright.model.space.lattice import CUBES, Turn, check_turn
from tilewright.model.tiling import Tiling
from tilewright.shapes.rectangles.answers import Boxes, sections_of
from tilewright.shapes.rectangles.completeness import Box, is_made_of
from tilewright.shapes.rectangles.search import Effort, SectionSearch, label_cells
from tilewright.shapes.rectangles.strips import Section, Side, StripLengths
from tilewright.system.work.deadline import check_time

#: The depths at which an edge is examined, in layers and rows.
_DEPTHS = ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4))


def _check_piece(piece: PieceLike, turn: Turn | None) -> tuple[Piece, Turn]:
    """Return the piece and its turn, or raise an error if its boxes are not supported."""
    pieces = [
        member
        for entry in listed_pieces(piece)
        for member in (
            parse_pieces(entry, turn, CUBES) if isinstance(entry, str) else [entry.among(CUBES)]
        )
    ]
    if len(pieces) != 1:
        raise PieceError(
            f"expected one piece, got {len(pieces)}",
            where=piece if isinstance(piece, str) else None,
        )
    (piece,) = pieces
    if piece.polyomino.lattice != CUBES:
        raise PieceError(
            "a box requires a piece of cubes, such as cube:##/#.//#.", where=piece.name
        )
    if any(piece.marks):
        raise PieceError("boxes do not support pieces with marks", where=piece.name)
    turn = piece.turn or check_turn(turn or CUBES.turn)
    if turn not in ("free", "one-sided"):
        raise RequestError(
            f'turn="{turn}" is not supported for boxes; use free or one-sided',
            where="turn",
        )
    return piece, turn


class BoxSearch(SectionSearch[Boxes]):
    """A search for the boxes of a solid piece."""

    bound = "sides"

    def __init__(
        self,
        piece: PieceLike,
        turn: Turn | None,
        sides: int | None = None,
        effort: Effort | None = None,
    ) -> None:
        self.piece, turn = _check_piece(piece, turn)
        effort = (effort or Effort()).unsearched()
        super().__init__(self.piece.polyomino.orientations(turn), turn, sides, effort)
        self.edge: Side | None = None
        self.primes: dict[Box, Tiling] = {}
        self.none: set[Box] = set()
        self.sure: set[bool] = set()
        self.tried = 0

    def run(self) -> None:
        """Run the search."""
        if self._examine_edge(self.effort.side_states[0]):
            return
        self._decide_sections(self._sections())
        for odd in (False, True):
            self._prove_order(odd=odd)
        if not self.primes:
            self._examine_edge(self.effort.side_states[1])

    def _examine_edge(self, most_states: int) -> bool:
        """Examine an edge, and return whether no box exists."""
        self.edge = self._explore_side(_DEPTHS, most_states, "of boxes") or self.edge
        self.complete = self.edge is not None and not self.edge.lengths
        return self.complete

    def _rules_out(self, sides: Section) -> bool:
        """Return whether an edge cannot have one of these lengths."""
        return self.edge is not None and not all(side in self.edge.lengths for side in sides)

    def _sections(self) -> Iterator[Section]:
        """Yield the cross sections to decide: those requested, or all of them by area."""
        if self.wanted is not None:
            sides = range(1, self.wanted + 1)
            pairs = itertools.combinations_with_replacement(sides, 2)
            yield from sorted(pairs, key=lambda pair: (pair[0] * pair[1], pair))
            return
        for area in itertools.count(1):
            yield from sections_of(area)

    def _add_primes(self, section: Section, strip: StripLengths) -> None:
        layers, rows = section
        for length in strip.lengths.generators:
            box = (layers, rows, length)
            if length >= rows and not is_made_of(box, self.primes):
                self.primes[box] = self._tiling(strip.tiling(length), box)

    def _tiling(self, tiles: Sequence[Sequence[tuple[int, ...]]], box: Box) -> Tiling:
        labels = number_tiles(label_cells(tiles, box))
        return Tiling(
            labels, np.zeros(len(tiles), dtype=np.int32), (self.piece.name,), lattice=CUBES
        )

    def _prove_order(self, *, odd: bool, search: bool = True) -> None:
        """Decide single boxes in increasing order, until the (odd) order is proven."""
        cells = len(self.piece.polyomino)
        for copies in range(1, self.effort.largest + 1, 2 if odd else 1):
            boxes = list(self._boxes(copies * cells))
            for box in boxes:
                known = box[:2] in self.strips or box in self.none or is_made_of(box, self.primes)
                if not known and not (search and self._decide_box(box)):
                    return
            if any(is_made_of(box, self.primes) for box in boxes):
                self.sure.add(odd)
                return

    def _boxes(self, volume: int) -> Iterator[Box]:
        """Yield the boxes of a volume that no edge rules out."""
        for one in range(1, volume + 1):
            if one**3 > volume:
                return
            if volume % one:
                continue
            for other in range(one, volume // one + 1):
                if one * other**2 > volume:
                    break
                if volume // one % other == 0:
                    box = (one, other, volume // one // other)
                    if not self._rules_out(box):
                        yield box

    def _decide_box(self, box: Box) -> bool:
        """Search a box without a decided cross section. Return False if it remains open."""
        check_time()
        if self.tried >= self.effort.searched:
            return False
        self.tried += 1
        size = "x".join(map(str, box))
        try:
            tiling = self._solve(
                f"cube:{size}",
                [Piece(self.piece.polyomino, least=0, most=None)],
                self.effort.seconds,
            )
        except LimitError:
            # Raise if it was the outer deadline.
            check_time()
            return False
        if tiling is None:
            self.none.add(box)
        else:
            self.primes[box] = Tiling(
                tiling.labels, tiling.piece, (self.piece.name,), lattice=CUBES
            )
        return True

    def answer(self, stopped: str = "") -> Boxes:
        """Return the results so far."""
        for odd in (False, True):
            # A limit may have ended the search before it came to this.
            self._prove_order(odd=odd, search=False)
        return Boxes(
            piece=self.piece,
            turn=self.turn,
            primes=dict(sorted(self.primes.items())),
            bars=tuple(self.strips.values()),
            complete=self.complete,
            edge=self.edge,
            none=tuple(sorted(self.none)),
            sure=frozenset(self.sure),
            stopped=self.stopped or stopped,
        )
