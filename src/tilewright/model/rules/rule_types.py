"""Rules beyond covering: immutable data that determine which tilings of a problem are allowed.

Most rules are sums: the weights of the used tiles add up to at least `least` and at most `most`.
The functions in `tilewright.rules` create rules, and `parse_rule` parses them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import index
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import ProblemError, RequestError, quoted
from tilewright.model.board import Board, has_cell
from tilewright.model.piece import Piece
from tilewright.model.space.lattice import CUBES, SQUARES, TRIANGLES, Cell, cell_word
from tilewright.model.space.polyform import Polyform
from tilewright.model.space.surface import neighboring
from tilewright.system.values.arguments import format_value

#: The lines between which direction of cells `FaultFree` looks at; all if it is empty.
Axis = Literal["", "layers", "rows", "columns"]
#: What bounds a sum: a comparison with a number.
Comparison = Literal["<", "<=", "=", ">=", ">"]

_CELLS = re.compile(r"\d{1,9}(,\d{1,9}){1,2}(-\d{1,9}(,\d{1,9}){1,2})*", re.ASCII)
_BOUNDS = re.compile(r"(\d{1,9})(?:(\.\.)(\d{1,9})?)?", re.ASCII)
_COMPARED = re.compile(r"(<=|>=|<|>|=)?\s*(\d{1,9})", re.ASCII)
#: A clue that any tile fits.
ANY = "?"
_CLUE = re.compile(r"(\d{1,9}(?:,\d{1,9}){1,2})=(\S+)", re.ASCII)
#: How many cells or faults are listed.
_LISTED = 3
#: The values of `Apart.of` for classes that depend on shapes, and the names of their tiles.
SIZE, SAME_WAY = ("size",), ("same-way",)
_CLASSES = {
    (): "congruent tiles",
    SIZE: "equally large tiles",
    SAME_WAY: "equally shaped and oriented tiles",
}


class RuledProblem(Protocol):
    """The data about a problem that a rule needs."""

    @property
    def board(self) -> Board:
        """The board."""

    @property
    def pieces(self) -> Sequence[Piece]:
        """The pieces."""

    def piece_index(self, name: str) -> int | None:
        """Return the index of the piece with this name, or None if there is no such piece."""


@dataclass(frozen=True, eq=False)
class LaidTiles:
    """The tiles of a tiling, in the form that rules use.

    Attributes
    ----------
    problem : RuledProblem
    labels : (n,) int
        The tile of each entry of the arrays of the board, in reading order; negative if there is no
        tile.
    tiles : sequence of tuple of cells
        The cells of each tile.
    fitting : sequence of tuple of int
        The pieces that each tile may be.
    marks : tuple of str
        The mark that each entry shows; empty if no rule depends on marks.
    """

    problem: RuledProblem
    labels: NDArray[np.signedinteger[Any]]
    tiles: Sequence[tuple[Cell, ...]]
    fitting: Sequence[tuple[int, ...]]
    marks: tuple[str, ...] = ()

    @property
    def board(self) -> Board:
        """The board."""
        return self.problem.board

    def at(self, cell: Cell) -> int:
        """Return the index of a cell in the arrays."""
        return int(np.ravel_multi_index(cell, self.board.shape))


class _AnyRule:
    """The base class of rules."""

    reads_marks: ClassVar[bool] = False

    def faults(self, problem: RuledProblem) -> Iterator[str]:
        """Yield the faults of the rule in this problem."""
        return iter(())

    def broken(self, laid: LaidTiles) -> str | None:
        """Return how a tiling breaks the rule, or None if it does not or `tiling_faults` checks
        it.
        """
        return None


@dataclass(frozen=True)
class Tiles(_AnyRule):
    """The number of tiles, or of tiles of certain pieces, is within a range."""

    least: int
    most: int
    pieces: tuple[str, ...] = ()

    def word(self) -> str:
        """Return the string that `parse_rule` reads."""
        of = f" {'|'.join(self.pieces)}" if self.pieces else ""
        return f"tiles {_range_word(self.least, self.most)}{of}"

    def faults(self, problem: RuledProblem) -> Iterator[str]:
        """Yield the faults of the rule in this problem."""
        if not 0 <= self.least <= self.most:
            bounds = f"{self.least} and {self.most}"
            yield f"the number of tiles must satisfy 0 <= least <= most, got {bounds}"
        yield from _unknown_pieces(self, problem)

    def group(self, problem: RuledProblem) -> frozenset[int | None]:
        """Return the numbers of the pieces whose tiles count."""
        return frozenset(map(problem.piece_index, self.pieces)) or frozenset(
            range(len(problem.pieces))
        )

    def miscounted(self, number: int) -> str | None:
        """Return how a number of tiles breaks the rule, or None if it does not."""
        if self.least <= number <= self.most:
            return None
        of = f" of {' or '.join(self.pieces)}" if self.pieces else ""
        return f"there are {number} tiles{of}, expected {_range_word(self.least, self.most)}"


@dataclass(frozen=True)
class FaultFree(_AnyRule):
    """A tile crosses every straight line through the board, or every line along one axis."""

    axis: Axis = ""

    def word(self) -> str:
        """Return the string that `parse_rule` reads."""
        return f"fault-free {self.axis}".rstrip()

    def faults(self, problem: RuledProblem) -> Iterator[str]:
        """Yield the faults of the rule in this problem."""
        board = problem.board
        allowed = _AXES.get(board.lattice.name, ())
        if board.surface.joined or not allowed:
            yield f"{self.word()}: requires a flat board of squares, triangles or cubes"
        elif self.axis and self.axis not in allowed:
            yield f"{self.word()}: {board.lattice.cells} support only {', '.join(allowed)}"

    def broken(self, laid: LaidTiles) -> str | None:
        """Return how a tiling breaks the rule, or None if it does not."""
        for line in fault_lines(laid.board, self.axis):
            pairs = laid.labels[line.pairs]
            if not ((pairs[:, 0] == pairs[:, 1]) & (pairs[:, 0] >= 0)).any():
                return f"no tile crosses {line.name}"
        return None


@dataclass(frozen=True)
class NoCrossroads(_AnyRule):
    """No four different tiles meet at a point."""

    def word(self) -> str:
        """Return the string that `parse_rule` reads."""
        return "no-crossroads"

    def faults(self, problem: RuledProblem) -> Iterator[str]:
        """Yield the faults of the rule in this problem."""
        if problem.board.lattice is not SQUARES or problem.board.surface.joined:
            yield f"{self.word()}: requires a flat board of squares"

    def broken(self, laid: LaidTiles) -> str | None:
        """Return how a tiling breaks the rule, or None if it does not."""
        corners = crossings(laid.board)
        around = laid.labels[corners]
        ordered = np.sort(around, axis=1)
        meets = (ordered[:, 0] >= 0) & (np.diff(ordered, axis=1) > 0).all(axis=1)
        if not meets.any():
            return None
        cell = np.unravel_index(corners[int(meets.argmax()), 2], laid.board.shape)
        return f"four tiles meet at the upper left corner of the cell {cell_word(cell)}"


@dataclass(frozen=True)
class Maximal(_AnyRule):
    """No further piece fits on the cells that stay empty."""

    def word(self) -> str:
        """Return the string that `parse_rule` reads."""
        return "maximal"

    def faults(self, problem: RuledProblem) -> Iterator[str]:
        """Yield the faults of the rule in this problem."""
        if problem.board.surface.joined:
            yield "maximal: requires a flat board"
        for piece in problem.pieces:
            if piece.most is not None:
                yield f"maximal: requires any number of each piece, such as {piece.base()}+"
                return


@dataclass(frozen=True)
class Apart(_AnyRule):
    """No two tiles of the same class share a side or, if `corners` is True, a corner.

    By default, congruent tiles are a class; mirror images are congruent. If `of` is `SIZE`, tiles
    with the same number of cells are a class, and if `of` is `SAME_WAY`, tiles that are
    translations of each other. Otherwise, `of` names pieces whose tiles are one class.
    """

    of: tuple[str, ...] = ()
    corners: bool = False

    @property
    def pieces(self) -> tuple[str, ...]:
        """The names of the pieces of the class; empty if the class depends on shapes."""
        return () if self.of in (SIZE, SAME_WAY) else self.of

    def word(self) -> str:
        """Return the string that `parse_rule` reads."""
        of = "|".join(self.of)
        if " " in of and "|" not in of:
            of += "|"
        return " ".join(filter(None, ["apart", "corners" * self.corners, of]))

    def faults(self, problem: RuledProblem) -> Iterator[str]:
        """Yield the faults of the rule in this problem."""
        if self.of == SAME_WAY and problem.board.surface.joined:
            yield f"{self.word()}: requires a flat board"
        yield from _unknown_pieces(self, problem)

    def classes(
        self, problem: RuledProblem
    ) -> Callable[[int, Sequence[tuple[int, ...]]], Hashable]:
        """Return a function that maps the index of a piece, and the cells of its tile, to the class
        of the tile, or to None if the tile may touch every tile.
        """
        if self.of == SIZE:
            return lambda _, cells: len(cells)
        if self.of == SAME_WAY:
            lattice = problem.board.lattice
            return lambda _, cells: Polyform(cells, lattice)
        named = set(map(problem.piece_index, self.of))
        kinds = [
            (index in named or None) if named else piece.polyomino.canonical("free")
            for index, piece in enumerate(problem.pieces)
        ]
        return lambda index, _: kinds[index]

    def broken(self, laid: LaidTiles) -> str | None:
        """Return how a tiling breaks the rule, or None if it does not or the pieces of touching
        tiles are not known.
        """
        class_of = self.classes(laid.problem)
        found = [
            {class_of(piece, cells) for piece in fits}
            for cells, fits in zip(laid.tiles, laid.fitting, strict=True)
        ]
        sure = [next(iter(several)) if len(several) == 1 else None for several in found]
        for first, second in laid.labels[side_by_side(laid.board, corners=self.corners)].tolist():
            if min(first, second) < 0 or first == second:
                continue
            if sure[first] is not None and sure[first] == sure[second]:
                same = _CLASSES.get(self.of, f"tiles of {' or '.join(self.of)}")
                return f"the {same} {min(first, second)} and {max(first, second)} touch"
        return None


def _unknown_pieces(rule: Apart | Tiles, problem: RuledProblem) -> Iterator[str]:
    """Yield the faults of names that no piece has."""
    for name in rule.pieces:
        if problem.piece_index(name) is None:
            yield f"{rule.word()}: the problem has no piece {quoted(name)}"


@dataclass(frozen=True)
class CellRule(_AnyRule):
    """The cells of the board that a rule refers to."""

    cells: tuple[Cell, ...]
    reads_marks: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", _as_cells(self.cells))

    def places(self) -> str:
        """Return the cells as text."""
        return "-".join(map(cell_word, self.cells))

    def word(self) -> str:
        """Return the string that `parse_rule` reads."""
        return f"{type(self).__name__.lower()} {self.places()}"

    def faults(self, problem: RuledProblem) -> Iterator[str]:
        """Yield the faults of the rule in this problem."""
        missing = [cell for cell in self.cells if not has_cell(problem.board, cell)]
        if missing:
            others = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            yield f"{self.word()}: the cell {cell_word(missing[0])}{others} is not on the board"
        if not any(piece.marks for piece in problem.pieces):
            yield f"{self.word()}: the rule requires pieces with marks"

    def badge(self) -> str:
        """Return the label of the region in pictures: ``12``, ``<5``, ``=``."""
        return "=" if isinstance(self, Equal) else "≠"

    def shown(self, laid: LaidTiles) -> list[str]:
        """Return the marks of the cells that are covered."""
        places = [laid.at(cell) for cell in self.cells]
        return [laid.marks[place] for place in places if laid.labels[place] >= 0]


@dataclass(frozen=True)
class Sum(CellRule):
    """The sum of the digits that pieces show in a region is within a range."""

    least: int = 0
    most: int | None = None

    def word(self) -> str:
        """Return the string that `parse_rule` reads."""
        return f"sum {self.places()} {self._bounds('>= {}', '= {}', '<= {}', '{}..{}')}"

    def faults(self, problem: RuledProblem) -> Iterator[str]:
        """Yield the faults of the rule in this problem."""
        yield from super().faults(problem)
        letters = sorted(
            {mark for piece in problem.pieces for mark in piece.marks if not mark.isdigit()} - {""}
        )
        if letters:
            yield f"{self.word()}: the mark {letters[0]} of a piece is not a digit"
        if self.least < 0 or (self.most is not None and self.most < self.least):
            yield f"{self.word()}: the bounds must satisfy 0 <= least <= most"

    def broken(self, laid: LaidTiles) -> str | None:
        """Return how a tiling breaks the rule, or None if it does not."""
        total = sum(int(mark or 0) for mark in self.shown(laid))
        if self.least <= total and (self.most is None or total <= self.most):
            return None
        return f"the sum of the cells {self.places()} is {total}, expected {self.expected()}"

    def badge(self) -> str:
        """Return the label of the region in pictures: ``12``, ``<5``, ``=``."""
        if self.most is None:
            return f">{self.least - 1}"
        return self._bounds("", "{}", f"<{self.most + 1}", "{}–{}")

    def expected(self) -> str:
        """Return the range as text: ``12``, ``at most 4``."""
        return self._bounds("at least {}", "{}", "at most {}", "{} to {}")

    def _bounds(self, lower: str, exact: str, upper: str, both: str) -> str:
        """Return the range in the shortest form."""
        if self.most is None:
            return lower.format(self.least)
        if self.least == self.most:
            return exact.format(self.most)
        return both.format(self.least, self.most) if self.least else upper.format(self.most)


@dataclass(frozen=True)
class Equal(CellRule):
    """All covered cells of a region show the same mark."""

    def broken(self, laid: LaidTiles) -> str | None:
        """Return how a tiling breaks the rule, or None if it does not."""
        marks = sorted(set(self.shown(laid)))
        if len(marks) < 2:
            return None
        return (
            f"the cells {self.places()} show {' and '.join(marks[:_LISTED])}, expected equal marks"
        )


@dataclass(frozen=True)
class Unequal(CellRule):
    """All covered cells of a region show different marks."""

    def broken(self, laid: LaidTiles) -> str | None:
        """Return how a tiling breaks the rule, or None if it does not."""
        mark, times = Counter(self.shown(laid)).most_common(1)[0] if self.shown(laid) else ("", 0)
        if times < 2:
            return None
        return f"the cells {self.places()} show {mark} {times} times, expected different marks"


@dataclass(frozen=True)
class Clues(_AnyRule):
    """Clues about the tiles that cover certain cells: the area (a number), the piece (a name), or
    none (`ANY`).

    With `one_each`, every tile covers exactly one of these cells.
    """

    clues: tuple[tuple[Cell, int | str], ...]
    one_each: bool = False
    #: The same as a mapping.
    at: dict[Cell, int | str] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", dict(self.clues))

    def word(self) -> str:
        """Return the string that `parse_rule` reads."""
        words = " ".join(f"{cell_word(cell)}={clue}" for cell, clue in self.clues)
        return f"{'clues-one-each' if self.one_each else 'clues'} {words}"

    def faults(self, problem: RuledProblem) -> Iterator[str]:
        """Yield the faults of the rule in this problem."""
        for cell, clue in self.clues:
            if not has_cell(problem.board, cell):
                yield f"the clue {cell_word(cell)}={clue}: the cell is not on the board"
            if isinstance(clue, str) and clue != ANY and problem.piece_index(clue) is None:
                yield f"the clue {cell_word(cell)}={clue}: the problem has no piece {quoted(clue)}"

    def allows(self, problem: RuledProblem, cells: Iterable[Cell], piece: int) -> bool:
        """Return True if a tile of a piece may cover these cells."""
        covered = list(cells)
        clues = [self.at[cell] for cell in covered if cell in self.at]
        if self.one_each and len(clues) != 1:
            return False
        return all(
            len(covered) == clue if isinstance(clue, int) else problem.piece_index(clue) == piece
            for clue in clues
            if clue != ANY
        )


Rule: TypeAlias = Tiles | FaultFree | NoCrossroads | Maximal | Apart | Sum | Equal | Unequal | Clues
#: The types of rules, for `isinstance`.
RULES = (Tiles, FaultFree, NoCrossroads, Maximal, Apart, Sum, Equal, Unequal, Clues)


# What rules see of a board.


@dataclass(frozen=True, eq=False)
class FaultLine:
    """A straight line through a board, with its name and the pairs of cells that it separates.

    `pairs` is (m, 2) int64: places in the arrays of the board.
    """

    axis: str
    name: str
    pairs: NDArray[np.int64]


#: The lines that have a name, for each lattice with straight lines.
_AXES: dict[str, tuple[str, ...]] = {
    SQUARES.name: ("rows", "columns"),
    TRIANGLES.name: ("rows",),
    CUBES.name: ("layers", "rows", "columns"),
}


@lru_cache(maxsize=16)
def fault_lines(board: Board, axis: str = "") -> tuple[FaultLine, ...]:
    """Return the lines (for cubes, planes) between cells of a flat board, or only the lines of one
    axis.

    A line between columns belongs to the axis ``columns``.

    Examples
    --------
    >>> [line.name for line in fault_lines(Board.parse("2x3"))]
    ['the line below row 0', 'the line right of column 0', 'the line right of column 1']
    """
    lattice = board.lattice
    cells: NDArray[np.int64] = np.argwhere(board.mask)
    pairs = neighboring(cells, lattice, board.surface)
    places: NDArray[np.int64] = np.array(np.ravel_multi_index(tuple(cells.T), board.shape))
    pairs_of_line: dict[tuple[str, str], list[int]] = {}
    pairs_of_cells: list[tuple[list[int], list[int]]] = cells[pairs].tolist()
    for number, (first, second) in enumerate(pairs_of_cells):
        pairs_of_line.setdefault(_line_between(board, tuple(first), tuple(second)), []).append(
            number
        )
    order = {name: rank for rank, name in enumerate(_AXES.get(lattice.name, ()))}
    lines = sorted(pairs_of_line.items(), key=lambda item: (order.get(item[0][0], 9), item[1][0]))
    return tuple(
        FaultLine(line_axis, name, places[pairs[numbers]])
        for (line_axis, name), numbers in lines
        if axis in ("", line_axis)
    )


def _line_between(board: Board, first: Cell, second: Cell) -> tuple[str, str]:
    """Return the axis and the name of the line between two neighbors."""
    lattice = board.lattice
    if lattice is not TRIANGLES:
        steps = [after - before for before, after in zip(first, second, strict=True)]
        axis = next(number for number, step in enumerate(steps) if step)
        names = _AXES[lattice.name]
        side = {"layers": "below layer", "rows": "below row", "columns": "right of column"}
        kind = "plane" if lattice is CUBES else "line"
        return names[axis], f"the {kind} {side[names[axis]]} {first[axis]}"
    if first[0] != second[0]:
        return "rows", f"the line below row {first[0]}"
    # Corners are in units of 1/3 of a rhomb; both slanted sides of a cell have one of these sums.
    shared = sorted(_corners(first) & _corners(second))
    (r, c), (below, column_below) = shared
    if c == column_below:
        return "slanted", f"the line slanting down to the right at {c // TRIANGLES.scale}"
    assert r + c == below + column_below
    return "rising", f"the line slanting down to the left at {(r + c) // TRIANGLES.scale}"


def _corners(cell: Cell) -> set[tuple[int, int]]:
    """Return the corners of a triangle."""
    row, (column, kind) = cell[0], divmod(cell[1], 2)
    scale = TRIANGLES.scale
    return {(x + scale * row, y + scale * column) for x, y in TRIANGLES.corners[kind]}


@lru_cache(maxsize=16)
def crossings(board: Board) -> NDArray[np.int64]:
    """Return the four cells around each inner corner of a flat board of squares, in the order
    around it: (m, 4) int64 places in the arrays of the board.
    """
    mask, columns = board.mask, board.shape[-1]
    inner = mask[:-1, :-1] & mask[:-1, 1:] & mask[1:, 1:] & mask[1:, :-1]
    row, column = np.nonzero(inner)
    first = row * columns + column
    return np.stack([first, first + 1, first + columns + 1, first + columns], axis=1)


def side_by_side(board: Board, *, corners: bool = False) -> NDArray[np.int64]:
    """Return the pairs of cells that share a side, or with `corners` at least a corner, also across
    joined sides: (m, 2) int64 places in the arrays of the board.
    """
    cells = np.argwhere(board.mask)
    places: NDArray[np.int64] = np.array(np.ravel_multi_index(tuple(cells.T), board.shape))
    return places[neighboring(cells, board.lattice, board.surface, corners=corners)]


# Words.


def as_rules(value: object) -> tuple[Rule, ...]:
    """Return the rules of an argument, which contains rules or strings.

    Raises
    ------
    ProblemError
        If the argument is neither, or a string is invalid.
    """
    rules = [value] if isinstance(value, (str, *RULES)) else value
    if not isinstance(rules, Iterable):
        raise ProblemError(
            "`rules` must be a list of rules such as tilewright.rules.tiles(7), got "
            f"{format_value(value)}",
            where="rules",
        )
    return tuple(dict.fromkeys(map(_as_rule, rules)))


def _as_rule(value: object) -> Rule:
    if isinstance(value, RULES):
        return value
    if isinstance(value, str):
        return parse_rule(value)
    raise ProblemError(
        f"a rule must be created by a function in tilewright.rules, got {format_value(value)}",
        where="rules",
    )


def parse_rule(text: str) -> Rule:
    """Parse a rule.

    The text is written as in ``rule:`` lines of puzzle files: ``tiles 7``, ``tiles 5..7``,
    ``fault-free``, ``fault-free columns``, ``no-crossroads``, ``apart``, ``apart size``,
    ``apart same-way``, ``apart T4|P5``, ``apart corners size``, ``sum 0,0-0,1 < 5``,
    ``equal 0,0-0,1``, ``unequal 0,0-0,1``, ``clues 0,0=4 1,2=P5`` and ``clues-one-each 0,0=4``.

    Raises
    ------
    ProblemError
        If the text does not have this form.

    Examples
    --------
    >>> parse_rule("tiles 5..7")
    Tiles(least=5, most=7, pieces=())
    >>> parse_rule("sum 0,0-0,1 < 5").word()
    'sum 0,0-0,1 <= 4'
    """
    name, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if name not in _READ:
        raise ProblemError(
            f"unknown rule {quoted(text)}. The rules are {', '.join(_READ)}", where="rules"
        )
    try:
        rule: Rule = _READ[name](rest)
    except (ValueError, IndexError) as error:
        why = f": {error}" if isinstance(error, RequestError) else ""
        raise ProblemError(
            f"invalid rule {quoted(text)}; write {_EXAMPLES[name]}{why}", where="rules"
        ) from None
    return rule


def parse_bounds(text: str) -> tuple[int, int | None]:
    """Read ``7``, ``5..7`` or ``5..``.

    Raises
    ------
    ValueError
        If the text does not have this form.
    """
    match = _BOUNDS.fullmatch(text.strip())
    if match is None:
        raise ValueError
    least = int(match[1])
    return least, (int(match[3]) if match[3] else None) if match[2] else least


def parse_cells(text: str) -> tuple[Cell, ...]:
    """Parse ``row,column-row,column-…``.

    Raises
    ------
    ValueError
        If the text does not have this form.
    """
    if not _CELLS.fullmatch(text):
        raise ValueError
    return tuple(tuple(map(int, cell.split(","))) for cell in text.split("-"))


def _read_tiles(text: str) -> Tiles:
    bounds, _, pieces = text.partition(" ")
    least, most = parse_bounds(bounds)
    if most is None:
        raise ValueError
    return Tiles(least, most, tuple(pieces.split("|")) if pieces else ())


def _read_fault_free(text: str) -> FaultFree:
    if text not in ("", "layers", "rows", "columns"):
        raise ValueError
    return FaultFree(text)  # type: ignore[arg-type]


def _read_apart(text: str) -> Apart:
    first, _, rest = text.partition(" ")
    of = rest if first == "corners" else text
    names = of.split("|") if "|" in of else of.split()
    return Apart(tuple(filter(None, map(str.strip, names))), first == "corners")


def _read_sum(text: str) -> Sum:
    cells, _, bounds = text.partition(" ")
    if (match := _COMPARED.fullmatch(bounds.strip())) is not None:
        return Sum(parse_cells(cells), *compared(match[1] or "=", int(match[2])))
    return Sum(parse_cells(cells), *parse_bounds(bounds))


def _read_clues(text: str, one_each: bool) -> Clues:
    clues: list[tuple[Cell, int | str]] = []
    for word in text.split():
        if (match := _CLUE.fullmatch(word)) is None:
            raise ValueError
        clue = match[2]
        clues.append((parse_cells(match[1])[0], int(clue) if clue.isdecimal() else clue))
    if not clues or len(dict(clues)) < len(clues):
        raise ValueError
    return as_clues(dict(clues), one_each)


def _read_nothing(text: str, rule: Rule) -> Rule:
    if text:
        raise ValueError
    return rule


_READ: dict[str, Any] = {
    "tiles": _read_tiles,
    "fault-free": _read_fault_free,
    "no-crossroads": lambda text: _read_nothing(text, NoCrossroads()),
    "maximal": lambda text: _read_nothing(text, Maximal()),
    "apart": _read_apart,
    "sum": _read_sum,
    "equal": lambda text: Equal(parse_cells(text)),
    "unequal": lambda text: Unequal(parse_cells(text)),
    "clues": lambda text: _read_clues(text, False),
    "clues-one-each": lambda text: _read_clues(text, True),
}
_EXAMPLES = {
    "tiles": "'tiles 7', 'tiles 5..7' or 'tiles 1 T4|P5'",
    "fault-free": "'fault-free', 'fault-free rows' or 'fault-free columns'",
    "no-crossroads": "'no-crossroads'",
    "maximal": "'maximal'",
    "apart": "'apart', 'apart size', 'apart same-way', 'apart T4 P5' or 'apart corners size'",
    "sum": "'sum 0,0-0,1 = 5', with <, <=, =, >=, > or a range such as 3..5",
    "equal": "'equal 0,0-0,1'",
    "unequal": "'unequal 0,0-0,1'",
    "clues": "'clues 0,0=4 1,2=P5', with each cell given once",
    "clues-one-each": "'clues-one-each 0,0=4 1,2=?', with each cell given once",
}


def compared(comparison: str, number: int) -> tuple[int, int | None]:
    """Return the range that a comparison denotes.

    Raises
    ------
    ValueError
        If the comparison is unknown, or requires a sum less than 0.
    """
    if comparison == "<":
        if number == 0:
            raise ValueError
        return 0, number - 1
    known: dict[str, tuple[int, int | None]] = {
        "<=": (0, number),
        "=": (number, number),
        ">=": (number, None),
        ">": (number + 1, None),
    }
    if comparison not in known:
        raise ValueError
    return known[comparison]


def as_clues(given: Mapping[Cell, int | str], one_each: bool) -> Clues:
    """Return clues in the order of the cells, or raise a `ProblemError`."""
    if not isinstance(given, Mapping):
        raise ProblemError(
            f"must be a mapping such as {{(0, 0): 4}}, got {format_value(given)}", where="clues"
        )
    clues = []
    for cell, clue in given.items():
        if isinstance(clue, bool) or not isinstance(clue, int | str) or not str(clue).strip():
            raise ProblemError(
                "a clue must be the area of a tile, the name of a piece, or '?', got "
                f"{format_value(clue)}",
                where="clues",
            )
        clues.append((_as_cells([cell])[0], clue))
    return Clues(tuple(sorted(clues, key=lambda entry: entry[0])), bool(one_each))


def _as_cells(value: object) -> tuple[Cell, ...]:
    """Return the distinct cells of an argument, sorted."""
    try:
        cells = {tuple(map(index, cell)) for cell in value}  # type: ignore[attr-defined]
    except TypeError:
        cells = set()
    if not cells or {len(cell) for cell in cells} not in ({2}, {3}):
        raise ProblemError(
            f"the cells of a rule must be pairs (row, column), got {format_value(value)}",
            where="rules",
        )
    return tuple(sorted(cells))


def _range_word(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}..{most}"
