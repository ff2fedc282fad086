"""Pictures of answers: a coloring, the plane, rectangles, puzzles and games. `tilewright.draw` is
the function in front.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from flint import fmpz

from tilewright.counting import Heat
from tilewright.drawing import (
    UNCOVERED,
    Palette,
    Picture,
    draw,
    draw_board,
    draw_pieces,
    draw_problem,
    save,
    sheet,
)
from tilewright.errors import ColoringError, NoTilingError, RequestError
from tilewright.model.piece import Piece
from tilewright.model.puzzle import Puzzle
from tilewright.model.space.labels import OUTSIDE
from tilewright.puzzles import Generated
from tilewright.puzzles.play import Session
from tilewright.shapes.figures import Fewest, Figure, Figures
from tilewright.shapes.plane import Plane, draw_plane
from tilewright.shapes.plane import svg as plane_svg
from tilewright.shapes.rectangles import Boxes, JointRectangles, Rectangles
from tilewright.shapes.rectangles.answers import Primes
from tilewright.solving.coloring import Coloring
from tilewright.solving.packing import Packing
from tilewright.system.values.svg_repr import picture_of, picture_svg, save_picture

#: Cells of a heat map up to which their percentages are written on them.
_WORDS = 2500
#: Colors for shares from 0 to 100%, in steps of ten; they differ in lightness alone.
_SHADES = (
    "#fffaf0", "#fff0d9", "#fee3bd", "#fdd29c", "#fdbf81", "#fca768",
    "#f48a54", "#e76a45", "#d44832", "#b8241c", "#8f0a0a",
)  # fmt: skip
#: Prime rectangles in one picture, and cells of the largest.
_PRIMES, _CELLS = 40, 20_000
#: Figures in one picture.
_FIGURES = 60


@picture_of.register
def _(coloring: Coloring, **options: Any) -> Picture:
    if coloring.coloring is None:
        raise ColoringError(f"there is no coloring with {coloring.colors} colors to draw")
    if coloring.tiling is None:
        raise ColoringError(
            "this coloring does not store its tiling; call draw(tiling, coloring=coloring)"
        )
    return draw(coloring.tiling, coloring=coloring, **options)


@picture_of.register
def _(packing: Packing, **options: Any) -> Picture:
    return draw(
        packing.tiling, **{"marks": packing.problem.board, "title": repr(packing)[1:-1], **options}
    )


@picture_of.register
def draw_heat(heat: Heat, **options: Any) -> Picture:
    """Make a picture of the board with the share of each cell's edges that are boundaries, in
    percent.
    """
    percents = heat.percents()
    if heat.board is None:
        raise RequestError("this heat map does not store its board", where="heat")
    return draw_board(
        heat.board,
        coloring=(np.maximum(percents, 0) + 5) // 10,
        words=np.where(percents >= 0, percents.astype(str), "")
        if percents.size <= _WORDS
        else None,
        **{
            "palette": Palette("shades", _SHADES),
            "title": f"How often edges are boundaries, over {fmpz(heat.total)} tilings of a "
            f"{heat.board} board, in percent",
            **options,
        },
    )


@picture_of.register
def draw_figure(figure: Figure, **options: Any) -> Picture:
    """Make a picture of a figure: its tilings side by side."""
    return draw_figures([figure], **options)


@picture_of.register
def _(figures: Figures, **options: Any) -> Picture:
    if not figures.figures:
        raise NoTilingError(figures.text())
    return draw_figures(figures.figures, **{"title": figures.text(), **options})


@picture_of.register
def draw_fewest(fewest: Fewest, **options: Any) -> Picture:
    """Make a picture of the fewest cells that meet a requirement: the figure, or what is left of
    the board.
    """
    return draw_board(fewest.board, **{"title": fewest.text(), **options})


def draw_figures(figures: Sequence[Figure], **options: Any) -> Picture:
    """Make a picture of figures, each in a row with its tilings."""
    title = options.pop("title", "")
    pictures = [
        draw(tiling, title=words, caption=words, **options)
        for figure in figures[:_FIGURES]
        for tiling, words in zip(figure.tilings, figure.text().split(" = "), strict=True)
    ]
    rows = max(1, round(len(pictures) ** 0.5 / len(figures[0].tilings)))
    picture = sheet(pictures, columns=rows * len(figures[0].tilings))
    return replace(picture, title=title or picture.title)


picture_of.register(Plane, draw_plane)


@picture_svg.register
def _(plane: Plane) -> str:
    return picture_svg(draw_plane(plane)) if plane.tiling is None else plane_svg(plane)


def draw_primes(primes: Primes[Any], **options: Any) -> Picture:
    """Make a picture of tilings of the prime rectangles or boxes that are not too large to draw."""
    pictures: list[Picture] = []
    for sides, tiling in primes.primes.items():
        if tiling.labels.size <= _CELLS and len(pictures) < _PRIMES:
            size = "x".join(map(str, sides))
            pictures.append(draw(tiling, names=False, title=size, caption=size, **options))
    if not pictures:
        raise NoTilingError(f"{primes.name}: there is no {primes.form} to draw")
    return sheet(pictures)


for _kind in (Boxes, JointRectangles, Rectangles):
    picture_of.register(_kind, draw_primes)


@picture_of.register
def _(puzzle: Puzzle, **options: Any) -> Picture:
    return draw_problem(puzzle.problem(), **options)


@picture_of.register
def _(generated: Generated, **options: Any) -> Picture:
    return draw_problem(generated.puzzle.problem(), **options)


@picture_of.register
def _(session: Session, **options: Any) -> Picture:
    problem = session.problem
    labels = np.where(problem.board.mask, UNCOVERED, OUTSIDE).astype(np.int32)
    for number, placement in enumerate(session.state.placed):
        labels[tuple(np.array(placement.cells).T)] = number
    return draw(labels, lattice=problem.board.lattice, **options)


@picture_of.register(list)
@picture_of.register(tuple)
def _(values: Iterable[Any], **options: Any) -> Picture:
    items = list(values)
    if items and all(isinstance(value, Piece) for value in items):
        return draw_pieces(items, **options)
    if items and not isinstance(items[0], int | list | tuple):
        return sheet([picture_of(value, **options) for value in items])
    return draw(np.asarray(items), **options)


@picture_of.register
def _(labels: np.ndarray, **options: Any) -> Picture:
    return draw(labels, **options)


@save_picture.register
def _(plane: Plane, path: str | os.PathLike[str], **options: Any) -> Path | None:
    return save(draw_plane(plane, **options), path)
