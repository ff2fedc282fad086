"""Files of BurrTools (.xmpuzzle): XML, often compressed with gzip, with shapes in space and
problems made of them.

A shape is a box of states in the order x, y, z: ``#`` a cell, ``+`` a cell that may stay empty,
``_`` none, each followed by an optional color. ``#1`` has the first color, and ``#`` none. A
problem names the shape to fill (the result), the pieces with their numbers, and pairs of a color of
pieces and a color of the result on which it may lie. Pairs count colors from 0: there the first
color is 0. Cells without a color agree with all. A solution gives, for each piece, where its hot
spot lands and the number of its rotation (``data/burrtools_rotations.tsv``).

A problem in one layer becomes a board of squares. Its pieces turn freely, since they can be flipped
over in space. All others become boards of cubes, whose pieces are not mirrored.

Spheres are packed as densely as possible: those at x, y, z with an even sum. Problems with spheres
become boards of balls. If the result and all pieces lie in layers of the same kind, the board is
flat. Spheres of an axial layer touch like squares that share a side, and those of a diagonal layer
like hexagons. BurrTools turns spheres by the 24 rotations of a cube, and by a sixth of a turn about
each diagonal and any of them. The latter map a piece whose spheres touch into the packing only if
it lies in a diagonal layer, and then a reflection of the packing has the same effect. A piece in
several layers or in one line, whose spheres do not touch, is refused.

References
----------
A. Röver, *BurrTools*, http://burrtools.sourceforge.net. The grammar was read from its sources
(burr-tools, src/lib).
"""

from __future__ import annotations

import gzip
import io
import math
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import cycle, islice
from typing import IO, TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree as Tree

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, quoted
from tilewright.formats.format import LONGEST, Entry, Format, at, turns_otherwise
from tilewright.formats.puzzles.shapes import (
    make_piece,
    make_problem,
    most_copies,
    placements_of,
    tiling_of,
)
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import EMPTY_MARK, Problem
from tilewright.model.space.lattice import (
    BALLS,
    CUBES,
    HEXAGONS,
    SQUARES,
    Cell,
    Lattice,
    Turn,
)
from tilewright.model.space.polyform import Polyform
from tilewright.model.tiling import Tiling
from tilewright.system.platform.machine import in_units
from tilewright.system.work.deadline import check_time

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_GRIDS = ("cubes", "triangular prisms", "spheres", "rhombic tetrahedra", "tetrahedra and octahedra")
_CUBES, _SPHERES = 0, 2
#: The normals of layers of spheres: axial and diagonal ones.
_AXIAL = ((0, 0, 1), (0, 1, 0), (1, 0, 0))
_DIAGONAL = ((1, 1, 1), (1, 1, -1), (1, -1, 1), (1, -1, -1))
_STATES = re.compile(r"([#+_])([0-9]{0,2})")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_MOST_COLORS = 63
#: The most cells in the boxes of all shapes, and in the pieces of all problems, since each piece is
#: turned in 24 ways. The largest known puzzles have some thousand.
_MOST_STATES, _MOST_CELLS = 1 << 22, 1 << 17
_COPIES = 1 << 16
#: Red, green and blue of the colors in files that are written.
_INKS = (
    (214, 39, 40),
    (31, 119, 180),
    (44, 160, 44),
    (255, 127, 14),
    (148, 103, 189),
    (140, 86, 75),
)


@cache
def rotations() -> NDArray[np.int64]:
    """Return BurrTools' rotations of cubes, (48, 3, 3): 24, and 24 of the mirror image."""
    text = (
        resources.files("tilewright")
        .joinpath("data/burrtools_rotations.tsv")
        .read_text(encoding="utf-8")
    )
    rows = [line.split("\t")[1].split() for line in text.splitlines()[1:]]
    return np.array(rows, dtype=np.int64).reshape(-1, 3, 3)


@dataclass(frozen=True, eq=False)
class _Shape:
    """A shape in space: states and colors of its box, indexed (x, y, z)."""

    state: NDArray[np.str_]
    color: NDArray[np.int64]
    name: str
    hot: NDArray[np.int64]

    def cells(self, states: str = "#+") -> NDArray[np.int64]:
        """Return the cells (x, y, z) in these states, (n, 3)."""
        return np.argwhere(np.isin(self.state, list(states)))


class _Used(NamedTuple):
    """A piece of a problem: its shape, and its least and greatest number of copies."""

    shape: _Shape
    least: int
    most: int


class _RefusedError(Exception):
    """Why a problem is not supported."""


