"""Pictures as pixels: PNG, animated GIF, and arrays, for boards of any size."""

from __future__ import annotations

import io
import math
import struct
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.drawing.makers.tiling import draw
from tilewright.drawing.model.extent import (
    DOT,
    MARGIN,
    RING,
    THICK_WIDTH,
    THIN_WIDTH,
    all_texts,
    extent,
)
from tilewright.drawing.model.geometry import SHADES
from tilewright.drawing.model.palette import (
    EDGE,
    HATCH_CELL,
    hatching_mask,
    linear_light,
    mix,
    readable_on,
    rgb,
)
from tilewright.drawing.model.picture import (
    THICK,
    THIN,
    Mark,
    Picture,
    Text,
    check_picture,
    check_pictures,
)
from tilewright.drawing.model.typeface import (
    FALLBACK,
    FAMILY,
    font_file,
    runs,
    sized_font,
    text_width,
)
from tilewright.drawing.writers.svg import default_cell, svg
from tilewright.errors import OutputError
from tilewright.model.space.labels import UNCOVERED
from tilewright.system.platform.machine import cores

#: Steps from a fill to the ink on it, both included.
_STEPS = 5
#: Fills in a table of 256 colors, without a mesh and with one.
_FILLS, _SHADED = 40, 12


class ColorTable:
    """A color table of at most 256 `colors` (n, 3), with steps from each fill to the ink on it.

    It depends on palette and theme only, so all frames of an animation share it. A `smooth` one is
    for renderings: it has fewer fills, and also the mixtures at edges, corners and seams.
    """

    def __init__(self, picture: Picture, *, smooth: bool = False) -> None:
        theme = picture.theme
        colors: list[str] = []
        self.smooth = smooth or picture.vectors
        self._fills = _SHADED + 8 if self.smooth else _FILLS
        numbers = [*range(UNCOVERED, 0), *range(self._fills)]
        for number in numbers:
            color = picture.cell_color(number)
            over = theme.text if number < 0 else readable_on(color)
            colors += [mix(color, over, step / (_STEPS - 1)) for step in range(_STEPS)]
        self.page = len(colors)
        colors += [mix(theme.background, theme.text, step / (_STEPS - 1)) for step in range(_STEPS)]
        self._note = len(colors)
        colors += [mix(theme.background, theme.note, step / (_STEPS - 1)) for step in range(_STEPS)]
        if self.smooth:
            colors += _mixtures(picture)
        self.thin, self.thick, self.hole, self.accent = range(len(colors), len(colors) + 4)
        colors += [theme.line, picture.seam, theme.hole, theme.accent]
        #: Steps from a fill to the ink of its hatching.
        self.hatching = _STEPS // 2
        self.colors = np.array([rgb(color) for color in colors], dtype=np.uint8)
        self._blendable = len(colors) - 4
        self._known: NDArray[np.int16] | None = None

    def ground(self, fill: NDArray[Any]) -> NDArray[np.uint8]:
        """Return the table index of each cell's fill."""
        most = int(fill.max(initial=-1))
        place = np.array(
            [
                _STEPS * (number % self._fills - UNCOVERED if number >= 0 else number - UNCOVERED)
                for number in range(UNCOVERED, most + 1)
            ],
            dtype=np.uint8,
        )
        numbers: NDArray[np.uint8] = place[fill - UNCOVERED]
        return numbers

    def nearest(self, packed: NDArray[np.int32]) -> NDArray[np.uint8]:
        """Return the table index of the nearest color for each 0xrrggbb; a color is compared only
        once.
        """
        if self._known is None:
            self._known = np.full(1 << 24, -1, dtype=np.int16)
        indices = self._known[packed]
        if (indices < 0).any():
            new = np.unique(packed[indices < 0])
            colors = np.stack([new >> 16, new >> 8 & 255, new & 255], axis=1)
            self._known[new] = _nearest(colors, self.colors.astype(np.int32))
            indices = self._known[packed]
        return indices.astype(np.uint8)

    def blend(
        self,
        image: NDArray[np.uint8],
        share: NDArray[Any],
        role: Literal["letter", "label", "note"] = "letter",
    ) -> None:
        """Write ink on an image; `share` (0 to 1) is the amount of ink in each pixel."""
        step = np.round(share * (_STEPS - 1)).astype(np.uint8)
        ground = image // _STEPS * _STEPS
        if role == "note":
            ground = np.where(ground == self.page, self._note, ground).astype(np.uint8)
        written = (step > 0) & (image < self._blendable)
        image[written] = (ground + step)[written]


