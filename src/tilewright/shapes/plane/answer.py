"""The answer about pieces and the plane, with its certificate, and a table that counts many
answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import NoTilingError, RequestError, UndecidedError
from tilewright.model.answer import Answer
from tilewright.model.space.labels import number_tiles
from tilewright.model.space.lattice import LATTICES, Cell, Turn
from tilewright.model.space.polyform import Polyform
from tilewright.model.tiling import Tiling
from tilewright.shapes.cells import Motion
from tilewright.shapes.plane.geometry import (
    Geometry,
    Periodic,
    Point,
    boundary,
    geometry_of,
    hermite,
    numbers,
)
from tilewright.shapes.plane.isohedral import Factorization, isohedral
from tilewright.system.values.arguments import check_integer

Verdict = Literal["tiles", "does not tile", "not known"]
#: The kinds of tilings, simplest first.
Way = Literal["translation", "half turn", "isohedral", "periodic"]

#: The classes of `table`, and how its text names them.
_ROWS = {
    "pieces": "pieces",
    "holes": "with holes",
    "translation": "by translations",
    "half_turn": "by half turns (Conway)",
    "translation_or_half_turn": "translation or half turn",
    "isohedral": "isohedral",
    "anisohedral": "anisohedral",
    "tile": "tile the plane",
    "do_not": "do not tile it (no holes)",
    "not_known": "not known",
}


@dataclass(frozen=True, eq=False)
class Coronas:
    """The rings of copies around a piece, and the proof that there are no more rings, if any.

    Attributes
    ----------
    rings : list of lists of lists of cells
        The cells of each copy in each ring, with the piece at its original cells. Only the last
        ring may have a hole.
    impossible : int or None
        The number of rings that are impossible, even with holes; None if no number is known to be
        impossible.
    nodes : int
        The number of cells on which the proof branches.
    proof : list of cells or None
        The cells on which the proof branches, in search order; None if there are too many to store.
    proof_without_holes : list or None
        The same proof for one more ring than the Heesch number, if this is less than `impossible`.
        None among the cells stands for closed rings with a hole.
    """

    rings: list[list[list[Cell]]]
    impossible: int | None
    nodes: int
    proof: list[Cell | None] | None
    proof_without_holes: list[Cell | None] | None


@dataclass(frozen=True, eq=False)
class Plane(Answer):
    """Whether pieces tile the plane, and how.

    ``bool(answer)`` is True if the pieces tile the plane and False if they provably do not;
    otherwise, it raises `UndecidedError`. The attribute `verdict` distinguishes pieces that tile
    the plane, pieces that do not, and undecided cases.

    Attributes
    ----------
    names : tuple of str
        The names of the pieces.
    pieces : tuple of Polyform
    turn : {"free", "one-sided", "fixed"}
    verdict : {"tiles", "does not tile", "not known"}
    kind : {"translation", "half turn", "isohedral", "periodic"} or None
        The simplest kind of tiling, or None if no tiling is known.
    isohedral_number : int or None
        The number of equivalence classes of tiles under the symmetries of `tiling`.
    isohedral_number_proven : bool or None
        Whether it is proven that no tiling of the plane has fewer classes.
    tiling : Periodic or None
    factorization : Factorization or None
        For an isohedral tiling, the parts of the piece's boundary that match each other.
    why : str
        One line that explains how the pieces tile the plane, why they do not, or what is known so
        far.
    holes : tuple of cells
        The cells of the holes in the piece.
    heesch : int or None
        For a piece that does not tile the plane, the number of hole-free rings of copies that fit
        around it; None if unknown.
    heesch_with_holes : int or None
        For a piece that does not tile the plane, the number of rings that fit around it if the last
        ring may have holes.
    coronas : Coronas or None
        The rings of copies around the piece, and the proof that no additional ring fits. If the
        verdict is "not known", there is no proof, and all rings are hole-free.
    shown : dict
        If the verdict is "not known", the partial results: there is no tiling with a period of up
        to ``tiles`` tiles (cells, for several pieces), and ``coronas`` rings of copies fit around
        the piece.
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

    def text(self) -> str:
        """Return the verdict and the reason on one line."""
        several = len(self.names) > 1
        verdict = {
            "tiles": f"{'tile' if several else 'tiles'} the plane",
            "does not tile": f"{'do' if several else 'does'} not tile the plane",
        }.get(self.verdict, self.verdict)
        return f"{' '.join(self.names)}: {verdict}{self._describe_kind()}: {self.why}"

    def _describe_kind(self) -> str:
        """Return the kind of tiling or the Heesch number in parentheses, if known."""
        if self.kind is not None:
            return f" ({self.kind}; isohedral number {self.isohedral_number})"
        if self.heesch is not None:
            holes = self.heesch_with_holes
            rings = f"at least {self.heesch}" if holes is None else str(holes)
            return (
                " (Heesch number "
                f"{self.heesch}{'' if holes == self.heesch else f', {rings} with holes'})"
            )
        if self.verdict == "does not tile" and self.heesch_at_least is not None:
            return f" (Heesch number at least {self.heesch_at_least})"
        return ""

    @property
    def period(self) -> tuple[Point, Point] | None:
        """Two translations that generate the whole tiling from a single period, in unit
        translations of the lattice; None if there is no tiling.
        """
        if self.tiling is None:
            return None
        a, b, d = self.tiling.period
        return (a, b), (0, d)

    @property
    def heesch_at_least(self) -> int | None:
        """The number of hole-free rings of copies known to fit around the piece. If `heesch` is
        known, the number is equal to `heesch`.

        The value is None if the piece tiles the plane, if another reason proves that it does not,
        or if there are several pieces.
        """
        if self.heesch is not None:
            return self.heesch
        return None if self.coronas is None else len(self.coronas.rings)

    @property
    def half_turn(self) -> bool:
        """Whether Conway's criterion holds, so that translations and half turns of the piece are
        enough to tile the plane. The value can also be True if `kind` is *translation*.
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
        """The certificate as JSON, which `tilewright.shapes.plane.check` verifies.

        If the pieces tile the plane, ``placements`` lists the cells of each tile in one period.
        Translations by `period` produce all other tiles. For several pieces, ``piece`` lists the
        piece number of each tile. For an isohedral tiling, ``kind`` is its Heesch type, and
        ``factors`` are the lengths of the six factors of the boundary.

        If a piece has holes, ``hole`` lists the cells of the holes. If only some rings of copies
        fit around a piece, ``coronas`` lists the cells of each copy in each ring. If the verdict is
        "not known", there are no other keys. For any other verdict, ``proof`` shows that it is not
        possible to fit ``impossible`` rings of copies around the piece. The proof lists the cells
        where the search branched, in order; it is null if the list would be too long.
        ``proof_without_holes`` is the proof for rings without holes, if fewer such rings fit. For a
        fixed piece that does not tile the plane, ``boundary`` is the Heesch type that the boundary
        of the piece does not match.
        """
        if self.tiling is not None:
            placements = self._cells()
            certificate: dict[str, Any] = {"placements": [cells.tolist() for cells in placements]}
            if len(self.pieces) > 1:
                certificate["piece"] = [number for number, _ in self.tiling.tiles]
            if self.factorization is not None:
                certificate["kind"] = self.factorization.kind.name
                certificate["factors"] = list(self.factorization.lengths)
            return certificate
        if self.holes:
            return {"hole": [list(cell) for cell in self.holes]}
        if self.coronas is not None:
            rings = [
                [[list(cell) for cell in tile] for tile in ring] for ring in self.coronas.rings
            ]
            impossible = self.coronas.impossible
            if impossible is None:
                return {"coronas": rings}
            certificate = {
                "coronas": rings,
                "impossible": impossible,
                "proof": _to_lists(self.coronas.proof),
            }
            if self.heesch is not None and self.heesch + 1 < impossible:
                certificate["proof_without_holes"] = _to_lists(self.coronas.proof_without_holes)
            return certificate
        return {"boundary": "TTTTTT"} if self.verdict == "does not tile" else {}

    def _cells(self) -> list[NDArray[np.int64]]:
        """Return the cells of each tile in one period."""
        assert self.tiling is not None
        pieces = [np.array(piece.cells, dtype=np.int64) for piece in self.pieces]
        return [
            motion.image(self.geometry.lattice, pieces[number])
            for number, motion in self.tiling.tiles
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the answer as the JSON object printed by ``tilewright plane --json``."""
        words = [piece.text() for piece in self.pieces]
        bound = self.heesch_at_least if self.heesch is None else None
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
            **({} if bound is None else {"heesch_at_least": bound}),
            **({"shown": dict(self.shown)} if self.shown else {}),
        }

    @property
    def orientations(self) -> tuple[int, ...]:
        """The orientation of each tile in one period, numbered from 0. Orientations of different
        pieces have different numbers.
        """
        if self.tiling is None:
            return ()
        looks = [(number, motion.element) for number, motion in self.tiling.tiles]
        return tuple(sorted(set(looks)).index(look) for look in looks)

    def patch(self, rows: int, columns: int) -> Tiling:
        """Return a rectangular part of the tiling. Tiles at the border may be cut off.

        Parameters
        ----------
        rows, columns : int
            The numbers of rows and columns of the part. For triangles, `columns` counts both the
            triangles that point up and those that point down.

        Raises
        ------
        NoTilingError
            If no tiling is known.

        Examples
        --------
        >>> import tilewright as tw
        >>> print(tw.plane("I3").patch(2, 6).text())
        AAABBB
        CCCDDD
        """
        shape = check_integer(rows, "rows", 1), check_integer(columns, "columns", 1)
        labels, piece = self.labels(shape)
        return Tiling(labels, piece, self.names, self.geometry.lattice)

    def labels(self, shape: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return two arrays for a patch of the tiling: the tile of each cell, and the piece of each
        tile.

        Returns
        -------
        labels : (rows, columns) int64
            The tile of each cell, numbered from 0 in reading order.
        piece : (tiles,) int64
        """
        if self.tiling is None:
            raise NoTilingError(f"no tiling of the plane by {' '.join(self.names)} is known")
        tile, _, _ = self.parts(shape)
        labels = number_tiles(tile)
        _, first = np.unique(labels, return_index=True)
        piece_of = np.array([number for number, _ in self.tiling.tiles])
        return labels, piece_of[(tile.ravel()[first]) % len(piece_of)]

    def rings(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the rings around a piece that does not tile the plane, as an array of labels.

        Returns
        -------
        labels : (rows, columns) int64
            The number of the copy that covers each cell, in reading order; -1 for cells that no
            copy covers.
        level : (tiles,) int64
            The ring that contains each copy, as a number; the piece itself is in ring 0.

        Raises
        ------
        NoTilingError
            If no rings are known.
        """
        if self.coronas is None:
            raise NoTilingError(f"no rings of copies around {' '.join(self.names)} are known")
        tiles = [(0, list(self.pieces[0].cells))]
        tiles += [
            (level, tile) for level, ring in enumerate(self.coronas.rings, 1) for tile in ring
        ]
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
        """Return three arrays for a patch of the tiling: the tile of each cell, the number of this
        tile within its period, and the period.
        """
        assert self.tiling is not None
        placements = self._cells()
        a, _, d = self.tiling.period
        home = np.zeros((self.geometry.kinds * a * d, 3), dtype=np.int64)
        for tile, cells in enumerate(placements):
            which = numbers(cells, self.geometry, self.tiling.period)
            home[which, 0] = tile
            home[which, 1:] = self._periods(cells)
        rows, columns = shape
        window = np.stack(np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij"), axis=-1)
        window += np.array(corner)
        at = home[numbers(window, self.geometry, self.tiling.period)]
        times = self._periods(window) - at[..., 1:]
        spread = times - times.reshape(-1, 2).min(axis=0)
        key = spread[..., 0] * (int(spread[..., 1].max()) + 1) + spread[..., 1]
        return key * len(placements) + at[..., 0], at[..., 0], times

    def _periods(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the distance of each cell from the origin, as numbers of the two periods."""
        assert self.tiling is not None
        a, b, d = self.tiling.period
        down = cells[..., 0] // a
        across = (cells[..., 1] // self.geometry.kinds - down * b) // d
        return np.stack([down, across], axis=-1)


def from_json(record: Mapping[str, Any]) -> Plane:
    """Rebuild an answer from the values returned by `Plane.to_json`; the `Factorization` of the
    boundary is not restored.

    Examples
    --------
    >>> import tilewright as tw
    >>> answer = tw.plane("T5")
    >>> again = from_json(answer.to_json())
    >>> again, again.patch(8, 8) == answer.patch(8, 8)
    (<Plane of T5: tiles, half turn>, True)
    """
    several = not isinstance(record["cells"], str)
    words = record["cells"] if several else [record["cells"]]
    lattice = LATTICES[record["lattice"]]
    geometry = geometry_of(lattice)
    pieces = tuple(Polyform.from_text(word, lattice) for word in words)
    proof = record["certificate"]
    tiling = coronas = None
    if "placements" in proof:
        numbers_of = proof.get("piece", [0] * len(proof["placements"]))
        tiles = tuple(
            (number, _motion(pieces[number], cells, geometry))
            for number, cells in zip(numbers_of, proof["placements"], strict=True)
        )
        period = hermite((down, across) for down, across in record["period"])
        assert period is not None
        tiling = Periodic(period, tiles)
    if "coronas" in proof:
        rings: list[list[list[Cell]]] = [
            [[(row, column) for row, column in tile] for tile in ring] for ring in proof["coronas"]
        ]
        branch_cells = _from_lists(proof.get("proof"))
        coronas = Coronas(
            rings,
            proof.get("impossible"),
            len(branch_cells or ()),
            branch_cells,
            _from_lists(proof.get("proof_without_holes")),
        )
    return Plane(
        tuple(record["piece"]) if several else (record["piece"],),
        pieces,
        record["turn"],
        geometry,
        record["verdict"],
        record["why"],
        kind=record["kind"],
        isohedral_number=record["isohedral_number"],
        isohedral_number_proven=record["isohedral_number_proven"],
        tiling=tiling,
        holes=tuple((row, column) for row, column in proof.get("hole", ())),
        heesch=record["heesch"],
        heesch_with_holes=record["heesch_with_holes"],
        coronas=coronas,
        shown=record.get("shown", {}),
    )


def _motion(piece: Polyform, placed: Sequence[Sequence[int]], geometry: Geometry) -> Motion:
    """Return a motion that maps a piece to the cells of a tile."""
    lattice, wanted = geometry.lattice, np.array(sorted(map(tuple, placed)), dtype=np.int64)
    for element in lattice.elements:
        image = lattice.image(element, np.array(piece.cells, dtype=np.int64))
        move = (lattice.corner(wanted) - lattice.corner(image))[0]
        if sorted((image + move).tolist()) == wanted.tolist():
            down, across = (move // np.array(lattice.periods)).tolist()
            return Motion(element, (down, across))
    raise RequestError("a tile in the record is not a copy of its piece", where="placements")


def _from_lists(proof: Sequence[Sequence[int] | None] | None) -> list[Cell | None] | None:
    return (
        None if proof is None else [None if cell is None else (cell[0], cell[1]) for cell in proof]
    )


def _to_lists(proof: list[Cell | None] | None) -> list[list[int] | None] | None:
    return None if proof is None else [None if cell is None else list(cell) for cell in proof]


def table(answers: Iterable[Plane | Mapping[str, Any]]) -> dict[str, Any]:
    """Count the answers for single pieces, by verdict and by kind of tiling.

    Parameters
    ----------
    answers : iterable of Plane, or of what `Plane.to_json` returns

    Returns
    -------
    dict
        The counts as strings, as printed by ``tilewright plane --table --json``. Each piece is
        counted in every class to which it belongs. ``do_not`` excludes pieces with holes;
        ``heesch`` counts the pieces in ``do_not`` by Heesch number (``?`` if unknown).

    Examples
    --------
    >>> import tilewright as tw
    >>> counts = table(tw.plane(piece) for piece in tw.polyominoes(5))
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
    return {key: str(count[key]) for key in _ROWS} | {
        "heesch": {key: str(heesch[key]) for key in sorted(heesch)}
    }


def table_text(counts: Mapping[str, Any]) -> str:
    """Return the counts from `table` as text, as printed by ``tilewright plane --table``."""
    rows = [(words, counts[key]) for key, words in _ROWS.items()]
    rows += [(f"  Heesch number {number}", count) for number, count in counts["heesch"].items()]
    return "\n".join(f"{words:<28}{count:>8}" for words, count in rows)
