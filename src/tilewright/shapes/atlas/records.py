"""Records: the facts about one piece, and tables of many as counts, JSON and Parquet."""

from __future__ import annotations

import dataclasses
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import lcm, prod
from typing import Any

from tilewright.model.naming import naming
from tilewright.model.piece import Piece
from tilewright.model.space.lattice import LATTICES, SQUARES, Lattice
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.rectangles import Rectangles
from tilewright.version import __version__


@dataclass(frozen=True, kw_only=True)
class PieceRecord:
    """The facts about one piece of the atlas.

    Attributes
    ----------
    id : str
        The name of the piece in commands, such as ``P5`` or ``hexomino:12``.
    family : str
        The name of the set, such as ``pentominoes``.
    number : int
        The number of the piece in the set, starting at 1.
    lattice : str
    drawing : str
        The cells, as drawn by `Polyform.text`.
    key : str
        A drawing of the canonical orientation, which is the same for all images of the piece.
    title : str
    names : tuple of str
        Other names.
    symmetry : dict
        The symmetry group: its ``name`` (``C2``, ``D4``, …), a description in ``words``, and the
        numbers of ``rotations`` and ``reflections``.
    orientations : dict
        The numbers of ``fixed`` and ``one-sided`` pieces that correspond to this free piece.
    perimeter : int
        The number of cell sides (for cubes, faces) on the boundary, including the boundaries of
        holes.
    box : tuple of int or None
        The sides of the smallest rectangle or box around the piece, in ascending order; None for
        triangles and hexagons.
    hull : float or None
        The area of the convex hull, in cells; None for cubes.
    holes : int
        The number of cells in holes.
    puzzles : tuple of str
        The names of well-known puzzles that use the piece.
    facts : dict
        The facts found within the limits: ``plane`` as returned by `Plane.to_json`, ``rectangles``
        as returned by `Rectangles.to_json`, and ``boxes``, ``rep_tile`` and ``one_missing``.
    limits : dict
        The time limit for each fact, in seconds.
    """

    id: str
    family: str
    number: int
    lattice: str
    drawing: str
    key: str
    title: str
    names: tuple[str, ...]
    symmetry: Mapping[str, Any]
    orientations: Mapping[str, int]
    perimeter: int
    box: tuple[int, ...] | None
    hull: float | None
    holes: int
    puzzles: tuple[str, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    limits: Mapping[str, float] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Record of {self.id}>"

    @property
    def space(self) -> Lattice:
        """The lattice."""
        return LATTICES[self.lattice]

    @property
    def polyform(self) -> Polyform:
        """The cells."""
        return Polyform.from_text(self.drawing, self.space)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.drawing.count("#")

    @property
    def piece(self) -> Piece:
        """The piece."""
        return Piece.parse(self.id)

    @property
    def noun(self) -> str:
        """The name of the piece as used in a sentence, after the word *the*."""
        return naming(self.id).noun

    @property
    def tiles(self) -> bool | None:
        """Whether the piece tiles the plane; None if unknown."""
        verdict = self.facts.get("plane", {}).get("verdict")
        return {"tiles": True, "does not tile": False}.get(verdict)

    @property
    def boxes(self) -> Mapping[str, Any]:
        """The known facts about rectangles or boxes; empty if there are none."""
        return self.facts.get("rectangles") or self.facts.get("boxes") or {}

    @property
    def rectifiable(self) -> bool | None:
        """Whether the piece tiles a rectangle or fills a box; None if unknown, or if the piece
        consists of triangles or hexagons.
        """
        known: bool | None = self.boxes.get("rectifiable")
        # Copies of a rectangle tile the plane.
        return False if known is None and self.tiles is False and self.space is SQUARES else known

    @property
    def order(self) -> tuple[int | None, int | None]:
        """The smallest number of copies that tile a rectangle or fill a box (None if unproven), and
        the smallest number found so far.
        """
        fact = self.boxes
        proven = None if fact.get("order") is None else int(fact["order"])
        copies = [prod(sides) // self.cells for sides in fact.get("primes", ())]
        return proven, min(copies, default=None)

    @cached_property
    def rectangles(self) -> Rectangles | None:
        """The rectangles that the piece tiles, or None if no rectangle is known."""
        fact = self.facts.get("rectangles") or {}
        return Rectangles.from_json(fact) if fact.get("primes") else None

    @property
    def square(self) -> int | None:
        """The side of the smallest square that the piece is known to tile, or of the smallest cube
        that copies of a known box fill.
        """
        if self.rectangles is not None:
            return self.rectangles.square
        return min((lcm(*sides) for sides in self.boxes.get("primes", ())), default=None)

    def properties(self) -> dict[str, bool | None]:
        """Return whether the piece has each property by which pieces are counted; None if
        unknown.
        """
        kind, tiles = self.facts.get("plane", {}).get("kind"), self.tiles
        return {
            "free": True,
            "no hole": not self.holes,
            "rectangle": self.rectifiable,
            **{
                name: None if tiles is None else value
                for name, value in (
                    ("tile", tiles is True),
                    ("do not tile", tiles is False),
                    ("do not tile and have no hole", tiles is False and not self.holes),
                    ("translation", kind == "translation"),
                    ("isohedral", tiles is True and kind != "periodic"),
                    ("anisohedral", kind == "periodic"),
                )
            },
        }

    def to_json(self) -> dict[str, Any]:
        """Return the record as JSON values."""
        # Not with `dataclasses.asdict`, which copies everything.
        values = {item.name: getattr(self, item.name) for item in dataclasses.fields(self)}
        return {"version": __version__, **values}

    def summary(self) -> dict[str, Any]:
        """Return the record as a row of a table, with short values and without certificates and
        tilings. Unknown values are None.
        """
        plane = self.facts.get("plane", {})
        boxes = self.boxes
        rep_tile, missing = (self.facts.get(name) or {} for name in ("rep_tile", "one_missing"))
        order, order_bound = self.order
        rectangles = self.rectangles
        odd = boxes.get("odd_order")
        # No scale is 1.
        scales = [
            scale
            for scale in (rep_tile.get("scale"), self.square)
            if scale is not None and scale > 1
        ]
        return {
            "id": self.id,
            "title": self.title,
            "names": list(self.names),
            "family": self.family,
            "lattice": self.lattice,
            "cells": self.cells,
            "number": self.number,
            "drawing": self.drawing,
            "symmetry": self.symmetry["name"],
            "chiral": self.symmetry["reflections"] == 0,
            "one_sided": self.orientations["one-sided"],
            "fixed": self.orientations["fixed"],
            "perimeter": self.perimeter,
            "box": None if self.box is None else "x".join(map(str, self.box)),
            "hull": self.hull,
            "holes": self.holes,
            "tiles_plane": self.tiles,
            "plane_kind": plane.get("kind"),
            "half_turn": plane.get("half_turn"),
            "isohedral_number": plane.get("isohedral_number"),
            "isohedral_number_proven": plane.get("isohedral_number_proven"),
            "heesch": plane.get("heesch"),
            "heesch_with_holes": plane.get("heesch_with_holes"),
            "heesch_at_least": plane.get("heesch_at_least", plane.get("heesch")),
            "tiles_rectangle": self.rectifiable,
            "order": order,
            "order_at_most": order_bound,
            "odd_order": None if odd is None else int(odd),
            "no_odd_order": boxes.get("no_odd_order"),
            "primes": ["x".join(map(str, sides)) for sides in boxes.get("primes", ())],
            "primes_complete": boxes.get("complete"),
            "strongly_prime": _size_texts(() if rectangles is None else rectangles.strongly_prime),
            "weakly_prime": _size_texts(() if rectangles is None else rectangles.weakly_prime),
            "square_order": None if rectangles is None else rectangles.square_order,
            "square_order_at_most": None
            if rectangles is None or rectangles.square is None
            else rectangles.square**2 // self.cells,
            "rep_tile": rep_tile.get("scale"),
            "rep_tile_at_most": min(scales, default=None),
            "no_rep_tile": rep_tile.get("verdict") == "none" or None,
            "one_missing": None
            if not missing.get("board")
            else "x".join(map(str, missing["board"])) + "-" + ",".join(map(str, missing["hole"])),
            "puzzles": list(self.puzzles),
        }


def _size_texts(rectangles: Iterable[tuple[int, int]]) -> list[str]:
    return ["x".join(map(str, sides)) for sides in rectangles]


def counts(records: Sequence[PieceRecord]) -> dict[str, int | None]:
    """Count the records of a set by their facts, or return None if a fact is unknown for some of
    them.

    Examples
    --------
    >>> from tilewright.shapes.atlas import families
    >>> from tilewright.shapes.atlas.shape import describe
    >>> family, = families(["tetrominoes"])
    >>> found = counts([describe(family, number) for number in range(1, 6)])
    >>> found["free"], found["one-sided"], found["fixed"], found["no hole"], found["tile"]
    (5, 7, 19, 5, None)
    """
    numbers: dict[str, int | None] = {
        turn: sum(one.orientations[turn] for one in records) for turn in ("one-sided", "fixed")
    }
    every = [one.properties() for one in records]
    for name in every[0]:
        values = [properties[name] for properties in every]
        known = [value for value in values if value is not None]
        numbers[name] = sum(known) if len(known) == len(values) else None
    return numbers


def json_text(records: Sequence[PieceRecord]) -> str:
    """Return the summaries of all records as JSON."""
    pieces = [one.summary() for one in records]
    return (
        json.dumps(
            {"format": "tilewright atlas", "version": __version__, "pieces": pieces}, indent=1
        )
        + "\n"
    )


def parquet_bytes(records: Sequence[PieceRecord]) -> bytes | None:
    """Return the same table in the Parquet format, or None if pyarrow is not installed."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        return None
    kinds: dict[str, Any] = {
        "cells": pa.int32(),
        "number": pa.int32(),
        "hull": pa.float64(),
        **dict.fromkeys(
            ("names", "primes", "strongly_prime", "weakly_prime", "puzzles"), pa.list_(pa.string())
        ),
        **dict.fromkeys(
            (
                "chiral",
                "tiles_plane",
                "half_turn",
                "isohedral_number_proven",
                "tiles_rectangle",
                "no_odd_order",
                "primes_complete",
                "no_rep_tile",
            ),
            pa.bool_(),
        ),
        **dict.fromkeys(
            (
                "one_sided",
                "fixed",
                "perimeter",
                "holes",
                "isohedral_number",
                "heesch",
                "heesch_with_holes",
                "heesch_at_least",
                "order",
                "order_at_most",
                "odd_order",
                "square_order",
                "square_order_at_most",
                "rep_tile",
                "rep_tile_at_most",
            ),
            pa.int32(),
        ),
    }
    rows = [one.summary() for one in records]
    schema = pa.schema([(name, kinds.get(name, pa.string())) for name in rows[0]])
    stream = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(rows, schema=schema), stream)
    return stream.getvalue()


@dataclass(frozen=True)
class Atlas:
    """All records by set, and where the page that plays is."""

    families: dict[str, list[PieceRecord]]
    play: str | None = None

    @property
    def records(self) -> list[PieceRecord]:
        """All records, in the order of the sets."""
        return [one for records in self.families.values() for one in records]
