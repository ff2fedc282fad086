"""Golomb's theorem, whole boards: a 2^n x 2^n board without one cell is tiled by L-trominoes.

The proof is an induction. Cut the board into quadrants; three of them are whole, and one tromino around the
center takes a corner from each of these, so that all four are boards of the same kind, half as large. The labels
are not filled by recursion, however, but row by row from a closed form (`tilewright.kernels.golomb.labels`).

References
----------
S. W. Golomb, "Checker boards and polyominoes", American Mathematical Monthly 61 (1954), 675-682.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tilewright.arguments import check_integer
from tilewright.construction.request import (
    Cell,
    Numbering,
    check_cell,
    check_numbering,
    check_power,
    label_dtype,
    out_array,
    require_disk,
    require_memory,
    size_text,
    tile_count,
)
from tilewright.errors import ConstructionError
from tilewright.files.replacing import checked_path, replacing
from tilewright.system.cores import cores
from tilewright.tiling import Tiling

__all__ = ["UNCOVERED", "golomb", "golomb_bands", "golomb_labels", "golomb_steps", "save_golomb"]

#: The label of a cell that no tile covers yet, in the steps of the proof.
UNCOVERED = -3

#: Below this many cells a second thread costs more than it gives.
_WORTH_A_THREAD = 1 << 20
#: Bytes that a band has if the caller does not say.
_BAND = 1 << 25


def golomb(
    n: int,
    hole: Cell,
    *,
    out: NDArray[Any] | None = None,
    dtype: DTypeLike | None = None,
    threads: int | None = None,
) -> Tiling:
    """Return Golomb's tiling of the 2^n x 2^n board without one cell.

    Parameters
    ----------
    n : int
        At least 1.
    hole : (row, column)
        The cell that is removed.
    out : signed integer array, shape (2^n, 2^n), optional
        Where to put the labels: any array or memory-mapped file.
    dtype : signed integer dtype, optional
        Of the labels, if `out` is not given; int32 if that is enough (n <= 16), else int64.
    threads : int, optional
        How many to use; as many as there are cores if not given.

    Returns
    -------
    Tiling
        Its labels are `out`, if given. All tiles are L-trominoes.

    Raises
    ------
    ConstructionError
        If n or the hole make no sense, the labels do not fit the dtype, or the memory is not there.

    Notes
    -----
    O(4^n) time, at about the pace of ``ndarray.fill``; memory is the array and about 2^n bytes.

    Examples
    --------
    >>> print(golomb(2, (0, 0)).text())
    .ABB
    AACB
    DCCE
    DDEE
    """
    labels = golomb_labels(n, hole, out=out, dtype=dtype, threads=threads)
    tiles = (labels.size - 1) // 3
    return Tiling(labels, np.broadcast_to(np.int32(0), (tiles,)), ("L3",))


def golomb_labels(
    n: int,
    hole: Cell,
    *,
    out: NDArray[Any] | None = None,
    dtype: DTypeLike | None = None,
    numbering: Numbering = "reading",
    threads: int | None = None,
) -> NDArray[Any]:
    """Return the label array of Golomb's tiling, the hole as -1.

    Parameters
    ----------
    n, hole, out, dtype, threads
        As for `golomb`.
    numbering : {"reading", "proof"}
        By first appearance in reading order (the house rule), or level by level: the tromino at the center of
        the board is 0, those at the centers of its quadrants 1 to 4, and so on, each level in reading order.

    Returns
    -------
    signed integer array, shape (2^n, 2^n)

    Examples
    --------
    >>> golomb_labels(2, (0, 0), numbering="proof")
    array([[-1,  1,  2,  2],
           [ 1,  1,  0,  2],
           [ 3,  0,  0,  4],
           [ 3,  3,  4,  4]], dtype=int32)
    """
    n = check_power(n)
    hole = check_cell(1 << n, 1 << n, hole)
    check_numbering(numbering)
    threads = _threads(threads)
    side = 1 << n
    if out is None:
        chosen = label_dtype_or_memory(n, dtype)
        require_memory(
            side * side * chosen.itemsize + 16 * side,
            f"the label array of the 2^{n} x 2^{n} board",
            "bands of rows, a window or a single cell need little",
        )
        out = np.empty((side, side), dtype=chosen)
    else:
        out = out_array(out, (side, side), tile_count(n) - 1)
    _fill(out, 0, n, hole, _starts(n, numbering), threads)
    return out


def label_dtype_or_memory(n: int, dtype: DTypeLike | None) -> np.dtype[Any]:
    """Choose the dtype; a board whose labels outgrow 64 bits is too large for any memory, and that is what to say."""
    if n > 31:
        raise ConstructionError(
            f"the label array of the 2^{n} x 2^{n} board needs {size_text(8 * 4**n)} of memory, more than any machine "
            "has; a window or a single cell needs little",
            where="n",
        )
    return label_dtype(tile_count(n) - 1, dtype)


def golomb_bands(
    n: int,
    hole: Cell,
    rows: int | None = None,
    *,
    dtype: DTypeLike | None = None,
    numbering: Numbering = "reading",
    threads: int | None = None,
) -> Iterator[NDArray[Any]]:
    """Yield the label array of Golomb's tiling from top to bottom, some rows at a time.

    Parameters
    ----------
    n, hole, dtype, numbering, threads
        As for `golomb_labels`.
    rows : int, optional
        Rows in a band (the last may have fewer); about 32 MiB if not given.

    Yields
    ------
    signed integer array, shape (rows, 2^n)
        A new array each time. Nothing else is held.
    """
    n = check_power(n)
    hole = check_cell(1 << n, 1 << n, hole)
    check_numbering(numbering)
    threads = _threads(threads)
    side = 1 << n
    chosen = label_dtype_or_memory(n, dtype)
    if rows is None:
        rows = max(1, _BAND // (side * chosen.itemsize))
    rows = min(
        check_integer(rows, "the number of rows of a band", 1, error=ConstructionError, where="rows"), side
    )
    require_memory(rows * side * chosen.itemsize, f"a band of {rows} rows", "ask for fewer rows")

    def bands() -> Iterator[NDArray[Any]]:
        starts = _starts(n, numbering)
        for top in range(0, side, rows):
            band = np.empty((min(rows, side - top), side), dtype=chosen)
            _fill(band, top, n, hole, starts, threads)
            yield band

    return bands()


def save_golomb(
    path: str | os.PathLike[str],
    n: int,
    hole: Cell,
    *,
    dtype: DTypeLike | None = None,
    numbering: Numbering = "reading",
    threads: int | None = None,
) -> None:
    """Write the label array of Golomb's tiling to a ``.npy`` file in bands, never holding it.

    The file appears when it is complete; ``numpy.load(path, mmap_mode="r")`` maps it.

    Raises
    ------
    OutputError
        If the disk has no room for it, which is known beforehand, or it cannot be written.
    """
    target = checked_path(path)
    n = check_power(n)
    chosen = label_dtype_or_memory(n, dtype)
    bands = golomb_bands(n, hole, dtype=chosen, numbering=numbering, threads=threads)
    require_disk(4**n * chosen.itemsize + 128, target)
    with replacing(target) as file:
        _write_npy(file, bands, (1 << n, 1 << n), chosen)


def _write_npy(
    file: IO[bytes], bands: Iterator[NDArray[Any]], shape: tuple[int, int], dtype: np.dtype[Any]
) -> None:
    header = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, header)
    for band in bands:
        file.write(band.data)


def golomb_steps(n: int, hole: Cell) -> Iterator[NDArray[Any]]:
    """Yield the proof as label arrays: the empty board, then one level of trominoes more at each step.

    Tiles have the numbers of the proof and keep them from step to step. Cells that are not covered yet are
    `UNCOVERED` (-3), the hole is -1.

    Yields
    ------
    int array, shape (2^n, 2^n)
        n + 1 times.

    Examples
    --------
    >>> for step in golomb_steps(1, (0, 1)):
    ...     print(step.tolist())
    [[-3, -1], [-3, -3]]
    [[0, -1], [0, 0]]
    """
    labels = golomb_labels(n, hole, numbering="proof")
    return (np.where(labels < tile_count(level), labels, UNCOVERED) for level in range(n + 1))


def _threads(threads: int | None) -> int:
    if threads is None:
        return cores()
    return check_integer(threads, "the number of threads", 1, error=ConstructionError, where="threads")


def _starts(n: int, numbering: Numbering) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the label of the first tile of each row of blocks, and of each row of vertices."""
    half = 1 << (n - 1)
    vertex = np.arange(1, half, dtype=np.int64)
    low = vertex & -vertex  # 2^(k - 2) for the tiles of level k
    small = np.arange(half, dtype=np.int64) * half
    large = np.zeros(half + 1, dtype=np.int64)
    if numbering == "reading":
        small[1:] += np.cumsum((half >> 1) // low)
        large[1:] = small + half
    else:
        small += tile_count(n - 1)
        squares = half // (2 * low)  # rows of squares of that level
        large[1:half] = (squares * squares - 1) // 3 + vertex // (2 * low) * squares
    return small, large


def _fill(
    out: NDArray[Any],
    top: int,
    n: int,
    hole: Cell,
    starts: tuple[NDArray[np.int64], NDArray[np.int64]],
    threads: int,
) -> None:
    """Fill rows of any integer array; the kernel itself knows contiguous 32- and 64-bit ones."""
    from tilewright.kernels.golomb.labels import fill

    small, large = starts
    native = (
        out.dtype in (np.dtype(np.int32), np.dtype(np.int64)) and out.flags.c_contiguous and out.flags.aligned
    )
    plain = np.asarray(out)
    wide = np.dtype(np.int32 if out.dtype.itemsize <= 4 else np.int64)
    chunk = -(-len(out) // (1 if threads == 1 else 4 * threads))
    if not native:  # what is copied should still be in the cache
        chunk = min(chunk, max(1, (_BAND // 8) // (out.shape[1] * wide.itemsize)))

    def rows(begin: int) -> None:
        part = plain[begin : begin + chunk]
        if native:
            fill(part, top + begin, n, hole[0], hole[1], small, large)
        else:
            buffer = np.empty(part.shape, dtype=wide)
            fill(buffer, top + begin, n, hole[0], hole[1], small, large)
            part[...] = buffer

    if threads == 1 or out.size < _WORTH_A_THREAD:
        for begin in range(0, len(out), chunk):
            rows(begin)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(rows, range(0, len(out), chunk)))
