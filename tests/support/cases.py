"""Random problems with all rules mixed, each from a number; plain text, so that the naive twin
reads them itself.

`random_case` goes through all lattices and surfaces in turn (`SPACES`). It draws boards with holes
and odd masks, in several parts, symmetric ones, with marks and cells that may stay empty; pieces
with marks, their own turn and ranges of copies, in several parts, several of the same size or
shape; pieces already placed. `smaller` lists what is left of a case when something is taken away:
to find the smallest one that still shows a disagreement.
"""

from __future__ import annotations

import itertools
import random
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import naive_lattice
import naive_moves
from naive_moves import NaiveSpace
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import LATTICES

Cell = tuple[int, ...]
TURNS = ("free", "one-sided", "half-turn", "fixed")
#: How pieces turn on each lattice when nothing is said.
USUAL = {"square": "free", "tri": "free", "hex": "free", "cube": "one-sided", "ball": "one-sided"}
#: Several, so that marks may differ; a digit, because digits are marks too.
MARKS = "ab1"
#: Lattice and surface of the case with each number, in turn: "sheared" has periods that are not
#: upright, "glide" joins sides with a flip in any direction, or with a half turn.
SPACES = (
    *(("square", "flat"), ("tri", "flat"), ("square", "torus"), ("hex", "flat")),
    *(("square", "flat"), ("cube", "flat"), ("square", "cylinder"), ("tri", "torus")),
    *(("square", "flat"), ("hex", "torus"), ("square", "moebius"), ("tri", "cylinder")),
    *(("square", "flat"), ("hex", "cylinder"), ("square", "klein"), ("square", "sheared")),
    *(("square", "flat"), ("tri", "sheared"), ("hex", "sheared"), ("square", "glide")),
    *(("square", "flat"), ("ball", "flat"), ("tri", "glide"), ("hex", "glide")),
)


@dataclass(frozen=True)
class Shape:
    """A piece: its cells with a mark or "" each, how many copies, and its own turn."""

    cells: tuple[Cell, ...]
    marks: tuple[str, ...]
    least: int = 0
    most: int | None = None
    turn: str | None = None

    @classmethod
    def drawn(
        cls, drawing: str, least: int = 0, most: int | None = None, turn: str | None = None
    ) -> Shape:
        """The piece of a drawing; of cubes there are several layers, parted by ``//``, if only
        empty ones.
        """
        layers = [layer.split("/") for layer in drawing.split("//")]
        signs = {
            (layer, row, column): sign
            for layer, rows in enumerate(layers)
            for row, line in enumerate(rows)
            for column, sign in enumerate(line)
            if sign != "."
        }
        cells = [cell if len(layers) > 1 else cell[1:] for cell in signs]
        marks = ["" if sign == "#" else sign for sign in signs.values()]
        return cls(tuple(cells), tuple(marks), least, most, turn)

    def base(self) -> str:
        """The piece as a word of the grammar, without the copies."""
        mark = dict(zip(self.cells, self.marks, strict=True))
        sizes = [range(1 + max(numbers)) for numbers in zip(*self.cells, strict=True)]
        layers = [
            "/".join(
                "".join(
                    (mark[*layer, row, column] or "#") if (*layer, row, column) in mark else "."
                    for column in sizes[-1]
                )
                for row in sizes[-2]
            )
            for layer in itertools.product(*sizes[:-2])
        ]
        drawing = "//".join(layers)
        # A word of letters alone would be a name.
        drawing = drawing if set(drawing) & set("#/") else drawing + "/"
        return drawing + (f"@{self.turn}" if self.turn else "")

    def word(self) -> str:
        """The piece as a word of the grammar."""
        if self.most is None:
            return self.base() + ("+" if self.least == 0 else f"={self.least}..")
        return self.base() + (
            f"={self.least}" if self.least == self.most else f"={self.least}..{self.most}"
        )