def _number(element: Element, name: str, default: int | None = None, most: int = _COPIES) -> int:
    """Return an attribute that is a number."""
    word = element.get(name)
    if word is None and default is not None:
        return default
    if word is None or not re.fullmatch(r"\d{1,9}", word, re.ASCII) or int(word) > most:
        state = "is missing" if word is None else f"is {quoted(word)}"
        raise FormatError(
            f"'{name}' of <{element.tag}> must be an integer from 0 to {most}, but {state}"
        )
    return int(word)


def _read(stream: IO[bytes], where: str) -> list[Entry]:
    with at(where):
        root = _parse_xml(_decompress(stream))
        if root.tag != "puzzle":
            raise FormatError(f"the root element must be <puzzle>, got <{root.tag[:40]}>")
        grid = root.find("gridType")
        kind = 0 if grid is None else _number(grid, "type", 0)
        if kind not in (_CUBES, _SPHERES):
            name = _GRIDS[kind] if kind < len(_GRIDS) else f"number {kind}"
            raise FormatError(f"grid not supported: {name}. Supported: cubes, spheres")
        reader = _Reader(kind == _SPHERES, (root.findtext("comment") or "").strip())
        for voxel in root.iterfind("shapes/voxel"):
            reader.add_shape(voxel)
        entries = [reader.problem(problem) for problem in root.iterfind("problems/problem")]
        if not entries:
            raise FormatError("the file contains no problem")
        return entries


def _decompress(stream: IO[bytes]) -> bytes:
    """Return the file's bytes, decompressed, at most `LONGEST` of them."""
    data = stream.read(LONGEST + 1)
    if data[:2] == b"\x1f\x8b":
        unpacker = zlib.decompressobj(31)
        try:
            data = unpacker.decompress(data, LONGEST + 1)
        except zlib.error as error:
            raise FormatError(f"the gzip data is damaged: {error}") from None
        if len(data) <= LONGEST and not unpacker.eof:
            raise FormatError("the gzip data is incomplete")
    if len(data) > LONGEST:
        raise FormatError(f"the file must not be larger than {in_units(LONGEST)}")
    return data


def _parse_xml(data: bytes) -> Element:
    """Parse XML. Entities and document types are rejected, as they can exhaust memory."""
    import defusedxml.ElementTree as Safe
    from defusedxml.common import DefusedXmlException

    try:
        try:
            data.decode("utf-8")
            text: bytes | str = data
        except UnicodeDecodeError:
            # BurrTools writes the code page of Windows, whatever the file declares.
            text = data.decode("cp1252", errors="replace")
        root: Element = Safe.fromstring(text, forbid_dtd=True)
    except Tree.ParseError as error:
        line, column = error.position
        raise FormatError(
            f"invalid XML: {str(error).partition(':')[0]}",
            where=f"line {line}, column {column + 1}",
        ) from None
    except (DefusedXmlException, ValueError, LookupError):
        raise FormatError("document types and entities are not allowed") from None
    return root


