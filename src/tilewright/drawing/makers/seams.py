"""Arrows beside the sides of a board that are joined: what is at the one, at the tail of its arrow, is there at the other, too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.model.picture import Arrow
from tilewright.labels import OUTSIDE
from tilewright.lattices.lattice import Cell, Lattice
from tilewright.lattices.surface import Surface

__all__ = ["seam_arrows"]

#: From a side to its arrow, in cells; the share of the side that an arrow takes; its least and its greatest length.
_AWAY, _SHARE, _LEAST, _GREATEST = 0.45, 0.5, 0.8, 4.0

_Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _Move:
    """A move that leads from the board to what is the same, as a map of the picture: x goes to ``x @ linear + shift``."""

    linear: _Floats
    shift: _Floats

    def back(self, point: _Floats) -> _Floats:
        """Return where a point comes from."""
        came: _Floats = (point - self.shift) @ np.linalg.inv(self.linear)
        return came

    @property
    def key(self) -> bytes:
        """The same for moves that are the same."""
        return (np.append(self.linear, self.shift).round(4) + 0.0).tobytes()

    @property
    def inverse(self) -> _Move:
        """The move that undoes it."""
        linear: _Floats = np.linalg.inv(self.linear).astype(np.float64)
        return _Move(linear, -self.shift @ linear)


def seam_arrows(
    labels: NDArray[np.signedinteger[Any]],
    lattice: Lattice,
    surface: Surface,
    scale: float,
    origin: _Floats,
) -> tuple[Arrow, ...]:
    """Return the arrows of a surface; two that have the same number of heads belong together.

    Parameters
    ----------
    labels : int array
        -1 for what is not on the board.
    lattice : Lattice
    surface : Surface
    scale : float
        Size of the lattice's unit in the picture.
    origin : (2,) float64
        Where the lattice's origin is in the picture, x and y.
    """
    if not surface.joined:
        return ()
    sides = _open_sides(labels, lattice)
    found: dict[bytes, tuple[_Move, list[_Floats]]] = {}
    for move, where in _moves(labels, lattice, surface, scale, origin):
        joined = [ends for beyond, ends in sides if beyond in where]
        if joined:
            found[move.key] = move, [np.array(ends) * scale + origin for ends in joined]
    # The longest first; where two sides of a board are all that is joined, a single cell may be one of them.
    listed = sorted(found.values(), key=lambda pair: -len(pair[1]))
    if len(listed) > 4:
        listed = [pair for pair in listed if len(pair[1]) > 1]
    arrows: list[Arrow] = []
    done: set[bytes] = set()
    # Left and right before top and bottom.
    for move, ends in sorted(listed, key=lambda pair: -abs(float(pair[0].shift[0]))):
        if move.key not in done:
            done |= {move.key, move.inverse.key}
            arrows += _pair(move, ends, 1 + len(arrows) // 2)
    return tuple(arrows)


def _open_sides(
    labels: NDArray[np.signedinteger[Any]], lattice: Lattice
) -> list[tuple[Cell, list[tuple[float, ...]]]]:
    """Return the sides of cells at which the board ends: the cell beyond, and the two ends."""
    there = {tuple(cell) for cell in np.argwhere(labels != OUTSIDE).tolist()}
    found = []
    for cell in sorted(there):
        corners = lattice.outline(cell)
        steps = lattice.sides[cell[-1] % lattice.kinds]
        for step, one, other in zip(steps, corners, [*corners[1:], corners[0]], strict=True):
            beyond = tuple(x + s for x, s in zip(cell, step, strict=True))
            if beyond not in there:
                found.append((beyond, [one, other]))
    return found


def _moves(
    labels: NDArray[np.signedinteger[Any]],
    lattice: Lattice,
    surface: Surface,
    scale: float,
    origin: _Floats,
) -> Iterator[tuple[_Move, set[Cell]]]:
    """Yield the moves that lead from the board to what is beside it, and the cells to which they lead."""
    cells = np.argwhere(labels != OUTSIDE)
    corners = np.array([[0, 0], [0, lattice.kinds], [1, 0]])
    extended = np.concatenate([cells, corners])
    margin = 2 * lattice.kinds
    low, high = np.full(2, -margin), np.array(labels.shape) + margin
    before = lattice.center(corners) * scale + origin
    for moved in surface.images(lattice, extended, low, high):
        if (moved == extended).all():
            continue
        after = lattice.center(moved[len(cells) :]) * scale + origin
        linear = np.linalg.solve(before[1:] - before[0], after[1:] - after[0])
        yield (
            _Move(linear, after[0] - before[0] @ linear),
            set(map(tuple, moved[: len(cells)].tolist())),
        )


def _pair(move: _Move, ends: list[_Floats], heads: int) -> list[Arrow]:
    """Return the arrow beside some sides, and the one beside those that they are joined with."""
    points = np.concatenate(ends)
    middle = points.mean(axis=0)
    along = _direction(points)
    outward = np.array([along[1], -along[0]])
    # Beyond is where the move leads; the board is where it comes from.
    if outward @ (move.shift + middle @ move.linear - middle) < 0:
        outward = -outward
    reach, far = (points - middle) @ along, (points - middle) @ outward
    length = float(np.clip(_SHARE * (reach.max() - reach.min()), _LEAST, _GREATEST))
    center = middle + along * (reach.max() + reach.min()) / 2
    tail, tip = center - along * length / 2, center + along * length / 2
    # Seen from the other side, what was outward leads into the board.
    other_outward = -(outward @ np.linalg.inv(move.linear))
    arrows = []
    for start, end, away, off in (
        (tail, tip, outward, far.max()),
        (move.back(tail), move.back(tip), other_outward, -far.min()),
    ):
        place = away * (off + _AWAY)
        arrows.append(Arrow(tuple((start + place).tolist()), tuple((end + place).tolist()), heads))
    return arrows


def _direction(points: _Floats) -> _Floats:
    """Return the direction along which points lie, of length 1: rather downwards or to the right than the other way."""
    centered = points - points.mean(axis=0)
    _, _, axes = np.linalg.svd(centered)
    along: _Floats = axes[0]
    steeper = int(abs(along[1]) > abs(along[0]))
    return -along if along[steeper] < 0 else along
