"""The answer: the smallest figures found, and what is proven about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.errors import NoTilingError, RequestError
from tilewright.model.answer import Answer
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.puzzle import Puzzle, make_puzzle
from tilewright.model.space.labels import OUTSIDE, number_tiles
from tilewright.model.space.lattice import Cell, Lattice
from tilewright.model.space.polyform import Polyform
from tilewright.model.tiling import Tiling
from tilewright.shapes.figures.problem import FigureProblem
from tilewright.system.values.arguments import counted
from tilewright.system.values.svg_repr import SvgRepr, picture_of

if TYPE_CHECKING:
    from tilewright.drawing import Picture


#: Figures in one picture.
_DRAWN = 60


@dataclass(frozen=True, eq=False)
class Figure(SvgRepr):
    """A figure, with one tiling of it for each set of pieces (layer).

    Attributes
    ----------
    tilings : tuple of Tiling
        One tiling for each set of pieces. All tilings cover the same cells.

    Examples
    --------
    >>> from tilewright.shapes.figures import figure
    >>> found = figure("I4", "O4").figures[0]
    >>> len(found), [tiling.piece_names() for tiling in found.tilings]
    (8, [['I4', 'I4'], ['O4', 'O4']])
    """

    tilings: tuple[Tiling, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the figure, in reading order."""
        return tuple(map(tuple, np.argwhere(self.tilings[0].labels != OUTSIDE).tolist()))

    @property
    def board(self) -> Board:
        """The figure as a board."""
        tiling = self.tilings[0]
        return Board(tiling.labels != OUTSIDE, lattice=tiling.lattice)

    @property
    def shape(self) -> Polyform:
        """The figure as a polyform."""
        return Polyform(self.cells, self.tilings[0].lattice)

    def __len__(self) -> int:
        return len(self.cells)

    def __repr__(self) -> str:
        return f"<Figure of {counted(len(self), 'cell')}: {self.text()}>"

    def text(self) -> str:
        """Return the numbers of tiles in each tiling as text, such as ``2 F5 = 2 L5``."""
        return " = ".join(
            " + ".join(f"{number} {name}" for name, number in Counter(tiling.piece_names()).items())
            for tiling in self.tilings
        )

    def to_json(self) -> dict[str, Any]:
        """Return the tilings as JSON values."""
        return {"tilings": [tiling.to_json() for tiling in self.tilings]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Figure:
        """Return the figure saved by `to_json`."""
        return cls(tuple(Tiling.from_json(tiling) for tiling in data["tilings"]))


@dataclass(frozen=True, eq=False)
class Figures(Answer):
    """The smallest figures found for a problem, and the proven facts about them.

    Attributes
    ----------
    problem : FigureProblem
    figures : tuple of Figure
        The figures, all with the same number of cells and distinct up to the symmetries of the
        lattice; empty if none was found.
    excluded : dict of int to str
        The sizes (in cells) that the areas of the pieces allow but another proof rules out, each
        mapped to the kind of proof: ``"coloring"``, or ``"search"`` for a complete search.
    least : int
        A proven lower bound on the number of cells.
    complete : bool
        Whether it is proven that no other figures of this size exist or, if no figure was found,
        that no figure exists at all.
    nodes : int
        The total number of steps in all searches.
    """

    problem: FigureProblem
    figures: tuple[Figure, ...]
    excluded: dict[int, str] = field(repr=False)
    least: int
    complete: bool
    nodes: int = 0

    def __bool__(self) -> bool:
        return bool(self.figures)

    def __len__(self) -> int:
        return len(self.figures)

    @property
    def _first(self) -> Figure:
        if not self.figures:
            raise NoTilingError(self.text())
        return self.figures[0]

    @property
    def size(self) -> int | None:
        """The number of cells of each figure, or None if there is no figure."""
        return len(self.figures[0]) if self.figures else None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the first figure."""
        return self._first.cells

    @property
    def tilings(self) -> tuple[Tiling, ...]:
        """The tilings of the first figure, one for each set of pieces."""
        return self._first.tilings

    @property
    def proven(self) -> bool:
        """Whether it is proven that no figure has fewer cells or, if no figure was found, that no
        figure exists.
        """
        return self.complete if self.size is None else self.size <= self.least

    @property
    def puzzles(self) -> list[Puzzle]:
        """The figures as puzzles with the pieces of the first tiling, if each figure has a unique
        tiling.

        Raises
        ------
        RequestError
            If `FigureProblem.one_tiling` was not requested.
        """
        if not self.problem.one_tiling:
            raise RequestError(
                "only figures with a unique tiling can be puzzles", where="one_tiling"
            )
        puzzles = []
        for figure in self.figures:
            used = Counter(figure.tilings[0].piece_names())
            words = [
                replace(piece, least=number, most=number).word()
                for piece in self.problem.layers[0]
                if (number := used[piece.name])
            ]
            puzzles.append(make_puzzle("sigil", figure.board, tuple(words), turn=self.problem.turn))
        return puzzles

    @property
    def proof(self) -> str:
        """The reason why no smaller figure exists, as a sentence without a final period."""
        if self.problem.reason:
            return self.problem.reason
        parts = []
        for because, text in (
            ("coloring", "a checkerboard coloring excludes {}"),
            ("search", "complete searches found no figure of {}"),
        ):
            sizes = [size for size, reason in self.excluded.items() if reason == because]
            if sizes:
                parts.append(text.format(_size_words(sizes)))
        if not parts:
            return "the areas of the pieces exclude figures with fewer cells"
        return "; ".join(parts)

    def text(self) -> str:
        """Return the answer as a sentence without a final period.

        Examples
        --------
        >>> from tilewright.shapes.figures import figure
        >>> print(figure("F5", "L5").text())
        10 cells: 2 F5 = 2 L5; there is no smaller figure
        """
        if self.size is None:
            if self.complete:
                reason = self.problem.reason
                return f"there is no figure: {reason}" if reason else "there is no figure"
            return f"no figure has fewer than {self.least:,} cells, and no figure was found"
        first = f"{counted(self.size, 'cell')}: {self._first.text()}"
        if len(self) > 1:
            first = f"{len(self):,} figures of {counted(self.size, 'cell')}"
        if not self.proven:
            return f"{first}; no figure has fewer than {self.least:,} cells"
        return f"{first}; there is no smaller figure" + (
            ", and no other of this size" if self.complete else ""
        )

    def __repr__(self) -> str:
        return f"<Figures: {self.text()}>"

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON values, as printed by `tilewright figure --json`."""
        return {
            "figure": self.problem.to_json(),
            "cells": self.size,
            "figures": [figure.to_json() for figure in self.figures],
            "least": self.least,
            "proven": self.proven,
            "complete": self.complete,
            "excluded": [
                {"cells": size, "because": because} for size, because in self.excluded.items()
            ],
            "nodes": self.nodes,
            **({"reason": self.problem.reason} if self.problem.reason else {}),
        }


def _size_words(sizes: Sequence[int]) -> str:
    """Return numbers of cells as text."""
    words = [f"{size:,}" for size in sizes]
    text = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
    return f"{text} cell{'' if list(sizes) == [1] else 's'}"


def build_tiling(
    lattice: Lattice,
    pieces: Sequence[Piece],
    tiles: Sequence[tuple[int, tuple[Cell, ...]]],
    corner: Sequence[int],
    shape: Sequence[int],
) -> Tiling:
    """Return the tiling that consists of the given tiles, with a given cell as the first cell of
    its array.
    """
    labels = np.full(tuple(shape), OUTSIDE, dtype=np.int32)
    for number, (_, cells) in enumerate(tiles):
        labels[tuple((np.array(cells) - corner).T)] = number
    numbered = number_tiles(labels)
    piece_of = np.zeros(len(tiles), dtype=np.int32)
    for index, cells in tiles:
        piece_of[numbered[tuple(np.array(cells[0]) - corner)]] = index
    return Tiling(numbered, piece_of, tuple(piece.name for piece in pieces), lattice)


@picture_of.register(Figure)
def _draw_figure(figure: Figure, **options: Any) -> Picture:
    """Return a picture of a figure, with its tilings side by side."""
    return _draw_figures([figure], **options)


@picture_of.register(Figures)
def _draw(figures: Figures, **options: Any) -> Picture:
    if not figures.figures:
        raise NoTilingError(figures.text())
    return _draw_figures(figures.figures, **{"title": figures.text(), **options})


def _draw_figures(figures: Sequence[Figure], **options: Any) -> Picture:
    """Return a picture of figures, each in a row with its tilings."""
    from tilewright.drawing import draw, sheet

    title = options.pop("title", "")
    pictures = [
        draw(tiling, title=words, caption=words, **options)
        for figure in figures[:_DRAWN]
        for tiling, words in zip(figure.tilings, figure.text().split(" = "), strict=True)
    ]
    rows = max(1, round(len(pictures) ** 0.5 / len(figures[0].tilings)))
    picture = sheet(pictures, columns=rows * len(figures[0].tilings))
    return replace(picture, title=title or picture.title)
