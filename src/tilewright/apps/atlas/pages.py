"""The pages of the atlas: values for their templates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from tilewright.apps.atlas import figures, wording
from tilewright.apps.templates import render
from tilewright.errors import FormatError
from tilewright.model.board import Board
from tilewright.model.naming import naming
from tilewright.model.piece import Piece, parse_pieces
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle, find_puzzle
from tilewright.model.puzzle.ids import puzzle_id
from tilewright.model.space.catalog import find_family
from tilewright.model.space.lattice import CUBES, box_word
from tilewright.model.space.polyform import Polyform, scaled
from tilewright.shapes.atlas.records import Atlas, PieceRecord, counts
from tilewright.shapes.atlas.sets import FORMS, SEQUENCES, Sequence, file_name
from tilewright.shapes.atlas.smallest import (
    BALANCED,
    COMMON,
    ODD,
    TABLES,
    FigureQuestion,
    answers,
    best_known,
    exclusions,
    of_pair,
    of_piece,
    pairs,
)
from tilewright.shapes.figures import symmetry_names
from tilewright.system.values.arguments import counted

#: Prime rectangles or boxes that are drawn on a page, and the cells of the largest rectangle and
#: box that is drawn.
_DRAWN, _CELLS, _SOLID_CELLS = 3, 700, 150
#: Puzzles that are named on a page.
_PUZZLES = 12
#: The largest board to play on, in cells.
_PLAYED = 200
#: What the index can filter and sort by.
_PLANE = {
    "translation": "by translation",
    "half turn": "by half turns",
    "isohedral": "isohedrally",
    "periodic": "not isohedrally",
    "none": "do not tile",
    "unknown": "not known",
}
_BOXES = {"yes": "tile one", "no": "tile none", "unknown": "not known"}
_SORTS = {
    "": "set",
    "order": "order",
    "perimeter": "perimeter",
    "symmetry": "symmetry",
    "fixed": "orientations",
}
#: The lattices that one can draw on.
_LATTICES = {"square": "squares", "tri": "triangles", "hex": "hexagons"}
#: What is asked of a pair.
_QUESTIONS = {
    COMMON: "The smallest common figure",
    ODD: "The smallest rectangle tiled by both pieces with an odd number of tiles",
    BALANCED: "The smallest rectangle tiled by equal numbers of both pieces",
}


def _fill(template: str, atlas: Atlas, **values: object) -> str:
    return render(
        f"atlas/templates/{template}",
        atlas=atlas,
        figures=figures,
        wording=wording,
        file_name=file_name,
        best_known=best_known,
        **values,
    )


def piece_page(atlas: Atlas, record: PieceRecord) -> str:
    """Return the page of a piece."""
    records = atlas.families[record.family]
    place = record.number - 1
    all_sequence, *_ = SEQUENCES[record.space]
    return _fill(
        "piece.html",
        atlas,
        record=record,
        appearance=_list_appearance(record),
        puzzle_id=None if atlas.play is None else _find_puzzle_id(record),
        primes=_list_primes(record),
        tilings=_list_tilings(record),
        enlarged=_draw_enlarged,
        smallest=_find_smallest(record),
        puzzles=[find_puzzle(name) for name in record.puzzles[:_PUZZLES]],
        all_sequence=all_sequence.number,
        sequences=_list_sequences(record),
        before=records[place - 1] if place else None,
        after=records[place + 1] if record.number < len(records) else None,
    )


def _list_appearance(record: PieceRecord) -> list[tuple[str, str | None]]:
    """Return what can be seen in the picture of a piece."""
    solid = record.space is CUBES
    mirrored = record.orientations["one-sided"] == 2
    mirror = "differs from its mirror image" if mirrored else "is its own mirror image"
    hull = record.hull
    holes = counted(record.holes, "cell") if record.holes else "none"
    others = f" (also {', '.join(record.names)})" if record.names else ""
    group = "" if solid else f" ({record.symmetry['name']})"
    return [
        ("Name", record.id + others),
        ("Cells", wording.cells(record)),
        ("Drawing", record.space.prefix + record.drawing),
        ("Symmetry", record.symmetry["words"] + group),
        ("Orientations", f"{record.orientations['fixed']}; the piece {mirror}"),
        ("Faces outside" if solid else "Perimeter", str(record.perimeter)),
        (
            "Box" if solid else "Rectangle around it",
            None if record.box is None else wording.sides(record.box),
        ),
        ("Convex hull", None if hull is None else wording.cells(record, hull)),
        ("Holes", None if solid else holes),
    ]


def _find_puzzle_id(record: PieceRecord) -> str | None:
    """Return the ID of a puzzle with copies of a piece: a rectangle, or the piece enlarged."""
    boards = []
    primes = record.boxes.get("primes")
    if primes:
        smallest = min(primes, key=lambda box: (prod(box), box))
        boards.append(Board.parse(record.space.prefix + box_word(smallest)))
    scale = record.facts.get("rep_tile", {}).get("scale")
    if scale:
        boards.append(Board.from_array(scaled(record.polyform, scale), record.space))
    for board in boards:
        copies = board.area // record.cells
        if copies >= 2 and board.area <= _PLAYED:
            piece = Piece(record.polyform, record.id, least=copies, most=copies)
            try:
                return puzzle_id(Puzzle.of(Problem(board, piece, turn=record.space.turn)))
            except FormatError:
                continue
    return None


def _list_primes(record: PieceRecord) -> list[tuple[str, str | None]]:
    """Return the prime rectangles or boxes of a piece by kind, and the square or cube."""
    if not record.boxes.get("primes"):
        return []
    solid, primes = record.space is CUBES, record.boxes["primes"]
    rectangles, side, dimension = record.rectangles, record.square, record.space.dimension
    strong: str | None = None
    weak: str | None = None
    if rectangles is not None:
        # Those cannot be divided into smaller ones in any way, the others not by a straight cut.
        every = rectangles.complete and len(rectangles.strongly_prime) == len(rectangles.primes)
        strong = "all of them" if every else wording.named_sides(rectangles.strongly_prime)
        weak = wording.named_sides(rectangles.weakly_prime)
    proven = rectangles is not None and rectangles.square_order is not None
    square = None
    if side is not None:
        copies = wording.copies(side**dimension // record.cells)
        square = f"{wording.sides([side] * dimension)}: {copies}"
    return [
        (
            f"Prime {'boxes' if solid else 'rectangles'}",
            wording.named_sides(primes),
        ),
        # A cut may divide these into two about which nothing is known.
        ("Listed, but possibly not prime", wording.named_sides(record.boxes.get("unproven", []))),
        ("Strongly prime", strong),
        ("Weakly prime", weak),
        ("Square order", f"{square}, proven" if square and proven else None),
        (f"Smallest {'cube' if solid else 'square'} found", None if proven else square),
    ]


def _list_tilings(record: PieceRecord) -> list[tuple[str, int, Any]]:
    """Return the sides, the copies and the labels of the smallest prime rectangles or boxes."""
    facts = record.boxes
    tilings = [(tiling["box"], tiling["labels"]) for tiling in facts.get("tilings", [])]
    tilings += [
        (claim["rectangle"], claim["labels"])
        for claim in facts.get("claims", [])
        if claim["claim"] == "tiling"
    ]
    largest = _SOLID_CELLS if record.space is CUBES else _CELLS
    drawn = [
        (sides, labels)
        for sides, labels in sorted(tilings, key=lambda tiling: (prod(tiling[0]), tiling[0]))
        if prod(sides) <= largest
    ]
    return [
        (wording.sides(sides), prod(sides) // record.cells, labels)
        for sides, labels in drawn[:_DRAWN]
    ]


def _draw_enlarged(record: PieceRecord, scale: int) -> str:
    """Return the drawing of a piece that is enlarged, as an argument of a command."""
    grown = Polyform.from_array(scaled(record.polyform, scale), record.space)
    return record.space.prefix + grown.text()


def _list_sequences(record: PieceRecord) -> list[Sequence]:
    """Return the sequences that count pieces like this one, for all sizes."""
    properties = {**record.properties(), "free": False}
    return [each for each in SEQUENCES[record.space] if properties.get(each.key)]


@dataclass(frozen=True)
class _Smallest:
    """The questions about the smallest figures of a piece."""

    #: Those for each symmetry.
    symmetric: dict[str, list[FigureQuestion]]
    #: That about two tilings without a common tile.
    twice: FigureQuestion
    #: Those about cells that keep it out of a square, each with the number of cells.
    excluded: list[tuple[FigureQuestion, int]]


def _find_smallest(record: PieceRecord) -> _Smallest | None:
    """Return the questions about the smallest figures of a piece; None without answers."""
    questions = of_piece(record.id, record.space) if record.space.dimension == 2 else []
    if not questions or questions[0].key not in answers():
        return None
    *symmetric, twice = questions
    by_symmetry = {
        name if "turn" in name else name.replace("-", " "): [
            question for question in symmetric if question.symmetry == name
        ]
        for name in symmetry_names(record.space)
        if name != "none"
    }
    sizes = [
        (question, answers().get(question.key, {}).get("size"))
        for question in exclusions(record.id)
    ]
    excluded = [(question, size) for question, size in sizes if size is not None]
    return _Smallest(by_symmetry, twice, excluded)


def set_page(atlas: Atlas, name: str) -> str:
    """Return the page of a set."""
    records = atlas.families[name]
    return _fill(
        "set.html",
        atlas,
        name=name,
        records=records,
        sequences=SEQUENCES[records[0].space],
        counts=counts(records),
    )


@dataclass(frozen=True)
class _Table:
    """A table of pairs of pieces."""

    name: str

    @property
    def file(self) -> str:
        """The path of its page in the atlas."""
        return f"figures/{self.name.replace(' ', '-')}.html"

    @cached_property
    def rows(self) -> list[str]:
        """The first pieces of its pairs."""
        return [piece.word() for piece in parse_pieces(TABLES[self.name][0])]

    @cached_property
    def columns(self) -> list[str]:
        """The second pieces of its pairs."""
        return [piece.word() for piece in parse_pieces(TABLES[self.name][1])]

    @cached_property
    def questions(self) -> dict[tuple[str, str], dict[str, FigureQuestion]]:
        """What is asked of each pair."""
        known = find_family(TABLES[self.name][0])
        assert known is not None
        return {pair: of_pair(*pair, known[0]) for pair in pairs(self.name)}

    @property
    def known(self) -> int:
        """The number of pairs with a common figure."""
        return sum(bool(self.common(pair).get("figures")) for pair in self.questions)

    def pair(self, row: str, column: str) -> tuple[str, str] | None:
        """Return the pair of two pieces in its order; None if nothing is asked of it."""
        return next(
            (pair for pair in ((row, column), (column, row)) if pair in self.questions), None
        )

    def common(self, pair: tuple[str, str]) -> dict[str, Any]:
        """Return what is known of the smallest common figure of a pair."""
        return answers()[self.questions[pair][COMMON].key]


def _list_tables(atlas: Atlas) -> list[_Table]:
    """Return the tables of pairs whose pieces the atlas has."""
    return [
        _Table(name)
        for name, sets in TABLES.items()
        if all(pieces in atlas.families for pieces in sets)
    ]


def table_pages(atlas: Atlas) -> Iterator[tuple[str, str]]:
    """Yield the path and the content of the page of each table of pairs."""
    for table in _list_tables(atlas):
        yield (
            table.file,
            _fill("pairs.html", atlas, table=table, table_titles=_QUESTIONS, naming=naming),
        )


def index_page(atlas: Atlas, parquet: bool) -> str:
    """Return the index. `parquet` says whether there is a Parquet file."""
    records = atlas.records
    lattices = {record.lattice for record in records}
    forms = [form for form, (space, _) in FORMS.items() if space.name in lattices]
    groups = sorted(
        {record.symmetry["name"] for record in records}, key=lambda name: ("+" in name, name)
    )
    sizes = sorted({record.cells for record in records})
    every = ("", "all")
    return _fill(
        "index.html",
        atlas,
        records=records,
        parquet=parquet,
        tables=_list_tables(atlas),
        filters=[
            ("form", "Kind", [every, *((form, form) for form in forms)]),
            ("cells", "Cells", [every, *((size, size) for size in sizes)]),
            ("symmetry", "Symmetry", [every, *((name, name) for name in groups)]),
            ("plane", "The plane", [every, ("tiles", "tile it"), *_PLANE.items()]),
            ("boxes", "Rectangles, boxes", [every, *_BOXES.items()]),
            ("sort", "Sort by", _SORTS.items()),
        ],
        lattices=[(name, words) for name, words in _LATTICES.items() if name in lattices],
        attributes=_list_attributes,
    )


def _list_attributes(record: PieceRecord) -> dict[str, Any]:
    """Return what the script of the index filters and sorts by."""
    kind = record.facts.get("plane", {}).get("kind")
    order, least = record.order
    plane = {True: kind, False: "none", None: "unknown"}[record.tiles]
    boxes = {True: "yes", False: "no", None: "unknown"}[record.rectifiable]
    return {
        "key": f"{record.lattice} {record.key}",
        "form": next(form for form, (space, _) in FORMS.items() if space is record.space),
        "cells": record.cells,
        "symmetry": record.symmetry["name"],
        "plane": None if record.space is CUBES else plane,
        "boxes": boxes if record.lattice in ("square", "cube") else None,
        "order": order or least,
        "perimeter": record.perimeter,
        "fixed": record.orientations["fixed"],
    }
