"""Tiles that may have several shapes (morphs), as polysolve and PolySolver have them: as pieces, or
as an exact cover.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.errors import FormatError
from tilewright.formats.exactcover import ExactCover
from tilewright.formats.puzzles.shapes import make_piece, make_problem
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.piece import Alternatives, Piece
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import Cell, Turn


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


@dataclass(frozen=True)
class TileProblem:
    """Tiles on a board as a problem; if a problem cannot say it, as an exact cover, with the
    reason.
    """

    problem: Problem
    cover: ExactCover | None = None
    refused: str = ""


def pose(board: Board, tiles: Sequence[Tile], empty: int | None = None) -> TileProblem:
    """Return the problem of some tiles on a board.

    Only where a tile stands, an exact cover is needed: its shapes are not moved.
    """
    standing = [tile for tile in tiles if tile.stands]
    pieces_of_tiles: list[Piece | Alternatives] = []
    for tile in tiles:
        if not tile.stands:
            pieces = tile.pieces(board)
            alternatives = Alternatives(tuple(pieces), tile.least, tile.most)
            pieces_of_tiles.append(alternatives if len(pieces) > 1 else pieces[0])
    problem = make_problem(board, pieces_of_tiles, empty=empty)
    if not standing:
        return TileProblem(problem)
    groups = _group_tiles(board, [tile for tile in tiles if not tile.stands])
    names = " and ".join(tile.name or "a tile" for tile in standing)
    why = (
        f"{names}: it lies on the cells of one of several shapes, which only an exact cover can "
        "express. `tilewright cover` solves the file, and `convert --to dlx` writes it"
    )
    return TileProblem(problem, _cover(problem, groups, standing), why)


@dataclass(frozen=True)
class _Group:
    """Tiles with the same shapes."""

    name: str
    tiles: list[Tile]
    pieces: list[Piece]

    @property
    def least(self) -> int:
        return sum(tile.least for tile in self.tiles)

    @property
    def most(self) -> int:
        return sum(tile.most for tile in self.tiles)


def _group_tiles(board: Board, tiles: Sequence[Tile]) -> list[_Group]:
    """Return the tiles by their shapes; tiles that share some shapes and not others are refused."""
    groups: dict[frozenset[object], _Group] = {}
    owners: dict[object, frozenset[object]] = {}
    for number, tile in enumerate(tiles, start=1):
        pieces = tile.pieces(board)
        looks = frozenset(frozenset(piece.orientations(tile.turn)) for piece in pieces)
        for look in looks:
            if owners.setdefault(look, looks) != looks:
                raise FormatError(
                    f"tile {number} shares a shape with another tile, and one of them has several "
                    "shapes, "
                    "which is not supported"
                )
        group = groups.setdefault(looks, _Group(tile.name or f"tile {number}", [], pieces))
        group.tiles.append(tile)
    return list(groups.values())


def _cover(problem: Problem, groups: Sequence[_Group], standing: Sequence[Tile]) -> ExactCover:
    """Return an exact cover with an item for each tile instead of each piece."""
    cover = compile_cover(problem)
    owner = {
        frozenset(piece.orientations(problem.turn)): index
        for index, piece in enumerate(problem.pieces)
    }
    names = [""] * len(problem.pieces)
    bounds = {}
    for number, group in enumerate(groups, start=1):
        bounds[f"tile{number}"] = (group.least, group.most)
        for piece in group.pieces:
            names[owner[frozenset(piece.orientations(problem.turn))]] = f"tile{number}"
    cells = [",".join(map(str, cell)) for cell in cover.cells.tolist()]
    items, starts = cover.item.tolist(), cover.start.tolist()
    options = [
        [*(cells[item] for item in items[start:end]), names[piece]]
        for start, end, piece in zip(
            starts[:-1], starts[1:], cover.placement_piece.tolist(), strict=True
        )
    ]
    there = set(cells)
    for number, tile in enumerate(standing, start=len(groups) + 1):
        bounds[f"tile{number}"] = (tile.least, tile.most)
        placements = ([",".join(map(str, cell)) for cell in morph] for morph in tile.morphs)
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
