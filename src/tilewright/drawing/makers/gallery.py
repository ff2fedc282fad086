"""Pictures that show several values: sets of pieces, and sheets of pictures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.makers.layout import scale_of, shape_mesh
from tilewright.drawing.makers.tile_colors import SHADES, piece_colors
from tilewright.drawing.makers.tiling import board_marks
from tilewright.drawing.model.geometry import Mesh
from tilewright.drawing.model.palette import (
    Palette,
    PaletteName,
    Theme,
    ThemeName,
    find_palette,
    find_theme,
)
from tilewright.drawing.model.picture import (
    NONE,
    THICK,
    Mark,
    Picture,
    Text,
    check_pictures,
    edges_between,
)
from tilewright.drawing.model.typeface import text_width
from tilewright.errors import OutputError, RequestError
from tilewright.model.naming import piece_captions
from tilewright.model.piece import Piece, PieceLike, listed_pieces, parse_pieces
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.lattice import SQUARES, Lattice, Turn
from tilewright.system.values.arguments import counted, format_value
from tilewright.system.values.arrays import starts
from tilewright.system.values.language import phrase

# Draw how often each number occurs, as bars.

#: The room for all bars, in cells, the most numbers below them, and the size of these.
_HEIGHT, _WIDTH, _NUMBERS, _SIZE = 10.0, 24.0, 13, 0.6
#: The share of its room that a bar fills, and the most bars that have a space between them.
_FILLED, _APART = 0.86, 60


def draw_histogram(
    counts: Mapping[int, int],
    *,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
    caption: str = "",
) -> Picture:
    """Return a histogram with one bar for each number from the smallest to the largest, shaded from
    dark to light.

    Parameters
    ----------
    counts : mapping of int to int
        How often each number occurs. Numbers between the smallest and the largest that do not occur
        get a bar of height 0.
    palette, theme : optional
        The palette and the theme, each given as an object or by name (see `PALETTES` and `THEMES`).
        The bars are drawn in shades of the palette's first color, like tiles colored by height.
    caption : str

    Raises
    ------
    RequestError
        If a count is negative, or if all counts are zero.
    """
    least, most = min(counts, default=0), max(counts, default=0)
    highest = max(counts.values(), default=0)
    if highest <= 0 or min(counts.values()) < 0:
        raise RequestError(
            "`counts` must contain at least one positive number and no negative numbers",
            where="counts",
        )
    bars = most - least + 1
    wide = _WIDTH / max(bars, _NUMBERS)
    apart = bars <= _APART
    filled = wide * (_FILLED if apart else 1.0)
    tall = np.array([counts.get(least + bar, 0) for bar in range(bars)]) * (_HEIGHT / highest)
    left = np.arange(bars) * wide + (wide - filled) / 2
    right, floor = left + filled, np.full(bars, _HEIGHT)
    across = np.stack([left, right, right, left], axis=1)
    down = np.stack([floor - tall, floor - tall, floor, floor], axis=1)
    shown = np.flatnonzero(tall)
    mesh = Mesh(
        points=np.stack([across.ravel(), down.ravel()], axis=1),
        faces=np.arange(4 * bars).reshape(-1, 4)[shown],
        fill=np.rint(shown * ((SHADES - 1) / max(1, bars - 1))).astype(np.int16),
        # Very thin bars have no edge of their own.
        region=np.where(apart, np.arange(len(shown)), -1).astype(np.int32),
        lines=np.zeros((0, 2), dtype=np.int64),
        weight=np.zeros(0, dtype=np.uint8),
    )
    step = _round_step(bars)
    numbers = range(-(-least // step) * step, most + 1, step)
    occurring = [f"{number}: {counts[number]}" for number in sorted(counts) if counts[number]]
    return Picture(
        fill=np.zeros((0, 0), dtype=np.int16),
        horizontal=np.full((1, 0), NONE, dtype=np.uint8),
        vertical=np.full((0, 1), NONE, dtype=np.uint8),
        names=tuple(occurring) if apart else (),
        mesh=mesh,
        texts=(
            *(
                Text(_HEIGHT + _SIZE, (number - least + 0.5) * wide, str(number), _SIZE)
                for number in numbers
            ),
            Text(-_SIZE, 0.0, f"highest bar: {highest}", _SIZE, "start", "note"),
        ),
        caption=caption,
        title="Histogram",
        description="; ".join(occurring[:100]),
        palette=find_palette(palette).shades(SHADES),
        theme=find_theme(theme),
        loose=frozenset(range(len(shown))),
    )


def _round_step(bars: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50, … with which there are not too many numbers."""
    power = 1
    while True:
        for digit in (1, 2, 5):
            if bars <= digit * power * _NUMBERS:
                return digit * power
        power *= 10


