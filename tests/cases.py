"""Random problems with all rules mixed, each from a number; plain text, so that the naive twin reads them itself.

`random_case` draws boards with holes and odd masks, in several parts, symmetric ones, with marks and
cells that may stay empty; pieces with marks, their own turn and ranges of copies; pieces already
placed. `smaller` lists what is left of a case when something is taken away: to find the smallest
one that still shows a disagreement.
"""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tilewright.board import Board
from tilewright.problem import Problem

__all__ = ["Case", "Shape", "random_case", "smaller"]

Cell = tuple[int, int]
TURNS = ("free", "one-sided", "fixed")
#: Several, so that marks may differ; a digit, because digits are marks too.
MARKS = "ab1"


@dataclass(frozen=True)
class Shape:
    """A piece: its cells with a mark or "" each, how many copies, and its own turn."""

    cells: tuple[Cell, ...]
    marks: tuple[str, ...]
    least: int = 0
    most: int | None = None
    turn: str | None = None

    def base(self) -> str:
        """The piece as a word of the grammar, without the copies."""
        mark = dict(zip(self.cells, self.marks, strict=True))
        rows, columns = (1 + max(cell[axis] for cell in self.cells) for axis in (0, 1))
        lines = (
            "".join((mark[r, c] or "#") if (r, c) in mark else "." for c in range(columns))
            for r in range(rows)
        )
        drawing = "/".join(lines)
        # A word of letters alone would be a name.
        drawing = drawing if set(drawing) & set("#/") else drawing + "/"
        return drawing + (f"@{self.turn}" if self.turn else "")

    def word(self) -> str:
        """The piece as a word of the grammar."""
        if self.most is None:
            return self.base() + ("+" if self.least == 0 else f"={self.least}..")
        return self.base() + (f"={self.least}" if self.least == self.most else f"={self.least}..{self.most}")


@dataclass(frozen=True)
class Case:
    """A problem in writing.

    Attributes
    ----------
    rows : tuple of str
        The board: ``#`` a cell, ``?`` one that may stay empty, ``.`` none, else a mark.
    placed : tuple of (number of the shape, cells)
    empty : (least, most), or None where nothing is said: all cells with ``?``, or no cell.
    """

    rows: tuple[str, ...]
    shapes: tuple[Shape, ...]
    turn: str = "free"
    placed: tuple[tuple[int, tuple[Cell, ...]], ...] = ()
    empty: tuple[int, int] | None = None

    def words(self) -> list[str]:
        """The pieces as words of the grammar."""
        return [shape.word() for shape in self.shapes]

    def placed_words(self) -> list[str]:
        """The pieces already placed as words of the grammar."""
        return [
            f"{self.shapes[k].base()}:" + "-".join(f"{r},{c}" for r, c in sorted(cells))
            for k, cells in self.placed
        ]

    def problem(self) -> Problem:
        """The problem as the library reads it."""
        return Problem(
            Board.from_text("\n".join(self.rows) + "\n"),
            *self.words(),
            turn=self.turn,
            placed=self.placed_words(),
            empty=self.empty or 0,
        )

    def command(self, verb: str, *options: str) -> str:
        """The command line that asks for it."""
        board = "/".join(self.rows)
        if not set(board) & set("#/"):
            board += "/"
        words = ["tilewright", verb, board, *self.words()]
        if self.turn != "free":
            words += ["--turn", self.turn]
        for word in self.placed_words():
            words += ["--place", word]
        if self.empty is not None:
            words += ["--empty", "{}..{}".format(*self.empty)]
        return shlex.join([*words, *options])


