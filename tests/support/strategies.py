"""Hypothesis strategies: random polyominoes, boards, pieces and problems, small enough for naive
twins.
"""

from __future__ import annotations

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from tilewright.formats.exactcover import ExactCover
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.polyform import Polyform, Polyomino

TURNS = st.sampled_from(["free", "one-sided", "half-turn", "fixed"])


@st.composite
def polyominoes(draw: st.DrawFn, most: int = 4) -> Polyomino:
    """Draw a connected polyomino by adding neighbors one by one."""
    cells = {(0, 0)}
    for _ in range(draw(st.integers(0, most - 1))):
        frontier = sorted(
            {(r + dr, c + dc) for r, c in cells for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
            - cells
        )
        cells.add(draw(st.sampled_from(frontier)))
    return Polyomino(tuple(cells))


@st.composite
def boards(draw: st.DrawFn, area: int = 14, marks: str = "", optional: bool = False) -> Board:
    """Draw a small board; it may be disconnected, and have marks and cells that may stay empty."""
    rows = draw(st.integers(1, 5))
    columns = draw(st.integers(1, max(1, area // rows)))
    characters = "###." + ("?" if optional else "") + marks
    text = "\n".join(
        draw(st.text(characters, min_size=columns, max_size=columns)) for _ in range(rows)
    )
    if not set(text) - set(".\n"):
        text = "#" + text[1:]
    return Board.from_text(text)


@st.composite
def pieces(draw: st.DrawFn, marks: str = "") -> Piece:
    """Draw a piece with random copies, turn and marks."""
    polyomino = draw(polyominoes())
    least = draw(st.sampled_from([0, 0, 1, 2]))
    most = draw(st.sampled_from([None, None, least, least + 1, least + 3]))
    letters = ()
    if marks and draw(st.booleans()):
        letters = tuple(draw(st.sampled_from(["", *marks])) for _ in polyomino.cells)
    return Piece(
        polyomino,
        least=least,
        most=most,
        turn=draw(st.sampled_from([None, None, "fixed"])),
        marks=letters,
    )


@st.composite
def problems(draw: st.DrawFn, area: int = 12, marks: str = "", optional: bool = True) -> Problem:
    """Draw a problem of any kind: holes, limited copies, optional cells, marks, a piece already
    placed.
    """
    board = draw(boards(area, marks, optional))
    unnamed = draw(st.lists(pieces(marks), min_size=1, max_size=3))
    named = [
        Piece(p.polyomino, f"P{number}", p.least, p.most, p.turn, p.marks)
        for number, p in enumerate(unnamed)
    ]
    turn = draw(TURNS)
    empty: int | tuple[int, int] | None = None
    if optional and draw(st.booleans()):
        available = int(board.optional.sum()) or board.area
        most = draw(st.integers(0, min(3, available)))
        empty = (draw(st.integers(0, most)), most)
    problem = Problem(board, *named, turn=turn, empty=empty)
    assume(not problem.faults())
    if draw(st.integers(0, 4)) == 0:
        cover = compile_cover(problem)
        if cover.size:
            chosen = draw(st.integers(0, cover.size - 1))
            cells = cover.cells[cover.item[cover.start[chosen] : cover.start[chosen + 1]]].tolist()
            name = problem.pieces[int(cover.placement_piece[chosen])].name
            placed = Problem(board, *named, turn=turn, empty=empty, placed=[(name, cells)])
            if not placed.faults():
                return placed
    return problem


@st.composite
def exact_covers(draw: st.DrawFn, options: int = 9) -> ExactCover:
    """Draw a small exact cover problem with colors and multiplicities."""
    primary = [f"p{i}" for i in range(draw(st.integers(1, 5)))]
    secondary = [f"s{i}" for i in range(draw(st.integers(0, 3)))]
    bounds = {}
    for name in primary:
        least = draw(st.sampled_from([1, 1, 1, 0, 2]))
        bounds[name] = (least, least + draw(st.sampled_from([0, 0, 1, 3])))
    rows = []
    for _ in range(draw(st.integers(0, options))):
        held = draw(st.lists(st.sampled_from(primary), min_size=1, max_size=3, unique=True))
        for name in draw(st.lists(st.sampled_from(secondary), unique=True)) if secondary else []:
            held.append(name + draw(st.sampled_from(["", ":A", ":B"])))
        rows.append(held)
    return ExactCover.build(rows, primary, secondary, bounds)


@st.composite
def label_arrays(draw: st.DrawFn, area: int = 30, holes: bool = True) -> np.ndarray:
    """Draw a tiling by connected tiles of any shape, as a label array; it may have holes and empty
    cells.
    """
    rows = draw(st.integers(1, 6))
    columns = draw(st.integers(1, max(1, area // rows)))
    kinds = ["new", "new", "left", "up", *([".", "?"] if holes else [])]
    size = rows * columns
    choices = draw(st.lists(st.sampled_from(kinds), min_size=size, max_size=size))
    labels = np.full((rows, columns), -1, dtype=np.int32)
    count = 0
    for index, choice in enumerate(choices):
        row, column = divmod(index, columns)
        if choice in (".", "?"):
            labels[row, column] = -1 if choice == "." else -2
        elif choice == "left" and column and labels[row, column - 1] >= 0:
            labels[row, column] = labels[row, column - 1]
        elif choice == "up" and row and labels[row - 1, column] >= 0:
            labels[row, column] = labels[row - 1, column]
        else:
            labels[row, column] = count
            count += 1
    return labels


@st.composite
def tileable_problems(draw: st.DrawFn, area: int = 14, marks: str = "") -> Problem:
    """Draw a problem of any kind that has a tiling: of a random tiling, the tiles' shapes and marks
    are the pieces.

    Most of what `problems` draws has no tiling, with marks nearly all of it.
    """
    labels = draw(label_arrays(area))
    assume(labels.max() >= 0)
    tiles = [
        [(int(r), int(c)) for r, c in np.argwhere(labels == t)] for t in range(labels.max() + 1)
    ]
    signs = {}
    looks: dict[tuple[Polyomino, tuple[str, ...]], list[list[tuple[int, int]]]] = {}
    for cells in tiles:
        shape = Polyomino(tuple(cells))
        if shape not in signs:
            signs[shape] = ("",) * len(cells)
            if marks and draw(st.booleans()):
                signs[shape] = tuple(draw(st.sampled_from(["", *marks])) for _ in cells)
        looks.setdefault((shape, signs[shape]), []).append(cells)
    text = np.full(labels.shape, "#")
    text[labels == -1], text[labels == -2] = ".", "?"
    pieces, used = [], []
    for number, ((shape, letters), copies) in enumerate(looks.items()):
        for cells in copies:
            for cell, letter in zip(cells, letters, strict=True):
                text[cell] = letter or "#"
        least = draw(st.sampled_from([0, 0, len(copies), max(0, len(copies) - 1)]))
        most = draw(st.sampled_from([None, None, len(copies), len(copies) + 1]))
        pieces.append(Piece(shape, f"P{number}", least, most, None, letters))
        used.append((f"P{number}", copies))
    if draw(st.integers(0, 2)) == 0 and len(tiles) < 9:
        pieces.append(Piece(Polyomino(((0, 0),)), "Q", 0, draw(st.sampled_from([1, 2, None]))))
    empties = int((labels == -2).sum())
    empty: int | tuple[int, int] | None = None
    if empties and draw(st.booleans()):
        empty = (draw(st.integers(0, empties)), empties)
    elif not empties and draw(st.integers(0, 3)) == 0:
        empty = (0, draw(st.integers(1, 2)))
    board = Board.from_text("\n".join("".join(row) for row in text.tolist()))
    turn = draw(TURNS)
    problem = Problem(board, *pieces, turn=turn, empty=empty)
    assume(not problem.faults())
    if draw(st.integers(0, 2)) == 0:
        name, copies = draw(st.sampled_from(used))
        placed = Problem(
            board, *pieces, turn=turn, empty=empty, placed=[(name, draw(st.sampled_from(copies)))]
        )
        if not placed.faults():
            return placed
    return problem


def grids(low: int = -2, high: int = 5, side: int = 5) -> st.SearchStrategy[np.ndarray]:
    """Draw small arrays of numbers of any kind."""
    shapes = st.tuples(st.integers(1, side), st.integers(1, side))
    return shapes.flatmap(
        lambda shape: st.lists(
            st.integers(low, high), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]
        ).map(lambda values: np.array(values).reshape(shape))
    )


BOARDS = [
    "3x3",
    "tri:2x2",
    "tri:triangle3",
    "tri:hexagon1",
    "hex:2x3",
    "hex:triangle3",
    "hex:hexagon2",
    "cube:2x2x2",
    "cube:1x2x3",
    "cylinder:2x3",
    "cylinder:3x2",
    "moebius:2x3",
    "moebius:3x3",
    "torus:2x2",
    "torus:2x3",
    "torus:3x3",
    "klein:2x3",
    "klein:3x2",
    "torus:tri:2x2",
    "cylinder:tri:2x2",
    "torus:hex:2x3",
    "torus:hex:3x3",
    "cylinder:hex:2x3",
]


@st.composite
def drawn_problems(draw: st.DrawFn) -> Problem:
    """Draw a problem on a small board of any lattice and surface, perhaps with a hole."""
    full = Board.parse(draw(st.sampled_from(BOARDS)))
    mask = full.mask.copy()
    if draw(st.booleans()):
        mask[tuple(draw(st.sampled_from(np.argwhere(mask).tolist())))] = False
    assume(mask.any())
    board = Board(mask, lattice=full.lattice, surface=full.surface)
    pieces = {}
    for number in range(draw(st.integers(1, 2))):
        cells = [
            (0,) * (board.lattice.dimension - 1) + (draw(st.integers(0, board.lattice.kinds - 1)),)
        ]
        for _ in range(draw(st.integers(0, 3))):
            around = {near for cell in cells for near in board.lattice.neighbors(cell)} - set(cells)
            cells.append(draw(st.sampled_from(sorted(around))))
        polyform = Polyform(cells, board.lattice)
        most = draw(st.sampled_from([None, None, 1, 2]))
        pieces[polyform.canonical()] = Piece(polyform, f"P{number}", least=0, most=most)
    turn = draw(st.sampled_from(["free", "one-sided", "half-turn", "fixed"]))
    problem = Problem(board, *pieces.values(), turn=turn, by_wrap=draw(st.booleans()))  # type: ignore[arg-type]
    assume(not problem.faults())
    return problem
