"""The slow, obvious twin of everything that searches or counts: all tilings of a written problem, by trying.

It reads the problem from its text (`cases.Case`), so it shares no code with the library, not even
the parser. A tile is (number of the piece, set of cells); a tiling is the set of its tiles.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from cases import Case, Shape

Cell = tuple[int, int]
Tile = tuple[int, frozenset[Cell]]
Tiling = frozenset[Tile]
#: A way to lie: (row, column, mark) of each cell, touching row 0 and column 0.
Look = frozenset[tuple[int, int, str]]


class TooLarge(Exception):
    """There is more to try than the twin has patience for."""


def looks(shape: Shape, turn: str) -> frozenset[Look]:
    """All ways in which a piece may lie: turn it four times, then turn its mirror image four times."""
    turn = shape.turn or turn
    found = set()
    cells = [(r, c, mark) for (r, c), mark in zip(shape.cells, shape.marks, strict=True)]
    for _ in range(2 if turn == "free" else 1):
        for _ in range(1 if turn == "fixed" else 4):
            top, left = min(r for r, _, _ in cells), min(c for _, c, _ in cells)
            found.add(frozenset((r - top, c - left, mark) for r, c, mark in cells))
            cells = [(c, -r, mark) for r, c, mark in cells]
        cells = [(r, -c, mark) for r, c, mark in cells]
    return frozenset(found)


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
        self.patience = patience
        self.letter = {
            (r, c): "" if character in "#?" else character
            for r, row in enumerate(case.rows)
            for c, character in enumerate(row)
            if character != "."
        }
        self.rows, self.columns = len(case.rows), len(case.rows[0])
        questions = {(r, c) for r, row in enumerate(case.rows) for c, sign in enumerate(row) if sign == "?"}
        self.empty_least, self.empty_most = case.empty or (0, len(questions))
        self.optional = questions or (set(self.letter) if self.empty_most else set())
        self.pieces: list[tuple[frozenset[Look], int, int | None]] = []
        number = []
        for shape in case.shapes:
            ways = looks(shape, case.turn)
            for k, (others, least, most) in enumerate(self.pieces):
                if ways == others:
                    both = None if most is None or shape.most is None else most + shape.most
                    self.pieces[k] = (ways, least + shape.least, both)
                    number.append(k)
                    break
            else:
                number.append(len(self.pieces))
                self.pieces.append((ways, shape.least, shape.most))
        self.placed = [(number[k], frozenset(cells)) for k, cells in case.placed]

    def is_sound(self) -> bool:
        """Whether an engine may take it: nothing is impossible to place, no tile could be two pieces."""
        for k, (ways, _, most) in enumerate(self.pieces):
            if any(ways & others for others, _, _ in self.pieces[:k]):
                return False
            if most is not None and sum(piece == k for piece, _ in self.placed) > most:
                return False
        taken = [cell for _, cells in self.placed for cell in cells]
        return (
            bool(self.pieces)
            and self.empty_most <= len(self.optional)
            and len(taken) == len(set(taken))
            and all(cells <= set(self.letter) and self.lies(piece, cells) for piece, cells in self.placed)
        )

    def lies(self, piece: int, cells: frozenset[Cell]) -> bool:
        """Whether a piece may lie on just these cells of the board."""
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        look = frozenset((r - top, c - left, self.letter[r, c]) for r, c in cells)
        return look in self.pieces[piece][0]

    @cached_property
    def placements(self) -> list[Tile]:
        """Every way to lay a piece on the board that agrees with the pieces already placed."""
        taken = {cell for _, cells in self.placed for cell in cells}
        found = set(self.placed)
        for r0, c0 in itertools.product(range(self.rows), range(self.columns)):
            for k, (ways, _, most) in enumerate(self.pieces):
                spent = most is not None and sum(piece == k for piece, _ in self.placed) >= most
                for look in ways:
                    if not spent and all(self.letter.get((r0 + r, c0 + c)) == mark for r, c, mark in look):
                        cells = frozenset((r0 + r, c0 + c) for r, c, _ in look)
                        if not cells & taken:
                            found.add((k, cells))
        return sorted(found, key=lambda tile: (min(tile[1]), tile[0], sorted(tile[1])))

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

        def extend(left: list[Cell], tiles: list[Tile], used: list[int], empty: int) -> Iterator[Tiling]:
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
            for k, cells in starting.get(first, []):
                most = self.pieces[k][2]
                if cells <= free and (most is None or used[k] < most):
                    one_more = [n + (j == k) for j, n in enumerate(used)]
                    yield from extend(sorted(free - cells), [*tiles, (k, cells)], one_more, empty)
            if first in self.optional and empty < self.empty_most:
                yield from extend(left[1:], tiles, used, empty + 1)

        taken = {cell for _, cells in self.placed for cell in cells}
        used = [sum(piece == k for piece, _ in self.placed) for k in range(len(self.pieces))]
        return list(extend(sorted(set(self.letter) - taken), self.placed, used, 0))

    @cached_property
    def symmetries(self) -> list[dict[Tile, Tile]]:
        """Where each symmetry of the problem takes each placement; different ones only."""
        taken = {cell for _, cells in self.placed for cell in cells}
        board = {cell: (mark, cell in self.optional - taken) for cell, mark in self.letter.items()}
        by_cells = {cells: k for k, cells in self.placements}
        found: list[dict[Tile, Tile]] = []
        for mirrored in (False, True):
            for quarters in range(4):

                def turned(cell: Cell, mirrored: bool = mirrored, quarters: int = quarters) -> Cell:
                    r, c = (cell[0], -cell[1]) if mirrored else cell
                    for _ in range(quarters):
                        r, c = c, -r
                    return r, c

                images = {cell: turned(cell) for cell in board}
                down = min(r for r, _ in board) - min(r for r, _ in images.values())
                right = min(c for _, c in board) - min(c for _, c in images.values())
                moved = {cell: (r + down, c + right) for cell, (r, c) in images.items()}
                if any(board.get(moved[cell]) != look for cell, look in board.items()):
                    continue
                image = {}
                for k, cells in self.placements:
                    after = frozenset(moved[cell] for cell in cells)
                    if after in by_cells:
                        image[k, cells] = (by_cells[after], after)
                if len(image) < len(self.placements) or not self._keeps_pieces(image):
                    continue
                if image not in found:
                    found.append(image)
        return found

    def _keeps_pieces(self, image: dict[Tile, Tile]) -> bool:
        """Whether a map of the placements takes pieces to pieces of which there are as many."""
        becomes: dict[int, int] = {}
        for (k, _), (other, _) in image.items():
            if becomes.setdefault(k, other) != other or self._copies(k) != self._copies(other):
                return False
        return True

    def _copies(self, k: int) -> tuple[int, int]:
        """How many copies, as far as that makes a difference on this board."""
        ways, least, most = self.pieces[k]
        room = len(self.letter) // len(next(iter(ways)))
        return min(least, room + 1), room if most is None else min(most, room)

    @cached_property
    def classes(self) -> dict[Tiling, int]:
        """The number of the class of each tiling: images of each other are in one."""
        number: dict[Tiling, int] = {}
        listed = set(self.tilings)
        for tiling in self.tilings:
            if tiling in number:
                continue
            here = len(set(number.values()))
            for image in self.symmetries:
                other = frozenset(image[tile] for tile in tiling)
                assert other in listed, "the image of a tiling is a tiling"
                number[other] = here
        return number

    @property
    def class_count(self) -> int:
        """How many tilings there are up to symmetry."""
        return len(set(self.classes.values()))

    def copies(self, tiling: Tiling) -> tuple[int, ...]:
        """How often a tiling uses each piece."""
        used = Counter(k for k, _ in tiling)
        return tuple(used[k] for k in range(len(self.pieces)))

    def empties(self, tiling: Tiling) -> int:
        """How many cells a tiling leaves empty."""
        return len(self.letter) - sum(len(cells) for _, cells in tiling)
