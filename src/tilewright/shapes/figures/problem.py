"""A question about figures: the layers that tile a figure, and its conditions."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from tilewright.errors import PieceError, RequestError, quoted
from tilewright.model.board import Board
from tilewright.model.piece import Piece, images
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import (
    HEXAGONS,
    PLAIN_TURNS,
    SQUARES,
    Lattice,
    Turn,
    check_turn,
)
from tilewright.model.space.polyform import Polyform, scaled
from tilewright.shapes.figures.symmetries import NONE, symmetry_groups
from tilewright.system.values.arguments import check_integer, check_text


def is_convex(shape: Polyform) -> bool:
    """Whether a figure of squares has no gaps in any row or column."""
    mask = shape.array().astype(int)
    edges = [abs(np.diff(np.pad(mask, 1), axis=axis)).sum(axis=axis) for axis in (0, 1)]
    return all(int(counts.max()) <= 2 for counts in edges)


#: The most tilings of one figure: a bit of a byte for each.
_LAYERS = 8
_RANGE = re.compile(r"([0-9]{1,9})(\.\.([0-9]{0,9}))?")
_MANY = 1 << 40
#: Each piece of a layer with the number of its tiles.
Counts = tuple[int, ...]


@dataclass(frozen=True)
class FigureProblem:
    """Several sets of pieces (layers), each of which must tile the same figure, and conditions on
    the figure.

    Attributes
    ----------
    layers : tuple of tuple of Piece
        The pieces of each tiling, with their numbers of copies.
    turn : {"free", "one-sided", "fixed"}
        Which rotations and reflections of the pieces are allowed, unless a piece specifies its own
        turn.
    symmetry : str
        A symmetry that the figure must have; ``"none"`` allows any figure.
    copies : str
        The number of tiles in each tiling: ``"odd"``, ``"3"``, ``"2..6"`` or ``"2.."``. With
        ``"equal"``, the pieces of each layer must have the same number of copies. An empty string
        allows any number of tiles.
    different : bool
        Whether no two tilings of a figure may have a tile in common.
    rectangle, convex : bool
        Whether the figure must be a rectangle, or must have no gaps in any row or column.
    holes : int or None
        The required number of holes, or None if any number is allowed.
    scale : int
        The figure must be a polyomino enlarged by this factor.
    enlarges : str
        The figure must be an enlarged copy of this piece. The enlargement factor is `scale`; if
        `scale` is 1, any factor of at least 2 is allowed.
    one_tiling : bool
        Whether each layer must tile the figure in only one way, up to symmetries of the figure.

    Raises
    ------
    RequestError
        If the conditions are incompatible.
    """

    layers: tuple[tuple[Piece, ...], ...]
    turn: Turn
    symmetry: str = NONE
    copies: str = ""
    different: bool = False
    rectangle: bool = False
    convex: bool = False
    holes: int | None = None
    scale: int = 1
    enlarges: str = ""
    one_tiling: bool = False

    def __post_init__(self) -> None:
        pieces = [piece for layer in self.layers for piece in layer]
        if not pieces:
            raise RequestError("specify a piece, such as F5", where="PIECE")
        lattices = {piece.lattice for piece in pieces}
        if len(lattices) > 1:
            names = " and ".join(sorted(lattice.cells for lattice in lattices))
            raise RequestError(
                f"all pieces must be on the same lattice, got {names}", where="PIECE"
            )
        if any(piece.marks for piece in pieces):
            raise RequestError("pieces with marks are not supported in figures", where="PIECE")
        if len(self.layers) > _LAYERS:
            raise RequestError(
                f"a figure can have at most {_LAYERS} tilings, got {len(self.layers)}",
                where="PIECE",
            )
        for turn in (self.turn, *(piece.turn or self.turn for piece in pieces)):
            check_turn(turn, PLAIN_TURNS)
        one_cell = Board([(0,) * self.lattice.dimension], lattice=self.lattice)
        for layer in self.layers:
            Problem(one_cell, *layer, turn=self.turn).check()
        check_text(self.symmetry, "a symmetry")
        symmetry_groups(self.lattice, self.symmetry)
        check_text(self.copies, "the numbers of copies")
        if self.holes is not None:
            check_integer(self.holes, "holes", 0)
        check_integer(self.scale, "scale", 1)
        check_text(self.enlarges, "a piece that is enlarged")
        self.tiles  # noqa: B018 - reports a wrong number
        self.enlarged  # noqa: B018 - reports a wrong piece
        self._check_conditions()

    def _check_conditions(self) -> None:
        plain = self.symmetry == NONE and self.scale == 1
        if self.lattice is not SQUARES:
            for name in ("rectangle", "convex"):
                if getattr(self, name):
                    raise RequestError("only figures of squares support this condition", where=name)
            if self.scale > 1 and not self.enlarges:
                raise RequestError("only figures of squares can be scaled", where="scale")
            if self.holes is not None and self.lattice.dimension != 2:
                raise RequestError("holes are supported only for flat figures", where="holes")
        if self.rectangle and (not plain or self.different or self.convex or self.holes):
            raise RequestError(
                "a rectangle cannot be combined with a symmetry, a scale, holes, --convex or "
                "--different",
                where="rectangle",
            )
        if self.enlarges and (
            self.symmetry != NONE or self.rectangle or self.different or self.convex or self.holes
        ):
            raise RequestError(
                "an enlarged piece cannot be combined with a symmetry, a rectangle, holes, "
                "--convex or --different",
                where="enlarges",
            )
        if self.one_tiling and self.different:
            raise RequestError(
                "--one-tiling cannot be combined with --different", where="one_tiling"
            )
        if self.scale > 1 and self.symmetry != NONE:
            raise RequestError("a scale cannot be combined with a symmetry", where="scale")
        if self.different and len(self.layers) < 2:
            raise RequestError(
                "--different requires two tilings: list the piece twice", where="different"
            )
        single = all(len(layer) == 1 for layer in self.layers)
        pieces = [layer[0] for layer in self.layers]
        restricted = bool(self.rectangle or self.enlarges or self.copies)
        if single and plain and not restricted and len(pieces) > 1:
            # Any further condition can exclude the piece itself.
            restricted = self.different or self.convex or self.holes is not None or self.one_tiling
            same = len({*images(pieces, self.turn)}) == 1 and all(x.least <= 1 for x in pieces)
            restricted = restricted or not same
        if single and plain and not restricted:
            raise RequestError(
                "a piece tiles itself; add a different piece, or require a symmetry, a "
                "rectangle, a scale or a number of copies",
                where="PIECE",
            )

    @property
    def lattice(self) -> Lattice:
        """The lattice of the pieces."""
        return self.layers[0][0].lattice

    @cached_property
    def enlarged(self) -> Polyform | None:
        """The piece named by `enlarges`, or None."""
        if not self.enlarges:
            return None
        try:
            shape = Piece.parse(self.enlarges, self.turn, self.lattice).polyomino
        except PieceError as error:
            raise RequestError(error.message, where="enlarges") from None
        if shape.lattice is not self.lattice or self.lattice is HEXAGONS:
            raise RequestError(
                "hexagons cannot be enlarged"
                if self.lattice is HEXAGONS
                else f"the enlarged piece must be made of {self.lattice.cells}",
                where="enlarges",
            )
        return shape

    def boards(self, cells: int) -> Iterator[Board]:
        """Yield the allowed boards with `cells` cells, if the figure must be a rectangle or an
        enlarged piece.
        """
        if self.enlarged is not None:
            if scale := self._scale_of(cells):
                yield Board.from_array(scaled(self.enlarged, scale), self.lattice)
            return
        for rows in range(1, cells + 1):
            columns, over = divmod(cells, rows)
            if not over and (rows <= columns or self.equivalence == "fixed"):
                yield Board.rectangle(rows, columns)

    def _scale_of(self, cells: int) -> int:
        """Return the factor by which the piece is enlarged in a figure of `cells` cells, or 0 if
        there is none.
        """
        assert self.enlarged is not None
        first = max(2, self.scale)
        for scale in range(first, self.scale + 1 if self.scale > 1 else cells + 1):
            area = len(self.enlarged) * scale**self.lattice.dimension
            if area >= cells:
                return scale if area == cells else 0
        return 0

    @cached_property
    def equivalence(self) -> Turn:
        """The symmetries under which figures count as equal: those that `turn` allows, or fewer if
        the allowed turns of a piece exclude some of its images.
        """
        lattice = self.lattice
        forms = [
            set(piece.polyomino.orientations(piece.turn or self.turn))
            for layer in self.layers
            for piece in layer
        ]
        turns: tuple[Turn, ...] = ("free", "one-sided", "fixed")
        for turn in turns[turns.index(self.turn) :]:
            if all(
                form.transform(element) in orientations
                for orientations in forms
                for form in orientations
                for element in lattice.turns[turn]
            ):
                return turn
        raise AssertionError("every piece can be translated")

    @cached_property
    def tiles(self) -> range:
        """The allowed numbers of tiles in each tiling."""
        if self.copies in ("", "equal"):
            return range(1, _MANY)
        if self.copies == "odd":
            return range(1, _MANY, 2)
        match = _RANGE.fullmatch(self.copies)
        if match is None:
            raise RequestError(
                f"must be odd, equal, a number or a range such as 2..6, got {quoted(self.copies)}",
                where="copies",
            )
        least = int(match[1])
        most = least if match[2] is None else int(match[3]) if match[3] else _MANY - 1
        if not 1 <= least <= most:
            raise RequestError(
                f"must be a range of positive numbers, got {quoted(self.copies)}", where="copies"
            )
        return range(least, most + 1)

    @property
    def equal(self) -> bool:
        """Whether the pieces of each layer must have the same number of copies."""
        return self.copies == "equal"

    def most_cells(self) -> int | None:
        """The maximum number of cells of a figure under the given conditions, or None if there is
        no limit.
        """
        limits = []
        if self.enlarged is not None and self.scale > 1:
            limits.append(len(self.enlarged) * self.scale**self.lattice.dimension)
        for layer in self.layers:
            sizes = [len(piece.polyomino) for piece in layer]
            if self.tiles.stop < _MANY:
                limits.append((self.tiles.stop - 1) * max(sizes))
            if all(piece.most is not None for piece in layer):
                limits.append(
                    sum(size * (piece.most or 0) for size, piece in zip(sizes, layer, strict=True))
                )
        return min(limits, default=None)

    def problems(self, layer: Sequence[Piece], board: Board) -> Iterator[Problem]:
        """Yield problems whose tilings together are exactly the tilings of a board with the pieces
        of one layer.
        """
        free = self.copies == "" or len({len(piece.polyomino) for piece in layer}) == 1
        if free and not self.equal:
            # The number of tiles follows from the areas.
            if next(self.counts(layer, board.area), None) is not None:
                yield Problem(board, *layer, turn=self.turn)
            return
        for counts in self.counts(layer, board.area):
            pieces = [
                replace(piece, least=tiles, most=tiles)
                for piece, tiles in zip(layer, counts, strict=True)
                if tiles
            ]
            yield Problem(board, *pieces, turn=self.turn)

    def counts(self, layer: Sequence[Piece], cells: int) -> Iterator[Counts]:
        """Yield every combination of piece counts by which a layer covers `cells` cells."""
        sizes = [len(piece.polyomino) for piece in layer]
        numbers: list[int] = []

        def go(left: int) -> Iterator[Counts]:
            number = len(numbers)
            if number == len(layer):
                if left == 0 and sum(numbers) in self.tiles:
                    yield tuple(numbers)
                return
            piece, size = layer[number], sizes[number]
            most = left // size if piece.most is None else min(piece.most, left // size)
            if self.equal and numbers:
                choices = range(max(numbers[0], piece.least), min(numbers[0], most) + 1)
            elif number == len(layer) - 1:
                # The last piece covers the rest.
                rest, over = divmod(left, size)
                choices = range(rest, rest + (not over and piece.least <= rest <= most))
            else:
                choices = range(piece.least, most + 1)
            for tiles in choices:
                numbers.append(tiles)
                yield from go(left - tiles * size)
                numbers.pop()

        yield from go(cells)

    def _imbalances(self, layer: Sequence[Piece], cells: int) -> range:
        """Return the possible differences between the numbers of dark and light cells that the
        tiles of a single piece cover.
        """
        (piece,) = layer
        (tiles,) = next(self.counts(layer, cells))
        values = _imbalances(piece, piece.turn or self.turn)
        low, high = tiles * min(values), tiles * max(values)
        return range(low, high + 1, max(values) - min(values) or 1)

    def excluded(self, cells: int) -> str | None:
        """Return the reason why no figure can have `cells` cells: ``"areas"`` or ``"coloring"``, or
        None if neither rules out this size.
        """
        if self.enlarged is not None and not self._scale_of(cells):
            return "areas"
        if (not self.enlarges and cells % self.scale**2) or any(
            next(self.counts(layer, cells), None) is None for layer in self.layers
        ):
            return "areas"
        if self._is_colored:
            ranges = [self._imbalances(layer, cells) for layer in self.layers]
            if self.rectangle:
                ranges.append(range(-1, 2, 2) if cells % 2 else range(1))
            if not functools.reduce(_intersect_ranges, ranges):
                return "coloring"
        return None

    @property
    def _is_colored(self) -> bool:
        """Whether the lattice has two colors such that neighbors differ, and this can rule out
        figures.
        """
        alone = all(len(layer) == 1 for layer in self.layers)
        compared = len(self.layers) > 1 or self.rectangle
        return alone and compared and _colors(self.lattice) is not None

    def check(self) -> None:
        """Raise an error if areas or colorings rule out figures of every size.

        Raises
        ------
        RequestError
        """
        if self.reason:
            raise RequestError(f"there is no figure: {self.reason}", where="PIECE")

    @cached_property
    def reason(self) -> str:
        """The reason why areas or colorings rule out figures of every size; empty if some sizes
        remain possible.
        """
        if any(len(layer) > 1 for layer in self.layers) or self.scale > 1 or self.enlarges:
            return ""
        pieces = [layer[0] for layer in self.layers]
        sizes = [len(piece.polyomino) for piece in pieces]
        values = [{0}]
        if self._is_colored:
            values = [_imbalances(piece, piece.turn or self.turn) for piece in pieces]
        if any(sum(imbalances) for imbalances in values):
            return ""
        # Adding tiles that cover equally many dark and light cells changes nothing, so all repeats
        # after twice the common multiple, once there are enough tiles for every difference.
        common = math.lcm(*sizes)
        differences = math.lcm(*(max(imbalances) or 1 for imbalances in values))
        least = max(max(self.tiles.start, piece.least) * len(piece.polyomino) for piece in pieces)
        far = least + max(sizes) * differences + 2 * common
        if (most := self.most_cells()) is not None:
            far = min(far, most)
        first = -(-least // common) * common
        reasons = {self.excluded(cells) for cells in range(first, far + 1, common)}
        if None in reasons:
            return ""
        names = " and ".join(dict.fromkeys(piece.name for piece in pieces))
        if "coloring" not in reasons:
            return f"no allowed numbers of copies make {names} cover the same number of cells"
        if self.rectangle:
            return (
                f"in a checkerboard coloring, no allowed number of copies of {names} covers as "
                "many dark cells as a rectangle has"
            )
        return (
            f"in a checkerboard coloring, {names} cover different numbers of dark cells for "
            "every allowed number of copies"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the problem as JSON values."""
        values: dict[str, Any] = {
            "layers": [[piece.word() for piece in layer] for layer in self.layers],
            "lattice": self.lattice.name,
            "turn": self.turn,
        }
        for name, default in _CONDITIONS.items():
            value = getattr(self, name)
            if value != default:
                values[name] = value
        return values

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> FigureProblem:
        """Return the problem saved by `to_json`.

        Raises
        ------
        RequestError
            If the data are invalid.
        """
        from tilewright.model.piece import parse_pieces
        from tilewright.model.space.lattice import as_lattice

        known = {"layers", "lattice", "turn", *_CONDITIONS}
        if not isinstance(data, dict) or not {"layers", "lattice", "turn"} <= data.keys() <= known:
            raise RequestError("this is not a figure problem", where="problem")
        lattice, turn = as_lattice(data["lattice"]), check_turn(data["turn"])
        layer_words = data["layers"] if isinstance(data["layers"], list) else []
        if not layer_words or any(
            not isinstance(words, list) or not words for words in layer_words
        ):
            raise RequestError("'layers' must be lists of pieces", where="problem")
        layers = tuple(
            tuple(piece for word in words for piece in parse_pieces(word, turn, lattice))
            for words in layer_words
        )
        conditions = {name: data[name] for name in _CONDITIONS if name in data}
        for name, value in conditions.items():
            if type(value) is not (int if name == "holes" else type(_CONDITIONS[name])):
                raise RequestError(f"'{name}' has the wrong type", where="problem")
        problem = cls(layers, turn, **conditions)
        if problem.lattice is not lattice:
            raise RequestError(f"the pieces must be made of {lattice.cells}", where="problem")
        return problem