def _mixtures(picture: Picture) -> list[str]:
    """Return colors that renderings have beside fills and ink: at edges, seams and faces of
    solids.
    """
    theme, colors = picture.theme, []
    for number in (*range(UNCOVERED, 0), *range(min(len(picture.palette), _SHADED))):
        color = picture.cell_color(number)
        if picture.mesh is not None and picture.mesh.shades.any():
            # Faces in light and shadow, and steps from each color to the lines.
            sides = [mix(color, over, share) for over, share in SHADES.values()]
            colors += [mix(side, picture.ink, 0.5) for side in (color, *sides)] + sides
        else:
            edge = mix(color, "#000000", EDGE)
            colors += [
                mix(color, edge, 0.5),
                edge,
                mix(edge, theme.well, 0.5),
                mix(color, theme.well, 0.6),
            ]
    shadow = mix(theme.well, "#000000", EDGE)
    colors += [shadow, mix(theme.well, shadow, 0.5), mix(theme.well, theme.background, 0.5)]
    return colors


#: The largest image, in pixels.
LARGEST_IMAGE = 1 << 29
#: Longer side of a large board by default, in pixels.
_LONG_SIDE = 4096
#: PNGs of at most this many cells are rendered from the SVG, with smooth lines.
_SMOOTH = 20_000
#: Frames of an animation with at most this many cells have rounded corners, in animations of at
#: most this many frames.
_SMOOTH_FRAME, _SMOOTH_FRAMES = 1_000, 500
#: Rows of pixels that are averaged at a time.
_BAND = 256


def raster(picture: Picture | ArrayLike, size: int | tuple[int, int]) -> NDArray[np.uint8]:
    """Return the cells of a picture as an array of pixels, without margins or text.

    With at least two pixels per cell, borders are crisp lines. With fewer, each pixel is the
    average of the cells and lines that it covers, weighted by area, in linear light. Polygons and
    arrows are drawn smoothly.

    Parameters
    ----------
    picture : Picture, or int array of shape (rows, columns)
        The picture; a label array is first drawn with `draw`.
    size : int or (height, width)
        The size in pixels; an int is the longer side.

    Returns
    -------
    (height, width, 3) uint8
        sRGB.

    Raises
    ------
    OutputError
        If the image would have no pixels, or more than 536,870,912.
    """
    shown = picture if isinstance(picture, Picture) else draw(picture)
    if isinstance(size, int):
        tall, wide = shown.size
        longest = max(tall, wide)
        height, width = max(1, round(size * tall / longest)), max(1, round(size * wide / longest))
    else:
        height, width = size
    _check_size(height, width)
    if shown.vectors:
        return _render(shown, height, width)
    rows, columns = shown.shape
    if height >= 2 * rows and width >= 2 * columns:
        table = ColorTable(shown)
        down = np.round(np.linspace(0, height, rows + 1)).astype(np.intp)
        across = np.round(np.linspace(0, width, columns + 1)).astype(np.intp)
        return table.colors[_draw_crisp(shown, table, down, across, (height, width))]
    return _average(shown, height, width)


def _render(picture: Picture, height: int, width: int) -> NDArray[np.uint8]:
    """Return the SVG's rendering without its margin, (height, width, 3)."""
    from PIL import Image

    bare = picture.without_words()
    box, inner = extent(bare), picture.box
    cell = max(height / picture.size[0], width / picture.size[1])
    with Image.open(io.BytesIO(_render_smooth(bare, cell))) as image:
        across, down = image.width / box.width, image.height / box.height
        cut = (
            (inner[1] - box.left) * across,
            (inner[0] - box.top) * down,
            (inner[3] - box.left) * across,
            (inner[2] - box.top) * down,
        )
        resized = image.convert("RGB").resize((width, height), Image.Resampling.LANCZOS, box=cut)
    return np.asarray(resized)


def _check_size(height: int, width: int) -> None:
    if height < 1 or width < 1 or height * width > LARGEST_IMAGE:
        raise OutputError(f"an image must have 1 to {LARGEST_IMAGE} pixels, got {width}x{height}")


