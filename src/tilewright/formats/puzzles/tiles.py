"""Tiles that may have several shapes (morphs), as polysolve and PolySolver have them: as pieces, or
as an exact cover.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tilewright.errors import FormatError
from tilewright.formats.exactcover import ExactCover
from tilewright.formats.puzzles.shapes import make_piece, make_problem, moved
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.piece import Alternatives, Piece
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import Cell, Turn, cell_word


@dataclass(frozen=True)
class Tile:
    """A tile: its shapes, of which each copy has one, how it turns, and how many copies there are.

    A tile that stands lies on the cells of one of its shapes, without being moved.
    """

    morphs: tuple[tuple[Cell, ...], ...]
    turn: Turn
    least: int = 1
    most: int = 1
    name: str = ""
    stands: bool = False

    def pieces(self, board: Board) -> list[Piece]:
        """Return the piece of each shape, without shapes that look the same."""
        looks: dict[object, Piece] = {}
        for cells in self.morphs:
            piece = make_piece(
                cells,
                name=self.name,
                turn=self.turn,
                least=self.least,
                most=self.most,
                lattice=board.lattice,
            )
            looks.setdefault(frozenset(piece.orientations(self.turn)), piece)
        return list(looks.values())

    def moved(self, corner: Cell) -> Tile:
        """Return the tile moved back by a translation."""
        return replace(self, morphs=tuple(tuple(moved(cells, corner)) for cells in self.morphs))


def tile_problem(board: Board, tiles: Iterable[Tile], empty: int | None = None) -> Problem:
    """Return the problem of tiles that are moved; one of several shapes is a piece with
    alternatives.
    """
    items: list[Piece | Alternatives] = []
    for tile in tiles:
        pieces = tile.pieces(board)
        several = Alternatives(tuple(pieces), tile.least, tile.most)
        items.append(several if len(pieces) > 1 else pieces[0])
    return make_problem(board, items, empty=empty)


def tile_cover(problem: Problem, tiles: Iterable[Tile], standing: Sequence[Tile]) -> ExactCover:
    """Return an exact cover of the problem of some tiles and of others that stand, with an item for
    each tile instead of each piece. Tiles with the same shapes are one, and tiles that share only
    some of their shapes are refused.
    """
    cover = compile_cover(problem)
    owner = {
        frozenset(piece.orientations(problem.turn)): index
        for index, piece in enumerate(problem.pieces)
    }
    names = [""] * len(problem.pieces)
    name_of: dict[frozenset[object], str] = {}
    owners: dict[object, str] = {}
    bounds: dict[str, tuple[int, int]] = {}
    for number, tile in enumerate(tiles, start=1):
        looks = {
            frozenset(piece.orientations(tile.turn)): frozenset(piece.orientations(problem.turn))
            for piece in tile.pieces(problem.board)
        }
        name = name_of.setdefault(frozenset(looks), f"tile{len(name_of) + 1}")
        for look, piece in looks.items():
            if owners.setdefault(look, name) != name:
                raise FormatError(
                    f"tile {number} shares a shape with another tile, and one of them has several "
                    "shapes, which is not supported"
                )
            names[owner[piece]] = name
        least, most = bounds.get(name, (0, 0))
        bounds[name] = (least + tile.least, most + tile.most)
    cells = [cell_word(cell) for cell in cover.cells.tolist()]
    items, starts = cover.item.tolist(), cover.start.tolist()
    options = [
        [*(cells[item] for item in items[start:end]), names[piece]]
        for start, end, piece in zip(
            starts[:-1], starts[1:], cover.placement_piece.tolist(), strict=True
        )
    ]
    there = set(cells)
    for number, tile in enumerate(standing, start=len(bounds) + 1):
        bounds[f"tile{number}"] = (tile.least, tile.most)
        placements = ([cell_word(cell) for cell in morph] for morph in tile.morphs)
        options += [
            [*covered, f"tile{number}"] for covered in placements if there.issuperset(covered)
        ]
    may = cover.optional.tolist()
    return ExactCover.build(
        options,
        [*(cell for cell, free in zip(cells, may, strict=True) if not free), *bounds],
        [cell for cell, free in zip(cells, may, strict=True) if free],
        bounds,
    )
