"""The kinds of symmetry that a figure can have, and the possible positions of their centers and
axes.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import RequestError, quoted
from tilewright.model.space.lattice import Lattice, Turn
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.cells import Motion

#: What a figure is called that need not be symmetric.
NONE = "none"
_TURNS = {2: "half-turn", 3: "third-turn", 4: "quarter-turn", 6: "sixth-turn"}
_NUMBERS = {1: "", 2: "two-", 3: "three-"}
#: Centers are looked for so many periods from the origin, and moved by so many.
_NEAR, _FAR = 1, 3


#: The motions that map a figure to itself, the identity first.
Group = tuple[Motion, ...]


def symmetry_names(lattice: Lattice) -> tuple[str, ...]:
    """Return the names of the symmetries that figures on a flat lattice can have, from no symmetry
    to full symmetry.

    Examples
    --------
    >>> from tilewright.model.space.lattice import SQUARES
    >>> print(*symmetry_names(SQUARES))
    none mirror diagonal half-turn two-mirrors two-diagonals quarter-turn full
    """
    return tuple(_list_subgroups(lattice))


def symmetry_groups(lattice: Lattice, name: str, turn: Turn = "free") -> tuple[Group, ...]:
    """Return the groups of a kind of symmetry: one for each position of a center or an axis, and
    for each direction of an axis.

    Groups that a translation or a symmetry of the turn maps to each other count once.

    Raises
    ------
    RequestError
        If the lattice has no such symmetry.
    """
    if lattice.dimension == 2 and name in _list_subgroups(lattice):
        conjugates = _conjugates(lattice, _list_subgroups(lattice)[name], lattice.elements)
        chosen = {min(_conjugates(lattice, group, lattice.turns[turn])) for group in conjugates}
        return tuple(
            placed for group in sorted(chosen) for placed in _place_group(lattice, group, turn)
        )
    if name == NONE:
        return ((Motion(0, (0,) * lattice.dimension),),)
    if lattice.dimension != 2:
        raise RequestError(
            "symmetry conditions are not supported for figures of cubes", where="symmetry"
        )
    raise RequestError(
        f"must be one of {', '.join(symmetry_names(lattice))}, got {quoted(name)}",
        where="symmetry",
    )


def has_symmetry(shape: Polyform, name: str) -> bool:
    """Whether a figure has a symmetry of a kind, and possibly more.

    Examples
    --------
    >>> from tilewright import Polyomino
    >>> [has_symmetry(Polyomino("##/.#"), name) for name in ("diagonal", "half-turn")]
    [True, False]
    """
    if name == NONE:
        return True
    lattice = shape.lattice
    symmetries = {element for element in lattice.elements if shape.transform(element) == shape}
    groups = _conjugates(lattice, _list_subgroups(lattice)[name], lattice.elements)
    return any(symmetries.issuperset(group) for group in groups)


@cache
def _list_subgroups(lattice: Lattice) -> dict[str, tuple[int, ...]]:
    """Return the subgroups of the point group by name, one for each conjugacy class."""
    groups: dict[frozenset[tuple[int, ...]], tuple[int, ...]] = {}
    for pair in itertools.product(lattice.elements, repeat=2):
        conjugates = _conjugates(lattice, _generate_group(lattice, pair), lattice.elements)
        groups[conjugates] = min(conjugates)
    named = {_name_group(lattice, group): group for group in groups.values()}
    return dict(sorted(named.items(), key=lambda item: (len(item[1]), _sort_key(item[0]))))


def _sort_key(name: str) -> tuple[bool, bool, str]:
    return ("turn" in name, "diagonal" in name, name)


def _generate_group(lattice: Lattice, generators: tuple[int, ...]) -> tuple[int, ...]:
    turns = [Motion(element, (0, 0)) for element in generators]
    return tuple(motion.element for motion in _close_group(lattice, turns, lattice.order) or ())


def _name_group(lattice: Lattice, group: tuple[int, ...]) -> str:
    """Return the name of a kind of symmetry."""
    mirrors = [g for g in group if g >= lattice.mirror]
    turns = len(group) - len(mirrors)
    if len(group) == lattice.order:
        return "full"
    if not mirrors:
        return NONE if turns == 1 else _TURNS[turns]
    usual = _conjugates(lattice, (lattice.mirror,), lattice.elements)
    straight = sum((g,) in usual for g in mirrors)
    word = "mirror" if straight else "diagonal"
    return f"{_NUMBERS[len(mirrors)]}{word}{'s' if len(mirrors) > 1 else ''}"


def _conjugates(
    lattice: Lattice, group: tuple[int, ...], by: Sequence[int]
) -> frozenset[tuple[int, ...]]:
    """Return the sorted images of a group under some symmetries of the lattice."""
    return frozenset(
        tuple(
            sorted(int(lattice.compose[lattice.compose[h, g], lattice.inverse[h]]) for g in group)
        )
        for h in by
    )


@cache
def _place_group(lattice: Lattice, group: tuple[int, ...], turn: Turn) -> tuple[Group, ...]:
    """Return the finite groups of motions with given elements, up to motions with a turn."""
    generators = next(
        subset
        for size in range(3)
        for subset in itertools.combinations(group, size)
        if _generate_group(lattice, subset) == group
    )
    near = [*itertools.product(range(-_NEAR, _NEAR + 1), repeat=lattice.dimension)]
    groups = set()
    for shifts in itertools.product(near, repeat=len(generators)):
        motions = _close_group(lattice, [*map(Motion, generators, shifts)], len(group))
        if motions is not None:
            groups.add(_canonical(lattice, motions, turn))
    return tuple(sorted(groups, key=_weight))


def _close_group(lattice: Lattice, generators: list[Motion], size: int) -> Group | None:
    """Return the group that motions generate, or None if it has more than `size` elements."""
    motions = [Motion(0, (0,) * lattice.dimension)]
    for motion in motions:
        for generator in generators:
            product = motion.then(lattice, generator)
            if product not in motions:
                if len(motions) == size:
                    return None
                motions.append(product)
    return tuple(sorted(motions, key=lambda motion: motion.element))


def _weight(group: Group) -> Any:
    shifts = [motion.move for motion in group]
    return sum(abs(x) for shift in shifts for x in shift), shifts


def _canonical(lattice: Lattice, group: Group, turn: Turn) -> Group:
    """Return the smallest of the images of a group under motions with an allowed turn."""
    elements = [motion.element for motion in group]
    images: list[Group] = []
    for turned in (_image(lattice, group, Motion(h, (0, 0))) for h in lattice.turns[turn]):
        if [motion.element for motion in turned] == elements:
            images += [
                _image(lattice, turned, Motion(0, step))
                for step in itertools.product(range(-_FAR, _FAR + 1), repeat=2)
            ]
    return min(images, key=_weight)


def _image(lattice: Lattice, group: Group, motion: Motion) -> Group:
    """Return the image of a group under a motion, in the order of its elements."""
    down, across = motion.move
    turn_back = Motion(int(lattice.inverse[motion.element]), (0, 0))
    back = Motion(0, (-down, -across)).then(lattice, turn_back)
    return tuple(sorted(back.then(lattice, one).then(lattice, motion) for one in group))


@dataclass(frozen=True)
class Beginnings:
    """Cells such that every connected figure with a symmetry contains at least one of them.

    Attributes
    ----------
    cells : array, shape (n, dimension)
        The cells in order. A figure is found from the first of these cells that it contains.
    before : array, shape (m, dimension)
        Cells that a figure need not contain, because a translation of the figure does not contain
        them.
    starts : int
        The number of leading `cells` that can be the first cell of a figure.
    """

    cells: NDArray[np.int64]
    before: NDArray[np.int64]
    starts: int


def beginnings(lattice: Lattice, group: Group, reach: int) -> Beginnings:
    """Return the cells where figures with a symmetry begin.

    Without symmetry, a figure begins at its first cell. If the group has rotations, a connected
    figure surrounds or contains the center, so it crosses a ray from the center. Otherwise, it
    crosses the axis.

    Parameters
    ----------
    reach : int
        The largest distance in rows and columns, in periods.
    """
    if len(group) == 1:
        kinds = [(0,) * (lattice.dimension - 1) + (kind,) for kind in range(lattice.kinds)]
        none = np.zeros((0, lattice.dimension), dtype=np.int64)
        return Beginnings(np.array(kinds), none, len(kinds))
    box = [np.arange(-reach, reach + 1), np.arange(-reach * lattice.kinds, reach * lattice.kinds)]
    cells = np.stack(np.meshgrid(*box, indexing="ij"), axis=-1).reshape(-1, 2)
    kinds_of = lattice.kind(cells)
    place = np.stack([cells[:, 0], cells[:, 1] // lattice.kinds], axis=1) * lattice.scale
    turn = next((motion for motion in group if 0 < motion.element < lattice.mirror), None)
    # All is multiplied by `unit`, so that the center is a point of integers.
    if turn is not None:
        matrix = np.eye(2, dtype=np.int64) - lattice.matrices[turn.element]
        unit = int(matrix[0, 0] * matrix[1, 1] - matrix[0, 1] * matrix[1, 0])
        adjugate = np.array([[matrix[1, 1], -matrix[0, 1]], [-matrix[1, 0], matrix[0, 0]]])
        center = adjugate @ np.array(turn.move) * lattice.scale
        way = np.array([-1, 0])
    else:
        mirror = group[1]
        unit, center = 2, np.array(mirror.move) * lattice.scale
        both = np.eye(2, dtype=np.int64) + lattice.matrices[mirror.element]
        way = both[:, 0] if both[:, 0].any() else both[:, 1]
        way = way // np.gcd.reduce(way)
    corners = [np.array(outline) for outline in lattice.corners]
    side, along = np.zeros((2, len(cells), 2), dtype=np.int64)
    for kind, points in enumerate(corners):
        mine = kinds_of == kind
        away = (place[mine][:, None] + points) * unit - center
        across = way[0] * away[..., 1] - way[1] * away[..., 0]
        far = away @ way
        side[mine] = np.stack([across.min(axis=1), across.max(axis=1)], axis=1)
        along[mine] = np.stack([far.min(axis=1), far.max(axis=1)], axis=1)
    crossed = (side[:, 0] <= 0) & (side[:, 1] >= 0)
    if turn is not None:
        crossed &= along[:, 1] >= 0
        order = np.lexsort([cells[crossed][:, 1], cells[crossed][:, 0], along[crossed].sum(axis=1)])
        chosen = cells[crossed][order]
        return Beginnings(chosen, chosen[:0], len(chosen))
    # Cells of the axis in one period of it, after those with which no translated figure begins.
    step = int(way @ way) * unit * lattice.scale
    middle = along.sum(axis=1)
    order = np.lexsort([side[crossed][:, 0], middle[crossed]])
    chosen, position = cells[crossed][order], middle[crossed][order]
    mine = (position >= 0) & (position < 2 * step)
    return Beginnings(chosen[mine], chosen[position < 0], int(mine.sum()))
