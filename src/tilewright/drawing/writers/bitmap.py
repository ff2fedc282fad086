"""Pictures as pixels: PNG, animated GIF, and arrays, for boards of any size.

Small pictures are renderings of their SVG. Large pictures, and the frames of long animations, have
lines of whole pixels. Pictures with less than two pixels per cell are averages.
"""

from __future__ import annotations

import io
import math
import struct
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain, islice, product

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
from tilewright.drawing.model.palette import HATCHES, Palette, linear_light, mix, readable_on, rgb
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
    is_wide,
    runs,
    sized_font,
    text_width,
)
from tilewright.drawing.writers.svg import default_cell, svg
from tilewright.errors import OutputError
from tilewright.model.space.labels import OUTSIDE, UNCOVERED
from tilewright.system.platform.machine import cores

#: The largest image, in pixels.
LARGEST_IMAGE = 1 << 29
#: Longer side of a large board by default, in pixels.
_LONG_SIDE = 4096
#: PNGs of at most this many cells are rendered from the SVG, with smooth lines.
_SMOOTH = 20_000
#: Cells of fewer pixels have no hatching.
_HATCHED = 7
#: Frames of an animation with at most this many cells are rendered as well, in animations of at
#: most this many frames.
_SMOOTH_FRAME, _SMOOTH_FRAMES = 1_000, 500
#: Renderings of at most this many pixels are saved with a table of colors if that makes them
#: smaller.
_TABLED = 1 << 21
#: Colors of an animation that differ by at most this in red, green and blue are one.
_SIMILAR = 8
#: Rows of pixels that are averaged at a time.
_BAND = 256
#: Steps from a fill to the ink on it, both included, and the most fills.
_STEPS, _FILLS = 5, 40


def _check_size(height: int, width: int) -> None:
    if height < 1 or width < 1 or height * width > LARGEST_IMAGE:
        raise OutputError(f"an image must have 1 to {LARGEST_IMAGE} pixels, got {width}x{height}")


def png(picture: Picture, *, cell: float | None = None, width: int | None = None) -> bytes:
    """Return a picture as a PNG image.

    Parameters
    ----------
    picture : Picture
        The picture. If the picture has at most 20,000 cells, it is rendered smoothly from its SVG.
    cell : float, optional
        The number of pixels per cell. Below 2 pixels per cell, the colors of cells are averaged.
    width : int, optional
        The width of the image in pixels; overrides `cell`. By default, a small picture has twice
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
        data = _render(picture, cell)
        if box.height * cell * box.width * cell > _TABLED:
            return data
        pixels = _packed(data)
        known, which, times = np.unique(pixels, return_inverse=True, return_counts=True)
        # Seams and corners have few pixels, in hundreds of mixtures, which nobody can tell apart.
        table = known[np.argsort(-times, kind="stable")[:256]]
        indexes = _nearest(known, table)[which.reshape(pixels.shape)]
        return min(_encode(indexes, _unpacked(table)), data, key=len)
    if cell >= 2:
        inks = _Inks(picture)
        return _encode(_draw_plain(picture, cell, inks), inks.colors)
    return _encode(_add_margin(picture, cell))


def _render(picture: Picture, cell: float) -> bytes:
    """Return the rendering of the SVG, as a PNG."""
    import resvg_py

    drawing = svg(picture, cell=cell)
    weights = product((False, True), repeat=2) if "<text" in drawing else ()
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawing,
            # No font that comes with tilewright has wide letters.
            skip_system_fonts=not any(is_wide(letter) for letter in set(drawing)),
            font_files=[str(font_file(bold, fallback)) for fallback, bold in weights],
            font_family=FAMILY,
            sans_serif_family=FALLBACK,
        )
    )


def _encode(image: NDArray[np.uint8], colors: NDArray[np.uint8] | None = None) -> bytes:
    """Return pixels, or indexes into a color table, as a PNG."""
    from PIL import Image

    stream = io.BytesIO()
    drawn = Image.fromarray(image)
    if colors is not None:
        drawn.putpalette(colors.tobytes())
    # Large boards hardly compress, so more effort would only cost time.
    drawn.save(stream, format="PNG", compress_level=9 if image.size < _TABLED else 1)
    return stream.getvalue()


def _packed(data: bytes) -> NDArray[np.int32]:
    """Return the pixels of a PNG as 0xrrggbb."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        red, green, blue = np.moveaxis(np.asarray(image.convert("RGB"), dtype=np.int32), 2, 0)
    packed: NDArray[np.int32] = (red << 16) | (green << 8) | blue
    return packed


