"""From numbers of placements to tilings."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tilewright.cover.compiled import Cover
from tilewright.errors import ProblemError
from tilewright.labels import EMPTY, OUTSIDE
from tilewright.system.arrays import read_only
from tilewright.tiling import Tiling

__all__ = ["are_tilings", "decode", "decode_batch", "decode_tilings"]

#: Cells of the rows that are checked at a time.
_CHECKED = 1 << 22


def decode(cover: Cover, choices: NDArray[np.integer]) -> Tiling:
    """Turn placement numbers into a tiling.

    Parameters
    ----------
    choices : (depth,) int
        Placement numbers in any order; negative ones are skipped.

    Raises
    ------
    ProblemError
        If a number is not that of a placement.

    Examples
    --------
    >>> from tilewright import Problem
    >>> from tilewright.cover import compile_cover
    >>> cover = compile_cover(Problem("2x3", "L3+"))
    >>> print(decode(cover, np.array([0, 7])))
    AAB
    ABB
    """
    given = np.asarray(choices)
    if given.size and given.max() >= cover.size:
        raise ProblemError(f"there are {cover.size} placements, 0 to {cover.size - 1}; found {given.max()}")
    row = np.maximum(given, -1).astype(np.int32).reshape(1, -1)
    labels, pieces = decode_batch(cover, row)
    board = cover.problem.board
    return Tiling(labels[0], pieces[0][pieces[0] >= 0], cover.problem.names, board.lattice, board.surface)


def decode_batch(cover: Cover, choices: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Turn many rows of placement numbers into label arrays with one kernel call.

    Parameters
    ----------
    choices : (m, depth) int32
        Placement numbers in any order, -1 padded.

    Returns
    -------
    labels : (m, …) int32
        Of the shape of the board, one after the other. Tiles numbered by first appearance; -1 off the board, -2 for cells that stayed empty.
    pieces : (m, depth) int32
        Piece of each tile, -1 padded.
    """
    from tilewright.kernels.cover.decode import decode as fill

    shape = cover.number.shape
    flat = np.full((len(choices), cover.area), EMPTY, dtype=np.int32)
    pieces = np.full(choices.shape, -1, dtype=np.int32)
    fill(
        np.ascontiguousarray(choices, dtype=np.int32),
        cover.start,
        cover.item,
        cover.placement_piece,
        flat,
        pieces,
    )
    if cover.area == cover.number.size:
        return flat.reshape(-1, *shape), pieces
    labels = np.full((len(choices), cover.number.size), OUTSIDE, dtype=np.int32)
    labels[:, np.flatnonzero(cover.number.ravel() >= 0)] = flat
    return labels.reshape(-1, *shape), pieces


def decode_tilings(cover: Cover, choices: NDArray[np.int32]) -> Iterator[Tiling]:
    """Return the tiling of each row of placement numbers; their arrays are read-only views of one batch."""
    labels, pieces = map(read_only, decode_batch(cover, choices))
    # A tiling of fewer tiles than others has fewer pieces: the padding is cut off.
    sizes = (pieces >= 0).sum(axis=1)
    own = pieces if (sizes == pieces.shape[1]).all() else map(_cut, pieces, sizes.tolist())
    board, always = cover.problem.board, itertools.repeat
    return map(
        Tiling._trusted,
        labels,
        own,
        always(cover.problem.names),
        always(board.lattice),
        always(board.surface),
    )


def _cut(row: NDArray[np.int32], size: int) -> NDArray[np.int32]:
    return row[:size]


def are_tilings(cover: Cover, choices: NDArray[np.int32]) -> bool:
    """Whether each row of placement numbers, -1 padded at its end, is a tiling of the problem.

    Parameters
    ----------
    choices : (m, depth) int32
        Any numbers, such as a file may have.
    """
    step = max(1, _CHECKED // max(cover.area, 1))
    return all(_are_tilings(cover, choices[first : first + step]) for first in range(0, len(choices), step))


def _are_tilings(cover: Cover, choices: NDArray[np.int32]) -> bool:
    used = choices >= 0
    if (choices < -1).any() or (choices >= cover.size).any() or (used[:, 1:] & ~used[:, :-1]).any():
        return False
    row, count, kinds = np.nonzero(used)[0], len(choices), len(cover.least)
    placement = choices[used].astype(np.int64)
    sizes = cover.start[placement + 1] - cover.start[placement]
    # Where the cells of each placement are in the list of all.
    entry = np.arange(int(sizes.sum())) + np.repeat(
        cover.start[placement] - (np.cumsum(sizes) - sizes), sizes
    )
    at = np.repeat(row, sizes) * cover.area + cover.item[entry]
    covered = np.bincount(at, minlength=count * cover.area).reshape(count, cover.area)
    copies = np.bincount(row * kinds + cover.placement_piece[placement], minlength=count * kinds)
    copies = copies.reshape(count, kinds)
    empty = (covered == 0).sum(axis=1)
    return bool(
        (covered <= 1).all()
        and (covered[:, ~cover.optional] == 1).all()
        and ((cover.least <= copies) & (copies <= cover.most)).all()
        and ((cover.empty_least <= empty) & (empty <= cover.empty_most)).all()
    )
