"""Slow twins of the counting engine: every tiling listed, from the problem's words alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilewright.model.problem import Problem

Tile = tuple[int, frozenset[tuple[int, int]]]


def tilings(problem: Problem) -> Iterator[tuple[Tile, ...]]:
    """Yield each tiling as its tiles, (piece, cells), by covering the first free cell in every
    way."""
    board = problem.board
    rows, columns = board.shape
    cells = [(r, c) for r in range(rows) for c in range(columns) if board.mask[r, c]]
    letters = {cell: (["", *board.alphabet][board.marks[cell]]) for cell in cells}
    standing = [
        (problem.piece_index(placement.piece), frozenset(placement.cells))
        for placement in problem.placed
    ]
    covering: dict[tuple[int, int], list[Tile]] = {cell: [] for cell in cells}
    for index, piece in enumerate(problem.pieces):
        for shape, marks in piece.orientations(problem.turn):
            for r in range(rows):
                for c in range(columns):
                    tile = [(r + dr, c + dc) for dr, dc in shape.cells]
                    if all(cell in letters for cell in tile) and all(
                        letters[cell] == mark for cell, mark in zip(tile, marks, strict=True)
                    ):
                        taken = {cell for _, other in standing for cell in other}
                        if not taken & set(tile) or (index, frozenset(tile)) in standing:
                            covering[min(tile)].append((index, frozenset(tile)))

    def extend(
        covered: set[tuple[int, int]], used: Counter[int], empties: int, tiles: list[Tile]
    ) -> Iterator[tuple[Tile, ...]]:
        free = next((cell for cell in cells if cell not in covered), None)
        if free is None:
            enough = all(used[i] >= piece.least for i, piece in enumerate(problem.pieces))
            if enough and empties >= problem.empty_least:
                yield tuple(tiles)
            return
        for index, tile in covering[free]:
            most = problem.pieces[index].most
            if covered & tile or (most is not None and used[index] >= most):
                continue
            used[index] += 1
            tiles.append((index, tile))
            yield from extend(covered | tile, used, empties, tiles)
            tiles.pop()
            used[index] -= 1
        is_standing = any(free in cells for _, cells in standing)
        if problem.optional[free] and empties < problem.empty_most and not is_standing:
            yield from extend(covered | {free}, used, empties + 1, tiles)

    yield from extend(set(), Counter(), 0, [])


def count(problem: Problem) -> int:
    """Count them."""
    return sum(1 for _ in tilings(problem))


def by_piece(problem: Problem) -> dict[tuple[int, ...], int]:
    """Count them by the copies of each piece, and the empty cells where there may be any."""
    numbers: Counter[tuple[int, ...]] = Counter()
    for tiles in tilings(problem):
        used = Counter(index for index, _ in tiles)
        copies = tuple(used[i] for i in range(len(problem.pieces)))
        if problem.empty_most > 0 and problem.optional.any():
            copies += (problem.board.area - sum(len(cells) for _, cells in tiles),)
        numbers[copies] += 1
    return dict(sorted(numbers.items()))


def classes(problem: Problem) -> int:
    """Count them up to the symmetries of the problem, by looking at every image of each."""
    board = problem.board
    cells = [
        (r, c) for r in range(board.shape[0]) for c in range(board.shape[1]) if board.mask[r, c]
    ]
    standing = {cell for placement in problem.placed for cell in placement.cells}
    looks = {
        cell: (int(board.marks[cell]), bool(problem.optional[cell]) and cell not in standing)
        for cell in cells
    }
    used = dict(used_placements(problem))
    tiling_sets = [frozenset(tiling) for tiling in tilings(problem)]
    maps: list[dict[Tile, Tile]] = []
    for turn in range(8):
        image = _moved(cells, turn)
        if set(image.values()) != set(cells) or any(
            looks[cell] != looks[image[cell]] for cell in cells
        ):
            continue
        shapes: dict[frozenset[tuple[tuple[int, int], str]], int] = {}
        for tile, shape in used.items():
            shapes[_at_corner(shape)] = tile[0]
        tiles: dict[Tile, Tile] = {}
        pieces: dict[int, int | None] = {}
        for (piece, covered), shape in used.items():
            there = frozenset((image[cell], mark) for cell, mark in shape)
            other = shapes.get(_at_corner(there))
            if (
                pieces.setdefault(piece, other) != other
                or other is None
                or not _alike(problem, piece, other)
            ):
                break
            tiles[piece, covered] = (other, frozenset(cell for cell, _ in there))
        else:
            if set(tiles.values()) == set(used):
                maps.append(tiles)
    return len(
        {
            frozenset(frozenset(tiles[tile] for tile in tiling) for tiles in maps)
            for tiling in tiling_sets
        }
    )


def used_placements(
    problem: Problem,
) -> Iterator[tuple[Tile, frozenset[tuple[tuple[int, int], str]]]]:
    """Yield each placement, and its cells with the marks that the piece has there."""
    board = problem.board
    mark = {
        (r, c): ["", *board.alphabet][board.marks[r, c]]
        for r in range(board.shape[0])
        for c in range(board.shape[1])
        if board.mask[r, c]
    }
    standing = [(problem.piece_index(p.piece), frozenset(p.cells)) for p in problem.placed]
    taken = {cell for _, other in standing for cell in other}
    placed = Counter(index for index, _ in standing)
    for index, piece in enumerate(problem.pieces):
        for shape, marks in piece.orientations(problem.turn):
            for r in range(board.shape[0]):
                for c in range(board.shape[1]):
                    tile = [
                        ((r + dr, c + dc), m)
                        for (dr, dc), m in zip(shape.cells, marks, strict=True)
                    ]
                    covered = frozenset(cell for cell, _ in tile)
                    free = not covered & taken and (
                        piece.most is None or placed[index] < piece.most
                    )
                    if all(mark.get(cell) == m for cell, m in tile) and (
                        free or (index, covered) in standing
                    ):
                        yield (index, covered), frozenset(tile)


def _moved(cells: list[tuple[int, int]], turn: int) -> dict[tuple[int, int], tuple[int, int]]:
    """Where one of the eight symmetries takes each cell, with the box around all of them kept at
    its corner.
    """
    moved = [(r, c) if turn < 4 else (r, -c) for r, c in cells]
    for _ in range(turn % 4):
        moved = [(c, -r) for r, c in moved]
    down = min(r for r, _ in cells) - min(r for r, _ in moved)
    right = min(c for _, c in cells) - min(c for _, c in moved)
    return {cell: (r + down, c + right) for cell, (r, c) in zip(cells, moved, strict=True)}


def _at_corner(
    shape: frozenset[tuple[tuple[int, int], str]],
) -> frozenset[tuple[tuple[int, int], str]]:
    top, left = min(r for (r, _), _ in shape), min(c for (_, c), _ in shape)
    return frozenset(((r - top, c - left), mark) for (r, c), mark in shape)


def _alike(problem: Problem, one: int, other: int) -> bool:
    """Whether there are as many copies of both pieces, as far as the area lets them differ."""
    room = problem.board.area // len(problem.pieces[one].polyomino)
    first, second = problem.pieces[one], problem.pieces[other]
    bounds = [
        (min(piece.least, room + 1), room if piece.most is None else min(piece.most, room))
        for piece in (first, second)
    ]
    return bounds[0] == bounds[1]


def recurrence_holds(coefficients: tuple[int, ...], terms: list[int], first: int) -> bool:
    """Whether a(n) = c_1 a(n-1) + c_2 a(n-2) + … from `first` on."""
    return all(
        terms[n] == sum(c * terms[n - k] for k, c in enumerate(coefficients, start=1))
        for n in range(max(first, len(coefficients)), len(terms))
    )
