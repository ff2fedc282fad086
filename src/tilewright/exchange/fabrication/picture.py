"""A board from a picture: a grid of cells is laid over it, and what is dark, or not transparent, is the board."""

from __future__ import annotations

import io
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from tilewright.board import Board
from tilewright.errors import BoardError
from tilewright.exchange.format import LONGEST, Entry, Format
from tilewright.system.memory import in_units
from tilewright.text import STANDARD_INPUT, why_unreadable

__all__ = ["PICTURE", "board_from_picture"]

#: The most pixels of a picture: a small file can claim to be a huge one.
_PIXELS = 1 << 27
#: Levels of gray that part dark and light at least; what differs less is noise.
_CONTRAST = 64
#: In a cell on the board, at least so much of the area is dark.
_SHARE = 0.5


def board_from_picture(source: str | Path | IO[bytes], rows: int, columns: int) -> Board:
    """Read a board from a picture.

    Parameters
    ----------
    source : path, or open stream of bytes
    rows, columns : int
        How many cells are laid over the picture, edge to edge.

    Returns
    -------
    Board
        Of the cells that are mostly dark, against the level that parts the picture's pixels best (Otsu's); in a picture
        with transparent parts, of those that are mostly not transparent.

    Raises
    ------
    BoardError
        If it is no picture, it has fewer pixels than cells across or down, or no cell is dark.

    References
    ----------
    N. Otsu, "A threshold selection method from gray-level histograms", IEEE Transactions on Systems, Man, and
    Cybernetics 9 (1979).
    """
    ink = _ink(source, rows, columns)
    # The share of each cell that is inked: sums over rectangles of pixels, edges rounded to pixels.
    down = np.linspace(0, ink.shape[0], rows + 1).round().astype(int)
    across = np.linspace(0, ink.shape[1], columns + 1).round().astype(int)
    sums = np.add.reduceat(np.add.reduceat(ink.astype(np.int64), down[:-1], axis=0), across[:-1], axis=1)
    area = np.diff(down)[:, None] * np.diff(across)
    mask = sums >= _SHARE * area
    if not mask.any():
        raise BoardError("no cell of the picture is dark", where=_name(source))
    return Board(mask)


def _name(source: str | Path | IO[bytes]) -> str:
    return str(source) if isinstance(source, str | Path) else STANDARD_INPUT


def _ink(source: str | Path | IO[bytes], rows: int, columns: int) -> NDArray[np.bool_]:
    """Return which pixels are dark, or not transparent."""
    from PIL import Image, UnidentifiedImageError

    where = _name(source)
    try:
        with Image.open(_bounded(source, where)) as picture:
            width, height = picture.size
            if width * height > _PIXELS:
                raise BoardError(
                    f"the picture has {width}x{height} pixels; at most {_PIXELS} are read", where=where
                )
            if height < rows or width < columns:
                raise BoardError(
                    f"the picture has {height} rows and {width} columns of pixels, fewer than {rows}x{columns} cells",
                    where=where,
                )
            pixels = np.asarray(picture.convert("RGBA"))
    except BoardError:
        raise
    except UnidentifiedImageError:
        raise BoardError("this is no picture that can be read", where=where) from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        why = why_unreadable(error) if isinstance(error, OSError) else str(error)
        raise BoardError(f"cannot read the picture: {why}", where=where) from None
    opaque = pixels[:, :, 3] >= 128
    if not opaque.all():
        return opaque
    gray = (pixels[:, :, :3] @ np.array([299, 587, 114]) // 1000).astype(np.int64)
    dark = np.asarray(gray <= _level(np.bincount(gray.ravel(), minlength=256)))
    if dark.all() or not dark.any() or gray[~dark].mean() - gray[dark].mean() < _CONTRAST:
        # A picture of one color, or nearly: all of it is board if it is dark.
        return np.full(gray.shape, gray.mean() < 128)
    return dark


def _bounded(source: str | Path | IO[bytes], where: str) -> str | Path | IO[bytes]:
    """Return something that can be read to its end: a pipe or a device may have none."""
    if isinstance(source, str | Path):
        if Path(source).is_file() or not Path(source).exists():
            return source
        with Path(source).open("rb") as stream:
            data = stream.read(LONGEST + 1)
    elif source.seekable():
        return source
    else:
        data = source.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise BoardError(f"this is no picture, or one of more than {in_units(LONGEST)}", where=where)
    return io.BytesIO(data)


def _level(histogram: NDArray[np.int64]) -> int:
    """Return the gray level that parts a histogram best."""
    weight = np.cumsum(histogram).astype(float)
    sums = np.cumsum(histogram * np.arange(256)).astype(float)
    rest = weight[-1] - weight
    with np.errstate(divide="ignore", invalid="ignore"):
        between = weight * rest * (sums / weight - (sums[-1] - sums) / rest) ** 2
    return int(np.nan_to_num(between[:-1]).argmax())


def _read(stream: IO[bytes], where: str) -> list[Entry]:
    raise BoardError("this is a picture; how many cells? --cells 30x20", where=where)


PICTURE = Format(
    name="picture",
    title="a picture of a board",
    endings=(".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tif", ".tiff"),
    holds=("board",),
    read=_read,
)
