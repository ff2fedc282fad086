"""The slow, obvious twin of rules: look at a finished tiling, rule by rule, from the words
alone."""

from __future__ import annotations

import random

import numpy as np

import naive_moves
from tilewright.values.problem import Problem
from tilewright.values.tiling import Tiling

Cell = tuple[int, ...]


def keeps(problem: Problem, tiling: Tiling) -> bool:
    """Whether a tiling of a problem keeps all its rules."""
    return all(_keeps(problem, tiling, rule.word().split()) for rule in problem.rules)


def _keeps(problem: Problem, tiling: Tiling, words: list[str]) -> bool:
    tiles = [(name, set(cells)) for name, cells in tiling]
    name, *rest = words
    if name == "tiles":
        least, _, most = rest[0].partition("..")
        return int(least) <= len(tiles) <= int(most or least)
    if name == "fault-free":
        return all(
            any(first in cells and second in cells for _, cells in tiles for first, second in line)
            for line in _lines(problem, rest)
        )
    if name == "no-crossroads":
        rows, columns = tiling.shape
        for r in range(1, rows):
            for c in range(1, columns):
                around = [int(tiling.labels[r - dr, c - dc]) for dr in (1, 0) for dc in (1, 0)]
                if min(around) >= 0 and len({*_edges(around)}) == 4:
                    return False
        return True
    if name == "apart":
        home = {cell: number for number, (_, cells) in enumerate(tiles) for cell in cells}
        pieces = {piece.name: piece.polyomino for piece in problem.pieces}
        return not any(
            cell in home
            and other in home
            and home[cell] != home[other]
            and _look(problem, pieces[tiles[home[cell]][0]].cells)
            == _look(problem, pieces[tiles[home[other]][0]].cells)
            for cell, other in _pairs(problem)
        )
    if name.startswith("clues"):
        said = {}
        for word in rest:
            cell, _, clue = word.partition("=")
            said[tuple(map(int, cell.split(",")))] = clue
        for piece, cells in tiles:
            clues = [said[cell] for cell in cells if cell in said]
            if name == "clues-one-each" and len(clues) != 1:
                return False
            for clue in clues:
                if (int(clue) != len(cells)) if clue.isdigit() else (clue != piece):
                    return False
        return True
    assert tiling.marks is not None
    region = [tuple(map(int, cell.split(","))) for cell in rest[0].split("-")]
    shown = [str(tiling.marks[cell]) for cell in region if tiling.labels[cell] >= 0]
    if name == "sum":
        total = sum(int(mark) for mark in shown if mark)
        if ".." in rest[1]:
            least, most = map(int, rest[1].split(".."))
            return least <= total <= most
        return bool(
            eval(f"{total} {rest[1].replace('=', '==') if rest[1] == '=' else rest[1]} {rest[2]}")
        )
    return len(set(shown)) <= 1 if name == "equal" else len(set(shown)) == len(shown)


def _edges(around: list[int]) -> list[int]:
    """The sides between four labels (upper left, upper right, lower left, lower right) where the
    labels differ, by number.
    """
    sides = [(0, 1), (1, 3), (3, 2), (2, 0)]
    return [number for number, (i, j) in enumerate(sides) if around[i] != around[j]]


def _lines(problem: Problem, axis: list[str]) -> list[list[tuple[Cell, Cell]]]:
    """The pairs of cells at each line that has any on both sides."""
    found: dict[object, list[tuple[Cell, Cell]]] = {}
    lattice = problem.board.lattice.name
    names = ["layers", "rows", "columns"] if lattice == "cube" else ["rows", "columns"]
    for first, second in _pairs(problem):
        if lattice == "tri":
            # The middle of the common side, and the direction of the side.
            one, other = (naive_moves.center(lattice, cell) for cell in (first, second))
            middle, across = (np.array(one) + other) / 2, np.array(other) - one
            across = across / np.linalg.norm(across)
            key = (round(abs(float(across[0])), 3), round(float(across @ middle), 3))
            turned = -across
            if (across[1], across[0]) < (turned[1], turned[0]):
                key = (key[0], round(float(turned @ middle), 3))
            level = abs(abs(float(across[1])) - 1) < 1e-6 or abs(abs(float(across[0])) - 1) < 1e-6
            name = "rows" if level and first[0] != second[0] else "other"
            key = (tuple(np.round(max(across.tolist(), turned.tolist()), 3)), key[1])
        else:
            place = next(i for i in range(len(first)) if first[i] != second[i])
            key, name = (place, max(first[place], second[place])), names[place]
        if not axis or axis[0] == name:
            found.setdefault(key, []).append((first, second))
    return list(found.values())


def _pairs(problem: Problem) -> list[tuple[Cell, Cell]]:
    """All pairs of neighbors on the board, also across joined sides."""
    board = problem.board
    cells = [tuple(cell) for cell in np.argwhere(board.mask).tolist()]
    there = {}
    shape = np.array(board.shape)
    every = np.array(cells)
    margin = 2 * max(2, board.lattice.reach)
    where, which = board.surface.copies(board.lattice, every, -margin + 0 * shape, shape + margin)
    for place, number in zip(where.tolist(), which.tolist(), strict=True):
        there[tuple(place)] = cells[number]
    pairs = set()
    for cell in cells:
        for other in naive_moves.neighbors(board.lattice.name, cell):
            if other in there and there[other] != cell:
                pairs.add((min(cell, there[other]), max(cell, there[other])))
    return sorted(pairs)


def _look(problem: Problem, cells: tuple[Cell, ...]) -> object:
    """What congruent pieces share: the distances between the centers of their cells."""
    points = [np.array(naive_moves.center(problem.board.lattice.name, cell)) for cell in cells]
    return sorted(
        tuple(sorted(round(float(np.linalg.norm(one - other)), 4) for other in points))
        for one in points
    )


def random_rules(rng: random.Random, problem: Problem, marks: bool = False) -> list[str]:
    """Words of one to three rules that make sense for a problem."""
    board = problem.board
    cells = [tuple(cell) for cell in np.argwhere(board.mask).tolist()]
    sizes = [len(piece.polyomino) for piece in problem.pieces]
    usual = board.area // max(1, sum(sizes) // len(sizes))
    least = rng.randint(max(0, usual - 2), usual + 1)
    known = ["apart", f"tiles {least}", f"tiles {least}..{least + rng.randint(1, 2)}"]
    some = rng.sample(cells, min(len(cells), rng.randint(1, 3)))
    said = [f"{_word(cell)}={rng.choice([*sizes, *problem.names])}" for cell in some]
    if not any("," in word.partition("=")[2] or " " in word for word in said):
        known.append(f"clues {' '.join(said)}")
    if not board.surface.joined:
        if board.lattice.name != "hex":
            known += ["fault-free", "fault-free rows"]
        if board.lattice.name in ("square", "cube"):
            known.append("fault-free columns")
        if board.lattice.name == "square":
            known += ["no-crossroads", "no-crossroads"]
    if marks:
        region = "-".join(map(_word, rng.sample(cells, min(len(cells), rng.randint(2, 4)))))
        number = rng.randint(1, 9)
        known += [
            f"sum {region} {rng.choice(['<', '<=', '=', '>=', '>'])} {number}",
            f"sum {region} {number}..{number + rng.randint(0, 4)}",
            f"equal {region}",
            f"unequal {region}",
        ] * 3
    return rng.sample(known, rng.randint(1, min(3, len(known))))


def _word(cell: Cell) -> str:
    return ",".join(map(str, cell))
