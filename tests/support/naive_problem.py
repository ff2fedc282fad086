"""The slow, obvious twin of everything that searches or counts: all tilings of a written problem,
by trying.

It reads the problem from its text (`cases.Case`) and lays pieces by points (`naive_moves`), so it
shares no code with the library, not even the parser. A tile is the number of its piece, its cells,
and which way round it lies where that is told apart; a tiling is the set of its tiles.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import naive_moves
import naive_rules
from cases import Case
from naive_moves import Cell, Look, Points

#: The piece, the cells, and what else is told apart: the way round, and the marks of the sorted
#: cells (nothing where they are not).
Tile = tuple[int, frozenset[Cell], tuple[Any, ...]]
Tiling = frozenset[Tile]
#: A tile and a tiling as they are seen: which way round is not.
Lying = frozenset[tuple[int, frozenset[Cell]]]


class TooLarge(Exception):
    """There is more to try than the twin has patience for."""


def lying(tiling: Tiling) -> Lying:
    """What is to be seen of a tiling: the piece and the cells of each tile."""
    return frozenset(tile[:2] for tile in tiling)


@dataclass(frozen=True)
class Move:
    """A symmetry of a problem: what it does to the plane, to the cells and to the placements."""

    symmetry: naive_moves.Symmetry
    tiles: dict[Tile, Tile]

    @property
    def pieces(self) -> dict[int, int]:
        """What it does to the pieces."""
        return {tile[0]: other[0] for tile, other in self.tiles.items()}


class NaiveProblem:
    """A written problem, taken literally.

    Attributes
    ----------
    letter : dict
        The mark of each cell of the board, "" for none.
    optional : set of cells
        Those that may stay empty.
    pieces : list of (looks, least, most)
        Pieces that look the same are one; `most` is None for any number.
    """

    def __init__(self, case: Case, patience: int = 100_000) -> None:
        self.case, self.patience = case, patience
        grid = case.grid
        self.letter = {
            cell: "" if sign in "#?" else sign for cell, sign in sorted(grid.items()) if sign != "."
        }
        marked = dict(case.agree).get("?", ())
        questions = {cell for cell, sign in grid.items() if sign == "?"}
        questions |= {cell for cell, mark in self.letter.items() if mark in marked}
        self.empty_least, self.empty_most = case.empty or (0, len(questions))
        self.optional = questions or (set(self.letter) if self.empty_most else set())
        self.optional -= naive_rules.clued(case.rules)
        if case.empty is None:
            self.empty_most = len(self.optional)
        self.space = case.space
        self.pieces: list[tuple[dict[Look, tuple[Points, tuple[str, ...]]], int, int | None]] = []
        self.reads_marks = naive_rules.reads_marks(case.rules)
        #: The piece of each shape.
        self.number = number = []
        for shape in case.shapes:
            ways = naive_moves.looks(
                case.lattice, shape.cells, shape.marks, shape.turn or case.turn
            )
            for k, (others, least, most) in enumerate(self.pieces):
                if set(ways) == set(others):
                    both = None if most is None or shape.most is None else most + shape.most
                    self.pieces[k] = (ways, least + shape.least, both)
                    number.append(k)
                    break
            else:
                number.append(len(self.pieces))
                self.pieces.append((ways, shape.least, shape.most))
        self.placed = [(number[k], frozenset(cells)) for k, cells in case.placed]

    def is_sound(self) -> bool:
        """Whether an engine may take it: nothing is impossible to place, no tile could be two
        pieces.
        """
        for k, (ways, _, most) in enumerate(self.pieces):
            if any(set(ways) & set(others) for others, _, _ in self.pieces[:k]):
                return False
            if most is not None and sum(piece == k for piece, _ in self.placed) > most:
                return False
            if not self._comes_back(ways):
                return False
        taken = [cell for _, cells in self.placed for cell in cells]
        return (
            bool(self.pieces)
            and not self._is_other_drawing()
            and naive_rules.make_sense(self)
            and self.empty_most <= len(self.optional | naive_rules.clued(self.case.rules))
            and len(taken) == len(set(taken))
            and all(
                cells <= set(self.letter) and self.lies(piece, cells)
                for piece, cells in self.placed
            )
        )

    def _is_other_drawing(self) -> bool:
        """Whether all cells have marks, and the pieces have none: then other signs than # were
        meant as cells.
        """
        marks = {mark for ways, _, _ in self.pieces for _, marks in ways.values() for mark in marks}
        return marks == {""} and not self.case.agree and all(self.letter.values())

    def _comes_back(self, ways: dict[Look, tuple[Points, tuple[str, ...]]]) -> bool:
        """Whether a piece that goes round comes back as it may lie."""
        if self.space.glide is None:
            return True
        matrix, _ = self.space.glide
        return all(
            naive_moves.look(self.case.lattice, points @ matrix.T, marks) in ways
            for points, marks in ways.values()
        )

    def lies(self, piece: int, cells: frozenset[Cell]) -> bool:
        """Whether a piece may lie on just these cells of the board."""
        return any(cells == shown.keys() for _, shown in self._laid(piece))

    def _laid(self, piece: int) -> Iterator[tuple[Points, dict[Cell, str]]]:
        """Every way to lay a piece on the board so that the marks agree: its points, and the mark
        on the cell of each.
        """
        for way in self.pieces[piece][0].values():
            for points, cells in self.space.ways(way):
                if all(
                    self.case.agrees(mark, self.letter[cell])
                    for cell, mark in zip(cells, way[1], strict=True)
                ):
                    yield points, dict(zip(cells, way[1], strict=True))

    def tile(self, piece: int, shown: dict[Cell, str], points: Points) -> Tile:
        """A placement: which way round it lies, and what it shows, count only if they are told
        apart.
        """
        way = self.space.way_round(points) if self.case.by_wrap else ()
        if not self.reads_marks:
            return piece, frozenset(shown), way
        return piece, frozenset(shown), (way, *(shown[cell] for cell in sorted(shown)))

    @cached_property
    def _ways(self) -> dict[Tile, list[tuple[Points, dict[Cell, str]]]]:
        """Every placement that agrees with the pieces already placed, with the ways in which it
        lies.
        """
        taken = {cell for _, cells in self.placed for cell in cells}
        ways: dict[Tile, list[tuple[Points, dict[Cell, str]]]] = {}
        for k, (_, _, most) in enumerate(self.pieces):
            spent = most is not None and sum(piece == k for piece, _ in self.placed) >= most
            for points, shown in self._laid(k):
                if (k, shown.keys()) in self.placed or not (spent or shown.keys() & taken):
                    ways.setdefault(self.tile(k, shown, points), []).append((points, shown))
        return ways

    @cached_property
    def placements(self) -> list[Tile]:
        """Every way to lay a piece on the board that agrees with the pieces already placed."""
        return sorted(
            self._ways, key=lambda tile: (min(tile[1]), tile[0], sorted(tile[1]), tile[2])
        )

    @cached_property
    def tilings(self) -> list[Tiling]:
        """Every tiling.

        Raises
        ------
        TooLarge
        """
        steps = 0
        starting: dict[Cell, list[Tile]] = {}
        for tile in self.placements:
            starting.setdefault(min(tile[1]), []).append(tile)
        taken = {cell for _, cells in self.placed for cell in cells}

        def extend(
            left: list[Cell], tiles: list[Tile], used: list[int], empty: int
        ) -> Iterator[Tiling]:
            nonlocal steps
            steps += 1
            if steps > self.patience:
                raise TooLarge(f"more than {self.patience} steps")
            if not left:
                enough = all(n >= least for n, (_, least, _) in zip(used, self.pieces, strict=True))
                if enough and self.empty_least <= empty <= self.empty_most:
                    yield frozenset(tiles)
                return
            first, free = left[0], set(left)
            for tile in starting.get(first, []):
                k, cells, _ = tile
                most = self.pieces[k][2]
                if cells <= free and (most is None or used[k] < most):
                    one_more = [n + (j == k) for j, n in enumerate(used)]
                    yield from extend(sorted(free - cells), [*tiles, tile], one_more, empty)
            if first in self.optional - taken and empty < self.empty_most:
                yield from extend(left[1:], tiles, used, empty + 1)

        every = extend(sorted(self.letter), [], [0] * len(self.pieces), 0)
        return [tiling for tiling in every if naive_rules.keeps(self, tiling, self.case.rules)]

    @cached_property
    def seen(self) -> Counter[Lying]:
        """How many tilings look like each: more than one only where ways round are told apart."""
        return Counter(map(lying, self.tilings))

    @cached_property
    def moves(self) -> list[Move]:
        """Every symmetry of the problem, also those that do the same to all placements."""
        same = naive_rules.images(self, {cell: cell for cell in self.letter}, {})
        return [
            move
            for move in self.plain_moves
            if same == naive_rules.images(self, move.symmetry.cells, move.pieces)
        ]

    @cached_property
    def plain_moves(self) -> list[Move]:
        """Every symmetry of the problem without its rules."""
        taken = {cell for _, cells in self.placed for cell in cells}
        alike: dict[Cell, object] = {
            cell: (mark, self.empty_most > 0 and cell in self.optional - taken)
            for cell, mark in self.letter.items()
        }
        moves = []
        for symmetry in self.space.symmetries(alike):
            image: dict[Tile, Tile] = {}
            for tile in self._ways:
                there = self._images(tile, symmetry)
                if len(there) == 1 and (only := there.pop()) in self._ways:
                    image[tile] = only
                else:
                    break
            if len(image) == len(self._ways) and self._keeps_pieces(image):
                moves.append(Move(symmetry, image))
        return moves

    @cached_property
    def symmetries(self) -> list[dict[Tile, Tile]]:
        """Where each symmetry of the problem takes each placement; different ones only."""
        images = (move.tiles for move in self.moves)
        return list(
            {tuple(image[tile] for tile in self.placements): image for image in images}.values()
        )

    def _keeps_pieces(self, image: dict[Tile, Tile]) -> bool:
        """Whether a map of the placements takes pieces to pieces of which there are as many."""
        becomes: dict[int, int] = {}
        for (k, _, _), (other, _, _) in image.items():
            if becomes.setdefault(k, other) != other or self._copies(k) != self._copies(other):
                return False
        return True

    def _copies(self, k: int) -> tuple[int, int]:
        """How many copies, as far as that makes a difference on this board."""
        ways, least, most = self.pieces[k]
        room = len(self.letter) // len(next(iter(ways))[1])
        return min(least, room + 1), room if most is None else min(most, room)

    @cached_property
    def classes(self) -> dict[Tiling, int]:
        """The number of the class of each tiling: images of each other are in one."""
        number: dict[Tiling, int] = {}
        tilings = set(self.tilings)
        here = 0
        for tiling in self.tilings:
            if tiling in number:
                continue
            for image in self.symmetries:
                other = frozenset(image[tile] for tile in tiling)
                assert other in tilings, "the image of a tiling is a tiling"
                number[other] = here
            here += 1
        return number

    @property
    def tells_apart(self) -> bool:
        """Whether tilings that look the same may be different."""
        return self.case.by_wrap or self.reads_marks

    def class_of(self, seen: Lying) -> object:
        """What is the same for two tilings of one class that are seen; ways round that are told
        apart are not to be seen.
        """
        return next(self._class_of) if self.tells_apart else self._classes_seen[seen]

    @cached_property
    def _class_of(self) -> Iterator[int]:
        return itertools.count()

    @cached_property
    def _classes_seen(self) -> dict[Lying, int]:
        return {lying(tiling): number for tiling, number in self.classes.items()}

    @property
    def class_count(self) -> int:
        """How many tilings there are up to symmetry."""
        return len(set(self.classes.values()))

    def symmetric(self, order: int, mirrored: bool) -> set[Tiling] | None:
        """The tilings of which a symmetry of the board's cells, of a kind, takes each tile to a
        tile; None if there is no such symmetry.
        """
        fitting = [
            symmetry
            for symmetry in self.space.symmetries(dict.fromkeys(self.letter))
            if (symmetry.order, symmetry.mirrored, symmetry.is_turn) == (order, mirrored, True)
        ]
        if not fitting:
            return None
        images = [
            {tile: self._images(tile, symmetry) for tile in self._ways} for symmetry in fitting
        ]
        return {
            tiling
            for tiling in self.tilings
            if any(all(image[tile] & tiling for tile in tiling) for image in images)
        }

    def _images(self, tile: Tile, symmetry: naive_moves.Symmetry) -> set[Tile]:
        """What a placement becomes under a symmetry of the board's cells; none if no piece lies
        like that.
        """
        matrix, shift = symmetry.move
        tiles = set()
        for points, shown in self._ways[tile]:
            moved, marks = points @ matrix.T + shift, tuple(shown.values())
            after = {symmetry.cells[cell]: mark for cell, mark in shown.items()}
            piece = self._piece_of.get(naive_moves.look(self.case.lattice, moved, marks))
            if piece is not None and all(
                self.case.agrees(mark, self.letter[cell]) for cell, mark in after.items()
            ):
                tiles.add(self.tile(piece, after, moved))
        return tiles

    @cached_property
    def _piece_of(self) -> dict[Look, int]:
        """The piece of each look."""
        return {look: k for k, (ways, _, _) in enumerate(self.pieces) for look in ways}

    def copies(self, tiling: Tiling) -> tuple[int, ...]:
        """How often a tiling uses each piece."""
        used = Counter(tile[0] for tile in tiling)
        return tuple(used[k] for k in range(len(self.pieces)))

    def empties(self, tiling: Tiling) -> int:
        """How many cells a tiling leaves empty."""
        return len(self.letter) - sum(len(tile[1]) for tile in tiling)
