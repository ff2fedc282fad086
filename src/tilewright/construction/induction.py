"""Golomb's theorem: L-trominoes tile every 2^n x 2^n board without one cell.

The proof is by induction. Cut the board into quadrants; three of them are whole. Place one tromino around the center so that it covers
a corner of each. Now all four quadrants lack one cell. The labels are filled row by row from a closed form, without recursion
(`tilewright.kernels.golomb.labels`).

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

from tilewright.arguments import check_integer, check_threads
from tilewright.construction.request import (
    Cell,
    Numbering,
    check_cell,
    check_numbering,
    check_power,
    label_dtype,
    out_array,
    random_hole,
    require_disk,
    require_memory,
    size_text,
    tile_count,
)
from tilewright.errors import ConstructionError
from tilewright.files.replacing import checked_path, replacing
from tilewright.system.cores import cores
from tilewright.tiling import Tiling

#: The label of a cell that is not covered yet, in the steps of the proof.
UNCOVERED = -3

#: The number of cells from which a second thread pays off.
_WORTH_A_THREAD = 1 << 20
#: The default size of a band in bytes.
_BAND = 1 << 25


def golomb(
    n: int,
    hole: Cell | None = None,
    *,
    seed: int | None = None,
    out: NDArray[Any] | None = None,
    dtype: DTypeLike | None = None,
    threads: int | None = None,
) -> Tiling:
    """Tile the 2^n x 2^n board, except for one cell, with L-trominoes, as in Golomb's theorem.

    Parameters
    ----------
    n : int
        The board has 2^n rows and columns; n must be at least 1.
    hole : (row, column), optional
        The cell that is removed; by default a random one. The removed cell has the label -1.
    seed : int, optional
        The same seed chooses the same random hole.
    out : signed integer array, shape (2^n, 2^n), optional
        Write the labels to this array or memory-mapped file.
    dtype : signed integer dtype, optional
        The type of the labels if `out` is not given; by default, int32 for n <= 16 and int64 for larger n.
    threads : int, optional
        The number of threads; by default one per core.

    Returns
    -------
    Tiling
        A tiling by L-trominoes. If `out` is given, it holds the labels.

    Raises
    ------
    ConstructionError
        If an argument is out of range, the labels do not fit `dtype`, or there is not enough memory.

    Notes
    -----
    The function takes O(4^n) time, about as much as ``ndarray.fill``, and 2^n bytes in addition to the array.

    Examples
    --------
    >>> print(golomb(2, (0, 0)).text())
    .ABB
    AACB
    DCCE
    DDEE
    """
    side = 1 << check_power(n)
    hole = random_hole(side, side, seed) if hole is None else hole
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
    """Return the label array of Golomb's tiling, with -1 for the hole.

    Parameters
    ----------
    n : int
        At least 1.
    hole : (row, column)
        The removed cell.
    out, dtype, threads
        See `golomb`.
    numbering : {"reading", "proof"}
        Number tiles by first appearance in reading order, or level by level: the tromino at the center of the board is 0, those
        at the centers of its quadrants are 1 to 4, and so on.

    Returns
    -------
    signed integer array, shape (2^n, 2^n)

    Raises
    ------
    ConstructionError
        If an argument is out of range, the labels do not fit `dtype`, or there is not enough memory.

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
            "use bands of rows, a window or a single cell",
        )
        out = np.empty((side, side), dtype=chosen)
    else:
        out = out_array(out, (side, side), tile_count(n) - 1)
    _fill(out, 0, n, hole, _starts(n, numbering), threads)
    return out


def label_dtype_or_memory(n: int, dtype: DTypeLike | None) -> np.dtype[Any]:
    """Return the dtype for the labels; raise ConstructionError if the board cannot fit into any memory."""
    if n > 31:
        raise ConstructionError(
            f"the label array of the 2^{n} x 2^{n} board needs {size_text(8 * 4**n)} of memory, more than any machine "
            "has; use a window or a single cell",
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
    """Yield the label array of Golomb's tiling from top to bottom in bands of rows.

    Parameters
    ----------
    n : int
        At least 1.
    hole : (row, column)
        The removed cell.
    rows : int, optional
        The number of rows in a band (the last may have fewer); by default about 32 MiB.
    dtype, numbering, threads
        See `golomb_labels`.

    Yields
    ------
    signed integer array, shape (rows, 2^n)
        A new array each time; only one is held.

    Raises
    ------
    ConstructionError
        If an argument is out of range, or there is not enough memory.
    """
    n = check_power(n)
    hole = check_cell(1 << n, 1 << n, hole)
    check_numbering(numbering)
    threads = _threads(threads)
    side = 1 << n
    chosen = label_dtype_or_memory(n, dtype)
    if rows is None:
        rows = max(1, _BAND // (side * chosen.itemsize))
    rows = min(check_integer(rows, "`rows`", 1, error=ConstructionError, where="rows"), side)
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
    """Write the label array of Golomb's tiling to a ``.npy`` file, one band at a time.

    The file appears only when it is complete. ``numpy.load(path, mmap_mode="r")`` maps it into memory.

    Parameters
    ----------
    path : path
        The file.
    n : int
        At least 1.
    hole : (row, column)
        The removed cell.
    dtype, numbering, threads
        See `golomb_labels`.

    Raises
    ------
    OutputError
        If there is not enough disk space (checked in advance), or the file cannot be written.
    ConstructionError
        If an argument is out of range.
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
    """Yield the proof as label arrays: the empty board, then one more level of trominoes at each step.

    Tiles are numbered as in the proof and keep their numbers. Uncovered cells are `UNCOVERED` (-3), and the hole is -1.

    Parameters
    ----------
    n : int
        At least 1.
    hole : (row, column)
        The removed cell.

    Yields
    ------
    int array, shape (2^n, 2^n)
        One of n + 1 arrays.

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
    return check_threads(threads, error=ConstructionError) or cores()


def _starts(n: int, numbering: Numbering) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the label of the first tile of each row of blocks and of each row of vertices."""
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
    """Fill rows of any integer array; other than contiguous 32- and 64-bit ones go through a buffer."""
    from tilewright.kernels.golomb.labels import fill

    small, large = starts
    native = (
        out.dtype in (np.dtype(np.int32), np.dtype(np.int64)) and out.flags.c_contiguous and out.flags.aligned
    )
    plain = np.asarray(out)
    wide = np.dtype(np.int32 if out.dtype.itemsize <= 4 else np.int64)
    chunk = -(-len(out) // (1 if threads == 1 else 4 * threads))
    if not native:  # small enough for the cache
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