class _Reader:
    """Reads the shapes and problems of a file."""

    def __init__(self, spheres: bool, notes: str) -> None:
        self.spheres = spheres
        self.notes = notes
        self.shapes: list[_Shape] = []
        #: Cells in the boxes of shapes and in pieces so far.
        self.states = self.cells = 0

    def add_shape(self, voxel: Element) -> None:
        """Read a shape."""
        check_time()
        size = tuple(_number(voxel, name, most=1000) for name in "xyz")
        what = f"the shape {len(self.shapes)}"
        box = f"{what} is {size[0]}x{size[1]}x{size[2]}"
        self.states += math.prod(size)
        if self.states > _MOST_STATES:
            raise FormatError(f"{box}; all shapes together must have at most {_MOST_STATES} cells")
        text = "".join((voxel.text or "").split())
        if len(text) > 3 * math.prod(size):
            raise FormatError(f"{box}, but lists more states than cells")
        states = _STATES.findall(text)
        if sum(1 + len(color) for _, color in states) != len(text):
            raise FormatError(
                f"{what} has an invalid state: each must be '#', '+' or '_' with an optional color"
            )
        if len(states) != math.prod(size):
            raise FormatError(f"{box}, but has {len(states)} states")
        state = np.array([state for state, _ in states], dtype="<U1")
        color = np.array([int(color or 0) for _, color in states])
        hot = [_read_signed(voxel.get(name, "0")) for name in ("hx", "hy", "hz")]
        shape = _Shape(
            state.reshape(size[::-1]).transpose(2, 1, 0),
            color.reshape(size[::-1]).transpose(2, 1, 0),
            voxel.get("name", ""),
            np.array(hot, dtype=np.int64),
        )
        self.shapes.append(shape)

    def shape(self, element: Element) -> _Shape:
        """Return the shape that an element names."""
        number = _number(element, "id", most=1 << 20)
        if number >= len(self.shapes):
            raise FormatError(f"shape numbers must be 0 to {len(self.shapes) - 1}, got {number}")
        return self.shapes[number]

    def problem(self, element: Element) -> Entry:
        """Return a problem, or why it is not supported."""
        name = element.get("name", "")
        what = f"the problem {quoted(name)}"
        assemblies = element.get("assemblies", "")
        known = element.get("state") == "2" and re.fullmatch(r"\d{1,18}", assemblies, re.ASCII)
        stated = int(assemblies) if known else None
        entry = Entry(name=name, notes=self.notes, stated=stated)
        result = element.find("result")
        if result is None:
            raise FormatError(f"{what} has no result")
        board = self.shape(result)
        used = [self._used(shape, what) for shape in element.iterfind("shapes/shape")]
        # Colors count from 0 in pairs, and from 1 in the states of shapes.
        pairs = {
            (_number(pair, "piece") + 1, _number(pair, "result") + 1)
            for pair in element.iterfind("bitmap/pair")
        }
        holes = _number(element, "maxHoles", _MOST_STATES)
        solutions = element.findall("solutions/solution/assembly")
        try:
            space = _Space(
                board, [piece.shape for piece in used if piece.most], pairs, self.spheres
            )
            problem = space.problem(used, holes)
            tilings = [
                _tiling(problem, space, used, words.text or "", f"solution {number} of {what}")
                for number, words in enumerate([] if self.spheres else solutions, start=1)
            ]
        except _RefusedError as error:
            return replace(entry, refused=f"{what}: {error}")
        lost = [
            part
            for part, found in (
                (
                    "the groups of pieces, which matter only for disassembly",
                    element.find("shapes/shape[@group]") is not None
                    or element.find("shapes/shape/group") is not None,
                ),
                ("the saved state of the search", element.find("assembler") is not None),
                ("the disassemblies", element.find("solutions/solution/separation") is not None),
                (
                    "the solutions, because rotations of spheres are numbered differently",
                    self.spheres and solutions,
                ),
            )
            if found
        ]
        return replace(entry, problem=problem, tilings=tuple(tilings), lost=tuple(lost))

    def _used(self, element: Element, what: str) -> _Used:
        names = ("min", "max") if element.get("count") is None else ("count", "count")
        least, most = (_number(element, name, 0) for name in names)
        if least > most:
            raise FormatError(
                f"{what} has a shape whose min {least} is greater than its max {most}"
            )
        shape = self.shape(element)
        self.cells += int(np.count_nonzero(shape.state != "_"))
        if self.cells > _MOST_CELLS:
            raise FormatError(f"all pieces together must have at most {_MOST_CELLS} cells")
        return _Used(shape, least, most)


def _read_signed(word: str) -> int:
    return int(word) if re.fullmatch(r"-?\d{1,6}", word, re.ASCII) else 0


#: A color of the result, and whether its cells may stay empty.
_Key = tuple[int, bool]


