"""Boards from pictures: cells that are mostly dark, or mostly not transparent."""

from __future__ import annotations

import io
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BoardError
from tilewright.formats.format import LONGEST, Entry, Format, at
from tilewright.model.board import Board
from tilewright.system.platform.machine import in_units
from tilewright.system.values.text import STANDARD_INPUT, why_unreadable

#: The most pixels of a picture: a small file can claim to be huge.
_PIXELS = 1 << 27
#: Least difference of gray levels between dark and light; smaller ones are noise.
_CONTRAST = 64
#: Least dark share of a cell on the board.
_SHARE = 0.5


def board_from_picture(source: str | Path | IO[bytes], rows: int, columns: int) -> Board:
    """Return the board that a picture shows.

    Parameters
    ----------
    source : path, or open binary stream
    rows, columns : int
        The numbers of rows and columns into which the picture is divided.

    Returns
    -------
    Board
        A board of the cells that are mostly dark, according to Otsu's threshold. If the picture has
        transparent parts, the board consists of the cells that are mostly opaque.

    Raises
    ------
    BoardError
        If the file is not a picture, if a row or column has fewer pixels than cells, or if no cell
        is dark.

    References
    ----------
    N. Otsu, "A threshold selection method from gray-level histograms", IEEE Transactions on
    Systems, Man, and Cybernetics 9 (1979).
    """
    with at(str(source) if isinstance(source, str | Path) else STANDARD_INPUT, BoardError):
        ink = _find_ink(source, rows, columns)
        # Count dark pixels in the rectangle of each cell.
        down = np.linspace(0, ink.shape[0], rows + 1).round().astype(int)
        across = np.linspace(0, ink.shape[1], columns + 1).round().astype(int)
        sums = np.add.reduceat(
            np.add.reduceat(ink.astype(np.int64), down[:-1], axis=0), across[:-1], axis=1
        )
        mask = sums >= _SHARE * np.diff(down)[:, None] * np.diff(across)
        if not mask.any():
            raise BoardError("the picture has no dark cells")
    return Board(mask)


def _find_ink(source: str | Path | IO[bytes], rows: int, columns: int) -> NDArray[np.bool_]:
    """Return which pixels are dark, or not transparent."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(_limit_source(source)) as picture:
            width, height = picture.size
            if width * height > _PIXELS:
                raise BoardError(
                    f"a picture must have at most {_PIXELS} pixels, got {width}x{height}"
                )
            if height < rows or width < columns:
                raise BoardError(
                    f"the picture must have at least one pixel for each of {rows}x{columns} "
                    f"cells, got {height}x{width}"
                )
            pixels = np.asarray(picture.convert("RGBA"))
    except BoardError:
        raise
    except UnidentifiedImageError:
        raise BoardError("unknown picture format") from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        why = why_unreadable(error) if isinstance(error, OSError) else str(error)
        raise BoardError(f"cannot read the picture: {why}") from None
    opaque = pixels[:, :, 3] >= 128
    if not opaque.all():
        return opaque
    gray = (pixels[:, :, :3] @ np.array([299, 587, 114]) // 1000).astype(np.int64)
    dark = np.asarray(gray <= _gray_level(np.bincount(gray.ravel(), minlength=256)))
    if dark.all() or not dark.any() or gray[~dark].mean() - gray[dark].mean() < _CONTRAST:
        # A picture of nearly one color: all of it is the board if it is dark.
        return np.full(gray.shape, gray.mean() < 128)
    return dark


def _limit_source(source: str | Path | IO[bytes]) -> str | Path | IO[bytes]:
    """Return a source that ends; a pipe or device may be endless."""
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
        raise BoardError(f"a picture file must not be larger than {in_units(LONGEST)}")
    return io.BytesIO(data)


def _gray_level(histogram: NDArray[np.int64]) -> int:
    """Return the gray level that best separates a histogram (Otsu's method)."""
    weight = np.cumsum(histogram).astype(float)
    sums = np.cumsum(histogram * np.arange(256)).astype(float)
    rest = weight[-1] - weight
    with np.errstate(divide="ignore", invalid="ignore"):
        between = weight * rest * (sums / weight - (sums[-1] - sums) / rest) ** 2
    return int(np.nan_to_num(between[:-1]).argmax())


def _read(_: IO[bytes], where: str) -> list[Entry]:
    raise BoardError(
        "the numbers of rows and columns are missing; write `tilewright convert PICTURE 30x20 -o "
        "board.txt` for 30 rows and 20 columns",
        where=where,
    )


PICTURE = Format(
    name="picture",
    title="a picture of a board",
    endings=(".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tif", ".tiff"),
    holds=("board",),
    read=_read,
)