def _unpacked(colors: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return the red, green and blue values of each 0xrrggbb, (n, 3)."""
    return np.stack([colors >> 16, colors >> 8, colors], axis=1).astype(np.uint8)


def _table(exact: Iterable[str], frequent: Iterable[int]) -> NDArray[np.int32]:
    """Return at most 256 colors: exact colors, and other colors unless they are close to one of
    these.
    """
    # A file is smaller if similar mixtures at edges are one color.
    chosen = list(dict.fromkeys(int(color[1:], 16) for color in exact))
    for color in frequent:
        away = _unpacked(np.array([color, *chosen])).astype(int)
        if (np.abs(away[1:] - away[0]).max(axis=1) > _SIMILAR).all():
            chosen.append(color)
    return np.array(chosen[:256], dtype=np.int32)


def _nearest(colors: NDArray[np.int32], table: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return the index of the nearest color in a table for each color."""
    wanted = _unpacked(table).astype(np.int32)
    parts = np.array_split(_unpacked(colors).astype(np.int32), len(colors) // 1000 + 1)
    indexes = [((part[:, None] - wanted) ** 2).sum(axis=2).argmin(axis=1) for part in parts]
    return np.concatenate(indexes).astype(np.uint8)


class _Inks:
    """The colors of plain images: the colors of each background, with steps to the ink on it, and
    of lines.
    """

    def __init__(self, picture: Picture) -> None:
        theme = picture.theme
        grounds = [(picture.cell_color(number), theme.text) for number in range(UNCOVERED, 0)]
        fills = [picture.palette.color(number) for number in range(_FILLS)]
        grounds += [(color, readable_on(color)) for color in fills]
        # The page once more, for fainter words.
        grounds.append((theme.background, theme.note))
        colors = [
            mix(ground, ink, step / (_STEPS - 1))
            for ground, ink in grounds
            for step in range(_STEPS)
        ]
        self.page, self._note = _STEPS * (OUTSIDE - UNCOVERED), len(colors) - _STEPS
        self.line, self.seam, self.hole, self.accent = range(len(colors), len(colors) + 4)
        colors += [theme.line, picture.seam, theme.hole, theme.accent]
        self.colors = np.array([rgb(color) for color in colors], dtype=np.uint8)

    def grounds(self, fill: NDArray[np.int16]) -> NDArray[np.uint8]:
        """Return the index of the color of each cell."""
        numbers = np.arange(UNCOVERED, int(fill.max(initial=-1)) + 1)
        place = _STEPS * (np.where(numbers < 0, numbers, numbers % _FILLS) - UNCOVERED)
        return np.take(place.astype(np.uint8), fill - UNCOVERED)

    def blend(self, image: NDArray[np.uint8], share: NDArray[np.floating], note: bool) -> None:
        """Write ink on an image; `share` (0 to 1) is the amount of ink in each pixel."""
        step = np.round(share * (_STEPS - 1)).astype(np.uint8)
        ground = image // _STEPS * _STEPS
        if note:
            ground[ground == self.page] = self._note
        written = (step > 0) & (image < self.line)
        image[written] = (ground + step)[written]


def _draw_plain(picture: Picture, cell: float, inks: _Inks) -> NDArray[np.uint8]:
    """Return a picture with margin and text as indexes of inks, with `cell` pixels per cell."""
    box = extent(picture)
    ends = ((box.top, box.bottom), (box.left, box.right))
    before = [math.ceil(-start * cell) for start, _ in ends]
    down, across = (
        [
            0,
            *(first + np.round(cell * np.arange(count + 1)).astype(int)),
            first + math.ceil(end * cell),
        ]
        for first, count, (_, end) in zip(before, picture.shape, ends, strict=True)
    )
    _check_size(down[-1], across[-1])
    image = _draw_crisp(picture, inks, down, across)
    for mark in picture.marks:
        if mark.kind != "hole":
            top, left = down[int(mark.row) + 1], across[int(mark.column) + 1]
            _draw_disc(image[top : top + int(cell), left : left + int(cell)], inks, mark)
    for text in all_texts(picture):
        _draw_text(image, inks, text, cell, *before)
    return image


def _draw_crisp(
    picture: Picture, inks: _Inks, down: Sequence[int], across: Sequence[int]
) -> NDArray[np.uint8]:
    """Return the indexes of inks of an image with lines of whole pixels, centered on the edges."""
    # `down` and `across` are the pixels at which the margin, each row or column, the margin behind
    # them and nothing begins.
    ground = np.pad(inks.grounds(picture.fill), 1, constant_values=inks.page)
    for mark in picture.marks:
        if mark.kind == "hole":
            ground[int(mark.row) + 1, int(mark.column) + 1] = inks.hole
    rows, columns = ground.shape
    # Each cell is three by three blocks: its borders and corners, and its inside.
    image = np.repeat(np.repeat(ground, 3, axis=1), 3, axis=0)
    block = image.reshape(rows, 3, columns, 3)
    before, behind = (0, np.s_[:-1]), (2, np.s_[1:])
    lines = np.pad(picture.horizontal, 1), np.pad(picture.vertical, 1)
    for weight, ink, sides in (
        (THIN, inks.line, [before]),
        (THICK, inks.seam, [before, behind]),
    ):
        level, upright = (weights == weight for weights in lines)
        if not (level.any() or upright.any()):
            continue
        corner = np.zeros((rows + 1, columns + 1), dtype=bool)
        for ends in (corner[:, 1:], corner[:, :-1]):
            ends |= level
        for ends in (corner[1:], corner[:-1]):
            ends |= upright
        for side, near in sides:
            np.copyto(block[:, side, :, 1], ink, where=level[near])
            np.copyto(block[:, 1, :, side], ink, where=upright[:, near])
            for other, beside in sides:
                np.copyto(block[:, side, :, other], ink, where=corner[near, beside])
    tall, wide = np.diff(down), np.diff(across)
    thick = max(1, round(THICK_WIDTH * min(tall[1:-1].min(), wide[1:-1].min())))
    for axis, sizes in ((1, wide), (0, tall)):
        first = np.minimum(thick - thick // 2, sizes)
        last = np.minimum(thick // 2, sizes - first)
        parts = np.stack([first, sizes - first - last, last], axis=1).ravel()
        image = np.take(image, np.repeat(np.arange(len(parts)), parts), axis=axis)
    if picture.patterns and min(tall[1:-1].min(), wide[1:-1].min()) >= _HATCHED:
        _hatch(
            image[down[1] : down[-2], across[1] : across[-2]], picture, inks, tall[1:-1], wide[1:-1]
        )
    return image


def _hatch(
    image: NDArray[np.uint8],
    picture: Picture,
    inks: _Inks,
    tall: NDArray[np.int64],
    wide: NDArray[np.int64],
) -> None:
    """Write the hatchings of colors on the pixels of cells that are `tall` and `wide`."""
    side = int(max(tall.max(), wide.max()))
    steps = _hatchings(side)
    fill = np.where(picture.fill < 0, 0, picture.fill % len(HATCHES))
    row, column = (np.repeat(np.arange(len(sizes)), sizes) for sizes in (tall, wide))
    y, x = (np.concatenate([np.arange(size) for size in sizes]) for sizes in (tall, wide))
    step = steps[fill[row][:, column], y[:, None], x]
    image += np.where(image < inks.line, step, 0).astype(np.uint8)


@cache
def _hatchings(side: int) -> NDArray[np.uint8]:
    """Return the steps of ink on a square of each hatching, (hatchings, side, side)."""
    count = len(HATCHES)
    fill, flat = np.arange(count, dtype=np.int16)[None], np.zeros((2, count), dtype=np.uint8)
    upright = np.zeros((1, count + 1), dtype=np.uint8)
    white = Palette("white", ("#ffffff",) * count)
    squares = Picture(fill, flat, upright, palette=white, patterns=True)
    ink = (1 - _render_cells(squares, side, side * count)[..., 0] / 255) * (_STEPS - 1)
    return np.round(ink).astype(np.uint8).reshape(side, count, side).swapaxes(0, 1)


def _draw_disc(square: NDArray[np.uint8], inks: _Inks, mark: Mark) -> None:
    """Draw a dot or a ring on a cell."""
    cell = len(square)
    offset = np.arange(cell) + 0.5 - cell / 2
    away = np.hypot(offset[:, None], offset)
    if mark.kind == "dot":
        inks.blend(square, np.clip(DOT * cell - away + 0.5, 0, 1), note=False)
    else:
        square[np.abs(away - RING * cell) <= max(1.0, 0.1 * cell) / 2] = inks.accent


def _draw_text(
    image: NDArray[np.uint8], inks: _Inks, text: Text, cell: float, top: int, left: int
) -> None:
    from PIL import Image, ImageDraw

    pixels = round(text.size * cell)
    wide = text_width(text.text, text.bold) * pixels
    start = (
        left + text.column * cell - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * wide
    )
    middle = top + text.row * cell
    # The part of the image that the text may touch.
    x0, y0 = max(0, math.floor(start) - 2), max(0, math.floor(middle - pixels))
    part = image[y0 : math.ceil(middle + pixels), x0 : math.ceil(start + wide) + 2]
    if pixels < 5 or not part.size:
        return
    mask = Image.new("L", part.shape[::-1])
    x, y = start - x0, middle + 0.36 * text.size * cell - y0
    for letters, fallback in runs(text.text):
        font = sized_font(pixels, text.bold, fallback)
        ImageDraw.Draw(mask).text((x, y), letters, fill=255, font=font, anchor="ls")
        x += float(font.getlength(letters))
    inks.blend(part, np.asarray(mask) / 255, note=text.role == "note")


def raster(picture: Picture | ArrayLike, size: int | tuple[int, int]) -> NDArray[np.uint8]:
    """Return the cells of a picture as an array of pixels, without margins or text.

    With at least two pixels per cell, borders are crisp lines. With fewer than two pixels per cell,
    each pixel has the average color of the cells and lines that it covers, weighted by area in
    linear light. Polygons and arrows are anti-aliased.

    Parameters
    ----------
    picture : Picture, or int array of shape (rows, columns)
        The picture. A label array is first drawn with `draw`.
    size : int or (height, width)
        The size of the image, in pixels. An integer specifies the length of the longer side.

    Returns
    -------
    (height, width, 3) uint8
        sRGB.

    Raises
    ------
    OutputError
        If the image would have no pixels or more than 536,870,912 pixels.
    """
    shown = picture if isinstance(picture, Picture) else draw(picture)
    if isinstance(size, int):
        longest = max(shown.size)
        height, width = (max(1, round(size * side / longest)) for side in shown.size)
    else:
        height, width = size
    _check_size(height, width)
    if shown.vectors:
        return _render_cells(shown, height, width)
    rows, columns = shown.shape
    if height >= 2 * rows and width >= 2 * columns:
        inks = _Inks(shown)
        down, across = (
            np.round(np.linspace(0, pixels, count + 1)).astype(int).tolist()
            for pixels, count in ((height, rows), (width, columns))
        )
        return inks.colors[_draw_crisp(shown, inks, [0, *down, height], [0, *across, width])]
    return _average(shown, height, width)


def _render_cells(picture: Picture, height: int, width: int) -> NDArray[np.uint8]:
    """Return the rendering of the SVG without its margin, (height, width, 3)."""
    from PIL import Image

    bare = picture.without_words()
    box, inner = extent(bare), picture.box
    cell = max(height / picture.size[0], width / picture.size[1])
    with Image.open(io.BytesIO(_render(bare, cell))) as image:
        across, down = image.width / box.width, image.height / box.height
        cut = (
            (inner[1] - box.left) * across,
            (inner[0] - box.top) * down,
            (inner[3] - box.left) * across,
            (inner[2] - box.top) * down,
        )
        resized = image.convert("RGB").resize((width, height), Image.Resampling.LANCZOS, box=cut)
    return np.asarray(resized)


def _average(picture: Picture, height: int, width: int) -> NDArray[np.uint8]:
    from tilewright.kernels.drawing.raster import shrink

    fill = np.ascontiguousarray(picture.fill, dtype=np.int16)
    horizontal = np.ascontiguousarray(picture.horizontal, dtype=np.uint8)
    vertical = np.ascontiguousarray(picture.vertical, dtype=np.uint8)
    numbers = range(UNCOVERED, int(fill.max(initial=-1)) + 1)
    light = np.stack([linear_light(picture.cell_color(number)) for number in numbers])
    lines = np.stack([linear_light(picture.theme.line), linear_light(picture.seam)])
    thickness = np.array([THIN_WIDTH, THICK_WIDTH], dtype=np.float32)
    table = _encoding()
    out = np.empty((height, width, 3), dtype=np.uint8)

    def band(top: int) -> None:
        image = np.empty((min(_BAND, height - top), width, 3), dtype=np.float32)
        shrink(fill, horizontal, vertical, light, lines, thickness, top, height, image)
        out[top : top + _BAND] = table[(image * (len(table) - 1) + 0.5).astype(np.intp)]

    tops = range(0, height, _BAND)
    with ThreadPoolExecutor(cores()) as pool:
        # Starting threads takes longer than averaging a small board.
        list((pool.map if fill.size >= 1 << 16 else map)(band, tops))
    for mark in picture.marks:
        if mark.kind != "dot":
            _stamp(out, picture, mark)
    return out


def _encoding() -> NDArray[np.uint8]:
    """Return sRGB values by linear light, in 4,096 steps."""
    light = np.linspace(0, 1, 4096)
    value = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.round(255 * value).clip(0, 255).astype(np.uint8)


def _stamp(image: NDArray[np.uint8], picture: Picture, mark: Mark) -> None:
    """Draw holes and rings with at least two pixels, even if cells are smaller."""
    height, width, _ = image.shape
    rows, columns = picture.shape
    top, left = int(mark.row * height / rows), int(mark.column * width / columns)
    side = max(2, round(height / rows))
    square = image[max(0, min(top, height - side)) :, max(0, min(left, width - side)) :]
    square[:side, :side] = rgb(picture.theme.hole if mark.kind == "hole" else picture.theme.accent)


def _add_margin(picture: Picture, cell: float) -> NDArray[np.uint8]:
    """Return an averaged picture with a margin. Text is omitted because it would be too small to
    read.
    """
    size = [max(1, round(side * cell)) for side in picture.shape]
    edge = max(1, round(MARGIN * max(size) / 100))
    framed = np.empty((size[0] + 2 * edge, size[1] + 2 * edge, 3), dtype=np.uint8)
    framed[:] = rgb(picture.theme.background)
    framed[edge:-edge, edge:-edge] = raster(picture, (size[0], size[1]))
    return framed


def gif(
    pictures: Iterable[Picture], *, cell: int | None = None, duration: int = 100, hold: int = 2000
) -> bytes:
    """Return pictures as an animated GIF that loops.

    All frames share one color table, and each frame stores only the rectangle that changed.

    Parameters
    ----------
    pictures : iterable of Picture
        The pictures, which must all have the same shape.
    cell : int, optional
        The number of pixels per cell; by default, at most 28.
    duration : int
        The duration of a frame, in milliseconds. The GIF format rounds durations to hundredths of a
        second.
    hold : int
        The duration of the last frame, in milliseconds.

    Raises
    ------
    OutputError
        If there are no pictures, or if the pictures differ in shape.
    """
    frames = check_pictures(pictures)
    begin = list(islice(frames, _SMOOTH_FRAMES + 1))
    if not begin:
        raise OutputError("an animation must have at least one picture, got 0")
    pixels = cell or max(2, min(28, int(640 / max(*begin[0].size, 1))))
    colors, images = _images(begin, frames, pixels)
    shown = next(images)
    stream = io.BytesIO()
    stream.write(_gif_head(shown.shape, colors))
    # A frame is written once the next one is known, so equal frames become one longer frame.
    waiting, corner, lasts = shown, (0, 0), duration
    for image in images:
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


def _images(
    begin: Sequence[Picture], rest: Iterable[Picture], cell: int
) -> tuple[NDArray[np.uint8], Iterator[NDArray[np.uint8]]]:
    """Return the colors of an animation, and its frames as indexes into these colors."""
    first, last = begin[0], len(begin) - 1
    rows, columns = first.shape
    small = cell >= 12 and rows * columns <= _SMOOTH_FRAME and not first.patterns
    if not first.vectors and not (small and last < _SMOOTH_FRAMES):
        inks = _Inks(first)
        return inks.colors, (_draw_plain(frame, cell, inks) for frame in chain(begin, rest))
    # The colors of cells are exact; three frames show what is mixed at their edges.
    samples = {number: _packed(_render(begin[number], cell)) for number in {0, last // 2, last}}
    seen = np.concatenate([pixels.ravel() for pixels in samples.values()])
    fills = np.unique(np.concatenate([frame.fills for frame in begin]))
    exact = [first.cell_color(number) for number in fills.tolist()]
    known, times = np.unique(seen, return_counts=True)
    table = _table(exact, known[np.argsort(-times, kind="stable")].tolist())
    renderings = (
        samples.pop(number) if number in samples else _packed(_render(frame, cell))
        for number, frame in enumerate(chain(begin, rest))
    )
    return _unpacked(table), _indexed(renderings, table)


def _indexed(
    renderings: Iterable[NDArray[np.int32]], table: NDArray[np.int32]
) -> Iterator[NDArray[np.uint8]]:
    """Yield the index of the nearest color for each pixel. Each color is compared only once."""
    known = np.full(1 << 24, -1, dtype=np.int16)
    for pixels in renderings:
        if len(new := np.unique(pixels[known[pixels] < 0])):
            known[new] = _nearest(new, table)
        yield known[pixels].astype(np.uint8)


def _gif_head(shape: tuple[int, ...], table: NDArray[np.uint8]) -> bytes:
    """Return the header of a looping GIF: the size, the color table and the loop."""
    colors = np.zeros((256, 3), dtype=np.uint8)
    colors[: len(table)] = table
    size = struct.pack("<HHBBB", shape[1], shape[0], 0xF7, 0, 0)
    return b"GIF89a" + size + colors.tobytes() + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"


def _gif_frame(image: NDArray[np.uint8], corner: tuple[int, int], milliseconds: int) -> bytes:
    """Return a frame that is drawn over the previous frame, without a color table from Pillow."""
    from PIL import GifImagePlugin, Image

    hundredths = min(max(round(milliseconds / 10), 2), 65_535)
    control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 1 << 2, hundredths, 0, 0)
    # Mode L writes the pixels unchanged.
    blocks = GifImagePlugin.getdata(Image.fromarray(image), (corner[1], corner[0]))
    return control + b"".join(blocks)