class _Space:
    """A problem in space as one of squares or cubes, with the spatial axis of each axis."""

    def __init__(
        self,
        board: _Shape,
        pieces: Sequence[_Shape],
        pairs: set[tuple[int, int]],
        spheres: bool = False,
    ) -> None:
        cells = board.cells()
        if not len(cells):
            raise _RefusedError("the result contains no cells")
        extent = np.ptp(cells, axis=0) + 1
        self.shape = board
        self.pieces = pieces
        self.spheres = spheres
        flat = extent.min() == 1 and not any(map(_is_solid, pieces))
        self.lattice = SQUARES if flat else CUBES
        if spheres:
            self.lattice, self.normal = _layer(cells, pieces)
        self.axes = (
            [axis for axis in (1, 0, 2) if axis != _axis_across(extent)] if flat else [2, 1, 0]
        )
        self.corner = cells.min(axis=0)
        #: Which marks of the board each mark of a piece agrees with, unless equal marks agree.
        self.agree: dict[str, list[str]] = {}
        #: The marks of the result by color, and whether the cell may stay empty.
        self.letters_of_board: dict[_Key, str] = {}
        #: The marks of pieces by color.
        self.letters_of_pieces: dict[int, str] = {}
        self._choose_letters(pairs)

    def _choose_letters(self, pairs: set[tuple[int, int]]) -> None:
        """Choose marks for the colors of the result and of the pieces."""
        board, may = self.shape, self.shape.cells("+")
        on_board = set(board.color[tuple(board.cells().T)].tolist())
        on_pieces = {
            int(color) for shape in self.pieces for color in shape.color[tuple(shape.cells("#").T)]
        }
        allowed = {
            piece: frozenset(
                cell for cell in on_board if piece == 0 or cell == 0 or (piece, cell) in pairs
            )
            for piece in on_pieces
        }
        classes = list(dict.fromkeys(allowed.values()))
        is_partial = 0 < len(may) < len(board.cells())
        free = {int(color) for color in board.color[tuple(may.T)]} if is_partial else set()
        partners = {
            frozenset(p for p, group in allowed.items() if color in group) for color in free
        }
        if len(partners) > 1:
            # Each color has one mark for cells that may stay empty, and one for others.
            plain, *colors = sorted(set(board.color[tuple(board.cells("#").T)].tolist()))
            keys = [(color, False) for color in colors] + [(color, True) for color in sorted(free)]
            self._let_agree(allowed, [(plain, False)], [[key] for key in keys])
            self.agree[EMPTY_MARK] = sorted(
                {letter for (_, empty), letter in self.letters_of_board.items() if empty}
            )
        elif any(left != right and left & right for left in classes for right in classes):
            # Each color keeps its own mark, as BurrTools distinguishes them when it looks for
            # symmetries.
            unmarked = free or {min(on_board)}
            groups = [_keys_of(color) for color in sorted(on_board - unmarked)]
            self._let_agree(allowed, [key for color in unmarked for key in _keys_of(color)], groups)
        else:
            self._mark_classes(allowed, on_board, free)

    def _let_agree(
        self, allowed: dict[int, frozenset[int]], plain: list[_Key], groups: list[list[_Key]]
    ) -> None:
        """Choose marks for colors that partly agree: small letters for groups of cells on the
        board, capitals on pieces.
        """
        self.letters_of_pieces = _letters_of_pieces(allowed, len(groups))
        self.letters_of_board = dict.fromkeys(plain, "") | {
            key: letter for keys, letter in zip(groups, _LETTERS, strict=False) for key in keys
        }
        self.agree = {
            self.letters_of_pieces[ink]: sorted(
                {letter for (color, _), letter in self.letters_of_board.items() if color in group}
            )
            for ink, group in allowed.items()
        }

    def _mark_classes(
        self, allowed: dict[int, frozenset[int]], on_board: set[int], free: set[int]
    ) -> None:
        """Choose a mark for each class of colors that agree with the same ones."""
        classes = list(dict.fromkeys(allowed.values()))
        plain = next((group for group in classes if group & (free or {0})), None)
        if plain is None and not free:
            plain = next(iter(classes), None)
        letter = iter(_LETTERS)
        named = {group: "" if group == plain else next(letter) for group in classes if group}
        # A color without a partner gets a letter of its own.
        of_board = {color: named[group] for group in named for color in group}
        for color in sorted(on_board - set(of_board)):
            of_board[color] = "" if color in free else next(letter)
        self.letters_of_board = {
            key: mark for color, mark in of_board.items() for key in _keys_of(color)
        }
        self.letters_of_pieces = {
            piece: named[group] if group else next(letter)
            for piece, group in sorted(allowed.items())
        }

    def place(self, cells: NDArray[np.int64]) -> list[Cell]:
        """Return cells in space as cells of the board; they may be outside it."""
        if self.lattice is BALLS:
            return _stack(cells)
        if self.spheres:
            return _flatten(cells, self.normal)
        moved = cells - self.corner
        if any(moved[:, axis].any() for axis in range(3) if axis not in self.axes):
            raise FormatError("a piece is outside the layer of the result")
        return list(map(tuple, moved[:, self.axes].tolist()))

    def problem(self, used: Sequence[_Used], most_holes: int) -> Problem:
        cells = np.array(self.place(self.shape.cells()))
        mask = np.zeros((cells.max(axis=0) + 1).tolist(), dtype=bool)
        may = np.zeros_like(mask)
        marks = np.zeros(mask.shape, dtype=np.int16)
        alphabet = sorted({*self.letters_of_board.values()} - {""})
        for (x, y, z), cell in zip(
            self.shape.cells().tolist(), map(tuple, cells.tolist()), strict=True
        ):
            mask[cell] = True
            may[cell] = self.shape.state[x, y, z] == "+"
            letter = self.letters_of_board[int(self.shape.color[x, y, z]), bool(may[cell])]
            marks[cell] = alphabet.index(letter) + 1 if letter else 0
        holes = int(may.sum())
        # If every cell may stay empty, that is a property of the problem, and all cells may have
        # marks.
        free = may & (holes < mask.sum() and EMPTY_MARK not in self.agree)
        board = Board(mask, optional=free, marks=marks, alphabet=alphabet, lattice=self.lattice)
        empty = (0, min(holes, most_holes))
        pieces = [self._piece(*piece) for piece in used]
        return make_problem(
            board,
            [piece for piece in pieces if piece is not None],
            empty=empty,
            marks_agree=self.agree,
        )

    def match_pieces(self, problem: Problem, used: Sequence[_Used]) -> list[int]:
        """Return the index of the problem's piece for each shape, or 0 if it is not used."""
        looks = {
            frozenset(piece.orientations(problem.turn)): k for k, piece in enumerate(problem.pieces)
        }
        return [
            0 if piece is None else looks[frozenset(piece.orientations(problem.turn))]
            for piece in (self._piece(*piece) for piece in used)
        ]

    def _piece(self, shape: _Shape, least: int, most: int) -> Piece | None:
        if not most:
            return None
        check_time()
        cells = shape.cells()
        if (shape.state == "+").any():
            raise _RefusedError(
                f"the piece {quoted(shape.name)} has variable cells, which are not supported "
                "(BurrTools cannot solve them either)"
            )
        if not len(cells):
            raise _RefusedError(f"the piece {quoted(shape.name)} has no cells")
        letters = [self.letters_of_pieces[int(shape.color[tuple(cell)])] for cell in cells]
        turn: Turn = "free" if self.lattice.dimension == 2 else "one-sided"
        if self.spheres:
            places = self._piece_of_spheres(shape.name, cells)
        else:
            thin = _axis_across(np.ptp(cells, axis=0) + 1) if self.lattice is SQUARES else -1
            axes = [axis for axis in (1, 0, 2) if axis != thin] if thin >= 0 else self.axes
            places = list(map(tuple, cells[:, axes].tolist()))
        return make_piece(
            places,
            name=shape.name,
            turn=turn,
            least=least,
            most=most,
            marks=letters,
            lattice=self.lattice,
        )

    def _piece_of_spheres(self, name: str, cells: NDArray[np.int64]) -> list[Cell]:
        """Return the spheres of a piece as cells of the board's lattice."""
        _check_spheres(cells, f"the piece {quoted(name)}")
        normals = {SQUARES: _AXIAL, HEXAGONS: _DIAGONAL}.get(self.lattice, ())
        normal = next((axis for axis in normals if _lies_in(cells, axis)), None)
        places = _stack(cells) if normal is None else _flatten(cells, normal)
        solid = normal is None or np.linalg.matrix_rank(cells - cells[0]) == 1
        if solid and not Polyform(tuple(places), self.lattice).is_connected():
            raise _RefusedError(
                f"the piece {quoted(name)} has spheres that do not touch, which is supported only "
                "in one layer"
            )
        return places