def random_case(number: int) -> Case:
    """Draw problem number `number`; it may be unsound (see `NaiveProblem.is_sound`)."""
    rng = random.Random(number)
    kind = rng.random()
    if kind < 0.15:
        return _strip(rng)
    if kind < 0.25:
        return _all_of_some_sizes(rng)
    board = _board(rng)
    marks = MARKS[: rng.choice([0, 0, 0, 1, 2, 3])]
    if kind < 0.6:
        return _carved(rng, board, marks)
    grid = [
        [rng.choice(marks) if cell == "#" and marks and rng.random() < 0.3 else cell for cell in row]
        for row in board
    ]
    shapes = tuple(_shape(rng, marks, rng.choice([2, 3, 4, 5])) for _ in range(rng.choice([1, 2, 2, 3, 4])))
    case = Case(tuple(map("".join, grid)), shapes, rng.choice(TURNS))
    return _ruled(rng, _small_piece(rng, case))


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
        grid = [["?" if cell == "#" and rng.random() < share else cell for cell in row] for row in grid]
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
    maps: list[Callable[[int, int], Cell]] = [
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


def _shape(rng: random.Random, marks: str, most: int) -> Shape:
    """Draw a piece: connected cells, one added after the other."""
    cells = [(0, 0)]
    for _ in range(rng.randint(0, most - 1)):
        r, c = rng.choice(cells)
        dr, dc = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        if (r + dr, c + dc) not in cells:
            cells.append((r + dr, c + dc))
    if rng.random() < 0.05:
        # A piece need not be connected.
        cells.append((max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1))
    letters = [rng.choice(["", *marks]) if marks and rng.random() < 0.6 else "" for _ in cells]
    least = rng.choice([0, 0, 0, 1, 1, 2])
    top = rng.choice([None, None, least, least + 1, least + 3])
    if top == 0:
        top = 1
    return _at_origin(cells, letters, least, top, rng.choice([None, None, None, *TURNS]))


def _at_origin(
    cells: list[Cell], letters: list[str], least: int, most: int | None, turn: str | None
) -> Shape:
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    sorted_cells = sorted(zip(((r - top, c - left) for r, c in cells), letters, strict=True))
    return Shape(
        tuple(cell for cell, _ in sorted_cells), tuple(mark for _, mark in sorted_cells), least, most, turn
    )


def _small_piece(rng: random.Random, case: Case) -> Case:
    """Add a monomino or a domino now and then: without one, most boards have no tiling."""
    if rng.random() < 0.5:
        return case
    cells = [(0, 0)] if rng.random() < 0.7 else [(0, 0), (0, 1)]
    least = rng.choice([0, 0, 1])
    small = Shape(tuple(cells), ("",) * len(cells), least, rng.choice([None, None, least + 1, least + 4]))
    return replace(case, shapes=(*case.shapes, small))


def _carved(rng: random.Random, board: list[list[str]], marks: str) -> Case:
    """Cut a board into tiles at random; their shapes are the pieces, so that there is a tiling."""
    left = [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell != "."]
    empties = {(r, c) for r, c in left if board[r][c] == "?" and rng.random() < 0.6}
    left = [cell for cell in left if cell not in empties]
    largest = rng.choice([2, 3, 4, 5])
    tiles = []
    while left:
        tile = [left.pop(0)]
        for _ in range(rng.randint(0, largest - 1)):
            near = [cell for cell in left if any(abs(cell[0] - r) + abs(cell[1] - c) == 1 for r, c in tile)]
            if near:
                tile.append(rng.choice(near))
                left.remove(tile[-1])
        tiles.append(tile)
    grid = [list(row) for row in board]
    copies: dict[Shape, int] = {}
    for tile in tiles:
        letters = []
        for r, c in tile:
            if grid[r][c] == "#" and marks and rng.random() < 0.25:
                grid[r][c] = rng.choice(marks)
            letters.append(grid[r][c] if grid[r][c] in MARKS else "")
        shape = _at_origin(tile, letters, 0, None, None)
        copies[shape] = copies.get(shape, 0) + 1
    listed = list(copies.items())
    rng.shuffle(listed)
    shapes = []
    for shape, number in listed:
        least = rng.choice([0, 0, number, max(0, number - 1)])
        most = rng.choice([None, None, number, number, number + 1])
        shapes.append(
            replace(shape, least=least, most=most, turn=rng.choice([None, None, None, None, *TURNS]))
        )
    case = Case(tuple(map("".join, grid)), tuple(shapes), rng.choice(TURNS))
    if rng.random() < 0.3:
        case = _small_piece(rng, case)
    return _ruled(rng, case, tiles)


def _strip(rng: random.Random) -> Case:
    """A rectangle of some length with few kinds of pieces: what is counted row by row."""
    width = rng.choice([1, 2, 2, 3, 3, 4])
    length = rng.randint(1, {1: 14, 2: 9, 3: 7, 4: 5}[width])
    rows = ["#" * width] * length if rng.random() < 0.5 else ["#" * length] * width
    shapes = []
    for _ in range(rng.choice([1, 1, 2, 3])):
        shape = _shape(rng, "", rng.choice([2, 3, 4]))
        shapes.append(replace(shape, least=0, most=None) if rng.random() < 0.8 else shape)
    case = Case(tuple(rows), tuple(shapes), rng.choice(TURNS))
    case = _small_piece(rng, case)
    return _ruled(rng, case) if rng.random() < 0.3 else case


def _all_of_some_sizes(rng: random.Random) -> Case:
    """Any number of all polyominoes of some sizes: what is counted by connected parts."""
    board = [["." if cell == "." else "#" for cell in row] for row in _board(rng)]
    sizes = sorted(rng.sample([1, 2, 3, 4], rng.choice([1, 1, 2, 3])))
    turn = rng.choice(TURNS)
    own = "free" if turn != "free" and rng.random() < 0.3 else None
    shapes = tuple(
        Shape(cells, ("",) * len(cells), turn=own)
        for size in sizes
        for cells in _polyominoes(size, own or turn)
    )
    return Case(tuple(map("".join, board)), shapes, turn)


def _polyominoes(size: int, turn: str) -> list[tuple[Cell, ...]]:
    """All polyominoes of a size, one of each class under a turn."""
    grown = {frozenset([(0, 0)])}
    for _ in range(size - 1):
        grown = {
            old | {(r + dr, c + dc)}
            for old in grown
            for r, c in old
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (r + dr, c + dc) not in old
        }
    classes: dict[frozenset[tuple[Cell, ...]], tuple[Cell, ...]] = {}
    for cells in grown:
        images = set()
        image = list(cells)
        for _ in range(2 if turn == "free" else 1):
            for _ in range(1 if turn == "fixed" else 4):
                images.add(_at_origin(image, [""] * size, 0, None, None).cells)
                image = [(c, -r) for r, c in image]
            image = [(r, -c) for r, c in image]
        classes[frozenset(images)] = min(images)
    return sorted(classes.values())


def _ruled(rng: random.Random, case: Case, tiles: list[list[Cell]] | None = None) -> Case:
    """Add the rules that are neither board nor pieces: cells that stay empty, pieces already placed."""
    questions = sum(row.count("?") for row in case.rows)
    area = sum(len(row) - row.count(".") for row in case.rows)
    if rng.random() < (0.4 if questions else 0.2):
        most = rng.randint(0, min(questions or 3, area))
        case = replace(case, empty=(rng.randint(0, most), most))
    if rng.random() < 0.2:
        if tiles is not None:
            lying = [
                (k, tile)
                for tile in tiles
                for k, shape in enumerate(case.shapes)
                if _at_origin(tile, [""] * len(tile), 0, None, None).cells == shape.cells
            ]
        else:
            k = rng.randrange(len(case.shapes))
            cells = case.shapes[k].cells
            lying = [
                (k, [(r + down, c + right) for r, c in cells])
                for down in range(len(case.rows))
                for right in range(len(case.rows[0]))
            ]
        chosen = rng.sample(lying, min(len(lying), rng.choice([1, 1, 2])))
        case = replace(case, placed=tuple((k, tuple(sorted(tile))) for k, tile in chosen))
    return case


def smaller(case: Case) -> Iterator[Case]:
    """Yield what is simpler by one thing."""
    for other in _simpler(case):
        if set("".join(other.rows)) != {"."}:
            yield other


def _simpler(case: Case) -> Iterator[Case]:
    for k in range(len(case.placed)):
        yield replace(case, placed=case.placed[:k] + case.placed[k + 1 :])
    used = {k for k, _ in case.placed}
    for k in range(len(case.shapes)):
        if k not in used and len(case.shapes) > 1:
            placed = tuple((j - (j > k), cells) for j, cells in case.placed)
            yield replace(case, shapes=case.shapes[:k] + case.shapes[k + 1 :], placed=placed)
    if case.empty is not None:
        yield replace(case, empty=None)
        least, most = case.empty
        if least > 0:
            yield replace(case, empty=(0, most))
        if most > least:
            yield replace(case, empty=(least, most - 1))
    height, width = len(case.rows), len(case.rows[0])
    if not case.placed:
        for r in range(height):
            if height > 1:
                yield replace(case, rows=case.rows[:r] + case.rows[r + 1 :])
        for c in range(width):
            if width > 1:
                yield replace(case, rows=tuple(row[:c] + row[c + 1 :] for row in case.rows))
    if case.turn != "free":
        yield replace(case, turn="free")
    for k, shape in enumerate(case.shapes):
        changes = [
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
            other = _at_origin(list(other.cells), list(other.marks), other.least, other.most, other.turn)
            if other != shape:
                yield replace(case, shapes=(*case.shapes[:k], other, *case.shapes[k + 1 :]))
    for r, row in enumerate(case.rows):
        for c, character in enumerate(row):
            for simpler in {"#": ".", "?": "#."}.get(character, "" if character == "." else "#."):
                rows = (*case.rows[:r], row[:c] + simpler + row[c + 1 :], *case.rows[r + 1 :])
                yield replace(case, rows=rows)
