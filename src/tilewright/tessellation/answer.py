"""Plane: the answer to whether a piece tiles the plane, with its certificate; and tables of many answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.arguments import check_integer
from tilewright.errors import NoTilingError, UndecidedError
from tilewright.labels import number_tiles
from tilewright.lattices.lattice import Turn
from tilewright.lattices.polyform import Polyform
from tilewright.tessellation.geometry import Cell, Geometry, Periodic, Point, boundary, numbers
from tilewright.tessellation.isohedral import Factorization, isohedral
from tilewright.tiling import Tiling

__all__ = ["Coronas", "Plane", "Verdict", "Way", "table"]

Verdict = Literal["tiles", "does not tile", "not known"]
#: The ways in which a piece may tile, simplest first.
Way = Literal["translation", "half turn", "isohedral", "periodic"]


@dataclass(frozen=True, eq=False)
class Coronas:
    """The rings of copies around a piece, and the proof that there are not more.

    Attributes
    ----------
    rings : list of lists of lists of cells
        The cells of each copy of each ring, the piece itself at its own cells. Only the last one may have a hole, and has
        one if there are more rings than the Heesch number says.
    impossible : int
        So many rings cannot be, with or without holes.
    nodes : int
        How many cells the search that shows this chose.
    proof : list of cells or None
        These cells, in the order of the search; None if they are too many to be kept.
    proof_without_holes : list or None
        The same for a search for one ring more than the Heesch number, where that is less than `impossible`: no ring may have
        a hole, but for the last one if that makes no difference. None stands for rings that are closed and have a hole.
    """

    rings: list[list[list[Cell]]]
    impossible: int
    nodes: int
    proof: list[Cell | None] | None
    proof_without_holes: list[Cell | None] | None


@dataclass(frozen=True, eq=False)
class Plane:
    """Whether a piece tiles the plane, and how.

    It is true if the piece tiles, and false if it is proven that it does not; otherwise ``bool`` raises an
    `UndecidedError`. `verdict` has all three answers by name.

    Attributes
    ----------
    names : tuple of str
        The words for the pieces: one, or several where a set was asked for.
    pieces : tuple of Polyform
    turn : {"free", "one-sided", "fixed"}
    verdict : {"tiles", "does not tile", "not known"}
    kind : {"translation", "half turn", "isohedral", "periodic"} or None
        The simplest way in which it tiles; None if it does not, or if it is not known.
    isohedral_number : int or None
        Into how many classes the tiles of the tiling fall under its symmetries.
    isohedral_number_proven : bool or None
        Whether no tiling of the plane has fewer classes.
    tiling : Periodic or None
    factorization : Factorization or None
        The sides of the piece that fit each other, if the tiling is isohedral.
    why : str
        One line: how it tiles, why it does not, or what was shown.
    holes : tuple of cells
        The cells that the piece has all around.
    heesch : int or None
        Of a piece that does not tile, how many rings of copies without holes fit around it; None if that is not known.
    heesch_with_holes : int or None
        The same where the last ring may have holes.
    coronas : Coronas or None
        These rings, and why there are not more.
    shown : dict
        Of a piece of which it is not known: ``tiles``, no period of so many tiles (of several pieces: cells) repeats a tiling;
        ``coronas``, how many rings of copies fit around it.
    """

    names: tuple[str, ...]
    pieces: tuple[Polyform, ...]
    turn: Turn
    geometry: Geometry
    verdict: Verdict
    why: str
    kind: Way | None = None
    isohedral_number: int | None = None
    isohedral_number_proven: bool | None = None
    tiling: Periodic | None = None
    factorization: Factorization | None = None
    holes: tuple[Cell, ...] = ()
    heesch: int | None = None
    heesch_with_holes: int | None = None
    coronas: Coronas | None = None
    shown: Mapping[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        if self.verdict == "not known":
            raise UndecidedError(
                f"it is not known whether {' '.join(self.names)} tiles the plane: {self.why}"
            )
        return self.verdict == "tiles"

    def __repr__(self) -> str:
        how = f", {self.kind}" if self.kind else ""
        return f"<Plane of {' '.join(self.names)}: {self.verdict}{how}>"

    @property
    def period(self) -> tuple[Point, Point] | None:
        """The two translations by which the tiling repeats, in periods of the lattice; None without one."""
        if self.tiling is None:
            return None
        a, b, d = self.tiling.period
        return (a, b), (0, d)

    @property
    def half_turn(self) -> bool:
        """Whether Conway's criterion holds for one piece: translations and half turns of it are enough.

        The kind may be *translation* all the same, which is simpler.
        """
        if self.kind != "translation" or self.turn == "fixed":
            return self.kind == "half turn"
        (piece,) = self.pieces
        way = boundary(piece.cells, self.geometry)
        assert way is not None
        cells = np.array(piece.cells, dtype=np.int64)
        return any(True for _ in isohedral(way, cells, self.geometry, self.turn, "half turn"))

    @property
    def certificate(self) -> dict[str, Any]:
        """What `tilewright.tessellation.check` verifies, as JSON has it.

        Of a piece that tiles: ``placements``, the cells of each tile of one period (which repeats by `period`), and
        ``piece``, the number of its piece, where there are several. If the tiling is isohedral, ``factors`` says which
        sides fit each other: Heesch's symbol, the corner where the boundary begins, and the directions of each of its
        six factors. Of a piece with holes: ``hole``, the cells of them. Of a piece around which only so many rings fit:
        ``coronas``, the cells of each copy of each ring, and ``proof`` that ``impossible`` rings cannot be: the cells
        that are to be covered, one after the other, in the order in which every way of covering them is tried; and
        ``proof_without_holes``, where fewer are impossible without. Of a piece that may not turn: ``boundary``, the kind
        that it is not of.
        """
        if self.tiling is not None:
            listed = self._cells()
            found: dict[str, Any] = {"placements": [cells.tolist() for cells in listed]}
            if len(self.pieces) > 1:
                found["piece"] = [number for number, _ in self.tiling.tiles]
            if self.factorization is not None:
                found["kind"] = self.factorization.kind.name
                found["factors"] = list(self.factorization.lengths)
            return found
        if self.holes:
            return {"hole": [list(cell) for cell in self.holes]}
        if self.coronas is not None:
            rings = [[[list(cell) for cell in tile] for tile in ring] for ring in self.coronas.rings]
            impossible = self.coronas.impossible
            found = {"coronas": rings, "impossible": impossible, "proof": _listed(self.coronas.proof)}
            if self.heesch is not None and self.heesch + 1 < impossible:
                found["proof_without_holes"] = _listed(self.coronas.proof_without_holes)
            return found
        return {"boundary": "TTTTTT"} if self.verdict == "does not tile" else {}

    def _cells(self) -> list[NDArray[np.int64]]:
        """Return the cells of each tile of one period."""
        assert self.tiling is not None
        points = [self.geometry.points(np.array(piece.cells, dtype=np.int64)) for piece in self.pieces]
        return [
            self.geometry.cells(self.geometry.move(motion, points[number]))
            for number, motion in self.tiling.tiles
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the answer as ``tilewright plane --json`` prints it, one object."""
        words = [piece.text() for piece in self.pieces]
        return {
            "piece": self.names[0] if len(self.names) == 1 else list(self.names),
            "cells": words[0] if len(words) == 1 else words,
            "lattice": self.geometry.lattice.name,
            "turn": self.turn,
            "verdict": self.verdict,
            "kind": self.kind,
            "half_turn": self.half_turn,
            "isohedral_number": self.isohedral_number,
            "isohedral_number_proven": self.isohedral_number_proven,
            "period": None if self.period is None else [list(move) for move in self.period],
            "heesch": self.heesch,
            "heesch_with_holes": self.heesch_with_holes,
            "certificate": self.certificate,
            "why": self.why,
        } | ({"shown": dict(self.shown)} if self.shown else {})

    @property
    def orientations(self) -> tuple[int, ...]:
        """The number of the orientation of each tile of one period, from 0; of each piece they are others."""
        if self.tiling is None:
            return ()
        looks = [(number, motion.element) for number, motion in self.tiling.tiles]
        return tuple(sorted(set(looks)).index(look) for look in looks)

    def patch(self, rows: int, columns: int) -> Tiling:
        """Return a part of the tiling; tiles at its border may be cut off.

        Parameters
        ----------
        rows, columns : int
            How many rows and columns of cells: of triangles, `columns` counts those of both kinds.

        Raises
        ------
        NoTilingError
            If no tiling was found.

        Examples
        --------
        >>> import tilewright as tw
        >>> print(tw.plane("I3").patch(2, 6).text())
        AAABBB
        CCCDDD
        """
        shape = check_integer(rows, "the rows", 1), check_integer(columns, "the columns", 1)
        labels, piece = self.labels(shape)
        return Tiling(labels, piece, self.names, self.geometry.lattice)

    def labels(self, shape: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the tile of each cell of a patch, and the piece of each tile.

        Returns
        -------
        labels : (rows, columns) int64
            Tiles 0, 1, … in reading order.
        piece : (tiles,) int64
        """
        if self.tiling is None:
            raise NoTilingError(f"there is no tiling of the plane by {' '.join(self.names)} to be shown")
        tile, _, _ = self.parts(shape)
        labels = number_tiles(tile)
        _, first = np.unique(labels, return_index=True)
        piece_of = np.array([number for number, _ in self.tiling.tiles])
        return labels, piece_of[(tile.ravel()[first]) % len(piece_of)]

    def rings(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return a picture of the rings around a piece that does not tile.

        Returns
        -------
        labels : (rows, columns) int64
            The piece and its copies, numbered in reading order; -1 elsewhere.
        level : (tiles,) int64
            The ring of each; 0 is the piece itself.

        Raises
        ------
        NoTilingError
            If it has none.
        """
        if self.coronas is None:
            raise NoTilingError(f"no rings of copies of {' '.join(self.names)} were found")
        tiles = [(0, list(self.pieces[0].cells))]
        tiles += [(level, tile) for level, ring in enumerate(self.coronas.rings, 1) for tile in ring]
        cells = np.array([cell for _, tile in tiles for cell in tile], dtype=np.int64)
        corner = cells.min(axis=0)
        corner[1] -= corner[1] % self.geometry.kinds
        labels = np.full(tuple(cells.max(axis=0) - corner + 1), -1, dtype=np.int64)
        for number, (_, tile) in enumerate(tiles):
            labels[tuple((np.array(tile) - corner).T)] = number
        numbered = number_tiles(labels)
        level_of = np.zeros(len(tiles), dtype=np.int64)
        inside = labels >= 0
        level_of[numbered[inside]] = np.array([level for level, _ in tiles])[labels[inside]]
        return numbered, level_of

    def parts(
        self, shape: Sequence[int], corner: Sequence[int] = (0, 0)
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return for each cell of a patch a number of its tile, which tile of a period it is, and in which period.

        Parameters
        ----------
        shape : (int, int)
            How many rows and columns.
        corner : (int, int)
            The first row and column.

        Returns
        -------
        tile : (rows, columns) int64
            Modulo the number of tiles in a period it is the second array.
        number : (rows, columns) int64
        period : (rows, columns, 2) int64
            How many times each of the two periods.
        """
        assert self.tiling is not None
        listed = self._cells()
        a, _, d = self.tiling.period
        home = np.zeros((self.geometry.kinds * a * d, 3), dtype=np.int64)
        for tile, cells in enumerate(listed):
            which = numbers(self.geometry.points(cells), self.geometry, self.tiling.period)
            home[which, 0] = tile
            home[which, 1:] = self._periods(cells)
        rows, columns = shape
        window = np.stack(np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij"), axis=-1)
        window += np.array(corner)
        at = home[numbers(self.geometry.points(window), self.geometry, self.tiling.period)]
        times = self._periods(window) - at[..., 1:]
        # A number for each period that the window meets.
        spread = times - times.reshape(-1, 2).min(axis=0)
        key = spread[..., 0] * (int(spread[..., 1].max()) + 1) + spread[..., 1]
        return key * len(listed) + at[..., 0], at[..., 0], times

    def _periods(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many times each of the two periods each cell is away from the first ones."""
        assert self.tiling is not None
        a, b, d = self.tiling.period
        down = cells[..., 0] // a
        across = (cells[..., 1] // self.geometry.kinds - down * b) // d
        return np.stack([down, across], axis=-1)


def _listed(proof: list[Cell | None] | None) -> list[list[int] | None] | None:
    return None if proof is None else [None if cell is None else list(cell) for cell in proof]


def table(answers: Iterable[Plane | Mapping[str, Any]]) -> dict[str, Any]:
    """Count answers about single pieces by what they say.

    Parameters
    ----------
    answers : iterable of Plane, or of what `Plane.to_json` returns

    Returns
    -------
    dict
        As ``tilewright plane --table --json`` prints it: numbers as strings. Each class is counted whether or not another
        one holds as well; ``do_not`` is without the pieces that have holes, and ``heesch`` counts these by their Heesch
        number (``?`` where it is not known).

    Examples
    --------
    >>> import tilewright as tw
    >>> counts = table(tw.plane(piece) for piece in tw.catalog.polyominoes(5))
    >>> counts["translation"], counts["half_turn"], counts["tile"]
    ('9', '12', '12')
    """
    count: Counter[str] = Counter()
    heesch: Counter[str] = Counter()
    for answer in answers:
        record = answer.to_json() if isinstance(answer, Plane) else answer
        kind, verdict = record["kind"], record["verdict"]
        hole = "hole" in record["certificate"]
        count["pieces"] += 1
        count["holes"] += hole
        count["translation"] += kind == "translation"
        count["half_turn"] += record["half_turn"]
        count["translation_or_half_turn"] += kind == "translation" or record["half_turn"]
        count["isohedral"] += kind in ("translation", "half turn", "isohedral")
        count["anisohedral"] += kind == "periodic"
        count["tile"] += verdict == "tiles"
        count["not_known"] += verdict == "not known"
        if verdict == "does not tile" and not hole:
            count["do_not"] += 1
            heesch["?" if record["heesch"] is None else str(record["heesch"])] += 1
    keys = (
        "pieces",
        "holes",
        "translation",
        "half_turn",
        "translation_or_half_turn",
        "isohedral",
        "anisohedral",
        "tile",
        "do_not",
        "not_known",
    )
    return {key: str(count[key]) for key in keys} | {
        "heesch": {key: str(heesch[key]) for key in sorted(heesch)}
    }