def _check_spheres(cells: NDArray[np.int64], what: str) -> None:
    if (cells.sum(axis=1) % 2).any():
        raise _RefusedError(
            f"{what} has a sphere where x + y + z is odd, but spheres require an even sum"
        )


def _layer(cells: NDArray[np.int64], pieces: Sequence[_Shape]) -> tuple[Lattice, tuple[int, ...]]:
    """Return the lattice of the layer in which spheres lie, and its normal; the lattice of balls if
    these or the pieces do not lie in layers of the same kind.
    """
    _check_spheres(cells, "the result")
    for normals, lattice in ((_AXIAL, SQUARES), (_DIAGONAL, HEXAGONS)):
        if all(any(_lies_in(piece.cells(), axis) for axis in normals) for piece in pieces):
            for normal in normals:
                if _lies_in(cells, normal):
                    return lattice, normal
    return BALLS, (0, 0, 0)


def _lies_in(cells: NDArray[np.int64], normal: Sequence[int]) -> bool:
    """Return True if spheres lie in one layer with a normal."""
    heights = cells @ np.array(normal)
    return bool((heights == heights[0]).all() and not (cells.sum(axis=1) % 2).any())


def _flatten(cells: NDArray[np.int64], normal: Sequence[int]) -> list[Cell]:
    """Return spheres of a layer as cells of squares or hexagons, moved to the origin."""
    steps = (cells - cells[0]) * np.array(normal if all(normal) else (1, 1, 1))
    if all(normal):
        flat = -steps[:, 1:]
    else:
        a, b = (steps[:, axis] for axis in range(3) if not normal[axis])
        flat = np.column_stack([(a + b) // 2, (a - b) // 2])
    return list(map(tuple, (flat - flat.min(axis=0)).tolist()))


def _stack(cells: NDArray[np.int64]) -> list[Cell]:
    """Return spheres as cells of balls, moved to the origin."""
    x, y, z = cells.T
    places = np.column_stack([z, (x + y + z) // 2, (x - y + z) // 2])
    return list(map(tuple, (places - places.min(axis=0)).tolist()))


def _keys_of(color: int) -> list[_Key]:
    """Return the keys of cells of a color, whether they may stay empty or not."""
    return [(color, False), (color, True)]


def _letters_of_pieces(allowed: Mapping[int, object], others: int) -> dict[int, str]:
    """Return a mark for each color of the pieces, beside this number of marks of the board."""
    inks = sorted(allowed.keys() - {0})
    if max(others, len(inks)) > len(_LETTERS):
        raise _RefusedError(
            f"the file has more than {len(_LETTERS)} colors, but a board supports at most "
            f"{len(_LETTERS)} marks"
        )
    capitals = _LETTERS[26:52] + _LETTERS[:26] + _LETTERS[52:]
    return {0: ""} | dict(zip(inks, capitals, strict=False))


def _is_solid(shape: _Shape) -> bool:
    """Return True if a shape does not lie in one layer."""
    cells = shape.cells()
    return bool(len(cells)) and bool((np.ptp(cells, axis=0) > 0).all())


def _axis_across(extent: NDArray[np.int64]) -> int:
    """Return the axis across a layer, z if possible."""
    return next(axis for axis in (2, 1, 0) if extent[axis] == 1)


def _place_cells(shape: _Shape, place: Sequence[int], turn: int) -> NDArray[np.int64]:
    """Return the cells of a piece, rotated about its hot spot and moved to a place."""
    landed: NDArray[np.int64] = (shape.cells() - shape.hot) @ rotations()[turn].T + np.array(place)
    return landed


def _assembly(words: str, used: Sequence[_Used], what: str) -> list[tuple[int, NDArray[np.int64]]]:
    """Return the pieces of a solution: the index in `used`, and the cells in space."""
    tokens = iter(words.split())
    placements = []
    for number, (shape, _, most) in enumerate(used):
        for _ in range(most):
            check_time()
            token = next(tokens, None)
            if token == "x":
                continue
            words_of = [token, *(next(tokens, None) for _ in range(3))]
            if not all(word and re.fullmatch(r"-?\d{1,6}", word, re.ASCII) for word in words_of):
                raise FormatError(f"{what} must have four integers, or 'x', for each piece")
            x, y, z, turn = (int(word or 0) for word in words_of)
            if not 0 <= turn < len(rotations()):
                raise FormatError(
                    f"the rotations of {what} must be 0 to {len(rotations()) - 1}, got {turn}"
                )
            placements.append((number, _place_cells(shape, (x, y, z), turn)))
    if next(tokens, None) is not None:
        raise FormatError(f"{what} has more pieces than the problem")
    return placements


def _tiling(
    problem: Problem, space: _Space, used: Sequence[_Used], words: str, what: str
) -> Tiling:
    assembly = _assembly(words, used, what)
    numbers = space.match_pieces(problem, used) if problem.marks_agree else []
    owners = [numbers[number] for number, _ in assembly] if numbers else []
    return tiling_of(problem, [space.place(cells) for _, cells in assembly], what, owners)


def _write(entries: list[Entry], _: Mapping[str, Any]) -> bytes:
    root = Tree.Element("puzzle", version="2")
    listed = [(entry, entry.problem) for entry in entries if entry.problem is not None]
    spheres = {problem.board.lattice in (HEXAGONS, BALLS) for _, problem in listed}
    if len(spheres) > 1:
        raise FormatError(
            "a BurrTools file must have one grid: spheres for hexagons and balls, and cubes for "
            "other lattices"
        )
    _add(root, "gridType", type=_SPHERES if spheres == {True} else _CUBES)
    colors, shapes, problems = (_add(root, tag) for tag in ("colors", "shapes", "problems"))
    most = max(_write_problem(entry, problem, shapes, problems) for entry, problem in listed)
    for red, green, blue in islice(cycle(_INKS), most):
        _add(colors, "color", red=red, green=green, blue=blue)
    notes = next((entry.notes for entry in entries if entry.notes), "")
    _add(root, "comment").text = _clean(notes)
    Tree.indent(root)
    stream = io.BytesIO()
    Tree.ElementTree(root).write(stream, encoding="utf-8", xml_declaration=True)
    return gzip.compress(stream.getvalue(), mtime=0)


def _add(parent: Element, tag: str, **attributes: object) -> Element:
    """Add an element, with the attributes that are not None."""
    words = {name: _clean(str(value)) for name, value in attributes.items() if value is not None}
    return Tree.SubElement(parent, tag, words)


def _write_problem(entry: Entry, problem: Problem, shapes: Element, problems: Element) -> int:
    """Add a problem and its shapes; return how many colors it has."""
    board = problem.board
    if board.lattice.dimension == 3:
        for piece in problem.pieces:
            free = (piece.turn or problem.turn) == "free"
            if free and turns_otherwise(piece, problem, "one-sided"):
                raise FormatError(
                    f"BurrTools does not mirror pieces of {board.lattice.cells}, but "
                    f"{piece.word()} may be mirrored. Use --turn one-sided."
                )
            if board.lattice is BALLS and not piece.polyomino.is_connected():
                raise FormatError(f"the balls of {piece.word()} do not touch")
    numbers = _number_marks(problem)
    color = {letter: str(number + 1) for letter, number in numbers.items()}
    marks = np.array(["", *board.alphabet])[board.marks]
    may = problem.optional & (problem.empty_most > 0)
    states = {
        cell: ("+" if may[cell] else "#") + color.get(str(marks[cell]), "")
        for cell in map(tuple, np.argwhere(board.mask).tolist())
    }
    number_of_board = len(shapes)
    _add_shape(shapes, board.lattice, states, entry.name, board.shape)
    element = _add(
        problems,
        "problem",
        name=entry.name,
        state=0 if entry.stated is None else 2,
        maxHoles=problem.empty_most if problem.empty_most < may.sum() else None,
        assemblies=entry.stated,
    )
    used = _add(element, "shapes")
    copies = []
    for _, piece in _list_shapes(problem):
        least, most = piece.least, most_copies(piece, problem)
        limits = {"count": least} if least == most else {"min": least, "max": most}
        _add(used, "shape", id=len(shapes), **limits)
        copies.append(most)
        cells = piece.polyomino.cells
        marks_of_cells = zip(cells, piece.marks or ("",) * len(cells), strict=True)
        states = {cell: f"#{color.get(mark, '')}" for cell, mark in marks_of_cells}
        _add_shape(shapes, board.lattice, states, piece.name)
    _add(element, "result", id=number_of_board)
    bitmap = _add(element, "bitmap")
    for letter, number in numbers.items():
        for partner in problem.marks_agree.get(letter, (letter,)):
            if partner in numbers:
                _add(bitmap, "pair", piece=number, result=numbers[partner])
    if entry.tilings and board.lattice not in (HEXAGONS, BALLS):
        solutions = _add(element, "solutions")
        for tiling in entry.tilings:
            text = _assembly_text(problem, tiling, copies)
            _add(_add(solutions, "solution"), "assembly").text = text
    return len(color)


def _number_marks(problem: Problem) -> dict[str, int]:
    """Return the numbers of marks as colors, from 0; plain cells agree with plain ones only."""
    on_pieces = [mark for piece in problem.pieces for mark in piece.marks]
    letters = sorted({*problem.board.alphabet, *on_pieces} - {""})
    if not (problem.board.marks.any() or on_pieces or problem.marks_agree):
        return {}
    if len(letters) + 1 > _MOST_COLORS:
        raise FormatError(
            f"BurrTools supports {_MOST_COLORS} colors, one of them for cells without marks, got "
            f"{len(letters)} marks"
        )
    return {letter: number for number, letter in enumerate(["", *letters])}


def _add_shape(
    shapes: Element,
    lattice: Lattice,
    states: Mapping[Cell, str],
    name: str,
    shape: tuple[int, ...] = (0, 0),
) -> None:
    """Add a shape of cells with states, in a box; hexagons are spheres of a diagonal layer, and
    balls are spheres.
    """
    points = np.array([*map(_point_of, states)])
    size = np.maximum(points.max(axis=0) + 1, _point_of(shape))
    if spheres := lattice in (HEXAGONS, BALLS):
        # In the layer x + y + z = constant, a row is a step -y and a column a step -z, each with a
        # step along x.
        column, row, layer = points.T
        points = np.column_stack(
            [row + column, -row, -column]
            if lattice is HEXAGONS
            else [row + column - layer, row - column, layer]
        )
        points -= points.min(axis=0)
        points[:, 0] += points[0].sum() % 2
        size = points.max(axis=0) + 1
    x, y, z = size.tolist()
    if spheres and x * y * z > _MOST_STATES:
        raise FormatError(f"spheres must fit into a box of {_MOST_STATES} cells, got {x}x{y}x{z}")
    box = np.full((x, y, z), "_", dtype=object)
    box[tuple(points.T)] = [*states.values()]
    voxel = _add(shapes, "voxel", x=x, y=y, z=z, type=0, name=name or None)
    voxel.text = "".join(box.T.ravel())


def _assembly_text(problem: Problem, tiling: Tiling, copies: Sequence[int]) -> str:
    """Return a solution: for each copy of each piece its hot spot and rotation, or x."""
    # A shape that is one of several equal ones may be turned in another way than the piece.
    cells_of_piece: list[list[list[Cell]]] = [[] for _ in problem.pieces]
    for owner, cells in placements_of(problem, tiling):
        cells_of_piece[owner].append(cells)
    words: list[str] = []
    for (owner, piece), number in zip(_list_shapes(problem), copies, strict=True):
        cells_of_copies, cells_of_piece[owner] = (
            cells_of_piece[owner][:number],
            cells_of_piece[owner][number:],
        )
        words += [_quadruple(problem, piece, cells) for cells in cells_of_copies]
        words += ["x"] * (number - len(cells_of_copies))
    return " ".join(words)


def _list_shapes(problem: Problem) -> list[tuple[int, Piece]]:
    """Return the pieces that are written, each with its number; equal ones apart if listed so."""
    return [
        (number, piece)
        for number, parts in enumerate(problem.parts)
        for piece in (parts if _is_apart(problem, number) else (problem.pieces[number],))
    ]


def _is_apart(problem: Problem, number: int) -> bool:
    parts = problem.parts[number]
    return parts in problem.alike and all(part.least == part.most for part in parts)


def _quadruple(problem: Problem, piece: Piece, cells: list[Cell]) -> str:
    cells = sorted(cells, key=_point_of)
    target = np.array([*map(_point_of, cells)])
    source = np.array([*map(_point_of, piece.polyomino.cells)])
    letters = ("", *problem.board.alphabet)
    there = [letters[problem.board.marks[cell]] for cell in cells]
    marks = piece.marks or ("",) * len(cells)
    for turn, matrix in enumerate(rotations()[:24]):
        image = source @ matrix.T
        order = np.lexsort(image.T[::-1])
        image = image[order]
        step = target[0] - image[0]
        marks_in_order = [marks[index] for index in order.tolist()]
        agree = all(
            letter in problem.marks_agree.get(mark, (mark,))
            for mark, letter in zip(marks_in_order, there, strict=True)
        )
        if agree and (image + step == target).all():
            return f"{step[0]} {step[1]} {step[2]} {turn}"
    raise FormatError(
        f"{piece.name} is mirrored in the tiling, but BurrTools supports only rotations"
    )


def _point_of(cell: Cell) -> tuple[int, int, int]:
    """Return a cell of a board as (x, y, z)."""
    x, y, z = (*reversed(cell), 0)[:3]
    return x, y, z


def _clean(text: str) -> str:
    """Return a text without the characters that XML does not allow."""
    return re.sub(r"[^\t\n\x20-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]", "", text)


def _list_features(problem: Problem) -> frozenset[str]:
    plain = frozenset({"ranges", "marks", "marks_agree", "optional", "names", "name", "notes"})
    if problem.board.lattice in (HEXAGONS, BALLS):
        plain |= {"no tilings"}
    # Solid pieces rotate in space and are not mirrored.
    if problem.board.lattice.dimension == 3 and not any(
        turns_otherwise(piece, problem, "one-sided") for piece in problem.pieces
    ):
        plain |= {"turn", "turns"}
    if problem.marks_agree and not _keeps_marks(problem):
        plain -= {"marks"}
    if all(
        parts not in problem.alike or _is_apart(problem, number)
        for number, parts in enumerate(problem.parts)
    ):
        plain |= {"apart"}
    return plain if problem.empty_least > 0 else plain | {"empties"}


def _keeps_marks(problem: Problem) -> bool:
    """Whether marks are read back unchanged; those that agree with the same marks are merged."""
    letters = ("", *problem.board.alphabet)
    there = {letters[mark] for mark in problem.board.marks[problem.board.mask].tolist()}
    marks = {mark for piece in problem.pieces for mark in piece.marks or ("",)}
    groups = [there.intersection(problem.marks_agree.get(mark, (mark,))) for mark in marks]
    if any(left != right and left & right for left in groups for right in groups):
        return True
    paired = [group for group in groups if group]
    return all(len(group) == 1 for group in paired) and len(set().union(*paired)) == len(paired)


BURRTOOLS = Format(
    name="xmpuzzle",
    title="a puzzle of BurrTools",
    endings=(".xmpuzzle",),
    holds=("problem", "tilings"),
    says=_list_features,
    recognizes=lambda text: re.match(r"\s*(<\?xml[^>]*\?>)?\s*<puzzle\b", text) is not None,
    read=_read,
    write=_write,
    many=True,
    lattices=frozenset({SQUARES, CUBES, HEXAGONS, BALLS}),
)
