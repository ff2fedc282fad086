"""Relations that every placement imposes on a weighting, between single cells or between the
classes of a pattern.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import gcd

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.solving.proofs.integer_lattice import Vector, VectorLattice, plus
from tilewright.system.values.arrays import ranges

#: The largest modulus of a linear coloring, and the largest area of a repeated block.
_MODULUS, _BLOCK = 8, 16
#: The largest modulus among cubes.
_SOLID = 5


@dataclass(frozen=True)
class Pattern:
    """Repeating classes of cells: ``(through * layer + down * row + across * column) mod modulus``,
    or the position in a block.

    The block has `rows` x `columns` cells (and `layers` on cubes) and is used if `modulus` is 0.
    """

    down: int = 0
    across: int = 0
    modulus: int = 0
    rows: int = 0
    columns: int = 0
    through: int = 0
    layers: int = 1

    @property
    def size(self) -> int:
        """The number of classes."""
        return self.modulus or self.layers * self.rows * self.columns

    def classes_of(self, *axes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the classes of cells, from 0, given their (layers,) rows and columns."""
        *layer, row, column = axes
        if self.modulus:
            flat = self.down * row + self.across * column
            return (flat + self.through * layer[0] if layer else flat) % self.modulus
        place = row % self.rows * self.columns + column % self.columns
        return layer[0] % self.layers * (self.rows * self.columns) + place if layer else place

    def text(self) -> str:
        """Return the pattern as a formula.

        >>> Pattern(1, 2, 5).text(), Pattern(0, 1, 2).text(), Pattern(rows=2, columns=3).text()
        ('(row + 2 column) mod 5', 'column mod 2', 'row mod 2, column mod 3')
        """
        if not self.modulus:
            layer = f"layer mod {self.layers}, " if self.layers > 1 else ""
            return f"{layer}row mod {self.rows}, column mod {self.columns}"
        terms = [
            f"{'' if times == 1 else f'{times} '}{name}"
            for times, name in (
                (self.through, "layer"),
                (self.down, "row"),
                (self.across, "column"),
            )
            if times
        ]
        formula = " + ".join(terms)
        return (
            f"({formula}) mod {self.modulus}" if len(terms) > 1 else f"{formula} mod {self.modulus}"
        )