def _average(picture: Picture, height: int, width: int) -> NDArray[np.uint8]:
    from tilewright.kernels.drawing.raster import shrink

    rows, columns = picture.shape
    fill = np.ascontiguousarray(picture.fill, dtype=np.int16)
    horizontal = np.ascontiguousarray(picture.horizontal, dtype=np.uint8)
    vertical = np.ascontiguousarray(picture.vertical, dtype=np.uint8)
    most = int(fill.max(initial=-1))
    light = np.stack(
        [linear_light(picture.cell_color(number)) for number in range(UNCOVERED, most + 1)]
    )
    lines = np.stack([linear_light(picture.theme.line), linear_light(picture.seam)])
    thickness = np.array([THIN_WIDTH, THICK_WIDTH], dtype=np.float32)
    table = _encoding()
    out = np.empty((height, width, 3), dtype=np.uint8)

    def band(top: int) -> None:
        image = np.empty((min(_BAND, height - top), width, 3), dtype=np.float32)
        shrink(fill, horizontal, vertical, light, lines, thickness, top, height, image)
        out[top : top + _BAND] = table[(image * (len(table) - 1) + 0.5).astype(np.intp)]

    tops = range(0, height, _BAND)
    if rows * columns < 1 << 16:
        for top in tops:
            band(top)
    else:
        with ThreadPoolExecutor(cores()) as pool:
            list(pool.map(band, tops))
    for mark in picture.marks:
        _stamp(out, picture, mark)
    return out


def _encoding() -> NDArray[np.uint8]:
    """Return sRGB values by linear light, in 4,096 steps."""
    light = np.linspace(0, 1, 4096)
    value = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.round(255 * value).clip(0, 255).astype(np.uint8)


def _stamp(image: NDArray[np.uint8], picture: Picture, mark: Mark) -> None:
    """Draw holes and rings with at least two pixels, however small cells are."""
    if mark.kind == "dot":
        return
    height, width, _ = image.shape
    rows, columns = picture.shape
    top, left = int(mark.row * height / rows), int(mark.column * width / columns)
    color = picture.theme.hole if mark.kind == "hole" else picture.theme.accent
    side = max(2, round(height / rows))
    value = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.uint8)
    image[max(0, min(top, height - side)) :, max(0, min(left, width - side)) :][:side, :side] = (
        value
    )


