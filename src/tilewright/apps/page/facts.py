"""What the page must know to read the ID of a puzzle: lattices, names of pieces, kinds, calendars,
named puzzles.
"""

from __future__ import annotations

import json
from typing import Any

from tilewright.apps.page.sheets import LARGEST_BOARD, lattice_sheet
from tilewright.apps.page.shipped import json_text
from tilewright.drawing.makers.layout import arrow_sizes
from tilewright.drawing.makers.tile_colors import LETTER_COLORS
from tilewright.drawing.model.palette import TILEWRIGHT
from tilewright.model.piece import parse_pieces
from tilewright.model.puzzle import CALENDARS, KINDS, PLAIN, named_puzzles
from tilewright.model.puzzle.calendar import MONTHS, WEEKDAYS, Calendar
from tilewright.model.puzzle.ids import known_words
from tilewright.model.space.catalog import ALIASES, CALLED, POLYFORMS, SETS, family, has_letters
from tilewright.model.space.lattice import HEXAGONS, LATTICES, SQUARES, TRIANGLES, Lattice
from tilewright.puzzles.deduction.steps import GRADES, WEIGHT
from tilewright.puzzles.deduction.steps import KINDS as STEPS
from tilewright.puzzles.kinds.pips import EFFORT as PIPS
from tilewright.puzzles.making.field import EFFORT
from tilewright.shapes.figures import beginnings, symmetry_groups, symmetry_names
from tilewright.shapes.plane import isohedral

# What *Figures* on the page must know: pieces to choose from, and the symmetries that a figure can
# have.

#: The most cells of a figure that the page looks for.
MOST = 40
#: The numbers of cells of the pieces on each lattice.
_SIZES: dict[Lattice, range] = {
    SQUARES: range(2, 7),
    TRIANGLES: range(2, 7),
    HEXAGONS: range(2, 5),
}


def figures_json() -> str:
    """Return the facts as the page's file ``engine/figures.json`` has them: a line for each
    lattice.
    """
    lines = [f'"{lattice.name}": {json_text(_figures_of(lattice))}' for lattice in _SIZES]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _figures_of(lattice: Lattice) -> dict[str, Any]:
    families = [POLYFORMS[lattice][size][1] for size in _SIZES[lattice]]
    return {
        "lattice": None if lattice is SQUARES else lattice_sheet(lattice),
        "families": {
            name: [[piece.word(), piece.polyomino.cells] for piece in parse_pieces(name)]
            for name in families
        },
        "symmetries": {
            name: [
                {
                    "motions": [[motion.element, motion.move] for motion in group],
                    "cells": (starts := beginnings(lattice, group, MOST)).cells.tolist(),
                    "before": starts.before.tolist(),
                }
                for group in symmetry_groups(lattice, name)
            ]
            for name in symmetry_names(lattice)
        },
        "most": MOST,
    }


_DIGITS = 12


def facts_json() -> str:
    """Return the facts as the page's file ``engine/facts.json`` has them: an entry for each
    line.
    """
    lines = [
        f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in facts().items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def facts() -> dict[str, Any]:
    """Return the facts as JSON values."""
    return {
        "lattices": {
            name: _describe_lattice(lattice) for name, lattice in LATTICES.built_in.items()
        },
        "letters": {
            size: _members(size, "one-sided") for size in range(1, 6) if has_letters(SQUARES, size)
        },
        "free": {
            size: list(_members(size, "free")) for size in range(1, 6) if has_letters(SQUARES, size)
        },
        "aliases": ALIASES,
        "sets": {
            name: {"lattice": lattice.name, "members": members}
            for name, (lattice, members) in SETS.items()
        },
        "kinds": {
            name: {
                "letter": kind.letter,
                "title": kind.title,
                "goal": kind.goal,
                "outlines": kind.outlines,
                "shows_pieces": kind.shows_pieces,
                "conditions": list(kind.conditions),
                "dated": kind.own_board,
                "calendar": kind.calendar,
                "turn": kind.turn,
                "empty": kind.empty,
                "of_list": kind.of_list.rpartition(":")[2],
                "of_any": kind.of_any.rpartition(":")[2],
                "offers": [
                    {"lattice": offer.lattice, "joined": offer.joined, "pieces": offer.pieces}
                    for offer in kind.offers
                ],
            }
            for name, kind in KINDS.built_in.items()
        },
        "plain": PLAIN,
        "months": MONTHS,
        "weekdays": WEEKDAYS,
        "calendars": [_describe_calendar(edition) for edition in CALENDARS.values()],
        "named": [
            {
                "id": puzzle.name,
                "title": puzzle.title,
                "kind": puzzle.kind,
                "board": str(puzzle.board),
                "pieces": puzzle.pieces,
                "turn": puzzle.turn,
                "source": puzzle.source,
                "tilings": puzzle.tilings,
                "level": puzzle.level,
            }
            for puzzle in named_puzzles()
        ],
        "colors": {"letters": LETTER_COLORS, "number": len(TILEWRIGHT)},
        "arrows": arrow_sizes(),
        "ids": known_words(),
        "largest": LARGEST_BOARD,
        "grades": {
            "allowed": {
                level: [kind for kind in STEPS.values() if kind in kinds]
                for level, kinds in GRADES.items()
            },
            "weights": WEIGHT,
        },
        "effort": EFFORT._asdict(),
        "pips": PIPS._asdict(),
        "tilings": {
            "types": [(kind.name, kind.word, kind.reflects) for kind in isohedral.KINDS],
            "pairs": isohedral.types().tolist(),
        },
    }


def _describe_lattice(lattice: Lattice) -> dict[str, Any]:
    matrices, shift, kind = lattice.maps
    plane = lattice.dimension == 2
    return {
        "name": lattice.name,
        "cells": lattice.cells,
        "dimension": lattice.dimension,
        "kinds": lattice.kinds,
        "turn": lattice.turn,
        "matrices": matrices.tolist(),
        "shift": shift.tolist(),
        "kind": kind.tolist(),
        "compose": lattice.compose.tolist(),
        "inverse": lattice.inverse.tolist(),
        "cycles": lattice.cycles,
        "mirror": lattice.mirror,
        "halves": lattice.turns["half-turn"],
        "faces": lattice.faces,
        "sides": lattice.sides if plane else [],
        "outlines": [_round(lattice.outline((0, kind))) for kind in range(lattice.kinds)]
        if plane
        else [],
        "basis": _round(lattice.basis),
        "corners": lattice.corners if plane else [],
        "scale": lattice.scale,
        "sheet": lattice_sheet(lattice),
        "families": [*POLYFORMS[lattice].values()],
        "called": {
            size: names
            for (lattice_of_size, size), names in CALLED.items()
            if lattice_of_size is lattice
        },
    }


def _round(points: Any) -> list[list[float]]:
    return [[round(x, _DIGITS) for x in point] for point in points]


def _members(size: int, turn: Any) -> dict[str, Any]:
    return {name: polyform.cells for name, polyform in family(size, turn)}


def _describe_calendar(edition: Calendar) -> dict[str, Any]:
    rows, columns = edition.mask.shape
    return {
        "collection": edition.collection,
        "rows": rows,
        "columns": columns,
        "names": [[row, column, name] for (row, column), name in edition.names.items()],
        "weekdays": edition.weekdays,
        "pieces": edition.pieces,
        "source": edition.source,
    }