@cache
def patterns(dimension: int = 2) -> tuple[Pattern, ...]:
    """Return all patterns, starting with those with few classes: diagonals, stripes, and then the
    rest.
    """
    if dimension == 3:
        return tuple(pattern for modulus in range(2, _SOLID + 1) for pattern in _linear(modulus, 3))
    linear = [pattern for modulus in range(2, _MODULUS + 1) for pattern in _linear(modulus, 2)]
    blocks = [
        Pattern(rows=rows, columns=columns)
        for rows in range(2, _BLOCK + 1)
        for columns in range(2, _BLOCK // rows + 1)
    ]
    return tuple(sorted([*linear, *blocks], key=lambda pattern: pattern.size))


def _linear(modulus: int, dimension: int) -> Iterator[Pattern]:
    """Yield the linear colorings for a modulus, one for each set of classes."""
    seen = set()
    for steps in sorted(
        (steps for steps in product(range(modulus), repeat=dimension) if gcd(*steps, modulus) == 1),
        key=lambda steps: (0 in steps, steps),
    ):
        if steps in seen:
            continue
        seen |= {
            tuple(step * unit % modulus for step in steps)
            for unit in range(modulus)
            if gcd(unit, modulus) == 1
        }
        *through, down, across = steps
        yield Pattern(down, across, modulus, through=sum(through))


@dataclass(frozen=True)
class Copies:
    """Groups of pieces whose number of copies is the same in all tilings.

    `group` contains the group of each piece (-1 if its number varies). `number` contains the copies
    of each group, and `empties` is the group of the empty cells (-1 if their number varies).
    """

    group: NDArray[np.int64]
    number: tuple[int, ...]
    empties: int

    @property
    def pieces(self) -> int:
        """The copies of all groups of pieces."""
        return sum(self.number) - (self.number[self.empties] if self.empties >= 0 else 0)


@dataclass(frozen=True)
class Relations:
    """A lattice of linear relations that all weightings satisfy, and a target vector that no
    weighting may send to 0.

    A weighting is a linear map. Its coordinates are a value for each group of pieces, followed by a
    weight for each class of cells. The weights of the cells of a placement add up to the value of
    its group. Any tiling would put `target`, the board minus all copies, into the lattice.
    """

    size: int
    lattice: VectorLattice
    target: Vector
    cells: list[Vector]
    classes: NDArray[np.int64]

    @cached_property
    def counts(self) -> list[int]:
        """The number of cells in each class."""
        counts: list[int] = np.bincount(self.classes, minlength=len(self.cells)).tolist()
        return counts


def count_copies(cover: Cover) -> Copies:
    """Find the pieces whose number of copies is the same in all tilings, because of their limits or
    the area.
    """
    sizes = cover.shapes.size
    least = cover.least
    if int(sizes @ cover.most) + cover.empty_most == cover.area:
        # The board is full only if all available copies are used.
        least = cover.most
    fixed = least == cover.most
    group = np.full(len(sizes), -1, dtype=np.int64)
    group[fixed] = np.arange(np.count_nonzero(fixed))
    number = least[fixed].tolist()
    empties = -1
    if cover.empty_least == cover.empty_most:
        empties = len(number)
        number.append(cover.empty_most)
        others = np.unique(sizes[~fixed])
        if len(others) == 1:
            # The remaining cells are covered by pieces of one size.
            left = cover.area - cover.empty_most - int(sizes[fixed] @ least[fixed])
            if left % int(others[0]) == 0:
                group[~fixed] = len(number)
                number.append(left // int(others[0]))
    return Copies(group, tuple(number), empties)


def pattern_relations(cover: Cover, copies: Copies, pattern: Pattern) -> Relations | None:
    """Return the relations between the classes of a pattern, or None if a class is empty."""
    classes = pattern.classes_of(*cover.cells.T.astype(np.int64))
    if len(np.unique(classes)) < pattern.size:
        return None
    if cover.problem.board.surface.joined:
        # The pattern may not continue across a joined side, so every placement counts on its own.
        kinds = np.arange(cover.size)
    else:
        # The class of its corner determines the classes that an oriented piece covers.
        corner = pattern.classes_of(*cover.anchor.T.astype(np.int64))
        kinds = np.unique(cover.orientation * np.int64(pattern.size) + corner, return_index=True)[1]
    sizes = np.diff(cover.start)[kinds]
    counted = np.zeros((len(kinds), pattern.size + 1), dtype=np.int64)
    covered = classes[cover.item[ranges(cover.start[kinds], sizes)]]
    np.add.at(counted, (np.repeat(np.arange(len(kinds)), sizes), covered), 1)
    counted[:, pattern.size] = copies.group[cover.placement_piece[kinds]]
    groups = len(copies.number)
    lattice = VectorLattice()
    for *numbers, group in np.unique(counted, axis=0).tolist():
        lattice.add(_relation({groups + i: n for i, n in enumerate(numbers) if n}, group))
    if cover.empty_most > 0:
        for kind in np.unique(classes[cover.optional]).tolist():
            lattice.add(_relation({groups + kind: 1}, copies.empties))
    board = {groups + i: n for i, n in enumerate(np.bincount(classes).tolist())}
    cells: list[Vector] = [{groups + kind: 1} for kind in range(pattern.size)]
    return Relations(
        groups + pattern.size, lattice, _subtract_copies(board, copies), cells, classes
    )


def cell_relations(cover: Cover, copies: Copies, most: int) -> Relations | None:
    """Return the relations if each cell has its own weight, or None if there are more than `most`
    generators.

    Cells are eliminated from the last to the first. The first placement that begins at a cell
    expresses it in terms of later cells, and further placements are relations. Cells where no
    placement begins are generators (J. H. Conway and J. C. Lagarias, J. Combin. Theory A 53, 1990).
    """
    groups = len(copies.number)
    size = groups
    lattice = VectorLattice()
    cells: list[Vector] = [{} for _ in range(cover.area)]
    begins = np.searchsorted(cover.first, np.arange(cover.area + 1))
    group = copies.group[cover.placement_piece].tolist()
    start, item = cover.start.tolist(), cover.item.tolist()
    may_be_empty = cover.optional & (cover.empty_most > 0)
    for cell in range(cover.area - 1, -1, -1):
        rests = []
        for placement in range(int(begins[cell]), int(begins[cell + 1])):
            rest = _relation({}, group[placement])
            for other in item[start[placement] + 1 : start[placement + 1]]:
                rest = plus(rest, cells[other])
            rests.append(rest)
        if may_be_empty[cell]:
            rests.append(_relation({}, copies.empties))
        if not rests:
            if size - groups == most:
                return None
            cells[cell] = {size: 1}
            size += 1
            continue
        cells[cell] = lattice.reduced({place: -value for place, value in rests[0].items()})
        for rest in rests[1:]:
            lattice.add(plus(rest, cells[cell]))
    target: Vector = {}
    for vector in cells:
        target = plus(target, vector)
    return Relations(size, lattice, _subtract_copies(target, copies), cells, np.arange(cover.area))


def _relation(weights: Vector, group: int) -> Vector:
    """Return the relation of a placement: the weights of its cells minus the value of its group."""
    return weights if group < 0 else plus(weights, {group: -1})


def _subtract_copies(cells: Vector, copies: Copies) -> Vector:
    return plus(cells, {g: -n for g, n in enumerate(copies.number) if n})