def _draw_crisp(
    picture: Picture,
    table: ColorTable,
    down: NDArray[np.intp],
    across: NDArray[np.intp],
    shape: tuple[int, int],
) -> NDArray[np.uint8]:
    """Return table indexes of an image whose lines are whole pixels, centered on the edges.

    `down` (rows + 1,) and `across` (columns + 1,) are the pixels at which rows and columns begin,
    at least two apart.
    """
    rows, columns = picture.shape
    image = np.full(shape, table.page, dtype=np.uint8)
    tall, wide = np.diff(down), np.diff(across)
    field = np.s_[down[0] : down[-1], across[0] : across[-1]]
    image[field] = np.repeat(np.repeat(table.ground(picture.fill), tall, axis=0), wide, axis=1)
    for mark in picture.marks:
        if mark.kind == "hole":
            r, c = int(mark.row), int(mark.column)
            image[down[r] : down[r + 1], across[c] : across[c + 1]] = table.hole
    if picture.patterns:
        _hatch(
            image[field],
            picture,
            table,
            row=np.repeat(np.arange(rows), tall),
            column=np.repeat(np.arange(columns), wide),
        )
    for weight, share, ink in ((THIN, THIN_WIDTH, table.thin), (THICK, THICK_WIDTH, table.thick)):
        level, upright = picture.horizontal == weight, picture.vertical == weight
        if not (level.any() or upright.any()):
            continue
        thick = max(1, round(share * float(min(tall.min(), wide.min()))))
        points = np.zeros((rows + 1, columns + 1), dtype=bool)
        points[:, 1:] |= level
        points[:, :-1] |= level
        points[1:] |= upright
        points[:-1] |= upright
        steps = range(-(thick // 2), thick - thick // 2)
        # Horizontal lines include a square at each end, so corners are complete.
        lines = np.zeros((rows + 1, shape[1]), dtype=bool)
        lines[:, across[0] : across[-1]] = np.repeat(level, wide, axis=1)
        for step in steps:
            at = np.clip(across + step, 0, shape[1] - 1)
            lines[:, at] |= points
        for step in steps:
            _overwrite(image, np.clip(down + step, 0, shape[0] - 1), lines, ink)
        uprights = np.zeros((columns + 1, shape[0]), dtype=bool)
        uprights[:, down[0] : down[-1]] = np.repeat(upright, tall, axis=0).T
        for step in steps:
            _overwrite(image.T, np.clip(across + step, 0, shape[1] - 1), uprights, ink)
    return image


def _hatch(
    image: NDArray[np.uint8],
    picture: Picture,
    table: ColorTable,
    row: NDArray[np.intp],
    column: NDArray[np.intp],
) -> None:
    """Hatch an image of the cells; `row` and `column` are those of each line and column of
    pixels.
    """
    cell = min(len(row) // picture.shape[0], len(column) // picture.shape[1])
    side = round(HATCH_CELL * cell)
    if side < 4:
        return
    for number in np.unique(picture.fill[picture.fill >= 0]).tolist():
        mask = hatching_mask(number, side)
        tiled = np.tile(mask, (-(-len(row) // side), -(-len(column) // side)))[
            : len(row), : len(column)
        ]
        tiled &= (picture.fill == number)[row[:, None], column]
        image[tiled] += table.hatching


def _overwrite(
    image: NDArray[np.uint8], lines: NDArray[np.intp], where: NDArray[np.bool_], ink: int
) -> None:
    for line, here in zip(lines.tolist(), where, strict=True):
        image[line][here] = ink


def indexed(
    picture: Picture, cell: float, table: ColorTable | None = None
) -> tuple[NDArray[np.uint8], ColorTable]:
    """Return a picture with margin and words as (height, width) table indexes, and the table.

    A cell has `cell` pixels, at least 2. Pass the table of the first frame to all frames of an
    animation.
    """
    table = table or ColorTable(picture)
    rows, columns = picture.shape
    box = extent(picture)
    if table.smooth:
        return _render_indexed(picture, cell, table), table
    top, left = math.ceil(-box.top * cell), math.ceil(-box.left * cell)
    height, width = top + math.ceil(box.bottom * cell), left + math.ceil(box.right * cell)
    _check_size(height, width)
    down, across = (
        start + np.round(cell * np.arange(count + 1)).astype(np.intp)
        for start, count in ((top, rows), (left, columns))
    )
    image = _draw_crisp(picture, table, down, across, (height, width))
    for mark in picture.marks:
        if mark.kind != "hole":
            _draw_disc(
                image,
                table,
                mark,
                int(cell),
                int(down[int(mark.row)]),
                int(across[int(mark.column)]),
            )
    for text in all_texts(picture):
        _draw_text(image, table, text, cell, top, left)
    return image, table


def _render_indexed(picture: Picture, cell: float, table: ColorTable) -> NDArray[np.uint8]:
    """Return the SVG's rendering as table indexes of the nearest colors."""
    from PIL import Image

    with Image.open(io.BytesIO(_render_smooth(picture, cell))) as image:
        pixels = np.asarray(image.convert("RGB")).astype(np.int32)
    return table.nearest((pixels[..., 0] << 16) | (pixels[..., 1] << 8) | pixels[..., 2])


def _draw_disc(
    image: NDArray[np.uint8], table: ColorTable, mark: Mark, cell: int, top: int, left: int
) -> None:
    """Draw a dot or a ring on the cell at a pixel."""
    square = image[top : top + cell, left : left + cell]
    offset = np.arange(cell) + 0.5 - cell / 2
    away = np.hypot(offset[:, None], offset)
    if mark.kind == "dot":
        table.blend(square, np.clip(DOT * cell - away + 0.5, 0, 1))
    else:
        square[np.abs(away - RING * cell) <= max(1.0, 0.1 * cell) / 2] = table.accent


def _draw_text(
    image: NDArray[np.uint8], table: ColorTable, text: Text, cell: float, top: int, left: int
) -> None:
    from PIL import Image, ImageDraw

    pixels = round(text.size * cell)
    if pixels < 5:
        return
    wide = text_width(text.text, text.bold) * pixels
    x = left + text.column * cell - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * wide
    y = top + text.row * cell + 0.36 * text.size * cell
    x0, x1 = max(0, math.floor(x) - 2), min(image.shape[1], math.ceil(x + wide) + 2)
    y0, y1 = max(0, math.floor(y - 1.2 * pixels)), min(image.shape[0], math.ceil(y + 0.4 * pixels))
    if x1 <= x0 or y1 <= y0:
        return
    mask = Image.new("L", (x1 - x0, y1 - y0), 0)
    for part, fallback in runs(text.text):
        font = sized_font(pixels, text.bold, fallback)
        ImageDraw.Draw(mask).text((x - x0, y - y0), part, fill=255, font=font, anchor="ls")
        x += float(font.getlength(part))
    table.blend(image[y0:y1, x0:x1], np.asarray(mask) / 255, text.role)


def png(picture: Picture, *, cell: float | None = None, width: int | None = None) -> bytes:
    """Return a picture as a PNG image.

    Parameters
    ----------
    picture : Picture
        The picture; with up to 20,000 cells, it is rendered smoothly from the SVG.
    cell : float, optional
        The number of pixels per cell. Below 2, cells are averaged.
    width : int, optional
        The width of the image in pixels, instead of `cell`. By default, a small picture has twice
        the size of its SVG, and the longer side of a large picture has about 4,096 pixels.

    Raises
    ------
    OutputError
        If the image would have more than 536,870,912 pixels.
    """
    rows, columns = check_picture(picture).shape
    box = extent(picture)
    if width is not None:
        cell = width / box.width
    smooth = rows * columns <= _SMOOTH or picture.vectors
    if cell is None:
        cell = 2 * default_cell(picture) if smooth else max(_LONG_SIDE / max(rows, columns), 1 / 64)
        if not smooth and cell >= 2:
            cell = int(cell)
    _check_size(math.ceil(box.height * cell), math.ceil(box.width * cell))
    if picture.vectors or (smooth and cell >= 2):
        return _quantize(_render_smooth(picture, cell))
    if cell >= 2:
        image, table = indexed(picture, cell)
        return _encode(image, table)
    return _encode(_add_margin(picture, cell), None)


#: Renderings of at most this many pixels are saved with a table of colors if that makes them
#: smaller.
_TABLED = 1 << 21


def _quantize(data: bytes) -> bytes:
    """Return a PNG with a table of its 256 most frequent colors; others become the nearest of them.

    Seams and corners have few pixels, in hundreds of mixtures, which nobody can tell apart.
    """
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        if image.width * image.height > _TABLED:
            return data
        pixels = np.asarray(image.convert("RGB")).astype(np.int32)
    packed = (pixels[..., 0] << 16) | (pixels[..., 1] << 8) | pixels[..., 2]
    known, which, times = np.unique(packed, return_inverse=True, return_counts=True)
    order = np.argsort(-times, kind="stable")[:256]
    colors = np.stack([known >> 16, known >> 8 & 255, known & 255], axis=1)
    table = colors[order]
    nearest = _nearest(colors, table)
    nearest[order] = np.arange(len(order), dtype=np.uint8)
    tabled = Image.fromarray(nearest[which.ravel()].reshape(packed.shape))
    tabled.putpalette(table.astype(np.uint8).tobytes())
    stream = io.BytesIO()
    tabled.save(stream, format="PNG", compress_level=9)
    return min(stream.getvalue(), data, key=len)


def _nearest(colors: NDArray[np.int32], table: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return the index of the nearest color of a table for each color."""
    parts = np.array_split(colors, max(1, len(colors) // 1000))
    return np.concatenate(
        [
            ((part[:, None] - table) ** 2).sum(axis=2).argmin(axis=1).astype(np.uint8)
            for part in parts
        ]
    )


def _render_smooth(picture: Picture, cell: float) -> bytes:
    import resvg_py

    drawing = svg(picture, cell=cell)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawing,
            skip_system_fonts=True,
            font_files=[
                str(font_file(bold, fallback))
                for fallback in (False, True)
                for bold in (False, True)
            ]
            if "<text" in drawing
            else None,
            font_family=FAMILY,
            sans_serif_family=FALLBACK,
        )
    )


def _add_margin(picture: Picture, cell: float) -> NDArray[np.uint8]:
    """Return an averaged picture with a margin. Words would be too small to read."""
    rows, columns = picture.shape
    size = max(1, round(rows * cell)), max(1, round(columns * cell))
    pixels = raster(picture, size)
    edge = max(1, round(MARGIN * max(size) / 100))
    page = np.array(
        [int(picture.theme.background[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.uint8
    )
    framed = np.empty((size[0] + 2 * edge, size[1] + 2 * edge, 3), dtype=np.uint8)
    framed[:] = page
    framed[edge:-edge, edge:-edge] = pixels
    return framed


def _encode(image: NDArray[np.uint8], table: ColorTable | None) -> bytes:
    from PIL import Image

    stream = io.BytesIO()
    drawn = Image.fromarray(image)
    if table is not None:
        drawn.putpalette(table.colors.tobytes())
    # Large boards hardly compress, so more effort would only cost time.
    drawn.save(stream, format="PNG", compress_level=6 if image.size < 1 << 22 else 1)
    return stream.getvalue()


def gif(
    pictures: Iterable[Picture], *, cell: int | None = None, duration: int = 100, hold: int = 2000
) -> bytes:
    """Return pictures as an animated GIF that loops.

    All frames share one color table, and each frame stores only the rectangle that changed.

    Parameters
    ----------
    pictures : iterable of Picture
        The pictures, all of the same shape.
    cell : int, optional
        The number of pixels per cell; by default, at most 28.
    duration : int
        The milliseconds per frame. GIF rounds them to hundredths of a second.
    hold : int
        The milliseconds of the last frame.

    Raises
    ------
    OutputError
        If there are no pictures, or they differ in shape.
    """
    frames = check_pictures(pictures)
    begin = list(islice(frames, _SMOOTH_FRAMES + 1))
    if not begin:
        raise OutputError("an animation must have at least one picture, got 0")
    first, few = begin[0], len(begin) <= _SMOOTH_FRAMES
    frames = chain(begin[1:], frames)
    pixels = cell or max(2, min(28, int(640 / max(*first.size, 1))))
    table = ColorTable(first, smooth=few and _is_smooth(first, pixels))
    shown, _ = indexed(first, pixels, table)
    stream = io.BytesIO()
    stream.write(_gif_head(shown.shape, table.colors))
    # A frame is written once the next one is known, so equal frames become one longer frame.
    waiting, corner, lasts = shown, (0, 0), duration
    for picture in frames:
        image, _ = indexed(picture, pixels, table)
        if image.shape != shown.shape:
            raise OutputError(
                "all pictures of an animation must have the same size, got "
                f"{shown.shape[1]}x{shown.shape[0]} and "
                f"{image.shape[1]}x{image.shape[0]} pixels"
            )
        changed = image != shown
        if not changed.any():
            lasts += duration
            continue
        stream.write(_gif_frame(waiting, corner, lasts))
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        corner = int(rows[0]), int(columns[0])
        waiting = np.ascontiguousarray(image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
        shown, lasts = image, duration
    stream.write(_gif_frame(waiting, corner, max(lasts, hold)))
    stream.write(b";")
    return stream.getvalue()


def _is_smooth(picture: Picture, cell: float) -> bool:
    """Return whether the frames of an animation are rendered smoothly: small boards with large
    cells.
    """
    rows, columns = picture.shape
    return cell >= 12 and rows * columns <= _SMOOTH_FRAME and not picture.patterns


def _gif_head(shape: tuple[int, ...], table: NDArray[np.uint8]) -> bytes:
    """Return the header of a looping GIF: size, color table, loop."""
    colors = np.zeros((256, 3), dtype=np.uint8)
    colors[: len(table)] = table
    size = struct.pack("<HHBBB", shape[1], shape[0], 0xF7, 0, 0)
    return b"GIF89a" + size + colors.tobytes() + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"


def _gif_frame(image: NDArray[np.uint8], corner: tuple[int, int], milliseconds: int) -> bytes:
    """Return a frame drawn over the previous one, without Pillow's color table for each frame."""
    from PIL import GifImagePlugin, Image

    hundredths = min(max(round(milliseconds / 10), 2), 65_535)
    control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 1 << 2, hundredths, 0, 0)
    # Mode L writes the pixels unchanged.
    blocks = GifImagePlugin.getdata(Image.fromarray(image), (corner[1], corner[0]))
    return control + b"".join(blocks)
