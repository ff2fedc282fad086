"""Reference implementations: the factors of a boundary by trying all cuts, the tiles and symmetries
of a torus by trying all motions, and rings around a piece by a SAT solver.
"""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterable, Iterator, Sequence

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from tilewright.model.space.lattice import Lattice, Turn
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.cells import Motion
from tilewright.shapes.plane.geometry import Geometry, Periodic, Sublattice
from tilewright.shapes.plane.isohedral import Kind

Vector = tuple[int, int]
Tile = frozenset[Vector]


def apply(matrix: Sequence[Sequence[int]], vector: Vector) -> Vector:
    (a, b), (c, d) = matrix
    return a * vector[0] + b * vector[1], c * vector[0] + d * vector[1]


def compositions(total: int, weights: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All tuples of nonnegative integers, one for each weight, whose weighted sum is `total`."""
    if not weights:
        if total == 0:
            yield ()
        return
    for number in range(total // weights[0] + 1):
        for rest in compositions(total - number * weights[0], weights[1:]):
            yield (number, *rest)


def rotation(lattice: Lattice, degrees: int) -> list[list[int]] | None:
    """The matrix of a rotation from the first axis to the second; None if the lattice has none."""
    basis = np.array(lattice.basis) @ [1, -1j]
    for matrix in lattice.matrices[: lattice.order // 2]:
        if np.allclose(matrix.T @ basis, basis * np.exp(1j * np.radians(degrees))):
            return matrix.tolist()
    return None


def fits(kind: Kind, boundary: NDArray[np.int64], geometry: Geometry) -> bool:
    """Whether a boundary splits into the factors of a kind, except the omitted ones."""
    steps = [(x, y) for x, y in (np.roll(boundary, -1, axis=0) - boundary).tolist()]
    n = len(steps)
    mirrors = geometry.lattice.matrices[geometry.lattice.order // 2 :].tolist()
    weights = [1 if one == other else 2 for one, other, _ in kind.pairs]
    for sizes in compositions(n, weights):
        if sum(size > 0 for size in sizes) < 2:
            continue
        lengths = [0] * 6
        for (one, other, _), size in zip(kind.pairs, sizes, strict=True):
            lengths[one] = lengths[other] = size
        ends = list(itertools.accumulate(lengths, initial=0))
        for start in range(n):
            turned = steps[start:] + steps[:start]
            parts = [turned[a:b] for a, b in itertools.pairwise(ends)]
            if any(
                all(
                    match(how, parts[one], parts[other], mirror, geometry)
                    for one, other, how in kind.pairs
                )
                for mirror in (mirrors if kind.reflects else mirrors[:1])
            ):
                return True
    return False


def match(
    how: str,
    one: list[Vector],
    other: list[Vector],
    mirror: Sequence[Sequence[int]],
    geometry: Geometry,
) -> bool:
    if how == "T":
        return other == [(-a, -b) for a, b in reversed(one)]
    if how == "C":
        return one == one[::-1]
    if how == "G":
        return other == [apply(mirror, step) for step in one]
    if how == "H":
        return other == [(-a, -b) for a, b in (apply(mirror, step) for step in one)]
    matrix = rotation(geometry.lattice, int(how))
    if matrix is None:
        return not one
    # Around the corner between them, the second side is the reverse of the first, rotated.
    return [apply(matrix, step) for step in other] == [(-a, -b) for a, b in reversed(one)]


def around(cells: Iterable[Vector], polyform: Polyform) -> set[Vector]:
    """The cells that share an edge or a corner with the given ones."""
    lattice = polyform.lattice
    neighbors = {
        (row + step[0], column + step[1])
        for row, column in cells
        for step in lattice.touching[column % lattice.kinds]
    }
    return neighbors.difference(cells)


def enclosed(cells: set[Vector], polyform: Polyform) -> set[Vector]:
    """The cells that the given ones enclose."""
    far = 4 * polyform.lattice.kinds
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    box = set(
        itertools.product(
            range(min(rows) - 4, max(rows) + 5), range(min(columns) - far, max(columns) + far + 1)
        )
    )
    left = box - cells
    # The cells at the edge of the box are outside.
    waiting = [cell for cell in left if not box.issuperset(polyform.lattice.neighbors(cell))]
    left.difference_update(waiting)
    for cell in waiting:
        for near in polyform.lattice.neighbors(cell):
            if near in left:
                left.remove(near)
                waiting.append(near)
    return left


def has_rings(polyform: Polyform, levels: int, without_holes: int) -> bool:
    """Whether a number of rings fits around a piece, with the first ones free of holes.

    A SAT solver is asked. One variable says that a copy is used in one of the first k rings; then
    it is used in one of the first k + 1, too, and each cell that touches it is covered by those. If
    rings have a hole, it is asked for others.
    """
    from pysat.solvers import Solver

    lattice = polyform.lattice
    shapes = polyform.orientations("free")
    first = frozenset(polyform.cells)
    level_of, newest = {first: 0}, [first]
    for level in range(1, levels + 1):
        rim = set().union(*(around(tile, polyform) for tile in newest)) - first
        newest = []
        for (row, column), shape in itertools.product(rim, shapes):
            for r, c in shape.cells:
                if (column - c) % lattice.kinds == 0:
                    tile = frozenset((a + row - r, b + column - c) for a, b in shape.cells)
                    if tile not in level_of and not tile & first:
                        level_of[tile] = level
                        newest.append(tile)
    number = itertools.count(1)
    used = {
        (tile, k): next(number)
        for tile, level in level_of.items()
        for k in range(level, levels + 1)
    }
    covering: dict[Vector, list[Tile]] = {}
    for tile in level_of:
        for cell in tile:
            covering.setdefault(cell, []).append(tile)
    with Solver("cadical195") as solver:
        solver.add_clause([used[first, 0]])
        for (tile, k), variable in used.items():
            if k < levels:
                solver.add_clause([-variable, used[tile, k + 1]])
                for cell in around(tile, polyform):
                    fitting = [
                        used[other, k + 1]
                        for other in covering.get(cell, [])
                        if (other, k + 1) in used
                    ]
                    solver.add_clause([-variable, *fitting])
        for tiles in covering.values():
            for one, other in itertools.combinations(tiles, 2):
                solver.add_clause([-used[one, levels], -used[other, levels]])
        while solver.solve():
            true = set(solver.get_model())
            placed = {tile for tile in level_of if used[tile, levels] in true}
            rings = [{first}]
            for _ in range(levels):
                rim = set().union(*(around(tile, polyform) for tile in rings[-1]))
                rings.append({tile for tile in placed if tile & rim}.difference(*rings))
            for k in range(1, without_holes + 1):
                upto = set().union(*rings[: k + 1])
                if enclosed(set().union(*upto), polyform):
                    # Exclude these copies, whose first k rings have a hole.
                    solver.add_clause([-used[tile, levels] for tile in upto])
                    break
            else:
                return True
        return False


def on_torus(cells: Iterable[Vector], kinds: int, period: Sublattice) -> Tile:
    """The cells of one period that some cells repeat."""
    a, b, d = period
    tile = set()
    for row, column in cells:
        times = row // a
        tile.add((row - times * a, (column // kinds - times * b) % d * kinds + column % kinds))
    return frozenset(tile)


def torus_tiles(piece: Polyform, turn: Turn, period: Sublattice) -> set[Tile]:
    """All tiles on a torus: each orientation at each place, if it does not meet itself."""
    kinds = piece.lattice.kinds
    return {
        tile
        for oriented in piece.orientations(turn)
        for down, across in itertools.product(range(period[0]), range(period[2]))
        for moved in [[(r + down, c + across * kinds) for r, c in oriented.cells]]
        if len(tile := on_torus(moved, kinds, period)) == len(piece)
    }


def in_one_period(cells: Iterable[Vector], kinds: int, period: Sublattice) -> Tile:
    """Some cells, moved by the period so that the first of them is in it."""
    first, *_ = own = sorted(cells)
    ((row, column),) = on_torus([first], kinds, period)
    return frozenset((r + row - first[0], c + column - first[1]) for r, c in own)


def symmetries(
    tiling: Periodic, pieces: Sequence[Polyform], elements: Iterable[int]
) -> Iterator[dict[tuple[int, Tile], tuple[int, Tile]]]:
    """What each motion, with one of these symmetries of the lattice, that keeps the tiling and its
    period makes of its tiles, by trying all motions of one period.
    """
    lattice, period = pieces[0].lattice, tiling.period
    a, b, d = period
    laid = {
        (number, in_one_period(cells, lattice.kinds, period)): cells
        for number, motion in tiling.tiles
        for cells in [motion.image(lattice, np.array(pieces[number].cells)).tolist()]
    }
    for element in elements:
        ends = (apply(lattice.matrices[element].tolist(), end) for end in ((a, b), (0, d)))
        corners = [(x, y * lattice.kinds) for x, y in ends]
        if on_torus(corners, lattice.kinds, period) != {(0, 0)}:
            continue
        for move in itertools.product(range(a), range(d)):
            images = {
                tile: (tile[0], in_one_period(map(tuple, image.tolist()), lattice.kinds, period))
                for tile, cells in laid.items()
                for image in [Motion(element, move).image(lattice, np.array(cells))]
            }
            if set(images.values()) == set(laid):
                yield images


def count_classes(tiling: Periodic, pieces: Sequence[Polyform]) -> int:
    """The number of classes of tiles under all symmetries that keep the period."""
    graph = nx.Graph()
    for images in symmetries(tiling, pieces, pieces[0].lattice.elements):
        graph.add_edges_from(images.items())
    return nx.number_connected_components(graph)


def count_translations(tiling: Periodic, pieces: Sequence[Polyform]) -> int:
    """The number of translations, modulo the period, that keep a tiling."""
    return sum(1 for _ in symmetries(tiling, pieces, [0]))


#: A search for rings: how many, which of them may have holes (0: none, 1: the last one, 2: any),
#: and the most nodes. Or a search of a period, and the most nodes.
Search = tuple[int, int, int] | tuple[Sublattice, int]


def count_keeping(lattice: Lattice, period: Sublattice) -> int:
    """How many symmetries of the lattice map a sublattice to itself."""
    a, b, d = period

    def is_inside(x: int, y: int) -> bool:
        return x % a == 0 and (y - x // a * b) % d == 0

    return sum(
        all(is_inside(*apply(matrix.tolist(), side)) for side in ((a, b), (0, d)))
        for matrix in lattice.matrices
    )


def sublattices(index: int) -> list[Sublattice]:
    """All sublattices of an index."""
    return [
        (a, b, index // a) for a in range(1, index + 1) if not index % a for b in range(index // a)
    ]


def plan(
    effort: tuple[int, int, int, int], size: int, least: int, shown: int, lattice: Lattice
) -> Generator[Search, tuple[int, int], tuple[int, int, bool, int | None, int | None]]:
    """The searches that decide whether a piece tiles the plane. Each is answered by its outcome
    (0: unfinished, 1: found or complete, 2: impossible) and by the classes of the best tiling.

    At last, all periods of how many tiles were searched, how many rings fit, whether no tiling has
    fewer classes, and how many rings fit without holes and with holes in the last one.
    """
    tiles, coronas, rounds, first = effort
    periods = surrounded = classes = 0
    outcome: int

    def periods_of(count: int) -> list[Sublattice]:
        index, odd = divmod(count * size, lattice.kinds)
        return [] if odd else sublattices(index)

    for number in range(rounds):
        nodes = first * 8**number
        while surrounded < min(coronas, 2 * number + 2):
            outcome, classes = yield surrounded + 1, 2, nodes
            if outcome != 1:
                break
            surrounded += 1
        else:
            outcome = 0
        if outcome == 2:
            counted = yield from _count(surrounded, first * 8**rounds)
            return periods, surrounded, False, *counted
        for count in range(periods + 1, min(4 * (number + 1), tiles) + 1):
            complete = True
            for period in periods_of(count):
                outcome, classes = yield period, nodes
                complete &= outcome == 1
                if 0 < classes <= least:
                    return periods, surrounded, False, None, None
            if not complete:
                break
            periods = count
        for later in range(number, rounds if classes else 0):
            complete, count = True, periods
            while count < (classes - 1) * lattice.order:
                count += 1
                for period in periods_of(count):
                    if count <= (classes - 1) * count_keeping(lattice, period):
                        outcome, classes = yield period, first * 8**later
                        complete &= outcome == 1
                        if classes <= least:
                            return periods, surrounded, False, None, None
            if complete:
                return periods, surrounded, True, None, None
        if classes:
            return periods, surrounded, False, None, None
    for level in range(shown + 1, surrounded + 1):
        outcome, _ = yield level, 0, first
        if outcome != 1:
            break
    return periods, surrounded, False, None, None


def _count(
    most: int, nodes: int
) -> Generator[Search, tuple[int, int], tuple[int | None, int | None]]:
    """Count the rings that fit, which are at most so many."""
    for level in range(1, most + 1):
        outcome, _ = yield level, 0, nodes
        if outcome == 0:
            return None, None
        if outcome == 2:
            outcome, _ = yield level, 1, nodes
            return level - 1, {0: None, 1: level, 2: level - 1}[outcome]
    return most, most