#: The conditions, and what they are by default.
_CONDITIONS: dict[str, Any] = {
    field.name: field.default for field in fields(FigureProblem) if field.default is not MISSING
}


def _colors(lattice: Lattice) -> np.ndarray[Any, Any] | None:
    """Return weights such that the parity of the weighted sum of a cell is its color, or None if
    there are not two colors.
    """
    weights = np.ones(lattice.dimension, dtype=np.int64)
    if lattice.kinds > 1:
        weights[:-1] = 0
    steps = [np.array(step) @ weights for sides in lattice.faces for step in sides]
    return weights if all(step % 2 for step in steps) else None


def _intersect_ranges(one: range, other: range) -> range:
    """Return the intersection of two ranges with steps.

    >>> _intersect_ranges(range(-6, 7, 4), range(-9, 10, 3))
    range(-6, 7, 12)
    """
    step = math.lcm(one.step, other.step)
    begin = max(one.start, one.start + -(-(other.start - one.start) // one.step) * one.step)
    for first in range(begin, begin + step, one.step):
        if first in other:
            return range(first, min(one.stop, other.stop), step)
    return range(0)


def _imbalances(piece: Piece, turn: Turn) -> set[int]:
    """Return the possible differences between the numbers of dark and light cells that a tile
    covers.
    """
    weights = _colors(piece.lattice)
    assert weights is not None
    imbalances = set()
    for form in piece.polyomino.orientations(turn):
        value = int((1 - 2 * (np.array(form.cells) @ weights % 2)).sum())
        imbalances.add(value)
        # A translation by one cell changes the colors, if there is one.
        if piece.lattice.kinds == 1:
            imbalances.add(-value)
    return imbalances