#: Font size of a piece's name and of the note below it, in cells.
_NAME, _NOTE = 0.62, 0.38


def draw_pieces(
    pieces: PieceLike,
    *,
    turn: Turn | None = None,
    orientations: bool = True,
    names: bool | Sequence[str] = True,
    columns: int = 30,
    under: int | None = None,
    coloring: Sequence[int] | None = None,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
    patterns: bool = False,
    grid: bool = True,
    caption: str = "",
) -> Picture:
    """Return a picture of a set of pieces, each with its name and number of orientations.

    Polycubes are drawn as seen from a corner.

    Parameters
    ----------
    pieces : str, Piece, Polyform or array, or iterable of these
        The pieces. Strings are parsed like the arguments of ``tilewright pieces``.
    turn : {"free", "one-sided", "half-turn", "fixed"}, optional
        How the pieces may be turned, unless a piece specifies its own turns. The default depends on
        the lattice.
    orientations : bool
        Whether to write the number of orientations below each piece.
    names : bool or sequence of str
        The names to write below the pieces; each name is followed by the number of copies. If True,
        the pieces are labeled with their names from the catalog.
    columns : int
        The width available for the pieces, in cells.
    under : int, optional
        The width, in cells, within which rows are centered; by default, rows are aligned to the
        left.
    coloring : sequence of int, optional
        A color number for each piece.
    palette, theme : optional
        The palette and the theme, each given as an object or by name (see `PALETTES` and `THEMES`).
    patterns : bool
        Whether to add a different hatch pattern to each color.
    grid : bool
        Whether to draw thin lines between the cells of a piece.
    caption : str
        The text below the picture.

    Raises
    ------
    RequestError
        If there are no pieces, or if a string does not describe a piece.
    """
    piece_list: list[Piece] = []
    for piece in listed_pieces(pieces):
        piece_list += parse_pieces(piece, turn) if isinstance(piece, str) else [piece]
    if not piece_list:
        raise RequestError("there must be at least one piece to draw, got 0", where="pieces")
    labels = _labels_of(piece_list, names) if names else [""] * len(piece_list)
    notes = [
        counted(number, "orientation") if orientations else ""
        for number in (len(piece.orientations(turn or piece.lattice.turn)) for piece in piece_list)
    ]
    colors = find_palette(palette)
    numbers = (
        piece_colors([p.name for p in piece_list], len(colors), [p.color for p in piece_list])
        if coloring is None
        else coloring
    )
    if not isinstance(numbers, Sequence | np.ndarray) or len(numbers) != len(piece_list):
        raise RequestError(
            f"`coloring` must have a number for each of the {len(piece_list)} pieces, got "
            f"{format_value(numbers)}",
            where="coloring",
        )
    # Only sets of squares alone are drawn as a raster.
    raster = all(piece.lattice is SQUARES for piece in piece_list)
    specimens = [
        _Specimen(
            number,
            piece,
            label,
            note,
            None if raster else shape_mesh(piece.polyomino, number, int(color), grid=grid),
        )
        for number, (piece, color, label, note) in enumerate(
            zip(piece_list, numbers, labels, notes, strict=True)
        )
    ]
    region, meshes, marks, texts = _arrange_pieces(specimens, columns, under)
    horizontal, vertical = edges_between(region, grid=grid)
    description = ", ".join(
        " ".join(part for part in (label, f"({note})" if note else "") if part)
        for label, note in zip(labels, notes, strict=True)
    )
    return Picture(
        fill=np.array([*numbers, OUTSIDE], dtype=np.int16)[region],
        horizontal=horizontal,
        vertical=vertical,
        regions=region,
        mesh=Mesh.joined(meshes) if meshes else None,
        names=tuple(piece.name for piece in piece_list),
        marks=tuple(marks),
        texts=tuple(texts),
        caption=caption,
        title=counted(len(piece_list), "piece"),
        description=description,
        palette=colors,
        theme=find_theme(theme),
        patterns=patterns,
        loose=frozenset(range(len(piece_list))),
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Specimen:
    """A piece in a set, with the text below it, and a mesh unless the whole set consists of
    squares.
    """

    number: int
    piece: Piece
    label: str
    note: str
    mesh: Mesh | None

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of rows and columns of the piece."""
        if self.mesh is None:
            return self.piece.polyomino.rows, self.piece.polyomino.columns
        return math.ceil(self.mesh.box[2] - 0.01), math.ceil(self.mesh.box[3] - 0.01)

    @property
    def slot(self) -> int:
        """The number of columns of the piece and its text."""
        return max(self.size[1], _cells_needed(self.label, _NAME), _cells_needed(self.note, _NOTE))


def _arrange_pieces(
    specimens: Sequence[_Specimen], columns: int, under: int | None
) -> tuple[NDArray[np.int32], list[Mesh], list[Mark], list[Text]]:
    """Return the raster, meshes, marks and texts of pieces, in lines of `columns` cells."""
    slots = [specimen.slot for specimen in specimens]
    lines = [[specimens[n] for n in line] for line in _lines(slots, max(columns, *slots))]
    widths = [sum(specimen.slot + 1 for specimen in line) - 1 for line in lines]
    # Nothing may be half a cell off the center, so lines of the other parity get a wider gap in the
    # middle.
    wider = [0 if under is None else (under - width) % 2 for width in widths]
    width = max(map(sum, zip(widths, wider, strict=True)))
    named = any(specimen.label for specimen in specimens)
    below = (1 if named else 0) + (1 if any(specimen.note for specimen in specimens) else 0)
    heights = [max(specimen.size[0] for specimen in line) for line in lines]
    rows = sum(heights) + len(lines) * (below + 1) - 1
    meshes: list[Mesh] = []
    region = np.full(
        (rows, width) if specimens[0].mesh is None else (0, 0), OUTSIDE, dtype=np.int32
    )
    marks: list[Mark] = []
    texts: list[Text] = []
    single = len({mark for specimen in specimens for mark in specimen.piece.marks if mark}) == 1
    bottom = 0
    for line, height, used, more in zip(lines, heights, widths, wider, strict=True):
        bottom += height
        left = 0 if under is None else (width - used - more) // 2
        for place, specimen in enumerate(line):
            left += more if place == (len(line) + 1) // 2 else 0
            row, column = bottom - specimen.size[0], left + (specimen.slot - specimen.size[1]) // 2
            center = column + specimen.size[1] / 2
            if specimen.mesh is None:
                marked = _draw_raster(region, specimen, row, column)
            else:
                # In steps of half a side, so that all pieces lie on one grid.
                pitch = _pitch(specimen.piece.lattice)
                start = round((center - specimen.mesh.box[3] / 2) / pitch) * pitch
                meshes.append(specimen.mesh.moved(start, bottom - specimen.mesh.box[2]))
                marked = _marked_places(specimen.piece, meshes[-1])
            dots, letters = board_marks(marked, single)
            marks += dots
            texts += letters
            if specimen.label:
                texts.append(Text(bottom + 0.55, center, specimen.label, _NAME))
            if specimen.note:
                texts.append(
                    Text(
                        bottom + (1.25 if named else 0.55),
                        center,
                        specimen.note,
                        _NOTE,
                        role="note",
                    )
                )
            left += specimen.slot + 1
        bottom += below + 1
    return region, meshes, marks, texts


def _draw_raster(
    region: NDArray[np.int32], specimen: _Specimen, row: int, column: int
) -> list[tuple[tuple[float, float], str]]:
    """Write a piece into the raster, and return its marks with their positions."""
    cells = [(row + r, column + c) for r, c in specimen.piece.polyomino.cells]
    region[tuple(np.array(cells).T)] = specimen.number
    return [(cell, mark) for cell, mark in zip(cells, specimen.piece.marks, strict=False) if mark]


def _pitch(lattice: Lattice) -> float:
    """Return half the visible width of a cell."""
    return math.sqrt(3) / 2 if lattice.dimension == 3 else scale_of(lattice) / 2


def _marked_places(piece: Piece, mesh: Mesh) -> list[tuple[tuple[float, float], str]]:
    """Return the marks of a piece with their positions in its mesh. Polycubes have no marks."""
    if piece.lattice.dimension == 3:
        return []
    return [
        ((y - 0.5, x - 0.5), mark)
        for (x, y), mark in zip(mesh.middles.tolist(), piece.marks, strict=False)
        if mark
    ]


def _cells_needed(text: str, size: float) -> int:
    """Return the number of cells that a text needs on paper and in a terminal (four characters per
    cell).
    """
    return int(max(np.ceil(text_width(text) * size), -(-len(text) // 4)))


def _lines(slots: Sequence[int], room: int) -> list[list[int]]:
    """Break slots into the fewest lines, all about equally long."""
    broken = _break_slots(slots, room)
    while len(tighter := _break_slots(slots, room - 1)) == len(broken) and room > max(slots):
        broken, room = tighter, room - 1
    return broken


def _break_slots(slots: Sequence[int], room: int) -> list[list[int]]:
    lines: list[list[int]] = [[]]
    used = 0
    for number, slot in enumerate(slots):
        if lines[-1] and used + slot > room:
            lines.append([])
            used = 0
        lines[-1].append(number)
        used += slot + 1
    return lines


def _labels_of(pieces: Sequence[Piece], names: bool | Sequence[str]) -> list[str]:
    """Return the text below each piece, with its name and number of copies."""
    if isinstance(names, bool):
        names = piece_captions([piece.name for piece in pieces])
    if not isinstance(names, Sequence) or isinstance(names, str):
        raise RequestError(
            "`names` must be True, False or a sequence with a name for each piece, got "
            f"{format_value(names)}",
            where="names",
        )
    if len(names) != len(pieces):
        raise RequestError(
            f"`names` must have one name for each of the {len(pieces)} pieces, got {len(names)}",
            where="names",
        )
    return [f"{name} {_copies(piece)}".strip() for name, piece in zip(names, pieces, strict=True)]


def _copies(piece: Piece) -> str:
    if piece.most is None:
        return phrase("anyNumber") if piece.least == 0 else phrase("orMore", number=piece.least)
    if piece.least == piece.most:
        return "" if piece.least == 1 else f"×{piece.least}"
    return phrase("fromTo", least=piece.least, most=piece.most)


def sheet(
    pictures: Iterable[Picture],
    *,
    columns: int | None = None,
    gap: int = 1,
    even: bool = True,
    caption: str = "",
) -> Picture:
    """Return one picture that shows several pictures in rows, with their captions.

    Parameters
    ----------
    pictures : iterable of Picture
        All pictures are drawn with the palette and theme of the first picture.
    columns : int, optional
        The number of pictures per row. By default, the sheet is about as wide as it is tall.
    gap : int
        The space between pictures, in cells.
    even : bool
        Whether to make all columns as wide as the widest picture.
    caption : str
        The text below the sheet.

    Raises
    ------
    OutputError
        If there are no pictures.
    """
    drawings = list(check_pictures(pictures))
    if not drawings:
        raise OutputError("a sheet must have at least one picture, got 0")
    sizes = [tuple(int(np.ceil(side - 0.01)) for side in picture.size) for picture in drawings]
    tall, wide = (max(sides) for sides in zip(*sizes, strict=True))
    titled = any(picture.caption for picture in drawings)
    step = tall + gap + (1 if titled else 0)
    across = columns or max(1, round((len(drawings) * step / (wide + gap)) ** 0.5))
    across = min(across, len(drawings))
    down = -(-len(drawings) // across)
    heights = [
        max(size[0] for size in sizes[line * across : (line + 1) * across]) for line in range(down)
    ]
    tops = starts([height + step - tall for height in heights]).tolist()
    widths = [
        wide if even else max(size[1] for size in sizes[place::across]) for place in range(across)
    ]
    lefts = starts([breadth + gap for breadth in widths]).tolist()
    rows, width = tops[-1] - gap, lefts[-1] - gap
    if not any(min(picture.shape) for picture in drawings):
        rows, width = 0, 0
    placed = []
    for number, picture in enumerate(drawings):
        down_to, across_to = tops[number // across], lefts[number % across]
        height, broad = sizes[number]
        # The raster stays on whole cells, even with arrows or a mesh beside it.
        top = down_to + int(np.ceil(-picture.box[0]))
        left = across_to + (widths[number % across] - broad) // 2 + int(np.ceil(-picture.box[1]))
        texts = picture.texts
        if picture.caption:
            size = min(0.5, 1.05 * wide / max(text_width(picture.caption), 1))
            # Center below everything, arrows included.
            below, middle = down_to + height + 0.6 - top, (picture.box[1] + picture.box[3]) / 2
            texts += (Text(below, middle, picture.caption, size, role="note"),)
        placed.append((replace(picture, texts=texts), top, left))
    return replace(
        combine_pictures(placed, rows, width),
        caption=caption,
        title=f"{len(drawings)} pictures",
        description="; ".join(picture.title for picture in drawings[:20]),
    )


def combine_pictures(placed: Sequence[tuple[Picture, int, int]], rows: int, width: int) -> Picture:
    """Return a picture of `rows` by `width` cells that contains other pictures, each at a row and a
    column.
    """
    fill = np.full((rows, width), OUTSIDE, dtype=np.int16)
    horizontal = np.zeros((rows + 1, width), dtype=np.uint8)
    vertical = np.zeros((rows, width + 1), dtype=np.uint8)
    region = np.full((rows, width), OUTSIDE, dtype=np.int32)
    meshes: list[Mesh] = []
    names: list[str] = []
    loose: set[int] = set()
    count = 0
    for picture, top, left in placed:
        r, c = picture.shape
        fill[top : top + r, left : left + c] = picture.fill
        horizontal[top : top + r + 1, left : left + c] |= picture.horizontal
        vertical[top : top + r, left : left + c + 1] |= picture.vertical
        if picture.mesh is not None:
            mesh = picture.mesh.moved(left, top)
            meshes.append(
                replace(mesh, region=np.where(mesh.region >= 0, mesh.region + count, mesh.region))
            )
        if picture.regions is not None:
            inside = picture.regions >= 0
            region[top : top + r, left : left + c][inside] = picture.regions[inside] + count
            tiles = int(picture.regions.max(initial=-1)) + 1
            if picture.mesh is not None:
                tiles = max(tiles, int(picture.mesh.region.max(initial=-1)) + 1)
            names += picture.names or [""] * tiles
            loose.update(tile + count for tile in picture.loose)
            count += tiles
    first = placed[0][0]
    moved: dict[str, Any] = {
        name: tuple(
            part.moved(left, top)
            for picture, top, left in placed
            for part in getattr(picture, name)
        )
        for name in ("arrows", "marks", "texts")
    }
    return Picture(
        fill=fill,
        horizontal=np.minimum(horizontal, THICK).astype(np.uint8),
        vertical=np.minimum(vertical, THICK).astype(np.uint8),
        regions=region,
        mesh=Mesh.joined(meshes) if meshes else None,
        names=tuple(names),
        **moved,
        palette=first.palette,
        theme=first.theme,
        patterns=first.patterns,
        bare=first.bare,
        loose=frozenset(loose),
    )