@dataclass(frozen=True)
class Case:
    """A problem in writing.

    Attributes
    ----------
    rows : tuple of str
        The board: ``#`` a cell, ``?`` one that may stay empty, ``.`` none, else a mark. An empty
        row parts layers of cubes.
    placed : tuple of (number of the shape, cells)
    empty : (least, most), or None where nothing is said: all cells with ``?``, or no cell.
    surface : str
        A word of the grammar.
    agree : tuple of (mark of a piece, marks of the board)
        What agrees with others than the same mark; after ``?``, the marks of cells that may stay
        empty.
    rules : tuple of str
        The words of rules.
    """

    rows: tuple[str, ...]
    shapes: tuple[Shape, ...]
    turn: str = "free"
    placed: tuple[tuple[int, tuple[Cell, ...]], ...] = ()
    empty: tuple[int, int] | None = None
    lattice: str = "square"
    surface: str = "flat"
    by_wrap: bool = False
    agree: tuple[tuple[str, tuple[str, ...]], ...] = ()
    rules: tuple[str, ...] = ()

    def agrees(self, mark: str, there: str) -> bool:
        """Whether a cell of a piece with a mark may lie on a cell of the board with another."""
        for letter, others in self.agree:
            if letter == mark:
                return there in others
        return mark == there

    @property
    def grid(self) -> dict[Cell, str]:
        """What is drawn at each place, ``.`` included."""
        signs: dict[Cell, str] = {}
        layer, row = 0, 0
        for line in self.rows:
            if not line:
                layer, row = layer + 1, 0
                continue
            front = (layer,) if self.lattice in naive_lattice.SOLID else ()
            for column, sign in enumerate(line):
                signs[*front, row, column] = sign
            row += 1
        return signs

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and columns, with layers before them among cubes."""
        return tuple(1 + max(numbers) for numbers in zip(*self.grid, strict=True))

    def drawn(self, grid: dict[Cell, str]) -> Case:
        """The case with another drawing of the same shape."""
        lines = []
        for *layer, row in itertools.product(*map(range, self.shape[:-1])):
            if row == 0 and any(layer):
                lines.append("")
            lines.append("".join(grid[*layer, row, column] for column in range(self.shape[-1])))
        return replace(self, rows=tuple(lines))

    @property
    def space(self) -> NaiveSpace:
        """The board as points."""
        cells = [cell for cell, sign in self.grid.items() if sign != "."]
        wide = [
            float(np.linalg.norm(one - other))
            for shape in self.shapes
            for points in [[naive_moves.center(self.lattice, cell) for cell in shape.cells]]
            for one, other in itertools.combinations(points, 2)
        ]
        return NaiveSpace(self.lattice, self.surface, self.shape, cells, max(wide, default=0.0))

    @property
    def prefix(self) -> str:
        """What stands before the drawing of the board."""
        words = [self.surface] if self.surface != "flat" else []
        words += [self.lattice] if self.lattice != "square" else []
        return ":".join(words)

    def words(self) -> list[str]:
        """The pieces as words of the grammar."""
        return [shape.word() for shape in self.shapes]

    def placed_words(self) -> list[str]:
        """The pieces already placed as words of the grammar."""
        return [
            f"{self.shapes[k].base()}:"
            + "-".join(",".join(map(str, cell)) for cell in sorted(cells))
            for k, cells in self.placed
        ]

    def board(self) -> Board:
        """The board as the library reads it."""
        above = [self.prefix] if self.prefix else []
        return Board.from_text("\n".join([*above, *self.rows]) + "\n")

    def problem(self) -> Problem:
        """The problem as the library reads it."""
        return Problem(
            self.board(),
            *(Piece.parse(word, self.turn, LATTICES[self.lattice]) for word in self.words()),
            turn=self.turn,
            placed=self.placed_words(),
            empty=self.empty,
            by_wrap=self.by_wrap,
            marks_agree=dict(self.agree),
            rules=self.rules,
        )

    def command(self, verb: str, *options: str) -> str:
        """The command line that asks for it."""
        board = "/".join(self.rows)
        if not set(board) & set("#/"):
            board += "/"
        words = [
            "tilewright",
            verb,
            f"{self.prefix}:{board}" if self.prefix else board,
            *self.words(),
        ]
        if self.turn != USUAL[self.lattice]:
            words += ["--turn", self.turn]
        for word in self.placed_words():
            words += ["--placed", word]
        if self.empty is not None:
            words += ["--empty", "{}..{}".format(*self.empty)]
        if self.by_wrap:
            words += ["--rule", "by-wrap"]
        for rule in self.rules:
            words += ["--rule", rule]
        comment = f"  # marks_agree={dict(self.agree)}" if self.agree else ""
        return shlex.join([*words, *options]) + comment


def _in_parts(case: Case) -> bool:
    """Whether a piece is in several parts."""
    for shape in case.shapes:
        left, reached = set(shape.cells[1:]), [shape.cells[0]]
        while reached:
            near = left & set(naive_moves.neighbors(case.lattice, reached.pop()))
            left -= near
            reached += near
        if left:
            return True
    return False


#: What a case may have, by name: the program and the tests count how many do.
RULES: dict[str, Callable[[Case], bool]] = {
    "optional cells": lambda case: any("?" in row for row in case.rows),
    "holes": lambda case: any("." in row for row in case.rows),
    "marks": lambda case: any(row.strip("#?.") for row in case.rows),
    "pieces in several parts": _in_parts,
    "pieces of equal size": lambda case: (
        len({len(shape.cells) for shape in case.shapes}) < len(case.shapes)
    ),
    "pieces of equal shape": lambda case: (
        len({shape.cells for shape in case.shapes}) < len(case.shapes)
    ),
    "not free": lambda case: case.turn != "free",
    "own turn": lambda case: any(shape.turn for shape in case.shapes),
    "least": lambda case: any(shape.least for shape in case.shapes),
    "most": lambda case: any(shape.most is not None for shape in case.shapes),
    "placed": lambda case: bool(case.placed),
    "empty": lambda case: case.empty is not None,
    "required empty": lambda case: case.empty is not None and case.empty[0] > 0,
    "by wrap": lambda case: case.by_wrap,
}


def random_case(number: int) -> Case:
    """Draw problem number `number`; it may be unsound (see `NaiveProblem.is_sound`)."""
    rng = random.Random(number)
    lattice, surface = SPACES[number % len(SPACES)]
    kind = rng.random()
    if (lattice, surface) == ("square", "flat"):
        if kind < 0.12:
            return _strip(rng)
        if kind < 0.2:
            return _all_of_some_sizes(rng)
        board = Case(tuple(map("".join, _board(rng))), ())
    else:
        board = _elsewhere(rng, lattice, surface)
    marks = MARKS[: rng.choice([0, 0, 0, 1, 2, 3])]
    flips = board.space.glide is not None
    turns = ("free",) * 12 + TURNS if flips else TURNS
    if kind < 0.55:
        return _carved(rng, board, marks, turns)
    grid = {
        cell: rng.choice(marks) if sign == "#" and marks and rng.random() < 0.3 else sign
        for cell, sign in board.grid.items()
    }
    if kind < 0.75:
        # Several of one size: on joined boards, two of them may cover the same cells.
        size = rng.choice([2, 3, 3, 4, 4])
        shapes = [
            _shape(rng, lattice, marks, size, least=size, turns=turns)
            for _ in range(rng.choice([2, 2, 3]))
        ]
    else:
        shapes = [
            _shape(rng, lattice, marks, rng.choice([2, 3, 4, 5]), turns=turns)
            for _ in range(rng.choice([1, 2, 2, 3, 4]))
        ]
    if marks and rng.random() < 0.4:
        shape = rng.choice(shapes)
        letters = tuple(rng.choice(["", *marks]) for _ in shape.cells)
        shapes.append(replace(shape, marks=letters))
    case = replace(board.drawn(grid), shapes=tuple(shapes), turn=rng.choice(turns))
    return _ruled(rng, _small_piece(rng, case))


def colored_case(number: int) -> Case:
    """Draw problem number `number` with other marks, and marks of pieces that agree with several of
    the board, or with none.
    """
    rng = random.Random(f"colors {number}")
    case = replace(random_case(number), by_wrap=False, placed=())
    there = rng.choice(["x", "xy", "axy"])
    grid = {
        cell: rng.choice(f"#{there}") if sign not in ".?" and rng.random() < 0.6 else sign
        for cell, sign in case.grid.items()
    }
    shapes = tuple(
        replace(shape, marks=tuple(rng.choice(["", "", "a", "b"]) for _ in shape.cells))
        if rng.random() < 0.7
        else shape
        for shape in case.shapes
    )
    share = rng.choice([0.6, 0.8, 0.9, 1])
    agree = tuple(
        (mark, tuple(sorted(other for other in ["", *there] if rng.random() < share)))
        for mark in rng.sample(["", "a", "b"], rng.choice([1, 2, 3, 3]))
    )
    if rng.random() < 0.4:
        agree += (("?", tuple(sorted(rng.sample(there, rng.randint(1, len(there)))))),)
    return replace(case.drawn(grid), shapes=shapes, agree=agree)


def _board(rng: random.Random) -> list[list[str]]:
    """Draw a board of at most 20 cells or so."""
    area = rng.choice([6, 9, 12, 12, 16, 16, 20])
    rows = rng.randint(1, 6)
    columns = rng.randint(1, max(1, min(9, area // rows)))
    kind = rng.random()
    if kind < 0.3:
        grid = [["#"] * columns for _ in range(rows)]
    else:
        holes = rng.choice([0.05, 0.1, 0.2, 0.4])
        grid = [["." if rng.random() < holes else "#" for _ in range(columns)] for _ in range(rows)]
    if rng.random() < 0.3:
        share = rng.choice([0.1, 0.3, 1])
        grid = [
            ["?" if cell == "#" and rng.random() < share else cell for cell in row] for row in grid
        ]
    if rng.random() < 0.15 and columns > 2:
        for row in grid:
            row[columns // 2] = "."
    if rng.random() < 0.4:
        grid = _symmetric(rng, grid)
    if all(cell == "." for row in grid for cell in row):
        grid[0][0] = "#"
    return grid


def _symmetric(rng: random.Random, grid: list[list[str]]) -> list[list[str]]:
    """Make a board equal to some of its images: what holds for each cell holds for its images."""
    rows, columns = len(grid), len(grid[0])
    maps: list[Callable[[int, int], tuple[int, int]]] = [
        lambda r, c: (rows - 1 - r, c),
        lambda r, c: (r, columns - 1 - c),
        lambda r, c: (rows - 1 - r, columns - 1 - c),
    ]
    if rows == columns:
        maps += [
            lambda r, c: (c, r),
            lambda r, c: (columns - 1 - c, rows - 1 - r),
            lambda r, c: (c, rows - 1 - r),
        ]
    for image in rng.sample(maps, rng.choice([1, 1, 2])):
        for _ in range(4):
            for r in range(rows):
                for c in range(columns):
                    i, j = image(r, c)
                    grid[i][j] = grid[r][c]
    return grid


def _elsewhere(rng: random.Random, lattice: str, surface: str) -> Case:
    """Draw a board, without pieces, of at most 16 cells or so, on any lattice and surface."""
    area = rng.choice([4, 6, 8, 10, 12, 12, 14])
    if lattice in naive_lattice.SOLID:
        shape: tuple[int, ...] = rng.choice(
            [(1, 2, 4), (2, 2, 2), (2, 2, 3), (3, 2, 2), (1, 3, 3), (2, 1, 5), (3, 1, 3)]
        )
    else:
        rows = rng.choice([1, 2, 2, 3, 3, 4])
        columns = rng.randint(1, max(1, min(7, area // rows)))
        shape = rows, max(2, columns // 2 * 2) if lattice == "tri" else columns
    holes = rng.choice([0, 0, 0, 0.1, 0.2, 0.4])
    grid = {
        cell: "." if rng.random() < holes else "#" for cell in itertools.product(*map(range, shape))
    }
    word = surface
    if surface in ("sheared", "glide"):
        word = _joins(rng, lattice, surface)
        shape = (rng.choice([1, 2, 3, 4]), rng.choice([2, 4, 6]))
        grid = {
            cell: "." if rng.random() < holes else "#"
            for cell in itertools.product(*map(range, shape))
        }
    elif lattice in ("tri", "hex") and surface == "flat" and rng.random() < 0.4:
        shape, grid = _round(rng, lattice)
    if rng.random() < 0.25:
        share = rng.choice([0.2, 0.5, 1])
        grid = {
            cell: "?" if sign == "#" and rng.random() < share else sign
            for cell, sign in grid.items()
        }
    if all(sign == "." for sign in grid.values()):
        grid[min(grid)] = "#"
    if word != surface:
        # Of cells that are the same, the first is on the board.
        taken: set[naive_moves.Key] = set()
        for cell, sign in grid.items():
            if sign == ".":
                continue
            alone = NaiveSpace(lattice, word, shape, [cell], float(sum(shape)))
            (at,) = naive_moves.keys(alone.points)
            if at in taken:
                grid[cell] = "."
            taken |= set(alone.same)
    case = Case((), (), lattice=lattice, surface=word)
    lines: list[str] = []
    for *layer, row in itertools.product(*map(range, shape[:-1])):
        if row == 0 and any(layer):
            lines.append("")
        lines.append("".join(grid[*layer, row, column] for column in range(shape[-1])))
    return replace(case, rows=tuple(lines))


def _joins(rng: random.Random, lattice: str, surface: str) -> str:
    """Draw periods, and a glide: a surface with a word of its own."""
    kinds = 2 if lattice == "tri" else 1

    def word(step: tuple[int, int]) -> str:
        return f"{step[0]},{step[1] * kinds}"

    if surface == "sheared":
        along, down = rng.randint(2, 6), rng.randint(1, 3)
        if rng.random() < 0.3:
            return f"cylinder[{word((down, rng.randint(-2, 2)))}]"
        return f"torus[{word((down, rng.randrange(along)))};{word((0, along))}]"
    if rng.random() < 0.15:
        half, along = (2 if lattice == "square" else 3), rng.randint(2, 5)
        periods = (
            word((0, along))
            if rng.random() < 0.5
            else f"{word((rng.randint(2, 4), 0))};{word((0, along))}"
        )
        return f"klein[{periods}|{half}@{word((rng.randint(0, 3), rng.randint(0, 3)))}]"
    # A reflection with a step along it; done twice it is a translation, and what it turns round may
    # be a second one.
    steps = 4 if lattice == "square" else 6
    matrices = [((1, 0), (0, -1))] if lattice == "square" else [((1, 0), (-1, -1))]
    turn = ((0, -1), (1, 0)) if lattice == "square" else ((0, -1), (1, 1))
    while len(matrices) < steps:
        (a, b), (c, d) = matrices[-1]
        (e, f), (g, h) = turn
        matrices.append(((e * a + f * c, e * b + f * d), (g * a + h * c, g * b + h * d)))
    while True:
        number = rng.randrange(steps)
        (a, b), (c, d) = matrices[number]
        step = (rng.randint(-2, 3), rng.randint(-2, 3))
        twice = (step[0] + a * step[0] + b * step[1], step[1] + c * step[0] + d * step[1])
        if twice == (0, 0):
            continue
        periods, name = word(twice), "moebius"
        if rng.random() < 0.5:
            other = (rng.randint(-2, 3), rng.randint(-2, 3))
            back = (other[0] - a * other[0] - b * other[1], other[1] - c * other[0] - d * other[1])
            if back == (0, 0):
                continue
            periods, name = f"{periods};{word(back)}", "klein"
        return f"{name}[{periods}|{steps + number}@{word(step)}]"


def _round(rng: random.Random, lattice: str) -> tuple[tuple[int, ...], dict[Cell, str]]:
    """The cells around a point: a corner of triangles, or the center of a cell."""
    middle = (
        naive_moves.center(lattice, (3, 6)) if lattice == "hex" else np.array([5.0, 2 * 3**0.5])
    )
    if lattice == "tri" and rng.random() < 0.5:
        middle = naive_moves.center(lattice, (3, rng.choice([6, 7])))
    far = rng.choice([1.01, 1.3, 1.6])
    cells = [
        cell
        for cell in itertools.product(range(8), range(16))
        if np.linalg.norm(naive_moves.center(lattice, cell) - middle) < far
    ]
    home = naive_lattice.moved_home(lattice, cells)
    shape = tuple(1 + max(numbers) for numbers in zip(*home, strict=True))
    return shape, {
        cell: "#" if cell in home else "." for cell in itertools.product(*map(range, shape))
    }


def _shape(
    rng: random.Random,
    lattice: str,
    marks: str,
    most: int,
    least: int = 1,
    turns: tuple[str, ...] = TURNS,
) -> Shape:
    """Draw a piece, one cell added after the other; now and then it is not connected."""
    origin = (0,) * (3 if lattice in naive_lattice.SOLID else 2)
    cells: list[Cell] = [(*origin[:-1], rng.choice([0, 1]) if lattice == "tri" else 0)]
    apart = rng.random() < 0.3
    for _ in range(rng.randint(least, most) - 1):
        other = rng.choice(naive_moves.neighbors(lattice, rng.choice(cells)))
        if apart and rng.random() < 0.6:
            other = rng.choice(naive_moves.neighbors(lattice, other))
        if other not in cells:
            cells.append(other)
    letters = [rng.choice(["", *marks]) if marks and rng.random() < 0.6 else "" for _ in cells]
    fewest = rng.choice([0, 0, 0, 1, 1, 2])
    top = rng.choice([None, None, fewest, fewest + 1, fewest + 3])
    if top == 0:
        top = 1
    turn = rng.choice([None, None, None, *TURNS]) if turns == TURNS else None
    return _at_origin(lattice, cells, letters, fewest, top, turn)


def _at_origin(
    lattice: str,
    cells: list[Cell],
    letters: list[str],
    least: int,
    most: int | None,
    turn: str | None,
) -> Shape:
    step = [1] * (len(cells[0]) - 1) + [2 if lattice == "tri" else 1]
    low = [
        min(numbers) // by * by for numbers, by in zip(zip(*cells, strict=True), step, strict=True)
    ]
    moved = [tuple(x - y for x, y in zip(cell, low, strict=True)) for cell in cells]
    both = sorted(zip(moved, letters, strict=True))
    return Shape(
        tuple(cell for cell, _ in both), tuple(mark for _, mark in both), least, most, turn
    )


def _small_piece(rng: random.Random, case: Case) -> Case:
    """Add a piece of one or two cells now and then: without one, most boards have no tiling."""
    if rng.random() < 0.5:
        return case
    origin = (0,) * (3 if case.lattice in naive_lattice.SOLID else 2)
    cells = [origin] if rng.random() < 0.7 else [origin, (*origin[:-1], 1)]
    least = rng.choice([0, 0, 1])
    small = Shape(
        tuple(cells), ("",) * len(cells), least, rng.choice([None, None, least + 1, least + 4])
    )
    return replace(case, shapes=(*case.shapes, small))


def _carved(rng: random.Random, board: Case, marks: str, turns: tuple[str, ...]) -> Case:
    """Cut a board into tiles at random; their shapes are the pieces, so that there is a tiling."""
    grid, space, lattice = board.grid, board.space, board.lattice
    empties = {cell for cell, sign in grid.items() if sign == "?" and rng.random() < 0.6}
    left = [cell for cell, sign in grid.items() if sign != "." and cell not in empties]
    largest = rng.choice([2, 3, 4, 5])
    apart = rng.random() < 0.3
    tiles: list[tuple[list[Cell], list[Cell]]] = []
    while left:
        # Where the tile lies in the plane, and what that is on the board.
        plane = [left.pop(0)]
        tile = [plane[0]]
        for _ in range(rng.randint(0, largest - 1)):
            near = [other for cell in plane for other in naive_moves.neighbors(lattice, cell)]
            if apart:
                near += [
                    further for other in near for further in naive_moves.neighbors(lattice, other)
                ]
            there = [
                (other, space.board_cell(naive_moves.center(lattice, other))) for other in near
            ]
            there = [(other, board_cell) for other, board_cell in there if board_cell in left]
            if there:
                other, board_cell = rng.choice(there)
                assert board_cell is not None
                plane.append(other)
                tile.append(board_cell)
                left.remove(board_cell)
        tiles.append((plane, tile))
    copies: dict[Shape, int] = {}
    for plane, tile in tiles:
        letters = []
        for cell in tile:
            if grid[cell] == "#" and marks and rng.random() < 0.25:
                grid[cell] = rng.choice(marks)
            letters.append(grid[cell] if grid[cell] in MARKS else "")
        shape = _at_origin(lattice, plane, letters, 0, None, None)
        copies[shape] = copies.get(shape, 0) + 1
    copy_counts = list(copies.items())
    rng.shuffle(copy_counts)
    shapes = []
    for shape, number in copy_counts:
        least = rng.choice([0, 0, number, max(0, number - 1)])
        most = rng.choice([None, None, number, number, number + 1])
        piece_turn = rng.choice([None, None, None, None, *TURNS]) if turns == TURNS else None
        shapes.append(replace(shape, least=least, most=most, turn=piece_turn))
    case = replace(board.drawn(grid), shapes=tuple(shapes), turn=rng.choice(turns))
    if rng.random() < 0.3:
        case = _small_piece(rng, case)
    return _ruled(rng, case, tiles, len(empties))


def _strip(rng: random.Random) -> Case:
    """A rectangle of some length with few kinds of pieces: what is counted row by row."""
    width = rng.choice([1, 2, 2, 3, 3, 4])
    length = rng.randint(1, {1: 14, 2: 9, 3: 7, 4: 5}[width])
    rows = ["#" * width] * length if rng.random() < 0.5 else ["#" * length] * width
    shapes = []
    for _ in range(rng.choice([1, 1, 2, 3])):
        shape = _shape(rng, "square", "", rng.choice([2, 3, 4]))
        shapes.append(replace(shape, least=0, most=None) if rng.random() < 0.8 else shape)
    case = Case(tuple(rows), tuple(shapes), rng.choice(TURNS))
    case = _small_piece(rng, case)
    return _ruled(rng, case) if rng.random() < 0.3 else case


def _all_of_some_sizes(rng: random.Random) -> Case:
    """Any number of all polyominoes of some sizes: what is counted by connected parts."""
    board = [["." if cell == "." else "#" for cell in row] for row in _board(rng)]
    sizes = sorted(rng.sample([1, 2, 3, 4], rng.choice([1, 1, 2, 3])))
    turn = rng.choice(TURNS)
    piece_turn = "free" if turn != "free" and rng.random() < 0.3 else None
    shapes = tuple(
        Shape(cells, ("",) * len(cells), turn=piece_turn)
        for size in sizes
        for cells in sorted(naive_lattice.polyforms("square", size, piece_turn or turn))
    )
    return Case(tuple(map("".join, board)), shapes, turn)


def _ruled(
    rng: random.Random,
    case: Case,
    tiles: list[tuple[list[Cell], list[Cell]]] | None = None,
    empties: int | None = None,
) -> Case:
    """Add the rules that are neither board nor pieces: cells that stay empty, pieces already
    placed, ways to go round.
    """
    signs = list(case.grid.values())
    questions = signs.count("?")
    area = len(signs) - signs.count(".")
    if rng.random() < (0.5 if questions else 0.2):
        most = rng.randint(0, min(questions or 3, area))
        least = rng.randint(0, most)
        if empties is not None and questions and rng.random() < 0.7:
            least, most = min(least, empties), max(most, empties)
        case = replace(case, empty=(least, most))
    if case.surface != "flat" and rng.random() < 0.12:
        return replace(case, by_wrap=True)
    if rng.random() < 0.2:
        flat = (case.lattice, case.surface) == ("square", "flat")
        if tiles is not None:
            lying = [
                (k, tile)
                for plane, tile in tiles
                for k, shape in enumerate(case.shapes)
                if _at_origin(case.lattice, plane, [""] * len(plane), 0, None, None).cells
                == shape.cells
            ]
        else:
            k = rng.randrange(len(case.shapes))
            space = case.space
            lying = []
            for shift in itertools.product(*map(range, case.shape)):
                if case.lattice == "tri" and shift[-1] % 2:
                    continue
                cells: list[Any] = [
                    tuple(x + y for x, y in zip(cell, shift, strict=True))
                    for cell in case.shapes[k].cells
                ]
                if not flat:
                    cells = [
                        space.board_cell(naive_moves.center(case.lattice, cell)) for cell in cells
                    ]
                if None not in cells:
                    lying.append((k, cells))
        chosen = rng.sample(lying, min(len(lying), rng.choice([1, 1, 2])))
        case = replace(case, placed=tuple((k, tuple(sorted(tile))) for k, tile in chosen))
    return case


def smaller(case: Case) -> Iterator[Case]:
    """Yield what is simpler by one thing."""
    for other in _simpler(case):
        if set("".join(other.rows)) != {"."}:
            yield other


def _simpler(case: Case) -> Iterator[Case]:
    for k in range(len(case.rules)):
        yield replace(case, rules=case.rules[:k] + case.rules[k + 1 :])
    for k in range(len(case.placed)):
        yield replace(case, placed=case.placed[:k] + case.placed[k + 1 :])
    used = {k for k, _ in case.placed}
    for k in range(len(case.shapes)):
        if k not in used and len(case.shapes) > 1:
            placed = tuple((j - (j > k), cells) for j, cells in case.placed)
            yield replace(case, shapes=case.shapes[:k] + case.shapes[k + 1 :], placed=placed)
    if case.by_wrap:
        yield replace(case, by_wrap=False)
    if case.surface != "flat":
        yield replace(case, surface="flat", by_wrap=False)
    for k in range(len(case.agree)):
        yield replace(case, agree=case.agree[:k] + case.agree[k + 1 :])
    if case.empty is not None:
        yield replace(case, empty=None)
        least, most = case.empty
        if least > 0:
            yield replace(case, empty=(0, most))
        if most > least:
            yield replace(case, empty=(least, most - 1))
    # Where a surface has periods of its own, what is left of a cropped board might be the same cell
    # twice.
    if not case.placed and case.lattice not in naive_lattice.SOLID and "[" not in case.surface:
        height, width = len(case.rows), len(case.rows[0])
        for r in range(height):
            if height > 1:
                yield replace(case, rows=case.rows[:r] + case.rows[r + 1 :])
        step = 2 if case.lattice == "tri" else 1
        for c in range(0, width, step):
            if width > step:
                yield replace(case, rows=tuple(row[:c] + row[c + step :] for row in case.rows))
    if case.turn != (usual := USUAL.get(case.lattice, "free")):
        yield replace(case, turn=usual)
    for k, shape in enumerate(case.shapes):
        changes: list[dict[str, Any]] = [
            {"turn": None},
            {"least": 0, "most": None},
            {"least": 0},
            {"marks": ("",) * len(shape.cells)},
        ]
        if k not in used:
            changes += [
                {
                    "cells": shape.cells[:j] + shape.cells[j + 1 :],
                    "marks": shape.marks[:j] + shape.marks[j + 1 :],
                }
                for j in range(len(shape.cells))
                if len(shape.cells) > 1
            ]
        for change in changes:
            other = replace(shape, **change)
            other = _at_origin(
                case.lattice,
                list(other.cells),
                list(other.marks),
                other.least,
                other.most,
                other.turn,
            )
            if other != shape:
                yield replace(case, shapes=(*case.shapes[:k], other, *case.shapes[k + 1 :]))
    for cell, sign in case.grid.items():
        for simpler in {"#": ".", "?": "#."}.get(sign, "" if sign == "." else "#."):
            yield case.drawn({**case.grid, cell: simpler})
